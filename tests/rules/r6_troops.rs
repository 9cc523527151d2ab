//! R6: troops.

use feldpost::game::{Audience, Nation, Seat, State};
use serde_json::{Value, json};

use super::support::{Game, position};

fn share(city: &str, troops: Value) -> Value {
    json!({"do": "redistribute", "city": city, "troops": troops})
}

/// Friedrich and Keith in Berlin with 4 and 5 troops.
fn friedrich_and_keith() -> Game {
    position().put("Friedrich", "berlin", 4).put("Keith", "berlin", 5).game()
}

#[test]
fn r6_1_the_total_is_public_and_the_split_secret() {
    let game = friedrich_and_keith();
    for seat in [None, Some(Seat::Pompadour), Some(Seat::Frederick)] {
        let view = game.state.view(seat);
        assert_eq!((view.nations[0].troops, view.nations[0].maximum), (9, 32));
        let general = |name| view.pieces.iter().find(|piece| piece.piece.name() == name);
        let known = ["Friedrich", "Keith"].map(|name| general(name).expect("a piece").troops);
        let secret = seat != Some(Seat::Frederick);
        assert_eq!(known, if secret { [None, None] } else { [Some(4), Some(5)] });
    }
}

#[test]
fn r6_1_who_redistributes_tells_nobody() {
    let mut game = friedrich_and_keith();
    let seen = |game: &Game| serde_json::to_string(&game.state.view(None)).expect("JSON");
    let before = seen(&game);
    game.act("prussia", share("berlin", json!({"Friedrich": 8, "Keith": 1})));
    assert_eq!(seen(&game), before);
    assert!(game.last.iter().all(|event| event.audience() == Audience::Owner(Nation::Prussia)));
}

#[test]
fn r6_2_a_general_commands_one_to_eight() {
    let mut game = friedrich_and_keith();
    for (friedrich, keith) in [(0, 9), (9, 0)] {
        let order = share("berlin", json!({"Friedrich": friedrich, "Keith": keith}));
        game.refused("prussia", order, "R6.2", "redistribute-bounds");
    }
    game.act("prussia", share("berlin", json!({"Friedrich": 1, "Keith": 8})));
    let fault = |troops| {
        let json = position().put("Friedrich", "berlin", troops).json();
        State::load(json).expect_err("inconsistent").to_string()
    };
    assert!(fault(0).contains("Friedrich") && fault(0).contains("R6.2"));
    assert!(fault(9).contains("Friedrich") && fault(9).contains("R6.2"));
}

#[test]
fn r6_2_a_stack_fights_with_one_pool() {
    let pieces = position().put("Friedrich", "berlin", 8).put("Keith", "berlin", 8);
    let mut game = pieces.put("Heinrich", "berlin", 8).put("Daun", "spandau", 8).game();
    game.end_movement();
    assert_eq!(game.event("combat-began")["attacker"]["troops"], 24);
}

#[test]
fn r6_3_generals_who_cannot_be_led_go_from_the_highest_rank_number() {
    // Three generals with five troops lose three: two troops lead two generals.
    let pieces = position().nation("austria").put("Daun", "spandau", 8);
    let pieces = pieces.put("Heinrich", "berlin", 1).put("Keith", "berlin", 1);
    let mut game = pieces.put("Winterfeldt", "berlin", 3).game();
    game.end_movement();
    assert_eq!(game.event("combat-lost")["losses"], 3);
    assert_eq!(game.event("generals-removed")["pieces"], json!(["Keith"]));
    assert_eq!(game.city("Keith"), None);
    assert_eq!((game.troops("Winterfeldt"), game.troops("Heinrich")), (1, 1));
    assert_eq!(game.troops("Keith"), 0);
}

#[test]
fn r6_3_with_no_troop_left_all_go_and_may_come_again() {
    let pieces = position().nation("austria").put("Daun", "spandau", 8);
    let mut game = pieces.put("Heinrich", "berlin", 1).put("Keith", "berlin", 1).game();
    game.end_movement();
    assert_eq!(game.event("generals-removed")["pieces"], json!(["Heinrich", "Keith"]));
    assert_eq!((game.city("Heinrich"), game.city("Keith")), (None, None));
    let json = game.state.dump();
    let keith = json["pieces"].as_array().expect("pieces").iter().find(|p| p["name"] == "Keith");
    assert_eq!(keith.expect("Keith")["city"], Value::Null);
}

