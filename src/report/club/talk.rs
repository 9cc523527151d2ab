//! What players decide and say among themselves: votes, press, and a game closed by agreement.

use super::super::head::LogHead;
use super::super::moment::Moment;
use crate::game::Seat;
use crate::said::ClockKind;
use serde::{Deserialize, Serialize};

/// A vote, as everybody may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VoteFacts {
    /// Its number, from 1 in each game.
    pub number: u64,
    /// The seat that proposed it.
    pub by: Seat,
    /// The name of the proposer; `None` where names are not told.
    pub name: Option<String>,
    pub proposal: Proposal,
    /// How many must agree, of how many.
    pub needed: usize,
    pub electors: usize,
}

/// What is put to the vote.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "propose", rename_all = "kebab-case")]
pub enum Proposal {
    /// More time: for one seat, or for everybody who is awaited.
    Extend {
        /// How much more, in hours.
        hours: u64,
        /// The seat that gets it; `None` for everybody.
        seat: Option<Seat>,
    },
    /// All clocks stop.
    Pause {},
    /// All clocks run on.
    Resume {},
    /// The seat is given to somebody else.
    Substitute { seat: Seat },
    /// A bot plays this seat, which is vacant.
    Bot { seat: Seat },
    /// The position after this entry of the log holds again: what this seat's last mail ordered,
    /// and everything after it, is undone.
    TakeBack {
        seat: Seat,
        /// The number of the entry.
        to: u64,
    },
    /// The game ends without a winner.
    Draw {},
    /// The game is over, and these have won.
    End { winners: Vec<Seat> },
    /// One of the clocks gets another time from now on.
    Clocks {
        kind: ClockKind,
        /// The new time, in hours.
        hours: u64,
    },
}

/// Who said what in a vote.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Ballots {
    pub yes: Vec<Seat>,
    pub no: Vec<Seat>,
}

/// What became of a vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoteResult {
    /// Enough seats agreed.
    Carried,
    /// Too many were against it.
    Rejected,
    /// Not enough ballots came in time.
    Expired,
    /// The proposer withdrew it.
    Withdrawn,
    /// It could not be carried out any more.
    Void,
}

impl VoteResult {
    /// Its stable name.
    pub const fn id(self) -> &'static str {
        match self {
            VoteResult::Carried => "carried",
            VoteResult::Rejected => "rejected",
            VoteResult::Expired => "expired",
            VoteResult::Withdrawn => "withdrawn",
            VoteResult::Void => "void",
        }
    }
}

/// The readers of press.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "to", content = "seats", rename_all = "kebab-case")]
pub enum PressTo {
    /// All seats and all who look on.
    All,
    /// The holders of these seats.
    Seats(Vec<Seat>),
    /// Those who look on.
    Observers,
}

impl PressTo {
    /// Whether the holder of this seat may read it.
    pub fn includes(&self, seat: Seat) -> bool {
        match self {
            PressTo::All => true,
            PressTo::Seats(seats) => seats.contains(&seat),
            PressTo::Observers => false,
        }
    }

    /// Whether those may read it who look on.
    pub fn is_for_observers(&self) -> bool {
        matches!(self, PressTo::All | PressTo::Observers)
    }
}

/// Why press is not passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum NoPress {
    /// This game has none.
    Off {},
    /// Only to all.
    PublicOnly {},
    /// Nothing was said.
    Empty {},
    /// It is too long: its length and the most that is allowed, in characters.
    TooLong { length: usize, limit: usize },
    /// There are more than this many on one day.
    TooMany { limit: u32 },
    /// It could not be told for whom.
    ToWhom {},
    /// There is nobody to read it.
    Nobody {},
}

/// Why something is not put to the vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum NoVote {
    /// A role that is not in this game.
    NoSuchSeat {},
    /// The seat is the proposer's own.
    OwnSeat {},
    /// A time that is too short or too long.
    Span {},
    /// The same is being voted on, or the proposer has a proposal open.
    AlreadyOpen {
        /// The vote that is open.
        number: u64,
    },
    /// There are more than this many on one day.
    TooMany { limit: u32 },
    /// The game is paused already.
    IsPaused {},
    /// The game is not paused.
    IsNotPaused {},
    /// The seat has ordered nothing that could be taken back.
    NothingToTakeBack {},
    /// Something secret has been revealed since.
    Revealed {},
    /// Nothing is due in this game.
    NoClocks {},
    /// Nobody plays the seat.
    IsVacant {},
    /// Somebody plays the seat, which a bot was to get.
    IsHeld {},
    /// A bot plays the seat.
    IsBot {},
    /// More than two play: the rules do not say who would win.
    NotForTwo {},
    /// The game is over.
    Over {},
}

/// Why a ballot is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum NoBallot {
    /// No vote is open.
    NoneOpen {},
    /// Several are: it must be named.
    Which {},
    /// That one is not.
    NotOpen { number: u64 },
    /// It is about the voter's own seat.
    NotAnElector {},
    /// Somebody else proposed it.
    NotYours {},
}

/// The answer to one line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "talk", rename_all = "kebab-case")]
pub enum TalkNote {
    /// Press was taken, and goes to these readers.
    PressSent {
        #[serde(flatten)]
        to: PressTo,
        text: String,
        /// It went on to the end of the mail: orders below it were taken for press.
        to_the_end: bool,
    },
    /// Press was not taken.
    PressRefused {
        #[serde(flatten)]
        why: NoPress,
        text: String,
    },
    /// A vote was opened.
    VoteOpened { vote: VoteFacts, closes: Moment },
    /// A proposal was not put to the vote.
    NotProposed {
        #[serde(flatten)]
        why: NoVote,
        line: String,
    },
    /// A ballot was taken, and how the vote stands.
    BallotTaken { vote: VoteFacts, yes: bool, ballots: Ballots, closes: Moment },
    /// A ballot was not taken.
    BallotRefused {
        #[serde(flatten)]
        why: NoBallot,
        line: String,
        /// The numbers of the votes that are open.
        open: Vec<u64>,
    },
    /// The ballot decided the vote.
    Decided { vote: VoteFacts, result: VoteResult, ballots: Ballots },
    /// A vote that is open.
    OpenVote { vote: VoteFacts, ballots: Ballots, closes: Moment },
    /// No vote is open.
    NoOpenVote {},
    /// The mail was a test: this line was not carried out.
    OnlyATest { line: String },
    /// The players have closed the game: nothing is played any more.
    Closed {},
}

/// A vote to which the reader is called.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VoteCall {
    pub game: String,
    pub seat: Seat,
    pub vote: VoteFacts,
    pub closes: Moment,
    pub log: LogHead,
}

/// What came of a vote.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VoteDecided {
    pub game: String,
    pub vote: VoteFacts,
    pub result: VoteResult,
    pub ballots: Ballots,
    pub log: LogHead,
}

/// What others have said to the reader.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PressMail {
    pub game: String,
    pub messages: Vec<Message>,
    pub log: LogHead,
}

/// Something that somebody said.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Message {
    pub from: Seat,
    /// `None` where names are not told.
    pub name: Option<String>,
    #[serde(flatten)]
    pub to: PressTo,
    pub lines: Vec<String>,
}
