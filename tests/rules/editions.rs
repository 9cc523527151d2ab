//! What differs between the two editions, and that nothing else does.
//!
//! The texts that differ are tested with the others: `card_3_diamonds_…`, `card_8_clubs_…` and
//! `card_8_diamonds_…`.

use super::fate_support::*;
use super::support::{Game, Position, general, position_of};
use feldpost::game::{Edition, FateText, Place, Scenario, Setup, Suit};
use serde_json::json;

fn anniversary() -> Setup {
    Setup { edition: Edition::Anniversary, ..Setup::default() }
}

/// ELISABETH comes at the end of turn 6.
fn elisabeth(setup: Setup) -> Position {
    let position = position_of(setup).turn(6).nation("france").fate_first(&["elisabeth"]);
    position.put("Keith", "berlin", 3).put("Lehwaldt", "mohrungen", 3)
}

fn removed(game: &Game, name: &str) -> bool {
    game.state.piece(general(name)).place == Place::Removed
}

#[test]
fn edition_classic_elisabeth_removes_lehwaldt() {
    let game = end_turn(elisabeth(Setup::default()));
    assert!(removed(&game, "Lehwaldt"));
    assert_eq!(game.awaited(), [("prussia", "movement")]);
}

#[test]
fn edition_anniversary_elisabeth_lets_prussia_remove_any_general_but_friedrich() {
    let mut game = end_turn(elisabeth(anniversary()));
    assert!(!removed(&game, "Lehwaldt"));
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    assert_eq!(offered_generals(&game).len(), 7);
    game.refused("prussia", choose_general("Friedrich"), "R11.8", "not-offered");
    game.act("prussia", choose_general("Keith"));
    assert!(removed(&game, "Keith") && !removed(&game, "Lehwaldt"));
}

#[test]
fn edition_anniversary_a_win_by_eased_conditions_does_not_wait_for_the_removal() {
    let second = ["angermuende", "neuruppin", "prenzlau", "pritzwalk", "schwedt"];
    let game = end_turn(elisabeth(anniversary()).conquered_but("sweden", &second));
    // R12.4: it has decided the game.
    assert_eq!(asked(&game), [] as [&str; 0]);
    assert!(game.state.outcome().is_some());
}

#[test]
fn edition_sweden_is_the_same_in_both() {
    for setup in [Setup::default(), anniversary()] {
        let position = position_of(setup).turn(6).nation("france").fate_first(&["sweden"]);
        assert_eq!(asked(&end_turn(position)), ["prussia"]);
    }
}

#[test]
fn edition_only_these_texts_differ() {
    let mut different = Vec::new();
    for card in 1..=12 {
        for suit in Suit::ALL {
            let classic = Setup::default().rules().fate_text(card, suit);
            let later = anniversary().rules().fate_text(card, suit);
            if classic != later {
                different.push((card, suit, classic, later));
            }
        }
    }
    use FateText::*;
    assert_eq!(
        different,
        [
            (3, Suit::Diamonds, NobodyAtHalle, NobodyIntoHalle),
            (8, Suit::Diamonds, KarlLoses, FriedrichAttacksStronger),
        ]
    );
}

/// Stade, Hanover's only depot city, is in French hands.
fn without_stade(setup: Setup) -> Game {
    let position = position_of(setup).nation("hanover").put("Richelieu", "stade", 3);
    position.hand("hanover", &["R"]).game()
}

fn enter(city: &str) -> serde_json::Value {
    let general = json!({"name": "Ferdinand", "city": city, "troops": 1});
    json!({"do": "recruit", "pay": ["R"], "generals": [general]})
}

#[test]
fn edition_classic_hanover_uses_any_city_in_b1_as_a_substitute() {
    for city in ["celle", "munster", "winsen", "hamburg", "kiel", "luebeck"] {
        without_stade(Setup::default()).act("hanover", enter(city));
    }
}

#[test]
fn edition_anniversary_hanover_only_those_north_of_munster() {
    for city in ["celle", "munster"] {
        let mut game = without_stade(anniversary());
        game.refused("hanover", enter(city), "R10.5", "not-a-substitute");
    }
    for city in ["winsen", "hamburg", "kiel", "luebeck"] {
        without_stade(anniversary()).act("hanover", enter(city));
    }
}

#[test]
fn edition_everything_else_is_the_same() {
    for scenario in Scenario::all() {
        for expert in [false, true] {
            let rules = |edition| Setup { scenario, edition, expert }.rules();
            let (classic, later) = (rules(Edition::Classic), rules(Edition::Anniversary));
            assert_eq!(classic.pieces, later.pieces);
            assert_eq!(classic.troops, later.troops);
            assert_eq!(classic.prussian_draws, later.prussian_draws);
            assert_eq!(classic.bohemia, later.bohemia);
            assert_eq!(classic.sweden_removes, later.sweden_removes);
            assert_eq!(classic.must_leave, later.must_leave);
        }
    }
}
