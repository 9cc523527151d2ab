//! Second thoughts that change who goes, or how far: `Keith to Glatz, no, Schwerin to Glatz and Keith stays`,
//! `over Hersfeld to Kassel, or rather no, he stops at Hersfeld`.
//!
//! What this module deliberately does not do: find the words that correct; those are [`super::marker`]'s. What is
//! not clear is left in the line, and asked about.

use super::marker::marker;
use crate::game::{Action, CityId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{
    Corrected, blanked, denies, ends_sentence, halts, is_place, joined, said,
};
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::{corrected, sentence};
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Said, Trouble};

fn is_piece(chunk: &Chunk) -> bool {
    !chunk.generals.is_empty() || chunk.is_word() && chunk.is_train_word()
}

/// Where the sentence that ends these chunks begins.
fn sentence(chunks: &[Chunk]) -> usize {
    chunks.iter().rposition(ends_sentence).map_or(0, |at| at + 1)
}

/// Which chunk names the piece that was sent last, if a single one was sent: `Keith` of `Keith to Glatz`.
fn sent_last(before: &[Chunk]) -> Option<usize> {
    let from = sentence(before);
    let last = from + before[from..].iter().rposition(is_piece)?;
    let joins = |c: &Chunk| c.kind == Kind::Plus || c.any(&[Word::And, Word::With]);
    let goes = (last + 1..before.len()).any(|at| is_place(before, at));
    let several = last > from + 1 && is_piece(&before[last - 2]) && joins(&before[last - 1]);
    (goes && !several).then_some(last)
}

/// Where the clause begins in which a piece is named: behind the comma or the `and` before it.
fn clause(before: &[Chunk], piece: usize) -> usize {
    let from = sentence(&before[..piece]);
    let parts = |c: &Chunk| {
        matches!(c.kind, Kind::Comma | Kind::Colon | Kind::Dash)
            || c.any(&[Word::And, Word::While]) && c.generals.is_empty() && c.cities.is_empty()
    };
    before[from..piece].iter().rposition(parts).map_or(from, |at| from + at + 1)
}

/// The first piece behind a correction, if nothing but small words stands before it.
fn named_first(behind: &[Chunk]) -> Option<usize> {
    let small = [Word::Title, Word::Article, Word::Filler, Word::Only, Word::Alone, Word::Then];
    let first = behind.iter().position(|c| is_piece(c) || c.is_word() && !c.any(&small))?;
    is_piece(&behind[first]).then_some(first)
}

/// `Seydlitz to Torgau … no, that leaves the Saale open. Make it Eisleben`: the goal that the next sentence names, behind a no
/// and why, in place of the one before.
pub(in crate::said) fn another_goal(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let mark = |c: &Chunk| !c.is_word() && c.number.is_none();
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let names = |c: &Chunk| {
        !c.generals.is_empty()
            || c.is_train_word()
            || c.number.is_some() && !c.has(Word::Article)
            || c.any(&[Word::If, Word::Ready, Word::Cancel]) && !c.has(Word::Filler)
            || c.kind == Kind::Question
    };
    let no = (2..chunks.len())
        .find(|at| mark(&chunks[at - 1]) && said(line, chunks, *at, ClubWord::PlainNo).is_some())?;
    let goal = (0..no).rev().find(|at| is_place(chunks, *at))?;
    let from = sentence(&chunks[..goal]);
    let silent = |c: &Chunk| mark(c) || c.unknown || c.any(&[Word::Filler, Word::And]);
    if !chunks[goal + 1..no].iter().all(silent) {
        return None;
    }
    let reason = no + chunks[no..].iter().position(ends_sentence)?;
    let begin = reason + chunks[reason..].iter().take_while(|c| mark(c)).count();
    let end = begin + chunks[begin..].iter().take_while(|c| !ends_sentence(c)).count();
    let place = (begin..end).find(|at| is_place(chunks, *at))?;
    let words = [ClubWord::Instead, ClubWord::Rather, ClubWord::Better, ClubWord::Correction];
    let phrase = |at: usize| words.iter().find_map(|word| said(line, chunks, at, *word));
    let covered =
        |at: usize| (begin..=at).any(|from| phrase(from).is_some_and(|length| from + length > at));
    let small = |at: usize| {
        at == place
            || covered(at)
            || mark(&chunks[at])
            || chunks[at].any(&[Word::Move, Word::To, Word::Filler, Word::Pronoun, Word::Then])
    };
    let rather = (begin..end).any(|at| phrase(at).is_some()) || chunks[begin].has(Word::Move);
    let sent = chunks[from..goal].iter().any(own);
    let why = &chunks[no..reason];
    let plain = !why.iter().any(|c| names(c) || c.is_plain_city());
    if !sent || !plain || !rather || !(begin..end).all(small) {
        return None;
    }
    let line = blanked(line, chunks[goal].start, chunks[place].start);
    let kept = [&chunks[..goal], &chunks[place..=place], &chunks[end..]].concat();
    Some(Corrected { chunks: kept, line: blanked(&line, chunks[place].end, chunks[end - 1].end) })
}

