//! The board (R1.4, R1.5): cities, roads, sectors, home countries, objectives, depots.
//!
//! Read from the data files beside this module when the board is first asked for, and checked then:
//! a wrong file is named and ends the program. Nothing here depends on the course of a game.

use super::cards::Suit;
use super::nation::Nation;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A city, by its place in the alphabetical order of city ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct CityId(pub u16);

/// Number of cities (R1.4).
pub const CITIES: usize = 672;
/// Number of objectives of all nations, those of Prussia included.
pub const OBJECTIVES: usize = 70;

/// The home countries of R1.5. Saxony belongs to the Imperial Army's home but is defended by
/// Prussia (R5.4), so it is told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Home {
    /// Dark blue, with its exclaves.
    Prussia,
    /// Light blue.
    Hanover,
    /// White.
    Austria,
    /// Green.
    Sweden,
    /// Yellow, but for Saxony: the Imperial Army's.
    Empire,
    /// Yellow too: the Imperial Army's home, whose objectives Prussia defends (R5.4).
    Saxony,
    /// Nobody's home.
    Poland,
}

/// A city and all that the board prints about it.
#[derive(Debug)]
pub struct City {
    /// Stable name: lower-case ASCII, umlauts written out.
    pub id: String,
    /// Name as printed on the board.
    pub name: String,
    /// Position in pixels of a board picture: x grows eastwards, y southwards.
    pub x: i32,
    /// See `x`.
    pub y: i32,
    /// Sector, such as `d2`.
    pub sector: String,
    /// Suit of the sector.
    pub suit: Suit,
    /// The home country that it lies in (R1.5).
    pub home: Home,
    /// Index into [`Board::objectives`], if the city is one.
    pub objective: Option<u8>,
    /// The nation whose pieces re-enter here (R10.4); `None`: it is no depot city.
    pub depot_of: Option<Nation>,
    /// Whether it lies in the East Prussian exclave (R13.2).
    pub in_east_prussia: bool,
}

/// An objective (R1.3): whose it is, of which order, and who defends it (R5.4).
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    /// Where it lies.
    pub city: CityId,
    /// The nation that wants it.
    pub of: Nation,
    /// 1 or 2: 2nd-order objectives are not needed under eased conditions (R11.5).
    pub order: u8,
    /// The one nation that protects and reconquers it (R5.4, R5.7).
    pub defender: Nation,
}

/// A road out of a city.
#[derive(Clone, Copy, Debug)]
pub struct Road {
    /// The city at its other end.
    pub to: CityId,
    /// Whether it is a main road (R4.1).
    pub main: bool,
}

/// The whole board.
pub struct Board {
    cities: Vec<City>,
    roads: Vec<Road>,
    /// `roads[first_road[c]..first_road[c + 1]]` leave city `c`, in the order of city ids.
    first_road: Vec<u16>,
    distances: Vec<u8>,
    objectives: Vec<Objective>,
    depots: [Vec<CityId>; 7],
    by_id: BTreeMap<String, CityId>,
    troops: [u8; 7],
    draws: [u8; 7],
}

static BOARD: LazyLock<Board> = LazyLock::new(|| match Board::load() {
    Ok(board) => board,
    // The files are compiled in: a wrong one is a defect of the program, not of its input.
    Err(fault) => panic!("the board's data files are inconsistent: {fault}"),
});

/// The board of FRIEDRICH.
pub fn board() -> &'static Board {
    &BOARD
}

#[derive(Deserialize)]
struct CityRow {
    id: String,
    name: String,
    x: i32,
    y: i32,
    sector: String,
    home: Home,
}

#[derive(Deserialize)]
struct SectorRow {
    sector: String,
    suit: Suit,
}

#[derive(Deserialize)]
struct RoadRow {
    between: String,
    and: String,
    class: RoadClass,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum RoadClass {
    Main,
    Road,
}

#[derive(Deserialize)]
struct ObjectiveRow {
    nation: Nation,
    city: String,
    order: u8,
}

#[derive(Deserialize)]
struct NationRow {
    nation: Nation,
    draws: u8,
    troops: u8,
    depots: String,
}

/// Reads one of the data files compiled in.
pub(super) fn rows<T: serde::de::DeserializeOwned>(
    name: &str,
    text: &str,
) -> Result<Vec<T>, String> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .map_err(|error| format!("{name}: {error}"))
}

