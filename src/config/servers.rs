//! Mailboxes and transports as the configuration names them, and where their passwords come from.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::path::{Path, PathBuf};

/// Where mail comes from.
#[allow(clippy::large_enum_variant, reason = "there are one or two, read once")]
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Mailbox {
    /// A Maildir on disk.
    Maildir(Folder),
    /// A mailbox on an IMAP server.
    Imap(Imap),
}

/// Where mail goes.
#[allow(clippy::large_enum_variant, reason = "there is one, read once")]
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Transport {
    /// One Maildir per recipient below a folder.
    Maildir(Folder),
    /// An SMTP server.
    Smtp(Smtp),
}

/// A folder on disk.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Folder {
    /// Relative to the configuration file.
    pub path: PathBuf,
}

/// An account on an IMAP server.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imap {
    /// The server's DNS name, which its certificate must bear, or an IP address.
    pub host: String,
    /// The usual one for the kind of protection, if none is given.
    #[serde(default)]
    pub port: Option<u16>,
    /// TLS from the first byte, if nothing else is said.
    #[serde(default = "default_security")]
    pub security: Protection,
    /// Whom to log in as; often the whole mail address.
    pub user: String,
    /// Environment variable that holds the password.
    #[serde(default)]
    pub password_env: Option<String>,
    /// File whose first line is the password.
    #[serde(default)]
    pub password_file: Option<PathBuf>,
    /// Name of a credential that systemd hands over (`LoadCredential=`).
    #[serde(default)]
    pub password_credential: Option<String>,
    /// A program and its arguments whose first line of output is the password.
    #[serde(default)]
    pub password_command: Option<Vec<String>>,
    /// A program and its arguments whose first line of output is an OAuth2 access token.
    #[serde(default)]
    pub token_command: Option<Vec<String>>,
    /// The access token is that of `feldpost login`.
    #[serde(default)]
    pub token_login: bool,
    /// Where new mail lies; `INBOX` if nothing else is said.
    #[serde(default = "default_inbox")]
    pub folder: String,
    /// Folder for mails that were dealt with; none: they are flagged and stay.
    #[serde(default)]
    pub processed: Option<String>,
    /// Folder for mails that were not acted upon.
    #[serde(default)]
    pub rejected: Option<String>,
    /// Certificate authority to trust instead of the system's, as a PEM file.
    #[serde(default)]
    pub ca_file: Option<PathBuf>,
}

/// An account on an SMTP server.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smtp {
    /// The server's DNS name, which its certificate must bear, or an IP address.
    pub host: String,
    /// The usual one for the kind of protection, if none is given.
    #[serde(default)]
    pub port: Option<u16>,
    /// TLS from the first byte, if nothing else is said.
    #[serde(default = "default_security")]
    pub security: Protection,
    /// None: no authentication.
    #[serde(default)]
    pub user: Option<String>,
    /// Environment variable that holds the password.
    #[serde(default)]
    pub password_env: Option<String>,
    /// File whose first line is the password.
    #[serde(default)]
    pub password_file: Option<PathBuf>,
    /// Name of a credential that systemd hands over (`LoadCredential=`).
    #[serde(default)]
    pub password_credential: Option<String>,
    /// A program and its arguments whose first line of output is the password.
    #[serde(default)]
    pub password_command: Option<Vec<String>>,
    /// A program and its arguments whose first line of output is an OAuth2 access token.
    #[serde(default)]
    pub token_command: Option<Vec<String>>,
    /// The access token is that of `feldpost login`.
    #[serde(default)]
    pub token_login: bool,
    /// Certificate authority to trust instead of the system's, as a PEM file.
    #[serde(default)]
    pub ca_file: Option<PathBuf>,
    /// Connections side by side, at most, each for mail to another recipient. Without it, what is usual for where
    /// the server is ([`usual_connections`](crate::mail::server::usual_connections)).
    #[serde(default)]
    pub connections: Option<usize>,
}

/// How a connection is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protection {
    /// TLS from the first byte.
    Tls,
    /// TLS after STARTTLS.
    Starttls,
    /// None: only to this machine itself.
    None,
}

/// Where the password of an account comes from, or its access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret<'c> {
    /// An environment variable.
    Variable(&'c str),
    /// The first line of a file.
    File(&'c Path),
    /// A credential that systemd hands over.
    Credential(&'c str),
    /// The first line that a program prints.
    Command(&'c [String]),
    /// An access token: the first line that a program prints.
    TokenCommand(&'c [String]),
    /// An access token of `feldpost login`.
    TokenLogin,
}

/// The one way that an account names; `None` for none, or for more than one.
macro_rules! one_secret {
    ($account:expr) => {{
        let account = $account;
        let ways = [
            account.password_env.as_deref().map(Secret::Variable),
            account.password_file.as_deref().map(Secret::File),
            account.password_credential.as_deref().map(Secret::Credential),
            account.password_command.as_deref().map(Secret::Command),
            account.token_command.as_deref().map(Secret::TokenCommand),
            account.token_login.then_some(Secret::TokenLogin),
        ];
        let mut ways = ways.into_iter().flatten();
        let first = ways.next();
        if ways.next().is_some() { None } else { first }
    }};
}

impl Imap {
    /// Where the password comes from; `None` if it is not said, or said twice.
    #[must_use]
    pub fn secret(&self) -> Option<Secret<'_>> {
        one_secret!(self)
    }
}

impl Smtp {
    /// Where the password comes from; `None` if it is not said, or said twice.
    #[must_use]
    pub fn secret(&self) -> Option<Secret<'_>> {
        one_secret!(self)
    }
}

/// Reads one mailbox or a list of them, with the errors of the mailbox itself.
pub(super) fn one_or_several<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Mailbox>, D::Error> {
    struct OneOrSeveral;

    impl<'de> Visitor<'de> for OneOrSeveral {
        type Value = Vec<Mailbox>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a mailbox or a list of mailboxes")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Vec<Mailbox>, A::Error> {
            Mailbox::deserialize(MapAccessDeserializer::new(map)).map(|mailbox| vec![mailbox])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<Mailbox>, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(list))
        }
    }

    from.deserialize_any(OneOrSeveral)
}

fn default_security() -> Protection {
    Protection::Tls
}

fn default_inbox() -> String {
    "INBOX".into()
}
