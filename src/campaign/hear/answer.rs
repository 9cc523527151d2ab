//! A player's mail about the game: planned, carried out, and the receipt that says so line by line.
//!
//! Orders for a movement phase are kept as the seat's draft; they are carried out together when the
//! player says `ready`, or when every piece has its order and nothing is wrong. Small answers (a
//! card, a retreat, a discard …) are carried out at once, in the order of the lines. A dry run
//! (`test`) is the same plan, told and not carried out.

use crate::campaign::clock;
use crate::campaign::office::CampaignError;
use crate::campaign::plans::ahead::{AheadOrders, shown, standing};
use crate::campaign::plans::plan::{Change, Kept, PhaseOf, Plan, Position, plan};
use crate::campaign::plans::since::Since;
use crate::campaign::plans::{ahead, drafts, instructions, timers, waiting};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::table::facts::{log_head, nations_of, visible};
use crate::campaign::table::progress::{Cause, Progress};
use crate::campaign::tell::answers::Reply;
use crate::campaign::tell::reports::{awaited, report_for};
use crate::game::{Action, DecisionKind, Order, Reason, Seat, State};
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::orders;
use crate::report::{
    Because, Chronicle, Due, GameHead, Help, IfNothingComes, Late, LineOutcome, Prompt, Receipt,
    ReceiptStatus, RefereeWord, Replaced, ReplacedLine,
};
use crate::said::{Reading, Topic, Trouble};
use crate::store::Seat as StoredSeat;
use chrono::{DateTime, TimeDelta, Utc};

/// How a player's mail is answered: the answer itself, and what was asked besides.
pub(crate) struct Answer {
    /// The answer to the orders, or to the mail as a whole.
    pub reply: Reply,
    /// Answers that have a mail of their own, such as the log.
    pub besides: Vec<Reply>,
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Answer {
        Answer { reply, besides: Vec::new() }
    }
}

/// Whether a Message-ID holds the address of the mail's sender, as some programs make it. The log
/// is for good and never holds an address.
fn tells_the_sender(id: &str, letter: &Letter) -> bool {
    let from = letter.from.as_ref().map(Address::canonical);
    from.is_some_and(|from| id.to_lowercase().contains(&from))
}

/// What a mail replaced, of what was there when it came: orders of the draft, which are shown in the reader's
/// language, and lines for later. What the mail itself has left of an order it changes again is
/// nothing that an earlier mail had.
fn replaced_lines(
    texts: Vec<String>,
    kept: &Kept,
    (state, seat): (&State, Seat),
) -> Vec<ReplacedLine> {
    let of_draft = kept.drafts.iter().flat_map(|((_, nation), draft)| {
        draft.orders.iter().filter_map(|order| order.resolve(*nation).ok())
    });
    let drafted: Vec<Action> = of_draft.collect();
    let line = |text: String| match drafted.iter().find(|action| orders::write(action) == text) {
        Some(action) => Some(ReplacedLine::Order(Order::from(action))),
        None => {
            let ahead = |(_, orders): &&(PhaseOf, AheadOrders)| orders.lines.contains(&text);
            let ((_, nation), _) = kept.ahead.iter().find(ahead)?;
            Some(ReplacedLine::Ahead(shown(state, seat, *nation, text)))
        }
    };
    texts.into_iter().filter_map(line).collect()
}

/// Answers what a letter from a seat says about the game.
pub(super) fn answer(
    progress: &mut Progress<'_>,
    seat: &StoredSeat,
    letter: &Letter,
    (reading, since): (&Reading, &Since),
    now: DateTime<Utc>,
) -> Result<Answer, CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else {
        return Err(CampaignError::BrokenGame {
            game: progress.game.name.clone(),
            reason: format!("it has a seat {} that the rules do not know", seat.seat),
        });
    };
    let kept = drafts::kept(progress, role)?;
    let received = drafts::received(progress, role)?;
    let second_thoughts = progress.pace.second_thoughts;
    let texts: Vec<&str> = letter.text.lines().collect();
    let position =
        Position { state: &progress.state, seat: role, kept: &kept, since, second_thoughts };
    let mut plan = plan(reading, &texts, &position);
    if let Some(reply) = question(progress, role, &plan, now)? {
        return Ok(reply.into());
    }
    // A card for a combat in which one has been played for the player since.
    let overtaken = since.played_by(&nations_of(progress, role))
        && plan.lines.iter().all(|line| is_overtaken(&line.outcome));
    if plan.status == ReceiptStatus::Nothing && (overtaken || plan.because == (Because::Late {})) {
        return Ok(late(progress, role, reading, since, now)?.into());
    }
    let cause = Cause::Mail {
        message_id: letter.message_id.clone().filter(|id| !tells_the_sender(id, letter)),
        sha256: letter.sha256.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    carry_out(progress, role, &plan, &cause, now)?;
    let lines = replaced_lines(std::mem::take(&mut plan.replaced), &kept, (&progress.state, role));
    let replaced = match received.filter(|_| !lines.is_empty()) {
        Some(received) => Some(Replaced {
            received: Correspondent::holding(progress.tx, &progress.game, role)?.moment(received),
            lines,
        }),
        None => None,
    };
    let mut besides = Vec::new();
    if plan.asks_status {
        besides.push(whole_position(progress, role, now)?);
    }
    besides.extend(plan.asks_help.map(|topic| help(progress, topic)));
    let receipt = receipt(progress, role, plan, replaced, now)?;
    Ok(Answer { reply: Reply::Receipt(Box::new(receipt)), besides })
}

