//! Several who stay, each behind a word that denies: `Neither Schwerin nor train 2 moves`, `Né Schwerin né Keith si muovono`.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, ends_sentence, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// The line with a word for staying in place of the verb that is denied. Nothing is read so where a city is named: then
/// somebody goes there, or does not.
pub(in crate::said) fn neither_moves(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| {
        c.generals.iter().any(|piece| known.is_own(piece.nation()))
            || c.has(Word::Train) && c.is_word() && c.generals.is_empty() && c.plain.len() > 2
    };
    // French `ne` is no `ni`, and stands before a verb.
    let denies = |at: usize| {
        said(line, chunks, at, ClubWord::Neither).is_some()
            && chunks[at + 1..].iter().take(4).any(own)
    };
    let first = (0..chunks.len()).find(|at| denies(*at))?;
    let end =
        first + chunks[first..].iter().position(ends_sentence).unwrap_or(chunks.len() - first);
    let marks: Vec<usize> = (first..end).filter(|at| denies(*at)).collect();
    let last = *marks.last()?;
    // The last of them ends with its name, and the number of a train.
    let named = last + chunks[last..end].iter().position(own)?;
    let numbered = chunks[named].generals.is_empty()
        && chunks.get(named + 1).is_some_and(|c| c.count().is_some() || c.ordinal.is_some());
    let verb = named + 1 + usize::from(numbered);
    let places = |c: &Chunk| c.is_plain_city() || matches!(c.kind, Kind::Suit(_) | Kind::Question);
    let other = |c: &Chunk| {
        c.any(&[Word::If, Word::Else, Word::Card, Word::Troops, Word::Ready, Word::Discard])
            && !c.has(Word::Filler)
    };
    let each = marks.windows(2).all(|pair| chunks[pair[0]..pair[1]].iter().any(own));
    let moves = chunks[verb..end].iter().any(|c| {
        c.any(&[Word::Move, Word::Stay, Word::To]) && !c.any(&[Word::Filler]) || c.unknown
    });
    let clause = &chunks[first..end];
    // `Nemmeno Fermor si muove`
    let one = said(line, chunks, first, ClubWord::NotEvenHe).is_some();
    if marks.len() < 2 && !one
        || !each
        || !moves
        || clause.iter().any(|c| places(c) || other(c))
        || chunks[verb..end].iter().filter(|c| c.is_word()).count() > 5
        || chunks[verb..end].iter().any(own)
    {
        return None;
    }
    let mut kept = chunks[..first].to_vec();
    for (at, chunk) in chunks.iter().enumerate().take(verb).skip(first + 1) {
        if marks.contains(&at) {
            kept.push(Chunk { kind: Kind::Word, ..chunk.meaning(Word::And) });
        } else if chunk.kind != Kind::Comma {
            kept.push(chunk.clone());
        }
    }
    kept.push(chunks[verb].meaning(Word::Stay));
    kept.extend_from_slice(&chunks[end..]);
    Some(Corrected { chunks: kept, line: line.to_owned() })
}
