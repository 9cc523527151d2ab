//! `ready` ends the one phase that the answered mail asked for, and nothing else.

use crate::table::*;
use feldpost::game::Nation;

/// Issue: `ready` once more as a reply to the same prompt.
#[test]
fn a_second_ready_does_not_end_the_next_nations_movement() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, "Heinrich to Bernau\nready");
    assert_eq!(table.moving(), Some(Nation::Hanover));
    let (log, drafts) = (table.log(), table.drafted(Frederick));
    let text = table.answer(Frederick, &prompt, "ready");
    assert_eq!(table.moving(), Some(Nation::Hanover), "{text}");
    assert_eq!((table.log(), table.drafted(Frederick)), (log, drafts));
    assert!(text.contains("changed nothing") || text.contains("Nothing was done"), "{text}");
    assert!(text.contains("Hanover"), "what is open now is told: {text}");
}

/// A link opens a new mail, which only its subject joins to the prompt.
#[test]
fn a_link_of_an_old_prompt_is_late_by_its_number() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.tap(Frederick, &prompt, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    let log = table.log();
    let text = table.tap(Frederick, &prompt, "ready");
    assert_eq!((table.moving(), table.log()), (Some(Nation::Hanover), log), "{text}");
    // A fresh mail without a number answers what is open.
    table.fresh(Frederick, "ready");
    assert_ne!(table.moving(), Some(Nation::Hanover));
}

#[test]
fn a_second_ready_after_a_receipt_is_late_as_well() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    let receipt = table.newest(Frederick);
    table.answer(Frederick, &receipt, "ready");
    table.answer(Frederick, &receipt, "ready");
    assert_eq!(table.moving(), Some(Nation::Hanover));
}

/// Issue: an order for a phase that is over.
#[test]
fn an_order_for_a_phase_that_is_over_is_late_and_kept_nowhere() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, "ready");
    let text = table.answer(Frederick, &prompt, "Heinrich to Bernau\nready");
    assert_eq!(table.moving(), Some(Nation::Hanover), "{text}");
    assert!(table.kept(Frederick, "ahead-").is_empty(), "{text}");
    assert_eq!(table.drafted(Frederick), 0);
    assert_eq!(table.prussian("Heinrich"), "berlin");
}

#[test]
fn an_order_for_a_phase_that_is_over_under_the_new_prompt_is_late_too() {
    let mut table = Table::new();
    table.say(Frederick, "ready");
    let text = table.say(Frederick, "Heinrich to Bernau");
    assert!(table.kept(Frederick, "ahead-").is_empty(), "{text}");
    assert_eq!(table.prussian("Heinrich"), "berlin");
    assert_eq!(table.moving(), Some(Nation::Hanover));
}

#[test]
fn an_order_for_hanover_in_reply_to_prussias_old_prompt_changes_nothing() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, "ready");
    table.answer(Frederick, &prompt, "Ferdinand to Soltau\nready");
    assert_eq!(table.at("hanover", "Ferdinand"), "stade");
    assert_eq!(table.moving(), Some(Nation::Hanover));
}

#[test]
fn under_its_heading_an_order_for_the_nation_that_moves_now_is_taken_from_an_older_reply() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, "ready");
    table.answer(Frederick, &prompt, "for Hanover\nFerdinand to Soltau\nready");
    assert_eq!(table.at("hanover", "Ferdinand"), "soltau");
}

#[test]
fn a_mail_that_answers_none_of_ours_is_for_the_only_open_decision() {
    let mut table = Table::new();
    table.fresh(Frederick, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.moving(), Some(Nation::Hanover));
}

#[test]
fn a_reply_to_last_turns_prompt_moves_nobody_this_turn() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.say(Frederick, "ready");
    table.until(Nation::Russia);
    table.until(Nation::Prussia);
    assert_eq!(table.turn(), 2);
    let text = table.answer(Frederick, &prompt, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "berlin", "{text}");
    assert_eq!(table.moving(), Some(Nation::Prussia));
    assert_eq!(table.drafted(Frederick), 0, "{text}");
}

#[test]
fn a_late_ready_never_ends_the_same_nations_next_phase() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.say(Frederick, "ready");
    table.until(Nation::Russia);
    table.until(Nation::Prussia);
    table.answer(Frederick, &prompt, "ready");
    assert_eq!(table.moving(), Some(Nation::Prussia));
}

#[test]
fn ready_below_orders_of_the_answered_prompt_ends_one_phase_only() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nready\nready");
    assert_eq!(table.moving(), Some(Nation::Hanover));
}

#[test]
fn ready_with_nothing_open_changes_nothing() {
    let mut table = Table::new();
    let log = table.log();
    let text = table.say(Elisabeth, "ready");
    assert_eq!(table.log(), log, "{text}");
    assert_eq!(table.moving(), Some(Nation::Prussia));
}

#[test]
fn a_vote_in_reply_to_an_old_prompt_counts_still() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.say(Frederick, "ready");
    let log = table.log();
    table.answer(Frederick, &prompt, "propose pause");
    assert!(table.log() > log, "the proposal stands in the log");
}
