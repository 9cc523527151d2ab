//! R1: nations, seats, board and set-up.

use std::collections::BTreeSet;

use feldpost::game::{Home, Nation, Scenario, Seat, Setup, State, board, supplied_by_country};
use serde_json::{Value, json};

use super::support::{Game, KEY, general, nation, position, position_of, texts};

fn three_players() -> Setup {
    Setup { scenario: Scenario::THREE_PLAYER, ..Setup::default() }
}

#[test]
fn r1_1_four_roles_play_seven_nations_on_two_sides() {
    let state = Game::new(Setup::default()).state;
    let seats = Nation::ALL.map(|nation| state.seat_of(nation).id());
    let expected = [
        "frederick",
        "frederick",
        "elisabeth",
        "elisabeth",
        "maria-theresa",
        "maria-theresa",
        "pompadour",
    ];
    assert_eq!(seats, expected);
    for nation in &Nation::ALL[2..] {
        assert!(nation.hostile_to(Nation::Prussia) && nation.hostile_to(Nation::Hanover));
        assert!(Nation::ALL[2..].iter().all(|ally| !ally.hostile_to(*nation)));
    }
}

#[test]
fn r1_1_attackers_never_fight_one_another() {
    let position = position().nation("austria").put("Daun", "kolin", 8);
    let mut game = position.put("Richelieu", "prag", 1).put("Saltikov", "nimburg", 1).game();
    game.end_movement();
    assert!(game.events("combats-fixed").is_empty());
    assert_eq!(game.active(), "imperial-army");
}

#[test]
fn r1_2_with_three_players_one_seat_plays_elisabeth_and_pompadour() {
    let state = Game::new(three_players()).state;
    assert_eq!(state.seat_of(Nation::France), Seat::Elisabeth);
    assert_eq!(state.rules().seats(), [Seat::Frederick, Seat::Elisabeth, Seat::MariaTheresa]);
    let known = state.view(Some(Seat::Elisabeth));
    let hands = known.nations.iter().filter(|known| known.hand.is_some()).map(|known| known.nation);
    assert_eq!(hands.collect::<Vec<_>>(), [Nation::Russia, Nation::Sweden, Nation::France]);
}

#[test]
fn r1_3_an_attacker_needs_all_its_objectives_of_both_orders() {
    let counts =
        [("russia", 10), ("sweden", 10), ("austria", 16), ("imperial-army", 10), ("france", 10)];
    for (of, count) in counts {
        let missing = board().objectives().iter().rfind(|o| o.of.id() == of).expect("objectives");
        let all = position().conquered_but(of, &[]).game();
        assert_eq!(all.state.conquered().count(), count, "{of}");
        assert!(all.state.controls_all_it_needs(nation(of)), "{of}");
        let game = position().conquered_but(of, &[missing.city.id()]).game();
        assert!(!game.state.controls_all_it_needs(nation(of)), "{of} lacks {}", missing.city);
    }
}

#[test]
fn r1_3_under_eased_conditions_the_first_order_suffices() {
    let second: Vec<&str> = ["angermuende", "neuruppin", "prenzlau", "pritzwalk", "schwedt"].into();
    let game = position().strokes(&["elisabeth"]).conquered_but("sweden", &second).game();
    assert!(game.state.controls_all_it_needs(Nation::Sweden));
    let game = position().conquered_but("sweden", &second).game();
    assert!(!game.state.controls_all_it_needs(Nation::Sweden));
}

#[test]
fn r1_4_every_city_has_the_one_suit_of_its_sector() {
    let board = board();
    let pairs: BTreeSet<_> = board
        .city_ids()
        .map(|city| (board.info(city).sector.as_str(), board.info(city).suit))
        .collect();
    assert_eq!(pairs.len(), 33);
    assert_eq!(board.city_ids().count(), 672);
    let game = position().put("Daun", "kolin", 1).game();
    assert_eq!(board.info(game.state.city_of(general("Daun")).expect("on the map")).sector, "e4");
}

#[test]
fn r1_4_orders_name_cities_that_exist() {
    let mut game = position().put("Friedrich", "berlin", 1).game();
    let reason = game.no_march(&["Friedrich"], &["atlantis"], "R1.4", "unknown-city");
    assert_eq!(reason["name"], "atlantis");
}

#[test]
fn r1_5_home_countries_are_the_printed_areas_with_their_exclaves() {
    let home = |id: &str| board().info(board().city(id).expect("a city")).home;
    assert_eq!(home("berlin"), Home::Prussia);
    assert_eq!(home("koenigsberg-east-prussia"), Home::Prussia);
    assert_eq!(home("stade"), Home::Hanover);
    assert_eq!(home("prag"), Home::Austria);
    assert_eq!(home("stralsund"), Home::Sweden);
    assert_eq!(home("dresden"), Home::Saxony);
    assert_eq!(home("warszawa"), Home::Poland);
    for city in board().city_ids() {
        let home = board().info(city).home;
        let imperial = matches!(home, Home::Empire | Home::Saxony);
        assert_eq!(supplied_by_country(Nation::ImperialArmy, city), imperial);
        assert_eq!(supplied_by_country(Nation::Austria, city), home == Home::Austria);
        // Russia and France have no home country, only their depots.
        let depot = board().info(city).depot_of;
        assert_eq!(supplied_by_country(Nation::Russia, city), depot == Some(Nation::Russia));
        assert_eq!(supplied_by_country(Nation::France, city), depot == Some(Nation::France));
    }
}

