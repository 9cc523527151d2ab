//! Why a march is impossible, so far as the map tells: how far the goal is, who stands in the way,
//! and how far the pieces could go instead.
//!
//! A [`Refusal`](super::Refusal) names the rule; a [`Hindrance`] names the obstacle. It is asked for after a
//! refusal and decides nothing itself.

use super::action::Action;
use super::board::{CITIES, CityId, board};
use super::movement::Party;
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet};
use super::state::State;
use super::troops::STACK_MAXIMUM;
use serde::Serialize;

/// What hinders a march.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "hindrance", rename_all = "kebab-case")]
pub enum Hindrance {
    /// The goal is farther than the pieces go (R4.1).
    TooFar {
        /// The goal that was ordered.
        to: CityId,
        /// Cities on the shortest way over all that were named, regardless of who stands on it.
        steps: u8,
        /// How many cities the pieces may go.
        allowed: u8,
        /// How many cities they may go on main roads alone.
        allowed_on_main_roads: u8,
        /// The nearest city to the goal that they can reach.
        farthest: Option<CityId>,
    },
    /// Somebody stands in the city, on the way or at its end (R4.2).
    Blocked {
        /// The goal, or the first city on the way that is not free.
        city: CityId,
        /// One of the pieces there.
        by: PieceId,
        /// It is where the march was to end.
        goal: bool,
        /// The nearest city to the goal that they can reach.
        farthest: Option<CityId>,
    },
    /// A supply train enters no city where another piece stands (R4.2, R9.7).
    TrainCannotEnter {
        /// The goal that was ordered.
        city: CityId,
        /// One of the pieces there.
        by: PieceId,
    },
    /// The stack would have more generals than one may have (R4.3).
    StackFull {
        /// Where the generals wanted to join.
        city: CityId,
        /// The generals who stand there.
        there: PieceSet,
        /// How many generals there would be with those who came.
        would_be: u8,
        /// How many there may be.
        most: u8,
    },
    /// The way goes on behind a general of the same nation; joining ends the march (R4.5).
    EndsWhere {
        /// Where the march would end.
        city: CityId,
        /// One of the generals there.
        by: PieceId,
    },
}

impl State {
    /// What hinders these pieces on this march; `None` where the obstacle is not on the map.
    pub fn hindrance(&self, nation: Nation, action: &Action) -> Option<Hindrance> {
        let (pieces, way) = match action {
            Action::Move { pieces, path } => (pieces, path),
            Action::MoveVia { pieces, via } => (pieces, via),
            _ => return None,
        };
        let party = self.party(nation, pieces).ok()?;
        let goal = *way.last()?;
        let farthest = self.farthest_towards(nation, pieces, party.from, goal);
        if let Some(steps) = too_far(&party, way) {
            return Some(Hindrance::TooFar {
                to: goal,
                steps,
                allowed: party.reach.steps,
                allowed_on_main_roads: party.reach.steps_on_main_roads,
                // Over the cities that were named it is too far, and straight it is not.
                farthest: farthest.filter(|city| *city != goal),
            });
        }
        self.at_the_goal(&party, goal, farthest).or_else(|| self.on_the_way(&party, way, farthest))
    }

    fn at_the_goal(
        &self,
        party: &Party,
        goal: CityId,
        farthest: Option<CityId>,
    ) -> Option<Hindrance> {
        let there = self.pieces_at(goal).without(party.pieces);
        let by = there.first()?;
        if party.is_train() {
            return Some(Hindrance::TrainCannotEnter { city: goal, by });
        }
        self.may_end(party, goal).err()?;
        let generals = there.and(PieceSet::generals_of(party.nation));
        let would_be = generals.len() + party.pieces.len();
        if !generals.is_empty() && would_be > STACK_MAXIMUM {
            let (would_be, most) = (count(would_be), count(STACK_MAXIMUM));
            return Some(Hindrance::StackFull { city: goal, there: generals, would_be, most });
        }
        let train = there.intersects(PieceSet::TRAINS);
        if by.nation().hostile_to(party.nation) && train {
            // A Card of Fate or an ally's interest: the refusal says it.
            return None;
        }
        Some(Hindrance::Blocked { city: goal, by, goal: true, farthest })
    }

