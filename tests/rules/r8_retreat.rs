//! R8: retreats.

use std::collections::BTreeSet;

use feldpost::game::{CityId, board};
use serde_json::{Value, json};

use super::support::{Game, Position, position};

/// Daun in Steinau beats Keith in Glogau, who has one troop fewer and no cards, by one.
fn glogau() -> Position {
    position().nation("austria").put("Daun", "steinau", 5).put("Keith", "glogau", 4)
}

fn fight(position: Position) -> Game {
    let mut game = position.game();
    game.end_movement();
    game
}

fn cities(game: &Game) -> Vec<String> {
    let text = |order: &Value| order["to"].as_str().expect("a city").to_owned();
    game.answers().iter().map(text).collect()
}

#[test]
fn r8_1_at_once_and_as_far_as_troops_were_lost() {
    // Browne's combat with Heinrich comes after Keith's retreat.
    let pieces = glogau().put("Daun", "steinau", 7).put("Browne", "spandau", 3);
    let mut game = fight(pieces.put("Heinrich", "berlin", 1));
    game.attack("steinau", "glogau");
    assert_eq!(game.awaited(), [("austria", "retreat")]);
    assert_eq!(game.state.pending_retreat().map(|retreat| retreat.length), Some(3));
    let early = json!({"do": "attack", "from": "spandau", "to": "berlin"});
    game.refused("austria", early, "R2.2", "not-awaited");
    let goal = cities(&game).remove(0);
    game.retreat(&goal);
    assert_eq!(game.event("retreated")["length"], 3);
    assert_eq!(game.city("Keith"), Some(goal.as_str()));
}

#[test]
fn r8_1_a_stack_stays_together() {
    let pieces = glogau().put("Daun", "steinau", 8).put("Dohna", "glogau", 3);
    let mut game = fight(pieces);
    game.retreat("neusalz");
    assert_eq!((game.city("Keith"), game.city("Dohna")), (Some("neusalz"), Some("neusalz")));
}

#[test]
fn r8_2_the_winner_chooses_among_the_farthest() {
    let mut game = fight(glogau());
    assert_eq!(game.awaited(), [("austria", "retreat")]);
    assert_eq!(cities(&game), ["guhrau", "neusalz", "sprottau", "wschowa"]);
    let order = |to: &str| json!({"do": "retreat", "to": to});
    for wrong in ["steinau", "glogau", "gruenberg", "breslau"] {
        game.refused("austria", order(wrong), "R8.2", "not-a-retreat-city");
    }
    game.refused("prussia", order("neusalz"), "R2.2", "not-awaited");
    game.retreat("wschowa");
    assert_eq!(game.city("Keith"), Some("wschowa"));
}

#[test]
fn r8_2_if_the_attacker_loses_the_defender_chooses() {
    let game = fight(glogau().nation("prussia"));
    assert_eq!(game.awaited(), [("austria", "retreat")]);
    let game = fight(glogau().put("Daun", "steinau", 3));
    // Lueben, Neumarkt and Trebnitz are equally far from Glogau.
    assert_eq!(game.awaited(), [("prussia", "retreat")]);
    assert_eq!(cities(&game), ["lueben", "neumarkt", "trebnitz"]);
}

#[test]
fn r8_2_one_farthest_city_needs_no_choice() {
    let game =
        fight(position().nation("austria").put("Daun", "berlin", 5).put("Keith", "spandau", 4));
    assert_eq!(game.event("retreated")["to"], "velten");
    assert_eq!(game.active(), "imperial-army");
}

#[test]
fn r8_2_only_the_victorious_general_counts_and_the_empty_map() {
    // Browne beside Velten changes nothing. Potsdam is beside Berlin, Velten is not.
    let pieces = position().nation("austria").put("Daun", "berlin", 5).put("Keith", "spandau", 4);
    let game = fight(pieces.put("Browne", "oranienburg", 8));
    assert_eq!(game.city("Keith"), Some("velten"));
    // What stands between Berlin and Potsdam makes Potsdam no farther.
    let pieces = position().nation("austria").put("Daun", "berlin", 5).put("Keith", "spandau", 4);
    let game = fight(pieces.train("austria", 1, "velten"));
    assert_eq!(game.city("Keith"), Some("potsdam"), "the only open city");
}

