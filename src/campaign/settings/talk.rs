//! What players may say to one another and how they vote, as agreed for a game.

use serde::{Deserialize, Serialize};

/// What players may say to one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PressRule {
    /// Nothing is passed on.
    Off,
    /// Press goes to all players, and to nobody alone.
    Public,
    /// Press goes to all players or to single seats.
    #[default]
    All,
}

/// How a game votes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct VoteSettings {
    /// How long a vote is open if it is not decided before.
    pub days: u16,
}

impl Default for VoteSettings {
    fn default() -> VoteSettings {
        VoteSettings { days: 5 }
    }
}
