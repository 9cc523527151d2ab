//! What is to be done by itself at a certain time.
//!
//! What a timer's kind brings about, and what its key means, is the caller's.

use chrono::{DateTime, Utc};
use rusqlite::Row;

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::kinds::TimerKind;
use super::moment::Moment;
use super::rows::FromRow;

/// Something to be done later in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timer {
    /// The game it belongs to.
    pub game: GameId,
    /// When it is to be done, in whole seconds.
    pub due: DateTime<Utc>,
    /// What is to be done.
    pub kind: TimerKind,
    /// What it is about; one timer of each kind for each key.
    pub key: String,
}

impl Tx<'_> {
    /// Sets a timer, in place of an earlier one of the same kind and key.
    ///
    /// # Errors
    ///
    /// No such game.
    pub fn set_timer(&self, timer: &Timer) -> Result<(), StoreError> {
        self.run("set a timer", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO timers (game, due, kind, key) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (game, kind, key) DO UPDATE SET due = excluded.due",
                )?
                .execute((timer.game, Moment(timer.due), timer.kind, &timer.key))
                .map(drop)
        })
    }

    /// Removes a timer; whether there was one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn remove_timer(
        &self,
        game: GameId,
        kind: TimerKind,
        key: &str,
    ) -> Result<bool, StoreError> {
        self.run("remove a timer", |connection| {
            connection
                .prepare_cached("DELETE FROM timers WHERE game = ?1 AND kind = ?2 AND key = ?3")?
                .execute((game, kind, key))
                .map(|removed| removed > 0)
        })
    }

    /// The timers of a game, the earliest first.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn timers(&self, game: GameId) -> Result<Vec<Timer>, StoreError> {
        self.rows("read the timers of a game", "WHERE game = ?1 ORDER BY due, kind, key", [game])
    }

    /// The earliest timer that is due, if one is, of all games that do not stand still. Talk goes
    /// on in those: [`TimerKind::goes_on_in_a_standstill`].
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn due_timer(&self, now: DateTime<Utc>) -> Result<Option<Timer>, StoreError> {
        self.row(
            "read what is due",
            "WHERE due <= ?1 AND (game NOT IN (SELECT game FROM standstills)
                                  OR kind GLOB 'talk-*')
             ORDER BY due, game, kind, key LIMIT 1",
            [Moment(now)],
        )
    }

    /// When the earliest timer is due that [`Tx::due_timer`] will give.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn next_timer(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run("see when something is due", |connection| {
            connection
                .prepare_cached(
                    "SELECT min(due) FROM timers
                     WHERE game NOT IN (SELECT game FROM standstills)
                           OR kind GLOB 'talk-*'",
                )?
                .query_row([], |row| row.get::<_, Option<Moment>>(0))
                .map(|due| due.map(|due| due.0))
        })
    }
}

impl FromRow for Timer {
    const TABLE: &'static str = "timers";
    const COLUMNS: &'static str = "game, due, kind, key";

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Timer> {
        Ok(Timer {
            game: row.get(0)?,
            due: row.get::<_, Moment>(1)?.0,
            kind: row.get(2)?,
            key: row.get(3)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::GameStatus;
    use crate::store::{NewGame, Seed, Store};
    use chrono::TimeDelta;

    #[test]
    fn timers_fire_in_order_and_are_replaced_by_key() {
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
                let timer = |minutes, key: &str| Timer {
                    game,
                    due: now + TimeDelta::minutes(minutes),
                    kind: TimerKind::Instruction,
                    key: key.into(),
                };
                tx.set_timer(&timer(5, "a"))?;
                tx.set_timer(&timer(3, "b"))?;
                assert_eq!(tx.due_timer(now)?, None);
                tx.set_timer(&timer(1, "a"))?;
                let keys: Vec<String> = tx.timers(game)?.into_iter().map(|t| t.key).collect();
                assert_eq!(keys, ["a", "b"]);
                assert_eq!(tx.due_timer(now + TimeDelta::hours(1))?, Some(timer(1, "a")));
                assert!(tx.remove_timer(game, TimerKind::Instruction, "a")?);
                assert!(!tx.remove_timer(game, TimerKind::Instruction, "a")?);
                assert_eq!(tx.due_timer(now + TimeDelta::minutes(3))?, Some(timer(3, "b")));
                Ok::<(), StoreError>(())
            })
            .unwrap();
    }
}
