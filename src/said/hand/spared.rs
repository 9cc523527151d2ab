//! Cards that a line names and does not play: denied, kept, thought of, or no cards at all.

use super::cards::{Mention, full_suit};
use crate::game::DecisionKind;
use crate::said::Trouble;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::is_supposed;
use crate::said::chunks::corrected::{Corrected, said};
use crate::said::chunks::frame::{Problem, Scene, first_means};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, means, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// Whether a number is led by what leads an hour: `um 7`, `a las 7`, `koło 7`.
pub(in crate::said) fn at_an_hour(scene: &Scene, number: &Chunk) -> bool {
    let before = scene.line.get(..number.start).unwrap_or_default();
    let words: Vec<&str> =
        before.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (1..=words.len().min(3))
        .any(|last| means(&words[words.len() - last..].concat(), ClubWord::AtTheHour))
}

/// Takes out of the cards those that are only spoken of, where another one is named: what is denied or kept before it is
/// named (`I do not play the 9 but the 3`, `I keep the 10 and play the 6`), what somebody thought of, a score (`we are at
/// -3`) and an hour. Where only such cards are named, that is a problem.
pub(in crate::said) fn without_denied(
    scene: &Scene,
    chunks: &[Chunk],
    mentions: &mut Vec<Mention>,
) -> Option<Problem> {
    let parts = |c: &Chunk| {
        let joins = c.any(&[Word::While, Word::And, Word::Then]) && !c.has(Word::Filler);
        c.is_mark() || c.is_word() && (joins || c.means(ClubWord::But))
    };
    // Of a discard what is not needed is thrown away.
    let discards = scene.known.is_some_and(|known| known.awaits(DecisionKind::Discard).is_some());
    let no = |pair: &[Chunk]| {
        // `I do not play` ends a combat, `I do not play the 9` does not.
        let plays = || {
            first_means(scene, &pair[0], Word::Play)
                || pair[0].plain.split(' ').next().is_some_and(|word| Little::Denial.is(word))
        };
        let denies = pair[0].has(Word::Not) && !pair[0].has(Word::Filler)
            || pair[0].has(Word::Stop) && plays();
        denies
            && pair[0].guessed.is_none()
            && (!discards || pair.get(1).is_some_and(|verb| verb.has(Word::Discard)))
    };
    let keeps = |c: &Chunk| c.has(Word::Keep) && !c.any(&[Word::Play, Word::Discard, Word::Not]);
    let spoken_of = |at: usize, all: &[Mention]| {
        let mention = &all[at];
        let mark = chunks[..mention.from].iter().rposition(parts).map_or(0, |mark| mark + 1);
        let behind_last = at.checked_sub(1).map_or(0, |last| all[last].to + 1);
        // `1 10D ♦`: two cards may be read in the same words.
        let before = &chunks[mark.max(behind_last).min(mention.from)..mention.from];
        let not = (0..before.len()).any(|at| no(&before[at..before.len().min(at + 2)]));
        let denied = not != before.iter().any(keeps);
        let thought = says(&scene.words(before), ClubWord::Considered);
        // `5 is too little... the 7 then`
        let behind = &chunks[mention.to + 1..];
        let end = behind.iter().position(Chunk::is_mark).unwrap_or(behind.len());
        // `10 y, si no basta, el 6` is of two cards.
        let sequel = |c: &Chunk| {
            c.any(&[Word::IfNeeded, Word::If]) || c.has(Word::Then) && c.has(Word::Answers)
        };
        // `I'd play the nine, but the five is enough`
        let next = behind[end..].iter().find(|c| c.is_word_or_number());
        let but = next.is_some_and(|c| c.has(Word::While) || c.means(ClubWord::But));
        let thought = thought || but && is_supposed(&scene.words(before), before);
        let then = behind[..end].iter().any(sequel);
        let thought = thought || !then && says(&scene.words(&behind[..end]), ClubWord::TooLittle);
        (denied || thought) && !before.iter().any(|c| c.any(&[Word::AtMost, Word::Lose, Word::If]))
    };
    let number = |at: usize, all: &[Mention]| {
        let mention = &all[at];
        let named = (mention.from..=mention.to).any(|at| full_suit(&chunks[at]).is_some());
        let sign = mention.from.checked_sub(1).map(|at| &chunks[at]).filter(|sign| {
            matches!(sign.kind, Kind::Dash | Kind::Plus)
                && !sign.glued
                && chunks[mention.from].glued
        });
        let hour = at_an_hour(scene, &chunks[mention.from]);
        let digits = mention.from == mention.to && chunks[mention.from].plain.len() < 3;
        !named && !mention.reserve && digits && (sign.is_some() || hour)
    };
    let all = mentions.clone();
    let dropped: Vec<bool> =
        (0..all.len()).map(|at| spoken_of(at, &all) || number(at, &all)).collect();
    if !dropped.contains(&true) {
        return None;
    }
    let mut at = 0;
    mentions.retain(|_| {
        at += 1;
        !dropped[at - 1]
    });
    let said = (0..all.len()).any(|at| spoken_of(at, &all));
    (mentions.is_empty() && said).then(|| Problem::new(Trouble::UnknownWords, scene.words(chunks)))
}

