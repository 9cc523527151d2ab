//! Servers on this machine that say what a script tells them to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// What is answered to commands that begin so, instead of what a good server answers.
pub type Script = &'static [(&'static str, &'static str)];

/// What a good IMAP server answers; `{}` is the command's tag.
const IMAP: Script = &[
    ("greeting", "* OK ready\r\n"),
    ("CAPABILITY", "* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n{} OK\r\n"),
    ("LOGIN", "{} OK\r\n"),
    (
        "SELECT",
        "* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] x\r\n* 0 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n\
         {} OK [READ-WRITE] done\r\n",
    ),
    ("UID SEARCH", "* SEARCH\r\n{} OK\r\n"),
    ("", "{} OK\r\n"),
];

/// What a good SMTP server answers.
const SMTP: Script = &[
    ("greeting", "220 ready\r\n"),
    ("EHLO", "250-here\r\n250 AUTH PLAIN LOGIN\r\n"),
    ("AUTH", "235 2.7.0 welcome\r\n"),
    ("QUIT", "221 bye\r\n"),
    ("", "250 2.0.0 ok\r\n"),
];

fn serve(name: &'static str, work: impl Fn(TcpStream) + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect(name);
    let port = listener.local_addr().expect(name).port();
    // It ends with the test.
    thread::spawn(move || listener.incoming().flatten().for_each(&work));
    port
}

fn answer(script: Script, usual: Script, command: &str) -> &'static str {
    let fits = |(begin, _): &&(&str, &str)| match *begin {
        "greeting" => command == "greeting",
        begin => command != "greeting" && command.starts_with(begin),
    };
    script.iter().find(fits).or_else(|| usual.iter().find(fits)).map_or("", |(_, answer)| answer)
}

fn converse<S: Read + Write>(stream: S, script: Script, usual: Script, has_tags: bool) {
    let mut stream = BufReader::new(stream);
    let mut said = stream.get_mut().write_all(answer(script, usual, "greeting").as_bytes());
    let mut line = String::new();
    while said.is_ok() && stream.read_line(&mut line).is_ok_and(|length| length > 0) {
        let words = line.trim_end();
        let (tag, command) =
            if has_tags { words.split_once(' ').unwrap_or(("*", words)) } else { ("", words) };
        let answer = answer(script, usual, &command.to_ascii_uppercase()).replace("{}", tag);
        if answer.is_empty() {
            return;
        }
        said = stream.get_mut().write_all(answer.as_bytes());
        line.clear();
    }
}

/// An IMAP server's port.
pub fn imap(script: Script) -> u16 {
    serve("imap", move |stream| converse(stream, script, IMAP, true))
}

/// An SMTP server's port.
pub fn smtp(script: Script) -> u16 {
    serve("smtp", move |stream| converse(stream, script, SMTP, false))
}

/// Somebody who listens and says nothing.
pub fn silent() -> u16 {
    serve("silent", |stream| {
        thread::spawn(move || {
            let mut stream = stream;
            // Until the other side has had enough.
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        });
    })
}

/// A port on which nobody listens.
pub fn nobody() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("a port").port()
}

/// An IMAP server with TLS from the first byte, whose certificate for `localhost` nobody has signed.
pub fn imaps() -> u16 {
    let certificate = CertificateDer::from_pem_slice(include_bytes!("ca.pem")).expect("it");
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("key.pem")).expect("it");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a certificate");
    let config = Arc::new(config);
    serve("imaps", move |stream| {
        let tls = ServerConnection::new(Arc::clone(&config)).expect("tls");
        converse(StreamOwned::new(tls, stream), &[], IMAP, true);
    })
}
