//! Out of the outbox: mails are composed when they are sent, since only then their tokens exist
//! in clear.
//!
//! A mail is marked as sent after the transport took it. A crash in between sends it again, byte
//! for byte the same, with the same Message-ID.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::DESK;
use crate::campaign::post::payload::{FAREWELL, Payload};
use crate::campaign::tell::bounces;
use crate::campaign::tell::log_copy::enclosed_log;
use crate::mail::address::Address;
use crate::mail::compose::{
    AttachedFile, AutoSubmitted, Composed, InlineImage, Outgoing, compose, is_message_id,
};
use crate::mail::token::{SeatToken, message_id, redacted};
use crate::mail::transport::MailTransport;
use crate::report::links;
use crate::report::map::{self, MapError};
use crate::store::{AfterFailure, Failure, OutgoingMail, Store, Tx};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Mails taken from the outbox at once.
const BATCH: u32 = 50;
/// As the operator is told of it.
const GIVEN_UP: &str = "A mail was given up";

/// What became of the mails that were due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dispatched {
    pub sent: usize,
    /// Will be tried again.
    pub postponed: usize,
    /// Given up.
    pub dead: usize,
}

/// Sends what is due. `checkpoint` is told before and after every mail that is handed over; when
/// it says so, the work stops there as if the program were killed.
///
/// # Errors
///
/// The database fails. What a transport refuses is noted in the outbox.
pub fn dispatch(
    store: &mut Store,
    office: &Office,
    transport: &mut dyn MailTransport,
    now: DateTime<Utc>,
    checkpoint: &mut dyn FnMut(&'static str) -> bool,
) -> Result<Dispatched, CampaignError> {
    let mut done = Dispatched::default();
    loop {
        let due: Vec<(OutgoingMail, Result<Composed, CampaignError>)> =
            store.transaction(|tx| -> Result<_, CampaignError> {
                let due = tx.due(now, BATCH)?;
                Ok(due
                    .into_iter()
                    .map(|mail| {
                        let composed = write(tx, office, &mail);
                        (mail, composed)
                    })
                    .collect())
            })?;
        if due.is_empty() {
            return Ok(done);
        }
        for (mail, composed) in due {
            let is_composed = composed.is_ok();
            let outcome = match composed {
                Err(error @ CampaignError::Store(_)) => return Err(error),
                Err(error) => Err((Failure::Permanent, redacted(&error.to_string()))),
                Ok(composed) => {
                    if !checkpoint("before a mail is sent") {
                        return Ok(done);
                    }
                    transport.send(&composed.envelope, &composed.bytes).map_err(|error| {
                        let kind =
                            if error.transient { Failure::Transient } else { Failure::Permanent };
                        (kind, redacted(&error.to_string()))
                    })
                }
            };
            if outcome.is_ok() && !checkpoint("after a mail is sent") {
                return Ok(done);
            }
            store.transaction(|tx| -> Result<(), CampaignError> {
                match outcome {
                    Ok(()) => {
                        tx.mark_sent(mail.id, now)?;
                        if mail.kind == FAREWELL {
                            tx.forget_mail(mail.id)?;
                        }
                        done.sent += 1;
                    }
                    Err((failure, error)) => {
                        tracing::warn!(mail = mail.id.0, kind = mail.kind, error, "mail not sent");
                        match tx.mark_failed(mail.id, failure, &error, now)? {
                            AfterFailure::RetryAt(_) => done.postponed += 1,
                            AfterFailure::Dead => {
                                done.dead += 1;
                                if mail.kind == FAREWELL {
                                    tx.forget_mail(mail.id)?;
                                    return Ok(());
                                }
                                tx.count_failure(GIVEN_UP, &error, now)?;
                                if is_composed {
                                    bounces::note_refusal(tx, office, &mail, &error, now)?;
                                }
                            }
                        }
                    }
                }
                Ok(())
            })?;
        }
    }
}

/// Writes a mail as it is sent: with its token in the reply address, the Message-ID and a line at
/// its foot, and with links that answer to it.
fn write(tx: &Tx<'_>, office: &Office, mail: &OutgoingMail) -> Result<Composed, CampaignError> {
    let fault = |reason: String| CampaignError::Compose { to: mail.recipient.clone(), reason };
    let payload: Payload =
        serde_json::from_str(&mail.payload).map_err(|error| fault(error.to_string()))?;
    let to: Address = mail
        .recipient
        .parse()
        .map_err(|error: crate::mail::address::AddressError| fault(error.to_string()))?;
    let own = &office.own.address;
    let domain = &office.own.message_id_domain;
    let token = match (mail.game, &mail.seat, mail.generation) {
        (Some(game), Some(seat), Some(generation)) => {
            let game = tx.game(game)?;
            let token = SeatToken::issue(&office.key, &game.name, seat, &to, generation)
                .map_err(|error| fault(error.to_string()))?;
            Some(token.reveal())
        }
        // From the desk, about no game in play.
        (None, Some(role), Some(number)) => {
            let token = SeatToken::issue(&office.key, DESK, role, &to, number)
                .map_err(|error| fault(error.to_string()))?;
            Some(token.reveal())
        }
        _ => None,
    };
    let (tagged, id) = match &token {
        Some(token) => (
            own.with_tag(token).map_err(|error| fault(error.to_string()))?,
            message_id(token, &mail.message_key, domain),
        ),
        None => (own.clone(), format!("{}@{domain}", mail.message_key)),
    };
    let tags = office.own.keeps_tags;
    let reply_to = if tags { tagged } else { own.clone() };
    let text = match &token {
        Some(token) => format!("{}\ntoken {token}\n", payload.text),
        None => payload.text.clone(),
    };
    let unique = Unique::of(&id);
    let html = payload.html.as_ref().map(|page| {
        let page = links::addressed(page, &reply_to.to_string(), token.as_deref(), !tags);
        unique.name_pictures(page)
    });
    let inline_images = pictures(&payload, &unique).map_err(|error| fault(error.to_string()))?;
    let game = match mail.game {
        Some(game) => Some(tx.game(game)?.name),
        None => None,
    };
    // Some mail programs call their mails what no header of ours can hold: the answer goes out
    // without it.
    let nameable = |id: &String| is_message_id(id);
    let mut references = payload.references;
    references.retain(nameable);
    if let (Some(token), Some(thread)) = (&token, &payload.thread) {
        references.insert(0, message_id(token, thread, domain));
    }
    let mut attachments = Vec::from_iter(enclosed_log(tx, mail.game, payload.log)?);
    attachments.extend(payload.view.as_ref().map(for_tools));
    let outgoing = Outgoing {
        to: match &payload.to_name {
            Some(name) => to.with_name(name),
            None => to,
        },
        from: office.sender(),
        extra_headers: list_headers(game.as_deref(), &reply_to, domain, token.is_some()),
        reply_to,
        subject: payload.subject,
        text,
        html,
        inline_images,
        attachments,
        message_id: id,
        in_reply_to: payload.in_reply_to.filter(nameable),
        references,
        date: mail.created,
        auto_submitted: if payload.answer {
            AutoSubmitted::Replied
        } else {
            AutoSubmitted::Generated
        },
        language: Some(payload.language),
    };
    compose(&outgoing).map_err(|error| fault(error.to_string()))
}

/// The view of a seat as a file: indented, for whoever looks into it.
fn for_tools(view: &Value) -> AttachedFile {
    AttachedFile {
        name: format!("{}-{}.json", view["game"].as_str().unwrap_or("game"), view["entry"]),
        media_type: "application/json".into(),
        bytes: serde_json::to_vec_pretty(view).unwrap_or_default(),
    }
}

/// What mails of a game have in common (RFC 2919), and how to get fewer of them (RFC 2369): by asking
/// for the digest.
fn list_headers(
    game: Option<&str>,
    reply_to: &Address,
    domain: &str,
    of_seat: bool,
) -> Vec<(String, String)> {
    let Some(game) = game else { return Vec::new() };
    let mut headers = vec![("List-Id".to_owned(), format!("<{game}.{domain}>"))];
    if of_seat {
        let digest = format!("<mailto:{reply_to}?subject=digest&body=digest%20on>");
        headers.push(("List-Unsubscribe".to_owned(), digest));
    }
    headers
}

/// Makes the Content-IDs of a mail's pictures its own (RFC 2392): some mail programs show the picture
/// of another mail with the same one.
struct Unique {
    part: String,
}

impl Unique {
    fn of(message_id: &str) -> Unique {
        let digest = Sha256::digest(message_id.as_bytes());
        Unique { part: digest[..8].iter().map(|byte| format!("{byte:02x}")).collect() }
    }

    fn content_id(&self, name: &str) -> String {
        map::content_id(&format!("{name}.{}", self.part))
    }

    fn name_pictures(&self, page: String) -> String {
        map::NAMES
            .iter()
            .fold(page, |page, name| page.replace(&map::content_id(name), &self.content_id(name)))
    }
}

/// The pictures of a mail, drawn from what was stored with it: the same facts give the same bytes.
fn pictures(payload: &Payload, unique: &Unique) -> Result<Vec<InlineImage>, MapError> {
    let (Some(picture), Some(html)) = (&payload.picture, &payload.html) else {
        return Ok(Vec::new());
    };
    let room = map::room_beside(&[&payload.text, html]);
    let drawn = map::for_mail(picture, html, room)?.into_iter();
    let image = |(name, bytes): (&str, std::sync::Arc<[u8]>)| InlineImage {
        cid: unique.content_id(name),
        media_type: "image/png".into(),
        bytes: bytes.to_vec(),
    };
    Ok(drawn.map(image).collect())
}
