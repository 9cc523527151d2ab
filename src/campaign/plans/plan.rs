//! What a player's mail would change: line by line, each change possible or refused with its reason.
//!
//! Pure: from what was said, the position, and what is kept, to a [`Plan`]. Nothing is changed by
//! planning. A dry run is the same plan, told and not carried out.

use super::ahead::{AheadOrders, FARTHEST, next_turn};
use super::draft::{Draft, Dropped, Editor, Refused, pieces_of};
use super::since::{Asked, Meant, Since};
use crate::duel::Instruction;
use crate::game::{
    Action, CityId, Decision, DecisionKind, Event, Nation, Order, Phase, PieceId, PieceSet, Reason,
    Refusal, Seat, State, Warning,
};
use crate::orders::{self, names};
use crate::report::{
    Because, Happening, Line, LineOutcome, ReceiptStatus, UnderstoodOrder, events_for, foreseeable,
};
use crate::said::{self, Cancel, Outcome, Reading, Request, Said};

/// A movement phase: a turn, and a nation's action in it.
pub(in crate::campaign) type PhaseOf = (u16, Nation);

/// What a plan is made from, beside what was said.
pub(in crate::campaign) struct Position<'a> {
    pub state: &'a State,
    pub seat: Seat,
    pub kept: &'a Kept,
    /// What the answered mail had asked for.
    pub since: &'a Since,
    /// Minutes between `ready` and its effect.
    pub second_thoughts: u32,
}

/// What is kept of a seat.
#[derive(Clone, Debug, Default)]
pub(in crate::campaign) struct Kept {
    pub drafts: Vec<(PhaseOf, Draft)>,
    pub ahead: Vec<(PhaseOf, AheadOrders)>,
    /// By the names under which they are kept.
    pub instructions: Vec<(String, Instruction)>,
}

/// What a mail would change.
#[derive(Debug, Default)]
pub(in crate::campaign) struct Plan {
    /// It is told and not carried out.
    pub test: bool,
    pub lines: Vec<Line>,
    /// In this order.
    pub changes: Vec<Change>,
    pub status: ReceiptStatus,
    pub because: Because,
    pub warnings: Vec<Warning>,
    /// Orders of earlier mails that gave way, in their canonical text.
    pub replaced: Vec<String>,
    /// The player asked how things stand.
    pub asks_status: bool,
    /// The player asked for a page of the manual; `None` in it for the first.
    pub asks_help: Option<Option<said::Topic>>,
    /// The draft as the mail would leave it, to be shown in a dry run.
    pub draft: Option<(PhaseOf, Draft)>,
}

/// One thing that a plan changes.
#[derive(Clone, Debug)]
pub(in crate::campaign) enum Change {
    /// Carried out at once.
    Act { nation: Nation, action: Action },
    /// The draft of the movement phase is now this one; none if it is empty.
    Draft { phase: PhaseOf, draft: Draft },
    /// The draft is carried out and the phase ended, at once or after second thoughts.
    End { phase: PhaseOf },
    /// The draft is not carried out by itself any more.
    Wait { phase: PhaseOf },
    /// Orders for a phase to come; none if they are empty.
    Ahead { phase: PhaseOf, orders: AheadOrders },
    /// An instruction is kept.
    Instruct { key: String, instruction: Box<Instruction> },
    /// An instruction is withdrawn.
    Revoke { key: String },
}

/// When a movement order is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    Now,
    Later(u16),
    /// For a phase that is over, or that no game reaches.
    Over,
    /// The action is still to come, and no heading says that the order is for it.
    NotYet,
}

/// Makes a plan of what was said. `texts` are the lines of the mail as they were written.
pub(in crate::campaign) fn plan(reading: &Reading, texts: &[&str], position: &Position) -> Plan {
    let mut planner = Planner::new(reading, texts, position);
    let mut said = reading.said.iter().peekable();
    for line in &reading.lines {
        planner.at = line.number;
        planner.text = line.text.clone();
        while said.peek().is_some_and(|said| said.line < line.number) {
            said.next();
        }
        match &line.reading {
            Outcome::Chatter(_) => planner.tell(LineOutcome::Ignored {}),
            Outcome::Question { .. } | Outcome::NotUnderstood { .. } => planner.doubt(line),
            Outcome::Understood => {
                planner.understood(line.nation, || said.next_if(|said| said.line == line.number));
            }
        }
    }
    planner.finish()
}

