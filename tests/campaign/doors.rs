//! Who is let in, and who leaves: what the receiving server found out about a sender, mails that come
//! again, and that nothing is left of who is forgotten.

use crate::support::{Club, JUDGE, player, reply_to};
use feldpost::daemon::Stop;
use feldpost::game::Seat;
use feldpost::mail::source::Disposal;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const TSARINA: &str = "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4";

/// A club whose receiving server is trusted, with the first prompts sent.
fn club() -> Club {
    let mut club = Club::new([1; 32]);
    club.daemon().office.own.trusted_authserv_ids = vec!["mx.club.test".to_owned()];
    club.round();
    club
}

/// What becomes of Russia's allotment, with the real token, when these headers stand on top or
/// instead of its `From`.
fn allotment(club: &mut Club, number: u32, change: impl Fn(String) -> String) -> Vec<&'static str> {
    let player = player(Seat::Elisabeth);
    let prompt = club.mails_to(player).pop().expect("a prompt");
    let mail = change(reply_to(&prompt, player, TSARINA, number));
    club.drop_in(mail.as_bytes());
    let round = club.round();
    for received in &round.received {
        let refused = received.disposal == Disposal::Rejected;
        assert_eq!(refused, received.outcome != "orders carried out", "{received:?}");
    }
    round.received.into_iter().map(|received| received.outcome).collect()
}

#[test]
fn who_is_not_the_sender_is_refused_at_the_door() {
    let mut club = club();
    let before = club.mails_to(player(Seat::Elisabeth)).len();
    for (number, checks) in (100..).zip([
        "dmarc=fail header.from=club.test",
        "spf=fail smtp.mailfrom=club.test; dkim=none",
        "dkim=pass header.d=evil.test; spf=pass smtp.mailfrom=x@evil.test; dmarc=none",
        "dmarc=pass header.from=evil.test",
    ]) {
        let on_top =
            |mail: String| format!("Authentication-Results: mx.club.test;\r\n {checks}\r\n{mail}");
        let outcome = allotment(&mut club, number, on_top);
        assert_eq!(outcome, ["sender not authentic"], "{checks}");
    }
    // Nobody is answered, and nothing was changed.
    assert_eq!(club.mails_to(player(Seat::Elisabeth)).len(), before);
    let none = |mail: String| format!("Authentication-Results: mx.club.test; dmarc=none\r\n{mail}");
    assert_eq!(allotment(&mut club, 200, none), ["orders carried out"]);
}

#[test]
fn a_mail_of_two_senders_is_refused_at_the_door() {
    let mut club = club();
    let ben = player(Seat::Elisabeth);
    let before = club.mails_to(ben).len();
    let two_addresses = |mail: String| mail.replacen("\r\n", ", Eve <eve@evil.test>\r\n", 1);
    let two_headers = |mail: String| format!("From: <eve@evil.test>\r\n{mail}");
    let below = |mail: String| mail.replacen("Subject:", "From: <eve@evil.test>\r\nSubject:", 1);
    assert_eq!(allotment(&mut club, 300, two_addresses), ["more than one sender"]);
    assert_eq!(allotment(&mut club, 301, two_headers), ["more than one sender"]);
    assert_eq!(allotment(&mut club, 302, below), ["more than one sender"]);
    assert_eq!(club.mails_to(ben).len(), before);
    assert_eq!(club.mails_to("eve@evil.test").len(), 0);
    assert_eq!(allotment(&mut club, 303, |mail| mail), ["orders carried out"]);
}

#[test]
fn the_same_message_id_with_another_text_is_another_mail() {
    let mut club = club();
    let ben = player(Seat::Elisabeth);
    let prompt = club.mails_to(ben).pop().expect("a prompt");
    let write = |club: &mut Club, text: &str, header: &str| {
        let mail = reply_to(&prompt, ben, text, 7);
        club.drop_in(mail.replacen("Subject:", &format!("{header}Subject:"), 1).as_bytes());
        let before = club.mails_to(ben).len();
        let round = club.round();
        let outcomes: Vec<_> = round.received.into_iter().map(|one| one.outcome).collect();
        (outcomes, club.mails_to(ben).len() - before)
    };
    // A mail program that calls all its mails the same: both are answered.
    assert_eq!(write(&mut club, "status", ""), (vec!["question"], 1));
    assert_eq!(write(&mut club, TSARINA, ""), (vec!["orders carried out"], 1));
    // A server that delivers a mail twice adds headers and changes no text.
    for header in ["", "X-Delivered-Again: yes\r\n"] {
        assert_eq!(write(&mut club, TSARINA, header), (vec!["came before"], 0));
        assert_eq!(write(&mut club, "status", header), (vec!["came before"], 0));
    }
}

