//! What words of a player may mean, or what he has ordered for later: values that the templates put into
//! the words of each reader.

use crate::game::{Action, CardRef, CityId, Nation, Order, PieceId};
use crate::said::Candidate;
use serde::Serialize;

/// One thing that is meant.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Sayable {
    /// A place on the map.
    City {
        /// Which one.
        city: CityId,
    },
    /// A general or a supply train.
    Piece {
        /// As the board has it, the same in all languages.
        name: String,
    },
    /// One of the seven (R1.1).
    Nation {
        /// Which one.
        nation: Nation,
    },
    /// A card, as far as it was named.
    Card {
        /// Suit and value, or a Reserve.
        card: CardRef,
    },
    /// Something that can be done.
    Order {
        /// What it is, in the terms of the rules.
        order: Order,
    },
    /// That these pieces stay where they are.
    Stays {
        /// Their names, as the board has them.
        pieces: Vec<String>,
    },
}

impl Sayable {
    /// That these pieces stay.
    pub fn stays(pieces: impl IntoIterator<Item = PieceId>) -> Sayable {
        Sayable::Stays { pieces: pieces.into_iter().map(|piece| piece.name().to_owned()).collect() }
    }
}

impl From<&Action> for Sayable {
    fn from(action: &Action) -> Sayable {
        Sayable::Order { order: Order::from(action) }
    }
}

impl From<&Candidate> for Sayable {
    fn from(candidate: &Candidate) -> Sayable {
        match candidate {
            Candidate::City(city) => Sayable::City { city: *city },
            Candidate::Piece(piece) => Sayable::Piece { name: piece.name().to_owned() },
            Candidate::Nation(nation) => Sayable::Nation { nation: *nation },
            Candidate::Card(card) => Sayable::Card { card: *card },
            Candidate::Order(action) => Sayable::from(action),
            Candidate::Stay(pieces) => Sayable::stays(pieces.iter().copied()),
        }
    }
}
