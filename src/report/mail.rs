//! The kinds of mail a player can get, each with the facts it tells.
//!
//! To which address a mail goes, its token and MIME are no matter of this module.

use super::chronicle::Chronicle;
use super::clock::{Reminder, Vacancy};
use super::club::{Desk, LifeNote, Note, PressMail, VoteCall, VoteDecided};
use super::gathering::{Gathering, Phrase};
use super::happening::Happening;
use super::head::{GameHead, LogHead, Player};
use super::holdings::Holding;
use super::map::{MapAid, Picture};
use super::moment::Moment;
use super::prompt::Prompt;
use super::receipt::Receipt;
use super::standing::{AheadDue, Standing};
use super::table::Table;
use crate::beacon::Beacon;
use crate::game::{Event, Nation, Outcome, Phase, Scenario, Seat, Setup, View};
use serde::Serialize;

/// The kind of the note to the operator.
pub const OPERATORS_NOTE: &str = "operator-note";

/// A mail to one reader.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "mail", rename_all = "kebab-case")]
pub enum Mail {
    /// The first mail to a seat, when the game begins.
    Welcome(Box<Welcome>),
    /// What happened, what is awaited, and where everything stands.
    Report(Box<Report>),
    /// What became of a mail with orders.
    Receipt(Box<Receipt>),
    /// An order for a decision that is over changed nothing.
    Late(Box<Late>),
    /// The token is right, but the address is not that of the seat.
    NotYours(NotYours),
    /// To somebody who holds no seat: how to begin.
    Stranger(Stranger),
    /// Nothing in the mail could be read.
    Unreadable(Unreadable),
    /// The game that was named does not exist, or several could be meant.
    UnknownGame(UnknownGame),
    /// Pages of the manual.
    Help(Help),
    /// The last mail of a game that ended by the rules (R12).
    GameEnded(Box<GameEnded>),
    /// Before a game begins: places, hashes, phrases.
    Gathering(Box<Gathering>),
    /// A copy of the log, attached.
    Log(LogCopy),
    /// Mail to another player comes back.
    Bounces(Bounces),
    /// The day's mails of a seat are used up.
    TooMany(TooMany),
    /// One of the letters about another address.
    AddressChange(AddressChange),
    /// What failed, to whoever runs the program.
    OperatorNote(OperatorNote),
    /// Answers of the club, without orders.
    Desk(Desk),
    /// Asks for a ballot.
    VoteCall(VoteCall),
    /// How a vote ended.
    VoteDecided(VoteDecided),
    /// What other players have said.
    Press(PressMail),
    /// The last mail of a game that did not end by the rules.
    GameClosed(Box<GameClosed>),
    /// A deadline is near or has passed.
    Reminder(Box<Reminder>),
    /// A seat has lost its player, or may.
    Vacancy(Box<Vacancy>),
}

impl Mail {
    /// The picture that an answer brings to a player who asked for the map.
    pub fn picture(&self) -> Option<&Picture> {
        let notes = match self {
            Mail::Desk(desk) => &desk.notes,
            Mail::Receipt(receipt) => &receipt.notes,
            Mail::Report(report) => &report.receipt.as_ref()?.notes,
            _ => return None,
        };
        notes.iter().find_map(|note| match note {
            Note::Life(LifeNote::Map { picture, .. }) => picture.as_deref(),
            _ => None,
        })
    }

    /// Whether it says by when something is due.
    pub fn has_deadlines(&self) -> bool {
        let prompts = match self {
            Mail::Welcome(welcome) => &welcome.prompts,
            Mail::Report(report) => &report.prompts,
            Mail::Reminder(reminder) => &reminder.prompts,
            _ => return false,
        };
        prompts.iter().any(|prompt| prompt.deadline.is_some())
    }

