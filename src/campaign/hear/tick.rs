//! What the program does by itself when its time has come, each in a transaction of its own.

use crate::campaign::clock::{self, Fired, watch};
use crate::campaign::club::{press, votes};
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::plans::instructions::{decision_key, follow};
use crate::campaign::plans::timers::carry_out;
use crate::campaign::seats::chance;
use crate::campaign::seats::vacancy;
use crate::campaign::table::progress::Progress;
use crate::campaign::table::record;
use crate::campaign::tell::notices;
use crate::campaign::tell::reports::queue_news;
use crate::campaign::tell::{club, digest};
use crate::game::Decision;
use crate::mail::token::redacted;
use crate::report::WhyVacant;
use crate::store::{Game, GameStatus, Store, Timer, TimerKind, Tx};
use chrono::{DateTime, TimeDelta, Utc};

/// What is done in one go at most, so that mail is looked at in between.
const AT_ONCE: usize = 1000;
/// The same for decisions of bots, which take longer.
const DECISIONS_AT_ONCE: usize = 40;
/// How long a game that cannot be continued is left alone.
const POSTPONED: TimeDelta = TimeDelta::hours(1);

/// What became of the timers that were due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ticked {
    /// How many timers were dealt with.
    pub fired: usize,
    /// How many were not, because their games cannot be continued; they are tried again later.
    pub failed: usize,
    /// More is due than was done in one go.
    pub more: bool,
}

/// Does everything that is due, each in a transaction of its own.
///
/// # Errors
///
/// The database fails. A game that cannot be continued is reported in the log and to the operator,
/// and tried again later.
pub fn tick(
    store: &mut Store,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<Ticked, CampaignError> {
    tick_some(store, office, AT_ONCE, now)
}

/// As [`tick`], but does at most `most` things.
///
/// # Errors
///
/// As [`tick`].
pub fn tick_some(
    store: &mut Store,
    office: &Office,
    most: usize,
    now: DateTime<Utc>,
) -> Result<Ticked, CampaignError> {
    let mut ticked = Ticked::default();
    let mut decided = 0;
    loop {
        let due = store.transaction(|tx| tx.due_timer(now))?;
        let Some(timer) = due else { return Ok(ticked) };
        decided += usize::from(timer.kind == TimerKind::Bot);
        if ticked.fired + ticked.failed >= most || decided > DECISIONS_AT_ONCE {
            return Ok(Ticked { more: true, ..ticked });
        }
        match store.transaction(|tx| fire(tx, office, &timer, now)) {
            Ok(()) => ticked.fired += 1,
            // This is about the database and not about the game.
            Err(CampaignError::Store(error)) if error.can_be_waited_out() => {
                return Err(error.into());
            }
            Err(error) => {
                tracing::error!(%error, kind = timer.kind.id(), "what was due was not done");
                let text = redacted(&error.to_string());
                ticked.failed += 1;
                let later = Timer { due: now + POSTPONED, ..timer };
                store.transaction(|tx| {
                    tx.set_timer(&later)?;
                    tx.count_failure("What was due could not be done", &text, now)
                })?;
            }
        }
    }
}

fn fire(
    tx: &Tx<'_>,
    office: &Office,
    timer: &Timer,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    tx.remove_timer(timer.game, timer.kind, &timer.key)?;
    let game = tx.game(timer.game)?;
    match timer.kind {
        // Nobody votes who cannot be told of it.
        TimerKind::Vote if tx.sending()?.stopped.is_some() => {
            let due = now + watch::LOOK_AGAIN;
            return Ok(tx.set_timer(&Timer { due, ..timer.clone() })?);
        }
        TimerKind::Vote | TimerKind::Press => return talk(tx, office, game, timer, now),
        TimerKind::Begin | TimerKind::Opening | TimerKind::Awaited => {
            let notices = chance::fire(tx, &game, timer, now)?;
            return club::tell(tx, office, notices, now).map(drop);
        }
        TimerKind::Archive => return record::archive(tx, &game),
        TimerKind::Digest => return digest::send(tx, office, game, &timer.key, now),
        TimerKind::Instruction
        | TimerKind::Orders
        | TimerKind::Clock
        | TimerKind::Reminder
        | TimerKind::Bot => {}
    }
    if game.status != GameStatus::Playing {
        return Ok(());
    }
    let mut progress = Progress::load(tx, game)?;
    progress.pace = office.pace.of_game(&progress.game)?;
    let fired = clock::fire(&mut progress, timer, now)?;
    if let Fired::SeatLost(seat) = &fired {
        vacancy::vacate(&mut progress, seat, WhyVacant::Lapses, now)?;
    }
    if fired != Fired::NotOurs {
        // Done there.
    } else if timer.kind == TimerKind::Bot {
        clock::bots::decide(&mut progress, office, now)?;
    } else if timer.kind == TimerKind::Orders {
        carry_out(&mut progress, &timer.key, now)?;
    } else {
        let state = &progress.state;
        let meant = |decision: &Decision| decision_key(state, *decision) == timer.key;
        if let Some(decision) = state.decisions().into_iter().find(meant) {
            follow(&mut progress, decision, now)?;
        }
    }
    clock::after_change(&mut progress, now)?;
    notices::tell(&mut progress, office, now)?;
    progress.save()?;
    queue_news(&progress, office, now)
}

/// Ends a vote or delivers press, in a game that is paused or over, too: the players' talk goes on there.
fn talk(
    tx: &Tx<'_>,
    office: &Office,
    game: Game,
    timer: &Timer,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let mut progress = Progress::load(tx, game)?;
    progress.pace = office.pace.of_game(&progress.game)?;
    if timer.kind == TimerKind::Vote {
        votes::expire(&mut progress, &timer.key, now)?;
    } else {
        press::deliver(&mut progress)?;
    }
    notices::tell(&mut progress, office, now)?;
    progress.save()
}
