//! A receipt: what was understood of a mail, line by line, and what became of it.
//!
//! The order language and the campaign decide that; here are only the facts to be told.

use super::club::Note;
use super::happening::Happening;
use super::head::{GameHead, LogHead};
use super::moment::Moment;
use super::prompt::{Deadline, Prompt};
use super::sayable::Sayable;
use super::standing::{AheadLine, Standing};
use crate::duel::{Instruction, Outlook};
use crate::game::{CityId, Hindrance, Nation, Order, PieceId, Refusal, Warning};
use crate::said::{Doubt, Trouble};
use serde::Serialize;

/// The answer to every accepted mail.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Receipt {
    /// Where the game stands after it.
    pub game: GameHead,
    /// What became of the mail as a whole, for the first sentence.
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
    /// When the complete set that is kept will be carried out, while the time for second thoughts runs.
    pub carried_out_at: Option<Moment>,
    /// Why `status` is what it is, for the first sentence.
    pub because: Because,
    /// What a careful friend would mention about the orders; they are carried out all the same.
    pub warnings: Vec<Warning>,
    /// What is kept for later.
    pub standing: Standing,
    /// Answers to what the mail asked of the club.
    pub notes: Vec<Note>,
    /// The last entry of the game's log when this was written.
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
    /// Kept, though the player has said that this is all: at least one line holds it back.
    Held {
        /// The number of the line in this mail, from 1; `None` if an earlier mail had it.
        number: Option<usize>,
        /// The line as it was written.
        text: String,
        /// Names of the pieces it speaks of, as far as they are known.
        pieces: Vec<String>,
        /// How many other lines of this mail hold it back.
        more: usize,
        /// The lines of earlier mails that do, as they were written.
        earlier: Vec<String>,
    },
    /// Kept, though the player has said that this is all: his mail answers one that had not asked
    /// for it.
    NotAsked {},
    /// Kept: the troops of a set-up are not complete, or do not add up (R1.7).
    Allotment {
        /// Whose troops they are.
        nation: Nation,
        /// Which general, or which sum.
        refusal: Refusal,
    },
    /// Nothing done, or only the rest: this line could not be used.
    Line {
        /// The number of the line in this mail, from 1.
        number: usize,
        /// As it was written.
        text: String,
    },
    /// Nothing done: what the mail is about is over.
    Late {},
    /// Nothing done: nothing of the kind is awaited.
    NothingAwaited {},
    /// Nothing done: nothing in the mail asks for anything.
    NoOrder {},
}

/// Orders that the mail replaced.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Replaced {
    /// When the earlier mail came.
    pub received: Moment,
    /// What is replaced.
    pub lines: Vec<ReplacedLine>,
}

/// One thing that a mail replaced.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplacedLine {
    /// An order, which is shown in the reader's language.
    Order(Order),
    /// A line for later.
    Ahead(AheadLine),
}

/// A line as it was written, and its outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// Its number in the mail, from 1.
    pub number: usize,
    /// As it was written.
    pub text: String,
    /// Words spelt otherwise than the program knows them, each with what it was taken for.
    pub guessed: Vec<(String, String)>,
    /// A question in it that is not answered, as it was written.
    pub left_open: Option<String>,
    /// What it was, and what came of it.
    #[serde(flatten)]
    pub outcome: LineOutcome,
}

