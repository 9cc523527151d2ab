//! What mails tell of: events of the war, as the rules make them, and news of the club around it,
//! of which the rules know nothing.
//!
//! In the log and for tools both are objects with a member `event`; `docs/log-format.md` describes
//! them. Between the log and the templates they are these types.

use super::club::{CalendarDay, Proposal, VoteResult};
use crate::bot::Level;
use crate::game::{Audience, DecisionKind, Event, Nation, Seat};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Happening {
    /// An event of the rules.
    War(Event),
    /// What happened beside the rules.
    Club(ClubEvent),
}

/// News of the club as an event: its member `event` is always `club`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum ClubEvent {
    /// The news itself. The enum has this one variant only to give it the tag `"event": "club"`.
    Club(ClubNews),
}

/// What happened in the club, for everybody to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum ClubNews {
    /// Somebody has joined; this many of the seats are taken.
    Joined {
        /// How many have a place now.
        players: usize,
        /// How many seats the game has.
        seats: usize,
    },
    /// Somebody has left before the beginning.
    Left {
        /// How many have a place still.
        players: usize,
        /// How many seats the game has.
        seats: usize,
    },
    /// The organiser has stopped all clocks.
    ClocksStopped {},
    /// The organiser lets the clocks run on.
    ClocksRunOn {},
    /// The organiser has put all deadlines off.
    DeadlinesPutOff {
        /// By how many hours.
        hours: u32,
    },
    /// The organiser has stopped the game for good.
    Stopped {},
    /// The referee could not read or send mail, and all deadlines are put off.
    Outage {
        /// By how many minutes.
        minutes: i64,
    },
    /// A player is away from the first day to the last, by his own calendar.
    AbsenceAnnounced {
        /// Whose player is away.
        seat: Seat,
        /// The first day away.
        first: CalendarDay,
        /// The last day away.
        last: CalendarDay,
    },
    /// A player is back, or will not be away after all.
    AbsenceEnded {
        /// Whose player it is.
        seat: Seat,
    },
    /// A seat has lost its player.
    SeatVacant {
        /// The seat for which a player is sought.
        seat: Seat,
        /// What cost the player the seat.
        why: WhyVacant,
    },
    /// A vacant seat has a new player.
    Substitute {
        /// Whose player is new.
        seat: Seat,
    },
    /// The program plays a seat from now on, until somebody takes it over.
    Bot {
        /// The seat that had no player.
        seat: Seat,
        /// How well it plays.
        level: Level,
    },
    /// Mail to a seat comes back; its clock stands still for this long.
    MailBounces {
        /// The seat that cannot be reached.
        seat: Seat,
        /// For how many hours.
        hours: u32,
    },
    /// The caretaker decides for a seat.
    Caretaker {
        /// For whom it decides.
        seat: Seat,
        /// Why the player does not.
        why: WhyCaretaker,
        /// Whose decision it is.
        nation: Nation,
        /// What is decided (docs/caretaker.md says how).
        kind: DecisionKind,
    },
    /// Something was put to the vote.
    VoteOpened {
        /// The number of the vote, from 1 in each game.
        number: u64,
        /// Who proposed it.
        by: Seat,
        /// What happens if it is carried.
        proposal: Proposal,
    },
    /// A vote is over.
    VoteDecided {
        /// The number of the vote.
        number: u64,
        /// Who proposed it.
        by: Seat,
        /// What happens now if it was carried, or would have happened.
        proposal: Proposal,
        /// How the vote ended.
        result: VoteResult,
        /// Who was for it, the proposer among them.
        yes: Vec<Seat>,
        /// Who was against it.
        no: Vec<Seat>,
    },
    /// The position after this entry of the log holds again.
    TakenBack {
        /// The number of the entry.
        to: u64,
    },
    /// The players have ended the game; nobody won if it is a draw.
    GameClosed {
        /// By agreement; empty for a draw.
        winners: Vec<Seat>,
    },
}

/// Why a seat has lost its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyVacant {
    /// Too many deadlines passed.
    Lapses,
    /// The player gave it up.
    Resigned,
    /// The others have voted so.
    Voted,
    /// The organiser gave it to somebody else.
    Replaced,
}

impl WhyVacant {
    /// The word for it in the store and in the log.
    pub const fn id(self) -> &'static str {
        match self {
            WhyVacant::Lapses => "lapses",
            WhyVacant::Resigned => "resigned",
            WhyVacant::Voted => "voted",
            WhyVacant::Replaced => "replaced",
        }
    }
}

/// Why the caretaker decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyCaretaker {
    /// No answer came in time.
    Lapse,
    /// The player is away.
    Away,
    /// Nobody plays the seat.
    Vacant,
}

impl ClubNews {
    /// Whether it is worth a mail by itself: what the organiser does to the game. Everything else
    /// is told with the next report, or by mails of its own.
    pub fn is_loud(&self) -> bool {
        matches!(
            self,
            ClubNews::ClocksStopped {}
                | ClubNews::ClocksRunOn {}
                | ClubNews::DeadlinesPutOff { .. }
                | ClubNews::Stopped {}
        )
    }
}

impl Happening {
    /// News of the club.
    pub fn club(news: ClubNews) -> Happening {
        Happening::Club(ClubEvent::Club(news))
    }

    /// The event, if it is one of the war.
    pub fn war(&self) -> Option<&Event> {
        match self {
            Happening::War(event) => Some(event),
            Happening::Club(_) => None,
        }
    }

    /// The news, if it is news of the club.
    pub fn news(&self) -> Option<&ClubNews> {
        match self {
            Happening::War(_) => None,
            Happening::Club(ClubEvent::Club(news)) => Some(news),
        }
    }

    /// Who may see it.
    pub fn audience(&self) -> Audience {
        self.war().map_or(Audience::Everybody, Event::audience)
    }
}

impl From<Event> for Happening {
    fn from(event: Event) -> Happening {
        Happening::War(event)
    }
}
