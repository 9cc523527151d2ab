//! The protocol's `read`: how a mail with this text would be read, and what of it the rules allow.
//!
//! What is said is tried on a copy of the position, one thing after another, each where those before it have led.

use crate::game::{Action, Decision, DecisionKind, Nation, Reason, Refusal, Seat, State};
use crate::report::Templates;
use crate::said::{self, Candidate, Context, Language, LineReading, Request, Said};
use serde_json::{Value, json};

/// The reply to `read`.
pub(super) fn reply(
    state: &State,
    seat: Seat,
    language: Language,
    text: &str,
    templates: &Templates,
) -> Value {
    let seat = state.rules().seat_of_role(seat);
    let decisions: Vec<Decision> =
        state.decisions().into_iter().filter(|decision| decision.seat == seat).collect();
    let context = Context {
        state: Some(state),
        seat: Some(seat),
        decisions: &decisions,
        language,
        ..Context::default()
    };
    let reading = said::read(text, &context);
    let mut trial = Trial { state: state.clone(), seat };
    // Of many orders most are refused for the same reason, and a sentence costs more than its order.
    let mut sentences: Vec<(Refusal, Value)> = Vec::new();
    let mut sentence = |refusal: Refusal| {
        if let Some((_, known)) = sentences.iter().find(|(known, _)| *known == refusal) {
            return known.clone();
        }
        let reason = templates.refusal(&refusal);
        let told = json!({
            "rule": refusal.rule,
            "reason": reason.unwrap_or_else(|_| refusal.reason.code().to_owned()),
            "code": refusal.reason.code(),
        });
        sentences.push((refusal, told.clone()));
        told
    };
    let said: Vec<Value> = reading
        .apart()
        .iter()
        .map(|said| {
            let mut entry = said.to_json();
            match trial.carry_out(said) {
                Ok(()) => entry["possible"] = json!(true),
                Err(refusal) => {
                    entry["possible"] = json!(false);
                    entry["refusal"] = sentence(refusal);
                }
            }
            entry
        })
        .collect();
    let lines: Vec<Value> = reading
        .lines
        .iter()
        .map(|line| {
            let mut entry = json!({"number": line.number, "text": line.text});
            match &line.reading {
                LineReading::Understood => entry["reading"] = json!("understood"),
                LineReading::Chatter(_) => entry["reading"] = json!("chatter"),
                LineReading::Question { words, candidates, .. } => {
                    entry["reading"] = json!("question");
                    entry["words"] = json!(words);
                    entry["candidates"] = json!(texts(candidates));
                }
                LineReading::NotUnderstood { trouble, words, near } => {
                    entry["reading"] = json!("not-understood");
                    entry["trouble"] = json!(trouble.code());
                    entry["words"] = json!(words);
                    entry["near"] = json!(texts(near));
                }
            }
            if !line.guessed.is_empty() {
                entry["guessed"] = json!(line.guessed);
            }
            if let Some(left) = &line.left {
                entry["left"] = json!(left);
            }
            entry
        })
        .collect();
    let kept: Vec<Value> = reading.parts.iter().map(Said::to_json).collect();
    json!({"ok": true, "said": said, "kept": kept, "lines": lines})
}

/// A copy of the position on which a mail is tried.
struct Trial {
    state: State,
    seat: Seat,
}

impl Trial {
    fn decision(&self, nation: Option<Nation>) -> Option<Decision> {
        let own = |d: &Decision| d.seat == self.seat && nation.is_none_or(|n| n == d.nation);
        self.state.decisions().into_iter().find(own)
    }

    fn carry_out(&mut self, said: &Said) -> Result<(), Refusal> {
        match &said.request {
            Request::Act(action) => self.act(said, action),
            Request::Stay(pieces) => self.own(said, pieces.first().map(|piece| piece.name())),
            _ => Ok(()),
        }
    }

    /// Refuses what is said of others' pieces.
    fn own(&self, said: &Said, name: Option<&str>) -> Result<(), Refusal> {
        match said.nation {
            Some(nation) if self.state.seat_of(nation) != self.seat => {
                let mine = self
                    .decision(None)
                    .map(|decision| decision.nation)
                    .or_else(|| {
                        Nation::ALL.into_iter().find(|n| self.state.seat_of(*n) == self.seat)
                    })
                    .unwrap_or(nation);
                let name = name.unwrap_or(nation.id()).to_owned();
                Err(Reason::UnknownPiece { nation: mine, name }.into())
            }
            _ => Ok(()),
        }
    }

    fn act(&mut self, said: &Said, action: &Action) -> Result<(), Refusal> {
        let piece = match action {
            Action::MoveVia { pieces, .. } | Action::Move { pieces, .. } => pieces.first(),
            Action::Redistribute { troops, .. } | Action::Allot { troops } => {
                troops.first().map(|(piece, _)| piece)
            }
            _ => None,
        };
        self.own(said, piece.map(|piece| piece.name()))?;
        let awaited = self.decision(said.nation);
        let later = said.turn.is_some_and(|turn| turn > self.state.turn())
            || said.condition.is_some()
            || (said.headed
                && awaited.is_none_or(|d| d.kind != DecisionKind::Movement)
                && matches!(action, Action::MoveVia { .. } | Action::Recruit(_)));
        if later {
            return Ok(());
        }
        let nation = said.nation.or(awaited.map(|decision| decision.nation));
        let nation = nation.or_else(|| self.decision(None).map(|decision| decision.nation));
        let Some(nation) = nation else {
            return Err(Reason::GameOver {}.into());
        };
        self.state.act(nation, action).map(|_| ())
    }
}

/// Candidates in canonical words.
fn texts(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(ToString::to_string).collect()
}
