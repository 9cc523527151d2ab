//! What the operator does and meets: doctor, backup and restore, a second instance, a full disk,
//! an address that bounces.

use crate::mail_servers::{MailServers, PASSWORD};
use crate::support::{Club, JUDGE, PATIENCE, Ways, player};
use std::fs;
use std::process::{Command, Output};
use std::time::Duration;

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn doctor_examines_the_accounts_and_a_backup_is_taken_at_work() {
    let servers = MailServers::start();
    let mut club = Club::by_way_of(&servers, Ways::Encrypted, "fence_seconds = 6");
    club.serve();
    let mut sent = club.play(0, 2);

    let doctor = club.run(&["doctor"]);
    let text = said(&doctor);
    assert!(doctor.status.success(), "{text}");
    for part in ["logged in as judge@club.test", "IDLE", "0 mails wait to be sent", "is at work"] {
        assert!(text.contains(part), "{part} is missing in: {text}");
    }
    let second = club.run(&["serve"]);
    assert!(!second.status.success() && said(&second).contains("already running"));

    // A backup at work; two more mails; then the disk dies.
    let backup = club.folder.path().join("backup.db");
    let backed_up = club.run(&["backup", &backup.to_string_lossy()]);
    assert!(backed_up.status.success(), "{}", said(&backed_up));
    let refused = club.run(&["backup", &backup.to_string_lossy()]);
    assert!(!refused.status.success() && said(&refused).contains("exists already"));
    let after = club.play(2, 4);
    club.terminate();
    let refused = club.run(&["restore", &backup.to_string_lossy()]);
    assert!(!refused.status.success() && said(&refused).contains("exists already"));
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(club.folder.path().join(format!("feldpost.db{suffix}")));
    }
    let restored = club.run(&["restore", &backup.to_string_lossy()]);
    assert!(restored.status.success(), "{}", said(&restored));
    club.books().check_exactly_once(&sent);
    // The mails since then are put back into the mailbox and carried out again.
    crate::support::drop_into_mailbox(&servers, JUDGE, &after);
    club.serve();
    sent.extend(after);
    club.await_quiet();
    club.terminate();
    club.books().check_exactly_once(&sent);

    // What is wrong is said, with an exit code, and without the password.
    for (change, instead, complaint) in [
        ("judge@club.test\"\npassword_file", "judge@elsewhere.test\"\npassword_file", "mailbox"),
        ("password_file = \"password\"", "password_file = \"missing\"", "cannot read the password"),
        ("starttls", "tls", "transport"),
    ] {
        let good = fs::read_to_string(club.config()).unwrap();
        assert!(good.contains(change), "{good}");
        fs::write(club.config(), good.replace(change, instead)).unwrap();
        if !instead.contains("elsewhere") {
            let doctor = club.run(&["doctor"]);
            let text = said(&doctor);
            assert!(!doctor.status.success(), "{text}");
            assert!(text.contains("WRONG") && text.contains(complaint), "{text}");
            assert!(!text.contains(PASSWORD), "{text}");
        }
        fs::write(club.config(), good).unwrap();
    }
    fs::write(club.folder.path().join("password"), "not the password\n").unwrap();
    let doctor = club.run(&["doctor"]);
    let text = said(&doctor);
    assert!(!doctor.status.success() && text.contains("logging in as judge@club.test"), "{text}");
    assert!(!text.contains("not the password"), "{text}");
    let serve = club.run(&["serve"]);
    assert!(!serve.status.success(), "the daemon goes on without a password");
}

#[test]
fn a_full_disk_loses_nothing() {
    let servers = MailServers::start();
    let mut club = Club::new(&servers);
    // A process whose files may not grow is refused as on a full disk, if it ignores the signal.
    let serve = club.command(&["serve"]);
    let mut serve_on = Command::new("bash");
    serve_on
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(serve.get_program())
        .args(serve.get_args())
        .envs(serve.get_envs().filter_map(|(name, value)| Some((name, value?))));
    club.start(serve_on);
    let mut sent = club.play(0, 1);
    club.await_quiet();

    // The write-ahead log is longer than this already, the program's log is not.
    let written = fs::metadata(club.folder.path().join("feldpost.db-wal")).unwrap().len();
    assert!(written > 80_000, "{written}");
    let limit = |size: &str| {
        let (pid, size) = (format!("--pid={}", club.pid()), format!("--fsize={size}:unlimited"));
        assert!(Command::new("prlimit").args([pid, size]).status().unwrap().success());
    };
    limit("40000");
    let (seat, text) = (club.course.mail[1].seat, club.course.mail[1].text.clone());
    let newest = club.newest(player(seat));
    let raw = club.reply(seat, &newest, &text);
    let end = std::time::Instant::now() + PATIENCE;
    while !club.log().contains("trying again later") {
        assert!(std::time::Instant::now() < end, "nothing is said:\n{}", club.log());
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(club.count_in(JUDGE, "INBOX"), 1, "the mail is not where it was");

    // There is room again, and the same process goes on.
    limit("unlimited");
    club.await_answer(player(seat), &raw);
    sent.push(raw);
    sent.extend(club.play(2, 4));
    club.await_quiet();
    club.terminate();
    club.books().check_exactly_once(&sent);
    club.check_reports();
}

#[test]
fn a_players_address_that_bounces_is_shown_and_told() {
    let servers = MailServers::start();
    let mut club =
        Club::by_way_of(&servers, Ways::Encrypted, "pictures = false\noperator = \"op@club.test\"");
    // Another game in which one address is refused by the server.
    let players = ["frederick=ada", "elisabeth=nobody", "maria-theresa=cleo", "pompadour=dan"];
    let mut new = vec!["game".to_owned(), "new".to_owned(), "leuthen".to_owned()];
    for player in players {
        new.extend(["--player".to_owned(), format!("{player}@club.test")]);
    }
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    assert!(club.run(&new).status.success());
    club.serve();
    let told = |user: &str| {
        club.await_mails(user, 3)
            .into_iter()
            .filter(|letter| letter.subject.contains("bounces"))
            .count()
    };
    for user in ["ada@club.test", "cleo@club.test", "dan@club.test"] {
        assert_eq!(told(user), 1, "{user}");
    }
    club.terminate();
    // What the server answered is in the log, but not the address in it.
    let log = club.log();
    assert!(log.contains("no such user") && !log.contains("@club.test"), "{log}");
    let show = club.run(&["seat", "show", "leuthen"]);
    let text = said(&show);
    assert!(show.status.success(), "{text}");
    assert!(text.contains("mail to nobody@club.test came back"), "{text}");
    assert!(text.contains("no such user"), "{text}");
    let doctor = said(&club.run(&["doctor"]));
    assert!(doctor.contains("mails were given up"), "{doctor}");
    let unknown = club.run(&["seat", "show", "torgau"]);
    assert!(!unknown.status.success() && said(&unknown).contains("there is no game torgau"));
}
