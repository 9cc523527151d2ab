//! Answers to decisions of every kind.

use super::duel::{self, Combat, Thought};
use super::judge::Judge;
use super::plan::{Search, moves};
use super::reading::Reading;
use super::recruit::{missed, recruit};
use super::rehearse::{Outcomes, Rehearsals};
use super::stance::{Ground, Stance};
use super::style::Style;
use super::{BotStream, Insight, Level};
use crate::game::{
    Action, Card, CardRef, CityId, DecisionKind, FateChoice, FateText, GENERAL_MAXIMUM, Imagined,
    Nation, PieceId, PieceSet, board,
};

/// One decision, and what is needed for it.
pub(super) struct Chooser<'a> {
    insight: &'a Insight,
    style: &'a Style,
    level: Level,
    nation: Nation,
    reading: Reading,
    game: Imagined,
    ground: Ground,
    /// Moves are found as a cadet finds them, one piece after another.
    in_order: bool,
    /// How long a card in a combat is thought about; a cadet does not.
    thought: Option<Thought>,
    /// Cards that are paid or discarded are chosen by where the nation fights, too; a cadet looks at their values alone.
    minds_suits: bool,
}

impl<'a> Chooser<'a> {
    /// For one nation of the seat whose insight it is.
    pub fn new(
        insight: &'a Insight,
        style: &'a Style,
        level: Level,
        nation: Nation,
    ) -> Chooser<'a> {
        let reading = Reading::new(insight, nation);
        let game = reading.imagine(insight);
        let ground = Ground::new(&game, nation);
        let in_order = level == Level::Cadet;
        let thought = Thought::of(level);
        let minds_suits = level > Level::Cadet;
        Chooser {
            insight,
            style,
            level,
            nation,
            reading,
            game,
            ground,
            in_order,
            thought,
            minds_suits,
        }
    }

    /// Who plays in a general's rehearsal: a cadet, but that he weighs the enemies' answers when he moves, briefly what a
    /// combat is worth to him, and in which suits he will fight.
    pub fn in_rehearsal(
        insight: &'a Insight,
        style: &'a Style,
        nation: Nation,
        kind: DecisionKind,
    ) -> Chooser<'a> {
        let level = if kind == DecisionKind::Movement { Level::Officer } else { Level::Cadet };
        let thought = Some(Thought::BRIEF);
        let as_level = Chooser::new(insight, style, level, nation);
        Chooser { in_order: true, thought, minds_suits: true, ..as_level }
    }

    fn judge(&self) -> Judge<'_> {
        let careful = self.level > Level::Cadet;
        Judge::new(self.style, self.insight, &self.reading, &self.ground, careful)
    }

    /// The answer.
    pub fn choose(mut self, kind: DecisionKind, stream: &mut BotStream) -> Vec<Action> {
        let action = match kind {
            DecisionKind::Movement => return self.movement(stream),
            DecisionKind::Allot => Some(self.allot(stream)),
            DecisionKind::Play => self.play(stream),
            DecisionKind::Attack => self.attack(),
            DecisionKind::Retreat => self.retreat(),
            DecisionKind::Discard => self.discard(),
            DecisionKind::Fate => self.fate(),
            DecisionKind::OffensiveOption => Some(self.offensive_option(stream)),
            DecisionKind::DaunWithdrawal => self.withdraw(),
            DecisionKind::Reconquest => self.reconquest(),
            DecisionKind::GameOver => None,
        };
        let listed = || self.game.legal_actions(self.nation, kind).into_iter().next();
        action.or_else(listed).into_iter().collect()
    }

    /// How much the nation can use each suit: by the sectors in and beside which its generals and
    /// the enemies near them stand; each alike where suits are not minded.
    fn usefulness(&self) -> [f32; 4] {
        if !self.minds_suits {
            return [0.25; 4];
        }
        let mut use_of = [0.1f32; 4];
        let enemies: Vec<_> = self.reading.enemies().map(|(_, city)| city).collect();
        for general in PieceSet::generals_of(self.nation) {
            let Some(city) = self.reading.at[general.index()] else { continue };
            let near = enemies.iter().map(|e| board().distance(*e, city)).min().unwrap_or(20);
            let weight = 1.0 / (1.0 + f32::from(near) / 3.0);
            use_of[board().info(city).suit as usize] += weight;
            for road in board().roads(city) {
                use_of[board().info(road.to).suit as usize] += 0.3 * weight;
            }
        }
        let all: f32 = use_of.iter().sum();
        use_of.map(|part| part / all)
    }

    /// Recruits, moves, recruits again with what has become possible, and ends the phase.
    fn movement(&mut self, stream: &mut BotStream) -> Vec<Action> {
        let mut actions = Vec::new();
        self.buy(&mut actions);
        let search = match self.level {
            Level::General => Search { width: 6, patience: 2.0, in_order: false },
            _ => Search { width: 1, patience: 0.0, in_order: self.in_order },
        };
        let judge = self.judge();
        let mut chosen = moves(&judge, &self.ground, &self.game, self.nation, search);
        if self.level == Level::General && self.style.deals > 0 {
            let rehearsals =
                Rehearsals::new(self.insight, self.style, &self.reading, self.style.deals, stream);
            let with_end = |moved: &[Action]| [&actions, moved, &[Action::EndMovement]].concat();
            let first = rehearsals.worth(&with_end(&chosen.0));
            let mut best = first.as_ref().map(Outcomes::mean);
            let mut tried = vec![chosen.0.clone()];
            for style in self.style.tempers(self.nation) {
                let judge = Judge::new(&style, self.insight, &self.reading, &self.ground, true);
                let search = Search { width: 3, patience: 2.0, in_order: false };
                let other = moves(&judge, &self.ground, &self.game, self.nation, search);
                if tried.contains(&other.0) {
                    continue;
                }
                tried.push(other.0.clone());
                let Some(worth) = rehearsals.worth(&with_end(&other.0)) else { continue };
                let surely = first.as_ref().is_none_or(|first| worth.surely_better_than(first));
                if surely && best.is_none_or(|best| worth.mean() > best) {
                    best = Some(worth.mean());
                    chosen = other;
                }
            }
        }
        let (moved, game) = chosen;
        actions.extend(moved);
        self.game = game;
        self.reading.follow(&self.game);
        self.buy(&mut actions);
        actions.push(Action::EndMovement);
        actions
    }

    /// R13.3: the card that is missed least is set aside if the war is judged better so than without: by what comes of
    /// it in a general's rehearsals, or at once.
    fn offensive_option(&self, stream: &mut BotStream) -> Action {
        let decline = Action::OffensiveOption { card: None };
        let usefulness = self.usefulness();
        let listed = self.game.legal_actions(self.nation, DecisionKind::OffensiveOption);
        let set_aside = |action: &Action| match action {
            Action::OffensiveOption { card: Some(card) } => {
                self.game.hand(self.nation).iter().find(|held| CardRef::from(**held) == *card)
            }
            _ => None,
        };
        let cards: Vec<Card> = listed.iter().filter_map(set_aside).copied().collect();
        let Some(card) = least(&cards, &usefulness) else { return decline };
        let choose = Action::OffensiveOption { card: Some(card.into()) };
        let rehearses = self.level == Level::General;
        let deals = self.style.deals.max(1);
        let rehearsals = Rehearsals::new(self.insight, self.style, &self.reading, deals, stream);
        let worth = |action| match rehearses {
            true => rehearsals.worth(std::slice::from_ref(action)),
            false => rehearsals.worth_at_once(std::slice::from_ref(action)),
        };
        let mean = |action| worth(action).map(|outcomes| outcomes.mean());
        if mean(&choose) > mean(&decline) { choose } else { decline }
    }

    /// What the evaluation says of where everything stands.
    pub fn standing(&self) -> f32 {
        self.judge().value(&Stance::new(&self.reading, &self.game))
    }

    /// What the nation buys before it moves; `None` if nothing.
    pub fn purchase(&self) -> Option<Action> {
        recruit(&self.judge(), &self.game, self.nation, &self.usefulness())
    }

    fn buy(&mut self, actions: &mut Vec<Action>) {
        let Some(order) = self.purchase() else { return };
        let mut game = self.game.clone();
        if game.act(self.nation, &order).is_ok() {
            actions.push(order);
            self.game = game;
            self.reading.follow(&self.game);
        }
    }

    fn play(&self, stream: &mut BotStream) -> Option<Action> {
        let combat = self.game.combat()?;
        let attacks = self.game.stack_nation(combat.from) == Some(self.nation);
        let (own, enemy) =
            if attacks { (combat.from, combat.to) } else { (combat.to, combat.from) };
        let judge = self.judge();
        let stance = Stance::new(&self.reading, &self.game);
        let (drives, covers) = judge.stakes(&stance, own, enemy);
        let troops = |city| {
            let stack = self.game.stack_at(city);
            i16::from(self.game.troops_of(stack))
        };
        let suit = |city| board().info(city).suit;
        let known = Combat {
            nation: self.nation,
            enemy: self.game.stack_nation(enemy)?,
            just_attacked: attacks && combat.score < 0 && combat.score == self.declared(own, enemy),
            suits: [suit(own), suit(enemy)],
            score: combat.score,
            troops: [troops(own), troops(enemy)],
            stakes: [covers, drives],
            dear: [self.nation, self.game.stack_nation(enemy)?]
                .map(|nation| self.reading.dear(self.style, nation)),
        };
        Some(duel::play(
            &self.game,
            &self.reading,
            self.style.of(self.nation),
            &known,
            self.thought,
            stream,
        ))
    }

    /// The score with which a combat began: by how many troops the own stack declared more than the other (R7.2).
    fn declared(&self, own: CityId, enemy: CityId) -> i16 {
        let troops = |city| {
            let stack = self.game.stack_at(city).iter();
            stack.filter_map(|general| self.insight.memory.declared(general)).sum::<f32>().round()
        };
        (troops(own) - troops(enemy)) as i16
    }

    fn attack(&self) -> Option<Action> {
        let judge = self.judge();
        let stance = Stance::new(&self.reading, &self.game);
        let worth = |pair: &(_, _)| judge.attack_value(&stance, pair.0, pair.1);
        let best = self.game.combats().iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
        Some(Action::Attack { from: best.0, to: best.1 })
    }

    /// Away from what the loser protects and from his supply.
    fn retreat(&self) -> Option<Action> {
        let retreat = self.game.pending_retreat()?;
        let loser = self.game.stack_nation(retreat.from)?;
        let trains: Vec<_> = PieceSet::of(loser)
            .and(PieceSet::TRAINS)
            .iter()
            .filter_map(|train| self.reading.at[train.index()])
            .collect();
        let worth = |city: &CityId| {
            let home = crate::game::supplied_by_country(loser, *city);
            let train = trains.iter().map(|t| board().distance(*t, *city)).min().unwrap_or(20);
            let contested: u32 = board()
                .objectives()
                .iter()
                .filter(|o| o.defender == loser || o.of == loser)
                .map(|o| u32::from(board().distance(o.city, *city).min(6)))
                .sum();
            u32::from(!home) * 60 + u32::from(train) * 8 + contested
        };
        let to = self.game.retreat_options().into_iter().max_by_key(worth)?;
        Some(Action::Retreat { to })
    }

    fn discard(&self) -> Option<Action> {
        let usefulness = self.usefulness();
        let card = least(&self.game.discardable(self.nation), &usefulness)?;
        Some(Action::Discard { card: card.into() })
    }

    fn fate(&self) -> Option<Action> {
        let options = self.game.fate_options(self.nation);
        let usefulness = self.usefulness();
        let judge = self.judge();
        let near = |general: &PieceId| {
            self.game.city_of(*general).map_or(u8::MAX, |city| judge.nearest_enemy(city))
        };
        let troops = |general: &PieceId| self.game.piece(*general).troops;
        let choice = if !options.generals.is_empty() {
            let general = if self.game.awaits_removal() {
                // Who is off the map or leads few is missed least.
                let generals = options.generals.iter();
                generals.min_by_key(|g| (troops(g), std::cmp::Reverse(near(g))))
            } else if self.game.fate_text() == FateText::PrussianLoses {
                options.generals.iter().max_by_key(|g| (near(g), troops(g)))
            } else {
                options.generals.iter().min_by_key(|g| (near(g), troops(g)))
            };
            FateChoice::General(*general?)
        } else if !options.cards.is_empty() {
            let low = least(&options.cards, &usefulness)?;
            let lowest = low.face.payment() <= 5;
            match self.game.fate_text() {
                FateText::FranceRedraws | FateText::PrussiaAustriaSwap if lowest => {
                    FateChoice::Card(CardRef::from(low))
                }
                _ => FateChoice::Decline,
            }
        } else {
            match (self.game.fate_text(), options.cities.as_slice()) {
                (FateText::AustriaFlips, cities @ [_, ..]) => {
                    let most = |city: &&CityId| self.game.stack_at(**city).len();
                    FateChoice::City(*cities.iter().max_by_key(most)?)
                }
                (FateText::HildburghausenWest, [first, ..]) => FateChoice::City(*first),
                (FateText::LaudonMoves, cities) => self.laudon(&judge, cities),
                _ => FateChoice::Decline,
            }
        };
        Some(Action::Fate { choice })
    }

    /// He goes where the evaluation likes him best, or stays.
    fn laudon(&self, judge: &Judge, cities: &[CityId]) -> FateChoice {
        let here = Stance::new(&self.reading, &self.game);
        let mut best = (judge.value(&here), FateChoice::Decline);
        for city in cities {
            let mut there = here.clone();
            there.at[crate::game::named::LAUDON.index()] = Some(*city);
            let value = judge.value(&there);
            if value > best.0 + 1.0 {
                best = (value, FateChoice::City(*city));
            }
        }
        best.1
    }

    /// 8 clubs: the withdrawal by which the judgement gains most, if that is more than a point; otherwise all stay.
    fn withdraw(&self) -> Option<Action> {
        let judge = self.judge();
        let stance = Stance::new(&self.reading, &self.game);
        let value = judge.value(&stance);
        let mut best: Option<(f32, Action)> = None;
        for (stack, to) in self.game.withdrawals() {
            let mut there = stance.clone();
            for general in self.game.stack_at(stack) {
                there.at[general.index()] = Some(to);
            }
            let gain = judge.value(&there) - value;
            if gain > 1.0 && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, Action::Withdraw { stack, to }));
            }
        }
        Some(best.map_or(Action::Stay, |(_, action)| action))
    }

    /// The two that lie farthest from any enemy general.
    fn reconquest(&self) -> Option<Action> {
        let judge = self.judge();
        let mut cities = self.game.reconquest_options();
        cities.sort_by_key(|city| std::cmp::Reverse(judge.nearest_enemy(*city)));
        cities.truncate(2);
        cities.sort_unstable();
        (cities.len() == 2).then_some(Action::Reconquest { cities })
    }

    /// More for those who lead, and a little chance, so that nobody can know.
    fn allot(&self, stream: &mut BotStream) -> Action {
        let generals = self.game.on_map(PieceSet::generals_of(self.nation));
        let mut troops: Vec<(PieceId, u8)> = generals.iter().map(|general| (general, 1)).collect();
        let all = usize::from(self.game.rules().troops[self.nation.index()]);
        let mut left = all.saturating_sub(troops.len());
        // Prussia fights with a few strong generals; the others stand in the way.
        let prussian = [8.0, 1.0, 5.0, 8.0, 1.0, 5.0, 3.0, 1.0];
        let likes = |place: usize, count: usize| match self.nation {
            Nation::Prussia if count == prussian.len() => prussian[place],
            _ => 1.6 - place as f32 / count as f32,
        };
        while left > 0 {
            let count = troops.len();
            let weight = |place: usize, had: u8| {
                if had >= GENERAL_MAXIMUM { 0.0 } else { likes(place, count) }
            };
            let sum: f32 = troops.iter().enumerate().map(|(p, (_, had))| weight(p, *had)).sum();
            let mut drawn = stream.share() * sum;
            let mut chosen = None;
            for (place, (_, had)) in troops.iter().enumerate() {
                let weight = weight(place, *had);
                if weight > 0.0 {
                    chosen = Some(place);
                    if drawn < weight {
                        break;
                    }
                    drawn -= weight;
                }
            }
            let Some(place) = chosen else { break };
            troops[place].1 += 1;
            left -= 1;
        }
        Action::Allot { troops }
    }
}

/// The card that would be missed least.
fn least(cards: &[Card], usefulness: &[f32; 4]) -> Option<Card> {
    let by = |card: &&Card| missed(**card, usefulness);
    cards.iter().min_by(|a, b| by(a).total_cmp(&by(b))).copied()
}
