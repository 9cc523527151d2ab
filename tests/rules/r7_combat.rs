//! R7: combat.

use feldpost::game::{Seat, State};
use serde_json::{Value, json};

use super::support::{Game, Position, position};

/// Friedrich in Berlin and Daun beside him in Spandau, both in sector d2, spades; Prussia is about
/// to end its movement.
fn berlin(friedrich: u8, daun: u8) -> Position {
    position().put("Friedrich", "berlin", friedrich).put("Daun", "spandau", daun)
}

fn fight(position: Position) -> Game {
    let mut game = position.game();
    game.end_movement();
    game
}

fn pairs(game: &Game) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a city").to_owned();
    let combats = game.event("combats-fixed")["combats"].clone();
    let combats = combats.as_array().expect("a list").clone();
    combats.iter().map(|pair| (text(&pair["from"]), text(&pair["to"]))).collect()
}

fn pair(from: &str, to: &str) -> (String, String) {
    (from.to_owned(), to.to_owned())
}

#[test]
fn r7_1_every_general_attacks_each_enemy_beside_him() {
    let pieces = berlin(5, 3).put("Browne", "bernau", 3).put("Heinrich", "velten", 2);
    let game = fight(pieces.put("Karl", "zossen", 3));
    let expected = [pair("berlin", "bernau"), pair("berlin", "spandau"), pair("velten", "spandau")];
    assert_eq!(pairs(&game), expected);
    assert_eq!(game.awaited(), [("prussia", "attack")]);
    assert_eq!(game.answers().len(), 3);
}

#[test]
fn r7_1_the_active_player_chooses_the_order() {
    let pieces = berlin(5, 5).put("Browne", "bernau", 4).hand("prussia", &["2H"]);
    let mut game = fight(pieces.hand("austria", &["2H"]));
    let order = |from: &str, to: &str| json!({"do": "attack", "from": from, "to": to});
    game.refused("prussia", order("spandau", "berlin"), "R7.1", "no-such-combat");
    game.refused("prussia", order("berlin", "potsdam"), "R7.1", "no-such-combat");
    game.refused("austria", order("berlin", "bernau"), "R2.2", "not-awaited");
    game.attack("berlin", "bernau");
    assert_eq!(game.state.combat().map(|combat| combat.to.id()), Some("bernau"));
}

#[test]
fn r7_1_only_the_active_nation_attacks() {
    // Ferdinand stands beside Daun, too, but it is Prussia's action.
    let pieces = berlin(5, 5).put("Ferdinand", "potsdam", 8).hand("prussia", &["2S"]);
    assert_eq!(pairs(&fight(pieces)), [pair("berlin", "spandau")]);
}

#[test]
fn r7_1_trains_and_generals_farther_off_are_not_attacked() {
    let pieces = position().put("Friedrich", "berlin", 5).train("austria", 1, "spandau");
    let game = fight(pieces.put("Daun", "zossen", 5).train("prussia", 1, "luckenwalde"));
    assert!(game.events("combats-fixed").is_empty());
    assert_eq!(game.active(), "hanover");
}

#[test]
fn r7_1_the_pairs_are_fixed_at_the_start_of_the_phase() {
    // Daun loses and retreats beside Heinrich in Fehrbellin: they do not fight.
    let pieces = berlin(8, 7).put("Heinrich", "fehrbellin", 8).put("Browne", "bernau", 1);
    let mut game = fight(pieces);
    game.attack("berlin", "spandau");
    assert_eq!(game.city("Daun"), Some("velten"));
    assert!(game.state.combats().iter().all(|(_, to)| to.id() == "bernau"));
}

/// No position may hold a score that no cards lead to: whoever computes with it counts on that.
#[test]
fn r7_2_a_score_that_no_combat_has_is_refused() {
    let game = fight(berlin(5, 3).hand("austria", &["2S"]));
    let with = |score: i64| {
        let mut json = game.state.dump();
        json["combat"]["score"] = score.into();
        State::load(json).map(drop)
    };
    with(-40).expect("cards can lead to it");
    for score in [1, -65, -32768] {
        assert!(with(score).expect_err("refused").to_string().contains("R7"), "{score}");
    }
}

