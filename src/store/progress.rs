//! What a game in play needs beside its log: snapshots of its state, and the players' drafts.
//!
//! Snapshots only spare time: every state follows from the log. Drafts are orders received but
//! not yet carried out; what has been carried out is in the log.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, Row};

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::log::{number, stored};
use super::moment::Moment;

/// How many snapshots of a game are kept: the last, and some to look at when it is doubted.
pub const SNAPSHOTS_KEPT: u32 = 3;

/// The state of a game after an entry of its log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the entry.
    pub entry: u64,
    /// The state, in the caller's words.
    pub state: String,
}

/// A player's orders for one decision, to be carried out later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDraft {
    /// The game the seat belongs to.
    pub game: GameId,
    /// The seat whose orders they are, as [`Seat::seat`](super::Seat::seat).
    pub seat: String,
    /// Which decision, in a word of the caller's; one draft for each.
    pub key: String,
    /// JSON text.
    pub body: String,
    /// The Message-ID of the mail it came in, if it had one.
    pub message_id: Option<String>,
    /// When the mail was received.
    pub received: DateTime<Utc>,
}

const DRAFT_COLUMNS: &str = "game, seat, key, body, message_id, received";

impl Tx<'_> {
    /// Keeps a state, in place of an earlier one after the same entry, and only the last
    /// [`SNAPSHOTS_KEPT`] of the game.
    ///
    /// # Errors
    ///
    /// The log of the game has no such entry.
    pub fn save_snapshot(&self, game: GameId, entry: u64, state: &str) -> Result<(), StoreError> {
        self.run("keep a snapshot", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO snapshots (game, entry, state) VALUES (?1, ?2, ?3)
                     ON CONFLICT (game, entry) DO UPDATE SET state = excluded.state",
                )?
                .execute((game, stored(entry), state))?;
            connection
                .prepare_cached(
                    "DELETE FROM snapshots WHERE game = ?1 AND entry NOT IN
                     (SELECT entry FROM snapshots WHERE game = ?1 ORDER BY entry DESC LIMIT ?2)",
                )?
                .execute((game, SNAPSHOTS_KEPT))
                .map(drop)
        })
    }

    /// The state kept after the latest entry, if any was kept.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn latest_snapshot(&self, game: GameId) -> Result<Option<Snapshot>, StoreError> {
        self.run("read a snapshot", |connection| {
            connection
                .prepare_cached(
                    "SELECT entry, state FROM snapshots WHERE game = ?1
                     ORDER BY entry DESC LIMIT 1",
                )?
                .query_row([game], |row| {
                    Ok(Snapshot { entry: number(row, 0)?, state: row.get(1)? })
                })
                .optional()
        })
    }

    /// Throws all snapshots of a game away; every state follows from the log.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn forget_snapshots(&self, game: GameId) -> Result<(), StoreError> {
        self.run("throw snapshots away", |connection| {
            connection
                .prepare_cached("DELETE FROM snapshots WHERE game = ?1")?
                .execute([game])
                .map(drop)
        })
    }

    /// Keeps a draft and returns the one it replaced.
    ///
    /// # Errors
    ///
    /// No such seat, or a body that is not JSON.
    pub fn replace_draft(&self, draft: &StoredDraft) -> Result<Option<StoredDraft>, StoreError> {
        let replaced = self.withdraw_draft(draft.game, &draft.seat, &draft.key)?;
        self.run("keep a draft", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO drafts (game, seat, key, body, message_id, received)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute((
                    draft.game,
                    &draft.seat,
                    &draft.key,
                    &draft.body,
                    &draft.message_id,
                    Moment(draft.received),
                ))
        })?;
        Ok(replaced)
    }

    /// Removes the draft for a decision and returns it, if there was one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn withdraw_draft(
        &self,
        game: GameId,
        seat: &str,
        key: &str,
    ) -> Result<Option<StoredDraft>, StoreError> {
        self.run("withdraw a draft", |connection| {
            connection
                .prepare_cached(&format!(
                    "DELETE FROM drafts WHERE game = ?1 AND seat = ?2 AND key = ?3
                     RETURNING {DRAFT_COLUMNS}"
                ))?
                .query_row((game, seat, key), read_draft)
                .optional()
        })
    }

    /// The draft for one decision of a seat, if there is one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn draft(
        &self,
        game: GameId,
        seat: &str,
        key: &str,
    ) -> Result<Option<StoredDraft>, StoreError> {
        self.run("read a draft", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {DRAFT_COLUMNS} FROM drafts WHERE game = ?1 AND seat = ?2 AND key = ?3"
                ))?
                .query_row((game, seat, key), read_draft)
                .optional()
        })
    }

    /// All drafts of a game, by seat and decision.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn drafts(&self, game: GameId) -> Result<Vec<StoredDraft>, StoreError> {
        self.run("read the drafts of a game", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {DRAFT_COLUMNS} FROM drafts WHERE game = ?1 ORDER BY seat, key"
                ))?
                .query_map([game], read_draft)?
                .collect()
        })
    }
}

fn read_draft(row: &Row<'_>) -> rusqlite::Result<StoredDraft> {
    Ok(StoredDraft {
        game: row.get(0)?,
        seat: row.get(1)?,
        key: row.get(2)?,
        body: row.get(3)?,
        message_id: row.get(4)?,
        received: row.get::<_, Moment>(5)?.0,
    })
}
