//! A whole movement phase: search over the moves of all pieces together.
//!
//! A beam of plans grows move by move. Each plan is judged as if the phase ended with it; the best ones are
//! carried on, and the best of all is played. With a beam of one this is greed.

use super::judge::Judge;
use super::stance::{Ground, Move, Stance};
use crate::game::{Action, CityId, Imagined, Nation, PieceSet, Troops};

/// How many goals of each party are thought of after the first move: those that were best at the beginning.
const LIKELY: usize = 10;

/// For how many goals of a part of a stack other shares of the troops are thought of: those that are best as it is.
const PARTINGS: usize = 6;

/// A plan as far as it has grown.
#[derive(Clone)]
struct Plan {
    stance: Stance,
    game: Imagined,
    actions: Vec<Action>,
    value: f32,
}

/// One more move of a plan.
struct Step {
    value: f32,
    /// The plan's place in the beam.
    place: usize,
    /// How the troops of the stack are shared out before a part of it goes; empty if as they are.
    troops: Troops,
    chosen: Move,
}

impl Step {
    fn judged(
        judge: &Judge,
        ground: &Ground,
        plan: &Plan,
        place: usize,
        chosen: Move,
        troops: Troops,
    ) -> Step {
        let mut step = Step { value: 0.0, place, troops, chosen };
        step.value = judge.value(&step.stance(ground, plan));
        step
    }

    /// How all stand then.
    fn stance(&self, ground: &Ground, plan: &Plan) -> Stance {
        let mut stance = plan.stance.clone();
        stance.redistribute(&self.troops);
        stance.apply(ground, &self.chosen);
        stance
    }

    fn actions(&self, plan: &Plan) -> impl Iterator<Item = Action> {
        let from = self.chosen.party.first().and_then(|piece| plan.stance.at[piece.index()]);
        let shared = from.filter(|_| !self.troops.is_empty());
        let shared = shared.map(|city| Action::Redistribute { city, troops: self.troops.clone() });
        let pieces = self.chosen.party.iter().collect();
        let path = self.chosen.path().to_vec();
        shared.into_iter().chain([Action::Move { pieces, path }])
    }
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
) -> (Vec<Action>, Imagined) {
    let stance = Stance::new(judge.reading, game);
    let value = judge.value(&stance);
    let start = Plan { stance, game: game.clone(), actions: Vec::new(), value };
    let mut best = start.clone();
    let mut beam = vec![start];
    // Where each party is worth going from the beginning.
    let mut goals: Vec<(PieceSet, Vec<CityId>)> = Vec::new();
    // No nation has more pieces than this.
    for depth in 0..10 {
        let mut steps: Vec<Step> = Vec::new();
        for (place, plan) in beam.iter().enumerate() {
            for party in plan.stance.parties(nation) {
                let likely = goals.iter().find(|(other, _)| *other == party);
                let least = plan.value + judge.weights.inertia - search.patience;
                let mut found: Vec<Step> = Vec::new();
                for chosen in plan.stance.moves(ground, party, plan.game.reach(party)) {
                    let goal = chosen.goal();
                    let joins = || {
                        plan.stance.done.iter().any(|own| plan.stance.at[own.index()] == Some(goal))
                    };
                    if likely.is_some_and(|(_, likely)| likely.iter().all(|city| *city != goal))
                        && !joins()
                    {
                        continue;
                    }
                    found.push(Step::judged(judge, ground, plan, place, chosen, Vec::new()));
                }
                found.sort_by(|a, b| b.value.total_cmp(&a.value));
                if depth == 0 && !search.in_order {
                    let first = found.iter().take(LIKELY).map(|step| step.chosen.goal()).collect();
                    goals.push((party, first));
                }
                // In a beam they crowd out other plans, and generals lost by it (docs/bots.md).
                if !search.in_order && search.width == 1 {
                    for troops in plan.stance.shares(party) {
                        for place_of in 0..found.len().min(PARTINGS) {
                            let chosen = found[place_of].chosen.clone();
                            let troops = troops.clone();
                            found.push(Step::judged(judge, ground, plan, place, chosen, troops));
                        }
                    }
                }
                steps.extend(found.into_iter().filter(|step| step.value > least));
                if search.in_order && !steps.is_empty() {
                    break;
                }
            }
        }
        steps.sort_by(|a, b| b.value.total_cmp(&a.value));
        let mut grown: Vec<Plan> = Vec::new();
        for step in steps {
            if grown.len() >= search.width {
                break;
            }
            let plan = &beam[step.place];
            let stance = step.stance(ground, plan);
            if grown.iter().any(|other| other.stance == stance) {
                continue;
            }
            let mut game = plan.game.clone();
            let mut actions = plan.actions.clone();
            let added = actions.len();
            actions.extend(step.actions(plan));
            if actions[added..].iter().any(|action| game.act(nation, action).is_err()) {
                continue;
            }
            grown.push(Plan { stance, game, actions, value: step.value });
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
    (best.actions, best.game)
}
