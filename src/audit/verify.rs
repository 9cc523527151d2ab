//! `feldpost verify`: is this log what it says it is.
//!
//! Needs the text of the file and nothing else: no database, no clock, no configuration. Of a
//! game that is over everything is done again; of a game in play, whose sealed parts are withheld,
//! the chain is checked and what is public.

use super::consent::Consent;
use super::journal::RULES_VERSION;
use super::journal::{
    ACTION, BEACON_AWAITED, BEGUN, CLOSED, CLUB, COMMITTED, ENDED, FOUNDED, GATHERED_ANEW,
    TAKEN_BACK, ends_the_game, is_over, public_events,
};
use super::positions::Positions;
use super::prologue::{Chance, Prologue};
use super::replay::{
    Difference, Fault, Replay, compare_public, read_beginning, read_closing, read_founding,
    read_taken_back,
};
use super::seed::commitment;
use crate::game::{Event, State, parse_key};
use crate::store::{
    ChainFault, Digest, Entry, EntryHead, LogFile, LogFileError, SealedParts, verify_chain,
};
use thiserror::Error;

/// What a log was found to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The name of the game.
    pub game: String,
    /// The last entry of the log.
    pub head: EntryHead,
    /// Entries with actions.
    pub actions: usize,
    /// The last turn that began; 0 if none did.
    pub turn: u64,
    /// Whether every order was carried out again; of a game in play that cannot be done yet.
    pub replayed: bool,
    /// What all chance follows from; `None` while that is not fixed.
    pub chance: Option<Chance>,
    /// Orders of bots that the bots chose again, and alike; and those of bots of another version, which were only
    /// carried out.
    pub bot_choices: (usize, usize),
    /// How many of the heads that were given are in the log.
    pub heads: usize,
    /// Versions of the rules other than this program's under which entries were written.
    pub other_rules: Vec<String>,
}

/// Why a log is not what it says it is, with the first entry concerned.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum VerifyError {
    /// Not written by export, or changed since in a way that shows in its form.
    #[error(transparent)]
    File(#[from] LogFileError),
    /// Changed since: the hashes do not fit.
    #[error(transparent)]
    Chain(#[from] ChainFault),
    /// An entry is not the one that a mail carried.
    #[error(
        "entry {number} has the hash {found}, but a mail carried {expected}: the log is not the one the mail was sent with"
    )]
    Head {
        /// The number of the entry.
        number: u64,
        /// Its hash in the mail.
        expected: Digest,
        /// Its hash in the log.
        found: Digest,
    },
    /// Entries at the end are missing.
    #[error(
        "the log ends with entry {last}, but a mail carried entry {number}: what came after entry {last} is missing"
    )]
    Dropped {
        /// The number of the entry that a mail carried.
        number: u64,
        /// The number of the last entry in the log.
        last: u64,
    },
    /// Not even the founding is there.
    #[error("the log has no entry; a game's log begins with its founding")]
    Empty,
    /// Sealed parts are published only after the end, so the end is missing.
    #[error(
        "the sealed parts are included, but entry {last} is not the end of the game: what came after it is missing"
    )]
    NotEnded {
        /// The number of the last entry in the log.
        last: u64,
    },
    /// Carried out again, the log comes to something else.
    #[error("{difference}{}", other_rules(.rules))]
    Difference {
        /// The first entry that differs, and how.
        difference: Box<Difference>,
        /// The version of the rules under which the entry was written, if not this program's.
        rules: Option<String>,
    },
}

fn other_rules(rules: &Option<String>) -> String {
    match rules {
        None => String::new(),
        Some(version) => format!(
            " (it was written under version {version} of the rules, this program has version \
             {RULES_VERSION}: try the program that wrote it)"
        ),
    }
}

