//! From the configuration to the mailbox and the transport it names, passwords included.
//!
//! Passwords are never in the configuration itself, on the command line or in a log; where they come
//! from is `secret.rs`.

mod secret;

pub use secret::SecretError;

use crate::config::{Config, Imap, Mailbox, Protection, Secret, Smtp, Transport};
use crate::mail::imap::{ImapSettings, ImapSource};
use crate::mail::maildir::{MaildirSource, MaildirTransport};
use crate::mail::server::{
    Credentials, Password, Security, Server, ServerError, usual_connections,
};
use crate::mail::smtp::SmtpTransport;
use crate::mail::source::{MailSource, SourceError};
use crate::mail::transport::MailTransport;
use std::path::PathBuf;
use std::time::Duration;

/// How long one exchange with an IMAP server may take. SMTP has times of its own
/// ([`Patience`](crate::mail::smtp::Patience)).
const TIMEOUT: Duration = Duration::from_secs(60);

/// Why an account cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The configuration names no way to a password, or several.
    #[error(
        "{section}: name exactly one of password_env, password_file, password_credential, \
         password_command, token_command and token_login"
    )]
    NoPassword {
        /// `mailbox` or `transport`.
        section: &'static str,
    },
    /// A password or token could not be got from where the configuration says it is.
    #[error("{section}: {source}")]
    Secret {
        /// `mailbox` or `transport`.
        section: &'static str,
        /// What went wrong.
        source: SecretError,
    },
    /// What the configuration says of a server cannot be used.
    #[error("{section}: {source}")]
    Server {
        /// `mailbox` or `transport`.
        section: &'static str,
        /// What cannot be used.
        source: ServerError,
    },
    /// A mailbox cannot be opened.
    #[error(transparent)]
    Source(#[from] SourceError),
}

/// The mailboxes that the configuration names, in its order. A server is not yet spoken to.
///
/// # Errors
///
/// A folder cannot be made, or there is no password.
pub fn sources(config: &Config) -> Result<Vec<Box<dyn MailSource>>, AccountError> {
    let open = |mailbox: &Mailbox| -> Result<Box<dyn MailSource>, AccountError> {
        Ok(match mailbox {
            Mailbox::Maildir(folder) => {
                Box::new(MaildirSource::open(&folder.path, config.limits.mail_bytes)?)
            }
            Mailbox::Imap(imap) => Box::new(imap_source(imap, config)?),
        })
    };
    config.mailboxes.iter().map(open).collect()
}

/// The IMAP account that the configuration names.
///
/// # Errors
///
/// There is no password, or the connection would not be encrypted.
pub fn imap_source(imap: &Imap, config: &Config) -> Result<ImapSource, AccountError> {
    const SECTION: &str = "mailbox";
    let server = server(&imap.host, imap.port, imap.security, (993, 143), imap.ca_file.as_ref());
    server
        .check_encryption()
        .map_err(|source| AccountError::Server { section: SECTION, source })?;
    let password = password(SECTION, imap.secret(), config)?;
    Ok(ImapSource::new(ImapSettings {
        server,
        credentials: Credentials { user: imap.user.clone(), password },
        mailbox: imap.folder.clone(),
        processed_folder: imap.processed.clone(),
        rejected_folder: imap.rejected.clone(),
        largest: config.limits.mail_bytes,
        ask_every: Duration::from_secs(config.poll_seconds),
    }))
}

/// The transport that the configuration names. A server is not yet spoken to.
///
/// # Errors
///
/// There is no password, or the connection would not be encrypted.
pub fn transport(config: &Config) -> Result<Box<dyn MailTransport>, AccountError> {
    Ok(match &config.transport {
        Transport::Maildir(folder) => Box::new(MaildirTransport::new(&folder.path)),
        Transport::Smtp(smtp) => Box::new(smtp_transport(smtp, config)?),
    })
}

/// Several transports of the kind that the configuration names, so that mails to different recipients go out
/// side by side: one for each connection to a server, one alone for a folder.
///
/// # Errors
///
/// As for [`transport`].
pub fn lines(config: &Config) -> Result<Vec<Box<dyn MailTransport>>, AccountError> {
    let count = match &config.transport {
        Transport::Maildir(_) => 1,
        Transport::Smtp(smtp) => connections(smtp),
    };
    (0..count).map(|_| transport(config)).collect()
}

/// How many connections send mail side by side: as the configuration says, or as many as is usual.
#[must_use]
pub fn connections(smtp: &Smtp) -> usize {
    smtp.connections.unwrap_or_else(|| usual_connections(&smtp.host)).max(1)
}

/// The SMTP account that the configuration names.
///
/// # Errors
///
/// There is no password, or the connection would not be encrypted.
pub fn smtp_transport(smtp: &Smtp, config: &Config) -> Result<SmtpTransport, AccountError> {
    const SECTION: &str = "transport";
    let server = server(&smtp.host, smtp.port, smtp.security, (465, 587), smtp.ca_file.as_ref());
    let credentials = match &smtp.user {
        Some(user) => {
            let password = password(SECTION, smtp.secret(), config)?;
            Some(Credentials { user: user.clone(), password })
        }
        None => None,
    };
    SmtpTransport::new(&server, credentials.as_ref(), None)
        .map_err(|source| AccountError::Server { section: SECTION, source })
}

fn server(
    host: &str,
    port: Option<u16>,
    security: Protection,
    (port_with_tls, port_without): (u16, u16),
    ca_file: Option<&PathBuf>,
) -> Server {
    let security = match security {
        Protection::Tls => Security::Tls,
        Protection::Starttls => Security::StartTls,
        Protection::None => Security::Plain,
    };
    let usual = if security == Security::Tls { port_with_tls } else { port_without };
    Server {
        host: host.to_owned(),
        port: port.unwrap_or(usual),
        security,
        ca_file: ca_file.cloned(),
        plain_anywhere: false,
        timeout: TIMEOUT,
    }
}

/// The password of an account, or the source of its access tokens.
fn password(
    section: &'static str,
    secret: Option<Secret<'_>>,
    config: &Config,
) -> Result<Password, AccountError> {
    let secret = secret.ok_or(AccountError::NoPassword { section })?;
    secret::password(secret, config).map_err(|source| AccountError::Secret { section, source })
}
