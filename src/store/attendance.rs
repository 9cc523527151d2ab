//! Who answers and who does not: deadlines that passed, announced absences, seats without a
//! player.
//!
//! What follows from any of it is the caller's.

use chrono::{DateTime, Utc};
use rusqlite::Row;

use super::Tx;
use super::error::StoreError;
use super::games::{GameId, Seat};
use super::moment::Moment;
use super::rows::FromRow;

/// All addresses of the person of the address `?1`, which may be no known person's.
const ADDRESSES: &str = "(SELECT ?1 UNION SELECT address FROM person_addresses WHERE person =
    (SELECT person FROM person_addresses WHERE address = ?1))";

/// How often the holder of a seat let a deadline pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LapseCount {
    /// How many there were since the last answer.
    pub in_a_row: u32,
    /// How many there were in all.
    pub total: u32,
}

/// An absence somebody has announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absence {
    /// Its number; those announced later have higher ones.
    pub id: i64,
    /// The address it was announced from.
    pub address: String,
    /// When it begins.
    pub starts: DateTime<Utc>,
    /// When it is over.
    pub ends: DateTime<Utc>,
    /// When it was announced.
    pub announced: DateTime<Utc>,
}

/// A seat that has lost its player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vacancy {
    /// The game it belongs to.
    pub game: GameId,
    /// Which seat, as [`Seat::seat`].
    pub seat: String,
    /// Since when.
    pub since: DateTime<Utc>,
    /// The reason, in a word of the caller's.
    pub why: String,
}

