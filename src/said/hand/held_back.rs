//! Cards that a clause of its own says are kept, where others are played, paid or thrown away:
//! `7 of hearts, I want the nine for something better`, `with the 6 of spades, I need the clubs`, `the hearts I keep`.

use super::cards::full_suit;
use crate::game::DecisionKind;
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, parted, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// A clause of more words says more than that a card is kept.
const MOST: usize = 12;
const SUITS: [Word; 4] = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];

/// The line without clauses that only say which cards are kept, and for what.
pub(in crate::said) fn without_kept(
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
    let left = Corrected::without_all(line, chunks, &kept);
    (!kept.is_empty() && left.chunks.iter().any(is_value)).then_some(left)
}

/// Whether this is the value of a card, or a Reserve.
pub(in crate::said) fn is_value(chunk: &Chunk) -> bool {
    chunk.count().is_some_and(|n| (2..=13).contains(&n)) || chunk.has(Word::Reserve)
}

/// Whether a suit is named.
pub(in crate::said) fn is_suit(chunk: &Chunk) -> bool {
    matches!(chunk.kind, Kind::Suit(_)) || chunk.any(&SUITS) || full_suit(chunk).is_some()
}

fn clauses(chunks: &[Chunk]) -> Vec<Range<usize>> {
    let begins = |c: &Chunk| {
        let sentence = matches!(c.kind, Kind::Period | Kind::Semicolon | Kind::Colon);
        let clause = matches!(c.kind, Kind::Comma | Kind::Open | Kind::Close);
        sentence || clause || c.kind == Kind::Dash && !c.glued
    };
    parted(chunks, |_| false, |at| begins(&chunks[at]))
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
