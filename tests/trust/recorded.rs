//! Games recorded by an earlier program lead to the same under this one's rules.
//!
//! If one of them differs, either a rule was changed by mistake, or [`RULES_VERSION`] must be
//! raised and the games recorded again: with `FELDPOST_RECORD=1` the test does so from their orders;
//! other games come from `feldpost simulate --record`.
//!
//! [`RULES_VERSION`]: feldpost::campaign::RULES_VERSION

#![expect(clippy::disallowed_methods, reason = "new recordings are asked for by the environment")]

use crate::{actions, recorded_game};
use feldpost::audit::{RecordError, record, verify};
use feldpost::game::{Scenario, Setup, parse_key};
use feldpost::store::LogFile;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn recorded_games_are_confirmed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut scenarios = BTreeSet::new();
    let mut waited = 0;
    for file in fs::read_dir(folder).expect("the folder") {
        let name = file.expect("a file").file_name().to_string_lossy().into_owned();
        if std::env::var_os("FELDPOST_RECORD").is_some() {
            record_again(&name);
        }
        let text = recorded_game(&name);
        let log = LogFile::parse(&text).expect("a log");
        let heads: Vec<_> = log.entries.iter().map(feldpost::store::Entry::head).collect();
        let verified = verify(&text, &heads).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(verified.replayed && verified.other_rules.is_empty(), "{name}");
        assert_eq!(verified.actions + 2, log.entries.len(), "{name}");
        assert!(verified.turn >= 4, "{name} ends in turn {}", verified.turn);
        scenarios.insert(log.entries[0].public["setup"]["scenario"].to_string());
        let sealed = log.entries.iter().filter_map(|entry| entry.opening.as_ref());
        waited += sealed.filter(|opening| !opening.sealed["before"].is_null()).count();
    }
    let of_the_rulebooks = [
        Scenario::STANDARD,
        Scenario::THREE_PLAYER,
        Scenario::WAR_IN_THE_WEST,
        Scenario::AUSTRIAN_THEATRE,
    ];
    assert_eq!(scenarios.len(), of_the_rulebooks.len(), "{scenarios:?}");
    assert!(waited > 5, "redistributions are among them: {waited}");
}

/// Carries the orders of a recorded game out by this program's rules, and writes the log anew.
fn record_again(name: &str) {
    let file = LogFile::parse(&recorded_game(name)).expect("a log");
    let public = |place: usize| &file.entries[place].public;
    let setup: Setup = serde_json::from_value(public(0)["setup"].clone()).expect("a setup");
    let seed = public(file.entries.len() - 1)["seed"].as_str().expect("a seed");
    let seed = parse_key(seed).expect("a seed");
    let mut orders = actions(&file);
    let mut anew = record(&file.game, setup, seed, &orders);
    // By today's rules the game may be over earlier.
    if let Err(RecordError::Refused { number, refusal, .. }) = &anew
        && refusal.reason.code() == "game-over"
    {
        orders.truncate(number - 1);
        anew = record(&file.game, setup, seed, &orders);
    }
    let anew = anew.unwrap_or_else(|error| panic!("{name}: {error}"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded").join(name);
    fs::write(path, anew.to_text().expect("a file")).expect("written");
}
