//! Words in which two letters beside each other changed places: `das wra alles`. Such a slip makes no other word, so what it
//! was meant to be is put in its place before anything is read, also within a phrase.

use super::frame::BEARING;
use crate::said::club::words::Meant;
use crate::said::lexicon::names::names;
use crate::said::lexicon::text::{Kind, Token};
use crate::said::lexicon::tongue::is_common;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::{Word, lexicon};

/// Of shorter ones nothing is told by their letters.
const SHORTEST: usize = 3;
/// Of longer ones nobody makes only one slip.
const LONGEST: usize = 20;
/// So many words of a line are looked at: each costs time.
const MOST: usize = 40;

/// Puts the letters in their places.
pub(in crate::said) fn untangle(tokens: &mut [Token], tongues: Tongues) {
    let mut left = MOST;
    for at in 0..tokens.len() {
        let token = &tokens[at];
        let length = token.plain.len();
        let plain = token.kind == Kind::Word
            && (SHORTEST..=LONGEST).contains(&length)
            && token.plain.bytes().all(|letter| letter.is_ascii_lowercase());
        if !plain
            || left == 0
            || may_be_a_place(tokens, at, tongues)
            || is_known(&tokens[at..], tongues)
        {
            continue;
        }
        left -= 1;
        let foreign = is_foreign(&tokens[at].plain, tongues);
        let fits = |word: &String| match foreign {
            true => is_common(word, tongues.first()),
            false => is_word(word, &tokens[at], tongues),
        };
        let mut meant = swapped(&tokens[at].plain).filter(fits);
        if let (Some(word), None) = (meant.next(), meant.next()) {
            drop(meant);
            tokens[at].strict.clone_from(&word);
            tokens[at].plain = word;
        }
    }
}

/// Whether a word stands where a place does, or is written as a name: `to Wien` leads to no wine.
fn may_be_a_place(tokens: &[Token], at: usize, tongues: Tongues) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else { return false };
    let leads = [Word::To, Word::Via, Word::From, Word::At];
    let led = lexicon(tongues.first())
        .phrase(std::slice::from_ref(before), false)
        .is_some_and(|(sense, _)| sense.meanings.any(&leads));
    let mark = matches!(before.kind, Kind::Dash | Kind::Arrow | Kind::Slash);
    led || mark || tokens[at].capital && before.kind != Kind::Period
}

/// The word with two letters changed, each time two others.
fn swapped(word: &str) -> impl Iterator<Item = String> {
    let letters = word.as_bytes();
    (0..letters.len() - 1).filter(|at| letters[*at] != letters[at + 1]).filter_map(|at| {
        let mut letters = letters.to_vec();
        letters.swap(at, at + 1);
        String::from_utf8(letters).ok()
    })
}

/// Whether only a language that neither the text nor its reader has knows a word: `Das sit alles`.
fn is_foreign(word: &str, tongues: Tongues) -> bool {
    tongues.all.iter().skip(2).any(|language| lexicon(*language).knows(word))
}

/// Whether a word is written as somebody may mean it who writes this language.
fn is_known(tokens: &[Token], tongues: Tongues) -> bool {
    let word = tokens[0].plain.as_str();
    let one = &tokens[..1];
    tongues.all.iter().take(2).any(|language| {
        let lexicon = lexicon(*language);
        is_common(word, *language) || lexicon.knows(word) || lexicon.phrase(one, false).is_some()
    }) || Meant::of_phrase(word) != Meant::default()
        || names().longest(tokens).is_some()
}

/// Whether this is a word of the text's language that bears nothing: `busy` is no `buys`. Of names it is told how they were read.
fn is_word(word: &str, token: &Token, tongues: Tongues) -> bool {
    let lexicon = lexicon(tongues.first());
    let written = Token { plain: word.to_owned(), strict: word.to_owned(), ..token.clone() };
    let one = [written];
    let silent =
        || lexicon.phrase(&one, false).is_none_or(|(sense, _)| !sense.meanings.any(&BEARING));
    lexicon.knows(word) && silent()
}
