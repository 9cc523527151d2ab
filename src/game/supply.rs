//! Supply (R9), checked for the active nation in phase 5 and at no other time (R9.6).
//!
//! That a general is face down matters here and where he is joined (R9.4), and nowhere else: he
//! moves, fights, conquers and receives troops as usual (R9.5).

use super::board::{CITIES, CityId, Home, board};
use super::event::{Event, FlipCause, RemovalCause};
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet};
use super::state::{CitySet, Place, State};

/// Longest path to a supply train, in cities (R9.2).
pub const SUPPLY_REACH: u8 = 6;

/// Whether a general of the nation is supplied in the city without a train (R9.1).
pub fn supplied_by_country(nation: Nation, city: CityId) -> bool {
    let info = board().info(city);
    match nation {
        Nation::Prussia => info.home == Home::Prussia,
        Nation::Hanover => info.home == Home::Hanover,
        Nation::Sweden => info.home == Home::Sweden,
        Nation::Austria => info.home == Home::Austria,
        Nation::ImperialArmy => matches!(info.home, Home::Empire | Home::Saxony),
        Nation::Russia | Nation::France => info.depot_of == Some(nation),
    }
}

/// The cities to which supply trains of one nation reach, with the length of the path (R9.2):
/// what everybody can count out on the map. `closed` are the cities with hostile pieces.
pub fn supply_reach(trains: &[CityId], closed: &[CityId]) -> Vec<(CityId, u8)> {
    let mut shut = CitySet::EMPTY;
    closed.iter().for_each(|city| shut.insert(*city));
    let mut reached: Vec<(CityId, u8)> = Vec::new();
    let mut seen = CitySet::EMPTY;
    for train in trains.iter().filter(|train| !shut.contains(**train)) {
        if !seen.contains(*train) {
            seen.insert(*train);
            reached.push((*train, 0));
        }
    }
    let mut next = 0;
    while let Some(&(city, length)) = reached.get(next) {
        next += 1;
        for road in board().roads(city).iter().filter(|_| length < SUPPLY_REACH) {
            if !seen.contains(road.to) && !shut.contains(road.to) {
                seen.insert(road.to);
                reached.push((road.to, length + 1));
            }
        }
    }
    reached
}

impl State {
    /// Cities that supply may not pass: those with hostile generals or trains (R9.2).
    fn closed_to_supply(&self, nation: Nation) -> CitySet {
        let mut closed = CitySet::EMPTY;
        for (index, state) in self.pieces.iter().enumerate() {
            if let Place::At(city) = state.place
                && PieceId(index as u8).nation().hostile_to(nation)
            {
                closed.insert(city);
            }
        }
        closed
    }

    /// Length of the shortest legal supply path from the city to a train of the nation, if there
    /// is one of at most 6 cities (R9.2).
    pub fn supply_distance(&self, nation: Nation, city: CityId) -> Option<u8> {
        let closed = self.closed_to_supply(nation);
        PieceSet::of(nation)
            .and(PieceSet::TRAINS)
            .iter()
            .filter_map(|train| self.city_of(train))
            .filter_map(|train| path_length(city, train, &closed))
            .min()
    }

    /// Whether a general of the nation is in supply in the city now (R9.1, R9.2).
    pub fn is_supplied(&self, nation: Nation, city: CityId) -> bool {
        supplied_by_country(nation, city) || self.supply_distance(nation, city).is_some()
    }

    /// Phase 5 (R9.3): generals without supply are turned face down, or go if they are already.
    pub(super) fn check_supply(&mut self, events: &mut Vec<Event>) {
        let nation = self.nation;
        let mut unchecked = PieceSet::generals_of(nation);
        while let Some(general) = unchecked.first() {
            let Some(city) = self.city_of(general) else {
                unchecked = unchecked.without(PieceSet::one(general));
                continue;
            };
            let stack = self.stack_at(city);
            unchecked = unchecked.without(stack);
            let face_down = self.pieces[general.index()].face_down;
            match (self.is_supplied(nation, city), face_down) {
                (true, false) => {}
                (true, true) => {
                    self.turn_stack(stack, false);
                    events.push(Event::TurnedUp { nation, pieces: stack, city });
                }
                (false, false) => {
                    self.turn_stack(stack, true);
                    let cause = FlipCause::Supply;
                    events.push(Event::FlippedDown { nation, pieces: stack, city, cause });
                }
                (false, true) => {
                    let troops = self.troops_of(stack);
                    self.lose_troops(city, troops, RemovalCause::NoSupply, events);
                    if nation == Nation::Prussia {
                        self.prussians_starved_at(city, events);
                    }
                }
            }
        }
    }

