//! R5: conquest.

use feldpost::game::{Setup, board};
use serde_json::json;

use super::support::{Game, position, position_of};

/// Whether an objective is protected now.
fn is_protected(game: &Game, city: &str) -> bool {
    let city = board().city(city).expect("a city");
    game.state.is_protected(board().info(city).objective.expect("an objective"))
}

#[test]
fn r5_1_only_generals_conquer_and_only_their_own_colour() {
    let path = ["oels", "breslau"];
    let mut game = position().nation("austria").put("Daun", "kepno", 1).game();
    game.march(&["Daun"], &path);
    assert_eq!(game.conqueror("oels"), Some("austria"));

    let mut game = position().nation("russia").put("Saltikov", "kepno", 1).game();
    game.march(&["Saltikov"], &path);
    assert_eq!(game.conqueror("oels"), None);
    assert!(game.marked().is_empty());

    let mut game = position().nation("austria").train("austria", 1, "kepno").game();
    game.march(&["Train 1"], &path);
    assert_eq!(game.conqueror("oels"), None);
}

#[test]
fn r5_2_passing_or_leaving_conquers_and_stopping_does_not() {
    let mut game = position().nation("austria").put("Daun", "schweidnitz", 1).game();
    game.march(&["Daun"], &["breslau", "oels"]);
    assert_eq!(game.conqueror("schweidnitz"), Some("austria"), "left");
    assert_eq!(game.conqueror("breslau"), Some("austria"), "passed");
    assert_eq!(game.conqueror("oels"), None, "stopped on");
    assert_eq!(game.events("conquered").len(), 2);
    assert_eq!(game.events("conquered")[0]["retroactively"], false);
}

#[test]
fn r5_2_staying_on_an_objective_conquers_nothing() {
    let mut game = position().nation("austria").put("Daun", "breslau", 1).game();
    game.end_movement();
    assert_eq!(game.conqueror("breslau"), None);
}

#[test]
fn r5_2_the_moment_of_passing_counts() {
    // Back and forth over the place where the move ends: it has been passed.
    let mut game = position().nation("austria").put("Daun", "kepno", 1).game();
    game.march(&["Daun"], &["oels", "kepno", "oels"]);
    assert_eq!(game.conqueror("oels"), Some("austria"));
}

#[test]
fn r5_3_protected_up_to_three_cities_away_by_road() {
    // From Breslau: Neumarkt 1, Steinau 2, Glogau 3, Neusalz 4.
    for (place, protects) in
        [("neumarkt", true), ("steinau", true), ("glogau", true), ("neusalz", false)]
    {
        let pieces = position().nation("austria").put("Daun", "schweidnitz", 1);
        let game = pieces.put("Keith", place, 1).game();
        assert_eq!(is_protected(&game, "breslau"), protects, "{place}");
    }
    // Who stands on it protects it, too.
    assert!(is_protected(&position().put("Keith", "breslau", 1).game(), "breslau"));
}

#[test]
fn r5_3_whatever_stands_between_does_not_matter() {
    let pieces = position().nation("austria").put("Keith", "glogau", 1);
    let pieces = pieces.put("Browne", "steinau", 8).train("austria", 1, "neumarkt");
    assert!(is_protected(&pieces.game(), "breslau"));
}

#[test]
fn r5_4_every_nation_defends_its_home_and_prussia_saxony_too() {
    // Prussia's objectives: not protected by Hanover's generals, nor the other way round.
    let game = position().put("Ferdinand", "burg", 1).put("Friedrich", "celle", 1).game();
    assert!(!is_protected(&game, "magdeburg"));
    assert!(!is_protected(&game, "hannover"));
    let game = position().put("Friedrich", "burg", 1).put("Ferdinand", "celle", 1).game();
    assert!(is_protected(&game, "magdeburg"));
    assert!(is_protected(&game, "hannover"));
    // Exclaves: Minden is Prussian, surrounded by others.
    let game = position().put("Ferdinand", "wunstorf", 1).game();
    assert!(!is_protected(&game, "minden"));
    let game = position().put("Friedrich", "wunstorf", 1).game();
    assert!(is_protected(&game, "minden"));
}

