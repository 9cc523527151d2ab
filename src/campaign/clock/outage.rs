//! Outages: when the program could not read mail for a while, all clocks get that time back, so
//! that nobody loses a turn because the server was down.

use crate::campaign::clock::watch::{LAST_LOOK, last_look};
use crate::campaign::clock::{agreed, extend};
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::table::progress::Progress;
use crate::report::ClubNews;
use crate::store::{GameStatus, Store, time_text};
use chrono::{DateTime, TimeDelta, Utc};

/// So often that is written down, at most.
const EVERY: TimeDelta = TimeDelta::seconds(30);

/// Notes that all mail that had come by now has been dealt with: only then does a deadline before
/// that take effect. If that was not so for longer than [`Office::outage`], all running clocks
/// are put off by that time, once, and everybody is told. Returns how many games that were.
///
/// # Errors
///
/// The database fails. A game that cannot be continued is reported in the log and keeps its times.
pub fn heartbeat(
    store: &mut Store,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<usize, CampaignError> {
    store.transaction(|tx| {
        let last = last_look(tx)?;
        let gap = last.map_or(TimeDelta::zero(), |last| now - last);
        let note = || tx.set_meta(LAST_LOOK, time_text(now).as_bytes());
        if last.is_some() && TimeDelta::zero() <= gap && gap < EVERY {
            return Ok(0);
        }
        let mut extended = 0;
        if gap > office.outage {
            for game in tx.games_with_clocks()? {
                let game = tx.game(game)?;
                if game.status != GameStatus::Playing || tx.standstill(game.id)?.is_some() {
                    continue;
                }
                let name = game.name.clone();
                match Progress::load(tx, game) {
                    Ok(mut progress) => {
                        extended += usize::from(give_back(&mut progress, gap, now)?)
                    }
                    Err(error @ CampaignError::Store(_)) => return Err(error),
                    Err(error) => {
                        tracing::error!(%error, game = name, "its clocks are not put off")
                    }
                }
            }
            tracing::warn!(minutes = gap.num_minutes(), games = extended, "no mail was read");
        }
        note()?;
        Ok(extended)
    })
}

/// Puts all clocks of a game off by the time of an outage; whether any ran.
fn give_back(
    progress: &mut Progress<'_>,
    gap: TimeDelta,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    if agreed(progress)?.is_none() || extend(progress, None, gap, now)? == 0 {
        return Ok(false);
    }
    let minutes = gap.num_minutes();
    progress.note(&ClubNews::Outage { minutes }, now)?;
    progress.save()?;
    Ok(true)
}
