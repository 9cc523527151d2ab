//! The state of a game from its log alone.
//!
//! The log is the only source of truth; a snapshot merely spares carrying everything out again.
//! Whoever doubts a snapshot, or has lost it, comes here.

use crate::audit::Replay;
use crate::campaign::office::CampaignError;
use crate::game::State;
use crate::store::{Game, Tx};

/// Carries out again all that the log of a game holds, and what waits to enter it; no snapshot is
/// looked at. Everything is compared with what the log says came of it.
///
/// # Errors
///
/// The game has not begun, or something leads elsewhere than the log says.
pub fn rebuild(tx: &Tx<'_>, game: &Game) -> Result<State, CampaignError> {
    let broken = |reason: String| CampaignError::BrokenGame { game: game.name.clone(), reason };
    let mut replay = Replay::new(&game.name, game.seed.0);
    for entry in tx.entries(game.id)? {
        replay.entry(&entry).map_err(|difference| broken(difference.to_string()))?;
    }
    replay
        .held(&tx.held_back(game.id)?)
        .map_err(|fault| broken(format!("what waits for the log: {fault}")))?;
    replay.into_state().ok_or_else(|| broken("it has not begun".into()))
}

/// Whether a game ever began: one that was stopped while it gathered its players is over and has no position.
///
/// # Errors
///
/// The database fails, or the log does not lead to a position.
pub(crate) fn has_begun(tx: &Tx<'_>, game: &Game) -> Result<bool, CampaignError> {
    if !game.status.is_over() {
        return Ok(game.status.goes_on());
    }
    if tx.latest_snapshot(game.id)?.is_some() {
        return Ok(true);
    }
    let mut replay = Replay::new(&game.name, game.seed.0);
    for entry in tx.entries(game.id)? {
        replay.entry(&entry).map_err(|difference| CampaignError::BrokenGame {
            game: game.name.clone(),
            reason: difference.to_string(),
        })?;
    }
    Ok(replay.into_state().is_some())
}

#[cfg(test)]
#[path = "rebuild_tests.rs"]
mod tests;
