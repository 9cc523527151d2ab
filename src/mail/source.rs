//! Where mail comes from: the seam every mailbox is behind.
//!
//! A mail stays in the mailbox until it is settled, and every poll brings it again until then:
//! the caller stores what the mail caused first and settles it afterwards, so a crash between
//! the two loses nothing. Recognising a mail that comes a second time is the caller's work.

use std::fmt;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::claim::Claim;

/// Names one mail in one mailbox, for [`MailSource::settle`]. The text can be stored and means
/// something only to the kind of source that made it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FetchedId(String);

impl FetchedId {
    /// An id from its stored text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text to store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FetchedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One unsettled mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// What to settle it by.
    pub id: FetchedId,
    /// The mail, byte by byte as the mailbox has it; only its header when `too_large` is set.
    pub raw: Vec<u8>,
    /// When the mailbox received it, if it says so. Not the `Date:` the sender wrote.
    pub received: Option<DateTime<Utc>>,
    /// The size in bytes of a mail that was too large to be read whole.
    pub too_large: Option<u64>,
}

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposal {
    /// Read and acted upon, or deliberately not acted upon.
    Processed,
    /// Not to be acted upon; kept apart for a human to look at.
    Rejected,
}

/// Why a mailbox could not be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {place}: {reason}{}", advice(*.transient))]
pub struct SourceError {
    /// What was attempted, as a verb phrase: `open`, `list the mails of`.
    pub action: String,
    /// Which mailbox, folder or server, without any password.
    pub place: String,
    /// What went wrong, in the words of the system or the server.
    pub reason: String,
    /// Whether trying again later, with nothing changed, can succeed.
    pub transient: bool,
}

/// What to do about an error, said behind it.
fn advice(transient: bool) -> &'static str {
    if transient { " (will be tried again)" } else { " (the configuration must be changed)" }
}

/// A mailbox the program polls.
pub trait MailSource {
    /// The first `limit` unsettled mails, oldest first, always in the same order. Mails that
    /// cannot be read are left out and do not stop the others.
    ///
    /// # Errors
    /// When the mailbox as a whole cannot be read.
    fn poll(&mut self, limit: usize) -> Result<Vec<Fetched>, SourceError>;

    /// Takes one mail out of what [`MailSource::poll`] brings. Settling a mail that is already
    /// settled, or gone, is no error: it happens after a crash.
    ///
    /// # Errors
    /// When the mail is there and cannot be settled; it will be polled again then.
    fn settle(&mut self, id: &FetchedId, disposal: Disposal) -> Result<(), SourceError>;

    /// Settles several mails, in as few steps as the mailbox allows. After an error some of them
    /// may be settled.
    ///
    /// # Errors
    /// As for [`MailSource::settle`].
    fn settle_all(&mut self, mails: &[(FetchedId, Disposal)]) -> Result<(), SourceError> {
        mails.iter().try_for_each(|(id, disposal)| self.settle(id, *disposal))
    }

    /// Who has claimed the mailbox last ([`MailSource::set_claim`]); `None` if nobody has, or if the
    /// mailbox keeps no such note.
    ///
    /// # Errors
    /// When the mailbox cannot be read.
    fn claim(&mut self) -> Result<Option<Claim>, SourceError> {
        Ok(None)
    }

    /// Writes into the mailbox who works on it, in place of what was there.
    ///
    /// # Errors
    /// When the mailbox cannot be written.
    fn set_claim(&mut self, claim: &Claim) -> Result<(), SourceError> {
        let _ = claim;
        Ok(())
    }

    /// Removes mails for good that were settled and came before a time, at most this many, and returns
    /// how many there were. A mailbox that cannot do that keeps them.
    ///
    /// # Errors
    /// When the mailbox refuses.
    fn discard(&mut self, before: DateTime<Utc>, limit: usize) -> Result<usize, SourceError> {
        let _ = (before, limit);
        Ok(0)
    }

    /// Returns when there may be new mail, or after `timeout`.
    ///
    /// # Errors
    /// When the mailbox cannot be watched.
    fn wait(&mut self, timeout: Duration) -> Result<(), SourceError>;
}

/// Where the header of a mail ends: behind its first empty line, or at the end of the bytes.
#[must_use]
pub(crate) fn header_length(raw: &[u8]) -> usize {
    let mut start = 0;
    for (at, byte) in raw.iter().enumerate() {
        if *byte == b'\n' {
            if matches!(&raw[start..at], b"" | b"\r") {
                return at + 1;
            }
            start = at + 1;
        }
    }
    raw.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_ends_at_the_first_empty_line() {
        assert_eq!(header_length(b"A: b\r\n\r\nbody"), 8);
        assert_eq!(header_length(b"A: b\n\nbody\n\n"), 6);
        assert_eq!(header_length(b"\nbody"), 1);
        assert_eq!(header_length(b"A: b"), 4);
    }

    #[test]
    fn an_error_says_what_where_why_and_what_next() {
        let error = SourceError {
            action: "open".into(),
            place: "the Maildir /mail".into(),
            reason: "no such folder".into(),
            transient: false,
        };
        assert_eq!(
            error.to_string(),
            "cannot open the Maildir /mail: no such folder (the configuration must be changed)"
        );
    }
}
