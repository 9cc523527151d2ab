//! What can be put to the vote, and how many must agree.

use crate::game::Seat;

pub(crate) use crate::report::Proposal;
pub(super) use crate::said::{ClockKind, Wanted};

/// The shortest and the longest span of time that can be proposed, in hours.
pub(crate) const SPANS: std::ops::RangeInclusive<u64> = 1..=60 * 24;

impl Proposal {
    /// Reads a proposal that [`Proposal::text`] wrote.
    ///
    /// # Errors
    ///
    /// The text is not that of a proposal.
    pub fn read(text: &str) -> Result<Proposal, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The proposal as the store keeps it: JSON.
    pub fn text(&self) -> String {
        // Names and small numbers, which JSON can always hold.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether bots have a ballot, too: on what ends the game or undoes what was played. About time, and about who
    /// plays, people decide alone.
    pub fn concerns_bots(&self) -> bool {
        matches!(self, Proposal::TakeBack { .. } | Proposal::Draw {} | Proposal::End { .. })
    }

    /// Those of the seats that have a ballot. Nobody votes on whether he is replaced himself; but
    /// in a game for two one alone could then turn the other out.
    pub fn electors<'a>(&self, seats: &'a [Seat]) -> impl Iterator<Item = Seat> + use<'a> {
        let barred = match self {
            Proposal::Substitute { seat } if seats.len() > 2 => Some(*seat),
            _ => None,
        };
        seats.iter().copied().filter(move |seat| Some(*seat) != barred)
    }

    /// How many of this many must agree: more than half, or all where what has been played would
    /// lose its worth.
    pub fn needed(&self, electors: usize) -> usize {
        match self {
            Proposal::Extend { .. }
            | Proposal::Pause {}
            | Proposal::Resume {}
            | Proposal::Bot { .. }
            | Proposal::Clocks { .. } => electors / 2 + 1,
            Proposal::Substitute { .. }
            | Proposal::TakeBack { .. }
            | Proposal::Draw {}
            | Proposal::End { .. } => electors.max(1),
        }
    }

    /// Whether the rules leave no doubt that this seat may give the game away: one of two players
    /// says that the other has won.
    pub fn is_concession(&self, by: Seat, seats: &[Seat]) -> bool {
        match self {
            Proposal::End { winners } => {
                seats.len() == 2 && winners.len() == 1 && !winners.contains(&by)
            }
            _ => false,
        }
    }
}

/// What ballots lead to: `Some` as soon as those not cast cannot change it.
pub(crate) fn verdict(yes: usize, no: usize, electors: usize, needed: usize) -> Option<bool> {
    if yes >= needed {
        Some(true)
    } else if electors.saturating_sub(no) < needed {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vote_is_decided_when_nothing_can_change_it() {
        let pause = Proposal::Pause {}.needed(4);
        assert_eq!(pause, 3);
        assert_eq!(verdict(2, 0, 4, pause), None);
        assert_eq!(verdict(3, 0, 4, pause), Some(true));
        assert_eq!(verdict(2, 1, 4, pause), None);
        assert_eq!(verdict(1, 2, 4, pause), Some(false));
        assert_eq!(Proposal::Pause {}.needed(3), 2);
        assert_eq!(Proposal::Pause {}.needed(2), 2);
        let draw = Proposal::Draw {}.needed(4);
        assert_eq!(verdict(3, 0, 4, draw), None);
        assert_eq!(verdict(3, 1, 4, draw), Some(false));
        assert_eq!(verdict(0, 0, 0, Proposal::Draw {}.needed(0)), Some(false));
    }

    #[test]
    fn who_is_to_be_replaced_has_no_ballot_unless_there_are_two() {
        let out = Proposal::Substitute { seat: Seat::Pompadour };
        let electors: Vec<Seat> = out.electors(&Seat::ALL).collect();
        assert_eq!(electors, [Seat::Frederick, Seat::Elisabeth, Seat::MariaTheresa]);
        assert_eq!(out.needed(3), 3);
        let two = [Seat::Frederick, Seat::Pompadour];
        assert_eq!(out.electors(&two).count(), 2);
    }

    #[test]
    fn one_of_two_may_concede_and_nobody_may_claim() {
        let two = [Seat::Frederick, Seat::Pompadour];
        let end = |winners: &[Seat]| Proposal::End { winners: winners.to_vec() };
        assert!(end(&[Seat::Frederick]).is_concession(Seat::Pompadour, &two));
        assert!(!end(&[Seat::Pompadour]).is_concession(Seat::Pompadour, &two));
        assert!(!end(&two).is_concession(Seat::Pompadour, &two));
        assert!(!end(&[Seat::Frederick]).is_concession(Seat::Pompadour, &Seat::ALL));
    }
}
