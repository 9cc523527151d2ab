//! Trains by their numbers, whatever they are called: `no. 2 to Crossen`, `and the 2, well, to Meiningen`, `Z1 - Meißen`, `VZ 1:
//! Treuenbrietzen`, `der Transport Nummer zwei fährt nach Schwiebus`.
//!
//! A word that nobody knows, or letters, with the number of a train behind it, is that train if the city behind them is one
//! to which it can go now (R4). Names of people and cards are never taken for one.

use crate::game::{DecisionKind, PieceId};
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
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

/// `train no. 1 to Zossen, no. 2 to Crossen`: what announces the number of a train is taken out behind the word for a
/// train, and elsewhere taken for that word.
pub(in crate::said) fn labelled(line: &str, chunks: &mut Vec<Chunk>) {
    let train = |c: &Chunk| c.is_train_word();
    // `#1 train to Torgau`
    let sign = |c: &Chunk| c.kind == Kind::Other && line.get(c.start..c.end) == Some("#");
    let marked = (0..chunks.len().saturating_sub(2)).find(|at| {
        let counts = matches!(chunks[at + 1].kind, Kind::Number(1 | 2)) && chunks[at + 1].glued;
        sign(&chunks[*at]) && counts && train(&chunks[at + 2])
    });
    if let Some(at) = marked {
        chunks[at + 1].ordinal = chunks[at + 1].number;
        chunks.remove(at);
    }
    let Some(first) = chunks.iter().position(train) else { return };
    let label = |c: &Chunk| c.is_word() && (Little::Number.is(&c.plain) || c.plain == "n");
    // `le numéro deux à Schweinfurt ; le numéro un reste`
    let counts = |c: &Chunk| matches!(c.number, Some(1 | 2));
    let mut at = chunks.len();
    while at > first + 2 {
        at -= 1;
        if !counts(&chunks[at]) || !label(&chunks[at - 1]) {
            continue;
        }
        if chunks[at - 2].has(Word::Train) {
            chunks.remove(at - 1);
        } else {
            let named = chunks[first].clone();
            let Chunk { start, end, begins, .. } = chunks[at - 1];
            chunks[at - 1] = Chunk { start, end, begins, ..named };
        }
    }
}

/// `train 1 to Siegen, and the 2, well, to Meiningen`: the word for a train in place of the article, where a comma follows.
pub(in crate::said) fn second_train(chunks: &mut [Chunk]) {
    let number = |c: &Chunk| match c.kind {
        Kind::Number(number @ 1..=2) => Some(number),
        _ => None,
    };
    let first = (1..chunks.len())
        .find(|at| chunks[at - 1].is_train_word() && number(&chunks[*at]).is_some());
    let Some(first) = first else { return };
    let small = |c: &Chunk, words: &[Word]| c.is_word() && c.any(words) && c.cities.is_empty();
    let article = [Word::Article, Word::TheOne, Word::Filler];
    for at in first + 3..chunks.len().saturating_sub(1) {
        let other = number(&chunks[at]).is_some_and(|n| number(&chunks[first]) != Some(n));
        let led = small(&chunks[at - 1], &article) && small(&chunks[at - 2], &[Word::And]);
        if other && led && chunks[at + 1].kind == Kind::Comma {
            let Chunk { start, end, begins, .. } = chunks[at - 1];
            chunks[at - 1] = Chunk { start, end, begins, ..chunks[first - 1].clone() };
        }
    }
}

/// `Z1 - Meißen`, in German: the first train; Italian `S1` is a supporto or a salmeria.
pub(in crate::said) fn of_letters(chunks: &mut [Chunk], tongues: Tongues) {
    for at in 1..chunks.len() {
        let number = chunks[at].glued && chunks[at].number.is_some_and(|n| (1..3).contains(&n));
        let initial = match tongues.first() {
            Language::German => "z",
            Language::Italian => "s",
            _ => continue,
        };
        // `S2`, but not `13S 2`
        let begins = at < 2 || !(chunks[at - 1].glued && chunks[at - 2].number.is_some());
        if number && begins && chunks[at - 1].plain == initial {
            (chunks[at - 1].meanings, chunks[at - 1].unknown) = (Meanings::default(), false);
            chunks[at - 1].meanings.insert(Word::Train);
        }
    }
}
