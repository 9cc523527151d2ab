//! `Browne to Aussig if possible, otherwise to Leitmeritz`: whether he can is known when the line is read, so that one of
//! both is what is ordered.
//!
//! Ruling: of pieces of the nation that moves now. What somebody can do later is not known, and is asked about.

use crate::game::{Nation, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, said};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// The line with that of both which is possible; `None` if there is no such choice in it, or it is not clear.
pub(in crate::said) fn settled(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let moving = known.moves_next()?;
    let piece = |at: usize| piece(chunks, at, moving, known);
    with_otherwise(line, chunks).into_iter().find_map(|range| {
        let says = |at: usize, word: ClubWord| {
            said(line, chunks, at, word).filter(|length| at + length <= range.end)
        };
        let find = |word: ClubWord| range.clone().find_map(|at| Some((at, says(at, word)?)));
        let possible = find(ClubWord::IfPossible);
        let or = |c: &Chunk| c.is_word() && c.has(Word::Else) && !c.has(Word::Filler);
        let instead = find(ClubWord::IfImpossible);
        let instead = instead.or_else(|| too_far(line, chunks, range.clone())).or_else(|| {
            // `Dohna to Stettin, otherwise Greifenhagen`
            let goal = |at: usize| {
                let small =
                    |c: &&Chunk| c.any(&[Word::To, Word::Filler, Word::Then]) || c.is_mark();
                let next = at + 1 + chunks[at + 1..].iter().take(2).take_while(small).count();
                next < range.end && chunks[next].is_plain_city()
            };
            let free = || {
                let bound = |c: &Chunk| {
                    c.any(&[Word::If, Word::Unless, Word::Only, Word::Alone])
                        || !c.generals.iter().all(|piece| known.is_own(piece.nation()))
                };
                !chunks[range.clone()].iter().any(bound)
            };
            let mut all = range.clone().filter(|at| or(&chunks[*at]));
            all.find(|at| possible.is_some() || goal(*at) && free()).map(|at| (at, 1))
        });
        let instead = instead?;
        let condition = possible.map_or(instead.0, |possible| possible.0.min(instead.0));
        let range = of_one_order(chunks, &range, condition, instead, |at| piece(at).is_some());
        // `Rastenburg if he can, Biskupiec if he can't`: what is to be done else stands before its condition.
        let (instead, possible, end) = behind_its_condition(chunks, &range, instead, possible);
        let (at, length) = instead;
        // What stands between both belongs to neither: `, or`.
        let joins = |c: &Chunk| !c.is_word() || c.any(&[Word::Or, Word::And]);
        let cut = range.start
            + chunks[range.start..at].iter().rposition(|c| !joins(c)).map_or(0, |last| last + 1);
        let phrase = possible.filter(|(place, _)| *place < cut);
        let in_phrase =
            |at: usize| phrase.is_some_and(|(place, length)| (place..place + length).contains(&at));
        let first: Vec<usize> = (range.start..cut).filter(|at| !in_phrase(*at)).collect();
        // `Tottleben follows Apraxin to Ortelsburg if he can`: only one of them goes.
        let joins = |at: &&usize| !chunks[**at].has(Word::Join);
        let going = first.iter().take_while(joins);
        let pieces: Vec<PieceId> = going.filter_map(|at| piece(*at)).collect();
        let last_piece = first.iter().rev().find(|at| piece(**at).is_some())?;
        let number = |at: &usize| {
            *at == last_piece + 1 && chunks[*at].count().is_some() && !chunks[*at].is_plain_city()
        };
        let last_piece = first.iter().find(|at| number(at)).unwrap_or(last_piece);
        // `Henry should march to Stettin if he can`: the verb is no condition.
        let bound = |c: &Chunk| c.has(Word::If) && !Little::Should.is(&c.plain);
        let other = |c: &Chunk| c.any(&[Word::Or, Word::Not, Word::Train, Word::Stay]) || bound(c);
        if first.iter().any(|at| other(&chunks[*at]) && piece(*at).is_none()) {
            return None;
        }
        let goal = first.iter().rev().find(|at| chunks[**at].is_plain_city())?;
        let reached = |piece: &PieceId| {
            known.destinations(&[*piece]).iter().any(|city| chunks[*goal].cities.contains(city))
        };
        let all = pieces.iter().all(reached);
        if !all && pieces.iter().any(reached) {
            return None;
        }
        let marks = chunks[at + length..end].iter().take_while(|c| !c.is_word()).count();
        let rest = at + length + marks..end;
        let named = |c: &Chunk| c.is_plain_city() || c.any(&[Word::Stay, Word::AsFar]);
        if !chunks[rest.clone()].iter().any(named) {
            return None;
        }
        let as_far = chunks[rest.clone()].iter().any(|c| c.has(Word::AsFar))
            && !chunks[rest.clone()].iter().any(Chunk::is_plain_city);
        let mut kept = chunks[..range.start].to_vec();
        let mut line = line.to_owned();
        let behind = chunks[end..range.end].iter().filter(|c| ends(c));
        if end < range.end {
            line = blanked(&line, chunks[end].start, chunks[range.end - 1].end);
        }
        if all || as_far {
            kept.extend(first.iter().map(|at| chunks[*at].clone()));
        } else {
            kept.extend(first.iter().filter(|at| *at <= last_piece).map(|at| chunks[*at].clone()));
            line = blanked(&line, chunks[*last_piece].end, chunks[at].start);
        }
        if all {
            kept.extend(chunks[rest.clone()].iter().filter(|c| ends(c)).cloned());
            line = blanked(&line, chunks[cut.min(at)].start, chunks[rest.end - 1].end);
        } else {
            kept.extend_from_slice(&chunks[rest]);
            line = blanked(&line, chunks[at].start, chunks[at + length - 1].end);
        }
        if let Some((place, length)) = phrase {
            line = blanked(&line, chunks[place].start, chunks[place + length - 1].end);
        }
        kept.extend(behind.cloned());
        kept.extend_from_slice(&chunks[range.end..]);
        Some(Corrected { chunks: kept, line })
    })
}

