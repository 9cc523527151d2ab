//! Events: what happened, in order, and who may see it.
//!
//! Most events are public. A secret one belongs to a nation, and the seat that plays that nation
//! at the moment is the only one that may be told. Public events never carry a secret. An event is
//! this type from the rules to the templates; its serde form is that of the log and the protocol.

use super::board::CityId;
use super::cards::{Card, Suit};
use super::fate_deck::{FateCard, FateText, Stroke};
use super::nation::{Nation, Seat};
use super::outcome::Outcome;
use super::pieces::{PieceId, PieceSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Who may see an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    Everybody,
    /// Only the seat that plays this nation.
    Owner(Nation),
}

/// Why generals are turned face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlipCause {
    /// Found without supply (R9.3).
    Supply,
    /// Joined a face-down general (R9.4).
    Joined,
    /// By a Card of Fate.
    Fate,
}

/// Why pieces leave the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RemovalCause {
    /// Too few troops left to lead (R6.3).
    NoTroops,
    /// No retreat of full length (R8.4).
    NoRetreat,
    /// Without supply twice (R9.3).
    NoSupply,
    /// For good, by a stroke of fate (R11.3).
    Fate,
    /// The nation has left the game (R11.4).
    NationLeft,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A nation has allotted its troops (R1.7); how, only its owner knows.
    Allotted {
        nation: Nation,
    },
    TurnBegan {
        turn: u16,
    },
    ActionBegan {
        nation: Nation,
    },
    /// A new deck is in use (R3.4).
    DeckOpened {
        deck: u8,
    },
    /// Two piles were shuffled together into the draw deck (R3.4).
    PilesReshuffled {
        decks: Vec<u8>,
        cards: u16,
    },
    /// Cards drawn, by the decks their backs show (R3.5).
    Drew {
        nation: Nation,
        decks: Vec<u8>,
    },
    DrewCards {
        nation: Nation,
        cards: Vec<Card>,
    },
    /// A card went face down to its pile (R3.4).
    Discarded {
        nation: Nation,
        deck: u8,
    },
    DiscardedCard {
        nation: Nation,
        card: Card,
    },
    /// A whole hand went face down to the piles (R11.4): how many cards of each deck, and not in
    /// which order they lay in the hand, which would tell of their faces (R3.5).
    HandDiscarded {
        nation: Nation,
        decks: Vec<OfDeck>,
    },
    /// Cards set aside face down for absent nations (R14).
    SetAsideForAbsent {
        decks: Vec<u8>,
    },
    OffensiveOptionChosen {
        card: Card,
    },
    OffensiveOptionDeclined {},
    OffensiveCardTaken {
        card: Card,
    },
    OffensiveOptionFailed {},

    Moved {
        nation: Nation,
        pieces: PieceSet,
        from: CityId,
        path: Vec<CityId>,
    },
    /// Generals ended their move with others of their nation (R4.5).
    Joined {
        nation: Nation,
        city: CityId,
        pieces: PieceSet,
    },
    TrainEliminated {
        nation: Nation,
        train: PieceId,
        city: CityId,
        by: PieceSet,
    },
    Conquered {
        nation: Nation,
        city: CityId,
        retroactively: bool,
    },
    Reconquered {
        nation: Nation,
        city: CityId,
        from: Nation,
        retroactively: bool,
    },
    Marked {
        nation: Nation,
        city: CityId,
    },
    MarkLifted {
        nation: Nation,
        city: CityId,
    },
    /// A piece stands on an ally's unconquered objective (R5.9).
    StandsOnAllysObjective {
        nation: Nation,
        city: CityId,
        ally: Nation,
    },
    /// Recruitment as everybody sees it (R10.3).
    Recruited {
        nation: Nation,
        cards: Vec<Card>,
        cost: u16,
        troops: u16,
        generals: Vec<Entered>,
        trains: Vec<Entered>,
        /// The nation's new total.
        total: u16,
    },
    RecruitsAllotted {
        nation: Nation,
        troops: Vec<TroopsOf>,
    },
    MovementEnded {
        nation: Nation,
    },

    /// The combats due, fixed at the start of the phase (R7.1).
    CombatsFixed {
        nation: Nation,
        combats: Vec<Pair>,
    },
    Withdrew {
        nation: Nation,
        from: CityId,
        to: CityId,
    },
    CombatBegan {
        attacker: Side,
        defender: Side,
        /// Seen from the side with the right to play.
        score: i16,
        right: Nation,
    },
    /// `score` and `right` are those after the card, from the view of the side then to play.
    CardPlayed {
        nation: Nation,
        card: Card,
        value: i16,
        score: i16,
        right: Nation,
    },
    /// Stopped or could not go on with score 0 (R7.5).
    CombatDrawn {
        attacker: Nation,
        defender: Nation,
        from: CityId,
        to: CityId,
    },
    CombatLost {
        winner: Nation,
        loser: Nation,
        city: CityId,
        score: i16,
        losses: u8,
    },
    GeneralsRemoved {
        nation: Nation,
        pieces: PieceSet,
        city: CityId,
        cause: RemovalCause,
    },
    TroopsLost {
        nation: Nation,
        troops: u8,
        total: u16,
    },
    /// The troops of a stack after a change its owner did not order.
    StackTroops {
        nation: Nation,
        city: CityId,
        troops: Vec<TroopsOf>,
    },
    Retreated {
        nation: Nation,
        pieces: PieceSet,
        from: CityId,
        to: CityId,
        length: u8,
    },

    FlippedDown {
        nation: Nation,
        pieces: PieceSet,
        city: CityId,
        cause: FlipCause,
    },
    TurnedUp {
        nation: Nation,
        pieces: PieceSet,
        city: CityId,
    },
    Redistributed {
        nation: Nation,
        city: CityId,
        troops: Vec<TroopsOf>,
    },

    FateDrawn {
        card: FateCard,
        suit: Option<Suit>,
        text: Option<FateText>,
    },
    StrokeOfFate {
        stroke: Stroke,
    },
    NationLeft {
        nation: Nation,
    },
    ConquestsLifted {
        nation: Nation,
        cities: Vec<CityId>,
    },
    RemovedForGood {
        piece: PieceId,
        city: Option<CityId>,
    },
    DrawsChanged {
        nation: Nation,
        draws: u8,
    },
    TroopGained {
        nation: Nation,
        total: u16,
    },
    TroopGainedBy {
        nation: Nation,
        piece: PieceId,
    },
    TroopLostBy {
        nation: Nation,
        piece: PieceId,
    },
    /// The text had no effect or its choice was declined.
    FateWithoutEffect {
        text: FateText,
    },
    CardsExchanged {
        between: [Nation; 2],
        decks: [u8; 2],
    },
    CardGiven {
        nation: Nation,
        card: Card,
    },
    CardReceived {
        nation: Nation,
        card: Card,
    },
    ImperialArmyChangedPlayer {
        from: Seat,
        to: Seat,
    },
    EasedVictory {
        nation: Nation,
    },
    ReconqueredEastPrussia {
        cities: Vec<CityId>,
    },
    GameEnded {
        outcome: Outcome,
    },
}

