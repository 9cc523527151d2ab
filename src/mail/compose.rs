//! Writing a mail: from its parts to the bytes that are stored and sent.
//!
//! The message builder does MIME; this module says what a mail of ours looks like (headers that
//! keep robots from answering it, a plain text beside every HTML), refuses what could smuggle in
//! a header, and makes the same bytes from the same parts every time, so that what the log says
//! was sent can be made again. It knows no sentence and sends nothing.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, Message, MultiPart, SinglePart};
use sha2::{Digest, Sha256};

use super::address::Address;
use super::transport::Envelope;

/// Longest Message-ID, in bytes: it must fit on one line of 998 (RFC 5322 section 2.1.1) with the header's name.
const LONGEST_ID: usize = 900;

/// What kind of automatic mail it is (RFC 3834 section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoSubmitted {
    /// Sent by itself: a report, a prompt, a reminder.
    Generated,
    /// The direct answer to a mail: a receipt.
    Replied,
}

/// A picture shown within the HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineImage {
    /// What the HTML names it by: `<img src="cid:…">`.
    pub cid: String,
    /// `image/png` and the like.
    pub media_type: String,
    /// The picture.
    pub bytes: Vec<u8>,
}

/// A file that goes along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// The name to save it under.
    pub name: String,
    /// `text/plain` and the like.
    pub media_type: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Everything a mail is made of.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The one recipient.
    pub to: Address,
    /// The sender; delivery reports go here too.
    pub from: Address,
    /// Where answers go: our address with the token as its tag.
    pub reply_to: Address,
    /// The subject; line breaks in it become spaces.
    pub subject: String,
    /// The plain text, lines ended by `\n`. It is sent as it is, without rewrapping.
    pub text: String,
    /// The same as HTML, if there is any.
    pub html: Option<String>,
    /// The pictures of the HTML; refused without HTML.
    pub inline_images: Vec<InlineImage>,
    /// Files that go along.
    pub attachments: Vec<AttachedFile>,
    /// The Message-ID, without angle brackets.
    pub message_id: String,
    /// The Message-ID this answers, without angle brackets.
    pub in_reply_to: Option<String>,
    /// The thread, oldest first, without angle brackets.
    pub references: Vec<String>,
    /// When it was written, to the second.
    pub date: DateTime<Utc>,
    /// What kind of automatic mail it is.
    pub auto_submitted: AutoSubmitted,
    /// The language of the text (RFC 5646), for `Content-Language`.
    pub language: Option<String>,
    /// More headers, as name and value.
    pub extra_headers: Vec<(String, String)>,
}

/// A finished mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composed {
    /// The envelope that the transport needs.
    pub envelope: Envelope,
    /// The mail, with CRLF line ends.
    pub bytes: Vec<u8>,
}

/// Why a mail cannot be written. Each is a mistake of the caller, not of a correspondent.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A line break or control character where it could start a header of its own.
    #[error("the {field} of a mail must not contain {character:?}: {value:?}")]
    ControlCharacter {
        /// Which field.
        field: &'static str,
        /// The first offending character.
        character: char,
        /// The whole value.
        value: String,
    },
    /// Not of the form `left@right`, or too long for one line of a header.
    #[error("{value:?} cannot be the {field} of a mail: it must read left@right, without spaces")]
    BadMessageId {
        /// Which field.
        field: &'static str,
        /// The whole value.
        value: String,
    },
    /// The message builder does not take the address.
    #[error("the mail to or from {address} cannot be written: {reason}")]
    BadAddress {
        /// The address.
        address: String,
        /// The builder's reason.
        reason: String,
    },
    /// No such media type, or one that is not for files.
    #[error("{0:?} is no media type: write it like image/png")]
    BadMediaType(String),
    /// No such header name, or one this module sets itself.
    #[error("{0:?} cannot be an extra header: it is no header name, or is set from another field")]
    BadHeaderName(String),
    /// Pictures need an HTML to stand in.
    #[error("a mail with {0} inline pictures needs an HTML text to show them in")]
    PictureWithoutHtml(usize),
    /// The message builder refused the mail as a whole.
    #[error("the mail cannot be written: {0}")]
    Refused(#[from] lettre::error::Error),
}

