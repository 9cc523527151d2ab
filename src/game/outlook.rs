//! What a careful friend would mention before a movement phase is ended: nothing of it is against
//! the rules.
//!
//! It looks at the position to which the orders lead, as it is; what combats will change it does
//! not know. Only what everybody can see on the map is asked.

use super::action::DecisionKind;
use super::board::CityId;
use super::board::board;
use super::event::Event;
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet};
use super::state::State;
use serde::Serialize;

/// Something to mention.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "warning", rename_all = "kebab-case")]
pub enum Warning {
    /// These generals will be without supply at the end of the action (R9.3): turned face down,
    /// or lost if they are so already.
    NoSupply {
        /// All generals of the stack.
        pieces: PieceSet,
        /// Where they stand.
        city: CityId,
        /// They are face down already.
        lost: bool,
    },
    /// A protected objective was passed (R5.3): it is marked only.
    Protected {
        /// The objective.
        city: CityId,
        /// All generals at most three cities away whose nations fight the one that passed.
        by: PieceSet,
    },
    /// An enemy general can take the train in his next movement (R9.7).
    TrainInReach {
        /// The nation's own train.
        train: PieceId,
        /// Where it stands.
        city: CityId,
        /// One of the enemy generals who can.
        by: PieceId,
    },
}

impl State {
    /// What the orders of a nation's movement phase lead to, where `events` are what they did.
    pub fn outlook(&self, nation: Nation, events: &[Event]) -> Vec<Warning> {
        let mut found = self.without_supply(nation);
        found.extend(self.passed_in_vain(events));
        found.extend(self.trains_in_reach(nation));
        found
    }

    fn without_supply(&self, nation: Nation) -> Vec<Warning> {
        let mut found = Vec::new();
        let mut seen = PieceSet::EMPTY;
        for general in self.on_map(PieceSet::generals_of(nation)) {
            let Some(city) = self.city_of(general).filter(|_| !seen.contains(general)) else {
                continue;
            };
            let pieces = self.stack_at(city);
            seen = seen.or(pieces);
            if !self.is_supplied(nation, city) {
                let lost = self.piece(general).face_down;
                found.push(Warning::NoSupply { pieces, city, lost });
            }
        }
        found
    }

    fn passed_in_vain(&self, events: &[Event]) -> Vec<Warning> {
        let mut found = Vec::new();
        for event in events {
            let Event::Marked { city, .. } = event else { continue };
            let Some(objective) = board().info(*city).objective else { continue };
            let by = self.protectors(objective).iter().collect();
            found.push(Warning::Protected { city: *city, by });
        }
        found
    }

    fn trains_in_reach(&self, nation: Nation) -> Vec<Warning> {
        // Enemies have their moves again when their action comes.
        let mut rested = self.clone();
        for piece in &mut rested.pieces {
            piece.done = false;
        }
        let mut found = Vec::new();
        for train in self.on_map(PieceSet::of(nation).and(PieceSet::TRAINS)) {
            let Some(city) = self.city_of(train) else { continue };
            let enemies = Nation::ALL.into_iter().filter(|other| other.hostile_to(nation));
            let takes = |general: &PieceId| {
                rested.city_of(*general).is_some_and(|from| board().distance(from, city) <= 5)
                    && rested.destinations(general.nation(), &[*general]).contains(&city)
            };
            let mut generals =
                enemies.flat_map(|enemy| self.on_map(PieceSet::generals_of(enemy)).iter());
            if let Some(by) = generals.find(takes) {
                found.push(Warning::TrainInReach { train, city, by });
            }
        }
        found
    }

    /// Whether a nation's movement phase is open.
    pub fn is_moving(&self, nation: Nation) -> bool {
        self.awaits(nation, DecisionKind::Movement)
    }
}
