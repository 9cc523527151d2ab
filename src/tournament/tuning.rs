//! Tuning: weights are changed one at a time, and a change is kept if it helps.
//!
//! What helps depends on what is tuned: the weights of one side are to win more games against the
//! others as they are; all of them together are to play games like those of players.

use super::{Options, Report, play};
use crate::bot::Style;
use crate::game::{Nation, Seat, Side};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;
use std::error::Error;
use std::io::Write;
use std::sync::Arc;

/// The side whose weights are tuned, or all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Tuned {
    All,
    Frederick,
    Attackers,
}

impl Tuned {
    /// How far a tournament is from what is wanted; it is to become as small as possible.
    fn distance(self, report: &Report) -> f64 {
        let faults = 10.0 * report.faults.len() as f64;
        let share = report.wins(Seat::Frederick) as f64 / report.games().max(1) as f64;
        faults
            + match self {
                Tuned::All => distance(report),
                // Losing late is better than losing early, and for the attackers winning early is best.
                Tuned::Frederick => 1.0 - share - 0.02 * mean_turn(report),
                Tuned::Attackers => share + 0.02 * mean_turn(report),
            }
    }

    /// Whether a weight, named by its path in the file, is one of those to be tuned. Those that both sides share belong to
    /// neither.
    fn has(self, path: &str) -> bool {
        let is_prussian = |nation: &Nation| nation.side() == Side::Prussian;
        let of_nation = |list: &str| {
            let place: usize = path.strip_prefix(list)?.parse().ok()?;
            Nation::ALL.get(place)
        };
        let nation = of_nation("/keep/").or_else(|| of_nation("/boldness/"));
        match self {
            // `deals` is no weight: it says how much is rehearsed.
            Tuned::All => path != "/deals",
            Tuned::Frederick => path.starts_with("/frederick/") || nation.is_some_and(is_prussian),
            Tuned::Attackers => {
                path.starts_with("/attackers/") || nation.is_some_and(|nation| !is_prussian(nation))
            }
        }
    }

    /// With which weights each seat plays while `changed` is tried. The other side keeps what it had: it rehearses with
    /// all weights, so that it would play otherwise, too.
    fn styles(self, before: &Arc<Style>, changed: &Arc<Style>) -> [Arc<Style>; 4] {
        Seat::ALL.map(|seat| {
            let is_tuned = match self {
                Tuned::All => true,
                Tuned::Frederick => seat == Seat::Frederick,
                Tuned::Attackers => seat != Seat::Frederick,
            };
            Arc::clone(if is_tuned { changed } else { before })
        })
    }
}

fn mean_turn(report: &Report) -> f64 {
    let lengths = || report.tallies.values().flat_map(|tally| &tally.lengths);
    let turns: f64 = lengths().map(|(turn, games)| f64::from(*turn) * *games as f64).sum();
    turns / report.games().max(1) as f64
}

/// Looks for better weights and writes the best ones.
///
/// # Errors
///
/// The output cannot be written, or the weights cannot be read back as such.
pub(super) fn tune(
    options: Options,
    steps: u64,
    what: Tuned,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let mut random = ChaCha20Rng::from_seed(super::seed_of(options.seed));
    let mut best = Style::clone(&options.styles[0]);
    let mut least = what.distance(&play(&options, &|| ()));
    writeln!(output, "# at first: {least:.3}")?;
    for step in 0..steps {
        let changed = change(&best, what, &mut random)?;
        let styles = what.styles(&options.styles[0], &Arc::new(changed.clone()));
        let tried = Options { styles, ..options.clone() };
        let found = what.distance(&play(&tried, &|| ()));
        writeln!(output, "# step {step}: {found:.3}, best so far {least:.3}")?;
        if found < least {
            (best, least) = (changed, found);
        }
    }
    writeln!(output, "{}", toml::to_string(&best)?)?;
    Ok(())
}

