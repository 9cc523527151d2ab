//! Where drafts are kept until they are carried out, and how prompts show them.
//!
//! What a draft is, and how mails edit it, [`super::draft`] knows; here it is read, kept, and
//! carried out: together, or not at all.

use crate::campaign::office::CampaignError;
use crate::campaign::plans::ahead::AheadOrders;
use crate::campaign::plans::draft::{Draft, Editor};
use crate::campaign::plans::held::Held;
use crate::campaign::plans::plan::{Kept, PhaseOf, open_movement};
use crate::campaign::plans::{ahead, instructions, keeping};
use crate::campaign::table::facts::to_move;
use crate::campaign::table::progress::{Cause, Progress};
use crate::game::{
    Action, CityId, DecisionKind, Nation, Order, PieceId, Refusal, Seat, State, Troops, board,
};
use crate::orders;
use crate::report::Prompt;
use crate::store::StoredDraft;
use chrono::{DateTime, Utc};

/// An order of a draft that has become impossible.
pub(crate) struct Impossible {
    /// Its canonical text.
    pub text: String,
    /// What hinders it now.
    pub refusal: Refusal,
}

/// The name of the draft for a nation's movement phase in a turn.
pub(crate) fn movement_key(turn: u16, nation: Nation) -> String {
    format!("movement-{turn}-{}", nation.id())
}

/// The name under which the troops of an incomplete set-up are kept.
fn allotment_key(nation: Nation) -> String {
    format!("allotment-{}", nation.id())
}

/// SHA-256 of the mail that a draft came in.
pub(crate) fn sha256_of(draft: &StoredDraft) -> Option<String> {
    read(draft).sha256
}

/// A draft as it is kept. One that cannot be read counts as empty: it is nothing but a convenience.
fn read(draft: &StoredDraft) -> Draft {
    serde_json::from_str(&draft.body).unwrap_or_else(|error| {
        tracing::error!(%error, key = draft.key, "a draft is unreadable");
        Draft::default()
    })
}

/// The draft of a seat for one movement phase.
fn of_phase(
    progress: &Progress<'_>,
    seat: Seat,
    (turn, nation): PhaseOf,
) -> Result<Option<StoredDraft>, CampaignError> {
    Ok(progress.tx.draft(progress.game.id, seat.id(), &movement_key(turn, nation))?)
}

