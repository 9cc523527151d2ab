//! What was only thought of or wished for: `I had first thought of Halle, but Seydlitz shall take Leipzig`, `Browne I had said
//! Teplitz, but Leitmeritz is better, so Leitmeritz`, `… to Gera. I wanted Altenburg, but Seydlitz is too near`.

use super::marker::marker;
use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, ends_sentence, goal, is_place, said};
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// No more pieces march together.
const MOST_PIECES: usize = 8;

/// `I had first thought of Halle, but Seydlitz shall take Leipzig`: of what was only thought of, the pieces alone are
/// left, if something else is said behind it.
pub(in crate::said) fn considered(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    // `Dohna went to Stargard last turn, so now to Pyritz`
    let starts = |at: usize| {
        // `I meant to say Heiligenstadt` corrects.
        said(line, chunks, at, ClubWord::Correction).is_none()
            && [ClubWord::Considered, ClubWord::ThoughtOf, ClubWord::LastTurn]
                .iter()
                .any(|word| said(line, chunks, at, *word).is_some())
    };
    let wished = |at: usize| said(line, chunks, at, ClubWord::Wanted).is_some();
    // `I'd have liked Cumberland in Kassel, but Soubise is there. So he stays`
    let concluded = |at: usize| wished(at) && behind_objection(line, chunks, at).is_some();
    let at = (0..chunks.len()).find(|at| starts(*at) || concluded(*at))?;
    let clause = |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Colon);
    let from = chunks[..at].iter().rposition(clause).map_or(0, |before| before + 1);
    // `I wondered for long, whether Keith should go to Prag, but …`: up to the end of what names the goal.
    let place = |from: usize, to: usize| (from..to).any(|at| is_place(chunks, at));
    let named = |c: &Chunk| !c.generals.is_empty();
    // `Cumberland I'd love to throw at Soubise, but …, so to Northeim`
    let enemy = |from: usize, to: usize| chunks[from..to].iter().filter(|c| named(c)).count() > 1;
    let ends = |to: usize| {
        clause(&chunks[to])
            || chunks[to].kind == Kind::Other
            || said(line, chunks, to, ClubWord::But).is_some()
    };
    let to = (at..chunks.len()).filter(|to| ends(*to)).find(|to| {
        let but = [*to, *to + 1].into_iter().filter(|at| *at < chunks.len());
        let mut but = but.filter(|at| {
            said(line, chunks, *at, ClubWord::But).is_some() || chunks[*at].has(Word::While)
        });
        // `I thought of leaving Ferdinand alone, but no: he goes to Hamburg`
        let left = chunks[from..*to].iter().any(|c| c.has(Word::Stay) && c.generals.is_empty());
        let no = || marker(line, chunks, *to + 1).is_some();
        place(from, *to) || enemy(from, *to) && but.next().is_some() || left && no()
    })?;
    let aimed = !place(from, to);
    let marked = usize::from(!chunks[to].is_word());
    let but = said(line, chunks, to + marked, ClubWord::But)
        .map(|length| marked + length - 1)
        .or_else(|| {
            let next = chunks.get(to + 1)?;
            next.any(&[Word::While, Word::And]).then_some(1)
        })
        // `I wanted to send him to Burg, no, rather to Zerbst`
        .or_else(|| marker(line, chunks, to + 1).map(|behind| behind - to - 1));
    // `Per Browne ho pensato a Komotau, ci arriva da Teplitz`: that is an order, if nothing stands against it.
    let turns = but.is_some() || conclusion(line, chunks, to + 1).is_some();
    if !turns && (wished(at) || said(line, chunks, at, ClubWord::ThoughtOf).is_some()) {
        return None;
    }
    let from_here = to + 1 + but.unwrap_or(0);
    let spoken: Vec<PieceId> =
        chunks[from..to].iter().flat_map(|c| c.generals.iter().copied()).collect();
    let end = behind_reasons(line, chunks, from_here, &spoken);
    let end =
        if end > from_here { end } else { conclusion(line, chunks, from_here).unwrap_or(end) };
    let end = behind_objection(line, chunks, end).unwrap_or(end);
    let end = taken_back(line, chunks, end).unwrap_or(end);
    let settled = (end..chunks.len()).any(|at| is_place(chunks, at) || chunks[at].has(Word::Stay));
    if !settled {
        return None;
    }
    // Who is meant may be said in what was thought of, and not again.
    // `…, so to Neisse, and Keith with him` names somebody else, behind the goal.
    let behind = chunks[end..].iter().take_while(|c| !ends_sentence(c)).count();
    let place = (end..end + behind).find(|at| is_place(chunks, *at) || chunks[*at].has(Word::Stay));
    let apart = |c: &Chunk| !c.is_word() && c.number.is_none() || c.has(Word::And);
    let told = place.map_or(behind, |at| {
        let rest = chunks[at + 1..].iter().take_while(|c| !apart(c)).count();
        behind.min(at + 1 + rest - end)
    });
    let told = end + told;
    let nations: Vec<_> = chunks[from..to].iter().filter_map(|c| c.generals.first()).collect();
    let kin = |c: &Chunk| {
        let of = |piece: &PieceId| nations.iter().any(|other| other.nation() == piece.nation());
        named(c) && (nations.is_empty() || c.generals.iter().any(of))
    };
    // `… but he is better off at Neisse, with Keith beside him` goes on about the same one.
    let same = |c: &Chunk| c.any(&[Word::Pronoun, Word::With]) && !c.has(Word::Filler);
    let again = chunks[end..told].iter().find(|c| kin(c) || same(c)).filter(|c| kin(c));
    let other = again.is_some_and(|again| {
        let first = chunks[from..to].iter().find(|c| named(c));
        first.is_some_and(|first| first.generals != again.generals)
    });
    // `I wanted to send Keith to Glatz, Heinrich to Potsdam` may be two orders.
    let denied = (to..end).any(|at| said(line, chunks, at, ClubWord::But).is_some())
        || chunks.get(to + marked).is_some_and(|c| c.has(Word::While))
        || marker(line, chunks, to + 1).is_some();
    let sent = chunks[end..end + behind].iter().any(Chunk::is_plain_city);
    if other && !(denied && sent) {
        return None;
    }
    let again = again.is_some();
    // `the King and Winterfeldt`: what joins them is kept with them.
    let joins = |at: usize| {
        chunks[at].any(&[Word::And, Word::With])
            && at > from
            && named(&chunks[at - 1])
            && at + 1 < to
            && named(&chunks[at + 1])
            && !named(&chunks[at])
    };
    // `Train 1 I first wanted at Torgau, but it had better go to Elsterwerda`
    let train = |at: usize| {
        let word = |at: usize| chunks[at].is_train_word() && chunks[at].cities.is_empty();
        let beside = at > from && word(at - 1) || at + 1 < to && word(at + 1);
        word(at) || beside && (chunks[at].count().is_some() || chunks[at].ordinal.is_some())
    };
    let of_trains = !chunks[from..to].iter().any(named);
    let meant = |at: usize| named(&chunks[at]) || !aimed && joins(at) || of_trains && train(at);
    let spoken = (from..to).filter(|at| !again && meant(*at));
    let kept: Vec<Chunk> =
        spoken.map(|at| chunks[at].clone()).take(if aimed { 1 } else { MOST_PIECES }).collect();
    let mut left = chunks[..from].to_vec();
    let line = blanked(line, chunks[from].start, chunks[end - 1].end);
    left.extend(kept);
    left.extend_from_slice(&chunks[end..]);
    Some(Corrected { chunks: left, line })
}

