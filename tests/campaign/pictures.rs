//! Reports bring pictures of the map: within the mail, named by its HTML, the same when sent again.

use crate::support::{Club, player};
use feldpost::game::Seat;
use mail_parser::{MessageParser, MimeHeaders};

/// The raw mails to a seat of a game whose set-up has been played with pictures.
fn mails(seat: Seat) -> Vec<Vec<u8>> {
    let mut club = Club::new([9; 32]);
    club.daemon().office.pictures = true;
    club.allot();
    club.round();
    club.raw_mails_to(player(seat))
}

#[test]
fn a_report_shows_the_theatre_and_the_whole_board_and_loads_nothing() {
    // Once a turn the whole position has a mail of its own; who is asked nothing sees both pictures there.
    let report = mails(Seat::Elisabeth).into_iter().rev().find(|mail| pictures(mail).len() > 1);
    let newest = report.expect("a report");
    let mail = MessageParser::default().parse(&newest).expect("a mail");
    let html = mail.body_html(0).expect("a HTML part");
    let mut shown = 0;
    for part in
        mail.parts.iter().filter(|part| part.content_type().is_some_and(|of| of.ctype() == "image"))
    {
        let id = part.content_id().expect("a Content-ID");
        assert!(html.contains(&format!("src=\"cid:{id}\"")), "{id}");
        assert!(part.contents().starts_with(b"\x89PNG"), "{id}");
        assert!(part.contents().len() <= 60_000, "{id}: {}", part.contents().len());
        shown += 1;
    }
    assert_eq!(shown, 2);
    assert_eq!(html.matches("<img").count(), 2);
    assert_eq!(html.matches(" alt=\"Map").count(), 2, "both say what they are");
    assert!(!html.contains("src=\"http") && !html.contains("url("), "nothing remote");
    let text = mail.body_text(0).expect("a text part").replace("\r\n", "\n");
    assert!(text.contains("\nWhere everybody stands\n------"), "{text}");
    let place = "Prussia: Friedrich and Winterfeldt, Oschatz ♦";
    assert_eq!(text.matches(place).count(), 1, "said once: {text}");
}

/// The pictures of a mail.
fn pictures(raw: &[u8]) -> Vec<Vec<u8>> {
    let mail = MessageParser::default().parse(raw).expect("a mail");
    let is_picture = |part: &&mail_parser::MessagePart<'_>| {
        part.content_type().is_some_and(|of| of.ctype() == "image")
    };
    mail.parts.iter().filter(is_picture).map(|part| part.contents().to_vec()).collect()
}

#[test]
fn status_and_map_by_mail_bring_pictures() {
    let mut club = Club::new([9; 32]);
    club.daemon().office.pictures = true;
    club.allot();
    club.round();
    for (question, expected) in [("status", 2), ("map", 1)] {
        club.reply(Seat::Pompadour, question);
        club.round();
        let raw = club.raw_mails_to(player(Seat::Pompadour)).pop().expect("an answer");
        let answer = club.newest(Seat::Pompadour);
        assert_eq!(pictures(&raw).len(), expected, "{question}: {answer}");
        assert!(raw.len() <= 100_000, "{question}: {} bytes", raw.len());
    }
    // Who is to move sees that, with the whole position in words.
    club.reply(Seat::Frederick, "status");
    club.round();
    let raw = club.raw_mails_to(player(Seat::Frederick)).pop().expect("an answer");
    assert_eq!(pictures(&raw).len(), 1, "{}", club.newest(Seat::Frederick));
    assert!(raw.len() <= 100_000, "{} bytes", raw.len());
}

/// The log's hashes differ from club to club, since its nonces are drawn anew; pictures do not.
#[test]
fn the_same_game_brings_the_same_pictures_to_the_byte() {
    let (first, second) = (mails(Seat::Pompadour), mails(Seat::Pompadour));
    assert_eq!(first.len(), second.len());
    let mut compared = 0;
    for (first, second) in first.iter().zip(&second) {
        let (first, second) = (pictures(first), pictures(second));
        assert!(first == second, "a picture differs");
        compared += first.len();
    }
    assert!(compared >= 2, "{compared} pictures");
}
