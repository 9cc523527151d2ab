//! Movement (R4): legal moves, their consequences, and the way to a goal.

use super::action::DecisionKind;
use super::board::{CITIES, CityId, board};
use super::conquest::Passing;
use super::event::{Event, FlipCause};
use super::fate_deck::FateText;
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet, named};
use super::refusal::{Reason, Refusal};
use super::state::{CitySet, Place, State};
use super::troops::STACK_MAXIMUM;

/// How far a piece may go: in general, and on main roads only (R4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Cities it may enter, on any roads.
    pub steps: u8,
    /// Cities it may enter on main roads alone.
    pub steps_on_main_roads: u8,
}

/// Pieces that move together, checked to be able to (R4.3, R4.4).
#[derive(Clone, Copy)]
pub(super) struct Party {
    /// Whose pieces they are.
    pub nation: Nation,
    /// One train, or generals of one stack who have not moved yet.
    pub pieces: PieceSet,
    /// Where they stand.
    pub from: CityId,
    /// How far all of them may go together.
    pub reach: Reach,
}

impl Party {
    /// Whether it is a supply train, which goes one city less and joins nobody (R4.1, R4.2).
    pub(super) fn is_train(&self) -> bool {
        self.pieces.intersects(PieceSet::TRAINS)
    }
}

impl State {
    /// How far these pieces may go together now (R4.1, and Cards of Fate 2, 5, 9 and 12).
    pub fn reach(&self, pieces: PieceSet) -> Reach {
        let steps = if pieces.intersects(PieceSet::TRAINS) { 2 } else { 3 };
        let with = |general| pieces.contains(general);
        let steps = match self.fate_text() {
            FateText::SaltikovSlow if with(named::SALTIKOV) => 2,
            FateText::RichelieuSlow if with(named::RICHELIEU) => 2,
            FateText::DaunSlow if with(named::DAUN) => 2,
            FateText::FriedrichFast if with(named::FRIEDRICH) => 4,
            _ => steps,
        };
        Reach { steps, steps_on_main_roads: steps + 1 }
    }

    /// Checks that the pieces are the nation's and may start to move together now (R4.1, R4.3,
    /// R4.4).
    pub(super) fn party(&self, nation: Nation, pieces: &[PieceId]) -> Result<Party, Reason> {
        let first = *pieces.first().ok_or(Reason::NoPieces {})?;
        let from = self.city_of(first).ok_or(Reason::OffMap { piece: first })?;
        let mut set = PieceSet::EMPTY;
        for &piece in pieces {
            if set.contains(piece) {
                return Err(Reason::PieceTwice { piece });
            }
            set.insert(piece);
            if piece.nation() != nation {
                return Err(Reason::UnknownPiece { nation, name: piece.name().to_owned() });
            }
            match self.pieces[piece.index()].place {
                Place::At(city) if city == from => {}
                Place::At(_) => return Err(Reason::NotTogether { piece, with: first }),
                _ => return Err(Reason::OffMap { piece }),
            }
            if !piece.is_general() && pieces.len() > 1 {
                return Err(Reason::TrainsMoveAlone { piece });
            }
            if self.pieces[piece.index()].done {
                return Err(match self.fate_text() {
                    FateText::FermorAtKuestrin if piece == named::FERMOR => {
                        Reason::FateForbidsMove { piece }
                    }
                    _ => Reason::HasMoved { piece },
                });
            }
        }
        // R11.8, 5 diamonds: however his stack is split, Chevert keeps company.
        let chevert = named::CHEVERT;
        if self.fate_text() == FateText::ChevertStays
            && nation == Nation::France
            && self.city_of(chevert) == Some(from)
        {
            let stack = self.stack_at(from);
            let party = if set.contains(chevert) { set } else { stack.without(set) };
            if stack.len() > 1 && party.len() == 1 {
                return Err(Reason::MayNotLeaveStack { piece: chevert });
            }
        }
        Ok(Party { nation, pieces: set, from, reach: self.reach(set) })
    }

