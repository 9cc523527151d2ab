//! The desk and the club's words: what is written about games and persons, in five languages.

use crate::memory_club::GAME;
use crate::table::*;

/// Somebody who looks on, with the newest mail of ours to him.
fn guest(table: &mut Table) -> &'static str {
    let guest = "guest@else.test";
    table.send(guest, None, &format!("observe {GAME}"));
    reply(table, guest, "yes");
    guest
}

fn reply(table: &mut Table, who: &str, text: &str) -> String {
    let mail = table.mails(who).last().expect("a mail").clone();
    table.send(who, Some(&mail), text)
}

fn observers(table: &mut Table) -> usize {
    table.club.read(|tx| {
        let game = tx.game_by_name(GAME)?.expect("the game").id;
        Ok(tx.observers(game)?.len())
    })
}

fn person(table: &mut Table, who: &str) -> Option<feldpost::store::Person> {
    table.club.read(|tx| tx.person_of(who))
}

#[test]
fn a_dry_run_at_the_desk_changes_nothing() {
    let mut table = Table::new();
    let guest = guest(&mut table);
    let before = (person(&mut table, guest), observers(&mut table), table.log());
    for line in [
        "language german",
        "time zone Europe/Rome",
        "name Somebody",
        "unobserve leuthen",
        "forget me yes",
        "also other@else.test",
        "new game wagram",
        "digest on 18:00",
    ] {
        let answer = reply(&mut table, guest, &format!("test\n{line}"));
        let after = (person(&mut table, guest), observers(&mut table), table.log());
        assert_eq!(after, before, "{line}: {answer}");
        assert!(answer.contains("test") && answer.contains(line), "{line}: {answer}");
    }
    assert!(table.mails("other@else.test").is_empty(), "nobody is asked");
}

#[test]
fn a_dry_run_of_a_stranger_asks_nobody() {
    let mut table = Table::new();
    let stranger = "stranger@else.test";
    let answer = table.send(stranger, None, &format!("test\nobserve {GAME}"));
    assert!(answer.contains("test"), "{answer}");
    reply(&mut table, stranger, "yes");
    assert_eq!(observers(&mut table), 0);
    assert_eq!(person(&mut table, stranger), None);
}

#[test]
fn a_test_in_answer_to_a_question_leaves_it_open() {
    let mut table = Table::new();
    let stranger = "stranger@else.test";
    table.send(stranger, None, &format!("observe {GAME}"));
    let question = table.mails(stranger).last().expect("a question").clone();
    table.send(stranger, Some(&question), "yes\ntest");
    assert_eq!(observers(&mut table), 0);
    table.send(stranger, Some(&question), "yes");
    assert_eq!(observers(&mut table), 1);
}

#[test]
fn questions_in_a_dry_run_are_answered() {
    let mut table = Table::new();
    let guest = guest(&mut table);
    let answer = reply(&mut table, guest, "test\nlist");
    assert!(answer.contains(GAME), "{answer}");
}

#[test]
fn a_round_of_the_beacon_is_answered_in_a_game_that_has_begun() {
    let mut table = Table::new();
    let (log, prompt) = (table.log(), table.newest(Frederick));
    let round = format!("beacon 123 {}", "b7".repeat(48));
    let answer = table.answer(Frederick, &prompt, &round);
    assert!(answer.contains("round 123"), "{answer}");
    let answer = table.answer(Frederick, &prompt, "beacon 123 b7b7");
    assert!(answer.contains("no round of the beacon"), "{answer}");
    let answer = table.answer(Frederick, &prompt, "phrase A rainy night in Potsdam");
    assert!(answer.contains("has begun"), "{answer}");
    assert_eq!(table.log(), log);
}

macro_rules! wishes {
    ($($name:ident: $of:expr, [$($text:literal),* $(,)?];)*) => {
        $(#[test] fn $name() {
            for text in [$($text),*] {
                let mut table = Table::new();
                let answer = table.say(Frederick, text);
                let person = person(&mut table, &player(Frederick));
                let person = person.unwrap_or_else(|| panic!("{text}: {answer}"));
                let of: fn(&feldpost::store::Person) -> bool = $of;
                assert!(of(&person), "{text}: {person:?} {answer}");
            }
        })*
    };
}

wishes! {
    a_language: |person| person.language == "de", [
        "language german", "Sprache Deutsch", "idioma alemán", "lingua tedesco", "język niemiecki",
        "language: de", "Sprache: deutsch, bitte",
    ];
    a_time_zone: |person| person.time_zone == "Europe/Vienna", [
        "time zone Wien", "time zone Vienna", "Zeitzone Wien", "zona horaria Viena",
        "fuso orario Vienna", "strefa czasowa Wiedeń", "time zone Europe/Vienna",
    ];
    news_at_once: |person| person.wishes.contains("\"at_once\":true"), [
        "news at once", "Neuigkeiten sofort", "novedades enseguida", "novità subito",
        "wieści od razu",
    ];
    news_daily: |person| person.wishes.contains("\"digest\":true"), [
        "news daily", "Neuigkeiten täglich", "novedades diarias", "novità ogni giorno",
        "wieści codziennie",
    ];
}

/// A proposal, and the ballots of the others, each in a language.
#[test]
fn a_pause_is_proposed_and_voted_for_in_five_languages() {
    for propose in [
        "propose pause",
        "Ich beantrage eine Pause",
        "Propongo una pausa",
        "Propongo di fare una pausa",
        "Wniosek o przerwę",
    ] {
        let mut table = Table::new();
        table.say(Frederick, propose);
        for (seat, ballot) in [(Elisabeth, "głosuję za"), (MariaTheresa, "Ich stimme mit Ja")] {
            table.say(seat, ballot);
        }
        let paused = table
            .club
            .read(|tx| Ok(tx.game_by_name(GAME)?.expect("the game").status.id() == "paused"));
        assert!(paused, "{propose}");
    }
}

#[test]
fn an_answer_to_the_call_is_a_ballot() {
    for (yes, no) in [("yes", "no"), ("Ja bitte", "nein"), ("sí", "no"), ("tak", "nie")] {
        let mut table = Table::new();
        table.say(Frederick, "propose pause");
        let call = table.about(&player(Elisabeth), "pause");
        table.answer(Elisabeth, &call, no);
        let call = table.about(&player(MariaTheresa), "pause");
        table.answer(MariaTheresa, &call, yes);
        let ballots = table.club.read(|tx| {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            let vote = tx.vote(game, 1)?.expect("a vote");
            tx.ballots(&vote)
        });
        let of = |seat: &str| ballots.iter().find(|b| b.seat == seat).map(|ballot| ballot.yes);
        assert_eq!(of("elisabeth"), Some(false), "{no}");
        assert_eq!(of("maria-theresa"), Some(true), "{yes}");
    }
}

/// The end of a movement phase in the usual words.
#[test]
fn who_is_done_says_so_in_any_language() {
    for done in [
        "That's all",
        "I'm done",
        "Ich bin fertig",
        "Das war's",
        "Das ist alles",
        "He terminado",
        "Eso es todo",
        "Ho finito",
        "È tutto",
        "To wszystko",
        "Skończyłem",
        "Gotowe",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, &format!("Heinrich to Bernau\n{done}"));
        assert_eq!(table.prussian("Heinrich"), "bernau", "{done}: {answer}");
    }
}
