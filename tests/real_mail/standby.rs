//! A second machine with a copy of the database, on the same mailbox.

use crate::mail_servers::{MailServers, PASSWORD};
use crate::support::{Club, JUDGE, PATIENCE, Ways, books, player, read, signal};
use feldpost::game::Seat;
use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The folders that say who works on the judge's mailbox.
fn claims(servers: &MailServers) -> BTreeSet<String> {
    let folders = fs::read_dir(servers.maildir(JUDGE)).unwrap();
    folders
        .map(|folder| folder.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("feldpost-claim-"))
        .collect()
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "{what}: not in {PATIENCE:?}");
        sleep(Duration::from_millis(50));
    }
}

/// The first machine hangs with mails in its outbox, the second has a copy of its database and takes over; then the first
/// one wakes up. Every order is carried out once, and no mail comes twice.
#[test]
fn a_machine_that_wakes_up_when_another_has_taken_over_does_nothing_any_more() {
    let servers = MailServers::start();
    let more = "pictures = false\nfence_seconds = 6";
    let mut club = Club::by_way_of(&servers, Ways::Encrypted, more);
    club.serve();
    let mut sent = club.play(0, 2);
    club.await_quiet();
    let newest = club.newest(player(club.course.mail[2].seat));

    // An order is carried out, and its reports cannot be sent.
    let order = crate::support::answer(
        player(club.course.mail[2].seat),
        &newest,
        &club.course.mail[2].text,
    );
    servers.stop_smtp();
    crate::support::drop_into_mailbox(&servers, JUDGE, &[order.formatted()]);
    sent.push(order.formatted());
    let database = club.folder.path().join("feldpost.db");
    wait_until("the order is carried out", || books(&database).outcomes.len() == 3);
    assert!(books(&database).queued > 0);
    let copy = club.folder.path().join("copy.db");
    // It may be caught in the midst of a write, which nobody else can look at: then it goes on for a moment.
    wait_until("the copy", || {
        signal("STOP", club.pid());
        let copied = club.run(&["backup", &copy.to_string_lossy()]).status.success();
        if !copied {
            signal("CONT", club.pid());
        }
        copied
    });
    servers.start_smtp();

    let config = club.folder.path().join("second.toml");
    let text = fs::read_to_string(club.config()).unwrap();
    fs::write(&config, format!("database = \"copy.db\"\n{text}")).unwrap();
    let second = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_feldpost"));
        command.args(arguments).arg("--config").arg(&config).env("JUDGE_PASSWORD", PASSWORD);
        command.stdin(Stdio::null());
        command
    };
    let refused = second(&["serve"]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("this database is a copy"), "{said}");
    let doctor = second(&["doctor"]).output().unwrap();
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(said.contains("WRONG    mailbox        this database is a copy"), "{said}");

    let before = claims(&servers);
    let log = fs::File::create(club.folder.path().join("second.log")).unwrap();
    let mut judge = second(&["serve", "--take-over"]).stderr(log).spawn().unwrap();
    wait_until("the second one says that it is there", || {
        let now = claims(&servers);
        !now.is_empty() && now.is_disjoint(&before)
    });
    assert!(books(&copy).queued > 0, "it waits for the first one");
    wait_until("the second one sends what waited", || books(&copy).queued == 0);
    // A mail that both could read: the first one is awake again.
    let (seat, text) = (club.course.mail[3].seat, club.course.mail[3].text.clone());
    let newest = club.mails_to(player(seat)).pop().unwrap();
    signal("CONT", club.pid());
    let order = club.reply(seat, &newest, &text);
    let status = club.await_end();
    assert!(!status.success(), "{status}");
    assert!(club.log().contains("two machines must not play one game"), "{}", club.log());
    club.await_answer(player(seat), &order);
    sent.push(order);
    wait_until("all is sent", || books(&copy).queued == 0);
    signal("TERM", judge.id());
    assert!(judge.wait().unwrap().success());

    books(&copy).check_exactly_once(&sent);
    assert_eq!(books(&database).outcomes.len(), 3, "the first one has dealt with a mail");
    for seat in Seat::ALL {
        let mails = club.inbox(player(seat));
        let names: BTreeSet<_> = mails.iter().map(|raw| read(raw).message_id).collect();
        assert_eq!(names.len(), mails.len(), "a mail came twice to {seat:?}");
    }
}
