//! What a player has prepared, and when it takes effect.
//!
//! ```text
//! plan           what a mail would change, line by line (plan/: marches, answers, the end of it)
//! since          what has happened since the mail that is answered was written
//! draft          the orders for a movement phase: edited, tried      drafts   kept, shown, carried out
//! held           the lines that hold such a draft back
//! ahead          orders for movement phases to come, kept as text
//! instructions   how combats are to be fought
//! waiting        complete sets of orders whose time has not come     timers   when it comes
//! keeping        how all of this is kept      keys   the names of the timers
//! ```
//!
//! In the database each of these is a row of `drafts` (`src/store/progress.rs`): game, seat, a key that says which of
//! them it is, and JSON. Nothing of it is in the log before it is carried out.

pub(super) mod ahead;
pub(super) mod draft;
pub(super) mod drafts;
pub(super) mod held;
pub(super) mod instructions;
#[cfg(test)]
mod instructions_tests;
mod keeping;
pub(super) mod keys;
pub(super) mod plan;
pub(super) mod since;
pub(super) mod timers;
pub(super) mod waiting;
