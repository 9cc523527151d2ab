//! Clocks: reminders, grace, the caretaker, lapses, vacant seats, absences, outages.

use crate::support::{Club, GAME, JUDGE, address, player};
use chrono::{DateTime, TimeDelta, Utc};
use feldpost::administration::{show_game, show_seats};
use feldpost::campaign::{Clocks, Intervention, NotFilled, give, intervene, take_away};
use feldpost::game::Seat;
use feldpost::mail::intake::Letter;
use feldpost::report::WhyVacant;
use serde_json::Value;

/// Short clocks without quiet hours.
pub(crate) fn clocks(more: &[&str]) -> Clocks {
    let mut clocks = Clocks::default();
    let basic = [
        "set-up 48 hours",
        "movement 24 hours",
        "combat 12 hours",
        "choices 12 hours",
        "first turn 1",
        "grace 6 hours",
        "reminders 6",
        "quiet none",
        "substitute 24 hours",
        "stand-in 3 hours",
        "zone Europe/Berlin",
    ];
    for setting in basic.iter().chain(more) {
        clocks.set(setting).expect(setting);
    }
    clocks
}

/// A club whose set-up is over: it is Prussia's move since then.
pub(crate) fn begun(more: &[&str]) -> Club {
    let mut club = Club::with_clocks([1; 32], "", Some(clocks(more)));
    club.allot();
    club
}

pub(crate) fn hours(hours: i64) -> TimeDelta {
    TimeDelta::hours(hours)
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn newest(club: &Club, seat: Seat) -> String {
    flat(&club.newest(seat))
}

/// What happened in the club, by name and seat.
fn told(club: &mut Club) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    club.club_events().iter().map(|event| (text(&event["what"]), text(&event["seat"]))).collect()
}

fn times(club: &mut Club, what: &str) -> usize {
    told(club).iter().filter(|(name, _)| name == what).count()
}

fn subjects(club: &Club, seat: Seat) -> Vec<String> {
    club.mails_to(player(seat)).into_iter().map(|letter| letter.subject).collect()
}

fn count(club: &Club, seat: Seat, words: &str) -> usize {
    subjects(club, seat).iter().filter(|subject| subject.contains(words)).count()
}

pub(crate) fn turn(club: &mut Club) -> (u64, String) {
    let state = club.state();
    let nation = state["nation"].as_str().unwrap_or_default().to_owned();
    (state["turn"].as_u64().unwrap_or_default(), nation)
}

#[test]
fn prompts_receipts_and_the_public_table_say_by_when_in_the_readers_zone() {
    let mut club = begun(&[]);
    // Ada was asked at 12:50 UTC on 1 March; in Berlin that is 13:50.
    let text = newest(&club, Seat::Frederick);
    let due = "Due by Mon 2 March 2026, 13:50 (Europe/Berlin). Then the caretaker";
    assert!(text.contains(due), "{text}");
    let others = "Prussia (Frederick) is to move, by Mon 2 March 2026, 13:50 (Europe/Berlin)";
    let report = newest(&club, Seat::Elisabeth);
    assert!(report.contains(others), "{report}");
    club.reply(Seat::Frederick, "Heinrich to Angermünde");
    club.round();
    let receipt = newest(&club, Seat::Frederick);
    assert!(receipt.contains(due), "{receipt}");
    club.reply(Seat::Pompadour, "status");
    club.round();
    let status = newest(&club, Seat::Pompadour);
    assert!(status.contains(others), "{status}");
}

/// Who is awaited for what and until when, as the organiser is shown it.
fn awaited(club: &mut Club) -> String {
    let mut out = Vec::new();
    show_game(&mut club.daemon().store, GAME, &mut out).expect("it is shown");
    let shown = String::from_utf8(out).expect("text");
    let awaited = shown.lines().filter_map(|line| line.strip_prefix("awaited: "));
    awaited.collect::<Vec<_>>().join("; ")
}

