//! The map in words, for readers of plain text: theatre by theatre who stands where, how far the
//! nearest enemies are by road, what supplies whom, which objectives are near.
//!
//! Distances are by road on the empty map; supply is by the rules' own paths (R9.2).

use super::facts::{Picture, Stack};
use super::shown::Shown;
use crate::game::{
    CityId, Home, Nation, PieceId, SUPPLY_REACH, Suit, View, board, supplied_by_country,
    supply_reach,
};
use serde::Serialize;

/// Pieces so far apart by road, at most, share a theatre.
const TOGETHER: u8 = 5;
/// Enemies farther away are not told of.
const ENEMIES_WITHIN: u8 = 8;
/// Objectives farther away are not told of.
const OBJECTIVES_WITHIN: u8 = 5;
/// How many enemies, and objectives, are told of each stack.
const TOLD: usize = 3;

/// The map of a mail.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MapAid {
    /// Pictures go along with the mail.
    pub pictures: bool,
    /// What the picture of the theatre is about, and where it can be clicked.
    pub shown: Shown,
    pub theatres: Vec<Theatre>,
}

/// Pieces near one another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Theatre {
    /// The home countries most of them stand in, at most two.
    pub homes: Vec<&'static str>,
    pub stacks: Vec<AidStack>,
}

/// A stack or a train, and what is near it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AidStack {
    pub nation: Nation,
    pub pieces: Vec<PieceId>,
    pub city: CityId,
    pub suit: Suit,
    pub face_down: bool,
    /// Exactly, where the reader may know it.
    pub troops: Option<u8>,
    /// As last declared in a combat.
    pub declared: Option<u8>,
    pub enemies: Vec<Near>,
    /// Objectives of the nation that it does not hold.
    pub objectives: Vec<NearCity>,
    /// Of generals.
    pub supply: Option<Supplied>,
}

/// A hostile stack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Near {
    /// Its supreme commander.
    pub general: PieceId,
    pub city: CityId,
    pub distance: u8,
}

/// A city and how far it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NearCity {
    pub city: CityId,
    pub distance: u8,
}

/// How generals would be supplied now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Supplied {
    /// By the country or the depot city (R9.1).
    Country {},
    /// By a train so many cities away (R9.2).
    Train { distance: u8 },
    /// By none.
    Nobody {},
}

impl MapAid {
    /// The theatres of a view, those with the reader's pieces first. What was declared is taken
    /// from the picture for the same view.
    pub fn new(view: &View, picture: &Picture) -> MapAid {
        let own = |nation: Nation| {
            let mut nations = view.nations.iter();
            nations.any(|known| known.nation == nation && view.seat == Some(known.seat))
        };
        let stacks = &picture.stacks;
        let mut theatres: Vec<(bool, Theatre)> = groups(stacks)
            .into_iter()
            .map(|group| {
                let in_it = group.iter().filter_map(|index| stacks.get(*index));
                let mine = in_it.clone().any(|stack| own(stack.nation));
                let cities: Vec<CityId> = in_it.clone().map(|stack| stack.city).collect();
                let stacks = in_it.map(|stack| about(view, picture, stack, own(stack.nation)));
                (mine, Theatre { homes: homes(&cities), stacks: stacks.collect() })
            })
            .collect();
        theatres.sort_by_key(|(mine, theatre)| (!mine, std::cmp::Reverse(theatre.stacks.len())));
        let theatres = theatres.into_iter().map(|(_, theatre)| theatre).collect();
        MapAid { pictures: false, shown: Shown::of(picture), theatres }
    }
}

/// Groups of stacks of which each is near another of the same group.
fn groups(stacks: &[Stack]) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = (0..stacks.len()).collect();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut next = 0;
        while let Some(at) = group.get(next).copied() {
            next += 1;
            let near =
                |other: &usize| board().distance(stacks[at].city, stacks[*other].city) <= TOGETHER;
            group.extend(left.iter().copied().filter(near));
            left.retain(|other| !near(other));
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

fn homes(cities: &[CityId]) -> Vec<&'static str> {
    let mut counts: Vec<(usize, &'static str)> = Vec::new();
    for city in cities {
        let id = home_id(board().info(*city).home);
        match counts.iter_mut().find(|(_, known)| *known == id) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, id)),
        }
    }
    counts.sort_by_key(|(count, id)| (std::cmp::Reverse(*count), *id));
    counts.into_iter().take(2).map(|(_, id)| id).collect()
}

const fn home_id(home: Home) -> &'static str {
    match home {
        Home::Prussia => "prussia",
        Home::Hanover => "hanover",
        Home::Austria => "austria",
        Home::Sweden => "sweden",
        Home::Empire => "empire",
        Home::Saxony => "saxony",
        Home::Poland => "poland",
    }
}

