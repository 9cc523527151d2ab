//! Whole games by mail: random games of every scenario are written as order mails, one for each
//! movement phase and one for each other answer, and must end exactly as they did without mail. No mail
//! names a card or a number of troops that its reader must not know.

use chrono::{TimeDelta, TimeZone, Utc};
use feldpost::campaign::{NewGame, NewPlayer, Office, found, game_key, receive};
use feldpost::game::{Action, DecisionKind, Edition, Nation, Phase, Scenario, Seat, Setup, State};
use feldpost::mail::address::Address;
use feldpost::mail::intake::{Limits, OwnAddresses};
use feldpost::mail::source::{Fetched, FetchedId};
use feldpost::mail::token::SeatToken;
use feldpost::orders;
use feldpost::report::Templates;
use feldpost::simulate;
use feldpost::store::{OutgoingMail, Store, StoreError};
use serde_json::Value;

use crate::witness::{Mail, Witness};

/// An order mail: from whom, its text, and the position it leads to.
struct Written {
    nation: Nation,
    text: String,
    leads_to: State,
}

/// The actions of a game as mails. Pieces of one nation are named without their nation, so each
/// text begins with it.
fn mails(setup: Setup, key: [u8; 32], actions: &[(Nation, Action)]) -> Vec<Written> {
    let mut state = State::new(setup, key);
    let mut mails: Vec<Written> = Vec::new();
    let mut draft: Option<(Nation, Vec<String>)> = None;
    for (nation, action) in actions {
        let moving = state.awaits(*nation, DecisionKind::Movement);
        let line = orders::write(action);
        state.act(*nation, action).expect("recorded");
        let text = match action {
            Action::EndMovement => {
                let (_, mut lines) = draft.take().unwrap_or((*nation, Vec::new()));
                lines.push("ready".into());
                lines.join("\n")
            }
            // Others may shift troops at any time: that is a mail of its own.
            _ if moving => {
                draft.get_or_insert((*nation, Vec::new())).1.push(line);
                continue;
            }
            _ => line,
        };
        mails.push(Written { nation: *nation, text, leads_to: state.clone() });
    }
    mails
}

fn play_by_mail(setup: Setup, game: u64) {
    let mut witness = Witness::default();
    let seed = [game as u8 + 1; 32];
    let key = game_key(&seed, &[]);
    let actions = simulate::recorded_game_from(State::new(setup, key), 77, game);
    let mails = mails(setup, key, &actions);
    let last = &mails.last().expect("a mail").leads_to;
    assert_eq!(last.phase(), Phase::GameOver, "the recorded game ends");

    let mut store = Store::in_memory().expect("a database");
    let own = OwnAddresses::new("judge@club.test".parse().expect("an address"));
    let templates = Templates::new(None).expect("templates");
    let office = Office::open(&mut store, own, "judge".into(), Limits::default(), templates)
        .expect("an office");
    let mut now = Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap();
    let address = |seat: feldpost::game::Seat| -> Address {
        format!("{}@club.test", seat.id()).parse().expect("an address")
    };
    let players = setup
        .rules()
        .seats()
        .into_iter()
        .map(|seat| NewPlayer { seat, address: address(seat) })
        .collect();
    let new = NewGame { name: "whole".into(), setup, players, seed: Some(seed) };
    found(&mut store, &office, &new, now).expect("founded");

    let mut live = State::new(setup, key);
    let mut ended = String::new();
    for (number, mail) in mails.iter().enumerate() {
        let seat = live.seat_of(mail.nation);
        let from = address(seat);
        let token = SeatToken::issue(&office.key, "whole", seat.id(), &from, 1).expect("a token");
        let raw = format!(
            "From: <{from}>\r\nTo: <judge+{}@club.test>\r\nMessage-ID: <{number}@club.test>\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\nfor {}\r\n{}\r\n",
            token.reveal(),
            mail.nation.id(),
            mail.text.replace('\n', "\r\n")
        );
        now += TimeDelta::minutes(1);
        let fetched = Fetched {
            id: FetchedId::new(number.to_string()),
            raw: raw.into_bytes(),
            received: None,
            too_large: None,
        };
        let received = receive(&mut store, &office, &fetched, now).expect("dealt with");
        witness.learn(&live);
        live = state_of(&mut store);
        witness.learn(&live);
        witness.hear(&events_of(&mut store));
        let answers = mails_of(&mut store);
        let last = answers.last().cloned().unwrap_or_default();
        answers.iter().for_each(|mail| witness.examine(&live, mail));
        ended.clone_from(&last.text);
        assert_eq!(
            received.outcome,
            "orders carried out",
            "mail {number} for {} in turn {}:\n{}\nanswer:\n{}",
            mail.nation,
            live.turn(),
            mail.text,
            last.text
        );
        assert!(
            live == mail.leads_to,
            "mail {number} for {} in turn {} leads elsewhere:\n{}\nanswer:\n{}",
            mail.nation,
            live.turn(),
            mail.text,
            last.text
        );
    }
    let (mails, secrets) = witness.seen();
    assert!(mails > 100 && secrets > 100, "{mails} {secrets}");
    assert!(ended.contains("The winner is") || ended.contains("The winners are"), "{ended}");
}

