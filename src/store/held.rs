//! What waits for the log: things carried out whose very existence must not show.
//!
//! An entry of its own would tell everybody that something happened. So it waits, in order, until
//! the next entry of the game is appended and takes it along in its sealed part. What it is, and
//! when that must be so, is the caller's to know.

use rusqlite::types::Type;
use serde_json::Value;

use super::Tx;
use super::error::StoreError;
use super::games::GameId;

impl Tx<'_> {
    /// Lets something wait for the game's next entry, behind what waits already.
    ///
    /// # Errors
    ///
    /// No such game.
    pub fn hold_back(&self, game: GameId, sealed: &Value) -> Result<(), StoreError> {
        self.run("hold something back from the log", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO held (game, number, sealed)
                     SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM held WHERE game = ?1",
                )?
                .execute((game, sealed.to_string()))
                .map(drop)
        })
    }

    /// What waits for the game's next entry, in order.
    ///
    /// # Errors
    ///
    /// What waits in the database is not JSON any more.
    pub fn held_back(&self, game: GameId) -> Result<Vec<Value>, StoreError> {
        self.run("read what waits for the log", |connection| {
            connection
                .prepare_cached("SELECT sealed FROM held WHERE game = ?1 ORDER BY number")?
                .query_map([game], |row| {
                    serde_json::from_str(&row.get::<_, String>(0)?).map_err(|error| {
                        rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error.into())
                    })
                })?
                .collect()
        })
    }

    /// Takes what waits, to be put into the entry that is appended in this transaction.
    ///
    /// # Errors
    ///
    /// As [`Tx::held_back`].
    pub fn take_held_back(&self, game: GameId) -> Result<Vec<Value>, StoreError> {
        let held = self.held_back(game)?;
        if !held.is_empty() {
            self.run("take what waits for the log", |connection| {
                connection.prepare_cached("DELETE FROM held WHERE game = ?1")?.execute([game])
            })?;
        }
        Ok(held)
    }
}

#[cfg(test)]
mod tests {
    use crate::store::{GameStatus, NewGame, Seed, Store, StoreError};
    use serde_json::json;

    #[test]
    fn what_waits_keeps_its_order_and_is_taken_once() {
        let mut store = Store::in_memory().unwrap();
        store
            .transaction(|tx| -> Result<(), StoreError> {
                let game = |name| NewGame {
                    name,
                    status: GameStatus::Playing,
                    settings: "{}",
                    seed: Seed([1; 32]),
                    created: chrono::DateTime::UNIX_EPOCH,
                };
                let (one, other) =
                    (tx.create_game(&game("lobositz"))?, tx.create_game(&game("kolin"))?);
                for number in 1..=3 {
                    tx.hold_back(one, &json!({ "number": number }))?;
                }
                tx.hold_back(other, &json!("another game's"))?;
                assert_eq!(tx.held_back(one)?.len(), 3);
                let taken = tx.take_held_back(one)?;
                assert_eq!(json!(taken), json!([{"number": 1}, {"number": 2}, {"number": 3}]));
                assert!(tx.take_held_back(one)?.is_empty());
                assert_eq!(tx.held_back(other)?, [json!("another game's")]);
                Ok(())
            })
            .unwrap();
    }
}
