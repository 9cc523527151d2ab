//! What the picture of a mail can be about, and the places in it that are answers.

use crate::game::{CityId, Nation};
use serde::{Deserialize, Serialize};

/// What a picture is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "kebab-case")]
pub enum About {
    /// What happened since the last mail.
    News {},
    /// The combat in which a card is awaited.
    Combat {},
    /// Combats to choose from, or withdrawals from them.
    Attack {},
    /// Cities to retreat to.
    Retreat {},
    /// The pieces of a nation that is to move.
    Movement {
        /// Whose movement phase it is.
        nation: Nation,
    },
    /// The whole board, without what only one reader may know.
    Board {},
}

impl Default for About {
    fn default() -> About {
        About::News {}
    }
}

/// A place in a picture that answers a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NumberedPlace {
    /// Its place in the menu, or among the pieces that can move, from 0.
    pub index: usize,
    /// Where the stack stands that attacks or withdraws; for any other answer the place itself.
    pub from: CityId,
    /// Whom it attacks or where it withdraws to; for any other answer the same city as `from`.
    pub to: CityId,
}
