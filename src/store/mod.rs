//! SQLite keeps everything: games and seats, the sealed log, drafts, inbox and outbox.
//!
//! What must happen together happens in one [`Store::transaction`]; every reading and writing is
//! a method of [`Tx`]. A crash at any point leaves the state before the transaction or after it.
//!
//! It deliberately knows nothing of FRIEDRICH (states, settings and drafts are JSON text given to
//! it), nothing of MIME, and never asks the clock: all times are passed in.

mod address_changes;
mod attendance;
mod bounces;
mod canonical;
mod check;
mod clocks;
mod digest;
mod entry;
mod error;
mod failures;
mod forgetting;
mod games;
mod held;
mod inbox;
mod instance;
mod kinds;
mod letters;
mod log;
mod log_file;
mod moment;
mod notices;
mod observers;
mod outbox;
mod person_records;
mod persons;
mod press;
mod progress;
mod retention;
mod retry;
mod rows;
mod schema;
mod sending;
mod timers;
mod votes;

pub use address_changes::AddressChange;
pub use attendance::{Absence, LapseCount, Vacancy};
pub use bounces::Bounce;
pub use canonical::{CanonicalError, canonical_json};
pub use clocks::Clock;
pub use digest::{Digest, DigestError};
pub use entry::{
    ChainFault, ChainFaultKind, Entry, EntryHead, NewEntry, Opening, first_previous, verify_chain,
};
pub use error::StoreError;
pub use failures::{FailureCount, OutboxCounts};
pub use forgetting::{KnownAddress, NOBODY, Trace};
pub use games::{Game, GameId, NewGame, Seat, Seed};
pub use inbox::{InboxRow, IncomingMail};
pub use instance::InstanceLock;
pub use kinds::{GameStatus, LetterKind, SeatStatus, TimerKind, VoteState};
pub use letters::Letter;
pub use log_file::{LogFile, LogFileError, SealedParts};
pub use moment::{TimeError, parse_time, time_text};
pub use observers::Observer;
pub use outbox::{AfterFailure, Failure, MailState, NewMail, OutboxId, OutgoingMail, Queued, Rank};
pub use person_records::PersonRecord;
pub use persons::{Person, PersonId};
pub use press::Press;
pub use progress::{SNAPSHOTS_KEPT, Snapshot, StoredDraft};
pub use retention::{Pruned, Size};
pub use retry::{UNREACHABLE_AFTER, next_attempt};
pub use sending::{Sending, Stopped, Waiting};
pub use timers::Timer;
pub use votes::{Ballot, Vote};

use std::fs::{self, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior};

/// How long to wait for another process, such as a command run beside the daemon.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Pages kept in memory, in KiB: what the games in play need for one mail.
const CACHE_KIB: i64 = 32 * 1024;

/// Statements kept prepared: most of the hundred and forty of the whole module.
const STATEMENTS_KEPT: usize = 120;

/// A connection to the database. Whatever works at the same time has one of its own.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Whether there is a file that other processes may open.
    on_disk: bool,
}

/// A transaction in progress: the methods that read and write are on this type.
#[derive(Debug)]
pub struct Tx<'store> {
    transaction: Transaction<'store>,
    path: &'store Path,
}

