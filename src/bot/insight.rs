//! What a bot gets to see. There is no room in it for anything that its seat could not know.

use super::Memory;
use crate::game::Knowledge;

/// All that a bot gets to see.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    pub knowledge: Knowledge,
    pub memory: Memory,
}
