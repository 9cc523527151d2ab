//! `feldpost demo`: a short game played through a mailbox folder, no server needed.
//!
//! The four players are played from `course.toml`; they do what players do: open the newest mail,
//! press reply, type. Everything between is the program as it works for anybody: configuration,
//! database, Maildirs, daemon.

#![expect(
    clippy::disallowed_methods,
    reason = "time enters here: a demonstration goes by the clock"
)]

use crate::campaign::{FoundingError, NewGame, NewPlayer, found};
use crate::config::{Config, ConfigError};
use crate::daemon::{Daemon, DaemonError};
use crate::game::{Inconsistent, Seat, Setup, parse_key};
use crate::mail::address::Address;
use crate::mail::intake::{self, Limits, OwnAddresses};
use crate::mail::maildir::deliver;
use crate::site::{self, SiteError};
use chrono::Utc;
use lettre::message::{Mailbox, Message};
use serde::Deserialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const COURSE: &str = include_str!("demo/course.toml");
const GAME: &str = "rossbach";

/// The game's course: who writes what.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// 64 hex digits that decide all chance.
    pub seed: String,
    /// In the order in which they are written.
    pub mail: Vec<CourseMail>,
}

/// One player's mail.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourseMail {
    /// Who writes it, in reply to the newest mail to this seat.
    pub seat: Seat,
    /// What the player types.
    pub text: String,
    /// What there is to see.
    #[serde(default)]
    pub comment: Option<String>,
}

