//! A line of which a part is taken out, and what the files that do so ask of its words.
//!
//! What is taken back, and why, is for [`correction`](crate::said::doubt::correction), [`rethought`](crate::said::doubt::rethought) and others.

use super::chunk::Chunk;
use crate::orders::fold::fold;
use crate::said::club::words::{ClubWord, LONGEST, means, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// A line without what it takes back.
pub(in crate::said) struct Corrected {
    /// What is left of the line.
    pub chunks: Vec<Chunk>,
    /// The line with blanks for what was taken back, byte by byte as long as before.
    pub line: String,
}

impl Corrected {
    /// Takes these chunks out of a line.
    pub fn without(line: &str, chunks: &[Chunk], taken: Range<usize>) -> Corrected {
        let blank = blanked(line, chunks[taken.start].start, chunks[taken.end - 1].end);
        Corrected { chunks: [&chunks[..taken.start], &chunks[taken.end..]].concat(), line: blank }
    }

    /// Takes several parts out of a line, none of them empty.
    pub fn without_all(line: &str, chunks: &[Chunk], taken: &[Range<usize>]) -> Corrected {
        let kept = (0..chunks.len()).filter(|at| !taken.iter().any(|range| range.contains(at)));
        let chunks_left = kept.map(|at| chunks[at].clone()).collect();
        let blank = |line: String, range: &Range<usize>| {
            blanked(&line, chunks[range.start].start, chunks[range.end - 1].end)
        };
        Corrected { chunks: chunks_left, line: taken.iter().fold(line.to_owned(), blank) }
    }
}

/// The parts of a line: at a chunk that `ends` one, which belongs to none, and before one at which another `begins`.
pub(in crate::said) fn parted(
    chunks: &[Chunk],
    ends: impl Fn(&Chunk) -> bool,
    begins: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut from = 0;
    for at in 0..=chunks.len() {
        let end = chunks.get(at).is_some_and(&ends);
        if at == chunks.len() || end || begins(at) {
            if from < at {
                all.push(from..at);
            }
            from = at + usize::from(end);
        }
    }
    all
}

/// The line with blanks for its bytes from `from` to `to`, the last one not included.
pub(in crate::said) fn blanked(line: &str, from: usize, to: usize) -> String {
    let mut bytes = line.as_bytes().to_vec();
    for byte in bytes.get_mut(from..to).into_iter().flatten() {
        *byte = b' ';
    }
    // The bounds are those of chunks, and so of characters.
    String::from_utf8(bytes).unwrap_or_else(|_| line.to_owned())
}

/// The line without these chunks, the last one not included; `None` if there are none.
pub(in crate::said) fn without(
    line: &str,
    chunks: &[Chunk],
    from: usize,
    to: usize,
) -> Option<Corrected> {
    let (first, last) = (chunks.get(from)?, chunks.get(to.checked_sub(1)?)?);
    let mut left = chunks[..from].to_vec();
    left.extend_from_slice(&chunks[to..]);
    Some(Corrected { chunks: left, line: blanked(line, first.start, last.end) })
}

/// How many chunks from here say this, as one phrase.
pub(in crate::said) fn said(
    line: &str,
    chunks: &[Chunk],
    at: usize,
    word: ClubWord,
) -> Option<usize> {
    if !chunks.get(at)?.begins(word) {
        return None;
    }
    let most = LONGEST.min(chunks.len() - at);
    (1..=most).rev().find(|length| {
        let part = &chunks[at..at + length];
        let plain = |c: &Chunk| c.is_word() && c.generals.is_empty();
        let text = |first: &Chunk, last: &Chunk| line.get(first.start..last.end);
        part.iter().all(plain)
            && part
                .first()
                .zip(part.last())
                .and_then(|(first, last)| text(first, last))
                .is_some_and(|text| means(text, word))
    })
}

/// The words of a clause, those together that are one phrase of these meanings: from which chunk to which, the last one not included.
pub(in crate::said) fn phrases<'a>(
    line: &'a str,
    chunks: &'a [Chunk],
    meanings: &'a [ClubWord],
) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut at = 0;
    std::iter::from_fn(move || {
        chunks.get(at)?;
        let longest = meanings.iter().filter_map(|word| said(line, chunks, at, *word)).max();
        let from = at;
        at += longest.unwrap_or(1);
        Some(from..at)
    })
}

