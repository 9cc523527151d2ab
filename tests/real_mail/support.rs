//! A club on real mail servers: the judge is the built binary, the players have mail programs.

#![expect(clippy::disallowed_methods, reason = "real servers go by the clock")]

use crate::mail_servers::{MailServers, PASSWORD};
use feldpost::demo::{Course, course};
use feldpost::game::Seat;
use feldpost::mail::intake::{self, Letter, Limits, OwnAddresses};
use lettre::message::Message;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::{SmtpTransport, Transport};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub const GAME: &str = "rossbach";
pub const JUDGE: &str = "judge@club.test";
/// For what does not depend on pictures.
pub const NO_PICTURES: &str = "pictures = false";
/// What takes longer than this hangs. No test measures how fast the judge is: a slow machine with
/// other work needs many times as long as an idle one.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// The player of a seat.
pub fn player(seat: Seat) -> &'static str {
    match seat {
        Seat::Frederick => "ada@club.test",
        Seat::Elisabeth => "ben@club.test",
        Seat::MariaTheresa => "cleo@club.test",
        Seat::Pompadour => "dan@club.test",
    }
}

/// How the judge reaches the servers.
#[derive(Clone, Copy)]
pub enum Ways {
    /// IMAP over TLS, and submission with STARTTLS and a password.
    Encrypted,
    /// Plain text on this machine, by way of these ports, where proxies listen.
    Plain { imap: u16, smtp: u16 },
}

/// The club's folder and its servers; the judge is started and ended as the test goes.
pub struct Club<'s> {
    pub servers: &'s MailServers,
    pub folder: TempDir,
    pub course: Course,
    judge: Option<Child>,
    /// What the players' mail programs have fetched so far.
    fetched: RefCell<BTreeMap<String, Fetched>>,
    /// When it was last seen to that nothing waits for the end of a pause.
    hurried: Cell<Option<Instant>>,
}

/// The inbox of a mail program that stays connected and fetches only what is new.
#[derive(Default)]
struct Fetched {
    session: Option<imap::Session<TcpStream>>,
    newest: u32,
    letters: Vec<Letter>,
}

impl Fetched {
    /// The mails that have come since, by their numbers.
    fn new_mails(&mut self) -> imap::Result<Vec<(u32, Vec<u8>)>> {
        let Some(session) = &mut self.session else { return Ok(Vec::new()) };
        if session.examine("INBOX")?.exists == 0 {
            return Ok(Vec::new());
        }
        // The last mail is in the answer even if it is not new.
        let mails = session.uid_fetch(format!("{}:*", self.newest + 1), "(UID BODY.PEEK[])")?;
        let mut mails: Vec<(u32, Vec<u8>)> =
            mails.iter().filter_map(|mail| Some((mail.uid?, mail.body()?.to_vec()))).collect();
        mails.retain(|(number, _)| *number > self.newest);
        mails.sort_by_key(|(number, _)| *number);
        Ok(mails)
    }
}

