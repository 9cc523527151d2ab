//! Trains under a name of their owner's own: `VZ 1: Treuenbrietzen`, `SW2 Crossen`, `der Transport Nummer zwei fährt nach Schwiebus`.
//!
//! A word that nobody knows, or letters, with the number of a train behind it, is that train if the city behind them is one
//! to which it can go now (R4). Names of people and cards are never taken for one.

use crate::game::{DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::{Meanings, Word};

/// So many letters are short for something, whatever else they mean.
const FEW_LETTERS: usize = 3;

/// Gives such names the meaning of a train.
pub(in crate::said) fn numbered(chunks: &mut Vec<Chunk>, known: &Known) {
    let Some(nation) = known.awaits(DecisionKind::Movement) else { return };
    let trains = known.trains(nation, true);
    let mut at = 0;
    while at + 1 < chunks.len() {
        let label = Little::Number.is(&chunks[at + 1].plain) && at + 2 < chunks.len();
        let number = at + 1 + usize::from(label);
        if let Some(train) = called(chunks, at, number, &trains)
            && (goes_there(&chunks[number + 1..], train, known) || is_short(chunks, at, number))
        {
            let chunk = &mut chunks[at];
            (chunk.meanings, chunk.unknown, chunk.guessed) = (Meanings::default(), false, None);
            (chunk.cities, chunk.generals) = (Vec::new(), Vec::new());
            chunk.meanings.insert(Word::Train);
            if label {
                chunks.remove(at + 1);
            }
        }
        at += 1;
    }
}

/// `VZ 1 nach Torgau`: letters that stand for nothing else before a number and a goal, whether the train comes so far or not.
fn is_short(chunks: &[Chunk], at: usize, number: usize) -> bool {
    let goes = |c: &Chunk| c.has(Word::To) || matches!(c.kind, Kind::Colon | Kind::Arrow);
    let sent = chunks.get(number + 1).is_some_and(goes);
    let named = chunks.get(number + 2).is_some_and(|c| c.is_plain_city() && c.guessed.is_none());
    chunks[at].unknown && chunks[at].plain.len() <= FEW_LETTERS && sent && named
}

/// The train of this number, if the chunk before it can be a name for one.
fn called(chunks: &[Chunk], at: usize, number: usize, trains: &[PieceId]) -> Option<PieceId> {
    let (name, count) = (&chunks[at], &chunks[number]);
    // `C 10` is a card, and `C1` none.
    let letters = name.plain.len() <= FEW_LETTERS && count.kind == Kind::Number(1)
        || name.plain.len() <= FEW_LETTERS && name.unknown;
    let begins = at == 0
        || !chunks[at - 1].is_word()
        || chunks[at - 1].any(&[Word::Article, Word::And, Word::Filler]);
    let plain = name.is_word()
        && name.generals.is_empty()
        && (name.unknown || letters && begins)
        && !name.any(&[Word::Train, Word::Turn, Word::General]);
    let number = count.count()?;
    let named = format!("Train {number}");
    trains.iter().copied().find(|train| plain && train.name() == named)
}

/// Whether a clause names a city to which the train can go, and nobody else.
fn goes_there(behind: &[Chunk], train: PieceId, known: &Known) -> bool {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Semicolon | Kind::Question);
    let clause = behind.split(ends).next().unwrap_or_default();
    let others = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Train) || c.kind == Kind::Comma;
    let clause = clause.split(others).next().unwrap_or_default();
    let goals = known.destinations(&[train]);
    clause
        .iter()
        .filter(|c| c.is_plain_city() && c.guessed.is_none())
        .any(|c| c.cities.iter().any(|city| goals.contains(city)))
}