/// Writes a mail. The same parts give the same bytes.
///
/// # Errors
/// See [`ComposeError`]; nothing a correspondent wrote leads there unless it was put into an
/// address, a Message-ID or a header unchecked.
pub fn compose(mail: &Outgoing) -> Result<Composed, ComposeError> {
    if mail.html.is_none() && !mail.inline_images.is_empty() {
        return Err(ComposeError::PictureWithoutHtml(mail.inline_images.len()));
    }
    let mut builder = Message::builder()
        .from(mailbox(&mail.from)?)
        .reply_to(mailbox(&mail.reply_to)?)
        .to(mailbox(&mail.to)?)
        .subject(flatten(&mail.subject))
        .date(SystemTime::from(mail.date))
        .raw_header(identifiers("Message-ID", std::slice::from_ref(&mail.message_id))?);
    if let Some(id) = &mail.in_reply_to {
        builder = builder.raw_header(identifiers("In-Reply-To", std::slice::from_ref(id))?);
    }
    if !mail.references.is_empty() {
        builder = builder.raw_header(identifiers("References", &mail.references)?);
    }
    let auto_submitted = match mail.auto_submitted {
        AutoSubmitted::Generated => "auto-generated",
        AutoSubmitted::Replied => "auto-replied",
    };
    builder = builder
        .raw_header(raw("Auto-Submitted", auto_submitted.to_owned()))
        .raw_header(raw("X-Auto-Response-Suppress", "All".to_owned()));
    if let Some(language) = &mail.language {
        refuse_control("language", language)?;
        builder = builder.raw_header(raw("Content-Language", language.clone()));
    }
    for (name, value) in &mail.extra_headers {
        builder = builder.raw_header(extra_header(name, value)?);
    }
    let message = match body(mail)? {
        Whole::Single(part) => builder.singlepart(part)?,
        Whole::Multi(part) => builder.multipart(part)?,
    };
    Ok(Composed {
        envelope: Envelope { from: Some(mail.from.clone()), to: vec![mail.to.clone()] },
        bytes: message.formatted(),
    })
}

/// The body, in as few nested parts as its contents need.
enum Whole {
    Single(SinglePart),
    Multi(MultiPart),
}

fn body(mail: &Outgoing) -> Result<Whole, ComposeError> {
    let boundaries = Boundaries::of(&mail.message_id);
    let text = text_part("text/plain; charset=utf-8; format=fixed", &mail.text)?;
    let mut whole = match &mail.html {
        None => Whole::Single(text),
        Some(html) => {
            let html = text_part("text/html; charset=utf-8", html)?;
            let both =
                MultiPart::alternative().boundary(boundaries.name("alternative")).singlepart(text);
            Whole::Multi(if mail.inline_images.is_empty() {
                both.singlepart(html)
            } else {
                let mut related =
                    MultiPart::related().boundary(boundaries.name("related")).singlepart(html);
                for image in &mail.inline_images {
                    refuse_control("Content-ID", &image.cid)?;
                    if image.cid.contains(['<', '>', ' ']) || image.cid.is_empty() {
                        return Err(ComposeError::BadMessageId {
                            field: "Content-ID",
                            value: image.cid.clone(),
                        });
                    }
                    related = related.singlepart(
                        Attachment::new_inline(image.cid.clone())
                            .body(base64(&image.bytes), media_type(&image.media_type)?),
                    );
                }
                both.multipart(related)
            })
        }
    };
    if !mail.attachments.is_empty() {
        let mixed = MultiPart::mixed().boundary(boundaries.name("mixed"));
        let mut mixed = match whole {
            Whole::Single(part) => mixed.singlepart(part),
            Whole::Multi(part) => mixed.multipart(part),
        };
        for file in &mail.attachments {
            refuse_control("name of an attached file", &file.name)?;
            mixed = mixed.singlepart(
                Attachment::new(file.name.clone())
                    .body(base64(&file.bytes), media_type(&file.media_type)?),
            );
        }
        whole = Whole::Multi(mixed);
    }
    Ok(whole)
}

