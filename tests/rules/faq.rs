//! The questions that players have asked the game's author, each answered by a position.
//!
//! The names begin with the rule the answer belongs to; the rulebook's own numbers of sections are
//! the same.

use feldpost::game::board;
use serde_json::{Value, json};

use super::support::{Game, position};

fn enter(name: &str, city: &str) -> Value {
    json!({"do": "recruit", "pay": ["6S"], "generals": [{"name": name, "city": city, "troops": 1}]})
}

fn train(card: &str, city: &str) -> Value {
    json!({"do": "recruit", "pay": [card], "trains": [{"name": "Train 1", "city": city}]})
}

#[test]
fn r2_2_prussia_alone_acts_first_and_then_hanover_alone() {
    let pieces = position().put("Friedrich", "dresden", 1).put("Ferdinand", "stade", 1);
    let mut game = pieces.put("Daun", "zossen", 1).game();
    // Prussia's supply is checked before Hanover has even drawn.
    game.end_movement();
    let kinds: Vec<String> = game
        .last
        .iter()
        .map(|event| serde_json::to_value(event).expect("JSON"))
        .map(|event| format!("{} {}", event["event"].as_str().unwrap_or(""), event["nation"]))
        .collect();
    let place = |kind: &str| kinds.iter().position(|told| told.starts_with(kind)).expect("told");
    assert!(place("flipped-down") < place("action-began"));
    assert!(kinds.contains(&"drew \"hanover\"".to_owned()));
    assert!(!kinds.iter().any(|told| told.starts_with("drew \"prussia\"")));
}

#[test]
fn r3_3_a_reserve_may_bring_the_score_to_minus_one_to_lose_only_one() {
    let pieces = position().put("Friedrich", "berlin", 8).put("Heinrich", "berlin", 2);
    let pieces = pieces.put("Daun", "spandau", 8).put("Browne", "spandau", 8);
    let pieces = pieces.put("Lacy", "spandau", 2).hand("prussia", &["R", "2H"]);
    let mut game = pieces.hand("austria", &["13S"]).game();
    game.end_movement();
    assert_eq!(game.score(), -8);
    game.reserve(7);
    assert_eq!((game.right(), game.score()), ("prussia", -1));
    game.stop();
    assert_eq!(game.event("combat-lost")["losses"], 1);
    assert_eq!(game.troops("Friedrich") + game.troops("Heinrich"), 9);
}

#[test]
fn r10_6_a_nation_without_pieces_still_draws_and_re_enters() {
    let mut game = position().nation("hanover").draw_first(&["2H", "3H", "6S", "4H"]).game();
    game.end_movement();
    assert_eq!(game.hand("russia").len(), 4);
    game.act("russia", enter("Saltikov", "warszawa"));
    assert_eq!(game.city("Saltikov"), Some("warszawa"));
}

#[test]
fn r5_7_prussia_does_not_reconquer_what_france_has_in_hanover() {
    let pieces = position().put("Friedrich", "peine", 1).conquered("france", &["braunschweig"]);
    let mut game = pieces.game();
    game.march(&["Friedrich"], &["braunschweig", "schoeningen"]);
    game.end_movement();
    assert_eq!(game.conqueror("braunschweig"), Some("france"));
}

#[test]
fn r6_4_after_a_card_of_fate_is_read_troops_may_still_be_shifted() {
    let pieces = position().turn(6).nation("france").put("Soubise", "koblenz", 1);
    let pieces = pieces.put("Heinrich", "berlin", 4).put("Dohna", "berlin", 3);
    let mut game = pieces.fate_first(&["sweden"]).game();
    game.end_movement();
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    let troops = json!({"Heinrich": 6, "Dohna": 1});
    game.act("prussia", json!({"do": "redistribute", "city": "berlin", "troops": troops}));
    game.act("prussia", json!({"do": "fate", "choice": {"general": "Dohna"}}));
    assert_eq!((game.troops("Heinrich"), game.city("Dohna")), (7, None));
}

