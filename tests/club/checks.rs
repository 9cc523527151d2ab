//! What must be true of every game at any time: the log can be carried out again entry by entry,
//! and no mail tells what its reader must not know.

use crate::people::PEOPLE;
use crate::witness::{Mail, Witness, in_one_line};
use chrono::{DateTime, TimeDelta, Utc};
use feldpost::audit::{self, Replay};
use feldpost::game::{Seat, State};
use feldpost::store::{Game, GameStatus, Store, StoreError, Tx};
use serde_json::Value;
use std::collections::BTreeMap;

/// The caretaker looks again so much later when mail may lie unread.
const LOOK_AGAIN: TimeDelta = TimeDelta::minutes(10);

/// A game that is watched.
pub struct Watch {
    pub name: String,
    pub status: String,
    pub anonymous: bool,
    replay: Replay,
    /// How far the log was read.
    pub entries: u64,
    pub witness: Witness,
    /// Who holds which seat.
    pub holders: BTreeMap<Seat, Option<String>>,
}

/// Something that happened in the club, by the log.
pub struct Happened {
    pub game: usize,
    pub event: Value,
    /// Who held the seat before it happened.
    pub holder: Option<String>,
}

impl Watch {
    pub fn new(game: &Game, anonymous: bool) -> Watch {
        Watch {
            name: game.name.clone(),
            status: game.status.to_string(),
            anonymous,
            replay: Replay::new(&game.name, game.seed.0),
            entries: 0,
            witness: Witness::default(),
            holders: BTreeMap::new(),
        }
    }

    pub fn state(&self) -> Option<&State> {
        self.replay.state()
    }

    pub fn seat_of(&self, address: &str) -> Option<Seat> {
        let held = |(_, holder): &(&Seat, &Option<String>)| holder.as_deref() == Some(address);
        self.holders.iter().find(held).map(|(seat, _)| *seat)
    }

    /// Carries out what is new in the log, and learns what it reveals to whom.
    pub fn follow(&mut self, tx: &Tx<'_>, number: usize) -> Result<Vec<Happened>, StoreError> {
        let game = tx.game_by_name(&self.name)?.expect("the game");
        let mut happened = Vec::new();
        for entry in tx.entries_after(game.id, self.entries)? {
            self.entries = entry.number;
            if let Some(state) = self.replay.state() {
                self.witness.learn(state);
            }
            self.replay.entry(&entry).unwrap_or_else(|error| panic!("{}: {error}", self.name));
            if let Some(state) = self.replay.state() {
                self.witness.learn(state);
            }
            self.witness.hear(std::slice::from_ref(&entry.public));
            let event = &entry.public["event"];
            if event["what"].is_string() {
                let seat = event["seat"].as_str().and_then(Seat::from_id);
                let holder = seat.and_then(|seat| self.holders.get(&seat).cloned().flatten());
                happened.push(Happened { game: number, event: event.clone(), holder });
            }
        }
        self.status = game.status.to_string();
        for seat in tx.seats(game.id)? {
            if let Some(role) = Seat::from_id(&seat.seat) {
                self.holders.insert(role, seat.address);
            }
        }
        Ok(happened)
    }

    /// Reads a mail of this game for what its reader must not know.
    pub fn examine(&mut self, reader: usize, text: &str, html: &str, raw: &str) {
        let seat = self.seat_of(PEOPLE[reader].address);
        if let Some(state) = self.replay.state() {
            let mail = Mail { seat, text: without_examples(text), html: without_examples(html) };
            self.witness.examine(state, &mail);
        }
        if !self.anonymous {
            return;
        }
        for (number, other) in PEOPLE.iter().enumerate().filter(|(number, _)| *number != reader) {
            let player = self.seat_of(other.address).is_some();
            let family = other.name.split(' ').next_back().unwrap_or_default().to_lowercase();
            for part in [text, html, raw] {
                let names = player && part.to_lowercase().contains(&family);
                assert!(!names, "{} is named to {}: {part}", PEOPLE[number].name, reader);
            }
        }
    }
}

/// A text without the cards that it names to whoever reads it: examples, and a Card of Fate's.
fn without_examples(text: &str) -> String {
    const EXAMPLES: [&str; 5] = [
        "„10♦“, „10♦ 7♦ dann passen“",
        "11♠ mit doppeltem Wert",
        "11♠ con el doble de su valor",
        "11♠ con valore doppio",
        "11♠ z podwójną wartością",
    ];
    // Red suits are coloured.
    let mut pieces = text.split("<span");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    plain.extend(pieces.map(|piece| piece.split_once('>').unwrap_or_default().1));
    let text = plain.replace("</span>", "").replace('\u{fe0e}', "");
    let text = in_one_line(&text);
    EXAMPLES.iter().fold(text, |text, example| text.replace(example, ""))
}

/// Nothing that was due is left, and nothing failed.
pub fn nothing_is_overdue(store: &mut Store, now: DateTime<Utc>) {
    let overdue = |tx: &Tx<'_>| -> Result<_, StoreError> {
        let mut overdue = Vec::new();
        for id in tx.games_with_clocks()? {
            let game = tx.game(id)?;
            if game.status != GameStatus::Playing || tx.standstill(id)?.is_some() {
                continue;
            }
            let clocks = tx.clocks(id)?;
            let late = |due: DateTime<Utc>| due + LOOK_AGAIN < now;
            let clocks = clocks.into_iter().filter(|clock| late(clock.grace.unwrap_or(clock.due)));
            overdue.extend(clocks.map(|clock| (game.name.clone(), clock)));
        }
        Ok((overdue, tx.next_timer()?, tx.dead_mails(10)?.len()))
    };
    let (overdue, timer, dead) = store.transaction(overdue).expect("the database");
    assert!(overdue.is_empty(), "{now}: missed {overdue:?}");
    assert!(timer.is_none_or(|due| due > now), "{now}: a timer of {timer:?} was not fired");
    assert_eq!(dead, 0, "mails were given up");
}

/// When all is over: every log is what it says it is, and so is the database.
pub fn all_is_sound(store: &mut Store, games: &[Watch]) {
    assert_eq!(audit::check_games(store).expect("checked"), []);
    assert_eq!(store.integrity_check().expect("checked"), Vec::<String>::new());
    for watch in games {
        let export = |tx: &Tx<'_>| -> Result<_, StoreError> {
            audit::export(tx, &tx.game_by_name(&watch.name)?.expect("the game"), None)
        };
        let text = store.transaction(export).expect("a log").to_text().expect("text");
        let verified = audit::verify(&text, &[]).unwrap_or_else(|e| panic!("{}: {e}", watch.name));
        assert!(verified.replayed, "the log of {} is open after its end", watch.name);
        for person in &PEOPLE {
            assert!(!text.contains(person.address), "{} in a log", person.address);
        }
        let name = watch.name.as_str();
        assert!(["ended", "archived"].contains(&watch.status.as_str()), "{name} {}", watch.status);
    }
}
