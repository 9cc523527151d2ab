//! The lowest card that does what is said of it: `the lowest heart that puts me ahead`, `das kleinste Herz, das reicht`.

use super::cards::{Extreme, Mention};
use crate::game::{Action, CardRef, Face};
use crate::said::Candidate;
use crate::said::Doubt;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::club::words::{ClubWord, says};

/// So many words behind a card say what it is to do.
const CLAUSE: usize = 8;

/// Which of the cards that may be played (`legal`) is the lowest that is enough, if the card is named so; a question where
/// one draws level and a higher one is needed to lead (R7.4), or where none is enough.
pub(in crate::said) fn just_enough(
    scene: &Scene,
    chunks: &[Chunk],
    mention: &Mention,
    legal: &[Action],
) -> Option<Result<CardRef, Problem>> {
    let combat = scene.known?.view.combat.as_ref()?;
    let [suit] = mention.suits.as_slice() else { return None };
    if mention.extreme != Some(Extreme::Lowest) || mention.value.is_some() {
        return None;
    }
    let behind = scene.line.get(chunks[mention.to].end..)?;
    let sentence = behind.split(['.', ';', '!', '?']).next()?;
    let clause: Vec<&str> = sentence.split_whitespace().take(CLAUSE).collect();
    let ahead = says(&clause.join(" "), ClubWord::GetsAhead);
    // Some languages say so, too, where it is to be the last card.
    let enough = says(&clause[..clause.len().min(4)].join(" "), ClubWord::ThatSuffices);
    if !ahead && !enough {
        return None;
    }
    let needed = i32::from(combat.score).abs();
    let value = |action: &Action| match action {
        Action::Play { card, .. } => match card.face {
            Face::Suited(own, value) if own == *suit => Some(value),
            _ => None,
        },
        _ => None,
    };
    let mut held: Vec<u8> = legal.iter().filter_map(value).collect();
    held.sort_unstable();
    held.dedup();
    let at_least = |points: i32| held.iter().copied().find(|value| i32::from(*value) >= points);
    let card = |value: u8| CardRef { face: Face::Suited(*suit, value), deck: None };
    let (level, leads) = (at_least(needed), at_least(needed + 1));
    // Nobody asks about cards that are too low.
    let useful =
        held.iter().copied().filter(|value| Some(*value) >= level.or(held.first().copied()));
    match (level, leads) {
        (Some(level), Some(leads)) if level == leads && !enough => Some(Ok(card(leads))),
        (_, Some(leads)) if ahead && !enough => Some(Ok(card(leads))),
        _ => Some(Err(Problem::Question {
            doubt: Doubt::Card,
            words: scene.words(chunks),
            candidates: useful.map(|value| Candidate::Card(card(value))).collect(),
        })),
    }
}
