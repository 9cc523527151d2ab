//! The games in play carried out again, and their snapshots made anew: when somebody asks for it, and
//! before a new version of the rules touches them.
//!
//! A snapshot is what the campaign keeps beside the log to save time; the log itself stays as it is.

use crate::audit::{Finding, RULES_VERSION, check_log};
use crate::store::{Store, StoreError};
use thiserror::Error;

/// Under this name the database keeps the version of the rules that last worked on it.
const LAST_RULES: &str = "rules version";

/// What came of carrying out the games in play again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replayed {
    /// The games in which nothing differs.
    pub sound: Vec<String>,
    /// The first difference in each of the others.
    pub findings: Vec<Finding>,
}

/// Carries out again, with this program's rules, all that happened in the games in play, or in the
/// one of this name. The snapshots of those in which nothing differs are thrown away and made anew
/// from the log; the others are left as they are.
///
/// # Errors
///
/// Only what keeps the games from being read.
pub fn replay_all(store: &mut Store, only: Option<&str>) -> Result<Replayed, StoreError> {
    let mut replayed = Replayed::default();
    for game in store.transaction(|tx| tx.games())? {
        if game.ended.is_some() || only.is_some_and(|name| name != game.name) {
            continue;
        }
        let checked = store.transaction(|tx| -> Result<_, StoreError> {
            let checked = check_log(tx, &game)?;
            if let Ok(Some(state)) = &checked {
                tx.forget_snapshots(game.id)?;
                tx.save_snapshot(game.id, tx.head(game.id)?.number, &state.dump_text())?;
            }
            Ok(checked)
        })?;
        match checked {
            Ok(_) => replayed.sound.push(game.name),
            Err(finding) => replayed.findings.push(finding),
        }
    }
    Ok(replayed)
}

/// Why this program must not touch the games of a database.
#[derive(Debug, Error)]
pub enum AdmissionError {
    /// The logs of the games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The first entry of each game that leads elsewhere than the log says.
    #[error(
        "this program's rules (version {RULES_VERSION}) lead elsewhere than those the games were \
         played by, so nothing was touched; go on with the version of the program you had, or \
         report this: {}", list(.0)
    )]
    Differences(Vec<Finding>),
}

fn list(findings: &[Finding]) -> String {
    findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("; ")
}

/// Called before anything is done with a database: if another version of the rules worked on it
/// last, all games in play are carried out again first.
///
/// # Errors
///
/// A game differs: then no log was changed (sound games have new snapshots), and the daemon must not start.
pub fn admit(store: &mut Store) -> Result<(), AdmissionError> {
    if store.transaction(|tx| tx.meta(LAST_RULES))?.as_deref() == Some(RULES_VERSION.as_bytes()) {
        return Ok(());
    }
    let replayed = replay_all(store, None)?;
    if !replayed.findings.is_empty() {
        return Err(AdmissionError::Differences(replayed.findings));
    }
    tracing::info!(games = replayed.sound.len(), rules = RULES_VERSION, "games carried out again");
    store.transaction(|tx| tx.set_meta(LAST_RULES, RULES_VERSION.as_bytes()))?;
    Ok(())
}