/// MIME boundaries that depend on nothing but the Message-ID. They hold `=_`, which neither
/// quoted-printable nor base64 can produce, so no part can contain one.
struct Boundaries(String);

impl Boundaries {
    fn of(message_id: &str) -> Self {
        let hash = Sha256::digest(message_id.as_bytes());
        Self(hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect())
    }

    fn name(&self, purpose: &str) -> String {
        format!("=_{purpose}_{}", self.0)
    }
}

/// A text as quoted-printable: readable in the raw mail, and no server touches its lines.
fn text_part(content_type: &str, text: &str) -> Result<SinglePart, ComposeError> {
    let content_type = ContentType::parse(content_type)
        .map_err(|_| ComposeError::BadMediaType(content_type.to_owned()))?;
    let body = quoted_printable(text);
    Ok(SinglePart::builder().header(content_type).body(body))
}

fn quoted_printable(text: &str) -> Body {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // The builder takes any text in this encoding. Should it refuse one, it chooses another encoding itself.
    Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
        .unwrap_or_else(Body::new)
}

fn base64(bytes: &[u8]) -> Body {
    Body::new_with_encoding(bytes.to_vec(), ContentTransferEncoding::Base64)
        .unwrap_or_else(Body::new)
}

fn media_type(text: &str) -> Result<ContentType, ComposeError> {
    let bad = || ComposeError::BadMediaType(text.to_owned());
    if text.chars().any(char::is_control) || text.to_ascii_lowercase().starts_with("multipart/") {
        return Err(bad());
    }
    ContentType::parse(text).map_err(|_| bad())
}

fn mailbox(address: &Address) -> Result<Mailbox, ComposeError> {
    let bad = |error: lettre::address::AddressError| ComposeError::BadAddress {
        address: address.mailbox(),
        reason: error.to_string(),
    };
    let parsed = lettre::Address::new(address.local(), address.domain()).map_err(bad)?;
    Ok(Mailbox::new(address.name().map(str::to_owned), parsed))
}

/// Whether a mail of ours can name this Message-ID, which somebody else's program has made.
#[must_use]
pub fn is_message_id(id: &str) -> bool {
    let sides = id.split_once('@');
    sides.is_some_and(|(left, right)| !left.is_empty() && !right.is_empty())
        && id.len() <= LONGEST_ID
        && id.is_ascii()
        && !id.contains(|c: char| c.is_ascii_control())
        && !id.contains(['<', '>', ' ', ',', ';', '(', ')', '"'])
}

/// A header of Message-IDs, folded between them and never inside.
fn identifiers(name: &'static str, ids: &[String]) -> Result<HeaderValue, ComposeError> {
    for id in ids {
        refuse_control(name, id)?;
        if !is_message_id(id) {
            return Err(ComposeError::BadMessageId { field: name, value: id.clone() });
        }
    }
    let ids: Vec<String> = ids.iter().map(|id| format!("<{id}>")).collect();
    // Checked above: printable ASCII, and folded here at white space only. The builder itself
    // would break a long Message-ID into encoded words, which no mail program threads by.
    Ok(HeaderValue::dangerous_new_pre_encoded(
        HeaderName::new_from_ascii_str(name),
        ids.join(" "),
        ids.join("\r\n "),
    ))
}

