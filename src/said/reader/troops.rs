//! Troops that are said in several places of a text.

use super::Reader;
use crate::game::{Action, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Parsed;
use crate::said::chunks::known::Known;
use crate::said::grouping::group::Grouped;
use crate::said::{Request, Said};

impl Reader<'_> {
    /// The troops that were given to generals so far.
    pub(super) fn allotted(&self) -> Vec<(PieceId, u8)> {
        let troops = |said: &Said| match &said.request {
            Request::Act(Action::Allot { troops } | Action::Redistribute { troops, .. }) => {
                troops.clone()
            }
            _ => Vec::new(),
        };
        self.reading.said.iter().flat_map(troops).collect()
    }

    /// Troops of one nation at set-up, or of one stack later, are one order wherever they stand.
    pub(super) fn troops(&mut self, mut entry: Said, piece: PieceId, count: u8) {
        let Some(known) = &self.known else { return };
        let set_up = known.is_set_up();
        // `Imperial Army: Hildburghausen 5`: what he has anyhow needs no order.
        if set_up
            && known.troops_to_allot(piece.nation()) == 0
            && known.troops(piece) == Some(count)
        {
            return;
        }
        let city = |piece: PieceId| known.position(piece).unwrap_or(piece.info().start);
        let here = city(piece);
        // `Keith sits at Kolin with just his two troops`: whoever stands alone has what he has.
        let beside = |other: &PieceId| *other != piece && known.position(*other) == Some(here);
        let alone = !set_up && !known.generals_on_map(piece.nation()).iter().any(beside);
        if alone && known.troops(piece) == Some(count) {
            return;
        }
        let found = self.reading.said.iter().position(|said| {
            let same = said.nation == Some(piece.nation())
                && said.turn == entry.turn
                && said.condition == entry.condition;
            same && match &said.request {
                Request::Act(Action::Allot { .. }) => set_up,
                Request::Act(Action::Redistribute { city: there, .. }) => !set_up && *there == here,
                _ => false,
            }
        });
        if let Some(at) = found {
            self.remember(entry.line, at);
        }
        let found = found.and_then(|at| match &mut self.reading.said[at].request {
            Request::Act(Action::Allot { troops } | Action::Redistribute { troops, .. }) => {
                Some(troops)
            }
            _ => None,
        });
        match found {
            Some(troops) => {
                troops.retain(|(known, _)| *known != piece);
                troops.push((piece, count));
                troops.sort_unstable();
            }
            None => {
                let troops = vec![(piece, count)];
                entry.request = Request::Act(if set_up {
                    Action::Allot { troops }
                } else {
                    Action::Redistribute { city: here, troops }
                });
                entry.nation = Some(piece.nation());
                self.reading.said.push(entry);
            }
        }
    }

    /// Whether troops are divided at set-up, and no turn is named.
    pub(super) fn divides_troops(&self) -> bool {
        self.turn.is_none() && self.known.as_ref().is_some_and(Known::is_set_up)
    }

    /// Whether a part of a line at set-up names a general and was read as nothing: `Chevert prend ce qui reste`, before the others
    /// have troops.
    pub(super) fn gives_nothing(&self, part: &[Chunk], grouped: &Grouped) -> bool {
        let nothing = |parsed: &Parsed| parsed.said.is_empty() && parsed.also.is_empty();
        let own = |c: &Chunk| {
            let known = self.known.as_ref();
            c.generals.iter().any(|piece| known.is_some_and(|known| known.is_own(piece.nation())))
        };
        self.divides_troops()
            && !grouped.parsed.is_empty()
            && grouped.parsed.iter().all(nothing)
            && part.iter().any(own)
    }
}
