//! An entry of the sealed log, and what makes entries a chain. `docs/log-format.md` states the
//! encoding byte for byte; its worked example is a test.
//!
//! Pure: no database, no randomness, no clock. Whoever verifies a published log needs this and
//! nothing else of the store. What the parts of an entry say is deliberately unknown here.

use std::fmt;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use thiserror::Error;

use super::canonical::{CanonicalError, DEEPEST, canonical_json, canonical_json_to_depth};
use super::digest::Digest;
use super::moment::{parse_time, time_text};

/// Hashed before the game's name for what stands in place of the first entry's previous hash.
const LOG_DOMAIN: &[u8] = b"feldpost log 1\n";

/// Hashed before the content of an entry.
const ENTRY_DOMAIN: &[u8] = b"feldpost log entry 1\n";

/// One entry of a game's log.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The number of the entry, from 1, without gaps.
    pub number: u64,
    /// When it was appended, in whole seconds. A clock may be set back: the number gives the order.
    pub time: DateTime<Utc>,
    /// What kind of thing happened, in a word of the caller's.
    pub kind: String,
    /// The version of the rules under which it happened.
    pub rules_version: String,
    /// What everybody may know.
    pub public: Value,
    /// SHA-256 of the opening, if there is a sealed part.
    pub commitment: Option<Digest>,
    /// The sealed part; absent where there is none, or where it is withheld.
    pub opening: Option<Opening>,
    /// The hash of the entry before this one, or [`first_previous`].
    pub previous: Digest,
    /// SHA-256 of everything above but the opening.
    pub hash: Digest,
}

/// What opens a commitment: the sealed part, and the nonce that keeps it from being guessed.
#[derive(Clone, PartialEq)]
pub struct Opening {
    /// 32 random bytes, drawn for this entry alone.
    pub nonce: [u8; 32],
    /// What not everybody may know yet.
    pub sealed: Value,
}

impl fmt::Debug for Opening {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Opening(secret)")
    }
}

impl Opening {
    /// SHA-256 of the nonce followed by the canonical text of the sealed part.
    ///
    /// # Errors
    ///
    /// The sealed part has no canonical text.
    pub fn commitment(&self) -> Result<Digest, CanonicalError> {
        Ok(Digest::of(&[&self.nonce, canonical_json(&self.sealed)?.as_bytes()]))
    }
}

/// What the caller gives for an entry; number and hashes follow from the entries before.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntry<'a> {
    /// As [`Entry::time`]; a fraction of a second is cut off.
    pub time: DateTime<Utc>,
    /// As [`Entry::kind`], not empty.
    pub kind: &'a str,
    /// As [`Entry::rules_version`], not empty.
    pub rules_version: &'a str,
    /// As [`Entry::public`].
    pub public: Value,
    /// As [`Opening::sealed`].
    pub sealed: Option<Value>,
}

/// Number and hash of an entry: what every mail carries of the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryHead {
    /// 0 for a log without entries.
    pub number: u64,
    /// [`first_previous`] for a log without entries.
    pub hash: Digest,
}

impl EntryHead {
    /// The head of a log without entries.
    pub fn of_empty_log(game_name: &str) -> EntryHead {
        EntryHead { number: 0, hash: first_previous(game_name) }
    }

    /// The entry that follows this one; the nonce is used if there is a sealed part.
    ///
    /// # Errors
    ///
    /// Which part has no canonical text, "public" or "sealed", and why.
    pub fn followed_by(
        &self,
        new: NewEntry<'_>,
        nonce: [u8; 32],
    ) -> Result<Entry, (&'static str, CanonicalError)> {
        let opening = new.sealed.map(|sealed| Opening { nonce, sealed });
        let commitment = match &opening {
            Some(opening) => Some(opening.commitment().map_err(|error| ("sealed", error))?),
            None => None,
        };
        // Read back from the text, so that it is exactly what will be hashed.
        let time = parse_time(&time_text(new.time)).unwrap_or(new.time);
        let mut entry = Entry {
            number: self.number + 1,
            time,
            kind: new.kind.to_owned(),
            rules_version: new.rules_version.to_owned(),
            public: new.public,
            commitment,
            opening,
            previous: self.hash,
            hash: self.hash,
        };
        entry.hash = entry.computed_hash().map_err(|error| ("public", error))?;
        Ok(entry)
    }
}

