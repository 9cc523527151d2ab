//! R11.2 to R11.6: the six strokes of fate, in all orders that matter.

use super::fate_support::*;
use super::support::{Game, Position, general, nation, position_of};
use feldpost::game::{Place, Scenario, Seat, Setup};
use serde_json::json;

fn draws(game: &Game, of: &str) -> u8 {
    game.state.draws(nation(of))
}

fn gone(game: &Game, name: &str) -> bool {
    game.state.piece(general(name)).place == Place::Removed
}

fn imperial_seat(game: &Game) -> Seat {
    game.state.seat_of(nation("imperial-army"))
}

/// The strokes fall one after another at the ends of turns; Prussia removes its first general.
fn after(strokes: &[&str]) -> Game {
    let position = card_comes(strokes).put("Friedrich", "berlin", 1).put("Keith", "potsdam", 1);
    let mut game = position.hand("prussia", &["2S"]).game();
    for turn in 7.. {
        go_on_until(&mut game, "prussia", "movement");
        if game.state.turn() == 6 + strokes.len() as u16 {
            return game;
        }
        assert!(game.state.turn() <= turn);
        game.end_movement();
    }
    unreachable!("turns go on for ever")
}

// R11.2: ELISABETH.

fn russia_in_the_east() -> Position {
    card_comes(&["elisabeth"])
        .put("Saltikov", "torun", 4)
        .train("russia", 1, "lomza")
        .hand("russia", &["5S/1", "6S/1"])
        .conquered("russia", &["colberg", "pyritz"])
        .put("Lehwaldt", "mohrungen", 3)
}

#[test]
fn r11_2_elisabeth_russia_leaves_and_lehwaldt_is_removed_for_good() {
    let game = end_turn(russia_in_the_east());
    assert_eq!(game.event("stroke-of-fate")["stroke"], "elisabeth");
    assert_eq!(game.event("nation-left")["nation"], "russia");
    assert!(["Saltikov", "Fermor", "Lehwaldt"].iter().all(|name| gone(&game, name)));
    assert!(!game.state.in_play(nation("russia")));
    assert_eq!(game.awaited(), [("prussia", "movement")]);
    assert_eq!(game.event("eased-victory")["nation"], "sweden");
}

#[test]
fn r11_2_elisabeth_removes_lehwaldt_off_the_map_too_and_he_cannot_re_enter() {
    let position = card_comes(&["elisabeth"]).hand("prussia", &["R"]);
    let mut game = end_turn(position);
    assert!(gone(&game, "Lehwaldt"));
    let lehwaldt = json!({"name": "Lehwaldt", "city": "berlin", "troops": 1});
    let order = json!({"do": "recruit", "pay": ["R"], "generals": [lehwaldt]});
    game.refused("prussia", order, "R11.3", "gone-for-good");
}

#[test]
fn r11_2_elisabeth_finds_lehwaldt_gone_already() {
    let game = end_turn(card_comes(&["elisabeth"]).removed("Lehwaldt"));
    assert_eq!(game.events("removed-for-good").len(), 0);
    assert_eq!(game.awaited(), [("prussia", "movement")]);
}

// R11.2: SWEDEN.

#[test]
fn r11_2_sweden_leaves_and_prussia_removes_a_general_of_its_choice() {
    let position = card_comes(&["sweden"]).put("Ehrensvärd", "wolgast", 3);
    let position = position.put("Friedrich", "berlin", 3).put("Keith", "oels", 3);
    let mut game = end_turn(position.removed("Dohna"));
    assert!(gone(&game, "Ehrensvärd"));
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    assert!(game.state.awaits_removal());
    let offered = ["Winterfeldt", "Heinrich", "Schwerin", "Keith", "Seydlitz", "Lehwaldt"];
    assert_eq!(offered_generals(&game), offered, "on or off the map, but not Friedrich");
    game.refused("prussia", choose_general("Friedrich"), "R11.8", "not-offered");
    game.refused("prussia", choose_general("Dohna"), "R11.8", "not-offered");
    game.refused("prussia", choose_general("Cumberland"), "R11.8", "not-offered");
    game.refused("prussia", decline(), "R11.8", "may-not-decline");
    game.act("prussia", choose_general("Keith"));
    assert!(gone(&game, "Keith"));
    assert_eq!(game.event("removed-for-good")["piece"], "Keith");
    assert_eq!(game.awaited(), [("prussia", "movement")]);
}

