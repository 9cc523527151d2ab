//! What the reader may ask of a position: what the seat may know, and nothing else.
//!
//! Everything comes from the seat's [`View`], from options of its own pieces and decisions, or from
//! facts that are public. No other file of this room asks the [`State`].

use crate::game::{
    Action, Card, CityId, Decision, DecisionKind, FateOptions, Nation, PieceId, State, View,
    all_pieces, board,
};
use crate::orders::{MenuEntry, menu, with_plain_cards};
use crate::said::Context;

/// A position as its reader knows it.
pub(in crate::said) struct Known<'a> {
    state: &'a State,
    /// What the seat may know, and nothing else.
    pub view: View,
    /// Those that are open for the seat.
    pub decisions: &'a [Decision],
    /// Purchases of earlier mails wait to be carried out.
    pub buys: bool,
    /// Where pieces of earlier mails were asked to go, or not.
    pub asked_about: &'a [(PieceId, CityId)],
}

impl<'a> Known<'a> {
    /// `None` for somebody who holds no seat.
    pub fn new(context: &Context<'a>) -> Option<Known<'a>> {
        let (state, seat) = (context.state?, context.seat?);
        let view = state.view(Some(seat));
        let Context { decisions, buys, asked_about, .. } = *context;
        Some(Known { state, view, decisions, buys, asked_about })
    }

    /// Whether the seat plays the nation now.
    pub fn is_own(&self, nation: Nation) -> bool {
        self.own_nations().any(|own| own == nation)
    }

    /// The nations the seat plays.
    pub fn own_nations(&self) -> impl Iterator<Item = Nation> {
        let own = |n: &&crate::game::NationView| Some(n.seat) == self.view.seat;
        self.view.nations.iter().filter(own).map(|n| n.nation)
    }

    /// The first open decision of this kind.
    pub fn awaits(&self, kind: DecisionKind) -> Option<Nation> {
        self.decisions.iter().find(|decision| decision.kind == kind).map(|d| d.nation)
    }

    /// The nation whose march is read now: where a discard of its own is still open nobody moves in between (R3.1).
    pub fn moves_next(&self) -> Option<Nation> {
        self.awaits(DecisionKind::Movement).or_else(|| self.awaits(DecisionKind::Discard))
    }

    /// The only decision that is open.
    pub fn only_decision(&self) -> Option<Decision> {
        match self.decisions {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The answers to a decision as they stand in the seat's mail, in the order of their numbers.
    pub fn menu(&self, decision: Decision) -> Vec<MenuEntry> {
        self.view.seat.map_or_else(Vec::new, |seat| menu(self.state, seat, decision))
    }

    /// Where a piece stands.
    pub fn position(&self, piece: PieceId) -> Option<CityId> {
        self.view.pieces.iter().find(|known| known.piece == piece).and_then(|known| known.city)
    }

    /// Troops of an own general.
    pub fn troops(&self, piece: PieceId) -> Option<u8> {
        self.is_own(piece.nation()).then(|| self.state.piece(piece).troops)
    }

    /// How many troops a nation allots at set-up: public.
    pub fn troops_to_allot(&self, nation: Nation) -> u8 {
        let allots = |d: &&Decision| d.nation == nation && d.kind == DecisionKind::Allot;
        // What can be done in other decisions takes long to list.
        if !self.decisions.iter().any(|decision| allots(&decision)) {
            return 0;
        }
        let open = self.state.options().into_iter().find(|o| allots(&&o.decision));
        open.and_then(|options| options.allot).map_or(0, |allot| allot.troops)
    }

    fn in_game(&self, piece: PieceId) -> bool {
        self.view.pieces.iter().any(|known| known.piece == piece && !known.removed)
    }

    /// The nation's generals on the map.
    pub fn generals_on_map(&self, nation: Nation) -> Vec<PieceId> {
        let wanted = |p: &PieceId| p.nation() == nation && p.is_general();
        all_pieces().filter(wanted).filter(|piece| self.position(*piece).is_some()).collect()
    }

    /// The two generals who stand together, of the nation that moves, if there are just two such.
    pub fn only_pair(&self) -> Option<Vec<PieceId>> {
        let generals = self.generals_on_map(self.awaits(DecisionKind::Movement)?);
        let beside = |piece: &PieceId| -> Vec<PieceId> {
            let city = self.position(*piece);
            generals.iter().copied().filter(|other| self.position(*other) == city).collect()
        };
        let mut pairs: Vec<Vec<PieceId>> =
            generals.iter().map(beside).filter(|stack| stack.len() == 2).collect();
        pairs.dedup();
        match pairs.as_slice() {
            [pair] => Some(pair.clone()),
            _ => None,
        }
    }

    /// The nation's trains, on the map or off it.
    pub fn trains(&self, nation: Nation, on_map: bool) -> Vec<PieceId> {
        all_pieces()
            .filter(|piece| piece.nation() == nation && !piece.is_general())
            .filter(|piece| self.in_game(*piece))
            .filter(|piece| self.position(*piece).is_some() == on_map)
            .collect()
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

    /// The cities nearest to the goal among those where own pieces may end a move now.
    pub fn nearest_to(&self, pieces: &[PieceId], goal: CityId) -> Vec<CityId> {
        match pieces.first() {
            Some(first) if self.is_own(first.nation()) => {
                self.state.nearest_to(first.nation(), pieces, goal)
            }
            _ => Vec::new(),
        }
    }

    /// The one city nearest to the goal of those whom own pieces follow; trains stay out of theirs (R4.2). Which of two
    /// equally near ones a train waits in is all the same to whoever lets it follow: it takes the shorter way.
    pub fn behind(&self, pieces: &[PieceId], goal: CityId) -> Option<CityId> {
        let trains = pieces.iter().any(|piece| !piece.is_general());
        let mut all = self.destinations(pieces);
        all.retain(|city| !(trains && *city == goal));
        let far = |city: &CityId| board().distance(*city, goal);
        let least = all.iter().map(far).min()?;
        all.retain(|city| far(city) == least);
        let start = pieces.first().and_then(|piece| self.position(*piece));
        let way = |city: &&CityId| start.map(|start| board().distance(start, **city));
        if trains {
            all.iter().min_by_key(way).copied()
        } else {
            all.first().copied().filter(|_| all.len() == 1)
        }
    }

    /// Where pieces of the nation may re-enter: public (R10.4, R10.5).
    pub fn entry_cities(&self, nation: Nation) -> Vec<CityId> {
        self.state.entry_cities(nation)
    }

    /// The combats still to be fought, from where to where: public (R7.1).
    pub fn combats(&self) -> Vec<(CityId, CityId)> {
        self.view.combats.iter().map(|pair| (pair.from, pair.to)).collect()
    }

    /// What the seat's own nation can answer to a Card of Fate.
    pub fn fate_options(&self, nation: Nation) -> FateOptions {
        if self.is_own(nation) { self.state.fate_options(nation) } else { FateOptions::default() }
    }

    /// The cities between which the answer to an own decision chooses.
    pub fn offered_cities(&self, nation: Nation, kind: DecisionKind) -> Vec<CityId> {
        match kind {
            DecisionKind::Retreat => {
                self.view.retreat.as_ref().map_or(Vec::new(), |retreat| retreat.cities.clone())
            }
            DecisionKind::Reconquest => self.state.reconquest_options(),
            DecisionKind::Fate => self.fate_options(nation).cities,
            _ => Vec::new(),
        }
    }

    /// Where Prussian stacks may withdraw before Daun's attack: public.
    pub fn withdrawals(&self) -> Vec<(CityId, CityId)> {
        self.state.withdrawals()
    }

    /// The legal answers to an own decision, where they can be listed.
    /// Cards are named as in the seat's mail: with their deck where that tells two apart.
    pub fn legal_answers(&self, nation: Nation, kind: DecisionKind) -> Vec<Action> {
        if !self.is_own(nation) {
            return Vec::new();
        }
        let legal = self.state.legal_actions(nation, kind).into_iter();
        let mut answers: Vec<Action> = Vec::new();
        for action in legal.map(|action| with_plain_cards(action, self.hand(nation))) {
            if !answers.contains(&action) {
                answers.push(action);
            }
        }
        answers
    }

    /// The cards of an own nation.
    pub fn hand(&self, nation: Nation) -> &[Card] {
        if self.is_own(nation) { self.state.hand(nation) } else { &[] }
    }

    /// Whether the seat's troops are still to be allotted (R1.7).
    pub fn is_set_up(&self) -> bool {
        self.awaits(DecisionKind::Allot).is_some()
    }
}
