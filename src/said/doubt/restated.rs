//! Orders that are given once more after a second thought, with who is meant and where to:
//! `Keith to Breslau... no, wait, then Neisse is empty. Make that Schwerin to Breslau and Keith to Neisse`.
//!
//! What was said of the same pieces before, and why it is taken back, is passed over: the last word counts.

use crate::game::PieceId;
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, begins_correcting, said};
use crate::said::chunks::known::Known;
use crate::said::chunks::prose::Prose;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// No more sentences stand between an order and the one that takes its place.
const BETWEEN: usize = 3;

/// The line without orders that are given anew further behind.
pub(in crate::said) fn restated(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let all: Vec<Range<usize>> = sentences(chunks).collect();
    (1..all.len()).rev().find_map(|at| {
        let anew = &chunks[all[at].clone()];
        let pieces = own_pieces(anew, known);
        let vague = !known.is_set_up() && points_back(anew, known);
        if pieces.is_empty() || vague || !orders(anew, known) || puts_off(anew) {
            return None;
        }
        let only = |range: &Range<usize>| {
            own_pieces(&chunks[range.clone()], known).iter().all(|piece| pieces.contains(piece))
        };
        let earlier = at.saturating_sub(BETWEEN)..at;
        let first = earlier.rev().take_while(|before| only(&all[*before])).filter(|before| {
            let sentence = &chunks[all[*before].clone()];
            !own_pieces(sentence, known).is_empty() && orders(sentence, known)
        });
        let first = first.last()?;
        let bound = |range: &Range<usize>| {
            let binds = [Word::If, Word::Unless, Word::Ready, Word::Recruit, Word::Train];
            chunks[range.clone()].iter().any(|c| c.any(&binds) && !c.has(Word::Filler))
        };
        if all[first..at].iter().any(bound) {
            return None;
        }
        let taken_back = |range: &Range<usize>| takes_back(line, &chunks[range.clone()]);
        let behind = all[first + 1..=at].iter().any(taken_back);
        let within = chunks[all[first].clone()].iter().enumerate().any(|(place, c)| {
            c.is_mark()
                && begins_correcting(line, &chunks[all[first].start + place + 1..all[first].end])
        });
        if !behind && !within {
            return None;
        }
        let to = all[at].start + opening(line, anew, known);
        Some(Corrected::without(line, chunks, all[first].start..to))
    })
}

/// The line without why something is taken back, up to the colon or semicolon behind which stands what is meant: `No, I keep the
/// 12; I pay with the 10`, `No, from there he is in Berlin at once: send him to Kamenz`.
pub(in crate::said) fn without_excuse(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    language: Language,
) -> Option<Corrected> {
    let words = [ClubWord::Correction, ClubWord::PlainNo, ClubWord::Apology];
    sentences(chunks).filter(|range| range.start > 0).find_map(|range| {
        let sentence = &chunks[range.clone()];
        if !begins_correcting(line, sentence) {
            return None;
        }
        let parts = |c: &Chunk| matches!(c.kind, Kind::Colon | Kind::Semicolon);
        let mark = sentence.iter().position(parts)?;
        let mut at = 0;
        while at < mark {
            let phrase = words.iter().filter_map(|word| said(line, sentence, at, *word)).max();
            match phrase {
                Some(length) => at += length,
                None if sentence[at].is_mark() || sentence[at].has(Word::Filler) => at += 1,
                None => break,
            }
        }
        let (why, meant) = (sentence.get(at..mark)?, &sentence[mark + 1..]);
        let value = |c: &Chunk| c.count().is_some_and(|n| n > 1) || c.has(Word::Reserve);
        let city = |c: &Chunk| c.is_plain_city() && c.guessed.is_none();
        let kept = (0..why.len()).any(|at| said(line, why, at, ClubWord::KeepsCard).is_some());
        let tells = Prose::Tells.among(language, line, why);
        let own = !own_pieces(why, known).is_empty() || why.iter().any(Chunk::is_train_word);
        let binds = |c: &Chunk| c.any(&[Word::If, Word::Unless, Word::Ready, Word::Cancel]);
        let said_else = own
            || why.iter().any(value) && !kept
            || why.iter().any(city) && !tells
            || why.iter().any(binds);
        let clear = meant.iter().any(|c| value(c) || city(c));
        // `No, too dear: the 6`: whether both are paid is asked.
        let pays = chunks.iter().any(|c| c.any(&[Word::Recruit, Word::Pay, Word::Train]));
        let reserve = chunks[..range.start].iter().any(|c| c.has(Word::Reserve));
        let unclear = pays && (reserve || !kept && !tells && !why.is_empty());
        let earlier = chunks[..range.start].iter().any(|c| value(c) || city(c));
        (!why.is_empty() && !said_else && !unclear && clear && earlier)
            .then(|| Corrected::without(line, chunks, range.start + at..range.start + mark + 1))
    })
}

