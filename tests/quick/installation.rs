//! The commands that set an installation up and look after it, as the built program carries them out.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn feldpost(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_feldpost"))
        .args(arguments)
        .current_dir(folder)
        .env("FELDPOST_LOG", "warn")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

const BY_FOLDERS: [&str; 6] =
    ["init", "--folders", "--address", "judge@club.test", "--operator", "op@club.test"];

#[test]
fn what_init_writes_by_flags_works_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let set_up = feldpost(folder.path(), &BY_FOLDERS);
    assert_eq!(code(&set_up), 0, "{}", said(&set_up));
    for told in ["config.toml is written", "ok       configuration", "Type=notify", "ExecStart=/"] {
        assert!(said(&set_up).contains(told), "{told} is missing in {}", said(&set_up));
    }
    let new_game = feldpost(
        folder.path(),
        &[
            "game",
            "new",
            "minden",
            "--player",
            "frederick=ada@club.test",
            "--player",
            "elisabeth=ben@club.test",
            "--player",
            "maria-theresa=cleo@club.test",
            "--player",
            "pompadour=dan@club.test",
        ],
    );
    assert_eq!(code(&new_game), 0, "{}", said(&new_game));
    let once = feldpost(folder.path(), &["once"]);
    assert_eq!(code(&once), 0, "{}", said(&once));
    assert!(said(&once).contains("4 sent") || said(&once).contains("5 sent"), "{}", said(&once));
    let first = folder.path().join("mail/players/ada@club.test/new");
    assert!(fs::read_dir(first).unwrap().count() >= 1);
    // A second time nothing is overwritten.
    let before = fs::read_to_string(folder.path().join("config.toml")).unwrap();
    let again = feldpost(folder.path(), &BY_FOLDERS);
    assert_eq!(code(&again), 1);
    assert!(said(&again).contains("is there already"), "{}", said(&again));
    assert_eq!(fs::read_to_string(folder.path().join("config.toml")).unwrap(), before);
}

#[test]
fn without_a_terminal_nothing_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let set_up = feldpost(folder.path(), &["init"]);
    assert_eq!(code(&set_up), 1);
    assert!(said(&set_up).contains("--address"), "{}", said(&set_up));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_does_not_work_is_told_at_once_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let password = folder.path().join("password");
    fs::write(&password, "secret\n").unwrap();
    fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).unwrap();
    // Nothing listens on this port: it is bound, and nobody accepts TLS there.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    drop(listener);
    let set_up = feldpost(
        folder.path(),
        &[
            "init",
            "--address",
            "judge@club.test",
            "--operator",
            "op@club.test",
            "--imap-host",
            "localhost",
            "--imap-port",
            &port,
            "--smtp-host",
            "localhost",
            "--smtp-port",
            &port,
            "--password-file",
            "password",
        ],
    );
    assert_eq!(code(&set_up), 1, "{}", said(&set_up));
    assert!(said(&set_up).contains("WRONG    mailbox"), "{}", said(&set_up));
    assert!(said(&set_up).contains("v=spf1 a:localhost"), "{}", said(&set_up));
    assert!(folder.path().join("config.toml").exists());
}

#[test]
fn a_monitor_reads_the_doctors_findings_as_json_and_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&feldpost(folder.path(), &BY_FOLDERS)), 0);
    feldpost(folder.path(), &["once"]);
    let doctor = feldpost(folder.path(), &["doctor", "--json"]);
    assert_eq!(code(&doctor), 0, "{}", said(&doctor));
    let report: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    assert!(["fine", "warning"].contains(&report["verdict"].as_str().unwrap()), "{report}");
    let findings = report["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["about"] == "database"), "{report}");
    let quiet = feldpost(folder.path(), &["doctor", "--quiet"]);
    assert!(!said(&quiet).contains("ok  "), "{}", said(&quiet));
    fs::write(folder.path().join("feldpost.db"), "no database").unwrap();
    let doctor = feldpost(folder.path(), &["doctor", "--json"]);
    assert_eq!(code(&doctor), 1);
    let report: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    assert_eq!(report["verdict"], "wrong");
}

#[test]
fn a_configuration_that_cannot_be_used_has_an_exit_code_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&feldpost(folder.path(), &["once"])), 78, "there is none");
    fs::write(folder.path().join("config.toml"), "colour = 1").unwrap();
    assert_eq!(code(&feldpost(folder.path(), &["serve"])), 78);
    assert_eq!(code(&feldpost(folder.path(), &["no-such-command"])), 2);
}

