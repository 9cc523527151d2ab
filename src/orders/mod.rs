//! The order language: the text of a player's mail to actions, and back.
//!
//! [`read`] gives every non-blank line exactly one outcome: understood, a question, not
//! understood, or nothing but a greeting. What is understood may still be against the rules: that
//! is for [`crate::game`] to say. [`write`] is the canonical text of an action, [`menu`] and
//! [`template`] are what a prompt offers.
//!
//! What this module deliberately does not do: clean mails, decide rules, carry anything out, or
//! write sentences for players; diagnoses are values. It asks a state only what the seat may
//! know, so other seats' secrets cannot change an outcome. What duel instructions do is for
//! [`crate::duel`]; here is how they are written.
//!
//! ```text
//! text ─► lines ─► tokens ─► sentences ─► cards | moves | troops | recruitment | answers
//! ```

mod answers;
mod assemble;
mod cards;
mod commands;
mod conditions;
mod cursor;
mod duel;
mod duel_words;
mod duel_write;
pub(crate) mod fold;
mod knowledge;
pub(crate) mod lexicon;
mod menu;
mod moves;
pub mod names;
mod places;
mod reader;
mod recruit;
mod sentence;
mod template;
mod token;
mod troops;
mod write;

pub use assemble::Assembled;
pub use conditions::{Condition, Fact};
pub use duel::Withdrawn;
pub use duel_write::{write_instruction, write_scope};
pub use menu::{MenuEntry, menu};
pub use reader::read;
pub use template::{
    MoveTemplate, allotment_template, completed_allotment, merged, move_templates, template,
};
pub use write::{write, write_city};

#[cfg(test)]
mod answers_tests;
#[cfg(test)]
pub(crate) mod duel_tests;
#[cfg(test)]
mod lines_tests;
#[cfg(test)]
mod manual_tests;
#[cfg(test)]
mod movement_tests;
#[cfg(test)]
mod names_tests;
#[cfg(test)]
mod offers_tests;
#[cfg(test)]
mod round_trip_tests;
#[cfg(test)]
mod secrecy_tests;
#[cfg(test)]
pub(crate) mod testing;

use crate::duel::Instruction;
use crate::game::{Action, Decision, Nation, PieceId, Seat, State, Troops};

/// Whose text it is and what he is asked.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The position; only what the seat may know of it is asked.
    pub state: &'a State,
    pub seat: Seat,
    /// The open decisions of this seat.
    pub decisions: &'a [Decision],
}

/// What a whole text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// One for each line that is not blank, in order.
    pub lines: Vec<Line>,
}

/// A line and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From 1, blank lines counted.
    pub number: usize,
    /// The line without space at its ends, at most [`SHOWN`] characters of it.
    pub text: String,
    pub outcome: Outcome,
}

/// The most characters of a line that are repeated.
pub const SHOWN: usize = 300;

/// What became of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `nation` is whom it concerns, if it concerns one.
    Understood { nation: Option<Nation>, statement: Statement },
    /// Several things are possible: `words` could mean each of the candidates.
    Question { what: Doubt, words: String, candidates: Vec<String> },
    /// `words` are at fault; `near` is what they may have been meant to be.
    NotUnderstood { why: Trouble, words: String, near: Vec<String> },
    /// Nothing that concerns the game.
    Ignored(Noise),
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// All is said: also how a movement phase is ended.
    Ready,
    /// Nothing is to be carried out yet.
    Wait,
    /// A dry run.
    Test,
    /// What was sent before for the same decision is void.
    Cancel,
    Status,
    /// With what it is about, if that was said.
    Help(Option<String>),
    /// The lines that follow are for this nation, in that turn.
    For {
        nation: Nation,
        turn: Option<u16>,
    },
    /// A number alone: the entry of a menu.
    Choice(u8),
    /// These pieces stay: nothing is ordered for them.
    NoOrder(Vec<PieceId>),
    /// Troops of these generals, at set-up or within a stack; [`Reading::assemble`] joins them.
    /// Empty in a line that only announces the others.
    TroopsFor(Nation, Troops),
    Actions(Vec<Action>),
    /// How combats are to be fought while the player is away.
    Instruct(Box<Instruction>),
    /// Instructions sent before are withdrawn.
    Revoke(Withdrawn),
    /// Only if the condition is met when the order is due.
    If(Condition, Box<Statement>),
    /// Different things in one line, each with the nation it concerns.
    Several(Vec<(Option<Nation>, Statement)>),
}

