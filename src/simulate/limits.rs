//! How long a game can be.

/// The last turn a game can have: the first Card of Fate comes in turn 6 (R2.3), so that all eighteen have
/// come by the end of turn 23.
pub const LONGEST_GAME: u16 = 23;
