//! Who may end a game before its end by the rules: what the log says of votes and of the organiser
//! must lead to the entry that closes it, and to no other.
//!
//! It counts ballots; what a vote on anything else comes to does not concern it.

use super::journal::{ClosedBy, Closing, news_of};
use super::replay::Fault;
use crate::game::Seat;
use crate::report::{ClubNews, Proposal, VoteResult};
use crate::store::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// What the club has decided so far about the end of the game.
#[derive(Debug, Default)]
pub(super) struct Consent {
    seats: BTreeSet<Seat>,
    vacant: BTreeSet<Seat>,
    /// Votes by their numbers: who proposed what.
    opened: BTreeMap<u64, (Seat, Proposal)>,
    /// How the game must be closed next, if that is decided.
    due: Option<(ClosedBy, Vec<Seat>)>,
}

impl Consent {
    /// Nothing is decided yet among these seats.
    pub fn among(seats: &[Seat]) -> Consent {
        Consent { seats: seats.iter().copied().collect(), ..Consent::default() }
    }

    /// Takes note of an entry of the club.
    ///
    /// # Errors
    ///
    /// A vote was carried to end the game that its ballots do not carry, or that nobody opened.
    pub fn hear(&mut self, entry: &Entry) -> Result<(), Fault> {
        let news = news_of(entry).map_err(|error| Fault::unreadable("public", error))?;
        match news {
            Some(ClubNews::VoteOpened { number, by, proposal }) => {
                self.opened.insert(number, (by, proposal));
            }
            Some(ClubNews::VoteDecided { number, by, proposal, result, yes, no }) => {
                let opened = self.opened.remove(&number);
                let winners = match &proposal {
                    _ if result != VoteResult::Carried => return Ok(()),
                    Proposal::Draw {} => Vec::new(),
                    Proposal::End { winners } => winners.clone(),
                    _ => return Ok(()),
                };
                let (yes, no) = (yes.into_iter().collect(), no.into_iter().collect());
                if opened != Some((by, proposal)) || !self.carries(by, &winners, &yes, &no) {
                    return Err(Fault::NotCarried { number });
                }
                self.due = Some((ClosedBy::Vote, winners));
            }
            Some(ClubNews::SeatVacant { seat, .. }) => {
                self.vacant.insert(seat);
            }
            Some(ClubNews::Substitute { seat } | ClubNews::Bot { seat, .. }) => {
                self.vacant.remove(&seat);
            }
            Some(ClubNews::Stopped {}) => self.due = Some((ClosedBy::Organiser, Vec::new())),
            _ => {}
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
