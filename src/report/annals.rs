//! The sentences of a campaign's history beside those for events and orders.

use crate::beacon::Beacon;
use crate::game::{Seat, Setup};
use crate::phrase::WhyAnew;
use serde::Serialize;

/// A sentence of a campaign's history, with what it tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum HistorySentence {
    /// Above the whole: how many entries the log has, the hash of the last, and whether the game is over.
    Heading { game: String, entries: usize, hash: String, over: bool },
    /// `seed_commitment` is the SHA-256 of the seed in hexadecimal digits.
    Founded { setup: Setup, seed_commitment: String },
    /// The hashes of the phrases are published.
    Committed {},
    /// Everything is fixed but this round of the public beacon.
    BeaconAwaited { round: u64 },
    /// The gathering begins anew: `players` by their places, the old seed, the hash of the new one.
    GatheredAnew { why: WhyAnew, players: Vec<usize>, seed: String, seed_commitment: String },
    /// The players with their phrases.
    Begun {
        players: Vec<Beginner>,
        #[serde(skip_serializing_if = "Option::is_none")]
        beacon: Option<Beacon>,
    },
    /// The position after the entry of this number holds again.
    TakenBack { to: u64 },
    /// Ended before its end by the rules; no winners for a draw.
    Closed { by_organiser: bool, winners: Vec<Seat>, seed: String },
    /// Ended by the rules.
    Ended { seed: String },
    /// A mail that came, with what became of it.
    Mail { seat: Option<Seat>, outcome: String },
    /// Above what happened in a turn.
    Turn { turn: u64 },
    /// Before what a nation ordered.
    Ordering { nation: String },
    /// What gave an order, if it was not a mail that did so at once: as the log has it.
    By { by: String },
    /// Which mail gave it, by its SHA-256; the log may not say it.
    Which { sha256: Option<String> },
    /// An entry of the log of a kind that this version does not know.
    Other { kind: String },
}

/// A player as the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Beginner {
    pub seat: Seat,
    /// Empty if the player sent none.
    pub phrase: String,
}

impl HistorySentence {
    /// The name of its macro in the templates.
    pub const fn id(&self) -> &'static str {
        match self {
            HistorySentence::Heading { .. } => "heading",
            HistorySentence::Founded { .. } => "founded",
            HistorySentence::Committed {} => "committed",
            HistorySentence::BeaconAwaited { .. } => "beacon_awaited",
            HistorySentence::GatheredAnew { .. } => "gathered_anew",
            HistorySentence::Begun { .. } => "begun",
            HistorySentence::TakenBack { .. } => "taken_back",
            HistorySentence::Closed { .. } => "closed",
            HistorySentence::Ended { .. } => "ended",
            HistorySentence::Mail { .. } => "mail",
            HistorySentence::Turn { .. } => "turn",
            HistorySentence::Ordering { .. } => "ordering",
            HistorySentence::By { .. } => "by",
            HistorySentence::Which { .. } => "which",
            HistorySentence::Other { .. } => "other",
        }
    }
}
