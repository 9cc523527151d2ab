//! What players say about their phrases before a game begins: `hash …`, `phrase …`, `do it for me`, `no phrase`,
//! `beacon …`. Whether that fits the game is not known here.

use super::words::{ClubWord as W, means};
use crate::beacon::{self, Beacon};
use crate::characters::plain;
use icu_normalizer::ComposingNormalizerBorrowed;

/// One thing that a player says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AboutChance {
    /// 64 hexadecimal digits in lower case.
    Hash(String),
    /// Something was called a hash and is none.
    NotAHash,
    /// The phrase as one line has it; then with each of the lines below, which a mail program may have broken off,
    /// and without quotation marks around it. All in the canonical form, none empty.
    Phrase(Vec<String>),
    /// The program is to make phrase and hash.
    Make,
    /// There will be no phrase.
    Without,
    /// A round of the beacon with its signature, which nobody has checked yet.
    Beacon(Beacon),
    /// A round of the beacon was named, without its signature.
    NotABeacon,
}

impl AboutChance {
    /// The phrase as one line has it, empty for the word that there is none; `None` for anything else.
    pub fn text(&self) -> Option<&str> {
        match self {
            AboutChance::Phrase(found) => found.first().map(String::as_str),
            AboutChance::Without => Some(""),
            _ => None,
        }
    }
}

/// How many lines below may belong to a phrase, and how long one can be that is tried.
const LINES: usize = 4;
const LONGEST_TRIED: usize = 1000;
/// No line that says in words what is wanted is longer.
const LONGEST_WORDS: usize = 40;
/// No answer of the beacon's server has more lines.
const PASTED: usize = 20;

/// The form in which a phrase is hashed: typographic characters made plain as in every mail, composed (NFC), every
/// run of white space one blank, none at the ends. `docs/fairness.md` lists it character by character.
pub fn canonical_phrase(text: &str) -> String {
    let composed = ComposingNormalizerBorrowed::new_nfc().normalize(&plain(text)).into_owned();
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is said of chance in a line and, where it goes on there, in the lines below it; with the
/// number of lines that say it.
pub(in crate::said) fn read(lines: &[&str]) -> Option<(AboutChance, usize)> {
    phrase(lines).or_else(|| Some((hash(lines.first()?)?, 1))).or_else(|| beacon_in(lines))
}

/// Everything that could be the phrase in a text that does not say where it stands: each line, alone and with
/// those below it. For use only where a hash decides which of them it is.
pub fn unnamed_phrases(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let begins = (0..lines.len()).filter(|at| !lines[*at].is_empty());
    begins.flat_map(|at| candidates(lines[at], &lines[at + 1..])).collect()
}

/// The first word of a line, what stands behind it (a colon between them left out), and whether a colon and
/// nothing else follows the word.
fn split(line: &str) -> (String, &str, bool) {
    let between = |c: char| c.is_whitespace() || c == ':';
    let (first, rest) = line.split_at(line.find(between).unwrap_or(line.len()));
    let behind = rest.trim_start_matches(between);
    (first.to_lowercase(), behind, rest.contains(':') && behind.is_empty())
}

/// Whether a line has this meaning, with words of politeness around it or without.
fn says(line: &str, word: W) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let polite = |word: &&&str| means(word, W::Polite);
    let first = words.iter().take_while(polite).count();
    let last = words[first..].iter().rev().take_while(polite).count();
    (0..=first).any(|from| {
        (0..=last).any(|behind| means(&words[from..words.len() - behind].join(" "), word))
    })
}

