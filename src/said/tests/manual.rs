//! The manual page is true: every example in it is understood in the position it speaks of.

use crate::game::{DecisionKind, Nation, State, board};
use crate::orders::testing::*;
use crate::said::LineReading;
use crate::said::testing::*;

const MANUAL: &str = include_str!("../../../docs/orders.md");

/// The examples: what they are read as, and their text.
fn examples() -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let mut read_as = "";
    let mut block: Option<String> = None;
    for line in MANUAL.lines() {
        if let Some(what) = line.strip_prefix("<!-- read as: ") {
            read_as = what.trim_end_matches(" -->");
        } else if line.starts_with("```") {
            match block.take() {
                Some(text) => found.push((read_as, text)),
                None => block = Some(String::new()),
            }
        } else if let Some(text) = &mut block {
            *text += line;
            text.push('\n');
        }
    }
    found
}

/// A position of the kind, and whose text it is.
fn position(what: &str) -> (State, Nation) {
    let asked = |expert, kind| {
        let (state, decision) = find(expert, |_, decision| decision.kind == kind);
        (state, decision.nation)
    };
    match what {
        "movement of prussia" => (movement_of(Nation::Prussia), Nation::Prussia),
        "movement of austria" => (movement_of(Nation::Austria), Nation::Austria),
        "recruitment of russia" => {
            let state = edited(&movement_of(Nation::Russia), |json| {
                for piece in json["pieces"].as_array_mut().expect("pieces") {
                    if piece["nation"] == "russia" && piece["name"] == "Fermor" {
                        piece["city"] = serde_json::Value::Null;
                        piece["troops"] = 0.into();
                    }
                }
            });
            (state, Nation::Russia)
        }
        "allotment of prussia" => (new_game(false, 1), Nation::Prussia),
        "play" => asked(false, DecisionKind::Play),
        "discard" => asked(false, DecisionKind::Discard),
        "retreat" => asked(false, DecisionKind::Retreat),
        "offensive option" => asked(true, DecisionKind::OffensiveOption),
        "attack of austria from ohlau to breslau" => {
            let state = edited(&daun_before_breslau(), |json| json["phase"] = "combat".into());
            (state, Nation::Austria)
        }
        "withdrawal of keith from breslau" => (daun_before_breslau(), Nation::Prussia),
        "removal" => {
            let (state, decision) = find(false, |state, decision| {
                decision.kind == DecisionKind::Fate
                    && state
                        .fate_options(decision.nation)
                        .generals
                        .iter()
                        .any(|piece| piece.name() == "Keith")
            });
            (state, decision.nation)
        }
        "reconquest" => (east_prussia_lost(), Nation::Prussia),
        other => panic!("the manual speaks of an unknown position: {other}"),
    }
}

#[test]
fn every_example_of_the_manual_is_understood() {
    let examples = examples();
    assert!(examples.len() >= 15);
    for (what, text) in examples {
        let (state, nation) = position(what);
        let retreat = state.retreat_options().first().map(|city| &board().info(*city).name);
        let text = text.replace("{city}", retreat.map_or("", |name| name));
        let reading = read_as(&state, nation, &text);
        assert!(is_understood(&reading), "{what}: {reading:#?}");
        assert_eq!(reading.lines.len(), text.lines().count());
        let ignored = |line: &&crate::said::Line| line.reading != LineReading::Understood;
        assert_eq!(reading.lines.iter().find(ignored), None, "{what}: something is ignored");
    }
}

#[test]
fn the_allotment_of_the_manual_is_legal() {
    let (what, text) =
        examples().into_iter().find(|(what, _)| what.starts_with("allot")).expect("it");
    let (mut state, nation) = position(what);
    let found = actions(&state, nation, &text);
    assert_eq!(found.len(), 1);
    state.act(nation, &found[0]).expect("it is legal");
}
