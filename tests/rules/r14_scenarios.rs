//! R14: the scenarios for two players, and R1.2, the game for three.

use super::fate_support::*;
use super::support::{Game, Position, nation, position_of};
use feldpost::game::{Edition, Ending, FateText, Nation, Place, Scenario, Seat, Setup, Suit};
use serde_json::json;

fn west() -> Setup {
    Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() }
}

fn theatre() -> Setup {
    Setup { scenario: Scenario::AUSTRIAN_THEATRE, ..Setup::default() }
}

fn over(game: &Game) -> (Ending, Vec<&'static str>, Vec<&'static str>) {
    let outcome = game.state.outcome().expect("the game is over");
    let nations = outcome.nations.iter().map(|nation| nation.id()).collect();
    (outcome.ending, nations, outcome.winners.iter().map(|seat| seat.id()).collect())
}

/// The pieces that take part, as `nation name`.
fn pieces(setup: Setup) -> Vec<String> {
    let dump = Game::new(setup).state.dump();
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let list = dump["pieces"].as_array().expect("a list").iter();
    list.map(|piece| format!("{} {}", text(&piece["nation"]), text(&piece["name"]))).collect()
}

fn allot(game: &mut Game, by: &str, troops: &[(&str, u8)]) {
    let troops: std::collections::BTreeMap<_, _> = troops.iter().copied().collect();
    game.act(by, json!({"do": "allot", "troops": troops}));
}

/// The last nation of the scenario ends its action in turn 6, with these cards on top.
fn last_of(setup: Setup, cards: &[&str]) -> Position {
    let last = setup.rules().nations.last().expect("some").id();
    position_of(setup).turn(6).nation(last).fate_first(cards)
}

// R14.1: War in the West.

#[test]
fn r14_1_the_west_has_hanover_france_seydlitz_and_a_train() {
    assert_eq!(
        pieces(west()),
        [
            "prussia Seydlitz",
            "prussia Train 1",
            "hanover Ferdinand",
            "hanover Cumberland",
            "hanover Train 1",
            "france Richelieu",
            "france Soubise",
            "france Chevert",
            "france Train 1",
            "france Train 2",
        ]
    );
    assert_eq!(west().rules().seats(), [Seat::Frederick, Seat::Pompadour]);
    let mut game = Game::new(west());
    assert_eq!(game.awaited(), [("hanover", "allot"), ("france", "allot")]);
    assert_eq!(game.troops("Seydlitz"), 3);
    allot(&mut game, "hanover", &[("Ferdinand", 6), ("Cumberland", 6)]);
    allot(&mut game, "france", &[("Richelieu", 8), ("Soubise", 8), ("Chevert", 4)]);
    assert_eq!(game.awaited(), [("prussia", "discard")]);
    assert_eq!(game.city("Seydlitz"), Some("brandenburg"));
    assert_eq!(game.train_city("prussia", 1), Some("jueterbog"));
}

#[test]
fn r14_1_seydlitz_never_has_more_than_3_troops() {
    let mut game = position_of(west()).put("Seydlitz", "berlin", 3).hand("prussia", &["R"]).game();
    let order = json!({"do": "recruit", "pay": ["R"], "troops": {"Seydlitz": 1}});
    let refusal = game.refused("prussia", order.clone(), "R6.5", "nation-maximum");
    assert_eq!(refusal["maximum"], 3);
    let mut game = position_of(west()).put("Seydlitz", "berlin", 2).hand("prussia", &["R"]).game();
    game.act("prussia", order);
}

#[test]
fn r14_1_prussia_draws_2_and_discards_one_of_them_face_down() {
    let position = last_of(west(), &["9"]).turn(1).hand("prussia", &["13S/1"]);
    let mut game = end_turn(position);
    assert_eq!(game.awaited(), [("prussia", "discard")]);
    assert_eq!(game.hand("prussia").len(), 3);
    let held = json!({"do": "discard", "card": "13S/1"});
    game.refused("prussia", held, "R3.1", "not-just-drawn");
    let answer = game.answers().remove(0);
    game.act("prussia", answer);
    assert_eq!(game.hand("prussia").len(), 2);
    assert_eq!(told(&game, "discarded-card"), [Some("prussia")]);
    assert_eq!(game.awaited(), [("prussia", "movement")]);
}