/// What was left open by a line that could mean several things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    City,
    Piece,
    /// Which nation's train.
    Nation,
    Combat,
    /// Where a piece re-enters.
    EntryCity,
    /// Which card, or which value of a Reserve.
    Card,
}

/// Why a line is not understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It is no order.
    Unknown,
    UnknownCity,
    UnknownPiece,
    UnknownCard,
    /// An order, but these words of it mean nothing here.
    UnknownWords,
    NotYourPiece,
    NotYourNation,
    /// Two nations in one order.
    MixedNations,
    MissingPiece,
    MissingCity,
    MissingCard,
    /// How many troops, or for whom, is missing.
    MissingTroops,
    /// The number said is not that of the list.
    CountDisagrees {
        said: u16,
        listed: u16,
    },
    /// An answer without a question.
    NothingAwaited,
    NoSuchCombat,
    /// No order is that long.
    TooLong,
    /// An instruction or a condition that does not say what is to be done.
    MissingTerms,
    /// How many cards, points or troops is missing.
    MissingNumber,
    /// No fact that everybody can see, or `else` without `if`.
    UnknownCondition,
}

/// What a line is that says nothing about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noise {
    Greeting,
    Closing,
    Separator,
    /// From `#` on: a template's remarks.
    Comment,
    /// From `>` on: what somebody else wrote is nobody's order.
    Quote,
}

impl Doubt {
    /// Stable name, by which the templates know it.
    pub const fn code(self) -> &'static str {
        match self {
            Doubt::City => "city",
            Doubt::Piece => "piece",
            Doubt::Nation => "nation",
            Doubt::Combat => "combat",
            Doubt::EntryCity => "entry-city",
            Doubt::Card => "card",
        }
    }

    /// All of them.
    pub const ALL: [Doubt; 6] =
        [Doubt::City, Doubt::Piece, Doubt::Nation, Doubt::Combat, Doubt::EntryCity, Doubt::Card];
}

impl Trouble {
    /// Stable name, by which the templates know it.
    pub const fn code(self) -> &'static str {
        match self {
            Trouble::Unknown => "unknown",
            Trouble::UnknownCity => "unknown-city",
            Trouble::UnknownPiece => "unknown-piece",
            Trouble::UnknownCard => "unknown-card",
            Trouble::UnknownWords => "unknown-words",
            Trouble::NotYourPiece => "not-your-piece",
            Trouble::NotYourNation => "not-your-nation",
            Trouble::MixedNations => "mixed-nations",
            Trouble::MissingPiece => "missing-piece",
            Trouble::MissingCity => "missing-city",
            Trouble::MissingCard => "missing-card",
            Trouble::MissingTroops => "missing-troops",
            Trouble::CountDisagrees { .. } => "count-disagrees",
            Trouble::NothingAwaited => "nothing-awaited",
            Trouble::NoSuchCombat => "no-such-combat",
            Trouble::TooLong => "too-long",
            Trouble::MissingTerms => "missing-terms",
            Trouble::MissingNumber => "missing-number",
            Trouble::UnknownCondition => "unknown-condition",
        }
    }

    /// The codes of all of them.
    pub const CODES: [&'static str; 19] = [
        "unknown",
        "unknown-city",
        "unknown-piece",
        "unknown-card",
        "unknown-words",
        "not-your-piece",
        "not-your-nation",
        "mixed-nations",
        "missing-piece",
        "missing-city",
        "missing-card",
        "missing-troops",
        "count-disagrees",
        "nothing-awaited",
        "no-such-combat",
        "too-long",
        "missing-terms",
        "missing-number",
        "unknown-condition",
    ];
}

impl Reading {
    /// All statements with the number of their line and the nation they concern, those of one line
    /// apart.
    pub fn statements(&self) -> impl Iterator<Item = (usize, Option<Nation>, &Statement)> {
        self.lines.iter().flat_map(|line| {
            let mut found = Vec::new();
            match &line.outcome {
                Outcome::Understood { statement: Statement::Several(all), .. } => {
                    found.extend(all.iter().map(|(nation, said)| (line.number, *nation, said)));
                }
                Outcome::Understood { nation, statement } => {
                    found.push((line.number, *nation, statement));
                }
                _ => {}
            }
            found
        })
    }

    /// Whether every line that concerns the game is understood.
    pub fn is_understood(&self) -> bool {
        self.lines
            .iter()
            .all(|line| matches!(line.outcome, Outcome::Understood { .. } | Outcome::Ignored(_)))
    }
}
