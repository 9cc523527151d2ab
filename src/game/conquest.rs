//! Conquest, protection, retroactive conquest and reconquest (R5).
//!
//! Only generals are ever asked what they pass (R5.1). One move may pass, and so conquer, several
//! objectives; a conquered city is a city like any other to those who move (R5.5).

use super::board::{CityId, Objective, board};
use super::event::Event;
use super::fate_deck::FateText;
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet, named};
use super::scenario::Bohemia;
use super::state::{Offensive, Phase, Place, State};

/// How far a general protects objectives, in cities (R5.3).
pub const PROTECTION: u8 = 3;
/// The Imperial Army's train, which protects as a general would (R5.8).
const IMPERIAL_TRAIN: PieceId = PieceId(29);

/// What a nation does to an objective its general passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Nothing to gain there.
    Nothing,
    /// It is conquered, or reconquered, at once (R5.2, R5.7).
    Taken,
    /// It is protected: marked for phase 4 (R5.6).
    Marked,
}

impl State {
    /// Whether a nation may conquer its objective: Prussia's lie in Bohemia (R5.10, R13.3, R13.6,
    /// R14.2).
    fn may_conquer(&self, objective: &Objective) -> bool {
        objective.of != Nation::Prussia
            || match self.rules.bohemia {
                Bohemia::Closed => false,
                Bohemia::Open => true,
                Bohemia::OffensiveOption => match self.offensive {
                    _ if self.offensive_option_failed() => false,
                    Offensive::Chosen | Offensive::Taken => true,
                    Offensive::Undecided | Offensive::Declined => self.turn <= 3,
                },
            }
    }

    /// R5.3: the generals of the nation that are near enough; R5.8: the Imperial Army's train, too.
    ///
    /// `of` is the nation that protects: the defender against conquest, the conqueror against
    /// reconquest (R5.7).
    fn protected_by(&self, of: Nation, city: CityId, train_protects: bool) -> PieceSet {
        let distances = board().distances_from(city);
        let near = |piece: PieceId, reach: u8| {
            matches!(self.pieces[piece.index()].place, Place::At(place)
                if distances[place.index()] <= reach)
        };
        // R11.8, 11 hearts.
        let far_sighted = self.fate_text() == FateText::HeinrichProtects;
        let mut found = PieceSet::EMPTY;
        for general in PieceSet::generals_of(of).iter() {
            let reach = PROTECTION + u8::from(far_sighted && general == named::HEINRICH);
            found.insert_if(near(general, reach), general);
        }
        found.insert_if(train_protects && near(IMPERIAL_TRAIN, PROTECTION), IMPERIAL_TRAIN);
        found
    }

    /// The pieces that protect an objective against being taken now (R5.3, R5.7, R5.8).
    pub(super) fn protectors(&self, objective: u8) -> PieceSet {
        let index = usize::from(objective);
        let Objective { city, of, defender, .. } = board().objectives()[index];
        if self.conquered[index] {
            self.protected_by(of, city, of == Nation::ImperialArmy)
        } else {
            self.protected_by(defender, city, false)
        }
    }

    /// Whether an objective is protected against being taken now (R5.3, R5.7, R5.8).
    pub fn is_protected(&self, objective: u8) -> bool {
        !self.protectors(objective).is_empty()
    }

    /// What happens when a general of the nation passes the city, or leaves it, now (R5.2, R5.6).
    pub fn passing(&self, nation: Nation, city: CityId) -> Passing {
        let Some(objective) = board().info(city).objective else {
            return Passing::Nothing;
        };
        let facts = &board().objectives()[usize::from(objective)];
        let wanted = if self.conquered[usize::from(objective)] {
            facts.defender == nation
        } else {
            facts.of == nation && self.may_conquer(facts)
        };
        match (wanted, wanted && self.is_protected(objective)) {
            (false, _) => Passing::Nothing,
            (true, true) => Passing::Marked,
            (true, false) => Passing::Taken,
        }
    }

    /// Carries out what [`State::passing`] says.
    pub(super) fn pass_over(&mut self, nation: Nation, city: CityId, events: &mut Vec<Event>) {
        let passing = self.passing(nation, city);
        let (Some(objective), true) = (board().info(city).objective, passing != Passing::Nothing)
        else {
            return;
        };
        let index = usize::from(objective);
        if passing == Passing::Taken {
            // A mark that an earlier move left is settled with it.
            self.marked[index] = false;
            self.take_objective(nation, index, false, events);
        } else if !std::mem::replace(&mut self.marked[index], true) {
            events.push(Event::Marked { nation, city });
        }
    }

    /// Turns an objective over to the nation that takes it.
    fn take_objective(
        &mut self,
        nation: Nation,
        index: usize,
        retroactively: bool,
        events: &mut Vec<Event>,
    ) {
        let Objective { city, of, .. } = board().objectives()[index];
        self.conquered[index] = of == nation;
        events.push(if of == nation {
            Event::Conquered { nation, city, retroactively }
        } else {
            Event::Reconquered { nation, city, from: of, retroactively }
        });
        if nation == Nation::Prussia && of == nation {
            self.check_offensive_victory(events);
        }
    }

    /// Phase 4 (R5.6): marked objectives that nobody protects any more are taken, the other marks
    /// are lifted; so is one in Bohemia if the combats have ended Prussia's conquests there (R13.6).
    pub(super) fn conquer_retroactively(&mut self, events: &mut Vec<Event>) {
        let nation = self.nation;
        for index in 0..self.marked.len() {
            if !std::mem::replace(&mut self.marked[index], false) {
                continue;
            }
            let city = board().objectives()[index].city;
            if self.passing(nation, city) == Passing::Taken {
                self.take_objective(nation, index, true, events);
            } else {
                events.push(Event::MarkLifted { nation, city });
            }
            if self.phase == Phase::GameOver {
                return;
            }
        }
    }

    /// Objectives a nation still needs to win, those of both orders or of the 1st (R1.3, R11.5).
    pub fn objectives_missing(&self, nation: Nation) -> usize {
        board()
            .objectives()
            .iter()
            .zip(&self.conquered)
            .filter(|(objective, conquered)| {
                objective.of == nation && self.needs(nation, objective.order) && !**conquered
            })
            .count()
    }

    /// R5.9: the allied nation, played by another seat, whose unconquered objective this is, and whether
    /// it is so near its win that nobody may end there. If it is not, standing there is only remarked on.
    pub(super) fn ally_spoiled(&self, nation: Nation, city: CityId) -> Option<(Nation, bool)> {
        let index = usize::from(board().info(city).objective?);
        let objective = &board().objectives()[index];
        let ally = objective.of;
        if ally == nation || ally.hostile_to(nation) || self.conquered[index] {
            return None;
        }
        if !self.in_play(ally) || self.seat_of(ally) == self.seat_of(nation) {
            return None;
        }
        Some((ally, self.objectives_missing(ally) <= 2))
    }
}
