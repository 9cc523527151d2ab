//! Every outgoing mail from the transaction that caused it until it is sent or refused.
//!
//! What is kept is the mail without its tokens, as JSON of the caller's; it is composed when it
//! is sent. A crash between sending and [`Tx::mark_sent`] sends it again under the same
//! `message_key`, from which its Message-ID is made, so that mail programs show it once.
//! Sending is not done here.

use chrono::{DateTime, Utc};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, Row};

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::log::{number, stored};
use super::moment::Moment;
use super::retry::next_attempt;

/// The number of a mail in the outbox: later mails have larger numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutboxId(
    /// As SQLite counts, from 1.
    pub i64,
);

impl ToSql for OutboxId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for OutboxId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(OutboxId)
    }
}

/// What is sent first, where not everything can be sent at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// Somebody waits for it: it asks for something, or answers.
    Prompt,
    /// It tells what has happened.
    News,
    /// What players write to each other.
    Press,
}

impl ToSql for Rank {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok((*self as i64).into())
    }
}

impl FromSql for Rank {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_i64()? {
            0 => Ok(Rank::Prompt),
            1 => Ok(Rank::News),
            2 => Ok(Rank::Press),
            other => Err(FromSqlError::OutOfRange(other)),
        }
    }
}

/// A mail to be sent.
#[derive(Debug, Clone)]
pub struct NewMail<'a> {
    /// Names this mail for good. The same key is the same mail, and is not queued twice.
    pub message_key: &'a str,
    /// The game it is about, if it is about one.
    pub game: Option<GameId>,
    /// The seat it is for, if it is for one.
    pub seat: Option<&'a str>,
    /// The seat's generation the mail was written for, so that it cannot reach a successor.
    pub generation: Option<u32>,
    /// What kind of mail, in a word of the caller's.
    pub kind: &'a str,
    /// How early it is sent among others that are due.
    pub rank: Rank,
    /// One address; compared without regard to the case of ASCII letters.
    pub recipient: &'a str,
    /// JSON text.
    pub payload: &'a str,
    /// The last entry of the game's log when it was written, if it is about a game in play.
    pub entry: Option<u64>,
    /// What it asks of its reader, as JSON text; a mail that asks a seat for something gets the next
    /// number among the prompts of this seat.
    pub asked: Option<&'a str>,
    /// When it was written.
    pub created: DateTime<Utc>,
    /// Not to be sent earlier than this.
    pub not_before: DateTime<Utc>,
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    /// It waits to be sent.
    Queued,
    /// Taken over by the transport.
    Sent,
    /// Refused for good.
    Dead,
}

impl MailState {
    /// The word for it in the database and in lists.
    pub const fn id(self) -> &'static str {
        match self {
            MailState::Queued => "queued",
            MailState::Sent => "sent",
            MailState::Dead => "dead",
        }
    }
}

impl FromSql for MailState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "queued" => Ok(MailState::Queued),
            "sent" => Ok(MailState::Sent),
            "dead" => Ok(MailState::Dead),
            other => Err(FromSqlError::Other(format!("a mail cannot be \"{other}\"").into())),
        }
    }
}

/// A mail in the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingMail {
    /// Its number, in the order of queueing.
    pub id: OutboxId,
    /// As [`NewMail::message_key`].
    pub message_key: String,
    /// As [`NewMail::game`].
    pub game: Option<GameId>,
    /// As [`NewMail::seat`].
    pub seat: Option<String>,
    /// As [`NewMail::generation`].
    pub generation: Option<u32>,
    /// As [`NewMail::kind`].
    pub kind: String,
    /// As [`NewMail::rank`].
    pub rank: Rank,
    /// As [`NewMail::recipient`].
    pub recipient: String,
    /// As [`NewMail::payload`].
    pub payload: String,
    /// As [`NewMail::entry`]; unknown of mails that an older version of the program wrote.
    pub entry: Option<u64>,
    /// Its number among the prompts of its seat, from 1, if it is one.
    pub number: Option<u64>,
    /// As [`NewMail::asked`].
    pub asked: Option<String>,
    /// What became of it.
    pub state: MailState,
    /// How often it could not be sent.
    pub attempts: u32,
    /// As [`NewMail::created`].
    pub created: DateTime<Utc>,
    /// The earliest time of the next attempt.
    pub not_before: DateTime<Utc>,
    /// When it failed first: the days after which its recipient is out of reach count from here.
    pub first_failure: Option<DateTime<Utc>>,
    /// When it was first given to the transport, unless that is known to have taken nothing.
    pub handed: Option<DateTime<Utc>>,
    /// It is known that its recipient is out of reach.
    pub unreachable: bool,
    /// When the transport took it over.
    pub sent: Option<DateTime<Utc>>,
    /// Why the last attempt failed; gone once it is sent.
    pub last_error: Option<String>,
}

