//! Which game a mail is about that shows no token of a seat.
//!
//! It gives nobody a right: it is used for what everybody may know, and for asking the holder of the seat to write
//! again as a reply to a mail that has his token.

use super::game_of_subject;
use crate::campaign::office::CampaignError;
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::store::{Game, Seat, Tx};

/// The seats of an address, one for each game that is not over, with the game.
pub(crate) fn seats_in_games(
    tx: &Tx<'_>,
    from: &Address,
) -> Result<Vec<(Game, Seat)>, CampaignError> {
    let mut seats: Vec<(Game, Seat)> = Vec::new();
    for seat in tx.seats_of_address(&from.canonical())? {
        if seats.iter().any(|(game, _)| game.id == seat.game) {
            continue;
        }
        let game = tx.game(seat.game)?;
        if !game.status.is_over() {
            seats.push((game, seat));
        }
    }
    Ok(seats)
}

/// Of one's own games the one that a mail names, in its subject or anywhere in its text, or else the only one.
pub(crate) fn own_game(
    tx: &Tx<'_>,
    letter: &Letter,
    from: &Address,
) -> Result<Option<(Game, Seat)>, CampaignError> {
    let mut own = seats_in_games(tx, from)?;
    let names_it = |text: &str, name: &str| {
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let mut words = text.split(|c: char| !part(c)).map(|word| word.trim_matches(['-', '_']));
        words.any(|word| word.eq_ignore_ascii_case(name))
    };
    for text in [&letter.subject, &letter.text] {
        let named: Vec<usize> =
            (0..own.len()).filter(|index| names_it(text, &own[*index].0.name)).collect();
        if let [only] = named[..] {
            return Ok(Some(own.swap_remove(only)));
        }
    }
    Ok(own.pop().filter(|_| own.is_empty()))
}

/// The game that a question is about which names none: that of the subject, or else one's own.
pub(super) fn asked_about(
    tx: &Tx<'_>,
    letter: &Letter,
    from: &Address,
) -> Result<Option<String>, CampaignError> {
    let of_subject = game_of_subject(tx, letter)?;
    Ok(match of_subject {
        Some(name) => Some(name),
        None => own_game(tx, letter, from)?.map(|(game, _)| game.name),
    })
}
