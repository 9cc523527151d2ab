//! Where everything stands after some moves of one movement phase, and the moves that are left.
//!
//! A light model for search: it knows roads, who is in the way, and what is conquered in passing. What
//! Cards of Fate forbid it leaves to the imagined game on which each chosen move is tried.

use super::reading::Reading;
use crate::game::{
    CityId, GENERAL_MAXIMUM, Imagined, Nation, PIECES, Passing, PieceId, PieceSet, Reach,
    STACK_MAXIMUM, Side, Troops, all_pieces, board,
};
use std::cmp::Reverse;

/// A position in the middle of a movement phase.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Stance {
    /// By piece; `None` off the map.
    pub at: [Option<CityId>; PIECES],
    /// Troops of each general: known, or likely.
    pub troops: [f32; PIECES],
    /// Objectives taken in this phase: a bit by index.
    pub taken: u128,
    /// Protected objectives that were passed in this phase (R5.6): a bit by index.
    pub marked: u128,
    /// Own pieces whose movement has ended.
    pub done: PieceSet,
    /// Enemy trains eliminated.
    pub captured: u8,
}

/// A move of some pieces together.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// A stack, a part of one, or a train (R4.3, R4.4).
    pub party: PieceSet,
    /// The cities entered, in order.
    path: [CityId; 6],
    steps: u8,
    taken: u128,
    marked: u128,
}

impl Move {
    /// The cities entered, in order.
    pub fn path(&self) -> &[CityId] {
        &self.path[..usize::from(self.steps)]
    }

    /// The last city entered; where the party stands if it stays.
    pub fn goal(&self) -> CityId {
        self.path[usize::from(self.steps.saturating_sub(1))]
    }

    /// Of two ways to one city the one that takes more, then the one that marks more, then the shorter.
    fn worth(&self) -> (u32, u32, Reverse<u8>) {
        (self.taken.count_ones(), self.marked.count_ones(), Reverse(self.steps))
    }
}

impl Stance {
    /// As the phase stands now.
    pub fn new(reading: &Reading, game: &Imagined) -> Stance {
        let done = all_pieces().filter(|piece| game.piece(*piece).done).collect();
        let Reading { at, troops, .. } = *reading;
        Stance { at, troops, taken: 0, marked: 0, done, captured: 0 }
    }

    /// All that stand in a city.
    pub fn pieces_at(&self, city: CityId) -> PieceSet {
        all_pieces().filter(|piece| self.at[piece.index()] == Some(city)).collect()
    }

    /// The pieces of a nation that can still move together: stacks, their parts, trains.
    pub fn parties(&self, nation: Nation) -> Vec<PieceSet> {
        let mut parties = Vec::new();
        let mut seen = PieceSet::EMPTY;
        for piece in PieceSet::of(nation).without(self.done) {
            let Some(city) = self.at[piece.index()].filter(|_| !seen.contains(piece)) else {
                continue;
            };
            let here = self.pieces_at(city).and(PieceSet::of(nation)).without(self.done);
            seen = seen.or(here);
            let members: Vec<PieceId> = here.iter().collect();
            for mask in 1..1usize << members.len() {
                let chosen = |place: &usize| mask & (1 << place) != 0;
                parties.push((0..members.len()).filter(chosen).map(|p| members[p]).collect());
            }
        }
        parties
    }

    /// Other shares of the troops with which a party could part from those who stay in its city (R6.4): as strong as it can
    /// be, and as weak. None where nobody stays.
    pub fn shares(&self, party: PieceSet) -> Vec<Troops> {
        let Some(city) = party.first().and_then(|piece| self.at[piece.index()]) else {
            return Vec::new();
        };
        let stay = self.pieces_at(city).without(party);
        if stay.is_empty() || !party.or(stay).iter().all(PieceId::is_general) {
            return Vec::new();
        }
        let all: f32 = party.or(stay).iter().map(|general| self.troops[general.index()]).sum();
        let all = all.round() as u8;
        let bounds = |some: PieceSet| (some.len() as u8, some.len() as u8 * GENERAL_MAXIMUM);
        let ((few, many), (few_stay, many_stay)) = (bounds(party), bounds(stay));
        let mut shares = Vec::new();
        for with in [many.min(all.saturating_sub(few_stay)), few.max(all.saturating_sub(many_stay))]
        {
            let mut troops = shared(party, with);
            troops.extend(shared(stay, all.saturating_sub(with)));
            troops.sort_unstable();
            let is_so = |(general, troops): &(PieceId, u8)| {
                self.troops[general.index()] == f32::from(*troops)
            };
            // Only how many go and how many stay makes a difference.
            let goes: f32 = party.iter().map(|general| self.troops[general.index()]).sum();
            if goes.round() as u8 != with && !troops.iter().all(is_so) {
                shares.push(troops);
            }
        }
        shares
    }

    /// Shares out troops within a stack (R6.4).
    pub fn redistribute(&mut self, troops: &[(PieceId, u8)]) {
        for (general, troops) in troops {
            self.troops[general.index()] = f32::from(*troops);
        }
    }

