//! R3: Tactical Cards.

use feldpost::game::{Audience, Nation, Seat};
use serde_json::json;

use super::support::{Game, nation, position, texts};

/// The action before the given nation's ends; what it then draws.
fn draw_of(of: &str, before: &str) -> Game {
    let mut game = position().nation(before).game();
    game.end_movement();
    assert_eq!(game.active(), of);
    game
}

#[test]
fn r3_1_every_nation_draws_its_number_of_cards() {
    let draws = [
        ("prussia", 7),
        ("hanover", 2),
        ("russia", 4),
        ("sweden", 1),
        ("austria", 5),
        ("imperial-army", 1),
        ("france", 4),
    ];
    for (place, (of, count)) in draws.iter().enumerate() {
        let game = draw_of(of, draws[(place + 6) % 7].0);
        assert_eq!(game.hand(of).len(), *count, "{of}");
        assert_eq!(game.event("drew")["decks"], json!(vec![1; *count]), "{of}");
    }
}

#[test]
fn r3_1_france_at_once_discards_one_of_the_cards_it_drew() {
    let pieces = position().nation("imperial-army").hand("france", &["13S"]);
    let mut game = pieces.draw_first(&["2S", "3H", "3H/2", "R"]).game();
    game.end_movement();
    assert_eq!(game.awaited(), [("france", "discard")]);
    assert_eq!(game.answers().len(), 4);
    game.refused("france", json!({"do": "discard", "card": "13S"}), "R3.1", "not-just-drawn");
    game.refused("france", json!({"do": "discard", "card": "12S"}), "R3.2", "not-in-hand");
    game.refused("france", json!({"do": "end-movement"}), "R2.2", "not-awaited");
    game.act("france", json!({"do": "discard", "card": "3H/2"}));
    assert_eq!(game.hand("france"), ["2S", "13S", "3H", "R"]);
    assert_eq!(game.awaited(), [("france", "movement")]);
    let pile = texts(&game.state.dump()["discards"]["2"]);
    assert_eq!(pile.last().map(String::as_str), Some("3H/2"));
}

#[test]
fn r3_1_the_discard_is_face_down() {
    let mut game = position().nation("imperial-army").draw_first(&["2S", "3H", "4H", "5H"]).game();
    game.end_movement();
    game.act("france", json!({"do": "discard", "card": "2S"}));
    for event in &game.last {
        let told = serde_json::to_string(event).expect("JSON");
        assert!(!told.contains("2S") || event.audience() == Audience::Owner(Nation::France));
    }
    assert_eq!(game.event("discarded")["deck"], 1);
}

#[test]
fn r3_1_who_draws_nothing_has_nothing_of_it_to_discard() {
    // All cards are in Prussia's hand but one that France has kept.
    let pieces = position().nation("imperial-army").hand("france", &["13S/1"]);
    let mut game = pieces.all_cards("prussia").game();
    game.end_movement();
    assert_eq!(game.awaited(), [("france", "movement")]);
    assert_eq!(game.hand("france"), ["13S"]);
}

#[test]
fn r3_2_cards_are_kept_per_nation_even_by_one_player() {
    let pieces = position().put("Friedrich", "berlin", 1).put("Daun", "spandau", 3);
    let mut game = pieces.hand("prussia", &["2S"]).hand("hanover", &["13S"]).game();
    game.end_movement();
    game.refused("prussia", json!({"do": "play", "card": "13S"}), "R3.2", "not-in-hand");
    game.refused("hanover", json!({"do": "play", "card": "13S"}), "R2.2", "not-awaited");
    game.refused("prussia", json!({"do": "play", "card": "2S/2"}), "R3.2", "not-in-hand");
}

#[test]
fn r3_2_a_hand_has_no_limit() {
    let cards: Vec<String> = (2..=13).flat_map(|v| [format!("{v}S"), format!("{v}H")]).collect();
    let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    let mut game = position().nation("france").hand("prussia", &cards).game();
    game.end_movement();
    assert_eq!(game.hand("prussia").len(), 24 + 7);
}

#[test]
fn r3_3_a_reserve_stands_for_any_suit_and_a_value_from_1_to_10() {
    let reserve = |value| json!({"do": "play", "card": "R", "value": value});
    for (friedrich, suit) in [("berlin", "S"), ("crossen", "C")] {
        let enemy = if suit == "S" { "spandau" } else { "gruenberg" };
        let pieces = position().put("Friedrich", friedrich, 1).put("Daun", enemy, 8);
        let mut game = pieces.hand("prussia", &["R", "R"]).game();
        game.end_movement();
        for wrong in [json!(0), json!(11), json!(null)] {
            let reason = game.refused("prussia", reserve(wrong), "R3.3", "reserve-value");
            assert_eq!(reason["maximum"], 10);
        }
        game.reserve(1);
        assert_eq!((game.right(), game.score()), ("prussia", -6));
        game.reserve(10);
        // Austria has no card, so the combat ends.
        assert_eq!(game.event("card-played")["value"], 10);
        assert_eq!(game.event("combat-lost")["loser"], "austria");
        assert_eq!(game.event("combat-lost")["losses"], 4);
    }
}

#[test]
fn r3_3_other_cards_have_the_value_printed_on_them() {
    let pieces = position().put("Friedrich", "berlin", 1).put("Daun", "spandau", 8);
    let mut game = pieces.hand("prussia", &["5S", "2S"]).game();
    game.end_movement();
    let raised = json!({"do": "play", "card": "5S", "value": 10});
    game.refused("prussia", raised, "R3.3", "value-of-its-own");
    game.act("prussia", json!({"do": "play", "card": "5S", "value": 5}));
    assert_eq!(game.score(), -2);
}

