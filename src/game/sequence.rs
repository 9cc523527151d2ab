//! The sequence of play (R2): which action is accepted when, and what follows from it.
//!
//! ```text
//! set-up ─► for each turn, for each nation in play:
//!             1 draw        begin_action      (discard, offensive option)
//!             2 movement    begin_movement ─► end_movement
//!             3 combat      begin_combats  ─► go_on_fighting
//!             4 retroactive conquests  ┐
//!             5 supply                 ├ end_action  (reconquest in East Prussia)
//!           end of turn: victory, Card of Fate, victory again   end_turn
//! ```
//!
//! Each step ends by going on to the next one, or by leaving the state in a phase that awaits
//! somebody. An accepted action is checked wholly before anything changes.

use super::action::{Action, DecisionKind};
use super::event::Event;
use super::fate_deck::FateText;
use super::nation::Nation;
use super::pieces::{PieceSet, named};
use super::refusal::{Awaited, Reason, Refusal};
use super::state::{Phase, State};

impl State {
    /// Carries out an action of a nation, and all that follows until somebody is awaited again.
    ///
    /// A refused action changes nothing.
    ///
    /// # Errors
    ///
    /// The rules refuse the action: the reason, and the number of the rule.
    pub fn act(&mut self, nation: Nation, action: &Action) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::with_capacity(8);
        self.act_into(nation, action, &mut events)?;
        Ok(events)
    }

    /// Like [`State::act`], with the events added to a vector the caller keeps.
    ///
    /// # Errors
    ///
    /// As [`State::act`].
    pub fn act_into(
        &mut self,
        nation: Nation,
        action: &Action,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if self.phase == Phase::GameOver {
            return Err(Reason::GameOver {}.into());
        }
        match action {
            Action::Allot { troops } => self.act_allot(nation, troops, events),
            Action::Discard { card } => self.act_discard(nation, *card, events),
            Action::OffensiveOption { card } => self.act_offensive_option(nation, *card, events),
            Action::Move { pieces, path } => self.act_move(nation, pieces, path, events),
            Action::MoveVia { pieces, via } => self.act_move_via(nation, pieces, via, events),
            Action::Recruit(recruitment) => self.act_recruit(nation, recruitment, events),
            Action::EndMovement => {
                self.expect(nation, DecisionKind::Movement)?;
                self.end_movement(events);
                Ok(())
            }
            Action::Attack { from, to } => self.act_attack(nation, *from, *to, events),
            Action::Play { card, value } => self.act_play(nation, *card, *value, events),
            Action::Stop => self.act_stop(nation, events),
            Action::Retreat { to } => self.act_retreat(nation, *to, events),
            Action::Redistribute { city, troops } => {
                self.act_redistribute(nation, *city, troops, events)
            }
            Action::Fate { choice } => self.act_fate(nation, *choice, events),
            Action::Reconquest { cities } => self.act_reconquest(nation, cities, events),
            Action::Withdraw { stack, to } => self.act_withdraw(nation, *stack, *to, events),
            Action::Stay => self.act_stay(nation, events),
        }
    }

    /// Refuses what is not awaited of this nation now (R2.2).
    pub(super) fn expect(&self, nation: Nation, kind: DecisionKind) -> Result<(), Refusal> {
        if self.awaits(nation, kind) {
            return Ok(());
        }
        let awaited = self
            .decisions()
            .iter()
            .map(|decision| Awaited { nation: decision.nation, kind: decision.kind })
            .collect();
        Err(Reason::NotAwaited { nation, awaited }.into())
    }

    /// Whether this decision of this nation is awaited now.
    pub fn awaits(&self, nation: Nation, kind: DecisionKind) -> bool {
        match (self.phase, kind) {
            // The decision of every movement and every card: answered without building a list.
            (Phase::Movement, DecisionKind::Movement) => self.nation == nation,
            (Phase::Movement, _) => false,
            _ => self.decisions().iter().any(|d| d.nation == nation && d.kind == kind),
        }
    }

    /// After the last allotment the first turn begins.
    pub(super) fn begin_game(&mut self, events: &mut Vec<Event>) {
        events.push(Event::TurnBegan { turn: self.turn });
        self.begin_action(self.rules.nations[0], events);
    }

    /// Phase 1 of an action (R3.1).
    pub(super) fn begin_action(&mut self, nation: Nation, events: &mut Vec<Event>) {
        self.nation = nation;
        events.push(Event::ActionBegan { nation });
        let cards = self.draw(nation, self.draws(nation), events);
        // One of the cards just drawn: with nothing left to draw there is nothing to discard.
        if self.discards(nation) > 0 && !cards.is_empty() {
            self.drawn = cards;
            self.phase = Phase::Discard;
        } else {
            self.after_draw(events);
        }
    }

    /// Between drawing and moving (R13.3).
    pub(super) fn after_draw(&mut self, events: &mut Vec<Event>) {
        if self.offensive_option_due() {
            self.phase = Phase::OffensiveOption;
        } else {
            self.begin_movement(events);
        }
    }

    /// Phase 2 begins (R4).
    pub(super) fn begin_movement(&mut self, events: &mut Vec<Event>) {
        self.phase = Phase::Movement;
        self.substitute = None;
        self.marked.fill(false);
        for piece in PieceSet::of(self.nation) {
            self.pieces[piece.index()].done = false;
        }
        // R11.8, 2 clubs: where Fermor stands now decides, wherever he might be led later.
        if self.fate_text() == FateText::FermorAtKuestrin && self.nation == Nation::Russia {
            self.pieces[named::FERMOR.index()].done = self.fermor_is_at_kuestrin();
        }
        // With nothing on the map and nothing to pay with there is nothing to order, and both
        // are public (R3.5).
        if self.on_map(PieceSet::of(self.nation)).is_empty() && self.hand(self.nation).is_empty() {
            self.end_movement(events);
        }
    }

    /// Phase 2 ends; phase 3 begins (R7.1).
    fn end_movement(&mut self, events: &mut Vec<Event>) {
        events.push(Event::MovementEnded { nation: self.nation });
        self.substitute = None;
        for piece in PieceSet::of(self.nation) {
            self.pieces[piece.index()].done = false;
        }
        self.begin_combats(events);
    }

    /// Phases 4 and 5, then the next nation.
    pub(super) fn end_action(&mut self, events: &mut Vec<Event>) {
        self.conquer_retroactively(events);
        if self.phase == Phase::GameOver {
            return;
        }
        self.check_supply(events);
        if self.phase == Phase::GameOver {
            return;
        }
        if self.east_prussia_is_lost() {
            self.phase = Phase::Reconquest;
        } else {
            self.next_action(events);
        }
    }

    /// The next nation in the sequence, or the end of the turn (R2.1).
    pub(super) fn next_action(&mut self, events: &mut Vec<Event>) {
        let next = Nation::ALL
            .into_iter()
            .filter(|nation| *nation > self.nation)
            .find(|nation| self.in_play(*nation));
        match next {
            Some(nation) => self.begin_action(nation, events),
            None => self.end_turn(events),
        }
    }

    /// The turn in which a nation's next movement phase begins; one that goes on now does not count (R2.1).
    pub fn turn_of_next_movement(&self, nation: Nation) -> u16 {
        let before_movement = matches!(self.phase(), Phase::Discard | Phase::OffensiveOption);
        let comes = match self.phase() {
            Phase::SetUp => true,
            _ => nation > self.nation || (nation == self.nation && before_movement),
        };
        if comes { self.turn } else { self.turn + 1 }
    }

    /// A new turn begins, with the action of its first nation (R2.1).
    pub(super) fn next_turn(&mut self, events: &mut Vec<Event>) {
        self.turn += 1;
        self.memory = Default::default();
        events.push(Event::TurnBegan { turn: self.turn });
        self.begin_action(self.rules.nations[0], events);
    }
}
