//! R13: the expert game.

use super::fate_support::*;
use super::support::{Game, Position, march, nation, position, position_of};
use feldpost::game::{Ending, Offensive, Scenario, Setup, board};
use serde_json::{Value, json};

// R13.1: the suit of the last victor's sector.

#[test]
fn r13_1_the_text_is_that_of_the_sector_in_which_the_last_victor_now_stands() {
    for suit in ["spades", "clubs", "hearts", "diamonds"] {
        assert_eq!(end_turn(text_comes(7, suit)).event("fate-drawn")["suit"], suit);
    }
}

#[test]
fn r13_1_the_supreme_commander_of_the_winners_counts_wherever_he_has_gone_since() {
    // Lacy, stacked under Daun, wins in a sector of spades against Keith, who has no cards.
    let position = position_of(expert()).turn(6).nation("austria").fate_first(&["7"]);
    let position = position.put("Daun", "strehlen", 5).put("Lacy", "strehlen", 3);
    let position = position.put("Keith", "breslau", 2).train("austria", 1, "neisse");
    let mut game = position.game();
    game.end_movement();
    assert_eq!(game.event("combat-lost")["winner"], "austria");
    go_on_until(&mut game, "france", "movement");
    assert_eq!(game.state.dump()["last_victor"], "Daun");
    game.end_movement();
    assert_eq!(game.event("fate-drawn")["suit"], "spades");
    // In turn 7 he moves to Reichenbach, a sector of diamonds.
    go_on_until(&mut game, "austria", "movement");
    game.march(&["Daun"], &["reichenbach"]);
    game.end_movement();
    go_on_until(&mut game, "france", "movement");
    game.end_movement();
    assert_eq!(game.state.suit_of_fate().id(), "diamonds");
}

#[test]
fn r13_1_a_defender_who_wins_counts_and_a_draw_does_not() {
    let position = position_of(expert()).turn(6).nation("austria");
    let position = position.put("Daun", "strehlen", 2).put("Keith", "breslau", 5);
    let mut game = position.member("last_victor", "Dohna".into()).game();
    game.end_movement();
    assert_eq!(game.state.dump()["last_victor"], "Keith");

    let position = position_of(expert()).turn(6).nation("austria");
    let position = position.put("Daun", "strehlen", 5).put("Keith", "breslau", 5);
    let mut game = position.member("last_victor", "Dohna".into()).game();
    game.end_movement();
    assert_eq!(game.events("combat-drawn").len(), 1);
    assert_eq!(game.state.dump()["last_victor"], "Dohna");
}

#[test]
fn r13_1_spades_if_nobody_has_won_yet_or_he_is_off_the_map() {
    let nobody = position_of(expert()).turn(6).nation("france").fate_first(&["7"]);
    assert_eq!(end_turn(nobody).event("fate-drawn")["suit"], "spades");
    let off_map = position_of(expert()).turn(6).nation("france").fate_first(&["7"]);
    let off_map = off_map.member("last_victor", "Keith".into());
    assert_eq!(end_turn(off_map).event("fate-drawn")["suit"], "spades");
    let removed = position_of(expert()).turn(6).nation("france").fate_first(&["7"]);
    let removed = removed.removed("Cumberland").member("last_victor", "Cumberland".into());
    assert_eq!(end_turn(removed).event("fate-drawn")["suit"], "spades");
}

// R13.2: East Prussia.

const EASTERN: [&str; 4] = ["koenigsberg-east-prussia", "ortelsburg", "rastenburg", "riesenburg"];

fn east_prussia(setup: Setup) -> Position {
    let position = position_of(setup).turn(4).nation("russia").conquered("russia", &EASTERN);
    position.conquered("russia", &["colberg"]).put("Saltikov", "torun", 4)
}

fn reconquer(cities: &[&str]) -> Value {
    json!({"do": "reconquest", "cities": cities})
}

