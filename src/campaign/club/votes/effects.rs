//! What comes of a vote that is carried.

use crate::audit::journal::ClosedBy;
use crate::campaign::clock;
use crate::campaign::club::votes::proposal::{ClockKind, Proposal};
use crate::campaign::club::votes::take_back;
use crate::campaign::office::CampaignError;
use crate::campaign::seats::vacancy;
use crate::campaign::settings::Settings;
use crate::campaign::settings::clocks::Clocks;
use crate::campaign::table::company;
use crate::campaign::table::notices::Notice;
use crate::campaign::table::progress::Progress;
use crate::campaign::table::record;
use crate::report::{NoVote, WhyVacant};
use crate::store::GameStatus;
use chrono::{DateTime, TimeDelta, Utc};

/// Why a proposal cannot be carried out now, if it cannot: asked when it is made and again when
/// it is carried.
pub(crate) fn hindrance(
    progress: &Progress<'_>,
    proposal: &Proposal,
) -> Result<Option<NoVote>, CampaignError> {
    let status = progress.game.status;
    Ok(match proposal {
        _ if status == GameStatus::Ended => Some(NoVote::Over {}),
        Proposal::Extend { .. } if clock::agreed(progress)?.is_none() => Some(NoVote::NoClocks {}),
        Proposal::Clocks { kind, hours } => match clock::agreed(progress)? {
            None => Some(NoVote::NoClocks {}),
            Some(clocks) => with(clocks, *kind, *hours).is_none().then_some(NoVote::Span {}),
        },
        Proposal::Substitute { seat } => match progress.tx.seat(progress.game.id, seat.id())? {
            Some(held) if held.address.is_some() => None,
            Some(held) if company::level_of(&held).is_some() => Some(NoVote::IsBot {}),
            _ => Some(NoVote::IsVacant {}),
        },
        Proposal::Bot { seat } => {
            let held = progress.tx.seat(progress.game.id, seat.id())?;
            match held {
                Some(seat) if seat.address.is_some() => Some(NoVote::IsHeld {}),
                Some(seat) if company::level_of(&seat).is_some() => Some(NoVote::IsBot {}),
                _ => None,
            }
        }
        Proposal::Pause {} if status == GameStatus::Paused => Some(NoVote::IsPaused {}),
        Proposal::Resume {} if status != GameStatus::Paused => Some(NoVote::IsNotPaused {}),
        Proposal::TakeBack { to, .. } if !take_back::is_possible(progress, *to)? => {
            Some(NoVote::Revealed {})
        }
        _ => None,
    })
}

/// Carries out what was decided. Returns whether everybody has been told by that.
pub(crate) fn carry_out(
    progress: &mut Progress<'_>,
    proposal: &Proposal,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    match proposal {
        Proposal::Extend { hours, seat } => {
            clock::extend(progress, *seat, span(*hours), now)?;
            Ok(false)
        }
        // What is awaited already keeps its deadline.
        Proposal::Clocks { kind, hours } => {
            let mut settings = Settings::of(&progress.game)?;
            settings.clocks =
                clock::agreed(progress)?.and_then(|clocks| with(clocks, *kind, *hours));
            progress.game.settings = settings.text();
            progress.tx.set_game_settings(progress.game.id, &progress.game.settings)?;
            Ok(false)
        }
        Proposal::Substitute { seat } => {
            let held = progress.tx.seat(progress.game.id, seat.id())?;
            if let Some(held) = held {
                vacancy::vacate(progress, &held, WhyVacant::Voted, now)?;
            }
            Ok(true)
        }
        Proposal::Bot { seat } => {
            if let Some(vacant) = progress.tx.seat(progress.game.id, seat.id())? {
                let level = Settings::of(&progress.game)?.company.level;
                company::take_seat(progress, &vacant, level, now)?;
                if progress.game.status == GameStatus::Playing {
                    clock::after_change(progress, now)?;
                }
            }
            Ok(false)
        }
        Proposal::Pause {} => {
            clock::pause(progress, now)?;
            progress.set_status(GameStatus::Paused, None)?;
            Ok(false)
        }
        Proposal::Resume {} => {
            clock::resume(progress, now)?;
            progress.set_status(GameStatus::Playing, None)?;
            Ok(false)
        }
        Proposal::TakeBack { to, .. } => {
            take_back::carry_out(progress, *to, now)?;
            progress.notices.push(Notice::Position);
            Ok(true)
        }
        Proposal::Draw {} => close(progress, &[], now),
        Proposal::End { winners } => close(progress, winners, now),
    }
}

fn span(hours: u64) -> TimeDelta {
    TimeDelta::hours(i64::try_from(hours).unwrap_or(0))
}

/// The clocks with one of them changed, if they can be that.
fn with(mut clocks: Clocks, kind: ClockKind, hours: u64) -> Option<Clocks> {
    let hours = u32::try_from(hours).ok()?;
    match kind {
        ClockKind::SetUp => clocks.set_up = hours,
        ClockKind::Movement => clocks.movement = hours,
        ClockKind::Combat => clocks.combat = hours,
        ClockKind::Choices => clocks.choices = hours,
    }
    clocks.fault().is_none().then_some(clocks)
}

/// Closes the game; what else is being voted on is void. Everybody is told.
fn close(
    progress: &mut Progress<'_>,
    winners: &[crate::game::Seat],
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    progress.close(ClosedBy::Vote, winners.to_vec(), now)?;
    record::ended(progress.tx, &progress.game, now)?;
    progress.notices.push(Notice::Closed { by: ClosedBy::Vote, winners: winners.to_vec() });
    Ok(true)
}
