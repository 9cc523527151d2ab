//! Troops of generals: the allotment at set-up (R1.7) and redistribution within a stack (R6.4).
//!
//! A list may be written over several lines; [`super::Reading::assemble`] joins them.

use super::cursor::{Cursor, Problem, Read};
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::places::{Trains, city_of, is_city, is_general, own_piece};
use super::token::Kind;
use super::{Statement, Trouble};
use crate::game::{Action, CityId, Nation, PieceId, Troops};

/// Punctuation and words between a general and his number.
const BETWEEN: [Kind; 4] = [Kind::Colon, Kind::Equals, Kind::Dash, Kind::Plus];

/// Generals with numbers: `Friedrich 8, Winterfeldt 1`, `8 to Friedrich`.
///
/// Refuses pieces of others and generals without a number.
pub(crate) fn list(
    known: &Knowledge,
    cursor: &mut Cursor,
    nation: Option<Nation>,
) -> Read<Vec<(PieceId, u8)>> {
    let mut found = Vec::new();
    loop {
        cursor.skip(
            &[Word::And, Word::Then, Word::Filler, Word::Allot],
            &[Kind::Comma, Kind::Colon, Kind::Slash],
        );
        if cursor.is_at_end() || cursor.is(Word::Closing) {
            return Ok(found);
        }
        let number_first = number_before(cursor);
        let start = *cursor;
        let Some(piece) = own_piece(known, cursor, nation, Trains::OnMap)? else {
            return cursor.trouble(Trouble::UnknownPiece);
        };
        let number = number_first.or_else(|| number_after(cursor));
        match number {
            Some(number) => found.push((piece, number.min(255) as u8)),
            None => {
                return Err(Problem::new(Trouble::MissingTroops, cursor.words_since(&start)));
            }
        }
    }
}

/// `8 to Friedrich`, `8 troops for Friedrich`.
fn number_before(cursor: &mut Cursor) -> Option<u16> {
    let number = cursor.number()?;
    cursor.advance(1);
    cursor.skip(&[Word::Troops, Word::To, Word::For, Word::Filler], &[]);
    Some(number)
}

/// `: 8`, `= 8`, `8 troops`, `with 8`.
pub(crate) fn number_after(cursor: &mut Cursor) -> Option<u16> {
    let mut ahead = *cursor;
    ahead.skip(&[Word::And, Word::Choose, Word::Filler], &BETWEEN);
    let number = ahead.number()?;
    if super::cards::is_next(&ahead) {
        return None;
    }
    ahead.advance(1);
    ahead.take(Word::Troops);
    *cursor = ahead;
    Some(number)
}

/// Whether a general's number, and no card, is what comes next.
pub(crate) fn number_is_next(cursor: &Cursor) -> bool {
    number_after(&mut cursor.clone()).is_some()
}

/// A list as statements, one for each nation in it.
pub(crate) fn statements(list: Vec<(PieceId, u8)>) -> Vec<(Option<Nation>, Statement)> {
    let mut by_nation: Vec<(Nation, Troops)> = Vec::new();
    for (piece, troops) in list {
        let nation = piece.nation();
        match by_nation.iter_mut().find(|(known, _)| *known == nation) {
            Some((_, all)) => all.push((piece, troops)),
            None => by_nation.push((nation, vec![(piece, troops)])),
        }
    }
    let statement =
        |(nation, troops): (Nation, Troops)| (Some(nation), Statement::TroopsFor(nation, troops));
    by_nation.into_iter().map(statement).collect()
}

/// `redistribute Oschatz: Friedrich 7, Winterfeldt 2`, with or without the city; the generals may
/// follow in other lines.
pub(crate) fn redistribution(
    known: &Knowledge,
    cursor: &mut Cursor,
    nation: Option<Nation>,
) -> Read<Vec<(Option<Nation>, Statement)>> {
    cursor.skip(&[Word::At, Word::Filler, Word::Troops], &[Kind::Colon]);
    let place = named_city(known, cursor)?;
    let list = list(known, cursor, nation)?;
    let Some(city) = place else {
        if list.is_empty() {
            return cursor.trouble(Trouble::MissingPiece);
        }
        return Ok(statements(list));
    };
    let owner = list.first().map(|(piece, _)| piece.nation()).or_else(|| {
        known.own_nations().find(|nation| {
            known.generals_on_map(*nation).iter().any(|p| known.position(*p) == Some(city))
        })
    });
    let Some(owner) = owner else {
        return Err(Problem::new(Trouble::NotYourPiece, cursor.sentence()));
    };
    if list.iter().any(|(piece, _)| piece.nation() != owner) {
        return Err(Problem::new(Trouble::MixedNations, cursor.sentence()));
    }
    if list.is_empty() {
        return Ok(vec![(Some(owner), Statement::TroopsFor(owner, Vec::new()))]);
    }
    let mut troops = list;
    troops.sort_unstable();
    let action = Action::Redistribute { city, troops };
    Ok(vec![(Some(owner), Statement::Actions(vec![action]))])
}

/// The city of a redistribution, unless a general with his number comes first.
fn named_city(known: &Knowledge, cursor: &mut Cursor) -> Read<Option<CityId>> {
    if cursor.is_at_end() || cursor.number().is_some() {
        return Ok(None);
    }
    if is_general(cursor) {
        let mut ahead = *cursor;
        ahead.advance(1);
        // Of a name that is a city's too, what follows decides.
        if !is_city(cursor) || number_is_next(&ahead) {
            return Ok(None);
        }
    }
    let stacks: Vec<CityId> = known
        .own_nations()
        .flat_map(|nation| known.generals_on_map(nation))
        .filter_map(|piece| known.position(piece))
        .collect();
    city_of(cursor, &stacks).map(Some)
}