#[test]
fn r13_2_without_a_russian_general_there_two_cities_of_fredericks_choice_are_reconquered() {
    let mut game = east_prussia(expert()).game();
    game.end_movement();
    assert_eq!(game.awaited(), [("prussia", "reconquest")]);
    assert_eq!(game.answers().len(), 6, "the pairs of four cities");
    let code = "two-of-these-cities";
    game.refused("prussia", reconquer(&["rastenburg"]), "R13.2", code);
    game.refused("prussia", reconquer(&["rastenburg", "rastenburg"]), "R13.2", code);
    game.refused("prussia", reconquer(&["rastenburg", "colberg"]), "R13.2", code);
    game.refused("prussia", reconquer(&EASTERN[..3]), "R13.2", code);
    game.refused("russia", reconquer(&EASTERN[..2]), "R2.2", "not-awaited");
    game.act("prussia", reconquer(&["rastenburg", "ortelsburg"]));
    assert_eq!((game.conqueror("rastenburg"), game.conqueror("ortelsburg")), (None, None));
    assert_eq!(game.conqueror("riesenburg"), Some("russia"));
    assert_eq!(game.conqueror("colberg"), Some("russia"));
    assert_eq!(game.active(), "sweden");
}

#[test]
fn r13_2_not_with_a_general_there_nor_without_all_four_nor_after_another_action() {
    let mut game = east_prussia(expert()).put("Fermor", "labiau", 1).game();
    game.end_movement();
    assert_eq!(game.active(), "sweden");
    // A train keeps nothing.
    let mut game = east_prussia(expert()).train("russia", 1, "labiau").game();
    game.end_movement();
    assert_eq!(game.awaited(), [("prussia", "reconquest")]);

    let three = position_of(expert()).turn(4).nation("russia");
    let mut game = three.conquered("russia", &EASTERN[..3]).put("Saltikov", "torun", 4).game();
    game.end_movement();
    assert_eq!(game.active(), "sweden");
    let mut game = east_prussia(expert()).nation("hanover").game();
    game.end_movement();
    assert_eq!(game.active(), "russia");
}

#[test]
fn r13_2_the_general_who_takes_the_last_city_and_starves_does_not_count() {
    // Face down and far from any train, Fermor is removed in the supply phase.
    let position = east_prussia(expert()).put("Fermor", "labiau", 1).face_down("Fermor");
    let mut game = position.game();
    game.end_movement();
    assert_eq!(game.awaited(), [("prussia", "reconquest")]);
}

#[test]
fn r13_2_only_in_the_expert_game() {
    let mut game = east_prussia(Setup::default()).game();
    game.end_movement();
    assert_eq!(game.active(), "sweden");
}

// R13.3: the offensive option is chosen or declined.

/// The end of turn 2: with France's movement turn 3 begins.
fn turn_3_comes(cards: &[&str]) -> Game {
    let position = position_of(expert()).turn(2).nation("france").hand("prussia", cards);
    end_turn(position.put("Keith", "reichenbach", 3))
}

fn option(card: Value) -> Value {
    json!({"do": "offensive-option", "card": card})
}

#[test]
fn r13_3_in_turn_3_after_drawing_and_before_moving_prussia_decides() {
    let mut game = turn_3_comes(&["11S", "9S", "R"]);
    assert_eq!(game.state.turn(), 3);
    assert_eq!(game.events("drew").len(), 1);
    assert_eq!(game.awaited(), [("prussia", "offensive-option")]);
    game.refused("prussia", march(&["Keith"], &["strehlen"]), "R2.2", "not-awaited");
    game.refused("prussia", option(json!("9S")), "R13.3", "card-too-low");
    game.refused("prussia", option(json!("R")), "R13.3", "card-too-low");
    game.refused("austria", option(json!("11S")), "R2.2", "not-awaited");
    game.act("prussia", option(json!("11S")));
    assert_eq!(game.hand("prussia").len(), 3 + 7 - 1);
    let chosen = game.event("offensive-option-chosen")["card"].to_string();
    assert!(chosen.contains("11S"), "face up: {chosen}");
    assert_eq!(told(&game, "offensive-option-chosen"), [None]);
    let view = game.state.view(None).offensive_option.expect("public");
    assert_eq!(view.status, Offensive::Chosen);
    assert!(view.set_aside.is_some());
    assert_eq!(game.awaited(), [("prussia", "movement")]);
}

