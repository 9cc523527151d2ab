//! Drawing and discarding Tactical Cards (R3).

use super::action::DecisionKind;
use super::cards::{Card, CardRef, DECKS};
use super::event::Event;
use super::fate_deck::Stroke;
use super::nation::Nation;
use super::random::{Randomness, Stream};
use super::refusal::{Reason, Refusal};
use super::state::State;

impl State {
    /// How often the subsidies for Prussia have been cut (R11.2).
    pub(super) fn subsidy_cuts(&self) -> usize {
        self.strokes.iter().filter(|s| matches!(s, Stroke::LordBute | Stroke::Poems)).count()
    }

    /// How many of France's colonies are lost (R11.2).
    pub(super) fn colonies_lost(&self) -> usize {
        self.strokes.iter().filter(|s| matches!(s, Stroke::India | Stroke::America)).count()
    }

    /// How many cards a nation draws now (R3.1 with R11.2, R14.1, R14.2).
    pub fn draws(&self, nation: Nation) -> u8 {
        let colonies = self.colonies_lost();
        match nation {
            Nation::Prussia => self.rules.prussian_draws[self.subsidy_cuts().min(2)],
            Nation::Hanover if colonies == 2 => 1,
            Nation::Austria if colonies > 0 => 4,
            Nation::France if colonies > 0 => 3,
            _ => self.board().draws(nation),
        }
    }

    /// How many of the cards just drawn a nation discards at once (R3.1, R14.1).
    pub fn discards(&self, nation: Nation) -> u8 {
        match nation {
            Nation::Prussia => self.rules.prussian_discards[self.subsidy_cuts().min(2)],
            Nation::France if self.colonies_lost() == 0 => 1,
            _ => 0,
        }
    }

    /// Draws cards for a nation; fewer if nothing is left (R3.4).
    pub(super) fn draw(&mut self, nation: Nation, count: u8, events: &mut Vec<Event>) -> Vec<Card> {
        let mut cards = Vec::with_capacity(count.into());
        for _ in 0..count {
            match self.next_card(events) {
                Some(card) => cards.push(card),
                None => break,
            }
        }
        for &card in &cards {
            self.put_in_hand(nation, card);
        }
        events.push(Event::Drew { nation, decks: cards.iter().map(|card| card.deck).collect() });
        events.push(Event::DrewCards { nation, cards: cards.clone() });
        cards
    }

    /// The next card of the draw deck, opening or reshuffling as R3.4 says.
    pub(super) fn next_card(&mut self, events: &mut Vec<Event>) -> Option<Card> {
        if self.draw_pile.is_empty() {
            if self.unopened.is_empty() {
                self.reshuffle(events);
            } else {
                let deck = self.unopened.remove(0);
                self.draw_pile = self.shuffled_deck(deck);
                events.push(Event::DeckOpened { deck });
            }
        }
        self.draw_pile.pop()
    }

    /// R3.4: the two piles with the most cards are shuffled together; of equal ones, the deck
    /// opened earlier goes first.
    fn reshuffle(&mut self, events: &mut Vec<Event>) {
        let mut decks: Vec<u8> = (1..=DECKS).collect();
        decks.sort_by_key(|deck| std::cmp::Reverse(self.piles[usize::from(deck - 1)].len()));
        decks.truncate(2);
        decks.retain(|deck| !self.piles[usize::from(deck - 1)].is_empty());
        if decks.is_empty() {
            return;
        }
        for deck in &decks {
            self.draw_pile.append(&mut self.piles[usize::from(deck - 1)]);
        }
        // The order in which cards were discarded must not matter.
        self.draw_pile.sort_unstable_by_key(|card| card.place_in_deck());
        Randomness::new(&self.key, Stream::Reshuffle(self.reshuffles)).shuffle(&mut self.draw_pile);
        self.reshuffles += 1;
        events.push(Event::PilesReshuffled { decks, cards: self.draw_pile.len() as u16 });
    }

    /// Puts a card that has left a hand on its pile (R3.4).
    pub(super) fn put_on_pile(&mut self, card: Card) {
        self.piles[usize::from(card.deck - 1)].push(card);
    }

    /// Takes a card out of a hand. The caller knows that it is there.
    pub(super) fn take_from_hand(&mut self, nation: Nation, card: Card) {
        let hand = &mut self.hands[nation.index()];
        if let Some(place) = hand.iter().position(|held| *held == card) {
            hand.remove(place);
        }
    }

    /// Gives a card to a hand.
    pub(super) fn put_in_hand(&mut self, nation: Nation, card: Card) {
        let hand = &mut self.hands[nation.index()];
        hand.insert(hand.partition_point(|held| *held <= card), card);
    }

    /// R3.4: face down to the pile of its deck.
    pub(super) fn discard_face_down(
        &mut self,
        nation: Nation,
        card: Card,
        events: &mut Vec<Event>,
    ) {
        self.take_from_hand(nation, card);
        self.put_on_pile(card);
        events.push(Event::Discarded { nation, deck: card.deck });
        events.push(Event::DiscardedCard { nation, card });
    }

    /// R3.1: the discard of one of the cards just drawn.
    pub(super) fn act_discard(
        &mut self,
        nation: Nation,
        wanted: CardRef,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect(nation, DecisionKind::Discard)?;
        let fresh = self.discardable(nation).into_iter().find(|card| wanted.means(*card));
        let card = match fresh {
            Some(card) => card,
            None if self.find_in_hand(nation, wanted).is_some() => {
                return Err(Reason::NotJustDrawn { card: wanted }.into());
            }
            None => return Err(Reason::NotInHand { card: wanted }.into()),
        };
        self.discard_face_down(nation, card, events);
        self.drawn.clear();
        self.after_draw(events);
        Ok(())
    }

    /// The cards, one of which is to be discarded (R3.1).
    pub fn discardable(&self, nation: Nation) -> Vec<Card> {
        let hand = self.hand(nation);
        let fresh: Vec<Card> =
            self.drawn.iter().copied().filter(|card| hand.contains(card)).collect();
        // A state set up from outside need not say what was drawn.
        if fresh.is_empty() { hand.to_vec() } else { fresh }
    }

    /// R14: cards set aside face down at the end of a turn for absent nations.
    pub(super) fn set_aside_for_absent(&mut self, events: &mut Vec<Event>) {
        let mut decks = Vec::new();
        for _ in 0..self.rules.absent_cards {
            if let Some(card) = self.next_card(events) {
                decks.push(card.deck);
                self.absent.push(card);
            }
        }
        if !decks.is_empty() {
            events.push(Event::SetAsideForAbsent { decks });
        }
    }
}
