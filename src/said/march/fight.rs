//! `Laudon attacks Schwerin`, said while marches are awaited: whoever wants to fight ends his move beside
//! the enemy (R7.1), and combats follow by themselves.
//!
//! Ruling: where he can stand beside him in one city only, he is sent there; where in several, it is
//! asked which; where in none, it is said that the goal is missing.

use crate::game::{Action, CityId, DecisionKind, PieceId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene};
use crate::said::chunks::pieces::who;
use crate::said::chunks::remark::begins_fight;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Trouble};

/// A question offers so many cities at most.
const MOST_OFFERED: usize = 4;

/// Reads a group as pieces of one's own that attack somebody, and nothing else.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    known.awaits(DecisionKind::Movement)?;
    // `forget what I said of Keith against Daun` sends nobody.
    let before = chunks.first().and_then(|first| scene.line.get(..first.start))?;
    // `Lehwaldt against Apraxin: hearts up to 5`, `shall fight Laudon to the last card`: how he fights, and not that he goes.
    let behind = scene.line.get(chunks.last()?.end..).unwrap_or_default();
    let cards = [Word::Card, Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];
    // `Laudon gets a man from Daun, against Schwerin he is too weak`
    let gives = |c: &Chunk| {
        c.any(&[Word::Get, Word::Give, Word::Troops])
            && !c.any(&[Word::Filler, Word::Move, Word::Attack, Word::To, Word::At])
    };
    let how = |c: &Chunk| c.any(&cards) || matches!(c.kind, Kind::Suit(_) | Kind::Colon);
    if before.trim_end().ends_with(char::is_alphanumeric)
        || behind.trim_start().starts_with(':')
        || chunks.iter().any(how)
        || chunks.iter().any(gives)
    {
        return None;
    }
    let at = (1..chunks.len()).find(|at| begins_fight(scene, chunks, *at))?;
    let enemies: Vec<CityId> = chunks[at..]
        .iter()
        .flat_map(|chunk| &chunk.generals)
        .filter(|piece| !known.is_own(piece.nation()))
        .filter_map(|piece| known.position(*piece))
        .collect();
    let own = |piece: &PieceId| known.is_own(piece.nation());
    let mut pieces: Vec<PieceId> = Vec::new();
    for place in 0..at {
        for piece in who(scene, chunks, place, Some(true)).into_iter().flat_map(|who| who.pieces) {
            if own(&piece) && piece.is_general() && !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
    }
    let bears = |chunk: &Chunk| {
        chunk.any(&[Word::Not, Word::If, Word::Stay, Word::Or, Word::Cancel, Word::Withdraw])
            && !chunk.any(&[Word::Filler])
    };
    let beside = |city: &CityId| enemies.iter().any(|enemy| board().adjacent(*enemy, *city));
    let goals: Vec<CityId> = known.destinations(&pieces).into_iter().filter(beside).collect();
    // `Cumberland attacks Soubise from Kassel`, where he can go.
    let from = chunks[at..].windows(2).find_map(|pair| {
        let led = pair[0].any(&[Word::From, Word::With, Word::At]) && pair[1].is_plain_city();
        pair[1].cities.iter().find(|city| led && goals.contains(city)).copied()
    });
    let goals = from.map_or(goals, |city| vec![city]);
    let elsewhere = |chunk: &Chunk| {
        chunk.is_plain_city()
            && !chunk.cities.iter().any(|city| enemies.contains(city) || from == Some(*city))
    };
    let more = chunks[at..].iter().any(|c| c.generals.iter().any(own));
    if pieces.is_empty() || more || chunks.iter().any(|c| bears(c) || elsewhere(c)) {
        return None;
    }
    let words = || scene.words(chunks);
    Some(match goals.as_slice() {
        [] => Err(Problem::new(Trouble::MissingCity, words())),
        [only] => {
            let owner = pieces.first().map(|piece| piece.nation());
            let march = Action::MoveVia { pieces: pieces.clone(), via: vec![*only] };
            Ok(Parsed { pieces, ..Parsed::one(owner, Request::Act(march)) })
        }
        several => Err(Problem::Question {
            doubt: Doubt::City,
            words: words(),
            candidates: several
                .iter()
                .take(MOST_OFFERED)
                .map(|city| Candidate::march(&pieces, *city))
                .collect(),
        }),
    })
}

/// How many chunks from here only say whom somebody attacks, and where he stands, if a place to go to follows them:
/// `attacks Schwerin at Neisse, so to Ziegenhals`.
pub(in crate::said) fn passed(scene: &Scene, chunks: &[Chunk], at: usize) -> Option<usize> {
    let known = scene.known?;
    if !begins_fight(scene, chunks, at) {
        return None;
    }
    let enemy = |c: &Chunk| c.generals.iter().find(|piece| !known.is_own(piece.nation())).copied();
    let whom = (at..chunks.len()).take(4).find(|at| enemy(&chunks[*at]).is_some())?;
    let city = known.position(enemy(&chunks[whom])?);
    let stands = |c: &Chunk| city.is_some_and(|city| c.cities.contains(&city));
    let there = (whom + 1..chunks.len()).take(2).find(|at| stands(&chunks[*at]));
    let there = there.filter(|at| chunks[at - 1].has(Word::At) || *at == whom + 1);
    let end = there.unwrap_or(whom) + 1;
    // `haut ihn um`: the second half of the verb.
    let half = |c: &Chunk| c.is_word() && c.has(Word::Filler) && c.cities.is_empty();
    let end = end + usize::from(chunks.get(end).is_some_and(half));
    let goal = |at: usize| {
        let c = &chunks[at];
        c.is_plain_city() && c.meanings.is_empty() && !stands(c)
    };
    let apart = chunks.get(end).is_some_and(|c| !c.is_word());
    (apart && (end..chunks.len()).any(goal)).then_some(end - at)
}
