//! The weights of the bots' judgements: a data file, read once.

use crate::game::{Nation, Side};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// How bots play: what weighs how much to whom.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// Points of cards that a nation of full strength likes to keep when it recruits; a weaker one keeps less. By
    /// nation, in the sequence of play.
    pub keep: [f32; 7],
    /// Added to the value of each combat that the nation would begin, in points: below 0 it would rather not. By
    /// nation.
    pub boldness: [f32; 7],
    /// On how many deals a plan of a general is rehearsed.
    pub deals: usize,
    /// What the chance to win counts in the outcome of a rehearsal, from certain defeat to certain victory, in points.
    /// It and the next two are used only in scenarios in which all nations take part.
    pub chance: f32,
    /// Factor for troops, cards and objectives in the same outcome.
    pub tally: f32,
    /// Factor for what the judgement says of the position in the same outcome.
    pub standing: f32,
    /// The only attacker against whom Frederick musters: in one of a general's tempers, never in a file.
    #[serde(skip)]
    pub against: Option<Nation>,
    /// For Elisabeth, Maria Theresa and Pompadour.
    pub attackers: Weights,
    /// For Prussia and Hanover.
    pub frederick: Weights,
}

/// What the terms weigh. What each means stands in the data file beside it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A troop lost or destroyed, in points: more than the six that it costs, since retreats come with it.
    pub troop: f32,
    /// What share of that is the price of another troop: the cheaper a nation's cards are to it, the less that share
    /// counts. From 0 to 1; see [`Weights::troop_of`].
    pub replace: f32,
    /// What a point of an own card is worth when it is played.
    pub card: f32,
    /// What a point of a card is worth that the enemy has to play.
    pub enemy_card: f32,
    /// What a Reserve is worth beyond its ten points (R3.3).
    pub reserve_bonus: f32,
    /// How many turns' draws are worth saving; see [`Weights::dear`].
    pub savings: f32,
    /// How uncertain a comparison of strengths is, in points: the smaller, the surer. Above 0.
    pub doubt: f32,
    /// How much more uncertain it is for each point that either side could play, in points.
    pub doubt_cards: f32,
    /// How much likelier wins who has the cheaper cards ([`Weights::dear`]): added to the logarithm of the odds, times
    /// that of how many times as dear the other's are.
    pub will: f32,
    /// Troops that a loser leaves behind though he could have held on.
    pub usual_loss: f32,
    /// How far ahead a winner comes by a strong card, in points, if the loser has none to answer it with.
    pub blow: f32,
    /// A nation's first objective, in points.
    pub objective: f32,
    /// How much more an objective is worth, in multiples of `objective`, by the square of the share
    /// that the nation already holds.
    pub late: f32,
    /// Factor for the last two objectives that a nation needs.
    pub finish: f32,
    /// What standing beside an objective that is still to be taken counts, in points; more for a dearer one.
    pub pull: f32,
    /// The distance over which the pull halves, in cities. Above 0.
    pub pull_range: f32,
    /// What share of its pull an objective has for each further stack, behind those that stand nearer.
    pub follow: f32,
    /// What share of a combat's value counts while the enemy is still two to nine cities away; it halves with every
    /// four.
    pub pressure: f32,
    /// Factor for the objectives that an enemy protects or endangers, in the worth of driving him away.
    pub dislodge: f32,
    /// Factor for the objectives that a stack covers, in the cost of being driven away.
    pub stake: f32,
    /// Factor for what the enemies' next attacks would bring them; cadets do not ask.
    pub threat: f32,
    /// Factor for objectives that enemies can take before they are protected.
    pub cover: f32,
    /// The distance, beyond two cities, over which the danger from an attacker falls to a third. Above 0.
    pub cover_range: f32,
    /// How well a general four to six cities away covers an objective, from 0 (not) to 1 (as if he stood near it).
    pub recall: f32,
    /// What an attacker's victory would cost Frederick, in points; attackers do not count it.
    pub stand: f32,
    /// How many objectives an attacker lacks when that cost has fallen to a third. Above 0.
    pub stand_range: f32,
    /// What the first troop counts within reach of what an attacker lacks, in points; more troops by their square root.
    /// Attackers do not count it.
    pub muster: f32,
    /// How many objectives an attacker lacks when `muster` has fallen to a third. Above 0.
    pub muster_range: f32,
    /// For each troop of a general who is without supply at the end of the action (R9.3), in points; three times that
    /// if he is face down.
    pub supply: f32,
    /// For each city between a general abroad and his nearest train, from the fifth to the twelfth, in points.
    pub train_gap: f32,
    /// An own supply train within three cities of an enemy general (R9.7), in points; less if he is farther away or it
    /// is guarded.
    pub train_risk: f32,
    /// An enemy supply train eliminated (R9.7), in points.
    pub train_taken: f32,
    /// What a move has to gain to be made at all, in points.
    pub inertia: f32,
}

