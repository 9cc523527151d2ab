//! Combat (R7): who must attack whom, and the duel of cards.

use super::action::DecisionKind;
use super::board::{CityId, board};
use super::cards::{Card, CardRef, Face, RESERVE_MAX, Suit};
use super::event::{Event, Pair, RemovalCause, Side};
use super::fate_deck::FateText;
use super::nation::Nation;
use super::pieces::{PieceSet, named};
use super::refusal::{Reason, Refusal};
use super::state::{CitySet, Combat, Phase, State};

/// The card that 11 spades doubles.
const ELEVEN_OF_SPADES: Face = Face::Suited(Suit::Spades, 11);

impl State {
    /// Phase 3 begins: the pairs are fixed (R7.1).
    pub(super) fn begin_combats(&mut self, events: &mut Vec<Event>) {
        self.phase = Phase::Combat;
        self.combat = None;
        self.retreat = None;
        self.combats.clear();
        let nation = self.nation;
        let mut enemies = CitySet::EMPTY;
        for (_, city) in self.hostile_generals(nation) {
            enemies.insert(city);
        }
        for general in PieceSet::generals_of(nation) {
            let Some(from) = self.city_of(general) else {
                continue;
            };
            let adjacent = board().roads(from).iter().map(|road| road.to);
            let attacked = adjacent.filter(|to| enemies.contains(*to));
            self.combats.extend(attacked.map(|to| (from, to)));
        }
        self.combats.sort_unstable();
        self.combats.dedup();
        if !self.combats.is_empty() {
            let combats = self.combats.iter().map(|&(from, to)| Pair { from, to }).collect();
            events.push(Event::CombatsFixed { nation, combats });
            if self.fate_text() == FateText::DaunWithdrawal && !self.withdrawals().is_empty() {
                self.phase = Phase::Withdrawal;
                return;
            }
        }
        self.go_on_fighting(events);
    }

    /// Goes on until somebody is awaited or all combats are fought.
    pub(super) fn go_on_fighting(&mut self, events: &mut Vec<Event>) {
        self.phase = Phase::Combat;
        while self.phase == Phase::Combat && self.retreat.is_none() {
            match (self.combat, self.combats.as_slice()) {
                // An empty hand is public (R3.5): such a side can only stop.
                (Some(combat), _) if self.hand(combat.right).is_empty() => {
                    self.end_combat(combat, events);
                }
                (Some(_), _) => return,
                (None, []) => return self.end_action(events),
                (None, &[(from, to)]) => self.begin_combat(from, to, events),
                (None, _) => return,
            }
        }
    }

