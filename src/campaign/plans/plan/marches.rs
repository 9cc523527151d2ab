//! Orders for movement phases: for the draft of the one that is open, for those to come, and what
//! is taken back of them.

use super::*;

/// A line that is longer, in characters, is prose: what it orders is kept, and not its words.
const LONGEST_KEPT: usize = 100;

impl Planner<'_> {
    /// An order of a movement phase: of the open one, of one to come, or too late.
    pub(super) fn act(&mut self, said: &Said, action: &Action) {
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
            self.refuse();
            return;
        }
        if movement {
            let any_time = matches!(action, Action::Redistribute { .. });
            match self.when(nation, said.turn, said.headed, any_time) {
                When::Later(turn) => return self.order_ahead(nation, turn, said, action),
                When::Over => return self.tell_late(nation),
                When::Now => {}
            }
        }
        if let Some(condition) = said.condition
            && !condition.is_met(&self.state.view(None))
        {
            return self.command(RefereeWord::Condition, None);
        }
        if movement && self.state.awaits(nation, DecisionKind::Movement) {
            self.order(nation, action);
        } else {
            self.at_once(nation, action);
        }
    }

    /// The line in hand orders what cannot be done: `ready` in the same mail waits for what was meant instead.
    pub(super) fn refuse(&mut self) {
        let pieces = self.named_in(&self.text.clone());
        self.refused.push((self.text.clone(), pieces));
    }

    /// An order for the draft of the open phase.
    pub(super) fn order(&mut self, nation: Nation, action: &Action) {
        if !self.is_asked() {
            return self.tell_late(nation);
        }
        let line = self.at;
        let own = self.own_nations();
        let before: Vec<Action> = self.earlier_orders();
        let text = self.text.clone();
        // What is in doubt of the line is not what is said of these pieces; and of prose nobody wants to read again what was not refused.
        let prose = !self.in_doubt && text.chars().count() > LONGEST_KEPT;
        let said_of = (self.in_doubt || prose).then(|| self.said_of(pieces_of(action)));
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
                let offered = match refused.hindrance {
                    Some(Hindrance::TooFar { farthest, .. }) => farthest,
                    _ => None,
                };
                let offered = offered.map(|city| city.id().to_owned());
                let purchase = matches!(action, Action::Recruit(_));
                let text = said_of.unwrap_or(text);
                editor.hold_line(Held { offered, purchase, ..Held::of(&text, pieces) });
                let told = if prose { text } else { self.text.clone() };
                self.tell_as(told, because(nation, action, refused));
            }
        }
    }

    /// Tells of each order that another one has made impossible.
    pub(super) fn tell_dropped(&mut self, nation: Nation, dropped: Vec<Dropped>) {
        for Dropped { action, refused } in dropped {
            let text = orders::write(&action);
            self.tell_as(text, because(nation, &action, refused));
        }
    }

    /// Orders of earlier mails that stand in the draft.
    pub(super) fn earlier_orders(&mut self) -> Vec<Action> {
        let Some(editor) = self.editor() else { return Vec::new() };
        let earlier = editor.entries().iter().filter(|entry| entry.line.is_none());
        earlier.map(|entry| entry.action.clone()).collect()
    }

    /// Notes what gave way.
    pub(super) fn note_replaced(&mut self, before: Vec<Action>) {
        let Some(editor) = self.editor() else { return };
        // What is ordered once more as it was has not given way.
        let kept = |action: &Action| editor.entries().iter().any(|entry| entry.action == *action);
        let gone: Vec<Action> = before.into_iter().filter(|action| !kept(action)).collect();
        let texts: Vec<String> = gone.iter().map(orders::write).collect();
        self.plan.replaced.extend(texts);
    }

    /// These pieces, or all that are left, end their movement where they stand (R4.1).
    pub(super) fn stay(&mut self, said: &Said, pieces: &[PieceId]) {
        let nation = said.nation.or(pieces.first().map(|piece| piece.nation()));
        let Some(nation) = nation.or_else(|| self.awaited_nation()) else { return };
        let set: PieceSet = match pieces {
            [] => self.state.on_map(PieceSet::of(nation)),
            pieces => pieces.iter().copied().collect(),
        };
        if !self.plays(nation) {
            let refusal = self.not_awaited(nation);
            self.tell(refused(nation, refusal));
            return self.refuse();
        }
        match self.when(nation, said.turn, said.headed, false) {
            When::Now if !self.is_asked() => return self.tell_late(nation),
            When::Now => {}
            When::Later(turn) => {
                let kept =
                    self.kept_as(said, || said::Candidate::Stay(set.iter().collect()).to_string());
                self.keep_line((turn, nation), kept, set);
                self.ahead((turn, nation)).headed |= said.headed;
                let orders = vec![Sayable::stays(set.iter())];
                let conditional = said.condition.is_some();
                let too_far = Vec::new();
                return self.tell(LineOutcome::Ahead {
                    nation,
                    turn,
                    orders,
                    conditional,
                    too_far,
                });
            }
            When::Over => return self.tell_late(nation),
        }
        if said.condition.is_some_and(|condition| !condition.is_met(&self.state.view(None))) {
            return self.command(RefereeWord::Condition, None);
        }
        self.ordered = true;
        let before = self.earlier_orders();
        let named_in = (!pieces.is_empty()).then_some(self.at);
        let Some(editor) = self.editor() else { return };
        let dropped = editor.stay(set, named_in);
        self.note_replaced(before);
        let names: Vec<&str> = set.iter().map(PieceId::name).collect();
        self.command(RefereeWord::Stays, Some(names.join(", ")));
        self.tell_dropped(nation, dropped);
    }

    /// Keeps an order for a phase to come; it is checked when its time has come.
    pub(super) fn order_ahead(&mut self, nation: Nation, turn: u16, said: &Said, action: &Action) {
        let kept = self.kept_as(said, || orders::write(action));
        self.keep_line((turn, nation), kept, pieces_of(action));
        self.ahead((turn, nation)).headed |= said.headed;
        let conditional = said.condition.is_some();
        let orders = vec![Sayable::from(action)];
        // For this turn the pieces are likely to stand where they stand now.
        let hindrance = (turn == self.state.turn()).then(|| self.state.hindrance(nation, action));
        let far = |hindrance: &Hindrance| matches!(hindrance, Hindrance::TooFar { .. });
        let too_far = hindrance.flatten().filter(far).into_iter().collect();
        self.tell(LineOutcome::Ahead { nation, turn, orders, conditional, too_far });
    }

    /// The words that are kept for a phase to come: below a heading the line as it was written, else the
    /// order alone, since the line may speak of other nations too. So also of long prose: read again when it is due, it
    /// might say something else. A line with a condition is kept as a whole, with all that it says: once.
    fn kept_as(&self, said: &Said, canonical: impl FnOnce() -> String) -> String {
        let line = self.whole_line();
        let plain = !self.mixed && line.chars().count() <= LONGEST_KEPT;
        let whole = said.condition.is_some() || self.conditional && !self.mixed;
        if said.headed && plain || whole { line } else { canonical() }
    }

    /// Notes a line for a phase to come, once, with all pieces that it orders.
    fn keep_line(&mut self, phase: PhaseOf, line: String, pieces: PieceSet) {
        let edit = self.ahead(phase);
        match edit.lines.last_mut() {
            Some((last, known)) if *last == line => *known = known.or(pieces),
            _ => edit.lines.push((line, pieces)),
        }
    }

    /// The edit of that phase, begun if this is the first word about it.
    pub(super) fn ahead(&mut self, phase: PhaseOf) -> &mut AheadEdit {
        let known = self.ahead.iter().position(|edit| edit.phase == phase);
        let place = known.unwrap_or_else(|| {
            self.ahead.push(AheadEdit {
                phase,
                headed: false,
                lines: Vec::new(),
                stays_out: PieceSet::EMPTY,
                ready: false,
                wait: false,
                cancelled: false,
                unbought: Vec::new(),
            });
            self.ahead.len() - 1
        });
        &mut self.ahead[place]
    }

    /// Takes orders out of the draft, or out of what is kept for a phase to come.
    pub(super) fn cancel(&mut self, heading: Option<Nation>, turn: Option<u16>, what: &Cancel) {
        let later = heading.and_then(|nation| match self.when(nation, turn, true, false) {
            When::Later(turn) if self.plays(nation) => Some((turn, nation)),
            _ => None,
        });
        match what {
            Cancel::All => match later {
                Some(phase) => {
                    self.ahead(phase).cancelled = true;
                    self.command(RefereeWord::Cancel, None);
                }
                None => {
                    let before = self.earlier_orders();
                    self.ready = false;
                    if let Some(editor) = self.editor() {
                        editor.cancel_all();
                    }
                    self.note_replaced(before);
                    self.command(RefereeWord::Cancel, None);
                }
            },
            Cancel::Pieces(pieces) => {
                let set: PieceSet = pieces.iter().copied().collect();
                let names = orders_of(pieces);
                let phases = self.position.kept.ahead.iter().map(|(phase, _)| *phase);
                let of_pieces = |nation: Nation| set.intersects(PieceSet::of(nation));
                // Below a heading only what is kept for its turn.
                let meant = |phase: &PhaseOf| later.is_none_or(|later| later == *phase);
                let waiting: Vec<PhaseOf> =
                    phases.filter(|phase| of_pieces(phase.1) && meant(phase)).collect();
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
                self.command(RefereeWord::Cancelled, Some(names));
                if let Some(nation) = pieces.first().map(|piece| piece.nation()) {
                    self.tell_dropped(nation, dropped);
                }
            }
            Cancel::Purchases => {
                self.cancel_purchases(later, |_| true);
            }
            Cancel::Purchase { pieces, cards } => {
                let meant = |bought: &Recruitment| buys_for(bought, pieces, cards);
                if !self.cancel_purchases(later, meant) && later.is_none() {
                    self.cancel_purchases_ahead(meant);
                }
            }
            Cancel::AnyPurchases => {
                if !self.cancel_purchases(later, |_| true) && later.is_none() {
                    self.cancel_purchases_ahead(|_| true);
                }
            }
        }
    }

    /// Takes back what was to be bought in all phases to come.
    fn cancel_purchases_ahead(&mut self, meant: impl Fn(&Recruitment) -> bool + Copy) {
        let ahead = self.position.kept.ahead.iter();
        let phases: Vec<PhaseOf> = ahead.map(|(phase, _)| *phase).collect();
        for phase in phases {
            self.cancel_purchases(Some(phase), meant);
        }
    }

    /// Takes back those purchases that are meant, of the open phase, or below a heading of the phase to come. Whether there
    /// were any.
    fn cancel_purchases(
        &mut self,
        later: Option<PhaseOf>,
        meant: impl Fn(&Recruitment) -> bool,
    ) -> bool {
        if let Some(phase) = later {
            let (state, seat) = (self.position.state, self.position.seat);
            let kept = self.position.kept.ahead.iter().find(|(known, _)| *known == phase);
            let lines = kept.map(|(_, orders)| orders.lines.clone()).unwrap_or_default();
            let bought: Vec<String> =
                lines.into_iter().filter(|line| buys(state, seat, phase.1, line, &meant)).collect();
            let any = !bought.is_empty();
            if any {
                let text = bought.join("; ");
                self.ahead(phase).unbought = bought;
                self.command(RefereeWord::Cancelled, Some(text));
            }
            return any;
        }
        let Some((_, nation)) = self.open_now().filter(|_| self.is_asked()) else { return false };
        let Some(editor) = self.editor() else { return false };
        let (bought, dropped) = editor.cancel_purchases(meant);
        if bought.is_empty() {
            // `No recruits`, and none were wanted.
            return false;
        }
        self.ordered = true;
        let texts: Vec<String> = bought.iter().map(orders::write).collect();
        self.command(RefereeWord::Cancelled, Some(texts.join("; ")));
        self.tell_dropped(nation, dropped);
        true
    }

    /// Pieces of one city are asked about as a stack, those of several each for itself.
    pub(super) fn where_can(&mut self, pieces: &[PieceId]) {
        self.shown = true;
        let mut stacks: Vec<(Option<CityId>, Vec<PieceId>)> = Vec::new();
        for piece in pieces {
            let at = self.state.city_of(*piece);
            match stacks
                .iter_mut()
                .find(|(city, all)| *city == at && all[0].nation() == piece.nation())
            {
                Some((_, all)) => all.push(*piece),
                None => stacks.push((at, vec![*piece])),
            }
        }
        for (at, pieces) in stacks {
            let mut cities = self.state.destinations(pieces[0].nation(), &pieces);
            cities.retain(|city| Some(*city) != at);
            self.tell(LineOutcome::Reach { pieces, at, cities });
        }
    }

    /// Where pieces stand; troops are told of one's own generals only.
    pub(super) fn where_is(&mut self, pieces: &[PieceId]) {
        self.shown = true;
        let own = self.own_nations();
        let stands = |piece: &PieceId| {
            let at = self.state.city_of(*piece);
            let knows = at.is_some() && piece.is_general() && own.contains(&piece.nation());
            let troops = knows.then(|| self.state.troops_of(PieceSet::from_iter([*piece])));
            Whereabouts { piece: *piece, at, troops }
        };
        let pieces = pieces.iter().map(stands).collect();
        self.tell(LineOutcome::Stands { pieces });
    }
}

/// Whether one of these pieces gets something by a purchase, or one of these cards pays for it.
fn buys_for(bought: &Recruitment, pieces: &[PieceId], cards: &[CardRef]) -> bool {
    let paid = bought.pay.iter().any(|card| cards.iter().any(|named| named.face == card.face));
    let got = pieces_of(&Action::Recruit(bought.clone()));
    paid || pieces.iter().any(|piece| got.contains(*piece))
}
