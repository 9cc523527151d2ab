//! Positions and random legal actions for tests.

use crate::game::{
    Action, CityId, Decision, DecisionKind, Edition, Nation, PieceId, PieceSet, Randomness,
    Recruitment, Scenario, Seat, Setup, State, Stream, board,
};
use std::cell::RefCell;

/// Repeatable choices.
pub struct Dice(RefCell<Randomness>);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Dice(RefCell::new(Randomness::new(&key, Stream::Fate)))
    }

    pub fn below(&self, bound: usize) -> usize {
        self.0.borrow_mut().below(bound as u32) as usize
    }

    pub fn pick<T: Clone>(&self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { Some(all[self.below(all.len())].clone()) }
    }
}

/// The standard game or the expert game, just begun.
pub fn new_game(expert: bool, seed: u64) -> State {
    let mut key = [7; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    State::new(Setup { scenario: Scenario::STANDARD, edition: Edition::Classic, expert }, key)
}

/// A random legal answer to the decision.
pub fn random_action(state: &State, decision: Decision, dice: &Dice) -> Action {
    let nation = decision.nation;
    match decision.kind {
        DecisionKind::Allot => random_allotment(state, nation, dice),
        DecisionKind::Movement => random_movement(state, nation, dice),
        kind => {
            let legal = state.legal_actions(nation, kind);
            let play = |action: &&Action| !matches!(action, Action::Stop);
            let plays: Vec<Action> = legal.iter().filter(play).cloned().collect();
            // Duels should last a while.
            let pool = if plays.is_empty() || dice.below(4) == 0 { &legal } else { &plays };
            dice.pick(pool).expect("a decision has an answer")
        }
    }
}

fn random_allotment(state: &State, nation: Nation, dice: &Dice) -> Action {
    let generals: Vec<PieceId> = state.on_map(PieceSet::generals_of(nation)).iter().collect();
    let mut troops: Vec<(PieceId, u8)> = generals.iter().map(|general| (*general, 1)).collect();
    let mut left = usize::from(state.rules().troops[nation.index()]) - generals.len();
    while left > 0 {
        let entry = &mut troops[dice.below(generals.len())];
        if entry.1 < 8 {
            entry.1 += 1;
            left -= 1;
        }
    }
    Action::Allot { troops }
}

fn random_movement(state: &State, nation: Nation, dice: &Dice) -> Action {
    match dice.below(10) {
        0 => return Action::EndMovement,
        1 | 2 => {
            if let Some(action) = random_recruitment(state, nation, dice) {
                return action;
            }
        }
        _ => {}
    }
    let Some(option) = dice.pick(&state.move_options(nation)) else {
        return Action::EndMovement;
    };
    let hostile: Vec<CityId> = Nation::ALL
        .into_iter()
        .filter(|other| other.hostile_to(nation))
        .flat_map(|other| PieceSet::generals_of(other).iter())
        .filter_map(|piece| state.city_of(piece))
        .collect();
    let fights: Vec<CityId> = option
        .to
        .iter()
        .copied()
        .filter(|to| hostile.iter().any(|enemy| board().adjacent(*enemy, *to)))
        .collect();
    let pool = if fights.is_empty() { &option.to } else { &fights };
    let goal = dice.pick(pool).expect("a move has a goal");
    let pieces = option.pieces;
    match dice.below(3) {
        0 => Action::MoveVia { pieces, via: vec![goal] },
        1 => {
            let over = dice.pick(&option.to).expect("a move has a goal");
            match state.route_via(nation, &pieces, &[over, goal]) {
                Ok(_) => Action::MoveVia { pieces, via: vec![over, goal] },
                Err(_) => Action::MoveVia { pieces, via: vec![goal] },
            }
        }
        _ => match state.route_via(nation, &pieces, &[goal]) {
            Ok(path) => Action::Move { pieces, path },
            Err(_) => Action::EndMovement,
        },
    }
}

/// A recruitment of whatever the hand pays, if it is legal.
fn random_recruitment(state: &State, nation: Nation, dice: &Dice) -> Option<Action> {
    let hand = state.hand(nation);
    let pay: Vec<_> = hand.iter().take(1 + dice.below(3)).copied().collect();
    let worth: u16 = pay.iter().map(|card| u16::from(card.face.payment())).sum();
    let mut count = worth / state.cost_of_one(nation);
    let mut order =
        Recruitment { pay: pay.into_iter().map(Into::into).collect(), ..Recruitment::default() };
    let cities = state.entry_cities(nation);
    for piece in PieceSet::of(nation).iter() {
        if count == 0 {
            break;
        }
        let off = state.city_of(piece).is_none();
        let city = dice.pick(&cities)?;
        let room = 8 - state.piece(piece).troops;
        match (piece.is_general(), off) {
            (true, false) if room > 0 && dice.below(2) == 0 => {
                order.troops.push((piece, 1));
                count -= 1;
            }
            (true, true) => {
                let troops = count.min(8) as u8;
                order.generals.push((piece, city, troops));
                count -= u16::from(troops);
            }
            (false, true) => {
                order.trains.push((piece, city));
                count -= 1;
            }
            _ => {}
        }
    }
    let action = Action::Recruit(order);
    state.clone().act(nation, &action).ok()?;
    Some(action)
}

/// Plays random actions and shows each, with the position before it, until `visit` says so or the
/// game is over.
pub fn play(mut state: State, seed: u64, mut visit: impl FnMut(&State, Decision, &Action) -> bool) {
    let dice = Dice::new(seed);
    loop {
        let decisions = state.decisions();
        let decision = decisions[0];
        if decision.kind == DecisionKind::GameOver {
            return;
        }
        let action = random_action(&state, decision, &dice);
        if visit(&state, decision, &action) {
            return;
        }
        if let Err(refusal) = state.act(decision.nation, &action) {
            panic!("{action:?} is not legal: {refusal:?}");
        }
    }
}

/// The first position of random games in which this holds.
pub fn find(expert: bool, holds: impl Fn(&State, Decision) -> bool) -> (State, Decision) {
    for seed in 0..400 {
        let mut found = None;
        play(new_game(expert, seed), seed, |state, decision, _| {
            if holds(state, decision) {
                found = Some((state.clone(), decision));
            }
            found.is_some()
        });
        if let Some(found) = found {
            return found;
        }
    }
    panic!("no random game comes to such a position");
}

/// A position edited as JSON.
pub fn edited(state: &State, edit: impl FnOnce(&mut serde_json::Value)) -> State {
    let mut json = state.dump();
    edit(&mut json);
    match State::load(json) {
        Ok(loaded) => loaded.state,
        Err(fault) => panic!("{fault}"),
    }
}

/// Puts a piece into a city of a dumped state, with troops if it is a general.
pub fn put(json: &mut serde_json::Value, nation: &str, name: &str, city: &str, troops: u8) {
    let pieces = json["pieces"].as_array_mut().expect("pieces");
    let piece = pieces
        .iter_mut()
        .find(|piece| piece["nation"] == nation && piece["name"] == name)
        .expect("the piece is in the game");
    piece["city"] = city.into();
    if !name.starts_with("Train") {
        piece["troops"] = troops.into();
    }
}

/// Turn 1, everything allotted evenly: it is this nation's movement phase.
pub fn movement_of(nation: Nation) -> State {
    let (state, _) = find(false, |state, decision| {
        state.turn() == 1 && decision.nation == nation && decision.kind == DecisionKind::Movement
    });
    // Others have moved: everybody back to the start, except that armies keep their troops.
    let fresh = new_game(false, 0).dump();
    edited(&state, |json| {
        let start = fresh["pieces"].as_array().expect("pieces").clone();
        for (piece, begin) in json["pieces"].as_array_mut().expect("pieces").iter_mut().zip(start) {
            piece["city"] = begin["city"].clone();
            piece["face_down"] = false.into();
            piece["done"] = false.into();
            if piece["troops"] == 0 && begin["name"].as_str().is_some_and(|n| !n.starts_with('T')) {
                piece["troops"] = 1.into();
            }
        }
        json["conquered"] = serde_json::json!({});
        json["marked"] = serde_json::json!([]);
    })
}

/// The open decisions of a seat.
pub fn decisions_of(state: &State, seat: Seat) -> Vec<Decision> {
    state.decisions().into_iter().filter(|decision| decision.seat == seat).collect()
}

/// Austria's turn under 8 clubs: Daun at Ohlau beside Keith at Breslau.
pub fn daun_before_breslau() -> State {
    let state = movement_of(Nation::Austria);
    edited(&state, |json| {
        put(json, "austria", "Daun", "ohlau", 1);
        put(json, "prussia", "Keith", "breslau", 1);
        json["turn"] = 7.into();
        json["phase"] = "withdrawal".into();
        json["fate_text"] = serde_json::json!({"card": "8", "suit": "clubs"});
        json["combats"] = serde_json::json!([{"from": "ohlau", "to": "breslau"}]);
    })
}

/// After a Russian action with nobody left in East Prussia, all of it Russian (R13.2).
pub fn east_prussia_lost() -> State {
    let state = movement_of(Nation::Russia);
    edited(&state, |json| {
        json["expert"] = true.into();
        json["phase"] = "reconquest".into();
        json["conquered"] = serde_json::json!({
            "koenigsberg-east-prussia": "russia", "rastenburg": "russia",
            "ortelsburg": "russia", "riesenburg": "russia"
        });
    })
}
