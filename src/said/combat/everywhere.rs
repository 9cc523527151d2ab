//! Instructions for all combats of a nation: `In all combats at most 2 cards`, `If it comes to a fight, don't lose more
//! than 3`.
//!
//! What this module deliberately does not do: read terms, or instructions that name somebody; those are
//! [`super::duel`]'s.

use super::duel::terms;
use crate::duel::{Instruction, Scope};
use crate::game::DecisionKind;
use crate::said::Request;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Scene};
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Reads a group that names nobody as an instruction for all combats of the nation.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let names = |c: &Chunk| !c.generals.is_empty() || !c.cities.is_empty() || c.nation.is_some();
    let other = [Word::Withdraw, Word::Cancel, Word::AttackOrder, Word::Recruit, Word::Press];
    if chunks.iter().any(|c| names(c) || c.kind == Kind::Question || c.any(&other)) {
        return None;
    }
    // `For all of Prussia: win up to 12 points`
    let limits = chunks.iter().any(|c| c.any(&[Word::AtMost, Word::Win, Word::Lose, Word::Keep]))
        && chunks.iter().any(|c| c.any(&[Word::Points, Word::Card]) || c.has(Word::Lose));
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    let every =
        has(Word::Duel) && chunks.iter().any(|c| c.any(&[Word::Each, Word::All, Word::Any]));
    // `If it comes to a fight, …`: in a combat that is fought now, cards are played.
    let fights = |c: &Chunk| c.has(Word::Duel) && !c.any(&[Word::Attack, Word::Stop, Word::Filler]);
    // `If anybody attacks me, …`
    let attacked =
        |c: &Chunk| c.is_word() && c.has(Word::Attack) && !c.any(&[Word::Filler, Word::Card]);
    let attacked = |c: &Chunk| has(Word::If) && attacked(c);
    let fights = |c: &Chunk| fights(c) || attacked(c);
    let comes = chunks.iter().any(fights) && known.awaits(DecisionKind::Play).is_none();
    let comes = comes && says_how(scene, chunks);
    let said = limits && (scene.heading.is_some() || every) || comes;
    if !said {
        return None;
    }
    let nation = scene.heading.or_else(|| scene.nation())?;
    // `If it comes to a fight,`: when it holds is said, and how begins behind it.
    let when = (0..chunks.len()).rev().filter(|at| fights(&chunks[*at])).find(|at| {
        let small = [Word::If, Word::Filler, Word::Pronoun, Word::Article, Word::Each, Word::All];
        let small = |c: &Chunk| c.any(&small) || c.any(&[Word::Any, Word::For, Word::At]);
        let tells = |c: &Chunk| match c.is_word() {
            true => c.count().is_none() && !c.any(&[Word::Card, Word::Reserve, Word::Not]),
            false => c.kind == Kind::Colon,
        };
        let before = &chunks[..*at];
        before.iter().all(small) || attacked(&chunks[*at]) && before.iter().all(tells)
    });
    let how = &chunks[when.map_or(0, |at| at + 1)..];
    let stated = how.iter().take_while(|c| !c.is_word() && c.number.is_none()).count();
    Some(terms(scene, &how[stated..], Some(nation)).map(|terms| {
        let instruction = Instruction::Duel { scope: Scope::Nation(nation), terms };
        Parsed::one(Some(nation), Request::Instruct(Box::new(instruction)))
    }))
}

/// Whether cards, points or losses are limited here, or whatever fits may be played.
fn says_how(scene: &Scene, chunks: &[Chunk]) -> bool {
    let number = chunks.iter().any(|c| c.count().is_some() && c.generals.is_empty());
    let limit = |c: &Chunk| {
        c.any(&[Word::AtMost, Word::AtLeast, Word::Lose, Word::Win]) && !c.has(Word::Filler)
    };
    let fitting = |c: &Chunk| c.has(Word::Any) && !c.any(&[Word::Filler, Word::All, Word::Each]);
    let card = chunks.iter().any(|c| c.has(Word::Card));
    // `clubs from the smallest up`
    let upward =
        chunks.iter().any(|c| c.has(Word::Lowest)) && says(&scene.words(chunks), ClubWord::Upward);
    upward
        || number && chunks.iter().any(limit)
        || card && chunks.iter().any(fitting)
        || chunks.iter().any(|c| c.any(&[Word::Keep, Word::Reserve]) && c.plain.len() > 1)
            && !cards::mentions(chunks, scene.tongues, false).is_empty()
}
