//! One player whose mailbox takes no mail from the first day to the last, and three who play: the game goes
//! on to its end, nobody waits for ever, and the clock of that one player does not run before the others know.

use crate::clocks::clocks;
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use feldpost::campaign::{
    NewGame, NewPlayer, Office, dispatch, found_with, game_key, heartbeat, receive, tick,
};
use feldpost::game::{Action, DecisionKind, Nation, Seat, Setup, State};
use feldpost::mail::address::Address;
use feldpost::mail::intake::{Limits, OwnAddresses};
use feldpost::mail::source::{Fetched, FetchedId};
use feldpost::mail::token::SeatToken;
use feldpost::mail::transport::{Envelope, Fault, MailTransport, SendError};
use feldpost::orders;
use feldpost::report::Templates;
use feldpost::simulate;
use feldpost::store::{Entry, GameStatus, Store, StoreError};

const GAME: &str = "whole";
const DEAD: Seat = Seat::Elisabeth;
/// So often the program looks.
const STEP: TimeDelta = TimeDelta::hours(3);

fn address(seat: Seat) -> Address {
    format!("{}@club.test", seat.id()).parse().expect("an address")
}

/// A server that takes mail for everybody but one, whose mailbox is always full.
#[derive(Default)]
struct Server {
    taken: Vec<(Address, String)>,
    refused: usize,
}

impl MailTransport for Server {
    fn send(&mut self, envelope: &Envelope, message: &[u8]) -> Result<(), SendError> {
        let to = envelope.to[0].clone();
        if to.mailbox() == address(DEAD).mailbox() {
            self.refused += 1;
            return Err(SendError::new(Fault::RecipientNow, "mx", "452 4.2.2 mailbox full"));
        }
        self.taken.push((to, String::from_utf8_lossy(message).into_owned()));
        Ok(())
    }
}

struct Club {
    store: Store,
    office: Office,
    server: Server,
    now: DateTime<Utc>,
    mails: u32,
}

impl Club {
    fn found(setup: Setup, seed: [u8; 32]) -> Club {
        let mut store = Store::in_memory().expect("a database");
        let own = OwnAddresses::new("judge@club.test".parse().expect("an address"));
        let templates = Templates::new(None).expect("templates");
        let mut office =
            Office::open(&mut store, own, "judge".into(), Limits::default(), templates)
                .expect("an office");
        office.pictures = false;
        // It looks seldom, which is no outage.
        office.outage = TimeDelta::days(1);
        let now = Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap();
        let players = Seat::ALL.map(|seat| NewPlayer { seat, address: address(seat) }).to_vec();
        let new = NewGame { name: GAME.into(), setup, players, seed: Some(seed) };
        found_with(&mut store, &office, &new, Some(clocks(&[])), now).expect("founded");
        Club { store, office, server: Server::default(), now, mails: 0 }
    }

    /// Some time passes, and the program looks.
    fn pass(&mut self) {
        self.now += STEP;
        heartbeat(&mut self.store, &self.office, self.now).expect("noted");
        while tick(&mut self.store, &self.office, self.now).expect("done").more {}
        self.send();
    }

    fn send(&mut self) {
        let Club { store, office, server, now, .. } = self;
        dispatch(store, office, server, *now, &mut |_| true).expect("dispatched");
    }

    /// A player writes; whether it was carried out.
    fn write(&mut self, nation: Nation, seat: Seat, text: &str) -> bool {
        self.mails += 1;
        let from = address(seat);
        let token = SeatToken::issue(&self.office.key, GAME, seat.id(), &from, 1).expect("a token");
        let raw = format!(
            "From: <{from}>\r\nTo: <judge+{}@club.test>\r\nMessage-ID: <{}@club.test>\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\nfor {}\r\n{}\r\n",
            token.reveal(),
            self.mails,
            nation.id(),
            text.replace('\n', "\r\n")
        );
        let fetched = Fetched {
            id: FetchedId::new(self.mails.to_string()),
            raw: raw.into_bytes(),
            received: None,
            too_large: None,
        };
        self.now += TimeDelta::minutes(1);
        let received = receive(&mut self.store, &self.office, &fetched, self.now).expect("read");
        self.send();
        received.outcome == "orders carried out"
    }

