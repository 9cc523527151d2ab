//! Random positions, crowded enough that pieces get in each other's way.

use super::facts::{FACTS, NATIONS, distance};
use feldpost::game::{CityId, Nation, PieceId, Setup, State};
use serde_json::{Value, json};

/// A small generator (xorshift) with a seed for each position.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| {
            chance.below(2);
        });
        chance
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize) % bound
    }

    pub fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }
}

/// A position twice: for the naive implementation and for the rules.
pub struct Position {
    /// City of each piece.
    pub places: Vec<Option<usize>>,
    pub done: Vec<bool>,
    /// Whether the nation that wants it has it, by objective.
    pub conquered: Vec<bool>,
    /// The nation whose movement phase it is.
    pub nation: usize,
    /// Number and suit of the Card of Fate in force.
    pub fate: Option<(&'static str, &'static str)>,
    pub state: State,
}

/// Texts that change how far pieces go or protect.
const TEXTS: [(&str, &str); 5] =
    [("2", "diamonds"), ("5", "hearts"), ("12", "spades"), ("9", "clubs"), ("11", "hearts")];

impl Position {
    /// The position of this number: pieces near one another around some city.
    pub fn random(number: u64) -> Position {
        let mut chance = Chance::new(number);
        let centre = chance.below(FACTS.cities.len());
        let radius = 3 + chance.below(7) as u32;
        let near: Vec<usize> =
            (0..FACTS.cities.len()).filter(|city| distance(centre, *city) <= radius).collect();
        let nation = chance.below(7);
        let fate = chance.one_in(3).then(|| TEXTS[chance.below(TEXTS.len())]);

        let mut places: Vec<Option<usize>> = vec![None; FACTS.pieces.len()];
        for index in 0..places.len() {
            if chance.one_in(5) {
                continue;
            }
            // Often where an own general stands already.
            let earlier = (0..index).filter(|other| {
                FACTS.pieces[*other].nation == FACTS.pieces[index].nation
                    && places[*other].is_some()
            });
            let earlier: Vec<usize> = earlier.collect();
            let city = if !earlier.is_empty() && chance.one_in(3) {
                places[earlier[chance.below(earlier.len())]].expect("on the map")
            } else {
                near[chance.below(near.len())]
            };
            let there: Vec<usize> =
                (0..places.len()).filter(|other| places[*other] == Some(city)).collect();
            let stack = |other: &usize| {
                let (piece, other) = (&FACTS.pieces[index], &FACTS.pieces[*other]);
                piece.general && other.general && piece.nation == other.nation
            };
            if there.len() < 3 && there.iter().all(stack) {
                places[index] = Some(city);
            }
        }
        let done: Vec<bool> = places.iter().map(|_| chance.one_in(6)).collect();
        // Some nations have nearly all, some hardly any.
        let shares: Vec<usize> = (0..7).map(|_| chance.below(30)).collect();
        let conquered: Vec<bool> = FACTS
            .objectives
            .iter()
            .map(|objective| objective.of != 0 && chance.below(30) < shares[objective.of])
            .collect();
        let state = load(&places, &done, &conquered, nation, fate);
        Position { places, done, conquered, nation, fate, state }
    }

    /// The pieces in a city.
    pub fn pieces_at(&self, city: usize) -> Vec<usize> {
        (0..self.places.len()).filter(|piece| self.places[*piece] == Some(city)).collect()
    }

    /// Whether the card with this number and suit is in force.
    pub fn in_force(&self, card: &str, suit: &str) -> bool {
        self.fate == Some((card, suit))
    }
}

fn load(
    places: &[Option<usize>],
    done: &[bool],
    conquered: &[bool],
    nation: usize,
    fate: Option<(&str, &str)>,
) -> State {
    let mut json = State::new(Setup::default(), [5; 32]).dump();
    let pieces: Vec<Value> = FACTS
        .pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| {
            let city = places[index].map(|city| FACTS.cities[city].id.as_str());
            // Troops do not matter for geometry.
            let troops = u8::from(piece.general && city.is_some());
            json!({"nation": NATIONS[piece.nation], "name": piece.name, "city": city,
                   "troops": troops, "done": done[index]})
        })
        .collect();
    json["pieces"] = pieces.into();
    json["phase"] = "movement".into();
    json["nation"] = NATIONS[nation].into();
    json["turn"] = 7.into();
    json["fate_text"] = match fate {
        Some((card, suit)) => json!({"card": card, "suit": suit}),
        None => Value::Null,
    };
    json["conquered"] = FACTS
        .objectives
        .iter()
        .zip(conquered)
        .filter(|(_, conquered)| **conquered)
        .map(|(o, _)| (FACTS.cities[o.city].id.clone(), Value::from(NATIONS[o.of])))
        .collect::<serde_json::Map<_, _>>()
        .into();
    State::load(json).expect("a consistent position").state
}

/// The rules' names for cities, pieces and nations.
pub fn city_id(city: usize) -> CityId {
    CityId(city as u16)
}

pub fn piece_id(piece: usize) -> PieceId {
    PieceId(piece as u8)
}

pub fn nation_id(nation: usize) -> Nation {
    Nation::from_id(NATIONS[nation]).expect("a nation")
}

#[test]
fn the_numbers_of_cities_and_pieces_mean_the_same_to_both() {
    for (index, city) in FACTS.cities.iter().enumerate() {
        assert_eq!(city_id(index).id(), city.id);
    }
    for (index, piece) in FACTS.pieces.iter().enumerate() {
        let id = piece_id(index);
        assert_eq!((id.name(), id.nation()), (piece.name.as_str(), nation_id(piece.nation)));
    }
}
