//! Is there a path between two cities that has exactly a given number of roads and enters no city twice?
//!
//! The question of retreats (R8.3). In general it is a hard one; on this board it is answered
//! exactly and fast by a depth-first search that looks only at cities that can still lie on such
//! a path. Before each step the cities that lie on *some* path to the goal are found as the chain
//! of blocks (two-connected parts) between here and there, and the search turns back when
//!
//! * the goal is too far, or the chain holds too few cities for the length,
//! * the chain has no odd cycle and the length has the wrong parity.

use super::board::{CITIES, CityId, board};
use super::state::CitySet;
use std::collections::BTreeSet;

const NONE: u16 = u16::MAX;

/// Searches on one set of closed cities.
pub(super) struct SimplePaths {
    /// Cities that may not be entered: with pieces, or passed already.
    closed: CitySet,
    /// Scratch memory of [`SimplePaths::chain`], by city.
    order: [u16; CITIES],
    low: [u16; CITIES],
    parent: [u16; CITIES],
    /// Distance to the goal over open cities.
    to_goal: [u8; CITIES],
    queue: Vec<CityId>,
    stack: Vec<(CityId, u8)>,
    /// Where a search for the present goal has failed: the city, the length that was left, and
    /// the chain. By which way the city was reached matters only through the chain.
    hopeless: BTreeSet<(CityId, u8, CitySet)>,
}

/// The cities that lie on some path from one city to another.
struct Chain {
    cities: CitySet,
    count: usize,
    /// Whether all cycles in it are even.
    bipartite: bool,
}

impl SimplePaths {
    /// Paths that avoid the closed cities.
    pub fn new(closed: CitySet) -> SimplePaths {
        SimplePaths {
            closed,
            order: [NONE; CITIES],
            low: [0; CITIES],
            parent: [NONE; CITIES],
            to_goal: [u8::MAX; CITIES],
            queue: Vec::with_capacity(CITIES),
            stack: Vec::with_capacity(CITIES),
            hopeless: BTreeSet::new(),
        }
    }

    /// The open cities, but for the start, that can be reached over at most this many roads, each
    /// with the length of its shortest way.
    pub fn within(&mut self, from: CityId, limit: u8) -> Vec<(CityId, u8)> {
        self.measure(from, limit);
        let reached = self.queue.iter().skip(1);
        reached.map(|city| (*city, self.to_goal[city.index()])).collect()
    }

    /// Whether such a path of exactly `length` roads leads from one city to the other.
    pub fn exists(&mut self, from: CityId, to: CityId, length: u8) -> bool {
        self.hopeless.clear();
        self.search(from, to, length)
    }

    fn search(&mut self, from: CityId, to: CityId, length: u8) -> bool {
        if length == 0 {
            return from == to;
        }
        if from == to || self.closed.contains(to) {
            return false;
        }
        self.measure(to, length);
        let distance = self.to_goal[from.index()];
        if distance > length {
            return false;
        }
        // A shortest way enters no city twice.
        if distance == length {
            return true;
        }
        let Some(chain) = self.chain(from, to) else {
            return false;
        };
        let parity = (length - distance) % 2 == 1;
        if chain.count <= usize::from(length) || (chain.bipartite && parity) {
            return false;
        }

        let hopeless = (from, length, chain.cities);
        if self.hopeless.contains(&hopeless) {
            return false;
        }

        let was_open = !self.closed.contains(from);
        self.closed.insert(from);
        let mut next: Vec<CityId> = board()
            .roads(from)
            .iter()
            .map(|road| road.to)
            .filter(|city| chain.cities.contains(*city) && !self.closed.contains(*city))
            .filter(|city| (*city == to) == (length == 1))
            .collect();
        // Detours first: what is left over at the end is a shortest way.
        next.sort_by_key(|city| std::cmp::Reverse(self.to_goal[city.index()]));
        let found = next.into_iter().any(|city| self.search(city, to, length - 1));
        if !found {
            self.hopeless.insert(hopeless);
        }
        if was_open {
            self.closed.remove(from);
        }
        found
    }

    /// Distances to the goal over open cities, as far as they matter.
    fn measure(&mut self, goal: CityId, limit: u8) {
        self.to_goal.fill(u8::MAX);
        self.to_goal[goal.index()] = 0;
        self.queue.clear();
        self.queue.push(goal);
        let mut next = 0;
        while let Some(&city) = self.queue.get(next) {
            next += 1;
            let step = self.to_goal[city.index()] + 1;
            if step > limit {
                break;
            }
            for road in board().roads(city) {
                let open = !self.closed.contains(road.to);
                if self.to_goal[road.to.index()] == u8::MAX {
                    // Closed cities, the start among them, are reached but not passed.
                    self.to_goal[road.to.index()] = step;
                    if open {
                        self.queue.push(road.to);
                    }
                }
            }
        }
    }

