//! What `feldpost doctor` says to faults of an installation: a table of them, each with the words by
//! which somebody sees what is wrong and what to do.

#![expect(clippy::disallowed_methods, reason = "certificates of the tests are valid by the clock")]

mod servers;

use chrono::Utc;
use feldpost::doctor::{Finding, Verdict, examine};
use servers::{Script, imap, imaps, nobody, silent, smtp};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// An installation of which everything is good but what a test changes.
struct Club {
    folder: tempfile::TempDir,
    head: String,
    mailbox: String,
    transport: String,
    tail: String,
}

impl Club {
    fn new() -> Club {
        let folder = tempfile::tempdir().unwrap();
        for name in ["in", "out"] {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        }
        let club = Club {
            folder,
            head: "address = \"judge@club.test\"\noperator = \"op@club.test\"\n\
                   trusted_authserv_ids = [\"mx.club.test\"]\n"
                .into(),
            mailbox: "kind = \"maildir\"\npath = \"in\"\n".into(),
            transport: "kind = \"maildir\"\npath = \"out\"\n".into(),
            tail: String::new(),
        };
        club.private("word", "battery-horse\n");
        drop(feldpost::store::Store::open(&club.path().join("feldpost.db")).unwrap());
        club
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn private(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap();
        let mode = fs::Permissions::from_mode(0o600);
        fs::set_permissions(self.path().join(name), mode).unwrap();
    }

    fn examined(&self) -> (Verdict, Vec<Finding>) {
        let config = self.path().join("config.toml");
        let text = format!(
            "{}[mailbox]\n{}[transport]\n{}{}",
            self.head, self.mailbox, self.transport, self.tail
        );
        if !config.exists() {
            fs::write(&config, text).unwrap();
        }
        let mut findings = Vec::new();
        let worst = examine(&config, Utc::now(), &mut |finding| findings.push(finding.clone()));
        (worst, findings)
    }
}

/// What a fault is examined by: how bad it is, and words of what is said.
type Expected = (&'static str, Verdict, &'static [&'static str]);

use Verdict::{Fine, Warning, Wrong};

fn check((name, verdict, words): Expected, change: impl FnOnce(&mut Club)) {
    let mut club = Club::new();
    change(&mut club);
    let (worst, findings) = club.examined();
    assert_eq!(worst, verdict, "{name}: {findings:#?}");
    let bad: Vec<String> = findings
        .iter()
        .filter(|finding| finding.verdict == verdict)
        .map(|finding| finding.what.clone())
        .collect();
    for word in words {
        assert!(bad.iter().any(|what| what.contains(word)), "{name}: no {word:?} in {bad:#?}");
    }
    assert!(
        findings.iter().all(|finding| !finding.what.contains("battery-horse")),
        "{name} is told"
    );
}

#[test]
fn a_good_installation_has_no_fault() {
    check(("nothing", Fine, &[]), |_| {});
    let good: Script = &[];
    check(("good servers", Fine, &[]), |club| {
        club.mailbox = account("imap", imap(good), "");
        club.transport = account("smtp", smtp(good), "");
    });
}

#[test]
fn faults_of_the_configuration() {
    let whole: &[(Expected, &str)] = &[
        (("no TOML", Wrong, &["is wrong"]), "address"),
        (("nothing in it", Wrong, &["address"]), ""),
        (("an address of nobody", Wrong, &["address"]), "address = \"judge\"\n"),
        (("no mailbox", Wrong, &["mailbox"]), "address = \"judge@club.test\"\n"),
    ];
    let mut count = 0;
    for (expected, text) in whole {
        check(*expected, |club| fs::write(club.path().join("config.toml"), text).unwrap());
        count += 1;
    }
    let heads: &[(Expected, &str)] = &[
        (("an unknown key", Wrong, &["colour"]), "colour = 1\n"),
        (("looking all the time", Wrong, &["poll_seconds must be"]), "poll_seconds = 0\n"),
        (("an unknown language", Wrong, &["do not speak", "put one of"]), "language = \"xx\"\n"),
        (("templates that are not there", Wrong, &["templates"]), "templates = \"in/none\"\n"),
    ];
    for (expected, text) in heads {
        check(*expected, |club| club.head += text);
        count += 1;
    }
    let instead: &[(Expected, (&str, &str))] = &[
        (("a plus tag", Wrong, &["must not have a plus tag"]), ("judge@", "judge+x@")),
        (
            ("the operator is the referee", Wrong, &["set operator to an address"]),
            ("op@", "Judge@"),
        ),
        (("nobody is told", Warning, &["set operator"]), ("operator = \"op@club.test\"\n", "")),
        (
            ("nobody's verdict counts", Warning, &["name it in trusted_authserv_ids"]),
            ("trusted_authserv_ids = [\"mx.club.test\"]\n", ""),
        ),
    ];
    for (expected, (from, to)) in instead {
        check(*expected, |club| club.head = club.head.replace(from, to));
        count += 1;
    }
    let tails: &[(Expected, &str)] = &[
        (("nothing read", Wrong, &["mails_per_poll"]), "[limits]\nmails_per_poll = 0\n"),
        (
            ("no mail acted upon", Wrong, &["at least 1"]),
            "[limits]\nmails_per_player_and_day = 0\n",
        ),
        (("no mail small enough", Wrong, &["at least 1000"]), "[limits]\nmail_bytes = 9\n"),
        (
            ("a pace backwards", Wrong, &["instruction_delay"]),
            "[pace]\ninstruction_delay = [9, 1]\n",
        ),
        (("a login of nobody", Wrong, &["client_id"]), "[login]\n"),
    ];
    for (expected, text) in tails {
        check(*expected, |club| club.tail = (*text).into());
        count += 1;
    }
    assert_eq!(count, 17);
}

#[test]
fn faults_of_files_and_folders() {
    check(("a mailbox that is a file", Wrong, &["is no folder; name another"]), |club| {
        club.mailbox = "kind = \"maildir\"\npath = \"word\"\n".into();
    });
    check(("a transport that is a file", Wrong, &["is no folder; name another"]), |club| {
        club.transport = "kind = \"maildir\"\npath = \"word\"\n".into();
    });
    check(("a Maildir open to all", Warning, &["other users", "chmod -R go="]), |club| {
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(club.path().join("in"), mode).unwrap();
    });
    check(("a database open to all", Warning, &["mode 644"]), |club| {
        let mode = fs::Permissions::from_mode(0o644);
        fs::set_permissions(club.path().join("feldpost.db"), mode).unwrap();
    });
    check(("no database", Wrong, &["is not a database"]), |club| {
        fs::write(club.path().join("feldpost.db"), "my diary, written by hand").unwrap();
    });
    check(("another program's database", Wrong, &["another program"]), |club| {
        club.head += "database = \"songs.db\"\n";
        let songs = rusqlite::Connection::open(club.path().join("songs.db")).unwrap();
        songs.execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    });
    check(("a database of a newer version", Wrong, &["newer"]), |club| {
        let newer = rusqlite::Connection::open(club.path().join("feldpost.db")).unwrap();
        newer.execute_batch("PRAGMA user_version = 9999").unwrap();
    });
    check(
        ("a template with a fault", Wrong, &["de/receipt.jinja fails", "correct the file"]),
        |club| {
            club.head += "templates = \"own\"\n";
            fs::create_dir_all(club.path().join("own/de")).unwrap();
            fs::write(club.path().join("own/de/receipt.jinja"), "{{ gaem }}\n").unwrap();
        },
    );
}

/// An account on a server of ours, with these lines besides.
fn account(kind: &str, port: u16, more: &str) -> String {
    let secret = if ["password", "token"].iter().any(|word| more.contains(word)) {
        ""
    } else {
        "password_file = \"word\"\n"
    };
    let security = if more.contains("security") { "" } else { "security = \"none\"\n" };
    let host = if more.contains("host") { "" } else { "host = \"127.0.0.1\"\n" };
    let folders =
        if kind == "imap" { "processed = \"Processed\"\nrejected = \"Rejected\"\n" } else { "" };
    format!(
        "kind = \"{kind}\"\nport = {port}\nuser = \"judge@club.test\"\n{host}{security}{secret}{folders}{more}"
    )
}

#[test]
fn faults_of_passwords_and_tokens() {
    let faults: &[(Expected, &str)] = &[
        (
            ("two passwords", Wrong, &["name exactly one of"]),
            "password_file = \"word\"\npassword_env = \"FELDPOST_NO_SUCH\"\n",
        ),
        (("an empty environment", Wrong, &["is not set"]), "password_env = \"FELDPOST_NO_SUCH\"\n"),
        (("no file", Wrong, &["cannot read the password"]), "password_file = \"none\"\n"),
        (("an open file", Wrong, &["run `chmod 600"]), "password_file = \"open\"\n"),
        (("an empty file", Wrong, &["holds no password"]), "password_file = \"empty\"\n"),
        (
            ("no systemd", Wrong, &["LoadCredential=feldpost.x"]),
            "password_credential = \"feldpost.x\"\n",
        ),
        (("a bad credential", Wrong, &["may not hold a slash"]), "password_credential = \"a/b\"\n"),
        (
            ("no such program", Wrong, &["cannot run", "name its whole path"]),
            "password_command = [\"feldpost-none\"]\n",
        ),
        (("a program that fails", Wrong, &["run it by hand"]), "password_command = [\"false\"]\n"),
        (
            ("a program without words", Wrong, &["first line is empty"]),
            "password_command = [\"true\"]\n",
        ),
        (("no program", Wrong, &["names no program"]), "token_command = []\n"),
        (("no section", Wrong, &["wants the section [login]"]), "token_login = true\n"),
        (
            ("a server without OAuth2", Wrong, &["takes no access token", "give it a password"]),
            "token_command = [\"echo\", \"token\"]\n",
        ),
    ];
    for (expected, more) in faults {
        check(*expected, |club| {
            fs::write(club.path().join("open"), "battery-horse\n").unwrap();
            let mode = fs::Permissions::from_mode(0o644);
            fs::set_permissions(club.path().join("open"), mode).unwrap();
            club.private("empty", "\n");
            club.mailbox = account("imap", imap(&[]), more);
        });
    }
    check(("nobody has logged in", Wrong, &["feldpost login"]), |club| {
        let offers: Script = &[("CAPABILITY", "* CAPABILITY IMAP4rev1 AUTH=XOAUTH2\r\n{} OK\r\n")];
        club.mailbox = account("imap", imap(offers), "token_login = true\n");
        club.tail = "[login]\nclient_id = \"x\"\n".into();
    });
    assert_eq!(faults.len() + 1, 14);
}

#[test]
fn faults_of_the_mailbox_on_a_server() {
    let faults: &[(Expected, Script)] = &[
        (
            ("a wrong password", Wrong, &["User or password is wrong"]),
            &[("LOGIN", "{} NO [AUTHENTICATIONFAILED] no\r\n")],
        ),
        (("an old password", Wrong, &["has expired"]), &[("LOGIN", "{} NO [EXPIRED] no\r\n")]),
        (
            ("a closed account", Wrong, &["ask the provider"]),
            &[("LOGIN", "{} NO [CONTACTADMIN] no\r\n")],
        ),
        (
            ("a login in clear", Wrong, &["security = \"tls\""]),
            &[("LOGIN", "{} NO [PRIVACYREQUIRED] use TLS\r\n")],
        ),
        (
            ("no such folder", Wrong, &["correct `folder`"]),
            &[("SELECT", "{} NO [NONEXISTENT] no such mailbox\r\n")],
        ),
        (("no right", Wrong, &["the right"]), &[("SELECT", "{} NO [NOPERM] no\r\n")]),
        (
            ("read only", Wrong, &["must put mails away"]),
            &[("SELECT", "* 0 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n{} OK [READ-ONLY] x\r\n")],
        ),
        (
            ("too many", Wrong, &["Another program"]),
            &[("LOGIN", "{} NO [LIMIT] too many connections\r\n")],
        ),
        (
            ("a web server", Wrong, &["hung up", "keeps this machine out"]),
            &[("greeting", "HTTP/1.1 400 Bad\r\n\r\n")],
        ),
        (("hangs up", Wrong, &["hung up"]), &[("LOGIN", "")]),
        (
            ("full", Wrong, &["it is full: 1000 of 1000 kB"]),
            &[
                ("CAPABILITY", "* CAPABILITY IMAP4rev1 IDLE QUOTA\r\n{} OK\r\n"),
                (
                    "GETQUOTAROOT",
                    "* QUOTAROOT INBOX \"\"\r\n* QUOTA \"\" (STORAGE 1000 1000)\r\n{} OK\r\n",
                ),
            ],
        ),
        (
            ("nearly full", Warning, &["nearly full"]),
            &[
                ("CAPABILITY", "* CAPABILITY IMAP4rev1 IDLE QUOTA\r\n{} OK\r\n"),
                (
                    "GETQUOTAROOT",
                    "* QUOTAROOT INBOX \"\"\r\n* QUOTA \"\" (STORAGE 970 1000)\r\n{} OK\r\n",
                ),
            ],
        ),
        (
            ("no IDLE", Warning, &["no IDLE"]),
            &[("CAPABILITY", "* CAPABILITY IMAP4rev1\r\n{} OK\r\n")],
        ),
    ];
    for (expected, script) in faults {
        check(*expected, |club| club.mailbox = account("imap", imap(script), ""));
    }
    assert_eq!(faults.len(), 13);
}

#[test]
fn faults_of_the_way_to_a_server() {
    check(("nobody listens", Wrong, &["Nothing listens", "993"]), |club| {
        club.mailbox = account("imap", nobody(), "");
    });
    check(("nobody listens for mail", Wrong, &["Nothing listens", "465"]), |club| {
        club.transport = account("smtp", nobody(), "");
    });
    check(("plain text to elsewhere", Wrong, &["only this machine itself"]), |club| {
        club.mailbox = account("imap", 143, "host = \"192.0.2.1\"\nsecurity = \"none\"\n");
    });
    check(("TLS to a plain port", Wrong, &["security = \"starttls\""]), |club| {
        club.mailbox = account("imap", imap(&[]), "security = \"tls\"\n");
    });
    check(("STARTTLS is not offered", Wrong, &["security = \"tls\" and port = 993"]), |club| {
        let script: Script = &[("STARTTLS", "{} BAD what\r\n")];
        club.mailbox = account("imap", imap(script), "security = \"starttls\"\n");
    });
    check(
        ("STARTTLS to a port that waits for TLS", Wrong, &["the other kind of encryption"]),
        |club| {
            club.mailbox = account("imap", silent(), "security = \"starttls\"\n");
        },
    );
    let of_localhost = "host = \"localhost\"\nsecurity = \"tls\"\n";
    check(("an unknown authority", Wrong, &["does not know", "ca_file"]), |club| {
        club.mailbox = account("imap", imaps(), of_localhost);
    });
    check(("a known authority", Fine, &[]), |club| {
        fs::write(club.path().join("ca.pem"), include_str!("ca.pem")).unwrap();
        club.mailbox = account("imap", imaps(), &format!("{of_localhost}ca_file = \"ca.pem\"\n"));
    });
    check(("another name", Wrong, &["the name that the certificate has"]), |club| {
        fs::write(club.path().join("ca.pem"), include_str!("ca.pem")).unwrap();
        club.mailbox = account("imap", imaps(), "security = \"tls\"\nca_file = \"ca.pem\"\n");
    });
    check(("no file of authorities", Wrong, &["certificate authorities cannot be read"]), |club| {
        club.transport = account("smtp", 465, "security = \"tls\"\nca_file = \"none.pem\"\n");
    });
    check(("no authority in it", Wrong, &["certificate"]), |club| {
        club.transport = account("smtp", 465, "security = \"tls\"\nca_file = \"word\"\n");
    });
}

#[test]
fn faults_of_the_server_that_takes_mail() {
    let faults: &[(Expected, Script)] = &[
        (
            ("a wrong password", Wrong, &["User or password is wrong"]),
            &[("AUTH", "535 5.7.8 no\r\n")],
        ),
        (("an app password", Wrong, &["wants an app password"]), &[("AUTH", "534 5.7.9 no\r\n")]),
        (
            ("no passwords any more", Wrong, &["takes no passwords any more"]),
            &[(
                "AUTH",
                "535 5.7.139 Authentication unsuccessful, basic authentication is disabled\r\n",
            )],
        ),
        (("no login offered", Wrong, &["leave `user` out"]), &[("EHLO", "250 here\r\n")]),
        (
            ("a login wanted", Wrong, &["set `user`"]),
            &[("MAIL", "530 5.7.0 Authentication required\r\n")],
        ),
        (("closed", Wrong, &["ask its operator"]), &[("greeting", "554 no service\r\n")]),
        (("busy", Wrong, &["try again later"]), &[("greeting", "421 busy\r\n")]),
        (
            ("no greeting", Wrong, &["usual greeting"]),
            &[("EHLO", "502 5.5.1 what\r\n"), ("HELO", "502 what\r\n")],
        ),
        (
            ("no relay", Wrong, &["passes no mail on"]),
            &[("RCPT", "554 5.7.1 <op@club.test>: Relay access denied\r\n")],
        ),
        (
            ("the day's limit", Wrong, &["[budget]"]),
            &[("MAIL", "550 5.4.5 Daily sending quota exceeded\r\n")],
        ),
        (
            ("another's address", Wrong, &["use the address of the account"]),
            &[("MAIL", "553 5.7.1 Sender address rejected: not owned by user\r\n")],
        ),
        (
            ("its disk is full", Wrong, &["must make room"]),
            &[("MAIL", "452 4.3.1 Insufficient system storage\r\n")],
        ),
        (
            ("the operator is unknown", Wrong, &["correct `operator`"]),
            &[("RCPT", "550 5.1.1 no\r\n")],
        ),
        (
            ("taken for spam", Wrong, &["sends spam"]),
            &[("RCPT", "550 5.7.1 blocked using spamhaus\r\n")],
        ),
        (("put off", Wrong, &["tried again by itself"]), &[("RCPT", "450 4.7.1 Greylisted\r\n")]),
    ];
    for (expected, script) in faults {
        check(*expected, |club| club.transport = account("smtp", smtp(script), ""));
    }
    check(("no STARTTLS", Wrong, &["offers no STARTTLS"]), |club| {
        club.transport = account("smtp", smtp(&[]), "security = \"starttls\"\n");
    });
    check(("another domain's address", Warning, &["take an address of other.test"]), |club| {
        let other = account("smtp", smtp(&[]), "").replace("judge@club.test", "judge@other.test");
        club.transport = other;
    });
    assert_eq!(faults.len() + 2, 17);
}
