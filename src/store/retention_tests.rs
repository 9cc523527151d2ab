//! Tests of what is pruned, and what stays.

use super::*;
use crate::store::{
    GameId, GameStatus, LetterKind, NewGame, NewMail, OutboxId, Seat, SeatStatus, Seed, parse_time,
};
use chrono::TimeDelta;

fn noon() -> DateTime<Utc> {
    parse_time("2026-05-01T12:00:00Z").unwrap()
}

fn days(count: i64) -> DateTime<Utc> {
    noon() + TimeDelta::days(count)
}

fn game(tx: &Tx<'_>, name: &str, status: GameStatus) -> GameId {
    let new = NewGame { name, status, settings: "{}", seed: Seed([7; 32]), created: noon() };
    let game = tx.create_game(&new).unwrap();
    tx.save_seat(&Seat {
        game,
        seat: "frederick".into(),
        address: None,
        display_name: String::new(),
        language: "en".into(),
        generation: 1,
        status: SeatStatus::Open,
    })
    .unwrap();
    game
}

/// A mail that was sent on a day.
fn sent(
    tx: &Tx<'_>,
    key: &str,
    game: Option<GameId>,
    generation: Option<u32>,
    day: i64,
) -> OutboxId {
    let id = tx
        .queue_mail(&NewMail {
            message_key: key,
            game,
            seat: generation.map(|_| "frederick"),
            generation,
            kind: "report",
            rank: crate::store::Rank::News,
            recipient: "ada@club.test",
            payload: r#"{"text":"what happened","picture":{"large":1},"view":{"a":2}}"#,
            entry: None,
            asked: None,
            created: days(day),
            not_before: days(day),
        })
        .unwrap()
        .id();
    tx.mark_sent(id, days(day)).unwrap();
    id
}

fn payload(tx: &Tx<'_>, mail: OutboxId) -> String {
    tx.mail(mail).unwrap().unwrap().payload
}

const WITH_TEXT: &str = r#"{"text":"what happened"}"#;

