//! The daemon: looks into the mailbox, has each mail dealt with, sends what is due, and waits.
//!
//! One instance works on a database at a time. What is done in one go is written down in the
//! campaign's transactions; here is only the order of the steps around them.

use crate::accounts::{self, AccountError};
use crate::campaign::{
    CampaignError, Dispatched, Office, Received, Ticked, dispatch, receive, tick,
};
use crate::config::Config;
use crate::mail::intake::{Limits, OwnAddresses};
use crate::mail::source::{MailSource, SourceError};
use crate::mail::transport::MailTransport;
use crate::report::{TemplateError, Templates};
use crate::store::{InstanceLock, Store, StoreError};
use chrono::{DateTime, Utc};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a failing mailbox or database is left alone, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// Everything that works on a database.
pub struct Daemon {
    pub store: Store,
    pub office: Office,
    source: Box<dyn MailSource>,
    transport: Box<dyn MailTransport>,
    mails_per_poll: usize,
    /// Held as long as the daemon lives.
    _lock: InstanceLock,
}

/// What happened in one round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// One for each mail that was dealt with.
    pub received: Vec<Received>,
    /// Mails that could not be dealt with, and stay in the mailbox.
    pub failed: usize,
    /// What was done by itself.
    pub ticked: Ticked,
    pub dispatched: Dispatched,
}

/// Why the daemon cannot work.
#[derive(Debug, thiserror::Error)]
pub enum DaemonError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Templates(#[from] TemplateError),
}

impl DaemonError {
    /// Whether trying again later can help.
    fn is_transient(&self) -> bool {
        match self {
            DaemonError::Source(error) => error.transient,
            DaemonError::Store(error) | DaemonError::Campaign(CampaignError::Store(error)) => {
                error.is_transient()
            }
            _ => false,
        }
    }
}

/// A place in the work at which a test can stop it as if the program were killed.
pub type Checkpoint<'a> = &'a mut dyn FnMut(&'static str) -> bool;

/// Opens the database and the office of an installation, without mailbox and transport.
///
/// # Errors
///
/// The database cannot be opened, or a template is broken.
pub fn open_office(config: &Config) -> Result<(Store, Office), DaemonError> {
    let mut store = Store::open(&config.database)?;
    let mut own = OwnAddresses::new(config.address.clone());
    own.trusted_authserv_ids =
        config.trusted_authserv_ids.iter().map(|id| id.to_ascii_lowercase()).collect();
    let limits = Limits {
        bytes: usize::try_from(config.limits.mail_bytes).unwrap_or(usize::MAX),
        ..Limits::default()
    };
    let templates = Templates::new(config.templates.as_deref())?;
    let mut office = Office::open(&mut store, own, config.name.clone(), limits, templates)?;
    office.pace = config.pace;
    Ok((store, office))
}

impl Daemon {
    /// Opens everything the configuration names.
    ///
    /// # Errors
    ///
    /// The database, a template, the mailbox or the transport cannot be used, or another instance
    /// works on the database.
    pub fn open(config: &Config) -> Result<Daemon, DaemonError> {
        let (store, office) = open_office(config)?;
        let lock = store.lock_instance()?;
        let source = accounts::source(config)?;
        let transport = accounts::transport(config)?;
        let mails_per_poll = config.limits.mails_per_poll;
        Ok(Daemon { store, office, source, transport, mails_per_poll, _lock: lock })
    }

    /// One look into the mailbox, one at what is to be done by itself, and one at what is due to be
    /// sent.
    ///
    /// # Errors
    ///
    /// The mailbox or the database as a whole fails; a single mail that cannot be dealt with only
    /// stays where it is.
    pub fn round(&mut self, now: DateTime<Utc>) -> Result<Round, DaemonError> {
        self.round_until(now, &mut |_| true)
    }

    /// Like [`Daemon::round`], stopped where the checkpoint says so.
    ///
    /// # Errors
    ///
    /// As for [`Daemon::round`].
    pub fn round_until(
        &mut self,
        now: DateTime<Utc>,
        checkpoint: Checkpoint<'_>,
    ) -> Result<Round, DaemonError> {
        let mut round = Round::default();
        for mail in self.source.poll(self.mails_per_poll)? {
            if !checkpoint("before a mail is dealt with") {
                return Ok(round);
            }
            let received = match receive(&mut self.store, &self.office, &mail, now) {
                Ok(received) => received,
                Err(error) => {
                    tracing::error!(%error, mail = %mail.id, "a mail was not dealt with");
                    round.failed += 1;
                    continue;
                }
            };
            if !checkpoint("after a mail is dealt with") {
                return Ok(round);
            }
            self.source.settle(&mail.id, received.disposal)?;
            tracing::info!(outcome = received.outcome, "mail");
            round.received.push(received);
            if !checkpoint("after a mail is settled") {
                return Ok(round);
            }
        }
        if !checkpoint("before what is due is done") {
            return Ok(round);
        }
        round.ticked = tick(&mut self.store, &self.office, now)?;
        round.dispatched =
            dispatch(&mut self.store, &self.office, &mut *self.transport, now, checkpoint)?;
        Ok(round)
    }

    /// Works until told to stop. The mail in hand is always finished.
    ///
    /// # Errors
    ///
    /// Something that trying again cannot help.
    pub fn serve(&mut self, poll: Duration, stop: &AtomicBool) -> Result<(), DaemonError> {
        let mut pause = FIRST_PAUSE;
        while !stop.load(Ordering::Relaxed) {
            match self.round(Utc::now()) {
                Ok(round) if round.received.len() == self.mails_per_poll => continue,
                Ok(_) => {
                    pause = FIRST_PAUSE;
                    self.wait(poll, stop);
                }
                Err(error) if error.is_transient() => {
                    tracing::warn!(%error, seconds = pause.as_secs(), "trying again later");
                    sleep(pause, stop);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits for new mail, in slices short enough to stop soon.
    fn wait(&mut self, poll: Duration, stop: &AtomicBool) {
        if let Err(error) = self.source.wait(poll) {
            tracing::warn!(%error, "the mailbox cannot be watched");
            sleep(poll, stop);
        }
    }
}

/// Sleeps, but wakes up soon when told to stop.
fn sleep(time: Duration, stop: &AtomicBool) {
    const SLICE: Duration = Duration::from_millis(100);
    let mut left = time;
    while !left.is_zero() && !stop.load(Ordering::Relaxed) {
        let slice = left.min(SLICE);
        std::thread::sleep(slice);
        left -= slice;
    }
}
