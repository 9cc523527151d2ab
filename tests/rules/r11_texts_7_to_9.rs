//! R11.8: the texts of the Cards of Fate 7 to 9, each where it bites and where it is void.
//! 7 spades stands with the other generals who may not attack, beside 4 diamonds and 5 spades.

use super::fate_support::*;
use super::support::{Game, Position, position, position_of};
use feldpost::game::{Edition, Setup};
use serde_json::{Value, json};

// 7 hearts: Friedrich receives no new troops.

fn friedrich_in_berlin() -> Position {
    in_force(7, "hearts", "prussia")
        .put("Friedrich", "berlin", 3)
        .put("Winterfeldt", "berlin", 3)
        .put("Keith", "strehlen", 3)
        .hand("prussia", &["R"])
}

fn buy_for(general: &str) -> Value {
    json!({"do": "recruit", "pay": ["R"], "troops": {general: 1}})
}

fn enter(general: &str) -> Value {
    let general = json!({"name": general, "city": "berlin", "troops": 1});
    json!({"do": "recruit", "pay": ["R"], "generals": [general]})
}

#[test]
fn card_7_hearts_neither_friedrich_nor_his_stack_receives_troops() {
    let mut game = friedrich_in_berlin().game();
    for general in ["Friedrich", "Winterfeldt"] {
        game.refused("prussia", buy_for(general), "R11.8", "no-new-troops");
    }
    game.refused("prussia", enter("Dohna"), "R11.8", "no-new-troops");

    let mut game = in_force(7, "hearts", "prussia").hand("prussia", &["R"]).game();
    game.refused("prussia", enter("Friedrich"), "R11.8", "no-new-troops");
}

#[test]
fn card_7_hearts_void_for_generals_elsewhere_and_after_the_turn() {
    friedrich_in_berlin().game().act("prussia", buy_for("Keith"));
    let mut game = friedrich_in_berlin().game();
    game.march(&["Friedrich"], &["spandau"]);
    game.act("prussia", buy_for("Winterfeldt"));
    let later = position().turn(8).put("Friedrich", "berlin", 3).hand("prussia", &["R"]);
    later.game().act("prussia", buy_for("Friedrich"));
}

// 7 diamonds: if Friedrich fights, Prussia must reach a positive score if it can.

/// Friedrich attacks Daun; both stand in sectors of spades. Prussia has the right.
fn must_lead(score: i16, cards: &[&str]) -> Game {
    let position = in_force(7, "diamonds", "prussia").put("Friedrich", "strehlen", 4);
    let position = position.put("Daun", "breslau", 8).hand("prussia", cards);
    fighting(position.hand("austria", &["9D", "2S", "3S"]), "strehlen", "breslau", score, "prussia")
}

fn no_lead(game: &mut Game, order: Value) {
    game.refused("prussia", order, "R11.8", "must-reach-positive-score");
}

fn card(card: &str) -> Value {
    json!({"do": "play", "card": card})
}

fn stop() -> Value {
    json!({"do": "stop"})
}

#[test]
fn card_7_diamonds_prussia_must_reach_a_positive_score_with_its_first_cards() {
    let mut game = must_lead(-4, &["3S", "5S", "9D"]);
    no_lead(&mut game, stop());
    game.play("3S");
    no_lead(&mut game, stop());
    game.play("5S");
    assert_eq!((game.right(), game.score()), ("austria", -4));
    // The duty is done: when it is Prussia's turn again it may stop.
    game.play("2S").play("3S");
    assert_eq!((game.right(), game.score()), ("prussia", -1));
    game.stop();
    assert_eq!(game.event("combat-lost")["loser"], "prussia");
}

#[test]
fn card_7_diamonds_if_it_cannot_be_reached_prussia_plays_all_it_can() {
    let mut game = must_lead(-8, &["3S", "4S", "9D"]);
    no_lead(&mut game, stop());
    game.play("4S");
    no_lead(&mut game, stop());
    game.play("3S");
    game.stop();
    assert_eq!(game.event("combat-lost")["score"], -1);
}

