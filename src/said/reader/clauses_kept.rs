//! What is clear of a sentence in doubt: its clauses that say by themselves who goes where.
//!
//! People write a dozen orders without a full stop, and one thing among them that nobody else would say so. Each order
//! that stands for itself is kept; a condition, a choice or a second thought beside it leaves it in doubt.

use super::Reader;
use super::sentences::is_kept_alone;
use crate::game::PieceId;
use crate::said::Said;
use crate::said::chunks::chunk::Chunk;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// What of a clause leaves its neighbours in doubt.
const BINDS: [Word; 5] = [Word::If, Word::Unless, Word::Or, Word::Else, Word::Cancel];
/// Likewise.
const SECOND_THOUGHTS: [ClubWord; 9] = [
    ClubWord::Correction,
    ClubWord::PlainNo,
    ClubWord::ChangedMind,
    ClubWord::Except,
    ClubWord::Considered,
    ClubWord::ThoughtOf,
    ClubWord::Wanted,
    ClubWord::Undecided,
    ClubWord::Perhaps,
];
/// So long is a sentence that was dictated, and has no marks.
const DICTATED: usize = 18;

impl Reader<'_> {
    /// The orders of those clauses of a sentence that are clear, where each names its piece and no other clause does.
    pub(super) fn clauses_kept(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        sentence: &Range<usize>,
        tongues: Tongues,
    ) -> Vec<Said> {
        let all = self.clauses_of(chunks, sentence);
        if all.len() < 2 || chunks[sentence.clone()].iter().any(|c| c.kind == Kind::Question) {
            return Vec::new();
        }
        let doubtful = |range: &Range<usize>| {
            let clause = &chunks[range.clone()];
            let text = clause.first().zip(clause.last());
            let text = text.and_then(|(first, last)| line.get(first.start..last.end));
            clause.iter().any(|c| c.any(&BINDS) && !c.has(Word::Filler))
                || text.is_some_and(|text| SECOND_THOUGHTS.iter().any(|word| says(text, *word)))
        };
        let mut kept: Vec<Said> = Vec::new();
        for (at, range) in all.iter().enumerate() {
            // `…, Apraxin to Ortelsburg if he can`: what binds the order of another one is his.
            let own = |c: &Chunk| self.names_own(std::slice::from_ref(c));
            let of_another = |range: &Range<usize>| {
                let clause = &chunks[range.clone()];
                let bound = clause.iter().position(|c| c.any(&BINDS) && !c.has(Word::Filler));
                let bound = bound.unwrap_or(clause.len());
                clause[..bound].iter().any(own)
            };
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let beside = beside.filter_map(|at| all.get(at)).filter(|range| !of_another(range));
            let beside: Vec<&Range<usize>> = beside.chain([range]).collect();
            // What follows speaks of somebody else.
            let next = all.get(at + 1).is_none_or(|next| self.names_own(&chunks[next.clone()]));
            if beside.into_iter().any(doubtful) || !next || !self.names_own(&chunks[range.clone()])
            {
                continue;
            }
            let read = self.sentence(line, number, chunks, range, tongues, false);
            let Some(said) = read.said else { continue };
            let named = |piece: &PieceId, range: &Range<usize>| {
                chunks[range.clone()].iter().any(|c| match piece.is_general() {
                    true => c.generals.contains(piece),
                    false => c.is_train_word(),
                })
            };
            let alone = |piece: &PieceId| {
                named(piece, range) && all.iter().filter(|clause| named(piece, clause)).count() == 1
            };
            let clear = |said: &Said| {
                let pieces = said.request.ordered();
                is_kept_alone(said) && !pieces.is_empty() && pieces.iter().all(alone)
            };
            if !said.is_empty() && said.iter().all(clear) {
                kept.extend(said);
            }
        }
        kept
    }

    fn names_own(&self, clause: &[Chunk]) -> bool {
        let own = |piece: &PieceId| self.known.as_ref().is_some_and(|k| k.is_own(piece.nation()));
        clause.iter().any(|c| c.generals.iter().any(own) || c.is_train_word())
    }

    /// The clauses of a sentence: at its marks, or before each piece where it has none.
    fn clauses_of(&self, chunks: &[Chunk], sentence: &Range<usize>) -> Vec<Range<usize>> {
        let mark = |c: &Chunk| {
            matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Period | Kind::Other)
        };
        let dictated = sentence.len() > DICTATED && !chunks[sentence.clone()].iter().any(mark);
        let leads = |c: &Chunk| {
            c.generals.is_empty()
                && c.cities.is_empty()
                && c.any(&[Word::Article, Word::Title, Word::And, Word::Then])
        };
        let (mut all, mut from) = (Vec::new(), sentence.start);
        for at in sentence.clone() {
            let mut end = at;
            if dictated {
                if at == from || !self.names_own(&chunks[at..=at]) {
                    continue;
                }
                let small = chunks[from..at].iter().rev().take_while(|c| leads(c)).count();
                let joined = chunks[from..at - small].iter().any(Chunk::is_plain_city);
                end = at - small;
                // `Daun and Laudon go to …`
                if !joined && self.names_own(&chunks[from..at]) {
                    continue;
                }
            } else if !mark(&chunks[at]) {
                continue;
            }
            if from < end {
                all.push(from..end);
            }
            from = end + usize::from(!dictated);
        }
        if from < sentence.end {
            all.push(from..sentence.end);
        }
        all
    }
}
