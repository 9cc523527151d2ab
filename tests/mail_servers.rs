//! IMAP and SMTP against Dovecot and Postfix.

#![expect(clippy::disallowed_methods, reason = "what real servers are sent bears the time")]

#[path = "support/mail_servers.rs"]
#[allow(dead_code, reason = "another test target uses the rest")]
mod mail_servers;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use feldpost::campaign::{Errand, Office, dispatch_over};
use feldpost::mail::address::Address;
use feldpost::mail::claim::Claim;
use feldpost::mail::imap::{ImapSettings, ImapSource};
use feldpost::mail::intake::{Limits, OwnAddresses};
use feldpost::mail::server::{Credentials, Password, Security, Server};
use feldpost::mail::smtp::SmtpTransport;
use feldpost::mail::source::{Disposal, Fetched, FetchedId, MailSource};
use feldpost::mail::transport::{Envelope, Fault, MailTransport};
use feldpost::report::Templates;
use feldpost::store::{NewMail, Rank, Store, StoreError};

use mail_servers::{MailServers, PASSWORD, Proxy};

const JUDGE: &str = "judge@club.test";
/// A waiting that lasts so long was not ended by what should end it.
const LONG: Duration = Duration::from_secs(600);

fn server(servers: &MailServers, port: u16, security: Security) -> Server {
    Server {
        host: "localhost".to_owned(),
        port,
        security,
        ca_file: (security != Security::Plain).then(|| servers.authority()),
        plain_anywhere: false,
        timeout: Duration::from_secs(10),
    }
}

fn judge(password: &str) -> Credentials {
    Credentials { user: JUDGE.to_owned(), password: Password::new(password) }
}

fn settings(server: Server) -> ImapSettings {
    ImapSettings {
        server,
        credentials: judge(PASSWORD),
        mailbox: "INBOX".to_owned(),
        processed_folder: Some("Processed".to_owned()),
        rejected_folder: Some("Rejected".to_owned()),
        largest: 100_000,
        ask_every: Duration::from_secs(1),
    }
}

/// The judge's mailbox over a plain connection.
fn source(servers: &MailServers) -> ImapSource {
    ImapSource::new(settings(server(servers, servers.imap, Security::Plain)))
}

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

fn mail(to: &str, text: &str) -> (Envelope, Vec<u8>) {
    let envelope = Envelope { from: Some(address("ada@club.test")), to: vec![address(to)] };
    let message = format!(
        "From: ada@club.test\r\nTo: {to}\r\nSubject: orders\r\n\
         Message-ID: <{text}@club.test>\r\n\r\n{text}\r\n.\r\n..two dots\r\n"
    );
    (envelope, message.into_bytes())
}

/// Sends mails to the judge without any password.
fn post(servers: &MailServers, texts: &[&str]) {
    let plain = server(servers, servers.smtp, Security::Plain);
    let mut transport = SmtpTransport::new(&plain, None, Some("test.club.test")).unwrap();
    for text in texts {
        let (envelope, message) = mail(JUDGE, text);
        transport.send(&envelope, &message).unwrap();
    }
}

/// Polls until so many mails are there: delivery takes its time.
fn poll(source: &mut ImapSource, count: usize) -> Vec<Fetched> {
    let end = Instant::now() + Duration::from_secs(300);
    loop {
        let mails = source.poll(100).unwrap();
        if mails.len() == count {
            return mails;
        }
        assert!(mails.len() < count, "{} mails instead of {count}", mails.len());
        assert!(Instant::now() < end, "only {} mails of {count} arrived", mails.len());
        thread::sleep(Duration::from_millis(50));
    }
}

fn holds(mail: &Fetched, text: &str) -> bool {
    String::from_utf8_lossy(&mail.raw).contains(&format!("Message-ID: <{text}@club.test>"))
}

#[test]
fn sources_and_transports_can_move_to_another_thread() {
    fn movable<T: Send>() {}
    movable::<ImapSource>();
    movable::<SmtpTransport>();
}