    /// The cities on some simple path between two cities that are near enough to the goal
    /// ([`SimplePaths::measure`] has run): the blocks between them, by depth-first search.
    fn chain(&mut self, from: CityId, to: CityId) -> Option<Chain> {
        self.order.fill(NONE);
        self.stack.clear();
        let mut count = 0;
        self.order[from.index()] = 0;
        self.low[from.index()] = 0;
        self.parent[from.index()] = NONE;
        self.stack.push((from, 0));
        let mut visited = vec![from];
        while let Some(&(city, place)) = self.stack.last() {
            let roads = board().roads(city);
            if let Some(road) = roads.get(usize::from(place)) {
                if let Some(top) = self.stack.last_mut() {
                    top.1 += 1;
                }
                let next = road.to;
                let usable = self.to_goal[next.index()] != u8::MAX
                    && (!self.closed.contains(next) || next == from);
                if !usable {
                    continue;
                }
                if self.order[next.index()] == NONE {
                    count += 1;
                    self.order[next.index()] = count;
                    self.low[next.index()] = count;
                    self.parent[next.index()] = city.0;
                    visited.push(next);
                    self.stack.push((next, 0));
                } else if self.parent[city.index()] != next.0 {
                    let low = self.low[city.index()].min(self.order[next.index()]);
                    self.low[city.index()] = low;
                }
            } else {
                self.stack.pop();
                if let Some(&(above, _)) = self.stack.last() {
                    let low = self.low[above.index()].min(self.low[city.index()]);
                    self.low[above.index()] = low;
                }
            }
        }
        if self.order[to.index()] == NONE {
            return None;
        }
        Some(self.collect_chain(from, to, &visited))
    }

    /// Which of the visited cities lie in blocks between start and goal.
    ///
    /// The tree of the search leads from start to goal by one path. A city off this path belongs to the
    /// chain if it hangs below the path inside one of the path's blocks: the subtree at its top reaches
    /// back above the place where it hangs.
    fn collect_chain(&mut self, from: CityId, to: CityId, visited: &[CityId]) -> Chain {
        let mut on_path = CitySet::EMPTY;
        let mut city = to;
        on_path.insert(city);
        while city != from {
            city = CityId(self.parent[city.index()]);
            on_path.insert(city);
        }
        let mut chain = Chain { cities: on_path, count: 0, bipartite: true };
        // Parents come before their children in the order of the visit.
        for &city in visited {
            if !chain.cities.contains(city) {
                let above = CityId(self.parent[city.index()]);
                let same_block = self.low[city.index()] < self.order[above.index()];
                if !(chain.cities.contains(above) && same_block) {
                    continue;
                }
                chain.cities.insert(city);
            }
            chain.count += 1;
        }
        chain.bipartite = self.is_bipartite(from, &chain.cities);
        chain
    }

    /// Whether the roads among the cities have no odd cycle.
    fn is_bipartite(&mut self, from: CityId, cities: &CitySet) -> bool {
        // The numbers of the visit are not needed any more: 0 and 1 are the two colours.
        self.order.fill(NONE);
        self.order[from.index()] = 0;
        self.queue.clear();
        self.queue.push(from);
        let mut next = 0;
        while let Some(&city) = self.queue.get(next) {
            next += 1;
            let colour = self.order[city.index()];
            for road in board().roads(city) {
                if !cities.contains(road.to) {
                    continue;
                }
                match self.order[road.to.index()] {
                    NONE => {
                        self.order[road.to.index()] = 1 - colour;
                        self.queue.push(road.to);
                    }
                    other if other == colour => return false,
                    _ => {}
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::{Randomness, Stream};
    use super::*;

    /// All ends of paths of exactly this length, by trying every path.
    fn ends(closed: &mut CitySet, at: CityId, length: u8, found: &mut CitySet) {
        if length == 0 {
            found.insert(at);
            return;
        }
        closed.insert(at);
        for road in board().roads(at) {
            if !closed.contains(road.to) {
                ends(closed, road.to, length - 1, found);
            }
        }
        closed.remove(at);
    }

    #[test]
    fn r8_3_agrees_with_trying_every_path() {
        for round in 0..300 {
            let mut random = Randomness::new(&[9; 32], Stream::Draw(round));
            let mut any = || CityId(random.below(CITIES as u32) as u16);
            let from = any();
            let mut closed = CitySet::EMPTY;
            // Closed cities near by make pockets and bottlenecks.
            for _ in 0..400 {
                let city = any();
                if city != from && board().distance(city, from) <= 8 {
                    closed.insert(city);
                }
            }
            let length = 1 + (round % 9) as u8;
            let mut expected = CitySet::EMPTY;
            ends(&mut closed.clone(), from, length, &mut expected);
            let mut paths = SimplePaths::new(closed);
            for to in board().city_ids() {
                let exists = paths.exists(from, to, length);
                assert_eq!(exists, expected.contains(to), "{from} to {to} in {length}");
            }
        }
    }
}