/// Whether these chunks begin with a no, an apology or another word that corrects: `No, to Nimburg`, `And sorry, to Nimburg`.
pub(in crate::said) fn begins_correcting(line: &str, chunks: &[Chunk]) -> bool {
    let corrects = |at: usize| {
        let words = [ClubWord::Correction, ClubWord::PlainNo, ClubWord::Apology];
        words.iter().any(|word| said(line, chunks, at, *word).is_some())
    };
    let small = |c: &Chunk| c.any(&[Word::And, Word::Filler]) && !c.has(Word::No);
    let first = chunks.iter().position(Chunk::is_word);
    let behind = chunks.iter().position(|c| c.is_word() && !small(c));
    first.is_some_and(corrects) || behind.is_some_and(corrects)
}

/// Whether a city is named here; a word of the language that is a city's name, too, only behind a preposition.
pub(in crate::said) fn is_place(chunks: &[Chunk], at: usize) -> bool {
    let marked = at > 0 && chunks[at - 1].any(&[Word::To, Word::At]);
    let chunk = &chunks[at];
    chunk.is_plain_city() && (chunk.meanings.is_empty() || chunk.nation.is_some() || marked)
}

/// Whether this denies what stands behind it.
pub(in crate::said) fn denies(line: &str, chunk: &Chunk) -> bool {
    let not = |text: &str| text.split(' ').any(|word| means(word, ClubWord::Not));
    chunk.is_word()
        && chunk.generals.is_empty()
        && chunk.any(&[Word::Not, Word::Stay])
        && line.get(chunk.start..chunk.end).is_some_and(not)
}

/// Whether a verb says here that a march ends before its goal: `stops at`.
pub(in crate::said) fn halts(line: &str, chunk: &Chunk) -> bool {
    let text = line.get(chunk.start..chunk.end).unwrap_or_default();
    let halts = |word: &str| Little::Halts.is(&fold(word).plain);
    chunk.is_word() && text.split(|c: char| !c.is_alphanumeric()).any(halts)
}

/// Which chunk is the goal that is named here, articles and prepositions passed over, and whether a preposition
/// such as `to` stands before it.
pub(in crate::said) fn goal(chunks: &[Chunk], mut at: usize) -> Option<(usize, bool)> {
    let mut led = false;
    for _ in 0..5 {
        let chunk = chunks.get(at)?;
        if is_place(chunks, at) {
            return Some((at, led));
        }
        let leads = chunk.has(Word::To) && !chunk.any(&[Word::Via, Word::From, Word::Not]);
        led |= leads;
        let passes = leads
            || chunk.is_word()
                && chunk.generals.is_empty()
                && chunk.cities.is_empty()
                && chunk.any(&[
                    Word::Filler,
                    Word::Article,
                    Word::Move,
                    Word::At,
                    Word::Then,
                    Word::Only,
                ])
                && !chunk.any(&[Word::Via, Word::From, Word::Stay, Word::Not]);
        if !passes {
            return None;
        }
        at += 1;
    }
    None
}

pub(in crate::said) fn ends_sentence(chunk: &Chunk) -> bool {
    matches!(chunk.kind, Kind::Period | Kind::Semicolon | Kind::Question)
}

/// The line of these two parts, without what lies between them.
pub(in crate::said) fn joined(line: &str, before: &[Chunk], behind: &[Chunk]) -> Option<Corrected> {
    let from = before.last().map_or(0, |c| c.end);
    let to = behind.first()?.start;
    let mut chunks = before.to_vec();
    chunks.extend_from_slice(behind);
    Some(Corrected { chunks, line: blanked(line, from, to) })
}

/// Whether these words say what would be: `Kamenz would suit him`, `Kamenz byłby dobry`.
pub(in crate::said) fn is_supposed(text: &str, chunks: &[Chunk]) -> bool {
    // German `drei` is no Italian conditional.
    let would =
        |c: &Chunk| c.is_word() && c.number.is_none() && Little::ConditionalEnding.ends(&c.plain);
    says(text, ClubWord::Would) || chunks.iter().any(would)
}
