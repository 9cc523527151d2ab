//! Orders for movement phases to come: kept as they were written, read again and checked when
//! they are due.
//!
//! Kept as text, because what a name or a goal means depends on where the pieces stand by then.
//! What is possible becomes the draft of the movement phase; the player is told line by line. If there is a
//! mistake in them they wait for him: a misspelt word never costs him the phase.

use crate::campaign::office::CampaignError;
use crate::campaign::plans::draft::Draft;
use crate::campaign::plans::drafts::{self, movement_key};
use crate::campaign::plans::plan::{Change, Kept, PhaseOf, Position, plan};
use crate::campaign::plans::since::Since;
use crate::campaign::plans::{keeping, waiting};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::table::progress::{Progress, Told};
use crate::duel::Scope;
use crate::game::{
    Action, Decision, DecisionKind, Nation, PieceSet, Recruitment, Refusal, Seat, State,
};
use crate::orders;
use crate::report::{AheadDue, AheadLine, AheadSet, Line, LineOutcome, Sayable, Standing};
use crate::said;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Orders for one movement phase to come, as they are kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::campaign) struct AheadOrders {
    /// As they were written, or in canonical words, in the order in which they will be carried out.
    pub lines: Vec<String>,
    /// They are carried out when due.
    pub ready: bool,
    /// SHA-256 of the mail that changed them last.
    pub sha256: Option<String>,
}

const PREFIX: &str = "ahead-";
/// How many turns ahead orders are kept: no game lasts longer.
pub(in crate::campaign) const FARTHEST: u16 = 40;
/// Lines that are kept for one movement phase.
pub(in crate::campaign) const MOST_LINES: usize = 60;

fn key(turn: u16, nation: Nation) -> String {
    format!("{PREFIX}{turn}-{}", nation.id())
}

fn of_key(key: &str) -> Option<(u16, Nation)> {
    let (turn, nation) = key.strip_prefix(PREFIX)?.split_once('-')?;
    Some((turn.parse().ok()?, Nation::from_id(nation)?))
}

