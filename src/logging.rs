//! The program's log on standard error, and what never gets into it.
//!
//! What the program says itself holds no address. What servers answer does: "550 5.1.1
//! <ben@club.test>: no such user". So everything goes through one place that takes addresses and
//! tokens out. It deliberately does not decide what is worth saying.

use crate::mail::token::redacted;
use std::io::{self, IsTerminal, Write};
use tracing_subscriber::EnvFilter;

/// What stands in the log in place of an address.
const ADDRESS: &str = "(address)";

/// Has all that the program says from now on written to standard error; how much is said is set by
/// the variable `FELDPOST_LOG`.
pub fn begin(level: &str) {
    let filter = EnvFilter::try_from_env("FELDPOST_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(|| Discreet(io::stderr()))
        .with_ansi(io::stderr().is_terminal())
        .init();
}

/// A text fit for the log: without addresses and tokens.
#[must_use]
pub fn discreet(text: &str) -> String {
    redacted(&without_addresses(text))
}

/// Passes on what is written to it, without addresses and tokens. Each write must be of whole lines, as those of
/// the log are: in halves of an address nothing is found.
struct Discreet<W>(W);

impl<W: Write> Write for Discreet<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // That nobody can read the log any more is no reason to stop work.
        let _ = self.0.write_all(discreet(&String::from_utf8_lossy(bytes)).as_bytes());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

/// The text with "(address)" in place of every mail address.
fn without_addresses(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut word = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if is_of_address(character) {
            word.push(character);
            continue;
        }
        // An address literal, as in `ben@[192.0.2.1]`.
        if character == '[' && word.ends_with('@') {
            word.push(character);
            word.extend(characters.by_ref().take_while(|c| *c != ']'));
            word.push(']');
            continue;
        }
        put(&mut plain, &std::mem::take(&mut word));
        plain.push(character);
        // Colours of a terminal end with a letter that is no part of what follows.
        if character == '\u{1b}' {
            for character in characters.by_ref() {
                plain.push(character);
                if character.is_ascii_alphabetic() {
                    break;
                }
            }
        }
    }
    put(&mut plain, &word);
    plain
}

/// What may stand in an address without quotation marks (RFC 5322 section 3.2.3, RFC 6532), and
/// `%` for addresses in links.
fn is_of_address(character: char) -> bool {
    character.is_alphanumeric() || "@.!#$%&'*+/=?^_`{|}~-".contains(character)
}

/// Puts a word behind a text, in a form that tells no address.
fn put(plain: &mut String, word: &str) {
    let at = word.find('@').map(|at| (at, 1)).or_else(|| Some((word.find("%40")?, 3)));
    let Some((at, length)) = at.filter(|(at, length)| at + length < word.len()) else {
        plain.push_str(word);
        return;
    };
    if at == 0 {
        // The part before the sign may stand in quotation marks.
        let quoted = plain.strip_suffix('"').and_then(|before| before.rfind('"'));
        let Some(start) = quoted else {
            plain.push_str(word);
            return;
        };
        plain.truncate(start);
    }
    // `to=ben@club.test` keeps its `to=`.
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || "_.-".contains(c));
    let name = word[..at].find('=').filter(|end| is_name(&word[..*end]));
    plain.push_str(name.map_or("", |end| &word[..=end]));
    plain.push_str(ADDRESS);
    let end = word[at + length..].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ']');
    plain.push_str(&word[at + length + end.len()..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_servers_answer_loses_its_addresses() {
        for (said, logged) in [
            ("550 5.1.1 <ben@club.test>: no such user", "550 5.1.1 <(address)>: no such user"),
            ("to=Ben.O'Neill+tag@mail.club.test, 450", "to=(address), 450"),
            ("user ben@club.test.", "user (address)."),
            ("prvs=1234abcdef=ben@club.test", "prvs=(address)"),
            ("SRS0=Hs=Tt=club.test=ben@relay.test", "(address)"),
            ("\"ben bolt\"@club.test is unknown", "(address) is unknown"),
            ("ben@[192.0.2.1] refused", "(address) refused"),
            ("see https://help.test/?user=ben%40club.test", "see (address)"),
            ("käthe@müller.test ist unbekannt", "(address) ist unbekannt"),
            (
                "\u{1b}[3mto\u{1b}[0m=\u{1b}[2mben@club.test",
                "\u{1b}[3mto\u{1b}[0m=\u{1b}[2m(address)",
            ),
            ("rfc822;ben@club.test two@x.test", "rfc822;(address) (address)"),
        ] {
            let logged_now = without_addresses(said);
            assert!(
                !logged_now.contains("ben@") && !logged_now.contains("club.test"),
                "{logged_now}"
            );
            // A link goes as a whole, but for its scheme.
            if !said.contains("https") {
                assert_eq!(logged_now, logged);
            }
        }
    }

    #[test]
    fn what_is_no_address_stays() {
        for text in [
            "at work",
            "100 % @ home",
            "cannot connect to mx.club.test:25 (refused)",
            "@",
            "a @b",
            "",
        ] {
            assert_eq!(without_addresses(text), text);
        }
    }

    #[test]
    fn the_writer_writes_all_and_says_so() {
        let mut out = Discreet(Vec::new());
        let line = "mail not sent: ben@club.test, judge+rossbach-elisabeth-abcdefghij234567\n";
        out.write_all(line.as_bytes()).expect("written");
        assert_eq!(out.0, b"mail not sent: (address), judge+(token)\n");
    }
}
