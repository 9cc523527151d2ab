//! What a published log proves: recorded games are done again, forgeries are found and named,
//! nothing secret is published, and the documentation's values are true.

mod commands;
mod described;
mod documented;
mod ends;
mod forged;
mod phrases;
mod recorded;
mod secrecy;

use feldpost::game::{Action, Nation, Order};
use feldpost::store::{Entry, EntryHead, LogFile, NewEntry};
use std::fs;
use std::path::Path;

/// A recorded game as text.
fn recorded_game(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Appends the contents of these entries anew, as a forger would: the chain holds again.
fn chained_anew(game: &str, entries: &[Entry]) -> Vec<Entry> {
    let mut head = EntryHead::of_empty_log(game);
    let mut chained = Vec::new();
    for entry in entries {
        let new = NewEntry {
            time: entry.time,
            kind: &entry.kind,
            rules_version: &entry.rules_version,
            public: entry.public.clone(),
            sealed: entry.opening.as_ref().map(|opening| opening.sealed.clone()),
        };
        let nonce = entry.opening.as_ref().map_or([0; 32], |opening| opening.nonce);
        let entry = head.followed_by(new, nonce).expect("an entry");
        head = entry.head();
        chained.push(entry);
    }
    chained
}

/// The file with its chain made to hold again, as text.
fn forged(file: &LogFile) -> String {
    let entries = chained_anew(&file.game, &file.entries);
    LogFile { entries, ..file.clone() }.to_text().expect("a file")
}

/// All actions of a game, those that waited among them.
fn actions(file: &LogFile) -> Vec<(Nation, Action)> {
    let mut actions = Vec::new();
    for opening in file.entries.iter().filter_map(|entry| entry.opening.as_ref()) {
        let before = opening.sealed["before"].as_array().cloned().unwrap_or_default();
        for sealed in before.iter().chain([&opening.sealed]) {
            let nation = sealed["nation"].as_str().and_then(Nation::from_id).expect("a nation");
            let order: Order = serde_json::from_value(sealed["order"].clone()).expect("an order");
            actions.push((nation, order.resolve(nation).expect("an action")));
        }
    }
    actions
}
