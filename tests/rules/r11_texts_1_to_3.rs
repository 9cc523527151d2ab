//! R11.8: the texts of the Cards of Fate 1 to 3, each where it bites and where it is void.

use super::fate_support::*;
use super::support::{Position, position_of};
use feldpost::game::{Edition, Setup};
use serde_json::json;

// 1 clubs: one Russian general gains a troop, of Russia's choice.

#[test]
fn card_1_clubs_a_russian_general_of_russias_choice_gains_a_troop() {
    let position = text_comes(1, "clubs").put("Saltikov", "torun", 3).put("Fermor", "lomza", 8);
    let mut game = end_turn(position);
    assert_eq!(game.awaited(), [("russia", "fate")]);
    assert_eq!(offered_generals(&game), ["Saltikov"], "Fermor leads 8 already");
    game.refused("russia", choose_general("Fermor"), "R11.8", "not-offered");
    game.refused("russia", choose_general("Tottleben"), "R11.8", "not-offered");
    game.refused("russia", choose_general("Daun"), "R11.8", "not-offered");
    game.refused("russia", decline(), "R11.8", "may-not-decline");
    game.refused("austria", choose_general("Saltikov"), "R2.2", "not-awaited");
    game.act("russia", choose_general("Saltikov"));
    assert_eq!(game.troops("Saltikov"), 4);
    assert_eq!(game.event("troop-gained")["total"], 12);
    assert_eq!(told(&game, "troop-gained"), [None]);
    assert_eq!(told(&game, "troop-gained-by"), [Some("russia")]);
    assert!(!public_text(&game).contains("Saltikov"), "who gained the troop is secret");
}

#[test]
fn card_1_clubs_a_full_general_gains_for_the_one_stacked_with_him() {
    let position = text_comes(1, "clubs").put("Saltikov", "torun", 8).put("Fermor", "torun", 2);
    let mut game = end_turn(position);
    game.act("russia", choose_general("Saltikov"));
    assert_eq!((game.troops("Saltikov"), game.troops("Fermor")), (8, 3));
}

#[test]
fn card_1_clubs_void_when_no_russian_general_can_gain() {
    assert_void(&end_turn(text_comes(1, "clubs")));
    let full = text_comes(1, "clubs").put("Saltikov", "torun", 8);
    assert_void(&end_turn(full));
    let maximum = text_comes(1, "clubs").put("Saltikov", "torun", 8).put("Fermor", "lomza", 7);
    assert_void(&end_turn(maximum.put("Apraxin", "plock", 1)));
    assert_void(&end_turn(text_comes(1, "clubs").strokes(&["elisabeth"])));
}

// 1 hearts: Austria and Russia may exchange a card.

fn exchange() -> Position {
    let position = text_comes(1, "hearts").hand("austria", &["5S/1", "12D/1"]);
    position.hand("russia", &["3C/1"])
}

#[test]
fn card_1_hearts_austria_and_russia_exchange_the_cards_each_names() {
    let mut game = end_turn(exchange());
    assert_eq!(asked(&game), ["austria", "russia"]);
    game.refused("russia", choose_card("12D"), "R3.2", "not-in-hand");
    game.refused("austria", choose_general("Daun"), "R11.8", "not-offered");
    game.act("russia", choose_card("3C"));
    assert_eq!(game.last, [], "what Russia named is told to nobody before Austria has answered");
    assert_eq!(asked(&game), ["austria"]);
    game.refused("russia", decline(), "R2.2", "not-awaited");
    game.act("austria", choose_card("12D"));
    assert_eq!(game.hand("austria"), ["5S", "3C"]);
    assert_eq!(game.hand("russia"), ["12D"]);
    assert_eq!(game.event("cards-exchanged")["decks"], json!([1, 1]));
    assert_eq!(told(&game, "card-given"), [Some("austria"), Some("russia")]);
    assert_eq!(told(&game, "card-received"), [Some("russia"), Some("austria")]);
    assert!(!public_text(&game).contains("12D"));
}

#[test]
fn card_1_hearts_void_when_one_refuses_which_reveals_nothing() {
    for (austria, russia) in
        [(decline(), choose_card("3C")), (choose_card("5S"), decline()), (decline(), decline())]
    {
        let mut game = end_turn(exchange());
        game.act("austria", austria);
        assert_eq!(game.last, []);
        let middle = game.state.view(None);
        game.act("russia", russia);
        assert_eq!(game.hand("austria").len(), 2);
        assert_eq!(game.hand("russia"), ["3C"]);
        assert_eq!(game.events("fate-without-effect").len(), 1);
        assert!(!public_text(&game).contains("5S") && !public_text(&game).contains("3C"));
        assert_eq!(middle.awaited.len(), 1);
    }
}

