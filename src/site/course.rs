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
    pub game: String,
    pub over: bool,
    pub scenario: Scenario,
    pub steps: Vec<Step>,
}

/// An action, or what stands between two actions.
pub(super) struct Step {
    pub heading: LeafHeading,
    pub events: Vec<Happening>,
    /// The first and the last entry of the log that tell it.
    pub entries: (u64, u64),
    pub hash: Digest,
    /// The position after it, as everybody sees it.
    pub view: View,
    pub picture: Picture,
    /// What all seats hold, once the game is over; nothing before.
    pub holdings: Vec<Holding>,
    /// Anything moved, fought or changed hands.
    pub has_deeds: bool,
}

/// A step that may go on.
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

/// What an entry tells: of a game in play its public part alone.
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

struct Telling {
    over: bool,
    /// All that was told so far.
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

    /// Ends a step at a position. The beginning of a turn is told with what comes next.
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

/// Whether somebody's secrets would be in a view.
pub(super) fn is_public(view: &View) -> bool {
    let none: Option<Seat> = None;
    view.seat == none
        && view.pieces.iter().all(|piece| piece.troops.is_none())
        && view.nations.iter().all(|nation| nation.hand.is_none())
}
