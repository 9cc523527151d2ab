//! R11.8: the texts of the Cards of Fate 10 to 12, each where it bites and where it is void.

use super::fate_support::*;
use super::support::{Position, position};
use feldpost::game::{Event, Nation, Warning, board};
use serde_json::{Value, json};

// 10 spades: a Prussian general who receives troops may not attack.

fn reinforced() -> Position {
    in_force(10, "spades", "prussia")
        .put("Keith", START, 3)
        .put("Heinrich", "chojnice", 3)
        .put("Daun", "swiecie", 3)
        .hand("prussia", &["R/1", "R/1"])
}

fn buy_for(general: &str) -> Value {
    json!({"do": "recruit", "pay": ["R"], "troops": {general: 1}})
}

#[test]
fn card_10_spades_who_receives_troops_may_not_end_beside_an_enemy() {
    let mut game = reinforced().game();
    game.act("prussia", buy_for("Keith"));
    game.no_march(&["Keith"], &["fordon"], "R11.7", "may-not-attack");
    game.march(&["Keith"], &["naklo"]);

    // A stack with him may not either, nor may he re-enter beside an enemy.
    let mut game = reinforced().put("Dohna", START, 3).game();
    game.act("prussia", buy_for("Keith"));
    game.no_march(&["Keith", "Dohna"], &["fordon"], "R11.7", "may-not-attack");
    let mut game = reinforced().put("Daun", "potsdam", 3).game();
    let general = json!({"name": "Dohna", "city": "berlin", "troops": 1});
    let enter = json!({"do": "recruit", "pay": ["R"], "generals": [general]});
    game.refused("prussia", enter, "R11.8", "reinforced-beside-enemy");
}

#[test]
fn card_10_spades_nobody_receives_troops_beside_an_enemy() {
    let mut game = reinforced().put("Keith", "fordon", 3).game();
    game.refused("prussia", buy_for("Keith"), "R11.8", "reinforced-beside-enemy");
    game.march(&["Keith"], &["bydgoszcz"]);
    game.act("prussia", buy_for("Keith"));
}

#[test]
fn card_10_spades_void_for_those_without_new_troops_for_hanover_and_next_turn() {
    let mut game = reinforced().game();
    game.act("prussia", buy_for("Heinrich"));
    game.march(&["Keith"], &["fordon"]);

    let position = in_force(10, "spades", "hanover").put("Ferdinand", START, 3);
    let position = position.put("Daun", "swiecie", 3).hand("hanover", &["R"]);
    let mut game = position.game();
    game.act("hanover", buy_for("Ferdinand"));
    game.march(&["Ferdinand"], &["fordon"]);

    // In the next turn he attacks as he likes: neither the text nor its memory is left.
    let mut game = reinforced().fate_first(&["lord-bute"]).game();
    game.act("prussia", buy_for("Keith"));
    game.end_movement();
    go_on_until(&mut game, "prussia", "movement");
    assert_eq!(game.state.turn(), 8);
    game.march(&["Keith"], &["fordon"]);
}

#[test]
fn r11_11_all_generals_of_a_stack_that_received_troops_may_not_attack() {
    // Dohna leaves the stack in which Keith received a troop.
    let mut game = reinforced().put("Dohna", START, 3).game();
    game.act("prussia", buy_for("Keith"));
    game.no_march(&["Dohna"], &["fordon"], "R11.7", "may-not-attack");
    game.march(&["Dohna"], &["naklo"]);
    // Before it was received he could have gone.
    let mut game = reinforced().put("Dohna", START, 3).game();
    game.march(&["Dohna"], &["fordon"]);
    game.act("prussia", buy_for("Keith"));
    game.no_march(&["Keith"], &["fordon"], "R11.7", "may-not-attack");
}

#[test]
fn r11_11_a_count_of_0_receives_nothing() {
    let mut game = reinforced().game();
    let troops = json!({"Keith": 0, "Heinrich": 1});
    game.act("prussia", json!({"do": "recruit", "pay": ["R"], "troops": troops}));
    game.march(&["Keith"], &["fordon"]);
    assert_eq!(game.state.dump()["reinforced"], json!(["Heinrich"]));
}

// 10 clubs: a Prussian general of Prussia's choice loses a troop.

