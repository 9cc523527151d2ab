//! Fitting: who wins is predicted from positions of many games, by logistic regression.
//!
//! The games are played by the entrants that were asked for, except that in each game some seats are played
//! by cadets, so that there are strong and weak players. Which ones these are, and which games are kept apart to see how
//! good the prediction is, is drawn by lot: the number of a game also says its scenario, and must say nothing
//! else. A position is taken whenever a movement is awaited.

use super::{Entrant, Options, each_game, play_sampled, seed_of};
use crate::bot::Level;
use crate::bot::chances::{ATTACKERS, Chances, FEATURES, features};
use crate::game::{DecisionKind, Guess, Nation, Side, State};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::io::Write;

/// A position, and the side that is to move.
pub(super) struct Sample {
    features: [f32; FEATURES],
    side: Side,
}

/// The position in figures, all hands and troops included, if a movement is awaited in it.
pub(super) fn sample(state: &State) -> Option<Sample> {
    let decision = state.decisions().into_iter().next()?;
    if decision.kind != DecisionKind::Movement {
        return None;
    }
    let mut guess = Guess::default();
    for nation in Nation::ALL {
        guess.hands[nation.index()] = state.hand(nation).to_vec();
    }
    for piece in crate::game::all_pieces() {
        guess.troops[piece.index()] = state.piece(piece).troops;
    }
    let game = state.knowledge(decision.seat).imagine(&guess);
    Some(Sample { features: features(&game), side: decision.nation.side() })
}

/// Positions in figures, each with whether the side or nation in question won the game.
#[derive(Default)]
struct Lessons {
    rows: Vec<[f64; FEATURES]>,
    won: Vec<bool>,
}

/// What is drawn by lot for one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lot {
    /// By seat: a cadet plays it.
    cadets: [bool; 4],
    /// It is not learned from and shows how good the prediction is: one game of eight.
    kept: bool,
}

impl Lot {
    /// Follows from the seed and the game's number, by a stream that the game itself does not use.
    fn of(seed: u64, game: u64) -> Lot {
        let mut random = ChaCha20Rng::from_seed(seed_of(seed));
        random.set_stream(1 << 63 | game);
        let bits = random.next_u32();
        Lot { cadets: std::array::from_fn(|seat| bits >> seat & 1 == 1), kept: bits >> 29 == 0 }
    }
}

/// Plays the games, fits the weights and writes them.
///
/// # Errors
///
/// What cannot be written, and games that ended in a fault.
pub(super) fn fit(options: &Options, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let results = each_game(options, |game| {
        let lot = Lot::of(options.seed, game);
        let mut asked = options.clone();
        for (entrant, cadet) in asked.entrants.iter_mut().zip(lot.cadets) {
            if cadet {
                *entrant = Entrant::Bot(Level::Cadet);
            }
        }
        (lot, play_sampled(&asked, game))
    });
    let mut frederick = [Lessons::default(), Lessons::default()];
    let mut attackers: Vec<[Lessons; 2]> = ATTACKERS.iter().map(|_| Default::default()).collect();
    let mut won_by = [0u64; 7];
    for (_, (lot, result)) in results {
        let (played, samples) = result?;
        let winners = &played.outcome.nations;
        winners.iter().for_each(|nation| won_by[nation.index()] += 1);
        let part = usize::from(lot.kept);
        for sample in samples {
            let row = sample.features.map(f64::from);
            let learn = |lessons: &mut [Lessons; 2], won: bool| {
                lessons[part].rows.push(row);
                lessons[part].won.push(won);
            };
            match sample.side {
                Side::Prussian => learn(&mut frederick, winners.contains(&Nation::Prussia)),
                Side::Attacker => {
                    for (nation, lessons) in ATTACKERS.iter().zip(&mut attackers) {
                        learn(lessons, winners.contains(nation));
                    }
                }
            }
        }
    }
    writeln!(output, "# wins by nation: {won_by:?}")?;
    let mut one = |lessons: &[Lessons; 2]| -> Result<[f32; FEATURES], Box<dyn Error>> {
        let weights = regression(&lessons[0]);
        let [taught, kept] = [&lessons[0], &lessons[1]].map(|lessons| loss(lessons, &weights));
        let count = lessons[0].won.len();
        writeln!(output, "# {count} positions, loss {taught:.4}, of others {kept:.4}")?;
        Ok(std::array::from_fn(|place| weights[place] as f32))
    };
    let mut chances =
        Chances { frederick: one(&frederick)?, attackers: [[0.0; FEATURES]; ATTACKERS.len()] };
    for (weights, lessons) in chances.attackers.iter_mut().zip(&attackers) {
        *weights = one(lessons)?;
    }
    writeln!(output, "{}", chances.write()?)?;
    Ok(())
}

