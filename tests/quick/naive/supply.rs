//! Supply (R9.1, R9.2).

use super::facts::{FACTS, NATIONS, distances, hostile};
use super::positions::{Position, city_id, nation_id};

impl Position {
    /// R9.1.
    fn supplied_by_country(nation: usize, city: usize) -> bool {
        let city = &FACTS.cities[city];
        match NATIONS[nation] {
            "russia" | "france" => city.depot_of == Some(nation),
            "imperial-army" => city.home == "empire" || city.home == "saxony",
            other => city.home == other,
        }
    }

    /// R9.2: the shortest path to a train over cities without hostile pieces.
    fn supply_distance(&self, nation: usize, city: usize) -> Option<u32> {
        let open = |city: usize| {
            !self.pieces_at(city).iter().any(|piece| hostile(FACTS.pieces[*piece].nation, nation))
        };
        let reached = distances(city, open);
        let trains = (0..self.places.len())
            .filter(|piece| FACTS.pieces[*piece].nation == nation && !FACTS.pieces[*piece].general);
        let found = trains.filter_map(|train| reached[self.places[train]?]);
        found.filter(|length| *length <= 6).min()
    }
}

#[test]
fn r9_supply_agrees() {
    let (mut near, mut detours, mut hungry) = (0, 0, 0);
    for number in 0..1500 {
        let position = Position::random(number);
        for (piece, place) in FACTS.pieces.iter().zip(&position.places) {
            let (true, Some(city)) = (piece.general, *place) else {
                continue;
            };
            let length = position.supply_distance(piece.nation, city);
            let nation = nation_id(piece.nation);
            let rules = position.state.supply_distance(nation, city_id(city));
            assert_eq!(rules.map(u32::from), length, "{number}: {}", piece.name);
            let supplied = length.is_some() || Position::supplied_by_country(piece.nation, city);
            assert_eq!(position.state.is_supplied(nation, city_id(city)), supplied, "{number}");
            near += u32::from(length.is_some());
            hungry += u32::from(!supplied);
            // Hostile pieces were in the way.
            let empty = distances(city, |_| true);
            let straight = FACTS.pieces.iter().zip(&position.places).filter_map(|(train, at)| {
                empty[at.filter(|_| train.nation == piece.nation && !train.general)?]
            });
            detours += u32::from(straight.min().is_some_and(|s| s <= 6 && length != Some(s)));
        }
    }
    assert!(near > 1000 && detours > 500 && hungry > 1000, "{near} {detours} {hungry}");
}
