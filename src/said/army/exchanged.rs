//! A purchase that is to be changed, not made: another card in place of one that was named before.

use crate::game::Action;
use crate::said::chunks::frame::Problem;
use crate::said::club::words::{ClubWord, says};
use crate::said::{Request, Said, Trouble};

/// `For the purchase in turn 4, replace the eleven by the 10 of clubs`, read as a purchase of troops: whose purchase is
/// changed, and what it is to buy then, is asked.
pub(in crate::said) fn exchanged(line: &str, said: &[Said]) -> Option<Problem> {
    let words = || line.chars().take(80).collect::<String>();
    // `same cards as before, but Dohna should receive three`: which cards those were is to be said again.
    let unpaid = |said: &Said| match &said.request {
        Request::Act(Action::Recruit(bought)) => bought.pay.is_empty(),
        Request::Act(Action::Redistribute { .. }) => true,
        _ => false,
    };
    if said.iter().any(unpaid) && says(line, ClubWord::SameCards) {
        return Some(Problem::new(Trouble::MissingCard, words()));
    }
    let troops = |said: &Said| {
        matches!(&said.request, Request::Act(Action::Recruit(bought))
            if bought.generals.is_empty() && bought.trains.is_empty())
    };
    (said.iter().any(troops) && says(line, ClubWord::Exchange))
        .then(|| Problem::new(Trouble::MissingTroops, words()))
}
