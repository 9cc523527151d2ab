//! `feldpost doctor`: checks everything that can be checked without changing anything, and says
//! in plain words what is wrong and what to do.
//!
//! It sends no mail and takes none out of the mailbox. Only the database, as whenever it is opened, gets mode
//! 600 and, unless an instance works on it, today's schema.

mod advice;
mod claim;
mod disk;
mod samples;

use self::advice::{Service, advised};

use crate::accounts::{imap_source, smtp_transport};
use crate::audit;
use crate::config::{Config, Imap, Mailbox, Smtp, Transport};
use crate::mail::maildir::claim_in;
use crate::mail::smtp::Patience;
use crate::mail::source::MailSource;
use crate::mail::transport::MailTransport;
use crate::report::Templates;
use crate::store::{Store, StoreError, time_text};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

/// Clocks differ a little, and mails are stored with the time at which their round began.
const CLOCK_TOLERANCE: TimeDelta = TimeDelta::minutes(2);
/// How long a server may take for each step of a trial.
const PATIENCE: Patience = Patience::of(Duration::from_secs(5));
/// Mails given up that are named singly.
const NAMED: u32 = 10;
/// How long a mailbox's server may take for each answer: longer than a server that works ever takes.
const SHORTEST_PATIENCE: Duration = Duration::from_secs(5);
/// No clock that is right says less: the program did not exist before.
const EARLIEST: &str = "2025-01-01T00:00:00Z";

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing needs to be done.
    Fine,
    /// It works, but somebody should look at it.
    Warning,
    /// It does not work.
    Wrong,
}

/// One line of the examination.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// The worst of all findings is that of the whole examination.
    pub verdict: Verdict,
    /// What was examined.
    pub about: &'static str,
    /// What was found, and what to do about it.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Fine => "ok",
            Verdict::Warning => "warning",
            Verdict::Wrong => "WRONG",
        };
        write!(f, "{verdict:<8} {:<14} {}", self.about, self.what)
    }
}

/// The examination in progress.
struct Examination<'r> {
    report: &'r mut dyn FnMut(&Finding),
    worst: Verdict,
}

impl Examination<'_> {
    fn say(&mut self, verdict: Verdict, about: &'static str, what: impl Into<String>) {
        self.worst = self.worst.max(verdict);
        (self.report)(&Finding { verdict, about, what: what.into() });
    }

    fn fine(&mut self, about: &'static str, what: impl Into<String>) {
        self.say(Verdict::Fine, about, what);
    }

    fn warn(&mut self, about: &'static str, what: impl Into<String>) {
        self.say(Verdict::Warning, about, what);
    }

    fn wrong(&mut self, about: &'static str, what: impl Into<String>) {
        self.say(Verdict::Wrong, about, what);
    }
}

/// Examines an installation and reports each finding as it is made. Returns the worst verdict.
pub fn examine(path: &Path, now: DateTime<Utc>, report: &mut dyn FnMut(&Finding)) -> Verdict {
    let mut examination = Examination { report, worst: Verdict::Fine };
    let config = match Config::read(path) {
        Ok(config) => config,
        Err(error) => {
            examination.wrong("configuration", error.to_string());
            return examination.worst;
        }
    };
    let name = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    examination.fine("configuration", format!("{} is read", name.display()));
    templates(&mut examination, config.templates.as_deref(), &config.language);
    database(&mut examination, &config.database, now);
    for mailbox in &config.mailboxes {
        match mailbox {
            Mailbox::Maildir(folder) => {
                maildir(&mut examination, "mailbox", &folder.path);
                claim::look(&mut examination, &config, claim_in(&folder.path).ok().flatten());
            }
            Mailbox::Imap(imap) => imap_account(&mut examination, imap, &config),
        }
    }
    match &config.transport {
        Transport::Maildir(folder) => maildir(&mut examination, "transport", &folder.path),
        Transport::Smtp(smtp) => smtp_account(&mut examination, smtp, &config),
    }
    addresses(&mut examination, &config);
    examination.worst
}