/// What the daemon tells whoever started it, until it is ready and has said that it lives.
#[test]
fn the_daemon_says_that_it_is_ready_lives_and_ends() {
    use std::os::unix::net::UnixDatagram;
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&feldpost(folder.path(), &BY_FOLDERS)), 0);
    let config = folder.path().join("config.toml");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, text + "\n[status]\nmetrics_file = \"feldpost.prom\"\n").unwrap();
    let socket = folder.path().join("notify");
    let told = UnixDatagram::bind(&socket).unwrap();
    told.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let mut daemon = Command::new(env!("CARGO_BIN_EXE_feldpost"))
        .arg("serve")
        .current_dir(folder.path())
        .env("NOTIFY_SOCKET", &socket)
        .env("FELDPOST_LOG", "warn")
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let next = || {
        let mut words = [0; 100];
        let length = told.recv(&mut words).expect("something is told");
        String::from_utf8_lossy(&words[..length]).trim().to_owned()
    };
    assert_eq!(next(), "READY=1");
    assert_eq!(next(), "WATCHDOG=1");
    // The counters are there once it has looked into its mailbox.
    let counters = folder.path().join("feldpost.prom");
    while !counters.exists() {
        assert_eq!(next(), "WATCHDOG=1");
    }
    assert!(fs::read_to_string(&counters).unwrap().contains("feldpost_sending_stopped 0"));
    let end = Command::new("kill").arg(daemon.id().to_string()).status().unwrap();
    assert!(end.success() && daemon.wait().unwrap().success());
}

/// SIGTERM while the mail server says nothing at all, which it may for five minutes: mail is read all the
/// same, and the program ends within ten seconds.
#[test]
fn a_signal_ends_it_although_the_mail_server_is_silent() {
    use std::net::TcpListener;
    use std::time::{Duration, Instant};
    const LONG: Duration = Duration::from_secs(120);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&feldpost(folder.path(), &BY_FOLDERS)), 0);
    let mut new = vec!["game", "new", "minden"];
    for player in ["frederick=ada", "elisabeth=ben", "maria-theresa=cleo", "pompadour=dan"] {
        new.extend(["--player", player]);
    }
    let new: Vec<String> = new
        .into_iter()
        .map(|word| if word.contains('=') { format!("{word}@club.test") } else { word.into() })
        .collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    assert_eq!(code(&feldpost(folder.path(), &new)), 0);

    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let good = fs::read_to_string(folder.path().join("config.toml")).unwrap();
    let (head, _) = good.split_once("[transport]").expect("a transport");
    let silent = format!(
        "{head}[transport]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {port}\n\
         security = \"none\"\n"
    );
    fs::write(folder.path().join("config.toml"), silent).unwrap();
    let mut daemon = Command::new(env!("CARGO_BIN_EXE_feldpost"))
        .arg("serve")
        .current_dir(folder.path())
        .env("FELDPOST_LOG", "warn")
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let (line, _) = server.accept().unwrap();
    // Mail that comes now is dealt with, and put away.
    let inbox = folder.path().join("mail/judge/new");
    let mail = "From: eve@club.test\r\nTo: judge@club.test\r\nMessage-ID: <1@club.test>\r\n\
                Subject: help\r\n\r\nhelp\r\n";
    fs::write(inbox.join("1.test"), mail).unwrap();
    let began = Instant::now();
    while fs::read_dir(&inbox).unwrap().count() > 0 {
        assert!(began.elapsed() < LONG, "no mail is read while the server is silent");
        std::thread::sleep(Duration::from_millis(50));
    }
    println!("a mail was dealt with after {:?}", began.elapsed());

    let told = Instant::now();
    let end = Command::new("kill").args(["-TERM", &daemon.id().to_string()]).status().unwrap();
    assert!(end.success() && daemon.wait().unwrap().success());
    println!("it ended after {:?}", told.elapsed());
    assert!(told.elapsed() < Duration::from_secs(10), "it took {:?} to end", told.elapsed());
    drop(line);

    // Nothing is lost: what could not be sent goes out once there is a server.
    fs::write(folder.path().join("config.toml"), good).unwrap();
    assert_eq!(code(&feldpost(folder.path(), &["outbox", "retry"])), 0);
    assert_eq!(code(&feldpost(folder.path(), &["once"])), 0);
    for player in ["ada", "ben", "cleo", "dan", "eve"] {
        let mails = folder.path().join(format!("mail/players/{player}@club.test/new"));
        assert_eq!(fs::read_dir(mails).unwrap().count(), 1, "{player}");
    }
}

