//! What a seat can do: decisions that are awaited and the actions that answer them.
//!
//! The JSON of the referee protocol and of the log is the serialised form of [`Order`]; names in
//! it are resolved against the acting nation by [`Order::resolve`].

use super::board::{CityId, board};
use super::cards::CardRef;
use super::nation::{Nation, Seat};
use super::pieces::PieceId;
use super::refusal::Reason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What kind of decision is awaited.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionKind {
    /// Allot the troops at set-up (R1.7).
    Allot,
    /// Discard one of the cards just drawn (R3.1).
    Discard,
    /// Choose or decline the offensive option (R13.3).
    OffensiveOption,
    /// A nation's movement phase (R4, R5, R10).
    Movement,
    /// Withdraw before Daun's attack (8 clubs).
    DaunWithdrawal,
    /// Which combat is fought next (R7.1).
    Attack,
    /// Play a card or stop (R7.3).
    Play,
    /// Where the defeated stack retreats (R8.2).
    Retreat,
    /// A choice that a Card of Fate gives (R11).
    Fate,
    /// Which two objectives in East Prussia are reconquered (R13.2).
    Reconquest,
    /// Nothing is awaited any more (R12).
    GameOver,
}

/// A decision somebody has to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Decision {
    /// The nation that has to act.
    pub nation: Nation,
    /// The seat that plays the nation now.
    pub seat: Seat,
    /// What it has to decide; says which [`Action`]s can answer.
    pub kind: DecisionKind,
}

impl DecisionKind {
    /// Stable name, as in the protocol.
    pub const fn id(self) -> &'static str {
        match self {
            DecisionKind::Allot => "allot",
            DecisionKind::Discard => "discard",
            DecisionKind::OffensiveOption => "offensive-option",
            DecisionKind::Movement => "movement",
            DecisionKind::DaunWithdrawal => "daun-withdrawal",
            DecisionKind::Attack => "attack",
            DecisionKind::Play => "play",
            DecisionKind::Retreat => "retreat",
            DecisionKind::Fate => "fate",
            DecisionKind::Reconquest => "reconquest",
            DecisionKind::GameOver => "game-over",
        }
    }
}

/// Troops for generals, in the order of the table of pieces.
pub type Troops = Vec<(PieceId, u8)>;

/// An action with all names resolved: what the rules work on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Allot the troops at set-up: to each general at least one (R1.7).
    Allot {
        /// Every general of the nation in this game, 1 to 8 each; in sum all its troops.
        troops: Troops,
    },
    /// Discard one of the cards just drawn (R3.1).
    Discard {
        /// One of those drawn at the start of this action.
        card: CardRef,
    },
    /// Choose the offensive option, or decline it (R13.3).
    OffensiveOption {
        /// The card to be set aside: value 10 or more and no Reserve. `None` declines.
        card: Option<CardRef>,
    },
    /// A move along a given way (R4.1).
    Move {
        /// One train, or generals of one city (R4.3, R4.4).
        pieces: Vec<PieceId>,
        /// The cities entered, in order: each next to the one before; a city may come twice.
        path: Vec<CityId>,
    },
    /// A move that names only the goal, or some cities on the way and then the goal; the
    /// way is found by R4.6.
    MoveVia {
        /// One train, or generals of one city (R4.3, R4.4).
        pieces: Vec<PieceId>,
        /// In the order in which they are to be passed; the last is the goal.
        via: Vec<CityId>,
    },
    /// Buy troops and have pieces re-enter, in a movement phase (R10).
    Recruit(Recruitment),
    /// End the movement phase.
    EndMovement,
    /// Fight this combat next, of those that are due (R7.1).
    Attack {
        /// The city of the attacking stack.
        from: CityId,
        /// The city of the attacked stack.
        to: CityId,
    },
    /// Play a card in a combat (R7.3).
    Play {
        /// Of the own sector's suit, or a Reserve.
        card: CardRef,
        /// Declares a Reserve, 1 to 10 (R3.3), or the doubled 11 of spades, 22; `None` for a card that counts as it
        /// is printed.
        value: Option<u8>,
    },
    /// Play no further card (R7.4).
    Stop,
    /// The winner sends the defeated stack to this city (R8.2).
    Retreat {
        /// One of the cities that are equally far from the winner.
        to: CityId,
    },
    /// Redistribute the troops of a stack (R6.4).
    Redistribute {
        /// Where the stack stands.
        city: CityId,
        /// What generals of the stack lead afterwards; who is not named keeps what he has.
        troops: Troops,
    },
    /// Answer the choice that a Card of Fate gives.
    Fate {
        /// Must be one of those offered ([`FateOptions`](super::FateOptions)).
        choice: FateChoice,
    },
    /// Reconquer these two objectives in East Prussia (R13.2).
    Reconquest {
        /// Exactly two of those that Russia holds there.
        cities: Vec<CityId>,
    },
    /// Withdraw a stack before Daun's attack (8 clubs).
    Withdraw {
        /// The city that it leaves.
        stack: CityId,
        /// A city next to it.
        to: CityId,
    },
    /// Ends the withdrawals before Daun's attacks.
    Stay,
}

