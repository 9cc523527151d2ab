//! One simulated game on the table: where actions are submitted, counted and, with checks,
//! watched.

use super::coverage::Coverage;
use super::dice::Dice;
use super::limits::LONGEST_GAME;
use super::witness::Witness;
use crate::game::{Action, Event, Nation, Phase, Reason, State};

/// More refusals in a row than this are a dead end: nobody has found a way on.
const PATIENCE: u32 = 500;

/// A game in which refused actions are no fault: players try others.
pub(super) struct SimulatedGame<'a> {
    /// The real position, secrets included.
    pub state: State,
    coverage: &'a mut Coverage,
    events: Vec<Event>,
    /// Who watches, when there are checks.
    witness: Option<Box<Witness>>,
    /// Accepted actions, if somebody wants them.
    pub record: Option<Vec<(Nation, Action)>>,
    /// Whether the player also shifts troops within stacks (R6.4), which brings no game nearer to its end.
    pub redistributes: bool,
    turn: u16,
    refused_in_a_row: u32,
    fault: Option<String>,
}

impl<'a> SimulatedGame<'a> {
    /// A game about to begin; `chance` is for its witness, and without it nobody watches.
    pub fn new(
        state: State,
        chance: Option<Dice>,
        coverage: &'a mut Coverage,
    ) -> SimulatedGame<'a> {
        let witness = chance.map(|chance| Box::new(Witness::new(&state, chance)));
        let turn = state.turn();
        let events = Vec::with_capacity(64);
        SimulatedGame {
            state,
            coverage,
            events,
            redistributes: witness.is_some(),
            witness,
            record: None,
            turn,
            refused_in_a_row: 0,
            fault: None,
        }
    }

    /// Whether there is nothing more to do.
    pub fn is_over(&self) -> bool {
        self.state.phase() == Phase::GameOver || self.fault.is_some()
    }

    /// Whether illegal actions are tried too.
    pub fn is_watched(&self) -> bool {
        self.witness.is_some()
    }

    /// Submits an action; returns whether it was accepted.
    pub fn submit(&mut self, nation: Nation, action: &Action) -> bool {
        if self.is_over() {
            return false;
        }
        self.events.clear();
        let accepted = match &mut self.witness {
            None => {
                let phase = self.state.phase();
                let accepted = self.state.act_into(nation, action, &mut self.events).is_ok();
                if accepted {
                    self.coverage.add_decision(phase, action);
                }
                accepted
            }
            Some(witness) => match witness.submit(&mut self.state, nation, action, self.coverage) {
                Ok(accepted) => accepted,
                Err(fault) => {
                    self.fault = Some(fault);
                    return false;
                }
            },
        };
        if accepted {
            if let Some(record) = &mut self.record {
                record.push((nation, action.clone()));
            }
            self.refused_in_a_row = 0;
            self.count_turn();
        } else {
            self.refused_in_a_row += 1;
            if self.refused_in_a_row > PATIENCE {
                self.fault = Some(format!(
                    "a dead end: {PATIENCE} refusals in a row while {:?} is awaited",
                    self.state.decisions()
                ));
            }
        }
        accepted
    }

    /// Counts an order that was refused before it became an action.
    pub fn note_refusal(&mut self, reason: &Reason) {
        self.coverage.add_refusal(reason);
    }

    /// Counts the Card of Fate of each turn as the turn begins.
    fn count_turn(&mut self) {
        if self.state.turn() != self.turn {
            self.turn = self.state.turn();
            self.coverage.add_text(self.state.fate_text());
            if self.turn > LONGEST_GAME {
                self.fault = Some(format!("turn {} has come: the game does not end", self.turn));
            }
        }
    }

    /// After the game: the final checks of the witness, if one watches, and the final state.
    ///
    /// # Errors
    ///
    /// What was wrong, and after how many accepted actions; this number is 0 without a witness.
    pub fn finish(mut self) -> Result<State, (String, u64)> {
        let accepted = self.witness.as_ref().map_or(0, |witness| witness.accepted());
        if self.fault.is_none()
            && let Some(witness) = &mut self.witness
        {
            self.fault = witness.at_the_end(&self.state, self.coverage).err();
        }
        if let Some(what) = self.fault {
            return Err((what, accepted));
        }
        for stroke in self.state.strokes() {
            self.coverage.add_stroke(*stroke);
        }
        Ok(self.state)
    }
}
