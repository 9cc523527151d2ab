//! How far behind somebody is in a combat, which is no card: `minus nine, ouch`, `I'm three down`.

use super::held_back::{is_suit, is_value};
use crate::game::DecisionKind;
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, said};
use crate::said::chunks::frame::Scene;
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// The line without the score, while a card is awaited and one is named beside it.
pub(in crate::said) fn without_score(
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

/// `Minus three, and out of supply on top, poor Keith`, while a card is awaited: how it stands, and no card.
pub(in crate::said) fn is_a_score(scene: &Scene, group: &[Chunk]) -> bool {
    let plays = scene.known.is_some_and(|known| known.awaits(DecisionKind::Play).is_some());
    let score = |at: usize| at > 0 && group[at - 1].means(ClubWord::Minus);
    let mut counted = (0..group.len())
        .filter(|at| group[*at].count().is_some() && !group[*at].has(Word::Article))
        .peekable();
    let acts = [
        Word::Play,
        Word::Stop,
        Word::Card,
        Word::Reserve,
        Word::Duel,
        Word::If,
        Word::Keep,
        Word::AtMost,
        Word::Spades,
        Word::Clubs,
        Word::Hearts,
        Word::Diamonds,
    ];
    let other = |c: &Chunk| {
        matches!(c.kind, Kind::Suit(_) | Kind::Question)
            || c.is_plain_city()
            || c.any(&acts) && !c.has(Word::Filler)
    };
    plays && counted.peek().is_some() && counted.all(score) && !group.iter().any(other)
}
