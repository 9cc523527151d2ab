//! The club: what people write to it that is no order.

pub(super) mod absence;
pub(super) mod phrases;
pub(super) mod press;
pub(super) mod votes;
pub(super) mod words;

use crate::game::{Nation, Seat};

/// Somebody at the table, as named in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// The role by its own name.
    Seat(Seat),
    /// Whoever plays this nation.
    Nation(Nation),
}
