//! A mailbox with 5,000 mails, nearly all of them junk, among them the same mail a thousand times.

#![expect(clippy::disallowed_methods, reason = "how many mails is asked by the environment")]

use crate::mail_servers::MailServers;
use crate::support::{Club, JUDGE, Ways, answer, drop_into_mailbox, player};
use feldpost::game::Seat;
use std::time::{Duration, Instant};

const DUPLICATES: usize = 1000;
/// What a server that leads a thousand games may need, in MiB.
const MOST_MEMORY: u64 = 150;
/// Questions of each player that are answered with a long report, to measure how fast.
const QUESTIONS: usize = 25;

/// How many mails; `FELDPOST_FLOOD` asks for another number, to measure.
fn mails() -> usize {
    let asked = std::env::var("FELDPOST_FLOOD").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(5000)
}

#[test]
fn five_thousand_mails_are_dealt_with_and_the_orders_among_them_carried_out() {
    let count = mails();
    let servers = MailServers::start();
    let mut club = Club::by_way_of(&servers, Ways::Encrypted, "");
    // The first mails go out, and nothing comes in yet.
    assert!(club.run(&["once"]).status.success());
    let orders: Vec<Vec<u8>> = (0..4)
        .map(|number| {
            let mail = &club.course.mail[number];
            let newest = club.await_mails(player(mail.seat), 1).pop();
            answer(player(mail.seat), &newest.unwrap(), &mail.text).formatted()
        })
        .collect();
    let mut mails: Vec<Vec<u8>> =
        (0..=count - DUPLICATES - orders.len()).map(|number| junk(number).into_bytes()).collect();
    for copy in 0..DUPLICATES {
        mails.insert((copy * 3) % mails.len(), orders[0].clone());
    }
    for (number, order) in orders.iter().enumerate().skip(1) {
        mails.insert(number * count / orders.len(), order.clone());
    }
    club.count_in(JUDGE, "INBOX");
    drop_into_mailbox(&servers, JUDGE, &mails);

    let start = Instant::now();
    club.serve();
    club.await_quiet();
    let rate = |mails: usize, start: Instant| mails as f64 / start.elapsed().as_secs_f64();
    eprintln!("a flood: {count} mails, {:.0} per second", rate(count, start));
    let mut questions = Vec::new();
    for seat in Seat::ALL {
        let newest = club.newest(player(seat));
        assert!(newest.subject.contains("T1"), "{}", newest.subject);
        for _ in 0..QUESTIONS {
            questions.push(answer(player(seat), &newest, "status").formatted());
        }
    }
    let start = Instant::now();
    drop_into_mailbox(&servers, JUDGE, &questions);
    club.await_quiet();
    eprintln!("answered with reports: {:.1} mails per second", rate(questions.len(), start));
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let newest = club.newest(player(Seat::Frederick));
            let start = Instant::now();
            let raw = club.reply(Seat::Frederick, &newest, "help");
            club.await_answer(player(Seat::Frederick), &raw);
            start.elapsed()
        })
        .collect();
    times.sort();
    eprintln!("from sending to receipt: {:?} in the median", times[times.len() / 2]);
    let memory = club.peak_memory();
    eprintln!("memory: {memory} MiB at most");
    assert!(memory <= MOST_MEMORY, "{memory} MiB");
    club.await_quiet();
    club.terminate();
    club.books().check_exactly_once(&orders);
    club.check_reports();
    // Junk is set apart or passed over, and hardly any of it answered.
    let (processed, rejected) =
        (club.count_in(JUDGE, "Processed"), club.count_in(JUDGE, "Rejected"));
    // The few answers to junk come back: its senders do not exist.
    let reports = club.log().matches("\"delivery report\"").count();
    let more = reports + questions.len() + times.len();
    assert_eq!((mails.len(), processed + rejected), (count, count + more));
    assert!(reports <= 200, "{reports} answers to junk");
    assert!(rejected > count / 4, "{rejected}");
}

/// What else is in a mailbox that has been on the web for a while.
fn junk(number: usize) -> String {
    let from = format!("eve{number}@spam.test");
    let head = format!(
        "From: {from}\r\nTo: {JUDGE}\r\nDate: Thu, 1 Jan 2026 00:00:00 +0000\r\n\
         Message-ID: <{number}@spam.test>\r\nMIME-Version: 1.0\r\n"
    );
    match number % 5 {
        0 => format!("{head}Subject: News\r\nList-Id: <news.spam.test>\r\n\r\nBuy now!\r\n"),
        1 => format!(
            "{head}Subject: Hello\r\nContent-Type: text/html\r\n\r\n<p>{}</p>\r\n",
            "Buy! ".repeat(400)
        ),
        2 => format!(
            "{head}Subject: Out of office: x\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.\r\n"
        ),
        3 => format!("{head}Subject: ready\r\n\r\nready\r\nDaun to Prag\r\n1\r\n"),
        _ => format!(
            "{head}Subject: {}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n",
            "=?utf-8?q?=C3?=".repeat(30)
        ),
    }
}
