//! What a player's text does: orders understood, tried, kept or carried out, and the receipt that
//! says so line by line.
//!
//! Orders for a movement phase are tried on a copy of the game and kept as the seat's draft; they
//! are carried out together when the player says `ready`, or when every piece has its order and
//! nothing in the mail is wrong. Small answers (a card, a retreat, a discard …) are carried out at
//! once, in the order of the lines. A dry run (`test`) does the same on a copy only.

use crate::campaign::clock;
use crate::campaign::office::CampaignError;
use crate::campaign::plans::ahead::{Set, When, standing};
use crate::campaign::table::facts::{log_head, nations_of, prompts};
use crate::campaign::table::progress::{Cause, Progress};
use crate::campaign::tell::letters::report_for;
use crate::game::{
    Action, DecisionKind, Event, Nation, Order, PieceSet, Refusal, Seat, State, Troops,
};
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::orders::{self, Context, Outcome, Statement};
use crate::report::{
    GameHead, Happening, Help, IfNothingComes, Late, Line, LineOutcome, Mail, Receipt,
    ReceiptStatus, Replaced, UnderstoodOrder, events_for, foreseeable,
};
use crate::store::Seat as StoredSeat;
use chrono::{DateTime, Utc};

/// How a player's mail is answered.
pub(crate) enum Answer {
    /// Orders, or what was meant as such.
    Receipt(Box<Receipt>),
    /// A question, or a mail that came too late.
    Other(Box<Mail>),
}

/// Whether a Message-ID holds the address of the mail's sender, as some programs make it. The log
/// is for good and never holds an address.
fn tells_the_sender(id: &str, letter: &Letter) -> bool {
    let from = letter.from.as_ref().map(Address::canonical);
    from.is_some_and(|from| id.to_lowercase().contains(&from))
}

/// Answers the text of a letter from a seat.
pub(crate) fn answer(
    progress: &mut Progress<'_>,
    seat: &StoredSeat,
    letter: &Letter,
    now: DateTime<Utc>,
) -> Result<Answer, CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else {
        return Err(CampaignError::BrokenGame {
            game: progress.game.name.clone(),
            reason: format!("it has a seat {} that the rules do not know", seat.seat),
        });
    };
    let decisions: Vec<_> =
        progress.state.decisions().into_iter().filter(|decision| decision.seat == role).collect();
    let context = Context { state: &progress.state, seat: role, decisions: &decisions };
    let reading = orders::read(&letter.text, &context);

    if let Some(mail) = question(progress, role, &reading, now)? {
        return Ok(Answer::Other(Box::new(mail)));
    }
    let movable = |kind| matches!(kind, DecisionKind::Movement | DecisionKind::Allot);
    let only_small = !decisions.iter().any(|decision| movable(decision.kind));
    let older = answers_an_older_prompt(progress, seat, letter)?;
    let asked_for = reading.statements().any(|(_, _, statement)| needs_its_question(statement));
    if only_small && older && asked_for && !is_for_later(&reading) {
        let view = progress.state.view(Some(role));
        return Ok(Answer::Other(Box::new(Mail::Late(Box::new(Late {
            game: GameHead::new(&progress.game.name, &view),
            nation: None,
            kind: None,
            decided: None,
            lines: reading.lines.iter().map(|line| line.text.clone()).collect(),
            now: prompts(&progress.state, &view, &[]),
            log: log_head(progress),
        })))));
    }

    let cause = Cause::Mail {
        message_id: letter.message_id.clone().filter(|id| !tells_the_sender(id, letter)),
        sha256: letter.sha256.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    let test = reading.statements().any(|(_, _, said)| matches!(said, Statement::Test));
    let mut work = Work {
        sandbox: progress.state.clone(),
        progress,
        seat,
        role,
        cause,
        now,
        test,
        older,
        heading: None,
        whole_line: String::new(),
        ahead: Vec::new(),
        for_later: false,
        lines: Vec::new(),
        moves: Vec::new(),
        ordered: PieceSet::EMPTY,
        allotments: Vec::new(),
        ready: false,
        wait: false,
        cancel: false,
        executed: false,
        kept: false,
        replaced: None,
    };
    work.follow(&reading, &letter.text)?;
    work.receipt().map(|receipt| Answer::Receipt(Box::new(receipt)))
}

