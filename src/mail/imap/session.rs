//! One connection to an IMAP server, logged in and with the mailbox selected.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use imap::Client;
use imap::extensions::idle::SetReadTimeout;
use imap::types::{Flag, UnsolicitedResponse};
use rustls::{ClientConnection, StreamOwned};

use super::ImapSettings;
use crate::mail::access::Bearer;
use crate::mail::server::{Credentials, Security, Server, is_certificate_error};

/// The extensions this program makes use of.
pub(super) struct Capabilities;

impl Capabilities {
    /// The server says by itself that there is new mail (RFC 2177).
    pub(super) const IDLE: &str = "IDLE";
    /// The server moves mails in one step (RFC 6851).
    const MOVE: &str = "MOVE";
    /// The server removes single mails (RFC 4315).
    pub(super) const UIDPLUS: &str = "UIDPLUS";
}

/// A connection in the selected state.
pub(super) struct Session {
    pub(super) imap: imap::Session<Wire>,
    pub(super) uid_validity: u32,
    /// Whether the mailbox keeps flags of our own.
    pub(super) keeps_keywords: bool,
    /// Whether nobody has looked for mail since the connection was made.
    pub(super) unseen: bool,
    capabilities: Vec<&'static str>,
}

impl Session {
    /// Connects, logs in and selects. On failure: why, and whether trying again can help.
    pub(super) fn open(settings: &ImapSettings) -> Result<Self, (String, bool)> {
        let client = connect(settings)?;
        let credentials = &settings.credentials;
        let mut imap = login(client, credentials, &settings.server)?;
        let failure = |error: imap::Error| (error.to_string(), is_transient(&error));
        let offered = imap.capabilities().map_err(failure)?;
        let capabilities = [Capabilities::IDLE, Capabilities::MOVE, Capabilities::UIDPLUS]
            .into_iter()
            .filter(|name| offered.has_str(name))
            .collect();
        let mailbox = imap.select(&settings.mailbox).map_err(failure)?;
        let Some(uid_validity) = mailbox.uid_validity else {
            return Err(("the mailbox does not keep unique identifiers".to_owned(), false));
        };
        if mailbox.is_read_only {
            return Err(("the mailbox cannot be written to".to_owned(), false));
        }
        // A server that says nothing about it keeps all flags (RFC 3501 section 7.1).
        let keeps_keywords = mailbox.permanent_flags.is_empty()
            || mailbox.permanent_flags.contains(&Flag::MayCreate);
        Ok(Self { imap, uid_validity, keeps_keywords, unseen: true, capabilities })
    }

    /// Whether the server offers an extension.
    pub(super) fn can(&self, capability: &str) -> bool {
        self.capabilities.contains(&capability)
    }

    /// Waits for news until `timeout`, and says whether there may be new mail.
    pub(super) fn idle(&mut self, timeout: Duration) -> Result<bool, imap::Error> {
        // What arrived since the last poll is news already, and would not be told again.
        self.imap.noop()?;
        if self.forget_news() || self.unseen {
            return Ok(true);
        }
        let mut news = false;
        let mut idle = self.imap.idle();
        idle.timeout(timeout).keepalive(false).wait_while(|response| {
            news |= is_news(&response);
            !news
        })?;
        drop(idle);
        // The end of IDLE is not checked by the library; this notices a lost connection.
        self.imap.noop()?;
        Ok(self.forget_news() || news)
    }

    /// Takes what the server told unasked, and says whether new mail was among it.
    pub(super) fn forget_news(&mut self) -> bool {
        self.imap.take_all_unsolicited().filter(is_news).count() > 0
    }

    /// Moves mails to another folder, in one step or in the steps that come closest.
    pub(super) fn carry(&mut self, uids: &str, folder: &str) -> Result<(), imap::Error> {
        if self.can(Capabilities::MOVE) {
            return self.imap.uid_mv(uids, folder);
        }
        self.imap.uid_copy(uids, folder)?;
        self.imap.uid_store(uids, "+FLAGS.SILENT (\\Deleted)")?;
        // Without UIDPLUS the mail stays, marked as deleted: a plain EXPUNGE would also remove
        // what somebody else has marked.
        if self.can(Capabilities::UIDPLUS) {
            self.imap.uid_expunge(uids)?;
        }
        Ok(())
    }
}

fn is_news(response: &UnsolicitedResponse) -> bool {
    matches!(
        response,
        UnsolicitedResponse::Exists(_)
            | UnsolicitedResponse::Recent(_)
            | UnsolicitedResponse::Bye { .. }
    )
}

/// A connection with the greeting read, encrypted as configured.
fn connect(settings: &ImapSettings) -> Result<Client<Wire>, (String, bool)> {
    let server = &settings.server;
    let failure = |error: crate::mail::server::ServerError| {
        let transient = error.is_transient();
        (error.to_string(), transient)
    };
    let told = |error: imap::Error| (error.to_string(), is_transient(&error));
    let stream = server.connect().map_err(failure)?;
    let timeout = server.timeout;
    let mut client = match server.security {
        Security::Plain => Client::new(Wire::plain(stream, timeout)),
        Security::Tls => {
            let tls = server.tls().map_err(failure)?;
            let stream = server.encrypt(stream, tls).map_err(failure)?;
            Client::new(Wire { stream: Stream::Encrypted(Box::new(stream)), timeout })
        }
        Security::StartTls => {
            let tls = server.tls().map_err(failure)?;
            let stream = start_tls(stream).map_err(told)?;
            let stream = server.encrypt(stream, tls).map_err(failure)?;
            return Ok(Client::new(Wire { stream: Stream::Encrypted(Box::new(stream)), timeout }));
        }
    };
    client.read_greeting().map_err(told)?;
    Ok(client)
}

