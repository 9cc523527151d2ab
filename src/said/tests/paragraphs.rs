//! Tests of what people write in whole paragraphs: second thoughts across sentences, reasons, and what only tells something.

use crate::game::{Nation, State};
use crate::orders::testing::*;
use crate::orders::write;
use crate::said::testing::*;
use crate::said::{Candidate, Language, LineReading, Request};
use std::sync::LazyLock;

static PRUSSIA: LazyLock<State> = LazyLock::new(|| movement_of(Nation::Prussia));

/// What a text orders, in canonical words.
fn ordered(language: Language, text: &str) -> Vec<String> {
    let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
    let orders = reading.said.iter().filter_map(|said| match &said.request {
        Request::Act(action) => Some(write(action)),
        Request::Stay(pieces) => Some(Candidate::Stay(pieces.clone()).to_string()),
        _ => None,
    });
    orders.collect()
}

/// What is asked about a text; nothing of it is carried out.
fn asked(text: &str) -> LineReading {
    let reading = read_in(Language::English, &PRUSSIA, Nation::Prussia, text);
    assert!(reading.said.is_empty(), "{text}: {:?}", reading.said);
    reading.lines.into_iter().next().expect("a line").reading
}

#[test]
fn what_is_said_anew_takes_the_place_of_what_was_said_of_the_same_pieces() {
    let orders = ["Schwerin to Breslau", "Keith to Neisse"];
    for (language, text) in [
        (
            Language::English,
            "Keith to Breslau... no, wait, then Neisse is empty. Make that Schwerin to Breslau and Keith to Neisse.",
        ),
        (
            Language::French,
            "Keith à Breslau... non, attends, c'est idiot, Neisse serait vide. Je reprends : c'est Schwerin qui va à Breslau et Keith à Neisse.",
        ),
    ] {
        assert_eq!(ordered(language, text), orders, "{text}");
    }
    // Where the second sentence says less than where to, the first one still does.
    let text =
        "Schwerin and Keith to Schweidnitz. Actually no, only Schwerin does that; Keith can stay.";
    let orders = ordered(Language::English, text);
    assert!(!orders.contains(&"Schwerin stays".to_owned()), "{orders:?}");
}

#[test]
fn a_question_that_its_writer_answers_with_no_leaves_the_order_before_it() {
    for (language, text) in [
        (
            Language::English,
            "Schwerin to Neisse, or is he needed elsewhere? No, it's fine. Keith to Glatz.",
        ),
        (
            Language::German,
            "Schwerin nach Neisse, oder wird er woanders gebraucht? Nein, passt schon. Keith nach Glatz.",
        ),
    ] {
        assert_eq!(ordered(language, text), ["Schwerin to Neisse", "Keith to Glatz"], "{text}");
    }
}

#[test]
fn the_other_way_round_is_asked_and_answered() {
    let text = "Schwerin to Neisse and Keith to Glatz, or was that the wrong way round?";
    assert!(matches!(
        asked(text),
        LineReading::Question { .. } | LineReading::NotUnderstood { .. }
    ));
    let orders = ordered(Language::English, &format!("{text} Yes, it was."));
    assert_eq!(orders, ["Keith to Neisse", "Schwerin to Glatz"]);
}

#[test]
fn a_reason_before_so_orders_nothing() {
    for (language, text, order) in [
        (
            Language::English,
            "Seydlitz could go to Berlin, but Heinrich is there already, so Seydlitz to Wittenberg.",
            "Seydlitz to Wittenberg",
        ),
        (
            Language::English,
            "Keith is too exposed at Strehlen, so I take him back to Breslau.",
            "Keith to Breslau",
        ),
        (
            Language::Spanish,
            "Keith está vendido en Strehlen, así que lo meto en Breslau.",
            "Keith to Breslau",
        ),
    ] {
        assert_eq!(ordered(language, text), [order], "{text}");
    }
}

#[test]
fn what_is_only_told_sends_nobody() {
    for (language, text, order) in [
        (
            Language::German,
            "Heinrich bleibt in Berlin, einer muss ja auf Potsdam aufpassen.",
            "Heinrich stays",
        ),
        (
            Language::English,
            "Schwerin to Reichenbach, he's closer to Glatz there.",
            "Schwerin to Reichenbach",
        ),
        (
            Language::English,
            "Seydlitz to Dessau, I want the French to worry about Halle.",
            "Seydlitz to Dessau",
        ),
        (
            Language::French,
            "Heinrich à Potsdam, afin de barrer la route de Brandenburg.",
            "Heinrich to Potsdam",
        ),
        (
            Language::English,
            "Seydlitz to Halle, Soubise only has eight men over there.",
            "Seydlitz to Halle",
        ),
    ] {
        assert_eq!(ordered(language, text), [order], "{text}");
    }
}

