//! Any text is read as orders: one outcome for each line, and what was understood can be written
//! and read again. `cargo fuzz run orders`

#![no_main]

use feldpost::game::{Action, Decision, DecisionKind, Setup, State};
use feldpost::orders::{Context, Statement, read, template, write, write_instruction};
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

fn simple_answer(state: &State, decision: Decision) -> Action {
    let decisions = [decision];
    let context = Context { state, seat: decision.seat, decisions: &decisions };
    match decision.kind {
        DecisionKind::Movement => Action::EndMovement,
        DecisionKind::Allot => read(&template(&context, decision), &context)
            .assemble(&context)
            .swap_remove(0)
            .action,
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
        let context = Context { state, seat, decisions: &decisions };
        let reading = read(text, &context);
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        assert_eq!(reading.lines.len(), lines);
        for (_, _, statement) in reading.statements() {
            if let Statement::Instruct(instruction) = statement {
                let text = write_instruction(instruction);
                let again = read(&text, &context);
                assert!(again.statements().any(|(_, _, other)| other == statement), "{text}");
            }
        }
        for assembled in reading.assemble(&context) {
            read(&write(&assembled.action), &context);
        }
    }
});
