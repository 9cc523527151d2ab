//! A dry run changes nothing of any kind.

use crate::table::*;

/// Says it as a test, and finds everything as it was.
fn changes_nothing(seat: Seat, lines: &str) {
    let mut table = Table::new();
    let before = (table.log(), table.json(), table.kept(seat, ""), table.holder(seat));
    let answer = table.say(seat, &format!("test\n{lines}"));
    let after = (table.log(), table.json(), table.kept(seat, ""), table.holder(seat));
    assert_eq!(before, after, "{answer}");
    assert!(answer.to_lowercase().contains("test"), "{answer}");
    // Nobody else was written to.
    assert!(table.post().is_empty());
}

use feldpost::game::Seat;

macro_rules! dry_runs {
    ($($name:ident: $lines:literal;)*) => {
        $(#[test] fn $name() { changes_nothing(Frederick, $lines); })*
    };
}

dry_runs! {
    a_march: "Heinrich to Bernau";
    a_march_with_ready: "Heinrich to Bernau\nready";
    ready_alone: "ready";
    a_mistake: "Heinrich to Nowhere\nready";
    orders_ahead: "for Hanover\nFerdinand to Soltau\nready";
    an_instruction: "duel Keith vs Daun: 10D, then stop";
    resigning: "resign yes";
    resigning_first_step: "resign";
    an_absence: "absent 20 March to 27 March";
    being_back: "back";
    a_proposal: "propose pause";
    press: "press to all:\nHello there";
    another_address: "address new@club.test";
    a_second_address: "also other@club.test";
    leaving: "leave";
    a_digest: "digest on 18:00";
    a_time_zone: "timezone Europe/Berlin";
    cancel_all: "cancel";
    forgetting: "forget me yes";
}

/// Issue: `test` / `language italian` takes effect.
#[test]
fn a_language() {
    let mut table = Table::new();
    table.say(Frederick, "test\nlanguage italian");
    let text = table.say(Frederick, "status");
    assert!(!text.contains("Prussia muove") && !text.contains("turno"), "{text}");
}

#[test]
fn a_dry_run_leaves_the_draft_of_an_earlier_mail() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    table.say(Frederick, "test\nHeinrich to Spandau\nready");
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn a_dry_run_shows_the_draft_as_it_would_be() {
    let mut table = Table::new();
    let text = table.say(Frederick, "test\nHeinrich to Bernau");
    assert!(text.contains("Heinrich: Bernau"), "{text}");
    assert_eq!(table.drafted(Frederick), 0);
}

#[test]
fn a_german_dry_run() {
    let mut table = Table::new();
    table.say(Frederick, "Probe\nHeinrich nach Bernau\nfertig");
    assert_eq!(table.prussian("Heinrich"), "berlin");
}
