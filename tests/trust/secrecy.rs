//! The public log of a game in play holds no secret.
//!
//! It is searched for members that could hold one, and it is written twice: as it is, and with
//! everything changed that the reader cannot know.

use feldpost::audit::{journal, record};
use feldpost::campaign::game_key;
use feldpost::game::{Action, CardRef, Nation, Scenario, Setup, State};
use feldpost::simulate;
use feldpost::store::{Digest, LogFile, SealedParts};
use serde_json::Value;

const SEED: [u8; 32] = [0x3c; 32];

/// Members of public events that name cards, and where numbers of troops stand: what was played,
/// paid or laid aside face up, and the totals that are declared.
const CARDS: [(&str, &str); 4] = [
    ("card-played", "card"),
    ("recruited", "cards"),
    ("offensive-option-chosen", "card"),
    ("offensive-card-taken", "card"),
];
const TROOPS: [(&str, &str); 3] =
    [("combat-began", "troops"), ("recruited", "troops"), ("troops-lost", "troops")];

fn setups() -> impl Iterator<Item = Setup> {
    let scenarios = Scenario::all();
    let numbered = scenarios.enumerate();
    numbered.map(|(n, scenario)| Setup { scenario, expert: n % 2 == 0, ..Setup::default() })
}

/// A simulated game, without its end.
fn game(setup: Setup) -> Vec<(Nation, Action)> {
    let mut actions = simulate::play_on(State::new(setup, game_key(&SEED, &[])), 21, 4);
    actions.pop();
    actions
}

fn public_log(setup: Setup, actions: &[(Nation, Action)]) -> LogFile {
    let file = record("lobositz", setup, SEED, actions).expect("legal");
    assert_eq!(file.sealed_parts, SealedParts::Withheld);
    file
}

fn search(event: &str, member: &str, value: &Value) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                assert!(
                    name != "troops" || (value.is_number() && TROOPS.contains(&(event, name))),
                    "{event} tells how troops are split: {value}"
                );
                search(event, name, value);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| search(event, member, value)),
        Value::String(text) if !CARDS.contains(&(event, member)) => {
            assert!(text.parse::<CardRef>().is_err(), "{event} names the card {text}");
        }
        _ => {}
    }
}

#[test]
fn a_public_log_has_no_member_that_could_hold_a_secret() {
    for setup in setups() {
        let file = public_log(setup, &game(setup));
        let text = file.to_text().expect("a file");
        let key = Digest(game_key(&SEED, &[])).to_string();
        for secret in [&Digest(SEED).to_string(), &key, "opening", "nonce", "\"order\"", "\"hand\""]
        {
            assert!(!text.contains(secret), "{setup:?} publishes {secret}");
        }
        assert!(!text.contains("redistribute"), "{setup:?}");
        for entry in &file.entries[1..] {
            let members: Vec<_> = entry.public.as_object().expect("members").keys().collect();
            assert_eq!(members, ["events", "state"]);
            for event in entry.public["events"].as_array().expect("events") {
                search(event["event"].as_str().expect("a name"), "", event);
            }
        }
    }
}

/// All of a public log but the hashes, which depend on what is sealed without telling it.
fn without_hashes(file: &LogFile) -> String {
    let mut text = String::new();
    for entry in &file.entries {
        text.push_str(&format!("{} {} {}\n", entry.number, entry.kind, entry.public));
    }
    text
}

#[test]
fn redistributions_leave_no_trace_in_the_public_log() {
    for setup in setups() {
        let (mut shifted, mut plain) = (Vec::new(), Vec::new());
        let mut state = State::new(setup, game_key(&SEED, &[]));
        let mut other = state.clone();
        let mut left_out = 0;
        for (nation, action) in game(setup) {
            let redistribution = matches!(action, Action::Redistribute { .. });
            // Without it a later order may be against the rules: then the games part.
            if !redistribution && other.act(nation, &action).is_err() {
                break;
            }
            state.act(nation, &action).expect("recorded");
            shifted.push((nation, action.clone()));
            if redistribution {
                left_out += 1;
            } else {
                plain.push((nation, action));
            }
            if state.view(None) != other.view(None) {
                // Who is left when few troops are is public.
                shifted.pop();
                plain.pop();
                break;
            }
        }
        let (one, two) = (public_log(setup, &shifted), public_log(setup, &plain));
        assert_eq!(without_hashes(&one), without_hashes(&two), "{setup:?}");
        assert!(left_out > 0 || setup.scenario == Scenario::WAR_IN_THE_WEST, "{setup:?}");
    }
}

/// Another position that the seat of this nation cannot tell from the given one: hidden cards of
/// one back change places. What chance brings later stays as it is, since it decides openly.
fn with_other_hidden_cards(state: &State, nation: Nation, by: usize) -> State {
    let seat = state.seat_of(nation);
    let mut json = state.dump();
    let foreign: Vec<String> = Nation::ALL
        .into_iter()
        .filter(|other| state.seat_of(*other) != seat)
        .map(|other| format!("/hands/{other}"))
        .chain(["/draw_pile".to_owned()])
        .collect();
    for deck in 1..=4 {
        let back = format!("/{deck}");
        let mut places = Vec::new();
        for list in &foreign {
            let cards = json.pointer(list).and_then(Value::as_array);
            for (at, card) in cards.into_iter().flatten().enumerate() {
                if card.as_str().is_some_and(|card| card.ends_with(&back)) {
                    places.push((list.clone(), at));
                }
            }
        }
        let card = |(list, at): &(String, usize)| json.pointer(list).expect("cards")[*at].clone();
        let mut cards: Vec<Value> = places.iter().map(card).collect();
        let length = cards.len().max(1);
        cards.rotate_left(by % length);
        for ((list, at), card) in places.iter().zip(cards) {
            json.pointer_mut(list).expect("cards")[*at] = card;
        }
    }
    if state.seat_of(state.nation()) != seat {
        json["drawn"] = Value::Array(Vec::new());
    }
    State::load(json).expect("consistent").state
}

#[test]
fn what_an_action_publishes_depends_on_nothing_its_player_cannot_know() {
    let mut compared = 0;
    for setup in setups() {
        let mut state = State::new(setup, game_key(&SEED, &[]));
        for (step, (nation, action)) in game(setup).iter().enumerate() {
            let before = state.clone();
            let events = state.act(*nation, action).expect("recorded");
            // Chance and secrets decide openly when a Card of Fate is drawn.
            let by_chance =
                events.iter().any(|event| matches!(event, feldpost::game::Event::FateDrawn { .. }));
            if step % 3 != 0 || by_chance || before.phase() == feldpost::game::Phase::Fate {
                continue;
            }
            let mut other = with_other_hidden_cards(&before, *nation, 3 + step);
            let others = other.act(*nation, action).expect("the player cannot know the difference");
            let public = |state: &State, events: &[feldpost::game::Event]| {
                let digest = journal::public_digest(state).expect("a digest").to_string();
                (serde_json::to_string(&journal::split(events).0).expect("JSON"), digest)
            };
            assert_eq!(public(&state, &events), public(&other, &others), "{setup:?}, step {step}");
            compared += 1;
        }
    }
    assert!(compared > 200, "only {compared} were compared");
}
