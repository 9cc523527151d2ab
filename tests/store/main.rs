//! The store as the rest of the program and the operator meet it: a file on disk.
//! Here is what the tests share: a club with one game.

mod backup;
mod log;
mod opening;
mod records;
mod transactions;

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use feldpost::store::{
    Digest, GameId, GameStatus, IncomingMail, NewEntry, NewGame, NewMail, Rank, Seat, SeatStatus,
    Seed, Store, StoreError, StoredDraft, Tx, parse_time,
};
use serde_json::{Value, json};
use tempfile::TempDir;

fn noon() -> DateTime<Utc> {
    parse_time("2026-05-01T12:00:00Z").unwrap()
}

fn place() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("club.db");
    (directory, path)
}

fn create_game(tx: &Tx<'_>, name: &str) -> Result<GameId, StoreError> {
    tx.create_game(&NewGame {
        name,
        status: GameStatus::Playing,
        settings: "{}",
        seed: Seed([7; 32]),
        created: noon(),
    })
}

fn append(tx: &Tx<'_>, game: GameId, kind: &str, sealed: Option<Value>) -> Result<(), StoreError> {
    let public = json!({ "what": kind });
    tx.append(game, NewEntry { time: noon(), kind, rules_version: "1", public, sealed }).map(drop)
}

/// A database with the game "lobositz", a seat, and a log of three entries.
fn club() -> (TempDir, PathBuf, Store, GameId) {
    let (directory, path) = place();
    let mut store = Store::open(&path).unwrap();
    let game = store
        .transaction(|tx| {
            let game = create_game(tx, "lobositz")?;
            tx.save_seat(&prussia(game))?;
            append(tx, game, "created", Some(json!({ "seed": "secret words" })))?;
            append(tx, game, "joined", None)?;
            append(tx, game, "started", Some(json!([1, 2])))?;
            Ok::<_, StoreError>(game)
        })
        .unwrap();
    (directory, path, store, game)
}

fn prussia(game: GameId) -> Seat {
    Seat {
        game,
        seat: "prussia".to_owned(),
        address: Some("Ann@example.org".to_owned()),
        display_name: "Ann".to_owned(),
        language: "de".to_owned(),
        generation: 2,
        status: SeatStatus::Taken,
    }
}

fn incoming(bytes: &[u8], message_id: Option<&'static str>) -> IncomingMail<'static> {
    IncomingMail {
        sha256: Digest::of(&[bytes]),
        message_id,
        text_sha256: Some(Digest::of(&[b"a text"])),
        from_address: "ann@example.org",
        received: noon(),
        outcome: "accepted",
        game: None,
        seat: None,
        receipt: None,
    }
}

fn receipt(key: &str) -> NewMail<'_> {
    NewMail {
        message_key: key,
        game: None,
        seat: None,
        generation: None,
        kind: "receipt",
        rank: Rank::Prompt,
        recipient: "ann@example.org",
        payload: "{}",
        entry: None,
        asked: None,
        created: noon(),
        not_before: noon(),
    }
}

fn draft(game: GameId, body: &str) -> StoredDraft {
    StoredDraft {
        game,
        seat: "prussia".to_owned(),
        key: "movement 3".to_owned(),
        body: body.to_owned(),
        message_id: Some("<1@example.org>".to_owned()),
        received: noon(),
    }
}
