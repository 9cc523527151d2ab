//! The life of a game by mail alone: made, joined, begun, watched, given up, taken over, forgotten;
//! and those who try it in other people's names.

use crate::support::{Club, JUDGE, described, reply_to};
use chrono::TimeDelta;
use feldpost::audit;
use feldpost::campaign::{Intervention, intervene};
use feldpost::game::Seat;
use feldpost::mail::intake::Letter;
use feldpost::store::{LogFile, PersonRecord, SealedParts, StoreError, Tx};
use serde_json::json;
use std::sync::atomic::{AtomicU32, Ordering};

const ADA: &str = "ada@club.test";
const BEN: &str = "ben@club.test";
const CLEO: &str = "cleo@club.test";
const DAN: &str = "dan@club.test";
const EVE: &str = "eve@evil.test";
const ALL: [&str; 4] = [ADA, BEN, CLEO, DAN];

fn number() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A mail that answers nothing, and one round.
fn write(club: &mut Club, from: &str, text: &str) {
    let mail = format!(
        "From: <{from}>\r\nTo: {JUDGE}\r\nSubject: hello\r\nMessage-ID: <{}.{from}>\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
        number(),
        text.replace('\n', "\r\n")
    );
    club.drop_in(mail.as_bytes());
    assert_eq!(club.round().failed, 0);
}

fn newest(club: &Club, to: &str) -> Letter {
    let mut letter = club.mails_to(to).pop().unwrap_or_else(|| panic!("no mail to {to}"));
    letter.text = letter.text.split_whitespace().collect::<Vec<_>>().join(" ");
    letter
}

/// A reply to a mail, and one round. Returns the newest mail after it.
fn reply(club: &mut Club, from: &str, to_mail: &Letter, text: &str) -> Letter {
    club.drop_in(reply_to(to_mail, from, text, 100_000 + number()).as_bytes());
    assert_eq!(club.round().failed, 0);
    newest(club, from)
}

/// A reply to the newest mail.
fn answer(club: &mut Club, from: &str, text: &str) -> Letter {
    let letter = newest(club, from);
    reply(club, from, &letter, text)
}

#[track_caller]
fn has(letter: &Letter, part: &str) {
    assert!(letter.text.contains(part), "no \"{part}\" in: {}\n{}", letter.subject, letter.text);
}

/// A new game of Ada's with these lines of the form.
fn found(club: &mut Club, name: &str, lines: &str) {
    write(club, ADA, &format!("new game {name}"));
    has(&newest(club, ADA), "scenario: standard");
    let founded = answer(club, ADA, lines);
    has(&founded, "is announced");
}

/// Somebody joins, and confirms it if asked.
fn join(club: &mut Club, who: &str, text: &str) -> Letter {
    write(club, who, text);
    has(&newest(club, who), "If it was you");
    answer(club, who, "yes, it was me")
}

fn status(club: &mut Club, game: &str) -> String {
    let read = |tx: &Tx<'_>| -> Result<_, StoreError> {
        Ok(tx.game_by_name(game)?.expect("the game").status.to_string())
    };
    club.daemon().store.transaction(read).expect("the database")
}

/// Who holds a seat.
fn holder(club: &mut Club, game: &str, seat: Seat) -> Option<String> {
    let read = |tx: &Tx<'_>| -> Result<_, StoreError> {
        let game = tx.game_by_name(game)?.expect("the game");
        Ok(tx.seat(game.id, seat.id())?.expect("the seat").address)
    };
    club.daemon().store.transaction(read).expect("the database")
}

fn seat_of(club: &mut Club, who: &str) -> Seat {
    let seats = Seat::ALL.into_iter();
    let mut held = seats.filter(|seat| holder(club, "wagram", *seat).as_deref() == Some(who));
    held.next().unwrap_or_else(|| panic!("{who} holds no seat"))
}

/// A game named wagram that all four play, just begun.
fn begun() -> Club {
    let mut club = Club::without_a_game();
    found(&mut club, "wagram", "found");
    for who in ALL {
        join(&mut club, who, &format!("join wagram\nphrase I am {who}").replace("@club.test", ""));
    }
    assert_eq!(status(&mut club, "wagram"), "playing");
    club
}

fn allotment(seat: Seat) -> &'static str {
    match seat {
        Seat::Frederick => {
            "Friedrich 4, Winterfeldt 4, Heinrich 4, Schwerin 4\n\
             Keith 4, Seydlitz 4, Dohna 4, Lehwaldt 4\nFerdinand 6, Cumberland 6"
        }
        Seat::Elisabeth => "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4",
        Seat::MariaTheresa => "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6",
        Seat::Pompadour => "Richelieu 7, Soubise 5, Chevert 8",
    }
}

