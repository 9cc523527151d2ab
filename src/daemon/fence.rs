//! The fence: two machines never play one game.
//!
//! Whoever begins to work on a mailbox raises the generation in his database and writes it into the
//! mailbox; it is compared before each reading. So a copy of the database that begins elsewhere ends the
//! work here, and the database that was left behind does not begin again by itself. Another database on the
//! same mailbox is noticed in the same way: each would swallow the other's orders.
//!
//! Asking a server before each single step would be slow. What was seen there holds for a time instead,
//! `fence_seconds`: whoever has not looked for so long does nothing more, and whoever takes over waits
//! for longer than that, looks again, and only then begins. A folder is asked before each step.
//!
//! With several mailboxes the first of them is the one whose look counts.

use super::head::{self, Origin};
use crate::audit::seed;
use crate::campaign::{CampaignError, Errand};
use crate::mail::claim::Claim;
use crate::mail::maildir::claim_in;
use crate::mail::source::{MailSource, SourceError};
use crate::store::{Store, StoreError, time_text};
use chrono::{DateTime, Utc};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// Under this name the database keeps its claim.
const CLAIM: &str = "claim on the mailboxes";
/// Under this name a database notes that it may take the mailboxes over, until it has begun to work.
const TAKE_OVER: &str = "take the mailboxes over";
/// How long another machine needs for what it has in hand when it notices: this long, or this part of the time
/// for which a look at a server holds, whichever is longer.
const IN_HAND: Duration = Duration::from_secs(5);
const PART_IN_HAND: u32 = 6;
/// A server is looked at so often in the time for which a look holds.
const LOOKS: u32 = 3;

/// Why a mailbox may not be worked on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fenced {
    /// Another database, not a copy of this one, has marked the mailbox as its own.
    #[error(
        "another database works on this mailbox since {since}: each would swallow the other's \
         orders. Give each a mailbox of its own; or, if the other one is gone for good, begin with \
         --take-over"
    )]
    OtherDatabase {
        /// When it was marked, RFC 3339 in UTC.
        since: String,
    },
    /// This database began as a copy of the one that works on the mailbox.
    #[error(
        "this database is a copy, and the one it was copied from works on this mailbox since {since}: \
         two machines must not play one game. If the other one is ended for good, begin with --take-over"
    )]
    IsCopy {
        /// When the original marked the mailbox, RFC 3339 in UTC.
        since: String,
    },
    /// The mark in the mailbox is that of a copy of this database.
    #[error(
        "a copy of this database has taken over at {since}: two machines must not play one game. If \
         this one shall go on and the other is ended for good, begin with --take-over"
    )]
    Copy {
        /// When the copy took over, RFC 3339 in UTC.
        since: String,
    },
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
    /// It was restored, or its program was killed while it waited for another one to end.
    must_wait: bool,
    origin: Origin,
}

/// Reads what a database knows of its mailboxes; nothing is written.
///
/// # Errors
///
/// The database fails.
pub fn standing(store: &mut Store) -> Result<Standing, StoreError> {
    let (kept, must_wait) = store.transaction(|tx| -> Result<_, StoreError> {
        let kept = tx.meta(CLAIM)?.and_then(|bytes| String::from_utf8(bytes).ok());
        let kept = kept.and_then(|text| Claim::read(&text));
        Ok((kept, tx.meta(TAKE_OVER)?.is_some()))
    })?;
    let origin = kept.as_ref().map_or(Origin::Here, |kept| head::origin(store, &kept.holder));
    Ok(Standing { kept, take_over: must_wait, must_wait, origin })
}

impl Standing {
    /// Why a program would not begin on a mailbox in which this claim lies.
    #[must_use]
    pub fn against(&self, found: &Claim) -> Option<Fenced> {
        let known = self.kept.as_ref();
        let is_stranger = known.is_none_or(|known| found.supersedes(known));
        // A copy of a database at work has the same claim as that.
        let is_copy = self.origin == Origin::Elsewhere;
        if self.take_over || !is_stranger && !is_copy {
            return None;
        }
        if is_stranger {
            return Some(Fenced::by(found, known.map_or("", |known| &known.database)));
        }
        Some(Fenced::IsCopy { since: found.since.clone() })
    }

    /// Whether another one may still be at work under the claim that was found.
    fn may_be_at_work(&self, found: &Claim) -> bool {
        self.must_wait
            || self.origin != Origin::Here
            || self.kept.as_ref().is_none_or(|known| found.supersedes(known))
    }
}

