//! The board, read from the data files without the help of the rules.

use std::sync::LazyLock;

pub const NATIONS: [&str; 7] =
    ["prussia", "hanover", "russia", "sweden", "austria", "imperial-army", "france"];

/// A city with its roads: where to, and whether it is a main road.
pub struct City {
    pub id: String,
    pub home: String,
    pub roads: Vec<(usize, bool)>,
    pub depot_of: Option<usize>,
}

/// An objective: its city, the nation that wants it and the one that defends it.
pub struct Objective {
    pub city: usize,
    pub of: usize,
    pub defender: usize,
}

/// A piece by the files.
pub struct Piece {
    pub nation: usize,
    pub name: String,
    pub general: bool,
}

pub struct Facts {
    pub cities: Vec<City>,
    pub objectives: Vec<Objective>,
    pub pieces: Vec<Piece>,
}

pub static FACTS: LazyLock<Facts> = LazyLock::new(read);

/// The lines of a data file as lists of fields, without its heading.
fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).map(|line| line.split(',').collect())
}

fn nation(name: &str) -> usize {
    NATIONS.iter().position(|nation| *nation == name).expect("a nation")
}

fn read() -> Facts {
    let mut cities: Vec<City> = lines(include_str!("../../../src/game/data/cities.csv"))
        .map(|fields| City {
            id: fields[0].to_owned(),
            home: fields[fields.len() - 1].to_owned(),
            roads: Vec::new(),
            depot_of: None,
        })
        .collect();
    let find =
        |cities: &[City], id: &str| cities.iter().position(|city| city.id == id).expect("a city");
    for fields in lines(include_str!("../../../src/game/data/roads.csv")) {
        let (a, b) = (find(&cities, fields[0]), find(&cities, fields[1]));
        let main = fields[2] == "main";
        cities[a].roads.push((b, main));
        cities[b].roads.push((a, main));
    }
    for fields in lines(include_str!("../../../src/game/data/nations.csv")) {
        let nation = nation(fields[0]);
        for depot in fields[4].split_whitespace() {
            let city = find(&cities, depot);
            cities[city].depot_of = Some(nation);
        }
    }
    let objectives = lines(include_str!("../../../src/game/data/objectives.csv"))
        .map(|fields| {
            let city = find(&cities, fields[1]);
            // R5.4.
            let defender = match cities[city].home.as_str() {
                "prussia" | "saxony" => nation("prussia"),
                "hanover" => nation("hanover"),
                "austria" => nation("austria"),
                home => panic!("an objective in {home}"),
            };
            Objective { city, of: nation(fields[0]), defender }
        })
        .collect();
    let pieces = lines(include_str!("../../../src/game/data/pieces.csv"))
        .map(|fields| Piece {
            nation: nation(fields[0]),
            name: fields[1].to_owned(),
            general: fields[2] == "general",
        })
        .collect();
    Facts { cities, objectives, pieces }
}

/// R1.1: Prussia and Hanover are one side.
pub fn hostile(a: usize, b: usize) -> bool {
    (a < 2) != (b < 2)
}

/// Roads to every city from one, over cities that are open.
pub fn distances(from: usize, open: impl Fn(usize) -> bool) -> Vec<Option<u32>> {
    let mut found = vec![None; FACTS.cities.len()];
    found[from] = Some(0);
    let mut edge = vec![from];
    let mut length = 0;
    while !edge.is_empty() {
        length += 1;
        let mut next = Vec::new();
        for city in edge {
            for &(to, _) in &FACTS.cities[city].roads {
                if found[to].is_none() && open(to) {
                    found[to] = Some(length);
                    next.push(to);
                }
            }
        }
        edge = next;
    }
    found
}

/// Distance on the empty map.
pub fn distance(from: usize, to: usize) -> u32 {
    static ALL: LazyLock<Vec<Vec<Option<u32>>>> =
        LazyLock::new(|| (0..FACTS.cities.len()).map(|city| distances(city, |_| true)).collect());
    ALL[from][to].expect("the board is connected")
}
