//! One running instance per database: an advisory lock on a file beside it.
//!
//! The lock belongs to the open file, so it ends with the process, however that ends; the file
//! itself stays and means nothing. It does not guard single transactions: SQLite does that, and
//! short commands may read and write while the daemon holds the lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::error::StoreError;

/// Held for as long as this value lives.
#[derive(Debug)]
#[must_use = "the lock ends when this value is dropped"]
pub struct InstanceLock {
    /// Nothing to hold for a database in memory, which no other process can open.
    _file: Option<File>,
}

impl InstanceLock {
    /// Takes the lock of the database at `path`, on the file named like it with `.lock` appended.
    ///
    /// # Errors
    ///
    /// [`StoreError::AlreadyRunning`] with the holder's process number if it could be read.
    pub(super) fn take(path: &Path) -> Result<InstanceLock, StoreError> {
        let lock_path = lock_path(path);
        let failed = |doing| {
            let path = lock_path.clone();
            move |source| StoreError::File { path, doing, source }
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&lock_path)
            .map_err(failed("open the lock file"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Only for the message: an unreadable number changes nothing about the lock.
                let pid = match file.read_to_string(&mut holder) {
                    Ok(_) => holder.trim().parse().ok(),
                    Err(_) => None,
                };
                return Err(StoreError::AlreadyRunning { path: path.to_owned(), pid });
            }
            Err(TryLockError::Error(source)) => return Err(failed("lock the lock file")(source)),
        }
        let writing = failed("write the lock file");
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()))
            .map_err(writing)?;
        Ok(InstanceLock { _file: Some(file) })
    }

    /// The lock of a database in memory, which is always free.
    pub(super) fn in_memory() -> InstanceLock {
        InstanceLock { _file: None }
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_instance_is_told_who_holds_the_lock() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("club.db");
        let first = InstanceLock::take(&path).unwrap();
        match InstanceLock::take(&path) {
            Err(StoreError::AlreadyRunning { pid, .. }) => {
                assert_eq!(pid, Some(std::process::id()));
            }
            other => panic!("{other:?}"),
        }
        drop(first);
        assert!(InstanceLock::take(&path).is_ok());
    }

    #[test]
    fn a_lock_file_left_behind_locks_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("club.db");
        std::fs::write(lock_path(&path), "4711 and more text than a process number\n").unwrap();
        let _lock = InstanceLock::take(&path).unwrap();
        let content = std::fs::read_to_string(lock_path(&path)).unwrap();
        assert_eq!(content, format!("{}\n", std::process::id()));
    }
}
