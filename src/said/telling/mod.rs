//! What is told beside orders and orders nothing: reasons, remarks, where the enemy stands, greetings and names.

pub(super) mod because;
pub(super) mod comment;
pub(super) mod leading;
pub(super) mod passing;
pub(super) mod pointless;
pub(super) mod preamble;
pub(super) mod reasons;
pub(super) mod relative;
pub(super) mod says_nothing;
pub(super) mod signature;
pub(super) mod texted;
pub(super) mod therefore;
pub(super) mod thoughts;
pub(super) mod told;
pub(super) mod whereabouts;