#[test]
fn a_game_without_clocks_waits_for_ever() {
    let mut club = Club::new([1; 32]);
    club.allot();
    let (mails, length) = (club.mails_to(player(Seat::Frederick)).len(), club.log_length());
    club.pass(hours(24 * 20));
    assert_eq!(club.mails_to(player(Seat::Frederick)).len(), mails);
    assert_eq!(club.log_length(), length);
    assert_eq!(awaited(&mut club), "frederick for prussia: movement");
}

#[test]
fn from_the_reminder_to_the_substitute() {
    let mut club = begun(&["lapses 2 in a row, 5 in all"]);
    assert_eq!(turn(&mut club), (1, "prussia".into()));
    assert_eq!(awaited(&mut club), "frederick for prussia: movement, until 2026-03-02T12:50:00Z");
    club.pass(hours(17));
    assert_eq!(count(&club, Seat::Frederick, "a reminder"), 0);
    club.pass(hours(2));
    assert_eq!(count(&club, Seat::Frederick, "a reminder"), 1);
    let reminder = newest(&club, Seat::Frederick);
    assert!(reminder.contains("The referee still waits for you"), "{reminder}");
    assert!(reminder.contains("Prussia: your move"), "what to answer is in it: {reminder}");
    // The deadline passes: only its player is written to, and has some more time.
    club.pass(hours(6));
    assert_eq!(count(&club, Seat::Frederick, "over time"), 1);
    let over = newest(&club, Seat::Frederick);
    assert!(over.contains("The deadline has passed"), "{over}");
    assert!(over.contains("lapse 1 of 2 in a row"), "{over}");
    assert!(over.contains("the caretaker waits until Mon 2 March 2026, 19:50"), "{over}");
    assert_eq!(turn(&mut club).1, "prussia");
    assert_eq!(awaited(&mut club), "frederick for prussia: movement, until 2026-03-02T18:50:00Z");
    assert_eq!(told(&mut club), []);
    // The grace passes: the caretaker moves nothing, and everybody is told.
    club.pass(hours(6));
    assert_eq!(turn(&mut club).1, "hanover");
    assert_eq!(told(&mut club), [("caretaker".to_owned(), "frederick".to_owned())]);
    let sealed = club.sealed_from(0).pop().expect("an action");
    assert_eq!(sealed["by"], "caretaker");
    assert_eq!(sealed["order"]["do"], "end-movement");
    // Hanover's deadline passes, too: the second lapse in a row costs the seat.
    let token_mail = club.mails_to(player(Seat::Frederick)).pop().expect("a mail");
    club.pass(hours(31));
    assert_eq!(turn(&mut club).1, "russia");
    // What needs no answer came with the next prompt.
    let prompts = club.mails_to(player(Seat::Elisabeth)).into_iter().map(|mail| flat(&mail.text));
    let news = prompts.rev().find(|text| text.contains("Russia: your move")).expect("a prompt");
    for nation in ["Prussia", "Hanover"] {
        let sentence = format!(
            "No answer came from Frederick in time: the caretaker decides for {nation}, which was \
             to move."
        );
        assert!(news.contains(&sentence), "{news}");
    }
    let happened = told(&mut club);
    assert_eq!(happened[2], ("seat-vacant".to_owned(), "frederick".to_owned()));
    let lost = club.mails_to(player(Seat::Frederick)).pop().expect("a mail");
    assert!(lost.subject.contains("you play Frederick no longer"), "{}", lost.subject);
    for seat in [Seat::Elisabeth, Seat::MariaTheresa, Seat::Pompadour] {
        assert_eq!(count(&club, seat, "Frederick needs a new player"), 1, "{seat}");
    }
    // The old token is dead at once.
    let before = club.log_length();
    let late = crate::support::reply_to(&token_mail, player(Seat::Frederick), "ready", 90);
    club.drop_in(late.as_bytes());
    let round = club.round();
    assert_ne!(round.received[0].outcome, "orders carried out");
    assert_eq!(club.log_length(), before);
    // Somebody takes over; the first mail is enough.
    let eve = address("Eve <eve@club.test>");
    let now = club.now;
    let daemon = club.daemon();
    give(&mut daemon.store, &daemon.office, GAME, "frederick", &eve, now).expect("it is given");
    take_up(&mut club, "eve@club.test");
    let mails = club.mails_to("eve@club.test");
    let first = mails.iter().map(|mail| flat(&mail.text));
    let first = first.rev().find(|text| text.contains("Your hand")).expect("a first mail");
    assert!(first.contains("You play Frederick from now on"), "{first}");
    assert!(first.contains("Your hand, your troops") && first.contains("Heinrich"), "{first}");
    assert_eq!(told(&mut club).pop(), Some(("substitute".to_owned(), "frederick".to_owned())));
    // Russia, Sweden, Austria, the Imperial Army and France pass; then it is Eve's move.
    for seat in
        [Seat::Elisabeth, Seat::Elisabeth, Seat::MariaTheresa, Seat::MariaTheresa, Seat::Pompadour]
    {
        club.reply(seat, "ready");
        club.round();
    }
    for _ in 0..4 {
        // Discards and the like.
        for seat in [Seat::Elisabeth, Seat::MariaTheresa, Seat::Pompadour] {
            if newest(&club, seat).contains("reply with its number") && turn(&mut club).0 == 1 {
                club.reply(seat, "1");
                club.round();
                // What the answered mail did not ask for is ended by an answer of its own.
                club.reply(seat, "ready");
                club.round();
            }
        }
    }
    let reply = |letter: &Letter, text: &str, number| {
        crate::support::reply_to(letter, "eve@club.test", text, number)
    };
    let newest_mail = club.mails_to("eve@club.test").pop().expect("a mail");
    if turn(&mut club) == (2, "prussia".into()) {
        club.drop_in(reply(&newest_mail, "Heinrich to Angermünde\nready", 1).as_bytes());
        let round = club.round();
        assert_eq!(round.received[0].outcome, "orders carried out");
    } else {
        panic!("it is {:?}", turn(&mut club));
    }
    let mut out = Vec::new();
    show_seats(&mut club.daemon().store, GAME, &mut out).expect("it is shown");
    let shown = String::from_utf8(out).expect("text");
    assert!(shown.contains("eve@club.test") && !shown.contains("ada@club.test"), "{shown}");
}