fn own_pieces(chunks: &[Chunk], known: &Known) -> Vec<PieceId> {
    let generals = chunks.iter().filter(|c| c.guessed.is_none()).flat_map(|c| &c.generals);
    generals.copied().filter(|piece| known.is_own(piece.nation())).collect()
}

/// Whether a sentence says what becomes of the pieces that it names.
fn orders(sentence: &[Chunk], known: &Known) -> bool {
    let cards = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&[Word::Card, Word::Reserve]);
    let goes = |c: &Chunk| {
        c.is_plain_city()
            || c.has(Word::Stay) && !c.any(&[Word::Filler, Word::Not])
            || known.is_set_up() && c.count().is_some()
    };
    sentence.iter().any(goes) && !sentence.iter().any(cards)
}

/// Whether a sentence says of one of its pieces less than where to: `Only Schwerin does that; Keith can stay`.
fn points_back(sentence: &[Chunk], known: &Known) -> bool {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let places: Vec<usize> = (0..sentence.len()).filter(|at| own(&sentence[*at])).collect();
    let goes = |c: &Chunk| c.is_plain_city() || c.has(Word::Stay) && !c.has(Word::Filler);
    let joins = |c: &Chunk| {
        matches!(c.kind, Kind::Comma | Kind::Plus)
            || c.any(&[Word::And, Word::With, Word::Article, Word::Title])
    };
    let vague = |pair: &[usize]| {
        let between = &sentence[pair[0] + 1..pair[1]];
        !between.iter().all(joins) && !between.iter().any(goes)
    };
    // `To Leipzig goes only Friedrich, Winterfeldt stays`
    let led = places.first().is_some_and(|first| sentence[..*first].iter().any(goes));
    !led && places.windows(2).any(vague)
}

/// Whether a sentence is about another time, or about what may be.
fn puts_off(sentence: &[Chunk]) -> bool {
    let bound = [Word::If, Word::Unless, Word::Or, Word::Turn];
    // `Or rather no, …`
    let or = sentence.iter().take_while(|c| !c.is_word() || c.has(Word::Or)).count();
    sentence[or..].iter().any(|c| c.any(&bound) && !c.has(Word::Filler) || c.kind == Kind::Question)
}

/// Whether a sentence takes back what stands before it.
fn takes_back(line: &str, sentence: &[Chunk]) -> bool {
    let words = [ClubWord::BadIdea, ClubWord::AfterAll, ClubWord::Anew];
    let says = |at: usize| words.iter().any(|word| said(line, sentence, at, *word).is_some());
    begins_correcting(line, sentence) || (0..sentence.len()).any(says)
}

/// How many chunks at its beginning only say that something is said anew, and why: `make that`, `so once more:`, `no, Laudon
/// catches him there;`.
fn opening(line: &str, sentence: &[Chunk], known: &Known) -> usize {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let who = sentence.iter().position(own).unwrap_or(0);
    let parts = |c: &Chunk| matches!(c.kind, Kind::Colon | Kind::Semicolon);
    if let Some(mark) = sentence[..who].iter().rposition(parts) {
        return mark + 1;
    }
    let words = [ClubWord::Anew, ClubWord::Correction, ClubWord::PlainNo, ClubWord::Apology];
    let mut at = 0;
    while at < who {
        let phrase = words.iter().filter_map(|word| said(line, sentence, at, *word)).max();
        match phrase {
            Some(length) => at += length,
            None if at > 0 && sentence[at].kind == Kind::Comma => at += 1,
            _ => break,
        }
    }
    at
}
