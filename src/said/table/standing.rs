//! Orders of earlier mails of which somebody says that they stand: `Friedrich's move stands`, `the order for Keith remains
//! valid`. They stand by themselves, and nobody stays by it.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::{Framed, Parsed, Scene};
use crate::said::club::words::ClubWord;
use crate::said::lexicon::words::Word;

/// Reads a group as saying that what was ordered before holds.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let phrase = |at: usize, word| said(scene.line, chunks, at, word);
    // `Befehl für` is one phrase.
    let named = |at: usize| {
        let first = chunks[at].means(ClubWord::OrderNoun) && chunks[at].generals.is_empty();
        phrase(at, ClubWord::OrderNoun).or(first.then_some(1))
    };
    let (noun, behind) = (0..chunks.len()).find_map(|at| Some((at, at + named(at)?)))?;
    let holds = |at: &usize| phrase(*at, ClubWord::Holds).is_some();
    let verb = (behind..chunks.len()).find(holds)?;
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let small = |c: &Chunk| {
        own(c)
            || c.is_word()
                && c.generals.is_empty()
                && c.cities.is_empty()
                && c.count().is_none_or(|_| c.has(Word::Article))
                && !c.unknown
                && !c.any(&[Word::Not, Word::If, Word::Or, Word::Cancel, Word::Ready])
    };
    let verb_end = verb + phrase(verb, ClubWord::Holds)?;
    // `Order Keith stands`: with a verb of one word the piece is the one that stands; so does a train in `Keiths Zug bleibt`.
    let verb_text = scene.line.get(chunks[verb].start..chunks[verb_end - 1].end)?;
    let of_piece = chunks.get(behind).is_some_and(own) || chunks[noun].has(Word::Train);
    if of_piece && !verb_text.contains(' ') {
        return None;
    }
    let between = chunks[..noun].iter().chain(&chunks[behind..verb]);
    // `Friedrich's move stands even though he'll be hungry`: what stands behind it names nothing.
    let names = |c: &Chunk| {
        !c.is_word()
            || !c.generals.is_empty()
            || c.is_plain_city()
            || c.number.is_some()
            || c.any(&[Word::If, Word::Ready, Word::Cancel, Word::Stop, Word::Train, Word::Not])
                && !c.has(Word::Filler)
    };
    let clear = chunks.iter().filter(|c| own(c)).count() <= 2
        && between.clone().any(own)
        && between.clone().all(small)
        && !chunks[verb_end..].iter().any(names);
    let pieces = between.flat_map(|c| c.generals.iter().copied()).collect();
    clear.then(|| Ok(Parsed { pieces, ..Parsed::default() }))
}