    /// Whether the party may end its movement in the city, apart from getting there.
    ///
    /// Refuses what R4.2, R4.3, R5.9, R11.7 and the Card of Fate in force forbid.
    pub(super) fn may_end(&self, party: &Party, city: CityId) -> Result<(), Reason> {
        let there = self.pieces_at(city).without(party.pieces);
        if let Some(other) = there.first() {
            let train = there.intersects(PieceSet::TRAINS);
            let hostile = other.nation().hostile_to(party.nation);
            match (train, hostile) {
                _ if party.is_train() => return Err(Reason::Occupied { city }),
                (true, true) => self.may_eliminate(party.pieces, city)?,
                (false, false) if other.nation() == party.nation => {
                    if there.len() + party.pieces.len() > STACK_MAXIMUM {
                        return Err(Reason::StackFull { city });
                    }
                }
                _ => return Err(Reason::Occupied { city }),
            }
        }
        self.may_stand(party.nation, party.pieces, city)
    }

    /// R11.8: texts 3 diamonds, 4 diamonds, 5 spades and 7 spades keep trains safe.
    fn may_eliminate(&self, pieces: PieceSet, city: CityId) -> Result<(), Reason> {
        let safe = match self.fate_text() {
            FateText::NobodyAtHalle => is_halle(city),
            _ => self.barred_from_attack().is_some_and(|general| pieces.contains(general)),
        };
        if safe { Err(Reason::TrainIsSafe { city }) } else { Ok(()) }
    }

    /// The general who may not attack this turn (R11.7).
    fn barred_from_attack(&self) -> Option<PieceId> {
        match self.fate_text() {
            FateText::CumberlandMayNotAttack => Some(named::CUMBERLAND),
            FateText::SoubiseMayNotAttack => Some(named::SOUBISE),
            FateText::FriedrichMayNotAttack => Some(named::FRIEDRICH),
            _ => None,
        }
    }

