//! The log of a game from a list of its actions: for recorded and simulated games, which no mail
//! has played.
//!
//! Times and nonces are made up from the numbers of the entries, so that the same actions give the
//! same file. A real game's nonces are random.

use super::journal::RULES_VERSION;
use super::journal::{ACTION, Deed, ENDED, FOUNDED, Founding, public_digest};
use super::seed::{commitment, game_key};
use crate::game::{Action, Nation, Refusal, Setup, State};
use crate::store::{CanonicalError, Digest, Entry, EntryHead, LogFile, NewEntry, SealedParts};
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use serde_json::{Value, json};
use thiserror::Error;

/// Why a list of actions is no game.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RecordError {
    /// The rules refuse an action.
    #[error("action number {number}, of {nation}, is against the rules ({}): {:?}", refusal.rule, refusal.reason)]
    Refused {
        /// Its place in the list, from 1.
        number: usize,
        /// The nation that was to act.
        nation: Nation,
        /// Why it may not.
        refusal: Refusal,
    },
    /// An entry cannot be written as canonical JSON.
    #[error("entry {entry}: its {part} part {source}")]
    Canonical {
        /// Its number in the log.
        entry: u64,
        /// `public` or `sealed`.
        part: &'static str,
        /// What cannot be written.
        source: CanonicalError,
    },
}

/// The log of a game with this seed and without phrases, in which these actions were carried out;
/// with its end if they lead there.
///
/// The sealed parts of a game that is not over are withheld. Redistributions of troops behind the last other action
/// have no entry to stand in, and are left out.
///
/// # Errors
///
/// The first action that the rules refuse, or an entry that cannot be written.
pub fn record(
    game: &str,
    setup: Setup,
    seed: [u8; 32],
    actions: &[(Nation, Action)],
) -> Result<LogFile, RecordError> {
    let mut pen = Pen { seed, head: EntryHead::of_empty_log(game), entries: Vec::new() };
    let mut state = State::new(setup, game_key(&seed, &[]));
    let founding = Founding {
        bots: Vec::new(),
        game: game.to_owned(),
        setup,
        seats: setup.rules().seats(),
        seed_commitment: commitment(&seed).to_string(),
        phrases: false,
        hashes: false,
        beacon: false,
        raffle: false,
        state: Some(public_digest(&state).map_err(pen.fault("public"))?.to_string()),
    };
    pen.write(FOUNDED, json!(founding), None)?;
    let mut held = Vec::new();
    for (number, (nation, action)) in (1..).zip(actions) {
        let nation = *nation;
        let events = state.act(nation, action).map_err(|refusal| RecordError::Refused {
            number,
            nation,
            refusal,
        })?;
        let deed = Deed { nation, action, events: &events };
        if deed.is_unnoticed() {
            held.push(deed.sealed(Value::Null));
            continue;
        }
        let (public, sealed) = deed
            .parts(Value::Null, std::mem::take(&mut held), &state)
            .map_err(pen.fault("public"))?;
        pen.write(ACTION, public, Some(sealed))?;
    }
    if let Some(outcome) = state.outcome() {
        let seed = Digest(seed).to_string();
        pen.write(ENDED, json!({ "outcome": outcome, "seed": seed }), None)?;
        let sealed_parts = SealedParts::Included;
        return Ok(LogFile { game: game.to_owned(), sealed_parts, entries: pen.entries });
    }
    for entry in &mut pen.entries {
        entry.opening = None;
    }
    let sealed_parts = SealedParts::Withheld;
    Ok(LogFile { game: game.to_owned(), sealed_parts, entries: pen.entries })
}

struct Pen {
    seed: [u8; 32],
    head: EntryHead,
    entries: Vec<Entry>,
}

impl Pen {
    fn fault(&self, part: &'static str) -> impl Fn(CanonicalError) -> RecordError + use<> {
        let entry = self.head.number + 1;
        move |source| RecordError::Canonical { entry, part, source }
    }

    fn write(
        &mut self,
        kind: &str,
        public: Value,
        sealed: Option<Value>,
    ) -> Result<(), RecordError> {
        let number = self.head.number + 1;
        let nonce = Digest::of(&[b"recorded nonce", &self.seed, &number.to_be_bytes()]).0;
        let time = first_day() + TimeDelta::minutes(i64::try_from(number).unwrap_or(0));
        let new = NewEntry { time, kind, rules_version: RULES_VERSION, public, sealed };
        let entry = self
            .head
            .followed_by(new, nonce)
            .map_err(|(part, source)| RecordError::Canonical { entry: number, part, source })?;
        self.head = entry.head();
        self.entries.push(entry);
        Ok(())
    }
}

/// The war began on this day.
fn first_day() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(1756, 8, 29, 6, 0, 0).single().unwrap_or_default()
}
