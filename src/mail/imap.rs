//! An IMAP mailbox as a source of mail (RFC 3501, with IDLE, MOVE and UIDPLUS where offered).
//!
//! The library speaks the protocol; this module keeps one connection, picks the mails that are
//! not settled, and makes a new connection when one is lost. A mail is named by UIDVALIDITY and
//! UID, so that a mailbox made anew is never mistaken for the old one.

mod claims;
mod session;

use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use imap::types::{Fetch, QuotaResourceName};

use self::session::{Capabilities, Session};
use super::claim::Claim;
use super::server::{Credentials, Server};
use super::source::{Disposal, Fetched, FetchedId, MailSource, SourceError, header_length};

/// How much of the header of a mail that is too large is fetched, in bytes.
const LONGEST_HEADER: usize = 256 * 1024;
/// How many bytes of mails are asked for at once.
const BATCH_BYTES: u64 = 4 << 20;
/// How many sizes are asked for at once.
const BATCH_SIZES: usize = 500;
/// How many mails are settled at once.
const BATCH_SETTLED: usize = 200;
/// IDLE is renewed before the 29 minutes after which a server may hang up (RFC 2177).
const LONGEST_IDLE: Duration = Duration::from_secs(25 * 60);
/// First pause after a failure; doubled each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// First pause after a refusal, so that a wrong password does not lock the account.
const FIRST_PAUSE_REFUSED: Duration = Duration::from_secs(60);
/// Longest pause between attempts.
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// Marks settled mails that stay in the mailbox.
const PROCESSED_FLAG: &str = "FeldpostProcessed";
/// Marks rejected mails that stay in the mailbox.
const REJECTED_FLAG: &str = "FeldpostRejected";

/// Why a connection is given up on which the library could make nothing of an answer.
const UNREADABLE: &str = "the server answered what cannot be read";

/// Which mailbox, and what becomes of settled mails.
#[derive(Clone, Debug)]
pub struct ImapSettings {
    /// The server.
    pub server: Server,
    /// Who logs in.
    pub credentials: Credentials,
    /// The mailbox, usually `INBOX`. Names beyond ASCII are written in IMAP's own UTF-7.
    pub mailbox: String,
    /// Where processed mails are moved, made if missing; otherwise they stay and are flagged.
    pub processed_folder: Option<String>,
    /// Where rejected mails are moved, made if missing; otherwise they stay and are flagged.
    pub rejected_folder: Option<String>,
    /// Only the header is fetched of a mail that has more bytes than this.
    pub largest: u64,
    /// How often a server that cannot IDLE is asked for new mail.
    pub ask_every: Duration,
}

/// What [`ImapSource::check`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailboxCheck {
    /// How many mails wait to be dealt with.
    pub unsettled: usize,
    /// Whether the server tells of new mail by itself.
    pub idle: bool,
    /// Whether the mailbox keeps flags of our own.
    pub keeps_keywords: bool,
    /// Configured folders that are not there yet; they are made when they are needed.
    pub missing_folders: Vec<String>,
    /// How much of the room is used, and how much there is, in units of 1024 bytes, if the server tells
    /// (RFC 9208).
    pub quota: Option<(u64, u64)>,
}

/// A mailbox on an IMAP server.
pub struct ImapSource {
    settings: ImapSettings,
    session: Option<Session>,
    pause: Duration,
    next_attempt: Option<Instant>,
    more_to_poll: bool,
}

impl ImapSource {
    /// Prepares the source. No connection is made before it is used.
    #[must_use]
    pub fn new(settings: ImapSettings) -> Self {
        Self {
            settings,
            session: None,
            pause: Duration::ZERO,
            next_attempt: None,
            more_to_poll: false,
        }
    }