#[test]
fn r13_3_any_suit_of_10_or_more_will_do_and_nothing_less() {
    let mut game = turn_3_comes(&["10D", "13C", "2H"]);
    let offered: Vec<String> = game.answers().iter().map(|a| a["card"].to_string()).collect();
    assert!(offered.iter().any(|card| card.contains("10D")));
    assert!(offered.iter().any(|card| card.contains("13C")));
    assert!(!offered.iter().any(|card| card.contains("2H")));
    assert_eq!(offered[0], "null");
    let missing = ["10S", "10C", "10H"]
        .into_iter()
        .find(|card| !game.hand("prussia").contains(&(*card).to_owned()))
        .expect("not all were drawn");
    game.refused("prussia", option(json!(missing)), "R3.2", "not-in-hand");
    game.act("prussia", option(json!("10D")));
}

#[test]
fn r13_3_it_is_asked_whatever_cards_prussia_holds_and_only_in_turn_3_of_the_expert_game() {
    // Seven low cards are drawn: that nothing can be set aside must not show.
    let low = ["2S", "3S", "4S", "5S", "6S", "7S", "8S"];
    let low_cards = position_of(expert()).turn(2).nation("france").draw_first(&low);
    let mut game = end_turn(low_cards);
    assert_eq!(game.awaited(), [("prussia", "offensive-option")]);
    assert_eq!(game.answers(), [option(Value::Null)]);
    game.act("prussia", option(Value::Null));
    assert_eq!(game.events("offensive-option-declined").len(), 1);

    let game = end_turn(position_of(expert()).turn(3).nation("france"));
    assert_eq!(game.awaited(), [("prussia", "movement")]);
    let game = end_turn(position().turn(2).nation("france"));
    assert_eq!(game.awaited(), [("prussia", "movement")]);
}

/// Keith may march over Prag in Bohemia, which nobody protects.
fn prag_falls(position: Position) -> bool {
    let mut game = position.put("Keith", "melnik", 3).game();
    game.march(&["Keith"], &["prag", "beraun"]);
    assert_eq!(game.marked(), [] as [&str; 0]);
    game.conqueror("prag") == Some("prussia")
}

/// Turn 4 with the option chosen: the 11 of spades lies set aside.
fn chosen() -> Position {
    position_of(expert()).turn(4).set_aside("11S/1")
}

/// Turn 4, Austria having taken the card.
fn taken() -> Position {
    position_of(expert()).turn(4).member("offensive_option", "taken".into())
}

#[test]
fn r13_3_prussia_conquers_in_bohemia_up_to_turn_3_and_later_only_with_the_option() {
    let turn = |turn: u16| position_of(expert()).turn(turn);
    let declined = |position: Position| position.member("offensive_option", "declined".into());
    assert!(prag_falls(turn(1)) && prag_falls(turn(3)));
    assert!(prag_falls(declined(turn(3))));
    assert!(!prag_falls(declined(turn(4))));
    assert!(!prag_falls(turn(4)), "undecided counts as declined");
    assert!(prag_falls(chosen()));
    assert!(prag_falls(taken()), "Austria has the card, but no subsidy was cut");
    assert!(!prag_falls(position().turn(1)), "R5.10: never in the standard game");
}

#[test]
fn r13_3_a_bohemian_objective_is_protected_and_reconquered_by_austria() {
    let mut game = chosen().put("Keith", "melnik", 3).put("Browne", "kolin", 1).game();
    game.march(&["Keith"], &["prag", "beraun"]);
    assert_eq!(game.marked(), ["prag"]);
    let position = chosen().nation("austria").conquered("prussia", &["prag"]);
    let mut game = position.put("Browne", "kolin", 3).game();
    game.march(&["Browne"], &["prag", "beraun"]);
    assert_eq!(game.conqueror("prag"), None);
    assert_eq!(game.event("reconquered")["from"], "prussia");
}

// R13.4: Prussia wins at once with all 14.

