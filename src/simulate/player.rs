//! All seats' random choices, weighted towards fighting, recruitment and conquest.
//!
//! The player looks at the whole position, secrets included, because he plays every seat. He is made for
//! speed: a move is a walk towards something desirable, tried without listing what is legal, and given up
//! if it is refused.

use super::dice::Dice;
use super::mischief;
use super::table::SimulatedGame;
use crate::game::{
    Action, CITIES, Card, CityId, DecisionKind, Face, FateChoice, GENERAL_MAXIMUM, Nation, Phase,
    PieceId, PieceSet, Place, Recruitment, STACK_MAXIMUM, State, all_pieces, board,
};

/// The cities that hold a piece, one bit each.
struct Occupied([u64; CITIES.div_ceil(64)]);

impl Occupied {
    fn new(state: &State) -> Occupied {
        let mut occupied = Occupied([0; CITIES.div_ceil(64)]);
        for city in all_pieces().filter_map(|piece| state.city_of(piece)) {
            occupied.0[city.index() / 64] |= 1 << (city.index() % 64);
        }
        occupied
    }

    fn contains(&self, city: CityId) -> bool {
        self.0[city.index() / 64] & (1 << (city.index() % 64)) != 0
    }
}

/// Plays every seat by the same dice.
pub(super) struct Player {
    dice: Dice,
    /// The move about to be submitted; kept so that its lists need not be allocated for each move.
    order: Action,
}

impl Player {
    /// A player who decides by these dice.
    pub fn new(dice: Dice) -> Player {
        Player { dice, order: Action::Move { pieces: Vec::new(), path: Vec::new() } }
    }

    /// Plays until the game is over.
    pub fn play(&mut self, table: &mut SimulatedGame) {
        while !table.is_over() {
            if table.is_watched() {
                mischief::try_something(table, &mut self.dice);
            }
            if table.redistributes {
                self.redistribute_somewhere(table);
            }
            self.decide(table);
        }
    }

    /// Answers what is awaited.
    pub fn decide(&mut self, table: &mut SimulatedGame) {
        let state = &table.state;
        let nation = state.nation();
        match state.phase() {
            Phase::SetUp => self.allot(table),
            Phase::Movement => self.movement(table, nation),
            Phase::Combat => match (state.pending_retreat(), state.combat()) {
                (Some(retreat), _) => {
                    let winner = state.stack_nation(retreat.winner).unwrap_or(nation);
                    let to = self.dice.pick(&state.retreat_options()).unwrap_or(retreat.from);
                    table.submit(winner, &Action::Retreat { to });
                }
                (None, Some(combat)) => self.play_card(table, combat.right),
                (None, None) => {
                    if let Some((from, to)) = self.dice.pick(state.combats()) {
                        table.submit(nation, &Action::Attack { from, to });
                    }
                }
            },
            Phase::Fate => self.choose_by_fate(table),
            Phase::Discard => self.choose_listed(table, DecisionKind::Discard),
            Phase::OffensiveOption => self.choose_listed(table, DecisionKind::OffensiveOption),
            Phase::Withdrawal => self.choose_listed(table, DecisionKind::DaunWithdrawal),
            Phase::Reconquest => self.choose_listed(table, DecisionKind::Reconquest),
            Phase::GameOver => {}
        }
    }

    /// Takes one of the listed answers.
    fn choose_listed(&mut self, table: &mut SimulatedGame, kind: DecisionKind) {
        let decisions = table.state.decisions();
        let Some(decision) = decisions.iter().find(|decision| decision.kind == kind) else {
            return;
        };
        let actions = table.state.legal_actions(decision.nation, kind);
        if let Some(action) = actions.get(self.dice.below(actions.len())) {
            table.submit(decision.nation, action);
        }
    }

    fn allot(&mut self, table: &mut SimulatedGame) {
        for decision in table.state.decisions() {
            let nation = decision.nation;
            let generals = table.state.on_map(PieceSet::generals_of(nation));
            let mut troops: Vec<(PieceId, u8)> = generals.iter().map(|g| (g, 1)).collect();
            let maximum = table.state.rules().troops[nation.index()];
            let mut left = usize::from(maximum).saturating_sub(troops.len());
            while left > 0 {
                let place = self.dice.below(troops.len());
                if troops[place].1 < GENERAL_MAXIMUM {
                    troops[place].1 += 1;
                    left -= 1;
                }
            }
            table.submit(nation, &Action::Allot { troops });
        }
    }

