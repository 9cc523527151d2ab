//! A mail as it is sent: with its token in the reply address, the Message-ID and a line at its foot,
//! with links that answer to it, and with its pictures.
//!
//! What must be read from the database is read first ([`prepare`]); drawing and composing
//! ([`Prepared::compose`]) take longer and need it no more.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::DESK;
use crate::campaign::post::payload::Payload;
use crate::campaign::tell::log_copy::enclosed_log;
use crate::mail::address::Address;
use crate::mail::compose::{
    AttachedFile, AutoSubmitted, Composed, InlineImage, Outgoing, compose, is_message_id,
};
use crate::mail::token::{SeatToken, message_id};
use crate::report::links;
use crate::report::map::{self, MapError, Picture};
use crate::store::{OutgoingMail, Tx};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A mail with everything from the database that it needs.
pub(super) struct Prepared {
    outgoing: Outgoing,
    /// What the map shows, and what names its pictures; drawn by [`Prepared::compose`].
    picture: Option<(Picture, Unique)>,
    /// The two texts beside which the pictures must have room (`map::room_beside`), without token and links.
    plain: String,
    page: String,
}

impl Prepared {
    /// Draws the pictures and writes the mail: the same facts give the same bytes.
    ///
    /// # Errors
    ///
    /// The mail cannot be written.
    pub fn compose(mut self) -> Result<Composed, CampaignError> {
        let to = self.outgoing.to.mailbox();
        let fault = |reason: String| CampaignError::Compose { to: to.clone(), reason };
        if let Some((picture, unique)) = &self.picture {
            self.outgoing.inline_images = pictures(picture, unique, &self.plain, &self.page)
                .map_err(|error| fault(error.to_string()))?;
        }
        compose(&self.outgoing).map_err(|error| fault(error.to_string()))
    }
}

/// Reads what a mail needs.
///
/// # Errors
///
/// The mail cannot be written, or the database fails.
pub(super) fn prepare(
    tx: &Tx<'_>,
    office: &Office,
    mail: &OutgoingMail,
    payload: Payload,
) -> Result<Prepared, CampaignError> {
    let fault = |reason: String| CampaignError::Compose { to: mail.recipient.clone(), reason };
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
    let plain = payload.text.clone();
    let shown = payload.html.clone();
    let picture = payload.picture.filter(|_| shown.is_some()).map(|picture| (picture, unique));
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
        inline_images: Vec::new(),
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
    Ok(Prepared { outgoing, picture, plain, page: shown.unwrap_or_default() })
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
fn pictures(
    picture: &Picture,
    unique: &Unique,
    plain: &str,
    page: &str,
) -> Result<Vec<InlineImage>, MapError> {
    let room = map::room_beside(&[plain, page]);
    let drawn = map::for_mail(picture, page, room)?.into_iter();
    let image = |(name, bytes): (&str, std::sync::Arc<[u8]>)| InlineImage {
        cid: unique.content_id(name),
        media_type: "image/png".into(),
        bytes: bytes.to_vec(),
    };
    Ok(drawn.map(image).collect())
}