/// Asks for TLS (RFC 3501 section 6.2.1). The library does this only with its own TLS. Read byte
/// by byte, so that nothing that came in plain text is left over for the encrypted connection:
/// nobody on the way can put words into the server's mouth.
fn start_tls(mut stream: TcpStream) -> Result<TcpStream, imap::Error> {
    const LONGEST_LINE: usize = 8192;
    let line = |stream: &mut TcpStream| -> Result<String, imap::Error> {
        let mut line = Vec::new();
        let mut byte = [0];
        while line.last() != Some(&b'\n') && line.len() < LONGEST_LINE {
            if stream.read(&mut byte)? == 0 {
                return Err(imap::Error::ConnectionLost);
            }
            line.push(byte[0]);
        }
        Ok(String::from_utf8_lossy(&line).into_owned())
    };
    line(&mut stream)?;
    stream.write_all(b"tls STARTTLS\r\n")?;
    loop {
        let answer = line(&mut stream)?.to_ascii_uppercase();
        if answer.starts_with("TLS OK") {
            return Ok(stream);
        }
        if answer.starts_with("TLS ") {
            return Err(imap::Error::StartTlsNotAvailable);
        }
    }
}

/// Whether trying again later can help: the server was not reached, hung up, or was confused.
pub(super) fn is_transient(error: &imap::Error) -> bool {
    match error {
        imap::Error::Io(error) => !is_certificate_error(error),
        imap::Error::No(_)
        | imap::Error::Bad(_)
        | imap::Error::Validate(_)
        | imap::Error::StartTlsNotAvailable
        | imap::Error::TlsNotConfigured => false,
        _ => true,
    }
}

/// Logs in, with a password or with an access token. A token that is refused may have expired: one is
/// fetched anew for the next attempt, which is made soon.
fn login(
    mut client: Client<Wire>,
    credentials: &Credentials,
    server: &Server,
) -> Result<imap::Session<Wire>, (String, bool)> {
    let told = |error: &imap::Error| format!("logging in as {}: {error}", credentials.user);
    let Some(tokens) = credentials.password.access() else {
        return client
            .login(&credentials.user, credentials.password.reveal())
            .map_err(|(error, _client)| (told(&error), login_can_pass(&error)));
    };
    let failure = |error: imap::Error| (error.to_string(), is_transient(&error));
    let offered = client.capabilities().map_err(failure)?;
    let standard = offered.has_str("AUTH=OAUTHBEARER");
    if !standard && !offered.has_str("AUTH=XOAUTH2") {
        return Err((
            format!(
                "logging in as {}: {} takes no access token (neither OAUTHBEARER nor XOAUTH2); \
                 give it a password",
                credentials.user, server.host
            ),
            false,
        ));
    }
    drop(offered);
    let mut has_failed = false;
    loop {
        let token = tokens.current().map_err(|reason| {
            (format!("no access token for {}: {reason}", credentials.user), true)
        })?;
        let (way, bearer) = if standard {
            ("OAUTHBEARER", Bearer::standard(&credentials.user, &token, &server.host, server.port))
        } else {
            ("XOAUTH2", Bearer::older(&credentials.user, &token))
        };
        match client.authenticate(way, &bearer) {
            Ok(session) => return Ok(session),
            Err((error @ imap::Error::No(_), again)) => {
                tokens.refused(&token);
                if std::mem::replace(&mut has_failed, true) {
                    return Err((told(&error), login_can_pass(&error)));
                }
                client = again;
            }
            Err((error, _)) => return Err((told(&error), is_transient(&error))),
        }
    }
}

/// Whether a refused login can succeed later: some servers refuse while they are busy
/// (RFC 5530 section 3).
fn login_can_pass(error: &imap::Error) -> bool {
    match error {
        imap::Error::No(no) => ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"]
            .iter()
            .any(|code| no.information.to_ascii_uppercase().contains(code)),
        error => is_transient(error),
    }
}

/// A TCP connection, encrypted or not.
pub(super) struct Wire {
    stream: Stream,
    timeout: Duration,
}

enum Stream {
    Open(TcpStream),
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Wire {
    fn plain(stream: TcpStream, timeout: Duration) -> Self {
        Self { stream: Stream::Open(stream), timeout }
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Open(stream) => stream.read(buffer),
            Stream::Encrypted(stream) => stream.read(buffer),
        }
    }
}

impl Write for Wire {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Open(stream) => stream.write(buffer),
            Stream::Encrypted(stream) => stream.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::Open(stream) => stream.flush(),
            Stream::Encrypted(stream) => stream.flush(),
        }
    }
}

impl SetReadTimeout for Wire {
    /// The library takes the time limit away after IDLE; the one for commands comes back then.
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> imap::Result<()> {
        let socket = match &self.stream {
            Stream::Open(stream) => stream,
            Stream::Encrypted(stream) => &stream.sock,
        };
        socket.set_read_timeout(Some(timeout.unwrap_or(self.timeout))).map_err(imap::Error::Io)
    }
}
