//! When a seat was last told the whole position without having asked.

use crate::campaign::office::CampaignError;
use crate::campaign::table::progress::Progress;
use crate::game::Event;
use crate::store::Seat as StoredSeat;

/// Under this name the database keeps the entry of the log that a holder's last whole position followed.
fn name(progress: &Progress<'_>, seat: &StoredSeat) -> String {
    format!("position {} {} {}", progress.game.name, seat.seat, seat.generation)
}

/// The entry of the log that it followed; `None` if the holder of the seat has had none.
fn last(progress: &Progress<'_>, seat: &StoredSeat) -> Result<Option<u64>, CampaignError> {
    let kept = progress.tx.meta(&name(progress, seat))?;
    Ok(kept.and_then(|bytes| String::from_utf8(bytes).ok()?.parse().ok()))
}

/// Notes that it is told now.
pub(super) fn told(progress: &Progress<'_>, seat: &StoredSeat) -> Result<(), CampaignError> {
    let entry = progress.head.number.to_string();
    Ok(progress.tx.set_meta(&name(progress, seat), entry.as_bytes())?)
}

/// How many turns have begun since; `None` if there was none.
pub(super) fn turns_since(
    progress: &Progress<'_>,
    seat: &StoredSeat,
) -> Result<Option<usize>, CampaignError> {
    let Some(entry) = last(progress, seat)? else { return Ok(None) };
    let events = progress.events_after(entry)?;
    let begins = |event: &&Event| matches!(event, Event::TurnBegan { .. });
    Ok(Some(events.iter().filter_map(|logged| logged.event.war()).filter(begins).count()))
}
