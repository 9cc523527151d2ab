//! The clocks that were agreed for a game: how long each kind of decision may take, when no time
//! passes, and what happens when nobody answers.
//!
//! They are kept with the game's settings and can be written line by line, as in
//! `movement 3 days`. What they mean on the calendar is [`crate::campaign::schedule`]'s.

use crate::campaign::schedule::Schedule;
use crate::game::DecisionKind;
use chrono::{NaiveDate, TimeDelta, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// The clocks of a game. Spans are hours, except where days are named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Clocks {
    /// To allot the troops.
    pub set_up: u32,
    /// A nation's movement phase.
    pub movement: u32,
    /// A card, the order of combats, a retreat.
    pub combat: u32,
    /// Discards, the offensive option, Cards of Fate.
    pub choices: u32,
    /// How many times as long each but the set-up may take in the first turn.
    pub first_turn: u32,
    /// After the deadline, before the caretaker acts.
    pub grace: u32,
    /// When the player is reminded: hours before the deadline.
    pub reminders: Vec<u32>,
    /// A name of the IANA time zone database: whose nights and days off these are.
    pub zone: String,
    /// Full hours in which nothing is due, from the first to before the second.
    pub quiet: Option<[u8; 2]>,
    /// Days of the week that do not count.
    pub weekdays_off: Vec<Weekday>,
    /// Dates that do not count.
    pub days_off: Vec<NaiveDate>,
    /// What announced absences do.
    pub absence: AbsenceMode,
    /// How many days of absence in a game count as announced, in all.
    pub absence_days: u32,
    /// How many days of one absence count as announced.
    pub absence_longest: u32,
    /// A seat falls vacant after this many lapses in a row.
    pub lapses_in_a_row: u32,
    /// A seat falls vacant after this many lapses in all.
    pub lapses: u32,
    /// How long a vacant seat waits for a substitute before the caretaker acts, in hours.
    pub substitute: u32,
    /// How long the caretaker waits before it acts for a seat that is vacant or away, in hours.
    pub stand_in: u32,
    /// A player whose mail comes back has this much more time, in hours.
    pub bounce: u32,
}

/// What happens while a player has announced to be away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbsenceMode {
    /// The clock of the seat stands still.
    Pause,
    /// The player's instructions and the caretaker play.
    Caretaker,
}

impl Default for Clocks {
    fn default() -> Clocks {
        Clocks {
            set_up: 7 * 24,
            movement: 3 * 24,
            combat: 24,
            choices: 2 * 24,
            first_turn: 2,
            grace: 12,
            reminders: vec![24, 6],
            zone: "UTC".into(),
            quiet: Some([22, 7]),
            weekdays_off: Vec::new(),
            days_off: Vec::new(),
            absence: AbsenceMode::Pause,
            absence_days: 30,
            absence_longest: 21,
            lapses_in_a_row: 3,
            lapses: 5,
            substitute: 3 * 24,
            stand_in: 12,
            bounce: 2 * 24,
        }
    }
}

/// The longest span in hours: half a year.
const LONGEST: u32 = 183 * 24;
/// Reminders for one deadline, and dates off: more are a mistake.
const MOST_REMINDERS: usize = 5;
const MOST_DAYS_OFF: usize = 200;

/// What is wrong with a line or a value, and what could stand there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClockFault {
    /// No clock has this key.
    #[error(
        "\"{0}\" is no setting of the clocks; there are set-up, movement, combat, choices, first \
         turn, grace, reminders, zone, quiet, weekends, days off, absence, lapses, substitute, \
         stand-in and bounce"
    )]
    Unknown(String),
    /// The line as it was written, and what may stand there.
    #[error("\"{0}\": {1}")]
    Value(String, &'static str),
}