/// A mail that only asks: for help, or how things stand.
fn question(
    progress: &Progress<'_>,
    role: Seat,
    plan: &Plan,
    now: DateTime<Utc>,
) -> Result<Option<Reply>, CampaignError> {
    let only_asks = plan.changes.is_empty()
        && plan.lines.iter().all(|line| match &line.outcome {
            LineOutcome::Ignored {} => true,
            LineOutcome::Command { word, .. } => {
                matches!(word, RefereeWord::Status | RefereeWord::Help)
            }
            _ => false,
        });
    if !only_asks {
        return Ok(None);
    }
    if plan.asks_status {
        return whole_position(progress, role, now).map(Some);
    }
    Ok(plan.asks_help.map(|topic| help(progress, topic)))
}

/// How things stand, with all that the seat may know.
pub(super) fn whole_position(
    progress: &Progress<'_>,
    role: Seat,
    now: DateTime<Utc>,
) -> Result<Reply, CampaignError> {
    let (name, state) = (&progress.game.name, &progress.state);
    let mut report = report_for(name, state, role, &[], &[], &[], log_head(progress));
    report.prompts = awaited(progress, role, now)?;
    clock::show(progress, role, &mut report.table, now)?;
    report.standing = standing(progress, role)?;
    Ok(Reply::Standing(Box::new(report)))
}

/// A page of the manual.
fn help(progress: &Progress<'_>, topic: Option<Topic>) -> Reply {
    let game = Some(progress.game.name.clone());
    Reply::Help(Help { game, topic: topic.map(|topic| topic.id().to_owned()) })
}

/// Whether what a line says could only be done while the question was open to which it is an answer.
fn is_overtaken(outcome: &LineOutcome) -> bool {
    match outcome {
        LineOutcome::Ignored {} | LineOutcome::Late { .. } | LineOutcome::NotNeeded { .. } => true,
        LineOutcome::Refused { refusal, .. } => {
            matches!(refusal.reason, Reason::NotAwaited { .. })
        }
        LineOutcome::NotUnderstood { why, .. } => {
            matches!(why, Trouble::MissingCity | Trouble::NothingAwaited | Trouble::NoSuchAnswer)
        }
        _ => false,
    }
}

/// The answer to a mail that comes too late: what is open now.
fn late(
    progress: &Progress<'_>,
    role: Seat,
    reading: &Reading,
    since: &Since,
    now: DateTime<Utc>,
) -> Result<Reply, CampaignError> {
    let own = nations_of(progress, role);
    let meanwhile = match since.entry.filter(|_| since.played_by(&own)) {
        Some(entry) => visible(&progress.events_after(entry)?, &own),
        None => Vec::new(),
    };
    let view = progress.state.view(Some(role));
    let now = awaited(progress, role, now)?;
    Ok(Reply::Late(Box::new(Late {
        game: GameHead::new(&progress.game.name, &view),
        meanwhile: Chronicle::new(&meanwhile, None),
        lines: reading.lines.iter().take(MOST_LINES).map(|line| line.text.clone()).collect(),
        now,
        log: log_head(progress),
    })))
}

/// The most lines of a mail that the answer to one that came too late repeats.
const MOST_LINES: usize = 40;

