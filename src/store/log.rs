//! The sealed log of each game in the database: append, read, and nothing else.
//!
//! Triggers of the schema refuse every change to an entry, from whatever program. The encoding
//! and the hashes are in `entry`, the file that is published in `log_file`.

#![expect(
    clippy::disallowed_methods,
    reason = "the nonce of a sealed part must be one that nobody can foretell"
)]

use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row};
use serde_json::Value;

use super::Tx;
use super::canonical::canonical_json;
use super::digest::Digest;
use super::entry::{Entry, EntryHead, NewEntry, Opening};
use super::error::StoreError;
use super::games::GameId;
use super::log_file::{LogFile, SealedParts};
use super::moment::Moment;

const COLUMNS: &str =
    "number, time, kind, rules_version, public, commitment, nonce, sealed, previous, hash";

impl Tx<'_> {
    /// Appends an entry, sealing its secret part with a random nonce.
    ///
    /// # Errors
    ///
    /// No such game; a part with fractions, integers beyond 2⁵³−1 or too deep a nesting; an empty
    /// kind or rules version; no random bytes.
    pub fn append(&self, game: GameId, new: NewEntry<'_>) -> Result<EntryHead, StoreError> {
        let mut nonce = [0; 32];
        if new.sealed.is_some() {
            getrandom::fill(&mut nonce).map_err(|source| StoreError::Random { source })?;
        }
        let kind = new.kind;
        let refused =
            |part| move |source| StoreError::Entry { kind: kind.to_owned(), part, source };
        let entry = self
            .head(game)?
            .followed_by(new, nonce)
            .map_err(|(part, source)| refused(part)(source))?;
        let public = canonical_json(&entry.public).map_err(refused("public"))?;
        let sealed = match &entry.opening {
            Some(opening) => Some(canonical_json(&opening.sealed).map_err(refused("sealed"))?),
            None => None,
        };
        self.run("append to the log", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO log (game, number, time, kind, rules_version, public,
                                      commitment, nonce, sealed, previous, hash)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                )?
                .execute((
                    game,
                    stored(entry.number),
                    Moment(entry.time),
                    &entry.kind,
                    &entry.rules_version,
                    public,
                    entry.commitment,
                    entry.opening.as_ref().map(|opening| opening.nonce),
                    sealed,
                    entry.previous,
                    entry.hash,
                ))
        })?;
        Ok(entry.head())
    }

    /// Number and hash of the last entry; for a log without entries, 0 and the hash the first
    /// entry will have for its previous one.
    ///
    /// # Errors
    ///
    /// No such game.
    pub fn head(&self, game: GameId) -> Result<EntryHead, StoreError> {
        let last = self.run("read the end of the log", |connection| {
            connection
                .prepare_cached(
                    "SELECT number, hash FROM log WHERE game = ?1 ORDER BY number DESC LIMIT 1",
                )?
                .query_row([game], |row| {
                    Ok(EntryHead { number: number(row, 0)?, hash: row.get(1)? })
                })
                .optional()
        })?;
        match last {
            Some(head) => Ok(head),
            None => Ok(EntryHead::of_empty_log(&self.game(game)?.name)),
        }
    }

    /// All entries of a game's log with their sealed parts, in order.
    ///
    /// # Errors
    ///
    /// A part in the database is not JSON any more.
    pub fn entries(&self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        self.entries_after(game, 0)
    }

    /// The entries that follow the one with this number, such as a snapshot's, in order.
    ///
    /// # Errors
    ///
    /// As [`Tx::entries`].
    pub fn entries_after(&self, game: GameId, after: u64) -> Result<Vec<Entry>, StoreError> {
        self.run("read the log", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM log WHERE game = ?1 AND number > ?2 ORDER BY number"
                ))?
                .query_map((game, stored(after)), entry)?
                .collect()
        })
    }

    /// The log of a game for publication; [`LogFile::to_text`] writes it as JSON Lines.
    ///
    /// # Errors
    ///
    /// No such game, or as [`Tx::entries`].
    pub fn export(&self, game: GameId, sealed_parts: SealedParts) -> Result<LogFile, StoreError> {
        let mut entries = self.entries(game)?;
        if sealed_parts == SealedParts::Withheld {
            for entry in &mut entries {
                entry.opening = None;
            }
        }
        Ok(LogFile { game: self.game(game)?.name, sealed_parts, entries })
    }
}

/// A number of an entry as SQLite holds it; no log comes near the limit.
pub(super) fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A number of an entry as it was stored.
pub(super) fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let nonce: Option<[u8; 32]> = row.get(6)?;
    let sealed: Option<String> = row.get(7)?;
    let opening = match nonce.zip(sealed) {
        Some((nonce, sealed)) => Some(Opening { nonce, sealed: json_value(&sealed, 7)? }),
        None => None,
    };
    Ok(Entry {
        number: number(row, 0)?,
        time: row.get::<_, Moment>(1)?.0,
        kind: row.get(2)?,
        rules_version: row.get(3)?,
        public: json_value(&row.get::<_, String>(4)?, 4)?,
        commitment: row.get::<_, Option<Digest>>(5)?,
        opening,
        previous: row.get(8)?,
        hash: row.get(9)?,
    })
}

fn json_value(text: &str, column: usize) -> rusqlite::Result<Value> {
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
    })
}
