//! What order templates are made of, for the decisions that have too many legal replies for a
//! menu: names and numbers only. The words between them are the reports'.

use super::knowledge::Knowledge;
use crate::game::{
    CityId, Decision, DecisionKind, Nation, Passing, PieceId, Seat, State, Troops, board,
};

/// Own pieces that stand together, and what they can do in their movement phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTemplate {
    /// By rank.
    pub pieces: Vec<PieceId>,
    /// Where they stand.
    pub at: CityId,
    /// The troops of its generals, which the seat knows.
    pub troops: Vec<(PieceId, u8)>,
    /// Where else the whole stack, or the train, can end a move (R4).
    pub reach: Vec<CityId>,
    /// Objectives a move could conquer, or reconquer, at once (R5.2).
    pub conquers: Vec<CityId>,
    /// Objectives a move could mark for retroactive conquest (R5.6).
    pub marks: Vec<CityId>,
}

/// What each piece or stack of a nation can do, in the order of the table of pieces.
///
/// Empty for nations the seat does not play. Pieces that have moved are left out.
pub fn move_templates(state: &State, seat: Seat, nation: Nation) -> Vec<MoveTemplate> {
    let known = Knowledge::new(state, seat);
    if !known.is_own(nation) {
        return Vec::new();
    }
    let mut groups: Vec<(CityId, Vec<PieceId>)> = Vec::new();
    for view in &known.view().pieces {
        let Some(city) = view.city.filter(|_| view.nation == nation && !view.done) else {
            continue;
        };
        match groups.iter_mut().find(|(at, _)| *at == city) {
            Some((_, pieces)) => pieces.push(view.piece),
            None => groups.push((city, vec![view.piece])),
        }
    }
    groups.into_iter().map(|(at, pieces)| move_template(&known, at, pieces)).collect()
}

fn move_template(known: &Knowledge, at: CityId, pieces: Vec<PieceId>) -> MoveTemplate {
    let mut reach = known.destinations(&pieces);
    reach.retain(|city| *city != at);
    let (mut conquers, mut marks) = (Vec::new(), Vec::new());
    let nation = pieces[0].nation();
    for objective in board().objectives() {
        let passing = known.passing(nation, objective.city);
        if !pieces[0].is_general() || passing == Passing::Nothing {
            continue;
        }
        if can_pass(known, &pieces, at, objective.city, &reach) {
            match passing {
                Passing::Taken => conquers.push(objective.city),
                _ => marks.push(objective.city),
            }
        }
    }
    let troops = |piece: &PieceId| {
        let view = known.view().pieces.iter().find(|view| view.piece == *piece)?;
        Some((*piece, view.troops?))
    };
    let troops = pieces.iter().filter_map(troops).collect();
    MoveTemplate { pieces, at, troops, reach, conquers, marks }
}

/// Whether some move leads over the city, or away from it, to another.
fn can_pass(
    known: &Knowledge,
    pieces: &[PieceId],
    at: CityId,
    over: CityId,
    reach: &[CityId],
) -> bool {
    if at == over {
        return !reach.is_empty();
    }
    // No piece goes farther than five cities, and one of them lies behind.
    if board().distance(at, over) > 4 {
        return false;
    }
    let near = |goal: &&CityId| board().distance(over, **goal) <= 4 && **goal != over;
    let mut goals: Vec<&CityId> = reach.iter().filter(near).collect();
    goals.sort_by_key(|goal| board().distance(over, **goal));
    goals
        .iter()
        .any(|goal| known.route(pieces, &[over, **goal]).is_some_and(|path| path.contains(&over)))
}

/// An order template to edit for an allotment: a legal even one, in names and numbers. Empty for
/// other decisions and other seats; for a movement phase there are [`move_templates`].
pub fn template(state: &State, seat: Seat, decision: Decision) -> String {
    match decision.kind {
        DecisionKind::Allot => allotment(state, seat, decision.nation),
        _ => String::new(),
    }
}

/// The troops spread evenly, a line for each general.
fn allotment(state: &State, seat: Seat, nation: Nation) -> String {
    let line = |(general, troops): (PieceId, usize)| format!("{general} {troops}\n");
    even_shares(state, seat, nation).into_iter().map(line).collect()
}

/// An allotment as the player means it who changed some lines of the template and left the others:
/// a general who is not named has what the template gives him, where that is exactly all troops.
/// Otherwise as it was written, for the rules to judge.
pub fn completed_allotment(state: &State, seat: Seat, nation: Nation, troops: &Troops) -> Troops {
    let shares = even_shares(state, seat, nation);
    let total: usize = shares.iter().map(|(_, share)| share).sum();
    let named = |general: &PieceId| troops.iter().any(|(piece, _)| piece == general);
    let rest = shares.iter().filter(|(general, _)| !named(general));
    let rest = rest.filter_map(|(general, share)| Some((*general, (*share).try_into().ok()?)));
    let mut whole: Troops = troops.iter().copied().chain(rest).collect();
    whole.sort_unstable();
    let fits = whole.iter().map(|(_, count)| usize::from(*count)).sum::<usize>() == total;
    if fits { whole } else { troops.clone() }
}

/// The troops spread evenly: the first of the table get what does not divide. Empty for the nations
/// of others.
fn even_shares(state: &State, seat: Seat, nation: Nation) -> Vec<(PieceId, usize)> {
    let known = Knowledge::new(state, seat);
    if !known.is_own(nation) {
        return Vec::new();
    }
    let generals = known.generals_on_map(nation);
    let maximum = known.view().nations.iter().find(|view| view.nation == nation);
    let total = maximum.map_or(0, |view| usize::from(view.maximum));
    let count = generals.len().max(1);
    let share = |place: usize| total / count + usize::from(place < total % count);
    generals.iter().enumerate().map(|(place, general)| (*general, share(place))).collect()
}
