//! What a line adds to orders of earlier lines, and how that is undone: `Schwerin to Breslau`, and below it
//! `Keith goes along`.

use super::Reader;
use crate::game::{Action, CityId, PieceId};
use crate::said::grouping::group;
use crate::said::{Condition, Request, Said};

impl Reader<'_> {
    /// `Dohna to Stettin. He goes there via Stargard`: the march is said again with its way, and counts once.
    pub(super) fn without_wayless(&mut self, line: usize, request: &Request) {
        let Request::Act(Action::MoveVia { pieces, via }) = request else { return };
        let same = |said: &Said| {
            said.line == line
                && matches!(&said.request, Request::Act(Action::MoveVia { pieces: others, via: other })
                    if others == pieces && other.len() == 1 && other.last() == via.last())
        };
        if via.len() > 1 {
            self.reading.said.retain(|said| !same(said));
        }
    }

    /// These pieces do as those that were spoken of last: with them from the same city, else by themselves. Under
    /// another condition or for another turn it is an order of its own. `as_far`: those from elsewhere go only as near as
    /// they get, as trains behind generals always do.
    pub(super) fn go_along(
        &mut self,
        line: usize,
        condition: Option<Condition>,
        mut also: Vec<PieceId>,
        as_far: bool,
    ) {
        let place = |piece: &PieceId| self.known.as_ref().and_then(|known| known.position(*piece));
        let marches = |said: &Said| matches!(said.request, Request::Act(Action::MoveVia { .. }));
        let of_last = |said: &Said| marches(said) || matches!(said.request, Request::Stay(_));
        // `Friedrich to Dresden, Dohna stays, train 1 follows as far as it can`: nobody follows one who stays.
        let march = self.reading.said.iter().rposition(marches).filter(|_| as_far);
        let Some(at) = march.or_else(|| self.reading.said.iter().rposition(of_last)) else {
            return;
        };
        let leader = self.reading.said[at].clone();
        let same =
            leader.condition == condition && (leader.line == line || leader.turn == self.turn);
        let turn = if leader.line == line { leader.turn } else { self.turn };
        let (mut joined, mut apart) = (leader.clone(), None);
        match &mut joined.request {
            Request::Act(Action::MoveVia { pieces, via }) => {
                also.retain(|piece| !pieces.contains(piece));
                let beside =
                    |piece: &PieceId| pieces.first().is_none_or(|p| place(p) == place(piece));
                let (beside, others): (Vec<_>, Vec<_>) = also.into_iter().partition(beside);
                if !others.is_empty() {
                    let goal = via.last().copied();
                    let trains = others.iter().all(|piece| !piece.is_general());
                    let behind = trains && pieces.iter().any(|piece| piece.is_general());
                    let near = goal.filter(|_| as_far || behind);
                    let near = near.and_then(|goal| self.known.as_ref()?.behind(&others, goal));
                    let via = near.or(goal).into_iter().collect();
                    let request = Request::Act(Action::MoveVia { pieces: others, via });
                    apart = Some(Said { request, line, turn, condition, ..leader });
                }
                if same { pieces.extend(beside) } else { *pieces = beside }
            }
            Request::Stay(pieces) => {
                also.retain(|piece| !pieces.contains(piece));
                if same { pieces.extend(also) } else { *pieces = also }
            }
            _ => {}
        }
        if same {
            self.remember(line, at);
            self.reading.said[at] = joined;
        } else if !joined.request.ordered().is_empty() {
            self.reading.said.push(Said { line, turn, condition, ..joined });
        }
        self.reading.said.extend(apart);
    }

    /// Where pieces were sent so far, in the turn that is spoken of.
    pub(super) fn sent(&self) -> Vec<(PieceId, CityId)> {
        let now = |said: &&Said| said.turn == self.turn && said.condition.is_none();
        let said = self.reading.said.iter().filter(now);
        said.flat_map(|said| group::goals(&said.request)).collect()
    }

    /// Keeps what was said so far, before this line changes an entry of an earlier one for the first time.
    pub(super) fn remember(&mut self, line: usize, at: usize) {
        if self.reading.said[at].line != line && self.earlier.is_none() {
            self.earlier = Some(self.reading.said.clone());
        }
    }

    /// Undoes what the line changed in entries of earlier ones, and drops its own behind the first so many.
    pub(super) fn put_back(&mut self, first: usize) {
        if let Some(earlier) = self.earlier.take() {
            self.reading.said = earlier;
        }
        self.reading.said.truncate(first);
    }

    /// What a line says: its own entries, and those of earlier lines that it changed.
    pub(super) fn said_by(&self, line: usize) -> Vec<Said> {
        let before = |at: usize| self.earlier.as_ref().and_then(|earlier| earlier.get(at));
        let all = self.reading.said.iter().enumerate();
        let own = all.filter(|(at, said)| {
            said.line == line || before(*at).is_some_and(|before| before != *said)
        });
        own.map(|(_, said)| said.clone()).collect()
    }
}