#[test]
fn r8_5_a_retreat_may_lead_through_a_city_just_vacated() {
    // Friedrich in Spandau has three neighbours, all Austrian; Daun loses first.
    let pieces = position().nation("austria").put("Friedrich", "spandau", 5);
    let pieces = pieces.put("Daun", "berlin", 3).put("Browne", "potsdam", 8);
    let mut game = pieces.put("Laudon", "velten", 1).game();
    game.end_movement();
    game.attack("berlin", "spandau");
    game.retreat("eberswalde");
    game.attack("potsdam", "spandau");
    let lost = game.event("combat-lost");
    assert_eq!((&lost["loser"], &lost["losses"]), (&json!("prussia"), &json!(3)));
    // Over Berlin, the one city of the three that is empty now.
    assert_eq!(game.event("retreated")["to"], "fuerstenwalde");
}

#[test]
fn r8_5_a_city_just_filled_bars_the_retreat_of_the_next() {
    // Neusalz is the only way out of Grünberg, where Browne loses after Daun has won.
    let set_up = || {
        let pieces = position().nation("austria").put("Daun", "steinau", 5);
        let pieces = pieces.put("Keith", "glogau", 4).put("Browne", "gruenberg", 4);
        let pieces = pieces.put("Heinrich", "crossen", 6).train("prussia", 1, "freystadt");
        let pieces = pieces.train("prussia", 2, "sorau").train("austria", 1, "zuellichau");
        let mut game = pieces.game();
        game.end_movement();
        game.attack("steinau", "glogau");
        game
    };
    let mut game = set_up();
    game.retreat("neusalz");
    assert_eq!(game.event("generals-removed")["pieces"], json!(["Browne"]));
    // Had Keith been sent elsewhere, Browne could have gone over Neusalz to empty Glogau.
    let mut game = set_up();
    game.retreat("wschowa");
    assert_eq!(game.city("Browne"), Some("glogau"));
}

#[test]
fn r8_2_no_city_is_chosen_while_another_one_is_farther() {
    let pieces = position().nation("austria").put("Daun", "berlin", 5).put("Keith", "spandau", 3);
    let mut game = pieces.game();
    game.end_movement();
    let of = |id| board().city(id).expect("a city");
    let cities: Vec<_> = game.state.retreat_options();
    assert!(cities.iter().all(|city| board().distance(*city, of("berlin")) == 3));
    // Two cities off lies Zossen, too, but nearer to Berlin.
    let near = json!({"do": "retreat", "to": "zossen"});
    game.refused("austria", near, "R8.2", "not-a-retreat-city");
}

#[test]
fn r8_3_a_retreat_may_lead_over_objectives_and_end_on_one() {
    // Magdeburg is an objective of France; Keith flees from Burg over it or to it.
    let pieces = position().nation("france").put("Richelieu", "genthin", 3);
    let mut game = pieces.put("Keith", "burg", 2).game();
    game.end_movement();
    assert_eq!(game.city("Keith"), Some("magdeburg"));
    let pieces = position().nation("france").put("Richelieu", "genthin", 5);
    let mut game = pieces.put("Keith", "burg", 3).game();
    game.end_movement();
    let over: Vec<_> = game.state.retreat_options();
    let magdeburg = board().city("magdeburg").expect("a city");
    assert!(over.iter().all(|city| board().adjacent(*city, magdeburg)), "{over:?}");
}

#[test]
fn r9_2_a_depot_city_does_not_act_as_a_train() {
    let pieces = position().nation("russia").put("Saltikov", "lipno", 1);
    let mut game = pieces.game();
    game.end_movement();
    assert!(game.face_down("Saltikov"), "Sierpc is one city away");
}

#[test]
fn r10_4_depot_cities_are_no_objectives() {
    let depots = board().city_ids().filter(|city| board().info(*city).depot_of.is_some());
    let depots: Vec<_> = depots.collect();
    assert_eq!(depots.len(), 10);
    assert!(depots.iter().all(|city| board().info(*city).objective.is_none()));
}

