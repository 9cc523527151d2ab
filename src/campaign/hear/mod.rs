//! What comes in: one mail, what it says, who says it; and what is due by itself.
//!
//! ```text
//! receive     one mail, from the mailbox to the end of its transaction: begin to read here
//! quoted      what it quotes of a mail of ours, and what its writer says
//! answering   what the mail that it answers had asked for
//! answer      what it says of the game: planned, carried out, and the receipt
//! wishes      what it asks of the club beside the game
//! outcome     what became of it, for the history
//! tick        what is due by itself: timers, clocks, bots
//! ```

pub(super) mod answer;
mod answering;
#[cfg(test)]
mod help_tests;
pub(super) mod outcome;
mod quoted;
pub(super) mod receive;
pub(super) mod tick;
mod wishes;
