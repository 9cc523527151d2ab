//! The sentences of a line. How far one reaches is all that is known here.

use super::chunk::Chunk;
use crate::game::PieceId;
use crate::said::lexicon::text::Kind;
use std::ops::Range;

/// The sentences of a line, each as the range of its chunks. A number may end one: `Lacy 5. Bitte …`, and `¿` begins one.
pub(in crate::said) fn sentences(chunks: &[Chunk]) -> impl Iterator<Item = Range<usize>> {
    let ends = |chunk: &Chunk| {
        matches!(chunk.kind, Kind::Period | Kind::Question) && !chunk.opens_question()
            || matches!(chunk.kind, Kind::Number(_)) && chunk.ordinal.is_some()
    };
    let mut begin = 0;
    std::iter::from_fn(move || {
        chunks.get(begin)?;
        let next = |at: &usize| ends(&chunks[at - 1]) || chunks[*at].opens_question();
        let end = (begin + 1..chunks.len()).find(next).unwrap_or(chunks.len());
        let range = begin..end;
        begin = end;
        Some(range)
    })
}

/// The first sentence of a line that names one of these pieces, or else its beginning.
pub(in crate::said) fn sentence_about(line: &str, chunks: &[Chunk], pieces: &[PieceId]) -> String {
    let names = |c: &Chunk| c.generals.iter().any(|piece| pieces.contains(piece));
    let found = sentences(chunks).find(|range| chunks[range.clone()].iter().any(names));
    let words = found.and_then(|range| {
        let words = &chunks[range];
        line.get(words.first()?.start..words.last()?.end)
    });
    words.unwrap_or(line).chars().take(80).collect()
}

/// The first sentence with a chunk for which `says` holds: in `now the twelve. My vote is a yes` the number is none
/// of a proposal.
pub(in crate::said) fn sentence_of(
    chunks: &[Chunk],
    says: impl Fn(&Chunk) -> bool,
) -> Range<usize> {
    let mut all = sentences(chunks);
    all.find(|range| chunks[range.clone()].iter().any(&says)).unwrap_or(0..chunks.len())
}