/// Who was asked whether to play a seat says yes.
fn take_up(club: &mut Club, who: &str) {
    club.round();
    let question = club.mails_to(who).pop().expect("the question");
    club.drop_in(crate::support::reply_to(&question, who, "yes", 70).as_bytes());
    club.round();
}

#[test]
fn the_first_mail_of_a_substitute_can_be_answered() {
    let mut club = begun(&[]);
    let now = club.now;
    let daemon = club.daemon();
    let eve = address("eve@club.test");
    give(&mut daemon.store, &daemon.office, GAME, "frederick", &eve, now).expect("it is given");
    take_up(&mut club, "eve@club.test");
    let mails = club.mails_to("eve@club.test").into_iter();
    let first = mails.rev().find(|mail| flat(&mail.text).contains("Prussia: your move"));
    let first = first.expect("a first mail");
    let reply =
        crate::support::reply_to(&first, "eve@club.test", "Heinrich to Angermünde\nready", 1);
    club.drop_in(reply.as_bytes());
    let round = club.round();
    assert_eq!(round.received[0].outcome, "orders carried out");
    assert_eq!(count(&club, Seat::Frederick, "you play Frederick no longer"), 1);
    // Whoever knows another hand gets no seat.
    let daemon = club.daemon();
    for (seat, who) in [
        ("elisabeth", "eve@club.test"),
        ("frederick", "eve@club.test"),
        ("elisabeth", "cleo@club.test"),
        ("elisabeth", JUDGE),
        ("nobody", "fay@club.test"),
    ] {
        let given = give(&mut daemon.store, &daemon.office, GAME, seat, &address(who), now);
        assert!(given.is_err(), "{seat} {who}");
    }
    let elsewhere = give(&mut daemon.store, &daemon.office, "leuthen", "elisabeth", &eve, now);
    assert!(matches!(elsewhere, Err(NotFilled::NoSuchGame(_))));
}