#[test]
fn r8_3_no_piece_is_entered_nor_passed_joined_or_destroyed() {
    // An own general, a hostile train and an own train bar three of four cities.
    let pieces = glogau().put("Heinrich", "guhrau", 1).train("austria", 1, "wschowa");
    let game = fight(pieces.train("prussia", 1, "sprottau"));
    assert_eq!(game.city("Keith"), Some("neusalz"));
    assert_eq!(game.train_city("austria", 1), Some("wschowa"));
    assert!(game.events("joined").is_empty() && game.events("train-eliminated").is_empty());
}

#[test]
fn r8_3_objectives_are_passed_and_not_conquered() {
    // Austria's Karl flees over Breslau, from Ohlau to Neumarkt: everything else is barred.
    let pieces = position().put("Friedrich", "brieg", 6).put("Karl", "ohlau", 4);
    let pieces = pieces.put("Heinrich", "oels", 1).put("Keith", "schweidnitz", 1);
    let pieces = pieces.put("Dohna", "strehlen", 1).train("prussia", 1, "wohlau");
    let game = fight(pieces);
    assert_eq!(game.event("retreated")["to"], "neumarkt");
    assert_eq!(game.conqueror("breslau"), None);
    assert!(game.events("conquered").is_empty() && game.events("marked").is_empty());
}

/// All ends of paths of this length, by trying every path.
fn ends(
    path: &mut Vec<CityId>,
    length: u8,
    closed: &BTreeSet<CityId>,
    found: &mut BTreeSet<CityId>,
) {
    let at = *path.last().expect("a path has a start");
    if length == 0 {
        found.insert(at);
        return;
    }
    for road in board().roads(at) {
        if !closed.contains(&road.to) && !path.contains(&road.to) {
            path.push(road.to);
            ends(path, length - 1, closed, found);
            path.pop();
        }
    }
}

#[test]
fn r8_3_the_path_has_the_full_length_and_enters_no_city_twice() {
    // Every place for Keith beside Daun in a country full of pieces, by every length up to six.
    let pieces = position().put("Daun", "breslau", 8).put("Keith", "schweidnitz", 8);
    let pieces = pieces.put("Browne", "strehlen", 1).put("Heinrich", "glogau", 1);
    let pieces = pieces.put("Laudon", "liegnitz", 1).train("prussia", 1, "goerlitz");
    let state = pieces.train("austria", 1, "trautenau").put("Karl", "brieg", 1).game().state;
    let city = |id| board().city(id).expect("a city");
    let winner = city("breslau");
    for start in board().city_ids().filter(|start| board().distance(*start, winner) <= 3) {
        if !state.pieces_at(start).is_empty() && start != city("schweidnitz") {
            continue;
        }
        let closed: BTreeSet<CityId> = board()
            .city_ids()
            .filter(|city| !state.pieces_at(*city).is_empty() && *city != start)
            .collect();
        for length in 1..=6 {
            let mut found = BTreeSet::new();
            ends(&mut vec![start], length, &closed, &mut found);
            let far = |city: &CityId| board().distance(winner, *city);
            let farthest = found.iter().map(far).max();
            found.retain(|city| Some(far(city)) == farthest);
            let chosen = state.retreat_cities(start, winner, length);
            assert_eq!(chosen, found.into_iter().collect::<Vec<_>>(), "{start}, {length}");
        }
    }
}

#[test]
fn r8_3_a_dead_end_is_no_way_for_a_long_retreat() {
    // From Leer the way to Emden ends after one city; Keith must go another way.
    let pieces = position().nation("france").put("Richelieu", "papenburg", 6);
    let game = fight(pieces.put("Keith", "leer", 4));
    let gone = cities(&game);
    assert!(!gone.contains(&"emden".to_owned()));
    let pieces = position().nation("france").put("Richelieu", "papenburg", 5);
    let game = fight(pieces.put("Keith", "leer", 4));
    assert_eq!(cities(&game), ["emden", "oldenburg-hunte"]);
}