impl Clocks {
    /// Changes one setting, written as a line: `movement 3 days`, `quiet 22-7`, `weekends off`,
    /// `reminders 24 6`, `zone Europe/Berlin`, `days off 2026-12-24 2026-12-25`, `absence pause`,
    /// `absence 30 days`, `lapses 3 in a row, 5 in all`. `none` switches off what can be off.
    ///
    /// # Errors
    ///
    /// There is no such setting, or it cannot be so: then nothing is changed.
    pub fn set(&mut self, line: &str) -> Result<(), ClockFault> {
        let lower = line.trim().to_lowercase().replace(['=', ':', ','], " ");
        let words: Vec<&str> = lower.split_whitespace().collect();
        let mut changed = self.clone();
        let value = |what| Err(ClockFault::Value(line.trim().to_owned(), what));
        let no_span = "write a number of hours or days, such as \"36 hours\" or \"3 days\"";
        match words.as_slice() {
            ["first", "turn", factor] => {
                let known = [("normal", 1), ("single", 1), ("double", 2), ("triple", 3)];
                let known = known.iter().find(|(word, _)| word == factor);
                let number = known.map(|(_, number)| *number).or_else(|| factor.parse().ok());
                match number {
                    Some(number) => changed.first_turn = number,
                    None => return value("write how many times as long: 1, 2, 3"),
                }
            }
            ["reminders", "none" | "off"] => changed.reminders.clear(),
            ["reminders", hours @ ..] => {
                let spans: Option<Vec<u32>> = spans(hours);
                match spans {
                    Some(spans) => changed.reminders = spans,
                    None => return value("write hours before the deadline, such as 24 6"),
                }
            }
            ["zone", _] => {
                // Names of zones are written with capitals.
                let name = line.split_whitespace().next_back().unwrap_or_default();
                changed.zone = name.to_owned();
            }
            ["quiet", "none" | "off"] => changed.quiet = None,
            ["quiet", hours @ ..] => match quiet(&hours.join("-")) {
                Some(hours) => changed.quiet = Some(hours),
                None => return value("write two full hours, such as 22-7"),
            },
            ["weekends", "off"] => changed.weekdays_off = vec![Weekday::Sat, Weekday::Sun],
            ["weekends", "on" | "count"] => changed.weekdays_off.clear(),
            ["days", "off", "none"] => changed.days_off.clear(),
            ["days", "off", days @ ..] => {
                let days: Result<Vec<NaiveDate>, _> = days.iter().map(|day| day.parse()).collect();
                match days {
                    Ok(days) => changed.days_off = days,
                    Err(_) => return value("write dates such as 2026-12-24"),
                }
            }
            ["absence", "pause" | "pauses"] => changed.absence = AbsenceMode::Pause,
            ["absence", "caretaker"] => changed.absence = AbsenceMode::Caretaker,
            ["absence", days, "days" | "day"] => match days.parse() {
                Ok(days) => changed.absence_days = days,
                Err(_) => return value("write a number of days"),
            },
            ["lapses", rest @ ..] => {
                let numbers: Vec<u32> = rest.iter().filter_map(|word| word.parse().ok()).collect();
                match numbers.as_slice() {
                    [in_a_row, all] => {
                        (changed.lapses_in_a_row, changed.lapses) = (*in_a_row, *all);
                    }
                    _ => return value("write two numbers: so many in a row, so many in all"),
                }
            }
            [name, rest @ ..] => {
                let place = match *name {
                    "set-up" | "setup" => &mut changed.set_up,
                    "movement" => &mut changed.movement,
                    "combat" => &mut changed.combat,
                    "choices" => &mut changed.choices,
                    "grace" => &mut changed.grace,
                    "substitute" => &mut changed.substitute,
                    "stand-in" => &mut changed.stand_in,
                    "bounce" => &mut changed.bounce,
                    _ => return Err(ClockFault::Unknown(line.trim().to_owned())),
                };
                match rest {
                    ["none" | "off"] => *place = 0,
                    rest => match spans(rest).as_deref() {
                        Some([span]) => *place = *span,
                        _ => return value(no_span),
                    },
                }
            }
            [] => return Err(ClockFault::Unknown(String::new())),
        }
        if let Some(fault) = changed.fault() {
            return value(fault);
        }
        *self = changed;
        Ok(())
    }

