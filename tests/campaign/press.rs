//! What players say to one another.

use crate::support::{Club, player};
use feldpost::game::Seat;
use mail_parser::MessageParser;
use serde_json::json;

use Seat::{Elisabeth, Frederick, MariaTheresa, Pompadour};

const SEED: [u8; 32] = [13; 32];

fn club() -> Club {
    let mut club = Club::new(SEED);
    club.round();
    club
}

fn counts(club: &Club) -> [usize; 4] {
    Seat::ALL.map(|seat| club.mails_to(player(seat)).len())
}

#[test]
fn press_to_all_reaches_the_others_and_several_pieces_are_one_mail() {
    let mut club = club();
    let before = counts(&club);
    club.reply(
        Frederick,
        "press to all: Peace?\n\nI mean it.\n\n> you quoted me\n-- \nAda\nfrom my phone",
    );
    club.reply(Elisabeth, "Presse an alle:\nNein.");
    club.round();
    // One answer to each writer, one mail of press to each reader.
    assert_eq!(counts(&club), [before[0] + 2, before[1] + 2, before[2] + 1, before[3] + 1]);
    let mails = club.mails_to(player(Pompadour));
    let mail = mails.last().expect("press");
    assert!(mail.subject.contains("press from Frederick, Elisabeth"), "{}", mail.subject);
    for said in ["Frederick to all:", "> Peace?", "> I mean it.", "Elisabeth to all:", "> Nein."] {
        assert!(mail.text.contains(said), "{said} in {}", mail.text);
    }
    for unsaid in ["quoted me", "from my phone"] {
        assert!(!mail.text.contains(unsaid), "{}", mail.text);
    }
    let to_frederick = club.mails_to(player(Frederick));
    let own = &to_frederick[to_frederick.len() - 2..];
    assert!(
        own.iter().any(|mail| mail.text.contains("Your press goes to all: \"Peace? I mean it.\""))
    );
    assert!(
        own.iter().any(|mail| mail.text.contains("> Nein.") && !mail.text.contains("> Peace?"))
    );
    assert!(club.log().entries.len() < 3, "press does not swell the log");
    // Once.
    let after = counts(&club);
    club.round();
    assert_eq!(counts(&club), after);
}

#[test]
fn press_to_some_is_for_them_alone_and_orders_go_on_behind_it() {
    let mut club = club();
    let before = counts(&club);
    club.reply(
        Elisabeth,
        "press to Austria, Pompadour:\nHold on.\nSaltikov is mine.\nEnd press\nSaltikov 4, Fermor 4, \
         Apraxin 4, Tottleben 4",
    );
    club.round();
    let after = counts(&club);
    assert_eq!(after, [before[0], before[1] + 1, before[2] + 1, before[3] + 1]);
    let receipt = club.said(Elisabeth);
    assert!(receipt.contains("goes to Maria Theresa and Pompadour"), "{receipt}");
    assert!(receipt.contains("carried out"), "{receipt}");
    assert!(club.said(MariaTheresa).contains("Elisabeth to Maria Theresa and Pompadour:"));
    assert!(club.said(MariaTheresa).contains("> Saltikov is mine."));
    // Without an end, everything below was said; the receipt tells it.
    club.reply(
        MariaTheresa,
        "press to Elisabeth:\nAgreed.\nDaun 6, Browne 6, Karl 6, Laudon 6, Lacy 6",
    );
    club.round();
    let note = club.said(MariaTheresa);
    assert!(note.contains("went on to the end of your mail"), "{note}");
    assert!(club.said(Elisabeth).contains("> Daun 6, Browne 6"));
}

#[test]
fn a_game_may_have_no_press_or_public_press_only() {
    let mut club = club();
    club.set("press", json!("public"));
    let before = counts(&club);
    club.reply(Frederick, "press to Elisabeth: psst");
    club.round();
    let note = club.said(Frederick);
    assert!(note.contains("everything is said to all") && note.contains("psst"), "{note}");
    assert_eq!(counts(&club)[1], before[1]);
    club.reply(Frederick, "press to all: aloud");
    club.round();
    assert!(club.said(Elisabeth).contains("> aloud"));
    club.set("press", json!("off"));
    let before = counts(&club);
    club.reply(Frederick, "press to all: nobody hears me");
    club.round();
    assert!(club.said(Frederick).contains("this game has no press"));
    assert_eq!(counts(&club), [before[0] + 1, before[1], before[2], before[3]]);
}

#[test]
fn size_and_rate_are_limited_and_the_writer_is_told() {
    let mut club = club();
    club.daemon().office.rates.press_per_player = 2;
    let long = "ten letter".repeat(201);
    for (text, told) in [
        (format!("press to all: {long}"), "2010 characters, and 2000 are the most"),
        ("press to all:".into(), "nothing stands behind it"),
        ("press to Napoleon: hello".into(), "does not say for whom"),
        ("press to observers: hello".into(), "nobody is there to read it"),
        ("press to Frederick: note to myself".into(), "nobody is there to read it"),
    ] {
        let before = counts(&club);
        club.reply(Frederick, &text);
        club.round();
        let note = club.said(Frederick);
        let words = note.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(told), "{told} in {note}");
        assert_eq!(counts(&club), [before[0] + 1, before[1], before[2], before[3]], "{text}");
    }
    for (number, passes) in [(1, true), (2, true), (3, false)] {
        let before = counts(&club)[2];
        club.reply(Frederick, &format!("press to all: number {number}"));
        club.round();
        assert_eq!(counts(&club)[2] > before, passes, "{number}");
    }
    assert!(club.said(Frederick).contains("2 a day are the most"));
}

#[test]
fn press_is_text_and_nothing_else() {
    let mut club = club();
    let token = {
        let text = club.mails_to(player(Frederick))[0].text.clone();
        let (_, token) = text.trim_end().rsplit_once("\ntoken ").expect("a token");
        token.to_owned()
    };
    let said = format!(
        "press to all: # Title\n<script>alert(1)</script>\n| a | b |\n**loud** {{{{ game }}}}\n\
         my token is {token}\nleft\u{202e}right\u{7}"
    );
    club.reply(Frederick, &said);
    club.round();
    let raw = club.raw_mails_to(player(Pompadour)).pop().expect("press");
    let mail = MessageParser::default().parse(&raw[..]).expect("a mail");
    let text = mail.body_text(0).expect("text").into_owned();
    let html = mail.body_html(0).expect("HTML").into_owned();
    for line in ["> # Title", "> <script>alert(1)</script>", "> | a | b |", "> **loud** {{ game }}"]
    {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(!html.contains("<script") && html.contains("&lt;script&gt;"), "{html}");
    assert!(text.contains("my token is (token)"), "{text}");
    for bad in ['\u{202e}', '\u{7}'] {
        assert!(!text.contains(bad) && !html.contains(bad));
    }
    let whole = String::from_utf8_lossy(&raw);
    assert!(!whole.contains(&token) && !text.contains(&token) && !html.contains(&token));
    // No header is what a player wrote.
    assert!(!mail.subject().expect("a subject").contains("Title"));
}