    /// A whole movement phase: pieces one after another, recruitment somewhere in between.
    fn movement(&mut self, table: &mut SimulatedGame, nation: Nation) {
        let pieces = PieceSet::of(nation);
        let mut left = table.state.on_map(pieces);
        let mut recruits = self.dice.percent(80);
        while let Some(piece) = self.any_of(left) {
            left = left.without(PieceSet::one(piece));
            if recruits && self.dice.percent(20) {
                self.recruit(table, nation);
                recruits = self.dice.percent(20);
            }
            if !table.state.piece(piece).done && self.dice.percent(80) {
                self.walk(table, nation, piece);
            }
            if table.is_watched() {
                mischief::try_something(table, &mut self.dice);
            }
        }
        if recruits {
            self.recruit(table, nation);
        }
        if table.state.phase() == Phase::Movement && table.state.nation() == nation {
            table.submit(nation, &Action::EndMovement);
        }
    }

    fn any_of(&mut self, pieces: PieceSet) -> Option<PieceId> {
        pieces.iter().nth(self.dice.below(pieces.len()))
    }

    /// Moves a piece, or the stack it is in, or a part of that, towards something.
    fn walk(&mut self, table: &mut SimulatedGame, nation: Nation, piece: PieceId) {
        let state = &table.state;
        let Some(from) = state.city_of(piece) else {
            return;
        };
        let party = self.party(state, piece, from);
        let Some(goal) = self.goal(state, nation, piece, from) else {
            return;
        };
        let Action::Move { pieces, path } = &mut self.order else {
            return;
        };
        pieces.clear();
        pieces.extend(party);
        path.clear();
        let reach = state.reach(party);
        let occupied = Occupied::new(state);
        let distances = board().distances_from(goal);
        let mut at = from;
        let mut main = true;
        loop {
            let steps = path.len() as u8;
            let word = self.dice.word();
            if steps > 0 && word >> 28 == 0 {
                break;
            }
            let mut best: Option<(u32, CityId, bool, bool)> = None;
            for (place, road) in board().roads(at).iter().enumerate() {
                let still_main = main && road.main;
                let limit = if still_main { reach.steps_on_main_roads } else { reach.steps };
                let held = occupied.contains(road.to) && road.to != from;
                if steps >= limit || (held && !may_enter(state, party, road.to)) {
                    continue;
                }
                let noise = (word >> (3 * (place & 7))) & 7;
                let score = 3 * u32::from(distances[road.to.index()]) + noise;
                if best.is_none_or(|(least, ..)| score < least) {
                    best = Some((score, road.to, still_main, held));
                }
            }
            let Some((_, to, still_main, held)) = best else {
                break;
            };
            path.push(to);
            (at, main) = (to, still_main);
            if held {
                break;
            }
        }
        if path.is_empty() {
            return;
        }
        if by_goal_only(&mut self.dice) {
            let order = Action::MoveVia { pieces: pieces.clone(), via: vec![at] };
            table.submit(nation, &order);
        } else {
            table.submit(nation, &self.order);
        }
    }

    /// Who goes along with a piece.
    fn party(&mut self, state: &State, piece: PieceId, from: CityId) -> PieceSet {
        let alone = PieceSet::one(piece);
        let stack = state.stack_at(from);
        if !piece.is_general() || stack.len() == 1 {
            return alone;
        }
        let free: PieceSet = stack.iter().filter(|other| !state.piece(*other).done).collect();
        match self.dice.below(10) {
            0..=6 => free,
            7 => self.any_of(free).map_or(alone, |other| alone.or(PieceSet::one(other))),
            _ => alone,
        }
    }

