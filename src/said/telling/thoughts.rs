//! Clauses that tell what was thought of and dropped, with what spoke against it: `I thought about Colberg, but Dohna is right
//! there`, `Heinrich I'd have liked in Stettin, only the Swede would be in Prenzlau at once, so Prenzlau it is for him`. A line that
//! is in doubt is read once more without them, as without [`pointless`](super::pointless) ones.
//!
//! What this module deliberately does not do: drop the only thing that is said of a piece.

use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards::full_suit;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// What somebody says of a thought that is past.
pub(in crate::said) const THOUGHTS: [ClubWord; 3] =
    [ClubWord::ThoughtOf, ClubWord::Considered, ClubWord::Wanted];
/// What may be said of a choice that is open still; dropped only if something stands against it.
const OPEN: [ClubWord; 2] = [ClubWord::Weighs, ClubWord::Would];

/// How a line was read as it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::said) enum Doubt {
    /// It orders something.
    Clear,
    /// It is a question.
    Asked,
    /// It was not understood.
    Lost,
}

/// What of a line is only thought of, clause by clause; of a piece that is named nowhere else, its name stays. What may
/// be open still is left to a line that is a question as it stands; of one that is clear, only what something stands against is
/// dropped, with that.
pub(in crate::said) fn thoughts(
    line: &str,
    chunks: &[Chunk],
    clauses: &[Range<usize>],
    known: &Known,
    doubt: Doubt,
) -> Vec<Range<usize>> {
    let text = |range: &Range<usize>| {
        line.get(chunks[range.start].start..chunks[range.end - 1].end).unwrap_or_default()
    };
    let says_one = |range: &Range<usize>, words: &[ClubWord]| {
        words.iter().any(|word| says(text(range), *word))
    };
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || full_suit(c).is_some();
    let named = |range: &Range<usize>| {
        chunks[range.clone()].iter().any(|c| c.is_plain_city() || card(c) || c.count().is_some())
    };
    let against = |range: &Range<usize>| {
        let at = range.start + usize::from(chunks[range.start].is_mark());
        said(line, chunks, at, ClubWord::But).is_some()
            || chunks[at.min(range.end - 1)].has(Word::While)
    };
    let mut dropped: Vec<Range<usize>> = Vec::new();
    let mut place = 0;
    while place < clauses.len() {
        let clause = &clauses[place];
        let sentence = clauses[place + 1..].iter().take_while(|next| {
            chunks[clause.end..next.start]
                .iter()
                .all(|c| !matches!(c.kind, Kind::Period | Kind::Question))
        });
        let rest: Vec<&Range<usize>> = sentence.collect();
        let spurned = rest.first().is_some_and(|next| against(next));
        let thought = named(clause)
            && (says_one(clause, &THOUGHTS)
                || spurned && doubt == Doubt::Lost && says_one(clause, &OPEN));
        if because_if(line, &chunks[clause.clone()]) && !chunks[clause.clone()].iter().any(own) {
            dropped.push(clause.clone());
        }
        if !thought {
            place += 1;
            continue;
        }
        // What stands against it, up to what is decided.
        let decides = |range: &&&Range<usize>| {
            let words = &chunks[(**range).clone()];
            let enemy =
                words.iter().any(|c| !c.generals.is_empty() && !own(c) || c.nation.is_some());
            let orders = |c: &Chunk| {
                own(c)
                    || card(c)
                    || c.is_train_word()
                    || c.has(Word::Ready)
                    || c.is_plain_city() && !enemy
                    || c.any(&[Word::Stay, Word::Stop]) && !c.has(Word::Filler) && !enemy
            };
            words.iter().any(orders)
        };
        let reasons =
            if spurned { rest.iter().take_while(|next| !decides(next)).count() } else { 0 };
        let last = place + reasons;
        let train = chunks[clause.clone()].iter().any(Chunk::is_train_word);
        if train || doubt == Doubt::Clear && reasons == 0 {
            place += 1;
            continue;
        }
        let taken = clause.start..clauses[last].end;
        // Of whom nothing else is said, he is meant by what is decided.
        let elsewhere = |piece: &PieceId| {
            let others = (0..chunks.len()).filter(|at| !taken.contains(at));
            others.into_iter().any(|at| chunks[at].generals.contains(piece))
        };
        let alone = clause
            .clone()
            .find(|at| own(&chunks[*at]) && !chunks[*at].generals.iter().any(elsewhere));
        match alone {
            None => dropped.push(taken),
            Some(at) if rest.len() > reasons => {
                dropped.extend(
                    [taken.start..at, at + 1..taken.end].into_iter().filter(|r| !r.is_empty()),
                );
            }
            Some(_) => {}
        }
        place = last + 1;
    }
    dropped
}

/// `…, because if Hildburghausen shows up at Gera I want him in reach`: a reason, and no condition.
fn because_if(line: &str, clause: &[Chunk]) -> bool {
    let at = clause.iter().position(|c| !c.is_mark()).unwrap_or(0);
    let because = [ClubWord::Because, ClubWord::Since];
    let length = because.iter().find_map(|word| said(line, clause, at, *word));
    length.is_some_and(|length| clause.get(at + length).is_some_and(|c| c.has(Word::If)))
}