#[test]
fn r11_2_sweden_takes_the_only_general_left_without_asking_and_none_if_there_is_none() {
    let all = ["Winterfeldt", "Heinrich", "Schwerin", "Keith", "Seydlitz", "Dohna"];
    let one_left = all.iter().fold(card_comes(&["sweden"]), |p, name| p.removed(name));
    let game = end_turn(one_left);
    assert!(gone(&game, "Lehwaldt"));
    assert_eq!(game.awaited(), [("prussia", "movement")]);
    let none_left = all.iter().fold(card_comes(&["sweden"]), |p, name| p.removed(name));
    let game = end_turn(none_left.removed("Lehwaldt"));
    assert_eq!(game.events("removed-for-good").len(), 0);
    assert!(!gone(&game, "Friedrich"));
}

// R11.2: INDIA and AMERICA.

#[test]
fn r11_2_the_first_of_india_and_america_cuts_austria_and_france() {
    for stroke in ["india", "america"] {
        let position = card_comes(&[stroke]).put("Cumberland", "alfeld", 3);
        let mut game =
            end_turn(position.put("Richelieu", "fulda", 3).train("france", 1, "alsfeld"));
        assert_eq!((draws(&game, "austria"), draws(&game, "france")), (4, 3));
        assert_eq!(draws(&game, "hanover"), 2);
        assert!(!gone(&game, "Richelieu") && !gone(&game, "Cumberland"));
        // France keeps all of its three cards: no discard is awaited.
        go_on_until(&mut game, "france", "movement");
        assert_eq!(game.hand("france").len(), 3);
        assert_eq!(game.state.turn(), 7);
    }
}

#[test]
fn r11_2_the_second_makes_france_leave_and_cuts_hanover() {
    for strokes in [["india", "america"], ["america", "india"]] {
        let position = card_comes(&[strokes[1]]).strokes(&strokes[..1]);
        let position = position.put("Cumberland", "alfeld", 3).put("Ferdinand", "stade", 3);
        let position = position.put("Richelieu", "fulda", 3).hand("france", &["2S", "3S"]);
        let game = end_turn(position.conquered("france", &["minden"]));
        assert!(gone(&game, "Richelieu") && gone(&game, "Soubise") && gone(&game, "Cumberland"));
        assert!(!gone(&game, "Ferdinand"));
        assert_eq!((draws(&game, "hanover"), draws(&game, "austria")), (1, 4));
        assert_eq!(game.hand("france"), [] as [&str; 0]);
        assert_eq!(game.conqueror("minden"), None);
        assert_eq!(imperial_seat(&game), Seat::Pompadour);
        assert_eq!(game.state.total_troops(nation("hanover")), 3);
    }
}

// R11.2: LORD BUTE and POEMS.

#[test]
fn r11_2_lord_bute_and_poems_cut_prussia_by_2_but_not_below_4() {
    for strokes in [["lord-bute", "poems"], ["poems", "lord-bute"]] {
        let mut game = end_turn(card_comes(&strokes));
        assert_eq!(game.event("draws-changed")["draws"], 5);
        assert_eq!(game.hand("prussia").len(), 5, "already at the start of the next turn");
        game.end_movement();
        go_on_until(&mut game, "france", "movement");
        game.end_movement();
        assert_eq!(game.event("draws-changed")["draws"], 4);
        assert_eq!(game.hand("prussia").len(), 9);
    }
}

#[test]
fn r11_2_a_stroke_that_comes_round_again_has_no_second_effect() {
    let position = card_comes(&["lord-bute", "sweden"]).strokes(&["lord-bute", "sweden"]);
    let mut game = end_turn(position);
    assert_eq!(draws(&game, "prussia"), 5);
    assert_eq!(game.events("stroke-of-fate").len(), 0);
    go_on_until(&mut game, "france", "movement");
    game.end_movement();
    assert_eq!(game.awaited(), [("prussia", "movement")], "no second general is removed");
}

// R11.3: a general removed for good.

