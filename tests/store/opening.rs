//! Opening the database file, holding it alone, and copying it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use feldpost::store::{Store, StoreError, verify_chain};
use rusqlite::Connection;

use crate::{append, club, place, prussia};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_new_database_is_the_owners_alone() {
    let (_directory, path, _store, _) = club();
    assert_eq!(mode(&path), 0o600);
    let wal = path.with_extension("db-wal");
    assert_eq!(mode(&wal), 0o600);
}

#[test]
fn a_database_others_may_read_is_closed_to_them() {
    let (_directory, path, store, _) = club();
    drop(store);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let _store = Store::open(&path).unwrap();
    assert_eq!(mode(&path), 0o600);
}

#[test]
fn what_was_stored_is_there_when_opened_again() {
    let (_directory, path, store, game) = club();
    drop(store);
    let mut store = Store::open(&path).unwrap();
    let entries = store.transaction(|tx| tx.entries(game)).unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!(verify_chain("lobositz", &entries), Ok(()));
    assert_eq!(store.integrity_check().unwrap(), [""; 0]);
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let long = "not a database, ".repeat(1000);
    for content in ["root:x:0:0", long.as_str()] {
        let (_directory, path) = place();
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::NotADatabase { .. }), "{error}");
        assert!(error.to_string().contains("club.db"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
        assert_eq!(mode(&path), 0o644);
    }
}

#[test]
fn another_programs_database_is_refused_and_left_alone() {
    let (_directory, path) = place();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::ForeignDatabase { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_newer_versions_database_is_refused_and_left_alone() {
    let (_directory, path, store, _) = club();
    drop(store);
    let newer = Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 1000).unwrap();
    drop(newer);
    match Store::open(&path).unwrap_err() {
        StoreError::NewerSchema { found: 1000, known, .. } => assert!(known < 1000),
        other => panic!("{other}"),
    }
    let newer = Connection::open(&path).unwrap();
    let version: i64 = newer.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(version, 1000);
}

#[test]
fn a_path_without_a_file_is_told_apart() {
    let (directory, path) = place();
    let error = Store::open(directory.path()).unwrap_err();
    assert!(matches!(error, StoreError::NotAFile { .. }), "{error}");
    let error = Store::open(&path.join("deeper.db")).unwrap_err();
    assert!(matches!(error, StoreError::File { .. }), "{error}");
    assert!(error.to_string().contains("check that the directory exists"), "{error}");
}

#[test]
fn a_damaged_database_is_told() {
    let (_directory, path, mut store, game) = club();
    store.transaction(|tx| tx.save_snapshot(game, 1, &"state ".repeat(20_000))).unwrap();
    drop(store);
    let mut bytes = fs::read(&path).unwrap();
    let half = bytes.len() / 2;
    bytes[4096..half].fill(0xff);
    fs::write(&path, bytes).unwrap();
    match Store::open(&path) {
        Err(error) => assert!(matches!(error, StoreError::Damaged { .. }), "{error}"),
        Ok(mut store) => assert!(!store.integrity_check().unwrap().is_empty()),
    }
}

#[test]
fn one_instance_has_the_database() {
    let (_directory, path, store, _) = club();
    let lock = store.lock_instance().unwrap();
    let other = Store::open(&path).unwrap();
    match other.lock_instance().unwrap_err() {
        StoreError::AlreadyRunning { pid, .. } => assert_eq!(pid, Some(std::process::id())),
        error => panic!("{error}"),
    }
    drop(lock);
    let _lock = other.lock_instance().unwrap();
}

#[test]
fn a_backup_is_a_whole_database_in_one_file() {
    let (directory, _path, mut store, game) = club();
    let copy = directory.path().join("backup.db");
    store.backup(&copy).unwrap();
    assert_eq!(mode(&copy), 0o600);
    assert!(!copy.with_extension("db-wal").exists());
    store.transaction(|tx| append(tx, game, "later", None)).unwrap();
    let mut restored = Store::open(&copy).unwrap();
    assert_eq!(restored.integrity_check().unwrap(), [""; 0]);
    assert_eq!(restored.transaction(|tx| tx.entries(game)).unwrap().len(), 3);
    assert_eq!(restored.transaction(|tx| tx.seats(game)).unwrap(), [prussia(game)]);
}

#[test]
fn a_backup_overwrites_nothing() {
    let (directory, path, store, _) = club();
    let precious = directory.path().join("precious");
    fs::write(&precious, "kept").unwrap();
    for existing in [&precious, &path] {
        let error = store.backup(existing).unwrap_err();
        assert!(matches!(error, StoreError::BackupExists { .. }), "{error}");
    }
    assert_eq!(fs::read_to_string(&precious).unwrap(), "kept");
    let error = store.backup(&directory.path().join("missing").join("backup.db")).unwrap_err();
    assert!(matches!(error, StoreError::File { .. }), "{error}");
}
