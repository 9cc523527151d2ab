//! What the templates may ask of the board and of cards: printed names and faces.
//!
//! Facts only; words for suits and Reserves are the templates'.

use crate::game::{CardRef, Face, board};
use minijinja::{Error, ErrorKind, Value, context};

/// The name of a city as printed on the board; what is no city's id stands for itself.
pub(super) fn city(id: &str) -> String {
    let board = board();
    board.city(id).map_or_else(|| id.to_owned(), |city| board.info(city).name.clone())
}

/// The suit of the sector a city lies in.
pub(super) fn suit_of(id: &str) -> Result<&'static str, Error> {
    let board = board();
    let city = board.city(id).ok_or_else(|| unknown("city", id))?;
    Ok(board.info(city).suit.id())
}

/// A card's `suit` and `value` (0 for a Reserve), `reserve` and `deck` (0 if not said).
pub(super) fn card(text: &str) -> Result<Value, Error> {
    let card: CardRef = text.parse().map_err(|_| unknown("card", text))?;
    let (suit, value) = match card.face {
        Face::Suited(suit, value) => (suit.id(), value),
        Face::Reserve => ("", 0),
    };
    let reserve = card.face == Face::Reserve;
    Ok(context! { suit, value, reserve, deck => card.deck.unwrap_or_default() })
}

fn unknown(what: &str, text: &str) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("there is no {what} `{text}`"))
}
