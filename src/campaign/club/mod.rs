//! What people do around the games: commands to the desk, votes, press.

pub(super) mod desk;
pub(super) mod press;
pub(super) mod votes;