    /// The same with another patience for each answer of the server.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.settings.server.timeout = timeout;
        self
    }

    /// Runs `work` on a connection. A kept connection that turns out to be lost is replaced
    /// once; after a failure there is a pause before the next attempt.
    fn with_session<T>(
        &mut self,
        action: &str,
        mut work: impl FnMut(&mut Session, &ImapSettings) -> Result<T, imap::Error>,
    ) -> Result<T, SourceError> {
        if let Some(mut session) = self.session.take() {
            match readable(|| work(&mut session, &self.settings)) {
                Some(Ok(done)) => {
                    self.session = Some(session);
                    return Ok(done);
                }
                // The server is there and says no: a new connection would hear the same.
                Some(Err(error @ (imap::Error::No(_) | imap::Error::Bad(_)))) => {
                    self.session = Some(session);
                    return Err(self.error(action, &error));
                }
                Some(Err(error)) => {
                    tracing::debug!(server = %self.settings.server, %error, "connection lost");
                }
                None => {
                    tracing::debug!(server = %self.settings.server, "connection given up");
                }
            }
        }
        if let Some(wait) = self.pause_left() {
            return Err(SourceError {
                action: action.to_owned(),
                place: self.place(),
                reason: format!("waiting {} s before connecting again", wait.as_secs() + 1),
                transient: true,
            });
        }
        let settings = &self.settings;
        let attempt = readable(|| {
            let mut session = Session::open(settings)?;
            let done = work(&mut session, settings).map_err(|error| {
                let transient = session::is_transient(&error);
                (error.to_string(), transient)
            })?;
            Ok((session, done))
        });
        match attempt.unwrap_or_else(|| Err((UNREADABLE.to_owned(), true))) {
            Ok((session, done)) => {
                self.session = Some(session);
                self.pause = Duration::ZERO;
                self.next_attempt = None;
                Ok(done)
            }
            Err((reason, transient)) => {
                let first = if transient { FIRST_PAUSE } else { FIRST_PAUSE_REFUSED };
                self.pause = (self.pause * 2).clamp(first, LONGEST_PAUSE);
                self.next_attempt = Some(Instant::now() + self.pause);
                Err(SourceError {
                    action: action.to_owned(),
                    place: self.place(),
                    reason,
                    transient,
                })
            }
        }
    }

    /// Connects, logs in and selects the mailbox without changing anything, to see whether the
    /// settings are right.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub fn check(&mut self) -> Result<MailboxCheck, SourceError> {
        self.with_session("examine", |session, settings| {
            let unsettled = unsettled(session, settings)?.len();
            let folders = [&settings.processed_folder, &settings.rejected_folder];
            let mut missing_folders = Vec::new();
            for folder in folders.into_iter().flatten() {
                if session.imap.list(None, Some(folder))?.is_empty() {
                    missing_folders.push(folder.clone());
                }
            }
            let mut quota = None;
            if session.can(Capabilities::QUOTA) {
                let told = session.imap.get_quota_root(&settings.mailbox)?;
                let room = told.quotas().iter().flat_map(|quota| &quota.resources);
                quota = room
                    .filter(|room| room.name == QuotaResourceName::Storage && room.limit > 0)
                    .map(|room| (room.usage, room.limit))
                    .max_by_key(|(used, limit)| used * 1000 / limit);
            }
            Ok(MailboxCheck {
                quota,
                unsettled,
                idle: session.can(Capabilities::IDLE),
                keeps_keywords: session.keeps_keywords,
                missing_folders,
            })
        })
    }

    fn pause_left(&self) -> Option<Duration> {
        let left = self.next_attempt?.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }

    fn place(&self) -> String {
        format!("the mailbox {} of {}", self.settings.mailbox, self.settings.server)
    }

    fn error(&self, action: &str, error: &imap::Error) -> SourceError {
        SourceError {
            action: action.to_owned(),
            place: self.place(),
            reason: error.to_string(),
            transient: session::is_transient(error),
        }
    }
}

impl MailSource for ImapSource {
    fn claim(&mut self) -> Result<Option<Claim>, SourceError> {
        self.with_session("look who works on", |session, _| claims::last(session))
    }

    fn set_claim(&mut self, claim: &Claim) -> Result<(), SourceError> {
        self.with_session("note who works on", |session, _| claims::set(session, claim))
    }

    fn poll(&mut self, limit: usize) -> Result<Vec<Fetched>, SourceError> {
        let (fetched, more) = self.with_session("read", |session, settings| {
            let mut uids = unsettled(session, settings)?;
            let more = uids.len() > limit;
            uids.truncate(limit);
            Ok((fetch(session, settings, &uids)?, more))
        })?;
        self.more_to_poll = more;
        Ok(fetched)
    }

    fn settle(&mut self, id: &FetchedId, disposal: Disposal) -> Result<(), SourceError> {
        self.settle_all(&[(id.clone(), disposal)])
    }

    fn settle_all(&mut self, mails: &[(FetchedId, Disposal)]) -> Result<(), SourceError> {
        let mut named = Vec::new();
        for (id, disposal) in mails {
            let Some((validity, uid)) = parse_id(id) else {
                return Err(SourceError {
                    action: "settle a mail in".to_owned(),
                    place: self.place(),
                    reason: format!("\"{id}\" names no mail of an IMAP mailbox"),
                    transient: false,
                });
            };
            named.push((validity, uid, *disposal));
        }
        self.with_session("settle mails in", |session, settings| {
            for disposal in [Disposal::Processed, Disposal::Rejected] {
                let of_these = named.iter().filter(|(validity, _, to)| {
                    // When a mailbox has been made anew its mails come again, under other names.
                    *validity == session.uid_validity && *to == disposal
                });
                let uids: Vec<u32> = of_these.map(|(_, uid, _)| *uid).collect();
                for chunk in uids.chunks(BATCH_SETTLED) {
                    settle(session, settings, &set(chunk.iter()), disposal)?;
                }
            }
            Ok(())
        })
    }

