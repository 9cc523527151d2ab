//! Mail to a seat that did not arrive, as reports and servers said.
//!
//! Only notes: whether to go on writing to the address is for people to decide.

use chrono::{DateTime, Utc};
use rusqlite::Row;

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::moment::Moment;

/// Notes kept for one seat: enough to see a pattern, and a flood fills no disk.
const NOTES_KEPT: i64 = 50;

/// One mail that did not arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounce {
    /// The game the mail was about.
    pub game: GameId,
    /// The seat it was for.
    pub seat: String,
    /// The seat's generation then.
    pub generation: u32,
    /// Where it was sent.
    pub address: String,
    /// Given up, and not only late.
    pub permanent: bool,
    /// The enhanced status code (RFC 3463), such as `5.1.1`; empty if none was given.
    pub status: String,
    /// What the server said, in its own words.
    pub diagnostic: String,
    /// When we heard of it.
    pub noted: DateTime<Utc>,
}

impl Tx<'_> {
    /// Notes a mail that did not arrive; of each seat the newest notes are kept.
    ///
    /// # Errors
    ///
    /// No such seat.
    pub fn note_bounce(&self, bounce: &Bounce) -> Result<(), StoreError> {
        self.run("note a mail that did not arrive", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO bounces (game, seat, generation, address, permanent, status,
                                          diagnostic, noted)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute((
                    bounce.game,
                    &bounce.seat,
                    bounce.generation,
                    &bounce.address,
                    bounce.permanent,
                    &bounce.status,
                    &bounce.diagnostic,
                    Moment(bounce.noted),
                ))?;
            connection
                .prepare_cached(
                    "DELETE FROM bounces WHERE game = ?1 AND seat = ?2 AND id <= (
                         SELECT id FROM bounces WHERE game = ?1 AND seat = ?2
                         ORDER BY id DESC LIMIT 1 OFFSET ?3)",
                )?
                .execute((bounce.game, &bounce.seat, NOTES_KEPT))
                .map(drop)
        })
    }

    /// What is noted for the seats of a game, the newest first.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn bounces(&self, game: GameId) -> Result<Vec<Bounce>, StoreError> {
        self.run("read which mails did not arrive", |connection| {
            connection
                .prepare_cached(
                    "SELECT game, seat, generation, address, permanent, status, diagnostic, noted
                     FROM bounces WHERE game = ?1 ORDER BY id DESC",
                )?
                .query_map([game], read)?
                .collect()
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Bounce> {
    Ok(Bounce {
        game: row.get(0)?,
        seat: row.get(1)?,
        generation: row.get(2)?,
        address: row.get(3)?,
        permanent: row.get(4)?,
        status: row.get(5)?,
        diagnostic: row.get(6)?,
        noted: row.get::<_, Moment>(7)?.0,
    })
}
