//! Orders for movement phases to come, and a time for second thoughts.

use crate::support::{Club, player};
use feldpost::game::Seat;

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn newest(club: &Club, seat: Seat) -> String {
    flat(&club.newest(seat))
}

fn at(club: &mut Club, name: &str) -> String {
    let state = club.state();
    let pieces = state["pieces"].as_array().expect("pieces");
    let piece = pieces.iter().find(|piece| piece["name"] == name).expect("the piece");
    piece["city"].as_str().unwrap_or_default().to_owned()
}

fn begun(pace: &str) -> Club {
    let mut club = Club::with_pace([1; 32], pace);
    club.allot();
    club
}

#[test]
fn hanovers_orders_come_with_prussias_and_are_carried_out_when_due() {
    let mut club = begun("instruction_delay = [20, 20]");
    club.reply(
        Seat::Frederick,
        "Heinrich to Angermünde\nfor Hanover\nFerdinand to Soltau\ntrain 1 stays\nready",
    );
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(
        text.contains("Kept for Hanover's movement in turn 1: \"Ferdinand: Soltau\"."),
        "{text}"
    );
    assert!(text.contains("Hanover: your orders sent ahead"), "{text}");
    assert!(text.contains("will be carried out at"), "{text}");
    assert_eq!(at(&mut club, "Heinrich"), "angermuende");
    assert_ne!(at(&mut club, "Ferdinand"), "soltau");
    club.round();
    assert_ne!(at(&mut club, "Ferdinand"), "soltau", "not before the delay is over");
    club.round();
    assert_eq!(at(&mut club, "Ferdinand"), "soltau");
    assert!(newest(&club, Seat::Elisabeth).contains("Ferdinand"));
}

#[test]
fn without_ready_they_are_a_draft_when_their_time_comes() {
    let mut club = begun("instruction_delay = [0, 0]");
    club.reply(Seat::Frederick, "for Hanover\nFerdinand to Soltau\nCumberland to Atlantis");
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(text.contains("to be confirmed by \"ready\" when due"), "{text}");
    assert_eq!(at(&mut club, "Heinrich"), "berlin", "Prussia is not concerned");
    club.reply(Seat::Frederick, "ready");
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(text.contains("Their time has come. What is possible of them is kept"), "{text}");
    assert!(text.contains("Ferdinand marches from"), "{text}");
    assert_ne!(at(&mut club, "Ferdinand"), "soltau");
    club.reply(Seat::Frederick, "ready");
    club.round();
    assert_eq!(at(&mut club, "Ferdinand"), "soltau");
}

#[test]
fn what_has_become_impossible_is_told_and_waits_for_the_player() {
    let mut club = begun("instruction_delay = [0, 0]");
    club.reply(Seat::Frederick, "for Hanover\nFerdinand to Breslau\nCumberland to Hameln\nready");
    club.round();
    assert_eq!(at(&mut club, "Cumberland"), "alfeld", "Prussia moves first");
    club.reply(Seat::Frederick, "ready");
    club.round();
    let mails = club.mails_to(player(Seat::Frederick));
    let text = flat(&mails.iter().map(|mail| mail.text.clone()).collect::<String>());
    assert!(text.contains("Not allowed, Hanover."), "{text}");
    assert_eq!(at(&mut club, "Cumberland"), "alfeld", "his action has not passed");
    club.reply(Seat::Frederick, "Ferdinand stays");
    club.round();
    assert_eq!(at(&mut club, "Cumberland"), "hameln", "ready was remembered");
}

#[test]
fn conditions_are_checked_when_due() {
    for (general, goal) in [("Richelieu", "soltau"), ("Daun", "verden")] {
        let mut club = begun("instruction_delay = [0, 0]");
        let stands = at(&mut club, "Richelieu");
        let text = format!(
            "for Hanover\nif {general} at {stands}: Ferdinand to Soltau\nelse: Ferdinand to Verden\nready"
        );
        club.reply(Seat::Frederick, &text);
        club.round();
        assert!(newest(&club, Seat::Frederick).contains("The condition is checked then."));
        club.reply(Seat::Frederick, "ready");
        club.round();
        assert_eq!(at(&mut club, "Ferdinand"), goal);
    }
}

#[test]
fn orders_for_a_later_turn_wait_for_it() {
    let mut club = begun("instruction_delay = [0, 0]");
    club.reply(Seat::Frederick, "for Prussia, turn 3\nHeinrich to Angermünde\nready");
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(text.contains("Kept for Prussia's movement in turn 3"), "{text}");
    assert!(text.contains("Prussia, turn 3, to be carried out when due without asking"), "{text}");
    club.reply(Seat::Frederick, "ready");
    club.round();
    club.round();
    assert_eq!(at(&mut club, "Heinrich"), "berlin");
    club.reply(Seat::Frederick, "for Prussia turn 1\nHeinrich to Angermünde");
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(text.contains("is over") && text.contains("changed nothing"), "{text}");
}

