//! Recruitment and re-entry (R10): `recruit 3 for 13S 12C: Saltikov 1, Fermor 2 at Sierpc`.
//!
//! Payment and list may come in either order. What it costs is for the rules to say; the number,
//! if one is said, must be that of the list.

use super::cards;
use super::cursor::{Cursor, Problem, Read};
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::places::{Trains, city_name, city_of, nation_of_recruitment, own_piece};
use super::token::Kind;
use super::troops::number_after;
use super::{Doubt, Trouble};
use crate::game::{Action, CardRef, CityId, Nation, PieceId, Recruitment};

/// One item of the list.
struct Entry {
    piece: PieceId,
    troops: Option<u16>,
    city: Option<CityId>,
}

/// What is read so far.
#[derive(Default)]
struct List {
    count: Option<u16>,
    pay: Vec<CardRef>,
    entries: Vec<Entry>,
}

/// Words without meaning between the parts of the order.
const BETWEEN: [Word; 6] =
    [Word::And, Word::Then, Word::Filler, Word::Troops, Word::Enter, Word::Recruit];

/// The same of punctuation.
const PUNCTUATION: [Kind; 6] =
    [Kind::Comma, Kind::Colon, Kind::Plus, Kind::Dash, Kind::Open, Kind::Close];

/// A recruitment from behind its verb to the end of the sentence.
///
/// `subject` are the pieces named before the verb: `Fermor returns …`.
pub(crate) fn recruitment(
    known: &Knowledge,
    cursor: &mut Cursor,
    nation: Option<Nation>,
    subject: Vec<PieceId>,
) -> Read<(Nation, Action)> {
    let nation = nation_of_recruitment(known, cursor, nation);
    let mut list = List::default();
    for piece in subject {
        list.entries.push(Entry { piece, troops: None, city: None });
    }
    while !cursor.is_at_end() {
        if cursor.skip(&BETWEEN, &PUNCTUATION) {
            continue;
        }
        if cursor.is(Word::Closing) {
            break;
        }
        read_part(known, cursor, nation, &mut list)?;
    }
    finished(known, cursor, nation, list)
}

/// Reads one payment, number, city or piece.
fn read_part(
    known: &Knowledge,
    cursor: &mut Cursor,
    nation: Option<Nation>,
    list: &mut List,
) -> Read<()> {
    // `for 10S 4H`, and the cards without a word before them.
    let mut ahead = *cursor;
    ahead.skip(&[Word::For, Word::And, Word::Filler, Word::Card], &[Kind::Colon]);
    let cards = cards::cards(&mut ahead)?;
    if !cards.is_empty() {
        list.pay.extend(cards.iter().map(|named| named.card));
        *cursor = ahead;
        return Ok(());
    }
    // `at Sierpc` belongs to the piece before it.
    let mut ahead = *cursor;
    if ahead.take_any(&[Word::At, Word::To])
        && let Some(last) = list.entries.last_mut()
    {
        ahead.skip(&[Word::Filler], &[]);
        let offered = entry_cities(known, last.piece);
        last.city = Some(city_of(&mut ahead, &offered)?);
        *cursor = ahead;
        return Ok(());
    }
    if let Some(number) = cursor.number() {
        return read_number(known, cursor, nation, list, number);
    }
    if cursor.is(Word::For) {
        // `2 troops for Fermor`
        cursor.advance(1);
        return Ok(());
    }
    if cursor.is(Word::At) && cursor.ahead(1).is_some_and(|token| token.is(Word::Train)) {
        // `a train`: the article is an Italian preposition.
        cursor.advance(1);
    }
    let Some(piece) = own_piece(known, cursor, nation, Trains::OffMap)? else {
        return cursor.trouble(Trouble::UnknownPiece);
    };
    let troops = if piece.is_general() { number_after(cursor) } else { None };
    // `… : Daun` after `Fermor returns …` names a piece once more, not twice.
    list.entries.push(Entry { piece, troops, city: None });
    Ok(())
}

