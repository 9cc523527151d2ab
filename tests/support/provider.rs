//! A provider of access tokens on loopback: the device flow (RFC 8628), renewing (RFC 6749 section 6), and
//! the question of a mail server whose a token is (RFC 7662).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// The provider. It answers until the test ends.
pub struct Provider {
    pub port: u16,
    books: Arc<Mutex<Books>>,
}

/// What the provider knows.
#[derive(Default)]
struct Books {
    /// Whom the device is logged in as, once somebody has typed the code.
    user: String,
    /// How often a device still hears that nobody has typed the code.
    pending: u32,
    given: u32,
    /// Tokens that are good, and whose.
    good: BTreeMap<String, String>,
    /// What was asked for, oldest first.
    asked: Vec<String>,
}

impl Provider {
    /// A provider at which this user will log in, after a device has asked in vain so many times.
    pub fn start(user: &str, pending: u32) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let books = Books { user: user.to_owned(), pending, ..Books::default() };
        let books = Arc::new(Mutex::new(books));
        let shared = Arc::clone(&books);
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { return };
                let books = Arc::clone(&shared);
                // Who keeps a connection open must not keep the others waiting.
                thread::spawn(move || serve(client, &books, port));
            }
        });
        Self { port, books }
    }

    /// Gives out a token for somebody.
    pub fn give(&self, user: &str) -> String {
        self.books.lock().unwrap().give(user)
    }

    /// From now on none of the tokens that were given out is good.
    pub fn expire_all(&self) {
        self.books.lock().unwrap().good.clear();
    }

    /// How often a form with this text in it was sent.
    pub fn asked(&self, text: &str) -> usize {
        let books = self.books.lock().unwrap();
        books.asked.iter().filter(|asked| asked.contains(text)).count()
    }
}

impl Books {
    fn give(&mut self, user: &str) -> String {
        self.given += 1;
        let token = format!("token-{}", self.given);
        self.good.insert(token.clone(), user.to_owned());
        token
    }

    /// The status and the body of an answer.
    fn answer(&mut self, path: &str, form: &str, port: u16) -> (u16, String) {
        self.asked.push(format!("{path}?{form}"));
        let fields: BTreeMap<&str, &str> =
            form.split('&').filter_map(|field| field.split_once('=')).collect();
        let field = |name: &str| fields.get(name).copied().unwrap_or_default();
        let error = |what: &str| (400, format!(r#"{{"error":"{what}"}}"#));
        match (path, field("grant_type")) {
            ("/introspect", _) => match self.good.get(field("token")) {
                Some(user) => (200, format!(r#"{{"active":true,"username":"{user}"}}"#)),
                None => (200, r#"{"active":false}"#.to_owned()),
            },
            ("/device", _) => (
                200,
                format!(
                    r#"{{"device_code":"device-1","user_code":"WDJB-MJHT","expires_in":600,
                        "verification_uri":"http://127.0.0.1:{port}/type-it","interval":1}}"#
                ),
            ),
            ("/token", "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code") => {
                if field("device_code") != "device-1" {
                    error("invalid_grant")
                } else if self.pending > 0 {
                    self.pending -= 1;
                    error("authorization_pending")
                } else {
                    self.tokens()
                }
            }
            ("/token", "refresh_token") if field("refresh_token").starts_with("renew-") => {
                self.tokens()
            }
            ("/token", _) => error("invalid_grant"),
            _ => (404, String::new()),
        }
    }

    /// A token for the user, and one to renew it with.
    fn tokens(&mut self) -> (u16, String) {
        let user = self.user.clone();
        let token = self.give(&user);
        let body = format!(
            r#"{{"token_type":"Bearer","access_token":"{token}","expires_in":3600,
                "refresh_token":"renew-{}"}}"#,
            self.given
        );
        (200, body)
    }
}

/// Answers one request, and ends the connection.
fn serve(mut client: TcpStream, books: &Mutex<Books>, port: u16) -> Option<()> {
    let mut reader = BufReader::new(client.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split_whitespace().nth(1)?.to_owned();
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let header = line.trim().to_ascii_lowercase();
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if header.is_empty() {
            break;
        }
    }
    let mut form = vec![0; length];
    reader.read_exact(&mut form).ok()?;
    let form = String::from_utf8(form).ok()?;
    let (status, body) = books.lock().unwrap().answer(&path, &form, port);
    let length = body.len();
    write!(
        client,
        "HTTP/1.1 {status} -\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    )
    .ok()
}
