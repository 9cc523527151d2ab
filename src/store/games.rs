//! Games and their seats, as far as the store must know them to tie the rest to them.
//!
//! What a seat's name or a setting means is the caller's.

use std::fmt;

use chrono::{DateTime, Utc};
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, Row};

use super::Tx;
use super::error::StoreError;
use super::kinds::{GameStatus, SeatStatus};
use super::log::{number, stored};
use super::moment::Moment;

/// The number of a game in this database. Numbers are never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(
    /// As SQLite counts, from 1.
    pub i64,
);

impl ToSql for GameId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for GameId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(GameId)
    }
}

/// The secret from which all randomness of a game comes. Not shown by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(
    /// A secret seed, as the caller drew it.
    pub [u8; 32],
);

impl fmt::Debug for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Seed(secret)")
    }
}

/// A game to be made.
#[derive(Debug, Clone)]
pub struct NewGame<'a> {
    /// 1 to 32 of the letters a to z and the digits; kept for good.
    pub name: &'a str,
    /// How far it is.
    pub status: GameStatus,
    /// JSON text.
    pub settings: &'a str,
    /// Kept for good, unless the game is gathered anew.
    pub seed: Seed,
    /// When it was made.
    pub created: DateTime<Utc>,
}

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Its number, by which the rest refers to it.
    pub id: GameId,
    /// As [`NewGame::name`].
    pub name: String,
    /// As [`NewGame::status`].
    pub status: GameStatus,
    /// JSON text.
    pub settings: String,
    /// As [`NewGame::seed`].
    pub seed: Seed,
    /// When it was made.
    pub created: DateTime<Utc>,
    /// When it ended, if it has.
    pub ended: Option<DateTime<Utc>>,
}

/// A seat of a game, taken or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The game it belongs to.
    pub game: GameId,
    /// Which seat, in a word of the caller's; one of each per game.
    pub seat: String,
    /// The player's mail address; compared without regard to the case of ASCII letters.
    pub address: Option<String>,
    /// What the player is called in mails.
    pub display_name: String,
    /// A language tag of the caller's.
    pub language: String,
    /// Counts who has held the seat, so that old tokens die; never goes back.
    pub generation: u32,
    /// Whether somebody holds it, or the program plays it.
    pub status: SeatStatus,
}

const GAME_COLUMNS: &str = "id, name, status, settings, seed, created, ended";
const SEAT_COLUMNS: &str = "game, seat, address, display_name, language, generation, status";