impl Board {
    fn load() -> Result<Board, String> {
        let sectors: BTreeMap<String, Suit> =
            rows::<SectorRow>("sectors.csv", include_str!("data/sectors.csv"))?
                .into_iter()
                .map(|row| (row.sector, row.suit))
                .collect();
        let mut cities = Vec::with_capacity(CITIES);
        let mut by_id = BTreeMap::new();
        for row in rows::<CityRow>("cities.csv", include_str!("data/cities.csv"))? {
            let suit = *sectors
                .get(&row.sector)
                .ok_or_else(|| format!("cities.csv: {}: no sector {}", row.id, row.sector))?;
            let id = CityId(cities.len() as u16);
            if by_id.insert(row.id.clone(), id).is_some() {
                return Err(format!("cities.csv: {} stands there twice", row.id));
            }
            cities.push(City {
                id: row.id,
                name: row.name,
                x: row.x,
                y: row.y,
                sector: row.sector,
                suit,
                home: row.home,
                objective: None,
                depot_of: None,
                in_east_prussia: false,
            });
        }
        if cities.len() != CITIES || !cities.is_sorted_by(|a, b| a.id < b.id) {
            return Err(format!("cities.csv: {CITIES} cities in the order of their ids expected"));
        }
        let find = |file: &str, id: &str| {
            by_id.get(id).copied().ok_or_else(|| format!("{file}: there is no city {id}"))
        };

        let mut neighbours: Vec<Vec<Road>> = vec![Vec::new(); CITIES];
        for row in rows::<RoadRow>("roads.csv", include_str!("data/roads.csv"))? {
            let (a, b) = (find("roads.csv", &row.between)?, find("roads.csv", &row.and)?);
            let main = row.class == RoadClass::Main;
            if a == b || neighbours[a.index()].iter().any(|road| road.to == b) {
                return Err(format!("roads.csv: {} to {} is no new road", row.between, row.and));
            }
            neighbours[a.index()].push(Road { to: b, main });
            neighbours[b.index()].push(Road { to: a, main });
        }
        let mut roads = Vec::new();
        let mut first_road = vec![0];
        for list in &mut neighbours {
            list.sort_by_key(|road| road.to);
            roads.extend_from_slice(list);
            first_road.push(roads.len() as u16);
        }

        let mut objectives = Vec::with_capacity(OBJECTIVES);
        for row in rows::<ObjectiveRow>("objectives.csv", include_str!("data/objectives.csv"))? {
            let city = find("objectives.csv", &row.city)?;
            let defender = match cities[city.index()].home {
                Home::Prussia | Home::Saxony => Nation::Prussia,
                Home::Hanover => Nation::Hanover,
                Home::Austria => Nation::Austria,
                home => return Err(format!("objectives.csv: nobody defends {home:?}")),
            };
            let slot = &mut cities[city.index()].objective;
            if slot.replace(objectives.len() as u8).is_some() || !matches!(row.order, 1 | 2) {
                return Err(format!("objectives.csv: {} is wrong or a repetition", row.city));
            }
            objectives.push(Objective { city, of: row.nation, order: row.order, defender });
        }
        if objectives.len() != OBJECTIVES {
            return Err(format!("objectives.csv: {OBJECTIVES} objectives expected"));
        }

        let (mut troops, mut draws) = ([0; 7], [0; 7]);
        let mut depots: [Vec<CityId>; 7] = Default::default();
        for row in rows::<NationRow>("nations.csv", include_str!("data/nations.csv"))? {
            troops[row.nation.index()] = row.troops;
            draws[row.nation.index()] = row.draws;
            for depot in row.depots.split_whitespace() {
                let city = find("nations.csv", depot)?;
                if cities[city.index()].depot_of.replace(row.nation).is_some() {
                    return Err(format!("nations.csv: {depot} is a depot already"));
                }
                depots[row.nation.index()].push(city);
            }
        }
        depots.iter_mut().for_each(|cities| cities.sort_unstable());
        if let Some(nation) = Nation::ALL.iter().find(|nation| depots[nation.index()].is_empty()) {
            return Err(format!("nations.csv: {nation} has no depot city"));
        }

        let mut board = Board {
            cities,
            roads,
            first_road,
            distances: Vec::new(),
            objectives,
            depots,
            by_id,
            troops,
            draws,
        };
        board.distances = board.all_distances()?;
        board.mark_east_prussia()?;
        Ok(board)
    }

    /// Road distances between all pairs of cities on the empty map, by one search per city.
    fn all_distances(&self) -> Result<Vec<u8>, String> {
        let mut distances = vec![u8::MAX; CITIES * CITIES];
        let mut queue = Vec::with_capacity(CITIES);
        for start in self.city_ids() {
            let row = &mut distances[start.index() * CITIES..][..CITIES];
            row[start.index()] = 0;
            queue.clear();
            queue.push(start);
            let mut next = 0;
            while let Some(&city) = queue.get(next) {
                next += 1;
                for road in self.roads(city) {
                    if row[road.to.index()] == u8::MAX {
                        row[road.to.index()] = row[city.index()] + 1;
                        queue.push(road.to);
                    }
                }
            }
            if queue.len() != CITIES {
                return Err(format!(
                    "roads.csv: not all cities are reached from {}",
                    self.info(start).id
                ));
            }
        }
        Ok(distances)
    }

