//! What a bot makes of what it sees: who stands where, how strong everybody probably is, and what the
//! hands are worth in each suit.
//!
//! The own side's figures are those of the view. Of the others it knows all troops of a nation (R6.1),
//! what stacks once declared, how many cards of which deck they hold (R3.5), and which cards
//! nobody can hold because they lie open or in the own hand.

use super::style::Style;
use super::{BotStream, Insight};
use crate::game::{
    Card, CityId, DECKS, Face, GENERAL_MAXIMUM, Guess, Imagined, Nation, PIECES, PieceId, PieceSet,
    all_pieces, sorted_cards,
};

/// What a Reserve is counted for in a suit.
const RESERVE: f32 = 7.0;

/// A seat's picture of the game, from the view of one of its nations.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The one of the seat's nations from whose view it is.
    pub nation: Nation,
    /// By piece; `None` off the map.
    pub at: [Option<CityId>; PIECES],
    /// Troops of a general: known, or likely.
    pub troops: [f32; PIECES],
    /// Generals found without supply (R9.3).
    pub face_down: PieceSet,
    /// By nation and suit: the points it can probably play.
    pub power: [[f32; 4]; 7],
    /// Cards in each hand.
    pub cards: [usize; 7],
    /// Cards that each draws.
    pub draws: [usize; 7],
    /// Cards that may be in a hidden hand, by deck.
    unseen: [Vec<Card>; DECKS as usize],
    /// Hidden hands: how many cards of each deck.
    hidden: Vec<(Nation, [usize; DECKS as usize])>,
    /// By nation: it takes part and has not left (R11.4).
    pub in_play: [bool; 7],
    /// By nation: the seat plays it.
    own: [bool; 7],
}

impl Reading {
    /// As the insight has it: nothing is guessed but what follows from public facts.
    pub fn new(insight: &Insight, nation: Nation) -> Reading {
        let view = &insight.knowledge.view;
        let mut reading = Reading {
            nation,
            at: [None; PIECES],
            troops: [0.0; PIECES],
            face_down: PieceSet::EMPTY,
            power: [[0.0; 4]; 7],
            cards: [0; 7],
            draws: [0; 7],
            unseen: unseen(insight),
            hidden: Vec::new(),
            in_play: [false; 7],
            own: [false; 7],
        };
        for piece in &view.pieces {
            reading.at[piece.piece.index()] = piece.city;
            if piece.face_down {
                reading.face_down.insert(piece.piece);
            }
            if let Some(troops) = piece.troops {
                reading.troops[piece.piece.index()] = f32::from(troops);
            }
        }
        for known in &view.nations {
            let index = known.nation.index();
            reading.in_play[index] = known.in_play;
            reading.cards[index] = known.cards.values().sum();
            reading.draws[index] = usize::from(known.draws);
            match &known.hand {
                Some(hand) => {
                    reading.own[index] = true;
                    reading.power[index] = power_of(hand);
                }
                None => {
                    let mut counts = [0; DECKS as usize];
                    for (deck, cards) in &known.cards {
                        counts[usize::from(deck - 1)] = *cards;
                    }
                    reading.power[index] = reading.likely_power(&counts);
                    reading.hidden.push((known.nation, counts));
                    reading.estimate_troops(insight, known.nation, f32::from(known.troops));
                }
            }
        }
        reading
    }

    fn likely_power(&self, counts: &[usize; DECKS as usize]) -> [f32; 4] {
        let mut power = [0.0; 4];
        for (unseen, count) in self.unseen.iter().zip(counts) {
            let each = power_of(unseen).map(|points| points / unseen.len().max(1) as f32);
            for (sum, points) in power.iter_mut().zip(each) {
                *sum += points * *count as f32;
            }
        }
        power
    }

    /// Shares out what a nation is known to have: first by what was declared, the rest evenly.
    fn estimate_troops(&mut self, insight: &Insight, nation: Nation, total: f32) {
        let generals: Vec<PieceId> = PieceSet::generals_of(nation)
            .iter()
            .filter(|general| self.at[general.index()].is_some())
            .collect();
        let declared = |general: &PieceId| insight.memory.declared(*general);
        let known: f32 = generals.iter().filter_map(declared).sum();
        let unknown = generals.iter().filter(|general| declared(general).is_none()).count();
        let rest = ((total - known) / unknown.max(1) as f32).max(1.0);
        let share = |general: &PieceId| declared(general).unwrap_or(rest).max(1.0);
        let all: f32 = generals.iter().map(share).sum();
        let scale = total / all.max(1.0);
        for general in &generals {
            let troops = (share(general) * scale).clamp(1.0, f32::from(GENERAL_MAXIMUM));
            self.troops[general.index()] = troops;
        }
    }

    /// A game in which the hidden troops are the likely ones, to try actions on.
    pub fn imagine(&self, insight: &Insight) -> Imagined {
        let guess = Guess { troops: self.whole_troops(), ..Guess::default() };
        insight.knowledge.imagine(&guess)
    }