/// A phrase of a sentence: where it begins, and how many chunks it has.
type Phrase = (usize, usize);

/// What of a sentence is the order that a condition belongs to, and not another one beside it: `Saltikov to Chojnice, Apraxin to
/// Ortelsburg if he can, otherwise to Mława, Tottleben stays`.
fn of_one_order(
    chunks: &[Chunk],
    sentence: &Range<usize>,
    condition: usize,
    instead: Phrase,
    own: impl Fn(usize) -> bool,
) -> Range<usize> {
    let Some(who) = (sentence.start..condition).rev().find(|at| own(*at)) else {
        return sentence.clone();
    };
    let orders = |at: usize| chunks[at].is_plain_city() || chunks[at].has(Word::Stay);
    let mark = |at: usize| matches!(chunks[at].kind, Kind::Comma | Kind::Semicolon);
    let begins = |at: &usize| mark(*at) && (sentence.start..*at).any(orders);
    let from = (sentence.start..who).rev().find(begins).map_or(sentence.start, |at| at + 1);
    let behind = instead.0 + instead.1;
    let goal = (behind..sentence.end).find(|at| orders(*at)).unwrap_or(behind);
    let next = |at: &usize| mark(*at) && (*at + 1..sentence.end).take(3).any(&own);
    let to = (goal..sentence.end).find(next).unwrap_or(sentence.end);
    from..to
}

/// Where the first goal ends and the other begins, the phrase by which the first is possible, and where the other ends. In
/// `to Rastenburg if he can, to Biskupiec if he can't` the second condition ends the other goal, and the first one parts them.
fn behind_its_condition(
    chunks: &[Chunk],
    range: &Range<usize>,
    instead: Phrase,
    possible: Option<Phrase>,
) -> (Phrase, Option<Phrase>, usize) {
    let named = |c: &Chunk| c.is_plain_city() || c.any(&[Word::Stay, Word::AsFar]);
    let (at, length) = instead;
    let last = !chunks[at + length..range.end].iter().any(named);
    match possible {
        Some((place, phrase))
            if last && place + phrase < at && chunks[place + phrase..at].iter().any(named) =>
        {
            ((place, phrase), None, at)
        }
        _ => (instead, possible, range.end),
    }
}

