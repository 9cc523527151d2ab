//! What is denied beside what is meant: a goal that was named before, a city with the no behind it, a way, a stay.
//!
//! A goal with the no before it is [`super::correction`]'s.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{
    Corrected, denies, ends_sentence, goal, is_place, joined, said, without,
};
use crate::said::club::words::ClubWord;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// `Ferdinand to Wunstorf. Not Wunstorf after all, Minden is better`: what is denied is the goal said before.
pub(in crate::said) fn denied_again(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    (1..chunks.len()).filter(|at| denies(line, &chunks[*at])).find_map(|at| {
        let (again, _) = goal(chunks, at + 1)?;
        let named = |c: &Chunk| !c.generals.is_empty() || !c.cities.is_empty();
        let first = chunks[..at].iter().rposition(named).filter(|at| is_place(chunks, *at))?;
        let before = &chunks[..first];
        let led = before.last().is_some_and(|c| c.has(Word::To) && c.generals.is_empty());
        let way = before.last().is_some_and(|c| c.any(&[Word::Via, Word::From])) && !led;
        let mark = chunks[again + 1..].iter().take(3).position(|c| !c.is_word())?;
        let behind = again + mark + 2;
        let but = [ClubWord::But, ClubWord::Instead, ClubWord::Correction];
        let but = but.into_iter().find_map(|word| {
            (behind < chunks.len()).then(|| said(line, chunks, behind, word)).flatten()
        });
        let behind = behind + but.unwrap_or(0);
        let same = chunks[first].cities == chunks[again].cities && !way;
        let (_, led_again) = goal(chunks, behind).filter(|_| same)?;
        joined(line, &before[..first - usize::from(led && led_again)], &chunks[behind..])
    })
}

/// `a Rumburg no, mejor a Leipa`, `Kamenz no, Radeberg nemmeno... Spremberg`: the no stands behind each city that is denied,
/// and another city behind a mark.
pub(in crate::said) fn denied_behind(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let no = |at: usize| {
        let phrase =
            (at < chunks.len()).then(|| said(line, chunks, at, ClubWord::NotEither)).flatten();
        let plain = |c: &&Chunk| {
            c.is_word()
                && c.cities.is_empty()
                && c.generals.is_empty()
                && (c.means(ClubWord::Not) || c.means(ClubWord::PlainNo))
        };
        phrase.or_else(|| chunks.get(at).filter(plain).map(|_| 1))
    };
    let denied = |at: usize| {
        let place = at < chunks.len() && is_place(chunks, at) && chunks[at].generals.is_empty();
        let end = at + 1 + no(at + 1).filter(|_| place)?;
        let mark = chunks.get(end)?;
        matches!(mark.kind, Kind::Comma | Kind::Period | Kind::Colon).then_some(end)
    };
    (0..chunks.len().saturating_sub(3)).find_map(|at| {
        let mut mark = denied(at)?;
        let mut several = false;
        while let Some(next) = denied(mark + 1) {
            (mark, several) = (next, true);
        }
        // Behind a single one only a comma goes on.
        let marks = chunks[mark..].iter().take_while(|c| !c.is_word()).count();
        if !several && (chunks[mark].kind != Kind::Comma || marks > 1) {
            return None;
        }
        let begins = mark + marks;
        let rather = [ClubWord::Instead, ClubWord::But, ClubWord::Rather]
            .into_iter()
            .find_map(|word| (begins < chunks.len()).then(|| said(line, chunks, begins, word))?);
        let (other, _) = goal(chunks, begins + rather.unwrap_or(0))?;
        // Of two that are denied none is meant.
        let twice = no(other + 1).is_some();
        let led = at > 0 && chunks[at - 1].has(Word::To) && chunks[at - 1].generals.is_empty();
        let end = begins + rather.unwrap_or(0);
        (!twice).then(|| Corrected::without(line, chunks, at - usize::from(led)..end))
    })
}

