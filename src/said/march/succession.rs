//! Who takes the place of another one who leaves it: `Keith clears out to Neisse and Schwerin takes his place`.

use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::words::Word;

/// The line with the city that the other one leaves in place of `takes his place`.
pub(in crate::said) fn takes_his_place(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::TakesPlace)?;
        let mut named = chunks[..at].iter().enumerate().rev();
        let (next, who) = named.find_map(|(place, c)| Some((place, own(c, known)?)))?;
        // Nothing but small words stands between him and the verb.
        let small = |c: &Chunk| c.is_word() && c.any(&[Word::Filler, Word::Then, Word::Article]);
        let adjacent = chunks[next + 1..at].iter().all(small);
        let leaver =
            named.find_map(|(_, c)| own(c, known).or_else(|| only_train(c, who, known)))?;
        let place = known.position(leaver)?;
        if !adjacent || leaver == who {
            return None;
        }
        let (start, end) = (chunks[at].start, chunks[at + length - 1].end);
        let to = Chunk { end: start, ..chunks[at].meaning(Word::To) };
        let mut kept = chunks[..at].to_vec();
        kept.extend([to, Chunk::place(place, start, end)]);
        kept.extend_from_slice(&chunks[at + length..]);
        Some(Corrected { chunks: kept, line: line.to_owned() })
    })
}

fn own(chunk: &Chunk, known: &Known) -> Option<PieceId> {
    match chunk.generals[..] {
        [piece] if known.is_own(piece.nation()) => Some(piece),
        _ => None,
    }
}

/// The train that is named, if the nation of this piece has no other.
fn only_train(chunk: &Chunk, of: PieceId, known: &Known) -> Option<PieceId> {
    match known.trains(of.nation(), true)[..] {
        [train] if chunk.is_train_word() => Some(train),
        _ => None,
    }
}
