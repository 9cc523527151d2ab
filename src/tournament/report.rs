//! What a tournament has shown, as a table and as JSON.

use super::{Entrant, Options, Played};
use crate::bot::Level;
use crate::game::{Ending, Nation, Seat};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// How the games of one scenario went.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// How many games were played.
    pub games: u64,
    /// For each seat of the scenario who played it, and how often it won.
    pub seats: BTreeMap<Seat, SeatTally>,
    /// Wins by nation.
    pub nations: BTreeMap<Nation, u64>,
    /// How many games were won by objectives (R12.1, R12.2).
    pub by_objectives: u64,
    /// How many games were won by outlasting the attackers (R12.2, R14).
    pub by_outlasting: u64,
    /// How many games Prussia won in Bohemia (R13.4, R14.2).
    pub in_bohemia: u64,
    /// Games by the turn in which they ended.
    pub lengths: BTreeMap<u16, u64>,
    /// The value of all cards drawn, as payment, by nation in the sequence of play.
    pub drawn: [u64; 7],
    /// The value of all cards played or paid, likewise.
    pub used: [u64; 7],
}

/// How one seat did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SeatTally {
    /// What played it: a level of bots, or `random`.
    pub played_by: String,
    /// How many games the seat has won.
    pub wins: u64,
}

/// How long bots of one level thought: time on a processor, where the system tells it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Thinking {
    /// How many decisions were made.
    pub decisions: u64,
    /// How long they took together, in seconds.
    pub seconds: f64,
    /// How long the longest took, in seconds.
    pub longest: f64,
}

/// What a tournament has shown.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The seed that all games follow from.
    pub seed: u64,
    /// How the games went, by the name of the scenario.
    pub tallies: BTreeMap<&'static str, Tally>,
    /// How long bots thought, by their level.
    pub thinking: BTreeMap<Level, Thinking>,
    /// Refused actions and games without an end: the game, and what was wrong.
    pub faults: Vec<String>,
    /// How long the tournament took, in seconds.
    pub seconds: f64,
}

impl Report {
    /// Counts what came of the games, each under its number.
    pub(super) fn new(
        options: &Options,
        results: Vec<(u64, Result<Played, String>)>,
        took: Duration,
    ) -> Report {
        let mut report = Report {
            seed: options.seed,
            tallies: BTreeMap::new(),
            thinking: BTreeMap::new(),
            faults: Vec::new(),
            seconds: took.as_secs_f64(),
        };
        for (_, result) in results {
            match result {
                Ok(played) => report.add(&options.entrants, played),
                Err(fault) => report.faults.push(fault),
            }
        }
        report
    }

    fn add(&mut self, entrants: &[Entrant; 4], played: Played) {
        let tally = self.tallies.entry(played.setup.scenario.name()).or_default();
        tally.games += 1;
        for seat in played.setup.rules().seats() {
            let entry = tally.seats.entry(seat).or_default();
            entries(entrants, seat, entry);
            entry.wins += u64::from(played.outcome.winners.contains(&seat));
        }
        for nation in &played.outcome.nations {
            *tally.nations.entry(*nation).or_default() += 1;
        }
        match played.outcome.ending {
            Ending::Objectives => tally.by_objectives += 1,
            Ending::Outlasted => tally.by_outlasting += 1,
            Ending::Bohemia => tally.in_bohemia += 1,
        }
        *tally.lengths.entry(played.outcome.turn).or_default() += 1;
        for nation in 0..7 {
            tally.drawn[nation] += played.drawn[nation];
            tally.used[nation] += played.used[nation];
        }
        for (level, time) in played.thinking {
            let thinking = self.thinking.entry(level).or_default();
            thinking.decisions += 1;
            thinking.seconds += time.as_secs_f64();
            thinking.longest = thinking.longest.max(time.as_secs_f64());
        }
    }

    /// Games played to their end.
    pub fn games(&self) -> u64 {
        self.tallies.values().map(|tally| tally.games).sum()
    }

    /// How many games a seat won, of all scenarios.
    pub fn wins(&self, seat: Seat) -> u64 {
        self.tallies.values().filter_map(|tally| tally.seats.get(&seat)).map(|s| s.wins).sum()
    }
}

/// Notes who plays a seat, once.
fn entries(entrants: &[Entrant; 4], seat: Seat, entry: &mut SeatTally) {
    if entry.played_by.is_empty() {
        entry.played_by = entrants[seat as usize].id().to_owned();
    }
}

impl Tally {
    /// The turn by which half of the games had ended; 0 if there are none.
    pub fn median(&self) -> u16 {
        let mut before = 0;
        for (turn, games) in &self.lengths {
            before += games;
            if 2 * before >= self.games {
                return *turn;
            }
        }
        0
    }

    /// What share of the value drawn was played or paid.
    pub fn use_of_cards(&self) -> f64 {
        self.used.iter().sum::<u64>() as f64 / self.drawn.iter().sum::<u64>().max(1) as f64
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
        writeln!(f, "{} games, seed {}, {:.1} s", self.games(), self.seed, self.seconds)?;
        for (scenario, tally) in &self.tallies {
            writeln!(f, "\n{scenario}: {} games", tally.games)?;
            for (seat, SeatTally { played_by, wins }) in &tally.seats {
                let part = share(*wins, tally.games);
                writeln!(f, "  {seat:<14} {played_by:<8} {wins:>5} wins {part:>6.1} %")?;
            }
            let nations: Vec<String> =
                tally.nations.iter().map(|(nation, wins)| format!("{nation} {wins}")).collect();
            writeln!(f, "  wins by nation: {}", nations.join(", "))?;
            let Tally { by_objectives, by_outlasting, in_bohemia, .. } = tally;
            writeln!(
                f,
                "  ended by objectives {by_objectives}, outlasting {by_outlasting}, in Bohemia {in_bohemia}"
            )?;
            let turns = |turn: Option<&u16>| turn.copied().unwrap_or_default();
            writeln!(
                f,
                "  last turn: median {}, {} to {}",
                tally.median(),
                turns(tally.lengths.keys().next()),
                turns(tally.lengths.keys().next_back()),
            )?;
            let by_nation: Vec<String> = Nation::ALL
                .into_iter()
                .filter(|nation| tally.drawn[nation.index()] > 0)
                .map(|nation| {
                    let at = nation.index();
                    format!("{nation} {:.2}", tally.used[at] as f64 / tally.drawn[at] as f64)
                })
                .collect();
            let all = tally.use_of_cards();
            writeln!(f, "  value of cards used: {all:.3} ({})", by_nation.join(", "))?;
        }
        for (level, Thinking { decisions, seconds, longest }) in &self.thinking {
            let mean = 1000.0 * seconds / *decisions as f64;
            let longest = 1000.0 * longest;
            writeln!(
                f,
                "\n{level}: {decisions} decisions, mean {mean:.2} ms, longest {longest:.0} ms"
            )?;
        }
        write!(f, "\nrefused or without an end: {}", self.faults.len())?;
        for fault in &self.faults {
            write!(f, "\n  {fault}")?;
        }
        Ok(())
    }
}
