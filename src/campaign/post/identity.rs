//! Whether a token that a mail shows is the genuine one of a seat's holder.

use crate::campaign::office::{CampaignError, Office};
use crate::mail::address::Address;
use crate::mail::token::SeatToken;
use crate::store::{Game, Seat as StoredSeat, Tx};

/// The address that a seat's mail goes to.
pub(crate) fn holder(seat: &StoredSeat) -> Option<Address> {
    seat.address.as_ref().and_then(|text| text.parse().ok())
}

/// The seat that a token speaks for, if it is the genuine one of its holder today.
pub(crate) fn genuine(
    tx: &Tx<'_>,
    office: &Office,
    candidate: &str,
) -> Result<Option<(Game, StoredSeat)>, CampaignError> {
    let Some(token) = SeatToken::parse(candidate) else { return Ok(None) };
    let Some(game) = tx.game_by_name(token.game())? else { return Ok(None) };
    let Some(seat) = tx.seat(game.id, token.seat())? else { return Ok(None) };
    let genuine =
        holder(&seat).is_some_and(|holder| token.check(&office.key, &holder, seat.generation));
    Ok(genuine.then_some((game, seat)))
}