/// A mail that only asks: for help, or how things stand.
fn question(
    progress: &Progress<'_>,
    role: Seat,
    reading: &orders::Reading,
    now: DateTime<Utc>,
) -> Result<Option<Mail>, CampaignError> {
    let mut asked = None;
    for (_, _, statement) in reading.statements() {
        match statement {
            Statement::Help(topic) => {
                let game = Some(progress.game.name.clone());
                asked = Some(Mail::Help(Help { game, topic: topic.clone() }));
            }
            Statement::Status => {
                let (name, state) = (&progress.game.name, &progress.state);
                let mut report = report_for(name, state, role, &[], &[], &[], log_head(progress));
                clock::add_deadlines(progress, role, &mut report.prompts)?;
                clock::show(progress, role, &mut report.table, now)?;
                asked = Some(Mail::Report(Box::new(report)));
            }
            _ => return Ok(None),
        }
    }
    Ok(asked)
}

/// Whether everything a text orders is for later, so that it does not matter which prompt it
/// answers: instructions, and orders below a heading.
fn is_for_later(reading: &orders::Reading) -> bool {
    let mut heading = false;
    let mut found = false;
    for (_, _, statement) in reading.statements() {
        match statement {
            Statement::For { .. } => heading = true,
            Statement::Instruct(_) | Statement::Revoke(_) => found = true,
            Statement::Choice(_) => return false,
            Statement::Test | Statement::Status | Statement::Help(_) => {}
            _ if heading => found = true,
            _ => return false,
        }
    }
    found
}

/// Whether a statement means something only as the answer to a question: a number, a card. Troops
/// may be redistributed at any time (R6.4).
fn needs_its_question(statement: &Statement) -> bool {
    match statement {
        Statement::Choice(_) => true,
        Statement::Actions(actions) => {
            actions.iter().any(|action| !matches!(action, Action::Redistribute { .. }))
        }
        Statement::If(_, then) => needs_its_question(then),
        _ => false,
    }
}

/// Whether the letter answers one of our mails that a later prompt has made old: a bare number or
/// card in it was meant for something else.
fn answers_an_older_prompt(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    letter: &Letter,
) -> Result<bool, CampaignError> {
    let reported = progress.tx.reported(progress.game.id, &seat.seat)?;
    for id in &letter.in_reply_to_and_references {
        let unique = id.split('@').next().and_then(|local| local.split_once('.'));
        let Some((_, key)) = unique else { continue };
        let Some(mail) = progress.tx.mail_by_key(key)? else { continue };
        if mail.game != Some(progress.game.id) || mail.seat.as_deref() != Some(&seat.seat) {
            continue;
        }
        // The newest of our mails that it names decides.
        return Ok(mail.entry.is_some_and(|entry| entry < reported));
    }
    Ok(false)
}

/// A letter being worked through.
pub(crate) struct Work<'w, 'tx> {
    pub(crate) progress: &'w mut Progress<'tx>,
    /// Where movement orders are tried before they are carried out.
    sandbox: State,
    pub(crate) seat: &'w StoredSeat,
    pub(crate) role: Seat,
    pub(crate) cause: Cause,
    pub(crate) now: DateTime<Utc>,
    pub(crate) test: bool,
    /// It answers a prompt that a later one has made old.
    pub(crate) older: bool,
    /// The last heading, with the turn if it named one.
    pub(crate) heading: Option<(Nation, Option<u16>)>,
    /// The line in hand, not shortened.
    pub(crate) whole_line: String,
    /// Orders for movement phases to come.
    pub(crate) ahead: Vec<Set>,
    /// Something was kept for later, or is so no longer.
    pub(crate) for_later: bool,
    pub(crate) lines: Vec<Line>,
    /// Movement orders that passed their trial, with the lines they stood in.
    pub(crate) moves: Vec<(Nation, Action, String)>,
    /// Pieces that have an order, or are told to stay.
    pub(crate) ordered: PieceSet,
    /// Troops that are put together from several lines: nation, troops, places of the lines.
    allotments: Vec<(Nation, Troops, Vec<usize>)>,
    pub(crate) ready: bool,
    pub(crate) wait: bool,
    pub(crate) cancel: bool,
    pub(crate) executed: bool,
    pub(crate) kept: bool,
    pub(crate) replaced: Option<Replaced>,
}

