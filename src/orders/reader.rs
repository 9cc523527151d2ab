//! A text line by line, and a line sentence by sentence.
//!
//! What the sentences of a line say is put together here, and what is not understood gets its
//! suggestions. What a sentence is, [`super::sentence`] finds out.

use super::commands;
use super::conditions::{self, Condition, Prefix};
use super::cursor::{Cursor, Problem, Read, shortened};
use super::duel_words::{self as words, DuelWord};
use super::knowledge::Knowledge;
use super::lexicon::lexicon;
use super::names::{cities, generals};
use super::places;
use super::token::{Kind, Token, tokens};
use super::{Context, Line, Noise, Outcome, Reading, SHOWN, Statement, Trouble};
use crate::game::{DecisionKind, Nation};

/// No order has more bytes.
const LONGEST_LINE: usize = 4000;
/// After so many lines that were not understood nothing is suggested any more.
const LINES_WITH_SUGGESTIONS: usize = 60;

/// What a sentence says: for whom, and what.
pub(crate) type Said = Vec<(Option<Nation>, Statement)>;

/// Reads a player's text.
///
/// Every line that is not blank has exactly one outcome, in order. Any text is read, in time that
/// grows with its length; nothing in it can make the reading fail.
pub fn read(text: &str, context: &Context) -> Reading {
    Reader::new(context).read(text)
}

/// Reads one text.
pub(crate) struct Reader<'a> {
    pub(super) known: Knowledge<'a>,
    /// The nation of the last heading.
    pub(super) heading: Option<Nation>,
    /// The nation of a heading was refused: what follows is for nobody.
    pub(super) lost: bool,
    /// The last `if`, for an `else`.
    last_condition: Option<Condition>,
    /// A closing was read: what follows may be a signature.
    closed: bool,
    not_understood: usize,
}

impl<'a> Reader<'a> {
    pub fn new(context: &Context<'a>) -> Reader<'a> {
        let known = Knowledge::new(context);
        Reader {
            known,
            heading: None,
            lost: false,
            last_condition: None,
            closed: false,
            not_understood: 0,
        }
    }

    pub fn read(mut self, text: &str) -> Reading {
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let outcome = self.line(line);
            let text = line.chars().take(SHOWN).collect();
            lines.push(Line { number: index + 1, text, outcome });
        }
        Reading { lines }
    }

    fn line(&mut self, line: &str) -> Outcome {
        if line.len() > LONGEST_LINE {
            let words = line.chars().take(40).collect();
            return Outcome::NotUnderstood { why: Trouble::TooLong, words, near: Vec::new() };
        }
        let line = without_bullet(line);
        let all = tokens(line);
        if let Some(noise) = commands::noise(line, &all) {
            self.closed |= noise == Noise::Closing;
            return Outcome::Ignored(noise);
        }
        let mut said: Said = Vec::new();
        let mut polite = None;
        // A condition counts for the rest of its line.
        let mut condition = None;
        let (test, rest) = commands::tested(&all);
        if test {
            said.push((None, Statement::Test));
        }
        for sentence in sentences(rest).flat_map(|sentence| alternatives(line, sentence)) {
            if sentence.len() < all.len()
                && let Some(noise) = commands::politeness(sentence)
            {
                polite = Some(noise);
                continue;
            }
            match self.conditional(Cursor::new(line, sentence), &mut condition) {
                Ok(mut found) => said.append(&mut found),
                Err(problem) => return self.problem(problem, line, &all),
            }
        }
        match (joined(said), polite) {
            (Some((nation, statement)), _) => Outcome::Understood { nation, statement },
            (None, noise) => Outcome::Ignored(noise.unwrap_or(Noise::Separator)),
        }
    }

    /// Reads a sentence, and the condition before it if one stands there.
    fn conditional(&mut self, mut cursor: Cursor, condition: &mut Option<Condition>) -> Read<Said> {
        if let Some(found) = conditions::prefix(&self.known, &mut cursor, self.last_condition)? {
            *condition = Some(match found {
                Prefix::If(condition) => *self.last_condition.insert(condition),
                Prefix::Else(condition) => condition,
            });
            cursor = cursor.remainder();
        }
        let said = self.sentence(cursor)?;
        let Some(condition) = *condition else { return Ok(said) };
        let under = |(nation, statement)| match statement {
            heading @ Statement::For { .. } => (nation, heading),
            statement => (nation, Statement::If(condition, Box::new(statement))),
        };
        Ok(said.into_iter().map(under).collect())
    }

    fn problem(&mut self, problem: Problem, line: &str, all: &[Token]) -> Outcome {
        let (why, words, mut near) = match problem {
            Problem::Question { what, words, candidates } => {
                return Outcome::Question { what, words, candidates };
            }
            Problem::NotUnderstood { why, words, near } => (why, words, near),
        };
        self.not_understood += 1;
        if why == Trouble::Unknown && self.not_understood <= LINES_WITH_SUGGESTIONS {
            near = suggestions(all);
        }
        // A name below `Best regards` is a signature.
        let short = all.len() <= 3 && all.iter().all(|token| token.kind == Kind::Word);
        if self.closed && short && near.is_empty() && why == Trouble::Unknown {
            return Outcome::Ignored(Noise::Closing);
        }
        let words = if words.is_empty() { shortened(line) } else { words };
        Outcome::NotUnderstood { why, words, near }
    }