#[test]
fn r14_1_after_the_first_cut_it_draws_1_and_the_second_changes_nothing() {
    for strokes in [["lord-bute", "poems"], ["poems", "lord-bute"]] {
        let mut game = end_turn(last_of(west(), &strokes));
        assert_eq!(game.event("draws-changed")["draws"], 1);
        assert_eq!(game.awaited(), [("prussia", "movement")], "it keeps the one card");
        assert_eq!(game.hand("prussia").len(), 1);
        go_on_until(&mut game, "france", "movement");
        game.end_movement();
        assert_eq!(game.events("draws-changed").len(), 0);
        assert_eq!(game.hand("prussia").len(), 2);
    }
}

#[test]
fn r14_1_france_and_hanover_draw_as_in_the_standard_game() {
    let mut game = position_of(west()).nation("hanover").game();
    game.end_movement();
    assert_eq!(game.awaited(), [("france", "discard")]);
    assert_eq!(game.hand("france").len(), 4);
    let position = position_of(west()).nation("hanover").strokes(&["india"]);
    let mut game = position.game();
    game.end_movement();
    assert_eq!(game.awaited(), [("france", "movement")]);
    assert_eq!(game.hand("france").len(), 3);
    let mut game = last_of(west(), &["9"]).turn(1).game();
    game.end_movement();
    go_on_until(&mut game, "hanover", "movement");
    assert_eq!(game.hand("hanover").len(), 2);
}

fn absent_cards(game: &Game) -> usize {
    let cards = game.state.dump()["absent_cards"].as_array().expect("a list").len();
    assert_eq!(cards, game.state.view(None).absent_cards, "the number is public");
    cards
}

#[test]
fn r14_1_at_the_end_of_each_turn_5_cards_are_set_aside_face_down() {
    for setup in [west(), theatre()] {
        let mut game = last_of(setup, &["9", "8"]).turn(5).game();
        for turn in 5_usize..=7 {
            assert_eq!(absent_cards(&game), (turn - 5) * 5);
            let pile = game.state.view(None).draw_pile;
            game.end_movement();
            assert_eq!(game.event("set-aside-for-absent")["decks"], json!([1, 1, 1, 1, 1]));
            assert!(game.state.view(None).draw_pile <= pile - 5);
            let last = setup.rules().nations.last().expect("some").id();
            go_on_until(&mut game, last, "movement");
        }
        let view = serde_json::to_string(&game.state.view(Some(Seat::Frederick))).expect("JSON");
        let hidden = game.state.dump()["absent_cards"].clone();
        let hand = game.state.dump()["hands"]["prussia"].clone();
        let mut hidden = hidden.as_array().expect("a list").iter();
        let known = hand.as_array().expect("a list");
        assert!(hidden.all(|card| known.contains(card) || !view.contains(&card.to_string())));
    }
}

#[test]
fn r14_1_nothing_is_set_aside_in_the_other_scenarios() {
    for scenario in [Scenario::STANDARD, Scenario::THREE_PLAYER] {
        let game = end_turn(last_of(Setup { scenario, ..Setup::default() }, &["8"]));
        assert_eq!(game.events("set-aside-for-absent").len(), 0);
        assert_eq!(absent_cards(&game), 0);
    }
}

#[test]
fn r14_1_france_wins_with_all_its_objectives_at_the_end_of_a_turn() {
    let game = end_turn(last_of(west(), &["9"]).conquered_but("france", &[]));
    assert_eq!(over(&game), (Ending::Objectives, vec!["france"], vec!["pompadour"]));
    let game = end_turn(last_of(west(), &["9"]).conquered_but("france", &["kassel"]));
    assert_eq!(game.state.outcome(), None);
}

#[test]
fn r14_1_the_other_wins_when_france_leaves() {
    for strokes in [["india", "america"], ["america", "india"]] {
        let game = end_turn(last_of(west(), &strokes[1..]).strokes(&strokes[..1]));
        assert_eq!(over(&game), (Ending::Outlasted, vec!["prussia", "hanover"], vec!["frederick"]));
    }
    // Russia and Sweden, who are not there, do not matter.
    let game = end_turn(last_of(west(), &["sweden"]).strokes(&["elisabeth"]));
    assert_eq!(game.state.outcome(), None);
    assert_eq!(game.events("nation-left").len(), 0);
}

// R14.2: the Austrian theatre.

