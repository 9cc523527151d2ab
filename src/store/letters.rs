//! Letters of ours whose answer does something: a challenge, an invitation, a form to fill in.
//!
//! What a kind means and what its body holds is the caller's.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, Row};

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::kinds::LetterKind;
use super::moment::Moment;

/// Letters that nobody has answered for this long are forgotten.
const DAYS_KEPT: chrono::Days = chrono::Days::new(90);

/// A letter that waits for an answer, or has had it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Never used for another letter.
    pub id: u32,
    /// The address it was sent to; compared without regard to the case of ASCII letters.
    pub address: String,
    /// What it waits for.
    pub kind: LetterKind,
    /// The game it is about, if it is about one.
    pub game: Option<GameId>,
    /// JSON text.
    pub body: String,
    /// When it was written.
    pub written: DateTime<Utc>,
    /// Whether an answer still does something.
    pub open: bool,
}

const COLUMNS: &str = "id, address, kind, game, body, written, open";

impl Tx<'_> {
    /// Notes a letter and returns its number.
    ///
    /// # Errors
    ///
    /// No such game, or a body that is not JSON.
    pub fn write_letter(
        &self,
        address: &str,
        kind: LetterKind,
        game: Option<GameId>,
        body: &str,
        now: DateTime<Utc>,
    ) -> Result<u32, StoreError> {
        let oldest = now.checked_sub_days(DAYS_KEPT).unwrap_or(now);
        self.run("note a letter", |connection| {
            connection
                .prepare_cached("DELETE FROM letters WHERE written < ?1")?
                .execute([Moment(oldest)])?;
            connection
                .prepare_cached(
                    "INSERT INTO letters (address, kind, game, body, written)
                     VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id",
                )?
                .query_row((address, kind, game, body, Moment(now)), |row| row.get(0))
        })
    }

    /// The letter with this number, if it is still known.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn letter(&self, id: u32) -> Result<Option<Letter>, StoreError> {
        self.run("read a letter", |connection| {
            connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM letters WHERE id = ?1"))?
                .query_row([id], read)
                .optional()
        })
    }

    /// The latest letters to an address, the newest first.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn letters_to(&self, address: &str) -> Result<Vec<Letter>, StoreError> {
        self.run("read the letters to an address", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM letters WHERE address = ?1 ORDER BY id DESC LIMIT 100"
                ))?
                .query_map([address], read)?
                .collect()
        })
    }

    /// All letters of a kind about a game.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn letters_about(&self, game: GameId, kind: LetterKind) -> Result<Vec<Letter>, StoreError> {
        self.run("read the letters about a game", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM letters WHERE game = ?1 AND kind = ?2 ORDER BY id"
                ))?
                .query_map((game, kind), read)?
                .collect()
        })
    }

    /// Keeps what an answer has brought so far.
    ///
    /// # Errors
    ///
    /// A body that is not JSON.
    pub fn rewrite_letter(&self, id: u32, body: &str) -> Result<(), StoreError> {
        self.run("change a letter", |connection| {
            connection
                .prepare_cached("UPDATE letters SET body = ?2 WHERE id = ?1")?
                .execute((id, body))
                .map(drop)
        })
    }

    /// Closes a letter: from now on an answer does nothing, and what it would have done is forgotten.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn close_letter(&self, id: u32) -> Result<(), StoreError> {
        self.run("close a letter", |connection| {
            connection
                .prepare_cached("UPDATE letters SET open = 0, body = '{}' WHERE id = ?1")?
                .execute([id])
                .map(drop)
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Letter> {
    Ok(Letter {
        id: row.get(0)?,
        address: row.get(1)?,
        kind: row.get(2)?,
        game: row.get(3)?,
        body: row.get(4)?,
        written: row.get::<_, Moment>(5)?.0,
        open: row.get(6)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn a_letter_is_kept_until_it_is_answered_or_old() {
        let mut store = Store::in_memory().unwrap();
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        store
            .transaction(|tx| {
                let id = tx.write_letter("ada@club.test", LetterKind::Held, None, "{}", now)?;
                assert!(tx.letter(id)?.unwrap().open);
                tx.rewrite_letter(id, "[1]")?;
                assert_eq!(tx.letters_to("Ada@club.test")?[0].body, "[1]");
                tx.close_letter(id)?;
                let letter = tx.letter(id)?.unwrap();
                assert_eq!((letter.open, letter.body.as_str()), (false, "{}"));
                let later = now + chrono::TimeDelta::days(100);
                let next = tx.write_letter("ada@club.test", LetterKind::Held, None, "{}", later)?;
                assert!(next > id, "numbers are never used twice");
                assert_eq!(tx.letter(id)?, None);
                Ok::<(), StoreError>(())
            })
            .unwrap();
    }
}
