//! Mail in folders on disk: the Maildir the program reads and the Maildirs it delivers into.
//!
//! The layout is the common one: `tmp`, `new` and `cur`, flags behind `:2,`, subfolders that
//! begin with a dot. Mails dropped in by hand are welcome under any name. Nothing here locks
//! anything: Maildir needs no locks, and one program reads one inbox.

#![expect(
    clippy::disallowed_methods,
    reason = "a file name in a Maildir has the time and a random part (maildir format)"
)]

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use super::address::Address;
use super::claim::Claim;
use super::source::{Disposal, Fetched, FetchedId, MailSource, SourceError, header_length};
use super::transport::{Envelope, Fault, MailTransport, SendError};

/// How often a waiting source looks into the folder.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// How much of a mail that is too large is read to find the end of its header.
const LONGEST_HEADER: u64 = 256 * 1024;
/// The file that says who works on the Maildir.
const CLAIM: &str = ".feldpost-claim";
/// The mode of a mail: what players write and are told is nobody else's.
const FOR_ITS_OWNER: u32 = 0o600;
/// Where rejected mails go, in the naming of Maildir++.
const REJECTED: &str = ".Rejected";

/// A Maildir as a source of mail.
///
/// Unsettled are the mails in `new`, those in `cur` without the `S` flag, and files that end in
/// `.eml` in the folder itself. Processed mails are kept in `cur` with the flag `S`, rejected
/// ones in `.Rejected/cur`.
#[derive(Debug)]
pub struct MaildirSource {
    root: PathBuf,
    largest: u64,
    seen: BTreeSet<OsString>,
}

impl MaildirSource {
    /// Opens the Maildir at `root`, creating what is missing of it. Of mails larger than
    /// `largest` bytes only the header is read.
    ///
    /// # Errors
    /// When the folders cannot be made.
    pub fn open(root: impl Into<PathBuf>, largest: u64) -> Result<Self, SourceError> {
        let root = root.into();
        create_maildir(&root)
            .and_then(|()| create_maildir(&root.join(REJECTED)))
            .map_err(|error| source_error("create", &root, &error))?;
        Ok(Self { root, largest, seen: BTreeSet::new() })
    }