impl Store {
    /// Opens the database, creating it with mode 0600 if there is none, and brings its schema up
    /// to date. If other users may read an existing file, that is corrected and logged.
    ///
    /// # Errors
    ///
    /// Not a database, another program's, a newer version's, not writable, locked, or readable
    /// by others without being ours to correct. A file that is refused is not changed.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        create_if_missing(path)?;
        // The real name: SQLite would take ":memory:" for something else, and the instance lock
        // must be the same whichever symbolic link led here.
        let path = fs::canonicalize(path).map_err(|source| StoreError::File {
            path: path.to_owned(),
            doing: "find the database",
            source,
        })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags)
            .map_err(|error| StoreError::from_sqlite(&path, "open the database", error))?;
        Store { connection, path, on_disk: true }.prepared()
    }

    /// A database that ends with this value: for tests, and for the sample mails of `doctor`.
    ///
    /// # Errors
    ///
    /// Only if SQLite itself has no memory left.
    pub fn in_memory() -> Result<Store, StoreError> {
        let path = PathBuf::from("database in memory");
        let connection = Connection::open_in_memory()
            .map_err(|error| StoreError::from_sqlite(&path, "open the database", error))?;
        Store { connection, path, on_disk: false }.prepared()
    }

    /// Checks what was opened, sets the connection up, and migrates.
    fn prepared(mut self) -> Result<Store, StoreError> {
        let path = self.path.clone();
        let failed = |error| StoreError::from_sqlite(&path, "set the database up", error);
        self.connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        // Nothing is changed, not even the mode, before the file is known to be ours.
        let version = schema::identify(&self.connection, &path)?;
        if self.connection.is_readonly("main").map_err(failed)? {
            return Err(StoreError::ReadOnly { path, doing: "set the database up" });
        }
        if self.on_disk {
            keep_from_others(&path)?;
            if version == 0 {
                // Before the first table, or it does nothing: free pages can be given back.
                self.connection
                    .pragma_update(None, "auto_vacuum", "INCREMENTAL")
                    .map_err(failed)?;
            }
            let mode: String = self
                .connection
                .query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))
                .map_err(failed)?;
            if mode != "wal" {
                return Err(StoreError::NoWriteAheadLog { path, mode });
            }
        }
        self.connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
        // A damaged or hostile file must not run functions by way of its schema.
        self.connection.pragma_update(None, "trusted_schema", false).map_err(failed)?;
        self.connection.pragma_update(None, "cache_size", -CACHE_KIB).map_err(failed)?;
        self.connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
        // The schema must not change under an older instance that is still running.
        let _alone = if self.on_disk && version > 0 && schema::is_outdated(version) {
            Some(InstanceLock::take(&path)?)
        } else {
            None
        };
        schema::migrate(&mut self.connection, &path, schema::MIGRATIONS)?;
        Ok(self)
    }

    /// The database file, with symbolic links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the lock that only one instance per database may hold; it ends with the value.
    ///
    /// # Errors
    ///
    /// [`StoreError::AlreadyRunning`] if another process, or this one, holds it.
    pub fn lock_instance(&self) -> Result<InstanceLock, StoreError> {
        if self.on_disk { InstanceLock::take(&self.path) } else { Ok(InstanceLock::in_memory()) }
    }

    /// Waits this long for another connection that writes, in place of the usual ten seconds: for callers who have
    /// something in hand that must be written down.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn wait_for_others(&self, time: Duration) -> Result<(), StoreError> {
        self.connection.busy_timeout(time).map_err(|error| {
            StoreError::from_sqlite(&self.path, "set the time to wait for others", error)
        })
    }

    /// Runs `work` and stores all it wrote if it returns `Ok`, nothing if it returns `Err` or
    /// panics. The write lock is taken at once, so what `work` reads stays true until the end.
    ///
    /// # Errors
    ///
    /// What `work` returned, or that the transaction could not be begun or committed.
    pub fn transaction<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let tx = self.begin(TransactionBehavior::Immediate)?;
        let result = work(&tx)?;
        tx.commit()?;
        Ok(result)
    }

    fn begin(&mut self, behavior: TransactionBehavior) -> Result<Tx<'_>, StoreError> {
        let path = self.path.as_path();
        let transaction = self
            .connection
            .transaction_with_behavior(behavior)
            .map_err(|error| StoreError::from_sqlite(path, "begin a transaction", error))?;
        Ok(Tx { transaction, path })
    }
}

impl Tx<'_> {
    /// Runs statements, and says of an error what was being done, as in "cannot … :".
    fn run<T>(
        &self,
        doing: &'static str,
        statements: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        // After some errors (disk full, input or output failed) SQLite has rolled everything back
        // by itself. What followed would be committed statement by statement: half of the work.
        if self.transaction.is_autocommit() {
            return Err(StoreError::RolledBack { path: self.path.to_owned(), doing });
        }
        statements(&self.transaction)
            .map_err(|error| StoreError::from_sqlite(self.path, doing, error))
    }

    fn commit(self) -> Result<(), StoreError> {
        self.run("commit a transaction", |_| Ok(()))?;
        let path = self.path;
        self.transaction
            .commit()
            .map_err(|error| StoreError::from_sqlite(path, "commit a transaction", error))
    }

    /// The value kept under this key for the installation as a whole.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn meta(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.run("read a value of the installation", |connection| {
            connection
                .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
                .query_row([key], |row| row.get(0))
                .optional()
        })
    }

    /// Forgets a value.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn remove_meta(&self, key: &str) -> Result<(), StoreError> {
        self.run("forget a value of the installation", |connection| {
            connection.execute("DELETE FROM meta WHERE key = ?1", [key]).map(drop)
        })
    }

    /// Keeps a value, such as a key for message authentication, in place of any earlier one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn set_meta(&self, key: &str, value: &[u8]) -> Result<(), StoreError> {
        self.run("keep a value of the installation", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO meta (key, value) VALUES (?1, ?2)
                     ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                )?
                .execute((key, value))
                .map(drop)
        })
    }
}

