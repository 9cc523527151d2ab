//! Who is let in: what the receiving server found out about a sender, and mails that come again.

use crate::support::{Club, player, reply_to};
use feldpost::game::Seat;
use feldpost::mail::source::Disposal;

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
