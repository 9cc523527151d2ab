//! The parts of a mail and the text in them.
//!
//! The parser has taken the mail apart; this module chooses which parts hold what the person
//! typed, decodes them where their charset was declared wrongly, and keeps attached text files
//! beside. Mails within the mail are not read. Which part of the text was typed is not decided here.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders, PartType};

use super::html::Rendered;
use super::letter::{Letter, Limits, Problem};
use super::reply::Body;
use super::{flowed, html};
use crate::characters;

/// Reads the body into `letter`: text and problems.
pub(super) fn read(message: &Message<'_>, limits: &Limits, letter: &mut Letter) {
    let mut reader =
        BodyReader { message, limits, problems: Vec::new(), attached: Vec::new(), any_text: false };
    let Parts { plain, rich } = reader.part(0, 1);
    letter.body = Body {
        plain,
        rich,
        attached: reader.attached,
        any_text: reader.any_text,
        limit: limits.text,
    };
    letter.problems.append(&mut reader.problems);
    letter.judge(None);
}

/// What a part holds, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Html,
    Multipart,
    Nothing,
}

/// The text of some parts, in the forms it came in.
#[derive(Debug, Default)]
struct Parts {
    plain: Option<String>,
    rich: Option<Rendered>,
}

impl Parts {
    fn as_rich(&self) -> Rendered {
        self.rich.clone().unwrap_or_else(|| Rendered {
            text: self.plain.clone().unwrap_or_default(),
            ..Rendered::default()
        })
    }

    fn into_plain(self) -> String {
        self.plain.or(self.rich.map(|rich| rich.text)).unwrap_or_default()
    }
}

struct BodyReader<'a> {
    message: &'a Message<'a>,
    limits: &'a Limits,
    problems: Vec<Problem>,
    attached: Vec<String>,
    any_text: bool,
}

