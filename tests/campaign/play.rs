//! Playing by mail: prompts, drafts, receipts, reports.

use crate::support::{Club, player};
use feldpost::game::Seat;

#[test]
fn founding_welcomes_each_player_and_asks_at_once() {
    let mut club = Club::new([1; 32]);
    let round = club.round();
    assert_eq!(round.dispatched.sent, 4);
    for seat in Seat::ALL {
        let mails = club.mails_to(player(seat));
        assert_eq!(mails.len(), 1);
        assert!(mails[0].text.contains("llot your troops"), "{}", mails[0].text);
        assert!(mails[0].text.contains("Welcome to rossbach"), "{}", mails[0].text);
        let tag = format!("+rossbach-{}-", seat.id());
        let reply = mails[0].reply_to.as_ref().expect("a reply address").mailbox();
        assert!(reply.contains(&tag), "{reply}");
    }
}

#[test]
fn the_last_allotment_begins_the_game_and_prussia_is_asked_to_move() {
    let mut club = Club::new([1; 32]);
    club.allot();
    let text = club.newest(Seat::Frederick);
    assert!(text.contains("Prussia: your move"), "{text}");
    assert!(text.contains("Heinrich 4"), "{text}");
    // The others are told that turn 1 has begun, once.
    let text = club.newest(Seat::Elisabeth);
    assert!(text.contains("Nothing is awaited of you now"), "{text}");
}

#[test]
fn movement_orders_are_kept_until_the_player_is_ready() {
    let mut club = Club::new([1; 32]);
    club.allot();
    let before = club.mails_to(player(Seat::Elisabeth)).len();
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nKeith to Atlantis");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    assert!(receipt.contains("kept, and nothing has been carried out yet"), "{receipt}");
    assert!(receipt.contains("Heinrich: Bernau - Eberswalde - Chorin - Anger"), "{receipt}");
    assert!(receipt.contains("Not understood"), "{receipt}");
    assert_eq!(club.mails_to(player(Seat::Elisabeth)).len(), before, "nobody else is told");

    club.reply(Seat::Frederick, "ready");
    club.round();
    let text = club.newest(Seat::Frederick);
    assert!(text.contains("carried out"), "{text}");
    assert!(text.contains("Hanover: your move"), "{text}");
    let mails = club.mails_to(player(Seat::Elisabeth)).len();
    assert_eq!(mails, before, "what needs no answer waits for the next prompt");
    club.reply(Seat::Frederick, "ready");
    club.round();
    let told = club.newest(Seat::Elisabeth);
    assert!(told.contains("Russia: your move"), "{told}");
    assert!(told.contains("- Prussia: Heinrich - Angermünde"), "{told}");
}

#[test]
fn a_later_mail_changes_what_it_speaks_of_and_the_receipt_says_so() {
    let mut club = Club::new([1; 32]);
    club.allot();
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nDohna to Landsberg");
    club.round();
    club.reply(Seat::Frederick, "Heinrich to Bernau");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    assert!(receipt.contains("They replace those of"), "{receipt}");
    assert!(receipt.contains("> Heinrich: Bernau - Eberswalde - Chorin - Angerm"), "{receipt}");
    let mut draft = receipt.lines().map(str::trim);
    assert!(draft.any(|line| line == "Heinrich: Bernau"), "the draft as it now is: {receipt}");
    assert!(receipt.contains("Dohna: Berlinchen"), "what is not spoken of stays: {receipt}");
    club.reply(Seat::Frederick, "ready");
    club.round();
    // Hanover stays, and Russia is asked.
    club.reply(Seat::Frederick, "ready");
    club.round();
    let told = club.said(Seat::Elisabeth);
    assert!(told.contains("Dohna - Landsberg"), "{told}");
    assert!(told.contains("Heinrich - Bernau"), "{told}");
    assert!(!told.contains("Angermünde"), "{told}");
}

