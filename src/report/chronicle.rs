//! What happened since the last mail, arranged for reading: by nation, each move with what it
//! conquered, each combat as one piece.
//!
//! It only groups events; the templates make the sentences.

use super::duel::{Run, runs};
use super::events::{nation, tag};
use crate::game::Nation;
use serde::Serialize;
use serde_json::Value;

/// Events in sections.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Chronicle {
    /// What happened in the club, in order: events of log entries of the kind `club`.
    pub club: Vec<Value>,
    pub sections: Vec<Section>,
}

/// The events of one nation's action, or of the end of a turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Section {
    pub heading: Heading,
    pub entries: Vec<Entry>,
    /// The movement phase ended, and nothing moved or was recruited.
    pub idle: bool,
}

/// What a section is about.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "heading", rename_all = "kebab-case")]
pub enum Heading {
    /// Before the first action.
    Open {},
    /// The nation's action of which the last mail told the beginning.
    GoingOn { nation: String },
    /// A turn begins.
    Turn { turn: u64 },
    /// A nation's action.
    Action { nation: String },
    /// The Card of Fate at the end of a turn.
    Fate {},
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum Entry {
    /// An event, and those that only add to it.
    Plain { event: Value, also: Vec<Value> },
    /// A combat, or as much of it as happened.
    Combat {
        /// `combat-began`, unless an earlier mail told it.
        began: Option<Value>,
        runs: Vec<Run>,
        /// How it ended and what followed from that.
        end: Vec<Value>,
    },
}

impl Chronicle {
    /// Arranges events that were picked for one seat by [`events_for`](super::events_for); what
    /// comes before the first beginning in them belongs to an action that goes on. `now` is the
    /// nation whose action it is after them, if it is one's.
    pub fn new(events: &[Value], now: Option<Nation>) -> Chronicle {
        let events = readable(events);
        let (club, events): (Vec<Value>, Vec<Value>) =
            events.into_iter().partition(|event| tag(event) == "club");
        let mut chronicle = Chronicle { club, ..Chronicle::default() };
        if let Some(nation) = going_on(&events, now) {
            chronicle.begin(Heading::GoingOn { nation });
        }
        let mut rest = &events[..];
        while let Some((event, after)) = rest.split_first() {
            rest = match tag(event) {
                "combat-began" | "card-played" | "combat-drawn" | "combat-lost" => {
                    chronicle.combat(rest)
                }
                _ => {
                    chronicle.plain(event);
                    after
                }
            };
        }
        chronicle.sections.retain(|section| {
            section.idle
                || !section.entries.is_empty()
                || matches!(section.heading, Heading::Turn { .. })
        });
        chronicle
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.club.is_empty() && self.sections.is_empty()
    }

    fn begin(&mut self, heading: Heading) {
        self.sections.push(Section { heading, entries: Vec::new(), idle: false });
    }

    fn section(&mut self) -> &mut Section {
        if self.sections.is_empty() {
            self.begin(Heading::Open {});
        }
        let last = self.sections.len() - 1;
        &mut self.sections[last]
    }

    fn plain(&mut self, event: &Value) {
        match tag(event) {
            "turn-began" => {
                self.begin(Heading::Turn { turn: event["turn"].as_u64().unwrap_or_default() });
                return;
            }
            "action-began" => {
                self.begin(Heading::Action { nation: nation(event).unwrap_or_default().into() });
                return;
            }
            "fate-drawn" => self.begin(Heading::Fate {}),
            "movement-ended" => {
                let section = self.section();
                let told_from_the_start = matches!(section.heading, Heading::Action { .. });
                section.idle = told_from_the_start && !section.entries.iter().any(Entry::is_a_move);
                return;
            }
            // One combat is told by itself.
            "combats-fixed" if event["combats"].as_array().is_some_and(|all| all.len() < 2) => {
                return;
            }
            _ => {}
        }
        let section = self.section();
        if let Some(Entry::Plain { event: main, also }) = section.entries.last_mut()
            && adds_to(event, main)
        {
            also.push(event.clone());
        } else {
            section.entries.push(Entry::Plain { event: event.clone(), also: Vec::new() });
        }
    }

    /// Takes a combat off the front of the events, and returns those behind it.
    fn combat<'a>(&mut self, events: &'a [Value]) -> &'a [Value] {
        let began = events.first().filter(|event| tag(event) == "combat-began");
        let skipped = usize::from(began.is_some());
        let cards = events[skipped..].iter().take_while(|e| tag(e) == "card-played").count();
        let (played, after) = events[skipped..].split_at(cards);
        let (end, after) = after.split_at(end_of_combat(after));
        let entry = Entry::Combat { began: began.cloned(), runs: runs(played), end: end.to_vec() };
        self.section().entries.push(entry);
        after
    }
}

