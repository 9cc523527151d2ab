//! What happened becomes mails, for one reader each.

mod address_change;
pub(super) mod answers;
pub(super) mod bounces;
pub(super) mod club;
pub(super) mod digest;
pub(super) mod fresh;
pub(super) mod gathering;
#[cfg(test)]
mod instruction_tests;
pub(super) mod letters;
pub(super) mod log_copy;
pub(super) mod notices;
pub(super) mod observers;
pub(super) mod operator;
mod position;
mod press;