    /// Something worth going to.
    fn goal(
        &mut self,
        state: &State,
        nation: Nation,
        piece: PieceId,
        from: CityId,
    ) -> Option<CityId> {
        let own = PieceSet::of(nation);
        let generals = PieceSet::generals_of(nation);
        let trains = own.and(PieceSet::TRAINS);
        if !piece.is_general() {
            let general = self.any_of(state.on_map(generals))?;
            return state.city_of(general);
        }
        let hungry = state.piece(piece).face_down;
        let wish = self.dice.below(100);
        let goal = match wish {
            _ if hungry && wish < 60 => self.nearer(state, trains, from),
            0..=54 => self.objective(state, nation, from),
            55..=79 => self.nearer(state, enemies(nation), from),
            80..=85 => self.nearer(state, enemies(nation).or(PieceSet::TRAINS), from),
            86..=91 => self.nearer(state, generals.without(PieceSet::one(piece)), from),
            _ => None,
        };
        goal.or_else(|| {
            let roads = board().roads(from);
            roads.get(self.dice.below(roads.len())).map(|road| road.to)
        })
    }

    /// The nearer of two cities in which pieces drawn at random stand; `None` if none is on the map.
    fn nearer(&mut self, state: &State, pieces: PieceSet, from: CityId) -> Option<CityId> {
        let on_map = state.on_map(pieces);
        let a = state.city_of(self.any_of(on_map)?)?;
        let b = state.city_of(self.any_of(on_map)?)?;
        let near = |city| board().distance(from, city);
        Some(if near(a) <= near(b) { a } else { b })
    }

    /// The nearest among twelve objectives drawn at random that the nation could conquer or reconquer.
    fn objective(&mut self, state: &State, nation: Nation, from: CityId) -> Option<CityId> {
        let objectives = board().objectives();
        let mut best: Option<CityId> = None;
        for _ in 0..12 {
            let index = self.dice.below(objectives.len());
            let objective = &objectives[index];
            let wanted = match state.is_conquered(index) {
                true => objective.defender == nation,
                false => objective.of == nation,
            };
            let near = |city| board().distance(from, city);
            if wanted && best.is_none_or(|best| near(objective.city) < near(best)) {
                best = Some(objective.city);
            }
        }
        best
    }

    /// Buys troops and trains with some of the hand.
    fn recruit(&mut self, table: &mut SimulatedGame, nation: Nation) {
        let state = &table.state;
        let hand = state.hand(nation);
        let missing = state.rules().troops[nation.index()] - state.total_troops(nation);
        let off_map = |piece: &PieceId| state.piece(*piece).place == Place::OffMap;
        let trains = PieceSet::of(nation).and(PieceSet::TRAINS);
        let train = trains.iter().find(off_map).filter(|_| self.dice.percent(60));
        if hand.is_empty() || (missing == 0 && train.is_none()) {
            return;
        }
        let cost = state.cost_of_one(nation);
        let wanted =
            usize::from(train.is_some()) + self.dice.below(usize::from(missing).min(4) + 1);
        let (pay, paid) = self.payment(hand, wanted as u16 * cost);
        let mut units = (paid / cost).min(wanted as u16) as u8;
        if units == 0 {
            return;
        }
        let mut order = Recruitment { pay, ..Recruitment::default() };
        if let Some(train) = train {
            let cities = state.entry_cities(nation);
            if let Some(city) = self.dice.pick(&cities) {
                order.trains.push((train, city));
                units -= 1;
            }
        }
        units = units.min(missing);
        let generals = PieceSet::generals_of(nation);
        let returning = generals.iter().find(off_map).filter(|_| self.dice.percent(70));
        if let Some(general) = returning.filter(|_| units > 0) {
            let cities = state.entry_cities(nation);
            if let Some(city) = self.dice.pick(&cities) {
                let troops = 1 + self.dice.below(usize::from(units)) as u8;
                order.generals.push((general, city, troops));
                units -= troops;
            }
        }
        for general in state.on_map(generals) {
            let room = (GENERAL_MAXIMUM - state.piece(general).troops).min(units);
            if room > 0 && self.dice.percent(70) {
                order.troops.push((general, room));
                units -= room;
            }
        }
        table.submit(nation, &Action::Recruit(order));
    }

