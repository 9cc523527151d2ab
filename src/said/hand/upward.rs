//! All cards of a suit from the lowest up, in a combat that is fought now: `from the lowest heart up`, `Herz von unten nach
//! oben`.

use super::cards;
use crate::game::{Action, CardRef, DecisionKind, Face};
use crate::said::Request;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Scene, leftover};
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::words::Word;

/// Reads a group as the cards of the suit that is played, the lowest first.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let nation = known.awaits(DecisionKind::Play)?;
    let suit = known.view.combat.as_ref()?.suit;
    if !says(&scene.words(chunks), ClubWord::Upward) {
        return None;
    }
    let bound = [Word::AtMost, Word::AtLeast, Word::Keep, Word::Reserve, Word::Lose, Word::Stop];
    if chunks.iter().any(|c| c.any(&bound) || c.count().is_some() || !c.generals.is_empty()) {
        return None;
    }
    let mentions = cards::mentions(chunks, scene.tongues, false);
    if mentions.len() != 1 || mentions[0].suits != [suit] || mentions[0].reserve {
        return None;
    }
    let mut values: Vec<u8> = known
        .hand(nation)
        .iter()
        .filter_map(|card| match card.face {
            Face::Suited(own, value) if own == suit => Some(value),
            _ => None,
        })
        .collect();
    values.sort_unstable();
    values.dedup();
    let cost = leftover(chunks, |_| false)?;
    let play = |value: u8| {
        let card = CardRef { face: Face::Suited(suit, value), deck: None };
        (Some(nation), Request::Act(Action::Play { card, value: None }))
    };
    let said: Vec<_> = values.into_iter().map(play).collect();
    (!said.is_empty()).then(|| Ok(Parsed { said, cost, ..Parsed::default() }))
}