/// Why the demonstration cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The demonstration makes a folder of its own and overwrites nothing.
    #[error("{} is there already and not empty: name another folder, or remove it", .0.display())]
    NotEmpty(PathBuf),
    /// A file or folder of the demonstration cannot be made or read.
    #[error("cannot write to {}: {source}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The course that is built into the program cannot be used: a mistake in the program.
    #[error("the course of the demonstration is broken: {0}")]
    Course(String),
    /// The course has this seat answer, but nothing was sent to it: a mistake in the program.
    #[error("{0} got no mail to answer")]
    NoMail(Seat),
    /// The configuration that the demonstration wrote for itself was refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A round of receiving and sending failed.
    #[error(transparent)]
    Daemon(#[from] DaemonError),
    /// The game cannot be founded.
    #[error(transparent)]
    Founding(#[from] FoundingError),
    /// The web pages of the game cannot be written.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// A player's mail cannot be built from its headers and text.
    #[error("cannot write a player's mail: {0}")]
    Letter(#[from] lettre::error::Error),
    /// The course's seed is not 64 hex digits: a mistake in the program.
    #[error(transparent)]
    Seed(#[from] Inconsistent),
    /// Standard output was closed or cannot be written to.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// The course that comes with the program.
///
/// # Errors
///
/// Never for a released program; a test reads it.
pub fn course() -> Result<Course, DemoError> {
    toml::from_str(COURSE).map_err(|error| DemoError::Course(error.to_string()))
}

/// Plays the demonstration in a folder and says what happens.
///
/// # Errors
///
/// The folder is not empty or cannot be written to.
pub fn run(folder: &Path, out: &mut impl Write) -> Result<(), DemoError> {
    let course = course()?;
    let mut table = DemoClub::set(folder, &course)?;
    writeln!(out, "A game called {GAME}, played in {}", folder.display())?;
    writeln!(
        out,
        "The players are ada, ben, cleo and dan at club.test; the judge writes first.\n"
    )?;
    table.round(out)?;
    let mails = course.mail.len();
    for (number, mail) in course.mail.iter().enumerate() {
        let first = mail.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let more = mail.text.lines().filter(|line| !line.trim().is_empty()).count() - 1;
        let more = if more > 0 { format!(" (+{more} lines)") } else { String::new() };
        writeln!(out, "[{:>3}/{mails}] {:<13} {first}{more}", number + 1, mail.seat.id())?;
        if let Some(comment) = &mail.comment {
            writeln!(out, "          {comment}")?;
        }
        table.play_mail(mail)?;
        table.round(out)?;
    }
    writeln!(out, "\nDone. Look at the mails, one file each, as a mail program would show them:")?;
    for seat in Seat::ALL {
        let mailbox = table.mailbox(seat).join("new");
        let count = fs::read_dir(&mailbox).map_or(0, Iterator::count);
        writeln!(out, "  {:<13} {count:>3} mails in {}", seat.id(), mailbox.display())?;
    }
    writeln!(out, "\nFive worth opening, with any mail program:")?;
    for (what, path) in table.worth_opening()? {
        writeln!(out, "  {}\n      {what}", path.display())?;
    }
    let site = table.write_site()?;
    writeln!(out, "\nThe war so far as web pages, for any browser: {}", site.display())?;
    writeln!(out, "\nThe orders as they came: {}", folder.join("mail/judge/cur").display())?;
    writeln!(
        out,
        "Go on yourself: write a mail into {}, then\n  feldpost once --config {}",
        folder.join("mail/judge/new").display(),
        folder.join("config.toml").display()
    )?;
    Ok(())
}

/// A demonstration in progress.
struct DemoClub {
    folder: PathBuf,
    daemon: Daemon,
}

/// Each seat's player.
fn player(seat: Seat) -> &'static str {
    match seat {
        Seat::Frederick => "Ada <ada@club.test>",
        Seat::Elisabeth => "Ben <ben@club.test>",
        Seat::MariaTheresa => "Cleo <cleo@club.test>",
        Seat::Pompadour => "Dan <dan@club.test>",
    }
}

fn address(text: &str) -> Result<Address, DemoError> {
    text.parse()
        .map_err(|error: crate::mail::address::AddressError| DemoError::Course(error.to_string()))
}

impl DemoClub {
    /// Makes the folder, its configuration, the database and the game.
    fn set(folder: &Path, course: &Course) -> Result<DemoClub, DemoError> {
        let io = |path: &Path| {
            let path = path.to_path_buf();
            move |source| DemoError::Io { path, source }
        };
        fs::create_dir_all(folder).map_err(io(folder))?;
        if fs::read_dir(folder).map_err(io(folder))?.next().is_some() {
            return Err(DemoError::NotEmpty(folder.into()));
        }
        let path = folder.join("config.toml");
        let text = "address = \"judge@club.test\"\nname = \"The judge\"\n\n\
                    [mailbox]\nkind = \"maildir\"\npath = \"mail/judge\"\n\n\
                    [transport]\nkind = \"maildir\"\npath = \"mail/players\"\n";
        fs::write(&path, text).map_err(io(&path))?;
        let config = Config::read(&path)?;
        let mut daemon = Daemon::open(&config)?;
        let players = Seat::ALL
            .into_iter()
            .map(|seat| Ok(NewPlayer { seat, address: address(player(seat))? }))
            .collect::<Result<_, DemoError>>()?;
        let seed = Some(parse_key(&course.seed)?);
        let new = NewGame { name: GAME.into(), setup: Setup::default(), players, seed };
        found(&mut daemon.store, &daemon.office, &new, Utc::now())?;
        Ok(DemoClub { folder: folder.into(), daemon })
    }

    fn mailbox(&self, seat: Seat) -> PathBuf {
        let address = player(seat).split(['<', '>']).nth(1).unwrap_or_default();
        self.folder.join("mail/players").join(address)
    }

    /// Answers the newest mail of a player as a mail program would.
    fn play_mail(&mut self, mail: &CourseMail) -> Result<(), DemoError> {
        let newest = self.newest(mail.seat)?;
        let own = OwnAddresses::new(address("nobody@club.test")?);
        let letter = intake::read(&newest, &Limits::default(), &own);
        let to = letter.reply_to.as_ref().ok_or(DemoError::NoMail(mail.seat))?;
        let mailbox = |text: String| -> Result<Mailbox, DemoError> {
            text.parse().map_err(|error| DemoError::Course(format!("{text}: {error}")))
        };
        let id = letter.message_id.map(|id| format!("<{id}>")).unwrap_or_default();
        let message = Message::builder()
            .from(mailbox(player(mail.seat).to_owned())?)
            .to(mailbox(to.mailbox())?)
            .subject(format!("Re: {}", letter.subject))
            .in_reply_to(id.clone())
            .references(id)
            .message_id(None)
            .body(mail.text.clone())?;
        let inbox = self.folder.join("mail/judge");
        deliver(&inbox, &message.formatted())
            .map_err(|source| DemoError::Io { path: inbox, source })?;
        Ok(())
    }

    /// The newest mail in a player's mailbox.
    fn newest(&self, seat: Seat) -> Result<Vec<u8>, DemoError> {
        let folder = self.mailbox(seat).join("new");
        let io = |source| DemoError::Io { path: folder.clone(), source };
        let mut files: Vec<PathBuf> = fs::read_dir(&folder)
            .map_err(io)?
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .collect();
        files.sort_by_key(|path| {
            let written = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
            (written, path.clone())
        });
        let newest = files.last().ok_or(DemoError::NoMail(seat))?;
        fs::read(newest).map_err(io)
    }

    /// Copies one mail each of the kinds that show most, found by their subjects, into files that mail
    /// programs open: their subjects, and the files.
    fn worth_opening(&self) -> Result<Vec<(String, PathBuf)>, DemoError> {
        const KINDS: [&str; 5] =
            ["allot your troops", "your move", "your card", "choose the retreat", "position"];
        let shown = self.folder.join("mails");
        let io = |source| DemoError::Io { path: shown.clone(), source };
        fs::create_dir_all(&shown).map_err(io)?;
        let newest = self.newest_of(&KINDS)?.into_iter().enumerate();
        newest
            .map(|(index, (kind, subject, path))| {
                let file = shown.join(format!("{}-{}.eml", index + 1, kind.replace(' ', "-")));
                fs::copy(path, &file).map_err(io)?;
                Ok((subject, file))
            })
            .collect()
    }

    /// The web pages of the game, as everybody may see them: the first of them.
    fn write_site(&mut self) -> Result<PathBuf, DemoError> {
        let folder = self.folder.join("site");
        site::write(&mut self.daemon.store, &self.daemon.office.templates, GAME, &folder, None)?;
        Ok(folder.join(site::CONTENTS))
    }

    /// One mail of each kind, the newest of the last seat that got one: the kind, its subject and its file.
    fn newest_of<'a>(
        &self,
        kinds: &[&'a str],
    ) -> Result<Vec<(&'a str, String, PathBuf)>, DemoError> {
        let own = OwnAddresses::new(address("nobody@club.test")?);
        let mut mails: Vec<(String, PathBuf)> = Vec::new();
        for seat in Seat::ALL {
            let folder = self.mailbox(seat).join("new");
            let io = |source| DemoError::Io { path: folder.clone(), source };
            let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
                .map_err(io)?
                .filter_map(|entry| entry.ok().map(|entry| entry.path()))
                .collect();
            paths.sort();
            for path in paths {
                let letter = intake::read(&fs::read(&path).map_err(io)?, &Limits::default(), &own);
                mails.push((letter.subject, path));
            }
        }
        let newest = |kind: &&'a str| {
            let (subject, path) =
                mails.iter().rev().find(|(subject, _)| subject.contains(*kind))?.clone();
            Some((*kind, subject, path))
        };
        Ok(kinds.iter().filter_map(newest).collect())
    }

    /// The judge looks into the mailbox and answers.
    fn round(&mut self, out: &mut impl Write) -> Result<(), DemoError> {
        let round = self.daemon.round(Utc::now())?;
        for received in &round.received {
            writeln!(out, "          judge: {}", received.outcome)?;
        }
        let sent = round.dispatched.sent;
        writeln!(out, "          judge: {sent} mail{} sent", if sent == 1 { "" } else { "s" })?;
        Ok(())
    }
}
