//! Orders for movement phases to come: kept as they were written, read again and checked when
//! they are due.
//!
//! Kept as text, because what a name or a goal means depends on where the pieces stand by then.
//! What is still legal becomes the draft of the movement phase; the player is told line by line.

use crate::campaign::hear::answer::{Work, problem};
use crate::campaign::office::CampaignError;
use crate::campaign::plans::drafts::{Kept, moment, movement_key, replaced};
use crate::campaign::plans::timers;
use crate::campaign::table::progress::{Progress, Told};
use crate::duel::Scope;
use crate::game::{
    Action, Decision, DecisionKind, Nation, Order, Phase, Refusal, Seat, State, Troops,
};
use crate::orders::{self, Context, Outcome, Statement};
use crate::report::{
    AheadDue, AheadSet, Line, LineOutcome, Standing, UnderstoodOrder, foreseeable,
};
use crate::store::Draft;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Orders for one movement phase to come, as they are kept.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Waiting {
    lines: Vec<String>,
    /// They are carried out when due.
    ready: bool,
    /// Of the mail they came in.
    #[serde(default)]
    sha256: Option<String>,
}

/// What a mail says for one movement phase to come.
#[derive(Debug)]
pub(crate) struct Set {
    nation: Nation,
    turn: u16,
    lines: Vec<String>,
    ready: bool,
    /// What was sent before is void.
    cancelled: bool,
}

/// When a movement order is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Now,
    Turn(u16),
    /// For a phase that is over.
    Past,
}

const PREFIX: &str = "ahead-";
/// Orders are kept for so many turns ahead: no game lasts longer.
const FARTHEST: u16 = 40;
/// Lines that are kept for one movement phase.
const MOST_LINES: usize = 60;

fn key(turn: u16, nation: Nation) -> String {
    format!("{PREFIX}{turn}-{}", nation.id())
}

fn of_key(key: &str) -> Option<(u16, Nation)> {
    let (turn, nation) = key.strip_prefix(PREFIX)?.split_once('-')?;
    Some((turn.parse().ok()?, Nation::from_id(nation)?))
}

/// The turn of the next movement phase of a nation that has not begun (R2.1).
fn next_turn(state: &State, nation: Nation) -> u16 {
    let before_movement = matches!(state.phase(), Phase::Discard | Phase::OffensiveOption);
    let comes = match state.phase() {
        Phase::SetUp => true,
        _ => nation > state.nation() || (nation == state.nation() && before_movement),
    };
    if comes { state.turn() } else { state.turn() + 1 }
}

/// Whether a statement is an order for a movement phase.
fn is_movement(statement: &Statement) -> bool {
    match statement {
        Statement::Actions(actions) => actions.iter().all(|action| {
            matches!(
                action,
                Action::Move { .. }
                    | Action::MoveVia { .. }
                    | Action::Recruit(_)
                    | Action::Redistribute { .. }
            )
        }),
        Statement::NoOrder(_) | Statement::TroopsFor(..) => true,
        Statement::If(_, then) => is_movement(then),
        _ => false,
    }
}

/// Whether it may be carried out outside a movement phase too (R6.4).
fn is_redistribution(statement: &Statement) -> bool {
    match statement {
        Statement::TroopsFor(..) => true,
        Statement::Actions(actions) => {
            actions.iter().all(|action| matches!(action, Action::Redistribute { .. }))
        }
        _ => false,
    }
}

impl Work<'_, '_> {
    /// For which movement phase an order of this nation is. A redistribution is for now, unless a
    /// heading names a later turn.
    pub(crate) fn when(&self, nation: Nation, statement: &Statement) -> When {
        let state = &self.progress.state;
        let said = self.heading.filter(|(of, _)| *of == nation).and_then(|(_, turn)| turn);
        let over = state.phase() == Phase::GameOver || !state.in_play(nation);
        if !is_movement(statement) || !self.plays(nation) || over {
            return When::Now;
        }
        self.phase(nation, said, is_redistribution(statement))
    }

