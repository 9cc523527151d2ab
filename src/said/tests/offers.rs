//! Tests of menus and templates: what is offered is legal, and is read as what it says.

use crate::game::{Action, Decision, DecisionKind, State, Troops};
use crate::orders::testing::*;
use crate::orders::{MenuEntry, completed_allotment, menu, move_templates, template};
use crate::said::testing::*;

fn menu_of(state: &State, decision: Decision) -> Vec<MenuEntry> {
    menu(state, decision.seat, decision)
}

fn template_of(state: &State, decision: Decision) -> String {
    template(state, decision.seat, decision)
}

#[test]
fn every_entry_of_every_menu_is_legal_and_is_read_as_its_actions() {
    for seed in 0..6 {
        let mut left = 600;
        play(new_game(seed % 2 == 1, seed), seed, |state, decision, _| {
            left -= 1;
            for MenuEntry { text, actions: meant, .. } in menu_of(state, decision) {
                if meant.is_empty() {
                    assert!(text.starts_with("play R") && text.ends_with(" as"), "{text}");
                    let text = format!("{text} 1");
                    let found = actions(state, decision.nation, &text);
                    assert!(matches!(found[..], [Action::Play { value: Some(1), .. }]), "{text}");
                    continue;
                }
                assert_eq!(actions(state, decision.nation, &text), meant);
                for action in meant {
                    let legal = state.clone().act(decision.nation, &action);
                    assert!(legal.is_ok(), "{text}: {legal:?}");
                }
            }
            left == 0
        });
    }
}

#[test]
fn move_templates_name_every_piece_that_can_move() {
    for seed in 0..3 {
        let mut left = 150;
        play(new_game(false, seed), seed, |state, decision, _| {
            left -= 1;
            if decision.kind == DecisionKind::Movement {
                let names = |pieces: &[crate::game::PieceId]| {
                    pieces.iter().map(|piece| piece.name()).collect::<Vec<_>>().join(" + ")
                };
                let text: String = move_templates(state, decision.seat, decision.nation)
                    .iter()
                    .map(|template| format!("{} stay\n", names(&template.pieces)))
                    .collect();
                assert_eq!(actions(state, decision.nation, &text), []);
                let named: usize = move_templates(state, decision.seat, decision.nation)
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
        let found = actions(&state, decision.nation, &template_of(&state, decision));
        let [Action::Allot { troops: whole }] = &found[..] else { panic!("{found:?}") };
        let completed = |troops: &Troops| {
            completed_allotment(&state, decision.seat, decision.nation, troops, &Troops::new())
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
