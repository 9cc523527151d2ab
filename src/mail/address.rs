//! Mail addresses: who somebody is, and our own reply address with its tag.
//!
//! An [`Address`] is one mailbox in the sense of RFC 5322 section 3.4: a display name, a local
//! part and a domain. This module does not resolve anything and does not know groups.

use std::fmt;
use std::str::FromStr;

use mail_parser::{HeaderValue, parsers::MessageStream};
use serde::{Deserialize, Serialize};

/// Longest address accepted, in bytes (RFC 5321 section 4.5.3.1.3).
const LONGEST_ADDRESS: usize = 254;

/// One mailbox. Two addresses of the same person can differ in spelling: compare
/// [`Address::canonical`], not the values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address {
    name: Option<String>,
    local: String,
    domain: String,
}

/// Why a text is no mail address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// No `@`, or nothing on one side of it.
    #[error("\"{0}\" is no mail address: write it like name@example.org")]
    Incomplete(String),
    /// Longer than RFC 5321 allows.
    #[error("a mail address may be at most {LONGEST_ADDRESS} bytes long, this one has {0}")]
    TooLong(usize),
    /// A space, a control character, a bracket or a comma where none may stand.
    #[error("\"{address}\" is no mail address: it must not contain {character:?}")]
    BadCharacter {
        /// The address as it was given.
        address: String,
        /// The first character that may not stand there.
        character: char,
    },
}

impl Address {
    /// An address without a display name.
    ///
    /// # Errors
    /// When a part is empty, too long, or holds a character that may not stand there.
    pub fn new(local: &str, domain: &str) -> Result<Self, AddressError> {
        let whole = format!("{local}@{domain}");
        if local.is_empty() || domain.is_empty() {
            return Err(AddressError::Incomplete(whole));
        }
        if whole.len() > LONGEST_ADDRESS {
            return Err(AddressError::TooLong(whole.len()));
        }
        let forbidden_in_domain = |c: char| {
            c.is_control() || c.is_whitespace() || "<>()[]\\,;:\"@/".contains(c) && !literal(domain)
        };
        let forbidden_in_local =
            |c: char| c.is_control() || c.is_whitespace() || "<>()[]\\,;:\"@".contains(c);
        let bad = local
            .chars()
            .find(|c| forbidden_in_local(*c))
            .or_else(|| domain.chars().find(|c| forbidden_in_domain(*c)));
        if let Some(character) = bad {
            return Err(AddressError::BadCharacter { address: whole, character });
        }
        Ok(Self { name: None, local: local.to_owned(), domain: domain.to_owned() })
    }

    /// The same mailbox under a display name. Line breaks and other control characters become
    /// spaces; an empty name is no name.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        self.name = (!name.is_empty()).then_some(name);
        self
    }

    /// The display name, if there is one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What stands before the `@`, as it was written.
    #[must_use]
    pub fn local(&self) -> &str {
        &self.local
    }

    /// What stands after the `@`, as it was written.
    #[must_use]
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// `local@domain` as it was written, without the name.
    #[must_use]
    pub fn mailbox(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    /// `local@domain` in lower case, for comparing who somebody is. RFC 5321 would let a server
    /// tell `Ada@` from `ada@`; none in use does, and people type both.
    #[must_use]
    pub fn canonical(&self) -> String {
        self.mailbox().to_lowercase()
    }

    /// The local part before the first `+`, and the tag after it.
    #[must_use]
    pub fn split_tag(&self) -> (&str, Option<&str>) {
        match self.local.split_once('+') {
            Some((user, tag)) if !user.is_empty() => (user, Some(tag)),
            _ => (&self.local, None),
        }
    }

    /// This address with `+tag` behind the local part, replacing a tag it already has.
    ///
    /// # Errors
    /// When the tag makes the address too long or holds a character that may not stand there.
    pub fn with_tag(&self, tag: &str) -> Result<Self, AddressError> {
        let (user, _) = self.split_tag();
        let mut tagged = Self::new(&format!("{user}+{tag}"), &self.domain)?;
        tagged.name.clone_from(&self.name);
        Ok(tagged)
    }

    /// This address without its tag.
    #[must_use]
    pub fn without_tag(&self) -> Self {
        Self {
            name: self.name.clone(),
            local: self.split_tag().0.to_owned(),
            domain: self.domain.clone(),
        }
    }

    /// The tag of `other`, when `other` is this address but for a tag.
    #[must_use]
    pub fn tag_of<'a>(&self, other: &'a Address) -> Option<&'a str> {
        let (user, tag) = other.split_tag();
        let same = user.to_lowercase() == self.split_tag().0.to_lowercase()
            && other.domain.to_lowercase() == self.domain.to_lowercase();
        tag.filter(|tag| same && !tag.is_empty())
    }

    /// Whether both are the same mailbox, whatever the tags.
    #[must_use]
    pub fn same_without_tag(&self, other: &Address) -> bool {
        self.without_tag().canonical() == other.without_tag().canonical()
    }

    /// The address in a parsed header, or nothing when it is none.
    pub(crate) fn from_parsed(parsed: &mail_parser::Addr<'_>) -> Option<Self> {
        let mailbox = parsed.address()?.trim();
        let (local, domain) = mailbox.rsplit_once('@')?;
        let local = local.strip_prefix('"').and_then(|l| l.strip_suffix('"')).unwrap_or(local);
        let address = Self::new(local, domain).ok()?;
        Some(match parsed.name() {
            Some(name) => address.with_name(name),
            None => address,
        })
    }
}