/// Where a conclusion begins behind what only says why not: `…, but Soubise would love that, so he takes the road to
/// Duderstadt`. The place itself, if there is none.
fn behind_reasons(line: &str, chunks: &[Chunk], from: usize, spoken: &[PieceId]) -> usize {
    let sentence = chunks[from..].iter().take_while(|c| !ends_sentence(c)).count();
    let marked = |at: &usize| !chunks[at - 1].is_word();
    (from + 1..from + sentence)
        .filter(marked)
        .find_map(|at| said(line, chunks, at, ClubWord::Therefore).map(|length| (at, length)))
        .filter(|(at, length)| {
            let names = |at: &usize| is_place(chunks, *at);
            let behind: Vec<usize> = (at + length..from + sentence).filter(names).collect();
            // `my son says Leitmeritz is better, so Leitmeritz` says it twice.
            let again =
                |one: usize| behind.iter().any(|at| chunks[*at].cities == chunks[one].cities);
            // `but with Tottleben at Sierpc …`, `but then Breslau would be open`: what the enemy does there, or what would be.
            let foreign = |piece: &PieceId| {
                !spoken.is_empty() && spoken.iter().all(|own| own.nation() != piece.nation())
            };
            let enemy = chunks[from..*at].iter().any(|c| c.generals.iter().any(foreign));
            let would = line
                .get(chunks[from].start..chunks[at - 1].end)
                .is_some_and(|text| says(text, ClubWord::Would));
            (enemy || would || (from..*at).filter(names).all(again)) && !behind.is_empty()
        })
        .map_or(from, |(at, length)| at + length)
}

