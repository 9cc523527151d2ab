//! What many mails say of their game in the same way: which it is, where it stands, how its log
//! ends, and who plays.

use crate::game::{Nation, Phase, Seat, View};
use serde::Serialize;

/// Which game, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameHead {
    /// 1 to 32 of a-z and 0-9; it stands in each subject.
    pub name: String,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// Of the action of that nation (R2.2), or the set-up, or the Card of Fate.
    pub phase: Phase,
    /// The nation whose action it is.
    pub nation: Nation,
    /// The reader's seat; `None` for an observer.
    pub seat: Option<Seat>,
    /// The nations that seat plays now.
    pub nations: Vec<Nation>,
}

impl GameHead {
    /// Made from the reader's view.
    pub fn new(name: &str, view: &View) -> GameHead {
        let own = view.nations.iter().filter(|known| known.in_play);
        GameHead {
            name: name.to_owned(),
            turn: view.turn,
            phase: view.phase,
            nation: view.nation,
            seat: view.seat,
            nations: own
                .filter(|known| view.seat == Some(known.seat))
                .map(|known| known.nation)
                .collect(),
        }
    }
}

/// The last entry of the game's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogHead {
    /// The number of the last entry, from 1.
    pub number: u64,
    /// 64 hexadecimal digits.
    pub hash: String,
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Player {
    /// Which of the seats is the player's.
    pub seat: Seat,
    /// The name by which the player wants to be called.
    pub name: String,
}
