//! Somebody about whom nothing is decided yet: `Henry later`, `About Keith I'll write tonight`, `the trains tomorrow`. It orders
//! nothing, and holds nothing else back.

use crate::game::DecisionKind;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, ends_sentence};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// What puts off, or leaves open.
const LATER: [ClubWord; 4] =
    [ClubWord::PutOff, ClubWord::Undecided, ClubWord::Tomorrow, ClubWord::WritesLater];
/// A clause with one of these says more.
const MORE: [Word; 21] = [
    Word::To,
    Word::Via,
    Word::Join,
    Word::Following,
    Word::If,
    Word::Unless,
    Word::Or,
    Word::Not,
    Word::Recruit,
    Word::Troops,
    Word::Duel,
    Word::Card,
    Word::Ready,
    Word::AsFar,
    Word::Both,
    Word::OneOf,
    Word::Stop,
    Word::Keep,
    Word::Attack,
    Word::AttackOrder,
    Word::Then,
];
/// No put-off has more words.
const LONGEST: usize = 9;
const FEW: usize = 3;

/// The line without a clause that puts somebody off, if the next one names who is meant there.
pub(in crate::said) fn without(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    known.awaits(DecisionKind::Movement)?;
    let ends = |c: &Chunk| ends_sentence(c) || c.kind == Kind::Comma;
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.is_train_word();
    let mut from = 0;
    // Where the clause before begins, if it names nobody: `I don't know yet, what about Dohna`.
    let mut before = None;
    while from < chunks.len() {
        let end = from + chunks[from..].iter().take_while(|c| !ends(c)).count();
        let behind = chunks.get(end + 1..).unwrap_or_default();
        for begin in [Some(from), before].into_iter().flatten().filter(|begin| *begin < end) {
            if puts_off(line, &chunks[begin..end], known) && begins_anew(behind) {
                let mark = usize::from(end < chunks.len());
                return Some(Corrected::without(line, chunks, begin..end + mark));
            }
        }
        let comma = chunks.get(end).is_some_and(|c| c.kind == Kind::Comma);
        before = (comma && !chunks[from..end].iter().any(named)).then_some(from);
        from = end + 1;
    }
    None
}

/// Whether a clause names somebody of one's own, says that this is decided later, and nothing else.
fn puts_off(line: &str, clause: &[Chunk], known: &Known) -> bool {
    let own = |c: &&Chunk| {
        c.generals.iter().any(|piece| known.is_own(piece.nation())) && c.guessed.is_none()
            || c.is_train_word() && c.plain.len() > 2
    };
    let somebody = |c: &&Chunk| !c.generals.is_empty() || c.is_train_word();
    let more = |c: &Chunk| {
        c.any(&MORE) && !c.has(Word::Filler)
            || c.is_plain_city() && c.generals.is_empty()
            || c.any(&[Word::Stay, Word::Move, Word::Steps, Word::Pronoun])
                && !c.any(&[Word::Filler, Word::Article])
            || matches!(c.kind, Kind::Suit(_) | Kind::Question | Kind::Arrow)
    };
    // `luego Keith` is an order of march, `Keith luego` is none.
    let last = clause.iter().rfind(|c| c.is_word()).map_or(0, |c| c.start);
    let at_the_end = |c: &Chunk| c.start == last && c.has(Word::Then) && c.generals.is_empty();
    let words = clause.iter().filter(|c| c.is_word()).count();
    let text = clause.first().zip(clause.last());
    let text = text.and_then(|(first, last)| line.get(first.start..last.end)).unwrap_or_default();
    words <= LONGEST
        && clause.iter().filter(own).count() == 1
        && clause.iter().all(|c| c.ordinal.is_none() || c.is_train_word() || c.count().is_some())
        && clause.iter().filter(somebody).count() == 1
        && !clause.iter().any(|c| more(c) && !at_the_end(c))
        && (LATER.iter().any(|word| says(text, *word))
            // `Henry later`; in more words `later` may be when somebody does something.
            || words <= FEW && says(text, ClubWord::Later))
}

/// Whether what stands behind says itself who is meant, or nothing stands there.
fn begins_anew(behind: &[Chunk]) -> bool {
    let small = |c: &&Chunk| {
        !c.is_word() && c.number.is_none()
            || c.any(&[Word::And, Word::Then, Word::Article, Word::Title, Word::While])
                && c.generals.is_empty()
                && !c.is_train_word()
    };
    let next = behind.iter().find(|c| !small(c));
    next.is_none_or(|c| !c.generals.is_empty() || c.is_train_word())
}
