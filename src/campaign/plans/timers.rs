//! What the program does by itself when its time has come: answers by instruction, and complete
//! sets of orders that waited for second thoughts or were sent ahead.
//!
//! Whether a side answers by instruction must not show. So the time is drawn when the decision
//! opens, before anything is known of the answer; and what the others are then told is what they
//! would be told of an answer by hand.

use crate::campaign::clock;
use crate::campaign::club::{press, votes};
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::plans::instructions::{answer_to, decision_key, follow};
use crate::campaign::plans::{ahead, drafts};
use crate::campaign::seats::gathering::{self, BEGIN};
use crate::campaign::seats::intervention as seats;
use crate::campaign::seats::intervention::ARCHIVE;
use crate::campaign::table::progress::{Cause, PLAYING, Pending, Progress, Told};
use crate::campaign::tell::digest::{self, DIGEST};
use crate::campaign::tell::letters::queue_news;
use crate::game::{Decision, DecisionKind, Nation, Seat};
use crate::mail::token::redacted;
use crate::report::{Deadline, IfNothingComes, Prompt};
use crate::store::{Game, Store, StoreError, Timer, Tx};
use chrono::{DateTime, TimeDelta, Utc};

/// Kind of the timer for an answer by instruction; its key names the decision.
const INSTRUCTION: &str = "instruction";
/// Kind of the timer for movement orders; its key is the seat and the name of their draft.
const ORDERS: &str = "orders";
/// What is done in one go at most, so that mail is looked at in between.
const AT_ONCE: usize = 1000;
/// How long a game that cannot be continued is left alone.
const POSTPONED: TimeDelta = TimeDelta::hours(1);