/// Whether a domain is an address literal (`[192.0.2.1]`, `[IPv6:2001:db8::1]`).
fn literal(domain: &str) -> bool {
    domain.strip_prefix('[').and_then(|d| d.strip_suffix(']')).is_some_and(|inner| {
        !inner.is_empty()
            && inner.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | ':'))
    })
}

impl FromStr for Address {
    type Err = AddressError;

    /// Reads `name@example.org`, `Ada <name@example.org>` and their quoted and encoded forms.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let incomplete = || AddressError::Incomplete(text.trim().to_owned());
        if text.contains(['\r', '\n', '\0']) {
            return Err(AddressError::BadCharacter {
                address: text.trim().to_owned(),
                character: text.chars().find(|c| c.is_control()).unwrap_or('\n'),
            });
        }
        if !text.contains(['<', '"', '(', ',']) {
            let (local, domain) = text.trim().rsplit_once('@').ok_or_else(incomplete)?;
            return Self::new(local, domain);
        }
        let line = format!("{text}\n");
        match MessageStream::new(line.as_bytes()).parse_address() {
            HeaderValue::Address(list) if list.iter().count() == 1 => {
                list.first().and_then(Self::from_parsed).ok_or_else(incomplete)
            }
            _ => Err(incomplete()),
        }
    }
}

impl fmt::Display for Address {
    /// `local@domain`, or `Name <local@domain>` with the name quoted where it must be. For
    /// people and for storage; headers are written by the message builder.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(name) = &self.name else {
            return write!(f, "{}@{}", self.local, self.domain);
        };
        let plain = name.chars().all(|c| c.is_alphanumeric() || " '-_!*/=?".contains(c));
        if plain {
            write!(f, "{name} <{}@{}>", self.local, self.domain)
        } else {
            let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
            write!(f, "\"{quoted}\" <{}@{}>", self.local, self.domain)
        }
    }
}

impl TryFrom<String> for Address {
    type Error = AddressError;

    fn try_from(text: String) -> Result<Self, AddressError> {
        text.parse()
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse().expect("an address")
    }

    #[test]
    fn reads_the_forms_people_write() {
        assert_eq!(address("ada@club.test").mailbox(), "ada@club.test");
        assert_eq!(address(" Ada@Club.Test ").canonical(), "ada@club.test");
        let full = address("\"Lovelace, Ada\" <ada@club.test>");
        assert_eq!((full.name(), full.local()), (Some("Lovelace, Ada"), "ada"));
        assert_eq!(address("Zoë Müller <z@club.test>").name(), Some("Zoë Müller"));
        assert_eq!(address("<ada@club.test>").name(), None);
    }

    #[test]
    fn refuses_what_is_no_single_mailbox() {
        for text in [
            "",
            "ada",
            "@club.test",
            "ada@",
            "a b@club.test",
            "ada@club.test, bob@club.test",
            "ada@club.test\r\nBcc: x@y.test",
            "ada@club/..",
            "a@b@c",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text:?} was taken for an address");
        }
        assert!(format!("{}@club.test", "a".repeat(300)).parse::<Address>().is_err());
    }

    #[test]
    fn what_is_displayed_is_read_back() {
        for text in
            ["ada@club.test", "Ada <ada@club.test>", "\"a \\\"b\\\" \\\\c, d\" <x@club.test>"]
        {
            let first = address(text);
            assert_eq!(address(&first.to_string()), first);
        }
    }

    #[test]
    fn the_tag_of_our_own_address() {
        let own = address("Judge <judge@club.test>");
        let tagged = own.with_tag("prague1-hanover-abc").unwrap();
        assert_eq!(tagged.to_string(), "Judge <judge+prague1-hanover-abc@club.test>");
        assert_eq!(own.tag_of(&address("Judge+X-Y@CLUB.test")), Some("X-Y"));
        assert_eq!(own.tag_of(&address("other+X@club.test")), None);
        assert_eq!(own.tag_of(&own), None);
        assert_eq!(tagged.with_tag("b").unwrap().local(), "judge+b");
        assert!(own.same_without_tag(&tagged));
        assert!(own.with_tag("a b").is_err());
    }

    #[test]
    fn serde_keeps_it_a_string() {
        let json = serde_json::to_string(&address("Ada <ada@club.test>")).unwrap();
        assert_eq!(json, "\"Ada <ada@club.test>\"");
        assert_eq!(serde_json::from_str::<Address>(&json).unwrap().name(), Some("Ada"));
        assert!(serde_json::from_str::<Address>("\"nobody\"").is_err());
    }
}
