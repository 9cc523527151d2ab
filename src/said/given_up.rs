//! A combat that ends even: `a draw it is`.

use super::Request;
use super::chunk::Chunk;
use super::club::votes::Wanted;
use super::frame::{Framed, Parsed, Scene};
use super::words::Word;
use crate::game::{Action, DecisionKind};

/// Reads a group as the end of the combat that is fought and stands even.
pub(super) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let nation = scene.known?.awaits(DecisionKind::Play)?;
    is_even(scene, chunks).then(|| Ok(Parsed::one(Some(nation), Request::Act(Action::Stop))))
}

/// `a draw it is`, where a card is awaited at a score of 0: nobody votes on that.
pub(super) fn is_even(scene: &Scene, chunks: &[Chunk]) -> bool {
    let fought = scene.known.filter(|known| known.awaits(DecisionKind::Play).is_some());
    let combat = fought.and_then(|known| known.view.combat.as_ref());
    let binds = [
        Word::Vote,
        Word::Votes,
        Word::Proposal,
        Word::Propose,
        Word::Not,
        Word::Against,
        Word::If,
        Word::Unless,
        Word::Or,
    ];
    let other = |c: &Chunk| c.any(&binds) || c.number.is_some() && !c.has(Word::Article);
    scene.heading.is_none()
        && combat.is_some_and(|combat| combat.score == 0)
        && chunks.iter().any(|c| c.has(Word::Draw))
        && chunks.iter().filter(|c| c.is_word()).count() <= 8
        && !chunks.iter().any(other)
}

/// `Reserve as 9, I just want a draw`, where a card is awaited: how the combat is to stand, and nothing to vote on.
pub(super) fn is_tie(scene: &Scene, chunks: &[Chunk], wanted: &Wanted) -> bool {
    let plays = scene.known.is_some_and(|known| known.awaits(DecisionKind::Play).is_some());
    let proposes = |c: &Chunk| c.any(&[Word::Propose, Word::Proposal, Word::Vote]);
    matches!(wanted, Wanted::Draw) && plays && !chunks.iter().any(proposes)
}
