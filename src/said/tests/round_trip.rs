//! What is written is read again as the same action; and any text at all has a reading.

use crate::game::{Action, CityId, Decision, DecisionKind, Nation, PieceId, State};
use crate::orders::testing::*;
use crate::orders::write;
use crate::said::testing::*;
use crate::said::{Language, LineReading, Request, SHOWN, Said, Trouble};
use proptest::prelude::*;

/// Canonical text is never read as something else in the mails of any language; but C is hearts where English is not
/// spoken (Cœur, corazones, cuori), and mails there show symbols.
fn check_round_trip(language: Language, state: &State, decision: Decision, action: &Action) {
    let text = write(action);
    let clubs = |word: &str| {
        let (letter, value) = (word.contains('C'), word.starts_with(|c: char| c.is_ascii_digit()));
        letter && value
    };
    if language != Language::English && text.split(' ').any(clubs) {
        return;
    }
    // There and back: the English `to` says nothing in Polish, so a piece's own city is where it begins.
    let back = |pieces: &[PieceId], via: &[CityId]| via.last().copied() == state.city_of(pieces[0]);
    if language == Language::Polish
        && matches!(action, Action::MoveVia { pieces, via } if via.len() > 1 && back(pieces, via))
    {
        return;
    }
    // `to Tabor` is, in Polish, `this` and a train.
    if language == Language::Polish && text.contains("Tabor") {
        return;
    }
    let reading = read_in(language, state, decision.nation, &text);
    // Others than English readers may be asked: what of `Tabor`, a train in Polish?
    if language != Language::English && !is_understood(&reading) {
        return;
    }
    assert!(is_understood(&reading), "{text}: {reading:#?}");
    let [Said { nation, request, .. }] = &reading.said[..] else {
        panic!("{text}: {reading:#?}");
    };
    if *action == Action::EndMovement {
        assert_eq!(*request, Request::Ready);
        return;
    }
    // Whoever is sent to where he stands, stays; there and back is said with what lies on the way.
    if let Action::MoveVia { pieces, via } = action
        && via.iter().all(|city| state.city_of(pieces[0]) == Some(*city))
    {
        assert_eq!(*request, Request::Stay(pieces.clone()), "{text}");
        return;
    }
    let Request::Act(read) = request else { panic!("{text}: {request:?}") };
    assert_eq!(*nation, Some(decision.nation), "{text}");
    let (meant, read) = (normal(state, action.clone()), normal(state, read.clone()));
    assert_eq!(read, meant, "{language:?}: {text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_as_the_same_action(seed in 0u64..1_000_000, expert: bool) {
        let mut left: usize = 400;
        play(new_game(expert, seed), seed, |state, decision, action| {
            let language = Language::ALL[left % Language::ALL.len()];
            check_round_trip(language, state, decision, action);
            left -= 1;
            left == 0
        });
    }
}

