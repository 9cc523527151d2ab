//! The Clock of Fate (R11): drawing a card, carrying it out, choices that it gives.
//!
//! Immediate effects are here, those of strokes in [`super::strokes`]. What a text changes during
//! the next turn stands where it bites: movement, recruitment, conquest, combat.

use super::action::{DecisionKind, FateChoice};
use super::board::{CityId, Home, board};
use super::cards::{Card, Suit};
use super::event::{Event, FlipCause};
use super::fate_deck::{FateCard, FateInForce, FateText};
use super::fate_pending::{ExchangeAnswer, FatePending};
use super::movement::{Party, Reach};
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet, named};
use super::random::{Randomness, Stream};
use super::refusal::{Reason, Refusal};
use super::state::{Phase, Place, State};
use super::troops::GENERAL_MAXIMUM;
use serde::Serialize;

/// What can be answered to a Card of Fate.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct FateOptions {
    /// Cards of the own hand, one of which may be given away or discarded; empty if the text asks for none.
    pub cards: Vec<Card>,
    /// Generals one of whom may be named; empty if the text asks for none.
    pub generals: Vec<PieceId>,
    /// Cities one of which may be named; empty if the text asks for none.
    pub cities: Vec<CityId>,
    /// Whether the choice may be declined.
    pub may_decline: bool,
}

impl State {
    /// Draws, carries out and puts under the deck the next Card of Fate (R2.3, R11.1).
    pub(super) fn draw_fate(&mut self, events: &mut Vec<Event>) {
        self.fate_in_force = None;
        let Some(card) = self.fate_deck.pop_front() else {
            return self.after_fate(events);
        };
        self.fate_deck.push_back(card);
        match card {
            FateCard::Stroke(stroke) => {
                events.push(Event::FateDrawn { card, suit: None, text: None });
                self.strike(stroke, events);
                // R12.4: what has decided the game leaves nothing to choose.
                if self.victors(true).is_some() {
                    self.fate_pending = None;
                }
            }
            FateCard::Numbered(number) => {
                let suit = self.suit_of_fate();
                let text = self.rules.fate_text(number, suit);
                self.fate_in_force = Some(FateInForce { card: number, suit });
                events.push(Event::FateDrawn { card, suit: Some(suit), text: Some(text) });
                self.carry_out_text(text, events);
            }
        }
        if self.fate_pending.is_some() {
            self.phase = Phase::Fate;
        } else {
            self.after_fate(events);
        }
    }

    /// R13.1: the suit under the last victorious general; spades in the standard game, and when
    /// nobody has won yet or he is off the map.
    pub fn suit_of_fate(&self) -> Suit {
        let victor = self.last_victor.filter(|_| self.rules.suit_of_last_victor);
        let city = victor.and_then(|general| self.city_of(general));
        city.map_or(Suit::Spades, |city| board().info(city).suit)
    }

    /// Immediate effects of a numbered card's text, or the choice it gives.
    fn carry_out_text(&mut self, text: FateText, events: &mut Vec<Event>) {
        use FateText::*;
        let void = match text {
            TottlebenGains => !self.gain_troop(named::TOTTLEBEN, events),
            DaunGains => !self.gain_troop(named::DAUN, events),
            ApraxinLoses => !self.lose_named_troop(named::APRAXIN, events),
            KarlLoses => !self.lose_named_troop(named::KARL, events),
            RussiansFar => !self.flip_far(PieceSet::generals_of(Nation::Russia), events),
            EhrensvaerdFar => !self.flip_far(PieceSet::one(named::EHRENSVAERD), events),
            RussianGains | HanoverianGains | PrussianGains | PrussianLoses | FranceRedraws
            | LaudonMoves | AustriaFlips | PrussiaAustriaSwap | HildburghausenWest => {
                let possible = self.text_can_apply(text);
                self.fate_pending = possible.then_some(FatePending::Text {});
                !possible
            }
            AustriaRussiaExchange => {
                let both = self.exchange_can_apply();
                self.fate_pending = both.then_some(FatePending::Exchange {
                    austria: Default::default(),
                    russia: Default::default(),
                });
                !both
            }
            None => true,
            // All others bite during the next turn.
            _ => false,
        };
        if void {
            events.push(Event::FateWithoutEffect { text });
        }
    }

