//! A march that is halted, some words why, and where to instead: `Ferdinand to Minden... no wait, there Richelieu would be
//! upon me: better Springe`, `Dohna to Stargard. Hm, too close to the Swedes, so Pyritz it is`.
//!
//! What this module deliberately does not do: follow corrections without a reason between, which are
//! [`correction`](super::correction)'s.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{
    Corrected, blanked, denies, ends_sentence, is_place, joined, said,
};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// So many clauses may say why.
const MOST_REASONS: usize = 4;

/// The march that is halted.
struct March {
    /// From its first piece to its last one.
    pieces: Range<usize>,
    /// The cities that it names.
    cities: Vec<usize>,
}

/// What a clause behind the halt is.
enum Clause {
    /// It says why.
    Reason,
    /// Where to instead: what replaces all that stands behind the pieces begins here.
    Elsewhere(usize),
    /// The same pieces are named again, from here on.
    Anew(usize),
    /// It may be an order, or takes back more.
    Unclear,
}

/// The line with where to instead in place of the march that is halted.
pub(in crate::said) fn halted(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let begins = |at: &usize| is_mark(&chunks[at - 1]) && !is_mark(&chunks[*at]);
    (1..chunks.len()).filter(begins).find_map(|at| {
        let march = march(chunks, at)?;
        let at = murmured(chunks, at);
        let (mut from, mut because) = match halt(line, chunks, at) {
            Some(behind) => (behind, true),
            None => (at, false),
        };
        for reasons in 0..=MOST_REASONS {
            while chunks.get(from).is_some_and(is_mark) {
                from += 1;
            }
            // `…, that leaves Leipzig open... make it Leipzig`
            if reasons > 0
                && from < chunks.len()
                && let Some(length) = said(line, chunks, from, ClubWord::Correction)
            {
                from += length;
            }
            let to = from + chunks.get(from..)?.iter().take_while(|c| !is_mark(c)).count();
            match clause(line, chunks, &march, from..to) {
                _ if from == to => return None,
                // Without a halt a reason must be one against the goal, and the other goal must follow from it.
                Clause::Reason if !because && from > at => return None,
                Clause::Reason if !because => {
                    let text = line.get(chunks[from].start..chunks[to - 1].end)?;
                    if !says(text, ClubWord::TooFar) || said_so(line, chunks, to).is_none() {
                        return None;
                    }
                }
                Clause::Reason => {}
                // Without a reason between them it is a plain correction, unless one stands behind.
                Clause::Elsewhere(_) | Clause::Anew(_)
                    if because && reasons == 0 && why_not(chunks, &march, to) == to =>
                {
                    return None;
                }
                Clause::Elsewhere(place) if from == at => {
                    // `Karl to Reichenberg. Rather to Zittau, then.`
                    let rather = said(line, chunks, from, ClubWord::Instead)?;
                    let leads = |c: &Chunk| c.has(Word::To) && !c.any(&[Word::Via, Word::From]);
                    if place < from + rather || !leads(&chunks[place]) {
                        return None;
                    }
                    return joined(line, &chunks[..march.pieces.end], &chunks[place..]);
                }
                _ if from == at => return None,
                Clause::Elsewhere(place) => {
                    let rest = why_not(chunks, &march, to);
                    return spliced(line, chunks, march.pieces.end, place..to, rest);
                }
                Clause::Anew(piece) => {
                    let rest = why_not(chunks, &march, to);
                    return spliced(line, chunks, march.pieces.start, piece..to, rest);
                }
                Clause::Unclear => return None,
            }
            because |= from == at;
            from = to;
        }
        None
    })
}

fn is_mark(chunk: &Chunk) -> bool {
    !chunk.is_word()
        && chunk.number.is_none()
        && !matches!(chunk.kind, Kind::Suit(_) | Kind::Plus | Kind::Slash)
}

fn is_piece(chunk: &Chunk) -> bool {
    !chunk.generals.is_empty() || chunk.is_train_word()
}

/// The march of the sentence that ends before this chunk.
fn march(chunks: &[Chunk], at: usize) -> Option<March> {
    let end = chunks[..at].iter().rposition(|c| !is_mark(c))? + 1;
    let from = chunks[..end].iter().rposition(ends_sentence).map_or(0, |at| at + 1);
    let last = from + chunks[from..end].iter().rposition(is_piece)?;
    let joins = |c: &Chunk| {
        c.kind == Kind::Plus || c.any(&[Word::And, Word::With, Word::Title, Word::Article])
    };
    let mut first = last;
    while first > from && (is_piece(&chunks[first - 1]) || joins(&chunks[first - 1])) {
        first -= 1;
    }
    while joins(&chunks[first]) && !is_piece(&chunks[first]) {
        first += 1;
    }
    let counted = chunks.get(last + 1).is_some_and(|c| c.number.is_some());
    let last = last + usize::from(counted && chunks[last].is_train_word());
    let cities: Vec<usize> = (last + 1..end).filter(|at| is_place(chunks, *at)).collect();
    let bound = |c: &Chunk| c.any(&[Word::If, Word::Else, Word::Or]) && !c.has(Word::Filler);
    let clear = !chunks[from..end].iter().any(bound);
    (!cities.is_empty() && clear).then_some(March { pieces: first..last + 1, cities })
}

