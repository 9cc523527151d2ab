//! The Tactical Cards of a state that is read ([`super::record`]): every card of the opened decks
//! comes to lie in exactly one place (R1.8, R3.4).

use super::cards::{Card, CardRef, DECK_SIZE, DECKS, sorted_deck};
use super::nation::Nation;
use super::record::{Inconsistent, fault};
use super::state::{Phase, State};
use std::collections::BTreeMap;

/// The cards of a record, by the place where each lies.
pub(super) struct CardLists {
    /// A nation that is missing holds none.
    pub hands: BTreeMap<Nation, Vec<CardRef>>,
    /// The first is drawn next; in the state it is the last.
    pub draw_pile: Vec<CardRef>,
    /// By the number of the deck, as text.
    pub discards: BTreeMap<String, Vec<CardRef>>,
    /// For the offensive option (R13.3).
    pub set_aside: Option<CardRef>,
    /// For absent nations (R14.1, R14.2).
    pub absent: Vec<CardRef>,
    /// Those of a hand that were drawn in this action, of which one is discarded (R3.1).
    pub drawn: Vec<CardRef>,
}

/// Puts every card of the opened decks in exactly one place.
pub(super) fn read_cards(
    state: &mut State,
    lists: CardLists,
    unopened: Vec<u8>,
    notes: &mut Vec<String>,
) -> Result<(), Inconsistent> {
    for (place, deck) in unopened.iter().enumerate() {
        if !(1..=DECKS).contains(deck) || unopened[..place].contains(deck) {
            return fault(format!("unopened_decks: {deck} is no deck or stands there twice"));
        }
    }
    let mut left: Vec<Card> =
        (1..=DECKS).filter(|deck| !unopened.contains(deck)).flat_map(sorted_deck).collect();
    // Cards with their deck take theirs before those without one take what is left.
    let mut take = |wanted: CardRef, where_: &str| {
        let Some(place) = left.iter().position(|card| wanted.means(*card)) else {
            return fault(format!("{where_}: there is no {wanted} left for this place"));
        };
        Ok(left.remove(place))
    };
    let mut places: Vec<(String, Vec<CardRef>)> = Vec::new();
    for (nation, cards) in lists.hands {
        if !state.rules.plays(nation) && !cards.is_empty() {
            return fault(format!("hands: {nation} does not take part"));
        }
        places.push((format!("hands: {nation}"), cards));
    }
    let hands = places.len();
    let nations: Vec<Nation> = places
        .iter()
        .filter_map(|(name, _)| Nation::from_id(name.strip_prefix("hands: ")?))
        .collect();
    places.push(("draw_pile".into(), lists.draw_pile));
    for deck in lists.discards.keys() {
        if !deck.parse().is_ok_and(|deck: u8| (1..=DECKS).contains(&deck)) {
            return fault(format!("discards: {deck} is no deck"));
        }
    }
    for deck in 1..=DECKS {
        let pile = lists.discards.get(&deck.to_string()).cloned().unwrap_or_default();
        if let Some(card) = pile.iter().find(|card| card.deck.is_some_and(|of| of != deck)) {
            return fault(format!("discards: {card} does not belong to deck {deck}"));
        }
        let pile = pile.iter().map(|card| CardRef { deck: Some(deck), ..*card }).collect();
        places.push((format!("discards: {deck}"), pile));
    }
    places.push(("set_aside".into(), lists.set_aside.into_iter().collect()));
    places.push(("absent_cards".into(), lists.absent));

    let mut found: Vec<Vec<Option<Card>>> =
        places.iter().map(|(_, cards)| vec![None; cards.len()]).collect();
    for with_deck in [true, false] {
        for ((name, cards), found) in places.iter().zip(&mut found) {
            for (wanted, slot) in cards.iter().zip(found) {
                if wanted.deck.is_some() == with_deck {
                    *slot = Some(take(*wanted, name)?);
                }
            }
        }
    }
    let mut found = found.into_iter().map(|cards| cards.into_iter().flatten().collect());
    let mut next = || -> Vec<Card> { found.next().unwrap_or_default() };

    state.hands = Default::default();
    for nation in nations.iter().take(hands) {
        let mut hand = next();
        hand.sort_unstable();
        state.hands[nation.index()] = hand;
    }
    state.draw_pile = next();
    state.draw_pile.reverse();
    state.piles = std::array::from_fn(|_| next());
    state.set_aside = next().pop();
    state.absent = next();
    state.unopened = unopened;
    // Only who has to discard needs to know what was drawn (R3.1).
    let drawn = if state.phase == Phase::Discard { lists.drawn } else { Vec::new() };
    state.drawn =
        drawn.iter().filter_map(|wanted| state.find_in_hand(state.nation, *wanted)).collect();
    if !left.is_empty() {
        let shown: Vec<String> = left.iter().take(DECK_SIZE).map(Card::to_string).collect();
        notes.push(format!("lay nowhere and were put on their piles: {}", shown.join(" ")));
        for card in left {
            state.put_on_pile(card);
        }
    }
    Ok(())
}
