//! Who looks on at a game without playing in it.

use chrono::{DateTime, Utc};
use rusqlite::Row;

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::log::{number, stored};
use super::moment::Moment;
use super::persons::PersonId;

/// Somebody who gets the public reports of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observer {
    /// The game.
    pub game: GameId,
    /// The person who looks on.
    pub person: PersonId,
    /// Where the reports go.
    pub address: String,
    /// The last entry of the log that was reported, 0 for none.
    pub reported: u64,
}

const COLUMNS: &str = "game, person, address, reported";

impl Tx<'_> {
    /// Lets somebody look on, from this entry of the log on. False if it was so before.
    ///
    /// # Errors
    ///
    /// No such game or person.
    pub fn observe(&self, observer: &Observer, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.run("note an observer", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO observers (game, person, address, since, reported)
                     VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
                )?
                .execute((
                    observer.game,
                    observer.person.0,
                    &observer.address,
                    Moment(now),
                    stored(observer.reported),
                ))
                .map(|added| added > 0)
        })
    }

    /// Removes an observer. Returns whether there was such a one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn unobserve(&self, game: GameId, person: PersonId) -> Result<bool, StoreError> {
        self.run("remove an observer", |connection| {
            connection
                .prepare_cached("DELETE FROM observers WHERE game = ?1 AND person = ?2")?
                .execute((game, person.0))
                .map(|removed| removed > 0)
        })
    }

    /// The observers of a game.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn observers(&self, game: GameId) -> Result<Vec<Observer>, StoreError> {
        self.run("read the observers of a game", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM observers WHERE game = ?1 ORDER BY person"
                ))?
                .query_map([game], read)?
                .collect()
        })
    }

    /// The games at which a person looks on.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn observed_by(&self, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        self.run("read what a person observes", |connection| {
            connection
                .prepare_cached("SELECT game FROM observers WHERE person = ?1 ORDER BY game")?
                .query_map([person.0], |row| row.get(0))?
                .collect()
        })
    }

    /// Notes what an observer was told.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn set_observed(
        &self,
        game: GameId,
        person: PersonId,
        entry: u64,
    ) -> Result<(), StoreError> {
        self.run("note what an observer was told", |connection| {
            connection
                .prepare_cached(
                    "UPDATE observers SET reported = ?3 WHERE game = ?1 AND person = ?2",
                )?
                .execute((game, person.0, stored(entry)))
                .map(drop)
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Observer> {
    Ok(Observer {
        game: row.get(0)?,
        person: PersonId(row.get(1)?),
        address: row.get(2)?,
        reported: number(row, 3)?,
    })
}
