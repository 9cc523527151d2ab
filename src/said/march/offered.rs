//! `Up to there, then`: the city that the answer before it named, in place of the words that mean it.

use crate::game::{CityId, PieceId};
use crate::said::Context;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, LONGEST, means};
use std::ops::Range;

/// Names the city that was offered to the pieces of a clause, or to the only ones that wait for a goal, in clauses that
/// name no other place.
pub(in crate::said) fn named(line: &str, chunks: &mut Vec<Chunk>, context: &Context) {
    if context.offered.is_empty() {
        return;
    }
    let mut from = 0;
    while let Some((place, city)) = next(line, chunks, from, context) {
        let there = Chunk::place(city, chunks[place.start].start, chunks[place.end - 1].end);
        from = place.start + 1;
        chunks.splice(place, [there]);
    }
}

/// The next words that mean a city, and which one.
fn next(
    line: &str,
    chunks: &[Chunk],
    from: usize,
    context: &Context,
) -> Option<(Range<usize>, CityId)> {
    // `jusque-là`: a hyphen is a mark of its own.
    let words = |at: usize, end: usize| {
        (1..=LONGEST.min(end - at)).rev().find(|length| {
            let text = line.get(chunks[at].start..chunks[at + length - 1].end);
            let words = chunks[at].is_word() && chunks[at + length - 1].is_word();
            words && text.is_some_and(|text| means(text, ClubWord::UpToThere))
        })
    };
    sentences(chunks).filter(|sentence| sentence.end > from).find_map(|sentence| {
        let mut places = from.max(sentence.start)..sentence.end;
        let (at, length) = places.find_map(|at| Some((at, words(at, sentence.end)?)))?;
        // `Heinrich up to there, Seydlitz to Halle`: of the clause it stands in.
        let mark = chunks[sentence.start..at].iter().rposition(Chunk::is_mark);
        let begin = mark.map_or(sentence.start, |mark| sentence.start + mark + 1);
        let clause = &chunks[begin..at];
        if clause.iter().any(|c| c.is_plain_city() || c.is_train_word()) {
            return None;
        }
        let pieces: Vec<PieceId> = clause.iter().flat_map(|c| c.generals.clone()).collect();
        let told = |piece: &PieceId| context.offered.iter().find(|(told, _)| told == piece);
        let city = match pieces.iter().find_map(told) {
            Some((_, city)) => *city,
            None if !pieces.is_empty() => return None,
            None => {
                let (_, city) = context.offered.first()?;
                let one = context.offered.iter().all(|(_, other)| other == city);
                let only = one && context.spoken_of.iter().all(|piece| told(piece).is_some());
                only.then_some(*city)?
            }
        };
        Some((at..at + length, city))
    })
}