/// How far the games are from those of players: Frederick wins 40 %, each attacking role at least 18 %, the
/// last turn is the 16th in the median, two thirds of the cards' value are used.
fn distance(report: &Report) -> f64 {
    let games = report.games().max(1) as f64;
    let share = |seat: Seat| report.wins(seat) as f64 / games;
    let attackers = [Seat::Elisabeth, Seat::MariaTheresa, Seat::Pompadour];
    let short: f64 = attackers.iter().map(|seat| (0.18 - share(*seat)).max(0.0)).sum();
    let turn: f64 = report.tallies.values().map(|tally| f64::from(tally.median())).sum::<f64>()
        / report.tallies.len().max(1) as f64;
    let cards = report.tallies.values().map(|tally| tally.use_of_cards()).sum::<f64>()
        / report.tallies.len().max(1) as f64;
    2.0 * (share(Seat::Frederick) - 0.4).abs()
        + 3.0 * short
        + 0.1 * (turn - 16.0).abs()
        + 3.0 * (cards - 0.665).abs()
}

/// The same weights with one or two of them changed: by up to 30 %, or by up to 0.6 where they are near 0.
fn change(style: &Style, what: Tuned, random: &mut ChaCha20Rng) -> Result<Style, Box<dyn Error>> {
    let mut below = |bound: usize| ((u64::from(random.next_u32()) * bound as u64) >> 32) as usize;
    let mut values = serde_json::to_value(style)?;
    let mut paths = Vec::new();
    paths_in(&values, String::new(), &mut paths);
    paths.retain(|path| what.has(path));
    for _ in 0..1 + below(2) {
        let factor = 0.7 + below(60) as f64 / 100.0;
        let path = &paths[below(paths.len())];
        let value = values.pointer_mut(path).ok_or("a weight has a path")?;
        let number = value.as_f64().ok_or("weights are numbers")?;
        // A factor would keep a weight near 0 where it is.
        let near = number.abs() < 0.5;
        let changed = if near { number + 2.0 * (factor - 1.0) } else { number * factor };
        *value = ((changed * 1000.0).round() / 1000.0).into();
    }
    Ok(serde_json::from_value(values)?)
}

/// The paths of all numbers.
fn paths_in(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members
                .iter()
                .for_each(|(name, value)| paths_in(value, format!("{path}/{name}"), found));
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(place, value)| paths_in(value, format!("{path}/{place}"), found));
        }
        _ => found.push(path),
    }
}

#[cfg(test)]
mod tests {
    use super::{Tuned, paths_in};
    use crate::bot::Style;
    use crate::game::Seat;
    use std::sync::Arc;

    #[test]
    fn a_weight_belongs_to_one_side_or_to_both_and_then_neither_tunes_it() {
        let mut paths = Vec::new();
        let published = serde_json::to_value(Style::published()).expect("JSON");
        paths_in(&published, String::new(), &mut paths);
        let has = |what: Tuned| paths.iter().filter(move |path| what.has(path)).count();
        // Of `keep` and `boldness` five each are attackers' and two each Frederick's.
        assert_eq!(has(Tuned::Attackers) - has(Tuned::Frederick), 2 * (5 - 2));
        for path in &paths {
            let [frederick, attackers] = [Tuned::Frederick, Tuned::Attackers].map(|w| w.has(path));
            let shared = ["/deals", "/chance", "/tally", "/standing"].contains(&path.as_str());
            assert!(!(frederick && attackers), "{path}");
            assert_eq!(shared, !frederick && !attackers, "{path}");
            assert_eq!(Tuned::All.has(path), path != "/deals", "{path}");
        }
    }

    #[test]
    fn the_side_that_is_not_tuned_plays_as_before() {
        let before = Arc::new(Style::published().clone());
        let changed = Arc::new(Style { chance: 1.0, ..Style::published().clone() });
        for what in [Tuned::All, Tuned::Frederick, Tuned::Attackers] {
            for (seat, style) in Seat::ALL.into_iter().zip(what.styles(&before, &changed)) {
                let other = match what {
                    Tuned::All => false,
                    Tuned::Frederick => seat != Seat::Frederick,
                    Tuned::Attackers => seat == Seat::Frederick,
                };
                assert_eq!(style == before, other, "{what:?}: {seat}");
            }
        }
    }
}
