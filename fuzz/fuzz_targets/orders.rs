//! Any text is read as orders: one outcome for each line, and what was understood can be written
//! and read again. `cargo fuzz run orders`

#![no_main]

use feldpost::game::{Action, Decision, DecisionKind, Seat, Setup, State};
use feldpost::orders::{template, write, write_instruction};
use feldpost::said::{Context, Request, read};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// One position of each kind that comes up in the first two turns.
static POSITIONS: LazyLock<Vec<State>> = LazyLock::new(|| {
    let mut state = State::new(Setup::default(), [1; 32]);
    let mut found = vec![state.clone()];
    let mut seen: Vec<(DecisionKind, &'static str)> = Vec::new();
    while state.turn() < 3 {
        let Some(&decision) = state.decisions().first() else { break };
        let key = (decision.kind, decision.nation.id());
        if !seen.contains(&key) {
            seen.push(key);
            found.push(state.clone());
        }
        if state.act(decision.nation, &simple_answer(&state, decision)).is_err() {
            break;
        }
    }
    found
});

/// Reads as the seat that is asked.
fn context<'a>(state: &'a State, seat: Seat, decisions: &'a [Decision]) -> Context<'a> {
    Context { state: Some(state), seat: Some(seat), decisions, ..Context::default() }
}

fn simple_answer(state: &State, decision: Decision) -> Action {
    let Decision { seat, kind, .. } = decision;
    let decisions = [decision];
    match kind {
        DecisionKind::Movement => Action::EndMovement,
        DecisionKind::Allot => {
            let text = template(state, seat, decision);
            let said = read(&text, &context(state, seat, &decisions)).said;
            let Some(Request::Act(action)) = said.into_iter().next().map(|said| said.request)
            else {
                panic!("the template is no allotment: {text}");
            };
            action
        }
        kind => state.legal_actions(decision.nation, kind).swap_remove(0),
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((first, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let state = &POSITIONS[usize::from(*first) % POSITIONS.len()];
    for seat in state.rules().seats() {
        let decisions: Vec<Decision> =
            state.decisions().into_iter().filter(|decision| decision.seat == seat).collect();
        let context = context(state, seat, &decisions);
        let reading = read(text, &context);
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        assert_eq!(reading.lines.len(), lines);
        for said in &reading.said {
            match &said.request {
                Request::Instruct(instruction) => {
                    let text = write_instruction(instruction);
                    let again = read(&text, &context);
                    assert!(again.said.iter().any(|other| other.request == said.request), "{text}");
                }
                Request::Act(action) => {
                    read(&write(action), &context);
                }
                _ => {}
            }
        }
    }
});
