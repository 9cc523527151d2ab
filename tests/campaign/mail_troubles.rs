//! Mail that does not arrive, addresses that change, floods, and the note to the operator.

use crate::support::{Club, GAME, address, player, read, reply_to};
use chrono::TimeDelta;
use feldpost::administration::show_seats;
use feldpost::game::Seat;
use feldpost::mail::intake::Letter;
use feldpost::store::{Bounce, StoreError};

const BEN: &str = "ben@club.test";
const NEW: &str = "ben@elsewhere.test";

/// A delivery report on one of our mails, as Postfix writes it.
fn report(original: &str, recipient: &str, action: &str) -> String {
    format!(
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.club.test\r\nTo: judge@club.test\r\n\
         Subject: Undelivered Mail Returned to Sender\r\nMessage-ID: <{action}-{}@mx>\r\n\
         MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status;\r\n\
         \tboundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n\r\n\
         --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.club.test\r\n\
         \r\nFinal-Recipient: rfc822; {recipient}\r\nAction: {action}\r\nStatus: 5.1.1\r\n\
         Diagnostic-Code: smtp; 550 5.1.1 no such user {original}\r\n\r\n\
         --b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{original}>\r\n\
         Subject: something\r\n\r\n--b--\r\n",
        original.len()
    )
}

fn bounces(club: &mut Club) -> Vec<Bounce> {
    club.daemon()
        .store
        .transaction(|tx| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game");
            tx.bounces(game.id)
        })
        .expect("the database")
}

fn shown(club: &mut Club) -> String {
    let mut out = Vec::new();
    show_seats(&mut club.daemon().store, GAME, &mut out).expect("it is shown");
    String::from_utf8(out).expect("text")
}

#[test]
fn a_bounce_is_noted_on_the_seat_and_the_others_are_told_once() {
    let mut club = Club::new([1; 32]);
    club.round();
    let original = club.mails_to(BEN).pop().expect("a mail").message_id.expect("an id");
    for action in ["delayed", "failed", "failed"] {
        let text = report(&original, BEN, action).replace("<failed-", &format!("<{}", club.now));
        club.drop_in(text.as_bytes());
        let round = club.round();
        assert_eq!(round.received[0].outcome, "delivery report");
    }
    let noted = bounces(&mut club);
    let permanent: Vec<bool> = noted.iter().map(|bounce| bounce.permanent).collect();
    assert_eq!(permanent, [true, true, false]);
    assert!(noted[0].diagnostic.contains("550 5.1.1 no such user"), "{noted:?}");
    let token = original.split('.').next().expect("a token");
    assert!(!format!("{noted:?}").contains(token), "a token is kept in clear: {noted:?}");
    for seat in [Seat::Frederick, Seat::MariaTheresa, Seat::Pompadour] {
        let told = club.mails_to(player(seat));
        let told = told.iter().filter(|letter| letter.subject.contains("bounces")).count();
        assert_eq!(told, 1, "{seat}");
    }
    assert!(!club.mails_to(BEN).iter().any(|letter| letter.subject.contains("bounces")));
    let shown = shown(&mut club);
    assert!(shown.contains("mail to ben@club.test came back") && shown.contains("is delayed"));
    assert!(!shown.contains(token), "{shown}");
}

#[test]
fn a_report_without_the_token_notes_nothing() {
    let mut club = Club::new([1; 32]);
    club.round();
    let original = club.mails_to(BEN).pop().expect("a mail").message_id.expect("an id");
    let forged = original.replace("elisabeth-", "elisabeth-aaaa");
    for original in [forged.as_str(), "rossbach-elisabeth-abcdefghij234567.1@club.test", "x@y"] {
        club.drop_in(report(original, BEN, "failed").as_bytes());
    }
    let round = club.round();
    assert_eq!((round.received.len(), round.dispatched.sent), (3, 0));
    assert_eq!(bounces(&mut club), []);
}

