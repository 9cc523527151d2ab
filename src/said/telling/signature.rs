//! The name at the foot of a mail: `Cheers, Rob`, or `Pete` in a line of its own.
//!
//! A name ends nothing, plays no card and sends nobody, whatever it means in one of the languages: Polish `rób` says "do it".

use crate::said::Language;
use crate::said::chunks::finished::is_ready_mistyped;
use crate::said::lexicon::names::{Sure, names};
use crate::said::lexicon::text::{Kind, Token, cased};
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::{Sense, Word, lexicon};

/// So many words at most are a name, with a rank: `mjr rez. Wacław Kmita`.
const MOST_NAMES: usize = 4;
/// So many words at most are a farewell.
const MOST_FAREWELL: usize = 8;

/// Whether the last line of a text is its writer's name; `before` is the line above it that is not blank.
///
/// Behind a farewell it may be any name but a city's, a general's too if something was `said` before it. Else it is words that
/// are not the text's language's, and names nothing of the game: `Pete`, `Pierre (all right, Pete)`.
fn is_signature(line: &str, before: Option<&str>, said: bool, tongues: Tongues) -> bool {
    let tokens = cased(line);
    let bracket = tokens.iter().position(|t| t.kind == Kind::Open);
    let closes = tokens.last().is_some_and(|t| t.kind == Kind::Close);
    let end = bracket.filter(|at| *at > 0 && closes).unwrap_or(tokens.len());
    let (farewell, tokens) = tokens[..end].split_at(farewell(&tokens[..end], tongues));
    let dashed = tokens.iter().take_while(|t| matches!(t.kind, Kind::Comma | Kind::Dash)).count();
    let name = &tokens[dashed..];
    if !is_written_as_a_name(name) {
        return false;
    }
    let named = || (0..name.len()).filter_map(|at| names().longest(&name[at..]));
    let city = || named().any(|(named, ..)| !named.cities.is_empty());
    let above = || before.is_some_and(|line| ends_with_farewell(&cased(line), tongues));
    if !farewell.is_empty() || above() {
        return !name.iter().any(|token| says_something(token, tongues))
            && if said { !city() } else { named().next().is_none() };
    }
    let mut words = name.iter().filter(|token| token.kind == Kind::Word && token.capital);
    let first = words.clone().next();
    // `Dauhn Brün` may be an order.
    let like_a_name = |token: &Token| names().nearest(&token.plain, 1).is_some();
    let several = words.clone().count() > 1;
    let known = |token: &Token| means_something(token, tongues);
    // `Gotowe` ends a movement in any language; `Rob` and `Dale` are names.
    let ready = |token: &Token| {
        let says = |language: &Language| {
            let sense = lexicon(*language).phrase(std::slice::from_ref(token), true);
            lexicon(*language).lists(&token.plain)
                && sense.is_some_and(|(sense, _)| sense.meanings.has(Word::Ready))
        };
        token.plain.len() > 4 && tongues.all.iter().any(says)
    };
    let strange =
        |token: &Token| !known(token) && !ready(token) && !(several && like_a_name(token));
    let mistyped = |token: &Token| is_ready_mistyped(&token.plain, tongues);
    let goes_on = |line: &str| line.trim_end().ends_with([':', ',']);
    before.is_some_and(|line| !goes_on(line))
        && said
        && words.all(strange)
        && first.is_some_and(|first| !mistyped(first))
        // Polish `Kinga` is no case of the King.
        && named().all(|(named, sure, _)| sure == Sure::Form && named.cities.is_empty())
}

/// The last line of a text without its writer's name: nothing is left of `Cheers, Rob`, and what stands before the last mark of
/// `Fertig, Stan`. In Polish `stan` asks for the position. Something may have been `said` before it.
pub(in crate::said) fn without_name<'l>(
    lines: &[&'l str],
    said: bool,
    tongues: Tongues,
) -> &'l str {
    let mut all = lines.iter().rev().map(|line| line.trim()).filter(|line| !line.is_empty());
    let Some(line) = all.next() else { return "" };
    if is_signature(line, all.next(), said, tongues) {
        return "";
    }
    let tokens = cased(line);
    let Some((name, before)) = tokens.split_last() else { return line };
    let marks = [Kind::Comma, Kind::Period];
    // In `until 20. Mai` the full stop counts the day.
    let counted = before.iter().nth_back(1).is_some_and(|t| matches!(t.kind, Kind::Number(_)));
    let apart =
        before.last().is_some_and(|mark| marks.contains(&mark.kind) && !name.glued) && !counted;
    let words = before.iter().any(|token| token.kind == Kind::Word);
    let one = std::slice::from_ref(name);
    let strange = name.kind == Kind::Word
        && name.capital
        && !means_something(name, tongues)
        && names().longest(one).is_none()
        && !is_ready_mistyped(&name.plain, tongues);
    // A name that means nothing anywhere does no harm.
    let foreign = || tongues.all[1..].iter().any(|l| lexicon(*l).lists(&name.plain));
    if apart && words && strange && foreign() { line[..name.start].trim_end() } else { line }
}

/// Capital letters, but for a `von` or `de la`, and nothing that counts.
fn is_written_as_a_name(tokens: &[Token]) -> bool {
    let words = tokens.iter().filter(|t| t.kind == Kind::Word).count();
    let part = |token: &Token| match token.kind {
        Kind::Word => token.capital || token.plain.len() <= 3 && words > 1,
        Kind::Period | Kind::Dash | Kind::Comma => true,
        _ => false,
    };
    (1..=MOST_NAMES).contains(&words) && tokens.iter().all(part)
}

/// Whether a word means something in the text's own language.
fn means_something(token: &Token, tongues: Tongues) -> bool {
    lexicon(tongues.first()).phrase(std::slice::from_ref(token), false).is_some()
}

/// Whether a word of the text's own language is one that orders, ends or asks.
fn says_something(token: &Token, tongues: Tongues) -> bool {
    let one = std::slice::from_ref(token);
    let harmless = [Word::Filler, Word::Greeting, Word::Closing, Word::Title];
    let speaks = |sense: &Sense| {
        sense.number.is_some()
            || sense.ordinal.is_some()
            || !sense.meanings.is_empty() && !sense.meanings.any(&harmless)
    };
    let own = lexicon(tongues.first());
    own.lists(&token.plain) && own.phrase(one, false).is_some_and(|(sense, _)| speaks(&sense))
}

/// How many tokens at the beginning say farewell.
fn farewell(tokens: &[Token], tongues: Tongues) -> usize {
    let mut at = 0;
    while let Some(used) = closing(&tokens[at..], tongues) {
        at += used;
    }
    at
}

/// The length of a farewell that begins here.
fn closing(tokens: &[Token], tongues: Tongues) -> Option<usize> {
    let said = |language| lexicon(language).phrase(tokens, false);
    let closes = |sense: &Sense| sense.meanings.any(&[Word::Closing, Word::Greeting]);
    tongues.all.into_iter().take(2).filter_map(said).find(|(s, _)| closes(s)).map(|(_, used)| used)
}

/// Whether a short line says farewell and nothing else is said behind it: `Yours in poverty,`
fn ends_with_farewell(tokens: &[Token], tongues: Tongues) -> bool {
    let words = tokens.iter().filter(|t| t.kind == Kind::Word).count();
    let plain = |t: &Token| {
        matches!(t.kind, Kind::Word | Kind::Comma | Kind::Period | Kind::Dash | Kind::Other)
    };
    words <= MOST_FAREWELL
        && tokens.iter().all(plain)
        && (0..tokens.len()).any(|at| closing(&tokens[at..], tongues).is_some())
}
