//! Cards that a clause of its own says are kept, where others are played, paid or thrown away:
//! `7 of hearts, I want the nine for something better`, `with the 6 of spades, I need the clubs`, `the hearts I keep`; and how far
//! behind somebody is: `I'm three down`, which is no card.

use super::Language;
use super::cards::full_suit;
use super::chunk::Chunk;
use super::club::words::ClubWord;
use super::corrected::{Corrected, blanked, said};
use super::known::Known;
use super::text::Kind;
use super::words::Word;
use crate::game::DecisionKind;
use std::ops::Range;

/// A clause of more words says more than that a card is kept.
const MOST: usize = 12;
const SUITS: [Word; 4] = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];

/// The line without clauses that only say which cards are kept, and for what.
pub(super) fn without_kept(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    _: Language,
) -> Option<Corrected> {
    let deciding = [DecisionKind::Play, DecisionKind::Discard].map(|kind| known.awaits(kind));
    let pays = chunks.iter().any(|c| c.any(&[Word::Recruit, Word::Pay, Word::Troops]));
    let enemy = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
    let against = |pair: &[Chunk]| pair[0].has(Word::Versus) && enemy(&pair[1]);
    let fights = chunks.iter().any(|c| c.any(&[Word::Duel, Word::AttackOrder]))
        || chunks.windows(2).any(against);
    let open = deciding.iter().any(Option::is_some);
    // `I keep the 4 and the 8, the other one goes`
    let others = chunks
        .iter()
        .any(|c| c.any(&[Word::Rest, Word::Other, Word::TheOne]) && !c.has(Word::Filler));
    if !open && !pays || fights || others {
        return None;
    }
    let all = clauses(chunks);
    let kept: Vec<Range<usize>> =
        all.into_iter().filter(|range| keeps(line, &chunks[range.clone()])).collect();
    let taken = |at: usize| kept.iter().any(|range| range.contains(&at));
    let left: Vec<Chunk> =
        (0..chunks.len()).filter(|at| !taken(*at)).map(|at| chunks[at].clone()).collect();
    if kept.is_empty() || !left.iter().any(is_value) {
        return None;
    }
    let line = kept.iter().fold(line.to_owned(), |line, range| {
        blanked(&line, chunks[range.start].start, chunks[range.end - 1].end)
    });
    Some(Corrected { chunks: left, line })
}

/// Whether this is the value of a card, or a Reserve.
fn is_value(chunk: &Chunk) -> bool {
    chunk.count().is_some_and(|n| (2..=13).contains(&n)) || chunk.has(Word::Reserve)
}

fn is_suit(chunk: &Chunk) -> bool {
    matches!(chunk.kind, Kind::Suit(_)) || chunk.any(&SUITS) || full_suit(chunk).is_some()
}

fn clauses(chunks: &[Chunk]) -> Vec<Range<usize>> {
    let parts = |c: &Chunk| {
        matches!(
            c.kind,
            Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Colon | Kind::Open | Kind::Close
        ) || c.kind == Kind::Dash && !c.glued
    };
    let mut all = Vec::new();
    let mut from = 0;
    for at in 1..=chunks.len() {
        if at == chunks.len() || parts(&chunks[at]) {
            all.push(from..at);
            from = at;
        }
    }
    all
}

/// Whether a clause says of one card or suit that it is kept, and nothing else.
fn keeps(line: &str, clause: &[Chunk]) -> bool {
    let words = clause.iter().filter(|c| c.is_word_or_number()).count();
    let values = clause.iter().filter(|c| is_value(c)).count();
    let suits = clause.iter().filter(|c| is_suit(c)).count();
    let phrase =
        |word: ClubWord| (0..clause.len()).any(|at| said(line, clause, at, word).is_some());
    let binds = [
        Word::Play,
        Word::Discard,
        Word::Pay,
        Word::Recruit,
        Word::Stop,
        Word::Then,
        Word::If,
        Word::Or,
        Word::Not,
        Word::Ready,
        Word::Troops,
        Word::AtMost,
        Word::All,
    ];
    let other = |c: &Chunk| {
        !c.generals.is_empty()
            || c.is_plain_city() && c.meanings.is_empty()
            || c.any(&binds) && !c.any(&[Word::Filler, Word::Keep]) && !is_suit(c)
    };
    let firm = phrase(ClubWord::KeepsCard);
    (1..=MOST).contains(&words)
        && firm
        && values <= 1
        && suits <= 1
        && values + suits > 0
        && !clause.iter().any(other)
}

/// The line without how far behind somebody is: `minus nine, ouch`, `I'm three down`, while a card is awaited.
pub(super) fn without_score(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    _: Language,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Play)?;
    let number = |at: usize| chunks.get(at).is_some_and(|c| c.count().is_some());
    let suited = |at: usize| chunks[at + 1..].iter().take(2).any(is_suit);
    (0..chunks.len()).find_map(|at| {
        let before = said(line, chunks, at, ClubWord::ScoreBefore);
        let before = before.map(|length| at..at + length + 1);
        let before = before.filter(|range| number(range.end - 1) && !suited(range.end - 1));
        let heart = at.checked_sub(1).is_some_and(|at| is_suit(&chunks[at]));
        let behind = (number(at) && !heart)
            .then(|| said(line, chunks, at + 1, ClubWord::ScoreBehind))
            .flatten();
        let range = before.or_else(|| behind.map(|length| at..at + 1 + length))?;
        let others = chunks[..range.start].iter().chain(&chunks[range.end..]);
        let mut others = others.filter(|c| is_value(c));
        others.next().map(|_| Corrected::without(line, chunks, range))
    })
}
