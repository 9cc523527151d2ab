//! The right picture for what a mail asks: a combat, attacks to choose from, a retreat or a movement.
//!
//! A picture says which places are answers and what number the menu gives them. It does not know
//! what is sent: that is said by the template, in the reader's language.

use super::super::prompt::Prompt;
use super::facts::{Picture, Stack};
use super::subject::{About, NumberedPlace};
use crate::game::{CityId, DecisionKind, Order, View, board};

impl Picture {
    /// The picture for a mail that asks this; without a question it stays what it was.
    pub fn asking(mut self, view: &View, prompt: Option<&Prompt>) -> Picture {
        let Some(prompt) = prompt else { return self };
        match prompt.kind {
            DecisionKind::Play => self.of_combat(view),
            DecisionKind::Attack | DecisionKind::DaunWithdrawal => self.of_attacks(prompt),
            DecisionKind::Retreat => self.of_retreat(view, prompt),
            DecisionKind::Movement | DecisionKind::Allot => self.of_movement(prompt),
            DecisionKind::Discard
            | DecisionKind::OffensiveOption
            | DecisionKind::Fate
            | DecisionKind::Reconquest
            | DecisionKind::GameOver => {}
        }
        self
    }

    /// The two stacks, and what lies around them; other combats are told in words.
    fn of_combat(&mut self, view: &View) {
        let Some(combat) = &view.combat else { return };
        self.about = About::Combat {};
        self.fights.retain(|fight| (fight.from, fight.to) == (combat.from, combat.to));
        self.focus = vec![combat.from, combat.to];
    }

    /// The combats to choose from, or the stacks that can withdraw, with the numbers of the menu.
    fn of_attacks(&mut self, prompt: &Prompt) {
        self.about = About::Attack {};
        let places = prompt.menu.iter().enumerate().filter_map(|(index, order)| match order {
            Order::Attack { from, to } | Order::Withdraw { stack: from, to } => {
                Some(NumberedPlace { index, from: board().city(from)?, to: board().city(to)? })
            }
            _ => None,
        });
        self.answers = places.collect();
        let pairs = prompt.combats.iter().flat_map(|pair| [pair.from, pair.to]);
        self.focus = pairs.chain(self.answers.iter().map(|answer| answer.to)).collect();
    }

    /// The two sides, and the cities to choose from with the numbers of the menu.
    fn of_retreat(&mut self, view: &View, prompt: &Prompt) {
        self.about = About::Retreat {};
        let places = prompt.menu.iter().enumerate().filter_map(|(index, order)| match order {
            Order::Retreat { to } => {
                let city = board().city(to)?;
                Some(NumberedPlace { index, from: city, to: city })
            }
            _ => None,
        });
        self.answers = places.collect();
        let sides = view.retreat.iter().flat_map(|retreat| [retreat.from, retreat.winner]);
        self.focus = sides.chain(self.answers.iter().map(|answer| answer.to)).collect();
    }

    /// The nation's pieces, those near enemies first, and where they can go.
    fn of_movement(&mut self, prompt: &Prompt) {
        let nation = prompt.nation;
        self.about = About::Movement { nation };
        let places = prompt.to_move.iter().enumerate();
        self.answers = places
            .map(|(index, group)| NumberedPlace { index, from: group.at, to: group.at })
            .collect();
        let mut within: Vec<CityId> =
            prompt.to_move.iter().flat_map(|group| group.reach.iter().copied()).collect();
        within.sort_unstable();
        within.dedup();
        self.within = within;
        self.reach.retain(|known| *known == nation);
        let foe_near = |city: CityId| {
            let foes = self.stacks.iter().filter(|s| s.generals > 0 && s.nation.hostile_to(nation));
            foes.map(|foe| board().distance(city, foe.city)).min().unwrap_or(u8::MAX)
        };
        let own = self.stacks.iter().filter(|stack| stack.nation == nation);
        let mut own: Vec<(bool, u8, CityId)> =
            own.map(|s| (s.generals == 0, foe_near(s.city), s.city)).collect();
        own.sort_unstable();
        self.focus = own.into_iter().map(|(_, _, city)| city).collect();
    }

    /// What everybody may know of the whole board: the same picture for all readers of one position.
    pub fn overview(&self) -> Picture {
        let stacks = self.stacks.iter().cloned();
        Picture {
            about: About::Board {},
            stacks: stacks.map(|stack| Stack { troops: None, declared: None, ..stack }).collect(),
            conquered: self.conquered.clone(),
            ..Picture::default()
        }
    }
}
