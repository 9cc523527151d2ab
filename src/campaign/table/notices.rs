//! What has happened to a game and is to be told to somebody. Carrying out notes it here; mails are
//! made of it in the room `tell`, and nowhere else.

use crate::audit::journal::ClosedBy;
use crate::game::Seat;
use crate::mail::intake::Letter;
use crate::report::{
    AddressStage, Ballots, LapsesToCome, Message, VoteFacts, VoteResult, WhyVacant,
};
use crate::store::Seat as StoredSeat;
use chrono::{DateTime, Utc};

/// Something that somebody is to be told.
#[derive(Clone, Debug)]
pub(crate) enum Notice {
    /// A player is reminded of what is awaited of him; `lapses` is there once the deadline is over.
    Reminder { seat: StoredSeat, lapses: Option<LapsesToCome> },
    /// A seat, as it was held, has been taken from its holder.
    SeatLost { seat: StoredSeat, why: WhyVacant },
    /// Somebody was asked whether he takes over a seat; whoever holds it is told before anything changes.
    SeatOffered { seat: StoredSeat, days: i64 },
    /// Whoever was asked does not want the seat.
    OfferDeclined { seat: StoredSeat },
    /// A seat is vacant, and somebody is sought for it.
    SeatSought { seat: StoredSeat, why: WhyVacant },
    /// A seat has a new holder, whose first mail is a report.
    SeatTaken { seat: StoredSeat, role: Seat },
    /// A vote is open; those who have a ballot are called.
    VoteOpened { vote: VoteFacts, electors: Vec<Seat>, expires: DateTime<Utc> },
    /// A vote is decided: everybody is told, or the proposer alone. `writer` is told by the answer
    /// to the mail that decided it.
    VoteDecided {
        vote: VoteFacts,
        result: VoteResult,
        ballots: Ballots,
        everybody: bool,
        writer: Option<Seat>,
    },
    /// The position is another one, or the game stands still or goes on: every seat gets a report.
    Position,
    /// The game has been closed before its end by the rules.
    Closed { by: ClosedBy, winners: Vec<Seat> },
    /// One of the two addresses of a change is told this.
    AddressChange(AddressNotice),
    /// A player has asked for the log.
    LogWanted { seat: StoredSeat, answered: Answered },
    /// What players have said, up to this number.
    Press { messages: Vec<Message>, last: u64 },
}

/// What is told of a change of address.
#[derive(Clone, Debug)]
pub(crate) struct AddressNotice {
    /// The seat, as it is held when this is told.
    pub seat: StoredSeat,
    /// Who is told.
    pub to: AddressReader,
    /// How far it has come, which decides the wording.
    pub stage: AddressStage,
    /// The mail that this answers.
    pub answered: Option<Answered>,
}

/// Who is told of a change of address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AddressReader {
    /// The holder of the seat, when nothing comes of his wish.
    Asker,
    /// One of the two addresses of the change with this number; whether an answer is awaited.
    Party { side: Side, address: String, number: u32, awaited: bool },
    /// The same, who holds the seat now and can answer with orders.
    Holder { side: Side, number: u32 },
}

/// The mail that is answered, as far as its answer needs it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Answered {
    /// As its header has it; `None` if it has none (RFC 5322, 3.6.4).
    pub message_id: Option<String>,
    /// Names the answer in the outbox: the mail's SHA-256.
    pub key: String,
}

impl Answered {
    /// What is kept of a letter to answer it.
    pub fn new(letter: &Letter) -> Answered {
        Answered {
            message_id: letter.message_id.clone(),
            key: letter.sha256.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    /// The beginning of the key, which tells the answers to one seat apart.
    pub fn short(&self) -> &str {
        self.key.get(..16).unwrap_or(&self.key)
    }

    /// A longer beginning, which tells the answers to everybody apart.
    pub fn long(&self) -> &str {
        self.key.get(..32).unwrap_or(&self.key)
    }
}

/// One of the two addresses of a change of address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Where the seat's mail went when the change was asked for.
    Old,
    /// Where it shall go.
    New,
}

impl Side {
    /// The word for it in tokens and in the names of mails.
    pub const fn id(self) -> &'static str {
        match self {
            Side::Old => "leave",
            Side::New => "arrive",
        }
    }

    /// The other one.
    pub const fn other(self) -> Side {
        match self {
            Side::Old => Side::New,
            Side::New => Side::Old,
        }
    }

    /// What stands in place of the seat's name in the token of this side's question.
    pub fn in_token(self, seat: &str) -> String {
        format!("{seat}-{}", self.id())
    }

    /// The seat and the side that [`Side::in_token`] wrote.
    pub fn of_token(text: &str) -> Option<(&str, Side)> {
        [Side::Old, Side::New].into_iter().find_map(|side| {
            let seat = text.strip_suffix(side.id())?.strip_suffix('-')?;
            Some((seat, side))
        })
    }
}
