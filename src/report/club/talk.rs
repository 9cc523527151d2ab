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
    /// What happens if it is carried.
    pub proposal: Proposal,
    /// How many seats must agree.
    pub needed: usize,
    /// How many seats have a ballot.
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
    Substitute {
        /// Whose player is to be replaced; he has no ballot.
        seat: Seat,
    },
    /// A bot plays this seat, which is vacant.
    Bot {
        /// The vacant seat.
        seat: Seat,
    },
    /// The position after this entry of the log holds again: what this seat's last mail ordered,
    /// and everything after it, is undone.
    TakeBack {
        /// Whose order is undone.
        seat: Seat,
        /// The number of the entry.
        to: u64,
    },
    /// The game ends without a winner.
    Draw {},
    /// The game is over, and these have won.
    End {
        /// At least one.
        winners: Vec<Seat>,
    },
    /// One of the clocks gets another time from now on.
    Clocks {
        /// Which of the clocks.
        kind: ClockKind,
        /// The new time, in hours.
        hours: u64,
    },
}

/// The ballots that were cast in a vote.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Ballots {
    /// Those who agree, the proposer among them.
    pub yes: Vec<Seat>,
    /// Those who do not.
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

    /// Whether observers may read it.
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
    /// In this game all press goes to everybody.
    PublicOnly {},
    /// Nothing was said.
    Empty {},
    /// It is too long.
    TooLong {
        /// What was written, in characters.
        length: usize,
        /// The most that is passed on, in characters.
        limit: usize,
    },
    /// The seat has sent too much press on one day.
    TooMany {
        /// How many pieces of press of one seat are passed on in a day (UTC).
        limit: u32,
    },
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
    /// The seat has made too many proposals on one day.
    TooMany {
        /// How many proposals of one seat are put to the vote in a day (UTC).
        limit: u32,
    },
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
    /// Several votes are open: the ballot must name one.
    Which {},
    /// The vote that was named is not open.
    NotOpen {
        /// The number that was written.
        number: u64,
    },
    /// The vote is about the voter's own seat.
    NotAnElector {},
    /// Only the proposer can withdraw a vote, and somebody else proposed it.
    NotYours {},
}

/// The answer to one line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "talk", rename_all = "kebab-case")]
pub enum TalkNote {
    /// Press was taken, and goes to these readers.
    PressSent {
        /// Who reads it.
        #[serde(flatten)]
        to: PressTo,
        /// As it is passed on, without quotations and signature.
        text: String,
        /// It went on to the end of the mail: orders below it were taken for press.
        to_the_end: bool,
    },
    /// Press was not taken.
    PressRefused {
        /// What would have to be different.
        #[serde(flatten)]
        why: NoPress,
        /// What was not passed on.
        text: String,
    },
    /// A vote was opened.
    VoteOpened {
        /// The proposal with its number.
        vote: VoteFacts,
        /// When it ends, with whatever ballots have come.
        closes: Moment,
    },
    /// A proposal was not put to the vote.
    NotProposed {
        /// What stands in the way.
        #[serde(flatten)]
        why: NoVote,
        /// As it was written.
        line: String,
    },
    /// A ballot was taken, and how the vote stands.
    BallotTaken {
        /// The vote it was cast in.
        vote: VoteFacts,
        /// How it was cast; a later one takes its place.
        yes: bool,
        /// All of them, this one included.
        ballots: Ballots,
        /// When it ends, with whatever ballots have come.
        closes: Moment,
    },
    /// A ballot was not taken.
    BallotRefused {
        /// What stands in the way.
        #[serde(flatten)]
        why: NoBallot,
        /// As it was written.
        line: String,
        /// The numbers of the votes that are open.
        open: Vec<u64>,
    },
    /// The ballot decided the vote.
    Decided {
        /// The vote that is over.
        vote: VoteFacts,
        /// Carried or rejected.
        result: VoteResult,
        /// All that were cast, this one included.
        ballots: Ballots,
    },
    /// A vote that is open.
    OpenVote {
        /// The proposal with its number.
        vote: VoteFacts,
        /// All that were cast so far.
        ballots: Ballots,
        /// When it ends, with whatever ballots have come.
        closes: Moment,
    },
    /// No vote is open.
    NoOpenVote {},
    /// The mail was a test: this line was not carried out.
    OnlyATest {
        /// As it was written.
        line: String,
    },
    /// The players have closed the game: nothing is played any more.
    Closed {},
}

/// A vote to which the reader is called.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VoteCall {
    /// The game's name.
    pub game: String,
    /// The reader's seat, which has a ballot.
    pub seat: Seat,
    /// The proposal with its number.
    pub vote: VoteFacts,
    /// When it ends, with whatever ballots have come.
    pub closes: Moment,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// What came of a vote.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VoteDecided {
    /// The game's name.
    pub game: String,
    /// The vote that is over.
    pub vote: VoteFacts,
    /// How it ended; it may have expired for lack of ballots.
    pub result: VoteResult,
    /// All that were cast.
    pub ballots: Ballots,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// What others have said to the reader.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PressMail {
    /// The game's name.
    pub game: String,
    /// In the order in which they came.
    pub messages: Vec<Message>,
    /// The last entry of the game's log when this was written.
    pub log: LogHead,
}

/// Something that somebody said.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Message {
    /// The seat whose player wrote it.
    pub from: Seat,
    /// `None` where names are not told.
    pub name: Option<String>,
    /// Everybody who may read it.
    #[serde(flatten)]
    pub to: PressTo,
    /// As they were written, without quotations and signature.
    pub lines: Vec<String>,
}
