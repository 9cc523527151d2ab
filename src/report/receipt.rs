//! A receipt: what was understood of a mail, line by line, and what became of it.
//!
//! The order language and the campaign decide that; here are only the facts to be told.

use super::club::Note;
use super::happening::Happening;
use super::head::{GameHead, LogHead};
use super::moment::Moment;
use super::prompt::{Deadline, Prompt};
use super::sayable::Sayable;
use super::standing::Standing;
use crate::duel::{Instruction, Outlook};
use crate::game::{CityId, Hindrance, Nation, Order, PieceId, Refusal, Warning};
use crate::said::{Doubt, Trouble};
use serde::Serialize;

/// The answer to every accepted mail.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Receipt {
    pub game: GameHead,
    pub status: ReceiptStatus,
    /// Every line that was not blank, in order.
    pub lines: Vec<Line>,
    /// What was carried out with this mail and had been ordered by earlier ones.
    pub earlier: Vec<UnderstoodOrder>,
    /// What the mail replaced.
    pub replaced: Option<Replaced>,
    /// What is still awaited of the seat.
    pub missing: Vec<Prompt>,
    /// When what is missing is due, and what happens then.
    pub deadline: Option<Deadline>,
    /// When the complete set that is kept will be carried out, if a time for second thoughts
    /// runs.
    pub carried_out_at: Option<Moment>,
    /// Why it is so, for the first sentence.
    pub because: Because,
    /// What a careful friend would mention about the orders; it holds nothing back.
    pub warnings: Vec<Warning>,
    /// What is kept for later.
    pub standing: Standing,
    /// Answers to what the mail asked of the club.
    pub notes: Vec<Note>,
    pub log: LogHead,
}

/// What became of the mail as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
    /// What is kept is shown as it stands.
    Shown,
    /// Nothing of it could be used.
    #[default]
    Nothing,
}

/// Why the mail as a whole came to what it did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Because {
    /// There is nothing to explain.
    #[default]
    Done,
    /// Kept: the player has not said that this is all.
    NotReady {},
    /// Kept: the player wants to wait.
    Waits {},
    /// Kept: a time for second thoughts runs.
    SecondThoughts {},
    /// Kept, though the player has said that this is all: a line holds it back. `number` is that of
    /// the line in this mail; `None` if an earlier mail had it. The same is true of `more` lines of
    /// this mail, and of `earlier` ones.
    Held {
        number: Option<usize>,
        text: String,
        pieces: Vec<String>,
        more: usize,
        earlier: Vec<String>,
    },
    /// Kept, though the player has said that this is all: his mail answers one that had not asked
    /// for it.
    NotAsked {},
    /// Kept: the troops of a set-up are not complete, or do not add up (R1.7).
    Allotment { nation: Nation, refusal: Refusal },
    /// Nothing done, or only the rest: this line could not be used.
    Line { number: usize, text: String },
    /// Nothing done: what the mail is about is over.
    Late {},
    /// Nothing done: nothing of the kind is awaited.
    NothingAwaited {},
    /// Nothing done: nothing in the mail asks for anything.
    NoOrder {},
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
    /// Its number in the mail, from 1.
    pub number: usize,
    pub text: String,
    /// Words that were not written as they are known, and what they were taken for.
    pub guessed: Vec<(String, String)>,
    #[serde(flatten)]
    pub outcome: LineOutcome,
}

/// What a line was.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum LineOutcome {
    /// Orders, with what they do.
    Understood { nation: Nation, orders: Vec<UnderstoodOrder> },
    /// A word to the referee; `about` says which nation, topic or piece.
    Command { word: RefereeWord, about: Option<String> },
    /// Kept for a movement phase to come.
    Ahead { nation: Nation, turn: u16, orders: Vec<Sayable>, conditional: bool },
    /// A duel instruction, the one it takes the place of, and what it would do with the present hand.
    Instruction {
        order: Box<Instruction>,
        replaced: Option<Box<Instruction>>,
        outlook: Vec<Outlook>,
    },
    /// Instructions that are no longer in force.
    Withdrawn { orders: Vec<Instruction> },
    /// Not allowed, and why.
    Refused {
        nation: Nation,
        refusal: Refusal,
        /// The single order of the line that it is about.
        order: Option<Order>,
        /// What stands in the way on the map.
        hindrance: Option<Hindrance>,
        /// The line of this mail that brought the obstacle there, or moved the piece.
        line: Option<usize>,
    },
    /// What came before in the mail has made it pointless: a card after a combat's last.
    NotNeeded { order: Order },
    /// It is for something of this nation that is over.
    Late { nation: Nation },
    /// Where pieces can go, asked for.
    Reach { pieces: Vec<PieceId>, at: Option<CityId>, cities: Vec<CityId> },
    /// Where pieces stand, asked for.
    Stands { pieces: Vec<Whereabouts> },
    /// Two or more readings are possible.
    Question {
        /// What is open.
        what: Doubt,
        words: String,
        candidates: Vec<Sayable>,
    },
    /// Not understood; what was perhaps meant.
    NotUnderstood { why: Trouble, words: String, near: Vec<Sayable> },
    /// A greeting or the like.
    Ignored {},
}

/// What a word to the referee is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefereeWord {
    Ready,
    Wait,
    Test,
    /// All is taken back.
    Cancel,
    /// What was ordered for pieces is taken back.
    Cancelled,
    /// The orders are to be shown.
    Orders,
    Status,
    Help,
    /// A heading alone.
    For,
    Stays,
    /// A condition that is not met, so that nothing is done.
    Condition,
}

/// Where one piece stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Whereabouts {
    pub piece: PieceId,
    /// `None`: it is not on the map.
    pub at: Option<CityId>,
    /// Only of the reader's own generals.
    pub troops: Option<u8>,
}

/// One order of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnderstoodOrder {
    pub order: Order,
    /// What it does, as [`foreseeable`](super::foreseeable) of its trial run or
    /// [`events_for`](super::events_for) of its execution gives it.
    pub events: Vec<Happening>,
}
