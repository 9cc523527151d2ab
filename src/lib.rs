//! `feldpost` referees the board game FRIEDRICH by e-mail.
//!
//! ```text
//! IMAP or Maildir ──► mail ──► campaign ──► orders ──► game ──► store ──► SMTP or Maildir
//! ```
//!
//! One direction; no step knows the one before it. `ARCHITECTURE.md` states the
//! invariants and where each of them is tested.

pub mod game;
pub mod mail;
pub mod orders;
pub mod store;
