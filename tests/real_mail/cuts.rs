//! The line is cut in the middle of FETCH, of MOVE and of DATA: every order is carried out once,
//! every report arrives at least once, and what comes twice is the same mail.

use crate::mail_servers::{MailServers, Proxy};
use crate::support::{Club, NO_PICTURES, Ways, player, read};
use feldpost::game::Seat;
use std::time::Duration;

#[test]
fn cut_in_fetch_and_in_move() {
    let servers = MailServers::start();
    let (imap, smtp) = (Proxy::to(servers.imap), servers.smtp);
    let mut club = Club::by_way_of(&servers, Ways::Plain { imap: imap.port, smtp }, NO_PICTURES);
    club.serve();
    let mut sent = club.play(0, 1);
    let cuts: [(&'static str, bool); 6] = [
        ("BODY.PEEK[]", false),
        ("BODY.PEEK[]", true),
        ("UID MOVE", false),
        ("UID MOVE", true),
        ("UID STORE", true),
        ("IDLE", true),
    ];
    for (number, (said, heard)) in cuts.into_iter().enumerate() {
        imap.cut_at(said, heard);
        sent.extend(club.play_with(number + 1, number + 2, &mut |_| {}));
    }
    // In the middle of what the server says: of a mail, and of a greeting.
    for (number, bytes) in [(7, 700), (8, 20)] {
        sent.extend(club.play_with(number, number + 1, &mut |_| {
            imap.cut_after(bytes);
            std::thread::sleep(Duration::from_millis(400));
            imap.cut();
            imap.mend();
        }));
    }
    assert_eq!(imap.cuts_to_come(), 0, "not all cuts were made");
    club.await_quiet();
    club.terminate();
    club.books().check_exactly_once(&sent);
    club.check_reports();
    assert_eq!(club.count_in(crate::support::JUDGE, "Processed"), sent.len());
}

#[test]
fn cut_in_data() {
    let servers = MailServers::start();
    let (imap, smtp) = (servers.imap, Proxy::to(servers.smtp));
    let mut club = Club::by_way_of(&servers, Ways::Plain { imap, smtp: smtp.port }, NO_PICTURES);
    // The very first mails: before DATA is heard; in the text; after its end, unknown to us.
    smtp.cut_at("DATA\r\n", false);
    smtp.cut_at("Auto-Submitted", false);
    smtp.cut_at("\r\n.\r\n", true);
    club.serve();
    for seat in Seat::ALL {
        club.await_mails(player(seat), 1);
    }
    assert_eq!(smtp.cuts_to_come(), 0, "not all cuts were made");
    let sent = club.play(0, 4);
    club.await_quiet();
    club.terminate();
    club.books().check_exactly_once(&sent);
    club.check_reports();
    // One of them was taken by the server without our hearing of it, and came a second time under
    // the same Message-ID.
    let all: Vec<_> = Seat::ALL
        .iter()
        .flat_map(|seat| club.inbox(player(*seat)))
        .map(|raw| read(&raw).message_id)
        .collect();
    let mut different = all.clone();
    different.sort();
    different.dedup();
    assert_eq!(all.len(), different.len() + 1);
}