/// Where another goal is named that is the better one, behind clauses or a sentence that only say why: `…, but with Seydlitz at
/// Leipzig I don't dare. Better to Saalfeld`, `…, then I slept on it: rather Angermünde`.
fn conclusion(line: &str, chunks: &[Chunk], from: usize) -> Option<usize> {
    let mark = |c: &Chunk| !c.is_word() && c.number.is_none();
    let leads = |at: usize| {
        let before = &chunks[at - 1];
        // `with Seydlitz at Leipzig`
        let stands = at > 1 && !chunks[at - 2].generals.is_empty();
        let at_only = before.has(Word::At) && (stands || !before.any(&[Word::To, Word::Via]));
        is_place(chunks, at) && !at_only
    };
    let orders = |at: usize| {
        let c = &chunks[at];
        let binds = [Word::Stay, Word::If, Word::Or, Word::Train, Word::Ready];
        leads(at) || c.any(&binds) && !c.has(Word::Filler) || c.kind == Kind::Question
    };
    let mut sentences = 0;
    for at in from.max(1)..chunks.len() {
        if mark(&chunks[at - 1]) && at > from {
            sentences += usize::from(ends_sentence(&chunks[at - 1]));
            let rather = [ClubWord::Instead, ClubWord::Rather, ClubWord::Therefore]
                .into_iter()
                .find_map(|word| said(line, chunks, at, word));
            if let Some(length) = rather
                && goal(chunks, at + length).is_some()
            {
                return Some(at + length);
            }
        }
        if sentences > 1 || orders(at) {
            return None;
        }
    }
    None
}

/// The place behind a no that takes back the thought and its reasons, and before somebody who is sent elsewhere: `but then Saxony
/// lies open … no, come on, Friedrich to Riesa`.
fn taken_back(line: &str, chunks: &[Chunk], from: usize) -> Option<usize> {
    let mark = |c: &Chunk| !c.is_word() && c.number.is_none();
    let words = [ClubWord::Correction, ClubWord::PlainNo];
    let (at, length) = (from.max(1)..chunks.len()).find_map(|at| {
        let length = words.iter().find_map(|word| said(line, chunks, at, *word))?;
        mark(&chunks[at - 1]).then_some((at, length))
    })?;
    let orders = |c: &Chunk| {
        !c.generals.is_empty() || c.is_plain_city() || c.any(&[Word::Train, Word::Ready, Word::If])
    };
    let marks = chunks[at + length..].iter().take_while(|c| mark(c)).count();
    // `no, come on, Friedrich to Riesa`
    let again = |at: usize| words.iter().find_map(|word| said(line, chunks, at, *word));
    let behind = at + length + marks;
    let behind = match again(behind) {
        Some(length) => {
            let next = behind + length;
            next + chunks[next.min(chunks.len())..].iter().take_while(|c| mark(c)).count()
        }
        None => behind,
    };
    let who = chunks.get(behind).is_some_and(|c| !c.generals.is_empty());
    let sentence = chunks.get(behind..)?.iter().take_while(|c| !ends_sentence(c));
    let sent = sentence.clone().any(Chunk::is_plain_city);
    (who && sent && !chunks[from..at].iter().any(orders)).then_some(behind)
}

/// The place behind `so` at the begin of the next sentence, if what stands before it orders nothing: `…, but Soubise is there,
/// right in front of him. So he stays in Göttingen`.
fn behind_objection(line: &str, chunks: &[Chunk], from: usize) -> Option<usize> {
    let next = from + chunks[from..].iter().position(|c| c.kind == Kind::Period)? + 1;
    let marks = chunks[next..].iter().take_while(|c| c.kind == Kind::Period).count();
    let next = next + marks;
    let length = (next < chunks.len()).then(|| said(line, chunks, next, ClubWord::Therefore))??;
    // `… but Soubise stands there` tells of him.
    let objects = |at: &usize| {
        said(line, chunks, *at, ClubWord::But).is_some() || chunks[*at].has(Word::While)
    };
    let but = (from..next).find(objects);
    let from = but.unwrap_or(from);
    let tells = chunks[from..next].iter().any(|c| !c.generals.is_empty());
    let orders = |at: usize| {
        let verb = chunks[at].any(&[Word::Stay, Word::Move]) && !chunks[at].has(Word::Filler);
        is_place(chunks, at) || verb && !tells
    };
    (!(from..next).any(orders)).then_some(next + length)
}