    /// Cards from a random place of the hand on until they are worth enough, and what they are worth.
    fn payment(&mut self, hand: &[Card], enough: u16) -> (Vec<crate::game::CardRef>, u16) {
        let mut pay = Vec::new();
        let mut paid = 0;
        let start = self.dice.below(hand.len());
        for card in hand.iter().cycle().skip(start).take(hand.len()) {
            if paid >= enough {
                break;
            }
            paid += u16::from(card.face.payment());
            pay.push((*card).into());
        }
        (pay, paid)
    }

    /// Plays a card, or stops.
    fn play_card(&mut self, table: &mut SimulatedGame, nation: Nation) {
        let state = &table.state;
        let playable = state.playable();
        let card = self.dice.pick(&playable).filter(|_| self.dice.percent(85));
        let action = card.map_or(Action::Stop, |card| {
            let value = match card.face {
                Face::Reserve => Some(1 + self.dice.below(state.reserve_limit().into()) as u8),
                Face::Suited(_, own) if state.may_double(card) => {
                    Some(2 * own).filter(|_| self.dice.percent(70))
                }
                Face::Suited(..) => None,
            };
            Action::Play { card: card.into(), value }
        });
        if !table.submit(nation, &action) {
            self.choose_listed(table, DecisionKind::Play);
        }
    }

    fn choose_by_fate(&mut self, table: &mut SimulatedGame) {
        let decisions = table.state.decisions();
        let Some(decision) = decisions.get(self.dice.below(decisions.len())) else {
            return;
        };
        let options = table.state.fate_options(decision.nation);
        let card = self.dice.pick(&options.cards).map(|card| FateChoice::Card(card.into()));
        let choice = card
            .or(self.dice.pick(&options.generals).map(FateChoice::General))
            .or(self.dice.pick(&options.cities).map(FateChoice::City))
            .filter(|_| !options.may_decline || self.dice.percent(80))
            .unwrap_or(FateChoice::Decline);
        table.submit(decision.nation, &Action::Fate { choice });
    }

    /// Shifts a troop within some stack, at whatever time (R6.4).
    fn redistribute_somewhere(&mut self, table: &mut SimulatedGame) {
        let state = &table.state;
        if state.phase() == Phase::SetUp || !self.dice.percent(5) {
            return;
        }
        let stacked = |general: &PieceId| {
            let city = state.city_of(*general);
            city.is_some_and(|city| state.stack_at(city).len() > 1)
        };
        let generals: Vec<PieceId> =
            all_pieces().filter(|piece| piece.is_general()).filter(stacked).collect();
        let Some(city) = self.dice.pick(&generals).and_then(|general| state.city_of(general))
        else {
            return;
        };
        let mut troops: Vec<(PieceId, u8)> =
            state.stack_at(city).iter().map(|g| (g, state.piece(g).troops)).collect();
        let (from, to) = (self.dice.below(troops.len()), self.dice.below(troops.len()));
        if from != to && troops[from].1 > 1 && troops[to].1 < GENERAL_MAXIMUM {
            troops[from].1 -= 1;
            troops[to].1 += 1;
        }
        if let Some(nation) = state.stack_nation(city) {
            table.submit(nation, &Action::Redistribute { city, troops });
        }
    }
}

/// Whether a party may end its walk in a city that holds pieces: a hostile train, or own generals
/// with room among them.
fn may_enter(state: &State, party: PieceSet, city: CityId) -> bool {
    let there = state.pieces_at(city);
    let (Some(first), Some(other)) = (party.first(), there.first()) else {
        return false;
    };
    let own = first.nation() == other.nation();
    first.is_general()
        && match other.is_general() {
            true => own && there.len() + party.len() <= STACK_MAXIMUM,
            false => first.nation().hostile_to(other.nation()),
        }
}

/// All generals of the other side.
fn enemies(nation: Nation) -> PieceSet {
    let hostile = Nation::ALL.into_iter().filter(|other| other.hostile_to(nation));
    hostile.fold(PieceSet::EMPTY, |set, other| set.or(PieceSet::generals_of(other)))
}

/// One move in twelve is ordered by its goal alone (R4.6).
fn by_goal_only(dice: &mut Dice) -> bool {
    dice.below(12) == 0
}