/// Checks a log, given as the text of its file, and that these entries, which mails carried, are
/// in it.
///
/// # Errors
///
/// What is wrong and with which entry, the first one first.
pub fn verify(text: &str, heads: &[EntryHead]) -> Result<Verified, VerifyError> {
    let file = LogFile::parse(text)?;
    verify_chain(&file.game, &file.entries)?;
    let last = file.entries.last().ok_or(VerifyError::Empty)?.head();
    for head in heads {
        check_head(&file, *head, last.number)?;
    }
    let replayed = file.sealed_parts == SealedParts::Included;
    let checked = if replayed { replay(&file) } else { check_public(&file).map(|()| (0, 0)) };
    let bot_choices = checked.map_err(|error| match error {
        Stopped::At(difference) => {
            let entry = file.entries.iter().find(|entry| entry.number == difference.entry);
            let rules = entry.map(|entry| entry.rules_version.clone());
            let rules = rules.filter(|version| version != RULES_VERSION);
            VerifyError::Difference { difference: Box::new(difference), rules }
        }
        Stopped::Short => VerifyError::NotEnded { last: last.number },
    })?;
    let mut other_rules: Vec<String> = Vec::new();
    for entry in &file.entries {
        let version = &entry.rules_version;
        if version != RULES_VERSION && !other_rules.contains(version) {
            other_rules.push(version.clone());
        }
    }
    Ok(Verified {
        head: last,
        actions: file.entries.iter().filter(|entry| entry.kind == ACTION).count(),
        turn: file.entries.iter().flat_map(turns).max().unwrap_or(0),
        replayed,
        chance: Chance::of(&file.entries),
        heads: heads.len(),
        bot_choices,
        other_rules,
        game: file.game,
    })
}

/// Why a check went no farther.
enum Stopped {
    At(Difference),
    /// The end of the game is missing.
    Short,
}

impl From<Difference> for Stopped {
    fn from(difference: Difference) -> Stopped {
        Stopped::At(difference)
    }
}

fn check_head(file: &LogFile, head: EntryHead, last: u64) -> Result<(), VerifyError> {
    // The chain holds, so an entry stands at the place of its number.
    let entry = file.entries.iter().find(|entry| entry.number == head.number);
    match entry {
        None => Err(VerifyError::Dropped { number: head.number, last }),
        Some(entry) if entry.hash == head.hash => Ok(()),
        Some(entry) => {
            Err(VerifyError::Head { number: head.number, expected: head.hash, found: entry.hash })
        }
    }
}

/// The turns that begin in an entry.
fn turns(entry: &Entry) -> Vec<u64> {
    let events = public_events(&entry.public["events"]).unwrap_or_default();
    let began = events.iter().filter_map(|event| match event {
        Event::TurnBegan { turn } => Some(u64::from(*turn)),
        _ => None,
    });
    began.collect()
}

/// Does a whole game again. Returns how many choices of bots were made again, and how many were not
/// ([`Verified::bot_choices`]).
fn replay(file: &LogFile) -> Result<(usize, usize), Stopped> {
    if !is_over(&file.entries) {
        return Err(Stopped::Short);
    }
    let ended = file.entries.iter().rfind(|entry| ends_the_game(&entry.kind));
    let seed = revealed(ended.ok_or(Stopped::Short)?)?;
    let mut replay = Replay::with_bots(&file.game, seed);
    for entry in &file.entries {
        replay.entry(entry)?;
    }
    Ok(replay.choices())
}

/// The seed that the end of the game reveals.
fn revealed(ended: &Entry) -> Result<[u8; 32], Difference> {
    let text = ended.public["seed"].as_str().unwrap_or_default();
    parse_key(text).map_err(|error| Difference {
        entry: ended.number,
        fault: Fault::Unreadable { part: "public", what: error.to_string() },
    })
}

