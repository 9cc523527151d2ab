//! Outages: when the program could not read or send mail for a while, all clocks get that time back,
//! so that nobody loses a turn because a server was down.

use crate::campaign::clock::watch::{self, LAST_LOOK, last_look};
use crate::campaign::clock::{agreed, for_each_that_runs, set_back};
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::table::progress::Progress;
use crate::report::ClubNews;
use crate::store::{Store, TimerKind, Tx, parse_time, time_text};
use chrono::{DateTime, TimeDelta, Utc};

/// The heartbeat is written down at most this often.
const EVERY: TimeDelta = TimeDelta::seconds(30);
/// Under this name the database keeps from when to when time was given back the last time.
const LAST_GAP: &str = "last outage";
/// Under this name the database keeps when mail was last read, whether or not any could be sent.
const LAST_READ: &str = "last reading of the mailboxes";

/// Notes that all mail that had come by now has been dealt with: only then does a deadline before
/// that take effect. If that was not so for longer than [`Office::outage`], all running clocks
/// are put off by that time, once, and everybody is told. Returns how many games that were.
///
/// While nothing can be sent, this is not noted: the clocks stand still then, too.
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
        if let Some(last) = last_look(tx)?.filter(|last| set_back::was_ahead(*last, now)) {
            let kept = tx.meta(LAST_GAP)?.and_then(|bytes| String::from_utf8(bytes).ok());
            let given =
                kept.as_deref().and_then(span_of).filter(|(from, to)| from < to && *to > now);
            let given = given.map_or(TimeDelta::zero(), |(from, to)| to - from);
            set_back::take_back(tx, (last, given), now)?;
            tx.set_meta(LAST_LOOK, time_text(now).as_bytes())?;
        }
        if tx.sending()?.stopped.is_some() {
            tx.set_meta(LAST_READ, time_text(now).as_bytes())?;
            return Ok(0);
        }
        let last = last_look(tx)?;
        let gap = last.map_or(TimeDelta::zero(), |last| now - last);
        if last.is_some() && TimeDelta::zero() <= gap && gap < EVERY {
            return Ok(0);
        }
        tx.set_meta(LAST_READ, time_text(now).as_bytes())?;
        account(tx, office, now)
    })
}

/// Gives the time back in which nothing could be sent, now that something can: before anybody is told
/// what was kept for him. While no mail can be read either, that is left to [`heartbeat`].
///
/// # Errors
///
/// As for [`heartbeat`].
pub(crate) fn sending_is_back(
    tx: &Tx<'_>,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<usize, CampaignError> {
    let kept = tx.meta(LAST_READ)?.and_then(|bytes| String::from_utf8(bytes).ok());
    let read = kept.and_then(|text| parse_time(&text).ok());
    match read {
        Some(read) if now - read <= office.outage => account(tx, office, now),
        _ => Ok(0),
    }
}

/// Reads a span of time as the database keeps it.
fn span_of(text: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let (from, to) = text.split_once(' ')?;
    Some((parse_time(from).ok()?, parse_time(to).ok()?))
}

/// Everything is well up to now: what was lost since it last was is given back.
fn account(tx: &Tx<'_>, office: &Office, now: DateTime<Utc>) -> Result<usize, CampaignError> {
    let last = last_look(tx)?.unwrap_or(now);
    let gap = now - last;
    let mut extended = 0;
    if gap > office.outage {
        let span = format!("{} {}", time_text(last), time_text(now));
        tx.set_meta(LAST_GAP, span.as_bytes())?;
        for_each_that_runs(tx, "its clocks are not put off", |progress| {
            extended += usize::from(give_back(progress, last, now)?);
            Ok(())
        })?;
        tracing::warn!(minutes = gap.num_minutes(), games = extended, "mail stood still");
    }
    tx.set_meta(LAST_LOOK, time_text(now).as_bytes())?;
    Ok(extended)
}

/// Puts the clocks and votes of a game off by the time of an outage. Returns whether a clock ran. Clocks of a player
/// who was not told yet are left alone: they begin when he is.
fn give_back(
    progress: &mut Progress<'_>,
    last: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let (tx, game) = (progress.tx, progress.game.id);
    for mut timer in tx.timers(game)? {
        if timer.kind == TimerKind::Vote {
            timer.due += now - last;
            tx.set_timer(&timer)?;
        }
    }
    let Some(clocks) = agreed(progress)? else { return Ok(false) };
    let mut any = false;
    for mut clock in tx.clocks(game)? {
        let seat = tx.seat(game, &clock.seat)?;
        if let Some(seat) = seat
            && watch::is_untold(progress, &clock, &seat)?
        {
            continue;
        }
        let lost = now - last.max(clock.since);
        // In over-time, what is given begins now.
        let from = if clock.grace.take().is_some() { now.max(clock.due) } else { clock.due };
        let due = clocks.schedule().settle(from + lost);
        watch::put_off(progress, &clocks, &mut clock, due)?;
        watch::keep(progress, &clocks, &clock)?;
        any = true;
    }
    if any {
        let minutes = (now - last).num_minutes();
        progress.note(&ClubNews::Outage { minutes }, now)?;
        progress.save()?;
    }
    Ok(any)
}