    /// Whether a choice is to be made at all. Only public facts decide it, so that the question
    /// itself tells nothing.
    pub(super) fn text_can_apply(&self, text: FateText) -> bool {
        let Some(nation) = decider(text) else {
            return false;
        };
        if !self.in_play(nation) {
            return false;
        }
        let generals = self.on_map(PieceSet::generals_of(nation)).len() as u8;
        let total = self.total_troops(nation);
        match text {
            FateText::RussianGains | FateText::HanoverianGains | FateText::PrussianGains => {
                total < self.rules.troops[nation.index()] && total < generals * GENERAL_MAXIMUM
            }
            FateText::PrussianLoses => total > generals,
            FateText::FranceRedraws => !self.hand(nation).is_empty(),
            FateText::PrussiaAustriaSwap => {
                self.in_play(Nation::Austria) && !self.hand(nation).is_empty()
            }
            _ => !self.text_cities(text).is_empty(),
        }
    }

    /// 1 hearts: whether both are in play and hold cards, which is public.
    pub(super) fn exchange_can_apply(&self) -> bool {
        let holds = |nation: &Nation| self.in_play(*nation) && !self.hand(*nation).is_empty();
        [Nation::Austria, Nation::Russia].iter().all(holds)
    }

    /// The nations whose choice a card awaits.
    pub(super) fn nations_with_fate_choice(&self) -> impl Iterator<Item = Nation> {
        let nations = match self.fate_pending {
            Some(FatePending::Removal {}) => [Some(Nation::Prussia), None],
            Some(FatePending::Text {}) => [decider(self.fate_text()), None],
            Some(FatePending::Exchange { austria, russia }) => [
                austria.is_none().then_some(Nation::Austria),
                russia.is_none().then_some(Nation::Russia),
            ],
            None => [None, None],
        };
        nations.into_iter().flatten()
    }

    /// What the nation can answer to the card (R11).
    pub fn fate_options(&self, nation: Nation) -> FateOptions {
        let mut options = FateOptions::default();
        if !self.nations_with_fate_choice().any(|awaited| awaited == nation) {
            return options;
        }
        let generals = || self.on_map(PieceSet::generals_of(nation));
        match (self.fate_pending, self.fate_text()) {
            (Some(FatePending::Removal {}), _) => {
                options.generals = self.removable().iter().collect();
            }
            (Some(FatePending::Exchange { .. }), _)
            | (_, FateText::FranceRedraws | FateText::PrussiaAustriaSwap) => {
                options.cards = self.hand(nation).to_vec();
                options.may_decline = true;
            }
            (_, FateText::PrussianLoses) => {
                let can_lose = |general: &PieceId| self.pieces[general.index()].troops > 1;
                options.generals = generals().iter().filter(can_lose).collect();
            }
            (_, FateText::RussianGains | FateText::HanoverianGains | FateText::PrussianGains) => {
                let can_gain = |general: &PieceId| self.room_beside(*general).is_some();
                options.generals = generals().iter().filter(can_gain).collect();
            }
            (_, text) => {
                options.cities = self.text_cities(text);
                options.may_decline = true;
            }
        }
        options
    }

    /// The cities a text gives to choose from.
    fn text_cities(&self, text: FateText) -> Vec<CityId> {
        match text {
            FateText::LaudonMoves => self.laudon_goals(),
            FateText::HildburghausenWest if self.memory.hildburghausen_lost => self.western_goals(),
            FateText::AustriaFlips => {
                let mut cities: Vec<CityId> = PieceSet::generals_of(Nation::Prussia)
                    .iter()
                    .filter(|general| !self.pieces[general.index()].face_down)
                    .filter_map(|general| self.city_of(general))
                    .filter(|city| matches!(board().info(*city).home, Home::Austria | Home::Saxony))
                    .collect();
                cities.sort_unstable();
                cities.dedup();
                cities
            }
            _ => Vec::new(),
        }
    }

    /// 6 spades: one city, by R4.2; he may leave a stack.
    fn laudon_party(&self) -> Option<Party> {
        Some(Party {
            nation: Nation::Austria,
            pieces: PieceSet::one(named::LAUDON),
            from: self.city_of(named::LAUDON)?,
            reach: Reach { steps: 1, steps_on_main_roads: 1 },
        })
    }

    fn laudon_goals(&self) -> Vec<CityId> {
        let Some(party) = self.laudon_party() else {
            return Vec::new();
        };
        let roads = board().roads(party.from).iter().map(|road| road.to);
        roads.filter(|city| self.may_end(&party, *city).is_ok()).collect()
    }

