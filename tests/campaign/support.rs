//! A club on disk: a database, a judge's mailbox and the players' mailboxes below one temporary
//! folder, and players who press reply.

#[path = "../support/described.rs"]
pub mod described;

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use feldpost::audit;
use feldpost::campaign::{Clocks, NewGame, NewPlayer, found_with};
use feldpost::config::Config;
use feldpost::daemon::{Daemon, Round};
use feldpost::game::{Card, Seat, Setup, State};
use feldpost::mail::address::Address;
use feldpost::mail::intake::{self, Letter, Limits, OwnAddresses};
use feldpost::store::{LogFile, Store, StoreError, Tx};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub const GAME: &str = "rossbach";
pub const JUDGE: &str = "judge@club.test";

/// Everything below one temporary folder; the daemon can be stopped and opened again.
pub struct Club {
    pub folder: TempDir,
    pub config: Config,
    daemon: Option<Daemon>,
    pub now: DateTime<Utc>,
    mails: u32,
    /// Replies by seat.
    replies: [u32; 4],
}

/// The player of a seat.
pub fn player(seat: Seat) -> &'static str {
    match seat {
        Seat::Frederick => "ada@club.test",
        Seat::Elisabeth => "ben@club.test",
        Seat::MariaTheresa => "cleo@club.test",
        Seat::Pompadour => "dan@club.test",
    }
}

impl Club {
    /// A club with a standard game that has just been founded; nothing is sent yet.
    pub fn new(seed: [u8; 32]) -> Club {
        Club::with_pace(seed, "")
    }

    /// The same with lines for the section `[pace]` of the configuration.
    pub fn with_pace(seed: [u8; 32], pace: &str) -> Club {
        Club::with_clocks(seed, pace, None)
    }

    /// The same with clocks, if any are given.
    pub fn with_clocks(seed: [u8; 32], pace: &str, clocks: Option<Clocks>) -> Club {
        let mut club = Club::empty(pace);
        let players =
            Seat::ALL.map(|seat| NewPlayer { seat, address: address(player(seat)) }).to_vec();
        let new = NewGame { name: GAME.into(), setup: Setup::default(), players, seed: Some(seed) };
        let now = club.now;
        let daemon = club.daemon();
        found_with(&mut daemon.store, &daemon.office, &new, clocks, now)
            .expect("the game is founded");
        club
    }

    /// A club where nothing is played yet.
    pub fn without_a_game() -> Club {
        Club::empty("")
    }

    fn empty(pace: &str) -> Club {
        crate::seed::begin();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("config.toml");
        let text = format!(
            "address = \"{JUDGE}\"\npictures = false\n[mailbox]\nkind = \"maildir\"\npath = \"mail/judge\"\n\
             [transport]\nkind = \"maildir\"\npath = \"mail/players\"\n[pace]\n{pace}\n"
        );
        fs::write(&path, text).expect("the configuration is written");
        let config = Config::read(&path).expect("the configuration is right");
        let now = Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap();
        // Tokens that are the same in all clubs, so that mails can be compared.
        let key = |tx: &Tx<'_>| tx.set_meta("token key", &[3; 32]);
        let mut store = Store::open(&config.database).expect("the database");
        store.transaction(key).expect("the key is kept");
        drop(store);
        Club { folder, config, daemon: None, now, mails: 0, replies: [0; 4] }
    }

    /// The daemon, opened if it is not at work.
    pub fn daemon(&mut self) -> &mut Daemon {
        let config = &self.config;
        self.daemon.get_or_insert_with(|| Daemon::open(config).expect("the daemon opens"))
    }

    /// Ends the daemon as if it were killed: nothing is tidied up but what its end drops.
    pub fn kill(&mut self) {
        self.daemon = None;
    }

    /// One round, some time later.
    pub fn round(&mut self) -> Round {
        self.now += TimeDelta::minutes(10);
        let now = self.now;
        self.daemon().round(now).expect("a round")
    }

