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
    suit_of("strehlen")
}

/// The suit of Breslau, where Daun plays.
fn austrian_suit() -> &'static str {
    suit_of("breslau")
}

fn suit_of(city: &str) -> &'static str {
    let city = feldpost::game::board().city(city).expect("a city");
    match feldpost::game::board().info(city).suit {
        feldpost::game::Suit::Spades => "S",
        feldpost::game::Suit::Clubs => "C",
        feldpost::game::Suit::Hearts => "H",
        feldpost::game::Suit::Diamonds => "D",
    }
}

/// At -8, `8 of diamonds and 5 of diamonds`: the first is enough for now, the other is for later.
#[test]
fn what_is_said_of_later_in_the_combat_is_done_when_it_is_ones_turn_again() {
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    let mut table = fight(-8, &[&eight, &five]);
    let answer = table.fresh(Frederick, &format!("{eight} and {five}, then I stop"));
    assert_eq!(hand(&mut table), [format!("{five}/1")], "{answer}");
    assert!(answer.contains("carried out"), "{answer}");
    assert!(!answer.contains("Not allowed"), "{answer}");
    assert!(answer.contains("Kept for when it is your turn again in this combat"), "{answer}");
    assert_eq!(table.kept(Frederick, "duel-").len(), 1);
    // Austria answers with 2, Prussia's 5 follows by itself, and so does the end.
    table.say(MariaTheresa, &format!("2{}", austrian_suit()));
    table.wait();
    assert!(hand(&mut table).is_empty(), "{:?}", table.decisions());
}

#[test]
fn what_was_said_of_one_combat_is_over_with_it() {
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    let mut table = fight(-5, &[&eight, &five]);
    let answer = table.fresh(Frederick, &format!("{eight}, {five}"));
    assert!(answer.contains("Kept for when"), "{answer}");
    assert!(table.fresh(Frederick, "status").contains("duel"), "it stands there while it holds");
    table.say(MariaTheresa, "stop");
    assert_eq!(hand(&mut table), [format!("{five}/1")]);
    assert!(!table.fresh(Frederick, "status").contains("duel Schwerin"));
}

#[test]
fn an_entry_of_the_menu_says_what_is_played_now_and_no_more() {
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    let mut table = fight(-8, &[&eight, &five]);
    table.fresh(Frederick, "1");
    assert!(table.kept(Frederick, "duel-").is_empty());
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
fn nobody_stops_without_the_card_that_he_meant_to_play_before() {
    let (eight, other) = (format!("8{}", suit()), if suit() == "S" { "8H" } else { "8S" });
    let mut table = fight(-12, &[&eight, other]);
    let answer = table.fresh(Frederick, &format!("{other}, then I stop"));
    assert!(answer.contains("Not allowed"), "{answer}");
    assert!(table.awaits(Nation::Prussia, DecisionKind::Play), "{answer}");
    assert_eq!(hand(&mut table).len(), 2, "{answer}");
    // Where no card can be played, there is nothing else to do.
    let mut table = fight(-12, &[other]);
    let answer = table.fresh(Frederick, &format!("{other}, then I stop"));
    assert!(!table.awaits(Nation::Prussia, DecisionKind::Play), "{answer}");
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

/// A card that is named first is played first, whatever the rest of the line hangs on; where that is not read, none is.
#[test]
fn a_card_that_is_named_first_is_not_passed_over() {
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    for text in
        ["First the 8, and if it comes back to me, the 5 too", "the 8 like I said, then the 5"]
    {
        let mut table = fight(-8, &[&eight, &five]);
        let answer = table.fresh(Frederick, text);
        assert_eq!(hand(&mut table), [format!("{five}/1")], "{text}: {answer}");
        assert_eq!(table.kept(Frederick, "duel-").len(), 1, "{text}: {answer}");
    }
    let mut table = fight(-8, &[&eight, &five]);
    let answer = table.fresh(Frederick, "the 8 whenever the moon is full, the 5");
    assert_eq!(hand(&mut table).len(), 2, "{answer}");
    assert!(answer.contains("Not understood"), "{answer}");
}
