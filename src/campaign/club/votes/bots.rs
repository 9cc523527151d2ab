//! How bots vote: a published policy (`docs/bots-at-table.md`), the same for all, that knows what everybody knows.
//!
//! Only people decide about time and about who plays a seat; bots have no ballot there.

use crate::campaign::club::votes::proposal::Proposal;
use crate::game::{Nation, Seat, View};

/// From this turn on an attacker's bot agrees to a draw, if it is far from its aim.
const LATE: u16 = 12;

/// What a bot says to a proposal that concerns it.
pub(super) fn agrees(view: &View, role: Seat, proposal: &Proposal) -> bool {
    match proposal {
        // Nothing that was secret has come to light since, or it could not be carried out.
        Proposal::TakeBack { .. } => true,
        Proposal::Draw {} => is_content_with_a_draw(view, role),
        Proposal::End { winners } => winners.contains(&role),
        Proposal::Extend { .. }
        | Proposal::Pause {}
        | Proposal::Resume {}
        | Proposal::Substitute { .. }
        | Proposal::Bot { .. }
        | Proposal::Clocks { .. } => false,
    }
}

/// Frederick's bot agrees when an enemy has three quarters of the objectives he needs, an attacker's late in the war
/// when none of its nations has half of them.
fn is_content_with_a_draw(view: &View, role: Seat) -> bool {
    let attackers = || {
        let own_aims = |nation: Nation| !matches!(nation, Nation::Prussia | Nation::Hanover);
        view.nations.iter().filter(move |n| n.in_play && n.objectives > 0 && own_aims(n.nation))
    };
    if role == Seat::Frederick {
        return attackers().any(|n| 4 * n.controlled >= 3 * n.objectives);
    }
    let mut own = attackers().filter(|nation| nation.seat == role);
    view.turn >= LATE && own.all(|n| 2 * n.controlled < n.objectives)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Setup, State};

    #[test]
    fn bots_give_nothing_away_early_and_claim_what_is_theirs() {
        let view = State::new(Setup::default(), [1; 32]).view(None);
        for role in Seat::ALL {
            assert!(!agrees(&view, role, &Proposal::Draw {}), "{role}");
            let won = Proposal::End { winners: vec![role] };
            assert!(agrees(&view, role, &won), "{role}");
            assert!(!agrees(&view, role, &Proposal::End { winners: vec![] }), "{role}");
            assert!(agrees(&view, role, &Proposal::TakeBack { seat: role, to: 3 }), "{role}");
        }
    }

    #[test]
    fn who_is_far_from_victory_late_in_the_war_agrees_to_a_draw() {
        let mut view = State::new(Setup::default(), [1; 32]).view(None);
        view.turn = LATE;
        assert!(agrees(&view, Seat::Elisabeth, &Proposal::Draw {}));
        assert!(!agrees(&view, Seat::Frederick, &Proposal::Draw {}));
        for nation in &mut view.nations {
            nation.controlled = nation.objectives;
        }
        assert!(!agrees(&view, Seat::Elisabeth, &Proposal::Draw {}));
        assert!(agrees(&view, Seat::Frederick, &Proposal::Draw {}));
    }
}
