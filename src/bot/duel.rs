//! Combat: which card is played, or none.
//!
//! The enemy's hand is dealt many times as it may be; each time the rest of the combat is searched with open
//! cards, both sides playing for what is best for them. What is best on average over all deals is played.
//! Such a search cannot see what a card that is played would tell the enemy. It bluffs only in that it counts on
//! what he probably does not hold.

use super::reading::Reading;
use super::style::Weights;
use super::{BotStream, Level};
use crate::game::{Action, Card, CardRef, Face, Imagined, Nation, RESERVE_MAX, Suit};

/// One side's cards for this combat.
#[derive(Clone, Copy, Default)]
struct Hand {
    /// Cards of the suit, by value.
    counts: [u8; 14],
    reserves: u8,
}

/// What the end of a combat is worth, to each side in the same unit.
struct Terms<'a> {
    weights: &'a Weights,
    /// How dear its cards are to each side.
    dear: [f32; 2],
    /// Troops that each side can lose (R7.7), the own side first.
    troops: [i16; 2],
    /// What each side loses beside troops if it is driven away, in points, the own side first.
    stakes: [f32; 2],
    /// Positions that may still be looked at.
    budget: u32,
}

/// What is known of a combat by the side with the right to play.
pub(super) struct Combat {
    /// The nation with the right to play (R7.3).
    pub nation: Nation,
    /// The nation on the other side.
    pub enemy: Nation,
    /// The own side has attacked as the weaker one, and no card has been played.
    pub just_attacked: bool,
    /// The suit that each side plays (R7.8), the own side first.
    pub suits: [Suit; 2],
    /// As the own side sees it: never positive.
    pub score: i16,
    /// What each side can lose (R7.7), the own side first.
    pub troops: [i16; 2],
    /// What each side loses beside troops if it is driven away, in points, the own side first.
    pub stakes: [f32; 2],
    /// How dear its cards are to each side.
    pub dear: [f32; 2],
}

/// How many troops, and cities of retreat (R8.1), a cadet loses rather than play a card.
const SMALL_LOSS: i16 = 2;

impl Combat {
    /// Whether the loss as the score stands is one that a cadet thinks small, and he has not attacked for nothing. He counts
    /// troops alone: not what the retreat leaves open, nor that somebody who led no more is gone, nor that the enemy keeps
    /// his cards, too.
    fn loss_seems_small(&self) -> bool {
        (1..=SMALL_LOSS).contains(&-self.score) && !self.just_attacked
    }
}

/// How long a play is thought about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thought {
    /// How many times the enemy's hand is dealt.
    pub deals: usize,
    /// How many positions are looked at behind each card and deal.
    pub steps: u32,
}

impl Thought {
    /// In a rehearsal, where many combats are played.
    pub const BRIEF: Thought = Thought { deals: 2, steps: 200 };

    /// At the table; `None` for cadets, who do not search.
    pub fn of(level: Level) -> Option<Thought> {
        match level {
            Level::Cadet => None,
            Level::Officer => Some(Thought { deals: 16, steps: 1500 }),
            Level::General => Some(Thought { deals: 48, steps: 1500 }),
        }
    }
}

/// A card to play: its value in the suit, or a Reserve, and the points that it adds.
type Play = (Option<i16>, i16);

impl Hand {
    fn of(cards: &[Card], suit: Suit) -> Hand {
        let mut hand = Hand::default();
        for card in cards {
            match card.face {
                Face::Suited(of, value) if of == suit => {
                    if let Some(count) = hand.counts.get_mut(usize::from(value)) {
                        *count += 1;
                    }
                }
                Face::Suited(..) => {}
                Face::Reserve => hand.reserves += 1,
            }
        }
        hand
    }

    /// The values held from one on, the lowest first.
    fn values(&self, from: i16) -> impl DoubleEndedIterator<Item = i16> {
        let from = usize::try_from(from).unwrap_or(0).min(self.counts.len());
        (from..self.counts.len()).filter(|value| self.counts[*value] > 0).map(|value| value as i16)
    }

    /// Points in the suit.
    fn points(&self) -> i16 {
        self.values(0).map(|value| value * i16::from(self.counts[value as usize])).sum()
    }

    fn has_suit(&self) -> bool {
        self.values(0).next().is_some()
    }

