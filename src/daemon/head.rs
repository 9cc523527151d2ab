//! How far the database had come and by whom it was worked with, in a small file beside it that is not copied
//! with it: a database that has lost what was in its write-ahead log looks whole, and so does a copy; both would
//! do things twice.

use crate::store::{Store, StoreError};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The file, and what this program last wrote into it: mails received and written.
pub(super) struct Head {
    path: PathBuf,
    told: Option<(u64, u64)>,
}

/// The database has lost something that was in it: it must not go on by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the database {} is older than it was: it lacks {lacks} mails that were dealt with or written. If \
     its write-ahead log (the file with -wal) was lost, put it back; or restore a backup; or begin \
     with --take-over to go on as it is",
    path.display()
)]
pub struct WentBack {
    /// The database file that is behind what was noted beside it.
    pub path: PathBuf,
    /// How many mails, read or written, it had noted and no longer knows.
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
        let noted = fs::read_to_string(&path).ok().and_then(|text| Noted::read(&text));
        let lacks = noted.map_or(0, |Noted { so_far: (received, written), .. }| {
            received.saturating_sub(now.0) + written.saturating_sub(now.1)
        });
        let went_back = (lacks > 0).then_some(WentBack { path: database, lacks });
        Ok((Head { path, told: None }, went_back))
    }

    /// Notes how far the database has come.
    ///
    /// # Errors
    ///
    /// The database fails. That the file cannot be written is only logged.
    pub fn note(&mut self, store: &mut Store) -> Result<(), StoreError> {
        let now = store.transaction(|tx| tx.mails_so_far())?;
        if self.told == Some(now) {
            return Ok(());
        }
        let kept = fs::read_to_string(&self.path).ok().and_then(|text| Noted::read(&text));
        match (Noted { so_far: now, ..kept.unwrap_or_default() }).write(&self.path) {
            Ok(()) => self.told = Some(now),
            // It is a help, and no more.
            Err(error) => tracing::warn!(%error, "cannot note how far the database has come"),
        }
        Ok(())
    }
}

/// Where a database comes from, by the file beside it, which is not copied with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It lies where it lay when a program last worked with it.
    Here,
    /// Its folder was moved or copied as a whole, or its disk is in another machine.
    Moved,
    /// It was copied: nothing is noted beside it, or only holders that it does not know of.
    Elsewhere,
}

/// Where a database comes from whose claim was last made by `holder` ([`Claim`](crate::mail::claim::Claim)).
pub(super) fn origin(store: &Store, holder: &str) -> Origin {
    let path = store.path();
    let Some(noted) = fs::read_to_string(beside(path)).ok().and_then(|text| Noted::read(&text))
    else {
        return Origin::Elsewhere;
    };
    // An older version of the program noted no holders.
    if noted.holders.is_empty() {
        return Origin::Here;
    }
    match noted.holders.iter().any(|known| known == holder) {
        true if noted.place == place_of(path) => Origin::Here,
        true => Origin::Moved,
        false => Origin::Elsewhere,
    }
}

/// Notes by whom the database is worked with where it lies: these holders, in place of those that were noted.
pub(super) fn note_holders(store: &Store, holders: &[&str]) {
    let path = beside(store.path());
    let kept = fs::read_to_string(&path).ok().and_then(|text| Noted::read(&text));
    let holders = holders.iter().map(|&holder| holder.to_owned()).collect();
    let noted = Noted { holders, place: place_of(store.path()), ..kept.unwrap_or_default() };
    if let Err(error) = noted.write(&path) {
        tracing::warn!(%error, "cannot note that the database is worked with here");
    }
}

/// What tells this file on this machine from a copy: its inode, and the machine's id, as far as they are known.
fn place_of(database: &Path) -> String {
    let file = fs::metadata(database).map_or(0, |file| file.ino());
    let machine = fs::read_to_string("/etc/machine-id").unwrap_or_default();
    format!("{file}-{}", machine.trim())
}

/// Removes the file: what was noted of the database that was here before does not hold for a restored one.
pub(super) fn forget(store: &Store) {
    // There may be none.
    let _ = fs::remove_file(beside(store.path()));
}

fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".head");
    PathBuf::from(name)
}

/// What the file says.
#[derive(Default)]
struct Noted {
    /// Mails received and written.
    so_far: (u64, u64),
    holders: Vec<String>,
    place: String,
}

impl Noted {
    fn read(text: &str) -> Option<Noted> {
        let mut words = text.split_whitespace();
        let mut after = |name| (words.next()? == name).then(|| words.next()).flatten();
        let so_far = (after("received")?.parse().ok()?, after("written")?.parse().ok()?);
        let holders = after("by").unwrap_or_default();
        let holders = holders.split(',').filter(|word| !word.is_empty()).map(str::to_owned);
        let holders = holders.collect();
        Some(Noted { so_far, holders, place: after("at").unwrap_or_default().to_owned() })
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let Noted { so_far: (received, written), holders, place } = self;
        let mut text = format!("received {received} written {written}");
        if !holders.is_empty() {
            text += &format!(" by {} at {place}", holders.join(","));
        }
        let part = path.with_extension("head.part");
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&part)?;
        writeln!(file, "{text}")?;
        fs::rename(&part, path)
    }
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