/// A piece that re-entered, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entered {
    pub piece: PieceId,
    pub city: CityId,
}

/// How many cards have the back of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfDeck {
    pub deck: u8,
    pub cards: u8,
}

/// Troops of one general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TroopsOf {
    pub general: PieceId,
    pub troops: u8,
}

/// Attacking and attacked city.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    pub from: CityId,
    pub to: CityId,
}

/// One side of a combat, as it is declared (R7.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Side {
    pub nation: Nation,
    pub city: CityId,
    pub pieces: PieceSet,
    pub troops: u8,
    /// The suit it plays (R7.3, R7.8).
    pub suit: Suit,
}

impl Event {
    /// The nation it is about; `None` where it is about several, or about none.
    pub fn nation(&self) -> Option<Nation> {
        match self {
            Event::Allotted { nation }
            | Event::ActionBegan { nation }
            | Event::Drew { nation, .. }
            | Event::DrewCards { nation, .. }
            | Event::Discarded { nation, .. }
            | Event::DiscardedCard { nation, .. }
            | Event::HandDiscarded { nation, .. }
            | Event::Moved { nation, .. }
            | Event::Joined { nation, .. }
            | Event::TrainEliminated { nation, .. }
            | Event::Conquered { nation, .. }
            | Event::Reconquered { nation, .. }
            | Event::Marked { nation, .. }
            | Event::MarkLifted { nation, .. }
            | Event::StandsOnAllysObjective { nation, .. }
            | Event::Recruited { nation, .. }
            | Event::RecruitsAllotted { nation, .. }
            | Event::MovementEnded { nation }
            | Event::CombatsFixed { nation, .. }
            | Event::Withdrew { nation, .. }
            | Event::CardPlayed { nation, .. }
            | Event::GeneralsRemoved { nation, .. }
            | Event::TroopsLost { nation, .. }
            | Event::StackTroops { nation, .. }
            | Event::Retreated { nation, .. }
            | Event::FlippedDown { nation, .. }
            | Event::TurnedUp { nation, .. }
            | Event::Redistributed { nation, .. }
            | Event::NationLeft { nation }
            | Event::ConquestsLifted { nation, .. }
            | Event::DrawsChanged { nation, .. }
            | Event::TroopGained { nation, .. }
            | Event::TroopGainedBy { nation, .. }
            | Event::TroopLostBy { nation, .. }
            | Event::CardGiven { nation, .. }
            | Event::CardReceived { nation, .. }
            | Event::EasedVictory { nation } => Some(*nation),
            Event::TurnBegan { .. }
            | Event::DeckOpened { .. }
            | Event::PilesReshuffled { .. }
            | Event::SetAsideForAbsent { .. }
            | Event::OffensiveOptionChosen { .. }
            | Event::OffensiveOptionDeclined {}
            | Event::OffensiveCardTaken { .. }
            | Event::OffensiveOptionFailed {}
            | Event::CombatBegan { .. }
            | Event::CombatDrawn { .. }
            | Event::CombatLost { .. }
            | Event::FateDrawn { .. }
            | Event::StrokeOfFate { .. }
            | Event::RemovedForGood { .. }
            | Event::FateWithoutEffect { .. }
            | Event::CardsExchanged { .. }
            | Event::ImperialArmyChangedPlayer { .. }
            | Event::ReconqueredEastPrussia { .. }
            | Event::GameEnded { .. } => None,
        }
    }

