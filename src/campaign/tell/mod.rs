//! What happened becomes mails, for one reader each. Who is told what is decided here and nowhere else.
//!
//! ```text
//! reports         the regular mails of a game: after each change, who gets a report, and what is in it
//! notices         every Notice of a game that is played, each to whom it matters; leads on to
//!                   address_change, log_copy, press
//! answers         the direct answer to a mail
//! club            the desk, and (gathering) games that have not begun
//! observers       those who look on          operator   the daily note
//! digest          those who want their news together
//! bounces         mail that does not arrive
//! fresh           a mail that waited too long is written anew
//! ```
//!
//! An event is kept from those who may not see it before it gets here: its audience is in [`crate::game::Event`], and
//! [`crate::report::events_for`] picks. A combat that was lost is such an event; when it is worth a mail of its
//! own is decided in `reports`.

mod address_change;
pub(super) mod answers;
pub(super) mod bounces;
pub(super) mod club;
pub(super) mod digest;
pub(super) mod fresh;
pub(super) mod gathering;
#[cfg(test)]
mod instruction_tests;
pub(super) mod log_copy;
pub(super) mod notices;
pub(super) mod observers;
pub(super) mod operator;
mod press;
pub(super) mod reports;
