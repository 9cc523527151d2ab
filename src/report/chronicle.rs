//! What happened since the last mail, arranged for reading: by nation, each move with what it
//! conquered, each combat as one piece.
//!
//! It only groups events; the templates make the sentences.

use super::duel::{Run, runs};
use super::happening::{ClubNews, Happening};
use crate::game::{CityId, Event, Nation, RemovalCause};
use serde::Serialize;

/// Events in sections.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Chronicle {
    /// What happened in the club, in order.
    pub club: Vec<ClubNews>,
    /// In the order of play, each with at least one event.
    pub sections: Vec<Section>,
}

/// The events of one nation's action, or of the end of a turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Section {
    /// Whose action it was, or which step of the turn.
    pub heading: Heading,
    /// In the order in which they happened.
    pub entries: Vec<Entry>,
    /// Which objectives changed hands, for short news.
    pub taken: Vec<Taken>,
    /// A movement phase that was told from its beginning has ended, and nothing moved or was recruited in it.
    pub idle: bool,
}

/// Objectives that one nation took in a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Taken {
    /// Who has them now: the conqueror, or the nation that defends them (R5.7).
    pub nation: Nation,
    /// The nation that had conquered them, if they were won back.
    pub from: Option<Nation>,
    /// Objectives, in the order in which they fell.
    pub cities: Vec<CityId>,
}

/// What a section is about.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "heading", rename_all = "kebab-case")]
pub enum Heading {
    /// Before the first action.
    Open {},
    /// The action of this nation goes on; the last mail told its beginning.
    GoingOn {
        /// Whose action it is (R2.1).
        nation: Nation,
    },
    /// A turn begins.
    Turn {
        /// From 1.
        turn: u16,
    },
    /// A nation's action.
    Action {
        /// Whose action it is (R2.1).
        nation: Nation,
    },
    /// The Card of Fate at the end of a turn.
    Fate {},
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum Entry {
    /// An event, and those that only add to it.
    Plain {
        /// What happened.
        event: Event,
        /// Events that follow it and only add to it, told in the same sentence.
        also: Vec<Event>,
    },
    /// A combat, or as much of it as happened.
    Combat {
        /// `combat-began`, unless an earlier mail told it.
        began: Option<Event>,
        /// Cards by turns, as the right to play went over (R7.3).
        runs: Vec<Run>,
        /// How it ended and what followed from that.
        end: Vec<Event>,
    },
}

impl Chronicle {
    /// Arranges events that were picked for one seat by [`events_for`](super::events_for); what
    /// comes before the first beginning of an action or turn, or the first Card of Fate, belongs to an
    /// action that goes on. `now` is the nation whose action it is after all of them, if it is a nation's.
    pub fn new(events: &[Happening], now: Option<Nation>) -> Chronicle {
        let club = events.iter().filter_map(Happening::news).cloned().collect();
        let events = readable(events.iter().filter_map(Happening::war));
        let mut chronicle = Chronicle { club, ..Chronicle::default() };
        if let Some(nation) = going_on(&events, now) {
            chronicle.begin(Heading::GoingOn { nation });
        }
        let mut rest = &events[..];
        while let Some((event, after)) = rest.split_first() {
            rest = match event {
                Event::CombatBegan { .. }
                | Event::CardPlayed { .. }
                | Event::CombatDrawn { .. }
                | Event::CombatLost { .. } => chronicle.combat(rest),
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
        self.sections.push(Section {
            heading,
            entries: Vec::new(),
            taken: Vec::new(),
            idle: false,
        });
    }

    fn section(&mut self) -> &mut Section {
        if self.sections.is_empty() {
            self.begin(Heading::Open {});
        }
        let last = self.sections.len() - 1;
        &mut self.sections[last]
    }

    fn plain(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { turn } => return self.begin(Heading::Turn { turn: *turn }),
            Event::ActionBegan { nation } => {
                return self.begin(Heading::Action { nation: *nation });
            }
            Event::FateDrawn { .. } => self.begin(Heading::Fate {}),
            Event::MovementEnded { .. } => {
                let section = self.section();
                let told_from_the_start = matches!(section.heading, Heading::Action { .. });
                section.idle = told_from_the_start && !section.entries.iter().any(Entry::is_a_move);
                return;
            }
            // A single combat is told when it is fought; only several are announced.
            Event::CombatsFixed { combats, .. } if combats.len() < 2 => return,
            _ => {}
        }
        let section = self.section();
        match event {
            Event::Conquered { nation, city, .. } => section.took(*nation, None, *city),
            Event::Reconquered { nation, from, city, .. } => {
                section.took(*nation, Some(*from), *city);
            }
            _ => {}
        }
        if let Some(Entry::Plain { event: main, also }) = section.entries.last_mut()
            && adds_to(event, main)
        {
            also.push(event.clone());
        } else {
            section.entries.push(Entry::Plain { event: event.clone(), also: Vec::new() });
        }
    }

    /// Takes a combat off the front of the events, and returns those behind it.
    fn combat<'a>(&mut self, events: &'a [Event]) -> &'a [Event] {
        let began = events.first().filter(|event| matches!(event, Event::CombatBegan { .. }));
        let skipped = usize::from(began.is_some());
        let is_card = |event: &&Event| matches!(event, Event::CardPlayed { .. });
        let cards = events[skipped..].iter().take_while(is_card).count();
        let (played, after) = events[skipped..].split_at(cards);
        let (end, after) = after.split_at(end_of_combat(after));
        let entry = Entry::Combat { began: began.cloned(), runs: runs(played), end: end.to_vec() };
        self.section().entries.push(entry);
        after
    }
}

