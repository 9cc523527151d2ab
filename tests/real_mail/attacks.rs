//! Who would disturb a game: strangers, other players, somebody who was forwarded a report,
//! forgers, robots that answer robots, and mails made to burst.

use crate::mail_servers::MailServers;
use crate::support::{Club, JUDGE, Ways, drop_into_mailbox, player, read};
use feldpost::game::Seat;
use feldpost::mail::intake::Letter;

const EVIL: &str = "Saltikov 1, Fermor 1, Apraxin 6, Tottleben 8";
const GOOD: &str = "Saltikov 6, Fermor 4, Apraxin 4, Tottleben 2";

/// A mail with headers of the attacker's choice.
fn mail(id: &str, headers: &[(&str, &str)], text: &str) -> Vec<u8> {
    let mut mail = format!("Message-ID: <{id}@attack.test>\r\nMIME-Version: 1.0\r\n");
    for (name, value) in headers {
        mail.push_str(&format!("{name}: {value}\r\n"));
    }
    format!("{mail}\r\n{}\r\n", text.replace('\n', "\r\n")).into_bytes()
}

/// The attacks on Elisabeth's seat, by somebody who has her prompt in some of them.
fn attacks(prompt: &Letter) -> Vec<Vec<u8>> {
    let ben = player(Seat::Elisabeth);
    let tagged = prompt.reply_to.as_ref().unwrap().mailbox();
    let id = format!("<{}>", prompt.message_id.as_ref().unwrap());
    let subject = format!("Fwd: {}", prompt.subject);
    let mut mails = vec![
        // A stranger who knows names and addresses.
        mail("1", &[("From", "eve@evil.test"), ("To", JUDGE)], EVIL),
        // Forged senders without a token.
        mail("2", &[("From", ben), ("To", JUDGE)], EVIL),
        mail("3", &[("From", "eve@evil.test"), ("Reply-To", ben), ("To", JUDGE)], EVIL),
        mail("4", &[("From", "\"ben@club.test\" <eve@evil.test>"), ("To", JUDGE)], EVIL),
        mail("5", &[("Sender", ben), ("From", "eve@evil.test"), ("To", &tagged)], EVIL),
        // Somebody who was forwarded the prompt: from his own address …
        mail("6", &[("From", "eve@evil.test"), ("To", &tagged), ("In-Reply-To", &id)], EVIL),
        mail("7", &[("From", "eve@evil.test"), ("To", JUDGE), ("Subject", &subject)], EVIL),
        // … and forging hers, which the receiving server sees through.
        mail(
            "8",
            &[
                (
                    "Authentication-Results",
                    "mx.club.test; spf=fail; dmarc=fail header.from=club.test",
                ),
                ("From", ben),
                ("To", &tagged),
                ("In-Reply-To", &id),
            ],
            EVIL,
        ),
        // Another player, with the prompt and with tokens made up.
        mail("9", &[("From", player(Seat::Frederick)), ("To", &tagged)], EVIL),
        mail(
            "10",
            &[("From", ben), ("To", "judge+rossbach-elisabeth-aaaaaaaaaaaaaaaa@club.test")],
            EVIL,
        ),
        // Two senders in one header, and a header within a name.
        mail("11", &[("From", &format!("eve@evil.test, {ben}")), ("To", &tagged)], EVIL),
        mail(
            "12",
            &[("From", "\"x\\r\\nFrom: ben@club.test\" <eve@evil.test>"), ("To", &tagged)],
            EVIL,
        ),
    ];
    // Vacation programs in five languages, and other robots, each with a genuine token.
    let robots: [(&str, &str, &str); 8] = [
        ("Subject", "Automatic reply: your move", "I am out of the office. ready"),
        ("Subject", "Abwesenheitsnotiz: Urlaub", "Ich bin im Urlaub. ready"),
        ("Subject", "Respuesta automática: vacaciones", "Estoy de vacaciones. ready"),
        ("Subject", "Risposta automatica: ferie", "Sono in ferie. ready"),
        ("Subject", "Odpowiedź automatyczna: urlop", "Jestem na urlopie. ready"),
        ("Auto-Submitted", "auto-replied (vacation)", EVIL),
        ("List-Id", "<club.lists.test>", EVIL),
        ("Precedence", "bulk", EVIL),
    ];
    for (number, (name, value, text)) in robots.into_iter().enumerate() {
        let id = format!("robot{number}");
        mails.push(mail(&id, &[("From", ben), ("To", &tagged), (name, value)], text));
    }
    // Our own mail come back, and a loop of it.
    for number in 0..20 {
        let id = format!("loop{number}");
        mails.push(mail(&id, &[("From", JUDGE), ("To", &tagged), ("In-Reply-To", &id)], EVIL));
    }
    mails
}

