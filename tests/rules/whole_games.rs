//! Whole games, played to the end with random legal actions: in every scenario and edition, with
//! and without the expert rules, something is always awaited, what is listed as legal is
//! accepted, and the game ends.

use super::support::KEY;
use feldpost::game::{
    Action, CityId, DecisionKind, Edition, MoveOptions, Nation, PieceSet, Randomness, Recruitment,
    Scenario, Setup, State, Stream, board,
};
use std::collections::BTreeSet;

/// The last of 18 Cards of Fate lies in turn 23: by then Russia, Sweden and France have left.
const LAST_TURN: u16 = 23;

struct Player {
    state: State,
    random: Randomness,
    /// The kinds of decisions that came up.
    asked: BTreeSet<DecisionKind>,
}

impl Player {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u32) as usize
    }

    fn act(&mut self, nation: Nation, action: &Action) {
        if let Err(refusal) = self.state.act(nation, action) {
            panic!("{nation}: {action:?} was listed and is refused: {refusal:?}");
        }
    }

    /// One after another gets a troop until all are allotted.
    fn allot(&mut self, nation: Nation) {
        let options = self.state.options().into_iter().find(|o| o.decision.nation == nation);
        let options = options.and_then(|options| options.allot).expect("an allotment");
        let mut troops: Vec<_> = options.generals.iter().map(|general| (*general, 0)).collect();
        for index in 0..usize::from(options.troops) {
            let place = index % troops.len();
            troops[place].1 += 1;
        }
        self.act(nation, &Action::Allot { troops });
    }

    /// Some pieces move somewhere, what can be afforded re-enters.
    fn move_pieces(&mut self, nation: Nation) {
        for _ in 0..6 {
            let moves: Vec<MoveOptions> = self.state.move_options(nation);
            if moves.is_empty() {
                break;
            }
            let chosen = moves[self.below(moves.len())].clone();
            let to = self.goal(nation, &chosen.to);
            self.act(nation, &Action::MoveVia { pieces: chosen.pieces, via: vec![to] });
        }
        self.recruit(nation);
        self.act(nation, &Action::EndMovement);
    }

    /// A city beside an enemy where there is one, so that there are combats; else any.
    fn goal(&mut self, nation: Nation, to: &[CityId]) -> CityId {
        let state = &self.state;
        let beside = |city: &&CityId| {
            let roads = board().roads(**city).iter();
            let neighbours = roads.filter_map(|road| state.stack_nation(road.to));
            neighbours.into_iter().any(|other| other.hostile_to(nation))
        };
        match to.iter().find(beside) {
            Some(city) => *city,
            None => to[self.below(to.len())],
        }
    }

    /// A general off the map re-enters, or a train; a refusal for want of room is no fault.
    fn recruit(&mut self, nation: Nation) {
        let options = self.state.options().remove(0).movement.expect("movement").recruitment;
        if options.cost > options.funds || options.cities.is_empty() {
            return;
        }
        let mut hand = self.state.hand(nation).to_vec();
        let mut pay = Vec::new();
        let mut paid = 0;
        while paid < options.cost {
            let card = hand.remove(self.below(hand.len()));
            paid += u16::from(card.face.payment());
            pay.push(card.into());
        }
        let city = options.cities[self.below(options.cities.len())];
        let mut order = Recruitment { pay, ..Recruitment::default() };
        match (options.generals.first(), options.trains.first()) {
            (Some(general), _) if options.troops > 0 => order.generals.push((*general, city, 1)),
            (_, Some(train)) => order.trains.push((*train, city)),
            _ => return,
        }
        let before = self.state.clone();
        if self.state.act(nation, &Action::Recruit(order)).is_err() {
            assert!(self.state == before, "a refused recruitment changes nothing");
        }
    }

    fn play(&mut self) {
        let mut turn = 0;
        for _ in 0..20_000 {
            if self.state.turn() != turn {
                turn = self.state.turn();
                self.check();
            }
            let decisions = self.state.decisions();
            let decision = decisions[self.below(decisions.len())];
            let (nation, kind) = (decision.nation, decision.kind);
            self.asked.insert(kind);
            match kind {
                DecisionKind::GameOver => return,
                DecisionKind::Allot => self.allot(nation),
                DecisionKind::Movement => self.move_pieces(nation),
                _ => {
                    let actions = self.state.legal_actions(nation, kind);
                    assert!(!actions.is_empty(), "{nation} has no answer to {kind:?}");
                    let action = actions[self.below(actions.len())].clone();
                    self.act(nation, &action);
                }
            }
        }
        panic!("the game does not end: turn {}", self.state.turn());
    }

    /// What holds at the start of every turn. That each card lies in one place, that stacks and
    /// totals are possible, is what reading a state checks.
    fn check(&self) {
        let loaded = State::load(self.state.dump()).expect("consistent");
        assert_eq!(loaded.notes, Vec::<String>::new());
        assert!(loaded.state == self.state);
        for nation in Nation::ALL {
            let pieces = self.state.on_map(PieceSet::of(nation));
            assert!(pieces.is_empty() || self.state.in_play(nation), "{nation}");
        }
    }
}

#[test]
fn r12_whole_games_end_in_every_scenario_and_edition() {
    let mut asked = BTreeSet::new();
    for scenario in Scenario::all() {
        for edition in [Edition::Classic, Edition::Anniversary] {
            for expert in [false, true] {
                for round in 0..3 {
                    let setup = Setup { scenario, edition, expert };
                    let mut key = KEY;
                    key[0] = round as u8;
                    let state = State::new(setup, key);
                    let random = Randomness::new(&key, Stream::Draw(round));
                    let mut player = Player { state, random, asked: BTreeSet::new() };
                    player.play();
                    asked.append(&mut player.asked);
                    let outcome = player.state.outcome().expect("an outcome");
                    assert!(outcome.turn <= LAST_TURN, "{setup:?}: {outcome:?}");
                    assert!(!outcome.winners.is_empty());
                    let seats = setup.rules().seats();
                    assert!(outcome.winners.iter().all(|seat| seats.contains(seat)));
                }
            }
        }
    }
    for kind in [
        DecisionKind::Allot,
        DecisionKind::Discard,
        DecisionKind::OffensiveOption,
        DecisionKind::Movement,
        DecisionKind::Attack,
        DecisionKind::Play,
        DecisionKind::Retreat,
        DecisionKind::Fate,
    ] {
        assert!(asked.contains(&kind), "no game asked for {kind:?}");
    }
}
