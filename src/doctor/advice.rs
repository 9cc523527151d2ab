//! What a failure means in plain words, and what to do about it: added to what the system or the server said.
//!
//! Servers say the same thing in many ways; what is looked for are the codes of the standards (RFC 3463,
//! RFC 5530) first, and common words second. Where nothing fits nothing is added.

/// Which connection failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Service {
    /// Where mail comes from.
    Mailbox,
    /// Where mail goes.
    Transport,
}

impl Service {
    /// The usual port with TLS from the first byte, and the one for STARTTLS.
    const fn ports(self) -> (u16, u16) {
        match self {
            Service::Mailbox => (993, 143),
            Service::Transport => (465, 587),
        }
    }

    const fn section(self) -> &'static str {
        match self {
            Service::Mailbox => "[mailbox]",
            Service::Transport => "[transport]",
        }
    }
}

/// Words that a failure is known by, and what to do about it. `{s}` is the section, `{t}` and `{p}` are the
/// usual ports with and without TLS from the first byte.
const KNOWN: &[(&[&str], &str)] = &[
    // The way there.
    (
        &[
            "lookup address",
            "name or service not known",
            "no address associated",
            "name has no address",
        ],
        "There is no machine of that name: correct `host` in {s}, or see whether this machine's DNS works",
    ),
    (
        &["connection refused"],
        "Nothing listens on that port: correct `host` and `port` in {s} ({t} with security = \"tls\", {p} with \
         \"starttls\"), or start the server",
    ),
    (
        &["network is unreachable", "no route to host"],
        "This machine has no way there: see whether its network works",
    ),
    (
        &["too many connections", "too many concurrent", "[limit]"],
        "Another program is logged in too often, or tries too fast: end it, and let nobody else use the account",
    ),
    // Encryption.
    (
        &["unknownissuer", "unknown issuer"],
        "The server's certificate is signed by an authority that this machine does not know: name the authority's \
         PEM file as `ca_file` in {s}",
    ),
    (
        &["notvalidforname", "not valid for name"],
        "The certificate is for another name: write as `host` in {s} the name that the certificate has",
    ),
    (
        &["certificate expired", "expiredcontext", "invalidcertificate(expired"],
        "The server's certificate is too old: its operator must renew it; or this machine's clock is wrong",
    ),
    (
        &["notvalidyet", "not valid yet"],
        "The server's certificate is not valid yet: see whether this machine's clock is right",
    ),
    (
        &[
            "causedasenentity",
            "causedascausedbyca",
            "caused_as_end_entity",
            "caasendentity",
            "caused as end entity",
        ],
        "The server shows an authority's certificate as its own: its operator must install a proper one, or \
         `ca_file` in {s} must not be needed",
    ),
    (
        &["received corrupt message", "invalidmessage", "invalidcontenttype", "wrong version"],
        "That port speaks no TLS from the first byte: set security = \"starttls\" and port = {p} in {s}, or \
         port = {t}",
    ),
    (
        &[
            "starttls is not available",
            "starttls not available",
            "starttlsnotavailable",
            "starttls is not supported",
            "454 4.7",
            "tls not available",
        ],
        "The server offers no STARTTLS there: set security = \"tls\" and port = {t} in {s}; without encryption only \
         this machine itself is spoken to",
    ),
    (
        &[
            "peerincompatible",
            "handshakefailure",
            "handshake failure",
            "protocolversion",
            "protocol version",
        ],
        "The server speaks only TLS that is no longer safe: its operator must allow TLS 1.2",
    ),
    // Login.
    (
        &["logindisabled", "privacyrequired", "538", "5.7.11", "523"],
        "The server takes no password without encryption: set security = \"tls\" in {s}",
    ),
    (
        &["5.7.9", "application-specific", "app password", "534"],
        "The provider wants an app password, or OAuth2: make one in the account's settings, or use token_command or \
         `feldpost login`",
    ),
    (
        &["5.7.139", "basic authentication is disabled", "smtpclientauthentication is disabled"],
        "The provider takes no passwords any more: use OAuth2, with token_command or `feldpost login`",
    ),
    (
        &[
            "authenticationfailed",
            "authentication failed",
            "535",
            "authentication unsuccessful",
            "invalid credentials",
            "auth failed",
            "login failed",
            "username and password not accepted",
            "password",
        ],
        "User or password is wrong: correct `user` in {s}, or what its password comes from; some providers want an \
         app password",
    ),
    (
        &["takes no access token", "access token"],
        "Get a new token: run the token_command by hand, or `feldpost login` again",
    ),
    (
        &["no compatible authentication"],
        "The server offers no way to log in that is known here: use another port ({t}), or leave `user` out in {s} \
         if it wants no login",
    ),
    (
        &["530", "authentication required", "5.5.1 authentication", "must authenticate"],
        "The server wants a login: set `user` and where its password comes from in {s}",
    ),
    (&["expired]", "[expired"], "The password has expired: set a new one at the provider"),
    (
        &["contactadmin", "account disabled", "account is locked", "suspended", "525"],
        "The account is closed or locked: ask the provider",
    ),
    (
        &[
            "5.4.5",
            "daily",
            "sending limit",
            "sending quota",
            "rate limit",
            "too many messages",
            "5.7.233",
        ],
        "The provider's limit is reached: mail waits and goes out later; set [budget] to what the provider allows",
    ),
    // The mailbox.
    (
        &["overquota", "quota exceeded", "mailbox is full", "4.2.2", "5.2.2"],
        "The mailbox is full: remove mails, or get more room from the provider; see processed_mail_days in [retention]",
    ),
    (
        &[
            "nonexistent",
            "doesn't exist",
            "does not exist",
            "trycreate",
            "unknown mailbox",
            "no such mailbox",
        ],
        "There is no such folder: correct `folder` in {s}; the usual one is INBOX",
    ),
    (
        &["noperm", "permission denied", "acl"],
        "The user may not do that there: correct `user` or `folder` in {s}, or ask the server's operator for the right",
    ),
    (
        &["cannot be written to", "read-only"],
        "The program must put mails away: give the user the right to change the folder",
    ),
    // Handing mail over.
    (
        &[
            "relay access denied",
            "relaying denied",
            "relay denied",
            "unable to relay",
            "relay not permitted",
        ],
        "The server passes no mail on for this machine: log in (`user` in {s}), or have it allow this machine",
    ),
    (
        &[
            "not owned by user",
            "sender address rejected",
            "5.7.60",
            "sendasdenied",
            "not allowed to send as",
            "5.1.8",
            "sender rejected",
            "sender denied",
        ],
        "The server does not let this user send as `address`: use the address of the account, or have the server allow \
         it",
    ),
    (
        &[
            "blocked",
            "blacklist",
            "blocklist",
            "spamhaus",
            "5.7.1 service unavailable",
            "poor reputation",
        ],
        "The server takes this machine for one that sends spam: ask its operator, or send by your provider's server",
    ),
    (
        &["helo", "ehlo", "502", "500"],
        "The server does not understand the usual greeting: it is perhaps no mail server, or a filter in between",
    ),
    (
        &["4.3.1", "452", "insufficient system storage", "disk full"],
        "The server's disk is full: its operator must make room; mail waits until then",
    ),
    (
        &["4.7.1", "greylist", "grey-list", "450", "451"],
        "The server puts mail off for now: it is tried again by itself",
    ),
    (
        &["5.3.4", "552", "message too large", "size exceeds"],
        "The server takes no mails of that size: set pictures = false",
    ),
    (
        &[
            "5.1.1",
            "user unknown",
            "no such user",
            "recipient address rejected",
            "mailbox unavailable",
        ],
        "The operator's address is refused: correct `operator`",
    ),
    (
        &["554"],
        "The server refuses this machine or this mail as a whole: ask its operator, with these words",
    ),
    (&["421"], "The server is busy or closing: try again later"),
    (
        &["timed out", "would block", "resource temporarily unavailable", "timeout"],
        "The server does not answer: a firewall is in between, or the port wants the other kind of encryption \
         (security = \"tls\" with {t}, \"starttls\" with {p})",
    ),
    (
        &[
            "bye response",
            "connection lost",
            "unexpected end of file",
            "connection reset",
            "broken pipe",
            "unexpected eof",
            "connection closed",
            "incomplete response",
            "close_notify",
        ],
        "The server hung up: perhaps the port wants the other kind of encryption (security = \"tls\" with {t}, \
         \"starttls\" with {p}), or it keeps this machine out",
    ),
    (
        &[
            "unable to parse",
            "parse",
            "invalid response",
            "not a",
            "unexpected response",
            "bad response",
        ],
        "What answered is no mail server of this kind: correct `host` and `port` in {s} ({t} or {p})",
    ),
];

/// What was said, and what to do about it.
pub(super) fn advised(service: Service, said: &str) -> String {
    let low = said.to_lowercase();
    // A code counts only as a number by itself: 535 is none within the port 5350.
    let codes: Vec<&str> = low
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .map(|code| code.trim_matches('.'))
        .collect();
    let is_code = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let fits = |words: &&[&str]| {
        words
            .iter()
            .any(|word| if is_code(word) { codes.contains(word) } else { low.contains(word) })
    };
    let Some((_, advice)) = KNOWN.iter().find(|(words, _)| fits(words)) else {
        return said.to_owned();
    };
    let (tls, plain) = service.ports();
    let advice = advice
        .replace("{s}", service.section())
        .replace("{t}", &tls.to_string())
        .replace("{p}", &plain.to_string());
    format!("{said}. {advice}")
}
