//! Games recorded by an earlier program lead to the same under this one's rules.
//!
//! If one of them differs, either a rule was changed by mistake, or [`RULES_VERSION`] must be
//! raised and the games recorded again with `feldpost simulate --record`.
//!
//! [`RULES_VERSION`]: feldpost::campaign::RULES_VERSION

use crate::recorded_game;
use feldpost::audit::verify;
use feldpost::game::Scenario;
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
    let all = [
        Scenario::Standard,
        Scenario::ThreePlayer,
        Scenario::WarInTheWest,
        Scenario::AustrianTheatre,
    ];
    assert_eq!(scenarios.len(), all.len(), "{scenarios:?}");
    assert!(waited > 5, "redistributions are among them: {waited}");
}
