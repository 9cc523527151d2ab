//! Cards that a general is to fight with in a combat to come, in a sentence that names no combat: `I'll use the six of clubs
//! with Hildburghausen if need be and then stop`. A card after which somebody stops, or that is only for need, buys nothing.

use super::scope::is_enemy;
use crate::game::DecisionKind;
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::Scene;
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::hand::cards;
use crate::said::lexicon::text::{Kind, tokens};
use crate::said::lexicon::words::{Word, lexicon};

/// Whether a group says with which cards its only general fights, and that he stops then, or plays them at need.
pub(in crate::said) fn is_for_a_combat(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let cards = cards::mentions(chunks, scene.tongues, false);
    let generals = chunks.iter().filter(|c| !c.generals.is_empty()).count();
    if known.awaits(DecisionKind::Play).is_some() || cards.is_empty() || generals != 1 {
        return false;
    }
    let bought = [Word::Recruit, Word::Pay, Word::Troops, Word::New, Word::Enter, Word::Get];
    let buys = |c: &Chunk| c.any(&bought) && !c.any(&[Word::Filler, Word::Play, Word::With]);
    let card = |at: usize| cards.iter().any(|m| m.from <= at && at <= m.to);
    // `one for Friedrich`, `Friedrich to Pirna`
    let counted = |at: usize| {
        let c = &chunks[at];
        !card(at) && c.count().is_some() && !c.any(&[Word::Article, Word::Then])
    };
    let sent = |c: &Chunk| c.is_plain_city() && c.generals.is_empty() && c.meanings.is_empty();
    let other = |at: usize| buys(&chunks[at]) || counted(at) || sent(&chunks[at]);
    if (0..chunks.len()).any(other) || chunks.iter().any(Chunk::is_train_word) {
        return false;
    }
    // `Keith may play the 11 of diamonds`
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let who = chunks.iter().position(own);
    let plays = |at: usize| said(scene.line, chunks, at, ClubWord::PlaysCard).is_some();
    if who.is_some_and(|who| {
        let led = who > 0 && chunks[who - 1].any(&[Word::For, Word::To]);
        !led && (who + 1..chunks.len()).take(7).any(plays)
    }) {
        return true;
    }
    let needed = |c: &Chunk| c.has(Word::IfNeeded) || c.has(Word::Then) && c.has(Word::Answers);
    (0..chunks.len()).any(|at| needed(&chunks[at]) || stops_then(scene, chunks, at))
}

/// `No wait, I need diamonds against Cumberland, so the 4 of spades`: while a card is discarded, a combat without a verb of playing
/// or a limit is only why another card is thrown away.
pub(in crate::said) fn is_why_another_goes(known: &Known, chunks: &[Chunk]) -> bool {
    let plays = |c: &Chunk| c.any(&[Word::Play, Word::AtMost, Word::If]) || c.kind == Kind::Colon;
    known.awaits(DecisionKind::Discard).is_some() && !chunks.iter().any(plays)
}

/// `Lehwaldt returns in Berlin with one troop against the 6 of clubs`: nobody who is named stands on the map.
pub(in crate::said) fn comes_back(known: &Known, chunks: &[Chunk]) -> bool {
    let off_the_map = |c: &Chunk| c.generals.iter().all(|piece| known.position(*piece).is_none());
    chunks.iter().any(|c| c.has(Word::Troops))
        && chunks.iter().any(|c| !c.generals.is_empty())
        && chunks.iter().all(off_the_map)
}

/// `On Browne I spend 14 points at most`: points and their limit are of a combat with the enemy who is named.
pub(in crate::said) fn spent_on(known: &Known, chunks: &[Chunk]) -> bool {
    let enemy = |c: &Chunk| {
        !c.generals.is_empty() && c.generals.iter().all(|piece| !known.is_own(piece.nation()))
    };
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    has(Word::AtMost) && has(Word::Points) && chunks.iter().any(enemy)
}

/// `then stop`, `and after that I stop`, `höre dann auf`, as one phrase or with small words between.
fn stops_then(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let stop = &chunks[at];
    let small = |c: &&Chunk| c.is_word() && c.any(&[Word::Pronoun, Word::Filler, Word::Then]);
    let before = chunks[..at].iter().rev().take(3).take_while(small);
    let behind = chunks[at + 1..].iter().take(2).take_while(small);
    let beside = before.chain(behind).any(|c| c.has(Word::Then));
    stop.has(Word::Stop) && (beside || says_then(scene, stop))
}

/// Whether a word of this phrase is `then`.
fn says_then(scene: &Scene, phrase: &Chunk) -> bool {
    let words = scene.words(std::slice::from_ref(phrase));
    let then = |word: &str| {
        let word = tokens(word);
        let sense = |language: &Language| lexicon(*language).phrase(&word, false);
        let mut senses = scene.tongues.all.iter().take(2).filter_map(sense);
        senses.any(|(sense, _)| sense.meanings.has(Word::Then))
    };
    words.split_whitespace().any(then)
}

/// `If Browne and Friedrich come to blows, play the 10 of spades`: a condition that names one of each side, in whatever words, and cards
/// behind it.
pub(in crate::said) fn supposes_a_combat(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let Some(from) = chunks.iter().position(|c| c.has(Word::If) && c.generals.is_empty()) else {
        return false;
    };
    let ends = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Colon);
    let Some(length) = chunks[from..].iter().position(ends) else { return false };
    let (condition, rest) = chunks[from..].split_at(length);
    condition.iter().any(own)
        && condition.iter().any(|c| is_enemy(known, c))
        && !condition.iter().any(Chunk::is_plain_city)
        && !rest.iter().any(|c| own(c) || c.is_plain_city())
        && !rest.iter().any(|c| c.any(&[Word::Lowest, Word::Highest]))
        && !cards::mentions(rest, scene.tongues, false).is_empty()
}
