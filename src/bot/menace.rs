//! What enemies can do to own stacks in their next movement: the strongest stack that each nation can bring
//! together beside a city, in the sector from which it fights best.

use super::clash::{Force, clash};
use super::judge::{Judge, Own};
use super::reading::Reading;
use crate::game::{CITIES, Nation, STACK_MAXIMUM, board};

/// The share of each further stack, behind the one that an enemy would rather attack: he cannot be everywhere.
const TURNS: [f32; 4] = [1.0, 0.5, 0.3, 0.2];

/// How many generals of a nation are expected where it attacks in the long run: its strongest.
const LATER: usize = 2;

/// Beyond a march, how many more cities halve the troops that are expected in the long run.
const FAR: f32 = 8.0;

/// What one enemy nation can bring to each city.
struct Menace {
    nation: Nation,
    generals: usize,
    /// Troops by city, at most of a whole stack.
    troops: Box<[f32; CITIES]>,
    /// Those that its two strongest generals could have there in the long run.
    later: Box<[f32; CITIES]>,
}

/// What all enemies can bring.
#[derive(Default)]
pub(super) struct Menaces(Vec<Menace>);

impl Menaces {
    /// Of all enemies of the nation from whose view the game is read.
    pub fn of(reading: &Reading) -> Menaces {
        let mut generals: Vec<_> = reading.enemies().collect();
        // The strongest first: they fill a stack.
        let troops = |general: crate::game::PieceId| reading.troops[general.index()];
        generals.sort_by(|a, b| troops(b.0).total_cmp(&troops(a.0)));
        let mut menaces: Vec<Menace> = Vec::new();
        let mut filled: Vec<[u8; CITIES]> = Vec::new();
        for (general, at) in generals {
            let nation = general.nation();
            let place = match menaces.iter().position(|menace| menace.nation == nation) {
                Some(place) => place,
                None => {
                    let [troops, later] = std::array::from_fn(|_| Box::new([0.0; CITIES]));
                    menaces.push(Menace { nation, generals: 0, troops, later });
                    filled.push([0; CITIES]);
                    menaces.len() - 1
                }
            };
            menaces[place].generals += 1;
            for (city, distance) in board().distances_from(at).iter().enumerate() {
                if menaces[place].generals <= LATER {
                    let march = f32::from(distance.saturating_sub(4));
                    menaces[place].later[city] += troops(general) * (-march / FAR).exp2();
                }
                // Four cities are a march on main roads alone.
                let share = match distance {
                    0..=3 => 1.0,
                    4 => 0.4,
                    _ => continue,
                };
                if usize::from(filled[place][city]) < STACK_MAXIMUM {
                    menaces[place].troops[city] += share * troops(general);
                    filled[place][city] += u8::from(share == 1.0);
                }
            }
        }
        Menaces(menaces)
    }

    /// How likely a stack holds against the strongest generals of a nation when they have come, in the sector that is
    /// best for them; certain where menaces are not thought of.
    pub fn lasting(&self, judge: &Judge, nation: Nation, own: &Own) -> f32 {
        let Some(menace) = self.0.iter().find(|menace| menace.nation == nation) else { return 1.0 };
        let roads = board().roads(own.city).iter();
        let power = &judge.reading.power[nation.index()];
        let best = roads.map(|road| power[board().info(road.to).suit as usize]).fold(0.0, f32::max);
        let dear = judge.dear(judge.nation);
        let defence = Force { troops: own.troops, power: judge.own_power(own.city), dear };
        let attack = Force { troops: menace.later[own.city.index()], power: best, dear };
        clash(judge.weights, defence, attack).wins
    }

    /// What they probably cost the own stacks, which are told how likely they are beaten.
    pub fn threats(&self, judge: &Judge, stacks: &mut [Own]) -> f32 {
        let dear = judge.dear(judge.nation);
        let mut sum = 0.0;
        for menace in &self.0 {
            let enemy_dear = judge.dear(menace.nation);
            let mut blows: Vec<(f32, f32, f32, usize)> = Vec::with_capacity(stacks.len());
            for (place, own) in stacks.iter().enumerate() {
                let power = judge.own_power(own.city);
                let defence = Force { troops: own.troops, power, dear };
                let mut worst = (0.0f32, 0.0f32, 0.0f32, place);
                for road in board().roads(own.city) {
                    let troops = menace.troops[road.to.index()];
                    if troops <= 0.0 {
                        continue;
                    }
                    let suit = board().info(road.to).suit as usize;
                    let power = judge.reading.power[menace.nation.index()][suit];
                    let attack = Force { troops, power, dear: enemy_dear };
                    let prospect = clash(judge.weights, attack, defence);
                    if prospect.value > worst.0 {
                        worst = (prospect.value, prospect.wins, prospect.losses[1], place);
                    }
                }
                if worst.0 > 0.0 {
                    blows.push(worst);
                }
            }
            blows.sort_by(|a, b| b.0.total_cmp(&a.0));
            for (turn, (value, wins, loss, place)) in blows.into_iter().enumerate() {
                let first = if turn < menace.generals.div_ceil(2) { 0 } else { 1 };
                let share = TURNS[(turn * first).min(TURNS.len() - 1)];
                sum += share * value;
                stacks[place].exposed(0.8 * share * wins, loss);
            }
        }
        sum * judge.weights.threat
    }
}