/// The lines that hold the open draft back, with the pieces that each speaks of.
fn holding(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<Vec<(Held, Vec<PieceId>)>, CampaignError> {
    let Some(phase) = open_movement(&progress.state, seat) else { return Ok(Vec::new()) };
    let Some(draft) = of_phase(progress, seat, phase)? else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for held in read(&draft).held {
        let names = held.pieces.iter();
        let pieces = names.filter_map(|name| PieceId::from_name(phase.1, name)).collect();
        all.push((held, pieces));
    }
    Ok(all)
}

/// The pieces of the lines that hold the open draft back.
pub(crate) fn spoken_of(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<Vec<PieceId>, CampaignError> {
    let mut pieces: Vec<PieceId> = Vec::new();
    for found in holding(progress, seat)?.into_iter().flat_map(|(_, pieces)| pieces) {
        if !pieces.contains(&found) {
            pieces.push(found);
        }
    }
    Ok(pieces)
}

/// The pieces that march in the drafts that are kept.
pub(crate) fn marching(progress: &Progress<'_>, seat: Seat) -> Result<Vec<PieceId>, CampaignError> {
    let mut all = Vec::new();
    for ((_, nation), draft) in kept(progress, seat)?.drafts {
        let (editor, _) = Editor::open(&progress.state, nation, &draft);
        for entry in editor.entries() {
            match &entry.action {
                Action::Move { pieces, .. } | Action::MoveVia { pieces, .. } => {
                    all.extend(pieces.iter().copied());
                }
                _ => {}
            }
        }
    }
    Ok(all)
}

/// Whether purchases wait to be carried out: in the open draft, or in orders for later.
pub(crate) fn buys(progress: &Progress<'_>, seat: Seat) -> Result<bool, CampaignError> {
    let kept = kept(progress, seat)?;
    let state = &progress.state;
    let in_draft = kept.drafts.iter().any(|((_, nation), draft)| {
        let (editor, _) = Editor::open(state, *nation, draft);
        editor.entries().iter().any(|entry| matches!(entry.action, Action::Recruit(_)))
    });
    let ahead = |((_, nation), orders): &(PhaseOf, AheadOrders)| {
        orders.lines.iter().any(|line| ahead::buys(state, seat, *nation, line, |_| true))
    };
    Ok(in_draft || kept.ahead.iter().any(ahead))
}

/// The cities that the pieces of lines which hold the open draft back were told they can reach.
pub(crate) fn offered(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<Vec<(PieceId, CityId)>, CampaignError> {
    cities_of(progress, seat, |held| held.offered.iter().collect())
}

/// The cities of which it was asked whether the pieces of lines that hold the open draft back were to go there.
pub(crate) fn asked_about(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<Vec<(PieceId, CityId)>, CampaignError> {
    cities_of(progress, seat, |held| held.asked.iter().collect())
}

/// Each piece of the lines that hold the open draft back with each of these cities of its line.
fn cities_of(
    progress: &Progress<'_>,
    seat: Seat,
    cities: impl Fn(&Held) -> Vec<&String>,
) -> Result<Vec<(PieceId, CityId)>, CampaignError> {
    let mut all = Vec::new();
    for (held, pieces) in holding(progress, seat)? {
        let known: Vec<CityId> =
            cities(&held).into_iter().filter_map(|id| board().city(id)).collect();
        all.extend(pieces.iter().flat_map(|piece| known.iter().map(|city| (*piece, *city))));
    }
    Ok(all)
}

/// All that is kept of a seat and that its mails can change.
pub(crate) fn kept(progress: &Progress<'_>, seat: Seat) -> Result<Kept, CampaignError> {
    let mut drafts = Vec::new();
    if let Some(phase) = open_movement(&progress.state, seat)
        && let Some(draft) = of_phase(progress, seat, phase)?
    {
        drafts.push((phase, read(&draft)));
    }
    let instructions = instructions::in_force(progress, seat.id())?;
    let mut allotments = Vec::new();
    for decision in progress.state.decisions() {
        if decision.seat == seat && decision.kind == DecisionKind::Allot {
            let nation = decision.nation;
            allotments.extend(allotment(progress, seat, nation)?.map(|troops| (nation, troops)));
        }
    }
    Ok(Kept { drafts, ahead: ahead::kept(progress, seat)?, allotments, instructions })
}

/// The troops of a set-up that is not complete yet, as far as the player has named them.
fn allotment(
    progress: &Progress<'_>,
    seat: Seat,
    nation: Nation,
) -> Result<Option<Troops>, CampaignError> {
    let kept = progress.tx.draft(progress.game.id, seat.id(), &allotment_key(nation))?;
    Ok(kept.map(|kept| {
        let named: Vec<(String, u8)> = serde_json::from_str(&kept.body).unwrap_or_else(|error| {
            tracing::error!(%error, key = kept.key, "a draft is unreadable");
            Vec::new()
        });
        let piece = |(name, troops)| Some((PieceId::from_name(nation, name)?, troops));
        named.iter().filter_map(|(name, troops)| piece((name, *troops))).collect()
    }))
}

/// Keeps the troops of a set-up that is not complete yet, or none if there are none.
pub(crate) fn keep_allotment(
    progress: &Progress<'_>,
    seat: Seat,
    nation: Nation,
    troops: &Troops,
    message_id: Option<String>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let named: Vec<(&str, u8)> = troops.iter().map(|(piece, n)| (piece.name(), *n)).collect();
    let named = (!named.is_empty()).then_some(&named);
    keeping::keep(progress, seat, &allotment_key(nation), named, message_id, now)
}

/// When the newest of what is kept of a seat was received.
pub(crate) fn received(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<Option<DateTime<Utc>>, CampaignError> {
    let drafts = progress.tx.drafts(progress.game.id)?.into_iter();
    let own = drafts.filter(|draft| draft.seat == seat.id());
    Ok(own.map(|draft| draft.received).max())
}

/// Keeps a draft, or none if it is empty.
pub(crate) fn keep(
    progress: &Progress<'_>,
    seat: Seat,
    (turn, nation): PhaseOf,
    draft: &Draft,
    message_id: Option<String>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let draft = (!draft.is_empty()).then_some(draft);
    keeping::keep(progress, seat, &movement_key(turn, nation), draft, message_id, now)
}

/// Carries out the draft of this name and ends the movement phase. If one of its orders has become
/// impossible since it was tried, nothing is done and that order is returned.
pub(crate) fn carry_out(
    progress: &mut Progress<'_>,
    seat: &str,
    nation: Nation,
    key: &str,
    cause: &Cause,
    now: DateTime<Utc>,
) -> Result<Option<Impossible>, CampaignError> {
    let draft = progress.tx.draft(progress.game.id, seat, key)?;
    let draft = draft.as_ref().map(read).unwrap_or_default();
    let mut trial = progress.state.clone();
    let mut actions = Vec::new();
    for order in &draft.orders {
        let tried = order.resolve(nation).map_err(Refusal::from).and_then(|action| {
            trial.act(nation, &action)?;
            Ok(action)
        });
        match tried {
            Ok(action) => actions.push(action),
            Err(refusal) => {
                let text = order
                    .resolve(nation)
                    .map_or_else(|_| String::new(), |action| orders::write(&action));
                return Ok(Some(Impossible { text, refusal }));
            }
        }
    }
    actions.push(Action::EndMovement);
    for action in &actions {
        // Tried just now on the same state.
        let done = progress.act(nation, action, cause, now)?;
        debug_assert!(done.is_ok(), "{done:?}");
    }
    progress.tx.withdraw_draft(progress.game.id, seat, key)?;
    Ok(None)
}

/// Shows in the prompts for movement phases and set-up the draft as it stands, in place of the bare
/// position.
pub(crate) fn show(
    progress: &Progress<'_>,
    seat: Seat,
    prompts: &mut [Prompt],
) -> Result<(), CampaignError> {
    for prompt in prompts.iter_mut() {
        match prompt.kind {
            DecisionKind::Movement => {
                let phase = (progress.state.turn(), prompt.nation);
                if let Some(draft) = of_phase(progress, seat, phase)? {
                    show_in(&progress.state, seat, prompt, &read(&draft));
                }
            }
            DecisionKind::Allot => {
                if let Some(troops) = allotment(progress, seat, prompt.nation)? {
                    show_allotment_in(&progress.state, seat, prompt, &troops);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Shows the troops that a player has named for a set-up in the prompt for it.
pub(crate) fn show_allotment_in(state: &State, seat: Seat, prompt: &mut Prompt, troops: &Troops) {
    prompt.template = Some(orders::allotment_template(state, seat, prompt.nation, troops));
}

/// Shows a draft in the prompt for its movement phase.
pub(crate) fn show_in(state: &State, seat: Seat, prompt: &mut Prompt, draft: &Draft) {
    let (editor, _) = Editor::open(state, prompt.nation, draft);
    prompt.draft = editor.entries().iter().map(|entry| Order::from(&entry.action)).collect();
    let templates = orders::move_templates(editor.state(), seat, prompt.nation);
    prompt.to_move = templates.into_iter().map(to_move).collect();
}
