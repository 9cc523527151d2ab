//! What can go wrong with the database, and what the operator can do about it.
//!
//! It does not retry and does not log: callers decide by [`StoreError::is_transient`] and
//! [`StoreError::can_be_waited_out`].

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use super::canonical::CanonicalError;

/// Why the store refused or failed.
///
/// Every message names the file (`path`), what was being done (`doing`), the cause and a remedy.
/// A transaction that returns one leaves the database as it was.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file or its directory could not be created, read or examined.
    #[error("{}: cannot {doing}: {source}; check that the directory exists and belongs to the user the program runs as", path.display())]
    File {
        /// Which file or directory.
        path: PathBuf,
        /// What failed, so worded that it follows "cannot".
        doing: &'static str,
        /// What the operating system said.
        source: io::Error,
    },

    /// The path names a directory, a socket or another thing that holds no database.
    #[error("{}: is not a regular file; name the database file itself", path.display())]
    NotAFile {
        /// The database file.
        path: PathBuf,
    },

    /// Others may read the file, and that could not be corrected.
    #[error("{}: other users may read this file (mode {mode:o}), and it holds the players' secrets; correcting that failed: {source}; run chmod 600 on it as its owner", path.display())]
    Permissions {
        /// The database file.
        path: PathBuf,
        /// The permission bits that were found.
        mode: u32,
        /// Why they could not be made 0600.
        source: io::Error,
    },

    /// The file is not SQLite's.
    #[error("{}: is not a database of this program; name another file, or restore a backup if this one was overwritten", path.display())]
    NotADatabase {
        /// The database file.
        path: PathBuf,
    },

    /// A SQLite database, but of another program.
    #[error("{}: is a database of another program; name another file", path.display())]
    ForeignDatabase {
        /// The database file.
        path: PathBuf,
    },

    /// Written by a later version of this program.
    #[error("{}: was written by a newer version of this program (schema {found}, this version knows {known}); install the newer version, or restore the backup made before the update", path.display())]
    NewerSchema {
        /// The database file.
        path: PathBuf,
        /// The number of the last migration that was applied to it.
        found: i64,
        /// The number of the last one that this program has.
        known: i64,
    },

    /// The file cannot be kept in write-ahead mode.
    #[error("{}: the file system cannot hold SQLite's write-ahead log (journal mode stays {mode}); put the database on a local disk", path.display())]
    NoWriteAheadLog {
        /// The database file.
        path: PathBuf,
        /// The journal mode that SQLite stays in.
        mode: String,
    },

    /// The file, its directory or the file system refuses writing.
    #[error("{}: cannot {doing}: the database is not writable; check the owner and mode of the file and of its directory, and that the file system is not mounted read-only", path.display())]
    ReadOnly {
        /// The database file.
        path: PathBuf,
        /// What failed, so worded that it follows "cannot".
        doing: &'static str,
    },

    /// No space is left; nothing of the transaction was stored.
    #[error("{}: cannot {doing}: the disk is full; nothing was stored, free some space and start again", path.display())]
    DiskFull {
        /// The database file.
        path: PathBuf,
        /// What failed, so worded that it follows "cannot".
        doing: &'static str,
    },

    /// Another process kept the database locked for longer than the busy timeout.
    #[error("{}: cannot {doing}: another program is using the database; wait until it has finished, or end it", path.display())]
    Locked {
        /// The database file.
        path: PathBuf,
        /// What failed, so worded that it follows "cannot".
        doing: &'static str,
    },

    /// The pages of the file do not fit together, or a value in it is not what it must be.
    #[error("{}: cannot {doing}: the database is damaged ({what}); restore the last backup and keep this file for examination", path.display())]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// What failed, so worded that it follows "cannot".
        doing: &'static str,
        /// What does not fit, in SQLite's words or ours.
        what: String,
    },

    /// A constraint or trigger of the schema refused a write.
    #[error("{}: cannot {doing}: {reason}; this is a mistake in the program, please report it", path.display())]
    Refused {
        /// The database file.
        path: PathBuf,
        /// What failed, so worded that it follows "cannot".
        doing: &'static str,
        /// Which constraint or trigger.
        reason: String,
    },

    /// SQLite gave the transaction up in its middle, and the caller went on.
    #[error("{}: cannot {doing}: the transaction was given up after an earlier error; nothing of it was stored, start again", path.display())]
    RolledBack {
        /// The database file.
        path: PathBuf,
        /// What failed, so worded that it follows "cannot".
        doing: &'static str,
    },

    /// Everything else SQLite can report.
    #[error("{}: cannot {doing}: {source}; run the program's doctor command", path.display())]
    Sqlite {
        /// The database file.
        path: PathBuf,
        /// What failed, so worded that it follows "cannot".
        doing: &'static str,
        /// SQLite's own error.
        source: rusqlite::Error,
    },

    /// Another process of this program holds the instance lock.
    #[error("{}: the program is already running with this database{}; end it first, or name another database", path.display(), holder(*.pid))]
    AlreadyRunning {
        /// The database file.
        path: PathBuf,
        /// The process that holds the lock; `None` if the lock file does not say.
        pid: Option<u32>,
    },

    /// A backup never overwrites anything.
    #[error("{}: exists already; a backup is only written to a new file, name another", path.display())]
    BackupExists {
        /// The file that should have become the backup.
        path: PathBuf,
    },

    /// A restored backup never overwrites anything.
    #[error("{}: exists already; a backup is only restored to where there is nothing: move this file away first", path.display())]
    RestoreExists {
        /// Where the database should have been put.
        path: PathBuf,
    },

    /// A backup that is no good.
    #[error("{}: is not a sound backup and was not restored: {what}; take another one", path.display())]
    BackupDamaged {
        /// The backup.
        path: PathBuf,
        /// What its examination found.
        what: String,
    },

    /// The names of games are part of mail addresses and of the log.
    #[error("\"{name}\" cannot name a game: use 1 to 32 of the letters a to z and the digits")]
    GameName {
        /// What was given as a name.
        name: String,
    },

    /// Another game, perhaps one long over, has this name.
    #[error("a game named \"{name}\" exists already; choose another name")]
    GameNameTaken {
        /// The name that is in use.
        name: String,
    },

    /// The number names no game in this database.
    #[error("{}: there is no game number {game}; list the games and name one of them", path.display())]
    NoSuchGame {
        /// The database file.
        path: PathBuf,
        /// The number that was asked for.
        game: i64,
    },

    /// The number names no mail in the outbox, or one that is not queued any more.
    #[error("{}: mail number {mail} is not queued in the outbox (any more); list the outbox and name another", path.display())]
    NotQueued {
        /// The database file.
        path: PathBuf,
        /// The number in the outbox that was asked for.
        mail: i64,
    },

    /// These bytes, or this sender's Message-ID, are in the inbox already.
    #[error("{}: this mail was received before (inbox number {earlier}); it must not be carried out again", path.display())]
    AlreadyReceived {
        /// The database file.
        path: PathBuf,
        /// The number in the inbox that it got then.
        earlier: i64,
    },

    /// A part of a log entry cannot be written canonically.
    #[error(
        "cannot append an entry of kind \"{kind}\" to the log: its {part} part {source}; this is a mistake in the program, please report it"
    )]
    Entry {
        /// Which kind of entry should have been appended.
        kind: String,
        /// `public` or `sealed`.
        part: &'static str,
        /// What canonical JSON does not allow in it.
        source: CanonicalError,
    },

    /// The operating system gave no random bytes.
    #[error(
        "cannot draw a random nonce: {source}; check that the system's random source is available"
    )]
    Random {
        /// What the operating system said.
        source: getrandom::Error,
    },
}

