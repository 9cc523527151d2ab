//! Backups on a schedule: written in a thread of their own, verified, and only the newest kept.

use crate::audit;
use crate::config::BackupConfig;
use crate::store::{Store, StoreError};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// How the names of backups begin and end; between them stands the time in UTC.
const BEGINNING: &str = "feldpost-";
const END: &str = ".db";
/// How the name of one ends that is not complete.
const PART: &str = ".part";
const TIME: &str = "%Y%m%dT%H%M%SZ";
/// What fails is tried again after this.
const AGAIN: TimeDelta = TimeDelta::hours(1);

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database cannot be read, or the copy not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder cannot be made or listed.
    #[error("the backup's folder {}: {source}", path.display())]
    Folder { path: PathBuf, source: io::Error },
    /// A copy was written and does not stand its examination: it is not kept as a backup.
    #[error("the backup {} is not sound: {what}", path.display())]
    Unsound { path: PathBuf, what: String },
}

/// The folder of backups.
pub(super) struct Backups {
    folder: PathBuf,
    every: TimeDelta,
    keep: usize,
    database: PathBuf,
    failed: Option<DateTime<Utc>>,
    running: Option<JoinHandle<Result<PathBuf, BackupError>>>,
}

impl Backups {
    /// None if none are wished.
    pub fn new(config: &BackupConfig, database: &Path) -> Option<Backups> {
        Some(Backups {
            folder: config.folder.clone()?,
            every: TimeDelta::hours(config.every_hours.into()),
            keep: config.keep,
            database: database.to_owned(),
            failed: None,
            running: None,
        })
    }

    /// Begins a backup if one is due, and tells what became of the last one.
    pub fn look(&mut self, now: DateTime<Utc>) -> Option<Result<PathBuf, BackupError>> {
        if let Some(thread) = self.running.take_if(|thread| thread.is_finished()) {
            let done = thread.join().unwrap_or_else(|_| {
                let what = "the program failed at it".to_owned();
                Err(BackupError::Unsound { path: self.folder.clone(), what })
            });
            self.failed = done.is_err().then_some(now);
            return Some(done);
        }
        if self.running.is_some() || !self.is_due(now) {
            return None;
        }
        let (folder, keep, database) = (self.folder.clone(), self.keep, self.database.clone());
        let work = move || back_up(&database, &folder, keep, now);
        match std::thread::Builder::new().name("backup".into()).spawn(work) {
            Ok(thread) => self.running = Some(thread),
            Err(error) => tracing::warn!(%error, "no thread for a backup"),
        }
        None
    }

    fn is_due(&self, now: DateTime<Utc>) -> bool {
        if self.failed.is_some_and(|failed| failed <= now && now - failed < AGAIN) {
            return false;
        }
        // A backup from the future was made while the clock was ahead: it puts nothing off.
        let last = all(&self.folder).into_iter().map(|(time, _)| time).filter(|time| *time <= now);
        last.max().is_none_or(|last| now - last >= self.every)
    }
}

/// The backups in a folder, the earliest first.
fn all(folder: &Path) -> Vec<(DateTime<Utc>, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let time = name.strip_prefix(BEGINNING)?.strip_suffix(END)?;
            let time = NaiveDateTime::parse_from_str(time, TIME).ok()?;
            Some((time.and_utc(), entry.path()))
        })
        .collect();
    found.sort();
    found
}

/// Removes what programs left that were killed while they wrote a backup.
fn remove_parts(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(BEGINNING) && name.contains(PART) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Writes a backup, verifies it, and removes those that are too many.
///
/// # Errors
///
/// There is no room, or what was written is not sound; then it is removed.
pub fn back_up(
    database: &Path,
    folder: &Path,
    keep: usize,
    now: DateTime<Utc>,
) -> Result<PathBuf, BackupError> {
    let failed = |source| BackupError::Folder { path: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(failed)?;
    let path = folder.join(format!("{BEGINNING}{}{END}", now.format(TIME)));
    let part = folder.join(format!("{BEGINNING}{}{PART}", now.format(TIME)));
    remove_parts(folder);
    Store::open(database)?.backup(&part)?;
    let verified = verify(&part);
    for suffix in ["-wal", "-shm"] {
        let mut name = part.clone().into_os_string();
        name.push(suffix);
        let _ = fs::remove_file(name);
    }
    if let Err(error) = verified {
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    fs::rename(&part, &path).map_err(failed)?;
    let kept = all(folder);
    for (_, old) in kept.iter().take(kept.len().saturating_sub(keep.max(1))) {
        fs::remove_file(old).map_err(failed)?;
    }
    Ok(path)
}

/// Reads the copy through: SQLite's own check, and every game's log.
fn verify(part: &Path) -> Result<(), BackupError> {
    let mut copy = Store::open(part)?;
    let mut findings = copy.integrity_check()?;
    findings.extend(audit::check_games(&mut copy)?.iter().map(ToString::to_string));
    if findings.is_empty() {
        return Ok(());
    }
    Err(BackupError::Unsound { path: part.to_owned(), what: findings.join("; ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_are_made_in_time_verified_and_kept_by_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("club.db");
        drop(Store::open(&database).expect("the database"));
        let kept = folder.path().join("backups");
        let config = BackupConfig { folder: Some(kept.clone()), every_hours: 6, keep: 3 };
        let mut backups = Backups::new(&config, &database).expect("backups");
        assert!(Backups::new(&BackupConfig::default(), &database).is_none());
        let mut now = DateTime::UNIX_EPOCH;
        let mut made = 0;
        for _ in 0..20 {
            now += TimeDelta::hours(2);
            loop {
                let told = backups.look(now);
                made += usize::from(told.is_some_and(|told| told.is_ok()));
                if backups.running.is_none() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
        }
        assert_eq!(made, 7, "forty hours");
        let names = all(&kept);
        assert_eq!(names.len(), 3);
        assert_eq!(fs::read_dir(&kept).expect("the folder").count(), 3, "nothing else is left");
        let newest = &names[2].1;
        assert_eq!(Store::open(newest).expect("whole").integrity_check().expect("read"), [""; 0]);
        // What a program left that was killed while it wrote one is removed.
        fs::write(kept.join("feldpost-20200101T000000Z.part"), "half").expect("left");
        fs::write(kept.join("feldpost-20200101T000000Z.part-wal"), "half").expect("left");
        back_up(&database, &kept, 3, now).expect("made");
        assert_eq!(fs::read_dir(&kept).expect("the folder").count(), 3, "nothing else is left");
        // A clock that was ahead for a year keeps no backup from being made.
        let ahead = now + TimeDelta::days(365);
        back_up(&database, &kept, 9, ahead).expect("made");
        assert!(backups.is_due(now + TimeDelta::hours(6)));
        fs::write(&database, "no database").expect("broken");
        assert!(back_up(&database, &kept, 9, now + TimeDelta::hours(7)).is_err());
    }
}
