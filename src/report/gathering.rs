//! The facts of the mails before a game begins: the seed's commitment, hashes and phrases, the beacon.

use super::head::LogHead;
use super::moment::Moment;
use crate::game::{Seat, Setup};
use crate::phrase::{PhraseBy, WhyAnew};
use serde::Serialize;

/// What a player put into the key from which all chance of the game follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Phrase {
    /// Whose phrase it is; the seats' order is that of the key.
    pub seat: Seat,
    /// Empty if the player sent none.
    pub text: String,
    /// Who knew it before it was opened.
    pub by: PhraseBy,
}

/// How far a game is that has not begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GatheringStage {
    /// Players or hashes of phrases are awaited.
    Hashes,
    /// All hashes are known, and the phrases are awaited.
    Phrases,
    /// A round of the beacon is awaited.
    Beacon,
    /// Nothing is: the organiser has stopped the game.
    Stopped,
}

/// A player of a game that has not begun: the seat, or where seats are raffled the place in the order of the
/// phrases, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Who {
    /// `None` before a raffle (R1.6).
    pub seat: Option<Seat>,
    /// Which of the players it is, from 1.
    pub place: usize,
}

/// What is known of a phrase before it is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnownPhrase {
    /// Whose phrase it is.
    pub who: Who,
    /// Whether the player or the program made it.
    pub by: PhraseBy,
    /// SHA-256 of the phrase, 64 hexadecimal digits; `None` until it is known.
    pub hash: Option<String>,
    /// The phrase as its player told it to the program, or opened it; only in mails to that player.
    pub text: Option<String>,
}

/// Why something that a player said about his phrase was not taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum PhraseRefusal {
    /// It is longer than this many characters.
    TooLong {
        /// In characters.
        most: usize,
    },
    /// It fits its hash, but has fewer characters than this.
    TooShort {
        /// In characters.
        least: usize,
    },
    /// The hash is another player's, or that of the seed.
    Copied {},
    /// The hash stood for a phrase that was opened in an earlier attempt.
    Used {},
    /// Not 64 hexadecimal digits.
    NotAHash {},
    /// It was noted before.
    Again {},
    /// The phrase of a hash, while hashes are still awaited.
    TooEarly {},
    /// A hash, or another wish, after all hashes were published.
    TooLate {},
    /// No phrase in the mail has this hash.
    Unfit {
        /// The hash that the player gave before, 64 hexadecimal digits.
        hash: String,
    },
    /// The player has no phrase to open.
    NothingToOpen {},
    /// Something is asked, and this line of the mail is no answer to it.
    NotUnderstood {
        /// As it was written, its first 200 characters.
        line: String,
    },
    /// The mail says several things that exclude each other.
    Several {},
    /// No round of the beacon is awaited, or not this one.
    NotThisRound {
        /// The round that is awaited; `None` if none is.
        round: Option<u64>,
    },
    /// The beacon did not sign the round so.
    NotGenuine {},
}

/// A game begins anew to gather hashes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Anew {
    /// What was lacking.
    pub why: WhyAnew,
    /// The players to whom it is due.
    pub players: Vec<Who>,
}

/// A round of the public beacon that is awaited.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AwaitedRound {
    /// The number of the round.
    pub round: u64,
    /// When it is signed.
    pub at: Moment,
    /// Where anybody can read it.
    pub url: String,
}

/// A mail before a game begins: what it will be, and what the reader may put into the key of all chance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Gathering {
    /// The game's name.
    pub game: String,
    /// Scenario, edition and options.
    pub setup: Setup,
    /// Which of the players it is written to.
    pub reader: Who,
    /// How many players the game has.
    pub players: usize,
    /// SHA-256 of the game's secret seed.
    pub seed_commitment: String,
    /// What the game waits for.
    pub stage: GatheringStage,
    /// Whether phrases are asked for at all.
    pub phrases: bool,
    /// Whether a round of the beacon goes into the key.
    pub beacon: bool,
    /// Whether it answers a mail of the reader's, who has been told before what the game will be.
    pub answer: bool,
    /// It was sent before, and the reader has not done what it asks.
    pub reminder: bool,
    /// What the reader has said about his phrase.
    pub own: Option<KnownPhrase>,
    /// Whether the reader is awaited.
    pub asked: bool,
    /// What was not taken of the mail that this one answers.
    pub refused: Option<PhraseRefusal>,
    /// Why the game begins to gather once more, if it has just done so.
    pub anew: Option<Anew>,
    /// What all have committed themselves to, once that is published.
    pub hashes: Vec<KnownPhrase>,
    /// The players whose hash or phrase is awaited.
    pub awaited: Vec<Who>,
    /// How many places nobody has taken yet.
    pub open: usize,
    /// Until when phrases can come.
    pub due: Option<Moment>,
    /// The fewest characters of a phrase whose hash the player makes.
    pub shortest: usize,
    /// The beacon's round that is awaited, once it is fixed.
    pub round: Option<AwaitedRound>,
    /// The seed, in hexadecimal digits, of a game that has been stopped.
    pub seed: Option<String>,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}
