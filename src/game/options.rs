//! The legal actions of each open decision, where they are few enough to list (the referee
//! protocol's `options`), and what each piece can reach.

use super::action::{Action, Decision, DecisionKind, FateChoice, Order};
use super::board::{CityId, board};
use super::cards::{Card, Face};
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet};
use super::state::State;
use serde::Serialize;

/// An open decision with what can be answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Options {
    /// Who is asked for what; written as members beside the others.
    #[serde(flatten)]
    pub decision: Decision,
    /// All legal answers, if they are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Order>>,
    /// What can be done in a movement phase; `None` for any other decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movement: Option<MovementOptions>,
    /// What is to be allotted at set-up; `None` for any other decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allot: Option<AllotOptions>,
}

/// What a nation can do in its movement phase.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MovementOptions {
    /// Per piece, stack or part of a stack: every city it can reach.
    pub moves: Vec<MoveOptions>,
    /// What can be bought and may re-enter.
    pub recruitment: RecruitmentOptions,
}

/// Where some pieces can go together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveOptions {
    /// A train, a stack, or a part of one.
    pub pieces: Vec<PieceId>,
    /// Where they stand.
    pub from: CityId,
    /// Every city they can reach together.
    pub to: Vec<CityId>,
}

/// What recruitment is possible (R10).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecruitmentOptions {
    /// What one troop or train costs now, in points (R10.2, R10.5).
    pub cost: u16,
    /// What the hand is worth as payment, in points (R10.1).
    pub funds: u16,
    /// How many more troops the nation may have (R6.5).
    pub troops: u8,
    /// Generals off the map that may re-enter.
    pub generals: Vec<PieceId>,
    /// Supply trains off the map that may re-enter.
    pub trains: Vec<PieceId>,
    /// Where some piece can re-enter now, by itself: empty if none is off the map, or the hand pays
    /// for none.
    pub cities: Vec<CityId>,
}

/// What is to be allotted (R1.7).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AllotOptions {
    /// The generals who get them.
    pub generals: Vec<PieceId>,
    /// How many troops, all in all.
    pub troops: u8,
    /// The least for each general.
    pub least: u8,
    /// The most for each general.
    pub most: u8,
}

impl State {
    /// The open decisions with their legal actions.
    pub fn options(&self) -> Vec<Options> {
        self.decisions().into_iter().map(|decision| self.options_for(decision)).collect()
    }

    fn options_for(&self, decision: Decision) -> Options {
        let Decision { nation, kind, .. } = decision;
        let mut options = Options { decision, actions: None, movement: None, allot: None };
        match kind {
            DecisionKind::Allot => {
                options.allot = Some(AllotOptions {
                    generals: self.on_map(PieceSet::generals_of(nation)).iter().collect(),
                    troops: self.rules.troops[nation.index()],
                    least: 1,
                    most: super::troops::GENERAL_MAXIMUM,
                });
            }
            DecisionKind::Movement => options.movement = Some(self.movement_options(nation)),
            _ => {
                let actions = self.legal_actions(nation, kind);
                options.actions = Some(actions.iter().map(Order::from).collect());
            }
        }
        options
    }

