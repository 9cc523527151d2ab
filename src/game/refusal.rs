//! Refusals: why an action is not allowed, as values with the rule's number.
//!
//! No sentence is written here; the templates have one for every [`Reason::code`].

use super::action::DecisionKind;
use super::board::CityId;
use super::cards::{CardRef, Suit};
use super::nation::Nation;
use super::pieces::PieceId;
use serde::Serialize;

/// A refused action: it has changed nothing. Written, it is for programmers; players get a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{rule}: {reason:?}")]
pub struct Refusal {
    /// Number of the rule, such as `R4.2`.
    pub rule: &'static str,
    /// What is wrong, with the facts that a sentence about it needs.
    pub reason: Reason,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal { rule: reason.rule(), reason }
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $type:ty),* $(,)? } = $code:literal, $rule:literal;)*) => {
        /// Why an action is refused.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[serde(tag = "code", rename_all = "kebab-case")]
        pub enum Reason {
            $($(#[$doc])* $name { $($(#[$about])* $field: $type),* },)*
        }

        impl Reason {
            /// The number of the rule that forbids it.
            pub const fn rule(&self) -> &'static str {
                match self { $(Reason::$name { .. } => $rule,)* }
            }

            /// Stable name, by which the templates know it.
            pub const fn code(&self) -> &'static str {
                match self { $(Reason::$name { .. } => $code,)* }
            }

            /// All codes with their rules.
            pub const ALL: &'static [(&'static str, &'static str)] = &[$(($code, $rule),)*];
        }
    };
}

