//! Dovecot and Postfix on loopback, for tests that need real servers.
//!
//! Each [`MailServers`] has a temporary folder and ports of its own, so that tests run side by
//! side; dropping it ends the servers and removes the folder. Postfix takes mail on a plain
//! port, on a submission port (STARTTLS and a password) and on one with TLS from the first
//! byte, and hands mail for `club.test` to Dovecot by LMTP.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The password of every account.
pub const PASSWORD: &str = "correct-horse-battery";
/// The user the mailboxes belong to: nobody.
const MAIL_USER: u32 = 65534;
/// How long a server may take to come up or go down.
const PATIENCE: Duration = Duration::from_secs(300);

/// The servers of one test.
pub struct MailServers {
    folder: TempDir,
    dovecot: Mutex<Child>,
    postfix: Mutex<Child>,
    pub imap: u16,
    pub imaps: u16,
    pub smtp: u16,
    pub submission: u16,
    pub submissions: u16,
}

impl MailServers {
    /// Starts both servers and waits until they answer.
    ///
    /// Panics with the names of the packages when they are not installed.
    pub fn start() -> Self {
        Self::offering(|_| {})
    }

    /// The same with an IMAP server that has no extensions but these, and a submission that
    /// takes passwords by LOGIN alone.
    pub fn start_modest(extensions: &str) -> Self {
        Self::offering(|folder| {
            let capability = format!("imap_capability = IMAP4rev1 {extensions}\n");
            add_line(&folder.join("dovecot.conf"), &capability);
            add_line(&folder.join("conf/main.cf"), "smtpd_sasl_mechanism_filter = login\n");
        })
    }

    /// The same for whoever logs in with access tokens, in these ways (such as `xoauth2`), and with no
    /// password: Dovecot asks a server on this port whose they are (RFC 7662), for Postfix, too.
    pub fn start_for_tokens(mechanisms: &str, introspection: u16) -> Self {
        Self::offering(|folder| {
            let tokens = folder.join("tokens.conf");
            let asked = format!(
                "introspection_mode = post\n\
                 introspection_url = http://127.0.0.1:{introspection}/introspect\n\
                 username_attribute = username\nactive_attribute = active\nactive_value = true\n"
            );
            fs::write(&tokens, asked).unwrap();
            // The players in a test have passwords still.
            let lines = format!(
                "auth_mechanisms = plain {mechanisms}\npassdb {{\n  driver = oauth2\n  \
                 mechanisms = {mechanisms}\n  args = {}\n}}\n",
                tokens.display()
            );
            let file = folder.join("dovecot.conf");
            let text = fs::read_to_string(&file).unwrap();
            let text = text.replace(
                "driver = static\n  args = password",
                "driver = static\n  mechanisms = plain\n  args = password",
            );
            fs::write(&file, text + &lines).unwrap();
        })
    }

    /// Starts them with what this changes in their folder.
    fn offering(change: impl FnOnce(&Path)) -> Self {
        for (program, package) in [
            ("dovecot", "dovecot-imapd dovecot-lmtpd"),
            ("postfix", "postfix"),
            ("openssl", "openssl"),
        ] {
            let found = Command::new(program).arg("--version").output().is_ok();
            assert!(
                found,
                "{program} is missing, and this test is about real servers: as root run \
                 apt-get install {package}"
            );
        }
        let folder = tempfile::Builder::new().prefix("feldpost-mail-").tempdir().unwrap();
        // The servers work as several users, all of which must get in.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        certificates(folder.path());
        let [imap, imaps, lmtp, auth, smtp, submission, submissions] = free_ports();
        configure_dovecot(folder.path(), imap, imaps, lmtp, auth);
        configure_postfix(folder.path(), lmtp, auth, [smtp, submission, submissions]);
        change(folder.path());
        let dovecot = Mutex::new(start_dovecot(folder.path()));
        let postfix = Mutex::new(start_postfix(folder.path()));
        let servers = Self { folder, dovecot, postfix, imap, imaps, smtp, submission, submissions };
        servers.wait_for(auth, "MECH");
        servers.wait_for(lmtp, "220 ");
        servers.wait_for_imap();
        servers.wait_for_smtp();
        servers
    }

