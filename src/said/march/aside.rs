//! What somebody covers, guards or looks at, said beside where he goes: no goal of his.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::Scene;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// How many chunks from here only say what somebody does at his goal: `to protect Prague`, `Prag schützen`.
pub(in crate::said) fn aside(scene: &Scene, chunks: &[Chunk], at: usize) -> Option<usize> {
    let other = || captures(chunks, at).or_else(|| defends(chunks, at));
    if let Some(length) = other().or_else(|| writes(scene, chunks, at)) {
        return Some(length);
    }
    let looks = |at: usize| said(scene.line, chunks, at, ClubWord::Looking);
    let named =
        |at: usize| chunks.get(at).is_some_and(|c| c.is_plain_city() || !c.generals.is_empty());
    let silent = |c: &Chunk| {
        c.is_word()
            && c.generals.is_empty()
            && c.cities.is_empty()
            && c.any(&[
                Word::Filler,
                Word::Article,
                Word::Title,
                Word::At,
                Word::To,
                Word::From,
                Word::Train,
            ])
    };
    if let Some(length) = looks(at) {
        let passed = chunks[at + length..].iter().take(3).take_while(|c| silent(c)).count();
        let place = at + length + passed;
        let ends = chunks.get(place + 1).is_none_or(|c| !c.is_word() || c.has(Word::And));
        return (named(place) && ends).then_some(place + 1 - at);
    }
    let before = at == 0 || !chunks[at - 1].any(&[Word::To, Word::Via, Word::From]);
    let behind = (named(at) && before && at + 1 < chunks.len()).then(|| looks(at + 1))??;
    Some(1 + behind)
}

/// How many chunks from here say what somebody looks at; `None` unless the place where he goes follows them.
pub(in crate::said) fn looked(scene: &Scene, chunks: &[Chunk], at: usize) -> Option<usize> {
    let length = said(scene.line, chunks, at, ClubWord::Looking)?;
    let city = (at + length..chunks.len()).take(3).find(|at| chunks[*at].is_plain_city())?;
    chunks.get(city + 1).filter(|c| !c.is_word() && c.kind != Kind::Period)?;
    // `covers Siegen (over Olpe)`: the way there is no other goal.
    let place = |c: &&Chunk| c.is_plain_city() && c.meanings.is_empty();
    let way = |c: &Chunk| c.has(Word::Via) && c.cities.is_empty();
    let behind = chunks[city + 1..].iter().position(|c| place(&c))?;
    (!chunks[city + 1..city + 1 + behind].iter().any(way)).then_some(city + 1 - at)
}

/// How many chunks from here announce another mail: `About Hanover I'll write later`. What it is about is no goal.
fn writes(scene: &Scene, chunks: &[Chunk], at: usize) -> Option<usize> {
    if at > 0 && chunks[at - 1].kind != Kind::Period {
        return None;
    }
    let end = chunks[at..].iter().position(|c| c.kind == Kind::Period);
    let length = end.unwrap_or(chunks.len() - at);
    announces(scene.line, &chunks[at..at + length]).then_some(length)
}

/// Whether somebody only says that he will write again, and orders nothing.
pub(in crate::said) fn announces(line: &str, chunks: &[Chunk]) -> bool {
    let speaking = [
        Word::Ready,
        Word::Stop,
        Word::Stay,
        Word::Play,
        Word::Cancel,
        Word::Vote,
        Word::Wait,
        Word::Not,
    ];
    let named = |c: &Chunk| !c.generals.is_empty() || c.count().is_some() || c.is_train_word();
    let suit = |c: &Chunk| matches!(c.kind, Kind::Suit(_) | Kind::Question);
    !chunks.iter().any(|c| c.any(&speaking) || named(c) || suit(c))
        && (0..chunks.len()).any(|at| said(line, chunks, at, ClubWord::WritesLater).is_some())
}

/// How many chunks from here say that he is to guard something where he goes: `to Berlin, to defend the capital`. Whoever
/// marches does not stay, whatever he guards.
fn defends(chunks: &[Chunk], at: usize) -> Option<usize> {
    let (to, guard) = (chunks.get(at)?, chunks.get(at + 1)?);
    let goal = chunks[..at].iter().rev().find(|c| c.is_word())?;
    let leads = to.has(Word::To) && to.cities.is_empty() && to.generals.is_empty();
    let named = |c: &&Chunk| !c.generals.is_empty() || c.is_plain_city() || c.count().is_some();
    let words = chunks[at + 2..].iter().take_while(|c| c.is_word() && !named(c)).count();
    let ends = chunks.get(at + 2 + words).is_none_or(|c| !c.is_word());
    (goal.is_plain_city() && leads && guard.has(Word::Stay) && words < 5 && ends)
        .then_some(2 + words)
}

/// How many chunks from here say that a train is captured at the goal: `and eats the train there`. Whoever moves on an
/// enemy train eliminates it, whatever else is said (R9.7).
fn captures(chunks: &[Chunk], at: usize) -> Option<usize> {
    let small = |c: &Chunk| {
        c.is_word()
            && c.generals.is_empty()
            && c.count().is_none()
            && !c.has(Word::Train)
            && (c.cities.is_empty() || c.nation.is_some())
            && (c.nation.is_some()
                || c.any(&[Word::Article, Word::Filler, Word::To, Word::Pronoun, Word::Then]))
    };
    let joins = |c: &Chunk| c.is_word() && c.any(&[Word::And, Word::To]) && c.cities.is_empty();
    let begin = at + usize::from(joins(&chunks[at]) && !chunks[at].has(Word::Capture));
    chunks.get(begin).filter(|c| c.has(Word::Capture) && c.generals.is_empty())?;
    let passed = chunks[begin + 1..].iter().take(4).take_while(|c| small(c)).count();
    let train = begin + 1 + passed;
    chunks.get(train).filter(|c| c.has(Word::Train))?;
    let behind = chunks.get(train + 1);
    // German: `und haut den Wagen kaputt`, where the second half of the verb is left
    let half = |c: &Chunk| c.is_word() && c.has(Word::Filler);
    let there = usize::from(behind.is_some_and(|c| c.has(Word::There) || half(c)));
    let ends = chunks.get(train + 1 + there).is_none_or(|c| !c.is_word() && c.number.is_none());
    ends.then_some(train + 1 + there - at)
}
