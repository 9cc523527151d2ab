//! R12: when the game ends, and who has won.

use super::fate_support::*;
use super::support::{Game, Position, position_of};
use feldpost::game::{Edition, Ending, Scenario, Seat, Setup};
use serde_json::json;

/// Who won: nations and seats, and why.
fn won(game: &Game) -> (Ending, Vec<&'static str>, Vec<&'static str>) {
    let outcome = game.state.outcome().expect("the game is over");
    let nations = outcome.nations.iter().map(|nation| nation.id()).collect();
    let seats = outcome.winners.iter().map(|seat| seat.id()).collect();
    (outcome.ending, nations, seats)
}

fn goes_on(game: &Game) {
    assert_eq!(game.state.outcome(), None);
    assert_ne!(game.awaited()[0].1, "game-over");
}

// R12.1: before the Card of Fate.

#[test]
fn r12_1_a_nation_that_controls_all_its_objectives_wins_at_the_end_of_the_turn() {
    for (nation, seat) in [
        ("russia", "elisabeth"),
        ("sweden", "elisabeth"),
        ("austria", "maria-theresa"),
        ("imperial-army", "maria-theresa"),
        ("france", "pompadour"),
    ] {
        let game = end_turn(card_comes(&["9"]).conquered_but(nation, &[]));
        assert_eq!(won(&game), (Ending::Objectives, vec![nation], vec![seat]));
        assert_eq!(game.events("fate-drawn").len(), 0, "no card is then drawn");
        let outcome = &game.event("game-ended")["outcome"];
        assert_eq!(outcome["turn"], 6);
        assert_eq!(game.awaited()[0].1, "game-over");
    }
}

#[test]
fn r12_1_not_before_the_end_of_the_turn() {
    // Austria takes its last objective in its own action: two nations still act.
    let position = card_comes(&["9"]).nation("austria").conquered_but("austria", &["breslau"]);
    let mut game = position.put("Daun", "ohlau", 3).game();
    game.march(&["Daun"], &["breslau", "oels"]);
    assert_eq!(game.event("conquered")["city"], "breslau");
    game.end_movement();
    goes_on(&game);
    go_on_until(&mut game, "france", "movement");
    game.end_movement();
    assert_eq!(won(&game).1, ["austria"]);
}

#[test]
fn r12_1_in_turns_1_to_5_too_though_no_card_is_drawn_then() {
    let game = end_turn(card_comes(&["9"]).turn(2).conquered_but("sweden", &[]));
    assert_eq!(won(&game).1, ["sweden"]);
}

#[test]
fn r12_1_objectives_that_were_reconquered_in_time_do_not_count() {
    // Keith takes Breslau back in the Prussian action of the next turn.
    let position = card_comes(&["9"]).nation("prussia").conquered_but("austria", &["neisse"]);
    let mut game = position.put("Keith", "ohlau", 3).game();
    game.march(&["Keith"], &["breslau", "oels"]);
    assert_eq!(game.conqueror("breslau"), None);
    game.end_movement();
    go_on_until(&mut game, "france", "movement");
    game.end_movement();
    goes_on(&game);
}

#[test]
fn r12_1_one_missing_objective_of_either_order_is_enough_to_go_on() {
    for (nation, missing) in
        [("austria", "breslau"), ("austria", "muskau"), ("sweden", "schwedt"), ("france", "minden")]
    {
        goes_on(&end_turn(card_comes(&["9"]).conquered_but(nation, &[missing])));
    }
}

#[test]
fn r12_1_several_at_once_share_the_win() {
    let position = card_comes(&["9"]).conquered_but("russia", &[]).conquered_but("france", &[]);
    let (_, nations, seats) = won(&end_turn(position));
    assert_eq!(nations, ["russia", "france"]);
    assert_eq!(seats, ["elisabeth", "pompadour"]);

    let position = card_comes(&["9"]).conquered_but("russia", &[]).conquered_but("sweden", &[]);
    let (_, nations, seats) = won(&end_turn(position));
    assert_eq!((nations.len(), seats), (2, vec!["elisabeth"]));
}

