//! Tests of the words in which absences are announced.

use super::*;
use crate::game::{Seat, Setup, State};
use crate::said::{Context, Language, Line, Request};
use proptest::prelude::*;

/// What a line asks for, in whatever language it is written.
fn read(line: &str) -> Option<Request> {
    Language::ALL.into_iter().find_map(|language| {
        let context = Context { language, ..Context::default() };
        crate::said::read(line, &context).said.into_iter().next().map(|said| said.request)
    })
}

fn is_asked_about(line: &str) -> bool {
    let state = State::new(Setup::default(), [7; 32]);
    let context =
        Context { state: Some(&state), seat: Some(Seat::Frederick), ..Context::default() };
    crate::said::read(line, &context).lines.iter().any(Line::is_in_doubt)
}

fn days(line: &str, today: &str) -> Option<(String, String)> {
    let today: NaiveDate = today.parse().expect("a day");
    let Some(Request::Absent(absent)) = read(line) else { return None };
    let from = match absent.from {
        Some(day) => day.resolve(today, None)?,
        None => today,
    };
    let to = match absent.to {
        Until::Day(day) => day.resolve(today, Some(from))?,
        Until::Before(day) => day.resolve(today, from.succ_opt())? - Days::new(1),
        Until::Days(days) => from + Days::new(u64::from(days) - 1),
    };
    Some((from.to_string(), to.to_string()))
}

fn check(line: &str, from: &str, to: &str) {
    let found = days(line, "2026-12-10");
    assert_eq!(found, Some((from.to_owned(), to.to_owned())), "{line}");
}

#[test]
fn an_absence_is_said_in_many_ways() {
    for line in [
        "absent 20 Dec to 3 Jan",
        "Absent from 20 December until 3 January.",
        "absent Dec 20 - Jan 3",
        "absent 20th of December to the 3rd of January",
        "I am away from December 20 till January 3",
        "absent 2026-12-20 to 2027-01-03",
        "absent 20.12. - 3.1.",
        "absent 20.12.-3.1.",
        "absent 20.12.2026–3.1.2027",
        "absent 20/12/26 to 03/01/27",
        "absent: 20 Dec 2026 to 3 Jan 2027",
        "away 20 Dec for 15 days",
        "abwesend vom 20. Dezember bis zum 3. Januar",
        "abwesend 20. Dez bis 3. Jan",
        "ich bin abwesend 20.12. bis 3.1.",
        "Urlaub 20. Dez. bis 3. Jan.",
        "ausente del 20 de diciembre al 3 de enero",
        "estoy ausente desde el 20 de diciembre hasta el 3 de enero",
        "assente dal 20 dicembre al 3 gennaio",
        "sono assente dal 20 dicembre fino al 3 gennaio",
        "nieobecny od 20 grudnia do 3 stycznia",
        "nieobecność od 20 grudnia do 3 stycznia",
    ] {
        check(line, "2026-12-20", "2027-01-03");
    }
}

#[test]
fn an_absence_can_begin_now_and_last_a_day() {
    for line in [
        "absent until 5 January",
        "absent until January 5",
        "abwesend bis 5. Januar",
        "abwesend bis zum 5.1.",
        "ausente hasta el 5 de enero",
        "assente fino al 5 gennaio",
        "nieobecna do 5 stycznia",
    ] {
        check(line, "2026-12-10", "2027-01-05");
    }
    for line in ["nieobecność na 3 dni", "abwesend 3 Tage"] {
        check(line, "2026-12-10", "2026-12-12");
    }
    check("nieobecność do 5 stycznia", "2026-12-10", "2027-01-05");
    check("absent 24 Dec", "2026-12-24", "2026-12-24");
    check("absent tomorrow", "2026-12-11", "2026-12-11");
    check("absent today to 12 December", "2026-12-10", "2026-12-12");
    for line in
        ["absent for 3 days", "ausente 3 días", "ausente durante 3 días", "assente per 3 giorni"]
    {
        check(line, "2026-12-10", "2026-12-12");
    }
    check("urlaub 2 wochen", "2026-12-10", "2026-12-23");
    check("absent 20 to 25 December", "2026-12-20", "2026-12-25");
    check("absent December 20 to 25", "2026-12-20", "2026-12-25");
    check("absent 1 December to 20 December", "2026-12-01", "2026-12-20");
    check("absent 29.2.2028", "2028-02-29", "2028-02-29");
}