    /// 12 hearts: two roads over empty cities to an empty city farther west than north or south.
    fn western_goals(&self) -> Vec<CityId> {
        let Some(from) = self.city_of(named::HILDBURGHAUSEN) else {
            return Vec::new();
        };
        let occupied = self.occupied_without(PieceSet::EMPTY);
        let start = board().info(from);
        let mut goals: Vec<CityId> = board()
            .roads(from)
            .iter()
            .filter(|road| !occupied.contains(road.to))
            .flat_map(|road| board().roads(road.to))
            .map(|road| road.to)
            .filter(|city| {
                let end = board().info(*city);
                !occupied.contains(*city) && start.x - end.x > (start.y - end.y).abs()
            })
            .collect();
        goals.sort_unstable();
        goals.dedup();
        goals
    }

    /// A general who can take one troop more for this one: himself, or one stacked with him when
    /// he is full, since troops in a stack may be shifted at any time (R6.4, R11.7).
    fn room_beside(&self, general: PieceId) -> Option<PieceId> {
        let nation = general.nation();
        if self.total_troops(nation) >= self.rules.troops[nation.index()] {
            return None;
        }
        let stack = self.stack_at(self.city_of(general)?);
        let has_room = |other: &PieceId| self.pieces[other.index()].troops < GENERAL_MAXIMUM;
        Some(general).filter(has_room).or_else(|| stack.iter().find(has_room))
    }

    /// R11.7: a general on the map gains a troop, within 8 and the nation's maximum.
    fn gain_troop(&mut self, general: PieceId, events: &mut Vec<Event>) -> bool {
        let Some(receiver) = self.room_beside(general) else {
            return false;
        };
        let nation = general.nation();
        self.pieces[receiver.index()].troops += 1;
        events.push(Event::TroopGained { nation, total: self.total_troops(nation).into() });
        events.push(Event::TroopGainedBy { nation, piece: receiver });
        true
    }

    /// R11.10: a loss named for a general. If those stacked with him have room for all his troops but
    /// one, his owner would hand these over before (R6.4): that is done for him, only he is told,
    /// and the loss is void. Otherwise he loses one.
    fn lose_named_troop(&mut self, general: PieceId, events: &mut Vec<Event>) -> bool {
        let Some(city) = self.city_of(general) else { return false };
        let stack = self.stack_at(city);
        let others = stack.without(PieceSet::one(general));
        let room = |other: PieceId| GENERAL_MAXIMUM - self.pieces[other.index()].troops;
        let mut to_hand_over = self.pieces[general.index()].troops.saturating_sub(1);
        if to_hand_over == 0 || others.iter().map(room).sum::<u8>() < to_hand_over {
            return self.lose_troop(general, events);
        }
        self.pieces[general.index()].troops = 1;
        for other in others {
            let troops = &mut self.pieces[other.index()].troops;
            let taken = to_hand_over.min(GENERAL_MAXIMUM - *troops);
            *troops += taken;
            to_hand_over -= taken;
        }
        let troops = self.list_troops(stack);
        events.push(Event::StackTroops { nation: general.nation(), city, troops });
        false
    }

    /// R11.7: a general on the map loses a troop, never his last one.
    fn lose_troop(&mut self, general: PieceId, events: &mut Vec<Event>) -> bool {
        if self.city_of(general).is_none() || self.pieces[general.index()].troops <= 1 {
            return false;
        }
        let nation = general.nation();
        self.pieces[general.index()].troops -= 1;
        let total = self.total_troops(nation).into();
        events.push(Event::TroopsLost { nation, troops: 1, total });
        events.push(Event::TroopLostBy { nation, piece: general });
        true
    }

    /// 9 spades and 12 clubs: those 5 or 6 cities from their nearest train, along a legal supply
    /// path, are flipped face down.
    fn flip_far(&mut self, generals: PieceSet, events: &mut Vec<Event>) -> bool {
        let mut flipped = false;
        for general in self.on_map(generals) {
            let nation = general.nation();
            let Some(city) = self.city_of(general) else {
                continue;
            };
            let far = matches!(self.supply_distance(nation, city), Some(5 | 6));
            if far && !self.pieces[general.index()].face_down {
                flipped = true;
                self.flip_stack(city, events);
            }
        }
        flipped
    }

