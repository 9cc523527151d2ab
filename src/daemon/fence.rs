//! The fence: two machines never play one game.
//!
//! Whoever begins to work on a mailbox raises the generation in his database and writes it into the
//! mailbox; before each reading and each sending it is compared. A copy of the database that begins
//! elsewhere so ends the work here, and what was left behind does not begin again by itself. Another
//! database on the same mailbox is noticed in the same way: each would swallow the other's orders.

use super::head;
use crate::audit::seed;
use crate::campaign::CampaignError;
use crate::mail::claim::Claim;
use crate::mail::maildir::claim_in;
use crate::mail::source::{MailSource, SourceError};
use crate::store::{Store, StoreError, time_text};
use chrono::{DateTime, Utc};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Under this name the database keeps its claim.
const CLAIM: &str = "claim on the mailboxes";
/// Under this name a restored database keeps that it may take over, once.
const TAKE_OVER: &str = "take the mailboxes over";

/// Why a mailbox may not be worked on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fenced {
    #[error(
        "another database works on this mailbox since {since}: each would swallow the other's \
         orders. Give each a mailbox of its own; or, if the other one is gone for good, begin with \
         --take-over"
    )]
    OtherDatabase { since: String },
    #[error(
        "a copy of this database has taken over at {since}: two machines must not play one game. If \
         this one shall go on and the other is ended for good, begin with --take-over"
    )]
    Copy { since: String },
}

impl Fenced {
    /// By whose claim, seen from this database.
    fn by(found: &Claim, database: &str) -> Fenced {
        let since = found.since.clone();
        if found.database == database {
            Fenced::Copy { since }
        } else {
            Fenced::OtherDatabase { since }
        }
    }
}

/// What a database knows of its mailboxes before a program begins to work with it.
pub struct Standing {
    kept: Option<Claim>,
    take_over: bool,
}

/// Reads it; nothing is written.
///
/// # Errors
///
/// The database fails.
pub fn standing(store: &mut Store) -> Result<Standing, StoreError> {
    store.transaction(|tx| {
        let kept = tx.meta(CLAIM)?.and_then(|bytes| String::from_utf8(bytes).ok());
        let kept = kept.and_then(|text| Claim::read(&text));
        Ok(Standing { kept, take_over: tx.meta(TAKE_OVER)?.is_some() })
    })
}

impl Standing {
    /// Why a program would not begin on a mailbox in which this claim lies.
    #[must_use]
    pub fn against(&self, found: &Claim) -> Option<Fenced> {
        let known = self.kept.as_ref();
        let is_stranger = !self.take_over && known.is_none_or(|known| found.supersedes(known));
        let database = known.map_or("", |known| &known.database);
        is_stranger.then(|| Fenced::by(found, database))
    }
}

/// The claim of this program on its mailboxes.
pub(super) struct Fence {
    /// As the database had it when the program began.
    kept: Option<Claim>,
    database: String,
    /// Ours, once we have begun.
    mine: Option<Claim>,
    /// The same for the thread that sends.
    shown: Arc<Mutex<Option<Claim>>>,
    /// The mailboxes that have it.
    entered: Vec<bool>,
    take_over: bool,
    lost: Arc<AtomicBool>,
}

/// Says to the sending thread whether it may go on.
pub(super) struct Gate {
    lost: Arc<AtomicBool>,
    mine: Arc<Mutex<Option<Claim>>>,
    /// Mailboxes that cost nothing to ask. Servers are asked by the reading thread alone.
    folders: Vec<PathBuf>,
}

impl Gate {
    /// Whether nothing may be sent: nobody has looked yet, or somebody else has taken over.
    pub fn is_shut(&self) -> bool {
        if self.lost.load(Ordering::SeqCst) {
            return true;
        }
        let mine = self.mine.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(mine) = mine else { return true };
        self.folders.iter().any(|folder| match claim_in(folder) {
            Ok(Some(found)) => found.supersedes(&mine),
            Ok(None) | Err(_) => false,
        })
    }
}