    /// Takes over where pieces stand, and the nation's own troops and hand, after an action that was tried.
    pub fn follow(&mut self, game: &Imagined) {
        for piece in all_pieces() {
            self.at[piece.index()] = game.city_of(piece);
            if piece.nation() == self.nation {
                self.troops[piece.index()] = f32::from(game.piece(piece).troops);
            }
        }
        self.power[self.nation.index()] = power_of(game.hand(self.nation));
    }

    /// One way in which the hidden hand of a nation may look: cards by the decks of their backs, drawn from
    /// those that nobody else is known to have.
    pub fn sample_hand(&self, nation: Nation, stream: &mut BotStream) -> Vec<Card> {
        let mut hand = Vec::new();
        let Some((_, counts)) = self.hidden.iter().find(|(hidden, _)| *hidden == nation) else {
            return hand;
        };
        for (unseen, count) in self.unseen.iter().zip(counts) {
            let mut pool = unseen.clone();
            for _ in 0..*count {
                if pool.is_empty() {
                    break;
                }
                hand.push(pool.swap_remove(stream.below(pool.len())));
            }
        }
        hand
    }

    /// One way in which everything hidden may be: hands, what is still to be drawn, troops.
    pub fn deal(&self, stream: &mut BotStream) -> Guess {
        let mut pools = self.unseen.clone();
        pools.iter_mut().for_each(|pool| stream.shuffle(pool));
        let mut guess = Guess::default();
        for (nation, counts) in &self.hidden {
            for (pool, count) in pools.iter_mut().zip(counts) {
                let rest = pool.len().saturating_sub(*count);
                guess.hands[nation.index()].extend(pool.drain(rest..));
            }
        }
        guess.draw_pile = pools.concat();
        stream.shuffle(&mut guess.draw_pile);
        guess.key = std::array::from_fn(|_| stream.below(256) as u8);
        guess.troops = self.whole_troops();
        guess
    }

    /// The likely troops in whole numbers that make no nation stronger than it is.
    fn whole_troops(&self) -> [u8; PIECES] {
        let mut whole = self.troops.map(|troops| troops.round() as u8);
        for (nation, _) in &self.hidden {
            let generals =
                || PieceSet::generals_of(*nation).iter().filter(|g| self.at[g.index()].is_some());
            let all: f32 = generals().map(|general| self.troops[general.index()]).sum();
            let total = all.round() as u8;
            for _ in 0..PIECES {
                let sum: u8 = generals().map(|general| whole[general.index()]).sum();
                let over = |general: &PieceId| {
                    f32::from(whole[general.index()]) - self.troops[general.index()]
                };
                let general = if sum > total {
                    generals()
                        .filter(|general| whole[general.index()] > 1)
                        .max_by(|a, b| over(a).total_cmp(&over(b)))
                } else if sum < total {
                    generals()
                        .filter(|general| whole[general.index()] < GENERAL_MAXIMUM)
                        .min_by(|a, b| over(a).total_cmp(&over(b)))
                } else {
                    break;
                };
                match general {
                    Some(general) if sum > total => whole[general.index()] -= 1,
                    Some(general) => whole[general.index()] += 1,
                    None => break,
                }
            }
        }
        whole
    }

    /// How dear its cards are to a nation ([`super::style::Weights::dear`]).
    pub fn dear(&self, style: &Style, nation: Nation) -> f32 {
        style.of(nation).dear(self.cards[nation.index()], self.draws[nation.index()])
    }

    /// Whether the seat plays the nation and so knows its hand.
    pub fn is_own(&self, nation: Nation) -> bool {
        self.own[nation.index()]
    }

    /// Generals of the other side on the map, with their cities.
    pub fn enemies(&self) -> impl Iterator<Item = (PieceId, CityId)> {
        all_pieces()
            .filter(|piece| piece.is_general() && piece.nation().hostile_to(self.nation))
            .filter_map(|piece| self.at[piece.index()].map(|city| (piece, city)))
    }
}

/// Points by suit; a Reserve counts in each.
fn power_of(cards: &[Card]) -> [f32; 4] {
    let mut power = [0.0; 4];
    for card in cards {
        match card.face {
            Face::Suited(suit, value) => power[suit as usize] += f32::from(value),
            Face::Reserve => power.iter_mut().for_each(|points| *points += RESERVE),
        }
    }
    power
}

/// Cards of the decks in use that may be hidden: those that are not open and not in own hands.
fn unseen(insight: &Insight) -> [Vec<Card>; DECKS as usize] {
    let view = &insight.knowledge.view;
    let mut unseen: [Vec<Card>; DECKS as usize] = Default::default();
    let mut open: Vec<Card> = insight.memory.seen().to_vec();
    open.extend(view.nations.iter().filter_map(|nation| nation.hand.as_ref()).flatten());
    open.extend(view.offensive_option.as_ref().and_then(|option| option.set_aside));
    for deck in (1..=DECKS).filter(|deck| !view.unopened_decks.contains(deck)) {
        let mut cards = sorted_cards(deck);
        for card in open.iter().filter(|card| card.deck == deck) {
            if let Some(place) = cards.iter().position(|other| other == card) {
                cards.swap_remove(place);
            }
        }
        unseen[usize::from(deck - 1)] = cards;
    }
    unseen
}
