//! What has happened to a game and is to be told to somebody. Carrying out notes it here; mails are
//! made of it in the room `tell`, and nowhere else.

use crate::audit::journal::ClosedBy;
use crate::game::Seat;
use crate::report::{Ballots, LapsesToCome, VoteFacts, VoteResult, WhyVacant};
use crate::store::Seat as StoredSeat;
use chrono::{DateTime, Utc};

/// Something of which somebody is to be told.
#[derive(Clone, Debug)]
pub(crate) enum Notice {
    /// A player is reminded of what is awaited of him; `lapses` when the deadline is over.
    Reminder { seat: StoredSeat, lapses: Option<LapsesToCome> },
    /// A seat, as it was held, has been taken from its holder.
    SeatLost { seat: StoredSeat, why: WhyVacant },
    /// Somebody was asked whether he takes over a seat; whoever holds it is told before.
    SeatOffered { seat: StoredSeat, days: i64 },
    /// He does not want it.
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
}
