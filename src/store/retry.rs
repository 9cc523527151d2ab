//! When a mail that could not be sent is tried again: a pure function.

use chrono::{DateTime, TimeDelta, Utc};

/// When a recipient counts as out of reach; RFC 5321, section 4.5.4.1, asks for at least four to five
/// days.
pub const UNREACHABLE_AFTER: TimeDelta = TimeDelta::days(5);

/// The pause after the first failure. It doubles with each further one …
const FIRST_PAUSE: TimeDelta = TimeDelta::minutes(1);

/// … up to this.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(6);

/// When to try again a mail that has failed `attempts` times, the last time `now`. There is no end to
/// it: what keeps the mail may be mended after a month.
pub fn next_attempt(attempts: u32, now: DateTime<Utc>) -> DateTime<Utc> {
    // Nine doublings are beyond the longest pause already, and ten cannot overflow.
    let doublings = attempts.saturating_sub(1).min(10);
    let pause = (FIRST_PAUSE * (1 << doublings)).min(LONGEST_PAUSE);
    now.checked_add_signed(pause).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_six_hours() {
        let now = DateTime::UNIX_EPOCH;
        let minutes = |attempts| (next_attempt(attempts, now) - now).num_minutes();
        let pauses: Vec<_> = (1..=11).map(minutes).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
        assert_eq!(minutes(u32::MAX), 360);
        assert_eq!(next_attempt(1, DateTime::<Utc>::MAX_UTC), DateTime::<Utc>::MAX_UTC);
    }
}
