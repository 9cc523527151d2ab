//! The command `feldpost tournament`: what can be asked for.

use super::tuning::Tuned;
use super::{Entrant, Options, play};
use crate::bot::{Level, Style};
use crate::console::progress;
use crate::game::{Edition, Scenario, Seat};
use crate::simulate;
use clap::Args;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as Unknown;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// What is to be played.
#[derive(Args)]
pub struct TournamentArguments {
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Decides everything that happens in them.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this scenario (`feldpost simulate --help` has their names), or `all` in turns.
    #[arg(long, default_value = "standard")]
    scenario: String,
    /// Only this edition (classic, anniversary), or `all` in turns.
    #[arg(long, default_value = "classic")]
    edition: String,
    /// Only with, or only without, the expert game; `all` in turns.
    #[arg(long, default_value = "false")]
    expert: String,
    /// Who plays: `cadet`, `officer`, `general` or `random` for all seats, or by seat such as
    /// `frederick=general,elisabeth=cadet`. Seats that are not named are played by officers.
    #[arg(long, default_value = "")]
    levels: String,
    /// A file of weights for all bots, instead of those that are built in.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Look for better weights: so many times some are changed, and kept if a tournament of `--games` gets
    /// better by it. Writes the best ones to standard output.
    #[arg(long, value_name = "STEPS")]
    tune: Option<u64>,
    /// Whose weights: one side's, to win more games, or all, for games like those of players.
    #[arg(long, value_enum, default_value = "all", requires = "tune")]
    tuned: Tuned,
    /// Learn from the games how likely each nation is to win in which position, and write the weights that were
    /// found to standard output.
    #[arg(long, conflicts_with = "tune")]
    fit: bool,
    /// How many games are played at once; as many as there are processors if it is not said.
    #[arg(long, short)]
    jobs: Option<usize>,
    /// Write the result as JSON.
    #[arg(long)]
    json: bool,
}

impl TournamentArguments {
    /// Plays the tournament and writes what it has shown.
    ///
    /// # Errors
    ///
    /// What cannot be understood, what cannot be written, and games that ended in a fault.
    pub fn run(&self, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
        let options = self.options()?;
        if let Some(steps) = self.tune {
            return super::tuning::tune(options, steps, self.tuned, output);
        }
        if self.fit {
            return super::fit::fit(&options, output);
        }
        let working = progress("playing", Some(options.games));
        let report = play(&options, &|| working.inc(1));
        drop(working);
        if self.json {
            writeln!(output, "{}", serde_json::to_string(&report)?)?;
        } else {
            writeln!(output, "{report}")?;
        }
        match report.faults.len() {
            0 => Ok(()),
            faults => Err(format!("{faults} games ended in a fault").into()),
        }
    }

    fn options(&self) -> Result<Options, Box<dyn Error>> {
        let setups = simulate::Options::setups(
            named::<Scenario>("scenario", &self.scenario)?,
            named::<Edition>("edition", &self.edition)?,
            match &*self.expert {
                "all" => None,
                other => Some(other.parse().map_err(|_| "--expert is true, false or all")?),
            },
        );
        let style = match &self.weights {
            Some(file) => Style::parse(&std::fs::read_to_string(file)?)?,
            None => Style::published().clone(),
        };
        let style = Arc::new(style);
        Ok(Options {
            games: self.games,
            seed: self.seed,
            setups,
            entrants: entrants(&self.levels)?,
            styles: std::array::from_fn(|_| Arc::clone(&style)),
            jobs: self.jobs.unwrap_or_else(|| {
                std::thread::available_parallelism().map_or(1, |processors| processors.get())
            }),
        })
    }
}

/// One of a kind by its stable name; `None` for `all`.
fn named<'a, T: Deserialize<'a>>(what: &str, name: &'a str) -> Result<Option<T>, String> {
    if name == "all" {
        return Ok(None);
    }
    let found: Result<T, Unknown> = T::deserialize(name.into_deserializer());
    found.map(Some).map_err(|error| format!("--{what}: {error}"))
}

/// `general`, or `frederick=general,elisabeth=random`.
fn entrants(text: &str) -> Result<[Entrant; 4], String> {
    let entrant = |name: &str| match name {
        "random" => Ok(Entrant::Random),
        other => other.parse::<Level>().map(Entrant::Bot).map_err(|error| error.to_string()),
    };
    let mut entrants = [Entrant::Bot(Level::default()); 4];
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('=') {
            None => entrants = [entrant(part)?; 4],
            Some((seat, name)) => {
                let seat =
                    Seat::from_id(seat).ok_or_else(|| format!("there is no seat `{seat}`"))?;
                entrants[seat as usize] = entrant(name)?;
            }
        }
    }
    Ok(entrants)
}