    /// Rounds until some time has passed, one every half hour: nothing is an outage.
    pub fn pass(&mut self, time: TimeDelta) {
        let end = self.now + time;
        while self.now < end {
            self.now = end.min(self.now + TimeDelta::minutes(30));
            let now = self.now;
            self.daemon().round(now).expect("a round");
        }
    }

    /// What happened in the club so far, by the log.
    pub fn club_events(&mut self) -> Vec<Value> {
        let entries = |tx: &Tx<'_>| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            tx.entries(game)
        };
        let entries = self.daemon().store.transaction(entries).expect("the database");
        let club = entries.into_iter().filter(|entry| entry.kind == "club");
        club.map(|entry| entry.public["event"].clone()).collect()
    }

    /// The number of entries in the log.
    pub fn log_length(&mut self) -> usize {
        let entries = |tx: &Tx<'_>| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            Ok(tx.entries(game)?.len())
        };
        self.daemon().store.transaction(entries).expect("the database")
    }

    pub fn inbox(&self) -> PathBuf {
        self.folder.path().join("mail/judge/new")
    }

    /// Drops bytes into the judge's mailbox.
    pub fn drop_in(&mut self, bytes: &[u8]) {
        self.mails += 1;
        fs::create_dir_all(self.inbox()).expect("the mailbox");
        let name = format!("{:05}.test", self.mails);
        fs::write(self.inbox().join(name), bytes).expect("the mail is dropped");
    }

    /// A reply to the newest mail of a player, with this text.
    pub fn reply(&mut self, seat: Seat, text: &str) {
        let newest = self.mails_to(player(seat)).pop().expect("a mail to answer");
        // Counted seat by seat: what one player writes does not number another's mails.
        let written = &mut self.replies[seat as usize];
        *written += 1;
        let mail = reply_to(&newest, player(seat), text, *written);
        self.drop_in(mail.as_bytes());
    }

    /// All mails to an address, in the order they were sent.
    pub fn mails_to(&self, address: &str) -> Vec<Letter> {
        self.raw_mails_to(address).iter().map(|raw| read(raw)).collect()
    }

    pub fn raw_mails_to(&self, address: &str) -> Vec<Vec<u8>> {
        let folder = self.folder.path().join("mail/players").join(address).join("new");
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .map(|entries| entries.map(|entry| entry.expect("a file").path()).collect())
            .unwrap_or_default();
        files.sort_by_key(|path| order(path));
        files.iter().map(|path| fs::read(path).expect("a mail")).collect()
    }

    /// The newest mail to a seat's player, as text.
    pub fn newest(&self, seat: Seat) -> String {
        self.mails_to(player(seat)).pop().map(|letter| letter.text).unwrap_or_default()
    }

    /// The same in one line, wherever it was wrapped.
    pub fn said(&self, seat: Seat) -> String {
        self.newest(seat).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The position as it is kept, as JSON.
    pub fn state(&mut self) -> Value {
        let snapshot = |tx: &Tx<'_>| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            Ok(tx.latest_snapshot(game)?.expect("a snapshot").state)
        };
        let text = self.daemon().store.transaction(snapshot).expect("the database");
        serde_json::from_str(&text).expect("a state")
    }

    /// Changes the position as if the game had come to it.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Value)) {
        let mut state = self.state();
        edit(&mut state);
        let state = State::load(state).expect("a consistent state").state.dump_text();
        self.daemon()
            .store
            .transaction(|tx| {
                let game = tx.game_by_name(GAME)?.expect("the game").id;
                let entry = tx.latest_snapshot(game)?.expect("a snapshot").entry;
                tx.save_snapshot(game, entry, &state)
            })
            .expect("the database");
    }

    /// The sealed parts of the log's entries from this number on.
    pub fn sealed_from(&mut self, number: usize) -> Vec<Value> {
        let entries = |tx: &Tx<'_>| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            tx.entries(game)
        };
        let entries = self.daemon().store.transaction(entries).expect("the database");
        let sealed = entries.into_iter().skip(number);
        sealed.filter_map(|entry| entry.opening.map(|opening| opening.sealed)).collect()
    }

    /// Changes one of the game's settings.
    pub fn set(&mut self, key: &str, value: Value) {
        let change = |tx: &Tx<'_>| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game");
            let mut settings: Value = serde_json::from_str(&game.settings).expect("settings");
            settings[key] = value;
            tx.set_game_settings(game.id, &settings.to_string())
        };
        self.daemon().store.transaction(change).expect("the database");
    }

    /// The status of the game.
    pub fn status(&mut self) -> String {
        let status = |tx: &Tx<'_>| -> Result<_, StoreError> {
            Ok(tx.game_by_name(GAME)?.expect("the game").status.to_string())
        };
        self.daemon().store.transaction(status).expect("the database")
    }

    /// What the log publishes.
    pub fn log(&mut self) -> LogFile {
        let export = |tx: &Tx<'_>| -> Result<_, StoreError> {
            audit::export(tx, &tx.game_by_name(GAME)?.expect("the game"), None)
        };
        let file = self.daemon().store.transaction(export).expect("the database");
        described::check_log(&file);
        file
    }

    /// The club events of this name in the log.
    pub fn club_events_named(&mut self, what: &str) -> Vec<Value> {
        let entries = self.log().entries.into_iter().filter(|entry| entry.kind == "club");
        let events = entries.map(|entry| entry.public["event"].clone());
        events.filter(|event| event["what"] == what).collect()
    }

    /// A reply to the newest mail of a player whose subject has these words.
    pub fn reply_about(&mut self, seat: Seat, subject: &str, text: &str) {
        let mut mails = self.mails_to(player(seat)).into_iter();
        let newest = mails.rfind(|mail| mail.subject.contains(subject));
        let written = &mut self.replies[seat as usize];
        *written += 1;
        let newest = newest.expect("a mail to answer");
        let mail = reply_to(&newest, player(seat), text, *written);
        self.drop_in(mail.as_bytes());
    }

    /// Answers of all four players that end the set-up.
    pub fn allot(&mut self) {
        self.round();
        let texts = [
            "Friedrich 4, Winterfeldt 4, Heinrich 4, Schwerin 4\n\
             Keith 4, Seydlitz 4, Dohna 4, Lehwaldt 4\nFerdinand 6, Cumberland 6",
            "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4",
            "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6",
            "Richelieu 7, Soubise 5, Chevert 8",
        ];
        for (seat, text) in Seat::ALL.into_iter().zip(texts) {
            self.reply(seat, text);
            self.round();
        }
    }
}

