//! Corrections in one breath: `Fermor to Konitz, no wait, Flatow`, `Keith not to Nachod but to Trautenau`.
//!
//! What was withdrawn is taken out of the line before anything is read of it. Only what replaces a goal, a
//! card or a march clearly is taken so; every other correction stays in the line, and is asked about by
//! [`super::bound`]. The receipt says in canonical words what was read.
//!
//! What this module deliberately does not do: guess whom a correction concerns, or touch ways (`via …`).

use super::considered::considered;
use super::denied::{
    denied_again, denied_behind, denied_besides, denied_company, denied_deed, denied_first,
    denied_of_piece, denied_stay, denied_stay_before, denied_way, left_behind, restricted,
};
use super::except::excepted;
use super::halted::halted;
use super::marker::marker;
use super::preferred::preferred;
use super::replaced::{by_another_card, by_another_goal};
use super::rethought::{
    another_piece, goes_elsewhere, one_of_them, only_one, said_again, without_remark,
};
use super::spurned::less_liked;
use super::wished::wished_behind;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{
    Corrected, blanked, denies, ends_sentence, goal, is_place, joined, said, without,
};
use crate::said::chunks::remark::without_asides;
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::march::nowhere::no_such_place;

/// More corrections of one line are not followed.
const MOST: usize = 4;

/// The line as it was meant after its corrections; `None` if it has none that is clear.
pub(in crate::said) fn corrected(
    line: &str,
    chunks: &[Chunk],
    tongues: Tongues,
) -> Option<Corrected> {
    let mut now = without_asides(line, chunks);
    for _ in 0..MOST {
        let (line, chunks) = match &now {
            Some(now) => (now.line.as_str(), now.chunks.as_slice()),
            None => (line, chunks),
        };
        let next = said_again(line, chunks)
            .or_else(|| restricted(line, chunks))
            .or_else(|| excused(line, chunks))
            .or_else(|| opening(line, chunks))
            .or_else(|| added(line, chunks))
            .or_else(|| left_behind(line, chunks))
            .or_else(|| denied_company(line, chunks))
            .or_else(|| denied_stay_before(line, chunks))
            .or_else(|| denied_again(line, chunks))
            .or_else(|| denied(line, chunks))
            .or_else(|| denied_behind(line, chunks))
            .or_else(|| denied_besides(line, chunks))
            .or_else(|| denied_first(line, chunks))
            .or_else(|| denied_of_piece(line, chunks))
            .or_else(|| denied_way(line, chunks))
            .or_else(|| denied_stay(line, chunks))
            .or_else(|| denied_deed(line, chunks))
            .or_else(|| considered(line, chunks))
            .or_else(|| by_another_goal(line, chunks))
            .or_else(|| by_another_card(line, chunks))
            .or_else(|| wished_behind(line, chunks))
            .or_else(|| no_such_place(line, chunks))
            .or_else(|| halted(line, chunks))
            .or_else(|| replaced(line, chunks, tongues))
            .or_else(|| preferred(line, chunks))
            .or_else(|| less_liked(line, chunks))
            .or_else(|| excepted(line, chunks));
        let Some(next) = next else { break };
        now = Some(next);
    }
    now
}

/// The line without what somebody says of himself between a goal that he takes back and the other one: `Tottleben to Lidzbark...
/// no wait, that's past him, Mława then`.
fn excused(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let mark = |c: &Chunk| {
        matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Dash | Kind::Other)
    };
    let corrects = |at: usize| {
        [ClubWord::Correction, ClubWord::PlainNo]
            .into_iter()
            .find_map(|word| said(line, chunks, at, word))
    };
    let plain = |c: &Chunk, named: bool| {
        let bears = [Word::If, Word::Or, Word::Else, Word::Stay, Word::Ready, Word::Train];
        (c.is_word() || c.kind == Kind::Other)
            && (named || c.generals.is_empty())
            && c.cities.is_empty()
            && c.count().is_none()
            && !(c.any(&bears) && !c.has(Word::Filler))
    };
    let comma =
        |at: usize| chunks.get(at).is_some_and(|c| matches!(c.kind, Kind::Comma | Kind::Colon));
    (1..chunks.len()).find_map(|at| {
        let length = corrects(at).filter(|_| mark(&chunks[at - 1]))?;
        let begins = at + length + usize::from(comma(at + length));
        let words = chunks[begins..].iter().take_while(|c| plain(c, true)).count();
        let end = begins + words;
        let before = chunks[..at].iter().rev().take(8).any(Chunk::is_plain_city);
        // Behind it stands the other goal, and nobody else is named first.
        let marks = chunks[end..].iter().take_while(|c| mark(c)).count();
        // `Moment, da war doch der Schwede … nein, lieber nach Schwedt`: somebody is named only before another no.
        let again = marks > 0 && end + marks < chunks.len() && corrects(end + marks).is_some();
        let other = chunks.get(end + marks.max(1)..)?.iter().take(if again { 6 } else { 4 });
        let other = other.take_while(|c| c.is_word() || again && c.kind == Kind::Comma);
        let other = other.take_while(|c| c.generals.is_empty()).any(Chunk::is_plain_city);
        let unnamed = chunks[begins..end].iter().all(|c| plain(c, again));
        let apart = comma(end) || again;
        ((2..=7).contains(&words) && apart && unnamed && before && other)
            .then(|| Corrected::without(line, chunks, begins..end + marks.max(1)))
    })
}

