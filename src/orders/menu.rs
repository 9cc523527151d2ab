//! Numbered legal replies to small decisions.

use super::knowledge::Knowledge;
use super::write::write;
use crate::game::{Action, Card, CardRef, Decision, DecisionKind, Face, Order, Seat, State};

/// One reply of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuEntry {
    /// Canonical order text.
    pub text: String,
    /// What the number stands for.
    pub actions: Vec<Action>,
    /// The answer in the referee protocol.
    pub order: Order,
}

/// The legal replies to a decision of the seat, in the order of their numbers.
///
/// Empty for allotments and movement phases, which get a [`super::template`], and for decisions of
/// other seats.
pub fn menu(state: &State, seat: Seat, decision: Decision) -> Vec<MenuEntry> {
    let known = Knowledge::new(state, seat);
    let hand: Vec<Card> = known
        .view()
        .nations
        .iter()
        .filter(|view| view.nation == decision.nation)
        .flat_map(|view| view.hand.clone().unwrap_or_default())
        .collect();
    let mut entries: Vec<MenuEntry> = Vec::new();
    let legal = known.legal_answers(decision);
    let worth = worth_declaring(&known, decision, &legal);
    for action in legal {
        let action = with_plain_cards(action, &hand);
        // Of the ten values of a Reserve (R3.3) those that make a difference.
        let idle = reserve_value(&action).is_some_and(|value| !worth.contains(&value));
        let entry =
            MenuEntry { text: write(&action), order: Order::from(&action), actions: vec![action] };
        if !idle && !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    if decision.kind == DecisionKind::Play {
        // Reserves come last: they are worth most.
        let is_reserve =
            |entry: &MenuEntry| entry.actions.iter().any(|a| reserve_value(a).is_some());
        entries.sort_by_key(is_reserve);
    }
    entries
}

/// What a Reserve is declared as in this play; `None` for any other action.
fn reserve_value(action: &Action) -> Option<u8> {
    match action {
        Action::Play { card, value } if card.face == Face::Reserve => *value,
        _ => None,
    }
}

/// The values of a Reserve that make a difference to the score (R7.3): the lowest that evens it, so that the other side
/// has to answer, the lowest that leads, and the highest where none is enough.
fn worth_declaring(known: &Knowledge, decision: Decision, legal: &[Action]) -> Vec<u8> {
    let mut scores: Vec<(u8, i16)> = legal
        .iter()
        .filter_map(|action| Some((reserve_value(action)?, known.score_after(decision, action)?)))
        .collect();
    scores.sort_unstable();
    scores.dedup();
    let lowest = |enough: i16| scores.iter().find(|(_, score)| *score >= enough);
    let highest = scores.last().filter(|(_, score)| *score < 0);
    let mut worth: Vec<u8> = Vec::new();
    for (value, _) in [lowest(0), lowest(1), highest].into_iter().flatten() {
        if !worth.contains(value) {
            worth.push(*value);
        }
    }
    worth
}

/// Leaves the deck out where the hand holds the face of one deck only.
pub(crate) fn with_plain_cards(action: Action, hand: &[Card]) -> Action {
    use crate::game::FateChoice;
    let plain = |card: CardRef| {
        let mut decks = hand.iter().filter(|held| held.face == card.face).map(|held| held.deck);
        let first = decks.next();
        let one = decks.all(|deck| Some(deck) == first);
        if one { CardRef { deck: None, ..card } } else { card }
    };
    match action {
        Action::Discard { card } => Action::Discard { card: plain(card) },
        Action::OffensiveOption { card } => Action::OffensiveOption { card: card.map(plain) },
        Action::Play { card, value } => Action::Play { card: plain(card), value },
        Action::Fate { choice: FateChoice::Card(card) } => {
            Action::Fate { choice: FateChoice::Card(plain(card)) }
        }
        other => other,
    }
}
