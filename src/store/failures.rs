//! What failed, counted by day and kind, until the operator has been told.
//!
//! When to tell is the caller's.

use chrono::{DateTime, Days, Utc};

use super::Tx;
use super::error::StoreError;
use super::moment::Moment;

/// Earlier ones serve nobody once they are told.
const DAYS_KEPT: Days = Days::new(60);
/// Longest error that is kept, in bytes.
const LONGEST_ERROR: usize = 500;

/// What failed on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureCount {
    /// What failed, in words of the caller's.
    pub what: String,
    /// How often.
    pub count: u32,
    /// The first time.
    pub first: DateTime<Utc>,
    /// Why, the last time.
    pub last_error: String,
}

/// What waits in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutboxCounts {
    /// How many mails are to be sent.
    pub queued: u64,
    /// How many of these have failed before.
    pub failing: u64,
    /// How many were given up.
    pub dead: u64,
}

impl Tx<'_> {
    /// Counts a failure. `error` must hold no secret.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn count_failure(
        &self,
        what: &str,
        error: &str,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let today = now.date_naive();
        let oldest = today.checked_sub_days(DAYS_KEPT).unwrap_or(today);
        let error = &error[..error.floor_char_boundary(LONGEST_ERROR)];
        self.run("count a failure", |connection| {
            connection
                .prepare_cached("DELETE FROM failures WHERE day < ?1")?
                .execute([oldest.to_string()])?;
            connection
                .prepare_cached(
                    "INSERT INTO failures (day, what, count, first, last_error)
                     VALUES (?1, ?2, 1, ?3, ?4)
                     ON CONFLICT (day, what) DO UPDATE SET
                         count = min(CASE WHEN told THEN 1 ELSE count + 1 END, 4294967295),
                         first = CASE WHEN told THEN excluded.first ELSE first END,
                         last_error = excluded.last_error, told = 0",
                )?
                .execute((today.to_string(), what, Moment(now), error))
                .map(drop)
        })
    }

    /// What the operator has not been told yet, the earliest first.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn untold_failures(&self) -> Result<Vec<FailureCount>, StoreError> {
        self.run("read what failed", |connection| {
            connection
                .prepare_cached(
                    "SELECT what, count, first, last_error FROM failures
                     WHERE told = 0 ORDER BY first, what",
                )?
                .query_map([], |row| {
                    Ok(FailureCount {
                        what: row.get(0)?,
                        count: row.get(1)?,
                        first: row.get::<_, Moment>(2)?.0,
                        last_error: row.get(3)?,
                    })
                })?
                .collect()
        })
    }

    /// Notes that the operator has been told of everything so far.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn failures_told(&self) -> Result<(), StoreError> {
        self.run("note that the operator was told", |connection| {
            connection
                .prepare_cached("UPDATE failures SET told = 1 WHERE told = 0")?
                .execute([])
                .map(drop)
        })
    }

    /// How many mails wait in the outbox, and how many were given up.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn outbox_counts(&self) -> Result<OutboxCounts, StoreError> {
        self.run("count the mails in the outbox", |connection| {
            let count = |condition: &str| -> rusqlite::Result<u64> {
                let count: i64 = connection.query_row(
                    &format!("SELECT count(*) FROM outbox WHERE {condition}"),
                    [],
                    |row| row.get(0),
                )?;
                Ok(u64::try_from(count).unwrap_or_default())
            };
            Ok(OutboxCounts {
                queued: count("state = 'queued'")?,
                failing: count("state = 'queued' AND attempts > 0")?,
                dead: count("state = 'dead'")?,
            })
        })
    }

    /// The latest time that is written anywhere in log, inbox and outbox: the clock was there
    /// once.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn latest_moment(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run("look for the latest entry", |connection| {
            connection
                .query_row(
                    "SELECT max(moment) FROM (SELECT max(time) AS moment FROM log
                         UNION ALL SELECT received FROM inbox
                         WHERE id = (SELECT max(id) FROM inbox)
                         UNION ALL SELECT created FROM outbox
                         WHERE id = (SELECT max(id) FROM outbox))",
                    [],
                    |row| row.get::<_, Option<Moment>>(0),
                )
                .map(|latest| latest.map(|moment| moment.0))
        })
    }
}