#[test]
fn a_vacant_seat_waits_for_a_substitute_and_then_the_caretaker_plays_it_without_lapses() {
    let mut club = begun(&[]);
    let now = club.now;
    let daemon = club.daemon();
    let taken =
        take_away(&mut daemon.store, &daemon.office, GAME, "frederick", WhyVacant::Resigned, now);
    taken.expect("it is vacant");
    let again =
        take_away(&mut daemon.store, &daemon.office, GAME, "frederick", WhyVacant::Resigned, now);
    assert!(matches!(again, Err(NotFilled::IsVacant(_))));
    club.round();
    let sought = newest(&club, Seat::Elisabeth);
    assert!(sought.contains("the player has resigned"), "{sought}");
    assert!(sought.contains("waits for a substitute until Mon 2 March 2026, 13:50"), "{sought}");
    club.pass(hours(23));
    assert_eq!(turn(&mut club).1, "prussia");
    club.pass(hours(2));
    assert_eq!(turn(&mut club).1, "hanover");
    // Nobody is awaited any more: the next answer comes soon.
    club.pass(hours(4));
    assert_eq!(turn(&mut club).1, "russia");
    assert_eq!(times(&mut club, "caretaker"), 2);
    assert_eq!(times(&mut club, "seat-vacant"), 1);
    let news = newest(&club, Seat::Elisabeth);
    assert!(
        news.contains("Nobody plays Frederick now: the caretaker decides for Hanover"),
        "{news}"
    );
    club.reply(Seat::Elisabeth, "status");
    club.round();
    let report = newest(&club, Seat::Elisabeth);
    assert!(report.contains("Frederick: the seat is vacant, and the caretaker plays"), "{report}");
}

#[test]
fn an_answer_in_over_time_counts_and_ends_a_row_of_lapses() {
    let mut club = begun(&["lapses 2 in a row, 5 in all"]);
    club.pass(hours(31));
    assert_eq!(turn(&mut club).1, "hanover");
    club.pass(hours(26));
    assert_eq!(count(&club, Seat::Frederick, "over time"), 2);
    club.reply(Seat::Frederick, "ready");
    club.round();
    assert_eq!(turn(&mut club).1, "russia");
    assert_eq!(times(&mut club, "caretaker"), 1);
    club.reply(Seat::Elisabeth, "status");
    club.round();
    let report = newest(&club, Seat::Elisabeth);
    assert!(report.contains("1 deadline passed without an answer, 0 in a row"), "{report}");
}

#[test]
fn an_incomplete_draft_is_not_carried_out_and_a_complete_one_is() {
    let mut club = begun(&[]);
    club.reply(Seat::Frederick, "Heinrich to Angermünde");
    club.pass(hours(31));
    assert_eq!(turn(&mut club).1, "hanover");
    let news = newest(&club, Seat::Elisabeth);
    assert!(!news.contains("Heinrich marches"), "{news}");
    // With `ready` it waits for second thoughts only, also over the deadline.
    let pace = "second_thoughts = 2000";
    let mut club = Club::with_clocks([1; 32], pace, Some(clocks(&[])));
    club.allot();
    club.reply(Seat::Elisabeth, "news at once");
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    club.pass(hours(25));
    assert_eq!(turn(&mut club).1, "hanover");
    assert_eq!(told(&mut club), []);
    assert_eq!(count(&club, Seat::Frederick, "over time"), 0);
    assert_eq!(count(&club, Seat::Frederick, "a reminder"), 0);
    let news = newest(&club, Seat::Elisabeth);
    assert!(news.contains("Heinrich - Angermünde"), "{news}");
}

