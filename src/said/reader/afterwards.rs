//! What a line turns out to say once all of it, or the whole mail, is read.

use super::Reader;
use crate::game::{Action, DecisionKind};
use crate::said::chunk::Chunk;
use crate::said::words::Word;
use crate::said::{Request, Said};

impl Reader<'_> {
    /// `My orders:` above orders asks for none.
    pub(super) fn without_headings(&mut self, lines: &[&str]) {
        let ordered = |said: &Said| {
            matches!(
                said.request,
                Request::Act(_) | Request::Stay(_) | Request::Instruct(_) | Request::Ready
            )
        };
        let last =
            self.reading.said.iter().filter(|said| ordered(said)).map(|said| said.line).max();
        let asks = |line: usize| lines.get(line - 1).is_some_and(|line| line.contains(['?', '!']));
        self.reading.said.retain(|said| {
            said.request != Request::ShowOrders || Some(said.line) >= last || asks(said.line)
        });
    }

    /// `9 of spades, then done`: whoever says behind a card that this is all ends the combat.
    pub(super) fn ends_combat(&mut self, line: usize, chunks: &[Chunk]) {
        let plays = self.known.as_ref().is_some_and(|known| {
            known.awaits(DecisionKind::Play).is_some()
                && known.awaits(DecisionKind::Movement).is_none()
        });
        if !plays || !chunks.iter().any(|c| c.any(&[Word::And, Word::Then])) {
            return;
        }
        let play =
            |said: &Said| matches!(said.request, Request::Act(Action::Play { .. })) && !said.headed;
        let mut own = self.reading.said.iter_mut().filter(|said| said.line == line);
        if own.any(|said| play(said))
            && let Some(said) = own.find(|said| said.request == Request::Ready)
        {
            said.request = Request::Act(Action::Stop);
        }
    }
}

/// Whether a march only says again where a piece enters that was recruited in the same line.
pub(super) fn places_again(last: &Said, line: usize, request: &Request) -> bool {
    let (Request::Act(Action::Recruit(bought)), Request::Act(Action::MoveVia { pieces, via })) =
        (&last.request, request)
    else {
        return false;
    };
    let ([piece], [city]) = (pieces.as_slice(), via.as_slice()) else { return false };
    last.line == line
        && (bought.trains.contains(&(*piece, *city))
            || bought.generals.iter().any(|(general, at, _)| general == piece && at == city))
}

/// Whether a line buys troops and then gives one general a number that no other of his stack makes up for: it
/// is likelier that he gets one of those that are bought.
pub(super) fn recruits_and_shifts(said: &[Said]) -> bool {
    let bought = |said: &Said| matches!(said.request, Request::Act(Action::Recruit(_)));
    let shifted = |said: &Said| matches!(&said.request, Request::Act(Action::Redistribute { troops, .. }) if troops.len() == 1);
    said.iter().any(bought) && said.iter().any(shifted)
}
