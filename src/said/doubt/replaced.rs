//! A goal or a card behind a `but` that takes the place of the one before it: `I had Seydlitz down for Grimma, but he goes to
//! Borna`.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, ends_sentence, said};
use crate::said::club::words::ClubWord;
use crate::said::hand::cards::full_suit;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// The line without the first goal of somebody who goes to another one behind `but`.
pub(in crate::said) fn by_another_goal(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let named = |c: &Chunk| !c.generals.is_empty();
    let goal = |c: &Chunk| c.is_plain_city() && !named(c);
    let binds = [Word::Via, Word::Then, Word::If, Word::Unless, Word::Or, Word::Not, Word::Stay];
    let bound = |c: &Chunk| c.any(&binds) && !c.has(Word::Filler) || c.is_train_word();
    (1..chunks.len()).find_map(|at| {
        let but = chunks[at].has(Word::While).then_some(1);
        let length = said(line, chunks, at, ClubWord::But).or(but)?;
        let from = chunks[..at].iter().rposition(ends_sentence).map_or(0, |mark| mark + 1);
        let first = &chunks[from..at];
        let mut pieces = first.iter().filter(|c| named(c));
        let piece = pieces.next().filter(|_| pieces.next().is_none())?;
        let one = first.iter().filter(|c| goal(c)).count() == 1;
        // `he goes to Borna`, and nothing before the verb but who is meant.
        let behind = at + length;
        let he = |c: &&Chunk| c.any(&[Word::Pronoun, Word::Filler, Word::And]) && !named(c);
        let verb = behind + chunks.get(behind..)?.iter().take(3).take_while(he).count();
        let clause = chunks.get(verb..)?;
        let clause = &clause[..clause.iter().take_while(|c| c.is_word()).count()];
        let goes = clause.first().is_some_and(|c| c.any(&[Word::Move, Word::To]) && !goal(c));
        let sent = clause.iter().filter(|c| goal(c)).count() == 1;
        if !one
            || !goes
            || !sent
            || first.iter().chain(clause).any(bound)
            || clause.iter().any(named)
        {
            return None;
        }
        let mut left = chunks[..from].to_vec();
        left.push(piece.clone());
        left.extend_from_slice(&chunks[verb..]);
        let line = blanked(line, chunks[from].start, piece.start);
        Some(Corrected { chunks: left, line: blanked(&line, piece.end, chunks[verb].start) })
    })
}

/// The line without a card that is only spoken of before another one is played: `The 10 of spades tempts me, but I play the 6`.
pub(in crate::said) fn by_another_card(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let card = |c: &Chunk| c.number.is_some() || c.has(Word::Reserve) || full_suit(c).is_some();
    let plays = |c: &Chunk| c.is_word() && c.has(Word::Play);
    let other = |c: &Chunk| {
        !c.generals.is_empty()
            || c.any(&[Word::Duel, Word::Versus, Word::Then, Word::If, Word::Keep, Word::Discard])
                && !c.has(Word::Filler)
            || c.any(&[Word::Recruit, Word::Pay, Word::Troops]) && !c.has(Word::Play)
    };
    (1..chunks.len()).filter(|at| chunks[*at].kind == Kind::Comma).find_map(|at| {
        let from = chunks[..at].iter().rposition(ends_sentence).map_or(0, |mark| mark + 1);
        let first = &chunks[from..at];
        let second = &chunks[at + 1..];
        let second = &second[..second.iter().take_while(|c| !ends_sentence(c)).count()];
        let but = (at + 1..chunks.len()).take(3).any(|at| {
            said(line, chunks, at, ClubWord::But).is_some() || chunks[at].has(Word::While)
        });
        let spoken = first.iter().any(card) && first.iter().filter(|c| c.is_word()).count() > 3;
        (but && spoken
            && !first.iter().any(plays)
            && second.iter().any(card)
            && second.iter().any(plays)
            && !first.iter().chain(second).any(other))
        .then(|| Corrected::without(line, chunks, from..at + 1))
    })
}
