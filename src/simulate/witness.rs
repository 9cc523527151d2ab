//! Watches every action of a simulated game and says what is wrong.

use super::coverage::Coverage;
use super::dice::Dice;
use super::ledger::Ledger;
use super::{invariants, mischief, secrecy};
use crate::game::{Action, Event, Nation, Order, State};

/// Compares each action's events with the position, what seats see with what they may know, and the game
/// with its replay.
pub(super) struct Witness {
    dice: Dice,
    ledger: Ledger,
    /// The position as it was set up, and all that was accepted since.
    start: State,
    actions: Vec<(Nation, Action)>,
}

impl Witness {
    /// Watches from this position on.
    pub fn new(state: &State, dice: Dice) -> Witness {
        Witness { dice, ledger: Ledger::new(state), start: state.clone(), actions: Vec::new() }
    }

    /// Accepted actions so far.
    pub fn accepted(&self) -> u64 {
        self.actions.len() as u64
    }

    /// Submits an action and checks all that must hold afterwards. Returns whether it was
    /// accepted, or what is wrong.
    ///
    /// # Errors
    ///
    /// What must hold and does not.
    pub fn submit(
        &mut self,
        state: &mut State,
        nation: Nation,
        action: &Action,
        coverage: &mut Coverage,
    ) -> Result<bool, String> {
        let before = state.clone();
        let mut events = Vec::new();
        match state.act_into(nation, action, &mut events) {
            Err(refusal) => {
                coverage.add_refusal(&refusal.reason);
                if *state != before || !events.is_empty() {
                    let order = order_text(nation, action);
                    return Err(format!("refused, yet something changed: {order}"));
                }
                Ok(false)
            }
            Ok(()) => {
                coverage.add_decision(before.phase(), action);
                self.actions.push((nation, action.clone()));
                self.check_accepted(&before, state, nation, action, &events)
                    .map_err(|fault| format!("{fault}; after {}", order_text(nation, action)))?;
                Ok(true)
            }
        }
    }

    fn check_accepted(
        &mut self,
        before: &State,
        state: &State,
        nation: Nation,
        action: &Action,
        events: &[Event],
    ) -> Result<(), String> {
        if Order::from(action).resolve(nation).as_ref() != Ok(action) {
            return Err("its order does not mean the action".into());
        }
        invariants::check(state)?;
        self.ledger.read(events, state)?;
        self.ledger.compare(state)?;
        secrecy::check_events(events)?;
        if self.dice.percent(8) {
            secrecy::check_views(state, &mut self.dice)?;
            secrecy::check_action(before, state, nation, action, events, &mut self.dice)?;
        }
        if self.dice.percent(4) {
            mischief::check_options(state, &mut self.dice)?;
        }
        Ok(())
    }

    /// After the game: nothing is accepted any more, and the same actions from the same start lead
    /// to the same end.
    ///
    /// # Errors
    ///
    /// What must hold and does not.
    pub fn at_the_end(&mut self, state: &State, coverage: &mut Coverage) -> Result<(), String> {
        let mut after = state.clone();
        match after.act(Nation::Prussia, &Action::EndMovement) {
            Err(refusal) => coverage.add_refusal(&refusal.reason),
            Ok(_) => return Err("an action was accepted after the end of the game".into()),
        }
        let mut replayed = self.start.clone();
        for (nation, action) in &self.actions {
            if let Err(refusal) = replayed.act(*nation, action) {
                let order = order_text(*nation, action);
                return Err(format!("refused when replayed, {refusal:?}: {order}"));
            }
        }
        if replayed != *state {
            return Err("the same actions from the same start led to another end".into());
        }
        Ok(())
    }
}

/// The action as the protocol writes it.
fn order_text(nation: Nation, action: &Action) -> String {
    let json = serde_json::to_string(&Order::from(action)).unwrap_or_default();
    format!("{nation} {json}")
}