/// The claim of this program on its mailboxes.
pub(super) struct Fence {
    /// As the database had it when the program began.
    standing: Standing,
    database: String,
    /// For each mailbox, whether this program has seen its own claim in it, or written it there.
    entered: Vec<bool>,
    gate: Gate,
}

/// Says whether work may go on. Clones share what was seen, so that every thread can have one.
#[derive(Clone)]
pub(super) struct Gate {
    seen: Arc<Mutex<Seen>>,
    lost: Arc<AtomicBool>,
    /// How long a look at a server holds.
    holds: Duration,
    /// The mailboxes in their order: those that are folders cost nothing to ask.
    folders: Arc<[Option<PathBuf>]>,
}

/// What was seen in the mailboxes.
#[derive(Default)]
struct Seen {
    /// The claim of this program, once it has begun.
    mine: Option<Claim>,
    /// When the last look began that found it in the first mailbox: by a clock that nobody sets, and by one that
    /// goes on while the machine sleeps.
    looked: Option<(Instant, SystemTime)>,
    /// Until then, another one may still be at work.
    begins: Option<Instant>,
}

/// What may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Permission {
    /// All of it: the mailboxes are ours.
    Work,
    /// It is not known whether the mailboxes are still ours: the operator may be told, and no more.
    TellOperator,
    /// Somebody else is at work, or may be.
    Nothing,
}

impl From<Permission> for Errand {
    fn from(permission: Permission) -> Errand {
        match permission {
            Permission::Work => Errand::All,
            Permission::TellOperator => Errand::OperatorsNote,
            Permission::Nothing => Errand::Nothing,
        }
    }
}

impl Gate {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What may be done now.
    pub fn permission(&self) -> Permission {
        if self.lost.load(Ordering::SeqCst) {
            return Permission::Nothing;
        }
        let seen = self.seen();
        let (Some(mine), false) = (&seen.mine, seen.begins.is_some()) else {
            // Before the first look the operator may be told; whoever waits for another one to end is silent.
            let nobody_asked = seen.mine.is_none();
            return if nobody_asked { Permission::TellOperator } else { Permission::Nothing };
        };
        let is_first_server = self.folders.first().is_some_and(Option::is_none);
        let is_fresh = seen.looked.is_some_and(|(at, by_clock)| {
            at.elapsed().max(by_clock.elapsed().unwrap_or_default()) < self.holds
        });
        if is_first_server && !is_fresh {
            return Permission::TellOperator;
        }
        for (index, folder) in self.folders.iter().enumerate() {
            match folder.as_ref().map(|folder| claim_in(folder)) {
                Some(Ok(Some(found))) if found.supersedes(mine) => return Permission::Nothing,
                Some(Err(_)) if index == 0 => return Permission::TellOperator,
                _ => {}
            }
        }
        Permission::Work
    }

    /// Whether everything may be done.
    pub fn is_open(&self) -> bool {
        self.permission() == Permission::Work
    }
}

/// What is wrong, and whose fault it is.
pub(super) enum FenceError {
    /// Another machine is at work: the daemon ends.
    Fenced(Fenced),
    /// A mailbox cannot be read or marked.
    Source(SourceError),
    /// The database fails.
    Campaign(CampaignError),
}

impl Fence {
    /// Reads what the database knows; nothing is written. The mailboxes are given in their order, those on disk with
    /// their folders.
    pub fn of(
        store: &mut Store,
        folders: Vec<Option<PathBuf>>,
        holds: Duration,
    ) -> Result<Fence, CampaignError> {
        let standing = standing(store)?;
        let database = match &standing.kept {
            Some(claim) => claim.database.clone(),
            None => random_name()?,
        };
        let entered = vec![false; folders.len()];
        let (seen, lost) = (Arc::default(), Arc::default());
        let gate = Gate { seen, lost, holds, folders: folders.into() };
        Ok(Fence { standing, database, entered, gate })
    }

    /// Lets this database take the mailboxes over, whoever has them.
    pub fn take_over(&mut self) {
        self.standing.take_over = true;
        self.gate.lost.store(false, Ordering::SeqCst);
    }

    /// Whether it may take over, whatever lies there.
    pub fn takes_over(&self) -> bool {
        self.standing.take_over
    }

    /// Says, to every thread, whether work may go on.
    pub fn gate(&self) -> Gate {
        self.gate.clone()
    }

    /// How long, from now, the program from which this one takes over may still be at work; `None` if nothing is
    /// waited for. It is over only when the first mailbox is looked into after that time.
    pub fn waits(&self) -> Option<Duration> {
        let begins = self.gate.seen().begins?;
        Some(begins.saturating_duration_since(Instant::now()))
    }