#[test]
fn card_7_diamonds_exactly_zero_gives_a_lead_away() {
    // 3 and then 5 reach +3; 5 alone stops at 0.
    let mut game = must_lead(-5, &["3S", "5S", "9D"]);
    no_lead(&mut game, card("5S"));
    game.play("3S").play("5S");
    assert_eq!(game.score(), -3);

    // A Reserve at 6 or more leads.
    let mut game = must_lead(-5, &["R", "9D"]);
    no_lead(&mut game, json!({"do": "play", "card": "R", "value": 5}));
    game.reserve(6);

    // A Reserve at 10 stops at 0, one at 5 leaves a 5 that does: at 6 the other card leads.
    let mut game = must_lead(-10, &["R", "5S", "9D"]);
    for value in [10, 5, 4] {
        no_lead(&mut game, json!({"do": "play", "card": "R", "value": value}));
    }
    game.reserve(6).play("5S");
    assert_eq!((game.right(), game.score()), ("austria", -1));
}

#[test]
fn card_7_diamonds_a_card_that_leaves_no_way_to_lead_gives_it_away_too() {
    // After the 5, -3 and two cards of 3 are left: they stop at 0. Threes first reach +3.
    let mut game = must_lead(-8, &["5S", "3S/1", "3S/2", "9D"]);
    no_lead(&mut game, card("5S"));
    game.play("3S").play("3S").play("5S");
    assert_eq!((game.right(), game.score()), ("austria", -3));
}

#[test]
fn card_7_diamonds_where_only_zero_can_be_reached_it_may_be() {
    let mut game = must_lead(-5, &["5S", "9D"]);
    no_lead(&mut game, stop());
    game.play("5S");
    assert_eq!((game.right(), game.score()), ("austria", 0));
}

#[test]
fn card_7_diamonds_holds_where_friedrich_is_attacked() {
    let position = in_force(7, "diamonds", "austria").put("Friedrich", "strehlen", 4);
    let position = position.put("Daun", "breslau", 8).hand("prussia", &["5S"]);
    let mut game = fighting(position, "breslau", "strehlen", -4, "prussia");
    no_lead(&mut game, stop());
}

#[test]
fn card_7_diamonds_the_duty_remains_if_the_enemy_gives_in_first() {
    let position = in_force(7, "diamonds", "prussia").put("Friedrich", "strehlen", 4);
    let position = position.put("Daun", "breslau", 1).put("Karl", "brieg", 8);
    let mut game = position.hand("prussia", &["5S", "9D"]).hand("austria", &["9D/2"]).game();
    game.end_movement();
    game.attack("strehlen", "breslau");
    assert_eq!(game.right(), "austria");
    game.stop();
    assert_eq!(game.right(), "prussia");
    no_lead(&mut game, stop());
}

#[test]
fn card_7_diamonds_void_for_others_and_once_the_duty_is_done() {
    let position = in_force(7, "diamonds", "prussia").put("Heinrich", "strehlen", 4);
    let position = position.put("Daun", "breslau", 8).hand("prussia", &["5S"]);
    fighting(position, "strehlen", "breslau", -4, "prussia").stop();

    // In another combat of the same turn nobody has to.
    let position = in_force(7, "diamonds", "prussia").put("Friedrich", "strehlen", 4);
    let position = position.put("Daun", "breslau", 8).hand("prussia", &["5S"]);
    let position = position.member("effect_used", true.into());
    fighting(position, "strehlen", "breslau", -4, "prussia").stop();

    // Austria, with the right, owes nothing.
    let position = in_force(7, "diamonds", "prussia").put("Friedrich", "strehlen", 8);
    let position = position.put("Daun", "breslau", 4).hand("austria", &["5S"]);
    fighting(position, "strehlen", "breslau", -4, "austria").stop();
}

// 8 spades: one Prussian general gains a troop.

#[test]
fn card_8_spades_a_prussian_general_gains_a_troop() {
    let position = text_comes(8, "spades").put("Friedrich", "berlin", 8).put("Keith", "oels", 1);
    let mut game = end_turn(position);
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    assert_eq!(offered_generals(&game), ["Keith"]);
    game.refused("prussia", decline(), "R11.8", "may-not-decline");
    game.act("prussia", choose_general("Keith"));
    assert_eq!(game.troops("Keith"), 2);
    assert_eq!(told(&game, "troop-gained-by"), [Some("prussia")]);
}

#[test]
fn card_8_spades_void_when_none_can_gain() {
    assert_void(&end_turn(text_comes(8, "spades")));
    assert_void(&end_turn(text_comes(8, "spades").put("Friedrich", "berlin", 8)));
    let all = [("Friedrich", "berlin"), ("Keith", "oels"), ("Dohna", "stettin")];
    let all = all.iter().fold(text_comes(8, "spades"), |p, (name, city)| p.put(name, city, 8));
    assert_void(&end_turn(all.put("Heinrich", "potsdam", 7).put("Schwerin", "halle", 1)));
}

