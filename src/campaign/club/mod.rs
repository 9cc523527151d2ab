//! What people do around the games.
//!
//! ```text
//! desk    mails that need no seat: commands, the form for a new game, consent, wishes, privacy
//! votes   what the players decide together
//! press   what they say to one another
//! ```

pub(super) mod desk;
pub(super) mod press;
pub(super) mod votes;
