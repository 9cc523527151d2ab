//! Tests of what stands beside a march and says when, why and where it leads first, and of questions that are answered at once.

use crate::game::{Nation, State};
use crate::orders::testing::*;
use crate::orders::write;
use crate::said::testing::*;
use crate::said::{Language, LineReading, Request, Said};
use std::sync::LazyLock;

static PRUSSIA: LazyLock<State> = LazyLock::new(|| movement_of(Nation::Prussia));

/// What a text orders, and for which turn.
fn ordered(language: Language, text: &str) -> Vec<(String, Option<u16>)> {
    let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
    let orders = reading.said.iter().filter_map(|said| match &said.request {
        Request::Act(action) => Some((write(action), said.turn)),
        _ => None,
    });
    orders.collect()
}

/// Each of these texts orders what its meaning does, and something.
fn assert_meanings(texts: &[(Language, &str, &str)]) {
    for (language, text, meaning) in texts {
        let got = ordered(*language, text);
        assert!(!got.is_empty(), "{text}");
        assert_eq!(got, ordered(Language::English, meaning), "{text}");
    }
}

#[test]
fn a_remark_in_brackets_behind_the_goal_leaves_it_the_goal() {
    let meaning = "Heinrich to Potsdam via Spandau";
    assert_meanings(&[
        (Language::English, "Heinrich to Potsdam (of course), via Spandau", meaning),
        (Language::English, "Heinrich to Potsdam (obviously!), via Spandau", meaning),
        (Language::German, "Heinrich nach Potsdam (natürlich), über Spandau", meaning),
        (Language::French, "Henri à Potsdam (évidemment !), en passant par Spandau", meaning),
    ]);
}

#[test]
fn a_clause_before_the_order_sends_nobody() {
    assert_meanings(&[
        (
            Language::English,
            "So that he can be on the Oder next turn, Seydlitz moves to Dessau.",
            "Seydlitz to Dessau",
        ),
        (
            Language::Spanish,
            "Para tener cerca Dresde, Federico y Winterfeldt se colocan en Meissen.",
            "Friedrich + Winterfeldt to Meißen",
        ),
        (
            Language::French,
            "Au lieu de rester planté à Mohrungen, Lehwaldt se rend à Orneta.",
            "Lehwaldt to Orneta",
        ),
        (
            Language::English,
            "After passing Torgau, Friedrich goes to Bitterfeld.",
            "Friedrich to Bitterfeld via Torgau",
        ),
    ]);
}

#[test]
fn a_question_that_its_writer_answers_is_an_order() {
    assert_meanings(&[
        (
            Language::English,
            "Why not put Heinrich in Potsdam? Yes, let's do that.",
            "Heinrich to Potsdam",
        ),
        (Language::German, "Wohin Train 1 fährt? Nach Zossen.", "train 1 to Zossen"),
        (
            Language::French,
            "Qui va à Potsdam ? Henri, en passant par Spandau.",
            "Heinrich to Potsdam via Spandau",
        ),
    ]);
}

#[test]
fn who_of_two_is_not_said_is_asked() {
    for (language, text) in [
        (Language::English, "Schwerin and Keith are both in Strehlen. He goes to Glatz."),
        (Language::German, "Schwerin und Keith stehen in Strehlen. Er geht nach Glatz."),
    ] {
        let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
        assert!(reading.said.is_empty(), "{text}: {reading:#?}");
        let question = matches!(reading.lines[0].reading, LineReading::Question { .. });
        assert!(question, "{text}: {reading:#?}");
    }
}

#[test]
fn what_is_ordered_twice_is_done_once() {
    let reading = read_in(
        Language::English,
        &PRUSSIA,
        Nation::Prussia,
        "Keith to Glatz\nDohna to Stargard\nKeith to Glatz",
    );
    assert_eq!(reading.said.len(), 2, "{reading:#?}");
    // Whoever turns back on his word and then again is not sent where he went in between.
    let text = "Keith to Glatz\nKeith to Neisse\nKeith to Glatz";
    let reading = read_in(Language::English, &PRUSSIA, Nation::Prussia, text);
    let last = reading.said.last().map(|said| said.request.clone());
    let Some(Request::Act(action)) = last else { panic!("{reading:#?}") };
    assert!(write(&action).contains("Glatz"), "{reading:#?}");
}

#[test]
fn the_number_of_an_item_counts_nothing() {
    let text = "1. Keith to Glatz\n2. Dohna to Stargard\n3. train 1 to Zossen";
    let reading = read_in(Language::English, &PRUSSIA, Nation::Prussia, text);
    assert_eq!(reading.said.len(), 3, "{reading:#?}");
    assert_meanings(&[(Language::English, "#1 train to Zossen", "train 1 to Zossen")]);
}

#[test]
fn nobody_is_away_who_speaks_of_something_else() {
    for (language, text) in [
        (Language::German, "Welche Karten sind heute schon weg?"),
        (Language::English, "Ada wrote she is away today, can we wait for her?"),
        (Language::English, "are the reserves gone today?"),
        (Language::French, "Ada est absente aujourd'hui ?"),
        (Language::French, "Ada est absente aujourd'hui."),
    ] {
        let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
        let away = |said: &Said| matches!(said.request, Request::Absent(_));
        assert!(!reading.said.iter().any(away), "{text}: {reading:#?}");
    }
    let reading =
        read_in(Language::German, &PRUSSIA, Nation::Prussia, "Ich bin morgen weg, ist das ok?");
    assert!(matches!(reading.said[0].request, Request::Absent(_)), "{reading:#?}");
}

#[test]
fn r4_2_a_train_and_a_general_are_not_offered_the_same_city() {
    for (language, text) in [
        (Language::English, "First train 1, then Heinrich to Potsdam."),
        (Language::German, "Also erst Tross 1, danach Heinrich nach Potsdam."),
        (
            Language::German,
            "Dann soll Heinrich eben erst nach dem Tross losmarschieren, ist ja dann frei. Also erst Tross 1, danach Heinrich nach Potsdam.",
        ),
    ] {
        let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
        assert!(reading.said.is_empty(), "{text}: {reading:#?}");
        let doubt = &reading.lines[0].reading;
        assert!(matches!(doubt, LineReading::NotUnderstood { .. }), "{text}: {reading:#?}");
    }
}

#[test]
fn a_train_that_goes_to_no_city_of_the_board_is_asked_about() {
    for (language, text) in [
        (Language::German, "Tross 1 nach Zossen, der andere nach Sagan."),
        (Language::English, "Train 1 to Zossen and the other to Sagan"),
    ] {
        let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
        assert!(reading.in_doubt().next().is_some(), "{text}: {reading:#?}");
    }
}

#[test]
fn a_discard_that_is_not_awaited_is_asked_about() {
    let text = "I'll toss the lowest card.";
    let reading = read_in(Language::English, &PRUSSIA, Nation::Prussia, text);
    assert!(reading.in_doubt().next().is_some(), "{reading:#?}");
}
