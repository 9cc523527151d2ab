//! Is the database sound, and a copy of it for the day it is not.
//!
//! Whether the games in it were refereed rightly is not for the store to say.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, TransactionBehavior};

use super::entry::verify_chain;
use super::error::StoreError;
use super::games::GameId;
use super::{Store, Tx};

/// How often a copy is tried while another process holds the database, and the pause between.
const COPY_ATTEMPTS: u32 = 100;
const COPY_PAUSE: Duration = Duration::from_millis(100);

impl Store {
    /// Checks SQLite's pages and references and the chains of all games.
    ///
    /// # Errors
    ///
    /// Only what keeps the check from being made, such as a lock; damage is a finding. A sound
    /// database has none.
    pub fn integrity_check(&mut self) -> Result<Vec<String>, StoreError> {
        // Reads only: the daemon goes on writing while a large database is checked.
        let tx = self.begin(TransactionBehavior::Deferred)?;
        let mut findings = Vec::new();
        for check in [pages, references, chains] {
            match check(&tx) {
                Ok(found) => findings.extend(found),
                // What is too damaged to be read is the finding itself.
                Err(damage @ (StoreError::Damaged { .. } | StoreError::NotADatabase { .. })) => {
                    findings.push(damage.to_string());
                }
                Err(other) => return Err(other),
            }
        }
        Ok(findings)
    }

    /// Copies the database into a new file with mode 0600 while it stays in use, and checks the
    /// copy. What is committed when the copy begins is in it.
    ///
    /// # Errors
    ///
    /// The file exists already or cannot be written. A copy that failed is removed.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to);
        match created {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(StoreError::BackupExists { path: to.to_owned() });
            }
            Err(source) => {
                let (path, doing) = (to.to_owned(), "create the backup");
                return Err(StoreError::File { path, doing, source });
            }
        }
        let copied = self.copy_into(to);
        if copied.is_err() {
            // The first error is the one to tell; what is left lies in nobody's way.
            let _ = fs::remove_file(to);
        }
        copied
    }

    /// Puts a backup where the database is to be. The backup itself is not touched; what it holds
    /// is checked before it takes its place, and brought up to today's schema.
    ///
    /// # Errors
    ///
    /// There is something already, the backup is damaged or none of this program's, or the file
    /// cannot be written. Then nothing is left behind.
    pub fn restore(from: &Path, to: &Path) -> Result<Store, StoreError> {
        for suffix in ["", "-wal", "-shm"] {
            let path = beside(to, suffix);
            // A log left behind would be taken for the restored file's.
            if fs::symlink_metadata(&path).is_ok() {
                return Err(StoreError::RestoreExists { path });
            }
        }
        let part = beside(to, ".restoring");
        let restored = restore_by_way_of(from, &part, to);
        if restored.is_err() {
            for suffix in ["", "-wal", "-shm", ".lock"] {
                // The first error is the one to tell.
                let _ = fs::remove_file(beside(&part, suffix));
            }
        }
        restored?;
        Store::open(to)
    }

    fn copy_into(&self, to: &Path) -> Result<(), StoreError> {
        let doing = "write the backup";
        // The real name, as in `open`.
        let file_failed = |source| StoreError::File { path: to.to_owned(), doing, source };
        let real = fs::canonicalize(to).map_err(file_failed)?;
        let failed = |error| StoreError::from_sqlite(&real, doing, error);
        let mut copy = Connection::open(&real).map_err(failed)?;
        let backup = Backup::new(&self.connection, &mut copy).map_err(failed)?;
        // All at once: readers and the daemon are not held up by it, and it cannot be overtaken.
        let mut attempts = 0;
        while backup.step(-1).map_err(failed)? != StepResult::Done {
            attempts += 1;
            if attempts == COPY_ATTEMPTS {
                return Err(StoreError::Locked { path: self.path.clone(), doing });
            }
            std::thread::sleep(COPY_PAUSE);
        }
        drop(backup);
        // One file that can be carried away, without a write-ahead log beside it.
        copy.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).map_err(failed)?;
        let sound: String = copy
            .query_row(
                "SELECT group_concat(quick_check, '; ') FROM pragma_quick_check",
                [],
                |row| row.get(0),
            )
            .map_err(failed)?;
        if sound != "ok" {
            return Err(StoreError::Damaged { path: real, doing, what: sound });
        }
        copy.close().map_err(|(_, error)| failed(error))?;
        // The new name itself must survive a power failure, not only the file's content.
        let directory = real.parent().map_or_else(|| PathBuf::from("/"), Path::to_path_buf);
        File::open(directory).and_then(|directory| directory.sync_all()).map_err(file_failed)
    }
}

