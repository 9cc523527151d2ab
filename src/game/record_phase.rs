//! What a position that is loaded awaits must be something that a game can await: the phase, and the
//! choice that a Card of Fate gives.
//!
//! The pieces and cards have been read before; here they are only compared with what is asked.

use super::fate_deck::{FateText, Stroke};
use super::fate_pending::FatePending;
use super::nation::Nation;
use super::record::{Inconsistent, fault};
use super::setup::Removal;
use super::state::{Phase, State};
use super::victory::FIRST_FATE_TURN;

/// A phase that awaits somebody needs what it asks about.
pub(super) fn check_phase(state: &State) -> Result<(), Inconsistent> {
    let combat = state.combat.is_some() || !state.combats.is_empty() || state.retreat.is_some();
    let what = match state.phase {
        Phase::Combat | Phase::Withdrawal if !combat => "no combat is due",
        Phase::Withdrawal if state.fate_text() != FateText::DaunWithdrawal => {
            "no fate_text lets anybody withdraw (R11.8, 8 clubs)"
        }
        Phase::Withdrawal if state.combat.is_some() || state.retreat.is_some() => {
            "who withdraws does so before the first combat (R11.8, 8 clubs)"
        }
        Phase::Withdrawal if state.withdrawals().is_empty() => {
            "Daun attacks nobody who could withdraw (R11.8, 8 clubs)"
        }
        Phase::Discard if state.hand(state.nation).is_empty() => "there is nothing to discard",
        Phase::Discard if state.discards(state.nation) == 0 => {
            "this nation discards nothing of what it draws (R3.1, R11.2, R14.1)"
        }
        Phase::OffensiveOption if state.nation != Nation::Prussia => "only Prussia decides that",
        Phase::OffensiveOption if !state.offensive_option_due() => {
            "it is decided once, in turn 3 of the expert game, with a card in hand (R13.3)"
        }
        Phase::Reconquest if !state.east_prussia_is_lost() => {
            "Russia must control its objectives in East Prussia at the end of its action in the \
             expert game, with no general there (R13.2)"
        }
        Phase::Fate => return check_fate(state),
        Phase::GameOver if state.outcome.is_none() => "no outcome is given",
        Phase::SetUp if state.nations_to_allot().next().is_none() => "all have allotted",
        _ => return Ok(()),
    };
    let phase = serde_json::to_value(state.phase).unwrap_or_default();
    fault(format!("phase {phase}: {what}"))
}

/// The choice that a Card of Fate gives must be one that this card gives in this position (R11).
fn check_fate(state: &State) -> Result<(), Inconsistent> {
    let wrong = |what: String| fault(format!("fate_choice: {what}"));
    let Some(pending) = state.fate_pending else {
        return fault("phase \"fate\": no fate_choice is given");
    };
    if state.turn < FIRST_FATE_TURN {
        return wrong(format!("no Card of Fate is drawn before turn {FIRST_FATE_TURN} (R2.3)"));
    }
    let last = state.rules.nations.iter().rev().find(|nation| state.in_play(**nation));
    if let Some(last) = last.filter(|last| **last != state.nation) {
        return wrong(format!(
            "a Card of Fate comes after the action of {last}, the last in the sequence, and not \
             after that of {} (R2.3)",
            state.nation
        ));
    }
    match pending {
        FatePending::Removal {} => check_removal(state),
        FatePending::Text {} if !state.text_can_apply(state.fate_text()) => {
            wrong("the fate_text gives nobody a choice in this position (R11.8)".into())
        }
        FatePending::Text {} => Ok(()),
        FatePending::Exchange { .. }
            if state.fate_text() != FateText::AustriaRussiaExchange
                || !state.exchange_can_apply() =>
        {
            wrong(
                "Austria and Russia exchange cards only by the text of 1 hearts, if both are in \
                 play and hold cards (R11.8)"
                    .into(),
            )
        }
        FatePending::Exchange { austria, russia } => {
            let answers = [(Nation::Austria, austria), (Nation::Russia, russia)];
            for (nation, answer) in answers {
                let card = answer.and_then(|answer| answer.card);
                if let Some(card) = card.filter(|card| !state.hand(nation).contains(card)) {
                    return wrong(format!("{nation} does not hold {card}"));
                }
            }
            match answers.iter().all(|(_, answer)| answer.is_some()) {
                true => wrong("both have answered, so nothing is awaited".into()),
                false => Ok(()),
            }
        }
    }
}

/// R11.2: a general of Prussia's choice is to be removed.
fn check_removal(state: &State) -> Result<(), Inconsistent> {
    let removed_by = |stroke: &Stroke| match stroke {
        Stroke::Elisabeth => state.rules.elisabeth_removes,
        Stroke::Sweden => state.rules.sweden_removes,
        _ => Removal::Nobody,
    };
    let what = if !state.strokes.iter().any(|stroke| removed_by(stroke) == Removal::Choice) {
        "no stroke of fate that has happened lets Prussia choose a general (R11.2)"
    } else if state.fate_in_force.is_some() {
        "while a stroke of fate is carried out no fate_text is in force (R11.7)"
    } else if state.removable().is_empty() {
        "there is no general whom Prussia could remove (R11.2)"
    } else if state.victors(true).is_some() {
        "the stroke of fate has decided the game, so nothing is asked (R12.4)"
    } else {
        return Ok(());
    };
    fault(format!("fate_choice: {what}"))
}
