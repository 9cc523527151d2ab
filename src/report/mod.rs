//! What players read: facts a seat may know become mails of text and HTML.
//!
//! Everything here works on plain values: a [`View`](crate::game::View), which is what one seat
//! may know, and what happened ([`Happening`]), picked for that seat. No function takes a `State`, so
//! no secret of another seat can slip into a mail.
//!
//! ```text
//! View, events ──► Report, Receipt, … ──► templates/<language>/ ──► Document ──► text
//!                  (facts, no words)      (words, no layout)                └──► HTML
//! ```
//!
//! Every sentence is in a template; a template writes a light markup ([`document`]), from which
//! both parts of a mail are laid out, so that they hold the same. What this module deliberately
//! does not do: build MIME, know tokens or where a mail goes, ask the clock, decide a rule.

mod annals;
mod chronicle;
mod clock;
mod club;
pub mod document;
mod duel;
mod events;
mod gathering;
mod happening;
mod head;
mod holdings;
mod html;
mod link;
pub mod links;
mod mail;
pub mod map;
mod moment;
mod names;
mod near;
mod phrases;
mod prompt;

mod receipt;
mod sayable;
mod site;
mod standing;
mod table;
mod templates;
mod text;

pub use crate::said::Language;
pub use annals::{Beginner, HistorySentence};
pub use chronicle::{Chronicle, Entry, Heading, Section, Taken};
pub use clock::{Attendance, ClockFace, LapsesToCome, Reminder, Vacancy, VacancyNews};
pub use club::{
    AddressFacts, AlsoAddress, Ballots, CalendarDay, ClockNote, Desk, FormFault, FormLine,
    FormValue, GameLine, GameSettings, GameStage, LifeNote, Message, MyData, NoAbsence, NoBallot,
    NoNewGame, NoPress, NoVote, NotJoined, NotTakenOver, Note, PressMail, PressTo, Proposal,
    SeatFacts, TalkNote, TraceFacts, VoteCall, VoteDecided, VoteFacts, VoteResult, WishFacts,
};
pub use duel::{Duel, DuelSide, Played, Run};
pub use events::{events_for, foreseeable};
pub use gathering::{
    Anew, AwaitedRound, Gathering, GatheringStage, KnownPhrase, Phrase, PhraseRefusal, Who,
};
pub use happening::{ClubEvent, ClubNews, Happening, WhyCaretaker, WhyVacant};
pub use head::{GameHead, LogHead, Player};
pub use holdings::{Hand, Holding, OwnGeneral, OwnStack, OwnTrain, SuitOfHand};
pub use mail::{
    AddressChange, AddressStage, Bounces, DeadMail, GameClosed, GameEnded, Help, Late, LogCopy,
    Mail, NoNewAddress, NotYours, NotedFailure, OPERATORS_NOTE, OperatorNote, Report, Stranger,
    TooMany, TurnOfWar, UnknownGame, Unreadable, UnreadableWhy, Welcome,
};
pub use moment::Moment;
pub use near::{Around, Near, NearCity};
pub use phrases::PhraseFault;
pub use prompt::{Deadline, FateQuestion, IfNothingComes, Lead, Prompt, StackThere, ToMove};
pub use receipt::{
    Because, Due, Line, LineOutcome, Receipt, ReceiptStatus, RefereeWord, Replaced, ReplacedLine,
    UnderstoodOrder, Whereabouts,
};
pub use sayable::Sayable;
pub use site::{Leaf, LeafHeading, LeafPlace, Shelf, ShelfLink};
pub use standing::{AheadDue, AheadLine, AheadSet, Standing};
pub use table::{AwaitedRow, Concerned, NationRow, Stack, Table};
#[cfg(test)]
pub(crate) use templates::compiled_in;
pub use templates::{Rendered, TemplateError, Templates};

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod valid;