/// `Keith to Glatz, no, Schwerin to Glatz`, `…, no, Schwerin to Brieg and Keith stays`: another piece goes instead. What
/// was said of the first is withdrawn, if the goal is the same, or something else is said of him behind.
pub(in crate::said) fn another_piece(
    line: &str,
    before: &[Chunk],
    behind: &[Chunk],
) -> Option<Corrected> {
    let last = sent_last(before)?;
    let first = named_first(behind)?;
    let piece = before[last].generals.first()?;
    if behind[first].generals.is_empty() || behind[first].generals.contains(piece) {
        return None;
    }
    let goal = |chunks: &[Chunk], from: usize| {
        let ends = |c: &Chunk| ends_sentence(c) || c.kind == Kind::Comma;
        let to = chunks[from..].iter().position(ends).map_or(chunks.len(), |to| from + to);
        (from..to).rev().find(|at| is_place(chunks, *at))
    };
    let (old, new) = (goal(before, last)?, goal(behind, first)?);
    let same = before[old].cities == behind[new].cities;
    let again = behind[new..].iter().position(|c| c.generals.contains(piece)).is_some_and(|at| {
        let rest = &behind[new + at..];
        rest.iter().any(|c| c.has(Word::Stay)) || (1..rest.len()).any(|at| is_place(rest, at))
    });
    let from = clause(before, last);
    (same || again).then(|| joined(line, &before[..from], behind)).flatten()
}

/// `over Hersfeld to Kassel, no, he stops at Hersfeld: Kassel is too risky`, `to Lippstadt, no, they go to Soest`: those
/// who were sent last go to the one place that is named behind, and no further.
pub(in crate::said) fn goes_elsewhere(
    line: &str,
    before: &[Chunk],
    behind: &[Chunk],
) -> Option<Corrected> {
    let from = sentence(before);
    let last = from + before[from..].iter().rposition(is_piece)?;
    let number = before.get(last + 1).is_some_and(|c| c.number.is_some());
    let last = last + usize::from(number);
    let named: Vec<usize> = (last + 1..before.len()).filter(|at| is_place(before, *at)).collect();
    let parts = |c: &Chunk| {
        ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Dash | Kind::Other | Kind::Colon)
    };
    let end = behind.iter().position(parts).unwrap_or(behind.len());
    let mut places = (0..end).filter(|at| is_place(behind, *at));
    let (goal, None) = (places.next()?, places.next()) else { return None };
    let small = |c: &Chunk| {
        halts(line, c) && c.generals.is_empty() && !c.has(Word::Not)
            || c.is_word()
            && c.generals.is_empty()
            && c.any(&[
                Word::Via,
                Word::Pronoun,
                Word::Filler,
                Word::Article,
                Word::Move,
                Word::Stay,
                Word::At,
                Word::To,
                Word::Only,
                Word::Alone,
                Word::Then,
                Word::Both,
                Word::Join,
            ])
            // `er hält in Hersfeld` is spelt like `halt in`.
            && (c.any(&[Word::Stay, Word::Filler])
                || Little::Particle.is(&c.plain)
                || !c.any(&[Word::Not, Word::Via, Word::From, Word::If, Word::Or]))
            // `nein, doch nicht nach Minden` says where he does not go.
            && !c.has(Word::Not) && !denies(line, c)
    };
    let clear = behind[..end].iter().enumerate().all(|(at, c)| at == goal || small(c));
    let speaking = [Word::Pronoun, Word::Stay, Word::Move, Word::Only, Word::Alone];
    let speaks = behind[..end].iter().any(|c| c.any(&speaking) || halts(line, c));
    let of = |at: &usize| before[*at].cities.clone();
    let on_the_way = named.iter().any(|at| of(at) == behind[goal].cities);
    if !clear || !speaks || named.is_empty() || named.len() > 1 && !on_the_way {
        return None;
    }
    // Why he goes no further: `Kassel is too risky`.
    let mut rest = end;
    if let Some(next) = behind.get(rest).filter(|c| parts(c) && c.kind != Kind::Semicolon)
        && let Some(first) = behind.get(rest + 1)
    {
        let to = behind[rest + 1..].iter().position(parts).map_or(behind.len(), |to| rest + 1 + to);
        let text = line.get(first.start..behind[to - 1].end).unwrap_or_default();
        let withdrawn = |c: &Chunk| {
            c.is_plain_city() && named.iter().any(|at| of(at) == c.cities)
                || c.cities.is_empty() && c.generals.is_empty()
        };
        if next.kind != Kind::Question
            && says(text, ClubWord::TooFar)
            && behind[rest + 1..to].iter().all(withdrawn)
        {
            rest = to;
        }
    }
    let mut kept = vec![behind[goal].clone()];
    kept.extend_from_slice(&behind[rest..]);
    let found = joined(line, &before[..=last], &kept)?;
    let blank = behind.get(rest).map_or(line.len(), |c| c.start);
    let line = corrected::blanked(&found.line, behind[goal].end, blank);
    Some(Corrected { line, ..found })
}