    /// The unsettled mails as paths relative to the root, in the order of their names.
    fn unsettled(&self) -> Result<Vec<OsString>, SourceError> {
        let mut found = Vec::new();
        for folder in ["new", "cur", ""] {
            let path = self.root.join(folder);
            let entries = fs::read_dir(&path)
                .map_err(|error| source_error("list the mails of", &path, &error))?;
            for entry in entries {
                let Ok(entry) = entry else { continue };
                let name = entry.file_name();
                let bytes = name.as_bytes();
                let wanted = match folder {
                    "new" => true,
                    "cur" => !flags(bytes).1.contains(&b'S'),
                    _ => bytes.to_ascii_lowercase().ends_with(b".eml"),
                };
                if !wanted || bytes.starts_with(b".") {
                    continue;
                }
                // A folder, a socket or a pipe is no mail, and reading a pipe would hang.
                if !fs::metadata(entry.path()).is_ok_and(|kind| kind.is_file()) {
                    continue;
                }
                found.push((name.clone(), Path::new(folder).join(&name).into_os_string()));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// Reads one mail, or only the header of one that is too large.
    fn read(&self, relative: &OsStr) -> io::Result<Fetched> {
        let file = File::open(self.root.join(relative))?;
        let metadata = file.metadata()?;
        let too_large = (metadata.len() > self.largest).then_some(metadata.len());
        let mut raw = Vec::new();
        match too_large {
            // The file may grow while it is read, so the limit holds here too.
            None => file.take(self.largest).read_to_end(&mut raw)?,
            Some(_) => file.take(LONGEST_HEADER).read_to_end(&mut raw)?,
        };
        if too_large.is_some() {
            raw.truncate(header_length(&raw));
        }
        Ok(Fetched {
            id: FetchedId::new(encode_path(relative)),
            raw,
            received: metadata.modified().ok().map(DateTime::<Utc>::from),
            too_large,
        })
    }
}

impl MailSource for MaildirSource {
    fn claim(&mut self) -> Result<Option<Claim>, SourceError> {
        claim_in(&self.root).map_err(|error| source_error("read who works on", &self.root, &error))
    }

    fn set_claim(&mut self, claim: &Claim) -> Result<(), SourceError> {
        let part = self.root.join(format!("{CLAIM}.{}", claim.holder));
        fs::write(&part, claim.text())
            .and_then(|()| fs::rename(&part, self.root.join(CLAIM)))
            .map_err(|error| source_error("note who works on", &self.root, &error))
    }

    fn poll(&mut self, limit: usize) -> Result<Vec<Fetched>, SourceError> {
        let unsettled = self.unsettled()?;
        let mut fetched = Vec::new();
        for relative in &unsettled {
            if fetched.len() == limit {
                break;
            }
            match self.read(relative) {
                Ok(mail) => fetched.push(mail),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                // Once is enough: the file is met again at every poll.
                Err(error) if !self.seen.contains(relative) => tracing::warn!(
                    file = %self.root.join(relative).display(),
                    %error,
                    "this mail cannot be read and is left where it is"
                ),
                Err(_) => {}
            }
        }
        self.seen = unsettled.into_iter().collect();
        Ok(fetched)
    }

    fn settle(&mut self, id: &FetchedId, disposal: Disposal) -> Result<(), SourceError> {
        let relative = decode_path(id.as_str()).ok_or_else(|| SourceError {
            action: "settle a mail in".into(),
            place: self.root.display().to_string(),
            reason: format!("\"{id}\" names no mail of a Maildir"),
            transient: false,
        })?;
        let from = self.root.join(&relative);
        let name = relative.rsplit(|byte| *byte == b'/').next().unwrap_or(&relative);
        let (base, old_flags) = flags(name);
        let mut new_flags: BTreeSet<u8> = old_flags.iter().copied().collect();
        new_flags.insert(b'S');
        let folder = match disposal {
            Disposal::Processed => self.root.join("cur"),
            Disposal::Rejected => self.root.join(REJECTED).join("cur"),
        };
        let with_flags = |base: &[u8]| {
            let mut name = base.to_vec();
            name.extend_from_slice(b":2,");
            name.extend(&new_flags);
            OsString::from_vec(name)
        };
        let mut to = folder.join(with_flags(base));
        if to.exists() {
            let mut other = base.to_vec();
            other.extend_from_slice(unique_name().as_bytes());
            to = folder.join(with_flags(&other));
        }
        match fs::rename(&from, &to) {
            Ok(()) => sync_folder(&folder)
                .map_err(|error| source_error("settle a mail in", &folder, &error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(source_error("settle a mail in", &from, &error)),
        }
    }

    fn discard(&mut self, before: DateTime<Utc>, limit: usize) -> Result<usize, SourceError> {
        let mut discarded = 0;
        for folder in [self.root.join("cur"), self.root.join(REJECTED).join("cur")] {
            let listed = |error: io::Error| source_error("list the mails of", &folder, &error);
            for entry in fs::read_dir(&folder).map_err(listed)? {
                let Ok(entry) = entry else { continue };
                let is_settled = flags(entry.file_name().as_bytes()).1.contains(&b'S');
                // The time of a file is that of its arrival: putting it away only renames it.
                let is_old =
                    entry.metadata().ok().filter(fs::Metadata::is_file).is_some_and(|file| {
                        file.modified().is_ok_and(|time| DateTime::<Utc>::from(time) < before)
                    });
                if !is_settled || !is_old {
                    continue;
                }
                match fs::remove_file(entry.path()) {
                    Ok(()) => discarded += 1,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(source_error("remove", &entry.path(), &error)),
                }
                if discarded == limit {
                    return Ok(discarded);
                }
            }
        }
        Ok(discarded)
    }

    fn wait(&mut self, timeout: Duration) -> Result<(), SourceError> {
        let end = Instant::now() + timeout;
        loop {
            // Mails that stay unsettled were met at the last poll and wake nobody.
            if self.unsettled()?.iter().any(|mail| !self.seen.contains(mail)) {
                return Ok(());
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            thread::sleep(left.min(LOOK_EVERY));
        }
    }
}

/// A folder of Maildirs as a transport: each mail becomes a file in
/// `<root>/<address of the recipient>/new`.
#[derive(Clone, Debug)]
pub struct MaildirTransport {
    root: PathBuf,
}

impl MaildirTransport {
    /// A transport that delivers below `root`. Nothing is created before the first mail.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The Maildir that mail for `address` is delivered into.
    #[must_use]
    pub fn mailbox(&self, address: &Address) -> PathBuf {
        self.root.join(folder_name(&address.canonical()))
    }
}

impl MailTransport for MaildirTransport {
    fn send(&mut self, envelope: &Envelope, message: &[u8]) -> Result<(), SendError> {
        for recipient in &envelope.to {
            let mailbox = self.mailbox(recipient);
            deliver_once(&mailbox, message).map_err(|error| {
                let place = format!("the Maildir {}", mailbox.display());
                // All folders are on one disk; a name that it cannot hold is this recipient's.
                let fault = match error.kind() {
                    io::ErrorKind::InvalidFilename => Fault::RecipientNow,
                    _ => Fault::Service,
                };
                SendError::new(fault, place, error.to_string())
            })?;
        }
        Ok(())
    }
}

/// Who has claimed the Maildir at `root` last, if anybody has.
///
/// # Errors
/// When the file system refuses.
pub fn claim_in(root: &Path) -> io::Result<Option<Claim>> {
    match fs::read_to_string(root.join(CLAIM)) {
        Ok(text) => Ok(Claim::read(&text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes `message` as a new file into the Maildir `mailbox`, which is made if missing, and
/// returns the file. The file is on disk, whole, before it can be seen in `new`.
///
/// # Errors
/// When the file system refuses; nothing is in `new` then.
pub fn deliver(mailbox: &Path, message: &[u8]) -> io::Result<PathBuf> {
    deliver_as(mailbox, message, &mut unique_name)
}

/// Like [`deliver`], but a mail that was delivered before, byte for byte, is not delivered again:
/// after a crash nobody gets it twice. It is known by its SHA-256 in the name of its file.
fn deliver_once(mailbox: &Path, message: &[u8]) -> io::Result<()> {
    let digest: String =
        Sha256::digest(message).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let mark = format!("H{digest}");
    for folder in ["new", "cur"] {
        let names = match fs::read_dir(mailbox.join(folder)) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        for name in names {
            if name?.file_name().to_string_lossy().contains(&mark) {
                return Ok(());
            }
        }
    }
    deliver_as(mailbox, message, &mut || {
        let name = unique_name();
        match name.split_once('R') {
            Some((front, back)) => format!("{front}{mark}R{back}"),
            None => format!("{name}{mark}"),
        }
    })
    .map(drop)
}

/// Delivers under a name that is made anew until it is free.
fn deliver_as(
    mailbox: &Path,
    message: &[u8],
    name: &mut dyn FnMut() -> String,
) -> io::Result<PathBuf> {
    create_maildir(mailbox)?;
    loop {
        let name = name();
        let (tmp, new) = (mailbox.join("tmp").join(&name), mailbox.join("new").join(&name));
        let opened = OpenOptions::new().write(true).create_new(true).mode(FOR_ITS_OWNER).open(&tmp);
        let mut file = match opened {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        };
        let delivered = file
            .write_all(message)
            .and_then(|()| file.sync_all())
            // Unlike a rename, a link never replaces a file that is there already.
            .and_then(|()| fs::hard_link(&tmp, &new))
            .or_else(|error| match error.kind() {
                io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied if !new.exists() => {
                    fs::rename(&tmp, &new)
                }
                _ => Err(error),
            });
        let _ = fs::remove_file(&tmp);
        match delivered {
            Ok(()) => {
                sync_folder(&mailbox.join("new"))?;
                return Ok(new);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Makes `tmp`, `new` and `cur` below `root`, for their owner alone. Folders that are there keep what
/// their owner has made of them.
fn create_maildir(root: &Path) -> io::Result<()> {
    ["tmp", "new", "cur"].iter().try_for_each(|folder| {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(root.join(folder))
    })
}

/// Folders and mails of a Maildir that others than their owner may read: how many, and the first. Of
/// many mails not all are looked at.
///
/// # Errors
/// When a folder cannot be read; what is not there is no error.
pub fn open_to_others(root: &Path) -> io::Result<Option<(usize, PathBuf)>> {
    const LOOKED_AT: usize = 10_000;
    let mut found: Option<(usize, PathBuf)> = None;
    let mut note = |path: PathBuf| match &mut found {
        Some((count, _)) => *count += 1,
        None => found = Some((1, path)),
    };
    let mut folders = vec![root.to_owned()];
    let mut looked_at = 0;
    while let Some(folder) = folders.pop() {
        let metadata = match fs::metadata(&folder) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        // Behind a folder that lets nobody in, the rest does not matter.
        if metadata.permissions().mode() & 0o077 == 0 {
            continue;
        }
        note(folder.clone());
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            looked_at += 1;
            if looked_at > LOOKED_AT {
                return Ok(found);
            }
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata)
                    if metadata.is_file() && metadata.permissions().mode() & 0o077 != 0 =>
                {
                    note(entry.path());
                }
                _ => {}
            }
        }
    }
    Ok(found)
}

/// Makes the names in a folder last through a power cut.
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// A file name that no other delivery uses: time, process, a count and randomness, host.
fn unique_name() -> String {
    static DELIVERIES: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut random = [0; 8];
    // Without randomness time, process and count still tell deliveries apart.
    let _ = getrandom::fill(&mut random);
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String =
        host.trim().chars().filter(|c| c.is_ascii_alphanumeric() || "-.".contains(*c)).collect();
    format!(
        "{}.M{:06}P{}Q{}R{:016x}.{}",
        now.as_secs(),
        now.subsec_micros(),
        std::process::id(),
        DELIVERIES.fetch_add(1, Ordering::Relaxed),
        u64::from_be_bytes(random),
        if host.is_empty() { "localhost" } else { &host }
    )
}

/// A file name without its flags, and the flags.
fn flags(name: &[u8]) -> (&[u8], &[u8]) {
    match name.windows(3).rposition(|three| three == b":2,") {
        Some(at) => (&name[..at], &name[at + 3..]),
        None => (name, b""),
    }
}

/// The address as the name of one folder: `%` and what could lead elsewhere is written `%xx`.
fn folder_name(address: &str) -> String {
    let mut name = String::with_capacity(address.len());
    for (at, byte) in address.bytes().enumerate() {
        match byte {
            b'/' | b'\\' | b'%' | b':' | 0..=32 | 127 => name.push_str(&format!("%{byte:02x}")),
            b'.' if at == 0 => name.push_str("%2e"),
            byte if byte.is_ascii() => name.push(char::from(byte)),
            byte => name.push_str(&format!("%{byte:02x}")),
        }
    }
    name
}

/// A relative path as text: UTF-8 as it is, other bytes and `%` as `%xx`.
fn encode_path(path: &OsStr) -> String {
    match std::str::from_utf8(path.as_bytes()) {
        Ok(text) => text.replace('%', "%25"),
        Err(_) => path
            .as_bytes()
            .iter()
            .map(|byte| match byte {
                b'%' | 128.. => format!("%{byte:02x}"),
                byte => char::from(*byte).to_string(),
            })
            .collect(),
    }
}

/// The path behind an id, unless it leads out of the Maildir.
fn decode_path(id: &str) -> Option<OsStringBytes> {
    let mut path = Vec::new();
    let mut rest = id.as_bytes();
    while let Some((byte, tail)) = rest.split_first() {
        if *byte == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            path.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            path.push(*byte);
            rest = tail;
        }
    }
    let name = path.strip_prefix(b"new/").or(path.strip_prefix(b"cur/")).unwrap_or(&path);
    let inside = !name.is_empty() && !name.contains(&b'/') && !name.starts_with(b".");
    inside.then_some(OsStringBytes(path))
}

/// The bytes of a relative path, usable both as path and as bytes.
struct OsStringBytes(Vec<u8>);

impl std::ops::Deref for OsStringBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<Path> for OsStringBytes {
    fn as_ref(&self) -> &Path {
        Path::new(OsStr::from_bytes(&self.0))
    }
}

/// An error of the file system at `place`.
fn source_error(action: &str, place: &Path, error: &io::Error) -> SourceError {
    SourceError {
        action: action.to_owned(),
        place: format!("the Maildir {}", place.display()),
        reason: error.to_string(),
        // A full disk or a missing mount can pass; a forbidden folder waits for a human.
        transient: error.kind() != io::ErrorKind::PermissionDenied,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inbox() -> (tempfile::TempDir, MaildirSource) {
        let folder = tempfile::tempdir().unwrap();
        let source = MaildirSource::open(folder.path().join("inbox"), 1000).unwrap();
        (folder, source)
    }

    fn drop_in(source: &MaildirSource, name: &str, content: &[u8]) {
        fs::write(source.root.join(name), content).unwrap();
    }

    fn bodies(source: &mut MaildirSource) -> Vec<String> {
        let mails = source.poll(100).unwrap();
        mails.into_iter().map(|mail| String::from_utf8(mail.raw).unwrap()).collect()
    }

    #[test]
    fn mails_come_by_name_and_stay_until_settled() {
        let (_folder, mut source) = inbox();
        drop_in(&source, "new/2.eml", b"two");
        drop_in(&source, "1.EML", b"one");
        drop_in(&source, "cur/3:2,F", b"three");
        drop_in(&source, "cur/4:2,RS", b"settled before");
        drop_in(&source, "notes.txt", b"no mail");
        fs::create_dir(source.root.join("new/folder")).unwrap();
        assert_eq!(bodies(&mut source), ["one", "two", "three"]);
        assert_eq!(bodies(&mut source), ["one", "two", "three"]);
        assert_eq!(source.poll(2).unwrap().len(), 2);

        let mails = source.poll(10).unwrap();
        source.settle(&mails[0].id, Disposal::Processed).unwrap();
        source.settle(&mails[2].id, Disposal::Processed).unwrap();
        source.settle(&mails[1].id, Disposal::Rejected).unwrap();
        assert!(bodies(&mut source).is_empty());
        for settled in ["cur/1.EML:2,S", "cur/3:2,FS", ".Rejected/cur/2.eml:2,S"] {
            assert!(source.root.join(settled).exists(), "{settled} is missing");
        }
        // After a crash the same mail may be settled again.
        source.settle(&mails[0].id, Disposal::Processed).unwrap();
    }

    #[test]
    fn settling_never_replaces_another_mail() {
        let (_folder, mut source) = inbox();
        drop_in(&source, "cur/a:2,S", b"old");
        drop_in(&source, "new/a", b"new");
        let mail = source.poll(1).unwrap().remove(0);
        source.settle(&mail.id, Disposal::Processed).unwrap();
        assert_eq!(fs::read(source.root.join("cur/a:2,S")).unwrap(), b"old");
        assert_eq!(fs::read_dir(source.root.join("cur")).unwrap().count(), 2);
        assert!(bodies(&mut source).is_empty());
    }

    #[test]
    fn odd_names_are_settled_and_none_leads_out() {
        let (_folder, mut source) = inbox();
        let latin = OsString::from_vec(b"K\xf6nig 100% %41.eml".to_vec());
        fs::write(source.root.join("new").join(latin), b"latin").unwrap();
        drop_in(&source, "new/König 5% %41", b"utf-8");
        for mail in source.poll(10).unwrap() {
            source.settle(&mail.id, Disposal::Processed).unwrap();
        }
        assert!(bodies(&mut source).is_empty());
        for id in ["../x", "new/../../x", "new/", "", "/etc/passwd", "%2", ".Rejected"] {
            assert!(source.settle(&FetchedId::new(id), Disposal::Processed).is_err(), "{id}");
        }
    }

    #[test]
    fn of_a_large_mail_only_the_header_is_read() {
        let (_folder, mut source) = inbox();
        let mut large = b"Subject: large\r\n\r\n".to_vec();
        large.resize(5000, b'x');
        drop_in(&source, "new/large", &large);
        drop_in(&source, "new/small", &[b'y'; 1000]);
        let mails = source.poll(10).unwrap();
        assert_eq!(mails[0].raw, b"Subject: large\r\n\r\n");
        assert_eq!(mails[0].too_large, Some(5000));
        assert_eq!((mails[1].raw.len(), mails[1].too_large), (1000, None));
    }

    #[test]
    fn one_unreadable_file_does_not_stop_the_others() {
        let (_folder, mut source) = inbox();
        std::os::unix::fs::symlink("/nowhere/at/all", source.root.join("new/0")).unwrap();
        // A file that goes away between listing and reading is left out in the same way.
        drop_in(&source, "new/1", b"fine");
        assert_eq!(bodies(&mut source), ["fine"]);
    }

    #[test]
    fn waiting_ends_with_new_mail_but_not_with_mail_that_stays() {
        let (_folder, mut source) = inbox();
        drop_in(&source, "new/stays", b"unsettled");
        source.poll(10).unwrap();
        let start = Instant::now();
        source.wait(Duration::from_millis(50)).unwrap();
        assert!(start.elapsed() >= Duration::from_millis(50), "woken by a mail that was known");

        let late = source.root.join("new/late");
        let writer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            fs::write(late, b"late").unwrap();
        });
        let start = Instant::now();
        source.wait(Duration::from_secs(60)).unwrap();
        assert!(start.elapsed() < Duration::from_secs(50), "slept through new mail");
        writer.join().unwrap();
    }

    #[test]
    fn delivers_one_file_per_recipient_and_mail() {
        let folder = tempfile::tempdir().unwrap();
        let mut transport = MaildirTransport::new(folder.path());
        let envelope = Envelope {
            from: None,
            to: vec!["Ada@club.test".parse().unwrap(), "bob@club.test".parse().unwrap()],
        };
        transport.send(&envelope, b"one").unwrap();
        transport.send(&envelope, b"two").unwrap();
        let mut ada = MaildirSource::open(folder.path().join("ada@club.test"), 1000).unwrap();
        let mut mails = bodies(&mut ada);
        mails.sort();
        assert_eq!(mails, ["one", "two"]);
        assert_eq!(fs::read_dir(folder.path().join("bob@club.test/new")).unwrap().count(), 2);
        assert_eq!(fs::read_dir(folder.path().join("bob@club.test/tmp")).unwrap().count(), 0);
    }

    #[test]
    fn no_address_leads_out_of_the_folder() {
        assert_eq!(folder_name("ada@club.test"), "ada@club.test");
        assert_eq!(folder_name("../x@y"), "%2e.%2fx@y");
        assert_eq!(folder_name("zoë@x"), "zo%c3%ab@x");
    }
}
