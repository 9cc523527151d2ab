//! What the mail that a player answers had asked for, told by what has happened since it was
//! written.
//!
//! Pure: it is made of the events of the log after that mail. A mail that answers none of ours answers
//! what is open now.

use crate::audit::journal::LoggedEvent;
use crate::game::{Event, Nation, Phase, Seat, State};
use crate::report::{ClubEvent, ClubNews, Happening};

/// What has happened since the answered mail was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::campaign) struct Since {
    steps: Vec<Step>,
    /// The nations that have played cards.
    played: Vec<Nation>,
    /// The entry of the log that the mail followed; `None` where no mail of ours is answered.
    pub entry: Option<u64>,
    /// A later prompt has made it old: a bare number or card in the answer was meant for something
    /// else.
    pub older: bool,
}

/// A step of the sequence of play that matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Turn(u16),
    Began(Nation),
    MovementEnded(Nation),
    /// The position from which the mail was written holds no longer.
    TakenBack,
    /// Anything else but talk and redistributions, which end nothing.
    Other,
}

/// Whether the answered mail had asked for the movement phase that is open now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::campaign) enum Asked {
    /// It had, or it was none of ours.
    This,
    /// It had asked for another movement phase of the seat, which is over.
    Another(Nation),
    /// It had asked for no movement.
    Nothing,
}

/// Which movement phase of a nation was meant by a heading without a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::campaign) enum Meant {
    /// The one that is open now, or else the next.
    AsNow,
    /// One that is over.
    Over,
}

impl Since {
    /// Made of the events that the log has after the mail, in order.
    pub fn of(events: &[LoggedEvent], older: bool) -> Since {
        let steps = events.iter().filter_map(|logged| step(&logged.event)).collect();
        let played = events.iter().filter_map(|logged| match logged.event.war() {
            Some(Event::CardPlayed { nation, .. }) => Some(*nation),
            _ => None,
        });
        Since { steps, played: played.collect(), entry: None, older }
    }

    /// Whether one of these nations has played a card.
    pub fn played_by(&self, nations: &[Nation]) -> bool {
        self.played.iter().any(|nation| nations.contains(nation))
    }

    /// What the mail had asked of a seat, where a movement phase is open now.
    pub fn asked(&self, state: &State, seat: Seat) -> Asked {
        let ended = self.steps.iter().find_map(|step| match step {
            Step::MovementEnded(nation) => Some(Some(*nation)),
            Step::Began(_) | Step::TakenBack => Some(None),
            Step::Turn(_) | Step::Other => None,
        });
        match ended.flatten() {
            _ if self.steps.is_empty() => Asked::This,
            Some(nation) if state.seat_of(nation) == seat => Asked::Another(nation),
            _ => Asked::Nothing,
        }
    }

    /// Which movement phase of a nation a heading without a turn means.
    pub fn meant(&self, nation: Nation, state: &State) -> Meant {
        let mut began = 0;
        for step in &self.steps {
            match step {
                Step::TakenBack => return Meant::Over,
                // It was open then, or about to be.
                Step::MovementEnded(ended) if *ended == nation => return Meant::Over,
                Step::Began(of) if *of == nation => {
                    began += 1;
                    break;
                }
                _ => {}
            }
        }
        if began == 0 {
            return Meant::AsNow;
        }
        // Its next action was meant, which has begun since: is it the one going on?
        let later = self.steps.iter().filter(|step| **step == Step::Began(nation)).count();
        let moving = state.nation() == nation
            && matches!(state.phase(), Phase::Discard | Phase::OffensiveOption | Phase::Movement);
        if later == 1 && moving { Meant::AsNow } else { Meant::Over }
    }
}

fn step(happening: &Happening) -> Option<Step> {
    match happening {
        Happening::Club(ClubEvent::Club(ClubNews::TakenBack { .. })) => Some(Step::TakenBack),
        Happening::Club(_) | Happening::War(Event::Redistributed { .. }) => None,
        Happening::War(Event::TurnBegan { turn }) => Some(Step::Turn(*turn)),
        Happening::War(Event::ActionBegan { nation }) => Some(Step::Began(*nation)),
        Happening::War(Event::MovementEnded { nation }) => Some(Step::MovementEnded(*nation)),
        Happening::War(_) => Some(Step::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Setup, board};

    fn since(events: &[Event]) -> Since {
        let logged =
            |event: &Event| LoggedEvent { event: Happening::War(event.clone()), owner: None };
        Since::of(&events.iter().map(logged).collect::<Vec<_>>(), false)
    }

    #[test]
    fn redistributions_end_nothing() {
        let state = State::new(Setup::default(), [1; 32]);
        let city = board().city("oschatz").expect("a city");
        let quiet = [Event::Redistributed { nation: Nation::Prussia, city, troops: Vec::new() }];
        assert_eq!(since(&quiet).asked(&state, Seat::Frederick), Asked::This);
        assert_eq!(since(&[]).asked(&state, Seat::Frederick), Asked::This);
    }

    #[test]
    fn a_movement_phase_that_ended_since_was_asked_for() {
        let state = State::new(Setup::default(), [1; 32]);
        let events = [
            Event::MovementEnded { nation: Nation::Prussia },
            Event::ActionBegan { nation: Nation::Hanover },
        ];
        let since = since(&events);
        assert_eq!(since.asked(&state, Seat::Frederick), Asked::Another(Nation::Prussia));
        assert_eq!(since.asked(&state, Seat::Pompadour), Asked::Nothing);
        assert_eq!(since.meant(Nation::Prussia, &state), Meant::Over);
        assert_eq!(since.meant(Nation::Sweden, &state), Meant::AsNow);
    }
}
