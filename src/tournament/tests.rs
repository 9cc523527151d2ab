//! Bots among themselves: nothing is refused, nothing depends on threads or on secrets.

use super::{Entrant, Options, fit, play};
use crate::bot::chances::Chances;
use crate::bot::{BotStream, Insight, Level, Memory, Style, decide, decide_with};
use crate::game::{
    Action, CardRef, CityId, DecisionKind, Edition, Face, Guess, Nation, Phase, PieceId, PieceSet,
    Seat, Setup, State, Suit, board,
};
use crate::simulate;
use serde_json::Value;
use std::sync::Arc;

fn options(games: u64, setups: Vec<Setup>, entrants: [Entrant; 4]) -> Options {
    let style = Arc::new(Style::published().clone());
    let styles = std::array::from_fn(|_| Arc::clone(&style));
    Options { games, seed: 5, setups, entrants, styles, jobs: 2 }
}

#[test]
fn bots_of_all_levels_play_every_kind_of_game_to_its_end_and_nothing_is_refused() {
    let setups = simulate::Options::setups(None, None, None);
    let entrants = [Level::Cadet, Level::Officer, Level::Cadet, Level::Cadet].map(Entrant::Bot);
    let games = setups.len() as u64;
    let report = play(&options(games, setups, entrants), &|| ());
    assert_eq!(report.faults, Vec::<String>::new());
    assert_eq!(report.games(), games);
}

#[test]
fn generals_rehearse_in_every_scenario_and_nothing_is_refused() {
    let setups = simulate::Options::setups(None, Some(Edition::Anniversary), Some(true));
    let entrants = [Level::General, Level::Cadet, Level::General, Level::Cadet].map(Entrant::Bot);
    let games = setups.len() as u64;
    let mut asked = options(games, setups, entrants);
    // As many as they play with would take minutes.
    let style = Style { deals: 2, ..Style::published().clone() };
    asked.styles = std::array::from_fn(|_| Arc::new(style.clone()));
    let report = play(&asked, &|| ());
    assert_eq!(report.faults, Vec::<String>::new());
    assert_eq!(report.games(), games);
}

#[test]
fn the_same_seed_plays_the_same_games_with_any_number_of_threads() {
    let entrants = [Entrant::Bot(Level::Cadet), Entrant::Random, Entrant::Random, Entrant::Random];
    let mut asked = options(2, vec![Setup::default()], entrants);
    let mut results = Vec::new();
    for jobs in [1, 2] {
        asked.jobs = jobs;
        let report = play(&asked, &|| ());
        assert_eq!(report.faults, Vec::<String>::new());
        results.push(serde_json::to_string(&report.tallies).expect("JSON"));
    }
    assert_eq!(results[0], results[1]);
}

#[test]
fn a_cadet_beats_the_random_player() {
    let cadet = Entrant::Bot(Level::Cadet);
    let asked = options(4, vec![Setup::default()], [Entrant::Random, cadet, cadet, cadet]);
    let report = play(&asked, &|| ());
    assert!(report.wins(Seat::Frederick) <= 1, "{report}");
}

/// The position with everything changed that the seat cannot know: faces in hidden hands and in the draw
/// deck, hidden troops, the order of fate, the key.
fn with_other_secrets(state: &State, seat: Seat) -> State {
    let mut json = state.dump();
    let own = |nation: Nation| state.seat_of(nation) == seat;
    json["seed"] = Value::from("77".repeat(32));
    if let Some(deck) = json["fate_deck"].as_array_mut() {
        deck.reverse();
    }
    let mut pool: Vec<Value> = json["draw_pile"].as_array().cloned().unwrap_or_default();
    for nation in Nation::ALL.into_iter().filter(|nation| !own(*nation)) {
        let Some(hand) = json["hands"][nation.id()].as_array_mut() else { continue };
        for card in hand {
            let deck =
                |card: &Value| card.as_str().and_then(|c| c.split('/').nth(1)).map(str::to_owned);
            let other = pool.iter().position(|other| deck(other) == deck(card));
            if let Some(place) = other {
                std::mem::swap(card, &mut pool[place]);
            }
        }
    }
    pool.reverse();
    json["draw_pile"] = Value::from(pool);
    let pieces = json["pieces"].as_array_mut().expect("pieces");
    let mut takes: Option<(usize, String)> = None;
    for place in 0..pieces.len() {
        let nation = pieces[place]["nation"].as_str().unwrap_or_default().to_owned();
        let troops = pieces[place]["troops"].as_u64().unwrap_or_default();
        let hidden = Nation::from_id(&nation).is_some_and(|nation| !own(nation));
        match &takes {
            Some((other, of)) if hidden && *of == nation && troops > 1 => {
                let had = pieces[*other]["troops"].as_u64().unwrap_or_default();
                if (1..8).contains(&had) {
                    pieces[*other]["troops"] = Value::from(had + 1);
                    pieces[place]["troops"] = Value::from(troops - 1);
                }
                takes = None;
            }
            _ if hidden && (1..8).contains(&troops) => takes = Some((place, nation)),
            _ => {}
        }
    }
    State::load(json).expect("a position").state
}