/// One payment with all that it buys (R10).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recruitment {
    /// The cards it is paid with, of any suit (R10.1).
    pub pay: Vec<CardRef>,
    /// New troops for generals on the map.
    pub troops: Troops,
    /// Generals that re-enter: where, and with how many new troops.
    pub generals: Vec<(PieceId, CityId, u8)>,
    /// Trains that re-enter, and where.
    pub trains: Vec<(PieceId, CityId)>,
}

/// The answer to a Card of Fate's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FateChoice {
    /// Nothing of what is offered.
    Decline,
    /// A card of the own hand, which is given away or replaced.
    Card(CardRef),
    /// The general who gains or loses a troop, or is removed for good.
    General(PieceId),
    /// Where a general goes, or whose stack is turned face down.
    City(CityId),
}

/// An action as people and programs write it: JSON of the referee protocol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// See [`Action::Allot`].
    Allot {
        /// All troops, by the general's name.
        troops: BTreeMap<String, u8>,
    },
    /// See [`Action::Discard`].
    Discard {
        /// With or without its deck.
        card: CardRef,
    },
    /// See [`Action::OffensiveOption`].
    OffensiveOption {
        /// `null` declines.
        card: Option<CardRef>,
    },
    /// See [`Action::Move`] and [`Action::MoveVia`]; exactly one of `path` and `via` is there.
    Move {
        /// Names of pieces that go together.
        pieces: Vec<String>,
        /// Ids of all cities entered, in order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<Vec<String>>,
        /// Instead of a path: some cities on the way, then the goal, or only that (R4.6).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<Vec<String>>,
    },
    /// See [`Recruitment`].
    Recruit {
        /// The cards to pay with (R10.1).
        pay: Vec<CardRef>,
        /// New troops for generals on the map, by name.
        #[serde(default)]
        troops: BTreeMap<String, u8>,
        /// Generals that re-enter, each with new troops.
        #[serde(default)]
        generals: Vec<GeneralOrder>,
        /// Supply trains that re-enter.
        #[serde(default)]
        trains: Vec<TrainOrder>,
    },
    /// See [`Action::EndMovement`].
    EndMovement {},
    /// See [`Action::Attack`].
    Attack {
        /// Id of the attacking stack's city.
        from: String,
        /// Id of the attacked stack's city.
        to: String,
    },
    /// See [`Action::Play`].
    Play {
        /// With or without its deck.
        card: CardRef,
        /// Declares a Reserve, 1 to 10 (R3.3), or the doubled 11 of spades.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<u8>,
    },
    /// See [`Action::Stop`].
    Stop {},
    /// See [`Action::Retreat`].
    Retreat {
        /// Id of the city where the defeated stack ends.
        to: String,
    },
    /// See [`Action::Redistribute`].
    Redistribute {
        /// Id of the stack's city.
        city: String,
        /// What generals of the stack lead afterwards, by name; who is not named keeps what he has.
        troops: BTreeMap<String, u8>,
    },
    /// See [`Action::Fate`].
    Fate {
        /// `null` declines.
        choice: Option<FateOrder>,
    },
    /// See [`Action::Reconquest`].
    Reconquest {
        /// Ids of two cities.
        cities: Vec<String>,
    },
    /// See [`Action::Withdraw`].
    Withdraw {
        /// Id of the city that the stack leaves.
        stack: String,
        /// Id of the city that it goes to.
        to: String,
    },
    /// See [`Action::Stay`].
    Stay {},
}

/// A general that re-enters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralOrder {
    /// As in the table of pieces, such as `Fermor`.
    pub name: String,
    /// Id of the depot city, or of a substitute (R10.4, R10.5).
    pub city: String,
    /// New troops, at least 1 (R10.2).
    pub troops: u8,
}

/// A supply train that re-enters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainOrder {
    /// `Train 1` or `Train 2`.
    pub name: String,
    /// Id of the depot city, or of a substitute (R10.4, R10.5).
    pub city: String,
}