    /// R7.1: the active player chooses the next combat.
    pub(super) fn act_attack(
        &mut self,
        nation: Nation,
        from: CityId,
        to: CityId,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Attack)?;
        if !self.combats.contains(&(from, to)) {
            return Err(Reason::NoSuchCombat { from, to }.into());
        }
        self.begin_combat(from, to, events);
        self.go_on_fighting(events);
        Ok(())
    }

    /// A combat begins: strengths are declared (R7.2), the weaker has the right, with equal
    /// strengths the attacker (R7.3, R7.6).
    fn begin_combat(&mut self, from: CityId, to: CityId, events: &mut Vec<Event>) {
        self.combats.retain(|pair| *pair != (from, to));
        let (Some(attacker), Some(defender)) = (self.side_at(from), self.side_at(to)) else {
            return;
        };
        let difference = i16::from(attacker.troops) - i16::from(defender.troops);
        let right = if difference <= 0 { attacker.nation } else { defender.nation };
        let score = -difference.abs();
        if attacker.pieces.contains(named::HILDBURGHAUSEN) {
            self.memory.hildburghausen_suits |= 1 << attacker.suit as u8;
        }
        self.combat = Some(Combat { from, to, score, right });
        events.push(Event::CombatBegan { attacker, defender, score, right });
    }

    /// What a stack declares (R7.2).
    pub(super) fn side_at(&self, city: CityId) -> Option<Side> {
        let pieces = self.stack_at(city);
        let nation = pieces.first()?.nation();
        let suit = board().info(city).suit;
        Some(Side { nation, city, pieces, troops: self.troops_of(pieces), suit })
    }

    /// Own and enemy's city of the side with the right to play.
    fn cities_of_right(&self, combat: Combat) -> (CityId, CityId) {
        if self.stack_nation(combat.from) == Some(combat.right) {
            (combat.from, combat.to)
        } else {
            (combat.to, combat.from)
        }
    }

    /// The suit that the side with the right to play has to play (R7.3, R7.8); `None` if no combat is being fought.
    pub fn suit_to_play(&self) -> Option<Suit> {
        let combat = self.combat?;
        Some(board().info(self.cities_of_right(combat).0).suit)
    }

    /// R11.8, 3 clubs: the highest value that may be played in this combat.
    fn value_limit(&self, combat: Combat) -> u8 {
        let between = |nation| {
            [combat.from, combat.to].iter().any(|city| self.stack_nation(*city) == Some(nation))
        };
        match self.fate_text() {
            FateText::LowCardsOnly if between(Nation::Prussia) && between(Nation::France) => 9,
            _ => 13,
        }
    }

    /// The cards of the hand that may be played now, by the side with the right (R7.3).
    pub fn playable(&self) -> Vec<Card> {
        let (Some(combat), Some(suit)) = (self.combat, self.suit_to_play()) else {
            return Vec::new();
        };
        let limit = self.value_limit(combat);
        let fits = |card: &&Card| match card.face {
            Face::Suited(of, value) => of == suit && value <= limit,
            Face::Reserve => true,
        };
        self.hand(combat.right).iter().filter(fits).copied().collect()
    }

    /// The highest value a Reserve may be declared as now (R3.3, and 3 clubs).
    pub fn reserve_limit(&self) -> u8 {
        self.combat.map_or(RESERVE_MAX, |combat| self.value_limit(combat).min(RESERVE_MAX))
    }

    /// Whether 11 spades lets this card count double now.
    pub fn may_double(&self, card: Card) -> bool {
        self.fate_text() == FateText::ElevenDoubled
            && !self.memory.effect_used
            && card.face == ELEVEN_OF_SPADES
            && self.combat.is_some_and(|combat| combat.right == Nation::Prussia)
    }

    /// R7.3: a card is played.
    pub(super) fn act_play(
        &mut self,
        nation: Nation,
        wanted: CardRef,
        value: Option<u8>,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Play)?;
        let Some(mut combat) = self.combat else {
            return Err(Reason::NotAwaited { nation, awaited: Vec::new() }.into());
        };
        let card = self.find_in_hand(nation, wanted).ok_or(Reason::NotInHand { card: wanted })?;
        let (points, spends_effect) = self.may_play(card, value)?;

        self.take_from_hand(nation, card);
        self.put_on_pile(card);
        self.memory.effect_used |= spends_effect;
        combat.score += points;
        if self.must_lead(combat) && combat.score > 0 {
            self.memory.effect_used = true;
        }
        if combat.score >= 0 {
            combat.score = -combat.score;
            let (_, enemy) = self.cities_of_right(combat);
            combat.right = self.stack_nation(enemy).unwrap_or(combat.right);
        }
        self.combat = Some(combat);
        let Combat { score, right, .. } = combat;
        events.push(Event::CardPlayed { nation, card, value: points, score, right });
        self.go_on_fighting(events);
        Ok(())
    }

    /// Whether a card of the side with the right may be played now, declared as this value.
    ///
    /// Returns what it adds to the score, and whether that spends the text in force.
    pub(super) fn may_play(&self, card: Card, value: Option<u8>) -> Result<(i16, bool), Reason> {
        let (Some(combat), Some(suit)) = (self.combat, self.suit_to_play()) else {
            return Err(Reason::NotAwaited { nation: self.nation, awaited: Vec::new() });
        };
        let value = self.declared_value(combat, suit, card, value)?;
        let (points, spends_effect) = self.points(combat, card, value);
        if self.must_lead(combat) && self.wastes_the_lead(combat, card, points) {
            return Err(Reason::MustReachPositiveScore {});
        }
        Ok((points, spends_effect))
    }

    /// The value a card is played at, before any effect (R3.3, R7.3).
    fn declared_value(
        &self,
        combat: Combat,
        suit: Suit,
        card: Card,
        value: Option<u8>,
    ) -> Result<u8, Reason> {
        match card.face {
            Face::Suited(of, _) if of != suit => Err(Reason::WrongSuit { card: card.into(), suit }),
            Face::Suited(_, own) if own > self.value_limit(combat) => {
                Err(Reason::CardTooHigh { card: card.into() })
            }
            Face::Suited(_, own) => match value {
                None => Ok(own),
                Some(value) if value == own => Ok(own),
                Some(value) if value == 2 * own && self.may_double(card) => Ok(value),
                Some(_) => Err(Reason::ValueOfItsOwn { card: card.into() }),
            },
            Face::Reserve => {
                let maximum = self.reserve_limit();
                value
                    .filter(|value| (1..=maximum).contains(value))
                    .ok_or(Reason::ReserveValue { maximum })
            }
        }
    }

    /// What a card adds to the score with the text in force, and whether that spends it (4 spades,
    /// 8 diamonds, 10 hearts, 11 spades).
    fn points(&self, combat: Combat, card: Card, value: u8) -> (i16, bool) {
        let value = i16::from(value);
        if self.memory.effect_used {
            return (value, false);
        }
        let friedrich = self.city_of(named::FRIEDRICH);
        let prussian = combat.right == Nation::Prussia;
        match self.fate_text() {
            FateText::FranceFirstCard if combat.right == Nation::France => (value + 1, true),
            FateText::FriedrichFirstCardZero if prussian && friedrich == Some(combat.to) => {
                (0, true)
            }
            FateText::FriedrichAttacksStronger if prussian && friedrich == Some(combat.from) => {
                (value + 5, true)
            }
            FateText::ElevenDoubled if card.face == ELEVEN_OF_SPADES && value == 22 => {
                (value, true)
            }
            _ => (value, false),
        }
    }

    /// 7 diamonds: whether Prussia still owes a positive score in this combat, with the right.
    fn must_lead(&self, combat: Combat) -> bool {
        self.fate_text() == FateText::FriedrichMustLead
            && !self.memory.effect_used
            && combat.right == Nation::Prussia
            && self
                .city_of(named::FRIEDRICH)
                .is_some_and(|city| city == combat.from || city == combat.to)
    }

    /// Whether a card would give away a positive score that Prussia can still reach: by bringing
    /// the score to exactly 0, where the right passes, or by leaving cards that cannot reach one any more.
    fn wastes_the_lead(&self, combat: Combat, card: Card, points: i16) -> bool {
        let mut cards = self.playable();
        if !self.can_lead(combat.score, &cards) {
            return false;
        }
        if let Some(place) = cards.iter().position(|other| *other == card) {
            cards.remove(place);
        }
        let score = combat.score + points;
        score == 0 || (score < 0 && !self.can_lead(score, &cards))
    }

    /// Whether cards played in some order bring a score above 0 without stopping at exactly 0.
    ///
    /// They do if they are worth more than is needed, unless all have the same value and hit 0 on
    /// the way. With two different values another order avoids 0, and a Reserve can be declared higher
    /// or lower.
    fn can_lead(&self, score: i16, cards: &[Card]) -> bool {
        let needed = -score;
        let value = |card: &Card| match card.face {
            Face::Suited(_, value) => i16::from(value),
            Face::Reserve => i16::from(self.reserve_limit()),
        };
        let Some(first) = cards.first().map(value) else {
            return false;
        };
        let hits_zero = needed > 0 && needed % first == 0;
        let no_choice = |card: &Card| card.face != Face::Reserve && value(card) == first;
        cards.iter().map(value).sum::<i16>() > needed && !(hits_zero && cards.iter().all(no_choice))
    }

    /// Whether the side with the right to play may stop now (R7.4, R7.5, 7 diamonds).
    ///
    /// # Errors
    ///
    /// The reason why it must play.
    pub fn may_stop(&self) -> Result<(), Reason> {
        let (Some(combat), Some(suit)) = (self.combat, self.suit_to_play()) else {
            return Ok(());
        };
        let playable = self.playable();
        if self.must_lead(combat) && !playable.is_empty() {
            return Err(Reason::MustReachPositiveScore {});
        }
        if combat.score == 0 && playable.iter().any(|card| card.face != Face::Reserve) {
            return Err(Reason::MustPlay { suit });
        }
        Ok(())
    }

    /// R7.4: the side with the right to play stops.
    pub(super) fn act_stop(
        &mut self,
        nation: Nation,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Play)?;
        self.may_stop()?;
        if let Some(combat) = self.combat {
            self.end_combat(combat, events);
        }
        self.go_on_fighting(events);
        Ok(())
    }

    /// The combat ends: the side with the right to play is defeated, or it is a draw (R7.4, R7.5,
    /// R7.7).
    fn end_combat(&mut self, combat: Combat, events: &mut Vec<Event>) {
        self.combat = None;
        let (loser, winner) = self.cities_of_right(combat);
        self.spend_after_combat(combat, loser);
        let Combat { from, to, score, .. } = combat;
        let (Some(losing), Some(winning)) = (self.side_at(loser), self.side_at(winner)) else {
            return;
        };
        if score == 0 {
            let (attacker, defender) =
                if loser == from { (losing, winning) } else { (winning, losing) };
            let (attacker, defender) = (attacker.nation, defender.nation);
            events.push(Event::CombatDrawn { attacker, defender, from, to });
            return;
        }
        self.last_victor = winning.pieces.first();
        if losing.pieces.contains(named::HILDBURGHAUSEN) {
            self.memory.hildburghausen_lost = true;
        }
        let losses = score.unsigned_abs().min(losing.troops.into()) as u8;
        events.push(Event::CombatLost {
            winner: winning.nation,
            loser: losing.nation,
            city: loser,
            score,
            losses,
        });
        // R7.9: a general that retreats or is gone fights no more in this phase.
        self.combats.retain(|(from, to)| *from != loser && *to != loser);
        let remaining = self.lose_troops(loser, losses, RemovalCause::NoTroops, events);
        if losing.nation == Nation::Prussia && winning.nation == Nation::Austria && score <= -3 {
            self.austria_takes_the_card(events);
        }
        if !remaining.is_empty() {
            self.begin_retreat(loser, winner, losses, events);
        }
    }

    /// One-time effects that end with the first combat they could apply to (7 diamonds once
    /// Prussia had to play; 10 hearts, "in the first such combat").
    fn spend_after_combat(&mut self, combat: Combat, loser: CityId) {
        let friedrich = self.city_of(named::FRIEDRICH);
        match self.fate_text() {
            FateText::FriedrichFirstCardZero if friedrich == Some(combat.to) => {
                self.memory.effect_used = true;
            }
            // Prussia stops, so it has played all it could.
            FateText::FriedrichMustLead if friedrich == Some(loser) => {
                self.memory.effect_used = true;
            }
            _ => {}
        }
    }
}