/// `I wanted to send Keith to Nachod but changed my mind`, read as the march: whether it is still meant is asked, with what else
/// may be. What is said behind the change of mind is meant.
pub(in crate::said) fn changed_mind(line: &str, chunks: &[Chunk], own: &[Said]) -> Option<Problem> {
    let at =
        (1..chunks.len()).find(|at| said(line, chunks, *at, ClubWord::ChangedMind).is_some())?;
    let orders =
        |c: &Chunk| is_piece(c) || c.is_plain_city() || c.has(Word::Stay) && !c.has(Word::Filler);
    let from = sentence(&chunks[..at]);
    let goals: Vec<CityId> = chunks[from..at]
        .iter()
        .filter(|c| c.is_plain_city())
        .flat_map(|c| c.cities.iter().copied())
        .collect();
    if chunks[at..].iter().any(orders) {
        return None;
    }
    own.iter().find_map(|said| match &said.request {
        Request::Act(Action::MoveVia { pieces, via }) => {
            let goal = via.last().filter(|goal| goals.contains(goal))?;
            let march = Candidate::march(pieces, *goal);
            Some(Problem::Question {
                doubt: Doubt::City,
                words: line.get(chunks[from].start..chunks.last()?.end)?.to_owned(),
                candidates: vec![Candidate::Stay(pieces.clone()), march],
            })
        }
        _ => None,
    })
}

/// `Keith and Schwerin to Glatz - no, just Keith`: of those who were sent together one goes alone.
pub(in crate::said) fn only_one(
    line: &str,
    before: &[Chunk],
    behind: &[Chunk],
) -> Option<Corrected> {
    let (place, rest) = alone(behind)?;
    let piece = behind[place].generals.first()?;
    let from = sentence(before);
    let named: Vec<usize> = (from..before.len()).filter(|at| is_piece(&before[*at])).collect();
    let (first, last) = (*named.first()?, *named.last()?);
    let joins = |c: &Chunk| {
        is_piece(c)
            || matches!(c.kind, Kind::Plus | Kind::Comma | Kind::Slash)
            || c.any(&[Word::And, Word::With, Word::Title, Word::Article])
    };
    let one = *named.iter().find(|at| before[**at].generals.contains(piece))?;
    let sent = (last + 1..before.len()).any(|at| is_place(before, at));
    if named.len() < 2 || !before[first..=last].iter().all(joins) || !sent {
        return None;
    }
    let mut kept = before[..first].to_vec();
    kept.push(before[one].clone());
    kept.extend_from_slice(&before[last + 1..]);
    kept.extend_from_slice(&behind[rest..]);
    let to = behind.get(rest).map_or(line.len(), |c| c.start);
    let line = corrected::blanked(line, before.last()?.end, to);
    Some(Corrected { chunks: kept, line })
}

