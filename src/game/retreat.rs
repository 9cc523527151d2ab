//! Retreats (R8): where a defeated stack may go, and the winner's choice among those cities.
//!
//! A retreat is carried out at once, by the whole stack (R8.1). Combats are resolved one by one, so
//! the map of the moment decides: what an earlier one vacated or filled counts (R8.5).

use super::action::DecisionKind;
use super::board::{CityId, board};
use super::event::{Event, RemovalCause};
use super::nation::Nation;
use super::refusal::{Reason, Refusal};
use super::simple_path::SimplePaths;
use super::state::{CitySet, Place, Retreat, State};
use super::view::View;

/// The ends of paths of full length over open cities that are the farthest from the winner.
fn farthest(occupied: CitySet, from: CityId, winner: CityId, length: u8) -> Vec<CityId> {
    let mut paths = SimplePaths::new(occupied);
    // Most candidates are settled by their shortest way: one of full length enters no city
    // twice.
    let candidates = paths.within(from, length);
    let far = board().distances_from(winner);
    let far = |(city, _): &(CityId, u8)| far[city.index()];
    let mut farthest = candidates.iter().map(far).max();
    while let Some(distance) = farthest {
        let mut found: Vec<CityId> = candidates
            .iter()
            .filter(|candidate| far(candidate) == distance)
            .filter(|(city, way)| *way == length || paths.exists(from, *city, length))
            .map(|(city, _)| *city)
            .collect();
        if !found.is_empty() {
            found.sort_unstable();
            return found;
        }
        farthest = candidates.iter().map(far).filter(|far| *far < distance).max();
    }
    Vec::new()
}

impl View {
    /// Whether a stack that is beaten now finds a way back of this length (R8.2 to R8.4). Everybody sees where
    /// pieces stand, so everybody can know.
    pub fn can_retreat(&self, from: CityId, winner: CityId, length: u8) -> bool {
        let mut occupied = CitySet::EMPTY;
        let others = self.pieces.iter().filter_map(|piece| piece.city).filter(|city| *city != from);
        others.for_each(|city| {
            occupied.insert(city);
        });
        !farthest(occupied, from, winner, length).is_empty()
    }
}

impl State {
    /// The cities in which a retreat may end (R8.2, R8.3): at the end of a path of exactly the
    /// full length over empty cities, entering none twice, and of these the farthest from the
    /// victorious general by road on the empty map. None if there is no such path (R8.4).
    pub fn retreat_cities(&self, from: CityId, winner: CityId, length: u8) -> Vec<CityId> {
        farthest(self.occupied_without(self.pieces_at(from)), from, winner, length)
    }

    /// After a defeat: the stack goes, is lost for want of a path (R8.4), or the winner is asked.
    pub(super) fn begin_retreat(
        &mut self,
        from: CityId,
        winner: CityId,
        length: u8,
        events: &mut Vec<Event>,
    ) {
        match self.retreat_cities(from, winner, length).as_slice() {
            [] => {
                let troops = self.troops_of(self.stack_at(from));
                self.lose_troops(from, troops, RemovalCause::NoRetreat, events);
            }
            [only] => self.carry_out_retreat(from, *only, length, events),
            _ => self.retreat = Some(Retreat { from, winner, length }),
        }
    }

    fn carry_out_retreat(&mut self, from: CityId, to: CityId, length: u8, events: &mut Vec<Event>) {
        let pieces = self.stack_at(from);
        let Some(nation) = self.stack_nation(from) else {
            return;
        };
        for piece in pieces {
            self.pieces[piece.index()].place = Place::At(to);
        }
        events.push(Event::Retreated { nation, pieces, from, to, length });
    }

    /// Where the pending retreat may end, if one is pending.
    pub fn retreat_options(&self) -> Vec<CityId> {
        self.retreat.map_or(Vec::new(), |retreat| {
            self.retreat_cities(retreat.from, retreat.winner, retreat.length)
        })
    }

    /// The defeated stack that waits for its winner's choice (R8.2); `None` if none does.
    pub fn pending_retreat(&self) -> Option<Retreat> {
        self.retreat
    }

    /// R8.2: the winner chooses among equally far cities.
    pub(super) fn act_retreat(
        &mut self,
        nation: Nation,
        to: CityId,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Retreat)?;
        if !self.retreat_options().contains(&to) {
            return Err(Reason::NotARetreatCity { city: to }.into());
        }
        if let Some(Retreat { from, length, .. }) = self.retreat.take() {
            self.carry_out_retreat(from, to, length, events);
        }
        self.go_on_fighting(events);
        Ok(())
    }
}
