//! When what a player has prepared takes effect: answers by instruction, and complete sets of orders
//! that waited for second thoughts or were sent ahead.
//!
//! Whether a side answers by instruction must not show. So an answer by instruction comes after a time that is
//! drawn when the decision opens and does not hang on what the answer is; and what the others are then told is
//! what they would be told of an answer by hand.

use crate::campaign::office::CampaignError;
use crate::campaign::plans::instructions::{answer_to, decision_key};
use crate::campaign::plans::keys::OrdersKey;
use crate::campaign::plans::{ahead, drafts, instructions};
use crate::campaign::table::progress::{Cause, Pending, Progress, Told};
use crate::game::{Decision, DecisionKind};
use crate::store::{StoreError, Timer, TimerKind};
use chrono::{DateTime, Utc};

/// Carries out the set of movement orders that a timer's key names ([`OrdersKey`]); if one of them has become
/// impossible, the player is told and asked.
pub(crate) fn carry_out(
    progress: &mut Progress<'_>,
    key: &str,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let OrdersKey { seat, draft } = OrdersKey::read(key)?;
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

/// Takes away the timer that would carry out a set of orders. Returns whether there was one.
pub(crate) fn stop_orders(
    progress: &Progress<'_>,
    seat: &str,
    draft: &str,
) -> Result<bool, StoreError> {
    progress.tx.remove_timer(
        progress.game.id,
        TimerKind::Orders,
        &OrdersKey { seat, draft }.to_string(),
    )
}

/// When a set of orders will be carried out, if it will be.
pub(crate) fn orders_due(
    progress: &Progress<'_>,
    seat: &str,
    draft: &str,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let key = OrdersKey { seat, draft }.to_string();
    let timers = progress.tx.timers(progress.game.id)?;
    Ok(timers
        .into_iter()
        .find(|t| t.kind == TimerKind::Orders && t.key == key)
        .map(|timer| timer.due))
}

/// Brings what a player has prepared up to date with the decisions that are open now: orders ahead
/// whose time has come, and answers by instruction. The clocks come after it.
pub(crate) fn bring_up_to_date(
    progress: &mut Progress<'_>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    ahead::bring_due(progress, now)?;
    instructions::without_fought(progress)?;
    let game = progress.game.id;
    let mut timers = progress.tx.timers(game)?;
    timers.retain(|timer| timer.kind == TimerKind::Instruction);
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
                progress.tx.set_timer(&Timer { game, due, kind: TimerKind::Instruction, key })?;
                due
            }
        };
        let Decision { nation, kind, .. } = decision;
        progress.pending.push(Pending { nation, kind, due });
    }
    // Answered by hand, or no longer by instruction.
    for timer in timers {
        progress.tx.remove_timer(game, TimerKind::Instruction, &timer.key)?;
    }
    Ok(())
}
