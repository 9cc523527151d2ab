//! The watch over open decisions: clocks are started and taken away, players reminded, and what a
//! deadline brings is done.

use crate::campaign::clock::absence::{self, Absences};
use crate::campaign::clock::{agreed, bots, caretaker};
use crate::campaign::office::CampaignError;
use crate::campaign::plans::drafts;
use crate::campaign::plans::instructions::{answer_to, decision_key, follow};
use crate::campaign::plans::keys::ReminderKey;
use crate::campaign::plans::timers::{self, orders_due};
use crate::campaign::settings::clocks::{Clocks, hours};
use crate::campaign::table::company;
use crate::campaign::table::notices::Notice;
use crate::campaign::table::progress::{Cause, Progress};
use crate::campaign::table::record;
use crate::game::{Action, Decision, DecisionKind, Phase, Seat, State};
use crate::report::{ClubNews, LapsesToCome, WhyCaretaker};
use crate::store::{Clock, PersonRecord, Seat as StoredSeat, Timer, TimerKind, Tx, parse_time};
use chrono::{DateTime, TimeDelta, Utc};

/// A player who was written to within this time is not reminded.
const JUST_WRITTEN: TimeDelta = TimeDelta::hours(3);
/// Reminders that follow so soon are one.
const TOGETHER: TimeDelta = TimeDelta::hours(1);
/// While mail cannot be read or sent, a deadline that has passed is looked at again after this.
pub(crate) const LOOK_AGAIN: TimeDelta = TimeDelta::minutes(10);
/// The most answers that the caretaker gives at once to one question: no combat has more cards.
const AT_ONCE: usize = 100;

/// Under this name the database keeps when the mailboxes were last read to their end.
pub(crate) const LAST_LOOK: &str = "last look into the mailboxes";

/// When the mailboxes were last read to their end; `None` if that was never noted.
pub(crate) fn last_look(tx: &Tx<'_>) -> Result<Option<DateTime<Utc>>, CampaignError> {
    let kept = tx.meta(LAST_LOOK)?.and_then(|bytes| String::from_utf8(bytes).ok());
    Ok(kept.and_then(|text| parse_time(&text).ok()))
}

/// Whether nothing may come of a clock now: mail cannot be sent, or its player could not be told yet.
fn stands_still(
    progress: &Progress<'_>,
    clock: &Clock,
    seat: &StoredSeat,
) -> Result<bool, CampaignError> {
    Ok(progress.tx.sending()?.stopped.is_some() || is_untold(progress, clock, seat)?)
}

/// Whether the mail that tells of a decision still waits to be handed over.
pub(crate) fn is_untold(
    progress: &Progress<'_>,
    clock: &Clock,
    seat: &StoredSeat,
) -> Result<bool, CampaignError> {
    if seat.address.is_none() {
        return Ok(false);
    }
    let holder = (seat.seat.as_str(), seat.generation);
    Ok(progress.tx.is_untold(clock.game, holder, &clock.key, clock.since)?)
}

/// Starts anew the clocks of those of these decisions that their player is told of only now. Returns whether
/// there was one.
pub(crate) fn begin_when_told(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    decisions: &[String],
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let Some(clocks) = agreed(progress)? else { return Ok(false) };
    let mut changed = false;
    for mut clock in progress.tx.clocks(progress.game.id)? {
        let meant = clock.seat == seat.seat && decisions.contains(&clock.key);
        let holder = (seat.seat.as_str(), seat.generation);
        if !meant || progress.tx.was_told(clock.game, holder, &clock.key, clock.since)? {
            continue;
        }
        (clock.since, clock.grace) = (now, None);
        clock.due = deadline(progress, &clocks, &clock)?;
        keep(progress, &clocks, &clock)?;
        changed = true;
    }
    Ok(changed)
}

/// Whether timers of this kind belong to clocks: they are set here alone.
pub(crate) fn is_ours(kind: TimerKind) -> bool {
    matches!(kind, TimerKind::Clock | TimerKind::Reminder)
}

/// What is awaited, without the end of the game.
fn open(state: &State) -> impl Iterator<Item = Decision> {
    state.decisions().into_iter().filter(|decision| decision.kind != DecisionKind::GameOver)
}

fn by_key(state: &State, key: &str) -> Option<Decision> {
    open(state).find(|decision| decision_key(state, *decision) == key)
}