#[test]
fn card_10_clubs_a_prussian_general_of_prussias_choice_loses_a_troop() {
    let position = text_comes(10, "clubs").put("Friedrich", "berlin", 3).put("Keith", "oels", 1);
    let mut game = end_turn(position.put("Dohna", "stettin", 2));
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    assert!(!game.state.awaits_removal());
    assert_eq!(offered_generals(&game), ["Friedrich", "Dohna"], "not Keith's last troop");
    game.refused("prussia", choose_general("Keith"), "R11.8", "not-offered");
    game.refused("prussia", choose_general("Heinrich"), "R11.8", "not-offered");
    game.refused("prussia", decline(), "R11.8", "may-not-decline");
    game.act("prussia", choose_general("Dohna"));
    assert_eq!(game.troops("Dohna"), 1);
    assert_eq!(game.event("troops-lost")["total"], 5);
    assert_eq!(told(&game, "troop-lost-by"), [Some("prussia")]);
    assert!(!public_text(&game).contains("Dohna"));
}

#[test]
fn card_10_clubs_void_when_every_general_has_one_troop() {
    assert_void(&end_turn(text_comes(10, "clubs")));
    let position = text_comes(10, "clubs").put("Friedrich", "berlin", 1).put("Keith", "oels", 1);
    assert_void(&end_turn(position));
}

// 10 hearts: if Friedrich is attacked, Prussia's first card is worth 0.

fn daun_attacks(general: &str) -> Position {
    in_force(10, "hearts", "austria")
        .put("Daun", "breslau", 8)
        .put(general, "strehlen", 4)
        .hand("prussia", &["8S", "3S", "9D"])
}

#[test]
fn card_10_hearts_prussias_first_card_for_friedrich_attacked_is_worth_0() {
    let mut game = fighting(daun_attacks("Friedrich"), "breslau", "strehlen", -4, "prussia");
    game.play("8S");
    assert_eq!(game.event("card-played")["value"], 0);
    assert_eq!((game.right(), game.score()), ("prussia", -4));
    game.play("3S");
    assert_eq!(game.score(), -1);
}

#[test]
fn card_10_hearts_a_card_of_worth_0_at_score_0_passes_the_right() {
    let position = daun_attacks("Friedrich").hand("austria", &["9D/2"]);
    let mut game = fighting(position, "breslau", "strehlen", 0, "prussia");
    game.play("8S");
    assert_eq!((game.right(), game.score()), ("austria", 0));
}

#[test]
fn card_10_hearts_void_for_others_in_attack_and_after_the_first_combat() {
    let mut game = fighting(daun_attacks("Heinrich"), "breslau", "strehlen", -4, "prussia");
    game.play("3S");
    assert_eq!(game.score(), -1);

    let position = in_force(10, "hearts", "prussia").put("Daun", "breslau", 8);
    let position = position.put("Friedrich", "strehlen", 4).hand("prussia", &["3S", "9D"]);
    let mut game = fighting(position, "strehlen", "breslau", -4, "prussia");
    game.play("3S");
    assert_eq!(game.score(), -1);

    // Austria gives in before Prussia could play; the next attacker meets a full card.
    let position = in_force(10, "hearts", "austria").put("Friedrich", "strehlen", 4);
    let position = position.put("Lacy", "breslau", 2).put("Daun", "brieg", 8);
    let mut game = position.hand("prussia", &["3S", "9D"]).hand("austria", &["9D/2"]).game();
    game.end_movement();
    game.attack("breslau", "strehlen");
    assert_eq!(game.right(), "austria");
    game.stop();
    game.play("3S");
    assert_eq!(game.event("card-played")["value"], 3);
}

// 11 spades: Prussia may once play the 11 of spades at double value.

fn double() -> Value {
    json!({"do": "play", "card": "11S", "value": 22})
}

fn eleven(nation: &str) -> Position {
    let position = in_force(11, "spades", nation).put("Keith", "strehlen", 1);
    position.put("Daun", "breslau", 8)
}

#[test]
fn card_11_spades_prussia_plays_the_11_of_spades_once_at_double_value() {
    let position = eleven("prussia").hand("prussia", &["11S/1", "11S/2", "9D"]);
    let mut game = fighting(position, "strehlen", "breslau", -40, "prussia");
    assert_eq!(game.answers().iter().filter(|answer| answer["value"] == 22).count(), 2);
    game.act("prussia", double());
    assert_eq!(game.event("card-played")["value"], 22);
    assert_eq!(game.score(), -18);
    game.refused("prussia", double(), "R3.3", "value-of-its-own");
    game.play("11S");
    assert_eq!(game.score(), -7);
}

#[test]
fn card_11_spades_at_single_value_the_effect_is_not_used_up() {
    let position = eleven("prussia").hand("prussia", &["11S/1", "11S/2", "9D"]);
    let mut game = fighting(position, "strehlen", "breslau", -40, "prussia");
    game.play("11S");
    assert_eq!(game.score(), -29);
    game.act("prussia", double());
    assert_eq!(game.score(), -7);
}