    /// Turns generals face down or up.
    pub(super) fn turn_stack(&mut self, generals: PieceSet, face_down: bool) {
        for general in generals {
            self.pieces[general.index()].face_down = face_down;
        }
    }
}

/// Length of the shortest path by which a train supplies a general, if there is a legal one of at
/// most [`SUPPLY_REACH`] cities; `hostile` are the cities with hostile pieces (R9.2).
pub fn supply_path(general: CityId, train: CityId, hostile: &[CityId]) -> Option<u8> {
    let mut closed = CitySet::EMPTY;
    hostile.iter().for_each(|city| closed.insert(*city));
    path_length(general, train, &closed)
}

/// Goes straight to where the distances lead, over the first open city that is nearer each time.
/// What it finds is shortest; it gives up where all nearer cities are closed.
fn straight_path(from: CityId, distances: &[u8], closed: &CitySet) -> Option<u8> {
    let mut at = from;
    for left in (0..distances[from.index()]).rev() {
        let nearer = |city: &CityId| distances[city.index()] == left && !closed.contains(*city);
        at = board().roads(at).iter().map(|road| road.to).find(nearer)?;
    }
    Some(distances[from.index()])
}

/// Length of the shortest path between two cities over open ones, if it has at most [`SUPPLY_REACH`] cities.
///
/// Only cities that still lie near enough to the goal are looked at. The start may be closed: the
/// general stands there himself.
fn path_length(from: CityId, to: CityId, closed: &CitySet) -> Option<u8> {
    let distances = board().distances_from(to);
    if distances[from.index()] > SUPPLY_REACH {
        return None;
    }
    if let Some(length) = straight_path(from, distances, closed) {
        return Some(length);
    }
    let mut seen = CitySet::EMPTY;
    seen.insert(from);
    let mut layer: [CityId; CITIES] = [CityId(0); CITIES];
    layer[0] = from;
    let (mut start, mut end) = (0, 1);
    for depth in 0..=SUPPLY_REACH {
        let layer_end = end;
        for place in start..layer_end {
            let city = layer[place];
            if city == to {
                return Some(depth);
            }
            for road in board().roads(city) {
                if depth + 1 + distances[road.to.index()] > SUPPLY_REACH
                    || seen.contains(road.to)
                    || closed.contains(road.to)
                {
                    continue;
                }
                seen.insert(road.to);
                layer[end] = road.to;
                end += 1;
            }
        }
        start = layer_end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::setup::Setup;
    use super::*;

    #[test]
    fn r9_2_the_reach_of_trains_is_where_a_general_would_be_supplied() {
        let state = State::new(Setup::default(), [3; 32]);
        for nation in Nation::ALL {
            let pieces = |of: PieceSet| of.iter().filter_map(|piece| state.city_of(piece));
            let trains: Vec<CityId> = pieces(PieceSet::of(nation).and(PieceSet::TRAINS)).collect();
            let hostile = Nation::ALL.into_iter().filter(|other| nation.hostile_to(*other));
            let closed: Vec<CityId> =
                hostile.flat_map(|other| pieces(PieceSet::of(other)).collect::<Vec<_>>()).collect();
            let reach = supply_reach(&trains, &closed);
            for city in board().city_ids().filter(|city| !closed.contains(city)) {
                let found = reach.iter().find(|(reached, _)| *reached == city);
                let expected = state.supply_distance(nation, city);
                assert_eq!(found.map(|(_, length)| *length), expected, "{nation} in {city}");
            }
        }
    }
}
