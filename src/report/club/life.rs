//! What the desk answers about games and persons: founding, joining, looking on, asking, wishes,
//! what is stored.
//!
//! Addresses appear here only in what a person is told about that very person.

use crate::game::{Scenario, Seat, Setup};
use crate::report::chronicle::Chronicle;
use crate::report::mail::TurnOfWar;
use crate::report::map::Picture;
use crate::report::moment::Moment;
use crate::report::table::Table;
use serde::{Serialize, Serializer};

/// One answer of the desk. The tag names the macro of `club-life.jinja` that tells it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "life", rename_all = "kebab-case")]
pub enum LifeNote {
    /// These lines are carried out when the mail is answered.
    Challenge {
        lines: Vec<String>,
        /// The days within which an answer is in time.
        days: i64,
    },
    /// A round of the public beacon came; this many games began with it.
    Beacon {
        /// The number of the round.
        round: u64,
        /// How many games began with it.
        games: usize,
    },
    /// The answer comes too late, or for the second time.
    Void {},
    /// The lines that were held are dropped.
    Declined {},
    /// The answer was neither yes nor no: how to say one of them.
    AnswerYes {},
    /// How to write to the desk.
    Help {},
    /// Nothing was understood of these lines.
    NotUnderstood { lines: Vec<String> },
    /// These lines concern a seat of a game, and the mail shows none.
    OfASeat { lines: Vec<String> },
    /// All games that are not archived.
    Games { games: Vec<GameLine> },
    /// There is no game of this name; without one, no name was given.
    NoGame { name: Option<String> },
    /// How a game stands that has not begun, or is over.
    GameStatus { game: GameLine, settings: GameSettings },
    /// The public table of a game being played.
    Standing { game: GameLine, table: Box<Table> },
    /// Where everybody stands.
    Map {
        game: String,
        table: Box<Table>,
        /// What the picture of it shows, for readers who want pictures; it is drawn when the mail is sent.
        #[serde(serialize_with = "is_there")]
        picture: Option<Box<Picture>>,
    },
    /// The decisive events turn by turn.
    Course { game: String, turns: Vec<TurnOfWar> },
    /// One turn in full; nothing if it has not come.
    Turn { game: String, turn: u64, news: Chronicle },
    /// Paragraphs of the rules; none found if empty.
    Rules { asked: String, paragraphs: Vec<String> },
    /// The headings of all sections.
    RulesContents { headings: Vec<String> },
    /// How many people look on at a game.
    Observers { game: String, count: usize },
    /// What the reader wants, and what was agreed for the game of the mail.
    Settings { wishes: WishFacts, game: Option<GameSettings> },
    /// A wish is noted: its name and what it is now.
    Noted { wish: &'static str, value: String },
    /// It makes no sense: its name, what was written, and what it can be.
    NotNoted { wish: &'static str, value: String, known: Vec<String> },
    /// The form of a new game: to be filled in, with what is wrong with the last answer.
    Form {
        game: String,
        lines: Vec<FormLine>,
        faults: Vec<FormFault>,
        /// It goes out for the first time.
        first: bool,
    },
    /// The form cannot be had, or the game not be founded.
    NoNewGame { game: String, why: NoNewGame },
    /// The game is founded and waits for players.
    Founded {
        game: String,
        settings: GameSettings,
        /// The hash of its seed: 64 hexadecimal digits.
        seed_commitment: String,
        /// How many people were invited.
        invited: usize,
    },
    /// Somebody invites the reader.
    Invitation {
        game: String,
        by: String,
        settings: GameSettings,
        /// Places that nobody has taken yet.
        free: usize,
        /// Which roles these are, where they are chosen and not raffled.
        roles: Vec<Seat>,
    },
    /// The reader has a place in a game.
    Joined {
        game: String,
        /// Which of the players he is, from 1.
        place: usize,
        /// How many there are now.
        players: usize,
        /// His role, unless the roles are raffled.
        seat: Option<Seat>,
    },
    /// The reader gets no place in a game.
    NotJoined { game: String, why: NotJoined },
    /// The reader has given his place up.
    Left { game: String },
    /// The reader has no place there that he could give up.
    NotIn { game: String },
    /// The reader looks on at a game.
    Observing {
        game: String,
        /// He did so before.
        before: bool,
    },
    /// The reader looks on at a game no longer.
    NotObserving {
        game: String,
        /// He did so until now.
        before: bool,
    },
    /// Whether the reader really wants to give up the seat.
    ResignAsk { game: String, seat: Seat },
    /// The reader has given up the seat.
    Resigned { game: String, seat: Seat },
    /// The line would have an effect, and the mail was a test.
    OnlyATest { line: String },
    /// Phrases and hashes come too late: the game has begun.
    ChanceIsFixed {},
    /// Something was called the beacon's and has no round or no signature.
    BeaconHow {},
    /// Whether the reader takes over a seat that the organiser wants to give him.
    SeatOffer {
        game: String,
        seat: Seat,
        /// The turn that is being played.
        turn: u16,
        /// The days within which an answer is in time.
        days: i64,
    },
    /// The reader has taken the seat over.
    TakenOver { game: String, seat: Seat },
    /// The reader cannot have the seat.
    NotTakenOver { game: String, seat: Seat, why: NotTakenOver },
    /// All that is stored about the reader.
    MyData { data: Box<MyData> },
    /// Whether the reader really wants to be forgotten, and lose these seats.
    ForgetAsk { seats: Vec<SeatFacts> },
    /// The reader is forgotten.
    Forgotten {},
    /// A second address is confirmed, belongs to somebody else, or was asked.
    AlsoAddress { address: String, stage: AlsoAddress },
    /// Nothing is carried out while the game is paused.
    Paused {},
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameStage {
    /// Nobody has joined yet.
    Announced,
    /// It waits for players, or for their phrases.
    Gathering,
    /// It is being played.
    Playing,
    /// All its clocks stand still.
    Paused,
    /// It is over.
    Ended,
    /// It is over, and only its log is kept.
    Archived,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameLine {
    pub name: String,
    pub status: GameStage,
    pub setup: Setup,
    /// How many of its seats are taken.
    pub players: usize,
    /// How many seats it has.
    pub seats: usize,
    /// Seats in need of a player, once the game has begun.
    pub vacant: Vec<Seat>,
    /// The current turn, once the game has begun.
    pub turn: Option<u16>,
    /// Anybody may join; otherwise those who are invited.
    pub open: bool,
    /// Joining takes a password.
    pub password: bool,
}

/// What was agreed for a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameSettings {
    pub game: String,
    pub setup: Setup,
    /// In the order of the form, as `key: value`.
    pub lines: Vec<FormLine>,
}

/// A line of the form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FormLine {
    pub key: &'static str,
    pub value: FormValue,
}

/// What stands in a line of the form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FormValue {
    /// A word that the templates translate, or a text that they leave.
    Word { word: String },
    /// The scenario, by its name in the reader's language.
    Scenario { scenario: Scenario },
    Days {
        /// How many days.
        count: u32,
    },
    Hours {
        /// How many hours.
        count: u32,
    },
    /// Missed deadlines that cost the seat.
    Lapses {
        /// How many without an answer between them.
        in_a_row: u32,
        /// How many in the whole game.
        all: u32,
    },
}

impl From<Scenario> for FormValue {
    fn from(scenario: Scenario) -> FormValue {
        FormValue::Scenario { scenario }
    }
}

impl From<&str> for FormValue {
    fn from(word: &str) -> FormValue {
        FormValue::Word { word: word.to_owned() }
    }
}

impl From<String> for FormValue {
    fn from(word: String) -> FormValue {
        FormValue::Word { word }
    }
}

/// A line of the form that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FormFault {
    pub line: String,
    /// A code that the templates know.
    pub why: &'static str,
    /// What could stand there.
    pub known: Vec<FormValue>,
}