struct Planner<'a> {
    position: &'a Position<'a>,
    texts: &'a [&'a str],
    plan: Plan,
    /// Where the mail has led so far, orders of a draft apart.
    state: State,
    /// The movement phase that was open when the mail came.
    open_at_first: Option<PhaseOf>,
    /// The draft in hand, with the number of its lines that earlier mails left in doubt.
    editor: Option<(PhaseOf, Editor, usize)>,
    ahead: Vec<AheadEdit>,
    /// The last heading: its nation and turn.
    heading: Option<(Nation, Option<u16>)>,
    ready: bool,
    wait: bool,
    executed: bool,
    kept: bool,
    for_later: bool,
    late: bool,
    /// The combat in which this mail has played a card.
    fought: Option<(CityId, CityId)>,
    /// The mail has ordered something of the open phase, or tried to.
    ordered: bool,
    /// The first line that is in doubt or refused: its number, text and outcome.
    first_fault: Option<(usize, String)>,
    shown: bool,
    at: usize,
    text: String,
}

/// What a mail says for one movement phase to come.
struct AheadEdit {
    phase: PhaseOf,
    lines: Vec<(String, PieceSet)>,
    stays_out: PieceSet,
    ready: bool,
    wait: bool,
    cancelled: bool,
    fault: bool,
}