/// Everybody allots.
fn allot(club: &mut Club) {
    for seat in Seat::ALL {
        if let Some(holder) = holder(club, "wagram", seat) {
            answer(club, &holder, allotment(seat));
        }
    }
}

#[test]
fn a_game_is_made_joined_raffled_and_played_by_mail_alone() {
    let mut club = Club::without_a_game();
    write(&mut club, ADA, "list");
    has(&newest(&club, ADA), "There is no game at present");
    write(&mut club, ADA, "new game wagram");
    let form = newest(&club, ADA);
    has(&form, "joining: open");
    // A wrong line is named, and the right ones are kept.
    let again = answer(&mut club, ADA, "scenario: waterloo\nphrase days: 3");
    has(&again, "it can be standard, three-player,");
    has(&again, "phrase-days: 3");
    let founded = answer(&mut club, ADA, "scenario: standard\n\nAda");
    has(&founded, "is announced");
    assert_eq!(status(&mut club, "wagram"), "announced");
    // The commitment to the seed stands before anybody joins.
    has(&founded, "SHA-256");
    // Ada is known now, and her mails from here need no question.
    let joined = answer(&mut club, ADA, "join wagram prefer Pompadour\nphrase Sans souci");
    has(&joined, "Sans souci");
    has(&joined, "3 places of 4 are still to be taken");
    assert_eq!(status(&mut club, "wagram"), "gathering");
    for (place, who) in [BEN, CLEO].into_iter().enumerate() {
        let joined = join(&mut club, who, "join wagram");
        has(&joined, &format!("You are player {} of 4", place + 2));
    }
    // A guest asks meanwhile.
    write(&mut club, "guest@else.test", "status wagram\nlist");
    let told = newest(&club, "guest@else.test");
    has(&told, "3 of 4 seats taken");
    assert!(!told.text.contains("club.test"), "addresses are nobody's business: {}", told.text);
    // Dan comes last with his phrase: those who have sent none are asked once more.
    join(&mut club, DAN, "join wagram\nno phrase");
    assert_eq!(status(&mut club, "wagram"), "gathering");
    has(&newest(&club, BEN), "player 2 and player 3");
    answer(&mut club, BEN, "phrase A rainy night");
    answer(&mut club, CLEO, "phrase Kunersdorf");
    assert_eq!(status(&mut club, "wagram"), "playing");
    assert_eq!(seat_of(&mut club, ADA), Seat::Pompadour, "what only she prefers is hers");
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
    allot(&mut club);
    let prussia = holder(&mut club, "wagram", Seat::Frederick).expect("a player");
    let prompt = newest(&club, &prussia);
    has(&prompt, "Prussia: your move");
    assert!(prompt.subject.contains("T1"), "{}", prompt.subject);
    // Everything the log holds can be verified, and no address is in it.
    let log = club.daemon().store.transaction(|tx| -> Result<_, StoreError> {
        let game = tx.game_by_name("wagram")?.expect("the game");
        audit::export(tx, &game, None)
    });
    let text = log.expect("a log").to_text().expect("text");
    assert!(!text.contains("club.test") && text.contains("\"prefers\":[\"pompadour\"]"), "{text}");
    audit::verify(&text, &[]).expect("it is sound");
}

#[test]
fn nobody_is_joined_by_others() {
    let mut club = Club::without_a_game();
    found(&mut club, "wagram", "found");
    // Eve writes in Ben's name: Ben is asked, and Eve hears nothing.
    write(&mut club, BEN, "join wagram\nname Fool");
    let question = newest(&club, BEN);
    has(&question, "join wagram");
    assert!(club.mails_to(EVE).is_empty());
    // Without the token no answer counts, in whatever name and however often.
    for from in [BEN, EVE] {
        write(&mut club, from, "yes");
        write(&mut club, from, "token desk-letter-abcdefghijklmnop\nyes");
    }
    // With Ben's own token from another address neither.
    club.drop_in(reply_to(&question, EVE, "yes", 77).as_bytes());
    club.round();
    assert_eq!(status(&mut club, "wagram"), "announced");
    // Ben refuses, and later his yes comes too late.
    has(&reply(&mut club, BEN, &question, "No! Who are you?"), "Nothing has been done");
    has(&reply(&mut club, BEN, &question, "yes after all"), "settled or void");
    assert_eq!(status(&mut club, "wagram"), "announced");
    // A flood in Ben's name is a few mails to Ben at most.
    let before = club.mails_to(BEN).len();
    for _ in 0..30 {
        write(&mut club, BEN, "join wagram");
    }
    assert!(club.mails_to(BEN).len() <= before + 3, "{}", club.mails_to(BEN).len() - before);
    // Forging a known person's address does no better: Ada gets a question, nothing is done.
    write(&mut club, ADA, "join wagram");
    has(&newest(&club, ADA), "If it was you");
    assert_eq!(status(&mut club, "wagram"), "announced");
    // A question is void after two weeks.
    club.now += TimeDelta::days(15);
    has(&answer(&mut club, ADA, "yes"), "settled or void");
    assert_eq!(status(&mut club, "wagram"), "announced");
}