/// Does what a plan says.
fn carry_out(
    progress: &mut Progress<'_>,
    role: Seat,
    plan: &Plan,
    cause: &Cause,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let (message_id, sha256) = match cause {
        Cause::Mail { message_id, sha256 } => (message_id.clone(), Some(sha256.clone())),
        _ => (None, None),
    };
    for change in &plan.changes {
        match change {
            Change::Act { nation, action } => {
                // Planned on the same position.
                if let Err(refusal) = progress.act(*nation, action, cause, now)? {
                    return Err(CampaignError::BrokenGame {
                        game: progress.game.name.clone(),
                        reason: format!("what was planned was refused: {refusal:?}"),
                    });
                }
            }
            Change::Draft { phase, draft } => {
                let mut draft = draft.clone();
                if !draft.is_empty() {
                    draft.sha256.clone_from(&sha256);
                }
                drafts::keep(progress, role, *phase, &draft, message_id.clone(), now)?;
            }
            Change::Wait { phase: (turn, nation) } => {
                let key = drafts::movement_key(*turn, *nation);
                timers::stop_orders(progress, role.id(), &key)?;
            }
            Change::End { phase: (turn, nation) } => {
                let key = drafts::movement_key(*turn, *nation);
                let minutes = progress.pace.second_thoughts;
                if minutes > 0 {
                    let due = now + TimeDelta::minutes(minutes.into());
                    waiting::set_orders(progress, role.id(), &key, due)?;
                } else if let Some(impossible) =
                    drafts::carry_out(progress, role.id(), *nation, &key, cause, now)?
                {
                    return Err(CampaignError::BrokenGame {
                        game: progress.game.name.clone(),
                        reason: format!("what was planned was refused: {}", impossible.text),
                    });
                }
            }
            Change::Allotment { nation, troops } => {
                let message_id = message_id.clone();
                drafts::keep_allotment(progress, role, *nation, troops, message_id, now)?;
            }
            Change::Ahead { phase, orders } => {
                let mut orders = orders.clone();
                orders.sha256.clone_from(&sha256);
                ahead::keep(progress, role, *phase, &orders, message_id.clone(), now)?;
            }
            Change::Instruct { key, instruction, combat } => {
                let kept = (&**instruction, *combat);
                instructions::keep(progress, role, key, kept, message_id.clone(), now)?;
            }
            Change::Revoke { key } => {
                progress.tx.withdraw_draft(progress.game.id, role.id(), key)?;
            }
        }
    }
    clock::after_change(progress, now)
}

fn receipt(
    progress: &Progress<'_>,
    role: Seat,
    plan: Plan,
    replaced: Option<Replaced>,
    now: DateTime<Utc>,
) -> Result<Receipt, CampaignError> {
    let view = progress.state.view(Some(role));
    let mut missing = awaited(progress, role, now)?;
    if let (true, Some(((_, nation), draft))) = (plan.test, &plan.draft) {
        let of_phase = |prompt: &&mut Prompt| {
            prompt.kind == DecisionKind::Movement && prompt.nation == *nation
        };
        if let Some(prompt) = missing.iter_mut().find(of_phase) {
            drafts::show_in(&progress.state, role, prompt, draft);
        }
    }
    for (nation, troops) in plan.allotments.iter().filter(|_| plan.test) {
        let of_set_up =
            |prompt: &&mut Prompt| prompt.kind == DecisionKind::Allot && prompt.nation == *nation;
        if let Some(prompt) = missing.iter_mut().find(of_set_up) {
            drafts::show_allotment_in(&progress.state, role, prompt, troops);
        }
    }
    let movement = missing.iter().find(|prompt| prompt.kind == DecisionKind::Movement);
    let carried_out_at = movement
        .and_then(|prompt| prompt.deadline.as_ref())
        .filter(|deadline| deadline.then == IfNothingComes::OrdersSoFar);
    let all_due: Vec<Due> = missing
        .iter()
        .filter_map(|p| Some(Due { nation: p.nation, deadline: p.deadline.clone()? }))
        .collect();
    let mut lines = plan.lines;
    for line in &mut lines {
        if let LineOutcome::Deadline { due } = &mut line.outcome {
            due.clone_from(&all_due);
        }
    }
    let mut deadlines = all_due.into_iter().map(|due| due.deadline);
    let deadline = deadlines.find(|deadline| deadline.then == IfNothingComes::Caretaker);
    Ok(Receipt {
        notes: Vec::new(),
        game: GameHead::new(&progress.game.name, &view),
        status: plan.status,
        because: plan.because,
        warnings: plan.warnings,
        lines,
        earlier: plan.earlier,
        replaced,
        carried_out_at: carried_out_at.map(|deadline| deadline.at.clone()),
        missing,
        deadline,
        standing: standing(progress, role)?,
        log: log_head(progress),
    })
}