    /// What is wrong with the values, if anything is.
    pub fn fault(&self) -> Option<&'static str> {
        let spans = [self.set_up, self.movement, self.combat, self.choices, self.stand_in];
        let others = [self.grace, self.substitute, self.bounce];
        if spans.contains(&0) {
            return Some("this must be an hour at least");
        }
        let mut all = spans.iter().chain(&others).chain(&self.reminders);
        if all.any(|span| *span > LONGEST) {
            return Some("no span is longer than half a year");
        }
        if !(1..=10).contains(&self.first_turn) {
            return Some("the first turn is 1 to 10 times as long");
        }
        if self.reminders.len() > MOST_REMINDERS || self.reminders.contains(&0) {
            return Some("there are at most 5 reminders, each an hour or more before the deadline");
        }
        if self.zone.parse::<Tz>().is_err() {
            return Some("this is no time zone; write one such as Europe/Berlin");
        }
        if self.quiet.is_some_and(|hours| hours.iter().any(|hour| *hour > 23)) {
            return Some("quiet hours are full hours from 0 to 23");
        }
        let mut weekdays = self.weekdays_off.clone();
        weekdays.sort_by_key(Weekday::num_days_from_monday);
        weekdays.dedup();
        if weekdays.len() > 5 || self.days_off.len() > MOST_DAYS_OFF {
            return Some("there must be two days a week that count, and at most 200 dates off");
        }
        if self.lapses_in_a_row == 0 || self.lapses == 0 {
            return Some("a seat falls vacant after one lapse at the earliest");
        }
        None
    }

    /// The calendar by which the clocks run.
    pub(crate) fn schedule(&self) -> Schedule {
        Schedule {
            zone: self.zone.parse().unwrap_or(Tz::UTC),
            weekdays_off: self.weekdays_off.clone(),
            days_off: self.days_off.clone(),
            quiet: self.quiet,
        }
    }

    /// The time that a decision of this kind may take, in the first turn of the war or in a later one.
    pub(crate) fn span(&self, kind: DecisionKind, first_turn: bool) -> TimeDelta {
        use DecisionKind::{
            Allot, Attack, DaunWithdrawal, Discard, Fate, GameOver, Movement, OffensiveOption,
            Play, Reconquest, Retreat,
        };
        let hours = match kind {
            Allot => return hours(self.set_up),
            Movement => self.movement,
            Play | Attack | Retreat | DaunWithdrawal => self.combat,
            Discard | OffensiveOption | Fate | Reconquest | GameOver => self.choices,
        };
        let factor = if first_turn { self.first_turn } else { 1 };
        self::hours(hours.saturating_mul(factor))
    }
}

/// Hours as a span of time.
pub(crate) fn hours(hours: u32) -> TimeDelta {
    TimeDelta::hours(hours.into())
}

