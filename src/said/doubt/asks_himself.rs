//! Questions that their writer answers himself, so that both together are an order: `Why not put Browne in Prague? Yes, let's do that`,
//! `Wohin Train 1 fährt? Nach Zossen`, `The train? To Greifswald`.
//!
//! What this module deliberately does not do: questions that he answers with a no, which are [`passing`](crate::said::telling::passing)'s.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// An answer that names nothing has no more words than this.
const SHORT: usize = 5;
/// One that names a place has no more.
const LONG: usize = 9;

/// Joins the first question of a line with its answer, where that makes an order of them. Gives what was taken out, in bytes of
/// the line.
pub(in crate::said) fn joined(
    line: &str,
    chunks: &mut Vec<Chunk>,
    known: &Known,
) -> Vec<Range<usize>> {
    let all: Vec<Range<usize>> = sentences(chunks).collect();
    let pairs = all.windows(2).map(|pair| (pair[0].clone(), pair[1].clone()));
    for (asked, answer) in pairs {
        let question = chunks[asked.clone()].last().is_some_and(|c| c.kind == Kind::Question);
        if !question || asked.len() < 2 {
            continue;
        }
        let asks = opening(line, &chunks[asked.clone()]);
        if agrees(line, &chunks[asked.clone()], &chunks[answer.clone()], known) {
            // The answer goes, and what made a question of it.
            let opening = asked.start..asked.start + asks;
            let taken = [&opening, &answer].map(|part| bytes(&chunks[part.clone()]));
            chunks.drain(answer);
            chunks[asked.end - 1].kind = Kind::Period;
            chunks.drain(opening);
            return taken.into_iter().flatten().collect();
        }
        if completes(&chunks[asked.start + asks..asked.end - 1], &chunks[answer], asks > 0, known) {
            let opening = asked.start..asked.start + asks;
            let taken = [&opening, &(asked.end - 1..asked.end)];
            let taken = taken.map(|part| bytes(&chunks[part.clone()]));
            chunks.remove(asked.end - 1);
            chunks.drain(opening);
            return taken.into_iter().flatten().collect();
        }
    }
    Vec::new()
}

/// Where these chunks stand in the line.
fn bytes(chunks: &[Chunk]) -> Option<Range<usize>> {
    Some(chunks.first()?.start..chunks.last()?.end)
}

/// How many chunks at the beginning only ask: `why not`, `where does`, `¿y si`.
fn opening(line: &str, asked: &[Chunk]) -> usize {
    let small = |c: &Chunk| {
        c.opens_question()
            || c.is_word() && c.any(&[Word::Filler, Word::And]) && c.generals.is_empty()
    };
    let words = [ClubWord::Musing, ClubWord::Interrogative, ClubWord::Asking];
    let mut at = 0;
    while at + 1 < asked.len() {
        let phrase = words.iter().filter_map(|word| said(line, asked, at, *word)).max();
        match phrase {
            Some(length) => return at + length,
            None if small(&asked[at]) => at += 1,
            None => break,
        }
    }
    0
}

fn is_own(chunk: &Chunk, known: &Known) -> bool {
    chunk.is_train_word() || chunk.generals.iter().any(|piece| known.is_own(piece.nation()))
}

/// Whether the answer only says yes to a question that names who goes where.
fn agrees(line: &str, asked: &[Chunk], answer: &[Chunk], known: &Known) -> bool {
    let names = |c: &Chunk| {
        !c.generals.is_empty() || c.is_plain_city() || c.count().is_some() || c.is_train_word()
    };
    let words = answer.iter().filter(|c| c.is_word()).count();
    let yes = answer.iter().find(|c| c.is_word()).is_some_and(|c| c.has(Word::Yes))
        || said(line, answer, 0, ClubWord::DoesSo).is_some();
    let ordered = asked.iter().any(|c| is_own(c, known)) && asked.iter().any(Chunk::is_plain_city);
    let other = |c: &Chunk| c.any(&[Word::Or, Word::Not]) && !c.has(Word::Filler);
    let open = answer.iter().any(|c| c.kind == Kind::Question || other(c));
    yes && ordered && words <= SHORT && !answer.iter().any(names) && !open
}

/// Whether the answer names what the question asks for: where somebody goes, or who goes there.
fn completes(asked: &[Chunk], answer: &[Chunk], asks: bool, known: &Known) -> bool {
    let own = |part: &[Chunk]| part.iter().any(|c| is_own(c, known));
    let city = |part: &[Chunk]| part.iter().any(|c| c.is_plain_city() && c.generals.is_empty());
    let words = |part: &[Chunk]| part.iter().filter(|c| c.is_word()).count();
    let bound = |c: &Chunk| {
        let other = [Word::Or, Word::If, Word::Not, Word::No, Word::Ready, Word::Recruit];
        c.kind == Kind::Question || c.any(&other) && !c.has(Word::Filler)
    };
    if words(answer) > LONG || asked.iter().chain(answer).any(bound) || asked.is_empty() {
        return false;
    }
    let first = answer.iter().find(|c| c.is_word_or_number());
    // `Where does train 1 go? To Zossen.`, `The train? To Greifswald.`
    let led = first.is_some_and(|c| c.any(&[Word::To, Word::Via]) || c.is_plain_city());
    let who = own(asked) && !city(asked) && led && city(answer) && !own(answer);
    let bare = words(asked) <= 3;
    // `Who goes to Frankenstein? Schwerin, by way of Patschkau.`
    let named = first.is_some_and(|c| is_own(c, known));
    let whither = asks && city(asked) && !own(asked) && named;
    who && (asks || bare) || whither
}