/// What is chosen when a Card of Fate gives a choice: exactly one member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FateOrder {
    /// A card of the own hand, with or without its deck.
    Card(CardRef),
    /// His name, whatever nation's he is.
    General(String),
    /// Its id.
    City(String),
}

fn piece(nation: Nation, name: &str) -> Result<PieceId, Reason> {
    PieceId::from_name(nation, name)
        .ok_or_else(|| Reason::UnknownPiece { nation, name: shortened(name) })
}

fn city(name: &str) -> Result<CityId, Reason> {
    board().city(name).ok_or_else(|| Reason::UnknownCity { name: shortened(name) })
}

/// Names come from strangers: a refusal repeats at most 60 characters of them.
fn shortened(name: &str) -> String {
    name.chars().take(60).collect()
}

fn troops(nation: Nation, troops: &BTreeMap<String, u8>) -> Result<Troops, Reason> {
    let mut list: Troops = troops
        .iter()
        .map(|(name, troops)| Ok((piece(nation, name)?, *troops)))
        .collect::<Result<_, Reason>>()?;
    list.sort_unstable();
    Ok(list)
}

fn names(troops: &Troops) -> BTreeMap<String, u8> {
    troops.iter().map(|(piece, troops)| (piece.name().to_owned(), *troops)).collect()
}

impl Order {
    /// The action with names resolved for the nation that acts.
    ///
    /// Refuses names of pieces the nation does not have (R1.7) and of cities that do not exist
    /// (R1.4).
    ///
    /// # Errors
    ///
    /// A name is not one of the nation's pieces, or not a city.
    pub fn resolve(&self, nation: Nation) -> Result<Action, Reason> {
        Ok(match self {
            Order::Allot { troops: list } => Action::Allot { troops: troops(nation, list)? },
            Order::Discard { card } => Action::Discard { card: *card },
            Order::OffensiveOption { card } => Action::OffensiveOption { card: *card },
            Order::Move { pieces, path, via } => {
                let cities = |names: &[String]| -> Result<Vec<CityId>, Reason> {
                    names.iter().map(|name| city(name)).collect()
                };
                let pieces =
                    pieces.iter().map(|name| piece(nation, name)).collect::<Result<_, _>>()?;
                match (path, via) {
                    (Some(path), None) => Action::Move { pieces, path: cities(path)? },
                    (None, Some(via)) => Action::MoveVia { pieces, via: cities(via)? },
                    _ => return Err(Reason::PathOrGoal {}),
                }
            }
            Order::Recruit { pay, troops: list, generals, trains } => {
                Action::Recruit(Recruitment {
                    pay: pay.clone(),
                    troops: troops(nation, list)?,
                    generals: generals
                        .iter()
                        .map(|order| {
                            Ok((piece(nation, &order.name)?, city(&order.city)?, order.troops))
                        })
                        .collect::<Result<_, Reason>>()?,
                    trains: trains
                        .iter()
                        .map(|order| Ok((piece(nation, &order.name)?, city(&order.city)?)))
                        .collect::<Result<_, Reason>>()?,
                })
            }
            Order::EndMovement {} => Action::EndMovement,
            Order::Attack { from, to } => Action::Attack { from: city(from)?, to: city(to)? },
            Order::Play { card, value } => Action::Play { card: *card, value: *value },
            Order::Stop {} => Action::Stop,
            Order::Retreat { to } => Action::Retreat { to: city(to)? },
            Order::Redistribute { city: place, troops: list } => {
                Action::Redistribute { city: city(place)?, troops: troops(nation, list)? }
            }
            Order::Fate { choice } => Action::Fate {
                choice: match choice {
                    None => FateChoice::Decline,
                    Some(FateOrder::Card(card)) => FateChoice::Card(*card),
                    Some(FateOrder::City(name)) => FateChoice::City(city(name)?),
                    // A card may let one nation choose among another's generals.
                    Some(FateOrder::General(name)) => FateChoice::General(
                        Nation::ALL
                            .into_iter()
                            .find_map(|owner| PieceId::from_name(owner, name))
                            .filter(|piece| piece.is_general())
                            .ok_or_else(|| Reason::UnknownPiece {
                                nation,
                                name: shortened(name),
                            })?,
                    ),
                },
            },
            Order::Reconquest { cities } => Action::Reconquest {
                cities: cities.iter().map(|name| city(name)).collect::<Result<_, _>>()?,
            },
            Order::Withdraw { stack, to } => {
                Action::Withdraw { stack: city(stack)?, to: city(to)? }
            }
            Order::Stay {} => Action::Stay,
        })
    }
}

