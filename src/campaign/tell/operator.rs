//! The daily note to the operator: what failed and which mails were given up.
//!
//! At most one a day (UTC), and none when there is nothing to tell.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::tell::letters::Payload;
use crate::report::{DeadMail, Mail, NotedFailure, OperatorNote};
use crate::store::{NewMail, Store, time_text};
use chrono::{DateTime, TimeDelta, Utc};

/// What fails together is told together.
const GATHER: TimeDelta = TimeDelta::minutes(10);
/// Mails that are named singly.
const NAMED: u32 = 20;

/// Queues the note, if one is due.
///
/// # Errors
///
/// The database fails.
pub fn note_to_operator(
    store: &mut Store,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let Some(operator) = &office.operator else { return Ok(false) };
    store.transaction(|tx| {
        let failures = tx.untold_failures()?;
        let due = failures.first().is_some_and(|first| now - first.first >= GATHER);
        let key = format!("operator-note-{}", now.date_naive());
        if !due || tx.mail_by_key(&key)?.is_some() {
            return Ok(false);
        }
        let dead = tx.dead_mails(NAMED)?;
        let mail = Mail::OperatorNote(OperatorNote {
            failures: failures
                .into_iter()
                .map(|failure| NotedFailure {
                    what: failure.what,
                    count: failure.count,
                    first: time_text(failure.first),
                    last_error: failure.last_error,
                })
                .collect(),
            dead_count: tx.outbox_counts()?.dead,
            dead: dead
                .into_iter()
                .map(|mail| DeadMail {
                    kind: mail.kind,
                    to: mail.recipient,
                    written: time_text(mail.created),
                    error: mail.last_error.unwrap_or_default(),
                })
                .collect(),
        });
        let rendered = office.templates.render(&mail)?;
        let payload = Payload {
            log: None,
            since: None,
            picture: None,
            view: None,
            to_name: operator.name().map(str::to_owned),
            subject: rendered.subject,
            text: rendered.text,
            html: Some(rendered.html),
            references: Vec::new(),
            in_reply_to: None,
            thread: None,
            answer: false,
            language: rendered.language,
        };
        tx.queue_mail(&NewMail {
            message_key: &key,
            game: None,
            seat: None,
            generation: None,
            kind: mail.kind(),
            recipient: &operator.mailbox(),
            payload: &serde_json::to_string(&payload).unwrap_or_default(),
            created: now,
            not_before: now,
        })?;
        tx.failures_told()?;
        Ok(true)
    })
}
