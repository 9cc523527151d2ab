//! Who will probably win: chances fitted to the ends of many games.
//!
//! A position is described by some figures ([`features`]), each nation's chance by a weight for each of them (logistic
//! regression). The weights are a data file, the result of `feldpost tournament --fit`.

use crate::game::{Imagined, Nation, PROTECTION, PieceId, PieceSet, Seat, Stroke, board};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Those who can win by their objectives.
pub const ATTACKERS: [Nation; 5] =
    [Nation::Russia, Nation::Sweden, Nation::Austria, Nation::ImperialArmy, Nation::France];

/// Prussia and Hanover in the data file.
const FREDERICK: &str = "frederick";

/// What is told of each attacker. Nothing of one who has left.
const OF_ATTACKER: [&str; 11] = [
    // 1 while it takes part.
    "present",
    // 1 if it lacks no objective, a third with each three that it lacks.
    "near",
    // The same, times the turns that fate probably leaves it, in tens.
    "near-in-time",
    // The share of its objectives that it lacks.
    "lacking",
    // Tens of lacking objectives that nobody protects.
    "open",
    // Fifths of those that one of its generals can take with his next move.
    "reach",
    // Tens of troops.
    "troops",
    // Square root of the hundreds of points in its hand.
    "points",
    // The same, times the turns that fate probably leaves it to play them, in tens.
    "points-in-time",
    // Square root of tens of defending troops, each counted by how near it stands to an objective that is lacking.
    "guard",
    // Tens of generals who are face down for lack of supply.
    "hunger",
];

/// What is told of the whole.
const OF_ALL: [&str; 7] = [
    "always",
    "time",
    "prussia-troops",
    "prussia-points",
    "prussia-points-in-time",
    "hanover-troops",
    "hanover-points",
];

/// How many figures describe a position.
pub const FEATURES: usize = ATTACKERS.len() * OF_ATTACKER.len() + OF_ALL.len();

/// The strokes of fate that end a nation's war: its own, or where it has none all those that end the others'.
fn ends_by(nation: Nation) -> &'static [Stroke] {
    match nation {
        Nation::Russia => &[Stroke::Elisabeth],
        Nation::Sweden => &[Stroke::Sweden],
        Nation::France => &[Stroke::India, Stroke::America],
        _ => &[Stroke::Elisabeth, Stroke::Sweden, Stroke::India, Stroke::America],
    }
}

/// The turns that fate probably leaves a nation: until the last of those strokes.
fn turns_left(game: &Imagined, nation: Nation) -> f32 {
    let drawn = f32::from(game.turn().saturating_sub(6));
    let missing =
        ends_by(nation).iter().filter(|stroke| !game.strokes().contains(stroke)).count() as f32;
    let cards = (18.0 - drawn).max(missing);
    missing * (cards + 1.0) / (missing + 1.0) + f32::from(6u16.saturating_sub(game.turn()))
}

/// A position in figures.
pub fn features(game: &Imagined) -> [f32; FEATURES] {
    let mut features = [0.0; FEATURES];
    let points = |nation: Nation| -> f32 {
        game.hand(nation).iter().map(|card| f32::from(card.face.payment())).sum()
    };
    let generals = |nation: Nation| game.on_map(PieceSet::generals_of(nation));
    for (of, figures) in ATTACKERS.into_iter().zip(features.chunks_mut(OF_ATTACKER.len())) {
        if !game.in_play(of) {
            continue;
        }
        let time = turns_left(game, of) / 10.0;
        let held = (points(of) / 100.0).sqrt();
        let eased = game.has_eased_victory(of);
        let needed: Vec<usize> = (0..board().objectives().len())
            .filter(|index| {
                let objective = &board().objectives()[*index];
                objective.of == of && (objective.order == 1 || !eased)
            })
            .collect();
        let lacking: Vec<usize> =
            needed.iter().copied().filter(|index| !game.is_conquered(*index)).collect();
        let near = |general: PieceId, index: usize| {
            let city = board().objectives()[index].city;
            game.city_of(general).map_or(u8::MAX, |at| board().distance(at, city))
        };
        let (mut open, mut reach) = (0.0, 0.0);
        for index in &lacking {
            let by = generals(board().objectives()[*index].defender);
            if by.iter().any(|general| near(general, *index) <= PROTECTION) {
                continue;
            }
            open += 1.0;
            if generals(of).iter().any(|general| near(general, *index) <= 3) {
                reach += 1.0;
            }
        }
        let mut guard = 0.0;
        for general in generals(Nation::Prussia).or(generals(Nation::Hanover)) {
            let nearest = lacking
                .iter()
                .filter(|index| board().objectives()[**index].defender == general.nation())
                .map(|index| near(general, *index))
                .min();
            if let Some(nearest) = nearest {
                let march = f32::from(nearest.saturating_sub(PROTECTION));
                guard += f32::from(game.piece(general).troops) * (-march / 4.0).exp2();
            }
        }
        // Under the offensive option Austria may leave four of them (R13.7).
        let left = game.objectives_to_take(of) as f32;
        let hungry = generals(of).iter().filter(|g| game.piece(*g).face_down).count();
        figures.copy_from_slice(&[
            1.0,
            (-left / 3.0).exp(),
            (-left / 3.0).exp() * time,
            left / needed.len().max(1) as f32,
            open / 10.0,
            reach / 5.0,
            f32::from(game.total_troops(of)) / 10.0,
            held,
            held * time,
            (guard / 10.0f32).sqrt(),
            hungry as f32 / 10.0,
        ]);
    }
    let all = ATTACKERS.len() * OF_ATTACKER.len();
    let time = turns_left(game, Nation::Prussia) / 10.0;
    let held = (points(Nation::Prussia) / 100.0).sqrt();
    features[all..].copy_from_slice(&[
        1.0,
        time,
        f32::from(game.total_troops(Nation::Prussia)) / 10.0,
        held,
        held * time,
        f32::from(game.total_troops(Nation::Hanover)) / 10.0,
        (points(Nation::Hanover) / 100.0).sqrt(),
    ]);
    features
}