/// What became of the timers that were due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ticked {
    pub fired: usize,
    /// Their games cannot be continued; tried again later.
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
    let mut ticked = Ticked::default();
    loop {
        let due = store.transaction(|tx| tx.due_timer(now))?;
        let Some(timer) = due else { return Ok(ticked) };
        if ticked.fired + ticked.failed >= AT_ONCE {
            return Ok(Ticked { more: true, ..ticked });
        }
        match store.transaction(|tx| fire(tx, office, &timer, now)) {
            Ok(()) => ticked.fired += 1,
            // This is about the database and not about the game.
            Err(CampaignError::Store(error)) if error.can_be_waited_out() => {
                return Err(error.into());
            }
            Err(error) => {
                tracing::error!(%error, kind = timer.kind, "what was due was not done");
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
    tx.remove_timer(timer.game, &timer.kind, &timer.key)?;
    let game = tx.game(timer.game)?;
    match timer.kind.as_str() {
        votes::TIMER | press::TIMER => return talk(tx, office, game, timer, now),
        BEGIN => return gathering::begin_full(tx, office, &game, now),
        ARCHIVE => return seats::archive(tx, &game),
        DIGEST => return digest::send(tx, office, game, &timer.key, now),
        _ => {}
    }
    if game.status != PLAYING {
        return Ok(());
    }
    let mut progress = Progress::load(tx, game)?;
    progress.pace = office.pace.of_game(&progress.game)?;
    if clock::fire(&mut progress, office, timer, now)? {
        // Done there.
    } else if timer.kind == ORDERS {
        carry_out(&mut progress, &timer.key, now)?;
    } else {
        let state = &progress.state;
        let meant = |decision: &Decision| decision_key(state, *decision) == timer.key;
        if let Some(decision) = state.decisions().into_iter().find(meant) {
            follow(&mut progress, decision, now)?;
        }
    }
    after_change(&mut progress, now)?;
    progress.save()?;
    queue_news(&progress, office, now)
}

/// What the players decide and say goes on in a game that is paused or over.
fn talk(
    tx: &Tx<'_>,
    office: &Office,
    game: Game,
    timer: &Timer,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let mut progress = Progress::load(tx, game)?;
    progress.pace = office.pace.of_game(&progress.game)?;
    if timer.kind == votes::TIMER {
        votes::expire(&mut progress, office, &timer.key, now)?;
    } else {
        press::deliver(&progress, office, now)?;
    }
    progress.save()
}

/// Carries out a set of movement orders; if one of them has become impossible, the player is told
/// and asked.
pub(crate) fn carry_out(
    progress: &mut Progress<'_>,
    key: &str,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some((seat, draft)) = key.split_once(' ') else { return Ok(()) };
    let open = progress.state.decisions().into_iter().find(|decision| {
        decision.kind == DecisionKind::Movement
            && decision.seat.id() == seat
            && drafts::movement_key(progress.state.turn(), decision.nation) == draft
    });
    let Some(Decision { nation, seat: role, .. }) = open else { return Ok(()) };
    let kept = progress.tx.draft(progress.game.id, seat, draft)?;
    let cause = Cause::Draft {
        sha256: kept.as_ref().and_then(drafts::sha256_of),
        message_id: kept.and_then(|kept| kept.message_id),
    };
    let impossible = drafts::carry_out(progress, seat, nation, draft, &cause, now)?;
    if let Some(impossible) = impossible {
        let due = ahead::failed(nation, impossible.text, impossible.refusal);
        progress.told.push(Told { seat: role, due });
    }
    Ok(())
}

/// Has the set of movement orders of this name carried out then. Returns the time.
pub(crate) fn set_orders(
    progress: &Progress<'_>,
    seat: &str,
    draft: &str,
    due: DateTime<Utc>,
) -> Result<DateTime<Utc>, StoreError> {
    let key = format!("{seat} {draft}");
    progress.tx.set_timer(&Timer { game: progress.game.id, due, kind: ORDERS.into(), key })?;
    Ok(due)
}

/// Does not have it carried out any more; whether it would have been.
pub(crate) fn stop_orders(
    progress: &Progress<'_>,
    seat: &str,
    draft: &str,
) -> Result<bool, StoreError> {
    progress.tx.remove_timer(progress.game.id, ORDERS, &format!("{seat} {draft}"))
}

/// When a set of orders will be carried out, if it will be.
pub(crate) fn orders_due(
    progress: &Progress<'_>,
    seat: &str,
    draft: &str,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let key = format!("{seat} {draft}");
    let timers = progress.tx.timers(progress.game.id)?;
    Ok(timers.into_iter().find(|t| t.kind == ORDERS && t.key == key).map(|timer| timer.due))
}

/// Brings everything that waits up to date with the decisions that are open now: orders ahead
/// whose time has come, and answers by instruction. Called after every mail and timer.
pub(crate) fn after_change(
    progress: &mut Progress<'_>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    ahead::bring_due(progress, now)?;
    let game = progress.game.id;
    let mut timers = progress.tx.timers(game)?;
    timers.retain(|timer| timer.kind == INSTRUCTION);
    progress.pending.clear();
    for decision in progress.state.decisions() {
        if answer_to(progress, decision)?.is_none() {
            continue;
        }
        let key = decision_key(&progress.state, decision);
        let due = match timers.iter().position(|timer| timer.key == key) {
            // A decision that goes on keeps its time.
            Some(place) => timers.swap_remove(place).due,
            None => {
                let due = now + progress.pace.delay()?;
                progress.tx.set_timer(&Timer { game, due, kind: INSTRUCTION.into(), key })?;
                due
            }
        };
        let Decision { nation, kind, .. } = decision;
        progress.pending.push(Pending { nation, kind, due });
    }
    // Answered by hand, or no longer by instruction.
    for timer in timers {
        progress.tx.remove_timer(game, INSTRUCTION, &timer.key)?;
    }
    clock::after_change(progress, now)
}

/// Says in prompts when instructions will answer, or orders be carried out, and by when else the
/// answer is due.
pub(crate) fn add_deadlines(
    progress: &Progress<'_>,
    seat: Seat,
    prompts: &mut [Prompt],
) -> Result<(), CampaignError> {
    for prompt in prompts.iter_mut() {
        let (nation, kind): (Nation, DecisionKind) = (prompt.nation, prompt.kind);
        let due = match kind {
            DecisionKind::Movement => {
                let draft = drafts::movement_key(progress.state.turn(), nation);
                let due = orders_due(progress, seat.id(), &draft)?;
                due.map(|due| (due, IfNothingComes::OrdersSoFar))
            }
            _ => progress
                .pending(nation, kind)
                .map(|pending| (pending.due, IfNothingComes::Instructions)),
        };
        if let Some((due, then)) = due {
            let at = clock::moment_for(progress, seat, due)?;
            prompt.deadline = Some(Deadline { at, over_time: None, far: false, then });
        }
    }
    clock::add_deadlines(progress, seat, prompts)
}