/// A file whose name is another's with something behind it.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Copies, checks and renames.
fn restore_by_way_of(from: &Path, part: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |path: &Path, doing| {
        let path = path.to_owned();
        move |source| StoreError::File { path, doing, source }
    };
    let mut backup = File::open(from).map_err(failed(from, "read the backup"))?;
    let mut copy = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(part)
        .map_err(failed(part, "create a file for the backup"))?;
    let written = io::copy(&mut backup, &mut copy).and_then(|_| copy.sync_all());
    written.map_err(failed(part, "write the backup to it"))?;
    if fs::metadata(part).is_ok_and(|metadata| metadata.len() == 0) {
        // SQLite would take an empty file for a new database.
        let what = "it is empty".to_owned();
        return Err(StoreError::BackupDamaged { path: from.to_owned(), what });
    }
    let mut store = Store::open(part)?;
    let findings = store.integrity_check()?;
    if !findings.is_empty() {
        let what = findings.join("; ");
        return Err(StoreError::BackupDamaged { path: from.to_owned(), what });
    }
    // What is in the write-ahead log goes into the file; the log goes away.
    store
        .connection
        .query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))
        .map_err(|error| StoreError::from_sqlite(part, "restore the backup", error))?;
    drop(store);
    let _ = fs::remove_file(beside(part, ".lock"));
    // Linking, unlike renaming, never replaces a file that has come meanwhile.
    fs::hard_link(part, to).map_err(failed(to, "put the backup into its place"))?;
    fs::remove_file(part).map_err(failed(part, "remove the file beside the database"))?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(failed(folder, "write the folder of the database"))
}

/// SQLite's own check of the file.
fn pages(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.run("check the database", |connection| {
        let mut statement = connection.prepare("PRAGMA integrity_check")?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
        lines
            .filter(|line| !matches!(line, Ok(text) if text == "ok"))
            .map(|line| line.map(|text| format!("SQLite finds the file damaged: {text}")))
            .collect()
    })
}

/// References to rows that are not there.
fn references(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.run("check the references", |connection| {
        connection
            .prepare(
                "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2",
            )?
            .query_map([], |row| {
                let (table, parent): (String, String) = (row.get(0)?, row.get(1)?);
                let count: i64 = row.get(2)?;
                Ok(format!(
                    "{count} rows of \"{table}\" refer to rows of \"{parent}\" that are missing"
                ))
            })?
            .collect()
    })
}

/// The log of every game, each by itself: one that cannot be read does not hide the others.
fn chains(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    let mut findings = Vec::new();
    for (id, name) in names(tx)? {
        match tx.entries(id) {
            Ok(entries) => {
                if let Err(fault) = verify_chain(&name, &entries) {
                    findings.push(format!("the log of game \"{name}\" does not hold at {fault}"));
                }
            }
            Err(StoreError::Damaged { what, .. }) => {
                findings.push(format!("the log of game \"{name}\" cannot be read: {what}"));
            }
            Err(other) => return Err(other),
        }
    }
    Ok(findings)
}

/// Only the columns the check needs, so that damage elsewhere in a game does not stop it.
fn names(tx: &Tx<'_>) -> Result<Vec<(GameId, String)>, StoreError> {
    tx.run("read the names of the games", |connection| {
        connection
            .prepare("SELECT id, name FROM games ORDER BY id")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect()
    })
}