reasons! {
    /// The nation is not asked for this now.
    NotAwaited {
        /// Who wanted to act.
        nation: Nation,
        /// Who has to act first; empty where that cannot be said.
        awaited: Vec<Awaited>,
    } = "not-awaited", "R2.2";
    /// The game has ended.
    GameOver {} = "game-over", "R12.1";
    /// No piece of the nation has this name.
    UnknownPiece {
        /// Whose pieces were searched.
        nation: Nation,
        /// As it was written, at most 60 characters of it.
        name: String,
    } = "unknown-piece", "R1.7";
    /// No city has this id.
    UnknownCity {
        /// As it was written, at most 60 characters of it.
        name: String,
    } = "unknown-city", "R1.4";
    /// A move needs either a path or a goal.
    PathOrGoal {} = "path-or-goal", "R4.6";

    /// A general got no troops at set-up.
    AllotMissing {
        /// One of those who got none.
        piece: PieceId,
    } = "allot-missing", "R1.7";
    /// Troops for something that is not a general of the nation in this game.
    AllotNotAGeneral {
        /// What they were meant for.
        piece: PieceId,
    } = "allot-not-a-general", "R1.7";
    /// A general got more troops than he can lead, or none.
    AllotBounds {
        /// Who was to get them.
        piece: PieceId,
        /// How many he was to get; 1 to 8 are possible.
        troops: u8,
    } = "allot-bounds", "R1.7";
    /// Not all troops of the nation were allotted, or too many.
    AllotTotal {
        /// The sum of what was allotted.
        given: u16,
        /// What the nation has.
        total: u8,
    } = "allot-total", "R1.7";

    /// The nation does not hold this card.
    NotInHand {
        /// As it was named.
        card: CardRef,
    } = "not-in-hand", "R3.2";
    /// Only a card just drawn is discarded.
    NotJustDrawn {
        /// As it was named.
        card: CardRef,
    } = "not-just-drawn", "R3.1";
    /// The card set aside for the offensive option has value 10 or more and is no Reserve.
    CardTooLow {
        /// As it was named.
        card: CardRef,
    } = "card-too-low", "R13.3";

    /// A move names no piece at all.
    NoPieces {} = "no-pieces", "R4.1";
    /// A piece is named twice in one order.
    PieceTwice {
        /// The first that comes a second time.
        piece: PieceId,
    } = "piece-twice", "R4.1";
    /// A piece that is to move does not stand on the map.
    OffMap {
        /// The first of those named that is off the map, or out of the game.
        piece: PieceId,
    } = "off-map", "R4.1";
    /// The piece has finished its movement in this phase.
    HasMoved {
        /// The first of those named that has.
        piece: PieceId,
    } = "has-moved", "R4.1";
    /// Pieces that are to move together stand in different cities.
    NotTogether {
        /// One that stands elsewhere.
        piece: PieceId,
        /// The first piece that was named.
        with: PieceId,
    } = "not-together", "R4.3";
    /// A supply train is to move with another piece.
    TrainsMoveAlone {
        /// The train among them.
        piece: PieceId,
    } = "trains-move-alone", "R4.3";
    /// A path names no city.
    EmptyPath {} = "empty-path", "R4.1";
    /// Two cities that follow one another on a path have no road between them.
    NotAdjacent {
        /// The city that is left.
        from: CityId,
        /// The city that no road leads to from there.
        to: CityId,
    } = "not-adjacent", "R4.1";
    /// The way is longer than the pieces may go.
    TooFar {
        /// Cities on the way, each time one is entered.
        steps: u8,
        /// How many cities they may enter.
        allowed: u8,
        /// The same if every step is on a main road.
        allowed_on_main_roads: u8,
    } = "too-far", "R4.1";
    /// A piece stands in a city that would be passed, or entered without being allowed to join.
    Occupied {
        /// Where the piece stands that is in the way.
        city: CityId,
    } = "occupied", "R4.2";
    /// More than three generals would stand together.
    StackFull {
        /// Where they would.
        city: CityId,
    } = "stack-full", "R4.3";
    /// Joining ends the movement: the path goes on behind.
    JoiningEndsMovement {
        /// Where generals of the nation stand.
        city: CityId,
    } = "joining-ends-movement", "R4.5";
    /// Whoever enters the city of a hostile train has to stop there.
    MustStopAtTrain {
        /// Where the train stands.
        city: CityId,
    } = "must-stop-at-train", "R9.7";
    /// A Card of Fate forbids eliminating this train.
    TrainIsSafe {
        /// Where the train stands.
        city: CityId,
    } = "train-is-safe", "R11.8";
    /// No legal way leads there.
    NoRoute {
        /// The goal, to which no legal way leads over the cities that were named.
        to: CityId,
    } = "no-route", "R4.6";
    /// A piece would spoil an ally's win.
    SpoilsAlly {
        /// The objective on which it would end.
        city: CityId,
        /// The nation that wants it.
        ally: Nation,
    } = "spoils-ally", "R5.9";
    /// Would end its move where it had to attack, which the Card of Fate in force forbids.
    MayNotAttack {
        /// The general who may not.
        piece: PieceId,
    } = "may-not-attack", "R11.7";
    /// Would end its move where somebody had to attack from or into Halle.
    NotAtHalle {
        /// Where it would end.
        city: CityId,
    } = "not-at-halle", "R11.8";
    /// Soubise would attack with the suit with which Hildburghausen attacked.
    SuitIsTaken {
        /// Where he would stand.
        city: CityId,
        /// The suit of that sector.
        suit: Suit,
    } = "suit-is-taken", "R11.8";
    /// Fermor may not move this turn.
    FateForbidsMove {
        /// Fermor.
        piece: PieceId,
    } = "fate-forbids-move", "R11.8";
    /// Chevert may not be left alone.
    MayNotLeaveStack {
        /// Chevert.
        piece: PieceId,
    } = "may-not-leave-stack", "R11.8";

    /// A payment buys no troop and no train.
    NothingBought {} = "nothing-bought", "R10.2";
    /// The cards' points do not reach the cost.
    PaysTooLittle {
        /// Of all that is bought, in points.
        cost: u16,
        /// Sum of the cards, in points.
        paid: u16,
    } = "pays-too-little", "R10.1";
    /// One card stands twice in a payment.
    CardPaidTwice {
        /// As it was named.
        card: CardRef,
    } = "card-paid-twice", "R10.1";
    /// The nation would have more troops than at its beginning.
    NationMaximum {
        /// What it began with.
        maximum: u8,
        /// What it would have.
        would_be: u16,
    } = "nation-maximum", "R6.5";
    /// A general would lead more than 8 troops.
    GeneralMaximum {
        /// The first of those who would.
        piece: PieceId,
    } = "general-maximum", "R10.3";
    /// New troops for something that is no general of the nation on the map.
    NoGeneralOnMap {
        /// What they were meant for.
        piece: PieceId,
    } = "no-general-on-map", "R10.3";
    /// A general re-enters with at least one of the troops bought.
    ReentryNeedsTroop {
        /// Who would get none.
        piece: PieceId,
    } = "reentry-needs-troop", "R10.2";
    /// A piece that is to re-enter stands on the map, or is another nation's.
    NotOffMap {
        /// The first such piece of the order.
        piece: PieceId,
    } = "not-off-map", "R10.4";
    /// A piece that is to re-enter was removed for good.
    GoneForGood {
        /// The first such piece of the order.
        piece: PieceId,
    } = "gone-for-good", "R11.3";
    /// A train is to re-enter as a general, or a general as a train.
    WrongKind {
        /// The first such piece of the order.
        piece: PieceId,
    } = "wrong-kind", "R10.4";
    /// Pieces re-enter at depot cities of their nation.
    NotADepot {
        /// The one that was named.
        city: CityId,
    } = "not-a-depot", "R10.4";
    /// Another piece stands where one is to re-enter, and is not a general whom it could join.
    NoRoomToEnter {
        /// Where it stands.
        city: CityId,
    } = "no-room-to-enter", "R10.4";
    /// All depots are taken, and this is none of the substitute cities.
    NotASubstitute {
        /// The one that was named.
        city: CityId,
    } = "not-a-substitute", "R10.5";
    /// The nation uses another substitute city in this action.
    OneSubstituteOnly {
        /// The one that was named.
        city: CityId,
        /// The one that it uses.
        used: CityId,
    } = "one-substitute-only", "R10.5";
    /// Friedrich receives no troops this turn.
    NoNewTroops {
        /// Friedrich.
        piece: PieceId,
    } = "no-new-troops", "R11.8";
    /// A general beside an enemy has to attack, and could not with new troops (10 spades).
    ReinforcedBesideEnemy {
        /// The general who would receive troops.
        piece: PieceId,
    } = "reinforced-beside-enemy", "R11.8";

    /// No combat between these cities is due.
    NoSuchCombat {
        /// Of the attacking stack.
        from: CityId,
        /// Of the attacked stack.
        to: CityId,
    } = "no-such-combat", "R7.1";
    /// The card is neither of the sector's suit nor a Reserve.
    WrongSuit {
        /// As it was named.
        card: CardRef,
        /// The suit that may be played.
        suit: Suit,
    } = "wrong-suit", "R7.3";
    /// A Reserve needs a value from 1 up to a limit.
    ReserveValue {
        /// The limit: 10, or less by a Card of Fate.
        maximum: u8,
    } = "reserve-value", "R3.3";
    /// Only a Reserve, or a doubled card, is given a value.
    ValueOfItsOwn {
        /// As it was named.
        card: CardRef,
    } = "value-of-its-own", "R3.3";
    /// Cards of value 10 or more are out of use between Prussia and France.
    CardTooHigh {
        /// As it was named.
        card: CardRef,
    } = "card-too-high", "R11.8";
    /// With score 0 a card of the suit must be played if one is in the hand.
    MustPlay {
        /// The suit that must be played.
        suit: Suit,
    } = "must-play", "R7.5";
    /// Friedrich's side must reach a positive score if it can.
    MustReachPositiveScore {} = "must-reach-positive-score", "R11.8";
    /// The retreat cannot end there, or does not end farthest from the winner.
    NotARetreatCity {
        /// The one that was named.
        city: CityId,
    } = "not-a-retreat-city", "R8.2";

    /// The nation has no generals there among whom troops could be shifted.
    NoStackThere {
        /// The one that was named.
        city: CityId,
    } = "no-stack-there", "R6.4";
    /// The general does not stand in that stack.
    NotInStack {
        /// Who was to get troops there.
        piece: PieceId,
        /// Where the stack stands.
        city: CityId,
    } = "not-in-stack", "R6.4";
    /// Troops would get lost, or come from nowhere.
    RedistributeTotal {
        /// The sum of what was ordered.
        given: u16,
        /// What the stack has.
        total: u8,
    } = "redistribute-total", "R6.4";
    /// A general would lead more troops than he can, or none.
    RedistributeBounds {
        /// Who was to lead them.
        piece: PieceId,
        /// How many he was to lead; 1 to 8 are possible.
        troops: u8,
    } = "redistribute-bounds", "R6.2";

    /// The Card of Fate does not offer that choice.
    NotOffered {} = "not-offered", "R11.8";
    /// The effect is not optional.
    MayNotDecline {} = "may-not-decline", "R11.8";
    /// Exactly two different objectives in East Prussia are reconquered.
    TwoOfTheseCities {
        /// Those to choose from.
        cities: Vec<CityId>,
    } = "two-of-these-cities", "R13.2";
    /// The stack is not attacked by Daun, or cannot go there.
    NoWithdrawal {
        /// The city that it would leave.
        stack: CityId,
        /// The city that it would enter.
        to: CityId,
    } = "no-withdrawal", "R11.8";
}

/// Who is awaited for what instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Awaited {
    /// A nation whose decision is open.
    pub nation: Nation,
    /// What it has to decide.
    pub kind: DecisionKind,
}