impl Work<'_, '_> {
    fn follow(&mut self, reading: &orders::Reading, text: &str) -> Result<(), CampaignError> {
        let whole: Vec<&str> = text.lines().collect();
        let mut heading = String::new();
        for line in &reading.lines {
            let number = line.number.saturating_sub(1);
            self.whole_line = whole.get(number).map_or("", |line| line.trim()).to_owned();
            if ends_a_list_of_troops(&line.outcome) {
                self.finish_troops(false)?;
            }
            let read = self.read_again(&heading, line);
            if let Outcome::Understood { statement: Statement::For { .. }, .. } = &read {
                heading.clone_from(&line.text);
            }
            let outcome = match &read {
                Outcome::Understood { nation, statement } => {
                    self.obey(&line.text, *nation, statement)?
                }
                other => problem(other),
            };
            self.lines.push(Line { text: line.text.clone(), outcome });
        }
        self.finish_troops(true)?;
        self.finish_ahead()?;
        self.finish_movement()
    }

    /// A line that was not clear where things stood before the mail may be clear where its own
    /// earlier lines have led: a general who has just returned, a question that is open only now.
    fn read_again(&self, heading: &str, line: &orders::Line) -> Outcome {
        let unclear =
            matches!(line.outcome, Outcome::Question { .. } | Outcome::NotUnderstood { .. });
        if !unclear || (self.moves.is_empty() && !self.executed) {
            return line.outcome.clone();
        }
        let state = &self.sandbox;
        let decisions: Vec<_> =
            state.decisions().into_iter().filter(|decision| decision.seat == self.role).collect();
        let context = Context { state, seat: self.role, decisions: &decisions };
        let again = orders::read(&format!("{heading}\n{}", line.text), &context);
        again.lines.last().map_or_else(|| line.outcome.clone(), |line| line.outcome.clone())
    }

    fn obey(
        &mut self,
        text: &str,
        nation: Option<Nation>,
        statement: &Statement,
    ) -> Result<LineOutcome, CampaignError> {
        let command = |word: &str, about: Option<String>| {
            Ok(LineOutcome::Command { word: word.to_owned(), about })
        };
        if let Some(nation) = nation {
            match self.when(nation, statement) {
                When::Now => {}
                When::Turn(turn) => return Ok(self.order_ahead(nation, turn, statement)),
                When::Past => return command("past", Some(nation.id().to_owned())),
            }
        }
        match statement {
            Statement::Ready => {
                self.ready |= !self.say_ahead(statement);
                command("ready", None)
            }
            Statement::Wait => {
                self.wait |= !self.say_ahead(statement);
                command("wait", None)
            }
            Statement::Cancel => {
                self.cancel |= !self.say_ahead(statement);
                command("cancel", None)
            }
            Statement::Test => command("test", None),
            Statement::Status => command("status", None),
            Statement::Help(topic) => command("help", topic.clone()),
            Statement::For { nation, turn } => {
                self.heading = Some((*nation, *turn));
                command("for", Some(nation.id().to_owned()))
            }
            Statement::Instruct(instruction) => self.instruct(nation, instruction),
            Statement::Revoke(withdrawn) => self.revoke(withdrawn),
            Statement::If(condition, then) => {
                match condition.is_met(&self.progress.state.view(None)) {
                    true => self.obey(text, nation, then),
                    false => command("condition", None),
                }
            }
            Statement::NoOrder(pieces) => {
                self.ordered = self.ordered.or(pieces.iter().copied().collect());
                let names: Vec<_> = pieces.iter().map(|piece| piece.name()).collect();
                command("stays", Some(names.join(", ")))
            }
            Statement::TroopsFor(nation, troops) => {
                self.troops_for(*nation, troops);
                Ok(LineOutcome::Understood { nation: *nation, orders: Vec::new() })
            }
            Statement::Choice(number) => self.choose(usize::from(*number)),
            Statement::Several(parts) => self.obey_all(text, parts),
            Statement::Actions(actions) => {
                let nation = nation.or_else(|| self.awaited_nation()).unwrap_or(Nation::Prussia);
                self.try_actions(text, nation, actions)
            }
        }
    }

