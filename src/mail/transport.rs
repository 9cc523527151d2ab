//! Where mail goes: the seam every outgoing transport is behind.
//!
//! A transport takes finished bytes and an envelope. It keeps no queue and never tries again by
//! itself: the outbox does, and needs to know whether trying again can help.

use serde::{Deserialize, Serialize};

use super::address::Address;
pub use super::refusal::Fault;

/// Who a mail is from and for, as the transport sees it (RFC 5321 section 2.3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    /// Where delivery reports go; `None` is the empty return path.
    pub from: Option<Address>,
    /// The recipients, at least one.
    pub to: Vec<Address>,
}

/// Why a mail was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot send mail by {place}: {reason}{}", advice(*.fault))]
pub struct SendError {
    /// What it is about, and so what waits.
    pub fault: Fault,
    /// The other side has had the whole mail, and may have taken it all the same.
    pub perhaps_taken: bool,
    /// Which server or folder, without any password.
    pub place: String,
    /// What went wrong, in the words of the system or the server.
    pub reason: String,
}

impl SendError {
    /// A failure before the mail was handed over.
    pub fn new(fault: Fault, place: impl Into<String>, reason: impl Into<String>) -> SendError {
        SendError { fault, perhaps_taken: false, place: place.into(), reason: reason.into() }
    }
}

/// What becomes of the mail, said behind an error.
fn advice(fault: Fault) -> &'static str {
    match fault {
        Fault::Recipient => " (this mail will not be tried again)",
        Fault::RecipientPerhaps | Fault::RecipientNow | Fault::Mail => " (will be tried again)",
        Fault::Service => " (all mail waits)",
    }
}

/// A way out for finished mails.
pub trait MailTransport: Send {
    /// Hands one mail over. When it returns, the mail is in the keeping of the other side.
    ///
    /// # Errors
    /// When the mail was not taken for every recipient. After a lost connection it may have been
    /// taken all the same: the recipient may then get it twice, with the same Message-ID.
    fn send(&mut self, envelope: &Envelope, message: &[u8]) -> Result<(), SendError>;

    /// Goes as far as it can without sending anything: whether mail from this address, to this
    /// one if it is given, would be taken now.
    ///
    /// # Errors
    /// When it would not.
    fn try_out(&mut self, from: &Address, to: Option<&Address>) -> Result<(), SendError> {
        let _ = (from, to);
        Ok(())
    }
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
        transport.failures.push(SendError::new(Fault::Mail, "smtp.club.test", "451 later"));
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
