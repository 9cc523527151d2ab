//! A line in chunks, and what whoever reads it may ask of them and of the position.
//!
//! Chunks are names, phrases, numbers and punctuation, each with all its senses ([`chunk`]); a group of them that says one
//! thing is read into a [`frame`]. Nothing here knows an order.

pub(super) mod abbreviated;
pub(super) mod chunk;
pub(super) mod clause;
pub(super) mod corrected;
pub(super) mod dated;
pub(super) mod finished;
pub(super) mod frame;
pub(super) mod known;
pub(super) mod ordinal;
pub(super) mod pieces;
pub(super) mod pronoun;
pub(super) mod prose;
pub(super) mod remark;
pub(super) mod sentence;
pub(super) mod transposed;