    /// The certificate authority that vouches for the servers, which are called `localhost`.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// A certificate authority that does not.
    pub fn other_authority(&self) -> PathBuf {
        self.folder.path().join("other-ca.pem")
    }

    /// Ends Dovecot.
    pub fn stop_imap(&self) {
        stop_dovecot(&mut self.dovecot.lock().unwrap());
    }

    /// Starts Dovecot again on the same ports.
    pub fn start_imap(&self) {
        let _ = fs::remove_file(self.folder.path().join("run/master.pid"));
        *self.dovecot.lock().unwrap() = start_dovecot(self.folder.path());
        self.wait_for_imap();
    }

    /// Ends Postfix.
    pub fn stop_smtp(&self) {
        stop_postfix(self.folder.path(), &mut self.postfix.lock().unwrap());
    }

    /// Starts Postfix again on the same ports.
    pub fn start_smtp(&self) {
        *self.postfix.lock().unwrap() = start_postfix(self.folder.path());
        self.wait_for_smtp();
    }

    /// Has Postfix deliver at once what waits in its queue: what it met on its way, such as a Dovecot that
    /// was just started again, keeps it waiting for a minute.
    pub fn flush(&self) {
        let conf = self.folder.path().join("conf");
        let mut flush = Command::new("postqueue");
        flush.arg("-c").arg(conf).arg("-f").stdout(Stdio::null()).stderr(Stdio::null());
        let _ = flush.status();
    }

    /// Where Dovecot keeps the mail of an account that has been used before.
    pub fn maildir(&self, user: &str) -> PathBuf {
        self.folder.path().join("mail").join(user).join("Maildir")
    }

    fn wait_for_imap(&self) {
        self.wait_for(self.imap, "* OK");
        self.wait_for_tls(self.imaps, "* OK");
    }

    fn wait_for_smtp(&self) {
        self.wait_for(self.smtp, "220 ");
        self.wait_for(self.submission, "220 ");
        self.wait_for_tls(self.submissions, "220 ");
    }

    /// Waits until a server greets like this on a port. That it takes a connection is not enough: what it
    /// needs of others, such as who checks the passwords, may not have come up yet.
    fn wait_for(&self, port: u16, greeting: &str) {
        self.wait_until_said(port, greeting, || {
            let Ok(mut line) = TcpStream::connect(("127.0.0.1", port)) else { return Vec::new() };
            line.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
            let mut said = vec![0; 4096];
            let length = line.read(&mut said).unwrap_or_default();
            said.truncate(length);
            said
        });
    }

    /// The same where TLS comes first.
    fn wait_for_tls(&self, port: u16, greeting: &str) {
        self.wait_until_said(port, greeting, || {
            let mut client = Command::new("openssl");
            client.args(["s_client", "-ign_eof", "-connect"]).arg(format!("127.0.0.1:{port}"));
            client.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut client = client.spawn().unwrap();
            // SMTP and IMAP both end by it; in IMAP the first word is a tag.
            let _ = client.stdin.take().unwrap().write_all(b"QUIT LOGOUT\r\nQUIT\r\n");
            client.wait_with_output().unwrap().stdout
        });
    }