    /// Different things in one line: the first that fails is what the line is told.
    fn obey_all(
        &mut self,
        text: &str,
        parts: &[(Option<Nation>, Statement)],
    ) -> Result<LineOutcome, CampaignError> {
        let mut told: Option<LineOutcome> = None;
        for (nation, statement) in parts {
            let outcome = self.obey(text, *nation, statement)?;
            told = Some(match (told.take(), outcome) {
                (
                    _,
                    failed @ (LineOutcome::Refused { .. }
                    | LineOutcome::Question { .. }
                    | LineOutcome::NotUnderstood { .. }),
                ) => return Ok(failed),
                (
                    Some(LineOutcome::Understood { nation, mut orders }),
                    LineOutcome::Understood { nation: next, orders: more },
                ) if nation == next => {
                    orders.extend(more);
                    LineOutcome::Understood { nation, orders }
                }
                (
                    Some(LineOutcome::Ahead { nation, turn, mut orders, conditional }),
                    LineOutcome::Ahead { nation: next, orders: more, .. },
                ) if nation == next => {
                    orders.extend(more);
                    LineOutcome::Ahead { nation, turn, orders, conditional }
                }
                // A heading or `ready` in the line says less than its orders.
                (Some(LineOutcome::Command { .. }) | None, outcome) => outcome,
                (Some(before), _) => before,
            });
        }
        Ok(told.unwrap_or(LineOutcome::Ignored {}))
    }

    /// The nation of this seat that is awaited now, if it is one.
    fn awaited_nation(&self) -> Option<Nation> {
        let state = &self.progress.state;
        let own = state.decisions().into_iter().find(|decision| decision.seat == self.role);
        own.map(|decision| decision.nation)
            .or_else(|| nations_of(self.progress, self.role).first().copied())
    }

    /// An entry of the menu in the last prompt.
    fn choose(&mut self, number: usize) -> Result<LineOutcome, CampaignError> {
        let state = &self.progress.state;
        let decisions: Vec<_> =
            state.decisions().into_iter().filter(|decision| decision.seat == self.role).collect();
        let context = Context { state, seat: self.role, decisions: &decisions };
        let menus: Vec<_> = decisions
            .iter()
            .map(|decision| (decision.nation, orders::menu(&context, *decision)))
            .filter(|(_, menu)| !menu.is_empty())
            .collect();
        let [(nation, menu)] = menus.as_slice() else {
            return Ok(LineOutcome::NotUnderstood {
                why: "nothing-awaited".into(),
                words: number.to_string(),
                near: Vec::new(),
            });
        };
        match number.checked_sub(1).and_then(|index| menu.get(index)) {
            Some(entry) => self.try_actions(&entry.text, *nation, &entry.actions),
            None => Ok(LineOutcome::NotUnderstood {
                why: "no-such-answer".into(),
                words: number.to_string(),
                // The menu is in the same mail.
                near: Vec::new(),
            }),
        }
    }

