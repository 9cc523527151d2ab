//! Rehearsals: what comes of a plan when everybody else has moved.
//!
//! What is hidden is dealt some times as it may be. On each of these imagined games a plan is carried out, and
//! then everybody's next action is played by cadets, who know in it no more than their seats would, but weigh the
//! enemies' answers when they move and briefly search combats. What has become of the position when it is the nation's turn again is
//! weighed. All plans are rehearsed on the same deals, and what is left of luck must not choose between them either
//! ([`Outcomes::surely_better_than`]).

use super::chances::Chances;
use super::choices::Chooser;
use super::judge::worth_of_next;
use super::reading::Reading;
use super::style::Style;
use super::{BotStream, Insight, Level};
use crate::game::{Action, DecisionKind, Imagined, Nation, Phase, Seat, Side, board};

/// The most decisions that are answered in a rehearsal: a turn has fewer.
const LONGEST: usize = 600;

/// What a war that is won counts, and one that is lost the other way, in points.
const CERTAIN: f32 = 400.0;

/// One nation's phase, on some deals.
pub(super) struct Rehearsals<'a> {
    insight: &'a Insight,
    style: &'a Style,
    /// The weights for the outcome: those of play, but for Frederick's `cover`.
    outcome: Style,
    nation: Nation,
    /// Imagined games, each with the seed of the cadets' chance in it.
    deals: Vec<(Imagined, u64)>,
}

/// What came of one plan, deal by deal.
pub(super) struct Outcomes(Vec<f32>);

impl Outcomes {
    /// On average.
    pub fn mean(&self) -> f32 {
        self.0.iter().sum::<f32>() / self.0.len().max(1) as f32
    }

    /// Whether it is better than another plan on the same deals by more than luck: by more than the standard error of
    /// the difference. Of ten plans that are as good, the one that luck favours looks better than the first by far.
    pub fn surely_better_than(&self, other: &Outcomes) -> bool {
        let gains: Vec<f32> = self.0.iter().zip(&other.0).map(|(a, b)| a - b).collect();
        let count = gains.len().max(1) as f32;
        let mean = gains.iter().sum::<f32>() / count;
        let spread = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f32>();
        mean > (spread / (count - 1.0).max(1.0) / count).sqrt()
    }
}

