//! What the club answers to a request: notes, which stand in a receipt or in a mail of their own.

mod clock;
mod life;
mod talk;

pub use clock::{CalendarDay, ClockNote, NoAbsence};
pub use life::{
    AddressFacts, AlsoAddress, FormFault, FormLine, FormValue, GameLine, GameSettings, GameStage,
    LifeNote, MyData, NoNewGame, NotJoined, NotTakenOver, SeatFacts, TraceFacts, WishFacts,
};
pub use talk::{
    Ballots, Message, NoBallot, NoPress, NoVote, PressMail, PressTo, Proposal, TalkNote, VoteCall,
    VoteDecided, VoteFacts, VoteResult,
};

use super::head::LogHead;
use serde::Serialize;

/// The answer to one request, told by macro `item` of `club.jinja`. The tag says which file has its sentences.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "note", rename_all = "kebab-case")]
pub enum Note {
    /// About press and votes.
    Talk(TalkNote),
    /// About absences.
    Clock(ClockNote),
    /// About games and persons.
    Life(LifeNote),
}

/// A mail with notes alone, where there were no orders to answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Desk {
    /// The game it is about, if it is about one.
    pub game: Option<String>,
    /// One for each line that asked something of the club, in order.
    pub notes: Vec<Note>,
    /// The last entry of the game's log; `None` if it is about no game, or about one without a log.
    pub log: Option<LogHead>,
}
