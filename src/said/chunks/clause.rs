//! The clauses of a line, and what may be asked of one whatever it says: its words, the sentence around it, whom it names.
//!
//! What a clause is passed over for, those ask who pass it over: [`told`](crate::said::telling::told), [`pointless`](crate::said::telling::pointless).

use super::chunk::Chunk;
use super::corrected::{parted, said};
use super::known::Known;
use super::prose::Prose;
use crate::said::Language;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// Words that order, take back, bind or ask something, wherever they stand.
pub(in crate::said) const ORDERING: [Word; 25] = [
    Word::Ready,
    Word::Wait,
    Word::Cancel,
    Word::Recruit,
    Word::Pay,
    Word::Card,
    Word::Reserve,
    Word::Play,
    Word::Discard,
    Word::Test,
    Word::Press,
    Word::Propose,
    Word::Vote,
    Word::Rest,
    Word::Everybody,
    Word::Both,
    Word::Other,
    Word::TheOne,
    Word::TheOnes,
    Word::Absent,
    Word::Returned,
    Word::Extend,
    Word::Pause,
    Word::Or,
    Word::Turn,
];
/// The clauses of a line, each with the mark or the word before it that joins it to the others.
pub(in crate::said) fn clauses(
    line: &str,
    chunks: &[Chunk],
    language: Language,
) -> Vec<Range<usize>> {
    let parts = |at: usize| {
        let c = &chunks[at];
        matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Open)
            || c.kind == Kind::Dash && !c.glued
            || at > 0 && !chunks[at - 1].is_mark() && joins(line, chunks, at, language)
    };
    let ends =
        |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question | Kind::Colon | Kind::Close);
    parted(chunks, ends, |at| at < chunks.len() && parts(at))
}

/// Whether a word here begins another clause.
fn joins(line: &str, chunks: &[Chunk], at: usize, language: Language) -> bool {
    let c = &chunks[at];
    let and = c.is_word() && c.has(Word::And) && c.cities.is_empty() && c.generals.is_empty();
    let words = [ClubWord::But, ClubWord::Because, ClubWord::Since, ClubWord::UntilKnown];
    // `so` alone stands before an order, too.
    let so_that = said(line, chunks, at, ClubWord::Consequence)
        .and_then(|length| line.get(c.start..chunks[at + length - 1].end));
    let so_that = so_that.is_some_and(|phrase| phrase.len() > 4);
    // `to Potsdam that's enough`, `to Cottbus which is safer`
    let told = |from: usize| {
        (from..chunks.len().min(from + 3))
            .any(|at| Prose::Tells.said(language, line, chunks, at).is_some())
    };
    let behind_city = chunks[at - 1].is_plain_city() && {
        let teller = Prose::Teller.said(language, line, chunks, at);
        let which = [ClubWord::Relative, ClubWord::That];
        let which = which.iter().find_map(|word| said(line, chunks, at, *word));
        teller.or(which).is_some_and(|length| told(at + length))
    };
    // Polish `a` is no French `à`.
    let long = c.plain.len() > 1 || language == Language::Polish;
    and || so_that
        || behind_city
        || long && words.iter().any(|word| said(line, chunks, at, *word).is_some())
}

/// Whether it names a piece of the writer's, or is a word for a train.
pub(in crate::said) fn is_own(chunk: &Chunk, known: &Known) -> bool {
    chunk.is_train_word() || chunk.generals.iter().any(|piece| known.is_own(piece.nation()))
}

/// A clause and where it stands.
pub(in crate::said) struct Clause<'c> {
    pub line: &'c str,
    pub chunks: &'c [Chunk],
    pub range: &'c Range<usize>,
    /// Its chunks, with the mark or word that joins it.
    pub own: &'c [Chunk],
    /// The sentence around it.
    pub whole: &'c [Chunk],
    pub known: &'c Known<'c>,
    pub language: Language,
}

impl<'c> Clause<'c> {
    pub fn new(
        line: &'c str,
        chunks: &'c [Chunk],
        range: &'c Range<usize>,
        known: &'c Known<'c>,
        language: Language,
    ) -> Clause<'c> {
        let (own, whole) = (&chunks[range.clone()], sentence(chunks, range));
        Clause { line, chunks, range, own, whole, known, language }
    }

    /// Whether these chunks begin with a phrase of this meaning, the mark before it apart.
    pub fn begins(&self, word: ClubWord) -> bool {
        said(self.line, self.own, usize::from(self.own[0].is_mark()), word).is_some()
    }

    /// Whether it names a general or a nation that is not the writer's.
    pub fn is_foreign(&self, c: &Chunk) -> bool {
        let general = !c.generals.is_empty() && !is_own(c, self.known);
        let nation = c.nation.is_some_and(|nation| !self.known.is_own(nation));
        general || c.generals.is_empty() && nation
    }

    /// Its words as they were written.
    pub fn text(&self) -> &str {
        let ends = self.own.first().zip(self.own.last());
        ends.and_then(|(first, last)| self.line.get(first.start..last.end)).unwrap_or_default()
    }
}

/// The sentence in which these chunks stand.
fn sentence<'c>(chunks: &'c [Chunk], range: &Range<usize>) -> &'c [Chunk] {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
    let from = chunks[..range.start].iter().rposition(ends).map_or(0, |at| at + 1);
    let end = chunks[range.end..].iter().position(ends).unwrap_or(chunks.len() - range.end);
    &chunks[from..range.end + end]
}
