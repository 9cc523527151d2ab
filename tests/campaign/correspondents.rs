//! Whoever has said how he wants to read is written to so in every mail, whatever it is about.

use crate::support::{Club, JUDGE, player};
use chrono::TimeDelta;
use feldpost::campaign::{Clocks, take_away};
use feldpost::game::Seat;
use feldpost::report::WhyVacant;

use Seat::{Elisabeth, Frederick, MariaTheresa, Pompadour};

const SEED: [u8; 32] = [17; 32];

fn clocks() -> Clocks {
    let mut clocks = Clocks::default();
    for setting in ["set-up 24 hours", "grace 6 hours", "reminders 6", "quiet none"] {
        clocks.set(setting).expect(setting);
    }
    clocks
}

/// A game with clocks in which Frederick's player has asked for German.
fn german(wish: &str) -> Club {
    let mut club = Club::with_clocks(SEED, "", Some(clocks()));
    club.round();
    club.reply(Frederick, wish);
    club.round();
    club
}

/// The language of each mail to an address, with its subject, from this one on.
fn languages(club: &Club, address: &str, from: usize) -> Vec<(String, String)> {
    let raw = club.raw_mails_to(address);
    let language = |raw: &Vec<u8>| {
        let text = String::from_utf8_lossy(raw).into_owned();
        let line = text.lines().find_map(|line| line.strip_prefix("Content-Language: "));
        line.unwrap_or_default().to_owned()
    };
    let mails = club.mails_to(address);
    raw.iter().map(language).zip(mails.into_iter().map(|mail| mail.subject)).skip(from).collect()
}

fn count(club: &Club, seat: Seat) -> usize {
    club.raw_mails_to(player(seat)).len()
}

#[track_caller]
fn all_german(told: &[(String, String)]) {
    assert!(!told.is_empty(), "nothing was told");
    assert!(told.iter().all(|(language, _)| language == "de"), "{told:?}");
}

#[test]
fn reminders_come_in_the_readers_language_also_over_time() {
    let mut club = german("language german");
    let before = count(&club, Frederick);
    club.pass(TimeDelta::hours(20));
    let told = languages(&club, player(Frederick), before);
    all_german(&told);
    assert!(told.iter().any(|(_, subject)| subject.contains("Erinnerung")), "{told:?}");
    let before = count(&club, Frederick);
    club.pass(TimeDelta::hours(6));
    let told = languages(&club, player(Frederick), before);
    all_german(&told);
    assert!(told.iter().any(|(_, subject)| subject.contains("Nachspielzeit")), "{told:?}");
    // The others read what they read before.
    let others = languages(&club, player(Elisabeth), 0);
    assert!(others.iter().all(|(language, _)| language == "en"), "{others:?}");
}

#[test]
fn calls_to_vote_and_results_come_in_the_readers_language() {
    let mut club = german("language german");
    let before = count(&club, Frederick);
    club.reply(Elisabeth, "propose pause");
    club.round();
    for seat in [MariaTheresa, Pompadour] {
        club.reply(seat, "vote yes on 1");
        club.round();
    }
    assert_eq!(club.status(), "paused");
    let told = languages(&club, player(Frederick), before);
    assert!(told.len() >= 2, "the call and the result: {told:?}");
    all_german(&told);
}

#[test]
fn vacancies_are_told_in_the_readers_language() {
    let mut club = german("language german");
    let before = count(&club, Frederick);
    let now = club.now;
    let daemon = club.daemon();
    take_away(&mut daemon.store, &daemon.office, "rossbach", "elisabeth", WhyVacant::Voted, now)
        .expect("the seat is taken away");
    club.round();
    all_german(&languages(&club, player(Frederick), before));
}

#[test]
fn a_known_player_without_a_token_is_asked_which_game_in_the_own_language() {
    let mut club = german("language german");
    let before = count(&club, Frederick);
    let from = player(Frederick);
    let mail = format!(
        "From: <{from}>\r\nTo: {JUDGE}\r\nSubject: Moin\r\nMessage-ID: <which@club.test>\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\nHeinrich nach Bernau\r\n"
    );
    club.drop_in(mail.as_bytes());
    club.round();
    let told = languages(&club, from, before);
    assert_eq!(told.len(), 1, "{told:?}");
    all_german(&told);
}

#[test]
fn who_wants_text_gets_the_questions_about_an_address_as_text() {
    let mut club = german("language german\ntext");
    let before = count(&club, Frederick);
    club.reply(Frederick, "address ada@elsewhere.test");
    club.round();
    let old = &club.raw_mails_to(player(Frederick))[before..];
    let new = club.raw_mails_to("ada@elsewhere.test");
    assert_eq!((old.len(), new.len()), (1, 1));
    for raw in old.iter().chain(&new) {
        let text = String::from_utf8_lossy(raw);
        assert!(!text.contains("text/html"), "{text}");
        assert!(text.contains("Content-Language: de"), "{text}");
    }
}