/// The sentences, each with one behind it that says what else is to be done: `Soubise to Hersfeld. If he can't make it, to
/// Hünfeld`.
fn with_otherwise(line: &str, chunks: &[Chunk]) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in sentences(chunks) {
        let begins =
            |at: usize| at < range.end && said(line, chunks, at, ClubWord::IfImpossible).is_some();
        let first = range.clone().find(|at| chunks[*at].is_word());
        match all.last_mut() {
            Some(before) if first.is_some_and(|at| begins(at) || begins(at + 1)) => {
                before.end = range.end;
            }
            _ => all.push(range),
        }
    }
    all
}

/// `Train 2 to Neumarkt, or Breslau if it gets there`: the farther goal if it is in reach, else the nearer one.
pub(in crate::said) fn farther(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let moving = known.moves_next()?;
    let own = |at: usize| piece(chunks, at, moving, known);
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question | Kind::Semicolon);
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::IfPossible)?;
        let from = chunks[..at].iter().rposition(ends).map_or(0, |end| end + 1);
        if let Some(settled) = and_if_possible(line, chunks, from, at..at + length, known) {
            return Some(settled);
        }
        let or = (from..at)
            .rev()
            .find(|at| chunks[*at].has(Word::Or) && chunks[*at].cities.is_empty())?;
        let cities = |from: usize, to: usize| -> Vec<usize> {
            (from..to).filter(|at| chunks[*at].is_plain_city()).collect()
        };
        let [farther] = cities(or, at)[..] else { return None };
        let nearer = *cities(from, or).last()?;
        let piece = (from..nearer).rev().find_map(own)?;
        let joins = |c: &Chunk| !c.is_word() && c.number.is_none();
        let cut = nearer + 1;
        if !chunks[cut..or].iter().all(joins) || (or..at).any(|at| own(at).is_some()) {
            return None;
        }
        let reached = |city| chunks[farther].cities.contains(city);
        let end = at + length;
        let (kept, blank) = if known.destinations(&[piece]).iter().any(reached) {
            let goal = vec![chunks[farther].clone()];
            ([&chunks[..nearer], &goal, &chunks[end..]].concat(), nearer)
        } else {
            ([&chunks[..cut], &chunks[end..]].concat(), cut)
        };
        let line = blanked(line, chunks[blank].start, chunks[end - 1].end);
        Some(Corrected { chunks: kept, line })
    })
}

