//! What is written is read again as the same action; and any text at all has a reading.

use super::testing::*;
use super::{Context, Statement, read, write};
use crate::game::{Action, Decision, DecisionKind, Nation, State};
use proptest::prelude::*;

/// A way whose every step is named is a path, however it was ordered (R4.6).
fn normal(state: &State, action: &Action) -> Action {
    let Action::MoveVia { pieces, via } = action else {
        return action.clone();
    };
    let nation = pieces[0].nation();
    match state.route_via(nation, pieces, via) {
        Ok(path) if path == *via => Action::Move { pieces: pieces.clone(), path },
        _ => action.clone(),
    }
}

fn check_round_trip(state: &State, decision: Decision, action: &Action) {
    let text = write(action);
    let decisions = decisions_of(state, decision.seat);
    let context = Context { state, seat: decision.seat, decisions: &decisions };
    let reading = read(&text, &context);
    assert!(reading.is_understood(), "{text}: {reading:#?}");
    if *action == Action::EndMovement {
        assert!(reading.statements().any(|(_, _, said)| *said == Statement::Ready));
        return;
    }
    let assembled = reading.assemble(&context);
    assert_eq!(assembled.len(), 1, "{text}: {assembled:?}");
    assert_eq!(assembled[0].nation, Some(decision.nation), "{text}");
    assert_eq!(normal(state, &assembled[0].action), normal(state, action), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_as_the_same_action(seed in 0u64..1_000_000, expert: bool) {
        let mut left = 400;
        play(new_game(expert, seed), seed, |state, decision, action| {
            check_round_trip(state, decision, action);
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
            check_round_trip(&state, decision, &action);
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
        let decisions = decisions_of(state, state.seat_of(*nation));
        let seat = state.seat_of(*nation);
        for assembled in reading.assemble(&Context { state, seat, decisions: &decisions }) {
            prop_assert!(!write(&assembled.action).is_empty());
        }
    }
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
            assert!(reading.lines[0].text.chars().count() <= super::SHOWN);
            let decisions = state.decisions();
            let context = Context { state: &state, seat: decisions[0].seat, decisions: &decisions };
            for assembled in reading.assemble(&context) {
                assert!(!write(&assembled.action).is_empty());
            }
        }
    }
}
