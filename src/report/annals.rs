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
    Heading {
        /// The game's name.
        game: String,
        /// How many the log has.
        entries: usize,
        /// SHA-256 of the last one, 64 hexadecimal digits.
        hash: String,
        /// Whether its secrets are opened.
        over: bool,
    },
    /// The game was founded.
    Founded {
        /// Scenario, edition and options.
        setup: Setup,
        /// SHA-256 of the seed, which nobody knows before the end, as 64 hexadecimal digits.
        seed_commitment: String,
    },
    /// The hashes of the phrases are published.
    Committed {},
    /// Everything is fixed but this round of the public beacon.
    BeaconAwaited {
        /// Its number in drand's quicknet, a round every 3 seconds.
        round: u64,
    },
    /// The gathering begins anew, with another seed.
    GatheredAnew {
        /// What was lacking.
        why: WhyAnew,
        /// The places, from 1, of the players to whom it is due.
        players: Vec<usize>,
        /// The seed that is given up, 64 hexadecimal digits.
        seed: String,
        /// SHA-256 of the one that takes its place.
        seed_commitment: String,
    },
    /// The players with their phrases.
    Begun {
        /// In the order in which their phrases went into the key.
        players: Vec<Beginner>,
        /// The signed round that went into the key, if one was agreed.
        #[serde(skip_serializing_if = "Option::is_none")]
        beacon: Option<Beacon>,
    },
    /// The position after the entry of this number holds again.
    TakenBack {
        /// The number of the entry, from 1.
        to: u64,
    },
    /// Ended by its players or the organiser before the rules ended it.
    Closed {
        /// Stopped by the operator; otherwise by a vote.
        by_organiser: bool,
        /// By agreement; empty for a draw or a stopped game.
        winners: Vec<Seat>,
        /// The seed that was secret, 64 hexadecimal digits.
        seed: String,
    },
    /// Ended by the rules.
    Ended {
        /// The seed that was secret, 64 hexadecimal digits.
        seed: String,
    },
    /// A mail that came, with what became of it.
    Mail {
        /// For which seat it spoke; `None` if for none.
        seat: Option<Seat>,
        /// The log's own word for it.
        outcome: String,
    },
    /// Above what happened in a turn.
    Turn {
        /// From 1.
        turn: u64,
    },
    /// Before what a nation ordered.
    Ordering {
        /// The nation's word in the log, which the phrases translate.
        nation: String,
    },
    /// What gave an order, if it was not a mail that was carried out at once.
    By {
        /// The log's own word.
        by: String,
    },
    /// Which mail gave the order.
    Which {
        /// SHA-256 of the mail's bytes, 64 hexadecimal digits; `None` where the log does not say.
        sha256: Option<String>,
    },
    /// An entry of the log of a kind that this version does not know.
    Other {
        /// The word of the log.
        kind: String,
    },
}

/// A player as the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Beginner {
    /// What the raffle gave him, or what was agreed (R1.6).
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
