//! Positions to read and to play in: one of each kind that comes up in the recorded games.

use feldpost::audit::Replay;
use feldpost::game::{DecisionKind, State, parse_key};
use feldpost::store::LogFile;
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
        let file = LogFile::parse(text).expect("a log");
        let last = file.entries.last().expect("an end");
        let seed = parse_key(last.public["seed"].as_str().expect("a seed")).expect("a seed");
        let mut replay = Replay::new(&file.game, seed);
        let mut seen: Vec<(DecisionKind, &str)> = Vec::new();
        for entry in &file.entries {
            replay.entry(entry).expect("recorded");
            let Some(state) = replay.state() else { continue };
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