#[test]
fn card_11_spades_void_for_others_for_other_cards_and_in_other_turns() {
    let austria = eleven("austria").hand("austria", &["11S", "9D"]);
    let mut game = fighting(austria, "breslau", "strehlen", -7, "austria");
    game.refused("austria", double(), "R3.3", "value-of-its-own");

    let tens = eleven("prussia").hand("prussia", &["10S", "9D"]);
    let mut game = fighting(tens, "strehlen", "breslau", -40, "prussia");
    let ten = json!({"do": "play", "card": "10S", "value": 20});
    game.refused("prussia", ten, "R3.3", "value-of-its-own");

    let later = position().turn(8).put("Keith", "strehlen", 1).put("Daun", "breslau", 8);
    let later = later.hand("prussia", &["11S", "9D"]);
    let mut game = fighting(later, "strehlen", "breslau", -40, "prussia");
    game.refused("prussia", double(), "R3.3", "value-of-its-own");
}

// 11 clubs: one Hanoverian general gains a troop.

#[test]
fn card_11_clubs_a_hanoverian_general_gains_a_troop() {
    let position = text_comes_of(expert(), "Daun", 11, "clubs");
    let position = position.put("Ferdinand", "stade", 3).put("Cumberland", "alfeld", 2);
    let mut game = end_turn(position);
    assert_eq!(game.awaited(), [("hanover", "fate")]);
    assert_eq!(offered_generals(&game), ["Ferdinand", "Cumberland"]);
    game.refused("hanover", decline(), "R11.8", "may-not-decline");
    game.act("hanover", choose_general("Cumberland"));
    assert_eq!((game.troops("Ferdinand"), game.troops("Cumberland")), (3, 3));
    assert_eq!(told(&game, "troop-gained-by"), [Some("hanover")]);
    assert!(!public_text(&game).contains("Cumberland"));
}

#[test]
fn card_11_clubs_void_at_the_maximum_and_with_nobody_on_the_map() {
    let position = || text_comes_of(expert(), "Daun", 11, "clubs");
    assert_void(&end_turn(position()));
    assert_void(&end_turn(position().put("Ferdinand", "stade", 8)));
    assert_void(&end_turn(position().put("Ferdinand", "stade", 8).put("Cumberland", "alfeld", 4)));
}

// 11 hearts: Heinrich protects up to 4 cities away.

/// Daun marches from Ohlau over Breslau to Oels; Glatz lies 4 cities from Breslau.
fn over_breslau(position: Position) -> Option<&'static str> {
    let mut game = position.nation("austria").put("Daun", "ohlau", 3).game();
    game.march(&["Daun"], &["breslau", "oels"]);
    game.conqueror("breslau")
}

#[test]
fn card_11_hearts_heinrich_protects_objectives_4_cities_away() {
    let heinrich = || in_force(11, "hearts", "austria").put("Heinrich", "glatz", 1);
    assert_eq!(over_breslau(heinrich()), None);
    assert_eq!(over_breslau(heinrich().put("Dohna", "glatz", 1)), None);
}

/// Who orders such a march is told by whom the objective is protected: Heinrich, and no enemy that only stands near.
#[test]
fn card_11_hearts_it_is_said_who_protects() {
    let near =
        in_force(11, "hearts", "austria").put("Heinrich", "glatz", 1).put("Cumberland", "brieg", 1);
    let mut game = near.nation("austria").put("Daun", "ohlau", 3).game();
    game.march(&["Daun"], &["breslau", "oels"]);
    let marked: Vec<Event> = vec![Event::Marked {
        nation: Nation::Austria,
        city: board().city("breslau").expect("a city"),
    }];
    let protectors = game.state.outlook(Nation::Austria, &marked).into_iter().find_map(|warning| {
        if let Warning::Protected { by, .. } = warning { Some(by) } else { None }
    });
    let names: Vec<&str> = protectors.expect("it is protected").iter().map(|p| p.name()).collect();
    assert_eq!(names, ["Heinrich"]);
}

#[test]
fn card_11_hearts_void_farther_away_for_others_and_in_other_turns() {
    let text = || in_force(11, "hearts", "austria");
    assert_eq!(over_breslau(text().put("Heinrich", "habelschwert", 1)), Some("austria"));
    assert_eq!(over_breslau(text().put("Dohna", "glatz", 1)), Some("austria"));
    let later = position().turn(8).put("Heinrich", "glatz", 1);
    assert_eq!(over_breslau(later), Some("austria"));
}

// 12 spades: Daun moves at most 2 cities.

