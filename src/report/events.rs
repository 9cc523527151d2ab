//! Which events a seat is told, in the JSON form in which they also lie in the log.
//!
//! One representation for both: what happened a moment ago and what is read back from the log is
//! rendered by the same templates. It makes no sentences.

use crate::game::{Audience, Event, FlipCause, Nation};
use serde_json::Value;

/// The events that the seat which plays these nations may be told, in order, as JSON with the
/// tag `event`.
///
/// `nations` are those the seat plays when the events happen; with none, what an observer is told.
pub fn events_for(nations: &[Nation], events: &[Event]) -> Vec<Value> {
    events.iter().filter(|event| may_be_told(nations, event)).map(json).collect()
}

/// Those events of a trial run that its owner could have foreseen: what his own moves do on the
/// map. Draws and whatever follows the end of a movement phase are left out, since a trial run
/// must not foretell chance.
pub fn foreseeable(nations: &[Nation], events: &[Event]) -> Vec<Value> {
    let told = |event: &&Event| {
        matches!(
            event,
            Event::Moved { .. }
                | Event::Joined { .. }
                | Event::TrainEliminated { .. }
                | Event::Conquered { retroactively: false, .. }
                | Event::Reconquered { retroactively: false, .. }
                | Event::Marked { .. }
                | Event::StandsOnAllysObjective { .. }
                | Event::Recruited { .. }
                | Event::RecruitsAllotted { .. }
                | Event::Redistributed { .. }
                | Event::FlippedDown { cause: FlipCause::Joined, .. }
        )
    };
    let before_the_end =
        events.iter().take_while(|event| !matches!(event, Event::MovementEnded { .. }));
    before_the_end.filter(told).filter(|event| may_be_told(nations, event)).map(json).collect()
}

fn may_be_told(nations: &[Nation], event: &Event) -> bool {
    match event.audience() {
        Audience::Everybody => true,
        Audience::Owner(nation) => nations.contains(&nation),
    }
}

fn json(event: &Event) -> Value {
    // An event holds names and small numbers only, which JSON can always hold.
    serde_json::to_value(event).unwrap_or_default()
}

/// The tag of an event.
pub(super) fn tag(event: &Value) -> &str {
    event["event"].as_str().unwrap_or_default()
}

/// The nation an event speaks of first, by name.
pub(super) fn nation(event: &Value) -> Option<&str> {
    event["nation"].as_str()
}