#[test]
fn r11_3_his_troops_go_to_those_stacked_with_him_as_far_as_8_each() {
    let position = card_comes(&["elisabeth"]).put("Lehwaldt", "mohrungen", 6);
    let position = position.put("Seydlitz", "mohrungen", 7).put("Dohna", "mohrungen", 6);
    let game = end_turn(position);
    assert_eq!((game.troops("Seydlitz"), game.troops("Dohna")), (8, 8));
    let lost = game.event("troops-lost");
    assert_eq!((&lost["troops"], &lost["total"]), (&json!(3), &json!(16)));
    assert_eq!(told(&game, "stack-troops"), [Some("prussia")]);
    assert_eq!(kept_secret_for(&game, "prussia")[0]["event"], "stack-troops");
}

#[test]
fn r11_3_alone_his_troops_are_lost() {
    let position = card_comes(&["elisabeth"]).put("Lehwaldt", "mohrungen", 6);
    let game = end_turn(position.put("Dohna", "riesenburg", 1));
    assert_eq!(game.troops("Dohna"), 1);
    assert_eq!(game.event("troops-lost")["total"], 1);
}

// R11.4: a nation that leaves.

#[test]
fn r11_4_pieces_go_cards_are_discarded_face_down_and_conquests_are_taken_off() {
    let game = end_turn(russia_in_the_east());
    assert_eq!(game.train_city("russia", 1), None);
    assert_eq!(game.hand("russia"), [] as [&str; 0]);
    let pile = game.state.dump()["discards"]["1"].clone();
    assert!(
        ["5S/1", "6S/1"]
            .iter()
            .all(|card| pile.as_array().is_some_and(|p| p.contains(&json!(card))))
    );
    let hand = game.event("hand-discarded");
    let two = json!([{"deck": 1, "cards": 2}]);
    assert_eq!((&hand["nation"], &hand["decks"]), (&json!("russia"), &two));
    let public = public_text(&game);
    assert!(!public.contains("5S") && !public.contains("6S"), "face down: {public}");
    assert_eq!((game.conqueror("colberg"), game.conqueror("pyritz")), (None, None));
    assert_eq!(game.event("conquests-lifted")["cities"], json!(["colberg", "pyritz"]));
}

