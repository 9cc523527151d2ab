//! A receipt: what was understood of a mail, line by line, and what became of it.
//!
//! The order language and the campaign decide that; here are only the facts to be told.

use super::club::Note;
use super::happening::Happening;
use super::head::{GameHead, LogHead};
use super::moment::Moment;
use super::prompt::{Deadline, Prompt};
use super::standing::Standing;
use crate::duel::Outlook;
use crate::game::{Nation, Order, Refusal};
use serde::Serialize;

/// The answer to every accepted mail.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Receipt {
    pub game: GameHead,
    pub status: ReceiptStatus,
    /// Every line that was not blank, in order.
    pub lines: Vec<Line>,
    /// What the mail replaced.
    pub replaced: Option<Replaced>,
    /// What is still awaited of the seat.
    pub missing: Vec<Prompt>,
    /// When what is missing is due, and what happens then.
    pub deadline: Option<Deadline>,
    /// When the complete set that is kept will be carried out, if a time for second thoughts
    /// runs.
    pub carried_out_at: Option<Moment>,
    /// What is kept for later.
    pub standing: Standing,
    /// Answers to what the mail asked of the club.
    pub notes: Vec<Note>,
    pub log: LogHead,
}

/// What became of the mail as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReceiptStatus {
    /// Carried out.
    CarriedOut,
    /// Kept until the set is complete or the player says `ready`.
    Kept,
    /// A dry run: nothing was kept.
    Test,
    /// Stored for a later decision.
    Ahead,
    /// Nothing of it could be used.
    Nothing,
}

/// Orders that the mail replaced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Replaced {
    /// When the earlier mail came.
    pub received: Moment,
    /// Its lines.
    pub lines: Vec<String>,
}

/// A line as it was written, and its outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    pub text: String,
    #[serde(flatten)]
    pub outcome: LineOutcome,
}

/// What a line was.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum LineOutcome {
    /// Orders, with what they do.
    Understood { nation: Nation, orders: Vec<UnderstoodOrder> },
    /// A word to the referee: `ready`, `wait`, `test`, `cancel`, `status`, `help`, `for`, `menu`,
    /// `stays`, `condition` (not met, so nothing is done), `past` (for a turn that is over);
    /// `about` says which menu entry, nation, topic or piece.
    Command { word: String, about: Option<String> },
    /// Kept for a movement phase to come; canonical texts, except of troops over several lines.
    Ahead { nation: Nation, turn: u16, orders: Vec<String>, conditional: bool },
    /// A duel instruction in its canonical text, and what it would do with the present hand.
    Instruction { order: String, replaced: Option<String>, outlook: Vec<Outlook> },
    /// Instructions that are no longer in force.
    Withdrawn { orders: Vec<String> },
    /// Not allowed, and why.
    Refused { nation: Nation, refusal: Refusal },
    /// Two or more readings are possible.
    Question {
        /// What is open: a code that the templates know.
        what: String,
        words: String,
        candidates: Vec<String>,
    },
    /// Not understood; what was perhaps meant.
    NotUnderstood {
        /// A code that the templates know.
        why: String,
        words: String,
        near: Vec<String>,
    },
    /// A greeting or the like.
    Ignored {},
}

/// One order of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnderstoodOrder {
    pub order: Order,
    /// What it does, as [`foreseeable`](super::foreseeable) of its trial run or
    /// [`events_for`](super::events_for) of its execution gives it.
    pub events: Vec<Happening>,
}