#[test]
fn the_set_up_is_allotted_evenly_and_one_reminder_is_for_all() {
    let mut club = Club::with_clocks([1; 32], "", Some(clocks(&[])));
    club.pass(hours(44));
    for seat in Seat::ALL {
        assert_eq!(count(&club, seat, "a reminder"), 1, "{seat}");
    }
    let both = newest(&club, Seat::Frederick);
    assert!(both.contains("Divide the troops of Prussia"), "{both}");
    assert!(both.contains("Divide the troops of Hanover"), "{both}");
    club.pass(hours(11));
    assert_eq!(turn(&mut club), (1, "prussia".into()));
    assert_eq!(times(&mut club, "caretaker"), 5);
    let mut out = Vec::new();
    show_seats(&mut club.daemon().store, GAME, &mut out).expect("it is shown");
    let shown = String::from_utf8(out).expect("text");
    assert_eq!(shown.matches("deadlines passed: 1 (1 in a row)").count(), 4, "{shown}");
    let troops = newest(&club, Seat::Pompadour);
    for stack in ["Richelieu 7, Chevert 6", "Soubise 7"] {
        assert!(troops.contains(stack), "{troops}");
    }
}

#[test]
fn nothing_is_done_twice_when_the_program_is_killed_in_between() {
    let mut club = begun(&[]);
    let mut twin = begun(&[]);
    for _ in 0..80 {
        for (club, killed) in [(&mut club, false), (&mut twin, true)] {
            club.now += TimeDelta::minutes(30);
            let now = club.now;
            if killed {
                // Killed before anything is sent, then after the first mail; then it works.
                for place in ["before a mail is sent", "after a mail is sent"] {
                    let mut go = |at: &'static str| at != place;
                    club.daemon().round_until(now, &mut go).expect("a round");
                    club.kill();
                }
            }
            club.daemon().round(now).expect("a round");
        }
    }
    assert!(times(&mut club, "caretaker") >= 1);
    assert_eq!(told(&mut club), told(&mut twin));
    assert_eq!(club.log_length(), twin.log_length());
    for seat in Seat::ALL {
        // A mail that was sent just before may be sent again, with the same name.
        let mut sent = subjects(&twin, seat);
        sent.dedup();
        let mut expected = subjects(&club, seat);
        expected.dedup();
        assert_eq!(sent, expected, "{seat}");
    }
}

#[test]
fn an_announced_absence_stops_the_clock_and_is_told_without_a_reason() {
    let mut club = begun(&[]);
    club.reply(Seat::Frederick, "absent 2 March to 4 March");
    club.round();
    let answer = newest(&club, Seat::Frederick);
    assert!(answer.contains("You are away from Mon 2 March 2026 to Wed 4 March 2026"), "{answer}");
    assert!(
        answer.contains("Your clock stands still until the end of Wed 4 March 2026"),
        "{answer}"
    );
    club.reply(Seat::Elisabeth, "status");
    club.round();
    // Ten hours and ten minutes ran before midnight in Berlin.
    let table = newest(&club, Seat::Elisabeth);
    assert!(table.contains("to move, by Thu 5 March 2026, 13:50"), "{table}");
    let events = club.club_events();
    assert_eq!(events[0]["what"], "absence-announced");
    assert_eq!(events[0]["last"]["day"], 4);
    club.pass(hours(24 * 3));
    assert_eq!(turn(&mut club).1, "prussia");
    assert_eq!(count(&club, Seat::Frederick, "over time"), 0);
    club.pass(hours(30));
    assert_eq!(turn(&mut club).1, "hanover");
    assert_eq!(times(&mut club, "caretaker"), 1);
}

