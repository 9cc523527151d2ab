//! Whether `docs/log-format.md` and `docs/referee.md` describe what stands in a log: every kind of
//! entry, every event, every order, and every member of each.

use feldpost::store::LogFile;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

const LOG: &str = include_str!("../../docs/log-format.md");
const REFEREE: &str = include_str!("../../docs/referee.md");

/// The part of a page under a heading, down to the next one.
fn section(page: &'static str, heading: &str) -> &'static str {
    let (_, after) = page
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("the page has no heading {heading}"));
    after.split("\n#").next().unwrap_or(after)
}

/// The words that a text sets in code.
fn words(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The words of the row of a table whose first column has this one, without that column.
fn row<'a>(text: &'a str, name: &str) -> Option<BTreeSet<&'a str>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
    let mut named = rows.filter(|(first, _)| words(first).contains(name));
    named.next().map(|(_, rest)| words(rest))
}

/// The row of a table, which must be there.
fn described(text: &'static str, name: &str) -> BTreeSet<&'static str> {
    row(text, name).unwrap_or_else(|| panic!("no row of the documentation describes {name}"))
}

/// The members of an object and of all objects in it, but for what stands for names of things:
/// decks, generals and cities.
fn members(object: &Map<String, Value>, found: &mut BTreeSet<String>) {
    for (name, value) in object {
        found.insert(name.clone());
        // Objects that say a number, or a nation, for each of many things.
        let counts = |map: &Map<String, Value>| {
            map.values().all(|value| value.is_number() || value.is_string())
                && map.len() < 9
                && map
                    .keys()
                    .all(|key| key.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()))
        };
        let inner: Vec<&Value> = match value {
            Value::Array(values) => values.iter().collect(),
            other => vec![other],
        };
        for value in inner {
            if let Value::Object(map) = value
                && !counts(map)
            {
                members(map, found);
            }
        }
    }
}

fn check(what: &str, object: &Value, known: &BTreeSet<&str>, but: &[&str]) {
    let mut found = BTreeSet::new();
    members(object.as_object().expect("an object"), &mut found);
    found.retain(|name| !but.contains(&name.as_str()));
    let missing: Vec<_> = found.iter().filter(|name| !known.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "the documentation does not say what {what} has: {missing:?}");
}

/// Checks an event of the rules.
pub fn check_event(event: &Value) {
    let name = event["event"].as_str().expect("an event has a name");
    let mut known = described(section(LOG, "## Events"), name);
    if !event["outcome"].is_null() {
        known.extend(described(section(LOG, "## Events"), "game-ended"));
    }
    check(&format!("the event {name}"), event, &known, &["event"]);
}

/// Checks an event of the club.
pub fn check_club(event: &Value) {
    let text = section(LOG, "### `club`");
    let what = event["what"].as_str().expect("it says what");
    let mut known = described(text, what);
    known.insert("loud");
    if let Some(propose) = event["proposal"]["propose"].as_str() {
        known.extend(described(text, propose));
        known.insert("propose");
    }
    check(&format!("the club event {what}"), event, &known, &["event", "what"]);
}

/// Checks an order in the form of the referee protocol.
pub fn check_order(order: &Value) {
    let name = order["do"].as_str().expect("an order says what to do");
    let known = described(section(REFEREE, "## Actions"), name);
    check(&format!("the action {name}"), order, &known, &["do"]);
}

/// Checks the sealed part of an action, or an order that waited for it.
fn check_sealed(sealed: &Value) {
    let known = words(section(LOG, "### `action`"));
    let object = sealed.as_object().expect("an object");
    for name in object.keys() {
        assert!(known.contains(name.as_str()), "the sealed part of an action: {name}");
    }
    check_order(&sealed["order"]);
    for secret in sealed["events"].as_array().expect("a list") {
        let names: BTreeSet<&str> =
            secret.as_object().expect("an object").keys().map(String::as_str).collect();
        assert!(names.is_subset(&known), "a secret event: {names:?}");
        check_event(&secret["event"]);
    }
    for before in sealed["before"].as_array().into_iter().flatten() {
        check_sealed(before);
    }
}

/// Checks every entry of a log. Returns the names of the events that occur.
pub fn check_log(file: &LogFile) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for entry in &file.entries {
        let kind = entry.kind.as_str();
        assert!(row(LOG, kind).is_some(), "the documentation names no kind {kind}");
        let text = section(LOG, &format!("### `{kind}`"));
        let known = words(text);
        let sealed = entry.opening.as_ref().map(|opening| &opening.sealed);
        match kind {
            "club" => {
                check_club(&entry.public["event"]);
                seen.insert(entry.public["event"]["what"].as_str().unwrap_or_default().to_owned());
                continue;
            }
            "action" => {
                for event in entry.public["events"].as_array().expect("a list") {
                    check_event(event);
                    seen.insert(event["event"].as_str().unwrap_or_default().to_owned());
                }
                sealed.into_iter().for_each(check_sealed);
                for name in entry.public.as_object().expect("an object").keys() {
                    assert!(known.contains(name.as_str()), "an action: {name}");
                }
            }
            _ => {
                let mut known = known;
                known.extend(described(section(LOG, "## Events"), "game-ended"));
                check(&format!("an entry {kind}"), &entry.public, &known, &[]);
                for name in sealed.and_then(Value::as_object).into_iter().flat_map(Map::keys) {
                    assert!(known.contains(name.as_str()), "sealed in {kind}: {name}");
                }
                let before = sealed.and_then(|sealed| sealed["before"].as_array());
                before.into_iter().flatten().for_each(check_sealed);
            }
        }
        seen.insert(kind.to_owned());
    }
    seen
}
