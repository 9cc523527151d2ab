//! Which movement phase a line is for, and whether the answered mail had asked for it.

use super::*;
use crate::campaign::plans::ahead;

impl Planner<'_> {
    /// `ready`: for all that stands above it in the mail, and for the heading above it.
    pub(super) fn say_ready(&mut self, heading: Option<Nation>, turn: Option<u16>) {
        // What is kept without a heading waits to be confirmed: much may happen until then.
        let mut for_ahead = self.ahead.iter().any(|edit| edit.headed);
        self.ahead.iter_mut().for_each(|edit| edit.ready |= edit.headed);
        let mut for_now = self.ordered;
        match heading.map(|nation| (nation, self.when(nation, turn, true, false))) {
            Some((nation, When::Later(turn))) if self.plays(nation) => {
                self.ahead((turn, nation)).ready = true;
                for_ahead = true;
            }
            Some((_, When::Now)) => for_now = true,
            Some((nation, When::Over)) => return self.tell_late(nation),
            Some(_) => {}
            // What came too late is no reason to end another nation's phase.
            None => for_now |= self.ahead.is_empty() && !self.late,
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
        self.command(RefereeWord::Ready, None);
    }

    /// The movement phase that an order of this nation is for.
    pub(super) fn when(
        &self,
        nation: Nation,
        turn: Option<u16>,
        headed: bool,
        any_time: bool,
    ) -> When {
        let state = &self.state;
        let open = state.awaits(nation, DecisionKind::Movement);
        if state.phase() == Phase::GameOver || !state.in_play(nation) || !self.plays(nation) {
            return When::Now;
        }
        let next = state.turn_of_next_movement(nation);
        match turn {
            Some(turn) if open && turn == state.turn() => When::Now,
            Some(turn) if turn < next || turn > state.turn() + FARTHEST => When::Over,
            Some(turn) => When::Later(turn),
            None if !headed && (open || any_time) => When::Now,
            // Without a heading it is for this turn, if the nation has still to move in it.
            None if headed || next == state.turn() => {
                match self.position.since.meant(nation, self.position.state) {
                    _ if open && self.open_at_first != Some((state.turn(), nation)) => When::Now,
                    Meant::Over => When::Over,
                    Meant::AsNow if open => When::Now,
                    Meant::AsNow => When::Later(next),
                }
            }
            None => When::Over,
        }
    }

    /// What the answered mail had asked for, as to a movement phase that is open now.
    pub(super) fn asked(&self, phase: PhaseOf) -> Asked {
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
    pub(super) fn is_asked(&self) -> bool {
        let Some(phase) = self.open_now() else { return true };
        self.open_at_first != Some(phase) || !matches!(self.asked(phase), Asked::Another(_))
    }

    /// Whether a line answers a question that is over: the mail that is answered had asked for no
    /// movement, and as an order for the one that is open now the line means nothing.
    pub(super) fn is_overtaken(&self, line: &said::Line) -> bool {
        let since = self.position.since;
        let means_nothing = matches!(
            line.reading,
            LineReading::NotUnderstood { trouble: said::Trouble::Unknown, .. }
        );
        means_nothing
            && line.order_like
            && since.older
            && since.asked(self.position.state, self.position.seat) == Asked::Nothing
    }

    /// The line is for an action of this nation that is over.
    pub(super) fn tell_late(&mut self, nation: Nation) {
        self.late = true;
        self.tell(LineOutcome::Late { nation });
    }

    /// The refusal of an order of which nothing is awaited: it says what is.
    pub(super) fn not_awaited(&self, nation: Nation) -> Refusal {
        let awaited = self.state.decisions().into_iter();
        let awaited = awaited
            .map(|Decision { nation, kind, .. }| crate::game::Awaited { nation, kind })
            .collect();
        Reason::NotAwaited { nation, awaited }.into()
    }

    /// The movement phase that is open for the seat; at most one is.
    pub(super) fn open_now(&self) -> Option<PhaseOf> {
        open_movement(&self.state, self.position.seat)
    }

    /// What was ordered ahead for a phase that this mail itself has opened: the draft that it comes to, and what became
    /// of each line.
    fn come_due(&mut self, phase: PhaseOf) -> Option<(Draft, Vec<Line>)> {
        let mut ahead = self.position.kept.ahead.iter();
        let (_, orders) = ahead.find(|(of, _)| *of == phase)?;
        let decision =
            Decision { seat: self.position.seat, nation: phase.1, kind: DecisionKind::Movement };
        let due = ahead::draft_of(&self.state, decision, orders);
        self.plan.changes.push(Change::Ahead { phase, orders: AheadOrders::default() });
        Some(due)
    }

    /// Tells of lines that were sent ahead and cannot be used now that this mail has opened their phase. They are no
    /// lines of this mail, and have no number.
    fn tell_due(&mut self, lines: Vec<Line>) {
        let fault = |line: &Line| {
            matches!(
                line.outcome,
                LineOutcome::Refused { .. }
                    | LineOutcome::Question { .. }
                    | LineOutcome::NotUnderstood { .. }
            )
        };
        let faults = lines.into_iter().filter(fault).map(|line| Line { number: 0, ..line });
        self.plan.lines.extend(faults);
    }

    /// The draft of the open phase, opened when it is first needed.
    pub(super) fn editor(&mut self) -> Option<&mut Editor> {
        let phase = self.open_now()?;
        if self.editor.as_ref().is_none_or(|(of, _)| *of != phase) {
            let kept = self.position.kept.drafts.iter().find(|(of, _)| *of == phase);
            let kept = kept.map(|(_, draft)| draft.clone());
            let due = if kept.is_none() { self.come_due(phase) } else { None };
            let (due, told) = due.map_or((None, Vec::new()), |(draft, told)| (Some(draft), told));
            let draft = kept.or(due).unwrap_or_default();
            let (mut editor, dropped) = Editor::open(&self.state, phase.1, &draft);
            if !told.is_empty() {
                editor.hold_as_new();
                self.tell_due(told);
            }
            editor.sent_anew = self.sent.and(PieceSet::of(phase.1));
            self.editor = Some((phase, editor));
            self.tell_dropped(phase.1, dropped);
        }
        self.editor.as_mut().map(|(_, editor)| editor)
    }
}
