//! What becomes of mail that cannot be sent, and of clocks meanwhile: refusals at each stage of SMTP,
//! a silent server, a dead transport for a week, budgets.

use crate::clocks::{begun, hours, newest, turn};
use crate::scripted::{Scripted, Step};
use crate::support::{Club, JUDGE, address, player};
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use feldpost::campaign::{Budget, Office, dispatch, probe};
use feldpost::daemon::{Daemon, Stop};
use feldpost::game::Seat;
use feldpost::mail::intake::{Limits, OwnAddresses};
use feldpost::mail::server::{Credentials, Password, Security, Server};
use feldpost::mail::smtp::{Patience, SmtpTransport};
use feldpost::mail::transport::RecordingTransport;
use feldpost::report::Templates;
use feldpost::store::{MailState, NewMail, OutboxId, OutgoingMail, Rank, Store, StoreError};
use std::time::{Duration, Instant};

const ANN: &str = "ann@club.test";
const BOB: &str = "bob@club.test";

/// What a reply must bring about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    /// The mail to Ann ends, the one to Bob goes out.
    Ends,
    /// The mail to Ann waits, the one to Bob goes out.
    ThisWaits,
    /// Nothing goes out, and nothing counts as tried.
    AllWait,
}

use Then::{AllWait, Ends, ThisWaits};

/// Where the server says it, what it says, and what must happen.
const REPLIES: &[(Step, &str, Then)] = &[
    (Step::Banner, "554 5.7.1 you are on a block list", AllWait),
    (Step::Banner, "554 no SMTP service here", AllWait),
    (Step::Banner, "421 4.3.2 too many connections", AllWait),
    (Step::Banner, "", AllWait),
    (Step::Ehlo, "502 5.5.1 what is EHLO", AllWait),
    (Step::Ehlo, "550 5.7.1 your name is not your name", AllWait),
    (Step::Ehlo, "421 4.7.0 later", AllWait),
    (Step::Ehlo, "501 5.5.4 invalid domain name", AllWait),
    (Step::StartTls, "454 4.7.0 TLS not available", AllWait),
    (Step::StartTls, "502 5.5.1 no STARTTLS", AllWait),
    (Step::Auth, "535 5.7.8 wrong password", AllWait),
    (Step::Auth, "454 4.7.0 temporary failure", AllWait),
    (Step::Auth, "534 5.7.9 mechanism too weak", AllWait),
    (Step::Auth, "550 5.2.1 account disabled", AllWait),
    (Step::Mail, "550 5.7.1 sender not allowed", AllWait),
    (Step::Mail, "553 5.1.8 sender's domain unknown", AllWait),
    (Step::Mail, "553 5.1.7 bad sender", AllWait),
    (Step::Mail, "452 4.3.1 disk full", AllWait),
    (Step::Mail, "550 5.4.5 daily quota exceeded", AllWait),
    (Step::Mail, "550 no", AllWait),
    (Step::Mail, "530 5.7.0 log in first", AllWait),
    (Step::Mail, "421 4.4.2 closing", AllWait),
    (Step::Rcpt, "550 5.1.1 no such user", Ends),
    (Step::Rcpt, "550 5.1.0 address rejected", Ends),
    (Step::Rcpt, "553 5.1.3 bad address syntax", Ends),
    (Step::Rcpt, "550 5.1.2 no such domain", Ends),
    (Step::Rcpt, "551 5.1.6 mailbox has moved", Ends),
    (Step::Rcpt, "556 5.1.10 domain takes no mail", Ends),
    (Step::Rcpt, "550 5.2.1 mailbox disabled", Ends),
    (Step::Rcpt, "550 no such user", Ends),
    (Step::Rcpt, "551 user not local", Ends),
    (Step::Rcpt, "553 mailbox name not allowed", Ends),
    (Step::Rcpt, "554 5.7.1 relay access denied", ThisWaits),
    (Step::Rcpt, "550 5.7.1 policy", ThisWaits),
    (Step::Rcpt, "450 4.7.1 greylisted", ThisWaits),
    (Step::Rcpt, "450 4.1.1 unknown for now", ThisWaits),
    (Step::Rcpt, "451 try later", ThisWaits),
    (Step::Rcpt, "452 4.2.2 mailbox full", ThisWaits),
    (Step::Rcpt, "552 5.2.2 mailbox full", ThisWaits),
    (Step::Rcpt, "552 5.2.3 too large for the mailbox", ThisWaits),
    (Step::Rcpt, "550 5.4.1 access denied", ThisWaits),
    (Step::Rcpt, "554 refused", ThisWaits),
    (Step::Rcpt, "550 5.1.8 sender's domain unknown", AllWait),
    (Step::Rcpt, "550 5.1.7 bad sender", AllWait),
    (Step::Rcpt, "550 5.4.5 daily quota exceeded", AllWait),
    (Step::Rcpt, "452 4.3.1 disk full", AllWait),
    (Step::Rcpt, "530 5.7.0 log in first", AllWait),
    (Step::Rcpt, "421 4.7.0 too fast", AllWait),
    (Step::Data, "554 5.5.1 no valid recipients", ThisWaits),
    (Step::Data, "451 4.7.1 later", ThisWaits),
    (Step::Data, "421 4.3.0 closing", AllWait),
    (Step::End, "552 5.3.4 message too large", ThisWaits),
    (Step::End, "554 5.6.0 content", ThisWaits),
    (Step::End, "550 5.7.1 looks like spam", ThisWaits),
    (Step::End, "550 no such user", ThisWaits),
    (Step::End, "550 5.1.1 no such user", ThisWaits),
    (Step::End, "451 4.7.1 greylisted", ThisWaits),
    (Step::End, "452 4.3.1 disk full", AllWait),
    (Step::End, "550 5.4.5 daily quota exceeded", AllWait),
    (Step::End, "", AllWait),
];

fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap()
}

fn office(store: &mut Store) -> Office {
    let own = OwnAddresses::new(address(JUDGE));
    let templates = Templates::new(None).expect("templates");
    Office::open(store, own, "judge".into(), Limits::default(), templates).expect("an office")
}

fn queue(store: &mut Store, key: &str, to: &str, rank: Rank) -> OutboxId {
    let payload = r#"{"to_name":null,"subject":"s","text":"t\n","html":null,"in_reply_to":null,
                      "references":[],"answer":false,"language":"en"}"#;
    let mail = NewMail {
        message_key: key,
        game: None,
        seat: None,
        generation: None,
        kind: "help",
        rank,
        recipient: to,
        payload,
        entry: None,
        asked: None,
        created: noon(),
        not_before: noon(),
    };
    store.transaction(|tx| tx.queue_mail(&mail)).expect("queued").id()
}

fn mail(store: &mut Store, id: OutboxId) -> OutgoingMail {
    store.transaction(|tx| tx.mail(id)).expect("the database").expect("the mail")
}

fn failures(store: &mut Store) -> Vec<String> {
    let untold = store.transaction(|tx| tx.untold_failures()).expect("the database");
    untold.into_iter().map(|failure| failure.what).collect()
}

fn transport(port: u16, step: Step) -> SmtpTransport {
    let security = if step == Step::StartTls { Security::StartTls } else { Security::Plain };
    let server = Server {
        host: "127.0.0.1".into(),
        port,
        security,
        // Any certificate: none is ever shown.
        ca_file: (step == Step::StartTls)
            .then(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/no-authority.pem").into()),
        plain_anywhere: false,
        timeout: Duration::from_secs(5),
    };
    let login = Credentials { user: "judge".into(), password: Password::new("secret") };
    let login = (step == Step::Auth).then_some(&login);
    SmtpTransport::new(&server, login, Some("club.test"))
        .expect("a transport")
        .with_patience(Patience::of(Duration::from_secs(5)))
}

#[test]
fn each_refusal_has_its_consequence_and_the_operator_is_told() {
    assert!(REPLIES.len() >= 40);
    for (step, reply, then) in REPLIES {
        let case = format!("{step:?}: {reply}");
        let server = Scripted::start(*step, reply, ANN);
        let mut store = Store::in_memory().expect("a database");
        let office = office(&mut store);
        // Bob first: the server is seen to take mail for others.
        let bob = queue(&mut store, "to-bob", BOB, Rank::Prompt);
        let ann = queue(&mut store, "to-ann", ANN, Rank::Prompt);
        let mut line = transport(server.port, *step);
        let mut now = noon();
        dispatch(&mut store, &office, &mut line, now, &mut |_| true).expect("dispatched");
        let states = (mail(&mut store, ann), mail(&mut store, bob));
        let stopped = store.transaction(|tx| tx.sending()).expect("the database").stopped;
        let told = failures(&mut store);
        match then {
            Ends => {
                assert_eq!(states.0.state, MailState::Dead, "{case}");
                assert_eq!(states.1.state, MailState::Sent, "{case}");
                assert_eq!(told, ["A mail was refused for good"], "{case}");
            }
            ThisWaits => {
                assert_eq!(states.0.state, MailState::Queued, "{case}");
                assert_eq!(states.0.attempts, 1, "{case}");
                assert_eq!(states.1.state, MailState::Sent, "{case}");
                assert_eq!(told, ["A mail is not taken and waits"], "{case}");
            }
            AllWait => {
                assert_eq!(states.0.state, MailState::Queued, "{case}");
                assert_eq!((states.0.attempts, states.1.attempts), (0, 0), "{case}");
                assert_eq!(told, ["No mail can be sent"], "{case}");
            }
        }
        assert_eq!(stopped.is_some(), *then == AllWait, "{case}");
        // Mended: the first try comes within five minutes, and with it everything.
        server.mend();
        let mut line = transport(server.port, Step::Mail);
        now += TimeDelta::minutes(5);
        dispatch(&mut store, &office, &mut line, now, &mut |_| true).expect("dispatched");
        let expected = if *then == Ends { MailState::Dead } else { MailState::Sent };
        assert_eq!(mail(&mut store, ann).state, expected, "{case}");
        assert_eq!(mail(&mut store, bob).state, MailState::Sent, "{case}");
        let stopped = store.transaction(|tx| tx.sending()).expect("the database").stopped;
        assert_eq!(stopped, None, "{case}");
    }
}

#[test]
fn a_refusal_without_a_word_ends_a_mail_only_if_others_are_reached() {
    let server = Scripted::start(Step::Rcpt, "550 no", ANN);
    let mut store = Store::in_memory().expect("a database");
    let office = office(&mut store);
    let ann = queue(&mut store, "to-ann", ANN, Rank::Prompt);
    let mut line = transport(server.port, Step::Mail);
    for minute in [0, 1, 3, 7] {
        let now = noon() + TimeDelta::minutes(minute);
        dispatch(&mut store, &office, &mut line, now, &mut |_| true).expect("dispatched");
        assert_eq!(mail(&mut store, ann).state, MailState::Queued);
    }
    queue(&mut store, "to-bob", BOB, Rank::Prompt);
    let now = noon() + TimeDelta::minutes(60);
    dispatch(&mut store, &office, &mut line, now, &mut |_| true).expect("dispatched");
    let later = now + TimeDelta::minutes(20);
    dispatch(&mut store, &office, &mut line, later, &mut |_| true).expect("dispatched");
    assert_eq!(mail(&mut store, ann).state, MailState::Dead);
}

#[test]
fn three_recipients_in_a_row_are_no_chance_and_one_success_frees_all() {
    // Relaying is denied to everybody.
    let server = Scripted::start(Step::Rcpt, "554 5.7.1 relay access denied", "");
    let mut store = Store::in_memory().expect("a database");
    let office = office(&mut store);
    let mails: Vec<OutboxId> = (0..8)
        .map(|number| {
            let to = format!("player{number}@club.test");
            queue(&mut store, &to, &to, Rank::Prompt)
        })
        .collect();
    let mut line = transport(server.port, Step::Mail);
    for minute in 0..120 {
        let now = noon() + TimeDelta::minutes(minute);
        dispatch(&mut store, &office, &mut line, now, &mut |_| true).expect("dispatched");
    }
    for id in &mails {
        assert_eq!(mail(&mut store, *id).state, MailState::Queued);
    }
    server.mend();
    let now = noon() + TimeDelta::minutes(130);
    dispatch(&mut store, &office, &mut line, now, &mut |_| true).expect("dispatched");
    for id in &mails {
        assert_eq!(mail(&mut store, *id).state, MailState::Sent);
    }
    assert!(failures(&mut store).contains(&"No mail can be sent".to_owned()));
}

#[test]
fn the_operator_is_written_to_on_trial() {
    let server = Scripted::start(Step::Rcpt, "550 5.7.1 not from here", ANN);
    let mut store = Store::in_memory().expect("a database");
    let mut office = office(&mut store);
    let mut line = transport(server.port, Step::Mail);
    assert!(probe(&mut store, &office, &mut line, noon()).expect("tried"), "without an operator");
    office.operator = Some(address(ANN));
    assert!(!probe(&mut store, &office, &mut line, noon()).expect("tried"));
    assert_eq!(failures(&mut store), ["The operator cannot be reached"]);
    assert_eq!(server.taken(), 0, "nothing is sent by a trial");
}

#[test]
fn a_budget_lets_prompts_go_before_news_and_news_before_press() {
    let mut store = Store::in_memory().expect("a database");
    let mut office = office(&mut store);
    office.budget = Budget { mails_per_minute: Some(2), mails_per_day: Some(5) };
    for number in 0..3 {
        for (kind, rank) in [("press", Rank::Press), ("news", Rank::News), ("prompt", Rank::Prompt)]
        {
            let to = format!("{kind}{number}@club.test");
            queue(&mut store, &to, &to, rank);
        }
    }
    let mut transport = RecordingTransport::default();
    let mut sent = Vec::new();
    for minute in 0..=(25 * 60) {
        let now = noon() + TimeDelta::minutes(minute);
        dispatch(&mut store, &office, &mut transport, now, &mut |_| true).expect("dispatched");
        sent.push(transport.sent.len());
    }
    // Two in the first minute, two in the second, and five in the first day.
    assert_eq!((sent[0], sent[1], sent[2], sent[1439]), (2, 4, 5, 5));
    assert_eq!(*sent.last().expect("minutes"), 9);
    let to: Vec<String> =
        transport.sent.iter().map(|(envelope, _)| envelope.to[0].local()[..4].to_owned()).collect();
    assert_eq!(to[..3], ["prom"; 3]);
    assert_eq!(to[3..6], ["news"; 3]);
    assert_eq!(to[6..], ["pres"; 3]);
    assert!(failures(&mut store).contains(&"Mail is held back by [budget]".to_owned()));
}

/// Ends or mends the way out of a club whose mail goes into folders.
fn cut(club: &Club, dead: bool) {
    let (folder, aside) =
        (club.folder.path().join("mail/players"), club.folder.path().join("mail/aside"));
    if dead {
        std::fs::rename(&folder, &aside).expect("put aside");
        std::fs::write(&folder, "a file in the way").expect("written");
    } else {
        std::fs::remove_file(&folder).expect("removed");
        std::fs::rename(&aside, &folder).expect("put back");
    }
}

#[test]
fn no_clock_runs_while_nothing_can_be_sent_for_a_week() {
    let mut club = begun(&[]);
    // Frederick has been asked; his answer is carried out while the transport is dead, so that the
    // next player is never told that it is his move.
    club.pass(hours(2));
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    cut(&club, true);
    club.round();
    assert_eq!(turn(&mut club).1, "hanover", "orders are carried out all the same");
    let before = club.club_events().len();
    club.pass(hours(24 * 7));
    assert_eq!(club.club_events().len(), before, "no lapse, no caretaker, no vacant seat");
    assert_eq!(turn(&mut club).1, "hanover");
    cut(&club, false);
    let back = club.now;
    club.pass(hours(1));
    // He who was never told has his whole time, and the prompt says so.
    let text = newest(&club, Seat::Frederick);
    let due = (back + hours(24) + TimeDelta::minutes(60)).format("%-d March 2026, %H:").to_string();
    let said = club
        .mails_to(player(Seat::Frederick))
        .into_iter()
        .map(|letter| letter.text.split_whitespace().collect::<Vec<_>>().join(" "))
        .rfind(|text| text.contains("Due by"))
        .unwrap_or_default();
    assert!(said.contains(&due), "{due} in {said} ({text})");
    club.pass(hours(22));
    assert_eq!(turn(&mut club).1, "hanover");
    let happened: Vec<String> = club
        .club_events()
        .into_iter()
        .map(|event| event["what"].as_str().unwrap_or_default().to_owned())
        .filter(|what| what == "caretaker" || what == "lapse")
        .collect();
    assert_eq!(happened, [""; 0]);
    // The time is not for ever.
    club.pass(hours(12));
    assert_ne!(turn(&mut club).1, "hanover");
}

#[test]
fn a_dead_mailbox_stops_no_game() {
    // One recipient's folder cannot be written; the others are reached.
    let mut store = Store::in_memory().expect("a database");
    let office = office(&mut store);
    let server = Scripted::start(Step::Rcpt, "450 4.2.1 mailbox busy", ANN);
    let mut line = transport(server.port, Step::Mail);
    let ann = queue(&mut store, "to-ann", ANN, Rank::Prompt);
    for half_day in 0..12 {
        let now = noon() + TimeDelta::hours(12 * half_day);
        let bob = format!("to-bob-{half_day}");
        queue(&mut store, &bob, BOB, Rank::Prompt);
        dispatch(&mut store, &office, &mut line, now, &mut |_| true).expect("dispatched");
        let waits = mail(&mut store, ann);
        assert_eq!(waits.state, MailState::Queued);
        assert_eq!(waits.unreachable, half_day >= 10, "after {half_day} half days");
    }
    server.mend();
    let now = noon() + TimeDelta::days(7);
    dispatch(&mut store, &office, &mut line, now, &mut |_| true).expect("dispatched");
    assert_eq!(mail(&mut store, ann).state, MailState::Sent, "it was never given up");
}

#[test]
fn a_silent_server_keeps_neither_orders_nor_the_end_waiting() {
    let mut club = begun(&[]);
    let newest = club.mails_to(player(Seat::Frederick)).pop().expect("a mail");
    club.kill();
    let server = Scripted::start(Step::Silent, "", "");
    let path = club.folder.path().join("config.toml");
    let text = std::fs::read_to_string(&path).expect("the configuration").replace(
        "kind = \"maildir\"\npath = \"mail/players\"",
        &format!(
            "kind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {}\nsecurity = \"none\"",
            server.port
        ),
    );
    let config = feldpost::config::Config::parse(&text, &path).expect("it is right");
    let mut config = feldpost::config::Config { database: club.config.database.clone(), ..config };
    config.mailboxes = club.config.mailboxes.clone();
    let mut daemon = Daemon::open(&config).expect("it opens");
    let stop = Stop::new();
    let inbox = club.inbox();
    let (database, ends) = (config.database.clone(), stop.clone());
    let player = std::thread::spawn(move || {
        while server.connected() == 0 {
            std::thread::sleep(Duration::from_millis(20));
        }
        let order = crate::support::reply_to(
            &newest,
            player(Seat::Frederick),
            "Heinrich to Angermünde\nready",
            77,
        );
        std::fs::write(inbox.join("00077.test"), order).expect("the mail is dropped");
        let began = Instant::now();
        let mut look = Store::open(&database).expect("a second look");
        let mut carried_out = || {
            let state = look.transaction(|tx| -> Result<_, StoreError> {
                let game = tx.game_by_name(crate::support::GAME)?.expect("the game").id;
                Ok(tx.latest_snapshot(game)?.expect("a snapshot").state)
            });
            let state: serde_json::Value =
                serde_json::from_str(&state.expect("the database")).expect("a state");
            state["nation"] == "hanover"
        };
        let mut is_done = carried_out();
        while !is_done && began.elapsed() < Duration::from_secs(120) {
            std::thread::sleep(Duration::from_millis(50));
            is_done = carried_out();
        }
        println!("an order was carried out after {:?}", began.elapsed());
        ends.set();
        (is_done, Instant::now())
    });
    daemon.serve(Duration::from_secs(1), &stop).expect("it ends");
    let (is_done, ended) = player.join().expect("no panic");
    println!("the daemon ended after {:?}", ended.elapsed());
    assert!(is_done, "the order was not carried out while the server was silent");
    // The server would have been waited for five minutes.
    assert!(ended.elapsed() < Duration::from_secs(120), "it waited for the server");
}

#[test]
fn two_machines_never_play_one_game() {
    let mut club = begun(&[]);
    club.kill();
    // A copy of the database begins elsewhere, on the same mailbox.
    let copy = club.folder.path().join("copy.db");
    Store::open(&club.config.database).expect("the database").backup(&copy).expect("copied");
    let mut config = club.config.clone();
    config.database = copy;
    let before = club.mails_to(player(Seat::Frederick)).len();
    club.round();
    let (now, mut elsewhere) = (club.now, Daemon::open(&config).expect("it opens"));
    let refused = elsewhere.round(now).expect_err("the first one works on").to_string();
    assert!(refused.contains("a copy of this database has taken over"), "{refused}");
    elsewhere.take_over();
    elsewhere.round(now).expect("the operator says so");
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    for _ in 0..3 {
        club.now += TimeDelta::minutes(10);
        let now = club.now;
        let refused = club.daemon().round(now).expect_err("it is not its game any more");
        assert!(refused.to_string().contains("two machines must not play one game"), "{refused}");
    }
    let now = club.now;
    assert_eq!(elsewhere.round(now).expect("it works").received.len(), 1);
    assert_eq!(turn(&mut club).1, "prussia", "nothing was carried out by the old one");
    // What was left behind does not begin again by itself.
    club.kill();
    club.daemon().round(now).expect_err("it stays out");
    let told = club.mails_to(player(Seat::Frederick));
    let ids: std::collections::BTreeSet<_> =
        told.iter().map(|letter| letter.message_id.clone()).collect();
    assert!(told.len() > before && ids.len() == told.len(), "nothing came twice");
    // Another database on this mailbox is told from a copy.
    config.database = club.folder.path().join("other.db");
    let mut other = Daemon::open(&config).expect("it opens");
    let refused = other.round(now).expect_err("orders would be swallowed").to_string();
    assert!(refused.contains("another database works on this mailbox"), "{refused}");

    // Doctor says each beforehand, and touches nothing.
    let doctor = |database: &str| -> String {
        let path = club.folder.path().join("config.toml");
        let text = std::fs::read_to_string(&path).expect("the configuration");
        let examined = club.folder.path().join(format!("doctor-{database}.toml"));
        std::fs::write(&examined, format!("database = \"{database}\"\n{text}")).expect("written");
        let mut told = String::new();
        feldpost::doctor::examine(&examined, now, &mut |finding| {
            if finding.about == "mailbox" {
                told += &format!("{:?} {}\n", finding.verdict, finding.what);
            }
        });
        told
    };
    let copy = doctor("copy.db");
    assert!(copy.contains("Fine this database's alone since 2026-03-01"), "{copy}");
    let old = doctor("feldpost.db");
    assert!(old.contains("Wrong a copy of this database has taken over"), "{old}");
    let other = doctor("other.db");
    assert!(other.contains("Wrong another database works on this mailbox"), "{other}");
}

/// A mailbox that cannot be looked into may be another machine's by now: only the operator is told.
#[test]
fn while_the_mailbox_cannot_be_looked_into_only_the_operator_is_written_to() {
    const OPERATOR: &str = "op@club.test";
    let mut club = Club::new([1; 32]);
    club.daemon().office.operator = Some(OPERATOR.parse().expect("an address"));
    let now = club.now;
    let count = |tx: &feldpost::store::Tx<'_>| tx.count_failure("A failure", "why", now);
    club.daemon().store.transaction(count).expect("the database");
    let claim = club.folder.path().join("mail/judge/.feldpost-claim");
    std::fs::create_dir(&claim).expect("what cannot be read");
    for _ in 0..2 {
        club.now += TimeDelta::hours(1);
        let now = club.now;
        let error = club.daemon().round(now).expect_err("it cannot be read").to_string();
        assert!(error.contains("who works on"), "{error}");
    }
    assert_eq!(club.mails_to(OPERATOR).len(), 1);
    assert_eq!(club.mails_to(player(Seat::Frederick)).len(), 0);
    std::fs::remove_dir(&claim).expect("mended");
    club.round();
    assert!(!club.mails_to(player(Seat::Frederick)).is_empty());
}

/// Mails that were dealt with go after `processed_mail_days`; what lies in the mailbox for longer and was not
/// dealt with stays.
#[test]
fn mails_that_were_dealt_with_are_removed_when_they_are_old() {
    let mut club = begun(&[]);
    let away = club.folder.path().join("mail/judge/cur");
    let count = || std::fs::read_dir(&away).expect("the folder").count();
    club.reply(Seat::Frederick, "status");
    club.round();
    let before = count();
    assert!(before >= 2, "{before} mails were dealt with");
    let age = |name: &std::path::Path, days: i64| {
        let time = club.now - TimeDelta::days(days);
        let file = std::fs::File::options().append(true).open(name).expect("the mail");
        file.set_modified(time.into()).expect("its time");
    };
    let mut all: Vec<_> = std::fs::read_dir(&away)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    all.sort();
    for mail in &all {
        age(mail, 89);
    }
    age(&all[0], 91);
    // It came long ago and nobody has looked at it.
    let unread = away.join("00099.test:2,");
    std::fs::write(&unread, "From: eve@club.test\r\nSubject: help\r\n\r\nhelp\r\n").expect("it");
    age(&unread, 400);
    club.config.retention.processed_mail_days = 0;
    club.kill();
    club.round();
    assert!(all[0].exists(), "nothing is removed where nothing is to be");
    club.config.retention.processed_mail_days = 90;
    club.kill();
    club.round();
    let left: Vec<bool> = all.iter().map(|mail| mail.exists()).collect();
    assert!(!left[0] && left[1..].iter().all(|is_left| *is_left), "{left:?}");
}

#[test]
fn a_clock_that_jumps_by_a_year_and_back_leaves_no_deadline_there() {
    let mut club = begun(&[]);
    club.pass(hours(2));
    let right = club.now;
    club.now += TimeDelta::days(365);
    club.round();
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    club.round();
    assert_eq!(turn(&mut club).1, "hanover");
    club.now = right;
    club.round();
    let clocks = |club: &mut Club| {
        let read = |tx: &feldpost::store::Tx<'_>| -> Result<_, StoreError> {
            let game = tx.game_by_name(crate::support::GAME)?.expect("the game").id;
            Ok((tx.clocks(game)?, tx.timers(game)?, tx.next_due()?))
        };
        club.daemon().store.transaction(read).expect("the database")
    };
    let (running, timers, mail) = clocks(&mut club);
    let latest = right + TimeDelta::days(60);
    assert!(!running.is_empty());
    assert!(running.iter().all(|clock| clock.due < right + TimeDelta::days(3)), "{running:?}");
    assert!(timers.iter().all(|timer| timer.due < latest), "{timers:?}");
    assert!(mail.is_none_or(|due| due < latest));
    // The game goes on: without an answer the caretaker decides in a day or so, and not before.
    club.pass(hours(20));
    assert_eq!(turn(&mut club).1, "hanover");
    club.pass(hours(14));
    assert_ne!(turn(&mut club).1, "hanover");
}
