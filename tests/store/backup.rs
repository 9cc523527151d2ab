//! A backup taken while the database is in use comes back whole, and overwrites nothing.

use super::{create_game, place};
use feldpost::store::{Store, StoreError};

#[test]
fn a_backup_comes_back_whole() {
    let (folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    store.transaction(|tx| create_game(tx, "rossbach")).unwrap();
    let backup = folder.path().join("backup.db");
    store.backup(&backup).unwrap();
    store.transaction(|tx| create_game(tx, "leuthen")).unwrap();

    let error = Store::restore(&backup, &path).unwrap_err();
    assert!(matches!(error, StoreError::RestoreExists { .. }), "{error}");
    let elsewhere = folder.path().join("restored.db");
    let mut restored = Store::restore(&backup, &elsewhere).unwrap();
    let names = |store: &mut Store| -> Vec<String> {
        let games = store.transaction(|tx| tx.games()).unwrap();
        games.into_iter().map(|game| game.name).collect()
    };
    assert_eq!(names(&mut restored), ["rossbach"]);
    assert_eq!(names(&mut store), ["rossbach", "leuthen"]);
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(&elsewhere).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn what_is_no_sound_backup_is_not_restored_and_leaves_nothing_behind() {
    let (folder, path) = place();
    drop(Store::open(&path).unwrap());
    let good = std::fs::read(&path).unwrap();
    let target = folder.path().join("target.db");
    let mut broken = good.clone();
    for byte in broken.iter_mut().skip(4096).take(3000) {
        *byte ^= 0x55;
    }
    for (name, bytes) in
        [("empty", Vec::new()), ("text", b"no database".to_vec()), ("broken", broken)]
    {
        let backup = folder.path().join(name);
        std::fs::write(&backup, &bytes).unwrap();
        let error = Store::restore(&backup, &target).unwrap_err();
        assert!(!error.to_string().is_empty());
        assert!(!target.exists(), "{name} was restored: {error}");
        let left = std::fs::read_dir(folder.path())
            .unwrap()
            .filter(|entry| {
                entry.as_ref().unwrap().file_name().to_string_lossy().contains("restoring")
            })
            .count();
        assert_eq!(left, 0, "{name} left something behind");
        assert_eq!(std::fs::read(&backup).unwrap(), bytes, "the backup itself was changed");
    }
    assert!(Store::restore(&folder.path().join("missing"), &target).is_err());
    // A write-ahead log of another database would be taken for the restored one's.
    std::fs::write(folder.path().join("target.db-wal"), "").unwrap();
    assert!(Store::restore(&path, &target).is_err());
}
