//! Any text as the log of a game, as `feldpost verify` reads it.
//!
//! A text is tried as it is. No change to a log gets past its hashes, so its lines are then put together again
//! as a forger would: numbers, commitments and hashes are made anew, and only what the entries say is wrong.
//! Therefore a line may be as short as `{"kind":"action","public":{…},"sealed":{…}}`.

use chrono::{DateTime, Utc};
use feldpost::audit::{Format, VerifyError, history, verify};
use feldpost::report::Templates;
use feldpost::store::{EntryHead, LogFile, NewEntry, SealedParts};
use serde_json::Value;
use std::sync::LazyLock;

static TEMPLATES: LazyLock<Templates> =
    LazyLock::new(|| Templates::new(None).expect("the program's own templates"));

/// Checking ends with an answer, whatever the text; what was read is written again byte by byte; a chain made
/// anew holds; and of a log that is found good, the public part alone is found good, and its story can be told.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = verify(text, &[]);
    if let Ok(file) = LogFile::parse(text) {
        let again = file.to_text().expect("what was read can be written");
        assert_eq!(again, text.replace("\r\n", "\n"));
        tell(&file);
    }
    let Some(file) = put_together(text) else { return };
    let text = file.to_text().expect("canonical");
    match verify(&text, &[]) {
        Ok(verified) => {
            let last = file.entries.last().map(feldpost::store::Entry::head);
            assert_eq!(Some(verified.head), last);
            let public = published(&file);
            assert!(verify(&public, &[verified.head]).is_ok(), "its public part is not good");
            assert!(tell(&file), "its story cannot be told");
        }
        Err(fault @ (VerifyError::File(_) | VerifyError::Chain(_))) => panic!("{fault}"),
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            tell(&file);
        }
    }
}

/// Whether the story of a log can be told.
fn tell(file: &LogFile) -> bool {
    let Ok(told) = history(file, &[], &TEMPLATES, None) else { return false };
    for format in [Format::Text, Format::Jsonl, Format::Csv] {
        told.write(format);
    }
    true
}

/// The file as it is published while the game is in play.
fn published(file: &LogFile) -> String {
    let mut file = LogFile { sealed_parts: SealedParts::Withheld, ..file.clone() };
    file.entries.iter_mut().for_each(|entry| entry.opening = None);
    file.to_text().expect("canonical")
}

/// The lines of a text as a log whose hashes hold; `None` if one of them is no object, or cannot be hashed.
fn put_together(text: &str) -> Option<LogFile> {
    let mut lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let heading = lines.next()?;
    let game = heading["game"].as_str()?.to_owned();
    let included = heading["sealed_parts"] != "withheld";
    let sealed_parts = if included { SealedParts::Included } else { SealedParts::Withheld };
    let mut head = EntryHead::of_empty_log(&game);
    let mut entries = Vec::new();
    for mut line in lines.take(400) {
        let opened = line.get_mut("opening").and_then(|opening| opening.get_mut("sealed"));
        let sealed = match opened {
            Some(sealed) => Some(sealed.take()),
            None => line.get_mut("sealed").map(Value::take),
        };
        let word = |value: &Value, usual: &str| value.as_str().unwrap_or(usual).to_owned();
        let (kind, rules) = (word(&line["kind"], "action"), word(&line["rules_version"], "2"));
        let time = DateTime::<Utc>::from_timestamp(1_000_000_000 + 60 * head.number as i64, 0)?;
        let (kind, rules_version) = (kind.as_str(), rules.as_str());
        let public = line.get_mut("public")?.take();
        let new = NewEntry { time, kind, rules_version, public, sealed };
        let mut entry = head.followed_by(new, [7; 32]).ok()?;
        if !included {
            entry.opening = None;
        }
        head = entry.head();
        entries.push(entry);
    }
    Some(LogFile { game, sealed_parts, entries })
}