impl From<&Action> for Order {
    fn from(action: &Action) -> Order {
        let name = |piece: &PieceId| piece.name().to_owned();
        let id = |city: &CityId| city.id().to_owned();
        match action {
            Action::Allot { troops } => Order::Allot { troops: names(troops) },
            Action::Discard { card } => Order::Discard { card: *card },
            Action::OffensiveOption { card } => Order::OffensiveOption { card: *card },
            Action::Move { pieces, path } => Order::Move {
                pieces: pieces.iter().map(name).collect(),
                path: Some(path.iter().map(id).collect()),
                via: None,
            },
            Action::MoveVia { pieces, via } => Order::Move {
                pieces: pieces.iter().map(name).collect(),
                path: None,
                via: Some(via.iter().map(id).collect()),
            },
            Action::Recruit(recruitment) => Order::Recruit {
                pay: recruitment.pay.clone(),
                troops: names(&recruitment.troops),
                generals: recruitment
                    .generals
                    .iter()
                    .map(|(piece, city, troops)| GeneralOrder {
                        name: name(piece),
                        city: id(city),
                        troops: *troops,
                    })
                    .collect(),
                trains: recruitment
                    .trains
                    .iter()
                    .map(|(piece, city)| TrainOrder { name: name(piece), city: id(city) })
                    .collect(),
            },
            Action::EndMovement => Order::EndMovement {},
            Action::Attack { from, to } => Order::Attack { from: id(from), to: id(to) },
            Action::Play { card, value } => Order::Play { card: *card, value: *value },
            Action::Stop => Order::Stop {},
            Action::Retreat { to } => Order::Retreat { to: id(to) },
            Action::Redistribute { city, troops } => {
                Order::Redistribute { city: id(city), troops: names(troops) }
            }
            Action::Fate { choice } => Order::Fate {
                choice: match choice {
                    FateChoice::Decline => None,
                    FateChoice::Card(card) => Some(FateOrder::Card(*card)),
                    FateChoice::General(piece) => Some(FateOrder::General(name(piece))),
                    FateChoice::City(city) => Some(FateOrder::City(id(city))),
                },
            },
            Action::Reconquest { cities } => {
                Order::Reconquest { cities: cities.iter().map(id).collect() }
            }
            Action::Withdraw { stack, to } => Order::Withdraw { stack: id(stack), to: id(to) },
            Action::Stay => Order::Stay {},
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_the_json_of_the_protocol_and_come_back_from_actions() {
        let lines = [
            (Nation::Prussia, r#"{"do":"allot","troops":{"Friedrich":8,"Winterfeldt":1}}"#),
            (Nation::France, r#"{"do":"discard","card":"4H"}"#),
            (Nation::Prussia, r#"{"do":"offensive-option","card":null}"#),
            (
                Nation::Prussia,
                r#"{"do":"move","pieces":["Friedrich","Winterfeldt"],"path":["meissen","dresden"]}"#,
            ),
            (
                Nation::Russia,
                r#"{"do":"recruit","pay":["13S","12C"],"troops":{"Saltikov":1},"generals":[{"name":"Fermor","city":"sierpc","troops":2}],"trains":[{"name":"Train 1","city":"warszawa"}]}"#,
            ),
            (Nation::Prussia, r#"{"do":"end-movement"}"#),
            (Nation::Prussia, r#"{"do":"attack","from":"berlin","to":"spandau"}"#),
            (Nation::Prussia, r#"{"do":"play","card":"R","value":7}"#),
            (Nation::Prussia, r#"{"do":"stop"}"#),
            (Nation::Prussia, r#"{"do":"retreat","to":"glogau"}"#),
            (
                Nation::Prussia,
                r#"{"do":"redistribute","city":"oschatz","troops":{"Friedrich":7,"Winterfeldt":2}}"#,
            ),
            (Nation::Prussia, r#"{"do":"fate","choice":null}"#),
            (Nation::Prussia, r#"{"do":"fate","choice":{"general":"Keith"}}"#),
            (
                Nation::Prussia,
                r#"{"do":"reconquest","cities":["koenigsberg-east-prussia","rastenburg"]}"#,
            ),
            (Nation::Prussia, r#"{"do":"withdraw","stack":"breslau","to":"oels"}"#),
            (Nation::Prussia, r#"{"do":"stay"}"#),
        ];
        for (nation, line) in lines {
            let order: Order = serde_json::from_str(line).expect(line);
            let action = order.resolve(nation).expect(line);
            assert_eq!(serde_json::to_string(&Order::from(&action)).expect(line), line);
        }
    }
}
