//! Answers to small decisions that name places or pieces: attack, retreat, withdrawal,
//! reconquest, Cards of Fate.
//!
//! A name may be a city or a general who stands there; what is offered is likelier than what is
//! not. An answer that was not offered is still read, so that the rules can say why not.

use super::cards;
use super::cursor::{Cursor, Problem, Read, shortened};
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::places::{city_candidates, city_name, general, is_city, is_general, only_city};
use super::token::Kind;
use super::{Doubt, Trouble};
use crate::game::{Action, CityId, DecisionKind, FateChoice, Nation, PieceId};

/// Places that a name can mean: the city, and where the general of that name stands.
///
/// Those offered are kept if there are any. Refuses what is neither.
fn places(
    known: &Knowledge,
    cursor: &mut Cursor,
    offered: &[CityId],
) -> Read<(Vec<CityId>, String)> {
    cursor.skip(&[Word::Filler], &[]);
    let start = *cursor;
    let mut found: Vec<CityId> = Vec::new();
    let mut end = *cursor;
    let mut piece_cursor = *cursor;
    if (is_general(cursor) || !is_city(cursor))
        && let Some(piece) = general(known, &mut piece_cursor)?
    {
        end = piece_cursor;
        found.extend(known.position(piece));
    }
    let mut city_cursor = *cursor;
    if is_city(cursor) || found.is_empty() {
        match city_candidates(&mut city_cursor) {
            Ok((all, _)) => {
                end = city_cursor;
                found.extend(all);
            }
            // A general who is off the map is nowhere.
            Err(_) if end.place() > start.place() => {
                return Err(Problem::new(Trouble::MissingCity, end.words_since(&start)));
            }
            Err(problem) => return Err(problem),
        }
    }
    *cursor = end;
    if found.iter().any(|city| offered.contains(city)) {
        found.retain(|city| offered.contains(city));
    }
    found.dedup();
    Ok((found, cursor.words_since(&start)))
}

/// One place.
fn place(known: &Knowledge, cursor: &mut Cursor, offered: &[CityId]) -> Read<CityId> {
    let (found, words) = places(known, cursor, offered)?;
    only_city(&found, &words, Doubt::City)
}

/// Attacks from behind the verb to the end: `Spandau from Berlin`, `Richelieu, then Soubise`.
///
/// `subject` is who was named before the verb. Asks which of several combats is meant.
pub(crate) fn attacks(
    known: &Knowledge,
    cursor: &mut Cursor,
    subject: Option<PieceId>,
) -> Read<Vec<Action>> {
    let mut actions = Vec::new();
    let mut from = subject.map(|piece| known.position(piece).into_iter().collect::<Vec<_>>());
    while !cursor.is_at_end() {
        actions.push(attack(known, cursor, from.take())?);
        cursor.skip(
            &[Word::Then, Word::And, Word::Filler, Word::Attack],
            &[Kind::Comma, Kind::Period],
        );
    }
    if actions.is_empty() { cursor.trouble(Trouble::MissingCity) } else { Ok(actions) }
}

