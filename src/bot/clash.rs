//! What comes of a combat, as far as that can be told before a card is played.

use super::style::Weights;

/// One side of a combat that might come about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Force {
    /// Known, or likely: the stack's total.
    pub troops: f32,
    /// Points in the suit that it would play.
    pub power: f32,
    /// How dear its cards are to it ([`Weights::dear`]).
    pub dear: f32,
}

/// The prospects of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// How likely it wins.
    pub wins: f32,
    /// What the combat is worth, in points, without what it decides.
    pub value: f32,
    /// Troops that the own side, and the enemy, would lose if beaten.
    pub losses: [f32; 2],
}

/// Own against enemy.
pub(super) fn clash(weights: &Weights, own: Force, enemy: Force) -> Prospect {
    let margin = own.troops + own.power - enemy.troops - enemy.power;
    // The more cards are about, the less is certain.
    let doubt = weights.doubt + weights.doubt_cards * (own.power + enemy.power);
    // Nobody plays all that he has: he gives up the later the cheaper his cards are to him.
    let will = weights.will * (enemy.dear / own.dear).ln();
    let wins = 1.0 / (1.0 + (-2.0 * margin / doubt - will).exp());
    let loss = losses(weights, own, enemy);
    let gain = losses(weights, enemy, own);
    // Both burn cards until one gives up: the winner as many as the loser made him.
    let burnt = own.power.min((enemy.troops + enemy.power - own.troops).max(0.0)) * 0.4;
    let burnt_by_enemy = enemy.power.min((own.troops + own.power - enemy.troops).max(0.0)) * 0.4;
    let cards =
        0.5 * (weights.enemy_card * enemy.dear * burnt_by_enemy - weights.card * own.dear * burnt);
    let troops = wins * gain * weights.troop_of(enemy.dear)
        - (1.0 - wins) * loss * weights.troop_of(own.dear);
    let value = troops + cards;
    Prospect { wins, value, losses: [loss, gain] }
}

/// What a loser leaves behind: what the winner is ahead by, at once or after a strong card, as far as the loser has no
/// cards to make it good; and something for what he could.
fn losses(weights: &Weights, loser: Force, winner: Force) -> f32 {
    let ahead = winner.troops - loser.troops;
    let struck = ahead.max((ahead + winner.power).min(weights.blow));
    (struck - 0.6 * loser.power).max(weights.usual_loss).min(loser.troops)
}

#[cfg(test)]
mod tests {
    use super::{Force, clash, losses};
    use crate::bot::Style;

    #[test]
    fn who_cannot_answer_a_strong_card_may_lose_a_whole_stack_to_a_weak_one() {
        let weights = &Style::published().frederick;
        let force = |troops: f32, power: f32| Force { troops, power, dear: 1.0 };
        let loss = |power: f32| losses(weights, force(7.0, power), force(2.0, 30.0));
        assert_eq!(loss(0.0), 7.0);
        assert_eq!(loss(15.0), weights.usual_loss);
    }

    #[test]
    fn who_has_the_cheaper_cards_is_the_likelier_to_win() {
        for weights in [&Style::published().attackers, &Style::published().frederick] {
            let force = |dear: f32| Force { troops: 6.0, power: 30.0, dear };
            let wins = |own: f32, enemy: f32| clash(weights, force(own), force(enemy)).wins;
            assert_eq!(wins(0.5, 0.5), 0.5);
            assert!(wins(0.3, 0.6) > 0.55, "{}", wins(0.3, 0.6));
            assert!((wins(0.3, 0.6) + wins(0.6, 0.3) - 1.0).abs() < 1e-5);
        }
    }
}