#[test]
fn r10_3_recruits_may_go_to_a_general_out_of_supply() {
    let pieces = position().nation("russia").put("Saltikov", "lipno", 1).face_down("Saltikov");
    let mut game = pieces.hand("russia", &["6S"]).game();
    game.act("russia", json!({"do": "recruit", "pay": ["6S"], "troops": {"Saltikov": 1}}));
    assert_eq!(game.troops("Saltikov"), 2);
}

#[test]
fn r10_4_a_general_and_a_train_do_not_share_a_depot_but_three_generals_do() {
    let set_up = || position().nation("russia").hand("russia", &["13S", "13H"]).game();
    let general = |name: &str| json!({"name": name, "city": "sierpc", "troops": 1});
    let both = json!({"do": "recruit", "pay": ["13S"], "generals": [general("Fermor")],
        "trains": [{"name": "Train 1", "city": "sierpc"}]});
    set_up().refused("russia", both, "R10.4", "no-room-to-enter");
    let three = json!({"do": "recruit", "pay": ["13S", "13H"],
        "generals": [general("Fermor"), general("Apraxin"), general("Tottleben")]});
    let mut game = set_up();
    game.act("russia", three);
    for name in ["Fermor", "Apraxin", "Tottleben"] {
        assert_eq!(game.city(name), Some("sierpc"));
    }
    let four = json!({"do": "recruit", "pay": ["13S", "13H"], "generals": [general("Fermor"),
        general("Apraxin"), general("Tottleben"), general("Saltikov")]});
    set_up().refused("russia", four, "R4.3", "stack-full");
}

/// Fermor in Sierpc; Apraxin wants to enter there.
fn sierpc() -> Game {
    let pieces = position().nation("russia").put("Fermor", "sierpc", 1);
    pieces.hand("russia", &["6S", "6H"]).game()
}

#[test]
fn r10_4_entering_where_a_general_stands_ends_the_movement_of_both() {
    let mut game = sierpc();
    game.refused(
        "russia",
        json!({"do": "recruit", "pay": ["6S"],
            "generals": [{"name": "Apraxin", "city": "sierpc", "troops": 0}]}),
        "R10.2",
        "reentry-needs-troop",
    );
    game.act("russia", enter("Apraxin", "sierpc"));
    game.no_march(&["Fermor"], &["lipno"], "R4.1", "has-moved");
    game.no_march(&["Fermor", "Apraxin"], &["lipno"], "R4.1", "has-moved");
}

#[test]
fn r10_4_the_first_general_may_move_away_and_then_another_or_a_train_enter() {
    let mut game = sierpc();
    game.march(&["Fermor"], &["lipno"]);
    game.act("russia", enter("Apraxin", "sierpc"));
    assert_eq!((game.city("Fermor"), game.city("Apraxin")), (Some("lipno"), Some("sierpc")));

    let mut game = sierpc();
    game.refused("russia", train("6H", "sierpc"), "R10.4", "no-room-to-enter");
    game.march(&["Fermor"], &["lipno"]);
    game.act("russia", train("6H", "sierpc"));
    assert_eq!(game.train_city("russia", 1), Some("sierpc"));
}

#[test]
fn r11_3_a_general_off_the_map_may_be_removed_and_never_comes_again() {
    let pieces = position().turn(6).nation("france").put("Soubise", "koblenz", 1);
    let pieces = pieces.put("Heinrich", "spandau", 1).hand("prussia", &["6S"]);
    let mut game = pieces.fate_first(&["sweden"]).game();
    game.end_movement();
    game.act("prussia", json!({"do": "fate", "choice": {"general": "Keith"}}));
    game.refused("prussia", enter("Keith", "berlin"), "R11.3", "gone-for-good");
    game.act("prussia", enter("Dohna", "berlin"));
}