#[test]
fn who_is_back_early_says_so_and_the_clock_runs_on() {
    let mut club = begun(&[]);
    club.reply(Seat::Frederick, "I am away for 10 days\nHeinrich to Angermünde");
    club.round();
    let receipt = newest(&club, Seat::Frederick);
    assert!(receipt.contains("The club") && receipt.contains("Heinrich: Bernau"), "{receipt}");
    club.pass(hours(48));
    club.reply(Seat::Elisabeth, "status");
    club.round();
    let table = newest(&club, Seat::Elisabeth);
    assert!(table.contains("Frederick: away until Tue 10 March 2026, 23:59"), "{table}");
    club.reply(Seat::Frederick, "I'm back");
    club.round();
    let receipt = newest(&club, Seat::Frederick);
    assert!(receipt.contains("Welcome back"), "{receipt}");
    club.reply(Seat::Elisabeth, "status");
    club.round();
    let table = newest(&club, Seat::Elisabeth);
    assert!(table.contains("to move, by Wed 4 March 2026, 1"), "{table}");
    assert!(!table.contains("away until"), "{table}");
    club.reply(Seat::Frederick, "back");
    club.round();
    assert!(newest(&club, Seat::Frederick).contains("no absence, so there is none to end"));
    assert_eq!(times(&mut club, "absence-ended"), 1);
}

#[test]
fn where_absences_do_not_stop_clocks_the_caretaker_plays_without_a_lapse() {
    let mut club = begun(&["absence caretaker", "lapses 1 in a row, 1 in all"]);
    club.reply(Seat::Frederick, "absent until 10 March");
    club.round();
    let answer = newest(&club, Seat::Frederick);
    assert!(answer.contains("the caretaker play for you meanwhile"), "{answer}");
    club.pass(hours(4));
    assert_eq!(turn(&mut club).1, "hanover");
    club.pass(hours(4));
    assert_eq!(turn(&mut club).1, "russia");
    assert_eq!(times(&mut club, "caretaker"), 2);
    assert_eq!(times(&mut club, "seat-vacant"), 0);
    let all: Vec<String> =
        club.mails_to(player(Seat::Elisabeth)).iter().map(|letter| flat(&letter.text)).collect();
    let sentence = "Frederick's player is away: the caretaker decides for Prussia";
    assert!(all.iter().any(|text| text.contains(sentence)), "{all:?}");
}

#[test]
fn an_absence_that_is_not_clear_is_asked_about_and_changes_nothing() {
    let mut club = begun(&[]);
    for (line, answer) in [
        ("absent from 20 Dec", "Not understood"),
        ("absent for 500 days", "announced for a year ahead"),
        ("absent 2026-03-05 to 2026-03-04", "it would end before it begins"),
        ("absent 2026-02-05 to 2026-02-07", "those days are over"),
    ] {
        club.reply(Seat::Frederick, line);
        club.round();
        let text = newest(&club, Seat::Frederick);
        assert!(text.contains(answer), "{line}: {text}");
    }
    assert_eq!(told(&mut club), []);
}

#[test]
fn an_outage_puts_all_deadlines_off_once() {
    let mut club = begun(&[]);
    club.reply(Seat::Elisabeth, "news at once");
    club.round();
    club.pass(hours(20));
    // Nobody looked into the mailbox for thirty hours.
    club.now += hours(30);
    club.round();
    assert_eq!(told(&mut club), [("outage".to_owned(), String::new())]);
    assert_eq!(turn(&mut club).1, "prussia");
    assert_eq!(count(&club, Seat::Frederick, "over time"), 0);
    club.pass(hours(3));
    assert_eq!(turn(&mut club).1, "prussia");
    assert_eq!(times(&mut club, "outage"), 1);
    club.pass(hours(8));
    assert_eq!(turn(&mut club).1, "hanover");
    let news = newest(&club, Seat::Elisabeth);
    assert!(news.contains("could not read or send mail for 30 hours"), "{news}");
}