#[test]
fn questions_are_answered_at_once_and_within_limits() {
    let mut club = begun();
    for (text, part) in [
        ("help", "join rossbach"),
        ("rules R7.5", "R7.5 At score 0"),
        ("rules", "R14"),
        ("map wagram", "Friedrich"),
        ("history wagram", "Nothing decisive"),
        ("history wagram turn 9", "has not come to turn 9"),
        ("observers wagram", "0 people"),
        ("status nowhere", "no game named"),
    ] {
        write(&mut club, EVE, text);
        has(&newest(&club, EVE), part);
    }
    for _ in 0..20 {
        write(&mut club, EVE, "list");
    }
    assert_eq!(club.mails_to(EVE).len(), 10);
    // An empty mail asks by its subject.
    let mail = "From: x@else.test\r\nTo: judge@club.test\r\nSubject: Re: list\r\n\r\n\r\n";
    club.drop_in(mail.as_bytes());
    club.round();
    has(&newest(&club, "x@else.test"), "wagram");
}

#[test]
fn conditions_of_joining_hold() {
    let mut club = Club::without_a_game();
    let form = "joining: invited\ninvitations: ben@club.test, cleo@club.test\npassword: Geheim\n\
                reliability: 80\nroles: choice";
    found(&mut club, "wagram", form);
    let invitation = newest(&club, BEN);
    has(&invitation, "invites you to wagram");
    assert!(
        !invitation.text.contains("cleo") && !invitation.text.to_lowercase().contains("geheim")
    );
    has(&join(&mut club, DAN, "join wagram password geheim"), "only for those who are invited");
    has(&reply(&mut club, BEN, &invitation, "join"), "needs a password");
    for guess in ["a", "b", "c", "d", "e"] {
        let told = reply(&mut club, BEN, &invitation, &format!("join password {guess}"));
        has(&told, "the password is wrong");
    }
    has(&reply(&mut club, BEN, &invitation, "join password geheim"), "too many wrong passwords");
    club.now += TimeDelta::days(1);
    let record = PersonRecord { kept: 7, lapsed: 3, ..PersonRecord::default() };
    let count = |tx: &Tx<'_>, add: PersonRecord| {
        let person = tx.person_of(BEN)?.expect("a person");
        tx.add_to_record(person.id, add)
    };
    club.daemon().store.transaction(|tx| count(tx, record)).expect("the database");
    let told = reply(&mut club, BEN, &invitation, "join password Geheim");
    has(&told, "answer 80 of 100 decisions in time; you have answered 70");
    let better = PersonRecord { kept: 100, ..PersonRecord::default() };
    club.daemon().store.transaction(|tx| count(tx, better)).expect("the database");
    let told = reply(&mut club, BEN, &invitation, "join as Elisabeth password Geheim");
    has(&told, "You are to play Elisabeth");
    let cleo = newest(&club, CLEO);
    let told = reply(&mut club, CLEO, &cleo, "join wagram as Elisabeth password Geheim");
    has(&told, "Elisabeth has a player already");
    let told = reply(&mut club, BEN, &invitation, "join as Pompadour password Geheim");
    has(&told, "nobody may hold more than 1 seat");
    // Who has joined can leave again.
    let places = |club: &mut Club| {
        write(club, "x@else.test", "status wagram");
        newest(club, "x@else.test").text
    };
    assert!(places(&mut club).contains("1 of 4 seats taken"));
    has(&reply(&mut club, BEN, &invitation, "leave wagram"), "You have left wagram");
    assert!(places(&mut club).contains("0 of 4 seats taken"));
}