    fn wait_until_said(&self, port: u16, greeting: &str, mut ask: impl FnMut() -> Vec<u8>) {
        let end = Instant::now() + PATIENCE;
        loop {
            let said = ask();
            if String::from_utf8_lossy(&said).contains(greeting) {
                return;
            }
            if Instant::now() > end {
                let said = String::from_utf8_lossy(&said);
                panic!("on port {port} no server says {greeting:?} but {said:?}:\n{}", self.logs());
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// What the servers say of themselves, for a failing test.
    pub fn logs(&self) -> String {
        ["dovecot.start", "dovecot.log", "postfix.log"]
            .iter()
            .map(|name| fs::read_to_string(self.folder.path().join(name)).unwrap_or_default())
            .collect()
    }
}

impl Drop for MailServers {
    fn drop(&mut self) {
        if thread::panicking() {
            // What they say comes by way of another program.
            thread::sleep(Duration::from_secs(1));
            eprintln!("{}", self.logs());
        }
        let postfix = self.postfix.get_mut().unwrap_or_else(|error| error.into_inner());
        stop_postfix(self.folder.path(), postfix);
        stop_dovecot(self.dovecot.get_mut().unwrap_or_else(|error| error.into_inner()));
    }
}

/// Ports nobody listens on. No two tests of one program get the same, although the servers come to listen
/// on them only later, and none is among those that systems give to who asks for any.
fn free_ports<const N: usize>() -> [u16; N] {
    const FIRST: u16 = 12_000;
    const COUNT: u16 = 20_000;
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let start = (std::process::id() % 1_000) as u16 * 20;
    std::array::from_fn(|_| {
        loop {
            let number = start.wrapping_add(TAKEN.fetch_add(1, Ordering::SeqCst));
            let port = FIRST + number % COUNT;
            if TcpListener::bind(("127.0.0.1", port)).is_ok() {
                return port;
            }
        }
    })
}

fn add_line(file: &Path, line: &str) {
    let text = fs::read_to_string(file).unwrap();
    fs::write(file, text + line).unwrap();
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// Two certificate authorities, and a certificate for `localhost` by the first.
fn certificates(folder: &Path) {
    let request = |subject: &str, name: &str| {
        let mut command = Command::new("openssl");
        command
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
            .args(["-nodes", "-days", "2", "-subj", subject])
            .arg("-keyout")
            .arg(folder.join(format!("{name}.key")))
            .arg("-out")
            .arg(folder.join(format!("{name}.pem")));
        command
    };
    run(&mut request("/CN=Test authority", "ca"));
    run(&mut request("/CN=Other authority", "other-ca"));
    run(request("/CN=localhost", "server")
        .args(["-addext", "subjectAltName=DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-CA")
        .arg(folder.join("ca.pem"))
        .arg("-CAkey")
        .arg(folder.join("ca.key")));
}

fn configure_dovecot(folder: &Path, imap: u16, imaps: u16, lmtp: u16, auth: u16) {
    let mail = folder.join("mail");
    fs::create_dir(&mail).unwrap();
    chown(&mail, Some(MAIL_USER), Some(MAIL_USER)).expect("these tests run as root");
    let folder = folder.display();
    let text = format!(
        "base_dir = {folder}/run
log_path = {folder}/dovecot.log
mail_location = maildir:{folder}/mail/%u/Maildir
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{folder}/server.pem
ssl_key = <{folder}/server.key
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
recipient_delimiter = +
lmtp_hdr_delivery_address = original
first_valid_uid = 1
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid={MAIL_USER} gid={MAIL_USER} home={folder}/mail/%u allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {auth}
  }}
}}
"
    );
    fs::write(format!("{folder}/dovecot.conf"), text).unwrap();
}

fn start_dovecot(folder: &Path) -> Child {
    let said = fs::File::create(folder.join("dovecot.start")).unwrap();
    Command::new("dovecot")
        .arg("-F")
        .arg("-c")
        .arg(folder.join("dovecot.conf"))
        .stdin(Stdio::null())
        .stdout(said.try_clone().unwrap())
        .stderr(said)
        .process_group(0)
        .spawn()
        .unwrap()
}

/// Ends Dovecot with all its sessions, at once: it is a process group of its own.
fn stop_dovecot(dovecot: &mut Child) {
    let group = format!("-{}", dovecot.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = dovecot.wait();
}

fn configure_postfix(folder: &Path, lmtp: u16, auth: u16, ports: [u16; 3]) {
    let conf = folder.join("conf");
    for name in ["conf", "queue", "data"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    run(Command::new("chown").arg("postfix").arg(folder.join("data")));
    for name in ["postfix-files", "postfix-script", "post-install", "dynamicmaps.cf"] {
        for from in ["/etc/postfix", "/usr/lib/postfix", "/usr/share/postfix"] {
            let from = Path::new(from).join(name);
            if from.exists() {
                fs::copy(from, conf.join(name)).unwrap();
                break;
            }
        }
    }
    let folder = folder.display();
    let main = format!(
        "compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = /dev/stdout
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.club.test
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_recipient_maps =
recipient_delimiter = +
virtual_mailbox_domains = club.test
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
smtpd_recipient_restrictions =
  check_recipient_access inline:{{
    {{ nobody@club.test = 550 5.1.1 no such user }},
    {{ later@club.test = 450 4.2.0 try later }} }}
  permit_mynetworks, reject
smtpd_tls_cert_file = {folder}/server.pem
smtpd_tls_key_file = {folder}/server.key
smtpd_tls_security_level = may
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth}
smtpd_sasl_auth_enable = yes
smtpd_tls_auth_only = no
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
"
    );
    let [smtp, submission, submissions] = ports;
    let locked = "-o smtpd_client_restrictions=permit_sasl_authenticated,reject";
    let mut master = format!(
        "127.0.0.1:{smtp} inet n - n - - smtpd -o smtpd_sasl_auth_enable=no
127.0.0.1:{submission} inet n - n - - smtpd -o smtpd_tls_security_level=encrypt {locked}
127.0.0.1:{submissions} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes {locked}
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
flush unix n - n 1000? 0 flush
smtp unix - - n - - smtp
relay unix - - n - - smtp
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
showq unix n - n - - showq
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
"
    );
    for (name, program) in [
        ("bounce", "bounce"),
        ("defer", "bounce"),
        ("trace", "bounce"),
        ("verify", "verify"),
        ("error", "error"),
        ("retry", "error"),
        ("discard", "discard"),
    ] {
        master.push_str(&format!("{name} unix - - n - 0 {program}\n"));
    }
    fs::write(conf.join("main.cf"), main).unwrap();
    fs::write(conf.join("master.cf"), master).unwrap();
}

fn start_postfix(folder: &Path) -> Child {
    let log = fs::File::create(folder.join("postfix.log")).unwrap();
    Command::new("postfix")
        .arg("-c")
        .arg(folder.join("conf"))
        .arg("start-fg")
        .stdin(Stdio::null())
        .stdout(log.try_clone().unwrap())
        .stderr(log)
        .spawn()
        .unwrap()
}

/// Ends Postfix at once: `postfix stop` rests for seconds, and its master ends its children by
/// itself.
fn stop_postfix(folder: &Path, postfix: &mut Child) {
    let ended = fs::read_to_string(folder.join("queue/pid/master.pid")).is_ok_and(|pid| {
        Command::new("kill").arg(pid.trim()).status().is_ok_and(|status| status.success())
    });
    if !ended {
        let _ = postfix.kill();
    }
    let _ = postfix.wait();
}

/// A TCP proxy in front of a server that can cut the line.
pub struct Proxy {
    /// Where to connect instead of the server.
    pub port: u16,
    lines: Arc<Mutex<Vec<TcpStream>>>,
    allowance: Arc<AtomicUsize>,
    triggers: Arc<Mutex<VecDeque<Trigger>>>,
    closed: Arc<AtomicBool>,
}

/// What a client says before the line is cut.
struct Trigger {
    said: &'static [u8],
    /// Whether the server still hears it; the client hears no answer in any case.
    heard: bool,
}

impl Proxy {
    /// A proxy to a server on this machine.
    pub fn to(server: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let proxy = Self {
            port: listener.local_addr().unwrap().port(),
            lines: Arc::default(),
            allowance: Arc::new(AtomicUsize::new(usize::MAX)),
            triggers: Arc::default(),
            closed: Arc::default(),
        };
        let triggers = Arc::clone(&proxy.triggers);
        let (lines, allowance) = (Arc::clone(&proxy.lines), Arc::clone(&proxy.allowance));
        let closed = Arc::clone(&proxy.closed);
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { return };
                if closed.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else {
                    continue;
                };
                let mut open = lines.lock().unwrap();
                open.push(client.try_clone().unwrap());
                open.push(server.try_clone().unwrap());
                drop(open);
                let (from, to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let (cuts, silent) = (Arc::clone(&triggers), Arc::<AtomicBool>::default());
                let silenced = Arc::clone(&silent);
                thread::spawn(move || overhear(from, to, &cuts, &silenced));
                let allowance = Arc::clone(&allowance);
                thread::spawn(move || pump(server, client, &allowance, &silent));
            }
        });
        proxy
    }

