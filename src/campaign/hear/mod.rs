//! What comes in: one mail, what it says, who says it; and what is due by itself.

pub(super) mod answer;
mod answered;
mod answering;
pub(super) mod dispatch;
mod finish;
#[cfg(test)]
mod help_tests;
pub(super) mod outcome;
pub(super) mod receive;
pub(super) mod tick;
mod wishes;
