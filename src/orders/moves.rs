//! Moves (R4): who, over which cities, to where.
//!
//! `Daun to Zittau via Leipa`, `Friedrich + Winterfeldt: Oschatz - Meissen - Dresden`. Whether the
//! way is legal is for the rules; where a name fits several cities, those the pieces can reach are
//! meant.

use super::cursor::{Cursor, Problem, Read};
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::places::{
    Trains, city_candidates, city_name, is_city, is_general, is_train, only_city, own_piece,
};
use super::token::Kind;
use super::{Doubt, Trouble};
use crate::game::{Action, CityId, Nation, PieceId, board};

/// The longest way that any piece goes in one move (R4.1, with 9 of clubs).
const LONGEST_WAY: u8 = 5;

/// No order names more cities.
const MOST_NAMED: usize = 12;

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

/// Punctuation between the cities of a way.
const BETWEEN_CITIES: [Kind; 8] = [
    Kind::Slash,
    Kind::Colon,
    Kind::Plus,
    Kind::Equals,
    Kind::Arrow,
    Kind::Dash,
    Kind::Open,
    Kind::Close,
];
/// Words between the cities of a way, besides the markers.
const WORDS_BETWEEN: [Word; 4] = [Word::Filler, Word::Then, Word::Move, Word::At];

/// What follows the pieces of a move, up to the end of the sentence or the next move.
///
/// Refuses what is no city; asks where several cities fit equally.
pub(crate) fn move_of(known: &Knowledge, cursor: &mut Cursor, pieces: &[PieceId]) -> Read<Action> {
    let mut origin: Option<Named> = None;
    let mut way: Vec<Named> = Vec::new();
    let mut over: Vec<Named> = Vec::new();
    let mut behind_goal = false;
    loop {
        let mut ahead = *cursor;
        let mut comma = false;
        let mut from = false;
        // All that may stand between two cities; the last of the markers counts.
        loop {
            if ahead.take_kind(&[Kind::Comma]) {
                comma = true;
            } else if is_city(&ahead) {
                break;
            } else if ahead.take(Word::Via) {
                (behind_goal, from) = (!way.is_empty(), false);
            } else if ahead.take(Word::To) {
                (behind_goal, from) = (false, false);
            } else if ahead.take(Word::From) {
                (behind_goal, from) = (false, true);
            } else if ahead.take(Word::And) {
                comma = true;
            } else if !ahead.take_kind(&BETWEEN_CITIES) && !ahead.take_any(&WORDS_BETWEEN) {
                break;
            }
        }
        let next_order = comma && (is_train(&ahead) || is_general(&ahead) && !is_city(&ahead));
        let ends = ahead
            .peek()
            .is_none_or(|token| token.is_any(&[Word::Closing, Word::Stay, Word::Ready]));
        if ends && !is_city(&ahead) || next_order {
            break;
        }
        if way.len() + over.len() == MOST_NAMED {
            return Err(Problem::new(Trouble::TooLong, cursor.sentence()));
        }
        let (all, words) = city_candidates(&mut ahead)?;
        *cursor = ahead;
        let named = Named { all, words };
        match (from, behind_goal) {
            (true, _) => origin = Some(named),
            (false, true) => over.push(named),
            (false, false) => way.push(named),
        }
    }
    let start = pieces.first().and_then(|piece| known.position(*piece));
    // `to Zittau via Leipa`: the goal was named first.
    let goal_first = !over.is_empty();
    let Some(goal) = way.pop() else {
        return Err(Problem::new(Trouble::MissingCity, cursor.sentence()));
    };
    way.append(&mut over);
    way.push(goal);
    if let Some(origin) = origin {
        way.insert(0, origin);
    }
    let mut cities = settled(known, pieces, way)?;
    // The city where they stand may be named, but they do not enter it.
    if cities.len() > 1 && cities.first().copied() == start && !goal_first {
        cities.remove(0);
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
            let reach = known.destinations(pieces);
            narrow(&mut all, &|city| reach.contains(&city));
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