impl Section {
    fn took(&mut self, nation: Nation, from: Option<Nation>, city: CityId) {
        let same = |taken: &&mut Taken| (taken.nation, taken.from) == (nation, from);
        match self.taken.iter_mut().find(same) {
            Some(taken) => taken.cities.push(city),
            None => self.taken.push(Taken { nation, from, cities: vec![city] }),
        }
    }
}

impl Entry {
    fn is_a_move(&self) -> bool {
        let moves = |event: &Event| matches!(event, Event::Moved { .. } | Event::Recruited { .. });
        matches!(self, Entry::Plain { event, .. } if moves(event))
    }
}

/// The nation in whose action an event happened, where the event itself tells.
fn acts(event: &Event) -> Option<Nation> {
    match event {
        Event::Moved { nation, .. }
        | Event::Recruited { nation, .. }
        | Event::MovementEnded { nation }
        | Event::CombatsFixed { nation, .. } => Some(*nation),
        Event::CombatBegan { attacker, .. } => Some(attacker.nation),
        Event::CombatDrawn { attacker, .. } => Some(*attacker),
        _ => None,
    }
}

/// The nation whose action the first events belong to, if no event says that it began.
fn going_on(events: &[Event], now: Option<Nation>) -> Option<Nation> {
    let begins = |event: &Event| {
        matches!(
            event,
            Event::ActionBegan { .. } | Event::TurnBegan { .. } | Event::FateDrawn { .. }
        )
    };
    let rest = events.iter().position(begins);
    let before = &events[..rest.unwrap_or(events.len())];
    if before.is_empty() || before.iter().all(|event| matches!(event, Event::Allotted { .. })) {
        return None;
    }
    if let Some(told) = before.iter().find_map(acts) {
        return Some(told);
    }
    let Some(next) = rest else { return now };
    // One of the two in a combat is acting: the last in the sequence of play before whoever acts next (R2.1).
    let next = match events.get(next) {
        Some(Event::ActionBegan { nation }) => Some(*nation),
        _ => None,
    };
    let fighting = before.iter().filter_map(|event| match event {
        Event::CombatLost { winner, loser, .. } => Some([*winner, *loser]),
        _ => None,
    });
    fighting.flatten().filter(|nation| next.is_none_or(|next| *nation < next)).max()
}

/// How many of the events tell how a combat ended: its result, and what comes of a defeat.
fn end_of_combat(events: &[Event]) -> usize {
    let of_the_result = |(place, event): &(usize, &Event)| match event {
        Event::CombatLost { .. } | Event::CombatDrawn { .. } => *place == 0,
        Event::GeneralsRemoved { cause, .. } => {
            matches!(cause, RemovalCause::NoTroops | RemovalCause::NoRetreat)
        }
        // In this order, losses by lack of supply come right behind the removal of the generals: see `readable`.
        Event::TroopsLost { .. } => !events
            .get(place.wrapping_sub(1))
            .is_some_and(|e| is_removal(e, RemovalCause::NoSupply)),
        Event::StackTroops { .. } | Event::Retreated { .. } | Event::OffensiveCardTaken { .. } => {
            true
        }
        _ => false,
    };
    events.iter().enumerate().take_while(of_the_result).count()
}

fn is_removal(event: &Event, why: RemovalCause) -> bool {
    matches!(event, Event::GeneralsRemoved { cause, .. } if *cause == why)
}

/// The events in an order in which they read well, without those that another says better: the
/// owner of cards is told which they are and not only how many, and who leaves the map comes
/// before the troops that are lost with him.
fn readable<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<Event> {
    let mut told: Vec<Event> = Vec::new();
    for event in events {
        let last = told.last();
        let same_nation = last.is_some_and(|last| last.nation() == event.nation());
        let says_more = matches!(
            (last, event),
            (Some(Event::Drew { .. }), Event::DrewCards { .. })
                | (Some(Event::Discarded { .. }), Event::DiscardedCard { .. })
        );
        let leaves_before = matches!(last, Some(Event::TroopsLost { .. }))
            && (is_removal(event, RemovalCause::NoSupply)
                || is_removal(event, RemovalCause::NoRetreat));
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

/// Whether an event only adds to the one told before it, `main`, and goes into the same sentence.
fn adds_to(event: &Event, main: &Event) -> bool {
    let same_nation = event.nation() == main.nation();
    match (main, event) {
        (
            Event::Moved { .. },
            Event::Conquered { retroactively, .. } | Event::Reconquered { retroactively, .. },
        ) => !retroactively,
        (
            Event::Moved { .. },
            Event::Joined { .. }
            | Event::TrainEliminated { .. }
            | Event::Marked { .. }
            | Event::FlippedDown { .. }
            | Event::StandsOnAllysObjective { .. },
        )
        | (
            Event::FateDrawn { .. },
            Event::StrokeOfFate { .. }
            | Event::FateWithoutEffect { .. }
            | Event::StackTroops { .. },
        ) => true,
        (
            Event::Recruited { .. },
            Event::RecruitsAllotted { .. } | Event::Joined { .. } | Event::FlippedDown { .. },
        )
        | (Event::Discarded { .. }, Event::Discarded { .. })
        | (Event::DiscardedCard { .. }, Event::DiscardedCard { .. })
        | (Event::TroopGained { .. }, Event::TroopGainedBy { .. })
        | (Event::TroopsLost { .. }, Event::TroopLostBy { .. } | Event::StackTroops { .. })
        | (Event::GeneralsRemoved { .. }, Event::TroopsLost { .. } | Event::StackTroops { .. }) => {
            same_nation
        }
        _ => false,
    }
}
