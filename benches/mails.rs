//! How many mails a game takes: played by hand, with duel instructions, and with orders ahead as
//! well.
//!
//! `cargo bench --bench mails -- 200` plays so many games in each of the three ways. The players
//! are scripted: they move at random with a liking for fights and objectives, and fight as their
//! instructions say, whether they have sent them or follow them by hand, with all cards of one
//! turn to play in one mail. Told are mails to players and of players, for each nation's action and
//! for each combat; to players go at most 3 an action by hand, 2 with instructions, and 2 a combat
//! with instructions. Nothing is timed.

#[path = "../tests/support/memory_club.rs"]
mod memory_club;

use feldpost::campaign::{Pace, situation};
use feldpost::duel::{
    Combatants, Instruction, Move, Played, Stack, choose_attack, choose_retreat, decide,
};
use feldpost::game::{
    Action, CityId, Decision, DecisionKind, Nation, Phase, PieceSet, Randomness, Recruitment, Seat,
    Setup, State, Stream, board,
};
use feldpost::orders;
use feldpost::said::{self, Request};
use memory_club::{GAME, MemoryClub};
use serde_json::Value;

/// How the players play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    ByHand,
    Instructions,
    AndOrdersAhead,
}

/// What was counted.
#[derive(Default)]
struct Count {
    games: usize,
    actions: usize,
    combats: usize,
    /// To the referee, and from him.
    orders: usize,
    reports: usize,
    /// Of these, in combats.
    combat_orders: usize,
    combat_reports: usize,
}

fn main() {
    let wanted = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let games: u64 = wanted.unwrap_or(200);
    println!("{games} standard games each; all numbers are means");
    println!(
        "{:<34}{:>9}{:>9}{:>13}{:>12}{:>13}{:>12}",
        "", "actions", "combats", "to pl./act.", "of players", "to pl./comb.", "of players"
    );
    for (way, name) in [
        (Way::ByHand, "by hand"),
        (Way::Instructions, "with instructions"),
        (Way::AndOrdersAhead, "with instructions, orders ahead"),
    ] {
        let mut count = Count::default();
        for game in 0..games {
            play(way, game, &mut count);
        }
        let mean = |what: usize, of: usize| what as f64 / of.max(1) as f64;
        println!(
            "{name:<34}{:>9.1}{:>9.1}{:>13.2}{:>12.2}{:>13.2}{:>12.2}",
            mean(count.actions, count.games),
            mean(count.combats, count.games),
            mean(count.reports, count.actions),
            mean(count.orders, count.actions),
            mean(count.combat_reports, count.combats),
            mean(count.combat_orders, count.combats),
        );
    }
}

fn position(club: &mut MemoryClub) -> State {
    let snapshot = club.read(|tx| {
        let game = tx.game_by_name(GAME)?.expect("the game").id;
        Ok(tx.latest_snapshot(game)?.expect("a snapshot").state)
    });
    State::load_text(&snapshot).expect("a state").state
}

/// The events of the game so far that everybody may know.
fn public_events(club: &mut MemoryClub) -> Vec<Value> {
    let entries = club.read(|tx| {
        let game = tx.game_by_name(GAME)?.expect("the game").id;
        tx.entries(game)
    });
    let events = entries.into_iter().filter_map(|entry| match entry.public["events"].clone() {
        Value::Array(events) => Some(events),
        _ => None,
    });
    events.flatten().collect()
}

fn dice(game: u64, turn: u16, nation: Nation) -> Randomness {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&game.to_le_bytes());
    key[8] = turn as u8;
    key[9] = nation as u8;
    Randomness::new(&key, Stream::Fate)
}

/// What each player wants done in combats.
fn instructions(state: &State, seat: Seat) -> String {
    let own = Nation::ALL
        .into_iter()
        .filter(|nation| state.rules().plays(*nation) && state.seat_of(*nation) == seat);
    let mut text = String::new();
    let mut generals = Vec::new();
    for nation in own {
        let name = nation.id().replace('-', " ");
        text += &format!(
            "duel {name}: any cards, at most 18 points, any reserve only to win, then stop\n"
        );
        generals.extend(PieceSet::generals_of(nation).iter().map(|piece| piece.name()));
    }
    let refuge = if seat == Seat::Frederick { "Brünn" } else { "Berlin" };
    text + &format!("retreat enemies towards {refuge}\nattack order: {}\n", generals.join(", "))
}

