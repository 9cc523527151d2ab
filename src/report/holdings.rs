//! What a seat holds: its hands by suit, its generals with their troops, its trains and supply.
//!
//! Made from the view of that seat alone: where all pieces stand is public, and so are the ways
//! of supply (R9.2). What a lack of supply will lead to is not foretold.

use super::near::{self, Near, NearCity};
use crate::game::{
    Card, CityId, Face, Nation, PieceId, PieceView, Suit, View, board, supplied_by_country,
    supply_path,
};
use serde::Serialize;

/// All that a seat has of one nation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Holding {
    /// One of those that the reader's seat plays.
    pub nation: Nation,
    /// Its Tactical Cards, which no other nation may use (R3.2).
    pub hand: Hand,
    /// All troops of the nation.
    pub troops: u8,
    /// The most troops it may have (R6.5).
    pub maximum: u8,
    /// On the map, in the order of their supreme commanders.
    pub stacks: Vec<OwnStack>,
    /// On the map.
    pub trains: Vec<OwnTrain>,
    /// Pieces that may re-enter.
    pub off_map: Vec<PieceId>,
    /// Pieces out of the game for good.
    pub removed: Vec<PieceId>,
}

/// A hand, sorted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hand {
    /// How many cards there are.
    pub cards: usize,
    /// The suits it holds, with the highest card first.
    pub suits: Vec<SuitOfHand>,
    /// How many of them are Reserves.
    pub reserves: usize,
    /// What it is worth as payment, in points (R10.1).
    pub pays: u16,
}

/// The cards of one suit, and what they add up to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuitOfHand {
    /// Reserves belong to none and are counted apart.
    pub suit: Suit,
    /// The highest first.
    pub cards: Vec<Card>,
    /// What they add up to.
    pub sum: u16,
}

/// Generals in one city.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OwnStack {
    /// Where they stand.
    pub city: CityId,
    /// The suit they fight with there (R7.3).
    pub suit: Suit,
    /// The supreme commander first (R4.3).
    pub generals: Vec<OwnGeneral>,
    /// All troops of the stack.
    pub troops: u16,
    /// Found without supply the last time (R9.3).
    pub face_down: bool,
    /// Supplied there without a train (R9.1).
    pub at_home: bool,
    /// The train that supplies them by the shortest way, and the number of roads on that way, at most 6 (R9.2).
    pub supplied_by: Option<(PieceId, u8)>,
    /// Hostile stacks at most 8 cities away, the nearest first, at most three.
    pub enemies: Vec<Near>,
    /// What the nation still needs, at most 5 cities away, the nearest first, at most three.
    pub objectives: Vec<NearCity>,
}

/// A general of a stack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OwnGeneral {
    /// Who it is; at most three share a city (R4.3).
    pub general: PieceId,
    /// His troops, 1 to 8.
    pub troops: u8,
}

/// A supply train on the map.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OwnTrain {
    /// Which one.
    pub train: PieceId,
    /// Where it stands.
    pub city: CityId,
    /// The suit of the city, in which a combat beside it may be fought.
    pub suit: Suit,
}

impl Holding {
    /// What the seat whose view it is holds, nation by nation; nothing for an observer.
    pub fn all(view: &View) -> Vec<Holding> {
        let nations = view.nations.iter().filter(|known| known.in_play);
        nations
            .filter_map(|known| {
                let hand = Hand::new(known.hand.as_ref()?);
                let own: Vec<&PieceView> =
                    view.pieces.iter().filter(|piece| piece.nation == known.nation).collect();
                let ids = |chosen: &dyn Fn(&PieceView) -> bool| {
                    own.iter().filter(|piece| chosen(piece)).map(|piece| piece.piece).collect()
                };
                Some(Holding {
                    nation: known.nation,
                    hand,
                    troops: known.troops,
                    maximum: known.maximum,
                    stacks: stacks(view, known.nation, &own),
                    trains: trains(&own),
                    off_map: ids(&|piece| piece.city.is_none() && !piece.removed),
                    removed: ids(&|piece| piece.removed),
                })
            })
            .collect()
    }
}

impl Hand {
    /// Sorts a hand by suits and adds them up.
    pub fn new(cards: &[Card]) -> Hand {
        let suits = Suit::ALL.map(|suit| {
            let mut cards: Vec<Card> =
                cards.iter().copied().filter(|card| value_in(suit, *card).is_some()).collect();
            cards.sort_by_key(|card| std::cmp::Reverse(value_in(suit, *card)));
            let sum = cards.iter().filter_map(|card| value_in(suit, *card)).sum();
            SuitOfHand { suit, cards, sum }
        });
        Hand {
            cards: cards.len(),
            suits: suits.into_iter().filter(|suit| !suit.cards.is_empty()).collect(),
            reserves: cards.iter().filter(|card| card.face == Face::Reserve).count(),
            pays: cards.iter().map(|card| u16::from(card.face.payment())).sum(),
        }
    }
}

fn value_in(suit: Suit, card: Card) -> Option<u16> {
    match card.face {
        Face::Suited(of, value) if of == suit => Some(value.into()),
        _ => None,
    }
}

/// The cities with hostile pieces.
fn hostile(view: &View, nation: Nation) -> Vec<CityId> {
    let of_enemies = view.pieces.iter().filter(|piece| piece.nation.hostile_to(nation));
    of_enemies.filter_map(|piece| piece.city).collect()
}

fn trains(own: &[&PieceView]) -> Vec<OwnTrain> {
    let on_map = own.iter().filter(|piece| !piece.general);
    let train = |piece: &&&PieceView| {
        let city = piece.city?;
        Some(OwnTrain { train: piece.piece, city, suit: board().info(city).suit })
    };
    on_map.filter_map(|piece| train(&piece)).collect()
}

/// The stacks in the order of their supreme commanders.
fn stacks(view: &View, nation: Nation, own: &[&PieceView]) -> Vec<OwnStack> {
    let hostile = hostile(view, nation);
    let trains: Vec<(PieceId, CityId)> = own
        .iter()
        .filter(|piece| !piece.general)
        .filter_map(|piece| Some((piece.piece, piece.city?)))
        .collect();
    let mut stacks: Vec<OwnStack> = Vec::new();
    for piece in own.iter().filter(|piece| piece.general) {
        let Some(city) = piece.city else {
            continue;
        };
        let general = OwnGeneral { general: piece.piece, troops: piece.troops.unwrap_or_default() };
        match stacks.iter_mut().find(|stack| stack.city == city) {
            Some(stack) => {
                stack.troops += u16::from(general.troops);
                stack.generals.push(general);
            }
            None => stacks.push(OwnStack {
                city,
                suit: board().info(city).suit,
                troops: general.troops.into(),
                generals: vec![general],
                face_down: piece.face_down,
                at_home: supplied_by_country(nation, city),
                supplied_by: trains
                    .iter()
                    .filter_map(|(train, at)| Some((*train, supply_path(city, *at, &hostile)?)))
                    .min_by_key(|(train, length)| (*length, *train)),
                enemies: near::enemies(view, nation, city),
                objectives: near::objectives(view, nation, city),
            }),
        }
    }
    stacks
}