#[test]
fn r12_1_nothing_is_accepted_after_the_end() {
    let mut game = end_turn(card_comes(&["9"]).conquered_but("russia", &[]));
    for by in ["france", "prussia"] {
        game.refused(by, json!({"do": "end-movement"}), "R12.1", "game-over");
    }
    assert_eq!(game.state.decisions().len(), 1);
    assert_eq!(game.state.view(None).outcome.as_ref(), game.state.outcome());
}

// R12.2: after the card's effects.

#[test]
fn r12_2_eased_conditions_that_have_just_come_let_a_nation_win_at_once() {
    let second_order = ["angermuende", "neuruppin", "prenzlau", "pritzwalk", "schwedt"];
    let sweden = || card_comes(&["elisabeth"]).conquered_but("sweden", &second_order);
    let game = end_turn(sweden());
    assert_eq!(won(&game), (Ending::Objectives, vec!["sweden"], vec!["elisabeth"]));
    assert_eq!(game.events("fate-drawn").len(), 1);
    goes_on(&end_turn(sweden().fate_first(&["lord-bute"])));
    goes_on(&end_turn(sweden().conquered("sweden", &[]).fate_first(&["india"])));
}

#[test]
fn r12_2_the_imperial_army_changes_players_and_both_win_with_their_1st_order() {
    let position = card_comes(&["america"]).strokes(&["india"]);
    let position = position
        .conquered_but("austria", &["bunzlau", "goerlitz", "kamenz", "muskau"])
        .conquered_but(
            "imperial-army",
            &["bitterfeld", "meissen", "naumburg", "rochlitz", "zwickau"],
        );
    let game = end_turn(position);
    let (ending, nations, seats) = won(&game);
    assert_eq!((ending, nations), (Ending::Objectives, vec!["austria", "imperial-army"]));
    assert_eq!(seats, ["maria-theresa", "pompadour"], "R12.3: who plays it at that moment");
}

#[test]
fn r12_2_a_nation_that_has_just_left_does_not_win() {
    // France lost its conquests with its leaving.
    let position = card_comes(&["america"]).strokes(&["india"]);
    let game = end_turn(position.conquered_but("france", &["minden"]));
    goes_on(&game);
    assert_eq!(game.state.conquered().count(), 0);
}

#[test]
fn r12_2_frederick_wins_when_russia_sweden_and_france_are_all_out() {
    for (happened, last) in [
        (["elisabeth", "india", "america"], "sweden"),
        (["sweden", "india", "america"], "elisabeth"),
        (["elisabeth", "sweden", "india"], "america"),
        (["america", "sweden", "elisabeth"], "india"),
    ] {
        let nation = if happened.contains(&"america") && happened.contains(&"india") {
            "imperial-army"
        } else {
            "france"
        };
        let position = card_comes(&[last]).nation(nation).strokes(&happened);
        let game = end_turn(position);
        assert_eq!(
            won(&game),
            (Ending::Outlasted, vec!["prussia", "hanover"], vec!["frederick"]),
            "{last}"
        );
    }
}

#[test]
fn r12_2_two_of_the_three_are_not_enough() {
    for strokes in [["elisabeth", "sweden"], ["elisabeth", "india"], ["sweden", "america"]] {
        let game = end_turn(card_comes(&["lord-bute"]).strokes(&strokes));
        goes_on(&game);
    }
    let position = card_comes(&["lord-bute"]).nation("imperial-army");
    goes_on(&end_turn(position.strokes(&["india", "america", "elisabeth"])));
}

