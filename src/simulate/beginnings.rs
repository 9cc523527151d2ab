//! Unusual beginnings for watched games: objectives conquered before the first move, so that what
//! follows from many conquests comes about even in random play.

use super::dice::Dice;
use crate::game::{Nation, State, board};
use serde_json::Value;

/// The position with some of the objectives conquered: the share is drawn for each nation that may conquer.
pub(super) fn with_conquests(state: State, dice: &mut Dice) -> State {
    let rules = state.rules();
    let prussia_may = rules.setup.expert || rules.prussia_wins_at_end_of_turn;
    let shares = Nation::ALL.map(|_| [0, 50, 90, 100][dice.below(4)]);
    let mut json = state.dump();
    for objective in board().objectives() {
        let nation = objective.of;
        let may = rules.plays(nation) && (nation != Nation::Prussia || prussia_may);
        if may && dice.percent(shares[nation.index()]) {
            json["conquered"][objective.city.id()] = Value::from(nation.id());
        }
    }
    State::load(json).map_or(state, |loaded| loaded.state)
}
