//! Counts what was told to an address on a day, so that there is a limit to what strangers are answered.
//!
//! It only counts; the limit is the caller's.

use chrono::{DateTime, Days, Utc};
use rusqlite::OptionalExtension;

use super::Tx;
use super::error::StoreError;

/// Counts of earlier days serve nobody; some are kept for the operator to look at.
const DAYS_KEPT: Days = Days::new(14);

impl Tx<'_> {
    /// Counts a notice of this kind to this address and returns how many it makes today, this one
    /// included: 1 for the first. Days are those of UTC; ASCII case in addresses is disregarded.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn count_notice(
        &self,
        address: &str,
        kind: &str,
        now: DateTime<Utc>,
    ) -> Result<u32, StoreError> {
        let today = now.date_naive();
        let oldest = today.checked_sub_days(DAYS_KEPT).unwrap_or(today);
        self.run("count a notice", |connection| {
            connection
                .prepare_cached("DELETE FROM notices WHERE day < ?1")?
                .execute([oldest.to_string()])?;
            connection
                .prepare_cached(
                    "INSERT INTO notices (address, kind, day, count) VALUES (?1, ?2, ?3, 1)
                     ON CONFLICT (address, kind, day)
                         DO UPDATE SET count = min(count + 1, 4294967295)
                     RETURNING count",
                )?
                .query_row((address, kind, today.to_string()), |row| row.get(0))
        })
    }

    /// How many notices of this kind to this address were counted today.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn notices(
        &self,
        address: &str,
        kind: &str,
        now: DateTime<Utc>,
    ) -> Result<u32, StoreError> {
        self.run("read a count of notices", |connection| {
            let count = connection
                .prepare_cached(
                    "SELECT count FROM notices WHERE address = ?1 AND kind = ?2 AND day = ?3",
                )?
                .query_row((address, kind, now.date_naive().to_string()), |row| row.get(0))
                .optional()?;
            Ok(count.unwrap_or(0))
        })
    }

    /// Forgets all counts for an address.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn forget_notices(&self, address: &str) -> Result<(), StoreError> {
        self.run("forget counts of notices", |connection| {
            connection.execute("DELETE FROM notices WHERE address = ?1", [address]).map(drop)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::store::{Store, StoreError, parse_time};

    #[test]
    fn each_address_kind_and_day_is_counted_by_itself() {
        let mut store = Store::in_memory().unwrap();
        let monday = parse_time("2026-05-04T23:59:59Z").unwrap();
        let tuesday = parse_time("2026-05-05T00:00:00Z").unwrap();
        store
            .transaction(|tx| {
                assert_eq!(tx.count_notice("ann@example.org", "stranger", monday)?, 1);
                assert_eq!(tx.count_notice("Ann@Example.org", "stranger", monday)?, 2);
                assert_eq!(tx.count_notice("ann@example.org", "late", monday)?, 1);
                assert_eq!(tx.count_notice("bob@example.org", "stranger", monday)?, 1);
                assert_eq!(tx.count_notice("ann@example.org", "stranger", tuesday)?, 1);
                // The clock set back by a day finds its counts again.
                assert_eq!(tx.count_notice("ann@example.org", "stranger", monday)?, 3);
                Ok::<(), StoreError>(())
            })
            .unwrap();
    }

    #[test]
    fn old_counts_go() {
        let mut store = Store::in_memory().unwrap();
        let count = |store: &mut Store, time: &str| {
            let time = parse_time(time).unwrap();
            store.transaction(|tx| tx.count_notice("ann@example.org", "stranger", time)).unwrap()
        };
        count(&mut store, "2026-05-01T00:00:00Z");
        count(&mut store, "2026-06-01T00:00:00Z");
        let days: i64 = store
            .transaction(|tx| {
                tx.run("count", |connection| {
                    connection.query_row("SELECT count(*) FROM notices", [], |row| row.get(0))
                })
            })
            .unwrap();
        assert_eq!(days, 1);
    }
}
