//! Conditions on public facts before orders that are sent ahead: `if Richelieu at Minden: …`,
//! `else: …`.
//!
//! Only what everybody can see on the map is a condition; what is true is asked of a view when
//! the order is due.

use crate::game::{CityId, Nation, PieceId, View};

/// A public fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The general stands in the city.
    At(PieceId, CityId),
    /// The city is an objective in the hands of a nation that wants it (R5).
    Conquered(CityId),
    /// The nation has left the game, or was never in it (R11.4).
    Out(Nation),
}

impl Fact {
    /// Whether it is so, as everybody can see.
    pub fn holds(self, view: &View) -> bool {
        match self {
            Fact::At(piece, city) => {
                view.pieces.iter().any(|known| known.piece == piece && known.city == Some(city))
            }
            Fact::Conquered(city) => view.conquered.contains_key(&city),
            Fact::Out(nation) => {
                !view.nations.iter().any(|known| known.nation == nation && known.in_play)
            }
        }
    }
}

/// A fact that has to be so, or must not be so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// What is asked of the map.
    pub fact: Fact,
    /// `false` for `if not`, and for what stands behind `else`.
    pub holds: bool,
}

impl Condition {
    /// Whether it is met.
    pub fn is_met(self, view: &View) -> bool {
        self.fact.holds(view) == self.holds
    }
}