#[test]
fn r14_2_the_theatre_has_austria_the_imperial_army_and_prussian_generals_1_to_5() {
    let pieces = pieces(theatre());
    let prussians: Vec<&str> = pieces.iter().filter_map(|p| p.strip_prefix("prussia ")).collect();
    let generals = ["Friedrich", "Winterfeldt", "Heinrich", "Schwerin", "Keith"];
    assert_eq!(prussians[..5], generals);
    assert_eq!(prussians[5..], ["Train 1", "Train 2"]);
    assert_eq!(pieces.len(), 7 + 7 + 2);
    let mut game = Game::new(theatre());
    assert_eq!(game.awaited(), [("prussia", "allot"), ("austria", "allot")]);
    let refused = json!({"do": "allot", "troops": {"Friedrich": 8, "Winterfeldt": 8, "Heinrich": 7,
        "Schwerin": 1, "Keith": 1}});
    let refusal = game.refused("prussia", refused, "R1.7", "allot-total");
    assert_eq!(refusal["total"], 24);
    let split = [8, 8, 6, 1, 1];
    let split: Vec<(&str, u8)> = generals.into_iter().zip(split).collect();
    allot(&mut game, "prussia", &split);
    let austrians = [("Daun", 8), ("Browne", 8), ("Karl", 8), ("Laudon", 5), ("Lacy", 1)];
    allot(&mut game, "austria", &austrians);
    assert_eq!(game.awaited(), [("prussia", "movement")]);
    assert_eq!(game.hand("prussia").len(), 5);
    assert_eq!(theatre().rules().seats(), [Seat::Frederick, Seat::MariaTheresa]);
}

#[test]
fn r14_2_prussia_never_has_more_than_24_troops() {
    let position = position_of(theatre()).put("Friedrich", "berlin", 8).put("Keith", "oels", 8);
    let mut game = position.put("Heinrich", "potsdam", 7).hand("prussia", &["R", "R"]).game();
    let order =
        |troops: u8| json!({"do": "recruit", "pay": ["R", "R"], "troops": {"Heinrich": troops}});
    game.act("prussia", order(1));
    let position = position_of(theatre()).put("Friedrich", "berlin", 8).put("Keith", "oels", 8);
    let position = position.put("Heinrich", "potsdam", 7).put("Schwerin", "halle", 1);
    let mut game = position.hand("prussia", &["R", "R"]).game();
    let refusal = game.refused("prussia", order(1), "R6.5", "nation-maximum");
    assert_eq!(refusal["maximum"], 24);
}

#[test]
fn r14_2_prussia_draws_5_and_one_less_after_each_cut() {
    let drawn = |strokes: &[&str]| {
        let position = last_of(theatre(), &["9"]).turn(1).strokes(strokes);
        end_turn(position).hand("prussia").len()
    };
    assert_eq!(drawn(&[]), 5);
    assert_eq!((drawn(&["lord-bute"]), drawn(&["poems"])), (4, 4));
    assert_eq!(drawn(&["lord-bute", "poems"]), 3);
}

#[test]
fn r14_2_austria_is_cut_by_india_and_america_as_in_the_standard_game() {
    let mut game = end_turn(last_of(theatre(), &["india", "america"]));
    assert_eq!(game.event("draws-changed")["nation"], "austria");
    go_on_until(&mut game, "austria", "movement");
    assert_eq!(game.hand("austria").len(), 4);
    go_on_until(&mut game, "imperial-army", "movement");
    game.end_movement();
    // France leaves a war in which it took no part.
    assert_eq!(game.events("nation-left").len() + game.events("removed-for-good").len(), 0);
    assert_eq!(game.state.outcome(), None);
    assert_eq!(game.state.seat_of(Nation::ImperialArmy), Seat::MariaTheresa);
}

#[test]
fn r14_2_austria_or_the_imperial_army_wins_with_all_its_objectives() {
    for nation in ["austria", "imperial-army"] {
        let game = end_turn(last_of(theatre(), &["9"]).conquered_but(nation, &[]));
        assert_eq!(over(&game), (Ending::Objectives, vec![nation], vec!["maria-theresa"]));
    }
}

#[test]
fn r14_2_there_are_no_eased_conditions() {
    for strokes in [["elisabeth", "sweden"], ["india", "america"]] {
        let second = ["bunzlau", "goerlitz", "kamenz", "muskau"];
        let position = last_of(theatre(), &["9"]).strokes(&strokes);
        let game = end_turn(position.conquered_but("austria", &second));
        assert_eq!(game.state.outcome(), None);
        assert!(!game.state.has_eased_victory(Nation::Austria));
        assert_eq!(game.state.seat_of(Nation::ImperialArmy), Seat::MariaTheresa);
    }
}

