//! Who holds a seat of a game being played: given up, taken over, and what becomes of a game when
//! it ends, is paused or stopped.
//!
//! Whatever changes the holder raises the generation of the seat, so that all earlier tokens die.

use crate::audit::RULES_VERSION;
use crate::audit::journal::{CLOSED, CLUB, ClosedBy, Closing, club_part};
use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::key::Occasion;
use crate::campaign::seats::gathered::{Aside, Gathered};
use crate::campaign::seats::vacancy;
use crate::campaign::table::notices::Notice;
use crate::campaign::table::progress::Progress;
use crate::campaign::table::record;
use crate::campaign::tell::club::{self, ClubNotice};
use crate::campaign::tell::notices;
use crate::game::Seat;
use crate::report::{ClubNews, WhyVacant};
use crate::store::{
    Digest, Game, GameStatus, NewEntry, PersonRecord, Seat as StoredSeat, Store, Timer, Tx,
};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// The holder gives a seat up: it is vacant from now on, the plans kept for it are forgotten, and
/// the others are told.
pub(crate) fn resign(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let count = PersonRecord { resigned: 1, ..PersonRecord::default() };
    record::count(progress.tx, seat, count)?;
    vacancy::vacate(progress, seat, WhyVacant::Resigned, now)?;
    clock::after_change(progress, now)?;
    notices::tell(progress, office, now)?;
    progress.save()
}

/// What the operator does to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intervention {
    /// Nothing is carried out and no clock runs until it is resumed.
    Pause,
    /// The game goes on, and its clocks run with the time that was left.
    Resume,
    /// It is over without a winner.
    Stop,
    /// Everything that is due comes this many hours later.
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
        let status = game.status;
        let wrong = || CampaignError::WrongStatus { game: name.to_owned(), status };
        if let (Intervention::Extend(hours), true) = (what, status.is_before()) {
            return put_off(tx, &game, TimeDelta::hours(hours.into()));
        }
        let fits = match what {
            Intervention::Pause | Intervention::Extend(_) => status == GameStatus::Playing,
            Intervention::Resume => status == GameStatus::Paused,
            Intervention::Stop => status.goes_on(),
        };
        if status.is_before() && what == Intervention::Stop {
            let notices = stop_before_it_begins(tx, &game, now)?;
            return club::tell(tx, office, notices, now).map(drop);
        }
        if !fits {
            return Err(wrong());
        }
        let mut progress = Progress::load(tx, game.clone())?;
        progress.pace = office.pace.of_game(&progress.game)?;
        let event = match what {
            Intervention::Pause => {
                clock::pause(&progress, now)?;
                progress.set_status(GameStatus::Paused, None)?;
                ClubNews::ClocksStopped {}
            }
            Intervention::Resume => {
                clock::resume(&progress, now)?;
                progress.set_status(GameStatus::Playing, None)?;
                ClubNews::ClocksRunOn {}
            }
            Intervention::Stop => {
                for timer in tx.timers(game.id)? {
                    tx.remove_timer(game.id, timer.kind, &timer.key)?;
                }
                record::archive_later(tx, &game, now)?;
                progress.note(&ClubNews::Stopped {}, now)?;
                progress.close(ClosedBy::Organiser, Vec::new(), now)?;
                let winners = Vec::new();
                progress.notices.push(Notice::Closed { by: ClosedBy::Organiser, winners });
                notices::tell(&mut progress, office, now)?;
                return progress.save();
            }
            Intervention::Extend(hours) => {
                clock::extend(&progress, None, TimeDelta::hours(hours.into()), now)?;
                ClubNews::DeadlinesPutOff { hours }
            }
        };
        progress.note(&event, now)?;
        progress.notices.push(Notice::Position);
        notices::tell(&mut progress, office, now)?;
        progress.save()
    })
}

/// A game that still gathers its players is over: its log reveals the seed, as that of any other, and who has
/// a place in it is to be told.
fn stop_before_it_begins(
    tx: &Tx<'_>,
    game: &Game,
    now: DateTime<Utc>,
) -> Result<Vec<ClubNotice>, CampaignError> {
    let seed = Digest(game.seed.0).to_string();
    let closing = Closing { by: ClosedBy::Organiser, winners: Vec::new(), seed };
    for (kind, public) in [(CLUB, club_part(&ClubNews::Stopped {})), (CLOSED, json!(closing))] {
        let rules_version = RULES_VERSION;
        tx.append(game.id, NewEntry { time: now, kind, rules_version, public, sealed: None })?;
    }
    for timer in tx.timers(game.id)? {
        tx.remove_timer(game.id, timer.kind, &timer.key)?;
    }
    record::archive_later(tx, game, now)?;
    tx.set_game_status(game.id, GameStatus::Ended, Some(now))?;
    let aside = Aside { stopped: true, ..Aside::default() };
    Gathered::load(tx, game)?.notices(&Occasion::Stopped, None, &aside)
}

/// Moves everything that is due in a game that has not begun.
fn put_off(tx: &Tx<'_>, game: &Game, by: TimeDelta) -> Result<(), CampaignError> {
    for timer in tx.timers(game.id)? {
        let due = timer.due.checked_add_signed(by).unwrap_or(timer.due);
        tx.set_timer(&Timer { due, ..timer })?;
    }
    Ok(())
}

/// The seat with this role, if the game has it.
pub(crate) fn of_role(
    tx: &Tx<'_>,
    game: &Game,
    role: Seat,
) -> Result<Option<StoredSeat>, CampaignError> {
    Ok(tx.seat(game.id, role.id())?)
}
