//! What clocks show: deadlines in prompts and at the public table, each by the reader's own
//! calendar.

use crate::campaign::clock::watch::clock_of;
use crate::campaign::clock::{absence, agreed};
use crate::campaign::office::CampaignError;
use crate::campaign::plans::drafts;
use crate::campaign::plans::instructions::answer_to;
use crate::campaign::plans::timers::orders_due;
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::table::company::level_of;
use crate::campaign::table::progress::Progress;
use crate::game::{Decision, DecisionKind, Nation, Order, Seat};
use crate::orders::with_plain_cards;
use crate::report::{Attendance, ClockFace, Deadline, IfNothingComes, Prompt, Table};
use chrono::{DateTime, TimeDelta, Utc};

/// Says in prompts when instructions will answer, or orders be carried out, and by when else the
/// answer is due; with its date where that is not this week, seen from `now`.
pub(crate) fn add_deadlines(
    progress: &Progress<'_>,
    seat: Seat,
    prompts: &mut [Prompt],
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    drafts::show(progress, seat, prompts)?;
    for prompt in prompts.iter_mut() {
        let (nation, kind): (Nation, DecisionKind) = (prompt.nation, prompt.kind);
        let due = match kind {
            DecisionKind::Movement => {
                let draft = drafts::movement_key(progress.state.turn(), nation);
                let due = orders_due(progress, seat.id(), &draft)?;
                due.map(|due| (due, IfNothingComes::OrdersSoFar))
            }
            _ => match progress.pending(nation, kind) {
                Some(pending) => {
                    let answer = answer_to(progress, Decision { nation, seat, kind })?;
                    let hand = progress.state.hand(nation);
                    let answer = answer.map(|action| with_plain_cards(action, hand));
                    prompt.instructed = answer.as_ref().map(Order::from);
                    Some((pending.due, IfNothingComes::Instructions))
                }
                None => None,
            },
        };
        if let Some((due, then)) = due {
            let at = Correspondent::holding(progress.tx, &progress.game, seat)?.moment(due);
            prompt.deadline = Some(Deadline { at, over_time: None, far: false, then });
        }
    }
    add_ends_of_clocks(progress, seat, prompts)?;
    let today = Correspondent::holding(progress.tx, &progress.game, seat)?.moment(now);
    for deadline in prompts.iter_mut().filter_map(|prompt| prompt.deadline.as_mut()) {
        deadline.seen_from(&today);
    }
    Ok(())
}

/// Says in prompts until when the caretaker waits, where nothing else is going to answer.
fn add_ends_of_clocks(
    progress: &Progress<'_>,
    seat: Seat,
    prompts: &mut [Prompt],
) -> Result<(), CampaignError> {
    let clocks = progress.tx.clocks(progress.game.id)?;
    if clocks.is_empty() || progress.tx.standstill(progress.game.id)?.is_some() {
        return Ok(());
    }
    let reader = Correspondent::holding(progress.tx, &progress.game, seat)?;
    for prompt in prompts.iter_mut().filter(|prompt| prompt.deadline.is_none()) {
        let decision = Decision { nation: prompt.nation, seat, kind: prompt.kind };
        if let Some(clock) = clock_of(progress, &clocks, decision) {
            prompt.deadline = Some(Deadline {
                at: reader.moment(clock.due),
                over_time: clock.grace.map(|grace| reader.moment(grace)),
                far: false,
                then: IfNothingComes::Caretaker,
            });
        }
    }
    Ok(())
}

/// Says at the public table by when each answer is due, and who is away or was late.
pub(crate) fn show(
    progress: &Progress<'_>,
    seat: Seat,
    table: &mut Table,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let (tx, game) = (progress.tx, progress.game.id);
    let clocks = tx.clocks(game)?;
    let reader = Correspondent::holding(progress.tx, &progress.game, seat)?;
    let still = tx.standstill(game)?.is_some();
    for row in &mut table.awaited {
        let awaited = &row.decision;
        let decision = Decision { nation: awaited.nation, seat: awaited.seat, kind: awaited.kind };
        row.clock = clock_of(progress, &clocks, decision).map(|clock| ClockFace {
            at: reader.moment(clock.due),
            over_time: clock.grace.map(|grace| reader.moment(grace)),
            still,
        });
    }
    let Some(agreed) = agreed(progress)? else { return Ok(()) };
    for stored in tx.seats(game)? {
        let Some(role) = Seat::from_id(&stored.seat) else { continue };
        let absences = absence::of_seat(progress, &agreed, &stored)?;
        let lapses = tx.lapses(&stored)?;
        let attendance = Attendance {
            seat: role,
            vacant: tx.vacancy(game, &stored.seat)?.is_some() && level_of(&stored).is_none(),
            // The end of the last day, not the beginning of the next.
            away_until: absences
                .away_until(now)
                .map(|ends| reader.moment(ends - TimeDelta::minutes(1))),
            lapses: lapses.total,
            in_a_row: lapses.in_a_row,
        };
        if attendance.is_worth_telling() {
            table.attendance.push(attendance);
        }
    }
    Ok(())
}
