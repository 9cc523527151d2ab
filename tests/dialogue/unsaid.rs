//! What a mail leaves open ends no phase: the orders of an earlier mail are not carried out by it.

use crate::table::*;

/// A march of an earlier mail waits, whatever else comes with `ready`.
fn waits(text: &str) {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Dresden");
    let answer = table.say(Frederick, text);
    assert_eq!(table.moving(), Some(Nation::Prussia), "{text}: {answer}");
}

#[test]
fn an_order_for_somebody_elses_general_holds_ready_back() {
    waits("Daun to Olmütz. Dohna stays. That's it, go!");
    waits("Daun to Olmütz.\nThat's it, go!");
}
