//! What people write, in five languages: the lines of `tests/reading/<language>.tsv`, each with its
//! meaning in canonical English. Both must be read as the same.
//!
//! A line is position, seat, kind, text and meaning; `NOTHING`, `ASK` and `REFUSE` are meanings, too.

use super::{Context, Language, Outcome, Reading, Request, Said, read};
use crate::game::{Action, Decision, Seat, Setup, State};
use serde_json::{Value, json};

const LINES: [(Language, &str); 5] = [
    (Language::English, include_str!("../../tests/reading/en.tsv")),
    (Language::German, include_str!("../../tests/reading/de.tsv")),
    (Language::Spanish, include_str!("../../tests/reading/es.tsv")),
    (Language::Italian, include_str!("../../tests/reading/it.tsv")),
    (Language::Polish, include_str!("../../tests/reading/pl.tsv")),
];

/// A new game with everybody at the start and these changes.
fn position(name: &str) -> State {
    let fresh = State::new(Setup::default(), [9; 32]);
    if name == "set-up" {
        return fresh;
    }
    let mut json = fresh.dump();
    let troops = [
        ("Friedrich", 8),
        ("Winterfeldt", 3),
        ("Heinrich", 4),
        ("Schwerin", 5),
        ("Keith", 4),
        ("Seydlitz", 3),
        ("Dohna", 3),
        ("Lehwaldt", 2),
        ("Ferdinand", 6),
        ("Cumberland", 6),
        ("Saltikov", 6),
        ("Fermor", 4),
        ("Apraxin", 3),
        ("Tottleben", 3),
        ("Ehrensvärd", 4),
        ("Daun", 6),
        ("Browne", 6),
        ("Karl", 6),
        ("Laudon", 6),
        ("Lacy", 6),
        ("Hildburghausen", 6),
        ("Richelieu", 7),
        ("Soubise", 7),
        ("Chevert", 6),
    ];
    for (general, number) in troops {
        edit(&mut json, "", general, |piece| piece["troops"] = number.into());
    }
    let nation = match name.split('-').next() {
        Some("keith" | "prussia") => "prussia",
        Some("daun" | "austria") => "austria",
        Some("empire") => "imperial-army",
        Some(other) => other,
        None => "prussia",
    };
    json["nation"] = nation.into();
    json["phase"] = "movement".into();
    json["turn"] = 2.into();
    match name {
        "prussia-moves" | "prussia-turn-3" => {
            edit(&mut json, "", "Friedrich", |piece| piece["city"] = "dresden".into());
            edit(&mut json, "", "Winterfeldt", |piece| piece["city"] = "radeberg".into());
        }
        "prussia-recruits" => {
            for general in ["Dohna", "Lehwaldt"] {
                edit(&mut json, "", general, |piece| {
                    piece["city"] = Value::Null;
                    piece["troops"] = 0.into();
                });
            }
            edit(&mut json, "prussia", "Train 2", |piece| piece["city"] = Value::Null);
        }
        "austria-recruits" => {
            edit(&mut json, "austria", "Train 2", |piece| piece["city"] = Value::Null);
        }
        "prussia-plays"
        | "keith-plays"
        | "daun-plays"
        | "austria-plays-first"
        | "austria-attacks"
        | "austria-retreats-winterfeldt" => combat(&mut json, name),
        _ => {}
    }
    let hands: [(&str, &[&str]); 3] = match name {
        "keith-plays" => [("prussia", &["3H", "5H", "7H", "9H", "R"]), ("", &[]), ("", &[])],
        "daun-plays" => [("austria", &["11H", "13H"]), ("", &[]), ("", &[])],
        "austria-plays-first" => [("austria", &["8S", "9S"]), ("", &[]), ("", &[])],
        _ => [
            ("prussia", &["6S", "7S", "10S", "12D", "R"]),
            ("austria", &["7D", "8D"]),
            ("france", &["4S", "8C", "6H"]),
        ],
    };
    for (nation, cards) in hands {
        for card in cards {
            let pile = json["draw_pile"].as_array_mut().expect("a pile");
            let place = pile.iter().position(|known| known == &format!("{card}/1"));
            let card = pile.remove(place.expect("a card of the first deck"));
            json["hands"][nation].as_array_mut().expect("a hand").push(card);
        }
    }
    if name == "france-discards" {
        json["phase"] = "discard".into();
        json["drawn"] = json["hands"]["france"].clone();
    }
    match State::load(json) {
        Ok(loaded) => loaded.state,
        Err(fault) => panic!("{name}: {fault}"),
    }
}