#[test]
fn mail_goes_out_and_comes_in_by_every_kind_of_encryption() {
    let servers = MailServers::start();
    let ways_out = [
        (servers.submission, Security::StartTls),
        (servers.submissions, Security::Tls),
        (servers.smtp, Security::Plain),
    ];
    for (number, (port, security)) in ways_out.into_iter().enumerate() {
        let out = server(&servers, port, security);
        let password = judge(PASSWORD);
        let credentials = (security != Security::Plain).then_some(&password);
        let mut transport = SmtpTransport::new(&out, credentials, None).unwrap();
        transport.check().unwrap();
        let (envelope, message) = mail("judge+tag-a@club.test", &format!("way{number}"));
        transport.send(&envelope, &message).unwrap();
    }
    let ways_in = [
        (servers.imap, Security::StartTls),
        (servers.imaps, Security::Tls),
        (servers.imap, Security::Plain),
    ];
    for (port, security) in ways_in {
        let mut source = ImapSource::new(settings(server(&servers, port, security)));
        let mails = poll(&mut source, 3);
        for number in 0..3 {
            assert!(mails.iter().any(|mail| holds(mail, &format!("way{number}"))));
        }
        let text = String::from_utf8_lossy(&mails[0].raw).into_owned();
        assert!(text.ends_with("\r\n.\r\n..two dots\r\n"), "{text}");
        let age = chrono::Utc::now() - mails[0].received.unwrap();
        assert!(age.num_seconds().abs() < 300);
        assert_eq!(mails[0].too_large, None);
    }
}

#[test]
fn settled_mail_is_moved_and_never_comes_again() {
    let servers = MailServers::start();
    post(&servers, &["one", "two", "three"]);
    let mut inbox = source(&servers);
    let mails = poll(&mut inbox, 3);
    assert_eq!(inbox.poll(2).unwrap(), mails[..2], "the order changed between polls");
    inbox.settle(&mails[0].id, Disposal::Processed).unwrap();
    inbox.settle(&mails[1].id, Disposal::Rejected).unwrap();
    assert_eq!(poll(&mut inbox, 1), mails[2..]);
    // After a crash the same mail is settled again, by another connection.
    let mut again = source(&servers);
    again.settle(&mails[0].id, Disposal::Processed).unwrap();

    for (folder, mail) in [("Processed", &mails[0]), ("Rejected", &mails[1])] {
        let mut settings = settings(server(&servers, servers.imap, Security::Plain));
        settings.mailbox = folder.to_owned();
        let moved = poll(&mut ImapSource::new(settings), 1);
        assert_eq!(moved[0].raw, mail.raw);
    }
    // An id of a mailbox that was made anew names nothing any more.
    let (_, uid) = mails[2].id.as_str().split_once(':').unwrap();
    inbox.settle(&FetchedId::new(format!("1:{uid}")), Disposal::Processed).unwrap();
    assert_eq!(inbox.poll(10).unwrap().len(), 1);
    assert!(inbox.settle(&FetchedId::new("new/1"), Disposal::Processed).is_err());
}

#[test]
fn settled_mail_is_discarded_when_it_is_old_and_nothing_else() {
    let servers = MailServers::start();
    for folders in [true, false] {
        post(&servers, &["one", "two", "three"]);
        let mut settings = settings(server(&servers, servers.imap, Security::Plain));
        if !folders {
            (settings.processed_folder, settings.rejected_folder) = (None, None);
        }
        let mut inbox = ImapSource::new(settings);
        let mails = poll(&mut inbox, 3);
        inbox.settle(&mails[0].id, Disposal::Processed).unwrap();
        inbox.settle(&mails[1].id, Disposal::Rejected).unwrap();
        let (now, day) = (chrono::Utc::now(), chrono::TimeDelta::days(1));
        assert_eq!(inbox.discard(now - day * 90, 500).unwrap(), 0, "they are new");
        // A server knows days, wherever it is.
        assert_eq!(inbox.discard(now + day * 2, 500).unwrap(), 2);
        assert_eq!(inbox.discard(now + day * 2, 500).unwrap(), 0);
        assert_eq!(inbox.poll(10).unwrap(), mails[2..], "what was not dealt with stays");
        inbox.settle(&mails[2].id, Disposal::Processed).unwrap();
        assert_eq!(inbox.discard(now + day * 2, 500).unwrap(), 1);
    }
}

