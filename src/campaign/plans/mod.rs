//! What a player has prepared: drafts, orders ahead, duel instructions, and when they take effect.

pub(super) mod ahead;
pub(super) mod draft;
pub(super) mod drafts;
pub(super) mod instructions;
#[cfg(test)]
mod instructions_tests;
mod keeping;
pub(super) mod keys;
pub(super) mod plan;
pub(super) mod since;
pub(super) mod timers;
pub(super) mod waiting;
