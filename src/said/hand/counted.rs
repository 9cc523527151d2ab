//! The value of a Reserve that is said apart from it, `I take ten as the value of the Reserve`.

use super::cards::Mention;
use crate::said::chunks::chunk::Chunk;
use crate::said::lexicon::words::Word;

/// Gives the Reserve that is played the value that is said apart from it: that number is no card of its own.
pub(in crate::said) fn settle(chunks: &[Chunk], mentions: &mut Vec<Mention>) {
    let mut reserves = mentions.iter().filter(|m| m.reserve);
    let (Some(reserve), None) = (reserves.next(), reserves.next()) else { return };
    if reserve.value.is_some() {
        return;
    }
    let Some((at, value)) = counts_as(chunks, reserve) else { return };
    mentions.retain(|m| m.reserve || !(m.from..=m.to).contains(&at));
    for mention in mentions.iter_mut().filter(|m| m.reserve) {
        mention.value = Some(value);
    }
}

/// `zehn nehm ich als Wert für die Reserve`, `the Reserve counts for six`: the value of a Reserve that is said apart from it, the only
/// number there, and where it stands.
fn counts_as(chunks: &[Chunk], reserve: &Mention) -> Option<(usize, u32)> {
    let bound =
        [Word::Not, Word::Or, Word::If, Word::Versus, Word::Points, Word::Troops, Word::Card];
    let apart = |at: usize| at < reserve.from || at > reserve.to;
    let other = |at: usize| apart(at) && chunks[at].any(&bound) && !chunks[at].has(Word::Filler);
    let value = |at: usize| {
        let chunk = &chunks[at];
        let count = chunk.count();
        let own = apart(at) && chunk.ordinal.is_none() && !chunk.has(Word::Article);
        count.filter(|_| own).map(|count| (at, count))
    };
    let counts = chunks.iter().any(|c| c.any(&[Word::As, Word::For]) && c.is_word());
    let mut numbers = (0..chunks.len()).filter_map(value);
    let only =
        numbers.next().filter(|(_, value)| (1..=10).contains(value) && numbers.next().is_none());
    only.filter(|_| counts && !(0..chunks.len()).any(other))
}
