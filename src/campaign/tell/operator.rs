//! The daily note to the operator: what failed and which mails were given up.
//!
//! At most one a day (UTC), and none when there is nothing to tell.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::key::MailKey;
use crate::campaign::post::outbox::{Post, post};
use crate::report::{DeadMail, Mail, NotedFailure, OperatorNote};
use crate::store::{Store, time_text};
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
        let key = MailKey::Operator(now.date_naive());
        if !due || tx.mail_by_key(&key.to_string())?.is_some() {
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
        let name = operator.name().unwrap_or_default().to_owned();
        let to = Correspondent { name, ..Correspondent::stranger(tx, operator, &office.language)? };
        post(tx, office, &to, Post::new(key, &mail), now)?;
        tx.failures_told()?;
        Ok(true)
    })
}
