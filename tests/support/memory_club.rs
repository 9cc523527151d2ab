//! A club without files: a database in memory, order mails as bytes, and a clock that is told the
//! time.

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use feldpost::campaign::{NewGame, NewPlayer, Office, Pace, found, receive, repeat_chance, tick};
use feldpost::game::{Seat, Setup};
use feldpost::mail::address::Address;
use feldpost::mail::intake::{Limits, OwnAddresses};
use feldpost::mail::source::{Fetched, FetchedId};
use feldpost::mail::token::SeatToken;
use feldpost::report::Templates;
use feldpost::store::{OutgoingMail, Store, StoreError, Tx};
use std::sync::LazyLock;

pub const GAME: &str = "leuthen";

/// Read once for all clubs of a test binary.
static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(None).expect("templates"));

pub struct MemoryClub {
    pub store: Store,
    pub office: Office,
    pub now: DateTime<Utc>,
    mails: u32,
}

fn address(seat: Seat) -> Address {
    format!("{}@club.test", seat.id()).parse().expect("an address")
}

impl MemoryClub {
    /// A game that has just been founded.
    pub fn new(setup: Setup, seed: [u8; 32], pace: Pace) -> MemoryClub {
        // Delays are the same in every run.
        repeat_chance(1);
        let mut store = Store::in_memory().expect("a database");
        let own = OwnAddresses::new("judge@club.test".parse().expect("an address"));
        let templates = TEMPLATES.clone();
        let mut office =
            Office::open(&mut store, own, "judge".into(), Limits::default(), templates)
                .expect("an office");
        office.pace = pace;
        office.pictures = false;
        office.rates.mails_per_player = u32::MAX;
        let now = Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap();
        let players = setup
            .rules()
            .seats()
            .into_iter()
            .map(|seat| NewPlayer { seat, address: address(seat) })
            .collect();
        let new = NewGame { name: GAME.into(), setup, players, seed: Some(seed) };
        found(&mut store, &office, &new, now).expect("founded");
        MemoryClub { store, office, now, mails: 0 }
    }

    /// A mail from the player of a seat, dealt with a minute later.
    pub fn send(&mut self, seat: Seat, text: &str) -> &'static str {
        self.mails += 1;
        self.now += TimeDelta::minutes(1);
        let from = address(seat);
        let token = SeatToken::issue(&self.office.key, GAME, seat.id(), &from, 1).expect("a token");
        let raw = format!(
            "From: <{from}>\r\nTo: <judge+{}@club.test>\r\nMessage-ID: <{}@club.test>\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
            token.reveal(),
            self.mails,
            text.replace('\n', "\r\n")
        );
        let fetched = Fetched {
            id: FetchedId::new(self.mails.to_string()),
            raw: raw.into_bytes(),
            received: None,
            too_large: None,
        };
        receive(&mut self.store, &self.office, &fetched, self.now).expect("dealt with").outcome
    }

    pub fn read<T>(&mut self, read: impl FnOnce(&Tx<'_>) -> Result<T, StoreError>) -> T {
        self.store.transaction(read).expect("the database")
    }

    /// When something is due by itself, if anything is.
    pub fn next_timer(&mut self) -> Option<DateTime<Utc>> {
        self.read(|tx| tx.next_timer())
    }

    /// Lets the clock go to the next timer.
    pub fn wait_for_timer(&mut self) {
        if let Some(due) = self.next_timer() {
            self.now = self.now.max(due);
        }
        tick(&mut self.store, &self.office, self.now).expect("what is due is done");
    }

    /// The mails queued since the last call.
    pub fn take_mails(&mut self) -> Vec<OutgoingMail> {
        let far = self.now + TimeDelta::days(3650);
        self.read(|tx| {
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
    }
}
