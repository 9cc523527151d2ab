//! What words of a player may mean, or what he has ordered for later: values that the templates put into
//! the words of each reader.
//!
//! What this module deliberately does not do: say it in any language.

use crate::game::{Action, CardRef, CityId, Nation, Order, PieceId};
use crate::said::Candidate;
use serde::Serialize;

/// One thing that is meant.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Sayable {
    City {
        city: CityId,
    },
    Piece {
        name: String,
    },
    Nation {
        nation: Nation,
    },
    Card {
        card: CardRef,
    },
    Order {
        order: Order,
    },
    /// That these pieces stay where they are.
    Stays {
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