    /// One line's actions, in order; the first refusal ends the line.
    fn try_actions(
        &mut self,
        text: &str,
        nation: Nation,
        actions: &[Action],
    ) -> Result<LineOutcome, CampaignError> {
        if self.progress.state.seat_of(nation) != self.role {
            let refusal = self.sandbox_refusal(nation);
            return Ok(LineOutcome::Refused { nation, refusal });
        }
        let mut orders = Vec::new();
        for action in actions {
            let moving = self.sandbox.awaits(nation, DecisionKind::Movement);
            let outcome = match action {
                Action::Move { .. } | Action::MoveVia { .. } | Action::Recruit(_) => {
                    self.try_movement(text, nation, action)
                }
                Action::Redistribute { .. } if moving => self.try_movement(text, nation, action),
                Action::EndMovement => {
                    self.ready = true;
                    continue;
                }
                _ => self.carry_out(nation, action)?,
            };
            match outcome {
                Ok(events) => orders.push(UnderstoodOrder { order: Order::from(action), events }),
                Err(refusal) => return Ok(LineOutcome::Refused { nation, refusal }),
            }
        }
        Ok(LineOutcome::Understood { nation, orders })
    }

    /// The refusal that the rules give to an action of a nation that is not awaited.
    fn sandbox_refusal(&self, nation: Nation) -> Refusal {
        let awaited = self
            .sandbox
            .decisions()
            .iter()
            .map(|decision| crate::game::Awaited { nation: decision.nation, kind: decision.kind })
            .collect();
        crate::game::Reason::NotAwaited { nation, awaited }.into()
    }

    /// A movement order on trial. What is kept names the whole path, so that exactly what the
    /// receipt says will be done.
    fn try_movement(
        &mut self,
        text: &str,
        nation: Nation,
        action: &Action,
    ) -> Result<Vec<Happening>, Refusal> {
        let events = self.sandbox.act(nation, action)?;
        let action = with_path(action, &events);
        if let Action::Move { pieces, .. } = &action {
            self.ordered = self.ordered.or(pieces.iter().copied().collect());
        }
        self.moves.push((nation, action, text.to_owned()));
        Ok(self.told(&events, true))
    }

    /// A small answer: carried out at once, or on the copy in a dry run.
    fn carry_out(
        &mut self,
        nation: Nation,
        action: &Action,
    ) -> Result<Result<Vec<Happening>, Refusal>, CampaignError> {
        if self.test {
            return Ok(self.sandbox.act(nation, action).map(|events| self.told(&events, true)));
        }
        Ok(match self.progress.act(nation, action, &self.cause, self.now)? {
            Ok(events) => {
                self.executed = true;
                self.sandbox = self.progress.state.clone();
                Ok(self.told(&events, false))
            }
            Err(refusal) => Err(refusal),
        })
    }

    /// Events as the receipt shows them: of a trial only what could be foreseen.
    fn told(&self, events: &[Event], trial: bool) -> Vec<Happening> {
        let own = nations_of(self.progress, self.role);
        if trial {
            return foreseeable(&own, events);
        }
        events_for(&own, events)
    }

    fn troops_for(&mut self, nation: Nation, troops: &Troops) {
        let line = self.lines.len();
        let known = self.allotments.iter_mut().find(|(of, ..)| *of == nation);
        match known {
            Some((_, all, lines)) => {
                all.retain(|(piece, _)| !troops.iter().any(|(named, _)| named == piece));
                all.extend_from_slice(troops);
                lines.push(line);
            }
            None => self.allotments.push((nation, troops.clone(), vec![line])),
        }
    }

    /// Troops named over several lines become one allotment at the end of the mail, or, where they
    /// stand among the moves, one redistribution for each stack.
    fn finish_troops(&mut self, at_the_end: bool) -> Result<(), CampaignError> {
        for (nation, mut troops, lines) in std::mem::take(&mut self.allotments) {
            troops.sort_unstable();
            let allot = self.sandbox.awaits(nation, DecisionKind::Allot);
            if allot && !at_the_end {
                self.allotments.push((nation, troops, lines));
                continue;
            }
            let actions = match allot {
                true => vec![Action::Allot { troops }],
                false => redistributions(&self.sandbox, &troops),
            };
            let Some(last) = lines.last().copied() else { continue };
            let text = self.lines[last].text.clone();
            self.lines[last].outcome = self.try_actions(&text, nation, &actions)?;
        }
        Ok(())
    }

