//! A line as tokens: words with their meanings, numbers, punctuation, suit signs.
//!
//! What the tokens mean together is for the readers of single orders. Tokenising is linear in the
//! length of the line; lines that cannot be orders for their sheer length never get here.

use super::fold::{Folded, is_combining};
use super::lexicon::{Meanings, PHRASE_WORDS, Word, lexicon};
use crate::game::Suit;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    /// Digits; more than 999 counts as 999, which no order means.
    Number(u16),
    Suit(Suit),
    Comma,
    Colon,
    Semicolon,
    /// The end of a sentence, not the point of an abbreviation.
    Period,
    Dash,
    Arrow,
    Plus,
    Equals,
    Slash,
    Open,
    Close,
    Question,
}

/// A token and where it stands in the line.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// Byte range in the line.
    pub start: usize,
    pub end: usize,
    /// The word in the spellings by which it is compared; empty for others.
    pub folded: Folded,
    pub meanings: Meanings,
    /// Nothing stands between this token and the one before it.
    pub glued: bool,
}

impl Token {
    /// Whether it is a word that can mean this.
    pub fn is(&self, word: Word) -> bool {
        self.meanings.has(word)
    }

    /// Whether it is a word that can mean any of these.
    pub fn is_any(&self, words: &[Word]) -> bool {
        self.meanings.has_any(words)
    }
}

/// The tokens of a line.
pub(crate) fn tokens(line: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut characters = line.char_indices().peekable();
    let mut after = 0;
    while let Some((start, character)) = characters.next() {
        let mut end = start + character.len_utf8();
        let mut take_while = |wanted: &dyn Fn(char) -> bool| {
            while let Some((at, next)) = characters.next_if(|(_, next)| wanted(*next)) {
                end = at + next.len_utf8();
            }
            end
        };
        let kind = match character {
            '0'..='9' => {
                let end = take_while(&|next| next.is_ascii_digit());
                Kind::Number(line[start..end].parse().unwrap_or(999).min(999))
            }
            letter if letter.is_alphabetic() => {
                // An apostrophe belongs to the word: `don't`.
                take_while(&|next| {
                    next.is_alphabetic() || is_combining(next) || matches!(next, '\'' | '’')
                });
                Kind::Word
            }
            '♠' | '♤' => Kind::Suit(Suit::Spades),
            '♣' | '♧' => Kind::Suit(Suit::Clubs),
            '♥' | '♡' | '❤' => Kind::Suit(Suit::Hearts),
            '♦' | '♢' => Kind::Suit(Suit::Diamonds),
            ',' => Kind::Comma,
            ':' => Kind::Colon,
            ';' => Kind::Semicolon,
            '.' | '!' => Kind::Period,
            '?' => Kind::Question,
            '+' | '&' => Kind::Plus,
            '/' | '\\' => Kind::Slash,
            '(' | '[' => Kind::Open,
            ')' | ']' => Kind::Close,
            '→' | '⇒' | '»' | '>' => Kind::Arrow,
            '-' | '–' | '—' | '‐' | '‑' | '−' | '=' => {
                take_while(&|next| matches!(next, '-' | '='));
                let end = take_while(&|next| next == '>');
                match (line[..end].ends_with('>'), character) {
                    (true, _) => Kind::Arrow,
                    (_, '=') => Kind::Equals,
                    _ => Kind::Dash,
                }
            }
            // Spaces, quotation marks, bullets, invisible characters: they mean nothing.
            _ => continue,
        };
        let mut token = Token {
            kind,
            start,
            end,
            folded: Folded::default(),
            meanings: Meanings::default(),
            glued: start == after && start > 0,
        };
        if kind == Kind::Word {
            token.folded.push_str(&line[start..end]);
            token.meanings = lexicon().meanings(&token.folded);
        }
        after = end;
        found.push(token);
    }
    drop_points_of_abbreviations(&mut found);
    join_phrases(found)
}

/// A point after a short word, or glued to what follows, ends no sentence: `a. d. Oder`, `St.`
fn drop_points_of_abbreviations(tokens: &mut Vec<Token>) {
    let kept: Vec<bool> = (0..tokens.len())
        .map(|at| {
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            let short = before.is_some_and(|token| {
                token.kind == Kind::Word && token.end - token.start < 4 && !token.meanings.is_none()
                    || token.kind == Kind::Word && token.end - token.start < 3
                    || token.is(Word::Title)
            });
            let glued = tokens.get(at + 1).is_some_and(|next| next.glued);
            tokens[at].kind != Kind::Period || !(short || glued) || at + 1 == tokens.len()
        })
        .collect();
    let mut kept = kept.into_iter();
    tokens.retain(|_| kept.next().unwrap_or(true));
}

/// Words that make one phrase of the lexicon become one token.
fn join_phrases(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let [first, ..] = rest {
        let (token, used) = longest_phrase(rest).unwrap_or_else(|| (first.clone(), 1));
        joined.push(token);
        rest = &rest[used..];
    }
    joined
}

fn longest_phrase(tokens: &[Token]) -> Option<(Token, usize)> {
    let mut phrase = tokens.first().filter(|token| token.kind == Kind::Word)?.clone();
    let mut best = None;
    let mut words = 1;
    for (place, token) in tokens.iter().enumerate().skip(1) {
        match token.kind {
            // `re-enters`, `set-aside`: nothing but the dash between the words.
            Kind::Dash if token.glued => continue,
            Kind::Word => {}
            _ => break,
        }
        phrase.folded.append(&token.folded);
        phrase.end = token.end;
        words += 1;
        let meanings = lexicon().meanings(&phrase.folded);
        if !meanings.is_none() {
            phrase.meanings = meanings;
            best = Some((phrase.clone(), place + 1));
        }
        if words == PHRASE_WORDS {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(line: &str) -> Vec<Kind> {
        tokens(line).iter().map(|token| token.kind).collect()
    }

    #[test]
    fn cards_are_a_number_and_a_suit() {
        assert_eq!(kinds("10D"), [Kind::Number(10), Kind::Word]);
        assert_eq!(kinds("♦\u{fe0f}10"), [Kind::Suit(Suit::Diamonds), Kind::Number(10)]);
    }

    #[test]
    fn arrows_and_dashes_are_told_apart() {
        use Kind::*;
        assert_eq!(kinds("a -> b --> c => d"), [Word, Arrow, Word, Arrow, Word, Arrow, Word]);
        assert_eq!(kinds("a - b – c = d"), [Word, Dash, Word, Dash, Word, Equals, Word]);
    }

    #[test]
    fn phrases_are_one_token() {
        let all = tokens("Fermor re-enters, then set aside 11S");
        assert!(all[1].is(Word::Enter));
        assert!(all.iter().any(|token| token.is(Word::SetAside)));
        assert!(tokens("Keith doesn't move")[1].is(Word::Stay));
    }

    #[test]
    fn a_point_after_an_abbreviation_ends_no_sentence() {
        use Kind::*;
        assert_eq!(kinds("Gen. Daun"), [Word, Word]);
        assert_eq!(kinds("Daun. Browne"), [Word, Period, Word]);
    }
}
