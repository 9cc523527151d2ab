//! Clocks of open decisions, and the games whose clocks stand still.
//!
//! What a key names, how long a clock runs and what happens then is the caller's.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{OptionalExtension, Row};

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::moment::Moment;
use super::rows::FromRow;

/// The clock of one open decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    /// The game it belongs to.
    pub game: GameId,
    /// Names the decision; one clock for each.
    pub key: String,
    /// Who is to decide, as [`Seat::seat`](super::Seat::seat).
    pub seat: String,
    /// When it was started.
    pub since: DateTime<Utc>,
    /// The time that is given, extensions among it.
    pub span: TimeDelta,
    /// The deadline, which the caller makes of it.
    pub due: DateTime<Utc>,
    /// The end of the grace, once the deadline has passed.
    pub grace: Option<DateTime<Utc>>,
    /// Mail to the seat came back while it ran.
    pub bounced: bool,
}

impl Tx<'_> {
    /// Keeps a clock, in place of an earlier one of the same key.
    ///
    /// # Errors
    ///
    /// No such seat.
    pub fn save_clock(&self, clock: &Clock) -> Result<(), StoreError> {
        self.run("keep a clock", |connection| {
            connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO clocks (game, key, seat, since, span, due, grace,
                                                    bounced)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute((
                    clock.game,
                    &clock.key,
                    &clock.seat,
                    Moment(clock.since),
                    clock.span.num_seconds(),
                    Moment(clock.due),
                    clock.grace.map(Moment),
                    clock.bounced,
                ))
                .map(drop)
        })
    }

    /// Removes a clock; whether there was one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn remove_clock(&self, game: GameId, key: &str) -> Result<bool, StoreError> {
        self.run("remove a clock", |connection| {
            connection
                .prepare_cached("DELETE FROM clocks WHERE game = ?1 AND key = ?2")?
                .execute((game, key))
                .map(|removed| removed > 0)
        })
    }

    /// The clocks of a game, by their keys.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn clocks(&self, game: GameId) -> Result<Vec<Clock>, StoreError> {
        self.rows("read the clocks of a game", "WHERE game = ?1 ORDER BY key", [game])
    }

    /// The games that have clocks, by their numbers.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn games_with_clocks(&self) -> Result<Vec<GameId>, StoreError> {
        self.run("read which games have clocks", |connection| {
            connection
                .prepare_cached("SELECT DISTINCT game FROM clocks ORDER BY game")?
                .query_map([], |row| row.get(0))?
                .collect()
        })
    }

    /// Has nothing of a game done by itself until [`Tx::end_standstill`]; whether it went on
    /// before.
    ///
    /// # Errors
    ///
    /// No such game.
    pub fn begin_standstill(&self, game: GameId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.run("stop the clocks of a game", |connection| {
            connection
                .prepare_cached("INSERT OR IGNORE INTO standstills (game, since) VALUES (?1, ?2)")?
                .execute((game, Moment(now)))
                .map(|stopped| stopped > 0)
        })
    }

    /// Since when a game stands still, if it does.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn standstill(&self, game: GameId) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run("see whether a game stands still", |connection| {
            connection
                .prepare_cached("SELECT since FROM standstills WHERE game = ?1")?
                .query_row([game], |row| row.get::<_, Moment>(0))
                .optional()
                .map(|since| since.map(|since| since.0))
        })
    }

    /// Lets a game go on; since when it stood still, if it did.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn end_standstill(&self, game: GameId) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run("let the clocks of a game go on", |connection| {
            connection
                .prepare_cached("DELETE FROM standstills WHERE game = ?1 RETURNING since")?
                .query_row([game], |row| row.get::<_, Moment>(0))
                .optional()
                .map(|since| since.map(|since| since.0))
        })
    }

    /// When the last mail to a seat's present holder was written, if one was.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn last_mail_to(
        &self,
        game: GameId,
        seat: &str,
        generation: u32,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run("see when a seat was written to", |connection| {
            connection
                .prepare_cached(
                    "SELECT max(created) FROM outbox
                     WHERE game = ?1 AND seat = ?2 AND generation = ?3",
                )?
                .query_row((game, seat, generation), |row| row.get::<_, Option<Moment>>(0))
                .map(|created| created.map(|created| created.0))
        })
    }
}

impl FromRow for Clock {
    const TABLE: &'static str = "clocks";
    const COLUMNS: &'static str = "game, key, seat, since, span, due, grace, bounced";

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Clock> {
        Ok(Clock {
            game: row.get(0)?,
            key: row.get(1)?,
            seat: row.get(2)?,
            since: row.get::<_, Moment>(3)?.0,
            span: TimeDelta::seconds(row.get(4)?),
            due: row.get::<_, Moment>(5)?.0,
            grace: row.get::<_, Option<Moment>>(6)?.map(|grace| grace.0),
            bounced: row.get(7)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{GameStatus, SeatStatus};
    use crate::store::{NewGame, Seat, Seed, Store, Timer, TimerKind};

    #[test]
    fn clocks_are_kept_and_a_standstill_holds_every_timer_of_its_game() {
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
                    seat: "elisabeth".into(),
                    address: None,
                    display_name: String::new(),
                    language: "en".into(),
                    generation: 1,
                    status: SeatStatus::Vacant,
                })?;
                let mut clock = Clock {
                    game,
                    key: "elisabeth russia movement 1".into(),
                    seat: "elisabeth".into(),
                    since: now,
                    span: TimeDelta::days(3),
                    due: now + TimeDelta::days(3),
                    grace: None,
                    bounced: false,
                };
                tx.save_clock(&clock)?;
                clock.grace = Some(now + TimeDelta::days(4));
                clock.span = TimeDelta::hours(5);
                clock.bounced = true;
                tx.save_clock(&clock)?;
                assert_eq!(tx.clocks(game)?, [clock.clone()]);
                assert_eq!(tx.games_with_clocks()?, [game]);
                let (kind, key) = (TimerKind::Clock, clock.key.clone());
                tx.set_timer(&Timer { game, due: now, kind, key })?;
                assert!(tx.begin_standstill(game, now)?);
                assert!(!tx.begin_standstill(game, now + TimeDelta::days(1))?);
                assert_eq!(tx.standstill(game)?, Some(now));
                assert_eq!((tx.due_timer(now)?, tx.next_timer()?), (None, None));
                assert_eq!(tx.end_standstill(game)?, Some(now));
                assert_eq!(tx.end_standstill(game)?, None);
                assert!(tx.due_timer(now)?.is_some() && tx.next_timer()?.is_some());
                assert!(tx.remove_clock(game, &clock.key)?);
                assert!(!tx.remove_clock(game, &clock.key)?);
                assert_eq!(tx.last_mail_to(game, "elisabeth", 1)?, None);
                Ok::<(), StoreError>(())
            })
            .unwrap();
    }
}
