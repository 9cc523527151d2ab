//! Recruitment and re-entry (R10).
//!
//! Nothing here asks for a piece on the map: a nation without any recruits and re-enters (R10.6).

use super::action::{DecisionKind, Recruitment};
use super::board::{CityId, Home, board};
use super::cards::Card;
use super::event::{Entered, Event, TroopsOf};
use super::fate_deck::FateText;
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet, named};
use super::refusal::{Reason, Refusal};
use super::state::{Place, State};
use super::troops::{GENERAL_MAXIMUM, STACK_MAXIMUM};

/// What a troop or a train costs (R10.2), in points of the cards.
pub const COST: u16 = 6;
/// What a troop or a train costs if all depot cities are hostile (R10.5), in points of the cards.
pub const COST_WITHOUT_DEPOT: u16 = 8;

impl State {
    /// R10.5: whether all depot cities of a nation hold hostile pieces.
    pub fn depots_are_lost(&self, nation: Nation) -> bool {
        board().depots(nation).all(|city| {
            self.pieces_at(city).first().is_some_and(|piece| piece.nation().hostile_to(nation))
        })
    }

    /// What a troop or a train costs a nation now (R10.2, R10.5).
    pub fn cost_of_one(&self, nation: Nation) -> u16 {
        let substitute = self.nation == nation && self.substitute.is_some();
        if substitute || self.depots_are_lost(nation) { COST_WITHOUT_DEPOT } else { COST }
    }

    /// R10.5: whether the city may stand in for a lost depot of the nation.
    pub(super) fn is_substitute(&self, nation: Nation, city: CityId) -> bool {
        let info = board().info(city);
        match nation {
            Nation::Prussia => info.sector == "d2",
            Nation::Hanover => {
                let line = self.rules.hanover_substitute_north_of;
                info.sector == "b1" && line.is_none_or(|line| info.y < line)
            }
            Nation::Russia => info.sector == "h3",
            Nation::Sweden => info.home == Home::Sweden,
            // Alone among those with a sector Austria is bound to its own cities.
            Nation::Austria => info.sector == "f4" && info.home == Home::Austria,
            Nation::ImperialArmy => info.sector == "b4",
            Nation::France => info.sector == "a4",
        }
    }

    /// Cities in which pieces of the nation can re-enter now, apart from who stands there
    /// (R10.4, R10.5).
    pub fn entry_cities(&self, nation: Nation) -> Vec<CityId> {
        if let Some(city) = self.substitute.filter(|_| self.nation == nation) {
            return vec![city];
        }
        if self.depots_are_lost(nation) {
            return board().city_ids().filter(|city| self.is_substitute(nation, *city)).collect();
        }
        board().depots(nation).collect()
    }

    /// Those of the entry cities in which some piece of the nation can re-enter now, by itself and with
    /// one troop, if the hand pays for it (R10.1 to R10.5).
    pub fn open_entry_cities(&self, nation: Nation) -> Vec<CityId> {
        let funds: u16 = self.hand(nation).iter().map(|c| u16::from(c.face.payment())).sum();
        if funds < self.cost_of_one(nation) {
            return Vec::new();
        }
        let off_map = |piece: &PieceId| self.pieces[piece.index()].place == Place::OffMap;
        let pieces: Vec<PieceId> = PieceSet::of(nation).iter().filter(off_map).collect();
        let enters = |piece: PieceId, city: CityId| {
            let mut order = Recruitment::default();
            match piece.is_general() {
                true => order.generals.push((piece, city, 1)),
                false => order.trains.push((piece, city)),
            }
            self.check_recruits(nation, &order).is_ok()
                && self.check_entries(nation, &order).is_ok()
        };
        let mut cities = self.entry_cities(nation);
        cities.retain(|city| pieces.iter().any(|piece| enters(*piece, *city)));
        cities
    }

    /// A payment and what it buys (R10): all of it or nothing.
    pub(super) fn act_recruit(
        &mut self,
        nation: Nation,
        order: &Recruitment,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Movement)?;
        let (cards, cost, substitute) = self.check_recruitment(nation, order)?;

