//! Nothing grows for ever but the logs: what was sent loses its picture at once and its text after a
//! while, and the file gets its free pages back.
//!
//! The row of a mail stays, some 400 bytes: its key says that it was sent, and what it asked for. The
//! inbox stays, too, by which a mail that comes again is known.

use chrono::{DateTime, Utc};
use rusqlite::Connection;

use super::error::StoreError;
use super::moment::Moment;
use super::{Store, Tx};

/// How many of the newest mails to a seat in play keep their texts however old they are: they may still be answered.
const ANSWERABLE: u32 = 5;
/// Pages that are kept free for what comes, at least (a twentieth of all, if that is more), and pages that are given
/// back in one step, at most.
const PAGES_KEPT_FREE: i64 = 256;
const PAGES_AT_ONCE: i64 = 1000;
/// A file that cannot give back pages one by one is written anew as a whole when more than one part in this many
/// is free.
const LARGELY_FREE: i64 = 2;

/// How much was pruned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pruned {
    /// Mails that lost what only sending needed.
    pub pictures: usize,
    /// Mails that lost their texts.
    pub texts: usize,
}

/// What the database takes on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Bytes of the file.
    pub file: u64,
    /// Bytes of it that are free for what comes.
    pub free: u64,
    /// Bytes of texts of mails, which go again.
    pub texts: u64,
    /// Mails that were sent.
    pub sent: u64,
    /// When the first mail was written.
    pub since: Option<DateTime<Utc>>,
}

impl Size {
    /// Bytes that one more mail adds for good; `None` before there is anything to judge by.
    #[must_use]
    pub fn per_mail(&self) -> Option<u64> {
        self.file.saturating_sub(self.free).saturating_sub(self.texts).checked_div(self.sent)
    }
}

impl Tx<'_> {
    /// Removes from at most this many mails what only sending needed, and the texts of those sent
    /// `before` a time that can be answered no more.
    ///
    /// Answered may be, however old they are: the latest mails to each seat of a game that is not over,
    /// and letters that are open.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn prune_sent(&self, before: DateTime<Utc>, limit: u32) -> Result<Pruned, StoreError> {
        self.run("prune mails that were sent", |connection| {
            let pictures = connection
                .prepare_cached(
                    "UPDATE outbox SET pruned = 1,
                                       payload = json_remove(payload, '$.picture', '$.view', '$.facts')
                     WHERE id IN (SELECT id FROM outbox WHERE state = 'sent' AND pruned = 0
                                  ORDER BY id LIMIT ?1)",
                )?
                .execute([limit])?;
            let pruned: Vec<i64> = connection
                .prepare_cached(
                    "UPDATE outbox SET pruned = 2, payload = '{}'
                     WHERE id IN (
                         SELECT id FROM outbox AS this
                         WHERE state = 'sent' AND pruned = 1 AND sent < ?1
                           AND NOT (game IS NOT NULL AND seat IS NOT NULL
                               AND EXISTS (SELECT 1 FROM games WHERE games.id = this.game
                                           AND games.status NOT IN ('ended', 'archived'))
                               AND NOT EXISTS (SELECT 1 FROM outbox AS later
                                   WHERE later.game = this.game AND later.seat = this.seat
                                     AND later.seat IS NOT NULL AND later.id > this.id
                                   LIMIT 1 OFFSET ?3))
                           AND NOT (game IS NULL AND EXISTS (SELECT 1 FROM letters
                               WHERE letters.id = this.generation AND letters.open = 1))
                         LIMIT ?2)
                     RETURNING id",
                )?
                .query_map((Moment(before), limit, ANSWERABLE - 1), |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            pack(connection, &pruned)?;
            let texts = pruned.len();
            Ok(Pruned { pictures, texts })
        })
    }

    /// What the database takes on disk. Looks at every mail.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn size(&self) -> Result<Size, StoreError> {
        self.run("measure the database", |connection| {
            let number = |sql: &str| -> rusqlite::Result<u64> {
                let number: i64 = connection.query_row(sql, [], |row| row.get(0))?;
                Ok(u64::try_from(number).unwrap_or_default())
            };
            let page = number("PRAGMA page_size")?;
            let since: Option<Moment> =
                connection.query_row("SELECT min(created) FROM outbox", [], |row| row.get(0))?;
            Ok(Size {
                file: page * number("PRAGMA page_count")?,
                free: page * number("PRAGMA freelist_count")?,
                texts: number(
                    "SELECT coalesce(sum(length(CAST(payload AS BLOB))), 0) FROM outbox
                     WHERE pruned < 2",
                )?,
                sent: number("SELECT count(*) FROM outbox WHERE state = 'sent'")?,
                since: since.map(|moment| moment.0),
            })
        })
    }
}

/// Writes rows anew that have become small. SQLite leaves a row that shrinks in its page, which stays
/// nearly empty; rows that are put in one after the other share pages.
fn pack(connection: &Connection, mails: &[i64]) -> rusqlite::Result<()> {
    if mails.is_empty() {
        return Ok(());
    }
    connection.execute_batch(
        "CREATE TEMP TABLE IF NOT EXISTS packed AS SELECT * FROM main.outbox WHERE 0;
         DELETE FROM temp.packed;
         PRAGMA defer_foreign_keys = ON;",
    )?;
    let mut copy = connection
        .prepare_cached("INSERT INTO temp.packed SELECT * FROM main.outbox WHERE id = ?1")?;
    let mut remove = connection.prepare_cached("DELETE FROM main.outbox WHERE id = ?1")?;
    for mail in mails {
        copy.execute([mail])?;
    }
    for mail in mails {
        remove.execute([mail])?;
    }
    connection
        .execute("INSERT INTO main.outbox SELECT * FROM temp.packed ORDER BY id", [])
        .map(drop)
}

impl Store {
    /// Gives free pages back to the disk, some at a time. True if there are more.
    ///
    /// A database that an older version made cannot do that in parts; when it is largely free it is to
    /// be written anew ([`Store::tidy`]), and can from then on.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn give_back(&mut self) -> Result<bool, StoreError> {
        let path = self.path.clone();
        let failed = |error| StoreError::from_sqlite(&path, "give pages back to the disk", error);
        let number = |store: &Store, name: &str| {
            store.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0))
        };
        let free = number(self, "freelist_count").map_err(failed)?;
        let kept = PAGES_KEPT_FREE.max(number(self, "page_count").map_err(failed)? / 20);
        if free <= kept {
            return Ok(false);
        }
        // 2: pages are given back when it is asked for.
        if number(self, "auto_vacuum").map_err(failed)? != 2 {
            let pages = number(self, "page_count").map_err(failed)?;
            if free > pages / LARGELY_FREE {
                self.transaction(|tx| tx.must_be_tidied())?;
            }
            return Ok(false);
        }
        let surplus = free - kept;
        let give = format!("PRAGMA incremental_vacuum({})", surplus.min(PAGES_AT_ONCE));
        // Each step of the statement gives back one page.
        let all_steps = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare(&give)?;
            let mut steps = statement.query([])?;
            while steps.next()?.is_some() {}
            Ok(())
        };
        all_steps().map_err(failed)?;
        Ok(surplus > PAGES_AT_ONCE)
    }
}

#[cfg(test)]
#[path = "retention_tests.rs"]
mod tests;
