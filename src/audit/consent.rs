//! Who may end a game before its end by the rules: what the log says of votes and of the organiser
//! must lead to the entry that closes it, and to no other.
//!
//! It counts ballots; what a vote on anything else comes to does not concern it.

use super::journal::{ClosedBy, Closing};
use super::replay::Fault;
use crate::game::Seat;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The club events that decide about the end of a game, as their entries have them.
#[derive(Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
enum ClubEvent {
    VoteOpened {
        number: u64,
        by: Seat,
        proposal: Value,
    },
    VoteDecided {
        number: u64,
        by: Seat,
        proposal: Value,
        result: String,
        yes: BTreeSet<Seat>,
        no: BTreeSet<Seat>,
    },
    SeatVacant {
        seat: Seat,
    },
    Substitute {
        seat: Seat,
    },
    Stopped {},
    #[serde(other)]
    Other,
}

/// A proposal that ends the game, if it is carried.
#[derive(Deserialize)]
#[serde(tag = "propose", rename_all = "kebab-case")]
enum Ending {
    Draw {},
    End {
        winners: Vec<Seat>,
    },
    #[serde(other)]
    Other,
}

/// What the club has decided so far about the end of the game.
#[derive(Debug, Default)]
pub(super) struct Consent {
    seats: BTreeSet<Seat>,
    vacant: BTreeSet<Seat>,
    /// Votes by their numbers: who proposed what.
    opened: BTreeMap<u64, (Seat, Value)>,
    /// How the game must be closed next, if that is decided.
    due: Option<(ClosedBy, Vec<Seat>)>,
}

impl Consent {
    /// Nothing is decided yet among these seats.
    pub fn among(seats: &[Seat]) -> Consent {
        Consent { seats: seats.iter().copied().collect(), ..Consent::default() }
    }

    /// Takes note of an entry of the club, given by its public part.
    ///
    /// # Errors
    ///
    /// A vote was carried to end the game that its ballots do not carry, or that nobody opened.
    pub fn hear(&mut self, public: &Value) -> Result<(), Fault> {
        let read = |error: serde_json::Error| Fault::unreadable("public", error);
        // An entry of another kind of event says nothing about the end.
        if public["event"]["what"].as_str().is_none() {
            return Ok(());
        }
        match serde_json::from_value(public["event"].clone()).map_err(read)? {
            ClubEvent::VoteOpened { number, by, proposal } => {
                self.opened.insert(number, (by, proposal));
            }
            ClubEvent::VoteDecided { number, by, proposal, result, yes, no } => {
                if result != CARRIED {
                    self.opened.remove(&number);
                    return Ok(());
                }
                let ending = serde_json::from_value(proposal.clone()).map_err(read)?;
                let opened = self.opened.remove(&number);
                let winners = match ending {
                    Ending::Other => return Ok(()),
                    Ending::Draw {} => Vec::new(),
                    Ending::End { winners } => winners,
                };
                if opened != Some((by, proposal)) || !self.carries(by, &winners, &yes, &no) {
                    return Err(Fault::NotCarried { number });
                }
                self.due = Some((ClosedBy::Vote, winners));
            }
            ClubEvent::SeatVacant { seat } => {
                self.vacant.insert(seat);
            }
            ClubEvent::Substitute { seat } => {
                self.vacant.remove(&seat);
            }
            ClubEvent::Stopped {} => self.due = Some((ClosedBy::Organiser, Vec::new())),
            ClubEvent::Other => {}
        }
        Ok(())
    }

    /// Whether these ballots end the game: it takes the yes of every seat that somebody holds. One
    /// of two alone may say that the other has won.
    fn carries(
        &self,
        by: Seat,
        winners: &[Seat],
        yes: &BTreeSet<Seat>,
        no: &BTreeSet<Seat>,
    ) -> bool {
        let concedes = self.seats.len() == 2 && winners.len() == 1 && !winners.contains(&by);
        let held = self.seats.difference(&self.vacant).copied();
        concedes && yes.contains(&by) || no.is_empty() && !yes.is_empty() && held.eq(yes.clone())
    }

    /// An entry of the war follows.
    ///
    /// # Errors
    ///
    /// The game was to be closed instead.
    pub fn goes_on(&self) -> Result<(), Fault> {
        if self.due.is_some() { Err(Fault::GoesOn) } else { Ok(()) }
    }

    /// The entry follows that closes the game.
    ///
    /// # Errors
    ///
    /// Nobody decided that before, or something else was decided.
    pub fn closes(&mut self, closing: &Closing) -> Result<(), Fault> {
        match self.due.take() {
            Some((by, winners)) if by == closing.by => {
                let winners_named = |seats: &[Seat]| {
                    let names: Vec<&str> = seats.iter().map(|seat| seat.id()).collect();
                    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
                };
                let all = |seats: &[Seat]| seats.iter().copied().collect::<BTreeSet<Seat>>();
                if all(&winners) == all(&closing.winners) {
                    return Ok(());
                }
                let (expected, found) = (winners_named(&winners), winners_named(&closing.winners));
                Err(Fault::OtherWinners { expected, found })
            }
            _ => Err(Fault::Undecided),
        }
    }
}

/// How an entry says that a vote was carried.
const CARRIED: &str = "carried";
