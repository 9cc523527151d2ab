//! What is said beside the numbers while troops are given out: sums, what is still to be thought about, and why somebody gets
//! so many: `Comes to thirty.`, `Prussia comes later, have to do sums first`, `Karl may be a fool but he's next to the king`.

use crate::game::PieceId;
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
    // `Veinte cubitos para Francia y tres señores con peluca`: all that there are, and how many share them.
    let whole =
        |n: u32| known.own_nations().any(|nation| u32::from(known.troops_to_allot(nation)) == n);
    let share =
        |n: u32| known.own_nations().any(|nation| known.generals_on_map(nation).len() as u32 == n);
    let mut numbers = clause.iter().filter(|c| is_number(c)).filter_map(Chunk::count).peekable();
    let whose = clause.iter().any(|c| c.nation.is_some() || c.seat.is_some());
    let all = numbers.peek().is_some_and(|n| *n > 8 && whole(*n))
        && numbers.all(|n| whole(n) || share(n))
        && whose;
    if all && !general && !clause.iter().any(|c| c.any(&[Word::Each, Word::Both, Word::Rest])) {
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