    /// The first piece that stands in the way of the march, on the way with the fewest of them.
    fn on_the_way(
        &self,
        party: &Party,
        way: &[CityId],
        farthest: Option<CityId>,
    ) -> Option<Hindrance> {
        let occupied = self.occupied_without(party.pieces);
        let mut search = Search { party, way, best: None, path: Vec::new() };
        for steps in 1..=party.reach.steps_on_main_roads {
            search.extend(party.from, steps, steps > party.reach.steps, &|city| {
                occupied.contains(city)
            });
        }
        let (_, city) = search.best?;
        let there = self.pieces_at(city?).without(party.pieces);
        let (city, by) = (city?, there.first()?);
        let own_general = by.nation() == party.nation && by.is_general();
        if own_general && !party.is_train() && self.may_end(party, city).is_ok() {
            return Some(Hindrance::EndsWhere { city, by });
        }
        Some(Hindrance::Blocked { city, by, goal: false, farthest })
    }

    /// The city nearest to the goal among those that the pieces can reach, if it is nearer than where
    /// they stand; the first by city id among several.
    fn farthest_towards(
        &self,
        nation: Nation,
        pieces: &[PieceId],
        from: CityId,
        goal: CityId,
    ) -> Option<CityId> {
        let distances = board().distances_from(goal);
        let first = self.nearest_to(nation, pieces, goal).into_iter().next()?;
        (distances[first.index()] < distances[from.index()]).then_some(first)
    }

    /// The cities nearest to the goal, counted in cities, among those that the pieces can reach; by city id.
    pub fn nearest_to(&self, nation: Nation, pieces: &[PieceId], goal: CityId) -> Vec<CityId> {
        let distances = board().distances_from(goal);
        let mut reach = self.destinations(nation, pieces);
        let nearest = reach.iter().map(|city| distances[city.index()]).min();
        reach.retain(|city| Some(distances[city.index()]) == nearest);
        reach.sort();
        reach
    }
}

fn count(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// The cities from the start over all that are named, if they are more than the pieces may enter.
fn too_far(party: &Party, way: &[CityId]) -> Option<u8> {
    let length = |distance: &dyn Fn(CityId, CityId) -> Option<u8>| {
        let mut at = party.from;
        let mut all = 0u8;
        for &next in way {
            all = all.saturating_add(distance(at, next)?);
            at = next;
        }
        Some(all)
    };
    let steps = length(&|from, to| Some(board().distance(from, to)))?;
    if steps <= party.reach.steps {
        return None;
    }
    let on_main_roads = length(&main_road_distance);
    let reached = on_main_roads.is_some_and(|steps| steps <= party.reach.steps_on_main_roads);
    (!reached).then_some(steps)
}

/// The length of the shortest way on main roads alone; `None` if it has more than 5 cities, which is more than any
/// piece may go.
fn main_road_distance(from: CityId, to: CityId) -> Option<u8> {
    let mut seen = [false; CITIES];
    seen[from.index()] = true;
    let mut layer = vec![from];
    for steps in 0..=5u8 {
        if layer.contains(&to) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for city in layer {
            for road in board().roads(city).iter().filter(|road| road.main) {
                if !std::mem::replace(&mut seen[road.to.index()], true) {
                    next.push(road.to);
                }
            }
        }
        layer = next;
    }
    None
}

/// The search for the walk over the named cities that meets the fewest pieces.
struct Search<'a> {
    party: &'a Party,
    way: &'a [CityId],
    /// Pieces met on the best walk so far, and the first city with one.
    best: Option<(usize, Option<CityId>)>,
    path: Vec<CityId>,
}

