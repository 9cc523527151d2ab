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
    /// The nation has left the game (R11.4). The rules do not use it: pieces of such a nation have no
    /// event of their own.
    NationLeft,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A nation has allotted its troops (R1.7); how, only its owner knows.
    Allotted {
        /// Whose set-up is finished.
        nation: Nation,
    },
    /// A turn began (R2.1).
    TurnBegan {
        /// From 1, or from the first turn of the scenario.
        turn: u16,
    },
    /// The action of a nation began (R2.1).
    ActionBegan {
        /// Whose pieces and cards it is the turn of.
        nation: Nation,
    },
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
        /// Who drew.
        nation: Nation,
        /// One number for each card, in the order in which they were drawn.
        decks: Vec<u8>,
    },
    /// The faces of the cards that were drawn; secret.
    DrewCards {
        /// Who drew, and alone may see them.
        nation: Nation,
        /// In the order of the decks that [`Event::Drew`] tells.
        cards: Vec<Card>,
    },
    /// A card went face down to its pile (R3.4).
    Discarded {
        /// Who discarded.
        nation: Nation,
        /// The deck of its back, 1 to 4.
        deck: u8,
    },
    /// The face of the card that was discarded; secret.
    DiscardedCard {
        /// Who discarded, and alone may see it.
        nation: Nation,
        /// With its deck, which everybody may see.
        card: Card,
    },
    /// A whole hand went face down to the piles (R11.4): how many cards of each deck, and not in
    /// which order they lay in the hand, which would tell of their faces (R3.5).
    HandDiscarded {
        /// The nation that has left the game.
        nation: Nation,
        /// Decks of which it held no card are not among them.
        decks: Vec<OfDeck>,
    },
    /// Cards set aside face down for absent nations (R14).
    SetAsideForAbsent {
        /// One number for each card.
        decks: Vec<u8>,
    },
    /// Prussia has chosen the offensive option, and this card is set aside for it (R13.3).
    OffensiveOptionChosen {
        /// Open to all: value 10 or more.
        card: Card,
    },
    /// Prussia has declined the offensive option (R13.3).
    OffensiveOptionDeclined {},
    /// Austria has taken the card of the offensive option (R13.5).
    OffensiveCardTaken {
        /// The one that Prussia had set aside.
        card: Card,
    },
    /// The offensive option is over (R13.6).
    OffensiveOptionFailed {},

    /// Pieces moved together (R4.1).
    Moved {
        /// Whose pieces moved.
        nation: Nation,
        /// One train, or generals of one stack.
        pieces: PieceSet,
        /// Where they stood before.
        from: CityId,
        /// The cities entered, in order; the last is the one where they stand now.
        path: Vec<CityId>,
    },
    /// Generals ended their move with others of their nation (R4.5).
    Joined {
        /// Whose generals they are.
        nation: Nation,
        /// Where they stand together now.
        city: CityId,
        /// All generals there, those who stood there before included.
        pieces: PieceSet,
    },
    /// Generals entered the city of a hostile supply train and eliminated it (R9.7).
    TrainEliminated {
        /// The nation of the train.
        nation: Nation,
        /// It may re-enter later (R10.4).
        train: PieceId,
        /// Where it stood, and where the generals have to stop.
        city: CityId,
        /// The pieces that entered.
        by: PieceSet,
    },
    /// An objective was conquered (R5.2).
    Conquered {
        /// The nation that wants the objective.
        nation: Nation,
        /// The objective.
        city: CityId,
        /// At the end of the action, because nobody protects it any more (R5.6).
        retroactively: bool,
    },
    /// A conquered objective was reconquered by the nation that defends it (R5.7).
    Reconquered {
        /// The nation that defends the objective.
        nation: Nation,
        /// The objective.
        city: CityId,
        /// The nation that had conquered it.
        from: Nation,
        /// At the end of the action, because nobody protects it any more (R5.6).
        retroactively: bool,
    },
    /// A protected objective was passed and marked, to be conquered retroactively perhaps (R5.6).
    Marked {
        /// Whose general passed it.
        nation: Nation,
        /// The objective.
        city: CityId,
    },
    /// A mark was taken away without a conquest (R5.6).
    MarkLifted {
        /// Whose general had passed it.
        nation: Nation,
        /// The objective.
        city: CityId,
    },
    /// A piece stands on an ally's unconquered objective (R5.9).
    StandsOnAllysObjective {
        /// Whose piece it is.
        nation: Nation,
        /// The objective.
        city: CityId,
        /// The nation that wants the objective.
        ally: Nation,
    },
    /// Recruitment as everybody sees it (R10.3).
    Recruited {
        /// Who paid.
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
        /// Who recruited, and alone may know.
        nation: Nation,
        /// New troops, by general.
        troops: Vec<TroopsOf>,
    },
    /// A nation's movement phase is over (R2.2).
    MovementEnded {
        /// Whose phase it was.
        nation: Nation,
    },

    /// The combats due, fixed at the start of the phase (R7.1).
    CombatsFixed {
        /// The attacker in all of them.
        nation: Nation,
        /// In the order of the cities; the attacker chooses in which they are fought.
        combats: Vec<Pair>,
    },
    /// A Prussian stack withdrew before Daun's attack (8 clubs).
    Withdrew {
        /// Always Prussia.
        nation: Nation,
        /// Where the stack stood.
        from: CityId,
        /// Where it stands now; nobody attacks it any more in this phase.
        to: CityId,
    },
    /// A combat began, with the strengths of both sides (R7.2).
    CombatBegan {
        /// The side of the active nation.
        attacker: Side,
        /// The side that is attacked.
        defender: Side,
        /// Seen from the side with the right to play.
        score: i16,
        /// The nation with the right to play (R7.3, R7.6).
        right: Nation,
    },
    /// A card was played in a combat (R7.3); `score` and `right` are those after it.
    CardPlayed {
        /// Who played it.
        nation: Nation,
        /// Open to all from now on (R3.4).
        card: Card,
        /// The value it counts with: its own, or the one declared for a Reserve (R3.3).
        value: i16,
        /// Seen from the side that has the right to play now.
        score: i16,
        /// The nation that has the right to play now (R7.3).
        right: Nation,
    },
    /// A combat ended in a draw: at score 0 the side with the right played no card (R7.5).
    CombatDrawn {
        /// It loses nothing and stays.
        attacker: Nation,
        /// It loses nothing and stays.
        defender: Nation,
        /// The attacker's city.
        from: CityId,
        /// The defender's city.
        to: CityId,
    },
    /// A combat was lost (R7.4).
    CombatLost {
        /// It loses nothing and stays.
        winner: Nation,
        /// The nation of the defeated stack.
        loser: Nation,
        /// Where the defeated stack stands.
        city: CityId,
        /// The score that it could not or would not improve: negative.
        score: i16,
        /// How many troops it loses (R7.7).
        losses: u8,
    },
    /// Generals left the map.
    GeneralsRemoved {
        /// Whose generals they were.
        nation: Nation,
        /// All that left the map for this one cause.
        pieces: PieceSet,
        /// Where they stood.
        city: CityId,
        /// Says too whether they may re-enter: not after a stroke of fate.
        cause: RemovalCause,
    },
    /// A nation lost troops; which generals lost them, only its owner knows.
    TroopsLost {
        /// Whose troops they were.
        nation: Nation,
        /// How many.
        troops: u8,
        /// The nation's new total.
        total: u16,
    },
    /// The troops of a stack after a change its owner did not order; secret.
    StackTroops {
        /// Whose stack it is, and who alone may know.
        nation: Nation,
        /// Where it stands.
        city: CityId,
        /// All troops of the stack now, by general.
        troops: Vec<TroopsOf>,
    },
    /// A defeated stack retreated (R8).
    Retreated {
        /// The nation that lost the combat.
        nation: Nation,
        /// The generals who are left of the stack.
        pieces: PieceSet,
        /// Where it was beaten.
        from: CityId,
        /// Where the winner sent it (R8.2).
        to: CityId,
        /// How many roads it went: the number of troops lost (R8.1).
        length: u8,
    },

    /// Generals were turned face down.
    FlippedDown {
        /// Whose generals they are.
        nation: Nation,
        /// Those who were face up before.
        pieces: PieceSet,
        /// Where they stand.
        city: CityId,
        /// Supply, company or a Card of Fate.
        cause: FlipCause,
    },
    /// Generals were found supplied and turned up (R9.3).
    TurnedUp {
        /// Whose generals they are.
        nation: Nation,
        /// Those who were face down before.
        pieces: PieceSet,
        /// Where they stand.
        city: CityId,
    },
    /// Troops were redistributed within a stack (R6.4); secret.
    Redistributed {
        /// Whose stack it is, and who alone may know.
        nation: Nation,
        /// Where it stands.
        city: CityId,
        /// All troops of the stack now, by general.
        troops: Vec<TroopsOf>,
    },

    /// A Card of Fate was drawn (R11.1).
    FateDrawn {
        /// It lies under the deck again (R2.3).
        card: FateCard,
        /// The suit whose text is read, of a numbered card.
        suit: Option<Suit>,
        /// The text that is in force, of a numbered card.
        text: Option<FateText>,
    },
    /// A stroke of fate took effect (R11.2).
    StrokeOfFate {
        /// Which of the six.
        stroke: Stroke,
    },
    /// A nation left the game (R11.4).
    NationLeft {
        /// It does not come back.
        nation: Nation,
    },
    /// The conquests of a nation that left, or those of Prussia in Bohemia, count no longer (R11.4, R13.6).
    ConquestsLifted {
        /// Whose conquests they were.
        nation: Nation,
        /// The objectives that it had conquered.
        cities: Vec<CityId>,
    },
    /// A piece left the game for good (R11.3).
    RemovedForGood {
        /// It never re-enters.
        piece: PieceId,
        /// Where it stood, if it was on the map.
        city: Option<CityId>,
    },
    /// A nation draws another number of cards from now on (R3.1, R11.2).
    DrawsChanged {
        /// Whose draws they are.
        nation: Nation,
        /// Cards at the start of each of its actions.
        draws: u8,
    },
    /// A nation gained a troop by a Card of Fate.
    TroopGained {
        /// Who gained it.
        nation: Nation,
        /// The nation's new total.
        total: u16,
    },
    /// The general who got the troop; secret.
    TroopGainedBy {
        /// Who gained it, and alone may know by whom.
        nation: Nation,
        /// He is on the map and has at most 8 now (R11.7).
        piece: PieceId,
    },
    /// The general who lost a troop by a Card of Fate; secret.
    TroopLostBy {
        /// Who lost it, and alone may know by whom.
        nation: Nation,
        /// He is on the map and keeps at least 1 (R11.7).
        piece: PieceId,
    },
    /// The text had no effect or its choice was declined.
    FateWithoutEffect {
        /// The text that was read.
        text: FateText,
    },
    /// Two nations exchanged a card each by a Card of Fate.
    CardsExchanged {
        /// The two nations; `decks` is in the same order.
        between: [Nation; 2],
        /// The decks of the cards that each of them gave, 1 to 4.
        decks: [u8; 2],
    },
    /// The face of the card that a nation gave; secret.
    CardGiven {
        /// Who gave it, and alone may see this event.
        nation: Nation,
        /// In the other nation's hand now.
        card: Card,
    },
    /// The face of the card that a nation got; secret.
    CardReceived {
        /// Who got it, and alone may see this event.
        nation: Nation,
        /// In this nation's hand now.
        card: Card,
    },
    /// Another seat plays the Imperial Army from now on (R11.6).
    ImperialArmyChangedPlayer {
        /// The seat that played it until now.
        from: Seat,
        /// The seat that gets its hand and the split of its troops too.
        to: Seat,
    },
    /// A nation needs only its objectives of the 1st order from now on (R11.5).
    EasedVictory {
        /// Sweden, Austria or the Imperial Army.
        nation: Nation,
    },
    /// Prussia reconquered objectives in East Prussia (R13.2).
    ReconqueredEastPrussia {
        /// The two that Frederick chose.
        cities: Vec<CityId>,
    },
    /// The game is over (R12).
    GameEnded {
        /// Who has won, and how.
        outcome: Outcome,
    },
}

/// A piece that re-entered, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entered {
    /// A general or a supply train.
    pub piece: PieceId,
    /// A depot city, or a substitute (R10.4, R10.5).
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
    /// On the map.
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
    /// Whose stack it is.
    pub nation: Nation,
    /// Where it stands, and whose sector's suit it plays.
    pub city: CityId,
    /// The generals of the stack.
    pub pieces: PieceSet,
    /// The stack's total, 1 to 24; never the split (R6.1, R6.2).
    pub troops: u8,
    /// The suit it plays (R7.3, R7.8).
    pub suit: Suit,
}

impl Event {
    /// The event's member `nation`; `None` where it has none, being about several nations, about none, or always about
    /// the same.
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