impl Tx<'_> {
    /// Makes a game.
    ///
    /// # Errors
    ///
    /// The name is not one, or is taken; the settings are not JSON.
    pub fn create_game(&self, new: &NewGame<'_>) -> Result<GameId, StoreError> {
        let name = new.name;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if !(1..=32).contains(&name.len()) || !name.bytes().all(plain) {
            return Err(StoreError::GameName { name: name.to_owned() });
        }
        if self.game_by_name(name)?.is_some() {
            return Err(StoreError::GameNameTaken { name: name.to_owned() });
        }
        self.run("create a game", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO games (name, status, settings, seed, created)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .insert((name, new.status, new.settings, new.seed.0, Moment(new.created)))
                .map(GameId)
        })
    }

    /// The game with this number.
    ///
    /// # Errors
    ///
    /// No such game.
    pub fn game(&self, game: GameId) -> Result<Game, StoreError> {
        self.run("read a game", |connection| {
            connection
                .prepare_cached(&format!("SELECT {GAME_COLUMNS} FROM games WHERE id = ?1"))?
                .query_row([game], read_game)
                .optional()
        })?
        .ok_or_else(|| self.no_such_game(game))
    }

    /// The game with this name, if there is one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn game_by_name(&self, name: &str) -> Result<Option<Game>, StoreError> {
        self.run("look a game up", |connection| {
            connection
                .prepare_cached(&format!("SELECT {GAME_COLUMNS} FROM games WHERE name = ?1"))?
                .query_row([name], read_game)
                .optional()
        })
    }

    /// All games in the order they were made.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn games(&self) -> Result<Vec<Game>, StoreError> {
        self.run("read the games", |connection| {
            connection
                .prepare_cached(&format!("SELECT {GAME_COLUMNS} FROM games ORDER BY id"))?
                .query_map([], read_game)?
                .collect()
        })
    }

    /// The games with this status in the order they were made.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn games_with_status(&self, status: GameStatus) -> Result<Vec<Game>, StoreError> {
        self.run("read the games of one status", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {GAME_COLUMNS} FROM games WHERE status = ?1 ORDER BY id"
                ))?
                .query_map([status], read_game)?
                .collect()
        })
    }

    /// Changes a game's status; `ended` is the time it ended, if it has.
    ///
    /// # Errors
    ///
    /// No such game.
    pub fn set_game_status(
        &self,
        game: GameId,
        status: GameStatus,
        ended: Option<DateTime<Utc>>,
    ) -> Result<(), StoreError> {
        let changed = self.run("change the status of a game", |connection| {
            connection
                .prepare_cached("UPDATE games SET status = ?2, ended = ?3 WHERE id = ?1")?
                .execute((game, status, ended.map(Moment)))
        })?;
        if changed == 1 { Ok(()) } else { Err(self.no_such_game(game)) }
    }

    /// Gives a game another seed: only right after the entry of its log that commits to it (`seed_commitment`).
    ///
    /// # Errors
    ///
    /// No such game, or no such entry.
    pub fn set_game_seed(&self, game: GameId, seed: &Seed) -> Result<(), StoreError> {
        let changed = self.run("change the seed of a game", |connection| {
            connection
                .prepare_cached("UPDATE games SET seed = ?2 WHERE id = ?1")?
                .execute((game, seed.0))
        })?;
        if changed == 1 { Ok(()) } else { Err(self.no_such_game(game)) }
    }

    /// Changes a game's settings, which are JSON text.
    ///
    /// # Errors
    ///
    /// No such game, or not JSON.
    pub fn set_game_settings(&self, game: GameId, settings: &str) -> Result<(), StoreError> {
        let changed = self.run("change the settings of a game", |connection| {
            connection
                .prepare_cached("UPDATE games SET settings = ?2 WHERE id = ?1")?
                .execute((game, settings))
        })?;
        if changed == 1 { Ok(()) } else { Err(self.no_such_game(game)) }
    }

    /// Makes a seat, or changes everything about it but its game and its name.
    ///
    /// # Errors
    ///
    /// No such game, or a generation earlier than the seat's.
    pub fn save_seat(&self, seat: &Seat) -> Result<(), StoreError> {
        self.run("save a seat", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO seats (game, seat, address, display_name, language, generation,
                                        status)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                     ON CONFLICT (game, seat) DO UPDATE SET
                         address = excluded.address, display_name = excluded.display_name,
                         language = excluded.language, generation = excluded.generation,
                         status = excluded.status",
                )?
                .execute((
                    seat.game,
                    &seat.seat,
                    &seat.address,
                    &seat.display_name,
                    &seat.language,
                    seat.generation,
                    &seat.status,
                ))
                .map(drop)
        })
    }

    /// One seat of a game, if the game has it.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn seat(&self, game: GameId, seat: &str) -> Result<Option<Seat>, StoreError> {
        self.run("read a seat", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {SEAT_COLUMNS} FROM seats WHERE game = ?1 AND seat = ?2"
                ))?
                .query_row((game, seat), read_seat)
                .optional()
        })
    }

    /// All seats of a game, by their names.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn seats(&self, game: GameId) -> Result<Vec<Seat>, StoreError> {
        self.run("read the seats of a game", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {SEAT_COLUMNS} FROM seats WHERE game = ?1 ORDER BY seat"
                ))?
                .query_map([game], read_seat)?
                .collect()
        })
    }

    /// All seats held from this address, in any game, by game and name.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn seats_of_address(&self, address: &str) -> Result<Vec<Seat>, StoreError> {
        self.run("look up the seats of an address", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {SEAT_COLUMNS} FROM seats WHERE address = ?1 ORDER BY game, seat"
                ))?
                .query_map([address], read_seat)?
                .collect()
        })
    }

    /// The number of the last log entry that a seat has been told of, 0 for none.
    ///
    /// # Errors
    ///
    /// No such seat.
    pub fn reported(&self, game: GameId, seat: &str) -> Result<u64, StoreError> {
        self.run("read what a seat was told", |connection| {
            connection
                .prepare_cached("SELECT reported FROM seats WHERE game = ?1 AND seat = ?2")?
                .query_row((game, seat), |row| number(row, 0))
        })
    }

    /// Notes the last log entry that a seat has been told of.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn set_reported(&self, game: GameId, seat: &str, entry: u64) -> Result<(), StoreError> {
        self.run("note what a seat was told", |connection| {
            connection
                .prepare_cached("UPDATE seats SET reported = ?3 WHERE game = ?1 AND seat = ?2")?
                .execute((game, seat, stored(entry)))
                .map(drop)
        })
    }

    fn no_such_game(&self, game: GameId) -> StoreError {
        StoreError::NoSuchGame { path: self.path.to_owned(), game: game.0 }
    }
}

fn read_game(row: &Row<'_>) -> rusqlite::Result<Game> {
    Ok(Game {
        id: row.get(0)?,
        name: row.get(1)?,
        status: row.get(2)?,
        settings: row.get(3)?,
        seed: Seed(row.get(4)?),
        created: row.get::<_, Moment>(5)?.0,
        ended: row.get::<_, Option<Moment>>(6)?.map(|moment| moment.0),
    })
}

fn read_seat(row: &Row<'_>) -> rusqlite::Result<Seat> {
    Ok(Seat {
        game: row.get(0)?,
        seat: row.get(1)?,
        address: row.get(2)?,
        display_name: row.get(3)?,
        language: row.get(4)?,
        generation: row.get(5)?,
        status: row.get(6)?,
    })
}
