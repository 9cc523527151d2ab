//! Rehearsals: what comes of a plan when everybody else has moved.
//!
//! What is hidden is dealt some times as it may be. On each of these imagined games a plan is carried out, and
//! then everybody's next action is played by cadets, who know in it no more than their seats would. What has
//! become of the position when it is the nation's turn again is weighed. All plans are rehearsed on
//! the same deals, so that luck does not choose between them.

use super::choices::Chooser;
use super::judge::worth_of_next;
use super::reading::Reading;
use super::style::Style;
use super::{BotStream, Insight, Level};
use crate::game::{Action, DecisionKind, Imagined, Nation, Phase, Seat, Side, board};

/// So many answers and no more: a turn has fewer.
const LONGEST: usize = 600;

/// One nation's phase, on some deals.
pub(super) struct Rehearsals<'a> {
    insight: &'a Insight,
    style: &'a Style,
    /// With what the outcome is weighed: as in play, but that what was lost counts as such.
    outcome: Style,
    nation: Nation,
    deals: Vec<(Imagined, u64)>,
}

impl<'a> Rehearsals<'a> {
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

    /// What a plan leads to, on average; `None` if it is refused.
    pub fn worth(&self, actions: &[Action]) -> Option<f32> {
        let mut sum = 0.0;
        for (game, seed) in &self.deals {
            let mut game = game.clone();
            for action in actions {
                game.act(self.nation, action).ok()?;
            }
            sum += self.play(game, *seed);
        }
        Some(sum / self.deals.len().max(1) as f32)
    }

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
            if own && position > 0 {
                break;
            }
            let insight =
                Insight { knowledge: game.knowledge(decision.seat), memory: memory.clone() };
            let mut stream = BotStream::new(&key, decision.seat, position as u64);
            let actions = Chooser::new(&insight, self.style, Level::Cadet, decision.nation)
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

    /// What a position is worth to a seat, seen from the nation.
    fn weigh(&self, game: &Imagined, insight: &Insight, seat: Seat) -> f32 {
        let weights = self.outcome.of(self.nation);
        if let Some(outcome) = game.outcome() {
            return if outcome.winners.contains(&seat) { 400.0 } else { -400.0 };
        }
        let mut value = 0.0;
        for nation in Nation::ALL.into_iter().filter(|nation| game.in_play(*nation)) {
            let own = nation.side() == self.nation.side();
            let points: u32 =
                game.hand(nation).iter().map(|card| u32::from(card.face.payment())).sum();
            let force = 6.0 * f32::from(game.total_troops(nation)) + 0.5 * points as f32;
            let mine = game.seat_of(nation) == seat;
            value += match (own, mine) {
                (true, true) => force,
                (true, false) => 0.0,
                (false, _) => -0.5 * force,
            };
            if nation.side() == Side::Attacker {
                let eased = game.has_eased_victory(nation);
                let needed = board()
                    .objectives()
                    .iter()
                    .filter(|o| o.of == nation && (o.order == 1 || !eased))
                    .count();
                let held = needed.saturating_sub(game.objectives_missing(nation));
                let progress: f32 = (0..held).map(|n| worth_of_next(weights, n, needed)).sum();
                value += match (own, mine) {
                    (true, true) => progress,
                    // An ally's success ends the own war.
                    (true, false) => -0.1 * progress,
                    (false, _) => -1.6 * progress,
                };
            }
        }
        value + 0.5 * Chooser::new(insight, &self.outcome, Level::Officer, self.nation).standing()
    }
}