/// An empty file with mode 0600, unless there is a file already.
fn create_if_missing(path: &Path) -> Result<(), StoreError> {
    let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let doing = "create the database";
    match created {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Ok(()),
            Ok(_) => Err(StoreError::NotAFile { path: path.to_owned() }),
            Err(source) => Err(StoreError::File { path: path.to_owned(), doing, source }),
        },
        Err(source) => Err(StoreError::File { path: path.to_owned(), doing, source }),
    }
}

/// Takes the rights of group and others from the database and SQLite's files beside it.
fn keep_from_others(path: &Path) -> Result<(), StoreError> {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        let path = PathBuf::from(name);
        let mode = match fs::metadata(&path) {
            Ok(metadata) => metadata.permissions().mode() & 0o7777,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(source) => {
                return Err(StoreError::File { path, doing: "examine the database", source });
            }
        };
        if mode & 0o077 != 0 {
            if let Err(source) = fs::set_permissions(&path, Permissions::from_mode(0o600)) {
                return Err(StoreError::Permissions { path, mode, source });
            }
            tracing::warn!(
                path = %path.display(),
                was = format!("{mode:o}"),
                "other users could read the database; its mode is now 600"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_cannot_be_written_is_refused_at_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("club.db");
        drop(Store::open(&path).unwrap());
        // What SQLite falls back to when the file's mode forbids writing.
        let connection =
            Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let error = Store { connection, path, on_disk: true }.prepared().unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
    }

    #[test]
    fn a_full_disk_is_told_and_stores_nothing() {
        let mut store = Store::in_memory().unwrap();
        let pages: i64 =
            store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        store.connection.pragma_update(None, "max_page_count", pages + 2).unwrap();
        let error = store
            .transaction(|tx| {
                tx.set_meta("small", b"fits")?;
                tx.set_meta("large", &[0; 100_000])
            })
            .unwrap_err();
        assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
        assert_eq!(store.transaction(|tx| tx.meta("small")).unwrap(), None);
    }

    #[test]
    fn nothing_is_stored_behind_a_transaction_sqlite_gave_up() {
        let mut store = Store::in_memory().unwrap();
        let error = store
            .transaction(|tx| {
                tx.set_meta("before", b"1")?;
                tx.run("give up", |connection| connection.execute_batch("ROLLBACK"))?;
                let refused = tx.set_meta("after", b"2");
                assert!(matches!(refused, Err(StoreError::RolledBack { .. })));
                Ok::<(), StoreError>(())
            })
            .unwrap_err();
        assert!(matches!(error, StoreError::RolledBack { .. }), "{error}");
        for key in ["before", "after"] {
            assert_eq!(store.transaction(|tx| tx.meta(key)).unwrap(), None);
        }
    }

    #[test]
    fn the_schema_does_not_change_under_a_running_instance() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("club.db");
        let mut connection = Connection::open(&path).unwrap();
        schema::migrate(&mut connection, &path, &schema::MIGRATIONS[..1]).unwrap();
        drop(connection);
        let running = InstanceLock::take(&path).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::AlreadyRunning { .. }), "{error}");
        drop(running);
        Store::open(&path).unwrap();
    }

    #[test]
    fn the_connection_is_set_up_for_safety() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&directory.path().join("club.db")).unwrap();
        let pragma = |name: &str| -> String {
            store
                .connection
                .query_row(&format!("SELECT {name} FROM pragma_{name}"), [], |row| {
                    row.get::<_, rusqlite::types::Value>(0)
                })
                .map(|value| format!("{value:?}"))
                .unwrap()
        };
        assert_eq!(pragma("foreign_keys"), "Integer(1)");
        assert_eq!(pragma("synchronous"), "Integer(2)");
        assert_eq!(pragma("journal_mode"), "Text(\"wal\")");
        assert_eq!(pragma("trusted_schema"), "Integer(0)");
    }
}