/// The place behind the words that halt: `no wait`, `hm, actually no`, `or no`.
fn halt(line: &str, chunks: &[Chunk], at: usize) -> Option<usize> {
    let strong = |at: usize| {
        [ClubWord::Correction, ClubWord::PlainNo]
            .into_iter()
            .filter_map(|word| said(line, chunks, at, word))
            .max()
    };
    let small = |c: &Chunk| {
        c.is_word()
            && c.generals.is_empty()
            && c.cities.is_empty()
            && c.any(&[Word::Filler, Word::Or, Word::And, Word::While])
    };
    let mut begins = at;
    while begins < at + 2 && strong(begins).is_none() && chunks.get(begins).is_some_and(small) {
        begins += 1;
        begins += usize::from(chunks.get(begins).is_some_and(|c| c.kind == Kind::Comma));
    }
    let mut end = begins;
    while end < chunks.len()
        && let Some(length) = strong(end)
    {
        end += length;
        end += chunks[end..].iter().take_while(|c| is_mark(c)).count();
    }
    (end > begins).then_some(end)
}

/// The place behind what is only murmured: `hmm, …`, `na, …`.
fn murmured(chunks: &[Chunk], at: usize) -> usize {
    let small = |c: &Chunk| {
        c.is_word() && c.generals.is_empty() && c.cities.is_empty() && c.has(Word::Filler)
    };
    let words = chunks[at..].iter().take_while(|c| small(c)).count();
    let mark = chunks.get(at + words).is_some_and(|c| matches!(c.kind, Kind::Comma | Kind::Other));
    if (1..=2).contains(&words) && mark { at + words + 1 } else { at }
}

/// Where what is said behind the other goal goes on, if the next clause only says of the first one why not: `… to Köthen,
/// Dessau I need for later`.
fn why_not(chunks: &[Chunk], march: &March, to: usize) -> usize {
    let from = to + chunks[to..].iter().take_while(|c| c.kind == Kind::Comma).count();
    if from == to {
        return to;
    }
    let end = from + chunks[from..].iter().take_while(|c| !is_mark(c)).count();
    let clause = &chunks[from..end];
    let same = |c: &Chunk| march.cities.iter().any(|at| chunks[*at].cities == c.cities);
    let old = clause.iter().any(|c| c.is_plain_city() && same(c));
    // `to Luckau, via Dahme`
    let ways = [Word::If, Word::Via];
    let other = |c: &Chunk| is_piece(c) || c.is_plain_city() && !same(c) || c.any(&ways);
    if old && !clause.iter().any(other) { end } else { to }
}

/// The line up to `before`, then `kept`, then what stands from `rest` on.
fn spliced(
    line: &str,
    chunks: &[Chunk],
    before: usize,
    kept: Range<usize>,
    rest: usize,
) -> Option<Corrected> {
    let first = joined(line, &chunks[..before], &chunks[kept.start..])?;
    if rest == kept.end {
        return Some(first);
    }
    let line = blanked(&first.line, chunks[kept.end].start, chunks[rest - 1].end);
    let all = [&chunks[..before], &chunks[kept], &chunks[rest..]].concat();
    Some(Corrected { chunks: all, line })
}

/// The place behind a word from which something follows, at the beginning of a clause: `so Pyritz it is`.
fn said_so(line: &str, chunks: &[Chunk], mark: usize) -> Option<usize> {
    let from = mark + chunks[mark..].iter().take_while(|c| is_mark(c)).count();
    [ClubWord::Therefore, ClubWord::Instead]
        .into_iter()
        .find_map(|word| (from < chunks.len()).then(|| said(line, chunks, from, word)).flatten())
        .map(|length| from + length)
}

