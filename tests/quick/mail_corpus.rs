//! Mails in the shape common programs give them, each read with LF and with CRLF line ends.
//!
//! `mail_corpus/personal` and `mail_corpus/broken` hold mails with the text that is to be found
//! in them beside; the other folders hold mails of the nature they are named after. All were
//! written for this test.

use std::fs;
use std::path::{Path, PathBuf};

use feldpost::mail::intake::{DeliveryAction, Letter, Limits, Nature, OwnAddresses, Problem, read};
use proptest::prelude::*;

const TOKEN: &str = "prague1-austria-abcdefghijklmnop";

fn own() -> OwnAddresses {
    OwnAddresses::new("judge@club.test".parse().unwrap())
}

fn mails(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail_corpus").join(folder);
    let mut mails: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "eml"))
        .collect();
    mails.sort();
    mails
}

fn with_crlf(mail: &[u8]) -> Vec<u8> {
    let mut crlf = Vec::with_capacity(mail.len() * 11 / 10);
    for byte in mail {
        if *byte == b'\n' {
            crlf.push(b'\r');
        }
        crlf.push(*byte);
    }
    crlf
}

/// The mail read with either kind of line ends.
fn both(path: &Path) -> [Letter; 2] {
    let raw = fs::read(path).unwrap();
    assert!(!raw.contains(&b'\r'), "{} is to be kept with LF", path.display());
    [raw.clone(), with_crlf(&raw)].map(|raw| read(&raw, &Limits::default(), &own()))
}

/// Compares all mails of a folder with the texts beside them and returns the letters.
fn compare(folder: &str) -> Vec<(String, Letter)> {
    let mut wrong = Vec::new();
    let mut letters = Vec::new();
    for path in mails(folder) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap();
        for (letter, ends) in both(&path).into_iter().zip(["LF", "CRLF"]) {
            if letter.text != expected {
                wrong.push(format!(
                    "{name} ({ends})\n--- expected\n{expected}--- found\n{}",
                    letter.text
                ));
            }
            letters.push((name.clone(), letter));
        }
    }
    assert!(wrong.is_empty(), "{} mails are read wrongly:\n{}", wrong.len(), wrong.join("\n"));
    letters
}

#[test]
fn what_people_typed_is_found() {
    let letters = compare("personal");
    assert!(letters.len() >= 2 * 60, "only {} mails", letters.len() / 2);
    for (name, letter) in letters {
        assert_eq!(letter.nature, Nature::Personal, "{name}");
        assert_eq!(letter.from.unwrap().mailbox(), "ada@player.test", "{name}");
        assert_eq!(letter.token_candidates, [TOKEN], "{name}");
    }
}

#[test]
fn broken_mails_give_what_can_be_had() {
    for (name, letter) in compare("broken") {
        let expected = match name.as_str() {
            "empty" | "no_header" => vec![Problem::NoHeader],
            "header_only" => vec![Problem::NoText],
            "encrypted_pgp_mime" => vec![Problem::Encrypted, Problem::NoText],
            _ => vec![],
        };
        assert_eq!(letter.problems, expected, "{name}");
    }
}

#[test]
fn mails_nobody_should_answer_are_known() {
    let natures = |folder: &'static str| {
        mails(folder).into_iter().flat_map(|path| {
            let name = path.display().to_string();
            both(&path).map(|letter| (name.clone(), letter.nature))
        })
    };
    for (name, nature) in natures("automatic") {
        assert!(matches!(nature, Nature::Automatic { .. }), "{name}: {nature:?}");
    }
    for (name, nature) in natures("list") {
        assert!(matches!(nature, Nature::List { .. }), "{name}: {nature:?}");
    }
    for (name, nature) in natures("own") {
        assert_eq!(nature, Nature::Own, "{name}");
    }
    for (name, nature) in natures("report") {
        let Nature::DeliveryReport(report) = nature else { panic!("{name}: {nature:?}") };
        assert_eq!(report.original_message_id, Some(format!("{TOKEN}.41@club.test")), "{name}");
        let [recipient] = &report.recipients[..] else { panic!("{name}: {report:?}") };
        assert_eq!(recipient.address.as_ref().unwrap().mailbox(), "ada@player.test", "{name}");
        let delayed = name.contains("delayed");
        let action = if delayed { DeliveryAction::Delayed } else { DeliveryAction::Failed };
        assert_eq!(recipient.action, action, "{name}");
        assert!(recipient.status.starts_with(if delayed { "4." } else { "5." }), "{name}");
        assert!(!recipient.diagnostic.is_empty() && !recipient.diagnostic.contains('\n'), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens to a mail on its way, reading it neither panics nor hangs.
    #[test]
    fn damaged_mails_can_be_read(
        which in any::<prop::sample::Index>(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..20),
    ) {
        let mails = mails("personal");
        let mut raw = fs::read(&mails[which.index(mails.len())]).unwrap();
        for (at, byte, kind) in damage {
            if raw.is_empty() {
                break;
            }
            let at = at.index(raw.len());
            match kind {
                0 => raw[at] = byte,
                1 => raw.insert(at, byte),
                2 => drop(raw.remove(at)),
                _ => raw.truncate(at.max(1)),
            }
        }
        let letter = read(&raw, &Limits::default(), &own());
        prop_assert!(!letter.problems.contains(&Problem::Unreadable));
    }
}
