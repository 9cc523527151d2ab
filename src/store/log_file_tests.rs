//! Tests of the published file, the example in `docs/log-format.md` among them.

use super::*;
use crate::store::{ChainFaultKind, EntryHead, NewEntry, first_previous, verify_chain};

const DOCUMENT: &str = include_str!("../../docs/log-format.md");

/// The text between the fences of this kind in the document.
fn block(kind: &str) -> &'static str {
    let (_, after) = DOCUMENT.split_once(&format!("```{kind}\n")).expect("the block is there");
    let (block, _) = after.split_once("```\n").expect("the block is closed");
    block
}

fn documented(name: &str) -> &'static str {
    block("values")
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        .unwrap_or_else(|| panic!("the document has no value \"{name}\""))
}

fn example() -> LogFile {
    LogFile::parse(block("jsonl")).unwrap()
}

/// The example with one text replaced by another in one of its lines, from 1.
fn changed(line: usize, from: &str, to: &str) -> String {
    let mut text = String::new();
    for (index, original) in block("jsonl").lines().enumerate() {
        if index + 1 == line {
            assert!(original.contains(from), "line {line} has {from}");
            text.push_str(&original.replacen(from, to, 1));
        } else {
            text.push_str(original);
        }
        text.push('\n');
    }
    text
}

fn refusal(text: &str) -> String {
    LogFile::parse(text).unwrap_err().to_string()
}

#[test]
fn the_documented_example_holds() {
    let file = example();
    assert_eq!(verify_chain(&file.game, &file.entries), Ok(()));
    assert_eq!(file.to_text().unwrap(), block("jsonl"));
}

#[test]
fn the_documented_values_are_computed_here_too() {
    let file = example();
    assert_eq!(file.game, documented("game"));
    assert_eq!(first_previous(&file.game).to_string(), documented("first previous"));
    // From what was given for each entry, not from what the file says of it.
    let mut head = EntryHead::of_empty_log(&file.game);
    for entry in &file.entries {
        let new = NewEntry {
            time: entry.time,
            kind: &entry.kind,
            rules_version: &entry.rules_version,
            public: entry.public.clone(),
            sealed: entry.opening.as_ref().map(|opening| opening.sealed.clone()),
        };
        let nonce = entry.opening.as_ref().map_or([0; 32], |opening| opening.nonce);
        let appended = head.followed_by(new, nonce).unwrap();
        assert_eq!(&appended, entry);
        head = appended.head();
        assert_eq!(head.hash.to_string(), documented(&format!("hash {}", entry.number)));
        if let Some(commitment) = entry.commitment {
            let name = format!("commitment {}", entry.number);
            assert_eq!(commitment.to_string(), documented(&name));
        }
    }
    assert_eq!(head.number, 3);
    let content = block("content").trim_end_matches('\n');
    let hash = Digest::of(&[b"feldpost log entry 1\n", content.as_bytes()]);
    assert_eq!(hash.to_string(), documented("hash 1"));
}

#[test]
fn a_log_without_its_sealed_parts_is_a_file_too() {
    let mut file = example();
    file.sealed_parts = SealedParts::Withheld;
    for entry in &mut file.entries {
        entry.opening = None;
    }
    let text = file.to_text().unwrap();
    assert!(!text.contains("seed") && !text.contains("nonce"));
    let read = LogFile::parse(&text).unwrap();
    assert_eq!(read, file);
    assert_eq!(verify_chain(&read.game, &read.entries), Ok(()));
}

#[test]
fn line_ends_may_change_on_the_way() {
    let text = block("jsonl").replace('\n', "\r\n");
    assert_eq!(LogFile::parse(&text).unwrap(), example());
}

#[test]
fn a_missing_last_line_end_is_refused() {
    let cut = block("jsonl").trim_end();
    assert_eq!(LogFile::parse(cut), Err(LogFileError::LineEnd { line: 4 }));
    assert!(refusal(cut).starts_with("line 4: has no line end"), "{}", refusal(cut));
}

#[test]
fn another_file_is_refused() {
    assert_eq!(LogFile::parse(""), Err(LogFileError::Empty));
    for other in ["From: ann@example.org\n", "{}\n", "{\"format\":\"feldpost log 2\"}\n", "\n"] {
        assert_eq!(LogFile::parse(other), Err(LogFileError::NotALog), "{other}");
    }
}

#[test]
fn a_file_cut_off_is_refused() {
    let text = block("jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..3].join("\n");
    assert_eq!(LogFile::parse(&cut), Err(LogFileError::Count { announced: 3, found: 2 }));
    assert!(refusal(&text[..text.len() - 20]).starts_with("line 4: is not JSON"));
}

#[test]
fn a_refusal_names_line_and_cause() {
    let cases = [
        (3, "\"joined\",", "\"joined\", ", "line 3: was rewritten since the export"),
        (3, "Käthe", "K\\u00e4the", "line 3: was rewritten since the export"),
        (3, "\"kind\":", "\"kind\":\"x\",\"kind\":", "line 3: was rewritten since the export"),
        (3, "\"joined\"", "1.5", "line 3: holds 1.5, which is not an integer"),
        (3, "\"joined\"", "7", "line 3: has no \"kind\", or it is not a text"),
        (3, "\"number\":2", "\"number\":-2", "line 3: has no \"number\", or it is not a whole"),
        (3, "\"kind\":", "\"key\":1,\"kind\":", "line 3: has \"key\", which is not part of a log"),
        (3, "2026-05-01T12:05:09Z", "2026-05-01 12:05:09", "line 3: \"2026-05-01 12:05:09\""),
        (3, "\"hash\":\"", "\"hash\":\"0", "line 3: \"hash\" \"0"),
        (2, "\"nonce\":\"00", "\"nonce\":\"0", "line 2: \"nonce\" \"0"),
        (2, "\"opening\":{", "\"opening\":{\"a\":1,", "line 2: has \"a\", which is not part"),
        (1, "included", "shown", "line 1: has no \"sealed_parts\", or it is not"),
        (1, "included", "withheld", "line 2: its sealed part is included, but the heading"),
        (1, "\"game\":", "\"g\":1,\"game\":", "line 1: has \"g\", which is not part"),
    ];
    for (line, from, to, expected) in cases {
        let told = refusal(&changed(line, from, to));
        assert!(told.starts_with(expected), "{told}");
    }
    let lines: Vec<&str> = block("jsonl").lines().collect();
    let (opening, _) = lines[3].split_once("\"opening\"").unwrap();
    let (_, rest) = lines[3].split_once("},\"previous\"").unwrap();
    let withheld = format!("{opening}\"previous\"{rest}");
    let told = refusal(&block("jsonl").replace(lines[3], &withheld));
    assert!(told.starts_with("line 4: its sealed part is withheld, but the heading"), "{told}");
}

#[test]
fn a_change_that_keeps_the_form_is_found_by_the_chain() {
    let file = LogFile::parse(&changed(3, "Käthe", "Kathe")).unwrap();
    let fault = verify_chain(&file.game, &file.entries).unwrap_err();
    assert_eq!((fault.entry, fault.what), (2, ChainFaultKind::Hash));
    let file = LogFile::parse(&changed(4, "\"value\":7", "\"value\":8")).unwrap();
    let fault = verify_chain(&file.game, &file.entries).unwrap_err();
    assert_eq!((fault.entry, fault.what), (3, ChainFaultKind::Commitment));
}