/// What a clause behind the halt is.
fn clause(line: &str, chunks: &[Chunk], march: &March, range: Range<usize>) -> Clause {
    let words = &chunks[range.clone()];
    let asks = chunks.get(range.end).is_some_and(|c| c.kind == Kind::Question);
    let strict = |c: &Chunk, word| c.has(word) && !c.has(Word::Filler) && c.is_word();
    let other = [Word::Ready, Word::Recruit, Word::Cancel, Word::If, Word::Rest, Word::All];
    if words.iter().any(|c| other.iter().any(|word| strict(c, *word))) {
        return Clause::Unclear;
    }
    let same = |c: &Chunk| march.cities.iter().any(|at| chunks[*at].cities == c.cities);
    let place = range.clone().find(|at| is_place(chunks, *at) && !same(&chunks[*at]));
    let stay = range.clone().find(|at| {
        let c = &chunks[*at];
        strict(c, Word::Stay)
            && !c.any(&[Word::Move, Word::Not, Word::At])
            && c.cities.is_empty()
            && !denies(line, c)
    });
    let first = range.clone().find(|at| is_piece(&chunks[*at]));
    let settled = place.is_some() || stay.is_some();
    if !settled || asks {
        return Clause::Reason;
    }
    if let Some(first) = first {
        let same = is_same(chunks, march, first);
        let small = |c: &Chunk| {
            said_small(c) || c.any(&[Word::Title, Word::Article, Word::Or, Word::While])
        };
        let begins = chunks[range.start..first].iter().all(small)
            || said_so(line, chunks, range.start) == Some(first);
        return match (same && begins, place) {
            (true, _) => Clause::Anew(first),
            // `too far from the King`
            (false, None) => Clause::Reason,
            (false, Some(_)) => Clause::Unclear,
        };
    }
    let goes = match (place, stay) {
        (Some(place), _) => place,
        (None, Some(stay)) => stay,
        (None, None) => return Clause::Reason,
    };
    let begins = said_so(line, chunks, range.start).unwrap_or(range.start);
    let begins = begins.min(goes);
    let led = begins..goes;
    let sends = |c: &Chunk| {
        said_small(c) || c.any(&[Word::Via, Word::Or, Word::While, Word::Pronoun]) && c.is_word()
    };
    // `that leaves Leipzig open`
    let strange = |c: &Chunk| c.is_word() && !said_small(c) && !c.any(&[Word::Via, Word::Pronoun]);
    let to = goes > range.start && chunks[goes - 1].any(&[Word::To, Word::Via]);
    if place.is_some()
        && !to
        && !says(text_of(line, chunks, goes + 1..range.end), ClubWord::Instead)
        && chunks[goes + 1..range.end].iter().any(|c| strange(c) && !c.is_plain_city())
    {
        return Clause::Reason;
    }
    // `… no, there is nothing there. Burg`: whether he goes there is not said.
    let apart = range.start > 0 && ends_sentence(&chunks[range.start - 1]);
    let text = line.get(words[0].start..words[words.len() - 1].end).unwrap_or_default();
    let bare = apart && goes == range.start && place.is_some();
    if says(text, ClubWord::Perhaps) || bare && !says(text, ClubWord::Instead) {
        return Clause::Unclear;
    }
    let way = chunks[led.clone()].iter().find(|c| c.has(Word::Via) && !c.has(Word::To));
    let to = led.clone().rev().take_while(|at| {
        let c = &chunks[*at];
        c.any(&[Word::To, Word::Article, Word::Via]) && c.generals.is_empty()
    });
    let from = to.last().unwrap_or(goes);
    if !chunks[led].iter().all(sends) || way.is_some() && place.is_none() {
        return Clause::Unclear;
    }
    Clause::Elsewhere(from)
}

fn text_of<'l>(line: &'l str, chunks: &[Chunk], range: Range<usize>) -> &'l str {
    let words = chunks.get(range).unwrap_or_default();
    let ends = words.first().zip(words.last());
    ends.and_then(|(first, last)| line.get(first.start..last.end)).unwrap_or_default()
}

/// Whether these are the pieces of the march, and no others.
fn is_same(chunks: &[Chunk], march: &March, first: usize) -> bool {
    let before = &chunks[march.pieces.clone()];
    let one = before.iter().filter(|c| is_piece(c)).count() == 1;
    let number = |at: usize| {
        chunks.get(at + 1).and_then(|c| c.number).filter(|_| chunks[at].is_train_word())
    };
    let old = march.pieces.clone().find(|at| is_piece(&chunks[*at]));
    one && old.is_some_and(|old| match chunks[first].generals.first() {
        Some(piece) => chunks[old].generals.contains(piece),
        None => {
            chunks[old].is_train_word()
                && number(old) == number(first)
                && chunks[old].ordinal == chunks[first].ordinal
        }
    })
}

/// Whether a word may lead to where somebody goes instead.
fn said_small(chunk: &Chunk) -> bool {
    chunk.is_word()
        && chunk.generals.is_empty()
        && chunk.cities.is_empty()
        && !chunk.any(&[Word::Not, Word::Stay, Word::From, Word::If])
        && chunk.any(&[
            Word::Filler,
            Word::Article,
            Word::Move,
            Word::At,
            Word::To,
            Word::Then,
            Word::Only,
            Word::And,
        ])
}

/// The line without the `wait` of whoever only thinks while he writes: `Schwerin backs off to Strehlen... wait, Keith's sitting
/// there. Then Keith …`. It stands before a comma, and the rest of its sentence speaks of a piece or a city.
pub(in crate::said) fn thinking(line: &str, chunks: &[Chunk], _: &Known) -> Option<Corrected> {
    (0..chunks.len()).find_map(|at| {
        let begins = at.checked_sub(1).is_some_and(|before| chunks[before].is_mark());
        let single = line.get(chunks[at].start..chunks[at].end).is_some_and(|w| !w.contains(' '));
        let waits =
            chunks[at].is_word() && chunks[at].has(Word::Wait) && !chunks[at].has(Word::Stay);
        let comma = chunks.get(at + 1).is_some_and(|c| c.kind == Kind::Comma);
        let rest = chunks.get(at + 2..)?;
        let end = rest.iter().position(ends_sentence).unwrap_or(rest.len());
        let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.is_train_word();
        (begins && single && waits && comma && rest[..end].iter().any(named))
            .then(|| Corrected::without(line, chunks, at..at + 2))
    })
}
