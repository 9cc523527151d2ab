//! Sample mails, to try an operator's templates: the game of `feldpost demo` is played in memory, in
//! each language that has templates of the operator's, and the players ask for whatever can be
//! asked.
//!
//! It deliberately knows no template and no kind of mail: what a real game makes is what is tried.

use crate::campaign::{Clocks, NewGame, NewPlayer, Office, dispatch, found_with, receive, tick};
use crate::demo::course;
use crate::game::{Seat, Setup, parse_key};
use crate::mail::address::Address;
use crate::mail::intake::{Limits, OwnAddresses};
use crate::mail::source::{Fetched, FetchedId};
use crate::mail::token::SeatToken;
use crate::mail::transport::RecordingTransport;
use crate::report::Templates;
use crate::store::{Person, PersonId, Store, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeSet;
use std::error::Error;

const GAME: &str = "rossbach";
/// What players ask at the end, besides what the course has.
const ASKED: [&str; 12] = [
    "status",
    "help",
    "log",
    "map",
    "rules R7.5",
    "history",
    "list",
    "settings",
    "my data",
    "propose draw",
    "press to all:\nThe roads are bad.\nend press",
    "colourless green ideas to Atlantis",
];
/// What somebody writes who holds no seat.
const STRANGE: [&str; 4] = ["Hello!", "help", "new game kolin", "join kolin"];

/// Writes the mails of a game in each language that has a template of the operator's. Returns how
/// many there were; what failed is in [`Templates::failures`].
///
/// # Errors
///
/// The game cannot be played, which has nothing to do with the templates.
pub(super) fn write_with(templates: &Templates) -> Result<usize, String> {
    let of_file = |name: &String| name.split_once('/').map_or("en", |(tag, _)| tag).to_owned();
    let languages: BTreeSet<String> = templates.overridden().iter().map(of_file).collect();
    let mut mails = 0;
    for language in languages {
        // What the program usually logs of its work is about no real game here.
        let silence = tracing::subscriber::NoSubscriber::default();
        let written = tracing::subscriber::with_default(silence, || play(templates, &language));
        mails += written.map_err(|error| format!("the sample game cannot be played: {error}"))?;
    }
    Ok(mails)
}

/// A game in memory.
struct SampleGame {
    store: Store,
    office: Office,
    now: DateTime<Utc>,
    numbers: u32,
    sent: RecordingTransport,
}

fn play(templates: &Templates, language: &str) -> Result<usize, Box<dyn Error>> {
    let course = course()?;
    let own = OwnAddresses::new("judge@club.invalid".parse()?);
    let mut store = Store::in_memory()?;
    let (limits, templates) = (Limits::default(), templates.in_language(language));
    let mut office = Office::open(&mut store, own, "The judge".into(), limits, templates)?;
    office.pictures = false;
    office.rates.mails_per_player = u32::MAX;
    // Any time will do, and it is the same each time.
    let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    let mut table =
        SampleGame { store, office, now, numbers: 0, sent: RecordingTransport::default() };
    let mut players = Vec::new();
    for seat in Seat::ALL {
        let address = player(seat)?;
        table.introduce(&address, seat.id(), language)?;
        players.push(NewPlayer { seat, address });
    }
    let stranger: Address = "eve@club.invalid".parse()?;
    table.introduce(&stranger, "Eve", language)?;
    let seed = Some(parse_key(&course.seed)?);
    let new = NewGame { name: GAME.into(), setup: Setup::default(), players, seed };
    found_with(&mut table.store, &table.office, &new, Some(Clocks::default()), now)?;
    for mail in &course.mail {
        table.write(&player(mail.seat)?, Some(mail.seat), &mail.text)?;
    }
    for text in ASKED {
        table.write(&player(Seat::Frederick)?, Some(Seat::Frederick), text)?;
    }
    for text in STRANGE {
        table.write(&stranger, None, text)?;
    }
    // Reminders, and what is done for a player who does not answer.
    for _ in 0..10 {
        table.now += TimeDelta::hours(18);
        table.post()?;
    }
    Ok(table.sent.sent.len())
}

fn player(seat: Seat) -> Result<Address, Box<dyn Error>> {
    Ok(format!("{}@club.invalid", seat.id()).parse()?)
}

impl SampleGame {
    /// Makes somebody known who reads this language.
    fn introduce(&mut self, who: &Address, name: &str, language: &str) -> Result<(), StoreError> {
        let person = Person {
            id: PersonId(0),
            name: name.to_owned(),
            language: language.to_owned(),
            time_zone: "Europe/Berlin".to_owned(),
            wishes: "{}".to_owned(),
        };
        let now = self.now;
        self.store.transaction(|tx| {
            let id = tx.create_person(&person, &who.mailbox(), now)?;
            tx.confirm_address(id, &who.mailbox(), now)
        })
    }

    /// A mail to the judge, dealt with some minutes later.
    fn write(
        &mut self,
        from: &Address,
        seat: Option<Seat>,
        text: &str,
    ) -> Result<(), Box<dyn Error>> {
        self.numbers += 1;
        self.now += TimeDelta::minutes(5);
        let own = &self.office.own.address;
        let to = match seat {
            Some(seat) => {
                let token = SeatToken::issue(&self.office.key, GAME, seat.id(), from, 1)?;
                own.with_tag(&token.reveal())?
            }
            None => own.clone(),
        };
        let raw = format!(
            "From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{}@club.invalid>\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n",
            self.numbers
        );
        let fetched = Fetched {
            id: FetchedId::new(self.numbers.to_string()),
            raw: raw.into_bytes(),
            received: None,
            too_large: None,
        };
        receive(&mut self.store, &self.office, &fetched, self.now)?;
        self.post()
    }

    /// Does what is due and writes the mails that are to go out.
    fn post(&mut self) -> Result<(), Box<dyn Error>> {
        let SampleGame { store, office, now, sent, .. } = self;
        tick(store, office, *now)?;
        dispatch(store, office, sent, *now, &mut |_| true)?;
        Ok(())
    }
}
