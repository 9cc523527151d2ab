//! What keeps the disk from filling over the years: pictures and texts of mails that were sent, and mails
//! in the mailbox that were dealt with, are removed when they are old; free pages go back to the disk.
//!
//! It works in small steps when there is nothing else to do, so that nobody waits for it.

use super::mailbox::Watched;
use crate::config::RetentionConfig;
use crate::store::{Pruned, Store, StoreError};
use chrono::{DateTime, TimeDelta, Utc};

/// Mails of the outbox looked at in one transaction: some milliseconds.
const AT_ONCE: u32 = 100;
/// Mails of a mailbox removed at once.
const MAILS_AT_ONCE: usize = 500;
/// How long nothing is looked for when nothing was left.
const PAUSE: TimeDelta = TimeDelta::hours(1);

/// Keeps what is stored small.
pub(super) struct Keeper {
    retention: RetentionConfig,
    next: Option<DateTime<Utc>>,
}

impl Keeper {
    /// Keeps what the configuration says; nothing has been done yet.
    pub fn new(retention: RetentionConfig) -> Keeper {
        Keeper { retention, next: None }
    }

    /// One step, if it is time for one. True if there is more to do.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn work(
        &mut self,
        store: &mut Store,
        mailboxes: &mut [Watched],
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        // A clock that was set back must not put it off for long.
        if self.next.is_some_and(|next| now < next && next - now <= PAUSE) {
            return Ok(false);
        }
        let before = |days: u32| now.checked_sub_signed(TimeDelta::days(days.into()));
        let mut more = false;
        if self.retention.sent_mail_days > 0
            && let Some(before) = before(self.retention.sent_mail_days)
        {
            let pruned = store.transaction(|tx| tx.prune_sent(before, AT_ONCE))?;
            if pruned != Pruned::default() {
                tracing::debug!(pictures = pruned.pictures, texts = pruned.texts, "pruned");
            }
            let most = AT_ONCE as usize;
            more |= pruned.pictures >= most || pruned.texts >= most;
        }
        if self.retention.processed_mail_days > 0
            && !more
            && let Some(before) = before(self.retention.processed_mail_days)
        {
            for mailbox in mailboxes.iter_mut().filter(|mailbox| !mailbox.rests()) {
                match mailbox.discard(before, MAILS_AT_ONCE) {
                    Ok(0) => {}
                    Ok(count) => {
                        tracing::info!(count, "old mails were removed from the mailbox");
                        more |= count >= MAILS_AT_ONCE;
                    }
                    // They are no hurry, and the next look into the mailbox tells what is wrong with it.
                    Err(error) => tracing::warn!(%error, "old mails stay in the mailbox"),
                }
            }
        }
        more = more || store.give_back()?;
        self.next = (!more).then(|| now + PAUSE);
        Ok(more)
    }
}
