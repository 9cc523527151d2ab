//! Tactical Cards in a text: `10D`, `♦10`, `10 of diamonds`, `Karo 10`, `R7`, `reserve as 7`.
//!
//! A card is read alike wherever one is named; what is done with it is for others.

use super::Trouble;
use super::cursor::{Cursor, Problem, Read};
use super::lexicon::Word;
use super::token::{Kind, Token};
use crate::game::{Action, CardRef, DECKS, Face, Suit};

/// A card and the value it was declared to have, if one was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NamedCard {
    pub card: CardRef,
    pub value: Option<u8>,
}

/// The suit that a token names: a sign, a word, or a letter.
fn suit_of(token: &Token) -> Option<Suit> {
    match token.kind {
        Kind::Suit(suit) => Some(suit),
        Kind::Word => token.meanings.suit().or_else(|| suit_letter(token)),
        _ => None,
    }
}

fn suit_letter(token: &Token) -> Option<Suit> {
    let letter = |suit: &Suit| token.folded.plain.eq_ignore_ascii_case(&suit.letter().to_string());
    Suit::ALL.into_iter().find(letter)
}

/// Reads one card, if one is next: `None` if what is next looks like no card.
///
/// Refuses values no card has.
pub(crate) fn card(cursor: &mut Cursor) -> Read<Option<NamedCard>> {
    let start = *cursor;
    let mut ahead = *cursor;
    ahead.skip(&[Word::Card, Word::Filler], &[]);
    let Some(face) = face(&mut ahead)? else {
        return Ok(None);
    };
    let (face, mut value) = face;
    let deck = deck(&mut ahead)?;
    if value.is_none() {
        value = declared_value(&mut ahead, face);
    }
    // The value a suited card has of itself says nothing new.
    if let Face::Suited(_, own) = face {
        value = value.filter(|value| *value != own);
    }
    *cursor = ahead;
    debug_assert!(cursor.place() > start.place());
    Ok(Some(NamedCard { card: CardRef { face, deck }, value }))
}

/// The face of a card, with the value of a Reserve that is glued to its letter.
fn face(cursor: &mut Cursor) -> Read<Option<(Face, Option<u8>)>> {
    let Some(first) = cursor.peek() else {
        return Ok(None);
    };
    if let Kind::Number(value) = first.kind {
        // `10D`, `10 of diamonds`.
        let mut ahead = *cursor;
        ahead.advance(1);
        ahead.skip(&[Word::Of, Word::Filler], &[]);
        if let Some(suit) = ahead.peek().and_then(suit_of) {
            ahead.advance(1);
            let face = suited(suit, value, cursor)?;
            *cursor = ahead;
            return Ok(Some((face, None)));
        }
        return Ok(None);
    }
    if let Some(suit) = suit_of(first) {
        // `♦10`, `Karo 10`, `diamonds - 10`.
        let mut ahead = *cursor;
        ahead.advance(1);
        ahead.skip(&[Word::Of], &[Kind::Dash]);
        if let Some(value) = ahead.number() {
            ahead.advance(1);
            let face = suited(suit, value, cursor)?;
            *cursor = ahead;
            return Ok(Some((face, None)));
        }
        return Ok(None);
    }
    if first.is(Word::Reserve) {
        cursor.advance(1);
        // `R7`: a number glued to the letter is its value whatever follows.
        let glued = cursor.peek().filter(|token| token.glued).and(cursor.number());
        if let Some(value) = glued {
            cursor.advance(1);
            skip_glued_suit(cursor);
            return Ok(Some((Face::Reserve, Some(small(value)))));
        }
        return Ok(Some((Face::Reserve, None)));
    }
    Ok(None)
}

fn suited(suit: Suit, value: u16, cursor: &Cursor) -> Read<Face> {
    match value {
        2..=13 => Ok(Face::Suited(suit, small(value))),
        _ => Err(Problem::new(Trouble::UnknownCard, cursor.next_words(2))),
    }
}

/// The deck of origin: `/2`, `deck 2`.
fn deck(cursor: &mut Cursor) -> Read<Option<u8>> {
    let mut ahead = *cursor;
    ahead.take_kind(&[Kind::Open]);
    if !ahead.take_kind(&[Kind::Slash]) && !ahead.take(Word::Deck) {
        return Ok(None);
    }
    let Some(deck) = ahead.number() else {
        return Ok(None);
    };
    if !(1..=u16::from(DECKS)).contains(&deck) {
        return Err(Problem::new(Trouble::UnknownCard, cursor.next_words(2)));
    }
    ahead.advance(1);
    ahead.take_kind(&[Kind::Close]);
    *cursor = ahead;
    Ok(Some(small(deck)))
}