// 8 clubs: Prussians attacked by Daun may withdraw one city.

fn daun_attacks(edition: Edition) -> Position {
    let setup = Setup { edition, ..Setup::default() };
    let position = position_of(setup).turn(7).nation("austria").fate_text(8, "clubs");
    position.put("Daun", "strehlen", 8).put("Heinrich", "breslau", 2).put("Keith", "breslau", 1)
}

fn withdraw(to: &str) -> Value {
    json!({"do": "withdraw", "stack": "breslau", "to": to})
}

#[test]
fn card_8_clubs_prussians_attacked_by_daun_withdraw_and_fight_no_more() {
    // Lacy attacks the same stack; a train stands in Oels.
    let position = daun_attacks(Edition::Classic).put("Lacy", "wohlau", 4);
    let mut game = position.train("prussia", 1, "oels").hand("prussia", &["5S"]).game();
    game.end_movement();
    assert_eq!(game.awaited(), [("prussia", "daun-withdrawal")]);
    let to: Vec<Value> = game.answers().iter().map(|answer| answer["to"].clone()).collect();
    assert_eq!(to, [json!("neumarkt"), json!("ohlau"), json!("schweidnitz"), Value::Null]);
    game.refused("prussia", withdraw("oels"), "R11.8", "no-withdrawal");
    game.refused("austria", withdraw("ohlau"), "R2.2", "not-awaited");
    game.act("prussia", withdraw("neumarkt"));
    assert_eq!((game.city("Heinrich"), game.city("Keith")), (Some("neumarkt"), Some("neumarkt")));
    assert_eq!((game.troops("Heinrich"), game.troops("Keith")), (2, 1));
    assert_eq!(game.events("combat-began").len(), 0, "Lacy does not fight them either");
}

#[test]
fn card_8_clubs_each_stack_that_daun_attacks_is_asked() {
    let position = daun_attacks(Edition::Classic).put("Schwerin", "brieg", 1);
    let mut game = position.hand("prussia", &["5S"]).game();
    game.end_movement();
    game.act("prussia", withdraw("oels"));
    assert_eq!(game.awaited(), [("prussia", "daun-withdrawal")]);
    game.act("prussia", json!({"do": "stay"}));
    assert_eq!(game.right(), "prussia");
    assert_eq!(game.score(), -7);
}

#[test]
fn card_8_clubs_void_when_another_attacks_when_shut_in_or_for_hanover() {
    let fights = |position: Position| {
        let mut game = position.hand("prussia", &["5S"]).hand("hanover", &["5S/2"]).game();
        game.end_movement();
        assert_eq!(game.awaited()[0].1, "play", "nobody is asked to withdraw");
    };
    let position = in_force(8, "clubs", "austria").put("Browne", "strehlen", 8);
    fights(position.put("Heinrich", "breslau", 2));
    let shut_in = ["neumarkt", "oels", "schweidnitz", "wohlau", "ohlau"];
    let own = ["Friedrich", "Winterfeldt", "Schwerin", "Seydlitz", "Dohna"];
    let shut_in = shut_in
        .iter()
        .zip(own)
        .fold(daun_attacks(Edition::Classic), |p, (city, name)| p.put(name, city, 1));
    fights(shut_in);
    let position = in_force(8, "clubs", "austria").put("Daun", "strehlen", 8);
    fights(position.put("Ferdinand", "breslau", 2));
    // Where Prussia attacks Daun the text does not speak.
    let position = in_force(8, "clubs", "prussia").put("Daun", "strehlen", 8);
    fights(position.put("Heinrich", "breslau", 2));
    fights(daun_attacks(Edition::Classic).turn(8).member("fate_text", Value::Null));
}

#[test]
fn card_8_clubs_anniversary_they_move_to_any_empty_city_and_avoid_all_combat() {
    let position = daun_attacks(Edition::Anniversary).put("Lacy", "wohlau", 4);
    let mut game = position.hand("prussia", &["5S"]).game();
    game.end_movement();
    game.act("prussia", withdraw("oels"));
    assert_eq!(game.city("Heinrich"), Some("oels"));
    assert_eq!(game.events("combat-began").len(), 0);
}

#[test]
fn card_8_clubs_anniversary_void_where_they_stay() {
    let mut game = daun_attacks(Edition::Anniversary).hand("prussia", &["5S"]).game();
    game.end_movement();
    game.act("prussia", json!({"do": "stay"}));
    assert_eq!((game.right(), game.score()), ("prussia", -5));
}

