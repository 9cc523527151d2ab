//! Clauses that only tell something beside an order: why, where the enemy stands, what the writer thinks of it:
//! `Lehwaldt runs for Heiligenbeil, Browne and Lacy are just waiting for it`, `…, one has to look after Prague`.
//!
//! What this module deliberately does not do: pass over a clause that names a piece of the writer's, a card, a condition,
//! or that sends somebody anywhere.

use super::Language;
use super::chunk::Chunk;
use super::club::words::{ClubWord, says};
use super::corrected::{Corrected, blanked, said};
use super::known::Known;
use super::prose::Prose;
use super::text::Kind;
use super::words::Word;
use std::ops::Range;

/// A clause of fewer words tells nothing.
const FEWEST: usize = 3;

/// Words that order, bind or ask something.
const BINDING: [Word; 39] = [
    Word::Spades,
    Word::Clubs,
    Word::Hearts,
    Word::Diamonds,
    Word::Troops,
    Word::Or,
    Word::Ready,
    Word::Wait,
    Word::Cancel,
    Word::Recruit,
    Word::Pay,
    Word::Card,
    Word::Reserve,
    Word::Play,
    Word::Discard,
    Word::Test,
    Word::Press,
    Word::Attack,
    Word::Versus,
    Word::Retreat,
    Word::AtMost,
    Word::Turn,
    Word::Join,
    Word::Following,
    Word::Propose,
    Word::Vote,
    Word::Rest,
    Word::Everybody,
    Word::Absent,
    Word::Returned,
    Word::Extend,
    Word::Pause,
    Word::Help,
    Word::Status,
    Word::Other,
    Word::TheOne,
    Word::TheOnes,
    Word::Both,
    Word::With,
];
/// With these a clause says that something is not so after all.
const SECOND_THOUGHTS: [ClubWord; 7] = [
    ClubWord::ChangedMind,
    ClubWord::Correction,
    ClubWord::Undecided,
    ClubWord::Perhaps,
    ClubWord::Rather,
    ClubWord::Instead,
    ClubWord::Except,
];
/// A clause may begin with these.
const REASONS: [ClubWord; 4] =
    [ClubWord::Because, ClubWord::Since, ClubWord::Relative, ClubWord::That];

/// The line without the clauses that only tell something, if an order is left.
pub(super) fn without_told(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    language: Language,
) -> Option<Corrected> {
    let all = clauses(line, chunks);
    let tells = |range: &&Range<usize>| tells(line, chunks, range, known, language);
    let told: Vec<Range<usize>> = all.iter().filter(tells).cloned().collect();
    let taken = |at: usize| told.iter().any(|range| range.contains(&at));
    let left: Vec<Chunk> =
        (0..chunks.len()).filter(|at| !taken(*at)).map(|at| chunks[at].clone()).collect();
    let named = left.iter().any(|c| is_own(c, known));
    let goes = left.iter().any(|c| c.is_plain_city() || c.has(Word::Stay));
    if told.is_empty() || !named || !goes {
        return None;
    }
    let line = told.iter().fold(line.to_owned(), |line, range| {
        blanked(&line, chunks[range.start].start, chunks[range.end - 1].end)
    });
    Some(Corrected { chunks: left, line })
}

/// The clauses of a line, each with the mark or the word before it that joins it to the others.
fn clauses(line: &str, chunks: &[Chunk]) -> Vec<Range<usize>> {
    let parts = |at: usize| {
        let c = &chunks[at];
        matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Open)
            || c.kind == Kind::Dash && !c.glued
            || at > 0 && !chunks[at - 1].is_mark() && joins(line, chunks, at)
    };
    let ends =
        |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question | Kind::Colon | Kind::Close);
    let mut all = Vec::new();
    let mut from = 0;
    for at in 0..=chunks.len() {
        if at == chunks.len() || ends(&chunks[at]) || parts(at) {
            if from < at {
                all.push(from..at);
            }
            from = at + usize::from(at < chunks.len() && ends(&chunks[at]));
        }
    }
    all
}

/// Whether a word here begins another clause.
fn joins(line: &str, chunks: &[Chunk], at: usize) -> bool {
    let c = &chunks[at];
    let and = c.is_word() && c.has(Word::And) && c.cities.is_empty() && c.generals.is_empty();
    let words = [ClubWord::But, ClubWord::Because, ClubWord::Since, ClubWord::UntilKnown];
    and || words.iter().any(|word| said(line, chunks, at, *word).is_some())
}

fn is_own(chunk: &Chunk, known: &Known) -> bool {
    chunk.is_train_word() || chunk.generals.iter().any(|piece| known.is_own(piece.nation()))
}