fn phrase(lines: &[&str]) -> Option<(AboutChance, usize)> {
    let (line, below) = lines.split_first()?;
    let line = line.trim();
    if line.chars().count() <= LONGEST_WORDS {
        if says(line, W::Make) {
            return Some((AboutChance::Make, 1));
        }
        if says(line, W::Without) {
            return Some((AboutChance::Without, 1));
        }
    }
    let (first, behind, colon) = split(line);
    if !means(&first, W::Phrase) {
        return None;
    }
    if behind.trim_matches(['.', '…']).is_empty() {
        let (next, below) = below.split_first().unwrap_or((&"", &[]));
        // The phrase may stand below the word.
        let found = if colon { candidates(next, below) } else { Vec::new() };
        return Some(match found.is_empty() {
            true => (AboutChance::Make, 1),
            false => (AboutChance::Phrase(found), 2),
        });
    }
    let found = candidates(behind, below);
    (!found.is_empty()).then_some((AboutChance::Phrase(found), 1))
}

/// A line and the lines below it as one phrase, in all ways in which a mail may have brought it.
fn candidates(line: &str, below: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut text = String::new();
    let below = below.iter().map(|line| line.trim());
    let below = below.take_while(|line| !line.is_empty()).take(LINES);
    for line in std::iter::once(line.trim()).chain(below) {
        text.push_str(line);
        let phrase = canonical_phrase(&text);
        text.push(' ');
        if phrase.is_empty() || phrase.chars().count() > LONGEST_TRIED {
            continue;
        }
        let unquoted = ['"', '\'']
            .iter()
            .find_map(|mark| phrase.strip_prefix(*mark)?.strip_suffix(*mark).map(canonical_phrase));
        found.push(phrase);
        found.extend(unquoted.filter(|phrase| !phrase.is_empty()));
    }
    found
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn hash(line: &str) -> Option<AboutChance> {
    let (first, behind, _) = split(line);
    let named = means(&first, W::Hash);
    // As tools print it: with a dash behind it, or in groups.
    let words: Vec<&str> = if named { behind } else { line }
        .split_whitespace()
        .map(|word| word.trim_matches(['"', '\'', '.', ',', '<', '>', '`']))
        .filter(|word| !matches!(*word, "-" | "*-" | ""))
        .collect();
    let digits = words.concat();
    match (named, is_hex(&digits), digits.len()) {
        (true, true, 64) => Some(AboutChance::Hash(digits.to_lowercase())),
        (false, true, 64) if words.len() == 1 => Some(AboutChance::Hash(digits.to_lowercase())),
        (true, true, 8..) => Some(AboutChance::NotAHash),
        _ => None,
    }
}

fn beacon_in(lines: &[&str]) -> Option<(AboutChance, usize)> {
    let line = lines.first()?.trim();
    if line.starts_with('{') {
        return pasted_beacon(lines);
    }
    let (first, behind, _) = split(line);
    if !means(&first, W::Beacon) {
        return None;
    }
    let mut words = behind.split_whitespace();
    let round = words.next()?.trim_matches([':', ',', '#']).parse().ok()?;
    let below = lines[1..].iter().map(|line| line.trim()).take_while(|line| !line.is_empty());
    let mut signature = String::new();
    // A mail program may have broken the signature off.
    let rows = std::iter::once(words.collect::<Vec<_>>().join(" "));
    let rows = rows.chain(below.take(2).map(str::to_owned));
    for (place, row) in rows.enumerate() {
        for word in row.split_whitespace().map(|word| word.trim_matches(['"', '.', ','])) {
            if !is_hex(word) {
                return Some((AboutChance::NotABeacon, place.max(1)));
            }
            signature.push_str(&word.to_lowercase());
            if beacon::is_signature(&signature) {
                return Some((AboutChance::Beacon(Beacon { round, signature }), place + 1));
            }
        }
    }
    Some((AboutChance::NotABeacon, 1))
}

/// What the beacon's server answered, pasted into a mail.
fn pasted_beacon(lines: &[&str]) -> Option<(AboutChance, usize)> {
    let end = lines.iter().take(PASTED).position(|line| line.contains('}'))?;
    let text = lines[..=end].join("\n");
    let text = &text[..=text.rfind('}')?];
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let (round, signature) = (json["round"].as_u64()?, json["signature"].as_str()?);
    let beacon = Beacon { round, signature: signature.to_lowercase() };
    let whole = beacon::is_signature(&beacon.signature);
    whole.then_some((AboutChance::Beacon(beacon), end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    /// Everything a text says of chance.
    fn read(text: &str) -> Vec<AboutChance> {
        let lines: Vec<&str> = text.lines().collect();
        let (mut all, mut at) = (Vec::new(), 0);
        while at < lines.len() {
            match super::read(&lines[at..]) {
                Some((said, taken)) => {
                    all.push(said);
                    at += taken;
                }
                None => at += 1,
            }
        }
        all
    }

    fn phrases(text: &str) -> Vec<String> {
        match read(text).as_slice() {
            [AboutChance::Phrase(found)] => found.clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_phrase_is_what_stands_behind_the_word() {
        assert_eq!(phrases("phrase A rainy night"), ["A rainy night"]);
        assert_eq!(phrases("  Phrase: No, never! "), ["No, never!"]);
        assert_eq!(phrases("Spruch Regen über Potsdam"), ["Regen über Potsdam"]);
        assert_eq!(phrases("Hasło: noc"), ["noc"]);
        assert_eq!(phrases("phrase: \"A night\""), ["\"A night\"", "A night"]);
        assert_eq!(phrases("phrase:\nA night\n\nAda"), ["A night"]);
        // A mail program may break the line.
        assert_eq!(phrases("phrase A rainy\nnight\n\nAda"), ["A rainy", "A rainy night"]);
        for none in ["No  phrase.", "Kein Spruch", "sin frase", "nessuna frase", "bez hasła"] {
            assert_eq!(read(none), [AboutChance::Without], "{none}");
        }
        for make in ["phrase", "phrase ...", "Do it for me!", "Mach es für mich.", "fallo per me"]
        {
            assert_eq!(read(make), [AboutChance::Make], "{make}");
        }
        for line in ["", "phrases are silly", "Hello", "größe x", "hash browns", "beacon of hope"]
        {
            assert_eq!(read(line), [], "{line}");
        }
        assert_eq!(unnamed_phrases("Hello\nyou\n\nAda"), ["Hello", "Hello you", "you", "Ada"]);
    }

    #[test]
    fn hashes_are_read_as_tools_print_them() {
        for line in [
            format!("hash {HASH}"),
            format!("Hash: {}", HASH.to_uppercase()),
            format!("{HASH}  -"),
            format!("sha256 {HASH} *-"),
            format!("Prüfsumme {} {}", &HASH[..32], &HASH[32..]),
        ] {
            assert_eq!(read(&line), [AboutChance::Hash(HASH.into())], "{line}");
        }
        assert_eq!(read(&format!("hash {}", &HASH[..63])), [AboutChance::NotAHash]);
        assert_eq!(read(&format!("57:{HASH}")), [], "the foot of a mail is no hash");
    }

    #[test]
    fn the_beacon_is_read_typed_broken_and_pasted() {
        let beacon = Beacon { round: 123, signature: "b7".repeat(48) };
        let said = [AboutChance::Beacon(beacon.clone())];
        let signature = &beacon.signature;
        assert_eq!(read(&format!("beacon 123 {signature}")), said);
        assert_eq!(read(&format!("Beacon 123\n{}\n{}", &signature[..60], &signature[60..])), said);
        assert_eq!(read(&format!("{{\"round\":123,\n\"signature\":\"{signature}\"}}")), said);
        assert_eq!(read("beacon 123 b7b7"), [AboutChance::NotABeacon]);
    }

    #[test]
    fn the_canonical_form_is_what_mails_leave_of_a_phrase() {
        for (typed, canonical) in [
            ("  A  rainy\u{a0}night\t— in\u{200b} Potsdam ", "A rainy night - in Potsdam"),
            ("“l’e\u{301}te\u{301}” …", "\"l'été\" ..."),
            ("e\u{323}\u{302}", "ệ"),
        ] {
            assert_eq!(canonical_phrase(typed), canonical);
            assert_eq!(canonical_phrase(canonical), canonical);
        }
    }
}
