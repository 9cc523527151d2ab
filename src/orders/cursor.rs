//! A place in the tokens of one sentence, and what can go wrong there.

use super::lexicon::Word;
use super::token::{Kind, Token};
use super::{Doubt, Trouble};

/// Why a sentence is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    NotUnderstood { why: Trouble, words: String, near: Vec<String> },
    Question { what: Doubt, words: String, candidates: Vec<String> },
}

/// What reading some tokens gives.
pub(crate) type Read<T> = Result<T, Problem>;

impl Problem {
    pub fn new(why: Trouble, words: impl Into<String>) -> Problem {
        Problem::NotUnderstood { why, words: words.into(), near: Vec::new() }
    }
}

/// A place in a sentence. Copies are free, so that a reader can look ahead and come back.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    line: &'t str,
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(line: &'t str, tokens: &'t [Token]) -> Cursor<'t> {
        Cursor { line, tokens, at: 0 }
    }

    /// The rest as a sentence of its own.
    pub fn remainder(&self) -> Cursor<'t> {
        Cursor::new(self.line, &self.tokens[self.at..])
    }

    pub fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    /// The token so many places further.
    pub fn ahead(&self, places: usize) -> Option<&'t Token> {
        self.tokens.get(self.at + places)
    }

    pub fn advance(&mut self, places: usize) {
        self.at = (self.at + places).min(self.tokens.len());
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// How many tokens were read.
    pub fn place(&self) -> usize {
        self.at
    }

    /// All tokens of the sentence.
    pub fn all(&self) -> &'t [Token] {
        self.tokens
    }

    /// Whether a word that can mean this is next.
    pub fn is(&self, word: Word) -> bool {
        self.peek().is_some_and(|token| token.is(word))
    }

    /// Whether a word that can mean this stands before.
    pub fn follows(&self, word: Word) -> bool {
        self.at.checked_sub(1).is_some_and(|before| self.tokens[before].is(word))
    }

    /// Whether this is next.
    pub fn is_kind(&self, kind: Kind) -> bool {
        self.peek().is_some_and(|token| token.kind == kind)
    }

    /// The number that is next.
    pub fn number(&self) -> Option<u16> {
        match self.peek()?.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Takes a word that can mean this, if one is next.
    pub fn take(&mut self, word: Word) -> bool {
        self.take_any(&[word])
    }

    /// Takes a word that can mean any of these, if one is next.
    pub fn take_any(&mut self, words: &[Word]) -> bool {
        let found = self.peek().is_some_and(|token| token.is_any(words));
        self.at += usize::from(found);
        found
    }

    /// Takes this, if it is next.
    pub fn take_kind(&mut self, kinds: &[Kind]) -> bool {
        let found = self.peek().is_some_and(|token| kinds.contains(&token.kind));
        self.at += usize::from(found);
        found
    }

    /// Takes all words of these meanings and all of this punctuation that come next. Returns
    /// whether there were any.
    pub fn skip(&mut self, words: &[Word], kinds: &[Kind]) -> bool {
        let start = self.at;
        while self.take_any(words) || self.take_kind(kinds) {}
        self.at > start
    }

    /// The text from an earlier place up to here.
    pub fn words_since(&self, start: &Cursor) -> String {
        self.text(start.at, self.at)
    }

    /// The next words of the text, at most so many tokens.
    pub fn next_words(&self, tokens: usize) -> String {
        self.text(self.at, (self.at + tokens).min(self.tokens.len()))
    }

    /// The text from here to the end of the sentence.
    pub fn rest(&self) -> String {
        self.text(self.at, self.tokens.len())
    }

    /// The whole sentence.
    pub fn sentence(&self) -> String {
        self.text(0, self.tokens.len())
    }

    fn text(&self, from: usize, to: usize) -> String {
        match (self.tokens.get(from), to.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(first), Some(last)) if to > from => shortened(&self.line[first.start..last.end]),
            _ => String::new(),
        }
    }

    /// A sentence that is no order because of what stands here.
    pub fn trouble<T>(&self, why: Trouble) -> Read<T> {
        let here = self.next_words(3);
        Err(Problem::new(why, if here.is_empty() { self.sentence() } else { here }))
    }

    /// Refuses what is left but politeness and punctuation.
    pub fn expect_end(mut self) -> Read<()> {
        self.skip(
            &[Word::Filler, Word::Closing, Word::Then],
            &[Kind::Comma, Kind::Period, Kind::Colon, Kind::Close, Kind::Dash],
        );
        if self.is_at_end() {
            Ok(())
        } else {
            Err(Problem::new(Trouble::UnknownWords, self.rest()))
        }
    }
}

/// Words of strangers: at most 120 characters of them are repeated.
pub(crate) fn shortened(words: &str) -> String {
    words.chars().take(120).collect()
}
