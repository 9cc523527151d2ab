//! The state as JSON: what `dump` writes and `load` reads in the referee protocol, and what
//! snapshots hold.
//!
//! `docs/referee.md` says what the members mean. Those that a position written by hand can do without
//! have defaults. Reading checks everything the rules take for granted and names
//! what is inconsistent. Two kinds of gaps are filled instead of refused, and reported in
//! [`Loaded::notes`]: Tactical Cards of an opened deck that lie nowhere go to the pile of their
//! deck, and Cards of Fate that are missing go under the deck.

use super::board::{CityId, OBJECTIVES, board};
use super::cards::{Card, CardRef, DECKS};
use super::fate_deck::{FateCard, FateInForce, Stroke, sorted_fate_deck};
use super::fate_pending::FatePending;
use super::nation::Nation;
use super::outcome::Outcome;
use super::pieces::{PIECES, PieceId, PieceSet};
use super::record_cards::{CardLists, read_cards};
use super::record_phase::check_phase;
use super::scenario::Scenario;
use super::setup::{Edition, Setup};
use super::state::{Combat, Memory, Offensive, Phase, PieceState, Place, Retreat, State};
use super::troops::{GENERAL_MAXIMUM, STACK_MAXIMUM};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Marks a piece that is out of the game for good.
const REMOVED: &str = "removed";

/// No score is lower: the largest stack against a single troop, and a card of each side that counts double, are less.
const LOWEST_SCORE: i16 = -64;
/// A stack loses fewer troops than it has, or is gone (R6.2, R8.1).
const LONGEST_RETREAT: u8 = STACK_MAXIMUM as u8 * GENERAL_MAXIMUM - 1;
/// Turns are counted no farther: the Clock of Fate has run out long before (R11).
const LAST_TURN: u16 = 999;

