//! Where the defeated go, and which combat is next, by instruction.

use super::{Instruction, RetreatGoal, Stack};
use crate::game::{CityId, board};

/// Behind all who are named.
const UNNAMED: u8 = u8::MAX;

/// A combat that is due: who attacks whom, from the own view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combatants {
    /// The stack that attacks.
    pub attacker: Stack,
    /// The stack that is attacked.
    pub defender: Stack,
}

/// Where a defeated stack is sent (R8.2), if an instruction says so: one for a general in it goes
/// before one for all.
///
/// Among equally good cities the first in the board's list is taken. `None` if there are no cities.
pub fn choose_retreat(
    instructions: &[Instruction],
    defeated: &Stack,
    cities: &[CityId],
) -> Option<CityId> {
    let fitting = instructions.iter().filter_map(|instruction| match instruction {
        Instruction::Retreat { of: None, goal } => Some((UNNAMED, *goal)),
        Instruction::Retreat { of: Some(party), goal } => {
            defeated.is(*party).then(|| (party.rank(), *goal))
        }
        _ => None,
    });
    let (_, goal) = fitting.min_by_key(|(rank, _)| *rank)?;
    let far = |from: CityId, city: &CityId| board().distance(from, *city);
    match goal {
        RetreatGoal::Towards(goal) => cities.iter().min_by_key(|city| (far(goal, city), **city)),
        RetreatGoal::Away(from) => {
            cities.iter().min_by_key(|city| (std::cmp::Reverse(far(from, city)), **city))
        }
    }
    .copied()
}

/// The place of the combat that is fought next (R7.1), if an instruction says so: the first name
/// of the order that takes part in one that is due. `None` if no name does.
pub fn choose_attack(instructions: &[Instruction], combats: &[Combatants]) -> Option<usize> {
    let order = instructions.iter().find_map(|instruction| match instruction {
        Instruction::AttackOrder { order } => Some(order),
        _ => None,
    })?;
    order.iter().find_map(|party| {
        combats.iter().position(|combat| combat.attacker.is(*party) || combat.defender.is(*party))
    })
}