/// What a line was.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum LineOutcome {
    /// Orders, with what they do.
    Understood {
        /// For which nation.
        nation: Nation,
        /// In the order in which they stand in the line.
        orders: Vec<UnderstoodOrder>,
    },
    /// A word to the referee.
    Command {
        /// What was said.
        word: RefereeWord,
        /// The nation's or topic's word, or names of pieces; `None` if it was said of nothing.
        about: Option<String>,
    },
    /// Kept for a movement phase to come.
    Ahead {
        /// Whose movement phase it is for.
        nation: Nation,
        /// The turn it is for, from 1.
        turn: u16,
        /// What is kept, in the order in which it will be done.
        orders: Vec<Sayable>,
        /// Whether it is done only if something holds then.
        conditional: bool,
        /// Goals that are too far from where the pieces stand now: they may have moved by then.
        too_far: Vec<Hindrance>,
    },
    /// A duel instruction, the one it takes the place of, and what it would do with the present hand.
    Instruction {
        /// The instruction as it is kept.
        order: Box<Instruction>,
        /// `None` if there was none for the same combat.
        replaced: Option<Box<Instruction>>,
        /// One for each opponent who is adjacent now; empty if none is.
        outlook: Vec<Outlook>,
    },
    /// Cards that are played when the right to play comes back in the combat in progress, as an instruction for it
    /// alone.
    RestOfCombat {
        /// The instruction as it is kept.
        order: Box<Instruction>,
    },
    /// Instructions that are no longer in force.
    Withdrawn {
        /// Those that were in force until now; empty if there were none.
        orders: Vec<Instruction>,
    },
    /// Not allowed, and why.
    Refused {
        /// For which nation.
        nation: Nation,
        /// Which rule, with its numbers.
        refusal: Refusal,
        /// The single order of the line that it is about.
        order: Option<Order>,
        /// What stands in the way on the map.
        hindrance: Option<Hindrance>,
        /// The line of this mail that brought the obstacle there, or moved the piece.
        line: Option<usize>,
    },
    /// What came before in the mail has made it pointless: a card after a combat's last.
    NotNeeded {
        /// What was not done.
        order: Order,
    },
    /// It is for something of this nation that is over.
    Late {
        /// Whose decision is over.
        nation: Nation,
    },
    /// Where pieces can go, asked for.
    Reach {
        /// Those that would go together.
        pieces: Vec<PieceId>,
        /// The city they share; `None` if they are not on the map.
        at: Option<CityId>,
        /// Where a move could end, their own city left out (R4.1).
        cities: Vec<CityId>,
    },
    /// By when answers are awaited, asked for.
    Deadline {
        /// One for each clock that runs against the reader; a plan leaves it empty.
        due: Vec<Due>,
    },
    /// Where pieces stand, asked for.
    Stands {
        /// Each that was asked for.
        pieces: Vec<Whereabouts>,
    },
    /// Two or more readings are possible.
    Question {
        /// What is open.
        what: Doubt,
        /// The words that can be read in several ways.
        words: String,
        /// What they may mean, to choose from; may be empty.
        candidates: Vec<Sayable>,
    },
    /// Not understood.
    NotUnderstood {
        /// What was lacking.
        why: Trouble,
        /// The words that could not be read.
        words: String,
        /// What was perhaps meant: what is spelt nearly so; empty if nothing is.
        near: Vec<Sayable>,
    },
    /// A greeting or the like.
    Ignored {},
}

/// What a word to the referee is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefereeWord {
    /// This is all, carry it out.
    Ready,
    /// Nothing is to be carried out yet.
    Wait,
    /// The mail is a dry run.
    Test,
    /// All is taken back.
    Cancel,
    /// What was ordered for pieces is taken back.
    Cancelled,
    /// The orders are to be shown.
    Orders,
    /// The position was asked for.
    Status,
    /// The manual, or a page of it, was asked for.
    Help,
    /// A heading alone.
    For,
    /// Pieces stay where they are.
    Stays,
    /// A condition that is not met, so that nothing is done.
    Condition,
}

/// By when a nation's answer is awaited.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Due {
    /// Of the reader's nations.
    pub nation: Nation,
    /// When, and what happens then.
    pub deadline: Deadline,
}

/// Where one piece stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Whereabouts {
    /// The piece that was asked for.
    pub piece: PieceId,
    /// `None`: it is not on the map.
    pub at: Option<CityId>,
    /// Only of the reader's own generals.
    pub troops: Option<u8>,
}

/// One order of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnderstoodOrder {
    /// As it is carried out: a march with the way it takes (R4.6).
    pub order: Order,
    /// What it does, as [`foreseeable`](super::foreseeable) of its trial run or
    /// [`events_for`](super::events_for) of its execution gives it.
    pub events: Vec<Happening>,
}
