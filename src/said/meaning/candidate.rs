//! What words may have been meant to be: what a question offers, and what is near to a word that nobody knows.
//!
//! Values, so that each reader is shown them in his language; [`std::fmt::Display`] has them in canonical words.

use crate::game::{Action, CardRef, CityId, Nation, PieceId};
use std::fmt::{Display, Formatter, Result};

/// One thing that may be meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Candidate {
    /// A place on the map.
    City(CityId),
    /// A general or a supply train.
    Piece(PieceId),
    /// One of the seven, on the map or not.
    Nation(Nation),
    /// A card, as far as it was named.
    Card(CardRef),
    /// Something to do, such as a march whose goal is in doubt.
    Order(Action),
    /// These pieces stay where they are.
    Stay(Vec<PieceId>),
}

impl Candidate {
    /// A march of these pieces to this city.
    pub(in crate::said) fn march(pieces: &[PieceId], goal: CityId) -> Candidate {
        Candidate::Order(Action::MoveVia { pieces: pieces.to_vec(), via: vec![goal] })
    }

    /// Whether it sends a supply train and a general to the same city, which no rule allows (R4.2).
    pub(in crate::said) fn mixes(&self) -> bool {
        matches!(self, Candidate::Order(Action::MoveVia { pieces, .. }) if are_mixed(pieces))
    }
}

/// Whether supply trains and generals are among them.
pub(in crate::said) fn are_mixed(pieces: &[PieceId]) -> bool {
    pieces.iter().any(|piece| piece.is_general()) && !pieces.iter().all(|piece| piece.is_general())
}

impl Display for Candidate {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Candidate::City(city) => f.write_str(&crate::orders::write_city(*city)),
            Candidate::Piece(piece) => f.write_str(piece.name()),
            Candidate::Nation(nation) => f.write_str(nation.id()),
            Candidate::Card(card) => write!(f, "{card}"),
            Candidate::Order(action) => f.write_str(&crate::orders::write(action)),
            Candidate::Stay(pieces) => {
                let names: Vec<&str> = pieces.iter().map(|piece| piece.name()).collect();
                let verb = if pieces.len() == 1 { "stays" } else { "stay" };
                write!(f, "{} {verb}", names.join(" + "))
            }
        }
    }
}

/// Equal to its canonical words.
#[cfg(test)]
impl PartialEq<&str> for Candidate {
    fn eq(&self, other: &&str) -> bool {
        self.to_string() == **other
    }
}
