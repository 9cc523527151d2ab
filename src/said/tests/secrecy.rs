//! What a seat cannot know does not change what it is told: the same lines, menus and templates
//! in positions that differ only in other seats' secrets.

use crate::game::{CityId, DecisionKind, Nation, Seat, State};
use crate::orders::testing::*;
use crate::orders::{menu, template};
use crate::said::{Context, read};
use serde_json::Value;

/// Changes other seats' hands, splits of troops, and the order of the draw deck. Returns whether
/// that changed anything.
fn other_secrets(state: &State, seat: Seat) -> (State, bool) {
    let fighting: Vec<CityId> = state
        .combats()
        .iter()
        .flat_map(|&(from, to)| [from, to])
        .chain(state.combat().into_iter().flat_map(|combat| [combat.from, combat.to]))
        .collect();
    let mut changed = false;
    let state = edited(state, |json| {
        for nation in Nation::ALL {
            if state.seat_of(nation) == seat || !state.in_play(nation) {
                continue;
            }
            changed |= swap_hand(json, nation);
            changed |= rotate_troops(json, nation, &fighting);
        }
    });
    (state, changed)
}

/// Exchanges cards of the hand with cards of the same deck in the draw deck: backs stay the same.
fn swap_hand(json: &mut Value, nation: Nation) -> bool {
    let mut hand = json["hands"][nation.id()].as_array().cloned().unwrap_or_default();
    let mut pile = json["draw_pile"].as_array().cloned().unwrap_or_default();
    let deck = |card: &Value| card.as_str().and_then(|c| c.split('/').nth(1).map(str::to_owned));
    let mut changed = false;
    for card in &mut hand {
        let other = pile.iter().position(|other| deck(other) == deck(card) && other != card);
        if let Some(place) = other {
            std::mem::swap(card, &mut pile[place]);
            changed = true;
        }
    }
    json["hands"][nation.id()] = hand.into();
    json["draw_pile"] = pile.into();
    changed
}

/// Gives each general that does not fight the troops of the next one: the total stays the same.
fn rotate_troops(json: &mut Value, nation: Nation, fighting: &[CityId]) -> bool {
    let pieces = json["pieces"].as_array_mut().expect("pieces");
    let moved: Vec<usize> = (0..pieces.len())
        .filter(|at| {
            let piece = &pieces[*at];
            let city = piece["city"].as_str().unwrap_or_default();
            piece["nation"] == nation.id()
                && piece["troops"].as_u64().is_some_and(|troops| troops > 0)
                && !fighting.iter().any(|fight| fight.id() == city)
        })
        .collect();
    let troops: Vec<Value> = moved.iter().map(|at| pieces[*at]["troops"].clone()).collect();
    for (place, at) in moved.iter().enumerate() {
        pieces[*at]["troops"] = troops[(place + 1) % troops.len()].clone();
    }
    troops.iter().any(|other| *other != troops[0])
}

const LINES: &str = "Friedrich to Meissen\nDaun 8\nattack Richelieu\nattack Daun\nretreat to Glogau\n\
    10D\nR7\nstop\nrecruit 2 for 10S: Daun 1, Laudon 1\nchoose Keith\nno\nstay\nFriedland\n\
    redistribute Oschatz: Friedrich 3\ntrain 1 to Prag\nKeith withdraws to Oels\nReady\n\
    Königsberg, Rastenburg\nRichelieu\nSoubise attacks Ferdinand\nwithdraw Breslau to Oels";

#[test]
fn nothing_in_here_depends_on_what_the_seat_cannot_know() {
    use DecisionKind::*;
    let mut positions = Vec::new();
    for kind in [Allot, Discard, Movement, Attack, Play, Retreat, Fate] {
        positions.push(find(true, |state, decision| {
            decision.kind == kind && (kind == Allot || kind == Discard || state.turn() > 1)
        }));
    }
    let mut compared = 0;
    for (state, _) in &positions {
        for seat in state.rules().seats() {
            let (other, changed) = other_secrets(state, seat);
            compared += usize::from(changed);
            let decisions = decisions_of(state, seat);
            assert_eq!(decisions, decisions_of(&other, seat));
            let reading = |state| {
                let (state, seat, decisions) = (Some(state), Some(seat), &decisions[..]);
                read(LINES, &Context { state, seat, decisions, ..Context::default() })
            };
            assert_eq!(reading(state), reading(&other));
            for decision in state.decisions() {
                assert_eq!(menu(state, seat, decision), menu(&other, seat, decision));
                assert_eq!(template(state, seat, decision), template(&other, seat, decision));
            }
        }
    }
    // In nearly all of them others have secrets.
    assert!(compared > 20, "{compared}");
}
