//! The six strokes of fate (R11.2 to R11.6): nations leave, generals are removed for good, the
//! Imperial Army changes players.

use super::board::board;
use super::cards::DECKS;
use super::event::{Event, OfDeck, RemovalCause};
use super::fate_deck::Stroke;
use super::fate_pending::FatePending;
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet, named};
use super::setup::Removal;
use super::state::{Place, State};
use super::troops::GENERAL_MAXIMUM;

impl State {
    /// Carries out a stroke of fate (R11.2).
    pub(super) fn strike(&mut self, stroke: Stroke, events: &mut Vec<Event>) {
        if self.strokes.contains(&stroke) {
            // Strokes lie under the deck; one that comes round again has no second effect.
            return;
        }
        let draws_before = Nation::ALL.map(|nation| self.draws(nation));
        let eased_before = Nation::ALL.map(|nation| self.has_eased_victory(nation));
        let imperial_before = self.seat_of(Nation::ImperialArmy);
        let failed_before = self.offensive_option_failed();
        self.strokes.push(stroke);
        events.push(Event::StrokeOfFate { stroke });
        match stroke {
            Stroke::Elisabeth => {
                self.leave(Nation::Russia, events);
                self.remove_by_stroke(self.rules.elisabeth_removes, events);
            }
            Stroke::Sweden => {
                self.leave(Nation::Sweden, events);
                self.remove_by_stroke(self.rules.sweden_removes, events);
            }
            Stroke::India | Stroke::America => {
                if self.has_left(Nation::France) {
                    self.leave(Nation::France, events);
                    if self.rules.plays(Nation::Hanover) {
                        self.remove_for_good(named::CUMBERLAND, events);
                    }
                }
            }
            // Only the first cut can make the option fail; the second finds it failed (R13.6).
            Stroke::LordBute | Stroke::Poems if failed_before => {}
            Stroke::LordBute | Stroke::Poems => self.check_offensive_failure(events),
        }
        for nation in Nation::ALL {
            let draws = self.draws(nation);
            if self.in_play(nation) && draws != draws_before[nation.index()] {
                events.push(Event::DrawsChanged { nation, draws });
            }
            if self.in_play(nation)
                && self.has_eased_victory(nation)
                && !eased_before[nation.index()]
            {
                events.push(Event::EasedVictory { nation });
            }
        }
        let imperial = self.seat_of(Nation::ImperialArmy);
        if imperial != imperial_before {
            events.push(Event::ImperialArmyChangedPlayer { from: imperial_before, to: imperial });
        }
    }

    /// R11.4: the pieces go, the hand is discarded face down, the conquests are taken off.
    fn leave(&mut self, nation: Nation, events: &mut Vec<Event>) {
        if !self.rules.plays(nation) {
            return;
        }
        events.push(Event::NationLeft { nation });
        for piece in PieceSet::of(nation) {
            let state = &mut self.pieces[piece.index()];
            *state = super::state::PieceState {
                place: Place::Removed,
                troops: 0,
                face_down: false,
                done: false,
            };
        }
        let hand = std::mem::take(&mut self.hands[nation.index()]);
        let backs = |deck: u8| hand.iter().filter(|card| card.deck == deck).count() as u8;
        let decks: Vec<OfDeck> = (1..=DECKS)
            .map(|deck| OfDeck { deck, cards: backs(deck) })
            .filter(|of_deck| of_deck.cards > 0)
            .collect();
        for card in hand {
            self.put_on_pile(card);
        }
        if !decks.is_empty() {
            events.push(Event::HandDiscarded { nation, decks });
        }
        self.lift_conquests(nation, events);
    }

    /// Takes off all conquests of a nation (R11.4, R13.6).
    pub(super) fn lift_conquests(&mut self, nation: Nation, events: &mut Vec<Event>) {
        let mut cities = Vec::new();
        for (index, objective) in board().objectives().iter().enumerate() {
            if objective.of == nation && std::mem::take(&mut self.conquered[index]) {
                cities.push(objective.city);
            }
        }
        if !cities.is_empty() {
            events.push(Event::ConquestsLifted { nation, cities });
        }
    }

    fn remove_by_stroke(&mut self, removal: Removal, events: &mut Vec<Event>) {
        match removal {
            Removal::Nobody => {}
            Removal::General(general) => self.remove_for_good(general, events),
            Removal::Choice => match self.removable().len() {
                0 => {}
                1 => {
                    if let Some(only) = self.removable().first() {
                        self.remove_for_good(only, events);
                    }
                }
                _ => self.fate_pending = Some(FatePending::Removal {}),
            },
        }
    }

    /// R11.3: a general is removed for good; generals stacked with him take his troops as far as 8
    /// each allow, the rest is lost.
    pub(super) fn remove_for_good(&mut self, general: PieceId, events: &mut Vec<Event>) {
        let state = self.pieces[general.index()];
        if state.place == Place::Removed {
            return;
        }
        let city = self.city_of(general);
        let nation = general.nation();
        let companions = city
            .map_or(PieceSet::EMPTY, |city| self.stack_at(city).without(PieceSet::one(general)));
        let mut left = state.troops;
        for companion in companions {
            let troops = &mut self.pieces[companion.index()].troops;
            let taken = left.min(GENERAL_MAXIMUM - *troops);
            *troops += taken;
            left -= taken;
        }
        self.take_off_map(PieceSet::one(general));
        self.pieces[general.index()].place = Place::Removed;
        events.push(Event::RemovedForGood { piece: general, city });
        if let Some(city) = city {
            let cause = RemovalCause::Fate;
            let pieces = PieceSet::one(general);
            events.push(Event::GeneralsRemoved { nation, pieces, city, cause });
            if left > 0 {
                let total = self.total_troops(nation).into();
                events.push(Event::TroopsLost { nation, troops: left, total });
            }
            if !companions.is_empty() {
                let troops = self.list_troops(companions);
                events.push(Event::StackTroops { nation, city, troops });
            }
        }
    }
}