/// How often a text stands in the database and its write-ahead log.
fn occurrences(database: &Path, text: &str) -> usize {
    let of_file = |suffix: &&str| {
        let bytes = fs::read(format!("{}{suffix}", database.display())).unwrap_or_default();
        String::from_utf8_lossy(&bytes).to_lowercase().matches(text).count()
    };
    ["", "-wal"].iter().map(of_file).sum()
}

#[test]
fn nothing_of_who_is_forgotten_is_left_while_the_daemon_serves() {
    const EVA: &str = "eva@elsewhere.test";
    let mut club = Club::without_a_game();
    let mail = format!("From: <{EVA}>\r\nTo: {JUDGE}\r\nMessage-ID: <1@{EVA}>\r\n\r\nmy data\r\n");
    club.drop_in(mail.as_bytes());
    club.round();
    let answer = |club: &mut Club, text: &str, number: u32| {
        let newest = club.mails_to(EVA).pop().expect("a mail to answer");
        club.drop_in(reply_to(&newest, EVA, text, number).as_bytes());
    };
    for (number, text) in (2..).zip(["yes", "absent for 3 days", "forget me"]) {
        answer(&mut club, text, number);
        club.round();
    }
    // The last word comes while the daemon is at work, and goes on being at work.
    let before = club.mails_to(EVA).len();
    // It answers what was told before, not the question: by the daemon's clock that is void.
    let told = club.mails_to(EVA).remove(1);
    club.drop_in(reply_to(&told, EVA, "forget me yes", 9).as_bytes());
    let database = club.config.database.clone();
    assert!(occurrences(&database, EVA) > 0, "there is nothing to forget");
    let farewells = club.config.database.with_file_name("mail/players").join(EVA).join("new");
    let stop = Stop::new();
    let told = stop.clone();
    let watcher = thread::spawn(move || {
        let end = Instant::now() + Duration::from_secs(600);
        let mails = || fs::read_dir(&farewells).map_or(0, Iterator::count);
        while Instant::now() < end && (mails() <= before || occurrences(&database, EVA) > 0) {
            thread::sleep(Duration::from_millis(50));
        }
        let left = (mails() - before, occurrences(&database, EVA));
        told.set();
        left
    });
    club.daemon().serve(Duration::from_millis(250), &stop).expect("it serves");
    assert_eq!(watcher.join().expect("it watches"), (1, 0), "farewells, and what is left");
}

#[test]
fn a_flood_of_forged_mail_shuts_out_nobody_who_can_be_told_from_it() {
    let mut club = Club::new([1; 32]);
    club.daemon().office.own.trusted_authserv_ids = vec!["mx.club.test".to_owned()];
    club.daemon().office.rates.answers_to_strangers = 20;
    club.round();
    // Without a verdict, and with one that finds nothing aligned.
    for number in 0..2000 {
        let verdict = match number % 2 {
            0 => "",
            _ => "Authentication-Results: mx.club.test; dkim=none; spf=none\r\n",
        };
        let mail = format!(
            "{verdict}From: <forged{number}@elsewhere.test>\r\nTo: <{JUDGE}>\r\nSubject: hello\r\n\
             Message-ID: <{number}@elsewhere.test>\r\n\r\nhelp\r\n"
        );
        club.drop_in(mail.as_bytes());
    }
    while club.inbox().read_dir().expect("the mailbox").next().is_some() {
        club.round();
    }
    let answered = (0..2000)
        .filter(|number| !club.mails_to(&format!("forged{number}@elsewhere.test")).is_empty())
        .collect::<Vec<_>>();
    assert_eq!(answered.len(), 20, "the strangers' allowance");
    assert!(answered.iter().all(|number| number % 2 == 0), "what is not aligned gets no answer");
    // A newcomer whose domain vouches for him, and a player without his token.
    let newcomer = format!(
        "Authentication-Results: mx.club.test; dmarc=pass header.from=new.test\r\n\
         From: <nora@new.test>\r\nTo: <{JUDGE}>\r\nSubject: hello\r\n\
         Message-ID: <1@new.test>\r\n\r\nhelp\r\n"
    );
    club.drop_in(newcomer.as_bytes());
    let ada = player(Seat::Frederick);
    let before = club.mails_to(ada).len();
    let without = format!(
        "From: <{ada}>\r\nTo: <{JUDGE}>\r\nSubject: hello\r\nMessage-ID: <1@ada.test>\r\n\r\n\
         good morning\r\n"
    );
    club.drop_in(without.as_bytes());
    club.round();
    assert_eq!(club.mails_to("nora@new.test").len(), 1);
    assert_eq!(club.mails_to(ada).len(), before + 1);
}
