//! What can be said, asked and wrong: the types in which a text is understood.

pub(super) mod candidate;
pub(super) mod condition;
pub(super) mod diagnosis;
pub(super) mod json;
pub(super) mod request;
pub(super) mod wish;
