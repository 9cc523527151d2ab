//! What a bot gets to see. There is no room in it for anything that its seat could not know.

use super::Memory;
use crate::game::Knowledge;

/// All that a bot gets to see.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// The seat's view and what the rules remember of this turn, as far as the seat may know it.
    pub knowledge: Knowledge,
    /// Notes of all public events from the beginning of the game up to this position.
    pub memory: Memory,
}
