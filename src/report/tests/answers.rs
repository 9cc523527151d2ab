//! What a reader is told to write is understood in the reader's language, as what it means.

use super::super::*;
use super::{COMPLETE, templates_in};
use crate::game::{Action, Decision, DecisionKind, Nation, PieceId, State};
use crate::orders::testing::{
    daun_before_breslau, decisions_of, east_prussia_lost, edited, find, movement_of, new_game, play,
};
use crate::orders::{Context, Outcome, menu, move_templates, read};
use minijinja::value::Serde;
use std::collections::BTreeMap;

/// What the text is understood as.
fn actions(state: &State, decision: Decision, text: &str) -> Vec<Action> {
    let decisions = decisions_of(state, decision.seat);
    let context = Context { state, seat: decision.seat, decisions: &decisions };
    let reading = read(text, &context);
    assert!(reading.is_understood(), "{text}: {reading:#?}");
    reading.assemble(&context).into_iter().map(|found| found.action).collect()
}

/// Every answer of the menu, in every language.
fn check_menu(state: &State, decision: Decision) {
    let decisions = decisions_of(state, decision.seat);
    let context = Context { state, seat: decision.seat, decisions: &decisions };
    for entry in menu(&context, decision) {
        for language in COMPLETE {
            let facts = minijinja::Value::from(Serde(&entry.order));
            let text = templates_in(language).sentence("say.jinja", "choice", facts);
            let text = text.unwrap_or_else(|error| panic!("{language}: {error:?}"));
            if entry.actions.is_empty() {
                assert!(text.contains("R7"), "{language}: {text}");
            } else {
                assert_eq!(actions(state, decision, &text), entry.actions, "{language}: {text}");
            }
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
        let decisions = decisions_of(&state, decision.seat);
        let context = Context { state: &state, seat: decision.seat, decisions: &decisions };
        let templates = move_templates(&context, nation);
        assert!(!templates.is_empty(), "{nation:?}");
        for language in COMPLETE {
            for template in &templates {
                let text = stays(language, &template.pieces);
                assert_eq!(actions(&state, decision, &text), [], "{language}: {text}");
            }
        }
    }
}

fn stays(language: Language, pieces: &[PieceId]) -> String {
    let facts = minijinja::Value::from(Serde(&pieces));
    let text = templates_in(language).sentence("choices.jinja", "stays", facts);
    text.unwrap_or_else(|error| panic!("{language}: {error:?}"))
}

/// Positions in which what a help page shows as examples can be meant.
fn positions() -> Vec<(State, Decision)> {
    let mut found: Vec<(State, Decision)> = Nation::ALL
        .into_iter()
        .map(|nation| {
            let state = movement_of(nation);
            let decision = state.decisions()[0];
            (state, decision)
        })
        .collect();
    for kind in [DecisionKind::Play, DecisionKind::Retreat, DecisionKind::Discard] {
        found.push(find(false, |_, decision| decision.kind == kind));
    }
    found
}

/// A line without what only the game can know: whose piece it is, which question is open.
fn is_language(line: &str, (state, decision): &(State, Decision)) -> bool {
    let decisions = decisions_of(state, decision.seat);
    let context = Context { state, seat: decision.seat, decisions: &decisions };
    let reading = read(line, &context);
    let strange = [
        "Unknown",
        "UnknownCity",
        "UnknownPiece",
        "UnknownCard",
        "UnknownWords",
        "UnknownCondition",
    ];
    !reading.lines.iter().any(|line| match &line.outcome {
        Outcome::NotUnderstood { why, .. } => strange.contains(&&*format!("{why:?}")),
        _ => false,
    })
}

#[test]
fn every_example_and_every_command_of_the_help_is_of_the_order_language() {
    let positions = positions();
    for language in COMPLETE {
        let (mut count, mut before) = (0, "");
        for line in shown(language) {
            // `else` needs the condition in the line above.
            let both = format!("{before}\n{line}");
            let alone = positions.iter().any(|position| is_language(line, position));
            let understood = alone || positions.iter().any(|position| is_language(&both, position));
            assert!(understood, "{language}: {line}");
            before = line;
            count += 1;
        }
        assert!(count >= 30, "{language}: only {count} lines");
    }
}

/// The examples of the help pages, and the words of the page of commands; what is asked of the club
/// is no matter of orders.
fn shown(language: Language) -> Vec<&'static str> {
    let source = format!("{}/help.jinja", language.tag());
    let found = super::super::templates::compiled_in().iter().find(|(name, _)| *name == source);
    let (_, source) = found.expect("the help");
    let examples = source.lines().filter_map(|line| line.strip_prefix(": "));
    let terms = source.lines().filter_map(|line| line.strip_prefix("~ "));
    let words = terms.filter_map(|line| line.split(" | ").next());
    examples.chain(words).filter(|line| !crate::campaign::is_request(line)).collect()
}
