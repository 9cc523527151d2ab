//! Purchases that are declined, or taken back after an earlier mail: `no recruits`, `I'm not buying anybody`.
//!
//! What this module deliberately does not do: read what is bought ([`super::recruit`]), or purchases declined for one piece.

use super::chunk::Chunk;
use super::club::words::{ClubWord, means};
use super::frame::{Framed, Parsed, Scene};
use super::little::Little;
use super::text::Kind;
use super::words::Word;
use super::{Cancel, Request};
use crate::game::DecisionKind;

/// Reads a group as saying that nothing is bought.
pub(super) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    if known.buys && is_taken_back(chunks) {
        let cancel = Request::Cancel(Cancel::AnyPurchases);
        return Some(Ok(Parsed::one(scene.heading, cancel)));
    }
    if known.awaits(DecisionKind::Movement).is_none() && scene.heading.is_none() {
        return None;
    }
    let words: Vec<&Chunk> = chunks.iter().filter(|c| c.is_word()).collect();
    let whole = means(&scene.words(chunks), ClubWord::NothingBought);
    let buys = words.iter().any(|c| c.has(Word::Recruit));
    let denies = |c: &Chunk| {
        c.any(&[Word::Not, Word::Decline, Word::No]) && !c.has(Word::Ready)
            || Little::Denial.is(&c.plain)
    };
    let small = |c: &Chunk| {
        c.any(&[
            Word::Recruit,
            Word::Filler,
            Word::Article,
            Word::Pronoun,
            Word::Everybody,
            Word::Any,
            Word::Time,
            Word::Turn,
            Word::Troops,
            Word::New,
        ]) || denies(c)
    };
    // `no more recruits` leaves those that were ordered; `no recruits for Keith` is about him.
    let other = |c: &Chunk| {
        !c.is_word()
            || !small(c)
            || !c.generals.is_empty()
            || c.is_plain_city()
            || c.count().is_some() && !c.has(Word::Article)
            || c.any(&[Word::If, Word::Or, Word::Else, Word::Rest, Word::Other, Word::Keep])
                && !c.has(Word::Filler)
            || means(&c.plain, ClubWord::Further)
    };
    let pattern =
        buys && words.len() <= 7 && words.iter().any(|c| denies(c)) && !chunks.iter().any(other);
    let taken_back = || Parsed::one(scene.nation(), Request::Cancel(Cancel::Purchases));
    // Where none wait, nothing is to be done.
    let parsed = || if known.buys { taken_back() } else { Parsed::default() };
    (whole || pattern).then(|| Ok(parsed()))
}

/// `cancel the purchase`, `Annulez l'achat gardé`, where purchases wait: nothing but a verb that takes back and what was bought.
fn is_taken_back(chunks: &[Chunk]) -> bool {
    let verb = |c: &Chunk| c.any(&[Word::Cancel, Word::Withdraw]) && c.guessed.is_none();
    let bought = |c: &Chunk| c.has(Word::Recruit) && !verb(c);
    let small = [
        Word::Filler,
        Word::Article,
        Word::Pronoun,
        Word::Sent,
        Word::Keep,
        Word::Troops,
        Word::New,
        Word::All,
        Word::Time,
        Word::Turn,
        Word::TopicAhead,
        Word::TopicRecruiting,
    ];
    let binds = [Word::Not, Word::If, Word::Or, Word::Only];
    let other = |c: &Chunk| {
        if !c.is_word() {
            return c.number.is_some() || c.kind == Kind::Question;
        }
        let plain = verb(c) || bought(c) || c.any(&small);
        let named = !c.generals.is_empty() || c.is_plain_city() || c.count().is_some_and(|n| n > 1);
        !plain || named || c.any(&binds) && !c.has(Word::Filler)
    };
    chunks.iter().any(verb) && chunks.iter().any(bought) && !chunks.iter().any(other)
}