#[test]
fn without_folders_settled_mail_is_flagged_where_it_is() {
    let servers = MailServers::start();
    post(&servers, &["one", "two", "three"]);
    let mut settings = settings(server(&servers, servers.imap, Security::Plain));
    settings.processed_folder = None;
    settings.rejected_folder = None;
    let mut inbox = ImapSource::new(settings);
    let mails = poll(&mut inbox, 3);
    inbox.settle(&mails[0].id, Disposal::Processed).unwrap();
    inbox.settle(&mails[2].id, Disposal::Rejected).unwrap();
    assert_eq!(inbox.poll(10).unwrap(), mails[1..2]);
    // They are still there for anyone who does not look at the flags.
    assert_eq!(source(&servers).poll(10).unwrap().len(), 3);
}

#[test]
fn servers_without_idle_and_move_do_as_well() {
    // With UIDPLUS the mail leaves the folder; without, it stays there marked as deleted.
    for (extensions, left) in [("UIDPLUS", 0), ("", 2)] {
        let servers = MailServers::start_modest(extensions);
        let out = server(&servers, servers.submissions, Security::Tls);
        let mut transport = SmtpTransport::new(&out, Some(&judge(PASSWORD)), None).unwrap();
        for text in ["one", "two"] {
            let (envelope, message) = mail(JUDGE, text);
            transport.send(&envelope, &message).unwrap();
        }
        let mut inbox = source(&servers);
        let mails = poll(&mut inbox, 2);
        inbox.settle(&mails[0].id, Disposal::Processed).unwrap();
        inbox.settle(&mails[1].id, Disposal::Rejected).unwrap();
        assert_eq!(inbox.poll(100).unwrap(), []);
        assert_eq!(source(&servers).poll(100).unwrap(), [], "they come again");
        let files = |folder: &str| {
            let folder = servers.maildir(JUDGE).join(folder);
            let names = ["cur", "new"].map(|name| std::fs::read_dir(folder.join(name)));
            names.into_iter().flatten().flatten().count()
        };
        assert_eq!((files(""), files(".Processed"), files(".Rejected")), (left, 1, 1));

        // New mail is noticed by asking.
        let start = Instant::now();
        post(&servers, &["three"]);
        while inbox.poll(100).unwrap().is_empty() {
            inbox.wait(Duration::from_secs(10)).unwrap();
            assert!(start.elapsed() < Duration::from_secs(300), "it is not noticed");
        }
    }
}

#[test]
fn new_mail_ends_the_waiting() {
    let servers = MailServers::start();
    let mut inbox = source(&servers);
    // Who has never looked cannot know that there is nothing.
    let start = Instant::now();
    inbox.wait(LONG).unwrap();
    assert!(start.elapsed() < LONG, "waited before the first look");
    assert!(inbox.poll(10).unwrap().is_empty());
    let start = Instant::now();
    inbox.wait(Duration::from_millis(300)).unwrap();
    assert!(start.elapsed() >= Duration::from_millis(300), "woken by nothing");
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            post(&servers, &["late"]);
        });
        let start = Instant::now();
        inbox.wait(LONG).unwrap();
        assert!(start.elapsed() < LONG, "slept through new mail");
    });
    assert!(holds(&poll(&mut inbox, 1)[0], "late"));
    // What the poll has brought does not wake again.
    let start = Instant::now();
    inbox.wait(Duration::from_millis(300)).unwrap();
    assert!(start.elapsed() >= Duration::from_millis(300), "woken by a mail that was known");
    // What lies there after a poll with a limit does.
    post(&servers, &["more"]);
    poll(&mut inbox, 2);
    inbox.poll(1).unwrap();
    let start = Instant::now();
    inbox.wait(LONG).unwrap();
    assert!(start.elapsed() < LONG, "slept over mail that was left");
}