/// What is told of a stack: of the reader's own, and of all for an observer, everything near it.
fn about(view: &View, picture: &Picture, stack: &Stack, own: bool) -> AidStack {
    let in_full = stack.generals > 0 && (own || view.seat.is_none());
    let pieces = view.pieces.iter().filter(|known| known.city == Some(stack.city));
    let is_train = stack.generals == 0;
    AidStack {
        nation: stack.nation,
        pieces: pieces.filter(|p| p.general != is_train).map(|known| known.piece).collect(),
        city: stack.city,
        suit: board().info(stack.city).suit,
        face_down: stack.face_down,
        troops: stack.troops,
        declared: stack.declared,
        enemies: if in_full { enemies(view, picture, stack) } else { Vec::new() },
        objectives: if in_full { objectives(view, stack) } else { Vec::new() },
        supply: in_full.then(|| supply(picture, stack)),
    }
}

fn enemies(view: &View, picture: &Picture, stack: &Stack) -> Vec<Near> {
    let hostile =
        picture.stacks.iter().filter(|s| s.generals > 0 && s.nation.hostile_to(stack.nation));
    let mut near: Vec<Near> = hostile
        .filter_map(|foe| {
            let general = view.pieces.iter().find(|p| p.general && p.city == Some(foe.city))?;
            let distance = board().distance(stack.city, foe.city);
            Some(Near { general: general.piece, city: foe.city, distance })
        })
        .filter(|near| near.distance <= ENEMIES_WITHIN)
        .collect();
    near.sort_by_key(|near| (near.distance, near.general));
    near.truncate(TOLD);
    near
}

fn objectives(view: &View, stack: &Stack) -> Vec<NearCity> {
    let known = view.nations.iter().find(|known| known.nation == stack.nation);
    let needs = known.and_then(|known| view.needs(known));
    let missing =
        needs.into_iter().flat_map(|needs| [needs.missing, needs.missing_second].concat());
    let mut near: Vec<NearCity> = missing
        .map(|city| NearCity { city, distance: board().distance(stack.city, city) })
        .filter(|near| near.distance <= OBJECTIVES_WITHIN)
        .collect();
    near.sort_by_key(|near| (near.distance, near.city));
    near.truncate(TOLD);
    near
}

fn supply(picture: &Picture, stack: &Stack) -> Supplied {
    if supplied_by_country(stack.nation, stack.city) {
        return Supplied::Country {};
    }
    let trains: Vec<CityId> = picture
        .stacks
        .iter()
        .filter(|other| other.nation == stack.nation && other.generals == 0)
        .map(|train| train.city)
        .collect();
    let hostile = picture.stacks.iter().filter(|other| other.nation.hostile_to(stack.nation));
    let closed: Vec<CityId> = hostile.map(|other| other.city).collect();
    let reached = supply_reach(&trains, &closed);
    match reached.iter().find(|(city, _)| *city == stack.city) {
        Some((_, distance)) => Supplied::Train { distance: (*distance).min(SUPPLY_REACH) },
        None => Supplied::Nobody {},
    }
}

#[cfg(test)]
mod tests {
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
            [Scenario::Standard, Scenario::AustrianTheatre].into_iter().enumerate()
        {
            let setup = Setup { scenario, ..Setup::default() };
            let (mut state, actions) = simulate::recorded_game(setup, 5, game as u64);
            for (step, (nation, action)) in actions.iter().enumerate() {
                state.act(*nation, action).expect("recorded");
                if step % 40 != 7 {
                    continue;
                }
                for seat in [None, Some(Seat::Frederick), Some(Seat::MariaTheresa)] {
                    let view = state.view(seat);
                    let aid = MapAid::new(&view, &Picture::new(&view, &[], &[]));
                    let told: usize =
                        aid.theatres.iter().flat_map(|t| &t.stacks).map(|s| s.pieces.len()).sum();
                    let on_map = view.pieces.iter().filter(|piece| piece.city.is_some()).count();
                    assert_eq!(told, on_map, "every piece is in one theatre");
                    for stack in aid.theatres.iter().flat_map(|theatre| &theatre.stacks) {
                        for near in &stack.enemies {
                            assert_eq!(near.distance, spread(stack.city, near.city));
                            assert!(near.general.nation().hostile_to(stack.nation));
                            checked.0 += 1;
                        }
                        let expected = match &stack.supply {
                            Some(Supplied::Train { distance }) => Some(*distance),
                            Some(Supplied::Nobody {}) => None,
                            Some(Supplied::Country {}) | None => continue,
                        };
                        let found = state.supply_distance(stack.nation, stack.city);
                        assert_eq!(found, expected, "{} in {}", stack.nation, stack.city);
                        checked.1 += 1;
                    }
                }
            }
        }
        assert!(checked.0 > 50 && checked.1 > 20, "{checked:?}");
    }
}