impl Search<'_> {
    fn extend(&mut self, at: CityId, steps: u8, main: bool, occupied: &dyn Fn(CityId) -> bool) {
        let Some(&goal) = self.way.last() else { return };
        for road in board().roads(at) {
            if (main && !road.main) || board().distance(road.to, goal) >= steps {
                continue;
            }
            self.path.push(road.to);
            if steps == 1 {
                self.judge(occupied);
            } else {
                self.extend(road.to, steps - 1, main, occupied);
            }
            self.path.pop();
        }
    }

    fn judge(&mut self, occupied: &dyn Fn(CityId) -> bool) {
        let mut passed = self.path.iter();
        if !self.way.iter().all(|city| passed.any(|on_path| on_path == city)) {
            return;
        }
        let inner = &self.path[..self.path.len() - 1];
        let on_way = |city: &&CityId| **city != self.party.from && occupied(**city);
        let met = inner.iter().filter(on_way).count();
        if self.best.is_none_or(|(fewest, _)| met < fewest) {
            self.best = Some((met, inner.iter().find(on_way).copied()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::named;
    use super::super::setup::Setup;
    use super::super::{DecisionKind, Phase};
    use super::*;

    fn city(id: &str) -> CityId {
        board().city(id).expect(id)
    }

    fn piece(nation: Nation, name: &str) -> PieceId {
        PieceId::from_name(nation, name).expect(name)
    }

    /// Prussia's movement in the first turn, with pieces put where they are needed.
    fn position(places: &[(Nation, &str, &str)]) -> State {
        let mut state = State::new(Setup::default(), [7; 32]);
        for nation in Nation::ALL {
            if !state.awaits(nation, DecisionKind::Allot) {
                continue;
            }
            let generals = PieceSet::generals_of(nation);
            let count = state.on_map(generals).len() as u8;
            let total = board().troops(nation);
            let mut troops: Vec<_> =
                state.on_map(generals).iter().map(|piece| (piece, total / count)).collect();
            if let Some(first) = troops.first_mut() {
                first.1 += total % count;
            }
            state.act(nation, &Action::Allot { troops }).expect("allotted");
        }
        assert_eq!(state.phase(), Phase::Movement);
        assert!(state.awaits(Nation::Prussia, DecisionKind::Movement));
        for (nation, name, to) in places {
            state.pieces[piece(*nation, name).index()].place =
                super::super::state::Place::At(city(to));
        }
        state
    }

    fn march(pieces: &[PieceId], to: &str) -> Action {
        Action::MoveVia { pieces: pieces.to_vec(), via: vec![city(to)] }
    }

    #[test]
    fn r4_1_a_goal_too_far_comes_with_the_distance_and_the_nearest_city_in_reach() {
        let state = position(&[]);
        let from = state.city_of(named::HEINRICH).expect("on the map");
        let to = board().city_ids().find(|city| board().distance(from, *city) == 6).expect("far");
        let action = Action::MoveVia { pieces: vec![named::HEINRICH], via: vec![to] };
        let Some(Hindrance::TooFar {
            steps: 6,
            allowed: 3,
            allowed_on_main_roads: 4,
            farthest,
            ..
        }) = state.hindrance(Nation::Prussia, &action)
        else {
            panic!("{:?}", state.hindrance(Nation::Prussia, &action))
        };
        let farthest = farthest.expect("nearer");
        assert!(board().distance(farthest, to) < 6);
        let action = Action::MoveVia { pieces: vec![named::HEINRICH], via: vec![farthest] };
        assert!(state.clone().act(Nation::Prussia, &action).is_ok());
    }

    #[test]
    fn r4_2_whoever_stands_at_the_goal_is_named() {
        let lacy = piece(Nation::Austria, "Lacy");
        let mut state = position(&[]);
        let from = state.city_of(named::FRIEDRICH).expect("on the map");
        let goal = board().roads(from)[0].to;
        state.pieces[lacy.index()].place = super::super::state::Place::At(goal);
        let action = Action::MoveVia { pieces: vec![named::FRIEDRICH], via: vec![goal] };
        let found = state.hindrance(Nation::Prussia, &action);
        let Some(Hindrance::Blocked { city, by, goal: true, .. }) = found else {
            panic!("{found:?}")
        };
        assert_eq!((city, by), (goal, lacy));
    }

    #[test]
    fn r4_3_a_fourth_general_is_one_too_many_and_trains_enter_no_occupied_city() {
        let state = position(&[
            (Nation::Prussia, "Winterfeldt", "berlin"),
            (Nation::Prussia, "Heinrich", "berlin"),
            (Nation::Prussia, "Schwerin", "berlin"),
            (Nation::Prussia, "Friedrich", "bernau"),
            (Nation::Prussia, "Train 1", "bernau"),
        ]);
        let found = state.hindrance(Nation::Prussia, &march(&[named::FRIEDRICH], "berlin"));
        assert!(
            matches!(found, Some(Hindrance::StackFull { would_be: 4, most: 3, .. })),
            "{found:?}"
        );
        let train = piece(Nation::Prussia, "Train 1");
        let found = state.hindrance(Nation::Prussia, &march(&[train], "berlin"));
        assert!(matches!(found, Some(Hindrance::TrainCannotEnter { .. })), "{found:?}");
    }
}
