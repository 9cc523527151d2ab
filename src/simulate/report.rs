//! What a simulation has found, in plain words.

use super::Options;
use super::coverage::Coverage;
use crate::game::{Edition, Ending, Nation, Seat, Setup, State};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// A broken invariant or a dead end: the game with this number is broken off there.
///
/// The same seed and options lead to it again.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Number of the game, from 0.
    pub game: u64,
    /// What was played.
    pub setup: Setup,
    /// What is wrong.
    pub what: String,
    /// After how many accepted actions.
    pub after: u64,
}

/// Decisions that only the expert game knows (R13; the last by 8 clubs, whose text only R13.1 brings).
const EXPERT_DECISIONS: [&str; 3] = ["offensive-option", "reconquest", "daun-withdrawal"];

/// How the games of one scenario went; those that began with conquests are counted apart.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// Games by their length in turns.
    lengths: BTreeMap<u16, u64>,
    /// Wins by nation.
    nations: BTreeMap<Nation, u64>,
    /// Wins by seat.
    seats: BTreeMap<Seat, u64>,
    /// Games by how they ended.
    endings: BTreeMap<&'static str, u64>,
}

/// What a simulation has found.
#[derive(Clone, Debug)]
pub struct Report {
    options: Options,
    tallies: BTreeMap<String, Tally>,
    /// Which decisions, texts, strokes and refusals have occurred, and how often.
    pub(super) coverage: Coverage,
    /// Broken invariants and dead ends.
    pub faults: Vec<Fault>,
    /// How long it took, in seconds.
    pub(super) seconds: f64,
}

fn by_name<'n>(counts: impl Iterator<Item = (&'n str, u64)>) -> BTreeMap<&'n str, u64> {
    counts.collect()
}

impl Report {
    /// Of no game yet.
    pub(super) fn new(options: Options) -> Report {
        Report {
            options,
            tallies: BTreeMap::new(),
            coverage: Coverage::default(),
            faults: Vec::new(),
            seconds: 0.0,
        }
    }

    /// For scripts: games by scenario, with their lengths in turns, how they ended and who won, and every fault
    /// with what leads to it again.
    pub fn as_json(&self) -> Value {
        let scenario = |(name, tally): (&String, &Tally)| {
            let counted = json!({
                "turns": tally.lengths,
                "endings": tally.endings,
                "nations": by_name(tally.nations.iter().map(|(nation, count)| (nation.id(), *count))),
                "seats": by_name(tally.seats.iter().map(|(seat, count)| (seat.id(), *count))),
            });
            (name.clone(), counted)
        };
        let fault = |fault: &Fault| {
            json!({
                "game": fault.game,
                "setup": format!("{:?}", fault.setup),
                "what": fault.what,
                "after": fault.after,
            })
        };
        json!({
            "games": self.options.games,
            "seed": self.options.seed,
            "checked": self.options.check,
            "seconds": self.seconds,
            "scenarios": self.tallies.iter().map(scenario).collect::<serde_json::Map<_, _>>(),
            "faults": self.faults.iter().map(fault).collect::<Vec<_>>(),
        })
    }

    /// Adds a game that has ended.
    pub(super) fn add(&mut self, state: &State, unusual: bool) {
        let Some(outcome) = state.outcome() else {
            return;
        };
        let scenario = state.rules().setup.scenario.name();
        let beginning = if unusual { ", some conquests given" } else { "" };
        let tally = self.tallies.entry(format!("{scenario}{beginning}")).or_default();
        *tally.lengths.entry(outcome.turn).or_default() += 1;
        for nation in &outcome.nations {
            *tally.nations.entry(*nation).or_default() += 1;
        }
        for seat in &outcome.winners {
            *tally.seats.entry(*seat).or_default() += 1;
        }
        let ending = match outcome.ending {
            Ending::Objectives => "by objectives",
            Ending::Outlasted => "by outlasting",
            Ending::Bohemia => "in Bohemia",
        };
        *tally.endings.entry(ending).or_default() += 1;
    }

    /// Games played to their end.
    pub fn games(&self) -> u64 {
        self.tallies.values().flat_map(|tally| tally.lengths.values()).sum()
    }