/// Takes out of the cards those of which it is said behind them that they stay: `the 5 of spades …, the 6 I keep`. Gives the
/// places of the words that say so.
pub(in crate::said) fn kept_behind(chunks: &[Chunk], mentions: &mut Vec<Mention>) -> Vec<usize> {
    let mut places = Vec::new();
    let small = |c: &Chunk| {
        c.is_word() && c.any(&[Word::Article, Word::Filler, Word::Pronoun]) && c.number.is_none()
    };
    let behind = |m: &Mention| {
        let comma = chunks[..m.from].iter().rev().find(|c| !small(c)).is_none_or(|c| {
            matches!(c.kind, Kind::Comma | Kind::Period) || c.any(&[Word::And, Word::While])
        });
        let plain = |c: &Chunk| {
            c.is_word() && c.number.is_none() && !c.any(&[Word::Then, Word::Play, Word::Not])
        };
        let keep = (m.to + 1..chunks.len()).take(4).take_while(|at| plain(&chunks[*at]));
        let keep = keep.into_iter().find(|at| chunks[*at].has(Word::Keep));
        keep.filter(|_| comma)
    };
    let back = |m: &Mention| behind(m).map(|keep| m.from..=keep);
    // `seven in hearts, the 9 I keep`, of which the first is not read: the only one that is, is kept.
    let others = mentions.iter().any(|m| back(m).is_none() && m.value.is_some());
    let elsewhere = |m: &Mention| {
        let before = chunks[..m.from].iter();
        before.clone().any(|c| c.count().is_some_and(|n| (2..=13).contains(&n)))
    };
    if !others && !mentions.iter().any(|m| back(m).is_some() && elsewhere(m)) {
        return places;
    }
    mentions.retain(|mention| match back(mention) {
        Some(words) => {
            places.extend(words);
            false
        }
        None => true,
    });
    places
}

/// Takes a Reserve out of the cards that is said to stay: `the 6; the Reserve I don't touch`. Gives the places of the
/// words that say so.
pub(in crate::said) fn untouched(chunks: &[Chunk], mentions: &mut Vec<Mention>) -> Vec<usize> {
    let mut places = Vec::new();
    // `… then the 10. Don't touch the Reserve`: the number ends a sentence.
    let mark = |c: &Chunk| !c.is_word() && (c.number.is_none() || c.ordinal.is_some());
    mentions.retain(|mention| {
        if !mention.reserve || mention.value.is_some() {
            return true;
        }
        let behind = mention.to + 1;
        let end = chunks[behind..].iter().position(mark).map_or(chunks.len(), |at| behind + at);
        // `the Reserve, don't touch it`
        let next = (end == behind && chunks.get(end).is_some_and(|c| c.kind == Kind::Comma))
            .then(|| {
                chunks[end + 1..].iter().position(mark).map_or(chunks.len(), |at| end + 1 + at)
            })
            .filter(|next| chunks[end + 1..*next].iter().any(|c| c.any(&[Word::Keep, Word::Not])));
        let end = next.unwrap_or(end);
        let begin = chunks[..mention.from].iter().rposition(mark).map_or(0, |at| at + 1);
        let stays = |c: &Chunk| {
            c.any(&[Word::Keep, Word::Not, Word::Stay]) && !c.any(&[Word::Play, Word::Discard])
        };
        let other = |c: &Chunk| c.count().is_some() || full_suit(c).is_some();
        let own = || (begin..end).filter(|at| !(mention.from..=mention.to).contains(at));
        let back = own().any(|at| stays(&chunks[at])) && !own().any(|at| other(&chunks[at]));
        if back {
            places.extend(begin..end);
        }
        !back
    });
    places
}

