//! Is the database sound, and a copy of it for the day it is not.
//!
//! Whether the games in it were refereed rightly is not for the store to say.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, TransactionBehavior};

use super::entry::verify_chain;
use super::error::StoreError;
use super::games::GameId;
use super::{Store, Tx};

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

    fn copy_into(&self, to: &Path) -> Result<(), StoreError> {
        let doing = "write the backup";
        // The real name, as in `open`.
        let file_failed = |source| StoreError::File { path: to.to_owned(), doing, source };
        let real = fs::canonicalize(to).map_err(file_failed)?;
        let failed = |error| StoreError::from_sqlite(&real, doing, error);
        let mut copy = Connection::open(&real).map_err(failed)?;
        let backup = Backup::new(&self.connection, &mut copy).map_err(failed)?;
        // All at once: readers and the daemon are not held up by it, and it cannot be overtaken.
        match backup.step(-1).map_err(failed)? {
            StepResult::Done => {}
            _ => {
                return Err(StoreError::Locked { path: self.path.clone(), doing });
            }
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
