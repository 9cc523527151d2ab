//! What people write: one reader for every word of the club.
//!
//! [`read`] takes the text of a mail, after quotations and signatures are off, and says what each
//! line of it is and what all of them come to: orders, votes, absences, press, wishes, commands of the
//! desk. It is pure: it asks a [`Context`] only what the writer may know, and it does nothing. Whether
//! a thing is allowed, and what follows from it, is for others; what is understood and forbidden is
//! said here like anything else.
//!
//! The rooms, from the bottom to the top; each imports only what stands before it: `lexicon` (the words of each
//! language), `club` (phrases in all languages at once), `meaning` (what can be said), `chunks` (a line in
//! chunks), `hand`, `combat`, `march` and `army` (orders), `table` (commands, votes, press),
//! `grouping` (a line as groups that say one thing each), `doubt` (what takes back, binds or was left
//! unread), `telling` (what orders nothing), `reader` (all of it, line by line).
//!
//! What this module deliberately does not do: carry anything out, know a clock or a store, write
//! sentences for players. Days are as they were said, not resolved.

// Conditions on words are written as one thinks them.
#![allow(clippy::nonminimal_bool)]

mod army;
mod chunks;
mod club;
mod combat;
mod doubt;
mod grouping;
mod hand;
mod lexicon;
mod march;
mod meaning;
#[cfg(test)]
mod property_tests;
mod reader;
#[cfg(test)]
mod reading_tests;
mod table;
mod telling;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
pub(crate) mod tests;

pub use club::Named;
pub use club::absence::{Absent, Day, Until};
pub use club::phrases::{AboutChance, canonical_phrase, unnamed_phrases};
pub use club::press::Recipients;
pub use club::votes::{ClockKind, Wanted};
pub use club::words::form_word;
pub use lexicon::language::Language;
pub use lexicon::names::generals_named;
pub use lexicon::tongue::{spoken, spoken_in_words};
pub use meaning::candidate::Candidate;
pub use meaning::condition::{Condition, Fact};
pub use meaning::diagnosis::{Doubt, Noise, Trouble};
pub use meaning::request::{Cancel, Press, Request, Topic, Withdrawn};
pub use meaning::wish::{Joining, Wish};
pub use reader::read;
pub use table::consent::Consent;

use crate::game::{CityId, Decision, Nation, PieceId, Seat, State};

/// How many characters of a line are kept, to be repeated to its writer.
pub const SHOWN: usize = 300;

/// Whose text it is, and what is known when it is read.
#[derive(Clone, Copy, Default)]
pub struct Context<'a> {
    /// The position, for somebody who holds a seat; only what the seat may know of it is asked.
    pub state: Option<&'a State>,
    /// The role that the writer plays; `None` for everybody else.
    pub seat: Option<Seat>,
    /// The open decisions of this seat.
    pub decisions: &'a [Decision],
    /// The reader's own language: it settles what is ambiguous between languages.
    pub language: Language,
    /// Names of the sender (From, display name, settings): they are chatter.
    pub names: &'a [String],
    /// Pieces of the one order of an earlier mail that could not be used: a line that names a goal and no
    /// piece means them. `then Uelzen`
    pub spoken_of: &'a [PieceId],
    /// The cities that those pieces were told they can reach: `up to there, then` means them.
    pub offered: &'a [(PieceId, CityId)],
    /// Pieces of orders that could not be used, with the cities of which it was asked whether they were meant: `Luckenwalde`
    /// alone answers for the piece that was asked about.
    pub asked_about: &'a [(PieceId, CityId)],
    /// The players at the table by their names, as far as the writer may know them: press may be for
    /// one of them.
    pub players: &'a [(String, Seat)],
    /// What the mail answers, if that is a question with yes and no.
    pub asked: Asked,
    /// Purchases of earlier mails wait to be carried out: `no recruits` takes them back.
    pub buys: bool,
    /// Pieces with a march in the draft that earlier mails made: where it is only told that one of them stays behind somewhere
    /// (`Browne stays a risk there, I know`), that takes no march back.
    pub marching: &'a [PieceId],
    /// The lines were kept for the phase that is open now: whatever turn they name, it is this one.
    pub due: bool,
}

