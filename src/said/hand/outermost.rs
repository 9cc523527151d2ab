//! The lowest or the highest of the cards that may be played or discarded: `the lowest`, `the small one`, `the big one`.

use super::cards::{Mention, blank};
use crate::game::{Action, CardRef, Face};
use crate::said::chunks::chunk::Chunk;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// `throw the lowest one away`, `the big one`: the only one of that value among those that may be chosen, or one of several
/// equal ones. Which one is the highest is not said so where a Reserve is among them, since it has no value.
pub(in crate::said) fn outermost(chunks: &[Chunk], answers: &[Action]) -> Option<Action> {
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

/// `the little one, and then the Reserve as a seven`: the lowest or the highest card that may be played, beside cards that are
/// named, if it is none of them.
pub(in crate::said) fn outermost_beside(
    chunks: &[Chunk],
    named: &[Mention],
    answers: impl FnOnce() -> Vec<Action>,
) -> Option<Mention> {
    let inside = |at: usize| named.iter().any(|m| m.from <= at && at <= m.to);
    let outer = |c: &Chunk| c.is_word() && c.any(&[Word::Lowest, Word::Highest]);
    let mut outer = (0..chunks.len()).filter(|at| outer(&chunks[*at]) && !inside(*at));
    let at = outer.next().filter(|_| outer.next().is_none())?;
    let binds =
        [Word::If, Word::Or, Word::Not, Word::Keep, Word::AtMost, Word::Unless, Word::Discard];
    let bound = chunks.iter().any(|c| c.any(&binds) && !c.has(Word::Filler));
    let whole = |m: &Mention| (m.value.is_some() || m.reserve) && m.extreme.is_none();
    let joins = chunks.iter().any(|c| c.any(&[Word::And, Word::Then]) || c.kind == Kind::Comma);
    if named.is_empty() || !named.iter().all(whole) || bound || !joins {
        return None;
    }
    let (Action::Play { card, .. } | Action::Discard { card }) =
        outermost(&chunks[at..=at], &answers())?
    else {
        return None;
    };
    let Face::Suited(suit, value) = card.face else { return None };
    let value = Some(u32::from(value));
    let other = named.iter().all(|m| m.value != value);
    other.then(|| Mention { suits: vec![suit], value, ..blank(at, at) })
}
