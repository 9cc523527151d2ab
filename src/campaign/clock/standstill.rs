//! Clocks that stop and run on, and deadlines that are put off.

use crate::campaign::clock::{agreed, watch};
use crate::campaign::office::CampaignError;
use crate::campaign::table::progress::Progress;
use crate::game::Seat;
use crate::store::Clock;
use chrono::{DateTime, TimeDelta, Utc};

/// Stops all clocks of a game, and everything else that it does by itself but votes and press. Returns whether
/// they ran.
///
/// # Errors
///
/// The database fails.
pub(crate) fn pause(progress: &Progress<'_>, now: DateTime<Utc>) -> Result<bool, CampaignError> {
    Ok(progress.tx.begin_standstill(progress.game.id, now)?)
}

/// Lets all clocks of a game run on with the time that was left. Returns whether they stood still.
///
/// # Errors
///
/// The database fails.
pub(crate) fn resume(progress: &Progress<'_>, now: DateTime<Utc>) -> Result<bool, CampaignError> {
    let (tx, game) = (progress.tx, progress.game.id);
    let Some(stopped) = tx.end_standstill(game)? else { return Ok(false) };
    // What the program does by itself keeps its distance, too.
    for mut timer in tx.timers(game)? {
        // The players' talk has gone on meanwhile.
        if !watch::is_ours(timer.kind) && !timer.kind.goes_on_in_a_standstill() {
            timer.due = now.max(timer.due + (now - stopped));
            tx.set_timer(&timer)?;
        }
    }
    let Some(clocks) = agreed(progress)? else { return Ok(true) };
    let schedule = clocks.schedule();
    for mut clock in tx.clocks(game)? {
        let still = watch::absences(progress, &clocks, &clock.seat)?.still;
        let rest = |until| schedule.after(now, schedule.running(stopped, until, &still), &still);
        if clock.since >= stopped {
            clock.since = now;
            clock.due = watch::deadline(progress, &clocks, &clock)?;
        } else {
            clock.grace = clock.grace.map(rest);
            if clock.grace.is_none() {
                let due = rest(clock.due);
                watch::put_off(progress, &clocks, &mut clock, due)?;
            }
        }
        watch::keep(progress, &clocks, &clock)?;
    }
    Ok(true)
}

/// Gives a seat, or all, more time for everything that is awaited now. Returns how many clocks that
/// were. A deadline that has passed is a deadline again.
///
/// # Errors
///
/// The database fails.
pub(crate) fn extend(
    progress: &Progress<'_>,
    seat: Option<Seat>,
    span: TimeDelta,
    now: DateTime<Utc>,
) -> Result<usize, CampaignError> {
    let Some(clocks) = agreed(progress)? else { return Ok(0) };
    let meant = |clock: &Clock| seat.is_none_or(|seat| seat.id() == clock.seat);
    let mut extended = 0;
    for mut clock in progress.tx.clocks(progress.game.id)?.into_iter().filter(meant) {
        let schedule = clocks.schedule();
        // In over-time, what is given begins now.
        let from = if clock.grace.take().is_some() { now.max(clock.due) } else { clock.due };
        let due = schedule.settle(from + span);
        watch::put_off(progress, &clocks, &mut clock, due)?;
        watch::keep(progress, &clocks, &clock)?;
        extended += 1;
    }
    Ok(extended)
}