/// Of a log without its sealed parts: the order of its entries, what each must have, the position
/// at the beginning, the sequence of turns, and the seed once it is revealed.
fn check_public(file: &LogFile) -> Result<(), Stopped> {
    let mut founding = None;
    let mut prologue = Prologue::default();
    let mut begun = false;
    let mut turn = 0;
    let mut ended = false;
    let mut consent = Consent::default();
    // The digests of the public positions to which the game may go back.
    let mut positions: Positions<String> = Positions::new();
    for entry in &file.entries {
        let at = |fault| Difference { entry: entry.number, fault };
        let kind = |expected| at(Fault::Kind { found: entry.kind.clone(), expected });
        let public = &entry.public;
        if !matches!(entry.kind.as_str(), CLUB | CLOSED) {
            consent.goes_on().map_err(at)?;
        }
        match (&mut founding, entry.kind.as_str()) {
            (None, FOUNDED) => {
                let read = read_founding(&file.game, public).map_err(at)?;
                begun = !read.waits();
                if begun {
                    // What is public at the beginning does not depend on chance.
                    let state = State::new(read.setup, [0; 32]);
                    compare_public(&state, read.state.as_deref()).map_err(at)?;
                    positions.after(entry, read.state.clone().unwrap_or_default());
                }
                consent = Consent::among(&read.seats);
                turn = u64::from(read.setup.rules().first_turn) - 1;
                founding = Some(read);
            }
            (None, _) => return Err(kind("the founding of the game").into()),
            (Some(_), CLUB) if ended => {}
            (Some(_), CLUB) => consent.hear(entry).map_err(at)?,
            (Some(read), COMMITTED | BEACON_AWAITED | GATHERED_ANEW) if !begun && !ended => {
                prologue.entry(read, entry).map_err(at)?;
            }
            (Some(read), BEGUN) if !begun && !ended => {
                let beginning = read_beginning(read.setup, public).map_err(at)?;
                prologue.begin(read, &beginning).map_err(|fault| at(fault.into()))?;
                let state = State::new(read.setup, [0; 32]);
                compare_public(&state, Some(&beginning.state)).map_err(at)?;
                positions.after(entry, beginning.state);
                begun = true;
            }
            (Some(_), kind_found) if !begun && !ended && kind_found != CLOSED => {
                return Err(kind("the beginning of the game").into());
            }
            (Some(_), ACTION) if !ended => {
                check_action(entry, &mut turn).map_err(at)?;
                positions.after(entry, public["state"].as_str().unwrap_or_default().to_owned());
            }
            (Some(_), TAKEN_BACK) if !ended => {
                check_taken_back(entry, &mut positions).map_err(at)?;
            }
            (Some(read), ENDED | CLOSED) if !ended => {
                ended = true;
                if entry.kind == CLOSED {
                    let closing = read_closing(read, public).map_err(at)?;
                    consent.closes(&closing).map_err(at)?;
                }
                let computed = commitment(&revealed(entry)?).to_string();
                if computed != read.seed_commitment {
                    let found = read.seed_commitment.clone();
                    return Err(at(Fault::Seed { found, computed }).into());
                }
            }
            (Some(_), _) => {
                return Err(kind(if ended { "nothing more" } else { "an action" }).into());
            }
        }
    }
    Ok(())
}

/// That the game goes back to a position from which nothing secret has been revealed, and that
/// the public part of it is what it was then.
fn check_taken_back(entry: &Entry, positions: &mut Positions<String>) -> Result<(), Fault> {
    let taken = read_taken_back(&entry.public)?;
    if entry.commitment.is_none() {
        return Err(Fault::Unsealed);
    }
    let to = taken.to;
    let computed = positions.go_back(entry.number, to).ok_or(Fault::TooFarBack { to })?;
    if computed == taken.state {
        return Ok(());
    }
    Err(Fault::Position { secrecy: "public", computed, found: taken.state })
}

/// What every entry with an action has in public.
fn check_action(entry: &Entry, turn: &mut u64) -> Result<(), Fault> {
    let unreadable = |what: &str| Fault::Unreadable { part: "public", what: what.to_owned() };
    if entry.commitment.is_none() {
        return Err(Fault::Unsealed);
    }
    let events = entry.public["events"].as_array();
    if events.is_none() {
        return Err(unreadable("it has no list of events"));
    }
    public_events(&entry.public["events"]).map_err(|error| unreadable(&error.to_string()))?;
    let digest = entry.public["state"].as_str().unwrap_or_default();
    if digest.parse::<Digest>().is_err() {
        return Err(unreadable("it has no digest of the position"));
    }
    for began in turns(entry) {
        if began != *turn + 1 {
            return Err(unreadable(&format!("turn {began} begins after turn {turn}")));
        }
        *turn = began;
    }
    Ok(())
}
