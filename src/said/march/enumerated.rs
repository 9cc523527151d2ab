//! The first and the second of two who were named just before: `Trains: the first stays, the second to Lipno`, `Lehwaldt and Dohna fall
//! back, the former to Orneta and the latter to Berlinchen`.

use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::{Meanings, Word};

/// Puts the two in the place of the words that count them.
pub(in crate::said) fn enumerated(line: &str, chunks: &mut Vec<Chunk>, known: &Known) {
    trains(line, chunks);
    generals(line, chunks, known);
    respectively(line, chunks, known);
}

/// `Browne and Karl to Komotau and to Rumburg respectively`: the first to the first, the second to the second.
fn respectively(line: &str, chunks: &mut Vec<Chunk>, known: &Known) {
    let phrase = |at: usize| said(line, chunks, at, ClubWord::Respectively).is_some();
    let own = |at: &usize| chunks[*at].generals.iter().any(|p| known.is_own(p.nation()));
    let place = |at: &usize| chunks[*at].is_plain_city() && chunks[*at].generals.is_empty();
    let all = 0..chunks.len();
    let (who, cities): (Vec<usize>, Vec<usize>) =
        (all.clone().filter(own).collect(), all.clone().filter(place).collect());
    let ([first, second], [one, other]) = (&who[..], &cities[..]) else { return };
    let bound = [Word::Not, Word::Or, Word::If, Word::Via, Word::Stay, Word::From, Word::Train];
    let binds = |c: &Chunk| c.any(&bound) && !c.any(&[Word::Filler, Word::To]);
    let in_order = first < second && second < one && one < other;
    if !in_order || !all.clone().any(phrase) || chunks.iter().any(binds) {
        return;
    }
    let goes = |who: &usize, city: &usize| {
        [chunks[*who].clone(), chunks[*city].meaning(Word::To).unnamed(), chunks[*city].clone()]
    };
    let stop = Chunk::full_stop(chunks[*one].end, chunks[*one].end);
    let parted = [&goes(first, one)[..], &[stop], &goes(second, other)[..]].concat();
    let rest = chunks.split_off(other + 1);
    chunks.truncate(*first);
    chunks.extend(parted);
    chunks.extend(rest);
}

/// `Trains: the first stays, the second to Lipno`
fn trains(line: &str, chunks: &mut Vec<Chunk>) {
    // `2nd train: first Crossen, then Reppen`
    let one = |c: &Chunk| c.ordinal.is_some() || c.count().is_some() || c.has(Word::Other);
    let headed = |at: usize| {
        let colon = chunks[at + 1].kind == Kind::Colon;
        chunks[at].is_train_word() && colon && !chunks[..at].iter().any(one)
    };
    let Some(head) = (0..chunks.len().saturating_sub(2)).find(|at| headed(*at)) else { return };
    number_by_number(&mut chunks[head + 2..]);
    for which in [1, 2] {
        if let Some((at, length)) = counted(line, chunks, head + 1, which) {
            let chunk = &mut chunks[at];
            chunk.kind = Kind::Number(which);
            (chunk.number, chunk.ordinal, chunk.unknown) = (Some(which), None, false);
            chunk.meanings = Meanings::default();
            chunks.drain(at + 1..at + length);
        }
    }
}

/// `Trains: 1 - Limburg, 2 - Kissingen`: the dash stands for the way from each to its goal.
fn number_by_number(chunks: &mut [Chunk]) {
    let entry = |at: usize, all: &[Chunk]| {
        matches!(all[at].kind, Kind::Number(_))
            && all[at + 1].kind == Kind::Dash
            && all[at + 2].is_plain_city()
            && (at == 0 || all[at - 1].is_mark() || all[at - 1].has(Word::And))
    };
    let all: Vec<usize> =
        (0..chunks.len().saturating_sub(2)).filter(|at| entry(*at, chunks)).collect();
    if all.len() > 1 {
        all.into_iter().for_each(|at| chunks[at + 1].kind = Kind::Arrow);
    }
}