fn state_of(store: &mut Store) -> State {
    let text = store
        .transaction(|tx| -> Result<_, StoreError> {
            let game = tx.game_by_name("whole")?.expect("the game").id;
            Ok(tx.latest_snapshot(game)?.expect("a snapshot").state)
        })
        .expect("the database");
    State::load_text(&text).expect("a state").state
}

/// The public parts of the newest entries.
fn events_of(store: &mut Store) -> Vec<Value> {
    let entries = store
        .transaction(|tx| -> Result<_, StoreError> {
            let game = tx.game_by_name("whole")?.expect("the game").id;
            let head = tx.head(game)?.number;
            tx.entries_after(game, head.saturating_sub(40))
        })
        .expect("the database");
    entries.into_iter().map(|entry| entry.public).collect()
}

/// The mails written since the last call.
fn mails_of(store: &mut Store) -> Vec<Mail> {
    let due = store
        .transaction(|tx| -> Result<_, StoreError> {
            let far = Utc.with_ymd_and_hms(2099, 1, 1, 0, 0, 0).unwrap();
            let mut all = Vec::new();
            loop {
                let due = tx.due(far, 1000)?;
                if due.is_empty() {
                    return Ok(all);
                }
                for mail in due {
                    tx.mark_sent(mail.id, far)?;
                    all.push(mail);
                }
            }
        })
        .expect("the database");
    let mut mails: Vec<_> = due.iter().collect();
    mails.sort_by_key(|mail| mail.id);
    let read = |mail: &OutgoingMail| {
        let payload: Value = serde_json::from_str(&mail.payload).expect("JSON");
        let part = |name: &str| payload[name].as_str().unwrap_or_default().to_owned();
        let seat = mail.seat.as_deref().and_then(Seat::from_id).expect("a seat");
        Mail { seat: Some(seat), text: part("text"), html: part("html") }
    };
    mails.into_iter().map(read).collect()
}

#[test]
fn a_standard_game_by_mail_to_its_end() {
    play_by_mail(Setup::default(), 1);
}

#[test]
fn an_expert_game_by_mail_to_its_end() {
    play_by_mail(Setup { expert: true, ..Setup::default() }, 2);
}

#[test]
fn a_game_for_three_by_mail_to_its_end_in_the_anniversary_edition() {
    let setup = Setup {
        scenario: Scenario::THREE_PLAYER,
        edition: Edition::Anniversary,
        ..Setup::default()
    };
    play_by_mail(setup, 3);
}

#[test]
fn war_in_the_west_by_mail_to_its_end() {
    play_by_mail(Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() }, 4);
}

#[test]
fn the_austrian_theatre_by_mail_to_its_end() {
    play_by_mail(Setup { scenario: Scenario::AUSTRIAN_THEATRE, ..Setup::default() }, 5);
}

#[test]
fn the_war_from_1758_by_mail_to_its_end() {
    let scenario = Scenario::of_name("war-from-1758").expect("a scenario");
    play_by_mail(Setup { scenario, ..Setup::default() }, 6);
}