    fn mark_east_prussia(&mut self) -> Result<(), String> {
        let start = self.city("koenigsberg-east-prussia").ok_or("cities.csv: no Königsberg")?;
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&city) = found.get(next) {
            next += 1;
            for road in &self.roads[self.road_range(city)] {
                if self.cities[road.to.index()].home == Home::Prussia && !found.contains(&road.to) {
                    found.push(road.to);
                }
            }
        }
        for city in &found {
            self.cities[city.index()].in_east_prussia = true;
        }
        if found.len() == 30 { Ok(()) } else { Err("cities.csv: East Prussia (R13.2)".into()) }
    }

    fn road_range(&self, city: CityId) -> std::ops::Range<usize> {
        self.first_road[city.index()] as usize..self.first_road[city.index() + 1] as usize
    }

    /// All cities in the order of their ids.
    pub fn city_ids(&self) -> impl Iterator<Item = CityId> + use<> {
        (0..CITIES as u16).map(CityId)
    }

    /// The city with this id, if there is one.
    pub fn city(&self, id: &str) -> Option<CityId> {
        self.by_id.get(id).copied()
    }

    /// What the board prints about a city.
    pub fn info(&self, city: CityId) -> &City {
        &self.cities[city.index()]
    }

    /// The roads out of a city, in the order of the neighbours' ids.
    pub fn roads(&self, city: CityId) -> &[Road] {
        &self.roads[self.road_range(city)]
    }

    /// The road between two cities, if they are adjacent.
    pub fn road(&self, from: CityId, to: CityId) -> Option<Road> {
        self.roads(from).iter().copied().find(|road| road.to == to)
    }

    /// Whether a road joins the two cities.
    pub fn adjacent(&self, a: CityId, b: CityId) -> bool {
        self.distance(a, b) == 1
    }

    /// The number of roads of a shortest way on the empty map.
    pub fn distance(&self, a: CityId, b: CityId) -> u8 {
        self.distances[a.index() * CITIES + b.index()]
    }

    /// Distances from one city to all, by city.
    pub fn distances_from(&self, city: CityId) -> &[u8] {
        &self.distances[city.index() * CITIES..][..CITIES]
    }

    /// All objectives; the index is what [`City::objective`] holds.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// The depot cities of a nation (R10.4), in the order of city ids.
    pub fn depots(&self, nation: Nation) -> impl Iterator<Item = CityId> {
        self.depots[nation.index()].iter().copied()
    }

    /// The troops a nation starts with in the standard game (R1.7).
    pub fn troops(&self, nation: Nation) -> u8 {
        self.troops[nation.index()]
    }

    /// The cards a nation draws before any stroke of fate (R3.1).
    pub fn draws(&self, nation: Nation) -> u8 {
        self.draws[nation.index()]
    }
}

impl CityId {
    /// Index into arrays over all cities.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Stable name of the city.
    pub fn id(self) -> &'static str {
        &board().info(self).id
    }
}

impl std::fmt::Display for CityId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for CityId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for CityId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CityId, D::Error> {
        let text = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        board().city(&text).ok_or_else(|| {
            let shown: String = text.chars().take(60).collect();
            serde::de::Error::custom(format!("there is no city `{shown}`"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_4_the_board_has_672_cities_976_roads_185_main_and_33_sectors() {
        let board = board();
        let roads = || board.city_ids().flat_map(|city| board.roads(city));
        assert_eq!(board.city_ids().count(), 672);
        assert_eq!(roads().count(), 2 * 976);
        assert_eq!(roads().filter(|road| road.main).count(), 2 * 185);
        let sectors: std::collections::BTreeSet<_> =
            board.cities.iter().map(|city| &city.sector).collect();
        assert_eq!(sectors.len(), 33);
    }

    #[test]
    fn r1_4_roads_lead_both_ways_and_distances_agree_with_them() {
        let board = board();
        for a in board.city_ids() {
            for road in board.roads(a) {
                assert_eq!(board.road(road.to, a).map(|back| back.main), Some(road.main));
                assert!(board.adjacent(a, road.to));
            }
            for b in board.city_ids() {
                assert_eq!(board.distance(a, b), board.distance(b, a));
            }
        }
    }

    #[test]
    fn r1_5_saxony_is_home_of_the_empire_but_r5_4_defended_by_prussia() {
        let board = board();
        for objective in board.objectives() {
            let home = board.info(objective.city).home;
            let defender = match home {
                Home::Saxony | Home::Prussia => Nation::Prussia,
                Home::Hanover => Nation::Hanover,
                _ => Nation::Austria,
            };
            assert_eq!(objective.defender, defender);
            assert!(objective.of.hostile_to(objective.defender));
        }
    }

    #[test]
    fn r13_2_east_prussia_is_an_exclave_of_30_cities() {
        let board = board();
        let count = board.cities.iter().filter(|city| city.in_east_prussia).count();
        assert_eq!(count, 30);
        for id in ["koenigsberg-east-prussia", "rastenburg", "ortelsburg", "riesenburg"] {
            let city = board.city(id).map(|city| board.info(city));
            assert!(city.is_some_and(|city| city.in_east_prussia && city.objective.is_some()));
        }
    }
}
