//! What a stance is worth to a nation: the terms of the evaluation, by name.
//!
//! One unit is about a point of a Tactical Card. `docs/bots.md` explains each term; their weights are
//! [`Style`].

use super::Insight;
use super::clash::{Force, Prospect, clash};
use super::menace::Menaces;
use super::reading::Reading;
use super::stance::{Ground, Stance};
use super::style::{Style, Weights};
use crate::game::{
    CITIES, CityId, Nation, NationView, PROTECTION, Passing, PieceId, PieceSet, SUPPLY_REACH, Side,
    board, supplied_by_country,
};

/// How many cities away troops count half where they are called to.
const MARCH: f32 = 5.0;

/// No nation has more generals, nor more stacks.
const MOST_STACKS: usize = 8;

/// How much a stack that its enemies will beat when they come still counts as holding what it covers: time is won.
const DELAY: f32 = 0.3;

/// How surely, at most, one stack alone stops an attacker.
const SURE: f32 = 0.9;

/// An objective that the nation can take, or take back.
struct Wanted {
    index: usize,
    city: CityId,
    worth: f32,
    protected: bool,
}

/// An objective that the nation has to protect.
struct Cover {
    city: CityId,
    /// What would be lost, as far as somebody is near enough to take it.
    at_stake: f32,
    /// Index into [`Judge::quests`]: the nation that wants it.
    quest: usize,
}

/// A hostile stack.
struct Enemy {
    city: CityId,
    nation: Nation,
    troops: f32,
    /// Suits from which it can be attacked.
    suits: [bool; 4],
    /// What driving it away is worth.
    worth: f32,
    /// Wanted objectives that it protects: a bit by index.
    protects: u128,
}

/// An own stack.
#[derive(Clone, Copy)]
pub(super) struct Own {
    /// Where it stands, or would stand after the move that is judged.
    pub city: CityId,
    /// All of the stack's troops.
    pub troops: f32,
    generals: u8,
    face_down: bool,
    /// How likely it is beaten before the nation moves again.
    beaten: f32,
    /// Troops that it then loses, which is how many cities it retreats (R8.1).
    loss: f32,
}

impl Own {
    /// Another combat that it may lose.
    pub fn exposed(&mut self, beaten: f32, loss: f32) {
        let share = beaten / (beaten + self.beaten).max(0.01);
        self.loss += share * (loss - self.loss);
        self.beaten = 1.0 - (1.0 - self.beaten) * (1.0 - beaten);
    }

    /// How likely it protects an objective at that distance no more: a small loss is a short retreat.
    fn gone(&self, distance: u8) -> f32 {
        let destroyed = self.loss + 0.3 >= self.troops;
        let off = if destroyed { 1.0 } else { (f32::from(distance) + self.loss - 2.0) / 2.5 };
        self.beaten * off.clamp(0.1, 1.0)
    }

    /// By distance: how far an objective stays open to the next movement, and how well it is held in the long run.
    fn reach(&self, weights: &Weights) -> [(f32, f32); 21] {
        let mut table = [(1.0f32, 0.0f32); 21];
        let strong = (self.troops / 6.0).min(1.0);
        for (distance, (open, held)) in (0u8..).zip(&mut table) {
            if distance <= PROTECTION {
                *open = self.gone(distance).clamp(0.05, 1.0);
                *held = 1.0 - *open;
                continue;
            }
            // Near enough to be there after the next movement.
            if distance <= 6 {
                *open = 1.0 - weights.recall;
            }
            let later = (-f32::from(distance - PROTECTION) / 3.0).exp2();
            *held = 0.4 * later * strong * (1.0 - self.beaten);
        }
        table
    }
}

/// What judges stances of one nation.
pub(super) struct Judge<'a> {
    /// Weights of both sides, boldness of all nations.
    pub style: &'a Style,
    /// Those of the nation's side.
    pub weights: &'a Weights,
    /// What hidden hands and troops probably are.
    pub reading: &'a Reading,
    /// For whom a higher value is better.
    pub nation: Nation,
    wanted: Vec<Wanted>,
    covers: Vec<Cover>,
    /// Each nation, and what its win would cost Frederick: the more the nearer it is, as far as the other nation of his
    /// side does not hinder it. In the order of the view's nations; 0 for those of his side, and all are 0 if an attacker
    /// judges.
    quests: Vec<(Nation, f32)>,
    /// How much each attacker calls for troops, in the same order.
    calls: Vec<f32>,
    enemies: Vec<Enemy>,
    menaces: Menaces,
    /// Worth of the first, second … objective that is still to be taken.
    next: Vec<f32>,
    /// Whether the enemies' answers are weighed.
    careful: bool,
}