fn raw(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// A header of the caller's. Those this module writes, and `Precedence`, are refused.
fn extra_header(name: &str, value: &str) -> Result<HeaderValue, ComposeError> {
    const OWN: [&str; 15] = [
        "from",
        "to",
        "cc",
        "bcc",
        "reply-to",
        "subject",
        "date",
        "message-id",
        "in-reply-to",
        "references",
        "auto-submitted",
        "mime-version",
        "precedence",
        "sender",
        "return-path",
    ];
    let bad = || ComposeError::BadHeaderName(name.to_owned());
    let lower = name.to_ascii_lowercase();
    let printable = name.bytes().all(|byte| byte.is_ascii_graphic());
    if !printable || OWN.contains(&lower.as_str()) || lower.starts_with("content-") {
        return Err(bad());
    }
    refuse_control("extra header", value)?;
    let name = HeaderName::new_from_ascii(name.to_owned()).map_err(|_| bad())?;
    Ok(HeaderValue::new(name, value.to_owned()))
}

fn refuse_control(field: &'static str, value: &str) -> Result<(), ComposeError> {
    match value.chars().find(|c| c.is_control()) {
        None => Ok(()),
        Some(character) => {
            Err(ComposeError::ControlCharacter { field, character, value: value.to_owned() })
        }
    }
}

/// A subject in one line: the words of a letter may be quoted in it, so it is not refused.
fn flatten(subject: &str) -> String {
    let words: Vec<&str> = subject
        .split(|c: char| c.is_control() || c.is_whitespace())
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;
    use mail_parser::{MessageParser, MimeHeaders};

    use super::*;

    fn outgoing() -> Outgoing {
        Outgoing {
            to: "Zoë Müller <zoe@club.test>".parse().unwrap(),
            from: "Feldpost <judge@club.test>".parse().unwrap(),
            reply_to: "judge+prague1-hanover-abcdefghijklmnop@club.test".parse().unwrap(),
            subject: "[prague1-hanover-abcdefghijklmnop] Turn 3: Königgrätz".into(),
            text: "Grüße aus Königgrätz.\n.\nFrom here on:\n> 1  hold  \n".into(),
            html: Some("<p>Grüße <img src=\"cid:map\"></p>".into()),
            inline_images: vec![InlineImage {
                cid: "map".into(),
                media_type: "image/png".into(),
                bytes: vec![0, 13, 10, 255],
            }],
            attachments: vec![AttachedFile {
                name: "Übersicht \"3\".txt".into(),
                media_type: "text/plain; charset=utf-8".into(),
                bytes: "ä\n".into(),
            }],
            message_id: format!("prague1-hanover-abcdefghijklmnop.{}@club.test", "7".repeat(80)),
            in_reply_to: Some("x@y.test".into()),
            references: vec![format!("{}@y.test", "r".repeat(120)), "x@y.test".into()],
            date: Utc.with_ymd_and_hms(2026, 3, 1, 9, 5, 7).unwrap(),
            auto_submitted: AutoSubmitted::Replied,
            language: Some("de".into()),
            extra_headers: vec![("X-Feldpost-Entry".into(), "17 9f".into())],
        }
    }

    #[test]
    fn what_is_composed_can_be_read() {
        let mail = outgoing();
        let composed = compose(&mail).unwrap();
        let message = MessageParser::default().parse(&composed.bytes).unwrap();
        assert_eq!(message.subject(), Some(mail.subject.as_str()));
        assert_eq!(message.message_id(), Some(mail.message_id.as_str()));
        assert_eq!(message.in_reply_to().as_text(), Some("x@y.test"));
        assert_eq!(message.references().as_text_list().unwrap(), mail.references.as_slice());
        assert_eq!(message.to().unwrap().first().unwrap().name(), Some("Zoë Müller"));
        assert_eq!(message.date().unwrap().to_rfc3339(), "2026-03-01T09:05:07Z");
        assert_eq!(message.header_raw("Auto-Submitted").unwrap().trim(), "auto-replied");
        assert_eq!(message.header_raw("X-Auto-Response-Suppress").unwrap().trim(), "All");
        assert_eq!(message.header_raw("Content-Language").unwrap().trim(), "de");
        assert_eq!(message.header_raw("X-Feldpost-Entry").unwrap().trim(), "17 9f");
        assert!(message.header_raw("Precedence").is_none());
        assert_eq!(
            message.body_text(0).unwrap().trim_end().replace("\r\n", "\n"),
            mail.text.trim_end()
        );
        assert_eq!(message.body_html(0).unwrap().trim_end(), mail.html.as_deref().unwrap());
        let files: Vec<_> = message.attachments().collect();
        assert_eq!(files[0].contents(), [0, 13, 10, 255]);
        assert_eq!(files[0].content_id(), Some("map"));
        assert_eq!(files[1].attachment_name(), Some("Übersicht \"3\".txt"));
        assert_eq!(composed.envelope, Envelope { from: Some(mail.from), to: vec![mail.to] });
    }

    #[test]
    fn the_same_parts_give_the_same_bytes_within_the_limits_of_mail() {
        let first = compose(&outgoing()).unwrap();
        assert_eq!(first, compose(&outgoing()).unwrap());
        let text = String::from_utf8(first.bytes).unwrap();
        assert!(text.is_ascii());
        for line in text.split("\r\n") {
            assert!(line.len() <= 998 && !line.contains(['\r', '\n']), "{line:?}");
        }
    }

    #[test]
    fn a_plain_mail_is_one_part() {
        let mail = Outgoing {
            html: None,
            inline_images: vec![],
            attachments: vec![],
            language: None,
            ..outgoing()
        };
        let text = String::from_utf8(compose(&mail).unwrap().bytes).unwrap();
        assert!(text.contains("Content-Type: text/plain; charset=utf-8; format=fixed\r\n"));
        assert!(text.contains("Content-Transfer-Encoding: quoted-printable\r\n"));
        assert!(!text.contains("multipart") && !text.contains("Content-Language"));
    }

    #[test]
    fn nothing_smuggles_in_a_header() {
        let evil = "x\r\nBcc: spy@evil.test";
        let folded = Outgoing { subject: evil.into(), ..outgoing() };
        let mut named = outgoing();
        named.to = named.to.with_name(evil);
        for mail in [folded, named] {
            let bytes = compose(&mail).unwrap().bytes;
            let message = MessageParser::default().parse(&bytes).unwrap();
            assert!(message.bcc().is_none());
        }
        let refused: [Outgoing; 8] = [
            Outgoing { message_id: "a@b>\r\nBcc: c@d".into(), ..outgoing() },
            Outgoing { message_id: "no at sign".into(), ..outgoing() },
            Outgoing { in_reply_to: Some("a@b\nX: y".into()), ..outgoing() },
            Outgoing { references: vec!["<a@b>".into()], ..outgoing() },
            Outgoing { language: Some("de\r\nX: y".into()), ..outgoing() },
            Outgoing { extra_headers: vec![("X-A".into(), evil.into())], ..outgoing() },
            Outgoing { extra_headers: vec![("Bcc".into(), "spy@evil.test".into())], ..outgoing() },
            Outgoing { extra_headers: vec![("X\r\nBcc".into(), "a@b".into())], ..outgoing() },
        ];
        for mail in refused {
            assert!(compose(&mail).is_err());
        }
        let mut mail = outgoing();
        mail.attachments[0].name = evil.into();
        assert!(compose(&mail).is_err());
        mail = outgoing();
        mail.inline_images[0].cid = "a>\r\nX: y".into();
        assert!(compose(&mail).is_err());
        mail = outgoing();
        mail.attachments[0].media_type = "multipart/mixed".into();
        assert!(compose(&mail).is_err());
        mail = outgoing();
        mail.html = None;
        assert!(matches!(compose(&mail), Err(ComposeError::PictureWithoutHtml(1))));
    }
}
