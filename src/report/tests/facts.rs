//! Facts that are worked out for reports: whose action goes on, and whom a train supplies.

use super::super::*;
use super::happening;
use super::played::Game;
use crate::game::{DecisionKind, Nation, Seat, Setup};
use serde_json::{Value, json};

fn heading(events: &[Happening], now: Option<Nation>) -> Value {
    let chronicle = Chronicle::new(events, now);
    serde_json::to_value(&chronicle.sections[0].heading).expect("JSON")
}

#[test]
fn an_action_that_goes_on_keeps_its_nations_heading() {
    let card = happening(json!({"event": "card-played", "nation": "prussia", "card": "10D/1",
        "value": 10, "score": -2, "right": "austria"}));
    let lost = happening(json!({"event": "combat-lost", "winner": "prussia", "loser": "austria",
        "city": "dresden", "score": -2, "losses": 2}));
    let next = |nation: &str| happening(json!({"event": "action-began", "nation": nation}));
    let began = happening(json!({"event": "turn-began", "turn": 2}));
    let going_on = |nation: &str| json!({"heading": "going-on", "nation": nation});
    // Nothing has begun since: it is the action of now.
    assert_eq!(heading(std::slice::from_ref(&card), Some(Nation::Austria)), going_on("austria"));
    // Of the two that fought, the one that acts just before the next.
    for (behind, acting) in
        [(next("hanover"), "prussia"), (next("imperial-army"), "austria"), (began, "austria")]
    {
        let events = [card.clone(), lost.clone(), behind];
        assert_eq!(heading(&events, Some(Nation::Russia)), going_on(acting));
    }
    // A beginning speaks for itself, and set-up is nobody's action.
    let told = [next("sweden"), card];
    assert_eq!(heading(&told, None), json!({"heading": "action", "nation": "sweden"}));
    let allotted = happening(json!({"event": "allotted", "nation": "france"}));
    assert_eq!(heading(&[allotted], Some(Nation::Prussia)), json!({"heading": "open"}));
}

#[test]
fn r9_2_holdings_say_what_the_rules_say_of_supply() {
    let mut supplied = 0;
    let mut game = Game::new(Setup::default());
    for turn in 1..=6 {
        game = game.until(|game, decision| {
            game.state.turn() == turn
                && decision.nation == Nation::Austria
                && decision.kind == DecisionKind::Movement
        });
        for seat in Seat::ALL {
            for holding in Holding::all(&game.state.view(Some(seat))) {
                for stack in &holding.stacks {
                    let length = stack.supplied_by.map(|(_, length)| length);
                    let by_rule = game.state.supply_distance(holding.nation, stack.city);
                    assert_eq!(length, by_rule, "{:?} in {}", holding.nation, stack.city);
                    supplied += usize::from(length.is_some());
                }
            }
        }
    }
    assert!(supplied > 40, "only {supplied} stacks were in reach of a train");
}
