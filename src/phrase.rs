//! Words about the phrases that players put into a game's chance, for the log and for mails alike.
//!
//! How a game's chance is fixed is [`crate::chance`]'s to tell.

use serde::{Deserialize, Serialize};

/// Who knows a phrase before it is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhraseBy {
    /// Its player alone, who gave the program its hash.
    Player,
    /// Its player and the program, which was told the phrase and made the hash.
    Told,
    /// The program, which made it for its player.
    Program,
    /// There is none.
    None,
}

/// Why a game is gathered anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyAnew {
    /// Phrases were not opened in time.
    Unopened,
    /// A phrase fits its hash, but is shorter than is allowed.
    Short,
    /// A player left whose hash was out.
    Left,
}
