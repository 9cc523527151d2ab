//! News for players who want it gathered: what needs no answer waits for the next prompt, or for a set
//! hour of the reader's day. Prompts never wait.
//!
//! Nothing is kept for it but a timer: a report tells everything since the last one anyway.

use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::table::facts::is_awaited;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::reports::queue_report;
use crate::game::Seat;
use crate::store::{Game, Seat as StoredSeat, Timer, TimerKind, Tx};
use chrono::{DateTime, Days, NaiveTime, Offset, TimeDelta, TimeZone, Utc};

/// Whether a report that is due to a seat waits: its holder wants a digest, nothing is awaited of
/// it, and the game goes on. If so, it will be sent at the set hour at the latest.
pub(crate) fn holds(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let reader = Correspondent::of_seat(progress.tx, &progress.game, seat)?;
    let awaited = Seat::from_id(&seat.seat).is_none_or(|role| is_awaited(progress, role));
    if !reader.wishes.digest || awaited || progress.state.outcome().is_some() {
        return Ok(false);
    }
    let game = progress.game.id;
    let waits = progress.tx.timers(game)?.into_iter();
    if !waits.into_iter().any(|timer| timer.kind == TimerKind::Digest && timer.key == seat.seat) {
        let (kind, key) = (TimerKind::Digest, seat.seat.clone());
        let due = next_hour(&reader, now);
        progress.tx.set_timer(&Timer { game, due, kind, key })?;
    }
    Ok(true)
}

/// The news of a seat are on their way.
pub(crate) fn told(progress: &Progress<'_>, seat: &str) -> Result<(), CampaignError> {
    progress.tx.remove_timer(progress.game.id, TimerKind::Digest, seat)?;
    Ok(())
}

/// Sends what was gathered for a seat.
pub(crate) fn send(
    tx: &Tx<'_>,
    office: &Office,
    game: Game,
    seat: &str,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(seat) = tx.seat(game.id, seat)?.filter(|seat| seat.address.is_some()) else {
        return Ok(());
    };
    if !game.status.goes_on() || tx.reported(game.id, &seat.seat)? >= tx.head(game.id)?.number {
        return Ok(());
    }
    let mut progress = Progress::load(tx, game)?;
    progress.pace = office.pace.of_game(&progress.game)?;
    clock::after_change(&mut progress, now)?;
    let seats = tx.seats(progress.game.id)?;
    queue_report(&progress, office, &seats, &seat, None, now)?;
    Ok(())
}

/// When it is this reader's hour the next time.
fn next_hour(reader: &Correspondent, now: DateTime<Utc>) -> DateTime<Utc> {
    let local = now.with_timezone(&reader.zone);
    let hour = u32::from(reader.wishes.digest_hour.min(23));
    let time = NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default();
    let mut day = local.date_naive();
    if local.time() >= time {
        day = day.checked_add_days(Days::new(1)).unwrap_or(day);
    }
    let wall = day.and_time(time);
    // An hour that is left out when clocks are put forward is taken by the offset that holds until then.
    let there = reader.zone.from_local_datetime(&wall).earliest();
    there.map_or_else(
        || (wall - TimeDelta::seconds(local.offset().fix().local_minus_utc().into())).and_utc(),
        |there| there.with_timezone(&Utc),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::post::correspondent::Wishes;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    fn reader(hour: u8) -> Correspondent {
        let wishes = Wishes { digest: true, digest_hour: hour, ..Wishes::default() };
        Correspondent {
            zone: chrono_tz::Europe::Berlin,
            wishes,
            ..Correspondent::unknown("ada@players.test", "en")
        }
    }

    #[test]
    fn the_hour_is_that_of_the_readers_clock_today_or_tomorrow() {
        let next = |hour, now| next_hour(&reader(hour), at(now));
        assert_eq!(next(18, "2026-01-10T12:00:00Z"), at("2026-01-10T17:00:00Z"));
        assert_eq!(next(18, "2026-01-10T17:00:00Z"), at("2026-01-11T17:00:00Z"));
        assert_eq!(next(18, "2026-07-10T12:00:00Z"), at("2026-07-10T16:00:00Z"));
        // On 29 March 2026 there is no 2 o'clock in Berlin.
        assert_eq!(next(2, "2026-03-28T12:00:00Z"), at("2026-03-29T01:00:00Z"));
    }
}