#[test]
fn every_month_has_its_names() {
    let names = [
        "January Januar Jänner enero gennaio stycznia styczeń jan",
        "February Februar Feber febrero febbraio lutego luty feb",
        "March März Maerz marzo marca marzec mar",
        "April abril aprile kwietnia kwiecień apr",
        "May Mai mayo maggio maja maj",
        "June Juni junio giugno czerwca czerwiec jun",
        "July Juli julio luglio lipca lipiec jul",
        "August agosto sierpnia sierpień aug",
        "September septiembre settembre września wrzesień sept",
        "October Oktober octubre ottobre października październik oct",
        "November noviembre listopada listopad nov",
        "December Dezember diciembre dicembre grudnia grudzień dec",
    ];
    for (place, names) in names.iter().enumerate() {
        for name in names.split(' ') {
            let found = days(&format!("absent 7 {name} 2027"), "2026-12-10");
            let expected = format!("2027-{:02}-07", place + 1);
            assert_eq!(found, Some((expected.clone(), expected)), "{name}");
        }
    }
}

#[test]
fn who_is_back_says_so() {
    for line in [
        "back",
        "Back!",
        "I'm back",
        "I am back.",
        "zurück",
        "Zurueck",
        "ich bin wieder da",
        "de vuelta",
        "he vuelto",
        "sono tornato",
        "wróciłem",
        "jestem z powrotem",
    ] {
        assert_eq!(read(line), Some(Request::Back(None)), "{line}");
    }
}

#[test]
fn what_is_no_announcement_is_left_alone_and_half_of_one_is_asked_about() {
    for line in [
        "",
        "Daun to Zittau",
        "Heinrich back to Berlin",
        "retreat to Glogau",
        "absent friends!",
        "away with you",
        "I was absent 20 Dec to 3 Jan and could not move",
        "my vacation was great",
        "the French are away 3 cities",
        "back to work",
    ] {
        assert_eq!(read(line), None, "{line}");
    }
    for line in
        ["absent", "absent 20", "absent from 20 Dec", "absent 20 Dec 3 Jan 4 Feb", "absent 3 times"]
    {
        assert_eq!(read(line), None, "{line}");
        assert!(is_asked_about(line), "{line}");
    }
    assert_eq!(days("absent 31 Feb to 5 Mar", "2026-12-10"), None);
    assert_eq!(days("absent 45 Dec", "2026-12-10"), None);
}

proptest! {
    #[test]
    fn no_line_is_too_strange(line in "\\PC{0,60}") {
        let _ = read(&line);
        let _ = days(&format!("absent {line}"), "2026-12-10");
    }
}

#[test]
fn an_absence_can_be_said_in_days() {
    for line in ["absent for 3 days", "absent 3 days", "abwesend 3 Tage"] {
        check(line, "2026-12-10", "2026-12-12");
    }
}

/// Who says when he is back is away until the day before; 10 December 2026 is a Thursday.
#[test]
fn who_says_when_he_is_back_is_away_until_the_day_before() {
    for line in [
        "I'm off for three days, back on Sunday",
        "away, back on Sunday",
        "I'll be back on Sunday",
        "bin 3 Tage weg, Sonntag wieder da",
        "Bin am Sonntag wieder da",
        "abwesend, zurück am 13.12.",
        "abwesend, am 13. wieder da",
        "me voy 3 dias, vuelvo el domingo",
        "estoy de viaje, de vuelta el 13 de diciembre",
        "sono via, torno domenica",
        "nie będzie mnie, wracam w niedzielę",
        "wyjeżdżam, wracam 13 grudnia",
    ] {
        check(line, "2026-12-10", "2026-12-12");
    }
    check("bin bis nach Weihnachten nicht da, am 28. wieder da", "2026-12-10", "2026-12-27");
    check("away from Monday, back on Friday", "2026-12-14", "2026-12-17");
    // A Thursday: the one a week ahead.
    check("absent, back on Thursday", "2026-12-10", "2026-12-16");
    for line in
        ["I am back from holiday.", "Bin wieder da!", "He vuelto", "Sono tornato", "Już jestem"]
    {
        assert_eq!(read(line), Some(Request::Back(None)), "{line}");
    }
}

#[test]
fn christmas_and_days_without_a_month_are_days() {
    for line in [
        "away over Christmas",
        "bin über Weihnachten weg",
        "assente per Natale",
        "ausente en Navidad",
    ] {
        check(line, "2026-12-24", "2026-12-26");
    }
    check("away until after Christmas", "2026-12-10", "2026-12-26");
    check("bin vom 24. bis 27. weg", "2026-12-24", "2026-12-27");
    check("fuera del 24 al 3", "2026-12-24", "2027-01-03");
    check("via fino al 3", "2026-12-10", "2027-01-03");
    assert!(is_asked_about("absent 3"));
}
