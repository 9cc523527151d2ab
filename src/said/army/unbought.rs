//! Purchases that are declined, or taken back after an earlier mail: `no recruits`, `I'm not buying anybody`.
//!
//! What this module deliberately does not do: read what is bought ([`super::recruit`]), or carry anything out.

use crate::game::{DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::{Framed, Parsed, Scene};
use crate::said::club::words::{ClubWord, means};
use crate::said::hand::cards::{self, Meant};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Cancel, Request};

/// Reads a group as saying that nothing is bought.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    if known.buys && is_taken_back(chunks) {
        let cancel = Request::Cancel(Cancel::AnyPurchases);
        return Some(Ok(Parsed::one(scene.heading, cancel)));
    }
    if known.awaits(DecisionKind::Movement).is_none() && scene.heading.is_none() {
        return None;
    }
    if let Some(framed) = of_some(scene, chunks) {
        return Some(framed);
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
            || c.means(ClubWord::Further)
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

/// `no troops for Friedrich after all`, `scrap the purchase for the 9 of clubs`: one purchase of several is taken back, named by
/// who gets something, or by what it is paid with.
fn of_some(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let named: Vec<PieceId> = chunks.iter().flat_map(|c| c.generals.iter().copied()).collect();
    let own = named.iter().all(|piece| known.is_own(piece.nation()));
    let cards = cards::mentions(chunks, scene.tongues, false);
    let passed: Vec<usize> = (0..chunks.len())
        .flat_map(|at| {
            let words = [ClubWord::AfterAll, ClubWord::Instead, ClubWord::CallOff];
            let length = words.iter().find_map(|word| said(scene.line, chunks, at, *word));
            at..at + length.unwrap_or(0)
        })
        .collect();
    let covered =
        |at: usize| passed.contains(&at) || cards.iter().any(|m| m.from <= at && at <= m.to);
    let no = |c: &Chunk| {
        c.any(&[Word::Not, Word::Decline, Word::No]) && !c.has(Word::Ready)
            || Little::Denial.is(&c.plain)
    };
    let verb = |c: &Chunk| c.any(&[Word::Cancel, Word::Withdraw]) && c.guessed.is_none();
    let bought = |c: &Chunk| c.any(&[Word::Recruit, Word::Troops]) && c.generals.is_empty();
    let small = [
        Word::Filler,
        Word::Article,
        Word::Title,
        Word::Pronoun,
        Word::For,
        Word::To,
        Word::With,
        Word::And,
        Word::Get,
        Word::Troops,
        Word::New,
        Word::Recruit,
        Word::Sent,
    ];
    let binds = [Word::If, Word::Unless, Word::Or, Word::Only, Word::Rest, Word::Other];
    let strange = |at: usize| {
        let c = &chunks[at];
        if !c.is_word() {
            return !covered(at) && !matches!(c.kind, Kind::Period | Kind::Comma);
        }
        let plain = no(c) || verb(c) || c.any(&small) || !c.generals.is_empty() || covered(at);
        !plain || !covered(at) && (c.is_plain_city() || c.any(&binds) && !c.has(Word::Filler))
    };
    let denied = (0..chunks.len()).filter(|at| !covered(*at)).any(|at| no(&chunks[at]));
    let taken = chunks.iter().any(verb);
    // `does not cost the 9 of clubs` says nothing of a purchase.
    let meant = taken || denied && cards.is_empty();
    let clear = (1..=2).contains(&(named.len() + cards.len())) && own && meant;
    if !clear || !chunks.iter().any(bought) || (0..chunks.len()).any(strange) {
        return None;
    }
    let mut paid = Vec::new();
    for mention in &cards {
        match mention.card(Some(known), scene.nation()) {
            Meant::Card(card) => paid.push(card),
            Meant::Several(_) => return None,
        }
    }
    let owner = named.first().map(|piece| piece.nation()).or_else(|| scene.nation());
    let cancel = Request::Cancel(Cancel::Purchase { pieces: named, cards: paid });
    Some(Ok(if known.buys { Parsed::one(owner, cancel) } else { Parsed::default() }))
}
