//! The commands about an installation as a whole: setting it up, looking after it, copying it.

use crate::config::Config;
use crate::console::console;
use crate::daemon::DaemonError;
use crate::doctor::{self, Verdict};
use crate::login;
use crate::setup::{self, Ask, NobodyToAsk, SetupError, Terminal};
use crate::store::Store;
use clap::{Args, Subcommand};
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
        /// Only what is wrong, and warnings.
        #[arg(long, short)]
        quiet: bool,
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Log in at a provider that wants OAuth2 (section [login]); no browser is needed on this machine.
    Login(ConfigFile),
    /// Copy the database into a new file, also while the daemon works.
    Backup {
        /// Where to; must not exist.
        file: PathBuf,
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Put a backup where the configuration says that the database is; nothing may be there.
    Restore {
        /// The backup.
        file: PathBuf,
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
        Command::Doctor { json, quiet, config } => examine(&config.config, json, quiet),
        Command::Login(file) => {
            let config = Config::read(&file.config)?;
            let login = config.login.ok_or(
                "the configuration has no section [login]: write there client_id = \"…\" of the \
                 application that you registered with the provider",
            )?;
            Ok(login::log_in(&login, &mut console())?)
        }
        Command::Backup { file, config } => {
            let mut store = Store::open(&Config::read(&config.config)?.database)?;
            store.backup(&file)?;
            writeln!(console(), "{} holds all that was stored when it was begun.", file.display())?;
            check_games(&mut store, "keep an earlier backup too")
        }
        Command::Restore { file, config } => restore(&file, &config),
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

fn examine(path: &Path, json: bool, quiet: bool) -> Result<(), Box<dyn Error>> {
    let mut findings = Vec::new();
    let verdict = doctor::examine(path, chrono::Utc::now(), &mut |finding| {
        let is_shown = !quiet || finding.verdict > Verdict::Fine;
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

fn restore(file: &Path, config: &ConfigFile) -> Result<(), Box<dyn Error>> {
    let config = Config::read(&config.config)?;
    let mut store = Store::restore(file, &config.database)?;
    // Whoever restores means it: the mailbox belongs to this copy from now on.
    crate::daemon::let_take_over(&mut store)?;
    let latest = store.transaction(|tx| tx.latest_moment())?;
    let latest = latest.map_or_else(|| "the beginning".to_owned(), |at| at.to_rfc3339());
    writeln!(
        console(),
        "{} is restored; it ends with {latest}. Mails dealt with since then are not in it: put \
         them from the mailbox's folder of processed mails back into the mailbox before you start \
         the program, and their orders are carried out again.",
        config.database.display()
    )?;
    check_games(&mut store, "restore an earlier backup instead")
}

/// Checks the log of every game, and says what is wrong with which.
fn check_games(store: &mut Store, advice: &str) -> Result<(), Box<dyn Error>> {
    let findings = crate::audit::check_games(store)?;
    for finding in &findings {
        writeln!(console(), "{finding}")?;
    }
    match findings.len() {
        0 => Ok(()),
        _ => Err(format!("not every game is sound; see above, and {advice}").into()),
    }
}
