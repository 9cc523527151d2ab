//! What a seat knows of a game beyond its view, and games imagined from it.
//!
//! Who plays by computation wants to try things out. For that it needs a position it can act on, and the
//! real one holds secrets. So [`Knowledge`] is made by adding to a [`View`] the few facts that the rules
//! remember and that the seat may know, and [`Knowledge::imagine`] makes a game of it in which
//! everything hidden is what somebody guessed: hands, troops, the decks. An [`Imagined`] game cannot be
//! made of anything else, so what is tried on it cannot depend on a secret.

use super::action::{Action, DecisionKind};
use super::board::CityId;
use super::cards::Card;
use super::event::Event;
use super::fate_deck::{FateCard, FateInForce, sorted_fate_deck};
use super::fate_pending::{ExchangeAnswer, FatePending};
use super::nation::{Nation, Seat};
use super::pieces::{PIECES, PieceId, PieceSet};
use super::refusal::Refusal;
use super::state::{Combat, Memory, Offensive, Phase, PieceState, Place, Retreat, State};
use super::view::View;
use super::{board::OBJECTIVES, board::board};

/// What one seat knows: its view, and what the rules remember of this turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Knowledge {
    /// What the seat sees of the position.
    pub view: View,
    /// R13.1: public.
    last_victor: Option<PieceId>,
    /// R10.5: public.
    substitute: Option<CityId>,
    /// Public but for the generals that received troops, which Prussia alone knows (R11.11).
    memory: Memory,
    /// What the nation that has to discard has just drawn, if the seat plays it.
    drawn: Vec<Card>,
    fate_pending: Option<FatePending>,
}

/// What somebody assumes of all that a seat does not know.
#[derive(Clone, PartialEq, Debug)]
pub struct Guess {
    /// Hands of the nations that the seat does not play; others are passed over.
    pub hands: [Vec<Card>; 7],
    /// Troops of their generals on the map, at least 1 each.
    pub troops: [u8; PIECES],
    /// The next card is the last of the vector.
    pub draw_pile: Vec<Card>,
    /// Decides what is still left to chance. Never the key of the real game.
    pub key: [u8; 32],
}

impl Default for Guess {
    fn default() -> Guess {
        Guess {
            hands: Default::default(),
            troops: [1; PIECES],
            draw_pile: Vec::new(),
            key: [0; 32],
        }
    }
}

/// A game imagined from what a seat knows. It is asked and acted on like a real one.
#[derive(Clone, PartialEq, Debug)]
pub struct Imagined(State);

impl std::ops::Deref for Imagined {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl Imagined {
    /// Tries an action, as [`State::act`].
    ///
    /// # Errors
    ///
    /// The rules refuse the action; nothing has changed.
    pub fn act(&mut self, nation: Nation, action: &Action) -> Result<Vec<Event>, Refusal> {
        self.0.act(nation, action)
    }
}

impl State {
    /// What a seat knows.
    pub fn knowledge(&self, seat: Seat) -> Knowledge {
        let view = self.view(Some(seat));
        let plays = |nation: Nation| view.seat == Some(self.seat_of(nation));
        let mut memory = self.memory;
        if !plays(Nation::Prussia) {
            memory.reinforced = PieceSet::EMPTY;
        }
        let drawn = if plays(self.nation) { self.drawn.clone() } else { Vec::new() };
        let fate_pending = self.fate_pending.map(|pending| match pending {
            FatePending::Exchange { austria, russia } => {
                // That somebody has answered is public, what is not.
                let known = |answer: Option<ExchangeAnswer>, nation| match answer {
                    Some(_) if !plays(nation) => Some(ExchangeAnswer { card: None }),
                    answer => answer,
                };
                FatePending::Exchange {
                    austria: known(austria, Nation::Austria),
                    russia: known(russia, Nation::Russia),
                }
            }
            other => other,
        });
        Knowledge {
            last_victor: self.last_victor,
            substitute: self.substitute,
            memory,
            drawn,
            fate_pending,
            view,
        }
    }
}

impl Knowledge {
    /// The game as it would be if everything hidden were as guessed.
    pub fn imagine(&self, guess: &Guess) -> Imagined {
        let view = &self.view;
        let absent = PieceState { place: Place::Removed, troops: 0, face_down: false, done: false };
        let mut pieces = [absent; PIECES];
        for known in &view.pieces {
            let hidden = match known.city {
                Some(_) if known.general && view.phase != Phase::SetUp => {
                    guess.troops[known.piece.index()].max(1)
                }
                _ => 0,
            };
            pieces[known.piece.index()] = PieceState {
                place: match known.city {
                    Some(city) => Place::At(city),
                    None if known.removed => Place::Removed,
                    None => Place::OffMap,
                },
                troops: known.troops.unwrap_or(hidden),
                face_down: known.face_down,
                done: known.done,
            };
        }
        let mut hands = guess.hands.clone();
        for known in &view.nations {
            if let Some(hand) = &known.hand {
                hands[known.nation.index()] = hand.clone();
            }
        }
        let option = view.offensive_option.as_ref();
        let drawn_strokes =
            |card: &FateCard| matches!(card, FateCard::Stroke(s) if view.strokes.contains(s));
        let numbered = |text: &super::view::FateView| text.card.parse().ok();
        Imagined(State {
            rules: view.rules(),
            key: guess.key,
            reshuffles: 0,
            random_draws: 0,
            turn: view.turn,
            nation: view.nation,
            phase: view.phase,
            pieces,
            hands,
            draw_pile: guess.draw_pile.clone(),
            piles: Default::default(),
            unopened: view.unopened_decks.clone(),
            set_aside: option.and_then(|option| option.set_aside),
            absent: Vec::new(),
            drawn: self.drawn.clone(),
            fate_deck: sorted_fate_deck().into_iter().filter(|c| !drawn_strokes(c)).collect(),
            strokes: view.strokes.clone(),
            fate_in_force: view
                .fate_text
                .as_ref()
                .and_then(|text| numbered(text).map(|card| FateInForce { card, suit: text.suit })),
            fate_pending: self.fate_pending,
            conquered: flags(|city| view.conquered.contains_key(&city)),
            marked: flags(|city| view.marked.contains(&city)),
            combats: view.combats.iter().map(|pair| (pair.from, pair.to)).collect(),
            combat: view.combat.as_ref().map(|combat| Combat {
                from: combat.from,
                to: combat.to,
                score: combat.score,
                right: combat.right,
            }),
            retreat: view.retreat.as_ref().map(|retreat| Retreat {
                from: retreat.from,
                winner: retreat.winner,
                length: retreat.length,
            }),
            substitute: self.substitute,
            offensive: option.map_or(Offensive::Undecided, |option| option.status),
            last_victor: self.last_victor,
            memory: self.memory,
            outcome: view.outcome.clone(),
        })
    }

    /// The decisions that this seat has to make now.
    pub fn awaited(&self) -> impl Iterator<Item = (Nation, DecisionKind)> {
        let own = |seat| self.view.seat == Some(seat);
        self.view.awaited.iter().filter(move |a| own(a.seat)).map(|a| (a.nation, a.kind))
    }
}

fn flags(holds: impl Fn(CityId) -> bool) -> [bool; OBJECTIVES] {
    std::array::from_fn(|index| holds(board().objectives()[index].city))
}
