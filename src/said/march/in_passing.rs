//! A city that somebody takes on the way: he has a goal beyond it, and no march ends there.

use crate::game::{Action, CityId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected;
use crate::said::chunks::frame::Problem;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said, Trouble};

/// `Soubise takes Kassel on the way`, read as a march that ends at Kassel: whither the way leads, is asked. An earlier
/// order that leads through the city stands as it was.
pub(in crate::said) fn ends_in_passing(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
) -> Option<Problem> {
    let goal = |said: &Said| match &said.request {
        Request::Act(Action::MoveVia { via, .. }) => via.last().copied(),
        _ => None,
    };
    let goals: Vec<CityId> = said.iter().filter_map(goal).collect();
    if goals.is_empty() {
        return None;
    }
    let parts = |c: &Chunk| {
        let mark = matches!(
            c.kind,
            Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Question | Kind::Colon
        );
        mark || c.has(Word::And) && !c.has(Word::Filler) && c.cities.is_empty()
    };
    let mut from = 0;
    chunks.split(parts).find_map(|clause| {
        let begin = from;
        from += clause.len() + 1;
        let passed = || (0..clause.len()).any(|at| is_passing(line, chunks, begin + at));
        let cities = || clause.iter().filter(|c| c.is_plain_city());
        let ends = cities().any(|c| c.cities.iter().any(|city| goals.contains(city)));
        // `En passant, Soubise prend Kassel`
        let before = || begin > 1 && begins_passing(line, chunks, begin);
        let only = ends && cities().count() == 1 && (passed() || before());
        let words = line.get(clause.first()?.start..clause.last()?.end)?;
        only.then(|| Problem::new(Trouble::MissingCity, words))
    })
}

/// Whether words for `on the way` begin here, and nothing behind them says whither: `on the way to Kassel` is a march.
fn is_passing(line: &str, chunks: &[Chunk], at: usize) -> bool {
    let Some(length) = corrected::said(line, chunks, at, ClubWord::InPassing) else {
        return false;
    };
    let leads = |c: &Chunk| c.any(&[Word::To, Word::Towards, Word::For, Word::Via]);
    !chunks.get(at + length).is_some_and(|c| c.is_word() && (leads(c) || c.is_plain_city()))
}

/// Whether the clause before this place is nothing but `on the way`.
fn begins_passing(line: &str, chunks: &[Chunk], begin: usize) -> bool {
    let before = &chunks[..begin - 1];
    let first = before.iter().rposition(|c| !c.is_word()).map_or(0, |mark| mark + 1);
    let small = |c: &Chunk| c.any(&[Word::And, Word::Filler]) && c.cities.is_empty();
    let skipped = before[first..].iter().take_while(|c| small(c)).count();
    (first..=first + skipped).any(|at| {
        corrected::said(line, chunks, at, ClubWord::InPassing)
            .is_some_and(|length| at + length == begin - 1)
    })
}
