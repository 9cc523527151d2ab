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

#[test]
fn the_unit_that_is_shipped_gives_the_service_no_more_than_it_needs() {
    let unit = include_str!("../dist/feldpost.service");
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
