//! Any text as orders, in any language, in positions of all kinds.
//!
//! The first byte names the position; the second one the seat, the language and what the mail answers.

use super::positions::position;
use feldpost::game::{Decision, Seat, State};
use feldpost::orders::{write, write_instruction};
use feldpost::said::{Asked, Context, Language, LineReading, Reading, Request, SHOWN, read};
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use serde_json::Value;

const ASKED: [Asked; 4] = [Asked::Nothing, Asked::Consent, Asked::Form, Asked::Vote(3)];

/// There is one outcome for each line; how letters are composed and how lines end changes nothing; what is
/// understood can be written and read again; and what the rules refuse leaves the position as it was.
pub fn check(data: &[u8]) {
    let &[place, reader, ref text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let state = position(place);
    let seats = state.rules().seats();
    let (number, reader) = (usize::from(reader) % 4, usize::from(reader) / 4);
    let seat = seats[number % seats.len()];
    let language = Language::ALL[reader % Language::ALL.len()];
    let asked = ASKED[reader / Language::ALL.len() % ASKED.len()];
    let decisions: Vec<Decision> =
        state.decisions().into_iter().filter(|decision| decision.seat == seat).collect();
    let players = [("Ada".to_owned(), Seat::Elisabeth), ("Bruno".to_owned(), Seat::Pompadour)];
    let names = ["Cora".to_owned()];
    let context = Context {
        state: Some(state),
        seat: Some(seat),
        decisions: &decisions,
        language,
        names: &names,
        players: &players,
        asked,
        ..Context::default()
    };
    let reading = read(text, &context);
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    assert_eq!(reading.lines.len(), lines);
    for line in &reading.lines {
        assert!(line.text.chars().count() <= SHOWN, "{}", line.text);
    }
    for said in reading.said.iter().chain(&reading.parts) {
        assert!(reading.lines.iter().any(|line| line.number == said.line), "{said:?}");
    }
    if !text.contains('\r') {
        let other = read(&text.replace('\n', "\r\n"), &context);
        assert_eq!(other, reading, "with other line ends");
    }
    let composed = ComposingNormalizer::new_nfc().normalize(text);
    let decomposed = DecomposingNormalizer::new_nfd().normalize(text);
    if composed != decomposed {
        let [composed, decomposed] = [composed, decomposed].map(|text| read(&text, &context));
        assert_eq!(gist(&composed), gist(&decomposed), "composed and decomposed");
    }
    // In plain English, and as an answer to nothing.
    let plain = Context { language: Language::English, asked: Asked::Nothing, ..context };
    for said in &reading.said {
        match &said.request {
            Request::Instruct(instruction) => {
                let text = write_instruction(instruction);
                let again = read(&text, &plain);
                let same = again.said.iter().any(|other| other.request == said.request);
                assert!(same, "{text}: {instruction:?} became {again:?}");
            }
            Request::Act(action) => {
                let Some(nation) = said.nation.filter(|nation| state.in_play(*nation)) else {
                    continue;
                };
                let mut after = state.clone();
                if after.act(nation, action).is_err() {
                    assert!(after == *state, "a refused action changes nothing: {action:?}");
                    continue;
                }
                if state.seat_of(nation) == seat {
                    assert_same(state, &after, &write(action), &plain);
                }
            }
            _ => {}
        }
    }
}

/// That the canonical text of an action leads to the same position.
fn assert_same(state: &State, after: &State, text: &str, context: &Context<'_>) {
    let again = read(text, context);
    let [said] = &again.said[..] else { panic!("{text}: {again:#?}") };
    let mut other = state.clone();
    match (&said.request, said.nation) {
        (Request::Act(action), Some(nation)) => {
            other.act(nation, action).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        }
        // The end of a movement, and a way that leads nowhere.
        (Request::Ready | Request::Stay(_), _) => return,
        _ => panic!("{text}: {said:?}"),
    }
    assert!(other == *after, "{text} is another order than the one it was written for");
}

/// What a text comes to, and of each line whether it was understood; its texts composed.
fn gist(reading: &Reading) -> Vec<Value> {
    let kind = |line: &feldpost::said::Line| match line.reading {
        LineReading::Understood => "understood",
        LineReading::Question { .. } => "question",
        LineReading::NotUnderstood { .. } => "not understood",
        LineReading::Chatter(_) => "chatter",
    };
    let lines = reading.lines.iter().map(|line| Value::from(kind(line)));
    let said = reading.said.iter().map(|said| {
        let text = said.to_json().to_string();
        Value::from(ComposingNormalizer::new_nfc().normalize(&text).into_owned())
    });
    lines.chain(said).collect()
}
