//! What is wrong with a line, or open in it, and why a line says nothing: values, whose sentences stand in
//! the templates.

use serde::{Serialize, Serializer};

/// What was left open by a line that could mean several things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// Which of several cities.
    City,
    /// Which of several pieces.
    Piece,
    /// Which nation's train.
    Nation,
    /// Which of several combats.
    Combat,
    /// Where a piece re-enters.
    EntryCity,
    /// Which card, or which value of a Reserve.
    Card,
    /// How many troops.
    Troops,
}

/// Why a line is not understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It is no order.
    Unknown,
    /// Nothing on the map is called so.
    UnknownCity,
    /// No piece is called so.
    UnknownPiece,
    /// No card is written so.
    UnknownCard,
    /// An order, but these words of it mean nothing here.
    UnknownWords,
    /// Another seat plays the nation or the piece.
    NotYourNation,
    /// Two nations in one order.
    MixedNations,
    /// Who is to do it was not said.
    MissingPiece,
    /// Where to was not said.
    MissingCity,
    /// Which card was not said.
    MissingCard,
    /// How many troops, or for whom, is missing.
    MissingTroops,
    /// The number said is not that of the list.
    CountDisagrees {
        /// The number that the line gives, in words or digits.
        said: u16,
        /// How many were named.
        listed: u16,
    },
    /// An answer without a question.
    NothingAwaited,
    /// These two do not meet in a combat.
    NoSuchCombat,
    /// No order is that long.
    TooLong,
    /// An instruction or a condition that does not say what is to be done.
    MissingTerms,
    /// How many cards, points or troops is missing.
    MissingNumber,
    /// No fact that everybody can see, or `else` without `if`.
    UnknownCondition,
    /// In a combat, cards on a condition: what follows is not clear.
    UnknownSequel,
    /// Of how a combat is to be fought: nothing that an instruction can say.
    NoSuchTerm,
    /// It asks whether something can be done, and orders nothing.
    Question,
    /// A number that no entry of the menu has.
    NoSuchAnswer,
    /// What stands below words for others looks like orders, and may belong to them.
    PressEnd,
}

/// What a line is that says nothing about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noise {
    /// A greeting, banter, a name: nothing that asks for anything.
    Greeting,
    /// The sender's own name at the end.
    Closing,
    /// A line of dashes or the like.
    Separator,
    /// From `#` on: a template's remarks.
    Comment,
    /// From `>` on: what somebody else wrote is nobody's order.
    Quote,
}

/// By its name.
impl Serialize for Doubt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// By its name.
impl Serialize for Trouble {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
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
            Doubt::Troops => "troops",
            Doubt::Card => "card",
        }
    }

    /// All of them.
    pub const ALL: [Doubt; 7] = [
        Doubt::City,
        Doubt::Piece,
        Doubt::Nation,
        Doubt::Combat,
        Doubt::EntryCity,
        Doubt::Card,
        Doubt::Troops,
    ];
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
            Trouble::UnknownSequel => "unknown-sequel",
            Trouble::NoSuchTerm => "no-such-term",
            Trouble::Question => "question",
            Trouble::NoSuchAnswer => "no-such-answer",
            Trouble::PressEnd => "press-end",
        }
    }

    /// The codes of all of them.
    pub const CODES: [&'static str; 23] = [
        "unknown",
        "unknown-city",
        "unknown-piece",
        "unknown-card",
        "unknown-words",
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
        "unknown-sequel",
        "no-such-term",
        "question",
        "no-such-answer",
        "press-end",
    ];
}
