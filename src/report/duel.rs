//! A combat as the player with the right to play sees it: strengths, score, suit, what was
//! played, which own cards fit (R7.2, R7.3).
//!
//! The facts come from the view and from the public events since the combat began. It does not
//! judge which plays are legal.

use super::events::tag;
use crate::game::{Card, CityId, CombatView, Face, Nation, Suit, View, board};
use serde::Serialize;
use serde_json::Value;

/// A combat in progress.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Duel {
    pub attacker: DuelSide,
    pub defender: DuelSide,
    /// The nation with the right to play.
    pub right: Nation,
    /// From its view.
    pub score: i16,
    /// The suit it plays.
    pub suit: Suit,
    /// What was played so far.
    pub runs: Vec<Run>,
    /// Its cards that may be played now, best first; only where the view is its owner's.
    pub fitting: Option<Vec<Card>>,
    /// What the fitting cards of the suit add up to, without Reserves.
    pub fitting_sum: u16,
    /// Reserves among them.
    pub reserves: usize,
}

/// One side of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DuelSide {
    pub nation: Nation,
    pub city: CityId,
    pub suit: Suit,
    /// Names of the generals.
    pub pieces: Vec<String>,
    /// Troops declared at the beginning (R7.2); unknown if that event was not given.
    pub troops: Option<u64>,
}

/// Cards played by one side before the right went over to the other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Run {
    pub nation: String,
    pub cards: Vec<Played>,
}

/// One card with what it added, and the score after it from its player's view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Played {
    pub card: String,
    pub value: i64,
    pub score: i64,
}

impl Duel {
    /// The combat in progress, if there is one. `events` are those since it began, or more.
    pub fn of(view: &View, events: &[Value]) -> Option<Duel> {
        let combat = view.combat.as_ref()?;
        let start = events.iter().rposition(|event| tag(event) == "combat-began");
        let (began, played) = match start {
            Some(start) => (events.get(start), &events[start..]),
            None => (None, events),
        };
        let fitting = combat.playable.clone().map(best_first);
        let suited = fitting.iter().flatten().filter_map(|card| match card.face {
            Face::Suited(_, value) => Some(u16::from(value)),
            Face::Reserve => None,
        });
        let fitting_sum = suited.sum();
        let reserves = fitting.iter().flatten().filter(|card| card.face == Face::Reserve).count();
        Some(Duel {
            attacker: side(view, combat, true, began),
            defender: side(view, combat, false, began),
            right: combat.right,
            score: combat.score,
            suit: combat.suit,
            runs: runs(played),
            fitting,
            fitting_sum,
            reserves,
        })
    }
}

fn side(view: &View, combat: &CombatView, attacks: bool, began: Option<&Value>) -> DuelSide {
    let (nation, city, member) = if attacks {
        (combat.attacker, combat.from, "attacker")
    } else {
        (combat.defender, combat.to, "defender")
    };
    let generals = view.pieces.iter().filter(|piece| piece.general && piece.city == Some(city));
    DuelSide {
        nation,
        city,
        suit: board().info(city).suit,
        pieces: generals.map(|piece| piece.piece.name().to_owned()).collect(),
        troops: began.and_then(|event| event[member]["troops"].as_u64()),
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
pub(super) fn runs(events: &[Value]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for event in events.iter().filter(|event| tag(event) == "card-played") {
        let nation = event["nation"].as_str().unwrap_or_default();
        let after = event["score"].as_i64().unwrap_or_default();
        let keeps_the_right = event["right"].as_str() == Some(nation);
        let played = Played {
            card: event["card"].as_str().unwrap_or_default().to_owned(),
            value: event["value"].as_i64().unwrap_or_default(),
            score: if keeps_the_right { after } else { -after },
        };
        match runs.last_mut().filter(|run| run.nation == nation) {
            Some(run) => run.cards.push(played),
            None => runs.push(Run { nation: nation.to_owned(), cards: vec![played] }),
        }
    }
    runs
}
