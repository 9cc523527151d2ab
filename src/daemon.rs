//! The daemon: looks into the mailboxes, has each mail dealt with, sends what is due, and waits.
//!
//! Sending has a thread of its own. One instance works on a database at a time. What must happen together is one
//! transaction of the campaign; here is only the order of the steps around these, and what is done when
//! a step fails: nothing is lost, nothing is done twice, and what works goes on.

#![expect(clippy::disallowed_methods, reason = "time enters here: each round is told when it is")]

mod backups;
mod beacon;
mod fence;
mod head;
mod keeper;
mod mailbox;
mod sending;
mod shelf;
mod status;
mod stop;

pub use fence::{Fenced, let_take_over, standing};
pub use head::WentBack;
pub use stop::Stop;

use self::backups::Backups;
use self::beacon::Fetcher;
use self::fence::{Fence, FenceError};
use self::head::Head;
use self::keeper::Keeper;
use self::mailbox::Watched;
use self::sending::{Post, Sender};
use self::shelf::Shelf;
use self::status::Counters;
use crate::accounts::{self, AccountError};
use crate::campaign::{
    AdmissionError, Budget, CampaignError, Dispatched, Errand, Office, Rates, Received, Ticked,
    admit, awaited_round, dispatch_on, heartbeat, note_to_operator, receive, take_beacon, tick,
};
use crate::config::{Config, Mailbox};
use crate::mail::intake::{Limits, OwnAddresses};
use crate::mail::source::SourceError;
use crate::mail::token::redacted;
use crate::mail::transport::MailTransport;
use crate::report::{TemplateError, Templates};
use crate::store::{InstanceLock, Store, StoreError, Tx};
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// How long a failing database is left alone, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// The shortest wait: whatever else is said, the program never spins.
const SHORTEST_WAIT: Duration = Duration::from_millis(250);

/// While the command that fetches the beacon runs, the daemon looks after this time whether it has ended.
const WHILE_FETCHING: Duration = Duration::from_secs(2);

/// Everything that works on a database.
pub struct Daemon {
    /// The receiving thread's own connection; the sending thread has another one (invariant 21).
    pub store: Store,
    /// What the campaign needs to know of the installation: addresses, templates, limits.
    pub office: Office,
    mailboxes: Vec<Watched>,
    /// The mailbox that is waited at next, when there are several.
    waited_at: usize,
    /// Used by single rounds ([`Daemon::round`]); a daemon at work sends in a thread of its own.
    transport: Box<dyn MailTransport>,
    config: Config,
    fence: Fence,
    head: Head,
    /// The database has lost something, and nobody said to go on.
    went_back: Option<WentBack>,
    backups: Option<Backups>,
    mails_per_poll: usize,
    beacon: Fetcher,
    shelf: Option<Shelf>,
    keeper: Keeper,
    counters: Counters,
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
    /// What was sent.
    pub dispatched: Dispatched,
    /// There may be more mail than was looked at.
    pub more: bool,
}