#[test]
fn what_a_seat_cannot_know_does_not_change_what_its_bot_does() {
    let mut compared = 0;
    for game in 0..3 {
        let setup = Setup { expert: game == 2, ..Setup::default() };
        let (mut state, actions) = simulate::recorded_game(setup, 3, game);
        let mut memory = Memory::default();
        for (number, (nation, action)) in actions.iter().enumerate() {
            let kind = state.decisions()[0].kind;
            let seat = state.decisions()[0].seat;
            let rare = !matches!(kind, DecisionKind::Movement | DecisionKind::Play);
            if state.phase() != Phase::SetUp && (number % 41 == 0 || (rare && number % 11 == 0)) {
                let other = with_other_secrets(&state, seat);
                assert_ne!(other, state);
                // Generals rehearse their plans, which takes longer.
                let level = match number % 123 {
                    0 => Level::General,
                    _ => Level::Officer,
                };
                let choice = |state: &State| {
                    let knowledge = state.knowledge(seat);
                    let insight = Insight { knowledge, memory: memory.clone() };
                    let mut stream = BotStream::new(&[9; 32], seat, number as u64);
                    (decide(&insight, level, &mut stream), insight)
                };
                assert_eq!(choice(&state), choice(&other), "{kind:?} of {seat}");
                compared += 1;
            }
            let events = state.act(*nation, action).expect("recorded");
            events.iter().for_each(|event| memory.note(event));
        }
    }
    assert!(compared > 30, "{compared}");
}

/// A game at the first movement of Prussia.
fn opening() -> State {
    let key = [7; 32];
    let mut state = State::new(Setup::default(), key);
    let mut position = 0;
    while state.phase() == Phase::SetUp {
        let seat = state.decisions()[0].seat;
        let insight = Insight { knowledge: state.knowledge(seat), memory: Memory::default() };
        let mut stream = BotStream::new(&key, seat, position);
        let answer = decide(&insight, Level::Officer, &mut stream).expect("an answer");
        for action in answer.actions {
            state.act(answer.nation, &action).expect("allowed");
        }
        position += 1;
    }
    state
}

/// How far Prussia's troops stand from a city, all together, after a movement with these weights.
fn march_after(state: &State, style: &Style, city: CityId) -> u32 {
    let insight =
        Insight { knowledge: state.knowledge(Seat::Frederick), memory: Memory::default() };
    let mut stream = BotStream::new(&[7; 32], Seat::Frederick, 99);
    let answer = decide_with(&insight, Level::Officer, style, &mut stream).expect("an answer");
    let mut state = state.clone();
    for action in answer.actions {
        state.act(answer.nation, &action).expect("allowed");
    }
    let generals = state.on_map(PieceSet::generals_of(Nation::Prussia)).iter();
    let far = |general: PieceId| {
        let from = state.city_of(general).expect("on the map");
        u32::from(state.piece(general).troops) * u32::from(board().distance(from, city))
    };
    generals.map(far).sum()
}

#[test]
fn prussia_hastens_to_where_an_attacker_lacks_a_last_objective() {
    let mut json = opening().dump();
    let breslau = board().city("breslau").expect("a city");
    for objective in board().objectives() {
        if objective.of == Nation::Austria && objective.city != breslau {
            json["conquered"][board().info(objective.city).id.as_str()] = Value::from("austria");
        }
    }
    let state = State::load(json).expect("a position").state;
    let with = |muster: f32| {
        let mut style = Style::published().clone();
        style.frederick.muster = muster;
        march_after(&state, &style, breslau)
    };
    // The temper of a general who leaves all else to meet such an attacker.
    let called = with(4.0 * Style::published().frederick.muster);
    let uncalled = with(0.0);
    assert!(called + 10 < uncalled, "{called} and {uncalled} cities");
}

