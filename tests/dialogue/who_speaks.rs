//! Who may speak for a seat: its token, from its address.

use crate::memory_club::GAME;
use crate::table::*;
use feldpost::game::Nation;
use feldpost::mail::token::SeatToken;

const STRANGER: &str = "eve@elsewhere.test";

/// The address behind which the seat's token stands, and the token alone.
fn token(table: &Table, seat: Seat) -> (String, String) {
    let address = table.newest(seat).reply_to.expect("an address").mailbox();
    let (local, _) = address.split_once('@').expect("an address");
    let token = local.split_once('+').expect("a tag").1.to_owned();
    (address, token)
}

use feldpost::game::Seat;

/// Nobody has moved, and nothing is kept.
fn untouched(table: &mut Table, log: u64, answer: &str) {
    assert_eq!(table.log(), log, "{answer}");
    assert_eq!(table.moving(), Some(Nation::Prussia), "{answer}");
    assert_eq!(table.drafted(Frederick), 0, "{answer}");
}

fn mail(from: &str, to: &str, more: &str, text: &str) -> String {
    format!(
        "From: {from}\nTo: <{to}>\nSubject: Orders\nMessage-ID: <one.{}@else.test>\n{more}\
         MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}\n",
        text.len() + from.len() + more.len()
    )
}

#[test]
fn a_stranger_who_answers_a_forwarded_mail_moves_nobody() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let log = table.log();
    let answer = table.send(STRANGER, Some(&prompt), "Heinrich to Bernau\nready");
    untouched(&mut table, log, &answer);
    for secret in ["Heinrich", "Bernau", "token leuthen"] {
        assert!(!answer.contains(secret), "{answer}");
    }
    // And the player plays on.
    table.answer(Frederick, &prompt, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn a_stranger_who_forwards_the_whole_mail_learns_nothing_either() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let (_, token) = token(&table, Frederick);
    let log = table.log();
    let text =
        format!("FYI\n\n---------- Forwarded message ---------\n{}\ntoken {token}", prompt.text);
    let answer = table.send(STRANGER, None, &text);
    untouched(&mut table, log, &answer);
    assert!(!answer.contains(&token), "{answer}");
    let answer = table.send(STRANGER, None, &format!("status\ntoken {token}"));
    assert!(!answer.contains("Heinrich 4"), "no secret: {answer}");
}

/// A player asks a friend what he thinks, and the friend answers to the referee.
#[test]
fn another_player_who_answers_a_forwarded_mail_speaks_for_nobody_else() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let log = table.log();
    let answer = table.send(&player(Elisabeth), Some(&prompt), "Heinrich to Bernau\nready");
    untouched(&mut table, log, &answer);
}

#[test]
fn the_token_line_names_the_seat() {
    let mut table = Table::new();
    let (_, token) = token(&table, Frederick);
    let text = format!("token {token}\nHeinrich to Bernau\nready");
    let answer = table.send(&player(Frederick), None, &text);
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
}

#[test]
fn the_token_line_stands_at_the_foot_or_in_the_quotation() {
    for text in [
        "Heinrich to Bernau\nready\n\ntoken {}",
        "Heinrich to Bernau\nready\n\n> Entry 6 of the log\n> token {}",
        "Heinrich to Bernau\nready\n\nOn Sunday, The judge wrote:\n> token {}\n",
    ] {
        let mut table = Table::new();
        let (_, token) = token(&table, Frederick);
        let answer = table.send(&player(Frederick), None, &text.replace("{}", &token));
        assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
    }
}

#[test]
fn the_address_with_the_token_is_enough() {
    let mut table = Table::new();
    let (address, _) = token(&table, Frederick);
    let from = player(Frederick);
    let answer = table.deliver(&from, &mail(&from, &address, "", "Heinrich to Bernau\nready"));
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
}

/// Where plus addressing gets lost, the thread names the seat.
#[test]
fn the_message_id_is_enough() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let id = prompt.message_id.clone().expect("an ID");
    let from = player(Frederick);
    let thread = format!("In-Reply-To: <{id}>\n");
    let text = mail(&from, "judge@club.test", &thread, "Heinrich to Bernau\nready");
    let answer = table.deliver(&from, &text);
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
}

#[test]
fn no_subject_holds_a_token() {
    let table = Table::new();
    for seat in [Frederick, Elisabeth, MariaTheresa, Pompadour] {
        let (_, token) = token(&table, seat);
        for mail in table.mails(&player(seat)) {
            assert!(!mail.subject.contains(&token), "{}", mail.subject);
            let secret = token.rsplit('-').next().expect("a code");
            assert!(!mail.subject.contains(secret), "{}", mail.subject);
        }
    }
}

