//! Conditions on public facts before orders that are sent ahead: `if Richelieu at Minden: …`,
//! `else: …`.
//!
//! Only what everybody can see on the map is a condition; what is true is asked of a view when
//! the order is due.

use super::cursor::{Cursor, Problem, Read};
use super::duel_words::{self as words, DuelWord};
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::places::{self, city_candidates, only_city};
use super::token::Kind;
use super::{Doubt, Trouble};
use crate::game::{CityId, Nation, PieceId, View};

/// A public fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The general stands in the city.
    At(PieceId, CityId),
    /// The city is an objective in the hands of a nation that wants it (R5).
    Conquered(CityId),
    /// The nation has left the game, or was never in it (R11.4).
    Out(Nation),
}

impl Fact {
    /// Whether it is so, as everybody can see.
    pub fn holds(self, view: &View) -> bool {
        match self {
            Fact::At(piece, city) => {
                view.pieces.iter().any(|known| known.piece == piece && known.city == Some(city))
            }
            Fact::Conquered(city) => view.conquered.contains_key(&city),
            Fact::Out(nation) => {
                !view.nations.iter().any(|known| known.nation == nation && known.in_play)
            }
        }
    }
}

/// A fact that has to be so, or must not be so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    pub fact: Fact,
    pub holds: bool,
}

impl Condition {
    /// Whether it is met.
    pub fn is_met(self, view: &View) -> bool {
        self.fact.holds(view) == self.holds
    }

    fn opposite(self) -> Condition {
        Condition { holds: !self.holds, ..self }
    }
}

/// What stands before an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prefix {
    If(Condition),
    /// The opposite of the last `if`.
    Else(Condition),
}

/// Reads a condition with which a sentence begins, if it begins with one.
///
/// Refuses what is no public fact, and a condition behind which no order stands.
pub(super) fn prefix(
    known: &Knowledge,
    cursor: &mut Cursor,
    last: Option<Condition>,
) -> Read<Option<Prefix>> {
    let mut ahead = *cursor;
    let prefix = if words::take(&mut ahead, DuelWord::Else) {
        match last {
            Some(last) => Prefix::Else(last.opposite()),
            None => return Err(Problem::new(Trouble::UnknownCondition, ahead.sentence())),
        }
    } else if words::take(&mut ahead, DuelWord::If) {
        Prefix::If(fact(known, &mut ahead)?)
    } else {
        return Ok(None);
    };
    ahead.skip(&[Word::Then, Word::Filler], &[Kind::Colon, Kind::Comma, Kind::Dash, Kind::Arrow]);
    if ahead.is_at_end() {
        return Err(Problem::new(Trouble::MissingTerms, ahead.sentence()));
    }
    *cursor = ahead;
    Ok(Some(prefix))
}

fn fact(known: &Knowledge, cursor: &mut Cursor) -> Read<Condition> {
    cursor.skip(&[Word::Filler], &[]);
    let start = *cursor;
    let mut ahead = *cursor;
    if let Some(nation) = places::nation_alone(&mut ahead) {
        let holds = !negated(&mut ahead);
        if words::take(&mut ahead, DuelWord::Out) {
            *cursor = ahead;
            return Ok(Condition { fact: Fact::Out(nation), holds });
        }
        // Hannover is a city too.
        if !places::is_city(cursor) {
            return Err(Problem::new(Trouble::UnknownCondition, ahead.words_since(&start)));
        }
    }
    let mut ahead = *cursor;
    let exact_city = places::is_city(&ahead) && !places::is_general(&ahead);
    if !exact_city && let Some(general) = places::general(known, &mut ahead)? {
        let holds = !negated(&mut ahead);
        if ahead.take_any(&[Word::At, Word::Stay]) {
            ahead.skip(&[Word::At, Word::Filler], &[]);
            let (all, words) = city_candidates(&mut ahead)?;
            let city = only_city(&all, &words, Doubt::City)?;
            *cursor = ahead;
            return Ok(Condition { fact: Fact::At(general, city), holds });
        }
        // A name that is a city's too.
        if !places::is_city(cursor) {
            return Err(Problem::new(Trouble::UnknownCondition, ahead.words_since(&start)));
        }
    }
    let (all, words) = city_candidates(cursor)
        .map_err(|_| Problem::new(Trouble::UnknownCondition, start.sentence()))?;
    let city = only_city(&all, &words, Doubt::City)?;
    let holds = !negated(cursor);
    if words::take(cursor, DuelWord::Conquered) {
        return Ok(Condition { fact: Fact::Conquered(city), holds });
    }
    Err(Problem::new(Trouble::UnknownCondition, start.sentence()))
}

/// Takes `is not`, `not`, `is`; whether it was said that something is not so.
fn negated(cursor: &mut Cursor) -> bool {
    words::take(cursor, DuelWord::Is);
    let not = words::take(cursor, DuelWord::Not);
    words::take(cursor, DuelWord::Is);
    cursor.skip(&[Word::Filler], &[]);
    not
}