#[test]
fn the_unit_that_is_shipped_gives_the_service_no_more_than_it_needs() {
    let unit = include_str!("../../dist/feldpost.service");
    for line in [
        "Type=notify",
        "UMask=0077",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateTmp=yes",
        "PrivateDevices=yes",
        "PrivateUsers=yes",
        "ProtectProc=invisible",
        "ProcSubset=pid",
        "RestrictNamespaces=yes",
        "MemoryDenyWriteExecute=yes",
        "SystemCallFilter=@system-service",
        "SystemCallFilter=~@privileged @resources",
        "SystemCallArchitectures=native",
        "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
        "LoadCredential=feldpost.imap",
        "RestartPreventExitStatus=2 78",
        "User=feldpost",
    ] {
        assert!(unit.lines().any(|there| there == line), "{line} is missing");
    }
}

/// At most 1.5 of 10. Needs systemd's tool, which the test command installs where it may.
#[test]
fn the_unit_exposes_little() {
    let found = Command::new("systemd-analyze")
        .args(["security", "--offline=true"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/dist/feldpost.service"))
        .output()
        .expect("systemd-analyze, of Debian's package systemd");
    let text = said(&found);
    let level = text.split("Overall exposure level for feldpost.service: ").nth(1);
    let level = level.and_then(|rest| rest.split_whitespace().next());
    let level: f64 = level.expect("an exposure level").parse().expect("a number");
    assert!(level <= 1.5, "{text}");
}

#[test]
fn man_pages_and_completions_are_written_for_packages() {
    let folder = tempfile::tempdir().unwrap();
    let written = feldpost(folder.path(), &["package-files", "out"]);
    assert_eq!(code(&written), 0, "{}", said(&written));
    for (file, holds) in [
        ("man/feldpost.1", ".TH"),
        ("man/feldpost-init.1", "imap"),
        ("feldpost.bash", "complete"),
        ("_feldpost", "#compdef feldpost"),
        ("feldpost.fish", "doctor"),
    ] {
        let text = fs::read_to_string(folder.path().join("out").join(file)).unwrap();
        assert!(text.contains(holds), "{file}");
    }
}

/// A folder in which a game is played, with its log in a file and a backup.
fn with_a_game() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let recorded = ["simulate", "--games", "1", "--seed", "5", "--record", "logs"];
    assert_eq!(code(&feldpost(folder.path(), &recorded)), 0);
    assert_eq!(code(&feldpost(folder.path(), &BY_FOLDERS)), 0);
    let mut new = vec!["game".to_owned(), "new".to_owned(), "minden".to_owned()];
    for player in ["frederick=ada", "elisabeth=ben", "maria-theresa=cleo", "pompadour=dan"] {
        new.extend(["--player".to_owned(), format!("{player}@club.test")]);
    }
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    assert_eq!(code(&feldpost(folder.path(), &new)), 0);
    assert_eq!(code(&feldpost(folder.path(), &["backup", "old.db"])), 0);
    folder
}

/// The commands that may work long, each with what its progress says; `{}` stands for a number of its own.
const LONG_WORK: [(&[&str], &str); 5] = [
    (&["simulate", "--games", "3"], "playing"),
    (&["verify", "logs/game0.jsonl"], "doing the game again"),
    (&["backup", "new{}.db"], "copying the database"),
    (&["site", "minden", "site{}"], "writing pages"),
    (&["restore", "old.db", "--config", "other{}/config.toml"], "checking and copying the backup"),
];

fn numbered(command: &[&str], number: usize) -> Vec<String> {
    command.iter().map(|word| word.replace("{}", &number.to_string())).collect()
}

/// Another installation beside it, for what wants an empty place.
fn other(folder: &Path, number: usize) {
    let other = folder.join(format!("other{number}"));
    fs::create_dir(&other).unwrap();
    fs::copy(folder.join("config.toml"), other.join("config.toml")).unwrap();
}

#[test]
fn long_work_shows_its_progress_on_a_terminal_and_nowhere_else() {
    let folder = with_a_game();
    let on_a_terminal = |command: &[String], more: &str| {
        let words = command.join(" ");
        let program = env!("CARGO_BIN_EXE_feldpost");
        let output = Command::new("script")
            .args(["--quiet", "--return", "--flush", "--command"])
            .arg(format!("{program} {words} {more} > told"))
            .arg("/dev/null")
            .current_dir(folder.path())
            .env("TERM", "xterm")
            .env("FELDPOST_LOG", "warn")
            .stdin(Stdio::null())
            .output()
            .expect("script, of Debian's package bsdutils, makes the terminal");
        assert_eq!(code(&output), 0, "{words}: {}", said(&output));
        said(&output)
    };
    for (number, (command, shown)) in LONG_WORK.into_iter().enumerate() {
        let [first, second, third] = [0, 1, 2].map(|copy| number * 3 + copy);
        for number in [first, second, third] {
            other(folder.path(), number);
        }
        let terminal = on_a_terminal(&numbered(command, first), "");
        assert!(terminal.contains(shown), "{command:?} shows nothing: {terminal:?}");
        let terminal = on_a_terminal(&numbered(command, second), "--quiet");
        assert!(!terminal.contains(shown), "{command:?} is not quiet: {terminal:?}");
        let words = numbered(command, third);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let piped = feldpost(folder.path(), &words);
        let errors = String::from_utf8_lossy(&piped.stderr).into_owned();
        assert_eq!((code(&piped), errors.contains(shown)), (0, false), "{command:?}: {errors}");
    }
}

#[test]
fn scripts_get_json_and_who_wants_quiet_no_word_that_he_did_not_ask_for() {
    let folder = with_a_game();
    let json = |number: usize, command: &[&str]| -> (i32, Value) {
        other(folder.path(), number);
        let mut words = numbered(command, number);
        words.push("--json".to_owned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = feldpost(folder.path(), &words);
        let value = serde_json::from_slice(&output.stdout);
        (code(&output), value.unwrap_or_else(|error| panic!("{words:?}: {error}: {output:?}")))
    };
    let [simulate, verify, backup, site, restore] = LONG_WORK.map(|(command, _)| command);
    let (ended, told) = json(20, simulate);
    assert_eq!(
        (ended, &told["games"], told["faults"].as_array().unwrap().len()),
        (0, &3.into(), 0)
    );
    assert!(!told["scenarios"].as_object().unwrap().is_empty(), "{told}");
    let (ended, told) = json(21, verify);
    assert_eq!((ended, &told["holds"], &told["replayed"]), (0, &true.into(), &true.into()));
    assert!(told["head"]["number"].as_u64().unwrap() > 10, "{told}");
    let (ended, told) = json(22, backup);
    assert_eq!(
        (ended, &told["file"], &told["findings"]),
        (0, &"new22.db".into(), &Value::Array(vec![]))
    );
    let (ended, told) = json(23, site);
    assert_eq!((ended, &told["first"]), (0, &"site23/index.html".into()));
    assert!(told["pages"].as_u64().unwrap() >= 1 && told["bytes"].as_u64().unwrap() > 1000);
    let (ended, told) = json(24, restore);
    assert_eq!((ended, told["findings"].as_array().unwrap().len()), (0, 0), "{told}");
    let (ended, told) = json(25, &["outbox", "list"]);
    assert!(ended == 0 && told.is_object(), "{told}");
    let (ended, told) = json(26, &["doctor"]);
    assert!(ended == 0 && told["findings"].is_array(), "{told}");

    // A log that does not hold is said so in both ways.
    let log = fs::read_to_string(folder.path().join("logs/game0.jsonl")).unwrap();
    fs::write(folder.path().join("wrong.jsonl"), log.replacen("standard", "Standard", 1)).unwrap();
    let (ended, told) = json(27, &["verify", "wrong.jsonl"]);
    assert_eq!((ended, &told["holds"]), (1, &false.into()), "{told}");
    assert!(!told["why"].as_str().unwrap().is_empty(), "{told}");

    for (number, command) in [(30, backup), (31, site), (32, restore)] {
        other(folder.path(), number);
        let mut words = numbered(command, number);
        words.push("--quiet".to_owned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = feldpost(folder.path(), &words);
        assert_eq!((code(&output), said(&output)), (0, String::new()), "{words:?}");
    }
    let new =
        ["game", "new", "leuthen", "--player", "frederick=ada@club.test", "--bots", "--quiet"];
    for command in [&new[..], &["once", "--quiet"]] {
        let output = feldpost(folder.path(), command);
        assert_eq!((code(&output), said(&output)), (0, String::new()), "{command:?}");
    }
    // What was asked for is told.
    let verified = feldpost(folder.path(), &["verify", "logs/game0.jsonl", "--quiet"]);
    assert!(said(&verified).contains("the log holds"), "{}", said(&verified));
}