/// What a seat has ordered ahead, by turn and nation.
pub(in crate::campaign) fn kept(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<Vec<(PhaseOf, AheadOrders)>, CampaignError> {
    let mut found = Vec::new();
    for draft in progress.tx.drafts(progress.game.id)? {
        if draft.seat != seat.id() {
            continue;
        }
        let orders = serde_json::from_str::<AheadOrders>(&draft.body).ok();
        if let (Some(phase), Some(orders)) = (of_key(&draft.key), orders) {
            found.push((phase, orders));
        }
    }
    found.sort_by_key(|(phase, _)| *phase);
    Ok(found)
}

/// Keeps orders for a movement phase to come, or none if there are none.
pub(in crate::campaign) fn keep(
    progress: &Progress<'_>,
    seat: Seat,
    (turn, nation): PhaseOf,
    orders: &AheadOrders,
    message_id: Option<String>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let orders = (!orders.lines.is_empty() || orders.ready).then_some(orders);
    keeping::keep(progress, seat, &key(turn, nation), orders, message_id, now)
}

/// Everything of a seat that waits for its time.
pub(crate) fn standing(progress: &Progress<'_>, seat: Seat) -> Result<Standing, CampaignError> {
    let ahead = kept(progress, seat)?
        .into_iter()
        .map(|((turn, nation), AheadOrders { lines, ready, .. })| AheadSet {
            nation,
            turn,
            ready,
            lines: lines
                .into_iter()
                .map(|text| shown(&progress.state, seat, nation, text))
                .collect(),
        })
        .collect();
    Ok(Standing { instructions: super::instructions::standing(progress, seat)?, ahead })
}

/// A line that is kept, with what it orders.
pub(in crate::campaign) fn shown(
    state: &State,
    seat: Seat,
    nation: Nation,
    text: String,
) -> AheadLine {
    let reading = read_again(state, seat, nation, &text);
    let sayable = |said: &said::Said| match &said.request {
        said::Request::Act(action) if said.condition.is_none() => Some(Sayable::from(action)),
        said::Request::Stay(pieces) if said.condition.is_none() && !pieces.is_empty() => {
            Some(Sayable::stays(pieces.iter().copied()))
        }
        _ => None,
    };
    let orders: Option<Vec<Sayable>> = reading.said.iter().map(sayable).collect();
    let clear = reading.in_doubt().next().is_none();
    AheadLine { text, orders: orders.filter(|_| clear).unwrap_or_default() }
}

/// What a line that is kept for this nation says where the pieces stand now.
fn read_again(state: &State, seat: Seat, nation: Nation, text: &str) -> said::Reading {
    let heading = orders::write_scope(&Scope::Nation(nation));
    let context =
        said::Context { state: Some(state), seat: Some(seat), ..said::Context::default() };
    said::read(&format!("for {heading}\n{text}"), &context)
}

/// The pieces of this nation that a kept line orders, trains among them.
pub(in crate::campaign) fn ordered_by(
    state: &State,
    seat: Seat,
    nation: Nation,
    text: &str,
) -> PieceSet {
    let pieces = |said: &said::Said| match &said.request {
        said::Request::Act(Action::MoveVia { pieces, .. }) | said::Request::Stay(pieces) => {
            pieces.iter().copied().collect()
        }
        _ => PieceSet::EMPTY,
    };
    let reading = read_again(state, seat, nation, text);
    reading.said.iter().map(pieces).fold(PieceSet::EMPTY, PieceSet::or)
}

/// Whether a kept line buys something.
pub(in crate::campaign) fn buys(
    state: &State,
    seat: Seat,
    nation: Nation,
    text: &str,
    meant: impl Fn(&Recruitment) -> bool,
) -> bool {
    let bought = |said: &said::Said| match &said.request {
        said::Request::Act(Action::Recruit(bought)) => meant(bought),
        _ => false,
    };
    read_again(state, seat, nation, text).said.iter().any(bought)
}

/// Checks orders that were sent ahead for a movement phase that has begun: what is possible becomes
/// its draft, and is carried out after a while if the player had said `ready` and nothing is wrong.
pub(crate) fn bring_due(
    progress: &mut Progress<'_>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    drop_past(progress)?;
    for decision in progress.state.decisions() {
        if decision.kind != DecisionKind::Movement {
            continue;
        }
        let (seat, nation, turn) = (decision.seat, decision.nation, progress.state.turn());
        let ahead = progress.tx.withdraw_draft(progress.game.id, seat.id(), &key(turn, nation))?;
        let Some(stored) = ahead else { continue };
        let Ok(orders) = serde_json::from_str::<AheadOrders>(&stored.body) else {
            tracing::error!(game = progress.game.name, key = stored.key, "orders are unreadable");
            continue;
        };
        let checked = check(&progress.state, decision, &orders);
        let draft = Draft { sha256: orders.sha256.clone(), ..checked.draft };
        drafts::keep(progress, seat, (turn, nation), &draft, stored.message_id, stored.received)?;
        let at = if checked.ends {
            let key = movement_key(turn, nation);
            Some(waiting::set_orders(progress, seat.id(), &key, now + progress.pace.delay()?)?)
        } else {
            None
        };
        let at = at
            .map(|at| {
                Ok::<_, CampaignError>(
                    Correspondent::holding(progress.tx, &progress.game, seat)?.moment(at),
                )
            })
            .transpose()?;
        let due = AheadDue { nation, lines: checked.lines, at, failed: false };
        progress.told.push(Told { seat, due });
    }
    Ok(())
}

/// Forgets what was ordered ahead for movements that are over.
fn drop_past(progress: &mut Progress<'_>) -> Result<(), CampaignError> {
    for seat in Seat::ALL {
        for ((turn, nation), _) in kept(progress, seat)? {
            let open = progress.state.awaits(nation, DecisionKind::Movement);
            let next = progress.state.turn_of_next_movement(nation);
            let first = if open { progress.state.turn() } else { next };
            if turn < first {
                progress.tx.withdraw_draft(progress.game.id, seat.id(), &key(turn, nation))?;
            }
        }
    }
    Ok(())
}

/// What became of lines that were sent ahead.
struct Checked {
    draft: Draft,
    lines: Vec<Line>,
    /// All of them are possible, and the player has said that they are all.
    ends: bool,
}

/// The draft that orders ahead come to in this position, where their phase is open, and what became of each line; it is
/// not `ready`.
pub(in crate::campaign) fn draft_of(
    state: &State,
    decision: Decision,
    orders: &AheadOrders,
) -> (Draft, Vec<Line>) {
    let Checked { draft, lines, .. } = check(state, decision, orders);
    (Draft { sha256: orders.sha256.clone(), ready: false, ..draft }, lines)
}

/// Reads lines again, and plans what they come to now.
fn check(state: &State, decision: Decision, orders: &AheadOrders) -> Checked {
    let Decision { seat, nation, .. } = decision;
    let decisions = [decision];
    let heading = orders::write_scope(&Scope::Nation(nation));
    let ready = if orders.ready { "\nready" } else { "" };
    let text = format!("for {heading}\n{}{ready}", orders.lines.join("\n"));
    let context = said::Context {
        state: Some(state),
        seat: Some(seat),
        decisions: &decisions,
        due: true,
        ..said::Context::default()
    };
    let reading = said::read(&text, &context);
    let (kept, since) = (Kept::default(), Since::default());
    let position = Position { state, seat, kept: &kept, since: &since, second_thoughts: 0 };
    let texts: Vec<&str> = text.lines().collect();
    let mut planned = plan(&reading, &texts, &position);
    let last = orders.lines.len() + 1;
    planned.lines.retain(|line| (2..=last).contains(&line.number));
    planned.lines.iter_mut().for_each(|line| line.number -= 1);
    let mut checked = Checked { draft: Draft::default(), lines: planned.lines, ends: false };
    for change in planned.changes {
        match change {
            Change::Draft { phase: (_, of), draft } if of == nation => checked.draft = draft,
            Change::End { phase: (_, of) } if of == nation => checked.ends = true,
            // Orders of another nation in the same line have been kept for it already.
            _ => {}
        }
    }
    checked
}

/// The refusal of one order as a player is told of it.
pub(crate) fn failed(nation: Nation, text: String, refusal: Refusal) -> AheadDue {
    let outcome =
        LineOutcome::Refused { nation, refusal, order: None, hindrance: None, line: None };
    AheadDue {
        nation,
        lines: vec![Line { number: 1, text, guessed: Vec::new(), left_open: None, outcome }],
        at: None,
        failed: true,
    }
}