/// File names of one process count deliveries after `Q`.
fn order(path: &Path) -> (String, u64) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let seconds = name.split('.').next().unwrap_or_default().to_owned();
    let micros = name.split(".M").nth(1).and_then(|rest| rest.get(..6)).unwrap_or_default();
    (seconds, micros.parse().unwrap_or_default())
}

pub fn address(text: &str) -> Address {
    text.parse().expect("an address")
}

/// What a mail says to whoever reads it: nothing is taken for a quotation here.
pub fn read(raw: &[u8]) -> Letter {
    let own = OwnAddresses::new(address("nobody@else.test"));
    let mut letter = intake::read(raw, &Limits::default(), &own);
    let message = mail_parser::MessageParser::default().parse(raw).expect("a mail");
    letter.text = message.body_text(0).unwrap_or_default().into_owned();
    letter
}

/// A reply as a mail program writes it.
pub fn reply_to(letter: &Letter, from: &str, text: &str, number: u32) -> String {
    let to = letter.reply_to.as_ref().expect("a reply address").mailbox();
    let id = letter.message_id.as_deref().unwrap_or_default();
    format!(
        "From: <{from}>\r\nTo: <{to}>\r\nSubject: Re: {}\r\nMessage-ID: <{number}.{from}>\r\n\
         In-Reply-To: <{id}>\r\nReferences: <{id}>\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
        letter.subject,
        text.replace('\n', "\r\n")
    )
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
