//! What everybody at the table could have noted down: which cards lie open on the piles, and how
//! strong stacks were when they declared themselves.
//!
//! It reads public events alone. Secret ones are passed over, also those of the own seat, so that it does not
//! matter which of them a caller has at hand.

use crate::game::{Audience, Card, Event, GENERAL_MAXIMUM, PIECES, PieceId, PieceSet};

/// Notes taken of a game from its beginning.
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    /// Cards played or paid since their deck was shuffled: nobody holds these.
    seen: Vec<Card>,
    /// What a general was last known to lead, as his share of a declared stack.
    declared: [Option<f32>; PIECES],
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { seen: Vec::new(), declared: [None; PIECES] }
    }
}

impl Memory {
    /// Notes of a whole game.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Memory {
        let mut memory = Memory::default();
        events.into_iter().for_each(|event| memory.note(event));
        memory
    }

    /// Takes note of what happened.
    pub fn note(&mut self, event: &Event) {
        if event.audience() != Audience::Everybody {
            return;
        }
        match event {
            Event::CardPlayed { card, .. } => self.seen.push(*card),
            Event::Recruited { cards, .. } => self.seen.extend(cards),
            Event::PilesReshuffled { decks, .. } => {
                self.seen.retain(|card| !decks.contains(&card.deck));
            }
            Event::CombatBegan { attacker, defender, .. } => {
                for side in [attacker, defender] {
                    self.share_out(side.pieces, f32::from(side.troops));
                }
            }
            Event::GeneralsRemoved { pieces, .. } => {
                pieces.iter().for_each(|piece| self.declared[piece.index()] = None);
            }
            // As many cities as troops lost (R7.7).
            Event::Retreated { pieces, length, .. } => {
                let left: f32 = pieces.iter().filter_map(|p| self.declared[p.index()]).sum();
                self.share_out(*pieces, (left - f32::from(*length)).max(pieces.len() as f32));
            }
            _ => {}
        }
    }

    fn share_out(&mut self, pieces: PieceSet, troops: f32) {
        let share = troops / pieces.len().max(1) as f32;
        for piece in pieces {
            self.declared[piece.index()] = Some(share.min(f32::from(GENERAL_MAXIMUM)));
        }
    }

    /// Cards that lie open on the piles.
    pub fn seen(&self) -> &[Card] {
        &self.seen
    }

    /// What a general was last known to lead, as his share of a declared stack; `None` if he has not declared, or was
    /// removed since.
    pub fn declared(&self, general: PieceId) -> Option<f32> {
        self.declared[general.index()]
    }
}
