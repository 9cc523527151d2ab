//! What menus and templates may be made of: what the seat may know, and nothing else.
//!
//! Everything comes from the seat's [`View`], from options of its own pieces and decisions, or
//! from facts that are public. No other file of this room asks the [`State`] anything.

use crate::game::{
    Action, CityId, Decision, Event, Nation, PieceId, Seat, State, View, all_pieces,
};

/// A position as a seat knows it.
pub(super) struct Knowledge<'a> {
    state: &'a State,
    view: View,
}

impl<'a> Knowledge<'a> {
    /// The position as this seat knows it.
    pub fn new(state: &'a State, seat: Seat) -> Knowledge<'a> {
        Knowledge { state, view: state.view(Some(seat)) }
    }

    /// What the seat sees.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Whether the seat plays the nation now.
    pub fn is_own(&self, nation: Nation) -> bool {
        self.view.nations.iter().any(|n| n.nation == nation && Some(n.seat) == self.view.seat)
    }

    /// Where a piece stands.
    pub fn position(&self, piece: PieceId) -> Option<CityId> {
        self.view.pieces.iter().find(|known| known.piece == piece).and_then(|known| known.city)
    }

    /// The nation's generals on the map.
    pub fn generals_on_map(&self, nation: Nation) -> Vec<PieceId> {
        let wanted = |p: &PieceId| p.nation() == nation && p.is_general();
        all_pieces().filter(wanted).filter(|piece| self.position(*piece).is_some()).collect()
    }

    /// Where own pieces may end a move now: depends on positions alone (R4).
    pub fn destinations(&self, pieces: &[PieceId]) -> Vec<CityId> {
        match pieces.first() {
            Some(first) if self.is_own(first.nation()) => {
                self.state.destinations(first.nation(), pieces)
            }
            _ => Vec::new(),
        }
    }

    /// The legal answers to an own decision, where they can be listed.
    pub fn legal_answers(&self, decision: Decision) -> Vec<Action> {
        if self.is_own(decision.nation) {
            self.state.legal_actions(decision.nation, decision.kind)
        } else {
            Vec::new()
        }
    }

    /// What the score of the combat in progress would be for the nation after this play: how a card changes it is public,
    /// and what follows is not looked at.
    pub fn score_after(&self, decision: Decision, action: &Action) -> Option<i16> {
        let Decision { nation, .. } = decision;
        let events = self.state.clone().act(nation, action).ok()?;
        events.into_iter().find_map(|event| match event {
            Event::CardPlayed { score, right, .. } => {
                Some(if right == nation { score } else { -score })
            }
            _ => None,
        })
    }

    /// The way a move over these cities would take: depends on positions alone (R4.6).
    pub fn route(&self, pieces: &[PieceId], via: &[CityId]) -> Option<Vec<CityId>> {
        let nation = pieces.first()?.nation();
        self.state.route_via(nation, pieces, via).ok()
    }

    /// What passing a city would do for the nation: depends on positions alone (R5).
    pub fn passing(&self, nation: Nation, city: CityId) -> crate::game::Passing {
        self.state.passing(nation, city)
    }
}