#[test]
fn of_a_large_mail_only_the_header_comes() {
    let servers = MailServers::start();
    post(&servers, &["small"]);
    let plain = server(&servers, servers.smtp, Security::Plain);
    let (envelope, mut message) = mail(JUDGE, "large");
    for _ in 0..5000 {
        message.extend_from_slice(b"a line of a mail that is too large\r\n");
    }
    SmtpTransport::new(&plain, None, None).unwrap().send(&envelope, &message).unwrap();
    let mails = poll(&mut source(&servers), 2);
    let large = mails.iter().find(|mail| holds(mail, "large")).unwrap();
    assert!(large.too_large.unwrap() > 150_000);
    assert!(large.raw.ends_with(b"\r\n\r\n") && large.raw.len() < 5000);
    assert_eq!(mails.iter().filter(|mail| mail.too_large.is_none()).count(), 1);
}

#[test]
fn a_restart_of_the_server_costs_at_most_one_attempt() {
    let servers = MailServers::start();
    post(&servers, &["one"]);
    let mut inbox = source(&servers);
    let mails = poll(&mut inbox, 1);
    servers.stop_imap();
    let down = inbox.poll(10).unwrap_err();
    assert!(down.transient, "{down}");
    let pausing = inbox.poll(10).unwrap_err();
    assert!(pausing.reason.contains("before connecting again"), "{pausing}");
    servers.start_imap();
    thread::sleep(Duration::from_millis(1100));
    inbox.settle(&mails[0].id, Disposal::Processed).unwrap();
    assert!(inbox.poll(10).unwrap().is_empty());
    // With the server back before anybody asks, nobody notices.
    servers.stop_imap();
    servers.start_imap();
    assert!(inbox.poll(10).unwrap().is_empty());
}

/// A server that takes every login and has an empty mailbox; the first time that the mailbox is selected
/// it warns. Gives its port.
fn server_that_warns_once() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let mut warning = "* NO The mailbox is being repaired\r\n";
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            stream.write_all(b"* OK at work\r\n").unwrap();
            for line in BufReader::new(stream.try_clone().unwrap()).lines() {
                let Ok(line) = line else { break };
                let mut words = line.split(' ');
                let (tag, command) = (words.next().unwrap(), words.next().unwrap_or_default());
                let told = match command {
                    "CAPABILITY" => "* CAPABILITY IMAP4rev1\r\n".to_owned(),
                    "SELECT" => format!(
                        "{}* 0 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n",
                        std::mem::take(&mut warning)
                    ),
                    "UID" => "* SEARCH\r\n".to_owned(),
                    _ => String::new(),
                };
                if write!(stream, "{told}{tag} OK done\r\n").is_err() {
                    break;
                }
            }
        }
    });
    port
}

#[test]
fn an_answer_that_the_library_takes_for_impossible_costs_one_attempt() {
    let server = Server {
        host: "localhost".to_owned(),
        port: server_that_warns_once(),
        security: Security::Plain,
        ca_file: None,
        plain_anywhere: false,
        timeout: Duration::from_secs(10),
    };
    let mut inbox = ImapSource::new(settings(server));
    let error = inbox.poll(10).unwrap_err();
    assert!(error.transient, "{error}");
    assert!(error.reason.contains("cannot be read"), "{error}");
    thread::sleep(Duration::from_millis(1100));
    assert!(inbox.poll(10).unwrap().is_empty());
}