#[test]
fn card_1_hearts_void_when_a_hand_is_empty_or_russia_has_left() {
    assert_void(&end_turn(text_comes(1, "hearts").hand("austria", &["5S"])));
    assert_void(&end_turn(text_comes(1, "hearts").hand("russia", &["5S"])));
    let left = text_comes(1, "hearts").hand("austria", &["5S"]).strokes(&["elisabeth"]);
    assert_void(&end_turn(left));
}

// 1 diamonds: Tottleben gains a troop.

#[test]
fn card_1_diamonds_tottleben_gains_a_troop() {
    let position = text_comes(1, "diamonds").put("Tottleben", "torun", 3);
    let game = end_turn(position.put("Fermor", "lomza", 3));
    assert_eq!((game.troops("Tottleben"), game.troops("Fermor")), (4, 3));
    assert_eq!(game.event("troop-gained")["total"], 7);
    assert_eq!(told(&game, "troop-gained-by"), [Some("russia")]);
    assert_eq!(game.awaited(), [("prussia", "movement")]);
}

#[test]
fn card_1_diamonds_void_when_he_is_full_or_off_the_map_or_russia_at_its_maximum() {
    assert_void(&end_turn(text_comes(1, "diamonds").put("Tottleben", "torun", 8)));
    assert_void(&end_turn(text_comes(1, "diamonds").put("Fermor", "lomza", 3)));
    let maximum = text_comes(1, "diamonds").put("Tottleben", "torun", 1);
    let maximum = maximum.put("Fermor", "lomza", 8).put("Saltikov", "plock", 7);
    let game = end_turn(maximum);
    assert_void(&game);
    assert_eq!(game.troops("Tottleben"), 1);
}

// 2 clubs: Fermor may not move if he starts in or beside Küstrin.

fn fermor(city: &str) -> Position {
    // Hanover has nobody to move: when it ends its movement, Russia's begins.
    in_force(2, "clubs", "hanover").put("Fermor", city, 3)
}

#[test]
fn card_2_clubs_fermor_may_not_move_from_kuestrin_or_beside_it() {
    for (city, next) in [("kuestrin", "drossen"), ("drossen", "reppen"), ("neudamm", "soldin")] {
        let mut game = fermor(city).put("Apraxin", city, 2).game();
        game.end_movement();
        game.no_march(&["Fermor"], &[next], "R11.8", "fate-forbids-move");
        game.no_march(&["Fermor", "Apraxin"], &[next], "R11.8", "fate-forbids-move");
        game.march(&["Apraxin"], &[next]);
    }
}

#[test]
fn card_2_clubs_void_when_he_starts_two_cities_away_or_after_the_turn() {
    let mut game = fermor("reppen").game();
    game.end_movement();
    game.march(&["Fermor"], &["drossen"]);

    let mut game = fermor("kuestrin").fate_first(&["lord-bute"]).game();
    game.end_movement();
    go_on_until(&mut game, "hanover", "movement");
    game.end_movement();
    assert_eq!(game.state.turn(), 8);
    game.march(&["Fermor"], &["drossen"]);
}

// 2 hearts: Apraxin loses a troop.

#[test]
fn card_2_hearts_apraxin_loses_a_troop() {
    let game =
        end_turn(text_comes(2, "hearts").put("Apraxin", "torun", 3).put("Fermor", "lomza", 2));
    assert_eq!((game.troops("Apraxin"), game.troops("Fermor")), (2, 2));
    assert_eq!(game.event("troops-lost")["total"], 4);
    assert_eq!(told(&game, "troop-lost-by"), [Some("russia")]);
    assert!(!public_text(&game).contains("Apraxin"));
}

#[test]
fn card_2_hearts_void_for_his_last_troop_and_off_the_map() {
    let game =
        end_turn(text_comes(2, "hearts").put("Apraxin", "torun", 1).put("Fermor", "lomza", 5));
    assert_void(&game);
    assert_eq!((game.troops("Apraxin"), game.troops("Fermor")), (1, 5));
    assert_void(&end_turn(text_comes(2, "hearts").put("Fermor", "lomza", 5)));
}

