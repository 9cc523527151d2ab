//! The lowest or the highest of the cards that may be played or discarded: `the lowest`, `the small one`, `the big one`.

use super::chunk::Chunk;
use super::words::Word;
use crate::game::{Action, CardRef, Face};

/// `throw the lowest one away`, `the big one`: the only one of that value among those that may be chosen, or one of several
/// equal ones. Which one is the highest is not said so where a Reserve is among them, since it has no value.
pub(super) fn outermost(chunks: &[Chunk], answers: &[Action]) -> Option<Action> {
    let position = |word: Word| chunks.iter().position(|c| c.has(word));
    let (at, highest) = match (position(Word::Lowest), position(Word::Highest)) {
        (Some(at), None) => (at, false),
        (None, Some(at)) => (at, true),
        // `the small one and then the big one`
        _ => return None,
    };
    // `one of the two lowest`
    let several = |c: &Chunk| c.any(&[Word::OneOf, Word::Both, Word::From]) || c.count() > Some(1);
    let condition = |c: &Chunk| c.any(&[Word::If, Word::Or]) && !c.has(Word::Filler);
    if chunks[..at].iter().any(several) || chunks.iter().any(condition) {
        return None;
    }
    let card = |action: &Action| match action {
        Action::Discard { card } | Action::Play { card, .. } => Some(card.face),
        _ => None,
    };
    if highest && answers.iter().any(|action| card(action) == Some(Face::Reserve)) {
        return None;
    }
    let value = |action: &Action| match card(action) {
        Some(Face::Suited(_, value)) => Some(value),
        _ => None,
    };
    let values = answers.iter().filter_map(value);
    let wanted = if highest { values.max()? } else { values.min()? };
    let mut all = answers.iter().filter(|action| value(action) == Some(wanted));
    let first = all.next()?;
    if all.any(|other| card(other) != card(first)) {
        return None;
    }
    let plain = |card: &CardRef| CardRef { face: card.face, deck: None };
    match first {
        Action::Discard { card } => Some(Action::Discard { card: plain(card) }),
        Action::Play { card, value } => Some(Action::Play { card: plain(card), value: *value }),
        _ => None,
    }
}
