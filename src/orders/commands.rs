//! Lines that are no orders for pieces: commands of one word, headings, greetings.

use super::cursor::Problem;
use super::cursor::{Cursor, Read};
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::places;
use super::token::{Kind, Token};
use super::{Noise, Statement, Trouble};
use crate::game::Nation;

/// A greeting is at most so many words long.
const GREETING_WORDS: usize = 6;

/// What a line is that need not be read: nothing but punctuation, a comment, a greeting.
pub(crate) fn noise(line: &str, tokens: &[Token]) -> Option<Noise> {
    if line.starts_with('#') || line.starts_with("//") {
        return Some(Noise::Comment);
    }
    if line.starts_with('>') {
        return Some(Noise::Quote);
    }
    let says_something = |token: &Token| {
        matches!(token.kind, Kind::Word | Kind::Number(_) | Kind::Suit(_) | Kind::Question)
    };
    if !tokens.iter().any(says_something) {
        return Some(Noise::Separator);
    }
    politeness(tokens)
}

/// A greeting or a closing: one of these words at the start, no number, and few words more.
pub(crate) fn politeness(tokens: &[Token]) -> Option<Noise> {
    let words = tokens.iter().filter(|token| token.kind == Kind::Word).count();
    let number = |token: &Token| matches!(token.kind, Kind::Number(_) | Kind::Suit(_));
    if words > GREETING_WORDS || tokens.iter().any(number) {
        return None;
    }
    let first = tokens.iter().find(|token| token.kind == Kind::Word)?;
    // `Ciao` and `Hola` never order anything, `best` and `dear` neither.
    match () {
        () if first.is(Word::Greeting) => Some(Noise::Greeting),
        () if first.is(Word::Closing) => Some(Noise::Closing),
        () => None,
    }
}

/// A command that stands alone: `ready`, `wait`, `test`, `cancel`, `status`, `help moves`.
pub(crate) fn command(cursor: &Cursor) -> Option<Statement> {
    let mut ahead = *cursor;
    if ahead.is_kind(Kind::Question) {
        return Some(Statement::Help(None));
    }
    let first = ahead.peek()?;
    if first.is(Word::Help) {
        ahead.advance(1);
        ahead.skip(&[Word::Filler, Word::For, Word::At], &[Kind::Colon, Kind::Dash]);
        let about = ahead.rest();
        return Some(Statement::Help((!about.is_empty()).then_some(about)));
    }
    // `cancel` takes everything back; a closing word after a command is only polite.
    ahead.advance(1);
    ahead.skip(&[Word::Filler], &[]);
    if ahead.expect_end().is_err() {
        return None;
    }
    let statements = [
        (Word::Ready, Statement::Ready),
        (Word::Wait, Statement::Wait),
        (Word::Test, Statement::Test),
        (Word::Cancel, Statement::Cancel),
        (Word::Status, Statement::Status),
    ];
    statements.into_iter().find_map(|(word, statement)| first.is(word).then_some(statement))
}

/// A line that is to be tried only, `test: Daun to Zittau`, and what stands behind the word.
///
/// The word alone is a [`command`] for the whole mail, and so is this.
pub(crate) fn tested(tokens: &[Token]) -> (bool, &[Token]) {
    match tokens {
        [first, rest @ ..] if first.is(Word::Test) => {
            let at = rest.iter().position(|token| !matches!(token.kind, Kind::Colon | Kind::Comma));
            let says_more = |rest: &&[Token]| {
                rest.iter().any(|token| matches!(token.kind, Kind::Word | Kind::Number(_)))
                    && !rest.iter().all(|token| token.is(Word::Filler))
            };
            match at.map(|at| &rest[at..]).filter(says_more) {
                Some(rest) => (true, rest),
                None => (false, tokens),
            }
        }
        _ => (false, tokens),
    }
}

/// A number alone, `option 3`: the entry of a menu.
pub(crate) fn choice(cursor: &Cursor) -> Option<Statement> {
    let mut ahead = *cursor;
    ahead.skip(&[Word::Filler, Word::Option], &[Kind::Colon, Kind::Open, Kind::Period]);
    let number = ahead.number()?;
    ahead.advance(1);
    ahead.take_kind(&[Kind::Close]);
    ahead.expect_end().ok()?;
    u8::try_from(number).ok().map(Statement::Choice)
}

/// A heading: `for Hanover`, `Hanover:`, `orders for Sweden, turn 7`, alone or before an order.
pub(crate) struct Heading {
    pub nation: Nation,
    pub turn: Option<u16>,
    /// Nothing stands behind it.
    pub alone: bool,
}

/// Reads a heading if one is next.
///
/// Refuses nations that the seat does not play.
pub(crate) fn heading(
    known: &Knowledge,
    cursor: &mut Cursor,
    current: Option<Nation>,
) -> Read<Option<Heading>> {
    let mut ahead = *cursor;
    ahead.skip(&[Word::Filler], &[]);
    let says_for = ahead.take(Word::For);
    ahead.skip(&[Word::Filler], &[]);
    let first_turn = turn(&mut ahead);
    ahead.skip(&[Word::For], &[Kind::Comma]);
    let words = ahead;
    let nation = places::nation(&mut ahead);
    let words = ahead.words_since(&words);
    let turn = first_turn.or_else(|| {
        let mut behind = ahead;
        behind.skip(&[Word::At, Word::For, Word::Of], &[Kind::Comma, Kind::Open]);
        let turn = turn(&mut behind)?;
        behind.take_kind(&[Kind::Close]);
        ahead = behind;
        Some(turn)
    });
    let colon = ahead.skip(&[], &[Kind::Colon, Kind::Dash]);
    let alone = ahead.expect_end().is_ok();
    let nation = match nation {
        Some(nation) => nation,
        // `turn 7:` for the nation the lines are about anyway.
        None if turn.is_some() => match current {
            Some(nation) if alone || colon => nation,
            _ => return Ok(None),
        },
        None => return Ok(None),
    };
    if !(alone || colon || says_for) {
        return Ok(None);
    }
    if !known.is_own(nation) {
        return Err(Problem::NotUnderstood {
            why: Trouble::NotYourNation,
            words,
            near: known.own_nations().map(|nation| nation.id().to_owned()).collect(),
        });
    }
    *cursor = ahead;
    Ok(Some(Heading { nation, turn, alone }))
}

fn turn(cursor: &mut Cursor) -> Option<u16> {
    let mut ahead = *cursor;
    if !ahead.take(Word::Turn) {
        return None;
    }
    let turn = ahead.number()?;
    ahead.advance(1);
    *cursor = ahead;
    Some(turn)
}
