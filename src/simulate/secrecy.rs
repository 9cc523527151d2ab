//! Whether secrets stay secret: nothing that a seat is told may depend on what it cannot know.
//!
//! Public events are searched for members that could carry a secret. And a *twin* of the position
//! is made that differs only in what one seat cannot know: hidden cards with the same backs are
//! shuffled, the troops of other nations split anew within their stacks. The seat must see the
//! same view of both, and its accepted actions must be accepted in the twin, too, with the same public
//! events.

use super::dice::Dice;
use crate::game::{Action, Audience, CardRef, Event, Nation, Phase, Seat, State};
use serde_json::Value;
use std::collections::BTreeMap;

/// Where public events may name cards or numbers of troops: those played, paid and set aside
/// (R3.5), the totals declared (R7.2), bought (R10.3) and lost (R7.7).
const PUBLIC_MEMBERS: [(&str, &str); 8] = [
    ("card-played", "card"),
    ("recruited", "cards"),
    ("offensive-option-chosen", "card"),
    ("offensive-card-taken", "card"),
    ("combat-began", "troops"),
    ("recruited", "troops"),
    ("troops-lost", "troops"),
    ("combat-lost", "losses"),
];

/// No public event names a hidden card or the troops of a general.
pub(super) fn check_events(events: &[Event]) -> Result<(), String> {
    for event in events.iter().filter(|event| event.audience() == Audience::Everybody) {
        let json = serde_json::to_value(event).map_err(|error| error.to_string())?;
        let name = json["event"].as_str().unwrap_or_default();
        search(name, "", &json)?;
    }
    Ok(())
}

fn search(event: &str, member: &str, json: &Value) -> Result<(), String> {
    let allowed = PUBLIC_MEMBERS.contains(&(event, member));
    match json {
        Value::Object(members) => members.iter().try_for_each(|(member, value)| {
            // A number of troops can be public; a list of them is a split, and never is (R6.1).
            if member == "troops"
                && !(value.is_number() && PUBLIC_MEMBERS.contains(&(event, member)))
            {
                return Err(format!("the public event {event} tells a split of troops"));
            }
            search(event, member, value)
        }),
        Value::Array(values) => values.iter().try_for_each(|value| search(event, member, value)),
        Value::String(text) if !allowed => match text.parse::<CardRef>() {
            // Cards of Fate are named by a number without a suit, which is not read as a card.
            Ok(card) => Err(format!("the public event {event} names the card {card}")),
            Err(_) => Ok(()),
        },
        _ => Ok(()),
    }
}

/// No view of a seat, or of an observer, shows what it cannot know.
pub(super) fn check_views(state: &State, dice: &mut Dice) -> Result<(), String> {
    let seats = state.rules().seats();
    for seat in seats.into_iter().map(Some).chain([None]) {
        let twin = twin(state, seat, dice)?;
        if twin.view(seat) != state.view(seat) {
            return Err(format!("the view of {seat:?} shows what it may not know"));
        }
    }
    Ok(())
}

/// What an action of a seat shows in public does not depend on what the seat cannot know.
pub(super) fn check_action(
    before: &State,
    after: &State,
    nation: Nation,
    action: &Action,
    events: &[Event],
    dice: &mut Dice,
) -> Result<(), String> {
    // Cards of Fate draw at random from hands and change troops of named generals: what happens there
    // may depend on secrets.
    let by_fate = |event: &Event| matches!(event, Event::FateDrawn { .. });
    if before.phase() == Phase::Fate || events.iter().any(by_fate) {
        return Ok(());
    }
    let mut twin = twin(before, Some(before.seat_of(nation)), dice)?;
    let twin_events = twin.act(nation, action).map_err(|refusal| {
        format!("refused, as {refusal:?}, only because of what the seat cannot know")
    })?;
    let public = |events: &[Event]| -> Vec<Event> {
        let everybody = |event: &&Event| event.audience() == Audience::Everybody;
        events.iter().filter(everybody).cloned().collect()
    };
    let (real, other) = (public(events), public(&twin_events));
    if real != other {
        return Err(format!("public events tell a secret: {real:?} or {other:?}"));
    }
    if twin.view(None) != after.view(None) {
        return Err("the public position afterwards depends on a secret".into());
    }
    Ok(())
}

/// A position that differs only in what the seat (an observer, if `None`) cannot know.
fn twin(state: &State, seat: Option<Seat>, dice: &mut Dice) -> Result<State, String> {
    let mut json = state.dump();
    let own = |nation: Nation| seat == Some(state.seat_of(nation));

    // Hidden cards by their backs: the decks they come from are public.
    let mut hidden: BTreeMap<u8, Vec<(String, usize)>> = BTreeMap::new();
    let mut lists = vec!["/draw_pile".to_owned(), "/absent_cards".to_owned()];
    let nations = Nation::ALL.into_iter().filter(|nation| !own(*nation));
    lists.extend(nations.map(|nation| format!("/hands/{nation}")));
    lists.extend((1..=4).map(|deck| format!("/discards/{deck}")));
    for list in lists {
        let cards = json.pointer(&list).and_then(Value::as_array);
        for (place, card) in cards.into_iter().flatten().enumerate() {
            let deck = card.as_str().and_then(|text| text.parse::<CardRef>().ok()?.deck);
            hidden.entry(deck.unwrap_or(0)).or_default().push((list.clone(), place));
        }
    }
    for places in hidden.values() {
        let value = |(list, place): &(String, usize)| json.pointer(list).map(|l| l[place].clone());
        let mut cards: Vec<Option<Value>> = places.iter().map(value).collect();
        dice.shuffle(&mut cards);
        for ((list, place), card) in places.iter().zip(cards) {
            if let (Some(list), Some(card)) = (json.pointer_mut(list), card) {
                list[place] = card;
            }
        }
    }
    // Which cards the acting nation has just drawn.
    if !own(state.nation()) {
        json["drawn"] = Value::Array(Vec::new());
    }
    // What the other side has answered to 1 hearts: nobody else sees whether it is a card or a refusal.
    for nation in [Nation::Austria, Nation::Russia].into_iter().filter(|nation| !own(*nation)) {
        if let Some(answer) = json.pointer_mut(&format!("/fate_choice/{nation}/card")) {
            *answer = Value::Null;
        }
    }
    split_anew(&mut json, own);
    let loaded = State::load(json).map_err(|fault| format!("a twin is refused: {fault}"))?;
    Ok(loaded.state)
}

/// Splits the troops of others' stacks anew: one troop goes from the first that has two to the
/// last that has room.
fn split_anew(json: &mut Value, own: impl Fn(Nation) -> bool) {
    let Some(pieces) = json["pieces"].as_array_mut() else {
        return;
    };
    for first in 0..pieces.len() {
        let nation = pieces[first]["nation"].as_str().and_then(Nation::from_id);
        let troops = |piece: &Value| piece["troops"].as_u64().unwrap_or(0);
        let city = pieces[first]["city"].clone();
        if nation.is_none_or(&own) || !city.is_string() || troops(&pieces[first]) < 2 {
            continue;
        }
        let other = (0..pieces.len()).rev().find(|other| {
            let piece = &pieces[*other];
            *other != first && piece["city"] == city && (1..8).contains(&troops(piece))
        });
        if let Some(other) = other {
            let (given, taken) = (troops(&pieces[other]) + 1, troops(&pieces[first]) - 1);
            pieces[other]["troops"] = given.into();
            pieces[first]["troops"] = taken.into();
        }
    }
}