    /// Every city the party can move to, each by the way that takes most.
    pub fn moves(&self, ground: &Ground, party: PieceSet, reach: Reach) -> Vec<Move> {
        let Some(from) = party.first().and_then(|piece| self.at[piece.index()]) else {
            return Vec::new();
        };
        let mut occupied = [0u64; 11];
        for piece in all_pieces().filter(|piece| !party.contains(*piece)) {
            if let Some(city) = self.at[piece.index()] {
                occupied[city.index() / 64] |= 1 << (city.index() % 64);
            }
        }
        let mut walk = Walk { stance: self, ground, party, reach, occupied, found: Vec::new() };
        let mut start = Move { party, path: [from; 6], steps: 0, taken: 0, marked: 0 };
        if !walk.is_train() {
            walk.pass(&mut start, from);
        }
        walk.go_on(from, start, true);
        walk.found
    }

    /// Carries out a move.
    pub fn apply(&mut self, ground: &Ground, chosen: &Move) {
        let goal = chosen.goal();
        let there = self.pieces_at(goal).without(chosen.party);
        for other in there {
            if other.nation() == ground.nation {
                self.done.insert(other);
            } else {
                self.at[other.index()] = None;
                self.captured += 1;
            }
        }
        for piece in chosen.party {
            self.at[piece.index()] = Some(goal);
            self.done.insert(piece);
        }
        self.taken |= chosen.taken;
        self.marked |= chosen.marked;
    }
}

/// So many troops for these generals together, the first of them as many as he can lead.
fn shared(generals: PieceSet, troops: u8) -> Troops {
    let mut left = troops.saturating_sub(generals.len() as u8);
    let share = |general| {
        let more = left.min(GENERAL_MAXIMUM - 1);
        left -= more;
        (general, 1 + more)
    };
    generals.iter().map(share).collect()
}

/// What does not change in a movement phase.
pub(super) struct Ground {
    /// Whose phase it is.
    pub nation: Nation,
    /// What a passing general does to each objective, by index.
    passing: Vec<Passing>,
    /// How many objectives each nation has still to take to win.
    to_take: [usize; 7],
    /// Whether Prussia can win in Bohemia.
    bohemia: bool,
}

impl Ground {
    /// What objectives a passing general of the nation would take or mark now.
    pub fn new(game: &Imagined, nation: Nation) -> Ground {
        let passing = board().objectives().iter().map(|o| game.passing(nation, o.city)).collect();
        let to_take = Nation::ALL.map(|nation| game.objectives_to_take(nation));
        Ground { nation, passing, to_take, bohemia: game.prussia_can_win_in_bohemia() }
    }

    /// How many objectives a nation has still to take to win (R13.7 included).
    pub fn to_take(&self, nation: Nation) -> usize {
        self.to_take[nation.index()]
    }

    /// Whether the nation's objectives count for anything: those in Bohemia may not (R13.3).
    pub fn can_win(&self, nation: Nation) -> bool {
        nation.side() == Side::Attacker || self.bohemia
    }

    /// What a passing general does to the objective with this index.
    pub fn passing(&self, objective: usize) -> Passing {
        self.passing[objective]
    }
}

struct Walk<'a> {
    stance: &'a Stance,
    ground: &'a Ground,
    party: PieceSet,
    reach: Reach,
    occupied: [u64; 11],
    found: Vec<Move>,
}

impl Walk<'_> {
    fn is_train(&self) -> bool {
        self.party.intersects(PieceSet::TRAINS)
    }

    fn pass(&self, chosen: &mut Move, city: CityId) {
        if let Some(objective) = board().info(city).objective {
            let bit = 1u128 << objective;
            match self.ground.passing[usize::from(objective)] {
                Passing::Taken if self.stance.taken & bit == 0 => chosen.taken |= bit,
                Passing::Marked if self.stance.marked & bit == 0 => chosen.marked |= bit,
                _ => {}
            }
        }
    }

    fn go_on(&mut self, at: CityId, so_far: Move, main: bool) {
        for road in board().roads(at) {
            let main = main && road.main;
            let limit = if main { self.reach.steps_on_main_roads } else { self.reach.steps };
            if so_far.steps >= limit {
                continue;
            }
            let mut next = so_far.clone();
            next.path[usize::from(next.steps)] = road.to;
            next.steps += 1;
            let index = road.to.index();
            if self.occupied[index / 64] & (1 << (index % 64)) != 0 {
                if self.may_end_with_others(road.to) {
                    self.keep(&next);
                }
                continue;
            }
            self.keep(&next);
            if !self.is_train() {
                self.pass(&mut next, road.to);
            }
            self.go_on(road.to, next, main);
        }
    }

    /// A hostile train, or own generals with room among them.
    fn may_end_with_others(&self, city: CityId) -> bool {
        let there = self.stance.pieces_at(city).without(self.party);
        let Some(other) = there.first() else { return true };
        !self.is_train()
            && match other.is_general() {
                true => {
                    other.nation() == self.ground.nation
                        && there.len() + self.party.len() <= STACK_MAXIMUM
                }
                false => other.nation().hostile_to(self.ground.nation),
            }
    }

    fn keep(&mut self, chosen: &Move) {
        // To come back where one was, with nothing taken or marked, is no move.
        let worth = chosen.worth();
        let start = self.party.first().and_then(|piece| self.stance.at[piece.index()]);
        if Some(chosen.goal()) == start && chosen.taken | chosen.marked == 0 {
            return;
        }
        match self.found.iter_mut().find(|other| other.goal() == chosen.goal()) {
            Some(other) if other.worth() < worth => *other = chosen.clone(),
            Some(_) => {}
            None => self.found.push(chosen.clone()),
        }
    }
}