impl Weights {
    /// How dear its cards are to a nation, against their plain worth: the more draws it holds
    /// beyond what it saves, the cheaper.
    pub fn dear(&self, cards: usize, draws: usize) -> f32 {
        let saved = self.savings * draws.max(1) as f32;
        (saved / cards.max(1) as f32).clamp(0.1, 1.2)
    }

    /// What a troop is worth to a nation to which its cards are so dear: who holds more of them than he can use buys
    /// another for it.
    pub fn troop_of(&self, dear: f32) -> f32 {
        self.troop * self.again(dear)
    }

    /// What a loss that can be bought again is worth to it, against what it is worth where cards are as dear as they
    /// plainly are.
    pub fn again(&self, dear: f32) -> f32 {
        1.0 - self.replace * (1.0 - dear)
    }
}

static PUBLISHED: LazyLock<Style> =
    LazyLock::new(|| match Style::parse(include_str!("data/weights.toml")) {
        Ok(style) => style,
        // Compiled in: a wrong file is a defect of the program.
        Err(fault) => panic!("the data file of the bots' weights is wrong: {fault}"),
    });

impl Style {
    /// The weights of a nation's side.
    pub fn of(&self, nation: Nation) -> &Weights {
        match nation.side() {
            Side::Prussian => &self.frederick,
            Side::Attacker => &self.attackers,
        }
    }

    /// Other tempers, whose plans are rehearsed beside the one that follows these weights: four, and five
    /// more for Prussia and Hanover.
    pub fn tempers(&self, nation: Nation) -> Vec<Style> {
        let with = |change: &dyn Fn(&mut Weights, &mut f32)| {
            let mut style = self.clone();
            let weights = match nation.side() {
                Side::Prussian => &mut style.frederick,
                Side::Attacker => &mut style.attackers,
            };
            change(weights, &mut style.boldness[nation.index()]);
            style
        };
        let mut tempers = vec![
            // Who hunts: combats are sought, what is covered matters less.
            with(&|weights, boldness| {
                weights.cover *= 0.4;
                weights.pressure += 0.6;
                weights.dislodge += 0.4;
                *boldness += 4.0;
            }),
            // Who is careful, and keeps together.
            with(&|weights, _| {
                weights.cover *= 0.5;
                weights.threat = weights.threat * 2.0 + 0.5;
            }),
            // Who fights where he stands anyway.
            with(&|weights, boldness| {
                weights.threat *= 0.3;
                *boldness += 6.0;
            }),
            // Who covers, and avoids fights.
            with(&|weights, boldness| {
                weights.cover *= 2.0;
                weights.threat += 0.3;
                *boldness -= 8.0;
            }),
        ];
        if nation.side() == Side::Prussian {
            // Who leaves all else to meet attackers that are near to winning.
            tempers.push(with(&|weights, _| {
                weights.muster *= 4.0;
                weights.cover *= 0.5;
            }));
            // Who seeks battle above all.
            tempers.push(with(&|weights, boldness| {
                weights.cover *= 0.3;
                weights.threat *= 0.2;
                weights.pressure += 1.5;
                weights.dislodge += 1.0;
                *boldness += 15.0;
            }));
            // Who turns against one attacker alone, however far it is from winning.
            for attacker in [Nation::Russia, Nation::Austria, Nation::France] {
                let mut style = with(&|weights, _| {
                    weights.muster *= 6.0;
                    weights.cover *= 0.5;
                });
                style.against = Some(attacker);
                tempers.push(style);
            }
        }
        tempers
    }

    /// The weights that are built in.
    pub fn published() -> &'static Style {
        &PUBLISHED
    }

    /// Weights as a file has them.
    ///
    /// # Errors
    ///
    /// What is missing in it, or is none of these.
    pub fn parse(text: &str) -> Result<Style, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::Style;

    #[test]
    fn who_holds_more_cards_than_he_can_use_minds_a_lost_troop_less() {
        let weights = &Style::published().attackers;
        let troop = |cards: usize| weights.troop_of(weights.dear(cards, 4));
        assert!(troop(3) >= weights.troop, "{}", troop(3));
        assert!(troop(8) < troop(3) && troop(16) < troop(8) && troop(32) < troop(16));
        assert!(troop(32) > 0.0);
    }
}
