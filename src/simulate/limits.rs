//! How long a game can be.

/// Every game has ended by then: the eighteen Cards of Fate have all come round by turn 23.
pub const LONGEST_GAME: u16 = 23;