#[test]
fn r8_4_without_a_path_of_full_length_all_is_lost() {
    let pieces = position().nation("france").put("Richelieu", "oldenburg-hunte", 6);
    let pieces = pieces.put("Keith", "leer", 2).put("Dohna", "leer", 2);
    let game = fight(pieces.train("france", 1, "papenburg"));
    assert_eq!(game.event("combat-lost")["losses"], 2);
    let removed = game.event("generals-removed");
    assert_eq!(removed["pieces"], json!(["Keith", "Dohna"]));
    assert_eq!(removed["cause"], "no-retreat");
    assert_eq!((game.city("Keith"), game.city("Dohna")), (None, None));
    assert_eq!(game.state.view(None).nations[0].troops, 0);
    // One city is as far as he can go: then he is saved.
    let pieces = position().nation("france").put("Richelieu", "oldenburg-hunte", 5);
    let game = fight(pieces.put("Keith", "leer", 4).train("france", 1, "papenburg"));
    assert_eq!(game.city("Keith"), Some("emden"));
}

#[test]
fn r8_4_everybody_can_see_whether_there_is_a_way_back() {
    let pieces = position().nation("france").put("Richelieu", "oldenburg-hunte", 6);
    let game = pieces.put("Keith", "leer", 4).train("france", 1, "papenburg").game();
    let view = game.state.view(None);
    let city = |id: &str| board().city(id).expect("a city");
    let back = |length| view.can_retreat(city("leer"), city("oldenburg-hunte"), length);
    assert!(back(1));
    assert!(!back(2));
}

/// Friedrich in Spandau between Daun in Berlin, Browne in Potsdam and Laudon in Velten.
fn surrounded(friedrich: u8, daun: u8, browne: u8) -> Game {
    let pieces = position().nation("austria").put("Friedrich", "spandau", friedrich);
    let pieces = pieces.put("Daun", "berlin", daun).put("Browne", "potsdam", browne);
    fight(pieces.put("Laudon", "velten", friedrich))
}

#[test]
fn r8_5_what_an_earlier_combat_vacated_is_open_for_a_later_one() {
    let mut game = surrounded(5, 4, 7);
    game.attack("berlin", "spandau").retreat("bernau");
    game.attack("potsdam", "spandau");
    assert_eq!(game.event("retreated")["to"], "koenigs-wusterhausen");
    assert_eq!(
        (game.city("Friedrich"), game.troops("Friedrich")),
        (Some("koenigs-wusterhausen"), 3)
    );
}

#[test]
fn r8_5_what_is_not_vacated_stays_closed() {
    let mut game = surrounded(5, 4, 7);
    game.attack("potsdam", "spandau");
    assert_eq!(game.event("generals-removed")["cause"], "no-retreat");
    assert_eq!(game.city("Friedrich"), None);
}

#[test]
fn r8_5_what_an_earlier_combat_filled_is_closed_for_a_later_one() {
    // Only Neusalz is open for Heinrich in Grünberg; the winner may send Keith there first.
    let set_up = || {
        let pieces = glogau().put("Browne", "crossen", 5).put("Heinrich", "gruenberg", 4);
        let pieces = pieces.train("austria", 1, "freystadt").train("austria", 2, "sorau");
        fight(pieces.train("prussia", 1, "zuellichau"))
    };
    let mut game = set_up();
    game.attack("steinau", "glogau").retreat("neusalz");
    assert_eq!(game.event("generals-removed")["pieces"], json!(["Heinrich"]));
    assert_eq!(game.city("Heinrich"), None);
    let mut game = set_up();
    game.attack("crossen", "gruenberg");
    assert_eq!(game.city("Heinrich"), Some("neusalz"));
}