/// The clock of a decision, if it has one.
pub(crate) fn clock_of<'c>(
    progress: &Progress<'_>,
    clocks: &'c [Clock],
    decision: Decision,
) -> Option<&'c Clock> {
    let key = decision_key(&progress.state, decision);
    clocks.iter().find(|clock| clock.key == key)
}

fn stored_seat(progress: &Progress<'_>, seat: &str) -> Result<StoredSeat, CampaignError> {
    progress.tx.seat(progress.game.id, seat)?.ok_or_else(|| CampaignError::BrokenGame {
        game: progress.game.name.clone(),
        reason: format!("its seat {seat} is gone"),
    })
}

/// The absences of a seat's holder, as far as they count in this game.
pub(crate) fn absences(
    progress: &Progress<'_>,
    clocks: &Clocks,
    seat: &str,
) -> Result<Absences, CampaignError> {
    let seat = stored_seat(progress, seat)?;
    absence::of_seat(progress, clocks, &seat)
}

/// When a clock's time is over.
pub(crate) fn deadline(
    progress: &Progress<'_>,
    clocks: &Clocks,
    clock: &Clock,
) -> Result<DateTime<Utc>, CampaignError> {
    let schedule = clocks.schedule();
    let stand_in = |from| schedule.after(from, hours(clocks.stand_in), &[]);
    if let Some(vacancy) = progress.tx.vacancy(progress.game.id, &clock.seat)? {
        let waited = schedule.after(vacancy.since, hours(clocks.substitute), &[]);
        return Ok(waited.max(stand_in(clock.since)));
    }
    let absences = absences(progress, clocks, &clock.seat)?;
    let due = schedule.after(clock.since, clock.span, &absences.still);
    // The caretaker acts sooner for a player who is away, unless he is back before that.
    let away = absences.stand_in.iter().filter_map(|&(starts, ends)| {
        let at = stand_in(clock.since.max(starts));
        (at < ends).then_some(at)
    });
    Ok(away.fold(due, DateTime::min))
}

/// Moves a deadline to a later time.
pub(crate) fn put_off(
    progress: &Progress<'_>,
    clocks: &Clocks,
    clock: &mut Clock,
    due: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let still = absences(progress, clocks, &clock.seat)?.still;
    clock.span = clocks.schedule().running(clock.since, due, &still).max(clock.span);
    clock.due = due;
    Ok(())
}

/// Keeps a clock and sets the timers for what comes next on it.
pub(crate) fn keep(
    progress: &Progress<'_>,
    clocks: &Clocks,
    clock: &Clock,
) -> Result<(), CampaignError> {
    let (tx, game) = (progress.tx, clock.game);
    tx.save_clock(clock)?;
    stop_timers(progress, &clock.key)?;
    let due = clock.grace.unwrap_or(clock.due);
    tx.set_timer(&Timer { game, due, kind: TimerKind::Clock, key: clock.key.clone() })?;
    for before in clocks.reminders.iter().filter(|_| clock.grace.is_none()) {
        let due = clock.due - hours(*before);
        if due > clock.since {
            let key = ReminderKey { hours: *before, clock: &clock.key }.to_string();
            tx.set_timer(&Timer { game, due, kind: TimerKind::Reminder, key })?;
        }
    }
    Ok(())
}

fn stop_timers(progress: &Progress<'_>, key: &str) -> Result<(), CampaignError> {
    let (tx, game) = (progress.tx, progress.game.id);
    tx.remove_timer(game, TimerKind::Clock, key)?;
    for timer in tx.timers(game)? {
        if timer.kind == TimerKind::Reminder && ReminderKey::read(&timer.key)?.clock == key {
            tx.remove_timer(game, TimerKind::Reminder, &timer.key)?;
        }
    }
    Ok(())
}

fn remove(progress: &Progress<'_>, clock: &Clock) -> Result<(), CampaignError> {
    progress.tx.remove_clock(clock.game, &clock.key)?;
    stop_timers(progress, &clock.key)
}

