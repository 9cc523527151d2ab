//! What a new game's form says of clocks, press, votes and bots: parts of [`crate::campaign::club::desk::new_game`].
//!
//! What the values mean is defined where they are carried out.

use crate::campaign::club::desk::new_game::{Form, Part, Wrong, number, switch};
use crate::campaign::settings::clocks::{AbsenceMode, Clocks};
use crate::campaign::settings::talk::PressRule;
use crate::campaign::settings::{Bots, VacantSeats};
use crate::report::FormValue;

/// In the order in which they stand in the form.
pub(crate) const PARTS: [Part; 3] = [
    Part { lines: lines_of_clocks, read: read_clocks },
    Part { lines: lines_of_talk, read: read_talk },
    Part { lines: lines_of_company, read: read_company },
];

/// Keys of the form with the names that [`Clocks::set`] knows.
const CLOCKS: [(&str, &str); 14] = [
    ("set-up", "set-up"),
    ("movement", "movement"),
    ("combat", "combat"),
    ("choices", "choices"),
    ("first-turn", "first turn"),
    ("grace", "grace"),
    ("reminders", "reminders"),
    ("zone", "zone"),
    ("quiet", "quiet"),
    ("weekends", "weekends"),
    ("days-off", "days off"),
    ("absence", "absence"),
    ("absence-days", "absence"),
    ("lapses", "lapses"),
];

fn lines_of_clocks(draft: &Form) -> Vec<(&'static str, FormValue)> {
    let Some(clocks) = &draft.settings.clocks else { return vec![("clocks", "none".into())] };
    let or_none = |text: String| if text.is_empty() { "none".to_owned() } else { text };
    let list = |words: Vec<String>| FormValue::from(or_none(words.join(" ")));
    let absence = match clocks.absence {
        AbsenceMode::Pause => "pause",
        AbsenceMode::Caretaker => "caretaker",
    };
    vec![
        ("clocks", "on".into()),
        ("set-up", span(clocks.set_up)),
        ("movement", span(clocks.movement)),
        ("combat", span(clocks.combat)),
        ("choices", span(clocks.choices)),
        ("first-turn", clocks.first_turn.to_string().into()),
        ("grace", span(clocks.grace)),
        ("reminders", list(clocks.reminders.iter().map(u32::to_string).collect())),
        ("zone", clocks.zone.clone().into()),
        ("quiet", clocks.quiet.map_or("none".into(), |[from, to]| format!("{from}-{to}").into())),
        ("weekends", if clocks.weekdays_off.is_empty() { "count" } else { "off" }.into()),
        ("days-off", list(clocks.days_off.iter().map(ToString::to_string).collect())),
        ("absence", absence.into()),
        ("absence-days", FormValue::Days { count: clocks.absence_days }),
        ("lapses", FormValue::Lapses { in_a_row: clocks.lapses_in_a_row, all: clocks.lapses }),
    ]
}

fn span(hours: u32) -> FormValue {
    match hours {
        0 => "none".into(),
        hours if hours % 24 == 0 => FormValue::Days { count: hours / 24 },
        hours => FormValue::Hours { count: hours },
    }
}

fn read_clocks(draft: &mut Form, key: &str, value: &str) -> Result<bool, Wrong> {
    let settings = &mut draft.settings;
    if key == "clocks" {
        settings.clocks = switch(value)?.then(|| settings.clocks.take().unwrap_or_default());
        return Ok(true);
    }
    let Some((_, name)) = CLOCKS.iter().find(|(known, _)| *known == key) else { return Ok(false) };
    // Names of zones are written with capitals, which the form does not keep.
    let zone = chrono_tz::TZ_VARIANTS.iter().find(|zone| zone.name().eq_ignore_ascii_case(value));
    let value = match zone.filter(|_| key == "zone") {
        Some(zone) => zone.name(),
        None if key == "weekends" && matches!(value, "no" | "none") => "off",
        None => value,
    };
    let mut clocks = settings.clocks.clone().unwrap_or_default();
    let wrong = || Wrong { why: "clock", known: example(key).into_iter().collect() };
    clocks.set(&format!("{name} {value}")).map_err(|_| wrong())?;
    settings.clocks = Some(clocks);
    Ok(true)
}

/// What could stand there.
fn example(key: &str) -> Option<FormValue> {
    let draft = Form::with_clocks(Clocks::default());
    let lines = lines_of_clocks(&draft);
    lines.into_iter().find(|(known, _)| *known == key).map(|(_, value)| value)
}

const PRESS: [(&str, PressRule); 3] =
    [("off", PressRule::Off), ("public", PressRule::Public), ("all", PressRule::All)];

