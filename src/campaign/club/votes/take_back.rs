//! How far a game may go back, and how it does: to the position before a seat's last mail, as long
//! as nothing secret has been revealed since. What reveals is [`crate::audit::reveals`].

use crate::audit::journal::{ACTION, TAKEN_BACK};
use crate::audit::{self, Replay};
use crate::campaign::clock;
use crate::campaign::office::CampaignError;
use crate::campaign::table::progress::Progress;
use crate::game::{Nation, Seat};
use crate::report::NoVote;
use crate::store::Entry;
use chrono::{DateTime, Utc};

/// The entry to go back to, so that the last mail of a seat is undone; or why there is none.
pub(crate) fn target(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<Result<u64, NoVote>, CampaignError> {
    let entries = progress.tx.entries(progress.game.id)?;
    let in_force = in_force(&entries);
    let own = |entry: &&&Entry| {
        let nation = sealed(entry, "/nation").and_then(Nation::from_id);
        nation.is_some_and(|nation| progress.state.seat_of(nation) == seat)
    };
    let Some(last) = in_force.iter().rev().find(own) else {
        return Ok(Err(NoVote::NothingToTakeBack {}));
    };
    // All that the same mail ordered; what instructions did stands alone.
    let first = match sealed(last, "/mail/sha256") {
        None => last.number,
        Some(mail) => {
            let same = |entry: &&&Entry| own(entry) && sealed(entry, "/mail/sha256") == Some(mail);
            in_force.iter().find(same).map_or(last.number, |entry| entry.number)
        }
    };
    let to = first - 1;
    Ok(if audit::may_go_back(&entries, to) { Ok(to) } else { Err(NoVote::Revealed {}) })
}

/// Whether the position after this entry can still hold again.
pub(crate) fn is_possible(progress: &Progress<'_>, to: u64) -> Result<bool, CampaignError> {
    Ok(audit::may_go_back(&progress.tx.entries(progress.game.id)?, to))
}

/// Makes the position after this entry hold again. The log alone says what it was.
pub(crate) fn carry_out(
    progress: &mut Progress<'_>,
    to: u64,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let broken =
        |reason: String| CampaignError::BrokenGame { game: progress.game.name.clone(), reason };
    let mut replay = Replay::new(&progress.game.name, progress.game.seed.0);
    let entries = progress.tx.entries(progress.game.id)?;
    for entry in entries.iter().take_while(|entry| entry.number <= to) {
        replay.entry(entry).map_err(|difference| broken(difference.to_string()))?;
    }
    let state = replay.into_state().ok_or_else(|| broken("it had not begun then".into()))?;
    progress.take_back(to, state, now)?;
    clock::after_change(progress, now)
}

/// The actions that have not been taken back, in order.
fn in_force(entries: &[Entry]) -> Vec<&Entry> {
    let mut actions: Vec<&Entry> = Vec::new();
    for entry in entries {
        match entry.kind.as_str() {
            ACTION => actions.push(entry),
            TAKEN_BACK => {
                let to = entry.public["to"].as_u64().unwrap_or(entry.number);
                actions.retain(|action| action.number <= to);
            }
            _ => {}
        }
    }
    actions
}

/// A text in the sealed part of an entry.
fn sealed<'a>(entry: &'a Entry, pointer: &str) -> Option<&'a str> {
    entry.opening.as_ref()?.sealed.pointer(pointer)?.as_str()
}