    fn discard(&mut self, before: DateTime<Utc>, limit: usize) -> Result<usize, SourceError> {
        self.with_session("remove old mails from", |session, settings| {
            discard(session, settings, before, limit)
        })
    }

    fn wait(&mut self, timeout: Duration) -> Result<(), SourceError> {
        if timeout.is_zero() || std::mem::take(&mut self.more_to_poll) {
            return Ok(());
        }
        if let Some(pause) = self.pause_left().filter(|_| self.session.is_none()) {
            thread::sleep(timeout.min(pause));
            return Ok(());
        }
        let end = Instant::now() + timeout;
        let asked = self.with_session("watch", |session, settings| {
            if !session.can(Capabilities::IDLE) {
                thread::sleep(
                    end.saturating_duration_since(Instant::now()).min(settings.ask_every),
                );
                return session.imap.noop();
            }
            loop {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() || session.idle(left.min(LONGEST_IDLE))? {
                    return Ok(());
                }
            }
        });
        asked.inspect_err(|_| {
            // Nobody gains from asking a server again at once that has just failed.
            if self.next_attempt.is_none() {
                self.next_attempt = Some(Instant::now() + FIRST_PAUSE);
            }
        })
    }
}

/// Runs what talks with the server. Some answers that a server may give (a NO without a tag is a warning,
/// RFC 3501 section 7.1.2) the library takes for impossible, and panics: nothing comes back then, and the
/// connection is to be given up, as after every other answer that cannot be read.
fn readable<T>(talk: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(talk)).ok()
}

/// The UIDs of the mails that are not settled, oldest first.
fn unsettled(session: &mut Session, settings: &ImapSettings) -> Result<Vec<u32>, imap::Error> {
    // Some servers show new mail only after a command that is not a search.
    session.imap.noop()?;
    session.forget_news();
    session.unseen = false;
    let stay = settings.processed_folder.is_none() || settings.rejected_folder.is_none();
    let query = match (stay, session.keeps_keywords) {
        (true, true) => {
            format!("UNDELETED UNKEYWORD {PROCESSED_FLAG} UNKEYWORD {REJECTED_FLAG}")
        }
        (true, false) => "UNDELETED UNSEEN".to_owned(),
        (false, _) => "UNDELETED".to_owned(),
    };
    let mut uids: Vec<u32> = session.imap.uid_search(query)?.into_iter().collect();
    uids.sort_unstable();
    Ok(uids)
}

/// Fetches mails: the sizes first, then whole mails in batches, of large ones the header.
fn fetch(
    session: &mut Session,
    settings: &ImapSettings,
    uids: &[u32],
) -> Result<Vec<Fetched>, imap::Error> {
    let mut fetched = Vec::new();
    for chunk in uids.chunks(BATCH_SIZES) {
        let sizes = session.imap.uid_fetch(set(chunk.iter()), "(UID RFC822.SIZE)")?;
        let mut sizes: Vec<(u32, u64)> = sizes
            .iter()
            .filter_map(|mail| Some((mail.uid?, u64::from(mail.size?))))
            .filter(|(uid, _)| chunk.contains(uid))
            .collect();
        sizes.sort_unstable();
        sizes.dedup_by_key(|(uid, _)| *uid);
        let mut batch: BTreeSet<u32> = BTreeSet::new();
        let mut bytes = 0;
        for (uid, size) in sizes {
            if size > settings.largest {
                let query = format!("(UID INTERNALDATE BODY.PEEK[HEADER]<0.{LONGEST_HEADER}>)");
                let mails = session.imap.uid_fetch(uid.to_string(), query)?;
                let header = mails.iter().find(|mail| mail.uid == Some(uid));
                fetched.extend(header.and_then(|mail| read(session, mail, Some(size))));
                continue;
            }
            batch.insert(uid);
            bytes += size;
            if bytes >= BATCH_BYTES {
                fetched.append(&mut fetch_whole(session, &batch)?);
                batch.clear();
                bytes = 0;
            }
        }
        fetched.append(&mut fetch_whole(session, &batch)?);
    }
    fetched.sort_by_key(|(uid, _)| *uid);
    Ok(fetched.into_iter().map(|(_, mail)| mail).collect())
}

