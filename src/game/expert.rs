//! The expert game (R13): East Prussia and the offensive option.
//!
//! The suit of Cards of Fate (R13.1) is in [`super::fate`], the victory in [`super::victory`].

use super::action::DecisionKind;
use super::board::{CityId, board};
use super::cards::{CardRef, Face};
use super::event::Event;
use super::nation::Nation;
use super::pieces::PieceSet;
use super::refusal::{Reason, Refusal};
use super::scenario::{Bohemia, OFFENSIVE_TURN};
use super::state::{Offensive, Phase, State};

/// The lowest card that can be set aside (R13.3).
const OFFENSIVE_CARD: u8 = 10;
/// The map's line 5, as a [`City::y`](super::City::y): what lies south of it, with a greater `y`, counts for R13.5.
const LINE_5: i32 = 935;

impl State {
    /// R13.3: whether Prussia has to decide now, between drawing and moving in turn 3.
    pub(super) fn offensive_option_due(&self) -> bool {
        self.rules.bohemia == Bohemia::OffensiveOption
            && self.turn == OFFENSIVE_TURN
            && self.nation == Nation::Prussia
            && self.offensive == Offensive::Undecided
            // Without a card nothing can be set aside, and an empty hand is public (R3.5).
            && !self.hand(Nation::Prussia).is_empty()
    }

    /// R13.3: a card of value 10 or more is set aside, or the option declined.
    pub(super) fn act_offensive_option(
        &mut self,
        nation: Nation,
        wanted: Option<CardRef>,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::OffensiveOption)?;
        let Some(wanted) = wanted else {
            self.offensive = Offensive::Declined;
            events.push(Event::OffensiveOptionDeclined {});
            self.begin_movement(events);
            return Ok(());
        };
        let card = self.find_in_hand(nation, wanted).ok_or(Reason::NotInHand { card: wanted })?;
        if !matches!(card.face, Face::Suited(_, OFFENSIVE_CARD..)) {
            return Err(Reason::CardTooLow { card: wanted }.into());
        }
        self.take_from_hand(nation, card);
        self.set_aside = Some(card);
        self.offensive = Offensive::Chosen;
        events.push(Event::OffensiveOptionChosen { card });
        // R13.4: all 14 can have been conquered before.
        self.check_offensive_victory(events);
        if self.phase != Phase::GameOver {
            self.begin_movement(events);
        }
        Ok(())
    }

    /// R13.5: Austria takes the card, if it still lies there.
    pub(super) fn austria_takes_the_card(&mut self, events: &mut Vec<Event>) {
        if let Some(card) = self.set_aside.take() {
            self.put_in_hand(Nation::Austria, card);
            self.offensive = Offensive::Taken;
            events.push(Event::OffensiveCardTaken { card });
            self.check_offensive_failure(events);
        }
    }

    /// R13.5: a Prussian general has been removed for lack of supply.
    pub(super) fn prussians_starved_at(&mut self, city: CityId, events: &mut Vec<Event>) {
        if board().info(city).y > LINE_5 {
            self.austria_takes_the_card(events);
        }
    }

    /// R13.6: once both conditions hold, the conquests in Bohemia are taken off.
    pub(super) fn check_offensive_failure(&mut self, events: &mut Vec<Event>) {
        if self.offensive_option_failed() {
            events.push(Event::OffensiveOptionFailed {});
            self.lift_conquests(Nation::Prussia, events);
        }
    }

    /// R13.2: whether Russia controls its objectives in East Prussia and has no general there, at
    /// the end of a Russian action.
    pub(super) fn east_prussia_is_lost(&self) -> bool {
        self.rules.east_prussia
            && self.nation == Nation::Russia
            && self.eastern_objectives().all(|(_, conquered)| conquered)
            && !PieceSet::generals_of(Nation::Russia)
                .iter()
                .filter_map(|general| self.city_of(general))
                .any(|city| board().info(city).in_east_prussia)
    }

    /// Russia's objectives in East Prussia, and whether it has them.
    fn eastern_objectives(&self) -> impl Iterator<Item = (CityId, bool)> {
        let objectives = board().objectives().iter().zip(&self.conquered);
        objectives
            .filter(|(o, _)| o.of == Nation::Russia && board().info(o.city).in_east_prussia)
            .map(|(o, conquered)| (o.city, *conquered))
    }

    /// R13.2: the cities, two of which Prussia names.
    pub fn reconquest_options(&self) -> Vec<CityId> {
        self.eastern_objectives().map(|(city, _)| city).collect()
    }

    /// R13.2: two objectives of Frederick's choice are reconquered.
    pub(super) fn act_reconquest(
        &mut self,
        nation: Nation,
        cities: &[CityId],
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Reconquest)?;
        let options = self.reconquest_options();
        match cities {
            [a, b] if a != b && options.contains(a) && options.contains(b) => {}
            _ => return Err(Reason::TwoOfTheseCities { cities: options }.into()),
        }
        for city in cities {
            if let Some(objective) = board().info(*city).objective {
                self.conquered[usize::from(objective)] = false;
            }
        }
        events.push(Event::ReconqueredEastPrussia { cities: cities.to_vec() });
        self.next_action(events);
        Ok(())
    }
}