#[test]
fn r14_2_prussia_wins_at_the_end_of_a_turn_with_its_14_in_bohemia() {
    let position = position_of(theatre()).turn(6).fate_first(&["9"]);
    let position = position.conquered_but("prussia", &["prag"]).put("Keith", "melnik", 3);
    let mut game = position.game();
    game.march(&["Keith"], &["prag", "beraun"]);
    assert_eq!(game.conqueror("prag"), Some("prussia"), "it may conquer at any time");
    assert_eq!(game.state.outcome(), None, "not at once");
    game.end_movement();
    go_on_until(&mut game, "imperial-army", "movement");
    assert_eq!(game.state.turn(), 6);
    game.end_movement();
    assert_eq!(over(&game), (Ending::Bohemia, vec!["prussia"], vec!["frederick"]));
    let game = end_turn(last_of(theatre(), &["9"]).conquered_but("prussia", &["prag"]));
    assert_eq!(game.state.outcome(), None);
}

#[test]
fn r14_2_prussia_wins_when_russia_sweden_and_france_have_all_left() {
    let position = last_of(theatre(), &["america"]).strokes(&["sweden", "india", "elisabeth"]);
    let game = end_turn(position);
    assert_eq!(over(&game), (Ending::Outlasted, vec!["prussia"], vec!["frederick"]));
    let position = last_of(theatre(), &["america"]).strokes(&["sweden", "india"]);
    assert_eq!(end_turn(position).state.outcome(), None);
}

// R14.3: what concerns absent nations and pieces is void.

#[test]
fn r14_3_no_prussian_general_is_removed() {
    for setup in [west(), theatre(), Setup { edition: Edition::Anniversary, ..theatre() }] {
        for stroke in ["elisabeth", "sweden"] {
            let general =
                if setup.scenario == Scenario::WAR_IN_THE_WEST { "Seydlitz" } else { "Keith" };
            let game = end_turn(last_of(setup, &[stroke]).put(general, "berlin", 2));
            assert_eq!(asked(&game), [] as [&str; 0]);
            assert_eq!(game.events("removed-for-good").len(), 0);
            assert_eq!(game.city(general), Some("berlin"));
            assert_eq!(game.events("stroke-of-fate").len(), 1);
        }
    }
}

#[test]
fn r14_3_texts_on_absent_nations_and_pieces_ask_nobody_and_change_nothing() {
    let texts = |setup: Setup| {
        let rules = setup.rules();
        (1..=12).flat_map(|card| Suit::ALL.map(|suit| (card, suit, rules.fate_text(card, suit))))
    };
    use FateText::*;
    let void_in_the_west = [
        RussianGains,
        AustriaRussiaExchange,
        TottlebenGains,
        ApraxinLoses,
        LaudonMoves,
        DaunGains,
        AustriaFlips,
        KarlLoses,
        RussiansFar,
        PrussiaAustriaSwap,
        EhrensvaerdFar,
        HildburghausenWest,
    ];
    for (card, suit, text) in texts(west()) {
        if !void_in_the_west.contains(&text) {
            continue;
        }
        let setup = Setup { expert: true, ..west() };
        let position = text_comes_of(setup, "Cumberland", card, suit.id());
        let position = position.put("Seydlitz", "oschatz", 2).hand("prussia", &["2S"]);
        let game = end_turn(position);
        assert_eq!(game.events("fate-without-effect").len(), 1, "{text:?}");
        assert_eq!(game.awaited(), [("prussia", "discard")], "{text:?}");
        assert!(!game.face_down("Seydlitz"));
    }
    let void_in_the_theatre = [
        RussianGains,
        AustriaRussiaExchange,
        TottlebenGains,
        ApraxinLoses,
        FranceRedraws,
        RussiansFar,
        HanoverianGains,
        EhrensvaerdFar,
    ];
    for (card, suit, text) in texts(theatre()) {
        if !void_in_the_theatre.contains(&text) {
            continue;
        }
        let setup = Setup { expert: true, ..theatre() };
        let position = text_comes_of(setup, "Keith", card, suit.id()).hand("austria", &["2S"]);
        let game = end_turn(position);
        assert_eq!(game.events("fate-without-effect").len(), 1, "{text:?}");
        assert_eq!(game.awaited(), [("prussia", "movement")], "{text:?}");
    }
}

#[test]
fn r14_3_texts_on_those_who_are_there_hold() {
    let setup = Setup { expert: true, ..theatre() };
    let position = text_comes_of(setup, "Keith", 6, "clubs").put("Daun", "bruenn", 3);
    assert_eq!(end_turn(position).troops("Daun"), 4);
    let setup = Setup { expert: true, ..west() };
    let position = text_comes_of(setup, "Cumberland", 4, "hearts").hand("france", &["2S"]);
    assert_eq!(asked(&end_turn(position)), ["france"]);
    // Seydlitz gains a troop within Prussia's maximum of 3.
    let gains = |troops: u8| {
        let position = text_comes_of(setup, "Cumberland", 8, "spades");
        asked(&end_turn(position.put("Seydlitz", "berlin", troops)))
    };
    assert_eq!(gains(2), ["prussia"]);
    assert_eq!(gains(3), [] as [&str; 0]);
}