    /// Plays worth a thought at this score, which is never positive: the lowest card that is more than enough, the one
    /// that is just enough, the highest, the lowest, a Reserve that is enough or one of all its points.
    fn plays(&self, score: i16) -> impl Iterator<Item = Play> {
        let mut plays: [Option<Play>; 6] = [None; 6];
        let suited = [
            self.values(1 - score).next(),
            self.values(-score).next().filter(|value| score + value == 0),
            self.values(0).next_back(),
            self.values(0).next(),
        ];
        for (place, value) in suited.into_iter().enumerate() {
            let again = suited[..place].contains(&value);
            plays[place] = value.filter(|_| !again).map(|value| (Some(value), value));
        }
        if self.reserves > 0 {
            let most = i16::from(RESERVE_MAX);
            let enough = (1 - score).clamp(1, most);
            plays[4] = Some((None, enough));
            plays[5] = (most != enough).then_some((None, most));
        }
        plays.into_iter().flatten()
    }

    fn without(mut self, value: Option<i16>) -> Hand {
        match value {
            Some(value) => self.counts[value as usize] -= 1,
            None => self.reserves -= 1,
        }
        self
    }
}

impl Terms<'_> {
    /// What a card of a side is worth, to the own side.
    fn cost(&self, side: usize, place: Option<i16>, points: i16) -> f32 {
        let point = if side == 0 { self.weights.card } else { self.weights.enemy_card };
        let point = point * self.dear[side];
        match place {
            Some(_) => f32::from(points) * point,
            None => (f32::from(RESERVE_MAX) + self.weights.reserve_bonus) * point,
        }
    }

    /// What it costs a side to be defeated at this score.
    fn defeat(&self, side: usize, score: i16) -> f32 {
        let lost = (-score).min(self.troops[side]);
        let all = lost == self.troops[side];
        // Who retreats a city or two still protects much of what he did.
        let driven = if all { 1.0 } else { (f32::from(lost) / 4.0).clamp(0.25, 1.0) };
        let gone = if all { 2.0 } else { 0.0 };
        f32::from(lost) * self.weights.troop_of(self.dear[side]) + driven * self.stakes[side] + gone
    }

    /// The value for the own side (side 0), with `side` to play at `score`; alpha and beta as usual.
    fn search(&mut self, hands: &[Hand; 2], side: usize, score: i16, alpha: f32, beta: f32) -> f32 {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let hand = &hands[side];
        let must_play = score == 0 && hand.has_suit();
        let stop = if score == 0 { 0.0 } else { -sign * self.defeat(side, score) };
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best = if must_play { -sign * f32::INFINITY } else { stop };
        self.budget = self.budget.saturating_sub(1);
        // Who gave up wherever the search has to break off would make every first card of the other a victory.
        let most = if self.budget == 0 { 1 } else { usize::MAX };
        for (place, points) in hand.plays(score).take(most) {
            if side == 0 {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
            let spent = -sign * self.cost(side, place, points);
            let mut next = *hands;
            next[side] = hand.without(place);
            let after = score + points;
            let value = if after < 0 {
                self.search(&next, side, after, alpha - spent, beta - spent)
            } else {
                self.search(&next, 1 - side, -after, alpha - spent, beta - spent)
            } + spent;
            best = if side == 0 { best.max(value) } else { best.min(value) };
        }
        best
    }
}

/// What to play, or to stop.
pub(super) fn play(
    game: &Imagined,
    reading: &Reading,
    weights: &Weights,
    combat: &Combat,
    thought: Option<Thought>,
    stream: &mut BotStream,
) -> Action {
    let legal = game.legal_actions(combat.nation, crate::game::DecisionKind::Play);
    let may_stop = legal.contains(&Action::Stop);
    let cards = game.hand(combat.nation).to_vec();
    let own = Hand::of(&game.playable(), combat.suits[0]);
    let Some(Thought { deals, steps }) = thought else { return simple(&legal, combat, &own) };
    let theirs: Vec<Hand> = if reading.is_own(combat.enemy) {
        vec![Hand::of(game.hand(combat.enemy), combat.suits[1])]
    } else {
        let mut deal = || reading.sample_hand(combat.enemy, stream);
        (0..deals).map(|_| Hand::of(&deal(), combat.suits[1])).collect()
    };
    let Combat { troops, stakes, dear, .. } = *combat;
    let mut terms = Terms { weights, troops, stakes, dear, budget: 0 };
    // Stopping is the first to beat; at a score of 0 it is a draw.
    let stop = if combat.score == 0 { 0.0 } else { -terms.defeat(0, combat.score) };
    let mut best: Option<(f32, Action)> = may_stop.then_some((stop, Action::Stop));
    for (place, points) in own.plays(combat.score) {
        let Some(action) = action(&legal, &cards, combat.suits[0], place, points) else {
            continue;
        };
        let rest = own.without(place);
        let after = combat.score + points;
        let mut sum = 0.0;
        for their in &theirs {
            terms.budget = steps;
            let hands = [rest, *their];
            let (side, score) = if after < 0 { (0, after) } else { (1, -after) };
            sum += terms.search(&hands, side, score, f32::NEG_INFINITY, f32::INFINITY);
        }
        let value = sum / theirs.len().max(1) as f32 - terms.cost(0, place, points);
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, action));
        }
    }
    best.map(|(_, action)| action).or_else(|| legal.into_iter().next()).unwrap_or(Action::Stop)
}

