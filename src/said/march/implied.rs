//! Who moves where nobody is named: both of a city, somebody who can, who does as was said before.

use super::found::{Found, Role};
use crate::game::{CityId, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::known::Known;
use crate::said::chunks::pronoun;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::lexicon::{names, text};
use crate::said::{Candidate, Doubt, Trouble};

/// Whether it is only said that somebody does at a place what others were said to do: `Keith likewise in Glatz`.
pub(in crate::said) fn likewise_there(found: &Found, chunks: &[Chunk]) -> bool {
    !found.places.is_empty()
        && !found.moves
        && !found.stays
        && !found.not
        && chunks.iter().any(|c| c.any(&[Word::Pronoun, Word::And]))
        && chunks.iter().filter(|c| c.is_word()).count() <= 6
}

/// Makes both who stand in a city the subject: `the two of Człuchów to Konitz`.
pub(in crate::said) fn both_of(scene: &Scene, chunks: &[Chunk], found: &mut Found) {
    let Some(known) = scene.known else { return };
    // `the lads at Człuchów`: all who stand there, be it one.
    let ones = (0..chunks.len()).any(|at| pronoun::is_circumscribed(chunks, at));
    let both = chunks.iter().any(|c| c.any(&[Word::Both, Word::Together]));
    // `both my Hanoverian generals stay`
    let of_nation = chunks.iter().filter(|c| c.nation.is_some() && !c.cities.is_empty()).count();
    if both
        && found.stays
        && found.places.len() <= of_nation
        && chunks.iter().any(|c| c.has(Word::General))
    {
        found.places.clear();
        let named = chunks.iter().find_map(|c| c.nation).or(scene.nation());
        let generals = named.filter(|nation| known.is_own(*nation));
        let generals = generals.map(|nation| known.generals_on_map(nation)).unwrap_or_default();
        if generals.len() == 2 {
            found.subject = generals.into_iter().map(|piece| vec![piece]).collect();
        }
        return;
    }
    // `the two at Człuchów stay`
    let least_places = if found.stays { 1 } else { 2 };
    // `one of the two at Strehlen to Neisse`: which, is asked.
    let one_of = chunks.iter().any(|c| c.has(Word::OneOf));
    if !both && !ones && !one_of || found.places.len() < least_places {
        return;
    }
    let least = if both || one_of { 2 } else { 1 };
    let stack = |city: CityId| -> Vec<PieceId> {
        known
            .own_nations()
            .flat_map(|nation| known.generals_on_map(nation))
            .filter(|piece| known.position(*piece) == Some(city))
            .collect()
    };
    let place = found.places.iter().position(|p| {
        (matches!(p.role, Role::From | Role::At) || one_of && p.role == Role::None)
            && p.all.iter().any(|c| stack(*c).len() >= least)
    });
    if let Some(place) = place {
        let removed = found.places.remove(place);
        let pieces =
            removed.all.into_iter().map(stack).find(|s| s.len() >= least).unwrap_or_default();
        found.subject = pieces.into_iter().map(|piece| vec![piece]).collect();
        found.or_pieces |= one_of;
    }
}

/// Whether those who are left are spoken of here: sent somewhere (`the rest goes to Kolberg`, `die anderen nach Kolberg`), or
/// told to stay (`the rest stays`).
pub(in crate::said) fn of_the_rest(chunks: &[Chunk], at: usize) -> (bool, bool) {
    let rest = &chunks[at];
    let mut behind = chunks[at + 1..].iter().take(5);
    let other = |c: &Chunk| {
        let stays = c.any(&[Word::Stay, Word::Not, Word::Troops, Word::At]) && !c.has(Word::Move);
        stays || !c.generals.is_empty() || c.number.is_some() || !c.is_word()
    };
    let goal = behind.find(|c| c.is_plain_city() || c.kind == Kind::Arrow || other(c));
    let others = rest.has(Word::Rest)
        && !rest.any(&[Word::Other, Word::Troops, Word::Get])
        && rest.generals.is_empty()
        && rest.cities.is_empty();
    let goes = goal.is_some_and(|c| c.is_plain_city() || c.kind == Kind::Arrow);
    let stays = chunks.get(at + 1).is_some_and(|c| c.has(Word::Stay));
    (others && goes, others && stays)
}

/// Who is meant where nobody is named: those who were spoken of last, if that is `known`; of several whom earlier lines
/// left in doubt him who can go there (`Breslau`); by `both` the only two who stand together (`the two to Tetschen`).
pub(in crate::said) fn meant(
    scene: &Scene,
    found: &Found,
    known: bool,
    both: bool,
) -> Vec<PieceId> {
    let Some(position) = scene.known else { return scene.last.clone() };
    // `Keith gives one to Schwerin, then both go to Glatz`
    if let ([one], true) = (scene.last.as_slice(), both)
        && scene.allotted.iter().any(|(piece, _)| piece == one)
    {
        let stands = |piece: &PieceId| position.position(*piece) == position.position(*one);
        return scene.allotted.iter().map(|(piece, _)| *piece).filter(stands).collect();
    }
    if !known {
        return position.only_pair().filter(|_| both).unwrap_or_default();
    }
    let apart = |pair: &[PieceId]| position.position(pair[0]) != position.position(pair[1]);
    if !scene.held || !scene.last.windows(2).any(apart) {
        return scene.last.clone();
    }
    let goal = found.places.last().map(|place| place.all.as_slice()).unwrap_or_default();
    // Who stands together stays together.
    let mut stacks: Vec<Vec<PieceId>> = Vec::new();
    for piece in &scene.last {
        match stacks.iter_mut().find(|stack| !apart(&[stack[0], *piece])) {
            Some(stack) => stack.push(*piece),
            None => stacks.push(vec![*piece]),
        }
    }
    let goes =
        |stack: &Vec<PieceId>| position.destinations(stack).iter().any(|city| goal.contains(city));
    stacks.retain(goes);
    // `Luckenwalde`, of which one of them was asked.
    let asked = |stack: &Vec<PieceId>| {
        let about = |piece: &PieceId| {
            position.asked_about.iter().any(|(of, city)| of == piece && goal.contains(city))
        };
        stack.iter().any(about)
    };
    if stacks.iter().any(asked) {
        stacks.retain(asked);
    }
    if stacks.len() == 1 { stacks.remove(0) } else { Vec::new() }
}

/// The generals who stand with those that were spoken of last and are none of them; it is a problem if there are none.
pub(in crate::said) fn beside_the_last(
    scene: &Scene,
    chunks: &[Chunk],
) -> Result<Vec<Vec<PieceId>>, Problem> {
    let others = scene.known.and_then(|known| {
        let mut generals = scene.last.iter().filter(|piece| piece.is_general());
        let city = generals.find_map(|piece| known.position(*piece))?;
        let own = known.own_nations().flat_map(|nation| known.generals_on_map(nation));
        let here = own.filter(|p| known.position(*p) == Some(city) && !scene.last.contains(p));
        Some(here.map(|piece| vec![piece]).collect::<Vec<_>>())
    });
    let others = others.filter(|others| !others.is_empty());
    others.ok_or_else(|| Problem::new(Trouble::MissingPiece, scene.words(chunks)))
}

/// `Someone should go to Torgau`: who can is asked.
pub(in crate::said) fn somebody(scene: &Scene, chunks: &[Chunk], found: &Found) -> Option<Problem> {
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

/// `Saltikov's whole stack`, `the stack with Keith`, `Oschatz stack`, `Saltikov and everybody with him`: all who stand
/// there, and how many chunks say so.
pub(in crate::said) fn stack_named(
    scene: &Scene,
    chunks: &[Chunk],
    at: usize,
) -> Option<(Vec<PieceId>, usize)> {
    let known = scene.known?;
    let here = |city: CityId| -> Vec<PieceId> {
        let own = known.own_nations().flat_map(|nation| known.generals_on_map(nation));
        own.filter(|piece| known.position(*piece) == Some(city)).collect()
    };
    let (all, length) = if is_stack(chunks, at) {
        let (piece, length) = stack_of(known, chunks, at)?;
        (here(known.position(piece)?), length)
    } else if let Some(piece) = own_general(known, chunks, at) {
        let length = own_stack(known, chunks, at, piece)?;
        (here(known.position(piece)?), length)
    } else if chunks[at].is_plain_city() && is_stack(chunks, at + 1) {
        (chunks[at].cities.iter().map(|city| here(*city)).find(|all| all.len() > 1)?, 2)
    } else {
        return None;
    };
    // `Fermor stays, the rest of Saltikov's stack goes to Kolberg`
    if chunks[at.saturating_sub(2)..at + length].iter().any(|c| c.has(Word::Rest)) {
        let of_them = scene.last.iter().any(|piece| all.contains(piece));
        let left: Vec<PieceId> = all.into_iter().filter(|p| !scene.last.contains(p)).collect();
        return (of_them && !left.is_empty()).then_some((left, length));
    }
    (all.len() > 1).then_some((all, length))
}

fn is_stack(chunks: &[Chunk], at: usize) -> bool {
    chunks.get(at).is_some_and(|c| c.has(Word::Stack))
}

fn own_general(known: &Known, chunks: &[Chunk], at: usize) -> Option<PieceId> {
    let pieces = chunks.get(at).map(|c| c.generals.as_slice()).unwrap_or_default();
    pieces.iter().copied().find(|piece| known.is_own(piece.nation()))
}

/// What stands behind the small words, these among them, between a stack and its general.
fn behind_small(chunks: &[Chunk], from: usize, joins: &[Word]) -> usize {
    let small = |c: &&Chunk| {
        (c.any(&[Word::Article, Word::Title, Word::Filler, Word::All]) || c.any(joins))
            && c.generals.is_empty()
            && c.cities.is_empty()
            && !c.has(Word::Stack)
            || matches!(c.kind, Kind::Dash)
    };
    from + chunks.iter().skip(from).take(3).take_while(small).count()
}

/// `the stack with Keith`: its general, and how many chunks name it.
fn stack_of(known: &Known, chunks: &[Chunk], at: usize) -> Option<(PieceId, usize)> {
    let general = behind_small(chunks, at + 1, &[Word::From, Word::At, Word::With]);
    // `the stack with Keith and Schwerin`: he may be but one of those who are named.
    let more = chunks.get(general + 1).is_some_and(|c| {
        c.any(&[Word::And, Word::With]) || matches!(c.kind, Kind::Plus | Kind::Comma)
    });
    let piece = own_general(known, chunks, general).filter(|_| !more)?;
    Some((piece, general + 1 - at))
}

/// `Saltikov's whole stack`, `Saltikov and everybody with him`, `Schwerin leads the whole stack to Liegnitz`: how many chunks
/// name it.
fn own_stack(known: &Known, chunks: &[Chunk], at: usize, piece: PieceId) -> Option<usize> {
    let leads = chunks.get(at + 1).is_some_and(|c| {
        c.has(Word::Move) && !c.any(&[Word::Stack, Word::Part]) && c.generals.is_empty()
    });
    let led = behind_small(chunks, at + 2, &[]);
    let apart = [Word::From, Word::With, Word::Part];
    let leads =
        leads && is_stack(chunks, led) && !chunks[at + 2..=led].iter().any(|c| c.any(&apart));
    let stack = match leads {
        true => led,
        false => behind_small(chunks, at + 1, &[Word::With, Word::And, Word::Pronoun]),
    };
    let other = own_general(known, chunks, stack + 1).is_some_and(|other| other != piece);
    (is_stack(chunks, stack) && !other).then_some(stack + 1 - at)
}

/// `…, with Fermor of course`: behind a comma, who goes along with those who were spoken of last, and nothing else.
pub(in crate::said) fn along(scene: &Scene, chunks: &[Chunk]) -> Option<Vec<PieceId>> {
    let known = scene.known?;
    let first = chunks.first().filter(|c| c.has(Word::With) && c.generals.is_empty())?;
    let before = scene.line.get(..first.start)?.trim_end();
    let words = chunks.iter().filter(|c| c.is_word()).count();
    if !before.ends_with([',', '(']) || words > 5 || scene.last.is_empty() || first.has(Word::Not) {
        return None;
    }
    let own = |c: &Chunk| c.generals.iter().find(|piece| known.is_own(piece.nation())).copied();
    let pieces: Vec<PieceId> = chunks.iter().filter_map(own).collect();
    let small = |c: &Chunk| {
        own(c).is_some()
            || c.kind == Kind::Plus
            || c.is_word()
                && c.generals.is_empty()
                && c.cities.is_empty()
                && c.number.is_none()
                && (c.unknown || c.any(&[Word::And, Word::Filler, Word::Title, Word::Article]))
                && !c.any(&[Word::Not, Word::Stay, Word::Move, Word::To, Word::At])
    };
    let unknown = chunks.iter().filter(|c| c.unknown).count();
    let clear = !pieces.is_empty()
        && unknown <= 2
        && chunks.get(1).is_some_and(|c| own(c).is_some() || c.any(&[Word::Title, Word::Article]))
        && !pieces.iter().any(|piece| scene.last.contains(piece))
        && chunks[1..].iter().all(small);
    clear.then_some(pieces)
}

/// `Keith to Glatz, Schwerin too. Actually only Keith`: that one of those who were spoken of is the only one, and nothing
/// else. Whether the others still go is asked.
pub(in crate::said) fn only_one_of_them(scene: &Scene, chunks: &[Chunk]) -> Option<Problem> {
    let named = |c: &Chunk| !c.generals.is_empty();
    let small =
        |c: &Chunk| named(c) || !c.is_word() || c.any(&[Word::Only, Word::Alone, Word::Filler]);
    let one = chunks.iter().filter(|c| named(c)).count() == 1;
    let only = chunks.iter().any(|c| c.any(&[Word::Only, Word::Alone]));
    let last = scene.last.len() > 1
        && chunks.iter().flat_map(|c| &c.generals).all(|piece| scene.last.contains(piece));
    (one && only && last && chunks.iter().all(small))
        .then(|| Problem::new(Trouble::UnknownWords, scene.words(chunks)))
}

/// Whether it is only said that somebody does what others were said to do: `Keith likewise`.
pub(in crate::said) fn is_likewise(found: &Found, chunks: &[Chunk]) -> bool {
    // In `Le train, je verrai` the article is no `he`.
    let he = |at: usize| {
        let article = chunks[at].has(Word::Article) || chunks[at].end - chunks[at].start <= 3;
        let named = |c: &Chunk| c.is_train_word() || !c.generals.is_empty();
        chunks[at].has(Word::Pronoun) && !(article && chunks.get(at + 1).is_some_and(named))
    };
    found.places.is_empty()
        && !found.stays
        && (0..chunks.len()).any(he)
        && !chunks.iter().any(|c| c.is_word() && c.unknown)
        && chunks.iter().filter(|c| c.is_word()).count() <= 3
}

/// The city that a line names before its colon, nobody beside it, if whoever was spoken of last is sent there.
pub(in crate::said) fn meeting_place(scene: &Scene) -> Option<CityId> {
    let (head, _) = scene.line.split_once(':')?;
    let (_, goal) = *scene.sent.last()?;
    let tokens = text::cased(head);
    let mut named = (0..tokens.len()).filter_map(|at| names::names().longest(&tokens[at..]));
    let alone = |(named, ..): &(names::Named, _, _)| named.generals.is_empty();
    let (first, ..) = named.next().filter(alone)?;
    (first.cities == [goal] && named.next().is_none()).then_some(goal)
}

/// Whether so much is said that is not read that the place where somebody stands orders nothing: `Keith in Glatz gave me
/// quite a headache yesterday`.
pub(in crate::said) fn is_told_at_length(chunks: &[Chunk]) -> bool {
    let strange = |c: &&Chunk| c.is_word() && (c.unknown || c.guessed.is_some());
    chunks.iter().filter(|c| c.is_word()).count() > 8 && chunks.iter().filter(strange).count() > 2
}
