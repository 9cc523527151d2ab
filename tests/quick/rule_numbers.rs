//! One number joins a rule, the code that carries it out and the test that shows it: this test
//! fails when one of the three is missing, or when a reason of refusal is shown by no test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use feldpost::game::Reason;

/// How many rules each section has, R1 to R14.
const RULES: [u8; 14] = [9, 3, 5, 6, 10, 5, 9, 5, 7, 6, 11, 4, 7, 3];

fn rule_numbers() -> impl Iterator<Item = (usize, u8)> {
    RULES
        .iter()
        .enumerate()
        .flat_map(|(place, count)| (1..=*count).map(move |rule| (place + 1, rule)))
}

/// All Rust files below a folder of the crate, by path.
fn sources(folder: &str) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source is text");
                found.insert(path, text);
            }
        }
    }
    assert!(!found.is_empty(), "{folder} holds no sources");
    found
}

/// Whether a text names a rule: `R1.1` is not named by `R1.10` or `XR1.1`.
fn names(text: &str, rule: &str) -> bool {
    text.match_indices(rule).any(|(place, _)| {
        let before = text[..place].chars().next_back();
        let after = text[place + rule.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(|c| c.is_ascii_digit())
    })
}

/// The names of all functions marked as tests.
fn tests_in(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[test]").skip(1).filter_map(|after| {
        let name = after.split_once("fn ")?.1;
        Some(&name[..name.find('(')?])
    })
}

#[test]
fn there_are_90_rules() {
    assert_eq!(rule_numbers().count(), 90);
    assert_eq!(rule_numbers().last(), Some((14, 3)));
}

#[test]
fn docs_rules_has_just_these_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    let page = fs::read_to_string(path).expect("the page");
    let numbered = page.lines().filter_map(|line| line.strip_prefix('R')?.split_once(' '));
    let numbers: Vec<&str> = numbered
        .map(|(number, _)| number)
        .filter(|number| number.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let expected: Vec<String> =
        rule_numbers().map(|(section, rule)| format!("{section}.{rule}")).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn rulings_are_marked_in_docs_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    let page = fs::read_to_string(path).expect("the page");
    for rule in ["R10.5", "R11.9", "R11.10", "R11.11", "R12.4", "R13.6"] {
        let (_, after) = page.split_once(&format!("\n{rule} ")).expect(rule);
        let paragraph = after.split("\n\n").next().unwrap_or_default();
        assert!(paragraph.contains("**Ruling**"), "{rule}: {paragraph}");
    }
}

#[test]
fn every_rule_is_named_where_the_game_carries_it_out() {
    let game = sources("src/game");
    let missing: Vec<String> = rule_numbers()
        .map(|(section, rule)| format!("R{section}.{rule}"))
        .filter(|rule| !game.values().any(|text| names(text, rule)))
        .collect();
    assert!(missing.is_empty(), "no file of src/game names {}", missing.join(", "));
}

#[test]
fn every_rule_has_a_test_named_after_it() {
    let mut sources = sources("src");
    sources.append(&mut self::sources("tests"));
    let tests: Vec<&str> = sources.values().flat_map(|text| tests_in(text)).collect();
    let missing: Vec<String> = rule_numbers()
        .filter(|(section, rule)| {
            let name = format!("r{section}_{rule}");
            !tests.iter().any(|test| {
                let rest = test.strip_prefix(name.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            })
        })
        .map(|(section, rule)| format!("r{section}_{rule}_…"))
        .collect();
    assert!(missing.is_empty(), "no test is called {}", missing.join(", "));
}

#[test]
fn every_reason_of_refusal_is_shown_by_a_test() {
    let tests = sources("tests");
    let missing: Vec<String> = Reason::ALL
        .iter()
        .filter(|(code, _)| {
            let quoted = format!("\"{code}\"");
            !tests.values().any(|text| text.contains(&quoted))
        })
        .map(|(code, rule)| format!("{code} ({rule})"))
        .collect();
    assert!(missing.is_empty(), "no test is refused by {}", missing.join(", "));
}

#[test]
fn a_refusal_names_a_rule_that_there_is() {
    for (code, rule) in Reason::ALL {
        let known = rule_numbers().any(|(section, number)| *rule == format!("R{section}.{number}"));
        assert!(known, "{code}: {rule}");
    }
}
