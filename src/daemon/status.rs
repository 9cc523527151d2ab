//! What monitors are told: systemd that the daemon is ready and lives, and a file of counters in
//! Prometheus' text format.
//!
//! Nothing here keeps the daemon from its work: what cannot be told is only logged.

use super::mailbox::Watched;
use crate::store::{Store, StoreError};
use chrono::{DateTime, Utc};
use sd_notify::NotifyState;
use std::fmt::Write;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Between two writings of the file.
const WRITTEN_EVERY: Duration = Duration::from_secs(60);

/// Tells systemd something, if it started the program.
fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::debug!(%error, "systemd was not told");
    }
}

/// The daemon works.
pub(super) fn ready() {
    tell(NotifyState::Ready);
}

/// The daemon ends.
pub(super) fn stopping() {
    tell(NotifyState::Stopping);
}

/// The daemon does not hang.
pub(super) fn lives() {
    tell(NotifyState::Watchdog);
}

/// What is counted while the daemon works, and where it is written.
#[derive(Debug, Default)]
pub(super) struct Counters {
    file: Option<PathBuf>,
    written: Option<Instant>,
    /// Mails dealt with.
    pub read: usize,
    /// Mails that could not be dealt with.
    pub failed: usize,
}

impl Counters {
    /// All counters at 0, to be written to this file; without one, to none.
    pub fn new(file: Option<PathBuf>) -> Counters {
        Counters { file, ..Counters::default() }
    }

    /// Writes the file if it is time to.
    pub fn write(&mut self, store: &mut Store, mailboxes: &[Watched], now: DateTime<Utc>) {
        let is_due = self.written.is_none_or(|written| written.elapsed() >= WRITTEN_EVERY);
        let Some(file) = self.file.clone().filter(|_| is_due) else { return };
        self.written = Some(Instant::now());
        let resting = mailboxes.iter().filter(|mailbox| mailbox.rests()).count();
        let written =
            self.text(store, (mailboxes.len(), resting), now).map_err(|error| error.to_string());
        if let Err(error) =
            written.and_then(|text| replace(&file, &text).map_err(|error| error.to_string()))
        {
            tracing::warn!(file = %file.display(), error, "the counters were not written");
        }
    }

    fn text(
        &self,
        store: &mut Store,
        (mailboxes, resting): (usize, usize),
        now: DateTime<Utc>,
    ) -> Result<String, StoreError> {
        let (counts, waiting, sending, games) =
            store.transaction(|tx| -> Result<_, StoreError> {
                Ok((tx.outbox_counts()?, tx.waiting(now)?, tx.sending()?, tx.games()?))
            })?;
        let seconds = |time: Option<DateTime<Utc>>| {
            time.map_or(0, |time| (now - time).num_seconds().max(0)).to_string()
        };
        let mut text = String::new();
        let mut tell = |name: &str, kind: &str, help: &str, value: String| {
            // Writing into a string cannot fail.
            let _ = write!(
                text,
                "# HELP feldpost_{name} {help}\n# TYPE feldpost_{name} {kind}\nfeldpost_{name} {value}\n"
            );
        };
        let gauge = "gauge";
        tell(
            "last_round_timestamp_seconds",
            gauge,
            "When this was written.",
            now.timestamp().to_string(),
        );
        tell(
            "mails_read_total",
            "counter",
            "Mails dealt with since the start.",
            self.read.to_string(),
        );
        tell(
            "mails_not_dealt_with_total",
            "counter",
            "Mails that could not be dealt with since the start.",
            self.failed.to_string(),
        );
        tell("outbox_queued", gauge, "Mails to be sent.", counts.queued.to_string());
        tell(
            "outbox_failing",
            gauge,
            "Of these, mails that failed before.",
            counts.failing.to_string(),
        );
        tell("outbox_refused", gauge, "Mails refused for good.", counts.dead.to_string());
        tell(
            "outbox_oldest_seconds",
            gauge,
            "How long the oldest mail that is due has waited.",
            seconds(waiting.oldest),
        );
        tell(
            "sending_stopped",
            gauge,
            "Whether nothing can be sent.",
            u8::from(sending.stopped.is_some()).to_string(),
        );
        tell("mailboxes", gauge, "Mailboxes.", mailboxes.to_string());
        tell("mailboxes_resting", gauge, "Mailboxes that cannot be read now.", resting.to_string());
        let in_play = games.iter().filter(|game| game.status.goes_on()).count();
        tell("games_in_play", gauge, "Games in play.", in_play.to_string());
        let bytes = fs::metadata(store.path()).map_or(0, |metadata| metadata.len());
        tell("database_bytes", gauge, "What the database takes.", bytes.to_string());
        Ok(text)
    }
}

/// Puts a text in place of a file, so that whoever reads it finds the old one or the new one. There is
/// no secret in it, and another user reads it.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)?;
    fs::set_permissions(&beside, fs::Permissions::from_mode(0o644))?;
    fs::rename(&beside, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_written_in_one_piece_for_whoever_reads_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("feldpost.prom");
        let mut store = Store::in_memory().expect("a database");
        let mut counters = Counters::new(Some(file.clone()));
        counters.read = 3;
        counters.write(&mut store, &[], DateTime::UNIX_EPOCH);
        let text = fs::read_to_string(&file).expect("it is written");
        for line in [
            "feldpost_mails_read_total 3",
            "feldpost_outbox_queued 0",
            "# TYPE feldpost_mailboxes gauge",
        ] {
            assert!(text.lines().any(|there| there == line), "{line} is missing in {text}");
        }
        // Each value has its help and its type, and nothing else stands there.
        let (told, about): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| !line.starts_with("# "));
        assert_eq!(about.len(), 2 * told.len());
        assert!(
            told.iter()
                .all(|line| line.split(' ').nth(1).is_some_and(|n| n.parse::<f64>().is_ok()))
        );
        assert_eq!(fs::metadata(&file).expect("it").permissions().mode() & 0o777, 0o644);
        assert_eq!(fs::read_dir(folder.path()).expect("it").count(), 1);
        // Not again at once.
        fs::remove_file(&file).expect("removed");
        counters.write(&mut store, &[], DateTime::UNIX_EPOCH);
        assert!(!file.exists());
    }
}
