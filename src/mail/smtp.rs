//! Sending mail by SMTP, by way of the mail library's connection, which is kept while it is used.
//!
//! Every mail is handed to one configured server (a smarthost); nothing here looks up where a
//! recipient's mail goes. Each step of the conversation is taken by itself, so that it is known what
//! a refusal is about ([`fault`]).

use std::fmt;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use imap::Authenticator;
use lettre::transport::smtp::authentication::{Credentials as Login, Mechanism};
use lettre::transport::smtp::client::{
    Certificate, CertificateStore, SmtpConnection, TlsParameters,
};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::{Response, Severity};

use super::access::Bearer;
use super::address::Address;
use super::refusal::{Stage, class_of, fault};
use super::server::{Credentials, Security, Server, ServerError};
use super::transport::{Envelope, Fault, MailTransport, SendError};

/// How long an unused connection is kept.
const KEPT: Duration = Duration::from_secs(60);

/// How long the server may take for each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Connection, greeting and login.
    pub opening: Duration,
    /// `MAIL` and `RCPT`.
    pub envelope: Duration,
    /// `DATA`.
    pub data: Duration,
    /// The answer to the end of the message: shorter, and mails come twice.
    pub end: Duration,
}

impl Patience {
    /// The times that RFC 5321 section 4.5.3.2 asks for.
    pub const RFC_5321: Patience = Patience {
        opening: Duration::from_secs(5 * 60),
        envelope: Duration::from_secs(5 * 60),
        data: Duration::from_secs(2 * 60),
        end: Duration::from_secs(10 * 60),
    };

    /// The same time for every step: for people who wait at a terminal, and for tests.
    #[must_use]
    pub const fn of(time: Duration) -> Patience {
        Patience { opening: time, envelope: time, data: time, end: time }
    }
}

/// A configured SMTP server as a transport.
pub struct SmtpTransport {
    server: Server,
    hello: ClientId,
    tls: Option<TlsParameters>,
    credentials: Option<Credentials>,
    patience: Patience,
    open: Option<Open>,
}

