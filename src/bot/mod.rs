//! Company at the table: how the program plays a seat.
//!
//! A bot is a player like any other. It gets an [`Insight`]: what its seat may know
//! ([`crate::game::Knowledge`]), what everybody could have noted down of the public events ([`Memory`]), and nothing
//! else; where it wants to try something out, it imagines a game with everything hidden guessed. Its chance is
//! a [`BotStream`] of its own, so whoever knows the game's key and its log can make its choices again.
//!
//! What it deliberately does not do: know a real position, read text, tell anybody anything, use a
//! clock. It thinks for a bounded number of steps, not for a time, or its choices could not be checked.
//!
//! `docs/bots.md` says how it thinks.

pub mod chances;
mod choices;
mod clash;
mod duel;
mod insight;
mod judge;
mod level;
mod memory;
mod menace;
mod plan;
mod reading;
mod recruit;
mod rehearse;
mod stance;
mod stream;
mod style;

pub use insight::Insight;
pub use level::{Level, NotALevel};
pub use memory::Memory;
pub use stream::BotStream;
pub use style::Style;

use crate::game::{Action, DecisionKind, Nation};
use choices::Chooser;

/// What a bot does: actions of one nation, one after another. Only a movement phase takes more than
/// one: nothing secret comes to light in it, so all of it can be decided beforehand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// One of the nations of the seat that was asked.
    pub nation: Nation,
    /// To be carried out in this order; empty only where the rules list nothing that could be done.
    pub actions: Vec<Action>,
}

/// What the seat does next; `None` if nothing is awaited of it.
///
/// Of several decisions that are awaited of the seat at once the first is answered. Each action
/// has been tried on an imagined game or is one of those that it lists, so the rules refuse none.
pub fn decide(insight: &Insight, level: Level, stream: &mut BotStream) -> Option<Answer> {
    decide_with(insight, level, Style::published(), stream)
}

/// As [`decide`], with other weights: for tournaments.
pub fn decide_with(
    insight: &Insight,
    level: Level,
    style: &Style,
    stream: &mut BotStream,
) -> Option<Answer> {
    let mut awaited = insight.knowledge.awaited();
    let (nation, kind) = awaited.find(|(_, kind)| *kind != DecisionKind::GameOver)?;
    let actions = Chooser::new(insight, style, level, nation).choose(kind, stream);
    Some(Answer { nation, actions })
}
