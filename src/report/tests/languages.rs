//! The languages say the same: no template, macro, key or fact is missing in one, none is unused,
//! and none is printed in one language and not in another.
//!
//! How a sentence is built is a language's own matter, and so are its `words.jinja` and macros
//! whose names begin with `_`.

use super::super::templates::compiled_in;
use super::super::{Language, Mail};
use super::COMPLETE;
use super::anatomy::{Anatomy, anatomy};
use super::annals::chronicles;
use super::sentences::{EVENTS, orders};
use crate::game::{DecisionKind, Edition, Nation, Reason, Seat, Setup, Stroke, Suit};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The names and small words of a language, which no other has to have.
const WORDS: &str = "words.jinja";
/// What a mail's own template prints has no macro.
const MAIL: &str = "";

macro_rules! kinds {
    ($($variant:ident $kind:literal)*) => {
        /// The kinds of mail. No wildcard: a new one fails to compile until this list has it.
        const KINDS: &[&str] = {
            const fn _kind(mail: &Mail) -> &'static str {
                match mail { $(Mail::$variant { .. } => $kind,)* }
            }
            &[$($kind),*]
        };
    };
}

kinds! {
    Welcome "welcome" Report "report" Receipt "receipt" Late "late" NotYours "not-yours"
    Stranger "stranger" Unreadable "unreadable" UnknownGame "unknown-game" Help "help"
    GameEnded "game-ended" Gathering "gathering" Log "log" Bounces "bounces" TooMany "too-many"
    AddressChange "address-change" OperatorNote "operator-note" Desk "desk"
    VoteCall "vote-call" VoteDecided "vote-decided" Press "press" GameClosed "game-closed"
    Reminder "reminder" Vacancy "vacancy"
}

type Files = BTreeMap<String, Anatomy>;

fn sources(language: Language) -> BTreeMap<&'static str, &'static str> {
    let prefix = format!("{}/", language.tag());
    let of_it = compiled_in()
        .iter()
        .filter_map(|(name, source)| Some((name.strip_prefix(prefix.as_str())?, &**source)));
    of_it.collect()
}

/// The templates of a language by their files' names.
fn files(language: Language) -> Files {
    let words = |language| {
        let source = sources(language).get(WORDS).copied().unwrap_or_default();
        let words = anatomy(WORDS, source, &BTreeSet::new());
        words.macros.into_keys().collect::<BTreeSet<String>>()
    };
    let english = words(Language::English);
    let own_words = words(language).difference(&english).cloned().collect();
    let read = |(file, source)| {
        let name = format!("{}/{file}", language.tag());
        (String::from(file), anatomy(&name, source, &own_words))
    };
    sources(language).into_iter().map(read).collect()
}

fn is_private(name: &str) -> bool {
    name.starts_with('_')
}

fn without_private<T: Clone>(all: &BTreeMap<String, T>) -> BTreeMap<String, T> {
    all.iter().filter(|(name, _)| !is_private(name)).map(|(n, t)| (n.clone(), t.clone())).collect()
}

/// What two sets do not share, in words.
fn difference<T: Ord + std::fmt::Debug>(english: &BTreeSet<T>, other: &BTreeSet<T>) -> String {
    let missing: Vec<_> = english.difference(other).collect();
    let added: Vec<_> = other.difference(english).collect();
    match (missing.is_empty(), added.is_empty()) {
        (true, true) => String::new(),
        _ => format!("missing: {missing:?}, not in English: {added:?}"),
    }
}