impl<'a> Rehearsals<'a> {
    /// Deals what is hidden so many times; all later plans meet these same deals.
    pub fn new(
        insight: &'a Insight,
        style: &'a Style,
        reading: &Reading,
        deals: usize,
        stream: &mut BotStream,
    ) -> Rehearsals<'a> {
        let mut outcome = style.clone();
        outcome.frederick.cover = 1.2;
        let deals = (0..deals)
            .map(|_| {
                let guess = reading.deal(stream);
                (insight.knowledge.imagine(&guess), stream.below(1 << 30) as u64)
            })
            .collect();
        Rehearsals { insight, style, outcome, nation: reading.nation, deals }
    }

    /// What a plan leads to; `None` if it is refused.
    pub fn worth(&self, actions: &[Action]) -> Option<Outcomes> {
        self.outcomes(actions, |game, seed| self.play(game, seed))
    }

    /// What a position would be worth right after these actions, weighed as the outcome of a rehearsal; `None` if they
    /// are refused.
    pub fn worth_at_once(&self, actions: &[Action]) -> Option<Outcomes> {
        self.outcomes(actions, |game, _| {
            let seat = game.seat_of(self.nation);
            let insight =
                Insight { knowledge: game.knowledge(seat), memory: self.insight.memory.clone() };
            self.weigh(&game, &insight, seat)
        })
    }

    /// Carries out the actions on each deal.
    fn outcomes(
        &self,
        actions: &[Action],
        worth: impl Fn(Imagined, u64) -> f32,
    ) -> Option<Outcomes> {
        let mut outcomes = Vec::with_capacity(self.deals.len());
        for (game, seed) in &self.deals {
            let mut game = game.clone();
            for action in actions {
                game.act(self.nation, action).ok()?;
            }
            outcomes.push(worth(game, *seed));
        }
        Some(Outcomes(outcomes))
    }

    /// Plays on until it is the nation's turn again, and weighs what has become of the position.
    fn play(&self, mut game: Imagined, seed: u64) -> f32 {
        let seat = game.seat_of(self.nation);
        let key = std::array::from_fn(|place| (seed >> (8 * (place % 4))) as u8);
        let mut memory = self.insight.memory.clone();
        for position in 0..LONGEST {
            if game.phase() == Phase::GameOver {
                break;
            }
            let Some(decision) = game.decisions().into_iter().next() else { break };
            let own = decision.nation == self.nation && decision.kind == DecisionKind::Movement;
            let insight =
                Insight { knowledge: game.knowledge(decision.seat), memory: memory.clone() };
            if own && position > 0 {
                // Prussia's turn comes when its enemies, too, have just fought and not bought.
                if self.nation.side() == Side::Attacker {
                    self.make_good(&mut game, &insight);
                }
                break;
            }
            let mut stream = BotStream::new(&key, decision.seat, position as u64);
            let actions =
                Chooser::in_rehearsal(&insight, self.style, decision.nation, decision.kind)
                    .choose(decision.kind, &mut stream);
            for action in actions {
                match game.act(decision.nation, &action) {
                    Ok(events) => events.iter().for_each(|event| memory.note(event)),
                    Err(_) => return 0.0,
                }
            }
        }
        let insight = Insight { knowledge: game.knowledge(seat), memory };
        self.weigh(&game, &insight, seat)
    }

    /// The nation buys what it would buy now. Prussia has bought since it was attacked: if only the attacker's own losses
    /// counted in full, no attack would seem worth them.
    fn make_good(&self, game: &mut Imagined, insight: &Insight) {
        let kind = DecisionKind::Movement;
        let buyer = Chooser::in_rehearsal(insight, self.style, self.nation, kind);
        if let Some(order) = buyer.purchase() {
            // What is refused is not bought, as in play.
            let _refused = game.act(self.nation, &order);
        }
    }

    /// What a position is worth to a seat, seen from the nation.
    fn weigh(&self, game: &Imagined, insight: &Insight, seat: Seat) -> f32 {
        let weights = self.outcome.of(self.nation);
        if let Some(outcome) = game.outcome() {
            return if outcome.winners.contains(&seat) { CERTAIN } else { -CERTAIN };
        }
        let mut value = 0.0;
        for nation in Nation::ALL.into_iter().filter(|nation| game.in_play(*nation)) {
            let own = nation.side() == self.nation.side();
            let points: u32 =
                game.hand(nation).iter().map(|card| u32::from(card.face.payment())).sum();
            let saved = weights.savings * 7.0 * f32::from(game.draws(nation).max(1));
            let force =
                6.0 * f32::from(game.total_troops(nation)) + 0.5 * purse(points as f32, saved);
            let mine = game.seat_of(nation) == seat;
            value += match (own, mine) {
                (true, true) => force,
                (true, false) => 0.0,
                (false, _) => -0.5 * force,
            };
            let can_win = nation.side() == Side::Attacker
                || (nation == Nation::Prussia && game.prussia_can_win_in_bohemia());
            if can_win {
                let eased = game.has_eased_victory(nation);
                let needed = board()
                    .objectives()
                    .iter()
                    .filter(|o| o.of == nation && (o.order == 1 || !eased))
                    .count();
                let held = needed.saturating_sub(game.objectives_to_take(nation));
                let progress: f32 = (0..held).map(|n| worth_of_next(weights, n, needed)).sum();
                value += match (own, mine) {
                    (true, true) => progress,
                    // An ally's success ends the own war.
                    (true, false) => -0.1 * progress,
                    (false, _) => -1.6 * progress,
                };
            }
        }
        let standing = Chooser::new(insight, &self.outcome, Level::Officer, self.nation).standing();
        // The chances are those of the war in which all take part.
        if !Nation::ALL.iter().all(|nation| game.rules().plays(*nation)) {
            return value + 0.5 * standing;
        }
        let Style { chance, tally, standing: share, .. } = self.style;
        chance * (Chances::published().of(game, seat) - 0.5) + tally * value + share * standing
    }
}

/// What the points in a hand count for: those beyond what is saved less and less, for nobody can play them all.
fn purse(points: f32, saved: f32) -> f32 {
    if points <= saved { points } else { saved * (1.0 + (points / saved).ln()) }
}

#[cfg(test)]
mod tests {
    use super::{Outcomes, purse};

    #[test]
    fn the_more_is_held_beyond_what_is_saved_the_less_a_point_counts() {
        let gain = |points: f32| purse(points + 10.0, 98.0) - purse(points, 98.0);
        assert_eq!(gain(50.0), 10.0);
        assert!(gain(88.0) > gain(98.0) && gain(98.0) > 8.0);
        assert!(gain(300.0) < 3.5 && gain(300.0) > 0.0);
    }

    #[test]
    fn a_plan_that_one_lucky_deal_makes_better_is_not_surely_better() {
        let first = Outcomes(vec![10.0, 20.0, 30.0, 40.0]);
        let lucky = Outcomes(vec![9.0, 20.0, 29.0, 60.0]);
        assert!(lucky.mean() > first.mean());
        assert!(!lucky.surely_better_than(&first) && !first.surely_better_than(&first));
        let steady = Outcomes(vec![13.0, 22.0, 33.0, 42.0]);
        assert!(steady.surely_better_than(&first) && !first.surely_better_than(&steady));
        // A single deal says nothing of luck.
        assert!(Outcomes(vec![11.0]).surely_better_than(&Outcomes(vec![10.0])));
    }
}
