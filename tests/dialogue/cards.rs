//! Cards that were played are said to have been played, whatever came of the rest of the line.

use crate::table::*;
use feldpost::game::{DecisionKind, Nation};
use serde_json::json;

/// Prussia's Schwerin and Keith beside Daun, at this score with the right to play, and these cards.
fn fight(score: i64, cards: &[&str]) -> Table {
    let mut table = Table::new();
    table.edit(|state| {
        put(state, "austria", "Daun", "breslau");
        deal(state, "prussia", cards);
        deal(state, "austria", &["2S", "2C"]);
        state["phase"] = "combat".into();
        state["combats"] = json!([{"from": "strehlen", "to": "breslau"}]);
        state["combat"] =
            json!({"from": "strehlen", "to": "breslau", "score": score, "right": "prussia"});
    });
    let decisions = table.decisions();
    assert_eq!(decisions[0].kind, DecisionKind::Play, "{decisions:?}");
    assert_eq!(decisions[0].nation, Nation::Prussia);
    table
}

/// The cards that Prussia holds.
fn hand(table: &mut Table) -> Vec<String> {
    let state = table.json();
    let cards = state["hands"]["prussia"].as_array().expect("a hand").clone();
    cards.iter().map(|card| card.as_str().expect("a card").to_owned()).collect()
}

/// The suit of Strehlen, where Prussia's stack plays.
fn suit() -> &'static str {
    let city = feldpost::game::board().city("strehlen").expect("a city");
    match feldpost::game::board().info(city).suit {
        feldpost::game::Suit::Spades => "S",
        feldpost::game::Suit::Clubs => "C",
        feldpost::game::Suit::Hearts => "H",
        feldpost::game::Suit::Diamonds => "D",
    }
}

/// Issue: at -8, `8 of diamonds and 5 of diamonds`.
#[test]
fn what_was_played_is_told_as_played_and_the_rest_as_not_needed() {
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    let mut table = fight(-8, &[&eight, &five]);
    let answer = table.fresh(Frederick, &format!("{eight} and {five}"));
    assert!(!hand(&mut table).contains(&format!("{eight}/1")), "{answer}");
    assert!(hand(&mut table).contains(&format!("{five}/1")), "{answer}");
    assert!(answer.contains("carried out"), "{answer}");
    assert!(!answer.contains("Not allowed"), "{answer}");
    assert!(answer.contains("Not done, because what came before is enough for now"), "{answer}");
}

#[test]
fn a_card_too_small_leaves_the_right_to_play_and_the_next_one_goes() {
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    let mut table = fight(-12, &[&eight, &five]);
    table.fresh(Frederick, &format!("{eight}, {five}"));
    assert!(hand(&mut table).is_empty());
}

#[test]
fn a_card_one_does_not_hold_is_refused_and_what_stands_before_it_is_played() {
    let (five, six) = (format!("5{}", suit()), format!("6{}", suit()));
    let mut table = fight(-12, &[&five]);
    let answer = table.fresh(Frederick, &format!("{five}, {six}"));
    assert!(hand(&mut table).is_empty(), "{answer}");
    assert!(answer.contains("carried out"), "{answer}");
}

#[test]
fn stop_behind_a_card_that_was_enough_is_not_needed() {
    let eight = format!("8{}", suit());
    let mut table = fight(-5, &[&eight]);
    let answer = table.fresh(Frederick, &format!("{eight} then stop"));
    assert!(answer.contains("carried out"), "{answer}");
    assert!(!answer.contains("Not allowed"), "{answer}");
}

#[test]
fn ready_behind_a_card_ends_no_movement_phase() {
    let eight = format!("8{}", suit());
    let mut table = fight(-5, &[&eight]);
    table.fresh(Frederick, &format!("{eight}\nready"));
    let ended = table.awaits(Nation::Russia, DecisionKind::Movement);
    assert!(!ended, "Hanover's movement was not ended");
}

#[test]
fn a_test_plays_no_card() {
    let eight = format!("8{}", suit());
    let mut table = fight(-5, &[&eight]);
    let log = table.log();
    let answer = table.fresh(Frederick, &format!("test\n{eight}"));
    assert_eq!(hand(&mut table).len(), 1, "{answer}");
    assert_eq!(table.log(), log);
}