/// Mails made to burst whoever opens them.
fn bombs(prompt: &Letter) -> Vec<Vec<u8>> {
    let ben = player(Seat::Elisabeth);
    let tagged = prompt.reply_to.as_ref().unwrap().mailbox();
    let multipart = |id: &str, parts: String| {
        let headers =
            [("From", ben), ("To", &*tagged), ("Content-Type", "multipart/mixed; boundary=b")];
        mail(id, &headers, &format!("{parts}--b--"))
    };
    let zeros = "AAAA".repeat(100_000);
    let attachment = |kind: &str, name: &str| {
        format!(
            "--b\nContent-Type: {kind}\nContent-Transfer-Encoding: base64\n\
             Content-Disposition: attachment; filename=\"{name}\"\n\n{zeros}\n"
        )
    };
    let nested: String = (0..2000)
        .map(|n| format!("--b{n}\nContent-Type: multipart/mixed; boundary=b{}\n\n", n + 1))
        .collect();
    vec![
        multipart("zip", attachment("application/zip", "orders.zip")),
        multipart("image", attachment("image/png", "map.png")),
        multipart("parts", "--b\n\nx\n".repeat(5000)),
        mail(
            "nested",
            &[("From", ben), ("To", &tagged), ("Content-Type", "multipart/mixed; boundary=b0")],
            &nested,
        ),
        mail("long", &[("From", ben), ("To", &tagged)], &"x".repeat(3 << 20)),
        mail("quotes", &[("From", ben), ("To", &tagged)], &format!("{}x", ">".repeat(200_000))),
        mail(
            "html",
            &[("From", ben), ("To", &tagged), ("Content-Type", "text/html")],
            &"<div><table><tr><td>".repeat(20_000),
        ),
    ]
}

#[test]
fn nobody_takes_reads_or_disturbs_a_seat() {
    let servers = MailServers::start();
    let trusted = "trusted_authserv_ids = [\"mx.club.test\"]\npictures = false";
    let mut club = Club::by_way_of(&servers, Ways::Encrypted, trusted);
    club.serve();
    let ben = player(Seat::Elisabeth);
    let prompt = club.await_mails(ben, 1).pop().unwrap();
    let mut mails = attacks(&prompt);
    mails.extend(bombs(&prompt));
    let count = mails.len();
    drop_into_mailbox(&servers, JUDGE, &mails);
    let order = club.reply(Seat::Elisabeth, &prompt, GOOD);
    let receipt = club.await_answer(ben, &order);
    assert!(receipt.text.contains("carried out"), "{}", receipt.text);
    club.await_quiet();
    assert!(club.log().contains("at work"));

    // The seat's troops are those of its own mail: nobody else's order came through.
    let asked = club.reply(Seat::Elisabeth, &receipt, "status");
    let status = club.await_answer(ben, &asked);
    assert!(status.text.contains("Saltikov 6") && status.text.contains("Tottleben 2"));
    for seat in [Seat::Frederick, Seat::MariaTheresa, Seat::Pompadour] {
        for letter in club.mails_to(player(seat)) {
            assert!(!letter.text.contains("Saltikov 6"), "{seat} reads another's orders");
        }
    }
    // No robot, no list and no mail of our own was answered; each stranger and forger once.
    let answered = club.mails_to(ben);
    let to_robots = answered.iter().filter(|letter| {
        letter
            .in_reply_to_and_references
            .iter()
            .any(|id| id.starts_with("robot") || id.starts_with("loop"))
    });
    assert_eq!(to_robots.count(), 0);
    assert!(answered.len() < 25, "{} mails to Elisabeth's player", answered.len());
    club.terminate();
    let books = club.books();
    let orders = books.outcomes.iter().filter(|(_, outcome)| outcome.starts_with("orders"));
    assert_eq!(orders.filter(|(id, _)| Some(id) == read(&order).message_id.as_ref()).count(), 1);
    let log = club.log();
    assert_eq!(log.matches("a mail was not dealt with").count(), 0, "{log}");
    assert!(count > 40);
}
