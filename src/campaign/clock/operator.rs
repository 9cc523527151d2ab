//! What the operator does with a game's clocks: stop them, let them run on, give more time.

use super::{CampaignError, Progress, extend, pause, resume};
use crate::store::Store;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

/// Stops everything that a game does by itself; false if it stood still already.
///
/// # Errors
///
/// There is no such game in play, or the database fails.
pub fn hold(store: &mut Store, game: &str, now: DateTime<Utc>) -> Result<bool, CampaignError> {
    change(store, game, now, |progress| {
        Ok(pause(progress, now)?.then(|| json!({"what": "clocks-stopped"})))
    })
}

/// Lets a game go on with the time that was left; false if it did not stand still.
///
/// # Errors
///
/// There is no such game in play, or the database fails.
pub fn let_go(store: &mut Store, game: &str, now: DateTime<Utc>) -> Result<bool, CampaignError> {
    change(store, game, now, |progress| {
        Ok(resume(progress, now)?.then(|| json!({"what": "clocks-run-on"})))
    })
}

/// Puts all deadlines of a game off; false if none runs.
///
/// # Errors
///
/// There is no such game in play, or the database fails.
pub fn put_off(
    store: &mut Store,
    game: &str,
    hours: u32,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    change(store, game, now, |progress| {
        let extended = extend(progress, None, TimeDelta::hours(hours.into()), now)?;
        Ok((extended > 0).then(|| json!({"what": "deadlines-put-off", "hours": hours})))
    })
}

/// Makes a change to a game in play; what it returns is told to everybody.
fn change(
    store: &mut Store,
    game: &str,
    now: DateTime<Utc>,
    work: impl FnOnce(&mut Progress<'_>) -> Result<Option<Value>, CampaignError>,
) -> Result<bool, CampaignError> {
    store.transaction(|tx| {
        let found = tx.game_by_name(game)?.filter(|found| found.ended.is_none());
        let Some(found) = found.filter(|found| found.status != super::GATHERING) else {
            return Err(CampaignError::NotInPlay(game.to_owned()));
        };
        let mut progress = Progress::load(tx, found)?;
        let Some(event) = work(&mut progress)? else { return Ok(false) };
        progress.note(event, now)?;
        progress.save()?;
        Ok(true)
    })
}
