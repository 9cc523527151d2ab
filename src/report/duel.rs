//! A combat as the player with the right to play sees it: strengths, score, suit, what was
//! played, which own cards fit (R7.2, R7.3).
//!
//! The facts come from the view and from the public events since the combat began. It does not
//! judge which plays are legal.

use super::happening::Happening;
use crate::game::{Card, CityId, CombatView, Event, Face, Nation, Suit, View, board};
use serde::Serialize;

/// A combat in progress.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Duel {
    /// The active nation's side (R7.1).
    pub attacker: DuelSide,
    /// The side that was attacked.
    pub defender: DuelSide,
    /// The nation with the right to play.
    pub right: Nation,
    /// The score as that side sees it.
    pub score: i16,
    /// The suit it plays.
    pub suit: Suit,
    /// What was played so far, as far as the events tell it.
    pub runs: Vec<Run>,
    /// Cards of the side with the right that may be played now, best first; only in its owner's view.
    pub fitting: Option<Vec<Card>>,
    /// What the fitting cards of the suit add up to, without Reserves.
    pub fitting_sum: u16,
    /// How many Reserves are among the fitting cards.
    pub reserves: usize,
    /// Whether the stack of that side, if it lost by this score, would find a way to retreat (R8.4).
    pub way_back: bool,
}

/// One side of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DuelSide {
    /// Whose generals they are.
    pub nation: Nation,
    /// Where they stand.
    pub city: CityId,
    /// The suit of the sector of that city, in which they play (R7.3, R7.8).
    pub suit: Suit,
    /// Names of the generals.
    pub pieces: Vec<String>,
    /// Troops declared at the beginning (R7.2); unknown if that event was not given.
    pub troops: Option<u8>,
}

/// Cards played by one side before the right went over to the other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Run {
    /// Who played them.
    pub nation: Nation,
    /// In the order in which they were played; at least one.
    pub cards: Vec<Played>,
}

/// One card with what it added, and the score after it from its player's view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Played {
    /// What was laid down; a Reserve without what it was declared as.
    pub card: Card,
    /// The value it counted with.
    pub value: i16,
    /// Own points less the other's; negative while its player has the right (R7.3).
    pub score: i16,
}

impl Duel {
    /// The combat in progress, if there is one. `events` are those since it began, or more.
    pub fn of(view: &View, events: &[Happening]) -> Option<Duel> {
        let combat = view.combat.as_ref()?;
        let events: Vec<Event> = events.iter().filter_map(Happening::war).cloned().collect();
        let start = events.iter().rposition(|event| matches!(event, Event::CombatBegan { .. }));
        let played = &events[start.unwrap_or_default()..];
        let declared = match start.and_then(|start| events.get(start)) {
            Some(Event::CombatBegan { attacker, defender, .. }) => {
                Some((attacker.troops, defender.troops))
            }
            _ => None,
        };
        let fitting = combat.playable.clone().map(best_first);
        let suited = fitting.iter().flatten().filter_map(|card| match card.face {
            Face::Suited(_, value) => Some(u16::from(value)),
            Face::Reserve => None,
        });
        let fitting_sum = suited.sum();
        let reserves = fitting.iter().flatten().filter(|card| card.face == Face::Reserve).count();
        let (own, winner) = if combat.right == combat.attacker {
            (combat.from, combat.to)
        } else {
            (combat.to, combat.from)
        };
        let length = u8::try_from(-combat.score).unwrap_or_default();
        let way_back = length == 0 || view.can_retreat(own, winner, length);
        Some(Duel {
            attacker: side(view, combat, true, declared),
            defender: side(view, combat, false, declared),
            right: combat.right,
            score: combat.score,
            suit: combat.suit,
            runs: runs(played),
            fitting,
            fitting_sum,
            reserves,
            way_back,
        })
    }
}

fn side(view: &View, combat: &CombatView, attacks: bool, declared: Option<(u8, u8)>) -> DuelSide {
    let (nation, city, troops) = if attacks {
        (combat.attacker, combat.from, declared.map(|(attacker, _)| attacker))
    } else {
        (combat.defender, combat.to, declared.map(|(_, defender)| defender))
    };
    let generals = view.pieces.iter().filter(|piece| piece.general && piece.city == Some(city));
    DuelSide {
        nation,
        city,
        suit: board().info(city).suit,
        pieces: generals.map(|piece| piece.piece.name().to_owned()).collect(),
        troops,
    }
}

/// High cards first, Reserves last.
fn best_first(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_by_key(|card| match card.face {
        Face::Suited(_, value) => (0, 13 - value),
        Face::Reserve => (1, 0),
    });
    cards
}

/// The cards among the events, by runs of one side.
pub(super) fn runs(events: &[Event]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for event in events {
        let Event::CardPlayed { nation, card, value, score, right } = event else { continue };
        let score = if right == nation { *score } else { -score };
        let played = Played { card: *card, value: *value, score };
        match runs.last_mut().filter(|run| run.nation == *nation) {
            Some(run) => run.cards.push(played),
            None => runs.push(Run { nation: *nation, cards: vec![played] }),
        }
    }
    runs
}
