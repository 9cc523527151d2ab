//! Positions to read and to play in: one of each kind that comes up in the recorded games.

use feldpost::audit::seed::game_key;
use feldpost::game::{DecisionKind, Nation, Order, Setup, State, parse_key};
use serde_json::Value;
use std::sync::LazyLock;

const GAMES: [&str; 5] = [
    include_str!("../../tests/recorded/standard-classic.jsonl"),
    include_str!("../../tests/recorded/standard-anniversary-expert.jsonl"),
    include_str!("../../tests/recorded/three-player-classic-expert.jsonl"),
    include_str!("../../tests/recorded/war-in-the-west-anniversary.jsonl"),
    include_str!("../../tests/recorded/austrian-theatre-classic.jsonl"),
];

/// The first of each kind and nation of the largest game, and the first of each kind of the others.
static POSITIONS: LazyLock<Vec<State>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for (number, text) in GAMES.into_iter().enumerate() {
        let entries: Vec<Value> = text
            .lines()
            .skip(1)
            .map(|line| serde_json::from_str(line).expect("an entry"))
            .collect();
        let (first, last) = (&entries[0]["public"], &entries[entries.len() - 1]["public"]);
        let setup: Setup = serde_json::from_value(first["setup"].clone()).expect("a setup");
        let seed = parse_key(last["seed"].as_str().expect("a seed")).expect("a seed");
        let mut state = State::new(setup, game_key(&seed, &[]));
        let mut seen: Vec<(DecisionKind, &str)> = Vec::new();
        for sealed in entries.iter().map(|entry| &entry["opening"]["sealed"]) {
            let waited = sealed["before"].as_array().into_iter().flatten();
            for deed in waited.chain(sealed.is_object().then_some(sealed)) {
                let nation = deed["nation"].as_str().and_then(Nation::from_id).expect("a nation");
                let order: Order = serde_json::from_value(deed["order"].clone()).expect("an order");
                let action = order.resolve(nation).expect("recorded");
                state.act(nation, &action).expect("recorded");
            }
            let Some(decision) = state.decisions().into_iter().next() else { continue };
            let nation = if number == 0 { decision.nation.id() } else { "" };
            if !seen.contains(&(decision.kind, nation)) {
                seen.push((decision.kind, nation));
                found.push(state.clone());
            }
        }
    }
    found
});

/// The position of this number; there are as many as a byte can name.
pub fn position(number: u8) -> &'static State {
    &POSITIONS[usize::from(number) % POSITIONS.len()]
}