    /// The movement phase of a nation that a heading with this turn means.
    fn phase(&self, nation: Nation, said: Option<u16>, any_time: bool) -> When {
        let state = &self.progress.state;
        let open = state.awaits(nation, DecisionKind::Movement);
        let next = next_turn(state, nation);
        match said {
            None if open || any_time => When::Now,
            // A mail that comes too late is no order for another turn, unless it says so.
            None if self.older && self.heading.is_none_or(|(of, _)| of != nation) => When::Now,
            None => When::Turn(next),
            Some(turn) if open && turn == state.turn() => When::Now,
            Some(turn) if turn < next || turn > state.turn() + FARTHEST => When::Past,
            Some(turn) => When::Turn(turn),
        }
    }

    fn set(&mut self, nation: Nation, turn: u16) -> &mut Set {
        let known = self.ahead.iter().position(|set| (set.nation, set.turn) == (nation, turn));
        let place = known.unwrap_or_else(|| {
            let (lines, ready, cancelled) = (Vec::new(), false, false);
            self.ahead.push(Set { nation, turn, lines, ready, cancelled });
            self.ahead.len() - 1
        });
        &mut self.ahead[place]
    }

    /// Takes up a line for a movement phase to come.
    pub(crate) fn order_ahead(
        &mut self,
        nation: Nation,
        turn: u16,
        statement: &Statement,
    ) -> LineOutcome {
        let line = self.whole_line.clone();
        let set = self.set(nation, turn);
        if set.lines.last() != Some(&line) && set.lines.len() < MOST_LINES {
            set.lines.push(line);
        }
        let (then, conditional) = match statement {
            Statement::If(_, then) => (&**then, true),
            plain => (plain, false),
        };
        let orders = match then {
            Statement::Actions(actions) => actions.iter().map(orders::write).collect(),
            Statement::NoOrder(pieces) => {
                pieces.iter().map(|piece| format!("{piece} stays")).collect()
            }
            _ => Vec::new(),
        };
        LineOutcome::Ahead { nation, turn, orders, conditional }
    }

