//! R9: supply.

use serde_json::json;

use super::support::{Game, Position, position};

/// The action of the active nation ends without a move.
fn checked(position: Position) -> Game {
    let mut game = position.game();
    game.end_movement();
    game
}

/// Richelieu in Emden at the end of the world: Leer 1, then Oldenburg 2 and so on to Verden 6, or
/// Papenburg 2 and so on to Osnabrück 6.
fn emden() -> Position {
    position().nation("france").put("Richelieu", "emden", 5)
}

#[test]
fn r9_1_at_home_a_general_is_supplied() {
    let homes = [
        ("prussia", "Friedrich", "koenigsberg-east-prussia"),
        ("hanover", "Ferdinand", "hannover"),
        ("sweden", "Ehrensvärd", "wismar"),
        ("austria", "Daun", "prag"),
        ("imperial-army", "Hildburghausen", "dresden"),
        ("imperial-army", "Hildburghausen", "erlangen"),
    ];
    for (nation, general, city) in homes {
        let game = checked(position().nation(nation).put(general, city, 1));
        assert!(!game.face_down(general), "{general} in {city}");
    }
    // Prussia defends Saxony, but it is not its home; nor is an ally's country.
    for (nation, general, city) in [
        ("prussia", "Friedrich", "dresden"),
        ("prussia", "Friedrich", "hannover"),
        ("austria", "Daun", "erlangen"),
        ("sweden", "Ehrensvärd", "rostock"),
    ] {
        let game = checked(position().nation(nation).put(general, city, 1));
        assert!(game.face_down(general), "{general} in {city}");
    }
}

#[test]
fn r9_1_russians_and_french_are_supplied_on_their_depots_only() {
    let of = |nation, general, city: &str| {
        checked(position().nation(nation).put(general, city, 1)).face_down(general)
    };
    assert!(!of("russia", "Fermor", "sierpc") && !of("russia", "Fermor", "warszawa"));
    assert!(of("russia", "Fermor", "rypin") && of("russia", "Fermor", "koblenz"));
    assert!(!of("france", "Soubise", "koblenz") && !of("france", "Soubise", "gemuenden"));
    assert!(of("france", "Soubise", "lohr"));
}

#[test]
fn r9_2_a_path_of_six_cities_to_a_train_suffices() {
    assert!(!checked(emden().train("france", 1, "verden")).face_down("Richelieu"));
    assert!(checked(emden().train("france", 1, "nienburg")).face_down("Richelieu"));
    // Another nation's train does not help.
    assert!(checked(emden().train("austria", 1, "leer")).face_down("Richelieu"));
    // Depot cities do not act as trains.
    let beside = position().nation("france").put("Richelieu", "boppard", 1);
    assert!(checked(beside).face_down("Richelieu"));
}

#[test]
fn r9_2_one_train_serves_any_number() {
    let pieces = emden().put("Soubise", "delmenhorst", 1).put("Chevert", "rotenburg", 1);
    let game = checked(pieces.train("france", 1, "verden"));
    assert!(["Richelieu", "Soubise", "Chevert"].iter().all(|general| !game.face_down(general)));
}

#[test]
fn r9_2_the_path_passes_friends_and_not_enemies() {
    let supplied = |pieces: Position| !checked(pieces).face_down("Richelieu");
    let train = || emden().train("france", 1, "verden");
    // Own generals, allies' generals and allies' trains may be passed,
    assert!(supplied(train().put("Soubise", "leer", 1)));
    assert!(supplied(train().put("Daun", "leer", 1)));
    assert!(supplied(train().train("imperial-army", 1, "leer")));
    // hostile generals and hostile trains not.
    assert!(!supplied(train().put("Ferdinand", "oldenburg-hunte", 1)));
    assert!(!supplied(train().train("hanover", 1, "leer")));
    assert!(!supplied(train().train("prussia", 1, "oldenburg-hunte")));
    // Round about is as good, while it has no more than six cities.
    assert!(supplied(train().put("Ferdinand", "cloppenburg", 1)));
    assert!(supplied(emden().train("france", 1, "osnabrueck").put(
        "Ferdinand",
        "oldenburg-hunte",
        1
    )));
}

#[test]
fn r9_2_prussia_and_hanover_pass_one_another() {
    let pieces = position().nation("hanover").put("Ferdinand", "emden", 1);
    let pieces = pieces.put("Friedrich", "leer", 1).train("prussia", 1, "oldenburg-hunte");
    assert!(!checked(pieces.train("hanover", 1, "verden")).face_down("Ferdinand"));
}

#[test]
fn r9_3_without_supply_he_is_flipped_then_turned_up_or_removed() {
    let game = checked(emden());
    assert!(game.face_down("Richelieu"));
    assert_eq!(game.event("flipped-down")["cause"], "supply");
    assert_eq!(game.troops("Richelieu"), 5);

    let game = checked(emden().face_down("Richelieu").train("france", 1, "leer"));
    assert!(!game.face_down("Richelieu"));
    assert_eq!(game.event("turned-up")["pieces"], json!(["Richelieu"]));

    let game = checked(emden().face_down("Richelieu"));
    assert_eq!(game.city("Richelieu"), None);
    assert_eq!(game.event("generals-removed")["cause"], "no-supply");
    assert_eq!(game.event("troops-lost")["troops"], 5);
    assert!(!game.face_down("Richelieu"));
}

