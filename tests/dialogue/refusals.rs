//! Refusals say why, and how far it is possible; warnings hold nothing back.

use crate::table::*;

#[test]
fn too_far_says_how_far_and_where_it_is_possible() {
    let mut table = Table::new();
    let text = table.say(Frederick, "Heinrich to Magdeburg");
    assert!(text.contains("too far: 5 cities, and 3 are allowed"), "{text}");
    assert!(text.contains("Possible is as far as"), "{text}");
    assert!(!text.contains("No legal way"), "{text}");
}

#[test]
fn whoever_stands_at_the_goal_is_named() {
    let mut table = Table::new();
    table.edit(|state| put(state, "austria", "Lacy", "spandau"));
    let text = table.say(Frederick, "Heinrich to Spandau");
    assert!(text.contains("Blocked by Lacy in Spandau"), "{text}");
}

#[test]
fn whoever_stands_in_the_way_is_named() {
    let mut table = Table::new();
    table.edit(|state| {
        put(state, "austria", "Lacy", "torgau");
        put(state, "austria", "Karl", "riesa");
        put(state, "austria", "Browne", "wurzen");
    });
    let text = table.say(Frederick, "Friedrich + Winterfeldt to Bitterfeld");
    assert!(text.contains("Blocked by"), "{text}");
    assert!(text.contains("Lacy") || text.contains("Browne"), "{text}");
}

#[test]
fn an_own_general_who_moved_there_first_is_named_with_his_line() {
    let mut table = Table::new();
    let text = table.say(Frederick, "Heinrich to Zossen\ntrain 1 to Zossen");
    assert!(text.contains("Heinrich is in Zossen (line 1)"), "{text}");
}

#[test]
fn a_stack_of_four_is_told_as_such() {
    let mut table = Table::new();
    table.edit(|state| {
        put(state, "prussia", "Schwerin", "bernau");
        put(state, "prussia", "Keith", "bernau");
        put(state, "prussia", "Dohna", "bernau");
    });
    let text = table.say(Frederick, "Heinrich to Bernau");
    assert!(text.contains("would hold 4 generals, and 3 is the most"), "{text}");
}

#[test]
fn the_train_cannot_enter_where_somebody_stands() {
    let mut table = Table::new();
    table.edit(|state| put(state, "prussia", "Train 1", "potsdam"));
    let text = table.say(Frederick, "train 1 to Berlin");
    assert!(text.contains("A train enters no city where somebody stands"), "{text}");
    assert!(text.contains("Heinrich"), "{text}");
}

#[test]
fn the_good_part_of_a_line_is_kept() {
    let mut table = Table::new();
    let text = table.say(Frederick, "Heinrich to Bernau, Seydlitz to Breslau");
    assert_eq!(table.drafted(Frederick), 1, "{text}");
    assert!(text.contains("too far"), "{text}");
    table.say(Frederick, "Seydlitz stays\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn a_second_order_for_the_same_general_is_refused_with_the_line_of_the_first() {
    let mut table = Table::new();
    let text = table.say(Frederick, "Heinrich to Bernau\nHeinrich to Spandau");
    assert!(text.contains("line 1"), "{text}");
    assert_eq!(table.drafted(Frederick), 1);
}

#[test]
fn who_will_be_out_of_supply_is_told_and_held_back_is_nothing() {
    let mut table = Table::new();
    table.edit(|state| {
        put(state, "prussia", "Heinrich", "prag");
        put(state, "prussia", "Train 1", "stettin");
        put(state, "prussia", "Train 2", "ortelsburg");
    });
    let text = table.say(Frederick, "Seydlitz to Belzig");
    assert!(text.contains("Heinrich in Prag: without supply"), "{text}");
    let text = table.say(Frederick, "ready");
    assert_eq!(table.prussian("Seydlitz"), "belzig", "{text}");
    assert!(text.contains("without supply"), "as a remark: {text}");
}

#[test]
fn an_own_train_left_to_be_taken_is_told() {
    let mut table = Table::new();
    table.edit(|state| put(state, "austria", "Lacy", "luckenwalde"));
    let text = table.say(Frederick, "Heinrich to Bernau");
    assert!(text.contains("Lacy can take your train 1"), "{text}");
}

#[test]
fn an_objective_passed_in_vain_is_told() {
    let mut table = Table::new();
    table.until(feldpost::game::Nation::Austria);
    table.edit(|state| put(state, "austria", "Lacy", "ohlau"));
    let text = table.say(MariaTheresa, "Lacy to Neumarkt via Breslau");
    assert!(text.contains("Breslau is protected"), "{text}");
    assert!(text.contains("Schwerin"), "{text}");
}

#[test]
fn a_dry_run_warns_as_well() {
    let mut table = Table::new();
    table.edit(|state| put(state, "austria", "Lacy", "luckenwalde"));
    let text = table.say(Frederick, "test\nHeinrich to Bernau\nready");
    assert!(text.contains("Lacy can take your train 1"), "{text}");
    assert_eq!(table.prussian("Heinrich"), "berlin");
}

#[test]
fn refusals_are_told_in_german() {
    let mut table = Table::new();
    table.say(Frederick, "Sprache de");
    let text = table.say(Frederick, "Heinrich nach Magdeburg");
    assert!(text.contains("zu weit: 5 Städte"), "{text}");
}

#[test]
fn refusals_are_told_in_spanish() {
    let mut table = Table::new();
    table.say(Frederick, "idioma es");
    let text = table.say(Frederick, "Heinrich a Magdeburg");
    assert!(text.contains("demasiado lejos"), "{text}");
}

#[test]
fn refusals_are_told_in_italian() {
    let mut table = Table::new();
    table.say(Frederick, "lingua it");
    let text = table.say(Frederick, "Heinrich a Magdeburg");
    assert!(text.contains("troppo lontana"), "{text}");
}

#[test]
fn refusals_are_told_in_polish() {
    let mut table = Table::new();
    table.say(Frederick, "język pl");
    let text = table.say(Frederick, "Heinrich do Magdeburg");
    assert!(text.contains("za daleko"), "{text}");
}
