//! The game on the table: its position, what changes it, and what its log says.

pub(super) mod admission;
pub(super) mod company;
pub(super) mod facts;
pub(super) mod notices;
pub(super) mod progress;
pub(super) mod rebuild;
pub(super) mod record;