/// The answer to [`Tx::queue_mail`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queued {
    /// It will be sent.
    New(OutboxId),
    /// A mail with this key was queued before, and may be sent already. Nothing was changed.
    Before(OutboxId),
}

impl Queued {
    /// The mail with the key, whichever it is.
    pub fn id(self) -> OutboxId {
        match self {
            Queued::New(id) | Queued::Before(id) => id,
        }
    }
}

/// Why a mail was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The recipient cannot be reached now: his later mails wait, too.
    Recipient,
    /// It is about this mail alone.
    Mail,
    /// Nothing can be sent now, which is not this mail's doing: it counts no attempt.
    Service,
    /// Its recipient is refused for good.
    Permanent,
}

/// What becomes of a mail that was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    /// It is due again at this time.
    RetryAt(DateTime<Utc>),
    /// It is kept, but will not be tried again by itself.
    Dead,
}

/// In the order in which [`read`] expects them.
pub(super) const COLUMNS: &str =
    "id, message_key, game, seat, generation, kind, recipient, payload, state,
     attempts, created, not_before, first_failure, sent, last_error,
     entry, number, asked, rank, handed, unreachable";

impl Tx<'_> {
    /// Queues a mail, unless one with its key was queued before.
    ///
    /// # Errors
    ///
    /// No such game, or a payload that is not JSON.
    pub fn queue_mail(&self, mail: &NewMail<'_>) -> Result<Queued, StoreError> {
        if let Some(before) = self.mail_by_key(mail.message_key)? {
            return Ok(Queued::Before(before.id));
        }
        self.run("queue a mail", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO outbox (message_key, game, seat, generation, kind, recipient,
                                         payload, state, attempts, created, not_before,
                                         entry, asked, rank, number)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'queued', 0, ?8, ?9, ?10, ?11, ?12,
                             CASE WHEN ?11 IS NULL OR ?2 IS NULL OR ?3 IS NULL THEN NULL ELSE
                                 (SELECT coalesce(max(number), 0) + 1 FROM outbox
                                  WHERE game = ?2 AND seat = ?3 AND number IS NOT NULL) END)",
                )?
                .insert((
                    mail.message_key,
                    mail.game,
                    mail.seat,
                    mail.generation,
                    mail.kind,
                    mail.recipient,
                    mail.payload,
                    Moment(mail.created),
                    Moment(mail.not_before),
                    mail.entry.map(stored),
                    mail.asked,
                    mail.rank,
                ))
                .map(|id| Queued::New(OutboxId(id)))
        })
    }

    /// The newest mail to a seat, with its payload, that is held so that a later one can take its place (the member
    /// `held` of its payload says so) and was never handed over.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn held_mail(
        &self,
        recipient: &str,
        game: GameId,
        (seat, generation): (&str, u32),
    ) -> Result<Option<(OutboxId, String)>, StoreError> {
        self.run("look for a mail that is held", |connection| {
            connection
                .prepare_cached(
                    "SELECT id, payload FROM outbox
                     WHERE state = 'queued' AND recipient = ?1 AND handed IS NULL AND game = ?2
                       AND seat = ?3 AND generation = ?4 AND payload ->> 'held' IS NOT NULL
                     ORDER BY id DESC LIMIT 1",
                )?
                .query_row((recipient, game, seat, generation), |row| {
                    Ok((OutboxId(row.get(0)?), row.get(1)?))
                })
                .optional()
        })
    }

    /// Lets the mails to a seat go that were held.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn release_held(
        &self,
        recipient: &str,
        game: GameId,
        (seat, generation): (&str, u32),
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.run("let go what is held", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET not_before = ?5, payload = json_remove(payload, '$.held')
                     WHERE state = 'queued' AND recipient = ?1 AND handed IS NULL AND game = ?2
                       AND seat = ?3 AND generation = ?4 AND payload ->> 'held' IS NOT NULL",
                )?
                .execute((recipient, game, seat, generation, Moment(now)))
                .map(drop)
        })
    }

    /// Puts a mail in the place of one that was held and never handed over.
    ///
    /// # Errors
    ///
    /// Another mail has this key, or a payload that is not JSON.
    pub fn replace_held(&self, id: OutboxId, mail: &NewMail<'_>) -> Result<OutboxId, StoreError> {
        self.run("replace a mail that is held", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET message_key = ?2, kind = ?3, payload = ?4, not_before = ?5,
                            created = ?6, entry = ?7, asked = ?8, rank = ?9,
                            number = CASE WHEN number IS NOT NULL OR ?8 IS NULL THEN number ELSE
                                (SELECT coalesce(max(other.number), 0) + 1 FROM outbox AS other
                                 WHERE other.game = outbox.game AND other.seat = outbox.seat) END
                     WHERE id = ?1 AND handed IS NULL",
                )?
                .execute((
                    id,
                    mail.message_key,
                    mail.kind,
                    mail.payload,
                    Moment(mail.not_before),
                    Moment(mail.created),
                    mail.entry.map(stored),
                    mail.asked,
                    mail.rank,
                ))
                .map(|_| id)
        })
    }

    /// Takes the reports to a seat that lie in the outbox, never handed over and answering nothing, out
    /// of it, and returns their payloads: something newer is to be said instead.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn take_back_news(
        &self,
        recipient: &str,
        game: GameId,
        (seat, generation): (&str, u32),
    ) -> Result<Vec<String>, StoreError> {
        self.run("take news back", |connection| {
            connection
                .prepare_cached(
                    "DELETE FROM outbox
                     WHERE state = 'queued' AND recipient = ?1 AND handed IS NULL AND game = ?2
                       AND seat = ?3 AND generation = ?4 AND payload ->> 'since' IS NOT NULL
                     RETURNING payload",
                )?
                .query_map((recipient, game, seat, generation), |row| row.get(0))?
                .collect()
        })
    }

    /// The mails to send now by their rank, the earliest first, at most one for each recipient: the
    /// next one follows when this one is sent.
    ///
    /// Mails of one rank to one recipient keep their order. One that waits because its recipient
    /// cannot be reached holds up the later ones; one that was queued for a later time and never
    /// tried does not, nor one that waits for something of its own.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<OutgoingMail>, StoreError> {
        self.run("look for mail that is due", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM outbox AS this
                     WHERE state = 'queued' AND not_before <= ?1 AND NOT EXISTS (
                         SELECT 1 FROM outbox AS earlier
                         WHERE earlier.state = 'queued' AND earlier.recipient = this.recipient
                           AND (earlier.rank, earlier.id) < (this.rank, this.id)
                           AND (earlier.attempts > 0 AND NOT earlier.alone
                                OR earlier.not_before <= ?1))
                     ORDER BY rank, id LIMIT ?2"
                ))?
                .query_map((Moment(now), limit), read)?
                .collect()
        })
    }

    /// The mails of one kind that are due, whatever else waits for their recipients.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn due_of_kind(
        &self,
        kind: &str,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<OutgoingMail>, StoreError> {
        self.run("look for mail of a kind that is due", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM outbox
                     WHERE state = 'queued' AND kind = ?1 AND not_before <= ?2
                     ORDER BY rank, id LIMIT ?3"
                ))?
                .query_map((kind, Moment(now), limit), read)?
                .collect()
        })
    }

    /// When [`Tx::due`] will have something, unless more is queued until then; a time gone by
    /// means that it has something now, `None` that nothing is queued.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn next_due(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run("look when mail is due", |connection| {
            connection
                .prepare_cached(
                    "SELECT min(not_before) FROM outbox AS this
                     WHERE state = 'queued' AND NOT EXISTS (
                         SELECT 1 FROM outbox AS earlier
                         WHERE earlier.state = 'queued' AND earlier.recipient = this.recipient
                           AND (earlier.rank, earlier.id) < (this.rank, this.id)
                           AND earlier.attempts > 0 AND NOT earlier.alone)",
                )?
                .query_row([], |row| row.get::<_, Option<Moment>>(0))
                .map(|earliest| earliest.map(|moment| moment.0))
        })
    }

    /// Notes that the transport has taken a mail over.
    ///
    /// # Errors
    ///
    /// The mail is not queued.
    pub fn mark_sent(&self, mail: OutboxId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let changed = self.run("note that a mail was sent", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET state = 'sent', sent = ?2, last_error = NULL
                     WHERE id = ?1 AND state = 'queued'",
                )?
                .execute((mail, Moment(now)))
        })?;
        if changed == 1 { Ok(()) } else { Err(self.not_queued(mail)) }
    }

    /// Notes that a mail was not sent, and decides by [`next_attempt`] what becomes of it.
    ///
    /// `error` is kept for the operator; it must hold no secret.
    ///
    /// # Errors
    ///
    /// The mail is not queued.
    pub fn mark_failed(
        &self,
        mail: OutboxId,
        failure: Failure,
        error: &str,
        now: DateTime<Utc>,
    ) -> Result<AfterFailure, StoreError> {
        let failed = match self.mail(mail)? {
            Some(failed) if failed.state == MailState::Queued => failed,
            _ => return Err(self.not_queued(mail)),
        };
        let counts = u32::from(failure != Failure::Service);
        let attempts = failed.attempts.saturating_add(counts);
        let first_failure = match failure {
            Failure::Service => failed.first_failure,
            _ => Some(failed.first_failure.unwrap_or(now)),
        };
        let next = match failure {
            Failure::Recipient | Failure::Mail => Some(next_attempt(attempts, now)),
            Failure::Service => Some(failed.not_before),
            Failure::Permanent => None,
        };
        self.run("note that a mail was not sent", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET state = ?2, attempts = ?3, not_before = ?4,
                                       first_failure = ?5, last_error = ?6, alone = ?7
                     WHERE id = ?1",
                )?
                .execute((
                    mail,
                    if next.is_some() { "queued" } else { "dead" },
                    attempts,
                    Moment(next.unwrap_or(failed.not_before)),
                    first_failure.map(Moment),
                    error,
                    failure == Failure::Mail,
                ))
        })?;
        Ok(next.map_or(AfterFailure::Dead, AfterFailure::RetryAt))
    }

    /// Queues a dead mail again, as if it had never been tried. False if there is no such dead mail, or its text
    /// was forgotten.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn revive_mail(&self, mail: OutboxId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let changed = self.run("queue a dead mail again", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET state = 'queued', attempts = 0, not_before = ?2,
                                       first_failure = NULL, unreachable = 0, alone = 0
                     WHERE id = ?1 AND state = 'dead' AND payload <> '{}'",
                )?
                .execute((mail, Moment(now)))
        })?;
        Ok(changed == 1)
    }

    /// The mail with this number, if there is one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn mail(&self, mail: OutboxId) -> Result<Option<OutgoingMail>, StoreError> {
        self.run("read a mail of the outbox", |connection| {
            connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM outbox WHERE id = ?1"))?
                .query_row([mail], read)
                .optional()
        })
    }

    /// The mail with this key, if there is one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn mail_by_key(&self, message_key: &str) -> Result<Option<OutgoingMail>, StoreError> {
        self.run("look a mail up in the outbox", |connection| {
            connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM outbox WHERE message_key = ?1"))?
                .query_row([message_key], read)
                .optional()
        })
    }

    /// The mails that were given up, the latest first.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn dead_mails(&self, limit: u32) -> Result<Vec<OutgoingMail>, StoreError> {
        self.run("read the dead mails", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM outbox WHERE state = 'dead' ORDER BY id DESC LIMIT ?1"
                ))?
                .query_map([limit], read)?
                .collect()
        })
    }

    fn not_queued(&self, mail: OutboxId) -> StoreError {
        StoreError::NotQueued { path: self.path.to_owned(), mail: mail.0 }
    }
}