/// The templates: an operator's own are not only read, but mails of a sample game are written with
/// them.
fn templates(examination: &mut Examination<'_>, folder: Option<&Path>, language: &str) {
    let templates = match Templates::new(folder) {
        Ok(templates) => templates,
        Err(error) => return examination.wrong("templates", error.to_string()),
    };
    if templates.language_called(language).is_none() {
        let known = templates.languages().join(", ");
        examination.wrong(
            "language",
            format!("the templates do not speak {language:?}; put one of {known} into `language`"),
        );
    }
    let Some(folder) = folder else { return examination.fine("templates", "the program's own") };
    match samples::write_with(&templates) {
        Ok(mails) => {
            let failures = templates.failures();
            if failures.is_empty() {
                let (all, folder) = (templates.overridden().len(), folder.display());
                examination.fine(
                    "templates",
                    format!("the {all} in {folder} are good: {mails} sample mails were written"),
                );
            }
            for (name, what) in failures {
                // What the template's language says has several lines.
                let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
                examination.wrong(
                    "templates",
                    format!(
                        "{name} fails: {what}; correct the file, or remove it to use the \
                         program's own, which stands in for it until then"
                    ),
                );
            }
        }
        Err(error) => examination.wrong("templates", error),
    }
}

/// The database, the lock, the clock by it, and the outbox.
fn database(examination: &mut Examination<'_>, path: &Path, now: DateTime<Utc>) {
    if !path.exists() {
        examination.warn(
            "database",
            format!("{} is not there yet; `feldpost game new` makes it", path.display()),
        );
        clock(examination, None, now);
        return;
    }
    // Opening the database would put the mode right, and so hide that it was wrong.
    let mode = fs::metadata(path).map_or(0o600, |metadata| metadata.permissions().mode() & 0o777);
    let mut store = match Store::open(path) {
        Ok(store) => store,
        Err(error) => {
            examination.wrong("database", error.to_string());
            clock(examination, None, now);
            return;
        }
    };
    if mode & 0o077 != 0 {
        examination.warn(
            "database",
            format!(
                "other users could read {} (mode {mode:o}); it is 600 now, but who has read it \
                 knows the players' secrets",
                path.display()
            ),
        );
    }
    match store.integrity_check() {
        Ok(findings) if findings.is_empty() => examination.fine(
            "database",
            format!(
                "{} opens, has today's schema, is sound, and the logs of all games hold",
                path.display()
            ),
        ),
        Ok(findings) => {
            for finding in findings {
                examination.wrong(
                    "database",
                    format!("{finding}; stop the program and restore the last backup"),
                );
            }
        }
        Err(error) => examination.wrong("database", error.to_string()),
    }
    match audit::check_games(&mut store) {
        Ok(findings) if findings.is_empty() => {
            examination.fine("games", "what is stored of every game follows from its log");
        }
        Ok(findings) => {
            for finding in findings {
                examination.wrong("games", format!("{finding}; see `feldpost replay --all`"));
            }
        }
        Err(error) => examination.wrong("games", error.to_string()),
    }
    match store.lock_instance() {
        Ok(_) => examination.fine("instance", "no other instance works on this database now"),
        Err(StoreError::AlreadyRunning { pid, .. }) => {
            let pid = pid.map_or_else(String::new, |pid| format!(" (process {pid})"));
            examination.fine("instance", format!("the program is at work{pid}"));
        }
        Err(error) => examination.wrong("instance", error.to_string()),
    }
    match store.transaction(|tx| tx.latest_moment()) {
        Ok(latest) => clock(examination, latest, now),
        Err(error) => examination.wrong("clock", error.to_string()),
    }
    match store.transaction(|tx| tx.size()) {
        Ok(size) => disk::lasts(examination, path, &size, now),
        Err(error) => examination.wrong("disk", error.to_string()),
    }
    if let Err(error) = outbox(examination, &mut store) {
        examination.wrong("outbox", error.to_string());
    }
}