        for &card in &cards {
            self.take_from_hand(nation, card);
            self.put_on_pile(card);
        }
        self.substitute = substitute;
        let mut bought: Vec<TroopsOf> = Vec::new();
        for &(general, troops) in &order.troops {
            self.pieces[general.index()].troops += troops;
            bought.push(TroopsOf { general, troops });
        }
        for &(general, _, troops) in &order.generals {
            self.pieces[general.index()].troops = troops;
            bought.push(TroopsOf { general, troops });
        }
        let generals: Vec<Entered> =
            order.generals.iter().map(|&(piece, city, _)| Entered { piece, city }).collect();
        let trains: Vec<Entered> =
            order.trains.iter().map(|&(piece, city)| Entered { piece, city }).collect();
        events.push(Event::Recruited {
            nation,
            cards,
            cost,
            troops: bought.iter().map(|bought| u16::from(bought.troops)).sum(),
            generals: generals.clone(),
            trains: trains.clone(),
            total: self.total_troops(nation).into(),
        });
        let received = bought.clone();
        events.push(Event::RecruitsAllotted { nation, troops: bought });
        for Entered { piece, city } in generals.into_iter().chain(trains) {
            self.arrive(nation, PieceSet::one(piece), city, events);
        }
        if self.fate_text() == FateText::ReinforcedMayNotAttack && nation == Nation::Prussia {
            self.remember_reinforced(&received);
        }
        Ok(())
    }

    /// R11.11, 10 spades: the troops of a stack are one pool (R6.2), so all its generals have received
    /// them. Who was allotted none has not.
    fn remember_reinforced(&mut self, received: &[TroopsOf]) {
        for TroopsOf { general, .. } in received.iter().filter(|received| received.troops > 0) {
            if let Some(city) = self.city_of(*general) {
                self.memory.reinforced = self.memory.reinforced.or(self.stack_at(city));
            }
        }
    }

    /// Checks everything; returns the cards paid, the cost, and the substitute city then in use.
    fn check_recruitment(
        &self,
        nation: Nation,
        order: &Recruitment,
    ) -> Result<(Vec<Card>, u16, Option<CityId>), Reason> {
        let cards = self.payment(nation, order)?;
        let troops = self.check_recruits(nation, order)?;
        let bought = troops + order.trains.len() as u16;
        if bought == 0 {
            return Err(Reason::NothingBought {});
        }
        let substitute = self.check_entries(nation, order)?;

        let cost = bought * self.cost_of_one(nation);
        let paid: u16 = cards.iter().map(|card| u16::from(card.face.payment())).sum();
        if paid < cost {
            return Err(Reason::PaysTooLittle { cost, paid });
        }
        Ok((cards, cost, substitute))
    }

    /// The cards of the hand that are paid with, each once (R10.1). What is paid too much is lost: no smaller payment
    /// is looked for.
    fn payment(&self, nation: Nation, order: &Recruitment) -> Result<Vec<Card>, Reason> {
        let mut left = self.hand(nation).to_vec();
        let mut cards = Vec::with_capacity(order.pay.len());
        for &card in &order.pay {
            match left.iter().position(|held| card.means(*held)) {
                Some(place) => cards.push(left.remove(place)),
                None if cards.iter().any(|paid| card.means(*paid)) => {
                    return Err(Reason::CardPaidTwice { card });
                }
                None => return Err(Reason::NotInHand { card }),
            }
        }
        Ok(cards)
    }

    /// Who gets the troops (R6.2, R6.5, R10.2, R10.3). Returns how many are bought.
    fn check_recruits(&self, nation: Nation, order: &Recruitment) -> Result<u16, Reason> {
        let mut seen = PieceSet::EMPTY;
        let mut bought = 0;
        for &(piece, troops) in &order.troops {
            let on_map = self.city_of(piece).is_some();
            if !piece.is_general() || piece.nation() != nation || !on_map {
                return Err(Reason::NoGeneralOnMap { piece });
            }
            if seen.contains(piece) {
                return Err(Reason::PieceTwice { piece });
            }
            seen.insert(piece);
            let would_be = u16::from(self.pieces[piece.index()].troops) + u16::from(troops);
            if would_be > u16::from(GENERAL_MAXIMUM) {
                return Err(Reason::GeneralMaximum { piece });
            }
            if troops > 0 {
                self.may_receive(piece, self.city_of(piece))?;
            }
            bought += u16::from(troops);
        }
        for &(piece, city, troops) in &order.generals {
            if !piece.is_general() {
                return Err(Reason::WrongKind { piece });
            }
            if troops == 0 {
                return Err(Reason::ReentryNeedsTroop { piece });
            }
            if troops > GENERAL_MAXIMUM {
                return Err(Reason::GeneralMaximum { piece });
            }
            self.may_receive(piece, Some(city))?;
            bought += u16::from(troops);
        }
        let would_be = u16::from(self.total_troops(nation)) + bought;
        let maximum = self.rules.troops[nation.index()];
        if would_be > u16::from(maximum) {
            return Err(Reason::NationMaximum { maximum, would_be });
        }
        Ok(bought)
    }

    /// R11.8, 7 hearts and 10 spades: whether a general standing in the city may get new troops.
    pub(super) fn may_receive(&self, piece: PieceId, city: Option<CityId>) -> Result<(), Reason> {
        if piece.nation() != Nation::Prussia {
            return Ok(());
        }
        let friedrich = self.city_of(named::FRIEDRICH);
        match self.fate_text() {
            FateText::FriedrichNoTroops
                if piece == named::FRIEDRICH || (friedrich.is_some() && friedrich == city) =>
            {
                Err(Reason::NoNewTroops { piece })
            }
            FateText::ReinforcedMayNotAttack
                if city.is_some_and(|city| self.beside_enemy(piece.nation(), city)) =>
            {
                Err(Reason::ReinforcedBesideEnemy { piece })
            }
            _ => Ok(()),
        }
    }

    /// Where pieces re-enter (R10.4, R10.5). Returns the substitute city in use afterwards.
    fn check_entries(&self, nation: Nation, order: &Recruitment) -> Result<Option<CityId>, Reason> {
        let mut substitute = self.substitute;
        let lost = self.depots_are_lost(nation);
        let mut entered: Vec<(PieceId, CityId)> = Vec::new();
        let generals = order.generals.iter().map(|&(piece, city, _)| (piece, city));
        for (piece, city) in generals.chain(order.trains.iter().copied()) {
            let general = order.generals.iter().any(|(listed, ..)| *listed == piece);
            if general != piece.is_general() {
                return Err(Reason::WrongKind { piece });
            }
            if entered.iter().any(|(earlier, _)| *earlier == piece) {
                return Err(Reason::PieceTwice { piece });
            }
            match self.pieces[piece.index()].place {
                Place::OffMap if piece.nation() == nation => {}
                Place::Removed => return Err(Reason::GoneForGood { piece }),
                _ => return Err(Reason::NotOffMap { piece }),
            }
            match substitute {
                Some(used) if used != city => {
                    return Err(Reason::OneSubstituteOnly { city, used });
                }
                Some(_) => {}
                None if lost && self.is_substitute(nation, city) => substitute = Some(city),
                None if lost => return Err(Reason::NotASubstitute { city }),
                None if board().info(city).depot_of == Some(nation) => {}
                None => return Err(Reason::NotADepot { city }),
            }
            let mut there = self.pieces_at(city);
            there = there.or(entered.iter().filter(|(_, c)| *c == city).map(|(p, _)| *p).collect());
            let own_generals =
                there.iter().all(|other| other.is_general() && other.nation() == nation);
            if !there.is_empty() && (!general || !own_generals) {
                return Err(Reason::NoRoomToEnter { city });
            }
            if there.len() >= STACK_MAXIMUM {
                return Err(Reason::StackFull { city });
            }
            self.may_stand(nation, PieceSet::one(piece), city)?;
            if general && self.fate_text() == FateText::ReinforcedMayNotAttack {
                // He enters with troops just bought.
                self.may_receive(piece, Some(city))?;
            }
            entered.push((piece, city));
        }
        Ok(substitute)
    }
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::*;
    use crate::game::setup::{Edition, Setup};

    fn substitutes(edition: Edition, nation: Nation) -> Vec<&'static str> {
        let state = State::new(Setup { edition, ..Setup::default() }, [0; 32]);
        let cities = board().city_ids().filter(|city| state.is_substitute(nation, *city));
        cities.map(CityId::id).collect()
    }

    #[test]
    fn r10_5_substitute_cities_lie_in_the_named_sectors() {
        let of = |nation| substitutes(Edition::Classic, nation);
        assert!(of(Nation::Prussia).contains(&"spandau"));
        // Whose home it is does not matter.
        assert!(of(Nation::Prussia).contains(&"fuerstenberg-havel"));
        assert!(!of(Nation::Prussia).contains(&"brandenburg"));
        assert!(of(Nation::Hanover).contains(&"celle"));
        for city in ["hamburg", "kiel", "luebeck"] {
            assert!(of(Nation::Hanover).contains(&city), "{city}");
        }
        assert!(!of(Nation::Hanover).contains(&"hannover"));
        assert!(of(Nation::Russia).contains(&"radom"));
        assert_eq!(of(Nation::Sweden).len(), 6);
        assert!(of(Nation::Austria).contains(&"olmuetz"));
        assert!(!of(Nation::Austria).contains(&"neisse"));
        assert!(of(Nation::ImperialArmy).contains(&"bamberg"));
        assert!(!of(Nation::ImperialArmy).contains(&"fulda"));
        assert!(of(Nation::France).contains(&"mainz"));
        assert!(of(Nation::France).contains(&"hanau"));
    }

    #[test]
    fn r10_5_anniversary_hanover_only_north_of_munster() {
        let cities = substitutes(Edition::Anniversary, Nation::Hanover);
        for city in ["winsen", "hamburg", "kiel", "luebeck"] {
            assert!(cities.contains(&city), "{city}");
        }
        assert!(!cities.contains(&"munster"));
        assert!(!cities.contains(&"celle"));
    }

    #[test]
    fn r10_5_a_substitute_city_is_given_up_with_the_movement_phase() {
        let mut json = State::new(Setup::default(), [4; 32]).dump();
        for piece in json["pieces"].as_array_mut().expect("list") {
            let (city, troops) = match piece["name"].as_str() {
                Some("Friedrich") => (Some("magdeburg"), 1),
                Some("Saltikov") => (Some("berlin"), 1),
                _ => (None, 0),
            };
            piece["city"] = city.into();
            piece["troops"] = troops.into();
        }
        json["phase"] = "movement".into();
        json["hands"]["prussia"] = serde_json::json!(["8S/1", "2S/1"]);
        let taken = |card: &serde_json::Value| card == "8S/1" || card == "2S/1";
        json["draw_pile"].as_array_mut().expect("list").retain(|card| !taken(card));
        let mut state = State::load(json).expect("consistent").state;

        let train = named::PRUSSIAN_TRAIN_1;
        let spandau = board().city("spandau").expect("a city");
        let pay = vec!["8S".parse().expect("a card")];
        let order = Recruitment { pay, trains: vec![(train, spandau)], ..Recruitment::default() };
        let act = |state: &mut State, action| state.act(Nation::Prussia, &action).map(|_| ());
        assert_eq!(act(&mut state, Action::Recruit(order)), Ok(()));
        assert_eq!(state.entry_cities(Nation::Prussia), [spandau]);
        assert_eq!(act(&mut state, Action::EndMovement), Ok(()));
        assert!(state.entry_cities(Nation::Prussia).len() > 1);
        assert_eq!(State::load(state.dump()).expect("a dump").state, state);
    }
}
