//! Bots at the table: what is awaited of one is decided at once, one decision in each transaction.
//!
//! A decision hangs on the log alone: what the seat may know, what everybody has seen, and a stream of chance that
//! follows from the game's key and the last entry of the log. So an audit makes it again, and a bot that was
//! interrupted decides the same. Clocks do not run against bots, and they decide only while a person sits at the
//! table.
//!
//! While a bot is about to decide nobody is told of what happens: the mails go out when all have answered.

use crate::bot::{self, BotStream, Insight, Level, Memory};
use crate::campaign::clock::caretaker;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::table::company;
use crate::campaign::table::progress::{Cause, Progress};
use crate::game::{Decision, DecisionKind};
use crate::store::{Digest, Timer, TimerKind};
use chrono::{DateTime, Utc};

/// Key of the timer: there is one for each game.
const KEY: &str = "bots";

/// What everybody at the table could have noted up to the last entry of the log.
fn memory(progress: &Progress<'_>, office: &Office) -> Result<Memory, CampaignError> {
    let (head, seed) = (progress.head, progress.game.seed.0);
    let game = Digest::of(&[progress.game.name.as_bytes(), &seed]);
    let memory = match office.notes.take(game) {
        Some((known, memory)) if known == head => memory,
        Some((known, mut memory)) if progress.only_adds_to(known)? => {
            let since = progress.events_after(known.number)?;
            since.iter().filter_map(|logged| logged.event.war()).for_each(|e| memory.note(e));
            memory
        }
        _ => {
            let events = progress.events_after(0)?;
            Memory::of(events.iter().filter_map(|logged| logged.event.war()))
        }
    };
    office.notes.keep(game, (head, memory.clone()));
    Ok(memory)
}

/// What a bot is to decide now, if anything.
fn next(progress: &Progress<'_>) -> Result<Option<(Decision, Level)>, CampaignError> {
    let bots = company::bots(progress)?;
    if bots.is_empty() || !company::has_people(progress)? {
        return Ok(None);
    }
    let of_bot = |decision: Decision| {
        let (_, level) = bots.iter().find(|(seat, _)| *seat == decision.seat)?;
        (decision.kind != DecisionKind::GameOver).then_some((decision, *level))
    };
    Ok(progress.state.decisions().into_iter().find_map(of_bot))
}

/// Has the next decision of a bot made at once, if one is awaited.
pub(crate) fn bring_up_to_date(
    progress: &Progress<'_>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let (tx, game) = (progress.tx, progress.game.id);
    let (kind, key) = (TimerKind::Bot, KEY.to_owned());
    if next(progress)?.is_none() {
        tx.remove_timer(game, kind, KEY)?;
    } else if !tx.timers(game)?.iter().any(|timer| timer.kind == kind) {
        tx.set_timer(&Timer { game, due: now, kind, key })?;
    }
    Ok(())
}

/// Whether a bot is about to decide, so that reports wait.
pub(crate) fn are_at_work(
    progress: &Progress<'_>,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let timers = progress.tx.timers(progress.game.id)?;
    Ok(progress.goes_on() && timers.iter().any(|t| t.kind == TimerKind::Bot && t.due <= now))
}

/// Makes the next decision of a bot and carries it out, by the way that a person's orders take.
pub(crate) fn decide(
    progress: &mut Progress<'_>,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some((decision, level)) = next(progress)? else { return Ok(()) };
    let seat = decision.seat;
    let memory = memory(progress, office)?;
    let insight = Insight { knowledge: progress.state.knowledge(seat), memory };
    let position = progress.head.number;
    let mut stream = BotStream::new(progress.state.key(), seat, position);
    let answer = bot::decide(&insight, level, &mut stream);
    let mut done = 0;
    for action in answer.iter().flat_map(|answer| &answer.actions) {
        let Some(answer) = &answer else { break };
        let cause = Cause::Bot { level, position };
        match progress.act(answer.nation, action, &cause, now)? {
            Ok(_) => done += 1,
            Err(refusal) => {
                let game = &progress.game.name;
                tracing::error!(?refusal, game, ?seat, "what a bot ordered was refused");
                break;
            }
        }
    }
    if done == 0 {
        // A bot that cannot decide must not hold the game up.
        let game = &progress.game.name;
        tracing::error!(game, ?seat, "a bot had no answer; the caretaker decides");
        let action = caretaker::action(&progress.state, decision);
        let done = match &action {
            Some(action) => progress.act(decision.nation, action, &Cause::Caretaker, now)?.is_ok(),
            None => false,
        };
        if !done {
            return Err(CampaignError::BrokenGame {
                game: progress.game.name.clone(),
                reason: format!("neither bot nor caretaker has an answer to {decision:?}"),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "bots_tests.rs"]
mod tests;
