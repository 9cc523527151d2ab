//! What an instruction would do, for each score it could meet.

use super::{Instruction, Move, NamedCard, Play, Played, Scope, Situation, Stack, Terms, decide};
use crate::game::{Card, CardRef, Face, Nation, RESERVE_MAX, Suit, board};
use serde::Serialize;

/// The greatest deficit that is looked at.
const WORST: i16 = 16;

/// What an instruction would do with a hand, in one suit, up to where the right passes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outlook {
    /// The suit in which cards are played.
    pub suit: Suit,
    /// One row for each score that one may be behind by; neighbouring scores with the same plays share a row.
    pub rows: Vec<Row>,
}

/// One run of scores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// Behind by so much at least, and at most.
    pub least: u8,
    /// See `least`.
    pub most: u8,
    /// The cards it would play, in order.
    pub cards: Vec<NamedCard>,
    /// How it ends if the enemy does not play on.
    pub end: End,
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The right goes over to the enemy.
    Passes,
    /// It stops.
    Stops,
    /// The player is asked.
    Asks,
}

/// What these terms would do with this hand where cards of this suit are played, if no Card of
/// Fate changes anything (R7.3 to R7.5).
pub fn outlook(terms: &Terms, nation: Nation, hand: &[Card], suit: Suit) -> Outlook {
    let mut rows: Vec<Row> = Vec::new();
    for behind in 0..=WORST {
        let (cards, end) = run(terms, nation, hand, suit, -behind);
        let behind = u8::try_from(behind).unwrap_or(u8::MAX);
        match rows.last_mut() {
            Some(row) if row.cards == cards && row.end == end => row.most = behind,
            _ => rows.push(Row { least: behind, most: behind, cards, end }),
        }
    }
    Outlook { suit, rows }
}

fn run(
    terms: &Terms,
    nation: Nation,
    hand: &[Card],
    suit: Suit,
    score: i16,
) -> (Vec<NamedCard>, End) {
    // Who fights where changes nothing here: the terms are given for any combat of the nation.
    let instruction = Instruction::Duel { scope: Scope::Nation(nation), terms: terms.clone() };
    let Some(city) = board().city_ids().next() else { return (Vec::new(), End::Asks) };
    let nobody = || Stack { city, generals: Vec::new() };
    let mut situation = Situation {
        nation,
        own: nobody(),
        enemy: nobody(),
        score,
        played: Vec::new(),
        hand: hand.to_vec(),
        plays: Vec::new(),
        may_stop: true,
    };
    let mut cards = Vec::new();
    loop {
        situation.plays = plain_plays(&situation.hand, suit);
        let suited = situation.plays.iter().any(|play| play.card.face != Face::Reserve);
        situation.may_stop = situation.score < 0 || !suited;
        let decided = decide(std::slice::from_ref(&instruction), &situation);
        match decided.map_or(Move::Ask, |decided| decided.chosen) {
            Move::Stop => return (cards, End::Stops),
            Move::Ask => return (cards, End::Asks),
            Move::Play(play) => {
                let card = CardRef { face: play.card.face, deck: None };
                cards.push(NamedCard { card, value: play.value });
                if let Some(place) = situation.hand.iter().position(|card| *card == play.card) {
                    situation.hand.remove(place);
                }
                situation.played.push(Played { card: play.card, points: play.points });
                situation.score += play.points;
                if situation.score >= 0 {
                    return (cards, End::Passes);
                }
            }
        }
    }
}

/// The cards of a hand that may be played in this suit, at their own value.
fn plain_plays(hand: &[Card], suit: Suit) -> Vec<Play> {
    let mut plays = Vec::new();
    for &card in hand {
        match card.face {
            Face::Suited(of, value) if of == suit => {
                plays.push(Play { card, value: None, points: value.into() });
            }
            Face::Suited(..) => {}
            Face::Reserve => plays.extend((1..=RESERVE_MAX).map(|value| Play {
                card,
                value: Some(value),
                points: value.into(),
            })),
        }
    }
    plays
}
