//! How to reach a mail server: address, encryption, password.
//!
//! Shared by IMAP and SMTP. Encryption is never given up silently: a connection without TLS is
//! made only to this machine itself, unless [`Server::plain_anywhere`] allows it, which no key of the
//! configuration sets.

use std::fmt;
use std::io;
use std::net::{IpAddr, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::access::AccessTokens;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// How the connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// TLS from the first byte (RFC 8314), ports 993 and 465.
    Tls,
    /// A plain greeting, then TLS, ports 143 and 587. Never goes on without TLS.
    StartTls,
    /// No encryption.
    Plain,
}

/// Where a server is and how it is recognised.
#[derive(Clone, Debug)]
pub struct Server {
    /// The name in its certificate.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The encryption.
    pub security: Security,
    /// A PEM file with the only certificate authorities to trust; otherwise those of the system.
    pub ca_file: Option<PathBuf>,
    /// Allows [`Security::Plain`] to other machines: the password can be read on the way.
    pub plain_anywhere: bool,
    /// How long one exchange with the server may take.
    pub timeout: Duration,
}

/// A password, or what gives access in its place. It is not shown in `Debug`.
#[derive(Clone)]
pub struct Password(Kind);

#[derive(Clone)]
enum Kind {
    Word(String),
    Tokens(AccessTokens),
}

impl Password {
    /// Keeps a password.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(Kind::Word(text.into()))
    }

    /// Access tokens in place of a password (OAuth2).
    #[must_use]
    pub fn tokens(tokens: AccessTokens) -> Self {
        Self(Kind::Tokens(tokens))
    }

    /// The password, to be given to the server; nothing where there are tokens in its place.
    pub(super) fn reveal(&self) -> &str {
        match &self.0 {
            Kind::Word(text) => text,
            Kind::Tokens(_) => "",
        }
    }

    /// Where there are access tokens in place of a password: their source.
    pub(super) fn access(&self) -> Option<&AccessTokens> {
        match &self.0 {
            Kind::Word(_) => None,
            Kind::Tokens(tokens) => Some(tokens),
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Who logs in.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The user.
    pub user: String,
    /// The password.
    pub password: Password,
}

/// Why no connection can be made.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Plain text to another machine.
    #[error("without TLS only this machine itself may be reached, not {0}: use TLS or STARTTLS")]
    PlainToElsewhere(String),
    /// The file of certificate authorities cannot be used.
    #[error("the certificate authorities cannot be read from {}: {reason}", path.display())]
    BadCaFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The system has none to offer.
    #[error("this system has no certificate authorities to trust: {0}; name a file of them")]
    NoAuthorities(String),
    /// The name of the server cannot stand in a certificate.
    #[error("{0} cannot be the name of a server")]
    BadName(String),
    /// The server was not reached, or the encryption failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl ServerError {
    /// Whether trying again later, with nothing changed, can succeed.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Io(error) => !is_certificate_error(error),
            _ => false,
        }
    }
}