/// R3.5: the backs in the order in which a hand is kept would tell of the faces.
#[test]
fn r11_4_a_hand_that_goes_shows_how_many_backs_and_not_their_order() {
    let shown = |cards: &[&str]| {
        let game = end_turn(card_comes(&["elisabeth"]).open_deck().hand("russia", cards));
        assert_eq!(game.events("discarded").len(), 0);
        assert_eq!(told(&game, "hand-discarded"), [None]);
        public_text(&game)
    };
    let text = shown(&["2S/1", "5S/2", "9S/1"]);
    assert!(text.contains(r#""decks":[{"cards":2,"deck":1},{"cards":1,"deck":2}]"#), "{text}");
    assert_eq!(text, shown(&["2S/2", "5S/1", "9S/1"]));
    // Nothing is said of a hand without cards.
    assert_eq!(end_turn(card_comes(&["elisabeth"])).events("hand-discarded").len(), 0);
}

#[test]
fn r11_4_it_is_skipped_in_the_sequence_and_fights_no_more() {
    let position = card_comes(&["elisabeth"]).put("Saltikov", "torun", 4);
    let mut game = end_turn(position.put("Keith", "lipno", 2));
    let mut nations = vec![game.active()];
    while game.state.turn() == 7 {
        let (by, kind) = game.awaited()[0];
        assert_ne!(by, "russia");
        match kind {
            "movement" => game.end_movement(),
            _ => {
                let answer = game.answers().remove(0);
                game.act(by, answer)
            }
        };
        assert_eq!(game.events("combat-began").len(), 0);
        nations.push(game.active());
    }
    assert!(!nations.contains(&"russia"));
    assert!(nations.contains(&"sweden"));
}

// R11.5: eased victory.

#[test]
fn r11_5_sweden_is_eased_once_russia_is_out() {
    let eased = |strokes: &[&str]| {
        let game = card_comes(&["1"]).nation("austria").strokes(strokes).game();
        game.state.has_eased_victory(nation("sweden"))
    };
    assert!(!eased(&[]));
    assert!(!eased(&["india", "america", "lord-bute", "poems"]));
    assert!(eased(&["elisabeth"]));
}

#[test]
fn r11_5_austria_and_the_imperial_army_are_eased_once_it_has_changed_players() {
    let eased = |strokes: &[&str]| {
        let game = card_comes(&["1"]).nation("austria").strokes(strokes).game();
        let of = |id: &str| game.state.has_eased_victory(nation(id));
        assert_eq!(of("austria"), of("imperial-army"));
        assert!(!of("russia") && !of("france"), "nobody else ever is");
        of("austria")
    };
    assert!(!eased(&["elisabeth"]));
    assert!(!eased(&["sweden", "india"]));
    assert!(eased(&["sweden", "elisabeth"]));
    assert!(eased(&["america", "india"]));
}

// R11.6: the Imperial Army changes players.

#[test]
fn r11_6_to_elisabeth_with_russia_and_sweden_out_or_to_pompadour_with_france_out() {
    use Seat::*;
    for (strokes, seat) in [
        (&["elisabeth"] as &[&str], MariaTheresa),
        (&["sweden"], MariaTheresa),
        (&["india"], MariaTheresa),
        (&["lord-bute", "poems"], MariaTheresa),
        (&["elisabeth", "sweden"], Elisabeth),
        (&["sweden", "elisabeth"], Elisabeth),
        (&["india", "america"], Pompadour),
        (&["america", "india"], Pompadour),
        // Whichever comes first; what follows changes nothing.
        (&["elisabeth", "sweden", "india"], Elisabeth),
        (&["india", "elisabeth", "sweden"], Elisabeth),
        (&["elisabeth", "india", "sweden"], Elisabeth),
        (&["elisabeth", "india", "america"], Pompadour),
        (&["india", "sweden", "america"], Pompadour),
        (&["india", "america", "elisabeth"], Pompadour),
    ] {
        assert_eq!(imperial_seat(&after(strokes)), seat, "{strokes:?}");
    }
}

#[test]
fn r11_6_it_changes_once_and_this_is_announced() {
    let position = card_comes(&["sweden"]).strokes(&["elisabeth"]);
    let game = end_turn(position);
    let changed = game.event("imperial-army-changed-player");
    assert_eq!((&changed["from"], &changed["to"]), (&json!("maria-theresa"), &json!("elisabeth")));
    let eased: Vec<_> = game.events("eased-victory").iter().map(|e| e["nation"].clone()).collect();
    assert_eq!(eased, [json!("austria"), json!("imperial-army")]);

    let game = end_turn(card_comes(&["america"]).strokes(&["elisabeth", "sweden", "india"]));
    assert_eq!(game.events("imperial-army-changed-player").len(), 0);
}

#[test]
fn r11_6_hand_and_split_go_along_and_its_place_in_the_sequence_stays() {
    let position = card_comes(&["america"]).strokes(&["india"]);
    let position =
        position.put("Hildburghausen", "saalfeld", 4).hand("imperial-army", &["2S", "R"]);
    let before = position.game();
    let knows = |game: &Game, seat: Seat| {
        let view = game.state.view(Some(seat));
        let army = view.nations.iter().find(|known| known.nation.id() == "imperial-army");
        let general = view.pieces.iter().find(|known| known.piece == general("Hildburghausen"));
        (army.expect("listed").hand.is_some(), general.expect("listed").troops)
    };
    assert_eq!(knows(&before, Seat::MariaTheresa), (true, Some(4)));
    assert_eq!(knows(&before, Seat::Pompadour), (false, None));
    let mut game = before;
    game.end_movement();
    assert_eq!(knows(&game, Seat::MariaTheresa), (false, None));
    assert_eq!(knows(&game, Seat::Pompadour), (true, Some(4)));
    assert_eq!(game.hand("imperial-army").len(), 2);
    go_on_until(&mut game, "imperial-army", "movement");
    assert_eq!(game.state.decisions()[0].seat, Seat::Pompadour);
    assert_eq!(game.state.turn(), 7);
    assert_eq!(game.hand("imperial-army").len(), 3, "it draws its card as before");
}

#[test]
fn r11_6_with_three_players_it_goes_to_elisabeths_seat_either_way() {
    let setup = Setup { scenario: Scenario::THREE_PLAYER, ..Setup::default() };
    for strokes in [["elisabeth", "sweden"], ["india", "america"]] {
        let position = position_of(setup).turn(6).nation("austria").strokes(&strokes);
        let game = position.game();
        assert_eq!(imperial_seat(&game), Seat::Elisabeth);
        assert!(game.state.has_eased_victory(nation("austria")));
    }
}