#[test]
fn r5_4_saxony_is_defended_by_prussia_and_not_by_the_imperial_army() {
    let game = position().put("Friedrich", "dresden", 1).game();
    assert!(is_protected(&game, "radeberg") && is_protected(&game, "pirna"));
    let game = position().put("Hildburghausen", "dresden", 1).game();
    assert!(!is_protected(&game, "radeberg") && !is_protected(&game, "pirna"));
}

#[test]
fn r5_5_one_move_conquers_several_and_conquered_cities_hinder_nobody() {
    let mut game = position().nation("austria").put("Daun", "waldenburg", 1).game();
    game.march(&["Daun"], &["schweidnitz", "breslau", "strehlen"]);
    let cities: Vec<_> = game.events("conquered").iter().map(|e| e["city"].clone()).collect();
    assert_eq!(json!(cities), json!(["waldenburg", "schweidnitz", "breslau"]));

    let pieces = position().put("Friedrich", "strehlen", 1);
    let mut game = pieces.conquered("austria", &["breslau", "schweidnitz"]).game();
    game.march(&["Friedrich"], &["breslau", "schweidnitz", "waldenburg"]);
    assert_eq!(game.city("Friedrich"), Some("waldenburg"));
}

#[test]
fn r5_6_a_protected_objective_is_marked_and_the_mark_comes_off() {
    let pieces = position().nation("austria").put("Daun", "schweidnitz", 1);
    let mut game = pieces.put("Keith", "steinau", 1).game();
    game.march(&["Daun"], &["breslau", "strehlen"]);
    assert_eq!(game.events("marked").len(), 2);
    assert_eq!(game.marked(), ["breslau", "schweidnitz"]);
    assert_eq!(game.conqueror("breslau"), None);
    game.end_movement();
    assert_eq!(game.events("mark-lifted").len(), 2);
    assert!(game.marked().is_empty());
    assert_eq!(game.conqueror("breslau"), None);
}

#[test]
fn r5_6_driven_away_by_another_general_the_protector_protects_no_more() {
    // Daun marks Breslau; Browne fights Keith.
    let pieces = position().nation("austria").put("Daun", "schweidnitz", 1);
    let mut game = pieces.put("Browne", "lueben", 8).put("Keith", "steinau", 4).game();
    game.march(&["Daun"], &["breslau", "strehlen"]);
    game.end_movement();
    assert_eq!(game.event("combat-lost")["losses"], 4);
    let retroactive = |event: &serde_json::Value| event["retroactively"] == true;
    assert!(game.events("conquered").iter().all(retroactive));
    assert_eq!(game.conqueror("breslau"), Some("austria"));
    assert_eq!(game.conqueror("schweidnitz"), Some("austria"));
}

#[test]
fn r5_6_a_protector_removed_before_the_second_passing_lets_it_be_conquered_at_once() {
    // A train eliminated on the way ends a protection within the movement (R5.8).
    let pieces = position().nation("prussia").train("imperial-army", 1, "meissen");
    let pieces = pieces.conquered("imperial-army", &["dresden", "pirna"]);
    let pieces = pieces.put("Friedrich", "radeberg", 1).put("Heinrich", "grossenhain", 1);
    let mut game = pieces.game();
    game.march(&["Friedrich"], &["dresden", "pirna", "dresden"]);
    assert_eq!(game.marked(), ["dresden", "pirna"]);
    game.march(&["Heinrich"], &["meissen"]);
    game.end_movement();
    assert_eq!(game.events("reconquered").len(), 2);
    assert_eq!(game.conqueror("dresden"), None);
}

#[test]
fn r5_6_a_mark_comes_to_nothing_when_conquests_have_ended_meanwhile() {
    // Prussia marks Prag under its offensive option, which fails in the combats (R13.6).
    let setup = Setup { expert: true, ..Setup::default() };
    let set_up = |lord_bute: &[&str]| {
        let pieces = position_of(setup).turn(8).set_aside("11S").strokes(lord_bute);
        let pieces = pieces.put("Friedrich", "melnik", 1).put("Heinrich", "nimburg", 8);
        let pieces = pieces.put("Daun", "kolin", 1).put("Keith", "berlin", 1);
        let mut game = pieces.put("Browne", "spandau", 8).hand("austria", &["2C"]).game();
        game.march(&["Friedrich"], &["prag", "beraun"]);
        assert_eq!(game.marked(), ["prag"]);
        game.end_movement();
        game.attack("nimburg", "kolin").stop();
        game
    };
    let failed = set_up(&["lord-bute"]);
    assert_eq!(failed.events("offensive-option-failed").len(), 1);
    assert_eq!(failed.conqueror("prag"), None);
    assert_eq!(failed.event("mark-lifted")["city"], "prag");
    // With the subsidies as they were, the option lives on.
    assert_eq!(set_up(&[]).conqueror("prag"), Some("prussia"));
}

