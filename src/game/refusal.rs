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
    pub reason: Reason,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal { rule: reason.rule(), reason }
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* } = $code:literal, $rule:literal;)*) => {
        /// Why an action is refused.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[serde(tag = "code", rename_all = "kebab-case")]
        pub enum Reason {
            $($(#[$doc])* $name { $($field: $type),* },)*
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
    NotAwaited { nation: Nation, awaited: Vec<Awaited> } = "not-awaited", "R2.2";
    /// The game has ended.
    GameOver {} = "game-over", "R12.1";
    UnknownPiece { nation: Nation, name: String } = "unknown-piece", "R1.7";
    UnknownCity { name: String } = "unknown-city", "R1.4";
    /// A move needs either a path or a goal.
    PathOrGoal {} = "path-or-goal", "R4.6";

    /// A general got no troops at set-up.
    AllotMissing { piece: PieceId } = "allot-missing", "R1.7";
    /// Troops for something that is not a general of the nation in this game.
    AllotNotAGeneral { piece: PieceId } = "allot-not-a-general", "R1.7";
    AllotBounds { piece: PieceId, troops: u8 } = "allot-bounds", "R1.7";
    AllotTotal { given: u16, total: u8 } = "allot-total", "R1.7";

    NotInHand { card: CardRef } = "not-in-hand", "R3.2";
    /// Only a card just drawn is discarded.
    NotJustDrawn { card: CardRef } = "not-just-drawn", "R3.1";
    /// The card set aside for the offensive option has value 10 or more and is no Reserve.
    CardTooLow { card: CardRef } = "card-too-low", "R13.3";

    NoPieces {} = "no-pieces", "R4.1";
    PieceTwice { piece: PieceId } = "piece-twice", "R4.1";
    OffMap { piece: PieceId } = "off-map", "R4.1";
    HasMoved { piece: PieceId } = "has-moved", "R4.1";
    NotTogether { piece: PieceId, with: PieceId } = "not-together", "R4.3";
    TrainsMoveAlone { piece: PieceId } = "trains-move-alone", "R4.3";
    EmptyPath {} = "empty-path", "R4.1";
    NotAdjacent { from: CityId, to: CityId } = "not-adjacent", "R4.1";
    TooFar { steps: u8, allowed: u8, allowed_on_main_roads: u8 } = "too-far", "R4.1";
    Occupied { city: CityId } = "occupied", "R4.2";
    StackFull { city: CityId } = "stack-full", "R4.3";
    /// Joining ends the movement: the path goes on behind.
    JoiningEndsMovement { city: CityId } = "joining-ends-movement", "R4.5";
    MustStopAtTrain { city: CityId } = "must-stop-at-train", "R9.7";
    /// A Card of Fate forbids eliminating this train.
    TrainIsSafe { city: CityId } = "train-is-safe", "R11.8";
    /// No legal way leads there.
    NoRoute { to: CityId } = "no-route", "R4.6";
    /// A piece would spoil an ally's win.
    SpoilsAlly { city: CityId, ally: Nation } = "spoils-ally", "R5.9";
    /// Would end its move where it had to attack, which the Card of Fate in force forbids.
    MayNotAttack { piece: PieceId } = "may-not-attack", "R11.7";
    /// Would end its move where somebody had to attack from or into Halle.
    NotAtHalle { city: CityId } = "not-at-halle", "R11.8";
    /// Soubise would attack with the suit with which Hildburghausen attacked.
    SuitIsTaken { city: CityId, suit: Suit } = "suit-is-taken", "R11.8";
    /// Fermor may not move this turn.
    FateForbidsMove { piece: PieceId } = "fate-forbids-move", "R11.8";
    /// Chevert may not be left alone.
    MayNotLeaveStack { piece: PieceId } = "may-not-leave-stack", "R11.8";

    NothingBought {} = "nothing-bought", "R10.2";
    PaysTooLittle { cost: u16, paid: u16 } = "pays-too-little", "R10.1";
    CardPaidTwice { card: CardRef } = "card-paid-twice", "R10.1";
    NationMaximum { maximum: u8, would_be: u16 } = "nation-maximum", "R6.5";
    GeneralMaximum { piece: PieceId } = "general-maximum", "R10.3";
    /// New troops for something that is no general of the nation on the map.
    NoGeneralOnMap { piece: PieceId } = "no-general-on-map", "R10.3";
    /// A general re-enters with at least one of the troops bought.
    ReentryNeedsTroop { piece: PieceId } = "reentry-needs-troop", "R10.2";
    NotOffMap { piece: PieceId } = "not-off-map", "R10.4";
    GoneForGood { piece: PieceId } = "gone-for-good", "R11.3";
    WrongKind { piece: PieceId } = "wrong-kind", "R10.4";
    NotADepot { city: CityId } = "not-a-depot", "R10.4";
    NoRoomToEnter { city: CityId } = "no-room-to-enter", "R10.4";
    NotASubstitute { city: CityId } = "not-a-substitute", "R10.5";
    OneSubstituteOnly { city: CityId, used: CityId } = "one-substitute-only", "R10.5";
    /// Friedrich receives no troops this turn.
    NoNewTroops { piece: PieceId } = "no-new-troops", "R11.8";
    /// He could not attack any more, and must.
    ReinforcedBesideEnemy { piece: PieceId } = "reinforced-beside-enemy", "R11.8";

    NoSuchCombat { from: CityId, to: CityId } = "no-such-combat", "R7.1";
    WrongSuit { card: CardRef, suit: Suit } = "wrong-suit", "R7.3";
    ReserveValue { maximum: u8 } = "reserve-value", "R3.3";
    ValueOfItsOwn { card: CardRef } = "value-of-its-own", "R3.3";
    /// Cards of value 10 or more are out of use between Prussia and France.
    CardTooHigh { card: CardRef } = "card-too-high", "R11.8";
    MustPlay { suit: Suit } = "must-play", "R7.5";
    /// Friedrich's side must reach a positive score if it can.
    MustReachPositiveScore {} = "must-reach-positive-score", "R11.8";
    NotARetreatCity { city: CityId } = "not-a-retreat-city", "R8.2";

    NoStackThere { city: CityId } = "no-stack-there", "R6.4";
    NotInStack { piece: PieceId, city: CityId } = "not-in-stack", "R6.4";
    RedistributeTotal { given: u16, total: u8 } = "redistribute-total", "R6.4";
    RedistributeBounds { piece: PieceId, troops: u8 } = "redistribute-bounds", "R6.2";

    NotOffered {} = "not-offered", "R11.8";
    /// The effect is not optional.
    MayNotDecline {} = "may-not-decline", "R11.8";
    TwoOfTheseCities { cities: Vec<CityId> } = "two-of-these-cities", "R13.2";
    NoWithdrawal { stack: CityId, to: CityId } = "no-withdrawal", "R11.8";
}

/// Who is awaited for what instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Awaited {
    pub nation: Nation,
    pub kind: DecisionKind,
}
