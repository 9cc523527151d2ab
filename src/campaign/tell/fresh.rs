//! A mail that waited so long in the outbox that what it says of deadlines has changed is written
//! anew, once, before it is handed over for the first time.
//!
//! Nothing else in it changes: what came since is told by another mail.

use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::outbox::write_anew;
use crate::campaign::post::payload::{Asked, Payload};
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::reports::awaited;
use crate::game::Seat;
use crate::store::{GameStatus, OutgoingMail, Tx};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

/// A mail that is handed over within this time of being written counts as told at once.
const AT_ONCE: TimeDelta = TimeDelta::minutes(2);

/// If a mail tells of its clocks too late, lets them run from now and has the mail say so. Returns whether it
/// was changed.
///
/// # Errors
///
/// A template or the database fails.
pub(crate) fn bring_up_to_date(
    tx: &Tx<'_>,
    office: &Office,
    mail: &OutgoingMail,
    payload: &mut Payload,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let (Some(game), Some(seat), Some(generation)) = (mail.game, &mail.seat, mail.generation)
    else {
        return Ok(false);
    };
    if mail.handed.is_some() || mail.asked.is_none() || now - mail.created < AT_ONCE {
        return Ok(false);
    }
    let game = tx.game(game)?;
    let (Some(seat), Some(role)) = (tx.seat(game.id, seat)?, Seat::from_id(seat)) else {
        return Ok(false);
    };
    if game.status != GameStatus::Playing || seat.generation != generation {
        return Ok(false);
    }
    // The clock of a player who is out of reach runs, however often his mails are tried.
    if tx.is_out_of_reach(game.id, (&seat.seat, generation))? {
        return Ok(false);
    }
    let progress = Progress::load(tx, game)?;
    let asked = Asked::read(mail.asked.as_deref());
    clock::begin_when_told(&progress, &seat, &asked.decisions, now)?;
    let Some(facts) = &mut payload.facts else { return Ok(false) };
    let mut changed = false;
    let fresh = awaited(&progress, role, now)?;
    let fresh: Vec<Value> =
        fresh.iter().map(|prompt| serde_json::to_value(prompt).unwrap_or_default()).collect();
    for prompt in facts["prompts"].as_array_mut().into_iter().flatten() {
        let same =
            |other: &&Value| other["nation"] == prompt["nation"] && other["kind"] == prompt["kind"];
        if let Some(fresh) = fresh.iter().find(same)
            && fresh["deadline"] != prompt["deadline"]
        {
            prompt["deadline"] = fresh["deadline"].clone();
            changed = true;
        }
    }
    if changed {
        write_anew(office, &mail.kind, payload)?;
    }
    Ok(changed)
}
