//! `feldpost init`: asks what an installation needs, writes its configuration, tries it, and prints the
//! unit for systemd and the DNS records to check.
//!
//! Each question has a flag; where nobody can be asked, a flag that is missing is named. Nothing that is
//! there is overwritten, and nothing outside the configuration's folder is written.

#![expect(clippy::disallowed_methods, reason = "time enters here, from the command line")]

mod configuration;
mod questions;
mod records;
mod unit;

pub use questions::{Ask, NobodyToAsk, Terminal};

use crate::config::{Config, ConfigError};
use crate::doctor::{self, Verdict};
use crate::mail::address::Address;
use chrono::Utc;
use clap::{Args, ValueEnum};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// What can be said on the command line, in place of being asked.
#[derive(Args, Clone, Debug, Default)]
pub struct Arguments {
    /// Where to write the configuration; must not exist.
    #[arg(long, short, default_value = "config.toml")]
    pub config: PathBuf,
    /// The address players write to.
    #[arg(long)]
    pub address: Option<String>,
    /// Your own address: who is told what fails.
    #[arg(long)]
    pub operator: Option<String>,
    /// The language of mails to readers of whom nothing is known: en, de, es, it, pl, fr.
    #[arg(long)]
    pub language: Option<String>,
    /// Mail comes and goes by folders on this disk (Maildir), with no mail server.
    #[arg(long, conflicts_with_all = ["imap_host", "smtp_host"])]
    pub folders: bool,
    /// The server that the mailbox is on.
    #[arg(long, value_name = "HOST")]
    pub imap_host: Option<String>,
    /// Its port; without it 993 with TLS, 143 with STARTTLS.
    #[arg(long, value_name = "PORT")]
    pub imap_port: Option<u16>,
    /// How that connection is protected.
    #[arg(long, value_enum, value_name = "HOW")]
    pub imap_security: Option<Security>,
    /// The server that takes mail; without it, the one of the mailbox.
    #[arg(long, value_name = "HOST")]
    pub smtp_host: Option<String>,
    /// Its port; without it 465 with TLS, 587 with STARTTLS.
    #[arg(long, value_name = "PORT")]
    pub smtp_port: Option<u16>,
    /// How that connection is protected.
    #[arg(long, value_enum, value_name = "HOW")]
    pub smtp_security: Option<Security>,
    /// Who logs in at both; without it, the address.
    #[arg(long)]
    pub user: Option<String>,
    /// A PEM file with the authority that has signed the servers' certificates, if the system does not
    /// know it.
    #[arg(long, value_name = "FILE")]
    pub ca_file: Option<PathBuf>,
    /// Where the password comes from; at most one way, asked for if none is given.
    #[command(flatten)]
    pub secret: SecretArguments,
    /// Do not connect to try what was written.
    #[arg(long)]
    pub no_check: bool,
}

/// Where the password comes from; one of these.
#[derive(Args, Clone, Debug, Default)]
#[group(multiple = false)]
pub struct SecretArguments {
    /// A file whose first line is the password; nobody else may read it.
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// An environment variable that holds the password.
    #[arg(long, value_name = "VARIABLE")]
    pub password_env: Option<String>,
    /// A credential that systemd hands over.
    #[arg(long, value_name = "NAME")]
    pub password_credential: Option<String>,
    /// A program that prints the password; given several times, its arguments.
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    pub password_command: Vec<String>,
    /// A program that prints an OAuth2 access token; given several times, its arguments.
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    pub token_command: Vec<String>,
    /// The login of `feldpost login` at Microsoft, by the client id of your registered application.
    #[arg(long, value_name = "CLIENT-ID")]
    pub login: Option<String>,
}

/// How a connection is protected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Security {
    /// TLS from the first byte.
    Tls,
    /// Plain at first, then TLS before anything secret is said (RFC 3207, RFC 9051).
    Starttls,
    /// To this machine itself only.
    None,
}

/// An installation as it is wished.
#[derive(Clone, Debug)]
struct Wished {
    address: Address,
    operator: Option<Address>,
    language: String,
    /// None: mail comes and goes by folders.
    servers: Option<Servers>,
}

#[derive(Clone, Debug)]
struct Servers {
    imap: Place,
    smtp: Place,
    user: String,
    ca_file: Option<PathBuf>,
    secret: Secret,
}

#[derive(Clone, Debug)]
struct Place {
    host: String,
    port: Option<u16>,
    security: Security,
}