#[test]
fn who_lacks_one_objective_probably_wins_and_who_lacks_all_does_not() {
    let state = opening();
    let mut json = state.dump();
    let breslau = board().city("breslau").expect("a city");
    for objective in board().objectives() {
        if objective.of == Nation::Austria && objective.city != breslau {
            json["conquered"][board().info(objective.city).id.as_str()] = Value::from("austria");
        }
    }
    let near = State::load(json).expect("a position").state;
    let chance = |state: &State, seat: Seat| {
        let game = state.knowledge(seat).imagine(&Guess::default());
        Chances::published().of(&game, seat)
    };
    for seat in Seat::ALL {
        let at_first = chance(&state, seat);
        assert!(at_first > 0.001 && at_first < 0.98, "{seat}: {at_first}");
        let then = chance(&near, seat);
        assert_eq!(then > at_first, seat == Seat::MariaTheresa, "{seat}: {at_first}, {then}");
    }
}

#[test]
fn chances_are_fitted_to_games_the_same_with_any_number_of_threads() {
    let mut asked = options(9, vec![Setup::default()], [Entrant::Bot(Level::Cadet); 4]);
    let mut files = Vec::new();
    for jobs in [1, 2] {
        asked.jobs = jobs;
        let mut written = Vec::new();
        fit::fit(&asked, &mut written).expect("written");
        files.push(String::from_utf8(written).expect("text"));
    }
    assert_eq!(files[0], files[1]);
    let chances = Chances::parse(&files[0]).expect("a data file");
    assert_eq!(Chances::parse(&chances.write().expect("a file")), Ok(chances));
    assert!(Chances::parse("[frederick]\nalways = 1.0").is_err());
}

/// An expert game at the decision on the offensive option.
fn offensive_option_due() -> State {
    let key = [11; 32];
    let mut state = State::new(Setup { expert: true, ..Setup::default() }, key);
    let mut position = 0;
    while state.decisions()[0].kind != DecisionKind::OffensiveOption {
        let seat = state.decisions()[0].seat;
        let insight = Insight { knowledge: state.knowledge(seat), memory: Memory::default() };
        let mut stream = BotStream::new(&key, seat, position);
        let answer = decide(&insight, Level::Cadet, &mut stream).expect("an answer");
        for action in answer.actions {
            state.act(answer.nation, &action).expect("allowed");
        }
        position += 1;
    }
    state
}

/// The position with so many of a nation's objectives conquered by it.
fn with_conquests(state: &State, nation: Nation, count: usize) -> State {
    let mut json = state.dump();
    for objective in board().objectives().iter().filter(|o| o.of == nation).take(count) {
        json["conquered"][board().info(objective.city).id.as_str()] = Value::from(nation.id());
    }
    State::load(json).expect("a position").state
}

#[test]
fn r13_3_the_offensive_option_is_chosen_where_prussia_is_near_to_winning_by_it() {
    let state = offensive_option_due();
    let near = with_conquests(&state, Nation::Prussia, 13);
    for level in Level::ALL {
        let chosen = |state: &State| {
            let knowledge = state.knowledge(Seat::Frederick);
            let insight = Insight { knowledge, memory: Memory::default() };
            let mut stream = BotStream::new(&[7; 32], Seat::Frederick, 99);
            let style = Style { deals: 2, ..Style::published().clone() };
            let answer = decide_with(&insight, level, &style, &mut stream).expect("an answer");
            match answer.actions[..] {
                [Action::OffensiveOption { card }] => card.is_some(),
                ref other => panic!("{other:?}"),
            }
        };
        assert!(!chosen(&state), "{level} at the beginning");
        assert!(chosen(&near), "{level} who lacks one objective");
    }
}

