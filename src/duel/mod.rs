//! Duel instructions: how a seat wants its combats fought while it is away.
//!
//! An instruction is a value; [`decide`] turns instructions, the own hand and what is public of a
//! combat into one move. [`choose_retreat`] and [`choose_attack`] do the same for the winner's
//! choice and for the order of combats. [`outlook`] shows beforehand what an instruction would do.
//!
//! What this module deliberately does not do: read text, decide rules, know a [`State`], a clock
//! or chance. A [`Situation`] has no room for anything that the player could not know, so the
//! moves made by instruction cannot depend on it.
//!
//! [`State`]: crate::game::State

mod choices;
mod decide;
mod outlook;
#[cfg(test)]
mod tests;

pub use choices::{Combatants, choose_attack, choose_retreat};
pub use decide::{Decided, Move, Why, applies, decide};
pub use outlook::{End, Outlook, Row, outlook};

use crate::game::{Card, CardRef, CityId, Face, Nation, PieceId, all_pieces};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One instruction of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "instruct", rename_all = "kebab-case")]
pub enum Instruction {
    /// How to play cards in some combats (R7.3 to R7.5).
    Duel {
        /// In which combats it holds.
        scope: Scope,
        /// With what, and how far.
        terms: Terms,
    },
    /// Where defeated enemies go (R8.2): all of them, or those in this stack.
    Retreat {
        /// The defeated stack; `None`: any.
        #[serde(default)]
        of: Option<Party>,
        /// Which of the cities that are equally far (R8.2) is chosen.
        goal: RetreatGoal,
    },
    /// The order in which combats are fought (R7.1), told by generals or cities of either side.
    AttackOrder {
        /// The first one that is due is fought next; where none of them is, this says nothing.
        order: Vec<Party>,
    },
}

/// Which combats an instruction is for. The narrower one counts before the wider one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Combats between these two.
    Pair {
        /// The side that gives the instruction.
        own: Party,
        /// The side it fights.
        enemy: Party,
    },
    /// Any combat of this own general, or from or in this city.
    Own(Party),
    /// Any combat against this enemy.
    Enemy(Party),
    /// Any combat of the nation.
    Nation(Nation),
}

/// One side of a combat as a player names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// Whatever stack he is in.
    General(#[serde(serialize_with = "write_general", deserialize_with = "read_general")] PieceId),
    /// Whichever generals stand there.
    City(CityId),
}

/// How to play cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Which cards may be played, and in which order.
    pub cards: Cards,
    /// The points that own cards may add to the score in one combat, all together; `None`: no limit.
    #[serde(default)]
    pub most_points: Option<u16>,
    /// How many cards may be played in one combat; `None`: no limit.
    #[serde(default)]
    pub most_cards: Option<u8>,
    /// Stop when the combat is lost by no more than this, in troops (R7.7); `None`: play for the victory.
    #[serde(default)]
    pub accept_loss: Option<u8>,
    /// Play only if a score above 0 can be reached with this many points in all.
    #[serde(default)]
    pub win_for: Option<u16>,
    /// Cards that are not played, except where the rules compel it (R7.5).
    #[serde(default)]
    pub keep: Vec<CardRef>,
    /// How many cards stay in the hand at least; `None`: none.
    #[serde(default)]
    pub keep_cards: Option<u8>,
    /// What the hand is worth at least in the end, as payment, in points (R10.1); `None`: nothing.
    #[serde(default)]
    pub keep_points: Option<u16>,
    /// Whether Reserves may be played, and when.
    #[serde(default)]
    pub reserve: Reserves,
    /// What to do when nothing of this allows another card.
    pub then: Then,
}

/// Which cards may be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cards {
    /// These, in this order; those that do not fit are passed over.
    Listed(Vec<NamedCard>),
    /// Whatever fits: the lowest that is enough, else the highest.
    Fitting,
}

/// A card with the value it is to be declared as (R3.3), if that was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedCard {
    /// With or without its deck.
    pub card: CardRef,
    /// 1 to 10 for a Reserve; `None`: the lowest that is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
}

/// Whether Reserves may be played that are not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reserves {
    /// Nothing was said: those that are listed, no others.
    #[default]
    Listed,
    /// None at all.
    Never,
    /// When these terms allow no card of the suit any more, under this condition and up to this value.
    Allowed {
        /// On which condition.
        when: ReserveWhen,
        /// The highest value it may be declared as; `None`: as high as the rules let it.
        most: Option<u8>,
    },
}

/// When a Reserve may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReserveWhen {
    /// On no condition.
    Always,
    /// Only if it brings the score above 0.
    ToLead,
    /// Only if at least this many troops would be lost otherwise.
    AtLoss(u8),
}

/// What to do when the instruction has nothing more to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// Ask the player.
    Ask,
    /// Stop (R7.4), unless a card must be played (R7.5): then the lowest.
    Stop,
}

/// Where defeated enemies are to be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatGoal {
    /// As near to this city as possible.
    Towards(CityId),
    /// As far from it as possible.
    Away(CityId),
}

