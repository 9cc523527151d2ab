//! Tests of the calendar arithmetic.

use super::*;
use proptest::prelude::*;

fn berlin() -> Schedule {
    Schedule {
        zone: Tz::Europe__Berlin,
        weekdays_off: Vec::new(),
        days_off: Vec::new(),
        quiet: None,
    }
}

/// A local time of the schedule; the later one if it comes twice.
fn at(schedule: &Schedule, text: &str) -> DateTime<Utc> {
    let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").expect("a time");
    schedule.zone.from_local_datetime(&local).latest().expect("it exists").to_utc()
}

fn due(schedule: &Schedule, start: &str, hours: i64) -> String {
    let due = schedule.after(at(schedule, start), TimeDelta::hours(hours), &[]);
    due.with_timezone(&schedule.zone).format("%Y-%m-%d %H:%M").to_string()
}

#[test]
fn days_end_at_the_same_time_of_day() {
    let plain = berlin();
    assert_eq!(due(&plain, "2026-03-02 18:30", 72), "2026-03-05 18:30");
    // Clocks are put forward on 29 March and back on 25 October 2026.
    assert_eq!(due(&plain, "2026-03-27 18:30", 72), "2026-03-30 18:30");
    assert_eq!(due(&plain, "2026-10-23 18:30", 72), "2026-10-26 18:30");
}

#[test]
fn hours_beyond_days_are_real_hours() {
    let plain = berlin();
    assert_eq!(due(&plain, "2026-03-29 00:00", 6), "2026-03-29 07:00");
    assert_eq!(due(&plain, "2026-10-25 00:00", 6), "2026-10-25 05:00");
    assert_eq!(due(&plain, "2026-03-28 00:00", 30), "2026-03-29 07:00");
}

#[test]
fn a_time_that_does_not_exist_is_the_next_and_one_that_comes_twice_the_later() {
    let plain = berlin();
    assert_eq!(due(&plain, "2026-03-28 02:30", 24), "2026-03-29 03:00");
    let twice = plain.after(at(&plain, "2026-10-24 02:30"), TimeDelta::hours(24), &[]);
    assert_eq!(twice.to_rfc3339(), "2026-10-25T01:30:00+00:00", "by winter time");
}

#[test]
fn weekends_and_listed_days_do_not_count() {
    let mut schedule = berlin();
    schedule.weekdays_off = vec![Weekday::Sat, Weekday::Sun];
    // Friday evening and three working days: Wednesday evening.
    assert_eq!(due(&schedule, "2026-03-06 18:00", 72), "2026-03-11 18:00");
    // What begins on a Saturday begins to run on Monday.
    assert_eq!(due(&schedule, "2026-03-07 12:00", 24), "2026-03-10 00:00");
    schedule.days_off = vec![NaiveDate::from_ymd_opt(2026, 3, 9).expect("a day")];
    assert_eq!(due(&schedule, "2026-03-06 18:00", 72), "2026-03-12 18:00");
    assert_eq!(due(&schedule, "2026-03-06 20:00", 6), "2026-03-10 02:00");
}

#[test]
fn nothing_is_due_in_quiet_hours() {
    let mut schedule = berlin();
    schedule.quiet = Some([22, 7]);
    assert_eq!(due(&schedule, "2026-03-02 23:10", 24), "2026-03-04 07:00");
    assert_eq!(due(&schedule, "2026-03-02 05:10", 24), "2026-03-03 07:00");
    assert_eq!(due(&schedule, "2026-03-02 07:00", 24), "2026-03-03 07:00");
    assert_eq!(due(&schedule, "2026-03-02 21:59", 24), "2026-03-03 21:59");
    schedule.weekdays_off = vec![Weekday::Sat, Weekday::Sun];
    // Friday night would be Saturday morning, which is off.
    assert_eq!(due(&schedule, "2026-03-05 22:30", 24), "2026-03-09 07:00");
    schedule.quiet = Some([12, 14]);
    assert_eq!(due(&schedule, "2026-03-02 12:10", 24), "2026-03-03 14:00");
}

#[test]
fn a_clock_stands_still_in_absences() {
    let schedule = berlin();
    let still = [(at(&schedule, "2026-03-04 00:00"), at(&schedule, "2026-03-08 00:00"))];
    let due = |start: &str, hours| {
        let start = at(&schedule, start);
        let due = schedule.after(start, TimeDelta::hours(hours), &still);
        due.with_timezone(&schedule.zone).format("%Y-%m-%d %H:%M").to_string()
    };
    assert_eq!(due("2026-03-02 12:00", 72), "2026-03-09 12:00");
    assert_eq!(due("2026-03-05 12:00", 24), "2026-03-09 00:00");
    assert_eq!(due("2026-03-02 12:00", 24), "2026-03-03 12:00");
    assert_eq!(due("2026-03-03 20:00", 6), "2026-03-08 02:00");
}

