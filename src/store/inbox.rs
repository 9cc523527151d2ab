//! Every incoming mail exactly once: what came, from whom, and what became of it.
//!
//! The mail itself is not kept, only its SHA-256. A mail is known again by its bytes, or by its
//! Message-ID and its text from the same address: a server may deliver it twice with different
//! headers, and a broken mail program may give all its mails the same Message-ID.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, Row};

use super::Tx;
use super::digest::Digest;
use super::error::StoreError;
use super::games::GameId;
use super::moment::Moment;
use super::outbox::OutboxId;

/// A mail that was dealt with, to be recorded in the same transaction as what came of it.
#[derive(Debug, Clone)]
pub struct IncomingMail<'a> {
    /// The SHA-256 of the bytes as they were received.
    pub sha256: Digest,
    /// Without it only the bytes tell whether the mail comes again.
    pub message_id: Option<&'a str>,
    /// The SHA-256 of the text that was read in the mail. `None`: the mail is known again whatever its text.
    pub text_sha256: Option<Digest>,
    /// The author's address; compared without regard to the case of ASCII letters.
    pub from_address: &'a str,
    /// When the program took it from the mailbox.
    pub received: DateTime<Utc>,
    /// What became of it, in words of the caller's.
    pub outcome: &'a str,
    /// The game it was for, if it was for one.
    pub game: Option<GameId>,
    /// The seat it spoke for, if it did.
    pub seat: Option<&'a str>,
    /// The answer in the outbox, if it was answered.
    pub receipt: Option<OutboxId>,
}

/// A mail in the inbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxRow {
    /// Its number: mails are counted in the order of receipt.
    pub id: i64,
    /// As [`IncomingMail::sha256`].
    pub sha256: Digest,
    /// As [`IncomingMail::message_id`].
    pub message_id: Option<String>,
    /// As [`IncomingMail::from_address`].
    pub from_address: String,
    /// As [`IncomingMail::received`].
    pub received: DateTime<Utc>,
    /// As [`IncomingMail::outcome`].
    pub outcome: String,
    /// As [`IncomingMail::game`].
    pub game: Option<GameId>,
    /// As [`IncomingMail::seat`].
    pub seat: Option<String>,
    /// As [`IncomingMail::receipt`].
    pub receipt: Option<OutboxId>,
}

const COLUMNS: &str =
    "id, sha256, message_id, from_address, received, outcome, game, seat, receipt";

impl Tx<'_> {
    /// The mail in the inbox that has these bytes, or else this Message-ID and this text from this
    /// address.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn seen(
        &self,
        sha256: Digest,
        message_id: Option<&str>,
        text_sha256: Option<Digest>,
        from_address: &str,
    ) -> Result<Option<InboxRow>, StoreError> {
        self.run("look a mail up in the inbox", |connection| {
            let same_bytes = connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM inbox WHERE sha256 = ?1"))?
                .query_row([sha256], read)
                .optional()?;
            match (same_bytes, message_id) {
                (None, Some(message_id)) => connection
                    .prepare_cached(&format!(
                        "SELECT {COLUMNS} FROM inbox
                         WHERE message_id = ?1 AND from_address = ?2
                         AND (text_sha256 IS NULL OR ?3 IS NULL OR text_sha256 = ?3)
                         ORDER BY id LIMIT 1"
                    ))?
                    .query_row((message_id, from_address, text_sha256), read)
                    .optional(),
                (same_bytes, _) => Ok(same_bytes),
            }
        })
    }

    /// Records a mail and returns its number in the inbox.
    ///
    /// # Errors
    ///
    /// [`StoreError::AlreadyReceived`] if it was recorded before; no such game or receipt.
    pub fn record_incoming(&self, mail: &IncomingMail<'_>) -> Result<i64, StoreError> {
        let IncomingMail { sha256, message_id, text_sha256, from_address, .. } = *mail;
        if let Some(earlier) = self.seen(sha256, message_id, text_sha256, from_address)? {
            let path = self.path.to_owned();
            return Err(StoreError::AlreadyReceived { path, earlier: earlier.id });
        }
        self.run("record a mail in the inbox", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO inbox (sha256, message_id, text_sha256, from_address, received,
                                        outcome, game, seat, receipt)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                )?
                .insert((
                    mail.sha256,
                    mail.message_id,
                    mail.text_sha256,
                    mail.from_address,
                    Moment(mail.received),
                    mail.outcome,
                    mail.game,
                    mail.seat,
                    mail.receipt,
                ))
        })
    }

    /// The mails that were for a game, in the order of receipt.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn inbox_of_game(&self, game: GameId) -> Result<Vec<InboxRow>, StoreError> {
        self.run("read the inbox of a game", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM inbox WHERE game = ?1 ORDER BY id"
                ))?
                .query_map([game], read)?
                .collect()
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<InboxRow> {
    Ok(InboxRow {
        id: row.get(0)?,
        sha256: row.get(1)?,
        message_id: row.get(2)?,
        from_address: row.get(3)?,
        received: row.get::<_, Moment>(4)?.0,
        outcome: row.get(5)?,
        game: row.get(6)?,
        seat: row.get(7)?,
        receipt: row.get(8)?,
    })
}
