//! The marks of abbreviations, which end no sentence: `M. de Chevert`, `i.e. through Prag`.

use super::little::Little;
use super::text::{Kind, Token};

/// The tokens without the marks of abbreviations, so that a phrase reaches over them: `M. de Chevert`, `p/ Torgau`.
pub(super) fn without_short(tokens: &[Token]) -> Vec<Token> {
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
