//! Mails that are not orders: each gets a clear answer or none, changes nothing, and does not stop
//! the others.

use crate::support::{Club, player, read, reply_to};
use feldpost::game::Seat;

/// Drops a bad mail and, behind it, a good one, and checks that the good one is dealt with.
/// Returns the answers to the bad one's sender.
fn beside_a_good_one(bad: &[u8], sender: &str) -> Vec<String> {
    let mut club = Club::new([1; 32]);
    club.round();
    let before = club.mails_to(sender).len();
    club.drop_in(bad);
    club.reply(Seat::MariaTheresa, "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6");
    let round = club.round();
    assert_eq!((round.received.len(), round.failed), (2, 0));
    let good = club.newest(Seat::MariaTheresa);
    assert!(good.contains("carried out"), "{good}");
    club.mails_to(sender).split_off(before).into_iter().map(|letter| letter.text).collect()
}

#[test]
fn bytes_that_are_no_mail_are_set_aside() {
    for bad in [&b""[..], b"\0\xff\xfe garbage", b"no header at all, just words\n", &[0x80; 5000]] {
        assert_eq!(beside_a_good_one(bad, "nobody@club.test"), Vec::<String>::new());
    }
}

#[test]
fn a_stranger_gets_one_short_answer_a_day() {
    let bad = b"From: eve@elsewhere.test\r\nTo: judge@club.test\r\nSubject: hello\r\n\r\nIs anybody there?\r\n";
    let answers = beside_a_good_one(bad, "eve@elsewhere.test");
    assert_eq!(answers.len(), 1);

    let mut club = Club::new([1; 32]);
    for number in 0..5 {
        let again =
            format!("Message-ID: <{number}@elsewhere.test>\r\n{}", String::from_utf8_lossy(bad));
        club.drop_in(again.as_bytes());
    }
    club.round();
    assert_eq!(club.mails_to("eve@elsewhere.test").len(), 1);
}

#[test]
fn a_token_from_another_address_speaks_for_nobody() {
    let mut club = Club::new([1; 32]);
    club.round();
    let prompt = club.mails_to(player(Seat::Elisabeth)).pop().expect("a prompt");
    let forged =
        reply_to(&prompt, "eve@elsewhere.test", "Saltikov 1, Fermor 1, Apraxin 6, Tottleben 8", 7);
    club.drop_in(forged.as_bytes());
    // Another player does no better, whatever address he writes into Reply-To.
    let forged = reply_to(
        &prompt,
        player(Seat::Frederick),
        "Saltikov 1, Fermor 1, Apraxin 6, Tottleben 8",
        8,
    )
    .replace("Subject:", "Reply-To: ben@club.test\r\nSubject:");
    club.drop_in(forged.as_bytes());
    club.round();
    let answers = club.mails_to("eve@elsewhere.test");
    assert_eq!(answers.len(), 1);
    assert!(!answers[0].text.contains("Saltikov"), "{}", answers[0].text);
    let text = club.newest(Seat::Elisabeth);
    assert!(text.contains("llot"), "Russia is still asked to allot: {text}");
    club.reply(Seat::Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4");
    club.round();
    assert!(club.newest(Seat::Elisabeth).contains("carried out"));
}

#[test]
fn a_player_without_a_token_is_told_to_reply_to_a_prompt() {
    let bad = b"From: ben@club.test\r\nTo: judge@club.test\r\n\r\nSaltikov 4, Fermor 4, Apraxin 4, Tottleben 4\r\n";
    let answers = beside_a_good_one(bad, "ben@club.test");
    assert_eq!(answers.len(), 1);
    assert!(answers[0].contains("rossbach"), "{}", answers[0]);
}

#[test]
fn an_unknown_game_is_named_in_the_answer() {
    let bad = b"From: ben@club.test\r\nTo: judge+leuthen-elisabeth-abcdefghij234567@club.test\r\n\r\nready\r\n";
    let answers = beside_a_good_one(bad, "ben@club.test");
    assert_eq!(answers.len(), 1);
    assert!(answers[0].contains("leuthen"), "{}", answers[0]);
}

#[test]
fn a_mail_without_text_is_answered() {
    let mut club = Club::new([1; 32]);
    club.round();
    club.reply(Seat::Elisabeth, "");
    club.round();
    let text = club.newest(Seat::Elisabeth);
    assert!(text.contains("no text") || text.contains("No text"), "{text}");
}

#[test]
fn a_mail_with_an_odd_message_id_is_answered() {
    let mut club = Club::new([1; 32]);
    for (number, id) in ["4711", "a b@c", "<>", "a@b@c, d@e", "käthe@club.test"].iter().enumerate()
    {
        let mail = format!(
            "From: <x{number}@else.test>\r\nTo: judge@club.test\r\nMessage-ID: <{id}>\r\n\r\nlist\r\n"
        );
        club.drop_in(mail.as_bytes());
        let round = club.round();
        assert_eq!(round.dispatched.dead, 0, "{id}");
        assert_eq!(club.mails_to(&format!("x{number}@else.test")).len(), 1, "{id}");
    }
}

#[test]
fn robots_are_never_answered() {
    let mut club = Club::new([1; 32]);
    club.round();
    let prompt = club.mails_to(player(Seat::Elisabeth)).pop().expect("a prompt");
    let mail = reply_to(&prompt, player(Seat::Elisabeth), "I am out of the office.", 9)
        .replace("Subject:", "Auto-Submitted: auto-replied\r\nSubject:");
    club.drop_in(mail.as_bytes());
    let round = club.round();
    assert_eq!((round.received.len(), round.dispatched.sent), (1, 0));
}

#[test]
fn the_same_mail_twice_does_nothing_twice() {
    let mut club = Club::new([1; 32]);
    club.round();
    let prompt = club.mails_to(player(Seat::Elisabeth)).pop().expect("a prompt");
    let mail = reply_to(
        &prompt,
        player(Seat::Elisabeth),
        "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4",
        3,
    );
    club.drop_in(mail.as_bytes());
    club.drop_in(mail.as_bytes());
    let round = club.round();
    assert_eq!((round.received.len(), round.dispatched.sent), (2, 1));
    club.drop_in(mail.as_bytes());
    let round = club.round();
    assert_eq!((round.received.len(), round.dispatched.sent), (1, 0));
}

#[test]
fn orders_against_the_rules_change_nothing() {
    let mut club = Club::new([1; 32]);
    club.allot();
    let before = club.mails_to(player(Seat::Elisabeth)).len();
    for text in [
        "Friedrich to Königsberg (East Prussia)\nready",
        "recruit 1 for 2H: Friedrich 1\nready",
        "play 13S",
        "discard 4H",
    ] {
        club.reply(Seat::Frederick, text);
        club.round();
        let receipt = club.newest(Seat::Frederick);
        assert!(
            receipt.contains("Not allowed") || receipt.contains("Not understood"),
            "{text}: {receipt}"
        );
    }
    assert_eq!(club.mails_to(player(Seat::Elisabeth)).len(), before);
}

#[test]
fn every_mail_of_ours_keeps_robots_from_answering() {
    let mut club = Club::new([1; 32]);
    club.round();
    for raw in club.raw_mails_to(player(Seat::Frederick)) {
        let text = String::from_utf8_lossy(&raw);
        assert!(text.contains("Auto-Submitted: auto-generated"), "{text}");
        assert!(read(&raw).message_id.is_some());
    }
}