/// `not to Nachod but to Trautenau`, `to Trautenau, not to Nachod`, `instead of Nachod`.
fn denied(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let passed = |at: usize| {
        let mut at = at;
        while chunks.get(at).is_some_and(|c| {
            matches!(c.kind, Kind::Comma | Kind::Dash)
                || c.is_word()
                    && c.generals.is_empty()
                    && c.cities.is_empty()
                    && c.has(Word::Filler)
                    && !c.any(&[Word::To, Word::Not])
        }) {
            at += 1;
        }
        at
    };
    for at in 0..chunks.len() {
        // `instead of that` names no goal.
        let of = |length: &usize| {
            said(line, chunks, at, ClubWord::Instead).is_none_or(|other| other <= *length)
        };
        let instead = said(line, chunks, at, ClubWord::InsteadOf).filter(of);
        let chunk = &chunks[at];
        let negates = denies(line, chunk);
        if instead.is_none() && !negates {
            continue;
        }
        // `ne va pas à Glatz`: the verb stands within the negation.
        let verb = |c: &&Chunk| {
            negates
                && c.is_word()
                && c.cities.is_empty()
                && c.generals.is_empty()
                && (c.any(&[Word::Not, Word::Move]) && !c.any(&[Word::To, Word::At, Word::Via]))
        };
        let within = chunks[at + 1..].iter().take(2).take_while(verb).count();
        // `instead of sitting around in Angermünde`
        let stays = instead.map_or(0, |length| {
            let small = |c: &&Chunk| {
                c.is_word()
                    && c.generals.is_empty()
                    && c.cities.is_empty()
                    && c.any(&[Word::Stay, Word::Filler, Word::At, Word::There])
            };
            let verb = chunks.get(at + length).is_some_and(|c| c.has(Word::Stay));
            if verb { chunks[at + length..].iter().take(4).take_while(small).count() } else { 0 }
        });
        let Some((place, _)) = goal(chunks, at + instead.unwrap_or(1) + within + stays) else {
            continue;
        };
        // `doch nicht nach …`
        let from = match at.checked_sub(1).and_then(|before| chunks.get(before)) {
            Some(before) if before.means(ClubWord::Instead) => at - 1,
            // `do Riesy, a nie do Miśni`
            Some(before)
                if before.is_word()
                    && before.any(&[Word::And, Word::While])
                    && before.cities.is_empty() =>
            {
                at - 1
            }
            _ => at,
        };
        let (mut rest, mut but) = (place + 1, None);
        while but.is_none() && rest < chunks.len() && rest <= passed(place + 1) {
            but = [ClubWord::But, ClubWord::Instead, ClubWord::Correction]
                .into_iter()
                .find_map(|word| said(line, chunks, rest, word));
            rest += usize::from(but.is_none());
        }
        if instead.is_none()
            && let Some(length) = but
            && goal(chunks, passed(rest + length)).is_some()
        {
            return without(line, chunks, from, rest + length);
        }
        // `not to Glatz but stays with Schwerin`
        if instead.is_none()
            && let Some(length) = but
            && chunks.get(rest + length).is_some_and(|c| c.has(Word::Stay) && c.generals.is_empty())
        {
            let verb = |c: &&Chunk| c.has(Word::Move) && c.generals.is_empty();
            let verbs = chunks[..from].iter().rev().take_while(verb).count();
            return without(line, chunks, from - verbs, rest + length);
        }
        // `doesn't go to Glatz after all, he goes to Neisse instead`
        let comma = chunks[place + 1..].iter().take(2).position(|c| c.kind == Kind::Comma);
        if instead.is_none()
            && let Some(comma) = comma.map(|at| place + 1 + at)
            && chunks.get(comma + 1).is_some_and(|c| c.has(Word::Pronoun) && c.generals.is_empty())
            && goal(chunks, comma + 2).is_some()
        {
            return without(line, chunks, from, comma + 2);
        }
        let ends =
            chunks.get(place + 1).is_none_or(|next| !next.is_word() && next.number.is_none());
        // `I'd say Spremberg, not Muskau`: nothing but words that fill stands before the first.
        let small = |c: &Chunk| !c.is_word() || c.has(Word::Filler) && c.cities.is_empty();
        let before = chunks[..at].iter().rposition(|c| {
            c.is_word() && !(c.any(&[Word::And, Word::While]) && c.cities.is_empty())
        });
        let another = |at: &usize| chunks[*at].cities != chunks[place].cities;
        let other = before.filter(|before| is_place(chunks, *before)).filter(another);
        let led = |place: usize| {
            place > 0 && chunks[..place].iter().all(small) && place + 1 < at
                || place > 0
                    && !chunks[place - 1].any(&[Word::From, Word::Via])
                    && chunks[..place]
                        .iter()
                        .any(|c| !c.generals.is_empty() || c.any(&[Word::Train, Word::To]))
        };
        let elsewhere = || {
            let places =
                (0..chunks.len()).filter(|other| *other != place && is_place(chunks, *other));
            places.count() == 1
        };
        if instead.is_some() && elsewhere() || ends && other.is_some_and(led) {
            return without(line, chunks, from, place + 1);
        }
    }
    None
}

