//! R4: movement.

use std::collections::BTreeSet;

use feldpost::game::{Action, board};
use serde_json::json;

use super::support::{Game, general, march, nation, position};

#[test]
fn r4_1_a_general_goes_three_cities_or_four_on_main_roads() {
    let game = || position().put("Friedrich", "breslau", 1).put("Heinrich", "strehlen", 1).game();
    let main = ["neumarkt", "steinau", "glogau", "neusalz", "gruenberg"];
    game().march(&["Friedrich"], &main[..3]);
    game().march(&["Friedrich"], &main[..4]);
    let reason = game().no_march(&["Friedrich"], &main, "R4.1", "too-far");
    assert_eq!(
        reason,
        json!({"code": "too-far", "steps": 5, "allowed": 3,
        "allowed_on_main_roads": 4})
    );
    // One small road among four is enough to forbid the fourth.
    let mut game = position().put("Heinrich", "strehlen", 1).game();
    let path = ["breslau", "neumarkt", "steinau", "glogau"];
    game.no_march(&["Heinrich"], &path, "R4.1", "too-far");
    game.march(&["Heinrich"], &path[..3]);
    assert_eq!(game.city("Heinrich"), Some("steinau"));
}

#[test]
fn r4_1_a_supply_train_goes_two_cities_or_three_on_main_roads() {
    let mut game = position().train("prussia", 1, "breslau").train("prussia", 2, "strehlen").game();
    game.no_march(&["Train 1"], &["neumarkt", "steinau", "glogau", "neusalz"], "R4.1", "too-far");
    game.march(&["Train 1"], &["neumarkt", "steinau", "glogau"]);
    let path = ["breslau", "neumarkt", "steinau"];
    let reason = game.no_march(&["Train 2"], &path, "R4.1", "too-far");
    assert_eq!((&reason["allowed"], &reason["allowed_on_main_roads"]), (&json!(2), &json!(3)));
    game.march(&["Train 2"], &path[..2]);
    assert_eq!(game.train_city("prussia", 1), Some("glogau"));
    assert_eq!(game.train_city("prussia", 2), Some("neumarkt"));
}

#[test]
fn r4_1_going_back_and_forth_is_a_move() {
    let mut game = position().put("Friedrich", "berlin", 1).game();
    assert!(game.reach(&["Friedrich"]).contains(&"berlin"));
    game.march(&["Friedrich"], &["spandau", "berlin", "spandau", "berlin"]);
    assert_eq!(game.city("Friedrich"), Some("berlin"));
    game.no_march(&["Friedrich"], &["spandau"], "R4.1", "has-moved");
}

#[test]
fn r4_1_each_piece_moves_at_most_once_and_only_along_roads() {
    let pieces = position().put("Friedrich", "berlin", 1).put("Heinrich", "potsdam", 1);
    let mut game = pieces.done("Heinrich").game();
    game.no_march(&["Friedrich"], &["breslau"], "R4.1", "not-adjacent");
    game.no_march(&["Friedrich"], &["berlin"], "R4.1", "not-adjacent");
    game.no_march(&["Friedrich"], &[], "R4.1", "empty-path");
    game.no_march(&[], &["spandau"], "R4.1", "no-pieces");
    game.no_march(&["Friedrich", "Friedrich"], &["spandau"], "R4.1", "piece-twice");
    game.no_march(&["Keith"], &["spandau"], "R4.1", "off-map");
    game.no_march(&["Friedrich", "Keith"], &["spandau"], "R4.1", "off-map");
    game.no_march(&["Heinrich"], &["zossen"], "R4.1", "has-moved");
    let empty = json!({"do": "move", "pieces": ["Friedrich"], "via": []});
    game.refused("prussia", empty, "R4.1", "empty-path");
    game.no_march(&["Daun"], &["spandau"], "R1.7", "unknown-piece");
}

