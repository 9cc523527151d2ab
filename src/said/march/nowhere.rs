//! A goal that is on no map, as its writer notices himself, or takes back: `Tottleben to Marienwerder... oh no, that doesn't
//! exist here. To Riesenburg, of course`, `Saltikov to Zempelburg, no, to Chojnice`.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, goal, said};
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// So many words at most say that there is no such place.
const MOST_WORDS: usize = 10;

/// The line with the goal that is named behind in place of one that nobody knows, if what stands between them says that
/// there is no such place, or is a correction and nothing else.
pub(in crate::said) fn no_such_place(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let mark = |c: &Chunk| {
        matches!(
            c.kind,
            Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Dash | Kind::Colon | Kind::Other
        )
    };
    let names = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.is_train_word();
    (2..chunks.len()).find_map(|at| {
        let place = &chunks[at];
        let strange = place.is_word() && place.unknown && place.cities.is_empty();
        let led = chunks[at - 1].has(Word::To) && !chunks[at - 1].has(Word::From);
        let ends = chunks.get(at + 1).is_some_and(mark);
        let who = chunks[..at - 1].iter().rev().take(3).any(|c| !c.generals.is_empty());
        let trains = chunks[..at - 1].iter().rev().take(3).any(Chunk::is_train_word);
        if !strange || !led || !ends || !(who || trains) {
            return None;
        }
        let takes_back = |at: usize| {
            let words = [ClubWord::Correction, ClubWord::PlainNo, ClubWord::AfterAll];
            words.iter().find_map(|word| said(line, chunks, at, *word))
        };
        // `…, that's not on this map, so to Riesenburg`; `…, no, to Chojnice`
        let said_so = |begin: usize| {
            let so = said(line, chunks, begin, ClubWord::Therefore);
            let length = so.or_else(|| takes_back(begin)).unwrap_or(0);
            goal(chunks, begin + length).map(|(place, led)| (begin + length, place, led))
        };
        let (begin, (from, other, led)) = (at + 2..chunks.len())
            .filter(|begin| mark(&chunks[begin - 1]))
            .take_while(|begin| !chunks[at..begin - 1].iter().any(names))
            .find_map(|begin| Some((begin, said_so(begin)?)))?;
        let between = &chunks[at + 1..begin];
        let words = between.iter().filter(|c| c.is_word()).count();
        let text = line.get(between.first()?.start..between.last()?.end)?;
        let bears = |c: &Chunk| {
            c.any(&[Word::If, Word::Stay, Word::Ready, Word::Recruit]) && !c.has(Word::Filler)
                || c.count().is_some() && !c.has(Word::Article)
        };
        let from = if led { from } else { other };
        let taken = || {
            let (mut next, mut taken) = (at + 1, false);
            while let Some(chunk) = chunks.get(next).filter(|_| next < from) {
                let small = chunk.has(Word::Filler) && chunk.cities.is_empty();
                next += match takes_back(next) {
                    Some(length) => {
                        taken = true;
                        length
                    }
                    None if mark(chunk) || small => 1,
                    None => return false,
                };
            }
            taken
        };
        let clear = words <= MOST_WORDS
            && (says(text, ClubWord::NoSuchPlace) || taken())
            && !between.iter().any(bears);
        let before = if led { at - 1 } else { at };
        clear.then(|| Corrected {
            chunks: [&chunks[..before], &chunks[from..]].concat(),
            line: blanked(line, chunks[before].start, chunks[from].start),
        })
    })
}
