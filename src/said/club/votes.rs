//! What can be put to the vote, as players write it.

use super::Named;
use serde::{Deserialize, Serialize};

/// Which of the game's clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    /// The troops are to be allotted (R1.7).
    SetUp,
    /// A nation's movement phase.
    Movement,
    /// A card, or the stop of a combat (R7).
    Combat,
    /// Everything else: discards, retreats, the order of attacks, Cards of Fate.
    Choices,
}

/// What a player wants to propose, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// More time.
    Extend {
        /// How much more.
        hours: u64,
        /// For whom; for everybody awaited if nobody was named.
        seat: Option<Named>,
    },
    /// All clocks stand still.
    Pause,
    /// All clocks run on.
    Resume,
    /// Somebody else shall play the seat.
    Substitute {
        /// Whose player is to be replaced.
        seat: Named,
    },
    /// The program shall play the seat.
    Bot {
        /// Which seat; only a vacant one can be given to a bot.
        seat: Named,
    },
    /// The last orders of a seat are undone.
    TakeBack {
        /// Whose; those of the player's own seat if none is named.
        seat: Option<Named>,
    },
    /// The game ends without a winner.
    Draw,
    /// The other has won; only with two players.
    Concede,
    /// The game ends, won by agreement.
    End {
        /// One or more.
        winners: Vec<Named>,
    },
    /// A clock gets another time.
    Clocks {
        /// Which of them.
        kind: ClockKind,
        /// The new time.
        hours: u64,
    },
}
