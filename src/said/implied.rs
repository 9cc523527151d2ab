//! Who moves where nobody is named: both of a city, somebody who can, who does as was said before.

use super::chunk::Chunk;
use super::found::{Found, Role};
use super::frame::{Problem, Scene, first_means};
use super::words::Word;
use super::{Candidate, Doubt};
use crate::game::{CityId, PieceId};

/// Whether nothing is said but that somebody does at a place what was said before.
pub(super) fn likewise_there(found: &Found, chunks: &[Chunk]) -> bool {
    !found.places.is_empty()
        && !found.moves
        && !found.stays
        && !found.not
        && chunks.iter().any(|c| c.any(&[Word::Pronoun, Word::And]))
        && chunks.iter().filter(|c| c.is_word()).count() <= 6
}

/// Both who stand in a city: `the two of Człuchów to Konitz`.
pub(super) fn both_of(scene: &Scene, chunks: &[Chunk], found: &mut Found) {
    let Some(known) = scene.known else { return };
    // `the lads at Człuchów`: all who stand there, be it one.
    let ones = (0..chunks.len()).any(|at| super::pronoun::is_circumscribed(chunks, at));
    let both = chunks.iter().any(|c| c.any(&[Word::Both, Word::Together]));
    // `the two at Człuchów stay`
    let least_places = if found.stays { 1 } else { 2 };
    if !both && !ones || found.places.len() < least_places {
        return;
    }
    let least = if both { 2 } else { 1 };
    let stack = |city: CityId| -> Vec<PieceId> {
        known
            .own_nations()
            .flat_map(|nation| known.generals_on_map(nation))
            .filter(|piece| known.position(*piece) == Some(city))
            .collect()
    };
    let place = found.places.iter().position(|p| {
        matches!(p.role, Role::From | Role::At) && p.all.iter().any(|c| stack(*c).len() >= least)
    });
    if let Some(place) = place {
        let removed = found.places.remove(place);
        let pieces =
            removed.all.into_iter().map(stack).find(|s| s.len() >= least).unwrap_or_default();
        found.subject = pieces.into_iter().map(|piece| vec![piece]).collect();
    }
}

/// `Someone should go to Torgau`: who can is asked.
pub(super) fn somebody(scene: &Scene, chunks: &[Chunk], found: &Found) -> Option<Problem> {
    let known = scene.known?;
    let words = chunks.iter().filter(|c| c.is_word()).count();
    let [place] = found.places.as_slice() else { return None };
    let ([goal], Role::To, true) = (place.all.as_slice(), place.role, found.moves && words <= 7)
    else {
        return None;
    };
    if chunks.iter().filter(|c| c.unknown).count() > 1 {
        return None;
    }
    let nation = scene.nation()?;
    let generals = known.generals_on_map(nation);
    let can: Vec<Candidate> = generals
        .iter()
        .filter(|piece| known.destinations(&[**piece]).contains(goal))
        .map(|piece| Candidate::march(&[*piece], *goal))
        .collect();
    (can.len() > 1).then(|| Problem::Question {
        doubt: Doubt::Piece,
        words: scene.words(chunks),
        candidates: can,
    })
}

/// `the king's stack`, `Oschatz stack`: all who stand there, and how many chunks say so.
pub(super) fn stack_named(
    scene: &Scene,
    chunks: &[Chunk],
    at: usize,
) -> Option<(Vec<PieceId>, usize)> {
    let known = scene.known?;
    let stack = |at: usize| {
        chunks.get(at).is_some_and(|c| {
            c.has(Word::Both)
                && !c.any(&[Word::Pronoun, Word::Rest])
                && c.count().is_none()
                && c.generals.is_empty()
                && first_means(scene, c, Word::Both)
        })
    };
    let here = |city: CityId| -> Vec<PieceId> {
        let own = known.own_nations().flat_map(|nation| known.generals_on_map(nation));
        own.filter(|piece| known.position(*piece) == Some(city)).collect()
    };
    let (all, length) = if stack(at) {
        let of = |c: &&Chunk| {
            c.any(&[Word::From, Word::At, Word::Article, Word::Title, Word::Filler])
                && c.generals.is_empty()
                && c.cities.is_empty()
        };
        let between = chunks[at + 1..].iter().take(3).take_while(of).count();
        let chunk = chunks.get(at + 1 + between)?;
        let piece = chunk.generals.iter().find(|piece| known.is_own(piece.nation()))?;
        // `the stack with Keith`: he may be but one of those who are named.
        let more = chunks.get(at + 2 + between).is_some_and(|c| c.any(&[Word::And, Word::With]));
        (here(known.position(*piece)?), (!more).then_some(2 + between)?)
    } else if chunks[at].is_plain_city() && stack(at + 1) {
        (chunks[at].cities.iter().map(|city| here(*city)).find(|all| all.len() > 1)?, 2)
    } else {
        return None;
    };
    (all.len() > 1).then_some((all, length))
}
