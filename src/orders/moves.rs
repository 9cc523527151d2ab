//! Moves (R4): who, over which cities, to where.
//!
//! `Daun to Zittau via Leipa`, `Friedrich + Winterfeldt: Oschatz - Meissen - Dresden`. Whether the
//! way is legal is for the rules; where a name fits several cities, those the pieces can reach are
//! meant.

use super::cursor::{Cursor, Problem, Read};
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::places::{
    Trains, city_candidates, city_name, is_city, is_general, only_city, own_piece,
};
use super::token::Kind;
use super::{Doubt, Trouble};
use crate::game::{Action, CityId, Nation, PieceId, board};

/// The longest way that any piece goes in one move (R4.1, with 9 of clubs).
const LONGEST_WAY: u8 = 5;

/// Own pieces, one or several: `Friedrich and Winterfeldt`. Empty if none is next.
///
/// Refuses pieces of others, and pieces of several nations.
pub(crate) fn pieces(
    known: &Knowledge,
    cursor: &mut Cursor,
    nation: Option<Nation>,
    which: Trains,
) -> Read<Vec<PieceId>> {
    let start = *cursor;
    let mut found: Vec<PieceId> = Vec::new();
    loop {
        let mut ahead = *cursor;
        let joined = ahead.skip(&[Word::And], &[Kind::Plus]);
        let comma = ahead.take_kind(&[Kind::Comma]);
        ahead.skip(&[Word::And, Word::Filler], &[]);
        // After a name that is no general, only an explicit `and` makes a mistyped one a general.
        if !found.is_empty() && !is_general(&ahead) && (!joined || is_city(&ahead)) {
            let train = ahead.is(Word::Train) && joined;
            if !train {
                break;
            }
        }
        // Schwerin is a general and a city: after a comma or nothing it is where they go.
        if !found.is_empty() && !joined && is_city(&ahead) && !goes_on_as_piece(&ahead, comma) {
            break;
        }
        match own_piece(known, &mut ahead, nation, which)? {
            Some(piece) => found.push(piece),
            None => break,
        }
        *cursor = ahead;
    }
    match found.iter().find(|piece| piece.nation() != found[0].nation()) {
        Some(_) => Err(Problem::new(Trouble::MixedNations, cursor.words_since(&start))),
        None => Ok(found),
    }
}

/// Whether a name that is a general's and a city's is followed by what follows a piece.
fn goes_on_as_piece(cursor: &Cursor, comma: bool) -> bool {
    let mut ahead = *cursor;
    ahead.advance(1);
    comma && (ahead.is(Word::To) || ahead.is(Word::Stay) || ahead.is_kind(Kind::Arrow))
}

/// A city on the way as it was named, with all it could mean.
struct Named {
    all: Vec<CityId>,
    words: String,
}

