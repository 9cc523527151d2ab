//! Consent is a word: yes first, in any language; no ends the question; anything else leaves it open.

use crate::memory_club::GAME;
use crate::table::*;
use feldpost::administration::show_game;
use feldpost::campaign::give;
use feldpost::game::Seat;
use feldpost::mail::intake::Letter;

const NEW: &str = "new@elsewhere.test";
const VACATION: &str = "Thank you for your message.\nI am away until Monday and read no mail.\nAda";

/// Frederick's player asks for his mail to go elsewhere.
fn asked() -> Table {
    let mut table = Table::new();
    table.say(Frederick, &format!("address {NEW}"));
    assert_eq!(table.mails(NEW).len(), 1, "the new address is asked");
    table
}

/// The newest mail to an address is answered.
fn reply(table: &mut Table, who: &str, text: &str) -> String {
    let mail = table.mails(who).last().expect("a mail").clone();
    table.send(who, Some(&mail), text)
}

fn moved(table: &mut Table) -> bool {
    table.holder(Frederick).as_deref() == Some(NEW)
}

#[test]
fn both_say_yes_and_the_old_address_is_told() {
    let mut table = asked();
    reply(&mut table, NEW, "yes");
    assert!(!moved(&mut table), "the old address is asked before");
    let old = table.mails(&player(Frederick)).len();
    reply(&mut table, &player(Frederick), "Yes, please");
    assert!(moved(&mut table));
    assert!(table.mails(&player(Frederick)).len() > old, "and told after");
}

macro_rules! yes_in_any_language {
    ($($name:ident: $yes:literal;)*) => {
        $(#[test] fn $name() {
            let mut table = asked();
            reply(&mut table, NEW, $yes);
            reply(&mut table, &player(Frederick), $yes);
            assert!(moved(&mut table));
        })*
    };
}

yes_in_any_language! {
    english: "yes";
    greeted: "Hello,\nyes, that was me.\nAda";
    german: "Ja, gerne.\nViele Grüße";
    spanish: "Sí, por favor";
    italian: "Sì, grazie";
    polish: "Tak, proszę";
    french: "Oui, merci";
    okay: "OK";
}

macro_rules! leaves_it_open {
    ($($name:ident: $text:expr;)*) => {
        $(#[test] fn $name() {
            let mut table = asked();
            reply(&mut table, NEW, $text);
            reply(&mut table, &player(Frederick), $text);
            assert!(!moved(&mut table));
            // It is open still.
            let (new, old) = (table.mails(NEW)[0].clone(), table.about(&player(Frederick), NEW));
            table.send(NEW, Some(&new), "yes");
            table.send(&player(Frederick), Some(&old), "yes");
            assert!(moved(&mut table));
        })*
    };
}

leaves_it_open! {
    what_is_this: "What is this?";
    a_vacation_reply: VACATION;
    a_german_vacation_reply: "Da ich im Urlaub bin, lese ich keine Mails.\nMit freundlichen Grüßen";
    a_danish_thank_you: "Tak for din mail. Jeg er tilbage på mandag.";
    yes_but_not_now: "Yes, but not now";
}

macro_rules! ends_it {
    ($($name:ident: $text:literal;)*) => {
        $(#[test] fn $name() {
            let mut table = asked();
            let question = table.mails(NEW).last().expect("the question").clone();
            reply(&mut table, NEW, $text);
            table.send(NEW, Some(&question), "yes");
            let old = table.about(&player(Frederick), NEW);
            table.send(&player(Frederick), Some(&old), "yes");
            assert!(!moved(&mut table));
        })*
    };
}

ends_it! {
    no: "no";
    stop: "Stop.";
    unsubscribe: "unsubscribe";
    that_was_not_me: "That was not me!";
    what_is_this_stop_this: "What is this? Stop this.";
    german_no: "Nein!";
    polish_no: "Nie.";
}

#[test]
fn an_unclear_answer_is_answered_once_at_most() {
    let mut table = asked();
    let question = table.mails(NEW).last().expect("the question").clone();
    let before = table.mails(NEW).len();
    for _ in 0..4 {
        table.send(NEW, Some(&question), VACATION);
    }
    assert!(table.mails(NEW).len() <= before + 1);
}

/// Issue: a forged `also stranger@…` and an unmarked vacation reply gave a stranger everything.
#[test]
fn a_forged_second_address_and_a_vacation_reply_give_a_stranger_nothing() {
    let stranger = "stranger@evil.test";
    let mut table = Table::new();
    let victim = player(Frederick);
    // Forged: it shows no token of the seat.
    table.send(&victim, None, &format!("also {stranger}"));
    reply(&mut table, &victim, VACATION);
    assert!(table.mails(stranger).is_empty(), "nobody else is asked");
    table.send(stranger, None, "my data");
    reply(&mut table, stranger, "yes");
    let told: String = table.mails(stranger).iter().map(|mail| mail.text.clone()).collect();
    assert!(!told.contains(&victim) && !told.contains("Frederick"), "{told}");
    table.send(stranger, None, "resign yes leuthen");
    reply(&mut table, stranger, "yes");
    assert_eq!(table.holder(Frederick).as_deref(), Some(victim.as_str()));
}

#[test]
fn the_first_address_is_told_of_a_second_one() {
    let mut table = Table::new();
    let first = player(Frederick);
    table.say(Frederick, "also ada@elsewhere.test");
    let before = table.mails(&first).len();
    reply(&mut table, "ada@elsewhere.test", "yes");
    assert!(table.mails(&first).len() > before);
}