/// How many are recruited, or how many the piece before or behind the number gets.
fn read_number(
    known: &Knowledge,
    cursor: &mut Cursor,
    nation: Option<Nation>,
    list: &mut List,
    number: u16,
) -> Read<()> {
    cursor.advance(1);
    if let Some(last) = list.entries.last_mut()
        && last.piece.is_general()
        && last.troops.is_none()
    {
        last.troops = Some(number);
        return Ok(());
    }
    // `2 Daun`, `2 troops for Daun`: but in `recruit 2 Daun 1` the number behind counts.
    let mut ahead = *cursor;
    ahead.skip(&[Word::Troops, Word::To, Word::For, Word::Filler], &[]);
    let named = if super::places::is_general(&ahead) {
        own_piece(known, &mut ahead, nation, Trains::OffMap)?
    } else {
        None
    };
    if let Some(piece) = named
        && number_after(&mut ahead.clone()).is_none()
    {
        list.entries.push(Entry { piece, troops: Some(number), city: None });
        *cursor = ahead;
        return Ok(());
    }
    // `1 train` is a train, not the number of troops.
    if cursor.is(Word::Train) && number == 1 {
        return Ok(());
    }
    if list.count.replace(number).is_some() {
        return Err(Problem::new(Trouble::UnknownWords, cursor.sentence()));
    }
    Ok(())
}

fn entry_cities(known: &Knowledge, piece: PieceId) -> Vec<CityId> {
    known.entry_cities(piece.nation())
}

/// Completes what need not be said and checks the number.
fn finished(
    known: &Knowledge,
    cursor: &Cursor,
    nation: Option<Nation>,
    mut list: List,
) -> Read<(Nation, Action)> {
    let problem = |why| Err(Problem::new(why, cursor.sentence()));
    let Some(nation) = list.entries.first().map(|entry| entry.piece.nation()).or(nation) else {
        return problem(Trouble::MissingTroops);
    };
    if list.entries.iter().any(|entry| entry.piece.nation() != nation) {
        return problem(Trouble::MixedNations);
    }
    if list.entries.is_empty() {
        // Sweden and the Imperial Army have one general: nobody else can get them.
        match (known.generals_on_map(nation).as_slice(), list.count) {
            (&[only], Some(count)) => {
                list.entries.push(Entry { piece: only, troops: Some(count), city: None });
            }
            _ => return problem(Trouble::MissingTroops),
        }
    }
    give_the_rest(&mut list);

    let mut recruitment = Recruitment { pay: list.pay, ..Recruitment::default() };
    for Entry { piece, troops, city } in list.entries {
        let position = known.position(piece);
        if !piece.is_general() {
            recruitment.trains.push((piece, entry_city(known, piece, city)?));
            continue;
        }
        let Some(troops) = troops else {
            return Err(Problem::new(Trouble::MissingTroops, piece.name()));
        };
        let troops = troops.min(255) as u8;
        if position.is_some() && (city.is_none() || city == position) {
            recruitment.troops.push((piece, troops));
        } else {
            recruitment.generals.push((piece, entry_city(known, piece, city)?, troops));
        }
    }
    recruitment.troops.sort_unstable();
    check_count(&recruitment, list.count, cursor)?;
    Ok((nation, Action::Recruit(recruitment)))
}

/// One general without a number gets what the others leave of the number said.
fn give_the_rest(list: &mut List) {
    let Some(count) = list.count else {
        return;
    };
    let given = sum(list.entries.iter().filter_map(|entry| entry.troops));
    let mut open: Vec<&mut Entry> = list
        .entries
        .iter_mut()
        .filter(|entry| entry.piece.is_general() && entry.troops.is_none())
        .collect();
    if let [only] = open.as_mut_slice()
        && count > given
    {
        only.troops = Some(count - given);
    }
}

/// Where a piece re-enters: the city that was named, or the only one there is.
fn entry_city(known: &Knowledge, piece: PieceId, named: Option<CityId>) -> Read<CityId> {
    if let Some(city) = named {
        return Ok(city);
    }
    match entry_cities(known, piece).as_slice() {
        [only] => Ok(*only),
        all => Err(Problem::Question {
            what: Doubt::EntryCity,
            words: piece.name().to_owned(),
            candidates: all.iter().copied().map(city_name).collect(),
        }),
    }
}

/// The number may count the troops, or the troops and trains.
fn check_count(recruitment: &Recruitment, count: Option<u16>, cursor: &Cursor) -> Read<()> {
    let staying = recruitment.troops.iter().map(|(_, troops)| u16::from(*troops));
    let entering = recruitment.generals.iter().map(|(_, _, troops)| u16::from(*troops));
    let listed = sum(staying.chain(entering));
    let with_trains = listed.saturating_add(recruitment.trains.len() as u16);
    match count {
        Some(said) if said != listed && said != with_trains => {
            Err(Problem::new(Trouble::CountDisagrees { said, listed }, cursor.sentence()))
        }
        _ => Ok(()),
    }
}

/// A line can name any number of any size.
fn sum(numbers: impl Iterator<Item = u16>) -> u16 {
    numbers.fold(0, u16::saturating_add)
}
