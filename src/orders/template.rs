//! What order templates are made of, for the decisions that have too many legal replies for a
//! menu: names and numbers only. The words between them are the reports'.

use super::knowledge::Knowledge;
use crate::game::{
    CityId, Decision, DecisionKind, Nation, Passing, PieceId, Seat, State, Troops, board,
};

/// Own pieces that stand together, and what they can do in their movement phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTemplate {
    /// The stack's pieces, by rank.
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
    // No piece goes farther than five cities (R4.1, with 9 of clubs), and `over` lies between start and goal.
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
        DecisionKind::Allot => allotment_template(state, seat, decision.nation, &Troops::new()),
        _ => String::new(),
    }
}

/// The template of an allotment in which the player has named some troops already: a line for each
/// general, those who are not named with an even share of what is left.
pub fn allotment_template(state: &State, seat: Seat, nation: Nation, kept: &Troops) -> String {
    let line = |(general, troops): (PieceId, u8)| format!("{general} {troops}\n");
    proposed(state, seat, nation, kept).into_iter().map(line).collect()
}

/// An allotment that the player has only begun, completed as he means it.
///
/// `named` are the troops that he has named, in this mail or before; `template_of` are those for which
/// he was shown a template. A single general who is not named gets all that is left; several get what
/// the template gives them. If this does not come to exactly all troops of the nation (R1.7), nothing
/// is completed, and the rules judge what was written.
pub fn completed_allotment(
    state: &State,
    seat: Seat,
    nation: Nation,
    named: &Troops,
    template_of: &Troops,
) -> Troops {
    let shown = proposed(state, seat, nation, template_of);
    let total = total(state, seat, nation);
    let given: usize = named.iter().map(|(_, count)| usize::from(*count)).sum();
    let missing: Troops = shown.into_iter().filter(|(piece, _)| !names(named, *piece)).collect();
    let rest = match missing.as_slice() {
        [(last, _)] => {
            let left = total.checked_sub(given).and_then(|left| u8::try_from(left).ok());
            left.filter(|left| *left > 0).map(|left| vec![(*last, left)])
        }
        _ => Some(missing),
    };
    let mut whole = merged(named, &rest.unwrap_or_default());
    whole.sort_unstable();
    let fits = whole.iter().map(|(_, count)| usize::from(*count)).sum::<usize>() == total;
    if fits { whole } else { named.clone() }
}

/// These troops, and of the others those of generals whom these do not name.
pub fn merged(troops: &Troops, others: &Troops) -> Troops {
    let rest = others.iter().filter(|(piece, _)| !names(troops, *piece));
    troops.iter().chain(rest).copied().collect()
}

fn names(troops: &Troops, general: PieceId) -> bool {
    troops.iter().any(|(piece, _)| *piece == general)
}

/// All generals in the order of the table: those in `kept` with these troops, the others with an even
/// share of what is left, where the first of them get what does not divide. If less is left than one
/// for each of them, their share is that of an even split of all troops. Empty for the nations of others.
fn proposed(state: &State, seat: Seat, nation: Nation, kept: &Troops) -> Troops {
    let known = Knowledge::new(state, seat);
    if !known.is_own(nation) {
        return Troops::new();
    }
    let generals = known.generals_on_map(nation);
    let given: usize = kept.iter().map(|(_, count)| usize::from(*count)).sum();
    let total = total(state, seat, nation);
    let unnamed = generals.iter().filter(|general| !names(kept, **general)).count();
    let left = total.saturating_sub(given);
    let (to_share, among) = if left >= unnamed { (left, unnamed) } else { (total, generals.len()) };
    let among = among.max(1);
    let mut place = 0;
    let mut share = |general: &PieceId| {
        if let Some(named) = kept.iter().find(|(piece, _)| piece == general) {
            return *named;
        }
        let troops = to_share / among + usize::from(place < to_share % among);
        place += 1;
        (*general, u8::try_from(troops).unwrap_or(u8::MAX))
    };
    generals.iter().map(&mut share).collect()
}

/// All troops of a nation (R1.7).
fn total(state: &State, seat: Seat, nation: Nation) -> usize {
    let known = Knowledge::new(state, seat);
    let of = known.view().nations.iter().find(|view| view.nation == nation);
    of.map_or(0, |view| usize::from(view.maximum))
}