impl<'s> Club<'s> {
    /// A club whose game is founded; the judge is not yet at work. Its mails have no pictures, which
    /// take long to draw: those are sent in the tests of the flood and of the doctor.
    pub fn new(servers: &'s MailServers) -> Club<'s> {
        Club::by_way_of(servers, Ways::Encrypted, NO_PICTURES)
    }

    /// The same by other ways and with more lines at the head of the configuration.
    pub fn by_way_of(servers: &'s MailServers, ways: Ways, more: &str) -> Club<'s> {
        let folder = tempfile::tempdir().expect("a folder");
        let course = course().expect("the course");
        let club = Club {
            servers,
            folder,
            course,
            judge: None,
            fetched: RefCell::default(),
            hurried: Cell::default(),
        };
        club.configure(ways, more);
        let mut new = vec!["game".to_owned(), "new".to_owned(), GAME.to_owned()];
        for seat in Seat::ALL {
            new.push("--player".into());
            new.push(format!("{}={}", seat.id(), player(seat)));
        }
        new.extend(["--seed".to_owned(), club.course.seed.clone()]);
        let new: Vec<&str> = new.iter().map(String::as_str).collect();
        let output = club.run(&new);
        assert!(output.status.success(), "{output:?}");
        club
    }

    fn configure(&self, ways: Ways, more: &str) {
        let password = self.folder.path().join("password");
        fs::write(&password, format!("{PASSWORD}\n")).expect("the password is written");
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).expect("its mode");
        let ca = format!("ca_file = \"{}\"\n", self.servers.authority().display());
        let (imap, smtp) = match ways {
            Ways::Encrypted => (
                format!("port = {}\n{ca}", self.servers.imaps),
                format!(
                    "port = {}\nsecurity = \"starttls\"\nuser = \"{JUDGE}\"\n\
                     password_env = \"JUDGE_PASSWORD\"\n{ca}",
                    self.servers.submission
                ),
            ),
            Ways::Plain { imap, smtp } => (
                format!("port = {imap}\nsecurity = \"none\"\n"),
                format!("port = {smtp}\nsecurity = \"none\"\n"),
            ),
        };
        let text = format!(
            "address = \"{JUDGE}\"\nname = \"The judge\"\npoll_seconds = 5\n{more}\n\
             [mailbox]\nkind = \"imap\"\nhost = \"localhost\"\nuser = \"{JUDGE}\"\n\
             password_file = \"password\"\nprocessed = \"Processed\"\n\
             rejected = \"Rejected\"\n{imap}\
             [transport]\nkind = \"smtp\"\nhost = \"localhost\"\n{smtp}"
        );
        fs::write(self.config(), text).expect("the configuration is written");
    }

    pub fn config(&self) -> PathBuf {
        self.folder.path().join("config.toml")
    }

    pub fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// The judge's log so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_feldpost"));
        command
            .args(arguments)
            .arg("--config")
            .arg(self.config())
            .env("JUDGE_PASSWORD", PASSWORD)
            .env("FELDPOST_LOG", "trace")
            .stdin(Stdio::null());
        command
    }

    /// Runs a command of the program to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// Starts the daemon.
    pub fn serve(&mut self) {
        let command = self.command(&["serve"]);
        self.start(command);
    }

    pub fn start(&mut self, mut command: Command) {
        assert!(self.judge.is_none(), "the judge is at work already");
        let log = fs::OpenOptions::new().create(true).append(true).open(self.log_file());
        let log = log.expect("the log");
        let child = command.stdout(Stdio::null()).stderr(log).spawn();
        self.judge = Some(child.expect("the program starts"));
    }

    /// The daemon's process number.
    pub fn pid(&self) -> u32 {
        self.judge.as_ref().expect("the judge is at work").id()
    }

