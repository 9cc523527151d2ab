//! Names in a sentence: own pieces, places, lists of them.
//!
//! A name may have several words, so the longest run of words that is a name is taken; exact names
//! come before beginnings and typing errors. A word of the order language is never taken for a
//! mistyped name.

use super::cursor::{Cursor, Problem, Read, shortened};
use super::fold::Folded;
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::names::{Register, cities, generals, nations};
use super::token::Kind;
use super::{Doubt, Trouble};
use crate::game::{CityId, Nation, PieceId, board};

/// The most words in one name.
const NAME_WORDS: usize = 6;

/// Runs of words from here on, longest first, each with the number of its tokens.
///
/// An exact name may go over dashes, slashes and brackets, as in `Frankfurt (Oder)`.
fn runs(cursor: &Cursor, over_punctuation: bool) -> Vec<(Folded, usize)> {
    let mut found: Vec<(Folded, usize)> = Vec::new();
    let mut run = Folded::default();
    let mut words = 0;
    let mut open = false;
    let mut place = 0;
    while let Some(token) = cursor.ahead(place) {
        place += 1;
        match token.kind {
            Kind::Word if words > 0 && !over_punctuation && !token.meanings.is_none() => break,
            Kind::Word => {
                run.append(&token.folded);
                words += 1;
                let closed = open && cursor.ahead(place).is_some_and(|t| t.kind == Kind::Close);
                place += usize::from(closed);
                found.push((run.clone(), place));
                if words == NAME_WORDS {
                    break;
                }
            }
            Kind::Dash | Kind::Slash | Kind::Period if over_punctuation && words > 0 => {}
            Kind::Open if over_punctuation && words > 0 => open = true,
            _ => break,
        }
    }
    found.reverse();
    found
}

/// The things that have exactly the name that is next, with the number of its tokens.
fn exact<T: Copy + PartialEq>(register: &Register<T>, cursor: &Cursor) -> Option<(Vec<T>, usize)> {
    runs(cursor, true).into_iter().find_map(|(name, used)| {
        let all = register.exact(&name);
        (!all.is_empty()).then_some((all, used))
    })
}

/// The same for beginnings of names and names with typing errors.
fn inexact<T: Copy + PartialEq>(
    register: &Register<T>,
    cursor: &Cursor,
    wanted: impl Fn(&T) -> bool,
) -> Option<(Vec<T>, usize)> {
    if !cursor.peek().is_some_and(|token| token.meanings.is_none()) {
        return None;
    }
    runs(cursor, false).into_iter().find_map(|(name, used)| {
        [register.beginning(&name), register.typing(&name)].into_iter().find_map(|mut all| {
            all.retain(|thing| wanted(thing));
            (!all.is_empty()).then_some((all, used))
        })
    })
}

/// Cities that the next name can mean: exact ones, else beginnings, else mistyped ones.
///
/// Refuses what is no name of a city.
pub(crate) fn city_candidates(cursor: &mut Cursor) -> Read<(Vec<CityId>, String)> {
    cursor.skip(&[Word::Filler], &[]);
    let start = *cursor;
    let found = exact(cities(), cursor).or_else(|| inexact(cities(), cursor, |_| true));
    match found {
        Some((all, used)) => {
            cursor.advance(used);
            Ok((all, cursor.words_since(&start)))
        }
        None => Err(unknown_city(cursor)),
    }
}

fn unknown_city(cursor: &Cursor) -> Problem {
    let word = cursor.peek().filter(|token| token.kind == Kind::Word);
    let Some(word) = word else {
        return Problem::new(
            if cursor.is_at_end() { Trouble::MissingCity } else { Trouble::UnknownCity },
            if cursor.is_at_end() { cursor.sentence() } else { cursor.next_words(2) },
        );
    };
    let near = cities().suggestions(&word.folded);
    Problem::NotUnderstood {
        why: Trouble::UnknownCity,
        words: shortened(&cursor.next_words(1)),
        near: near.into_iter().map(city_name).collect(),
    }
}

