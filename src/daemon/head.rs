//! How far the database had come, in a small file beside it: a database that has lost what was in its
//! write-ahead log looks whole, and would do things twice.

use crate::store::{Store, StoreError};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The file, and what it says.
pub(super) struct Head {
    path: PathBuf,
    told: Option<(u64, u64)>,
}

/// The database has come less far than it had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the database {} is older than it was: it lacks {lacks} mails that were dealt with or written. If \
     its write-ahead log (the file with -wal) was lost, put it back; or restore a backup; or begin \
     with --take-over to go on as it is",
    path.display()
)]
pub struct WentBack {
    pub path: PathBuf,
    pub lacks: u64,
}

impl Head {
    /// Compares the database with what is noted.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn check(store: &mut Store) -> Result<(Head, Option<WentBack>), StoreError> {
        let database = store.path().to_owned();
        let path = beside(&database);
        let now = store.transaction(|tx| tx.mails_so_far())?;
        let noted = fs::read_to_string(&path).ok().and_then(|text| read(&text));
        let lacks = noted.map_or(0, |(received, written)| {
            received.saturating_sub(now.0) + written.saturating_sub(now.1)
        });
        let went_back = (lacks > 0).then_some(WentBack { path: database, lacks });
        Ok((Head { path, told: None }, went_back))
    }

    /// Notes how far the database has come.
    pub fn note(&mut self, store: &mut Store) -> Result<(), StoreError> {
        let now = store.transaction(|tx| tx.mails_so_far())?;
        if self.told == Some(now) {
            return Ok(());
        }
        match write(&self.path, now) {
            Ok(()) => self.told = Some(now),
            // It is a help, and no more.
            Err(error) => tracing::warn!(%error, "cannot note how far the database has come"),
        }
        Ok(())
    }
}

/// What was noted of the database that was here before does not hold for this one.
pub(super) fn forget(store: &Store) {
    // There may be none.
    let _ = fs::remove_file(beside(store.path()));
}

fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".head");
    PathBuf::from(name)
}

fn read(text: &str) -> Option<(u64, u64)> {
    let mut words = text.split_whitespace();
    let mut number = |name| (words.next()? == name).then(|| words.next()?.parse().ok()).flatten();
    Some((number("received")?, number("written")?))
}

fn write(path: &Path, (received, written): (u64, u64)) -> io::Result<()> {
    let part = path.with_extension("head.part");
    let mut file =
        fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
    writeln!(file, "received {received} written {written}")?;
    fs::rename(&part, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{NewMail, Rank};
    use chrono::DateTime;

    #[test]
    fn a_database_that_lost_its_write_ahead_log_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("club.db");
        let mut store = Store::open(&path).expect("the database");
        let (mut head, none) = Head::check(&mut store).expect("read");
        assert_eq!(none, None);
        // What is in the file itself, without what is only in the log beside it.
        store.backup(&folder.path().join("old.db")).expect("copied");
        let mail = NewMail {
            message_key: "a",
            game: None,
            seat: None,
            generation: None,
            kind: "receipt",
            rank: Rank::Prompt,
            recipient: "ann@club.test",
            payload: "{}",
            entry: None,
            asked: None,
            created: DateTime::UNIX_EPOCH,
            not_before: DateTime::UNIX_EPOCH,
        };
        store.transaction(|tx| tx.queue_mail(&mail)).expect("queued");
        head.note(&mut store).expect("noted");
        assert_eq!(Head::check(&mut store).expect("read").1, None);
        drop(store);
        fs::copy(folder.path().join("old.db"), &path).expect("set back");
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(folder.path().join(format!("club.db{suffix}")));
        }
        let mut store = Store::open(&path).expect("it looks whole");
        let went_back = Head::check(&mut store).expect("read").1.expect("noticed");
        assert_eq!(went_back.lacks, 1);
        assert!(went_back.to_string().contains("write-ahead log"));
    }
}
