//! A place that a march touches before its goal and that is said behind it: `back to Greifswald, Wolgast first`, `to Löbau, using
//! the Zittau road`.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, ends_sentence, is_place, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// The line with the place as one on the way to the goal before it.
pub(in crate::said) fn on_the_way(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| {
        c.generals.iter().any(|piece| known.is_own(piece.nation())) || c.is_train_word()
    };
    let marks = [ClubWord::GoesFirst, ClubWord::BeforeThat];
    let first = |at: usize| marks.iter().find_map(|word| said(line, chunks, at, *word));
    let ends = |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Close);
    (2..chunks.len()).find_map(|comma| {
        if !matches!(chunks[comma].kind, Kind::Comma | Kind::Dash | Kind::Open) {
            return None;
        }
        let from = chunks[..comma].iter().rposition(ends_sentence).map_or(0, |at| at + 1);
        let before = &chunks[from..comma];
        if !before.iter().any(Chunk::is_plain_city) || !before.iter().any(own) {
            return None;
        }
        let end = comma
            + 1
            + chunks[comma + 1..].iter().position(ends).unwrap_or(chunks.len() - comma - 1);
        let places: Vec<usize> = (comma + 1..end).filter(|at| is_place(chunks, *at)).collect();
        let (&place, &last) = (places.first()?, places.last()?);
        let road = places.len() == 1 && is_road(line, chunks, comma + 1..end, place);
        let mark = (comma + 1..end).find(|at| first(*at).is_some() || road && *at != place)?;
        // `the second train to Pultusk, the first to Solec`
        if chunks[mark].ordinal.is_some() && before.iter().any(Chunk::is_train_word) {
            return None;
        }
        let length = first(mark);
        let phrase = |at: usize| length.is_some_and(|length| (mark..mark + length).contains(&at));
        let small = |at: usize| {
            let c = &chunks[at];
            places.contains(&at)
                || phrase(at)
                || c.any(&[Word::Via, Word::To, Word::At, Word::While, Word::And])
        };
        if !road && (places.len() > 3 || !(comma + 1..end).all(small)) {
            return None;
        }
        let mut kept = chunks[..comma].to_vec();
        kept.push(chunks[mark].meaning(Word::Via));
        kept.extend_from_slice(&chunks[place..=last]);
        kept.extend_from_slice(&chunks[end..]);
        Some(Corrected { chunks: kept, line: line.to_owned() })
    })
}

/// The line with the cities that the next sentence leads through as the way to the goal before it: `Lehwaldt to Tapiau. He goes
/// through Königsberg, naturally`.
pub(in crate::said) fn told_behind(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| {
        c.generals.iter().any(|piece| known.is_own(piece.nation())) || c.is_train_word()
    };
    let ends = |c: &Chunk| ends_sentence(c);
    (2..chunks.len()).filter(|mark| ends(&chunks[*mark])).find_map(|mark| {
        let from = chunks[..mark].iter().rposition(ends).map_or(0, |at| at + 1);
        let before = &chunks[from..mark];
        let goals = before.iter().filter(|c| c.is_plain_city()).count();
        let pieces = before.iter().filter(|c| own(c)).count();
        let begin = mark + 1;
        let end = begin + chunks[begin..].iter().position(ends).unwrap_or(chunks.len() - begin);
        let clause = &chunks[begin..end];
        let first = clause.iter().find(|c| c.is_word())?;
        let he = first.any(&[Word::Pronoun, Word::TheOne, Word::Via, Word::Move])
            && first.generals.is_empty();
        let places: Vec<usize> = (begin..end).filter(|at| is_place(chunks, *at)).collect();
        let leads =
            |at: usize| chunks[at].has(Word::Via) && !chunks[at].any(&[Word::To, Word::For]);
        let via = (begin..*places.first()?).rev().take(3).find(|at| leads(*at))?;
        let strange = |c: &Chunk| {
            !c.generals.is_empty()
                || c.is_train_word()
                || c.number.is_some() && !c.has(Word::Article)
                || c.any(&[Word::Not, Word::If, Word::Or, Word::Stay, Word::Ready])
                    && !c.has(Word::Via)
                || c.has(Word::To) && !c.any(&[Word::Via, Word::Filler, Word::At])
        };
        if goals == 0 || pieces == 0 || !he || places.len() > 3 || clause.iter().any(strange) {
            return None;
        }
        let last = *places.last()?;
        let mut kept = chunks[..mark].to_vec();
        kept.extend_from_slice(&chunks[via..=last]);
        kept.extend_from_slice(&chunks[end..]);
        let line = blanked(line, chunks[last].end, chunks[end - 1].end);
        Some(Corrected {
            chunks: kept,
            line: blanked(&line, chunks[mark].start, chunks[via].start),
        })
    })
}

/// `using the Zittau road`, `er nimmt die Zittauer Straße`, `Merseburg being on his way`: a clause that says nothing but which road is taken.
fn is_road(line: &str, chunks: &[Chunk], clause: Range<usize>, place: usize) -> bool {
    let words = [ClubWord::Road, ClubWord::InPassing];
    let road = |at: usize| words.iter().any(|word| said(line, chunks, at, *word).is_some());
    let beside = place.saturating_sub(3).max(clause.start)..(place + 4).min(clause.end);
    let strange = |c: &Chunk| {
        !c.generals.is_empty()
            || c.number.is_some() && !c.has(Word::Article)
            || c.any(&[Word::Not, Word::If, Word::Or, Word::Stay, Word::Train])
    };
    let mut others = clause.clone().filter(|at| *at != place);
    clause.len() <= 8
        && beside.into_iter().any(|at| at != place && road(at))
        && !others.any(|at| strange(&chunks[at]))
}
