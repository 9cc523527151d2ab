//! Delivery status notifications (RFC 3464): which mail of ours did not reach whom, and why.

use std::borrow::Cow;

use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::letter::{DeliveryAction, DeliveryReport, FailedRecipient};
use crate::mail::address::Address;

/// Most recipients that are read from one report.
const MOST_RECIPIENTS: usize = 100;
/// Longest diagnostic that is kept, in bytes.
const LONGEST_DIAGNOSTIC: usize = 500;

/// Whether a mail holds the machine-readable part of a report.
pub(super) fn has_status(message: &Message<'_>) -> bool {
    message.parts.iter().any(is_status)
}

fn is_status(part: &MessagePart<'_>) -> bool {
    part.is_content_type("message", "delivery-status")
        || part.is_content_type("message", "global-delivery-status")
}

/// Reads a report. What it does not say stays empty.
pub(super) fn read(message: &Message<'_>) -> DeliveryReport {
    let mut report = DeliveryReport::default();
    for part in &message.parts {
        if is_status(part) {
            recipients(&text(part), &mut report);
        } else if report.original_message_id.is_none() {
            report.original_message_id = original(part);
        }
    }
    report
}

/// The Message-ID of the mail a report returns, whole or only its header.
fn original(part: &MessagePart<'_>) -> Option<String> {
    if let PartType::Message(returned) = &part.body {
        return returned.parts.first().and(returned.message_id()).map(str::to_owned);
    }
    let header = part.is_content_type("text", "rfc822-headers")
        || part.is_content_type("message", "rfc822")
        || part.is_content_type("message", "global-headers")
        || part.is_content_type("message", "rfc822-headers");
    if !header {
        return None;
    }
    let text = format!("{}\n\n", text(part));
    let returned = MessageParser::default().parse_headers(text.as_bytes())?;
    returned.message_id().map(str::to_owned)
}

/// The recipients of a status part: one group of fields each, behind the group about the mail.
fn recipients(status: &str, report: &mut DeliveryReport) {
    let status = status.replace("\r\n", "\n");
    for group in status.split("\n\n").map(str::trim).filter(|group| !group.is_empty()) {
        if report.recipients.len() == MOST_RECIPIENTS {
            return;
        }
        let group = format!("{group}\n\n");
        let Some(fields) = MessageParser::default().parse_headers(group.as_bytes()) else {
            continue;
        };
        let field = |name: &'static str| {
            let value = fields.header_raw(name).unwrap_or_default();
            value.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let recipient = ["Final-Recipient", "Original-Recipient", "X-Actual-Recipient"]
            .iter()
            .map(|name| field(name))
            .find_map(|value| behind_type(&value).parse::<Address>().ok());
        let action = field("Action").to_ascii_lowercase();
        if recipient.is_none() && action.is_empty() {
            continue;
        }
        let mut diagnostic = behind_type(&field("Diagnostic-Code")).to_owned();
        diagnostic.truncate(diagnostic.floor_char_boundary(LONGEST_DIAGNOSTIC));
        report.recipients.push(FailedRecipient {
            address: recipient,
            action: match action.split([' ', '(']).next().unwrap_or_default() {
                "failed" => DeliveryAction::Failed,
                "delayed" => DeliveryAction::Delayed,
                "delivered" => DeliveryAction::Delivered,
                "relayed" => DeliveryAction::Relayed,
                "expanded" => DeliveryAction::Expanded,
                _ => DeliveryAction::Unknown,
            },
            status: field("Status").split([' ', '(']).next().unwrap_or_default().to_owned(),
            diagnostic,
        });
    }
}

/// A value without the type in front of it: `rfc822; ada@club.test`.
fn behind_type(value: &str) -> &str {
    value.split_once(';').map_or(value, |(_, value)| value).trim()
}

fn text<'p>(part: &'p MessagePart<'_>) -> Cow<'p, str> {
    match &part.body {
        PartType::Text(text) | PartType::Html(text) => Cow::Borrowed(text.as_ref()),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => String::from_utf8_lossy(bytes),
        PartType::Message(_) | PartType::Multipart(_) => Cow::Borrowed(""),
    }
}