    /// Stable name of the kind, which is also the name of its template.
    pub const fn kind(&self) -> &'static str {
        match self {
            Mail::Welcome(_) => "welcome",
            Mail::Report(_) => "report",
            Mail::Receipt(_) => "receipt",
            Mail::Late(_) => "late",
            Mail::NotYours(_) => "not-yours",
            Mail::Stranger(_) => "stranger",
            Mail::Unreadable(_) => "unreadable",
            Mail::UnknownGame(_) => "unknown-game",
            Mail::Help(_) => "help",
            Mail::GameEnded(_) => "game-ended",
            Mail::Gathering(_) => "gathering",
            Mail::Log(_) => "log",
            Mail::Bounces(_) => "bounces",
            Mail::TooMany(_) => "too-many",
            Mail::AddressChange(_) => "address-change",
            Mail::OperatorNote(_) => OPERATORS_NOTE,
            Mail::Desk(_) => "desk",
            Mail::VoteCall(_) => "vote-call",
            Mail::VoteDecided(_) => "vote-decided",
            Mail::Press(_) => "press",
            Mail::GameClosed(_) => "game-closed",
            Mail::Reminder(_) => "reminder",
            Mail::Vacancy(_) => "vacancy",
        }
    }
}

/// The first mail to a seat: what it is, what is asked of it first, and how all this works.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Welcome {
    /// Where the game stands as it begins.
    pub game: GameHead,
    /// Scenario, edition and options.
    pub setup: Setup,
    /// In the order of the seats, those the program plays included.
    pub players: Vec<Player>,
    /// What the reader must do first.
    pub prompts: Vec<Prompt>,
    /// Whether pictures go along, and what the one of the theatre is about.
    pub map: MapAid,
    /// SHA-256 of the game's secret seed.
    pub seed_commitment: String,
    /// What the players have put into the key of all chance, in this order; empty if they were
    /// not asked.
    pub phrases: Vec<Phrase>,
    /// The beacon's round that went into it, too.
    pub beacon: Option<Beacon>,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// The log of a game goes along with this mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogCopy {
    /// The game's name.
    pub game: String,
    /// The sealed parts are in it.
    pub over: bool,
    /// Name of the attached file.
    pub file: String,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// The regular mail.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Where the game stands now.
    pub game: GameHead,
    /// What became of the mail that this one answers.
    pub receipt: Option<Box<Receipt>>,
    /// The reader has just taken the seat over.
    pub newcomer: bool,
    /// Whether it has everything that the reader may know of the position; otherwise it has what an answer needs.
    pub full: bool,
    /// What became of orders sent ahead.
    pub ahead: Option<AheadDue>,
    /// What is kept for later.
    pub standing: Standing,
    /// What the reader must do now.
    pub prompts: Vec<Prompt>,
    /// What happened since the last mail.
    pub news: Chronicle,
    /// Whether pictures go along, and what the one of the theatre is about.
    pub map: MapAid,
    /// What the reader has, nation by nation; empty for an observer.
    pub holdings: Vec<Holding>,
    /// What everybody may know of the position.
    pub table: Table,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

impl Report {
    /// The facts of a view, with the events since the last mail as
    /// [`events_for`](super::events_for) gives them.
    pub fn new(
        game: &str,
        view: &View,
        prompts: Vec<Prompt>,
        news: &[Happening],
        players: &[Player],
        log: LogHead,
    ) -> Report {
        let picture = Picture::new(view, news, &[]);
        Report {
            game: GameHead::new(game, view),
            receipt: None,
            newcomer: false,
            full: true,
            ahead: None,
            standing: Standing::default(),
            prompts,
            news: Chronicle::new(news, acting(view)),
            map: MapAid::new(&picture),
            holdings: Holding::all(view),
            table: Table::new(view, players),
            log,
        }
    }

    /// Adds what a picture for the same reader shows; `along` says whether pictures go along.
    pub fn show(&mut self, picture: &Picture, along: bool) {
        self.map = MapAid { pictures: along, ..MapAid::new(picture) };
        self.table.learn(picture);
    }
}

