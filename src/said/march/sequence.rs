//! In which order pieces march, said beside their marches: `train 1 to Fordon once Saltikov has left`.
//!
//! Marches are carried out in the order in which they were sent, and one that is still barred by another piece waits for it,
//! so that such a clause says nothing more. One about somebody else's piece is a condition, and is left.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// No such clause has more words.
const LONGEST: usize = 9;

/// The line without the first clause that only says whom a march waits for.
pub(in crate::said) fn without(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    (0..chunks.len()).find_map(|at| {
        said(line, chunks, at, ClubWord::Once)?;
        let ends = |c: &Chunk| {
            matches!(
                c.kind,
                Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Question | Kind::Close
            )
        };
        let end = chunks[at..].iter().position(ends).map_or(chunks.len(), |end| at + end);
        let clause = &chunks[at..end];
        let named = |c: &Chunk| !c.generals.is_empty();
        let train = |c: &Chunk| c.is_train_word();
        let pieces: Vec<&Chunk> = clause.iter().filter(|c| named(c) || train(c)).collect();
        let [piece] = pieces[..] else { return None };
        let own = train(piece) && !named(piece)
            || piece.generals.iter().any(|piece| known.is_own(piece.nation()));
        let more = |c: &Chunk| c.is_plain_city() || matches!(c.kind, Kind::Suit(_));
        let text = line.get(clause.first()?.start..clause.last()?.end)?;
        // `Daun to Olmütz, after Laudon`
        let only = || clause.len() == 2 && named(piece) && clause[0].means(ClubWord::After);
        if !own
            || clause.len() > LONGEST
            || clause.iter().any(more)
            || !says(text, ClubWord::HasLeft) && !only()
        {
            return None;
        }
        let sentence = chunks[..at]
            .iter()
            .rposition(|c| matches!(c.kind, Kind::Period | Kind::Question))
            .map_or(0, |end| end + 1);
        let comma = |at: usize| chunks.get(at).is_some_and(|c| c.kind == Kind::Comma);
        let sent = |all: &[Chunk]| {
            all.iter().any(Chunk::is_plain_city) && all.iter().any(|c| named(c) || train(c))
        };
        // Behind its march, or before it with a comma between them.
        let before = sentence == at || chunks[sentence..at].iter().all(|c| c.has(Word::And));
        let brackets = at > 0
            && chunks[at - 1].kind == Kind::Open
            && chunks.get(end).is_some_and(|c| c.kind == Kind::Close);
        let (from, to) = if brackets && sent(&chunks[sentence..at]) {
            (at - 1, end + 1)
        } else if before && comma(end) && sent(&chunks[end..]) {
            (at, end + 1)
        } else if sent(&chunks[sentence..at]) {
            (at - usize::from(comma(at - 1)), end)
        } else {
            return None;
        };
        Some(Corrected::without(line, chunks, from..to))
    })
}

/// Whether a group says nothing but who goes first: `the train must leave first, of course`.
pub(in crate::said) fn is_remark(chunks: &[Chunk], known: &Known) -> bool {
    let own = |c: &Chunk| {
        c.generals.iter().any(|piece| known.is_own(piece.nation())) || c.is_train_word()
    };
    let first = |c: &Chunk| c.is_word() && c.means(ClubWord::GoesFirst);
    let piece = chunks.iter().position(own);
    let verb = chunks.iter().position(|c| {
        c.any(&[Word::Part, Word::Move]) && !c.any(&[Word::To, Word::Via]) && c.generals.is_empty()
    });
    chunks.iter().filter(|c| c.is_word()).count() <= LONGEST
        && piece.zip(verb).is_some_and(|(piece, verb)| piece < verb)
        && chunks.iter().any(first)
        && !chunks.iter().any(|c| c.is_plain_city() || c.any(&[Word::Not, Word::If, Word::Ready]))
        && chunks.iter().filter(|c| own(c)).count() == 1
}
