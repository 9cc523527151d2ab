//! What a player has sent for later: duel instructions and orders for actions to come.
//!
//! Whether any of it will be used is not told here.

use super::moment::Moment;
use super::receipt::Line;
use crate::duel::Instruction;
use crate::game::Nation;
use serde::Serialize;

/// Everything of a seat that waits for its time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Standing {
    pub instructions: Vec<Instruction>,
    pub ahead: Vec<AheadSet>,
}

/// Orders for a movement phase to come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AheadSet {
    pub nation: Nation,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// They are carried out when due; otherwise the player is asked then.
    pub ready: bool,
    /// The orders as they were written.
    pub lines: Vec<String>,
}

/// What became of orders sent ahead now that their time has come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AheadDue {
    pub nation: Nation,
    pub lines: Vec<Line>,
    /// When what could be kept is carried out; `None` if the player is asked.
    pub at: Option<Moment>,
    /// They were to be carried out by now, and could not be.
    pub failed: bool,
}