/// `the 10 of spades, the six I keep for later`: while a card is awaited, a clause that puts something by for later plays
/// none, and is left out, if another one names a card.
pub(in crate::said) fn without_kept_for_later(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Play)?;
    let parts = |c: &Chunk| c.is_mark() || c.is_word() && c.any(&[Word::And, Word::While]);
    let named = |c: &Chunk| !c.generals.is_empty() || c.any(&[Word::Duel, Word::Versus, Word::If]);
    if chunks.iter().any(named) {
        return None;
    }
    let card = |c: &Chunk| c.count().is_some_and(|value| (2..=13).contains(&value));
    let later = |c: &Chunk| c.is_word() && c.has(Word::Heading) && c.generals.is_empty();
    chunks.iter().enumerate().filter(|(_, c)| later(c)).find_map(|(at, _)| {
        let from = chunks[..at].iter().rposition(parts).map_or(0, |mark| mark + 1);
        let to = at + chunks[at..].iter().position(parts).unwrap_or(chunks.len() - at);
        let clause = &chunks[from..to];
        let keeps = clause.iter().any(|c| c.any(&[Word::Keep, Word::Stay]))
            && !clause.iter().any(|c| c.any(&[Word::Play, Word::Discard]));
        let others = chunks[..from].iter().chain(&chunks[to..]).any(card);
        // The mark before it goes with it.
        let from = from.saturating_sub(usize::from(from > 0 && to < chunks.len()));
        (keeps && others).then(|| Corrected::without(line, chunks, from..to))
    })
}

/// `the 5 of hearts, and if he raises I'll have a think`: while a card is awaited, what is left open for later is asked then in
/// any case, and is left out behind the card.
pub(in crate::said) fn without_open_sequel(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Play)?;
    let card =
        |c: &Chunk| c.count().is_some_and(|n| (2..=13).contains(&n)) || full_suit(c).is_some();
    let joins =
        |c: &Chunk| c.is_mark() || c.is_word() && c.any(&[Word::And, Word::While, Word::Then]);
    // `if he raises` may be one phrase.
    let if_so = |c: &Chunk| c.has(Word::If) || c.has(Word::Then) && c.has(Word::Answers);
    (1..chunks.len()).filter(|at| if_so(&chunks[*at])).find_map(|at| {
        let end = at + chunks[at..].iter().take_while(|c| c.kind != Kind::Period).count();
        let clause = &chunks[at..end];
        let bears = [
            Word::Play,
            Word::Stop,
            Word::Reserve,
            Word::Keep,
            Word::Discard,
            Word::Lose,
            Word::Win,
            Word::Not,
            Word::AtMost,
            Word::Or,
        ];
        let orders = |c: &Chunk| {
            card(c)
                || !c.generals.is_empty()
                || c.any(&bears) && !c.any(&[Word::Filler, Word::Ask, Word::Answers])
        };
        let text = line.get(chunks[at].start..chunks[end - 1].end)?;
        let left_open = says(text, ClubWord::LeftOpen) || clause.iter().any(|c| c.has(Word::Ask));
        let opened = left_open && !clause.iter().any(orders);
        let from = at - chunks[..at].iter().rev().take_while(|c| joins(c)).count();
        (opened && chunks[..from].iter().any(card))
            .then(|| Corrected::without(line, chunks, from..end))
    })
}