// 8 diamonds: Karl loses a troop; in the anniversary edition Friedrich attacks stronger.

#[test]
fn card_8_diamonds_karl_loses_a_troop() {
    let game = end_turn(text_comes(8, "diamonds").put("Karl", "prag", 3).put("Daun", "kolin", 3));
    assert_eq!((game.troops("Karl"), game.troops("Daun")), (2, 3));
    assert_eq!(told(&game, "troop-lost-by"), [Some("austria")]);
}

#[test]
fn card_8_diamonds_void_for_his_last_troop_and_off_the_map() {
    let game = end_turn(text_comes(8, "diamonds").put("Karl", "prag", 1).put("Daun", "kolin", 3));
    assert_void(&game);
    assert_eq!(game.troops("Karl"), 1);
    assert_void(&end_turn(text_comes(8, "diamonds").put("Daun", "kolin", 3)));
}

#[test]
fn r11_10_two_companions_share_what_karl_hands_over() {
    let position = text_comes(8, "diamonds").put("Karl", "prag", 6);
    let position = position.put("Daun", "prag", 6).put("Browne", "prag", 5);
    let game = end_turn(position);
    assert_void(&game);
    assert_eq!([game.troops("Daun"), game.troops("Browne"), game.troops("Karl")], [8, 8, 1]);
    // Not where they are full.
    let position = text_comes(8, "diamonds").put("Karl", "prag", 6);
    let game = end_turn(position.put("Daun", "prag", 8).put("Browne", "prag", 4));
    assert_eq!([game.troops("Daun"), game.troops("Browne"), game.troops("Karl")], [8, 4, 5]);
}

fn friedrich_attacks(edition: Edition) -> Position {
    let position = position_of(Setup { edition, ..Setup::default() }).turn(7);
    let position = position.fate_text(8, "diamonds").put("Friedrich", "strehlen", 4);
    position.put("Daun", "breslau", 8).hand("prussia", &["2S", "3S", "9D"])
}

#[test]
fn card_8_diamonds_anniversary_friedrichs_first_card_in_attack_is_worth_5_more() {
    let position = friedrich_attacks(Edition::Anniversary);
    let mut game = fighting(position, "strehlen", "breslau", -12, "prussia");
    game.play("2S");
    assert_eq!((game.event("card-played")["value"].as_i64(), game.score()), (Some(7), -5));
    game.play("3S");
    assert_eq!(game.score(), -2);
}

#[test]
fn card_8_diamonds_anniversary_void_in_defence_for_others_and_in_the_classic_edition() {
    let position = friedrich_attacks(Edition::Anniversary).nation("austria");
    let mut game = fighting(position, "breslau", "strehlen", -12, "prussia");
    game.play("2S");
    assert_eq!(game.score(), -10);
    let position = friedrich_attacks(Edition::Anniversary).put("Friedrich", "berlin", 4);
    let position = position.put("Keith", "strehlen", 4);
    let mut game = fighting(position, "strehlen", "breslau", -12, "prussia");
    game.play("2S");
    assert_eq!(game.score(), -10);
    let mut game =
        fighting(friedrich_attacks(Edition::Classic), "strehlen", "breslau", -12, "prussia");
    game.play("2S");
    assert_eq!(game.score(), -10);

    // In the anniversary edition Karl keeps his troop.
    let setup = Setup { edition: Edition::Anniversary, ..expert() };
    let position = text_comes_of(setup, "Cumberland", 8, "diamonds").put("Karl", "prag", 3);
    assert_eq!(end_turn(position).troops("Karl"), 3);
}

// 9 spades: Russians 5 or 6 cities from their nearest train are flipped.

#[test]
fn card_9_spades_russians_5_or_6_cities_from_their_train_are_flipped() {
    let position = text_comes(9, "spades").train("russia", 1, "torun");
    // Biskupiec lies 5 cities away, Braniewo 6; Warszawa, a depot city, 5.
    let position = position.put("Saltikov", "biskupiec", 1).put("Fermor", "biskupiec", 2);
    let game = end_turn(position.put("Apraxin", "braniewo", 1).put("Tottleben", "warszawa", 1));
    for general in ["Saltikov", "Fermor", "Apraxin", "Tottleben"] {
        assert!(game.face_down(general), "{general}");
    }
    assert_eq!(game.events("flipped-down").len(), 3, "a stack is turned together");
    assert_eq!(game.awaited(), [("prussia", "movement")]);
}