/// The part of a sentence that names the process holding the instance lock.
fn holder(pid: Option<u32>) -> String {
    pid.map_or_else(String::new, |pid| format!(" (process {pid})"))
}

impl StoreError {
    /// Whether the same call may succeed later with nothing changed by anybody.
    pub fn is_transient(&self) -> bool {
        matches!(self, StoreError::Locked { .. })
    }

    /// Whether the operator can put it right while the program waits: a full disk, a file system
    /// mounted read-only, a device that fails for a while. Nothing was stored.
    pub fn can_be_waited_out(&self) -> bool {
        matches!(
            self,
            StoreError::Locked { .. }
                | StoreError::DiskFull { .. }
                | StoreError::ReadOnly { .. }
                | StoreError::RolledBack { .. }
                | StoreError::Sqlite { .. }
                | StoreError::File { .. }
        )
    }

    /// Turns SQLite's result codes into causes an operator can act on.
    pub(super) fn from_sqlite(path: &Path, doing: &'static str, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        let code = match &source {
            rusqlite::Error::SqliteFailure(failure, message) => {
                Some((failure.code, message.clone().unwrap_or_else(|| failure.to_string())))
            }
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::Utf8Error(..) => {
                return StoreError::Damaged { path, doing, what: source.to_string() };
            }
            _ => None,
        };
        match code {
            Some((ErrorCode::DiskFull, _)) => StoreError::DiskFull { path, doing },
            Some((
                ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen,
                _,
            )) => StoreError::ReadOnly { path, doing },
            Some((ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked, _)) => {
                StoreError::Locked { path, doing }
            }
            Some((ErrorCode::DatabaseCorrupt, what)) => StoreError::Damaged { path, doing, what },
            Some((ErrorCode::NotADatabase, _)) => StoreError::NotADatabase { path },
            Some((ErrorCode::ConstraintViolation, reason)) => {
                StoreError::Refused { path, doing, reason }
            }
            _ => StoreError::Sqlite { path, doing, source },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    fn told(code: i32) -> String {
        let source = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        StoreError::from_sqlite(Path::new("club.db"), "queue a mail", source).to_string()
    }

    #[test]
    fn an_operator_is_told_what_to_do() {
        assert!(told(ffi::SQLITE_FULL).contains("club.db: cannot queue a mail: the disk is full"));
        assert!(told(ffi::SQLITE_FULL).contains("free some space"));
        assert!(told(ffi::SQLITE_READONLY).contains("not writable"));
        assert!(told(ffi::SQLITE_READONLY_DIRECTORY).contains("not writable"));
        assert!(told(ffi::SQLITE_BUSY).contains("another program is using"));
        assert!(told(ffi::SQLITE_CORRUPT).contains("restore the last backup"));
        assert!(told(ffi::SQLITE_NOTADB).contains("not a database"));
        assert!(told(ffi::SQLITE_IOERR).contains("doctor"));
    }

    #[test]
    fn only_a_lock_goes_away_by_itself() {
        let error = |code| {
            let source = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            StoreError::from_sqlite(Path::new("club.db"), "queue a mail", source)
        };
        assert!(error(ffi::SQLITE_BUSY).is_transient());
        assert!(!error(ffi::SQLITE_FULL).is_transient());
        assert!(!error(ffi::SQLITE_CORRUPT).is_transient());
    }
}