#[test]
fn every_language_has_every_file_macro_parameter_and_key() {
    let english = files(Language::English);
    let mut faults = Vec::new();
    for language in COMPLETE {
        let other = files(language);
        let names = |files: &Files| files.keys().cloned().collect::<BTreeSet<_>>();
        let mut note = |what: String, difference: String| {
            if !difference.is_empty() {
                faults.push(format!("{}/{what}: {difference}", language.tag()));
            }
        };
        note("".into(), difference(&names(&english), &names(&other)));
        for (file, ours) in &english {
            let Some(theirs) = other.get(file) else { continue };
            for (name, keys) in without_private(&ours.dictionaries) {
                match theirs.dictionaries.get(&name) {
                    Some(found) => note(format!("{file}, {name}"), difference(&keys, found)),
                    None if file == WORDS => {}
                    None => note(file.clone(), format!("missing: the dictionary {name}")),
                }
            }
            if file == WORDS {
                continue;
            }
            let all = |anatomy: &Anatomy| {
                without_private(&anatomy.macros).into_iter().collect::<BTreeSet<_>>()
            };
            note(file.clone(), difference(&all(ours), &all(theirs)));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_language_prints_the_same_facts() {
    let english = files(Language::English);
    let mut faults = Vec::new();
    for language in COMPLETE {
        let other = files(language);
        for (file, ours) in english.iter().filter(|(file, _)| *file != WORDS) {
            let Some(theirs) = other.get(file) else { continue };
            for (name, facts) in ours.printed.iter().filter(|(name, _)| !is_private(name)) {
                let Some(found) = theirs.printed.get(name) else { continue };
                // Whether a list goes to a word as a whole or one by one makes no difference.
                let whole = |facts: &BTreeSet<String>| {
                    facts.iter().map(|fact| fact.replace("[]", "")).collect::<BTreeSet<_>>()
                };
                let (all, here) = (whole(&facts.all), whole(&found.all));
                let plain = whole(&found.plain);
                let missing: Vec<_> = all.difference(&here).collect();
                let added: Vec<_> = plain.difference(&all).collect();
                if !missing.is_empty() || !added.is_empty() {
                    let name = if name == MAIL { "the mail itself" } else { name };
                    faults.push(format!(
                        "{}/{file}, {name}: not printed: {missing:?}, only printed here: {added:?}",
                        language.tag()
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What the program itself asks for, by file; all of a file whose sentences are found by name.
fn used_by_the_program(file: &str) -> Option<BTreeSet<String>> {
    let as_macro = |tag: &str| tag.replace('-', "_");
    let names: Vec<String> = match file {
        "instructions.jinja" => ["instruction"].map(String::from).into(),
        "words.jinja" => ["qualifiers"].map(String::from).into(),
        "say.jinja" => ["event", "order", "refusal"].map(String::from).into(),
        "choices.jinja" => {
            let all = [
                "discard",
                "offensive_option",
                "attack",
                "play",
                "stop",
                "retreat",
                "fate",
                "reconquest",
                "withdraw",
                "stay",
                "move",
                "recruit",
                "redistribute",
            ];
            all.map(String::from).into()
        }
        "events.jinja" => EVENTS.iter().copied().map(as_macro).collect(),
        "orders.jinja" => {
            orders().iter().map(|order| as_macro(order["do"].as_str().unwrap_or(""))).collect()
        }
        "refusals.jinja" => Reason::ALL.iter().map(|(code, _)| as_macro(code)).collect(),
        "history.jinja" => chronicles().iter().map(|one| one.id().to_owned()).collect(),
        // Found by the name of the note.
        "club-desk.jinja" => [
            "beacon",
            "beacon_how",
            "challenge",
            "chance_is_fixed",
            "declined",
            "answer_yes",
            "help",
            "left",
            "not_in",
            "not_joined",
            "not_observing",
            "not_taken_over",
            "not_understood",
            "observing",
            "of_a_seat",
            "only_a_test",
            "paused",
            "resign_ask",
            "resigned",
            "seat_offer",
            "taken_over",
            "void",
        ]
        .map(String::from)
        .into(),
        "club-form.jinja" => {
            ["form", "founded", "invitation", "no_new_game"].map(String::from).into()
        }
        "club-person.jinja" => {
            ["also_address", "forget_ask", "forgotten", "my_data", "not_noted", "noted", "settings"]
                .map(String::from)
                .into()
        }
        "manual.jinja" => {
            let pages = [
                "moves",
                "recruiting",
                "combat",
                "duels",
                "ahead",
                "cards",
                "names",
                "commands",
                "token",
            ];
            pages.map(|page| format!("page_{page}")).into()
        }
        "site.jinja" => {
            let words = ["back", "forward", "contents_word", "log_word", "file_word"];
            let names = ["label", "title", "describe", "body"].into_iter().chain(words);
            names.map(String::from).collect()
        }
        "subjects.jinja" => KINDS.iter().copied().map(as_macro).collect(),
        _ => return None,
    };
    Some(names.into_iter().collect())
}

#[test]
fn no_macro_and_no_dictionary_is_unused() {
    let mut faults = Vec::new();
    for language in COMPLETE {
        let files = files(language);
        for (file, anatomy) in &files {
            let mut used = used_by_the_program(file).unwrap_or_default();
            used.extend(
                anatomy.uses.iter().filter(|(of, _)| of.is_empty()).map(|(_, n)| n.clone()),
            );
            for other in files.values() {
                let of_it = other.uses.iter().filter(|(of, name)| of == file && name != "*");
                used.extend(of_it.map(|(_, name)| name.clone()));
            }
            let all = anatomy.macros.keys().chain(anatomy.dictionaries.keys());
            for name in all.filter(|name| !used.contains(*name)) {
                faults.push(format!("{}/{file}: {name} is used nowhere", language.tag()));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The tags of values.
fn tags<T: Serialize>(values: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    let text = |value| match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => text,
        other => panic!("a tag was expected: {other:?}"),
    };
    values.into_iter().map(text).collect()
}

const DECISIONS: [DecisionKind; 11] = [
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
];

#[test]
fn dictionaries_have_a_key_for_every_value_there_is_and_no_other() {
    let nations = tags(Nation::ALL);
    let suits = tags(Suit::ALL);
    let decisions = tags(DECISIONS);
    let strokes = tags(Stroke::ALL);
    let texts = [Edition::Classic, Edition::Anniversary].into_iter().flat_map(|edition| {
        let rules = Setup { edition, ..Setup::default() }.rules();
        let numbers = 1..=12;
        numbers.flat_map(move |number| Suit::ALL.map(|suit| rules.fate_text(number, suit)))
    });
    let texts = tags(texts);
    let expected = [
        (WORDS, "nations", nations.clone()),
        (WORDS, "short_nations", nations.clone()),
        (WORDS, "Nations", nations.clone()),
        (WORDS, "peoples", nations),
        (WORDS, "seats", tags(Seat::ALL)),
        (WORDS, "symbols", suits.clone()),
        (WORDS, "suits", suits),
        (WORDS, "decisions", decisions.clone()),
        (WORDS, "calls", decisions),
        (WORDS, "editions", tags([Edition::Classic, Edition::Anniversary])),
        ("fate.jinja", "texts", texts.clone()),
        ("annals.jinja", "fates", texts),
        ("annals.jinja", "turns", (1..=24).map(|turn: u8| turn.to_string()).collect()),
        ("fate.jinja", "stroke_names", strokes.clone()),
        ("fate.jinja", "strokes", strokes),
    ];
    for language in COMPLETE {
        let files = files(language);
        for (file, name, keys) in &expected {
            let Some(found) = files[*file].dictionaries.get(*name) else {
                assert_eq!(*file, WORDS, "{}: no dictionary {name}", language.tag());
                continue;
            };
            assert_eq!(found, keys, "{}/{file}, {name}", language.tag());
        }
    }
}
