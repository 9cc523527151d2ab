//! Who is away says so in his own words, and is taken at them.

use crate::memory_club::GAME;
use crate::table::*;
use chrono::{DateTime, TimeDelta, Utc};

/// From when to when Frederick's player has said that he is away.
fn away(table: &mut Table) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
    let absences = table.club.read(|tx| tx.absences(&player(Frederick)));
    absences.into_iter().map(|absence| (absence.starts, absence.ends)).collect()
}

/// Says it, and finds one absence that ends so many days from today.
fn ends_in(text: &str, days: i64) {
    let mut table = Table::new();
    let answer = table.say(Frederick, text);
    let away = away(&mut table);
    assert_eq!(away.len(), 1, "{text}: {answer}");
    let today = table.club.now.date_naive();
    // It ends with the last day, so at the beginning of the next.
    assert_eq!((away[0].1.date_naive() - today).num_days(), days, "{text}: {answer}");
}

macro_rules! absences {
    ($($name:ident: $days:literal, [$($text:literal),* $(,)?];)*) => {
        $(#[test] fn $name() { for text in [$($text),*] { ends_in(text, $days); } })*
    };
}

absences! {
    three_days: 3, [
        "absent for 3 days", "I'll be away for three days", "abwesend für 3 Tage",
        "Ich bin 3 Tage nicht da", "ausente durante 3 días", "estaré fuera tres días",
        "assente per 3 giorni", "sarò via per tre giorni", "nieobecny przez 3 dni",
        "nie będzie mnie przez 3 dni",
    ];
    a_week: 7, [
        "absent for a week", "Ich bin eine Woche weg", "ausente una semana",
        "assente per una settimana", "nieobecna przez tydzień", "On holiday for one week.",
    ];
    two_weeks: 14, [
        "on vacation for two weeks", "zwei Wochen Urlaub", "de vacaciones dos semanas",
        "in ferie per due settimane", "na urlopie przez dwa tygodnie",
    ];
}

/// The one day on which all of these end, each said in a game of its own.
fn same_end(texts: &[&str]) {
    let mut ends = Vec::new();
    for text in texts {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        let away = away(&mut table);
        assert_eq!(away.len(), 1, "{text}: {answer}");
        ends.push(away[0].1);
    }
    ends.dedup();
    assert_eq!(ends.len(), 1, "{ends:?}");
}

/// From a date far enough away.
#[test]
fn until_a_day_of_the_calendar() {
    same_end(&[
        "absent until 20 May",
        "I am away until May 20th",
        "abwesend bis 20. Mai",
        "Bin bis zum 20.5. im Urlaub",
        "ausente hasta el 20 de mayo",
        "assente fino al 20 maggio",
        "nieobecny do 20 maja",
    ]);
}

#[test]
fn from_day_to_day() {
    for text in [
        "absent 10 to 20 May",
        "away from May 10 to May 20",
        "abwesend vom 10. bis 20. Mai",
        "ausente del 10 al 20 de mayo",
        "assente dal 10 al 20 maggio",
        "nieobecny od 10 do 20 maja",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        let away = away(&mut table);
        assert_eq!(away.len(), 1, "{text}: {answer}");
        assert!(away[0].1 - away[0].0 > TimeDelta::days(10), "{text}: {away:?}");
    }
}

#[test]
fn until_a_day_of_the_week() {
    same_end(&[
        "away until Friday",
        "abwesend bis Freitag",
        "ausente hasta el viernes",
        "assente fino a venerdì",
        "nieobecny do piątku",
    ]);
}

#[test]
fn who_is_back_is_back() {
    for back in ["back", "Ich bin wieder da", "he vuelto", "sono tornato", "wróciłem"] {
        let mut table = Table::new();
        table.say(Frederick, "absent for 3 days");
        let answer = table.say(Frederick, back);
        let now = table.club.now;
        let left = away(&mut table).into_iter().filter(|(_, ends)| *ends > now).count();
        assert_eq!(left, 0, "{back}: {answer}");
    }
}

#[test]
fn half_an_absence_is_asked_about() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "absent");
    assert!(away(&mut table).is_empty() && answer.contains("absent"), "{answer}");
}

#[test]
fn who_was_away_is_not_away() {
    let mut table = Table::new();
    table.say(Frederick, "Sorry, I was absent from 1 May to 9 May.\nHeinrich to Bernau\nready");
    assert!(away(&mut table).is_empty());
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

/// Somebody without a seat is told where absences belong, and no line of tokens is quoted to him.
#[test]
fn without_a_seat_an_absence_is_answered_with_what_to_do() {
    let guest = "guest@else.test";
    let mut table = Table::new();
    table.send(guest, None, &format!("observe {GAME}"));
    let question = table.mails(guest).last().expect("the question").clone();
    table.send(guest, Some(&question), "yes");
    let known = table.mails(guest).last().expect("an answer").clone();
    let answer = table.send(guest, Some(&known), "absent for 3 days\n\ntoken abc-def-12");
    assert!(!answer.contains("token abc-def-12"), "{answer}");
    assert!(answer.contains("seat"), "{answer}");
    assert!(away(&mut table).is_empty());
}

/// A sentence that is asked about takes no absence of the same paragraph with it.
#[test]
fn an_absence_holds_whatever_becomes_of_the_orders_beside_it() {
    for text in [
        "The train to Torgau. Keith stays. And I'm away for three days.",
        "Der Tross geht nach Torgau. Keith bleibt. Und ich bin drei Tage lang nicht da.",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        let asked = answer.contains("rain 1") || answer.contains("ross 1");
        assert!(asked, "the train is asked about: {answer}");
        assert_eq!(away(&mut table).len(), 1, "{text}: {answer}");
    }
}
