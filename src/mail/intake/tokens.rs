//! Where a token can ride in an answer: our address, the thread, the subject, the text.
//!
//! What is found here has the place of a token, not more: nothing is checked.

use super::letter::Letter;
use super::own::OwnAddresses;
use crate::mail::token::{token_in_message_id, token_line};

/// Longest text that is taken for a token, in bytes.
const LONGEST: usize = 128;
/// Most candidates that are kept of one mail.
const MOST: usize = 20;

/// What could be a token, in the order of how much the place says: tags of our address in `To`,
/// `Cc` and the delivery headers, our Message-IDs in the thread, brackets in the subject, lines
/// `token …` in the text.
pub(super) fn candidates(letter: &Letter, own: &OwnAddresses) -> Vec<String> {
    let tags = letter
        .to
        .iter()
        .chain(&letter.cc)
        .chain(&letter.delivered_to)
        .filter_map(|address| own.tag_of(address));
    let thread = letter
        .in_reply_to_and_references
        .iter()
        .filter_map(|id| token_in_message_id(id, &own.message_id_domain));
    let subject = bracketed(&letter.subject);
    // Also where it is quoted: it stands at the foot of our mails.
    let text = letter.text.lines().chain(letter.body.lines()).filter_map(token_line);
    let mut found: Vec<String> = Vec::new();
    for candidate in tags.chain(thread).chain(subject).chain(text) {
        let candidate = candidate.trim();
        let fits = !candidate.is_empty() && candidate.len() <= LONGEST;
        let known = found.iter().any(|known| known.eq_ignore_ascii_case(candidate));
        if fits && !known && found.len() < MOST {
            found.push(candidate.to_owned());
        }
    }
    found
}

/// What stands in square brackets and has a hyphen, as every token has.
fn bracketed(subject: &str) -> impl Iterator<Item = &str> {
    subject
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split_once(']'))
        .map(|(inside, _)| inside)
        .filter(|inside| inside.contains('-'))
}