/// `not by Prenzlau but by Schwedt`: the way that is denied is left out.
pub(in crate::said) fn denied_way(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let not = |c: &Chunk| c.is_word() && c.has(Word::Not) && c.generals.is_empty();
    let by = |at: usize| chunks.get(at).is_some_and(|c| c.has(Word::Via));
    (0..chunks.len()).filter(|at| not(&chunks[*at]) && by(at + 1)).find_map(|at| {
        let place = (at + 2..chunks.len()).take(2).find(|at| is_place(chunks, *at))?;
        let comma = usize::from(chunks.get(place + 1).is_some_and(|c| c.kind == Kind::Comma));
        let but = place + 1 + comma;
        let joins = at > 0 && (chunks[at - 1].has(Word::And) || chunks[at - 1].kind == Kind::Comma);
        let from = at - usize::from(joins);
        // `to Lipno, not by Toruń`
        if chunks.get(place + 1).is_none_or(ends_sentence) && joins {
            return without(line, chunks, from, place + 1);
        }
        let length = (but < chunks.len()).then(|| said(line, chunks, but, ClubWord::But))??;
        by(but + length).then(|| without(line, chunks, from, but + length)).flatten()
    })
}

/// `Schwerin does not take his place but goes to Breslau`: what is denied names no place, and the march stands behind `but`.
pub(in crate::said) fn denied_deed(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let parts =
        |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Colon | Kind::Dash);
    (2..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::But)?;
        let comma = usize::from(chunks[at - 1].kind == Kind::Comma);
        let end = at - comma;
        let from = chunks[..end].iter().rposition(parts).map_or(0, |before| before + 1);
        let piece = from + chunks[from..end].iter().position(|c| !c.generals.is_empty())?;
        let deed = &chunks[piece + 1..end];
        let small = [Word::Article, Word::Title, Word::Filler, Word::And, Word::Then];
        let first = chunks[from..piece].iter().all(|c| c.any(&small));
        let denied = deed.iter().any(|c| denies(line, c) || c.is_word() && c.has(Word::Not))
            && !deed
                .iter()
                .any(|c| !c.generals.is_empty() || c.is_plain_city() || c.is_train_word())
            && !deed.iter().any(|c| c.any(&[Word::If, Word::Or, Word::Only]));
        let behind = &chunks[at + length..];
        let clause = behind.iter().take_while(|c| !parts(c)).count();
        let goes = behind[..clause].iter().any(|c| c.any(&[Word::To, Word::Move, Word::Stay]))
            && behind[..clause].iter().all(|c| c.generals.is_empty() && !c.is_train_word())
            && (0..clause).any(|at| is_place(behind, at));
        (first && denied && goes).then(|| joined(line, &chunks[..=piece], behind)).flatten()
    })
}

/// `without Winterfeldt, just the King: Leipzig`, `Not Chevert but Richelieu is to go to Brilon`: who does not go is left out
/// before the other one is named.
pub(in crate::said) fn left_behind(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let small = |c: &&Chunk| {
        c.is_word() && c.any(&[Word::Article, Word::Title, Word::Filler]) && c.generals.is_empty()
    };
    let begins = |at: &usize| *at == 0 || ends_sentence(&chunks[at - 1]);
    (0..chunks.len()).filter(begins).find_map(|at| {
        let without = chunks.get(at).filter(|c| Little::Without.is(&c.plain)).is_some();
        let not = |c: &Chunk| c.is_word() && c.has(Word::Not) && c.generals.is_empty();
        chunks.get(at).filter(|c| without || not(c))?;
        let who = at + 1 + chunks[at + 1..].iter().take_while(small).count();
        chunks.get(who).filter(|c| !c.generals.is_empty())?;
        let mark = chunks.get(who + 1)?;
        let apart = matches!(mark.kind, Kind::Comma | Kind::Dash | Kind::Semicolon);
        let begins = who + 1 + usize::from(apart);
        let but = (begins < chunks.len()).then(|| said(line, chunks, begins, ClubWord::But))?;
        let only = chunks.get(begins).filter(|c| c.has(Word::Only) && apart).map(|_| 1);
        let but = but.or(only);
        let end = begins + but.unwrap_or(0);
        let behind = chunks[end..].iter().take_while(|c| !ends_sentence(c));
        let mut named = behind.take(5).filter(|c| !c.generals.is_empty());
        let other = named.next().is_some_and(|c| c.generals != chunks[who].generals);
        let parted = if without { apart } else { but.is_some() };
        (parted && other).then(|| Corrected::without(line, chunks, at..end))
    })
}