#[test]
fn r5_7_only_the_defender_reconquers() {
    let taken = || position().conquered("france", &["hannover"]);
    let mut game = taken().put("Friedrich", "celle", 1).game();
    game.march(&["Friedrich"], &["hannover", "lehrte"]);
    assert_eq!(game.conqueror("hannover"), Some("france"));
    assert!(game.marked().is_empty());

    let mut game = taken().nation("hanover").put("Ferdinand", "celle", 1).game();
    game.march(&["Ferdinand"], &["hannover", "lehrte"]);
    assert_eq!(game.conqueror("hannover"), None);
    assert_eq!(game.event("reconquered")["from"], "france");

    // In Saxony that is Prussia, though it is the Imperial Army's home.
    let taken = || position().conquered("austria", &["radeberg"]);
    let mut game = taken().put("Friedrich", "dresden", 1).game();
    game.march(&["Friedrich"], &["radeberg", "kamenz"]);
    assert_eq!(game.conqueror("radeberg"), None);
    let mut game = taken().nation("imperial-army").put("Hildburghausen", "dresden", 1).game();
    game.march(&["Hildburghausen"], &["radeberg", "bischofswerda"]);
    assert_eq!(game.conqueror("radeberg"), Some("austria"));
}

#[test]
fn r5_7_only_the_conquerors_generals_protect_against_reconquest() {
    let march = |protector: &str| {
        let pieces = position().nation("hanover").conquered("france", &["hannover"]);
        let mut game = pieces.put("Ferdinand", "celle", 1).put(protector, "hameln", 1).game();
        game.march(&["Ferdinand"], &["hannover", "lehrte"]);
        game
    };
    assert_eq!(march("Daun").conqueror("hannover"), None, "an ally's general does not");
    assert_eq!(march("Friedrich").conqueror("hannover"), None, "nor one's own side's");
    let mut game = march("Richelieu");
    assert_eq!((game.conqueror("hannover"), game.marked()), (Some("france"), vec!["hannover"]));
    game.end_movement();
    assert_eq!(game.conqueror("hannover"), Some("france"));
}

#[test]
fn r5_7_reconquest_is_retroactive_too() {
    let pieces = position().nation("hanover").conquered("france", &["hannover"]);
    let pieces = pieces.put("Ferdinand", "celle", 1).put("Cumberland", "lehrte", 8);
    let mut game = pieces.put("Richelieu", "peine", 4).game();
    game.march(&["Ferdinand"], &["hannover", "springe"]);
    assert_eq!(game.conqueror("hannover"), Some("france"));
    game.end_movement();
    assert_eq!(game.event("reconquered")["retroactively"], true);
    assert_eq!(game.conqueror("hannover"), None);
}

#[test]
fn r5_7_what_the_enemy_has_not_conquered_cannot_be_reconquered() {
    let mut game = position().nation("hanover").put("Ferdinand", "celle", 1).game();
    game.march(&["Ferdinand"], &["hannover", "lehrte"]);
    assert!(game.events("reconquered").is_empty());
    assert!(game.state.conquered().next().is_none());
}

#[test]
fn r5_8_supply_trains_neither_conquer_nor_protect() {
    let game = position().train("prussia", 1, "neumarkt").game();
    assert!(!is_protected(&game, "breslau"));
    let game = position().train("austria", 1, "neumarkt").conquered("austria", &["breslau"]).game();
    assert!(!is_protected(&game, "breslau"));
    let mut game =
        position().train("prussia", 1, "neumarkt").conquered("austria", &["breslau"]).game();
    game.march(&["Train 1"], &["breslau", "ohlau"]);
    assert_eq!(game.conqueror("breslau"), Some("austria"));
}

