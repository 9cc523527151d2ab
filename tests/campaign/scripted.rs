//! A mail server on this machine that says what a test wants it to say, at one step of the
//! conversation, until it is mended.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Where it says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It says nothing at all.
    Silent,
    Banner,
    Ehlo,
    StartTls,
    Auth,
    Mail,
    Rcpt,
    Data,
    /// After the message.
    End,
}

/// The server; it ends with the process.
pub struct Scripted {
    pub port: u16,
    mended: Arc<AtomicBool>,
    taken: Arc<AtomicUsize>,
    connected: Arc<AtomicUsize>,
}

struct Script {
    step: Step,
    reply: String,
    /// From `RCPT` on it is said for this recipient only; for everybody if empty.
    only: String,
    mended: Arc<AtomicBool>,
    taken: Arc<AtomicUsize>,
    /// Connections that are kept silent.
    silent: Mutex<Vec<TcpStream>>,
}

impl Scripted {
    /// Says `reply` at `step`; an empty one closes the connection.
    pub fn start(step: Step, reply: &str, only: &str) -> Scripted {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (mended, taken, connected) =
            (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default(), Arc::default());
        let script = Arc::new(Script {
            step,
            reply: reply.to_owned(),
            only: only.to_owned(),
            mended: Arc::clone(&mended),
            taken: Arc::clone(&taken),
            silent: Mutex::default(),
        });
        let count: Arc<AtomicUsize> = Arc::clone(&connected);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                count.fetch_add(1, Ordering::SeqCst);
                let script = Arc::clone(&script);
                // Whoever goes away without a word is nobody's fault.
                std::thread::spawn(move || drop(script.talk(stream)));
            }
        });
        Scripted { port, mended, taken, connected }
    }

    /// From now on everything is taken.
    pub fn mend(&self) {
        self.mended.store(true, Ordering::SeqCst);
    }

    /// How many mails were taken.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::SeqCst)
    }

    /// How many connections were made.
    pub fn connected(&self) -> usize {
        self.connected.load(Ordering::SeqCst)
    }
}

impl Script {
    /// What is said at a step in place of `usual`, to this recipient if there is one; `None` closes the
    /// connection.
    fn say(&self, step: Step, recipient: &str, usual: &str) -> Option<String> {
        let meant = self.step == step
            && !self.mended.load(Ordering::SeqCst)
            && (self.only.is_empty() || recipient.is_empty() || recipient.contains(&self.only));
        match (meant, self.reply.as_str()) {
            (true, "") => None,
            (true, reply) => Some(reply.to_owned()),
            (false, _) => Some(usual.to_owned()),
        }
    }

    fn talk(&self, mut stream: TcpStream) -> std::io::Result<()> {
        if self.step == Step::Silent {
            self.silent.lock().expect("the list").push(stream);
            return Ok(());
        }
        let mut lines = BufReader::new(stream.try_clone()?);
        let mut send = |reply: Option<String>| -> std::io::Result<bool> {
            let Some(reply) = reply else { return Ok(false) };
            stream.write_all(format!("{reply}\r\n").as_bytes())?;
            let is_closed = reply.starts_with("421") || reply == "554 no SMTP service here";
            Ok(!is_closed)
        };
        if !send(self.say(Step::Banner, "", "220 club.test ESMTP"))? {
            return Ok(());
        }
        let mut recipient = String::new();
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            let reply = match word.as_str() {
                "EHLO" => {
                    let offer =
                        "250-club.test\r\n250-STARTTLS\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME";
                    self.say(Step::Ehlo, "", offer)
                }
                "STARTTLS" => self.say(Step::StartTls, "", "220 go on"),
                "AUTH" => self.say(Step::Auth, "", "235 2.7.0 welcome"),
                "MAIL" => self.say(Step::Mail, "", "250 2.1.0 ok"),
                "RCPT" => {
                    recipient = line.trim().to_owned();
                    self.say(Step::Rcpt, &recipient, "250 2.1.5 ok")
                }
                "DATA" => self.say(Step::Data, &recipient, "354 go on"),
                "QUIT" => Some("221 2.0.0 bye".to_owned()),
                _ => Some("250 2.0.0 ok".to_owned()),
            };
            let goes_on = reply.as_deref().is_some_and(|reply| reply.starts_with("354"));
            if !send(reply)? {
                return Ok(());
            }
            if word == "QUIT" {
                return Ok(());
            }
            if word == "DATA" && goes_on {
                let mut text = String::new();
                while lines.read_line(&mut text)? > 0 && !text.ends_with("\r\n.\r\n") {}
                let reply = self.say(Step::End, &recipient, "250 2.0.0 queued");
                let is_taken = reply.as_deref().is_some_and(|reply| reply.starts_with("250"));
                self.taken.fetch_add(usize::from(is_taken), Ordering::SeqCst);
                if !send(reply)? {
                    return Ok(());
                }
            }
        }
    }
}
