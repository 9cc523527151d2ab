//! Tests of menus and templates: what is offered is legal, and is read as what it says.

use super::testing::*;
use super::{Context, MenuEntry, completed_allotment, menu, move_templates, read, template};
use crate::game::{
    Action, Card, Decision, DecisionKind, Face, FateChoice, Nation, Passing, State, Troops,
};

fn menu_of(state: &State, decision: Decision) -> Vec<MenuEntry> {
    let decisions = decisions_of(state, decision.seat);
    menu(&Context { state, seat: decision.seat, decisions: &decisions }, decision)
}

#[test]
fn every_entry_of_every_menu_is_legal_and_is_read_as_its_actions() {
    for seed in 0..6 {
        let mut left = 600;
        play(new_game(seed % 2 == 1, seed), seed, |state, decision, _| {
            left -= 1;
            for MenuEntry { text, actions, .. } in menu_of(state, decision) {
                if actions.is_empty() {
                    assert!(text.starts_with("play R") && text.ends_with(" as"), "{text}");
                    let text = format!("{text} 1");
                    let found = super::testing::actions(state, decision.nation, &text);
                    assert!(matches!(found[..], [Action::Play { value: Some(1), .. }]), "{text}");
                    continue;
                }
                assert_eq!(super::testing::actions(state, decision.nation, &text), actions);
                for action in actions {
                    let legal = state.clone().act(decision.nation, &action);
                    assert!(legal.is_ok(), "{text}: {legal:?}");
                }
            }
            left == 0
        });
    }
}

#[test]
fn a_play_menu_has_each_fitting_card_the_reserve_to_complete_and_stop() {
    let (state, decision) = find(false, |state, decision| {
        decision.kind == DecisionKind::Play
            && state.playable().iter().any(|card| card.face == Face::Reserve)
            && state.may_stop().is_ok()
    });
    let entries = menu_of(&state, decision);
    let fitting: std::collections::BTreeSet<Card> = state.playable().into_iter().collect();
    assert_eq!(entries.len(), fitting.len() + 1, "{entries:?}");
    assert!(entries.iter().any(|entry| entry.text == "stop"));
    assert_eq!(entries.last().map(|entry| entry.actions.len()), Some(0));
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

fn template_of(state: &State, decision: Decision) -> String {
    let decisions = decisions_of(state, decision.seat);
    template(&Context { state, seat: decision.seat, decisions: &decisions }, decision)
}

#[test]
fn move_templates_name_every_piece_that_can_move() {
    for seed in 0..3 {
        let mut left = 150;
        play(new_game(false, seed), seed, |state, decision, _| {
            left -= 1;
            if decision.kind == DecisionKind::Movement {
                let decisions = decisions_of(state, decision.seat);
                let context = Context { state, seat: decision.seat, decisions: &decisions };
                let names = |pieces: &[crate::game::PieceId]| {
                    pieces.iter().map(|piece| piece.name()).collect::<Vec<_>>().join(" + ")
                };
                let text: String = move_templates(&context, decision.nation)
                    .iter()
                    .map(|template| format!("{} stay\n", names(&template.pieces)))
                    .collect();
                let reading = read(&text, &context);
                assert!(reading.is_understood(), "{text}\n{reading:#?}");
                assert_eq!(reading.assemble(&context), []);
                let named: usize = move_templates(&context, decision.nation)
                    .iter()
                    .map(|template| template.pieces.len())
                    .sum();
                let able = crate::game::PieceSet::of(decision.nation)
                    .iter()
                    .filter(|p| state.city_of(*p).is_some() && !state.piece(*p).done)
                    .count();
                assert_eq!(named, able);
            }
            left == 0
        });
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
    let context = Context { state: &state, seat: decisions[0].seat, decisions: &decisions };
    let templates = move_templates(&context, Nation::Austria);
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
fn r1_7_an_allotment_template_is_a_legal_allotment() {
    let state = new_game(false, 4);
    for decision in state.decisions() {
        let text = template_of(&state, decision);
        let found = actions(&state, decision.nation, &text);
        assert_eq!(found.len(), 1, "{text}");
        let mut after = state.clone();
        after.act(decision.nation, &found[0]).expect("the template is legal as it stands");
    }
}

#[test]
fn r1_7_lines_changed_in_the_template_leave_the_others_as_they_are() {
    let state = new_game(false, 4);
    for decision in state.decisions() {
        let decisions = decisions_of(&state, decision.seat);
        let context = Context { state: &state, seat: decision.seat, decisions: &decisions };
        let found = actions(&state, decision.nation, &template_of(&state, decision));
        let [Action::Allot { troops: whole }] = &found[..] else { panic!("{found:?}") };
        let completed = |troops: &Troops| {
            completed_allotment(&context, decision.nation, troops, &Troops::new())
        };
        if whole.len() < 3 {
            continue;
        }
        let mut changed = whole.clone();
        changed[0].1 += 1;
        changed[1].1 -= 1;
        assert_eq!(completed(&changed[..2].to_vec()), changed);
        // What does not come to all troops is not made up.
        assert_eq!(completed(&changed[..1].to_vec()), changed[..1].to_vec());
    }
}
