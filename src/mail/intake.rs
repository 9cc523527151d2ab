//! Reading a mail: from bytes anybody may have sent to a [`Letter`].
//!
//! [`read`] never fails and never panics: whatever is wrong with a mail becomes a [`Problem`]
//! beside what could be read. It finds out who wrote, what kind of mail it is, what the person
//! typed (better known with [`Letter::lay_beside`] once the mail it answers is found), and which
//! tokens it carries. It does not decide anything: whether a token is genuine, whether a sender may
//! speak, what an order means, whether to answer.

mod authentication;
mod beside;
mod body;
mod delivery_report;
mod flowed;
mod footers;
mod html;
mod introductions;
mod letter;
mod named;
mod nature;
mod own;
mod quotation;
pub mod reply;
mod tokens;
mod unsaid;
mod unwrap;

use crate::characters;
use std::borrow::Cow;
use std::thread;

use mail_parser::{
    HeaderForm, HeaderName, HeaderValue, Message, MessageParser, MimeHeaders, PartType,
};
use sha2::{Digest, Sha256};

pub use self::authentication::{AuthVerdict, Authenticity};
pub use self::letter::{
    DeliveryAction, DeliveryReport, FailedRecipient, Letter, Limits, Nature, Problem,
};
pub use self::named::Named;
pub use self::own::OwnAddresses;
pub use self::reply::AnsweredMail;

use super::address::Address;
use super::source::header_length;

/// Stack for reading one mail. Parsing, rendering and dropping recurse over what is nested, and
/// a hostile mail nests as deep as its size allows; memory is taken only as far as it is touched.
const STACK: usize = 64 << 20;
/// Largest mail whose body is parsed, whatever the limits say.
const LARGEST_PARSED: usize = 32 << 20;

/// Reads a mail. Never fails and never panics; see [`Letter::problems`] for what was wrong.
///
/// `own` says which addresses are ours and whose `Authentication-Results` count.
#[must_use]
pub fn read(raw: &[u8], limits: &Limits, own: &OwnAddresses) -> Letter {
    let too_large = raw.len() > limits.bytes.min(LARGEST_PARSED);
    let attempt = |headers_only: bool| {
        let raw = if headers_only { &raw[..header_length(raw).min(limits.bytes)] } else { raw };
        thread::scope(|scope| {
            let reader = thread::Builder::new()
                .name("mail intake".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, || read_here(raw, limits, own, headers_only));
            reader.ok().and_then(|reader| reader.join().ok())
        })
    };
    let mut letter = match attempt(too_large) {
        Some(letter) => letter,
        // A fault of a library must not cost more than the body of one mail.
        None => {
            let mut letter = attempt(true).unwrap_or_else(Letter::empty);
            letter.problems.push(Problem::Unreadable);
            letter
        }
    };
    if too_large {
        let problem = Problem::TooLarge { bytes: raw.len(), limit: limits.bytes };
        letter.problems.insert(0, problem);
    }
    letter.sha256 = Sha256::digest(raw).into();
    letter
}

/// The work of [`read`], on a stack that is large enough.
fn read_here(raw: &[u8], limits: &Limits, own: &OwnAddresses, headers_only: bool) -> Letter {
    let mut letter = Letter::empty();
    let parser = MessageParser::default();
    let too_many = !headers_only && count_headers_of_parts(raw) > limits.parts;
    if too_many {
        letter.problems.push(Problem::TooManyParts { limit: limits.parts });
    }
    let headers_only = headers_only || too_many;
    let plain = if headers_only { Cow::Borrowed(raw) } else { without_encoded_mails(raw) };
    let parsed = if headers_only { parser.parse_headers(&plain) } else { parser.parse(&plain) };
    let Some(message) = parsed.filter(|message| !message.parts.is_empty()) else {
        letter.problems.push(Problem::NoHeader);
        return letter;
    };
    headers(&message, limits, &mut letter);
    letter.authentication =
        authentication::verdict(&message, own, letter.from.as_ref().map(Address::domain));
    letter.nature = nature::of(&message, &letter, own);
    if !headers_only {
        body::read(&message, limits, &mut letter);
    }
    letter.token_candidates = tokens::candidates(&letter, own);
    letter
}

