//! Numbered legal replies to small decisions.

use super::knowledge::Knowledge;
use super::write::write;
use crate::game::{Action, Card, CardRef, Decision, DecisionKind, Face, Order, Seat, State};

/// One reply of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuEntry {
    /// Canonical order text. Of a Reserve it lacks the value: `play R as`.
    pub text: String,
    /// What the number alone stands for; empty where the text has to be completed.
    pub actions: Vec<Action>,
    /// The answer in the referee protocol; a Reserve's lacks its value.
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
    for action in known.legal_answers(decision) {
        let action = with_plain_cards(action, &hand);
        let entry = match action {
            // Ten values would be ten entries: the player writes the value.
            Action::Play { card, value: Some(_) } if card.face == Face::Reserve => MenuEntry {
                text: format!("play {card} as"),
                actions: Vec::new(),
                order: Order::Play { card, value: None },
            },
            action => MenuEntry {
                text: write(&action),
                order: Order::from(&action),
                actions: vec![action],
            },
        };
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    if decision.kind == DecisionKind::Play {
        // A Reserve, whose text has to be completed, comes behind the numbers that are whole answers.
        entries.sort_by_key(|entry| entry.actions.is_empty());
    }
    entries
}

/// Leaves the deck out where the hand holds the face of one deck only.
fn with_plain_cards(action: Action, hand: &[Card]) -> Action {
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