/// The nation whose action it is, if it is one's.
fn acting(view: &View) -> Option<Nation> {
    let of_a_nation = !matches!(view.phase, Phase::SetUp | Phase::Fate);
    (of_a_nation && view.outcome.is_none()).then_some(view.nation)
}

/// An order for a decision that is over.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Late {
    /// Where the game stands now.
    pub game: GameHead,
    /// What has become of the combat that it was for, if one of the reader's cards has been played in
    /// it since the mail that is answered.
    pub meanwhile: Chronicle,
    /// What the mail said.
    pub lines: Vec<String>,
    /// What is awaited of the seat now.
    pub now: Vec<Prompt>,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// The address does not hold the seat the mail is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotYours {
    /// The game's name; nothing else of it is told.
    pub game: String,
}

/// Mail from an address that holds no seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stranger {}

/// A mail that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unreadable {
    /// Its subject, if it had one.
    pub subject: Option<String>,
    /// What could be done about it.
    #[serde(flatten)]
    pub why: UnreadableWhy,
}

/// Why nothing could be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum UnreadableWhy {
    /// It has no header or is no message (RFC 5322, RFC 2045).
    NotMime {},
    /// All its parts are empty, or none of them is text.
    NoText {},
    /// It is too large to be read.
    TooLarge {
        /// The mail's size in bytes.
        size: u64,
        /// The largest that is read, in bytes.
        limit: u64,
    },
    /// It has more MIME parts than are looked at.
    TooManyParts {},
}

/// There is no such game, or it is over and gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnknownGame {
    /// The name as it was written, if one was.
    pub name: Option<String>,
    /// Games in which the sender has a seat.
    pub yours: Vec<String>,
    /// The one of them that the mail is taken to be for: a reply to this mail speaks for the sender's seat in it.
    pub meant: Option<String>,
}

/// The manual, or a page of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Help {
    /// The game the question came from.
    pub game: Option<String>,
    /// What was asked for; the overview if there is no such page.
    pub topic: Option<String>,
}

/// The decisive events of one turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnOfWar {
    /// The number of the turn, from 1.
    pub turn: u16,
    /// Public events, in order.
    pub events: Vec<Event>,
}

impl TurnOfWar {
    /// The turns of a game from all its public events, those without anything decisive left out.
    pub fn of_game(happenings: &[Happening]) -> Vec<TurnOfWar> {
        let mut turns: Vec<TurnOfWar> = Vec::new();
        for event in happenings.iter().filter_map(Happening::war) {
            match event {
                Event::TurnBegan { turn } => {
                    turns.push(TurnOfWar { turn: *turn, events: Vec::new() });
                }
                Event::Conquered { .. }
                | Event::Reconquered { .. }
                | Event::ConquestsLifted { .. }
                | Event::StrokeOfFate { .. }
                | Event::NationLeft { .. }
                | Event::RemovedForGood { .. }
                | Event::ImperialArmyChangedPlayer { .. }
                | Event::OffensiveOptionChosen { .. }
                | Event::OffensiveCardTaken { .. }
                | Event::OffensiveOptionFailed {}
                | Event::CombatDrawn { .. }
                | Event::CombatLost { .. }
                | Event::ReconqueredEastPrussia { .. } => {
                    if let Some(turn) = turns.last_mut() {
                        turn.events.push(event.clone());
                    }
                }
                _ => {}
            }
        }
        turns.retain(|turn| !turn.events.is_empty());
        turns
    }
}