fn lines_of_talk(draft: &Form) -> Vec<(&'static str, FormValue)> {
    let settings = &draft.settings;
    let press = PRESS.iter().find(|(_, rule)| *rule == settings.press).map_or("all", |one| one.0);
    vec![
        ("press", press.into()),
        ("anonymous", if settings.anonymous { "yes" } else { "no" }.into()),
        ("vote-days", settings.votes.days.to_string().into()),
    ]
}

fn read_talk(draft: &mut Form, key: &str, value: &str) -> Result<bool, Wrong> {
    let settings = &mut draft.settings;
    match key {
        "press" if matches!(value, "no" | "none") => settings.press = PressRule::Off,
        "press" => match PRESS.iter().find(|(word, _)| *word == value) {
            Some((_, rule)) => settings.press = *rule,
            None => return Err(Wrong::not_one_of(&PRESS.map(|(word, _)| word))),
        },
        "anonymous" => settings.anonymous = switch(value)?,
        "vote-days" => settings.votes.days = u16::try_from(number(value, 1, 30)?).unwrap_or(5),
        _ => return Ok(false),
    }
    Ok(true)
}

const LEVELS: [&str; 3] = ["cadet", "officer", "general"];

fn lines_of_company(draft: &Form) -> Vec<(&'static str, FormValue)> {
    let company = &draft.settings.company;
    let bots = match company.bots {
        Bots::None => "none".to_owned(),
        Bots::Fill => "fill".to_owned(),
        Bots::Number(number) => number.to_string(),
    };
    let vacant = match company.vacant {
        VacantSeats::Caretaker => "caretaker",
        VacantSeats::Bot => "bot",
    };
    vec![
        ("bots", bots.into()),
        ("bot-level", company.level.id().into()),
        ("vacant-seats", vacant.into()),
    ]
}

fn read_company(draft: &mut Form, key: &str, value: &str) -> Result<bool, Wrong> {
    let company = &mut draft.settings.company;
    match key {
        "bots" => {
            let wrong = || Wrong::not_one_of(&["none", "fill", "1", "2", "3"]);
            // `fill general` says both.
            let (bots, level) = match value.split_once(' ') {
                Some((bots, level)) => (bots, level.parse().map_err(|_| wrong())?),
                None => (value, company.level),
            };
            company.bots = match bots {
                "none" | "no" | "off" | "0" => Bots::None,
                "fill" | "all" | "yes" | "on" => Bots::Fill,
                number => {
                    let number = number.parse().ok().filter(|number| (1..=3).contains(number));
                    Bots::Number(number.ok_or_else(wrong)?)
                }
            };
            company.level = level;
        }
        "bot-level" => {
            company.level = value.parse().map_err(|_| Wrong::not_one_of(&LEVELS))?;
        }
        "vacant-seats" => {
            company.vacant = match value {
                "caretaker" => VacantSeats::Caretaker,
                "bot" | "bots" => VacantSeats::Bot,
                _ => return Err(Wrong::not_one_of(&["caretaker", "bot"])),
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_form_shows_can_be_sent_back() {
        let draft = Form::with_clocks(Clocks::default());
        for part in PARTS {
            for (key, value) in (part.lines)(&draft) {
                let mut read = draft.clone();
                let value = crate::campaign::club::desk::new_game::canonical(&value).to_lowercase();
                assert!((part.read)(&mut read, key, &value).is_ok_and(|known| known), "{key}");
                assert_eq!(read, draft, "{key}: {value}");
            }
        }
    }

    #[test]
    fn values_that_cannot_be_are_refused_with_one_that_could() {
        let mut draft = Form::with_clocks(Clocks::default());
        for (key, value) in [
            ("movement", "soon"),
            ("quiet", "always"),
            ("zone", "Middle-earth"),
            ("press", "loud"),
            ("anonymous", "perhaps"),
            ("vote-days", "0"),
        ] {
            let before = draft.clone();
            let wrong = PARTS.iter().find_map(|part| (part.read)(&mut draft, key, value).err());
            assert!(wrong.is_some_and(|wrong| !wrong.known.is_empty()), "{key}");
            assert_eq!(draft, before, "{key}");
        }
        assert!((PARTS[0].read)(&mut draft, "zone", "europe/berlin").is_ok());
        assert_eq!(draft.settings.clocks.as_ref().expect("clocks").zone, "Europe/Berlin");
        assert!((PARTS[0].read)(&mut draft, "clocks", "none").is_ok());
        assert_eq!(draft.settings.clocks, None);
    }
}
