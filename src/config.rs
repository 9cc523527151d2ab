//! The configuration file: TOML, every key with its default in `config.example.toml`.
//!
//! Passwords are never in it: it names where they come from ([`Secret`]).

mod servers;

pub use servers::{Folder, Imap, Mailbox, Protection, Secret, Smtp, Transport};

use crate::campaign::Pace;
use crate::mail::address::Address;
use serde::Deserialize;
use servers::one_or_several;
use std::path::{Path, PathBuf};

/// The whole configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The address players write to.
    pub address: Address,
    /// Whether the server delivers mail to the address with a plus tag, as `judge+tag@example.org`.
    #[serde(default = "default_plus_tags")]
    pub plus_tags: bool,
    /// The name in the `From` of the program's mails.
    #[serde(default = "default_name")]
    pub name: String,
    /// The language for readers of whom nothing is known, by its tag or its name.
    #[serde(default = "default_language")]
    pub language: String,
    /// The database file; relative to the configuration file.
    #[serde(default = "default_database")]
    pub database: PathBuf,
    /// Folder with templates that replace the built-in ones of the same name.
    #[serde(default)]
    pub templates: Option<PathBuf>,
    /// Seconds between two looks into a mailbox that cannot tell of new mail by itself.
    #[serde(default = "default_poll")]
    pub poll_seconds: u64,
    /// How long, in seconds, a look into the first mailbox is good for: a program that has not seen for so long that
    /// no copy of the database has taken over does nothing more. A copy that takes over waits a little longer than
    /// that before it begins.
    #[serde(default = "default_fence")]
    pub fence_seconds: u64,
    /// Who is told, once a day at most, what failed and which mails were given up.
    #[serde(default)]
    pub operator: Option<Address>,
    /// Whether reports come with pictures of the map.
    #[serde(default = "default_pictures")]
    pub pictures: bool,
    /// Where mail comes from: one `[mailbox]` or several `[[mailbox]]`.
    #[serde(rename = "mailbox", deserialize_with = "one_or_several")]
    pub mailboxes: Vec<Mailbox>,
    /// Where mail goes.
    pub transport: Transport,
    /// How large a mail may be and how many a sender may write; the table `[limits]`, each key with its default.
    #[serde(default)]
    pub limits: LimitsConfig,
    /// How much is sent.
    #[serde(default)]
    pub budget: BudgetConfig,
    /// Copies of the database on a schedule.
    #[serde(default)]
    pub backup: BackupConfig,
    /// How rounds of the public beacon are fetched.
    #[serde(default)]
    pub beacon: BeaconConfig,
    /// Where the courses of games are shown as web pages.
    #[serde(default)]
    pub site: SiteConfig,
    /// How long what is done with is kept.
    #[serde(default)]
    pub retention: RetentionConfig,
    /// What monitors are told.
    #[serde(default)]
    pub status: StatusConfig,
    /// How `feldpost login` gets access tokens.
    #[serde(default)]
    pub login: Option<LoginConfig>,
    /// How fast the program itself acts, where a game has no pace of its own.
    #[serde(default)]
    pub pace: Pace,
    /// Whose `Authentication-Results` headers are trusted (RFC 8601): the receiving server's name.
    #[serde(default)]
    pub trusted_authserv_ids: Vec<String>,
}

/// Copies of the database on a schedule, made by `serve`.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BackupConfig {
    /// Where they lie; none: none are made. Relative to the configuration file.
    pub folder: Option<PathBuf>,
    /// Hours from one to the next.
    pub every_hours: u32,
    /// How many of the newest backups are kept.
    pub keep: usize,
}

impl Default for BackupConfig {
    fn default() -> BackupConfig {
        BackupConfig { folder: None, every_hours: 24, keep: 14 }
    }
}

/// How much is sent, where the provider sets limits; what is more waits.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BudgetConfig {
    /// The most mails in any minute.
    pub mails_per_minute: Option<u32>,
    /// The most mails in any 24 hours.
    pub mails_per_day: Option<u32>,
}

/// How rounds of the public beacon are fetched.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeaconConfig {
    /// A program and its arguments that prints a round; `{url}` and `{round}` stand for those of the round. Without
    /// it, a round comes by mail.
    #[serde(default)]
    pub command: Vec<String>,
}

/// Where the courses of games are shown as web pages.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SiteConfig {
    /// Each game has a folder of its name in it; none: no pages are kept. Relative to the
    /// configuration file.
    pub folder: Option<PathBuf>,
    /// Where that folder is found on the web, for previews of links.
    pub url: Option<String>,
    /// The language of the pages, such as `de`; that of the configuration if none is given.
    pub language: Option<String>,
}

