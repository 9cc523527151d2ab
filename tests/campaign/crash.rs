//! Killed at any step and started again, the program loses nothing and does nothing twice.

use crate::phrases::RECORDED;
use crate::support::{Club, GAME, address, player};
use chrono::TimeDelta;
use feldpost::audit::seed::phrase_hash;
use feldpost::beacon;
use feldpost::campaign::{ChanceFrom, Gathering, Players, gather};
use feldpost::game::{Seat, Setup};
use std::collections::BTreeSet;

/// The mails of a short piece of a campaign: the end of set-up and Prussia's and Hanover's moves.
const MAILS: [(Seat, &str); 6] = [
    (Seat::Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4"),
    (Seat::MariaTheresa, "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6"),
    (Seat::Pompadour, "Richelieu 7, Soubise 5, Chevert 8"),
    (
        Seat::Frederick,
        "Friedrich 4, Winterfeldt 4, Heinrich 4, Schwerin 4, Keith 4, Seydlitz 4, Dohna 4\n\
         Lehwaldt 4\nFerdinand 6, Cumberland 6",
    ),
    (Seat::Frederick, "Heinrich to Angermünde\nready"),
    (Seat::Frederick, "ready"),
];

/// What is left of a campaign: its log without times and hashes, and who got which mails.
#[derive(PartialEq, Debug)]
struct Trace {
    entries: Vec<(String, String)>,
    mails: Vec<Vec<String>>,
    state: String,
}

fn trace(club: &mut Club) -> Trace {
    let store = &mut club.daemon().store;
    let (entries, state) = store
        .transaction(|tx| -> Result<_, feldpost::store::StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            let entries = tx.entries(game)?;
            let snapshot = tx.latest_snapshot(game)?.expect("a snapshot");
            assert_eq!(snapshot.entry, entries.len() as u64);
            Ok((entries, snapshot.state))
        })
        .expect("the database");
    feldpost::store::verify_chain(GAME, &entries).expect("the chain");
    let mails = Seat::ALL
        .map(|seat| {
            let mails = club.mails_to(player(seat));
            let ids: BTreeSet<_> = mails.iter().map(|letter| letter.message_id.clone()).collect();
            assert_eq!(ids.len(), mails.len(), "a mail came twice to {seat}");
            // Chance is in the nonces of the log, whose hash the mails end with.
            mails
                .iter()
                .map(|letter| letter.text.lines().filter(|line| !is_hash(line)).collect())
                .collect()
        })
        .to_vec();
    let entries = entries.iter().map(|e| (e.kind.clone(), e.public.to_string())).collect();
    Trace { entries, mails, state }
}

fn is_hash(line: &str) -> bool {
    let line = line.trim();
    line.len() == 64 && line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Something that comes from outside, after which the daemon works.
type Event<'a> = Box<dyn Fn(&mut Club) + 'a>;

/// A reply of a seat's holder to his newest mail.
fn replied<'a>(seat: Seat, text: &'a str) -> Event<'a> {
    Box::new(move |club| club.reply(seat, text))
}