    fn state(&mut self) -> State {
        let text = self.store.transaction(|tx| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            Ok(tx.latest_snapshot(game)?.expect("a snapshot").state)
        });
        State::load_text(&text.expect("the database")).expect("a state").state
    }

    fn is_over(&mut self) -> bool {
        let status = self.store.transaction(|tx| -> Result<_, StoreError> {
            Ok(tx.game_by_name(GAME)?.expect("the game").status)
        });
        status.expect("the database") != GameStatus::Playing
    }

    /// When what happened in the club, of this name.
    fn when(&mut self, what: &str) -> Vec<DateTime<Utc>> {
        let entries = self.store.transaction(|tx| -> Result<Vec<Entry>, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            tx.entries(game)
        });
        let entries = entries.expect("the database").into_iter();
        let named = entries.filter(|entry| entry.public["event"]["what"] == what);
        named.map(|entry| entry.time).collect()
    }
}

/// The next answer of one of the three, in words, if one of them is asked.
fn next_answer(state: &State, number: u64) -> Option<(Nation, Seat, String)> {
    let asked = state.decisions();
    let decision = asked.iter().find(|decision| decision.seat != DEAD)?;
    let actions = simulate::play_on(state.clone(), 7, number);
    let own = actions.iter().filter(|(nation, _)| *nation == decision.nation);
    let text = if decision.kind == DecisionKind::Movement {
        let moves = own.take_while(|(_, action)| *action != Action::EndMovement);
        let mut lines: Vec<String> = moves.map(|(_, action)| orders::write(action)).collect();
        lines.push("ready".into());
        lines.join("\n")
    } else {
        orders::write(&own.clone().next()?.1)
    };
    Some((decision.nation, decision.seat, text))
}

#[test]
fn one_mailbox_that_takes_no_mail_stops_no_game_from_beginning_to_end() {
    let (setup, seed) = (Setup::default(), [5; 32]);
    let mut club = Club::found(setup, seed);
    assert_eq!(club.state(), State::new(setup, game_key(&seed, &[])));
    club.send();
    let (founded, mut carried_out) = (club.now, 0);
    let mut number = 0;
    while !club.is_over() {
        let days = (club.now - founded).num_days();
        assert!(days < 900, "after {days} days the game is in turn {}", club.state().turn());
        let state = club.state();
        number += 1;
        match next_answer(&state, number) {
            Some((nation, seat, text)) if club.write(nation, seat, &text) => carried_out += 1,
            // Nobody who can be reached is asked, or what he wrote could not be carried out as it stands.
            _ => club.pass(),
        }
    }
    let end = club.state();
    println!(
        "turn {}, {carried_out} answers, {} days, {} tries to reach one player",
        end.turn(),
        (club.now - founded).num_days(),
        club.server.refused
    );
    assert!(carried_out > 40, "{carried_out}: the others have hardly played");

    // The first caretaker's deed is not before the others know why, five days from the first try.
    let bounced = club.when("mail-bounces");
    assert_eq!(bounced.len(), 1, "it is told once");
    assert!(bounced[0] - founded >= TimeDelta::days(5), "{bounced:?}");
    let first = club.when("caretaker")[0];
    assert!(first > bounced[0], "{first} is before {bounced:?}");
    // Then his seat goes the way of everybody who does not answer.
    assert_eq!(club.when("seat-vacant").len(), 1);
    for seat in Seat::ALL.into_iter().filter(|seat| *seat != DEAD) {
        let taken = &club.server.taken;
        let mails: Vec<&String> =
            taken.iter().filter(|(to, _)| *to == address(seat)).map(|(_, mail)| mail).collect();
        let about = |words: &str| mails.iter().filter(|mail| mail.contains(words)).count();
        assert_eq!(about("mail to Elisabeth's player bounces"), 1, "{seat}");
        let last = mails.last().expect("a mail");
        assert!(last.contains("winner"), "{seat} was not told of the end: {last}");
    }
    assert!(club.server.taken.iter().all(|(to, _)| *to != address(DEAD)));
}
