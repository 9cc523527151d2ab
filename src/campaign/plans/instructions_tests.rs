//! Instructions in combats of random games: never an illegal move, and every promise is kept.

use crate::campaign::plans::instructions::situation;
use crate::duel::{
    Cards, Instruction, Move, Play, Played, Reserves, Scope, Situation, Terms, Then, Why, decide,
};
use crate::game::{
    Action, CityId, DecisionKind, Face, Nation, Randomness, Scenario, Setup, State, Stream,
};
use crate::said::tests::duels::any_terms;
use crate::simulate;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Positions in which a combat has just begun, of all kinds of games, Cards of Fate in force
/// among them.
static COMBATS: LazyLock<Vec<State>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for game in 0..24 {
        let scenario = [Scenario::STANDARD, Scenario::THREE_PLAYER][game % 2];
        let setup = Setup { scenario, expert: game % 3 == 0, ..Setup::default() };
        let (mut state, actions) = simulate::recorded_game(setup, 77, game as u64);
        let mut before: Option<(CityId, CityId)> = None;
        for (nation, action) in actions {
            state.act(nation, &action).expect("recorded");
            let now = state.combat().map(|combat| (combat.from, combat.to));
            if now.is_some() && now != before {
                found.push(state.clone());
            }
            before = now;
        }
    }
    assert!(found.len() > 150, "{} combats are too few", found.len());
    found
});

/// What happened in the combats, to see that they were worth it.
type Tally = BTreeMap<&'static str, usize>;

/// Fights a combat out: one side by instruction, the other at random, questions at random.
fn fight(mut state: State, side: Nation, terms: &Terms, seed: u64) -> Tally {
    let instruction = [Instruction::Duel { scope: Scope::Nation(side), terms: terms.clone() }];
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Randomness::new(&key, Stream::Fate);
    let mut tally = Tally::new();
    let mut played: Vec<Played> = Vec::new();
    let began = state.combat().map(|combat| (combat.from, combat.to));
    while state.combat().map(|combat| (combat.from, combat.to)) == began {
        let right = state.combat().expect("a combat").right;
        let legal = state.legal_actions(right, DecisionKind::Play);
        let any = legal[dice.below(legal.len() as u32) as usize].clone();
        let action = if right == side {
            let now = situation(&state, played.clone()).expect("a combat");
            let decided = decide(&instruction, &now).expect("the instruction applies");
            check(terms, &now, decided.chosen, decided.why);
            match decided.chosen {
                Move::Play(play) => {
                    *tally.entry("played").or_default() += 1;
                    Action::Play { card: play.card.into(), value: play.value }
                }
                Move::Stop => {
                    *tally.entry("stopped").or_default() += 1;
                    Action::Stop
                }
                Move::Ask => {
                    *tally.entry("asked").or_default() += 1;
                    any
                }
            }
        } else {
            any
        };
        assert!(legal.contains(&action), "{action:?} is not among {legal:?}");
        if let (true, Action::Play { card, value }) = (right == side, &action) {
            let now = situation(&state, Vec::new()).expect("a combat");
            let fits = |play: &&Play| card.means(play.card) && *value == play.value;
            let play = now.plays.iter().find(fits).expect("a legal play");
            played.push(Played { card: play.card, points: play.points });
        }
        state.act(right, &action).expect("a legal action");
    }
    tally
}