/// Why no game is founded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoNewGame {
    /// The name is not one that a game can have.
    Name,
    /// There is a game of this name.
    Taken,
    /// The reader has founded too many games today.
    TooMany,
}

/// Why somebody cannot join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum NotJoined {
    /// It has begun, or is over.
    NotGathering {},
    /// All places are taken.
    Full {},
    /// It is for people who are invited.
    NotInvited {},
    /// The mail names no password.
    PasswordNeeded {},
    /// The mail names a wrong password.
    PasswordWrong {},
    /// Too many wrong passwords today.
    PasswordTooOften {},
    /// Percentages.
    Unreliable {
        /// How many of the deadlines the reader has kept.
        percent: u32,
        /// How many the game asks for.
        needed: u32,
    },
    /// The person has this many seats already.
    SeatsEnough { most: u8 },
    /// Another player has the role; these are free still.
    RoleTaken { seat: Seat, free: Vec<Seat> },
    /// The scenario does not have this role.
    NoSuchRole { seat: Seat },
}

/// Why a seat cannot be taken over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotTakenOver {
    /// Somebody plays it.
    NotVacant,
    /// The game is not being played.
    NotPlaying,
    /// The reader has let too many deadlines pass.
    Unreliable,
    /// The reader has enough seats of the game.
    SeatsEnough,
}

/// How far a second address has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlsoAddress {
    /// A letter went there.
    Asked,
    /// It is confirmed.
    Done,
    /// It is known as another person's.
    SomebodyElses,
    /// It is not an address.
    NotAnAddress,
}

/// How a person wants to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WishFacts {
    pub name: String,
    pub language: String,
    /// A name of the IANA time zone database.
    pub time_zone: String,
    /// Mails have an HTML part.
    pub html: bool,
    /// Reports have pictures.
    pub pictures: bool,
    /// The seat's view goes along as JSON.
    pub json: bool,
    /// A mail comes whenever a nation's action has ended.
    pub at_once: bool,
    /// Mails that need no answer are gathered into one a day.
    pub digest: bool,
    /// The hour of the reader's day, 0 to 23, at which gathered news goes out.
    pub digest_hour: u8,
}

/// A seat of somebody's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatFacts {
    pub game: String,
    pub status: GameStage,
    /// `None` before the raffle.
    pub seat: Option<Seat>,
}

/// All that is stored about a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MyData {
    /// The addresses, each with the time at which it was confirmed, if it was.
    pub addresses: Vec<AddressFacts>,
    pub wishes: Option<WishFacts>,
    pub seats: Vec<SeatFacts>,
    /// The games at which the person looks on.
    pub observes: Vec<String>,
    /// How many deadlines the person kept.
    pub kept: u32,
    /// How many deadlines the person let pass.
    pub lapsed: u32,
    /// How many seats the person gave up.
    pub resigned: u32,
    /// How many games the person played to their end.
    pub finished: u32,
    /// Mails that came and went, with times and what they were.
    pub received: Vec<TraceFacts>,
    pub sent: Vec<TraceFacts>,
    /// How many of each there are; the lists hold the latest.
    pub received_count: usize,
    pub sent_count: usize,
}

/// An address of somebody's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AddressFacts {
    pub address: String,
    pub confirmed: Option<Moment>,
}

/// A mail that came or went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TraceFacts {
    pub time: Moment,
    pub what: String,
}

/// Templates need not know what a picture shows: only whether there is one.
fn is_there<S: Serializer>(
    picture: &Option<Box<Picture>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(picture.is_some())
}
