//! What the tests of the Clock of Fate share: a turn about to end with a chosen card on top, a
//! text in force, and ways to go on until somebody is awaited.

use super::support::{Game, Position, nation, position, position_of};
use feldpost::game::{Audience, Scenario, Setup};
use serde_json::{Value, json};

/// The expert game, in which any of the four texts can be read (R13.1).
pub fn expert() -> Setup {
    Setup { expert: true, ..Setup::default() }
}

/// A city of each suit in the south-east of Poland, where nobody else has business.
pub fn remote(suit: &str) -> &'static str {
    match suit {
        "spades" => "zwolen",
        "clubs" => "wolbrom",
        "hearts" => "zywiec",
        "diamonds" => "tarnow",
        other => panic!("{other} is no suit"),
    }
}

/// The end of turn 6: when France ends its movement, this text is read, because Cumberland won
/// last and stands in a sector of that suit.
pub fn text_comes(card: u8, suit: &str) -> Position {
    text_comes_of(expert(), "Cumberland", card, suit)
}

/// The same for another game and another last victor.
pub fn text_comes_of(setup: Setup, victor: &str, card: u8, suit: &str) -> Position {
    let last = match setup.scenario {
        Scenario::AUSTRIAN_THEATRE => "imperial-army",
        _ => "france",
    };
    position_of(setup)
        .turn(6)
        .nation(last)
        .put(victor, remote(suit), 1)
        .member("last_victor", victor.into())
        .fate_first(&[&card.to_string()])
}

/// The end of turn 6 of the standard game, with these Cards of Fate on top.
pub fn card_comes(cards: &[&str]) -> Position {
    position().turn(6).nation("france").fate_first(cards)
}

/// Turn 7, the nation's movement phase, with a text in force.
pub fn in_force(card: u8, suit: &str, nation: &str) -> Position {
    position().turn(7).nation(nation).fate_text(card, suit)
}

/// A combat of the active nation that is being fought: attacking and attacked city, score, right.
pub fn fighting(position: Position, from: &str, to: &str, score: i16, right: &str) -> Game {
    let combat = json!({"from": from, "to": to, "score": score, "right": right});
    position.phase("combat").member("combat", combat).game()
}

/// Ends the turn: the Card of Fate is drawn and carried out.
pub fn end_turn(position: Position) -> Game {
    let mut game = position.game();
    game.end_movement();
    game
}

/// The nations that the card asks.
pub fn asked(game: &Game) -> Vec<&'static str> {
    let awaited = game.awaited().into_iter();
    awaited.filter(|(_, kind)| *kind == "fate").map(|(nation, _)| nation).collect()
}

/// The card was drawn, asked nobody, and it was announced that it has no effect.
pub fn assert_void(game: &Game) {
    assert_eq!(game.events("fate-drawn").len(), 1);
    assert_eq!(game.events("fate-without-effect").len(), 1, "{:?}", game.last);
    assert_eq!(game.awaited(), [("prussia", "movement")]);
    assert_eq!(game.state.turn(), 7);
}

pub fn choose_general(name: &str) -> Value {
    json!({"do": "fate", "choice": {"general": name}})
}

pub fn choose_card(card: &str) -> Value {
    json!({"do": "fate", "choice": {"card": card}})
}

pub fn choose_city(city: &str) -> Value {
    json!({"do": "fate", "choice": {"city": city}})
}

pub fn decline() -> Value {
    json!({"do": "fate", "choice": null})
}

/// The cities that the card's choice offers, and whether it may be declined.
pub fn offered_cities(game: &Game) -> (Vec<String>, bool) {
    let answers = game.answers();
    let choices = answers.iter().map(|answer| &answer["choice"]);
    let cities =
        choices.clone().filter_map(|choice| choice["city"].as_str().map(str::to_owned)).collect();
    (cities, choices.into_iter().any(Value::is_null))
}

/// The generals that the card's choice offers.
pub fn offered_generals(game: &Game) -> Vec<String> {
    let answers = game.answers();
    let names = answers.iter().filter_map(|answer| answer["choice"]["general"].as_str());
    names.map(str::to_owned).collect()
}

/// Goes on with first answers and empty movements until this is awaited.
pub fn go_on_until(game: &mut Game, by: &str, kind: &str) {
    for _ in 0..200 {
        let (awaited, of) = game.awaited()[0];
        if (awaited, of) == (by, kind) {
            return;
        }
        match of {
            "movement" => game.end_movement(),
            "game-over" => panic!("the game ended before {by}'s {kind}"),
            _ => {
                let answer = game.answers().remove(0);
                game.act(awaited, answer)
            }
        };
    }
    panic!("{by}'s {kind} does not come");
}

/// Who was told of the last action's events of this kind: `None` is everybody.
pub fn told(game: &Game, kind: &str) -> Vec<Option<&'static str>> {
    let events = game.last.iter();
    events
        .filter(|event| serde_json::to_value(event).expect("JSON")["event"] == kind)
        .map(|event| match event.audience() {
            Audience::Everybody => None,
            Audience::Owner(nation) => Some(nation.id()),
        })
        .collect()
}

/// The last action's events that this nation's owner, and nobody else, may see.
pub fn kept_secret_for(game: &Game, owner: &str) -> Vec<Value> {
    let owner = Audience::Owner(nation(owner));
    let events = game.last.iter().filter(|event| event.audience() == owner);
    events.map(|event| serde_json::to_value(event).expect("JSON")).collect()
}

/// The last action's events that everybody may see, as one text.
pub fn public_text(game: &Game) -> String {
    let events = game.last.iter().filter(|event| event.audience() == Audience::Everybody);
    let events: Vec<Value> = events.map(|e| serde_json::to_value(e).expect("JSON")).collect();
    Value::from(events).to_string()
}

/// A main road from Bydgoszcz northwards and a way without one; the shortest ways to each of
/// their cities.
const MAIN: [&str; 7] = ["bydgoszcz", "fordon", "swiecie", "nowe", "pelplin", "tczew", "gdansk"];
const SIDE: [&str; 6] = ["bydgoszcz", "naklo", "tuchola", "chojnice", "czersk", "koscierzyna"];

/// Where the tests of reach start.
pub const START: &str = MAIN[0];

/// The pieces of the active nation in Bydgoszcz go exactly so far, one city farther on main roads.
pub fn assert_reach(game: &mut Game, pieces: &[&str], steps: usize) {
    let reach = game.reach(pieces);
    let goes = |city: &str| reach.contains(&city);
    assert!(goes(SIDE[steps]) && !goes(SIDE[steps + 1]), "{pieces:?}: {reach:?}");
    assert!(goes(MAIN[steps + 1]), "{pieces:?}: {reach:?}");
    assert!(MAIN.get(steps + 2).is_none_or(|city| !goes(city)), "{pieces:?}: {reach:?}");
    game.no_march(pieces, &SIDE[1..=steps + 1], "R4.1", "too-far");
    game.march(pieces, &MAIN[1..=steps + 1]);
}
