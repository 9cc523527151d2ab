//! The levels at which bots play.

use serde::{Deserialize, Serialize};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Sound and greedy: one piece after another, cards by simple arithmetic. A beginner: he thinks a loss of a troop or two
    /// small, and does not ask in which suits he will fight.
    Cadet,
    /// Weighs the enemies' answers and searches its duels.
    #[default]
    Officer,
    /// Searches over joint moves, and rehearses its plans.
    General,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 3] = [Level::Cadet, Level::Officer, Level::General];

    /// The stable name.
    pub const fn id(self) -> &'static str {
        match self {
            Level::Cadet => "cadet",
            Level::Officer => "officer",
            Level::General => "general",
        }
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

/// Why a text is no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no level of a bot: write `cadet`, `officer` or `general`")]
pub struct NotALevel(String);

impl std::str::FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Level, NotALevel> {
        let named = Level::ALL.into_iter().find(|level| level.id() == text);
        named.ok_or_else(|| NotALevel(text.chars().take(40).collect()))
    }
}
