//! Bots against each other: `feldpost tournament`.
//!
//! Each game has a key and streams of its own that follow from the seed and its number, so that the same
//! games are played on any machine and with any number of threads; only the times differ. A seat
//! is played by a bot of some level or by the random player of [`crate::simulate`]. An action that the rules
//! refuse ends its game as a fault: there should be none.
//!
//! What it deliberately does not do: know mail, storage or how bots think.

mod command;
mod fit;
mod report;
mod stopwatch;
mod tuning;

#[cfg(test)]
mod tests;

pub use command::TournamentArguments;
pub use report::{Report, Thinking};

use crate::bot::{BotStream, Insight, Level, Memory, Style, decide_with};
use crate::game::{Event, Nation, Outcome, Phase, Seat, Setup, State};
use crate::simulate::{LONGEST_GAME, RandomPlayer};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stopwatch::Stopwatch;

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Entrant {
    /// A bot of this level.
    Bot(Level),
    /// The random player of `feldpost simulate`.
    Random,
}

impl Entrant {
    /// Its name in tables.
    pub fn id(self) -> &'static str {
        match self {
            Entrant::Bot(level) => level.id(),
            Entrant::Random => "random",
        }
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many games are played in all.
    pub games: u64,
    /// Decides everything but the times.
    pub seed: u64,
    /// The kinds of game, taken in turns.
    pub setups: Vec<Setup>,
    /// Who plays each seat, in the order of [`Seat::ALL`].
    pub entrants: [Entrant; 4],
    /// The weights with which each seat plays.
    pub styles: [Arc<Style>; 4],
    /// Threads; 0 counts as 1.
    pub jobs: usize,
}

/// One game that came to its end.
pub struct Played {
    /// The kind of game.
    pub setup: Setup,
    /// How it ended.
    pub outcome: Outcome,
    /// What all cards drawn would be worth as payment (R10.1), by nation in the sequence of play.
    pub drawn: [u64; 7],
    /// The same of all cards played or paid.
    pub used: [u64; 7],
    /// One for each decision of a bot: its level, and how long it took.
    pub thinking: Vec<(Level, Duration)>,
}

/// Plays the games; after each one `progress` is told that it is done.
pub fn play(options: &Options, progress: &(dyn Fn() + Sync)) -> Report {
    let began = Instant::now();
    let results = each_game(options, |game| {
        let result = play_one(options, game);
        progress();
        result
    });
    Report::new(options, results, began.elapsed())
}

/// Does something for the number of each game, in as many threads as was asked for. The results are in the order of
/// the numbers; there are none where no kind of game is to be played.
fn each_game<T: Send>(options: &Options, of: impl Fn(u64) -> T + Sync) -> Vec<(u64, T)> {
    let games = if options.setups.is_empty() { 0 } else { options.games };
    let next = AtomicU64::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        return;
                    }
                    let result = of(game);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((game, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(game, _)| *game);
    results
}

/// Plays one game to its end, or says what was wrong.
fn play_one(options: &Options, game: u64) -> Result<Played, String> {
    play_game(options, game, None)
}

/// As [`play_one`], with the positions in which somebody was to move.
fn play_sampled(options: &Options, game: u64) -> Result<(Played, Vec<fit::Sample>), String> {
    let mut samples = Vec::new();
    let played = play_game(options, game, Some(&mut samples))?;
    Ok((played, samples))
}

fn play_game(
    options: &Options,
    game: u64,
    mut samples: Option<&mut Vec<fit::Sample>>,
) -> Result<Played, String> {
    let setup = options.setups[(game % options.setups.len() as u64) as usize];
    let mut key = [0; 32];
    let mut random = ChaCha20Rng::from_seed(seed_of(options.seed));
    random.set_stream(game);
    random.fill_bytes(&mut key);
    let mut table = Table {
        options,
        state: State::new(setup, key),
        key,
        memory: Memory::default(),
        random: RandomPlayer::new(!options.seed, game),
        position: 0,
        drawn: [0; 7],
        used: [0; 7],
        thinking: Vec::new(),
    };
    while table.state.phase() != Phase::GameOver {
        if table.state.turn() > LONGEST_GAME {
            return Err(format!("game {game}: turn {} has come", table.state.turn()));
        }
        if let Some(samples) = &mut samples {
            samples.extend(fit::sample(&table.state));
        }
        table.step().map_err(|fault| format!("game {game}: {fault}"))?;
    }
    let outcome = table.state.outcome().cloned().ok_or("a game over without an outcome")?;
    let Table { drawn, used, thinking, .. } = table;
    Ok(Played { setup, outcome, drawn, used, thinking })
}

/// A number as the seed of a ChaCha20 stream: little endian, filled up with zeros.
fn seed_of(seed: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes
}

/// A game in play.
struct Table<'a> {
    options: &'a Options,
    state: State,
    key: [u8; 32],
    memory: Memory,
    random: RandomPlayer,
    /// How many actions were accepted; a bot's chance depends on it, as on the place in a game's log.
    position: u64,
    drawn: [u64; 7],
    used: [u64; 7],
    thinking: Vec<(Level, Duration)>,
}

impl Table<'_> {
    /// Makes one decision; those of bots come first where several are awaited.
    fn step(&mut self) -> Result<(), String> {
        let entrant = |seat: Seat| self.options.entrants[seat as usize];
        let decisions = self.state.decisions();
        let bot = decisions.iter().find_map(|decision| match entrant(decision.seat) {
            Entrant::Bot(level) => Some((decision.seat, level)),
            Entrant::Random => None,
        });
        let actions = match bot {
            Some((seat, level)) => {
                let insight =
                    Insight { knowledge: self.state.knowledge(seat), memory: self.memory.clone() };
                let mut stream = BotStream::new(&self.key, seat, self.position);
                let stopwatch = Stopwatch::start();
                let style = &self.options.styles[seat as usize];
                let answer = decide_with(&insight, level, style, &mut stream)
                    .ok_or_else(|| format!("{seat} has no answer to {decisions:?}"))?;
                self.thinking.push((level, stopwatch.elapsed()));
                answer.actions.into_iter().map(|action| (answer.nation, action)).collect()
            }
            None => self.random.answer(&self.state),
        };
        if actions.is_empty() {
            return Err(format!("nobody answers {decisions:?}"));
        }
        for (nation, action) in actions {
            let events = self.state.act(nation, &action).map_err(|refusal| {
                format!("turn {}: {nation} {action:?}: {refusal:?}", self.state.turn())
            })?;
            self.position += 1;
            self.note(&events);
        }
        Ok(())
    }

    /// Takes events into the bots' memory, and counts the value of cards drawn and used.
    fn note(&mut self, events: &[Event]) {
        for event in events {
            self.memory.note(event);
            let value = |cards: &[crate::game::Card]| -> u64 {
                cards.iter().map(|card| u64::from(card.face.payment())).sum()
            };
            let at = |nation: &Nation| nation.index();
            match event {
                Event::DrewCards { nation, cards } => self.drawn[at(nation)] += value(cards),
                Event::CardPlayed { nation, card, .. } => self.used[at(nation)] += value(&[*card]),
                Event::Recruited { nation, cards, .. } => self.used[at(nation)] += value(cards),
                _ => {}
            }
        }
    }
}
