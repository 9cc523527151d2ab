//! People and the addresses by which they are known.
//!
//! What a wish means is the caller's. Nothing here is needed to read a game's log.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, Row};

use super::Tx;
use super::error::StoreError;
use super::moment::Moment;

/// The number of a person in this database. Numbers are never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PersonId(
    /// As SQLite counts, from 1.
    pub i64,
);

/// Somebody who writes to us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The person's number, by which the rest refers to them.
    pub id: PersonId,
    /// The name by which the person wants to be called; may be empty.
    pub name: String,
    /// A language tag of the caller's.
    pub language: String,
    /// A name of the IANA time zone database, such as `Europe/Berlin`.
    pub time_zone: String,
    /// JSON text.
    pub wishes: String,
}

impl Tx<'_> {
    /// The person of an address, compared without regard to the case of ASCII letters.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn person_of(&self, address: &str) -> Result<Option<Person>, StoreError> {
        self.run("read a person", |connection| {
            connection
                .prepare_cached(
                    "SELECT id, name, language, time_zone, wishes FROM persons
                     WHERE id = (SELECT person FROM person_addresses WHERE address = ?1)",
                )?
                .query_row([address], read)
                .optional()
        })
    }

    /// The person with this number, if there is one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn person(&self, id: PersonId) -> Result<Option<Person>, StoreError> {
        self.run("read a person", |connection| {
            connection
                .prepare_cached(
                    "SELECT id, name, language, time_zone, wishes FROM persons WHERE id = ?1",
                )?
                .query_row([id.0], read)
                .optional()
        })
    }

    /// All persons, in the order in which they came.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn persons(&self) -> Result<Vec<Person>, StoreError> {
        self.run("read the persons", |connection| {
            connection
                .prepare_cached(
                    "SELECT id, name, language, time_zone, wishes FROM persons ORDER BY id",
                )?
                .query_map([], read)?
                .collect()
        })
    }

    /// Notes that mail with a token sent to an address came back from it, and whose it is. An
    /// address that is another person's stays that person's.
    ///
    /// # Errors
    ///
    /// No such person.
    pub fn confirm_address(
        &self,
        person: PersonId,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.run("confirm an address", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO person_addresses (address, person, confirmed) VALUES (?1, ?2, ?3)
                     ON CONFLICT (address) DO UPDATE SET
                         confirmed = coalesce(confirmed, excluded.confirmed)",
                )?
                .execute((address, person.0, Moment(now)))
                .map(drop)
        })
    }

    /// Makes a person with one address, which is nobody's yet.
    ///
    /// # Errors
    ///
    /// The address is a person's already; the wishes are not JSON.
    pub fn create_person(
        &self,
        person: &Person,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<PersonId, StoreError> {
        self.run("make a person", |connection| {
            connection.execute(
                "INSERT INTO persons (name, language, time_zone, wishes, created)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                (&person.name, &person.language, &person.time_zone, &person.wishes, Moment(now)),
            )?;
            let id = connection.last_insert_rowid();
            connection.execute(
                "INSERT INTO person_addresses (address, person) VALUES (?1, ?2)",
                (address, id),
            )?;
            Ok(PersonId(id))
        })
    }

    /// Changes what a person wants.
    ///
    /// # Errors
    ///
    /// The wishes are not JSON.
    pub fn save_person(&self, person: &Person) -> Result<(), StoreError> {
        self.run("change a person", |connection| {
            connection
                .prepare_cached(
                    "UPDATE persons SET name = ?2, language = ?3, time_zone = ?4, wishes = ?5
                     WHERE id = ?1",
                )?
                .execute((
                    person.id.0,
                    &person.name,
                    &person.language,
                    &person.time_zone,
                    &person.wishes,
                ))
                .map(drop)
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Person> {
    Ok(Person {
        id: PersonId(row.get(0)?),
        name: row.get(1)?,
        language: row.get(2)?,
        time_zone: row.get(3)?,
        wishes: row.get(4)?,
    })
}