#[test]
fn r11_10_a_named_loss_is_void_where_his_stack_has_room_for_all_but_one() {
    let stack = |apraxin, fermor| {
        let position = text_comes(2, "hearts").put("Apraxin", "torun", apraxin);
        end_turn(position.put("Fermor", "torun", fermor))
    };
    // Six and one more are room enough for six of his seven.
    let game = stack(7, 2);
    assert_void(&game);
    assert_eq!((game.troops("Apraxin"), game.troops("Fermor")), (1, 8));
    let told_to_russia = kept_secret_for(&game, "russia");
    let moved = told_to_russia.iter().find(|event| event["event"] == "stack-troops");
    let moved = moved.expect("his owner is told");
    assert_eq!((&moved["nation"], &moved["city"]), (&json!("russia"), &json!("torun")));
    assert_eq!(
        moved["troops"],
        json!([{"general": "Fermor", "troops": 8}, {"general": "Apraxin", "troops": 1}])
    );
    let text = public_text(&game);
    assert!(!text.contains("stack-troops") && !text.contains("Apraxin"), "{text}");
    // One too few: one troop is lost, and nobody's are moved.
    let game = stack(8, 2);
    assert_eq!((game.troops("Apraxin"), game.troops("Fermor")), (7, 2));
    assert_eq!(game.event("troops-lost")["total"], 9);
    // With one troop there is nothing to hand over.
    let game = stack(1, 2);
    assert_void(&game);
    assert_eq!(kept_secret_for(&game, "russia").len(), 0);
}

#[test]
fn r11_10_others_learn_nothing_of_how_a_named_loss_was_void() {
    let public = |apraxin, fermor| {
        let position = text_comes(2, "hearts").put("Apraxin", "torun", apraxin);
        public_text(&end_turn(position.put("Fermor", "torun", fermor)))
    };
    assert_eq!(public(1, 5), public(5, 1));
}

// 2 diamonds: Saltikov moves at most 2 cities.

#[test]
fn card_2_diamonds_saltikov_moves_2_cities_alone_and_in_a_stack() {
    let position = || in_force(2, "diamonds", "russia").put("Saltikov", START, 3);
    assert_reach(&mut position().game(), &["Saltikov"], 2);
    let mut stack = position().put("Fermor", START, 3).game();
    assert_reach(&mut stack, &["Saltikov", "Fermor"], 2);
}

#[test]
fn card_2_diamonds_void_for_others_and_after_the_turn() {
    let mut game = in_force(2, "diamonds", "russia").put("Fermor", START, 3).game();
    assert_reach(&mut game, &["Fermor"], 3);

    // Drawn at the end of turn 6, it bites in turn 7 and no more in turn 8.
    let position = text_comes(2, "diamonds").put("Saltikov", START, 3).train("russia", 1, "torun");
    let mut game = end_turn(position.fate_first(&["2", "lord-bute"]));
    assert_eq!(game.events("fate-without-effect").len(), 0);
    go_on_until(&mut game, "russia", "movement");
    assert!(!game.reach(&["Saltikov"]).contains(&"chojnice"));
    game.end_movement();
    go_on_until(&mut game, "russia", "movement");
    assert_eq!(game.state.turn(), 8);
    assert_reach(&mut game, &["Saltikov"], 3);
}

// 3 clubs: between Prussia and France no card of value 10 or more.

fn prussia_against_france() -> Position {
    in_force(3, "clubs", "france").put("Richelieu", "strehlen", 4).put("Keith", "breslau", 6)
}

#[test]
fn card_3_clubs_no_high_cards_between_prussia_and_france() {
    let position = prussia_against_france().hand("france", &["10S", "13S", "2S", "R"]);
    let position = position.hand("prussia", &["11S", "9S"]);
    let mut game = fighting(position, "strehlen", "breslau", -2, "france");
    game.refused("france", json!({"do": "play", "card": "10S"}), "R11.8", "card-too-high");
    let reserve = |value: u8| json!({"do": "play", "card": "R", "value": value});
    assert_eq!(game.refused("france", reserve(10), "R3.3", "reserve-value")["maximum"], 9);
    game.reserve(9);
    game.refused("prussia", json!({"do": "play", "card": "11S"}), "R11.8", "card-too-high");
    game.play("9S");
    assert_eq!((game.right(), game.score()), ("france", -2));
}

#[test]
fn card_3_clubs_with_only_high_cards_nobody_has_to_play_at_zero() {
    let position = prussia_against_france().hand("france", &["10S"]);
    let mut game = fighting(position, "strehlen", "breslau", 0, "france");
    assert_eq!(game.answers(), [json!({"do": "stop"})]);
    game.stop();
    assert_eq!(game.events("combat-drawn").len(), 1);
}

#[test]
fn card_3_clubs_void_for_hanover_for_other_attackers_and_for_payments() {
    let position = in_force(3, "clubs", "france").put("Richelieu", "strehlen", 4);
    let position = position.put("Ferdinand", "breslau", 6).hand("france", &["13S", "R"]);
    let mut game = fighting(position, "strehlen", "breslau", -12, "france");
    game.play("13S");

    let position = in_force(3, "clubs", "austria").put("Daun", "strehlen", 4);
    let position = position.put("Keith", "breslau", 6).hand("austria", &["R"]);
    let mut game = fighting(position, "strehlen", "breslau", -2, "austria");
    game.reserve(10);

    let mut game = prussia_against_france().hand("france", &["13S"]).game();
    let order = json!({"do": "recruit", "pay": ["13S"], "troops": {"Richelieu": 2}});
    game.act("france", order);
}