/// Brings what was prepared and the clocks up to date with the decisions that are open now. Called
/// after every mail and timer.
pub(crate) fn after_change(
    progress: &mut Progress<'_>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    timers::bring_up_to_date(progress, now)?;
    bots::bring_up_to_date(progress, now)?;
    let bots = company::bots(progress)?;
    let mut running = progress.tx.clocks(progress.game.id)?;
    let clocks = agreed(progress)?;
    for decision in open(&progress.state) {
        let Some(clocks) = &clocks else { break };
        if bots.iter().any(|(seat, _)| *seat == decision.seat) {
            continue;
        }
        let key = decision_key(&progress.state, decision);
        // A decision that goes on keeps its clock.
        if let Some(place) = running.iter().position(|clock| clock.key == key) {
            running.swap_remove(place);
            continue;
        }
        let mut clock = Clock {
            game: progress.game.id,
            key,
            seat: decision.seat.id().into(),
            since: now,
            span: clocks.span(decision.kind, progress.state.is_first_turn()),
            due: now,
            grace: None,
            bounced: false,
        };
        clock.due = deadline(progress, clocks, &clock)?;
        keep(progress, clocks, &clock)?;
    }
    for answered in running {
        remove(progress, &answered)?;
        progress.tx.end_row_of_lapses(answered.game, &answered.seat)?;
        // By then nobody but the player can have answered, or left instructions to do so.
        if now < answered.due
            && let Some(seat) = progress.tx.seat(answered.game, &answered.seat)?
        {
            record::count(progress.tx, &seat, PersonRecord { kept: 1, ..PersonRecord::default() })?;
        }
    }
    Ok(())
}

/// Sets the deadlines of a seat anew, because an absence has changed; with `start` its clocks begin anew as well,
/// with this time at least, because its holder has.
pub(crate) fn set_anew(
    progress: &Progress<'_>,
    seat: &str,
    start: Option<TimeDelta>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(clocks) = agreed(progress)? else { return Ok(()) };
    let schedule = clocks.schedule();
    for mut clock in progress.tx.clocks(progress.game.id)? {
        if clock.seat != seat {
            continue;
        }
        if let Some(longer) = start {
            (clock.since, clock.grace, clock.bounced) = (now, None, false);
            clock.span = clock.span.max(longer);
        }
        let still = absences(progress, &clocks, seat)?.still;
        clock.due = deadline(progress, &clocks, &clock)?;
        if clock.due > now {
            clock.grace = None;
        } else if let Some(grace) = clock.grace {
            let left = schedule.running(now, grace, &[]);
            clock.grace = Some(schedule.after(now, left, &still));
        } else {
            // Nobody is called to account for the past.
            clock.due = schedule.after(now, hours(clocks.stand_in), &still);
        }
        keep(progress, &clocks, &clock)?;
    }
    Ok(())
}

