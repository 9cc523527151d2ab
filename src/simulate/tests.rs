//! Tests of simulated games.

use super::*;

fn options(games: u64, seed: u64, check: bool) -> Options {
    Options { games, seed, setups: Options::setups(None, None, None), check }
}

#[test]
fn all_kinds_of_game_are_played_to_their_end_without_a_fault() {
    let report = simulate(&options(16, 1, true), &mut |_| {});
    assert!(report.is_sound(), "{report}");
    assert_eq!(report.games(), 16);
}

#[test]
fn the_same_seed_plays_the_same_games_and_another_does_not() {
    let end = |seed| random_game(Setup::default(), seed, 3).dump_text();
    assert_eq!(end(7), end(7));
    assert_ne!(end(7), end(8));
}

#[test]
fn a_recorded_game_can_be_replayed() {
    let (mut state, actions) = recorded_game(Setup::default(), 7, 3);
    for (nation, action) in &actions {
        state.act(*nation, action).expect("accepted before");
    }
    assert_eq!(state, random_game(Setup::default(), 7, 3));
}

#[test]
fn only_the_kinds_of_game_asked_for_are_played() {
    let setups = Options::setups(Some(Scenario::STANDARD), None, Some(true));
    assert_eq!(setups.len(), 2);
    assert!(setups.iter().all(|setup| setup.expert && setup.scenario == Scenario::STANDARD));
    assert_eq!(Options::setups(None, None, None).len(), 4 * Scenario::all().count());
}