/// `Lehwaldt and Dohna fall back, the former to Orneta and the latter to Berlinchen`
fn generals(line: &str, chunks: &mut Vec<Chunk>, known: &Known) {
    let own = |c: &Chunk| match c.generals.as_slice() {
        [one] if known.is_own(one.nation()) && c.cities.is_empty() => Some(*one),
        _ => None,
    };
    let bars = [Word::Not, Word::Or, Word::If, Word::To, Word::From, Word::Via, Word::Versus];
    let joins = |c: &Chunk| {
        c.has(Word::And)
            || matches!(c.kind, Kind::Plus | Kind::Comma)
            || c.is_word() && c.cities.is_empty() && c.count().is_none() && !c.any(&bars)
    };
    // `Keith and Schwerin`, `tanto Enrique como Dohna`
    let pair = |at: usize| -> Option<(usize, [PieceId; 2])> {
        let between = chunks[at + 1..].iter().take(3).take_while(|c| own(c).is_none()).count();
        let last = at + 1 + between;
        let both = [own(&chunks[at])?, own(chunks.get(last)?)?];
        let joined = between > 0 && chunks[at + 1..last].iter().all(joins);
        joined.then_some((last, both))
    };
    let found = (0..chunks.len().saturating_sub(3)).find_map(|at| Some((at, pair(at)?)));
    let Some((at, (last, pieces))) = found else { return };
    let bound = [Word::Train, Word::Not, Word::If, Word::Stay, Word::Attack, Word::Duel, Word::Or];
    let other = |c: &Chunk| {
        c.is_plain_city() || !c.generals.is_empty() || c.any(&bound) && !c.has(Word::Filler)
    };
    let mark = (last + 1..chunks.len()).find(|at| chunks[*at].is_mark());
    let Some(mark) = mark.filter(|mark| !chunks[last + 1..*mark].iter().any(other)) else {
        return;
    };
    let (Some(first), Some(second)) =
        (counted(line, chunks, mark, 1), counted(line, chunks, mark, 2))
    else {
        return;
    };
    // Who counts them may not be named once more, nor trains be counted.
    if first.0 >= second.0 || chunks[mark..].iter().any(|c| c.has(Word::Train)) {
        return;
    }
    for ((at, length), piece) in [(second, pieces[1]), (first, pieces[0])] {
        let chunk = &mut chunks[at];
        (chunk.kind, chunk.generals) = (Kind::Word, vec![piece]);
        (chunk.number, chunk.ordinal, chunk.unknown) = (None, None, false);
        chunk.meanings = Meanings::default();
        chunks.drain(at + 1..at + length);
    }
    // What both do is said of each again.
    chunks.drain(at..=mark);
}

/// Where, behind a mark or `and`, the first or the second is spoken of, and how many chunks that takes.
fn counted(line: &str, chunks: &[Chunk], from: usize, which: u32) -> Option<(usize, usize)> {
    let small = |c: &Chunk| {
        c.any(&[Word::Article, Word::Filler, Word::TheOne]) && c.ordinal.is_none() && c.is_word()
    };
    let begins = |at: usize| {
        let before = chunks[..at].iter().rposition(|c| !small(c)).map(|at| &chunks[at]);
        before.is_some_and(|c| c.is_mark() || c.any(&[Word::And, Word::While]))
    };
    let club = if which == 1 { ClubWord::Former } else { ClubWord::Latter };
    (from + 1..chunks.len()).take_while(|at| chunks[*at].kind != Kind::Question).find_map(|at| {
        let phrase = said(line, chunks, at, club);
        let ordinal = (chunks[at].ordinal == Some(which) && chunks[at].is_word()).then_some(1);
        let length = phrase.or(ordinal).filter(|_| begins(at))?;
        // `the first train`, `the second of May`
        let next = chunks.get(at + length)?;
        let goes = next.any(&[Word::To, Word::Via, Word::Stay, Word::Move, Word::At])
            || next.is_plain_city()
            || next.kind == Kind::Arrow;
        goes.then_some((at, length))
    })
}
