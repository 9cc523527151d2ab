//! The words that correct: `no, sorry, rather`, `oh wait`, `but he does not get that far, so`.
//!
//! What they correct is for [`correction`](super::correction), [`considered`](super::considered) and others.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{ends_sentence, goal, halts, is_place, said};
use crate::said::chunks::remark::behind_reason;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// `dos corazones como mucho, pero no el 13`: a no before a number denies what it counts, and corrects nothing.
fn denies_a_card(chunks: &[Chunk], length: usize) -> bool {
    let no = chunks[..length].last().is_some_and(|c| c.any(&[Word::Not, Word::No]));
    let article = |c: &Chunk| c.is_word() && c.has(Word::Article) && c.generals.is_empty();
    let card = |c: &Chunk| c.count().is_some_and(|value| (2..=13).contains(&value));
    no && matches!(&chunks[length..], [first, second, ..] if article(first) && card(second))
}

/// The run of words that corrects, from this chunk on: `no, sorry, rather`. Gives the place behind it.
pub(in crate::said) fn marker(line: &str, chunks: &[Chunk], at: usize) -> Option<usize> {
    let says = |at: usize, word: ClubWord| said(line, chunks, at, word).is_some();
    let parted = |at: usize| {
        at.checked_sub(1)
            .and_then(|before| chunks.get(before))
            .is_some_and(|c| !c.is_word() && c.number.is_none() && c.kind != Kind::Colon)
    };
    // `Keith a Glatz, no a Praga` denies; `…, no, a Praga` corrects.
    let says_no = |at: usize| {
        said(line, chunks, at, ClubWord::PlainNo).filter(|length| {
            chunks.get(at + length).is_some_and(|next| {
                !next.is_word() && next.number.is_none()
                    || behind_reason(line, &chunks[at + length..]).is_some()
                    || [ClubWord::Apology, ClubWord::Instead, ClubWord::PlainNo]
                        .iter()
                        .any(|word| says(at + length, *word))
            })
        })
    };
    let (mut end, mut strong) = (at, false);
    while end < chunks.len() {
        let chunk = &chunks[end];
        if let Some(length) = said(line, chunks, end, ClubWord::Correction)
            .filter(|length| !denies_a_card(&chunks[end..], *length))
        {
            strong = true;
            end += length;
        } else if let Some(behind) = but_too_far(line, chunks, end).filter(|_| parted(at)) {
            strong = true;
            end = behind;
        } else if end == at
            && parted(at)
            && let Some(length) = said(line, chunks, at, ClubWord::Hold)
            && chunks.get(at + length).is_some_and(|c| c.kind == Kind::Comma)
            && (at + length + 1..chunks.len()).next().and_then(says_no).is_some()
        {
            // `to Lötzen... pará, no, to Rastenburg`
            end += length + 1;
        } else if end == at
            && parted(at)
            && let Some(length) = said(line, chunks, at, ClubWord::Instead)
            && of_two_goals(chunks, at, at + length)
        {
            // `to Siegen, rather to Koblenz`
            strong = true;
            end += length;
        } else if end == at
            && let Some(length) = said(line, chunks, at, ClubWord::But).filter(|_| parted(at))
            && stops_short(line, chunks, at + length)
        {
            // `towards Stettin, but he stops at Stargard`
            strong = true;
            end += length;
        } else if end > at
            && let Some(length) = said(line, chunks, end, ClubWord::Instead)
        {
            end += length;
            strong |= parted(at);
        } else if let Some(length) = said(line, chunks, end, ClubWord::Apology) {
            end += length;
            strong |= parted(at);
        } else if let Some(length) = says_no(end).filter(|_| parted(at)) {
            strong = true;
            end += length;
        } else if strong && let Some(behind) = behind_reason(line, &chunks[end..]) {
            end += behind;
        } else if end > at
            && matches!(
                chunk.kind,
                Kind::Comma | Kind::Dash | Kind::Period | Kind::Other | Kind::Colon
            )
        {
            end += 1;
        } else {
            break;
        }
    }
    (strong && end > at).then_some(end)
}

/// `to Küstrin, but he does not get that far. So only to Landsberg`: the place behind a clause that says that a goal is too
/// far, and names none.
fn but_too_far(line: &str, chunks: &[Chunk], at: usize) -> Option<usize> {
    let joins = chunks.get(at).filter(|c| c.has(Word::While)).map(|_| 1);
    let but = said(line, chunks, at, ClubWord::But).or(joins)?;
    let ends = |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Dash);
    let end = at + chunks[at..].iter().position(ends)?;
    let clause = chunks.get(at + but..end).filter(|clause| !clause.is_empty())?;
    let text = line.get(clause.first()?.start..clause.last()?.end)?;
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city();
    // `but if that is too far, only to Landsberg` leaves it open.
    let if_so = |c: &Chunk| c.any(&[Word::If, Word::Unless]);
    (says(text, ClubWord::TooFar) && !clause.iter().any(|c| named(c) || if_so(c)))
        .then_some(end + 1)
}

/// Whether a verb of stopping and a place stand here, or behind a direction how far on that way the march goes: `towards
/// Torgau, but only as far as Luckenwalde`.
fn stops_short(line: &str, chunks: &[Chunk], at: usize) -> bool {
    let led = |to: usize| {
        chunks[..at]
            .get(to..to + 2)
            .is_some_and(|pair| pair[0].has(Word::Towards) && is_place(pair, 1))
    };
    let place = |from: usize| (from..chunks.len()).take(5).find(|at| is_place(chunks, *at));
    let only = chunks[at.saturating_sub(1)..].iter().take(2).any(|c| c.has(Word::Only));
    let short = only
        && place(at).is_some_and(|to| {
            chunks[at..to].iter().all(|c| c.is_word() && c.generals.is_empty() && !c.has(Word::If))
        });
    if short && (0..at).rev().take(6).any(led) {
        return true;
    }
    let small = |c: &&Chunk| c.is_word() && c.any(&[Word::Pronoun, Word::Filler, Word::Article]);
    let verb = at + chunks[at..].iter().take(2).take_while(|c| small(c) && !halts(line, c)).count();
    let place = (verb + 1..chunks.len()).take(3).any(|at| is_place(chunks, at));
    place && chunks.get(verb).is_some_and(|c| halts(line, c))
}

/// Whether a place ends what stands before the first of these chunks, marks apart, and another one stands from the second
/// on, alone.
fn of_two_goals(chunks: &[Chunk], at: usize, behind: usize) -> bool {
    let before = chunks[..at].iter().rposition(|c| c.is_word() || c.number.is_some());
    let behind = goal(chunks, behind).map(|(place, _)| place);
    before.is_some_and(|before| is_place(chunks, before))
        && behind.is_some_and(|place| chunks.get(place + 1).is_none_or(|c| !c.is_word()))
}
