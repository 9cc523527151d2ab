//! A line as groups of words, each of which says one thing: where they may end, and which grouping is the best.

pub(super) mod apart;
pub(super) mod battle;
pub(super) mod group;
pub(super) mod heading;
pub(super) mod order_like;
pub(super) mod overlooked;
pub(super) mod segment;
pub(super) mod swallowed;
pub(super) mod weighty;
