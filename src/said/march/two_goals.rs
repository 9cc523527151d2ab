//! A march by way of a city that no word leads through, with words between it and the goal of which nothing is known: `dohna
//! küstrin äh ne drossen`. The second city may take the place of the first, so it is asked.

use crate::game::{Action, CityId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said as said_at;
use crate::said::chunks::frame::Problem;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Said};

/// What leads on from one city of a way to the next.
const LEADS_ON: [Word; 6] =
    [Word::Via, Word::Then, Word::Towards, Word::AsFar, Word::Steps, Word::Following];

/// The choice between two cities of a way that were read as one behind the other.
pub(in crate::said) fn strange_between(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
) -> Option<Problem> {
    said.iter().find_map(|said| {
        let Request::Act(Action::MoveVia { pieces, via }) = &said.request else { return None };
        via.windows(2).find_map(|pair| {
            let [one, other] = pair else { return None };
            let at = |from: usize, city: &CityId| {
                let named =
                    |at: &usize| chunks[*at].is_plain_city() && chunks[*at].cities.contains(city);
                (from..chunks.len()).find(named)
            };
            let first = at(0, one)?;
            let second = at(first + 1, other)?;
            let lead = &chunks[first.saturating_sub(2)..first];
            let between = &chunks[first + 1..second];
            let words = line.get(chunks[first].start..chunks[second].end)?;
            // `first Gera, then the night at Greiz` goes on, whatever the words are.
            let murmurs = |c: &Chunk| {
                c.is_word() && (c.unknown || c.meanings.is_empty()) || c.kind == Kind::Other
            };
            let strange = !between.is_empty()
                && between.iter().all(murmurs)
                && between.iter().any(|c| c.unknown);
            // `Potsdam... no, better Zossen`
            let no = [ClubWord::PlainNo, ClubWord::Correction];
            let begin = between.iter().take_while(|c| c.is_mark() || c.kind == Kind::Other).count();
            let corrects = between.get(begin).is_some_and(|c| c.plain.len() > 1)
                && no.iter().any(|word| said_at(line, between, begin, *word).is_some())
                && !between.iter().any(Chunk::is_plain_city);
            // `do Demmina, sakwy do Grimmen`: whoever goes there is called by a strange name.
            let to = |c: &Chunk| c.is_word() && c.has(Word::To) && !c.has(Word::Via);
            let called = |three: &[Chunk]| {
                three[0].kind == Kind::Comma
                    && three[1].unknown
                    && three[1].guessed.is_none()
                    && to(&three[2])
            };
            let another = between.len() == 3 && called(between) && lead.iter().any(to);
            let doubtful = strange || corrects || another;
            let led = lead.iter().any(|c| c.has(Word::Via))
                || between.iter().any(|c| c.any(&LEADS_ON) && !c.has(Word::Filler));
            (doubtful && (another || !led)).then(|| Problem::Question {
                doubt: Doubt::City,
                words: words.to_owned(),
                candidates: vec![Candidate::march(pieces, *one), Candidate::march(pieces, *other)],
            })
        })
    })
}