#[test]
fn r4_1_only_own_pieces_are_moved() {
    let game = position().nation("austria").put("Daun", "prag", 1).put("Friedrich", "berlin", 1);
    let mut state = game.game().state;
    let friedrich = vec![general("Friedrich")];
    let spandau = vec![board().city("spandau").expect("a city")];
    let action = Action::Move { pieces: friedrich.clone(), path: spandau.clone() };
    let refusal = state.act(nation("austria"), &action).expect_err("not hers");
    assert_eq!((refusal.rule, refusal.reason.code()), ("R1.7", "unknown-piece"));
    assert!(state.destinations(nation("austria"), &friedrich).is_empty());
}

/// Every walk of up to four roads from a city, by city id.
fn walks(from: &'static str) -> Vec<Vec<&'static str>> {
    let mut all: Vec<Vec<&str>> = vec![vec![]];
    let mut next = 0;
    while next < all.len() {
        let walk = all[next].clone();
        next += 1;
        if walk.len() == 4 {
            continue;
        }
        let at = board().city(walk.last().copied().unwrap_or(from)).expect("a city");
        for road in board().roads(at) {
            all.push(walk.iter().copied().chain([road.to.id()]).collect());
        }
    }
    all.split_off(1)
}

#[test]
fn r4_1_what_can_be_reached_is_what_some_path_leads_to() {
    // Friends, enemies and trains all around, on main roads and beside them.
    let pieces = position().put("Friedrich", "berlin", 1).put("Heinrich", "berlin", 1);
    let pieces = pieces.put("Keith", "velten", 1).put("Ferdinand", "zossen", 1);
    let pieces = pieces.put("Daun", "eberswalde", 1).train("austria", 1, "brandenburg");
    let pieces = pieces.train("prussia", 1, "fuerstenwalde").train("prussia", 2, "spandau");
    let state = pieces.put("Schwerin", "frankfurt-oder", 1).game().state;
    let groups: [(&[&str], &'static str); 5] = [
        (&["Friedrich"], "berlin"),
        (&["Friedrich", "Heinrich"], "berlin"),
        (&["Keith"], "velten"),
        (&["Schwerin"], "frankfurt-oder"),
        (&["Train 1"], "fuerstenwalde"),
    ];
    for (group, from) in groups {
        let mut goals = BTreeSet::new();
        for walk in walks(from) {
            let mut game = Game { state: state.clone(), last: Vec::new() };
            if game.submit("prussia", march(group, &walk)).is_ok() {
                goals.extend(walk.last().copied());
            }
        }
        let mut game = Game { state: state.clone(), last: Vec::new() };
        let reach = game.reach(group);
        assert_eq!(reach, goals.iter().copied().collect::<Vec<_>>(), "{group:?}");
        // And each of them is reached when only the goal is named (R4.6).
        for goal in reach {
            let via = json!({"do": "move", "pieces": group, "via": [goal]});
            game.state = state.clone();
            game.act("prussia", via);
            assert_eq!(
                game.event("moved")["path"].as_array().and_then(|path| path.last()),
                Some(&json!(goal))
            );
        }
    }
}

#[test]
fn r4_1_a_piece_may_stay() {
    let mut game = position().put("Friedrich", "berlin", 1).game();
    game.end_movement();
    assert_eq!(game.city("Friedrich"), Some("berlin"));
    assert_eq!(game.active(), "hanover");
}

#[test]
fn r4_2_no_piece_enters_or_passes_a_city_that_holds_a_piece() {
    let obstacles = [("Ferdinand", "an ally's general"), ("Daun", "a hostile general")];
    for (obstacle, what) in obstacles {
        let mut game = position().put("Friedrich", "berlin", 1).put(obstacle, "spandau", 1).game();
        game.no_march(&["Friedrich"], &["spandau"], "R4.2", "occupied");
        let reason = game.no_march(&["Friedrich"], &["spandau", "velten"], "R4.2", "occupied");
        assert_eq!(reason["city"], "spandau", "{what}");
        assert!(!game.reach(&["Friedrich"]).contains(&"velten"), "{what}");
    }
    // Trains of one's own side bar the way, too.
    for owner in ["prussia", "hanover"] {
        let mut game = position().put("Friedrich", "berlin", 1).train(owner, 1, "spandau").game();
        game.no_march(&["Friedrich"], &["spandau"], "R4.2", "occupied");
        game.no_march(&["Friedrich"], &["spandau", "velten"], "R4.2", "occupied");
    }
}

#[test]
fn r4_2_a_supply_train_enters_only_empty_cities() {
    let pieces = position().train("prussia", 1, "berlin").put("Friedrich", "spandau", 1);
    let pieces = pieces.train("austria", 1, "potsdam").train("prussia", 2, "bernau");
    let mut game = pieces.put("Daun", "koenigs-wusterhausen", 1).game();
    for city in ["spandau", "potsdam", "bernau", "koenigs-wusterhausen"] {
        game.no_march(&["Train 1"], &[city], "R4.2", "occupied");
    }
    game.no_march(&["Train 1"], &["potsdam", "zossen"], "R4.2", "occupied");
    game.no_march(&["Train 1"], &["spandau", "velten"], "R4.2", "occupied");
    assert!(game.reach(&["Train 1"]).is_empty());
}

#[test]
fn r4_2_what_has_moved_away_is_not_in_the_way() {
    let pieces = position().put("Friedrich", "berlin", 1).train("prussia", 1, "spandau");
    let mut game = pieces.game();
    game.march(&["Train 1"], &["velten"]);
    game.march(&["Friedrich"], &["spandau", "potsdam"]);
    assert_eq!(game.city("Friedrich"), Some("potsdam"));
}

#[test]
fn r4_3_up_to_three_generals_share_a_city_and_move_as_one() {
    let pieces = position().put("Friedrich", "berlin", 1).put("Winterfeldt", "berlin", 1);
    let mut game = pieces.put("Heinrich", "spandau", 1).put("Keith", "potsdam", 1).game();
    game.march(&["Heinrich"], &["berlin"]);
    game.no_march(&["Keith"], &["berlin"], "R4.3", "stack-full");
    assert!(!game.reach(&["Keith"]).contains(&"berlin"));

    let pieces = position().put("Friedrich", "berlin", 1).put("Winterfeldt", "berlin", 1);
    let pieces = pieces.put("Heinrich", "berlin", 1).put("Keith", "zossen", 1);
    let mut game = pieces.put("Dohna", "zossen", 1).game();
    let three = ["Friedrich", "Winterfeldt", "Heinrich"];
    game.no_march(&["Keith", "Dohna"], &["potsdam", "berlin"], "R4.3", "stack-full");
    game.march(&three, &["spandau", "velten"]);
    assert!(three.iter().all(|general| game.city(general) == Some("velten")));
}

#[test]
fn r4_3_the_lowest_rank_number_is_the_supreme_commander() {
    let pieces = position().put("Keith", "berlin", 1).put("Winterfeldt", "berlin", 1);
    let mut game = pieces.put("Dohna", "spandau", 1).game();
    game.march(&["Dohna"], &["berlin"]);
    assert_eq!(game.event("joined")["pieces"], json!(["Winterfeldt", "Keith", "Dohna"]));
    let stack = game.state.stack_at(game.state.city_of(general("Keith")).unwrap());
    assert_eq!(stack.first().map(|piece| piece.name()), Some("Winterfeldt"));
}

#[test]
fn r4_3_only_what_stands_together_moves_together() {
    let pieces = position().put("Friedrich", "berlin", 1).put("Heinrich", "potsdam", 1);
    let mut game = pieces.train("prussia", 1, "spandau").train("prussia", 2, "bernau").game();
    let reason = game.no_march(&["Friedrich", "Heinrich"], &["zossen"], "R4.3", "not-together");
    assert_eq!((&reason["piece"], &reason["with"]), (&json!("Heinrich"), &json!("Friedrich")));
    game.no_march(&["Train 1", "Train 2"], &["velten"], "R4.3", "trains-move-alone");
}

#[test]
fn r4_4_a_stack_is_split_when_it_starts() {
    let pieces = position().put("Friedrich", "berlin", 4).put("Winterfeldt", "berlin", 2);
    let mut game = pieces.put("Heinrich", "berlin", 3).game();
    // Any part may go, not only the commander.
    game.march(&["Winterfeldt"], &["spandau"]);
    assert_eq!(game.troops("Winterfeldt"), 2);
    game.march(&["Friedrich", "Heinrich"], &["potsdam"]);
    game.no_march(&["Heinrich"], &["zossen"], "R4.1", "has-moved");
    assert_eq!((game.city("Friedrich"), game.city("Heinrich")), (Some("potsdam"), Some("potsdam")));
}

#[test]
fn r4_4_those_that_stay_may_move_later_split_again() {
    let pieces = position().put("Friedrich", "berlin", 4).put("Winterfeldt", "berlin", 2);
    let mut game = pieces.put("Heinrich", "berlin", 3).game();
    game.march(&["Friedrich"], &["spandau"]);
    game.march(&["Heinrich"], &["potsdam"]);
    game.march(&["Winterfeldt"], &["bernau"]);
    assert_eq!(game.city("Winterfeldt"), Some("bernau"));
}

#[test]
fn r4_4_who_left_a_stack_may_not_pass_over_the_rest_of_it() {
    let pieces = position().put("Friedrich", "berlin", 4).put("Winterfeldt", "berlin", 2);
    let mut game = pieces.game();
    let path = ["spandau", "berlin", "bernau"];
    game.no_march(&["Winterfeldt"], &path, "R4.5", "joining-ends-movement");
    // Together they leave nobody behind.
    game.march(&["Friedrich", "Winterfeldt"], &path);
}

#[test]
fn r4_5_joining_ends_the_movement_of_all_of_them() {
    let pieces = position().put("Friedrich", "berlin", 4).put("Winterfeldt", "spandau", 2);
    let mut game = pieces.put("Heinrich", "potsdam", 1).game();
    let path = ["spandau", "velten"];
    game.no_march(&["Friedrich"], &path, "R4.5", "joining-ends-movement");
    game.march(&["Friedrich"], &path[..1]);
    for stay in [&["Friedrich"][..], &["Winterfeldt"], &["Friedrich", "Winterfeldt"]] {
        game.no_march(stay, &["velten"], "R4.1", "has-moved");
    }
    game.march(&["Heinrich"], &["zossen"]);
}

#[test]
fn r4_5_who_stands_there_may_go_before_the_other_comes() {
    let pieces = position().put("Friedrich", "berlin", 4).put("Winterfeldt", "spandau", 2);
    let mut game = pieces.game();
    game.march(&["Winterfeldt"], &["velten"]);
    game.march(&["Friedrich"], &["spandau"]);
    assert_eq!(game.city("Winterfeldt"), Some("velten"));
    assert!(game.events("joined").is_empty());
}

#[test]
fn r4_6_an_order_with_a_goal_takes_the_shortest_legal_way() {
    let mut game = position().put("Friedrich", "berlin", 1).game();
    // Two ways of two cities: the first in the order of city ids.
    assert_eq!(game.march_to(&["Friedrich"], "zossen"), ["koenigs-wusterhausen", "zossen"]);
    let pieces =
        position().put("Friedrich", "berlin", 1).train("hanover", 1, "koenigs-wusterhausen");
    assert_eq!(pieces.game().march_to(&["Friedrich"], "zossen"), ["potsdam", "zossen"]);
    // Blocked there: the longer way round, or none.
    let pieces =
        position().put("Friedrich", "berlin", 1).train("hanover", 1, "koenigs-wusterhausen");
    let pieces = pieces.put("Ferdinand", "potsdam", 1);
    let mut game = pieces.game();
    let goal = json!({"do": "move", "pieces": ["Friedrich"], "via": ["zossen"]});
    game.refused("prussia", goal, "R4.6", "no-route");
    let far = json!({"do": "move", "pieces": ["Friedrich"], "via": ["breslau"]});
    game.refused("prussia", far, "R4.6", "no-route");
    let held = json!({"do": "move", "pieces": ["Friedrich"], "via": ["potsdam"]});
    game.refused("prussia", held, "R4.2", "occupied");
}

#[test]
fn r4_6_a_longer_way_is_taken_where_the_shortest_is_barred() {
    let pieces = position().put("Friedrich", "berlin", 1).train("hanover", 1, "potsdam");
    let mut game = pieces.train("prussia", 1, "koenigs-wusterhausen").game();
    assert_eq!(game.march_to(&["Friedrich"], "velten"), ["spandau", "velten"]);
    // On main roads only a general gets four cities far.
    let mut game = position().put("Friedrich", "breslau", 1).game();
    let path = game.march_to(&["Friedrich"], "neusalz");
    assert_eq!(path, ["neumarkt", "steinau", "glogau", "neusalz"]);
}

#[test]
fn r4_6_of_equal_ways_the_one_that_conquers_most() {
    let from = |city: &str| position().nation("austria").put("Daun", city, 1);
    let mut game = from("czestochowa").game();
    assert_eq!(game.march_to(&["Daun"], "rosenberg"), ["lublinitz", "rosenberg"]);
    assert_eq!(game.conqueror("lublinitz"), Some("austria"));
    // What is conquered already counts for nothing.
    let mut game = from("czestochowa").conquered("austria", &["lublinitz"]).game();
    assert_eq!(game.march_to(&["Daun"], "rosenberg"), ["krzepice", "rosenberg"]);
    // Keith protects Breslau, not Brieg: to conquer comes before the order of city ids,
    let mut game = from("ohlau").put("Keith", "steinau", 1).game();
    assert_eq!(game.march_to(&["Daun"], "strehlen"), ["brieg", "strehlen"]);
    // and before marking.
    assert!(game.marked().is_empty());
    let mut game = from("ohlau").game();
    assert_eq!(game.march_to(&["Daun"], "strehlen"), ["breslau", "strehlen"]);
}

#[test]
fn r4_6_of_equal_conquests_the_one_that_marks_most() {
    let pieces = position().nation("austria").put("Daun", "czestochowa", 1);
    let mut game = pieces.put("Keith", "oppeln", 1).game();
    assert_eq!(game.march_to(&["Daun"], "rosenberg"), ["lublinitz", "rosenberg"]);
    assert_eq!(game.marked(), ["lublinitz"]);
}

#[test]
fn r4_6_a_way_may_be_named_city_by_city_or_in_part() {
    let game = || position().put("Friedrich", "berlin", 1).game();
    let via = json!({"do": "move", "pieces": ["Friedrich"], "via": ["spandau", "zossen"]});
    let mut chosen = game();
    chosen.act("prussia", via);
    assert_eq!(chosen.event("moved")["path"], json!(["spandau", "potsdam", "zossen"]));
    let mut given = game();
    given.march(&["Friedrich"], &["potsdam", "zossen"]);
    assert_eq!(given.event("moved")["path"], json!(["potsdam", "zossen"]));
    let both =
        json!({"do": "move", "pieces": ["Friedrich"], "path": ["spandau"], "via": ["spandau"]});
    game().refused("prussia", both, "R4.6", "path-or-goal");
    let neither = json!({"do": "move", "pieces": ["Friedrich"]});
    game().refused("prussia", neither, "R4.6", "path-or-goal");
}

#[test]
fn r4_6_the_order_of_the_moves_is_the_players() {
    let pieces = || position().put("Friedrich", "berlin", 1).put("Heinrich", "spandau", 1);
    let mut game = pieces().game();
    game.refused(
        "prussia",
        march(&["Friedrich"], &["spandau", "velten"]),
        "R4.5",
        "joining-ends-movement",
    );
    game.march(&["Heinrich"], &["potsdam"]);
    game.march(&["Friedrich"], &["spandau", "velten"]);
}