/// The name printed on the board.
pub(crate) fn city_name(city: CityId) -> String {
    board().info(city).name.clone()
}

/// One of the candidates, or a question.
pub(crate) fn only_city(all: &[CityId], words: &str, what: Doubt) -> Read<CityId> {
    match all {
        [city] => Ok(*city),
        _ => Err(Problem::Question {
            what,
            words: shortened(words),
            candidates: all.iter().copied().map(city_name).collect(),
        }),
    }
}

/// A city where those offered are likelier than others.
pub(crate) fn city_of(cursor: &mut Cursor, offered: &[CityId]) -> Read<CityId> {
    let (mut all, words) = city_candidates(cursor)?;
    if all.iter().any(|city| offered.contains(city)) {
        all.retain(|city| offered.contains(city));
    }
    only_city(&all, &words, Doubt::City)
}

/// Whether the exact name of a city is next.
pub(crate) fn is_city(cursor: &Cursor) -> bool {
    exact(cities(), cursor).is_some()
}

/// The nation whose exact name is next.
pub(crate) fn nation(cursor: &mut Cursor) -> Option<Nation> {
    let (all, used) = exact(nations(), cursor)?;
    cursor.advance(used);
    all.first().copied()
}

/// The generals with exactly the name that is next.
fn exact_generals(cursor: &Cursor) -> Option<(Vec<PieceId>, usize)> {
    let mut ahead = *cursor;
    while ahead.is(Word::Title) || ahead.is(Word::Filler) {
        ahead.advance(1);
    }
    let (all, used) = exact(generals(), &ahead)?;
    Some((all, ahead.place() - cursor.place() + used))
}

/// Whether the exact name of a general of any nation is next.
pub(crate) fn is_general(cursor: &Cursor) -> bool {
    exact_generals(cursor).is_some()
}

/// What a list of pieces is read for: a train without a number can only be one of those.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trains {
    OnMap,
    OffMap,
}

/// A general of any nation, those of the seat before others.
///
/// Returns `None` if no general's name is next.
pub(crate) fn general(known: &Knowledge, cursor: &mut Cursor) -> Read<Option<PieceId>> {
    let found = exact_generals(cursor).or_else(|| inexact_general(known, cursor));
    let Some((all, used)) = found else {
        return Ok(None);
    };
    match all.as_slice() {
        [only] => {
            cursor.advance(used);
            Ok(Some(*only))
        }
        _ => Err(Problem::Question {
            what: Doubt::Piece,
            words: cursor.next_words(used),
            candidates: all.iter().map(|piece| piece.name().to_owned()).collect(),
        }),
    }
}

/// Beginnings and mistyped names count for own generals only.
fn inexact_general(known: &Knowledge, cursor: &Cursor) -> Option<(Vec<PieceId>, usize)> {
    let mut ahead = *cursor;
    while ahead.is(Word::Title) {
        ahead.advance(1);
    }
    let own = |piece: &PieceId| known.is_own(piece.nation()) && known.in_game(*piece);
    let (all, used) = inexact(generals(), &ahead, own)?;
    Some((all, ahead.place() - cursor.place() + used))
}

/// Whether a train is next: `train 1`, `T1`, `the train`. Polish `tabor` only before a number,
/// because it is a city.
pub(crate) fn is_train(cursor: &Cursor) -> bool {
    let number = cursor.ahead(1).filter(|token| matches!(token.kind, Kind::Number(_)));
    match cursor.peek() {
        Some(token) if token.is(Word::Train) => {
            let short = token.folded.plain == "t";
            let city = !cities().exact(&token.folded).is_empty();
            number.is_some_and(|number| number.glued || !short) || (!short && !city)
        }
        _ => false,
    }
}

