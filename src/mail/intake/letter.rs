//! What is known of a mail after it was read. Data only; how it is found out is elsewhere.

use chrono::{DateTime, FixedOffset};

use super::authentication::AuthVerdict;
use super::reply::Body;
use crate::mail::address::Address;

/// How much of a mail is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest mail whose body is read, in bytes. Never more than 32 MiB.
    pub bytes: usize,
    /// Most parts a mail may have for its body to be read.
    pub parts: usize,
    /// Deepest nesting of parts that is followed.
    pub depth: usize,
    /// Longest text that is kept, in bytes of UTF-8; the rest is cut off at a line.
    pub text: usize,
    /// Most addresses that are kept per kind.
    pub recipients: usize,
    /// Most Message-IDs that are kept of the thread.
    pub references: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 2 << 20,
            parts: 100,
            depth: 10,
            text: 64 << 10,
            recipients: 100,
            references: 50,
        }
    }
}

/// A mail that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Letter {
    /// The Message-ID, without angle brackets.
    pub message_id: Option<String>,
    /// Over all bytes of the mail as they were given.
    pub sha256: [u8; 32],
    /// The first address in `From`.
    pub from: Option<Address>,
    /// The first address in `Reply-To`.
    pub reply_to: Option<Address>,
    /// The addresses in `To`.
    pub to: Vec<Address>,
    /// The addresses in `Cc`.
    pub cc: Vec<Address>,
    /// The addresses the delivering servers noted: `Delivered-To`, `X-Original-To` and kin.
    pub delivered_to: Vec<Address>,
    /// The subject in one line, empty if there is none.
    pub subject: String,
    /// What the sender's clock said.
    pub date: Option<DateTime<FixedOffset>>,
    /// The Message-IDs it answers, without angle brackets: `In-Reply-To`, then `References`
    /// from the newest to the oldest.
    pub in_reply_to_and_references: Vec<String>,
    /// What kind of mail it is.
    pub nature: Nature,
    /// What the person typed: decoded, without quotations and signature, lines ended by `\n`.
    pub text: String,
    /// All texts of the mail, for [`Letter::lay_beside`].
    pub body: Body,
    /// What could be a token, likeliest first, each once. None of them is checked.
    pub token_candidates: Vec<String>,
    /// What our own server found out about the sender; `None` when it says nothing, or nobody
    /// is trusted to say it.
    pub authentication: Option<AuthVerdict>,
    /// What was wrong with the mail.
    pub problems: Vec<Problem>,
}

impl Letter {
    /// A letter about which nothing is known.
    pub(super) fn empty() -> Self {
        Self {
            message_id: None,
            sha256: [0; 32],
            from: None,
            reply_to: None,
            to: Vec::new(),
            cc: Vec::new(),
            delivered_to: Vec::new(),
            subject: String::new(),
            date: None,
            in_reply_to_and_references: Vec::new(),
            nature: Nature::Personal,
            text: String::new(),
            body: Body::default(),
            token_candidates: Vec::new(),
            authentication: None,
            problems: Vec::new(),
        }
    }
}

/// What kind of mail it is. Only [`Nature::Personal`] mail may be answered (RFC 3834 section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Written by a person, as far as can be told.
    Personal,
    /// Sent by a machine: a vacation reply, a notification, a read receipt.
    Automatic {
        /// What gave it away, for the log.
        why: String,
    },
    /// A delivery status notification (RFC 3464).
    DeliveryReport(DeliveryReport),
    /// Sent by ourselves.
    Own,
    /// Came through a mailing list.
    List {
        /// What gave it away, for the log.
        why: String,
    },
}

/// What a mail server reports about a mail of ours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryReport {
    /// The Message-ID of our mail, without angle brackets, when the report returns its header.
    pub original_message_id: Option<String>,
    /// One entry per recipient the report is about.
    pub recipients: Vec<FailedRecipient>,
}

/// One recipient in a delivery report. Not every report is of a failure: see `action`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedRecipient {
    /// The address the delivery was tried to.
    pub address: Option<Address>,
    /// What became of it.
    pub action: DeliveryAction,
    /// The status code, `5.1.1` and the like (RFC 3463).
    pub status: String,
    /// The words of the server that refused, in one line.
    pub diagnostic: String,
}

/// RFC 3464 section 2.3.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryAction {
    /// It will not arrive.
    Failed,
    /// It has not arrived yet; the server goes on trying.
    Delayed,
    /// It has arrived.
    Delivered,
    /// It was passed to a system that sends no such reports.
    Relayed,
    /// It was passed on to several addresses.
    Expanded,
    /// Something else, or nothing, was said.
    Unknown,
}

/// What was wrong with a mail, or had to be guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No header was found: this is no mail.
    NoHeader,
    /// No usable address in `From`.
    NoSender,
    /// More than one address in `From`, or more than one `From`: who wrote cannot be told.
    ManySenders,
    /// Only the header was read.
    TooLarge {
        /// The size of the mail.
        bytes: usize,
        /// The largest allowed.
        limit: usize,
    },
    /// Only the header was read.
    TooManyParts {
        /// The most allowed.
        limit: usize,
    },
    /// Parts nested deeper than this were not read.
    TooDeep {
        /// The deepest allowed.
        limit: usize,
    },
    /// The text was cut off.
    TextCut {
        /// The longest allowed, in bytes.
        limit: usize,
    },
    /// The declared charset was missing, unknown or wrong; this one was used.
    CharsetGuessed(&'static str),
    /// Bytes that the charset does not have were replaced.
    CharactersLost,
    /// The mail holds no text at all.
    NoText,
    /// The mail holds text, but all of it is quotation or signature.
    NothingTyped,
    /// The text is encrypted.
    Encrypted,
    /// The mail broke the parser; at most its header was read.
    Unreadable,
}
