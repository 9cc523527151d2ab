//! How many troops a number that stands beside a purchase buys: what each of several gets, or how far somebody is raised.

use super::chunk::Chunk;
use super::words::Word;
use crate::game::{COST, CardRef, Face};

/// Whether the number at this place is what each gets: `two troops each`, `je zwei Truppen`.
pub(super) fn is_of_each(chunks: &[Chunk], at: usize) -> bool {
    let each = |c: &&Chunk| c.has(Word::Each) && c.number.is_none();
    let troops = |c: &&Chunk| c.any(&[Word::Troops, Word::New, Word::Article, Word::Filler]);
    let behind = chunks[at + 1..].iter().find(|c| !troops(c) || each(c));
    let before = chunks[..at].last();
    chunks[at].number.is_some() && behind.into_iter().chain(before).any(|c| each(&c))
}

/// How many troops are bought for one who has so many already: of `bring Seydlitz up to 4` those beyond, where the cards pay
/// for them and not for all (R10.2).
pub(super) fn beyond(
    chunks: &[Chunk],
    (number, place): (u32, usize),
    has: u32,
    pay: &[CardRef],
) -> u32 {
    let led = place > 0 && chunks[place - 1].has(Word::To) && chunks[place - 1].number.is_none();
    let worth = |card: &CardRef| match card.face {
        Face::Suited(_, value) => u32::from(value),
        Face::Reserve => 10,
    };
    let funds: u32 = pay.iter().map(worth).sum();
    let (more, cost) = (number.saturating_sub(has), u32::from(COST));
    let fits = led && has > 0 && more > 0 && (cost * more..cost * number).contains(&funds);
    if fits { more } else { number }
}