fn outbox(examination: &mut Examination<'_>, store: &mut Store) -> Result<(), StoreError> {
    let (counts, dead, failures) = store.transaction(|tx| -> Result<_, StoreError> {
        Ok((tx.outbox_counts()?, tx.dead_mails(NAMED)?, tx.untold_failures()?))
    })?;
    let queued = format!("{} mails wait to be sent", counts.queued);
    if counts.failing > 0 {
        examination.warn(
            "outbox",
            format!(
                "{queued}, and {} of them have failed before; they are tried again until it is \
                 mended; `feldpost outbox list` says why, and the transport below may",
                counts.failing
            ),
        );
    } else {
        examination.fine("outbox", queued);
    }
    if counts.dead > 0 {
        examination.warn(
            "outbox",
            format!("{} mails were given up; see `feldpost seat show GAME`", counts.dead),
        );
    }
    for mail in dead {
        let error = mail.last_error.unwrap_or_default();
        examination.warn(
            "given up",
            format!("{} to {} of {}: {error}", mail.kind, mail.recipient, time_text(mail.created)),
        );
    }
    for failure in failures {
        examination.warn(
            "failures",
            format!(
                "{}, {} times since {}: {}",
                failure.what,
                failure.count,
                time_text(failure.first),
                failure.last_error
            ),
        );
    }
    Ok(())
}

/// The clock, as far as the times of what was written let it be judged.
fn clock(examination: &mut Examination<'_>, latest: Option<DateTime<Utc>>, now: DateTime<Utc>) {
    let shown = time_text(now);
    if EARLIEST.parse::<DateTime<Utc>>().is_ok_and(|earliest| now < earliest) {
        examination.wrong("clock", format!("it says {shown}, which cannot be; set it"));
        return;
    }
    match latest {
        Some(latest) if latest - now > CLOCK_TOLERANCE => examination.wrong(
            "clock",
            format!(
                "it says {shown}, but the database has entries of {}; set the clock, for \
                 deadlines and the daily limits go by it",
                time_text(latest)
            ),
        ),
        Some(latest) => examination.fine(
            "clock",
            format!("it says {shown}; the latest entry is of {}", time_text(latest)),
        ),
        None => examination.fine("clock", format!("it says {shown}")),
    }
}

fn maildir(examination: &mut Examination<'_>, about: &'static str, path: &Path) {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_dir() => {
            examination.wrong(about, format!("{} is no folder; name another path", path.display()))
        }
        Ok(metadata) if metadata.permissions().readonly() => {
            examination.wrong(about, format!("{} cannot be written to", path.display()));
        }
        Ok(_) => {
            examination.fine(about, format!("the folder {}", path.display()));
            disk::is_private(examination, about, path);
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => examination.warn(
            about,
            format!("the folder {} is not there yet; the program makes it", path.display()),
        ),
        Err(error) => {
            examination.wrong(about, format!("{}: {error}", path.display()));
        }
    }
}

fn imap_account(examination: &mut Examination<'_>, imap: &Imap, config: &Config) {
    let checked = match imap_source(imap, config) {
        Ok(source) => {
            let mut source = source.with_timeout(SHORTEST_PATIENCE);
            let checked = source.check().and_then(|check| Ok((check, source.claim()?)));
            checked.map_err(|error| advised(Service::Mailbox, &error.to_string()))
        }
        Err(error) => Err(error.to_string()),
    };
    let (check, found) = match checked {
        Ok(checked) => checked,
        Err(error) => {
            examination.wrong("mailbox", error);
            return;
        }
    };
    examination.fine(
        "mailbox",
        format!(
            "{} of {} at {}: logged in, {} mails wait to be dealt with",
            imap.folder, imap.user, imap.host, check.unsettled
        ),
    );
    claim::look(examination, config, found);
    if check.idle {
        examination.fine("mailbox", "the server tells of new mail by itself (IDLE)");
    } else {
        examination.warn(
            "mailbox",
            format!(
                "the server cannot tell of new mail by itself (no IDLE); it is asked every {} \
                 seconds (poll_seconds)",
                config.poll_seconds
            ),
        );
    }
    for folder in check.missing_folders {
        examination
            .fine("mailbox", format!("the folder {folder} is made when the first mail goes there"));
    }
    if let Some((used, limit)) = check.quota.filter(|(used, limit)| used * 100 >= limit * 95) {
        let what = format!(
            "it is full: {used} of {limit} kB are used; remove mails, or get more room, for the server \
             refuses what comes then (see processed_mail_days in [retention])"
        );
        if used >= limit {
            examination.wrong("mailbox", what);
        } else {
            examination.warn("mailbox", what.replace("it is full", "it is nearly full"));
        }
    }
    let stay = imap.processed.is_none() || imap.rejected.is_none();
    if stay && !check.keeps_keywords {
        examination.warn(
            "mailbox",
            "it keeps no flags of our own, so that mail which somebody has read counts as dealt \
             with; set `processed` and `rejected`, or let nobody else open it",
        );
    }
}