#[test]
fn a_full_game_begins_without_phrases_after_its_days() {
    let mut club = Club::without_a_game();
    found(&mut club, "wagram", "scenario: austrian-theatre\nphrase days: 2\nseats per person: 2");
    join(&mut club, BEN, "join wagram");
    // The same person in both seats, since the game allows it.
    join(&mut club, BEN, "join wagram");
    assert_eq!(status(&mut club, "wagram"), "gathering");
    club.now += TimeDelta::days(3);
    club.round();
    assert_eq!(status(&mut club, "wagram"), "playing");
    assert_eq!(holder(&mut club, "wagram", Seat::Frederick).as_deref(), Some(BEN));
    assert_eq!(holder(&mut club, "wagram", Seat::MariaTheresa).as_deref(), Some(BEN));
}

#[test]
fn a_seat_is_given_up_and_taken_over_with_hand_and_troops() {
    let mut club = begun();
    allot(&mut club);
    let ben = seat_of(&mut club, BEN);
    let prompt = newest(&club, BEN);
    let asked = reply(&mut club, BEN, &prompt, "resign");
    has(&asked, "resign yes wagram");
    assert_eq!(holder(&mut club, "wagram", ben).as_deref(), Some(BEN));
    let told = reply(&mut club, BEN, &asked, "resign yes wagram");
    has(&told, "You have given up");
    assert_eq!(holder(&mut club, "wagram", ben), None);
    write(&mut club, EVE, "list");
    has(&newest(&club, EVE), "in need of a player");
    // The old token is dead.
    reply(&mut club, BEN, &prompt, "ready");
    has(&newest(&club, BEN), "not");
    // Fin takes over; nobody can take a seat that is held.
    const FIN: &str = "fin@else.test";
    let other = seat_of(&mut club, CLEO);
    write(&mut club, FIN, &format!("take over wagram {}", other.id()));
    has(&answer(&mut club, FIN, "yes"), "the seat is not vacant");
    let before = club.mails_to(FIN).len();
    answer(&mut club, FIN, &format!("take over wagram {}", ben.id()));
    assert_eq!(holder(&mut club, "wagram", ben).as_deref(), Some(FIN));
    let mails = club.mails_to(FIN).split_off(before);
    let report = mails.iter().find(|mail| mail.text.contains("Your hand, your troops"));
    let report = report.expect("a report with the hand");
    let told = reply(&mut club, FIN, report, "status");
    has(&told, "Your hand, your troops");
    // The others hear of it with the next report.
    let status = answer(&mut club, CLEO, "status");
    assert!(status.text.contains("Your hand"), "{}", status.text);
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
}

#[test]
fn observers_get_public_reports_and_no_power() {
    let mut club = begun();
    write(&mut club, EVE, "observe wagram");
    has(&answer(&mut club, EVE, "yes"), "You look on at wagram");
    let before = club.mails_to(EVE).len();
    allot(&mut club);
    let report = newest(&club, EVE);
    assert_eq!(club.mails_to(EVE).len(), before + 1, "one mail for the turn that begins");
    has(&report, "for observers");
    assert!(!report.text.contains("Your hand"), "{}", report.text);
    // What a player says to all, or to those who look on, is said to them.
    answer(&mut club, ADA, "press to observers: welcome to the war");
    has(&newest(&club, EVE), "welcome to the war");
    let report = newest(&club, EVE);
    // Who has answered in time is the more reliable for it.
    let kept = |tx: &Tx<'_>| -> Result<u32, StoreError> {
        let person = tx.person_of(ADA)?.expect("a person");
        Ok(tx.person_record(person.id)?.kept)
    };
    let kept = club.daemon().store.transaction(kept).expect("the database");
    assert!(kept > 0, "{kept}");
    // Orders from there are no orders.
    let told = reply(&mut club, EVE, &report, "Friedrich to Leipzig\nready");
    has(&told, "not understood");
    let told = reply(&mut club, EVE, &report, "unobserve");
    has(&told, "No more reports of wagram");
}

