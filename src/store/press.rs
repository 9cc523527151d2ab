//! What players say to one another. It is kept apart from the log of the game.
//!
//! Who may read what is the caller's to know.

use chrono::{DateTime, Utc};

use rusqlite::Row;

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::log::number;
use super::moment::Moment;
use super::rows::FromRow;

/// Something a player has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// The game it belongs to.
    pub game: GameId,
    /// Its number, from 1 in each game.
    pub number: u64,
    /// The seat that said it.
    pub from_seat: String,
    /// Who may read it, as JSON text of the caller's.
    pub recipients: String,
    /// What was said.
    pub text: String,
    /// When it came.
    pub received: DateTime<Utc>,
}

impl Tx<'_> {
    /// Keeps something said under the next number, whatever number it names, and returns that. It
    /// counts as not delivered.
    ///
    /// # Errors
    ///
    /// No such seat, or recipients that are not JSON.
    pub fn add_press(&self, press: &Press) -> Result<u64, StoreError> {
        self.run("keep press", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO press (game, number, from_seat, recipients, text, received)
                     SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5
                     FROM press WHERE game = ?1
                     RETURNING number",
                )?
                .query_row(
                    (
                        press.game,
                        &press.from_seat,
                        &press.recipients,
                        &press.text,
                        Moment(press.received),
                    ),
                    |row| number(row, 0),
                )
        })
    }

    /// Takes what has not been delivered in a game, the oldest first; it counts as delivered then.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn take_undelivered_press(&self, game: GameId) -> Result<Vec<Press>, StoreError> {
        let found =
            self.rows("read press", "WHERE game = ?1 AND delivered = 0 ORDER BY number", [game])?;
        self.run("deliver press", |connection| {
            connection
                .prepare_cached("UPDATE press SET delivered = 1 WHERE game = ?1 AND delivered = 0")?
                .execute([game])
                .map(drop)
        })?;
        Ok(found)
    }
}

impl FromRow for Press {
    const TABLE: &'static str = "press";
    const COLUMNS: &'static str = "game, number, from_seat, recipients, text, received";

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Press> {
        Ok(Press {
            game: row.get(0)?,
            number: number(row, 1)?,
            from_seat: row.get(2)?,
            recipients: row.get(3)?,
            text: row.get(4)?,
            received: row.get::<_, Moment>(5)?.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{GameStatus, SeatStatus};
    use crate::store::{NewGame, Seat, Seed, Store};

    #[test]
    fn press_is_numbered_and_delivered_once() {
        let mut store = Store::in_memory().unwrap();
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        store
            .transaction(|tx| {
                let game = tx.create_game(&NewGame {
                    name: "rossbach",
                    status: GameStatus::Playing,
                    settings: "{}",
                    seed: Seed([1; 32]),
                    created: now,
                })?;
                tx.save_seat(&Seat {
                    game,
                    seat: "frederick".into(),
                    address: None,
                    display_name: String::new(),
                    language: "en".into(),
                    generation: 1,
                    status: SeatStatus::Taken,
                })?;
                let press = |number, text: &str| Press {
                    game,
                    number,
                    from_seat: "frederick".into(),
                    recipients: "\"all\"".into(),
                    text: text.into(),
                    received: now,
                };
                assert_eq!(tx.add_press(&press(0, "Peace?"))?, 1);
                assert_eq!(tx.add_press(&press(0, "No."))?, 2);
                let taken = tx.take_undelivered_press(game)?;
                assert_eq!(taken, [press(1, "Peace?"), press(2, "No.")]);
                assert_eq!(tx.add_press(&press(0, "Later."))?, 3);
                assert_eq!(tx.take_undelivered_press(game)?, [press(3, "Later.")]);
                assert_eq!(tx.take_undelivered_press(game)?, []);
                Ok::<(), StoreError>(())
            })
            .unwrap();
    }
}
