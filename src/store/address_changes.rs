//! Changes of a seat's address that wait until both addresses have agreed.
//!
//! Who may ask for one and what counts as agreement is the caller's.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, Row};

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::moment::Moment;

/// A change of address that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressChange {
    /// Never used for another change.
    pub id: u32,
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: String,
    /// The seat's generation when it was asked for.
    pub generation: u32,
    /// Where the seat gets its mail.
    pub old_address: String,
    /// Where it is to get it.
    pub new_address: String,
    /// When it was asked for.
    pub requested: DateTime<Utc>,
    /// Whether the old address has agreed.
    pub old_agreed: bool,
    /// Whether the new address has agreed.
    pub new_agreed: bool,
}

const COLUMNS: &str = "id, game, seat, generation, old_address, new_address, requested,
     old_agreed, new_agreed";

impl Tx<'_> {
    /// Notes that a seat asks for a change, in place of any earlier one that is pending, and
    /// returns its number.
    ///
    /// # Errors
    ///
    /// No such seat.
    pub fn ask_address_change(
        &self,
        game: GameId,
        seat: &str,
        generation: u32,
        (old_address, new_address): (&str, &str),
        now: DateTime<Utc>,
    ) -> Result<u32, StoreError> {
        self.run("note a change of address", |connection| {
            connection
                .prepare_cached(
                    "UPDATE address_changes SET state = 'withdrawn'
                     WHERE game = ?1 AND seat = ?2 AND state = 'pending'",
                )?
                .execute((game, seat))?;
            connection
                .prepare_cached(
                    "INSERT INTO address_changes (game, seat, generation, old_address,
                                                  new_address, requested, state)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'pending') RETURNING id",
                )?
                .query_row((game, seat, generation, old_address, new_address, Moment(now)), |row| {
                    row.get(0)
                })
        })
    }

    /// The change that a seat waits for, if there is one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn pending_address_change(
        &self,
        game: GameId,
        seat: &str,
    ) -> Result<Option<AddressChange>, StoreError> {
        self.run("look for a change of address", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM address_changes
                     WHERE game = ?1 AND seat = ?2 AND state = 'pending'"
                ))?
                .query_row((game, seat), read)
                .optional()
        })
    }

    /// Keeps who has agreed.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn agree_to_address_change(&self, change: &AddressChange) -> Result<(), StoreError> {
        self.run("note consent to a change of address", |connection| {
            connection
                .prepare_cached(
                    "UPDATE address_changes SET old_agreed = ?2, new_agreed = ?3 WHERE id = ?1",
                )?
                .execute((change.id, change.old_agreed, change.new_agreed))
                .map(drop)
        })
    }

    /// Closes a change, carried out or not.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn close_address_change(&self, change: u32, done: bool) -> Result<(), StoreError> {
        let state = if done { "done" } else { "withdrawn" };
        self.run("close a change of address", |connection| {
            connection
                .prepare_cached("UPDATE address_changes SET state = ?2 WHERE id = ?1")?
                .execute((change, state))
                .map(drop)
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<AddressChange> {
    Ok(AddressChange {
        id: row.get(0)?,
        game: row.get(1)?,
        seat: row.get(2)?,
        generation: row.get(3)?,
        old_address: row.get(4)?,
        new_address: row.get(5)?,
        requested: row.get::<_, Moment>(6)?.0,
        old_agreed: row.get(7)?,
        new_agreed: row.get(8)?,
    })
}