#[test]
fn r1_6_the_raffle_gives_every_seat_once_and_by_chance() {
    for setup in [Setup::default(), three_players()] {
        let rules = setup.rules();
        let mut orders = BTreeSet::new();
        for key in 0..=255 {
            let raffled = rules.raffle(&[key; 32]);
            assert_eq!(raffled, rules.raffle(&[key; 32]));
            let mut seats = raffled.clone();
            seats.sort_unstable();
            assert_eq!(seats, rules.seats());
            orders.insert(raffled);
        }
        let all = (1..=rules.seats().len()).product::<usize>();
        assert_eq!(orders.len(), all, "each of the {all} orders comes up in 256 raffles");
    }
}

#[test]
fn r1_7_pieces_start_where_the_table_says() {
    let game = Game::new(Setup::default());
    assert_eq!(game.city("Friedrich"), Some("oschatz"));
    assert_eq!(game.city("Winterfeldt"), Some("oschatz"));
    assert_eq!(game.city("Ehrensvärd"), Some("stralsund"));
    assert_eq!(game.train_city("prussia", 2), Some("gruenberg"));
    assert_eq!(game.train_city("france", 2), Some("gemuenden"));
    assert_eq!(game.state.on_map(feldpost::game::all_pieces().collect()).len(), 35);
}

#[test]
fn r1_7_sweden_and_the_imperial_army_have_no_choice() {
    let game = Game::new(Setup::default());
    assert_eq!(game.troops("Ehrensvärd"), 4);
    assert_eq!(game.troops("Hildburghausen"), 6);
    let awaited: Vec<&str> = game.awaited().iter().map(|(nation, _)| *nation).collect();
    assert_eq!(awaited, ["prussia", "hanover", "russia", "austria", "france"]);
    assert!(game.awaited().iter().all(|(_, kind)| *kind == "allot"));
}

fn french(richelieu: u8, soubise: u8, chevert: u8) -> Value {
    let troops = json!({"Richelieu": richelieu, "Soubise": soubise, "Chevert": chevert});
    json!({"do": "allot", "troops": troops})
}

#[test]
fn r1_7_every_general_gets_one_to_eight_and_all_troops_are_allotted() {
    let mut game = Game::new(Setup::default());
    game.refused("france", french(8, 8, 0), "R1.7", "allot-bounds");
    game.refused("france", french(2, 9, 9), "R1.7", "allot-bounds");
    let reason = game.refused("france", french(7, 5, 7), "R1.7", "allot-total");
    assert_eq!((&reason["given"], &reason["total"]), (&json!(19), &json!(20)));
    game.refused("france", french(8, 8, 8), "R1.7", "allot-total");
    let without = json!({"do": "allot", "troops": {"Richelieu": 8, "Chevert": 8}});
    let reason = game.refused("france", without, "R1.7", "allot-missing");
    assert_eq!(reason["piece"], "Soubise");
    let train = json!({"do": "allot", "troops": {"Train 1": 4, "Richelieu": 8}});
    game.refused("france", train, "R1.7", "allot-not-a-general");
    let foreign = json!({"do": "allot", "troops": {"Daun": 4}});
    game.refused("france", foreign, "R1.7", "unknown-piece");
}

#[test]
fn r1_7_the_allotments_are_awaited_of_all_at_once_and_stay_secret() {
    let mut game = Game::new(Setup::default());
    game.act("france", french(7, 5, 8));
    assert_eq!(game.awaited().len(), 4);
    game.refused("france", french(8, 5, 7), "R2.2", "not-awaited");
    assert_eq!(game.event("allotted").keys().collect::<Vec<_>>(), ["event", "nation"]);
    let seen = serde_json::to_string(&game.state.view(Some(Seat::Frederick))).expect("JSON");
    let mut other = Game::new(Setup::default());
    other.act("france", french(8, 8, 4));
    assert_eq!(
        seen,
        serde_json::to_string(&other.state.view(Some(Seat::Frederick))).expect("JSON")
    );
}

#[test]
fn r1_8_one_of_four_decks_of_fifty_is_shuffled_for_use() {
    let json = Game::new(Setup::default()).state.dump();
    let cards: BTreeSet<String> = texts(&json["draw_pile"]).into_iter().collect();
    assert_eq!(json["draw_pile"].as_array().map(Vec::len), Some(50));
    // The two Reserves of a deck cannot be told apart.
    assert_eq!(cards.len(), 49);
    assert!(cards.iter().all(|card| card.ends_with("/1")));
    assert_eq!(json["unopened_decks"], json!([2, 3, 4]));
    assert!(json["hands"].as_object().expect("hands").values().all(|hand| hand == &json!([])));
}

#[test]
fn r1_8_the_key_alone_decides_the_shuffle() {
    let pile = |key| State::new(Setup::default(), key).dump()["draw_pile"].clone();
    assert_eq!(pile(KEY), pile(KEY));
    assert_ne!(pile(KEY), pile([8; 32]));
}

#[test]
fn r1_9_the_eighteen_cards_of_fate_are_shuffled() {
    let deck = |key| State::new(Setup::default(), key).dump()["fate_deck"].clone();
    let cards: BTreeSet<String> = texts(&deck(KEY)).into_iter().collect();
    assert_eq!((texts(&deck(KEY)).len(), cards.len()), (18, 18));
    assert_ne!(deck(KEY), deck([8; 32]));
}

#[test]
fn r1_2_in_the_other_scenarios_only_the_nations_that_take_part_are_awaited() {
    let setup = Setup { scenario: Scenario::AUSTRIAN_THEATRE, ..Setup::default() };
    let awaited = Game::new(setup).awaited();
    assert_eq!(awaited, [("prussia", "allot"), ("austria", "allot")]);
    let mut game = position_of(setup).nation("austria").put("Daun", "prag", 1).game();
    game.end_movement();
    assert_eq!(game.active(), "imperial-army");
}
