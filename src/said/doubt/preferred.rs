//! Another goal that is called the better one, behind an order: `Ferdinand to Wunstorf. Minden is better.`

use super::correction::another_goal;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, ends_sentence, said};
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// The line with the better goal in place of the one before it.
pub(in crate::said) fn preferred(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let mark =
        |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Dash | Kind::Other);
    let small = |at: usize| {
        said(line, chunks, at, ClubWord::But)
            .or_else(|| said(line, chunks, at, ClubWord::Correction))
            .or_else(|| chunks[at].any(&[Word::Filler, Word::To]).then_some(1))
            .filter(|_| !mark(&chunks[at]) && chunks[at].cities.is_empty())
    };
    (1..chunks.len()).find_map(|at| {
        mark(&chunks[at - 1]).then_some(())?;
        let mut place = at;
        while place < chunks.len()
            && place < at + 4
            && let Some(length) = small(place)
        {
            place += length;
        }
        let praised = chunks.get(place).filter(|c| c.is_plain_city())?;
        let length = (place + 1 < chunks.len())
            .then(|| said(line, chunks, place + 1, ClubWord::Better))??;
        let behind = place + 1 + length;
        let ends = chunks.get(behind).is_none_or(mark);
        let before = chunks[..at].iter().rposition(Chunk::is_word)?;
        let mut kept = vec![Chunk { meanings: Default::default(), ..praised.clone() }];
        kept.extend_from_slice(&chunks[behind..]);
        ends.then(|| another_goal(line, &chunks[..=before], &kept)).flatten()
    })
}