/// How long what is done with is kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetentionConfig {
    /// Days after which text and pictures of a mail that was sent are removed from the database; 0:
    /// never. What is needed to recognise an answer stays.
    pub sent_mail_days: u32,
    /// Days after which a mail that was dealt with is removed from the mailbox's folder; 0: never.
    pub processed_mail_days: u32,
}

impl Default for RetentionConfig {
    fn default() -> RetentionConfig {
        RetentionConfig { sent_mail_days: 30, processed_mail_days: 90 }
    }
}

/// What monitors are told.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatusConfig {
    /// A file of counters in Prometheus' text format, written anew once a minute; relative to the
    /// configuration file.
    pub metrics_file: Option<PathBuf>,
}

/// How `feldpost login` gets access tokens (RFC 8628, the device flow).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginConfig {
    /// The client identifier of the application, as it is registered with the provider.
    pub client_id: String,
    /// Microsoft's name for the organisation, or `common`.
    #[serde(default = "default_tenant")]
    pub tenant: String,
    /// What may be done with the token; those for IMAP and SMTP at Microsoft if none are given.
    #[serde(default)]
    pub scopes: Vec<String>,
    /// Where a device begins to log in; Microsoft's if none is given.
    #[serde(default)]
    pub device_url: Option<String>,
    /// Where tokens are given out; Microsoft's if none is given.
    #[serde(default)]
    pub token_url: Option<String>,
    /// Where the login is kept, for its owner alone; relative to the configuration file.
    #[serde(default = "default_login_file")]
    pub file: PathBuf,
}

fn default_tenant() -> String {
    "common".into()
}

fn default_login_file() -> PathBuf {
    "login.json".into()
}

/// What is read of a mail, and how much is answered.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitsConfig {
    /// Largest mail that is read, in bytes.
    pub mail_bytes: u64,
    /// Mails read at one look into the mailbox.
    pub mails_per_poll: usize,
    /// Mails of one player, with a token, that are acted upon on one day (UTC). One notice says
    /// so when there are more.
    pub mails_per_player_and_day: u32,
    /// Answers on one day (UTC) to all those together who hold no seat or show no token.
    pub answers_to_strangers_per_day: u32,
    /// Pieces of press of one player in a game that are passed on on one day (UTC).
    pub press_per_player_and_day: u32,
    /// Proposals of one player in a game that are put to the vote on one day (UTC).
    pub proposals_per_player_and_day: u32,
    /// When mail could not be read for longer than so many minutes, the players' clocks get the
    /// time back.
    pub outage_minutes: u32,
    /// Answers on one day (UTC) to the questions of one address that holds no seat or shows no token.
    pub answers_per_stranger_and_day: u32,
}

impl Default for LimitsConfig {
    fn default() -> LimitsConfig {
        LimitsConfig {
            mail_bytes: 2 << 20,
            mails_per_poll: 100,
            mails_per_player_and_day: 300,
            answers_to_strangers_per_day: 200,
            press_per_player_and_day: 20,
            proposals_per_player_and_day: 5,
            outage_minutes: 60,
            answers_per_stranger_and_day: 10,
        }
    }
}

fn default_plus_tags() -> bool {
    true
}

fn default_pictures() -> bool {
    true
}

fn default_name() -> String {
    "feldpost".into()
}

fn default_language() -> String {
    "en".into()
}

fn default_database() -> PathBuf {
    "feldpost.db".into()
}

fn default_fence() -> u64 {
    180
}

fn default_poll() -> u64 {
    30
}

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is not there, may not be read, or is not UTF-8.
    #[error("cannot read the configuration {}: {source} (copy config.example.toml there, or name another file with --config)", path.display())]
    Read {
        /// Which file was looked for.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// It is no TOML, or a key is unknown, missing or of another type.
    #[error("the configuration {} is wrong: {reason}", path.display())]
    Parse {
        /// Which file was read.
        path: PathBuf,
        /// The parser's message, with line and column.
        reason: String,
    },
    /// Each key is well formed, but they cannot be used together.
    #[error("the configuration {} is wrong: {what}", path.display())]
    Wrong {
        /// Which file was read.
        path: PathBuf,
        /// Which key, why, and what would be right.
        what: String,
    },
}

