//! Who at the table is a bot: a seat without an address whose status says at which level the program plays it.
//!
//! What a bot decides, and when, is `clock::bots`'s.

use crate::bot::Level;
use crate::campaign::office::CampaignError;
use crate::campaign::table::progress::Progress;
use crate::game::Seat;
use crate::report::ClubNews;
use crate::store::{Seat as StoredSeat, SeatStatus, Tx};
use chrono::{DateTime, Utc};

/// The level at which the program plays a seat, if it does.
pub(crate) const fn level_of(seat: &StoredSeat) -> Option<Level> {
    match seat.status {
        SeatStatus::Cadet => Some(Level::Cadet),
        SeatStatus::Officer => Some(Level::Officer),
        SeatStatus::General => Some(Level::General),
        SeatStatus::Open | SeatStatus::Taken | SeatStatus::Vacant | SeatStatus::Raffled => None,
    }
}

const fn status_of(level: Level) -> SeatStatus {
    match level {
        Level::Cadet => SeatStatus::Cadet,
        Level::Officer => SeatStatus::Officer,
        Level::General => SeatStatus::General,
    }
}

/// Whether somebody or something plays a seat, so that it is neither free nor vacant.
pub(crate) fn is_taken(seat: &StoredSeat) -> bool {
    seat.address.is_some() || level_of(seat).is_some()
}

/// A seat as a bot holds it: without an address, and named for what it is.
pub(crate) fn seated(seat: &StoredSeat, level: Level) -> StoredSeat {
    StoredSeat {
        address: None,
        display_name: format!("bot ({level})"),
        generation: seat.generation.saturating_add(1),
        status: status_of(level),
        ..seat.clone()
    }
}

/// The seats of a game that the program plays.
pub(crate) fn bots(progress: &Progress<'_>) -> Result<Vec<(Seat, Level)>, CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    let bot = |seat: &StoredSeat| Some((Seat::from_id(&seat.seat)?, level_of(seat)?));
    Ok(seats.iter().filter_map(bot).collect())
}

/// Whether a person sits at the table; bots alone do not play.
pub(crate) fn has_people(progress: &Progress<'_>) -> Result<bool, CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    Ok(seats.iter().any(|seat| seat.address.is_some() && Seat::from_id(&seat.seat).is_some()))
}

/// Has a bot play a vacant seat until somebody takes it over; the log says so.
pub(crate) fn take_seat(
    progress: &mut Progress<'_>,
    vacant: &StoredSeat,
    level: Level,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(seat) = Seat::from_id(&vacant.seat) else { return Ok(()) };
    progress.tx.save_seat(&seated(vacant, level))?;
    progress.note(&ClubNews::Bot { seat, level }, now)
}

/// Makes bots of the places of a game that has not begun which nobody has taken.
pub(crate) fn fill_up(
    tx: &Tx<'_>,
    seats: &[StoredSeat],
    level: Level,
) -> Result<(), CampaignError> {
    for seat in seats.iter().filter(|seat| !is_taken(seat)) {
        tx.save_seat(&seated(seat, level))?;
    }
    Ok(())
}
