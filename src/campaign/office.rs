//! What the campaign needs besides the database, and why it cannot go on.

use super::pace::Pace;
use crate::audit::seed;
use crate::bot::Memory;
use crate::mail::address::Address;
use crate::mail::intake::{Limits, OwnAddresses};
use crate::mail::token::TokenKey;
use crate::report::Templates;
use crate::store::{Digest, EntryHead, GameStatus, Store, StoreError};
use chrono::TimeDelta;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Under this name the database keeps the key of the tokens.
const TOKEN_KEY: &str = "token key";

/// The language of mails where nothing else is said.
const FIRST_LANGUAGE: &str = "en";

/// What counts as an outage, where nothing else is said.
const OUTAGE: TimeDelta = TimeDelta::hours(1);

/// What the campaign needs besides the database.
pub struct Office {
    /// The addresses of the program itself, and what tells its mails from others.
    pub own: OwnAddresses,
    /// The name that the program's mails carry.
    pub name: String,
    /// The largest mail that is read, and how much of one; what exceeds them is answered, not carried out.
    pub limits: Limits,
    /// The layouts and phrases of all languages, read when the program starts.
    pub templates: Templates,
    /// Key of all tokens.
    pub key: TokenKey,
    /// How fast the program itself acts, where a game has no pace of its own.
    pub pace: Pace,
    /// How many mails of a seat are acted upon, and how many strangers are answered, on one day (UTC).
    pub rates: Rates,
    /// How many mails the provider lets out in a minute and on a day.
    pub budget: Budget,
    /// Whether reports come with pictures of the map.
    pub pictures: bool,
    /// When mail could not be read or sent for longer than this, clocks get the time back.
    pub outage: TimeDelta,
    /// The tag of the language for readers of whom nothing is known.
    pub language: String,
    /// Who is told what fails; nobody at first.
    pub operator: Option<Address>,
    /// What bots remember of the games.
    pub(crate) notes: Notes,
}

/// What everybody at the table could have noted of the games that bots play, so that a long log is not read from its
/// beginning for each decision. Nothing hangs on it: what is not kept is made anew.
#[derive(Default)]
pub(crate) struct Notes(Mutex<BTreeMap<[u8; 32], (EntryHead, Memory)>>);

impl Notes {
    /// For how many games notes are kept at once.
    const MOST: usize = 64;

    /// Takes out what is kept of a game, with the last entry of the log that is in it. The key is a digest of the
    /// game's name and seed.
    pub fn take(&self, game: Digest) -> Option<(EntryHead, Memory)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&game.0)
    }

    /// Keeps notes of a game. Where there are too many, all others are thrown away first.
    pub fn keep(&self, game: Digest, notes: (EntryHead, Memory)) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= Notes::MOST {
            kept.clear();
        }
        kept.insert(game.0, notes);
    }
}

/// How much is sent; what is more waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The most mails in any minute; no limit if `None`.
    pub mails_per_minute: Option<u32>,
    /// The most mails in any 24 hours; no limit if `None`.
    pub mails_per_day: Option<u32>,
}

/// How much is answered on one day (UTC).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// Mails of one seat's player, with a token, that are acted upon.
    pub mails_per_player: u32,
    /// Answers to all those together who hold no seat or show no token; each kind of sender that
    /// `post::limits` tells apart has this number for itself.
    pub answers_to_strangers: u32,
    /// Pieces of press of one seat that are passed on.
    pub press_per_player: u32,
    /// Proposals of one seat that are put to the vote.
    pub proposals_per_player: u32,
    /// Answers to the questions of one address that holds no seat or shows no token.
    pub answers_per_stranger: u32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            mails_per_player: 300,
            answers_to_strangers: 200,
            answers_per_stranger: 10,
            press_per_player: 20,
            proposals_per_player: 5,
        }
    }
}

