//! Illegal actions tried on purpose, so that every reason for a refusal occurs, and samples of
//! what is listed as legal and of what is not.

use super::dice::Dice;
use super::table::SimulatedGame;
use crate::game::{
    Action, CITIES, Card, CardRef, CityId, DecisionKind, Face, FateChoice, Nation, Order, PIECES,
    PieceId, PieceSet, Recruitment, State, Suit, board,
};

/// Tries a few actions that are probably refused.
pub(super) fn try_something(table: &mut SimulatedGame, dice: &mut Dice) {
    for _ in 0..2 {
        let decisions = table.state.decisions();
        let Some(decision) = decisions.get(dice.below(decisions.len())).copied() else {
            return;
        };
        let nation = if dice.percent(95) { decision.nation } else { any_nation(dice) };
        if dice.percent(3) {
            let name = ["Train 3", "Königgrätz", "berlin"][dice.below(3)].to_owned();
            let pieces = vec![if dice.percent(50) { name.clone() } else { "Train 1".into() }];
            let path = dice.percent(60).then(|| vec![name]);
            if let Err(reason) = (Order::Move { pieces, path, via: None }).resolve(nation) {
                table.note_refusal(&reason);
            }
            continue;
        }
        let action = wild_action(&table.state, nation, decision.kind, dice);
        table.submit(nation, &action);
    }
}

fn any_nation(dice: &mut Dice) -> Nation {
    Nation::ALL[dice.below(7)]
}

fn any_city(dice: &mut Dice) -> CityId {
    CityId(dice.below(CITIES) as u16)
}

fn any_piece(dice: &mut Dice) -> PieceId {
    PieceId(dice.below(PIECES) as u8)
}

fn own_piece(nation: Nation, dice: &mut Dice) -> PieceId {
    let own = PieceSet::of(nation);
    own.iter().nth(dice.below(own.len())).unwrap_or(PieceId(0))
}

/// Mostly a card of the hand.
fn some_card(state: &State, nation: Nation, dice: &mut Dice) -> CardRef {
    let face = match dice.below(49) {
        0 => Face::Reserve,
        number => Face::Suited(Suit::ALL[number % 4], 2 + (number / 4) as u8 % 12),
    };
    let any = CardRef { face, deck: None };
    dice.pick(state.hand(nation)).filter(|_| dice.percent(80)).map_or(any, CardRef::from)
}

/// A city near a piece of either side, where things are likely to happen.
fn some_city(state: &State, dice: &mut Dice) -> CityId {
    let piece = any_piece(dice);
    let mut city = state.city_of(piece).unwrap_or_else(|| any_city(dice));
    for _ in 0..dice.below(3) {
        let roads = board().roads(city);
        city = roads[dice.below(roads.len())].to;
    }
    city
}

/// An action that mostly answers the decision, but need not be legal.
fn wild_action(state: &State, nation: Nation, kind: DecisionKind, dice: &mut Dice) -> Action {
    match dice.below(12) {
        0 => wild_redistribution(state, nation, dice),
        1 if dice.percent(10) => {
            let kinds = [
                DecisionKind::Allot,
                DecisionKind::Play,
                DecisionKind::Attack,
                DecisionKind::Fate,
                DecisionKind::Reconquest,
                DecisionKind::DaunWithdrawal,
                DecisionKind::Retreat,
                DecisionKind::Discard,
            ];
            random_answer(state, nation, kinds[dice.below(kinds.len())], dice)
        }
        _ => random_answer(state, nation, kind, dice),
    }
}

