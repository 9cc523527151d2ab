//! `feldpost` referees the board game FRIEDRICH by e-mail.
//!
//! ```text
//! IMAP or Maildir ──► mail ──► campaign ──► orders ──► game ──► store ──► SMTP or Maildir
//! ```
//!
//! One direction; no step knows the one before it. `ARCHITECTURE.md` states the
//! invariants and where each of them is tested.

pub mod accounts;
pub mod administration;
pub mod atlas;
pub mod audit;
pub mod beacon;
pub mod bot;
pub mod campaign;
pub mod chance;
pub mod characters;
pub mod config;
pub mod console;
pub mod daemon;
pub mod demo;
pub mod doctor;
pub mod duel;
pub mod game;
pub mod installation;
pub mod logging;
pub mod login;
pub mod mail;
pub mod orders;
pub mod outbox;
pub mod referee;
pub mod report;
pub mod said;
pub mod setup;
pub mod simulate;
pub mod site;
pub mod store;
pub mod tournament;
pub mod trust;