    /// Who may see it.
    pub fn audience(&self) -> Audience {
        match self {
            Event::DrewCards { nation, .. }
            | Event::DiscardedCard { nation, .. }
            | Event::RecruitsAllotted { nation, .. }
            | Event::StackTroops { nation, .. }
            | Event::Redistributed { nation, .. }
            | Event::TroopGainedBy { nation, .. }
            | Event::TroopLostBy { nation, .. }
            | Event::CardGiven { nation, .. }
            | Event::CardReceived { nation, .. } => Audience::Owner(*nation),
            _ => Audience::Everybody,
        }
    }
}

// `remote = "Self"` derives functions of the type itself, so that reading can add what a name alone
// does not say.
impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Event::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        let mut event = Event::deserialize(deserializer)?;
        event.give_trains_to_their_nation();
        Ok(event)
    }
}

impl Event {
    /// Trains are called alike in all nations: whose they are follows from the event.
    fn give_trains_to_their_nation(&mut self) {
        match self {
            Event::Moved { nation, pieces, .. }
            | Event::Joined { nation, pieces, .. }
            | Event::GeneralsRemoved { nation, pieces, .. }
            | Event::Retreated { nation, pieces, .. }
            | Event::FlippedDown { nation, pieces, .. }
            | Event::TurnedUp { nation, pieces, .. } => {
                *pieces = pieces.iter().map(|piece| piece.namesake_of(*nation)).collect();
            }
            Event::TrainEliminated { nation, train, .. } => *train = train.namesake_of(*nation),
            Event::Recruited { nation, trains, .. } => {
                for entered in trains {
                    entered.piece = entered.piece.namesake_of(*nation);
                }
            }
            _ => {}
        }
    }
}