/// The newest mail to an address, its text in one line.
fn newest(club: &Club, to: &str) -> Letter {
    let mut letter = club.mails_to(to).pop().unwrap_or_else(|| panic!("no mail to {to}"));
    letter.text = in_one_line(&letter.text);
    letter
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn answer(club: &mut Club, from: &str, to_mail: &Letter, text: &str) -> String {
    let number = u32::try_from(club.now.timestamp() % 1_000_000).expect("small") + 100_000;
    let mail = reply_to(to_mail, from, text, number);
    club.drop_in(mail.as_bytes());
    club.round();
    mail
}

/// The two challenges: to the old address and to the new one.
fn ask(club: &mut Club) -> (Letter, Letter) {
    let prompt = club.mails_to(BEN).swap_remove(0);
    answer(club, BEN, &prompt, &format!("Address {NEW}\n\nthanks"));
    let (old, new) = (newest(club, BEN), newest(club, NEW));
    assert!(old.text.contains(NEW) && old.text.contains("object"), "{}", old.text);
    assert!(new.text.contains("is this your address"), "{}", new.text);
    (old, new)
}

#[test]
fn an_address_changes_when_both_have_agreed() {
    for old_first in [true, false] {
        let mut club = Club::new([1; 32]);
        club.round();
        let prompt = newest(&club, BEN);
        let (old, new) = ask(&mut club);
        let steps = [(BEN, &old), (NEW, &new)];
        let steps = if old_first { steps } else { [steps[1], steps[0]] };
        answer(&mut club, steps[0].0, steps[0].1, "Yes.\n\nBen");
        assert!(shown(&mut club).contains("wants its mail at ben@elsewhere.test"));
        // Until then the old address speaks for the seat.
        answer(&mut club, BEN, &prompt, "status");
        answer(&mut club, steps[1].0, steps[1].1, "ja");
        assert!(newest(&club, BEN).text.contains("goes elsewhere now"));
        let mails = club.mails_to(NEW);
        assert!(mails.iter().any(|letter| letter.text.contains("comes here now")));
        let report = mails.last().expect("a report");
        assert!(report.text.contains("llot"), "{}", report.text);

        // The old token is dead, from either address; the new one works.
        for from in [BEN, NEW] {
            let before = club.mails_to(from).len();
            answer(&mut club, from, &prompt, "Saltikov 1, Fermor 1, Apraxin 6, Tottleben 8");
            let answers = club.mails_to(from).split_off(before);
            assert!(!answers.iter().any(|letter| letter.text.contains("carried out")), "{from}");
        }
        answer(&mut club, NEW, report, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4");
        assert!(newest(&club, NEW).text.contains("carried out"));
        // A challenge answered again changes nothing.
        answer(&mut club, NEW, &new, "yes again");
        assert!(shown(&mut club).contains(NEW));
    }
}

#[test]
fn either_of_the_two_can_refuse_and_one_alone_changes_nothing() {
    let mut club = Club::new([1; 32]);
    club.round();
    for refusing_is_old in [true, false] {
        let (old, new) = ask(&mut club);
        let (yes, no) =
            if refusing_is_old { ((NEW, &new), (BEN, &old)) } else { ((BEN, &old), (NEW, &new)) };
        answer(&mut club, yes.0, yes.1, "yes");
        assert!(newest(&club, yes.0).text.contains("waiting for the other"));
        answer(&mut club, no.0, no.1, "No, certainly not");
        assert!(newest(&club, BEN).text.contains("stays as it was"));
        answer(&mut club, yes.0, yes.1, "yes");
        assert!(shown(&mut club).contains("elisabeth      taken    ben@club.test"));
    }
    // What says so can be answered with orders.
    let told = club
        .mails_to(BEN)
        .into_iter()
        .rfind(|letter| in_one_line(&letter.text).contains("stays as it was"))
        .expect("the end of the matter");
    answer(&mut club, BEN, &told, "help");
    assert!(newest(&club, BEN).subject.contains("help"));
    // An unclear answer is asked again; after two weeks nothing can be agreed to.
    let (old, new) = ask(&mut club);
    answer(&mut club, NEW, &new, "perhaps");
    assert!(newest(&club, NEW).text.contains("yes or no"));
    answer(&mut club, NEW, &new, "yes");
    club.now += TimeDelta::days(15);
    answer(&mut club, BEN, &old, "yes");
    assert!(newest(&club, BEN).text.contains("settled or void"));
    assert!(shown(&mut club).contains("elisabeth      taken    ben@club.test"));
}

#[test]
fn nobody_else_can_move_a_seat() {
    let mut club = Club::new([1; 32]);
    club.round();
    let prompt = newest(&club, BEN);
    // Somebody who was forwarded a prompt and forges the sender gets the question asked …
    let forged = reply_to(&prompt, BEN, "address eve@evil.test", 77);
    club.drop_in(forged.as_bytes());
    club.round();
    let challenge = newest(&club, "eve@evil.test");
    // … says yes for the new address, and has no token to say it for the old one.
    answer(&mut club, "eve@evil.test", &challenge, "yes");
    for (from, mail) in [
        (BEN, &prompt),
        (BEN, &challenge),
        ("eve@evil.test", &prompt),
        (player(Seat::Frederick), &challenge),
    ] {
        answer(&mut club, from, mail, "yes");
    }
    let shown = shown(&mut club);
    assert!(shown.contains("elisabeth      taken    ben@club.test"), "{shown}");
    assert!(shown.contains("the old one has not answered"), "{shown}");
}

#[test]
fn impossible_addresses_are_refused_and_asking_has_a_limit() {
    let mut club = Club::new([1; 32]);
    club.round();
    let prompt = newest(&club, BEN);
    for (text, why) in [
        ("address nowhere@", "is not a mail address"),
        ("address judge+x@club.test", "referee's own address"),
        ("address BEN@club.test", "goes to already"),
    ] {
        club.reply(Seat::Elisabeth, text);
        club.round();
        let told = newest(&club, BEN);
        assert!(told.text.contains(why), "{}", told.text);
    }
    for number in 0..4 {
        let line = format!("address ben{number}@elsewhere.test");
        answer(&mut club, BEN, &prompt, &line);
    }
    assert!(newest(&club, BEN).text.contains("too often"));
    assert!(club.mails_to("ben3@elsewhere.test").is_empty());
}

#[test]
fn too_many_mails_of_one_player_are_told_once_and_cost_the_others_nothing() {
    let mut club = Club::new([1; 32]);
    club.round();
    club.daemon().office.rates.mails_per_player = 3;
    let prompt = newest(&club, BEN);
    let before = club.mails_to(BEN).len();
    for number in 0..10 {
        club.drop_in(reply_to(&prompt, BEN, "help", 500 + number).as_bytes());
    }
    club.reply(Seat::MariaTheresa, "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6");
    club.round();
    let told = club.mails_to(BEN).split_off(before);
    assert_eq!(told.len(), 4, "three answers and one notice");
    assert!(told[3].text.contains("More than 3 mails"), "{}", told[3].text);
    assert!(club.newest(Seat::MariaTheresa).contains("carried out"));
    // The next day all is as before.
    club.now += TimeDelta::days(1);
    club.drop_in(reply_to(&prompt, BEN, "help", 600).as_bytes());
    club.round();
    assert_eq!(club.mails_to(BEN).len(), before + 5);
}

#[test]
fn who_forges_an_address_without_the_token_uses_up_nothing_of_it() {
    let mut club = Club::new([1; 32]);
    club.round();
    club.daemon().office.rates.mails_per_player = 3;
    for number in 0..20 {
        let forged = format!(
            "From: {BEN}\r\nTo: judge@club.test\r\nMessage-ID: <{number}@evil.test>\r\n\r\nready\r\n"
        );
        club.drop_in(forged.as_bytes());
    }
    club.round();
    let prompt = club
        .mails_to(BEN)
        .into_iter()
        .find(|letter| letter.text.contains("llot"))
        .expect("a prompt");
    club.drop_in(
        reply_to(&prompt, BEN, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4", 5).as_bytes(),
    );
    club.round();
    assert!(club.newest(Seat::Elisabeth).contains("carried out"));
}

#[test]
fn a_crowd_of_strangers_is_answered_up_to_a_limit() {
    let mut club = Club::new([1; 32]);
    club.round();
    club.daemon().office.rates.answers_to_strangers = 5;
    for number in 0..30 {
        let mail = format!("From: eve{number}@evil.test\r\nTo: judge@club.test\r\n\r\nhello\r\n");
        club.drop_in(mail.as_bytes());
    }
    let round = club.round();
    assert_eq!((round.received.len(), round.dispatched.sent), (30, 5));
}

#[test]
fn the_operator_gets_one_note_a_day_and_only_when_something_failed() {
    const OPERATOR: &str = "op@club.test";
    let mut club = Club::new([1; 32]);
    club.daemon().office.operator = Some(address(OPERATOR));
    club.round();
    assert!(club.mails_to(OPERATOR).is_empty());
    let fail = |club: &mut Club, error: &str| {
        let now = club.now;
        let count =
            |tx: &feldpost::store::Tx<'_>| tx.count_failure("A mail was given up", error, now);
        club.daemon().store.transaction(count).expect("the database");
    };
    fail(&mut club, "550 first");
    fail(&mut club, "550 second");
    club.round();
    club.round();
    let notes = club.mails_to(OPERATOR);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].text.contains("2 times") && notes[0].text.contains("550 second"));
    // What fails later that day is told the next day, once.
    fail(&mut club, "550 third");
    club.round();
    club.round();
    assert_eq!(club.mails_to(OPERATOR).len(), 1);
    club.now += TimeDelta::days(1);
    club.round();
    club.round();
    let notes = club.mails_to(OPERATOR);
    assert_eq!(notes.len(), 2);
    assert!(notes[1].text.contains("1 time since") && notes[1].text.contains("550 third"));
    let raw = club.raw_mails_to(OPERATOR).pop().expect("a note");
    assert!(String::from_utf8_lossy(&raw).contains("Auto-Submitted: auto-generated"));
    assert!(read(&raw).reply_to.is_some());
}
