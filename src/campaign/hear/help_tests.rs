//! The help pages are true: every example and every command on them, in every language that has
//! them, is understood by one who holds the pieces it speaks of, as an order or as a request to the
//! club. So are the conditions that a receipt offers.

use crate::game::{DecisionKind, Nation, State};
use crate::orders::testing::*;
use crate::report::compiled_in;
use crate::said::testing::*;
use crate::said::{self, LineReading};

/// Read by the campaign and not by the order language.
const OF_THE_CAMPAIGN: [&str; 1] = ["log"];

/// Whether a line asks something of the club.
fn is_request(line: &str) -> bool {
    !said::read(line, &said::Context::default()).said.is_empty()
}

/// The template of this name in all languages, layouts filled with phrases, each with its own name.
fn templates(name: &str) -> Vec<(&'static str, &'static str)> {
    let all = compiled_in().iter();
    let found: Vec<_> = all
        .filter(|(file, _)| file.split_once('/').is_some_and(|(_, file)| file == name))
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect();
    assert_eq!(found.len(), said::Language::ALL.len(), "{name}");
    found
}

/// The examples of a page, each with the lines of its group that stand above it, and the commands.
fn examples(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut group = String::new();
    for line in page.lines() {
        if let Some(example) = line.strip_prefix(": ") {
            group.push_str(example);
            group.push('\n');
            found.push(group.clone());
            continue;
        }
        group.clear();
        if let Some((command, _)) = line.strip_prefix("~ ").and_then(|term| term.split_once(" | "))
            && !OF_THE_CAMPAIGN.contains(&command)
        {
            found.push(format!("{command}\n"));
        }
    }
    found
}

/// Positions in which what the pages speak of is asked.
fn positions() -> Vec<(State, Nation)> {
    let (play, decision) = find(false, |_, decision| decision.kind == DecisionKind::Play);
    let mut all = vec![(play, decision.nation)];
    for nation in [Nation::Prussia, Nation::Austria] {
        all.push((movement_of(nation), nation));
    }
    let russia = edited(&movement_of(Nation::Russia), |json| {
        for piece in json["pieces"].as_array_mut().expect("pieces") {
            if piece["nation"] == "russia" && piece["name"] == "Fermor" {
                piece["city"] = serde_json::Value::Null;
                piece["troops"] = 0.into();
            }
        }
    });
    all.push((russia, Nation::Russia));
    all
}

#[test]
fn every_example_of_the_help_pages_is_understood() {
    let positions = positions();
    let mut mute = Vec::new();
    for (page, text) in templates("manual.jinja") {
        let code = page.split('/').next().unwrap_or_default();
        let language = said::Language::from_tag(code).expect("a language that is read");
        let examples = examples(text);
        assert!(examples.len() >= 30, "{page}: {}", examples.len());
        for example in examples {
            let understood = positions.iter().any(|(state, nation)| {
                let reading = read_in(language, state, *nation, &example);
                let last = reading.lines.last().map(|line| &line.reading);
                matches!(last, Some(LineReading::Understood))
            });
            if !understood && !is_request(&example) {
                mute.push(format!("{page}: {example}"));
            }
        }
    }
    assert!(mute.is_empty(), "{}", mute.join("\n"));
}

/// What Polish sentences tell the reader to write, outside of examples on lines of their own.
#[test]
fn what_polish_sentences_quote_is_understood() {
    let (play, decision) = find(false, |_, decision| decision.kind == DecisionKind::Play);
    for line in ["10 karo, 7 karo, potem stop", "10D", "R7"] {
        assert!(is_understood(&read_as(&play, decision.nation, line)), "{line}");
    }
    let austria = movement_of(Nation::Austria);
    for line in [
        "Daun do Zittau przez Leipa",
        "jeśli Daun w Prag: Browne zostaje",
        "jeśli Dresden zdobyte: Browne zostaje",
        "jeśli Szwecja poza grą: Browne zostaje\ninaczej: Browne do Prag",
        "dla Armii Rzeszy, etap 7",
        "pomoc walka",
        "pobór Daun 1 za 7 karo",
    ] {
        assert!(is_understood(&read_as(&austria, Nation::Austria, line)), "{line}");
    }
    let attack = edited(&daun_before_breslau(), |json| json["phase"] = "combat".into());
    assert!(is_understood(&read_as(&attack, Nation::Austria, "atakuj Breslau z Ohlau")));
    let (retreat, decision) = find(false, |_, decision| decision.kind == DecisionKind::Retreat);
    assert!(is_understood(&read_as(&retreat, decision.nation, "odwrót do Glogau")));
}

/// The conditions in quotation marks, `if Sweden out: ...`, without the dots.
fn conditions(text: &str) -> Vec<&str> {
    let quoted = text.split(['"', '„', '“', '”', '«', '»']);
    quoted
        .filter_map(|part| part.trim().strip_suffix("...").or(part.trim().strip_suffix('…')))
        .filter(|c| c.ends_with(": "))
        .collect()
}

#[test]
fn every_condition_that_a_receipt_offers_is_understood() {
    let prussia = movement_of(Nation::Prussia);
    for (file, text) in templates("lines.jinja") {
        let conditions = conditions(text);
        assert_eq!(conditions.len(), 4, "{file}: {conditions:?}");
        let order = |condition: &&str| format!("{condition}Keith -> Glogau\n");
        let reading =
            read_as(&prussia, Nation::Prussia, &conditions.iter().map(order).collect::<String>());
        assert!(is_understood(&reading), "{file}: {reading:#?}");
    }
}
