//! Company at the table: how the program plays a seat.
//!
//! A bot is a player like any other. It gets an [`Insight`]: what its seat may know
//! ([`Knowledge`]), what everybody could have noted down of the public events ([`Memory`]), and nothing
//! else; where it wants to try something out, it imagines a game with everything hidden guessed. Its chance is
//! a [`BotStream`] of its own, so whoever knows the game's key and its log can make its choices again.
//!
//! What it deliberately does not do: know a real position, read text, tell anybody anything, use a
//! clock. It thinks for a bounded number of steps, not for a time, or its choices could not be checked.
//!
//! `docs/bots.md` says how it thinks.

mod choices;
mod memory;
mod stream;

pub use memory::Memory;
pub use stream::BotStream;

use crate::game::{Action, DecisionKind, Imagined, Knowledge, Nation};
use serde::{Deserialize, Serialize};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Sound and greedy: one piece after another, cards by simple arithmetic.
    Cadet,
    /// Weighs the enemies' answers and searches its duels.
    #[default]
    Officer,
    /// Searches over joint moves.
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

/// All that a bot gets to see.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    pub knowledge: Knowledge,
    pub memory: Memory,
}

/// What a bot does: actions of one nation, one after another. Only a movement phase takes more than
/// one; nothing that is secret comes to light in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub nation: Nation,
    pub actions: Vec<Action>,
}

/// What the seat does next; `None` if nothing is awaited of it.
///
/// Of several decisions that are awaited of the seat at once the first is answered. Each action
/// has been tried on an imagined game before, so the rules refuse none.
pub fn decide(insight: &Insight, level: Level, stream: &mut BotStream) -> Option<Answer> {
    let awaited = insight.knowledge.awaited();
    let (nation, kind) = awaited.into_iter().find(|(_, kind)| *kind != DecisionKind::GameOver)?;
    let actions = choices::choose(insight, nation, kind, level, stream);
    Some(Answer { nation, actions })
}

/// Whether a game would accept the actions one after another.
fn is_accepted(game: &Imagined, nation: Nation, actions: &[Action]) -> bool {
    let mut game = game.clone();
    actions.iter().all(|action| game.act(nation, action).is_ok())
}