/// How likely Prussia wins by its objectives in Bohemia (R13.4). No game taught this: it is taken to need them all, and
/// each that is lacking makes it less likely by a third.
fn in_bohemia(game: &Imagined) -> f32 {
    match game.prussia_can_win_in_bohemia() {
        true => (-(game.objectives_to_take(Nation::Prussia) as f32) / 2.5).exp(),
        false => 0.0,
    }
}

/// The names of the figures, in their order.
pub fn names() -> Vec<String> {
    let attackers = ATTACKERS
        .iter()
        .flat_map(|nation| OF_ATTACKER.iter().map(move |name| format!("{}-{name}", nation.id())));
    attackers.chain(OF_ALL.iter().map(|name| (*name).to_owned())).collect()
}

/// The weights of the figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Chances {
    /// That Prussia and Hanover win.
    pub frederick: [f32; FEATURES],
    /// That each of [`ATTACKERS`] wins.
    pub attackers: [[f32; FEATURES]; ATTACKERS.len()],
}

/// A data file: for each winner the weights by their names.
type Table = BTreeMap<String, BTreeMap<String, f32>>;

/// What is wrong with a data file.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ChancesError {
    /// It is not written as such a file is.
    #[error(transparent)]
    Syntax(#[from] toml::de::Error),
    /// A weight is missing.
    #[error("`{0}` has no weight `{1}`")]
    Missing(String, String),
}

static PUBLISHED: LazyLock<Chances> =
    LazyLock::new(|| match Chances::parse(include_str!("data/chances.toml")) {
        Ok(chances) => chances,
        // Compiled in: a wrong file is a defect of the program.
        Err(fault) => panic!("the data file of the bots' chances is wrong: {fault}"),
    });

impl Chances {
    /// The weights that are built in.
    pub fn published() -> &'static Chances {
        &PUBLISHED
    }

    /// Weights as a file has them.
    ///
    /// # Errors
    ///
    /// What is missing in it, or cannot be read.
    pub fn parse(text: &str) -> Result<Chances, ChancesError> {
        let table: Table = toml::from_str(text)?;
        let weights = |winner: &str| {
            let mut weights = [0.0; FEATURES];
            for (weight, name) in weights.iter_mut().zip(names()) {
                let found = table.get(winner).and_then(|weights| weights.get(&name));
                *weight = *found.ok_or_else(|| ChancesError::Missing(winner.to_owned(), name))?;
            }
            Ok::<_, ChancesError>(weights)
        };
        let mut chances =
            Chances { frederick: weights(FREDERICK)?, attackers: [[0.0; FEATURES]; 5] };
        for (place, nation) in chances.attackers.iter_mut().zip(ATTACKERS) {
            *place = weights(nation.id())?;
        }
        Ok(chances)
    }

    /// The weights as a file.
    ///
    /// # Errors
    ///
    /// What cannot be written; there is nothing of the kind in it.
    pub fn write(&self) -> Result<String, toml::ser::Error> {
        let named = |weights: &[f32; FEATURES]| -> BTreeMap<String, f64> {
            // Rounded as doubles, or they would be written with all their digits.
            let rounded = |weight: f32| (f64::from(weight) * 1000.0).round() / 1000.0;
            names().into_iter().zip(weights.iter().map(|weight| rounded(*weight))).collect()
        };
        let mut table = BTreeMap::from([(FREDERICK, named(&self.frederick))]);
        for (nation, weights) in ATTACKERS.into_iter().zip(&self.attackers) {
            table.insert(nation.id(), named(weights));
        }
        toml::to_string(&table)
    }

    /// How likely the seat wins, from 0 to 1.
    pub fn of(&self, game: &Imagined, seat: Seat) -> f32 {
        let features = features(game);
        let chance = |weights: &[f32; FEATURES]| {
            let sum: f32 = weights.iter().zip(&features).map(|(a, b)| a * b).sum();
            1.0 / (1.0 + (-sum).exp())
        };
        if game.seat_of(Nation::Prussia) == seat {
            return 1.0 - (1.0 - chance(&self.frederick)) * (1.0 - in_bohemia(game));
        }
        let mut none = 1.0;
        for (nation, weights) in ATTACKERS.into_iter().zip(&self.attackers) {
            if game.in_play(nation) && game.seat_of(nation) == seat {
                none *= 1.0 - chance(weights);
            }
        }
        1.0 - none
    }
}
