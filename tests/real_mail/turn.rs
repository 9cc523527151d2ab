//! Two whole turns of all seven nations by mail, while servers restart and the judge is killed; and
//! that its log gives nothing away.

use crate::mail_servers::{MailServers, PASSWORD};
use crate::support::{Club, books, player, read};
use feldpost::game::Seat;
use std::collections::BTreeSet;
use std::process::Command;
use std::thread;
use std::time::Duration;

#[test]
fn whole_turns_of_all_seven_nations_survive_restarts_and_kills() {
    let servers = MailServers::start();
    let mut club = Club::new(&servers);
    club.serve();
    let mut sent = Vec::new();
    for number in 0..club.course.mail.len() {
        sent.extend(club.play_with(number, number + 1, &mut |_| match number {
            // The mail server restarts while orders are on their way.
            5 => {
                servers.stop_imap();
                servers.start_imap();
            }
            9 => {
                servers.stop_smtp();
                servers.start_smtp();
            }
            _ => {}
        }));
        match number {
            // Ended while it waits for mail: at once, and cleanly.
            6 => {
                thread::sleep(Duration::from_millis(500));
                let time = club.terminate();
                assert!(time < Duration::from_secs(10), "it took {time:?} to end");
                assert!(club.log().contains("ended"));
                club.serve();
            }
            // Killed at some moment of the work on the next mail.
            12..=17 => {
                let next = club.course.mail[number + 1].seat;
                let newest = club.newest(player(next));
                let raw = club.reply(next, &newest, "help");
                thread::sleep(Duration::from_millis(20 * (number as u64 - 11)));
                club.kill();
                club.serve();
                club.await_answer(player(next), &raw);
                sent.push(raw);
            }
            _ => {}
        }
    }
    let report = club.newest(player(Seat::Pompadour));
    assert!(report.subject.contains("T3") || report.subject.contains("T2"), "{}", report.subject);
    club.await_quiet();
    club.terminate();
    let played = club.books();
    played.check_exactly_once(&sent);
    club.check_reports();

    // Without any trouble, without any server, the same mails lead to the same game.
    let folder = tempfile::tempdir().unwrap();
    let calm = folder.path().join("demo");
    let mut demo = Command::new(env!("CARGO_BIN_EXE_feldpost"));
    let output = demo.arg("demo").arg(&calm).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let calm = books(&calm.join("feldpost.db"));
    assert_eq!(played.actions, calm.actions);
    assert_eq!(played.state, calm.state);

    the_log_gives_nothing_away(&club);
}

/// Looks for everything secret in all that the program has logged, at its most talkative.
fn the_log_gives_nothing_away(club: &Club<'_>) {
    let log = club.log();
    assert!(log.lines().count() > 50 && log.contains("orders"), "there is nothing to look at");
    assert!(!log.contains(PASSWORD), "the password is logged");
    assert!(!log.contains(&club.course.seed), "the seed is logged");
    for seat in Seat::ALL {
        assert!(!log.contains(player(seat)), "an address is logged: {}", player(seat));
    }
    let mut secrets = BTreeSet::new();
    for seat in Seat::ALL {
        for raw in club.inbox(player(seat)) {
            let letter = read(&raw);
            let reply_to = letter.reply_to.expect("a reply address");
            let tag = reply_to.split_tag().1.expect("a tag").to_owned();
            secrets.insert(tag.rsplit('-').next().expect("the MAC").to_owned());
            secrets.insert(tag);
        }
    }
    assert!(secrets.len() > Seat::ALL.len());
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "a token is logged: {secret}");
    }
    // No word of any order, so no general, no city, no count; and no card.
    let words: BTreeSet<String> = club
        .course
        .mail
        .iter()
        .flat_map(|mail| mail.text.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.len() > 4 && word.starts_with(char::is_uppercase))
        .map(str::to_lowercase)
        .collect();
    assert!(words.contains("winterfeldt") && words.len() > 50, "{words:?}");
    let is_card = |word: &str| {
        word.strip_suffix(['S', 'C', 'H', 'D'])
            .is_some_and(|value| value.parse::<u8>().is_ok_and(|value| (2..=13).contains(&value)))
    };
    for line in log.lines() {
        for word in line.split(|c: char| !c.is_alphanumeric()) {
            assert!(!words.contains(&word.to_lowercase()), "{word} is logged: {line}");
            assert!(!is_card(word), "a card is logged: {line}");
        }
        assert!(!line.contains(['♠', '♣', '♥', '♦']), "a card is logged: {line}");
    }
}
