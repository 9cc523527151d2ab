//! What must hold of every position, whatever has been played.

use super::limits::LONGEST_GAME;
use crate::game::{
    CITIES, CardRef, DECK_SIZE, DECKS, DecisionKind, Face, GENERAL_MAXIMUM, Nation, Phase, PieceId,
    PieceSet, Place, STACK_MAXIMUM, State, all_pieces, board,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// Checks a position between two actions.
///
/// # Errors
///
/// What is wrong with the position.
pub fn check(state: &State) -> Result<(), String> {
    check_troops(state)?;
    check_cities(state)?;
    check_nations_that_left(state)?;
    check_objectives(state)?;
    check_combats(state)?;
    check_decisions(state)?;
    let dump = state.dump();
    check_cards(&dump)?;
    check_dump(state, dump)
}

/// A dump of the position is loaded as the same position, and the loader has no remarks about it.
fn check_dump(state: &State, dump: Value) -> Result<(), String> {
    let loaded = State::load(dump).map_err(|fault| format!("its dump is refused: {fault}"))?;
    if loaded.state == *state && loaded.notes.is_empty() {
        return Ok(());
    }
    let (dump, again) = (state.dump(), loaded.state.dump());
    let members = dump.as_object().into_iter().flatten();
    let changed: Vec<_> =
        members.filter(|(name, value)| again[name] != **value).map(|(name, _)| name).collect();
    Err(format!("its dump is another position: {changed:?} {:?}", loaded.notes))
}

/// R6.2, R6.5: 1 to 8 troops for each general on the map, none elsewhere, no nation over its
/// maximum.
fn check_troops(state: &State) -> Result<(), String> {
    for piece in all_pieces() {
        let facts = state.piece(piece);
        let on_map = matches!(facts.place, Place::At(_));
        let allotted = state.phase() != Phase::SetUp;
        let allowed = match (piece.is_general(), on_map, allotted) {
            (true, true, true) => 1..=GENERAL_MAXIMUM,
            (true, true, false) => 0..=GENERAL_MAXIMUM,
            _ => 0..=0,
        };
        if !allowed.contains(&facts.troops) {
            return Err(format!("{piece} of {} has {} troops", piece.nation(), facts.troops));
        }
        if facts.face_down && !(on_map && piece.is_general()) {
            return Err(format!("{piece} of {} cannot be face down", piece.nation()));
        }
        let in_game = state.rules().pieces.contains(piece);
        if !in_game && facts.place != Place::Removed {
            return Err(format!("{piece} of {} does not take part", piece.nation()));
        }
    }
    for nation in Nation::ALL {
        let (total, maximum) = (state.total_troops(nation), state.rules().troops[nation.index()]);
        if total > maximum {
            return Err(format!("{nation} has {total} troops of at most {maximum}"));
        }
    }
    Ok(())
}

/// R4.2, R4.3, R9.4: who shares a city.
fn check_cities(state: &State) -> Result<(), String> {
    let mut there = [PieceSet::EMPTY; CITIES];
    for piece in all_pieces() {
        if let Some(city) = state.city_of(piece) {
            there[city.index()].insert(piece);
        }
    }
    for pieces in there.iter().filter(|pieces| pieces.len() > 1) {
        let nations = pieces.iter().map(PieceId::nation);
        let one_nation = nations.clone().min() == nations.max();
        if !one_nation || pieces.intersects(PieceSet::TRAINS) || pieces.len() > STACK_MAXIMUM {
            return Err(format!("{pieces:?} share a city"));
        }
        let down = pieces.iter().filter(|piece| state.piece(*piece).face_down).count();
        if down != 0 && down != pieces.len() {
            return Err(format!("{pieces:?} are partly face down"));
        }
    }
    Ok(())
}

/// R11.4: a nation that has left, or takes no part, has nothing any more.
fn check_nations_that_left(state: &State) -> Result<(), String> {
    for nation in Nation::ALL.into_iter().filter(|nation| !state.in_play(*nation)) {
        let removed = |piece: PieceId| state.piece(piece).place == Place::Removed;
        let conquests = state.conquered().any(|(_, of)| of == nation);
        if !state.hand(nation).is_empty() || !PieceSet::of(nation).iter().all(removed) || conquests
        {
            return Err(format!("{nation} is not in play and still has something"));
        }
    }
    Ok(())
}

/// R5.1, R5.6, R5.10: conquests of nations that may conquer; marks only of the nation that acts.
fn check_objectives(state: &State) -> Result<(), String> {
    let prussia_may = state.rules().setup.expert || state.rules().prussia_wins_at_end_of_turn;
    for (city, nation) in state.conquered() {
        if nation == Nation::Prussia && !prussia_may {
            return Err(format!("Prussia has conquered {city}"));
        }
    }
    for city in state.marked() {
        let objective = board().info(city).objective.map(usize::from);
        let facts = objective.map(|index| (board().objectives()[index], index));
        let wanted = facts.is_some_and(|(objective, index)| match state.is_conquered(index) {
            true => objective.defender == state.nation(),
            false => objective.of == state.nation(),
        });
        let phase = state.phase();
        let time = matches!(phase, Phase::Movement | Phase::Withdrawal | Phase::Combat);
        if !wanted || !time {
            return Err(format!("{city} is marked in vain"));
        }
    }
    Ok(())
}

/// R7.1, R7.3: combats are between adjacent enemies, the side with the right is never ahead.
fn check_combats(state: &State) -> Result<(), String> {
    let current = state.combat().map(|combat| (combat.from, combat.to));
    for (from, to) in state.combats().iter().copied().chain(current) {
        let sides = state.stack_nation(from).zip(state.stack_nation(to));
        let hostile = sides.is_some_and(|(a, b)| a == state.nation() && a.hostile_to(b));
        if !hostile || !board().adjacent(from, to) {
            return Err(format!("{from} cannot attack {to}"));
        }
    }
    if let Some(combat) = state.combat() {
        let fights = [combat.from, combat.to].map(|city| state.stack_nation(city));
        if combat.score > 0 || !fights.contains(&Some(combat.right)) {
            return Err(format!("an impossible combat: {combat:?}"));
        }
        if state.hand(combat.right).is_empty() {
            return Err("somebody without a card is asked to play".into());
        }
    }
    if let Some(retreat) = state.pending_retreat()
        && state.retreat_options().len() < 2
    {
        return Err(format!("there is no choice in {retreat:?}"));
    }
    Ok(())
}

/// Until the game is over somebody is awaited who is in play and has an answer.
fn check_decisions(state: &State) -> Result<(), String> {
    let over = state.phase() == Phase::GameOver;
    if over != state.outcome().is_some() || state.turn() > LONGEST_GAME {
        return Err(format!("turn {}, outcome {:?}", state.turn(), state.outcome()));
    }
    let decisions = state.decisions();
    if decisions.is_empty() {
        return Err("nothing is awaited".into());
    }
    for decision in decisions {
        if over != (decision.kind == DecisionKind::GameOver) {
            return Err(format!("awaited in phase {:?}: {decision:?}", state.phase()));
        }
        if over {
            continue;
        }
        if !state.in_play(decision.nation) || state.seat_of(decision.nation) != decision.seat {
            return Err(format!("not in play or not of that seat: {decision:?}"));
        }
        if !state.awaits(decision.nation, decision.kind) {
            return Err(format!("awaited and not awaited: {decision:?}"));
        }
        let listed = !matches!(decision.kind, DecisionKind::Allot | DecisionKind::Movement);
        if listed && state.legal_actions(decision.nation, decision.kind).is_empty() {
            return Err(format!("no legal answer: {decision:?}"));
        }
    }
    Ok(())
}

/// R1.8: each of the 200 cards lies in exactly one place.
fn check_cards(dump: &Value) -> Result<(), String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = |cards: &Value| {
        for card in cards.as_array().into_iter().flatten().chain(Some(cards)) {
            if let Some(text) = card.as_str() {
                *counts.entry(text.to_owned()).or_default() += 1;
            }
        }
    };
    for list in [&dump["draw_pile"], &dump["absent_cards"], &dump["set_aside"]] {
        count(list);
    }
    for lists in [&dump["hands"], &dump["discards"]] {
        lists.as_object().into_iter().flat_map(|lists| lists.values()).for_each(&mut count);
    }
    for (text, count) in &counts {
        let card: CardRef = text.parse().map_err(|error| format!("{error}"))?;
        let expected = if card.face == Face::Reserve { 2 } else { 1 };
        if *count != expected || card.deck.is_none() {
            return Err(format!("{count} times the card {text}"));
        }
    }
    let unopened = dump["unopened_decks"].as_array().map_or(0, Vec::len);
    let cards = counts.values().sum::<usize>() + unopened * DECK_SIZE;
    if cards != DECK_SIZE * usize::from(DECKS) {
        return Err(format!("there are {cards} Tactical Cards"));
    }
    Ok(())
}
