//! Forgeries of how all chance was fixed are found from the public log alone.

use chrono::{DateTime, TimeDelta, Utc};
use feldpost::audit::journal::public_digest;
use feldpost::audit::seed::{commitment, phrase_hash};
use feldpost::audit::{ChanceFault, Fault, VerifyError, verify};
use feldpost::beacon;
use feldpost::game::{Scenario, Setup, State};
use feldpost::store::{Digest, Entry, EntryHead, LogFile, NewEntry, SealedParts};
use serde_json::{Value, json};

const PHRASES: [&str; 2] = ["A rainy night in Potsdam 4711", "après moi le déluge, dit-on 86"];
/// Round 123 of quicknet as the beacon published it.
const RECORDED: &str = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482\
                        e26cd02df835d3546d23c4b13e0dfc92";
const SEED: [u8; 32] = [4; 32];
const NEW_SEED: [u8; 32] = [5; 32];

fn setup() -> Setup {
    Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() }
}

/// Six hours before round 123.
fn start() -> DateTime<Utc> {
    beacon::time_of(123).expect("a time") - TimeDelta::hours(6)
}

/// An honest game in play, gathered anew once, with phrases and the beacon.
fn honest() -> Vec<(&'static str, Value)> {
    let seats = setup().rules().seats();
    let hash = |phrase: &str| phrase_hash(phrase).to_string();
    let pledge = |phrase: &str| json!({"by": "player", "hash": hash(phrase)});
    let state = public_digest(&State::new(setup(), [0; 32])).expect("a digest").to_string();
    let player = |at: usize| json!({"seat": seats[at], "phrase": PHRASES[at]});
    vec![
        (
            "founded",
            json!({
                "game": "rossbach", "setup": setup(), "seats": seats, "phrases": true,
                "hashes": true, "beacon": true, "seed_commitment": commitment(&SEED).to_string(),
            }),
        ),
        (
            "committed",
            json!({"players": [pledge("a phrase of the first attempt"), {"by": "none"}]}),
        ),
        (
            "gathered-anew",
            json!({
                "why": "unopened", "players": [1], "seed": Digest(SEED).to_string(),
                "seed_commitment": commitment(&NEW_SEED).to_string(),
            }),
        ),
        ("committed", json!({"players": [pledge(PHRASES[0]), pledge(PHRASES[1])]})),
        ("beacon-awaited", json!({"round": 123, "phrases": PHRASES})),
        (
            "begun",
            json!({
                "players": [player(0), player(1)], "state": state,
                "beacon": {"round": 123, "signature": RECORDED},
            }),
        ),
    ]
}

/// These entries as a log whose chain holds, as a forger would write it.
fn log(entries: &[(&str, Value)]) -> String {
    let mut head = EntryHead::of_empty_log("rossbach");
    let mut chained: Vec<Entry> = Vec::new();
    for (kind, public) in entries {
        let (public, sealed) = (public.clone(), None);
        let new = NewEntry { time: start(), kind, rules_version: "2", public, sealed };
        let entry = head.followed_by(new, [0; 32]).expect("an entry");
        head = entry.head();
        chained.push(entry);
    }
    let (game, sealed_parts) = ("rossbach".to_owned(), SealedParts::Withheld);
    LogFile { game, sealed_parts, entries: chained }.to_text().expect("text")
}

fn fault(entries: &[(&str, Value)]) -> (u64, Fault) {
    match verify(&log(entries), &[]) {
        Err(VerifyError::Difference { difference, .. }) => (difference.entry, difference.fault),
        other => panic!("no difference is found: {other:?}"),
    }
}

#[test]
fn an_honest_beginning_holds_and_says_what_chance_follows_from() {
    let verified = verify(&log(&honest()), &[]).expect("it holds");
    let chance = verified.chance.expect("it has begun");
    assert!(chance.asked && chance.hashes_first);
    assert_eq!((chance.own, chance.trusted, chance.round), (2, 0, Some(123)));
}

#[test]
fn each_forgery_of_it_is_found() {
    type Forgery = fn(&mut Vec<(&'static str, Value)>);
    let forgeries: [(Forgery, u64, ChanceFault); 11] = [
        (|log| drop(log.remove(3)), 4, ChanceFault::NotCommitted),
        (|log| log.insert(4, log[3].clone()), 5, ChanceFault::CommittedTwice),
        (
            |log| log[3].1["players"][1] = log[3].1["players"][0].clone(),
            4,
            ChanceFault::CopiedHash { player: 2 },
        ),
        // The hash of an attempt whose phrase may be known.
        (
            |log| log[3].1["players"][1] = log[1].1["players"][0].clone(),
            4,
            ChanceFault::CopiedHash { player: 2 },
        ),
        (
            |log| log[3].1["players"][0] = json!({"by": "player"}),
            4,
            ChanceFault::NoHash { player: 1 },
        ),
        (
            |log| log[3].1["players"][1] = json!({"by": "none"}),
            5,
            ChanceFault::Uncommitted { player: 2 },
        ),
        (|log| log[5].1["players"][0]["phrase"] = json!("another"), 6, changed()),
        (|log| log[4].1["round"] = json!(0), 5, ChanceFault::EarlyRound { round: 0 }),
        (|log| log[5].1["beacon"]["round"] = json!(124), 6, ChanceFault::OtherRound),
        (
            |log| log[5].1["beacon"]["signature"] = json!("00".repeat(48)),
            6,
            ChanceFault::Signature { round: 123 },
        ),
        (|log| drop(log.remove(1)), 2, ChanceFault::Anew),
    ];
    for (forge, entry, expected) in forgeries {
        let mut entries = honest();
        forge(&mut entries);
        assert_eq!(fault(&entries), (entry, Fault::Chance(expected)));
    }
    // The seed that is given up must be the one that was committed to.
    let mut entries = honest();
    entries[2].1["seed"] = json!(Digest(NEW_SEED).to_string());
    assert!(matches!(fault(&entries), (3, Fault::Seed { .. })));
}

fn changed() -> ChanceFault {
    ChanceFault::PhraseHash {
        player: 1,
        hash: phrase_hash(PHRASES[0]).to_string(),
        computed: phrase_hash("another").to_string(),
    }
}

#[test]
fn a_phrase_that_could_be_guessed_is_found() {
    let mut entries = honest();
    let hash = phrase_hash("short").to_string();
    entries[3].1["players"][0]["hash"] = json!(hash);
    entries[4].1["phrases"][0] = json!("short");
    assert_eq!(fault(&entries), (5, Fault::Chance(ChanceFault::ShortPhrase { player: 1 })));
}
