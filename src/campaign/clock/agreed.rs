//! The clocks that were agreed for a game, and the games whose clocks run.

use crate::campaign::office::CampaignError;
use crate::campaign::settings::Settings;
use crate::campaign::settings::clocks::Clocks;
use crate::campaign::table::progress::Progress;
use crate::store::{GameStatus, Tx};

/// The clocks that were agreed for a game, if any were.
///
/// # Errors
///
/// The settings of the game cannot be read.
pub(crate) fn agreed(progress: &Progress<'_>) -> Result<Option<Clocks>, CampaignError> {
    let clocks = Settings::of(&progress.game)?.clocks;
    Ok(clocks.filter(|clocks| clocks.fault().is_none()))
}

/// Does something to each game in play whose clocks run; those that stand still keep their times. A game that
/// cannot be continued is reported in the log, with `failure`, and keeps its times, too.
///
/// # Errors
///
/// The database fails, or what is done to a game.
pub(crate) fn for_each_that_runs(
    tx: &Tx<'_>,
    failure: &'static str,
    mut change: impl FnMut(&mut Progress<'_>) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    for game in tx.games_with_clocks()? {
        let game = tx.game(game)?;
        if game.status != GameStatus::Playing || tx.standstill(game.id)?.is_some() {
            continue;
        }
        let name = game.name.clone();
        match Progress::load(tx, game) {
            Ok(mut progress) => change(&mut progress)?,
            Err(error @ CampaignError::Store(_)) => return Err(error),
            Err(error) => tracing::error!(%error, game = name, "{failure}"),
        }
    }
    Ok(())
}
