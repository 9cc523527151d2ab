//! Reads texts in a position, for the tests of orders.

use crate::game::{Action, Nation, State};
use crate::orders::testing::decisions_of;
use crate::said::{Context, Language, Line, LineReading, Reading, Request, Said, read};

/// Reads a text as the seat that plays the nation, with the decisions open for it.
pub fn read_as(state: &State, nation: Nation, text: &str) -> Reading {
    read_in(Language::English, state, nation, text)
}

/// The same for a reader who has said in which language he writes.
pub fn read_in(language: Language, state: &State, nation: Nation, text: &str) -> Reading {
    let seat = state.seat_of(nation);
    let decisions = decisions_of(state, seat);
    let (state, seat) = (Some(state), Some(seat));
    read(text, &Context { state, seat, decisions: &decisions, language, ..Context::default() })
}

/// Whether no line is in doubt.
pub fn is_understood(reading: &Reading) -> bool {
    reading.in_doubt().next().is_none()
}

/// What a text says; every line must be understood.
pub fn said(state: &State, nation: Nation, text: &str) -> Vec<Said> {
    let reading = read_as(state, nation, text);
    assert!(is_understood(&reading), "{text}: {reading:#?}");
    reading.said
}

/// What a text asks for; every line must be understood.
pub fn requests(state: &State, nation: Nation, text: &str) -> Vec<Request> {
    said(state, nation, text).into_iter().map(|said| said.request).collect()
}

/// The one request of a text.
pub fn request(state: &State, nation: Nation, text: &str) -> Request {
    let mut all = requests(state, nation, text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all.remove(0)
}

/// A way whose every step is named is a path, however it was ordered (R4.6).
pub fn normal(state: &State, action: Action) -> Action {
    let Action::MoveVia { pieces, mut via } = action else { return action };
    via.dedup();
    match state.route_via(pieces[0].nation(), &pieces, &via) {
        Ok(path) if path == via => Action::Move { pieces, path },
        _ => Action::MoveVia { pieces, via },
    }
}

/// The actions a text orders; every line must be understood.
pub fn actions(state: &State, nation: Nation, text: &str) -> Vec<Action> {
    actions_in(Language::English, state, nation, text)
}

/// The same for a reader who has said in which language he writes.
pub fn actions_in(language: Language, state: &State, nation: Nation, text: &str) -> Vec<Action> {
    let reading = read_in(language, state, nation, text);
    assert!(is_understood(&reading), "{text}: {reading:#?}");
    let all = reading.said.into_iter().map(|said| said.request);
    all.filter_map(|request| match request {
        Request::Act(action) => Some(normal(state, action)),
        _ => None,
    })
    .collect()
}

/// The only line of a text.
pub fn line(state: &State, nation: Nation, text: &str) -> Line {
    let mut reading = read_as(state, nation, text);
    assert_eq!(reading.lines.len(), 1, "{text}");
    reading.lines.remove(0)
}

/// What became of the only line of a text.
pub fn outcome(state: &State, nation: Nation, text: &str) -> LineReading {
    line(state, nation, text).reading
}
