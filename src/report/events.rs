//! Which events a seat is told. It makes no sentences.

use super::happening::Happening;
use crate::game::{Audience, Event, FlipCause, Nation};

/// The events that the seat which plays these nations may be told, in order.
///
/// `nations` are those the seat plays when the events happen; with none, what an observer is told.
pub fn events_for(nations: &[Nation], events: &[Event]) -> Vec<Happening> {
    let told = events.iter().filter(|event| may_be_told(nations, event));
    told.cloned().map(Happening::War).collect()
}

/// Those events of a trial run that its owner could have foreseen: what his own moves do on the
/// map. Draws and whatever follows the end of a movement phase are left out, since a trial run
/// must not foretell chance.
pub fn foreseeable(nations: &[Nation], events: &[Event]) -> Vec<Happening> {
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
    let told = before_the_end.filter(told).filter(|event| may_be_told(nations, event));
    told.cloned().map(Happening::War).collect()
}

fn may_be_told(nations: &[Nation], event: &Event) -> bool {
    match event.audience() {
        Audience::Everybody => true,
        Audience::Owner(nation) => nations.contains(&nation),
    }
}