/// `If Soubise can reach Schweinfurt, let him go there, otherwise Kissingen will do`: whether he can is known now.
pub(in crate::said) fn reaches(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let moving = known.moves_next()?;
    let comma = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Colon);
    sentences(chunks).find_map(|range| {
        let at = range.clone().find(|at| chunks[*at].is_word())?;
        let condition = chunks[at].has(Word::If) && chunks[at].generals.is_empty();
        let end = at + chunks[at..range.end].iter().position(comma).filter(|_| condition)?;
        let clause = at + 1..end;
        let who = clause.clone().find(|at| piece(chunks, *at, moving, known).is_some())?;
        let cities = |range: Range<usize>| -> Vec<usize> {
            range.filter(|at| chunks[*at].is_plain_city()).collect()
        };
        let [goal] = cities(clause.clone())[..] else { return None };
        let verb = |c: &Chunk| c.has(Word::Move) && !c.any(&[Word::Filler, Word::Attack]);
        let not = |c: &Chunk| c.has(Word::Not) || !c.generals.is_empty();
        let others = clause.clone().filter(|at| *at != who).any(|at| not(&chunks[at]));
        let or = |at: usize| {
            let other = chunks[at].is_word() && chunks[at].has(Word::Else);
            let plain = (other && !chunks[at].has(Word::Filler)).then_some(1);
            plain.or_else(|| said(line, chunks, at, ClubWord::IfImpossible))
        };
        let (otherwise, phrase) =
            (end..range.end).find_map(|at| Some((at, or(at).filter(|l| at + l < range.end)?)))?;
        let then = &chunks[end + 1..otherwise];
        // Whom he meets there is no other goal.
        let met = |piece: &PieceId| {
            known.position(*piece).is_some_and(|city| chunks[goal].cities.contains(&city))
        };
        // He is to go there, and nothing else is said.
        let other = |c: &Chunk| {
            !c.generals.iter().all(met)
                || c.is_plain_city() && c.cities != chunks[goal].cities
                || c.count().is_some()
                || c.any(&[Word::Stay, Word::Not, Word::If, Word::Train])
        };
        let rest = otherwise + phrase..range.end;
        let instead = chunks[rest.clone()].iter().any(|c| c.is_plain_city() || c.has(Word::Stay));
        if others || !chunks[clause].iter().any(verb) || then.iter().any(other) || !instead {
            return None;
        }
        let reached = known.destinations(&[piece(chunks, who, moving, known)?]);
        let reached = reached.iter().any(|city| chunks[goal].cities.contains(city));
        let mut kept = chunks[..range.start].to_vec();
        kept.push(chunks[who].clone());
        let line = if reached {
            kept.extend([chunks[at].meaning(Word::To), chunks[goal].clone()]);
            kept.extend(chunks[rest.clone()].iter().filter(|c| ends(c)).cloned());
            blanked(line, chunks[end].start, chunks[rest.end - 1].end)
        } else {
            kept.extend_from_slice(&chunks[rest.clone()]);
            blanked(line, chunks[goal].start, chunks[rest.start - 1].end)
        };
        kept.extend_from_slice(&chunks[range.end..]);
        Some(Corrected { chunks: kept, line: blanked(&line, chunks[at].start, chunks[who].start) })
    })
}

/// `Can Lacy make it to Trebitsch? If so send him there, otherwise stop him at Brod`: as above, in two sentences.
pub(in crate::said) fn asked_first(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let moving = known.moves_next()?;
    let all: Vec<Range<usize>> = sentences(chunks).collect();
    all.windows(2).find_map(|pair| {
        let [asks, then] = pair else { return None };
        // `If so, send him there; if not, to Brod`
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
        let rest = chunks[then.start..].iter().position(ends);
        let then = then.start..rest.map_or(chunks.len(), |end| then.start + end + 1);
        let inside = || asks.clone().filter(|at| !chunks[*at].is_mark());
        let question = chunks[asks.clone()].iter().rfind(|c| c.is_mark())?.kind == Kind::Question;
        let one = |found: Vec<usize>| <[usize; 1]>::try_from(found).ok().map(|[only]| only);
        let who = one(inside().filter(|at| piece(chunks, *at, moving, known).is_some()).collect())?;
        let goal = one(inside().filter(|at| chunks[*at].is_plain_city()).collect())?;
        let strange = |c: &Chunk| {
            c.any(&[Word::Not, Word::Or, Word::If]) && !c.has(Word::Filler) || c.count().is_some()
        };
        let so = then.clone().find(|at| chunks[*at].is_word())?;
        let words = [ClubWord::IfSo, ClubWord::IfPossible];
        let length = words.iter().find_map(|word| said(line, chunks, so, *word))?;
        let or = |at: &usize| {
            let c = &chunks[*at];
            c.is_word() && c.has(Word::Else) && !c.has(Word::Filler)
                || said(line, chunks, *at, ClubWord::IfImpossible).is_some()
        };
        let otherwise = (so + length..then.end).find(or)?;
        let phrase = said(line, chunks, otherwise, ClubWord::IfImpossible).unwrap_or(1);
        let other = |c: &Chunk| {
            !c.generals.is_empty()
                || c.is_plain_city() && c.cities != chunks[goal].cities
                || c.any(&[Word::Stay, Word::Not, Word::If, Word::Train])
        };
        let rest = otherwise + phrase..then.end;
        let instead = chunks[rest.clone()].iter().any(|c| c.is_plain_city() || c.has(Word::Stay));
        // Polish `czy` begins a question, and is an or.
        let mut others = inside().skip(1).filter(|at| *at != who && *at != goal);
        let odd = others.any(|at| strange(&chunks[at]));
        if !question || odd || chunks[so + length..otherwise].iter().any(other) || !instead {
            return None;
        }
        let reached = known.destinations(&[piece(chunks, who, moving, known)?]);
        let reached = reached.iter().any(|city| chunks[goal].cities.contains(city));
        let mut kept = chunks[..asks.start].to_vec();
        kept.push(chunks[who].clone());
        let (from, to) = if reached {
            kept.extend([chunks[so].meaning(Word::To), chunks[goal].clone()]);
            kept.extend(chunks[rest.clone()].iter().filter(|c| ends(c)).cloned());
            (chunks[goal.max(who)].end, chunks[rest.end - 1].end)
        } else {
            let marks = chunks[rest.clone()].iter().take_while(|c| c.is_mark()).count();
            kept.extend_from_slice(&chunks[rest.start + marks..rest.end]);
            (chunks[who].end, chunks[rest.start + marks].start)
        };
        kept.extend_from_slice(&chunks[then.end..]);
        Some(Corrected { chunks: kept, line: blanked(line, from, to) })
    })
}

