//! Nations, sides and seats (R1.1, R1.2).
//!
//! A nation is a colour on the board; a seat is who plays it. Which seat plays which nation
//! can change during a game (R11.6), so only [`super::State`] answers that question.

use serde::{Deserialize, Serialize};

/// The seven nations, in the order in which they act (R2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Nation {
    /// Frederick's; dark blue. Acts first.
    Prussia,
    /// Frederick's; light blue.
    Hanover,
    /// Elisabeth's. It has no home country (R1.5).
    Russia,
    /// Elisabeth's; one general.
    Sweden,
    /// Maria Theresa's; white.
    Austria,
    /// Maria Theresa's until it changes players (R11.6); yellow.
    ImperialArmy,
    /// Pompadour's. It has no home country (R1.5).
    France,
}

/// The two sides (R1.1): attackers never fight one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Prussia and Hanover.
    Prussian,
    /// The five other nations.
    Attacker,
}

/// The seats at the table, named after the roles (R1.1). With three players the seat of
/// Elisabeth also plays Pompadour's nations (R1.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Seat {
    /// Plays Prussia and Hanover.
    Frederick,
    /// Plays Russia and Sweden, with three players France too (R1.2).
    Elisabeth,
    /// Plays Austria and, until it changes players, the Imperial Army (R11.6).
    MariaTheresa,
    /// Plays France; with three players Elisabeth plays it (R1.2).
    Pompadour,
}

impl Nation {
    /// All nations in the sequence of play (R2.1).
    pub const ALL: [Nation; 7] = [
        Nation::Prussia,
        Nation::Hanover,
        Nation::Russia,
        Nation::Sweden,
        Nation::Austria,
        Nation::ImperialArmy,
        Nation::France,
    ];

    /// Position in the sequence of play, 0 to 6.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side the nation fights on (R1.1).
    pub const fn side(self) -> Side {
        match self {
            Nation::Prussia | Nation::Hanover => Side::Prussian,
            _ => Side::Attacker,
        }
    }

    /// Whether the two nations fight one another.
    pub fn hostile_to(self, other: Nation) -> bool {
        self.side() != other.side()
    }

    /// The stable name used in data files, the protocol and the log.
    pub const fn id(self) -> &'static str {
        match self {
            Nation::Prussia => "prussia",
            Nation::Hanover => "hanover",
            Nation::Russia => "russia",
            Nation::Sweden => "sweden",
            Nation::Austria => "austria",
            Nation::ImperialArmy => "imperial-army",
            Nation::France => "france",
        }
    }

    /// The nation with this name, if there is one.
    pub fn from_id(id: &str) -> Option<Nation> {
        Nation::ALL.into_iter().find(|nation| nation.id() == id)
    }
}

impl Seat {
    /// All seats in the order of their first nation.
    pub const ALL: [Seat; 4] =
        [Seat::Frederick, Seat::Elisabeth, Seat::MariaTheresa, Seat::Pompadour];

    /// The stable name used in the protocol, in tokens and in the log.
    pub const fn id(self) -> &'static str {
        match self {
            Seat::Frederick => "frederick",
            Seat::Elisabeth => "elisabeth",
            Seat::MariaTheresa => "maria-theresa",
            Seat::Pompadour => "pompadour",
        }
    }

    /// The seat with this name, if there is one.
    pub fn from_id(id: &str) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| seat.id() == id)
    }
}

impl std::fmt::Display for Nation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}