/// The legal action that plays so many points.
fn action(
    legal: &[Action],
    cards: &[Card],
    suit: Suit,
    place: Option<i16>,
    points: i16,
) -> Option<Action> {
    let fits = |face: Face| match (place, face) {
        (Some(_), Face::Suited(of, value)) => of == suit && i16::from(value) == points,
        (None, Face::Reserve) => true,
        _ => false,
    };
    let card: CardRef = (*cards.iter().find(|card| fits(card.face))?).into();
    let value = match place {
        None => u8::try_from(points).ok(),
        Some(_) => None,
    };
    let wanted = Action::Play { card, value };
    legal.contains(&wanted).then_some(wanted)
}

/// A cadet's play: where the loss seems small to him he takes it and keeps his cards; otherwise the lowest card that is
/// enough if the points can reach, else as few losses as a small card can save.
fn simple(legal: &[Action], combat: &Combat, own: &Hand) -> Action {
    let points = |action: &Action| match action {
        Action::Play { card, value } => match (card.face, value) {
            (_, Some(value)) => i16::from(*value),
            (Face::Suited(_, value), None) => i16::from(value),
            (Face::Reserve, None) => 0,
        },
        _ => 0,
    };
    let is_reserve =
        |action: &Action| matches!(action, Action::Play { card, .. } if card.face == Face::Reserve);
    let held: i16 = own.points();
    let mut plays: Vec<&Action> =
        legal.iter().filter(|action| matches!(action, Action::Play { .. })).collect();
    plays.sort_by_key(|action| (is_reserve(action), points(action)));
    let suited = plays.iter().filter(|action| !is_reserve(action));
    let enough = suited.clone().find(|action| combat.score + points(action) > 0);
    let may_stop = legal.contains(&Action::Stop);
    if may_stop && combat.loss_seems_small() {
        return Action::Stop;
    }
    let chosen = match enough {
        Some(enough) if held + combat.score > 3 || !may_stop => Some(*enough),
        _ if combat.score <= -3 && held + combat.score > -6 => {
            plays.iter().rev().find(|action| !is_reserve(action)).copied()
        }
        _ => None,
    };
    match chosen {
        Some(action) => action.clone(),
        None if may_stop => Action::Stop,
        None => plays.first().map_or(Action::Stop, |action| (*action).clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Combat, Hand, Terms, simple};
    use crate::bot::Style;
    use crate::game::{Action, Card, Face, Nation, Suit};

    #[test]
    fn where_the_search_breaks_off_nobody_counts_on_the_other_to_give_up() {
        let weights = &Style::published().attackers;
        let hand = |values: &[usize]| {
            let mut hand = Hand::default();
            values.iter().for_each(|value| hand.counts[*value] += 1);
            hand
        };
        // Whoever plays the five is answered by more than he can make good.
        let hands = [hand(&[5]), hand(&[8, 12, 13])];
        let value = |budget: u32| {
            let mut terms =
                Terms { weights, dear: [1.0; 2], troops: [8; 2], stakes: [10.0; 2], budget };
            terms.search(&hands, 1, -2, f32::NEG_INFINITY, f32::INFINITY)
        };
        assert!(value(0) < 0.0 && value(1500) < 0.0, "{} and {}", value(0), value(1500));
    }

    #[test]
    fn a_cadet_takes_a_small_loss_and_keeps_his_cards() {
        let card = Card { face: Face::Suited(Suit::Hearts, 9), deck: 1 };
        let play = Action::Play { card: card.into(), value: None };
        let legal = [Action::Stop, play.clone()];
        let own = Hand::of(&[card], Suit::Hearts);
        let choice = |just_attacked: bool, score: i16| {
            let combat = Combat {
                nation: Nation::Prussia,
                enemy: Nation::Austria,
                just_attacked,
                suits: [Suit::Hearts; 2],
                score,
                troops: [6, 8],
                stakes: [0.0; 2],
                dear: [1.0; 2],
            };
            simple(&legal, &combat, &own)
        };
        assert_eq!(choice(false, -1), Action::Stop);
        assert_eq!(choice(false, -2), Action::Stop);
        // He answers where more would be lost, and where he has just attacked.
        for (just_attacked, score) in [(false, -3), (true, -1), (true, -2)] {
            assert_eq!(choice(just_attacked, score), play, "{just_attacked} {score}");
        }
    }
}
