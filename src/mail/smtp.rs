//! Sending mail by SMTP, by way of the mail library and its kept connection.
//!
//! Every mail is handed to one configured server (a smarthost); nothing here looks up where a
//! recipient's mail goes.

use std::time::Duration;

use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::{Credentials as Login, Mechanism};
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{SmtpTransport as Sender, Transport};

use super::address::Address;
use super::server::{Credentials, Security, Server, ServerError};
use super::transport::{Envelope, MailTransport, SendError};

/// How long an unused connection is kept.
const KEPT: Duration = Duration::from_secs(60);
/// Refusals that are about us and not about the mail: not logged in, wrong password, mechanism
/// too weak, encryption required (RFC 4954 section 6).
const ABOUT_US: [u16; 5] = [523, 530, 534, 535, 538];

/// A configured SMTP server as a transport.
pub struct SmtpTransport {
    sender: Sender,
    place: String,
}

impl SmtpTransport {
    /// Prepares the transport. No connection is made before the first mail.
    ///
    /// `hello` is the name this machine gives itself; without one it is found out.
    ///
    /// # Errors
    /// When the settings contradict themselves or the certificate authorities cannot be read.
    pub fn new(
        server: &Server,
        credentials: Option<&Credentials>,
        hello: Option<&str>,
    ) -> Result<Self, ServerError> {
        server.check_encryption()?;
        let tls = match server.security {
            Security::Plain => Tls::None,
            Security::Tls => Tls::Wrapper(parameters(server)?),
            Security::StartTls => Tls::Required(parameters(server)?),
        };
        let mut builder = Sender::builder_dangerous(&server.host)
            .port(server.port)
            .tls(tls)
            .timeout(Some(server.timeout))
            .pool_config(PoolConfig::new().max_size(1).idle_timeout(KEPT));
        if let Some(credentials) = credentials {
            let login =
                Login::new(credentials.user.clone(), credentials.password.reveal().to_owned());
            builder =
                builder.credentials(login).authentication(vec![Mechanism::Plain, Mechanism::Login]);
        }
        if let Some(hello) = hello {
            builder = builder.hello_name(ClientId::Domain(hello.to_owned()));
        }
        Ok(Self { sender: builder.build(), place: server.to_string() })
    }

    /// Connects and logs in without sending anything, to see whether the settings are right.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub fn check(&self) -> Result<(), SendError> {
        match self.sender.test_connection() {
            Ok(true) => Ok(()),
            Ok(false) => Err(SendError {
                transient: true,
                place: self.place.clone(),
                reason: "the server does not answer as it should".to_owned(),
            }),
            Err(error) => Err(self.failure(&error)),
        }
    }

    fn failure(&self, error: &lettre::transport::smtp::Error) -> SendError {
        let code = error.status().map(u16::from);
        // A mail is given up only when the server refused that mail. Whatever else is wrong, a
        // password or a certificate, the mail can go out once somebody has put it right.
        let refused = error.is_permanent() && !code.is_some_and(|code| ABOUT_US.contains(&code));
        let mut reason = error.to_string();
        let mut cause = std::error::Error::source(error);
        while let Some(inner) = cause {
            let text = inner.to_string();
            if !reason.contains(&text) {
                reason = format!("{reason}: {text}");
            }
            cause = inner.source();
        }
        SendError { transient: !refused, place: self.place.clone(), reason }
    }
}

impl MailTransport for SmtpTransport {
    fn send(&mut self, envelope: &Envelope, message: &[u8]) -> Result<(), SendError> {
        let address = |address: &Address| {
            lettre::Address::new(address.local(), address.domain()).map_err(|error| SendError {
                transient: false,
                place: self.place.clone(),
                reason: format!("{}: {error}", address.mailbox()),
            })
        };
        let from = envelope.from.as_ref().map(address).transpose()?;
        let to = envelope.to.iter().map(address).collect::<Result<Vec<_>, _>>()?;
        let envelope = lettre::address::Envelope::new(from, to).map_err(|error| SendError {
            transient: false,
            place: self.place.clone(),
            reason: error.to_string(),
        })?;
        // The library ends the last line itself, and would add an empty one.
        let message = message.strip_suffix(b"\r\n").unwrap_or(message);
        self.sender.send_raw(&envelope, message).map_err(|error| self.failure(&error))?;
        Ok(())
    }
}

/// The library's TLS settings for a server: its name, and the authorities to trust.
fn parameters(server: &Server) -> Result<TlsParameters, ServerError> {
    let bad = |error: lettre::transport::smtp::Error| ServerError::BadCaFile {
        path: server.ca_file.clone().unwrap_or_default(),
        reason: error.to_string(),
    };
    let mut builder = TlsParameters::builder(server.host.clone());
    if let Some(authorities) = server.authorities()? {
        builder = builder.certificate_store(CertificateStore::None);
        for authority in authorities {
            let certificate = Certificate::from_der(authority.to_vec()).map_err(bad)?;
            builder = builder.add_root_certificate(certificate);
        }
    }
    builder.build_rustls().map_err(bad)
}
