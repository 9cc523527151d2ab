//! What people do around the games: commands to the desk, votes, press, requests for the log.

pub(super) mod desk;
pub(super) mod log_request;
pub(super) mod press;
pub(super) mod votes;
