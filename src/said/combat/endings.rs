//! How a combat instruction is to end, where the words for it were not read with the rest of it.

use crate::duel::{Instruction, Then};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::sentence::sentences;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said, Trouble};

/// `At most three cards. The 12 I need. If that is not enough, stop`, read as an instruction behind which the player is asked:
/// the sentence that ends it may not be passed over.
pub(in crate::said) fn passed_over(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let asks = |said: &Said| match &said.request {
        Request::Instruct(instruction) => {
            matches!(&**instruction, Instruction::Duel { terms, .. } if terms.then == Then::Ask)
        }
        _ => false,
    };
    let instructs = |said: &Said| matches!(said.request, Request::Instruct(_));
    let stops = |said: &Said| matches!(said.request, Request::Act(crate::game::Action::Stop));
    let [only] = said.iter().filter(|said| instructs(said)).collect::<Vec<_>>()[..] else {
        return None;
    };
    let asked = chunks.iter().any(|c| c.has(Word::Ask));
    if !asks(only) || asked || said.iter().any(stops) {
        return None;
    }
    let last = sentences(chunks)
        .filter(|range| chunks[range.clone()].iter().any(Chunk::is_word))
        .last()?;
    let words = &chunks[last];
    let begins = words.iter().find(|c| c.is_word())?;
    let needed = begins.any(&[Word::Answers, Word::IfNeeded]) && begins.has(Word::Then)
        || begins.has(Word::IfNeeded);
    let other = |c: &Chunk| {
        c.count().is_some() && !c.has(Word::Article)
            || !c.generals.is_empty()
            || c.any(&[Word::Reserve, Word::Card, Word::Play]) && !c.has(Word::Filler)
    };
    let ends = words.iter().filter(|c| c.is_word()).count() <= 5 && !words.iter().any(other);
    let text = line.get(words.first()?.start..words.last()?.end)?;
    (needed && ends).then(|| Problem::new(Trouble::UnknownWords, text))
}