/// Whether a clause only tells something.
fn tells(
    line: &str,
    chunks: &[Chunk],
    range: &Range<usize>,
    known: &Known,
    language: Language,
) -> bool {
    let clause = &chunks[range.clone()];
    let foreign = |c: &Chunk| {
        let general = !c.generals.is_empty() && !is_own(c, known);
        general || c.generals.is_empty() && c.nation.is_some_and(|nation| !known.is_own(nation))
    };
    // A condition binds what stands beside it.
    let conditional = |c: &Chunk| {
        let until = c.begins(ClubWord::UntilKnown) || c.has(Word::Else);
        c.is_word() && c.any(&[Word::If, Word::Unless]) && !until
    };
    if sentence(chunks, range).iter().any(conditional) {
        return false;
    }
    // `Twelve against five is no fun`
    let number = |c: &Chunk| c.count().is_some() && !c.has(Word::Article);
    let mut said_first = clause.iter().filter(|c| c.is_word_or_number());
    let fights = said_first.next().is_some_and(number)
        && said_first.next().is_some_and(|c| c.has(Word::Versus));
    let binds = |c: &Chunk| {
        matches!(c.kind, Kind::Suit(_) | Kind::Arrow | Kind::Plus | Kind::Equals)
            || c.ordinal.is_some()
            || c.any(&BINDING) && !c.has(Word::Filler) && !(fights && c.has(Word::Versus))
    };
    if clause.iter().any(|c| is_own(c, known) || binds(c)) {
        return false;
    }
    let text = clause.first().zip(clause.last());
    let text = text.and_then(|(first, last)| line.get(first.start..last.end)).unwrap_or_default();
    if SECOND_THOUGHTS.iter().any(|word| says(text, *word)) {
        return false;
    }
    // `…, and since Heinrich is there, no step farther`
    let and = range.start.checked_sub(1).is_some_and(|at| chunks[at].has(Word::And));
    let mut first = 0;
    let mut because = false;
    let until = said(line, clause, 0, ClubWord::UntilKnown);
    let behind_stay = chunks[..range.start].iter().any(|c| c.has(Word::Stay));
    let purpose = said(line, clause, usize::from(clause[0].is_mark()), ClubWord::InOrder);
    if until.is_some() && behind_stay || purpose.is_some() {
        // `…, until I know what Browne is up to`, `…, in order to bar the way to Kassel`
        return !clause.iter().any(|c| is_own(c, known));
    }
    while first < clause.len() {
        let c = &clause[first];
        let reason = REASONS.iter().filter_map(|word| said(line, clause, first, *word)).max();
        if let Some(length) = reason.filter(|_| c.generals.is_empty()) {
            because = true;
            first += length;
            continue;
        }
        let teller = Prose::Teller.said(language, line, clause, first).is_some();
        let small = c.is_mark()
            || c.any(&[Word::And, Word::Article, Word::Title, Word::Then, Word::Else])
            || c.has(Word::Filler) && Prose::Tells.said(language, line, clause, first).is_none()
            || said(line, clause, first, ClubWord::But).is_some();
        if !small || teller || foreign(c) {
            break;
        }
        first += 1;
    }
    let rest = &clause[first..];
    let words = rest.iter().filter(|c| c.is_word_or_number()).count();
    let verb = Prose::Tells.among(language, line, rest);
    let enemy = rest.first().is_some_and(foreign);
    let counts = fights && !known.is_set_up();
    let teller = Prose::Teller.said(language, line, rest, 0).is_some();
    let plain = |c: &Chunk| !c.has(Word::Filler);
    let him = |c: &Chunk| c.has(Word::Pronoun) && c.generals.is_empty() && plain(c);
    let him = rest.iter().any(him);
    let goes = rest.iter().any(|c| c.any(&[Word::Move, Word::Stay, Word::Back]) && plain(c));
    let led = rest.windows(2).any(|pair| {
        pair[0].any(&[Word::To, Word::Via]) && !pair[0].has(Word::At) && pair[1].is_plain_city()
    });
    let city = rest.iter().any(|c| c.is_plain_city() && c.guessed.is_none());
    // `Lacy stays, one has to look after Prague`; standing alone it is asked who.
    let one = said(line, rest, 0, ClubWord::Somebody).is_some()
        || Prose::Someone.said(language, line, rest, 0).is_some();
    let aside = range.start.checked_sub(1).is_some_and(|at| chunks[at].kind != Kind::Period);
    let led = led && !enemy && !one;
    let sends = him && city || goes && !enemy || led || one && !aside;
    // `…, that makes eight` may be an order where troops are given out.
    let many = |c: &Chunk| number(c) && c.count() != Some(1);
    let numbers = rest.iter().any(many) && !counts && !enemy;
    let subject = enemy || teller || counts || because;
    words >= FEWEST && verb && subject && !sends && !numbers && !(because && and)
}

/// The sentence in which these chunks stand.
fn sentence<'c>(chunks: &'c [Chunk], range: &Range<usize>) -> &'c [Chunk] {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
    let from = chunks[..range.start].iter().rposition(ends).map_or(0, |at| at + 1);
    let end = chunks[range.end..].iter().position(ends).unwrap_or(chunks.len() - range.end);
    &chunks[from..range.end + end]
}

/// The line without the enemy before whom somebody falls back: `Ferdinand falls back before Richelieu to Nienburg`.
pub(super) fn without_pursuer(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    _: Language,
) -> Option<Corrected> {
    let enemy = |c: &Chunk| !c.generals.is_empty() && !is_own(c, known);
    let small = |c: &Chunk| c.any(&[Word::Article, Word::Title, Word::General]);
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::AheadOf)?;
        let titles = chunks[at + length..].iter().take_while(|c| small(c) && !enemy(c)).count();
        let who = at + length + titles;
        let behind =
            chunks.get(who + 1).is_none_or(|c| c.is_mark() || c.any(&[Word::To, Word::Via]));
        let sent = chunks[..at].iter().any(|c| is_own(c, known));
        (sent && behind && chunks.get(who).is_some_and(enemy))
            .then(|| Corrected::without(line, chunks, at..who + 1))
    })
}
