//! How long the disk lasts, and who else could read what lies on it.

use super::Examination;
use crate::mail::maildir::open_to_others;
use crate::store::Size;
use chrono::{DateTime, TimeDelta, Utc};
use std::path::Path;

/// Free bytes: with less the next backup, or a day's mail, may find the disk full.
const LITTLE: u64 = 100 << 20;
/// Free bytes: with less nothing works for long.
const NEARLY_NOTHING: u64 = 20 << 20;
/// Below this there is nothing to judge the growth by.
const ENOUGH_TO_JUDGE: (u64, TimeDelta) = (200, TimeDelta::days(7));
const DAYS_OF_A_YEAR: u64 = 365;

/// Says how the database grows, and how long its disk lasts.
pub(super) fn lasts(
    examination: &mut Examination<'_>,
    path: &Path,
    size: &Size,
    now: DateTime<Utc>,
) {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let free = match rustix::fs::statvfs(folder) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            let what = format!("cannot see what is free at {}: {error}", folder.display());
            return examination.warn("disk", what);
        }
    };
    judge(examination, size, free, now);
}

fn judge(examination: &mut Examination<'_>, size: &Size, free: u64, now: DateTime<Utc>) {
    let (file, shown) = (in_words(size.file), in_words(free));
    if free < NEARLY_NOTHING {
        return examination.wrong(
            "disk",
            format!(
                "only {shown} are free beside the database; nothing can be stored soon, and no mail \
                 is read then. Make room"
            ),
        );
    }
    if free < LITTLE {
        let what = format!("only {shown} are free beside the database; make room soon");
        return examination.warn("disk", what);
    }
    let (mails, least) = ENOUGH_TO_JUDGE;
    let age = size.since.map(|since| now - since).filter(|age| *age >= least);
    let per_mail = size.per_mail().filter(|_| size.sent >= mails);
    let (Some(age), Some(per_mail)) = (age, per_mail) else {
        let what =
            format!("the database takes {file}, {shown} are free; too early to say how it grows");
        return examination.fine("disk", what);
    };
    let days = u64::try_from(age.num_days()).unwrap_or(1).max(1);
    let per_day = (per_mail * size.sent / days).max(1);
    let left = free / per_day;
    let lasts = match left / DAYS_OF_A_YEAR {
        0 => format!("{left} days"),
        years if years < 100 => format!("about {years} years"),
        _ => "more than 100 years".to_owned(),
    };
    let what = format!(
        "the database takes {file}, {per_mail} bytes for good per mail sent and {} a month; {shown} \
         are free, which last {lasts}",
        in_words(per_day * 30)
    );
    if left < 90 {
        examination.warn("disk", format!("{what}: make room, or see [retention]"));
    } else {
        examination.fine("disk", what);
    }
}

/// Says when a Maildir can be read by others.
pub(super) fn is_private(examination: &mut Examination<'_>, about: &'static str, path: &Path) {
    match open_to_others(path) {
        Ok(None) => {}
        Ok(Some((count, first))) => examination.warn(
            about,
            format!(
                "other users of this machine may read {count} folders and mails below {}, the first is \
                 {}; run `chmod -R go= {}`",
                path.display(),
                first.display(),
                path.display()
            ),
        ),
        Err(error) => {
            let what = format!("{} cannot be looked through: {error}", path.display());
            examination.warn(about, what);
        }
    }
}

/// `12 MB`
fn in_words(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        10_000_000..10_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::{Finding, Verdict};

    fn judged(size: Size, free: u64) -> Finding {
        let mut said = Vec::new();
        let mut report = |finding: &Finding| said.push(finding.clone());
        let mut examination = Examination { report: &mut report, worst: Verdict::Fine };
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(100);
        judge(&mut examination, &size, free, now);
        said.pop().expect("a finding")
    }

    #[test]
    fn how_long_the_disk_lasts_follows_from_what_mails_have_taken() {
        let size = Size {
            file: 60_000_000,
            free: 5_000_000,
            texts: 5_000_000,
            sent: 10_000,
            since: Some(DateTime::UNIX_EPOCH),
        };
        // 50 MB in 100 days.
        let good = judged(size, 365 * 7 * 500_000);
        assert_eq!(good.verdict, Verdict::Fine);
        assert!(good.what.contains("5000 bytes for good per mail"), "{good:?}");
        assert!(
            good.what.contains("15 MB a month") && good.what.contains("about 7 years"),
            "{good:?}"
        );
        let short = judged(size, 300 * 500_000);
        assert_eq!(short.verdict, Verdict::Fine, "{short:?}");
        let heavy = Size { file: 6_000_000_000, ..size };
        assert_eq!(judged(heavy, 200 << 20).verdict, Verdict::Warning);
        assert_eq!(judged(size, 50 << 20).verdict, Verdict::Warning);
        assert_eq!(judged(size, 1 << 20).verdict, Verdict::Wrong);
        let young = Size { sent: 5, ..size };
        assert!(judged(young, 1 << 40).what.contains("too early"));
    }
}
