//! Tactical Cards (R1.8, R3): faces, decks of origin and their notation.
//!
//! Notation: value and suit letter, `10D`; a Reserve is `R`; the deck of origin may follow
//! after a slash, `10D/2`. Shuffling is in [`super::random`], dealing in [`super::draw`].

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The four suits of Tactical Cards and of the board's sectors (R1.4, R1.8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Suit {
    /// `S` in the notation; the standard game reads this text of a Card of Fate (R11.1).
    Spades,
    /// `C` in the notation.
    Clubs,
    /// `H` in the notation.
    Hearts,
    /// `D` in the notation.
    Diamonds,
}

impl Suit {
    /// All suits, in the order of the rules' text.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds];

    /// The letter of the card notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Spades => 'S',
            Suit::Clubs => 'C',
            Suit::Hearts => 'H',
            Suit::Diamonds => 'D',
        }
    }

    /// The English name in lower case.
    pub const fn id(self) -> &'static str {
        match self {
            Suit::Spades => "spades",
            Suit::Clubs => "clubs",
            Suit::Hearts => "hearts",
            Suit::Diamonds => "diamonds",
        }
    }
}

/// What is printed on the front of a Tactical Card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Face {
    /// A suit and a value from 2 to 13.
    Suited(Suit, u8),
    /// A Reserve: any one suit, any value from 1 to 10, declared when played (R3.3).
    Reserve,
}

/// One physical Tactical Card: its face and its deck of origin, 1 to 4, which its back shows
/// (R3.5). The two Reserves of a deck are equal to one another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Card {
    /// Secret while the card is in a hand, a face-down pile or the draw deck.
    pub face: Face,
    /// The deck of its back, 1 to 4.
    pub deck: u8,
}

/// A card named in an order: the deck may be left open, then any card with that face is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardRef {
    /// Two Reserves, or equal cards of two decks, are told apart by nothing else than their decks.
    pub face: Face,
    /// The deck of its back, 1 to 4, where it was named.
    pub deck: Option<u8>,
}

/// The number of decks (R1.8).
pub const DECKS: u8 = 4;
/// Cards in one deck (R1.8).
pub const DECK_SIZE: usize = 50;
/// The highest value a Reserve can be declared as (R3.3).
pub const RESERVE_MAX: u8 = 10;

impl Face {
    /// What the card is worth as payment (R10.1): its value, a Reserve 10.
    pub const fn payment(self) -> u8 {
        match self {
            Face::Suited(_, value) => value,
            Face::Reserve => RESERVE_MAX,
        }
    }
}

impl Card {
    /// A number by which cards sort deck by deck in the order before any shuffle.
    pub(super) const fn place_in_deck(self) -> u16 {
        let place = match self.face {
            Face::Suited(suit, value) => 13 * suit as u16 + value as u16,
            // After the 13 of diamonds, which has the number 52.
            Face::Reserve => 13 * 4 + 1,
        };
        self.deck as u16 * 64 + place
    }
}

/// The fifty cards of one deck in a fixed order: the order before any shuffle.
pub fn sorted_deck(deck: u8) -> Vec<Card> {
    let mut cards = Vec::with_capacity(DECK_SIZE);
    for suit in Suit::ALL {
        for value in 2..=13 {
            cards.push(Card { face: Face::Suited(suit, value), deck });
        }
    }
    cards.push(Card { face: Face::Reserve, deck });
    cards.push(Card { face: Face::Reserve, deck });
    cards
}

impl CardRef {
    /// Whether this reference can mean that card.
    pub fn means(self, card: Card) -> bool {
        self.face == card.face && self.deck.is_none_or(|deck| deck == card.deck)
    }
}

impl From<Card> for CardRef {
    fn from(card: Card) -> CardRef {
        CardRef { face: card.face, deck: Some(card.deck) }
    }
}

/// Why a text is not a card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a Tactical Card: write value and suit letter such as `10D`, or `R`")]
pub struct NotACard(pub String);

impl FromStr for CardRef {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<CardRef, NotACard> {
        let fail = || NotACard(text.chars().take(40).collect());
        let (front, deck) = match text.split_once('/') {
            Some((front, deck)) => {
                let deck = deck.parse().ok().filter(|deck| (1..=DECKS).contains(deck));
                (front, Some(deck.ok_or_else(fail)?))
            }
            None => (text, None),
        };
        if front.eq_ignore_ascii_case("R") {
            return Ok(CardRef { face: Face::Reserve, deck });
        }
        let letter = front.chars().last().ok_or_else(fail)?;
        let suit = Suit::ALL
            .into_iter()
            .find(|suit| suit.letter() == letter.to_ascii_uppercase())
            .ok_or_else(fail)?;
        let digits = &front[..front.len() - letter.len_utf8()];
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(fail());
        }
        let value =
            digits.parse().ok().filter(|value| (2..=13).contains(value)).ok_or_else(fail)?;
        Ok(CardRef { face: Face::Suited(suit, value), deck })
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let CardRef { face, deck } = text.parse()?;
        deck.map(|deck| Card { face, deck }).ok_or_else(|| NotACard(text.to_owned()))
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Suited(suit, value) => write!(f, "{value}{}", suit.letter()),
            Face::Reserve => f.write_str("R"),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.face, self.deck)
    }
}

impl fmt::Display for CardRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.deck {
            Some(deck) => write!(f, "{}/{deck}", self.face),
            None => write!(f, "{}", self.face),
        }
    }
}

macro_rules! serde_as_text {
    ($type:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

serde_as_text!(Card);
serde_as_text!(CardRef);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_8_a_deck_has_fifty_cards_with_values_2_to_13_and_two_reserves() {
        let deck = sorted_deck(3);
        assert_eq!(deck.len(), DECK_SIZE);
        assert_eq!(deck.iter().filter(|card| card.face == Face::Reserve).count(), 2);
        assert!(deck.is_sorted_by_key(|card| card.place_in_deck()));
        for suit in Suit::ALL {
            for value in 2..=13 {
                let face = Face::Suited(suit, value);
                assert_eq!(deck.iter().filter(|card| card.face == face).count(), 1);
            }
        }
    }

    #[test]
    fn cards_are_read_as_they_are_written() {
        for deck in 1..=DECKS {
            for card in sorted_deck(deck) {
                assert_eq!(card.to_string().parse(), Ok(card));
            }
        }
        for bad in ["", "1D", "14S", "D", "10X", "10D/5", "10D/", "+7S", "R2", "♠", "10♦"] {
            assert!(bad.parse::<CardRef>().is_err(), "{bad}");
        }
    }
}
