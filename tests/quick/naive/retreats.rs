//! Retreats by trying every path (R8.2, R8.3).

use super::facts::{FACTS, distance};
use super::positions::{Chance, Position, city_id};
use std::collections::BTreeSet;

impl Position {
    /// The ends of all paths of exactly this length over cities without any piece that enter no
    /// city twice, the one they start from included.
    fn ends(&self, from: usize, length: usize) -> BTreeSet<usize> {
        let mut blocked: Vec<bool> =
            (0..FACTS.cities.len()).map(|city| !self.pieces_at(city).is_empty()).collect();
        blocked[from] = true;
        let mut found = BTreeSet::new();
        follow(from, length, &mut blocked, &mut found);
        found
    }

    /// R8.2: of these ends the farthest from the winner on the empty map.
    fn retreats(&self, from: usize, winner: usize, length: usize) -> Vec<usize> {
        let ends = self.ends(from, length);
        let farthest = ends.iter().map(|city| distance(winner, *city)).max();
        ends.into_iter().filter(|city| Some(distance(winner, *city)) == farthest).collect()
    }

    /// Compares one retreat; returns how many cities can be chosen.
    fn compare_retreat(&self, from: usize, winner: usize, length: usize, name: &str) -> usize {
        let expected = self.retreats(from, winner, length);
        let rules = self.state.retreat_cities(city_id(from), city_id(winner), length as u8);
        let rules: Vec<usize> = rules.into_iter().map(|city| city.index()).collect();
        let from = &FACTS.cities[from].id;
        assert_eq!(rules, expected, "{name}: {length} from {from}");
        expected.len()
    }
}

fn follow(at: usize, length: usize, blocked: &mut [bool], found: &mut BTreeSet<usize>) {
    if length == 0 {
        found.insert(at);
        return;
    }
    for &(to, _) in &FACTS.cities[at].roads {
        if !blocked[to] {
            blocked[to] = true;
            follow(to, length - 1, blocked, found);
            blocked[to] = false;
        }
    }
}

#[test]
fn r8_retreats_of_up_to_nine_cities_agree() {
    let (mut none, mut one, mut several) = (0, 0, 0);
    for number in 0..2500 {
        let position = Position::random(number);
        let mut chance = Chance::new(number ^ 0xabcd);
        let on_map: Vec<usize> = position.places.iter().flatten().copied().collect();
        for length in 1..=9 {
            if on_map.len() < 2 {
                continue;
            }
            let from = on_map[chance.below(on_map.len())];
            // As in a combat the winner stands beside, or somewhere when nobody does.
            let beside = on_map.iter().copied().find(|city| distance(*city, from) == 1);
            let winner = beside.unwrap_or(on_map[chance.below(on_map.len())]);
            let name = format!("position {number}");
            match position.compare_retreat(from, winner, length, &name) {
                0 => none += 1,
                1 => one += 1,
                _ => several += 1,
            }
        }
    }
    assert!(none > 500 && one > 500 && several > 500, "{none} {one} {several}");
}

/// Long retreats, in positions so closed in that trying every path is possible, and some in the
/// open of a length that still is.
#[test]
fn r8_long_retreats_agree() {
    let (mut none, mut some) = (0, 0);
    for number in 0..400 {
        let position = Position::random(50_000 + number);
        let mut chance = Chance::new(number);
        let on_map: Vec<usize> = position.places.iter().flatten().copied().collect();
        for from in on_map {
            let length = 10 + chance.below(15);
            // Pockets: at most 40 cities can be reached at all.
            let reached = super::facts::distances(from, |city| position.pieces_at(city).is_empty());
            let pocket = reached.iter().flatten().count();
            if pocket > 40 && (length > 13 || number % 20 != 0) {
                continue;
            }
            let winner = FACTS.cities[from].roads[0].0;
            match position.compare_retreat(from, winner, length, &format!("pocket {number}")) {
                0 => none += 1,
                _ => some += 1,
            }
        }
    }
    assert!(none > 100 && some > 100, "{none} {some}");
}
