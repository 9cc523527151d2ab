//! Dates among the words of a line, as far as it has to be known that numbers are none of orders.

use super::chunk::Chunk;
use super::frame::Scene;
use crate::said::club::absence::{self, Until};
use crate::said::lexicon::{text, words};

/// Whether a first and a last day are named: `from 20 to 22 November` limits no cards.
pub(in crate::said) fn names_days(scene: &Scene, chunks: &[Chunk]) -> bool {
    let absent = absence::dates(&scene.words_whole(chunks), &|word| number_word(scene, word));
    let dated = |day: absence::Day| matches!(day, absence::Day::Date { .. });
    absent.is_some_and(|absent| {
        // Italian `mai più di due carte` is no second of May.
        let last = |from| matches!(absent.to, Until::Day(day) if dated(day) && day != from);
        absent.from.is_some_and(|from| dated(from) && last(from))
    })
}

/// A number in words, or a place in an order.
pub(in crate::said) fn number_word(scene: &Scene, word: &str) -> Option<u32> {
    let tokens = text::tokens(word);
    scene.tongues.all.iter().take(2).find_map(|language| {
        let (sense, used) = words::lexicon(*language).phrase(&tokens, false)?;
        // `od dwunastego do dziewiętnastego grudnia`
        sense.number.or(sense.ordinal).filter(|_| used == tokens.len())
    })
}
