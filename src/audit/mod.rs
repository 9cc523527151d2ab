//! Trust: what a game's log says is checked by doing it again.
//!
//! ```text
//! journal   what entries hold            campaign writes it, everybody here reads it
//! prologue  how all chance was fixed     in which order, so that nobody chose last
//! replay    carries it out again         entry by entry, and compares
//! bots      chooses again what bots chose
//! consent   who ended the game           a vote or the organiser, and with that result
//! positions how far one may go back      not behind what somebody has seen
//! verify    a published file             nothing else is needed
//! database  the games of a database      for the doctor, and before an upgrade
//! history   the story of a campaign      text, JSON Lines, CSV
//! record    a log without a campaign     from a list of actions
//! seed      where a game's randomness comes from
//! ```
//!
//! It writes nothing at all; whoever distrusts the campaign can trust this.

mod bots;
mod consent;
mod database;
mod history;
pub mod journal;
mod positions;
mod prologue;
mod record;
mod replay;
pub mod seed;
mod verify;

pub use bots::BotFault;
pub use database::{Finding, check_games, check_log, export};
pub use history::{Format, History, HistoryError, history};
pub use journal::RULES_VERSION;
pub use positions::{may_go_back, reveals};
pub use prologue::{Chance, ChanceFault};
pub use record::{RecordError, record};
pub use replay::{Difference, Fault, Replay, WrongEvent};
pub use verify::{Verified, VerifyError, verify};