#[test]
fn a_wrong_token_is_none() {
    let mut table = Table::new();
    let log = table.log();
    let from = player(Frederick);
    let to = "judge+leuthen-frederick-aaaaaaaaaaaaaaaa@club.test";
    let answer = table.deliver(&from, &mail(&from, to, "", "Heinrich to Bernau\nready"));
    untouched(&mut table, log, &answer);
}

#[test]
fn the_token_of_another_seat_is_refused() {
    let mut table = Table::new();
    let (address, _) = token(&table, Frederick);
    let log = table.log();
    let from = player(Elisabeth);
    let answer = table.deliver(&from, &mail(&from, &address, "", "Heinrich to Bernau\nready"));
    untouched(&mut table, log, &answer);
}

#[test]
fn several_senders_are_none() {
    let mut table = Table::new();
    let (address, _) = token(&table, Frederick);
    let log = table.log();
    let from = format!("{}, {STRANGER}", player(Frederick));
    let answer =
        table.deliver(&player(Frederick), &mail(&from, &address, "", "Heinrich to Bernau\nready"));
    untouched(&mut table, log, &answer);
    let two = format!("<{}>\nFrom: <{STRANGER}>", player(Frederick));
    let answer =
        table.deliver(&player(Frederick), &mail(&two, &address, "", "Heinrich to Bernau\nready"));
    untouched(&mut table, log, &answer);
}

#[test]
fn machines_are_never_answered_and_nothing_they_say_counts() {
    for header in [
        "Auto-Submitted: auto-replied\n",
        "Precedence: bulk\n",
        "X-Autoreply: yes\n",
        "List-Id: <news.club.test>\n",
        "X-Auto-Response-Suppress: All\nAuto-Submitted: auto-generated\n",
    ] {
        let mut table = Table::new();
        let (address, _) = token(&table, Frederick);
        let log = table.log();
        let from = player(Frederick);
        let text = mail(&from, &address, header, "Heinrich to Bernau\nready");
        let answer = table.deliver(&from, &text);
        untouched(&mut table, log, &answer);
        assert_eq!(answer, "", "{header}");
    }
}