/// The time that a seat's new holder has for what is awaited: as in a first turn.
pub(crate) fn longest_span(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<TimeDelta, CampaignError> {
    let Some(clocks) = agreed(progress)? else { return Ok(TimeDelta::zero()) };
    let own = open(&progress.state).filter(|decision| decision.seat == seat);
    let spans = own.map(|decision| clocks.span(decision.kind, true));
    Ok(spans.max().unwrap_or_default())
}

/// Mail to a seat came back: its clocks are put off, each once. Returns until when.
pub(crate) fn bounced(
    progress: &mut Progress<'_>,
    seat: Seat,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, CampaignError> {
    let Some(clocks) = agreed(progress)?.filter(|clocks| clocks.bounce > 0) else {
        return Ok(None);
    };
    let mut latest = None;
    for mut clock in progress.tx.clocks(progress.game.id)? {
        if clock.seat != seat.id() || clock.bounced {
            continue;
        }
        let holder = stored_seat(progress, &clock.seat)?;
        let of_holder = (holder.seat.as_str(), holder.generation);
        if !progress.tx.was_told(clock.game, of_holder, &clock.key, clock.since)? {
            // His time began to run only now.
            (clock.since, clock.grace) = (now, None);
            clock.due = deadline(progress, &clocks, &clock)?;
        }
        let still = absences(progress, &clocks, &clock.seat)?.still;
        let from = if clock.grace.take().is_some() { now.max(clock.due) } else { clock.due };
        let due = clocks.schedule().after(from, hours(clocks.bounce), &still);
        put_off(progress, &clocks, &mut clock, due)?;
        clock.bounced = true;
        keep(progress, &clocks, &clock)?;
        latest = latest.max(Some(due));
    }
    if latest.is_some() {
        let hours = clocks.bounce;
        progress.note(&ClubNews::MailBounces { seat, hours }, now)?;
    }
    Ok(latest)
}

/// What came of a timer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fired {
    /// It is no timer of a clock.
    NotOurs,
    /// What was due has been done, if anything was left to do.
    Done,
    /// The holder of this seat has let too many deadlines pass, and loses it.
    SeatLost(StoredSeat),
}

/// Does what one of our timers is for.
pub(crate) fn fire(
    progress: &mut Progress<'_>,
    timer: &Timer,
    now: DateTime<Utc>,
) -> Result<Fired, CampaignError> {
    if !is_ours(timer.kind) {
        return Ok(Fired::NotOurs);
    }
    let Some(clocks) = agreed(progress)? else { return Ok(Fired::Done) };
    let key = match timer.kind {
        TimerKind::Reminder => ReminderKey::read(&timer.key)?.clock,
        _ => &timer.key,
    };
    let all = progress.tx.clocks(progress.game.id)?;
    let (Some(clock), Some(decision)) =
        (all.into_iter().find(|clock| clock.key == key), by_key(&progress.state, key))
    else {
        return Ok(Fired::Done);
    };
    let seat = stored_seat(progress, &clock.seat)?;
    if stands_still(progress, &clock, &seat)? {
        let due = now + LOOK_AGAIN;
        // When the clock runs on from another point, its reminders are set anew.
        if timer.kind == TimerKind::Clock || due < clock.due {
            progress.tx.set_timer(&Timer { due, ..timer.clone() })?;
        }
        return Ok(Fired::Done);
    }
    if timer.kind == TimerKind::Reminder {
        remind(progress, &clocks, (&seat, decision), now)?;
    } else {
        if next_stage(progress, &clocks, (clock, &seat, decision), now)? {
            return Ok(Fired::SeatLost(seat));
        }
    }
    Ok(Fired::Done)
}

/// Whether a decision will be answered without its player: by instruction, or by orders that are
/// complete.
pub(crate) fn is_covered(
    progress: &Progress<'_>,
    decision: Decision,
) -> Result<bool, CampaignError> {
    if decision.kind == DecisionKind::Movement {
        let draft = drafts::movement_key(progress.state.turn(), decision.nation);
        return Ok(orders_due(progress, decision.seat.id(), &draft)?.is_some());
    }
    Ok(answer_to(progress, decision)?.is_some())
}

/// Reminds a player of everything that is awaited, unless there is no need.
fn remind(
    progress: &mut Progress<'_>,
    clocks: &Clocks,
    (seat, decision): (&StoredSeat, Decision),
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let (tx, game) = (progress.tx, progress.game.id);
    let last = tx.last_mail_to(game, &seat.seat, seat.generation)?;
    let just_written = last.is_some_and(|last| now - last < JUST_WRITTEN);
    let away = absence::of_seat(progress, clocks, seat)?.is_away(now);
    if seat.address.is_none() || just_written || away || is_covered(progress, decision)? {
        return Ok(());
    }
    for timer in tx.timers(game)? {
        if timer.kind != TimerKind::Reminder || timer.due > now + TOGETHER {
            continue;
        }
        let decision = by_key(&progress.state, ReminderKey::read(&timer.key)?.clock);
        if decision.is_some_and(|decision| decision.seat.id() == seat.seat) {
            tx.remove_timer(game, TimerKind::Reminder, &timer.key)?;
        }
    }
    note_reminder(progress, clocks, seat, false)
}

/// Notes that a player is to be reminded.
fn note_reminder(
    progress: &mut Progress<'_>,
    clocks: &Clocks,
    seat: &StoredSeat,
    over_time: bool,
) -> Result<(), CampaignError> {
    let count = progress.tx.lapses(seat)?;
    let lapses = over_time.then(|| LapsesToCome {
        in_a_row: count.in_a_row + 1,
        in_a_row_limit: clocks.lapses_in_a_row,
        total: count.total + 1,
        limit: clocks.lapses,
    });
    progress.notices.push(Notice::Reminder { seat: seat.clone(), lapses });
    Ok(())
}

/// What a deadline, or the end of the grace, brings. Returns whether the holder loses the seat by it.
fn next_stage(
    progress: &mut Progress<'_>,
    clocks: &Clocks,
    (mut clock, seat, decision): (Clock, &StoredSeat, Decision),
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let due = clock.grace.unwrap_or(clock.due);
    let looked = last_look(progress.tx)?;
    if due > now || looked.is_some_and(|looked| looked < due) {
        // It was put off; or an answer may lie in the mailbox, unread.
        let due = if due > now { due } else { now + LOOK_AGAIN };
        let (game, kind) = (clock.game, TimerKind::Clock);
        progress.tx.set_timer(&Timer { game, due, kind, key: clock.key })?;
        return Ok(false);
    }
    if is_covered(progress, decision)? {
        by_orders(progress, decision, now)?;
        if !open(&progress.state).any(|open| open == decision)
            || decision_key(&progress.state, decision) != clock.key
        {
            return Ok(false);
        }
    }
    let vacant = progress.tx.vacancy(clock.game, &clock.seat)?.is_some();
    let away = !vacant && absence::of_seat(progress, clocks, seat)?.is_away(now);
    if !vacant && !away && clock.grace.is_none() && clocks.grace > 0 {
        let still = absence::of_seat(progress, clocks, seat)?.still;
        clock.grace = Some(clocks.schedule().after(now, hours(clocks.grace), &still));
        keep(progress, clocks, &clock)?;
        note_reminder(progress, clocks, seat, true)?;
        return Ok(false);
    }
    remove(progress, &clock)?;
    let why = match (vacant, away) {
        (true, _) => WhyCaretaker::Vacant,
        (_, true) => WhyCaretaker::Away,
        _ => WhyCaretaker::Lapse,
    };
    let state = &progress.state;
    let during = match state.phase() {
        Phase::SetUp => "set-up".to_owned(),
        _ => format!("{} {}", state.turn(), state.nation().id()),
    };
    act(progress, decision, why, now)?;
    match why {
        WhyCaretaker::Lapse => lapse(progress, clocks, (seat, &during), now),
        WhyCaretaker::Vacant | WhyCaretaker::Away => Ok(false),
    }
}

/// Has complete orders or instructions answer at once.
fn by_orders(
    progress: &mut Progress<'_>,
    decision: Decision,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    if decision.kind != DecisionKind::Movement {
        return follow(progress, decision, now);
    }
    let seat = decision.seat.id();
    let draft = drafts::movement_key(progress.state.turn(), decision.nation);
    timers::stop_orders(progress, seat, &draft)?;
    timers::carry_out(progress, &format!("{seat} {draft}"), now)
}

/// The caretaker answers a decision, and everybody is told so.
fn act(
    progress: &mut Progress<'_>,
    decision: Decision,
    why: WhyCaretaker,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Decision { nation, seat, kind } = decision;
    progress.note(&ClubNews::Caretaker { seat, why, nation, kind }, now)?;
    if kind == DecisionKind::Movement {
        // What was not complete is not carried out.
        let draft = drafts::movement_key(progress.state.turn(), nation);
        progress.tx.withdraw_draft(progress.game.id, seat.id(), &draft)?;
    }
    let fight = |state: &State| state.combat().map(|combat| (combat.from, combat.to));
    let began = fight(&progress.state);
    for _ in 0..AT_ONCE {
        let Some(action) = caretaker::action(&progress.state, decision) else { break };
        if let Err(refusal) = progress.act(nation, &action, &Cause::Caretaker, now)? {
            return Err(CampaignError::BrokenGame {
                game: progress.game.name.clone(),
                reason: format!("the caretaker's {action:?} was refused: {refusal:?}"),
            });
        }
        let goes_on = matches!(action, Action::Play { .. })
            && fight(&progress.state) == began
            && open(&progress.state).any(|open| open == decision);
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// Counts a lapse, one for each nation's action. Returns whether they are too many.
fn lapse(
    progress: &mut Progress<'_>,
    clocks: &Clocks,
    (seat, during): (&StoredSeat, &str),
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    if !progress.tx.note_lapse(seat, during, now)? {
        return Ok(false);
    }
    let lapsed = PersonRecord { lapsed: 1, ..PersonRecord::default() };
    record::count(progress.tx, seat, lapsed)?;
    let count = progress.tx.lapses(seat)?;
    Ok(count.in_a_row >= clocks.lapses_in_a_row || count.total >= clocks.lapses)
}
