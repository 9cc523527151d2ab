//! A march that ends in a fight, and how that is fought, in one sentence: `Friedrich goes to Pirna and attacks Browne there,
//! spending at most the ten of spades` (R4, R8). The cards are for the combat, and buy nothing.

use crate::game::DecisionKind;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Scene};
use crate::said::chunks::remark::begins_fight;
use crate::said::combat::duel::instruction;
use crate::said::hand::cards;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::{Meanings, Word};
use crate::said::march::moves;

/// Between the march and its fight, or between the fight and its cards.
fn joins(chunk: &Chunk) -> bool {
    let word = chunk.is_word() && chunk.generals.is_empty() && chunk.cities.is_empty();
    chunk.is_mark() || word && chunk.any(&[Word::And, Word::Then, Word::To, Word::While])
}

/// Reads a group as a march, the enemy who is attacked at its end, and the cards for that.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let moving = [DecisionKind::Movement, DecisionKind::Discard];
    if scene.heading.is_none() && moving.iter().all(|kind| known.awaits(*kind).is_none()) {
        return None;
    }
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
    let binds = |c: &Chunk| c.any(&[Word::If, Word::Not, Word::Or]) && !c.has(Word::Filler);
    let first = chunks.iter().position(Chunk::is_mark).unwrap_or(chunks.len());
    if chunks.split_last().is_some_and(|(_, before)| before.iter().any(ends))
        || chunks[..first].iter().any(binds)
    {
        return None;
    }
    let foreign = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
    let own = |c: &&Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let fight = (1..chunks.len()).find(|at| begins_fight(scene, chunks, *at));
    let (at, whom) = match fight {
        Some(at) => (at, Some((at..chunks.len()).take(6).find(|at| foreign(&chunks[*at]))?)),
        // `Daun to Olmütz, spending at most the 7 of diamonds if it comes to blows`
        None => ((1..chunks.len()).find(|at| chunks[*at].is_mark())?, None),
    };
    let mark = match whom {
        Some(whom) => (whom + 1..chunks.len()).find(|at| joins(&chunks[*at]))?,
        None => at,
    };
    let terms = chunks.get(mark + 1..)?;
    let fights =
        |c: &Chunk| c.any(&[Word::AtMost, Word::Duel, Word::Attack]) && !c.has(Word::Filler);
    let buys = |c: &Chunk| c.any(&[Word::Recruit, Word::Troops, Word::New]);
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.is_train_word();
    let mentions = cards::mentions(terms, scene.tongues, false);
    let lone = terms.iter().any(fights)
        && !mentions.is_empty()
        && !terms.iter().any(|c| buys(c) || named(c))
        && !chunks.iter().any(foreign);
    if whom.is_none() && !lone {
        return None;
    }
    let counts = |c: &Chunk| c.any(&[Word::AtMost, Word::Card, Word::Lose, Word::Reserve]);
    if mentions.is_empty() && !terms.iter().any(counts) {
        return None;
    }
    let joined = chunks[..at].iter().rev().take_while(|c| joins(c)).count();
    let march = &chunks[..at - joined];
    if !march.iter().any(Chunk::is_plain_city) || march.iter().any(foreign) {
        return None;
    }
    let mut colon = chunks[mark].clone();
    (colon.kind, colon.meanings) = (Kind::Colon, Meanings::default());
    let mut generals = march.iter().filter(own);
    let who = generals.next().filter(|_| generals.next().is_none());
    let enemy = whom.map(|whom| &chunks[whom]);
    let mut combat: Vec<Chunk> = who.into_iter().chain(enemy).cloned().collect();
    if combat.is_empty() {
        return None;
    }
    combat.push(colon);
    combat.extend_from_slice(terms);
    let marched = match moves::frame(scene, march)? {
        Ok(parsed) => parsed,
        Err(problem) => return Some(Err(problem)),
    };
    Some(instruction(scene, &combat).map(|fought| {
        let mut both = marched;
        both.said.extend(fought.said);
        both.cost += fought.cost;
        both
    }))
}