// R1.2: three players.

#[test]
fn r1_2_with_three_players_one_seat_plays_elisabeth_and_pompadour() {
    let setup = Setup { scenario: Scenario::THREE_PLAYER, ..Setup::default() };
    assert_eq!(setup.rules().seats(), [Seat::Frederick, Seat::Elisabeth, Seat::MariaTheresa]);
    let game = Game::new(setup);
    for (of, seat) in [
        ("prussia", Seat::Frederick),
        ("hanover", Seat::Frederick),
        ("russia", Seat::Elisabeth),
        ("sweden", Seat::Elisabeth),
        ("france", Seat::Elisabeth),
        ("austria", Seat::MariaTheresa),
        ("imperial-army", Seat::MariaTheresa),
    ] {
        assert_eq!(game.state.seat_of(nation(of)), seat, "{of}");
    }
    let view = game.state.view(Some(Seat::Elisabeth));
    let hands: Vec<&str> =
        view.nations.iter().filter(|n| n.hand.is_some()).map(|n| n.nation.id()).collect();
    assert_eq!(hands, ["russia", "sweden", "france"]);
    assert_eq!(pieces(setup).len(), 35);
}

#[test]
fn r14_pieces_of_absent_nations_are_out_of_the_game() {
    for setup in [west(), theatre()] {
        let game = Game::new(setup);
        for piece in feldpost::game::all_pieces() {
            let takes_part = setup.rules().pieces.contains(piece);
            let removed = game.state.piece(piece).place == Place::Removed;
            assert_eq!(removed, !takes_part, "{piece}");
        }
    }
}

// The war from 1758: a variant of this program, built from R1 and R11.

fn from_1758() -> Setup {
    let scenario = Scenario::of_name("war-from-1758").expect("a scenario");
    Setup { scenario, ..Setup::default() }
}

#[test]
fn r1_the_war_from_1758_has_the_seats_pieces_and_troops_of_the_standard_game() {
    let (rules, standard) = (from_1758().rules(), Setup::default().rules());
    assert_eq!(rules.seats(), standard.seats());
    assert_eq!((&rules.nations, rules.troops), (&standard.nations, standard.troops));
    let (game, usual) = (Game::new(from_1758()), Game::new(Setup::default()));
    assert_eq!(game.state.dump()["pieces"], usual.state.dump()["pieces"]);
    assert_eq!(game.state.turn(), 7);
}

#[test]
fn r11_2_in_the_war_from_1758_poems_has_been_drawn_and_lord_bute_cuts_prussia_once_more() {
    let game = Game::new(from_1758());
    let strokes = json!(["poems"]);
    assert_eq!(game.state.dump()["strokes"], strokes);
    let view = serde_json::to_value(game.state.view(Some(Seat::Pompadour))).expect("JSON");
    assert_eq!((&view["strokes"], &view["turn"]), (&strokes, &json!(7)));
    assert_eq!(game.state.draws(Nation::Prussia), 5);
    let after = |card: &str| {
        let game = end_turn(last_of(from_1758(), &[card]).turn(7));
        assert_eq!(game.state.turn(), 8);
        game.state.draws(Nation::Prussia)
    };
    assert_eq!((after("lord-bute"), after("poems"), after("8")), (4, 5, 5));
}

#[test]
fn r2_3_in_the_war_from_1758_a_card_of_fate_ends_the_first_turn_and_the_14_that_are_left_end_it() {
    for key in 0..20 {
        let state = feldpost::game::State::new(from_1758(), [key; 32]);
        let dump = state.dump();
        let deck: Vec<_> = dump["fate_deck"].as_array().expect("cards").clone();
        assert_eq!(deck.len(), 18);
        assert_eq!(deck[14..], [json!("1"), json!("2"), json!("3"), json!("poems")]);
        let mut ends: Vec<u16> = Vec::new();
        for stroke in ["elisabeth", "sweden", "india", "america"] {
            let place = deck.iter().position(|card| card == stroke).expect("in the deck");
            ends.push(7 + u16::try_from(place).expect("small"));
        }
        assert!(ends.iter().all(|turn| (7..=20).contains(turn)), "{ends:?}");
    }
    let first = end_turn(last_of(from_1758(), &["4"]).turn(7));
    assert_eq!(first.state.fate_in_force().map(|fate| fate.card), Some(4));
}