/// A connection that is logged in.
struct Open {
    connection: SmtpConnection,
    used: Instant,
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
            Security::Plain => None,
            Security::Tls | Security::StartTls => Some(parameters(server)?),
        };
        let hello = hello.map_or_else(ClientId::default, |name| ClientId::Domain(name.to_owned()));
        let patience = Patience::RFC_5321;
        let (server, credentials) = (server.clone(), credentials.cloned());
        Ok(Self { server, hello, tls, credentials, patience, open: None })
    }

    /// The same with another patience.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// Connects and logs in without sending anything, to see whether the settings are right.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub fn check(&mut self) -> Result<(), SendError> {
        self.open = None;
        self.connection().map(drop)
    }

    /// What a failure of the library is about, in plain words.
    fn failure(&self, stage: Stage, error: &lettre::transport::smtp::Error) -> SendError {
        let mut reason = error.to_string();
        let mut cause = std::error::Error::source(error);
        let said = cause.map(ToString::to_string).unwrap_or_default();
        while let Some(inner) = cause {
            let text = inner.to_string();
            if !reason.contains(&text) {
                reason = format!("{reason}: {text}");
            }
            cause = inner.source();
        }
        let code = error.status().map(u16::from);
        let fault = match code {
            Some(code) => fault(stage, code, class_of(&said)),
            // The library itself will not send it so, or the line was lost.
            None if error.is_client() && stage != Stage::Opening => Fault::Mail,
            None => Fault::Service,
        };
        SendError {
            perhaps_taken: stage == Stage::EndOfData && code.is_none(),
            ..SendError::new(fault, self.server.to_string(), reason)
        }
    }

    fn connect(&self) -> Result<SmtpConnection, SendError> {
        let failed = |error| self.failure(Stage::Opening, &error);
        let wrapped = self.tls.as_ref().filter(|_| self.server.security == Security::Tls);
        let address = (self.server.host.as_str(), self.server.port);
        let patience = Some(self.patience.opening);
        let mut connection = SmtpConnection::connect(address, patience, &self.hello, wrapped, None)
            .map_err(failed)?;
        if let (Security::StartTls, Some(tls)) = (self.server.security, &self.tls) {
            connection.starttls(tls, &self.hello).map_err(failed)?;
        }
        match &self.credentials {
            Some(credentials) => self.log_in(connection, credentials),
            None => Ok(connection),
        }
    }

    /// With a password, or with an access token: one that is refused may have expired, and is fetched anew
    /// once.
    fn log_in(
        &self,
        mut connection: SmtpConnection,
        Credentials { user, password }: &Credentials,
    ) -> Result<SmtpConnection, SendError> {
        let Some(tokens) = password.access() else {
            let login = Login::new(user.clone(), password.reveal().to_owned());
            connection
                .auth(&[Mechanism::Plain, Mechanism::Login], &login)
                .map_err(|error| self.failure(Stage::Opening, &error))?;
            return Ok(connection);
        };
        let mut is_second = false;
        loop {
            let token = tokens.current().map_err(|reason| {
                let reason = format!("no access token for {user}: {reason}");
                SendError::new(Fault::Service, self.server.to_string(), reason)
            })?;
            match self.show_token(&mut connection, user, &token) {
                Ok(answer) if answer.has_code(235) => return Ok(connection),
                Ok(_) => {
                    let reason = format!("logging in as {user}: the server does not say yes");
                    return Err(SendError::new(Fault::Service, self.server.to_string(), reason));
                }
                Err(error) => {
                    tokens.refused(&token);
                    let is_heard = error
                        .status()
                        .is_some_and(|code| code.severity == Severity::PermanentNegativeCompletion);
                    if is_second || !is_heard {
                        return Err(self.failure(Stage::Opening, &error));
                    }
                    is_second = true;
                }
            }
        }
    }

    /// One attempt with a token (RFC 4954, RFC 7628).
    fn show_token(
        &self,
        connection: &mut SmtpConnection,
        user: &str,
        token: &str,
    ) -> Result<Response, lettre::transport::smtp::Error> {
        let Server { host, port, .. } = &self.server;
        // The library does not tell whether OAUTHBEARER is offered: it is tried where XOAUTH2 is not.
        let older = connection.server_info().supports_auth_mechanism(Mechanism::Xoauth2);
        let (way, bearer) = if older {
            ("XOAUTH2", Bearer::older(user, token))
        } else {
            ("OAUTHBEARER", Bearer::standard(user, token, host, *port))
        };
        let first = BASE64.encode(bearer.process(b""));
        let answer = connection.command(format_args!("AUTH {way} {first}\r\n"))?;
        if !answer.has_code(334) {
            return Ok(answer);
        }
        // What is wrong with the token; the refusal itself comes when that is acknowledged.
        let last = BASE64.encode(bearer.process(b"wrong"));
        connection.command(format_args!("{last}\r\n"))
    }

    /// The kept connection, or a new one; and whether it is new.
    fn connection(&mut self) -> Result<(&mut SmtpConnection, bool), SendError> {
        if self.open.as_ref().is_some_and(|open| open.used.elapsed() > KEPT) {
            self.close();
        }
        let is_new = self.open.is_none();
        let open = match self.open.take() {
            Some(open) => open,
            None => Open { connection: self.connect()?, used: Instant::now() },
        };
        let open = self.open.insert(open);
        open.used = Instant::now();
        Ok((&mut open.connection, is_new))
    }

    fn close(&mut self) {
        if let Some(mut open) = self.open.take() {
            // The server may have closed it long ago.
            let _ = open.connection.set_timeout(Some(Duration::from_secs(2)));
            open.connection.abort();
        }
    }

    /// `MAIL` and `RCPT`. A kept connection that turns out to be lost is made anew.
    fn begin(
        &mut self,
        from: Option<&Address>,
        to: &[Address],
        is_ascii: bool,
    ) -> Result<(), SendError> {
        let place = self.server.to_string();
        let address = |address: &Address| {
            lettre::Address::new(address.local(), address.domain()).map_err(|error| {
                let reason = format!("{}: {error}", address.mailbox());
                SendError::new(Fault::Recipient, place.clone(), reason)
            })
        };
        // The referee's own address is wrong in the configuration: that is no recipient's fault.
        let from = from
            .map(address)
            .transpose()
            .map_err(|error| SendError { fault: Fault::Service, ..error })?;
        let to = to.iter().map(address).collect::<Result<Vec<_>, _>>()?;
        let patience = self.patience.envelope;
        let (mut connection, mut is_new) = self.connection()?;
        loop {
            // A socket whose time cannot be set is lost, which the next step says.
            let _ = connection.set_timeout(Some(patience));
            let info = connection.server_info();
            let mut options = Vec::new();
            if !is_ascii && info.supports_feature(Extension::EightBitMime) {
                options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
            }
            let all_ascii = from.iter().chain(&to).all(|address| {
                let address: &str = address.as_ref();
                address.is_ascii()
            });
            if !all_ascii {
                if !info.supports_feature(Extension::SmtpUtfEight) {
                    let reason = "the server takes no addresses with such letters (SMTPUTF8)";
                    return Err(SendError::new(Fault::Mail, place, reason));
                }
                options.push(MailParameter::SmtpUtfEight);
            }
            match connection.command(Mail::new(from.clone(), options)) {
                Ok(_) => break,
                Err(error) => {
                    let lost = error.status().is_none_or(|code| u16::from(code) == 421) && !is_new;
                    let failure = self.failure(Stage::Sender, &error);
                    self.close();
                    if !lost {
                        return Err(failure);
                    }
                    (connection, is_new) = self.connection()?;
                }
            }
        }
        for recipient in to {
            if let Err(error) = connection.command(Rcpt::new(recipient, vec![])) {
                let failure = self.failure(Stage::Recipient, &error);
                self.go_on(&error);
                return Err(failure);
            }
        }
        Ok(())
    }

    /// After a refusal: the connection is good for the next mail, or is closed.
    fn go_on(&mut self, error: &lettre::transport::smtp::Error) {
        let refused = error.status().is_some_and(|code| u16::from(code) != 421);
        let reset =
            self.open.as_mut().is_some_and(|open| refused && open.connection.command(Rset).is_ok());
        if !reset {
            self.close();
        }
    }
}

