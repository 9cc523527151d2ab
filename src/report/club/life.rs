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

/// One answer of the desk, told by macro `note` of `club-life.jinja`, which takes some of its sentences from
/// `club-desk.jinja`, `club-form.jinja` and `club-person.jinja`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "life", rename_all = "kebab-case")]
pub enum LifeNote {
    /// These lines are carried out when the mail is answered.
    Challenge {
        /// As they were written.
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
    NotUnderstood {
        /// As they were written.
        lines: Vec<String>,
    },
    /// These lines concern a seat of a game, and the mail shows none.
    OfASeat {
        /// As they were written; a reply to a mail of the game would show the seat.
        lines: Vec<String>,
    },
    /// All games that are not archived.
    Games {
        /// The newest first, as many as fit into a mail; empty if there is none.
        games: Vec<GameLine>,
    },
    /// There is no game of this name; without one, no name was given.
    NoGame {
        /// As it was written.
        name: Option<String>,
    },
    /// How a game stands that has not begun, or is over.
    GameStatus {
        /// How far it has come.
        game: GameLine,
        /// What was agreed for it.
        settings: GameSettings,
    },
    /// The public table of a game being played.
    Standing {
        /// How far it has come.
        game: GameLine,
        /// What everybody may know, and nothing else.
        table: Box<Table>,
    },
    /// Where everybody stands.
    Map {
        /// The game's name.
        game: String,
        /// Where everybody stands, in words.
        table: Box<Table>,
        /// What the picture shows, for readers who want pictures; it is drawn when the mail is sent.
        #[serde(serialize_with = "is_there")]
        picture: Option<Box<Picture>>,
    },
    /// The decisive events turn by turn.
    Course {
        /// The game's name.
        game: String,
        /// From the first; turns without anything decisive are left out.
        turns: Vec<TurnOfWar>,
    },
    /// One turn in full; nothing if it has not come.
    Turn {
        /// The game's name.
        game: String,
        /// From 1, as it was asked for.
        turn: u64,
        /// What everybody may know of it.
        news: Chronicle,
    },
    /// Paragraphs of the rules.
    Rules {
        /// The number of a section or paragraph, as `R7` or `R7.5`.
        asked: String,
        /// Each with its number in front (R7.5), in the reader's language; empty if none was found.
        paragraphs: Vec<String>,
    },
    /// The headings of all sections.
    RulesContents {
        /// `R1` to `R14`, each with its title.
        headings: Vec<String>,
    },
    /// How many people look on at a game.
    Observers {
        /// The game's name.
        game: String,
        /// Players are not counted; who they are is told to nobody.
        count: usize,
    },
    /// What the reader wants, and what was agreed for the game of the mail.
    Settings {
        /// How the reader wants to be written to.
        wishes: WishFacts,
        /// `None` if the mail is about no game.
        game: Option<GameSettings>,
    },
    /// A wish is noted.
    Noted {
        /// The wish's word, which the phrases translate.
        wish: &'static str,
        /// What holds from now on.
        value: String,
    },
    /// A wish is not noted: what was written for it makes no sense.
    NotNoted {
        /// The wish's word, which the phrases translate.
        wish: &'static str,
        /// What was written.
        value: String,
        /// What can be written in its place, or is spelt nearly so; may be empty.
        known: Vec<String>,
    },
    /// The form of a new game, to be filled in.
    Form {
        /// The game's name.
        game: String,
        /// In the order in which they are to be filled in.
        lines: Vec<FormLine>,
        /// What the last answer got wrong; empty at first.
        faults: Vec<FormFault>,
        /// It goes out for the first time.
        first: bool,
    },
    /// The form cannot be had, or the game not be founded.
    NoNewGame {
        /// The name as it was written.
        game: String,
        /// What the reader could do about it.
        why: NoNewGame,
    },
    /// The game is founded and waits for players.
    Founded {
        /// The game's name.
        game: String,
        /// What holds for it from now on.
        settings: GameSettings,
        /// The hash of its seed: 64 hexadecimal digits.
        seed_commitment: String,
        /// How many people were invited.
        invited: usize,
    },
    /// Somebody invites the reader.
    Invitation {
        /// The game's name.
        game: String,
        /// How the founder wants to be called.
        by: String,
        /// What was agreed for it.
        settings: GameSettings,
        /// Places that nobody has taken yet.
        free: usize,
        /// Which roles these are, where they are chosen and not raffled.
        roles: Vec<Seat>,
    },
    /// The reader has a place in a game.
    Joined {
        /// The game's name.
        game: String,
        /// Which of the players he is, from 1.
        place: usize,
        /// How many there are now.
        players: usize,
        /// His role, unless the roles are raffled.
        seat: Option<Seat>,
    },
    /// The reader gets no place in a game.
    NotJoined {
        /// The game's name.
        game: String,
        /// What the reader could do about it.
        why: NotJoined,
    },
    /// The reader has given his place up.
    Left {
        /// The game's name.
        game: String,
    },
    /// The reader has no place there that he could give up.
    NotIn {
        /// The game's name.
        game: String,
    },
    /// The reader looks on at a game.
    Observing {
        /// The game's name.
        game: String,
        /// He did so before.
        before: bool,
    },
    /// The reader looks on at a game no longer.
    NotObserving {
        /// The game's name.
        game: String,
        /// He did so until now.
        before: bool,
    },
    /// Whether the reader really wants to give up the seat.
    ResignAsk {
        /// The game's name.
        game: String,
        /// The seat that would need another player.
        seat: Seat,
    },
    /// The reader has given up the seat.
    Resigned {
        /// The game's name.
        game: String,
        /// Which seat is vacant now.
        seat: Seat,
    },
    /// The line would have an effect, and the mail was a test.
    OnlyATest {
        /// As it was written.
        line: String,
    },
    /// Phrases and hashes come too late: the game has begun.
    ChanceIsFixed {},
    /// Something was called the beacon's and has no round or no signature.
    BeaconHow {},
    /// Whether the reader takes over a seat that the organiser wants to give him.
    SeatOffer {
        /// The game's name.
        game: String,
        /// The seat that is vacant or is to change hands.
        seat: Seat,
        /// The turn that is being played.
        turn: u16,
        /// The days within which an answer is in time.
        days: i64,
    },
    /// The reader has taken the seat over.
    TakenOver {
        /// The game's name.
        game: String,
        /// The seat that is the reader's now.
        seat: Seat,
    },
    /// The reader cannot have the seat.
    NotTakenOver {
        /// The game's name.
        game: String,
        /// The seat that was asked for.
        seat: Seat,
        /// What stands in the way.
        why: NotTakenOver,
    },
    /// All that is stored about the reader.
    MyData {
        /// Addresses, wishes, seats, deadlines, mails.
        data: Box<MyData>,
    },
    /// Whether the reader really wants to be forgotten, and lose these seats.
    ForgetAsk {
        /// In all games, those that are over included.
        seats: Vec<SeatFacts>,
    },
    /// The reader is forgotten.
    Forgotten {},
    /// What came of the wish for a second address; also the question that goes to that address.
    AlsoAddress {
        /// The second address.
        address: String,
        /// How far it has come.
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
    /// Unique among all games of the program, 1 to 32 of a-z and 0-9.
    pub name: String,
    /// How far it has come.
    pub status: GameStage,
    /// Scenario, edition and options.
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
    /// The game's name.
    pub game: String,
    /// Scenario, edition and options.
    pub setup: Setup,
    /// In the order of the form, as `key: value`.
    pub lines: Vec<FormLine>,
}

/// A line of the form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FormLine {
    /// What stands before the colon, in English; the phrases translate it.
    pub key: &'static str,
    /// What stands behind the colon.
    pub value: FormValue,
}

/// What stands in a line of the form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FormValue {
    /// A word that the templates translate, or a text that they leave.
    Word {
        /// Such as `yes`, a name, or a zone of the IANA database.
        word: String,
    },
    /// The scenario, by its name in the reader's language.
    Scenario {
        /// Its name is in the scenario's own data, for each language.
        scenario: Scenario,
    },
    /// A span of whole days.
    Days {
        /// How many days.
        count: u32,
    },
    /// A span of whole hours.
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
    /// As the reader wrote it.
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
    /// The reader has kept too few deadlines.
    Unreliable {
        /// How many of the deadlines the reader has kept, in per cent.
        percent: u32,
        /// How many the game asks for, in per cent.
        needed: u32,
    },
    /// The person has this many seats already.
    SeatsEnough {
        /// How many one person may have in this game.
        most: u8,
    },
    /// Another player has the role; these are free still.
    RoleTaken {
        /// The role that was asked for.
        seat: Seat,
        /// The roles that nobody has taken.
        free: Vec<Seat>,
    },
    /// The scenario does not have this role.
    NoSuchRole {
        /// The role that was asked for.
        seat: Seat,
    },
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
    /// How the person wants to be called; empty if nothing was said.
    pub name: String,
    /// Its tag, such as `pl`.
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

/// A seat of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatFacts {
    /// The game's name.
    pub game: String,
    /// How far the game has come.
    pub status: GameStage,
    /// `None` before the raffle.
    pub seat: Option<Seat>,
}

/// All that is stored about a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MyData {
    /// All addresses of the person.
    pub addresses: Vec<AddressFacts>,
    /// `None` where the program keeps no person for the address.
    pub wishes: Option<WishFacts>,
    /// In all games, those that are over included.
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
    /// The latest mails that came from the person.
    pub received: Vec<TraceFacts>,
    /// The latest mails of the program to the person.
    pub sent: Vec<TraceFacts>,
    /// How many mails came from the person altogether.
    pub received_count: usize,
    /// How many mails went to the person altogether.
    pub sent_count: usize,
}

/// An address of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AddressFacts {
    /// As mails to the person bear it.
    pub address: String,
    /// When a mail with a token came back from there; `None` before.
    pub confirmed: Option<Moment>,
}

/// A mail that came or went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TraceFacts {
    /// When it came or was written.
    pub time: Moment,
    /// The outcome of a mail that came, or the kind of one that went.
    pub what: String,
}

/// Templates get only whether there is a picture, not what it shows.
fn is_there<S: Serializer>(
    picture: &Option<Box<Picture>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(picture.is_some())
}