#[test]
fn a_cut_line_loses_nothing() {
    let servers = MailServers::start();
    post(&servers, &["one", "two", "three"]);
    let proxy = Proxy::to(servers.imap);
    let mut inbox = ImapSource::new(settings(server(&servers, proxy.port, Security::Plain)));
    let mails = poll(&mut inbox, 3);

    // Cut while idle: the next call makes a new connection.
    proxy.cut();
    assert_eq!(inbox.poll(10).unwrap(), mails);

    // Cut in the middle of a mail.
    proxy.cut_after(600);
    let error = inbox.poll(10).unwrap_err();
    assert!(error.transient, "{error}");
    proxy.mend();
    thread::sleep(Duration::from_millis(1100));
    assert_eq!(inbox.poll(10).unwrap(), mails);

    // Cut while waiting: the waiting ends, early and without harm.
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            proxy.close();
        });
        let start = Instant::now();
        let waited = inbox.wait(LONG);
        assert!(start.elapsed() < LONG);
        assert!(waited.is_err_and(|error| error.transient));
    });
    proxy.mend();
    thread::sleep(Duration::from_millis(1100));
    inbox.settle(&mails[0].id, Disposal::Processed).unwrap();
    assert_eq!(inbox.poll(10).unwrap(), mails[1..]);
}

#[test]
fn a_wrong_password_is_said_and_no_mail_is_given_up_for_it() {
    let servers = MailServers::start();
    let mut wrong = settings(server(&servers, servers.imaps, Security::Tls));
    wrong.credentials = judge("wrong");
    let error = ImapSource::new(wrong).poll(10).unwrap_err();
    assert!(!error.transient && error.to_string().contains("judge@club.test"), "{error}");
    assert!(!error.to_string().contains("wrong"), "the password is in the error: {error}");

    let out = server(&servers, servers.submissions, Security::Tls);
    let (envelope, message) = mail(JUDGE, "never");
    for credentials in [Some(&judge("wrong")), None] {
        let mut transport = SmtpTransport::new(&out, credentials, None).unwrap();
        let error = transport.send(&envelope, &message).unwrap_err();
        assert_eq!(error.fault, if credentials.is_some() { Fault::Service } else { error.fault });
        assert!(matches!(error.fault, Fault::Service | Fault::RecipientNow), "{error}");
    }
}

#[test]
fn nothing_is_said_to_a_server_with_a_wrong_certificate() {
    let servers = MailServers::start();
    let (envelope, message) = mail(JUDGE, "never");
    let wrong: [fn(&mut Server, PathBuf); 2] = [
        |server, other| server.ca_file = Some(other),
        |server, _| server.host = "127.0.0.1".to_owned(),
    ];
    for change in wrong {
        for (port, security) in [(servers.imaps, Security::Tls), (servers.imap, Security::StartTls)]
        {
            let mut server = server(&servers, port, security);
            change(&mut server, servers.other_authority());
            let error = ImapSource::new(settings(server)).poll(10).unwrap_err();
            assert!(!error.transient && error.reason.contains("certificate"), "{error}");
        }
        for (port, security) in
            [(servers.submissions, Security::Tls), (servers.submission, Security::StartTls)]
        {
            let mut server = server(&servers, port, security);
            change(&mut server, servers.other_authority());
            let mut transport = SmtpTransport::new(&server, Some(&judge(PASSWORD)), None).unwrap();
            let error = transport.send(&envelope, &message).unwrap_err();
            assert_eq!(error.fault, Fault::Service, "{error}");
            assert!(error.reason.contains("certificate"), "{error}");
        }
    }
    // A server that offers no TLS is not spoken to in plain text instead.
    let proxy = Proxy::to(servers.imap);
    let mut inbox = ImapSource::new(settings(server(&servers, proxy.port, Security::Tls)));
    assert!(inbox.poll(10).is_err());
}

