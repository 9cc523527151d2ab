//! The marks of abbreviations, which end no sentence: `M. de Chevert`, `i.e. through Prag`; and generals by two or three letters.

use super::chunk::{Chunk, guess};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::names::{Named, names};
use crate::said::lexicon::text;
use crate::said::lexicon::text::{Kind, Token};
use crate::said::lexicon::words::{Meanings, Word};

/// The tokens without the marks of abbreviations, so that a phrase reaches over them: `M. de Chevert`, `p/ Torgau`.
pub(in crate::said) fn without_short(tokens: &[Token]) -> Vec<Token> {
    let stop = |at: usize| {
        let marks = at > 0 && at + 1 < tokens.len() && tokens[at].glued;
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let word = before.filter(|token| marks && token.kind == Kind::Word);
        word.is_some_and(|word| match tokens[at].kind {
            Kind::Period => Little::Short.is(&word.plain),
            Kind::Slash => word.plain == "p" && tokens[at + 1].kind == Kind::Word,
            _ => false,
        })
    };
    let dotted = dotted(tokens);
    let river = |at: usize| on_the_oder(tokens, at);
    (0..tokens.len())
        .filter(|at| !stop(*at) && !dotted.contains(at) && !river(at + 1))
        .map(|at| {
            let token = tokens[at].clone();
            let whole = || ODER.to_owned();
            if river(at) { Token { plain: whole(), strict: whole(), ..token } } else { token }
        })
        .collect()
}

/// The river that several cities' names end with.
const ODER: &str = "oder";

/// Whether a letter is that river: `Frankfurt/O.`, `Francoforte s.O.`, `Frankfurt a.d.O.`
fn on_the_oder(tokens: &[Token], at: usize) -> bool {
    let (Some(before), Some(letter)) = (at.checked_sub(2), tokens.get(at)) else { return false };
    let mark = &tokens[at - 1];
    letter.plain == ODER[..1]
        && letter.capital
        && letter.glued
        && mark.glued
        && tokens[before].kind == Kind::Word
        && match mark.kind {
            Kind::Period => tokens[before].plain.len() == 1,
            Kind::Slash => tokens[before].plain.len() > 3,
            _ => false,
        }
}

/// The marks within abbreviations of several words and behind them: `i.e. through Prag`, `p. es.`, `c.-à-d.`
fn dotted(tokens: &[Token]) -> Vec<usize> {
    let mut marks = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        // A run of short words, each with a period behind it.
        let mut letters = String::new();
        let (mut next, mut found) = (at, None);
        while tokens.get(next).is_some_and(|t| t.kind == Kind::Word && t.plain.len() <= 3)
            && tokens.get(next + 1).is_some_and(|t| t.kind == Kind::Period && t.glued)
            && letters.len() <= 4
        {
            letters.push_str(&tokens[next].plain);
            next += 2;
            if next - at > 2 && Little::Dotted.is(&letters) {
                found = Some(next);
            }
            while tokens.get(next).is_some_and(|t| t.kind == Kind::Dash && t.glued) {
                next += 1;
            }
        }
        if let Some(end) = found {
            marks.extend((at..end).filter(|at| tokens[*at].kind != Kind::Word));
        }
        at = found.unwrap_or(at + 1);
    }
    marks
}

/// The general whose name begins with these two or three letters, where a way, a goal or whoever goes with him stands right
/// behind: `Sey - Torgau`, `Apr. > Lötzen`, `Kei Nachod`, `Fr+Wi Oschatz-Meissen`.
pub(in crate::said) fn begun_short(tokens: &[Token]) -> Option<Named> {
    let (first, rest) = tokens.split_first()?;
    let length = first.plain.chars().count();
    if !first.capital || !(2..=3).contains(&length) {
        return None;
    }
    let dotted = usize::from(rest.first().is_some_and(|t| t.kind == Kind::Period && t.glued));
    let rest = &rest[dotted..];
    let next = rest.first()?;
    let city = |at: usize| {
        let behind = rest.get(at..).filter(|behind| !behind.is_empty())?;
        let (named, _, used) = names().longest(behind)?;
        (!named.cities.is_empty() && named.generals.is_empty()).then_some(at + used)
    };
    // `Hei - Angerm.`
    let name = |at: usize| rest.get(at).is_some_and(|t| t.kind == Kind::Word && t.capital);
    let goes = match next.kind {
        Kind::Plus => true,
        Kind::Dash | Kind::Arrow => city(1).is_some() || length == 3 && name(1),
        Kind::Colon | Kind::Equals => city(1).is_some(),
        // `Sey to Dessau`
        Kind::Word if length == 3 && !next.capital && next.plain.len() <= 4 => city(1).is_some(),
        // `Apr Rastenb.`
        _ if length == 3 && name(0) && rest.get(1).is_some_and(|t| t.kind == Kind::Period) => true,
        // Two letters are a name only before a way, or a goal and nothing else: `Wi Oschatz-Meissen`, `Fr Freiberg`.
        _ => {
            let end = city(0)?;
            let way = |mark: &Token| matches!(mark.kind, Kind::Dash | Kind::Arrow);
            length == 3 || rest.get(end).is_none_or(way)
        }
    };
    let begun = names().beginning(&first.plain);
    let few = begun.generals.len() == 1 || length == 2 && begun.generals.len() == 2;
    (goes && few).then(|| Named { generals: begun.generals, ..Named::default() })
}

/// Whether a word is the beginning of the name that it was guessed to be: `Winterf`.
pub(in crate::said) fn is_begun(chunk: &Chunk) -> bool {
    let name = chunk.guessed.as_ref().map(|name| text::fold(name).0);
    name.is_some_and(|name| name.len() > chunk.plain.len() && name.starts_with(&chunk.plain))
}

/// Whether a general is sent somewhere right behind the full stop of his short name: `Hildb. > Zwickau`.
pub(in crate::said) fn is_sent(chunk: &Chunk, next: Option<Kind>) -> bool {
    !chunk.generals.is_empty() && matches!(next, Some(Kind::Arrow | Kind::Dash | Kind::Plus))
}

/// Reads the beginning of a general's name that is joined to another general: `Fede e Winter`, `Winter und Friedrich`; beside a
/// plus whatever it means else: `Salt+Ferm Colberg`.
pub(in crate::said) fn joined_short(tokens: &[Token], chunks: &mut [Chunk]) {
    let silent = |c: &Chunk| {
        c.is_word() && c.generals.is_empty() && c.cities.is_empty() && c.number.is_none()
    };
    let capital =
        |c: &Chunk| tokens.iter().any(|t| t.capital && t.start == c.start && t.end == c.end);
    for at in 1..chunks.len().saturating_sub(1) {
        let plus = chunks[at].kind == Kind::Plus;
        if !plus && !(chunks[at].is_word() && chunks[at].has(Word::And)) {
            continue;
        }
        for (name, other) in [(at + 1, at - 1), (at - 1, at + 1)] {
            let c = &chunks[name];
            let short = |c: &Chunk| match plus {
                true => c.plain.len() >= 2,
                false => c.plain.len() > 3 && capital(c) && (c.unknown || c.has(Word::Filler)),
            };
            if chunks[other].generals.is_empty() || !silent(c) || !short(c) {
                continue;
            }
            let begun = names().beginning(&c.plain);
            if begun.generals.len() == 1 && (plus || begun.cities.is_empty()) {
                chunks[name].meanings = Meanings::default();
                let general = Named { generals: begun.generals, ..Named::default() };
                guess(&mut chunks[name], general);
            }
        }
    }
}
