//! When a mail that could not be sent is tried again: a pure function.

use chrono::{DateTime, TimeDelta, Utc};

/// How long a mail is tried; RFC 5321, section 4.5.4.1, asks for at least four to five days.
pub const GIVE_UP_AFTER: TimeDelta = TimeDelta::days(5);

/// The pause after the first failure. It doubles with each further one …
const FIRST_PAUSE: TimeDelta = TimeDelta::minutes(1);

/// … up to this.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(6);

/// When to try again a mail that has failed `attempts` times, the first time at `first_failure`
/// and the last time `now`; `None` if that would be more than five days after the first.
///
/// Counted from the first failure, not from when the mail was written: a mail may have been
/// written for later, and the program may have been off for a week.
pub fn next_attempt(
    first_failure: DateTime<Utc>,
    attempts: u32,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    // Nine doublings are beyond the longest pause already, and ten cannot overflow.
    let doublings = attempts.saturating_sub(1).min(10);
    let pause = (FIRST_PAUSE * (1 << doublings)).min(LONGEST_PAUSE);
    let next = now.checked_add_signed(pause)?;
    (next.signed_duration_since(first_failure) <= GIVE_UP_AFTER).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pauses_double_up_to_six_hours() {
        let now = DateTime::UNIX_EPOCH;
        let minutes =
            |attempts| next_attempt(now, attempts, now).map(|at| (at - now).num_minutes());
        let pauses: Vec<_> = (1..=11).map(minutes).collect();
        let expected = [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360].map(Some);
        assert_eq!(pauses, expected);
        assert_eq!(minutes(u32::MAX), Some(360));
    }

    #[test]
    fn after_about_five_days_it_is_given_up() {
        let first = DateTime::UNIX_EPOCH;
        let (mut now, mut attempts) = (first, 1);
        while let Some(next) = next_attempt(first, attempts, now) {
            now = next;
            attempts += 1;
        }
        assert!(now - first > TimeDelta::hours(4 * 24 + 12), "{now}");
        assert!((20..40).contains(&attempts), "{attempts}");
    }

    proptest! {
        #[test]
        fn it_is_always_later_and_never_beyond_five_days(
            first in 0..4_000_000_000_i64,
            since in 0..1_000_000_i64,
            attempts: u32,
        ) {
            let first = DateTime::from_timestamp(first, 0).unwrap();
            let now = first + TimeDelta::seconds(since);
            match next_attempt(first, attempts, now) {
                Some(next) => prop_assert!(next > now && next - first <= GIVE_UP_AFTER),
                None => prop_assert!(now - first > GIVE_UP_AFTER - LONGEST_PAUSE),
            }
        }
    }
}