#[test]
fn who_is_somebody_is_asked() {
    let text = "Keith to Glatz. Somebody should keep an eye on Potsdam, I don't care who.";
    let LineReading::Question { candidates, .. } = asked(text) else { panic!("{text}") };
    assert!(candidates.iter().any(|one| *one == "Heinrich to Potsdam"), "{candidates:?}");
}

#[test]
fn of_two_who_are_named_together_none_is_left_behind_unasked() {
    let text = "Schwerin and Keith I thought of sending to Neisse, but no: better Breslau.";
    let orders = ordered(Language::English, text);
    assert!(orders.is_empty() || orders == ["Schwerin + Keith to Breslau"], "{orders:?}");
}

#[test]
fn near_a_city_the_next_one_says_where() {
    for (language, text) in [
        (Language::English, "Seydlitz can go and annoy someone near Leipzig... let's say Halle."),
        (Language::German, "Seydlitz irgendwo bei Leipzig, also etwa Halle"),
    ] {
        assert_eq!(ordered(language, text), ["Seydlitz to Halle"], "{text}");
    }
}

#[test]
fn who_is_only_told_of_where_he_is_may_have_a_goal() {
    let text = "Seydlitz is bored in Brandenburg, let him have a look at Dessau.";
    let LineReading::Question { candidates, .. } = asked(text) else { panic!("{text}") };
    assert_eq!(candidates, ["Seydlitz to Dessau", "Seydlitz stays"]);
}

#[test]
fn clauses_that_could_order_nothing_are_passed_over() {
    for (language, text, orders) in [
        (
            Language::English,
            "Keith to Glatz, otherwise Daun walks as far as Neisse. My flatmate says what a coward I am, but he has never seen my cards.",
            vec!["Keith to Glatz"],
        ),
        (
            Language::German,
            "Schwerin nach Neisse, und der Keith bleibt mir schön in Strehlen sitzen, sonst spaziert der Daun glatt bis Breslau.",
            vec!["Schwerin to Neisse", "Keith stays"],
        ),
    ] {
        assert_eq!(ordered(language, text), orders, "{text}");
    }
    // Who else goes is asked, though nobody is named.
    for text in [
        "Keith to Glatz. Somebody should also go along, I don't care who it is.",
        "Keith to Glatz, and perhaps Schwerin.",
    ] {
        asked(text);
    }
}

#[test]
fn what_was_thought_of_and_dropped_is_no_order() {
    for (language, text, orders) in [
        (
            Language::English,
            "Schwerin to Neisse. I thought about Glatz, but Daun is right there.",
            vec!["Schwerin to Neisse"],
        ),
        (
            Language::French,
            "Schwerin va à Neisse ; j'aurais bien poussé jusqu'à Glatz, seulement Daun n'est pas loin.",
            vec!["Schwerin to Neisse"],
        ),
    ] {
        assert_eq!(ordered(language, text), orders, "{text}");
    }
}

#[test]
fn a_message_in_quotation_marks_ends_with_them() {
    let text = "Please tell Maria Theresa: \"I wait for you at Dresden.\" Keith to Glatz.";
    let reading = read_in(Language::English, &PRUSSIA, Nation::Prussia, text);
    let told = reading.said.iter().filter_map(|said| match &said.request {
        Request::Press(press) => Some(press.text.as_str()),
        _ => None,
    });
    assert_eq!(told.collect::<Vec<_>>(), ["I wait for you at Dresden."]);
    assert_eq!(ordered(Language::English, text), ["Keith to Glatz"]);
}

#[test]
fn headings_of_a_report_ask_for_nothing_and_share_out_nothing() {
    let text = "Situation: Saxony is wide open.\nArticle 4: Keith to Glatz.";
    assert_eq!(ordered(Language::English, text), ["Keith to Glatz"]);
    let reading = read_in(Language::English, &PRUSSIA, Nation::Prussia, text);
    assert!(reading.said.iter().all(|said| !matches!(said.request, Request::Status(_))));
}