/// Fetches some mails whole.
fn fetch_whole(
    session: &mut Session,
    uids: &BTreeSet<u32>,
) -> Result<Vec<(u32, Fetched)>, imap::Error> {
    if uids.is_empty() {
        return Ok(Vec::new());
    }
    let mails = session.imap.uid_fetch(set(uids.iter()), "(UID INTERNALDATE BODY.PEEK[])")?;
    // A server may add news of other mails, and of these without their text.
    let wanted = mails.iter().filter(|mail| mail.uid.is_some_and(|uid| uids.contains(&uid)));
    Ok(wanted.filter_map(|mail| read(session, mail, None)).collect())
}

/// One mail out of the answer of the server.
fn read(session: &Session, mail: &Fetch<'_>, too_large: Option<u64>) -> Option<(u32, Fetched)> {
    let uid = mail.uid?;
    let raw = match too_large {
        None => mail.body()?.to_vec(),
        Some(_) => {
            let header = mail.header()?;
            header[..header_length(header)].to_vec()
        }
    };
    let id = FetchedId::new(format!("{}:{uid}", session.uid_validity));
    let received = mail.internal_date().map(|date| date.with_timezone(&Utc));
    Some((uid, Fetched { id, raw, received, too_large }))
}

/// Moves mails away, or flags them where they are. Doing it twice does no harm.
fn settle(
    session: &mut Session,
    settings: &ImapSettings,
    uids: &str,
    disposal: Disposal,
) -> Result<(), imap::Error> {
    let (folder, flag) = match disposal {
        Disposal::Processed => (&settings.processed_folder, PROCESSED_FLAG),
        Disposal::Rejected => (&settings.rejected_folder, REJECTED_FLAG),
    };
    let Some(folder) = folder else {
        let flags = if session.keeps_keywords { format!("\\Seen {flag}") } else { "\\Seen".into() };
        session.imap.uid_store(uids, format!("+FLAGS.SILENT ({flags})"))?;
        return Ok(());
    };
    session.imap.uid_store(uids, "+FLAGS.SILENT (\\Seen)")?;
    match session.carry(uids, folder) {
        // Whatever the server says: that the folder is missing is the one thing we can mend.
        Err(imap::Error::No(_)) => {
            session.imap.create(folder)?;
            session.carry(uids, folder)
        }
        done => done,
    }
}

/// Removes settled mails that came before a day: those in the folders for settled mails, or, where they stay in the
/// mailbox, those with one of this program's flags. Nothing is removed where a server cannot remove single mails
/// (UIDPLUS).
fn discard(
    session: &mut Session,
    settings: &ImapSettings,
    before: DateTime<Utc>,
    limit: usize,
) -> Result<usize, imap::Error> {
    if !session.can(Capabilities::UIDPLUS) {
        return Ok(0);
    }
    // RFC 3501 section 6.4.4: the day that the mailbox received it, without the time.
    let day = before.format("%-d-%b-%Y");
    let folders =
        [(&settings.processed_folder, PROCESSED_FLAG), (&settings.rejected_folder, REJECTED_FLAG)];
    let mut discarded = 0;
    let mut is_elsewhere = false;
    let mut done = Ok(());
    for (folder, flag) in folders {
        let query = match folder {
            Some(folder) if *folder == settings.mailbox => continue,
            Some(folder) => {
                is_elsewhere = true;
                match session.imap.select(folder) {
                    Ok(_) => format!("BEFORE {day}"),
                    // It is not there yet.
                    Err(imap::Error::No(_)) => continue,
                    Err(error) => return Err(error),
                }
            }
            None if session.keeps_keywords && !is_elsewhere => {
                format!("KEYWORD {flag} BEFORE {day}")
            }
            None => continue,
        };
        done = remove(session, &query, limit - discarded).map(|count| discarded += count);
        if done.is_err() || discarded == limit {
            break;
        }
    }
    if is_elsewhere {
        session.imap.select(&settings.mailbox)?;
        session.unseen = true;
    }
    done.map(|()| discarded)
}

/// Removes what is found in the folder that is selected.
fn remove(session: &mut Session, query: &str, limit: usize) -> Result<usize, imap::Error> {
    let mut uids: Vec<u32> = session.imap.uid_search(query)?.into_iter().collect();
    uids.sort_unstable();
    uids.truncate(limit);
    for chunk in uids.chunks(BATCH_SETTLED) {
        let set = set(chunk.iter());
        session.imap.uid_store(&set, "+FLAGS.SILENT (\\Deleted)")?;
        session.imap.uid_expunge(&set)?;
    }
    Ok(uids.len())
}

/// UIDs as a set of the protocol.
fn set<'a>(uids: impl Iterator<Item = &'a u32>) -> String {
    uids.map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// UIDVALIDITY and UID.
fn parse_id(id: &FetchedId) -> Option<(u32, u32)> {
    let (validity, uid) = id.as_str().split_once(':')?;
    Some((validity.parse().ok()?, uid.parse().ok()?))
}
