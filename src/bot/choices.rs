//! Answers to decisions of every kind.

use super::{BotStream, Insight, Level, is_accepted};
use crate::game::{
    Action, DecisionKind, GENERAL_MAXIMUM, Guess, Imagined, Nation, PieceId, PieceSet,
};

/// The answer to one decision.
pub(super) fn choose(
    insight: &Insight,
    nation: Nation,
    kind: DecisionKind,
    _level: Level,
    stream: &mut BotStream,
) -> Vec<Action> {
    let game = insight.knowledge.imagine(&Guess::default());
    let action = match kind {
        DecisionKind::Allot => allot(&game, nation),
        DecisionKind::Movement => Action::EndMovement,
        _ => any_listed(&game, nation, kind, stream),
    };
    debug_assert!(is_accepted(&game, nation, std::slice::from_ref(&action)));
    vec![action]
}

fn any_listed(
    game: &Imagined,
    nation: Nation,
    kind: DecisionKind,
    stream: &mut BotStream,
) -> Action {
    let mut actions = game.legal_actions(nation, kind);
    let chosen = stream.below(actions.len());
    if actions.is_empty() { Action::EndMovement } else { actions.swap_remove(chosen) }
}

/// Those of a higher rank lead more.
fn allot(game: &Imagined, nation: Nation) -> Action {
    let generals = game.on_map(PieceSet::generals_of(nation));
    let mut troops: Vec<(PieceId, u8)> = generals.iter().map(|general| (general, 1)).collect();
    let mut left = usize::from(game.rules().troops[nation.index()]).saturating_sub(troops.len());
    for (_, troops) in &mut troops {
        let more = left.min(usize::from(GENERAL_MAXIMUM) - 1);
        *troops += more as u8;
        left -= more;
    }
    Action::Allot { troops }
}
