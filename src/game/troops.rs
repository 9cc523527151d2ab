//! Troops (R6): allotment at set-up, redistribution within a stack, losses.

use super::action::{DecisionKind, Troops};
use super::board::CityId;
use super::event::{Event, RemovalCause, TroopsOf};
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet};
use super::refusal::{Reason, Refusal};
use super::state::{Phase, Place, State};

/// The most troops one general can command (R6.2).
pub const GENERAL_MAXIMUM: u8 = 8;
/// The most generals in one city (R4.3).
pub const STACK_MAXIMUM: usize = 3;

impl State {
    /// The generals of a nation to whom troops are allotted: all that take part stand on the map then.
    fn generals_to_allot(&self, nation: Nation) -> PieceSet {
        self.on_map(PieceSet::generals_of(nation))
    }

    /// The nations that have not allotted yet: their generals have no troops.
    pub(super) fn nations_to_allot(&self) -> impl Iterator<Item = Nation> {
        let nations = self.rules.nations.iter().copied();
        nations.filter(|nation| self.in_play(*nation) && self.total_troops(*nation) == 0)
    }

    /// R1.7: a nation with a single general has no choice.
    pub(super) fn allot_without_choice(&mut self) {
        for nation in &self.rules.nations {
            let generals = self.generals_to_allot(*nation);
            if let (1, Some(general)) = (generals.len(), generals.first()) {
                self.pieces[general.index()].troops = self.rules.troops[nation.index()];
            }
        }
    }

    /// R1.7: all troops of the nation, 1 to 8 for each of its generals.
    pub(super) fn act_allot(
        &mut self,
        nation: Nation,
        troops: &Troops,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Allot)?;
        let generals = self.generals_to_allot(nation);
        let mut named = PieceSet::EMPTY;
        for &(piece, troops) in troops {
            if !generals.contains(piece) {
                return Err(Reason::AllotNotAGeneral { piece }.into());
            }
            if !(1..=GENERAL_MAXIMUM).contains(&troops) {
                return Err(Reason::AllotBounds { piece, troops }.into());
            }
            if named.contains(piece) {
                return Err(Reason::PieceTwice { piece }.into());
            }
            named.insert(piece);
        }
        if let Some(piece) = generals.without(named).first() {
            return Err(Reason::AllotMissing { piece }.into());
        }
        let given = troops.iter().map(|(_, troops)| u16::from(*troops)).sum();
        let total = self.rules.troops[nation.index()];
        if given != u16::from(total) {
            return Err(Reason::AllotTotal { given, total }.into());
        }

        for &(piece, troops) in troops {
            self.pieces[piece.index()].troops = troops;
        }
        events.push(Event::Allotted { nation });
        if self.phase == Phase::SetUp && self.nations_to_allot().next().is_none() {
            self.begin_game(events);
        }
        Ok(())
    }

    /// R6.4: the owner may redistribute within a stack at any time.
    pub(super) fn act_redistribute(
        &mut self,
        nation: Nation,
        city: CityId,
        troops: &Troops,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let stack = self.stack_at(city);
        if stack.is_empty() || self.stack_nation(city) != Some(nation) {
            return Err(Reason::NoStackThere { city }.into());
        }
        if self.phase == Phase::SetUp {
            // Never awaited then: this refuses, and says what is.
            self.expect(nation, DecisionKind::Movement)?;
        }
        let mut named = PieceSet::EMPTY;
        for &(piece, troops) in troops {
            if !stack.contains(piece) {
                return Err(Reason::NotInStack { piece, city }.into());
            }
            if !(1..=GENERAL_MAXIMUM).contains(&troops) {
                return Err(Reason::RedistributeBounds { piece, troops }.into());
            }
            if named.contains(piece) {
                return Err(Reason::PieceTwice { piece }.into());
            }
            named.insert(piece);
        }
        // A general who is not named keeps what he has.
        let total = self.troops_of(stack);
        let kept = self.troops_of(stack.without(named));
        let given =
            u16::from(kept) + troops.iter().map(|(_, troops)| u16::from(*troops)).sum::<u16>();
        if given != u16::from(total) {
            return Err(Reason::RedistributeTotal { given, total }.into());
        }

        for &(piece, troops) in troops {
            self.pieces[piece.index()].troops = troops;
        }
        events.push(Event::Redistributed { nation, city, troops: self.list_troops(stack) });
        Ok(())
    }

    /// The troops of each general.
    pub(super) fn list_troops(&self, generals: PieceSet) -> Vec<TroopsOf> {
        generals
            .iter()
            .map(|general| TroopsOf { general, troops: self.pieces[general.index()].troops })
            .collect()
    }

    /// Takes troops from a stack (R7.7), from the general with the highest rank number first; the owner
    /// may redistribute the rest (R6.4). Generals for whom no troop is left go (R6.3).
    ///
    /// Returns the generals that remain.
    pub(super) fn lose_troops(
        &mut self,
        city: CityId,
        losses: u8,
        cause: RemovalCause,
        events: &mut Vec<Event>,
    ) -> PieceSet {
        let stack = self.stack_at(city);
        let Some(nation) = stack.first().map(PieceId::nation) else {
            return stack;
        };
        let losses = losses.min(self.troops_of(stack));
        let left = usize::from(self.troops_of(stack) - losses);
        // R6.3: those of the highest rank numbers go until the rest can be led.
        let gone: PieceSet = stack.iter().skip(left).collect();
        let remaining = stack.without(gone);

        // If somebody goes, exactly one troop is left for each of the others.
        let mut missing = losses;
        for general in stack.iter().rev() {
            let troops = &mut self.pieces[general.index()].troops;
            let floor = if gone.contains(general) { 0 } else { 1 };
            let taken = missing.min(troops.saturating_sub(floor));
            *troops -= taken;
            missing -= taken;
        }

        if losses > 0 {
            self.take_off_map(gone);
            let total = u16::from(self.total_troops(nation));
            events.push(Event::TroopsLost { nation, troops: losses, total });
        }
        if !gone.is_empty() {
            events.push(Event::GeneralsRemoved { nation, pieces: gone, city, cause });
        }
        if !remaining.is_empty() && losses > 0 {
            let troops = self.list_troops(remaining);
            events.push(Event::StackTroops { nation, city, troops });
        }
        remaining
    }

    /// Puts pieces beside the map; they may re-enter (R10).
    pub(super) fn take_off_map(&mut self, pieces: PieceSet) {
        for piece in pieces {
            let state = &mut self.pieces[piece.index()];
            state.place = Place::OffMap;
            state.troops = 0;
            state.face_down = false;
            state.done = false;
        }
    }
}