// 3 hearts: Soubise does not attack with Hildburghausen's suit.

/// Hildburghausen stands beside Keith in a sector of diamonds, Soubise near Ferdinand.
fn two_attackers() -> Position {
    in_force(3, "hearts", "imperial-army")
        .put("Hildburghausen", "hildburghausen", 6)
        .put("Keith", "meiningen", 2)
        .put("Soubise", "brueckenau", 3)
        .put("Richelieu", "schluechtern", 3)
        .put("Ferdinand", "huenfeld", 8)
        .train("france", 1, "koblenz")
}

#[test]
fn card_3_hearts_soubise_may_not_end_beside_an_enemy_in_hildburghausens_suit() {
    // Fulda, beside Ferdinand, lies in a sector of diamonds like Hildburghausen.
    let mut game = two_attackers().game();
    game.end_movement();
    assert_eq!(game.event("combat-lost")["loser"], "prussia");
    go_on_until(&mut game, "france", "movement");
    let refusal = game.no_march(&["Soubise"], &["fulda"], "R11.8", "suit-is-taken");
    assert_eq!(refusal["suit"], "diamonds");
    game.march(&["Richelieu"], &["fulda"]);
}

#[test]
fn card_3_hearts_void_in_another_suit_without_an_attack_and_for_others() {
    // Alsfeld, beside Ferdinand, lies in a sector of clubs.
    let mut game = two_attackers().put("Soubise", "lauterbach", 3).game();
    game.end_movement();
    go_on_until(&mut game, "france", "movement");
    game.march(&["Soubise"], &["alsfeld"]);

    // Hildburghausen attacked nobody.
    let position = two_attackers().put("Hildburghausen", "sonneberg", 6);
    let mut game = position.game();
    game.end_movement();
    go_on_until(&mut game, "france", "movement");
    game.march(&["Soubise"], &["fulda"]);
}

// 3 diamonds: Halle.

fn halle(edition: Edition) -> Position {
    let setup = Setup { edition, ..Setup::default() };
    position_of(setup).turn(7).fate_text(3, "diamonds").put("Keith", "koethen", 3)
}

#[test]
fn card_3_diamonds_nobody_attacks_from_or_into_halle() {
    let mut game = halle(Edition::Classic).put("Browne", "leipzig", 3).game();
    game.no_march(&["Keith"], &["halle"], "R11.8", "not-at-halle");

    let position = halle(Edition::Classic).put("Keith", "sangerhausen", 3);
    let mut game = position.put("Browne", "halle", 3).game();
    game.no_march(&["Keith"], &["eisleben"], "R11.8", "not-at-halle");
}

#[test]
fn card_3_diamonds_no_train_is_eliminated_in_halle() {
    let mut game = halle(Edition::Classic).train("austria", 1, "halle").game();
    game.no_march(&["Keith"], &["halle"], "R11.8", "train-is-safe");
}

#[test]
fn card_3_diamonds_void_without_an_enemy_and_elsewhere() {
    let mut game = halle(Edition::Classic).put("Browne", "borna", 3).game();
    game.march(&["Keith"], &["halle"]);
    let position = halle(Edition::Classic).put("Browne", "merseburg", 3);
    let mut game = position.put("Keith", "wurzen", 3).train("austria", 1, "eilenburg").game();
    game.march(&["Keith"], &["leipzig"]);
    let position = position_of(Setup::default()).turn(8).put("Keith", "koethen", 3);
    let mut game = position.put("Browne", "leipzig", 3).game();
    game.march(&["Keith"], &["halle"]);
}

#[test]
fn card_3_diamonds_anniversary_no_general_may_be_attacked_in_halle() {
    let position = halle(Edition::Anniversary).put("Keith", "sangerhausen", 3);
    let mut game = position.put("Browne", "halle", 3).game();
    game.no_march(&["Keith"], &["eisleben"], "R11.8", "not-at-halle");
}

#[test]
fn card_3_diamonds_anniversary_void_for_attacks_from_halle_and_for_trains() {
    let mut game = halle(Edition::Anniversary).put("Browne", "leipzig", 3).game();
    game.march(&["Keith"], &["halle"]);
    let mut game = halle(Edition::Anniversary).train("austria", 1, "halle").game();
    game.march(&["Keith"], &["halle"]);
    assert_eq!(game.events("train-eliminated").len(), 1);
}
