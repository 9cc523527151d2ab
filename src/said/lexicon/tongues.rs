//! The languages of a text, in the order in which its words are looked up.
//!
//! Which language a letter of somebody unknown is in is told by [`tongue`](super::tongue).

use super::little::Little;
use super::names::names;
use super::text::{Kind, Token, cased};
use super::words::lexicon;
use crate::said::Language;

/// Languages in the order in which they count: that of the text, the reader's own, the others.
#[derive(Clone, Copy, Debug)]
pub(in crate::said) struct Tongues {
    /// Each language once.
    pub all: [Language; Language::ALL.len()],
}

impl Tongues {
    /// By the language of the text and the reader's own; the others follow in the order of [`Language::ALL`].
    pub fn of(first: Language, own: Language) -> Tongues {
        let mut all = Language::ALL;
        let rank = |language: &Language| match *language {
            l if l == first => 0,
            l if l == own => 1,
            Language::English => 2,
            _ => 3,
        };
        all.sort_by_key(rank);
        Tongues { all }
    }

    /// Those in which this line is read: a line that is written as the manual has it in English is English in a mail of any
    /// language, as `duel Keith: lose at most 1, then ask`. It has a word that the language of the mail has not.
    pub fn of_line(self, line: &str) -> Tongues {
        let first = self.first();
        if first == Language::English {
            return self;
        }
        let tokens = cased(line);
        let foreign = |token: &Token| {
            Little::Telling.is(&token.plain)
                || Little::Canonical.is(&token.plain)
                    && token.plain.len() > 2
                    && !lexicon(first).lists(&token.plain)
        };
        if !tokens.iter().any(foreign) {
            return self;
        }
        let mut at = 0;
        while at < tokens.len() {
            let token = &tokens[at];
            let number = token.plain.starts_with(|c: char| c.is_ascii_digit());
            at += if token.kind != Kind::Word || number || Little::Canonical.is(&token.plain) {
                1
            } else if let Some((_, _, length)) = names().longest(&tokens[at..]) {
                length
            } else if token.plain.len() == 1 {
                // `13 S`
                1
            } else {
                return self;
            };
        }
        Tongues::of(Language::English, first)
    }

    /// The language of the text.
    pub fn first(&self) -> Language {
        self.all[0]
    }
}

/// The language of a text: the reader's own, unless another knows clearly more of its words. Some lines are enough to
/// tell.
pub(in crate::said) fn language_of(lines: &[&str], own: Language) -> Language {
    let lines = lines.iter().filter(|line| !line.trim().is_empty()).take(60);
    let tokens = lines.flat_map(|line| cased(line));
    let mut counts = [0_i32; Language::ALL.len()];
    for token in tokens.filter(|token| token.kind == Kind::Word).take(400) {
        for language in Language::ALL {
            if lexicon(language).lists(&token.plain) {
                counts[language as usize] += 1;
            }
        }
    }
    let best = Language::ALL.into_iter().max_by_key(|language| {
        (counts[*language as usize], *language == own, std::cmp::Reverse(*language))
    });
    match best {
        // Half as many again, and three at least.
        Some(best)
            if 2 * counts[best as usize] > 3 * counts[own as usize]
                && counts[best as usize] >= counts[own as usize] + 3 =>
        {
            best
        }
        _ => own,
    }
}
