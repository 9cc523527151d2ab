//! Cards that pay and are named by their values alone: `… which I pay for with the six and the nine`. What suit they are of,
//! the hand says, or the writer is asked.

use super::cards::{self, Mention};
use crate::said::chunks::chunk::Chunk;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// The cards behind a verb of paying, or behind `with` in its clause, where no suit is named at all.
pub(in crate::said) fn by_value_alone(chunks: &[Chunk], tongues: Tongues) -> Vec<Mention> {
    let suit = |c: &Chunk| {
        matches!(c.kind, Kind::Suit(_))
            || c.any(&[Word::Spades, Word::Hearts, Word::Diamonds, Word::Clubs])
    };
    let buys = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Troops) || c.is_train_word();
    if chunks.iter().any(suit) || !chunks.iter().any(buys) {
        return Vec::new();
    }
    clauses(chunks).into_iter().find_map(|range| paid(chunks, range, tongues)).unwrap_or_default()
}

fn paid(chunks: &[Chunk], range: Range<usize>, tongues: Tongues) -> Option<Vec<Mention>> {
    let clause = &chunks[range.clone()];
    let pays = |c: &Chunk| {
        c.has(Word::Pay) && !c.any(&[Word::For, Word::Give, Word::At, Word::From, Word::Filler])
    };
    let verb = clause.iter().position(pays)?;
    let with = clause.iter().position(|c| c.has(Word::With) && c.generals.is_empty());
    let from = with.unwrap_or(verb);
    // What stands before a count of troops is how many are bought.
    let counts = |mention: &Mention| {
        clause[mention.to + 1..].iter().take(2).any(|c| c.any(&[Word::Troops, Word::New]))
    };
    let apart = |mention: &Mention| {
        let between = &clause[from.min(mention.from)..mention.from];
        between.iter().any(|c| !c.generals.is_empty())
    };
    let named: Vec<Mention> = cards::mentions(clause, tongues, true)
        .into_iter()
        .filter(|mention| mention.from > from && mention.value.is_some())
        .filter(|mention| !counts(mention) && !apart(mention))
        .map(|mention| Mention {
            from: range.start + mention.from,
            to: range.start + mention.to,
            ..mention
        })
        .collect();
    (!named.is_empty()).then_some(named)
}

/// The stretches between the marks of a group; a list of cards with commas is one.
fn clauses(chunks: &[Chunk]) -> Vec<Range<usize>> {
    let parts = |at: &usize| {
        let listed =
            chunks.get(at + 1).is_some_and(|c| c.count().is_some() || c.has(Word::Article));
        let comma = chunks[*at].kind == Kind::Comma && !listed;
        comma
            || matches!(
                chunks[*at].kind,
                Kind::Period | Kind::Semicolon | Kind::Question | Kind::Open | Kind::Close
            )
    };
    let mut all = Vec::new();
    let mut from = 0;
    for at in (0..chunks.len()).filter(parts).chain([chunks.len()]) {
        all.push(from..at);
        from = at + 1;
    }
    all
}
