//! Links that answer: `mailto:` URIs (RFC 6068) with subject and body, so that two taps send an order.
//!
//! A mail is stored without the token that identifies its reader's seat. The links of a rendered mail
//! hold stand-ins for the referee's address and for the token; [`addressed`] replaces them when the mail
//! is sent.

/// Stands for the referee's address until a mail is sent.
const ADDRESS: &str = "answer@feldpost.invalid";
/// Stands for the line with the token at the end of a link's body.
const TOKEN_IN_BODY: &str = "%0D%0A%7Btoken%7D";
/// Stands for the line with the token at the foot of a page.
pub(super) const TOKEN_LINE: &str = "{token-line}";
/// The longest body of a link, in characters: some mail programs cut longer ones.
pub const LONGEST: usize = 1500;

/// Whether a text can be the body of a link.
pub(super) fn fits(body: &str) -> bool {
    !body.trim().is_empty() && body.chars().count() <= LONGEST
}

/// A link that answers the mail with this subject.
pub(super) fn answer_link(subject: &str, body: &str) -> String {
    let (subject, body) = (encoded(subject), encoded(body.trim()));
    format!("mailto:{ADDRESS}?subject=Re%3A%20{subject}&body={body}{TOKEN_IN_BODY}")
}

/// A page with the stand-ins replaced. `address` is the referee's as the reader is to write to it, with
/// the tag if it has one. `token` goes to the foot of the page, and with `in_body` also to the end of what
/// the links send, for mail servers that do not keep tags. Without a token both places stay empty.
pub fn addressed(page: &str, address: &str, token: Option<&str>, in_body: bool) -> String {
    let line = token.map(|token| format!("token {token}"));
    let in_links = match &line {
        Some(line) if in_body => format!("%0D%0A%0D%0A{}", encoded(line)),
        _ => String::new(),
    };
    // An address holds nothing that would have to be encoded but these (RFC 6068 section 2).
    let address = address.replace('%', "%25").replace('&', "%26").replace('?', "%3F");
    page.replace(ADDRESS, &address)
        .replace(TOKEN_IN_BODY, &in_links)
        .replace(TOKEN_LINE, line.as_deref().unwrap_or_default())
}

/// Percent-encoded (RFC 3986 section 2.1) except for ASCII letters, digits and a few marks; line ends
/// become CR LF.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                encoded.push(char::from(byte));
            }
            b'\n' => encoded.push_str("%0D%0A"),
            byte => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_holds_subject_and_body_and_gets_address_and_token_when_it_is_sent() {
        let link = answer_link("rossbach T3 #58 Prussia: your card", "play 9♠\nready");
        let sent = addressed(&link, "judge+rossbach-1@club.test", Some("rossbach-1"), false);
        assert_eq!(
            sent,
            "mailto:judge+rossbach-1@club.test?subject=Re%3A%20rossbach%20T3%20%2358%20Prussia%3A%20\
             your%20card&body=play%209%E2%99%A0%0D%0Aready"
        );
        let bare = addressed(&link, "judge@club.test", Some("rossbach-1"), true);
        assert!(bare.starts_with("mailto:judge@club.test?"));
        assert!(bare.ends_with("ready%0D%0A%0D%0Atoken%20rossbach-1"), "{bare}");
        let page = addressed("<p>{token-line}</p>", "judge@club.test", Some("x-1"), false);
        assert_eq!(page, "<p>token x-1</p>");
        assert_eq!(addressed("<p>{token-line}</p>", "judge@club.test", None, false), "<p></p>");
    }

    #[test]
    fn a_link_too_long_for_mail_programs_is_none() {
        assert!(fits("ready") && !fits(" ") && fits(&"ä".repeat(LONGEST)));
        assert!(!fits(&"ä".repeat(LONGEST + 1)));
    }
}