#[test]
fn an_order_that_is_not_allowed_is_refused_with_its_rule_and_the_line() {
    let mut club = Club::new([1; 32]);
    club.allot();
    club.reply(Seat::Frederick, "Heinrich: Oranienburg\nSeydlitz to Breslau\nready");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    assert!(receipt.contains("Seydlitz to Breslau"), "the line is quoted: {receipt}");
    assert!(receipt.contains("R4"), "the rule is named: {receipt}");
    assert!(receipt.contains("nothing has been carried out"), "{receipt}");
}

#[test]
fn a_test_changes_nothing() {
    let mut club = Club::new([1; 32]);
    club.allot();
    club.reply(Seat::Frederick, "test\nHeinrich to Angermünde\nready");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    assert!(receipt.contains("was a test"), "{receipt}");
    club.reply(Seat::Frederick, "ready");
    club.round();
    let told = club.newest(Seat::Elisabeth);
    assert!(!told.contains("Heinrich marches"), "{told}");
}

#[test]
fn help_and_status_are_answered_and_change_nothing() {
    let mut club = Club::new([1; 32]);
    club.allot();
    club.reply(Seat::Pompadour, "status");
    club.round();
    assert!(club.newest(Seat::Pompadour).contains("Where everybody stands"));
    club.reply(Seat::Pompadour, "help");
    let round = club.round();
    assert_eq!(round.dispatched.sent, 1);
}

#[test]
fn an_answer_to_an_old_prompt_is_late() {
    let mut club = Club::new([1; 32]);
    club.allot();
    club.reply(Seat::Frederick, "ready");
    club.round();
    let old = club.mails_to(player(Seat::Frederick)).pop().expect("Hanover's prompt");
    club.reply(Seat::Frederick, "ready");
    club.round();
    for (seat, text) in [
        (Seat::Elisabeth, "ready"),
        (Seat::Elisabeth, "ready"),
        (Seat::MariaTheresa, "ready"),
        (Seat::MariaTheresa, "ready"),
    ] {
        club.reply(seat, text);
        club.round();
    }
    let text = club.newest(Seat::Pompadour);
    assert!(text.contains("discard"), "France is to discard: {text}");
    let prompt = club.mails_to(player(Seat::Pompadour)).pop().expect("the prompt");
    club.reply(Seat::Pompadour, "1");
    club.round();
    assert!(club.newest(Seat::Pompadour).contains("France: your move"));
    club.reply(Seat::Pompadour, "ready");
    club.round();

    // A number that answers the discard of turn 1 must do nothing in turn 2.
    let before = club.mails_to(player(Seat::Elisabeth)).len();
    let late = crate::support::reply_to(&prompt, player(Seat::Pompadour), "1", 900);
    club.drop_in(late.as_bytes());
    club.round();
    assert_eq!(club.mails_to(player(Seat::Elisabeth)).len(), before);
    assert!(old.subject.contains("Hanover"), "{}", old.subject);
}

#[test]
fn r6_4_troops_are_redistributed_at_any_time_and_nobody_else_is_told() {
    let mut club = Club::new([1; 32]);
    club.allot();
    let old = club.mails_to(player(Seat::MariaTheresa)).remove(0);
    let before = club.mails_to(player(Seat::Frederick)).len();
    let mail = crate::support::reply_to(
        &old,
        player(Seat::MariaTheresa),
        "redistribute Melnik: Browne 8, Karl 4",
        901,
    );
    club.drop_in(mail.as_bytes());
    club.round();
    let receipt = club.newest(Seat::MariaTheresa);
    assert!(receipt.contains("carried out"), "{receipt}");
    club.reply(Seat::MariaTheresa, "status");
    club.round();
    let status = club.newest(Seat::MariaTheresa);
    assert!(status.contains("Browne 8, Karl 4"), "{status}");
    assert_eq!(club.mails_to(player(Seat::Frederick)).len(), before);
}
