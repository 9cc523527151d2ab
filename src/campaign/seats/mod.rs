//! Who holds which seat.
//!
//! ```text
//! before a game      founding      a game with all its players
//!                    gathering     a game that waits for players       gathered  how it stands
//!                    chance        seed, phrases and beacon become the key of all chance
//! during a game      intervention  given up, taken over, paused, stopped, ended
//!                    vacancy       a seat loses its player and gets another one
//!                    handover      the operator gives a seat to somebody
//!                    addresses     a seat's mail goes elsewhere
//! ```

pub(super) mod addresses;
pub(super) mod chance;
pub(super) mod founding;
pub(super) mod gathered;
pub(super) mod gathering;
pub(super) mod handover;
pub(super) mod intervention;
pub(super) mod vacancy;