impl<'a> Planner<'a> {
    fn new(reading: &Reading, texts: &'a [&'a str], position: &'a Position<'a>) -> Planner<'a> {
        let test = reading.said.iter().any(|said| said.request == Request::Test);
        let state = position.state.clone();
        let open_at_first = open_movement(&state, position.seat);
        Planner {
            position,
            texts,
            plan: Plan { test, ..Plan::default() },
            state,
            open_at_first,
            editor: None,
            ahead: Vec::new(),
            heading: None,
            ready: false,
            wait: false,
            executed: false,
            kept: false,
            for_later: false,
            late: false,
            fought: None,
            ordered: false,
            first_fault: None,
            shown: false,
            at: 0,
            text: String::new(),
        }
    }

    fn tell(&mut self, outcome: LineOutcome) {
        let text = self.text.clone();
        self.tell_as(text, outcome);
    }

    /// Tells of a part of a line that came to something else than the rest.
    fn tell_as(&mut self, text: String, outcome: LineOutcome) {
        let fault = matches!(
            outcome,
            LineOutcome::Refused { .. }
                | LineOutcome::Question { .. }
                | LineOutcome::NotUnderstood { .. }
        );
        if fault && self.first_fault.is_none() {
            self.first_fault = Some((self.at, text.clone()));
        }
        // What a line orders for the same nation is told together.
        if let (
            Some(Line { number, outcome: LineOutcome::Understood { nation, orders }, .. }),
            LineOutcome::Understood { nation: next, orders: more },
        ) = (self.plan.lines.last_mut(), &outcome)
            && *number == self.at
            && nation == next
        {
            orders.extend(more.iter().cloned());
            return;
        }
        if let (
            Some(Line { number, outcome: LineOutcome::Ahead { nation, turn, orders, .. }, .. }),
            LineOutcome::Ahead { nation: next, turn: then, orders: more, .. },
        ) = (self.plan.lines.last_mut(), &outcome)
            && *number == self.at
            && (*nation, *turn) == (*next, *then)
        {
            orders.extend(more.iter().cloned());
            return;
        }
        self.plan.lines.push(Line { number: self.at, text, outcome });
    }

    fn command(&mut self, word: &str, about: Option<String>) {
        self.tell(LineOutcome::Command { word: word.to_owned(), about });
    }

    fn understood<'s>(
        &mut self,
        heading: Option<Nation>,
        mut next: impl FnMut() -> Option<&'s Said>,
    ) {
        let mut any = false;
        while let Some(said) = next() {
            any = true;
            if said.headed
                && let Some(nation) = said.nation
            {
                self.heading = Some((nation, said.turn));
            }
            self.follow(said);
        }
        if !any && let Some(nation) = heading {
            // Nothing but a heading.
            self.heading = Some((nation, turn_in(&self.text)));
            self.command("for", Some(nation.id().to_owned()));
        }
    }

    /// A line that was asked about or not understood.
    fn doubt(&mut self, line: &said::Line) {
        let outcome = match &line.reading {
            Outcome::Question { doubt, words, candidates } => LineOutcome::Question {
                what: doubt.code().to_owned(),
                words: words.clone(),
                candidates: candidates.clone(),
            },
            Outcome::NotUnderstood { trouble, words, near } => LineOutcome::NotUnderstood {
                why: trouble.code().to_owned(),
                words: words.clone(),
                near: near.clone(),
            },
            _ => return,
        };
        if !line.order_like {
            // It is told, and holds nothing back.
            let fault = self.first_fault.take();
            self.tell(outcome);
            self.first_fault = fault.or_else(|| self.first_fault.take());
            return;
        }
        let near = match &line.reading {
            Outcome::NotUnderstood { near, .. } => near.join(" "),
            _ => String::new(),
        };
        let pieces = self.named_in(&format!("{} {near}", line.text));
        self.tell(outcome);
        self.fault(line.nation, pieces);
    }

    /// A line of this nation is at fault: it holds back the phase it is for, and no other.
    fn fault(&mut self, heading: Option<Nation>, pieces: PieceSet) {
        let of_pieces = pieces.first().map(PieceId::nation);
        let nation = heading.or(of_pieces).or(self.open_now().map(|(_, nation)| nation));
        let Some(nation) = nation else { return };
        let turn = self.heading.filter(|(of, _)| *of == nation).and_then(|(_, turn)| turn);
        match self.when(nation, turn, heading.is_some(), false) {
            When::Now => {
                self.ordered = true;
                let text = self.text.clone();
                if self.is_asked()
                    && let Some(editor) = self.editor()
                {
                    editor.hold_line(&text, pieces);
                }
            }
            When::Later(turn) => {
                let whole = self.whole_line();
                let edit = self.ahead((turn, nation));
                edit.lines.push((whole, pieces));
                edit.fault = true;
            }
            When::Over | When::NotYet => {}
        }
    }

    fn follow(&mut self, said: &Said) {
        let headed = said.headed.then_some(said.nation).flatten();
        match &said.request {
            Request::Act(action) => self.act(said, action),
            Request::Stay(pieces) => self.stay(said, pieces),
            Request::Choice(number) => self.choose(usize::from(*number)),
            Request::Ready => {
                self.say_ready(headed, said.turn);
            }
            Request::Wait => {
                self.wait = true;
                self.ahead.iter_mut().for_each(|edit| edit.wait = true);
                self.command("wait", None);
            }
            Request::Test => self.command("test", None),
            Request::Cancel(what) => self.cancel(headed, said.turn, what),
            Request::ShowOrders => {
                self.shown = true;
                self.command("orders", None);
            }
            Request::WhereCan(pieces) => self.where_can(pieces),
            Request::Instruct(instruction) => self.instruct(said.nation, instruction),
            Request::Revoke(withdrawn) => self.revoke(withdrawn),
            Request::Status(None) => {
                self.plan.asks_status = true;
                self.command("status", None);
            }
            Request::Help(topic) => {
                self.plan.asks_help = Some(*topic);
                self.command("help", topic.map(|topic| topic.id().to_owned()));
            }
            // Of the club: told by notes.
            _ => {}
        }
    }

    fn act(&mut self, said: &Said, action: &Action) {
        let nation = said.nation.or_else(|| self.awaited_nation());
        let Some(nation) = nation else { return };
        let movement = matches!(
            action,
            Action::Move { .. }
                | Action::MoveVia { .. }
                | Action::Recruit(_)
                | Action::Redistribute { .. }
        );
        if *action == Action::EndMovement {
            self.say_ready(said.headed.then_some(nation), said.turn);
            return;
        }
        if !self.plays(nation) {
            let refusal = self.not_awaited(nation);
            self.tell(refused(nation, refusal));
            return;
        }
        if movement {
            let any_time = matches!(action, Action::Redistribute { .. });
            match self.when(nation, said.turn, said.headed, any_time) {
                When::Later(turn) => return self.order_ahead(nation, turn, said, action),
                When::Over => return self.tell_late(nation),
                When::NotYet => {
                    let refusal = self.not_awaited(nation);
                    self.tell(refused(nation, refusal));
                    return;
                }
                When::Now => {}
            }
        }
        if let Some(condition) = said.condition
            && !condition.is_met(&self.state.view(None))
        {
            return self.command("condition", None);
        }
        if movement && self.state.awaits(nation, DecisionKind::Movement) {
            self.order(nation, action);
        } else {
            self.at_once(nation, action);
        }
    }

    /// An order for the draft of the open phase.
    fn order(&mut self, nation: Nation, action: &Action) {
        if !self.is_asked() {
            return self.tell_late(nation);
        }
        let line = self.at;
        let own = self.own_nations();
        let before: Vec<Action> = self.earlier_orders();
        let text = self.text.clone();
        self.ordered = true;
        let Some(editor) = self.editor() else { return };
        match editor.order(line, action) {
            Ok(dropped) => {
                let events = editor
                    .entries()
                    .iter()
                    .find(|entry| entry.line == Some(line) && same(&entry.action, action));
                let (order, events) = match events {
                    Some(entry) => (Order::from(&entry.action), foreseeable(&own, &entry.events)),
                    None => (Order::from(action), Vec::new()),
                };
                self.note_replaced(before);
                let orders = vec![UnderstoodOrder { order, events }];
                self.tell(LineOutcome::Understood { nation, orders });
                self.tell_dropped(nation, dropped);
            }
            Err(refused) => {
                let pieces = pieces_of(action);
                editor.hold_line(&text, pieces);
                self.tell(self::because(nation, action, refused));
            }
        }
    }

    fn tell_dropped(&mut self, nation: Nation, dropped: Vec<Dropped>) {
        for Dropped { action, refused } in dropped {
            let text = orders::write(&action);
            self.tell_as(text, self::because(nation, &action, refused));
        }
    }

    /// Orders of earlier mails that stand in the draft.
    fn earlier_orders(&mut self) -> Vec<Action> {
        let Some(editor) = self.editor() else { return Vec::new() };
        let earlier = editor.entries().iter().filter(|entry| entry.line.is_none());
        earlier.map(|entry| entry.action.clone()).collect()
    }

    /// Notes what gave way.
    fn note_replaced(&mut self, before: Vec<Action>) {
        let after = self.earlier_orders();
        let gone = before.into_iter().filter(|action| !after.contains(action));
        let texts: Vec<String> = gone.map(|action| orders::write(&action)).collect();
        self.plan.replaced.extend(texts);
    }

    fn stay(&mut self, said: &Said, pieces: &[PieceId]) {
        let nation = said.nation.or(pieces.first().map(|piece| piece.nation()));
        let Some(nation) = nation.or_else(|| self.awaited_nation()) else { return };
        let set: PieceSet = match pieces {
            [] => self.state.on_map(PieceSet::of(nation)),
            pieces => pieces.iter().copied().collect(),
        };
        if !self.plays(nation) {
            let refusal = self.not_awaited(nation);
            return self.tell(refused(nation, refusal));
        }
        match self.when(nation, said.turn, said.headed, false) {
            When::Now if !self.is_asked() => return self.tell_late(nation),
            When::Now => {}
            When::Later(turn) => {
                let whole = self.whole_line();
                let edit = self.ahead((turn, nation));
                if edit.lines.last().is_none_or(|(line, _)| *line != whole) {
                    edit.lines.push((whole, set));
                }
                let orders = vec![format!("{} stays", orders_of(pieces))];
                let conditional = said.condition.is_some();
                return self.tell(LineOutcome::Ahead { nation, turn, orders, conditional });
            }
            When::Over => return self.tell_late(nation),
            // That nothing is ordered is true of it anyway.
            When::NotYet => return self.command("stays", Some(orders_of(pieces))),
        }
        if said.condition.is_some_and(|condition| !condition.is_met(&self.state.view(None))) {
            return self.command("condition", None);
        }
        self.ordered = true;
        let before = self.earlier_orders();
        let Some(editor) = self.editor() else { return };
        let dropped = editor.stay(set);
        self.note_replaced(before);
        let names: Vec<&str> = set.iter().map(PieceId::name).collect();
        self.command("stays", Some(names.join(", ")));
        self.tell_dropped(nation, dropped);
    }

    fn order_ahead(&mut self, nation: Nation, turn: u16, said: &Said, action: &Action) {
        let whole = self.whole_line();
        let pieces = pieces_of(action);
        let edit = self.ahead((turn, nation));
        match edit.lines.last_mut() {
            Some((line, known)) if *line == whole => *known = known.or(pieces),
            _ => edit.lines.push((whole, pieces)),
        }
        let conditional = said.condition.is_some();
        let orders = vec![orders::write(action)];
        self.tell(LineOutcome::Ahead { nation, turn, orders, conditional });
    }

    fn ahead(&mut self, phase: PhaseOf) -> &mut AheadEdit {
        let known = self.ahead.iter().position(|edit| edit.phase == phase);
        let place = known.unwrap_or_else(|| {
            self.ahead.push(AheadEdit {
                phase,
                lines: Vec::new(),
                stays_out: PieceSet::EMPTY,
                ready: false,
                wait: false,
                cancelled: false,
                fault: false,
            });
            self.ahead.len() - 1
        });
        &mut self.ahead[place]
    }

    /// `ready`: for all that stands above it in the mail, and for the heading above it.
    fn say_ready(&mut self, heading: Option<Nation>, turn: Option<u16>) {
        let mut for_ahead = !self.ahead.is_empty();
        self.ahead.iter_mut().for_each(|edit| edit.ready = true);
        let mut for_now = self.ordered;
        match heading.map(|nation| (nation, self.when(nation, turn, true, false))) {
            Some((nation, When::Later(turn))) if self.plays(nation) => {
                self.ahead((turn, nation)).ready = true;
                for_ahead = true;
            }
            Some((_, When::Now)) => for_now = true,
            Some((nation, When::Over)) => return self.tell_late(nation),
            Some(_) => {}
            None => for_now |= !for_ahead,
        }
        if for_now {
            match self.open_now() {
                Some(phase) => match self.asked(phase) {
                    Asked::Another(nation) => return self.tell_late(nation),
                    _ => self.ready = true,
                },
                None if self.open_at_first.is_none() && !self.executed && !for_ahead => {
                    if let Asked::Another(nation) =
                        self.position.since.asked(&self.state, self.position.seat)
                    {
                        return self.tell_late(nation);
                    }
                }
                None => {}
            }
        }
        self.command("ready", None);
    }

    fn cancel(&mut self, heading: Option<Nation>, turn: Option<u16>, what: &Cancel) {
        let later = heading.and_then(|nation| match self.when(nation, turn, true, false) {
            When::Later(turn) if self.plays(nation) => Some((turn, nation)),
            _ => None,
        });
        match what {
            Cancel::All => match later {
                Some(phase) => {
                    self.ahead(phase).cancelled = true;
                    self.command("cancel", None);
                }
                None => {
                    let before = self.earlier_orders();
                    self.ready = false;
                    if let Some(editor) = self.editor() {
                        editor.cancel_all();
                    }
                    self.note_replaced(before);
                    self.command("cancel", None);
                }
            },
            Cancel::Pieces(pieces) => {
                let set: PieceSet = pieces.iter().copied().collect();
                let names = orders_of(pieces);
                let phases = self.position.kept.ahead.iter().map(|(phase, _)| *phase);
                let of_pieces = |nation: Nation| set.intersects(PieceSet::of(nation));
                let waiting: Vec<PhaseOf> =
                    phases.filter(|(_, nation)| of_pieces(*nation)).collect();
                let before = self.earlier_orders();
                let mut dropped = Vec::new();
                if later.is_none()
                    && let Some((_, nation)) = self.open_now().filter(|(_, n)| of_pieces(*n))
                    && self.is_asked()
                {
                    self.ordered = true;
                    if let Some(editor) = self.editor() {
                        dropped = editor.cancel(set.and(PieceSet::of(nation))).1;
                    }
                    self.note_replaced(before);
                } else {
                    for phase in waiting {
                        let edit = self.ahead(phase);
                        edit.stays_out = edit.stays_out.or(set);
                    }
                }
                self.command("cancelled", Some(names));
                if let Some(nation) = pieces.first().map(|piece| piece.nation()) {
                    self.tell_dropped(nation, dropped);
                }
            }
        }
    }

    fn where_can(&mut self, pieces: &[PieceId]) {
        let Some(first) = pieces.first() else { return };
        let nation = first.nation();
        let cities = self.state.destinations(nation, pieces);
        let at = self.state.city_of(*first);
        self.shown = true;
        self.tell(LineOutcome::Reach { pieces: pieces.to_vec(), at, cities });
    }

    /// An answer that is carried out at once.
    fn at_once(&mut self, nation: Nation, action: &Action) {
        if self.is_old(action) {
            return self.tell_late(nation);
        }
        let combat = self.state.combat().map(|combat| (combat.from, combat.to));
        let plays = matches!(action, Action::Play { .. } | Action::Stop);
        if plays && self.fought.is_some() && self.fought != combat {
            // Meant for the combat that the cards before have ended.
            return self.tell_not_needed(action);
        }
        let mut state = self.state.clone();
        match state.act(nation, action) {
            Ok(events) => {
                self.state = state;
                self.executed = true;
                match action {
                    Action::Play { .. } | Action::Stop => self.fought = combat,
                    Action::Redistribute { .. } => {}
                    _ => self.fought = None,
                }
                self.plan.changes.push(Change::Act { nation, action: action.clone() });
                let events = self.told(&events);
                let orders = vec![UnderstoodOrder { order: Order::from(action), events }];
                self.tell(LineOutcome::Understood { nation, orders });
            }
            Err(refusal) => {
                let not_needed = plays
                    && self.fought.is_some()
                    && matches!(refusal.reason, Reason::NotAwaited { .. } | Reason::GameOver {});
                if not_needed {
                    return self.tell_not_needed(action);
                }
                let text = self.text.clone();
                self.tell_as(text, refused(nation, refusal));
            }
        }
    }

    fn tell_not_needed(&mut self, action: &Action) {
        let order = Order::from(action);
        let text = orders::write(action);
        self.tell_as(text, LineOutcome::NotNeeded { order });
    }

    /// Whether an action was meant for a question that a later prompt has made old.
    fn is_old(&self, action: &Action) -> bool {
        let movable = |decision: &Decision| {
            matches!(decision.kind, DecisionKind::Movement | DecisionKind::Allot)
        };
        self.position.since.older
            && !self.executed
            && !self.own_decisions(self.position.state).iter().any(movable)
            && !matches!(action, Action::Redistribute { .. })
    }

    /// An entry of the menu in the last prompt.
    fn choose(&mut self, number: usize) {
        let decisions = self.own_decisions(&self.state);
        let state = self.state.clone();
        let context =
            orders::Context { state: &state, seat: self.position.seat, decisions: &decisions };
        let menus: Vec<_> = decisions
            .iter()
            .map(|decision| (decision.nation, orders::menu(&context, *decision)))
            .filter(|(_, menu)| !menu.is_empty())
            .collect();
        let not_understood = |why: &str| LineOutcome::NotUnderstood {
            why: why.to_owned(),
            words: number.to_string(),
            near: Vec::new(),
        };
        let [(nation, menu)] = menus.as_slice() else {
            return self.tell(not_understood("nothing-awaited"));
        };
        let Some(entry) = number.checked_sub(1).and_then(|index| menu.get(index)) else {
            return self.tell(not_understood("no-such-answer"));
        };
        for action in &entry.actions {
            self.at_once(*nation, action);
        }
    }

    fn instruct(&mut self, nation: Option<Nation>, instruction: &Instruction) {
        let owner = nation.filter(|nation| self.plays(*nation));
        let owner = owner.or_else(|| self.own_nations().first().copied());
        let outlook = super::instructions::outlook_of(
            &self.state,
            self.position.seat,
            owner,
            instruction,
            self.plan.test,
        );
        let (key, replaced) =
            super::instructions::place_of(&self.position.kept.instructions, instruction);
        let order = orders::write_instruction(instruction);
        self.for_later = true;
        let instruction = Box::new(instruction.clone());
        self.plan.changes.push(Change::Instruct { key, instruction });
        self.tell(LineOutcome::Instruction { order, replaced, outlook });
    }

    fn revoke(&mut self, withdrawn: &orders::Withdrawn) {
        let mut texts = Vec::new();
        for (key, instruction) in &self.position.kept.instructions {
            if super::instructions::is_withdrawn(withdrawn, instruction) {
                texts.push(orders::write_instruction(instruction));
                self.for_later = true;
                self.plan.changes.push(Change::Revoke { key: key.clone() });
            }
        }
        self.tell(LineOutcome::Withdrawn { orders: texts });
    }

    /// For which movement phase an order of this nation is.
    fn when(&self, nation: Nation, turn: Option<u16>, headed: bool, any_time: bool) -> When {
        let state = &self.state;
        let open = state.awaits(nation, DecisionKind::Movement);
        if state.phase() == Phase::GameOver || !state.in_play(nation) || !self.plays(nation) {
            return When::Now;
        }
        let next = next_turn(state, nation);
        match turn {
            Some(turn) if open && turn == state.turn() => When::Now,
            Some(turn) if turn < next || turn > state.turn() + FARTHEST => When::Over,
            Some(turn) => When::Later(turn),
            None if headed => match self.position.since.meant(nation, self.position.state) {
                _ if open && self.open_at_first != Some((state.turn(), nation)) => When::Now,
                Meant::Over => When::Over,
                Meant::AsNow if open => When::Now,
                Meant::AsNow => When::Later(next),
            },
            None if open || any_time => When::Now,
            None if next == state.turn() => When::NotYet,
            None => When::Over,
        }
    }

    /// What the answered mail had asked for, as to a movement phase that is open now.
    fn asked(&self, phase: PhaseOf) -> Asked {
        if self.open_at_first != Some(phase) {
            // This very mail has opened it.
            return if self.ordered { Asked::This } else { Asked::Nothing };
        }
        match self.heading {
            // A heading has said for which phase it is.
            Some((nation, _)) if nation == phase.1 => Asked::This,
            _ => self.position.since.asked(self.position.state, self.position.seat),
        }
    }

    /// Whether orders without a heading may be for the open phase.
    fn is_asked(&self) -> bool {
        let Some(phase) = self.open_now() else { return true };
        self.open_at_first != Some(phase) || !matches!(self.asked(phase), Asked::Another(_))
    }

    fn tell_late(&mut self, nation: Nation) {
        self.late = true;
        self.tell(LineOutcome::Late { nation });
    }

    fn not_awaited(&self, nation: Nation) -> Refusal {
        let awaited = self.state.decisions().into_iter();
        let awaited = awaited
            .map(|Decision { nation, kind, .. }| crate::game::Awaited { nation, kind })
            .collect();
        Reason::NotAwaited { nation, awaited }.into()
    }

    fn open_now(&self) -> Option<PhaseOf> {
        open_movement(&self.state, self.position.seat)
    }

    /// The draft of the open phase, opened when it is first needed.
    fn editor(&mut self) -> Option<&mut Editor> {
        let phase = self.open_now()?;
        if self.editor.as_ref().is_none_or(|(of, ..)| *of != phase) {
            let kept = self.position.kept.drafts.iter().find(|(of, _)| *of == phase);
            let draft = kept.map(|(_, draft)| draft.clone()).unwrap_or_default();
            let (editor, dropped) = Editor::open(&self.state, phase.1, &draft);
            let earlier = editor.held.len();
            self.editor = Some((phase, editor, earlier));
            self.tell_dropped(phase.1, dropped);
        }
        self.editor.as_mut().map(|(_, editor, _)| editor)
    }

    fn finish(mut self) -> Plan {
        self.finish_ahead();
        self.finish_movement();
        if self.plan.test {
            self.plan.status = ReceiptStatus::Test;
            self.plan.changes.clear();
            return self.plan;
        }
        self.plan.status = if self.executed {
            ReceiptStatus::CarriedOut
        } else if self.kept {
            ReceiptStatus::Kept
        } else if self.for_later {
            ReceiptStatus::Ahead
        } else if self.shown {
            ReceiptStatus::Shown
        } else {
            ReceiptStatus::Nothing
        };
        if self.plan.status == ReceiptStatus::Nothing && self.plan.because == Because::default() {
            self.plan.because = match self.first_fault.take() {
                Some((number, text)) => Because::Line { number, text },
                None if self.late => Because::Late {},
                None if self.ready => Because::NothingAwaited {},
                None => Because::NoOrder {},
            };
        }
        self.plan
    }

    /// Keeps the draft, or carries it out.
    fn finish_movement(&mut self) {
        let Some(phase) = self.open_now() else { return };
        let speaks = self.ready || self.wait || self.editor.is_some();
        if !speaks {
            self.show_draft(phase);
            return;
        }
        let asked = self.asked(phase);
        let (ready, wait, sha) = (self.ready, self.wait, None);
        let second_thoughts = self.position.second_thoughts;
        if self.editor().is_none() {
            return;
        }
        let Some((_, mut editor, earlier)) = self.editor.take() else { return };
        let again = ready && asked == Asked::This;
        editor.mend(earlier, again);
        editor.ready = (editor.ready || again) && !wait;
        let complete = editor.changed && asked == Asked::This && editor.is_complete();
        let go = (editor.ready || complete) && editor.held.is_empty() && !wait;
        let acts = editor.changed || again;
        self.plan.warnings = editor.warnings();
        let draft = editor.draft(sha);
        self.plan.draft = Some((phase, draft.clone()));
        if editor.changed || again || wait {
            self.plan.changes.push(Change::Draft { phase, draft });
            self.plan.changes.push(Change::Wait { phase });
        }
        if go && acts {
            self.plan.changes.push(Change::End { phase });
            self.executed |= second_thoughts == 0;
            self.kept |= second_thoughts > 0;
            self.plan.because = Because::SecondThoughts {};
            if second_thoughts == 0 {
                self.plan.because = Because::Done;
                self.plan.draft = None;
            }
            return;
        }
        self.kept |= acts || wait;
        self.plan.because = if wait {
            Because::Waits {}
        } else if let Some(held) = editor.held.first().filter(|_| editor.ready || complete) {
            let number = self.plan.lines.iter().find(|line| line.text == held.text);
            let number = number.map(|line| line.number);
            let pieces = held.pieces.clone();
            Because::Held { number, text: held.text.clone(), pieces, more: editor.held.len() - 1 }
        } else if ready && asked != Asked::This {
            self.kept = true;
            Because::NotAsked {}
        } else if acts {
            Because::NotReady {}
        } else {
            return;
        };
    }

    /// The draft of the open phase as it stands, for whoever does not change it.
    fn show_draft(&mut self, phase: PhaseOf) {
        let kept = self.position.kept.drafts.iter().find(|(of, _)| *of == phase);
        self.plan.draft = kept.cloned();
        if self.shown
            && let Some(editor) = self.editor()
        {
            self.plan.warnings = editor.warnings();
        }
    }

    fn finish_ahead(&mut self) {
        for edit in std::mem::take(&mut self.ahead) {
            let kept = self.position.kept.ahead.iter().find(|(phase, _)| *phase == edit.phase);
            let mut orders = kept.map(|(_, orders)| orders.clone()).unwrap_or_default();
            let nation = edit.phase.1;
            let mut touched = edit.stays_out;
            for (_, pieces) in &edit.lines {
                touched = touched.or(*pieces);
            }
            if edit.cancelled {
                self.plan.replaced.append(&mut orders.lines);
                orders = AheadOrders::default();
            }
            let (gone, mut lines): (Vec<String>, Vec<String>) =
                orders.lines.into_iter().partition(|line| {
                    let named = named_pieces(line, &[nation]);
                    !named.is_empty() && touched.contains_all(named)
                });
            self.plan.replaced.extend(gone);
            lines.extend(edit.lines.into_iter().map(|(line, _)| line));
            lines.truncate(super::ahead::MOST_LINES);
            orders.lines = lines;
            orders.ready = (orders.ready || edit.ready) && !edit.wait;
            self.for_later = true;
            self.plan.changes.push(Change::Ahead { phase: edit.phase, orders });
        }
    }

    /// Events as the receipt shows them: of a trial only what could be foreseen.
    fn told(&self, events: &[Event]) -> Vec<Happening> {
        let own = self.own_nations();
        if self.plan.test { foreseeable(&own, events) } else { events_for(&own, events) }
    }

    fn whole_line(&self) -> String {
        let index = self.at.saturating_sub(1);
        self.texts.get(index).map_or("", |line| line.trim()).to_owned()
    }

    fn plays(&self, nation: Nation) -> bool {
        self.state.rules().plays(nation) && self.state.seat_of(nation) == self.position.seat
    }

    fn own_nations(&self) -> Vec<Nation> {
        Nation::ALL.into_iter().filter(|nation| self.plays(*nation)).collect()
    }

    fn own_decisions(&self, state: &State) -> Vec<Decision> {
        let seat = self.position.seat;
        state.decisions().into_iter().filter(|decision| decision.seat == seat).collect()
    }

    fn awaited_nation(&self) -> Option<Nation> {
        let own = self.own_decisions(&self.state);
        own.first().map(|decision| decision.nation).or_else(|| self.own_nations().first().copied())
    }

    fn named_in(&self, text: &str) -> PieceSet {
        named_pieces(text, &self.own_nations())
    }
}

