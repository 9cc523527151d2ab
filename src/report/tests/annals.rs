//! The sentences of a campaign's history.

use super::super::{Beginner, HistorySentence};
use super::sentences::assert_sentence;
use super::{COMPLETE, assert_clean, golden, templates_in};
use crate::beacon::Beacon;
use crate::game::{Seat, Setup};
use crate::phrase::WhyAnew;

/// Each of them, in all its ways.
pub(super) fn chronicles() -> Vec<HistorySentence> {
    let seed = || "5eed".repeat(16);
    let heading = |entries, over| HistorySentence::Heading {
        game: "Rossbach".into(),
        entries,
        hash: "ab".repeat(32),
        over,
    };
    let anew = |why| HistorySentence::GatheredAnew {
        why,
        players: vec![2, 4],
        seed: seed(),
        seed_commitment: "cd".repeat(32),
    };
    let begun = |beacon| HistorySentence::Begun {
        players: vec![
            Beginner { seat: Seat::Frederick, phrase: "a rose in the snow".into() },
            Beginner { seat: Seat::Pompadour, phrase: String::new() },
        ],
        beacon,
    };
    let closed =
        |by_organiser, winners| HistorySentence::Closed { by_organiser, winners, seed: seed() };
    vec![
        heading(1, false),
        heading(212, true),
        HistorySentence::Founded { setup: Setup::default(), seed_commitment: "ef".repeat(32) },
        HistorySentence::Founded {
            setup: Setup { expert: true, ..Setup::default() },
            seed_commitment: "ef".repeat(32),
        },
        HistorySentence::Committed {},
        HistorySentence::BeaconAwaited { round: 1000 },
        anew(WhyAnew::Unopened),
        anew(WhyAnew::Short),
        anew(WhyAnew::Left),
        begun(None),
        begun(Some(Beacon { round: 1000, signature: "b4".repeat(48) })),
        HistorySentence::TakenBack { to: 17 },
        closed(true, Vec::new()),
        closed(false, Vec::new()),
        closed(false, vec![Seat::Frederick]),
        closed(false, vec![Seat::Elisabeth, Seat::MariaTheresa]),
        HistorySentence::Ended { seed: seed() },
        HistorySentence::Mail { seat: Some(Seat::Frederick), outcome: "accepted".into() },
        HistorySentence::Mail { seat: None, outcome: "refused".into() },
        HistorySentence::Turn { turn: 7 },
        HistorySentence::Ordering { nation: "imperial-army".into() },
        HistorySentence::By { by: "instruction".into() },
        HistorySentence::By { by: "orders-kept".into() },
        HistorySentence::By { by: "caretaker".into() },
        HistorySentence::Which { sha256: Some("ab".into()) },
        HistorySentence::Which { sha256: None },
        HistorySentence::Other { kind: "comet".into() },
    ]
}

#[test]
fn every_sentence_of_a_history_is_told() {
    for language in COMPLETE {
        let mut all = String::new();
        for one in chronicles() {
            let sentence = templates_in(language).history_sentence(&one);
            let sentence = sentence.unwrap_or_else(|error| panic!("{language}: {error:?}"));
            match one {
                // Of these no sentence is made.
                HistorySentence::Turn { .. }
                | HistorySentence::Ordering { .. }
                | HistorySentence::By { .. }
                | HistorySentence::Which { .. } => assert_clean(&sentence),
                _ => assert_sentence(&sentence),
            }
            all.push_str(&format!("{sentence}\n"));
        }
        golden(language, "history-sentences", &all);
    }
}