/// A train of a nation.
///
/// Refuses numbers the nation does not have; asks where a number is needed.
fn train(known: &Knowledge, cursor: &mut Cursor, nation: Nation, which: Trains) -> Read<PieceId> {
    let start = *cursor;
    cursor.advance(1);
    cursor.skip(&[Word::Option], &[Kind::Period]);
    let numbered = |token: &super::token::Token| matches!(token.kind, Kind::Number(_));
    if cursor.is(Word::Decline) && cursor.ahead(1).is_some_and(numbered) {
        // `train no. 2`
        cursor.advance(1);
    }
    // `train 1` but not `train 10D`.
    let number = cursor.number().filter(|_| !super::cards::is_next(cursor));
    if let Some(number) = number {
        cursor.advance(1);
        let name = format!("Train {number}");
        return match PieceId::from_name(nation, &name) {
            Some(piece) => Ok(piece),
            None => Err(Problem::NotUnderstood {
                why: Trouble::UnknownPiece,
                words: cursor.words_since(&start),
                near: [known.trains(nation, true), known.trains(nation, false)]
                    .concat()
                    .iter()
                    .map(|piece| piece.name().to_owned())
                    .collect(),
            }),
        };
    }
    let likely = known.trains(nation, which == Trains::OnMap);
    let other = known.trains(nation, which != Trains::OnMap);
    match (likely.as_slice(), other.as_slice()) {
        ([only], _) | ([], [only]) => Ok(*only),
        _ => Err(Problem::Question {
            what: Doubt::Piece,
            words: cursor.words_since(&start),
            candidates: [likely, other].concat().iter().map(|p| p.name().to_owned()).collect(),
        }),
    }
}

/// The nation a recruitment is about: that of the first own general it names, else `otherwise`.
///
/// A name that is also a city's does not count where a city is expected.
pub(crate) fn nation_of_recruitment(
    known: &Knowledge,
    cursor: &Cursor,
    otherwise: Option<Nation>,
) -> Option<Nation> {
    let mut ahead = *cursor;
    let mut city_expected = false;
    while let Some(token) = ahead.peek() {
        if let Some((all, _)) = exact(generals(), &ahead)
            && let Some(own) = all.iter().find(|piece| known.is_own(piece.nation()))
            && !(city_expected && is_city(&ahead))
        {
            return Some(own.nation());
        }
        city_expected = token.is_any(&[Word::At, Word::To]);
        ahead.advance(1);
    }
    otherwise
}

/// An own piece, if one is next.
///
/// `nation` is whose a train is. Refuses pieces of others, asks where several fit.
pub(crate) fn own_piece(
    known: &Knowledge,
    cursor: &mut Cursor,
    nation_of_trains: Option<Nation>,
    which: Trains,
) -> Read<Option<PieceId>> {
    let start = *cursor;
    let mut ahead = *cursor;
    ahead.skip(&[Word::Filler], &[]);
    // `the Prussian train 1`
    let mut named = ahead;
    let whose = nation(&mut named).filter(|_| is_train(&named));
    if whose.is_some() {
        ahead = named;
    }
    if is_train(&ahead) {
        let Some(nation) = whose.or(nation_of_trains) else {
            let mut words = ahead;
            words.advance(2);
            return Err(Problem::Question {
                what: Doubt::Nation,
                words: words.words_since(&ahead),
                candidates: known.own_nations().map(|nation| nation.id().to_owned()).collect(),
            });
        };
        let piece = train(known, &mut ahead, nation, which)?;
        *cursor = ahead;
        return own(known, piece, cursor.words_since(&start)).map(Some);
    }
    let Some(piece) = general(known, &mut ahead)? else {
        return Ok(None);
    };
    *cursor = ahead;
    own(known, piece, cursor.words_since(&start)).map(Some)
}

fn own(known: &Knowledge, piece: PieceId, words: String) -> Read<PieceId> {
    if known.is_own(piece.nation()) {
        Ok(piece)
    } else {
        Err(Problem::new(Trouble::NotYourPiece, words))
    }
}
