//! The weights of the bots' judgements: a data file, read once.

use crate::game::{Nation, Side};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// How bots play: what weighs how much to whom.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// By nation, in the sequence of play.
    pub keep: [f32; 7],
    pub boldness: [f32; 7],
    /// On how many deals a plan of a general is rehearsed.
    pub deals: usize,
    pub attackers: Weights,
    pub frederick: Weights,
}

/// What the terms weigh. What each means stands in the data file beside it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub troop: f32,
    pub card: f32,
    pub enemy_card: f32,
    pub reserve_bonus: f32,
    pub savings: f32,
    pub doubt: f32,
    pub usual_loss: f32,
    pub objective: f32,
    pub late: f32,
    pub finish: f32,
    pub pull: f32,
    pub pull_range: f32,
    pub pressure: f32,
    pub dislodge: f32,
    pub stake: f32,
    pub threat: f32,
    pub cover: f32,
    pub cover_range: f32,
    pub recall: f32,
    pub stand: f32,
    pub stand_range: f32,
    pub supply: f32,
    pub train_gap: f32,
    pub train_risk: f32,
    pub train_taken: f32,
    pub inertia: f32,
}

impl Weights {
    /// How dear its cards are to a nation, against their plain worth: the more draws it holds
    /// beyond what it saves, the cheaper.
    pub fn dear(&self, cards: usize, draws: usize) -> f32 {
        let saved = self.savings * draws.max(1) as f32;
        (saved / cards.max(1) as f32).clamp(0.2, 1.2)
    }
}

static PUBLISHED: LazyLock<Style> =
    LazyLock::new(|| match Style::parse(include_str!("data/weights.toml")) {
        Ok(style) => style,
        // Compiled in: a wrong file is a defect of the program.
        Err(fault) => panic!("the data file of the bots' weights is wrong: {fault}"),
    });

impl Style {
    /// The weights of a nation's side.
    pub fn of(&self, nation: Nation) -> &Weights {
        match nation.side() {
            Side::Prussian => &self.frederick,
            Side::Attacker => &self.attackers,
        }
    }

    /// Other tempers, whose plans are rehearsed beside the first one: more careful, bolder, and
    /// one that keeps together.
    pub fn tempers(&self, nation: Nation) -> Vec<Style> {
        let with = |change: &dyn Fn(&mut Weights, &mut f32)| {
            let mut style = self.clone();
            let weights = match nation.side() {
                Side::Prussian => &mut style.frederick,
                Side::Attacker => &mut style.attackers,
            };
            change(weights, &mut style.boldness[nation.index()]);
            style
        };
        vec![
            // Who hunts: combats are sought, what is covered matters less.
            with(&|weights, boldness| {
                weights.cover *= 0.4;
                weights.pressure += 0.6;
                weights.dislodge += 0.4;
                *boldness += 4.0;
            }),
            // Who is careful, and keeps together.
            with(&|weights, _| {
                weights.cover *= 0.5;
                weights.threat = weights.threat * 2.0 + 0.5;
            }),
            // Who fights where he stands anyway.
            with(&|weights, boldness| {
                weights.threat *= 0.3;
                *boldness += 6.0;
            }),
            // Who covers, and avoids to fight.
            with(&|weights, boldness| {
                weights.cover *= 2.0;
                weights.threat += 0.3;
                *boldness -= 8.0;
            }),
        ]
    }

    /// The weights that are built in.
    pub fn published() -> &'static Style {
        &PUBLISHED
    }

    /// Weights as a file has them.
    ///
    /// # Errors
    ///
    /// What is missing in it, or is none of these.
    pub fn parse(text: &str) -> Result<Style, toml::de::Error> {
        toml::from_str(text)
    }
}