    /// All legal answers to a decision other than an allotment or a movement phase.
    pub fn legal_actions(&self, nation: Nation, kind: DecisionKind) -> Vec<Action> {
        let hand = || {
            let mut cards = self.hand(nation).to_vec();
            cards.dedup();
            cards
        };
        match kind {
            DecisionKind::Allot | DecisionKind::Movement | DecisionKind::GameOver => Vec::new(),
            DecisionKind::Discard => {
                let mut cards = self.discardable(nation);
                cards.sort_unstable();
                cards.dedup();
                cards.into_iter().map(|card| Action::Discard { card: card.into() }).collect()
            }
            DecisionKind::OffensiveOption => std::iter::once(None)
                .chain(hand().into_iter().map(Some))
                .filter(|card| card.is_none_or(|c| matches!(c.face, Face::Suited(_, 10..))))
                .map(|card| Action::OffensiveOption { card: card.map(Into::into) })
                .collect(),
            DecisionKind::DaunWithdrawal => self
                .withdrawals()
                .into_iter()
                .map(|(stack, to)| Action::Withdraw { stack, to })
                .chain([Action::Stay])
                .collect(),
            DecisionKind::Attack => {
                self.combats.iter().map(|&(from, to)| Action::Attack { from, to }).collect()
            }
            DecisionKind::Play => self.legal_plays(),
            DecisionKind::Retreat => {
                self.retreat_options().into_iter().map(|to| Action::Retreat { to }).collect()
            }
            DecisionKind::Fate => {
                let options = self.fate_options(nation);
                let mut cards = options.cards;
                cards.dedup();
                let mut choices: Vec<FateChoice> = Vec::new();
                choices.extend(cards.into_iter().map(|card| FateChoice::Card(card.into())));
                choices.extend(options.generals.into_iter().map(FateChoice::General));
                choices.extend(options.cities.into_iter().map(FateChoice::City));
                choices.extend(options.may_decline.then_some(FateChoice::Decline));
                choices.into_iter().map(|choice| Action::Fate { choice }).collect()
            }
            DecisionKind::Reconquest => {
                let cities = self.reconquest_options();
                let mut pairs = Vec::new();
                for (place, a) in cities.iter().enumerate() {
                    for b in &cities[place + 1..] {
                        pairs.push(Action::Reconquest { cities: vec![*a, *b] });
                    }
                }
                pairs
            }
        }
    }

    /// All plays that are allowed now, and the stop if it is (R7.3, R7.5).
    fn legal_plays(&self) -> Vec<Action> {
        let mut cards: Vec<Card> = self.playable();
        cards.dedup();
        let mut actions = Vec::new();
        for card in cards {
            let values: Vec<Option<u8>> = match card.face {
                Face::Reserve => (1..=self.reserve_limit()).map(Some).collect(),
                Face::Suited(_, own) if self.may_double(card) => vec![None, Some(2 * own)],
                Face::Suited(..) => vec![None],
            };
            for value in values {
                if self.may_play(card, value).is_ok() {
                    actions.push(Action::Play { card: card.into(), value });
                }
            }
        }
        if self.may_stop().is_ok() {
            actions.push(Action::Stop);
        }
        actions
    }

    fn movement_options(&self, nation: Nation) -> MovementOptions {
        let hand = self.hand(nation).iter();
        let off_map = |general: bool| -> Vec<PieceId> {
            let state = |piece: &PieceId| self.piece(*piece).place;
            PieceSet::of(nation)
                .iter()
                .filter(|p| p.is_general() == general && state(p) == super::state::Place::OffMap)
                .collect()
        };
        MovementOptions {
            moves: self.move_options(nation),
            recruitment: RecruitmentOptions {
                cost: self.cost_of_one(nation),
                funds: hand.map(|card| u16::from(card.face.payment())).sum(),
                troops: self.rules.troops[nation.index()] - self.total_troops(nation),
                generals: off_map(true),
                trains: off_map(false),
                cities: self.open_entry_cities(nation),
            },
        }
    }

    /// Per piece, stack or part of a stack of the nation: every city it can reach (R4).
    pub fn move_options(&self, nation: Nation) -> Vec<MoveOptions> {
        let mut options = Vec::new();
        for from in board().city_ids() {
            let here = self.pieces_at(from).and(PieceSet::of(nation));
            for pieces in parts_of(here) {
                let to = self.destinations(nation, &pieces);
                if !to.is_empty() {
                    options.push(MoveOptions { pieces, from, to });
                }
            }
        }
        options
    }
}

/// All non-empty parts of a stack, the whole stack first.
fn parts_of(stack: PieceSet) -> Vec<Vec<PieceId>> {
    let pieces: Vec<PieceId> = stack.iter().collect();
    (1..1usize << pieces.len())
        .rev()
        .map(|mask| {
            let chosen = |index: &usize| mask & (1 << (pieces.len() - 1 - index)) != 0;
            (0..pieces.len()).filter(chosen).map(|index| pieces[index]).collect()
        })
        .collect()
}
