//! A march of which a bracket, or what is said of two cities, tells otherwise than the cities in a row do: they are no way.

use super::Reader;
use crate::game::{Action, CityId, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::is_supposed;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::doubt::deliberation::text;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Said};

impl Reader<'_> {
    /// `Daun alone (Laudon stays put) via Trübau to Pardubitz`: who stays in a bracket does not march with the others.
    pub(super) fn stays_in_brackets(&mut self, number: usize, chunks: &[Chunk]) {
        let mut staying: Vec<PieceId> = Vec::new();
        for (open, _) in chunks.iter().enumerate().filter(|(_, c)| c.kind == Kind::Open) {
            let inside = chunks[open + 1..].iter().take_while(|c| c.kind != Kind::Close);
            let inside: Vec<&Chunk> = inside.collect();
            if inside.iter().any(|c| c.has(Word::Stay))
                && !inside.iter().any(|c| c.is_plain_city() || c.any(&[Word::Not, Word::If]))
            {
                staying.extend(inside.iter().filter_map(|c| c.generals.first().copied()));
            }
        }
        let mut left: Vec<Said> = Vec::new();
        for said in self.reading.said.iter_mut().filter(|said| said.line == number) {
            let before = said.clone();
            let Request::Act(Action::MoveVia { pieces, .. }) = &mut said.request else { continue };
            let stays = |piece: &PieceId| staying.contains(piece);
            if pieces.iter().any(stays) && !pieces.iter().all(stays) {
                let who = pieces.iter().copied().filter(stays).collect();
                pieces.retain(|piece| !stays(piece));
                left.push(Said { request: Request::Stay(who), ..before });
            }
        }
        self.reading.said.extend(left);
    }

    /// `Soltau. No, Verden after all... blast, Nienburg in the end`: what stands before the last conclusion is no way to it.
    pub(super) fn concludes_elsewhere(&mut self, line: &str, number: usize, chunks: &[Chunk]) {
        for said in self.reading.said.iter_mut().filter(|said| said.line == number) {
            let Request::Act(Action::MoveVia { via, .. }) = &mut said.request else { continue };
            let [.., before, goal] = via.as_slice() else { continue };
            if let (Some(from), Some(to)) = (place(chunks, *before), place(chunks, *goal))
                && from < to
                && !is_led(chunks, from)
                && says(
                    text(line, &chunks[from..=(to + 3).min(chunks.len() - 1)]),
                    ClubWord::Conclusion,
                )
                && chunks[from..to].iter().any(|c| matches!(c.kind, Kind::Period | Kind::Other))
            {
                *via = vec![*goal];
            }
        }
    }

    /// `Halle would be good and Dessau too`: of two cities that would do neither is the way to the other.
    pub(super) fn either_would_do(
        &self,
        line: &str,
        chunks: &[Chunk],
        said: &[Said],
    ) -> Option<Problem> {
        let known = self.known.as_ref()?;
        said.iter().find_map(|said| {
            let Request::Act(Action::MoveVia { pieces, via }) = &said.request else { return None };
            let [.., before, goal] = via.as_slice() else { return None };
            let from = place(chunks, *before)?;
            let range = sentences(chunks).find(|range| range.contains(&from))?;
            let words = &chunks[range];
            let sentence = text(line, words);
            let supposed = is_supposed(sentence, words) || says(sentence, ClubWord::Weighs);
            let too = words.iter().any(|c| Little::Too.is(&c.plain));
            if is_led(chunks, from) || !supposed || !too {
                return None;
            }
            let reached = known.destinations(pieces);
            let candidates: Vec<Candidate> = [*before, *goal]
                .into_iter()
                .filter(|city| reached.contains(city))
                .map(|city| Candidate::march(pieces, city))
                .collect();
            (candidates.len() == 2).then(|| Problem::Question {
                doubt: Doubt::City,
                words: sentence.to_owned(),
                candidates,
            })
        })
    }
}

/// Where a city is named.
fn place(chunks: &[Chunk], city: CityId) -> Option<usize> {
    chunks.iter().position(|c| c.is_plain_city() && c.cities.contains(&city))
}

/// Whether a word of the way stands before it.
fn is_led(chunks: &[Chunk], at: usize) -> bool {
    at > 0 && chunks[at - 1].has(Word::Via)
}