/// `Keith does not stay but goes to Glatz`, `Heinrich no longer sits in Berlin but goes …`: the stay that is denied is left
/// out.
pub(in crate::said) fn denied_stay(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let apart = |c: &Chunk| ends_sentence(c) || c.kind == Kind::Comma || !c.generals.is_empty();
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::But)?;
        let comma = usize::from(chunks[at - 1].kind == Kind::Comma);
        let from = chunks[..at - comma].iter().rposition(apart).map_or(0, |before| before + 1);
        let end = at - comma;
        let denied = denies_a_stay(line, &chunks[..end], from) == Some(end - from);
        let goes = (at + length..chunks.len()).take(4).any(|at| is_place(chunks, at));
        (denied && goes && from > 0).then(|| without(line, chunks, from, at + length)).flatten()
    })
}

/// How many chunks from here on say that somebody does not stay: `doesn't stay`, `must not sit in Berlin any longer`.
fn denies_a_stay(line: &str, chunks: &[Chunk], from: usize) -> Option<usize> {
    let small = [
        Word::Stay,
        Word::Not,
        Word::Filler,
        Word::There,
        Word::Pronoun,
        Word::Back,
        Word::At,
        Word::To,
        Word::Article,
        Word::Following,
        Word::Time,
        Word::And,
        // `any longer`, `any more`
        Word::Extend,
        Word::Any,
        Word::New,
    ];
    let small = |c: &Chunk| {
        c.is_word() && c.generals.is_empty() && c.cities.is_empty() && (c.any(&small) || c.unknown)
    };
    // `bleibt nicht in Strehlen, er zieht …`
    let leads = [Word::At, Word::To];
    let there = |at: &usize| *at > 0 && chunks[*at].is_plain_city() && chunks[at - 1].any(&leads);
    let words = (from..chunks.len()).take_while(|at| small(&chunks[*at]) || there(at)).count();
    let denial = &chunks[from..from + words];
    let stays = denial.iter().any(|c| c.has(Word::Stay));
    // `no se mueve` is a stay.
    let not = denial.iter().any(|c| (denies(line, c) || c.has(Word::Not)) && !c.has(Word::Stay));
    (stays && not && denial.len() <= 8).then_some(denial.len())
}