/// What the objective after so many others is worth to a nation that needs so many.
pub(super) fn worth_of_next(weights: &Weights, controlled: usize, needed: usize) -> f32 {
    let part = controlled as f32 / needed.max(1) as f32;
    let last = controlled + 2 >= needed;
    let finish = if last { weights.finish } else { 1.0 };
    weights.objective * (1.0 + weights.late * part * part) * finish
}

impl<'a> Judge<'a> {
    /// `careful` is for the levels that weigh the enemies' answers.
    pub fn new(
        style: &'a Style,
        insight: &Insight,
        reading: &'a Reading,
        ground: &Ground,
        careful: bool,
    ) -> Judge<'a> {
        let nation = reading.nation;
        let weights = style.of(nation);
        let view = &insight.knowledge.view;
        let known = |nation: Nation| view.nations.iter().find(|known| known.nation == nation);
        // What it may count without having taken it is as good as taken (R13.7).
        let controlled = |k: &NationView| k.objectives.saturating_sub(ground.to_take(k.nation));
        let worth = |of: Nation| {
            known(of).map_or(0.0, |k| worth_of_next(weights, controlled(k), k.objectives))
        };
        let (mut wanted, mut covers) = (Vec::new(), Vec::new());
        for (index, objective) in board().objectives().iter().enumerate() {
            let of = objective.of;
            let needed = known(of).is_some_and(|k| {
                k.in_play && (objective.order == 1 || !k.eased) && ground.can_win(of)
            });
            let held = view.conquered.get(&objective.city) == Some(&of);
            let mine = if held { objective.defender == nation } else { of == nation };
            if needed && mine && ground.passing(index) != Passing::Nothing {
                let protected = ground.passing(index) == Passing::Marked;
                wanted.push(Wanted { index, city: objective.city, worth: worth(of), protected });
            }
            if needed && !held && objective.defender == nation {
                let near = reading
                    .enemies()
                    .filter(|(general, _)| general.nation() == of)
                    .map(|(_, city)| board().distance(city, objective.city))
                    .min();
                let near = near
                    .map_or(0.0, |d| (-f32::from(d.saturating_sub(2)) / weights.cover_range).exp());
                let quest = view.nations.iter().position(|k| k.nation == of).unwrap_or(usize::MAX);
                covers.push(Cover { city: objective.city, at_stake: worth(of) * near, quest });
            }
        }
        let next = known(nation).map_or(Vec::new(), |k| {
            (controlled(k)..k.objectives).map(|n| worth_of_next(weights, n, k.objectives)).collect()
        });
        let danger = |known: &NationView| {
            let of = known.nation;
            if nation.side() == Side::Attacker || of.side() == Side::Prussian || !known.in_play {
                return 0.0;
            }
            let left = ground.to_take(of);
            let mut at_stake = weights.stand * (-(left as f32) / weights.stand_range).exp();
            // What the other nation of the side covers.
            for objective in board().objectives() {
                let wanted = objective.of == of && (objective.order == 1 || !known.eased);
                let held = view.conquered.get(&objective.city) == Some(&of);
                let near = |general: PieceId| {
                    reading.at[general.index()]
                        .is_some_and(|city| board().distance(city, objective.city) <= PROTECTION)
                };
                if wanted
                    && !held
                    && objective.defender != nation
                    && PieceSet::generals_of(objective.defender).iter().any(near)
                {
                    at_stake *= 0.85;
                }
            }
            at_stake
        };
        let quests = view.nations.iter().map(|known| (known.nation, danger(known))).collect();
        let call = |known: &NationView| {
            let of = known.nation;
            if nation.side() == Side::Attacker || of.side() == Side::Prussian || !known.in_play {
                return 0.0;
            }
            let strong = (f32::from(known.troops) / 8.0).min(1.0);
            let near = match style.against {
                Some(attacker) => f32::from(u8::from(of == attacker)),
                None => (-(ground.to_take(of) as f32) / weights.muster_range).exp(),
            };
            weights.muster * near * strong
        };
        let calls = view.nations.iter().map(call).collect();
        let mut judge = Judge {
            style,
            weights,
            reading,
            nation,
            wanted,
            covers,
            quests,
            calls,
            enemies: Vec::new(),
            menaces: if careful { Menaces::of(reading) } else { Menaces::default() },
            next,
            careful,
        };
        judge.find_enemies();
        judge
    }

    fn find_enemies(&mut self) {
        let mut enemies: Vec<Enemy> = Vec::new();
        for (general, city) in self.reading.enemies() {
            let troops = self.reading.troops[general.index()];
            if let Some(enemy) = enemies.iter_mut().find(|enemy| enemy.city == city) {
                enemy.troops += troops;
                continue;
            }
            let mut suits = [false; 4];
            for road in board().roads(city) {
                suits[board().info(road.to).suit as usize] = true;
            }
            let nation = general.nation();
            enemies.push(Enemy { city, nation, troops, suits, worth: 0.0, protects: 0 });
        }
        for enemy in &mut enemies {
            let near = |city: CityId| board().distance(enemy.city, city);
            for wanted in self.wanted.iter().filter(|w| w.protected) {
                if near(wanted.city) <= PROTECTION {
                    enemy.protects |= 1 << wanted.index;
                    enemy.worth += 0.3 * wanted.worth * self.weights.dislodge;
                }
            }
            for cover in &self.covers {
                let near = (-f32::from(near(cover.city)) / self.weights.cover_range).exp();
                enemy.worth += 0.2 * cover.at_stake * near * self.weights.dislodge;
            }
            enemy.worth = enemy.worth.min(2.0 * self.weights.objective);
        }
        self.enemies = enemies;
    }

    /// Points that the nation can play in the suit of a city's sector.
    pub(super) fn own_power(&self, city: CityId) -> f32 {
        self.reading.power[self.nation.index()][board().info(city).suit as usize]
    }

    /// How dear its cards are to a nation.
    pub(super) fn dear(&self, nation: Nation) -> f32 {
        self.reading.dear(self.style, nation)
    }

    fn prospect(&self, own: &Own, from: CityId, enemy: &Enemy, share: f32) -> Prospect {
        let suit = board().info(enemy.city).suit as usize;
        let own = Force {
            troops: own.troops,
            power: self.own_power(from) * share,
            dear: self.dear(self.nation),
        };
        let power = self.reading.power[enemy.nation.index()][suit];
        let dear = self.dear(enemy.nation);
        clash(self.weights, own, Force { troops: enemy.troops, power, dear })
    }

    fn stacks(&self, stance: &Stance) -> Vec<Own> {
        let mut stacks: Vec<Own> = Vec::with_capacity(8);
        for general in PieceSet::generals_of(self.nation) {
            let Some(city) = stance.at[general.index()] else { continue };
            let troops = stance.troops[general.index()];
            let face_down = self.reading.face_down.contains(general);
            match stacks.iter_mut().find(|own| own.city == city) {
                Some(own) => {
                    own.troops += troops;
                    own.generals += 1;
                    own.face_down |= face_down;
                }
                None => stacks.push(Own {
                    city,
                    troops,
                    generals: 1,
                    face_down,
                    beaten: 0.0,
                    loss: 0.0,
                }),
            }
        }
        stacks
    }

    /// The whole evaluation.
    pub fn value(&self, stance: &Stance) -> f32 {
        let mut stacks = self.stacks(stance);
        let mut value = self.weights.train_taken * f32::from(stance.captured);
        value += self.conquests(stance);
        value += self.combats(stance, &mut stacks);
        if self.careful {
            value -= self.menaces.threats(self, &mut stacks);
        }
        value -= self.uncovered(&stacks);
        if self.careful {
            value += self.muster(&stacks);
        }
        value += self.pulls(stance, &stacks);
        if self.careful {
            value += self.pressure(&stacks);
        }
        value -= self.hunger(stance, &stacks);
        value -= self.trains(stance, &stacks);
        value
    }

    /// What has been taken in passing.
    fn conquests(&self, stance: &Stance) -> f32 {
        let mut value = 0.0;
        let mut fresh = 0;
        for wanted in self.wanted.iter().filter(|w| stance.taken & (1 << w.index) != 0) {
            if board().objectives()[wanted.index].of == self.nation {
                fresh += 1;
            } else {
                value += wanted.worth;
            }
        }
        value + self.next.iter().take(fresh).sum::<f32>()
    }

    /// The combats that are due, and the marks they decide.
    fn combats(&self, stance: &Stance, stacks: &mut [Own]) -> f32 {
        let mut value = 0.0;
        let mut driven_off = [0.0f32; 24];
        let due: Vec<(usize, usize)> = stacks
            .iter()
            .enumerate()
            .flat_map(|(s, own)| {
                let near = |(_, enemy): &(usize, &Enemy)| board().adjacent(own.city, enemy.city);
                self.enemies.iter().enumerate().filter(near).map(move |(e, _)| (s, e))
            })
            .collect();
        let share = 1.0 / (1.0 + 0.4 * due.len().saturating_sub(1) as f32);
        for (s, e) in due {
            let (own, enemy) = (&mut stacks[s], &self.enemies[e]);
            let prospect = self.prospect(own, own.city, enemy, share);
            value += prospect.value
                + prospect.wins * enemy.worth
                + self.style.boldness[self.nation.index()];
            if let Some(off) = driven_off.get_mut(e) {
                *off = 1.0 - (1.0 - *off) * (1.0 - prospect.wins);
            }
            own.exposed(1.0 - prospect.wins, prospect.losses[0]);
        }
        for wanted in self.wanted.iter().filter(|w| stance.marked & (1 << w.index) != 0) {
            let mut freed = 0.9;
            for (e, enemy) in self.enemies.iter().enumerate() {
                if enemy.protects & (1 << wanted.index) != 0 {
                    freed *= driven_off.get(e).copied().unwrap_or_default();
                }
            }
            value += freed * wanted.worth;
        }
        value
    }

    /// What may be lost: objectives that nobody protects, or only somebody who will be driven away, and the quests that
    /// too few well-held objectives stop.
    fn uncovered(&self, stacks: &[Own]) -> f32 {
        let mut sum = 0.0;
        // By quest and stack: how well the stack holds the one of the lacking objectives that it holds best.
        let mut held = vec![[0.0f32; MOST_STACKS]; self.quests.len()];
        let reach =
            stacks.iter().map(|own| (board().distances_from(own.city), own.reach(self.weights)));
        let reach: Vec<_> = reach.collect();
        for cover in &self.covers {
            let mut open = 1.0;
            for (place, (distances, table)) in reach.iter().enumerate() {
                let near = table.get(usize::from(distances[cover.city.index()]));
                let Some((stays, holds)) = near else { continue };
                open *= stays;
                let best = held.get_mut(cover.quest).and_then(|held| held.get_mut(place));
                if let Some(best) = best {
                    *best = best.max(*holds);
                }
            }
            sum += cover.at_stake * open * self.weights.cover;
        }
        sum + self.unstopped(stacks, &held)
    }

    /// What the attackers' wins still cost. Each needs all of its objectives, so it wins only if every stack that holds
    /// some is beaten; with a stack falls all that it covers, however much that is.
    fn unstopped(&self, stacks: &[Own], held: &[[f32; MOST_STACKS]]) -> f32 {
        let mut sum = 0.0;
        for ((nation, cost), held) in self.quests.iter().zip(held) {
            let mut cost = *cost;
            if cost <= 0.0 {
                continue;
            }
            for (own, held) in stacks.iter().zip(held).filter(|(_, held)| **held > 0.05) {
                let lasting = DELAY + (1.0 - DELAY) * self.menaces.lasting(self, *nation, own);
                let holds = held * lasting;
                cost *= 1.0 - SURE * holds * holds;
            }
            sum += cost;
        }
        sum
    }

    /// Troops where attackers are near to winning: within some days' march of what they lack, each
    /// further troop counting less.
    fn muster(&self, stacks: &[Own]) -> f32 {
        let mut sum = 0.0;
        for (quest, call) in self.calls.iter().enumerate().filter(|(_, call)| **call > 0.0) {
            let lacking = || self.covers.iter().filter(|cover| cover.quest == quest);
            let mut mass = 0.0;
            for own in stacks {
                let distances = board().distances_from(own.city);
                let near = lacking().map(|cover| distances[cover.city.index()]).min();
                let Some(near) = near else { continue };
                let march = f32::from(near.saturating_sub(PROTECTION));
                mass += own.troops * (-march / MARCH).exp2();
            }
            sum += call * f32::sqrt(mass);
        }
        sum
    }

    /// Being near what is still to be taken.
    fn pulls(&self, stance: &Stance, stacks: &[Own]) -> f32 {
        let mut sum = 0.0;
        for wanted in self.wanted.iter().filter(|w| stance.taken & (1 << w.index) == 0) {
            let distances = board().distances_from(wanted.city);
            let mut each = [0.0f32; MOST_STACKS];
            for (near, own) in each.iter_mut().zip(stacks) {
                let weak = (own.troops / 4.0).min(1.0);
                let distance = f32::from(distances[own.city.index()]);
                *near = weak * (-distance / self.weights.pull_range).exp2();
            }
            each.sort_by(|a, b| b.total_cmp(a));
            // Were the nearest alone drawn, all others would stand about for the rest of the war.
            let near =
                each.iter().rev().fold(0.0, |behind, near| near + self.weights.follow * behind);
            let open = if wanted.protected { 0.6 } else { 1.0 };
            sum += near * open * wanted.worth / self.weights.objective;
        }
        sum * self.weights.pull
    }

    /// Being near enemies who can be beaten and stand in the way.
    fn pressure(&self, stacks: &[Own]) -> f32 {
        let mut sum = 0.0;
        for enemy in self.enemies.iter().filter(|enemy| enemy.worth > 0.0) {
            let suit = board().info(enemy.city).suit as usize;
            let theirs = self.reading.power[enemy.nation.index()][suit];
            let ours = (0..4)
                .filter(|suit| enemy.suits[*suit])
                .map(|suit| self.reading.power[self.nation.index()][suit])
                .fold(0.0f32, f32::max);
            let mut best = 0.0f32;
            for own in stacks {
                let distance = board().distance(own.city, enemy.city);
                if !(2..=9).contains(&distance) {
                    continue;
                }
                let prospect = clash(
                    self.weights,
                    Force { troops: own.troops, power: ours, dear: self.dear(self.nation) },
                    Force { troops: enemy.troops, power: theirs, dear: self.dear(enemy.nation) },
                );
                let worth = prospect.value
                    + prospect.wins * enemy.worth
                    + self.style.boldness[self.nation.index()];
                best = best.max(worth * (-f32::from(distance - 1) / 4.0).exp2());
            }
            sum += best;
        }
        sum * self.weights.pressure
    }

    /// Generals without supply at the end of the action.
    fn hunger(&self, stance: &Stance, stacks: &[Own]) -> f32 {
        let abroad = |own: &&Own| !supplied_by_country(self.nation, own.city);
        if !stacks.iter().any(|own| abroad(&own)) {
            return 0.0;
        }
        let reached = self.reached(stance);
        let mut sum = 0.0;
        for own in stacks.iter().filter(abroad) {
            let trains = PieceSet::of(self.nation).and(PieceSet::TRAINS);
            let nearest = trains
                .iter()
                .filter_map(|train| stance.at[train.index()])
                .map(|city| board().distance(city, own.city))
                .min();
            let behind = nearest.map_or(0, |d| d.min(12).saturating_sub(4));
            sum += self.weights.train_gap * f32::from(behind);
            if !reached[own.city.index()] {
                let again = if own.face_down { 3.0 } else { 1.0 };
                sum += self.weights.supply * own.troops * again;
            }
        }
        sum
    }

    /// Cities to which supply reaches (R9.2).
    fn reached(&self, stance: &Stance) -> [bool; CITIES] {
        let mut closed = [false; CITIES];
        for (index, city) in stance.at.iter().enumerate() {
            if let Some(city) = city {
                closed[city.index()] |= PieceId(index as u8).nation().hostile_to(self.nation);
            }
        }
        let mut reached = [false; CITIES];
        let mut layer: Vec<CityId> = Vec::with_capacity(128);
        for train in PieceSet::of(self.nation).and(PieceSet::TRAINS) {
            if let Some(city) = stance.at[train.index()].filter(|city| !reached[city.index()]) {
                reached[city.index()] = true;
                layer.push(city);
            }
        }
        let mut start = 0;
        for _ in 0..SUPPLY_REACH {
            let end = layer.len();
            for place in start..end {
                for road in board().roads(layer[place]) {
                    let index = road.to.index();
                    if !reached[index] && !closed[index] {
                        reached[index] = true;
                        layer.push(road.to);
                    }
                }
            }
            start = end;
        }
        reached
    }

    /// Own trains that an enemy can take.
    fn trains(&self, stance: &Stance, stacks: &[Own]) -> f32 {
        let mut sum = 0.0;
        let again = self.weights.again(self.dear(self.nation));
        for train in PieceSet::of(self.nation).and(PieceSet::TRAINS) {
            let Some(city) = stance.at[train.index()] else { continue };
            let distances = board().distances_from(city);
            let near = self.enemies.iter().map(|enemy| distances[enemy.city.index()]).min();
            let risk = match near {
                Some(0..=3) => 1.0,
                Some(4) => 0.5,
                Some(5) => 0.1,
                _ => continue,
            };
            let guarded = stacks.iter().any(|own| distances[own.city.index()] <= 1);
            sum += self.weights.train_risk * again * risk * if guarded { 0.5 } else { 1.0 };
        }
        sum
    }

    /// What a combat between two cities is worth to the attacker, when it is one of this nation's.
    pub fn attack_value(&self, stance: &Stance, from: CityId, to: CityId) -> f32 {
        let stacks = self.stacks(stance);
        let own = stacks.iter().find(|own| own.city == from);
        let enemy = self.enemies.iter().find(|enemy| enemy.city == to);
        own.zip(enemy).map_or(0.0, |(own, enemy)| {
            let prospect = self.prospect(own, from, enemy, 1.0);
            prospect.value + prospect.wins * enemy.worth
        })
    }

    /// What it is worth to drive away the enemies in a city, and what it costs to be driven away from one.
    pub fn stakes(&self, stance: &Stance, own: CityId, enemy: CityId) -> (f32, f32) {
        let drives = self.enemies.iter().find(|e| e.city == enemy).map_or(0.0, |e| e.worth);
        let mut stacks = self.stacks(stance);
        let held = self.uncovered(&stacks);
        stacks.retain(|stack| stack.city != own);
        let covered = (self.uncovered(&stacks) - held).max(0.0);
        let distances = board().distances_from(own);
        let pulled = self
            .wanted
            .iter()
            .filter(|wanted| distances[wanted.city.index()] <= PROTECTION)
            .map(|wanted| 0.15 * wanted.worth)
            .sum::<f32>();
        let most = 2.0 * self.weights.objective;
        (drives, (self.weights.stake * covered).min(4.0 * most) + pulled.min(most))
    }

    /// How many cities away the nearest enemy general stands; `u8::MAX` if there is none.
    pub fn nearest_enemy(&self, city: CityId) -> u8 {
        self.enemies.iter().map(|e| board().distance(e.city, city)).min().unwrap_or(u8::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_a_stack_stands_and_the_surer_it_is_the_better_it_holds_an_objective() {
        let city = board().objectives()[0].city;
        let own = Own { city, troops: 8.0, generals: 1, face_down: false, beaten: 0.0, loss: 0.0 };
        let weights = &Style::published().frederick;
        let held = |own: &Own| own.reach(weights).map(|(_, held)| held);
        let sure = held(&own);
        assert!(sure[0] > 0.9 && sure[4] < 0.5 && sure[20] < 0.05, "{sure:?}");
        assert!(sure.is_sorted_by(|near, far| near >= far), "{sure:?}");
        let beaten = held(&Own { beaten: 0.8, loss: 5.0, ..own });
        assert!(beaten.iter().zip(&sure).all(|(beaten, sure)| beaten < sure), "{beaten:?}");
    }
}
