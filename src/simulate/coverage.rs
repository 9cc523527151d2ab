//! What occurred in simulated games, and what never did.

use crate::game::{Action, DecisionKind, FateText, Phase, Reason, Rules, Stroke, Suit};
use std::collections::BTreeMap;

/// All kinds of decisions a game can wait for.
const DECISIONS: [DecisionKind; 10] = [
    DecisionKind::Allot,
    DecisionKind::Discard,
    DecisionKind::OffensiveOption,
    DecisionKind::Movement,
    DecisionKind::DaunWithdrawal,
    DecisionKind::Attack,
    DecisionKind::Play,
    DecisionKind::Retreat,
    DecisionKind::Fate,
    DecisionKind::Reconquest,
];

/// Counters for texts, by their place in the declaration of [`FateText`]; there are fewer texts than this.
const TEXTS: usize = 48;

/// Counts of what occurred.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    decisions: [u64; DECISIONS.len()],
    texts: [u64; TEXTS],
    strokes: [u64; Stroke::ALL.len()],
    /// Refusals by their code, counted only with checks.
    pub refusals: BTreeMap<&'static str, u64>,
    /// Accepted actions.
    pub actions: u64,
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage {
            decisions: [0; DECISIONS.len()],
            texts: [0; TEXTS],
            strokes: [0; Stroke::ALL.len()],
            refusals: BTreeMap::new(),
            actions: 0,
        }
    }
}

impl Coverage {
    /// An action was accepted that answers a decision of this phase.
    pub fn add_decision(&mut self, phase: Phase, action: &Action) {
        let kind = match (phase, action) {
            // Allowed at any time, and nobody's decision (R6.4).
            (_, Action::Redistribute { .. }) => None,
            (Phase::SetUp, _) => Some(DecisionKind::Allot),
            (Phase::Discard, _) => Some(DecisionKind::Discard),
            (Phase::OffensiveOption, _) => Some(DecisionKind::OffensiveOption),
            (Phase::Movement, _) => Some(DecisionKind::Movement),
            (Phase::Withdrawal, _) => Some(DecisionKind::DaunWithdrawal),
            (Phase::Combat, Action::Attack { .. }) => Some(DecisionKind::Attack),
            (Phase::Combat, Action::Retreat { .. }) => Some(DecisionKind::Retreat),
            (Phase::Combat, _) => Some(DecisionKind::Play),
            (Phase::Reconquest, _) => Some(DecisionKind::Reconquest),
            (Phase::Fate, _) => Some(DecisionKind::Fate),
            (Phase::GameOver, _) => None,
        };
        if let Some(place) = kind.and_then(|kind| DECISIONS.iter().position(|k| *k == kind)) {
            self.decisions[place] += 1;
        }
        self.actions += 1;
    }

    /// A turn began with this text in force.
    pub fn add_text(&mut self, text: FateText) {
        self.texts[text as usize] += 1;
    }

    /// A stroke of fate happened.
    pub fn add_stroke(&mut self, stroke: Stroke) {
        self.strokes[stroke as usize] += 1;
    }

    /// An action was refused.
    pub fn add_refusal(&mut self, reason: &Reason) {
        *self.refusals.entry(reason.code()).or_default() += 1;
    }

    /// How often each kind of decision was made.
    pub fn decisions(&self) -> impl Iterator<Item = (&'static str, u64)> {
        DECISIONS.iter().map(|kind| kind.id()).zip(self.decisions)
    }

    /// The texts that can come in games of these rules, with how often they did: those of spades, or of all
    /// suits where the suit of the last victor decides (R11.1, R13.1).
    pub fn texts(&self, rules: &[&Rules]) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for rules in rules {
            for card in 1..=12 {
                for suit in Suit::ALL {
                    if suit == Suit::Spades || rules.suit_of_last_victor {
                        let text = rules.fate_text(card, suit);
                        counts.insert(name_of(text), self.texts[text as usize]);
                    }
                }
            }
        }
        counts
    }

    /// How often each stroke of fate happened.
    pub fn strokes(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Stroke::ALL.iter().map(|stroke| stroke.id()).zip(self.strokes)
    }

    /// The codes of refusals that never occurred.
    pub fn missing_refusals(&self) -> Vec<&'static str> {
        let all = Reason::ALL.iter().map(|(code, _)| *code);
        all.filter(|code| !self.refusals.contains_key(code)).collect()
    }
}

/// The text's name in the data file.
fn name_of(text: FateText) -> String {
    match serde_json::to_value(text) {
        Ok(serde_json::Value::String(name)) => name,
        _ => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_a_counter() {
        // The last variant of the declaration.
        assert!((FateText::HildburghausenWest as usize) < TEXTS);
    }
}
