//! Clauses that bind no order though they have a word that does: those about others alone, those that say why, and
//! conditions from which no order follows.

use crate::said::Said;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::remark;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// `Heinrich heads for Cottbus, the Russians can wait`: whether a word at this byte stands in a clause about others alone.
pub(in crate::said) fn is_of_others(chunks: &[Chunk], word: usize, said: &[Said]) -> bool {
    let Some(at) = chunks.iter().rposition(|c| c.start <= word) else { return false };
    let mark = |c: &Chunk| !c.is_word() && c.number.is_none();
    let from = chunks[..at].iter().rposition(mark).map_or(0, |before| before + 1);
    let clause: Vec<&Chunk> = chunks[from..].iter().take_while(|c| !mark(c)).collect();
    let pieces = said.iter().flat_map(|said| said.request.ordered());
    let own: Vec<_> = pieces.map(|piece| piece.nation()).collect();
    let foreign = |c: &Chunk| match c.generals.as_slice() {
        [] => c.nation.is_some_and(|nation| !own.contains(&nation)),
        all => all.iter().all(|piece| !own.contains(&piece.nation())),
    };
    let named = |c: &Chunk| {
        (!c.generals.is_empty() || c.is_plain_city() || c.is_train_word()) && !foreign(c)
    };
    let joined = clause.iter().any(|c| c.any(&[Word::Pronoun, Word::To]) && !c.has(Word::Filler));
    from > 0 && clause.iter().any(|c| foreign(c)) && !clause.iter().any(|c| named(c)) && !joined
}

/// Whether a word at this byte stands in a clause that says why, behind the order.
pub(in crate::said) fn behind_because(chunks: &[Chunk], word: usize) -> bool {
    let Some(at) = chunks.iter().rposition(|c| c.start <= word) else { return false };
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Semicolon | Kind::Question);
    let from = chunks[..at].iter().rposition(ends).map_or(0, |before| before + 1);
    let reason = (from..at).find(|at| remark::begins_reason(chunks, *at));
    reason.is_some_and(|reason| {
        chunks[from..reason].iter().any(Chunk::is_plain_city)
            && !chunks[reason..].iter().take_while(|c| !ends(c)).any(Chunk::is_plain_city)
    })
}

/// Whether an order that was read stands behind the condition that begins a sentence: `If Winterfeldt is gone, Lacy goes to
/// Pirna`. From `Wenn Daun kommt, bin ich erledigt` none follows.
pub(in crate::said) fn order_follows(chunks: &[Chunk], said: &[Said]) -> bool {
    let parts =
        |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Colon);
    let behind = chunks.iter().skip_while(|c| !parts(c)).skip(1);
    let behind = behind.take_while(|c| !parts(c) || c.kind == Kind::Comma);
    let ordered = |c: &Chunk| {
        said.iter().flat_map(|said| said.request.ordered()).any(|piece| c.generals.contains(piece))
    };
    let goes = |c: &Chunk| c.is_plain_city() || c.has(Word::Stay) && !c.has(Word::Filler);
    behind.clone().any(ordered) && behind.clone().any(goes)
}

/// `If anyone asks, I was never here`: a sentence of its own that orders nothing.
pub(in crate::said) fn only_tells(chunks: &[Chunk], sentence: Range<usize>, said: &[Said]) -> bool {
    let begins = chunks[..sentence.start].last().is_some_and(|c| c.kind == Kind::Period);
    let words = &chunks[sentence];
    let orders = |c: &Chunk| c.any(&[Word::Stay, Word::Move]) || c.is_plain_city();
    let comma = words.iter().any(|c| c.kind == Kind::Comma);
    begins && comma && !order_follows(words, said) && !words.iter().any(orders)
}