#[test]
fn r7_2_both_declare_their_total_and_never_the_split() {
    let pieces = berlin(5, 3).put("Heinrich", "berlin", 1).hand("austria", &["2S"]);
    let game = fight(pieces);
    let began = game.event("combat-began");
    assert_eq!(began["attacker"]["troops"], 6);
    assert_eq!(began["defender"]["troops"], 3);
    assert_eq!(began["attacker"]["pieces"], json!(["Friedrich", "Heinrich"]));
    assert_eq!((&began["score"], &began["right"]), (&json!(-3), &json!("austria")));
    let view = game.state.view(Some(Seat::MariaTheresa));
    assert!(view.pieces.iter().filter(|p| p.nation.id() == "prussia").all(|p| p.troops.is_none()));
}

#[test]
fn r7_3_the_weaker_side_plays_until_its_score_is_zero_or_better() {
    let pieces = berlin(2, 8).hand("prussia", &["2S", "3S", "4S"]).hand("austria", &["5S", "9S"]);
    let mut game = fight(pieces);
    assert_eq!((game.right(), game.score()), ("prussia", -6));
    game.play("2S");
    assert_eq!((game.right(), game.score()), ("prussia", -4));
    game.play("4S");
    assert_eq!((game.right(), game.score()), ("austria", 0));
    game.play("5S");
    assert_eq!((game.right(), game.score()), ("prussia", -5));
}

#[test]
fn r7_3_the_sign_turns_with_the_right() {
    let pieces = berlin(2, 8).hand("prussia", &["13S"]).hand("austria", &["2S"]);
    let mut game = fight(pieces);
    game.play("13S");
    assert_eq!((game.right(), game.score()), ("austria", -7));
    game.refused("prussia", json!({"do": "stop"}), "R2.2", "not-awaited");
}

#[test]
fn r7_3_cards_have_the_suit_of_the_sector_or_are_reserves() {
    let pieces = berlin(2, 8).hand("prussia", &["10H", "3S", "R"]);
    let mut game = fight(pieces);
    let reason =
        game.refused("prussia", json!({"do": "play", "card": "10H"}), "R7.3", "wrong-suit");
    assert_eq!(reason["suit"], "spades");
    // One suited card, ten values of the Reserve, and to stop.
    assert_eq!(game.answers().len(), 1 + 10 + 1);
    game.reserve(2).play("3S");
    assert_eq!(game.event("card-played")["score"], -1);
}

#[test]
fn r7_4_who_will_not_or_cannot_play_is_defeated() {
    let pieces = berlin(4, 6).hand("prussia", &["10S"]).hand("austria", &["10S/2"]);
    let mut game = fight(pieces);
    game.stop();
    let lost = game.event("combat-lost");
    assert_eq!((&lost["loser"], &lost["winner"]), (&json!("prussia"), &json!("austria")));
    // An empty hand is public: nobody is asked.
    let game = fight(berlin(4, 6));
    assert_eq!(game.event("combat-lost")["loser"], "prussia");
    // A hand without the suit is not: the answer is awaited.
    let game = fight(berlin(4, 6).hand("prussia", &["10H"]));
    assert_eq!(game.awaited(), [("prussia", "play")]);
    assert_eq!(game.answers(), [json!({"do": "stop"})]);
}

#[test]
fn r7_5_at_zero_a_player_with_the_suit_must_play() {
    let pieces = berlin(4, 6).hand("prussia", &["2S", "3S"]).hand("austria", &["3S/2", "R"]);
    let mut game = fight(pieces);
    game.play("2S");
    assert_eq!((game.right(), game.score()), ("austria", 0));
    let reason = game.refused("austria", json!({"do": "stop"}), "R7.5", "must-play");
    assert_eq!(reason["suit"], "spades");
    assert!(!game.answers().contains(&json!({"do": "stop"})));
    // A Reserve will do as well.
    game.reserve(1);
    assert_eq!((game.right(), game.score()), ("prussia", -1));
}

#[test]
fn r7_5_a_reserve_need_not_be_played_and_the_combat_is_a_draw() {
    let pieces = berlin(4, 6).hand("prussia", &["2S"]).hand("austria", &["R", "13H"]);
    let mut game = fight(pieces);
    game.play("2S").stop();
    let drawn = game.event("combat-drawn");
    assert_eq!((&drawn["attacker"], &drawn["defender"]), (&json!("prussia"), &json!("austria")));
    assert_eq!((game.city("Friedrich"), game.city("Daun")), (Some("berlin"), Some("spandau")));
    assert_eq!((game.troops("Friedrich"), game.troops("Daun")), (4, 6));
    assert!(game.events("combat-lost").is_empty() && game.events("retreated").is_empty());
}