/// Where the password comes from.
#[derive(Clone, Debug)]
enum Secret {
    /// Typed now; it is written into a file of its own.
    Typed(String),
    File(PathBuf),
    Variable(String),
    Credential(String),
    Command(Vec<String>),
    TokenCommand(Vec<String>),
    Login(String),
}

/// Why no installation was set up.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The file for the configuration is there already, and nothing is overwritten.
    #[error("{} is there already: remove it, or name another file with --config", .0.display())]
    IsThere(PathBuf),
    /// An answer has no usual value, and standard input is no terminal.
    #[error("{what} is needed; there is nobody to ask, so give it with {flag}")]
    Missing {
        /// What is lacking, as it would have been asked.
        what: &'static str,
        /// The option of the command line that says it.
        flag: &'static str,
    },
    /// An answer cannot be used.
    #[error("{what}: {reason}")]
    Wrong {
        /// Which one, as it was asked.
        what: &'static str,
        /// Why it cannot be used.
        reason: String,
    },
    /// A file or folder of the installation cannot be made.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which one.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The terminal failed, or the user broke off.
    #[error("cannot ask: {0}")]
    Ask(String),
    /// What was written is refused when it is read again.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Standard output was closed or cannot be written to.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
    /// All was written, but the examination that follows found something wrong.
    #[error(
        "the configuration is written, but something is wrong; see above, and try `feldpost doctor`"
    )]
    DoesNotWork,
}

/// The password's file beside the configuration.
const PASSWORD_FILE: &str = "mail.password";

/// Sets up an installation and says what is left to do.
///
/// # Errors
///
/// Something is missing or makes no sense, a file is there already, or what was written does not work;
/// in the last case it stays.
pub fn carry_out(
    arguments: &Arguments,
    ask: &mut dyn Ask,
    out: &mut impl Write,
) -> Result<(), SetupError> {
    let path = &arguments.config;
    if path.symlink_metadata().is_ok() {
        return Err(SetupError::IsThere(path.clone()));
    }
    let wished = questions::wished(arguments, ask)?;
    let text = configuration::text(&wished);
    // What cannot be read is not written.
    let config = Config::parse(&text, path)?;
    let folder = folder_of(path);
    fs::create_dir_all(&folder)
        .map_err(|source| SetupError::Write { path: folder.clone(), source })?;
    if let Some(Servers { secret: Secret::Typed(password), .. }) = &wished.servers {
        let file = folder.join(PASSWORD_FILE);
        write_new(&file, &format!("{password}\n"), 0o600)?;
        writeln!(out, "{} holds the password; only you may read it.", file.display())?;
    }
    write_new(path, &text, 0o640)?;
    writeln!(out, "{} is written. Every other key is in config.example.toml.\n", path.display())?;
    let mut worst = Verdict::Fine;
    if !arguments.no_check {
        writeln!(out, "It is tried:")?;
        let mut findings = Vec::new();
        worst =
            doctor::examine(path, Utc::now(), &mut |finding| findings.push(finding.to_string()));
        for finding in findings {
            writeln!(out, "  {finding}")?;
        }
        writeln!(out)?;
    }
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    writeln!(out, "A unit for systemd, for /etc/systemd/system/feldpost.service:\n")?;
    writeln!(out, "{}", unit::text(&whole, &config))?;
    if let Some(servers) = &wished.servers {
        writeln!(out, "{}", records::text(&wished.address, &servers.smtp.host))?;
    }
    if matches!(&wished.servers, Some(Servers { secret: Secret::Login(_), .. })) {
        writeln!(out, "Log in next: feldpost login --config {}\n", path.display())?;
    }
    writeln!(
        out,
        "Then: feldpost game new, or let players write \"new game NAME\" to {}; and feldpost serve.",
        wished.address.mailbox()
    )?;
    // Without a login there is no token yet, and that is no fault.
    match worst {
        Verdict::Wrong => Err(SetupError::DoesNotWork),
        Verdict::Warning | Verdict::Fine => Ok(()),
    }
}

/// The text of the configuration that [`carry_out`] would write; nothing is written or tried.
///
/// # Errors
///
/// Something is missing or makes no sense.
pub fn configuration_text(arguments: &Arguments, ask: &mut dyn Ask) -> Result<String, SetupError> {
    Ok(configuration::text(&questions::wished(arguments, ask)?))
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str, mode: u32) -> Result<(), SetupError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::AlreadyExists => SetupError::IsThere(path.to_owned()),
        _ => SetupError::Write { path: path.to_owned(), source },
    };
    let mut file =
        OpenOptions::new().write(true).create_new(true).mode(mode).open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)
}

#[cfg(test)]
#[path = "setup/tests.rs"]
mod tests;
