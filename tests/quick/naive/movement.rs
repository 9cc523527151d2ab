//! Movement by trying every walk (R4, R5.9, R9.7), and the way of R4.6.

use super::facts::{FACTS, NATIONS, hostile};
use super::positions::{Chance, Position, city_id, nation_id, piece_id};
use feldpost::game::{Action, Passing};
use std::collections::BTreeSet;

/// Cities entered, in order.
type Walk = Vec<usize>;

impl Position {
    /// R4.1 and the Cards of Fate that change it: how far in general, and on main roads only.
    fn reach(&self, party: &[usize]) -> (usize, usize) {
        let with = |name: &str| party.iter().any(|piece| FACTS.pieces[*piece].name == name);
        let steps = match self.fate {
            _ if !FACTS.pieces[party[0]].general => 2,
            Some(("2", "diamonds")) if with("Saltikov") => 2,
            Some(("5", "hearts")) if with("Richelieu") => 2,
            Some(("12", "spades")) if with("Daun") => 2,
            Some(("9", "clubs")) if with("Friedrich") => 4,
            _ => 3,
        };
        (steps, steps + 1)
    }

    /// Whether the party may end in the city (R4.2, R4.3, R5.9, R9.7).
    fn may_end(&self, party: &[usize], city: usize) -> bool {
        let mover = &FACTS.pieces[party[0]];
        let there: Vec<usize> =
            self.pieces_at(city).into_iter().filter(|piece| !party.contains(piece)).collect();
        let joins = |piece: &usize| {
            let other = &FACTS.pieces[*piece];
            mover.general && other.general && other.nation == mover.nation
        };
        let runs_over = |piece: &usize| {
            let other = &FACTS.pieces[*piece];
            mover.general && !other.general && hostile(other.nation, mover.nation)
        };
        let entered = there.iter().all(joins) && there.len() + party.len() <= 3
            || there.len() == 1 && there.iter().all(runs_over);
        entered && !self.spoils_an_ally(mover.nation, city)
    }

    /// R5.9: an unconquered objective of an ally of another seat that lacks at most two. In these
    /// positions no stroke of fate has fallen: all objectives are needed, and the seats are those
    /// of the beginning.
    fn spoils_an_ally(&self, nation: usize, city: usize) -> bool {
        let seat = |nation: usize| match NATIONS[nation] {
            "prussia" | "hanover" => 0,
            "russia" | "sweden" => 1,
            "austria" | "imperial-army" => 2,
            _ => 3,
        };
        let objectives = FACTS.objectives.iter().zip(&self.conquered);
        let lacks = |of: usize| objectives.clone().filter(|(o, has)| o.of == of && !**has).count();
        objectives.clone().any(|(objective, conquered)| {
            let of = objective.of;
            objective.city == city
                && !conquered
                && !hostile(of, nation)
                && seat(of) != seat(nation)
                && lacks(of) <= 2
        })
    }

    /// Whether a walk is legal for a party (R4.1, R4.2, R4.5).
    fn is_legal(&self, party: &[usize], walk: &[usize]) -> bool {
        let Some((&goal, passed)) = walk.split_last() else {
            return false;
        };
        let mut at = self.places[party[0]].expect("on the map");
        let mut only_main = true;
        for &next in walk {
            let Some((_, main)) = FACTS.cities[at].roads.iter().find(|(to, _)| *to == next) else {
                return false;
            };
            only_main &= main;
            at = next;
        }
        let (steps, on_main_roads) = self.reach(party);
        let free = |city: &usize| self.pieces_at(*city).iter().all(|piece| party.contains(piece));
        walk.len() <= if only_main { on_main_roads } else { steps }
            && passed.iter().all(free)
            && self.may_end(party, goal)
    }

    /// Every walk of at most so many steps, back and forth included.
    fn all_walks(from: usize, steps: usize) -> Vec<Walk> {
        let mut walks: Vec<Walk> = vec![Vec::new()];
        let mut all = Vec::new();
        for _ in 0..steps {
            let mut longer = Vec::new();
            for walk in walks {
                let at = walk.last().copied().unwrap_or(from);
                for &(to, _) in &FACTS.cities[at].roads {
                    longer.push(walk.iter().copied().chain([to]).collect());
                }
            }
            all.extend(longer.iter().cloned());
            walks = longer;
        }
        all
    }

    /// R4.6: conquests and marks of a walk, each objective once.
    fn gain(&self, party: &[usize], walk: &[usize]) -> (usize, usize) {
        let mover = &FACTS.pieces[party[0]];
        if !mover.general {
            return (0, 0);
        }
        let mut passed: BTreeSet<usize> = walk[..walk.len() - 1].iter().copied().collect();
        passed.insert(self.places[party[0]].expect("on the map"));
        let count =
            |what| passed.iter().filter(|c| self.passing(mover.nation, **c) == what).count();
        (count(Passing::Taken), count(Passing::Marked))
    }