#[test]
fn every_kind_of_decision_comes_up_in_the_round_trips_or_is_found_here() {
    use DecisionKind::*;
    for (expert, kind) in [
        (false, Discard),
        (false, Attack),
        (false, Retreat),
        (false, Fate),
        (true, OffensiveOption),
    ] {
        let (state, decision) = find(expert, |_, decision| decision.kind == kind);
        for action in state.legal_actions(decision.nation, kind) {
            for language in Language::ALL {
                check_round_trip(language, &state, decision, &action);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_text_at_all_has_one_outcome_for_each_line(text in "\\PC{0,200}(\n\\PC{0,80}){0,5}") {
        let state = new_game(false, 1);
        let reading = read_as(&state, Nation::Prussia, &text);
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        prop_assert_eq!(reading.lines.len(), lines);
    }

    #[test]
    fn any_order_of_words_has_a_reading(
        words in proptest::collection::vec(proptest::sample::select(WORDS), 0..24),
        turn in 0usize..6,
    ) {
        let states = positions();
        let (state, nation) = &states[turn % states.len()];
        let text = words.join(" ");
        let reading = read_as(state, *nation, &text);
        prop_assert!(reading.lines.len() <= 1);
        for said in &reading.said {
            if let Request::Act(action) = &said.request {
                prop_assert!(!write(action).is_empty());
            }
        }
    }
}

#[test]
fn behind_sixteen_kilobytes_lines_are_named_and_not_read() {
    let state = new_game(false, 1);
    let line = "We had rain all day here, and the roads of Saxony were as bad as ever.\n";
    let mut text = line.repeat(16 * 1024 / (line.len() - 1) + 1);
    text.push_str("Friedrich to Dresden\n");
    let reading = read_as(&state, Nation::Prussia, &text);
    let last = reading.lines.last().expect("a line");
    assert!(
        matches!(last.reading, LineReading::NotUnderstood { trouble: Trouble::TooLong, .. }),
        "{last:?}"
    );
    assert!(reading.said.is_empty(), "{:?}", reading.said);
    let quoted: String = line
        .repeat(16 * 1024 / (line.len() - 1) + 1)
        .lines()
        .fold(String::new(), |all, line| all + "> " + line + "\n");
    let reading = read_as(&state, Nation::Prussia, &(quoted + "Friedrich to Dresden\n"));
    assert_eq!(reading.said.len(), 1, "what is quoted does not count");
}

/// Words that mean something somewhere, so that random lines get far into the grammar.
const WORDS: &[&str] = &[
    "Daun",
    "Browne",
    "Schwerin",
    "train",
    "1",
    "8",
    "999",
    "to",
    "via",
    "from",
    "and",
    "+",
    ",",
    ":",
    "-",
    "->",
    "10D",
    "R",
    "R7",
    "as",
    "7",
    "/2",
    "=",
    "22",
    "doubled",
    "recruit",
    "for",
    "at",
    "returns",
    "attack",
    "retreat",
    "stay",
    "stop",
    "play",
    "discard",
    "choose",
    "no",
    "Friedland",
    "Zittau",
    "Leipa",
    "Frankfurt",
    "(Oder)",
    "Hannover",
    "Austria",
    "turn",
    "then",
    "redistribute",
    "allot",
    "withdraw",
    "reconquer",
    "set aside",
    "♦",
    "Karo",
    ";",
    ".",
    "Prag",
    "Zitau",
    "Kon",
    "please",
    "(",
    ")",
    "x",
    "2",
    "thanks",
    "hi",
    "the",
];

fn positions() -> &'static [(State, Nation)] {
    static POSITIONS: std::sync::LazyLock<Vec<(State, Nation)>> = std::sync::LazyLock::new(|| {
        use DecisionKind::*;
        [Allot, Discard, Movement, Attack, Play, Retreat, Fate]
            .into_iter()
            .map(|kind| {
                let (state, decision) = find(false, |_, decision| decision.kind == kind);
                (state, decision.nation)
            })
            .collect()
    });
    &POSITIONS
}

/// No timed test: what is far too long is not looked at, so a monstrous line costs what its
/// copying does. Benchmarks measure the rest.
#[test]
fn monstrous_lines_are_read() {
    let state = movement_of(Nation::Austria);
    for pattern in [
        "a ",
        "10D ",
        "Daun + ",
        "Daun to Friedland via ",
        "ö\u{308}",
        "((((",
        "- ",
        "recruit Daun 999, ",
        "Daun 999, ",
    ] {
        for size in [3_900, 100_000] {
            let text = pattern.repeat(size / pattern.len());
            let reading = read_as(&state, Nation::Austria, &text);
            assert_eq!(reading.lines.len(), 1, "{pattern}");
            assert!(reading.lines[0].text.chars().count() <= SHOWN);
            for said in &reading.said {
                if let Request::Act(action) = &said.request {
                    assert!(!write(action).is_empty());
                }
            }
        }
    }
}
