//! Mail as bytes: where it comes from, what is in it, how it is written and sent.
//!
//! ```text
//! source (Maildir, IMAP) ──► intake ──► Letter        Outgoing ──► compose ──► transport (Maildir, SMTP)
//! ```
//!
//! Nothing here knows what a game, a campaign or a database is: the rest of the program meets
//! this module through [`source::MailSource`], [`intake::read`], [`compose::compose`] and
//! [`transport::MailTransport`]. MIME, HTML, IMAP and SMTP themselves are left to the libraries
//! that do them well.

pub mod access;
pub mod address;
pub mod claim;
pub mod compose;
pub mod imap;
pub mod intake;
pub mod maildir;
pub mod refusal;
pub mod server;
pub mod smtp;
pub mod source;
pub mod token;
pub mod transport;