/// The chance to win in a position, 0 to 1, by the logistic function.
fn chance(row: &[f64; FEATURES], weights: &[f64]) -> f64 {
    let sum: f64 = row.iter().zip(weights).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The mean logarithmic loss: minus the logarithm of the chance that was given to what came. A coin has 0.69.
fn loss(lessons: &Lessons, weights: &[f64]) -> f64 {
    let one = |(row, won): (&[f64; FEATURES], &bool)| {
        let chance = chance(row, weights).clamp(1e-6, 1.0 - 1e-6);
        if *won { -chance.ln() } else { -(1.0 - chance).ln() }
    };
    lessons.rows.iter().zip(&lessons.won).map(one).sum::<f64>() / lessons.won.len().max(1) as f64
}

/// The weights that fit best, by Newton's method, with a small price on large weights.
fn regression(lessons: &Lessons) -> Vec<f64> {
    let mut weights = vec![0.0; FEATURES];
    // Positions of one game are alike, so that many of them teach less than their number: the price grows
    // with it.
    let price = 1.0 + lessons.won.len() as f64 / 2000.0;
    for _ in 0..12 {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -price * weight).collect();
        let mut curvature = vec![[0.0; FEATURES]; FEATURES];
        for (place, row) in curvature.iter_mut().enumerate() {
            row[place] = price;
        }
        for (row, won) in lessons.rows.iter().zip(&lessons.won) {
            let chance = chance(row, &weights);
            let error = f64::from(u8::from(*won)) - chance;
            let certain = chance * (1.0 - chance);
            for (place, figure) in row.iter().enumerate().filter(|(_, figure)| **figure != 0.0) {
                gradient[place] += error * figure;
                for (sum, other) in curvature[place].iter_mut().zip(row) {
                    *sum += certain * figure * other;
                }
            }
        }
        let step = solve(curvature, gradient);
        let size: f64 = step.iter().map(|part| part.abs()).sum();
        weights.iter_mut().zip(step).for_each(|(weight, part)| *weight += part.clamp(-3.0, 3.0));
        if size < 1e-3 {
            break;
        }
    }
    weights
}

/// Solves linear equations by Gauss's elimination. The matrix is symmetric and positive definite, so that
/// rows need not be exchanged.
fn solve(mut matrix: Vec<[f64; FEATURES]>, mut right: Vec<f64>) -> Vec<f64> {
    for pivot in 0..FEATURES {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let row = &above[pivot];
        for (offset, other) in below.iter_mut().enumerate() {
            let factor = other[pivot] / row[pivot];
            if factor != 0.0 {
                other.iter_mut().zip(row).for_each(|(a, b)| *a -= factor * b);
                right[pivot + 1 + offset] -= factor * right[pivot];
            }
        }
    }
    for pivot in (0..FEATURES).rev() {
        let known: f64 =
            (pivot + 1..FEATURES).map(|other| matrix[pivot][other] * right[other]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::Lot;

    #[test]
    fn who_is_a_cadet_says_nothing_of_the_scenario_and_of_what_is_kept() {
        let lots: Vec<Lot> = (0..4096).map(|game| Lot::of(72, game)).collect();
        let near = |count: usize, expected: usize| {
            assert!(count.abs_diff(expected) < expected / 2, "{count} and not about {expected}");
        };
        for seat in 0..4 {
            for cadet in [false, true] {
                for kept in [false, true] {
                    let all = 4096 / 2 / 8 * if kept { 1 } else { 7 };
                    let of = |lot: &&Lot| lot.cadets[seat] == cadet && lot.kept == kept;
                    near(lots.iter().filter(of).count(), all);
                    // Of two scenarios that are played in turns.
                    near(lots.iter().step_by(2).filter(of).count(), all / 2);
                }
            }
        }
    }
}
