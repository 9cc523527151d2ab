//! Cards on the condition that they are needed, or that the enemy answers: `9 of spades, if that's not enough the 10`,
//! `the 6, and if Austria answers, the 10`.
//!
//! In a combat cards follow each other as they are needed, so that such a condition says no more than `then`. Whoever
//! stops on that condition, or names nothing that comes before it, is asked if it cannot be taken so.

use crate::said::chunks::chunk::Chunk;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::{Meanings, Word};

/// `9 of spades, if that's not enough the 10`: in a combat, cards follow each other as they are needed.
pub(in crate::said) fn in_need(chunks: &mut Vec<Chunk>, fighting: bool) {
    answered(chunks, fighting);
    while let Some(at) = chunks.iter().position(|c| c.has(Word::IfNeeded)) {
        chunks[at].meanings = Meanings::default();
        chunks[at].meanings.insert(Word::Then);
        chunks[at].meanings.insert(Word::Answers);
        // `…, and, if that's not enough, the 10`
        let comma = |at: usize| chunks.get(at).is_some_and(|c| c.kind == Kind::Comma);
        let apart = at > 1 && comma(at - 1) && chunks[at - 2].has(Word::And);
        let behind = comma(at + 1);
        if behind {
            chunks.remove(at + 1);
        }
        if apart {
            chunks.drain(at - 2..at);
        }
    }
}

/// What the enemy is said to do, as `then`; that it hangs on his answer stays to be seen. Where no card is awaited, only
/// behind a card: `against Daun the 9, and if he answers the 10`.
fn answered(chunks: &mut Vec<Chunk>, fighting: bool) {
    let mut at = 0;
    while at < chunks.len() {
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Semicolon);
        let from = chunks[..at].iter().rposition(ends).map_or(0, |end| end + 1);
        let card = |c: &Chunk| c.count().is_some_and(|n| (2..=13).contains(&n));
        let behind_card = chunks[from..at].iter().any(card);
        let answer = answer_of_the_enemy(chunks, at).filter(|_| fighting || behind_card);
        let Some(end) = answer else {
            at += 1;
            continue;
        };
        let comma = chunks.get(end).is_some_and(|c| c.kind == Kind::Comma);
        let mut then = chunks[at].clone();
        then.meanings = Meanings::default();
        then.meanings.insert(Word::Then);
        then.meanings.insert(Word::Answers);
        then.unknown = false;
        then.end = chunks[end - 1].end;
        chunks.splice(at..end + usize::from(comma), [then]);
        // `…, and if he answers, …`
        if at > 0 && chunks[at - 1].has(Word::And) && chunks[at - 1].is_word() {
            chunks.remove(at - 1);
        }
        at += 1;
    }
}

/// The end of `if she answers again`, which begins here.
fn answer_of_the_enemy(chunks: &[Chunk], at: usize) -> Option<usize> {
    let begins = chunks[at].is_word() && chunks[at].has(Word::If) && chunks[at].count().is_none();
    if !begins {
        return None;
    }
    // Who answers, once more, with a card; the number of an article is none.
    let small = |c: &Chunk| {
        c.is_word()
            && c.count().is_none()
            && !c.any(&[Word::Stop, Word::Not, Word::Or, Word::If, Word::Reserve, Word::Keep])
            && !c.any(&[Word::Attack, Word::Duel, Word::Versus, Word::With])
            && c.cities.is_empty()
    };
    let verb = (at + 1..chunks.len()).take(5).take_while(|at| small(&chunks[*at]));
    let verb = verb.into_iter().find(|at| chunks[*at].has(Word::Answers))?;
    let again = |c: &Chunk| {
        small(c)
            && c.any(&[Word::Then, Word::Time, Word::New, Word::Back, Word::Card, Word::Filler])
            && !c.any(&[Word::Play, Word::Pronoun, Word::Answers])
    };
    let more = chunks[verb + 1..].iter().take(4).take_while(|c| again(c)).count();
    Some(verb + 1 + more)
}
