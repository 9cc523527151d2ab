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

/// Stands in place of an address that was forgotten.
pub const NOBODY: &str = "(forgotten)";
/// Under this name the database keeps how often it was said that it must be written anew; nothing if it need not.
const UNTIDY: &str = "must be tidied";

/// What a mail that was dealt with had to do with an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// When it came or was written.
    pub time: DateTime<Utc>,
    /// What it was, or what became of it.
    pub what: String,
}

/// An address of a person, and when it was confirmed: mail with a token came back from it. `None` before.
pub type KnownAddress = (String, Option<DateTime<Utc>>);

/// A text in which an address, in whatever capitals, is nobody's.
fn unnamed(text: &str, address: &str) -> String {
    let (folded, address) = (text.to_ascii_lowercase(), address.to_ascii_lowercase());
    let mut found = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in folded.match_indices(&address) {
        found.push_str(&text[from..at]);
        found.push_str(NOBODY);
        from = at + address.len();
    }
    found + &text[from..]
}

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
        // How often it was said, so that whoever is tidying just now sees that there is more to tidy.
        let before =
            self.meta(UNTIDY)?.and_then(|times| String::from_utf8(times).ok()?.parse().ok());
        let times: u64 = before.unwrap_or(0);
        self.set_meta(UNTIDY, (times + 1).to_string().as_bytes())
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
            // Mails to others that speak of it: those dealt with lose their text, and so does a question about a
            // change of address, which is not sent then; those that wait are sent and name nobody.
            connection.execute(
                "UPDATE outbox SET state = iif(state = 'queued', 'dead', state), payload = '{}'
                 WHERE payload LIKE ?1 AND (state <> 'queued' OR kind = 'address-change')",
                [&within],
            )?;
            let waiting: Vec<(i64, String)> = connection
                .prepare_cached(
                    "SELECT id, payload FROM outbox WHERE payload LIKE ?1 AND state = 'queued'",
                )?
                .query_map([&within], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            for (id, payload) in waiting {
                connection.execute(
                    "UPDATE outbox SET payload = ?2 WHERE id = ?1",
                    (id, unnamed(&payload, address)),
                )?;
            }
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
            for sql in [
                "DELETE FROM notices WHERE address = ?1",
                "DELETE FROM absences WHERE address = ?1",
                "DELETE FROM lapses WHERE address = ?1",
            ] {
                connection.execute(sql, [address])?;
            }
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

    /// Leaves nothing of a game that is over but its log and who played: no drafts, no observers, no texts of
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
    /// in unused pages and in the write-ahead log. Returns whether that was done.
    ///
    /// While another process reads the file that cannot be done, and is due the next time.
    ///
    /// # Errors
    ///
    /// Another process holds the file for long, or the disk is full: it is due the next time, too.
    pub fn tidy(&mut self) -> Result<bool, StoreError> {
        let Some(times) = self.transaction(|tx| tx.meta(UNTIDY))? else { return Ok(false) };
        let failed = |error| StoreError::from_sqlite(&self.path, "write the database anew", error);
        // Whatever made it, from now on it can give free pages back.
        self.connection
            .execute_batch("PRAGMA auto_vacuum = INCREMENTAL; VACUUM;")
            .map_err(failed)?;
        // It says that it could not be done, because somebody reads, in its answer.
        let busy: i64 = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
            .map_err(failed)?;
        if busy != 0 {
            return Ok(false);
        }
        self.is_tidied(&times)
    }

    /// Notes that all is tidied that was to be when it was said so many `times`, and returns whether nothing was
    /// forgotten since, as when a farewell was sent: that is due the next time.
    fn is_tidied(&mut self, times: &[u8]) -> Result<bool, StoreError> {
        let gone = self.transaction(|tx| {
            tx.run("note that the database is tidy", |connection| {
                let sql = "DELETE FROM meta WHERE key = ?1 AND value = ?2";
                connection.execute(sql, (UNTIDY, times))
            })
        })?;
        Ok(gone > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{NewMail, parse_time};
    use std::path::Path;

    const BEN: &str = "ben@club.test";

    /// How often the address stands in the database file and in its write-ahead log.
    fn occurrences(path: &Path) -> usize {
        ["", "-wal"]
            .iter()
            .map(|suffix| {
                let bytes = std::fs::read(format!("{}{suffix}", path.display()));
                let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).to_lowercase();
                text.matches(BEN).count()
            })
            .sum()
    }

    /// A database in which Ben stands, and is then forgotten.
    fn forgotten(path: &Path) -> Store {
        let now = parse_time("2026-03-01T12:00:00Z").unwrap();
        let mut store = Store::open(path).unwrap();
        store
            .transaction(|tx| -> Result<(), StoreError> {
                tx.announce_absence(BEN, (now, now + chrono::TimeDelta::days(3)), now)?;
                tx.count_notice(BEN, "stranger", now)?;
                tx.write_letter(
                    "ada@club.test",
                    crate::store::LetterKind::Form,
                    None,
                    r#"{"for":"ben@club.test"}"#,
                    now,
                )?;
                for (key, recipient) in [("to him", BEN), ("about him", "ada@club.test")] {
                    tx.queue_mail(&NewMail {
                        message_key: key,
                        game: None,
                        seat: None,
                        generation: None,
                        kind: "desk",
                        rank: crate::store::Rank::Prompt,
                        entry: None,
                        asked: None,
                        recipient,
                        payload: r#"{"text":"Ben@Club.Test wrote, äh, ben@club.test"}"#,
                        created: now,
                        not_before: now,
                    })?;
                }
                tx.forget_address(BEN)?;
                tx.must_be_tidied()
            })
            .unwrap();
        store
    }

    #[test]
    fn no_byte_of_an_address_is_left_while_the_database_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let mut store = forgotten(&path);
        assert!(occurrences(&path) > 0, "there was nothing to forget");
        assert!(store.tidy().unwrap());
        assert_eq!(occurrences(&path), 0);
        assert!(!store.tidy().unwrap(), "it is done once");
    }

    #[test]
    fn what_is_forgotten_while_the_file_is_written_anew_is_due_the_next_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = forgotten(&folder.path().join("club.db"));
        let times = store.transaction(|tx| tx.meta(UNTIDY)).unwrap().unwrap();
        store.transaction(|tx| tx.must_be_tidied()).unwrap();
        assert!(!store.is_tidied(&times).unwrap(), "something was forgotten meanwhile");
        assert!(store.tidy().unwrap(), "and is still due");
        assert!(!store.tidy().unwrap());
    }

    #[test]
    fn what_a_reader_keeps_from_being_tidied_is_done_when_it_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let mut store = forgotten(&path);
        store.connection.busy_timeout(std::time::Duration::from_millis(10)).unwrap();
        let reader = rusqlite::Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT count(*) FROM outbox;").unwrap();
        assert!(!store.tidy().is_ok_and(|done| done));
        reader.execute_batch("COMMIT").unwrap();
        assert!(store.tidy().unwrap());
        assert_eq!(occurrences(&path), 0);
    }
}