#[test]
fn an_answer_that_lies_unread_is_read_before_the_deadline_counts() {
    // The caretaker would act in the round in which the mail is read.
    let mut club = begun(&["grace none"]);
    club.pass(TimeDelta::minutes(23 * 60 + 20));
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    club.now += TimeDelta::minutes(45);
    club.round();
    assert_eq!(turn(&mut club).1, "hanover");
    assert_eq!(told(&mut club), []);
}

#[test]
fn deadlines_keep_their_time_of_day_when_clocks_are_changed() {
    let mut club = Club::with_clocks([1; 32], "", Some(clocks(&["movement 3 days"])));
    // In Berlin the clocks are put forward on 29 March.
    club.now = "2026-03-27T11:00:00Z".parse::<DateTime<Utc>>().expect("a time");
    club.allot();
    let text = newest(&club, Seat::Frederick);
    assert!(text.contains("Due by Mon 30 March 2026, 12:50 (Europe/Berlin)"), "{text}");
}

#[test]
fn mail_that_comes_back_gives_more_time_once_and_tells_the_others() {
    let mut club = begun(&["bounce 10 hours"]);
    let original = club.mails_to(player(Seat::Frederick)).pop().expect("a mail");
    let id = original.message_id.expect("an id");
    for number in 0..2 {
        let report = format!(
            "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.club.test\r\nTo: {JUDGE}\r\n\
             Subject: Undelivered\r\nMessage-ID: <{number}@mx>\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n\r\n\
             --b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n\r\n--b\r\n\
             Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n\
             Final-Recipient: rfc822; ada@club.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n\
             --b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{id}>\r\n\r\n--b--\r\n"
        );
        club.drop_in(report.as_bytes());
        club.round();
    }
    assert_eq!(told(&mut club), [("mail-bounces".to_owned(), "frederick".to_owned())]);
    let others = newest(&club, Seat::MariaTheresa);
    assert!(others.contains("the caretaker waits until Mon 2 March 2026, 23:50"), "{others}");
    club.pass(hours(33));
    assert_eq!(turn(&mut club).1, "prussia");
    club.pass(hours(8));
    assert_eq!(turn(&mut club).1, "hanover");
}

#[test]
fn a_game_that_stands_still_goes_on_with_the_time_that_was_left() {
    let mut club = begun(&[]);
    club.pass(hours(4));
    let now = club.now;
    let operator = |club: &mut Club, what, now| {
        let daemon = club.daemon();
        intervene(&mut daemon.store, &daemon.office, GAME, what, now)
    };
    operator(&mut club, Intervention::Pause, now).expect("it stops");
    assert!(operator(&mut club, Intervention::Pause, now).is_err(), "it stands");
    club.pass(hours(100));
    assert_eq!(turn(&mut club).1, "prussia");
    assert_eq!(count(&club, Seat::Frederick, "a reminder"), 0);
    club.reply(Seat::Elisabeth, "status");
    club.round();
    assert!(newest(&club, Seat::Elisabeth).contains("all clocks stand still"));
    let now = club.now;
    operator(&mut club, Intervention::Resume, now).expect("it runs");
    assert!(operator(&mut club, Intervention::Resume, now).is_err(), "it runs");
    // Twenty hours were left.
    club.pass(hours(19));
    assert_eq!(count(&club, Seat::Frederick, "over time"), 0);
    club.pass(hours(2));
    assert_eq!(count(&club, Seat::Frederick, "over time"), 1);
    let now = club.now;
    operator(&mut club, Intervention::Extend(10), now).expect("it is put off");
    club.pass(hours(9));
    assert_eq!(turn(&mut club).1, "prussia");
    club.pass(hours(8));
    assert_eq!(turn(&mut club).1, "hanover");
    let what: Vec<String> = told(&mut club).into_iter().map(|(what, _)| what).collect();
    assert_eq!(what, ["clocks-stopped", "clocks-run-on", "deadlines-put-off", "caretaker"]);
}
