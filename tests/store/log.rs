//! The log in the database: closed to edits, checked, published.

use feldpost::store::{LogFile, NewEntry, SealedParts, Store, StoreError, verify_chain};
use rusqlite::Connection;
use serde_json::json;

use crate::{append, club, create_game, noon};

#[test]
fn the_log_refuses_every_edit_from_whatever_program() {
    let (_directory, path, mut store, game) = club();
    let other = Connection::open(&path).unwrap();
    let columns = "game, number, hash, previous, time, kind, rules_version, public";
    let copy = |verb: &str, number: u32| {
        format!(
            "{verb} INTO log ({columns}) SELECT game, {number}, hash, previous, time, 'forged',
             rules_version, public FROM log WHERE number = 2"
        )
    };
    for edit in [
        "UPDATE log SET kind = 'forged'".to_owned(),
        "UPDATE log SET sealed = NULL, nonce = NULL WHERE number = 1".to_owned(),
        "DELETE FROM log WHERE number = 3".to_owned(),
        copy("INSERT OR REPLACE", 2),
        copy("INSERT OR REPLACE", 3),
        copy("INSERT", 4),
        copy("INSERT", 5),
        "UPDATE games SET name = 'kolin'".to_owned(),
        "UPDATE games SET seed = zeroblob(32)".to_owned(),
        "DELETE FROM games".to_owned(),
    ] {
        assert!(other.execute_batch(&edit).is_err(), "{edit}");
    }
    let entries = store.transaction(|tx| tx.entries(game)).unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!(store.integrity_check().unwrap(), [""; 0]);
}

#[test]
fn the_check_names_game_and_entry_of_a_forgery() {
    let (_directory, path, mut store, game) = club();
    store
        .transaction(|tx| {
            let kolin = create_game(tx, "kolin")?;
            append(tx, kolin, "created", None)
        })
        .unwrap();
    let forger = Connection::open(&path).unwrap();
    forger.execute_batch("DROP TRIGGER log_is_never_changed").unwrap();
    forger
        .execute("UPDATE log SET public = '{}' WHERE game = ?1 AND number = 2", [game.0])
        .unwrap();
    let expected = "the log of game \"lobositz\" does not hold at entry 2: its hash is not that of its content";
    assert_eq!(store.integrity_check().unwrap(), [expected]);
    forger.execute("UPDATE log SET public = '{' WHERE game = ?1 AND number = 2", [game.0]).unwrap();
    let findings = store.integrity_check().unwrap();
    assert_eq!(findings.len(), 1);
    assert!(
        findings[0].starts_with("the log of game \"lobositz\" cannot be read: "),
        "{findings:?}"
    );
    forger.pragma_update(None, "foreign_keys", false).unwrap();
    forger.execute("INSERT INTO snapshots VALUES (?1, 77, '')", [game.0]).unwrap();
    let findings = store.integrity_check().unwrap();
    assert!(
        findings.iter().any(|finding| finding.contains("1 rows of \"snapshots\"")),
        "{findings:?}"
    );
}

#[test]
fn every_sealed_part_has_a_nonce_of_its_own() {
    let (_directory, _path, mut store, game) = club();
    let entries = store
        .transaction(|tx| {
            append(tx, game, "hand", Some(json!("same")))?;
            append(tx, game, "hand", Some(json!("same")))?;
            tx.entries_after(game, 3)
        })
        .unwrap();
    assert_eq!(entries.iter().map(|entry| entry.number).collect::<Vec<_>>(), [4, 5]);
    assert_ne!(entries[0].commitment, entries[1].commitment);
}

#[test]
fn an_entry_with_a_fraction_is_refused() {
    let (_directory, _path, mut store, game) = club();
    let new =
        |public, sealed| NewEntry { time: noon(), kind: "k", rules_version: "1", public, sealed };
    store
        .transaction(|tx| {
            let error = tx.append(game, new(json!(0.5), None)).unwrap_err();
            assert!(error.to_string().contains("its public part holds 0.5"), "{error}");
            let error = tx.append(game, new(json!(1), Some(json!([1e99])))).unwrap_err();
            assert!(error.to_string().contains("its sealed part holds 1e+99"), "{error}");
            assert_eq!(tx.head(game)?.number, 3);
            Ok::<(), StoreError>(())
        })
        .unwrap();
}

#[test]
fn the_published_log_has_secrets_only_when_they_are_wanted() {
    let (_directory, _path, mut store, game) = club();
    let export = |store: &mut Store, parts| {
        store.transaction(|tx| tx.export(game, parts)).unwrap().to_text().unwrap()
    };
    let public = export(&mut store, SealedParts::Withheld);
    assert!(!public.contains("secret words") && !public.contains("nonce"));
    let whole = export(&mut store, SealedParts::Included);
    assert!(whole.contains("secret words"));
    let head = store.transaction(|tx| tx.head(game)).unwrap();
    for text in [public, whole] {
        let file = LogFile::parse(&text).unwrap();
        assert_eq!(file.game, "lobositz");
        assert_eq!(verify_chain(&file.game, &file.entries), Ok(()));
        assert_eq!(file.entries.last().unwrap().head(), head);
    }
}
