//! What comes of a vote that is carried.

use super::proposal::Proposal;
use super::take_back;
use crate::campaign::letters::{queue_closed, queue_position};
use crate::campaign::progress::{OVER, PAUSED, PLAYING, Progress};
use crate::campaign::{CampaignError, Office};
use crate::report::{NoVote, VoteResult};
use chrono::{DateTime, Utc};

/// Why a proposal cannot be carried out now, if it cannot: asked when it is made and again when
/// it is carried.
pub(super) fn hindrance(
    progress: &Progress<'_>,
    proposal: &Proposal,
) -> Result<Option<NoVote>, CampaignError> {
    let status = progress.game.status.as_str();
    Ok(match proposal {
        _ if status == OVER => Some(NoVote::Over {}),
        Proposal::Pause {} if status == PAUSED => Some(NoVote::IsPaused {}),
        Proposal::Resume {} if status != PAUSED => Some(NoVote::IsNotPaused {}),
        Proposal::TakeBack { to, .. } if !take_back::is_possible(progress, *to)? => {
            Some(NoVote::Revealed {})
        }
        _ => None,
    })
}

/// Carries out what was decided. Returns whether everybody has been told by that.
pub(super) fn carry_out(
    progress: &mut Progress<'_>,
    office: &Office,
    proposal: &Proposal,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    match proposal {
        // The record in the log is all there is to it where no clock runs.
        Proposal::Extend { .. } | Proposal::Clocks { .. } | Proposal::Substitute { .. } => {
            Ok(false)
        }
        Proposal::Pause {} => {
            progress.set_status(PAUSED, None)?;
            Ok(false)
        }
        Proposal::Resume {} => {
            progress.set_status(PLAYING, None)?;
            Ok(false)
        }
        Proposal::TakeBack { to, .. } => {
            take_back::carry_out(progress, *to, now)?;
            queue_position(progress, office, now)?;
            Ok(true)
        }
        Proposal::Draw {} => close(progress, office, &[], now),
        Proposal::End { winners } => close(progress, office, winners, now),
    }
}

/// The game is over; what else is being voted on is void.
fn close(
    progress: &mut Progress<'_>,
    office: &Office,
    winners: &[crate::game::Seat],
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    progress.close(winners.to_vec(), now)?;
    for vote in progress.tx.votes(progress.game.id, super::OPEN)? {
        progress.tx.set_vote_state(&vote, VoteResult::Void.id())?;
    }
    queue_closed(progress, office, winners, now)?;
    Ok(true)
}