#[test]
fn wishes_change_the_mails() {
    let mut club = begun();
    answer(&mut club, BEN, "text\nlanguage Deutsch\ntimezone Warsaw\nname Benno\nsettings");
    let mails = club.mails_to(BEN);
    let [.., told, asked] = mails.as_slice() else { panic!("an answer and what is awaited") };
    for wish in ["Sprache: Deutsch", "Name: Benno", "Europe/Warsaw", "Zuverlässigkeit: 0"] {
        has(told, wish);
    }
    // What is awaited of him comes again, in the new language.
    has(asked, "verteile deine Truppen");
    let status = answer(&mut club, BEN, "status");
    has(&status, "verteile deine Truppen");
    let raw = club.raw_mails_to(BEN).pop().expect("a mail");
    let raw = String::from_utf8_lossy(&raw).into_owned();
    assert!(!raw.contains("text/html") && raw.contains("Content-Language: de"), "{raw}");
    let told = answer(&mut club, BEN, "language klingon");
    has(
        &told,
        "ist hier nicht bekannt; möglich ist English, Deutsch, español, italiano, polski oder français",
    );
    // For tools, from the next report on.
    answer(&mut club, BEN, "json on");
    allot(&mut club);
    let raw = club.raw_mails_to(BEN).pop().expect("a report");
    let mail = mail_parser::MessageParser::default().parse(&raw[..]).expect("a mail");
    let file = mail.attachments().next().expect("the view");
    let view: serde_json::Value = serde_json::from_slice(file.contents()).expect("JSON");
    assert_eq!((&view["format"], &view["game"]), (&"feldpost view 1".into(), &"wagram".into()));
    let nations = view["view"]["nations"].as_array().expect("nations");
    let seat = &view["view"]["seat"];
    for nation in nations {
        assert_eq!(nation["hand"].is_array(), nation["seat"] == *seat, "{nation}");
    }
}

#[test]
fn a_digest_gathers_news_and_prompts_never_wait() {
    let mut club = begun();
    // Pompadour has nothing to do for a while after the set-up.
    let who = holder(&mut club, "wagram", Seat::Pompadour).expect("a player");
    answer(&mut club, &who, "digest on 18");
    allot(&mut club);
    let prussia = holder(&mut club, "wagram", Seat::Frederick).expect("a player");
    let before = club.mails_to(&who).len();
    answer(&mut club, &prussia, "ready");
    answer(&mut club, &prussia, "ready");
    assert_eq!(club.mails_to(&who).len(), before, "news wait");
    assert!(club.mails_to(&prussia).len() > 3, "prompts do not");
    club.now += TimeDelta::days(1);
    club.round();
    let mails = club.mails_to(&who);
    assert_eq!(mails.len(), before + 1, "and come once a day");
    has(mails.last().expect("a mail"), "Since your last mail");
    club.now += TimeDelta::days(1);
    club.round();
    assert_eq!(club.mails_to(&who).len(), before + 1, "nothing new, no mail");
}

#[test]
fn what_happens_in_one_poll_is_one_mail() {
    let mut club = begun();
    let mut mails = Vec::new();
    for seat in Seat::ALL {
        let who = holder(&mut club, "wagram", seat).expect("a player");
        mails.push(reply_to(&newest(&club, &who), &who, allotment(seat), 200_000 + number()));
    }
    let who = holder(&mut club, "wagram", Seat::MariaTheresa).expect("a player");
    let before = club.mails_to(&who).len();
    for mail in &mails {
        club.drop_in(mail.as_bytes());
    }
    club.round();
    let news = club.mails_to(&who).split_off(before);
    let reports = news.iter().filter(|mail| mail.text.contains("Since your last mail")).count();
    assert!(reports <= 1, "{reports} reports");
    assert!(news.len() <= 2, "a receipt and a report at most");
}

#[test]
fn a_person_sees_what_is_stored_and_is_forgotten() {
    let mut club = begun();
    allot(&mut club);
    write(&mut club, BEN, "my data");
    has(&newest(&club, BEN), "If it was you");
    let told = answer(&mut club, BEN, "yes");
    has(&told, BEN);
    has(&told, "in wagram, which is playing");
    has(&told, "confirmed on");
    let ben = seat_of(&mut club, BEN);
    has(&answer(&mut club, BEN, "forget me"), "It cannot be undone");
    has(&answer(&mut club, BEN, "forget me yes"), "Nothing is stored about you any more");
    assert_eq!(holder(&mut club, "wagram", ben), None);
    club.round();
    let path = club.config.database.clone();
    club.kill();
    for suffix in ["", "-wal"] {
        let bytes = std::fs::read(format!("{}{suffix}", path.display())).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(!text.contains(BEN), "the address is still in the database{suffix}");
    }
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
    // A mail that comes again is known again, and is not answered.
    let before = club.mails_to(BEN).len();
    club.round();
    assert_eq!(club.mails_to(BEN).len(), before);
    // A stranger like any other.
    write(&mut club, BEN, "my data");
    has(&newest(&club, BEN), "If it was you");
}