#[test]
fn r13_4_with_the_option_prussia_wins_at_once_with_14() {
    for position in [chosen(), taken()] {
        let position = position.conquered_but("prussia", &["prag"]).put("Keith", "melnik", 3);
        let mut game = position.game();
        game.march(&["Keith"], &["prag", "beraun"]);
        let outcome = game.state.outcome().expect("over at once");
        assert_eq!((outcome.ending, outcome.turn), (Ending::Bohemia, 4));
        assert_eq!(outcome.nations, [nation("prussia")]);
        game.refused("prussia", json!({"do": "end-movement"}), "R12.1", "game-over");
    }
}

#[test]
fn r13_4_a_retroactive_conquest_wins_at_once_too() {
    // Browne, who protects Prag, is beaten and lost.
    let position = chosen().conquered_but("prussia", &["prag"]).put("Keith", "melnik", 8);
    let mut game = position.put("Browne", "pardubitz", 1).game();
    game.march(&["Keith"], &["prag", "kolin"]);
    assert_eq!(game.marked(), ["prag"]);
    game.end_movement();
    assert_eq!(game.state.outcome().map(|outcome| outcome.ending), Some(Ending::Bohemia));
}

#[test]
fn r13_4_with_all_14_already_choosing_the_option_wins_and_declining_does_not() {
    let turn_3 = || {
        let position = position_of(expert()).turn(2).nation("france").hand("prussia", &["11S"]);
        end_turn(position.conquered_but("prussia", &[]))
    };
    let mut game = turn_3();
    game.act("prussia", option(json!("11S")));
    assert_eq!(game.state.outcome().map(|outcome| outcome.ending), Some(Ending::Bohemia));
    let mut game = turn_3();
    game.act("prussia", option(Value::Null));
    go_on_until(&mut game, "france", "movement");
    game.end_movement();
    assert_eq!((game.state.outcome(), game.state.turn()), (None, 4));
}

#[test]
fn r13_4_13_are_not_enough_and_without_the_option_14_are_not() {
    let thirteen = chosen().conquered_but("prussia", &["prag", "kolin"]).put("Keith", "melnik", 3);
    let mut game = thirteen.game();
    game.march(&["Keith"], &["prag", "beraun"]);
    assert_eq!(game.state.outcome(), None);
    let position = position_of(expert()).turn(2).conquered_but("prussia", &["prag"]);
    let mut game = position.put("Keith", "melnik", 3).game();
    game.march(&["Keith"], &["prag", "beraun"]);
    assert_eq!(game.state.outcome(), None);
}

// R13.5: Austria takes the card.

/// Keith attacks in Silesia and loses, with nobody holding cards, by this score.
fn keith_loses(position: Position, winner: &str, by: u8) -> Game {
    let position = position.put("Keith", "strehlen", 2).put(winner, "breslau", 2 + by);
    let mut game = position.game();
    game.end_movement();
    assert_eq!(game.events("combat-lost")[0]["score"], -i64::from(by));
    game
}

fn austria_has_it(game: &Game) -> bool {
    game.hand("austria").contains(&"11S".to_owned())
}

#[test]
fn r13_5_austria_takes_the_card_after_a_defeat_of_three() {
    for by in [3, 4, 6] {
        let game = keith_loses(chosen(), "Daun", by);
        assert!(austria_has_it(&game), "{by}");
        assert_eq!(told(&game, "offensive-card-taken"), [None]);
        let view = game.state.view(None).offensive_option.expect("public");
        assert_eq!((view.status, view.set_aside), (Offensive::Taken, None));
    }
}

#[test]
fn r13_5_also_where_austria_attacks() {
    let position = chosen().nation("austria").put("Keith", "strehlen", 2);
    let mut game = position.put("Daun", "breslau", 5).game();
    game.end_movement();
    assert!(austria_has_it(&game));
}

