//! Relative clauses behind a piece: `Cumberland, who is out of supply, takes refuge in Northeim`.
//!
//! What only tells of the piece is taken out of the line; who is said there to go along goes along. A clause that names
//! a place where the piece does not stand, or says more, is left, and read or asked about like anything else.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// No clause that is passed over has more chunks.
pub(in crate::said) const LONGEST: usize = 16;

/// The line without the first relative clause that only tells something of a piece; `None` if there is none.
pub(in crate::said) fn without(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().find(|piece| known.is_own(piece.nation())).copied();
    let comma = |c: &Chunk| c.kind == Kind::Comma;
    (1..chunks.len()).find_map(|at| {
        let piece = own(&chunks[at - 1]).filter(|_| comma(&chunks[at]))?;
        let begin = at + 1;
        let first = chunks.get(begin).filter(|c| c.is_word() && c.generals.is_empty())?;
        if said(line, chunks, begin, ClubWord::Relative).is_none()
            && !first.means(ClubWord::Relative)
        {
            return None;
        }
        let length = chunks[begin..].iter().take(LONGEST).position(|c| !of_clause(c))?;
        let end = begin + length;
        let clause = &chunks[begin..end];
        let goes_on = |c: &Chunk| c.is_plain_city() || c.any(&[Word::Stay, Word::Join]);
        if !comma(&chunks[end]) || !chunks[end..].iter().any(goes_on) {
            return None;
        }
        let stands = known.position(piece);
        let elsewhere =
            |c: &Chunk| c.is_plain_city() && !stands.is_some_and(|city| c.cities.contains(&city));
        let counts = |c: &Chunk| {
            c.any(&[Word::If, Word::Else, Word::Ready, Word::Recruit, Word::Discard])
                && !c.any(&[Word::Filler, Word::And])
                || matches!(c.kind, Kind::Suit(_) | Kind::Number(_))
        };
        let here = clause.iter().any(Chunk::is_plain_city);
        let there = clause.iter().any(|c| c.has(Word::There));
        let orders = |c: &Chunk| !here && c.has(Word::Stay) && !c.has(Word::With) && !there;
        if clause.iter().any(|c| elsewhere(c) || counts(c) || orders(c)) {
            return None;
        }
        let others: Vec<&Chunk> =
            clause.iter().filter(|c| own(c).is_some_and(|other| other != piece)).collect();
        let mut kept = chunks[..at].to_vec();
        match others[..] {
            [] => {}
            // `who stood with the King at Oschatz until now`
            [_] if here => {}
            [other] => {
                let along = |c: &Chunk| {
                    c.any(&[Word::With, Word::Join]) && !c.any(&[Word::Not, Word::Part])
                };
                if !clause.iter().any(along) || clause.iter().any(|c| c.has(Word::Not)) {
                    return None;
                }
                let with = clause[0].meaning(Word::With);
                kept.extend([with, other.clone()]);
            }
            _ => return None,
        }
        kept.extend_from_slice(&chunks[end + 1..]);
        Some(Corrected { chunks: kept, line: blanked(line, chunks[at].start, chunks[end].end) })
    })
}

/// The line without somebody of one's own who is at the goal, or before whom one stays, named behind it: `Keith goes to Troppau,
/// too, to Schwerin.`, `The second train to Chorzele behind Apraxin`
pub(in crate::said) fn without_company(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Semicolon);
    (2..chunks.len().saturating_sub(1)).find_map(|at| {
        let comma = chunks[at - 1].kind == Kind::Comma;
        let leads = chunks[at].has(Word::To) && chunks[at].generals.is_empty() && comma;
        let behind =
            chunks[at].has(Word::Following) || said(line, chunks, at, ClubWord::InWake).is_some();
        let last = own(&chunks[at + 1]) && chunks.get(at + 2).is_none_or(ends);
        let from = chunks[..at].iter().rposition(ends).map_or(0, |from| from + 1);
        let before = &chunks[from..at];
        let sent = before.iter().any(|c| c.is_plain_city() && c.meanings.is_empty())
            && before.iter().any(|c| own(c) || behind && c.is_train_word())
            && !before.iter().any(|c| c.has(Word::Via));
        // `Saltikov to Nakło, Fermor behind Saltikov`: he follows him.
        let goal = chunks[at - 1 - usize::from(comma)].is_plain_city();
        if !((leads || behind && goal) && last && sent) {
            return None;
        }
        Some(Corrected::without(line, chunks, at - usize::from(comma)..at + 2))
    })
}

/// Whether a piece is not the first one of a clause: something is done with it.
pub(in crate::said) fn is_object(clause: &[Chunk], piece: &Chunk) -> bool {
    let first = clause.iter().find(|c| c.is_word() && !c.any(&[Word::Article, Word::Title]));
    first.is_some_and(|first| first.start < piece.start)
}

/// Whether a chunk can stand within a clause.
pub(in crate::said) fn of_clause(chunk: &Chunk) -> bool {
    !matches!(
        chunk.kind,
        Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Colon | Kind::Question | Kind::Arrow
    )
}
