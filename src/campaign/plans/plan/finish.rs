//! What a mail comes to when all its lines are read: the draft kept or carried out, orders ahead, and
//! the first sentence of the answer.

use super::*;

impl Planner<'_> {
    /// When all lines are read: what is kept, what is carried out, and why.
    pub(super) fn finish(mut self) -> Plan {
        self.finish_combat();
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
        let only_the_rest =
            matches!(self.plan.status, ReceiptStatus::CarriedOut | ReceiptStatus::Ahead);
        // What was not carried out comes first, whatever the draft of the phase behind it waits for.
        let waits = self.plan.status == ReceiptStatus::CarriedOut
            && !matches!(self.plan.because, Because::Allotment { .. });
        if only_the_rest
            && (waits || self.plan.because == Because::default())
            && let Some((number, text)) = self.first_fault.take()
        {
            self.plan.because = Because::Line { number, text };
        }
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
    pub(super) fn finish_movement(&mut self) {
        let Some(phase) = self.open_now() else { return };
        let speaks = self.ready || self.wait || self.editor.is_some();
        if !speaks {
            self.show_draft(phase);
            return;
        }
        let asked = self.asked(phase);
        let (ready, wait, sha) = (self.ready, self.wait, None);
        let second_thoughts = self.position.second_thoughts;
        // `I discard the lowest. Ready`: what was sent ahead for the phase that this opens comes due by itself, confirmed.
        let opened = self.open_at_first != Some(phase) && self.editor.is_none();
        let mut ahead = self.position.kept.ahead.iter();
        if opened
            && asked != Asked::This
            && let Some((_, orders)) = ahead.find(|(of, _)| *of == phase)
        {
            let ready = (orders.ready || ready) && !wait;
            let orders = AheadOrders { ready, ..orders.clone() };
            self.plan.changes.push(Change::Ahead { phase, orders });
            return;
        }
        if self.editor().is_none() {
            return;
        }
        let Some((_, mut editor)) = self.editor.take() else { return };
        let again = ready && asked == Asked::This;
        // `Ferdinand to Minden. That's it, go!`, of another's general: nothing is ended before he has said whom he means.
        if again || editor.ready || editor.changed {
            for (text, pieces) in std::mem::take(&mut self.refused) {
                editor.hold_line(Held::of(&text, pieces));
            }
        }
        editor.mend(again);
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
                let own = self.own_nations();
                let earlier = editor.entries().iter().filter(|entry| entry.line.is_none());
                self.plan.earlier = earlier
                    .map(|entry| UnderstoodOrder {
                        order: Order::from(&entry.action),
                        events: foreseeable(&own, &entry.events),
                    })
                    .collect();
            }
            return;
        }
        self.kept |= acts || wait;
        self.plan.because = if wait {
            Because::Waits {}
        } else if let Some(held) = editor.held.first().filter(|_| editor.ready || complete) {
            let of_this_mail = |held: &Held| {
                let line = self.plan.lines.iter().find(|line| line.text == held.text);
                // `Tross 1 nach Torgau`, a sentence of a line of which another one is in doubt.
                let sentences = held.text.split_inclusive(['.', '!', ';']).map(str::trim);
                let whole = |line: &&str| sentences.clone().all(|sentence| line.contains(sentence));
                let part = || self.texts.iter().position(whole);
                let number = line.map(|line| line.number).or_else(|| part().map(|at| at + 1));
                number.filter(|number| *number > 0)
            };
            let number = of_this_mail(held);
            let pieces = held.pieces.clone();
            // A line can hold back twice; it is named once.
            let mut others: Vec<&Held> = Vec::new();
            for other in &editor.held[1..] {
                if other.text != held.text && !others.iter().any(|known| known.text == other.text) {
                    others.push(other);
                }
            }
            let (more, earlier): (Vec<&Held>, Vec<&Held>) =
                others.into_iter().partition(|held| of_this_mail(held).is_some());
            let earlier = earlier.into_iter().map(|held| held.text.clone()).collect();
            Because::Held { number, text: held.text.clone(), pieces, more: more.len(), earlier }
        } else if ready && asked != Asked::This {
            self.kept = true;
            Because::NotAsked {}
        } else if acts {
            Because::NotReady {}
        } else {
            return;
        };
    }

    /// The draft of the open phase as it stands, for a mail that does not change it.
    pub(super) fn show_draft(&mut self, phase: PhaseOf) {
        let kept = self.position.kept.drafts.iter().find(|(of, _)| *of == phase);
        self.plan.draft = kept.cloned();
        if self.shown
            && let Some(editor) = self.editor()
        {
            self.plan.warnings = editor.warnings();
        }
    }

    /// Writes down what the mail has changed of orders for phases to come.
    pub(super) fn finish_ahead(&mut self) {
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
                    let (state, seat) = (self.position.state, self.position.seat);
                    let ordered = ordered_by(state, seat, nation, line);
                    let named = named_pieces(line, &[nation]).or(ordered);
                    !named.is_empty() && touched.contains_all(named) || edit.unbought.contains(line)
                });
            self.plan.replaced.extend(gone);
            lines.extend(edit.lines.into_iter().map(|(line, _)| line));
            lines.truncate(crate::campaign::plans::ahead::MOST_LINES);
            orders.lines = lines;
            // `Ehrensvärd …? The train stays. Ready`: what is ready is not all that was meant.
            let ready = edit.ready && !self.unclear_ahead.contains(&edit.phase);
            orders.ready = (orders.ready || ready) && !edit.wait;
            self.for_later = true;
            self.plan.changes.push(Change::Ahead { phase: edit.phase, orders });
        }
    }
}
