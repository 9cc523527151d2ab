//! A game at which four players sit who answer the mails they get, and what can be looked at
//! afterwards: where the pieces stand, what is kept, who was written to.

use crate::memory_club::{GAME, MemoryClub};
use chrono::TimeDelta;
use feldpost::campaign::{Pace, dispatch, receive};
use feldpost::game::{Card, Decision, DecisionKind, Nation, Seat, Setup, State};
use feldpost::mail::intake::{self, Letter, Limits, OwnAddresses};
use feldpost::mail::source::{Fetched, FetchedId};
use feldpost::mail::transport::RecordingTransport;
use serde_json::Value;
use std::collections::BTreeMap;

pub use feldpost::game::Seat::{Elisabeth, Frederick, MariaTheresa, Pompadour};

/// The game, and everybody's mailbox.
pub struct Table {
    pub club: MemoryClub,
    boxes: BTreeMap<String, Vec<Letter>>,
    /// The mails that came, as bytes, by their Message-ID.
    bytes: BTreeMap<String, Vec<u8>>,
    written: u32,
}

/// The address of a seat's player.
pub fn player(seat: Seat) -> String {
    format!("{}@club.test", seat.id())
}

/// In one line, wherever it was wrapped.
pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Table {
    /// A standard game whose troops are allotted: Prussia moves.
    pub fn new() -> Table {
        Table::with_pace(Pace::default())
    }

    /// The same with another pace.
    pub fn with_pace(pace: Pace) -> Table {
        let mut table = Table::at_set_up(pace);
        for (seat, text) in [
            (
                Frederick,
                "Friedrich 4, Winterfeldt 4, Heinrich 4, Schwerin 4\n\
                 Keith 4, Seydlitz 4, Dohna 4, Lehwaldt 4\nFerdinand 6, Cumberland 6",
            ),
            (Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4"),
            (MariaTheresa, "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6"),
            (Pompadour, "Richelieu 7, Soubise 5, Chevert 8"),
        ] {
            table.say(seat, text);
        }
        assert_eq!(table.moving(), Some(Nation::Prussia), "the set-up is over");
        table
    }

    /// A standard game that has just been founded.
    pub fn at_set_up(pace: Pace) -> Table {
        let mut club = MemoryClub::new(Setup::default(), [1; 32], pace);
        club.office.pictures = false;
        let mut table = Table { club, boxes: BTreeMap::new(), bytes: BTreeMap::new(), written: 0 };
        table.post();
        table
    }

    /// Hands out what lies in the outbox; what came.
    pub fn post(&mut self) -> Vec<(String, Letter)> {
        let mut transport = RecordingTransport::default();
        let now = self.club.now;
        dispatch(&mut self.club.store, &self.club.office, &mut transport, now, &mut |_| true)
            .expect("sent");
        let own = OwnAddresses::new("nobody@elsewhere.test".parse().expect("an address"));
        let mut came = Vec::new();
        for (envelope, bytes) in transport.sent {
            let letter = intake::read(&bytes, &Limits::default(), &own);
            self.bytes.insert(letter.message_id.clone().unwrap_or_default(), bytes);
            for to in envelope.to {
                self.boxes.entry(to.canonical()).or_default().push(letter.clone());
                came.push((to.canonical(), letter.clone()));
            }
        }
        came
    }

    /// All mails of an address.
    pub fn mails(&self, address: &str) -> &[Letter] {
        self.boxes.get(address).map_or(&[], Vec::as_slice)
    }

    /// The newest mail of a player.
    pub fn newest(&self, seat: Seat) -> Letter {
        self.mails(&player(seat)).last().expect("a mail").clone()
    }

    /// The newest mail to an address whose text has these words.
    pub fn about(&self, address: &str, words: &str) -> Letter {
        let mut mails = self.mails(address).iter();
        let found = mails.rfind(|mail| flat(&mail.text).contains(words));
        found.unwrap_or_else(|| panic!("no mail to {address} about {words}")).clone()
    }

    /// A player replies to his newest mail; what he gets for it, in one line.
    pub fn say(&mut self, seat: Seat, text: &str) -> String {
        let mail = self.newest(seat);
        self.answer(seat, &mail, text)
    }

    /// A player replies to this mail.
    pub fn answer(&mut self, seat: Seat, mail: &Letter, text: &str) -> String {
        self.send(&player(seat), Some(mail), text)
    }

    /// A player writes a new mail to the address he has for his seat: it answers none of ours.
    pub fn fresh(&mut self, seat: Seat, text: &str) -> String {
        let mut mail = self.newest(seat);
        mail.message_id = None;
        mail.subject = "Orders".into();
        self.send(&player(seat), Some(&mail), text)
    }

    /// A player taps a link of this mail: a new mail with its subject, which names no mail of ours.
    pub fn tap(&mut self, seat: Seat, mail: &Letter, text: &str) -> String {
        let mut link = mail.clone();
        link.message_id = None;
        self.send(&player(seat), Some(&link), text)
    }

    /// Somebody writes; what came of it to him, in one line.
    pub fn send(&mut self, from: &str, answered: Option<&Letter>, text: &str) -> String {
        self.send_as(from, answered, "Content-Type: text/plain; charset=utf-8", text)
    }

    /// The same with headers about what the mail consists of, and its body.
    pub fn send_as(
        &mut self,
        from: &str,
        answered: Option<&Letter>,
        headers: &str,
        body: &str,
    ) -> String {
        self.written += 1;
        let to = answered.and_then(|mail| mail.reply_to.as_ref()).map_or_else(
            || "judge@club.test".to_owned(),
            feldpost::mail::address::Address::mailbox,
        );
        let id = answered.and_then(|mail| mail.message_id.clone());
        let thread =
            id.map_or(String::new(), |id| format!("In-Reply-To: <{id}>\nReferences: <{id}>\n"));
        let subject = answered.map_or_else(|| "Hello".to_owned(), |m| format!("Re: {}", m.subject));
        let (name, host) = from.split_once('@').expect("an address");
        let mail = format!(
            "From: {} <{from}>\nTo: <{to}>\nSubject: {subject}\nMessage-ID: <{}.x@{host}>\n\
             {thread}MIME-Version: 1.0\n{headers}\n\n{body}\n",
            name.replace(['-', '.'], " "),
            self.written,
        );
        self.deliver(from, &mail)
    }

    /// A whole mail comes, its lines ended by `\n`; what came of it to its sender, in one line.
    pub fn deliver(&mut self, from: &str, mail: &str) -> String {
        self.club.now += TimeDelta::minutes(1);
        self.written += 1;
        let fetched = Fetched {
            id: FetchedId::new(format!("t{}", self.written)),
            raw: mail.replace('\n', "\r\n").into_bytes(),
            received: None,
            too_large: None,
        };
        receive(&mut self.club.store, &self.club.office, &fetched, self.club.now).expect("heard");
        let came = self.post();
        let own = came.iter().filter(|(to, _)| to == from);
        flat(&own.map(|(_, letter)| letter.text.clone()).collect::<Vec<_>>().join("\n"))
    }

    /// A mail that came, as its reader's program holds it: its bytes.
    pub fn bytes(&self, mail: &Letter) -> &[u8] {
        &self.bytes[mail.message_id.as_deref().expect("a Message-ID")]
    }

    /// Time goes by until something is due by itself, and that is done.
    pub fn wait(&mut self) -> Vec<(String, Letter)> {
        self.club.wait_for_timer();
        self.post()
    }

    /// The position.
    pub fn state(&mut self) -> State {
        State::load(self.json()).expect("a state").state
    }

    /// The position as it is kept.
    pub fn json(&mut self) -> Value {
        let text = self.club.read(|tx| {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            Ok(tx.latest_snapshot(game)?.expect("a snapshot").state)
        });
        serde_json::from_str(&text).expect("a state")
    }

    /// Changes the position as if the game had come to it.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Value)) {
        let mut json = self.json();
        edit(&mut json);
        let state = State::load(json).expect("a consistent state").state.dump_text();
        self.club.read(|tx| {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            let entry = tx.latest_snapshot(game)?.expect("a snapshot").entry;
            tx.save_snapshot(game, entry, &state)
        });
    }

    /// Where a piece stands.
    pub fn at(&mut self, nation: &str, name: &str) -> String {
        let state = self.json();
        let pieces = state["pieces"].as_array().expect("pieces").clone();
        let piece = pieces.iter().find(|piece| piece["name"] == name && piece["nation"] == nation);
        piece.expect("the piece")["city"].as_str().unwrap_or_default().to_owned()
    }

    /// Where a Prussian piece stands.
    pub fn prussian(&mut self, name: &str) -> String {
        self.at("prussia", name)
    }

    /// The nation whose movement phase is open.
    pub fn moving(&mut self) -> Option<Nation> {
        let decisions = self.state().decisions();
        let moves = decisions.iter().find(|decision| decision.kind == DecisionKind::Movement);
        moves.map(|decision| decision.nation)
    }

    /// What the game waits for.
    pub fn decisions(&mut self) -> Vec<Decision> {
        self.state().decisions()
    }

    /// Whether the game waits for this.
    pub fn awaits(&mut self, nation: Nation, kind: DecisionKind) -> bool {
        self.decisions().iter().any(|open| open.nation == nation && open.kind == kind)
    }

    /// The turn.
    pub fn turn(&mut self) -> u16 {
        self.state().turn()
    }

    /// Everybody passes until this nation moves.
    pub fn until(&mut self, nation: Nation) {
        for _ in 0..40 {
            if self.moving() == Some(nation) {
                return;
            }
            let decision = self.decisions()[0];
            let text = match decision.kind {
                DecisionKind::Movement => "ready",
                _ => "1",
            };
            self.say(decision.seat, text);
        }
        panic!("{nation} never moves: {:?}", self.decisions());
    }

    /// What is kept of a seat under names that begin so, as JSON.
    pub fn kept(&mut self, seat: Seat, prefix: &str) -> Vec<Value> {
        let drafts = self.club.read(|tx| {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            tx.drafts(game)
        });
        let own = drafts.into_iter().filter(|d| d.seat == seat.id() && d.key.starts_with(prefix));
        own.map(|draft| serde_json::from_str(&draft.body).expect("JSON")).collect()
    }

    /// How many orders the draft of a seat's movement phase has.
    pub fn drafted(&mut self, seat: Seat) -> usize {
        let drafts = self.kept(seat, "movement-");
        drafts.iter().map(|draft| draft["orders"].as_array().map_or(0, Vec::len)).sum()
    }

    /// Entries of the log.
    pub fn log(&mut self) -> u64 {
        self.club.read(|tx| {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            Ok(tx.head(game)?.number)
        })
    }

    /// Who holds a seat.
    pub fn holder(&mut self, seat: Seat) -> Option<String> {
        let seats = self.club.read(|tx| {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            tx.seats(game)
        });
        seats.into_iter().find(|s| s.seat == seat.id()).and_then(|seat| seat.address)
    }
}