/// The question with yes and no that a mail answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asked {
    /// No such question: `yes` and `no` are chatter, or answer a decision of the game.
    #[default]
    Nothing,
    /// A consent: the first word counts ([`Request::Yes`], [`Request::No`]).
    Consent,
    /// A form: lines with a key and a value fill it in ([`Request::Entry`]), a word alone agrees to it
    /// as it is ([`Request::Yes`]).
    Form,
    /// A call to vote on the proposal of this number: a plain yes or no is a ballot.
    Vote(u64),
}

/// What a whole text says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// One for each line that is not blank, in order.
    pub lines: Vec<Line>,
    /// What all the understood lines come to, in order.
    pub said: Vec<Said>,
    /// The good parts of lines that are in doubt: `ready`, and marches and stays of pieces of which the
    /// rest of the line says nothing.
    pub parts: Vec<Said>,
}

impl Reading {
    /// The lines that are in doubt: questions, and what was not understood.
    pub fn in_doubt(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.is_in_doubt())
    }

    /// What is answered to a question for consent.
    pub fn consent(&self) -> Consent {
        let said = self.said.iter().find_map(|said| match said.request {
            Request::Yes(_) => Some(Consent::Yes),
            Request::No => Some(Consent::No),
            _ => None,
        });
        said.unwrap_or(Consent::Unclear)
    }

    /// Whether it is a dry run.
    pub fn is_test(&self) -> bool {
        self.said.iter().any(|said| said.request == Request::Test)
    }

    /// All that is said of chance, each once. What comes with a wish to join belongs to that.
    pub fn chance(&self) -> Vec<AboutChance> {
        let about = self.said.iter().filter_map(|said| match &said.request {
            Request::Chance(about) => Some(about.clone()),
            _ => None,
        });
        let mut all: Vec<AboutChance> = about.collect();
        all.dedup();
        all
    }

    /// The text of the line with this number.
    pub fn line(&self, number: usize) -> &str {
        let line = self.lines.iter().find(|line| line.number == number);
        line.map_or("", |line| line.text.as_str())
    }

    /// Whether a line is in doubt that may hold `ready` back.
    pub fn is_blocked(&self) -> bool {
        self.in_doubt().any(|line| line.order_like)
    }
}

/// A single order or wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Number of the line that says it, from 1, blank lines counted; of several, the first.
    pub line: usize,
    /// Whom it concerns, if it concerns a nation and that is clear.
    pub nation: Option<Nation>,
    /// The turn of the heading above it.
    pub turn: Option<u16>,
    /// A heading for its nation stands above it, or before it in its line. Of a nation whose action is
    /// still to come, it is then for later.
    pub headed: bool,
    /// It holds only if this is so when it is due.
    pub condition: Option<Condition>,
    /// What is asked for.
    pub request: Request,
}

/// A line and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From 1, blank lines counted.
    pub number: usize,
    /// The line without space at its ends, at most [`SHOWN`] characters of it.
    pub text: String,
    /// What became of it.
    pub reading: LineReading,
    /// It names a piece or a card, or has an order's verb. A city alone is an address. Only such a
    /// line may hold `ready` back when it is in doubt.
    pub order_like: bool,
    /// The nation of the heading it stands under, if there is one: a line in doubt there holds back
    /// no other nation.
    pub nation: Option<Nation>,
    /// Repaired words, as they were written and as they were read, so that the receipt can tell.
    pub guessed: Vec<(String, String)>,
    /// A question in it that the program does not answer, as it was written.
    pub left_open: Option<String>,
    /// Of a line in doubt the sentences of which nothing is kept, as they were written; `None` if that is all of it.
    pub left: Option<String>,
}

impl Line {
    /// Whether it was asked about or not understood.
    pub fn is_in_doubt(&self) -> bool {
        matches!(self.reading, LineReading::Question { .. } | LineReading::NotUnderstood { .. })
    }
}

/// What became of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineReading {
    /// All of it; what it says stands in [`Reading::said`].
    Understood,
    /// Several things are possible: `words` could mean each of the candidates.
    Question {
        /// What is open.
        doubt: Doubt,
        /// Those of the line that it is about.
        words: String,
        /// To choose from; may be empty.
        candidates: Vec<Candidate>,
    },
    /// `words` are at fault; `near` is what they may have been meant to be.
    NotUnderstood {
        /// What is wrong.
        trouble: Trouble,
        /// Those of the line that it is about.
        words: String,
        /// May be empty.
        near: Vec<Candidate>,
    },
    /// Nothing that concerns the game or the club.
    Chatter(Noise),
}