/// What is wrong, and whose fault it is.
pub(super) enum FenceError {
    Fenced(Fenced),
    Source(SourceError),
    Campaign(CampaignError),
}

impl Fence {
    /// Reads what the database knows; nothing is written.
    pub fn of(store: &mut Store, mailboxes: usize) -> Result<Fence, CampaignError> {
        let Standing { kept, take_over } = standing(store)?;
        let database = match &kept {
            Some(claim) => claim.database.clone(),
            None => random_name()?,
        };
        let entered = vec![false; mailboxes];
        Ok(Fence {
            kept,
            database,
            mine: None,
            shown: Arc::default(),
            entered,
            take_over,
            lost: Arc::default(),
        })
    }

    /// Lets this database take the mailboxes over, whoever has them.
    pub fn take_over(&mut self) {
        self.take_over = true;
    }

    /// Whether it may take over, whatever lies there.
    pub fn takes_over(&self) -> bool {
        self.take_over
    }

    /// For the thread that sends.
    pub fn gate(&self, folders: Vec<PathBuf>) -> Gate {
        Gate { lost: Arc::clone(&self.lost), mine: Arc::clone(&self.shown), folders }
    }

    /// Looks whether the mailbox is ours, and makes it ours at first.
    pub fn check(
        &mut self,
        store: &mut Store,
        (index, source): (usize, &mut dyn MailSource),
        now: DateTime<Utc>,
    ) -> Result<(), FenceError> {
        let found = source.claim().map_err(FenceError::Source)?;
        let entered = self.entered.get(index).copied().unwrap_or_default();
        // Ours at last; or, before we have begun here, that which our database had at last.
        let known = if entered { self.mine.as_ref() } else { self.kept.as_ref() };
        if let Some(found) = &found
            && (!self.take_over || entered)
        {
            let stranger = known.is_none_or(|known| found.supersedes(known));
            // Several mailboxes: the first of them has got ours already.
            let is_mine = self.mine.as_ref() == Some(found);
            if stranger && !is_mine {
                self.lost.store(true, Ordering::SeqCst);
                return Err(FenceError::Fenced(Fenced::by(found, &self.database)));
            }
            if is_mine {
                self.enter(index);
                return Ok(());
            }
        }
        let mine = match &self.mine {
            Some(mine) => mine.clone(),
            None => self.begin(store, found.as_ref(), now).map_err(FenceError::Campaign)?,
        };
        source.set_claim(&mine).map_err(FenceError::Source)?;
        self.enter(index);
        Ok(())
    }

    fn enter(&mut self, index: usize) {
        if let Some(entered) = self.entered.get_mut(index) {
            *entered = true;
        }
    }

    /// Raises the generation in the database, first of all: what the mailbox says is never ahead of it.
    fn begin(
        &mut self,
        store: &mut Store,
        found: Option<&Claim>,
        now: DateTime<Utc>,
    ) -> Result<Claim, CampaignError> {
        let before = self.kept.iter().chain(found).map(|claim| claim.generation).max();
        let mine = Claim {
            database: self.database.clone(),
            generation: before.unwrap_or_default() + 1,
            holder: random_name()?,
            since: time_text(now),
        };
        store.transaction(|tx| -> Result<(), StoreError> {
            tx.set_meta(CLAIM, mine.text().as_bytes())?;
            tx.remove_meta(TAKE_OVER)
        })?;
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(mine.clone());
        Ok(self.mine.insert(mine).clone())
    }
}

/// Lets a restored database take its mailboxes over when it begins.
///
/// # Errors
///
/// The database fails.
pub fn let_take_over(store: &mut Store) -> Result<(), StoreError> {
    head::forget(store);
    store.transaction(|tx| tx.set_meta(TAKE_OVER, b"1"))
}

fn random_name() -> Result<String, CampaignError> {
    let bytes = seed::random_bytes()?;
    Ok(bytes[..12].iter().map(|byte| format!("{byte:02x}")).collect())
}
