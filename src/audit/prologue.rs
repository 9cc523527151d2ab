//! What is fixed before a game begins, and in which order: the seed's commitment, the hashes of the phrases, the
//! phrases, the beacon's round, its signature.
//!
//! Nobody can choose last if each of these is known to all before the next is asked for. Whether the log shows
//! that is checked here, from its entries alone; the seed is not needed before the game is over.

use super::journal::{
    BEACON_AWAITED, BEGUN, BeaconAwaited, Beginning, COMMITTED, Committed, FOUNDED, Founding,
    GATHERED_ANEW, GatheredAnew, Pledge,
};
use super::replay::Fault;
use super::seed::{SHORTEST_PHRASE, commitment, made_phrase, phrase_hash};
use crate::beacon;
use crate::game::parse_key;
use crate::phrase::PhraseBy;
use crate::store::{Digest, Entry};
use serde::de::DeserializeOwned;
use thiserror::Error;

/// What is wrong with how all chance was fixed. Players are counted from 1, in the order of the phrases.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChanceFault {
    /// A phrase is opened whose hash was not published before.
    #[error("a phrase is opened, but no entry before it holds the hashes")]
    NotCommitted,
    /// The hashes come again, so that phrases could have been exchanged.
    #[error("the hashes are published a second time")]
    CommittedTwice,
    /// An entry is about more or fewer players than the game has.
    #[error("has phrases or hashes for {found} players, but the game has {expected}")]
    Players {
        /// The seats of the game.
        expected: usize,
        /// The players of the entry.
        found: usize,
    },
    /// A pledge without its hash, with one that is none, or a hash where no phrase is promised.
    #[error("the hash of player {player} is missing, is none, or stands where there is no phrase")]
    NoHash {
        /// Counted from 1.
        player: usize,
    },
    /// A hash that was known before, and so could be copied with its phrase.
    #[error("the hash of player {player} is that of another player or was used before")]
    CopiedHash {
        /// Counted from 1.
        player: usize,
    },
    /// A phrase that is not the one promised.
    #[error("the phrase of player {player} has the SHA-256 {computed}, but its hash was {hash}")]
    PhraseHash {
        /// Counted from 1.
        player: usize,
        /// The hash that was published first, 64 hexadecimal digits.
        hash: String,
        /// The SHA-256 of the phrase, 64 hexadecimal digits.
        computed: String,
    },
    /// A phrase that could be found from its hash by trying ([`SHORTEST_PHRASE`]).
    #[error("the phrase of player {player} has fewer than {SHORTEST_PHRASE} characters")]
    ShortPhrase {
        /// Counted from 1.
        player: usize,
    },
    /// A phrase of somebody who had promised none.
    #[error("player {player} committed to no phrase, but has one")]
    Uncommitted {
        /// Counted from 1.
        player: usize,
    },
    /// A phrase that the program is said to have made, but that does not follow from the seed.
    #[error("the phrase of player {player} is not the one that the program makes from the seed")]
    NotMade {
        /// Counted from 1.
        player: usize,
    },
    /// A round is used that nobody agreed to.
    #[error("no round of the beacon was agreed, but one is used or named")]
    NoBeacon,
    /// The round is missing, comes before it was named, or is another one.
    #[error("the beacon's round is used before it was named, or is not the one that was named")]
    OtherRound,
    /// A phrase was changed after the beacon's round was named.
    #[error("the phrases are not those that were open when the beacon's round was named")]
    OtherPhrases,
    /// The round's signature was public before the round was named, so that it could be chosen by it.
    #[error("round {round} of the beacon was signed before it was named: it could be chosen")]
    EarlyRound {
        /// The number of the round.
        round: u64,
    },
    /// The signature does not hold under the beacon's public key.
    #[error("the beacon did not sign round {round} so")]
    Signature {
        /// The number of the round.
        round: u64,
    },
    /// A game that has nothing to give up is gathered anew.
    #[error("the game begins anew though nothing was fixed yet, or for players it does not have")]
    Anew,
}

/// How far a game that has not begun has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Prologue {
    committed: Option<Committed>,
    awaited: Option<BeaconAwaited>,
    /// The hashes of earlier attempts, whose phrases somebody may know.
    used: Vec<String>,
}