    fn flip_stack(&mut self, city: CityId, events: &mut Vec<Event>) {
        let pieces = self.stack_at(city);
        if let Some(nation) = self.stack_nation(city) {
            self.turn_stack(pieces, true);
            events.push(Event::FlippedDown { nation, pieces, city, cause: FlipCause::Fate });
        }
    }

    /// The answer to a Card of Fate's choice.
    pub(super) fn act_fate(
        &mut self,
        nation: Nation,
        choice: FateChoice,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Fate)?;
        let options = self.fate_options(nation);
        match choice {
            FateChoice::Decline if options.may_decline => {}
            FateChoice::Decline => return Err(Reason::MayNotDecline {}.into()),
            FateChoice::Card(card) if options.cards.is_empty() => {
                return Err(if self.find_in_hand(nation, card).is_some() {
                    Reason::NotOffered {}.into()
                } else {
                    Reason::NotInHand { card }.into()
                });
            }
            FateChoice::Card(card) if !options.cards.iter().any(|held| card.means(*held)) => {
                return Err(Reason::NotInHand { card }.into());
            }
            FateChoice::General(general) if !options.generals.contains(&general) => {
                return Err(Reason::NotOffered {}.into());
            }
            FateChoice::City(city) if !options.cities.contains(&city) => {
                return Err(Reason::NotOffered {}.into());
            }
            _ => {}
        }
        let card = match choice {
            FateChoice::Card(card) => self.find_in_hand(nation, card),
            _ => None,
        };
        match self.fate_pending.take() {
            Some(FatePending::Removal {}) => {
                if let FateChoice::General(general) = choice {
                    self.remove_for_good(general, events);
                }
            }
            Some(FatePending::Exchange { mut austria, mut russia }) => {
                let answer = Some(ExchangeAnswer { card });
                if nation == Nation::Austria {
                    austria = answer;
                } else {
                    russia = answer;
                }
                match (austria, russia) {
                    (Some(austria), Some(russia)) => {
                        self.exchange(austria.card.zip(russia.card), events);
                    }
                    _ => {
                        self.fate_pending = Some(FatePending::Exchange { austria, russia });
                        return Ok(());
                    }
                }
            }
            Some(FatePending::Text {}) => self.carry_out_choice(nation, choice, card, events),
            None => {}
        }
        self.after_fate(events);
        Ok(())
    }

    fn carry_out_choice(
        &mut self,
        nation: Nation,
        choice: FateChoice,
        card: Option<Card>,
        events: &mut Vec<Event>,
    ) {
        let text = self.fate_text();
        match (text, choice, card) {
            (FateText::FranceRedraws, _, Some(card)) => {
                self.discard_face_down(nation, card, events);
                self.draw(nation, 1, events);
            }
            (FateText::PrussiaAustriaSwap, _, Some(card)) => self.swap(card, events),
            (FateText::PrussianLoses, FateChoice::General(general), _) => {
                self.lose_troop(general, events);
            }
            (_, FateChoice::General(general), _) => {
                self.gain_troop(general, events);
            }
            (FateText::AustriaFlips, FateChoice::City(city), _) => self.flip_stack(city, events),
            (FateText::LaudonMoves, FateChoice::City(city), _) => {
                self.place_by_fate(named::LAUDON, city, events);
            }
            (FateText::HildburghausenWest, FateChoice::City(city), _) => {
                self.place_by_fate(named::HILDBURGHAUSEN, city, events);
            }
            _ => events.push(Event::FateWithoutEffect { text }),
        }
    }

    /// A move by a Card of Fate: it conquers nothing (R11.8).
    fn place_by_fate(&mut self, general: PieceId, city: CityId, events: &mut Vec<Event>) {
        let Some(from) = self.city_of(general) else {
            return;
        };
        let (nation, pieces) = (general.nation(), PieceSet::one(general));
        events.push(Event::Moved { nation, pieces, from, path: vec![city] });
        self.arrive(nation, pieces, city, events);
    }

    /// 1 hearts: both agreed, or nothing happens, and who refused is not told.
    fn exchange(&mut self, cards: Option<(Card, Card)>, events: &mut Vec<Event>) {
        let text = FateText::AustriaRussiaExchange;
        match cards {
            Some((austrian, russian)) => {
                self.hand_over(Nation::Austria, Nation::Russia, austrian, events);
                self.hand_over(Nation::Russia, Nation::Austria, russian, events);
                events.push(Event::CardsExchanged {
                    between: [Nation::Austria, Nation::Russia],
                    decks: [austrian.deck, russian.deck],
                });
            }
            None => events.push(Event::FateWithoutEffect { text }),
        }
    }

    /// 9 diamonds: Prussia gives a card and draws one at random, perhaps the same.
    fn swap(&mut self, given: Card, events: &mut Vec<Event>) {
        self.hand_over(Nation::Prussia, Nation::Austria, given, events);
        let hand = self.hand(Nation::Austria);
        let mut random = Randomness::new(&self.key, Stream::Draw(self.random_draws));
        let drawn = hand[random.below(hand.len() as u32) as usize];
        self.random_draws += 1;
        self.hand_over(Nation::Austria, Nation::Prussia, drawn, events);
        events.push(Event::CardsExchanged {
            between: [Nation::Prussia, Nation::Austria],
            decks: [given.deck, drawn.deck],
        });
    }

    fn hand_over(&mut self, from: Nation, to: Nation, card: Card, events: &mut Vec<Event>) {
        self.take_from_hand(from, card);
        self.put_in_hand(to, card);
        events.push(Event::CardGiven { nation: from, card });
        events.push(Event::CardReceived { nation: to, card });
    }

    /// 2 clubs: whether Fermor is in Küstrin or beside it now.
    pub(super) fn fermor_is_at_kuestrin(&self) -> bool {
        let kuestrin = board().city("kuestrin");
        let distance = self
            .city_of(named::FERMOR)
            .zip(kuestrin)
            .map(|(city, kuestrin)| board().distance(city, kuestrin));
        distance.is_some_and(|distance| distance <= 1)
    }

    /// 8 clubs: from where to where Prussian stacks attacked by Daun may withdraw.
    pub fn withdrawals(&self) -> Vec<(CityId, CityId)> {
        let Some(daun) = self.city_of(named::DAUN).filter(|_| self.nation == Nation::Austria)
        else {
            return Vec::new();
        };
        let occupied = self.occupied_without(PieceSet::EMPTY);
        let attacked = self.combats.iter().filter(|(from, _)| *from == daun).map(|(_, to)| *to);
        attacked
            .filter(|to| self.stack_nation(*to) == Some(Nation::Prussia))
            .flat_map(|from| board().roads(from).iter().map(move |road| (from, road.to)))
            .filter(|(_, to)| !occupied.contains(*to))
            .collect()
    }

    /// 8 clubs: a Prussian stack leaves before the combat and fights no more in this phase.
    pub(super) fn act_withdraw(
        &mut self,
        nation: Nation,
        from: CityId,
        to: CityId,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::DaunWithdrawal)?;
        if !self.withdrawals().contains(&(from, to)) {
            return Err(Reason::NoWithdrawal { stack: from, to }.into());
        }
        for general in self.stack_at(from) {
            self.pieces[general.index()].place = Place::At(to);
        }
        self.combats.retain(|(_, attacked)| *attacked != from);
        events.push(Event::Withdrew { nation, from, to });
        if self.withdrawals().is_empty() {
            self.go_on_fighting(events);
        }
        Ok(())
    }

    /// 8 clubs: no further withdrawal.
    pub(super) fn act_stay(
        &mut self,
        nation: Nation,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::DaunWithdrawal)?;
        self.go_on_fighting(events);
        Ok(())
    }

    /// The generals of whom Prussia may have to remove one: any but Friedrich, on or off the map
    /// (R11.2).
    pub(super) fn removable(&self) -> PieceSet {
        PieceSet::generals_of(Nation::Prussia)
            .without(PieceSet::one(named::FRIEDRICH))
            .iter()
            .filter(|general| self.pieces[general.index()].place != Place::Removed)
            .collect()
    }
}

/// Who decides about a text with a choice for one nation.
fn decider(text: FateText) -> Option<Nation> {
    match text {
        FateText::RussianGains => Some(Nation::Russia),
        FateText::HanoverianGains => Some(Nation::Hanover),
        FateText::FranceRedraws => Some(Nation::France),
        FateText::LaudonMoves | FateText::AustriaFlips => Some(Nation::Austria),
        FateText::PrussianGains
        | FateText::PrussianLoses
        | FateText::PrussiaAustriaSwap
        | FateText::HildburghausenWest => Some(Nation::Prussia),
        _ => None,
    }
}
