//! Movement orders that are kept until they are carried out.
//!
//! They are kept one by one and carried out together, or not at all.

use super::CampaignError;
use super::progress::{Cause, Progress};
use crate::game::{Action, Nation, Order, Refusal};
use crate::orders;
use crate::report::{Moment, Replaced};
use crate::store::Draft;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The draft of a movement phase as it is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Kept {
    pub orders: Vec<Order>,
    /// The lines they came from, to be repeated when they are replaced.
    pub lines: Vec<String>,
}

/// An order of a draft that has become impossible.
pub(super) struct Impossible {
    /// Its canonical text.
    pub text: String,
    pub refusal: Refusal,
}

/// The name of the draft for a nation's movement phase in a turn.
pub(super) fn movement_key(turn: u16, nation: Nation) -> String {
    format!("movement-{turn}-{}", nation.id())
}

/// The time as mails show it.
pub(super) fn moment(time: DateTime<Utc>) -> Moment {
    Moment::new(&time.with_timezone(&chrono_tz::Tz::UTC))
}

/// A draft that was replaced, as the receipt repeats it.
pub(super) fn replaced(draft: &Draft) -> Option<Replaced> {
    #[derive(Deserialize)]
    struct Lines {
        lines: Vec<String>,
    }
    let kept: Lines = serde_json::from_str(&draft.body).ok()?;
    Some(Replaced { received: moment(draft.received), lines: kept.lines })
}

/// Carries out the draft of this name and ends the movement phase. If one of its orders has become
/// impossible since it was tried, nothing is done and that order is returned.
pub(super) fn carry_out(
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
