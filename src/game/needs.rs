//! What a nation still needs to win, from what a view tells (R12, R11.5).

use super::board::{CityId, board};
use super::nation::Nation;
use super::setup::Setup;
use super::view::{NationView, View};
use serde::Serialize;

/// What a nation needs to win, and has (R12).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Needs {
    /// How many objectives it needs.
    pub objectives: usize,
    /// How many of them it controls.
    pub controlled: usize,
    /// Those of the 1st order suffice (R11.5).
    pub eased: bool,
    /// Those it controls.
    pub held: Vec<CityId>,
    /// Those it lacks, of the 1st order.
    pub missing: Vec<CityId>,
    /// Missing ones of the 2nd order, while they are needed.
    pub missing_second: Vec<CityId>,
}

impl View {
    /// What a nation needs, has and lacks. `None` if it has left the game or has no objectives to conquer: Hanover, and
    /// Prussia unless the scenario or the expert game lets it conquer in Bohemia (R5.10).
    pub fn needs(&self, known: &NationView) -> Option<Needs> {
        // Bohemia is closed in the standard game (R5.10).
        let closed = Setup::default().rules().bohemia;
        let conquers = known.nation != Nation::Prussia || self.rules().bohemia != closed;
        if !known.in_play || known.objectives == 0 || !conquers {
            return None;
        }
        let held_by_it = |city: &CityId| self.conquered.get(city) == Some(&known.nation);
        let of_order = |order: u8| {
            let objectives = board().objectives().iter();
            objectives
                .filter(move |objective| objective.of == known.nation && objective.order == order)
                .map(|objective| objective.city)
        };
        let missing = |order: u8| of_order(order).filter(|city| !held_by_it(city)).collect();
        Some(Needs {
            objectives: known.objectives,
            controlled: known.controlled,
            eased: known.eased,
            held: of_order(1).chain(of_order(2)).filter(held_by_it).collect(),
            missing: missing(1),
            missing_second: if known.eased { Vec::new() } else { missing(2) },
        })
    }
}