/// `The King has only the six. Leave it, he retreats`: while a card is awaited, a clause that says what somebody holds plays
/// nothing, and is left out, if another one ends the combat.
pub(in crate::said) fn without_only_held(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Play)?;
    let mark = |c: &Chunk| c.is_mark();
    let card = |c: &Chunk| {
        c.is_word() && c.count().is_some_and(|n| (2..=13).contains(&n)) || full_suit(c).is_some()
    };
    let binds = [Word::Play, Word::If, Word::Not, Word::Then];
    (0..chunks.len()).find_map(|at| {
        said(line, chunks, at, ClubWord::OnlyHolds)?;
        let from = chunks[..at].iter().rposition(mark).map_or(0, |mark| mark + 1);
        let to = at + chunks[at..].iter().position(mark).unwrap_or(chunks.len() - at);
        let mut others = chunks[..from].split(mark).chain(chunks[to..].split(mark));
        let ends = |clause: &[Chunk]| {
            clause.iter().any(|c| c.any(&[Word::Stop, Word::Retreat, Word::Concede]))
                && !clause.iter().any(|c| card(c) || c.any(&binds) && !c.has(Word::Stop))
        };
        let held = chunks[from..to].iter().any(card);
        // `so the Prussians are short of hearts`: of an enemy alone.
        let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
        let foreign = |c: &Chunk| c.nation.is_some_and(|nation| !known.is_own(nation));
        let numbered =
            |c: &Chunk| c.count().is_some() || c.any(&[Word::Play, Word::Stop, Word::If]);
        let whole = from == 0 && to >= chunks.len().saturating_sub(2);
        let told =
            whole && chunks.iter().any(foreign) && !chunks.iter().any(|c| own(c) || numbered(c));
        if told && held {
            return Some(Corrected::without(line, chunks, from..to));
        }
        let from = from.saturating_sub(usize::from(to == chunks.len()));
        let to = (to + 1).min(chunks.len());
        (held && others.any(ends)).then(|| Corrected::without(line, chunks, from..to))
    })
}

/// `I play the 11 of hearts, on no account the 13`, `not the 9, rather the 5`: while a card is awaited, a card that is only denied
/// is left out beside another one.
pub(in crate::said) fn without_denied_card(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let awaited = [DecisionKind::Play, DecisionKind::Discard];
    awaited.into_iter().find_map(|kind| known.awaits(kind))?;
    // `13.` at the end of a sentence is an ordinal, too.
    let card = |c: &Chunk| c.number.is_some_and(|n| (2..=13).contains(&n)) && !c.has(Word::Both);
    let not = |c: &Chunk| {
        let no = c.has(Word::Not) && !c.any(&[Word::Keep, Word::Filler]);
        c.is_word() && no && c.generals.is_empty()
    };
    let small = [Word::Article, Word::Filler, Word::Play, Word::Card, Word::Discard, Word::While];
    let passes = |c: &Chunk| {
        c.is_word()
            && c.generals.is_empty()
            && c.cities.is_empty()
            && (not(c) || c.any(&small) || c.unknown || full_suit(c).is_some())
            && !c.any(&[Word::If, Word::Unless, Word::Or])
    };
    let clauses = chunks.split(Chunk::is_mark).scan(0, |at, clause| {
        let from = *at;
        *at += clause.len() + 1;
        Some(from..from + clause.len())
    });
    clauses.collect::<Vec<_>>().into_iter().find_map(|Range { start, end }| {
        let clause = &chunks[start..end];
        let denied = clause.iter().any(not)
            && clause.iter().filter(|c| card(c)).count() == 1
            && clause.iter().all(|c| card(c) || passes(c) || matches!(c.kind, Kind::Suit(_)));
        let other = chunks[..start].iter().chain(&chunks[end..]).any(card);
        let start = start.saturating_sub(usize::from(end == chunks.len()));
        let end = (end + 1).min(chunks.len());
        (denied && other).then(|| Corrected::without(line, chunks, start..end))
    })
}

/// `I'd rather lose a few men than waste the Reserve`: while a card is awaited, whoever spares a card for a loss stops; what
/// he says is left out where another clause says what he does.
pub(in crate::said) fn lost_rather_than_spent(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Play)?;
    let card = |c: &Chunk| {
        c.any(&[Word::Reserve, Word::Card])
            || full_suit(c).is_some()
            || c.count().is_some_and(|n| (2..=13).contains(&n))
    };
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::Than)?;
        let comma = usize::from(chunks[at - 1].kind == Kind::Comma);
        let before = &chunks[..at - comma];
        let begin = before.iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
        let behind = &chunks[at + length..];
        let ends = |c: &Chunk| c.is_mark() || c.is_word() && c.any(&[Word::And, Word::Then]);
        let end = at + length + behind.iter().position(ends).unwrap_or(behind.len());
        let first = before.get(begin)?;
        let rather = says(line.get(first.start..chunks[at].start)?, ClubWord::Rather);
        let loses = before[begin..].iter().any(|c| c.any(&[Word::Lose, Word::Stop]));
        let spared = chunks[at + length..end].iter().any(card);
        let binds = |c: &Chunk| c.any(&[Word::If, Word::Unless]) && !c.has(Word::Filler);
        if !rather || !loses || !spared || chunks[begin..end].iter().any(binds) {
            return None;
        }
        let mut others = chunks[..begin].iter().chain(&chunks[end..]);
        if others.any(|c| c.has(Word::Stop) || card(c)) {
            return Some(Corrected::without(line, chunks, begin..(end + 1).min(chunks.len())));
        }
        let stop = first.meaning(Word::Stop);
        let kept = [&chunks[..begin], &[stop], &chunks[end..]].concat();
        Some(Corrected { chunks: kept, line: line.to_owned() })
    })
}

