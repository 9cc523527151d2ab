//! A game in play: its state behind its log. Actions go through the rules into the log, one entry
//! each, and nowhere else.

use super::{CampaignError, Pace, RULES_VERSION};
use crate::game::{Action, Audience, DecisionKind, Event, Nation, Order, Refusal, Seat, State};
use crate::report::AheadDue;
use crate::store::{Entry, EntryHead, Game, NewEntry, Tx};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

/// Kind of a log entry that holds an action.
pub(super) const ACTION: &str = "action";
/// Kind of a log entry that tells how the game ended and opens it.
const ENDED: &str = "ended";

/// Status of a game that goes on.
pub(super) const PLAYING: &str = "playing";
/// Status of a game that is over.
pub(super) const OVER: &str = "ended";

/// A game that is being changed within a transaction.
pub(super) struct Progress<'a> {
    pub tx: &'a Tx<'a>,
    pub game: Game,
    pub state: State,
    pub head: EntryHead,
    pub pace: Pace,
    /// Decisions of which nobody is told, because instructions answer them.
    pub pending: Vec<Pending>,
    pub told: Vec<Told>,
    changed: bool,
}

/// What caused an action. Only the sealed part of the log tells it.
#[derive(Clone)]
pub(super) enum Cause {
    Mail {
        message_id: Option<String>,
        sha256: String,
    },
    /// A duel instruction.
    Instruction,
    /// Orders that were kept, of this mail.
    Draft {
        message_id: Option<String>,
    },
}

/// A decision that will be answered by instruction.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    pub nation: Nation,
    pub kind: DecisionKind,
    pub due: DateTime<Utc>,
}

/// What the next report to a seat tells of its orders ahead.
pub(super) struct Told {
    pub seat: Seat,
    pub due: AheadDue,
}

/// An event as the log has it: what, and whose secret it is.
#[derive(Clone, Debug)]
pub struct LoggedEvent {
    /// As [`Event`] serialises, with the member `event`.
    pub event: Value,
    /// The nation whose secret it is; `None` for a public one.
    pub owner: Option<Nation>,
}

impl<'a> Progress<'a> {
    /// Reads a game: its latest snapshot, which is always that of its last entry.
    pub fn load(tx: &'a Tx<'a>, game: Game) -> Result<Progress<'a>, CampaignError> {
        let broken = |reason: String| CampaignError::BrokenGame { game: game.name.clone(), reason };
        let snapshot = tx
            .latest_snapshot(game.id)?
            .ok_or_else(|| broken("there is no snapshot of its state".into()))?;
        let head = tx.head(game.id)?;
        if snapshot.entry != head.number {
            return Err(broken(format!(
                "its snapshot is of entry {}, but the log ends with {}",
                snapshot.entry, head.number
            )));
        }
        let loaded =
            State::load_text(&snapshot.state).map_err(|error| broken(error.to_string()))?;
        Ok(Progress { changed: false, ..Progress::begin(tx, game, loaded.state, head) })
    }

    /// A game whose state was just made and whose log ends with this entry.
    pub fn begin(tx: &'a Tx<'a>, game: Game, state: State, head: EntryHead) -> Progress<'a> {
        let (pending, told) = (Vec::new(), Vec::new());
        Progress { tx, game, state, head, pace: Pace::default(), pending, told, changed: true }
    }

    /// Carries out an action and logs it. A refusal changes nothing.
    pub fn act(
        &mut self,
        nation: Nation,
        action: &Action,
        cause: &Cause,
        now: DateTime<Utc>,
    ) -> Result<Result<Vec<Event>, Refusal>, CampaignError> {
        let events = match self.state.act(nation, action) {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let (mut public, mut secret) = (Vec::new(), Vec::new());
        for (at, event) in events.iter().enumerate() {
            let value = serde_json::to_value(event).unwrap_or_default();
            match event.audience() {
                Audience::Everybody => public.push(value),
                Audience::Owner(owner) => {
                    secret.push(json!({"at": at, "nation": owner, "event": value}));
                }
            }
        }
        let mut sealed = json!({
            "nation": nation,
            "order": Order::from(action),
            "events": secret,
        });
        match cause {
            Cause::Mail { message_id, sha256 } => {
                sealed["mail"] = json!({"message_id": message_id, "sha256": sha256});
            }
            Cause::Instruction => sealed["by"] = "instruction".into(),
            Cause::Draft { message_id } => {
                sealed["by"] = "orders-kept".into();
                sealed["mail"] = json!({"message_id": message_id});
            }
        }
        let public = json!({"events": public});
        self.append(ACTION, public, Some(sealed), now)?;
        if let Some(outcome) = self.state.outcome() {
            let outcome = json!({
                "outcome": outcome,
                "seed": self.game.seed.0.iter().map(|b| format!("{b:02x}")).collect::<String>(),
            });
            self.append(ENDED, outcome, None, now)?;
            self.tx.set_game_status(self.game.id, OVER, Some(now))?;
        }
        Ok(Ok(events))
    }

    fn append(
        &mut self,
        kind: &str,
        public: Value,
        sealed: Option<Value>,
        now: DateTime<Utc>,
    ) -> Result<(), CampaignError> {
        let entry = NewEntry { time: now, kind, rules_version: RULES_VERSION, public, sealed };
        self.head = self.tx.append(self.game.id, entry)?;
        self.changed = true;
        Ok(())
    }

    /// The answer by instruction that a decision waits for.
    pub fn pending(&self, nation: Nation, kind: DecisionKind) -> Option<&Pending> {
        self.pending.iter().find(|pending| pending.nation == nation && pending.kind == kind)
    }

    /// Keeps the state, if it has changed.
    pub fn save(&mut self) -> Result<(), CampaignError> {
        if std::mem::take(&mut self.changed) {
            self.tx.save_snapshot(self.game.id, self.head.number, &self.state.dump_text())?;
        }
        Ok(())
    }

    /// The events of log entries after this number.
    pub fn events_after(&self, entry: u64) -> Result<Vec<LoggedEvent>, CampaignError> {
        let entries = self.tx.entries_after(self.game.id, entry)?;
        Ok(entries.iter().flat_map(events_of).collect())
    }
}

/// The events of an entry in the order in which they happened: a secret one says at which place.
fn events_of(entry: &Entry) -> Vec<LoggedEvent> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut events: Vec<LoggedEvent> = list(&entry.public["events"])
        .into_iter()
        .map(|event| LoggedEvent { event, owner: None })
        .collect();
    if let Some(opening) = &entry.opening {
        for secret in list(&opening.sealed["events"]) {
            let owner = secret["nation"].as_str().and_then(Nation::from_id);
            let at = secret["at"].as_u64().and_then(|at| usize::try_from(at).ok());
            let at = at.unwrap_or(usize::MAX).min(events.len());
            events.insert(at, LoggedEvent { event: secret["event"].clone(), owner });
        }
    }
    events
}