#[test]
fn capital_letters_in_the_senders_address_make_no_stranger() {
    let mut table = Table::new();
    let (address, _) = token(&table, Frederick);
    let from = "Ada Example <Frederick@Club.Test>";
    table.deliver(&player(Frederick), &mail(from, &address, "", "Heinrich to Bernau\nready"));
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn a_player_without_a_token_is_told_how_to_find_it() {
    let mut table = Table::new();
    let log = table.log();
    let answer = table.send(&player(Frederick), None, "Heinrich to Bernau\nready");
    untouched(&mut table, log, &answer);
    assert!(answer.contains(GAME), "{answer}");
}

#[test]
fn a_stranger_with_orders_is_answered_once_and_shown_nothing() {
    let mut table = Table::new();
    let log = table.log();
    let mut answers = 0;
    for text in ["Heinrich to Bernau", "Heinrich to Bernau, please", "ready", "Daun to Zittau"] {
        answers += usize::from(!table.send(STRANGER, None, text).is_empty());
    }
    assert!(answers <= 1, "{answers}");
    untouched(&mut table, log, "");
}

#[test]
fn somebody_who_looks_on_and_sends_orders_moves_nobody() {
    let mut table = Table::new();
    table.send(STRANGER, None, &format!("observe {GAME}"));
    let question = table.mails(STRANGER).last().expect("a question").clone();
    table.send(STRANGER, Some(&question), "yes");
    let welcome = table.mails(STRANGER).last().expect("an answer").clone();
    let log = table.log();
    let answer = table.send(STRANGER, Some(&welcome), "Heinrich to Bernau\nready");
    untouched(&mut table, log, &answer);
}

/// The same person plays Frederick and Pompadour.
fn one_person_two_seats() -> Table {
    let mut table = Table::new();
    table.say(Pompadour, &format!("address {}", player(Frederick)));
    for who in [player(Frederick), player(Pompadour)] {
        let question = table.mails(&who).last().expect("a question").clone();
        table.send(&who, Some(&question), "yes");
    }
    assert_eq!(table.holder(Pompadour), Some(player(Frederick)));
    table
}

#[test]
fn who_holds_two_seats_speaks_for_the_one_whose_mail_he_answers() {
    let mut table = one_person_two_seats();
    let prussia = table.about(&player(Frederick), "Heinrich");
    let answer = table.answer(Frederick, &prussia, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
}

#[test]
fn who_holds_two_seats_and_writes_without_a_token_is_asked_for_which() {
    let mut table = one_person_two_seats();
    let log = table.log();
    let answer = table.send(&player(Frederick), None, "Heinrich to Bernau\nready");
    untouched(&mut table, log, &answer);
    assert!(answer.contains(GAME), "{answer}");
}

#[test]
fn who_holds_two_seats_is_not_taken_for_the_other() {
    let mut table = one_person_two_seats();
    let france = table.about(&player(Frederick), "Pompadour");
    let log = table.log();
    let answer = table.answer(Frederick, &france, "Heinrich to Bernau\nready");
    let _ = answer;
    if table.log() == log {
        assert_eq!(table.prussian("Heinrich"), "berlin");
    }
}

#[test]
fn a_token_of_another_number_is_dead() {
    let mut table = Table::new();
    let from = player(Frederick);
    let address = from.parse().expect("an address");
    let key = &table.club.office.key;
    let other = SeatToken::issue(key, GAME, "frederick", &address, 9).expect("a token");
    let to = format!("judge+{}@club.test", other.reveal());
    let log = table.log();
    let answer = table.deliver(&from, &mail(&from, &to, "", "Heinrich to Bernau\nready"));
    untouched(&mut table, log, &answer);
}

#[test]
fn the_same_mail_delivered_twice_by_the_server_counts_once() {
    let mut table = Table::new();
    let (address, _) = token(&table, Frederick);
    let from = player(Frederick);
    let text = mail(&from, &address, "", "Heinrich to Bernau\nready");
    table.deliver(&from, &text);
    let (log, mails) = (table.log(), table.mails(&from).len());
    table.deliver(&from, &text);
    assert_eq!((table.log(), table.mails(&from).len()), (log, mails));
}

#[test]
fn a_hostile_mail_stops_nobody() {
    let mut table = Table::new();
    let (address, _) = token(&table, Frederick);
    let from = player(Frederick);
    for text in [
        "\u{0}\u{1}\u{2}".repeat(100),
        "((((((((((".repeat(500),
        "Heinrich to ".repeat(2000),
        "if ".repeat(3000),
        "\u{202e}ydaer\u{202c}".to_owned(),
        "🎲".repeat(2000),
    ] {
        table.deliver(&from, &mail(&from, &address, "", &text));
    }
    assert_eq!(table.moving(), Some(Nation::Prussia));
    table.say(Frederick, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

/// Who plays one game is never asked which, and every one of his mails is answered; without the token nothing is done.
#[test]
fn who_has_one_game_is_asked_for_a_reply_and_not_which_game() {
    let mut table = Table::new();
    let (log, ada) = (table.log(), player(Frederick));
    let answer = table.send(&ada, None, "status please");
    assert!(answer.contains("Where everybody stands") || answer.contains("Prussia"), "{answer}");
    for text in
        ["rossbach of course, I only have the one", "Heinrich to Bernau\nready", "hm, and now?"]
    {
        let answer = table.send(&ada, None, text);
        assert!(!answer.contains("Which game"), "{text}: {answer}");
        assert!(answer.contains("Reply to this mail"), "{text}: {answer}");
        assert!(table.newest(Frederick).subject.contains(GAME), "{text}");
        untouched(&mut table, log, &answer);
    }
    // As a reply to that mail it counts.
    table.say(Frederick, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

/// A new mail with orders and a question, to the judge: the question is answered, and for the orders a reply is asked.
#[test]
fn orders_beside_a_question_in_a_mail_that_is_no_reply_are_told_of() {
    let mut table = Table::new();
    let log = table.log();
    let text = "Heinrich to Bernau\nWho is awaited? What is the status?";
    let mail = mail("frederick@players.test", "judge@club.test", "", text);
    let from = player(Seat::Frederick);
    let mail = mail.replace("frederick@players.test", &from);
    let answer = table.deliver(&from, &mail);
    untouched(&mut table, log, &answer);
    assert!(answer.contains("It is no reply to a mail of your game"), "{answer}");
    assert!(answer.contains("Who is awaited"), "{answer}");
    // Without orders the question alone is answered.
    let mail = self::mail(&from, "judge@club.test", "X-Mailer: x\n", "What is the status?");
    let answer = table.deliver(&from, &mail);
    assert!(!answer.contains("It is no reply to a mail of your game"), "{answer}");
}