#[test]
fn r13_5_not_after_a_defeat_of_two_nor_by_another_nation_nor_of_hanover() {
    for by in [1, 2] {
        assert!(!austria_has_it(&keith_loses(chosen(), "Daun", by)));
    }
    for winner in ["Hildburghausen", "Fermor", "Soubise"] {
        let by = if winner == "Hildburghausen" { 4 } else { 5 };
        assert!(!austria_has_it(&keith_loses(chosen(), winner, by)), "{winner}");
    }
    let position = chosen().nation("hanover").put("Ferdinand", "strehlen", 2);
    let mut game = position.put("Daun", "breslau", 8).game();
    game.end_movement();
    assert!(!austria_has_it(&game));
}

#[test]
fn r13_5_austria_losing_takes_nothing_and_only_one_card_lies_there() {
    let position = chosen().put("Keith", "strehlen", 8);
    let mut game = position.put("Daun", "breslau", 2).game();
    game.end_movement();
    assert!(!austria_has_it(&game));
    let game = keith_loses(taken(), "Daun", 5);
    assert_eq!(game.events("offensive-card-taken").len(), 0);
}

/// Keith, face down and without a train, starves in the supply phase of the Prussian action.
fn starves_in(city: &str) -> Game {
    let mut game = chosen().put("Keith", city, 2).face_down("Keith").game();
    game.end_movement();
    assert_eq!(game.city("Keith"), None, "{city}");
    game
}

#[test]
fn r13_5_austria_takes_the_card_when_a_prussian_starves_south_of_line_5() {
    assert!(austria_has_it(&starves_in("kolin")));
    // The first cities on either side of the line, outside Prussia.
    let south = |city: &str| board().info(board().city(city).expect("a city")).y > 935;
    for city in ["koluszki", "lodz", "rawa", "warta"] {
        assert_eq!(austria_has_it(&starves_in(city)), south(city), "{city}");
    }
    assert!(!austria_has_it(&starves_in("torun")));
}

#[test]
fn r13_5_not_when_he_is_only_flipped_and_not_for_a_hanoverian() {
    let mut game = chosen().put("Keith", "kolin", 2).game();
    game.end_movement();
    assert!(game.face_down("Keith") && !austria_has_it(&game));
    let position = chosen().nation("hanover").put("Ferdinand", "kolin", 2);
    let mut game = position.face_down("Ferdinand").game();
    game.end_movement();
    assert_eq!(game.city("Ferdinand"), None);
    assert!(!austria_has_it(&game));
}

// R13.6: the option fails.

#[test]
fn r13_6_it_fails_when_austria_takes_the_card_after_a_subsidy_was_cut() {
    for stroke in ["lord-bute", "poems"] {
        let position = chosen().conquered("prussia", &["prag", "kolin"]).strokes(&[stroke]);
        assert!(prag_falls(chosen().strokes(&[stroke])), "the cut alone does not make it fail");
        let game = keith_loses(position, "Daun", 3);
        assert_eq!(game.events("offensive-option-failed").len(), 1);
        assert_eq!(game.event("conquests-lifted")["cities"], json!(["kolin", "prag"]));
        assert_eq!(game.conqueror("prag"), None);
    }
}

#[test]
fn r13_6_it_fails_when_a_subsidy_is_cut_after_austria_took_the_card() {
    for strokes in [["lord-bute", "poems"], ["poems", "lord-bute"]] {
        let position = taken().turn(6).nation("france").conquered("prussia", &["prag"]);
        let mut game = end_turn(position.fate_first(&strokes));
        assert_eq!(game.events("offensive-option-failed").len(), 1);
        assert_eq!(game.conqueror("prag"), None);
        // It fails once: the second cut is a cut and nothing else.
        go_on_until(&mut game, "france", "movement");
        game.end_movement();
        assert_eq!(game.event("draws-changed")["draws"], 4);
        assert_eq!(game.events("offensive-option-failed").len(), 0);
    }
}

#[test]
fn r13_6_after_that_no_more_conquests_and_no_win_in_bohemia() {
    assert!(!prag_falls(taken().strokes(&["poems"])));
    let position = taken().strokes(&["poems"]).conquered_but("prussia", &["prag"]);
    let mut game = position.put("Keith", "melnik", 3).game();
    game.march(&["Keith"], &["prag", "beraun"]);
    assert_eq!(game.state.outcome(), None);
}

