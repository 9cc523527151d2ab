//! How strong somebody is, said beside where he goes: `Charles, with his eight, to Lauban`.
//!
//! Generals march with all their troops (R4.3): a number that says so adds nothing, another one is asked about.

use super::found::Found;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Scene;
use crate::said::lexicon::words::Word;

/// How many chunks from here say that those who march do it with all their troops.
pub(in crate::said) fn with_all(
    scene: &Scene,
    chunks: &[Chunk],
    at: usize,
    found: &Found,
) -> Option<usize> {
    let known = scene.known?;
    chunks[at].any(&[Word::With]).then_some(())?;
    let passed = |c: &Chunk| {
        c.is_word()
            && c.generals.is_empty()
            && c.cities.is_empty()
            && c.count().is_none()
            && (c.unknown
                || c.any(&[
                    Word::All,
                    Word::Pronoun,
                    Word::Article,
                    Word::Filler,
                    Word::Each,
                    Word::And,
                    Word::Both,
                    Word::Any,
                    Word::Everybody,
                    Word::TheOne,
                    Word::TheOnes,
                ]))
    };
    let skipped = chunks[at + 1..].iter().take(4).take_while(|c| passed(c)).count();
    let place = at + 1 + skipped;
    let number = chunks.get(place)?.count()?;
    let mut troops = 0;
    for all in &found.subject {
        let [piece] = all.as_slice() else { return None };
        troops += u32::from(known.troops(*piece)?);
    }
    let unit = usize::from(chunks.get(place + 1).is_some_and(|c| c.has(Word::Troops)));
    let says_troops = skipped > 0 || unit > 0;
    (number == troops && number > 0 && says_troops).then_some(place + 1 + unit - at)
}
