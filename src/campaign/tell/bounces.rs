//! Mail to a seat that does not arrive: noted on the seat, and told to the others at the table
//! once.
//!
//! A delivery report counts only if it shows the seat's token, which our mail carried in its
//! Message-ID: anybody can write a mail that looks like a report.

use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::identity::genuine;
use crate::campaign::post::key::MailKey;
use crate::campaign::post::outbox::Post;
use crate::campaign::table::facts::log_head;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::reports::{held_seat, to_seat};
use crate::game::Seat;
use crate::mail::intake::{DeliveryAction, DeliveryReport, Letter};
use crate::mail::token::{redacted, token_in_message_id};
use crate::report::{Bounces, Mail};
use crate::store::{Bounce, Game, OutgoingMail, Seat as StoredSeat, Tx};
use chrono::{DateTime, Utc};

/// Notes what a delivery report says. Returns the seat it is about, if it is genuine.
pub(crate) fn note_report(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    report: &DeliveryReport,
    now: DateTime<Utc>,
) -> Result<Option<(Game, StoredSeat)>, CampaignError> {
    let domain = &office.own.message_id_domain;
    let of_original =
        report.original_message_id.as_deref().and_then(|id| token_in_message_id(id, domain));
    let candidates = of_original.into_iter().chain(letter.token_candidates.iter().map(|s| &**s));
    let mut about = None;
    for candidate in candidates {
        about = genuine(tx, office, candidate)?;
        if about.is_some() {
            break;
        }
    }
    let Some((game, seat)) = about else { return Ok(None) };
    let mut permanent = false;
    for recipient in &report.recipients {
        let failed = match recipient.action {
            DeliveryAction::Failed => true,
            DeliveryAction::Delayed => false,
            _ => continue,
        };
        permanent |= failed;
        let address = recipient.address.as_ref().map(|address| address.mailbox());
        tx.note_bounce(&Bounce {
            game: game.id,
            seat: seat.seat.clone(),
            generation: seat.generation,
            address: address.or_else(|| seat.address.clone()).unwrap_or_default(),
            permanent: failed,
            status: one_line(&recipient.status),
            diagnostic: one_line(&recipient.diagnostic),
            noted: now,
        })?;
        tracing::warn!(
            game = game.name,
            seat = seat.seat,
            permanent = failed,
            "mail to a seat does not arrive"
        );
    }
    if permanent {
        tell_the_others(tx, office, &game, &seat, now)?;
    }
    Ok(Some((game, seat)))
}

/// Notes a mail that the transport refused for good, or does not take for days.
pub(crate) fn note_refusal(
    tx: &Tx<'_>,
    office: &Office,
    mail: &OutgoingMail,
    (error, permanent): (&str, bool),
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let (Some(game), Some(name)) = (mail.game, &mail.seat) else { return Ok(()) };
    let Some(seat) = tx.seat(game, name)? else { return Ok(()) };
    if mail.generation != Some(seat.generation) {
        return Ok(());
    }
    tx.note_bounce(&Bounce {
        game,
        seat: seat.seat.clone(),
        generation: seat.generation,
        address: mail.recipient.clone(),
        permanent,
        status: String::new(),
        diagnostic: one_line(error),
        noted: now,
    })?;
    tell_the_others(tx, office, &tx.game(game)?, &seat, now)
}

/// Tells the other players, once while the seat keeps its holder.
fn tell_the_others(
    tx: &Tx<'_>,
    office: &Office,
    game: &Game,
    about: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(role) = Seat::from_id(&about.seat).filter(|_| !game.status.is_before()) else {
        return Ok(());
    };
    let mut progress = Progress::load(tx, game.clone())?;
    let more_time = clock::bounced(&mut progress, role, now)?;
    progress.save()?;
    for seat in tx.seats(game.id)? {
        if seat.seat == about.seat || seat.address.is_none() {
            continue;
        }
        let mail = Mail::Bounces(Bounces {
            game: game.name.clone(),
            seat: role,
            more_time: match (more_time, Seat::from_id(&seat.seat)) {
                (Some(due), Some(reader)) => {
                    Some(Correspondent::holding(progress.tx, &progress.game, reader)?.moment(due))
                }
                _ => None,
            },
            log: log_head(&progress),
        });
        // The key holds no number of an entry: the same news is the same mail whenever it comes.
        let to = held_seat(&progress, &seat);
        let key = MailKey::Bounces { seat: held_seat(&progress, about), to };
        to_seat(&progress, office, &seat, Post::new(key, &mail), now)?;
    }
    Ok(())
}

/// What a server said, fit to be shown: in one line, without tokens.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    redacted(&plain)
}