#[test]
fn card_12_spades_daun_moves_2_cities_alone_and_in_a_stack() {
    let position = || in_force(12, "spades", "austria").put("Daun", START, 3);
    assert_reach(&mut position().game(), &["Daun"], 2);
    assert_reach(&mut position().put("Lacy", START, 3).game(), &["Daun", "Lacy"], 2);
}

#[test]
fn card_12_spades_void_for_those_who_leave_him_and_after_the_turn() {
    let stack = in_force(12, "spades", "austria").put("Daun", START, 3);
    assert_reach(&mut stack.put("Lacy", START, 3).game(), &["Lacy"], 3);
    let mut later = position().turn(8).nation("austria").put("Daun", START, 3).game();
    assert_reach(&mut later, &["Daun"], 3);
}

// 12 clubs: Ehrensvärd is flipped 5 or 6 cities from his train.

#[test]
fn card_12_clubs_ehrensvaerd_is_flipped_5_or_6_cities_from_his_train() {
    // Wolgast lies in Sweden, 5 cities away; Ückermünde 6.
    for city in ["wolgast", "neubrandenburg", "ueckermuende"] {
        let position = text_comes(12, "clubs").train("sweden", 1, "wismar");
        let game = end_turn(position.put("Ehrensvärd", city, 3).put("Fermor", "prenzlau", 1));
        assert!(game.face_down("Ehrensvärd"), "{city}");
        assert!(!game.face_down("Fermor"));
    }
}

#[test]
fn card_12_clubs_void_nearer_farther_off_the_map_and_once_sweden_has_left() {
    for city in ["greifswald", "pasewalk"] {
        let position = text_comes(12, "clubs").train("sweden", 1, "wismar");
        assert_void(&end_turn(position.put("Ehrensvärd", city, 3)));
    }
    assert_void(&end_turn(text_comes(12, "clubs").put("Ehrensvärd", "wolgast", 3)));
    assert_void(&end_turn(text_comes(12, "clubs").train("sweden", 1, "wismar")));
    assert_void(&end_turn(text_comes(12, "clubs").strokes(&["sweden"])));
}

// 12 hearts: a defeated Hildburghausen may be moved 2 cities westwards.

fn hildburghausen_lost(city: &str) -> Position {
    let position = text_comes(12, "hearts").put("Hildburghausen", city, 4);
    position.member("hildburghausen_lost", true.into())
}

#[test]
fn card_12_hearts_prussia_moves_the_defeated_hildburghausen_westwards() {
    let mut game = end_turn(hildburghausen_lost("saalfeld"));
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    // Not Coburg, which lies farther south than west.
    assert_eq!(offered_cities(&game), (vec!["arnstadt".into(), "hildburghausen".into()], true));
    game.refused("prussia", choose_city("sonneberg"), "R11.8", "not-offered");
    game.act("prussia", choose_city("hildburghausen"));
    assert_eq!(game.city("Hildburghausen"), Some("hildburghausen"));
}

#[test]
fn card_12_hearts_follows_a_combat_that_was_really_lost() {
    let position = text_comes(12, "hearts").nation("imperial-army");
    // Keith wins from Kronach, in a sector of hearts like the text that comes (R13.1).
    let position = position.put("Hildburghausen", "sonneberg", 5).put("Keith", "kronach", 7);
    let mut game = position.game();
    game.end_movement();
    assert_eq!(game.event("combat-lost")["loser"], "imperial-army");
    game.retreat("meiningen");
    go_on_until(&mut game, "france", "movement");
    game.end_movement();
    assert_eq!(game.events("fate-drawn").len(), 1);
    assert_eq!(game.awaited(), [("prussia", "fate")]);
}

#[test]
fn card_12_hearts_void_undefeated_off_the_map_shut_in_or_declined() {
    assert_void(&end_turn(text_comes(12, "hearts").put("Hildburghausen", "saalfeld", 4)));
    let off_map = text_comes(12, "hearts").member("hildburghausen_lost", true.into());
    assert_void(&end_turn(off_map));
    // Trains and generals on the way and at its end are in the way.
    let shut_in = hildburghausen_lost("saalfeld").train("imperial-army", 1, "rudolstadt");
    assert_void(&end_turn(shut_in.put("Soubise", "hildburghausen", 1)));
    let mut game = end_turn(hildburghausen_lost("saalfeld"));
    game.act("prussia", decline());
    assert_eq!(game.city("Hildburghausen"), Some("saalfeld"));
    // A defeat of an earlier turn does not count.
    let mut game = end_turn(hildburghausen_lost("saalfeld").fate_first(&["lord-bute", "12"]));
    go_on_until(&mut game, "france", "movement");
    game.end_movement();
    assert_eq!(game.events("fate-without-effect").len(), 1);
    assert_eq!(game.state.turn(), 8);
}