/// The mail without the transfer encoding of mails within it. RFC 2046 section 5.2.1 forbids it,
/// the parser would follow it, and copies the whole for each mail nested there: a small mail
/// could fill the memory.
fn without_encoded_mails(raw: &[u8]) -> Cow<'_, [u8]> {
    const TYPES: [&[u8]; 3] = [b"rfc822", b"global", b"digest"];
    let suspect = TYPES
        .iter()
        .any(|word| raw.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word)));
    if !suspect {
        return Cow::Borrowed(raw);
    }
    let parser =
        MessageParser::new().with_mime_headers().ignore_header(HeaderName::ContentTransferEncoding);
    let mut plain = Cow::Borrowed(raw);
    let mut open: Vec<Message<'_>> = parser.parse(raw).into_iter().collect();
    while let Some(message) = open.pop() {
        for part in message.parts {
            // What cannot be taken for a mail while it is encoded may be one when it is not.
            let type_says = part.content_type().map(|kind| kind.ctype() == "message");
            if !type_says.unwrap_or(part.is_encoding_problem || part.is_message()) {
                continue;
            }
            for header in &part.headers {
                let range = header.offset_start as usize..header.offset_end as usize;
                if header.name == HeaderName::ContentTransferEncoding
                    && let Some(value) = plain.to_mut().get_mut(range)
                {
                    value
                        .iter_mut()
                        .filter(|byte| !byte.is_ascii_whitespace())
                        .for_each(|byte| *byte = b'x');
                }
            }
            if let PartType::Message(inner) = part.body {
                open.push(inner);
            }
        }
    }
    plain
}

/// About how many parts the mail has, told without parsing it: all but plain ones have a `Content-Type`.
fn count_headers_of_parts(raw: &[u8]) -> usize {
    const NAME: &[u8] = b"content-type";
    raw.windows(NAME.len()).filter(|window| window.eq_ignore_ascii_case(NAME)).count()
}

/// Everything that stands in the header and is not about the nature of the mail.
fn headers(message: &Message<'_>, limits: &Limits, letter: &mut Letter) {
    letter.message_id = message.message_id().map(str::to_owned);
    letter.from = first_address(message, "From");
    letter.reply_to = first_address(message, "Reply-To");
    letter.to = addresses(message, &["To"], limits);
    letter.cc = addresses(message, &["Cc"], limits);
    letter.delivered_to = addresses(
        message,
        &["Delivered-To", "X-Original-To", "X-Delivered-To", "Envelope-To", "X-Envelope-To"],
        limits,
    );
    letter.subject = characters::plain(message.subject().unwrap_or_default());
    letter.subject = letter.subject.split_whitespace().collect::<Vec<_>>().join(" ");
    letter.date = message
        .date()
        .filter(|date| date.is_valid())
        .and_then(|date| chrono::DateTime::parse_from_rfc3339(&date.to_rfc3339()).ok());
    letter.in_reply_to_and_references = identifiers(message, limits);
    if letter.from.is_none() {
        letter.problems.push(Problem::NoSender);
    }
    if has_many_senders(message) {
        letter.problems.push(Problem::ManySenders);
    }
}

/// The first address of a header, whatever follows.
fn first_address(message: &Message<'_>, name: &'static str) -> Option<Address> {
    message.header_as(name, HeaderForm::Addresses).iter().find_map(|value| match value {
        HeaderValue::Address(list) => list.iter().find_map(Address::from_parsed),
        _ => None,
    })
}

/// Whether there is more than one `From`, or more than one address in it. A server checks one of
/// them and a reader may look at another. What stands there without an `@` is no address: people's
/// names come with commas.
fn has_many_senders(message: &Message<'_>) -> bool {
    let froms = message.header_as("From", HeaderForm::Addresses);
    let addresses = froms.iter().filter_map(|value| match value {
        HeaderValue::Address(list) => Some(list.iter()),
        _ => None,
    });
    let addresses = addresses.flatten().filter_map(|one| one.address());
    froms.len() > 1 || addresses.filter(|address| address.contains('@')).count() > 1
}

/// All addresses of some headers, as far as the limits allow.
fn addresses(message: &Message<'_>, names: &[&'static str], limits: &Limits) -> Vec<Address> {
    let mut found = Vec::new();
    for name in names {
        for value in message.header_as(*name, HeaderForm::Addresses) {
            if let HeaderValue::Address(list) = value {
                let room = limits.recipients.saturating_sub(found.len());
                found.extend(list.iter().filter_map(Address::from_parsed).take(room));
            }
        }
    }
    found
}

/// The Message-IDs this mail answers: `In-Reply-To` first, then `References` from the newest to
/// the oldest, each once.
fn identifiers(message: &Message<'_>, limits: &Limits) -> Vec<String> {
    let list = |value: &HeaderValue<'_>| -> Vec<String> {
        match value {
            HeaderValue::Text(id) => vec![id.to_string()],
            HeaderValue::TextList(ids) => ids.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    };
    let references = list(message.references()).into_iter().rev();
    let mut ids: Vec<String> = Vec::new();
    for id in list(message.in_reply_to()).into_iter().chain(references) {
        if ids.len() == limits.references {
            break;
        }
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

#[cfg(test)]
mod tests;
