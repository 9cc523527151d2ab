//! The commands about trust: what can be asked for on the command line, and what is answered.

#![expect(clippy::disallowed_methods, reason = "time enters here, from the command line")]

use crate::audit::seed::{LONGEST_PHRASE, SHORTEST_PHRASE, game_key, phrase_hash, random_phrase};
use crate::audit::{Chance, Format, RULES_VERSION, Verified, export, history, record, verify};
use crate::campaign::{begin_now, replay_all};
use crate::config::Config;
use crate::console::progress;
use crate::daemon::open_office;
use crate::game::State;
use crate::said::canonical_phrase;
use crate::simulate;
use crate::store::{Digest, EntryHead, GameStatus, LogFile};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Check the log of a game: needs the file and nothing else.
    Verify {
        /// As `export` wrote it, or as it came by mail.
        file: PathBuf,
        /// Number and hash of the last entry as a mail told them, to see that they are in the
        /// log; any number of times.
        #[arg(long = "head", value_name = "NUMBER:HASH", value_parser = head)]
        heads: Vec<EntryHead>,
        /// As JSON, for scripts; `holds` is the answer.
        #[arg(long)]
        json: bool,
    },
    /// Write the log of a game: what is public of a game in play, all of one that is over.
    Export {
        /// Its name, as `feldpost game list` has it.
        game: String,
        /// Where to; standard output if none is given. Must not exist.
        file: Option<PathBuf>,
        /// Which installation it is about.
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Tell the story of a game: which mail ordered what, what was refused, what came of it.
    ///
    /// Of a game in play only what is public.
    Log {
        /// Its name, as `feldpost game list` has it.
        game: String,
        /// Text to read, a JSON object a line, or values for a spreadsheet.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
        /// This turn only.
        #[arg(long, value_parser = turn)]
        turn: Option<u64>,
        /// In this language: en, de, es, it, pl, fr, or its name. Without it, in that of the configuration.
        #[arg(long)]
        language: Option<String>,
        /// Which installation it is about.
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Carry out again, with this program's rules, all that happened in the games in play, and
    /// make their snapshots anew.
    Replay {
        /// All games in play.
        #[arg(long, required_unless_present = "game")]
        all: bool,
        /// This one only.
        #[arg(conflicts_with = "all")]
        game: Option<String>,
        /// Which installation it is about.
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Make the hash of a phrase, as a player sends it before a game begins; without words, make the phrase, too.
    Phrase {
        /// The phrase: at least 20 characters that nobody can guess.
        words: Vec<String>,
    },
    /// Begin a game that waits for hashes of phrases without those that have not come.
    Begin {
        /// Its name, as `feldpost game list` has it.
        game: String,
        /// Which installation it is about.
        #[command(flatten)]
        config: ConfigFile,
    },
}

/// What a player sends first, and what he keeps until he is asked for it.
fn told_of_phrase(words: &[String]) -> Result<String, Box<dyn Error>> {
    let phrase = match canonical_phrase(&words.join(" ")) {
        given if given.is_empty() => random_phrase()?,
        given => given,
    };
    if !(SHORTEST_PHRASE..=LONGEST_PHRASE).contains(&phrase.chars().count()) {
        let bounds = format!("{SHORTEST_PHRASE} to {LONGEST_PHRASE}");
        return Err(format!("a phrase has {bounds} characters; this one cannot be used").into());
    }
    let hash = phrase_hash(&phrase);
    Ok(format!(
        "Send this now:\n\n    hash {hash}\n\nKeep this for yourself until you are asked for it:\n\n    \
         phrase {phrase}\n"
    ))
}

/// Where the configuration is.
#[derive(Args)]
pub struct ConfigFile {
    /// The configuration file.
    #[arg(long, short, default_value = "config.toml")]
    config: PathBuf,
}

/// `7`
fn turn(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write the number of a turn, such as 7".to_owned())
}

/// `57:9f86…`, as the foot of a mail has them.
fn head(text: &str) -> Result<EntryHead, String> {
    let (number, hash) = text.split_once(':').ok_or("write NUMBER:HASH")?;
    let number = number.trim().parse().map_err(|_| format!("\"{number}\" is no number"))?;
    let hash: Digest = hash.trim().to_lowercase().parse().map_err(|error| format!("{error}"))?;
    Ok(EntryHead { number, hash })
}

/// Does what was asked and writes the answer.
///
/// # Errors
///
/// What is wrong with the file, the game or the database, in a sentence.
pub fn run(command: Command, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Verify { file, heads, json } => {
            let text = read(&file)?;
            let working = progress("doing the game again", None);
            let verified = verify(&text, &heads);
            drop(working);
            if json {
                writeln!(out, "{:#}", told_to_scripts(&verified))?;
                return Ok(verified.map(drop)?);
            }
            Ok(write!(out, "{}", told(&verified?))?)
        }
        Command::Export { game, file, config } => {
            let text = log_file(&config, &game)?.to_text()?;
            match file {
                Some(file) => Ok(write_new(&file, &text)?),
                None => Ok(out.write_all(text.as_bytes())?),
            }
        }
        Command::Log { game, format, turn, language, config } => {
            let (mut store, office) = open_office(&Config::read(&config.config)?)?;
            let asked = language.unwrap_or_else(|| office.language.clone());
            let tag = office.templates.language_called(&asked).ok_or_else(|| {
                let known = office.templates.languages().join(", ");
                format!("there are no templates in the language {asked}; there are some in {known}")
            })?;
            let templates = office.templates.in_language(&tag);
            let (file, mails) = store.transaction(|tx| -> Result<_, Box<dyn Error>> {
                let game = tx.game_by_name(&game)?.ok_or_else(|| no_game(&game))?;
                Ok((export(tx, &game, None)?, tx.inbox_of_game(game.id)?))
            })?;
            let history = history(&file, &mails, &templates, turn)?;
            Ok(out.write_all(history.write(format).as_bytes())?)
        }
        Command::Replay { all: _, game, config } => {
            let (mut store, _) = open_office(&Config::read(&config.config)?)?;
            let replayed = replay_all(&mut store, game.as_deref())?;
            for game in &replayed.sound {
                writeln!(out, "{game}: every order leads where it led before.")?;
            }
            for finding in &replayed.findings {
                writeln!(out, "{finding}")?;
            }
            match (replayed.findings.len(), replayed.sound.len(), game) {
                (0, 0, Some(game)) => Err(format!("no game named {game} is in play").into()),
                (0, 0, None) => Ok(writeln!(out, "No game is in play.")?),
                (0, ..) => Ok(()),
                (differing, ..) => {
                    Err(format!("{differing} games differ; they were left as they are").into())
                }
            }
        }
        Command::Phrase { words } => Ok(out.write_all(told_of_phrase(&words)?.as_bytes())?),
        Command::Begin { game, config } => {
            let (mut store, office) = open_office(&Config::read(&config.config)?)?;
            begin_now(&mut store, &office, &game, chrono::Utc::now())?;
            let status = store.transaction(|tx| tx.game_by_name(&game))?.map(|game| game.status);
            let what = match status {
                Some(GameStatus::Playing) => "begins",
                _ => "goes on without the hashes that have not come",
            };
            Ok(writeln!(
                out,
                "{game} {what}. Its players are written to by the next `feldpost once`."
            )?)
        }
    }
}

/// Plays random games and writes the log of each into a folder, to try `verify` on.
///
/// # Errors
///
/// A file is there already or cannot be written.
pub fn record_games(options: &simulate::Options, folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for number in 0..options.games {
        let setup = options.setups[(number % options.setups.len().max(1) as u64) as usize];
        let name = format!("game{number}");
        let seed = Digest::of(&[&options.seed.to_be_bytes(), &number.to_be_bytes()]).0;
        let start = State::new(setup, game_key(&seed, &[]));
        let actions = simulate::play_on(start, options.seed, number);
        let text = record(&name, setup, seed, &actions)?.to_text()?;
        write_new(&folder.join(format!("{name}.jsonl")), &text)?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: cannot be read: {error}", file.display()))
}

fn write_new(file: &Path, text: &str) -> Result<(), String> {
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .and_then(|mut opened| opened.write_all(text.as_bytes()));
    written.map_err(|error| format!("{}: cannot be written: {error}", file.display()))
}

fn no_game(name: &str) -> String {
    format!("there is no game named {name}; list them with `feldpost game list`")
}

fn log_file(config: &ConfigFile, name: &str) -> Result<LogFile, Box<dyn Error>> {
    let (mut store, _) = open_office(&Config::read(&config.config)?)?;
    store.transaction(|tx| {
        let game = tx.game_by_name(name)?.ok_or_else(|| no_game(name))?;
        Ok(export(tx, &game, None)?)
    })
}

/// What was found, or why the log does not hold, for scripts.
fn told_to_scripts<E: std::fmt::Display>(verified: &Result<Verified, E>) -> Value {
    match verified {
        Ok(Verified { game, head, actions, turn, replayed, heads, other_rules, .. }) => json!({
            "holds": true,
            "game": game,
            "head": { "number": head.number, "hash": head.hash.to_string() },
            "actions": actions,
            "turn": turn,
            "replayed": replayed,
            "heads": heads,
            "other_rules": other_rules,
        }),
        Err(error) => json!({ "holds": false, "why": error.to_string() }),
    }
}

/// What was found, in sentences.
fn told(verified: &Verified) -> String {
    let Verified { game, head, actions, turn, replayed, chance, heads, bot_choices, other_rules } =
        verified;
    let mut text = format!(
        "{game}: the log holds. Entries 1 to {}, the last with the hash {}.\n",
        head.number, head.hash
    );
    text.push_str(&match replayed {
        true => format!(
            "The seed is the one that was committed to. All {actions} actions up to turn {turn} \
             were carried out again: every shuffle, draw, order and combat is confirmed.\n"
        ),
        false => format!(
            "The game is in play: its {actions} actions up to turn {turn} are sealed and can be \
             carried out again when it is over.\n"
        ),
    });
    let (chosen, other) = *bot_choices;
    if chosen > 0 {
        text.push_str(&format!("The bots chose all {chosen} orders of theirs again, and alike.\n"));
    }
    if other > 0 {
        text.push_str(&format!(
            "{other} orders are of bots of another version, which may choose otherwise: they were \
             carried out, but not chosen again.\n"
        ));
    }
    if let Some(chance) = chance {
        text.push_str(&told_of_chance(chance));
    }
    text.push_str(&match heads {
        0 => "Nothing proves that this is the log your mails were sent with: compare number and \
              hash with those at the foot of your mails, or give them with --head.\n"
            .to_owned(),
        1 => "The entry that was given is in it.\n".to_owned(),
        heads => format!("All {heads} entries that were given are in it.\n"),
    });
    if !other_rules.is_empty() {
        let versions = other_rules.join(", ");
        text.push_str(&format!(
            "Entries were written under version {versions} of the rules; this program has \
             version {RULES_VERSION}, and they lead to the same.\n"
        ));
    }
    text
}

/// What all chance follows from, and so who could have chosen.
fn told_of_chance(chance: &Chance) -> String {
    let Chance { asked, hashes_first, own, trusted, round } = chance;
    let mut text = match (asked, hashes_first) {
        (true, true) => format!(
            "Phrases of the players are in all chance: {own} that only their players knew until all \
             hashes were out, {trusted} that the program knew. Each fits its hash.\n"
        ),
        (true, false) => {
            "Phrases of the players are in all chance, but their hashes were not fixed \
                          first: whoever knew the seed and sent the last one could choose.\n"
                .to_owned()
        }
        (false, _) => String::new(),
    };
    match round {
        Some(round) => text.push_str(&format!(
            "Round {round} of the public beacon is in all chance. Its signature is genuine, and it was \
             signed after everything else was fixed.\n"
        )),
        None if !asked => text.push_str(
            "All chance comes from the seed alone: whoever drew it could have tried many before.\n",
        ),
        None => {}
    }
    text
}