    /// A word to the referee below a heading for a movement phase to come; whether it was for one.
    pub(crate) fn say_ahead(&mut self, statement: &Statement) -> bool {
        let below = self.heading.and_then(|(nation, turn)| match self.phase(nation, turn, false) {
            When::Turn(turn) if self.plays(nation) => Some((nation, turn)),
            _ => None,
        });
        match statement {
            // For all that stands above it in the mail.
            Statement::Ready => {
                let now_too = !self.moves.is_empty() || (self.ahead.is_empty() && below.is_none());
                if let Some((nation, turn)) = below {
                    self.set(nation, turn);
                }
                self.ahead.iter_mut().for_each(|set| set.ready = true);
                !now_too
            }
            Statement::Wait => {
                self.ahead.iter_mut().for_each(|set| set.ready = false);
                false
            }
            Statement::Cancel => match below {
                Some((nation, turn)) => {
                    self.set(nation, turn).cancelled = true;
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    /// Keeps what the mail says for movement phases to come.
    pub(crate) fn finish_ahead(&mut self) -> Result<(), CampaignError> {
        for set in std::mem::take(&mut self.ahead) {
            if self.test {
                continue;
            }
            let key = key(set.turn, set.nation);
            self.for_later = true;
            let earlier = self.withdraw(&key)?;
            let told = earlier.as_ref().and_then(replaced);
            if set.lines.is_empty() && set.cancelled {
                self.replaced = self.replaced.take().or(told);
                continue;
            }
            let waiting = if set.lines.is_empty() {
                // `ready` for what was sent before.
                let before = earlier.and_then(|draft| serde_json::from_str(&draft.body).ok());
                Waiting { ready: set.ready, ..before.unwrap_or_default() }
            } else {
                self.replaced = self.replaced.take().or(told);
                Waiting { lines: set.lines, ready: set.ready, sha256: self.sha256() }
            };
            self.progress.tx.replace_draft(&Draft {
                game: self.progress.game.id,
                seat: self.seat.seat.clone(),
                key,
                body: serde_json::to_string(&waiting).unwrap_or_default(),
                message_id: self.message_id(),
                received: self.now,
            })?;
        }
        Ok(())
    }
}

/// Everything of a seat that waits for its time.
pub(crate) fn standing(progress: &Progress<'_>, seat: Seat) -> Result<Standing, CampaignError> {
    let mut ahead = Vec::new();
    for draft in progress.tx.drafts(progress.game.id)? {
        if draft.seat != seat.id() {
            continue;
        }
        let waiting = serde_json::from_str::<Waiting>(&draft.body).ok();
        if let (Some((turn, nation)), Some(waiting)) = (of_key(&draft.key), waiting) {
            let Waiting { lines, ready, .. } = waiting;
            ahead.push(AheadSet { nation, turn, ready, lines });
        }
    }
    ahead.sort_by_key(|set| (set.turn, set.nation));
    Ok(Standing {
        instructions: crate::campaign::plans::instructions::texts(progress, seat)?,
        ahead,
    })
}

/// Checks orders that were sent ahead for a movement phase that has begun: what is still legal
/// becomes its draft, and is carried out after a while if the player had said `ready`.
pub(crate) fn bring_due(
    progress: &mut Progress<'_>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    for decision in progress.state.decisions() {
        if decision.kind != DecisionKind::Movement {
            continue;
        }
        let seat = decision.seat.id();
        let turn = progress.state.turn();
        let game = progress.game.id;
        let Some(draft) = progress.tx.withdraw_draft(game, seat, &key(turn, decision.nation))?
        else {
            continue;
        };
        let Ok(waiting) = serde_json::from_str::<Waiting>(&draft.body) else {
            tracing::error!(game = progress.game.name, key = draft.key, "orders are unreadable");
            continue;
        };
        let mut checked = check(&progress.state, decision, &waiting.lines);
        checked.kept.sha256 = waiting.sha256;
        let key = movement_key(turn, decision.nation);
        if !checked.kept.orders.is_empty() || waiting.ready {
            progress.tx.replace_draft(&Draft {
                key: key.clone(),
                body: serde_json::to_string(&checked.kept).unwrap_or_default(),
                ..draft
            })?;
        }
        let at = if waiting.ready {
            Some(timers::set_orders(progress, seat, &key, now + progress.pace.delay()?)?)
        } else {
            None
        };
        let due = AheadDue {
            nation: decision.nation,
            lines: checked.lines,
            at: at.map(moment),
            failed: false,
        };
        progress.told.push(Told { seat: decision.seat, due });
    }
    Ok(())
}

/// What became of lines that were sent ahead.
struct Checked {
    kept: Kept,
    lines: Vec<Line>,
}

struct Check<'a> {
    sandbox: State,
    nation: Nation,
    own: &'a [Nation],
    kept: Kept,
    /// Troops of the lines so far that may go on in the next one.
    troops: Troops,
    lines: Vec<Line>,
}

/// Reads lines again and tries them one after another on a copy of the game.
fn check(state: &State, decision: Decision, lines: &[String]) -> Checked {
    let decisions = [decision];
    let context = Context { state, seat: decision.seat, decisions: &decisions };
    let heading = orders::write_scope(&Scope::Nation(decision.nation));
    let text = format!("for {heading}\n{}", lines.join("\n"));
    let reading = orders::read(&text, &context);
    let own: Vec<Nation> =
        Nation::ALL.into_iter().filter(|nation| state.seat_of(*nation) == decision.seat).collect();
    let mut check = Check {
        sandbox: state.clone(),
        nation: decision.nation,
        own: &own,
        kept: Kept::default(),
        troops: Vec::new(),
        lines: Vec::new(),
    };
    for line in reading.lines.iter().filter(|line| line.number > 1) {
        let outcome = match &line.outcome {
            Outcome::Understood { nation, statement } => {
                if !matches!(statement, Statement::TroopsFor(..)) {
                    check.finish_troops();
                }
                check.follow(&line.text, *nation, statement)
            }
            other => problem(other),
        };
        check.lines.push(Line { text: line.text.clone(), outcome });
    }
    check.finish_troops();
    Checked { kept: check.kept, lines: check.lines }
}

impl Check<'_> {
    fn follow(&mut self, text: &str, nation: Option<Nation>, statement: &Statement) -> LineOutcome {
        let command = |word: &str, about| LineOutcome::Command { word: word.to_owned(), about };
        match statement {
            Statement::Several(parts) => {
                let mut told = LineOutcome::Ignored {};
                for (nation, statement) in parts {
                    match self.follow(text, *nation, statement) {
                        LineOutcome::Ignored {} => {}
                        refused @ LineOutcome::Refused { .. } => return refused,
                        outcome => told = joined(told, outcome),
                    }
                }
                told
            }
            Statement::If(condition, then) => {
                if condition.is_met(&self.sandbox.view(None)) {
                    self.follow(text, nation, then)
                } else {
                    command("condition", None)
                }
            }
            // The same line may hold orders of another nation.
            _ if nation.is_some_and(|nation| nation != self.nation) => LineOutcome::Ignored {},
            Statement::Actions(actions) => self.try_actions(text, actions),
            Statement::NoOrder(pieces) => {
                let names: Vec<_> = pieces.iter().map(|piece| piece.name()).collect();
                command("stays", Some(names.join(", ")))
            }
            Statement::TroopsFor(_, troops) => {
                self.troops.extend_from_slice(troops);
                LineOutcome::Understood { nation: self.nation, orders: Vec::new() }
            }
            _ => LineOutcome::Ignored {},
        }
    }

    fn try_actions(&mut self, text: &str, actions: &[Action]) -> LineOutcome {
        let nation = self.nation;
        let mut understood = Vec::new();
        for action in actions {
            match self.sandbox.act(nation, action) {
                Ok(events) => {
                    let action = crate::campaign::hear::answer::with_path(action, &events);
                    let order = Order::from(&action);
                    self.kept.orders.push(order.clone());
                    if self.kept.lines.last().map(String::as_str) != Some(text) {
                        self.kept.lines.push(text.to_owned());
                    }
                    let events = foreseeable(self.own, &events);
                    understood.push(UnderstoodOrder { order, events });
                }
                Err(refusal) => return LineOutcome::Refused { nation, refusal },
            }
        }
        LineOutcome::Understood { nation, orders: understood }
    }

    /// Troops over several lines become redistributions of their stacks, told in the last line.
    fn finish_troops(&mut self) {
        let mut troops = std::mem::take(&mut self.troops);
        troops.sort_unstable();
        let Some(last) = self.lines.len().checked_sub(1).filter(|_| !troops.is_empty()) else {
            return;
        };
        let actions = crate::campaign::hear::answer::redistributions(&self.sandbox, &troops);
        let text = self.lines[last].text.clone();
        self.lines[last].outcome = self.try_actions(&text, &actions);
    }
}

/// What two parts of a line together did.
fn joined(first: LineOutcome, second: LineOutcome) -> LineOutcome {
    match (first, second) {
        (
            LineOutcome::Understood { nation, mut orders },
            LineOutcome::Understood { orders: more, .. },
        ) => {
            orders.extend(more);
            LineOutcome::Understood { nation, orders }
        }
        (first @ LineOutcome::Understood { .. }, _) => first,
        (_, second) => second,
    }
}

/// The refusal of one order as a player is told of it.
pub(crate) fn failed(nation: Nation, text: String, refusal: Refusal) -> AheadDue {
    let outcome = LineOutcome::Refused { nation, refusal };
    AheadDue { nation, lines: vec![Line { text, outcome }], at: None, failed: true }
}
