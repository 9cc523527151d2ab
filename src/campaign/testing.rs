//! A club with one game in play, for the tests of what only looks at games.

#![expect(clippy::disallowed_methods, reason = "a test of the clock compares with it")]

use super::{NewGame, NewPlayer, Office, found};
use crate::game::{Scenario, Seat, Setup};
use crate::mail::intake::{Limits, OwnAddresses};
use crate::report::Templates;
use crate::store::Store;
use chrono::Utc;

/// A database with the game `minden`, the war in the west with a player at each seat, and the templates.
pub(crate) fn minden() -> (Store, Templates) {
    let mut store = Store::in_memory().expect("a database");
    let own = OwnAddresses::new("judge@club.test".parse().expect("an address"));
    let templates = Templates::new(None).expect("templates");
    let limits = Limits::default();
    let office = Office::open(&mut store, own, "judge".into(), limits, templates.clone());
    let setup = Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() };
    let player = |seat: Seat| NewPlayer {
        seat,
        address: format!("{seat}@club.test").parse().expect("an address"),
    };
    let players = setup.rules().seats().into_iter().map(player).collect();
    let new = NewGame { name: "minden".into(), setup, players, seed: Some([1; 32]) };
    found(&mut store, &office.expect("an office"), &new, Utc::now()).expect("founded");
    (store, templates)
}
