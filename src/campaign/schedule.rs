//! When a span of time is over: pure arithmetic on the calendar of a game's time zone.
//!
//! - A span of whole days ends at the same time of day, also when the clocks were changed in
//!   between; hours beyond whole days are real hours.
//! - Days off and absences do not count. Nothing is due in quiet hours or on a day off: what would
//!   be due then is due when they are over.
//! - A local time that does not exist is the first that does after it; one that comes twice is the
//!   later one. Whoever waits may always wait a little longer, never less.
//!
//! It never asks the clock and knows no decision.

use chrono::{
    DateTime, Datelike, Days, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta,
    TimeZone, Timelike, Utc, Weekday,
};
use chrono_tz::Tz;

/// A span of time from the first point up to the second, which is not part of it.
pub type Interval = (DateTime<Utc>, DateTime<Utc>);

/// Steps, of a day at most, after which a search is given up: a calendar that is off for years is a mistake.
const FARTHEST: u32 = 4000;

/// A calendar by which clocks run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// By whose local time days begin and hours are counted.
    pub zone: Tz,
    /// Days of each week on which no clock runs.
    pub weekdays_off: Vec<Weekday>,
    /// Single days on which no clock runs.
    pub days_off: Vec<NaiveDate>,
    /// Full hours, from the first to before the second; may go over midnight.
    pub quiet: Option<[u8; 2]>,
}

impl Schedule {
    /// When a span that begins then is over; `still` are absences, in which it does not run.
    pub fn after(
        &self,
        start: DateTime<Utc>,
        span: TimeDelta,
        still: &[Interval],
    ) -> DateTime<Utc> {
        let days = TimeDelta::days(span.num_days());
        let at = self.run(start, days, still, true);
        let at = self.run(at, span - days, still, false);
        self.settle(at)
    }

    /// The next whole minute that is neither in quiet hours nor on a day off.
    pub fn settle(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        // Rounded in UTC: of local times that come twice the earlier could become the later.
        let at = at + (round_up(at.naive_utc()) - at.naive_utc());
        let begins = self.local(at);
        let mut local = begins;
        for _ in 0..FARTHEST {
            if self.is_off(local.date()) {
                local = midnight_after(local.date());
            } else if let Some(end) = self.end_of_quiet(local) {
                local = end;
            } else {
                break;
            }
        }
        if local == begins { at } else { self.resolve(local).max(at) }
    }

    /// How much of the time between two points counts, measured in local time; quiet hours count.
    pub fn running(&self, from: DateTime<Utc>, to: DateTime<Utc>, still: &[Interval]) -> TimeDelta {
        let mut total = TimeDelta::zero();
        let mut at = from;
        for _ in 0..FARTHEST {
            at = self.next_that_counts(at, still);
            if at >= to {
                break;
            }
            let stop = self.next_stop(at, still).min(to);
            total += (self.local(stop) - self.local(at)).max(TimeDelta::zero());
            at = stop;
        }
        total
    }

    /// Lets a span pass: by the calendar, or in real time.
    fn run(
        &self,
        start: DateTime<Utc>,
        span: TimeDelta,
        still: &[Interval],
        calendar: bool,
    ) -> DateTime<Utc> {
        if span <= TimeDelta::zero() {
            return start;
        }
        let mut at = if calendar { self.after_a_doubled_hour(start) } else { start };
        let mut left = span;
        for _ in 0..FARTHEST {
            at = self.next_that_counts(at, still);
            let stop = self.next_stop(at, still);
            let passed = if calendar { self.local(stop) - self.local(at) } else { stop - at };
            if left <= passed {
                return match calendar {
                    true => self.resolve(self.local(at) + left),
                    false => at + left,
                };
            }
            left -= passed.max(TimeDelta::zero());
            at = stop;
        }
        at
    }

    /// The point itself, or the end of the day off or absence in which it lies.
    fn next_that_counts(&self, from: DateTime<Utc>, still: &[Interval]) -> DateTime<Utc> {
        let mut at = from;
        for _ in 0..FARTHEST {
            let date = self.local(at).date();
            let absent = still.iter().find(|(starts, ends)| *starts <= at && at < *ends);
            if self.is_off(date) {
                at = self.resolve(midnight_after(date));
            } else if let Some((_, ends)) = absent {
                at = *ends;
            } else {
                break;
            }
        }
        at
    }

    /// The next midnight, or the next absence if that begins earlier.
    fn next_stop(&self, at: DateTime<Utc>, still: &[Interval]) -> DateTime<Utc> {
        let midnight = self.resolve(midnight_after(self.local(at).date()));
        let absences = still.iter().map(|(starts, _)| *starts).filter(|starts| *starts > at);
        absences.fold(midnight, DateTime::min)
    }

    fn is_off(&self, date: NaiveDate) -> bool {
        self.weekdays_off.contains(&date.weekday()) || self.days_off.contains(&date)
    }

    /// The end of the quiet hours, if this lies in them.
    fn end_of_quiet(&self, local: NaiveDateTime) -> Option<NaiveDateTime> {
        let [from, to] = self.quiet?.map(u32::from);
        let hour = local.hour();
        let at = |date: NaiveDate| date.and_time(time(to));
        match from <= to {
            true => (from <= hour && hour < to).then(|| at(local.date())),
            false if hour >= from => Some(at(midnight_after(local.date()).date())),
            false => (hour < to).then(|| at(local.date())),
        }
    }

    fn local(&self, at: DateTime<Utc>) -> NaiveDateTime {
        at.with_timezone(&self.zone).naive_local()
    }

    /// What a local time is in UTC: of two such times the later one, and for one that is left out the first after it.
    fn resolve(&self, local: NaiveDateTime) -> DateTime<Utc> {
        /// No clock was ever put forward by more than a day.
        const LONGEST_GAP: u32 = 48 * 60;
        let mut local = local;
        for _ in 0..LONGEST_GAP {
            match self.zone.from_local_datetime(&local) {
                LocalResult::Single(at) => return at.to_utc(),
                LocalResult::Ambiguous(_, later) => return later.to_utc(),
                LocalResult::None => local = round_up(local + TimeDelta::seconds(1)),
            }
        }
        local.and_utc()
    }

    /// The point itself, or the end of the local times that come twice if it is among them: else
    /// what begins later could be due earlier.
    fn after_a_doubled_hour(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        let doubled = |local: &NaiveDateTime| {
            matches!(self.zone.from_local_datetime(local), LocalResult::Ambiguous(..))
        };
        let mut local = self.local(at);
        if !doubled(&local) {
            return at;
        }
        while doubled(&local) {
            local = round_up(local + TimeDelta::seconds(1));
        }
        self.resolve(local)
    }
}

fn time(hour: u32) -> NaiveTime {
    NaiveTime::from_hms_opt(hour % 24, 0, 0).unwrap_or(NaiveTime::MIN)
}

fn midnight_after(date: NaiveDate) -> NaiveDateTime {
    date.checked_add_days(Days::new(1)).unwrap_or(date).and_time(NaiveTime::MIN)
}

fn round_up(local: NaiveDateTime) -> NaiveDateTime {
    let over = TimeDelta::seconds(local.second().into())
        + TimeDelta::nanoseconds(local.nanosecond().into());
    if over.is_zero() { local } else { local - over + TimeDelta::minutes(1) }
}

#[cfg(test)]
#[path = "schedule_tests.rs"]
mod tests;
