//! `Up to there, then`: the city that the answer before it named, in place of the words that mean it.

use super::chunk::Chunk;
use super::club::words::{ClubWord, LONGEST, means};
use super::hesitation::sentences;
use crate::game::CityId;

/// Names the city that was offered, in a sentence that names no other place and no piece.
pub(super) fn named(line: &str, chunks: &mut Vec<Chunk>, offered: Option<CityId>) {
    let Some(city) = offered else { return };
    let names = |c: &Chunk| c.is_plain_city() || !c.generals.is_empty() || c.is_train_word();
    let found = sentences(chunks).find_map(|sentence| {
        // `jusque-là`: a hyphen is a mark of its own.
        let words = |at: usize| {
            let most = LONGEST.min(sentence.end - at);
            (1..=most).rev().find(|length| {
                let text = line.get(chunks[at].start..chunks[at + length - 1].end);
                let words = chunks[at].is_word() && chunks[at + length - 1].is_word();
                words && text.is_some_and(|text| means(text, ClubWord::UpToThere))
            })
        };
        let (at, length) = sentence.clone().find_map(|at| Some((at, words(at)?)))?;
        (!chunks[sentence].iter().any(names)).then_some(at..at + length)
    });
    if let Some(place) = found {
        let there = Chunk::place(city, chunks[place.start].start, chunks[place.end - 1].end);
        chunks.splice(place, [there]);
    }
}