#[test]
fn r7_6_with_equal_strength_the_attacker_has_the_right() {
    let pieces = || berlin(4, 4).hand("prussia", &["2H"]).hand("austria", &["2H/2"]);
    let game = fight(pieces());
    assert_eq!((game.right(), game.score()), ("prussia", 0));
    let game = fight(pieces().nation("austria"));
    assert_eq!((game.right(), game.score()), ("austria", 0));
}

#[test]
fn r7_7_the_loser_loses_its_score_and_the_winner_nothing() {
    let mut game = fight(berlin(6, 4).hand("austria", &["2H"]));
    game.stop();
    assert_eq!(game.event("combat-lost")["score"], -2);
    assert_eq!((game.troops("Daun"), game.troops("Friedrich")), (2, 6));
    assert_eq!(game.city("Friedrich"), Some("berlin"));
    assert_eq!(game.awaited(), [("prussia", "retreat")]);
    assert_eq!(game.state.pending_retreat().map(|retreat| retreat.length), Some(2));
}

#[test]
fn r7_7_at_most_all_are_lost() {
    let game = fight(berlin(8, 1).hand("prussia", &["13S"]));
    let lost = game.event("combat-lost");
    assert_eq!((&lost["score"], &lost["losses"]), (&json!(-7), &json!(1)));
    assert_eq!(game.city("Daun"), None);
    assert!(game.events("retreated").is_empty());
}

#[test]
fn r7_8_stacks_fight_as_one_and_each_side_plays_the_suit_of_its_own_sector() {
    // Jüterbog lies in d3, diamonds; Luckenwalde in d2, spades.
    let pieces = position().put("Heinrich", "jueterbog", 2).put("Keith", "jueterbog", 1);
    let pieces = pieces.put("Daun", "luckenwalde", 5).hand("prussia", &["5D", "5S"]);
    let mut game = fight(pieces.hand("austria", &["6S", "6D"]));
    assert_eq!(game.score(), -2);
    game.refused("prussia", json!({"do": "play", "card": "5S"}), "R7.3", "wrong-suit");
    game.play("5D");
    let reason = game.refused("austria", json!({"do": "play", "card": "6D"}), "R7.3", "wrong-suit");
    assert_eq!(reason["suit"], "spades");
    game.play("6S");
    assert_eq!((game.right(), game.score()), ("prussia", -3));
}

#[test]
fn r7_9_several_enemies_are_fought_one_after_another_from_the_start() {
    let pieces = berlin(5, 4).put("Browne", "bernau", 3).hand("austria", &["2H"]);
    let mut game = fight(pieces);
    game.attack("berlin", "spandau").stop();
    assert_eq!((game.right(), game.score()), ("austria", -2), "Browne's combat begins");
    game.stop();
    assert_eq!((game.troops("Daun"), game.troops("Browne")), (3, 1));
}

#[test]
fn r7_9_who_has_retreated_neither_attacks_nor_is_attacked() {
    // Friedrich loses against Daun: his combat with Browne falls away, Heinrich's does not.
    let pieces = berlin(4, 5).put("Browne", "bernau", 1).put("Heinrich", "potsdam", 8);
    let mut game = fight(pieces.hand("prussia", &["2H"]));
    assert_eq!(pairs(&game).len(), 3);
    game.attack("berlin", "spandau").stop();
    assert_eq!(game.city("Friedrich"), Some("koenigs-wusterhausen"));
    assert_eq!(game.event("combat-began")["attacker"]["city"], "potsdam");
    assert!(game.state.combats().is_empty());
    assert_eq!(game.troops("Browne"), 1);
}

#[test]
fn r7_9_who_is_gone_is_not_attacked_again() {
    let pieces = berlin(8, 1).put("Heinrich", "potsdam", 8).put("Keith", "velten", 8);
    let mut game = fight(pieces.hand("austria", &["2H"]));
    assert_eq!(pairs(&game).len(), 3);
    game.attack("potsdam", "spandau").stop();
    assert_eq!(game.city("Daun"), None);
    assert_eq!(game.active(), "hanover", "nobody is asked for the other two attacks");
}

#[test]
fn r7_9_after_a_draw_both_go_on_fighting() {
    let pieces = berlin(4, 4).put("Browne", "bernau", 4).hand("prussia", &["2H"]);
    let mut game = fight(pieces);
    game.attack("berlin", "spandau").stop();
    assert_eq!(game.events("combat-drawn").len(), 1);
    assert_eq!(game.state.combat().map(|combat| combat.to.id()), Some("bernau"));
}
