//! What a reader is told to write is understood in the reader's language, as what it means.

use super::super::*;
use super::{COMPLETE, templates_in};
use crate::game::{Action, Decision, DecisionKind, Nation, PieceId, State};
use crate::orders::testing::{
    daun_before_breslau, east_prussia_lost, edited, find, movement_of, new_game, play,
};
use crate::orders::{menu, move_templates};
use crate::said::testing as said;
use minijinja::value::Serde;
use std::collections::BTreeMap;

/// What the text is understood as, of a reader who gets his mails in this language.
fn actions(language: Language, state: &State, decision: Decision, text: &str) -> Vec<Action> {
    let own = crate::said::Language::from_tag(language.tag()).expect("a language that is read");
    said::actions_in(own, state, decision.nation, text)
}

/// Every answer of the menu, in every language.
fn check_menu(state: &State, decision: Decision) {
    for entry in menu(state, decision.seat, decision) {
        for language in COMPLETE {
            let facts = minijinja::Value::from(Serde(&entry.order));
            let text = templates_in(language).sentence("say.jinja", "choice", facts);
            let text = text.unwrap_or_else(|error| panic!("{language}: {error:?}"));
            assert_eq!(
                actions(language, state, decision, &text),
                entry.actions,
                "{language}: {text}"
            );
        }
    }
}

#[test]
fn every_answer_of_every_menu_is_understood_in_every_language() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..4 {
        let mut left = 600;
        play(new_game(seed % 2 == 1, seed), seed, |state, decision, _| {
            left -= 1;
            let count = seen.entry(format!("{:?}", decision.kind)).or_default();
            *count += 1;
            if *count <= 12 {
                check_menu(state, decision);
            }
            left == 0
        });
    }
    // Rarer questions.
    let withdrawal = daun_before_breslau();
    let attack = edited(&withdrawal, |json| json["phase"] = "combat".into());
    let removal = find(false, |state, decision| {
        decision.kind == DecisionKind::Fate
            && !state.fate_options(decision.nation).generals.is_empty()
    });
    let option = find(true, |_, decision| decision.kind == DecisionKind::OffensiveOption);
    for state in [withdrawal, attack, east_prussia_lost(), removal.0, option.0] {
        for decision in state.decisions() {
            seen.entry(format!("{:?}", decision.kind)).or_default();
            check_menu(&state, decision);
        }
    }
    for kind in ["Discard", "Play", "Retreat", "Fate", "Reconquest", "DaunWithdrawal"] {
        assert!(seen.contains_key(kind), "{kind} was never asked");
    }
}

#[test]
fn an_order_template_is_understood_as_it_is_in_every_language() {
    for nation in Nation::ALL {
        let state = movement_of(nation);
        let decision = state.decisions()[0];
        let templates = move_templates(&state, decision.seat, nation);
        assert!(!templates.is_empty(), "{nation:?}");
        for language in COMPLETE {
            for template in &templates {
                let text = stays(language, &template.pieces);
                assert_eq!(actions(language, &state, decision, &text), [], "{language}: {text}");
            }
        }
    }
}

fn stays(language: Language, pieces: &[PieceId]) -> String {
    let facts = minijinja::Value::from(Serde(&pieces));
    let text = templates_in(language).sentence("choices.jinja", "stays", facts);
    text.unwrap_or_else(|error| panic!("{language}: {error:?}"))
}

/// What a text says in the reading that mails get: its orders, `None` if a line is in doubt.
fn says(state: &State, decision: Decision, language: Language, text: &str) -> Option<Vec<Action>> {
    let decisions: Vec<Decision> =
        state.decisions().into_iter().filter(|open| open.seat == decision.seat).collect();
    let (state, seat) = (Some(state), Some(decision.seat));
    let decisions = decisions.as_slice();
    let language = crate::said::Language::from_tag(&language.to_string()).expect("a language");
    let context = crate::said::Context {
        state,
        seat,
        decisions,
        language,
        ..crate::said::Context::default()
    };
    let reading = crate::said::read(text, &context);
    reading.in_doubt().next().is_none().then(|| {
        let order = |said: &crate::said::Said| match &said.request {
            crate::said::Request::Act(action) => Some(action.clone()),
            crate::said::Request::Ready => Some(Action::EndMovement),
            _ => None,
        };
        reading.said.iter().filter_map(order).collect()
    })
}

/// An order as its JSON: a way whose every step is named is a path, however it was ordered (R4.6), and
/// of which deck a card is, sentences do not say.
fn plain(state: &State, action: &Action) -> String {
    let action = match action {
        Action::MoveVia { pieces, via } => match state.route_via(pieces[0].nation(), pieces, via) {
            Ok(path) => Action::Move { pieces: pieces.clone(), path },
            Err(_) => action.clone(),
        },
        other => other.clone(),
    };
    let order = serde_json::to_string(&crate::game::Order::from(&action)).expect("JSON");
    (1..=4).fold(order, |order, deck| order.replace(&format!("/{deck}\""), "\""))
}

#[test]
fn what_a_receipt_says_of_an_order_can_be_said_back_in_every_language() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut mute = Vec::new();
    for seed in 0..3 {
        let mut left = 500;
        play(new_game(seed % 2 == 1, seed), seed, |state, decision, action| {
            left -= 1;
            let order = crate::game::Order::from(action);
            let json = serde_json::to_value(&order).expect("JSON");
            let kind = json["do"].as_str().unwrap_or_default().to_owned();
            let count = seen.entry(kind).or_default();
            *count += 1;
            if *count > 8 {
                return left == 0;
            }
            for language in COMPLETE {
                let text = templates_in(language).order_sentence(&order).expect("a sentence");
                let found = says(state, decision, language, &text);
                let found =
                    found.map(|all| all.iter().map(|a| plain(state, a)).collect::<Vec<_>>());
                if found.as_deref() != Some(&[plain(state, action)]) {
                    mute.push(format!("{language}: {text} {found:?}"));
                }
            }
            left == 0
        });
    }
    assert!(seen.len() >= 9, "{seen:?}");
    assert!(mute.is_empty(), "{} {mute:#?}", mute.len());
}