/// Puts a piece into a city of a position.
pub fn put(state: &mut Value, nation: &str, name: &str, city: &str) {
    let pieces = state["pieces"].as_array_mut().expect("pieces");
    let piece = pieces
        .iter_mut()
        .find(|piece| piece["nation"] == nation && piece["name"] == name)
        .expect("the piece is in the game");
    piece["city"] = city.into();
}

/// Gives a nation exactly these cards of deck 1, wherever they are now.
pub fn deal(state: &mut Value, nation: &str, cards: &[&str]) {
    let old = state["hands"][nation].take();
    state["hands"][nation] = Value::Array(Vec::new());
    let pile = state["draw_pile"].as_array_mut().expect("the draw deck");
    pile.extend(old.as_array().cloned().unwrap_or_default());
    for card in cards {
        let card = Value::String(format!("{card}/1"));
        let mut piles: Vec<&mut Value> = Vec::new();
        for (name, value) in state.as_object_mut().expect("a state") {
            match name.as_str() {
                "hands" => piles.extend(value.as_object_mut().expect("hands").values_mut()),
                "draw_pile" => piles.push(value),
                _ => {}
            }
        }
        let pile = piles
            .into_iter()
            .filter_map(Value::as_array_mut)
            .find(|pile| pile.contains(&card))
            .expect("the card is somewhere");
        let place = pile.iter().position(|other| *other == card).expect("it is here");
        pile.remove(place);
        let hand = state["hands"][nation].as_array_mut().expect("a hand");
        hand.push(card);
    }
    let hand = state["hands"][nation].as_array_mut().expect("a hand");
    hand.sort_by_key(|card| card.as_str().expect("a card").parse::<Card>().expect("a card"));
}
