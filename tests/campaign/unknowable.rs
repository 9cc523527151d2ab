//! What a seat cannot know changes no byte of its mails.
//!
//! Campaigns are rendered twice, pictures included: as they are, and with everything changed that the reader cannot
//! know: the faces of other hands, the draw deck, what lies face down, the split of other nations'
//! troops, the seed and the order of the Cards of Fate.

use feldpost::campaign::report_for;
use feldpost::game::{Nation, Phase, Scenario, Seat, Setup, State};
use feldpost::report::map::{Crop, Picture, png};
use feldpost::report::{Happening, LogHead, Mail, Rendered, Templates, events_for};
use feldpost::simulate;
use serde_json::Value;

/// Another state that this seat cannot tell from the given one.
fn change_the_unknowable(state: &State, seat: Seat, salt: usize) -> State {
    let mut json = state.dump();
    let own: Vec<Nation> =
        Nation::ALL.into_iter().filter(|nation| state.seat_of(*nation) == seat).collect();
    let is_own = |name: &str| own.iter().any(|nation| nation.id() == name);

    // Cards the seat cannot see change places with others of the same back.
    let mut hidden: Vec<String> = Vec::new();
    let hands: Vec<String> = json["hands"].as_object().expect("hands").keys().cloned().collect();
    let foreign: Vec<String> = hands.into_iter().filter(|name| !is_own(name)).collect();
    let cards = |value: &Value| -> Vec<String> {
        value.as_array().expect("cards").iter().map(|c| c.as_str().expect("card").into()).collect()
    };
    for name in &foreign {
        hidden.extend(cards(&json["hands"][name]));
    }
    hidden.extend(cards(&json["draw_pile"]));
    let mut shuffled: Vec<Vec<String>> = (1..=4)
        .map(|deck| {
            let suffix = format!("/{deck}");
            let mut cards: Vec<String> =
                hidden.iter().filter(|card| card.ends_with(&suffix)).cloned().collect();
            let length = cards.len().max(1);
            cards.rotate_left((7 * salt + 3) % length);
            cards
        })
        .collect();
    let mut redraw = |value: &mut Value| {
        for card in value.as_array_mut().expect("cards") {
            let deck = card.as_str().expect("card").rsplit('/').next().expect("deck");
            let deck: usize = deck.parse().expect("deck");
            *card = Value::String(shuffled[deck - 1].pop().expect("as many as there were"));
        }
    };
    for name in &foreign {
        redraw(&mut json["hands"][name]);
    }
    redraw(&mut json["draw_pile"]);

    // Troops move between stacked generals and between stacks: the total stays.
    let mut last: Option<(String, usize)> = None;
    for index in 0..json["pieces"].as_array().expect("pieces").len() {
        let piece = &json["pieces"][index];
        let nation = piece["nation"].as_str().expect("nation").to_owned();
        let troops = piece["troops"].as_u64().unwrap_or(0);
        if is_own(&nation) || troops == 0 {
            continue;
        }
        if let Some((of, other)) = &last
            && *of == nation
            && troops < 8
        {
            let theirs = json["pieces"][*other]["troops"].as_u64().unwrap_or(0);
            if theirs > 1 {
                json["pieces"][*other]["troops"] = (theirs - 1).into();
                json["pieces"][index]["troops"] = (troops + 1).into();
            }
        }
        last = Some((nation, index));
    }
    json["seed"] = Value::String("5a".repeat(32));
    json["fate_deck"].as_array_mut().expect("fate").rotate_left(1 + salt % 17);
    // What another nation has just drawn is known to it alone.
    if !is_own(json["nation"].as_str().expect("nation")) {
        json["drawn"] = Value::Array(Vec::new());
    }
    State::load(json).expect("the changed state is consistent").state
}

/// The report a seat gets in this state, as text and HTML.
fn mail(templates: &Templates, state: &State, seat: Seat, news: &[Happening]) -> Rendered {
    let log = LogHead { number: 1, hash: "0".repeat(64) };
    let report = report_for("rossbach", state, seat, news, news, &[], log);
    templates.render(&Mail::Report(Box::new(report))).expect("a mail")
}

#[test]
fn mails_are_the_same_to_the_byte_whatever_the_reader_cannot_know() {
    let templates = Templates::new(None).expect("templates");
    let mut compared = 0;
    for (game, scenario) in Scenario::all().enumerate() {
        let setup = Setup { scenario, expert: game % 2 == 0, ..Setup::default() };
        let (mut state, actions) = simulate::recorded_game(setup, 11, game as u64);
        for (step, (nation, action)) in actions.iter().enumerate() {
            let before = state.phase();
            let events = state.act(*nation, action).expect("recorded");
            // Troops not yet allotted cannot be shifted; of the rest a sample is enough.
            if before == Phase::SetUp || state.phase() == Phase::GameOver || step % 9 != 0 {
                continue;
            }
            for seat in state.rules().seats() {
                let own: Vec<Nation> =
                    Nation::ALL.into_iter().filter(|n| state.seat_of(*n) == seat).collect();
                let news = events_for(&own, &events);
                let other = change_the_unknowable(&state, seat, step);
                let as_it_is = mail(&templates, &state, seat, &news);
                let changed = mail(&templates, &other, seat, &news);
                assert_eq!(as_it_is, changed, "{seat}, {setup:?}, turn {}", state.turn());
                let picture = |state: &State| Picture::new(&state.view(Some(seat)), &news, &news);
                assert_eq!(picture(&state), picture(&other), "{seat}, turn {}", state.turn());
                if compared % 40 == 0 {
                    for crop in [Crop::Auto, Crop::Overview] {
                        let drawn = |state: &State| png(&picture(state), crop).expect("drawn");
                        assert_eq!(drawn(&state), drawn(&other), "{seat}, turn {}", state.turn());
                    }
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "only {compared} mails were compared");
}