impl Office {
    /// The office of an installation. The key of the tokens is drawn at the first start and kept
    /// in the database.
    ///
    /// # Errors
    ///
    /// The database fails, or the system has no randomness to give.
    pub fn open(
        store: &mut Store,
        own: OwnAddresses,
        name: String,
        limits: Limits,
        templates: Templates,
    ) -> Result<Office, CampaignError> {
        let key = store.transaction(|tx| -> Result<[u8; 32], CampaignError> {
            if let Some(key) = tx.meta(TOKEN_KEY)? {
                return key.try_into().map_err(|_| CampaignError::BrokenKey);
            }
            let key = seed::random_bytes()?;
            tx.set_meta(TOKEN_KEY, &key)?;
            Ok(key)
        })?;
        let (key, pace, rates) = (TokenKey::new(key), Pace::default(), Rates::default());
        let outage = OUTAGE;
        Ok(Office {
            own,
            name,
            limits,
            templates,
            key,
            pace,
            rates,
            budget: Budget::default(),
            pictures: true,
            outage,
            language: FIRST_LANGUAGE.to_owned(),
            operator: None,
            notes: Notes::default(),
        })
    }

    /// The address in `From` of everything we send.
    pub(crate) fn sender(&self) -> Address {
        self.own.address.clone().with_name(&self.name)
    }
}

/// Why the campaign cannot go on. None of these is a player's doing: what a player gets wrong is
/// answered by mail.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The database cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What the database has as the key of all tokens is not 32 bytes.
    #[error("the key of the tokens in the database is broken; restore a backup")]
    BrokenKey,
    /// The operating system gave no random bytes.
    #[error("the system gives no random numbers: {0}")]
    Randomness(#[from] getrandom::Error),
    /// What is stored of a game contradicts itself; the other games go on.
    #[error("the game {game} cannot be continued: {reason}; restore a backup, or run doctor")]
    BrokenGame {
        /// Its name.
        game: String,
        /// What does not fit.
        reason: String,
    },
    /// No game of the database has this name.
    #[error("there is no game {0}; `feldpost game list` names them")]
    NoSuchGame(String),
    /// No person of the database has this number.
    #[error("there is no person number {0}; `feldpost person list` shows them")]
    NoSuchPerson(i64),
    /// The game has not come so far, or is over.
    #[error("that cannot be done with {game}, which is {status}")]
    WrongStatus {
        /// Its name.
        game: String,
        /// How far it has come.
        status: GameStatus,
    },
    /// A game cannot begin by the operator's word before all its seats are taken.
    #[error("{open} places of {game} are not taken yet; it begins when all are")]
    NotFull {
        /// Its name.
        game: String,
        /// How many places are free.
        open: usize,
    },
    /// The game of this name is none that waits for phrases, or there is none.
    #[error("no game named {0} waits for phrases; list the games and name one that is gathering")]
    NotGathering(String),
    /// The hashes are known to all, so that nobody may be left out of the key of all chance any more.
    #[error(
        "the hashes of {0} are published: it begins when the phrases are open, or the beacon's round \
         is signed"
    )]
    Fixed(String),
    /// The game of this name has not begun or is over, or there is none.
    #[error("no game named {0} is in play; list the games and name one that is")]
    NotInPlay(String),
    /// A timer of the database has a key that no version up to this one writes.
    #[error("no timer has the key {0:?}; restore a backup, or run doctor")]
    UnknownTimer(String),
    /// The log has an event that this version does not know.
    #[error(transparent)]
    UnknownEvent(#[from] crate::audit::journal::UnknownEvent),
    /// A template fails, or the phrases of a language are incomplete.
    #[error(transparent)]
    Templates(#[from] crate::report::TemplateError),
    /// No message can be made of a mail (RFC 5322).
    #[error("a mail to {to} cannot be written: {reason}")]
    Compose {
        /// Its recipient as a header has him: name and address.
        to: String,
        /// The composer's own words.
        reason: String,
    },
}
