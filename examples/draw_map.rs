//! Draws the board: as it is set up, or after some moves of a game in memory, as everybody may see it.
//!
//! ```sh
//! cargo run --example draw_map -- prussia.svg "Friedrich to Dresden" "Schwerin to Neisse"
//! ```

use feldpost::atlas;
use feldpost::game::{Action, DecisionKind, Event, Nation, Setup, State};
use feldpost::report::Happening;
use feldpost::report::map::{Crop, Picture};
use feldpost::said::{Context, Request, read};
use std::error::Error;
use std::path::Path;

/// The picture after Prussia's first movement with these orders.
pub(crate) fn picture(orders: &str) -> Result<Picture, Box<dyn Error>> {
    let mut state = State::new(Setup::default(), [1; 32]);
    // Set-up: troops are allotted as the referee's own template has them.
    while let Some(decision) =
        state.decisions().into_iter().find(|decision| decision.kind == DecisionKind::Allot)
    {
        let text = feldpost::orders::template(&state, decision.seat, decision);
        carry_out(&mut state, decision.nation, &text)?;
    }
    let mut events = carry_out(&mut state, Nation::Prussia, orders)?;
    events.extend(state.act(Nation::Prussia, &Action::EndMovement)?);
    let news: Vec<Happening> = events.into_iter().map(Happening::War).collect();
    Ok(Picture::new(&state.view(None), &news, &[]))
}

/// Reads a text as the nation's seat would be read, and does what it says.
fn carry_out(state: &mut State, nation: Nation, text: &str) -> Result<Vec<Event>, Box<dyn Error>> {
    let seat = state.seat_of(nation);
    let mut decisions = state.decisions();
    decisions.retain(|decision| decision.seat == seat && decision.nation == nation);
    let context = Context {
        state: Some(state),
        seat: Some(seat),
        decisions: &decisions,
        ..Context::default()
    };
    let mut events = Vec::new();
    for said in read(text, &context).said {
        if let Request::Act(action) = said.request {
            events.extend(state.act(nation, &action)?);
        }
    }
    Ok(events)
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "board.svg".into());
    let orders: Vec<String> = arguments.collect();
    Ok(atlas::write(&picture(&orders.join("\n"))?, Crop::Whole, Path::new(&file))?)
}