fn attack(known: &Knowledge, cursor: &mut Cursor, from: Option<Vec<CityId>>) -> Read<Action> {
    let start = *cursor;
    let combats = known.combats();
    let own: Vec<CityId> = combats.iter().map(|(from, _)| *from).collect();
    let hostile: Vec<CityId> = combats.iter().map(|(_, to)| *to).collect();
    let mut from = from;
    let mut to: Option<Vec<CityId>> = None;
    loop {
        let mut ahead = *cursor;
        let arrow = ahead.take_kind(&[Kind::Arrow, Kind::Dash]) || ahead.take(Word::Attack);
        let says_from = ahead.take_any(&[Word::From]) || (from.is_none() && ahead.take(Word::And));
        let says_to = !says_from && ahead.take_any(&[Word::To, Word::At]);
        ahead.skip(&[Word::Filler], &[]);
        let separated =
            ahead.is_kind(Kind::Comma) || ahead.is(Word::Then) || ahead.is_kind(Kind::Period);
        if ahead.is_at_end() || separated || (from.is_some() && to.is_some()) {
            break;
        }
        if arrow && !says_from && from.is_none() {
            // `Berlin -> Spandau`: what was named first attacks.
            from = to.take();
        }
        let offered = if says_from { &own } else { &hostile };
        let (found, _) = places(known, &mut ahead, offered)?;
        // `attack with Heinrich`, or an own city alone.
        let ours = !says_to && to.is_none() && found.iter().all(|city| own.contains(city));
        let slot = if says_from || (ours && from.is_none()) { &mut from } else { &mut to };
        if slot.replace(found).is_some() {
            return Err(Problem::new(Trouble::UnknownWords, start.sentence()));
        }
        *cursor = ahead;
    }
    let fits = |wanted: &Option<Vec<CityId>>, city: CityId| {
        wanted.as_ref().is_none_or(|wanted| wanted.contains(&city))
    };
    let possible: Vec<(CityId, CityId)> =
        combats.iter().copied().filter(|(a, b)| fits(&from, *a) && fits(&to, *b)).collect();
    match (possible.as_slice(), from.as_deref(), to.as_deref()) {
        (_, None, None) => Err(Problem::new(Trouble::MissingCity, start.sentence())),
        (&[(from, to)], ..) => Ok(Action::Attack { from, to }),
        // Not due, but said clearly: the rules answer.
        ([], Some(&[from]), Some(&[to])) => Ok(Action::Attack { from, to }),
        ([], ..) => Err(Problem::NotUnderstood {
            why: Trouble::NoSuchCombat,
            words: cursor.words_since(&start),
            near: combats.into_iter().map(attack_text).collect(),
        }),
        (several, ..) => Err(Problem::Question {
            what: Doubt::Combat,
            words: cursor.words_since(&start),
            candidates: several.iter().copied().map(attack_text).collect(),
        }),
    }
}

/// The canonical text of an attack.
pub(crate) fn attack_text((from, to): (CityId, CityId)) -> String {
    format!("attack {} from {}", city_name(to), city_name(from))
}

/// Where the defeated stack retreats, from behind the verb: `to Glogau`.
pub(crate) fn retreat(known: &Knowledge, cursor: &mut Cursor, nation: Nation) -> Read<Action> {
    let offered = known.offered_cities(nation, DecisionKind::Retreat);
    cursor.skip(&[Word::To, Word::At, Word::Filler], &[Kind::Colon, Kind::Arrow, Kind::Dash]);
    Ok(Action::Retreat { to: place(known, cursor, &offered)? })
}

/// A withdrawal before Daun's attack: `Keith to Oels`, `Breslau - Oels`.
pub(crate) fn withdrawal(known: &Knowledge, cursor: &mut Cursor) -> Read<Action> {
    let offered = known.withdrawals();
    let stacks: Vec<CityId> = offered.iter().map(|(stack, _)| *stack).collect();
    cursor.skip(&[Word::From, Word::To, Word::Filler], &[]);
    let first = place(known, cursor, &stacks)?;
    cursor.skip(
        &[Word::Withdraw, Word::To, Word::Move, Word::Filler, Word::Retreat],
        &[Kind::Colon, Kind::Arrow, Kind::Dash, Kind::Comma],
    );
    if cursor.is_at_end() {
        // `withdraw to Oels` where one stack alone can.
        let mut from: Vec<CityId> =
            offered.iter().filter(|(_, to)| *to == first).map(|(stack, _)| *stack).collect();
        from.dedup();
        return match from.as_slice() {
            [stack] => Ok(Action::Withdraw { stack: *stack, to: first }),
            _ => Err(Problem::new(Trouble::MissingCity, cursor.sentence())),
        };
    }
    let goals: Vec<CityId> =
        offered.iter().filter(|(stack, _)| *stack == first).map(|(_, to)| *to).collect();
    Ok(Action::Withdraw { stack: first, to: place(known, cursor, &goals)? })
}