#[test]
fn r13_6_without_the_option_a_cut_takes_nothing_off() {
    let declined = position_of(expert()).turn(6).nation("france").fate_first(&["poems"]);
    let declined = declined.member("offensive_option", "declined".into());
    let game = end_turn(declined.conquered("prussia", &["prag"]));
    assert_eq!(game.conqueror("prag"), Some("prussia"));
    assert_eq!(game.events("offensive-option-failed").len(), 0);
}

// R13.7: Austria's four free objectives.

fn austria_wins(position: Position) -> bool {
    let game = end_turn(position.nation("france"));
    game.state.outcome().is_some_and(|outcome| outcome.nations == [nation("austria")])
}

#[test]
fn r13_7_austria_may_count_any_four_but_really_needs_one_in_saxony() {
    let four = ["breslau", "brieg", "cosel", "glatz"];
    assert!(austria_wins(chosen().conquered_but("austria", &four)));
    assert!(austria_wins(taken().conquered_but("austria", &four)));
    let five = ["breslau", "brieg", "cosel", "glatz", "oels"];
    assert!(!austria_wins(chosen().conquered_but("austria", &five)));

    // Six of its objectives lie in Saxony: with four missing, two are left.
    let saxon = ["bunzlau", "goerlitz", "kamenz", "muskau", "radeberg", "zittau"];
    let lies_in_saxony = |city: &&str| {
        let home = board().info(board().city(city).expect("a city")).home;
        home == feldpost::game::Home::Saxony
    };
    let really: Vec<&str> = saxon.into_iter().filter(lies_in_saxony).collect();
    assert_eq!(really, ["goerlitz", "kamenz", "muskau", "radeberg", "zittau"]);
    assert!(austria_wins(chosen().conquered_but("austria", &really[..4])));
    assert!(!austria_wins(chosen().conquered_but("austria", &really)));
}

#[test]
fn r13_7_with_eased_conditions_the_last_saxon_objective_must_still_be_conquered() {
    // 12 of the 1st order are needed; two of them lie in Saxony.
    let second = ["bunzlau", "goerlitz", "kamenz", "muskau"];
    let missing = |more: &[&'static str]| [&second[..], more].concat();
    let eased = || chosen().strokes(&["elisabeth", "sweden"]);
    assert!(austria_wins(eased().conquered_but("austria", &missing(&["radeberg", "oels"]))));
    let none = missing(&["radeberg", "zittau"]);
    assert!(!austria_wins(eased().conquered_but("austria", &none)));
    assert!(austria_wins(
        eased().conquered_but("austria", &none).conquered("austria", &["kamenz"])
    ));
}

#[test]
fn r13_7_only_if_the_option_was_chosen_and_only_for_austria() {
    let one = ["breslau"];
    let declined = position_of(expert()).turn(4).member("offensive_option", "declined".into());
    assert!(!austria_wins(declined.conquered_but("austria", &one)));
    assert!(!austria_wins(position().turn(4).conquered_but("austria", &one)));
    for (nation, missing) in
        [("russia", "colberg"), ("imperial-army", "dresden"), ("france", "minden")]
    {
        let game = end_turn(chosen().nation("france").conquered_but(nation, &[missing]));
        assert_eq!(game.state.outcome(), None, "{nation}");
    }
    // It holds after the option has failed.
    assert!(austria_wins(taken().strokes(&["poems"]).conquered_but("austria", &one)));
}

#[test]
fn r13_scenarios_for_two_know_neither_the_option_nor_east_prussia() {
    for scenario in [Scenario::WAR_IN_THE_WEST, Scenario::AUSTRIAN_THEATRE] {
        let setup = Setup { scenario, ..expert() };
        let last = setup.rules().nations.last().expect("some").id();
        let game = end_turn(position_of(setup).turn(2).nation(last));
        assert_ne!(game.awaited()[0].1, "offensive-option", "{scenario:?}");
        assert!(!setup.rules().east_prussia);
    }
}
