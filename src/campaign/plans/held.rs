//! What holds a draft back: lines that were orders and could not be used, until a better one comes.

use crate::game::PieceSet;
use serde::{Deserialize, Serialize};

/// A line that was an order and could not be used.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::campaign) struct Held {
    /// The line as it was written.
    pub text: String,
    /// Names of the pieces it speaks of, as far as they are known.
    pub pieces: Vec<String>,
    /// The city that they can reach on their way to a goal that is too far, as the answer said.
    pub offered: Option<String>,
    /// The cities of which the answer asked whether they were meant.
    pub asked: Vec<String>,
    /// It buys troops.
    pub purchase: bool,
}

impl Held {
    /// Of a line that speaks of these pieces.
    pub fn of(text: &str, pieces: PieceSet) -> Held {
        let names = pieces.iter().map(|piece| piece.name().to_owned());
        Held { text: text.to_owned(), pieces: names.collect(), ..Held::default() }
    }
}