    /// The first mailbox must be looked into again after this time.
    pub fn looks_every(&self) -> Duration {
        self.gate.holds / LOOKS
    }

    /// How long another one goes on that has not noticed yet.
    fn until_noticed(&self) -> Duration {
        match self.gate.folders.first() {
            Some(Some(_)) => IN_HAND,
            _ => self.gate.holds + IN_HAND.max(self.gate.holds / PART_IN_HAND),
        }
    }

    /// Looks whether this program's claim lies in the mailbox. The first time it is written there, unless another
    /// one's forbids it.
    pub fn check(
        &mut self,
        store: &mut Store,
        (index, source): (usize, &mut dyn MailSource),
        now: DateTime<Utc>,
    ) -> Result<(), FenceError> {
        let looked = (Instant::now(), SystemTime::now());
        let found = source.claim().map_err(FenceError::Source)?;
        let mine = self.gate.seen().mine.clone();
        let has_entered = self.entered.get(index).copied().unwrap_or_default();
        // There is no claim before the first mailbox is entered; all others get the same one.
        let is_mine = mine.is_some() && mine == found;
        if let Some(found) = found.as_ref().filter(|_| !is_mine) {
            // What is found is compared with this program's claim; in a mailbox that it has not entered yet, with
            // what the database last knew.
            let fenced = match &mine {
                Some(mine) if has_entered => {
                    found.supersedes(mine).then(|| Fenced::by(found, &self.database))
                }
                _ => self.standing.against(found),
            };
            if let Some(fenced) = fenced {
                self.gate.lost.store(true, Ordering::SeqCst);
                return Err(FenceError::Fenced(fenced));
            }
        }
        if !is_mine {
            let mine = match mine {
                Some(mine) => mine,
                None => self.begin(store, found.as_ref(), now).map_err(FenceError::Campaign)?,
            };
            source.set_claim(&mine).map_err(FenceError::Source)?;
        }
        if let Some(entered) = self.entered.get_mut(index) {
            *entered = true;
        }
        if index == 0 {
            self.looked(store, looked).map_err(FenceError::Campaign)?;
        }
        Ok(())
    }

    /// The first mailbox is ours: work may go on; or begin, if the other one has ended by now.
    fn looked(
        &mut self,
        store: &mut Store,
        at: (Instant, SystemTime),
    ) -> Result<(), CampaignError> {
        let mut seen = self.gate.seen();
        seen.looked = Some(at);
        if seen.begins.is_some_and(|begins| begins > at.0) {
            return Ok(());
        }
        if seen.begins.take().is_some() || self.standing.must_wait {
            store.transaction(|tx| tx.remove_meta(TAKE_OVER))?;
            self.standing.must_wait = false;
        }
        Ok(())
    }

    /// Raises the generation in the database, first of all: what the mailbox says is never ahead of it.
    fn begin(
        &mut self,
        store: &mut Store,
        found: Option<&Claim>,
        now: DateTime<Utc>,
    ) -> Result<Claim, CampaignError> {
        let kept = self.standing.kept.as_ref();
        let before = kept.into_iter().chain(found).map(|claim| claim.generation).max();
        let mine = Claim {
            database: self.database.clone(),
            generation: before.unwrap_or_default() + 1,
            holder: random_name()?,
            since: time_text(now),
        };
        let must_wait = found.is_some_and(|found| self.standing.may_be_at_work(found));
        // With the holder of before: a program that is killed before the claim is stored has still only the old
        // one, and is to be known here by it.
        let holders = kept.map(|claim| claim.holder.as_str()).into_iter().chain([&*mine.holder]);
        head::note_holders(store, &holders.collect::<Vec<_>>());
        store.transaction(|tx| -> Result<(), StoreError> {
            if must_wait {
                // Killed while it waits, it waits again.
                tx.set_meta(TAKE_OVER, b"1")?;
            }
            tx.set_meta(CLAIM, mine.text().as_bytes())
        })?;
        let mut seen = self.gate.seen();
        if must_wait {
            let time = self.until_noticed();
            tracing::warn!(
                seconds = time.as_secs(),
                "takes the mailboxes over, and begins when nobody can be at work any more"
            );
            seen.begins = Some(Instant::now() + time);
        }
        Ok(seen.mine.insert(mine).clone())
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

#[cfg(test)]
#[path = "fence_tests.rs"]
mod tests;
