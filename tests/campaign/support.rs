//! A club on disk: a database, a judge's mailbox and the players' mailboxes below one temporary
//! folder, and players who press reply.

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use feldpost::campaign::{NewGame, NewPlayer, found};
use feldpost::config::Config;
use feldpost::daemon::{Daemon, Round};
use feldpost::game::{Seat, Setup};
use feldpost::mail::address::Address;
use feldpost::mail::intake::{self, Letter, Limits, OwnAddresses};
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
        let mut club = Club::without_a_game();
        let players =
            Seat::ALL.map(|seat| NewPlayer { seat, address: address(player(seat)) }).to_vec();
        let new = NewGame { name: GAME.into(), setup: Setup::default(), players, seed: Some(seed) };
        let now = club.now;
        let daemon = club.daemon();
        found(&mut daemon.store, &daemon.office, &new, now).expect("the game is founded");
        club
    }

    /// A club where nothing is played yet.
    pub fn without_a_game() -> Club {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("config.toml");
        let text = format!(
            "address = \"{JUDGE}\"\n[mailbox]\nkind = \"maildir\"\npath = \"mail/judge\"\n\
             [transport]\nkind = \"maildir\"\npath = \"mail/players\"\n"
        );
        fs::write(&path, text).expect("the configuration is written");
        let config = Config::read(&path).expect("the configuration is right");
        let now = Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap();
        Club { folder, config, daemon: None, now, mails: 0 }
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
        let mail = reply_to(&newest, player(seat), text, self.mails);
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
