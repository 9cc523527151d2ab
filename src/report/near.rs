//! What lies near a stack: hostile generals, and objectives of its nation that it does not hold.
//!
//! Made from a view, of which only public members are used. Distances are by road on the empty map.

use crate::game::{CityId, Nation, PieceId, Suit, View, board, supplied_by_country, supply_path};
use serde::Serialize;

/// At most so many enemies, and so many objectives, are told of each stack.
const TOLD: usize = 3;
/// Enemies farther away are not told of.
const WITHIN: u8 = 8;
/// Objectives farther away are not told of.
const OBJECTIVES_WITHIN: u8 = 5;
/// The farthest enemies, and how many of them, where a nation is to move: those near enough to be attacked
/// or to attack soon.
const IN_PROMPTS: (u8, usize) = (5, 2);

/// A hostile stack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Near {
    /// Its supreme commander.
    pub general: PieceId,
    /// Where it stands.
    pub city: CityId,
    /// Roads on the shortest way, on the empty map.
    pub distance: u8,
}

/// A city and how far it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NearCity {
    /// An objective of the nation that it does not hold.
    pub city: CityId,
    /// Roads on the shortest way, on the empty map.
    pub distance: u8,
}

/// Where generals of a nation that is to move stand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Around {
    /// Where they stand.
    pub city: CityId,
    /// The suit they fight with there (R7.3).
    pub suit: Suit,
    /// Hostile stacks at most 5 cities away, the nearest first, at most two.
    pub enemies: Vec<Near>,
    /// Neither the country nor a train supplies them there (R9.1, R9.2).
    pub unsupplied: bool,
}

impl Around {
    /// The places of a nation's generals.
    pub fn all(view: &View, nation: Nation) -> Vec<Around> {
        let own = view.pieces.iter().filter(|known| known.nation == nation);
        let mut cities: Vec<CityId> = Vec::new();
        for city in own.clone().filter(|known| known.general).filter_map(|known| known.city) {
            if !cities.contains(&city) {
                cities.push(city);
            }
        }
        let trains: Vec<CityId> =
            own.filter(|known| !known.general).filter_map(|known| known.city).collect();
        let hostile = view.pieces.iter().filter(|known| known.nation.hostile_to(nation));
        let closed: Vec<CityId> = hostile.filter_map(|known| known.city).collect();
        let one = |city: CityId| Around {
            city,
            suit: board().info(city).suit,
            enemies: within(view, nation, city, IN_PROMPTS),
            unsupplied: !supplied_by_country(nation, city)
                && trains.iter().all(|train| supply_path(city, *train, &closed).is_none()),
        };
        cities.into_iter().map(one).collect()
    }
}

/// The hostile stacks near a city, the nearest first.
pub(super) fn enemies(view: &View, nation: Nation, city: CityId) -> Vec<Near> {
    within(view, nation, city, (WITHIN, TOLD))
}

fn within(view: &View, nation: Nation, city: CityId, (farthest, most): (u8, usize)) -> Vec<Near> {
    let mut near: Vec<Near> = Vec::new();
    for known in view.pieces.iter().filter(|p| p.general && p.nation.hostile_to(nation)) {
        let Some(at) = known.city else { continue };
        let distance = board().distance(city, at);
        // A view lists the supreme commander of a stack first: he stands for the others.
        if distance <= farthest && near.iter().all(|other| other.city != at) {
            near.push(Near { general: known.piece, city: at, distance });
        }
    }
    near.sort_by_key(|near| (near.distance, near.general));
    near.truncate(most);
    near
}

/// The nation's objectives near a city that it does not hold, the nearest first.
pub(super) fn objectives(view: &View, nation: Nation, city: CityId) -> Vec<NearCity> {
    let known = view.nations.iter().find(|known| known.nation == nation);
    let needs = known.and_then(|known| view.needs(known));
    let missing =
        needs.into_iter().flat_map(|needs| [needs.missing, needs.missing_second].concat());
    let mut near: Vec<NearCity> = missing
        .map(|open| NearCity { city: open, distance: board().distance(city, open) })
        .filter(|near| near.distance <= OBJECTIVES_WITHIN)
        .collect();
    near.sort_by_key(|near| (near.distance, near.city));
    near.truncate(TOLD);
    near
}

#[cfg(test)]
mod tests {
    use super::super::Holding;
    use super::*;
    use crate::game::{Scenario, Seat, Setup};
    use crate::simulate;

    /// The number of roads between two cities, counted by spreading out from the first.
    fn spread(from: CityId, to: CityId) -> u8 {
        let mut reached = vec![from];
        for distance in 0.. {
            if reached.contains(&to) {
                return distance;
            }
            let next: Vec<CityId> = reached
                .iter()
                .flat_map(|city| board().roads(*city).iter().map(|road| road.to))
                .collect();
            reached.extend(next);
            reached.sort_unstable();
            reached.dedup();
        }
        unreachable!("the board is connected")
    }

    #[test]
    fn distances_and_supply_are_those_of_the_board_and_the_rules() {
        let mut checked = (0, 0);
        for (game, scenario) in
            [Scenario::STANDARD, Scenario::AUSTRIAN_THEATRE].into_iter().enumerate()
        {
            let setup = Setup { scenario, ..Setup::default() };
            let (mut state, actions) = simulate::recorded_game(setup, 5, game as u64);
            for (step, (nation, action)) in actions.iter().enumerate() {
                state.act(*nation, action).expect("recorded");
                if step % 40 != 7 {
                    continue;
                }
                for seat in [Seat::Frederick, Seat::MariaTheresa] {
                    let view = state.view(Some(seat));
                    for holding in Holding::all(&view) {
                        for stack in &holding.stacks {
                            for near in &stack.enemies {
                                assert_eq!(near.distance, spread(stack.city, near.city));
                                assert!(near.general.nation().hostile_to(holding.nation));
                                checked.0 += 1;
                            }
                        }
                        for around in Around::all(&view, holding.nation) {
                            if !supplied_by_country(holding.nation, around.city) {
                                let found = state.supply_distance(holding.nation, around.city);
                                assert_eq!(around.unsupplied, found.is_none(), "{}", around.city);
                                checked.1 += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(checked.0 > 50 && checked.1 > 20, "{checked:?}");
    }
}
