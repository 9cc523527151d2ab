//! What is noted beside the log: what became of a mail, what counts for a person, and what is left
//! of a game that is over.

use crate::campaign::office::CampaignError;
use crate::campaign::settings::Settings;

use crate::mail::source::Disposal;
use crate::store::{
    Game, GameStatus, PersonRecord, Seat as StoredSeat, Timer, TimerKind, Tx, VoteState,
};
use chrono::{DateTime, TimeDelta, Utc};

/// Key of the timer that archives a game: there is one for each.
const ARCHIVE: &str = "archive";

/// What became of a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// Where the mailbox is to put it.
    pub disposal: Disposal,
    /// What became of the mail, in a word, for the program's log: without names, cards or counts.
    pub outcome: &'static str,
}

impl Received {
    /// Dealt with, or deliberately not acted upon.
    pub(crate) const fn processed(outcome: &'static str) -> Received {
        Received { disposal: Disposal::Processed, outcome }
    }

    /// Not acted upon, and kept apart for a human to look at.
    pub(crate) const fn rejected(outcome: &'static str) -> Received {
        Received { disposal: Disposal::Rejected, outcome }
    }
}

/// Counts something for whoever holds a seat, if that is a known person.
pub(crate) fn count(
    tx: &Tx<'_>,
    seat: &StoredSeat,
    record: PersonRecord,
) -> Result<(), CampaignError> {
    if let Some(address) = &seat.address
        && let Some(person) = tx.person_of(address)?
    {
        tx.add_to_record(person.id, record)?;
    }
    Ok(())
}

/// A game has just ended: it counts for its players, and only its log is kept later.
pub(crate) fn ended(tx: &Tx<'_>, game: &Game, now: DateTime<Utc>) -> Result<(), CampaignError> {
    let finished = PersonRecord { finished: 1, ..PersonRecord::default() };
    for seat in tx.seats(game.id)? {
        count(tx, &seat, finished)?;
    }
    archive_later(tx, game, now)
}

/// Leaves only the log of a game that is over; a game that is not stays as it is.
pub(crate) fn archive(tx: &Tx<'_>, game: &Game) -> Result<(), CampaignError> {
    if game.status != GameStatus::Ended {
        return Ok(());
    }
    tx.archive(game.id)?;
    Ok(tx.set_game_status(game.id, GameStatus::Archived, game.ended)?)
}

/// A game is over, however it came to that: what is still voted on is void, and the timer of [`archive`] is set, which runs
/// in a game that was paused, too.
pub(crate) fn archive_later(
    tx: &Tx<'_>,
    game: &Game,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    for vote in tx.votes(game.id, VoteState::Open)? {
        tx.set_vote_state(&vote, VoteState::Void)?;
    }
    tx.end_standstill(game.id)?;
    let due = now + TimeDelta::days(Settings::of(game)?.membership.archive_days.into());
    let (game, kind, key) = (game.id, TimerKind::Archive, ARCHIVE.to_owned());
    Ok(tx.set_timer(&Timer { game, due, kind, key })?)
}
