//! The documentation names every event and member that a log can have: those of games that were
//! recorded, of games played out at random by all rules, and of the program's source.

#[path = "../support/described.rs"]
mod page;

use crate::recorded_game;
use feldpost::audit::record;
use feldpost::campaign::game_key;
use feldpost::game::{DecisionKind, Reason, Seat, Setup, State};
use feldpost::simulate;
use feldpost::store::LogFile;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn source(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(c.to_lowercase());
    }
    text
}

#[test]
fn recorded_games_have_nothing_that_is_not_described() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    for file in fs::read_dir(folder).expect("the folder") {
        let name = file.expect("a file").file_name().to_string_lossy().into_owned();
        page::check_log(&LogFile::parse(&recorded_game(&name)).expect("a log"));
    }
}

#[test]
fn games_played_out_by_all_rules_have_nothing_that_is_not_described() {
    let setups = simulate::Options::setups(None, None, None);
    let mut seen = BTreeSet::new();
    for (number, setup) in setups.into_iter().enumerate() {
        let (seed, number) = ([number as u8 + 1; 32], number as u64);
        let start = State::new(setup, game_key(&seed, &[]));
        let actions = simulate::play_on(start, 7, number);
        let log = record("described", setup, seed, &actions).expect("a game");
        seen.extend(page::check_log(&log));
    }
    assert!(
        seen.contains("ended") && seen.contains("hand-discarded") && seen.len() > 35,
        "{seen:?}"
    );
}

/// The variants of an enumeration in the source, as objects: the name as the value of `tag`, and all
/// members.
fn variants(text: &str, name: &str, tag: &str) -> Vec<serde_json::Value> {
    let (_, body) = text.split_once(&format!("pub enum {name} {{")).expect("the enumeration");
    let (body, _) = body.split_once("\n}\n").expect("its end");
    let mut found: Vec<serde_json::Value> = Vec::new();
    for line in body.lines() {
        let depth = line.len() - line.trim_start().len();
        let line = line.trim();
        if line.starts_with("//") || line.is_empty() {
            continue;
        }
        match (depth, line.split_once([' ', ':'])) {
            (4, Some((variant, _))) => found.push(json!({ tag: kebab(variant) })),
            (8, Some((member, _))) => found.last_mut().expect("a variant")[member] = json!(0),
            _ => {}
        }
    }
    found
}

/// Those that occur seldom are described, too: the enumeration in the source is complete.
#[test]
fn every_event_of_the_rules_is_described_with_all_its_members() {
    let events = variants(&source("src/game/event.rs"), "Event", "event");
    assert!(events.len() > 45, "{}", events.len());
    events.iter().for_each(page::check_event);
}

#[test]
fn every_event_of_the_club_is_described_with_all_its_members() {
    let mut news = variants(&source("src/report/happening.rs"), "ClubNews", "what");
    assert!(news.len() > 12, "{}", news.len());
    // These two are no entries of the club: they tell of entries of other kinds.
    news.retain(|news| news["what"] != "taken-back" && news["what"] != "game-closed");
    news.iter().for_each(page::check_club);
}

#[test]
fn every_refusal_and_decision_is_described() {
    let page = source("docs/referee.md");
    for (code, rule) in Reason::ALL {
        assert!(page.contains(&format!("| `{code}` | {rule} |")), "{code}, {rule}");
    }
    for kind in [
        DecisionKind::Allot,
        DecisionKind::Discard,
        DecisionKind::OffensiveOption,
        DecisionKind::Movement,
        DecisionKind::DaunWithdrawal,
        DecisionKind::Attack,
        DecisionKind::Play,
        DecisionKind::Retreat,
        DecisionKind::Fate,
        DecisionKind::Reconquest,
        DecisionKind::GameOver,
    ] {
        assert!(page.contains(&format!("| `{}` |", kind.id())), "{}", kind.id());
    }
}

/// The members of the state and of the view, in positions of a whole game.
#[test]
fn every_member_of_the_state_and_of_the_view_is_described() {
    let page = source("docs/referee.md");
    let section = |heading: &str| {
        let (_, after) = page.split_once(&format!("\n## {heading}\n")).expect("a heading");
        after.split("\n## ").next().unwrap_or(after)
    };
    let state = State::new(Setup::default(), [1; 32]);
    let view = serde_json::to_value(state.view(Some(Seat::Frederick)));
    for (value, text) in
        [(state.dump(), section("The state")), (view.expect("JSON"), section("The view"))]
    {
        for (name, value) in value.as_object().expect("an object") {
            let row = text.lines().find(|line| {
                line.split(" | ").next().is_some_and(|first| first.contains(&format!("`{name}`")))
            });
            let row = row.unwrap_or_else(|| panic!("no row describes {name}"));
            let inner = value.as_array().and_then(|list| list.first()?.as_object());
            for member in inner.into_iter().flat_map(|object| object.keys()) {
                assert!(row.contains(&format!("`{member}`")), "{name}: {member}");
            }
        }
    }
}
