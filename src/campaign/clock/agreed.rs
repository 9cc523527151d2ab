//! The clocks that were agreed for a game.

use crate::campaign::office::CampaignError;
use crate::campaign::settings::Settings;
use crate::campaign::settings::clocks::Clocks;
use crate::campaign::table::progress::Progress;

/// The clocks that were agreed for a game, if any were.
///
/// # Errors
///
/// The settings of the game cannot be read.
pub(crate) fn agreed(progress: &Progress<'_>) -> Result<Option<Clocks>, CampaignError> {
    let clocks = Settings::of(&progress.game)?.clocks;
    Ok(clocks.filter(|clocks| clocks.fault().is_none()))
}
