//! Cards of the same suit and value from several decks: `both nines of clubs`, `two nines of clubs`.

use super::cards::{self, Mention};
use crate::game::{CardRef, Nation};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::lexicon::words::Word;

/// How many of the equal cards of a hand one mention means: both of `both nines of clubs`, one where nothing counts them.
/// `None` where more are counted than the hand holds.
pub(in crate::said) fn copies(
    chunks: &[Chunk],
    all: &[Mention],
    mention: &Mention,
    card: CardRef,
    hand: Option<(&Known, Nation)>,
) -> Option<usize> {
    let small = |c: &&Chunk| c.has(Word::Article) && c.count().is_none() || c.has(Word::Filler);
    let before = &chunks[..mention.from];
    let articles = before.iter().rev().take(2).take_while(|c| small(c) && !c.has(Word::Both));
    let articles = articles.count();
    let Some(at) = (mention.from - articles).checked_sub(1) else { return Some(1) };
    if all.iter().any(|other| other.from <= at && at <= other.to) || mention.value.is_none() {
        return Some(1);
    }
    let held = hand.map_or(0, |(known, nation)| {
        known.hand(nation).iter().filter(|held| held.face == card.face).count()
    });
    let counter = &chunks[at];
    // `one of the elevens`, of a hand that has a single one, leaves open which.
    let one = |c: &Chunk| c.number == Some(1) || c.has(Word::OneOf);
    let first = counter.has(Word::From) && at.checked_sub(1).is_some_and(|at| one(&chunks[at]));
    if first || counter.has(Word::OneOf) {
        return (held > 1).then_some(1);
    }
    if counter.has(Word::Both) {
        // `both the 9 of clubs and the 7 of hearts` are two cards.
        let pair = chunks.get(mention.to + 1).is_some_and(|c| c.has(Word::And))
            && all.iter().any(|other| (mention.to + 1..mention.to + 4).contains(&other.from));
        return Some(if held == 2 && !(pair && articles > 0) { 2 } else { 1 });
    }
    let count = counter.count().filter(|_| articles == 0 && !counter.has(Word::Article));
    // `two elevens, clubs and diamonds`
    let alike = all.iter().filter(|other| other.value == mention.value).count();
    if alike > 1 {
        return Some(1);
    }
    let Some(count @ 2..=4) = count.and_then(|n| usize::try_from(n).ok()) else { return Some(1) };
    // `Dohna 2: 9 of clubs` counts troops.
    let counts = counter.is_word() && !cards::counts_cards(chunks, at);
    match (counts, held >= count) {
        (true, true) => Some(count),
        (true, false) => None,
        (false, _) => Some(1),
    }
}
