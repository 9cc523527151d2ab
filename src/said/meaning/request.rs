//! What can be said: orders of the game, and wishes to the club.

use super::wish::{Joining, Wish};
use crate::duel::Instruction;
use crate::game::{Action, CardRef, PieceId, Seat};
use crate::said::club::absence::Absent;
use crate::said::club::phrases::AboutChance;
use crate::said::club::press::Recipients;
use crate::said::club::votes::Wanted;

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
    /// By when an answer is awaited.
    Deadline,

    /// How combats are to be fought while the player is away.
    Instruct(Box<Instruction>),
    /// Instructions sent before are withdrawn.
    Revoke(Withdrawn),

    /// Which votes are open.
    Votes,
    /// Something is to be put to the vote.
    Propose(Wanted),
    /// A ballot.
    Vote {
        /// Whether it agrees.
        yes: bool,
        /// Of which vote; the only open one, or that of the mail answered, if `None`.
        number: Option<u64>,
    },
    /// The writer's own proposal is off; of several, that of this number.
    WithdrawProposal(Option<u64>),

    /// The player will be away.
    Absent(Absent),
    /// An absence is over, or does not take place: the one on these days, if they were said.
    Back(Option<Absent>),

    /// Words for others at the table.
    Press(Press),

    /// The log of the game.
    Log,
    /// Mail of the seat is to go to another address: the whole line that says so, as it was written.
    Address(String),
    /// What goes into the key of all chance: a phrase, its hash, a round of the public beacon.
    Chance(AboutChance),

    /// A page of the manual.
    Help(Option<Topic>),
    /// How the game stands; of the game that is named, if one is.
    Status(Option<String>),
    /// Which games there are.
    ListGames,
    /// The form of a game of this name.
    NewGame(String),
    /// A place in a game.
    Join(Joining),
    /// The place in this game is given up before it begins.
    Leave(Option<String>),
    /// The public reports of this game are wanted.
    Observe(Option<String>),
    /// They are no longer wanted.
    Unobserve(Option<String>),
    /// How many look on at this game.
    Observers(Option<String>),
    /// The person's wishes, and what was agreed for the game.
    Settings,
    /// One wish is changed.
    Set(Wish),
    /// A section or a number, such as `R7` or `R7.5`; all sections if empty.
    Rules(String),
    /// The public map of the game that is named, or of the mail's.
    Map(Option<String>),
    /// The course of a game.
    History {
        /// Its name; the mail's if none was said.
        game: Option<String>,
        /// One turn in full, from 1; the whole in short if `None`.
        turn: Option<u64>,
    },
    /// The writer's seat in a game is given up.
    Resign {
        /// Its name; the mail's if none was said.
        game: Option<String>,
        /// It was said twice: `resign yes`. The question need not be asked again.
        sure: bool,
    },
    /// A vacant seat is to become the writer's.
    TakeOver {
        /// Its name; the mail's if none was said.
        game: Option<String>,
        /// Which one.
        seat: Seat,
    },
    /// All that is stored about the writer.
    MyData,
    /// All of it is to be removed, and his seats given up.
    ForgetMe {
        /// It was said twice: `forget me yes`.
        sure: bool,
    },
    /// Another address of the same person.
    AlsoAddress(String),

    /// Agreed, to a question for consent or to a form as it is; with the roles named beside a consent.
    Yes(Vec<Seat>),
    /// Not agreed, or: that was not me.
    No,
    /// A line of a form that is filled in, key and value as they were written.
    Entry {
        /// What stands before the colon.
        key: String,
        /// What stands behind it; may be empty.
        value: String,
    },
}

impl Request {
    /// The pieces that march or stay by it; none are named where all of a nation stay.
    pub(in crate::said) fn ordered(&self) -> &[PieceId] {
        match self {
            Request::Act(Action::MoveVia { pieces, .. }) | Request::Stay(pieces) => pieces,
            _ => &[],
        }
    }

    /// Whether it concerns a nation of the writer's: an order, or the end of its phase.
    pub(in crate::said) fn is_of_a_nation(&self) -> bool {
        matches!(
            self,
            Request::Act(_)
                | Request::Stay(_)
                | Request::Choice(_)
                | Request::Ready
                | Request::Wait
                | Request::Cancel(_)
                | Request::Instruct(_)
                | Request::Revoke(_)
        )
    }

    /// Whether it only asks what the program itself answers beside the orders, and changes nothing.
    pub(in crate::said) fn asks_only(&self) -> bool {
        matches!(
            self,
            Request::Deadline | Request::ShowOrders | Request::WhereCan(_) | Request::WhereIs(_)
        )
    }
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
    /// What was to be bought: `no recruits`.
    Purchases,
    /// What was to be bought for one of these pieces, or paid with one of these cards: `no troops for Friedrich after all`.
    Purchase {
        /// Own ones.
        pieces: Vec<PieceId>,
        /// Of the own hand.
        cards: Vec<CardRef>,
    },
    /// Those of the open phase; if there are none, those that are kept for a phase to come.
    AnyPurchases,
}

/// Which instructions are withdrawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Withdrawn {
    /// Every one of the seat's.
    All,
    /// Those with this [`Instruction::key`].
    Key(String),
}

/// Press as it stands in a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Press {
    /// The line it begins with.
    pub heading: String,
    /// Whom the heading names.
    pub to: Recipients,
    /// The lines below the heading, or what stands behind it in its line.
    pub text: String,
    /// Nothing in the mail ended it, and lines stand below its heading.
    pub to_the_end: bool,
}

/// A page of the manual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Marches, stacks and supply trains (R4).
    Moves,
    /// Payment, troops and re-entry (R10).
    Recruiting,
    /// Answers card by card (R7).
    Combat,
    /// Instructions by which combats are fought in one's absence.
    Duels,
    /// Orders for later turns, and their conditions.
    Ahead,
    /// How cards and Reserves are written (R3).
    Cards,
    /// How cities and pieces may be called.
    Names,
    /// Words to the referee and the club.
    Commands,
    /// How a mail shows whose it is.
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