    /// The nation the lines are about if they do not say so.
    pub(super) fn current_nation(&self) -> Option<Nation> {
        let first = || self.known.decisions().first().map(|decision| decision.nation);
        let active = || Some(self.known.view().nation).filter(|nation| self.known.is_own(*nation));
        let only = || {
            let mut own = self.known.own_nations();
            own.next().filter(|_| own.next().is_none())
        };
        self.heading.or_else(first).or_else(active).or_else(only)
    }

    /// The decision that a bare answer answers.
    pub(super) fn awaited(&self) -> Option<(Nation, DecisionKind)> {
        let current = self.current_nation();
        if let Some(nation) = current
            && let Some(kind) = self.known.awaited(nation)
        {
            return Some((nation, kind));
        }
        match self.heading {
            Some(_) => None,
            None => self.known.decisions().first().map(|decision| (decision.nation, decision.kind)),
        }
    }

    /// The nation that answers decisions of this kind.
    pub(super) fn nation_for(&self, kind: DecisionKind) -> Option<Nation> {
        let asked = || self.known.decisions().iter().find(|decision| decision.kind == kind);
        self.heading
            .or_else(|| asked().map(|decision| decision.nation))
            .or_else(|| self.current_nation())
    }
}

/// What the words of a line that is no order may have been meant to be.
fn suggestions(all: &[Token]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let unknown = |token: &&Token| token.kind == Kind::Word && token.meanings.is_none();
    for token in all.iter().filter(unknown).take(3) {
        found.extend(lexicon().near(&token.folded));
        found.extend(generals().typing(&token.folded).iter().map(|piece| piece.name().to_owned()));
        if all.len() <= 6 {
            let near = cities().typing(&token.folded);
            found.extend(near.into_iter().map(places::city_name));
        }
    }
    found.truncate(4);
    found
}

/// A bullet, or the number of an item, before the text of a line.
fn without_bullet(line: &str) -> &str {
    let unbulleted = line.trim_start_matches(['-', '*', '•', '·', '–', '—', '‣', '▪', '+']);
    // `-> Zittau` and a line of dashes keep their signs; they mean nothing at the start anyway.
    let unbulleted = if unbulleted.is_empty() { line } else { unbulleted.trim_start() };
    let opened = unbulleted.strip_prefix('(').unwrap_or(unbulleted);
    let digits = opened.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits)
        && let Some(rest) = opened[digits..].strip_prefix([')', '.'])
        && rest.starts_with(char::is_whitespace)
        && !rest.trim().is_empty()
    {
        return rest.trim_start();
    }
    unbulleted
}

/// The parts of a line between semicolons and full stops.
fn sentences(all: &[Token]) -> impl Iterator<Item = &[Token]> {
    all.split(|token| matches!(token.kind, Kind::Semicolon | Kind::Period))
        .filter(|sentence| !sentence.is_empty())
}

/// A sentence in two where an `else` follows on its `if`.
fn alternatives<'t>(line: &'t str, sentence: &'t [Token]) -> impl Iterator<Item = &'t [Token]> {
    let says = |at: usize, word| words::length(&Cursor::new(line, &sentence[at..]), word) > 0;
    let alternative = || (1..sentence.len()).find(|at| says(*at, DuelWord::Else));
    let split = if !sentence.is_empty() && says(0, DuelWord::If) { alternative() } else { None };
    let (then, otherwise) = sentence.split_at(split.unwrap_or(sentence.len()));
    let then = match then {
        [then @ .., comma] if split.is_some() && comma.kind == Kind::Comma => then,
        all => all,
    };
    [then, otherwise].into_iter().filter(|part| !part.is_empty())
}

/// What the sentences of one line say together.
fn joined(said: Said) -> Option<(Option<Nation>, Statement)> {
    let mut all: Said = Vec::new();
    for (nation, statement) in said {
        match (all.last_mut(), statement) {
            (Some((before, Statement::Actions(actions))), Statement::Actions(more))
                if *before == nation =>
            {
                actions.extend(more);
            }
            (
                Some((_, Statement::TroopsFor(before, troops))),
                Statement::TroopsFor(nation, more),
            ) if *before == nation => troops.extend(more),
            (Some((before, Statement::NoOrder(pieces))), Statement::NoOrder(more))
                if *before == nation =>
            {
                pieces.extend(more);
            }
            (_, statement) => all.push((nation, statement)),
        }
    }
    match all.len() {
        0 | 1 => all.pop(),
        _ => Some((None, Statement::Several(all))),
    }
}