#[test]
fn r3_4_played_cards_go_to_the_pile_of_their_deck_of_origin() {
    let pieces = position().put("Friedrich", "berlin", 1).put("Daun", "spandau", 8);
    let mut game = pieces.hand("prussia", &["2S/2", "3S/1", "2S/3"]).game();
    let size = |game: &Game, deck: &str| texts(&game.state.dump()["discards"][deck]).len();
    let before = (size(&game, "1"), size(&game, "2"), size(&game, "3"));
    game.end_movement();
    game.play("2S/2").play("3S");
    assert_eq!((size(&game, "1"), size(&game, "2")), (before.0 + 1, before.1 + 1));
    assert_eq!(size(&game, "3"), before.2);
}

#[test]
fn r3_4_when_the_deck_is_empty_the_next_unused_one_is_opened() {
    let mut game = position().nation("russia").draw_pile_of(0).game();
    game.end_movement();
    assert_eq!(game.event("deck-opened")["deck"], 2);
    let json = game.state.dump();
    assert_eq!(json["unopened_decks"], json!([3, 4]));
    assert_eq!(texts(&json["draw_pile"]).len(), 49);
    // In the middle of a draw, too.
    let mut game = position().nation("france").draw_pile_of(3).game();
    game.end_movement();
    assert_eq!(game.event("drew")["decks"], json!([1, 1, 1, 2, 2, 2, 2]));
}

/// All decks open, the draw pile empty, the piles of these sizes; the rest is in Hanover's hand.
fn piles(sizes: [usize; 4]) -> Game {
    let mut json = position().nation("russia").open_deck().open_deck().open_deck().json();
    let mut hand = Vec::new();
    let pile = json["draw_pile"].take();
    json["draw_pile"] = json!([]);
    json["discards"]["1"] = pile;
    for (deck, size) in (1..).zip(sizes) {
        let pile = json["discards"][deck.to_string()].as_array_mut().expect("a pile");
        hand.extend(pile.split_off(size));
    }
    json["hands"]["hanover"] = hand.into();
    let state = feldpost::game::State::load(json).expect("consistent").state;
    Game { state, last: Vec::new() }
}

#[test]
fn r3_4_after_the_fourth_deck_the_two_largest_piles_are_shuffled_together() {
    let mut game = piles([10, 30, 20, 29]);
    game.end_movement();
    assert_eq!(game.event("piles-reshuffled")["decks"], json!([2, 4]));
    assert_eq!(game.event("piles-reshuffled")["cards"], 59);
    let json = game.state.dump();
    assert_eq!(texts(&json["draw_pile"]).len(), 58);
    assert_eq!((texts(&json["discards"]["2"]).len(), texts(&json["discards"]["3"]).len()), (0, 20));
}

#[test]
fn r3_4_of_equal_piles_that_of_the_deck_opened_earlier_is_taken() {
    let mut game = piles([10, 20, 20, 20]);
    game.end_movement();
    assert_eq!(game.event("piles-reshuffled")["decks"], json!([2, 3]));
    let mut game = piles([20, 20, 20, 21]);
    game.end_movement();
    assert_eq!(game.event("piles-reshuffled")["decks"], json!([4, 1]));
}

#[test]
fn r3_4_if_nothing_is_left_the_draw_ends_short() {
    let mut game = piles([0, 1, 0, 2]);
    game.state = {
        let mut json = game.state.dump();
        json["nation"] = "sweden".into();
        feldpost::game::State::load(json).expect("consistent").state
    };
    game.end_movement();
    assert_eq!(game.active(), "austria");
    assert_eq!(game.hand("austria").len(), 3);
    game.end_movement();
    // Who has neither cards nor pieces has nothing to order: it is Hanover again that holds cards.
    assert_eq!((game.active(), game.state.turn()), ("hanover", 2));
}

#[test]
fn r3_5_public_are_the_backs_and_secret_the_faces() {
    let pieces = position().hand("prussia", &["10D", "4S/2"]).hand("france", &["R"]);
    let game = pieces.game();
    for seat in [None, Some(Seat::Elisabeth), Some(Seat::Pompadour), Some(Seat::Frederick)] {
        let view = game.state.view(seat);
        let prussia = &view.nations[nation("prussia").index()];
        assert_eq!(prussia.cards, [(1, 1), (2, 1)].into());
        assert_eq!(prussia.hand.is_some(), seat == Some(Seat::Frederick));
        assert_eq!((view.draw_pile, view.discards[&2]), (48, 49));
        let france = &view.nations[nation("france").index()];
        assert_eq!(france.hand.is_some(), seat == Some(Seat::Pompadour));
        let written = serde_json::to_string(&view).expect("JSON");
        assert_eq!(written.contains("10D"), seat == Some(Seat::Frederick));
    }
}

#[test]
fn r3_5_what_is_drawn_only_its_owner_sees_and_what_is_played_everybody() {
    let mut game = position().nation("france").draw_first(&["13D"]).game();
    game.end_movement();
    for event in &game.last {
        let told = serde_json::to_string(event).expect("JSON");
        assert!(!told.contains("13D") || event.audience() == Audience::Owner(Nation::Prussia));
    }
    let pieces = position().put("Friedrich", "berlin", 1).put("Daun", "spandau", 8);
    let mut game = pieces.hand("prussia", &["5S", "2S"]).game();
    game.end_movement();
    game.play("5S");
    assert_eq!(game.event("card-played")["card"], "5S/1");
    assert!(game.last.iter().all(|event| event.audience() == Audience::Everybody));
}
