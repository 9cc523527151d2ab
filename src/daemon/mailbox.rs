//! A mailbox as the daemon watches it: with a memory of what failed, so that neither a mail nor a
//! mailbox that fails again and again is in the way of the others.

use crate::mail::source::{Disposal, Fetched, FetchedId, MailSource, SourceError};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long a mailbox is left alone after it failed, at first and at most. A mailbox on a server
/// rests by itself as well, and longer if it was refused.
const FIRST_REST: Duration = Duration::from_secs(1);
const LONGEST_REST: Duration = Duration::from_secs(60);
/// How long a mail is left alone that could not be dealt with, at first and at most.
const FIRST_PUT_OFF: TimeDelta = TimeDelta::minutes(1);
const LONGEST_PUT_OFF: TimeDelta = TimeDelta::hours(1);

/// A mailbox and its troubles.
pub(super) struct Watched {
    source: Box<dyn MailSource>,
    /// Mails that could not be dealt with: how long each is left alone, and until when.
    put_off: BTreeMap<FetchedId, (TimeDelta, DateTime<Utc>)>,
    /// How long the mailbox rests at its next failure, and until when it rests now.
    rest: Duration,
    rests_until: Option<Instant>,
    has_worked: bool,
}

impl Watched {
    /// Nothing has been read from it yet.
    pub(super) fn new(source: Box<dyn MailSource>) -> Watched {
        Watched {
            source,
            put_off: BTreeMap::new(),
            rest: FIRST_REST,
            rests_until: None,
            has_worked: false,
        }
    }

    /// The next mails, without those that are put off.
    pub(super) fn poll(
        &mut self,
        limit: usize,
        now: DateTime<Utc>,
    ) -> Result<Vec<Fetched>, SourceError> {
        // Those that are put off may be the oldest; they must not use up the limit.
        let mails = self.source.poll(limit.saturating_add(self.put_off.len()))?;
        self.put_off.retain(|id, _| mails.iter().any(|mail| mail.id == *id));
        let due = |mail: &Fetched| self.put_off.get(&mail.id).is_none_or(|(_, at)| *at <= now);
        Ok(mails.into_iter().filter(due).take(limit).collect())
    }

    /// Leaves a mail alone for a while.
    pub(super) fn put_off(&mut self, id: FetchedId, now: DateTime<Utc>) {
        let earlier = self.put_off.get(&id).map(|(time, _)| *time * 2);
        let time = earlier.unwrap_or(FIRST_PUT_OFF).min(LONGEST_PUT_OFF);
        self.put_off.insert(id, (time, now + time));
    }

    /// Puts mails away. Those that cannot be put away for good reasons of the mailbox, such as a
    /// full folder, stay and are put off; they are returned with the reason.
    pub(super) fn settle(
        &mut self,
        mails: &[(FetchedId, Disposal)],
        now: DateTime<Utc>,
    ) -> Result<Vec<SourceError>, SourceError> {
        for (id, _) in mails {
            self.put_off.remove(id);
        }
        match self.source.settle_all(mails) {
            Ok(()) => return Ok(Vec::new()),
            Err(error) if error.transient => return Err(error),
            Err(_) => {}
        }
        // One of them is the reason, and must not keep the others.
        let mut refused = Vec::new();
        for (id, disposal) in mails {
            match self.source.settle(id, *disposal) {
                Ok(()) => {}
                Err(error) if error.transient => return Err(error),
                Err(error) => {
                    self.put_off(id.clone(), now);
                    refused.push(error);
                }
            }
        }
        Ok(refused)
    }

    /// The mailbox itself.
    pub(super) fn source(&mut self) -> &mut dyn MailSource {
        &mut *self.source
    }

    /// Removes mails that were dealt with before a time; how many.
    pub(super) fn discard(
        &mut self,
        before: DateTime<Utc>,
        limit: usize,
    ) -> Result<usize, SourceError> {
        self.source.discard(before, limit)
    }