/// `Keith doesn't go with Schwerin after all, he heads for Glatz`: whom he does not go with is left out, if something else is
/// said of him behind it.
pub(in crate::said) fn denied_company(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let plain = |c: &Chunk| c.is_word() && c.generals.is_empty() && c.cities.is_empty();
    (1..chunks.len()).filter(|at| denies(line, &chunks[*at])).find_map(|at| {
        let words = chunks[at + 1..].iter().take(5).take_while(|c| plain(c));
        let with = at + 1 + words.clone().position(|c| c.has(Word::With))?;
        let small = |c: &&Chunk| plain(c) && c.any(&[Word::Article, Word::Title]);
        let whom = with + 1 + chunks[with + 1..].iter().take_while(small).count();
        let company = chunks.get(whom).filter(|c| !c.generals.is_empty())?;
        let verb = |c: &&Chunk| {
            plain(c) && (c.any(&[Word::Move, Word::Filler]) || c.means(ClubWord::Instead))
        };
        let from = at - chunks[..at].iter().rev().take_while(verb).count();
        let who = chunks[..from].last().filter(|c| !c.generals.is_empty())?;
        let mut rest = whom + 1;
        let passed = [ClubWord::AfterAll, ClubWord::But, ClubWord::Instead];
        while let Some(c) = chunks.get(rest) {
            let phrase = passed.into_iter().find_map(|word| said(line, chunks, rest, word));
            let mark = matches!(c.kind, Kind::Comma | Kind::Dash | Kind::Semicolon);
            let he = plain(c) && c.has(Word::Pronoun);
            match phrase {
                Some(length) => rest += length,
                None if mark || he => rest += 1,
                None => break,
            }
        }
        let behind = chunks[rest..].iter().take_while(|c| !ends_sentence(c));
        let mut behind = behind.take_while(|c| c.generals.is_empty());
        let goes = behind.any(|c| c.is_plain_city() || c.has(Word::Stay) && !c.has(Word::Filler));
        let apart = company.generals != who.generals;
        if goes && apart { without(line, chunks, from, rest) } else { None }
    })
}

/// `to Spremberg. To Radeberg not, or else he comes back`: a place that is denied in a sentence of its own behind the one that
/// is meant is left out with the reason.
pub(in crate::said) fn denied_besides(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let no = |c: &Chunk| {
        c.is_word()
            && c.cities.is_empty()
            && c.generals.is_empty()
            && (denies(line, c) || c.means(ClubWord::Not) || c.means(ClubWord::PlainNo))
    };
    (1..chunks.len()).filter(|at| ends_sentence(&chunks[at - 1])).find_map(|from| {
        let end = from + chunks[from..].iter().take_while(|c| !ends_sentence(c)).count();
        let sentence = &chunks[from..end];
        let (place, _) = goal(sentence, 0)?;
        let behind = sentence.get(place + 1).filter(|c| no(c))?;
        let parted = sentence.get(place + 2).is_none_or(|c| c.kind == Kind::Comma);
        // Nothing else is ordered in it, and another place stands before it.
        let orders = |c: &Chunk| {
            !c.generals.is_empty() || c.is_plain_city() || c.is_train_word() || c.count().is_some()
        };
        let other = |at: usize| is_place(chunks, at) && chunks[at].cities != sentence[place].cities;
        let plain = parted && !behind.has(Word::Only) && !sentence[place + 1..].iter().any(orders);
        (plain && (0..from).any(other)).then(|| Corrected::without(line, chunks, from..end))
    })
}

/// French `Keith ne va que jusqu'à Glatz`: what stands around the verb restricts, and denies nothing.
pub(in crate::said) fn restricted(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let no = |c: &Chunk| c.is_word() && matches!(c.plain.as_str(), "ne" | "n") && c.has(Word::Not);
    let only = |c: &Chunk| c.is_word() && c.any(&[Word::Only]) && c.has(Word::Filler);
    let at = (0..chunks.len()).find(|at| no(&chunks[*at]))?;
    let verb = |c: &&Chunk| c.is_word() && !c.has(Word::Not) && c.generals.is_empty();
    let words = chunks[at + 1..].iter().take(4).take_while(|c| verb(c) && !only(c)).count();
    let que = chunks.get(at + 1 + words).filter(|c| only(c))?;
    (words > 0 && que.plain.starts_with("qu")).then(|| Corrected::without(line, chunks, at..at + 1))
}

