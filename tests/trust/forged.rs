//! Each single change to a log is found and named.

use crate::{actions, chained_anew, forged, recorded_game};
use feldpost::audit::{Difference, Fault, VerifyError, record, verify};
use feldpost::campaign::commitment;
use feldpost::game::{Nation, Order, State};
use feldpost::store::{ChainFaultKind, EntryHead, LogFile, LogFileError};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

static TEXT: LazyLock<String> =
    LazyLock::new(|| recorded_game("war-in-the-west-anniversary.jsonl"));
static FILE: LazyLock<LogFile> = LazyLock::new(|| LogFile::parse(&TEXT).expect("a log"));

/// The entry that is named, and how it differs.
fn difference(text: &str) -> (u64, Fault) {
    match verify(text, &[]) {
        Err(VerifyError::Difference { difference, .. }) => {
            let Difference { entry, fault } = *difference;
            (entry, fault)
        }
        other => panic!("no difference is found: {other:?}"),
    }
}

/// The sealed part of an entry, to be changed.
fn sealed(file: &mut LogFile, place: usize) -> &mut Value {
    &mut file.entries[place].opening.as_mut().expect("a sealed part").sealed
}

/// Nation and order of an entry.
fn order(file: &LogFile, place: usize) -> Option<(Nation, Order)> {
    let sealed = &file.entries[place].opening.as_ref()?.sealed;
    let nation = Nation::from_id(sealed["nation"].as_str()?)?;
    Some((nation, serde_json::from_value(sealed["order"].clone()).expect("an order")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_byte_can_be_changed(at in any::<prop::sample::Index>(), with in any::<u8>()) {
        let mut bytes = TEXT.as_bytes().to_vec();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != with);
        bytes[at] = with;
        // A file that is no text at all is refused before.
        let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
        prop_assert!(verify(&text, &[]).is_err(), "byte {at} became {with}");
    }

    #[test]
    fn no_two_entries_can_be_swapped(a in any::<prop::sample::Index>(), b in any::<prop::sample::Index>()) {
        let mut file = FILE.clone();
        let (a, b) = (a.index(file.entries.len()), b.index(file.entries.len()));
        prop_assume!(a != b);
        file.entries.swap(a, b);
        let first = a.min(b) as u64 + 1;
        let swapped = verify(&file.to_text().expect("a file"), &[]);
        let Err(VerifyError::Chain(fault)) = swapped else {
            return Err(TestCaseError::fail(format!("{swapped:?}")));
        };
        prop_assert_eq!(fault.entry, first);
        prop_assert!(matches!(fault.what, ChainFaultKind::Number { .. }), "{}", fault);
        // Nor if the forger numbers and chains them anew.
        match verify(&forged(&file), &[]) {
            Err(VerifyError::Difference { difference, .. }) => {
                prop_assert!(difference.entry >= first, "{}", difference);
            }
            // The end does not stand at the end.
            Err(VerifyError::NotEnded { .. }) => {}
            other => return Err(TestCaseError::fail(format!("{other:?}"))),
        }
    }

    #[test]
    fn no_tail_can_be_dropped(keep in any::<prop::sample::Index>()) {
        let mut file = FILE.clone();
        let head = file.entries.last().expect("an entry").head();
        let keep = keep.index(file.entries.len() - 1) + 1;
        file.entries.truncate(keep);
        let text = file.to_text().expect("a file");
        let last = keep as u64;
        prop_assert_eq!(verify(&text, &[]), Err(VerifyError::NotEnded { last }));
        let number = head.number;
        prop_assert_eq!(verify(&text, &[head]), Err(VerifyError::Dropped { number, last }));
        // Nor from a log without its sealed parts, which may end anywhere.
        file.sealed_parts = feldpost::store::SealedParts::Withheld;
        file.entries.iter_mut().for_each(|entry| entry.opening = None);
        let text = file.to_text().expect("a file");
        prop_assert!(verify(&text, &[]).is_ok());
        prop_assert_eq!(verify(&text, &[head]), Err(VerifyError::Dropped { number, last }));
    }

    #[test]
    fn no_entry_can_be_taken_out_or_put_in_twice(at in any::<prop::sample::Index>(), twice in any::<bool>()) {
        let mut file = FILE.clone();
        let at = at.index(file.entries.len() - 1);
        if twice {
            let entry = file.entries[at].clone();
            file.entries.insert(at, entry);
        } else {
            file.entries.remove(at);
        }
        prop_assert!(matches!(verify(&file.to_text().expect("a file"), &[]), Err(VerifyError::Chain(_))));
        let text = forged(&file);
        let head = FILE.entries.last().expect("an entry").head();
        prop_assert!(verify(&text, &[head]).is_err(), "a mail tells it");
        match verify(&text, &[]) {
            Err(VerifyError::Difference { difference, .. }) => {
                prop_assert!(difference.entry > at as u64, "{}", difference);
            }
            // A train's last move before its nation leaves the war: without it all is the same.
            Ok(_) => prop_assert!(!twice),
            Err(other) => return Err(TestCaseError::fail(format!("{other:?}"))),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The forger knows all that was sealed, puts another legal order in the place of a player's,
    /// and makes commitments and chain anew; the events he leaves as they were.
    #[test]
    fn a_forged_order_is_named(at in any::<prop::sample::Index>(), which in any::<prop::sample::Index>()) {
        let mut file = FILE.clone();
        let places: Vec<usize> = (0..file.entries.len()).filter(|p| order(&file, *p).is_some()).collect();
        let place = places[at.index(places.len())];
        let (nation, real) = order(&file, place).expect("an order");
        let mut state = state_before(&file, place);
        let mut others: Vec<Order> = Vec::new();
        for decision in state.decisions() {
            let legal = state.legal_actions(decision.nation, decision.kind);
            others.extend(legal.iter().filter(|_| decision.nation == nation).map(Order::from));
        }
        others.retain(|order| *order != real);
        prop_assume!(!others.is_empty());
        let forgery = &others[which.index(others.len())];
        let action = forgery.resolve(nation).expect("an action");
        let mut same = state.clone();
        state.act(nation, &action).expect("legal");
        same.act(nation, &real.resolve(nation).expect("an action")).expect("legal");
        prop_assume!(state != same);
        sealed(&mut file, place)["order"] = json!(forgery);
        let (entry, fault) = difference(&forged(&file));
        prop_assert_eq!(entry, place as u64 + 1, "{}", fault);
        let named = matches!(fault, Fault::Event(_) | Fault::Position { .. });
        prop_assert!(named, "{}", fault);
    }

    /// An order from another place of the log, most often against the rules here.
    #[test]
    fn an_order_put_elsewhere_is_named(from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>()) {
        let mut file = FILE.clone();
        let places: Vec<usize> = (0..file.entries.len()).filter(|p| order(&file, *p).is_some()).collect();
        let (from, to) = (places[from.index(places.len())], places[to.index(places.len())]);
        let whose = |sealed: &Value| (sealed["nation"].clone(), sealed["order"].clone());
        let (nation, order) = whose(sealed(&mut file, from));
        prop_assume!(whose(sealed(&mut file, to)) != (nation.clone(), order.clone()));
        let changed = sealed(&mut file, to);
        changed["nation"] = nation;
        changed["order"] = order;
        let (entry, fault) = difference(&forged(&file));
        prop_assert_eq!(entry, to as u64 + 1, "{}", fault);
    }

    /// The forger cheats from one order on and makes everything after it fit. Nothing in the file
    /// contradicts him; any mail of the game sent after that order does.
    #[test]
    fn another_game_under_the_same_seed_has_other_heads(at in any::<prop::sample::Index>()) {
        let all = actions(&FILE);
        let keep = at.index(all.len() - 10);
        let setup = state_before(&FILE, 1).rules().setup;
        let seed = seed();
        let start = State::new(setup, feldpost::campaign::game_key(&seed, &[]));
        let mut cheated: Vec<_> = all[..keep].to_vec();
        let mut state = start;
        for (nation, action) in &cheated {
            state.act(*nation, action).expect("recorded");
        }
        let others: Vec<_> = state.decisions().into_iter().flat_map(|decision| {
            let legal = state.legal_actions(decision.nation, decision.kind);
            legal.into_iter().map(move |action| (decision.nation, action))
        }).filter(|other| *other != all[keep]).collect();
        prop_assume!(!others.is_empty());
        cheated.push(others[0].clone());
        let other = record(&FILE.game, setup, seed, &cheated).expect("legal");
        let text = other.to_text().expect("a file");
        prop_assert!(verify(&text, &[]).is_ok());
        let last = other.entries.last().expect("an entry").number as usize;
        let real = FILE.entries[last - 1].head();
        let told = verify(&text, &[real]);
        let Err(VerifyError::Head { number, .. }) = told else {
            return Err(TestCaseError::fail(format!("{told:?}")));
        };
        prop_assert_eq!(number, real.number);
    }
}

fn seed() -> [u8; 32] {
    let ended = FILE.entries.last().expect("the end");
    feldpost::game::parse_key(ended.public["seed"].as_str().expect("a seed")).expect("a seed")
}

/// The position before an entry, with what waited for it.
fn state_before(file: &LogFile, place: usize) -> State {
    let mut replay = feldpost::audit::Replay::new(&file.game, seed());
    for entry in &file.entries[..place] {
        replay.entry(entry).expect("recorded");
    }
    let before = file.entries[place].opening.as_ref().map(|opening| &opening.sealed["before"]);
    let held = before.and_then(Value::as_array).cloned().unwrap_or_default();
    replay.held(&held).expect("recorded");
    replay.into_state().expect("a position")
}

#[test]
fn another_seed_is_found() {
    let other = [0x5a; 32];
    let hex = "5a".repeat(32);
    let mut file = FILE.clone();
    let last = file.entries.len() - 1;
    file.entries[last].public["seed"] = json!(hex);
    let (entry, fault) = difference(&forged(&file));
    assert_eq!(entry, 1);
    assert!(matches!(fault, Fault::Seed { .. }), "{fault}");
    // With a commitment that fits, the first cards are others.
    file.entries[0].public["seed_commitment"] = json!(commitment(&other).to_string());
    let (entry, fault) = difference(&forged(&file));
    assert!(entry > 1, "{fault}");
    assert!(matches!(fault, Fault::Event(_) | Fault::Position { .. }), "{fault}");
}

#[test]
fn a_shuffled_deck_is_found_where_its_first_card_is_drawn() {
    let mut file = FILE.clone();
    let drew = |entry: &feldpost::store::Entry| {
        let sealed = &entry.opening.as_ref()?.sealed;
        sealed["events"].as_array()?.iter().position(|e| e["event"]["event"] == "drew-cards")
    };
    let place = file.entries.iter().position(|entry| drew(entry).is_some()).expect("a draw");
    let at = drew(&file.entries[place]).expect("a draw");
    let cards = &mut sealed(&mut file, place)["events"][at]["event"]["cards"];
    let cards = cards.as_array_mut().expect("cards");
    assert!(cards.len() > 1);
    cards.reverse();
    let (entry, fault) = difference(&forged(&file));
    assert_eq!(entry, place as u64 + 1);
    let Fault::Event(wrong) = &fault else { panic!("{fault}") };
    assert_eq!(wrong.secrecy, "secret");
    assert!(wrong.expected != wrong.found);
    let told = fault.to_string();
    assert!(told.contains("drew-cards") && told.contains("it must be"), "{told}");
}

#[test]
fn a_hidden_order_that_others_would_notice_is_found() {
    let mut file = FILE.clone();
    let moved = |entry: &feldpost::store::Entry| {
        let opening = entry.opening.as_ref();
        opening.is_some_and(|opening| opening.sealed["order"]["do"] == "move")
    };
    let place = (1..file.entries.len() - 1).find(|p| moved(&file.entries[*p])).expect("a move");
    let hidden = file.entries.remove(place).opening.expect("sealed").sealed;
    sealed(&mut file, place)["before"] = json!([hidden]);
    let (entry, fault) = difference(&forged(&file));
    assert_eq!(entry, place as u64 + 1);
    assert!(matches!(fault, Fault::Hidden { .. }), "{fault}");
}

#[test]
fn a_forged_end_and_a_forged_beginning_are_found() {
    let mut file = FILE.clone();
    let last = file.entries.len() - 1;
    file.entries[last].public["outcome"]["winners"] = json!([]);
    let (entry, fault) = difference(&forged(&file));
    assert_eq!(entry, last as u64 + 1);
    assert!(matches!(fault, Fault::Outcome { .. }), "{fault}");

    for (member, value) in [
        ("game", json!("kolin")),
        ("seats", json!(["pompadour", "frederick"])),
        ("setup", json!({"scenario": "standard", "edition": "classic", "expert": false})),
        ("phrases", json!(true)),
        ("state", json!("00")),
        ("seed_commitment", json!("none")),
    ] {
        let mut file = FILE.clone();
        file.entries[0].public[member] = value;
        let (entry, fault) = difference(&forged(&file));
        // Whether the game waits for phrases shows in the second entry.
        assert_eq!(entry, if member == "phrases" { 2 } else { 1 }, "{member}: {fault}");
    }
}

#[test]
fn the_chain_of_one_game_is_not_that_of_another() {
    let other = LogFile { game: "kolin".into(), ..FILE.clone() };
    let told = verify(&other.to_text().expect("a file"), &[]).expect_err("another game");
    assert_eq!(
        told.to_string(),
        "entry 1: its previous hash is not that of the empty log of this game"
    );
    assert!(matches!(verify("", &[]), Err(VerifyError::File(LogFileError::Empty))));
    let empty = LogFile { entries: Vec::new(), ..FILE.clone() };
    assert_eq!(verify(&empty.to_text().expect("a file"), &[]), Err(VerifyError::Empty));
}

#[test]
fn a_head_of_another_log_is_told_apart() {
    let mut head = FILE.entries[9].head();
    assert!(verify(&TEXT, &[head]).is_ok());
    head.hash = EntryHead::of_empty_log("kolin").hash;
    let told = verify(&TEXT, &[head]).expect_err("another hash").to_string();
    assert!(told.starts_with("entry 10 has the hash") && told.contains("a mail carried"), "{told}");
}

#[test]
fn an_older_version_of_the_rules_is_named_with_the_difference() {
    let mut file = FILE.clone();
    for entry in &mut file.entries {
        entry.rules_version = "0".into();
    }
    let verified = verify(&forged(&file), &[]).expect("the rules lead to the same");
    assert_eq!(verified.other_rules, ["0"]);
    file.entries[5].public["events"] = json!([]);
    file.entries = chained_anew(&file.game, &file.entries);
    let told = verify(&file.to_text().expect("a file"), &[]).expect_err("differs").to_string();
    assert!(told.contains("under version 0 of the rules"), "{told}");
}