    /// Whether no invariant was broken and every game came to its end.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// Games per second.
    pub fn games_per_second(&self) -> f64 {
        self.games() as f64 / self.seconds.max(1e-9)
    }

    /// What never occurred: kinds of decisions, strokes, texts and, with checks, refusals.
    pub fn never_occurred(&self) -> Vec<String> {
        let rules: Vec<_> = self.options.setups.iter().map(|setup| setup.rules()).collect();
        let mut never = Vec::new();
        let expert = rules.iter().any(|rules| rules.setup.expert);
        let decisions = self.coverage.decisions().filter(|(_, count)| *count == 0);
        let decisions = decisions.filter(|(name, _)| expert || !EXPERT_DECISIONS.contains(name));
        never.extend(decisions.map(|(name, _)| format!("decision {name}")));
        let strokes = self.coverage.strokes().filter(|(_, count)| *count == 0);
        never.extend(strokes.map(|(name, _)| format!("stroke {name}")));
        let texts = self.coverage.texts(&rules);
        let texts = texts.iter().filter(|(_, count)| **count == 0);
        never.extend(texts.map(|(name, _)| format!("text {name}")));
        if self.options.check {
            let refusals = self.coverage.missing_refusals();
            never.extend(refusals.iter().map(|code| format!("refusal {code}")));
        }
        never
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { games, seed, check, .. } = self.options;
        let watched = if check { ", every action watched" } else { "" };
        writeln!(f, "{games} random games, seed {seed}{watched}")?;
        for (scenario, tally) in &self.tallies {
            tally.write(scenario, f)?;
        }
        writeln!(f, "actions accepted: {}", self.coverage.actions)?;
        write_counts(f, "decisions", self.coverage.decisions())?;
        if check {
            let refusals = &self.coverage.refusals;
            let count: u64 = refusals.values().sum();
            writeln!(f, "refusals: {count}, of {} kinds", refusals.len())?;
        }
        let never = self.never_occurred();
        if never.is_empty() {
            writeln!(f, "everything occurred at least once")?;
        } else {
            writeln!(f, "never occurred: {}", never.join(", "))?;
        }
        writeln!(f, "{:.1} s, {:.0} games per second", self.seconds, self.games_per_second())?;
        if self.faults.is_empty() {
            return writeln!(f, "no fault found");
        }
        writeln!(f, "FAULTS: {}", self.faults.len())?;
        for fault in self.faults.iter().take(20) {
            let Setup { scenario, edition, expert } = fault.setup;
            writeln!(
                f,
                "  game {} ({}, {}, {}), after {} actions: {}",
                fault.game,
                scenario.name(),
                edition_name(edition),
                if expert { "expert" } else { "not expert" },
                fault.after,
                fault.what
            )?;
        }
        Ok(())
    }
}

impl Tally {
    fn write(&self, scenario: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: u64 = self.lengths.values().sum();
        let turns: u64 = self.lengths.iter().map(|(turns, count)| u64::from(*turns) * count).sum();
        let shortest = self.lengths.keys().next().copied().unwrap_or(0);
        let longest = self.lengths.keys().next_back().copied().unwrap_or(0);
        let mean = turns as f64 / games.max(1) as f64;
        writeln!(f, "{scenario}: {games} games of {shortest} to {longest} turns, mean {mean:.1}")?;
        write_counts(f, "  won by nations", self.nations.iter().map(|(n, c)| (n.id(), *c)))?;
        write_counts(f, "  won by seats", self.seats.iter().map(|(s, c)| (s.id(), *c)))?;
        write_counts(f, "  won", self.endings.iter().map(|(name, count)| (*name, *count)))
    }
}

fn write_counts<'a>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    counts: impl Iterator<Item = (&'a str, u64)>,
) -> fmt::Result {
    let counts: Vec<String> = counts.map(|(name, count)| format!("{name} {count}")).collect();
    writeln!(f, "{title}: {}", counts.join(", "))
}

fn edition_name(edition: Edition) -> &'static str {
    match edition {
        Edition::Classic => "classic",
        Edition::Anniversary => "anniversary",
    }
}
