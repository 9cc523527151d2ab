//! A game's course from its log, action by action: what each page of the shelf tells.
//!
//! Of a game in play only what everybody may know gets here: public events and the view of no seat.
//! Of one that is over, everything.

use super::SiteError;
use crate::audit::journal::{ACTION, CLUB, is_over, merged, news_of};
use crate::audit::{Replay, journal};
use crate::game::{Event, Scenario, Seat, State, View};
use crate::report::map::Picture;
use crate::report::{Happening, Holding, LeafHeading};
use crate::store::{Digest, Entry};

/// The course of a game.
pub(super) struct Course {
    /// The game's name.
    pub game: String,
    /// All secrets are told.
    pub over: bool,
    /// What is played (R14 for two players).
    pub scenario: Scenario,
    /// In the order of play, one page each.
    pub steps: Vec<Step>,
}

/// An action, or what stands between two actions.
pub(super) struct Step {
    /// What its page is about.
    pub heading: LeafHeading,
    /// What everybody may know of it; all of it, once the game is over.
    pub events: Vec<Happening>,
    /// The numbers of the first and the last entry of the log that tell it. The last one of a step can also be
    /// the first one of the next.
    pub entries: (u64, u64),
    /// The hash of the last of these entries.
    pub hash: Digest,
    /// The position after the last of these entries, as everybody sees it.
    pub view: View,
    /// The map at the same time.
    pub picture: Picture,
    /// What all seats hold, once the game is over; nothing before.
    pub holdings: Vec<Holding>,
    /// Anything moved, fought, changed hands or was recruited.
    pub has_deeds: bool,
}

/// The step being read: more may belong to it.
struct Open {
    heading: LeafHeading,
    events: Vec<Happening>,
    first: u64,
}

/// Reads the whole log of a game that has begun.
///
/// # Errors
///
/// The game has not begun, or its log leads elsewhere than it says.
pub(super) fn course(game: &str, seed: [u8; 32], entries: &[Entry]) -> Result<Course, SiteError> {
    let over = is_over(entries);
    let broken = |reason: String| SiteError::Broken { game: game.to_owned(), reason };
    let mut replay = Replay::new(game, seed);
    let mut telling = Telling { over, told: Vec::new(), steps: Vec::new(), turn: 0 };
    let mut open = Open { heading: LeafHeading::SetUp {}, events: Vec::new(), first: 1 };
    let mut last = (0, Digest([0; 32]));
    for entry in entries {
        replay.entry(entry).map_err(|difference| broken(difference.to_string()))?;
        for happening in happenings(entry, over).map_err(|error| broken(error.to_string()))? {
            if let Some(heading) = telling.begins(&happening) {
                let next = Open { heading, events: Vec::new(), first: entry.number };
                let done = std::mem::replace(&mut open, next);
                if let Some(state) = replay.state() {
                    telling.close(done, (entry.number, entry.hash), state);
                }
            }
            open.events.push(happening);
        }
        last = (entry.number, entry.hash);
    }
    let state = replay.state().ok_or_else(|| SiteError::NotBegun(game.to_owned()))?;
    telling.close(open, last, state);
    let scenario = state.rules().setup.scenario;
    Ok(Course { game: game.to_owned(), over, scenario, steps: telling.steps })
}

/// What an entry tells: of a game in play only its public part.
fn happenings(entry: &Entry, over: bool) -> Result<Vec<Happening>, journal::UnknownEvent> {
    match entry.kind.as_str() {
        ACTION => {
            let opening = entry.opening.as_ref().filter(|_| over);
            let sealed = opening.map(|opening| &opening.sealed["events"]);
            let logged = merged(&entry.public["events"], sealed)?;
            Ok(logged.into_iter().map(|logged| logged.event).collect())
        }
        CLUB => Ok(news_of(entry)?.map(Happening::club).into_iter().collect()),
        _ => Ok(Vec::new()),
    }
}

/// The steps told so far, and what is needed to tell the next one.
struct Telling {
    over: bool,
    /// The events of all steps so far.
    told: Vec<Happening>,
    steps: Vec<Step>,
    turn: u16,
}

impl Telling {
    /// The heading of the step that begins with this, if one does.
    fn begins(&mut self, happening: &Happening) -> Option<LeafHeading> {
        match happening.war()? {
            Event::TurnBegan { turn } => {
                self.turn = *turn;
                Some(LeafHeading::Turn { turn: *turn })
            }
            Event::ActionBegan { nation } => {
                Some(LeafHeading::Action { turn: self.turn, nation: *nation })
            }
            Event::FateDrawn { .. } => Some(LeafHeading::Fate { turn: self.turn }),
            _ => None,
        }
    }

    /// Ends a step at a position. A turn of which there is nothing but its beginning to tell gets no step.
    fn close(&mut self, done: Open, (last, hash): (u64, Digest), state: &State) {
        let Open { heading, events, first } = done;
        let is_turn = matches!(heading, LeafHeading::Turn { .. });
        if is_turn && events.len() <= 1 {
            return;
        }
        self.told.extend(events.iter().cloned());
        let view = state.view(None);
        let mut picture = Picture::new(&view, &events, &self.told);
        let mut holdings = Vec::new();
        if self.over {
            for seat in state.rules().seats() {
                let own = state.view(Some(seat));
                picture.learn(&own);
                holdings.extend(Holding::all(&own));
            }
        }
        let has_deeds = events.iter().filter_map(Happening::war).any(is_deed);
        let entries = (first, last);
        self.steps.push(Step {
            heading,
            events,
            entries,
            hash,
            view,
            picture,
            holdings,
            has_deeds,
        });
    }
}

/// Whether an event is worth a picture of its theatre.
fn is_deed(event: &Event) -> bool {
    matches!(
        event,
        Event::Moved { .. }
            | Event::CombatBegan { .. }
            | Event::Retreated { .. }
            | Event::Conquered { .. }
            | Event::Reconquered { .. }
            | Event::Recruited { .. }
    )
}

/// Whether a view holds nobody's secrets.
pub(super) fn is_public(view: &View) -> bool {
    let none: Option<Seat> = None;
    view.seat == none
        && view.pieces.iter().all(|piece| piece.troops.is_none())
        && view.nations.iter().all(|nation| nation.hand.is_none())
}