/// A row with the columns of [`COLUMNS`].
pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<OutgoingMail> {
    let moment = |column: usize| {
        row.get::<_, Option<Moment>>(column).map(|moment| moment.map(|moment| moment.0))
    };
    let count = |column: usize| -> rusqlite::Result<Option<u64>> {
        match row.get::<_, Option<i64>>(column)? {
            Some(_) => number(row, column).map(Some),
            None => Ok(None),
        }
    };
    Ok(OutgoingMail {
        id: row.get(0)?,
        message_key: row.get(1)?,
        game: row.get(2)?,
        seat: row.get(3)?,
        generation: row.get(4)?,
        kind: row.get(5)?,
        recipient: row.get(6)?,
        payload: row.get(7)?,
        state: row.get(8)?,
        attempts: row.get(9)?,
        created: row.get::<_, Moment>(10)?.0,
        not_before: row.get::<_, Moment>(11)?.0,
        first_failure: moment(12)?,
        sent: moment(13)?,
        last_error: row.get(14)?,
        entry: count(15)?,
        number: count(16)?,
        asked: row.get(17)?,
        rank: row.get(18)?,
        handed: moment(19)?,
        unreachable: row.get(20)?,
    })
}

#[cfg(test)]
#[path = "outbox_tests.rs"]
mod tests;
