//! Tests of what stands beside a march and says when, why and where it leads first, and of questions that are answered at once.

use crate::game::{Nation, State};
use crate::orders::testing::*;
use crate::orders::write;
use crate::said::testing::*;
use crate::said::{Language, LineReading, Request};
use std::sync::LazyLock;

static PRUSSIA: LazyLock<State> = LazyLock::new(|| movement_of(Nation::Prussia));

/// The canonical text of what a line orders.
fn canonical(language: Language, text: &str) -> String {
    let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
    let orders = reading.said.iter().filter_map(|said| match &said.request {
        Request::Act(action) => Some(write(action)),
        _ => None,
    });
    orders.collect::<Vec<_>>().join("; ")
}

#[test]
fn a_remark_in_brackets_behind_the_goal_leaves_it_the_goal() {
    for (language, text) in [
        (Language::English, "Heinrich to Potsdam (of course), via Spandau"),
        (Language::English, "Heinrich to Potsdam (obviously!), via Spandau"),
        (Language::German, "Heinrich nach Potsdam (natürlich), über Spandau"),
        (Language::French, "Henri à Potsdam (évidemment !), en passant par Spandau"),
    ] {
        let got = canonical(language, text);
        assert_eq!(got, canonical(Language::English, "Heinrich to Potsdam via Spandau"), "{text}");
        assert!(got.contains("Potsdam"), "{text}: {got}");
    }
}

#[test]
fn a_clause_before_the_order_sends_nobody() {
    for (language, text, meaning) in [
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
    ] {
        let got = canonical(language, text);
        assert!(!got.is_empty(), "{text}");
        assert_eq!(got, canonical(Language::English, meaning), "{text}");
    }
}

#[test]
fn a_question_that_its_writer_answers_is_an_order() {
    for (language, text, meaning) in [
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
    ] {
        let got = canonical(language, text);
        assert!(!got.is_empty(), "{text}");
        assert_eq!(got, canonical(Language::English, meaning), "{text}");
    }
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
    assert_eq!(
        canonical(Language::English, "#1 train to Zossen"),
        canonical(Language::English, "train 1 to Zossen")
    );
}
