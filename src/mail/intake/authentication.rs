//! What our own mail server found out about the sender: `Authentication-Results` (RFC 8601).
//!
//! Anybody can write such a header into a mail. Only the topmost ones count, as the receiving
//! server puts its own above what came in, and only those that name a server the configuration
//! trusts. This module checks no signature itself.

use mail_parser::{HeaderName, Message};

use super::own::OwnAddresses;

/// How all checks together ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authenticity {
    /// The sender is who the mail says.
    Pass,
    /// The sender is not who the mail says: a check failed, or what passed is another domain than
    /// that of `From`.
    Fail,
    /// Nothing can be said: not checked (`none`), no policy, a passing error.
    Neutral,
}

/// What a trusted server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthVerdict {
    /// The server that says it.
    pub authserv_id: String,
    /// All checks together. DMARC decides where it was checked; otherwise DKIM and SPF for the
    /// domain of the sender do.
    pub outcome: Authenticity,
    /// The checks one by one, `dkim=pass` and the like, for the log.
    pub checks: Vec<String>,
}

/// One check in a header.
#[derive(Debug)]
struct Check {
    method: String,
    result: String,
    /// The domain the check is about, if it says so.
    domain: Option<String>,
}

/// What the trusted servers at the top of the mail say. DMARC decides where it was checked.
/// Otherwise the sender passes by a DKIM signature or an SPF pass for a domain that is aligned with
/// the one in `From` ([`is_aligned`]). The sender fails where whatever passed is for other domains,
/// and where SPF or DKIM says `fail` and nothing passed.
pub(super) fn verdict(
    message: &Message<'_>,
    own: &OwnAddresses,
    from_domain: Option<&str>,
) -> Option<AuthVerdict> {
    let mut authserv_id: Option<String> = None;
    let mut checks = Vec::new();
    for header in message.headers() {
        if header.name != HeaderName::AuthenticationResults {
            // What stands below other headers than these may have come with the mail.
            if authserv_id.is_some() {
                break;
            }
            continue;
        }
        let range = header.offset_start as usize..header.offset_end as usize;
        let raw = message.raw_message.get(range).map(String::from_utf8_lossy).unwrap_or_default();
        let (id, found) = parse(&raw);
        let expected = authserv_id.as_ref().is_none_or(|known| *known == id);
        if expected && own.trusted_authserv_ids.contains(&id) {
            authserv_id = Some(id);
            checks.extend(found);
        } else if authserv_id.is_some() {
            break;
        }
    }
    Some(AuthVerdict {
        authserv_id: authserv_id?,
        outcome: outcome(&checks, from_domain),
        checks: checks.iter().map(|check| format!("{}={}", check.method, check.result)).collect(),
    })
}

fn outcome(checks: &[Check], from_domain: Option<&str>) -> Authenticity {
    let of = |method: &'static str| checks.iter().filter(move |check| check.method == method);
    // `None` where the check does not say whom it is about.
    let aligned =
        |check: &Check| Some(is_aligned(check.domain.as_deref()?, from_domain.unwrap_or_default()));
    if of("dmarc").any(|check| check.result == "fail") {
        return Authenticity::Fail;
    }
    if let Some(dmarc) = of("dmarc").find(|check| check.result == "pass") {
        let other = aligned(dmarc) == Some(false);
        return if other { Authenticity::Fail } else { Authenticity::Pass };
    }
    let both = || of("dkim").chain(of("spf"));
    let mut passes = both().filter(|check| check.result == "pass").peekable();
    if passes.peek().is_none() {
        let fails = both().any(|check| check.result == "fail");
        return if fails { Authenticity::Fail } else { Authenticity::Neutral };
    }
    let passes: Vec<Option<bool>> = passes.map(aligned).collect();
    if passes.contains(&Some(true)) {
        Authenticity::Pass
    } else if passes.contains(&Some(false)) {
        Authenticity::Fail
    } else {
        Authenticity::Neutral
    }
}

/// Whether a domain that was checked may speak for the one in `From`: relaxed alignment of RFC 7489
/// section 3.1, both have the same organisational domain by the list of public suffixes. Whoever
/// wants strict alignment says so in a DMARC policy, and then the server's DMARC check decides.
fn is_aligned(checked: &str, from: &str) -> bool {
    let plain = |domain: &str| {
        let domain = domain.trim_end_matches('.');
        idna::domain_to_ascii(domain).unwrap_or_else(|_| domain.to_lowercase())
    };
    let (checked, from) = (plain(checked), plain(from));
    // What is itself a public suffix has no organisational domain: it is aligned with itself only.
    let organisation = |domain| psl::domain_str(domain);
    !from.is_empty()
        && (checked == from
            || organisation(&from).is_some_and(|own| organisation(&checked) == Some(own)))
}

/// The server's id and its checks.
fn parse(header: &str) -> (String, Vec<Check>) {
    let header = without_comments(header).to_ascii_lowercase();
    let mut pieces = header.split(';');
    let id = pieces.next().and_then(|id| id.split_whitespace().next()).unwrap_or_default();
    let checks = pieces.filter_map(|piece| {
        let mut words = piece.split_whitespace();
        let (method, result) = words.next()?.split_once('=')?;
        let method = method.split_once('/').map_or(method, |(method, _version)| method);
        // The likeliest first: `header.i` may be a part of `header.d`, and SPF is about `smtp.helo`
        // where the sender of the envelope is empty (RFC 7208 section 2.4).
        let wanted: &[&str] = match method {
            "dkim" => &["header.d", "header.i"],
            "spf" => &["smtp.mailfrom", "smtp.mail", "smtp.helo"],
            _ => &["header.from"],
        };
        let properties: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
        let domain = wanted.iter().find_map(|wanted| {
            let (_, value) = properties.iter().find(|(property, _)| property == wanted)?;
            let value = value.trim_matches(['"', '<', '>']);
            let domain = value.rsplit_once('@').map_or(value, |(_, domain)| domain);
            (!domain.is_empty()).then(|| domain.to_owned())
        });
        Some(Check { method: method.to_owned(), result: result.to_owned(), domain })
    });
    (id.to_owned(), checks.collect())
}

/// A header without its comments, which nest, and without what stands in quotation marks being
/// taken for one.
fn without_comments(header: &str) -> String {
    let mut plain = String::with_capacity(header.len());
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for character in header.chars() {
        if std::mem::take(&mut escaped) {
            if depth == 0 {
                plain.push(character);
            }
            continue;
        }
        match character {
            '\\' if quoted || depth > 0 => escaped = true,
            '"' if depth == 0 => {
                quoted = !quoted;
                plain.push(character);
            }
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => depth -= 1,
            // A semicolon in quotation marks separates nothing.
            ';' if quoted => plain.push(','),
            character if depth == 0 => plain.push(character),
            _ => {}
        }
    }
    plain
}