/// `Keith gives up and takes the three losses`: while a card is awaited, whoever takes a loss stops, and its number is no card.
pub(in crate::said) fn takes_the_loss(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Play)?;
    let small = |c: &Chunk| {
        let joins = c.any(&[Word::Article, Word::Filler, Word::Troops, Word::From]);
        c.is_word() && c.count().is_none() && (joins || Little::Between.is(&c.plain))
    };
    let counts = |c: &Chunk| c.count().is_some() && !c.has(Word::Article);
    let binds = [Word::AtMost, Word::AtLeast, Word::If, Word::Unless, Word::Or, Word::Not];
    let fights = [Word::Versus, Word::Duel, Word::Attack, Word::Win];
    let bound =
        |c: &Chunk| c.any(&binds) && !c.has(Word::Filler) || c.any(&fights) && !c.has(Word::With);
    let suited = |c: &Chunk| full_suit(c).is_some() || c.has(Word::Reserve);
    (0..chunks.len()).find_map(|at| {
        let loss = &chunks[at];
        if !loss.has(Word::Lose) || !loss.generals.is_empty() {
            return None;
        }
        // `the three losses`, `the loss of three`
        let near = |at: usize| at < chunks.len() && counts(&chunks[at]);
        let number = at.checked_sub(1).filter(|at| near(*at));
        let behind = || (at + 1..at + 3).find(|at| !small(&chunks[(*at).min(chunks.len() - 1)]));
        let number = number.or_else(|| behind().filter(|at| near(*at)))?;
        let begin = chunks[..at].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
        let rest = chunks[at..].iter().position(Chunk::is_mark);
        let end = rest.map_or(chunks.len(), |rest| at + rest);
        let clause = &chunks[begin..end];
        let cards = clause.iter().filter(|c| c.count().is_some_and(|n| n > 1)).count();
        if clause.iter().any(bound) || clause.iter().any(suited) || cards > 1 {
            return None;
        }
        let (from, to) = (number.min(at), number.max(at));
        let kept = [&chunks[..from], &[loss.meaning(Word::Stop)], &chunks[to + 1..]].concat();
        Some(Corrected { chunks: kept, line: line.to_owned() })
    })
}

/// The line without how many troops are lost by a card, behind it: `here's the six of spades so I only lose three`.
pub(in crate::said) fn without_loss(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Play)?;
    let card = |c: &Chunk| full_suit(c).is_some();
    let loses = |c: &Chunk| {
        c.is_word() && (c.has(Word::Lose) || c.means(ClubWord::Lose)) && !c.has(Word::Play)
    };
    let lost = (1..chunks.len()).find(|at| loses(&chunks[*at]))?;
    let number = |at: usize| {
        let c = &chunks[at];
        let suited = chunks[at + 1..].iter().take(3).any(card);
        c.count().is_some_and(|n| (1..=8).contains(&n)) && !suited && !card(c)
    };
    let mark = chunks[..lost].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
    let small = |c: &Chunk| c.is_word() && c.generals.is_empty() && !card(c) && !c.has(Word::Play);
    let begin = chunks[mark..lost].iter().rposition(|c| !small(c)).map_or(mark, |at| mark + at + 1);
    let conjunction =
        (begin..lost).find(|at| said(line, chunks, *at, ClubWord::SoThat).is_some())?;
    let count = (conjunction..lost).chain(lost + 1..chunks.len().min(lost + 4));
    let count = count.into_iter().find(|at| number(*at))?;
    let named = chunks[..conjunction].iter().any(|c| card(c) || c.count().is_some());
    let comma = usize::from(conjunction > 0 && chunks[conjunction - 1].kind == Kind::Comma);
    let binds = |c: &Chunk| c.any(&[Word::If, Word::Unless]) && !c.has(Word::Filler);
    let end = count.max(lost) + 1;
    (named && !chunks[conjunction..end].iter().any(binds))
        .then(|| Corrected::without(line, chunks, conjunction - comma..end))
}