    /// The most memory that the daemon has used, in MiB.
    pub fn peak_memory(&self) -> u64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.pid())).expect("its status");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
        let kibibytes: u64 =
            line.split_whitespace().nth(1).and_then(|text| text.parse().ok()).expect("a number");
        kibibytes / 1024
    }

    /// Ends the daemon as an administrator does, and says how long that took.
    pub fn terminate(&mut self) -> Duration {
        let start = Instant::now();
        let mut judge = self.judge.take().expect("the judge is at work");
        signal("TERM", judge.id());
        let status = judge.wait().expect("it ends");
        assert!(status.success(), "{status}: {}", self.log());
        start.elapsed()
    }

    /// Waits until the daemon ends by itself, and says how.
    pub fn await_end(&mut self) -> ExitStatus {
        let mut judge = self.judge.take().expect("the judge is at work");
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = judge.try_wait().expect("its end") {
                return status;
            }
            assert!(Instant::now() < end, "it does not end:\n{}", self.log());
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends the daemon as a power failure does.
    pub fn kill(&mut self) {
        let mut judge = self.judge.take().expect("the judge is at work");
        judge.kill().expect("it is killed");
        judge.wait().expect("it ends");
    }

    /// A player's mail program.
    pub fn sender(&self, user: &str) -> SmtpTransport {
        let pem = fs::read(self.servers.authority()).expect("the authority");
        let authority = Certificate::from_pem(&pem).expect("a certificate");
        let tls = TlsParameters::builder("localhost".to_owned())
            .certificate_store(CertificateStore::None)
            .add_root_certificate(authority)
            .build_rustls()
            .expect("TLS");
        SmtpTransport::builder_dangerous("localhost")
            .port(self.servers.submission)
            .tls(Tls::Required(tls))
            .credentials(Credentials::new(user.to_owned(), PASSWORD.to_owned()))
            .build()
    }

    /// A player presses reply, types, and sends.
    pub fn reply(&self, seat: Seat, to: &Letter, text: &str) -> Vec<u8> {
        let message = answer(player(seat), to, text);
        let end = Instant::now() + PATIENCE;
        // A mail program tries again when the server says that it may.
        while let Err(error) = self.sender(player(seat)).send(&message) {
            assert!(!error.is_permanent() && Instant::now() < end, "{error}");
            thread::sleep(Duration::from_millis(100));
        }
        message.formatted()
    }

    /// All mails in an account's inbox, oldest first.
    pub fn inbox(&self, user: &str) -> Vec<Vec<u8>> {
        self.folder_of(user, "INBOX")
    }

    /// A player's mail program, logged in. Like one, it tries again while a server restarts.
    fn session(&self, user: &str) -> imap::Session<TcpStream> {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.logged_in(user) {
                Ok(session) => return session,
                Err(error) => assert!(Instant::now() < end, "{user} cannot log in: {error}"),
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn logged_in(&self, user: &str) -> imap::Result<imap::Session<TcpStream>> {
        let stream = TcpStream::connect(("127.0.0.1", self.servers.imap))?;
        let mut client = imap::Client::new(stream);
        client.read_greeting()?;
        client.login(user, PASSWORD).map_err(|(error, _)| error)
    }

    /// All mails in a folder of an account, oldest first; none if there is no such folder.
    pub fn folder_of(&self, user: &str, folder: &str) -> Vec<Vec<u8>> {
        let mut session = self.session(user);
        let Ok(mailbox) = session.examine(folder) else { return Vec::new() };
        if mailbox.exists == 0 {
            return Vec::new();
        }
        let mails = session.uid_fetch("1:*", "(UID BODY.PEEK[])").expect("mails");
        let mut mails: Vec<(u32, Vec<u8>)> =
            mails.iter().filter_map(|mail| Some((mail.uid?, mail.body()?.to_vec()))).collect();
        mails.sort_by_key(|(uid, _)| *uid);
        let _ = session.logout();
        mails.into_iter().map(|(_, raw)| raw).collect()
    }

    /// How many mails are in a folder of an account; none if there is no such folder.
    pub fn count_in(&self, user: &str, folder: &str) -> usize {
        let mut session = self.session(user);
        let count = session.examine(folder).map_or(0, |mailbox| mailbox.exists as usize);
        let _ = session.logout();
        count
    }

    /// Waits until the judge has dealt with everything in its mailbox and sent all its mails.
    pub fn await_quiet(&self) {
        let end = Instant::now() + PATIENCE;
        while self.count_in(JUDGE, "INBOX") > 0
            || self.count("SELECT count(*) FROM outbox WHERE state = ?1", "queued") > 0
        {
            self.hurry(end - PATIENCE);
            assert!(Instant::now() < end, "not done in {PATIENCE:?}:\n{}", self.log());
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// All mails in a player's inbox, oldest first.
    pub fn mails_to(&self, user: &str) -> Vec<Letter> {
        let mut fetched = self.fetched.borrow_mut();
        let fetched = fetched.entry(user.to_owned()).or_default();
        let new = match fetched.session.is_some().then(|| fetched.new_mails()) {
            Some(Ok(new)) => new,
            // Not connected yet, or the server was started again.
            None | Some(Err(_)) => {
                fetched.session = Some(self.session(user));
                fetched.new_mails().expect("mails")
            }
        };
        for (number, raw) in new {
            fetched.newest = number;
            fetched.letters.push(read(&raw));
        }
        fetched.letters.clone()
    }

    /// Waits until an account has so many different mails, and returns them, oldest first.
    pub fn await_mails(&self, user: &str, count: usize) -> Vec<Letter> {
        let end = Instant::now() + PATIENCE;
        loop {
            let mails = distinct(self.mails_to(user));
            if mails.len() >= count {
                return mails;
            }
            self.hurry(end - PATIENCE);
            assert!(
                Instant::now() < end,
                "{user} has {} mails instead of {count}:\n{}",
                mails.len(),
                self.log()
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// What a query with one parameter counts in the database.
    fn count(&self, sql: &str, parameter: &str) -> usize {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let database = self.folder.path().join("feldpost.db");
        let connection =
            rusqlite::Connection::open_with_flags(database, flags).expect("the database");
        let count: i64 = connection.query_row(sql, [parameter], |row| row.get(0)).expect("a count");
        usize::try_from(count).expect("a count")
    }

    /// After some seconds of waiting the pause before a mail's next attempt is over: nothing is
    /// learnt by sitting through it.
    fn hurry(&self, since: Instant) {
        if since.elapsed() < Duration::from_secs(3)
            || self.hurried.get().is_some_and(|last| last.elapsed() < Duration::from_secs(1))
        {
            return;
        }
        self.hurried.set(Some(Instant::now()));
        self.servers.flush();
        // The operator says that the server is well again.
        let retried = self.run(&["outbox", "retry"]);
        // While the judge writes, nothing waits for the end of a pause.
        let busy = String::from_utf8_lossy(&retried.stderr).contains("is using the database");
        assert!(retried.status.success() || busy, "{retried:?}");
    }

    /// The newest mail to a player, once all that the judge has written to him has arrived.
    pub fn newest(&self, user: &str) -> Letter {
        let written = self.count("SELECT count(*) FROM outbox WHERE recipient = ?1", user);
        self.await_mails(user, written.max(1)).pop().expect("a mail to answer")
    }

    /// Waits for the mail that answers this one.
    pub fn await_answer(&self, user: &str, raw: &[u8]) -> Letter {
        let id = read(raw).message_id.expect("an id");
        let end = Instant::now() + PATIENCE;
        loop {
            let answer = self
                .mails_to(user)
                .into_iter()
                .find(|letter| letter.in_reply_to_and_references.first() == Some(&id));
            if let Some(answer) = answer {
                return answer;
            }
            self.hurry(end - PATIENCE);
            assert!(Instant::now() < end, "no answer to {id}:\n{}", self.log());
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Plays the next mails of the course, and waits for the answer to each. Returns what was
    /// sent.
    pub fn play(&self, from: usize, to: usize) -> Vec<Vec<u8>> {
        self.play_with(from, to, &mut |_| {})
    }

    /// The same; `between` is told each number just after its mail was sent.
    pub fn play_with(
        &self,
        from: usize,
        to: usize,
        between: &mut dyn FnMut(usize),
    ) -> Vec<Vec<u8>> {
        let mut sent = Vec::new();
        let to = to.min(self.course.mail.len());
        for number in from..to {
            let mail = &self.course.mail[number];
            let user = player(mail.seat);
            let newest = self.newest(user);
            let raw = self.reply(mail.seat, &newest, &mail.text);
            between(number);
            self.await_answer(user, &raw);
            sent.push(raw);
        }
        sent
    }

    /// What became of every mail the judge dealt with, and of every mail it sent.
    pub fn books(&self) -> Books {
        books(&self.folder.path().join("feldpost.db"))
    }

    /// Every mail of the outbox reached its player, and each Message-ID always with the same
    /// bytes of ours.
    pub fn check_reports(&self) {
        for seat in Seat::ALL {
            let mut bodies: BTreeMap<String, String> = BTreeMap::new();
            for raw in self.inbox(player(seat)) {
                let letter = read(&raw);
                let id = letter.message_id.expect("our mails have an id");
                let text = letter.text;
                let earlier = bodies.entry(id.clone()).or_insert_with(|| text.clone());
                assert_eq!(*earlier, text, "{id} came with two contents");
            }
        }
        assert_eq!(self.books().queued, 0, "mails wait in the outbox");
    }
}

impl Drop for Club<'_> {
    fn drop(&mut self) {
        if let Some(judge) = &mut self.judge {
            let _ = judge.kill();
            let _ = judge.wait();
        }
        if thread::panicking() {
            let log = self.log();
            let start = log.len().saturating_sub(6000);
            eprintln!("{}", &log[log.floor_char_boundary(start)..]);
        }
    }
}

/// What a database says happened.
pub fn books(database: &Path) -> Books {
    let mut store = feldpost::store::Store::open(database).expect("the database");
    let findings = store.integrity_check().expect("it can be checked");
    assert!(findings.is_empty(), "{findings:?}");
    store
        .transaction(|tx| -> Result<Books, feldpost::store::StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            let outcomes = tx
                .inbox_of_game(game)?
                .into_iter()
                .map(|row| (row.message_id.unwrap_or_default(), row.outcome))
                .collect();
            let entries = tx.entries(game)?;
            let state = tx.latest_snapshot(game)?.expect("a snapshot").state;
            let actions = entries.iter().map(|e| e.public.to_string()).collect();
            Ok(Books { outcomes, actions, state, queued: tx.outbox_counts()?.queued })
        })
        .expect("the database")
}

/// What happened.
#[derive(PartialEq, Debug)]
pub struct Books {
    /// Message-ID and outcome of each mail of the game.
    pub outcomes: Vec<(String, String)>,
    /// The public part of each log entry.
    pub actions: Vec<String>,
    pub state: String,
    pub queued: u64,
}

impl Books {
    /// Each of these mails was dealt with exactly once, in this order.
    pub fn check_exactly_once(&self, sent: &[Vec<u8>]) {
        let sent: Vec<String> =
            sent.iter().map(|raw| read(raw).message_id.expect("an id")).collect();
        let known: BTreeSet<&String> = sent.iter().collect();
        let dealt: Vec<String> = self
            .outcomes
            .iter()
            .map(|(id, _)| id.clone())
            .filter(|id| known.contains(id))
            .collect();
        assert_eq!(dealt, sent);
    }
}

/// A reply as a mail program writes it.
pub fn answer(from: &str, to: &Letter, text: &str) -> Message {
    let id = to.message_id.as_ref().map(|id| format!("<{id}>")).unwrap_or_default();
    let reply_to = to.reply_to.as_ref().expect("a reply address").mailbox();
    Message::builder()
        .from(from.parse().expect("an address"))
        .to(reply_to.parse().expect("an address"))
        .subject(format!("Re: {}", to.subject))
        .in_reply_to(id.clone())
        .references(id)
        .message_id(None)
        .body(text.to_owned())
        .expect("a mail")
}

/// What a mail says to whoever reads it.
pub fn read(raw: &[u8]) -> Letter {
    let own = OwnAddresses::new("nobody@else.test".parse().expect("an address"));
    let mut letter = intake::read(raw, &Limits::default(), &own);
    let message = mail_parser::MessageParser::default().parse(raw).expect("a mail");
    letter.text = message.body_text(0).unwrap_or_default().into_owned();
    letter
}

/// Each Message-ID once, where it came first: a mail program shows a repeated mail once.
pub fn distinct(mails: Vec<Letter>) -> Vec<Letter> {
    let mut known = BTreeSet::new();
    mails.into_iter().filter(|letter| known.insert(letter.message_id.clone())).collect()
}

/// Sends a signal to a process that the test started.
pub fn signal(name: &str, pid: u32) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(pid.to_string()).status();
    assert!(status.expect("kill runs").success());
}

/// Puts mails straight into the judge's mailbox, as a delivering server does.
pub fn drop_into_mailbox(servers: &MailServers, user: &str, mails: &[Vec<u8>]) {
    let new = servers.maildir(user).join("new");
    let tmp = servers.maildir(user).join("tmp");
    assert!(new.is_dir(), "the account has had no mail yet");
    for (number, mail) in mails.iter().enumerate() {
        let name = format!("{}.M{number:06}P{}.test", chrono::Utc::now().timestamp(), mail.len());
        write_as_mail_user(&tmp.join(&name), mail);
        fs::rename(tmp.join(&name), new.join(&name)).expect("the mail is delivered");
    }
}

fn write_as_mail_user(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("the mail is written");
    std::os::unix::fs::chown(path, Some(65534), Some(65534)).expect("these tests run as root");
}
