//! The invariants of ARCHITECTURE.md that can be read off the source text.

use std::fs;
use std::path::{Path, PathBuf};

/// The rules compile without anything else of the crate: here they are, alone.
#[path = "../src/game/mod.rs"]
#[allow(dead_code, unused_imports)]
mod game;

#[path = "architecture/imports.rs"]
mod imports;

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                found.push((path, text));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

/// Files of `folder` whose code, comments apart, contains one of the words.
fn uses(folder: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources(folder) {
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for word in words {
                if code.contains(word) {
                    found.push(format!("{}:{}: {word}", path.display(), number + 1));
                }
            }
        }
    }
    found
}

#[test]
fn the_rules_stand_alone_and_play() {
    let mut state = game::State::new(game::Setup::default(), [7; 32]);
    let decisions = state.decisions();
    assert_eq!(decisions.len(), 5);
    let refused = state.act(decisions[0].nation, &game::Action::EndMovement);
    assert_eq!(refused.expect_err("not awaited").rule, "R2.2");
}

#[test]
fn the_rules_know_no_clock_no_environment_no_files_and_no_ambient_randomness() {
    let banned = [
        "std::fs",
        "std::env",
        "std::io",
        "std::net",
        "std::time",
        "std::thread",
        "std::process",
        "SystemTime",
        "Instant",
        "HashMap",
        "HashSet",
        "getrandom",
        "chrono",
        "rusqlite",
        "println!",
        "eprintln!",
        "thread_rng",
        "from_os_rng",
        "RandomState",
    ];
    assert_eq!(uses("src/game", &banned), Vec::<String>::new());
}

#[test]
fn the_rules_name_nothing_else_of_the_crate() {
    let others = [
        "crate::accounts",
        "crate::campaign",
        "crate::config",
        "crate::daemon",
        "crate::mail",
        "crate::orders",
        "crate::report",
        "crate::simulate",
        "crate::store",
    ];
    assert_eq!(uses("src/game", &others), Vec::<String>::new());
}

#[test]
fn one_direction_no_step_knows_the_one_before_it() {
    let campaign = ["crate::campaign", "crate::daemon"];
    assert_eq!(
        uses("src/mail", &[&campaign[..], &["crate::game", "crate::store"]].concat()),
        [""; 0]
    );
    assert_eq!(
        uses("src/store", &[&campaign[..], &["crate::game", "crate::mail"]].concat()),
        [""; 0]
    );
    assert_eq!(
        uses("src/orders", &[&campaign[..], &["crate::store", "crate::mail"]].concat()),
        [""; 0]
    );
    assert_eq!(
        uses("src/report", &[&campaign[..], &["crate::store", "crate::mail"]].concat()),
        [""; 0]
    );
}

#[test]
fn mails_are_made_in_one_room_and_go_out_by_one_way() {
    let outside = |folder: &str, words: &[&str], rooms: &[&str]| {
        let mut found = uses(folder, words);
        found.retain(|place| !rooms.iter().any(|room| place.contains(room)));
        found
    };
    let post = "src/campaign/post/";
    let tell = "src/campaign/tell/";
    // Notices become mails in `tell`, each for one correspondent, and nowhere else.
    assert_eq!(
        outside("src/campaign", &["post::outbox", " Mail::", "(Mail::"], &[post, tell]),
        [""; 0]
    );
    assert_eq!(outside("src/campaign", &[".in_language(", ".render("], &[post, tell]), [""; 0]);
    // What is rendered is put into the outbox by one function.
    let others = ["src/store/", "src/doctor.rs", "src/outbox.rs", "src/daemon/head.rs"];
    let one = "src/campaign/post/outbox.rs";
    assert_eq!(outside("src", &[".queue_mail("], &[&others[..], &[one]].concat()), [""; 0]);
    let ways: Vec<_> = uses(post, &[".queue_mail("]);
    assert_eq!(ways.len(), 1, "{ways:?}");
}

#[test]
fn instructions_are_followed_without_a_position_a_text_a_clock_or_chance() {
    let banned = [
        "State",
        "crate::orders",
        "crate::campaign",
        "crate::store",
        "crate::mail",
        "chrono",
        "getrandom",
        "Randomness",
    ];
    assert_eq!(uses("src/duel", &banned), Vec::<String>::new());
}

#[test]
fn bots_see_what_their_seat_may_know_and_nothing_else_compiles() {
    let banned = [
        "State",
        "Event::Drew",
        "parse_key",
        "Randomness",
        "crate::simulate",
        "crate::campaign",
        "crate::store",
        "std::time",
        "Instant",
        "HashMap",
        "getrandom",
        "chrono",
    ];
    assert_eq!(uses("src/bot", &banned), Vec::<String>::new());
}

#[test]
fn reports_are_made_of_views_never_of_states() {
    // In names.rs it is that of a template at work.
    let found: Vec<String> = uses("src/report", &["State"])
        .into_iter()
        .filter(|place| !place.contains("/tests") && !place.contains("report/names.rs"))
        .collect();
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn every_module_says_what_it_is_for_and_fits_a_readers_head() {
    for (path, text) in sources("src") {
        assert!(text.starts_with("//!"), "{} does not say what it is for", path.display());
        let lines = text.lines().count();
        assert!(lines <= 700, "{} has {lines} lines; look for the second subject", path.display());
    }
}

#[test]
fn no_game_is_played_with_chance_that_repeats() {
    let mut found = uses("src", &["repeat_chance("]);
    found.retain(|place| !place.contains("src/chance.rs"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn nothing_is_left_open() {
    let open = ["todo!(", "unimplemented!(", "#[ignore", "FIXME", "XXX"];
    for folder in ["src", "benches"] {
        assert_eq!(uses(folder, &open), Vec::<String>::new());
    }
}

#[test]
fn no_sentence_is_written_in_the_rules() {
    // A refusal or an event is a value; the only messages are those of reading: data files, and
    // states and cards written as JSON.
    for (path, text) in sources("src/game") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let of_reading = [
            "record.rs",
            "record_cards.rs",
            "record_phase.rs",
            "board.rs",
            "pieces.rs",
            "scenario.rs",
        ];
        if of_reading.contains(&&*name) || ["setup.rs", "fate_deck.rs"].contains(&&*name) {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let sentence = line.split('"').nth(1).is_some_and(|text| text.split(' ').count() > 6);
            assert!(!sentence || line.contains("#[error"), "{}: {line}", path.display());
        }
    }
}
