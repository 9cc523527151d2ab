//! Who holds a seat of a game being played: given up, taken over, and what becomes of a game when
//! it ends, is paused or stopped.
//!
//! Whatever changes the holder raises the generation of the seat, so that all earlier tokens die.

use super::letters::{queue_everybody, queue_news, queue_report};
use super::progress::{ARCHIVED, OVER, PAUSED, PLAYING, Progress, TAKEN, VACANT};
use super::settings::Settings;
use super::timers::{self, Planned};
use super::{CampaignError, Office};
use crate::game::Seat;
use crate::mail::address::Address;
use crate::store::{Game, PersonRecord, Seat as StoredSeat, Store, Timer, Tx};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// Kind of the timer that leaves only the log of a game that is over.
pub(super) const ARCHIVE: &str = "archive";
/// How far the timers of a paused game are put off, until it goes on.
const FAR: TimeDelta = TimeDelta::days(36_500);

/// The holder gives a seat up: it is vacant from now on, the plans kept for it are forgotten, and
/// the others are told.
pub(super) fn resign(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let record = PersonRecord { resigned: 1, ..PersonRecord::default() };
    count(progress.tx, seat, record)?;
    vacate(progress, seat, now)?;
    let event = json!({"what": "resigned", "seat": seat.seat, "loud": true});
    progress.note(event, now)?;
    timers::after_change(progress, now)?;
    progress.save()?;
    queue_news(progress, office, now)
}

/// Takes a seat from its holder.
pub(super) fn vacate(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let tx = progress.tx;
    tracing::info!(game = progress.game.name, seat = seat.seat, %now, "a seat is vacant");
    for draft in tx.drafts(progress.game.id)? {
        if draft.seat == seat.seat {
            tx.withdraw_draft(draft.game, &draft.seat, &draft.key)?;
        }
    }
    let of_seat = format!("{} ", seat.seat);
    for timer in tx.timers(progress.game.id)? {
        if timer.key.starts_with(&of_seat) || timer.key == seat.seat {
            tx.remove_timer(timer.game, &timer.kind, &timer.key)?;
        }
    }
    Ok(tx.save_seat(&StoredSeat {
        address: None,
        display_name: String::new(),
        language: "en".into(),
        generation: seat.generation.saturating_add(1),
        status: VACANT.into(),
        ..seat.clone()
    })?)
}

/// Somebody takes a vacant seat: gets the whole report with hand and troops, and the others are
/// told.
pub(super) fn take_over(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    (holder, name): (&Address, &str),
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let tx = progress.tx;
    let taken = StoredSeat {
        address: Some(holder.mailbox()),
        display_name: name.to_owned(),
        generation: seat.generation.saturating_add(1),
        status: TAKEN.into(),
        ..seat.clone()
    };
    tx.save_seat(&taken)?;
    let event = json!({"what": "taken-over", "seat": seat.seat, "loud": true});
    progress.note(event, now)?;
    timers::after_change(progress, now)?;
    progress.save()?;
    let seats = tx.seats(progress.game.id)?;
    queue_report(progress, office, &seats, &taken, None, now)?;
    queue_news(progress, office, now)
}

/// Counts something for whoever holds a seat, if that is a known person.
pub(super) fn count(
    tx: &Tx<'_>,
    seat: &StoredSeat,
    record: PersonRecord,
) -> Result<(), CampaignError> {
    if let Some(address) = &seat.address
        && let Some(person) = tx.person_of(address)?
    {
        tx.add_to_record(person.id, record)?;
    }
    Ok(())
}

/// A game has just ended: it counts for its players, and only its log is kept later.
pub(super) fn ended(tx: &Tx<'_>, game: &Game, now: DateTime<Utc>) -> Result<(), CampaignError> {
    let finished = PersonRecord { finished: 1, ..PersonRecord::default() };
    for seat in tx.seats(game.id)? {
        count(tx, &seat, finished)?;
    }
    let days = Settings::of(game)?.membership.archive_days;
    let due = now + TimeDelta::days(days.into());
    let (game, kind, key) = (game.id, ARCHIVE.to_owned(), ARCHIVE.to_owned());
    Ok(tx.set_timer(&Timer { game, due, kind, key })?)
}

