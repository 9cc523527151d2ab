//! What can be said: orders of the game, and wishes to the club.

use super::club::absence::Absent;
use super::club::desk::{Joining, Wish};
use super::club::phrases::AboutChance;
use super::club::press::Recipients;
use super::club::votes::Wanted;
use crate::duel::Instruction;
use crate::game::{Action, PieceId, Seat};

/// A single order or wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// An order of the game. A move is always [`Action::MoveVia`]: the cities on the way that were
    /// named, then the goal; no path is resolved yet.
    Act(Action),
    /// These pieces stay where they are; all of the nation if none is named.
    Stay(Vec<PieceId>),
    /// A number alone: the entry of a menu.
    Choice(u8),

    /// All is said: also how a movement phase is ended.
    Ready,
    /// Nothing is to be carried out yet.
    Wait,
    /// A dry run of the whole mail.
    Test,
    /// What was sent before is void.
    Cancel(Cancel),
    /// What is kept of the orders: `orders`, `what are my orders?`
    ShowOrders,
    /// Where these pieces can go.
    WhereCan(Vec<PieceId>),
    /// Where these pieces stand, anybody's.
    WhereIs(Vec<PieceId>),

    /// How combats are to be fought while the player is away.
    Instruct(Box<Instruction>),
    /// Instructions sent before are withdrawn.
    Revoke(Withdrawn),

    /// Which votes are open.
    Votes,
    Propose(Wanted),
    Vote {
        yes: bool,
        number: Option<u64>,
    },
    WithdrawProposal(Option<u64>),

    Absent(Absent),
    Back,

    Press(Press),

    /// The log of the game.
    Log,
    /// Mail of the seat is to go to another address, as it was written.
    Address(String),
    /// What goes into the key of all chance: a phrase, its hash, a round of the public beacon.
    Chance(AboutChance),

    /// A page of the manual.
    Help(Option<Topic>),
    /// How the game stands; of the game that is named, if one is.
    Status(Option<String>),
    ListGames,
    NewGame(String),
    Join(Joining),
    Leave(Option<String>),
    Observe(Option<String>),
    Unobserve(Option<String>),
    Observers(Option<String>),
    Settings,
    Set(Wish),
    /// A section or a number, such as `R7` or `R7.5`; all sections if empty.
    Rules(String),
    Map(Option<String>),
    History {
        game: Option<String>,
        turn: Option<u64>,
    },
    /// `sure` if it was said twice: `resign yes`.
    Resign {
        game: Option<String>,
        sure: bool,
    },
    TakeOver {
        game: Option<String>,
        seat: Seat,
    },
    MyData,
    ForgetMe {
        sure: bool,
    },
    /// Another address of the same person.
    AlsoAddress(String),

    /// The first word of an answer to a consent; with yes the roles that are named beside it.
    Yes(Vec<Seat>),
    No,
    /// A line of a form that is filled in, key and value as they were written.
    Entry {
        key: String,
        value: String,
    },
}

impl Request {
    /// Whether it only asks for what everybody may know.
    pub fn is_public_question(&self) -> bool {
        matches!(
            self,
            Request::Help(_)
                | Request::ListGames
                | Request::Rules(_)
                | Request::Map(_)
                | Request::Status(_)
                | Request::History { .. }
                | Request::Observers(_)
        )
    }

    /// Whether the desk deals with it: it is about games and persons, and not about a game in play.
    pub fn is_of_the_desk(&self) -> bool {
        self.is_public_question()
            || matches!(
                self,
                Request::NewGame(_)
                    | Request::Join(_)
                    | Request::Leave(_)
                    | Request::Observe(_)
                    | Request::Unobserve(_)
                    | Request::Settings
                    | Request::Set(_)
                    | Request::Resign { .. }
                    | Request::TakeOver { .. }
                    | Request::MyData
                    | Request::ForgetMe { .. }
                    | Request::AlsoAddress(_)
            )
    }
}

/// What is taken back by `cancel`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cancel {
    /// Everything sent before for the decision, or below the heading.
    All,
    /// What was ordered for these pieces.
    Pieces(Vec<PieceId>),
}

/// Which instructions are withdrawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Withdrawn {
    All,
    /// Those with this [`Instruction::key`].
    Key(String),
}

/// Press as it stands in a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Press {
    /// The line it begins with.
    pub heading: String,
    pub to: Recipients,
    pub text: String,
    /// Nothing in the mail ended it, and lines stand below its heading.
    pub to_the_end: bool,
}

/// A page of the manual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Moves,
    Recruiting,
    Combat,
    Duels,
    Ahead,
    Cards,
    Names,
    Commands,
    Token,
}

impl Topic {
    /// All pages, in their order.
    pub const ALL: [Topic; 9] = [
        Topic::Moves,
        Topic::Recruiting,
        Topic::Combat,
        Topic::Duels,
        Topic::Ahead,
        Topic::Cards,
        Topic::Names,
        Topic::Commands,
        Topic::Token,
    ];

    /// Stable name, by which the templates know it.
    pub const fn id(self) -> &'static str {
        match self {
            Topic::Moves => "moves",
            Topic::Recruiting => "recruiting",
            Topic::Combat => "combat",
            Topic::Duels => "duels",
            Topic::Ahead => "ahead",
            Topic::Cards => "cards",
            Topic::Names => "names",
            Topic::Commands => "commands",
            Topic::Token => "token",
        }
    }
}