#[test]
fn r12_2_an_attacker_whose_eased_conditions_come_with_the_last_card_is_before_frederick() {
    let position = card_comes(&["elisabeth"]).nation("imperial-army");
    let position = position.strokes(&["india", "america"]);
    let position = position.conquered_but("austria", &["bunzlau", "goerlitz", "kamenz", "muskau"]);
    // Eased already before the card: Austria wins before it is drawn.
    let game = end_turn(position);
    assert_eq!(won(&game).1, ["austria"]);
    assert_eq!(game.events("fate-drawn").len(), 0);

    // With the card itself: the Imperial Army changes players because Russia is the last to go.
    let second = ["angermuende", "neuruppin", "prenzlau", "pritzwalk", "schwedt"];
    let position = card_comes(&["elisabeth"]).nation("imperial-army");
    let position = position.strokes(&["india", "america"]).conquered_but("sweden", &second);
    let (ending, nations, _) = won(&end_turn(position));
    assert_eq!((ending, nations), (Ending::Objectives, vec!["sweden"]));
}

// R12.4: what has decided the game leaves nothing to choose.

#[test]
fn r12_4_the_stroke_that_decides_the_game_asks_nothing() {
    // Frederick has outlasted all three: Prussia need not name a general any more.
    let position = card_comes(&["sweden"]).strokes(&["elisabeth", "india", "america"]);
    let game = end_turn(position.nation("imperial-army").put("Keith", "oels", 2));
    assert_eq!(won(&game).0, Ending::Outlasted);
    assert_eq!(game.events("removed-for-good").len(), 0);
    assert_eq!((game.city("Keith"), game.troops("Keith")), (Some("oels"), 2));
    // In the anniversary edition Russia's leaving asks, too, and lets Sweden win at once.
    let second = ["angermuende", "neuruppin", "prenzlau", "pritzwalk", "schwedt"];
    let setup = Setup { edition: Edition::Anniversary, ..Setup::default() };
    let eased = || {
        let position = position_of(setup).turn(6).nation("france").fate_first(&["elisabeth"]);
        position.put("Keith", "oels", 2)
    };
    let game = end_turn(eased().conquered_but("sweden", &second));
    assert_eq!(won(&game), (Ending::Objectives, vec!["sweden"], vec!["elisabeth"]));
    assert_eq!(game.events("removed-for-good").len(), 0);
    // While the game goes on, it is asked.
    let mut game = end_turn(eased());
    goes_on(&game);
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    game.act("prussia", choose_general("Keith"));
    assert_eq!(game.events("removed-for-good").len(), 1);
}

// R12.3: the seat that plays the nation at that moment.

fn imperial_win(strokes: &[&str], setup: Setup) -> Position {
    let position = position_of(setup).turn(7).nation("imperial-army").strokes(strokes);
    position.conquered_but("imperial-army", &[]).fate_first(&["9"])
}

#[test]
fn r12_3_the_win_is_that_of_the_seat_that_plays_the_nation_then() {
    let setup = Setup::default();
    for (strokes, seat) in [
        (&["elisabeth"] as &[&str], "maria-theresa"),
        (&["elisabeth", "sweden"], "elisabeth"),
        (&["india", "america"], "pompadour"),
    ] {
        let mut game = imperial_win(strokes, setup).game();
        game.end_movement();
        if game.state.outcome().is_none() {
            go_on_until(&mut game, "france", "movement");
            game.end_movement();
        }
        assert_eq!(won(&game).2, [seat], "{strokes:?}");
    }
}

#[test]
fn r12_3_with_three_players_pompadours_nations_win_for_elisabeths_seat() {
    let setup = Setup { scenario: Scenario::THREE_PLAYER, ..Setup::default() };
    let game = end_turn(position_of(setup).nation("france").conquered_but("france", &[]));
    assert_eq!(won(&game).2, ["elisabeth"]);
    assert_eq!(game.state.seat_of(super::support::nation("france")), Seat::Elisabeth);
    let mut game = imperial_win(&["india", "america"], setup).game();
    game.end_movement();
    assert_eq!(won(&game).2, ["elisabeth"]);
}
