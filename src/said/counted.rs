//! The value of a Reserve that is said apart from it: `I take ten as the value of the Reserve`.

use super::cards::Mention;
use super::chunk::Chunk;
use super::words::Word;

/// What a Reserve that is played counts as, if that is said.
pub(super) fn reserve_value(chunks: &[Chunk], reserve: &Mention) -> Option<u8> {
    let value = reserve.value.or_else(|| counts_as(chunks, reserve));
    value.and_then(|value| u8::try_from(value).ok())
}

/// `zehn nehm ich als Wert für die Reserve`, `the Reserve counts for six`: the value of a Reserve that is said apart from it, the only
/// number there.
fn counts_as(chunks: &[Chunk], reserve: &Mention) -> Option<u32> {
    let bound =
        [Word::Not, Word::Or, Word::If, Word::Versus, Word::Points, Word::Troops, Word::Card];
    let apart = |at: usize| at < reserve.from || at > reserve.to;
    let other = |at: usize| apart(at) && chunks[at].any(&bound) && !chunks[at].has(Word::Filler);
    let value = |at: usize| {
        let chunk = &chunks[at];
        chunk.count().filter(|_| apart(at) && chunk.ordinal.is_none() && !chunk.has(Word::Article))
    };
    let counts = chunks.iter().any(|c| c.any(&[Word::As, Word::For]) && c.is_word());
    let mut numbers = (0..chunks.len()).filter_map(value);
    let only = numbers.next().filter(|value| (1..=10).contains(value) && numbers.next().is_none());
    only.filter(|_| counts && !(0..chunks.len()).any(other))
}
