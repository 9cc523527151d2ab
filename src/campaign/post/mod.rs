//! Mails on their way out: for whom, what is kept of each, and how many there may be.
//!
//! ```text
//! correspondent   who reads, in which language and form, and what the mail's token proves
//! outbox          the one way into the outbox
//! key             the names of mails
//! payload         what is kept of a mail until it is sent
//! identity        whether a token is genuine
//! limits          how many answers strangers get
//! ```
//!
//! What a mail says is not decided here: that is the room `tell`.

pub(super) mod correspondent;
pub(super) mod identity;
pub(super) mod key;
pub(super) mod limits;
pub(super) mod outbox;
pub(super) mod payload;
