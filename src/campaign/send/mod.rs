//! Mails leave: what lies in the outbox is composed, handed over, and what came of it noted.
//!
//! ```text
//! dispatch   which mails are due, what a failure means for them and for all others
//! finish     a mail gets its token, its links and its pictures
//! ```
//!
//! The thread that does it is [`crate::daemon`]'s (`sending.rs`); when a mail is tried again is
//! [`crate::store::next_attempt`]'s.

pub(super) mod dispatch;
mod finish;