/// `Can Winterfeldt reach Bautzen? If so, that's his move.`: what is asked is ordered, if it can be done; nothing else is said.
pub(in crate::said) fn asked_and_ordered(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let moving = known.moves_next()?;
    let all: Vec<Range<usize>> = sentences(chunks).collect();
    all.windows(2).find_map(|pair| {
        let [asks, then] = pair else { return None };
        let mark = asks.clone().rfind(|at| chunks[*at].is_mark())?;
        let inside = asks.start..mark;
        let one = |found: Vec<usize>| <[usize; 1]>::try_from(found).ok().map(|[only]| only);
        let owns = |at: &usize| piece(chunks, *at, moving, known).is_some();
        let who = one(inside.clone().filter(owns).collect())?;
        let odd = |c: &Chunk| {
            c.any(&[Word::Not, Word::Or, Word::If, Word::Stay, Word::Attack])
                && !c.has(Word::Filler)
        };
        let goes = chunks[who..mark].iter().any(Chunk::is_plain_city);
        let so = then.clone().find(|at| chunks[*at].is_word())?;
        let length = said(line, chunks, so, ClubWord::IfSo)?;
        let named = |c: &Chunk| {
            !c.generals.is_empty()
                || c.is_plain_city()
                || c.any(&[Word::Stay, Word::Not, Word::If, Word::Else, Word::Train, Word::Ready])
                    && !c.has(Word::Filler)
        };
        let rest = &chunks[so + length..then.end];
        if chunks[mark].kind != Kind::Question
            || !goes
            || chunks[who + 1..mark].iter().any(odd)
            || rest.iter().any(named)
            || rest.iter().any(|c| c.kind == Kind::Question)
        {
            return None;
        }
        let kept = [&chunks[..asks.start], &chunks[who..mark], &chunks[then.end..]].concat();
        let line = blanked(line, chunks[asks.start].start, chunks[who].start);
        let line = blanked(&line, chunks[mark].start, chunks[then.end - 1].end);
        Some(Corrected { chunks: kept, line })
    })
}