/// Spans in hours: `36`, `36 hours`, `3 days 12 hours` is two of them.
fn spans(words: &[&str]) -> Option<Vec<u32>> {
    let mut found: Vec<u32> = Vec::new();
    for word in words {
        match *word {
            "and" | "before" => {}
            "h" | "hour" | "hours" if !found.is_empty() => {}
            "d" | "day" | "days" if !found.is_empty() => {
                let last = found.pop()?;
                found.push(last.checked_mul(24)?);
            }
            number => match number.strip_suffix('h') {
                Some(number) => found.push(number.parse().ok()?),
                None => found.push(number.parse().ok()?),
            },
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Two full hours: `22-7`, `22:00-07:00`, `22:00-00:00`, `22 to 7`, with a minus sign for every blank. A `00` behind an hour
/// is its minutes where three or four numbers stand.
fn quiet(text: &str) -> Option<[u8; 2]> {
    let numbers: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    match numbers.as_slice() {
        [from, to] | [from, "00", to, "00"] | [from, "00", to] | [from, to, "00"] => {
            Some([from.parse().ok()?, to.parse().ok()?])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(lines: &[&str]) -> Clocks {
        let mut clocks = Clocks::default();
        for line in lines {
            clocks.set(line).expect(line);
        }
        clocks
    }

    #[test]
    fn settings_are_written_line_by_line() {
        let clocks = set(&[
            "set-up 10 days",
            "Movement: 4 days",
            "combat = 36 hours",
            "choices 24h",
            "first turn triple",
            "grace none",
            "reminders 48, 12 and 2 hours",
            "zone Europe/Berlin",
            "quiet 23-6",
            "weekends off",
            "days off 2026-12-24, 2026-12-25",
            "absence caretaker",
            "absence 14 days",
            "lapses 2 in a row, 4 in all",
            "substitute 5 days",
            "stand-in 6",
            "bounce 1 day",
        ]);
        let day = |day| NaiveDate::from_ymd_opt(2026, 12, day).expect("a day");
        let expected = Clocks {
            set_up: 240,
            movement: 96,
            combat: 36,
            choices: 24,
            first_turn: 3,
            grace: 0,
            reminders: vec![48, 12, 2],
            zone: "Europe/Berlin".into(),
            quiet: Some([23, 6]),
            weekdays_off: vec![Weekday::Sat, Weekday::Sun],
            days_off: vec![day(24), day(25)],
            absence: AbsenceMode::Caretaker,
            absence_days: 14,
            absence_longest: 21,
            lapses_in_a_row: 2,
            lapses: 4,
            substitute: 120,
            stand_in: 6,
            bounce: 24,
        };
        assert_eq!(clocks, expected);
        let text = serde_json::to_string(&clocks).expect("JSON");
        assert_eq!(serde_json::from_str::<Clocks>(&text).expect("the same"), clocks);
        let off = set(&["weekends off", "weekends on", "quiet none", "reminders none"]);
        assert!(off.weekdays_off.is_empty() && off.quiet.is_none() && off.reminders.is_empty());
        assert_eq!(set(&["quiet 22:00-07:00"]).quiet, Some([22, 7]));
        for midnight in ["quiet 22:00-00:00", "quiet 22-00", "quiet 22-0"] {
            assert_eq!(set(&[midnight]).quiet, Some([22, 0]), "{midnight}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut clocks = Clocks::default();
        for line in [
            "",
            "movements 3 days",
            "movement",
            "movement soon",
            "movement 0 days",
            "movement 400 days",
            "movement 3 days 2 hours",
            "movement 4294967295 days",
            "combat none",
            "zone Atlantis",
            "quiet 22",
            "quiet 22-25",
            "reminders 1 2 3 4 5 6",
            "reminders 0",
            "first turn 0",
            "first turn long",
            "days off tomorrow",
            "lapses 3",
            "lapses 0 0",
            "absence long",
        ] {
            let fault = clocks.set(line).expect_err(line);
            assert!(!fault.to_string().is_empty());
            assert_eq!(clocks, Clocks::default(), "{line}");
        }
        assert_eq!(Clocks::default().fault(), None);
    }

    #[test]
    fn each_kind_has_its_span_and_the_first_turn_more() {
        let clocks = Clocks::default();
        let days = |kind, turn| clocks.span(kind, turn == 1).num_days();
        assert_eq!(days(DecisionKind::Allot, 0), 7);
        assert_eq!(days(DecisionKind::Movement, 1), 6);
        assert_eq!(days(DecisionKind::Movement, 2), 3);
        assert_eq!(days(DecisionKind::Play, 2), 1);
        assert_eq!(days(DecisionKind::Retreat, 2), 1);
        assert_eq!(days(DecisionKind::Fate, 2), 2);
    }
}