/// The movement phase of a seat that is open.
pub(in crate::campaign) fn open_movement(state: &State, seat: Seat) -> Option<PhaseOf> {
    let mut decisions = state.decisions().into_iter();
    let open = decisions
        .find(|decision| decision.seat == seat && decision.kind == DecisionKind::Movement)?;
    Some((state.turn(), open.nation))
}

/// Whether an order of a draft came of this one: a march has found its way meanwhile.
fn same(entry: &Action, ordered: &Action) -> bool {
    match (entry, ordered) {
        (Action::Move { pieces, .. }, Action::MoveVia { pieces: wanted, .. }) => pieces == wanted,
        (entry, ordered) => entry == ordered,
    }
}

fn refused(nation: Nation, refusal: Refusal) -> LineOutcome {
    LineOutcome::Refused { nation, refusal, order: None, hindrance: None, line: None }
}

fn because(nation: Nation, action: &Action, refused: Refused) -> LineOutcome {
    let Refused { refusal, hindrance, line } = refused;
    LineOutcome::Refused { nation, refusal, order: Some(Order::from(action)), hindrance, line }
}

fn orders_of(pieces: &[PieceId]) -> String {
    pieces.iter().map(|piece| piece.name()).collect::<Vec<_>>().join(", ")
}

/// The number in a heading, `for Sweden, turn 7`.
fn turn_in(text: &str) -> Option<u16> {
    text.split(|c: char| !c.is_ascii_digit()).find_map(|digits| digits.parse().ok())
}

/// The generals of these nations that a text names, small typing errors included.
pub(in crate::campaign) fn named_pieces(text: &str, nations: &[Nation]) -> PieceSet {
    let words = text.split(|c: char| !c.is_alphanumeric() && !orders::fold::is_combining(c));
    let mut found = PieceSet::EMPTY;
    let own = |piece: &PieceId| nations.contains(&piece.nation());
    for word in words.filter(|word| word.chars().count() >= 4).take(200) {
        if let Some(meant) = names::resolve_general(word) {
            found = found.or(meant.all.iter().copied().filter(own).collect());
        }
    }
    found
}
