//! Which earlier positions a game may still go back to: those since something secret was last
//! revealed.
//!
//! The campaign asks it before it takes anything back, and the audit asks it again of the log, so
//! that nobody can go back behind a card that somebody has seen.

use super::journal::{ACTION, BEGUN, FOUNDED, TAKEN_BACK, public_events};
use crate::game::Event;
use crate::store::Entry;
use serde_json::Value;
use std::collections::BTreeMap;

/// Whether a public event tells nobody anything secret: all that happens on the open map, and choices
/// that turn no card. Whatever is not named here (cards drawn, played or paid, numbers of troops,
/// a combat begun, a Card of Fate, a turn begun) cannot be undone in the heads of those who know.
fn tells_nothing(event: &Event) -> bool {
    matches!(
        event,
        Event::Allotted { .. }
            | Event::Moved { .. }
            | Event::Joined { .. }
            | Event::TrainEliminated { .. }
            | Event::Conquered { .. }
            | Event::Reconquered { .. }
            | Event::Marked { .. }
            | Event::MarkLifted { .. }
            | Event::StandsOnAllysObjective { .. }
            | Event::FlippedDown { .. }
            | Event::TurnedUp { .. }
            | Event::MovementEnded { .. }
            | Event::CombatsFixed { .. }
            | Event::Withdrew { .. }
            | Event::OffensiveOptionDeclined {}
    )
}

/// Whether an entry of the log tells somebody something that was secret before. What cannot be read
/// counts as if it did.
pub fn reveals(kind: &str, public: &Value) -> bool {
    match kind {
        FOUNDED | BEGUN => true,
        ACTION if public["events"].is_array() => public_events(&public["events"])
            .map_or(true, |events| !events.iter().all(tells_nothing)),
        ACTION => true,
        _ => false,
    }
}

/// The positions that may be restored, each in whatever form the keeper has it.
#[derive(Debug)]
pub(super) struct Positions<T> {
    /// Each under the number of the entry after which it stood.
    kept: BTreeMap<u64, T>,
}

impl<T: Clone> Positions<T> {
    /// No position yet.
    pub fn new() -> Positions<T> {
        Positions { kept: BTreeMap::new() }
    }

    /// Takes note of the position after an entry that led to one.
    pub fn after(&mut self, entry: &Entry, position: T) {
        if reveals(&entry.kind, &entry.public) {
            self.kept.clear();
        }
        self.kept.insert(entry.number, position);
    }

    /// Goes back, by the entry with this number, to the position after entry `to`; `None` if that
    /// is no entry before it, or something secret was revealed since.
    pub fn go_back(&mut self, entry: u64, to: u64) -> Option<T> {
        if to >= entry {
            return None;
        }
        let position = self.kept.range(..=to).next_back()?.1.clone();
        // What was taken back is no position of the game any more.
        self.kept.retain(|number, _| *number <= to);
        self.kept.insert(entry, position.clone());
        Some(position)
    }
}

/// Whether the next entry of this log may go back to the position after entry `to`.
pub fn may_go_back(entries: &[Entry], to: u64) -> bool {
    let mut positions = Positions::new();
    for entry in entries {
        match entry.kind.as_str() {
            FOUNDED | BEGUN | ACTION => positions.after(entry, ()),
            TAKEN_BACK => {
                if let Some(to) = entry.public["to"].as_u64() {
                    positions.go_back(entry.number, to);
                }
            }
            _ => {}
        }
    }
    let next = entries.last().map_or(1, |last| last.number + 1);
    positions.go_back(next, to).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Nation, PieceSet, board};
    use crate::store::{Digest, EntryHead, NewEntry};
    use chrono::DateTime;
    use serde_json::json;

    fn moved() -> Event {
        let from = board().city("prag").expect("a city");
        Event::Moved { nation: Nation::Prussia, pieces: PieceSet::EMPTY, from, path: vec![from] }
    }

    fn drew() -> Event {
        Event::Drew { nation: Nation::Prussia, decks: vec![1] }
    }

    fn entry(number: u64, event: &Event) -> Entry {
        let head = EntryHead { number: number - 1, hash: Digest([0; 32]) };
        let new = NewEntry {
            time: DateTime::UNIX_EPOCH,
            kind: ACTION,
            rules_version: "1",
            public: json!({"events": [moved(), event]}),
            sealed: None,
        };
        head.followed_by(new, [0; 32]).expect("an entry")
    }

    #[test]
    fn one_can_go_back_as_far_as_the_last_revelation() {
        let mut positions = Positions::new();
        for (number, event) in [(2, moved()), (3, drew()), (4, moved()), (6, moved())] {
            positions.after(&entry(number, &event), number);
        }
        assert_eq!(positions.go_back(7, 2), None, "cards were drawn since");
        assert_eq!(positions.go_back(7, 7), None, "that is not before it");
        assert_eq!(positions.go_back(7, 5), Some(4), "the entry between changed no position");
        assert_eq!(positions.go_back(8, 6), Some(4), "what was taken back does not come again");
        assert_eq!(positions.go_back(9, 3), Some(3));
    }

    #[test]
    fn what_is_not_known_to_tell_nothing_reveals() {
        let of = |event: serde_json::Value| reveals(ACTION, &json!({"events": [event]}));
        assert!(!reveals(ACTION, &json!({"events": []})) && !of(json!(moved())));
        assert!(!reveals("club", &json!({"event": {"what": "vote-opened"}})));
        assert!(of(json!(drew())) && of(json!(Event::TurnBegan { turn: 2 })));
        assert!(of(json!({"event": "comet"})) && of(json!({"event": "moved"})));
        assert!(reveals(ACTION, &json!({})) && reveals(BEGUN, &json!({})));
    }
}
