//! The games of a database: exported, and checked by carrying out again what their logs hold.

use super::journal::is_over;
use super::replay::Replay;
use crate::game::State;
use crate::store::{EntryHead, Game, LogFile, SealedParts, Store, StoreError, Tx, verify_chain};
use std::fmt;

/// Something wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its name.
    pub game: String,
    /// The first entry of the log that it concerns; `None` if it is not about the log.
    pub entry: Option<u64>,
    /// What is wrong, in a sentence without its full stop.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry {
            Some(entry) => {
                write!(formatter, "game {}, from entry {entry} on: {}", self.game, self.what)
            }
            None => write!(formatter, "game {}: {}", self.game, self.what),
        }
    }
}

/// The log of a game for publication: with its sealed parts if the game is over, without them if
/// it is in play. `entries` says after how many it is cut.
///
/// # Errors
///
/// No such game, or the database fails.
pub fn export(tx: &Tx<'_>, game: &Game, entries: Option<u64>) -> Result<LogFile, StoreError> {
    let mut file = tx.export(game.id, SealedParts::Included)?;
    if let Some(entries) = entries {
        file.entries.retain(|entry| entry.number <= entries);
    }
    // Whether the game is over, the log itself says.
    if !is_over(&file.entries) {
        file.sealed_parts = SealedParts::Withheld;
        for entry in &mut file.entries {
            entry.opening = None;
        }
    }
    Ok(file)
}

/// Checks every game: its chain, every order and every position in its log, what waits for the
/// log, and the snapshot that the program works with. A sound database has no findings.
///
/// # Errors
///
/// Only what keeps the check from being made; damage is a finding.
pub fn check_games(store: &mut Store) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    for game in store.transaction(|tx| tx.games())? {
        match store.transaction(|tx| check_game(tx, &game)) {
            Ok(found) => findings.extend(found),
            Err(damaged @ StoreError::Damaged { .. }) => {
                let what = damaged.to_string();
                findings.push(Finding { game: game.name, entry: None, what });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(findings)
}

/// The first thing that is wrong with a game.
fn check_game(tx: &Tx<'_>, game: &Game) -> Result<Option<Finding>, StoreError> {
    let state = match check_log(tx, game)? {
        Ok(Some(state)) => state,
        Ok(None) => return Ok(None),
        Err(finding) => return Ok(Some(finding)),
    };
    let what = snapshot_fault(tx, game, &state, tx.head(game.id)?)?;
    Ok(what.map(|what| Finding { game: game.name.clone(), entry: None, what }))
}

/// Carries out again all that the log of a game holds, and what waits for it: the position, if
/// the game has begun, or the first thing that differs.
///
/// # Errors
///
/// Only what keeps the log from being read; a difference is a finding.
pub fn check_log(tx: &Tx<'_>, game: &Game) -> Result<Result<Option<State>, Finding>, StoreError> {
    let finding = |entry: Option<u64>, what: String| {
        Ok(Err(Finding { game: game.name.clone(), entry, what }))
    };
    let entries = tx.entries(game.id)?;
    if entries.is_empty() {
        return finding(None, "its log is empty".into());
    }
    if let Err(fault) = verify_chain(&game.name, &entries) {
        return finding(Some(fault.entry), fault.what.to_string());
    }
    let mut replay = Replay::new(&game.name, game.seed.0);
    for entry in &entries {
        if let Err(difference) = replay.entry(entry) {
            return finding(Some(difference.entry), difference.fault.to_string());
        }
    }
    match replay.held(&tx.held_back(game.id)?) {
        Ok(()) => Ok(Ok(replay.into_state())),
        Err(fault) => finding(None, format!("what waits for the log: {fault}")),
    }
}

/// What is wrong with the snapshot that the program works with. That there is none, or an older
/// one, is no fault: the state is made from the log then.
fn snapshot_fault(
    tx: &Tx<'_>,
    game: &Game,
    state: &State,
    head: EntryHead,
) -> Result<Option<String>, StoreError> {
    let snapshot = tx.latest_snapshot(game.id)?.filter(|snapshot| snapshot.entry == head.number);
    let Some(snapshot) = snapshot else { return Ok(None) };
    Ok(match State::load_text(&snapshot.state) {
        Ok(loaded) if loaded.state == *state => None,
        Ok(_) => Some(
            "the snapshot of its position is not the position that its log leads to; \
             `feldpost replay --all` makes it anew"
                .into(),
        ),
        Err(error) => Some(format!(
            "the snapshot of its position cannot be read ({error}); `feldpost replay --all` \
             makes it anew"
        )),
    })
}