/// `Keith and Schwerin to Glatz. Hm, Schwerin had better stay`: something else is said of one of several; the others go.
pub(in crate::said) fn one_of_them(
    line: &str,
    before: &[Chunk],
    behind: &[Chunk],
) -> Option<Corrected> {
    let first = named_first(behind)?;
    let piece = behind[first].generals.first()?;
    let from = sentence(before);
    let named: Vec<usize> = (from..before.len()).filter(|at| is_piece(&before[*at])).collect();
    let place = named.iter().position(|at| before[*at].generals.contains(piece))?;
    let at = named[place];
    let joins = |c: &Chunk| c.kind == Kind::Plus || c.any(&[Word::And, Word::With]);
    // What joins him to the others goes with him.
    let cut = if place > 0 && named[place - 1] + 2 == at && joins(&before[at - 1]) {
        at - 1..at + 1
    } else if named.get(place + 1) == Some(&(at + 2)) && joins(&before[at + 1]) {
        at..at + 2
    } else {
        return None;
    };
    let sent = (at + 1..before.len()).any(|at| is_place(before, at));
    let rest = &behind[first + 1..];
    let again =
        rest.iter().any(|c| c.has(Word::Stay)) || (0..rest.len()).any(|at| is_place(rest, at));
    if !sent || !again {
        return None;
    }
    let mut kept = before[..cut.start].to_vec();
    kept.extend_from_slice(&before[cut.end..]);
    let end = before.last()?.end;
    kept.push(Chunk::full_stop(end, end));
    kept.extend_from_slice(behind);
    let line = corrected::blanked(line, end, behind[0].start);
    Some(Corrected { chunks: kept, line })
}

/// The piece that is said to be the only one, and where the rest begins: `just Keith`.
fn alone(behind: &[Chunk]) -> Option<(usize, usize)> {
    let parts = |c: &Chunk| !c.is_word() && c.number.is_none();
    let rest = behind.iter().position(parts).unwrap_or(behind.len());
    let small = [Word::Only, Word::Alone, Word::Filler, Word::Title, Word::Article, Word::Move];
    let clear = behind[..rest].iter().all(|c| is_piece(c) || c.any(&small));
    let only = behind[..rest].iter().any(|c| c.any(&[Word::Only, Word::Alone]));
    let mut pieces = (0..rest).filter(|at| is_piece(&behind[*at]));
    let place = pieces.next().filter(|_| clear && only && pieces.next().is_none())?;
    Some((place, rest))
}

/// The place up to which chunks say what is corrected, small words and remarks at their end apart: `Saalfeld I reckon`,
/// `to Muskau, that is far`. `None` if there are none.
pub(in crate::said) fn without_remark(line: &str, before: &[Chunk]) -> Option<usize> {
    let small = |c: &Chunk| {
        !c.is_word() && c.number.is_none() && !matches!(c.kind, Kind::Suit(_))
            || c.is_word()
                && c.generals.is_empty()
                && c.cities.is_empty()
                && c.number.is_none()
                && c.any(&[Word::Filler, Word::There, Word::Greeting])
                && !c.any(&[
                    Word::To,
                    Word::At,
                    Word::Via,
                    Word::Stay,
                    Word::Not,
                    Word::Move,
                    Word::With,
                    Word::And,
                ])
    };
    let mut end = before.len();
    while end > 0 && small(&before[end - 1]) {
        end -= 1;
    }
    let parts = |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Dash);
    if let Some(comma) = before[..end].iter().rposition(parts) {
        let remark = &before[comma + 1..end];
        let text = remark.first().zip(remark.last());
        let text = text.and_then(|(first, last)| line.get(first.start..last.end));
        let named = |c: &Chunk| is_piece(c) || !c.cities.is_empty();
        if text.is_some_and(|text| says(text, ClubWord::TooFar)) && !remark.iter().any(named) {
            end = comma;
        }
    }
    (0 < end && end < before.len()).then_some(end)
}

