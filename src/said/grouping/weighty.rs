//! Words that nobody may pass over though no order is read of them: what takes something back, that somebody is away, a
//! ballot, somebody who is to go somewhere. They are asked about.

use crate::game::{DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Scene;
use crate::said::club::absence;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// So many words are one thought; more tell a story.
const MOST_WORDS: usize = 16;

/// Whether a group that nothing can read says something that weighs.
pub(in crate::said) fn weighs(scene: &Scene, group: &[Chunk]) -> bool {
    let words = group.iter().filter(|c| c.is_word()).count();
    let question = group.iter().any(|c| c.kind == Kind::Question);
    let text = scene.words(group);
    let talk = [ClubWord::Past, ClubWord::Considered, ClubWord::LastTurn];
    if words > MOST_WORDS || question || talk.iter().any(|word| says(&text, *word)) {
        return false;
    }
    takes_back(group) || is_absence(&text, group) || is_ballot(group) || sends(scene, group)
}

/// `scrap what I told you about Keith fighting Daun`, `my instructions hold no longer`, `forget about Bielefeld`
pub(in crate::said) fn takes_back(group: &[Chunk]) -> bool {
    let verb = |c: &&Chunk| {
        c.any(&[Word::Cancel, Word::Withdraw])
            && c.guessed.is_none()
            && c.plain.len() >= 4
            && !c.any(&[Word::Filler, Word::Move, Word::Retreat, Word::Back])
    };
    let Some(verb) = group.iter().find(verb) else { return false };
    let whole = [Word::ShowOrders, Word::Heading, Word::Duel, Word::Sent];
    let words = group.iter().filter(|c| c.is_word()).count();
    let place = |c: &Chunk| c.is_plain_city() && c.meanings.is_empty() && c.guessed.is_none();
    let what = |c: &Chunk| {
        c.start != verb.start && (c.plain.len() >= 4 && c.any(&whole) || words <= 8 && place(c))
    };
    group.iter().any(what)
}

/// `for all of May I am taking the waters`: a day or a span beside words that say that somebody is away.
fn is_absence(text: &str, group: &[Chunk]) -> bool {
    let away = |c: &Chunk| {
        c.has(Word::Absent) && c.guessed.is_none() && c.plain.len() >= 4 && !c.has(Word::Filler)
    };
    // `Next week I am at a fair in Berlin` may read his mail there.
    let there = group.iter().any(Chunk::is_plain_city);
    !there && group.iter().any(away) && absence::dates(text, &|_| None).is_some()
}

/// `to number four I say yes`
fn is_ballot(group: &[Chunk]) -> bool {
    let ballot = |c: &Chunk| c.any(&[Word::ForIt, Word::Against]) && !c.any(&[Word::Versus]);
    let noun = |c: &Chunk| c.any(&[Word::Proposal, Word::Vote, Word::Votes]) && c.plain.len() > 3;
    // `About the pause I say yes`
    let topics = [Word::Pause, Word::Draw, Word::Extend, Word::Resume];
    let says_so = |c: &Chunk| c.has(Word::ForIt) && c.end - c.start > 6;
    let agrees = group.iter().any(|c| (c.has(Word::Yes) || says_so(c)) && !c.has(Word::Filler));
    let about = |c: &Chunk| noun(c) || agrees && c.any(&topics) && c.plain.len() > 3;
    let votes = |c: &Chunk| ballot(c) || c.has(Word::Yes) && !c.has(Word::Filler);
    let words = group.iter().filter(|c| c.is_word()).count();
    words <= 8
        && group.iter().any(votes)
        && group.iter().any(|c| about(c) && !votes(c))
        && !group.iter().any(|c| !c.generals.is_empty() || c.is_plain_city())
}

/// `I think it's safest if Schwerin goes and sits in Glatz`: who moves now, and behind him where he can go.
fn sends(scene: &Scene, group: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let Some(nation) = known.awaits(DecisionKind::Movement) else { return false };
    let own = |c: &Chunk| match c.generals.as_slice() {
        [piece] if piece.nation() == nation && c.guessed.is_none() => Some(*piece),
        _ => None,
    };
    let goes = |piece: PieceId, c: &Chunk| {
        let reach = known.destinations(&[piece]);
        c.is_plain_city()
            && c.meanings.is_empty()
            && c.guessed.is_none()
            && c.cities.iter().any(|city| reach.contains(city))
    };
    // `first train to Bydgoszcz as soon as it is free`
    let there = |pair: &[Chunk]| pair[0].has(Word::To) && pair[1].is_plain_city();
    let train = group.iter().position(Chunk::is_train_word);
    // `train 2 to Sagan`, of which no such city is known
    let counted = |at: usize| {
        let (number, to) = (group.get(at + 1)?, group.get(at + 2)?);
        let goes = to.has(Word::To) && group.get(at + 3).is_some_and(Chunk::is_word);
        (number.kind != Kind::Word && number.count().is_some() && goes).then_some(())
    };
    let wagon = group.iter().position(|c| c.has(Word::Train));
    if wagon.is_some_and(|at| counted(at).is_some()) {
        return true;
    }
    if train.is_some_and(|at| group[at + 1..].windows(2).any(there)) {
        return true;
    }
    let ordered = |piece: &PieceId| scene.sent.iter().any(|(other, _)| other == piece);
    group.iter().enumerate().any(|(at, c)| {
        own(c).filter(|piece| !ordered(piece)).is_some_and(|piece| {
            group[at + 1..].iter().any(|c| goes(piece, c) && c.nation.is_none())
        })
    })
}
