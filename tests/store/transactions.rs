//! A transaction is stored wholly or not at all, whatever ends it.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use feldpost::store::{Digest, GameId, GameStatus, IncomingMail, Seat, Store, StoreError, Tx};

use crate::{append, club, create_game, draft, incoming, noon, prussia, receipt};

/// Writes into every table.
fn write_everything(tx: &Tx<'_>, game: GameId) -> Result<(), StoreError> {
    create_game(tx, "kolin")?;
    tx.set_meta("key", b"value")?;
    tx.set_game_status(game, GameStatus::Ended, Some(noon()))?;
    tx.save_seat(&Seat { generation: 3, ..prussia(game) })?;
    append(tx, game, "order", None)?;
    tx.save_snapshot(game, 4, "state")?;
    tx.replace_draft(&draft(game, "{}"))?;
    let mail = tx.queue_mail(&receipt("a"))?.id();
    tx.record_incoming(&IncomingMail { receipt: Some(mail), ..incoming(b"mail", None) })?;
    tx.count_notice("ann@example.org", "late", noon())?;
    Ok(())
}

fn nothing_was_written(store: &mut Store, game: GameId) {
    store
        .transaction(|tx| {
            assert_eq!(tx.game_by_name("kolin")?, None);
            assert_eq!(tx.meta("key")?, None);
            assert_eq!(tx.game(game)?.status, GameStatus::Playing);
            assert_eq!(tx.seat(game, "prussia")?, Some(prussia(game)));
            assert_eq!(tx.head(game)?.number, 3);
            assert_eq!(tx.latest_snapshot(game)?, None);
            assert_eq!(tx.drafts(game)?, []);
            assert_eq!(tx.mail_by_key("a")?, None);
            assert_eq!(tx.seen(Digest::of(&[b"mail"]), None, None, "ann@example.org")?, None);
            assert_eq!(tx.count_notice("ann@example.org", "late", noon())?, 1);
            Ok::<(), StoreError>(())
        })
        .unwrap();
}

#[derive(Debug, thiserror::Error)]
enum CallersError {
    #[error("the caller changed its mind")]
    ChangedMind,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[test]
fn a_transaction_refused_by_its_caller_leaves_nothing() {
    let (_directory, _path, mut store, game) = club();
    let error = store
        .transaction(|tx| {
            write_everything(tx, game)?;
            Err::<(), _>(CallersError::ChangedMind)
        })
        .unwrap_err();
    assert!(matches!(error, CallersError::ChangedMind), "{error}");
    nothing_was_written(&mut store, game);
}

#[test]
fn a_transaction_that_panics_leaves_nothing() {
    let (_directory, _path, mut store, game) = club();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        store.transaction(|tx| -> Result<(), StoreError> {
            write_everything(tx, game)?;
            panic!("a mistake")
        })
    }));
    assert!(outcome.is_err());
    nothing_was_written(&mut store, game);
}

#[test]
fn a_transaction_cut_off_by_a_crash_leaves_nothing() {
    let (directory, path, mut store, game) = club();
    let crashed = directory.path().join("crashed.db");
    store
        .transaction(|tx| {
            write_everything(tx, game)?;
            // What a power failure would leave on the disk at this moment.
            fs::copy(&path, &crashed).unwrap();
            fs::copy(path.with_extension("db-wal"), crashed.with_extension("db-wal")).unwrap();
            Ok::<(), StoreError>(())
        })
        .unwrap();
    let mut survivor = Store::open(&crashed).unwrap();
    nothing_was_written(&mut survivor, game);
    assert_eq!(survivor.integrity_check().unwrap(), [""; 0]);
    assert_eq!(store.transaction(|tx| tx.head(game)).unwrap().number, 4);
}

#[test]
fn two_processes_wait_for_each_other() {
    let (_directory, path, store, _) = club();
    drop(store);
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let mut store = Store::open(&path).unwrap();
            std::thread::spawn(move || {
                for _ in 0..20 {
                    store
                        .transaction(|tx| tx.count_notice("ann@example.org", "late", noon()))
                        .unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let mut store = Store::open(&path).unwrap();
    let count = store.transaction(|tx| tx.count_notice("ann@example.org", "late", noon()));
    assert_eq!(count.unwrap(), 41);
}
