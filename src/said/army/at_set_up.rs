//! What is said beside the numbers while troops are given out: sums, what is still to be thought about, and why somebody gets
//! so many: `Comes to thirty.`, `Prussia comes later, have to do sums first`, `Karl may be a fool but he's next to the king`.

use super::entries::MOST;
use crate::game::{PieceId, PieceSet};
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, begins_correcting, parted, said};
use crate::said::chunks::known::Known;
use crate::said::chunks::prose::Prose;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// A clause of fewer words tells nothing.
const FEWEST: usize = 3;

/// What gives somebody troops without naming him.
const GIVING: [Word; 6] =
    [Word::Each, Word::Both, Word::Rest, Word::All, Word::Other, Word::Everybody];

/// The line without clauses that give nobody any troops, while they are given out (R1.7).
pub(in crate::said) fn without_told(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    language: Language,
) -> Option<Corrected> {
    if !known.is_set_up() {
        return None;
    }
    let all = clauses(line, chunks);
    let counted: Vec<PieceId> = all
        .iter()
        .filter(|range| chunks[(*range).clone()].iter().any(is_number))
        .flat_map(|range| chunks[range.clone()].iter().flat_map(|c| c.generals.iter().copied()))
        .collect();
    let told: Vec<Range<usize>> = all
        .into_iter()
        .filter(|range| {
            // `Soubise is my darling: 8 for him`
            let topic = chunks.get(range.end).is_some_and(|c| c.kind == Kind::Colon);
            !topic && tells(line, &chunks[range.clone()], &counted, known, language)
        })
        .collect();
    if told.is_empty() || counted.is_empty() {
        return None;
    }
    Some(Corrected::without_all(line, chunks, &told))
}

fn is_number(chunk: &Chunk) -> bool {
    chunk.count().is_some() && !chunk.any(&[Word::Article, Word::Filler])
}

fn clauses(line: &str, chunks: &[Chunk]) -> Vec<Range<usize>> {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question | Kind::Colon);
    let begins = |at: usize| {
        let words = [ClubWord::But, ClubWord::Because, ClubWord::Since];
        matches!(chunks[at].kind, Kind::Comma | Kind::Semicolon)
            || words.iter().any(|word| said(line, chunks, at, *word).is_some())
    };
    parted(chunks, ends, begins)
}

/// Whether a clause gives nobody any troops.
fn tells(
    line: &str,
    clause: &[Chunk],
    counted: &[PieceId],
    known: &Known,
    language: Language,
) -> bool {
    let binding = [
        Word::Rest,
        Word::Each,
        Word::Both,
        Word::All,
        Word::Everybody,
        Word::Other,
        Word::Ready,
        Word::Wait,
        Word::Test,
        Word::Cancel,
        Word::Press,
        Word::Help,
        Word::Status,
        Word::Or,
        Word::If,
        Word::Not,
        Word::No,
        Word::Absent,
        Word::Propose,
        Word::Vote,
        Word::Full,
        Word::Half,
    ];
    let words = clause.iter().filter(|c| c.is_word_or_number()).count();
    let general = clause.iter().any(|c| !c.generals.is_empty());
    let total = (0..clause.len()).any(|at| said(line, clause, at, ClubWord::Total).is_some());
    if total && !general && clause.iter().any(|c| c.count().is_some_and(|n| n > 8)) {
        return true;
    }
    // `and then I have seven left`
    let left = (0..clause.len()).any(|at| said(line, clause, at, ClubWord::LeftOver).is_some());
    if left && !general && !clause.iter().any(|c| c.any(&[Word::Each, Word::Both, Word::Rest])) {
        return true;
    }
    let own = |piece: &PieceId| known.is_own(piece.nation()) && !counted.contains(piece);
    let uncounted = clause.iter().any(|c| c.generals.iter().any(own));
    let first = clause.iter().position(|c| c.is_word()).unwrap_or(0);
    let reversed = (0..clause.len()).any(|at| said(line, clause, at, ClubWord::Reversed).is_some());
    words >= FEWEST
        && Prose::Tells.among(language, line, clause)
        && !clause.iter().any(|c| is_number(c) || c.any(&binding) && !c.has(Word::Filler))
        && !uncounted
        && !reversed
        && !begins_correcting(line, &clause[first..])
}

/// Takes out what is no general's share, as troops are given out: all that a nation has, in `Sixteen Russians in all: Saltikov 7, …`
/// and `of Hanover's twelve seven for Cumberland`, and who has all of his nation's anyhow (`and the Imperial Army all to
/// Hildburghausen`).
pub(in crate::said) fn without_sums(chunks: &mut Vec<Chunk>, known: &Known) {
    let whole = |n: u32| {
        n > MOST && known.own_nations().any(|nation| u32::from(known.troops_to_allot(nation)) == n)
    };
    let general = |c: &Chunk| !c.generals.is_empty();
    let of_somebody = |at: usize, chunks: &[Chunk]| {
        let to = |c: &Chunk| c.any(&[Word::To, Word::For, Word::Article]) && c.generals.is_empty();
        at > 0 && general(&chunks[at - 1])
            || chunks[at + 1..].iter().find(|c| !to(c)).is_some_and(general)
    };
    let mut at = 0;
    while at < chunks.len() {
        // `tot 20, right?` says it of the shares before it.
        let begins = at == 0
            || chunks[at - 1].is_mark()
            || chunks[at - 1].any(&[Word::From, Word::Article, Word::All]);
        if !begins || !chunks[at].count().is_some_and(whole) || of_somebody(at, chunks) {
            at += 1;
            continue;
        }
        let ends = |c: &Chunk| c.is_mark() && c.kind != Kind::Colon;
        let end = at + chunks[at..].iter().position(ends).unwrap_or(chunks.len() - at);
        // `Veinte cubitos para Francia y tres señores con peluca.` is a sum, and nothing else.
        let gives = |c: &Chunk| general(c) || c.any(&GIVING) || c.kind == Kind::Colon;
        let to = if chunks[at..end].iter().any(gives) { at + 1 } else { end };
        chunks.drain(at..to);
    }
    let others = chunks.iter().filter(|c| general(c)).count() > 1;
    let alone = |c: &Chunk| match c.generals[..] {
        [piece] => PieceSet::generals_of(piece.nation()).len() == 1,
        _ => false,
    };
    let Some(at) = chunks.iter().rposition(alone).filter(|at| *at > 2 && others) else { return };
    let small = |c: &Chunk| {
        c.is_word()
            && (c.nation.is_some()
                || c.any(&[
                    Word::And,
                    Word::Article,
                    Word::All,
                    Word::Everybody,
                    Word::Everything,
                    Word::To,
                    Word::For,
                ]))
            && !general(c)
    };
    let from = at - chunks[..at].iter().rev().take_while(|c| small(c)).count();
    let all = [Word::All, Word::Everybody, Word::Everything];
    let whole = chunks[from..at].iter().any(|c| c.nation.is_some())
        && chunks[from..at].iter().any(|c| c.any(&all));
    if whole && chunks.get(at + 1).is_none_or(Chunk::is_mark) {
        chunks.drain(from..=at);
    }
}
