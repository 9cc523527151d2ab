//! A whole movement phase: search over the moves of all pieces together.
//!
//! A beam of plans grows move by move. Each plan is judged as if the phase ended with it; the best ones are
//! carried on, and the best of all is played. With a beam of one this is greed.

use super::judge::Judge;
use super::stance::{Ground, Move, Stance};
use crate::game::{Action, CityId, Imagined, Nation, PieceSet};

/// How many goals of each party are thought of after the first move: those that were best at the beginning.
const LIKELY: usize = 10;

/// A plan as far as it has grown.
#[derive(Clone)]
struct Plan {
    stance: Stance,
    game: Imagined,
    actions: Vec<Action>,
    value: f32,
}

/// How widely is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    /// Plans that are carried on.
    pub width: usize,
    /// How much worse than its beginning a plan may become on the way.
    pub patience: f32,
    /// One piece after another in the order of the table, without a look at what others could do.
    pub in_order: bool,
}

/// The moves of a phase, one after another; each has been tried on the game.
pub(super) fn moves(
    judge: &Judge,
    ground: &Ground,
    game: &Imagined,
    nation: Nation,
    search: Search,
) -> (Vec<Action>, Imagined, Stance) {
    let stance = Stance::new(judge.reading, game);
    let value = judge.value(&stance);
    let start = Plan { stance, game: game.clone(), actions: Vec::new(), value };
    let mut best = start.clone();
    let mut beam = vec![start];
    // Where each party is worth going from the beginning.
    let mut goals: Vec<(PieceSet, Vec<(f32, CityId)>)> = Vec::new();
    // No nation has more pieces than this.
    for depth in 0..10 {
        let mut steps: Vec<(f32, usize, Move)> = Vec::new();
        for (place, plan) in beam.iter().enumerate() {
            for party in plan.stance.parties(nation) {
                let likely = goals.iter().find(|(other, _)| *other == party);
                let mut first: Vec<(f32, CityId)> = Vec::new();
                for step in plan.stance.moves(ground, party, plan.game.reach(party)) {
                    let goal = step.goal();
                    let joins = || {
                        plan.stance.done.iter().any(|own| plan.stance.at[own.index()] == Some(goal))
                    };
                    if likely
                        .is_some_and(|(_, likely)| likely.iter().all(|(_, city)| *city != goal))
                        && !joins()
                    {
                        continue;
                    }
                    let mut next = plan.stance.clone();
                    next.apply(ground, &step);
                    let value = judge.value(&next);
                    if depth == 0 && !search.in_order {
                        first.push((value, goal));
                    }
                    if value > plan.value + judge.weights.inertia - search.patience {
                        steps.push((value, place, step));
                    }
                }
                if depth == 0 && !search.in_order {
                    first.sort_by(|a, b| b.0.total_cmp(&a.0));
                    first.truncate(LIKELY);
                    goals.push((party, first));
                }
                if search.in_order && !steps.is_empty() {
                    break;
                }
            }
        }
        steps.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut grown: Vec<Plan> = Vec::new();
        for (value, place, step) in steps {
            if grown.len() >= search.width {
                break;
            }
            let plan = &beam[place];
            let mut stance = plan.stance.clone();
            stance.apply(ground, &step);
            if grown.iter().any(|other| other.stance == stance) {
                continue;
            }
            let pieces = step.party.iter().collect();
            let action = Action::Move { pieces, path: step.path().to_vec() };
            let mut game = plan.game.clone();
            if game.act(nation, &action).is_err() {
                continue;
            }
            let mut actions = plan.actions.clone();
            actions.push(action);
            grown.push(Plan { stance, game, actions, value });
        }
        if grown.is_empty() {
            break;
        }
        for plan in &grown {
            if plan.value > best.value + judge.weights.inertia {
                best = plan.clone();
            }
        }
        beam = grown;
    }
    (best.actions, best.game, best.stance)
}