fn smtp_account(examination: &mut Examination<'_>, smtp: &Smtp, config: &Config) {
    let checked = match smtp_transport(smtp, config) {
        Ok(transport) => {
            let mut transport = transport.with_patience(PATIENCE);
            let operator = config.operator.as_ref();
            transport
                .try_out(&config.address, operator)
                .map_err(|error| advised(Service::Transport, &error.to_string()))
        }
        Err(error) => Err(error.to_string()),
    };
    match checked {
        Ok(()) => {
            let login = smtp.user.as_ref().map_or_else(
                || "connected, without a password".to_owned(),
                |user| format!("logged in as {user}"),
            );
            examination.fine("transport", format!("{}: {login}", smtp.host));
        }
        Err(error) => examination.wrong("transport", error),
    }
}

/// What cannot be examined from here: only said.
fn addresses(examination: &mut Examination<'_>, config: &Config) {
    let address = &config.address;
    examination.fine(
        "address",
        format!(
            "players answer to {0}+…@{1}; send a mail to {0}+test@{1} yourself, and it must arrive \
             in the mailbox (plus addressing, recipient_delimiter in Postfix)",
            address.local(),
            address.domain()
        ),
    );
    if config.trusted_authserv_ids.is_empty() {
        examination.warn(
            "address",
            "nobody's Authentication-Results are trusted, so a forged sender is told only by the \
             missing token; if your server adds that header, name it in trusted_authserv_ids",
        );
    }
    let domain_of = |user: &str| user.rsplit_once('@').map(|(_, domain)| domain.to_lowercase());
    let own = address.domain().to_lowercase();
    if let Transport::Smtp(Smtp { user: Some(user), .. }) = &config.transport
        && let Some(other) = domain_of(user).filter(|other| *other != own)
    {
        examination.warn(
            "address",
            format!(
                "mails are from {}, and {user} of {other} sends them: most servers let nobody send for another \
                 domain; take an address of {other}, or see that its server may send for {own} (SPF, DKIM)",
                address.mailbox()
            ),
        );
    }
    if config.operator.as_ref().is_some_and(|operator| operator.canonical() == address.canonical())
    {
        examination.wrong(
            "operator",
            "the operator is the referee himself, who would write to himself; set operator to an address that \
             somebody reads",
        );
    }
    if config.operator.is_none() {
        examination.warn("operator", "nobody is told what fails; set operator to your address");
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "what is examined here has the time of now")]

    use super::*;
    use std::path::PathBuf;

    fn club(more: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        let text = format!(
            "address = \"judge@club.test\"\n{more}\n[mailbox]\nkind = \"maildir\"\npath = \"in\"\n\
             [transport]\nkind = \"maildir\"\npath = \"out\"\n"
        );
        fs::write(&path, text).unwrap();
        (folder, path)
    }

    fn examined(path: &Path, now: DateTime<Utc>) -> (Verdict, Vec<Finding>) {
        let mut findings = Vec::new();
        let worst = examine(path, now, &mut |finding| findings.push(finding.clone()));
        (worst, findings)
    }

    fn about<'f>(findings: &'f [Finding], about: &str) -> Vec<&'f Finding> {
        findings.iter().filter(|finding| finding.about == about).collect()
    }

    #[test]
    fn a_good_installation_is_found_good() {
        let (folder, path) = club("operator = \"op@club.test\"\ntrusted_authserv_ids = [\"mx\"]");
        for name in ["in", "out"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            let private = fs::Permissions::from_mode(0o700);
            fs::set_permissions(folder.path().join(name), private).unwrap();
        }
        drop(Store::open(&folder.path().join("feldpost.db")).unwrap());
        let (worst, findings) = examined(&path, Utc::now());
        assert_eq!(worst, Verdict::Fine, "{findings:#?}");
        for subject in ["configuration", "database", "instance", "templates", "outbox", "clock"] {
            assert!(!about(&findings, subject).is_empty(), "nothing is said about {subject}");
        }
    }

    #[test]
    fn a_wrong_configuration_ends_the_examination() {
        let (_folder, path) = club("colour = 1");
        let (worst, findings) = examined(&path, Utc::now());
        assert_eq!((worst, findings.len()), (Verdict::Wrong, 1));
        assert!(findings[0].to_string().contains("colour"));
    }

    #[test]
    fn a_readable_database_and_a_clock_set_back_are_noticed() {
        let (folder, path) = club("");
        let database = folder.path().join("feldpost.db");
        let mut store = Store::open(&database).unwrap();
        let now = Utc::now();
        store
            .transaction(|tx| {
                tx.queue_mail(&crate::store::NewMail {
                    message_key: "one",
                    game: None,
                    seat: None,
                    generation: None,
                    kind: "report",
                    rank: crate::store::Rank::Prompt,
                    recipient: "ben@club.test",
                    payload: "{}",
                    entry: None,
                    asked: None,
                    created: now,
                    not_before: now,
                })
                .map(drop)
            })
            .unwrap();
        drop(store);
        fs::set_permissions(&database, fs::Permissions::from_mode(0o644)).unwrap();
        let (worst, findings) = examined(&path, now - TimeDelta::hours(1));
        assert_eq!(worst, Verdict::Wrong);
        assert_eq!(about(&findings, "clock")[0].verdict, Verdict::Wrong);
        assert!(about(&findings, "database")[0].what.contains("mode 644"));
    }

    #[test]
    fn templates_of_the_operators_are_tried_on_sample_mails() {
        let (folder, path) = club("templates = \"own\"");
        let own = folder.path().join("own/de");
        fs::create_dir_all(&own).unwrap();
        // Each is well written, and what it asks for is there or not.
        fs::write(own.join("receipt.jinja"), "Danke. {{ game }}\n").unwrap();
        let (_, findings) = examined(&path, Utc::now());
        let found = about(&findings, "templates");
        assert_eq!((found.len(), found[0].verdict), (1, Verdict::Fine), "{found:?}");
        assert!(found[0].what.contains("sample mails"), "{found:?}");
        fs::write(own.join("receipt.jinja"), "Danke. {{ gaem }}\n").unwrap();
        fs::write(own.join("welcome.jinja"), "Hallo {{ seats[17].name }}\n").unwrap();
        let (worst, findings) = examined(&path, Utc::now());
        assert_eq!(worst, Verdict::Wrong);
        let found: Vec<String> =
            about(&findings, "templates").iter().map(|finding| finding.to_string()).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("de/receipt.jinja fails"), "{found:?}");
        assert!(found[1].contains("de/welcome.jinja fails"), "{found:?}");
    }

    #[test]
    fn a_damaged_database_is_wrong() {
        let (folder, path) = club("");
        fs::write(folder.path().join("feldpost.db"), "no database").unwrap();
        let (worst, findings) = examined(&path, Utc::now());
        assert_eq!(worst, Verdict::Wrong);
        assert!(about(&findings, "database")[0].what.contains("is not a database"));
    }

    #[test]
    fn mails_given_up_are_shown_with_their_reason() {
        let (folder, path) = club("");
        let mut store = Store::open(&folder.path().join("feldpost.db")).unwrap();
        let now = Utc::now();
        store
            .transaction(|tx| -> Result<(), StoreError> {
                let queued = tx.queue_mail(&crate::store::NewMail {
                    message_key: "one",
                    game: None,
                    seat: None,
                    generation: None,
                    kind: "report",
                    rank: crate::store::Rank::Prompt,
                    recipient: "ben@club.test",
                    payload: "{}",
                    entry: None,
                    asked: None,
                    created: now,
                    not_before: now,
                })?;
                let failure = crate::store::Failure::Permanent;
                tx.mark_failed(queued.id(), failure, "550 no such user", now)?;
                tx.count_failure("A mail was given up", "550 no such user", now)
            })
            .unwrap();
        drop(store);
        let (worst, findings) = examined(&path, now);
        assert_eq!(worst, Verdict::Warning);
        assert!(about(&findings, "given up")[0].what.contains("550 no such user"));
        assert!(about(&findings, "failures")[0].what.contains("A mail was given up"));
    }
}