#[test]
fn r5_8_the_imperial_armys_train_protects_its_conquests() {
    let taken = || position().conquered("imperial-army", &["dresden"]);
    // Radeberg 1, Kamenz 2, Hoyerswerda 3, Senftenberg 4.
    assert!(is_protected(&taken().train("imperial-army", 1, "hoyerswerda").game(), "dresden"));
    assert!(!is_protected(&taken().train("imperial-army", 1, "senftenberg").game(), "dresden"));
    // Not what Austria has conquered, nor what nobody has.
    let austrian = position().conquered("austria", &["radeberg"]);
    assert!(!is_protected(&austrian.train("imperial-army", 1, "kamenz").game(), "radeberg"));
    assert!(!is_protected(&position().train("imperial-army", 1, "kamenz").game(), "dresden"));
}

/// Sweden lacks these of its objectives; Daun stands before Prenzlau.
fn sweden_lacks(missing: &[&str]) -> Game {
    let pieces = position().nation("austria").put("Daun", "templin", 1);
    let pieces = pieces.train("austria", 1, "angermuende");
    pieces.conquered_but("sweden", missing).game()
}

#[test]
fn r5_9_nobody_stands_on_an_allys_objective_to_spoil_its_win() {
    let mut game = sweden_lacks(&["prenzlau", "schwedt"]);
    let reason = game.no_march(&["Daun"], &["prenzlau"], "R5.9", "spoils-ally");
    assert_eq!(reason["ally"], "sweden");
    assert!(!game.reach(&["Daun"]).contains(&"prenzlau"));
    game.no_march(&["Train 1"], &["prenzlau"], "R5.9", "spoils-ally");
    // To pass is allowed, and to stand on what Sweden has.
    game.march(&["Daun"], &["prenzlau", "templin"]);
    let mut game = sweden_lacks(&["prenzlau", "schwedt"]);
    game.march(&["Train 1"], &["schwedt", "angermuende"]);
}

#[test]
fn r5_9_farther_from_its_win_the_report_only_remarks_on_it() {
    let mut game = sweden_lacks(&["prenzlau", "schwedt", "stettin"]);
    game.march(&["Daun"], &["prenzlau"]);
    assert_eq!(game.event("stands-on-allys-objective")["ally"], "sweden");
    let mut game = sweden_lacks(&["schwedt"]);
    game.march(&["Daun"], &["prenzlau"]);
    assert!(game.events("stands-on-allys-objective").is_empty());
}

#[test]
fn r5_9_allies_of_one_seat_may() {
    let pieces = position().nation("russia").put("Saltikov", "templin", 1);
    let mut game = pieces.conquered_but("sweden", &["prenzlau"]).game();
    game.march(&["Saltikov"], &["prenzlau"]);
    assert!(game.events("stands-on-allys-objective").is_empty());
    // And enemies may always: that is defence.
    let pieces = position().put("Friedrich", "templin", 1);
    pieces.conquered_but("sweden", &["prenzlau"]).game().march(&["Friedrich"], &["prenzlau"]);
}

#[test]
fn r5_9_counts_only_the_objectives_the_ally_needs() {
    // Under eased conditions (R11.5) Sweden needs five and lacks two of them.
    let second = ["prenzlau", "angermuende", "neuruppin", "pritzwalk", "schwedt"];
    let missing: Vec<&str> = second.into_iter().chain(["stettin", "malchin"]).collect();
    let pieces = || position().turn(8).nation("austria").put("Daun", "pasewalk", 1);
    let mut game = pieces().conquered_but("sweden", &missing).strokes(&["elisabeth"]).game();
    game.no_march(&["Daun"], &["stettin"], "R5.9", "spoils-ally");
    // The ruling speaks of all its objectives, also of those it has no need of any more.
    game.no_march(&["Daun"], &["prenzlau"], "R5.9", "spoils-ally");
    let mut game = pieces().conquered_but("sweden", &missing).game();
    game.march(&["Daun"], &["stettin"]);
}

#[test]
fn r5_10_in_the_standard_game_prussia_conquers_nothing() {
    let mut game = position().turn(1).put("Friedrich", "melnik", 1).game();
    game.march(&["Friedrich"], &["prag", "kolin", "pardubitz"]);
    assert_eq!((game.conqueror("prag"), game.conqueror("kolin")), (None, None));
    assert!(game.marked().is_empty());
}