/// The same as values.
fn as_values(state: &State, seat: Seat) -> Vec<Instruction> {
    let text = instructions(state, seat);
    let (state, seat) = (Some(state), Some(seat));
    let context = said::Context { state, seat, ..said::Context::default() };
    let reading = said::read(&text, &context);
    assert!(reading.in_doubt().next().is_none(), "{reading:#?}");
    let said = reading.said.into_iter().filter_map(|said| match said.request {
        Request::Instruct(instruction) => Some(*instruction),
        _ => None,
    });
    said.collect()
}

fn play(way: Way, game: u64, count: &mut Count) {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&game.to_le_bytes());
    let mut club = MemoryClub::new(Setup::default(), seed, Pace::default());
    count.reports += club.take_mails().len();
    loop {
        let state = position(&mut club);
        if state.phase() == Phase::GameOver {
            break;
        }
        let in_combat = state.phase() == Phase::Combat;
        let (turn, nation) = (state.turn(), state.nation());
        let mut sender = None;
        if club.next_timer().is_some() {
            club.wait_for_timer();
        } else {
            let decision = state.decisions()[0];
            sender = Some(decision.seat);
            let text = match decision.kind {
                DecisionKind::Play => {
                    let played = played(&public_events(&mut club), decision.nation);
                    cards(&state, decision, played)
                }
                _ => answer(way, game, &state, decision),
            };
            let outcome = club.send(decision.seat, &text);
            assert_eq!(outcome, "orders carried out", "turn {turn}, {decision:?}:\n{text}");
            count.orders += 1;
            count.combat_orders += usize::from(in_combat);
        }
        let mails = club.take_mails();
        let after = position(&mut club);
        count.reports += mails.len();
        let ended = (after.turn(), after.nation()) != (turn, nation);
        count.combat_reports += if in_combat {
            // At the end of an action everybody gets a report anyway.
            mails.len() - if ended { mails.len().min(4) } else { 0 }
        } else if after.phase() == Phase::Combat && !ended {
            mails.iter().filter(|mail| mail.seat.as_deref() != sender.map(Seat::id)).count()
        } else {
            0
        };
    }
    count.games += 1;
    let events = public_events(&mut club);
    let counted = |tag: &str| events.iter().filter(|event| event["event"] == tag).count();
    count.actions += counted("action-began");
    count.combats += counted("combat-began");
}

/// What a player writes.
fn answer(way: Way, game: u64, state: &State, decision: Decision) -> String {
    let Decision { nation, seat, kind } = decision;
    match kind {
        DecisionKind::Allot => {
            let all: Vec<Decision> =
                state.decisions().into_iter().filter(|other| other.seat == seat).collect();
            let mut text: String = all.iter().map(|d| orders::template(state, seat, *d)).collect();
            if way != Way::ByHand {
                text += &instructions(state, seat);
            }
            text
        }
        DecisionKind::Movement => {
            let mut text = movement(game, state, nation);
            let partner = match nation {
                Nation::Prussia => Some(Nation::Hanover),
                Nation::Russia => Some(Nation::Sweden),
                Nation::Austria => Some(Nation::ImperialArmy),
                _ => None,
            };
            if way == Way::AndOrdersAhead
                && let Some(partner) = partner
                && state.in_play(partner)
                && state.seat_of(partner) == seat
            {
                let name = partner.id().replace('-', " ");
                // Said for each: who has nothing to move says nothing else.
                text += &format!("ready\nfor {name}\n{}", movement(game, state, partner));
            }
            text + "ready\n"
        }
        DecisionKind::Attack => {
            let due: Vec<Combatants> = state
                .combats()
                .iter()
                .map(|&(from, to)| Combatants {
                    attacker: stack(state, from),
                    defender: stack(state, to),
                })
                .collect();
            let place = choose_attack(&as_values(state, seat), &due).unwrap_or(0);
            let (from, to) = state.combats()[place];
            orders::write(&Action::Attack { from, to })
        }
        DecisionKind::Retreat => {
            let retreat = state.pending_retreat().expect("a retreat");
            let defeated = stack(state, retreat.from);
            let cities = state.retreat_options();
            let to = choose_retreat(&as_values(state, seat), &defeated, &cities);
            orders::write(&Action::Retreat { to: to.unwrap_or(cities[0]) })
        }
        _ => {
            let legal = state.legal_actions(nation, kind);
            let chosen = dice(game, state.turn(), nation).below(legal.len() as u32);
            orders::write(&legal[chosen as usize])
        }
    }
}

fn stack(state: &State, city: CityId) -> Stack {
    Stack { city, generals: state.stack_at(city).iter().collect() }
}