impl MailTransport for SmtpTransport {
    fn send(&mut self, envelope: &Envelope, message: &[u8]) -> Result<(), SendError> {
        self.begin(envelope.from.as_ref(), &envelope.to, message.is_ascii())?;
        let patience = self.patience;
        let (connection, _) = self.connection()?;
        let _ = connection.set_timeout(Some(patience.data));
        let answer = connection.command(Data).map(|answer| answer.has_code(354));
        match answer {
            Ok(true) => {}
            Ok(false) => {
                self.close();
                let reason = "the server does not answer DATA as it should";
                return Err(SendError::new(Fault::Service, self.server.to_string(), reason));
            }
            Err(error) => {
                let failure = self.failure(Stage::Data, &error);
                self.go_on(&error);
                return Err(failure);
            }
        }
        let (connection, _) = self.connection()?;
        let _ = connection.set_timeout(Some(patience.end));
        let sent = match std::str::from_utf8(message) {
            // In one piece with its end: the library's own way leaves the end waiting for the
            // other side's acknowledgement of what came before (RFC 896), which takes 40 ms.
            Ok(text) => connection.command(Framed(text)),
            Err(_) => connection.message(message.strip_suffix(b"\r\n").unwrap_or(message)),
        };
        sent.map(drop).map_err(|error| {
            let failure = self.failure(Stage::EndOfData, &error);
            self.go_on(&error);
            failure
        })
    }

    fn try_out(&mut self, from: &Address, to: Option<&Address>) -> Result<(), SendError> {
        let to: Vec<Address> = to.cloned().into_iter().collect();
        self.begin(Some(from), &to, true)?;
        let reset = self.open.as_mut().map(|open| open.connection.command(Rset));
        match reset {
            Some(Err(error)) => {
                let failure = self.failure(Stage::Sender, &error);
                self.close();
                Err(failure)
            }
            _ => Ok(()),
        }
    }
}

impl Drop for SmtpTransport {
    fn drop(&mut self) {
        self.close();
    }
}

/// A message as it goes over the line: dots at the beginnings of lines doubled, the end marked
/// (RFC 5321 section 4.5.2).
struct Framed<'m>(&'m str);

impl fmt::Display for Framed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.0.split_inclusive('\n') {
            if line.starts_with('.') {
                f.write_str(".")?;
            }
            f.write_str(line)?;
        }
        if !self.0.is_empty() && !self.0.ends_with("\r\n") {
            f.write_str("\r\n")?;
        }
        f.write_str(".\r\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_doubled_and_the_end_is_marked() {
        let cases = [
            ("a\r\n", "a\r\n.\r\n"),
            (".\r\n..b\r\nc", "..\r\n...b\r\nc\r\n.\r\n"),
            ("", ".\r\n"),
            ("a.b\r\n\r\n", "a.b\r\n\r\n.\r\n"),
        ];
        for (message, framed) in cases {
            assert_eq!(Framed(message).to_string(), framed);
        }
    }
}
