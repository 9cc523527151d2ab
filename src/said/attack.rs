//! Which combat is fought next, where several are due (R7.3).

use super::chunk::Chunk;
use super::frame::{Framed, Parsed, Problem, Scene, leftover};
use super::words::Word;
use super::{Candidate, Doubt, Request, Trouble};
use crate::game::{Action, CityId, DecisionKind, PieceId};

pub(super) fn attack(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let nation = known.awaits(DecisionKind::Attack)?;
    if scene.heading.is_some_and(|heading| heading != nation) {
        return None;
    }
    // `Bautzen before Königgrätz`, `Karl engages Winterfeldt before anything else`: the first of them.
    let named_before = |at: &usize| {
        chunks[*at].has(Word::Before)
            && chunks[*at].generals.is_empty()
            && chunks[..*at].iter().any(|c| !c.generals.is_empty() || !c.cities.is_empty())
    };
    let before = (0..chunks.len()).find(named_before);
    let chunks = &chunks[..before.unwrap_or(chunks.len())];
    let (generals, cities) = entities(chunks);
    let verb = before.is_some() || chunks.iter().any(|c| c.any(&[Word::Attack, Word::Versus]));
    if chunks.iter().any(|c| c.count().is_some()) {
        return None;
    }
    // `Oh dear, this is getting tight for Keith`: a name in talk begins no combat.
    let named = |at: usize| !chunks[at].generals.is_empty() || !chunks[at].cities.is_empty();
    let silent =
        [Word::Filler, Word::Article, Word::Greeting, Word::Closing, Word::Then, Word::Title];
    let beside = |at: &usize| chunks[*at].is_word() && !named(*at) && !chunks[*at].any(&silent);
    let about = |at: usize| named(at) && at > 0 && chunks[at - 1].has(Word::For);
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let enemy = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
    let (most, strange) = match (chunks.iter().any(own), chunks.iter().any(enemy)) {
        (true, true) => (5, 1),
        (false, false) => (5, 1),
        _ => (3, 0),
    };
    // `Keith, you old fox, now I have got you`: he is spoken to.
    let alone = chunks.iter().filter(|c| c.is_word()).count() == 1;
    let spoken_to = alone && scene.line.split_whitespace().count() > 3;
    if !verb
        && (spoken_to
            || (0..chunks.len()).filter(beside).count() > most
            || chunks.iter().filter(|c| c.unknown).count() > strange
            || (0..chunks.len()).any(about))
    {
        return None;
    }
    if generals.is_empty() && cities.is_empty() {
        // `I have been waiting for this attack for weeks`
        let words = chunks.iter().filter(|c| c.is_word()).count();
        if !verb || chunks.iter().filter(|c| c.unknown).count() > 2 || words > 4 {
            return None;
        }
        return Some(Err(combat_question(scene, chunks, &known.combats())));
    }
    let own_words = [Word::Attack, Word::Versus, Word::Duel, Word::AttackOrder];
    let Some(cost) = leftover(chunks, |at| chunks[at].any(&own_words)) else {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    };
    let marked = |at: usize, word: Word| {
        chunks[..at].iter().rev().take(2).any(|c| c.has(word) && !c.any(&[Word::To]))
    };
    let fits = |(from, to): (CityId, CityId)| {
        let general = |(at, all): &(usize, &[PieceId])| {
            // `attack Hagenow from Schwerin`: the general has the name of a city.
            let namesake = chunks[*at].cities.iter().any(|city| [from, to].contains(city));
            namesake
                || all.iter().any(|piece| {
                    known.position(*piece).is_some_and(|city| {
                        if known.is_own(piece.nation()) { city == from } else { city == to }
                    })
                })
        };
        let city = |(at, all): &(usize, &[CityId])| {
            let from_fits = all.contains(&from) && marked(*at, Word::From);
            all.contains(&to) || from_fits || all.contains(&from)
        };
        generals.iter().all(general) && cities.iter().all(city)
    };
    let combats = known.combats();
    let mut fitting: Vec<(CityId, CityId)> =
        combats.iter().copied().filter(|combat| fits(*combat)).collect();
    fitting.dedup();
    match fitting.as_slice() {
        &[(from, to)] => {
            let mut parsed = Parsed::one(Some(nation), Request::Act(Action::Attack { from, to }));
            parsed.cost = cost;
            Some(Ok(parsed))
        }
        [] => {
            // Not due, but said clearly: the rules answer.
            let own =
                generals.iter().flat_map(|(_, all)| all.iter()).find(|p| known.is_own(p.nation()));
            let enemy =
                generals.iter().flat_map(|(_, all)| all.iter()).find(|p| !known.is_own(p.nation()));
            let from = own.and_then(|piece| known.position(*piece));
            let to = enemy.and_then(|piece| known.position(*piece));
            let from = from.or_else(|| combats.first().map(|(from, _)| *from));
            if let (Some(from), Some(to), true) = (from, to, verb) {
                let action = Action::Attack { from, to };
                return Some(Ok(Parsed::one(Some(nation), Request::Act(action))));
            }
            verb.then(|| {
                Err(Problem::NotUnderstood {
                    trouble: Trouble::NoSuchCombat,
                    words: scene.words(chunks),
                    near: combats.iter().map(|combat| attack_text(*combat)).collect(),
                })
            })
        }
        several => Some(Err(combat_question(scene, chunks, several))),
    }
}

/// Names in a group, each with its place.
pub(super) type Placed<'c, T> = Vec<(usize, &'c [T])>;

/// Which chunks name generals and cities.
pub(super) fn entities(chunks: &[Chunk]) -> (Placed<'_, PieceId>, Placed<'_, CityId>) {
    let mut generals = Vec::new();
    let mut cities = Vec::new();
    for (at, chunk) in chunks.iter().enumerate() {
        if !chunk.generals.is_empty() {
            generals.push((at, chunk.generals.as_slice()));
        } else if !chunk.cities.is_empty() {
            cities.push((at, chunk.cities.as_slice()));
        }
    }
    (generals, cities)
}

/// Reads a group as the combat that is fought next.
fn attack_text((from, to): (CityId, CityId)) -> Candidate {
    Candidate::Order(Action::Attack { from, to })
}

fn combat_question(scene: &Scene, chunks: &[Chunk], combats: &[(CityId, CityId)]) -> Problem {
    Problem::Question {
        doubt: Doubt::Combat,
        words: scene.words(chunks),
        candidates: combats.iter().map(|combat| attack_text(*combat)).collect(),
    }
}
