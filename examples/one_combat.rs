//! Adjudicates one combat: Friedrich with 5 troops in Berlin against Daun with 3 in Spandau, both in spades.
//!
//! ```sh
//! cargo run --example one_combat
//! ```

use feldpost::game::{Action, Event, Nation, Setup, State};
use serde_json::{Value, json};
use std::error::Error;

/// A position is JSON that can be edited: here all pieces leave the board, and two generals come back.
fn berlin() -> Result<State, Box<dyn Error>> {
    let mut position = State::new(Setup::default(), [7; 32]).dump();
    position["phase"] = json!("movement");
    for piece in position["pieces"].as_array_mut().ok_or("a list")? {
        let (city, troops) = match piece["name"].as_str() {
            Some("Friedrich") => (json!("berlin"), 5),
            Some("Daun") => (json!("spandau"), 3),
            _ => (Value::Null, 0),
        };
        piece["city"] = city;
        piece["troops"] = troops.into();
    }
    let pile = position["draw_pile"].as_array_mut().ok_or("a list")?;
    let mut take = |card: &str| -> Result<Value, Box<dyn Error>> {
        Ok(pile.remove(pile.iter().position(|other| other == card).ok_or("drawn already")?))
    };
    let (ours, theirs) = (take("9S/1")?, take("7S/1")?);
    position["hands"] = json!({ "prussia": [ours], "austria": [theirs] });
    Ok(State::load(position)?.state)
}

/// All that happens: Daun is behind by 2 and plays his 7, Friedrich answers with the 9 and wins by 4.
pub(crate) fn fight() -> Result<(State, Vec<Event>), Box<dyn Error>> {
    let mut state = berlin()?;
    let mut events = state.act(Nation::Prussia, &Action::EndMovement)?;
    while let Some(combat) = state.combat() {
        let decision = state.decisions()[0];
        // The card that is listed first, as long as there is one; `Stop` is the last answer.
        let answer = state.legal_actions(decision.nation, decision.kind).swap_remove(0);
        println!("{} to {}: {:?}", combat.from, combat.to, answer);
        events.extend(state.act(decision.nation, &answer)?);
    }
    Ok((state, events))
}

pub fn main() -> Result<(), Box<dyn Error>> {
    for event in fight()?.1 {
        println!("{}", serde_json::to_string(&event)?);
    }
    Ok(())
}