#[test]
fn seconds_are_rounded_up_to_minutes() {
    let schedule = berlin();
    let start = at(&schedule, "2026-03-02 12:00") + TimeDelta::seconds(1);
    let due = schedule.after(start, TimeDelta::days(1), &[]);
    assert_eq!(due, at(&schedule, "2026-03-03 12:01"));
}

fn schedules() -> impl Strategy<Value = Schedule> {
    let zones = prop::sample::select(vec![
        Tz::UTC,
        Tz::Europe__Berlin,
        Tz::America__New_York,
        Tz::Australia__Lord_Howe,
        Tz::Asia__Kathmandu,
        Tz::America__Sao_Paulo,
        Tz::Pacific__Apia,
        Tz::Africa__Casablanca,
    ]);
    let quiet = prop::option::of((0u8..24, 0u8..24).prop_map(|(from, to)| [from, to]));
    (zones, 0u8..64, quiet, prop::collection::vec(0u64..900, 0..6)).prop_map(
        |(zone, mask, quiet, days)| {
            let first = NaiveDate::from_ymd_opt(2025, 6, 1).expect("a day");
            let weekdays = [
                Weekday::Mon,
                Weekday::Tue,
                Weekday::Wed,
                Weekday::Thu,
                Weekday::Fri,
                Weekday::Sat,
            ];
            let off = |(place, _): &(usize, &Weekday)| mask & (1 << place) != 0;
            Schedule {
                zone,
                weekdays_off: weekdays
                    .iter()
                    .enumerate()
                    .filter(off)
                    .map(|(_, weekday)| *weekday)
                    .collect(),
                days_off: days.into_iter().map(|day| first + Days::new(day)).collect(),
                quiet,
            }
        },
    )
}

/// Two years of points in time, often around the hours in which clocks are changed.
fn moments() -> impl Strategy<Value = DateTime<Utc>> {
    let first = DateTime::from_timestamp(1_750_000_000, 0).expect("a time");
    let changes = prop::sample::select(vec![
        1_774_746_000, // Berlin, spring 2026
        1_792_890_000, // Berlin, autumn 2026
        1_772_953_200, // New York, spring 2026
        1_793_512_800, // New York, autumn 2026
        1_775_314_800, // Lord Howe, autumn 2026
        1_790_953_200, // Lord Howe, spring 2026
    ]);
    prop_oneof![
        (0i64..60_000_000).prop_map(move |seconds| first + TimeDelta::seconds(seconds)),
        (changes, -100_000i64..100_000)
            .prop_map(|(at, off)| DateTime::from_timestamp(at + off, 0).expect("a time")),
    ]
}

fn absences() -> impl Strategy<Value = Vec<Interval>> {
    let one = (moments(), 0i64..2_000_000);
    let interval = one.prop_map(|(at, long)| (at, at + TimeDelta::seconds(long)));
    prop::collection::vec(interval, 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn who_begins_later_is_never_due_earlier(
        schedule in schedules(),
        start in moments(),
        later in 0i64..20_000,
        hours in 0i64..400,
        still in absences(),
    ) {
        let span = TimeDelta::hours(hours);
        let first = schedule.after(start, span, &still);
        let second = schedule.after(start + TimeDelta::seconds(later), span, &still);
        prop_assert!(first <= second, "{first} {second}");
    }

    #[test]
    fn a_longer_span_is_never_over_earlier_by_the_day(
        schedule in schedules(),
        start in moments(),
        days in 0i64..20,
        more in 0i64..20,
        still in absences(),
    ) {
        let first = schedule.after(start, TimeDelta::days(days), &still);
        let second = schedule.after(start, TimeDelta::days(days + more), &still);
        prop_assert!(start <= first && first <= second, "{first} {second}");
    }

    #[test]
    fn nothing_is_due_when_nothing_may_be(
        schedule in schedules(),
        start in moments(),
        hours in 0i64..400,
        still in absences(),
    ) {
        let due = schedule.after(start, TimeDelta::hours(hours), &still);
        let local = due.with_timezone(&schedule.zone).naive_local();
        prop_assert!(!schedule.is_off(local.date()), "{local}");
        prop_assert_eq!(schedule.end_of_quiet(local), None);
        prop_assert_eq!(local.second(), 0);
        prop_assert_eq!(schedule.settle(due), due);
    }

    #[test]
    fn what_is_left_can_be_given_back(
        schedule in schedules(),
        start in moments(),
        days in 0i64..20,
        still in absences(),
    ) {
        let due = schedule.after(start, TimeDelta::days(days), &still);
        let left = schedule.running(start, due, &still);
        // What was moved out of quiet hours counts as time, too; and the seconds rounded up.
        let hour = TimeDelta::hours(2);
        prop_assert!(left + hour >= TimeDelta::days(days), "{left} of {days} days");
        prop_assert!(left <= TimeDelta::days(days + 1) + hour, "{left} of {days} days");
    }
}
