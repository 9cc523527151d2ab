//! Games played by the engine, for mails to be made from: a simple player that seeks the enemy.

use super::super::*;
use crate::game::{
    Action, Decision, DecisionKind, Event, Nation, PieceId, PieceSet, Recruitment, Seat, Setup,
    State, board,
};

/// A game, and all that has happened in it.
pub struct Game {
    pub state: State,
    pub events: Vec<Event>,
    /// Where in the events the last action began.
    pub last: usize,
}

impl Game {
    pub fn new(setup: Setup) -> Game {
        Game { state: State::new(setup, [7; 32]), events: Vec::new(), last: 0 }
    }

    pub fn act(&mut self, nation: Nation, action: &Action) {
        self.last = self.events.len();
        let events = self.state.act(nation, action);
        self.events.extend(events.unwrap_or_else(|refusal| panic!("{action:?}: {refusal:?}")));
    }

    /// Plays until a decision is awaited for which this holds.
    pub fn until(mut self, holds: impl Fn(&Game, Decision) -> bool) -> Game {
        for _ in 0..20_000 {
            let decision = self.state.decisions()[0];
            if holds(&self, decision) || decision.kind == DecisionKind::GameOver {
                return self;
            }
            self.decide(decision);
        }
        panic!("nothing of the kind has come");
    }

    /// What a seat may be told of the events from a place on.
    pub fn told(&self, seat: Seat, from: usize) -> Vec<Happening> {
        let nations: Vec<Nation> =
            Nation::ALL.into_iter().filter(|n| self.state.seat_of(*n) == seat).collect();
        events_for(&nations, &self.events[from..])
    }

    /// The place of the last event of a kind for which this holds.
    pub fn last_event(&self, holds: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().rposition(holds).unwrap_or(0)
    }

    fn decide(&mut self, Decision { nation, kind, .. }: Decision) {
        match kind {
            DecisionKind::Allot => {
                let troops = self.even_split(nation);
                self.act(nation, &Action::Allot { troops });
            }
            DecisionKind::Movement => {
                for general in PieceSet::of(nation) {
                    self.march(nation, general);
                }
                self.recruit(nation);
                self.act(nation, &Action::EndMovement);
            }
            _ => {
                let actions = self.state.legal_actions(nation, kind);
                self.act(nation, &actions[0]);
            }
        }
    }

    fn even_split(&self, nation: Nation) -> Vec<(PieceId, u8)> {
        let generals: Vec<PieceId> =
            self.state.on_map(PieceSet::generals_of(nation)).iter().collect();
        let count = generals.len() as u8;
        let troops = self.state.rules().troops[nation.index()];
        let share = |index: usize| troops / count + u8::from((index as u8) < troops % count);
        generals.iter().enumerate().map(|(index, general)| (*general, share(index))).collect()
    }

    /// Towards the nearest enemy, or the nearest objective not yet taken.
    fn march(&mut self, nation: Nation, piece: PieceId) {
        let state = &self.state;
        let Some(from) = state.city_of(piece).filter(|_| !state.piece(piece).done) else {
            return;
        };
        let generals = |n: &Nation| PieceSet::generals_of(*n);
        let hostile = Nation::ALL.into_iter().filter(|other| nation.hostile_to(*other));
        let enemies = hostile
            .flat_map(|n| state.on_map(generals(&n)))
            .filter_map(|general| state.city_of(general));
        let wanted = board().objectives().iter().filter(|o| o.of == nation).map(|o| o.city);
        let mut goals: Vec<_> = enemies.collect();
        if piece.0.is_multiple_of(2) {
            goals.extend(wanted.filter(|city| !state.conquered().any(|(c, _)| c == *city)));
        }
        let near = |city| goals.iter().map(|goal| board().distance(city, *goal)).min();
        let options = state.move_options(nation);
        let reachable = options.iter().find(|o| o.pieces == [piece]);
        let best = reachable
            .and_then(|options| options.to.iter().copied().min_by_key(|city| (near(*city), *city)));
        if let Some(goal) = best.filter(|goal| near(*goal) < near(from)) {
            self.act(nation, &Action::MoveVia { pieces: vec![piece], via: vec![goal] });
        }
    }

    /// One troop for the first general who has room, paid with the lowest cards.
    fn recruit(&mut self, nation: Nation) {
        let generals = self.state.on_map(PieceSet::generals_of(nation));
        let room = |general: &PieceId| self.state.piece(*general).troops < 8;
        let Some(general) = generals.iter().find(room) else {
            return;
        };
        let mut hand = self.state.hand(nation).to_vec();
        hand.sort_by_key(|card| card.face.payment());
        let (mut pay, mut paid) = (Vec::new(), 0);
        while paid < 8 && !hand.is_empty() {
            let card = hand.remove(0);
            paid += card.face.payment();
            pay.push(card.into());
        }
        let recruitment = Recruitment { pay, troops: vec![(general, 1)], ..Default::default() };
        self.last = self.events.len();
        // At its maximum a nation recruits nothing.
        if let Ok(events) = self.state.act(nation, &Action::Recruit(recruitment)) {
            self.events.extend(events);
        }
    }
}