/// The cities reconquered in East Prussia, from behind the verb.
pub(crate) fn reconquest(known: &Knowledge, cursor: &mut Cursor, nation: Nation) -> Read<Action> {
    let offered = known.offered_cities(nation, DecisionKind::Reconquest);
    let mut cities = Vec::new();
    loop {
        cursor.skip(
            &[Word::And, Word::Then, Word::Filler],
            &[Kind::Comma, Kind::Colon, Kind::Plus, Kind::Dash],
        );
        if cursor.is_at_end() {
            break;
        }
        let (found, words) = city_candidates(cursor)?;
        let mut likely = found.clone();
        likely.retain(|city| offered.contains(city));
        // East Prussia's are the only ones that are ever reconquered so.
        if likely.is_empty() {
            likely = found;
            let eastern = |city: &CityId| crate::game::board().info(*city).in_east_prussia;
            if likely.iter().any(eastern) {
                likely.retain(eastern);
            }
        }
        cities.push(only_city(&likely, &words, Doubt::City)?);
    }
    match cities.is_empty() {
        true => cursor.trouble(Trouble::MissingCity),
        false => Ok(Action::Reconquest { cities }),
    }
}

/// A Card of Fate's choice, from behind the verb: a card, a general, a city; `Laudon to Zittau`.
pub(crate) fn fate_choice(known: &Knowledge, cursor: &mut Cursor, nation: Nation) -> Read<Action> {
    cursor.skip(&[Word::Filler, Word::For, Word::To, Word::Choose], &[Kind::Colon]);
    if let Some(named) = cards::card(cursor)? {
        return Ok(Action::Fate { choice: FateChoice::Card(named.card) });
    }
    let options = known.fate_options(nation);
    let mut chosen = fate_name(known, cursor, &options.generals, &options.cities)?;
    // Who goes was named, then where to.
    while cursor.skip(
        &[Word::To, Word::Move, Word::Choose, Word::Filler],
        &[Kind::Colon, Kind::Arrow, Kind::Dash, Kind::Plus],
    ) {
        // `Keith gains 1 troop`
        if cursor.number() == Some(1) {
            cursor.advance(1);
        }
        cursor.skip(&[Word::Troops], &[]);
        if cursor.is_at_end() {
            break;
        }
        chosen = fate_name(known, cursor, &[], &options.cities)?;
    }
    Ok(Action::Fate { choice: chosen })
}

fn fate_name(
    known: &Knowledge,
    cursor: &mut Cursor,
    generals: &[PieceId],
    cities: &[CityId],
) -> Read<FateChoice> {
    let mut ahead = *cursor;
    let named =
        if is_general(&ahead) || !is_city(&ahead) { general(known, &mut ahead)? } else { None };
    if let Some(piece) = named
        && generals.contains(&piece)
    {
        *cursor = ahead;
        return Ok(FateChoice::General(piece));
    }
    let mut at = *cursor;
    let found = places(known, &mut at, cities);
    let offered = matches!(&found, Ok((all, _)) if all.iter().any(|city| cities.contains(city)));
    match (named, found) {
        // Not offered, but a general all the same: the rules answer.
        (Some(piece), _) if !offered => {
            *cursor = ahead;
            Ok(FateChoice::General(piece))
        }
        (_, Ok((all, words))) => {
            *cursor = at;
            Ok(FateChoice::City(only_city(&all, &words, Doubt::City)?))
        }
        (_, Err(problem)) => Err(problem),
    }
}

/// An answer that names only places or pieces: what it means follows from what is asked.
///
/// Returns `None` if nothing is asked that could be answered so.
pub(crate) fn bare(
    known: &Knowledge,
    cursor: &mut Cursor,
    nation: Nation,
    kind: DecisionKind,
) -> Read<Option<Vec<Action>>> {
    Ok(match kind {
        DecisionKind::Attack => Some(attacks(known, cursor, None)?),
        DecisionKind::Retreat => Some(vec![retreat(known, cursor, nation)?]),
        DecisionKind::Fate => Some(vec![fate_choice(known, cursor, nation)?]),
        DecisionKind::Reconquest => Some(vec![reconquest(known, cursor, nation)?]),
        DecisionKind::DaunWithdrawal => Some(vec![withdrawal(known, cursor)?]),
        _ => None,
    })
}

/// An answer while nothing of the kind is asked.
pub(crate) fn nothing_awaited(cursor: &Cursor) -> Problem {
    Problem::new(Trouble::NothingAwaited, shortened(&cursor.sentence()))
}
