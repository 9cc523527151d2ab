//! What somebody says of a choice before he makes it: that it is too near, tempting, or kept for later; and the words by
//! which he comes to an end.

use super::chunk::Chunk;
use super::club::words::{ClubWord, says};
use super::corrected::said;
use super::words::Word;

/// Whether a text says of a choice something that is no order.
pub(super) fn weighs(text: &str) -> bool {
    [
        ClubWord::Weighed,
        ClubWord::TooFar,
        ClubWord::TooLittle,
        ClubWord::Considered,
        ClubWord::ThoughtOf,
        ClubWord::Perhaps,
    ]
    .iter()
    .any(|word| says(text, *word))
}

/// Whether what is named here is denied, kept or bound to a condition.
pub(super) fn denies(words: &[Chunk]) -> bool {
    let bound = [Word::Not, Word::No, Word::Keep, Word::If];
    words.iter().any(|c| c.is_word() && c.generals.is_empty() && c.any(&bound))
}

/// Whether a sentence begins with a word that says what follows from those before: `So`, `In the end`.
pub(super) fn concludes(line: &str, words: &[Chunk]) -> bool {
    let first = words.iter().position(Chunk::is_word).unwrap_or(0);
    let ends = |at: usize| {
        [ClubWord::Therefore, ClubWord::Finally]
            .iter()
            .any(|word| said(line, words, at, *word).is_some())
    };
    (first..words.len().min(first + 4)).any(ends)
}
