//! The player's guides.
