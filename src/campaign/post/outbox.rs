//! The one way into the outbox: a mail in the words, the form and with the token of its reader.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::{Correspondent, LETTER, PERSON, Proof};
use crate::campaign::post::key::{HeldSeat, MailKey};
use crate::campaign::post::payload::{Asked, FAREWELL, Payload};
use crate::campaign::table::notices::Answered;
use crate::report::Mail;
use crate::report::map::{Picture, is_shown_in};
use crate::store::{NewMail, OutboxId, Rank, Tx};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

/// A mail before it lies in the outbox.
pub(crate) struct Post<'a> {
    /// Names it for good.
    pub key: MailKey,
    /// The facts; the words are made from them when it is rendered.
    pub mail: &'a Mail,
    /// The mail that it answers, if it answers one.
    pub answered: Option<&'a Answered>,
    /// What it asks for, or shows as open.
    pub asked: Asked,
    /// The number of the log's last entry when it was written.
    pub entry: Option<u64>,
    /// As [`Payload::log`].
    pub log: Option<u64>,
    /// As [`Payload::since`].
    pub since: Option<u64>,
    /// As [`Payload::picture`].
    pub picture: Option<Picture>,
    /// As [`Payload::view`].
    pub view: Option<Value>,
    /// Nothing of it is to be kept once it is sent.
    pub farewell: bool,
    /// It waits a little for a report that takes it along.
    pub hold: bool,
    /// The mail that was held, in whose place this one goes.
    pub in_place_of: Option<OutboxId>,
    /// What was held, if this one takes it along: it answers the same mail.
    pub enclosed: Option<Payload>,
}

/// A receipt waits at most this long for a report to take it along.
const HOLD: TimeDelta = TimeDelta::minutes(2);

impl<'a> Post<'a> {
    /// A mail with nothing but what it says.
    pub fn new(key: MailKey, mail: &'a Mail) -> Post<'a> {
        Post {
            key,
            mail,
            answered: None,
            asked: Asked::default(),
            entry: None,
            log: None,
            since: None,
            picture: None,
            view: None,
            farewell: false,
            hold: false,
            in_place_of: None,
            enclosed: None,
        }
    }

    /// The same mail as the direct answer to another.
    pub fn answering(self, answered: &'a Answered) -> Post<'a> {
        Post { answered: Some(answered), ..self }
    }
}

/// Puts a mail into the outbox, unless one of this name is or was there: then returns that one.
///
/// # Errors
///
/// A template or the database fails.
pub(crate) fn post(
    tx: &Tx<'_>,
    office: &Office,
    to: &Correspondent,
    post: Post<'_>,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let Post { key, mail, answered, asked, entry, log, since, picture, view, farewell, .. } = post;
    let templates = office.templates.in_language(&to.language);
    let mut facts = None;
    let rendered = match post.enclosed.as_ref().and_then(|held| held.facts.as_ref()) {
        Some(receipt) if matches!(mail, Mail::Report(_)) => {
            let mut all = serde_json::to_value(mail).unwrap_or_default();
            all["receipt"] = receipt.clone();
            let rendered = templates.render_facts(mail.kind(), &all)?;
            facts = Some(all);
            rendered
        }
        _ => templates.render(mail)?,
    };
    if post.hold || facts.is_none() && mail.has_deadlines() {
        facts = Some(serde_json::to_value(mail).unwrap_or_default());
    } else if !mail.has_deadlines() {
        facts = None;
    }
    let answers = answered.is_some() || post.enclosed.as_ref().is_some_and(|held| held.answer);
    let in_reply_to = match &post.enclosed {
        Some(held) => held.in_reply_to.clone(),
        None => answered.and_then(|answered| answered.message_id.clone()),
    };
    let (game, seat, generation) = match &to.proof {
        Proof::Seat { game, seat, generation, .. } => {
            (Some(*game), Some(seat.as_str()), Some(*generation))
        }
        Proof::Change { game, side, number } => (Some(*game), Some(side.as_str()), Some(*number)),
        Proof::Person(number) => (None, Some(PERSON), Some(*number)),
        Proof::Letter(number) => (None, Some(LETTER), Some(*number)),
        Proof::Nothing(game) => (*game, None, None),
    };
    let thread = match &to.proof {
        Proof::Seat { name, seat, generation, .. } => {
            let (game, seat, generation) = (name.clone(), seat.clone(), *generation);
            Some(MailKey::Welcome(HeldSeat { game, seat, generation }).to_string())
        }
        _ => None,
    };
    let key = key.to_string();
    let picture = picture.or_else(|| mail.picture().cloned());
    let picture = picture.filter(|_| is_shown_in(&rendered.html));
    let payload = Payload {
        to_name: Some(to.name.clone()).filter(|name| !name.is_empty()),
        subject: rendered.subject,
        text: rendered.text,
        html: to.wishes.html.then_some(rendered.html),
        references: in_reply_to.iter().cloned().collect(),
        in_reply_to,
        thread: thread.filter(|thread| *thread != key),
        answer: answers,
        language: rendered.language,
        log,
        since,
        held: post.hold.then_some(true),
        facts,
        picture,
        view,
    };
    let rank = rank(mail, &asked, answers);
    let asked = asked.text();
    let new = NewMail {
        message_key: &key,
        game,
        seat,
        generation,
        kind: if farewell { FAREWELL } else { mail.kind() },
        rank,
        recipient: &to.address,
        payload: &serde_json::to_string(&payload).unwrap_or_default(),
        entry,
        asked: asked.as_deref(),
        created: now,
        not_before: if post.hold { now + HOLD } else { now },
    };
    match post.in_place_of {
        Some(held) => Ok(tx.replace_held(held, &new)?),
        None => Ok(tx.queue_mail(&new)?.id()),
    }
}

/// Before or after which others a mail goes, where not everything can be sent at once.
fn rank(mail: &Mail, asked: &Asked, answers: bool) -> Rank {
    match mail {
        Mail::Press(_) => Rank::Press,
        _ if answers => Rank::Prompt,
        Mail::Report(_) | Mail::VoteDecided(_) if asked.is_empty() => Rank::News,
        Mail::GameEnded(_) | Mail::GameClosed(_) | Mail::Bounces(_) => Rank::News,
        _ => Rank::Prompt,
    }
}

/// Writes a mail anew whose facts have changed before it was ever handed over.
///
/// # Errors
///
/// A template fails.
pub(crate) fn write_anew(
    office: &Office,
    kind: &str,
    payload: &mut Payload,
) -> Result<(), CampaignError> {
    let Some(facts) = &payload.facts else { return Ok(()) };
    let rendered = office.templates.in_language(&payload.language).render_facts(kind, facts)?;
    payload.subject = rendered.subject;
    payload.text = rendered.text;
    payload.html = payload.html.is_some().then_some(rendered.html);
    Ok(())
}
