//! How sending goes: whether mail can be sent at all, what waits and why, and how much was sent lately.
//!
//! When to stop and when to try again is the caller's.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::moment::Moment;
use super::outbox::{COLUMNS, MailState, OutboxId, OutgoingMail, read};

/// Under this name the database keeps how sending goes.
const SENDING: &str = "sending";

/// How sending goes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Sending {
    /// Nothing can be sent.
    pub stopped: Option<Stopped>,
    /// The mails that failed since the last one that was taken.
    pub failed: Vec<i64>,
    /// Since when mail is held back because enough was sent; gone when nothing is held back.
    pub held_back: Option<DateTime<Utc>>,
}

/// Nothing can be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// The first failure.
    pub since: DateTime<Utc>,
    /// The last one, without secrets and addresses.
    pub why: String,
    /// How often it has failed.
    pub tries: u32,
    /// When the next mail is tried.
    pub next_try: DateTime<Utc>,
}

/// What is due in the outbox and not sent yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waiting {
    /// Queued, and due.
    pub due: u64,
    /// Since when the oldest of these waits.
    pub oldest: Option<DateTime<Utc>>,
}

impl Tx<'_> {
    /// How sending goes.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn sending(&self) -> Result<Sending, StoreError> {
        let kept = self.meta(SENDING)?;
        // What cannot be read is of no use: sending begins anew.
        Ok(kept.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }

    /// Notes how sending goes.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn set_sending(&self, sending: &Sending) -> Result<(), StoreError> {
        // Times, numbers and text, which JSON can always hold.
        self.set_meta(SENDING, &serde_json::to_vec(sending).unwrap_or_default())
    }

    /// Notes that a mail is given to the transport.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn mark_handed(&self, mail: OutboxId, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.run("note that a mail is handed over", |connection| {
            connection
                .prepare_cached("UPDATE outbox SET handed = coalesce(handed, ?2) WHERE id = ?1")?
                .execute((mail, Moment(now)))
                .map(drop)
        })
    }

    /// Notes that the transport has taken nothing of a mail.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn mark_not_handed(&self, mail: OutboxId) -> Result<(), StoreError> {
        self.run("note that a mail was not handed over", |connection| {
            connection
                .prepare_cached("UPDATE outbox SET handed = NULL WHERE id = ?1")?
                .execute([mail])
                .map(drop)
        })
    }

    /// Notes that the recipient of a mail is out of reach; whether that was not known.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn mark_unreachable(&self, mail: OutboxId) -> Result<bool, StoreError> {
        self.run("note that a recipient is out of reach", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET unreachable = 1 WHERE id = ?1 AND unreachable = 0",
                )?
                .execute([mail])
                .map(|changed| changed == 1)
        })
    }

    /// Replaces the payload of a mail; the caller sees to it that it was not handed over yet.
    ///
    /// # Errors
    ///
    /// It is not JSON.
    pub fn rewrite_mail(&self, mail: OutboxId, payload: &str) -> Result<(), StoreError> {
        self.run("write a mail anew", |connection| {
            connection
                .prepare_cached("UPDATE outbox SET payload = ?2 WHERE id = ?1")?
                .execute((mail, payload))
                .map(drop)
        })
    }

    /// Takes a mail out of the outbox that has not been sent; whether there was one. The mail of the inbox that it
    /// answers, if it answers one, counts as not answered then.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn drop_mail(&self, mail: OutboxId) -> Result<bool, StoreError> {
        self.run("drop a mail", |connection| {
            connection
                .prepare_cached("UPDATE inbox SET receipt = NULL WHERE receipt = ?1")?
                .execute([mail])?;
            connection
                .prepare_cached("DELETE FROM outbox WHERE id = ?1 AND state <> 'sent'")?
                .execute([mail])
                .map(|dropped| dropped == 1)
        })
    }

    /// Makes everything due that waits for its next attempt, as if it had never been tried: what
    /// kept it is mended. Returns how many mails that are.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn retry_all(&self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        self.run("try all mail again", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET attempts = 0, not_before = min(not_before, ?1),
                                       first_failure = NULL, alone = 0
                     WHERE state = 'queued' AND attempts > 0",
                )?
                .execute([Moment(now)])
        })
    }

    /// Makes one mail due now; whether it waits in the outbox.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn hurry(&self, mail: OutboxId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.run("try a mail again", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET attempts = 0, not_before = min(not_before, ?2),
                                       first_failure = NULL, alone = 0
                     WHERE id = ?1 AND state = 'queued'",
                )?
                .execute((mail, Moment(now)))
                .map(|changed| changed == 1)
        })
    }

    /// How many mails were sent since a time and by now, at most `most`.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn sent_since(
        &self,
        time: DateTime<Utc>,
        now: DateTime<Utc>,
        most: u32,
    ) -> Result<u32, StoreError> {
        self.run("count what was sent", |connection| {
            connection
                .prepare_cached(
                    "SELECT count(*) FROM (SELECT 1 FROM outbox
                                           WHERE state = 'sent' AND sent > ?1 AND sent <= ?3
                                           LIMIT ?2)",
                )?
                .query_row((Moment(time), most, Moment(now)), |row| row.get(0))
        })
    }

    /// Whether somebody else has been sent a mail since a time.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn others_reached(
        &self,
        recipient: &str,
        since: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.run("look whether others are reached", |connection| {
            connection
                .prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM outbox
                                    WHERE state = 'sent' AND sent >= ?2 AND recipient <> ?1)",
                )?
                .query_row((recipient, Moment(since)), |row| row.get(0))
        })
    }

    /// How many mails were ever dealt with, and how many were ever written: both only grow.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn mails_so_far(&self) -> Result<(u64, u64), StoreError> {
        self.run("count all mails", |connection| {
            let count = |table: &str| -> rusqlite::Result<u64> {
                let count: i64 = connection
                    .prepare_cached(
                        "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?1",
                    )?
                    .query_row([table], |row| row.get(0))?;
                Ok(count.unsigned_abs())
            };
            Ok((count("inbox")?, count("outbox")?))
        })
    }

    /// Has nothing wait longer than until `latest`, as when the clock was ahead when it was put off. Returns how
    /// many mails would have.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn wait_no_longer_than(&self, latest: DateTime<Utc>) -> Result<usize, StoreError> {
        self.run("set waiting mail back", |connection| {
            connection
                .prepare_cached(
                    "UPDATE outbox SET not_before = ?1, first_failure = NULL
                     WHERE state = 'queued' AND not_before > ?1",
                )?
                .execute([Moment(latest)])
        })
    }

    /// What is due in the outbox.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn waiting(&self, now: DateTime<Utc>) -> Result<Waiting, StoreError> {
        self.run("count what waits", |connection| {
            connection
                .prepare_cached(
                    "SELECT count(*), min(created) FROM outbox
                     WHERE state = 'queued' AND not_before <= ?1",
                )?
                .query_row([Moment(now)], |row| {
                    let oldest = row.get::<_, Option<Moment>>(1)?.map(|moment| moment.0);
                    let due: i64 = row.get(0)?;
                    Ok(Waiting { due: due.unsigned_abs(), oldest })
                })
        })
    }

    /// The mails of a state, the earliest first.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn mails_in(&self, state: MailState, limit: u32) -> Result<Vec<OutgoingMail>, StoreError> {
        self.run("list the outbox", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM outbox WHERE state = ?1 ORDER BY rank, id LIMIT ?2"
                ))?
                .query_map((state.id(), limit), read)?
                .collect()
        })
    }

    /// Whether the holder of a seat could not be told yet that this decision is asked of him: a mail that asks for
    /// it waits in the outbox, and none was sent since a time. A holder who is out of reach counts as told.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn is_untold(
        &self,
        game: GameId,
        holder: (&str, u32),
        decision: &str,
        since: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let waits = self.run("look whether a player was told", |connection| {
            connection
                .prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM outbox, json_each(asked, '$.decisions') AS of_it
                                    WHERE game = ?1 AND seat = ?2 AND generation = ?3
                                      AND number IS NOT NULL AND state = 'queued'
                                      AND NOT unreachable AND of_it.value = ?4)",
                )?
                .query_row((game, holder.0, holder.1, decision), |row| row.get::<_, bool>(0))
        })?;
        Ok(waits
            && !self.is_out_of_reach(game, holder)?
            && !self.was_told(game, holder, decision, since)?)
    }

    /// Whether a mail to whoever holds a seat has waited so long that he counts as out of reach: later ones
    /// keep nobody waiting for as long again.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn is_out_of_reach(
        &self,
        game: GameId,
        (seat, generation): (&str, u32),
    ) -> Result<bool, StoreError> {
        self.run("look whether a player is out of reach", |connection| {
            connection
                .prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM outbox
                                    WHERE game = ?1 AND seat = ?2 AND generation = ?3
                                      AND state = 'queued' AND unreachable)",
                )?
                .query_row((game, seat, generation), |row| row.get(0))
        })
    }

    /// Whether a mail that asks a seat for this was sent since a time.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn was_told(
        &self,
        game: GameId,
        (seat, generation): (&str, u32),
        decision: &str,
        since: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.run("look whether a player was told", |connection| {
            connection
                .prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM outbox, json_each(asked, '$.decisions') AS of_it
                                    WHERE game = ?1 AND seat = ?2 AND generation = ?3
                                      AND number IS NOT NULL AND state = 'sent' AND sent >= ?5
                                      AND of_it.value = ?4)",
                )?
                .query_row((game, seat, generation, decision, Moment(since)), |row| row.get(0))
        })
    }
}

impl Stopped {
    /// How long nothing could be sent by now.
    pub fn lasts(&self, now: DateTime<Utc>) -> TimeDelta {
        (now - self.since).max(TimeDelta::zero())
    }
}
