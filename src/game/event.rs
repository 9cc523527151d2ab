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
    /// All players and observers.
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
    /// A Card of Fate did it.
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
    /// A stroke of fate, for good (R11.3).
    Fate,
    /// The nation has left the game (R11.4).
    NationLeft,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A nation has allotted its troops (R1.7); how, only its owner knows.
    Allotted { nation: Nation },
    /// A turn began (R2.1).
    TurnBegan { turn: u16 },
    /// The action of a nation began (R2.1).
    ActionBegan { nation: Nation },
    /// A new deck is in use (R3.4).
    DeckOpened {
        /// Its number, 1 to 4.
        deck: u8,
    },
    /// Two piles were shuffled together into the draw deck (R3.4).
    PilesReshuffled {
        /// The numbers of the two decks whose piles they were.
        decks: Vec<u8>,
        /// How many cards the draw deck has now.
        cards: u16,
    },
    /// Cards drawn, by the decks their backs show (R3.5).
    Drew {
        nation: Nation,
        /// One number for each card, in the order in which they were drawn.
        decks: Vec<u8>,
    },
    /// The faces of the cards that were drawn; secret.
    DrewCards { nation: Nation, cards: Vec<Card> },
    /// A card went face down to its pile (R3.4).
    Discarded {
        nation: Nation,
        /// The deck of its back, 1 to 4.
        deck: u8,
    },
    /// The face of the card that was discarded; secret.
    DiscardedCard { nation: Nation, card: Card },
    /// A whole hand went face down to the piles (R11.4): how many cards of each deck, and not in
    /// which order they lay in the hand, which would tell of their faces (R3.5).
    HandDiscarded { nation: Nation, decks: Vec<OfDeck> },
    /// Cards set aside face down for absent nations (R14).
    SetAsideForAbsent {
        /// One number for each card.
        decks: Vec<u8>,
    },
    /// Prussia has chosen the offensive option, and this card is set aside for it (R13.3).
    OffensiveOptionChosen { card: Card },
    /// Prussia has declined the offensive option (R13.3).
    OffensiveOptionDeclined {},
    /// Austria has taken the card of the offensive option (R13.5).
    OffensiveCardTaken { card: Card },
    /// The offensive option is over (R13.6).
    OffensiveOptionFailed {},

    /// Pieces moved together (R4.1).
    Moved {
        nation: Nation,
        pieces: PieceSet,
        from: CityId,
        /// The cities entered, in order; the last is the one where they stand now.
        path: Vec<CityId>,
    },
    /// Generals ended their move with others of their nation (R4.5).
    Joined { nation: Nation, city: CityId, pieces: PieceSet },
    /// Generals entered the city of a hostile supply train and eliminated it (R9.7).
    TrainEliminated {
        /// The nation of the train.
        nation: Nation,
        train: PieceId,
        city: CityId,
        /// The pieces that entered.
        by: PieceSet,
    },
    /// An objective was conquered (R5.2).
    Conquered {
        nation: Nation,
        city: CityId,
        /// At the end of the action, because nobody protects it any more (R5.6).
        retroactively: bool,
    },
    /// A conquered objective was reconquered by the nation that defends it (R5.7).
    Reconquered {
        nation: Nation,
        city: CityId,
        /// The nation that had conquered it.
        from: Nation,
        /// At the end of the action, because nobody protects it any more (R5.6).
        retroactively: bool,
    },
    /// A protected objective was passed and marked, to be conquered retroactively perhaps (R5.6).
    Marked { nation: Nation, city: CityId },
    /// A mark was taken away without a conquest (R5.6).
    MarkLifted { nation: Nation, city: CityId },
    /// A piece stands on an ally's unconquered objective (R5.9).
    StandsOnAllysObjective { nation: Nation, city: CityId, ally: Nation },
    /// Recruitment as everybody sees it (R10.3).
    Recruited {
        nation: Nation,
        /// The cards it paid with.
        cards: Vec<Card>,
        /// What was bought costs this, in points of the cards.
        cost: u16,
        /// How many troops were bought.
        troops: u16,
        /// Generals that re-entered.
        generals: Vec<Entered>,
        /// Supply trains that re-entered.
        trains: Vec<Entered>,
        /// The nation's new total.
        total: u16,
    },
    /// Who got the new troops (R10.3); secret.
    RecruitsAllotted {
        nation: Nation,
        /// New troops, by general.
        troops: Vec<TroopsOf>,
    },
    /// A nation's movement phase is over (R2.2).
    MovementEnded { nation: Nation },

    /// The combats due, fixed at the start of the phase (R7.1).
    CombatsFixed { nation: Nation, combats: Vec<Pair> },
    /// A Prussian stack withdrew before Daun's attack (8 clubs).
    Withdrew { nation: Nation, from: CityId, to: CityId },
    /// A combat began, with the strengths of both sides (R7.2).
    CombatBegan {
        attacker: Side,
        defender: Side,
        /// Seen from the side with the right to play.
        score: i16,
        /// The nation with the right to play (R7.3, R7.6).
        right: Nation,
    },
    /// `score` and `right` are those after the card, from the view of the side then to play.
    CardPlayed {
        nation: Nation,
        card: Card,
        /// The value it counts with: its own, or the one declared for a Reserve (R3.3).
        value: i16,
        score: i16,
        right: Nation,
    },
    /// Stopped or could not go on with score 0 (R7.5).
    CombatDrawn { attacker: Nation, defender: Nation, from: CityId, to: CityId },
    /// A combat was lost (R7.4).
    CombatLost {
        winner: Nation,
        loser: Nation,
        /// Where the defeated stack stands.
        city: CityId,
        /// The score that it could not or would not improve: negative.
        score: i16,
        /// How many troops it loses (R7.7).
        losses: u8,
    },
    /// Generals left the map.
    GeneralsRemoved { nation: Nation, pieces: PieceSet, city: CityId, cause: RemovalCause },
    /// A nation lost troops; which generals lost them, only its owner knows.
    TroopsLost {
        nation: Nation,
        /// How many.
        troops: u8,
        /// The nation's new total.
        total: u16,
    },
    /// The troops of a stack after a change its owner did not order.
    StackTroops {
        nation: Nation,
        city: CityId,
        /// All troops of the stack now, by general.
        troops: Vec<TroopsOf>,
    },
    /// A defeated stack retreated (R8).
    Retreated {
        nation: Nation,
        pieces: PieceSet,
        from: CityId,
        to: CityId,
        /// How many roads it went: the number of troops lost (R8.1).
        length: u8,
    },

    /// Generals were turned face down.
    FlippedDown { nation: Nation, pieces: PieceSet, city: CityId, cause: FlipCause },
    /// Generals were found supplied and turned up (R9.3).
    TurnedUp { nation: Nation, pieces: PieceSet, city: CityId },
    /// Troops were redistributed within a stack (R6.4); secret.
    Redistributed {
        nation: Nation,
        city: CityId,
        /// All troops of the stack now, by general.
        troops: Vec<TroopsOf>,
    },

    /// A Card of Fate was drawn (R11.1).
    FateDrawn {
        card: FateCard,
        /// The suit whose text is read, of a numbered card.
        suit: Option<Suit>,
        /// The text that is in force, of a numbered card.
        text: Option<FateText>,
    },
    /// A stroke of fate took effect (R11.2).
    StrokeOfFate { stroke: Stroke },
    /// A nation left the game (R11.4).
    NationLeft { nation: Nation },
    /// The conquests of a nation that left count no longer (R11.4).
    ConquestsLifted { nation: Nation, cities: Vec<CityId> },
    /// A piece left the game for good (R11.3).
    RemovedForGood {
        piece: PieceId,
        /// Where it stood, if it was on the map.
        city: Option<CityId>,
    },
    /// A nation draws another number of cards from now on (R3.1, R11.2).
    DrawsChanged {
        nation: Nation,
        /// Cards at the start of each of its actions.
        draws: u8,
    },
    /// A nation gained a troop by a Card of Fate.
    TroopGained {
        nation: Nation,
        /// The nation's new total.
        total: u16,
    },
    /// The general who got the troop; secret.
    TroopGainedBy { nation: Nation, piece: PieceId },
    /// The general who lost a troop by a Card of Fate; secret.
    TroopLostBy { nation: Nation, piece: PieceId },
    /// The text had no effect or its choice was declined.
    FateWithoutEffect { text: FateText },
    /// Two nations exchanged a card each by a Card of Fate.
    CardsExchanged {
        between: [Nation; 2],
        /// The decks of the cards that each of them gave, 1 to 4.
        decks: [u8; 2],
    },
    /// The face of the card that a nation gave; secret.
    CardGiven { nation: Nation, card: Card },
    /// The face of the card that a nation got; secret.
    CardReceived { nation: Nation, card: Card },
    /// Another seat plays the Imperial Army from now on (R11.6).
    ImperialArmyChangedPlayer { from: Seat, to: Seat },
    /// A nation needs only its objectives of the 1st order from now on (R11.5).
    EasedVictory { nation: Nation },
    /// Prussia reconquered objectives in East Prussia (R13.2).
    ReconqueredEastPrussia { cities: Vec<CityId> },
    /// The game is over (R12).
    GameEnded { outcome: Outcome },
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
    /// The number of the deck, 1 to 4.
    pub deck: u8,
    /// How many cards.
    pub cards: u8,
}

/// Troops of one general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TroopsOf {
    pub general: PieceId,
    /// 1 to 8 (R6.2).
    pub troops: u8,
}

/// Attacking and attacked city.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The city of the attacking stack.
    pub from: CityId,
    /// The city of the attacked stack.
    pub to: CityId,
}

/// One side of a combat, as it is declared (R7.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Side {
    pub nation: Nation,
    pub city: CityId,
    /// The generals of the stack.
    pub pieces: PieceSet,
    /// The stack's total, 1 to 24; never the split (R6.1, R6.2).
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
