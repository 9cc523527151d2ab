//! Protection and what a passing general takes (R5).

use super::facts::{FACTS, NATIONS, distance};
use super::positions::{Position, city_id, nation_id};
use feldpost::game::Passing;

impl Position {
    /// R5.3, R5.7, R5.8: whether a piece that protects is near enough.
    pub fn is_protected(&self, index: usize) -> bool {
        let objective = &FACTS.objectives[index];
        let by = if self.conquered[index] { objective.of } else { objective.defender };
        FACTS.pieces.iter().zip(&self.places).any(|(piece, place)| {
            let imperial_train =
                !piece.general && NATIONS[by] == "imperial-army" && self.conquered[index];
            let heinrich = piece.name == "Heinrich" && self.in_force("11", "hearts");
            piece.nation == by
                && (piece.general || imperial_train)
                && place.is_some_and(|city| {
                    distance(city, objective.city) <= if heinrich { 4 } else { 3 }
                })
        })
    }

    /// R5.2, R5.6, R5.7, R5.10: what a general of the nation does to the city by passing it.
    pub fn passing(&self, nation: usize, city: usize) -> Passing {
        let Some(index) = FACTS.objectives.iter().position(|o| o.city == city) else {
            return Passing::Nothing;
        };
        let objective = &FACTS.objectives[index];
        let wanted = match self.conquered[index] {
            true => objective.defender == nation,
            false => objective.of == nation && NATIONS[nation] != "prussia",
        };
        match (wanted, self.is_protected(index)) {
            (false, _) => Passing::Nothing,
            (true, true) => Passing::Marked,
            (true, false) => Passing::Taken,
        }
    }
}

#[test]
fn r5_protection_and_passing_agree() {
    let mut seen = [0; 3];
    for number in 0..3000 {
        let position = Position::random(number);
        for (index, objective) in FACTS.objectives.iter().enumerate() {
            let protected = position.is_protected(index);
            assert_eq!(position.state.is_protected(index as u8), protected, "{number}");
            for nation in 0..7 {
                let passing = position.passing(nation, objective.city);
                let rules = position.state.passing(nation_id(nation), city_id(objective.city));
                assert_eq!(rules, passing, "{number}: {}", FACTS.cities[objective.city].id);
                seen[passing as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 1000), "{seen:?}");
}
