//! How reliable a person is: counts of turns and games, and nothing about when or what.

use rusqlite::OptionalExtension;

use super::Tx;
use super::error::StoreError;
use super::persons::PersonId;

/// What is counted of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PersonRecord {
    /// Decisions answered in time.
    pub kept: u32,
    /// Decisions that the caretaker had to answer.
    pub lapsed: u32,
    /// Seats given up in a game being played.
    pub resigned: u32,
    /// Games played to their end.
    pub finished: u32,
}

/// A seat given up weighs as much as this many lapses.
const RESIGNATION: u32 = 10;

impl PersonRecord {
    /// How many decisions of a hundred were answered in time, a seat given up counting like ten
    /// lapses; `None` for a person who has not been asked anything yet.
    pub fn percent(&self) -> Option<u32> {
        let missed = self.lapsed.saturating_add(self.resigned.saturating_mul(RESIGNATION));
        let all = u64::from(self.kept) + u64::from(missed);
        let percent = (u64::from(self.kept) * 100).checked_div(all)?;
        u32::try_from(percent).ok()
    }
}

impl Tx<'_> {
    /// The counts of a person; all 0 for one who has none.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn person_record(&self, person: PersonId) -> Result<PersonRecord, StoreError> {
        let record = self.run("read how reliable a person is", |connection| {
            connection
                .prepare_cached(
                    "SELECT kept, lapsed, resigned, finished FROM person_records
                     WHERE person = ?1",
                )?
                .query_row([person.0], |row| {
                    Ok(PersonRecord {
                        kept: row.get(0)?,
                        lapsed: row.get(1)?,
                        resigned: row.get(2)?,
                        finished: row.get(3)?,
                    })
                })
                .optional()
        })?;
        Ok(record.unwrap_or_default())
    }

    /// Adds to the counts of a person.
    ///
    /// # Errors
    ///
    /// No such person.
    pub fn add_to_record(&self, person: PersonId, more: PersonRecord) -> Result<(), StoreError> {
        self.run("count for a person", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO person_records (person, kept, lapsed, resigned, finished)
                     VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT (person) DO UPDATE SET
                         kept = kept + excluded.kept, lapsed = lapsed + excluded.lapsed,
                         resigned = resigned + excluded.resigned,
                         finished = finished + excluded.finished",
                )?
                .execute((person.0, more.kept, more.lapsed, more.resigned, more.finished))
                .map(drop)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_never_asked_has_no_percentage_and_resigning_weighs() {
        let record = |kept, lapsed, resigned| PersonRecord { kept, lapsed, resigned, finished: 0 };
        assert_eq!(record(0, 0, 0).percent(), None);
        assert_eq!(record(30, 0, 0).percent(), Some(100));
        assert_eq!(record(30, 10, 0).percent(), Some(75));
        assert_eq!(record(30, 0, 1).percent(), Some(75));
        assert_eq!(record(0, 1, 0).percent(), Some(0));
        assert_eq!(record(u32::MAX, u32::MAX, u32::MAX).percent(), Some(50));
    }
}