fn combat(json: &mut Value, name: &str) {
    json["phase"] = "combat".into();
    json["nation"] = "austria".into();
    let places = [
        ("Keith", "koeniggraetz"),
        ("Daun", "kosteletz"),
        ("Karl", "loebau"),
        ("Winterfeldt", "bautzen"),
        ("Browne", "leitmeritz"),
        ("Lacy", "leitmeritz"),
    ];
    for (general, city) in places {
        edit(json, "", general, |piece| piece["city"] = city.into());
    }
    let keith = json!({"from": "kosteletz", "to": "koeniggraetz"});
    let bautzen = json!({"from": "loebau", "to": "bautzen"});
    match name {
        "austria-attacks" => json["combats"] = json!([keith, bautzen]),
        "austria-retreats-winterfeldt" => {
            json["combats"] = json!([keith]);
            json["retreat"] = json!({"from": "bautzen", "length": 2, "winner": "loebau"});
            json["last_victor"] = "Karl".into();
        }
        "prussia-plays" => {
            json["combat"] =
                json!({"from": "loebau", "to": "bautzen", "right": "prussia", "score": -3});
        }
        _ => {
            let right = if name == "keith-plays" { "prussia" } else { "austria" };
            json["combat"] =
                json!({"from": "kosteletz", "to": "koeniggraetz", "right": right, "score": -3});
        }
    }
}

fn edit(json: &mut Value, nation: &str, name: &str, change: impl FnOnce(&mut Value)) {
    let pieces = json["pieces"].as_array_mut().expect("pieces");
    let found = pieces
        .iter_mut()
        .find(|piece| piece["name"] == name && (nation.is_empty() || piece["nation"] == nation));
    change(found.expect("a piece of the game"));
}

fn reading(state: &State, seat: Seat, language: Language, text: &str) -> Reading {
    let decisions: Vec<Decision> =
        state.decisions().into_iter().filter(|decision| decision.seat == seat).collect();
    let (state, seat) = (Some(state), Some(seat));
    let decisions = &decisions;
    read(text, &Context { state, seat, decisions, language, ..Context::default() })
}

fn gist(reading: &Reading) -> Vec<Value> {
    reading.said.iter().map(Said::to_json).collect()
}

/// Whether the rules, or whose piece it is, forbid the first thing said.
fn refused(state: &State, seat: Seat, said: Option<&Said>) -> bool {
    match said.map(|said| (&said.request, said.nation)) {
        Some((Request::Act(_), Some(nation))) if state.seat_of(nation) != seat => true,
        Some((Request::Act(action), Some(nation))) => {
            let action: &Action = action;
            state.clone().act(nation, action).is_err()
        }
        _ => false,
    }
}

/// The lines of a language that were not understood, and how many there are.
fn not_understood(language: Language, text: &str) -> (Vec<String>, usize) {
    let mut missed = Vec::new();
    let mut all = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let [name, seat, kind, text, meaning] =
            <[&str; 5]>::try_from(line.split('\t').collect::<Vec<_>>()).expect("five columns");
        assert!(!kind.is_empty());
        all += 1;
        let state = position(name);
        let seat = Seat::from_id(seat).expect("a seat");
        let found = reading(&state, seat, language, &text.replace("\\n", "\n"));
        let doubt = found.in_doubt().next().is_some();
        let asked = found.lines.iter().any(|line| matches!(line.reading, Outcome::Question { .. }));
        let understood = match meaning {
            "NOTHING" => found.said.is_empty() && !doubt,
            "ASK" => found.said.is_empty() && asked,
            "REFUSE" => refused(&state, seat, found.said.first()),
            meaning => {
                let meaning = meaning.replace("\\n", "\n");
                let canonical = reading(&state, seat, Language::English, &meaning);
                assert!(canonical.in_doubt().next().is_none(), "{meaning}: {canonical:#?}");
                gist(&found) == gist(&canonical) && !doubt
            }
        };
        if !understood {
            missed.push(format!("{text}: {:?}", gist(&found)));
        }
    }
    (missed, all)
}

#[test]
fn what_people_write_is_understood_in_every_language() {
    for (language, text) in LINES {
        let (missed, all) = not_understood(language, text);
        assert!(all >= 140, "{language:?}: only {all} lines");
        assert!(missed.len() * 20 <= all, "{language:?}: {missed:#?}");
    }
}
