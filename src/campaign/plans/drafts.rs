//! Movement orders that are kept until they are carried out.
//!
//! They are kept one by one and carried out together, or not at all.

use crate::campaign::hear::answer::Work;
use crate::campaign::office::CampaignError;
use crate::campaign::plans::timers;
use crate::campaign::table::progress::{Cause, Progress};
use crate::game::{Action, DecisionKind, Nation, Order, PieceSet, Refusal};
use crate::orders;
use crate::report::{Line, LineOutcome, Moment, Replaced};
use crate::store::Draft;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The draft of a movement phase as it is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub orders: Vec<Order>,
    /// The lines they came from, to be repeated when they are replaced.
    pub lines: Vec<String>,
    /// Of the mail they came in.
    #[serde(default)]
    pub sha256: Option<String>,
}

/// An order of a draft that has become impossible.
pub(crate) struct Impossible {
    /// Its canonical text.
    pub text: String,
    pub refusal: Refusal,
}

/// The name of the draft for a nation's movement phase in a turn.
pub(crate) fn movement_key(turn: u16, nation: Nation) -> String {
    format!("movement-{turn}-{}", nation.id())
}

/// SHA-256 of the mail that a draft came in.
pub(crate) fn sha256_of(draft: &Draft) -> Option<String> {
    let kept: Kept = serde_json::from_str(&draft.body).ok()?;
    kept.sha256
}

/// The time as mails show it.
pub(crate) fn moment(time: DateTime<Utc>) -> Moment {
    Moment::new(&time.with_timezone(&chrono_tz::Tz::UTC))
}

/// A draft that was replaced, as the receipt repeats it.
pub(crate) fn replaced(draft: &Draft) -> Option<Replaced> {
    #[derive(Deserialize)]
    struct Lines {
        lines: Vec<String>,
    }
    let kept: Lines = serde_json::from_str(&draft.body).ok()?;
    Some(Replaced { received: moment(draft.received), lines: kept.lines })
}

/// Carries out the draft of this name and ends the movement phase. If one of its orders has become
/// impossible since it was tried, nothing is done and that order is returned.
pub(crate) fn carry_out(
    progress: &mut Progress<'_>,
    seat: &str,
    nation: Nation,
    key: &str,
    cause: &Cause,
    now: DateTime<Utc>,
) -> Result<Option<Impossible>, CampaignError> {
    let draft = progress.tx.draft(progress.game.id, seat, key)?;
    let kept: Kept = draft
        .map(|draft| serde_json::from_str(&draft.body))
        .transpose()
        .map_err(|error| CampaignError::BrokenGame {
            game: progress.game.name.clone(),
            reason: format!("a draft cannot be read: {error}"),
        })?
        .unwrap_or_default();
    let mut trial = progress.state.clone();
    let mut actions = Vec::new();
    for order in &kept.orders {
        let tried = order.resolve(nation).map_err(Refusal::from).and_then(|action| {
            trial.act(nation, &action)?;
            Ok(action)
        });
        match tried {
            Ok(action) => actions.push(action),
            Err(refusal) => {
                let text = order
                    .resolve(nation)
                    .map_or_else(|_| String::new(), |action| orders::write(&action));
                return Ok(Some(Impossible { text, refusal }));
            }
        }
    }
    actions.push(Action::EndMovement);
    for action in &actions {
        // Tried just now on the same state.
        let done = progress.act(nation, action, cause, now)?;
        debug_assert!(done.is_ok(), "{done:?}");
    }
    progress.tx.withdraw_draft(progress.game.id, seat, key)?;
    Ok(None)
}

impl Work<'_, '_> {
    /// Keeps the movement orders as a draft, or carries them out.
    pub(crate) fn finish_movement(&mut self) -> Result<(), CampaignError> {
        let state = &self.progress.state;
        let awaited = state
            .decisions()
            .into_iter()
            .find(|decision| decision.seat == self.role && decision.kind == DecisionKind::Movement);
        let Some(nation) = awaited.map(|decision| decision.nation) else { return Ok(()) };
        let key = movement_key(state.turn(), nation);
        if self.test {
            return Ok(());
        }
        // What the player writes now comes before what was to be carried out later.
        if self.cancel || self.wait || !self.moves.is_empty() {
            timers::stop_orders(self.progress, &self.seat.seat, &key)?;
        }
        if self.cancel {
            self.replaced = self.withdraw(&key)?.as_ref().and_then(replaced);
        }
        if !self.moves.is_empty() {
            self.keep(&key)?;
        }
        let go = !self.wait && !self.has_mistakes() && (self.ready || self.is_complete(nation));
        if !go {
            return Ok(());
        }
        let minutes = self.progress.pace.second_thoughts;
        if minutes == 0 {
            timers::stop_orders(self.progress, &self.seat.seat, &key)?;
            return self.carry_out_draft(nation, &key);
        }
        self.kept = true;
        if timers::orders_due(self.progress, &self.seat.seat, &key)?.is_none() {
            let due = self.now + TimeDelta::minutes(minutes.into());
            timers::set_orders(self.progress, &self.seat.seat, &key, due)?;
        }
        Ok(())
    }

    /// Whether every piece of the nation has its order, or is told to stay.
    fn is_complete(&self, nation: Nation) -> bool {
        let state = &self.progress.state;
        let pieces = state.on_map(PieceSet::of(nation));
        !self.moves.is_empty() && self.ordered.contains_all(pieces)
    }

    fn keep(&mut self, key: &str) -> Result<(), CampaignError> {
        let mut lines: Vec<String> = Vec::new();
        for (_, _, text) in &self.moves {
            if lines.last() != Some(text) {
                lines.push(text.clone());
            }
        }
        let orders = self.moves.iter().map(|(_, action, _)| Order::from(action)).collect();
        let body = serde_json::to_string(&Kept { orders, lines, sha256: self.sha256() })
            .unwrap_or_default();
        let draft = Draft {
            game: self.progress.game.id,
            seat: self.seat.seat.clone(),
            key: key.to_owned(),
            body,
            message_id: self.message_id(),
            received: self.now,
        };
        let earlier = self.progress.tx.replace_draft(&draft)?;
        self.replaced = self.replaced.take().or_else(|| earlier.as_ref().and_then(replaced));
        self.kept = true;
        Ok(())
    }

    pub(crate) fn withdraw(&self, key: &str) -> Result<Option<Draft>, CampaignError> {
        Ok(self.progress.tx.withdraw_draft(self.progress.game.id, &self.seat.seat, key)?)
    }

    /// Carries out the draft and ends the movement phase, unless one of its orders has become
    /// impossible since it was tried.
    fn carry_out_draft(&mut self, nation: Nation, key: &str) -> Result<(), CampaignError> {
        let seat = &self.seat.seat;
        let done = carry_out(self.progress, seat, nation, key, &self.cause, self.now)?;
        match done {
            Some(Impossible { text, refusal }) => {
                let outcome = LineOutcome::Refused { nation, refusal };
                self.lines.push(Line { text, outcome });
            }
            None => {
                self.executed = true;
                self.kept = false;
            }
        }
        Ok(())
    }
}