/// What follows the pieces of a move, up to the end of the sentence or the next move.
///
/// Refuses what is no city; asks where several cities fit equally.
pub(crate) fn move_of(known: &Knowledge, cursor: &mut Cursor, pieces: &[PieceId]) -> Read<Action> {
    let mut way: Vec<Named> = Vec::new();
    let mut over: Vec<Named> = Vec::new();
    let mut from_named = false;
    let mut behind_via = false;
    loop {
        let mut ahead = *cursor;
        let comma = ahead.skip(
            &[Word::Filler, Word::Then, Word::And, Word::Move, Word::At],
            &[Kind::Comma, Kind::Colon, Kind::Plus, Kind::Equals],
        );
        let at_marker = ahead.peek().map(|token| (token.kind, token.meanings));
        let mut from = false;
        match at_marker {
            Some((Kind::Arrow | Kind::Dash, _)) => ahead.advance(1),
            Some((_, meanings)) if meanings.has(Word::Via) && !is_city(&ahead) => {
                ahead.advance(1);
                behind_via = true;
            }
            Some((_, meanings)) if meanings.has(Word::To) && !is_city(&ahead) => {
                ahead.advance(1);
                behind_via = false;
            }
            Some((_, meanings)) if meanings.has(Word::From) && !is_city(&ahead) => {
                ahead.advance(1);
                from = true;
            }
            _ => {}
        }
        ahead.skip(&[Word::Filler, Word::Then], &[Kind::Colon, Kind::Arrow, Kind::Dash]);
        if ahead.is(Word::From) || ahead.is(Word::Via) || ahead.is(Word::To) {
            let marker = ahead.peek().map(|token| token.meanings).unwrap_or_default();
            behind_via = marker.has(Word::Via) && !marker.has(Word::To);
            from |= marker.has(Word::From) && !marker.has(Word::To);
            ahead.advance(1);
        }
        let next_order = comma && is_general(&ahead) && !is_city(&ahead);
        if ahead.is_at_end() || next_order || ahead.is(Word::Closing) {
            break;
        }
        let (all, words) = city_candidates(&mut ahead)?;
        *cursor = ahead;
        from_named |= from;
        match (from, behind_via && !way.is_empty()) {
            (true, _) => way.insert(0, Named { all, words }),
            (false, true) => over.push(Named { all, words }),
            (false, false) => way.push(Named { all, words }),
        }
    }
    // `to Zittau via Leipa`: the goal was named first.
    let goal_first = way.len() == 1 && !over.is_empty();
    if let Some(goal) = way.pop() {
        way.append(&mut over);
        way.push(goal);
    }
    let mut cities = settled(known, pieces, way)?;
    let start = pieces.first().and_then(|piece| known.position(*piece));
    if cities.len() > 1 && cities.first().copied() == start && !goal_first {
        cities.remove(0);
    } else if from_named && cities.len() == 1 {
        cities.clear();
    }
    if cities.is_empty() {
        return Err(Problem::new(Trouble::MissingCity, cursor.sentence()));
    }
    Ok(action(pieces, start, cities))
}

/// A path if every city is adjacent to the one before, else a way to be found (R4.6).
fn action(pieces: &[PieceId], start: Option<CityId>, cities: Vec<CityId>) -> Action {
    let mut before = start;
    let whole = cities.iter().all(|city| {
        let adjacent = before.is_some_and(|before| board().adjacent(before, *city));
        before = Some(*city);
        adjacent
    });
    let pieces = pieces.to_vec();
    if whole {
        Action::Move { pieces, path: cities }
    } else {
        Action::MoveVia { pieces, via: cities }
    }
}

/// Chooses among the cities a name could mean: the goal among those the pieces can reach, the
/// others among those that are near and beside what stands before and behind them.
fn settled(known: &Knowledge, pieces: &[PieceId], way: Vec<Named>) -> Read<Vec<CityId>> {
    let start = pieces.first().and_then(|piece| known.position(*piece));
    let last = way.len().saturating_sub(1);
    let sure: Vec<Option<CityId>> = way
        .iter()
        .map(|named| if let [city] = named.all.as_slice() { Some(*city) } else { None })
        .collect();
    let mut cities: Vec<CityId> = Vec::with_capacity(way.len());
    for (place, Named { mut all, words }) in way.into_iter().enumerate() {
        if all.len() > 1 && place == last {
            narrow(&mut all, &|city| known.destinations(pieces).contains(&city));
        }
        if all.len() > 1 {
            let near = |city| start.is_some_and(|s| board().distance(s, city) <= LONGEST_WAY);
            narrow(&mut all, &near);
        }
        if all.len() > 1 {
            let before = cities.last().copied().or(start);
            let behind = sure.get(place + 1).copied().flatten();
            let beside = |city| {
                [before, behind].iter().flatten().any(|other| board().adjacent(*other, city))
            };
            narrow(&mut all, &beside);
        }
        cities.push(only_city(&all, &words, Doubt::City)?);
    }
    Ok(cities)
}

/// Keeps those that fit, if any do.
fn narrow(all: &mut Vec<CityId>, fits: &dyn Fn(CityId) -> bool) {
    let kept: Vec<CityId> = all.iter().copied().filter(|city| fits(*city)).collect();
    if !kept.is_empty() {
        *all = kept;
    }
}

/// The text of a way, for canonical orders.
pub(crate) fn way_text(cities: &[CityId], between: &str) -> String {
    cities.iter().map(|city| city_name(*city)).collect::<Vec<_>>().join(between)
}