#[test]
fn orders_ahead_are_replaced_and_withdrawn() {
    let mut club = begun("");
    club.reply(Seat::Frederick, "for Hanover\nFerdinand to Soltau");
    club.round();
    club.reply(Seat::Frederick, "for Hanover\nFerdinand to Verden\nready");
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(
        text.contains("They replace those of") && text.contains("> Ferdinand: Soltau"),
        "{text}"
    );
    club.reply(Seat::Frederick, "for Hanover\ncancel");
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(!text.contains("Kept for later, and known"), "{text}");
    assert!(text.contains("> Ferdinand: Verden"), "{text}");
}

/// A train's order gives way to a new one, too.
#[test]
fn a_trains_order_ahead_is_replaced() {
    let mut club = begun("");
    club.reply(Seat::Frederick, "for Hanover\ntrain 1 to Alfeld");
    club.round();
    club.reply(Seat::Frederick, "for Hanover\ntrain 1 to Peine");
    club.round();
    let text = newest(&club, Seat::Frederick);
    let (told, kept) = text.split_once("Kept for later, and known").expect("what is kept");
    assert!(told.contains("They replace those of") && told.contains("Alfeld"), "{text}");
    assert!(kept.contains("Peine") && !kept.contains("Alfeld"), "{text}");
}

#[test]
fn a_late_mail_is_no_order_for_another_turn() {
    let mut club = begun("");
    let prompt = club.mails_to(player(Seat::Frederick)).pop().expect("Prussia's prompt");
    club.reply(Seat::Frederick, "ready");
    club.round();
    let late = crate::support::reply_to(
        &prompt,
        player(Seat::Frederick),
        "Heinrich to Angermünde\nready",
        900,
    );
    club.drop_in(late.as_bytes());
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(!text.contains("Kept for Prussia"), "{text}");
}

#[test]
fn a_complete_set_waits_for_second_thoughts() {
    let mut club = begun("second_thoughts = 30");
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(text.contains("will be carried out at"), "{text}");
    assert_eq!(at(&mut club, "Heinrich"), "berlin");
    // A second thought.
    club.reply(Seat::Frederick, "Heinrich to Oranienburg\nready");
    club.round();
    club.round();
    club.round();
    assert_eq!(at(&mut club, "Heinrich"), "berlin", "the time runs anew");
    club.round();
    assert_eq!(at(&mut club, "Heinrich"), "oranienburg");

    let mut club = begun("second_thoughts = 30");
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    club.round();
    club.reply(Seat::Frederick, "wait");
    for _ in 0..6 {
        club.round();
    }
    assert_eq!(at(&mut club, "Heinrich"), "berlin");
    club.reply(Seat::Frederick, "ready");
    for _ in 0..4 {
        club.round();
    }
    assert_eq!(at(&mut club, "Heinrich"), "angermuende");
}

#[test]
fn an_order_for_a_nation_that_moves_later_needs_no_heading() {
    let mut club = begun("instruction_delay = [0, 0]");
    // The line speaks of both of his nations; of Hanover's piece its order alone is kept.
    club.reply(Seat::Frederick, "Heinrich to Angermünde and Ferdinand to Soltau");
    club.round();
    let text = newest(&club, Seat::Frederick);
    assert!(
        text.contains("Kept for Hanover's movement in turn 1: \"Ferdinand: Soltau\"."),
        "{text}"
    );
    assert_ne!(at(&mut club, "Ferdinand"), "soltau");
    club.reply(Seat::Frederick, "ready");
    club.round();
    assert_eq!(at(&mut club, "Heinrich"), "angermuende");
    assert_ne!(at(&mut club, "Ferdinand"), "soltau", "ready was for Prussia");
    club.reply(Seat::Frederick, "ready");
    club.round();
    assert_eq!(at(&mut club, "Ferdinand"), "soltau");
}

#[test]
fn a_late_order_with_ready_ends_no_other_movement() {
    let mut club = begun("instruction_delay = [0, 0]");
    club.reply(Seat::Frederick, "ready");
    club.round();
    // Prussia has moved, and Hanover is asked.
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    club.round();
    club.reply(Seat::Frederick, "Ferdinand to Soltau");
    club.round();
    club.reply(Seat::Frederick, "ready");
    club.round();
    assert_eq!(at(&mut club, "Heinrich"), "berlin");
    assert_eq!(at(&mut club, "Ferdinand"), "soltau", "Hanover's movement was still open");
}