#[test]
fn card_9_spades_measures_along_a_legal_supply_path() {
    // Kolo lies 4 cities away, 6 when Konin is barred.
    let position = text_comes(9, "spades").train("russia", 1, "torun").put("Fermor", "kolo", 1);
    assert!(end_turn(position.put("Dohna", "konin", 1)).face_down("Fermor"));
}

#[test]
fn card_9_spades_void_nearer_farther_cut_off_or_near_another_train() {
    let position = || text_comes(9, "spades").train("russia", 1, "torun");
    let near = position().put("Fermor", "kolo", 1).put("Saltikov", "garwolin", 1);
    let game = end_turn(near);
    assert_void(&game);
    assert!(!game.face_down("Fermor") && !game.face_down("Saltikov"));
    let cut_off = position().put("Fermor", "rastenburg", 1).put("Dohna", "biskupiec", 1);
    assert_void(&end_turn(cut_off));
    let other = position().put("Fermor", "biskupiec", 1).train("russia", 2, "olsztyn");
    assert_void(&end_turn(other));
    assert_void(&end_turn(position().put("Fermor", "biskupiec", 1).face_down("Fermor")));
    assert_void(&end_turn(text_comes(9, "spades").strokes(&["elisabeth"])));
}

// 9 clubs: Friedrich moves up to 4 cities.

#[test]
fn card_9_clubs_friedrich_moves_4_cities_alone_and_in_a_stack() {
    let position = || in_force(9, "clubs", "prussia").put("Friedrich", START, 3);
    assert_reach(&mut position().game(), &["Friedrich"], 4);
    let mut game = position().put("Keith", START, 2).game();
    assert_reach(&mut game, &["Friedrich", "Keith"], 4);
}

#[test]
fn card_9_clubs_void_for_others_and_after_the_turn() {
    let both = in_force(9, "clubs", "prussia").put("Friedrich", START, 3);
    assert_reach(&mut both.put("Keith", START, 2).game(), &["Keith"], 3);
    let mut game = position().turn(8).put("Friedrich", START, 3).game();
    assert_reach(&mut game, &["Friedrich"], 3);
}

// 9 diamonds: Prussia may give Austria a card and draw one at random.

#[test]
fn card_9_diamonds_prussia_gives_a_card_and_draws_one_at_random() {
    let position = text_comes(9, "diamonds").hand("prussia", &["2S", "3S"]);
    let mut game = end_turn(position.hand("austria", &["10H", "11H", "12H"]));
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    game.refused("prussia", choose_card("10H"), "R3.2", "not-in-hand");
    game.act("prussia", choose_card("2S"));
    assert_eq!(game.hand("austria").len(), 3);
    let received = game.events("card-received");
    let back = received[1]["card"].as_str().expect("a card").split('/').next().expect("a face");
    assert!(["2S", "10H", "11H", "12H"].contains(&back), "{back}");
    assert!(game.hand("prussia").contains(&back.to_owned()));
    assert_eq!(game.event("cards-exchanged")["between"], json!(["prussia", "austria"]));
    assert_eq!(told(&game, "card-received"), [Some("austria"), Some("prussia")]);
    assert!(!public_text(&game).contains(back) && !public_text(&game).contains("2S"));
}

#[test]
fn card_9_diamonds_every_card_of_austria_can_be_drawn_the_same_one_too() {
    let mut drawn = std::collections::BTreeSet::new();
    for round in 0..40 {
        let position = text_comes(9, "diamonds").hand("prussia", &["2S"]);
        let position = position.hand("austria", &["10H", "11H"]);
        let mut game = end_turn(position.member("random_draws", round.into()));
        game.act("prussia", choose_card("2S"));
        let card = game.events("card-received")[1]["card"].to_string();
        drawn.insert(card);
    }
    assert_eq!(drawn.len(), 3, "{drawn:?}");
}

#[test]
fn card_9_diamonds_void_without_a_card_or_declined() {
    assert_void(&end_turn(text_comes(9, "diamonds").hand("austria", &["10H"])));
    let mut game = end_turn(text_comes(9, "diamonds").hand("prussia", &["2S"]));
    game.act("prussia", decline());
    assert_eq!(game.hand("austria"), [] as [&str; 0]);
    assert_eq!(game.events("fate-without-effect").len(), 1);

    // Austria's empty hand gives the same card back.
    let mut game = end_turn(text_comes(9, "diamonds").hand("prussia", &["2S"]));
    game.act("prussia", choose_card("2S"));
    assert!(game.hand("prussia").contains(&"2S".to_owned()));
}