/// Lets things happen one after the other; at the `kill_at`th step of all the daemon is killed and
/// started again. Returns what is left, and how many steps there were.
fn play(mut club: Club, events: &[Event<'_>], kill_at: Option<usize>) -> (Trace, usize) {
    let mut steps = 0;
    let mut killed = false;
    let mut rounds = |club: &mut Club| {
        let now = club.now;
        let mut dead = false;
        club.daemon()
            .round_until(now, &mut |_| {
                if dead {
                    return false;
                }
                steps += 1;
                dead = !killed && kill_at == Some(steps);
                !dead
            })
            .expect("a round");
        if dead {
            killed = true;
            club.kill();
            club.daemon().round(now).expect("the round after the restart");
        }
    };
    rounds(&mut club);
    for event in events {
        event(&mut club);
        rounds(&mut club);
    }
    (trace(&mut club), steps)
}

/// A game that waits for hashes, whose beacon's round will be the recorded one.
fn gathering() -> Club {
    let mut club = Club::without_a_game();
    club.now = beacon::time_of(123).expect("a time") - TimeDelta::hours(6);
    let players = Players::Raffled(Seat::ALL.map(|seat| address(player(seat))).to_vec());
    let (name, setup, seed) = (GAME.into(), Setup::default(), Some([4; 32]));
    let new = Gathering { name, setup, players, chance: ChanceFrom::Both, seed };
    let now = club.now;
    let daemon = club.daemon();
    gather(&mut daemon.store, &daemon.office, &new, now).expect("the game is founded");
    club
}

#[test]
fn killed_at_every_step_before_a_game_begins_it_begins_once_and_as_it_would_have() {
    let kept = ["A rainy night in Potsdam 4711", "après moi le déluge, dit-on 86"];
    let [first, last] = kept.map(|phrase| format!("hash {}", phrase_hash(phrase)));
    let [open_first, open_last] = kept.map(|phrase| format!("phrase {phrase}"));
    let signed: Event<'_> = Box::new(|club| {
        club.now += TimeDelta::hours(7);
        let text = format!("beacon 123 {RECORDED}");
        let head = "From: guest@else.test\r\nTo: judge@club.test\r\nSubject: x";
        club.drop_in(format!("{head}\r\n\r\n{text}\r\n").as_bytes());
    });
    let events = [
        replied(Seat::Frederick, &first),
        replied(Seat::Elisabeth, "do it for me"),
        replied(Seat::MariaTheresa, "phrase told to the program"),
        replied(Seat::Pompadour, &last),
        replied(Seat::Frederick, &open_first),
        replied(Seat::Pompadour, &open_last),
        signed,
    ];
    let (expected, steps) = play(gathering(), &events, None);
    let kinds: Vec<&str> = expected.entries.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["founded", "committed", "beacon-awaited", "begun"]);
    assert!(steps > 3 * events.len() + 2 * 12, "{steps} steps are too few to mean anything");
    for step in 1..=steps {
        let (got, _) = play(gathering(), &events, Some(step));
        assert_eq!(got, expected, "killed at step {step} of {steps}");
    }
}

#[test]
fn killed_at_every_step_nothing_is_lost_and_nothing_done_twice() {
    let events: Vec<Event<'_>> = MAILS.iter().map(|(seat, text)| replied(*seat, text)).collect();
    let (expected, steps) = play(Club::new([2; 32]), &events, None);
    assert!(steps > 3 * MAILS.len() + 2 * 15, "{steps} steps are too few to mean anything");
    assert_eq!(expected.entries.len(), 1 + 4 + 1 + 3, "{:?}", expected.entries);
    for step in 1..=steps {
        let (got, _) = play(Club::new([2; 32]), &events, Some(step));
        assert_eq!(got, expected, "killed at step {step} of {steps}");
    }
}

#[test]
fn killed_while_a_transaction_is_open_the_mail_is_dealt_with_afterwards() {
    let mut club = Club::new([2; 32]);
    club.round();
    club.reply(Seat::Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4");
    let daemon = club.daemon();
    // A transaction that has begun to write and never commits is what a kill leaves behind.
    let broken: Result<(), feldpost::store::StoreError> = daemon.store.transaction(|tx| {
        let game = tx.game_by_name(GAME)?.expect("the game").id;
        tx.set_game_status(game, feldpost::store::GameStatus::Paused, None)?;
        tx.set_reported(game, "elisabeth", 99)?;
        Err(feldpost::store::StoreError::GameName { name: "stands for the kill".into() })
    });
    assert!(broken.is_err());
    club.kill();
    let round = club.round();
    assert_eq!((round.received.len(), round.failed), (1, 0));
    assert!(club.newest(Seat::Elisabeth).contains("carried out"));
}
