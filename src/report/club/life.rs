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
        days: i64,
    },
    /// A round of the public beacon came; so many games began with it.
    Beacon {
        round: u64,
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
    NotUnderstood {
        lines: Vec<String>,
    },
    /// These lines concern a seat of a game, and the mail shows none.
    OfASeat {
        lines: Vec<String>,
    },
    /// All games that are not archived.
    Games {
        games: Vec<GameLine>,
    },
    /// There is no game of this name; without one, no name was given.
    NoGame {
        name: Option<String>,
    },
    /// How a game stands that has not begun, or is over.
    GameStatus {
        game: GameLine,
        settings: GameSettings,
    },
    /// The public table of a game being played.
    Standing {
        game: GameLine,
        table: Box<Table>,
    },
    /// Where everybody stands.
    Map {
        game: String,
        table: Box<Table>,
        /// What the picture of it shows, for who wants pictures; it is drawn when the mail is sent.
        #[serde(serialize_with = "is_there")]
        picture: Option<Box<Picture>>,
    },
    /// The decisive events turn by turn.
    Course {
        game: String,
        turns: Vec<TurnOfWar>,
    },
    /// One turn in full; nothing if it has not come.
    Turn {
        game: String,
        turn: u64,
        news: Chronicle,
    },
    /// Paragraphs of the rules; none found if empty.
    Rules {
        asked: String,
        paragraphs: Vec<String>,
    },
    /// The headings of all sections.
    RulesContents {
        headings: Vec<String>,
    },
    Observers {
        game: String,
        count: usize,
    },
    /// What the reader wants, and what was agreed for the game of the mail.
    Settings {
        wishes: WishFacts,
        game: Option<GameSettings>,
    },
    /// A wish is noted: its name and what it is now.
    Noted {
        wish: &'static str,
        value: String,
    },
    /// It makes no sense: its name, what was written, and what it can be.
    NotNoted {
        wish: &'static str,
        value: String,
        known: Vec<String>,
    },
    /// The form of a new game: to be filled in, with what is wrong with the last answer.
    Form {
        game: String,
        lines: Vec<FormLine>,
        faults: Vec<FormFault>,
        first: bool,
    },
    /// The form cannot be had, or the game not be founded.
    NoNewGame {
        game: String,
        why: NoNewGame,
    },
    Founded {
        game: String,
        settings: GameSettings,
        seed_commitment: String,
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
    Joined {
        game: String,
        place: usize,
        players: usize,
        seat: Option<Seat>,
    },
    NotJoined {
        game: String,
        why: NotJoined,
    },
    Left {
        game: String,
    },
    NotIn {
        game: String,
    },
    Observing {
        game: String,
        before: bool,
    },
    NotObserving {
        game: String,
        before: bool,
    },
    /// Whether the reader really wants to give up the seat.
    ResignAsk {
        game: String,
        seat: Seat,
    },
    Resigned {
        game: String,
        seat: Seat,
    },
    /// The line would have an effect, and the mail was a test.
    OnlyATest {
        line: String,
    },
    /// Phrases and hashes come too late: the game has begun.
    ChanceIsFixed {},
    /// Something was called the beacon's and has no round or no signature.
    BeaconHow {},
    /// Whether the reader takes over a seat that the organiser wants to give him.
    SeatOffer {
        game: String,
        seat: Seat,
        turn: u16,
        days: i64,
    },
    TakenOver {
        game: String,
        seat: Seat,
    },
    NotTakenOver {
        game: String,
        seat: Seat,
        why: NotTakenOver,
    },
    MyData {
        data: Box<MyData>,
    },
    ForgetAsk {
        seats: Vec<SeatFacts>,
    },
    Forgotten {},
    /// A second address is confirmed, belongs to somebody else, or was asked.
    AlsoAddress {
        address: String,
        stage: AlsoAddress,
    },
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
    Playing,
    Paused,
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
    pub players: usize,
    pub seats: usize,
    /// Seats in need of a player, once the game has begun.
    pub vacant: Vec<Seat>,
    /// The current turn, once the game has begun.
    pub turn: Option<u16>,
    pub open: bool,
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
    Word {
        word: String,
    },
    Scenario {
        scenario: Scenario,
    },
    Days {
        count: u32,
    },
    Hours {
        count: u32,
    },
    /// Missed deadlines that cost the seat.
    Lapses {
        in_a_row: u32,
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
    Name,
    Taken,
    TooMany,
}

/// Why somebody cannot join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum NotJoined {
    /// It has begun, or is over.
    NotGathering {},
    Full {},
    NotInvited {},
    PasswordNeeded {},
    PasswordWrong {},
    /// Too many wrong passwords today.
    PasswordTooOften {},
    /// Percentages.
    Unreliable {
        percent: u32,
        needed: u32,
    },
    /// The person has this many seats already.
    SeatsEnough {
        most: u8,
    },
    /// Another player has the role; these are free still.
    RoleTaken {
        seat: Seat,
        free: Vec<Seat>,
    },
    NoSuchRole {
        seat: Seat,
    },
}

/// Why a seat cannot be taken over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotTakenOver {
    NotVacant,
    NotPlaying,
    Unreliable,
    SeatsEnough,
}

/// How far a second address has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlsoAddress {
    Asked,
    Done,
    SomebodyElses,
    NotAnAddress,
}

/// How a person wants to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WishFacts {
    pub name: String,
    pub language: String,
    pub time_zone: String,
    pub html: bool,
    pub pictures: bool,
    pub json: bool,
    pub at_once: bool,
    pub digest: bool,
    /// Of the reader's day.
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
    /// With the time of confirmation, if there was one.
    pub addresses: Vec<AddressFacts>,
    pub wishes: Option<WishFacts>,
    pub seats: Vec<SeatFacts>,
    pub observes: Vec<String>,
    pub kept: u32,
    pub lapsed: u32,
    pub resigned: u32,
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