#[test]
fn r11_7_who_may_not_attack_neither_moves_nor_enters_beside_an_enemy() {
    let pieces = || {
        let pieces = position().turn(7).nation("france").fate_text(5, "spades");
        pieces.put("Ferdinand", "lohr", 1).hand("france", &["6S"])
    };
    let mut game = pieces().put("Soubise", "kissingen", 1).game();
    game.no_march(&["Soubise"], &["gemuenden"], "R11.7", "may-not-attack");
    let mut game = pieces().put("Chevert", "kissingen", 1).game();
    game.refused("france", enter("Soubise", "gemuenden"), "R11.7", "may-not-attack");
    game.act("france", enter("Richelieu", "gemuenden"));
}

#[test]
fn r11_9_who_already_stands_beside_an_enemy_and_stays_attacks_as_usual() {
    // Soubise may not attack (5 spades).
    let pieces = position().turn(7).nation("france").fate_text(5, "spades");
    let mut game = pieces.put("Soubise", "gemuenden", 3).put("Ferdinand", "lohr", 1).game();
    game.end_movement();
    let due = json!([{"from": "gemuenden", "to": "lohr"}]);
    let fought = game.events("combat-began").len();
    assert!(game.event("combats-fixed")["combats"] == due || fought == 1, "{:?}", game.last);
    // At Halle (3 diamonds) neither side may come beside the other, but who stands there fights.
    let pieces = || position().turn(7).nation("austria").fate_text(3, "diamonds");
    let mut game = pieces().put("Daun", "halle", 3).put("Keith", "merseburg", 1).game();
    game.end_movement();
    assert_eq!(
        game.event("combats-fixed")["combats"],
        json!([{"from": "halle", "to": "merseburg"}])
    );
}

/// 7 diamonds is in force. Friedrich fights from Berlin or is attacked there.
fn friedrich_must_lead(active: &str, friedrich: u8, prussia: &[&str], austria: &[&str]) -> Game {
    let pieces = position().turn(7).nation(active).fate_text(7, "diamonds");
    let pieces = pieces.put("Friedrich", "berlin", friedrich).put("Daun", "spandau", 4);
    let pieces = pieces.hand("prussia", prussia).hand("austria", austria);
    let mut game = pieces.game();
    game.end_movement();
    game
}

#[test]
fn r11_8_friedrich_attacked_or_attacking_must_reach_a_positive_score() {
    for active in ["prussia", "austria"] {
        let mut game = friedrich_must_lead(active, 2, &["3S", "2S"], &["6S"]);
        let code = "must-reach-positive-score";
        game.refused("prussia", json!({"do": "stop"}), "R11.8", code);
        game.play("3S");
        assert_eq!((game.right(), game.score()), ("austria", -1));
        game.play("6S");
        // Once is enough.
        game.stop();
        assert_eq!(game.event("combat-lost")["loser"], "prussia");
    }
}

#[test]
fn r11_8_who_cannot_reach_it_plays_all_he_can() {
    let mut game = friedrich_must_lead("prussia", 1, &["2S", "13H"], &["6S"]);
    game.refused("prussia", json!({"do": "stop"}), "R11.8", "must-reach-positive-score");
    game.play("2S").stop();
    assert_eq!(game.event("combat-lost")["score"], -1);
}

#[test]
fn r11_8_prussia_may_draw_the_very_card_it_gave() {
    let pieces = position().turn(6).nation("france").put("Soubise", "koblenz", 1);
    let pieces = pieces.member("fate_text", json!({"card": "9", "suit": "diamonds"}));
    let pieces = pieces.phase("fate").member("fate_choice", json!({"kind": "text"}));
    let mut game = pieces.hand("prussia", &["2S"]).game();
    // Austria holds no other card.
    game.act("prussia", json!({"do": "fate", "choice": {"card": "2S"}}));
    assert_eq!(game.events("cards-exchanged").len(), 1);
    assert!(game.hand("prussia").contains(&"2S".to_owned()));
    assert!(game.hand("austria").is_empty());
}
