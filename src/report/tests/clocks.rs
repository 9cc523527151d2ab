//! Clocks and absences in words.

use super::super::*;
use super::{COMPLETE, assert_clean, news, templates, templates_in};
use crate::game::{Nation, Seat, Setup, State};
use serde_json::{Value, json};

fn day(day: u32) -> CalendarDay {
    CalendarDay { year: 2026, month: 12, day, weekday: 3 }
}

fn moment() -> Moment {
    use chrono::TimeZone;
    let time = chrono_tz::Europe::Warsaw.with_ymd_and_hms(2026, 1, 2, 7, 5, 0);
    Moment::new(&time.unwrap())
}

fn log() -> LogHead {
    LogHead { number: 1, hash: "0".repeat(64) }
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Renders a mail in every language, and returns the English text.
fn text(mail: &Mail) -> String {
    for language in COMPLETE {
        let rendered = templates_in(language).render(mail).expect("renders");
        assert_eq!(rendered.language, language.tag(), "made with its own templates");
        assert_clean(&rendered.text);
    }
    let rendered = templates().render(mail).expect("renders");
    assert_clean(&rendered.text);
    assert!(!rendered.subject.is_empty() && !rendered.subject.contains('\n'));
    flat(&rendered.text)
}

#[test]
fn every_answer_about_an_absence_has_its_words() {
    let absent = |first, stands_still_to, caretaker, games| ClockNote::Absent {
        first: day(first),
        last: day(24),
        stands_still_to,
        caretaker,
        games,
    };
    let line = || "absent *soon*".to_owned();
    for (note, words) in [
        (absent(20, None, false, 0), "away from Thu 20 December 2026 to Thu 24 December 2026"),
        (absent(24, None, false, 0), "away on Thu 24 December 2026"),
        (absent(20, Some(day(22)), true, 1), "stands still until the end of Thu 22 December"),
        (absent(20, Some(day(22)), true, 1), "For the rest of the time"),
        (absent(20, Some(day(22)), true, 1), "Your 1 other game is told, too"),
        (absent(20, None, true, 3), "Your 3 other games are told, too"),
        (absent(20, None, true, 0), "the caretaker play for you meanwhile"),
        (ClockNote::Back { games: 2 }, "Welcome back"),
        (ClockNote::NotAway {}, "no absence"),
        (ClockNote::NoAbsence { line: line(), why: NoAbsence::Unclear }, "not clear"),
        (ClockNote::NoAbsence { line: line(), why: NoAbsence::Backwards }, "before it begins"),
        (ClockNote::NoAbsence { line: line(), why: NoAbsence::Over }, "days are over"),
        (ClockNote::NoAbsence { line: line(), why: NoAbsence::TooFar }, "a year ahead"),
        (ClockNote::NoAbsence { line: line(), why: NoAbsence::TooMany }, "too many"),
    ] {
        let (game, log) = (Some("rossbach".to_owned()), Some(log()));
        let desk = Desk { game, notes: vec![Note::Clock(note)], log };
        let text = text(&Mail::Desk(desk));
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn everything_that_is_told_of_clocks_has_its_words() {
    let seat = Seat::Elisabeth;
    let day = json!({"year": 2026, "month": 12, "day": 24, "weekday": 3});
    let caretaker = |why: &str| {
        json!({
            "what": "caretaker", "why": why, "seat": seat, "nation": Nation::ImperialArmy,
            "kind": "movement",
        })
    };
    let vacant = |why: &str| json!({"what": "seat-vacant", "seat": seat, "why": why});
    let all: Vec<(Value, &str)> = vec![
        (
            json!({"what": "absence-announced", "seat": seat, "first": day, "last": day}),
            "Elisabeth's player is away on Thu 24 December 2026.",
        ),
        (json!({"what": "absence-ended", "seat": seat}), "Elisabeth's player is back."),
        (
            caretaker("lapse"),
            "No answer came from Elisabeth in time: the caretaker decides for the Imperial Army, \
             which was to move.",
        ),
        (caretaker("away"), "Elisabeth's player is away: the caretaker decides"),
        (caretaker("vacant"), "Nobody plays Elisabeth now: the caretaker decides"),
        (vacant("lapses"), "too many deadlines have passed"),
        (vacant("resigned"), "the player has resigned"),
        (vacant("voted"), "the other players have voted so"),
        (json!({"what": "substitute", "seat": seat}), "Elisabeth has a new player."),
        (json!({"what": "mail-bounces", "seat": seat, "hours": 48}), "48 hours, once"),
        (json!({"what": "outage", "minutes": 95}), "for 95 minutes"),
        (json!({"what": "outage", "minutes": 180}), "for 3 hours"),
        (json!({"what": "clocks-stopped"}), "has stopped all clocks"),
        (json!({"what": "clocks-run-on"}), "run on"),
        (json!({"what": "deadlines-put-off", "hours": 1}), "off by 1 hour."),
    ];
    for (event, words) in all {
        let event = news(event);
        for language in COMPLETE {
            let sentence = templates_in(language).happening_sentence(&event).expect("renders");
            assert_clean(&flat(&sentence));
        }
        let sentence = flat(&templates().happening_sentence(&event).expect("renders"));
        assert_clean(&sentence);
        assert!(sentence.contains(words), "{words}: {sentence}");
    }
}

#[test]
fn the_public_table_tells_deadlines_and_who_is_late() {
    let state = State::new(Setup::default(), [1; 32]);
    let view = state.view(Some(Seat::Frederick));
    let mut report = Report::new("rossbach", &view, Vec::new(), &[], &[], log());
    let faces = [(None, false), (Some(moment()), false), (None, true)];
    for (row, (over_time, still)) in report.table.awaited.iter_mut().zip(faces) {
        row.clock = Some(ClockFace { at: moment(), over_time, still });
    }
    report.table.attendance.push(Attendance {
        seat: Seat::Elisabeth,
        vacant: false,
        away_until: Some(moment()),
        lapses: 2,
        in_a_row: 1,
    });
    report.table.attendance.push(Attendance {
        seat: Seat::Pompadour,
        vacant: true,
        away_until: None,
        lapses: 0,
        in_a_row: 0,
    });
    report.newcomer = true;
    let text = text(&Mail::Report(Box::new(report)));
    let at = "Fri 2 January 2026, 07:05 (Europe/Warsaw)";
    for words in [
        format!("allot its troops, by {at}: that is you."),
        format!("overdue since {at}; the caretaker waits until {at}"),
        "; all clocks stand still".to_owned(),
        format!("Elisabeth: away until {at}; 2 deadlines passed without an answer, 1 in a row."),
        "Pompadour: the seat is vacant, and the caretaker plays.".to_owned(),
        "You play Frederick from now on".to_owned(),
    ] {
        assert!(text.contains(&words), "{words}: {text}");
    }
}

#[test]
fn reminders_and_vacancies_are_told() {
    let state = State::new(Setup::default(), [1; 32]);
    let view = state.view(Some(Seat::Frederick));
    let mut prompt = Prompt::new(&view, Nation::Prussia, crate::game::DecisionKind::Movement, &[]);
    let over_time = Some(moment());
    prompt.deadline =
        Some(Deadline { at: moment(), over_time, far: false, then: IfNothingComes::Caretaker });
    let lapses = LapsesToCome { in_a_row: 1, in_a_row_limit: 3, total: 2, limit: 5 };
    for (over_time, words) in [(true, "over time"), (false, "a reminder")] {
        let reminder = Reminder {
            game: GameHead::new("rossbach", &view),
            over_time,
            prompts: vec![prompt.clone()],
            lapses: over_time.then_some(lapses),
            log: log(),
        };
        let mail = Mail::Reminder(Box::new(reminder));
        let subject =
            Templates::new(None).expect("templates").render(&mail).expect("a mail").subject;
        assert_eq!(
            subject,
            format!("rossbach set-up #1 Prussia: {words}, your move, until Fri 07:05")
        );
        let text = text(&mail);
        assert!(text.contains(words) && text.contains("Prussia: your move"), "{text}");
        assert!(text.contains("has passed; the caretaker waits until"), "{text}");
        assert_eq!(text.contains("lapse 1 of 3 in a row"), over_time, "{text}");
    }
    for (news, words) in [
        (VacancyNews::Lost { why: WhyVacant::Lapses }, "too many deadlines"),
        (VacancyNews::Lost { why: WhyVacant::Replaced }, "the organiser gives it"),
        (VacancyNews::Offered { days: 14 }, "somebody else was asked"),
        (VacancyNews::Stays {}, "You go on playing"),
        (VacancyNews::Sought { why: WhyVacant::Voted, waits_until: None }, "Do you know somebody"),
        (
            VacancyNews::Sought { why: WhyVacant::Resigned, waits_until: Some(moment()) },
            "waits for a substitute until Fri 2 January 2026",
        ),
    ] {
        let vacancy = Vacancy { game: "rossbach".into(), seat: Seat::Elisabeth, news, log: log() };
        let text = text(&Mail::Vacancy(Box::new(vacancy)));
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// A heading stands alone, whatever the news begin with.
#[test]
fn news_of_the_club_begin_below_their_heading() {
    let back = news(json!({"what": "absence-ended", "seat": Seat::Frederick}));
    let view = State::new(Setup::default(), [7; 32]).view(Some(Seat::Frederick));
    let mut report = Report::new("rossbach", &view, Vec::new(), &[back], &[], log());
    for full in [true, false] {
        report.full = full;
        let mail = Mail::Report(Box::new(report.clone()));
        for language in COMPLETE {
            let rendered = templates_in(language).render(&mail).expect("renders");
            let lines: Vec<&str> = rendered.text.lines().collect();
            let headings: Vec<&str> = lines
                .windows(2)
                .filter(|two| two[1].starts_with("---") && two[1].trim_matches('-').is_empty())
                .map(|two| two[0])
                .collect();
            assert!(!headings.is_empty(), "{}", rendered.text);
            for heading in headings {
                assert!(!heading.contains("- "), "{heading}:\n{}", rendered.text);
                // Of a whole position, headings of tables are underlined, too.
                let html = rendered.html.replace("&#x27;", "'");
                let alone = html.contains(&format!("{heading}</h2>"));
                assert!(full || alone, "{heading}:\n{html}");
            }
            assert!(lines.iter().any(|line| line.starts_with("- ")), "{}", rendered.text);
        }
    }
}
