//! How a game ended, as the state keeps it and events tell it; how it comes to that is
//! [`super::victory`]'s.

use super::nation::{Nation, Seat};
use serde::{Deserialize, Serialize};

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// One or more nations control all they need (R12.1, R12.2, R14).
    Objectives,
    /// Those who had to be outlasted have left the game (R12.2, R14).
    Outlasted,
    /// Prussia controls all its objectives in Bohemia (R13.4, R14.2).
    Bohemia,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Why it ended.
    pub ending: Ending,
    /// The nations that won.
    pub nations: Vec<Nation>,
    /// The seats that play them at that moment (R12.3).
    pub winners: Vec<Seat>,
    /// The turn in which it ended.
    pub turn: u16,
}
