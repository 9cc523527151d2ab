//! Games played by chance: `feldpost simulate`.
//!
//! Every decision of every nation is answered at random, with simple weights towards fighting,
//! recruitment and conquest, until the game is over. Without checks this measures the rules'
//! speed and the balance of random play. With checks a witness watches every action: invariants
//! of the position ([`invariants`]), whether the events tell all that changed (`ledger`),
//! whether secrets stay secret (`secrecy`), whether what is listed as legal is accepted and what
//! is illegal refused without a trace (`mischief`).
//!
//! What it deliberately does not do: play well, or know anything of mail, storage and sentences.
//! The same seed and options play the same games on any machine.

mod beginnings;
mod coverage;
mod dice;
pub mod invariants;
mod ledger;
mod limits;
mod mischief;
mod player;
mod report;
mod secrecy;
mod table;
mod witness;

pub use limits::LONGEST_GAME;
pub use report::{Fault, Report};

use crate::game::{Action, Edition, Nation, Scenario, Setup, State};
use coverage::Coverage;
use dice::Dice;
use player::Player;
use std::time::Instant;
use table::SimulatedGame;

/// What is to be simulated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many games.
    pub games: u64,
    /// Decides everything that happens in them.
    pub seed: u64,
    /// The kinds of game, taken in turns.
    pub setups: Vec<Setup>,
    /// Whether every action is watched by a witness: thousands of times slower.
    pub check: bool,
}

impl Options {
    /// All kinds of game that agree with what is given; `None` stands for all of a kind.
    pub fn setups(
        scenario: Option<Scenario>,
        edition: Option<Edition>,
        expert: Option<bool>,
    ) -> Vec<Setup> {
        let mut setups = Vec::new();
        for scenario in Scenario::all().filter(|s| scenario.is_none_or(|only| only == *s)) {
            for edition in [Edition::Classic, Edition::Anniversary] {
                for expert in [false, true] {
                    setups.push(Setup { scenario, edition, expert });
                }
            }
        }
        setups.retain(|setup| edition.is_none_or(|only| only == setup.edition));
        setups.retain(|setup| expert.is_none_or(|only| only == setup.expert));
        setups
    }
}

/// Plays the games; after each one `progress` is told how many are done.
///
/// With no setups nothing is played. A game in which the witness finds a fault is broken off and
/// reported; the others are played all the same.
pub fn simulate(options: &Options, progress: &mut dyn FnMut(u64)) -> Report {
    let mut report = Report::new(options.clone());
    if options.setups.is_empty() {
        return report;
    }
    let began = Instant::now();
    let mut coverage = Coverage::default();
    for game in 0..options.games {
        let setup = options.setups[(game % options.setups.len() as u64) as usize];
        let played = play_one(setup, options.seed, game, options.check, &mut coverage);
        match played {
            Ok(state) => report.add(&state, is_unusual(game, options.check)),
            Err(fault) => report.faults.push(*fault),
        }
        progress(game + 1);
    }
    report.seconds = began.elapsed().as_secs_f64();
    report.coverage = coverage;
    report
}

/// Whether a game begins with conquests already made: some do when there are checks, of all setups in turns.
fn is_unusual(game: u64, check: bool) -> bool {
    check && game % 7 == 3
}

/// Plays one game to its end, deciding everything by the seed and the game's number.
fn play_one(
    setup: Setup,
    seed: u64,
    game: u64,
    check: bool,
    coverage: &mut Coverage,
) -> Result<State, Box<Fault>> {
    let mut dice = Dice::new(seed, game);
    let mut state = State::new(setup, dice.key());
    if is_unusual(game, check) {
        state = beginnings::with_conquests(state, &mut dice);
    }
    let mut table = SimulatedGame::new(state, check.then(|| Dice::new(!seed, game)), coverage);
    Player::new(dice).play(&mut table);
    table.finish().map_err(|(what, after)| Box::new(Fault { game, setup, what, after }))
}

/// A random game to its end without any check: the final position.
pub fn random_game(setup: Setup, seed: u64, game: u64) -> State {
    let mut dice = Dice::new(seed, game);
    let mut coverage = Coverage::default();
    let mut table = SimulatedGame::new(State::new(setup, dice.key()), None, &mut coverage);
    Player::new(dice).play(&mut table);
    table.state
}

/// The same game as [`random_game`] with its record: the position it begins with and all actions
/// that were accepted.
pub fn recorded_game(setup: Setup, seed: u64, game: u64) -> (State, Vec<(Nation, Action)>) {
    let mut dice = Dice::new(seed, game);
    let start = State::new(setup, dice.key());
    let actions = record(start.clone(), dice);
    (start, actions)
}

/// All actions of a game that begins with the given position, decided by the seed and the number.
pub fn recorded_game_from(start: State, seed: u64, game: u64) -> Vec<(Nation, Action)> {
    record(start, Dice::new(seed, game))
}

fn record(start: State, dice: Dice) -> Vec<(Nation, Action)> {
    let mut coverage = Coverage::default();
    let mut table = SimulatedGame::new(start, None, &mut coverage);
    table.record = Some(Vec::new());
    Player::new(dice).play(&mut table);
    table.record.unwrap_or_default()
}

/// A random game from this position on, with some redistributions of troops among the rest: all
/// actions that were accepted.
pub fn play_on(start: State, seed: u64, game: u64) -> Vec<(Nation, Action)> {
    let mut coverage = Coverage::default();
    let mut table = SimulatedGame::new(start, None, &mut coverage);
    table.record = Some(Vec::new());
    table.redistributes = true;
    Player::new(Dice::new(seed, game)).play(&mut table);
    table.record.unwrap_or_default()
}

/// A random player who answers one decision after another, for games in which others play too.
pub struct RandomPlayer(Player);

impl RandomPlayer {
    /// Everything he does is decided by the seed and the game's number.
    pub fn new(seed: u64, game: u64) -> RandomPlayer {
        RandomPlayer(Player::new(Dice::new(seed, game)))
    }

    /// What he does about a decision that is awaited in this position, for all nations of which it is.
    pub fn answer(&mut self, state: &State) -> Vec<(Nation, Action)> {
        let mut coverage = Coverage::default();
        let mut table = SimulatedGame::new(state.clone(), None, &mut coverage);
        table.record = Some(Vec::new());
        // He gives up what is refused, so that one try may do nothing.
        for _ in 0..100 {
            self.0.decide(&mut table);
            if table.record.as_ref().is_some_and(|record| !record.is_empty()) {
                break;
            }
        }
        table.record.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
