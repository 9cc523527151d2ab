//! The game on the table: its position, what changes it, and what its log says.
//!
//! ```text
//! progress    the state behind the log: actions go through the rules into the log here, and nowhere else
//! facts       what mails need to know of a game
//! notices     what has happened and is to be told (the room tell makes mails of it)
//! company     who at the table is a bot
//! record      what is noted beside the log
//! rebuild     the state from the log alone       admission  all games again, under new rules
//! ```

pub(super) mod admission;
pub(super) mod company;
pub(super) mod facts;
pub(super) mod notices;
pub(super) mod progress;
pub(super) mod rebuild;
pub(super) mod record;
