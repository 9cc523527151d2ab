//! Tests of the chain: any single change to any entry is found.

use super::*;
use proptest::prelude::*;

/// JSON as it may stand in an entry.
fn part() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-9_007_199_254_740_991_i64..=9_007_199_254_740_991).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// What is given for one entry: time, kind, rules version, public part, sealed part, nonce.
type Given = (i64, String, String, Value, Option<Value>, [u8; 32]);

fn given() -> impl Strategy<Value = Given> {
    (
        0..250_000_000_000_i64,
        "[a-z ]{1,12}",
        "[0-9.]{1,5}",
        part(),
        prop::option::of(part()),
        any::<[u8; 32]>(),
    )
}

fn chain(game: &str, all: &[Given]) -> Vec<Entry> {
    let mut head = EntryHead::of_empty_log(game);
    let mut entries = Vec::new();
    for (seconds, kind, rules_version, public, sealed, nonce) in all {
        let new = NewEntry {
            time: DateTime::from_timestamp(*seconds, 0).unwrap(),
            kind,
            rules_version,
            public: public.clone(),
            sealed: sealed.clone(),
        };
        let entry = head.followed_by(new, *nonce).unwrap();
        head = entry.head();
        entries.push(entry);
    }
    entries
}

/// Another digest than this one, differing in one bit.
fn flipped(digest: Digest, bit: usize) -> Digest {
    let mut bytes = digest.0;
    bytes[bit / 8 % 32] ^= 1 << (bit % 8);
    Digest(bytes)
}

/// Changes one thing in an entry; false if it has no such thing.
fn change(entry: &mut Entry, what: u8, bit: usize, value: &Value) -> bool {
    let replace = |part: &mut Value| {
        let differs = part != value;
        *part = value.clone();
        differs
    };
    match what {
        0 => entry.number ^= 1 << (bit % 64),
        1 => entry.time += chrono::TimeDelta::seconds(1),
        2 => entry.time += chrono::TimeDelta::milliseconds(1),
        3 => entry.kind.push('x'),
        4 => entry.rules_version.insert(0, ' '),
        5 => return replace(&mut entry.public),
        6 => entry.previous = flipped(entry.previous, bit),
        7 => entry.hash = flipped(entry.hash, bit),
        8 => match &mut entry.commitment {
            Some(commitment) => *commitment = flipped(*commitment, bit),
            None => return false,
        },
        9 => {
            entry.commitment = match entry.commitment {
                Some(_) => None,
                None => Some(Digest::of(&[])),
            }
        }
        10 => match &mut entry.opening {
            Some(opening) => opening.nonce = flipped(Digest(opening.nonce), bit).0,
            None => return false,
        },
        11 => match &mut entry.opening {
            Some(opening) => return replace(&mut opening.sealed),
            None => return false,
        },
        _ => {
            if entry.opening.is_some() {
                return false;
            }
            entry.opening = Some(Opening { nonce: [0; 32], sealed: value.clone() });
        }
    }
    true
}

proptest! {
    #[test]
    fn a_chain_as_it_was_appended_holds(all in prop::collection::vec(given(), 0..6)) {
        let mut entries = chain("lobositz", &all);
        prop_assert_eq!(verify_chain("lobositz", &entries), Ok(()));
        for entry in &mut entries {
            entry.opening = None;
        }
        prop_assert_eq!(verify_chain("lobositz", &entries), Ok(()));
    }

    #[test]
    fn any_single_change_is_found(
        all in prop::collection::vec(given(), 1..6),
        place in any::<prop::sample::Index>(),
        what in 0..=12_u8,
        bit in 0..256_usize,
        value in part(),
    ) {
        let mut entries = chain("lobositz", &all);
        let place = place.index(entries.len());
        prop_assume!(change(&mut entries[place], what, bit, &value));
        let fault = verify_chain("lobositz", &entries).unwrap_err();
        prop_assert_eq!(fault.entry, place as u64 + 1);
    }

    #[test]
    fn an_entry_removed_doubled_or_moved_is_found(
        all in prop::collection::vec(given(), 2..6),
        place in any::<prop::sample::Index>(),
    ) {
        let entries = chain("lobositz", &all);
        let place = place.index(entries.len() - 1);
        let mut removed = entries.clone();
        removed.remove(place);
        prop_assert!(verify_chain("lobositz", &removed).is_err());
        let mut doubled = entries.clone();
        doubled.insert(place, entries[place].clone());
        prop_assert!(verify_chain("lobositz", &doubled).is_err());
        let mut moved = entries.clone();
        moved.swap(place, place + 1);
        prop_assert!(verify_chain("lobositz", &moved).is_err());
    }
}

#[test]
fn an_entry_hashed_anew_breaks_the_chain_behind_it() {
    let given =
        |kind: &str| -> Given { (0, kind.to_owned(), "1".to_owned(), json!({}), None, [0; 32]) };
    let mut entries = chain("lobositz", &[given("a"), given("b"), given("c")]);
    entries[1].kind = "forged".to_owned();
    entries[1].hash = entries[1].computed_hash().unwrap();
    let fault = verify_chain("lobositz", &entries).unwrap_err();
    assert_eq!(fault, ChainFault { entry: 3, what: ChainFaultKind::Previous });
    assert_eq!(
        fault.to_string(),
        "entry 3: its previous hash is not the hash of the entry before it"
    );
}

#[test]
fn the_log_of_another_game_is_found() {
    let entries =
        chain("lobositz", &[(0, "a".to_owned(), "1".to_owned(), json!({}), None, [0; 32])]);
    let fault = verify_chain("kolin", &entries).unwrap_err();
    assert_eq!(fault, ChainFault { entry: 1, what: ChainFaultKind::OtherGame });
}

#[test]
fn a_part_without_canonical_text_is_refused() {
    let head = EntryHead::of_empty_log("lobositz");
    let new = |public: Value, sealed: Option<Value>| NewEntry {
        time: DateTime::UNIX_EPOCH,
        kind: "a",
        rules_version: "1",
        public,
        sealed,
    };
    assert_eq!(head.followed_by(new(json!(1.5), None), [0; 32]).unwrap_err().0, "public");
    assert_eq!(head.followed_by(new(json!(1), Some(json!(0.5))), [0; 32]).unwrap_err().0, "sealed");
}

#[test]
fn a_sealed_part_is_not_shown_in_messages() {
    let opening = Opening { nonce: [7; 32], sealed: json!("the hand of Prussia") };
    assert!(!format!("{opening:?}").contains("Prussia"));
}