fn random_answer(state: &State, nation: Nation, kind: DecisionKind, dice: &mut Dice) -> Action {
    match kind {
        DecisionKind::Allot => wild_allotment(nation, dice),
        DecisionKind::Discard => Action::Discard { card: some_card(state, nation, dice) },
        DecisionKind::OffensiveOption => {
            Action::OffensiveOption { card: Some(some_card(state, nation, dice)) }
        }
        DecisionKind::Movement | DecisionKind::GameOver => match dice.below(3) {
            0 => wild_recruitment(state, nation, dice),
            _ => wild_move(state, nation, dice),
        },
        DecisionKind::DaunWithdrawal => {
            Action::Withdraw { stack: some_city(state, dice), to: some_city(state, dice) }
        }
        DecisionKind::Attack => {
            Action::Attack { from: some_city(state, dice), to: some_city(state, dice) }
        }
        DecisionKind::Play => match dice.below(4) {
            0 => Action::Stop,
            _ => {
                let value = dice.percent(50).then(|| dice.below(24) as u8);
                let suit = state.suit_to_play();
                let of_suit =
                    |card: &&Card| matches!(card.face, Face::Suited(s, _) if Some(s) == suit);
                let fitting: Vec<Card> =
                    state.hand(nation).iter().filter(of_suit).copied().collect();
                let fits = dice.pick(&fitting).filter(|_| dice.percent(50)).map(CardRef::from);
                let card = fits.unwrap_or_else(|| some_card(state, nation, dice));
                Action::Play { card, value }
            }
        },
        DecisionKind::Retreat => Action::Retreat { to: some_city(state, dice) },
        DecisionKind::Fate => {
            let choice = match dice.below(4) {
                0 => FateChoice::Decline,
                1 => FateChoice::Card(some_card(state, nation, dice)),
                2 => FateChoice::General(any_piece(dice)),
                _ => FateChoice::City(some_city(state, dice)),
            };
            Action::Fate { choice }
        }
        DecisionKind::Reconquest => {
            let cities = state.reconquest_options();
            let cities = (0..dice.below(4)).filter_map(|_| dice.pick(&cities)).collect();
            Action::Reconquest { cities }
        }
    }
}

fn wild_allotment(nation: Nation, dice: &mut Dice) -> Action {
    let mut troops = Vec::new();
    for general in PieceSet::generals_of(nation) {
        if dice.percent(97) {
            troops.push((general, 1 + dice.below(8) as u8));
        }
    }
    match dice.below(12) {
        0 => troops.push((any_piece(dice), 1)),
        1 => troops.extend(troops.first().copied()),
        2 => troops.push((own_piece(nation, dice), dice.below(12) as u8)),
        _ => {}
    }
    troops.sort_unstable();
    Action::Allot { troops }
}

fn wild_redistribution(state: &State, nation: Nation, dice: &mut Dice) -> Action {
    let city = state.city_of(own_piece(nation, dice)).unwrap_or_else(|| any_city(dice));
    let mut troops: Vec<(PieceId, u8)> = state
        .stack_at(city)
        .iter()
        .map(|general| (general, state.piece(general).troops + dice.below(2) as u8))
        .collect();
    match dice.below(8) {
        0 => troops.push((any_piece(dice), 1)),
        1 => troops.extend(troops.first().copied()),
        2 => troops.iter_mut().for_each(|(_, troops)| *troops = dice.below(12) as u8),
        _ => {}
    }
    troops.sort_unstable();
    Action::Redistribute { city, troops }
}

/// A walk of a stack, or of pieces thrown together, that heeds few rules.
fn wild_move(state: &State, nation: Nation, dice: &mut Dice) -> Action {
    let piece = own_piece(nation, dice);
    let mut at = state.city_of(piece).unwrap_or_else(|| any_city(dice));
    let mut pieces = vec![piece];
    if dice.percent(40) {
        pieces.extend(state.stack_at(at).without(PieceSet::one(piece)));
    }
    match dice.below(40) {
        0 => pieces.push(own_piece(nation, dice)),
        1 => pieces.push(piece),
        2 => pieces.push(any_piece(dice)),
        3 => pieces.clear(),
        _ => {}
    }
    let goal = match dice.below(10) {
        // Where Cards of Fate forbid something, and allies' objectives.
        0 => board().city("halle").unwrap_or(at),
        1 | 2 => {
            let objectives = board().objectives();
            objectives[dice.below(objectives.len())].city
        }
        _ => some_city(state, dice),
    };
    let steps = dice.below(6);
    if dice.percent(25) {
        let via = if steps == 5 && dice.percent(20) { Vec::new() } else { vec![goal] };
        return Action::MoveVia { pieces, via };
    }
    let mut path = Vec::new();
    for _ in 0..steps {
        let near = |city: CityId| board().distance(city, goal);
        let roads = board().roads(at);
        let any = roads[dice.below(roads.len())].to;
        let best = roads.iter().map(|road| road.to).min_by_key(|city| near(*city)).unwrap_or(any);
        at = match dice.below(100) {
            0 => any_city(dice),
            1..=25 => any,
            _ => best,
        };
        path.push(at);
        if at == goal && dice.percent(80) {
            break;
        }
    }
    Action::Move { pieces, path }
}