    /// Until mail comes, at most so long (IMAP IDLE, or a look at the folder).
    pub(super) fn wait(&mut self, time: Duration) -> Result<(), SourceError> {
        self.source.wait(time)
    }

    /// It could be read: the next failure is the first again.
    pub(super) fn worked(&mut self) {
        if self.rest > FIRST_REST {
            tracing::info!("the mailbox can be read again");
        }
        self.has_worked = true;
        self.rest = FIRST_REST;
        self.rests_until = None;
    }

    /// Notes that the mailbox failed; it rests now. True when it has failed for long.
    pub(super) fn failed(&mut self, error: &SourceError) -> bool {
        tracing::warn!(%error, seconds = self.rest.as_secs(), "trying again later");
        self.rests_until = Some(Instant::now() + self.rest);
        let long = self.rest >= LONGEST_REST;
        self.rest = (self.rest * 2).min(LONGEST_REST);
        long
    }

    /// It could not be read once since the program began.
    pub(super) fn never_worked(&self) -> bool {
        !self.has_worked
    }

    /// How long it still rests, if it does.
    pub(super) fn rest_left(&self) -> Option<Duration> {
        let left = self.rests_until?.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }

    /// It is left alone for a while after a failure.
    pub(super) fn rests(&self) -> bool {
        self.rest_left().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mailbox of numbered mails that never go away.
    struct Numbered(usize);

    impl MailSource for Numbered {
        fn poll(&mut self, limit: usize) -> Result<Vec<Fetched>, SourceError> {
            Ok((0..self.0.min(limit))
                .map(|number| Fetched {
                    id: FetchedId::new(format!("{number:04}")),
                    raw: Vec::new(),
                    received: None,
                    too_large: None,
                })
                .collect())
        }

        fn settle(&mut self, _: &FetchedId, _: Disposal) -> Result<(), SourceError> {
            Ok(())
        }

        fn wait(&mut self, _: Duration) -> Result<(), SourceError> {
            Ok(())
        }
    }

    fn ids(mails: &[Fetched]) -> Vec<&str> {
        mails.iter().map(|mail| mail.id.as_str()).collect()
    }

    #[test]
    fn mails_that_fail_do_not_stand_in_the_way() {
        let mut mailbox = Watched::new(Box::new(Numbered(10)));
        let now = DateTime::UNIX_EPOCH;
        let first = mailbox.poll(3, now).unwrap();
        assert_eq!(ids(&first), ["0000", "0001", "0002"]);
        for mail in &first {
            mailbox.put_off(mail.id.clone(), now);
        }
        assert_eq!(ids(&mailbox.poll(3, now).unwrap()), ["0003", "0004", "0005"]);
        // They are tried again, later and later.
        let later = now + FIRST_PUT_OFF;
        assert_eq!(ids(&mailbox.poll(3, later).unwrap()), ["0000", "0001", "0002"]);
        mailbox.put_off(first[0].id.clone(), later);
        let next = later + FIRST_PUT_OFF;
        assert_eq!(ids(&mailbox.poll(3, next).unwrap()), ["0001", "0002", "0003"]);
    }

    #[test]
    fn a_mailbox_that_fails_rests_longer_and_longer() {
        let mut mailbox = Watched::new(Box::new(Numbered(0)));
        let error = SourceError {
            action: "read".into(),
            place: "here".into(),
            reason: "gone".into(),
            transient: true,
        };
        assert!(!mailbox.rests() && mailbox.never_worked());
        let long: Vec<bool> = (0..8).map(|_| mailbox.failed(&error)).collect();
        assert_eq!(long, [false, false, false, false, false, false, true, true]);
        assert!(mailbox.rest_left().unwrap() > LONGEST_REST / 2);
        mailbox.worked();
        assert!(!mailbox.rests() && !mailbox.never_worked());
    }
}