#[test]
fn pictures_go_at_once_and_texts_when_they_are_old() {
    let mut store = Store::in_memory().unwrap();
    store
        .transaction(|tx| -> Result<(), StoreError> {
            let (old, new) = (sent(tx, "old", None, None, 0), sent(tx, "new", None, None, 20));
            let queued = tx.queue_mail(&NewMail {
                message_key: "queued",
                game: None,
                seat: None,
                generation: None,
                kind: "report",
                rank: crate::store::Rank::News,
                recipient: "ada@club.test",
                payload: r#"{"picture":{}}"#,
                entry: None,
                asked: None,
                created: noon(),
                not_before: noon(),
            })?;
            // The inbox refers to the answer.
            tx.record_incoming(&crate::store::IncomingMail {
                sha256: crate::store::Digest([1; 32]),
                message_id: None,
                text_sha256: None,
                from_address: "ada@club.test",
                received: noon(),
                outcome: "answered",
                game: None,
                seat: None,
                receipt: Some(old),
            })?;
            let before = tx.mail(old)?.unwrap();
            assert_eq!(tx.prune_sent(days(10), 100)?, Pruned { pictures: 2, texts: 1 });
            let pruned = tx.mail(old)?.unwrap();
            assert_eq!(pruned, crate::store::OutgoingMail { payload: "{}".into(), ..before });
            assert_eq!(payload(tx, old), "{}");
            assert_eq!(payload(tx, new), WITH_TEXT);
            assert_eq!(payload(tx, queued.id()), r#"{"picture":{}}"#, "it is still to be drawn");
            assert_eq!(tx.prune_sent(days(10), 100)?, Pruned::default());
            // The same key is the same mail, for good.
            assert_eq!(tx.mail_by_key("old")?.map(|mail| mail.id), Some(old));
            Ok(())
        })
        .unwrap();
}

#[test]
fn what_may_still_be_answered_keeps_its_text() {
    let mut store = Store::in_memory().unwrap();
    store
        .transaction(|tx| -> Result<(), StoreError> {
            let (playing, ended) =
                (game(tx, "playing", GameStatus::Playing), game(tx, "ended", GameStatus::Ended));
            let of_playing: Vec<OutboxId> = (0..8)
                .map(|number| sent(tx, &format!("p{number}"), Some(playing), Some(1), number))
                .collect();
            let of_ended = sent(tx, "e", Some(ended), Some(1), 0);
            let open = tx.write_letter("ada@club.test", LetterKind::Form, None, "{}", noon())?;
            let closed = tx.write_letter("ada@club.test", LetterKind::Form, None, "{}", noon())?;
            tx.close_letter(closed)?;
            let (asks, asked) =
                (sent(tx, "asks", None, Some(open), 0), sent(tx, "asked", None, Some(closed), 0));
            assert_eq!(tx.prune_sent(days(100), 100)?.texts, 3 + 2);
            let kept = |mail: &OutboxId| payload(tx, *mail) == WITH_TEXT;
            let of_playing: Vec<bool> = of_playing.iter().map(kept).collect();
            assert_eq!(of_playing, [false, false, false, true, true, true, true, true]);
            assert!(!kept(&of_ended) && kept(&asks) && !kept(&asked));
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_little_at_a_time_is_pruned_and_pages_go_back_to_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let mut store = Store::open(&path).unwrap();
    let large = format!(r#"{{"text":"{}"}}"#, "word ".repeat(4000));
    store
        .transaction(|tx| -> Result<(), StoreError> {
            for number in 0..600 {
                let queued = tx.queue_mail(&NewMail {
                    message_key: &format!("m{number}"),
                    game: None,
                    seat: None,
                    generation: None,
                    kind: "report",
                    rank: crate::store::Rank::News,
                    recipient: "ada@club.test",
                    payload: &large,
                    entry: None,
                    asked: None,
                    created: noon(),
                    not_before: noon(),
                })?;
                tx.mark_sent(queued.id(), noon())?;
            }
            Ok(())
        })
        .unwrap();
    let size = |store: &mut Store| store.transaction(|tx| tx.size()).unwrap();
    let full = size(&mut store);
    assert!(full.file > 12_000_000 && full.texts > 12_000_000, "{full:?}");
    assert_eq!(store.transaction(|tx| tx.prune_sent(days(10), 100)).unwrap().texts, 100);
    while store.transaction(|tx| tx.prune_sent(days(10), 100)).unwrap().texts > 0 {}
    let pruned = size(&mut store);
    assert!(pruned.free > 10_000_000 && pruned.texts < 2000, "{pruned:?}");
    assert!(pruned.per_mail().unwrap() < 1500, "{pruned:?}");
    let mut steps = 1;
    while store.give_back().unwrap() {
        steps += 1;
    }
    let given = size(&mut store);
    assert!(steps > 1 && given.file < 3_000_000, "{steps} steps, {given:?}");
    assert!(!store.give_back().unwrap());
}

#[test]
fn a_database_of_an_older_version_is_written_anew_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let mut store = Store::open(&path).unwrap();
    // As it was made before: without being able to give pages back.
    store
        .connection
        .execute_batch(
            "PRAGMA auto_vacuum = NONE; VACUUM;
             CREATE TABLE much (text TEXT);
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
             INSERT INTO much SELECT hex(zeroblob(2000)) FROM n;",
        )
        .unwrap();
    store.connection.execute_batch("DROP TABLE much").unwrap();
    assert!(!store.give_back().unwrap());
    assert!(store.tidy().unwrap(), "it is to be written anew");
    let size = store.transaction(|tx| tx.size()).unwrap();
    assert!(size.file < 2_000_000, "{size:?}");
    let mode: i64 =
        store.connection.pragma_query_value(None, "auto_vacuum", |row| row.get(0)).unwrap();
    assert_eq!(mode, 2);
}
