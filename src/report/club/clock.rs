//! Answers about absences.

use serde::{Deserialize, Serialize};

/// A day of the calendar, without a time zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CalendarDay {
    /// Of the Gregorian calendar.
    pub year: i32,
    /// 1 to 12.
    pub month: u32,
    /// Day of the month, from 1.
    pub day: u32,
    /// 0 is Monday.
    pub weekday: u32,
}

/// The answer to a line about an absence, told by macro `note` of `club-clock.jinja`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "clock", rename_all = "kebab-case")]
pub enum ClockNote {
    /// The absence is noted.
    Absent {
        /// The first day away.
        first: CalendarDay,
        /// The last day away.
        last: CalendarDay,
        /// The last day on which the clock stands still, if it does.
        stands_still_to: Option<CalendarDay>,
        /// The caretaker plays meanwhile, or when the clock runs on.
        caretaker: bool,
        /// Other games that are told.
        games: usize,
    },
    /// The absence is over.
    Back {
        /// Other games of the player that are told.
        games: usize,
    },
    /// There was no absence to end.
    NotAway {},
    /// No absence was noted.
    NoAbsence {
        /// As it was written.
        line: String,
        /// What would have to be different.
        why: NoAbsence,
    },
}

/// Why an absence is not noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoAbsence {
    /// It is not clear from when to when.
    Unclear,
    /// It ends before it begins.
    Backwards,
    /// It is over.
    Over,
    /// More than a year ahead.
    TooFar,
    /// Too many were announced.
    TooMany,
}
