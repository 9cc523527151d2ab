//! How what a player has prepared is kept: as JSON, under a name of its seat.

use crate::campaign::office::CampaignError;
use crate::campaign::table::progress::Progress;
use crate::game::Seat;
use crate::store::StoredDraft;
use chrono::{DateTime, Utc};
use serde::Serialize;

/// Keeps this of a seat in place of what stood under the name; `None` withdraws it.
pub(super) fn keep(
    progress: &Progress<'_>,
    seat: Seat,
    key: &str,
    prepared: Option<&impl Serialize>,
    message_id: Option<String>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let game = progress.game.id;
    let Some(prepared) = prepared else {
        progress.tx.withdraw_draft(game, seat.id(), key)?;
        return Ok(());
    };
    let body = serde_json::to_string(prepared).unwrap_or_default();
    let (seat, key) = (seat.id().to_owned(), key.to_owned());
    progress.tx.replace_draft(&StoredDraft { game, seat, key, body, message_id, received: now })?;
    Ok(())
}