    /// Whether a line needs the player's attention.
    pub(crate) fn has_mistakes(&self) -> bool {
        self.lines.iter().any(|line| {
            matches!(
                line.outcome,
                LineOutcome::Refused { .. }
                    | LineOutcome::Question { .. }
                    | LineOutcome::NotUnderstood { .. }
            ) || matches!(&line.outcome, LineOutcome::Command { word, .. } if word == "past")
        })
    }

    /// The Message-ID of the mail.
    pub(crate) fn message_id(&self) -> Option<String> {
        match &self.cause {
            Cause::Mail { message_id, .. } => message_id.clone(),
            _ => None,
        }
    }

    /// SHA-256 of the mail.
    pub(crate) fn sha256(&self) -> Option<String> {
        match &self.cause {
            Cause::Mail { sha256, .. } => Some(sha256.clone()),
            _ => None,
        }
    }

    fn receipt(self) -> Result<Receipt, CampaignError> {
        clock::after_change(self.progress, self.now)?;
        let view = self.progress.state.view(Some(self.role));
        let status = if self.test {
            ReceiptStatus::Test
        } else if self.executed {
            ReceiptStatus::CarriedOut
        } else if self.kept {
            ReceiptStatus::Kept
        } else if self.for_later {
            ReceiptStatus::Ahead
        } else {
            ReceiptStatus::Nothing
        };
        let mut missing = prompts(&self.progress.state, &view, &[]);
        clock::add_deadlines(self.progress, self.role, &mut missing)?;
        let movement = missing.iter().find(|prompt| prompt.kind == DecisionKind::Movement);
        let carried_out_at = movement
            .and_then(|prompt| prompt.deadline.as_ref())
            .filter(|deadline| deadline.then == IfNothingComes::OrdersSoFar);
        let mut due = missing.iter().filter_map(|prompt| prompt.deadline.clone());
        let deadline = due.find(|deadline| deadline.then == IfNothingComes::Caretaker);
        Ok(Receipt {
            notes: Vec::new(),
            game: GameHead::new(&self.progress.game.name, &view),
            status,
            lines: self.lines,
            replaced: self.replaced,
            carried_out_at: carried_out_at.map(|deadline| deadline.at.clone()),
            missing,
            deadline,
            standing: standing(self.progress, self.role)?,
            log: log_head(self.progress),
        })
    }
}

/// A line of which nothing could be done.
pub(crate) fn problem(outcome: &Outcome) -> LineOutcome {
    match outcome {
        Outcome::NotUnderstood { why, words, near } => LineOutcome::NotUnderstood {
            why: why.code().to_owned(),
            words: words.clone(),
            near: near.clone(),
        },
        Outcome::Question { what, words, candidates } => LineOutcome::Question {
            what: what.code().to_owned(),
            words: words.clone(),
            candidates: candidates.clone(),
        },
        Outcome::Ignored(_) | Outcome::Understood { .. } => LineOutcome::Ignored {},
    }
}

/// A move with its whole path, so that exactly what the receipt says will be done.
pub(crate) fn with_path(action: &Action, events: &[Event]) -> Action {
    match (action, events.first()) {
        (Action::MoveVia { pieces, .. }, Some(Event::Moved { path, .. })) => {
            Action::Move { pieces: pieces.clone(), path: path.clone() }
        }
        _ => action.clone(),
    }
}

/// One redistribution for each stack among the generals named.
pub(crate) fn redistributions(state: &State, troops: &Troops) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    for &(piece, count) in troops {
        let Some(city) = state.city_of(piece) else { continue };
        let known = actions.iter_mut().find_map(|action| match action {
            Action::Redistribute { city: of, troops } if *of == city => Some(troops),
            _ => None,
        });
        match known {
            Some(troops) => troops.push((piece, count)),
            None => {
                actions.push(Action::Redistribute { city, troops: vec![(piece, count)] });
            }
        }
    }
    actions
}

/// Whether a line is more than another part of a list of troops.
fn ends_a_list_of_troops(outcome: &Outcome) -> bool {
    !matches!(
        outcome,
        Outcome::Ignored(_)
            | Outcome::Understood {
                statement: Statement::TroopsFor(..) | Statement::For { .. },
                ..
            }
    )
}