impl Entry {
    /// Number and hash of this entry.
    pub fn head(&self) -> EntryHead {
        EntryHead { number: self.number, hash: self.hash }
    }

    /// The hash this entry must have: SHA-256 of a domain line and the canonical text of an
    /// object with all that is public of it.
    fn computed_hash(&self) -> Result<Digest, CanonicalError> {
        // The limit of the public part itself, before it is put into an object.
        canonical_json(&self.public)?;
        let content = json!({
            "commitment": self.commitment.map(|digest| digest.to_string()),
            "kind": self.kind,
            "number": self.number,
            "previous": self.previous.to_string(),
            "public": self.public,
            "rules_version": self.rules_version,
            "time": time_text(self.time),
        });
        let text = canonical_json_to_depth(&content, DEEPEST + 1)?;
        Ok(Digest::of(&[ENTRY_DOMAIN, text.as_bytes()]))
    }
}

/// What the first entry of a game's log has for its previous hash.
pub fn first_previous(game_name: &str) -> Digest {
    Digest::of(&[LOG_DOMAIN, game_name.as_bytes()])
}

/// The first entry at which a chain does not hold, and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("entry {entry}: {what}")]
pub struct ChainFault {
    /// Its place in the log, from 1, whatever number it bears.
    pub entry: u64,
    /// What is wrong with it.
    pub what: ChainFaultKind,
}

/// Why an entry does not continue the chain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ChainFaultKind {
    /// Entries are missing, doubled or in another order.
    #[error("bears the number {found}; an entry is missing, doubled or out of place")]
    Number {
        /// The number it bears; the one after its predecessor's was due.
        found: u64,
    },
    /// It was not appended to the entry before it.
    #[error("its previous hash is not the hash of the entry before it")]
    Previous,
    /// The first entry was not appended to the empty log of this game.
    #[error("its previous hash is not that of the empty log of this game")]
    OtherGame,
    /// Something public in it was changed.
    #[error("its hash is not that of its content")]
    Hash,
    /// The sealed part or its nonce was changed.
    #[error("its sealed part does not open its commitment")]
    Commitment,
    /// A sealed part was added to an entry that never had one.
    #[error("has a sealed part but no commitment to it")]
    NoCommitment,
    /// The time has a fraction of a second, or no year of four digits.
    #[error("its time cannot be written in whole seconds with a year of four digits")]
    Time,
    /// A part could not have been appended.
    #[error("its {part} part {source}")]
    Canonical {
        /// `public` or `sealed`.
        part: &'static str,
        /// What canonical JSON does not allow in it.
        source: CanonicalError,
    },
}

/// Whether these are the entries of this game's log from its first one on, unchanged.
///
/// That the last entries are missing cannot be seen from the chain itself: compare the last
/// entry's head with the one a mail carried. A withheld opening is no fault.
///
/// # Errors
///
/// The first entry that differs from what was appended.
pub fn verify_chain(game_name: &str, entries: &[Entry]) -> Result<(), ChainFault> {
    let mut head = EntryHead::of_empty_log(game_name);
    for entry in entries {
        let place = head.number + 1;
        follows(head, entry).map_err(|what| ChainFault { entry: place, what })?;
        head = entry.head();
    }
    Ok(())
}

fn follows(head: EntryHead, entry: &Entry) -> Result<(), ChainFaultKind> {
    if entry.number != head.number + 1 {
        return Err(ChainFaultKind::Number { found: entry.number });
    }
    if entry.previous != head.hash {
        let first = head.number == 0;
        return Err(if first { ChainFaultKind::OtherGame } else { ChainFaultKind::Previous });
    }
    if parse_time(&time_text(entry.time)) != Ok(entry.time) {
        return Err(ChainFaultKind::Time);
    }
    let canonical = |part| move |source| ChainFaultKind::Canonical { part, source };
    if entry.hash != entry.computed_hash().map_err(canonical("public"))? {
        return Err(ChainFaultKind::Hash);
    }
    match (&entry.opening, entry.commitment) {
        (None, _) => Ok(()),
        (Some(_), None) => Err(ChainFaultKind::NoCommitment),
        (Some(opening), Some(commitment)) => {
            if opening.commitment().map_err(canonical("sealed"))? == commitment {
                Ok(())
            } else {
                Err(ChainFaultKind::Commitment)
            }
        }
    }
}

#[cfg(test)]
#[path = "entry_tests.rs"]
mod tests;