    /// Cuts all lines there are now.
    pub fn cut(&self) {
        for line in self.lines.lock().unwrap().drain(..) {
            let _ = line.shutdown(Shutdown::Both);
        }
    }

    /// Cuts the line once the server has said so many more bytes.
    pub fn cut_after(&self, bytes: usize) {
        self.allowance.store(bytes, Ordering::SeqCst);
    }

    /// Cuts the line once a client has said this: before the server hears it, or before the client
    /// hears the answer. Several wait for one another.
    pub fn cut_at(&self, said: &'static str, heard: bool) {
        self.triggers.lock().unwrap().push_back(Trigger { said: said.as_bytes(), heard });
    }

    /// How many of the cuts are still to come.
    pub fn cuts_to_come(&self) -> usize {
        self.triggers.lock().unwrap().len()
    }

    /// Lets everything through again.
    pub fn mend(&self) {
        self.allowance.store(usize::MAX, Ordering::SeqCst);
        self.closed.store(false, Ordering::SeqCst);
    }

    /// Takes no new lines.
    pub fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.cut();
    }
}

/// Copies what a client says, until the end or the next trigger. What the server answers to that is
/// silenced on this line alone: others may be at work beside it.
fn overhear(
    mut from: TcpStream,
    mut to: TcpStream,
    triggers: &Mutex<VecDeque<Trigger>>,
    silenced: &AtomicBool,
) {
    let mut buffer = [0; 4096];
    let mut said = Vec::new();
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let known = said.len();
        said.extend_from_slice(&buffer[..read]);
        let mut waiting = triggers.lock().unwrap();
        // What was said whole before has been answered, and is not cut any more.
        let hit = waiting.front().is_some_and(|next| {
            let news = known.saturating_sub(next.said.len() - 1);
            let mut windows = said[news..].windows(next.said.len());
            windows.any(|window| window.eq_ignore_ascii_case(next.said))
        });
        let trigger = if hit { waiting.pop_front() } else { None };
        drop(waiting);
        if let Some(trigger) = trigger {
            if trigger.heard {
                silenced.store(true, Ordering::SeqCst);
                let _ = to.write_all(&buffer[..read]);
                thread::sleep(Duration::from_millis(200));
            }
            let _ = from.shutdown(Shutdown::Both);
            let _ = to.shutdown(Shutdown::Both);
            return;
        }
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
        let keep = said.len().saturating_sub(32);
        said.drain(..keep);
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

/// Copies what a server says, until the end, until the allowance is used up or until it is silenced.
fn pump(mut from: TcpStream, mut to: TcpStream, allowance: &AtomicUsize, silenced: &AtomicBool) {
    let mut buffer = [0; 4096];
    let mut copy = || -> io::Result<bool> {
        let read = from.read(&mut buffer)?;
        if silenced.load(Ordering::SeqCst) {
            return Ok(false);
        }
        let left = allowance.load(Ordering::SeqCst);
        let pass = read.min(left);
        if left != usize::MAX {
            allowance.store(left - pass, Ordering::SeqCst);
        }
        to.write_all(&buffer[..pass])?;
        Ok(read > 0 && pass == read)
    };
    while copy().unwrap_or(false) {}
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
