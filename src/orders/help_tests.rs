//! The help pages are true: what they tell a player to write is understood, in every language.

use super::Outcome;
use super::testing::*;
use crate::game::{DecisionKind, Nation, State};
use std::path::Path;

/// Words that the campaign reads before the order language does.
const READ_ELSEWHERE: [&str; 1] = ["log"];

/// Every line that a help page shows to be written, and every command of its list.
fn examples(page: &str) -> Vec<&str> {
    let quoted = page.lines().filter_map(|line| line.strip_prefix(": "));
    let commands =
        page.lines().filter_map(|line| line.strip_prefix("~ ")?.split_once(" | ").map(|l| l.0));
    quoted.chain(commands).filter(|line| !READ_ELSEWHERE.contains(line)).collect()
}

/// Positions of the kinds that the pages speak of, and whose text it is.
fn positions() -> Vec<(State, Nation)> {
    let (play, decision) = find(false, |_, decision| decision.kind == DecisionKind::Play);
    vec![
        (movement_of(Nation::Prussia), Nation::Prussia),
        (movement_of(Nation::Russia), Nation::Russia),
        (movement_of(Nation::Austria), Nation::Austria),
        (play, decision.nation),
    ]
}

#[test]
fn every_line_that_a_help_page_shows_is_understood() {
    let positions = positions();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let mut faults = Vec::new();
    for language in std::fs::read_dir(folder).expect("the folder of templates") {
        let Ok(page) = std::fs::read_to_string(language.expect("it").path().join("help.jinja"))
        else {
            continue;
        };
        let examples = examples(&page);
        assert!(examples.len() >= 25, "{examples:?}");
        for line in examples {
            let understood = |(state, nation): &(State, Nation)| {
                // Behind a condition's opposite there has to be one.
                let before = "if Richelieu at Minden: Keith stays\n";
                ["", before].iter().any(|before| {
                    let reading = read_as(state, *nation, &format!("{before}{line}"));
                    let said = reading.lines.last().is_some_and(|last| {
                        matches!(last.outcome, Outcome::Understood { .. })
                    });
                    said && reading.is_understood()
                })
            };
            if !positions.iter().any(understood) {
                faults.push(line.to_owned());
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
