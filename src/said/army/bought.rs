//! How many troops a number that stands beside a purchase buys: what each of several gets, or how far somebody is raised;
//! and where a second purchase begins.

use crate::game::{COST, CardRef, Face, PieceId, Recruitment};
use crate::said::Trouble;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Scene;
use crate::said::chunks::pieces::is_train;
use crate::said::hand::cards;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Whether the number at this place is what each gets: `two troops each`, `je zwei Truppen`.
pub(in crate::said) fn is_of_each(chunks: &[Chunk], at: usize) -> bool {
    let each = |c: &&Chunk| c.has(Word::Each) && c.number.is_none();
    let troops = |c: &&Chunk| c.any(&[Word::Troops, Word::New, Word::Article, Word::Filler]);
    let behind = chunks[at + 1..].iter().find(|c| !troops(c) || each(c));
    let before = chunks[..at].last();
    chunks[at].number.is_some() && behind.into_iter().chain(before).any(|c| each(&c))
}

/// How many troops are bought for one who has so many already: of `bring Seydlitz up to 4` those beyond, where the cards pay
/// for them and not for all (R10.2).
pub(in crate::said) fn beyond(
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

/// `8D buys a troop for Laudon and the 7 of diamonds gets me train 2 at Brünn`: whether a second purchase begins here. Before it
/// and behind it stand cards and somebody who gets something, and both sides pay for themselves.
pub(in crate::said) fn pays_apart(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let joins = chunks[at].is_word() && chunks[at].any(&[Word::And, Word::While])
        || matches!(chunks[at].kind, Kind::Comma | Kind::Semicolon | Kind::Period);
    if !joins {
        return false;
    }
    let ends = |c: &Chunk| matches!(c.kind, Kind::Semicolon | Kind::Period);
    let end = chunks[at + 1..].iter().position(ends).map_or(chunks.len(), |end| at + 1 + end);
    let begin = chunks[..at].iter().rposition(ends).map_or(0, |begin| begin + 1);
    let buys = |part: &[Chunk]| {
        let cards = cards::mentions(part, scene.tongues, false);
        let is_card = |place: usize| cards.iter().any(|c| (c.from..=c.to).contains(&place));
        let gets = (0..part.len())
            .filter(|place| !is_card(*place))
            .any(|place| !part[place].generals.is_empty() || is_train(part, place));
        let worth = cards::worth(&cards);
        let number = |place: usize| part[place].count().filter(|_| !is_card(place));
        let train = (0..part.len()).any(|place| is_train(part, place));
        let troops = (0..part.len())
            .filter(|place| !(*place > 0 && is_train(part, *place - 1)))
            .filter_map(number)
            .fold(0, u32::saturating_add);
        let units = troops.max(u32::from(train));
        gets && worth / u32::from(COST) >= units.max(1)
    };
    buys(&chunks[begin..at]) && buys(&chunks[at + 1..end])
}

/// Whether the payment has a card without which the others suffice, as where only Keith was read of `Wint +2, Keith +1, pay 9C 9H`
/// (R10.1). `troops`: how many are bought.
fn overpaid(recruitment: &Recruitment, troops: u32) -> Option<Trouble> {
    let bought = troops + recruitment.trains.len() as u32;
    let worth = |card: &CardRef| u32::from(card.face.payment());
    let paid: u32 = recruitment.pay.iter().map(worth).sum();
    let spare = |card: &CardRef| paid - worth(card) >= bought * u32::from(COST);
    let count = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
    (recruitment.pay.len() > 1 && bought > 0 && recruitment.pay.iter().any(spare)).then(|| {
        Trouble::CountDisagrees { said: count(paid / u32::from(COST)), listed: count(bought) }
    })
}

/// A payment with a spare card, where the purchase names generals for whom it buys nothing, or goes over several sentences.
pub(in crate::said) fn misread_payment(
    chunks: &[Chunk],
    pieces: &[PieceId],
    recruitment: &Recruitment,
    troops: u32,
) -> Option<Trouble> {
    let other =
        |c: &Chunk| !c.generals.is_empty() && !c.generals.iter().any(|p| pieces.contains(p));
    let inside = &chunks[..chunks.len().saturating_sub(1)];
    // `one with two troops and the other with one`
    let another = chunks.iter().any(|c| c.has(Word::Other) && c.generals.is_empty());
    let dubious =
        another || chunks.iter().any(other) || inside.iter().any(|c| c.kind == Kind::Period);
    overpaid(recruitment, troops).filter(|_| dubious)
}
