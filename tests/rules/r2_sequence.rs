//! R2: the sequence of play.

use feldpost::game::Setup;
use serde_json::json;

use super::support::{Game, position, texts};

/// A new game in which all have allotted.
fn begun() -> Game {
    let mut game = Game::new(Setup::default());
    let allotments = [
        (
            "prussia",
            json!({"Friedrich": 4, "Winterfeldt": 4, "Heinrich": 4, "Schwerin": 4,
            "Keith": 4, "Seydlitz": 4, "Dohna": 4, "Lehwaldt": 4}),
        ),
        ("hanover", json!({"Ferdinand": 6, "Cumberland": 6})),
        ("russia", json!({"Saltikov": 4, "Fermor": 4, "Apraxin": 4, "Tottleben": 4})),
        ("austria", json!({"Daun": 6, "Browne": 6, "Karl": 6, "Laudon": 6, "Lacy": 6})),
        ("france", json!({"Richelieu": 7, "Soubise": 7, "Chevert": 6})),
    ];
    for (nation, troops) in allotments {
        game.act(nation, json!({"do": "allot", "troops": troops}));
    }
    game
}

/// France discards what it drew first.
fn france_discards(game: &mut Game) {
    let answer = game.answers().remove(0);
    game.act("france", answer);
}

#[test]
fn r2_1_the_seven_nations_act_in_their_order_turn_after_turn() {
    let mut game = begun();
    let order = ["prussia", "hanover", "russia", "sweden", "austria", "imperial-army", "france"];
    for turn in 1..=3 {
        assert_eq!(game.state.turn(), turn);
        for nation in order {
            assert_eq!(game.active(), nation);
            if nation == "france" {
                assert_eq!(game.awaited(), [("france", "discard")]);
                france_discards(&mut game);
            }
            assert_eq!(game.awaited(), [(nation, "movement")]);
            game.end_movement();
        }
    }
}

#[test]
fn r2_1_a_nation_that_has_left_is_skipped() {
    let pieces = position().turn(7).nation("hanover").put("Ferdinand", "stade", 1);
    let mut game = pieces.strokes(&["elisabeth", "india", "america"]).fate_first(&["1"]).game();
    for nation in ["sweden", "austria", "imperial-army", "prussia"] {
        game.end_movement();
        assert_eq!(game.active(), nation);
    }
    assert_eq!(game.state.turn(), 8);
}

#[test]
fn r2_2_the_phases_of_an_action_follow_one_another() {
    // Daun drives Keith from the objective he marked, and stands there without supply.
    let pieces = position().nation("austria").put("Daun", "schweidnitz", 8);
    let mut game = pieces.put("Keith", "steinau", 1).game();
    game.march(&["Daun"], &["breslau", "neumarkt"]);
    game.end_movement();
    let kinds = [
        "movement-ended",
        "combats-fixed",
        "combat-began",
        "combat-lost",
        "conquered",
        "flipped-down",
        "action-began",
        "drew",
    ];
    let mut told: Vec<String> = game
        .last
        .iter()
        .map(|event| serde_json::to_value(event).expect("JSON")["event"].to_string())
        .map(|kind| kind.trim_matches('"').to_owned())
        .filter(|kind| kinds.contains(&kind.as_str()))
        .collect();
    told.dedup();
    assert_eq!(told, kinds);
}

#[test]
fn r2_2_one_nation_at_a_time_acts_and_only_in_the_phase_it_is_at() {
    let pieces = position().put("Friedrich", "berlin", 8).put("Ferdinand", "stade", 8);
    let mut game = pieces
        .put("Daun", "spandau", 8)
        .put("Browne", "bernau", 8)
        .hand("prussia", &["10S"])
        .hand("austria", &["5S"])
        .game();
    let out_of_turn = [
        ("hanover", json!({"do": "move", "pieces": ["Ferdinand"], "path": ["winsen"]})),
        ("hanover", json!({"do": "end-movement"})),
        ("hanover", json!({"do": "recruit", "pay": ["10S"], "troops": {"Ferdinand": 1}})),
        ("austria", json!({"do": "move", "pieces": ["Daun"], "path": ["potsdam"]})),
        ("prussia", json!({"do": "attack", "from": "berlin", "to": "spandau"})),
        ("prussia", json!({"do": "play", "card": "10S"})),
        ("prussia", json!({"do": "stop"})),
        ("prussia", json!({"do": "retreat", "to": "potsdam"})),
        ("prussia", json!({"do": "discard", "card": "10S"})),
        ("prussia", json!({"do": "offensive-option", "card": "10S"})),
        ("prussia", json!({"do": "fate", "choice": null})),
        ("prussia", json!({"do": "reconquest", "cities": ["rastenburg", "ortelsburg"]})),
        ("prussia", json!({"do": "withdraw", "stack": "berlin", "to": "potsdam"})),
        ("prussia", json!({"do": "stay"})),
        ("prussia", json!({"do": "allot", "troops": {"Friedrich": 8}})),
    ];
    for (nation, order) in out_of_turn {
        let reason = game.refused(nation, order, "R2.2", "not-awaited");
        assert_eq!(reason["awaited"], json!([{"nation": "prussia", "kind": "movement"}]));
    }
    game.end_movement();
    assert_eq!(game.awaited(), [("prussia", "attack")]);
    let late = json!({"do": "move", "pieces": ["Friedrich"], "path": ["potsdam"]});
    game.refused("prussia", late, "R2.2", "not-awaited");
    game.attack("berlin", "spandau");
    assert_eq!(game.awaited(), [("prussia", "play")]);
    game.refused("austria", json!({"do": "play", "card": "5S"}), "R2.2", "not-awaited");
    game.refused(
        "prussia",
        json!({"do": "attack", "from": "berlin", "to": "bernau"}),
        "R2.2",
        "not-awaited",
    );
}

#[test]
fn r2_3_turns_1_to_5_just_end() {
    let mut game = position().turn(5).nation("france").put("Soubise", "fulda", 1).game();
    let deck = game.state.dump()["fate_deck"].clone();
    game.end_movement();
    assert!(game.events("fate-drawn").is_empty());
    assert_eq!(game.event("turn-began")["turn"], 6);
    assert_eq!(game.state.dump()["fate_deck"], deck);
}

#[test]
fn r2_3_from_turn_6_on_a_card_of_fate_is_drawn_and_put_under_the_deck() {
    let pieces = position().turn(6).nation("france").put("Soubise", "fulda", 1);
    let mut game = pieces.fate_first(&["1", "lord-bute"]).game();
    game.end_movement();
    assert_eq!(game.event("fate-drawn")["card"], "1");
    let deck = texts(&game.state.dump()["fate_deck"]);
    assert_eq!((deck.len(), deck[0].as_str(), deck[17].as_str()), (18, "lord-bute", "1"));
    assert_eq!((game.state.turn(), game.active()), (7, "prussia"));
}

#[test]
fn r2_3_before_the_card_is_drawn_the_winners_are_looked_for() {
    let pieces = position().turn(6).nation("france").put("Soubise", "fulda", 1);
    let mut game = pieces.conquered_but("france", &[]).game();
    game.end_movement();
    assert!(game.events("fate-drawn").is_empty());
    assert_eq!(game.awaited(), [("france", "game-over")]);
}
