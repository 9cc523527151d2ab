//! A mailbox with 5,000 mails, nearly all of them junk, among them the same mail a thousand times.

use crate::mail_servers::MailServers;
use crate::support::{Club, JUDGE, answer, drop_into_mailbox, player};
use feldpost::game::Seat;
use std::time::{Duration, Instant};

const MAILS: usize = 5000;
const DUPLICATES: usize = 1000;

#[test]
fn five_thousand_mails_are_dealt_with_and_the_orders_among_them_carried_out() {
    let servers = MailServers::start();
    let mut club = Club::new(&servers);
    // The first mails go out, and nothing comes in yet.
    assert!(club.run(&["once"]).status.success());
    let orders: Vec<Vec<u8>> = (0..4)
        .map(|number| {
            let mail = &club.course.mail[number];
            let newest = club.await_mails(player(mail.seat), 2, Duration::from_secs(30)).pop();
            answer(player(mail.seat), &newest.unwrap(), &mail.text).formatted()
        })
        .collect();
    let mut mails: Vec<Vec<u8>> =
        (0..=MAILS - DUPLICATES - orders.len()).map(|number| junk(number).into_bytes()).collect();
    for copy in 0..DUPLICATES {
        mails.insert((copy * 3) % mails.len(), orders[0].clone());
    }
    for (number, order) in orders.iter().enumerate().skip(1) {
        mails.insert(number * MAILS / orders.len(), order.clone());
    }
    club.count_in(JUDGE, "INBOX");
    drop_into_mailbox(&servers, JUDGE, &mails);

    let start = Instant::now();
    club.serve();
    club.await_quiet(Duration::from_secs(120));
    eprintln!("{MAILS} mails in {:?}", start.elapsed());
    for seat in Seat::ALL {
        let newest = club.newest(player(seat), Duration::from_secs(30));
        assert!(newest.subject.contains("T1"), "{}", newest.subject);
    }
    club.terminate();
    club.books().check_exactly_once(&orders);
    club.check_reports();
    // Junk is set apart or passed over, and hardly any of it answered.
    let (processed, rejected) =
        (club.count_in(JUDGE, "Processed"), club.count_in(JUDGE, "Rejected"));
    // The few answers to junk come back: its senders do not exist.
    let reports = club.log().matches("\"delivery report\"").count();
    assert_eq!((mails.len(), processed + rejected), (MAILS, MAILS + reports));
    assert!(reports <= 200, "{reports} answers to junk");
    assert!(rejected > MAILS / 4, "{rejected}");
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
