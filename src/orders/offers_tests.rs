//! Tests of menus and templates: what is offered, and to whom. That it is legal and is read as what it
//! says is tested in [`crate::said`].

use super::testing::*;
use super::{MenuEntry, menu, move_templates, template};
use crate::game::{
    Action, Card, Decision, DecisionKind, Face, FateChoice, Nation, Passing, Seat, State,
};

fn menu_of(state: &State, decision: Decision) -> Vec<MenuEntry> {
    menu(state, decision.seat, decision)
}

#[test]
fn r3_3_a_play_menu_has_each_fitting_card_the_reserve_at_what_makes_a_difference_and_stop() {
    let (state, decision) = find(false, |state, decision| {
        decision.kind == DecisionKind::Play
            && state.combat().is_some_and(|combat| (-9..0).contains(&combat.score))
            && state.playable().iter().any(|card| card.face == Face::Reserve)
            && state.may_stop().is_ok()
    });
    let entries = menu_of(&state, decision);
    let fitting: std::collections::BTreeSet<Card> = state.playable().into_iter().collect();
    // The Reserve stands there twice: to even the score and to lead.
    assert_eq!(entries.len(), fitting.len() + 2, "{entries:?}");
    assert!(entries.iter().any(|entry| entry.text == "stop"));
    let behind = state.combat().map_or(0, |combat| -combat.score);
    let last: Vec<&str> = entries.iter().rev().take(2).map(|entry| entry.text.as_str()).collect();
    assert_eq!(last, [format!("play R as {}", behind + 1), format!("play R as {behind}")]);
    assert!(entries.iter().all(|entry| entry.actions.len() == 1));
}

#[test]
fn a_discard_menu_has_the_cards_just_drawn() {
    let (state, decision) = find(false, |_, decision| decision.kind == DecisionKind::Discard);
    let entries = menu_of(&state, decision);
    assert_eq!(entries.len(), state.legal_actions(decision.nation, decision.kind).len());
    assert!(entries.iter().all(|entry| entry.text.starts_with("discard ")));
    assert!(entries.iter().all(|entry| !entry.text.contains('/')), "one deck is in use");
}

#[test]
fn a_removal_lists_the_generals() {
    let (state, decision) = find(false, |state, decision| {
        decision.kind == DecisionKind::Fate
            && !state.fate_options(decision.nation).generals.is_empty()
    });
    for entry in menu_of(&state, decision) {
        assert!(matches!(entry.actions[..], [Action::Fate { choice: FateChoice::General(_) }]));
    }
}

#[test]
fn what_a_template_says_can_be_conquered_is_conquered_by_some_move() {
    let state = movement_of(Nation::Austria);
    let state = edited(&state, |json| {
        // Nobody is near enough to protect Upper Silesia.
        for name in ["Schwerin", "Keith"] {
            put(json, "prussia", name, "magdeburg", 1);
        }
        put(json, "austria", "Laudon", "ratibor", 1);
    });
    let decisions = state.decisions();
    let templates = move_templates(&state, decisions[0].seat, Nation::Austria);
    let laudon = templates
        .iter()
        .find(|template| template.pieces[0].name() == "Laudon")
        .expect("Laudon can move");
    assert!(!laudon.conquers.is_empty());
    for city in &laudon.conquers {
        assert_eq!(state.passing(Nation::Austria, *city), Passing::Taken);
        let conquered = laudon.reach.iter().any(|goal| {
            let via = if goal == city { vec![] } else { vec![*city, *goal] };
            let mut after = state.clone();
            let action = Action::MoveVia { pieces: laudon.pieces.clone(), via };
            after.act(Nation::Austria, &action).is_ok_and(|events| {
                events.iter().any(
                    |event| matches!(event, crate::game::Event::Conquered { city: c, .. } if c == city),
                )
            })
        });
        assert!(conquered || laudon.at == *city, "{city}");
    }
}

#[test]
fn decisions_of_others_offer_nothing() {
    let (state, decision) = find(false, |_, decision| decision.kind == DecisionKind::Play);
    for seat in state.rules().seats() {
        assert_eq!(menu(&state, seat, decision).is_empty(), seat != decision.seat);
    }
    let state = movement_of(Nation::Austria);
    let decision = state.decisions()[0];
    assert_eq!(template(&state, Seat::Frederick, decision), "");
}