/// `as 7`, `= 7`, `(7)`, and after a Reserve a bare `7`; `doubled` after a suited card.
fn declared_value(cursor: &mut Cursor, face: Face) -> Option<u8> {
    if let Face::Suited(_, own) = face
        && doubled(cursor)
    {
        return Some(2 * own);
    }
    let mut ahead = *cursor;
    let said = ahead.skip(&[Word::As], &[Kind::Equals, Kind::Open]);
    if !said && face != Face::Reserve {
        return None;
    }
    let value = ahead.number()?;
    let mut after = ahead;
    after.advance(1);
    after.skip(&[Word::Of], &[]);
    let suit = after.peek().and_then(suit_of);
    if suit.is_some() {
        if !said {
            // `R 10D` is a Reserve and another card.
            return None;
        }
        // `R as 7 of diamonds`: the suit follows from where he stands.
        after.advance(1);
        ahead = after;
    } else {
        ahead.advance(1);
    }
    ahead.take_kind(&[Kind::Close]);
    *cursor = ahead;
    Some(small(value))
}

/// `doubled`, `x2`, `2x`, `times two`.
fn doubled(cursor: &mut Cursor) -> bool {
    let mut ahead = *cursor;
    ahead.take(Word::As);
    if ahead.take(Word::Double) {
        *cursor = ahead;
        return true;
    }
    let is_x = |token: &Token| token.folded.plain == "x";
    let pair = (ahead.peek(), ahead.ahead(1));
    let twice = match pair {
        (Some(a), Some(b)) => {
            is_x(a) && b.kind == Kind::Number(2) || a.kind == Kind::Number(2) && is_x(b)
        }
        _ => false,
    };
    if twice {
        ahead.advance(2);
        *cursor = ahead;
    }
    twice
}

fn skip_glued_suit(cursor: &mut Cursor) {
    if cursor.peek().is_some_and(|token| token.glued && suit_of(token).is_some()) {
        cursor.advance(1);
    }
}

fn small(number: u16) -> u8 {
    number.min(255) as u8
}

/// A list of cards, as long as there are any: `10D 9D, R7`. Empty if none is next.
///
/// After a suit that was named before its value, numbers alone go on with it: `Karo 10, 9`.
pub(crate) fn cards(cursor: &mut Cursor) -> Read<Vec<NamedCard>> {
    let mut found: Vec<NamedCard> = Vec::new();
    let mut suit_first = None;
    loop {
        let mut ahead = *cursor;
        ahead.skip(&[Word::And, Word::Then], &[Kind::Comma, Kind::Plus]);
        let leading = ahead.peek().and_then(suit_of);
        if let Some(named) = card(&mut ahead)? {
            suit_first = leading;
            found.push(named);
        } else if let (Some(suit), Some(value)) = (suit_first, ahead.number()) {
            let card = CardRef { face: suited(suit, value, &ahead)?, deck: None };
            ahead.advance(1);
            found.push(NamedCard { card, value: None });
        } else {
            return Ok(found);
        }
        *cursor = ahead;
    }
}

/// Whether a card is next.
pub(crate) fn is_next(cursor: &Cursor) -> bool {
    !matches!(card(&mut cursor.clone()), Ok(None))
}

/// Cards to play, one after another, and perhaps to stop then (R7.3).
pub(crate) fn plays(cursor: &mut Cursor) -> Read<Vec<Action>> {
    let play = |named: NamedCard| Action::Play { card: named.card, value: named.value };
    let mut actions: Vec<Action> = cards(cursor)?.into_iter().map(play).collect();
    let mut ahead = *cursor;
    ahead.skip(&[Word::And, Word::Then], &[Kind::Comma, Kind::Plus, Kind::Dash]);
    if ahead.take(Word::Stop) {
        actions.push(Action::Stop);
        *cursor = ahead;
    }
    match actions.is_empty() {
        true => cursor.trouble(if cursor.is_at_end() {
            Trouble::MissingCard
        } else {
            Trouble::UnknownCard
        }),
        false => Ok(actions),
    }
}