/// Whether a server is on this machine itself, by its name.
fn is_here(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// How many connections side by side mail is sent over when nothing else is said: 8 to a server on this machine itself,
/// which then takes 200 mails with pictures in a second; 3 to any other, as many as Microsoft 365 takes.
#[must_use]
pub fn usual_connections(host: &str) -> usize {
    if is_here(host) { 8 } else { 3 }
}

/// Whether TLS failed because the server is not who it should be, or speaks no TLS.
pub(super) fn is_certificate_error(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    inner.is_some_and(|error| {
        matches!(
            error,
            rustls::Error::InvalidCertificate(_)
                | rustls::Error::NoCertificatesPresented
                | rustls::Error::UnsupportedNameType
                | rustls::Error::PeerIncompatible(_)
                | rustls::Error::InvalidMessage(_)
        )
    })
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl Server {
    /// Refuses a connection that would show the password to others on the way.
    ///
    /// # Errors
    /// [`ServerError::PlainToElsewhere`].
    pub fn check_encryption(&self) -> Result<(), ServerError> {
        if self.security == Security::Plain && !is_here(&self.host) && !self.plain_anywhere {
            return Err(ServerError::PlainToElsewhere(self.host.clone()));
        }
        Ok(())
    }

    /// A TCP connection, tried over all addresses the name has.
    pub(super) fn connect(&self) -> Result<TcpStream, ServerError> {
        self.check_encryption()?;
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for address in (self.host.as_str(), self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, self.timeout) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(self.timeout))?;
                    stream.set_write_timeout(Some(self.timeout))?;
                    stream.set_nodelay(true)?;
                    return Ok(stream);
                }
                Err(error) => last = error,
            }
        }
        Err(last.into())
    }

    /// TLS over a connection. The server has shown its certificate when this returns.
    pub(super) fn encrypt(
        &self,
        stream: TcpStream,
        config: Arc<ClientConfig>,
    ) -> Result<StreamOwned<ClientConnection, TcpStream>, ServerError> {
        let name = ServerName::try_from(self.host.clone())
            .map_err(|_| ServerError::BadName(self.host.clone()))?;
        let connection = ClientConnection::new(config, name).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(connection, stream);
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock)?;
        }
        Ok(stream)
    }

    /// The certificates of the configured authorities, or nothing for those of the system.
    pub(super) fn authorities(&self) -> Result<Option<Vec<CertificateDer<'static>>>, ServerError> {
        let Some(path) = &self.ca_file else {
            return Ok(None);
        };
        let bad = |reason: String| ServerError::BadCaFile { path: path.clone(), reason };
        let certificates: Vec<_> = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .map_err(|error| bad(error.to_string()))?;
        if certificates.is_empty() {
            return Err(bad("it holds no certificate".to_owned()));
        }
        Ok(Some(certificates))
    }

    /// The TLS settings: our cryptography, and the authorities to trust.
    pub(super) fn tls(&self) -> Result<Arc<ClientConfig>, ServerError> {
        let mut roots = RootCertStore::empty();
        match self.authorities()? {
            Some(certificates) => {
                for certificate in certificates {
                    roots.add(certificate).map_err(|error| ServerError::BadCaFile {
                        path: self.ca_file.clone().unwrap_or_default(),
                        reason: error.to_string(),
                    })?;
                }
            }
            None => {
                let found = rustls_native_certs::load_native_certs();
                let (added, _ignored) = roots.add_parsable_certificates(found.certs);
                if added == 0 {
                    let reasons: Vec<String> =
                        found.errors.iter().map(ToString::to_string).collect();
                    return Err(ServerError::NoAuthorities(reasons.join("; ")));
                }
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Arc::new(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(host: &str, security: Security) -> Server {
        Server {
            host: host.to_owned(),
            port: 1,
            security,
            ca_file: None,
            plain_anywhere: false,
            timeout: Duration::from_secs(1),
        }
    }

    #[test]
    fn plain_connections_stay_on_this_machine() {
        for here in ["localhost", "127.0.0.1", "::1", "127.8.9.1"] {
            server(here, Security::Plain).check_encryption().unwrap();
        }
        for elsewhere in ["mail.club.test", "192.0.2.1", "localhost.evil.test", "127.0.0.1.evil"] {
            assert!(server(elsewhere, Security::Plain).check_encryption().is_err(), "{elsewhere}");
            server(elsewhere, Security::Tls).check_encryption().unwrap();
            server(elsewhere, Security::StartTls).check_encryption().unwrap();
        }
        for (host, count) in [("LocalHost", 8), ("::1", 8), ("smtp.office365.com", 3)] {
            assert_eq!(usual_connections(host), count, "{host}");
        }
        let allowed = Server { plain_anywhere: true, ..server("192.0.2.1", Security::Plain) };
        allowed.check_encryption().unwrap();
    }

    #[test]
    fn a_password_is_never_shown() {
        let credentials =
            Credentials { user: "judge".into(), password: Password::new("correct horse") };
        assert!(!format!("{credentials:?}").contains("correct"));
    }

    #[test]
    fn a_file_without_certificates_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ca.pem");
        let with = |ca: PathBuf| Server { ca_file: Some(ca), ..server("x.test", Security::Tls) };
        assert!(!with(path.clone()).tls().unwrap_err().is_transient());
        std::fs::write(&path, "no certificate").unwrap();
        assert!(matches!(with(path).tls(), Err(ServerError::BadCaFile { .. })));
    }
}