impl Config {
    /// Reads a file. Relative paths in it are taken from the file's folder.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not TOML, has an unknown or a missing key, or a value that
    /// makes no sense; the error says which.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| ConfigError::Read { path: path.into(), source })?;
        let mut config = Config::parse(&text, path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        config.resolve_paths(folder);
        Ok(config)
    }

    /// Reads a text; the path is for messages only.
    ///
    /// # Errors
    ///
    /// As for [`Config::read`].
    pub fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let config: Config = toml::from_str(text).map_err(|error| ConfigError::Parse {
            path: path.into(),
            reason: error.to_string().trim_end().to_owned(),
        })?;
        let wrong = |what: &str| ConfigError::Wrong { path: path.into(), what: what.into() };
        if config.poll_seconds == 0 {
            return Err(wrong("poll_seconds must be at least 1"));
        }
        if config.fence_seconds < 3 {
            return Err(wrong("fence_seconds must be at least 3"));
        }
        if config.limits.mails_per_poll == 0 {
            return Err(wrong("limits.mails_per_poll must be at least 1"));
        }
        if config.mailboxes.is_empty() {
            return Err(wrong("there must be a mailbox: [mailbox], or one [[mailbox]] or more"));
        }
        if config.limits.mails_per_player_and_day == 0 {
            return Err(wrong("limits.mails_per_player_and_day must be at least 1"));
        }
        if config.limits.mail_bytes < 1000 {
            return Err(wrong("limits.mail_bytes must be at least 1000"));
        }
        if config.backup.every_hours == 0 || config.backup.keep == 0 {
            return Err(wrong("backup.every_hours and backup.keep must be at least 1"));
        }
        let BudgetConfig { mails_per_minute, mails_per_day } = config.budget;
        if mails_per_minute == Some(0) || mails_per_day == Some(0) {
            return Err(wrong("a budget of 0 mails sends nothing; leave the key out for no limit"));
        }
        if let Some(fault) = config.pace.fault() {
            return Err(wrong(fault));
        }
        if config.address.split_tag().1.is_some() {
            return Err(wrong(
                "address must not have a plus tag: the program adds its own, as in judge+tag@…",
            ));
        }
        Ok(config)
    }

    fn resolve_paths(&mut self, folder: &Path) {
        let resolve = |path: &mut PathBuf| *path = folder.join(&*path);
        resolve(&mut self.database);
        self.templates
            .iter_mut()
            .chain(&mut self.site.folder)
            .chain(&mut self.backup.folder)
            .for_each(resolve);
        self.status.metrics_file.iter_mut().for_each(resolve);
        self.login.iter_mut().for_each(|login| resolve(&mut login.file));
        for mailbox in &mut self.mailboxes {
            match mailbox {
                Mailbox::Maildir(folder) => resolve(&mut folder.path),
                Mailbox::Imap(imap) => {
                    imap.password_file.iter_mut().chain(&mut imap.ca_file).for_each(resolve);
                }
            }
        }
        match &mut self.transport {
            Transport::Maildir(folder) => resolve(&mut folder.path),
            Transport::Smtp(smtp) => {
                smtp.password_file.iter_mut().chain(&mut smtp.ca_file).for_each(resolve);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: &str = "address = \"judge@club.test\"\n\
        [transport]\nkind = \"maildir\"\npath = \"out\"\n";

    fn parse(text: &str) -> Result<Config, ConfigError> {
        Config::parse(text, Path::new("config.toml"))
    }

    #[test]
    fn one_mailbox_or_several_can_be_named() {
        let one = format!("{LEAST}[mailbox]\nkind = \"maildir\"\npath = \"in\"\n");
        assert_eq!(parse(&one).unwrap().mailboxes.len(), 1);
        let several = format!(
            "{LEAST}[[mailbox]]\nkind = \"maildir\"\npath = \"in\"\n\
             [[mailbox]]\nkind = \"imap\"\nhost = \"imap.club.test\"\nuser = \"judge\"\n"
        );
        assert_eq!(parse(&several).unwrap().mailboxes.len(), 2);
        let none = format!("mailbox = []\n{LEAST}");
        assert!(parse(&none).unwrap_err().to_string().contains("there must be a mailbox"));
    }

    #[test]
    fn a_wrong_key_is_named_wherever_it_stands() {
        let mailbox = "[mailbox]\nkind = \"maildir\"\npath = \"in\"\n";
        for text in [
            format!("colour = 1\n{LEAST}{mailbox}"),
            format!("{LEAST}{mailbox}colour = 1\n"),
            format!("{LEAST}colour = 1\n{mailbox}"),
            format!("{LEAST}{mailbox}[limits]\ncolour = 1\n"),
            format!("{LEAST}[[mailbox]]\nkind = \"imap\"\ncolour = 1\n"),
        ] {
            let error = parse(&text).unwrap_err().to_string();
            assert!(error.contains("colour"), "{error}");
        }
    }

    #[test]
    fn a_budget_is_a_number_of_mails() {
        let with = |budget: &str| {
            parse(&format!(
                "{LEAST}[mailbox]\nkind = \"maildir\"\npath = \"in\"\n[budget]\n{budget}\n"
            ))
        };
        let budget = with("mails_per_minute = 30\nmails_per_day = 10000").unwrap().budget;
        assert_eq!((budget.mails_per_minute, budget.mails_per_day), (Some(30), Some(10_000)));
        assert_eq!(with("").unwrap().budget.mails_per_day, None);
        assert!(with("mails_per_day = 0").unwrap_err().to_string().contains("leave the key out"));
        assert!(with("mails_per_day = -1").is_err());
    }

    /// The keys that a section can have: what is said when it has another.
    fn keys(text: &str) -> Vec<String> {
        let error = parse(text).unwrap_err().to_string();
        let list = error.split("expected").nth(1).unwrap_or_else(|| panic!("{error}"));
        list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn the_example_is_right_and_names_every_key() {
        let example = include_str!("../config.example.toml");
        let config = parse(example).unwrap();
        assert_eq!(config.address.mailbox(), "judge@example.org");
        let mailbox = "[mailbox]\nkind = \"maildir\"\npath = \"in\"\n";
        let address = "address = \"judge@club.test\"\n";
        let mut known = 0;
        for text in [
            format!("colour = 1\n{LEAST}{mailbox}"),
            format!("{LEAST}{mailbox}[limits]\ncolour = 1\n"),
            format!("{LEAST}{mailbox}[retention]\ncolour = 1\n"),
            format!("{LEAST}{mailbox}[login]\ncolour = 1\n"),
            format!("{LEAST}[mailbox]\nkind = \"imap\"\ncolour = 1\n"),
            format!("{LEAST}[mailbox]\nkind = \"maildir\"\ncolour = 1\n"),
            format!("{address}{mailbox}[transport]\nkind = \"smtp\"\ncolour = 1\n"),
            format!("{LEAST}{mailbox}[budget]\ncolour = 1\n"),
            format!("{LEAST}{mailbox}[backup]\ncolour = 1\n"),
        ] {
            for key in keys(&text) {
                let named = example.lines().any(|line| {
                    let line = line.trim_start_matches('#').trim_start();
                    line.starts_with(&format!("{key} =")) || line.contains(&format!("[{key}]"))
                });
                assert!(named, "config.example.toml does not name {key}");
                known += 1;
            }
        }
        assert!(known > 30, "only {known} keys were looked for");
    }

    #[test]
    fn every_default_in_the_example_is_the_real_one() {
        // The defaults stand behind `#`; with them made active nothing may change.
        let example = include_str!("../config.example.toml");
        let head: Vec<&str> = example.lines().take_while(|line| *line != "[mailbox]").collect();
        let limits = example.split("[limits]").nth(1).unwrap();
        let active = |line: &str| match line.strip_prefix('#') {
            Some(key) if key.starts_with(|c: char| c.is_ascii_lowercase()) => key.to_owned(),
            _ => line.to_owned(),
        };
        let without = |line: &String| {
            let none = [
                "templates",
                "operator",
                "folder",
                "url",
                "language",
                "mails_per_minute",
                "mails_per_day",
                "metrics_file",
            ];
            !none.iter().any(|key| line.starts_with(&format!("{key} =")))
        };
        let head: Vec<String> = head.into_iter().map(active).filter(without).collect();
        let limits: Vec<String> = limits.lines().map(active).filter(without).collect();
        let text = format!(
            "{}\n[mailbox]\nkind = \"maildir\"\npath = \"in\"\n[transport]\n\
             kind = \"maildir\"\npath = \"out\"\n[limits]\n{}\n",
            head.join("\n"),
            limits.join("\n")
        );
        let shown = parse(&text).unwrap();
        let least = format!("{LEAST}[mailbox]\nkind = \"maildir\"\npath = \"in\"\n");
        let mut default = parse(&least).unwrap();
        default.address = shown.address.clone();
        assert_eq!(format!("{shown:?}"), format!("{default:?}"));
    }
}