/// What a nation has played in the combat in progress.
fn played(events: &[Value], nation: Nation) -> Vec<Played> {
    let began = events.iter().rposition(|event| event["event"] == "combat-began").unwrap_or(0);
    let own = |event: &&Value| event["event"] == "card-played" && event["nation"] == nation.id();
    let card = |event: &Value| {
        let card = event["card"].as_str()?.parse().ok()?;
        Some(Played { card, points: i16::try_from(event["value"].as_i64()?).ok()? })
    };
    events[began..].iter().filter(own).filter_map(card).collect()
}

/// All cards of one turn to play, in one mail.
fn cards(state: &State, decision: Decision, mut played: Vec<Played>) -> String {
    let Decision { nation, seat, .. } = decision;
    let instructions = as_values(state, seat);
    let mut sandbox = state.clone();
    let mut lines = Vec::new();
    while sandbox.combat().is_some_and(|combat| combat.right == nation) {
        let now = situation(&sandbox, played.clone()).expect("a combat");
        let decided = decide(&instructions, &now).expect("an instruction for the nation");
        let action = match decided.chosen {
            Move::Play(play) => {
                played.push(Played { card: play.card, points: play.points });
                Action::Play { card: play.card.into(), value: play.value }
            }
            Move::Stop | Move::Ask => Action::Stop,
        };
        lines.push(orders::write(&action));
        sandbox.act(nation, &action).expect("a legal action");
        if action == Action::Stop {
            break;
        }
    }
    lines.join("\n")
}

/// Moves and recruitment of a nation, as far as they are legal where things stand.
fn movement(game: u64, state: &State, nation: Nation) -> String {
    let mut dice = dice(game, state.turn(), nation);
    let enemies: Vec<CityId> = Nation::ALL
        .into_iter()
        .filter(|other| other.hostile_to(nation))
        .flat_map(|other| PieceSet::generals_of(other).iter())
        .filter_map(|piece| state.city_of(piece))
        .collect();
    let mut lines = Vec::new();
    // Orders ahead cannot be tried yet: what is impossible then is told when they are due.
    let mut sandbox = state.awaits(nation, DecisionKind::Movement).then(|| state.clone());
    let mut order = |action: Action| {
        let legal = sandbox.as_mut().is_none_or(|sandbox| sandbox.act(nation, &action).is_ok());
        if legal {
            lines.push(orders::write(&action));
        }
    };
    if let Some(recruitment) = recruitment(state, nation) {
        order(Action::Recruit(recruitment));
    }
    let mut taken: Vec<CityId> = Vec::new();
    let mut left = None;
    for option in state.move_options(nation) {
        // The whole stack comes first.
        if left.replace(option.from) == Some(option.from) || dice.below(4) == 0 {
            continue;
        }
        let fights = |city: &CityId| enemies.iter().any(|enemy| board().adjacent(*enemy, *city));
        let wanted = |city: &CityId| board().info(*city).objective.is_some() || fights(city);
        let free = |city: &CityId| !taken.contains(city);
        let good: Vec<CityId> =
            option.to.iter().copied().filter(|city| wanted(city) && free(city)).collect();
        let all: Vec<CityId> = option.to.iter().copied().filter(free).collect();
        let pool = if good.is_empty() || dice.below(4) == 0 { all } else { good };
        if pool.is_empty() {
            continue;
        }
        let goal = pool[dice.below(pool.len() as u32) as usize];
        taken.push(goal);
        order(Action::MoveVia { pieces: option.pieces, via: vec![goal] });
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// One general or train comes back, if the hand pays for it.
fn recruitment(state: &State, nation: Nation) -> Option<Recruitment> {
    let cost = state.cost_of_one(nation);
    let city = *state.entry_cities(nation).first()?;
    let off = |piece: &feldpost::game::PieceId| {
        state.city_of(*piece).is_none() && state.rules().pieces.contains(*piece)
    };
    let piece = PieceSet::of(nation).iter().find(off)?;
    let mut order = Recruitment::default();
    let mut worth = 0;
    for card in state.hand(nation) {
        if worth >= 2 * cost {
            break;
        }
        worth += u16::from(card.face.payment());
        order.pay.push((*card).into());
    }
    let count = u8::try_from(worth / cost).unwrap_or(u8::MAX).min(8);
    if count == 0 {
        return None;
    }
    if piece.is_general() {
        order.generals.push((piece, city, count));
    } else {
        order.trains.push((piece, city));
    }
    state.clone().act(nation, &Action::Recruit(order.clone())).ok()?;
    Some(order)
}
