//! The kinds of mail a player can get, each with the facts it tells.
//!
//! Addresses, tokens and MIME are no matter of this module.

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
    Welcome(Box<Welcome>),
    Report(Box<Report>),
    Receipt(Box<Receipt>),
    Late(Box<Late>),
    NotYours(NotYours),
    Stranger(Stranger),
    Unreadable(Unreadable),
    UnknownGame(UnknownGame),
    Help(Help),
    GameEnded(Box<GameEnded>),
    Gathering(Box<Gathering>),
    Log(LogCopy),
    Bounces(Bounces),
    TooMany(TooMany),
    AddressChange(AddressChange),
    OperatorNote(OperatorNote),
    Desk(Desk),
    VoteCall(VoteCall),
    VoteDecided(VoteDecided),
    Press(PressMail),
    GameClosed(Box<GameClosed>),
    Reminder(Box<Reminder>),
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
    pub game: GameHead,
    pub setup: Setup,
    pub players: Vec<Player>,
    /// What the reader must do first.
    pub prompts: Vec<Prompt>,
    pub map: MapAid,
    /// SHA-256 of the game's secret seed.
    pub seed_commitment: String,
    /// What the players have put into the key of all chance, in this order; empty if they were
    /// not asked.
    pub phrases: Vec<Phrase>,
    /// The beacon's round that went into it, too.
    pub beacon: Option<Beacon>,
    pub log: LogHead,
}

/// The log of a game goes along with this mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogCopy {
    pub game: String,
    /// The sealed parts are in it.
    pub over: bool,
    /// Name of the attached file.
    pub file: String,
    pub log: LogHead,
}

/// The regular mail.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    pub game: GameHead,
    /// What became of the mail that this one answers.
    pub receipt: Option<Box<Receipt>>,
    /// The reader has just taken the seat over.
    pub newcomer: bool,
    /// Whether it has everything that the reader may know of the position; otherwise it has what an answer needs.
    pub full: bool,
    /// The news are of a whole turn, also what earlier mails have told in short.
    pub whole_turn: bool,
    /// What became of orders sent ahead.
    pub ahead: Option<AheadDue>,
    /// What is kept for later.
    pub standing: Standing,
    /// What the reader must do now.
    pub prompts: Vec<Prompt>,
    /// What happened since the last mail.
    pub news: Chronicle,
    pub map: MapAid,
    pub holdings: Vec<Holding>,
    pub table: Table,
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
            whole_turn: false,
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
    pub game: GameHead,
    /// What has become of the combat that it was for, if one of the reader's cards has been played in
    /// it since the mail that is answered.
    pub meanwhile: Chronicle,
    /// What the mail said.
    pub lines: Vec<String>,
    /// What is awaited of the seat now.
    pub now: Vec<Prompt>,
    pub log: LogHead,
}

/// The address does not hold the seat the mail is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotYours {
    pub game: String,
}

/// Mail from an address that holds no seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stranger {}

/// A mail in which no text could be found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unreadable {
    /// Its subject, if it had one.
    pub subject: Option<String>,
    #[serde(flatten)]
    pub why: UnreadableWhy,
}

/// Why nothing could be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum UnreadableWhy {
    NotMime {},
    NoText {},
    /// Sizes in bytes.
    TooLarge {
        /// The mail's size in bytes.
        size: u64,
        /// The largest that is read, in bytes.
        limit: u64,
    },
    TooManyParts {},
}

/// There is no such game, or it is over and gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnknownGame {
    /// The name as it was written, if one was.
    pub name: Option<String>,
    /// Games in which the sender has a seat.
    pub yours: Vec<String>,
}

/// The manual, or a page of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Help {
    /// The game the question came from.
    pub game: Option<String>,
    /// What was asked for; the overview if there is no such page.
    pub topic: Option<String>,
}

/// What decided the war in one turn.
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
    pub game: GameHead,
    pub scenario: Scenario,
    pub outcome: Outcome,
    pub news: Chronicle,
    /// The war turn by turn: conquests, strokes of fate, who left it.
    pub course: Vec<TurnOfWar>,
    pub map: MapAid,
    pub table: Table,
    /// The seed that was secret, 64 hexadecimal digits, and its commitment.
    pub seed: String,
    pub seed_commitment: String,
    pub log: LogHead,
}

/// The last mail of a game that its players have closed or the organiser has stopped.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameClosed {
    pub game: GameHead,
    pub scenario: Scenario,
    /// Who won by agreement; nobody if it is a draw or was stopped.
    pub winners: Vec<Seat>,
    /// The organiser has stopped it.
    pub stopped: bool,
    pub news: Chronicle,
    /// The war turn by turn: conquests, strokes of fate, who left it.
    pub course: Vec<TurnOfWar>,
    pub table: Table,
    /// The seed that was secret, 64 hexadecimal digits, and its commitment.
    pub seed: String,
    pub seed_commitment: String,
    pub log: LogHead,
}

/// A player's mail comes back: told to the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bounces {
    pub game: String,
    /// The seat whose mail it is.
    pub seat: Seat,
    /// Until when that player has time now, if the clock was put off.
    pub more_time: Option<Moment>,
    pub log: LogHead,
}

/// More mails of one player on one day than are acted upon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TooMany {
    pub game: String,
    /// How many mails of a seat are read on one day.
    pub limit: u32,
}

/// About a seat's mail going to another address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AddressChange {
    pub game: String,
    pub seat: Seat,
    #[serde(flatten)]
    pub stage: AddressStage,
}

/// How far a change of address has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum AddressStage {
    /// Asks at the new address whether it is the player's.
    AskNew {},
    /// Asks at the old address whether the change is wanted, and says after how many days the question is void.
    AskOld { new_address: String, days: i64 },
    /// One has agreed, the other has not answered.
    Waiting {},
    /// The answer was neither yes nor no.
    Unclear {},
    /// There is nothing to agree to any more.
    Void {},
    /// Refused by one of the two.
    Withdrawn {},
    /// Tells the old address that it is done.
    MovedAway { new_address: String },
    /// Tells the new address that it is done.
    MovedHere {},
    /// The line that asked, and why it cannot be done.
    NotPossible { line: String, why: NoNewAddress },
}

/// Why a change of address is not begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoNewAddress {
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
    pub failures: Vec<NotedFailure>,
    /// All mails that are given up.
    pub dead_count: u64,
    /// The latest of them.
    pub dead: Vec<DeadMail>,
}

/// Something that failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotedFailure {
    pub what: String,
    /// How often it failed.
    pub count: u32,
    /// The first time, RFC 3339.
    pub first: String,
    pub last_error: String,
}

/// A mail that was given up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DeadMail {
    pub kind: String,
    pub to: String,
    /// RFC 3339.
    pub written: String,
    pub error: String,
}