/// Leaves only the log of a game that is over.
pub(super) fn archive(tx: &Tx<'_>, game: &Game) -> Result<(), CampaignError> {
    if game.status != OVER {
        return Ok(());
    }
    tx.archive(game.id)?;
    Ok(tx.set_game_status(game.id, ARCHIVED, game.ended)?)
}

/// What the operator does to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intervention {
    /// Nothing is carried out and no clock runs until it is resumed.
    Pause,
    Resume,
    /// It is over without a winner.
    Stop,
    /// Everything that is due comes so many hours later.
    Extend(u32),
}

/// Does something to a game on the operator's word, and tells its players.
///
/// # Errors
///
/// No such game, it is not in the state for that, or the database fails.
pub fn intervene(
    store: &mut Store,
    office: &Office,
    name: &str,
    what: Intervention,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    store.transaction(|tx| {
        let game = tx.game_by_name(name)?;
        let game = game.ok_or_else(|| CampaignError::NoSuchGame(name.to_owned()))?;
        let status = game.status.clone();
        let wrong = || CampaignError::WrongStatus { game: name.to_owned(), status: status.clone() };
        if let (Intervention::Extend(hours), true) = (what, super::progress::is_before(&status)) {
            return put_off(tx, &game, TimeDelta::hours(hours.into()), Planned::All);
        }
        let fits = match what {
            Intervention::Pause | Intervention::Extend(_) => status == PLAYING,
            Intervention::Resume => status == PAUSED,
            Intervention::Stop => super::progress::goes_on(&status),
        };
        if super::progress::is_before(&status) && what == Intervention::Stop {
            return Ok(tx.set_game_status(game.id, OVER, Some(now))?);
        }
        if !fits {
            return Err(wrong());
        }
        let mut settings = Settings::of(&game)?;
        let mut progress = Progress::load(tx, game.clone())?;
        progress.pace = office.pace.of_game(&progress.game)?;
        let event = match what {
            Intervention::Pause => {
                settings.membership.paused = Some(now);
                put_off(tx, &game, FAR, Planned::All)?;
                tx.set_game_status(game.id, PAUSED, None)?;
                json!({"what": "paused", "loud": true})
            }
            Intervention::Resume => {
                let since = settings.membership.paused.take().unwrap_or(now);
                put_off(tx, &game, (now - since) - FAR, Planned::All)?;
                tx.set_game_status(game.id, PLAYING, None)?;
                json!({"what": "resumed", "loud": true})
            }
            Intervention::Stop => {
                for timer in tx.timers(game.id)? {
                    tx.remove_timer(game.id, &timer.kind, &timer.key)?;
                }
                tx.set_game_status(game.id, OVER, Some(now))?;
                ended_without_winner(tx, &game, &settings, now)?;
                json!({"what": "stopped", "loud": true})
            }
            Intervention::Extend(hours) => {
                put_off(tx, &game, TimeDelta::hours(hours.into()), Planned::Deadlines)?;
                json!({"what": "extended", "hours": hours, "loud": true})
            }
        };
        tx.set_game_settings(game.id, &settings.text())?;
        progress.note(event, now)?;
        progress.save()?;
        queue_everybody(&progress, office, now)
    })
}

/// A stopped game is archived like one that was played to its end, and counts for nobody.
fn ended_without_winner(
    tx: &Tx<'_>,
    game: &Game,
    settings: &Settings,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let due = now + TimeDelta::days(settings.membership.archive_days.into());
    let (kind, key) = (ARCHIVE.to_owned(), ARCHIVE.to_owned());
    Ok(tx.set_timer(&Timer { game: game.id, due, kind, key })?)
}

/// Moves what is to be done by itself in a game.
fn put_off(tx: &Tx<'_>, game: &Game, by: TimeDelta, which: Planned) -> Result<(), CampaignError> {
    for timer in tx.timers(game.id)? {
        if which.includes(&timer) {
            let due = timer.due.checked_add_signed(by).unwrap_or(timer.due);
            tx.set_timer(&Timer { due, ..timer })?;
        }
    }
    Ok(())
}

/// The seat with this role, if the game has it.
pub(super) fn of_role(
    tx: &Tx<'_>,
    game: &Game,
    role: Seat,
) -> Result<Option<StoredSeat>, CampaignError> {
    Ok(tx.seat(game.id, role.id())?)
}