impl BodyReader<'_> {
    fn problem(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// The texts of one part and the parts in it.
    fn part(&mut self, id: u32, depth: usize) -> Parts {
        if depth > self.limits.depth {
            self.problem(Problem::TooDeep { limit: self.limits.depth });
            return Parts::default();
        }
        let message = self.message;
        let Some(part) = message.parts.get(id as usize) else {
            return Parts::default();
        };
        if part.is_content_type("multipart", "encrypted") || is_enveloped(part) {
            self.problem(Problem::Encrypted);
            return Parts::default();
        }
        match (kind(part), &part.body) {
            (Kind::Multipart, PartType::Multipart(children)) => {
                if part.is_content_type("multipart", "alternative") {
                    self.alternative(children, depth)
                } else {
                    self.sequence(children, depth)
                }
            }
            (Kind::Plain, _) => {
                let text = self.plain(part);
                if id != 0 && is_attached(part) {
                    self.attached.push(text);
                    return Parts::default();
                }
                Parts { plain: Some(text), rich: None }
            }
            (Kind::Html, _) if !is_attached(part) || id == 0 => {
                Parts { plain: None, rich: self.html(part) }
            }
            _ => Parts::default(),
        }
    }

    /// Parts that are shown one below the other: one text, since a quotation may go on from one to
    /// the next. A part that comes in one form alone belongs to either text.
    fn sequence(&mut self, children: &[u32], depth: usize) -> Parts {
        let mut whole = Parts::default();
        for child in children {
            let next = self.part(*child, depth + 1);
            whole = match (whole, next) {
                (whole, Parts { plain: None, rich: None }) => whole,
                (Parts { plain: None, rich: None }, next) => next,
                (whole, next) => {
                    let rich = (whole.rich.is_some() || next.rich.is_some())
                        .then(|| whole.as_rich().followed_by(next.as_rich()));
                    let plain = (whole.plain.is_some() || next.plain.is_some())
                        .then(|| format!("{}\n{}", whole.into_plain(), next.into_plain()));
                    Parts { plain, rich }
                }
            };
        }
        whole
    }

    /// The same text in several forms.
    fn alternative(&mut self, children: &[u32], depth: usize) -> Parts {
        let (plain, rich): (Vec<u32>, Vec<u32>) =
            children.iter().partition(|child| self.is_plain(**child));
        let plain = self.sequence(&plain, depth).plain;
        // The last one is the best one (RFC 2046 section 5.1.4).
        let best = rich.iter().rev().map(|child| self.part(*child, depth + 1)).find(|parts| {
            let filled = |text: &str| !text.trim().is_empty();
            parts.rich.as_ref().is_some_and(|rich| filled(&rich.text))
                || parts.plain.as_deref().is_some_and(filled)
        });
        match best {
            None => Parts { plain, rich: None },
            Some(best) => Parts { plain: plain.or(best.plain), rich: best.rich },
        }
    }

    fn is_plain(&self, id: u32) -> bool {
        self.message.parts.get(id as usize).is_some_and(|part| kind(part) == Kind::Plain)
    }

    fn plain(&mut self, part: &MessagePart<'_>) -> String {
        let text = self.decoded(part);
        let parameter = |name: &str, value: &str| {
            part.content_type()
                .and_then(|kind| kind.attribute(name))
                .is_some_and(|given| given.eq_ignore_ascii_case(value))
        };
        let text = if parameter("format", "flowed") {
            Cow::Owned(flowed::unflow(&text, parameter("delsp", "yes")))
        } else {
            text
        };
        let text = characters::plain(&text);
        self.any_text |= !text.trim().is_empty();
        self.without_armour(text)
    }

    fn html(&mut self, part: &MessagePart<'_>) -> Option<Rendered> {
        let html = self.decoded(part);
        let Some(mut rendered) = html::to_text(&html) else {
            self.problem(Problem::Unreadable);
            return None;
        };
        rendered.text = characters::plain(&rendered.text);
        self.any_text |= !rendered.text.trim().is_empty();
        Some(rendered)
    }

    /// The text within an inline OpenPGP signature (RFC 9580 section 7). The signature itself is
    /// not checked: it says nothing about seats.
    fn without_armour(&mut self, text: String) -> String {
        if text.contains("-----BEGIN PGP MESSAGE-----") {
            self.problem(Problem::Encrypted);
            return String::new();
        }
        const SIGNED: &str = "-----BEGIN PGP SIGNED MESSAGE-----\n";
        const SIGNATURE: &str = "\n-----BEGIN PGP SIGNATURE-----";
        let Some((before, signed)) = text.split_once(SIGNED) else {
            return text;
        };
        let Some((_hashes, signed)) = signed.split_once("\n\n") else {
            return text;
        };
        let (signed, signature) = signed.split_once(SIGNATURE).unwrap_or((signed, ""));
        let after = signature.split_once("-----END PGP SIGNATURE-----").map_or("", |(_, end)| end);
        let signed: Vec<&str> =
            signed.lines().map(|line| line.strip_prefix("- ").unwrap_or(line)).collect();
        format!("{before}{}\n{after}", signed.join("\n"))
    }

    /// The text of a part, decoded anew where the declared charset cannot be right.
    fn decoded<'p>(&mut self, part: &'p MessagePart<'_>) -> Cow<'p, str> {
        let text: Cow<'p, str> = match &part.body {
            PartType::Text(text) | PartType::Html(text) => Cow::Borrowed(text.as_ref()),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                return Cow::Owned(self.guess(bytes));
            }
            _ => Cow::Borrowed(""),
        };
        if text.is_ascii() && !text.contains('\0') {
            return text;
        }
        let charset = part.content_type().and_then(|kind| kind.attribute("charset"));
        let charset = charset.unwrap_or_default().to_ascii_lowercase();
        let is_utf8 = matches!(charset.as_str(), "utf-8" | "utf8");
        let undeclared = charset_decoder(charset.as_bytes()).is_none();
        let damaged = text.contains(['\u{fffd}', '\0']);
        if damaged
            && (is_utf8 || undeclared)
            && let Some(bytes) = self.bytes(part)
        {
            return Cow::Owned(self.guess(&bytes));
        }
        // Bytes that are valid UTF-8 beyond ASCII are hardly ever meant as anything else.
        let western = charset.starts_with("iso-8859-")
            || charset.starts_with("windows-125")
            || charset == "us-ascii"
            || charset == "ascii";
        if western
            && let Some(bytes) = self.bytes(part)
            && let Ok(better) = String::from_utf8(bytes)
        {
            self.problem(Problem::CharsetGuessed("utf-8"));
            return Cow::Owned(better);
        }
        if damaged {
            self.problem(Problem::CharactersLost);
        }
        text
    }

    /// The text of bytes in an unknown charset: UTF-16 where most of every other byte are zero, UTF-8
    /// where they are that, and otherwise windows-1252, in which most mails without a charset are.
    fn guess(&mut self, bytes: &[u8]) -> String {
        let zeros =
            |offset: usize| bytes.iter().skip(offset).step_by(2).filter(|b| **b == 0).count();
        let most = bytes.len() / 4;
        let charset = match (zeros(0) > most, zeros(1) > most) {
            (true, false) => "utf-16be",
            (false, true) => "utf-16le",
            _ => match std::str::from_utf8(bytes) {
                Ok(text) => return text.to_owned(),
                Err(_) => "windows-1252",
            },
        };
        self.problem(Problem::CharsetGuessed(charset));
        match charset_decoder(charset.as_bytes()) {
            Some(decode) => decode(bytes),
            None => String::from_utf8_lossy(bytes).into_owned(),
        }
    }

    /// The bytes of a text part before its charset was decoded.
    fn bytes(&self, part: &MessagePart<'_>) -> Option<Vec<u8>> {
        let range = part.offset_body as usize..part.offset_end as usize;
        let encoded = self.message.raw_message.get(range)?;
        match part.encoding {
            Encoding::None => Some(encoded.to_vec()),
            Encoding::Base64 => base64_decode(encoded),
            Encoding::QuotedPrintable => quoted_printable_decode(encoded),
        }
    }
}

fn kind(part: &MessagePart<'_>) -> Kind {
    if matches!(part.body, PartType::Multipart(_)) {
        return Kind::Multipart;
    }
    let Some(content_type) = part.content_type() else {
        return if matches!(part.body, PartType::Text(_)) { Kind::Plain } else { Kind::Nothing };
    };
    let subtype = content_type.subtype().unwrap_or_default().to_ascii_lowercase();
    match (content_type.ctype().to_ascii_lowercase().as_str(), subtype.as_str()) {
        ("text", "plain" | "markdown" | "x-markdown" | "") => Kind::Plain,
        ("text", "html") => Kind::Html,
        // A multipart without its boundary is read as text.
        ("multipart", _) => Kind::Plain,
        // Phones attach a text file as they would any other.
        ("application", "octet-stream") if has_text_name(part) => Kind::Plain,
        _ => Kind::Nothing,
    }
}

fn has_text_name(part: &MessagePart<'_>) -> bool {
    part.attachment_name().is_some_and(|name| name.to_ascii_lowercase().ends_with(".txt"))
}

fn is_attached(part: &MessagePart<'_>) -> bool {
    part.content_disposition().is_some_and(|disposition| disposition.is_attachment())
        || part.attachment_name().is_some()
}

/// Whether a part is encrypted with S/MIME. A signed one is opaque as well.
fn is_enveloped(part: &MessagePart<'_>) -> bool {
    part.is_content_type("application", "pkcs7-mime")
        || part.is_content_type("application", "x-pkcs7-mime")
}
