//! Small drawings: suits, shields, forts, flags, swords.
//!
//! Each is path data in a box of about 24 by 24 units; (0, 0) is its middle, and for a flag the foot of
//! its pole.

use super::outline::Outline;
use crate::game::Suit;
use std::sync::LazyLock;

/// The symbol of a suit.
const fn suit(suit: Suit) -> &'static str {
    match suit {
        Suit::Diamonds => {
            "M0-12C2.5-7.5 5.5-3.5 9 0C5.5 3.5 2.5 7.5 0 12C-2.5 7.5-5.5 3.5-9 0C-5.5-3.5-2.5-7.5 0-12Z"
        }
        Suit::Hearts => {
            "M0 11.5C-4 6-11 2-11-4.200C-11-8.200-8.300-10.5-5.5-10.5C-3-10.5-1-9 0-6.300C1-9 3-10.5 5.5-10.5C8.300-10.5 11-8.200 11-4.200C11 2 4 6 0 11.5Z"
        }
        Suit::Spades => {
            "M0-12C4-6.5 11-2.5 11 3.5C11 7.300 8.300 9 5.600 9C3.600 9 2 8 1.100 6.5C1.300 9 2.400 10.800 4.200 12L-4.200 12C-2.400 10.800-1.300 9-1.100 6.5C-2 8-3.600 9-5.600 9C-8.300 9-11 7.300-11 3.5C-11-2.5-4-6.5 0-12Z"
        }
        Suit::Clubs => {
            "M1.100 4.300C1.200 8 2.300 10.5 4.400 12L-4.400 12C-2.300 10.5-1.200 8-1.100 4.300C-2.200 6.200-4 7.300-6 7.300C-9 7.300-11.200 5-11.200 2.200C-11.200-.8-9-2.900-6.200-2.900C-5.200-2.900-4.300-2.700-3.5-2.200C-4.5-3.300-5.200-4.800-5.200-6.5C-5.200-9.600-2.900-12 0-12C2.900-12 5.200-9.600 5.200-6.5C5.200-4.800 4.5-3.300 3.5-2.200C4.300-2.700 5.200-2.900 6.200-2.900C9-2.900 11.200-.8 11.200 2.200C11.200 5 9 7.300 6 7.300C4 7.300 2.200 6.200 1.100 4.300Z"
        }
    }
}

/// Whether a suit is printed red.
pub(super) const fn is_red(suit: Suit) -> bool {
    matches!(suit, Suit::Hearts | Suit::Diamonds)
}

/// The drawings as outlines.
pub(super) struct Emblems {
    /// An objective: filled for the 1st order, an outline for the 2nd (R1.3).
    pub shield: Outline,
    /// A depot city, in its nation's colour.
    pub fort: Outline,
    /// The staff of a flag.
    pub pole: Outline,
    /// Over a conquered objective, in the conqueror's colour.
    pub flag: Outline,
    /// Where a combat is.
    pub swords: Outline,
    suits: [(Suit, Outline); 4],
}

/// The drawings, read when they are first asked for.
pub(super) static EMBLEMS: LazyLock<Emblems> = LazyLock::new(|| {
    let read = |data: &str| match Outline::parse(data) {
        Some(outline) => outline,
        // Compiled in: a broken one is a defect of the program.
        None => panic!("a drawing of the map is broken: {data}"),
    };
    let suits = [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds];
    Emblems {
        shield: read(SHIELD),
        fort: read(FORT),
        pole: read(POLE),
        flag: read(FLAG),
        swords: read(SWORDS),
        suits: suits.map(|kind| (kind, read(suit(kind)))),
    }
});

impl Emblems {
    /// The symbol of a suit.
    pub fn suit(&self, suit: Suit) -> &Outline {
        let known = self.suits.iter().find(|(known, _)| *known == suit);
        known.map_or(&self.shield, |(_, outline)| outline)
    }
}

/// A shield: objectives.
const SHIELD: &str = "M-9-10H9V0C9 6 5 9.5 0 12C-5 9.5-9 6-9 0Z";
/// A fort with eight bastions: depot cities.
const FORT: &str = "M0-14L3.400-8.300L9.900-9.900L8.300-3.400L14 0L8.300 3.400L9.900 9.900L3.400 8.300L0 14L-3.400 8.300L-9.900 9.900L-8.300 3.400L-14 0L-8.300-3.400L-9.900-9.900L-3.400-8.300Z";
/// The pole of a flag, planted at (0, 0).
const POLE: &str = "M-.8 0V-22H.8V0Z";
/// The cloth of the flag, at the top of that pole.
const FLAG: &str = "M.8-22C5-24.5 8-19.5 15-22V-11C8-8.5 5-13.5 .8-11Z";
/// Two crossed swords.
const SWORDS: &str = "M-11-12L-7.5-11.200L3.300 2.300L5.400 .6L6.900 2.5L5 4L9.600 9.700L7.600 11.300L3 5.600L1 7.200L-.5 5.300L1.5 3.700L-10.200-8.700Z\
    M11-12L7.5-11.200L-3.300 2.300L-5.400 .6L-6.900 2.5L-5 4L-9.600 9.700L-7.600 11.300L-3 5.600L-1 7.200L.5 5.300L-1.5 3.700L10.200-8.700Z";
