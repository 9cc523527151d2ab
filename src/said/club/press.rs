//! For whom press is.

use super::Named;

/// For whom press is, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recipients {
    /// Every player, and all who look on.
    All,
    /// Those who look on, no player.
    Observers,
    /// Whoever holds these seats.
    Named(Vec<Named>),
    /// Somebody was named whom the game does not know: it is passed on to nobody.
    Unclear,
}