impl Tx<'_> {
    /// Notes that the holder of a seat let a deadline pass; false if that was noted for what was
    /// going on already.
    ///
    /// # Errors
    ///
    /// No such seat.
    pub fn note_lapse(
        &self,
        seat: &Seat,
        during: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.run("note a deadline that passed", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO lapses (game, seat, generation, address, during, noted)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT (game, seat, generation, during) DO NOTHING",
                )?
                .execute((
                    seat.game,
                    &seat.seat,
                    seat.generation,
                    seat.address.as_deref().unwrap_or_default(),
                    during,
                    Moment(now),
                ))
                .map(|noted| noted > 0)
        })
    }

    /// Begins to count lapses in a row anew: the holder of the seat has answered.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn end_row_of_lapses(&self, game: GameId, seat: &str) -> Result<(), StoreError> {
        self.run("end a row of lapses", |connection| {
            connection
                .prepare_cached(
                    "UPDATE lapses SET in_a_row = 0
                     WHERE game = ?1 AND seat = ?2 AND in_a_row = 1",
                )?
                .execute((game, seat))
                .map(drop)
        })
    }

    /// The lapses of a seat's present holder.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn lapses(&self, seat: &Seat) -> Result<LapseCount, StoreError> {
        let count = self.row(
            "count the lapses of a seat",
            "WHERE game = ?1 AND seat = ?2 AND generation = ?3",
            (seat.game, &seat.seat, seat.generation),
        )?;
        Ok(count.unwrap_or_default())
    }

    /// The lapses of a person in all games.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn lapses_of_person(&self, address: &str) -> Result<u32, StoreError> {
        self.run("count the lapses of a person", |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT count(*) FROM lapses WHERE address IN {ADDRESSES}"
                ))?
                .query_row([address], |row| row.get(0))
        })
    }

    /// Keeps an absence of the person of an address.
    ///
    /// # Errors
    ///
    /// It is over before it begins.
    pub fn announce_absence(
        &self,
        address: &str,
        (starts, ends): (DateTime<Utc>, DateTime<Utc>),
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.run("keep an absence", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO absences (address, starts, ends, announced)
                     VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute((address, Moment(starts), Moment(ends), Moment(now)))
                .map(drop)
        })
    }

    /// The absences of the person of an address, in the order in which they were announced.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn absences(&self, address: &str) -> Result<Vec<Absence>, StoreError> {
        self.rows(
            "read the absences of a person",
            &format!("WHERE address IN {ADDRESSES} ORDER BY id"),
            [address],
        )
    }

    /// Has an absence end then; one that would end before it begins is removed.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn end_absence(&self, id: i64, ends: DateTime<Utc>) -> Result<(), StoreError> {
        self.run("end an absence", |connection| {
            connection
                .prepare_cached("DELETE FROM absences WHERE id = ?1 AND starts >= ?2")?
                .execute((id, Moment(ends)))?;
            connection
                .prepare_cached("UPDATE absences SET ends = ?2 WHERE id = ?1 AND ends > ?2")?
                .execute((id, Moment(ends)))
                .map(drop)
        })
    }

    /// Keeps the absences of one address for another, too, unless both are one person's.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn copy_absences(&self, from: &str, to: &str) -> Result<(), StoreError> {
        for absence in self.absences(from)? {
            if !self.absences(to)?.iter().any(|known| known.id == absence.id) {
                let span = (absence.starts, absence.ends);
                self.announce_absence(to, span, absence.announced)?;
            }
        }
        Ok(())
    }

    /// The seats that the person of an address holds, by game and name.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn seats_of_person(&self, address: &str) -> Result<Vec<Seat>, StoreError> {
        let addresses: Vec<String> = self.run("read the addresses of a person", |connection| {
            connection
                .prepare_cached(&format!("SELECT * FROM {ADDRESSES} ORDER BY 1"))?
                .query_map([address], |row| row.get(0))?
                .collect()
        })?;
        let mut seats: Vec<Seat> = Vec::new();
        for address in addresses {
            for seat in self.seats_of_address(&address)? {
                if !seats.contains(&seat) {
                    seats.push(seat);
                }
            }
        }
        Ok(seats)
    }

    /// Notes that a seat has no player any more.
    ///
    /// # Errors
    ///
    /// No such seat.
    pub fn open_vacancy(&self, vacancy: &Vacancy) -> Result<(), StoreError> {
        self.run("note a vacant seat", |connection| {
            connection
                .prepare_cached(
                    "INSERT OR IGNORE INTO vacancies (game, seat, since, why)
                     VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute((vacancy.game, &vacancy.seat, Moment(vacancy.since), &vacancy.why))
                .map(drop)
        })
    }

    /// Notes that a seat has a player again; whether it was vacant.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn close_vacancy(&self, game: GameId, seat: &str) -> Result<bool, StoreError> {
        self.run("note that a seat is taken", |connection| {
            connection
                .prepare_cached("DELETE FROM vacancies WHERE game = ?1 AND seat = ?2")?
                .execute((game, seat))
                .map(|removed| removed > 0)
        })
    }

    /// What is known of a vacant seat; `None` if it has a player.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn vacancy(&self, game: GameId, seat: &str) -> Result<Option<Vacancy>, StoreError> {
        self.row("see whether a seat is vacant", "WHERE game = ?1 AND seat = ?2", (game, seat))
    }

    /// All vacant seats, by game and name.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn vacancies(&self) -> Result<Vec<Vacancy>, StoreError> {
        self.rows("read the vacant seats", "ORDER BY game, seat", [])
    }
}

impl FromRow for LapseCount {
    const TABLE: &'static str = "lapses";
    const COLUMNS: &'static str = "coalesce(sum(in_a_row), 0), count(*)";

    fn from_row(row: &Row<'_>) -> rusqlite::Result<LapseCount> {
        Ok(LapseCount { in_a_row: row.get(0)?, total: row.get(1)? })
    }
}

impl FromRow for Absence {
    const TABLE: &'static str = "absences";
    const COLUMNS: &'static str = "id, address, starts, ends, announced";

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Absence> {
        Ok(Absence {
            id: row.get(0)?,
            address: row.get(1)?,
            starts: row.get::<_, Moment>(2)?.0,
            ends: row.get::<_, Moment>(3)?.0,
            announced: row.get::<_, Moment>(4)?.0,
        })
    }
}