/// `Keith to Glatz, no, Schwerin to Brieg`: whether Keith still goes is not said.
pub(in crate::said) fn replaced_by_another(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
) -> Option<Problem> {
    let sent = |at: usize, cities: &[CityId]| {
        said.iter().any(|said| match &said.request {
            Request::Act(Action::MoveVia { pieces, via }) => {
                pieces.iter().any(|piece| chunks[at].generals.contains(piece))
                    && via.last().is_some_and(|goal| cities.contains(goal))
            }
            _ => false,
        })
    };
    // `Keith to Glatz, Schwerin too. Actually only Keith`
    let several = said.iter().any(moves_several);
    let mut sentences = sentence::sentences(chunks).skip(1).filter(|_| several);
    let again = sentences.find(|sentence| {
        let named = alone(&chunks[sentence.clone()]);
        named.is_some_and(|(place, rest)| {
            let piece = &chunks[sentence.start + place].generals;
            let before = chunks[..sentence.start].iter().flat_map(|c| &c.generals);
            let ends = chunks[sentence.start + rest..sentence.end].iter().all(|c| !c.is_word());
            ends && before.clone().any(|other| piece.contains(other))
        })
    });
    if let Some(sentence) = again {
        let words = line.get(chunks[sentence.start].start..chunks[sentence.end - 1].end);
        return Some(Problem::new(Trouble::UnknownWords, words.unwrap_or_default()));
    }
    (1..chunks.len()).find_map(|at| {
        let behind = marker(line, chunks, at)?;
        let before = &chunks[..at];
        // `Keith to Glatz, Schwerin too. Actually only Keith`
        let one = alone(&chunks[behind..]).and_then(|(place, _)| {
            let piece = chunks[behind + place].generals.first()?;
            let all: Vec<_> = before.iter().flat_map(|c| &c.generals).collect();
            (all.len() > 1 && all.contains(&piece)).then_some(())
        });
        if one.is_some() && said.iter().any(moves_several) {
            let words = line.get(chunks[at].start..).unwrap_or_default();
            return Some(Problem::new(Trouble::UnknownWords, words));
        }
        let last = sent_last(before)?;
        let goal = (last + 1..before.len()).rev().find(|at| is_place(before, *at))?;
        // Marks alone stand between the goal and the correction.
        let apart = before[goal + 1..].iter().all(|c| !c.is_word() && !ends_sentence(c));
        let first = behind + named_first(&chunks[behind..])?;
        let other = chunks[first].generals.first();
        let number = |at: usize| chunks.get(at + 1).and_then(|c| c.number.or(c.ordinal));
        let trains = before[last].has(Word::Train) && chunks[first].has(Word::Train);
        let another = match other {
            Some(other) => !before[last].generals.contains(other),
            None => trains && number(last) != number(first),
        };
        let first = first + usize::from(other.is_none());
        let goes = chunks.get(first + 1).is_some_and(|c| c.any(&[Word::To, Word::Via, Word::Move]));
        let words = line.get(before[last].start..chunks.get(first)?.end).unwrap_or_default();
        (apart && another && goes && (trains || sent(last, &before[goal].cities)))
            .then(|| Problem::new(Trouble::UnknownWords, words))
    })
}

fn moves_several(said: &Said) -> bool {
    matches!(&said.request, Request::Act(Action::MoveVia { pieces, .. }) if pieces.len() > 1)
}

/// The line without what a correction says once more: `make that Luckenwalde for Heinrich` of Heinrich himself, `or better
/// Luckau, yes, Luckau`.
pub(in crate::said) fn said_again(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let corrects = |at: usize| {
        [ClubWord::Correction, ClubWord::PlainNo, ClubWord::Rather]
            .iter()
            .any(|word| said(line, chunks, at, *word).is_some())
    };
    let ends = |at: usize| chunks.get(at).is_none_or(Chunk::is_mark);
    let whom = (2..chunks.len()).find_map(|at| {
        let general = chunks.get(at + 1).filter(|c| !c.generals.is_empty())?;
        let led = chunks[at].has(Word::For) && chunks[at - 1].is_plain_city() && ends(at + 2);
        let mut before = chunks[..at].iter().rev().filter(|c| !c.generals.is_empty());
        let same = before.next().is_some_and(|c| c.generals == general.generals);
        let begin = chunks[..at].iter().rposition(|c| c.generals == general.generals)?;
        (led && same && (begin..at).any(corrects)).then_some(at..at + 2)
    });
    let again = || {
        (2..chunks.len()).find_map(|at| {
            let city = chunks.get(at).filter(|c| c.is_plain_city() && ends(at + 1))?;
            let yes = chunks[..at].iter().rposition(|c| c.is_word() && c.has(Word::Yes))?;
            let between = chunks[yes + 1..at].iter().all(Chunk::is_mark);
            let comma = yes.checked_sub(1).filter(|mark| chunks[*mark].is_mark())?;
            let last = chunks[..comma].last().filter(|c| c.is_plain_city())?;
            (between && last.cities == city.cities).then_some(comma..at + 1)
        })
    };
    whom.or_else(again).map(|taken| Corrected::without(line, chunks, taken))
}