    /// Whether pieces of the nation may come to stand in the city, by movement or by re-entry:
    /// R5.9 and "may not attack" (R11.7, R11.8). Who stands there already and does not move attacks as
    /// usual (R11.9): the combats that are due do not ask this.
    pub(super) fn may_stand(
        &self,
        nation: Nation,
        pieces: PieceSet,
        city: CityId,
    ) -> Result<(), Reason> {
        if let Some((ally, true)) = self.ally_spoiled(nation, city) {
            return Err(Reason::SpoilsAlly { city, ally });
        }
        // Trains attack nobody.
        if pieces.intersects(PieceSet::TRAINS) {
            return Ok(());
        }
        match self.fate_text() {
            FateText::CumberlandMayNotAttack
            | FateText::SoubiseMayNotAttack
            | FateText::FriedrichMayNotAttack => {
                if let Some(piece) = self.barred_from_attack().filter(|p| pieces.contains(*p))
                    && self.beside_enemy(nation, city)
                {
                    return Err(Reason::MayNotAttack { piece });
                }
            }
            FateText::ReinforcedMayNotAttack => {
                let barred = pieces.and(self.memory.reinforced).first();
                if let Some(piece) = barred.filter(|_| self.beside_enemy(nation, city)) {
                    return Err(Reason::MayNotAttack { piece });
                }
            }
            FateText::NobodyAtHalle if is_halle(city) && self.beside_enemy(nation, city) => {
                return Err(Reason::NotAtHalle { city });
            }
            FateText::NobodyAtHalle | FateText::NobodyIntoHalle => {
                let mut enemies = self.hostile_generals(nation);
                if enemies.any(|(_, place)| is_halle(place) && board().adjacent(place, city)) {
                    return Err(Reason::NotAtHalle { city });
                }
            }
            FateText::SoubiseAvoidsSuit if pieces.contains(named::SOUBISE) => {
                let suit = board().info(city).suit;
                let taken = self.memory.hildburghausen_suits & (1 << suit as u8) != 0;
                if taken && self.beside_enemy(nation, city) {
                    return Err(Reason::SuitIsTaken { city, suit });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks a path city by city (R4.1, R4.2, R4.5, R9.7).
    fn check_path(&self, party: &Party, path: &[CityId]) -> Result<(), Reason> {
        let (&goal, passed) = path.split_last().ok_or(Reason::EmptyPath {})?;
        let mut at = party.from;
        let mut main = true;
        for &next in path {
            let road = board().road(at, next).ok_or(Reason::NotAdjacent { from: at, to: next })?;
            main &= road.main;
            at = next;
        }
        let Reach { steps, steps_on_main_roads } = party.reach;
        if path.len() > usize::from(if main { steps_on_main_roads } else { steps }) {
            return Err(Reason::TooFar {
                steps: path.len().min(255) as u8,
                allowed: steps,
                allowed_on_main_roads: steps_on_main_roads,
            });
        }
        for &city in passed {
            let there = self.pieces_at(city).without(party.pieces);
            let Some(other) = there.first() else { continue };
            let train = there.intersects(PieceSet::TRAINS);
            return Err(if party.is_train() {
                Reason::Occupied { city }
            } else if train && other.nation().hostile_to(party.nation) {
                Reason::MustStopAtTrain { city }
            } else if !train && other.nation() == party.nation {
                Reason::JoiningEndsMovement { city }
            } else {
                Reason::Occupied { city }
            });
        }
        self.may_end(party, goal)
    }

    /// A move along a given path (R4, with conquest on the way, R5.2).
    pub(super) fn act_move(
        &mut self,
        nation: Nation,
        pieces: &[PieceId],
        path: &[CityId],
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Movement)?;
        let party = self.party(nation, pieces)?;
        self.check_path(&party, path)?;
        self.carry_out_move(&party, path, events);
        Ok(())
    }

    /// A move that named only the goal, or some cities and the goal (R4.6).
    pub(super) fn act_move_via(
        &mut self,
        nation: Nation,
        pieces: &[PieceId],
        via: &[CityId],
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Movement)?;
        let party = self.party(nation, pieces)?;
        let path = self.route(&party, via)?;
        self.carry_out_move(&party, &path, events);
        Ok(())
    }

    fn carry_out_move(&mut self, party: &Party, path: &[CityId], events: &mut Vec<Event>) {
        let Some((&goal, passed)) = path.split_last() else {
            return;
        };
        let Party { nation, pieces, from, .. } = *party;
        events.push(Event::Moved { nation, pieces, from, path: path.to_vec() });
        if !party.is_train() {
            self.pass_over(nation, from, events);
            for &city in passed {
                self.pass_over(nation, city, events);
            }
        }
        self.arrive(nation, pieces, goal, events);
        if let Some((ally, _)) = self.ally_spoiled(nation, goal) {
            events.push(Event::StandsOnAllysObjective { nation, city: goal, ally });
        }
    }

    /// Pieces come to stand in a city: trains are eliminated (R9.7), generals joined (R4.5, R9.4).
    pub(super) fn arrive(
        &mut self,
        nation: Nation,
        pieces: PieceSet,
        city: CityId,
        events: &mut Vec<Event>,
    ) {
        let there = self.pieces_at(city).without(pieces);
        if let Some(train) = there.and(PieceSet::TRAINS).first() {
            self.take_off_map(PieceSet::one(train));
            let owner = train.nation();
            events.push(Event::TrainEliminated { nation: owner, train, city, by: pieces });
        }
        for piece in pieces {
            let state = &mut self.pieces[piece.index()];
            state.place = Place::At(city);
            state.done = true;
        }
        let joined = there.without(PieceSet::TRAINS);
        if joined.is_empty() {
            return;
        }
        for piece in joined {
            self.pieces[piece.index()].done = true;
        }
        events.push(Event::Joined { nation, city, pieces: joined.or(pieces) });
        self.share_face_down(nation, city, events);
    }

    /// R9.4: when face-up and face-down generals are together, all are face down.
    fn share_face_down(&mut self, nation: Nation, city: CityId, events: &mut Vec<Event>) {
        let stack = self.stack_at(city);
        let up: PieceSet =
            stack.iter().filter(|piece| !self.pieces[piece.index()].face_down).collect();
        if up.is_empty() || up == stack {
            return;
        }
        for piece in up {
            self.pieces[piece.index()].face_down = true;
        }
        events.push(Event::FlippedDown { nation, pieces: up, city, cause: FlipCause::Joined });
    }

    /// R4.6: the shortest legal path over the named cities, in this order, to the last of them;
    /// of several, the one that conquers most own objectives, then marks most, then the first in
    /// the order of city ids.
    pub(super) fn route(&self, party: &Party, via: &[CityId]) -> Result<Vec<CityId>, Reason> {
        let goal = *via.last().ok_or(Reason::EmptyPath {})?;
        self.may_end(party, goal)?;
        let mut search = RouteSearch {
            state: self,
            party,
            via,
            goal,
            occupied: self.occupied_without(party.pieces),
            path: Vec::with_capacity(5),
            best: None,
        };
        for steps in 1..=party.reach.steps_on_main_roads {
            search.extend(party.from, steps, steps > party.reach.steps);
            if let Some((_, path)) = search.best {
                return Ok(path);
            }
        }
        Err(Reason::NoRoute { to: goal })
    }

    /// The way [`State::act`] would choose over the named cities (R4.6). Refuses like a move.
    ///
    /// # Errors
    ///
    /// The pieces may not move together, or no legal way leads there.
    pub fn route_via(
        &self,
        nation: Nation,
        pieces: &[PieceId],
        via: &[CityId],
    ) -> Result<Vec<CityId>, Refusal> {
        Ok(self.route(&self.party(nation, pieces)?, via)?)
    }

    /// Every city in which the pieces may end a move now, by city id (R4). Empty if they may not
    /// move together.
    pub fn destinations(&self, nation: Nation, pieces: &[PieceId]) -> Vec<CityId> {
        let Ok(party) = self.party(nation, pieces) else {
            return Vec::new();
        };
        let mut found: Vec<CityId> = self
            .cities_in_reach(&party)
            .into_iter()
            .filter(|city| self.may_end(&party, *city).is_ok())
            .collect();
        found.sort_unstable();
        found
    }

    /// The cities at the end of some path, legal or not to stop in. Back and forth is allowed, so
    /// the start is one of them if there is anywhere to go (R4.1).
    fn cities_in_reach(&self, party: &Party) -> Vec<CityId> {
        let occupied = self.occupied_without(party.pieces);
        let mut seen = [false; CITIES];
        let mut found = Vec::new();
        for main_only in [false, true] {
            let (limit, mut depth) = match main_only {
                false => (party.reach.steps, [u8::MAX; CITIES]),
                true => (party.reach.steps_on_main_roads, [u8::MAX; CITIES]),
            };
            depth[party.from.index()] = 0;
            let mut queue = vec![party.from];
            let mut next = 0;
            while let Some(&city) = queue.get(next) {
                next += 1;
                let step = depth[city.index()] + 1;
                if step > limit || (occupied.contains(city) && city != party.from) {
                    continue;
                }
                for road in board().roads(city) {
                    if main_only && !road.main {
                        continue;
                    }
                    let returns = road.to == party.from && step == 2;
                    if (returns || depth[road.to.index()] == u8::MAX)
                        && !std::mem::replace(&mut seen[road.to.index()], true)
                    {
                        found.push(road.to);
                    }
                    if depth[road.to.index()] == u8::MAX {
                        depth[road.to.index()] = step;
                        queue.push(road.to);
                    }
                }
            }
        }
        found
    }
}

/// Halle, which card 3 of diamonds speaks of.
pub(super) fn is_halle(city: CityId) -> bool {
    city.id() == "halle"
}

/// The search for the way of R4.6 among all walks of one length.
struct RouteSearch<'a> {
    state: &'a State,
    party: &'a Party,
    via: &'a [CityId],
    goal: CityId,
    occupied: CitySet,
    path: Vec<CityId>,
    /// Conquests and marks of the best path so far, and the path.
    best: Option<((usize, usize), Vec<CityId>)>,
}

impl RouteSearch<'_> {
    /// Extends the path by `steps` more cities, in the order of city ids.
    fn extend(&mut self, at: CityId, steps: u8, main_only: bool) {
        for road in board().roads(at) {
            if (main_only && !road.main) || board().distance(road.to, self.goal) >= steps {
                continue;
            }
            if steps > 1 && self.occupied.contains(road.to) {
                continue;
            }
            self.path.push(road.to);
            if steps == 1 {
                self.judge();
            } else {
                self.extend(road.to, steps - 1, main_only);
            }
            self.path.pop();
        }
    }

    /// Keeps the path if it passes the named cities in their order and gains more than the best so far.
    fn judge(&mut self) {
        let mut passed = self.path.iter();
        if !self.via.iter().all(|city| passed.any(|on_path| on_path == city)) {
            return;
        }
        let gain = self.gain();
        if self.best.as_ref().is_none_or(|(best, _)| gain > *best) {
            self.best = Some((gain, self.path.clone()));
        }
    }

    /// Conquests and marks along the path: each objective counts once.
    fn gain(&self) -> (usize, usize) {
        if self.party.is_train() {
            return (0, 0);
        }
        let mut gain = (0, 0);
        let passed = std::iter::once(self.party.from)
            .chain(self.path[..self.path.len() - 1].iter().copied());
        for (place, city) in passed.clone().enumerate() {
            if passed.clone().take(place).any(|earlier| earlier == city) {
                continue;
            }
            match self.state.passing(self.party.nation, city) {
                Passing::Taken => gain.0 += 1,
                Passing::Marked => gain.1 += 1,
                Passing::Nothing => {}
            }
        }
        gain
    }
}