    /// The parties that may move: trains alone, generals of one city that have not moved.
    fn parties(&self) -> Vec<Vec<usize>> {
        let mut parties = Vec::new();
        let own = |piece: &usize| FACTS.pieces[*piece].nation == self.nation && !self.done[*piece];
        for city in 0..FACTS.cities.len() {
            let there: Vec<usize> = self.pieces_at(city).into_iter().filter(own).collect();
            for mask in 1..1 << there.len() {
                let chosen = (0..there.len()).filter(|bit| mask & (1 << bit) != 0);
                parties.push(chosen.map(|bit| there[bit]).collect());
            }
        }
        parties
    }
}

#[test]
fn r4_every_destination_and_every_walk_agree() {
    let (mut parties, mut joins, mut accepted, mut refused) = (0, 0, 0, 0);
    for number in 0..1200 {
        let position = Position::random(number);
        let mut chance = Chance::new(number);
        let nation = nation_id(position.nation);
        for party in position.parties() {
            let from = position.places[party[0]].expect("on the map");
            let pieces: Vec<_> = party.iter().map(|piece| piece_id(*piece)).collect();
            let walks = Position::all_walks(from, position.reach(&party).1);
            let legal = walks.iter().filter(|walk| position.is_legal(&party, walk));
            let ends: BTreeSet<usize> = legal.filter_map(|walk| walk.last().copied()).collect();
            let rules = position.state.destinations(nation, &pieces);
            let rules: BTreeSet<usize> = rules.into_iter().map(|city| city.index()).collect();
            assert_eq!(rules, ends, "position {number}: {pieces:?}");
            parties += 1;
            let holds_others =
                |c: &&usize| position.pieces_at(**c).iter().any(|p| !party.contains(p));
            joins += ends.iter().filter(holds_others).count();

            for _ in 0..12 {
                let mut walk = walks[chance.below(walks.len())].clone();
                if chance.one_in(5) {
                    walk.push(chance.below(FACTS.cities.len()));
                }
                let path = walk.iter().map(|city| city_id(*city)).collect();
                let action = Action::Move { pieces: pieces.clone(), path };
                let result = position.state.clone().act(nation, &action);
                let legal = position.is_legal(&party, &walk);
                assert_eq!(result.is_ok(), legal, "position {number}: {action:?}: {result:?}");
                if legal { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(parties > 3000 && joins > 2000, "{parties} {joins}");
    assert!(accepted > 5_000 && refused > 10_000, "{accepted} {refused}");
}

#[test]
fn r4_6_the_way_to_a_goal_agrees() {
    let (mut ways, mut by_gain) = (0, 0);
    for number in 10_000..11_200 {
        let position = Position::random(number);
        let mut chance = Chance::new(number);
        for party in position.parties() {
            let from = position.places[party[0]].expect("on the map");
            let pieces: Vec<_> = party.iter().map(|piece| piece_id(*piece)).collect();
            let walks = Position::all_walks(from, position.reach(&party).1);
            let legal: Vec<&Walk> =
                walks.iter().filter(|walk| position.is_legal(&party, walk)).collect();
            let goals: BTreeSet<usize> = legal.iter().map(|w| w[w.len() - 1]).collect();
            for goal in goals {
                // Sometimes a city on the way is named too.
                let over = chance.one_in(3).then(|| legal[chance.below(legal.len())][0]);
                let fits = |walk: &&&Walk| {
                    let mut rest = walk.iter();
                    walk[walk.len() - 1] == goal
                        && over.is_none_or(|over| {
                            rest.any(|city| *city == over) && rest.next().is_some()
                        })
                };
                let fitting: Vec<&Walk> = legal.iter().filter(fits).copied().collect();
                let better = |walk: &&&Walk| {
                    let (taken, marked) = position.gain(&party, walk);
                    let most = std::cmp::Reverse((taken, marked));
                    (walk.len(), most, (**walk).clone())
                };
                let expected = fitting.iter().min_by_key(better).copied();
                let via: Vec<_> = over.into_iter().chain([goal]).map(city_id).collect();
                let rules = position.state.route_via(nation_id(position.nation), &pieces, &via);
                let rules = rules.ok().map(|path| path.iter().map(|c| c.index()).collect::<Walk>());
                assert_eq!(rules.as_ref(), expected, "position {number}: {pieces:?} over {via:?}");
                ways += 1;
                let first = fitting.iter().min_by_key(|walk| (walk.len(), (**walk).clone()));
                by_gain += usize::from(first.copied() != expected);
            }
        }
    }
    assert!(ways > 40_000 && by_gain > 100, "{ways} {by_gain}");
}
