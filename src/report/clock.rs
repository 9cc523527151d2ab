//! Clocks as mails show them: by when each answer is due, who is away or was late; reminders; seats
//! that need another player.

use super::happening::WhyVacant;
use super::head::{GameHead, LogHead};
use super::moment::Moment;
use super::prompt::Prompt;
use crate::game::Seat;
use serde::Serialize;

/// The clock of an awaited decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClockFace {
    /// The deadline.
    pub at: Moment,
    /// Set once `at` has passed: the caretaker waits until this moment.
    pub over_time: Option<Moment>,
    /// All clocks of the game stand still.
    pub still: bool,
}

/// How a seat attends to the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Attendance {
    /// Whom the rest is about.
    pub seat: Seat,
    /// Nobody holds it.
    pub vacant: bool,
    /// Its holder is away until then.
    pub away_until: Option<Moment>,
    /// How many deadlines its holder let pass in this game.
    pub lapses: u32,
    /// How many of these came after the holder's last answer.
    pub in_a_row: u32,
}

impl Attendance {
    /// Whether there is more to say than that the player is there and answers.
    pub fn is_worth_telling(&self) -> bool {
        self.vacant || self.away_until.is_some() || self.lapses > 0
    }
}

/// A reminder that an answer is due soon, or overdue.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reminder {
    /// Where the game stands now.
    pub game: GameHead,
    /// The deadline has passed.
    pub over_time: bool,
    /// What is awaited.
    pub prompts: Vec<Prompt>,
    /// What it would mean to let this deadline pass.
    pub lapses: Option<LapsesToCome>,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// The lapses of a player if nothing comes, and how many cost the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LapsesToCome {
    /// Lapses without an answer between them, this one included.
    pub in_a_row: u32,
    /// With this many in a row the seat is lost.
    pub in_a_row_limit: u32,
    /// All lapses in this game, this one included.
    pub total: u32,
    /// With this many in all the seat is lost.
    pub limit: u32,
}

/// A seat has lost its player, or somebody was asked to take it over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Vacancy {
    /// The game's name.
    pub game: String,
    /// The seat it is about.
    pub seat: Seat,
    /// What this reader is to know of it.
    #[serde(flatten)]
    pub news: VacancyNews,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// News of a vacancy, one variant for each reader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "news", rename_all = "kebab-case")]
pub enum VacancyNews {
    /// The player who held the seat is told that it is lost.
    Lost {
        /// What cost the player the seat.
        why: WhyVacant,
    },
    /// The holder is told that somebody was asked to take the seat over.
    Offered {
        /// How many days, from now, the other has to say yes.
        days: i64,
    },
    /// The holder is told that the seat stays his: the other does not want it.
    Stays {},
    /// The others are told that a player is sought, and until when the caretaker waits.
    Sought {
        /// What cost the last player the seat.
        why: WhyVacant,
        /// The earliest deadline of the seat; `None` if nothing is awaited of it.
        waits_until: Option<Moment>,
    },
}
