//! What can be put to the vote, as players write it.

use super::Named;
use serde::{Deserialize, Serialize};

/// Which of the game's clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    SetUp,
    Movement,
    Combat,
    Choices,
}

/// What a player wants to propose, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    Extend {
        hours: u64,
        seat: Option<Named>,
    },
    Pause,
    Resume,
    Substitute {
        seat: Named,
    },
    Bot {
        seat: Named,
    },
    /// Of the player's own seat if none is named.
    TakeBack {
        seat: Option<Named>,
    },
    Draw,
    Concede,
    End {
        winners: Vec<Named>,
    },
    Clocks {
        kind: ClockKind,
        hours: u64,
    },
}
