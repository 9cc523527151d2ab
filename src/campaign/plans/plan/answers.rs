//! Answers that are carried out at once: cards, retreats, entries of a menu; and instructions.

use super::*;
use crate::campaign::plans::instructions;
use crate::said::Trouble;

impl Planner<'_> {
    /// An answer that is carried out at once.
    pub(super) fn at_once(&mut self, nation: Nation, action: &Action) {
        let completed = match action {
            Action::Allot { troops } => Action::Allot { troops: self.allotment(nation, troops) },
            action => action.clone(),
        };
        let action = &completed;
        if self.is_old(action) {
            return self.tell_late(nation);
        }
        if let Action::Allot { troops } = action
            && self.is_allotted(nation, troops)
        {
            return self.tell(LineOutcome::Ignored {});
        }
        let combat = self.state.combat().map(|combat| (combat.from, combat.to));
        let plays = matches!(action, Action::Play { .. } | Action::Stop);
        if plays && self.fought.is_some() && self.fought != combat {
            // Meant for the combat that the cards before have ended.
            return self.tell_not_needed(action);
        }
        // `3 of hearts, then I stop`, where hearts cannot be played: nobody stops without the card that he meant to play (R7.3).
        if *action == Action::Stop
            && let Some((_, refusal)) = self.card_refused.clone().filter(|(of, _)| *of == nation)
        {
            let text = self.text.clone();
            return self.tell_as(text, refused(nation, refusal));
        }
        let mut state = self.state.clone();
        match state.act(nation, action) {
            Ok(events) => {
                self.state = state;
                self.executed = true;
                match action {
                    Action::Play { .. } | Action::Stop => {
                        self.fought = combat;
                        self.card_refused = None;
                    }
                    Action::Redistribute { .. } => {}
                    _ => self.fought = None,
                }
                self.plan.changes.push(Change::Act { nation, action: action.clone() });
                if matches!(action, Action::Allot { .. }) {
                    self.keep_allotment(nation, Troops::new());
                }
                let events = self.told(&events);
                let orders = vec![UnderstoodOrder { order: Order::from(action), events }];
                self.tell(LineOutcome::Understood { nation, orders });
            }
            Err(refusal) => {
                let not_needed = plays
                    && self.fought.is_some()
                    && matches!(refusal.reason, Reason::NotAwaited { .. } | Reason::GameOver {});
                if not_needed {
                    return self.for_later_in_the_combat(nation, action);
                }
                if self.has_done(nation, action) {
                    return self.tell(LineOutcome::Ignored {});
                }
                if let Action::Allot { troops } = action
                    && let Some(kept) = still_good(troops, &refusal.reason)
                {
                    self.keep_allotment(nation, kept);
                    if self.plan.because == Because::default() {
                        self.plan.because = Because::Allotment { nation, refusal: refusal.clone() };
                    }
                }
                let may_play = || {
                    let legal = self.state.legal_actions(nation, DecisionKind::Play);
                    self.state.awaits(nation, DecisionKind::Play)
                        && legal.iter().any(|answer| matches!(answer, Action::Play { .. }))
                };
                if matches!(action, Action::Play { .. }) && self.fought.is_none() && may_play() {
                    self.card_refused = Some((nation, refusal.clone()));
                }
                let text = self.text.clone();
                self.tell_as(text, refused(nation, refusal));
                self.refuse();
            }
        }
    }

    /// Whether this mail has done so already: `No. 3, to Pelplin please` says one thing twice.
    fn has_done(&self, nation: Nation, action: &Action) -> bool {
        self.plan.changes.iter().any(|change| match change {
            Change::Act { nation: of, action: done } => {
                *of == nation && says_the_same(done, action)
            }
            _ => false,
        })
    }

    /// Whether troops are divided so already: by an earlier mail, or as a lone general has them all (R1.7).
    fn is_allotted(&self, nation: Nation, troops: &Troops) -> bool {
        let awaited = self
            .state
            .decisions()
            .into_iter()
            .any(|decision| decision.nation == nation && decision.kind == DecisionKind::Allot);
        let has = |(piece, count): &(PieceId, u8)| {
            let alone: PieceSet = [*piece].into_iter().collect();
            self.state.troops_of(alone) == *count
        };
        !awaited && self.state.phase() == Phase::SetUp && troops.iter().all(has)
    }

    /// The troops of a set-up with those that earlier mails have named.
    fn allotment(&self, nation: Nation, troops: &Troops) -> Troops {
        let earlier = self.position.kept.allotments.iter().find(|(of, _)| *of == nation);
        let earlier = earlier.map(|(_, troops)| troops.clone()).unwrap_or_default();
        let named = orders::merged(troops, &earlier);
        if self.in_doubt {
            return named;
        }
        let (state, seat) = (&self.state, self.position.seat);
        orders::completed_allotment(state, seat, nation, &named, &earlier)
    }

    fn keep_allotment(&mut self, nation: Nation, troops: Troops) {
        let known = self.position.kept.allotments.iter().any(|(of, _)| *of == nation);
        if troops.is_empty() && !known {
            return;
        }
        self.kept |= !troops.is_empty();
        self.plan.allotments.push((nation, troops.clone()));
        self.plan.changes.push(Change::Allotment { nation, troops });
    }

    /// An answer that what came before in the mail has made pointless; it holds nothing back.
    pub(super) fn tell_not_needed(&mut self, action: &Action) {
        let order = Order::from(action);
        let text = orders::write(action);
        self.tell_as(text, LineOutcome::NotNeeded { order });
    }

    /// A card, or an end, for when the right to play comes back in the combat in which this mail has played.
    fn for_later_in_the_combat(&mut self, nation: Nation, action: &Action) {
        let goes_on = self.state.combat().is_some_and(|c| self.fought == Some((c.from, c.to)));
        if !goes_on || self.chosen {
            return self.tell_not_needed(action);
        }
        let rest = self.rest.get_or_insert_with(|| RestOfCombat {
            nation,
            line: self.at,
            text: self.text.clone(),
            cards: Vec::new(),
            then: Then::Ask,
        });
        match action {
            // Behind the end nothing is played.
            _ if rest.then == Then::Stop => {}
            Action::Play { card, value } => {
                rest.cards.push(NamedCard { card: *card, value: *value });
            }
            _ => rest.then = Then::Stop,
        }
    }

    /// Keeps what the mail has said of the rest of the combat, as an instruction for it alone.
    pub(super) fn finish_combat(&mut self) {
        let Some(rest) = self.rest.take() else { return };
        let RestOfCombat { nation, line, text, cards, then } = rest;
        let Some(instruction) = instructions::for_the_rest(&self.state, nation, cards, then) else {
            return;
        };
        let (key, _) = instructions::place_of(&self.position.kept.instructions, &instruction);
        let instruction = Box::new(instruction);
        let order = instruction.clone();
        let combat = Fight::now(&self.state);
        self.plan.changes.push(Change::Instruct { key, instruction, combat });
        (self.at, self.text) = (line, text);
        self.tell(LineOutcome::RestOfCombat { order });
    }

    /// Whether an action was meant for a question that a later prompt has made old.
    pub(super) fn is_old(&self, action: &Action) -> bool {
        let movable = |decision: &Decision| {
            matches!(decision.kind, DecisionKind::Movement | DecisionKind::Allot)
        };
        self.position.since.older
            && !self.executed
            && !self.own_decisions(self.position.state).iter().any(movable)
            && !matches!(action, Action::Redistribute { .. })
    }

    /// An entry of the menu in the last prompt.
    pub(super) fn choose(&mut self, number: usize) {
        let decisions = self.own_decisions(&self.state);
        let state = self.state.clone();
        let seat = self.position.seat;
        let menus: Vec<_> = decisions
            .iter()
            .map(|decision| (decision.nation, orders::menu(&state, seat, *decision)))
            .filter(|(_, menu)| !menu.is_empty())
            .collect();
        let not_understood = |why: Trouble| LineOutcome::NotUnderstood {
            why,
            words: number.to_string(),
            near: Vec::new(),
        };
        let [(nation, menu)] = menus.as_slice() else {
            if self.chose_before(number) {
                return self.tell(LineOutcome::Ignored {});
            }
            self.tell(not_understood(Trouble::NothingAwaited));
            return self.refuse();
        };
        let Some(entry) = number.checked_sub(1).and_then(|index| menu.get(index)) else {
            self.tell(not_understood(Trouble::NoSuchAnswer));
            return self.refuse();
        };
        // The entry says what is played now; of an answer to it nothing is said.
        self.chosen = true;
        for action in &entry.actions {
            self.at_once(*nation, action);
        }
        self.chosen = false;
    }

    /// Whether a number of the menu that was open when the mail came is what the mail has done since: `discard the 4 of
    /// spades, number 1`.
    fn chose_before(&self, number: usize) -> bool {
        let state = self.position.state;
        self.own_decisions(state).iter().any(|decision| {
            let menu = orders::menu(state, self.position.seat, *decision);
            let entry = number.checked_sub(1).and_then(|index| menu.get(index));
            entry.is_some_and(|entry| {
                entry.actions.iter().all(|action| self.has_done(decision.nation, action))
            })
        })
    }

    /// A duel instruction takes the place of the one for the same combat, and is shown with what it would do.
    pub(super) fn instruct(&mut self, nation: Option<Nation>, instruction: &Instruction) {
        // `In the King's battle never the Reserve`, of whom the cards were named before.
        let key = instructions::place_of(&[], instruction).0;
        let in_mail = self.plan.changes.iter().rev().find_map(|change| match change {
            Change::Instruct { key: known, instruction, .. } if *known == key => {
                Some(&**instruction)
            }
            _ => None,
        });
        let kept = || self.position.kept.instructions.iter().find(|(known, _)| *known == key);
        let earlier = in_mail.or_else(|| kept().map(|(_, earlier)| earlier));
        let added = earlier.and_then(|earlier| instruction.added_to(earlier));
        let instruction = added.as_ref().unwrap_or(instruction);
        let owner = nation.filter(|nation| self.plays(*nation));
        let owner = owner.or_else(|| self.own_nations().first().copied());
        let outlook = instructions::outlook_of(
            &self.state,
            self.position.seat,
            owner,
            instruction,
            self.plan.test,
        );
        let (key, replaced) = instructions::place_of(&self.position.kept.instructions, instruction);
        // What is said now of the combat in progress takes the place of what was said of its rest.
        if let Instruction::Duel { scope, .. } = instruction
            && let Some(rest) = instructions::rest_of(&self.state, &self.own_nations(), *scope)
            && rest != key
            && self.position.kept.instructions.iter().any(|(known, _)| *known == rest)
        {
            self.plan.changes.push(Change::Revoke { key: rest });
        }
        let order = Box::new(instruction.clone());
        self.for_later = true;
        self.plan.changes.push(Change::Instruct { key, instruction: order.clone(), combat: None });
        let replaced = replaced.map(Box::new);
        self.tell(LineOutcome::Instruction { order, replaced, outlook });
    }

    /// Ends all instructions, or those with one key; nothing to end is no fault.
    pub(super) fn revoke(&mut self, withdrawn: &said::Withdrawn) {
        let kept = &self.position.kept.instructions;
        let meant = |(_, instruction): &&(String, Instruction)| {
            instructions::is_withdrawn(withdrawn, instruction)
        };
        let mut ended: Vec<&(String, Instruction)> = kept.iter().filter(meant).collect();
        if ended.is_empty() {
            ended.extend(instructions::only_about(withdrawn, kept));
        }
        let mut orders = Vec::new();
        for (key, instruction) in ended {
            orders.push(instruction.clone());
            self.for_later = true;
            self.plan.changes.push(Change::Revoke { key: key.clone() });
        }
        self.tell(LineOutcome::Withdrawn { orders });
    }
}

/// Whether two answers come to the same: a card may be named with its deck or without.
fn says_the_same(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::Discard { card: one }, Action::Discard { card: other }) => one.face == other.face,
        _ => one == other,
    }
}

/// The part of a refused allotment that can be kept, to be corrected by a later mail.
fn still_good(troops: &Troops, why: &Reason) -> Option<Troops> {
    match why {
        Reason::AllotMissing { .. } | Reason::AllotTotal { .. } => Some(troops.clone()),
        Reason::AllotBounds { piece: wrong, .. } => {
            Some(troops.iter().filter(|(piece, _)| piece != wrong).copied().collect())
        }
        _ => None,
    }
}