/// `Not to Radeberg, for heaven's sake: send him to Spremberg`: a place that is denied first, and another one behind a mark.
pub(in crate::said) fn denied_first(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    (0..chunks.len()).filter(|at| *at == 0 || ends_sentence(&chunks[at - 1])).find_map(|from| {
        let no = chunks.get(from).filter(|c| denies(line, c) || c.means(ClubWord::PlainNo))?;
        let (place, led) = goal(chunks, from + 1).filter(|_| no.generals.is_empty())?;
        let plain = |c: &&Chunk| {
            let small = c.is_word() && c.generals.is_empty() && c.cities.is_empty();
            small && c.count().is_none() && !c.any(&[Word::Not, Word::Or, Word::If])
                || c.kind == Kind::Comma
        };
        let words = chunks[place + 1..].iter().take(6).take_while(plain).count();
        let mark = place + 1 + words;
        let colon = chunks.get(mark).is_some_and(|c| c.kind == Kind::Colon);
        let behind = chunks.get(mark + 1..)?;
        let clause = behind.iter().take_while(|c| !ends_sentence(c) && c.kind != Kind::Comma);
        let clause = clause.take(6).count();
        let other = (0..clause).find(|at| is_place(behind, *at))?;
        let apart = behind[other].cities != chunks[place].cities;
        (led && colon && apart).then(|| Corrected::without(line, chunks, from..mark + 1))
    })
}

/// `Friedrich: not to Pirna; to Freiberg`: of somebody who is named, a place that is denied, and another one behind the mark.
pub(in crate::said) fn denied_of_piece(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let small = |c: &&Chunk| {
        c.is_word() && c.has(Word::Filler) && c.generals.is_empty()
            || matches!(c.kind, Kind::Colon | Kind::Comma)
    };
    (1..chunks.len()).filter(|at| denies(line, &chunks[*at])).find_map(|at| {
        let from = at - chunks[..at].iter().rev().take_while(small).count();
        chunks[..from].last().filter(|c| !c.generals.is_empty())?;
        let (place, led) = goal(chunks, at + 1)?;
        let mark = chunks.get(place + 1).filter(|c| c.is_mark() && c.kind != Kind::Question)?;
        let begins =
            place + 2 + chunks[place + 2..].iter().take_while(|c| c.kind == mark.kind).count();
        let but = [ClubWord::But, ClubWord::Instead].into_iter().find_map(|word| {
            (begins < chunks.len()).then(|| said(line, chunks, begins, word)).flatten()
        });
        let behind = begins + but.unwrap_or(0);
        let (other, led_again) = goal(chunks, behind)?;
        let apart = chunks[other].cities != chunks[place].cities;
        let whole = led && (led_again || but.is_some());
        (whole && apart).then(|| Corrected::without(line, chunks, from..behind))
    })
}

/// `Schwerin is not staying behind, he marches to Glatz together with Keith`: the stay that is denied before a march of the
/// same general is left out.
pub(in crate::said) fn denied_stay_before(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    (1..chunks.len()).filter(|at| !chunks[at - 1].generals.is_empty()).find_map(|from| {
        let mark = from + denies_a_stay(line, chunks, from)?;
        let apart = chunks.get(mark)?;
        let colon = apart.kind == Kind::Colon;
        if !colon
            && !matches!(apart.kind, Kind::Comma | Kind::Semicolon | Kind::Period | Kind::Dash)
        {
            return None;
        }
        let he = |c: &&Chunk| {
            c.is_word()
                && c.generals.is_empty()
                && c.any(&[Word::Pronoun, Word::And, Word::Filler])
                && !c.any(&[Word::Move, Word::To, Word::Stay])
        };
        let behind = mark + 1 + chunks[mark + 1..].iter().take_while(he).count();
        let rest = chunks.get(behind..)?.iter().take_while(|c| !ends_sentence(c));
        let rest = rest.take_while(|c| c.kind != Kind::Comma).count();
        let goes = chunks.get(behind).is_some_and(|c| c.any(&[Word::Move, Word::To]));
        // `I want him at Heiligenstadt`
        let him = chunks[mark + 1..behind].iter().any(|c| c.has(Word::Pronoun));
        let goes = goes || him && chunks.get(behind).is_some_and(|c| c.has(Word::At));
        let place = (behind..behind + rest).any(|at| is_place(chunks, at));
        ((goes || colon) && place).then(|| Corrected::without(line, chunks, from..behind))
    })
}