fn wild_recruitment(state: &State, nation: Nation, dice: &mut Dice) -> Action {
    let mut order = Recruitment::default();
    let hand = state.hand(nation);
    for card in hand.iter().filter(|_| dice.percent(70)) {
        order.pay.push(CardRef::from(*card));
    }
    if dice.percent(3) {
        order.pay.push(some_card(state, nation, dice));
    }
    if dice.percent(3) {
        order.pay.extend(order.pay.first().copied());
    }
    for _ in 0..dice.below(3) {
        let piece = if dice.percent(95) { own_piece(nation, dice) } else { any_piece(dice) };
        order.troops.push((piece, 1 + dice.below(3) as u8));
    }
    // Orders name generals in the order of the table.
    order.troops.sort_unstable();
    let cities = state.entry_cities(nation);
    let place = |dice: &mut Dice| {
        dice.pick(&cities).filter(|_| dice.percent(85)).unwrap_or_else(|| any_city(dice))
    };
    for _ in 0..dice.below(3) {
        let piece = own_piece(nation, dice);
        let city = place(dice);
        if piece.is_general() != dice.percent(5) {
            order.generals.push((piece, city, dice.below(4) as u8 + u8::from(dice.percent(2)) * 9));
        } else {
            order.trains.push((piece, city));
        }
    }
    Action::Recruit(order)
}

/// What is listed is accepted; what is not listed is refused (sampled).
pub(super) fn check_options(state: &State, dice: &mut Dice) -> Result<(), String> {
    for options in state.options() {
        let nation = options.decision.nation;
        if let Some(orders) = &options.actions {
            let mut listed = Vec::new();
            for order in orders {
                let action = order.resolve(nation).map_err(|reason| format!("{reason:?}"))?;
                accept(state, nation, &action)?;
                listed.push(action);
            }
            for _ in 0..10 {
                let mut action = random_answer(state, nation, options.decision.kind, dice);
                make_exact(state, nation, &mut action);
                if !listed.contains(&action) && state.clone().act(nation, &action).is_ok() {
                    return Err(format!("accepted but not listed: {nation} {action:?}"));
                }
            }
        }
        if let Some(movement) = &options.movement {
            for moves in &movement.moves {
                let Some(to) = dice.pick(&moves.to) else {
                    return Err(format!("listed without a goal: {:?}", moves.pieces));
                };
                let via = |to| Action::MoveVia { pieces: moves.pieces.clone(), via: vec![to] };
                accept(state, nation, &via(to))?;
                for road in board().roads(to) {
                    let listed = moves.to.contains(&road.to);
                    let accepted = state.clone().act(nation, &via(road.to)).is_ok();
                    if listed != accepted {
                        let listed = if listed { "listed" } else { "not listed" };
                        return Err(format!("{listed}: {:?} to {}", moves.pieces, road.to));
                    }
                }
            }
            for _ in 0..10 {
                check_wild_move(state, nation, &movement.moves, dice)?;
            }
        }
    }
    Ok(())
}

/// Whatever move is accepted ends in a city that is listed for these pieces.
fn check_wild_move(
    state: &State,
    nation: Nation,
    moves: &[crate::game::MoveOptions],
    dice: &mut Dice,
) -> Result<(), String> {
    let action = wild_move(state, nation, dice);
    let (Action::Move { pieces, path: cities } | Action::MoveVia { pieces, via: cities }) = &action
    else {
        return Ok(());
    };
    if state.clone().act(nation, &action).is_err() {
        return Ok(());
    }
    let party = |pieces: &[PieceId]| -> PieceSet { pieces.iter().copied().collect() };
    let listed = moves.iter().any(|moves| {
        party(&moves.pieces) == party(pieces)
            && cities.last().is_some_and(|goal| moves.to.contains(goal))
    });
    if listed { Ok(()) } else { Err(format!("accepted but not listed: {nation} {action:?}")) }
}

fn accept(state: &State, nation: Nation, action: &Action) -> Result<(), String> {
    match state.clone().act(nation, action) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(format!("listed but refused: {nation} {action:?}: {refusal:?}")),
    }
}

/// Writes the action as the list would: cards with their decks, values only where they are chosen,
/// cities in the list's order.
fn make_exact(state: &State, nation: Nation, action: &mut Action) {
    let exact = |wanted: &mut CardRef| {
        let held: Option<&Card> = state.hand(nation).iter().find(|card| wanted.means(**card));
        if let Some(card) = held {
            *wanted = CardRef::from(*card);
        }
    };
    match action {
        Action::Play { card, value } => {
            exact(card);
            if matches!(card.face, Face::Suited(_, own) if *value == Some(own)) {
                *value = None;
            }
        }
        Action::Discard { card }
        | Action::OffensiveOption { card: Some(card) }
        | Action::Fate { choice: FateChoice::Card(card) } => exact(card),
        Action::Reconquest { cities } => cities.sort_unstable(),
        _ => {}
    }
}