#[test]
fn r6_3_a_stack_that_can_lead_the_rest_loses_nobody() {
    let pieces = position().nation("austria").put("Daun", "spandau", 8);
    let mut game = pieces.put("Heinrich", "berlin", 1).put("Keith", "berlin", 5).game();
    game.end_movement();
    assert_eq!(game.event("combat-lost")["losses"], 2);
    assert!(game.events("generals-removed").is_empty());
    assert_eq!(game.troops("Heinrich") + game.troops("Keith"), 4);
}

#[test]
fn r6_4_the_owner_redistributes_within_a_stack_at_any_time() {
    let order = || share("berlin", json!({"Friedrich": 7, "Keith": 2}));
    let stack = || position().put("Friedrich", "berlin", 4).put("Keith", "berlin", 5);
    // In another nation's action,
    let mut game = stack().nation("austria").put("Daun", "spandau", 8).game();
    game.act("prussia", order());
    assert_eq!((game.troops("Friedrich"), game.troops("Keith")), (7, 2));
    // during a combat, one's own or not,
    let mut game =
        stack().nation("austria").put("Daun", "spandau", 8).hand("austria", &["2S"]).game();
    game.end_movement();
    assert_eq!(game.awaited(), [("austria", "play")]);
    game.act("prussia", order());
    assert_eq!(game.score(), -1);
    // and before the discard of France.
    let mut game = stack().nation("imperial-army").game();
    game.end_movement();
    assert_eq!(game.awaited(), [("france", "discard")]);
    game.act("prussia", order());
    assert_eq!(game.troops("Keith"), 2);
}

#[test]
fn r6_4_only_within_a_stack_and_only_all_its_troops() {
    let pieces = position().put("Friedrich", "berlin", 4).put("Keith", "berlin", 5);
    let pieces = pieces.put("Heinrich", "spandau", 3).put("Daun", "potsdam", 3);
    let mut game = pieces.train("prussia", 1, "bernau").game();
    let elsewhere = share("berlin", json!({"Friedrich": 5, "Heinrich": 2}));
    game.refused("prussia", elsewhere, "R6.4", "not-in-stack");
    game.refused("prussia", share("zossen", json!({"Friedrich": 4})), "R6.4", "no-stack-there");
    game.refused("prussia", share("bernau", json!({"Friedrich": 4})), "R6.4", "no-stack-there");
    game.refused("austria", share("berlin", json!({"Daun": 3})), "R6.4", "no-stack-there");
    let more = share("berlin", json!({"Friedrich": 5, "Keith": 5}));
    let reason = game.refused("prussia", more, "R6.4", "redistribute-total");
    assert_eq!((&reason["given"], &reason["total"]), (&json!(10), &json!(9)));
    game.refused("prussia", share("berlin", json!({"Friedrich": 3})), "R6.4", "redistribute-total");
}

#[test]
fn r6_4_a_general_is_never_removed_voluntarily() {
    let mut game = position().put("Friedrich", "berlin", 4).put("Keith", "berlin", 4).game();
    let order = share("berlin", json!({"Friedrich": 8, "Keith": 0}));
    game.refused("prussia", order, "R6.2", "redistribute-bounds");
}

#[test]
fn r6_4_not_before_the_troops_are_allotted() {
    let mut game = Game::new(feldpost::game::Setup::default());
    let order = share("oschatz", json!({"Friedrich": 8, "Winterfeldt": 8}));
    game.refused("prussia", order, "R2.2", "not-awaited");
}

#[test]
fn r6_5_no_nation_has_more_troops_than_it_started_with() {
    let pieces = position().nation("sweden").put("Ehrensvärd", "stralsund", 3);
    let mut game = pieces.hand("sweden", &["13S", "12S", "11S"]).game();
    let two = json!({"do": "recruit", "pay": ["13S"], "troops": {"Ehrensvärd": 2}});
    let reason = game.refused("sweden", two, "R6.5", "nation-maximum");
    assert_eq!((&reason["maximum"], &reason["would_be"]), (&json!(4), &json!(5)));
    game.act("sweden", json!({"do": "recruit", "pay": ["12S"], "troops": {"Ehrensvärd": 1}}));
    assert_eq!(game.troops("Ehrensvärd"), 4);
    let json = position().put("Ehrensvärd", "stralsund", 5).json();
    let fault = State::load(json).expect_err("inconsistent").to_string();
    assert!(fault.contains("sweden") && fault.contains("R6.5"), "{fault}");
}
