//! Forgetting a person: everything but the logs of games, where addresses never were.
//!
//! What SQLite frees it does not overwrite, so that the file is written anew afterwards:
//! [`Store::tidy`].

use chrono::{DateTime, Utc};

use super::error::StoreError;
use super::games::GameId;
use super::moment::Moment;
use super::outbox::OutboxId;
use super::persons::PersonId;
use super::{Store, Tx};

/// In place of an address that was forgotten.
pub const NOBODY: &str = "(forgotten)";
/// Under this name the database keeps that it must be written anew.
const UNTIDY: &str = "must be tidied";

/// What a mail that was dealt with had to do with an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// When it came or was written.
    pub time: DateTime<Utc>,
    /// What it was, or what became of it.
    pub what: String,
}

/// An address of a person, and when mail with a token came back from it; `None` before.
pub type KnownAddress = (String, Option<DateTime<Utc>>);

impl Tx<'_> {
    /// The addresses of a person, those that are confirmed with the time.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn addresses_of(&self, person: PersonId) -> Result<Vec<KnownAddress>, StoreError> {
        self.run("read the addresses of a person", |connection| {
            connection
                .prepare_cached(
                    "SELECT address, confirmed FROM person_addresses WHERE person = ?1
                     ORDER BY confirmed IS NULL, confirmed, address",
                )?
                .query_map([person.0], |row| {
                    let confirmed: Option<Moment> = row.get(1)?;
                    Ok((row.get(0)?, confirmed.map(|moment| moment.0)))
                })?
                .collect()
        })
    }

    /// The mails in the inbox that came from an address.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn inbox_traces(&self, address: &str) -> Result<Vec<Trace>, StoreError> {
        self.traces(
            "SELECT received, outcome FROM inbox WHERE from_address = ?1 ORDER BY id",
            address,
        )
    }

    /// The mails in the outbox to an address.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn outbox_traces(&self, address: &str) -> Result<Vec<Trace>, StoreError> {
        self.traces("SELECT created, kind FROM outbox WHERE recipient = ?1 ORDER BY id", address)
    }

    fn traces(&self, sql: &str, address: &str) -> Result<Vec<Trace>, StoreError> {
        self.run("read the traces of an address", |connection| {
            connection
                .prepare_cached(sql)?
                .query_map([address], |row| {
                    Ok(Trace { time: row.get::<_, Moment>(0)?.0, what: row.get(1)? })
                })?
                .collect()
        })
    }

    /// Removes a person with all addresses, counts and whatever the person observes.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn forget_person(&self, person: PersonId) -> Result<(), StoreError> {
        self.run("forget a person", |connection| {
            for sql in [
                "DELETE FROM observers WHERE person = ?1",
                "DELETE FROM person_records WHERE person = ?1",
                "DELETE FROM person_addresses WHERE person = ?1",
                "DELETE FROM persons WHERE id = ?1",
            ] {
                connection.execute(sql, [person.0])?;
            }
            Ok(())
        })
    }

    /// The file is to be written anew, by [`Store::tidy`].
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn must_be_tidied(&self) -> Result<(), StoreError> {
        self.set_meta(UNTIDY, b"1")
    }

    /// Removes an address from everything that is no log. Mails that came are recognised by their
    /// SHA-256 afterwards; mails that are still to be sent to the address are not sent.
    ///
    /// Seats must have been taken from it before.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn forget_address(&self, address: &str) -> Result<(), StoreError> {
        let within = format!("%{}%", address.replace(['%', '_'], "_"));
        self.run("forget an address", |connection| {
            connection.execute(
                "UPDATE outbox SET state = 'dead', recipient = ?2, payload = '{}',
                                   last_error = NULL
                 WHERE recipient = ?1",
                (address, NOBODY),
            )?;
            // Mails to others that speak of it.
            connection.execute(
                "UPDATE outbox SET state = iif(state = 'queued', 'dead', state), payload = '{}'
                 WHERE payload LIKE ?1 AND (state <> 'queued' OR kind = 'address-change')",
                [&within],
            )?;
            connection.execute(
                "UPDATE outbox SET last_error = NULL WHERE last_error LIKE ?1",
                [&within],
            )?;
            connection.execute(
                "UPDATE inbox SET from_address = ?2, message_id = NULL, text_sha256 = NULL
                 WHERE from_address = ?1 OR message_id LIKE ?3",
                (address, NOBODY, &within),
            )?;
            connection.execute("UPDATE inbox SET outcome = '' WHERE outcome LIKE ?1", [&within])?;
            connection.execute("DELETE FROM notices WHERE address = ?1", [address])?;
            connection.execute(
                "DELETE FROM letters WHERE address = ?1 OR body LIKE ?2",
                (address, &within),
            )?;
            connection.execute(
                "DELETE FROM address_changes WHERE old_address = ?1 OR new_address = ?1",
                [address],
            )?;
            connection.execute(
                "DELETE FROM bounces WHERE address = ?1 OR diagnostic LIKE ?2",
                (address, &within),
            )?;
            connection.execute(
                "UPDATE failures SET last_error = '' WHERE last_error LIKE ?1",
                [&within],
            )?;
            connection
                .execute("UPDATE drafts SET message_id = NULL WHERE message_id LIKE ?1", [&within])
                .map(drop)
        })
    }

    /// Removes recipient and text of a mail that is sent or given up.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn forget_mail(&self, mail: OutboxId) -> Result<(), StoreError> {
        self.run("forget a mail", |connection| {
            connection.execute(
                "UPDATE outbox SET recipient = ?2, payload = '{}', last_error = NULL
                 WHERE id = ?1 AND state <> 'queued'",
                (mail, NOBODY),
            )
        })?;
        self.must_be_tidied()
    }

    /// Of a game that is over leaves the log and who played: no drafts, no observers, no texts of
    /// mails, nothing to be done by itself.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn archive(&self, game: GameId) -> Result<(), StoreError> {
        self.run("archive a game", |connection| {
            for sql in [
                "DELETE FROM drafts WHERE game = ?1",
                "DELETE FROM observers WHERE game = ?1",
                "DELETE FROM letters WHERE game = ?1",
                "DELETE FROM timers WHERE game = ?1",
                "DELETE FROM bounces WHERE game = ?1",
                "DELETE FROM address_changes WHERE game = ?1",
                "DELETE FROM snapshots WHERE game = ?1",
                "UPDATE outbox SET payload = '{}' WHERE game = ?1 AND state <> 'queued'",
            ] {
                connection.execute(sql, [game])?;
            }
            Ok(())
        })
    }
}

impl Store {
    /// Writes the file anew if something in it had to be forgotten, so that nothing of it is left
    /// in unused pages. Returns whether that was done.
    ///
    /// # Errors
    ///
    /// Another process reads the file: it is done the next time then. The disk is full.
    pub fn tidy(&mut self) -> Result<bool, StoreError> {
        if self.transaction(|tx| tx.meta(UNTIDY))?.is_none() {
            return Ok(false);
        }
        let failed = |error| StoreError::from_sqlite(&self.path, "write the database anew", error);
        self.connection
            .execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
            .map_err(failed)?;
        self.transaction(|tx| {
            tx.run("note that the database is tidy", |connection| {
                connection.execute("DELETE FROM meta WHERE key = ?1", [UNTIDY]).map(drop)
            })
        })?;
        Ok(true)
    }
}