/// A stack in a combat: where it stands and who is in it. Both are public.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// Its sector's suit is the one it plays (R7.8).
    pub city: CityId,
    /// By rank.
    pub generals: Vec<PieceId>,
}

/// A combat as the side with the right to play may know it: public facts and the own hand, and
/// room for nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// The nation with the right to play.
    pub nation: Nation,
    /// The stack that has the right to play.
    pub own: Stack,
    /// The stack it fights.
    pub enemy: Stack,
    /// The score from the own side's point of view: never positive.
    pub score: i16,
    /// What this side has played in this combat.
    pub played: Vec<Played>,
    /// The whole hand of the nation, other suits too.
    pub hand: Vec<Card>,
    /// The cards of it that may be played now (R7.3), with each value they may have.
    pub plays: Vec<Play>,
    /// Whether stopping is allowed (R7.5).
    pub may_stop: bool,
}

/// A card that was played, and what it added to the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// It lies open (R3.4).
    pub card: Card,
    /// What it counted as (R3.3), or double by a Card of Fate.
    pub points: i16,
}

/// A legal play and what it would add to the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// From the own hand.
    pub card: Card,
    /// The value of a Reserve, or of a doubled card; `None` for a card that counts as it is printed.
    pub value: Option<u8>,
    /// What it would add to the score.
    pub points: i16,
}

impl Stack {
    fn is(&self, party: Party) -> bool {
        match party {
            Party::General(general) => self.generals.contains(&general),
            Party::City(city) => self.city == city,
        }
    }
}

impl Terms {
    /// Nothing but what happens in the end.
    pub fn new(cards: Cards, then: Then) -> Terms {
        Terms {
            cards,
            most_points: None,
            most_cards: None,
            accept_loss: None,
            win_for: None,
            keep: Vec::new(),
            keep_cards: None,
            keep_points: None,
            reserve: Reserves::default(),
            then,
        }
    }
}

impl Instruction {
    /// This one said of the same combats as an earlier one, if it does nothing but forbid Reserves: what was said of other
    /// cards stands. `None` where the earlier one names a Reserve itself, or either is no duel instruction.
    pub fn added_to(&self, earlier: &Instruction) -> Option<Instruction> {
        let (Instruction::Duel { terms: said, .. }, Instruction::Duel { scope, terms }) =
            (self, earlier)
        else {
            return None;
        };
        let bare = Terms { reserve: Reserves::Never, ..Terms::new(Cards::Fitting, Then::Ask) };
        let reserve = |named: &NamedCard| named.card.face == Face::Reserve;
        let names = matches!(&terms.cards, Cards::Listed(all) if all.iter().any(reserve));
        let terms = Terms { reserve: Reserves::Never, ..terms.clone() };
        (*said == bare && !names).then_some(Instruction::Duel { scope: *scope, terms })
    }

    /// Names what an instruction is for: a later one with the same key replaces it. Made of
    /// lower-case letters, digits and dashes.
    pub fn key(&self) -> String {
        match self {
            Instruction::Duel { scope, .. } => scope.key(),
            Instruction::Retreat { of: None, .. } => "retreat".to_owned(),
            Instruction::Retreat { of: Some(party), .. } => format!("retreat-{}", party.key()),
            Instruction::AttackOrder { .. } => "attack-order".to_owned(),
        }
    }
}

impl Scope {
    /// Whether a combat of this nation's stack with that of the enemy is one of those.
    pub fn is_of(self, nation: Nation, own: &Stack, enemy: &Stack) -> bool {
        match self {
            Scope::Pair { own: ours, enemy: theirs } => own.is(ours) && enemy.is(theirs),
            Scope::Own(party) => own.is(party),
            Scope::Enemy(party) => enemy.is(party),
            Scope::Nation(of) => of == nation,
        }
    }

    /// Names the combats, for [`Instruction::key`].
    pub fn key(&self) -> String {
        match self {
            Scope::Pair { own, enemy } => format!("pair-{}-{}", own.key(), enemy.key()),
            Scope::Own(party) => format!("own-{}", party.key()),
            Scope::Enemy(party) => format!("enemy-{}", party.key()),
            Scope::Nation(nation) => format!("nation-{}", nation.id()),
        }
    }
}

impl Party {
    /// Generals by rank, cities behind them.
    fn rank(self) -> u8 {
        match self {
            Party::General(general) => general.0,
            Party::City(_) => u8::MAX - 1,
        }
    }

    fn key(self) -> String {
        match self {
            Party::General(general) => format!("general-{}", general.0),
            Party::City(city) => format!("city-{}", city.id()),
        }
    }
}

fn write_general<S: Serializer>(general: &PieceId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(general.name())
}

fn read_general<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PieceId, D::Error> {
    let name = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
    let named = |piece: &PieceId| piece.is_general() && piece.name() == name;
    all_pieces().find(named).ok_or_else(|| serde::de::Error::custom("there is no such general"))
}