fn read<T: DeserializeOwned>(entry: &Entry) -> Result<T, Fault> {
    serde_json::from_value(entry.public.clone()).map_err(|error| Fault::unreadable("public", error))
}

impl Prologue {
    /// Takes an entry between the founding and the beginning. When the game is gathered anew, the
    /// founding has another commitment from then on.
    ///
    /// # Errors
    ///
    /// The entry cannot be read, comes at the wrong time, or does not fit those before it.
    pub fn entry(&mut self, founding: &mut Founding, entry: &Entry) -> Result<(), Fault> {
        match entry.kind.as_str() {
            COMMITTED => self.commit(founding, read(entry)?).map_err(Fault::from),
            BEACON_AWAITED => self.name_round(founding, entry, read(entry)?).map_err(Fault::from),
            GATHERED_ANEW => self.begin_anew(founding, read(entry)?),
            _ => Ok(()),
        }
    }

    fn commit(&mut self, founding: &Founding, committed: Committed) -> Result<(), ChanceFault> {
        if self.committed.is_some() || self.awaited.is_some() {
            return Err(ChanceFault::CommittedTwice);
        }
        let (expected, found) = (founding.seats.len(), committed.players.len());
        if expected != found {
            return Err(ChanceFault::Players { expected, found });
        }
        let mut hashes: Vec<&str> = vec![&founding.seed_commitment];
        for (player, pledge) in (1..).zip(&committed.players) {
            let Pledge { by, hash } = pledge;
            if (*by == PhraseBy::None) != hash.is_none() {
                return Err(ChanceFault::NoHash { player });
            }
            let Some(hash) = hash else { continue };
            if hash.parse::<Digest>().map(|digest| digest.to_string()).as_ref() != Ok(hash) {
                return Err(ChanceFault::NoHash { player });
            }
            if hashes.contains(&hash.as_str()) || self.used.contains(hash) {
                return Err(ChanceFault::CopiedHash { player });
            }
            hashes.push(hash);
        }
        self.committed = Some(committed);
        Ok(())
    }

    fn name_round(
        &mut self,
        founding: &Founding,
        entry: &Entry,
        awaited: BeaconAwaited,
    ) -> Result<(), ChanceFault> {
        let round = awaited.round;
        if !founding.beacon {
            return Err(ChanceFault::NoBeacon);
        }
        if self.awaited.is_some() {
            return Err(ChanceFault::OtherRound);
        }
        self.check_phrases(founding, &awaited.phrases)?;
        if beacon::time_of(round).is_none_or(|time| time <= entry.time) {
            return Err(ChanceFault::EarlyRound { round });
        }
        self.awaited = Some(awaited);
        Ok(())
    }

    fn begin_anew(&mut self, founding: &mut Founding, anew: GatheredAnew) -> Result<(), Fault> {
        let players = 1..=founding.seats.len();
        let known = anew.players.iter().all(|player| players.contains(player));
        if !known || (self.committed.is_none() && self.awaited.is_none()) {
            return Err(ChanceFault::Anew.into());
        }
        let seed = parse_key(&anew.seed).map_err(|error| Fault::unreadable("public", error))?;
        let computed = commitment(&seed).to_string();
        if computed != founding.seed_commitment {
            return Err(Fault::Seed { found: founding.seed_commitment.clone(), computed });
        }
        if let Err(error) = anew.seed_commitment.parse::<Digest>() {
            return Err(Fault::unreadable("public", format!("the new commitment {error}")));
        }
        let hashes = self.committed.take().map(|committed| committed.players).unwrap_or_default();
        self.used.extend(hashes.into_iter().filter_map(|pledge| pledge.hash));
        self.awaited = None;
        founding.seed_commitment = anew.seed_commitment;
        Ok(())
    }