/// Whether a move keeps what the terms promise.
fn check(terms: &Terms, now: &Situation, chosen: Move, why: Why) {
    let told = || format!("{chosen:?} because {why:?}, by {terms:?} in {now:?}");
    match (chosen, why) {
        (Move::Play(play), Why::Forced { kept }) => {
            assert!(!now.may_stop, "nothing forced it: {}", told());
            if kept {
                let withheld = |other: &Play| {
                    terms.keep.iter().any(|card| card.means(other.card))
                        || (other.card.face == Face::Reserve && terms.reserve == Reserves::Never)
                };
                assert!(now.plays.iter().all(withheld), "spent what was kept: {}", told());
            } else {
                assert!(!terms.keep.iter().any(|card| card.means(play.card)), "{}", told());
            }
        }
        (Move::Play(play), _) => check_play(terms, now, &play, &told),
        (Move::Stop, why) => {
            assert!(now.may_stop, "{}", told());
            match why {
                Why::NothingFits => assert!(now.plays.is_empty(), "{}", told()),
                Why::LossAccepted => {
                    let accepted = terms.accept_loss.map(i16::from);
                    assert!(accepted.is_some_and(|loss| -now.score <= loss), "{}", told());
                }
                _ => assert_eq!(terms.then, Then::Stop, "{}", told()),
            }
        }
        (Move::Ask, _) => assert_eq!(terms.then, Then::Ask, "{}", told()),
    }
}

fn check_play(terms: &Terms, now: &Situation, play: &Play, told: &dyn Fn() -> String) {
    let spent: i16 = now.played.iter().map(|played| played.points).sum();
    for limit in [terms.most_points, terms.win_for].into_iter().flatten() {
        assert!(spent + play.points <= limit as i16, "too dear: {}", told());
    }
    if let Some(most) = terms.most_cards {
        assert!(now.played.len() < usize::from(most), "too many cards: {}", told());
    }
    assert!(!terms.keep.iter().any(|card| card.means(play.card)), "not kept: {}", told());
    if let Some(kept) = terms.keep_cards {
        assert!(now.hand.len() > usize::from(kept), "too few left: {}", told());
    }
    if let Some(kept) = terms.keep_points {
        let worth: u16 = now.hand.iter().map(|card| u16::from(card.face.payment())).sum();
        assert!(worth - u16::from(play.card.face.payment()) >= kept, "{}", told());
    }
    let listed = match &terms.cards {
        Cards::Fitting => None,
        Cards::Listed(list) => Some(list.iter().find(|named| named.card.means(play.card))),
    };
    if let Some(named) = listed {
        assert!(named.is_some(), "not in the list: {}", told());
    }
    if play.card.face == Face::Reserve {
        match terms.reserve {
            Reserves::Never => panic!("no Reserve: {}", told()),
            Reserves::Listed => assert!(listed.is_some(), "no Reserve was listed: {}", told()),
            Reserves::Allowed { most, .. } => {
                // The list may name a Reserve twice: once as allowed, once with a value.
                let said = match &terms.cards {
                    Cards::Fitting => false,
                    Cards::Listed(list) => list.iter().any(|named| {
                        let valued = named.value.is_some() && named.value == play.value;
                        valued && named.card.means(play.card)
                    }),
                };
                assert!(said || most.is_none_or(|most| play.value <= Some(most)), "{}", told());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn an_instruction_makes_no_illegal_move_and_keeps_its_promises(
        terms in any_terms(),
        at in 0usize..100_000,
        attacks: bool,
        seed: u64,
    ) {
        let state = &COMBATS[at % COMBATS.len()];
        let combat = state.combat().expect("a combat");
        let city = if attacks { combat.from } else { combat.to };
        let side = state.stack_nation(city).expect("a side");
        fight(state.clone(), side, &terms, seed);
    }
}

#[test]
fn the_random_combats_see_cards_stops_and_questions() {
    let mut total = Tally::new();
    let plain = |then| Terms::new(Cards::Fitting, then);
    for (number, state) in COMBATS.iter().enumerate() {
        let combat = state.combat().expect("a combat");
        let side = state.stack_nation(combat.from).expect("a side");
        let then = if number % 2 == 0 { Then::Ask } else { Then::Stop };
        for (what, count) in fight(state.clone(), side, &plain(then), number as u64) {
            *total.entry(what).or_default() += count;
        }
    }
    for what in ["played", "stopped"] {
        assert!(total.get(what).is_some_and(|count| *count > 50), "{total:?}");
    }
}