/// Why the daemon cannot work.
#[derive(Debug, thiserror::Error)]
pub enum DaemonError {
    /// The database cannot be opened, read or written, or another process works on it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A step of a game failed that is nobody's mistake in a mail.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// A mailbox cannot be opened or read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A mailbox or transport cannot be opened with what is configured, its password for one.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The templates cannot be read, or one of them is broken.
    #[error(transparent)]
    Templates(#[from] TemplateError),
    /// This program's rules lead a game in play to another position than its log has (`feldpost replay` says more).
    #[error(transparent)]
    Rules(#[from] AdmissionError),
    /// Another machine works on the mailbox: two never play one game (invariant 22).
    #[error(transparent)]
    Fenced(#[from] Fenced),
    /// The database knows less than was noted beside it, as after a careless restore.
    #[error(transparent)]
    WentBack(#[from] WentBack),
    /// The operating system gave no thread for sending.
    #[error("the sending thread cannot be started: {0}")]
    Thread(#[from] std::io::Error),
    /// The key `language` names a language without templates.
    #[error("the configuration's language {asked:?} is not known; the templates speak {known}")]
    NoSuchLanguage {
        /// The code in the configuration.
        asked: String,
        /// All codes that there are, with commas.
        known: String,
    },
}

impl From<FenceError> for DaemonError {
    fn from(error: FenceError) -> DaemonError {
        match error {
            FenceError::Fenced(fenced) => fenced.into(),
            FenceError::Source(error) => error.into(),
            FenceError::Campaign(error) => error.into(),
        }
    }
}

impl DaemonError {
    /// Whether a daemon waits for it to be put right: what it was doing is not stored and will be
    /// done then.
    fn can_be_waited_out(&self) -> bool {
        match self {
            DaemonError::Store(error) | DaemonError::Campaign(CampaignError::Store(error)) => {
                error.can_be_waited_out()
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
/// The database cannot be opened, a template is broken, or no template speaks the configuration's
/// language.
pub fn open_office(config: &Config) -> Result<(Store, Office), DaemonError> {
    let mut store = Store::open(&config.database)?;
    let mut own = OwnAddresses::new(config.address.clone());
    own.keeps_tags = config.plus_tags;
    own.trusted_authserv_ids =
        config.trusted_authserv_ids.iter().map(|id| id.to_ascii_lowercase()).collect();
    let limits = Limits {
        bytes: usize::try_from(config.limits.mail_bytes).unwrap_or(usize::MAX),
        ..Limits::default()
    };
    let templates = Templates::new(config.templates.as_deref())?;
    let language = templates.language_called(&config.language).ok_or_else(|| {
        let known = templates.languages().join(", ");
        DaemonError::NoSuchLanguage { asked: config.language.clone(), known }
    })?;
    let mut office = Office::open(&mut store, own, config.name.clone(), limits, templates)?;
    office.pace = config.pace;
    office.language = language;
    office.rates = Rates {
        mails_per_player: config.limits.mails_per_player_and_day,
        answers_to_strangers: config.limits.answers_to_strangers_per_day,
        press_per_player: config.limits.press_per_player_and_day,
        proposals_per_player: config.limits.proposals_per_player_and_day,
        answers_per_stranger: config.limits.answers_per_stranger_and_day,
    };
    office.budget = Budget {
        mails_per_minute: config.budget.mails_per_minute,
        mails_per_day: config.budget.mails_per_day,
    };
    office.pictures = config.pictures;
    office.operator.clone_from(&config.operator);
    // Between two looks no mail is read either.
    let polls =
        TimeDelta::seconds(i64::try_from(config.poll_seconds).unwrap_or(i64::MAX / 4000) * 2);
    office.outage = TimeDelta::minutes(config.limits.outage_minutes.into()).max(polls);
    Ok((store, office))
}

impl Daemon {
    /// Opens everything the configuration names.
    ///
    /// # Errors
    ///
    /// The database, a template, a mailbox or the transport cannot be used, or another instance
    /// works on the database.
    pub fn open(config: &Config) -> Result<Daemon, DaemonError> {
        let (mut store, office) = open_office(config)?;
        let shelf = Shelf::new(&config.site, &office.language);
        let lock = store.lock_instance()?;
        admit(&mut store)?;
        let mailboxes: Vec<Watched> =
            accounts::sources(config)?.into_iter().map(Watched::new).collect();
        let transport = accounts::transport(config)?;
        let folders = config.mailboxes.iter().map(|mailbox| match mailbox {
            Mailbox::Maildir(folder) => Some(folder.path.clone()),
            Mailbox::Imap(_) => None,
        });
        let holds = Duration::from_secs(config.fence_seconds);
        let fence = Fence::of(&mut store, folders.collect(), holds)?;
        let (head, went_back) = Head::check(&mut store)?;
        let went_back = went_back.filter(|_| !fence.takes_over());
        let mails_per_poll = config.limits.mails_per_poll;
        Ok(Daemon {
            store,
            office,
            mailboxes,
            waited_at: 0,
            transport,
            config: config.clone(),
            fence,
            head,
            went_back,
            backups: Backups::new(&config.backup, &config.database),
            mails_per_poll,
            beacon: Fetcher::new(&config.beacon.command),
            shelf,
            keeper: Keeper::new(config.retention.clone()),
            counters: Counters::new(config.status.metrics_file.clone()),
            _lock: lock,
        })
    }

    /// Goes on although another database, or a copy of this one, works on the mailboxes, or although
    /// this one has lost something: the operator says that the other one is ended.
    pub fn take_over(&mut self) {
        self.fence.take_over();
        self.went_back = None;
    }

    /// One look into each mailbox, one at what is to be done by itself, and one at what is due to
    /// be sent.
    ///
    /// # Errors
    ///
    /// A mailbox or the database as a whole fails; what could be sent is sent all the same. A
    /// single mail that cannot be dealt with only stays where it is.
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
        self.is_whole()?;
        let mut failed = None;
        for index in 0..self.mailboxes.len() {
            match self.look_into(index, now, checkpoint, &mut round) {
                Ok(true) => {}
                Ok(false) => return Ok(round),
                Err(DaemonError::Source(error)) => failed = failed.or(Some(error)),
                Err(error) => return Err(error),
            }
        }
        // Where a mailbox cannot be reached, the wait does not end in this round.
        if failed.is_none()
            && let Some(time) = self.fence.waits()
        {
            std::thread::sleep(time);
            return self.round_until(now, checkpoint);
        }
        if !checkpoint("before what is due is done") {
            return Ok(round);
        }
        let errand = self.errand();
        if errand != Errand::All {
            // Nobody knows whether the mailboxes are still ours.
            note_to_operator(&mut self.store, &self.office, now)?;
            round.dispatched = self.dispatch(errand, now, checkpoint)?;
            return failed.map_or(Ok(round), |error| Err(error.into()));
        }
        if failed.is_none() && !round.more {
            heartbeat(&mut self.store, &self.office, now)?;
        }
        round.ticked = tick(&mut self.store, &self.office, now)?;
        while round.ticked.more {
            let Ticked { fired, failed, more } = tick(&mut self.store, &self.office, now)?;
            round.ticked.fired += fired;
            round.ticked.failed += failed;
            round.ticked.more = more;
        }
        self.look_for_beacon(true, now)?;
        note_to_operator(&mut self.store, &self.office, now)?;
        round.dispatched = self.dispatch(Errand::All, now, checkpoint)?;
        while self.keeper.work(&mut self.store, &mut self.mailboxes, now)? {}
        self.tidy()?;
        self.head.note(&mut self.store)?;
        while self.keep_shelf(now) {}
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(round),
        }
    }

    /// Sends what is due and may be sent, in this thread.
    fn dispatch(
        &mut self,
        errand: Errand,
        now: DateTime<Utc>,
        checkpoint: Checkpoint<'_>,
    ) -> Result<Dispatched, CampaignError> {
        let Daemon { store, office, transport, .. } = self;
        dispatch_on(errand, (store, office), &mut **transport, now, checkpoint)
    }

    /// What may be done, as far as the mailboxes say whose they are.
    fn errand(&self) -> Errand {
        self.fence.gate().permission().into()
    }

    /// Has the beacon's round fetched that a game waits for, and takes what was fetched. Only a single round waits
    /// (`wait`) until the command has ended.
    fn look_for_beacon(&mut self, wait: bool, now: DateTime<Utc>) -> Result<(), DaemonError> {
        if !self.beacon.is_configured() {
            return Ok(());
        }
        if !self.beacon.is_busy()
            && let Some(round) = awaited_round(&mut self.store, now)?
        {
            self.beacon.start(round);
        }
        let brought = if wait { self.beacon.wait() } else { self.beacon.brought() };
        if let Some(beacon) = brought
            && take_beacon(&mut self.store, &self.office, &beacon, now)? == 0
        {
            tracing::error!(round = beacon.round, "the beacon did not sign this round so");
        }
        Ok(())
    }

    /// One look into one mailbox. False when the checkpoint ends the work.
    fn look_into(
        &mut self,
        index: usize,
        now: DateTime<Utc>,
        checkpoint: Checkpoint<'_>,
        round: &mut Round,
    ) -> Result<bool, DaemonError> {
        let Daemon { store, office, mailboxes, mails_per_poll, fence, .. } = self;
        let Some(mailbox) = mailboxes.get_mut(index) else { return Ok(true) };
        fence.check(store, (index, mailbox.source()), now)?;
        if fence.waits().is_some() {
            return Ok(true);
        }
        let gate = fence.gate();
        let mails = mailbox.poll(*mails_per_poll, now)?;
        round.more |= mails.len() >= *mails_per_poll;
        let mut done = Vec::new();
        let mut ended = Ok(true);
        for mail in mails {
            if !checkpoint("before a mail is dealt with") {
                ended = Ok(false);
                break;
            }
            if !gate.is_open() {
                // The next look tells why.
                round.more = true;
                break;
            }
            let received = match receive(store, office, &mail, now) {
                Ok(received) => received,
                // This is about the database and not about the mail.
                Err(CampaignError::Store(error)) if error.can_be_waited_out() => {
                    ended = Err(error.into());
                    break;
                }
                Err(error) => {
                    tracing::error!(%error, mail = %mail.id, "a mail was not dealt with");
                    mailbox.put_off(mail.id, now);
                    note_failure(store, "A mail could not be dealt with", &error, now);
                    round.failed += 1;
                    continue;
                }
            };
            if !checkpoint("after a mail is dealt with") {
                return Ok(false);
            }
            tracing::info!(outcome = received.outcome, "mail");
            done.push((mail.id, received.disposal));
            round.received.push(received);
        }
        // All at once, which servers do much faster. What is dealt with and not put away, because
        // the program was killed here, is recognised when it comes again.
        for error in mailbox.settle(&done, now)? {
            tracing::error!(%error, "a mail was not put away");
            note_failure(store, "A mail could not be put away", &error, now);
        }
        if !checkpoint("after the mails are put away") {
            return Ok(false);
        }
        ended
    }

    /// Works until told to stop. The mail in hand is always finished.
    ///
    /// A mailbox, a transport or a disk that fails is waited for, longer and longer, and what
    /// works meanwhile goes on.
    ///
    /// # Errors
    ///
    /// Something that waiting cannot help: the database is damaged, or a mailbox refuses the
    /// program from the beginning.
    pub fn serve(&mut self, poll: Duration, stop: &Stop) -> Result<(), DaemonError> {
        let mut pause = FIRST_PAUSE;
        self.is_whole()?;
        let sender = self.sender(poll, stop)?;
        let mut at_work = stop.at_work();
        status::ready();
        while !stop.is_set() {
            status::lives();
            let now = Utc::now();
            let mut checkpoint = |place: &str| {
                status::lives();
                !(place.starts_with("before") && stop.is_set())
            };
            let round = self.serve_round(now, &mut checkpoint);
            sender.ring();
            match round {
                Ok(true) => pause = FIRST_PAUSE,
                Ok(false) => {
                    pause = FIRST_PAUSE;
                    let time = self.time_to_wait(poll, Utc::now());
                    drop(at_work);
                    self.wait(time);
                    at_work = stop.at_work();
                }
                Err(error) if error.can_be_waited_out() => {
                    tracing::error!(%error, seconds = pause.as_secs(), "trying again later");
                    drop(at_work);
                    std::thread::sleep(pause);
                    at_work = stop.at_work();
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Err(error) => return Err(error),
            }
        }
        status::stopping();
        sender.end();
        stop.ended(at_work);
        Ok(())
    }

    /// The thread that sends while this one reads.
    fn sender(&self, poll: Duration, stop: &Stop) -> Result<Sender, DaemonError> {
        let (store, office) = open_office(&self.config)?;
        // What a server has taken must be noted, however much mail is being read.
        store.wait_for_others(Duration::from_secs(600))?;
        let lines = accounts::lines(&self.config)?;
        let gate = self.fence.gate();
        Ok(Sender::start(Post { store, office, lines, poll, gate }, stop)?)
    }

    /// A round in which a failing mailbox does not fail the others. True if there is more to do.
    fn serve_round(
        &mut self,
        now: DateTime<Utc>,
        checkpoint: Checkpoint<'_>,
    ) -> Result<bool, DaemonError> {
        let mut round = Round::default();
        let mut all_read = true;
        for index in 0..self.mailboxes.len() {
            if self.mailboxes[index].rests() {
                all_read = false;
                continue;
            }
            match self.look_into(index, now, checkpoint, &mut round) {
                Ok(true) => self.mailboxes[index].worked(),
                Ok(false) => return Ok(true),
                Err(DaemonError::Source(error)) => {
                    all_read = false;
                    let long = self.mailboxes[index].failed(&error);
                    if !error.transient && self.mailboxes[index].never_worked() {
                        return Err(error.into());
                    }
                    if long {
                        note_failure(&mut self.store, "A mailbox could not be read", &error, now);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        self.counters.read += round.received.len();
        self.counters.failed += round.failed;
        self.counters.write(&mut self.store, &self.mailboxes, now);
        if !checkpoint("before what is due is done") {
            return Ok(true);
        }
        if self.errand() != Errand::All {
            // Nobody knows whether the mailboxes are still ours.
            note_to_operator(&mut self.store, &self.office, now)?;
            return Ok(false);
        }
        if all_read && !round.more {
            heartbeat(&mut self.store, &self.office, now)?;
        }
        let ticked = tick(&mut self.store, &self.office, now)?;
        self.look_for_beacon(false, now)?;
        note_to_operator(&mut self.store, &self.office, now)?;
        self.tidy()?;
        self.head.note(&mut self.store)?;
        self.back_up(now);
        // What keeps the disk from filling, and pages, wait until there is nothing else to do.
        let more = round.more || ticked.more;
        let more = more || self.keeper.work(&mut self.store, &mut self.mailboxes, now)?;
        Ok(more || self.keep_shelf(now))
    }

    /// Refuses to work with a database that has lost something, until the operator says to go on.
    fn is_whole(&self) -> Result<(), DaemonError> {
        self.went_back.clone().map_or(Ok(()), |lost| Err(lost.into()))
    }

    /// Begins a backup when one is due; the operator is told if one fails.
    fn back_up(&mut self, now: DateTime<Utc>) {
        match self.backups.as_mut().and_then(|backups| backups.look(now)) {
            Some(Ok(path)) => tracing::info!(path = %path.display(), "backed up and verified"),
            Some(Err(error)) => {
                tracing::error!(%error, "no backup was made");
                note_failure(&mut self.store, "No backup could be made", &error, now);
            }
            None => {}
        }
    }

    /// Writes the pages of one game that has changed, if pages are kept. True if there was one.
    fn keep_shelf(&mut self, now: DateTime<Utc>) -> bool {
        let Daemon { shelf: Some(shelf), store, office, .. } = self else { return false };
        match shelf.keep(store, &office.templates) {
            Ok(written) => written,
            Err(error) => {
                tracing::error!(%error, "the pages of a game were not written");
                note_failure(store, "The pages of a game could not be written", &error, now);
                true
            }
        }
    }

    /// Writes the database anew if that is due ([`Store::tidy`]), as when somebody was forgotten.
    fn tidy(&mut self) -> Result<(), DaemonError> {
        match self.store.tidy() {
            Ok(_) => Ok(()),
            // Another process reads the file: it is done the next time.
            Err(error) if error.is_transient() => {
                tracing::warn!(%error, "not tidied yet");
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// How long there is nothing to do: until the next look, or until a timer is due.
    fn time_to_wait(&mut self, poll: Duration, now: DateTime<Utc>) -> Duration {
        let due = self.store.transaction(|tx: &Tx<'_>| tx.next_timer()).unwrap_or_else(|error| {
            tracing::warn!(%error, "cannot see what is due when");
            None
        });
        let until_due = due.map(|due| (due - now).to_std().unwrap_or_default());
        let resting = self.mailboxes.iter().filter_map(Watched::rest_left).min();
        let poll = poll.min(self.fence.looks_every());
        let poll = if self.beacon.is_busy() { poll.min(WHILE_FETCHING) } else { poll };
        let poll = poll.min(until_due.unwrap_or(poll)).min(resting.unwrap_or(poll));
        poll.min(self.fence.waits().unwrap_or(poll)).max(SHORTEST_WAIT)
    }

    /// Waits for new mail. With several mailboxes one of them is watched at a time, and all are
    /// looked into after at most the time between two polls.
    fn wait(&mut self, time: Duration) {
        let count = self.mailboxes.len();
        let share = time / u32::try_from(count).unwrap_or(u32::MAX).max(1);
        let time = if count > 1 { share.max(SHORTEST_WAIT) } else { time };
        self.waited_at = (self.waited_at + 1) % count.max(1);
        match self.mailboxes.get_mut(self.waited_at) {
            Some(mailbox) if !mailbox.rests() => {
                if let Err(error) = mailbox.wait(time) {
                    tracing::warn!(%error, "the mailbox cannot be watched");
                    std::thread::sleep(time.min(FIRST_PAUSE));
                }
            }
            _ => std::thread::sleep(time),
        }
    }
}

/// Counts a failure for the operator's note. When even that fails there is the log.
fn note_failure(store: &mut Store, what: &str, error: &dyn std::error::Error, now: DateTime<Utc>) {
    let text = redacted(&error.to_string());
    if let Err(error) = store.transaction(|tx| tx.count_failure(what, &text, now)) {
        tracing::error!(%error, "cannot note a failure for the operator");
    }
}
