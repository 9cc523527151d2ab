//! What stands beside orders, has the words of one that binds, and binds nothing: a condition from which no order follows
//! (`If that cannot be, let it be known that I tried`), and why orders are sent ahead (`And since I'm out tomorrow, for the
//! Imperial Army: …`).

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, ends_sentence, without};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said};

/// What an order, or a thought about one, is made of.
const ORDERING: [Word; 22] = [
    Word::Move,
    Word::Stay,
    Word::To,
    Word::Via,
    Word::Towards,
    Word::Ready,
    Word::Wait,
    Word::Cancel,
    Word::Stop,
    Word::Play,
    Word::Attack,
    Word::Retreat,
    Word::Recruit,
    Word::Discard,
    Word::Train,
    Word::Rest,
    Word::Everybody,
    Word::Card,
    Word::Reserve,
    Word::Keep,
    Word::Duel,
    Word::Versus,
];

/// The line without a sentence that begins with a condition and orders nothing.
pub(in crate::said) fn without_condition(
    line: &str,
    chunks: &[Chunk],
    _: &Known,
) -> Option<Corrected> {
    let sentence = sentences(chunks).find(|range| is_idle(line, &chunks[range.clone()]))?;
    let others = |c: &Chunk| c.is_word() && !c.has(Word::Filler);
    let rest = [&chunks[..sentence.start], &chunks[sentence.end..]];
    rest.iter().any(|part| part.iter().any(others)).then_some(())?;
    without(line, chunks, sentence.start, sentence.end)
}

/// Whether a condition from this byte on says how long somebody stays: until the writer knows more. `Schwerin resta a Strehlen
/// finché non capisco cosa vuole fare Daun`
pub(in crate::said) fn waits_for_clarity(line: &str, from: usize, all: &[Said]) -> bool {
    let stays = |said: &Said| matches!(said.request, Request::Stay(_));
    let rest = line.get(from..).unwrap_or_default();
    let begins = rest.split_whitespace().take(4).collect::<Vec<&str>>().join(" ");
    all.iter().all(stays) && says(&begins, ClubWord::UntilClear)
}

/// Whether a sentence has a condition and what follows from it, and neither has to do with orders.
fn is_idle(line: &str, sentence: &[Chunk]) -> bool {
    let small = |c: &Chunk| c.any(&[Word::And, Word::While, Word::Filler]) && !c.has(Word::If);
    let Some(first) = sentence.iter().find(|c| c.is_word() && !small(c)) else { return false };
    let begins = first.has(Word::If) && first.generals.is_empty() && !first.has(Word::Else);
    let comma = sentence.iter().position(|c| c.kind == Kind::Comma);
    let words = |part: &[Chunk]| part.iter().filter(|c| c.is_word()).count();
    let whole = comma.is_some_and(|at| words(&sentence[..at]) > 2 && words(&sentence[at..]) > 2);
    let counts = |c: &Chunk| {
        c.is_plain_city()
            || c.number.is_some()
            || c.nation.is_some()
            || c.guessed.is_some()
            || !c.generals.is_empty()
            || matches!(c.kind, Kind::Suit(_) | Kind::Question | Kind::Colon)
            || c.any(&ORDERING) && !c.has(Word::Filler)
    };
    let text = match (sentence.first(), sentence.last()) {
        (Some(first), Some(last)) => line.get(first.start..last.end).unwrap_or_default(),
        _ => return false,
    };
    let binding = [ClubWord::Correction, ClubWord::Perhaps, ClubWord::Except, ClubWord::Never];
    let behind = comma.map_or(&sentence[..0], |at| &sentence[at..]);
    let denies = behind.iter().any(|c| c.has(Word::Not) && c.is_word());
    begins
        && whole
        && !denies
        && !sentence.iter().any(counts)
        && !binding.iter().any(|word| says(text, *word))
}

/// The line without a clause that says why it is sent now, before `for the Imperial Army: …`.
pub(in crate::said) fn without_preface(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let comma = chunks.iter().position(|c| c.kind == Kind::Comma)?;
    let colon = comma + chunks[comma..].iter().position(|c| c.kind == Kind::Colon)?;
    let heading = &chunks[comma + 1..colon];
    let leads = heading.first().is_some_and(|c| c.has(Word::For) && c.generals.is_empty());
    let small = [Word::For, Word::Article, Word::Filler, Word::Heading, Word::Turn, Word::Time];
    let own = |c: &Chunk| c.nation.is_some_and(|nation| known.is_own(nation));
    let named = heading.iter().any(own) && heading.iter().all(|c| own(c) || c.any(&small));
    let counts = |c: &Chunk| {
        !c.generals.is_empty()
            || c.is_plain_city()
            || c.nation.is_some()
            || c.number.is_some() && !c.has(Word::Article)
            || ends_sentence(c)
            || matches!(c.kind, Kind::Suit(_))
            || c.any(&[Word::Ready, Word::Cancel, Word::Train, Word::Recruit, Word::If])
                && !c.has(Word::Filler)
    };
    let preface = &chunks[..comma];
    let clause = preface.iter().filter(|c| c.is_word()).count() > 2;
    (leads && named && clause && !preface.iter().any(counts))
        .then(|| without(line, chunks, 0, comma + 1))
        .flatten()
}