impl FromRow for Vacancy {
    const TABLE: &'static str = "vacancies";
    const COLUMNS: &'static str = "game, seat, since, why";

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Vacancy> {
        Ok(Vacancy {
            game: row.get(0)?,
            seat: row.get(1)?,
            since: row.get::<_, Moment>(2)?.0,
            why: row.get(3)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{GameStatus, SeatStatus};
    use crate::store::{NewGame, Person, PersonId, Seed, Store};
    use chrono::TimeDelta;

    fn with_a_seat(work: impl FnOnce(&Tx<'_>, &Seat, DateTime<Utc>) -> Result<(), StoreError>) {
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
                let seat = Seat {
                    game,
                    seat: "elisabeth".into(),
                    address: Some("ben@club.test".into()),
                    display_name: "Ben".into(),
                    language: "en".into(),
                    generation: 1,
                    status: SeatStatus::Taken,
                };
                tx.save_seat(&seat)?;
                work(tx, &seat, now)
            })
            .unwrap();
    }

    #[test]
    fn lapses_count_once_for_what_went_on_and_in_a_row_until_an_answer() {
        with_a_seat(|tx, seat, now| {
            assert!(tx.note_lapse(seat, "1 russia", now)?);
            assert!(!tx.note_lapse(seat, "1 russia", now)?);
            assert!(tx.note_lapse(seat, "2 russia", now)?);
            assert_eq!(tx.lapses(seat)?, LapseCount { in_a_row: 2, total: 2 });
            tx.end_row_of_lapses(seat.game, "elisabeth")?;
            assert!(tx.note_lapse(seat, "3 russia", now)?);
            assert_eq!(tx.lapses(seat)?, LapseCount { in_a_row: 1, total: 3 });
            assert_eq!(tx.lapses_of_person("BEN@club.test")?, 3);
            let next = Seat { generation: 2, ..seat.clone() };
            assert_eq!(tx.lapses(&next)?, LapseCount::default());
            Ok(())
        });
    }

    #[test]
    fn an_absence_holds_for_all_addresses_of_a_person() {
        with_a_seat(|tx, seat, now| {
            let person = Person {
                id: PersonId(0),
                name: "Ben".into(),
                language: "en".into(),
                time_zone: "UTC".into(),
                wishes: "{}".into(),
            };
            tx.create_person(&person, "ben@club.test", now)?;
            let span = (now, now + TimeDelta::days(5));
            tx.announce_absence("Ben@Club.test", span, now)?;
            let absences = tx.absences("ben@club.test")?;
            assert_eq!(absences.len(), 1);
            assert_eq!(tx.absences("cleo@club.test")?, []);
            tx.copy_absences("ben@club.test", "cleo@club.test")?;
            tx.copy_absences("ben@club.test", "ben@club.test")?;
            assert_eq!(tx.absences("cleo@club.test")?.len(), 1);
            assert_eq!(tx.absences("ben@club.test")?.len(), 1);
            assert_eq!(tx.seats_of_person("ben@club.test")?, vec![seat.clone()]);
            tx.end_absence(absences[0].id, now + TimeDelta::days(2))?;
            assert_eq!(tx.absences("ben@club.test")?[0].ends, now + TimeDelta::days(2));
            tx.end_absence(absences[0].id, now)?;
            assert_eq!(tx.absences("ben@club.test")?, []);
            Ok(())
        });
    }

    #[test]
    fn a_vacancy_is_opened_and_closed() {
        with_a_seat(|tx, seat, now| {
            let (game, why) = (seat.game, "lapses".to_owned());
            let vacancy = Vacancy { game, seat: "elisabeth".into(), since: now, why };
            tx.open_vacancy(&vacancy)?;
            tx.open_vacancy(&Vacancy { since: now + TimeDelta::days(1), ..vacancy.clone() })?;
            assert_eq!(tx.vacancies()?, vec![vacancy.clone()]);
            assert_eq!(tx.vacancy(game, "elisabeth")?, Some(vacancy));
            assert!(tx.close_vacancy(game, "elisabeth")?);
            assert!(!tx.close_vacancy(game, "elisabeth")?);
            assert_eq!(tx.vacancy(game, "elisabeth")?, None);
            Ok(())
        });
    }
}
