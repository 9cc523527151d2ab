//! The commands about an installation as a whole: setting it up, looking after it, copying it.

#![expect(clippy::disallowed_methods, reason = "time enters here, from the command line")]

use crate::config::Config;
use crate::console::{self, console, is_quiet, progress};
use crate::daemon::DaemonError;
use crate::doctor::{self, Verdict};
use crate::login;
use crate::setup::{self, Ask, NobodyToAsk, SetupError, Terminal};
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::json;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Exit code: something is wrong, or was not done; standard error says what.
pub const WRONG: u8 = 1;
/// Exit code: the configuration cannot be used, and trying again does not help (`EX_CONFIG` of
/// sysexits.h). The command line itself being wrong is 2.
pub const WRONG_CONFIGURATION: u8 = 78;

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Set up an installation: write a configuration, try it, and print the unit and the DNS records.
    ///
    /// Asks on a terminal for what no flag says; elsewhere everything must be said by flags. Overwrites
    /// nothing.
    Init(Box<setup::Arguments>),
    /// Check configuration, database, mailbox, transport and clock, and say what is wrong.
    ///
    /// Exit codes: 0 when mail flows (there may be warnings), 1 when something keeps it from flowing.
    Doctor {
        /// As JSON, for monitors: verdict and findings.
        #[arg(long)]
        json: bool,
        /// Which installation it is about.
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Log in at a provider that wants OAuth2 (section [login]); no browser is needed on this machine.
    Login(ConfigFile),
    /// Copy the database into a new file, also while the daemon works.
    Backup {
        /// Where to; must not exist.
        file: PathBuf,
        /// As JSON, for scripts: the file, and what is wrong with which game.
        #[arg(long)]
        json: bool,
        /// Which installation it is about.
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Put a backup where the configuration says that the database is; nothing may be there.
    Restore {
        /// The backup.
        file: PathBuf,
        /// As JSON, for scripts: the database, when it ends, and what is wrong with which game.
        #[arg(long)]
        json: bool,
        /// Which installation it is about.
        #[command(flatten)]
        config: ConfigFile,
    },
}

/// Where the configuration is.
#[derive(Args)]
pub struct ConfigFile {
    /// The configuration file.
    #[arg(long, short, default_value = "config.toml")]
    config: PathBuf,
}

/// Does what was asked.
///
/// # Errors
///
/// As the commands say.
pub fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Init(arguments) => {
            let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
            let ask: &mut dyn Ask = if is_terminal { &mut Terminal } else { &mut NobodyToAsk };
            Ok(setup::carry_out(&arguments, ask, &mut console())?)
        }
        Command::Doctor { json, config } => examine(&config.config, json),
        Command::Login(file) => {
            let config = Config::read(&file.config)?;
            let login = config.login.ok_or(
                "the configuration has no section [login]: write there client_id = \"…\" of the \
                 application that you registered with the provider",
            )?;
            Ok(login::log_in(&login, &mut console())?)
        }
        Command::Backup { file, json, config } => {
            let mut store = Store::open(&Config::read(&config.config)?.database)?;
            let working = progress("copying the database", None);
            store.backup(&file)?;
            drop(working);
            let findings = checked(&mut store)?;
            let told = json.then(|| json!({ "file": file, "findings": findings }));
            let file = file.display();
            console::say(
                told,
                format_args!("{file} holds all that was stored when it was begun."),
            )?;
            sound(&findings, json, "keep an earlier backup too")
        }
        Command::Restore { file, json, config } => restore(&file, json, &config),
    }
}

/// The exit code of an error.
#[must_use]
pub fn exit_code(error: &(dyn Error + 'static)) -> u8 {
    let is_configuration = error.is::<crate::config::ConfigError>()
        || matches!(
            error.downcast_ref::<DaemonError>(),
            Some(DaemonError::Account(_) | DaemonError::NoSuchLanguage { .. })
        )
        || matches!(error.downcast_ref::<SetupError>(), Some(SetupError::Config(_)));
    if is_configuration { WRONG_CONFIGURATION } else { WRONG }
}

fn examine(path: &Path, json: bool) -> Result<(), Box<dyn Error>> {
    let mut findings = Vec::new();
    let verdict = doctor::examine(path, chrono::Utc::now(), &mut |finding| {
        let is_shown = !is_quiet() || finding.verdict > Verdict::Fine;
        if json {
            findings.extend(is_shown.then(|| finding.clone()));
        } else if is_shown {
            // Whoever reads only the beginning is told by the exit code how it ended.
            let _ = writeln!(console(), "{finding}");
        }
    });
    if json {
        let report = serde_json::json!({ "verdict": verdict, "findings": findings });
        writeln!(console(), "{report:#}")?;
    }
    match verdict {
        Verdict::Wrong => Err("something is wrong; see above".into()),
        Verdict::Warning | Verdict::Fine => Ok(()),
    }
}

fn restore(file: &Path, json: bool, config: &ConfigFile) -> Result<(), Box<dyn Error>> {
    let config = Config::read(&config.config)?;
    let working = progress("checking and copying the backup", None);
    let mut store = Store::restore(file, &config.database)?;
    drop(working);
    // Whoever restores means it: the mailbox belongs to this copy from now on.
    crate::daemon::let_take_over(&mut store)?;
    let latest = store.transaction(|tx| tx.latest_moment())?;
    let findings = checked(&mut store)?;
    let database = &config.database;
    let told = json.then(|| json!({ "database": database, "ends": latest, "findings": findings }));
    let latest = latest.map_or_else(|| "the beginning".to_owned(), |at| at.to_rfc3339());
    let sentence = format!(
        "{} is restored; it ends with {latest}. Mails dealt with since then are not in it: put \
         them from the mailbox's folder of processed mails back into the mailbox before you start \
         the program, and their orders are carried out again.",
        database.display()
    );
    console::say(told, sentence)?;
    sound(&findings, json, "restore an earlier backup instead")
}

/// Checks the log of every game.
fn checked(store: &mut Store) -> Result<Vec<String>, Box<dyn Error>> {
    let _working = progress("checking the log of every game", None);
    let findings = crate::audit::check_games(store)?;
    Ok(findings.iter().map(ToString::to_string).collect())
}

/// Says what is wrong with which game, if that is not said yet.
fn sound(findings: &[String], is_said: bool, advice: &str) -> Result<(), Box<dyn Error>> {
    for finding in findings.iter().filter(|_| !is_said) {
        writeln!(console(), "{finding}")?;
    }
    match findings.len() {
        0 => Ok(()),
        _ => Err(format!("not every game is sound; see above, and {advice}").into()),
    }
}