/// The log of a game as it is published.
fn log_of(club: &mut Club, game: &str) -> LogFile {
    let export = |tx: &Tx<'_>| -> Result<_, StoreError> {
        audit::export(tx, &tx.game_by_name(game)?.expect("the game"), None)
    };
    let file = club.daemon().store.transaction(export).expect("the database");
    described::check_log(&file);
    file
}

#[test]
fn a_game_that_is_stopped_before_it_begins_reveals_its_seed_and_its_players_are_told() {
    let mut club = Club::without_a_game();
    found(&mut club, "wagram", "found");
    join(&mut club, BEN, "join wagram\nphrase I am Ben");
    join(&mut club, CLEO, "join wagram\nphrase I am Cleo");
    has(&answer(&mut club, CLEO, "leave wagram"), "You have left wagram");
    let now = club.now;
    let daemon = club.daemon();
    intervene(&mut daemon.store, &daemon.office, "wagram", Intervention::Stop, now)
        .expect("stopped");
    club.round();
    assert_eq!(status(&mut club, "wagram"), "ended");
    let file = log_of(&mut club, "wagram");
    assert_eq!(file.sealed_parts, SealedParts::Included);
    let closed = file.entries.last().expect("an end");
    let seed = closed.public["seed"].as_str().expect("a seed");
    assert_eq!(seed.len(), 64);
    let told = newest(&club, BEN);
    has(&told, "The organiser has stopped the game before it began");
    has(&told, seed);
    assert!(!told.text.contains("do it for me"), "nothing is asked any more: {}", told.text);
    assert!(!newest(&club, CLEO).text.contains("stopped"), "she had left");
    assert!(audit::verify(&file.to_text().expect("a file"), &[]).expect("it holds").replayed);
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
    // It has no position: whoever asks for one, or answers the last mail, hears how it stands.
    for wish in ["map wagram", "history wagram", "status wagram"] {
        write(&mut club, EVE, wish);
        has(&newest(&club, EVE), "wagram");
    }
    has(&answer(&mut club, BEN, "What a pity, thanks!"), "wagram");
    assert_eq!(log_of(&mut club, "wagram").entries.len(), file.entries.len());
    let happened = described::check_log(&file);
    for what in ["founded", "joined", "left", "stopped", "closed"] {
        assert!(happened.contains(what), "{what}: {happened:?}");
    }
}

#[test]
fn the_operator_pauses_extends_and_stops_without_seeing_secrets() {
    let mut club = begun();
    allot(&mut club);
    let act = |club: &mut Club, what| {
        let now = club.now;
        let daemon = club.daemon();
        let done = intervene(&mut daemon.store, &daemon.office, "wagram", what, now);
        club.round();
        done
    };
    act(&mut club, Intervention::Pause).expect("paused");
    has(&newest(&club, ADA), "stopped all clocks");
    has(&answer(&mut club, ADA, "ready"), "no orders are taken");
    act(&mut club, Intervention::Extend(5)).expect_err("it is paused");
    act(&mut club, Intervention::Resume).expect("resumed");
    has(&newest(&club, ADA), "The clocks run on");
    act(&mut club, Intervention::Extend(5)).expect("extended");
    has(&newest(&club, ADA), "put all deadlines off by 5 hours");
    // It is put away later though it stood still.
    act(&mut club, Intervention::Pause).expect("paused");
    act(&mut club, Intervention::Stop).expect("stopped");
    let last = newest(&club, ADA);
    has(&last, "stopped the game");
    assert_eq!(status(&mut club, "wagram"), "ended");
    let file = log_of(&mut club, "wagram");
    let closed = file.entries.last().expect("an end");
    assert_eq!((closed.kind.as_str(), &closed.public["by"]), ("closed", &json!("organiser")));
    has(&last, closed.public["seed"].as_str().expect("a seed"));
    assert_eq!(file.sealed_parts, SealedParts::Included);
    let verified = audit::verify(&file.to_text().expect("a file"), &[]).expect("it holds");
    assert!(verified.replayed && verified.actions > 3);
    // What happens in the club afterwards changes nothing about that.
    answer(&mut club, ADA, "log");
    assert_eq!(log_of(&mut club, "wagram").sealed_parts, SealedParts::Included);
    club.now += TimeDelta::days(31);
    club.round();
    assert_eq!(status(&mut club, "wagram"), "archived");
    write(&mut club, EVE, "list\nhistory wagram");
    has(&newest(&club, EVE), "no game at present");
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
}