#[test]
fn refusals_for_good_and_for_now_are_told_apart() {
    let servers = MailServers::start();
    let plain = server(&servers, servers.smtp, Security::Plain);
    let mut transport = SmtpTransport::new(&plain, None, None).unwrap();
    let mut send = |to: &str| {
        let (envelope, message) = mail(to, "refused");
        transport.send(&envelope, &message)
    };
    let never = send("nobody@club.test").unwrap_err();
    assert!(never.fault == Fault::Recipient && never.reason.contains("no such user"), "{never}");
    let later = send("later@club.test").unwrap_err();
    assert!(later.fault == Fault::RecipientNow && later.reason.contains("try later"), "{later}");
    // The same connection goes on to work.
    send(JUDGE).unwrap();
    poll(&mut source(&servers), 1);

    let nowhere = Proxy::to(1);
    let down = server(&servers, nowhere.port, Security::Plain);
    let (envelope, message) = mail(JUDGE, "never");
    let error = SmtpTransport::new(&down, None, None).unwrap().send(&envelope, &message);
    assert_eq!(error.unwrap_err().fault, Fault::Service);
}

#[test]
fn a_mailbox_on_a_server_says_who_works_on_it() {
    let servers = MailServers::start();
    let (mut one, mut other) = (source(&servers), source(&servers));
    assert_eq!(one.claim().unwrap(), None);
    let claim = |generation: u64, holder: &str| Claim {
        database: "00aa".into(),
        generation,
        holder: holder.into(),
        since: "2026-03-01T12:00:00Z".into(),
    };
    one.set_claim(&claim(1, "b1")).unwrap();
    one.set_claim(&claim(1, "b1")).unwrap();
    assert_eq!(other.claim().unwrap(), Some(claim(1, "b1")));
    other.set_claim(&claim(2, "c2")).unwrap();
    assert_eq!(one.claim().unwrap(), Some(claim(2, "c2")));
    // Reading goes on as before.
    post(&servers, &["one"]);
    assert!(holds(&poll(&mut one, 1)[0], "one"));
}

/// Mails of the size that pictures make, to different readers, out of a database on disk. The figure is
/// printed and not tested: `cargo nextest run --no-capture -E 'test(hundreds_of_mails)'`.
#[test]
fn hundreds_of_mails_go_out_over_lines_side_by_side() {
    const MAILS: usize = 400;
    let servers = MailServers::start();
    let folder = tempfile::tempdir().unwrap();
    let mut figures = Vec::new();
    for lines in [1, 3, 8] {
        let mut store = Store::open(&folder.path().join(format!("{lines}.db"))).unwrap();
        let own = OwnAddresses::new(address("ada@club.test"));
        let templates = Templates::new(None).unwrap();
        let office =
            Office::open(&mut store, own, "ada".into(), Limits::default(), templates).unwrap();
        let line = "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4\\n";
        let payload = format!(
            r#"{{"to_name":null,"subject":"s","text":"{}","html":null,"in_reply_to":null,
                 "references":[],"answer":false,"language":"en"}}"#,
            line.repeat(900)
        );
        let now = chrono::Utc::now();
        store
            .transaction(|tx| -> Result<(), StoreError> {
                for number in 0..MAILS {
                    tx.queue_mail(&NewMail {
                        message_key: &format!("mail-{number}"),
                        game: None,
                        seat: None,
                        generation: None,
                        kind: "report",
                        rank: Rank::Prompt,
                        recipient: &format!("judge+{lines}-{number}@club.test"),
                        payload: &payload,
                        entry: None,
                        asked: None,
                        created: now,
                        not_before: now,
                    })?;
                }
                Ok(())
            })
            .unwrap();
        let plain = server(&servers, servers.smtp, Security::Plain);
        let mut ways: Vec<Box<dyn MailTransport>> = (0..lines)
            .map(|_| -> Box<dyn MailTransport> {
                Box::new(SmtpTransport::new(&plain, None, Some("test.club.test")).unwrap())
            })
            .collect();
        let began = Instant::now();
        let done =
            dispatch_over(&mut store, &office, &mut ways, &chrono::Utc::now, &|| Errand::All);
        let took = began.elapsed();
        assert_eq!(done.unwrap().sent, MAILS);
        let rate = MAILS as f64 / took.as_secs_f64();
        figures.push(format!("{lines} connections: {rate:.0} mails of 57 kB per second"));
    }
    println!("{}", figures.join("; "));
}
