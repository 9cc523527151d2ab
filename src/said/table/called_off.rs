//! An absence that does not take place: one that is cancelled (`Oublie mon absence`), was never announced (`I never asked for
//! an absence`), or is not to be after all (`Al final no me voy de viaje`).
//!
//! What says that somebody is not away must never be noted as an absence. Where it is not clear that it takes one back, it is
//! asked about.

use crate::said::Request;
use crate::said::Trouble;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene};
use crate::said::club::absence::Absent;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// A no stands at most so many chunks before what it denies.
const DENIED_BEHIND: usize = 4;

/// Reads a group that speaks of an absence and says that there is none; `dates` are the days that it names.
pub(in crate::said) fn frame(
    scene: &Scene,
    chunks: &[Chunk],
    dates: impl Fn() -> Option<Absent>,
) -> Framed {
    let text = scene.words_whole(chunks);
    let asks = |c: &Chunk| c.is_word() && c.means(ClubWord::Interrogative);
    let first = chunks.iter().find(|c| c.is_word() && !c.any(&[Word::Filler, Word::Greeting]));
    if first.is_some_and(asks) || chunks.iter().any(Chunk::is_train_word) {
        return None;
    }
    let named = says(&text, ClubWord::AbsenceNoun);
    let away = |c: &Chunk| c.has(Word::Absent) && c.guessed.is_none();
    let takes_back = named && cancels(&text, chunks)
        || (named || chunks.iter().any(away)) && was_never_announced(chunks);
    let after_all = says(&text, ClubWord::AfterAll);
    let not_away = denied(chunks).is_some() || says(&text, ClubWord::NotAway);
    if takes_back || after_all && (not_away || says(&text, ClubWord::AtHome)) {
        return Some(Ok(Parsed::one(None, Request::Back(dates()))));
    }
    // `I'm not away on Monday`
    (not_away && dates().is_some())
        .then(|| Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))))
}

/// `annule mon absence`, `Urlaub fällt aus`; not `annule pas mon absence`
fn cancels(text: &str, chunks: &[Chunk]) -> bool {
    let verb = |c: &Chunk| c.has(Word::Cancel) && c.guessed.is_none() && !c.has(Word::Absent);
    let not = |at: usize| at.checked_sub(1).is_some_and(|at| is_no(&chunks[at]));
    let kept = (0..chunks.len()).any(|at| verb(&chunks[at]) && not(at))
        || chunks.windows(2).any(|pair| verb(&pair[0]) && is_no(&pair[1]));
    !kept && (chunks.iter().any(verb) || says(text, ClubWord::CallOff))
}

/// `Je n'ai jamais demandé d'absence`, `Ich habe nie eine Abwesenheit gemeldet`
fn was_never_announced(chunks: &[Chunk]) -> bool {
    let announced = |c: &Chunk| c.is_word() && c.means(ClubWord::Announced);
    (0..chunks.len()).any(|at| {
        let before = chunks[..at].iter().rev().take(DENIED_BEHIND);
        announced(&chunks[at]) && before.take_while(|c| c.is_word()).any(is_no)
    })
}

fn is_no(c: &Chunk) -> bool {
    c.is_word() && c.has(Word::Not) && !c.any(&[Word::Absent, Word::Filler])
}

/// Where a word for being away stands that is denied in its clause: `I am not away`, `nie idę do szpitala`.
fn denied(chunks: &[Chunk]) -> Option<usize> {
    let away = |c: &Chunk| c.has(Word::Absent) && c.guessed.is_none() && !c.has(Word::Filler);
    let ends = |c: &&Chunk| c.is_word() || c.kind == Kind::Other;
    let joins = |c: &Chunk| c.any(&[Word::And, Word::If]) || c.means(ClubWord::Because);
    (1..chunks.len()).find(|at| {
        let before = chunks[..*at].iter().rev().take_while(ends).take(DENIED_BEHIND);
        let mut before = before.take_while(|c| !joins(c) && !away(c));
        away(&chunks[*at]) && before.any(is_no)
    })
}