/// `to Konitz, no wait, Flatow`; `to Konitz, no, he stays`; `10 of spades, no, the 6`.
fn replaced(line: &str, chunks: &[Chunk], tongues: Tongues) -> Option<Corrected> {
    for at in 1..chunks.len() {
        let Some(behind) = marker(line, chunks, at) else { continue };
        // `to Prag, or rather Pardubitz?` asks.
        let asks = chunks[behind..].iter().find(|c| ends_sentence(c));
        let open = |c: &Chunk| c.is_word() && c.has(Word::Or);
        let wavers = open(&chunks[at]) || chunks[behind..].iter().take(2).any(open);
        if wavers && asks.is_some_and(|c| c.kind == Kind::Question) {
            continue;
        }
        let mut end = at;
        while end > 0
            && !chunks[end - 1].is_word()
            && chunks[end - 1].number.is_none()
            && !matches!(chunks[end - 1].kind, Kind::Suit(_))
        {
            end -= 1;
        }
        let behind = &chunks[behind..];
        let all = |before: &[Chunk]| {
            another_card(line, before, behind, tongues)
                .or_else(|| another_value(line, before, behind))
                .or_else(|| another_number(line, before, behind))
                .or_else(|| only_one(line, before, behind))
                .or_else(|| one_of_them(line, before, behind))
                .or_else(|| goes_elsewhere(line, before, behind))
                .or_else(|| another_goal(line, before, behind))
                .or_else(|| stays_after_all(line, before, behind))
                .or_else(|| goes_after_all(line, before, behind))
                .or_else(|| said_anew(line, before, behind))
                .or_else(|| another_piece(line, before, behind))
        };
        let before = &chunks[..end];
        let shorter = || without_remark(line, before).and_then(|end| all(&before[..end]));
        let found = all(before).or_else(shorter);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// `No wait, Fermor stays after all`: a line that begins with a correction corrects an earlier mail, and says what holds
/// like any other.
fn opening(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let behind = marker(line, chunks, 0)?;
    let waits = chunks[..behind].iter().all(|c| !c.is_word() || c.has(Word::Wait));
    let stops = |c: &Chunk| c.has(Word::Stop) && !c.has(Word::Filler);
    let says =
        |c: &Chunk| !c.generals.is_empty() || c.any(&[Word::Train, Word::Cancel]) || stops(c);
    (!waits && chunks[behind..].iter().any(says))
        .then(|| without(line, chunks, 0, behind))
        .flatten()
}

/// `Lehwaldt to Königsberg, and on second thoughts Seydlitz can stay`: behind `and` a correction is one of an earlier mail, if
/// somebody else is named behind it.
fn added(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let names = |c: &Chunk| !c.generals.is_empty() || c.is_train_word();
    (1..chunks.len()).find_map(|at| {
        let and = &chunks[at - 1];
        let joins = and.is_word() && and.has(Word::And) && and.cities.is_empty();
        let length = joins.then(|| said(line, chunks, at, ClubWord::Correction)).flatten()?;
        let comma = chunks.get(at + length).is_some_and(|c| c.kind == Kind::Comma);
        let behind = at + length + usize::from(comma);
        let first = chunks.get(behind).filter(|c| names(c))?;
        let spoken = chunks[..at].iter().any(|c| {
            c.is_train_word() && first.is_train_word()
                || c.generals.iter().any(|piece| first.generals.contains(piece))
        });
        (!spoken).then(|| without(line, chunks, at, behind)).flatten()
    })
}

/// `Heinrich 5, no wait, 6. Schwerin 5`: other troops for the general named last, who may be named again.
fn another_number(line: &str, before: &[Chunk], behind: &[Chunk]) -> Option<Corrected> {
    let counts = |c: &Chunk| c.count().is_some() && c.generals.is_empty() && !c.has(Word::Article);
    let (last, spoken) = before.split_last()?;
    // `Soubise 6... no wait, Soubise 7`
    if let ([.., named], [again, number, ..]) = (spoken, behind)
        && counts(last)
        && counts(number)
        && !named.generals.is_empty()
        && named.generals == again.generals
    {
        return joined(line, &spoken[..spoken.len() - 1], behind);
    }
    let general = spoken.iter().rev().take(3).any(|c| !c.generals.is_empty());
    // `…, no wait, let's make it 6`
    let small = |c: &&Chunk| {
        c.is_word() && c.generals.is_empty() && c.cities.is_empty() && c.count().is_none()
    };
    let behind = &behind[behind.iter().take(4).take_while(small).count()..];
    let (first, rest) = behind.split_first()?;
    let ends = rest.first().is_none_or(|c| !c.is_word() && !matches!(c.kind, Kind::Suit(_)));
    (general && counts(last) && counts(first) && ends)
        .then(|| joined(line, spoken, behind))
        .flatten()
}

/// What is said last ends with a place, and another one stands alone behind the correction.
pub(in crate::said) fn another_goal(
    line: &str,
    before: &[Chunk],
    behind: &[Chunk],
) -> Option<Corrected> {
    let last = before.len().checked_sub(1)?;
    // `Lacy rückt nach Tetschen nach`, `soll nach Naugard gehen`: the second half of the verb stands behind the goal.
    let half = |c: &Chunk| {
        let little = c.any(&[Word::To, Word::Filler]) && c.end - c.start <= 4;
        let verb = c.has(Word::Move) && c.generals.is_empty() && c.cities.is_empty();
        c.is_word() && (little || verb)
    };
    let last = last - usize::from(last > 0 && half(&before[last]) && is_place(before, last - 1));
    if !is_place(before, last) {
        return None;
    }
    let (place, led) = goal(behind, 0)?;
    let more = behind[place + 1..]
        .iter()
        .take_while(|c| !ends_sentence(c) && c.kind != Kind::Comma)
        .any(|c| !c.generals.is_empty() || c.any(&[Word::Or, Word::If]));
    // `to Nimburg. Hmm, no, Nimburg is a trap, …`
    let clause = behind.iter().position(|c| ends_sentence(c) || c.kind == Kind::Comma);
    let against = clause.and_then(|end| line.get(behind[place].start..behind[end].start));
    let again = before[last].cities == behind[place].cities;
    let more = more || again && against.is_some_and(|text| says(text, ClubWord::TooFar));
    let sentence = before.iter().rposition(ends_sentence).map_or(0, |at| at + 1);
    let spoken = &before[sentence..last];
    let way = spoken.last().is_some_and(|c| c.any(&[Word::Via, Word::From]) && !c.has(Word::To));
    // Two places in a row are a way, and it is not said how much of it is taken back.
    let row = spoken.iter().rposition(|c| c.is_word()).is_some_and(|at| is_place(spoken, at));
    if more || way || row {
        return None;
    }
    let mut end = last;
    while led
        && end > 0
        && before[end - 1].is_word()
        && before[end - 1].has(Word::To)
        && before[end - 1].generals.is_empty()
    {
        end -= 1;
    }
    joined(line, &before[..end], behind)
}

/// `Browne stays; no wait, he goes to Zittau`
fn goes_after_all(line: &str, before: &[Chunk], behind: &[Chunk]) -> Option<Corrected> {
    let last = before.len().checked_sub(1)?;
    let sentence = before[..last].iter().rposition(ends_sentence).map_or(0, |at| at + 1);
    let spoken = &before[sentence..last];
    let stays = before[last].has(Word::Stay) && before[last].generals.is_empty();
    let named = spoken.iter().any(|c| !c.generals.is_empty());
    let elsewhere =
        (sentence..last).any(|at| is_place(before, at) && before[at].generals.is_empty());
    let from = usize::from(behind.first().is_some_and(|c| c.has(Word::Pronoun)));
    let (place, led) = goal(behind, from)?;
    let more = behind[place + 1..]
        .iter()
        .take_while(|c| !ends_sentence(c) && c.kind != Kind::Comma)
        .any(|c| !c.generals.is_empty() || c.any(&[Word::Or, Word::If]));
    // `il va à Soldau`: the preposition is part of the verb.
    let led = led || place > 0 && behind[place - 1].has(Word::Move);
    let clear = stays && named && !elsewhere && led && !more;
    clear.then(|| joined(line, &before[..last], &behind[from..])).flatten()
}

/// `Saltikov to Piła, no, he stays`
fn stays_after_all(line: &str, before: &[Chunk], behind: &[Chunk]) -> Option<Corrected> {
    let ends = behind
        .iter()
        .position(|c| ends_sentence(c) || c.kind == Kind::Comma)
        .unwrap_or(behind.len());
    let stays = behind[..ends].iter().position(|c| c.has(Word::Stay))?;
    // `no, he stays in Berlin after all`: whether he stands there, the stay itself says.
    let there = |at: usize| {
        let c = &behind[at];
        let place = c.is_plain_city() && at > 0 && behind[at - 1].has(Word::At);
        place || c.has(Word::At) && behind.get(at + 1).is_some_and(Chunk::is_plain_city)
    };
    let others = behind[..ends].iter().enumerate().any(|(at, c)| {
        at != stays
            && c.is_word()
            && !there(at)
            && !c.any(&[
                Word::Pronoun,
                Word::Filler,
                Word::Both,
                Word::Article,
                Word::Alone,
                Word::Time,
                Word::Train,
                Word::Stay,
            ])
    });
    // `no, the train stays` of a train alone
    let train = behind[..ends].iter().any(|c| c.has(Word::Train));
    let sentence = before.iter().rposition(ends_sentence).map_or(0, |at| at + 1);
    let piece = |c: &Chunk| {
        !c.generals.is_empty() || c.has(Word::Train) || c.has(Word::Other) && c.cities.is_empty()
    };
    let last = sentence + before[sentence..].iter().rposition(piece)?;
    // `train 2`
    let number = before.get(last + 1).is_some_and(|c| c.number.is_some());
    let last = last + usize::from(number);
    let goes = (last + 1..before.len()).any(|at| is_place(before, at));
    if others || !goes || train && !before[last - usize::from(number)].has(Word::Train) {
        return None;
    }
    joined(line, &before[..=last], &behind[stays..])
}

/// `Fermor to Konitz, no: Fermor to Flatow`
fn said_anew(line: &str, before: &[Chunk], behind: &[Chunk]) -> Option<Corrected> {
    // Why stands before it: `no, there he is of no use: Fermor to Flatow`.
    // Who is named in it is somebody else: `No, scrap that, too close to the Swede. Heinrich to Templin`.
    let named = |at: &usize| {
        let c = &behind[*at];
        let spoken =
            before.iter().any(|b| c.generals.first().is_some_and(|p| b.generals.contains(p)));
        let ends = behind[..*at].last().is_some_and(ends_sentence);
        c.has(Word::Train) || !c.generals.is_empty() && (spoken || !ends || *at == 0)
    };
    let foreign = |at: &usize| {
        let c = &behind[*at];
        !c.generals.is_empty()
            && !before.iter().any(|b| c.generals.iter().any(|p| b.generals.contains(p)))
    };
    let first = (0..behind.len()).find(|at| named(at) && !foreign(at))?;
    let reason = (0..first).all(|at| !is_place(behind, at) && behind[at].number.is_none());
    let apart = first == 0
        || behind[..first]
            .iter()
            .rfind(|c| !c.any(&[Word::Title, Word::Article]))
            .is_none_or(|c| !c.is_word())
        // `I want the train at Großenhain`
        || behind[..first].iter().all(|c| c.any(&[Word::Filler, Word::Article, Word::Move]));
    // `train 1`
    let number = |part: &[Chunk], at: usize| {
        let train = part[at].has(Word::Train) && part[at].generals.is_empty();
        train.then(|| part.get(at + 1).and_then(|c| c.number)).flatten()
    };
    let same = |at: usize| match behind[first].generals.first() {
        Some(piece) => before[at].generals.contains(piece),
        None => {
            let again = number(behind, first);
            before[at].has(Word::Train) && (number(before, at) == again || again.is_none())
        }
    };
    let from = (0..before.len()).rev().find(|at| same(*at))?;
    // `train 1 to Elsterwerda. Scrap that, I want the train at Großenhain`: it is the same one.
    let numbered = number(before, from).is_some() && number(behind, first).is_none();
    let alone = before[from + 1..].iter().all(|c| c.generals.is_empty() && !c.has(Word::Train));
    let stays = before[from + 1..].iter().any(|c| c.has(Word::Stay) && c.generals.is_empty());
    let sent = stays || (from + 1..before.len()).any(|at| is_place(before, at));
    let again =
        (first + 1..behind.len()).any(|at| is_place(behind, at) || behind[at].has(Word::Stay));
    let clear = reason && apart && alone && sent && again;
    let (kept, rest) = if numbered { (from + 2, first + 1) } else { (from, first) };
    clear.then(|| joined(line, &before[..kept], &behind[rest..])).flatten()
}

/// `The twelve... I mean the thirteen. Hearts of course`: another value for a card whose suit is said later.
fn another_value(line: &str, before: &[Chunk], behind: &[Chunk]) -> Option<Corrected> {
    let value = |c: &Chunk| matches!(c.count(), Some(2..=13)) && c.generals.is_empty();
    let last = before.len().checked_sub(1).filter(|last| value(&before[*last]))?;
    let sentence = before[..last].iter().rposition(ends_sentence).map_or(0, |at| at + 1);
    let names = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.is_train_word();
    let first = behind.iter().position(|c| !c.has(Word::Article) || value(c))?;
    let ends = behind.get(first + 1).is_none_or(|c| !c.is_word() && c.number.is_none());
    let clear = value(&behind[first]) && ends && !before[sentence..].iter().any(names);
    clear.then(|| joined(line, &before[..last], &behind[first..])).flatten()
}

/// `10 of spades, no, the 6`: another card, or another value of the same suit.
fn another_card(
    line: &str,
    before: &[Chunk],
    behind: &[Chunk],
    tongues: Tongues,
) -> Option<Corrected> {
    let all = cards::mentions(before, tongues, false);
    // `I throw the 6 of hearts away, no, …`: words that no card can be may stand behind it.
    let small =
        |c: &Chunk| c.is_word() && c.number.is_none() && c.generals.is_empty() && !c.has(Word::Not);
    let last = all.last().filter(|m| {
        let behind = &before[m.to + 1..];
        m.value.is_some() && behind.len() <= 2 && behind.iter().all(small)
    })?;
    let others = cards::mentions(behind, tongues, false);
    // `no, better the 7 right away`
    let skipped = |c: &Chunk| {
        c.is_word()
            && c.count().is_none()
            && c.generals.is_empty()
            && c.cities.is_empty()
            && !c.any(&[Word::Not, Word::Or, Word::If, Word::Keep, Word::Stop, Word::Reserve])
            && !others.iter().any(|m| std::ptr::eq(c, &behind[m.from]))
    };
    let first = behind.iter().take(5).position(|c| !skipped(c))?;
    if others.first().is_some_and(|other| other.from == first && other.value.is_some()) {
        return joined(line, &before[..last.from], &behind[first..]);
    }
    let value = &behind[first];
    let alone = behind.get(first + 1).is_none_or(|c| !c.is_word() && c.number.is_none());
    if !alone || value.count().is_none() || last.reserve {
        return None;
    }
    let suited: Vec<Chunk> = before[last.from..=last.to]
        .iter()
        .map(|c| if c.count().is_some() { value.clone() } else { c.clone() })
        .collect();
    let mut chunks = before[..last.from].to_vec();
    chunks.extend(suited);
    chunks.extend_from_slice(&behind[first + 1..]);
    let line = blanked(line, before[last.from].start, value.start);
    Some(Corrected { chunks, line })
}