/// `Ferdinand to Soltau and, if he can, Fallingbostel`: as above, the condition before the farther goal.
fn and_if_possible(
    line: &str,
    chunks: &[Chunk],
    from: usize,
    phrase: Range<usize>,
    known: &Known,
) -> Option<Corrected> {
    let moving = known.moves_next()?;
    let joins = |c: &Chunk| !c.is_word() || c.has(Word::And) && c.cities.is_empty();
    let leads = |c: &Chunk| !c.is_word() || c.any(&[Word::To, Word::Filler, Word::Then]);
    let cut = from + chunks[from..phrase.start].iter().rposition(|c| !joins(c))? + 1;
    let nearer = cut - 1;
    let and = chunks[cut..phrase.start].iter().any(|c| c.is_word());
    let small = |c: &&Chunk| leads(c) && c.cities.is_empty() && c.generals.is_empty();
    let passed = chunks[phrase.end..].iter().take(3).take_while(small).count();
    let farther = phrase.end + passed;
    let goal = chunks.get(farther).filter(|c| c.is_plain_city())?;
    let piece = (from..nearer).rev().find_map(|at| piece(chunks, at, moving, known))?;
    if !chunks[nearer].is_plain_city() || !and {
        return None;
    }
    let reached = known.destinations(&[piece]).iter().any(|city| goal.cities.contains(city));
    let kept = if reached {
        [&chunks[..nearer], &chunks[farther..]].concat()
    } else {
        [&chunks[..cut], &chunks[farther + 1..]].concat()
    };
    let blank = if reached { nearer } else { cut };
    let end = if reached { farther } else { farther + 1 };
    let line = blanked(line, chunks[blank].start, chunks[end - 1].end);
    Some(Corrected { chunks: kept, line })
}

/// `Heinrich to Dresden, or as near as he gets`: as far as he gets on his way there; no second goal is named.
pub(in crate::said) fn or_nearer(line: &str, chunks: &[Chunk], _: &Known) -> Option<Corrected> {
    (1..chunks.len().saturating_sub(1)).find_map(|or| {
        let joins = chunks[or].has(Word::Or) && chunks[or].cities.is_empty();
        let small = |c: &&Chunk| c.any(&[Word::Filler, Word::Then]) && !c.has(Word::AsFar);
        let behind = or + 1 + chunks[or + 1..].iter().take(2).take_while(small).count();
        let as_far = chunks.get(behind).is_some_and(|c| c.has(Word::AsFar));
        let from = or - usize::from(chunks[or - 1].kind == Kind::Comma);
        let goal = from > 0 && chunks[from - 1].is_plain_city();
        (joins && as_far && goal).then(|| Corrected::without(line, chunks, from..behind))
    })
}

/// The general or train of the nation that moves who is named here.
fn piece(chunks: &[Chunk], at: usize, nation: Nation, known: &Known) -> Option<PieceId> {
    let own = |piece: &&PieceId| piece.nation() == nation && known.is_own(nation);
    let general = chunks[at].generals.iter().find(own).copied();
    general.or_else(|| train(chunks, at, nation, known))
}

/// The train that is named here, if it is clear which.
fn train(chunks: &[Chunk], at: usize, nation: Nation, known: &Known) -> Option<PieceId> {
    let chunk = &chunks[at];
    if !chunk.has(Word::Train) || chunk.end - chunk.start < 3 || !chunk.generals.is_empty() {
        return None;
    }
    let before = at.checked_sub(1).and_then(|before| chunks.get(before));
    let number = chunks.get(at + 1).and_then(Chunk::count).or(before.and_then(|c| c.ordinal));
    let all = known.trains(nation, true);
    match (number, all.as_slice()) {
        (None, [only]) => Some(*only),
        (Some(number), _) => {
            all.iter().find(|piece| piece.name().ends_with(&number.to_string())).copied()
        }
        _ => None,
    }
}

/// `if that is too far`: the clause of a sentence that says so, up to what shall be done then.
fn too_far(line: &str, chunks: &[Chunk], range: Range<usize>) -> Option<(usize, usize)> {
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city();
    let end = range.end;
    range.filter(|at| chunks[*at].has(Word::If) && !named(&chunks[*at])).find_map(|at| {
        let behind = |c: &Chunk| !c.is_word() || named(c) || c.any(&[Word::Then, Word::AsFar]);
        let length = chunks[at + 1..end].iter().position(behind)? + 1;
        let text = line.get(chunks[at].start..chunks[at + length - 1].end)?;
        says(text, ClubWord::TooFar).then_some((at, length))
    })
}

fn ends(chunk: &Chunk) -> bool {
    matches!(chunk.kind, Kind::Period | Kind::Question)
}
