//! Pieces that do as others: `Schwerin to Breslau, Keith goes along`.

use super::Reader;
use crate::game::{Action, PieceId};
use crate::said::{Request, Said};

impl Reader<'_> {
    /// These pieces do as those that were spoken of last: with them from the same city, else by themselves.
    pub(super) fn go_along(&mut self, mut also: Vec<PieceId>) {
        let place = |piece: &PieceId| self.known.as_ref().and_then(|known| known.position(*piece));
        let Some(said) = self.reading.said.iter_mut().rev().find(|said| {
            matches!(said.request, Request::Act(Action::MoveVia { .. }) | Request::Stay(_))
        }) else {
            return;
        };
        match &mut said.request {
            Request::Act(Action::MoveVia { pieces, via }) => {
                also.retain(|piece| !pieces.contains(piece));
                let beside =
                    |piece: &PieceId| pieces.first().is_none_or(|p| place(p) == place(piece));
                let (beside, apart): (Vec<_>, Vec<_>) = also.into_iter().partition(beside);
                pieces.extend(beside);
                if apart.is_empty() {
                    return;
                }
                let via = via.last().copied().into_iter().collect();
                let request = Request::Act(Action::MoveVia { pieces: apart, via });
                let said = Said { request, ..said.clone() };
                self.reading.said.push(said);
            }
            Request::Stay(pieces) => {
                also.retain(|piece| !pieces.contains(piece));
                pieces.extend(also);
            }
            _ => {}
        }
    }
}
