//! A machine's clock that was ahead and is right again: what was put off by the time that never was
//! comes back, so that no deadline lies a year away.

use crate::campaign::clock::{agreed, for_each_that_runs, watch};
use crate::campaign::office::CampaignError;
use crate::campaign::table::progress::Progress;
use crate::store::{Clock, Tx};
use chrono::{DateTime, TimeDelta, Utc};

/// A machine's clock counts as set back if it was more than this ahead when it was last looked at; less changes no
/// deadline.
const AHEAD: TimeDelta = TimeDelta::minutes(10);

/// Whether the clock was ahead when it was last looked at.
pub(crate) fn was_ahead(last: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    last - now > AHEAD
}

/// Takes back what was done to clocks, timers and waiting mail while the clock was ahead, at `last` for the
/// last time. `given` is the time by which deadlines were put off because of it.
///
/// # Errors
///
/// The database fails. A game that cannot be continued is reported in the log and keeps its times.
pub(crate) fn take_back(
    tx: &Tx<'_>,
    (last, given): (DateTime<Utc>, TimeDelta),
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    tracing::error!(days = (last - now).num_days(), "the clock was ahead; deadlines come back");
    tx.wait_no_longer_than(now)?;
    let mut sending = tx.sending()?;
    if let Some(stopped) = &mut sending.stopped {
        (stopped.since, stopped.next_try) = (stopped.since.min(now), now);
    }
    sending.held_back = None;
    tx.set_sending(&sending)?;
    for_each_that_runs(tx, "its times are not set back", |progress| {
        of_game(progress, (last, given), now)
    })
}

fn of_game(
    progress: &Progress<'_>,
    (last, given): (DateTime<Utc>, TimeDelta),
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let (tx, game) = (progress.tx, progress.game.id);
    for mut timer in tx.timers(game)? {
        // Set after the clock had jumped, or put off by the jump.
        if !watch::is_ours(timer.kind) && timer.due > last {
            timer.due = now.max(timer.due - (last - now));
            tx.set_timer(&timer)?;
        }
    }
    let Some(clocks) = agreed(progress)? else { return Ok(()) };
    for clock in tx.clocks(game)? {
        let mut clock = Clock { ..clock };
        if clock.since > now {
            // It was started meanwhile, with its whole time.
            (clock.since, clock.grace) = (now, None);
            clock.due = watch::deadline(progress, &clocks, &clock)?;
        } else if clock.due > last && given > TimeDelta::zero() {
            // It was put off by the time that never was; nobody gets less than he had.
            clock.due = now.max(clock.due - given);
            clock.grace = None;
            clock.span = clocks.schedule().running(clock.since, clock.due, &[]);
        }
        watch::keep(progress, &clocks, &clock)?;
    }
    Ok(())
}