/// The state as JSON writes it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    scenario: Scenario,
    edition: Edition,
    expert: bool,
    turn: u16,
    nation: Nation,
    phase: Phase,
    pieces: Vec<PieceRecord>,
    hands: BTreeMap<Nation, Vec<CardRef>>,
    draw_pile: Vec<CardRef>,
    discards: BTreeMap<String, Vec<CardRef>>,
    unopened_decks: Vec<u8>,
    fate_deck: Vec<FateCard>,
    #[serde(default)]
    strokes: Vec<Stroke>,
    #[serde(default)]
    fate_text: Option<FateInForce>,
    #[serde(default)]
    conquered: BTreeMap<CityId, Nation>,
    #[serde(default)]
    marked: Vec<CityId>,
    #[serde(default)]
    combats: Vec<PairRecord>,
    #[serde(default)]
    combat: Option<CombatRecord>,
    #[serde(default)]
    set_aside: Option<CardRef>,

    // Seldom needed in a position written by hand.
    #[serde(default)]
    seed: Option<String>,
    #[serde(default)]
    reshuffles: u32,
    #[serde(default)]
    random_draws: u32,
    #[serde(default)]
    absent_cards: Vec<CardRef>,
    #[serde(default)]
    drawn: Vec<CardRef>,
    #[serde(default)]
    retreat: Option<RetreatRecord>,
    #[serde(default)]
    substitute_city: Option<CityId>,
    #[serde(default)]
    offensive_option: Option<Offensive>,
    #[serde(default)]
    last_victor: Option<String>,
    #[serde(default)]
    fate_choice: Option<FatePending>,
    #[serde(default)]
    effect_used: bool,
    #[serde(default)]
    reinforced: Vec<String>,
    #[serde(default)]
    hildburghausen_suits: Vec<super::cards::Suit>,
    #[serde(default)]
    hildburghausen_lost: bool,
    #[serde(default)]
    outcome: Option<Outcome>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceRecord {
    nation: Nation,
    name: String,
    city: Option<String>,
    #[serde(default)]
    troops: Option<u8>,
    #[serde(default)]
    face_down: bool,
    #[serde(default)]
    done: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairRecord {
    from: CityId,
    to: CityId,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CombatRecord {
    from: CityId,
    to: CityId,
    score: i16,
    right: Nation,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RetreatRecord {
    from: CityId,
    winner: CityId,
    length: u8,
}

/// What is wrong with a state that was to be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Inconsistent(pub String);

/// Refuses a record, naming the member that is wrong.
pub(super) fn fault<T>(what: impl Into<String>) -> Result<T, Inconsistent> {
    Err(Inconsistent(what.into()))
}

/// A state that was read.
#[derive(Debug)]
pub struct Loaded {
    /// Consistent: the rules can go on with it.
    pub state: State,
    /// What was missing and has been put where it does no harm.
    pub notes: Vec<String>,
}

impl State {
    /// The complete state as JSON, secrets included.
    pub fn dump(&self) -> serde_json::Value {
        // Nothing in a record can fail to be written.
        serde_json::to_value(self.to_record()).unwrap_or_default()
    }

    /// The complete state as JSON text, secrets included.
    pub fn dump_text(&self) -> String {
        serde_json::to_string(&self.to_record()).unwrap_or_default()
    }

    fn to_record(&self) -> Record {
        let cards = |cards: &[Card]| cards.iter().map(|card| CardRef::from(*card)).collect();
        let setup = self.rules.setup;
        Record {
            scenario: setup.scenario,
            edition: setup.edition,
            expert: setup.expert,
            turn: self.turn,
            nation: self.nation,
            phase: self.phase,
            pieces: self
                .rules
                .pieces
                .iter()
                .map(|piece| {
                    let state = self.pieces[piece.index()];
                    PieceRecord {
                        nation: piece.nation(),
                        name: piece.name().to_owned(),
                        city: match state.place {
                            Place::At(city) => Some(city.id().to_owned()),
                            Place::OffMap => None,
                            Place::Removed => Some(REMOVED.to_owned()),
                        },
                        troops: Some(state.troops),
                        face_down: state.face_down,
                        done: state.done,
                    }
                })
                .collect(),
            hands: self
                .rules
                .nations
                .iter()
                .map(|nation| (*nation, cards(self.hand(*nation))))
                .collect(),
            draw_pile: self.draw_pile.iter().rev().map(|card| CardRef::from(*card)).collect(),
            discards: (1..=DECKS)
                .map(|deck| (deck.to_string(), cards(&self.piles[usize::from(deck - 1)])))
                .collect(),
            unopened_decks: self.unopened.clone(),
            fate_deck: self.fate_deck.iter().copied().collect(),
            strokes: self.strokes.clone(),
            fate_text: self.fate_in_force,
            conquered: self.conquered().collect(),
            marked: self.marked().collect(),
            combats: self.combats.iter().map(|&(from, to)| PairRecord { from, to }).collect(),
            combat: self.combat.map(|Combat { from, to, score, right }| CombatRecord {
                from,
                to,
                score,
                right,
            }),
            set_aside: self.set_aside.map(CardRef::from),
            seed: Some(hex(&self.key)),
            reshuffles: self.reshuffles,
            random_draws: self.random_draws,
            absent_cards: cards(&self.absent),
            drawn: cards(&self.drawn),
            retreat: self.retreat.map(|Retreat { from, winner, length }| RetreatRecord {
                from,
                winner,
                length,
            }),
            substitute_city: self.substitute,
            offensive_option: Some(self.offensive),
            last_victor: self.last_victor.map(|general| general.name().to_owned()),
            fate_choice: self.fate_pending,
            effect_used: self.memory.effect_used,
            reinforced: self.memory.reinforced.iter().map(|p| p.name().to_owned()).collect(),
            hildburghausen_suits: super::cards::Suit::ALL
                .into_iter()
                .filter(|suit| self.memory.hildburghausen_suits & (1 << *suit as u8) != 0)
                .collect(),
            hildburghausen_lost: self.memory.hildburghausen_lost,
            outcome: self.outcome.clone(),
        }
    }

    /// Reads a state that [`State::dump`] wrote, also after it has been edited.
    ///
    /// # Errors
    ///
    /// What is missing, unknown or inconsistent, by the member's name.
    pub fn load(json: serde_json::Value) -> Result<Loaded, Inconsistent> {
        let record: Record =
            serde_json::from_value(json).map_err(|error| Inconsistent(error.to_string()))?;
        from_record(record)
    }

    /// Like [`State::load`], from text.
    ///
    /// # Errors
    ///
    /// As [`State::load`]; or the text is not JSON.
    pub fn load_text(text: &str) -> Result<Loaded, Inconsistent> {
        let record: Record =
            serde_json::from_str(text).map_err(|error| Inconsistent(error.to_string()))?;
        from_record(record)
    }
}

fn from_record(record: Record) -> Result<Loaded, Inconsistent> {
    let setup = Setup { scenario: record.scenario, edition: record.edition, expert: record.expert };
    let key = match &record.seed {
        Some(text) => parse_key(text)?,
        None => [0; 32],
    };
    let mut notes = Vec::new();
    let mut state = State::new(setup, key);
    if !(1..=LAST_TURN).contains(&record.turn) {
        return fault(format!("turn: {} is none of 1 to {LAST_TURN}", record.turn));
    }
    state.turn = record.turn;
    state.nation = record.nation;
    state.phase = record.phase;
    state.reshuffles = record.reshuffles;
    state.random_draws = record.random_draws;
    if record.outcome.is_some() && state.phase != Phase::GameOver {
        return fault("outcome: the phase is not \"game-over\", so the game goes on");
    }
    state.outcome = record.outcome;
    for (place, stroke) in record.strokes.iter().enumerate() {
        if record.strokes[..place].contains(stroke) {
            return fault(format!("strokes: {} stands there twice", stroke.id()));
        }
    }
    state.strokes = record.strokes;
    state.fate_in_force = record.fate_text;
    if record.fate_choice.is_some() && state.phase != Phase::Fate {
        return fault("fate_choice: the phase is not \"fate\", so no Card of Fate awaits a choice");
    }
    state.fate_pending = record.fate_choice;

    read_pieces(&mut state, &record.pieces)?;
    if !state.in_play(state.nation) && state.phase != Phase::GameOver {
        return fault(format!("nation: {} is not in play", state.nation));
    }
    let named = |name: &String| {
        Nation::ALL
            .into_iter()
            .find_map(|nation| PieceId::from_name(nation, name))
            .filter(|piece| piece.is_general())
            .ok_or_else(|| Inconsistent(format!("there is no general called {name}")))
    };
    state.last_victor = record.last_victor.as_ref().map(named).transpose()?;
    state.memory = Memory {
        effect_used: record.effect_used,
        reinforced: record.reinforced.iter().map(named).collect::<Result<PieceSet, _>>()?,
        hildburghausen_suits: record
            .hildburghausen_suits
            .iter()
            .fold(0, |suits, suit| suits | (1 << *suit as u8)),
        hildburghausen_lost: record.hildburghausen_lost,
    };
    read_objectives(&mut state, &record.conquered, &record.marked)?;
    state.substitute = record.substitute_city.filter(|_| state.phase == Phase::Movement);
    if let Some(city) = state.substitute.filter(|city| !state.is_substitute(state.nation, *city)) {
        let (city, nation) = (city.id(), state.nation);
        return fault(format!("substitute_city: {city} is none of {nation} (R10.5)"));
    }

    let mut fate_deck = record.fate_deck;
    for (place, card) in fate_deck.iter().enumerate() {
        if fate_deck[..place].contains(card) {
            return fault(format!("fate_deck: {card} lies there twice"));
        }
    }
    for card in sorted_fate_deck() {
        if !fate_deck.contains(&card) {
            notes.push(format!("Card of Fate {card} lay nowhere and was put under the deck"));
            fate_deck.push(card);
        }
    }
    state.fate_deck = fate_deck.into();

    let cards = CardLists {
        hands: record.hands,
        draw_pile: record.draw_pile,
        discards: record.discards,
        set_aside: record.set_aside,
        absent: record.absent_cards,
        drawn: record.drawn,
    };
    read_cards(&mut state, cards, record.unopened_decks, &mut notes)?;
    state.offensive = match (record.offensive_option, state.set_aside) {
        (_, Some(_)) => Offensive::Chosen,
        (Some(Offensive::Chosen), None) => {
            return fault("offensive_option: chosen, but no card is set aside");
        }
        (given, None) => given.unwrap_or_default(),
    };

    // Elsewhere they are left over from before an edit: the next combats are fixed anew (R7.1).
    if matches!(state.phase, Phase::Combat | Phase::Withdrawal) {
        read_combats(&mut state, &record.combats, record.combat, record.retreat)?;
    } else if !record.combats.is_empty() || record.combat.is_some() || record.retreat.is_some() {
        notes.push("combats of another phase were left out: they are fixed anew (R7.1)".into());
    }
    check_phase(&state)?;
    Ok(Loaded { state, notes })
}

fn read_pieces(state: &mut State, records: &[PieceRecord]) -> Result<(), Inconsistent> {
    let mut seen = PieceSet::EMPTY;
    for record in records {
        let PieceRecord { nation, name, city, troops, face_down, done } = record;
        let piece = PieceId::from_name(*nation, name)
            .filter(|piece| state.rules.pieces.contains(*piece))
            .ok_or_else(|| {
                Inconsistent(format!("pieces: {nation} has no {name} in this scenario"))
            })?;
        if seen.contains(piece) {
            return fault(format!("pieces: {name} of {nation} stands there twice"));
        }
        seen.insert(piece);
        let place = match city.as_deref() {
            None => Place::OffMap,
            Some(REMOVED) => Place::Removed,
            Some(id) => Place::At(board().city(id).ok_or_else(|| {
                Inconsistent(format!("pieces: {name} of {nation}: there is no city {id}"))
            })?),
        };
        let troops = troops.unwrap_or(0);
        let on_map = matches!(place, Place::At(_));
        let allowed = match (piece.is_general(), on_map, state.phase) {
            (true, true, Phase::SetUp) => 0..=GENERAL_MAXIMUM,
            (true, true, _) => 1..=GENERAL_MAXIMUM,
            _ => 0..=0,
        };
        if !allowed.contains(&troops) {
            return fault(format!(
                "pieces: {name} of {nation} with {troops} troops: {} to {} are possible (R6.2)",
                allowed.start(),
                allowed.end()
            ));
        }
        if state.has_left(*nation) && on_map {
            return fault(format!("pieces: {name}: {nation} has left the game (R11.4)"));
        }
        let face_down = *face_down && on_map && piece.is_general();
        state.pieces[piece.index()] = PieceState { place, troops, face_down, done: *done };
    }
    if let Some(missing) = state.rules.pieces.without(seen).first() {
        return fault(format!("pieces: {missing} of {} is missing", missing.nation()));
    }
    for nation in Nation::ALL {
        let (total, maximum) = (state.total_troops(nation), state.rules.troops[nation.index()]);
        if total > maximum {
            return fault(format!(
                "pieces: {nation} has {total} troops of at most {maximum} (R6.5)"
            ));
        }
    }
    if state.phase == Phase::SetUp {
        check_allotments(state)?;
    }
    check_cities(state)
}

/// R1.7: during set-up all generals stand on the map, and a nation has allotted all its troops or none.
fn check_allotments(state: &State) -> Result<(), Inconsistent> {
    for general in state.rules.pieces.iter().filter(|piece| piece.is_general()) {
        if state.city_of(general).is_none() {
            return fault(format!("pieces: {general} is off the map during set-up (R1.7)"));
        }
    }
    for &nation in &state.rules.nations {
        let generals = state.on_map(PieceSet::generals_of(nation));
        let total = state.total_troops(nation);
        let none_left_out = generals.iter().all(|general| state.piece(general).troops > 0);
        if total > 0 && (total < state.rules.troops[nation.index()] || !none_left_out) {
            return fault(format!("pieces: {nation} has allotted only part of its troops (R1.7)"));
        }
    }
    Ok(())
}

/// R4.2, R4.3, R9.4: who may share a city.
fn check_cities(state: &State) -> Result<(), Inconsistent> {
    for index in 0..PIECES {
        let piece = PieceId(index as u8);
        let Some(city) = state.city_of(piece) else {
            continue;
        };
        let there = state.pieces_at(city);
        let generals =
            there.iter().all(|other| other.is_general() && other.nation() == piece.nation());
        if there.len() > 1 && !generals {
            return fault(format!("pieces: {there:?} cannot share {} (R4.2)", city.id()));
        }
        if there.len() > STACK_MAXIMUM {
            return fault(format!("pieces: {there:?} are too many for {} (R4.3)", city.id()));
        }
        let down = |piece: PieceId| state.piece(piece).face_down;
        if there.iter().any(|other| down(other) != down(piece)) {
            return fault(format!(
                "pieces: {there:?} in {} are partly face down (R9.4)",
                city.id()
            ));
        }
    }
    Ok(())
}

fn read_objectives(
    state: &mut State,
    conquered: &BTreeMap<CityId, Nation>,
    marked: &[CityId],
) -> Result<(), Inconsistent> {
    state.conquered = [false; OBJECTIVES];
    state.marked = [false; OBJECTIVES];
    for (city, nation) in conquered {
        match board().info(*city).objective {
            Some(index) if board().objectives()[usize::from(index)].of == *nation => {
                state.conquered[usize::from(index)] = true;
            }
            _ => {
                return fault(format!("conquered: {} is no objective of {nation}", city.id()));
            }
        }
    }
    for city in marked {
        match board().info(*city).objective {
            Some(index) => state.marked[usize::from(index)] = true,
            None => return fault(format!("marked: {} is no objective", city.id())),
        }
    }
    Ok(())
}

fn read_combats(
    state: &mut State,
    combats: &[PairRecord],
    combat: Option<CombatRecord>,
    retreat: Option<RetreatRecord>,
) -> Result<(), Inconsistent> {
    let opposed = |state: &State, from: CityId, to: CityId| {
        let (a, b) = (state.stack_nation(from), state.stack_nation(to));
        board().adjacent(from, to)
            && a.zip(b).is_some_and(|(a, b)| a == state.nation && a.hostile_to(b))
    };
    for PairRecord { from, to } in combats {
        if !opposed(state, *from, *to) {
            return fault(format!(
                "combats: in {} and {} there are no stack of {} and beside it an enemy",
                from.id(),
                to.id(),
                state.nation
            ));
        }
    }
    let mut combats: Vec<_> = combats.iter().map(|pair| (pair.from, pair.to)).collect();
    combats.sort_unstable();
    combats.dedup();
    if let Some(CombatRecord { from, to, score, right }) = combat {
        if !opposed(state, from, to) {
            return fault(format!(
                "combat: in {} and {} there are no stack of {} and beside it an enemy",
                from.id(),
                to.id(),
                state.nation
            ));
        }
        if ![state.stack_nation(from), state.stack_nation(to)].contains(&Some(right)) {
            return fault(format!("combat: {right} does not fight in it"));
        }
        if score > 0 {
            return fault("combat: who has the right to play never has a positive score (R7.3)");
        }
        if score < LOWEST_SCORE {
            return fault(format!("combat: no cards lead to a score of {score} (R7.2, R7.4)"));
        }
        combats.retain(|pair| *pair != (from, to));
        state.combat = Some(Combat { from, to, score, right });
    }
    state.combats = combats;
    if let Some(RetreatRecord { from, winner, length }) = retreat {
        if state.combat.is_some() || !(opposed(state, from, winner) || opposed(state, winner, from))
        {
            return fault("retreat: no stack and its winner there, or a combat is being fought");
        }
        if !(1..=LONGEST_RETREAT).contains(&length) {
            return fault(format!("retreat: a length of {length} is not possible (R8.1)"));
        }
        if state.retreat_cities(from, winner, length).is_empty() {
            return fault(format!("retreat: {} has no way of {length} cities (R8.4)", from.id()));
        }
        state.retreat = Some(Retreat { from, winner, length });
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a key of 64 hex digits.
///
/// # Errors
///
/// The text is not 64 hexadecimal digits.
pub fn parse_key(text: &str) -> Result<[u8; 32], Inconsistent> {
    let mut key = [0; 32];
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return fault("seed: 64 hex digits expected");
    }
    for (index, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).unwrap_or(0);
    }
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dumped_is_loaded() {
        for scenario in Scenario::all() {
            let setup = Setup { scenario, ..Setup::default() };
            let state = State::new(setup, [3; 32]);
            let loaded = State::load(state.dump()).expect("a dump is consistent");
            assert_eq!(loaded.state, state);
            assert_eq!(loaded.notes, Vec::<String>::new());
        }
    }

    #[test]
    fn cards_may_lack_their_deck_but_not_lie_in_two_places() {
        let state = State::new(Setup::default(), [3; 32]);
        let mut json = state.dump();
        let top = json["draw_pile"][0].clone();
        json["hands"]["prussia"] = serde_json::json!([top]);
        let error = State::load(json.clone()).expect_err("the card lies in two places");
        assert!(error.0.contains(top.as_str().expect("text")), "{error}");

        json["draw_pile"].as_array_mut().expect("list").remove(0);
        let face = top.as_str().expect("text").split('/').next().expect("face");
        json["hands"]["prussia"] = serde_json::json!([face]);
        let loaded = State::load(json).expect("consistent");
        assert_eq!(loaded.state.hand(Nation::Prussia).len(), 1);
        assert_eq!(loaded.notes.len(), 0);
    }

    #[test]
    fn r1_7_during_set_up_no_general_is_off_the_map() {
        let state = State::new(Setup::default(), [3; 32]);
        for place in [serde_json::Value::Null, serde_json::json!(REMOVED)] {
            let mut json = state.dump();
            json["pieces"][0]["city"] = place;
            let error = State::load(json).expect_err("his nation could not allot its troops");
            assert!(error.0.contains("off the map"), "{error}");
        }
    }

    #[test]
    fn r3_1_cards_just_drawn_are_forgotten_where_nothing_is_to_be_discarded() {
        let mut json = State::new(Setup::default(), [3; 32]).dump();
        let card = json["draw_pile"].as_array_mut().expect("a list").remove(0);
        json["hands"]["prussia"] = serde_json::json!([card.clone()]);
        json["drawn"] = serde_json::json!([card]);
        let loaded = State::load(json).expect("consistent");
        assert_eq!(loaded.state.dump()["drawn"], serde_json::json!([]));
    }
}