#[test]
fn resigning_is_confirmed_by_yes() {
    let mut table = Table::new();
    table.say(Frederick, "resign");
    assert!(table.holder(Frederick).is_some(), "asked before");
    reply(&mut table, &player(Frederick), "yes");
    assert!(table.holder(Frederick).is_none());
}

#[test]
fn resigning_is_confirmed_by_nothing_else() {
    for text in ["What?", "That was not me!", "stop", VACATION] {
        let mut table = Table::new();
        table.say(Frederick, "resign");
        reply(&mut table, &player(Frederick), text);
        assert!(table.holder(Frederick).is_some(), "{text}");
    }
}

#[test]
fn who_says_no_to_resigning_cannot_be_resigned_by_the_same_letter() {
    let mut table = Table::new();
    table.say(Frederick, "resign");
    let question = table.mails(&player(Frederick)).last().expect("the question").clone();
    table.send(&player(Frederick), Some(&question), "no");
    table.send(&player(Frederick), Some(&question), "yes");
    assert!(table.holder(Frederick).is_some());
}

#[test]
fn observing_is_confirmed_by_yes_only() {
    let guest = "guest@else.test";
    let observers = |table: &mut Table| {
        table.club.read(|tx| {
            let game = tx.game_by_name(crate::memory_club::GAME)?.expect("the game").id;
            Ok(tx.observers(game)?.len())
        })
    };
    let mut table = Table::new();
    table.send(guest, None, "observe leuthen");
    let question = table.mails(guest).last().expect("the question").clone();
    table.send(guest, Some(&question), VACATION);
    assert_eq!(observers(&mut table), 0);
    table.send(guest, Some(&question), "yes");
    assert_eq!(observers(&mut table), 1);
}

#[test]
fn with_test_nobody_is_asked_anything() {
    let mut table = Table::new();
    table.say(Frederick, &format!("test\naddress {NEW}\nalso other@elsewhere.test"));
    assert!(table.mails(NEW).is_empty());
    assert!(table.mails("other@elsewhere.test").is_empty());
    assert_eq!(table.holder(Seat::Frederick), Some(player(Frederick)));
}

/// The operator gives Frederick's seat to another address.
fn offered(table: &mut Table) -> Letter {
    let now = table.club.now;
    let (store, office) = (&mut table.club.store, &table.club.office);
    let to = format!("Eve <{NEW}>").parse().expect("an address");
    give(store, office, GAME, "frederick", &to, now).expect("it is offered");
    table.post();
    table.mails(NEW).last().expect("the question").clone()
}

fn shown(table: &mut Table) -> String {
    let mut out = Vec::new();
    show_game(&mut table.club.store, GAME, &mut out).expect("it is shown");
    String::from_utf8(out).expect("text")
}

#[test]
fn a_seat_that_is_given_changes_hands_when_the_new_address_says_yes() {
    let mut table = Table::new();
    let old = table.newest(Frederick);
    let question = offered(&mut table);
    for secret in ["Heinrich", "Winterfeldt", "troops:"] {
        assert!(!question.text.contains(secret), "nothing secret: {}", question.text);
    }
    let before = table.mails(&player(Frederick)).len();
    table.about(&player(Frederick), "somebody else was asked");
    assert_eq!(table.holder(Frederick), Some(player(Frederick)));
    let state = shown(&mut table);
    assert!(state.contains(&format!("offered to {NEW}")) && state.contains("no yes"), "{state}");
    // Until then the old holder plays.
    table.answer(Frederick, &old, "Heinrich to Bernau");
    assert_eq!(table.drafted(Frederick), 1);
    let first = table.send(NEW, Some(&question), "Ja, gerne!");
    assert_eq!(table.holder(Frederick).as_deref(), Some(NEW));
    assert!(first.contains("Heinrich"), "the first mail is enough: {first}");
    assert!(table.mails(&player(Frederick)).len() > before + 1, "and told after");
    assert!(!shown(&mut table).contains("offered to"));
    // The old token is dead.
    let log = table.log();
    table.answer(Frederick, &old, "ready");
    assert_eq!(table.log(), log);
}

#[test]
fn a_mistyped_address_that_never_says_yes_changes_nothing() {
    for text in ["Who are you?", VACATION, "That was not me!", "no", "unsubscribe"] {
        let mut table = Table::new();
        let question = offered(&mut table);
        let before = (table.log(), table.json());
        table.send(NEW, Some(&question), text);
        assert_eq!(table.holder(Frederick), Some(player(Frederick)), "{text}");
        assert_eq!((table.log(), table.json()), before, "{text}");
    }
}

#[test]
fn who_declines_a_seat_has_declined_it_and_its_holder_is_told() {
    let mut table = Table::new();
    let question = offered(&mut table);
    let before = table.mails(&player(Frederick)).len();
    table.send(NEW, Some(&question), "No, thanks");
    assert_eq!(table.mails(&player(Frederick)).len(), before + 1);
    table.about(&player(Frederick), "You go on playing");
    assert!(shown(&mut table).contains("does not want it"));
    table.send(NEW, Some(&question), "yes");
    assert_eq!(table.holder(Frederick), Some(player(Frederick)));
}

#[test]
fn a_second_gift_of_a_seat_takes_the_place_of_the_first() {
    let mut table = Table::new();
    let first = offered(&mut table);
    let second = offered(&mut table);
    table.send(NEW, Some(&first), "yes");
    assert_eq!(table.holder(Frederick), Some(player(Frederick)), "the first question is void");
    table.send(NEW, Some(&second), "yes");
    assert_eq!(table.holder(Frederick).as_deref(), Some(NEW));
}