/// The last mail of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameEnded {
    /// Where the game stood at its end.
    pub game: GameHead,
    /// What was played (R14 for two players).
    pub scenario: Scenario,
    /// Who won, and by what (R12).
    pub outcome: Outcome,
    /// What happened since the reader's last mail.
    pub news: Chronicle,
    /// The war turn by turn: conquests, strokes of fate, who left it.
    pub course: Vec<TurnOfWar>,
    /// Whether pictures go along, and what the one of the theatre is about.
    pub map: MapAid,
    /// The position at the end.
    pub table: Table,
    /// The seed that was secret, 64 hexadecimal digits.
    pub seed: String,
    /// SHA-256 of the seed, 64 hexadecimal digits, as it was mailed before the game began.
    pub seed_commitment: String,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// The last mail of a game that its players have closed or the organiser has stopped.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameClosed {
    /// Where the game stood when it was closed.
    pub game: GameHead,
    /// What was played (R14 for two players).
    pub scenario: Scenario,
    /// Who won by agreement; nobody if it is a draw or was stopped.
    pub winners: Vec<Seat>,
    /// The organiser has stopped it.
    pub stopped: bool,
    /// What happened since the reader's last mail.
    pub news: Chronicle,
    /// The war turn by turn: conquests, strokes of fate, who left it.
    pub course: Vec<TurnOfWar>,
    /// The position at the end.
    pub table: Table,
    /// The seed that was secret, 64 hexadecimal digits.
    pub seed: String,
    /// SHA-256 of the seed, 64 hexadecimal digits, as it was mailed before the game began.
    pub seed_commitment: String,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// A player's mail comes back: told to the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bounces {
    /// The game's name.
    pub game: String,
    /// The seat whose mail it is.
    pub seat: Seat,
    /// Until when that player has time now, if the clock was put off.
    pub more_time: Option<Moment>,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// More mails of one player on one day than are acted upon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TooMany {
    /// The game's name.
    pub game: String,
    /// How many mails of a seat are read on one day.
    pub limit: u32,
}

/// About a seat's mail going to another address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AddressChange {
    /// The game's name.
    pub game: String,
    /// Whose mail is to go elsewhere.
    pub seat: Seat,
    /// How far it has come, and what this letter asks or tells.
    #[serde(flatten)]
    pub stage: AddressStage,
}

/// How far a change of address has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum AddressStage {
    /// Asks at the new address whether it is the player's.
    AskNew {},
    /// Asks at the old address whether the change is wanted.
    AskOld {
        /// Where the mail would go.
        new_address: String,
        /// After so many days the question is void.
        days: i64,
    },
    /// One has agreed, the other has not answered.
    Waiting {},
    /// The answer was neither yes nor no.
    Unclear {},
    /// There is nothing to agree to any more.
    Void {},
    /// Refused by one of the two.
    Withdrawn {},
    /// Tells the old address that it is done.
    MovedAway {
        /// Where the mail goes now.
        new_address: String,
    },
    /// Tells the new address that it is done.
    MovedHere {},
    /// The change that was asked for cannot be made.
    NotPossible {
        /// As it was written.
        line: String,
        /// What would have to be different.
        why: NoNewAddress,
    },
}

/// Why a change of address is not begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoNewAddress {
    /// What was written is no mail address.
    NotAnAddress,
    /// The seat's mail goes there already.
    Same,
    /// The referee's own.
    Ours,
    /// Too many on one day.
    TooOften,
}

/// What the operator is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OperatorNote {
    /// Not told before; one for each kind of failure and day.
    pub failures: Vec<NotedFailure>,
    /// How many mails have been given up in all.
    pub dead_count: u64,
    /// The latest of them.
    pub dead: Vec<DeadMail>,
}

/// Something that failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotedFailure {
    /// What the program tried to do.
    pub what: String,
    /// How often it failed.
    pub count: u32,
    /// The first time, RFC 3339.
    pub first: String,
    /// The newest error, in its own words.
    pub last_error: String,
}

/// A mail that was given up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DeadMail {
    /// The kind of mail, as the outbox has it.
    pub kind: String,
    /// The recipient's address.
    pub to: String,
    /// RFC 3339.
    pub written: String,
    /// The server's refusal.
    pub error: String,
}