impl Entry {
    fn is_a_move(&self) -> bool {
        match self {
            Entry::Plain { event, .. } => matches!(tag(event), "moved" | "recruited"),
            Entry::Combat { .. } => false,
        }
    }
}

/// The nation whose action an event must be of.
fn acts(event: &Value) -> Option<&str> {
    match tag(event) {
        "moved" | "recruited" | "movement-ended" | "combats-fixed" => nation(event),
        "combat-began" => event["attacker"]["nation"].as_str(),
        "combat-drawn" => event["attacker"].as_str(),
        _ => None,
    }
}

/// Whose action the first events belong to, if no event says that it began.
fn going_on(events: &[Value], now: Option<Nation>) -> Option<String> {
    let begins = |event: &Value| matches!(tag(event), "action-began" | "turn-began" | "fate-drawn");
    let rest = events.iter().position(begins);
    let before = &events[..rest.unwrap_or(events.len())];
    if before.is_empty() || before.iter().all(|event| tag(event) == "allotted") {
        return None;
    }
    if let Some(told) = before.iter().find_map(acts) {
        return Some(told.to_owned());
    }
    let Some(next) = rest else { return now.map(|nation| nation.id().to_owned()) };
    // Of the two in a combat, the one that acts is the last before whoever acts next (R2.1).
    let place = |id: &str| Nation::ALL.iter().position(|nation| nation.id() == id);
    let next = events.get(next).filter(|event| tag(event) == "action-began");
    let limit = next.and_then(nation).and_then(place).unwrap_or(usize::MAX);
    let fighting = before.iter().filter(|event| tag(event) == "combat-lost");
    let both = fighting.flat_map(|event| [event["winner"].as_str(), event["loser"].as_str()]);
    let places = both.flatten().filter_map(place).filter(|place| *place < limit);
    places.max().map(|place| Nation::ALL[place].id().to_owned())
}

/// How many of the events tell how a combat ended: its result, and what comes of a defeat.
fn end_of_combat(events: &[Value]) -> usize {
    let of_the_result = |(place, event): &(usize, &Value)| match tag(event) {
        "combat-lost" | "combat-drawn" => *place == 0,
        "generals-removed" => {
            matches!(event["cause"].as_str(), Some("no-troops" | "no-retreat"))
        }
        // The loss of one who starves comes after his removal.
        "troops-lost" => !is_removal(events.get(place.wrapping_sub(1)), "no-supply"),
        "stack-troops" | "retreated" | "offensive-card-taken" => true,
        _ => false,
    };
    events.iter().enumerate().take_while(of_the_result).count()
}

fn is_removal(event: Option<&Value>, cause: &str) -> bool {
    event.is_some_and(|event| tag(event) == "generals-removed" && event["cause"] == cause)
}

/// The events in an order in which they read well, without those that another says better: the
/// owner of cards is told which they are and not only how many, and who leaves the map comes
/// before the troops that are lost with him.
fn readable(events: &[Value]) -> Vec<Value> {
    let mut told: Vec<Value> = Vec::with_capacity(events.len());
    for event in events {
        let last = told.last();
        let same_nation = last.is_some_and(|last| nation(last) == nation(event));
        let says_more = matches!(
            (last.map(tag), tag(event)),
            (Some("drew"), "drew-cards") | (Some("discarded"), "discarded-card")
        );
        let leaves_before = last.is_some_and(|last| tag(last) == "troops-lost")
            && (is_removal(Some(event), "no-supply") || is_removal(Some(event), "no-retreat"));
        if same_nation && says_more {
            told.pop();
        }
        told.push(event.clone());
        if same_nation && leaves_before {
            let last = told.len() - 1;
            told.swap(last - 1, last);
        }
    }
    told
}

/// Whether the second sentence only adds to the first.
fn adds_to(event: &Value, main: &Value) -> bool {
    let same_nation = nation(event) == nation(main);
    match (tag(main), tag(event)) {
        (
            "moved",
            "joined"
            | "train-eliminated"
            | "conquered"
            | "reconquered"
            | "marked"
            | "flipped-down"
            | "stands-on-allys-objective",
        ) => event["retroactively"] != Value::Bool(true),
        ("recruited", "recruits-allotted" | "joined" | "flipped-down")
        | ("discarded", "discarded")
        | ("discarded-card", "discarded-card")
        | ("troop-gained", "troop-gained-by")
        | ("troops-lost", "troop-lost-by" | "stack-troops")
        | ("generals-removed", "troops-lost" | "stack-troops") => same_nation,
        ("fate-drawn", "stroke-of-fate" | "fate-without-effect" | "stack-troops") => true,
        _ => false,
    }
}
