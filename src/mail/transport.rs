//! Where mail goes: the seam every outgoing transport is behind.
//!
//! A transport takes finished bytes and an envelope. It keeps no queue and never tries again by
//! itself: the outbox does, and needs to know whether trying again can help.

use serde::{Deserialize, Serialize};

use super::address::Address;

/// Who a mail is from and for, as the transport sees it (RFC 5321 section 2.3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    /// Where delivery reports go; `None` is the empty return path.
    pub from: Option<Address>,
    /// The recipients, at least one.
    pub to: Vec<Address>,
}

/// Why a mail was not taken.
#[derive(Debug, thiserror::Error)]
#[error("cannot send mail by {place}: {reason}{}", advice(*.transient))]
pub struct SendError {
    /// Whether trying again later, with nothing changed, can succeed.
    pub transient: bool,
    /// Which server or folder, without any password.
    pub place: String,
    /// What went wrong, in the words of the system or the server.
    pub reason: String,
}

/// What to do about an error, said behind it.
fn advice(transient: bool) -> &'static str {
    if transient { " (will be tried again)" } else { " (this mail will not be tried again)" }
}

/// A way out for finished mails.
pub trait MailTransport {
    /// Hands one mail over. When it returns, the mail is in the keeping of the other side.
    ///
    /// # Errors
    /// When the mail was not taken for every recipient. After a lost connection it may have been
    /// taken all the same: the recipient may then get it twice, with the same Message-ID.
    fn send(&mut self, envelope: &Envelope, message: &[u8]) -> Result<(), SendError>;
}

/// A transport that keeps what it is given, and can be told to fail: for tests of what is
/// around a transport.
#[derive(Debug, Default)]
pub struct RecordingTransport {
    /// What was sent, in order.
    pub sent: Vec<(Envelope, Vec<u8>)>,
    /// Errors for the next calls, the last one first. A call that fails records nothing.
    pub failures: Vec<SendError>,
}

impl MailTransport for RecordingTransport {
    fn send(&mut self, envelope: &Envelope, message: &[u8]) -> Result<(), SendError> {
        if let Some(failure) = self.failures.pop() {
            return Err(failure);
        }
        self.sent.push((envelope.clone(), message.to_vec()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_fails_on_demand() {
        let envelope = Envelope { from: None, to: vec!["ada@club.test".parse().unwrap()] };
        let mut transport = RecordingTransport::default();
        transport.failures.push(SendError {
            transient: true,
            place: "smtp.club.test".into(),
            reason: "451 later".into(),
        });
        let failure = transport.send(&envelope, b"mail").unwrap_err();
        assert_eq!(
            failure.to_string(),
            "cannot send mail by smtp.club.test: 451 later (will be tried again)"
        );
        assert!(transport.sent.is_empty());
        transport.send(&envelope, b"mail").unwrap();
        assert_eq!(transport.sent, [(envelope, b"mail".to_vec())]);
    }
}