    /// Checks the entry with which the game begins, as far as that needs no seed.
    ///
    /// # Errors
    ///
    /// What stands in the entry is not what was fixed before it.
    pub fn begin(&self, founding: &Founding, beginning: &Beginning) -> Result<(), ChanceFault> {
        let phrases: Vec<&str> = beginning.players.iter().map(|p| p.phrase.as_str()).collect();
        self.check_phrases(founding, &phrases)?;
        let Some(beacon) = &beginning.beacon else {
            return if founding.beacon { Err(ChanceFault::OtherRound) } else { Ok(()) };
        };
        if !founding.beacon {
            return Err(ChanceFault::NoBeacon);
        }
        let awaited = self.awaited.as_ref().filter(|awaited| awaited.round == beacon.round);
        let awaited = awaited.ok_or(ChanceFault::OtherRound)?;
        if awaited.phrases != phrases {
            return Err(ChanceFault::OtherPhrases);
        }
        let round = beacon.round;
        if beacon.is_genuine() { Ok(()) } else { Err(ChanceFault::Signature { round }) }
    }

    /// Checks the phrases against what their players committed themselves to.
    fn check_phrases<T: AsRef<str>>(
        &self,
        founding: &Founding,
        phrases: &[T],
    ) -> Result<(), ChanceFault> {
        let (expected, found) = (founding.seats.len(), phrases.len());
        if expected != found {
            return Err(ChanceFault::Players { expected, found });
        }
        let Some(committed) = &self.committed else {
            let silent = phrases.iter().all(|phrase| phrase.as_ref().is_empty());
            // Before hashes came first, phrases stood for themselves.
            let allowed = if founding.phrases { !founding.hashes } else { silent };
            return if allowed { Ok(()) } else { Err(ChanceFault::NotCommitted) };
        };
        for ((player, phrase), pledge) in (1..).zip(phrases).zip(&committed.players) {
            let phrase = phrase.as_ref();
            let Some(hash) = &pledge.hash else {
                if phrase.is_empty() {
                    continue;
                }
                return Err(ChanceFault::Uncommitted { player });
            };
            let computed = phrase_hash(phrase).to_string();
            if computed != *hash {
                return Err(ChanceFault::PhraseHash { player, hash: hash.clone(), computed });
            }
            if pledge.by == PhraseBy::Player && phrase.chars().count() < SHORTEST_PHRASE {
                return Err(ChanceFault::ShortPhrase { player });
            }
        }
        Ok(())
    }

    /// Checks, once the seed is known, that the program chose nothing by the phrases it made.
    ///
    /// # Errors
    ///
    /// A phrase that the program is said to have made does not follow from the seed.
    pub fn check_made(&self, seed: &[u8; 32], beginning: &Beginning) -> Result<(), ChanceFault> {
        let pledges = self.committed.iter().flat_map(|committed| &committed.players);
        for ((player, pledge), begun) in (1..).zip(pledges).zip(&beginning.players) {
            if pledge.by == PhraseBy::Program && begun.phrase != made_phrase(seed, player) {
                return Err(ChanceFault::NotMade { player });
            }
        }
        Ok(())
    }
}

/// What all chance of a game follows from besides its seed, as its log says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chance {
    /// The players were asked for phrases.
    pub asked: bool,
    /// Each phrase was fixed by its hash before any was opened.
    pub hashes_first: bool,
    /// Phrases that only their players knew before they were opened.
    pub own: usize,
    /// Phrases that the program was told or made.
    pub trusted: usize,
    /// The beacon's round; `None` where no beacon was agreed.
    pub round: Option<u64>,
}

impl Chance {
    /// Of a log whose form has been checked; `None` if the game has not begun.
    pub(super) fn of(entries: &[Entry]) -> Option<Chance> {
        let last = |kind: &str| entries.iter().rfind(|entry| entry.kind == kind);
        let founding: Founding = read(last(FOUNDED)?).ok()?;
        if !founding.waits() {
            return Some(Chance::default());
        }
        let beginning: Beginning = read(last(BEGUN)?).ok()?;
        let committed: Option<Committed> = last(COMMITTED).and_then(|entry| read(entry).ok());
        let pledges = committed.iter().flat_map(|committed| &committed.players);
        let own = pledges.clone().filter(|pledge| pledge.by == PhraseBy::Player).count();
        let all = pledges.filter(|pledge| pledge.hash.is_some()).count();
        Some(Chance {
            asked: founding.phrases,
            hashes_first: committed.is_some(),
            own,
            trusted: all - own,
            round: beginning.beacon.map(|beacon| beacon.round),
        })
    }
}