#[test]
fn r13_7_the_offensive_option_brings_austria_nearer_to_its_victory() {
    let before = with_conquests(&offensive_option_due(), Nation::Austria, 8);
    let chance = |card: Option<CardRef>, seat: Seat| {
        let mut state = before.clone();
        let option = Action::OffensiveOption { card };
        state.act(Nation::Prussia, &option).expect("allowed");
        Chances::published().of(&state.knowledge(seat).imagine(&Guess::default()), seat)
    };
    let hand = before.hand(Nation::Prussia).iter();
    let high = hand.filter(|card| matches!(card.face, Face::Suited(_, 10..)));
    let card: Option<CardRef> = high.map(|card| (*card).into()).next();
    assert!(card.is_some());
    let [with, without] = [card, None].map(|card| chance(card, Seat::MariaTheresa));
    assert!(with > without + 0.02, "{with} and {without}");
    let [with, without] = [card, None].map(|card| chance(card, Seat::Frederick));
    assert!(with < without, "{with} and {without}");
}

#[test]
fn troops_are_shared_out_anew_where_a_part_of_a_stack_goes() {
    let key = [13; 32];
    let mut state = State::new(Setup::default(), key);
    let mut memory = Memory::default();
    let mut shared = 0;
    for position in 0..400 {
        if state.phase() == Phase::GameOver {
            break;
        }
        let seat = state.decisions()[0].seat;
        let insight = Insight { knowledge: state.knowledge(seat), memory: memory.clone() };
        let mut stream = BotStream::new(&key, seat, position);
        let answer = decide(&insight, Level::Officer, &mut stream).expect("an answer");
        for (place, action) in answer.actions.iter().enumerate() {
            if let Action::Redistribute { city, .. } = action {
                shared += 1;
                let Some(Action::Move { pieces, .. }) = answer.actions.get(place + 1) else {
                    panic!("nobody goes: {:?}", answer.actions);
                };
                let stack = state.stack_at(*city);
                assert!(pieces.iter().all(|piece| stack.contains(*piece)), "{pieces:?}");
                assert!(pieces.len() < stack.len(), "all go: {pieces:?}");
            }
            let events = state.act(answer.nation, action).expect("allowed");
            events.iter().for_each(|event| memory.note(event));
        }
    }
    assert!(shared > 0);
}

/// The position with the suits of all cards that are held, or lie on the draw pile, turned round: each becomes the next.
fn with_suits_turned(mut json: Value) -> Value {
    let turned = |card: &str| {
        let turn = |letter: char| Suit::ALL.iter().position(|suit| suit.letter() == letter);
        card.chars()
            .map(|letter| turn(letter).map_or(letter, |place| Suit::ALL[(place + 1) % 4].letter()))
            .collect::<String>()
    };
    let mut turn_all = |cards: &mut Value| {
        for card in cards.as_array_mut().expect("cards") {
            *card = Value::from(turned(card.as_str().expect("a card")));
        }
    };
    turn_all(&mut json["draw_pile"]);
    json["hands"].as_object_mut().expect("hands").values_mut().for_each(&mut turn_all);
    json
}

#[test]
fn a_cadet_pays_by_value_alone_and_others_keep_the_suits_in_which_they_fight() {
    let mut json = opening().dump();
    for piece in json["pieces"].as_array_mut().expect("pieces") {
        if piece["nation"] == "prussia" && piece["troops"].as_u64() > Some(1) {
            piece["troops"] = Value::from(1);
        }
    }
    let mut paid = [Vec::new(), Vec::new()];
    for _ in Suit::ALL {
        let state = State::load(json.clone()).expect("a position").state;
        for (level, paid) in [Level::Cadet, Level::Officer].into_iter().zip(&mut paid) {
            let knowledge = state.knowledge(Seat::Frederick);
            let insight = Insight { knowledge, memory: Memory::default() };
            let mut stream = BotStream::new(&[7; 32], Seat::Frederick, 99);
            let answer = decide(&insight, level, &mut stream).expect("an answer");
            let Some(Action::Recruit(order)) = answer.actions.first() else {
                panic!("nothing is bought: {:?}", answer.actions);
            };
            let mut values: Vec<u8> = order.pay.iter().map(|card| card.face.payment()).collect();
            values.sort_unstable();
            paid.push(values);
        }
        json = with_suits_turned(json);
    }
    let [cadet, officer] = paid;
    let is_alike = |paid: &[Vec<u8>]| paid.iter().all(|values| *values == paid[0]);
    assert!(is_alike(&cadet) && !is_alike(&officer), "{cadet:?} and {officer:?}");
}
