//! A point in time as a reader's calendar and clock show it, in numbers: the templates have the
//! names of days and months.
//!
//! It does not ask the clock and does not choose the time zone.

use chrono::{DateTime, Datelike, NaiveDate, Timelike};
use chrono_tz::Tz;
use serde::Serialize;

/// Date, time and zone of the reader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Moment {
    /// Of the Gregorian calendar.
    pub year: i32,
    /// 1 to 12.
    pub month: u32,
    /// Day of the month, from 1.
    pub day: u32,
    /// 0 is Monday.
    pub weekday: u32,
    /// 0 to 23.
    pub hour: u32,
    /// 0 to 59.
    pub minute: u32,
    /// Name of the zone, such as `Europe/Berlin`.
    pub zone: String,
}

impl Moment {
    /// How many days of the calendar it comes after another; below 0 if it comes before.
    pub fn days_after(&self, other: &Moment) -> i64 {
        let date = |moment: &Moment| NaiveDate::from_ymd_opt(moment.year, moment.month, moment.day);
        date(self).zip(date(other)).map_or(0, |(this, other)| (this - other).num_days())
    }

    /// What the calendar and clock of that zone show.
    pub fn new(time: &DateTime<Tz>) -> Moment {
        Moment {
            year: time.year(),
            month: time.month(),
            day: time.day(),
            weekday: time.weekday().num_days_from_monday(),
            hour: time.hour(),
            minute: time.minute(),
            zone: time.timezone().name().to_owned(),
        }
    }
}
