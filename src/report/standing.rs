//! What a player has sent for later: duel instructions and orders for actions to come.
//!
//! Whether any of it will be used is not told here.

use super::moment::Moment;
use super::receipt::Line;
use super::sayable::Sayable;
use crate::duel::Instruction;
use crate::game::Nation;
use serde::Serialize;

/// Everything of a seat that waits for its time.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Standing {
    /// Those in force, for combats to come.
    pub instructions: Vec<Instruction>,
    /// By nation and turn, the next one first.
    pub ahead: Vec<AheadSet>,
}

/// Orders for a movement phase to come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AheadSet {
    /// Whose movement phase it is.
    pub nation: Nation,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// They are carried out when due; otherwise the player is asked then.
    pub ready: bool,
    /// The orders, in their order.
    pub lines: Vec<AheadLine>,
}

/// A line that is kept for a movement phase to come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AheadLine {
    /// As it is kept: canonical, or as it was written.
    pub text: String,
    /// What it orders, which is shown in the reader's language; nothing if it has a condition or is in doubt.
    pub orders: Vec<Sayable>,
}

/// What became of orders sent ahead now that their time has come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AheadDue {
    /// Whose movement phase has come.
    pub nation: Nation,
    /// Each as it was written, with what became of it.
    pub lines: Vec<Line>,
    /// When what could be kept is carried out; `None` if the player is asked.
    pub at: Option<Moment>,
    /// They were to be carried out by now, and could not be.
    pub failed: bool,
}
