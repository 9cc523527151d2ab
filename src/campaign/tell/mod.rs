//! What happened becomes mails, for one reader each.

pub(super) mod bounces;
pub(super) mod digest;
pub(super) mod letters;
pub(super) mod notices;
pub(super) mod observers;
pub(super) mod operator;
