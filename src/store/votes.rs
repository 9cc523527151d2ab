//! Votes and the ballots cast in them.
//!
//! What is proposed and when it is decided is the caller's.

use chrono::{DateTime, Utc};
use rusqlite::Row;

use super::Tx;
use super::error::StoreError;
use super::games::GameId;
use super::kinds::VoteState;
use super::log::{number, stored};
use super::moment::Moment;
use super::rows::FromRow;

/// A vote in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    /// The game it is held in.
    pub game: GameId,
    /// Its number, from 1 in each game.
    pub number: u64,
    /// JSON text.
    pub proposal: String,
    /// The seat that proposed it.
    pub proposer: String,
    /// When it began.
    pub opened: DateTime<Utc>,
    /// When it ends if it is not decided.
    pub expires: DateTime<Utc>,
    /// How it stands.
    pub state: VoteState,
}

/// What a seat said in a vote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ballot {
    /// Which seat.
    pub seat: String,
    /// The seat's generation when it was cast.
    pub generation: u32,
    /// Whether it is for the proposal.
    pub yes: bool,
}

impl Tx<'_> {
    /// Opens a vote under the next number, whatever number it names, and returns that.
    ///
    /// # Errors
    ///
    /// No such seat, or a proposal that is not JSON.
    pub fn open_vote(&self, vote: &Vote) -> Result<u64, StoreError> {
        self.run("open a vote", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO votes (game, number, proposal, proposer, opened, expires, state)
                     SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6
                     FROM votes WHERE game = ?1
                     RETURNING number",
                )?
                .query_row(
                    (
                        vote.game,
                        &vote.proposal,
                        &vote.proposer,
                        Moment(vote.opened),
                        Moment(vote.expires),
                        vote.state,
                    ),
                    |row| number(row, 0),
                )
        })
    }

    /// The votes of a game in this state, the oldest first.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn votes(&self, game: GameId, state: VoteState) -> Result<Vec<Vote>, StoreError> {
        self.rows(
            "read the votes of a game",
            "WHERE game = ?1 AND state = ?2 ORDER BY number",
            (game, state),
        )
    }

    /// The vote of this number, if there is one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn vote(&self, game: GameId, number: u64) -> Result<Option<Vote>, StoreError> {
        self.row("read a vote", "WHERE game = ?1 AND number = ?2", (game, stored(number)))
    }

    /// Changes the state of a vote.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn set_vote_state(&self, vote: &Vote, state: VoteState) -> Result<(), StoreError> {
        self.run("decide a vote", |connection| {
            connection
                .prepare_cached("UPDATE votes SET state = ?3 WHERE game = ?1 AND number = ?2")?
                .execute((vote.game, stored(vote.number), state))
                .map(drop)
        })
    }

    /// Takes a seat's ballot, in place of an earlier one.
    ///
    /// # Errors
    ///
    /// No such vote or seat.
    pub fn cast_ballot(&self, vote: &Vote, ballot: &Ballot) -> Result<(), StoreError> {
        self.run("take a ballot", |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO ballots (game, vote, seat, generation, yes)
                     VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT (game, vote, seat) DO UPDATE SET
                         generation = excluded.generation, yes = excluded.yes",
                )?
                .execute((
                    vote.game,
                    stored(vote.number),
                    &ballot.seat,
                    ballot.generation,
                    ballot.yes,
                ))
                .map(drop)
        })
    }

    /// All ballots of a vote, by seat.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn ballots(&self, vote: &Vote) -> Result<Vec<Ballot>, StoreError> {
        self.rows(
            "read the ballots of a vote",
            "WHERE game = ?1 AND vote = ?2 ORDER BY seat",
            (vote.game, stored(vote.number)),
        )
    }
}

impl FromRow for Vote {
    const TABLE: &'static str = "votes";
    const COLUMNS: &'static str = "game, number, proposal, proposer, opened, expires, state";

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Vote> {
        Ok(Vote {
            game: row.get(0)?,
            number: number(row, 1)?,
            proposal: row.get(2)?,
            proposer: row.get(3)?,
            opened: row.get::<_, Moment>(4)?.0,
            expires: row.get::<_, Moment>(5)?.0,
            state: row.get(6)?,
        })
    }
}

impl FromRow for Ballot {
    const TABLE: &'static str = "ballots";
    const COLUMNS: &'static str = "seat, generation, yes";

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Ballot> {
        Ok(Ballot { seat: row.get(0)?, generation: row.get(1)?, yes: row.get(2)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{GameStatus, SeatStatus};
    use crate::store::{NewGame, Seat, Seed, Store};
    use chrono::TimeDelta;

    #[test]
    fn votes_are_numbered_and_a_later_ballot_replaces_an_earlier_one() {
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
                let mut vote = Vote {
                    game,
                    number: 0,
                    proposal: "{}".into(),
                    proposer: "frederick".into(),
                    opened: now,
                    expires: now + TimeDelta::days(3),
                    state: VoteState::Open,
                };
                assert_eq!(tx.open_vote(&vote)?, 1);
                assert_eq!(tx.open_vote(&vote)?, 2);
                vote.number = 2;
                assert_eq!(tx.vote(game, 2)?, Some(vote.clone()));
                assert_eq!(tx.vote(game, 3)?, None);
                let ballot = |yes| Ballot { seat: "frederick".into(), generation: 1, yes };
                tx.cast_ballot(&vote, &ballot(true))?;
                tx.cast_ballot(&vote, &ballot(false))?;
                assert_eq!(tx.ballots(&vote)?, [ballot(false)]);
                tx.set_vote_state(&vote, VoteState::Carried)?;
                let open = tx.votes(game, VoteState::Open)?;
                assert_eq!(open.iter().map(|vote| vote.number).collect::<Vec<_>>(), [1]);
                assert_eq!(tx.ballots(&open[0])?, []);
                Ok::<(), StoreError>(())
            })
            .unwrap();
    }
}