#[test]
fn r9_3_a_stack_shares_its_fate() {
    let stack = || emden().put("Soubise", "emden", 3);
    let game = checked(stack());
    assert!(game.face_down("Richelieu") && game.face_down("Soubise"));
    let game = checked(stack().face_down("Richelieu").face_down("Soubise"));
    assert_eq!((game.city("Richelieu"), game.city("Soubise")), (None, None));
    assert_eq!(game.event("troops-lost")["total"], 0);
}

#[test]
fn r9_4_joining_a_face_down_general_turns_all_face_down() {
    for (moves, stays) in [("Richelieu", "Soubise"), ("Soubise", "Richelieu")] {
        let pieces = position().nation("france").put(moves, "leer", 1).put(stays, "emden", 1);
        let mut game = pieces.face_down("Richelieu").game();
        game.march(&[moves], &["emden"]);
        assert!(game.face_down("Richelieu") && game.face_down("Soubise"));
        assert_eq!(game.event("flipped-down")["pieces"], json!(["Soubise"]));
        // In phase 5 of this action both are found without supply and face down.
        game.end_movement();
        assert_eq!((game.city("Richelieu"), game.city("Soubise")), (None, None));
    }
}

#[test]
fn r9_4_face_up_generals_who_join_stay_face_up() {
    let pieces = position().nation("france").put("Richelieu", "leer", 1);
    let mut game = pieces.put("Soubise", "emden", 1).game();
    game.march(&["Richelieu"], &["emden"]);
    assert!(!game.face_down("Richelieu") && !game.face_down("Soubise"));
    assert!(game.events("flipped-down").is_empty());
}

#[test]
fn r9_5_face_down_generals_do_everything_as_usual() {
    let pieces = position().nation("austria").put("Daun", "schweidnitz", 4).face_down("Daun");
    let pieces =
        pieces.put("Keith", "steinau", 1).hand("austria", &["6S"]).hand("prussia", &["2H"]);
    let mut game = pieces.train("prussia", 1, "neumarkt").game();
    game.act("austria", json!({"do": "recruit", "pay": ["6S"], "troops": {"Daun": 1}}));
    game.march(&["Daun"], &["breslau", "neumarkt"]);
    assert_eq!(game.events("train-eliminated").len(), 1);
    game.end_movement();
    assert_eq!((game.right(), game.score()), ("prussia", -4));
    game.stop();
    assert_eq!(game.event("combat-lost")["winner"], "austria");
    assert_eq!(game.conqueror("breslau"), Some("austria"));
    // And in a stack, face-down generals protect and are supreme commanders, as ever.
    let game = position().put("Keith", "glogau", 1).face_down("Keith").game();
    let breslau = feldpost::game::board().city("breslau").expect("a city");
    let objective = feldpost::game::board().info(breslau).objective.expect("an objective");
    assert!(game.state.is_protected(objective));
}

#[test]
fn r9_6_supply_is_checked_for_the_active_nation_only() {
    let pieces = emden().nation("austria").put("Daun", "prag", 1).put("Friedrich", "dresden", 1);
    let game = checked(pieces.face_down("Friedrich"));
    assert!(!game.face_down("Richelieu"));
    assert_eq!(game.city("Friedrich"), Some("dresden"));
    assert!(game.face_down("Friedrich"));
}

#[test]
fn r9_6_during_the_movement_nothing_is_checked() {
    let pieces = emden().face_down("Richelieu").train("france", 1, "leer");
    let mut game = pieces.game();
    game.march(&["Train 1"], &["oldenburg-hunte", "delmenhorst"]);
    assert_eq!(game.city("Richelieu"), Some("emden"));
    assert!(game.face_down("Richelieu"), "he is turned up in phase 5, not before");
    game.end_movement();
    assert!(!game.face_down("Richelieu"));
}

#[test]
fn r9_7_a_general_eliminates_a_hostile_train_and_must_stop_there() {
    let pieces = position().put("Friedrich", "berlin", 1).put("Heinrich", "velten", 1);
    let mut game = pieces.train("austria", 1, "spandau").game();
    let path = ["spandau", "velten"];
    game.no_march(&["Friedrich"], &path, "R9.7", "must-stop-at-train");
    assert!(!game.reach(&["Friedrich"]).contains(&"rathenow"));
    game.march(&["Friedrich"], &path[..1]);
    let event = game.event("train-eliminated");
    assert_eq!((&event["nation"], &event["train"]), (&json!("austria"), &json!("Train 1")));
    assert_eq!((game.city("Friedrich"), game.train_city("austria", 1)), (Some("spandau"), None));
    // The train may come again; Heinrich passes no train any more but joins Friedrich.
    game.march(&["Heinrich"], &["spandau"]);
}

#[test]
fn r9_7_a_stack_does_so_too_and_at_the_end_of_a_long_way() {
    let pieces = position().put("Friedrich", "berlin", 1).put("Winterfeldt", "berlin", 1);
    let pieces = pieces.train("austria", 1, "fehrbellin");
    let mut game = pieces.put("Heinrich", "berlin", 1).game();
    let three = ["Friedrich", "Winterfeldt", "Heinrich"];
    assert_eq!(game.march_to(&three, "fehrbellin"), ["spandau", "velten", "fehrbellin"]);
    assert_eq!(game.event("train-eliminated")["by"], json!(three));
}

#[test]
fn r9_7_trains_do_not_hurt_one_another() {
    let pieces = position().train("prussia", 1, "berlin").train("austria", 1, "spandau");
    let mut game = pieces.game();
    game.no_march(&["Train 1"], &["spandau"], "R4.2", "occupied");
    game.end_movement();
    assert_eq!(game.train_city("austria", 1), Some("spandau"));
}
